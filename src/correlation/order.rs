//! Performances in the exact order of a ranking score, by keys that prove it.
//!
//! With a = A/D and b = B/D, R_ab = s/v for integers s <= v <= V. Two different such fractions
//! differ by at least 1/(v v') >= 1/V^2. So if 2^m >= V^2, then floor(2^m s/v) is equal for equal
//! fractions, and for different ones it differs and is ordered as they are: the scaled fractions
//! are at least 1 apart. One integer division a performance replaces all comparisons of fractions.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::coefficient::Coefficient;
use super::kendall::Counter;
use super::performances::Weights;
use crate::geometry::Point;
use crate::num::common_denominator;

/// V up to 2^20: keys of 40 bits and one more for s = v, packed above a score rank of 23 bits.
const PACKED: (u64, u32) = (1 << 20, 40);
const RANK_BITS: u32 = 23;
/// V up to 2^31: keys of 62 bits.
const WIDE: (u64, u32) = (1 << 31, 62);

/// Room to sort in; a grid allocates once a thread.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    packed: Vec<u64>,
    wide: Vec<(u64, u32)>,
    counter: Counter,
}

/// The integer importances of tn, fp, fn, tp at a point.
fn importances(place: &Point) -> [BigInt; 4] {
    let common = common_denominator([&place.a, &place.b]);
    let part = |value: &crate::num::Rational| value.numerator() * (&common / value.denominator());
    let (a, b) = (part(&place.a), part(&place.b));
    [&common - &a, &common - &b, b, a]
}

/// Counts pairs: `ranks[i]` is the score's rank of performance i, below `distinct`.
pub(super) fn correlate<C: Coefficient>(
    weights: &Weights,
    ranks: &[u32],
    distinct: usize,
    place: &Point,
    scratch: &mut Scratch,
) -> C {
    let importances = importances(place);
    let weights = match weights {
        Weights::Small(weights) => weights,
        Weights::Big(weights) => {
            return with_big_keys(weights.iter().map(Clone::clone), ranks, distinct, &importances);
        }
    };
    let total = weights.iter().map(|counts| counts.iter().sum::<u64>()).max().unwrap_or(0);
    let largest = importances
        .iter()
        .map(ToPrimitive::to_u32)
        .try_fold(0, |most, importance| Some(u64::from(importance?).max(most)));
    let bound = largest.and_then(|largest| largest.checked_mul(total));
    let parts = |importances: [u64; 4], [tn, fp, fn_, tp]: [u64; 4]| {
        let satisfied = importances[0] * tn + importances[3] * tp;
        (satisfied, satisfied + importances[1] * fp + importances[2] * fn_)
    };
    let small =
        || importances.each_ref().map(|n| n.to_u64().expect("importances were found to be small"));
    match bound {
        Some(bound) if bound <= PACKED.0 && distinct <= 1 << RANK_BITS => {
            let importances = small();
            scratch.packed.clear();
            for (&counts, &rank) in weights.iter().zip(ranks) {
                let (satisfied, all) = parts(importances, counts);
                if let Some(key) = (satisfied << PACKED.1).checked_div(all) {
                    scratch.packed.push(key << RANK_BITS | u64::from(rank));
                }
            }
            scratch.packed.sort_unstable();
            let mut last = None;
            let mask = (1 << RANK_BITS) - 1;
            let sorted = scratch.packed.iter().map(|&packed| {
                let same = last.replace(packed >> RANK_BITS) == Some(packed >> RANK_BITS);
                (u32::try_from(packed & mask).expect("a rank of 23 bits"), same)
            });
            C::count(&mut scratch.counter, distinct, sorted)
        }
        Some(bound) if bound <= WIDE.0 => {
            let importances = small();
            scratch.wide.clear();
            for (&counts, &rank) in weights.iter().zip(ranks) {
                let (satisfied, all) = parts(importances, counts);
                let satisfied = u128::from(satisfied) << WIDE.1;
                if let Some(key) = satisfied.checked_div(u128::from(all)) {
                    scratch.wide.push((u64::try_from(key).expect("at most 2^62"), rank));
                }
            }
            count_pairs(&mut scratch.wide, distinct, &mut scratch.counter)
        }
        _ => with_big_keys(
            weights.iter().map(|counts| counts.map(BigInt::from)),
            ranks,
            distinct,
            &importances,
        ),
    }
}

fn with_big_keys<C: Coefficient>(
    weights: impl Iterator<Item = [BigInt; 4]>,
    ranks: &[u32],
    distinct: usize,
    importances: &[BigInt; 4],
) -> C {
    let parts: Vec<(BigInt, BigInt, u32)> = weights
        .zip(ranks)
        .map(|([tn, fp, fn_, tp], &rank)| {
            let satisfied = &importances[0] * tn + &importances[3] * tp;
            let all = &satisfied + &importances[1] * fp + &importances[2] * fn_;
            (satisfied, all, rank)
        })
        .filter(|(_, all, _)| !all.is_zero())
        .collect();
    let bits = 2 * parts.iter().map(|(_, all, _)| all.bits()).max().unwrap_or(0);
    let mut keys: Vec<(BigInt, u32)> =
        parts.into_iter().map(|(satisfied, all, rank)| ((satisfied << bits) / all, rank)).collect();
    count_pairs(&mut keys, distinct, &mut Counter::default())
}

fn count_pairs<K: Ord, C: Coefficient>(
    keys: &mut [(K, u32)],
    distinct: usize,
    counter: &mut Counter,
) -> C {
    keys.sort_unstable();
    let sorted =
        keys.iter().enumerate().map(|(k, (key, rank))| (*rank, k > 0 && keys[k - 1].0 == *key));
    C::count(counter, distinct, sorted)
}
