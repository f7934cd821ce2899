//! Checks the pieces of the maps of one classifier.
//!
//! *Preponderant, bottleneck.* l_d (s_d + u_d) and l_d u_d are affine in (a, b), so the region of a
//! test set is the square, cut by a line for each other one. Its corners are found by cutting, and
//! at each the test set must have the greatest function. The areas of the regions, equal functions
//! counted once, must add up to 1. Along an open edge of a region the same functions tie
//! everywhere.
//!
//! *Easiest, hardest.* The test sets take the place of classifiers under different priors, and
//! their pieces of the first or the last rank are checked as regions are (`tile/coverage.rs`).

use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::sets::{Matrix, Sets, total};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, point, same};
use crate::claim::wrong::Wrong;
use crate::geometry::frontiers::{Counts, integers, rank_of};
use crate::geometry::polygon::{Corner, clipped, shape};
use crate::reading::file::PieceEntry;
use crate::reading::json::Json;
use crate::tile::coverage::check_entries;
use exactile::num::Rational;

/// k_a a + k_b b + k_1.
type Affine = [Rational; 3];

/// Takes `classifier`, `map` and `pieces`, checks them, and returns what is proved.
pub(super) fn check(
    members: &mut Members<'_>,
    sets: &Sets<'_>,
    proofs: &mut Proofs,
) -> Result<String, Stop> {
    let classifier = members.count("classifier")?;
    let classifier = usize::try_from(classifier).ok().filter(|k| *k < sets.means.len());
    let missing = || Wrong::new("there is no such classifier").of("classifier");
    let classifier = classifier.ok_or_else(missing)?;
    let map = members.text("map")?;
    let claim = members.required("pieces")?;
    let no_list = || Wrong::new("a list should stand here").of("pieces");
    let pieces = claim.as_list().ok_or_else(no_list)?;
    match map.as_str() {
        "preponderant" | "bottleneck" => {
            let functions: Vec<Affine> = (0..sets.weights.len())
                .map(|d| affine(&sets.weights[d], &sets.matrices[d][classifier], &map))
                .collect();
            affine_pieces(pieces, &functions, proofs).map_err(|wrong| wrong.of("pieces"))?;
        }
        "easiest" => by_value(pieces, sets, classifier, 1, proofs)?,
        "hardest" => by_value(pieces, sets, classifier, sets.weights.len(), proofs)?,
        _ => return Err(Wrong::new("there is no such map").of("map").into()),
    }
    Ok(format!("all pieces of the map {map}"))
}

/// w (s + u), or w u alone, with the shares of a matrix.
fn affine(weight: &Rational, matrix: &Matrix, map: &str) -> Affine {
    let factor = weight / &total(matrix);
    let [tn, fp, fn_, tp] = matrix.each_ref().map(|count| count * &factor);
    match map {
        "bottleneck" => [Rational::ZERO, fn_ - &fp, fp],
        _ => [tp - &tn, fn_ - &fp, tn + fp],
    }
}

fn height([k_a, k_b, k_1]: &Affine, [a, b]: &Corner) -> Rational {
    k_a * a + k_b * b + k_1
}

/// The test sets with the greatest function at a point.
fn greatest(functions: &[Affine], at: &Corner) -> Vec<usize> {
    let heights: Vec<Rational> = functions.iter().map(|function| height(function, at)).collect();
    let most = heights.iter().max();
    (0..heights.len()).filter(|&d| Some(&heights[d]) == most).collect()
}

fn middle(corners: &[Corner]) -> Corner {
    let count = Rational::from(i64::try_from(corners.len()).unwrap_or(i64::MAX));
    [0, 1].map(|k| corners.iter().map(|corner| corner[k].clone()).sum::<Rational>() / &count)
}

fn is_inside(point: &Corner) -> bool {
    point.iter().all(|z| z.is_positive() && *z < Rational::ONE)
}

/// The parts of one test set's region inside the Tile, each with the number of those that tie.
fn parts(functions: &[Affine], domain: usize) -> Result<Vec<(Vec<Corner>, usize)>, Wrong> {
    let [k_a, k_b, k_1] = &functions[domain];
    // In the terms of `geometry/polygon.rs`: (1-a) x + a y - (b-a) d.
    let cut = |[l_a, l_b, l_1]: &Affine| {
        let (a, b, one) = (k_a - l_a, k_b - l_b, k_1 - l_1);
        [one.clone(), a + one + &b, -b]
    };
    let others = functions.iter().filter(|other| **other != functions[domain]);
    let corners = clipped(&others.map(cut).collect::<Vec<_>>());
    if let Some(corner) = corners.iter().find(|at| !greatest(functions, at).contains(&domain)) {
        return Err(Wrong::new(format!("({}, {}) is cut off wrongly", corner[0], corner[1])));
    }
    let n = corners.len();
    let sides = match n {
        0 | 1 => 0,
        2 => 1,
        n => n,
    };
    let mut all: Vec<Vec<Corner>> = corners.iter().map(|corner| vec![corner.clone()]).collect();
    for k in 0..sides {
        let (one, next) = (&corners[k], &corners[(k + 1) % n]);
        // From the right to the left, or upwards.
        let is_in_order = one[0] > next[0] || one[0] == next[0] && one[1] < next[1];
        let [from, to] = if is_in_order { [one, next] } else { [next, one] };
        all.push(vec![from.clone(), to.clone()]);
    }
    all.extend((n > 2).then_some(corners));
    let tied = |part: Vec<Corner>| {
        let middle = middle(&part);
        let count = greatest(functions, &middle).len();
        is_inside(&middle).then_some((part, count))
    };
    Ok(all.into_iter().filter_map(tied).collect())
}

/// Twice the area of a polygon.
fn twice_area(corners: &[Corner]) -> Rational {
    let next = corners.iter().skip(1).chain(&corners[..1]);
    corners.iter().zip(next).map(|([a, b], [c, d])| a * d - c * b).sum()
}

fn affine_pieces(claim: &[Json], functions: &[Affine], proofs: &mut Proofs) -> Result<(), Wrong> {
    let truth = (0..functions.len()).map(|domain| parts(functions, domain));
    let mut truth = truth.collect::<Result<Vec<_>, _>>()?;
    let of_first = |d: &usize| functions[..*d].iter().all(|other| *other != functions[*d]);
    let regions = (0..functions.len()).filter(of_first).flat_map(|d| &truth[d]);
    let areas = regions.filter(|(corners, _)| corners.len() > 2);
    if areas.map(|(corners, _)| twice_area(corners)).sum::<Rational>() != Rational::from(2) {
        return Err(Wrong::new("the true regions do not make up the Tile"));
    }
    let has_area = claim.first().is_some_and(|piece| piece.get("area").is_some());
    for (k, piece) in claim.iter().enumerate() {
        one_piece(piece, &mut truth, has_area, proofs).map_err(|wrong| wrong.number(k))?;
    }
    match truth.iter().position(|left| !left.is_empty()) {
        None => Ok(()),
        Some(domain) => Err(Wrong::new(format!("a piece of test set {domain} is missing"))),
    }
}

/// Checks one piece, and removes it from the true ones.
fn one_piece(
    piece: &Json,
    truth: &mut [Vec<(Vec<Corner>, usize)>],
    has_area: bool,
    proofs: &mut Proofs,
) -> Result<(), Wrong> {
    let domain = piece.get("domain").and_then(Json::as_count);
    let domain = domain.and_then(|domain| usize::try_from(domain).ok());
    let of_domain = domain.filter(|domain| *domain < truth.len());
    let domain = of_domain.ok_or_else(|| Wrong::new("there is no such test set").of("domain"))?;
    let vertices = piece.get("vertices").and_then(Json::as_list).unwrap_or_default();
    let said: Vec<Corner> = vertices.iter().map(point).collect::<Result<_, _>>()?;
    let mut sorted = said.clone();
    sorted.sort_unstable();
    let is_it = |(corners, _): &(Vec<Corner>, usize)| {
        let mut corners = corners.clone();
        corners.sort_unstable();
        corners == sorted
    };
    let place = truth[domain].iter().position(is_it);
    let place = place.ok_or_else(|| Wrong::new("the test set has no such region or tie"))?;
    let (corners, tied) = truth[domain].swap_remove(place);
    if corners.len() == 2 && corners != said {
        return Err(Wrong::new("it does not go to the left or upwards").of("vertices"));
    }
    let half = Rational::new(1, 2);
    let mut entry = shape(piece, &corners, &half, has_area)?;
    entry.push(("domain", Truth::count(domain)));
    entry.push(("rank", Truth::counts([1, tied])));
    same(piece, &Truth::Object(entry), proofs)
}

/// Checks the pieces on which test sets have a rank by their values.
fn by_value(
    claim: &[Json],
    sets: &Sets<'_>,
    classifier: usize,
    rank: usize,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let matrices = sets.matrices.iter().map(|row| &row[classifier]);
    for ([tn, fp, fn_, tp], name) in matrices.clone().zip(&sets.told.names) {
        if (tn + fp).is_zero() || (fn_ + tp).is_zero() {
            let reason = format!("{name:?} in the input does not have samples of both classes");
            return Err(Wrong::new(reason).of("map").into());
        }
    }
    let counts: Vec<Counts> = matrices.map(integers).collect();
    let mut of_domain: Vec<Vec<(usize, PieceEntry)>> = counts.iter().map(|_| Vec::new()).collect();
    let mut has_areas = false;
    for (number, piece) in claim.iter().enumerate() {
        let wrong = |reason: String| Wrong::new(reason).number(number).of("pieces");
        let (domain, entry) = PieceEntry::of(piece, "domain").map_err(wrong)?;
        has_areas |= entry.area.is_some();
        let list = of_domain.get_mut(domain);
        list.ok_or_else(|| wrong("there is no such test set".to_owned()))?.push((number, entry));
    }
    let wanted = |[best, worst]: [usize; 2]| (best..=worst).contains(&rank);
    for (domain, pieces) in of_domain.into_iter().enumerate() {
        let pieces = pieces.into_iter().map(|(number, piece)| (number, Ok(piece)));
        let (_, failures) = check_entries(domain, &counts, pieces, &rank_of, wanted, has_areas);
        let named = |mut failure: crate::reading::failure::FailedCheck| {
            failure.classifier = Some(sets.told.names[domain].clone());
            failure
        };
        proofs.failures.extend(failures.into_iter().map(named));
    }
    Ok(())
}
