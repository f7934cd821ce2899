//! Numbers of positives of folds of nearly equal sizes, drawn near equal shares and near a mixture
//! that has the means.

use super::super::noise::{Noise, double};
use super::super::search::Size;
use super::even::{Beginning, Folds, Mixture};
use super::known::{Decision, Effort};
use super::linear;
use crate::work::Watch;

/// Numbers of positives that are drawn at most, and those that are tried as known sizes, with full
/// effort and briefly.
const MOST_DRAWN: [u32; 2] = [1600, 200];
const MOST_TRIED: [u32; 2] = [60, 12];

/// Numbers of positives that are drawn: by turns near equal shares, nearest first, and near the
/// mixture.
pub(super) fn drawn(
    folds: &Folds<'_>,
    whole: Beginning<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    let [most_drawn, most_tried] =
        [MOST_DRAWN, MOST_TRIED].map(|most| most[usize::from(effort == Effort::Brief)]);
    let mut random = Noise::new(1);
    let mixture = folds.mixture(whole).and_then(Result::ok);
    let mut tried = 0;
    for draw in 0..most_drawn {
        if watch.step().is_none() {
            return Decision::Stopped;
        }
        let largest = 1_u64 << (draw * 10 / most_drawn).min(16);
        let (shares, largest) = match &mixture {
            Some(mixture) if draw % 2 == 1 => {
                (mixed(folds, whole, mixture, &mut random), largest / 8)
            }
            _ => (equal(folds), largest),
        };
        let Some(positives) = exchanged(folds, shares, largest, &mut random) else { continue };
        let Some((last, fixed)) = positives.split_last() else { return Decision::Open };
        if folds.weights(Beginning { fixed, next: [*last; 2] }).is_some() {
            continue;
        }
        let tests = folds.sizes(&positives);
        let decision = linear::decide(&tests, folds.scores, Effort::Brief, watch);
        if matches!(decision, Decision::Possible(_) | Decision::Stopped) {
            return decision;
        }
        tried += 1;
        if tried >= most_tried {
            break;
        }
    }
    Decision::Open
}

/// Equal shares of the positives, rounded.
fn equal(folds: &Folds<'_>) -> Vec<u64> {
    let Size { positives, negatives } = folds.samples;
    let samples = u128::from(positives) + u128::from(negatives);
    let share = |fold: usize| {
        let group = folds.group(fold).0;
        let share = u128::from(group.size) * u128::from(folds.positives);
        u64::try_from(share / samples).unwrap_or(0)
    };
    (0..folds.count()).map(share).collect()
}

/// Numbers of positives as a mixture has them.
fn mixed(
    folds: &Folds<'_>,
    whole: Beginning<'_>,
    mixture: &Mixture,
    random: &mut Noise,
) -> Vec<u64> {
    let mut found = Vec::new();
    for (rest, mixed) in folds.rest(whole).iter().zip(mixture) {
        for _ in 0..rest.folds {
            let mut left = double(random.below(1 << 20)) / double(1 << 20);
            left *= double(rest.folds as u64);
            let is_it = |(_, part): &&(u64, f64)| {
                left -= part;
                left < 0.0
            };
            let one = mixed.iter().find(is_it);
            found.push(one.map_or(rest.group.first, |(positives, _)| *positives));
        }
    }
    found
}

/// Numbers near these that add up to all positives, after some exchanges between folds; `None`
/// if there is no room.
fn exchanged(
    all: &Folds<'_>,
    mut shares: Vec<u64>,
    largest: u64,
    random: &mut Noise,
) -> Option<Vec<u64>> {
    let folds = shares.len();
    let ends = |fold: usize| [all.group(fold).0.first, all.group(fold).0.last()];
    let clamped = |(fold, share): (usize, &u64)| (*share).clamp(ends(fold)[0], ends(fold)[1]);
    shares = shares.iter().enumerate().map(clamped).collect();
    // What is left goes where there is room, to all folds alike at first.
    for fold in (0..folds).chain((0..folds).rev()) {
        let (given, others) = (shares.iter().sum::<u64>(), folds.saturating_sub(fold).max(1));
        let part = given.abs_diff(all.positives).div_ceil(others as u64);
        let [first, last] = ends(fold);
        match given < all.positives {
            true => shares[fold] += part.min(last - shares[fold]),
            false => shares[fold] -= part.min(shares[fold] - first),
        }
    }
    for fold in 0..folds {
        let given = shares.iter().sum::<u64>();
        let left = given.abs_diff(all.positives);
        match given < all.positives {
            true => shares[fold] += left.min(ends(fold)[1] - shares[fold]),
            false => shares[fold] -= left.min(shares[fold] - ends(fold)[0]),
        }
    }
    if shares.iter().sum::<u64>() != all.positives {
        return None;
    }
    let folds = folds as u64;
    for _ in 0..folds + random.below(2 * folds) {
        let [from, to] = [0; 2].map(|_| random.place(shares.len()));
        let room = (shares[from] - ends(from)[0]).min(ends(to)[1] - shares[to]);
        let step = random.below(largest.min(room) + 1);
        if from != to {
            shares[from] -= step;
            shares[to] += step;
        }
    }
    Some(shares)
}
