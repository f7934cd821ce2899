//! All compositions that folds may have, if they are few.

use super::super::noise::Noise;
use super::{MOST_POINTS, Size};

/// Compositions at most.
const MOST: usize = 4000;
/// Sizes of folds that are tried at most.
const MOST_TRIED: usize = 3_000_000;
/// Samples that are shuffled at most.
const MOST_SHUFFLED: u64 = 100_000;

/// Folds of any composition.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenFolds {
    /// Number of folds in each repetition.
    pub(super) folds: u64,
    pub(super) repeats: u64,
    /// The samples of each repetition.
    pub(super) samples: Size,
    /// `true` if the sizes of folds differ by one at most.
    pub(super) is_even: bool,
}

impl OpenFolds {
    /// Returns `true` if a fold may have these numbers of samples.
    pub(super) fn may_have(&self, size: Size) -> bool {
        let total = |size: Size| u128::from(size.positives) + u128::from(size.negatives);
        let (all, folds) = (total(self.samples), u128::from(self.folds));
        let least = all / folds;
        let is_even = || (least..=least + u128::from(all % folds > 0)).contains(&total(size));
        total(size) > 0 && (!self.is_even || is_even())
    }

    /// All multisets of the folds, each with a sample at least; `None` if there are too many of
    /// them, or too many matrices to look at, or if each repetition has a composition of its own.
    ///
    /// Folds are chosen from the largest downwards, by positives and then by negatives.
    pub(super) fn all(&self) -> Option<Vec<Vec<Size>>> {
        if self.repeats != 1 {
            return None;
        }
        let mut found = Found { of: *self, all: Vec::new(), matrices: 0, tried: 0 };
        let most = self.samples;
        found.extend(&mut Vec::new(), self.folds, most, most).then_some(found.all)
    }

    /// Compositions that differ much from each other: the samples of each class are shared out
    /// evenly, or in parts that fall by a factor, which is the same for both classes or the inverse
    /// one.
    pub(super) fn differing(&self) -> Vec<Vec<Size>> {
        let Self { folds, samples: Size { positives, negatives }, .. } = *self;
        /// Numerator and denominator of the factor from one fold to the next.
        const FACTORS: [[u64; 2]; 5] = [[1, 1], [2, 3], [1, 2], [1, 4], [1, 64]];
        let mut found: Vec<Vec<Size>> = Vec::new();
        for of_positives in FACTORS {
            for of_negatives in FACTORS {
                for is_opposite in [false, true] {
                    let first = shares(positives, folds, of_positives);
                    let mut second = shares(negatives, folds, of_negatives);
                    if is_opposite {
                        second.reverse();
                    }
                    let size = |(positives, negatives)| Size { positives, negatives };
                    let mut tests: Vec<Size> = first.into_iter().zip(second).map(size).collect();
                    if self.is_even && !even(&mut tests, positives.saturating_add(negatives)) {
                        continue;
                    }
                    if tests.iter().all(|size| self.may_have(*size)) {
                        tests = tests.repeat(usize::try_from(self.repeats).unwrap_or(1));
                        if !found.contains(&tests) {
                            found.push(tests);
                        }
                    }
                }
            }
        }
        found
    }

    /// Folds of a mean size with as few and as many positives as can be.
    pub(super) fn extremes(&self) -> [Size; 2] {
        let Size { positives, negatives } = self.samples;
        let size = positives.saturating_add(negatives) / self.folds.max(1);
        [size.saturating_sub(negatives), size.min(positives)]
            .map(|positives| Size { positives, negatives: size - positives })
    }

    /// Compositions that folds of nearly equal sizes have after shuffling; none of many samples.
    pub(super) fn shuffled(&self, count: usize) -> Vec<Vec<Size>> {
        let Self { folds, samples: Size { positives, negatives }, .. } = *self;
        let all = positives.saturating_add(negatives);
        if all > MOST_SHUFFLED {
            return Vec::new();
        }
        let mut random = Noise::new(2);
        let shuffled = |_| {
            let room = |fold| all / folds + u64::from(fold < all % folds);
            let empty = |fold| Size { positives: 0, negatives: room(fold) };
            let mut tests: Vec<Size> = (0..folds).map(empty).collect();
            for placed in 0..positives {
                // Every place that has a negative sample is as likely.
                let mut place = random.below(all - placed);
                for size in &mut tests {
                    if place < size.negatives {
                        size.negatives -= 1;
                        size.positives += 1;
                        break;
                    }
                    place -= size.negatives;
                }
            }
            tests.repeat(usize::try_from(self.repeats).unwrap_or(1))
        };
        (0..count).map(shuffled).collect()
    }
}

struct Found {
    of: OpenFolds,
    all: Vec<Vec<Size>>,
    matrices: u128,
    tried: usize,
}

impl Found {
    /// Adds all compositions with these first folds, of which the last is `bound`. Returns `false`
    /// if there are too many.
    fn extend(&mut self, first: &mut Vec<Size>, folds: u64, rest: Size, bound: Size) -> bool {
        if folds == 0 {
            if (rest.positives, rest.negatives) != (0, 0) {
                return true;
            }
            self.matrices += first.iter().map(|size| matrices(*size)).sum::<u128>();
            if self.all.len() >= MOST || self.matrices > MOST_POINTS {
                return false;
            }
            self.all.push(first.clone());
            return true;
        }
        if u128::from(rest.positives) + u128::from(rest.negatives) < u128::from(folds) {
            return true;
        }
        // The largest fold has at least its share of the positives, and the last one all that is
        // left.
        let least = rest.positives.div_ceil(folds);
        let fewest = if folds == 1 { rest.negatives } else { 0 };
        for positives in (least..=rest.positives.min(bound.positives)).rev() {
            let most = if positives == bound.positives { bound.negatives } else { u64::MAX };
            for negatives in (fewest..=rest.negatives.min(most)).rev() {
                let size = Size { positives, negatives };
                self.tried += 1;
                if self.tried > MOST_TRIED {
                    return false;
                }
                if !self.of.may_have(size) {
                    continue;
                }
                let left = Size {
                    positives: rest.positives - positives,
                    negatives: rest.negatives - negatives,
                };
                first.push(size);
                let few = self.extend(first, folds - 1, left, size);
                first.pop();
                if !few {
                    return false;
                }
            }
        }
        true
    }
}

/// Makes the sizes differ by one at most, and leaves the positives as they are; false if a fold
/// would have fewer than these.
fn even(tests: &mut [Size], samples: u64) -> bool {
    let folds = tests.len() as u64;
    (0..folds).zip(tests).all(|(fold, size)| {
        let total = samples / folds + u64::from(fold < samples % folds);
        size.negatives = total.saturating_sub(size.positives);
        size.positives <= total
    })
}

/// The samples of a class in parts that fall by a factor from fold to fold, one sample at least
/// while there are enough.
fn shares(samples: u64, folds: u64, [above, below]: [u64; 2]) -> Vec<u64> {
    let mut left = samples;
    let mut shares = Vec::new();
    for after in (0..folds).rev() {
        // Of 1 + q + ... + q^after, with q = 1 as many as there are folds.
        let (above, below) = (u128::from(above), u128::from(below));
        let share = if above == below {
            u128::from(left) / u128::from(after + 1)
        } else {
            // 1/(1 + q + q^2 + ...) is at least 1 - q.
            u128::from(left) * (below - above) / below
        };
        let most = left.saturating_sub(after);
        let share = u64::try_from(share).map_or(most, |share| share.max(1).min(most));
        let share = if after == 0 { left } else { share };
        left -= share;
        shares.push(share);
    }
    shares
}

fn matrices(Size { positives, negatives }: Size) -> u128 {
    (u128::from(positives) + 1).saturating_mul(u128::from(negatives) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn open(folds: u64, positives: u64, negatives: u64) -> OpenFolds {
        let samples = Size { positives, negatives };
        OpenFolds { folds, repeats: 1, samples, is_even: false }
    }

    #[test]
    fn differing_compositions_share_out_all_samples() {
        for (folds, positives, negatives) in
            [(5, 38, 262), (2, 1, 1), (3, 0, 7), (1, 4, 0), (10, 3, 90)]
        {
            let found = open(folds, positives, negatives).differing();
            assert!(!found.is_empty());
            for tests in &found {
                let sum = |of: fn(&Size) -> u64| tests.iter().map(of).sum::<u64>();
                assert_eq!(
                    (sum(|size| size.positives), sum(|size| size.negatives)),
                    (positives, negatives)
                );
                assert_eq!(tests.len() as u64, folds);
                assert!(tests.iter().all(|size| size.positives + size.negatives > 0));
            }
        }
        assert!(open(5, 38, 262).differing().len() > 30);
    }

    /// Every assignment of sizes to numbered folds, sorted, is found once.
    #[test]
    fn compositions_are_all_multisets() {
        for (folds, positives, negatives) in [(1, 2, 0), (2, 2, 3), (3, 2, 2), (3, 0, 4), (4, 1, 3)]
        {
            let mut expected: BTreeSet<Vec<(u64, u64)>> = BTreeSet::new();
            let sizes: Vec<(u64, u64)> =
                (0..=positives).flat_map(|p| (0..=negatives).map(move |n| (p, n))).collect();
            let count =
                u64::try_from(sizes.len()).expect("few").pow(u32::try_from(folds).expect("few"));
            for mut code in 0..count {
                let mut chosen = Vec::new();
                for _ in 0..folds {
                    let length = u64::try_from(sizes.len()).expect("few");
                    chosen.push(sizes[usize::try_from(code % length).expect("few")]);
                    code /= length;
                }
                let sum = chosen.iter().fold((0, 0), |(p, n), (q, m)| (p + q, n + m));
                if sum == (positives, negatives) && !chosen.contains(&(0, 0)) {
                    chosen.sort_unstable();
                    expected.insert(chosen);
                }
            }
            let found = open(folds, positives, negatives).all().expect("few");
            let listed: BTreeSet<Vec<(u64, u64)>> = found
                .iter()
                .map(|tests| {
                    let mut tests: Vec<_> =
                        tests.iter().map(|size| (size.positives, size.negatives)).collect();
                    tests.sort_unstable();
                    tests
                })
                .collect();
            assert_eq!(listed, expected);
            assert_eq!(found.len(), listed.len(), "none twice");
        }
        assert!(open(5, 38, 262).all().is_none());
    }
}
