//! Checks where some classifiers are at least as good as others.
//!
//! With A = ap : (1-a)(1-p) and B = bp : (1-b)(1-p) as coordinates, for the positive prior p that all have, frontiers are
//! straight (see `rankings.rs`). So the zone is a polygon there: the square, cut by a line for each pair. Going back,
//! α A + β B + γ = 0 becomes
//!
//! ```text
//! α ap (bp + (1-b)q) + β bp (ap + (1-a)q) + γ (ap + (1-a)q)(bp + (1-b)q) = 0,   q = 1 - p
//! ```
//!
//! which has a factor in a or in b alone, and without zeros on the Tile, where the line is parallel to an axis.
//! `zone_apart.rs` has the zones of classifiers with different priors.

use num_traits::Zero;

use super::Proofs;
use super::area;
use super::claim::{Truth, Within as _, Wrong, same};
use super::file::{AreaEntry, IrrationalEntry};
use super::header::{Members, OnTile};
use super::json::Json;
use super::plane::{Bilinear, Point, warped};
use super::schema::{Given, Stop};
use super::zone_apart;
use exactile::num::{LogSum, Rational, common_denominator};

/// A point in balanced coordinates.
pub(super) type Corner = [Rational; 2];

/// (1-A) dx + A dy - (B-A) d, by dx, dy and d: positive where the first of two is better.
pub(super) type Line = [Rational; 3];

/// Checks `exactile.zone.v1`.
pub(super) fn prove(
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

/// The classifiers that a list names, each once.
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

/// The corners of the zone, counter-clockwise; two of a segment, one of a point, none if there is no zone.
fn polygon(rates: &[[Rational; 2]], better: &[usize], than: &[usize]) -> Vec<Corner> {
    let pairs = better.iter().flat_map(|i| than.iter().map(move |j| (i, j)));
    let lines: Vec<Line> = pairs.map(|(&i, &j)| line(&rates[i], &rates[j])).collect();
    clipped(&lines)
}

/// On which two performances tie, by TNR and TPR of each.
pub(super) fn line([x, y]: &[Rational; 2], [x2, y2]: &[Rational; 2]) -> Line {
    [x - x2, y - y2, x * y2 - x2 * y]
}

pub(super) fn height([dx, dy, d]: &Line, [a, b]: &Corner) -> Rational {
    a.complement() * dx + a * dy - (b - a) * d
}

/// The corners of the part of the square on which no line is negative.
pub(super) fn clipped(lines: &[Line]) -> Vec<Corner> {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let mut corners: Vec<Corner> = [[&zero, &zero], [&one, &zero], [&one, &one], [&zero, &one]]
        .map(|corner| corner.map(Clone::clone))
        .into();
    for line in lines {
        corners = cut(&corners, |corner| height(line, corner));
    }
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let turns = |k: usize| {
        let n = corners.len();
        !cross(&corners[(k + n - 1) % n], &corners[k], &corners[(k + 1) % n]).is_zero()
    };
    let turning: Vec<Corner> =
        (0..corners.len()).filter(|&k| turns(k)).map(|k| corners[k].clone()).collect();
    if !turning.is_empty() {
        return turning;
    }
    let ends = [corners.iter().min(), corners.iter().max()];
    let mut ends: Vec<Corner> = ends.into_iter().flatten().cloned().collect();
    ends.dedup();
    ends
}

/// The part of a convex polygon on which a linear function is not negative.
fn cut(corners: &[Corner], line: impl Fn(&Corner) -> Rational) -> Vec<Corner> {
    let heights: Vec<Rational> = corners.iter().map(line).collect();
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (k, (corner, height)) in corners.iter().zip(&heights).enumerate() {
        let next = (k + 1) % corners.len();
        let beyond = &heights[next];
        if !height.is_negative() {
            kept.push(corner.clone());
        }
        if height.is_negative() && beyond.is_positive()
            || height.is_positive() && beyond.is_negative()
        {
            let part = height / &(height - beyond);
            let [a, b] = corner;
            let [c, d] = &corners[next];
            kept.push([a + &((c - a) * &part), b + &((d - b) * &part)]);
        }
    }
    kept
}

/// Positive where the way from the first over the second to the third turns left.
fn cross([a, b]: &Corner, [c, d]: &Corner, [e, f]: &Corner) -> Rational {
    (c - a) * (f - b) - (d - b) * (e - a)
}

/// The piece has these corners, in this order from any of them, and the edges and the area that follow.
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

/// A corner where it is on the Tile.
pub(super) fn on_tile(corner: &Corner, prior: &Rational) -> Point {
    let [a, b] = corner.each_ref().map(|z| warped(z, &prior.complement()));
    Point { a, b }
}

/// What a result has to say of a polygon with these corners, from the one on with which it begins: dimension, vertices, edges and,
/// if that is asked, the area.
pub(super) fn shape<'t>(
    piece: &Json,
    corners: &[Corner],
    prior: &Rational,
    has_area: bool,
) -> Result<Vec<(&'static str, Truth<'t>)>, Wrong> {
    let on_tile: Vec<Point> = corners.iter().map(|corner| on_tile(corner, prior)).collect();
    let texts = |point: &Point| [point.a.to_string(), point.b.to_string()];
    let first = piece.get("vertices").and_then(Json::as_list).and_then(<[_]>::first);
    let first = first.and_then(Json::as_list);
    let said: Option<Vec<&str>> =
        first.map(|z| z.iter().map(Json::as_text).collect::<Option<_>>()).unwrap_or_default();
    let start = on_tile.iter().position(|point| {
        said.as_deref() == Some(&texts(point).each_ref().map(|z| z.as_str())[..])
    });
    let start = start.ok_or_else(|| {
        let known: Vec<String> = on_tile.iter().map(ToString::to_string).collect();
        Wrong::new(format!("the corners are {}", known.join(", "))).number(0).of("vertices")
    })?;
    let n = corners.len();
    let place = |k: usize| (start + k) % n;
    let sides = match n {
        1 => 0,
        2 => 1,
        n => n,
    };
    let edges: Vec<Bilinear> =
        (0..sides).map(|k| curve(&corners[place(k)], &corners[place(k + 1)], prior)).collect();
    let ends = |k: usize| [place(k), place(k + 1)].map(|k| on_tile[k].clone());
    let area = if n < 3 || !has_area {
        LogSum::default()
    } else {
        let around: Vec<(Bilinear, [Point; 2])> =
            edges.iter().enumerate().map(|(k, edge)| (edge.clone(), ends(k))).collect();
        area::enclosed(&around)
    };
    let vertex = |k: usize| {
        Truth::List(
            [&on_tile[place(k)].a, &on_tile[place(k)].b].map(|z| Truth::exact(z.clone())).into(),
        )
    };
    let edge = |edge: &Bilinear| {
        let numbers = edge.0.iter().map(|number| Truth::text(number.to_string()));
        Truth::List(numbers.collect())
    };
    let mut truth = vec![
        ("dimension", Truth::count((n - 1).min(2))),
        ("vertices", Truth::List((0..n).map(vertex).collect())),
        ("edges", Truth::List(edges.iter().map(edge).collect())),
    ];
    if has_area {
        truth.push(("area", Truth::judge(move |claim| judge_area(claim, &area))));
    }
    Ok(truth)
}

/// The curve on the Tile through two points in balanced coordinates, positive on the left: integers without common factor,
/// and without a factor in a or in b alone.
fn curve(from: &Corner, to: &Corner, prior: &Rational) -> Bilinear {
    let ([a, b], [c, d]) = (from, to);
    let (alpha, beta) = (b - d, c - a);
    let gamma = -(&alpha * a + &beta * b);
    let (p, q) = (prior, &prior.complement());
    // z p + (1-z) q = z (p - q) + q
    let e = p - q;
    let coefficients = if beta.is_zero() {
        let slope = &alpha * p + &gamma * &e;
        [Rational::ZERO, slope, Rational::ZERO, &gamma * q]
    } else if alpha.is_zero() {
        let slope = &beta * p + &gamma * &e;
        [Rational::ZERO, Rational::ZERO, slope, &gamma * q]
    } else {
        [
            (&alpha + &beta) * p * &e + &gamma * &e * &e,
            &alpha * p * q + &gamma * &e * q,
            &beta * p * q + &gamma * &e * q,
            &gamma * q * q,
        ]
    };
    let scale = Rational::from(common_denominator(&coefficients));
    let integers = coefficients.map(|coefficient| (coefficient * &scale).numerator());
    debug_assert!(!integers.iter().all(Zero::is_zero), "two points differ");
    Bilinear(integers).primitive()
}

/// Whether a result says this of an area.
pub(super) fn judge_area(claim: &Json, value: &LogSum) -> Result<(), Wrong> {
    let text = |key| claim.get(key).and_then(Json::as_text).map(ToOwned::to_owned);
    let entry = match claim {
        Json::Text(text) => Some(AreaEntry::Rational(text.clone())),
        Json::Object(members) if members.len() == 3 => {
            text("lower").zip(text("upper")).zip(text("exact")).map(|((lower, upper), exact)| {
                AreaEntry::Irrational(IrrationalEntry { lower, upper, exact })
            })
        }
        _ => None,
    };
    let Some(entry) = entry else {
        return Err(Wrong::new(format!(
            "an exact number, or an object with lower, upper and exact should stand here, not {claim}"
        )));
    };
    area::mismatch(&entry, value).map_or(Ok(()), |reason| Err(Wrong::new(reason)))
}
