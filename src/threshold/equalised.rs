//! Thresholds by group that nearly equalise rates, the best of them for a preference.
//!
//! Each group of samples (patients of a site, people of a kind) may have a threshold of its own.
//! Rates are equalised within a tolerance if no two groups differ by more than it: in the true and
//! the false positive rate (equalised odds), or in one of them (equal opportunity: M. Hardt, E.
//! Price, N. Srebro, Equality of Opportunity in Supervised Learning, NeurIPS 2016; thresholds are
//! not randomised here).
//!
//! A choice of one point of each group's staircase keeps the tolerances if and only if all points
//! lie in a rectangle of their sizes, whose lower left corner has the least false and the least
//! true positive rate of the choice. So all rectangles with corners of that kind are tried. The
//! value S/(S + U) of the sums of satisfied and unsatisfied importance is increased by steps: a
//! choice with s, u has a greater one if and only if sU - uS > 0, which is a sum of one number for
//! each point, so each group takes its greatest in the rectangle (W. Dinkelbach, 1967). No greater
//! sum than 0 in any rectangle proves the best value.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;

use super::best::{BestThresholds, Preference};
use super::model::ScoredModel;
use crate::num::{ExactInteger, Rational};
use crate::performance::{ConfusionMatrix, PerformanceError};
use crate::work::{Advance, Watch};

/// The most by which rates of two groups may differ; without bound where there is none.
///
/// ```
/// use exactile::threshold::Tolerance;
/// let both: Tolerance = "0.02".parse()?;
/// assert_eq!(both.tpr, both.fpr);
/// let opportunity: Tolerance = "tpr=1/50".parse()?;
/// assert_eq!((opportunity.tpr, opportunity.fpr), (both.tpr, None));
/// assert!("ppv=0.1".parse::<Tolerance>().is_err() && "-1".parse::<Tolerance>().is_err());
/// # Ok::<(), exactile::threshold::ToleranceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tolerance {
    /// Of true positive rates.
    pub tpr: Option<Rational>,
    /// Of false positive rates.
    pub fpr: Option<Rational>,
}

/// A text that is no tolerance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no tolerance: {0:?}; give 0.02 for both rates, or tpr=0.02, fpr=0.05 or tpr=0.02,fpr=0.05"
)]
pub struct ToleranceError(String);

impl FromStr for Tolerance {
    type Err = ToleranceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refused = || ToleranceError(text.to_owned());
        let bound = |text: &str| {
            let bound = text.trim().parse::<Rational>().ok();
            bound.filter(|bound| !bound.is_negative()).ok_or_else(refused)
        };
        if !text.contains('=') {
            let both = Some(bound(text)?);
            return Ok(Self { tpr: both.clone(), fpr: both });
        }
        let mut tolerance = Self { tpr: None, fpr: None };
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(refused)?;
            let rate = match name.trim().to_ascii_lowercase().as_str() {
                "tpr" => &mut tolerance.tpr,
                "fpr" => &mut tolerance.fpr,
                _ => return Err(refused()),
            };
            if rate.replace(bound(value)?).is_some() {
                return Err(refused());
            }
        }
        Ok(tolerance)
    }
}

/// A threshold for each group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByGroup {
    /// Positions of thresholds, each on the staircase of its group ([`ScoredModel`]).
    pub positions: Vec<usize>,
    /// The confusion matrix of all groups together.
    pub together: ConfusionMatrix,
    /// The ranking score of all groups together; `None` where it is undefined.
    pub value: Option<Rational>,
    /// The greatest difference of true positive rates between two groups.
    pub tpr_gap: Rational,
    /// The same of false positive rates.
    pub fpr_gap: Rational,
}

/// A model's best thresholds by group, with and without equal rates.
///
/// ```
/// use exactile::{Point, Rational};
/// use exactile::threshold::{GroupThresholds, Preference, ScoreColumn};
/// use exactile::work::go_on;
/// let group = |scores: &[(&str, usize)]| {
///     let mut column = ScoreColumn::new();
///     for (score, class) in scores {
///         column.push(*class, &score.parse::<Rational>().expect("a number"), 1);
///     }
///     column.into_model("logistic", 1).expect("samples")
/// };
/// // Positives of the old have lower scores.
/// let young = group(&[("0.9", 1), ("0.8", 1), ("0.3", 0), ("0.2", 0)]);
/// let old = group(&[("0.5", 1), ("0.4", 1), ("0.1", 0), ("0", 0)]);
/// let all = group(&[
///     ("0.9", 1), ("0.8", 1), ("0.3", 0), ("0.2", 0),
///     ("0.5", 1), ("0.4", 1), ("0.1", 0), ("0", 0),
/// ]);
/// let half = || Rational::new(1, 2);
/// let accuracy = Preference::new(Point::new(half(), half()), None).expect("on the Tile");
/// let equal = "0".parse()?;
/// let found = GroupThresholds::new(&all, &[&young, &old], &accuracy, &equal, &go_on)?;
/// let found = found.expect("nothing stops it");
/// assert_eq!(found.equalised.positions, [2, 2]);
/// assert_eq!(found.equalised.value, Some(Rational::ONE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupThresholds {
    /// The best among those that keep the tolerance.
    pub equalised: ByGroup,
    /// The best of each group, whatever the rates are.
    pub separate: ByGroup,
    /// The best single threshold of all groups, whatever the rates are.
    pub common: ByGroup,
    /// The position of this threshold on the staircase of all samples.
    pub common_position: usize,
}

impl GroupThresholds {
    /// The best thresholds for a preference, of a model on all samples and on those of each group.
    /// Of several best choices that of the first rectangle is taken, by the least false positive
    /// rate, then by the least true one; in it of each group the greatest threshold. `None` if
    /// `advance` has stopped the work; it is called for each rectangle column that is searched.
    ///
    /// For m thresholds in all, O(m log m) and O(w log w) for each column of w thresholds that may
    /// hold a better choice, by steps of which there are few.
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, and a group that lacks a class, whose rates are undefined.
    pub fn new(
        all: &ScoredModel,
        groups: &[&ScoredModel],
        preference: &Preference,
        tolerance: &Tolerance,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, PerformanceError> {
        for group in groups {
            group.matrix(0).check_both_classes()?;
        }
        let weights = preference.weights(all)?;
        let watch = Watch::new(advance);
        let best =
            |tolerance: [Option<&Rational>; 2]| Groups { groups, tolerance }.best(&weights, &watch);
        let judged = |positions| ByGroup::new(groups, positions, preference);
        let [fpr, tpr] = [&tolerance.fpr, &tolerance.tpr].map(Option::as_ref);
        let (Some(equalised), Some(separate)) = (best([fpr, tpr]), best([None, None])) else {
            return Ok(None);
        };
        let common = BestThresholds::new(all, preference)?.positions.first().copied();
        let common_position = common.unwrap_or(0);
        let threshold = all.threshold(common_position);
        let position = |group: &&ScoredModel| {
            threshold.as_ref().map_or(0, |threshold| group.position_of_score(threshold))
        };
        Ok(Some(Self {
            equalised: judged(equalised)?,
            separate: judged(separate)?,
            common: judged(groups.iter().map(position).collect())?,
            common_position,
        }))
    }
}

impl ByGroup {
    fn new(
        groups: &[&ScoredModel],
        positions: Vec<usize>,
        preference: &Preference,
    ) -> Result<Self, PerformanceError> {
        let matrices: Vec<ConfusionMatrix> =
            groups.iter().zip(&positions).map(|(group, &k)| group.matrix(k)).collect();
        let sum = |count: fn(&ConfusionMatrix) -> &Rational| {
            matrices.iter().fold(Rational::ZERO, |sum, matrix| &sum + count(matrix))
        };
        let gap = |rate: fn(&ConfusionMatrix) -> Option<Rational>| {
            let rates = || matrices.iter().filter_map(rate);
            let ends = rates().max().zip(rates().min());
            ends.map_or(Rational::ZERO, |(most, least)| most - least)
        };
        let [tn, fp] = [ConfusionMatrix::tn, ConfusionMatrix::fp].map(sum);
        let [fn_, tp] = [ConfusionMatrix::fn_, ConfusionMatrix::tp].map(sum);
        let together = ConfusionMatrix::new(tn, fp, fn_, tp)?;
        let value = preference.value_of(&together)?;
        let [tpr_gap, fpr_gap] = [gap(ConfusionMatrix::tpr), gap(ConfusionMatrix::tnr)];
        Ok(Self { positions, together, value, tpr_gap, fpr_gap })
    }
}

/// Staircases with the tolerances of their false and true positive rates.
#[derive(Clone, Copy)]
struct Groups<'g> {
    groups: &'g [&'g ScoredModel],
    tolerance: [Option<&'g Rational>; 2],
}

impl Groups<'_> {
    /// The positions with the best value for weights of tn, fp, fn, tp; `None` if stopped.
    fn best(self, weights: &[BigInt; 4], watch: &Watch<'_>) -> Option<Vec<usize>> {
        let [w_tn, w_fp, w_fn, w_tp] = weights;
        // Everybody or nobody is positive: rates are equal, and one of the two has a value.
        let mut best: Vec<usize> = self.groups.iter().map(|group| group.distinct()).collect();
        if !self.has_value(&best, weights) {
            best.fill(0);
        }
        loop {
            let [s, u] = self.parts(&best, weights);
            // sU - uS falls by the first for each false positive, and grows by the second for each
            // true one.
            let factors = [&u * w_tn + &s * w_fp, &u * w_tp + &s * w_fn];
            let common = factors[0].gcd(&factors[1]);
            let factors = factors.map(|factor| factor / &common);
            let samples: BigInt = self.groups.iter().map(|group| of_both(group)).sum();
            let bits = factors.iter().map(BigInt::bits).max().unwrap_or(0) + samples.bits();
            let found = match i128::holds(bits + 1) {
                true => self.step::<i128>(&factors, &best, weights, watch)?,
                false => self.step::<BigInt>(&factors, &best, weights, watch)?,
            };
            match found {
                Step::Better(better) => best = better,
                Step::Best(first) => return Some(first),
            }
        }
    }

    /// Satisfied and unsatisfied importance of a choice.
    fn parts(self, positions: &[usize], [w_tn, w_fp, w_fn, w_tp]: &[BigInt; 4]) -> [BigInt; 2] {
        let mut parts = [BigInt::ZERO; 2];
        for (group, &position) in self.groups.iter().zip(positions) {
            let [fp, tp] = group.passed(position);
            parts[0] += w_tn * (group.negatives() - fp) + w_tp * tp;
            parts[1] += w_fp * fp + w_fn * (group.positives() - tp);
        }
        parts
    }

    /// The choice with the greatest sum of gains, if that is greater than the one of `known`;
    /// otherwise the first with the same sum. `None` if stopped.
    fn step<I: ExactInteger>(
        self,
        [loss, gain]: &[BigInt; 2],
        known: &[usize],
        weights: &[BigInt; 4],
        watch: &Watch<'_>,
    ) -> Option<Step> {
        let [loss, gain] = [loss, gain].map(I::from_big);
        let count = |count: u64| I::from_big(&BigInt::from(count));
        let gains = |group: &&ScoredModel| -> Vec<I> {
            let at = |position| {
                let [fp, tp] = group.passed(position);
                gain.times(&count(tp)).decreased(&loss.times(&count(fp)))
            };
            (0..=group.distinct()).map(at).collect()
        };
        let gains: Vec<Vec<I>> = self.groups.iter().map(gains).collect();
        let sum = |chosen: &[usize]| {
            let each = gains.iter().zip(chosen).map(|(gains, &position)| &gains[position]);
            each.fold(I::from_small(0), |sum, gain| sum.increased(gain))
        };
        let whole: Vec<[usize; 2]> =
            self.groups.iter().map(|group| [0, group.distinct() + 1]).collect();
        let mut columns: Vec<(I, [u64; 2])> = Vec::new();
        self.slide(0, &whole, &gains, |corner, chosen| columns.push((sum(chosen), corner)));
        // Columns of rectangles, those that may hold the greatest sum first.
        let mut order: Vec<usize> = (0..columns.len()).collect();
        order.sort_by(|&one, &other| columns[other].0.cmp(&columns[one].0));
        let (mut best, mut better) = (sum(known), None);
        for (bound, corner) in order.into_iter().map(|k| &columns[k]) {
            if *bound <= best {
                break;
            }
            watch.step()?;
            self.slide(1, &self.column(*corner), &gains, |_, chosen| {
                let sum = sum(chosen);
                if sum > best {
                    best = sum;
                    better = Some(chosen.to_vec());
                }
            });
        }
        if let Some(better) = better {
            return Some(Step::Better(better));
        }
        let mut first = None;
        for (_, corner) in columns.iter().filter(|(bound, _)| *bound >= best) {
            watch.step()?;
            self.slide(1, &self.column(*corner), &gains, |_, chosen| {
                if first.is_none() && sum(chosen) == best && self.has_value(chosen, weights) {
                    first = Some(chosen.to_vec());
                }
            });
            if first.is_some() {
                break;
            }
        }
        Some(Step::Best(first.unwrap_or_else(|| known.to_vec())))
    }

    /// The ranges of positions whose false positive rates are in a column of rectangles.
    fn column(self, corner: [u64; 2]) -> Vec<[usize; 2]> {
        let range = |group: &&ScoredModel| {
            let [low, high] = self.reach(0, corner, group);
            let first = |is_before: &dyn Fn(u64) -> bool| {
                partition(group.distinct() + 1, |k| is_before(group.passed(k)[0]))
            };
            [first(&|fp| fp < low), first(&|fp| fp <= high)]
        };
        self.groups.iter().map(range).collect()
    }

    fn has_value(self, chosen: &[usize], weights: &[BigInt; 4]) -> bool {
        self.parts(chosen, weights).iter().any(|part| *part != BigInt::ZERO)
    }

    /// Calls a function with each lower limit of a rate, as a count and its total, that a point of
    /// the ranges has, and the positions with the greatest gains from there to the tolerance; not
    /// where a group has none.
    fn slide<I: ExactInteger>(
        self,
        class: usize,
        ranges: &[[usize; 2]],
        gains: &[Vec<I>],
        mut each: impl FnMut([u64; 2], &[usize]),
    ) {
        let mut windows: Vec<Window<'_, I>> = (self.groups.iter().zip(ranges).zip(gains))
            .map(|((group, &[next, end]), gains)| Window {
                group,
                class,
                gains,
                next,
                end,
                best: VecDeque::new(),
            })
            .collect();
        let mut chosen = vec![0; windows.len()];
        for corner in self.corners(class, ranges) {
            let mut is_whole = true;
            for (window, chosen) in windows.iter_mut().zip(&mut chosen) {
                match window.slide(self.reach(class, corner, window.group)) {
                    Some(position) => *chosen = position,
                    None => is_whole = false,
                }
            }
            if is_whole {
                each(corner, &chosen);
            }
        }
    }

    /// The different rates of the points of ranges, increasing, as counts and totals; 0 alone if
    /// there is no tolerance to keep.
    fn corners(self, class: usize, ranges: &[[usize; 2]]) -> Vec<[u64; 2]> {
        if self.tolerance[class].is_none_or(|bound| *bound >= Rational::ONE) {
            return vec![[0, 1]];
        }
        let rates = |(group, &[from, to]): (&&ScoredModel, &[usize; 2])| {
            let total = total(group, class);
            let rate = |position| [group.passed(position)[class], total];
            (from..to).map(rate).collect::<Vec<_>>()
        };
        let mut corners: Vec<[u64; 2]> = self.groups.iter().zip(ranges).flat_map(rates).collect();
        corners.sort_by(compare);
        corners.dedup_by(|one, other| compare(one, other).is_eq());
        corners
    }

    /// The least and the greatest count of a group whose rate is not below a corner, and above it
    /// by the tolerance at most.
    fn reach(self, class: usize, [count, of]: [u64; 2], group: &ScoredModel) -> [u64; 2] {
        let total = total(group, class);
        let low = (u128::from(count) * u128::from(total)).div_ceil(u128::from(of));
        let low = u64::try_from(low).expect("a rate is at most 1");
        let Some(bound) = self.tolerance[class].filter(|bound| **bound < Rational::ONE) else {
            return [low, total];
        };
        let (p, q) = (bound.numerator(), bound.denominator());
        let narrow = || {
            let [p, q] = [u64::try_from(&p).ok()?, u64::try_from(&q).ok()?].map(u128::from);
            let [count, of, total] = [count, of, total].map(u128::from);
            let above = count.checked_mul(q)?.checked_add(p.checked_mul(of)?)?;
            u64::try_from(above.checked_mul(total)? / of.checked_mul(q)?).ok()
        };
        let high = narrow().unwrap_or_else(|| {
            let above = BigInt::from(count) * &q + p * of;
            u64::try_from(above * total / (q * of)).unwrap_or(total)
        });
        [low, high.min(total)]
    }
}

/// A step towards the best choice.
enum Step {
    /// A choice with a greater value.
    Better(Vec<usize>),
    /// There is none: the first of the best.
    Best(Vec<usize>),
}

/// Positions whose count lies in a range whose ends only grow, and the greatest gain among them.
struct Window<'g, I> {
    group: &'g ScoredModel,
    class: usize,
    gains: &'g [I],
    /// The first position above the range, and the end of all.
    next: usize,
    end: usize,
    /// Positions of the range with greater gains than all later ones, or the same.
    best: VecDeque<usize>,
}

impl<I: ExactInteger> Window<'_, I> {
    /// Moves to the range; returns the first of the greatest gains in it.
    fn slide(&mut self, [low, high]: [u64; 2]) -> Option<usize> {
        let Self { group, class, gains, .. } = *self;
        while self.next < self.end && group.passed(self.next)[class] <= high {
            while self.best.back().is_some_and(|&last| gains[last] < gains[self.next]) {
                self.best.pop_back();
            }
            self.best.push_back(self.next);
            self.next += 1;
        }
        while self.best.front().is_some_and(|&first| group.passed(first)[class] < low) {
            self.best.pop_front();
        }
        self.best.front().copied()
    }
}

fn total(group: &ScoredModel, class: usize) -> u64 {
    if class == 0 { group.negatives() } else { group.positives() }
}

fn of_both(group: &ScoredModel) -> BigInt {
    BigInt::from(group.negatives()) + group.positives()
}

/// The order of two rates, counts of positive totals.
fn compare([count, of]: &[u64; 2], [other, of_other]: &[u64; 2]) -> Ordering {
    let product = |one: u64, other: u64| u128::from(one) * u128::from(other);
    product(*count, *of_other).cmp(&product(*other, *of))
}

/// The number of the first of `count` positions that are before something; those come first.
fn partition(count: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
