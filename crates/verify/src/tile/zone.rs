//! Checks the zone where some classifiers are at least as good as others.
//!
//! In balanced coordinates, in which frontiers are straight (`geometry/polygon.rs`), the zone is a
//! polygon: the square, cut by a line for each pair. `zone_apart.rs` has the zones of classifiers
//! with different priors.

use super::zone_apart;
use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, Within as _, same};
use crate::claim::wrong::Wrong;
use crate::geometry::polygon::{Corner, Line, clipped, line, shape};
use crate::reading::json::Json;
use exactile::num::Rational;

/// Checks `exactile.zone.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::of_prior(&mut members, given.classifiers, given.target_prior, proofs)?;
    let mut named = |key: &str| -> Result<Vec<usize>, Wrong> {
        positions(&members.required(key)?, given).map_err(|wrong| wrong.of(key))
    };
    let (better, than) = (named("better")?, named("than")?);
    let Json::Object(rest) = members.rest() else { unreachable!("members make an object") };
    let [(key, piece)] = rest.as_slice() else {
        return Err(
            Wrong::new("besides better, than and the header one key stands here, piece").into()
        );
    };
    if key != "piece" {
        return Err(Wrong::new("the key \"piece\" is missing").into());
    }
    let has_one = match &all.prior {
        None => zone_apart::check(piece, &all, &better, &than, proofs)
            .map_err(|stop| stop.within("piece"))?,
        Some(prior) => {
            let rates = all.counts.iter();
            let rates = rates.map(|[tn, fp, fn_, tp]| [tn / &(tn + fp), tp / &(tp + fn_)]);
            let corners = polygon(&rates.collect::<Vec<_>>(), &better, &than);
            check(piece, &corners, prior, proofs).map_err(|wrong| wrong.of("piece"))?;
            !corners.is_empty()
        }
    };
    proofs.proved(if has_one {
        "the zone is where each of the first is at least as good as each of the second, and no more"
    } else {
        "there is no such zone"
    });
    Ok(())
}

/// Reads the classifiers that a list names, each once.
fn positions(claim: &Json, given: &Given<'_>) -> Result<Vec<usize>, Wrong> {
    let names = claim.as_list().filter(|names| !names.is_empty());
    let names = names.ok_or_else(|| Wrong::new("a list of names should stand here"))?;
    let mut found = Vec::with_capacity(names.len());
    for name in names {
        let place = given.classifiers.iter().position(|known| Some(&*known.name) == name.as_text());
        match place.filter(|place| !found.contains(place)) {
            Some(place) => found.push(place),
            None => return Err(Wrong::new(format!("{name} is repeated or not in the input"))),
        }
    }
    Ok(found)
}

/// Returns the corners of the zone, counter-clockwise: two for a segment, one for a point, none if
/// there is no zone.
fn polygon(rates: &[[Rational; 2]], better: &[usize], than: &[usize]) -> Vec<Corner> {
    let pairs = better.iter().flat_map(|i| than.iter().map(move |j| (i, j)));
    let lines: Vec<Line> = pairs.map(|(&i, &j)| line(&rates[i], &rates[j])).collect();
    clipped(&lines)
}

/// Checks that the piece has these corners, in this order from any of them, and the edges and the
/// area that follow.
fn check(
    piece: &Json,
    corners: &[Corner],
    prior: &Rational,
    proofs: &mut Proofs,
) -> Result<(), Wrong> {
    if corners.is_empty() {
        return same(piece, &Truth::Null, proofs);
    }
    same(piece, &Truth::Object(shape(piece, corners, prior, true)?), proofs)
}
