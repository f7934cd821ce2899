//! Proofs in exact numbers that no folds of nearly equal sizes have the means of linear scores.
//!
//! All folds are one case, if weights prove it at once. Otherwise the numbers of positives of the
//! first folds are distinguished, as [`super::beginnings`] does, and each case has weights of its
//! own.

use super::super::noise::double;
use super::even::{Beginning, Folds, exact_parts};
use super::linear::FoldProof;
use super::{OpenFolds, Scored, Size};
use crate::num::Rational;
use crate::work::Watch;

/// Cases of a proof at most.
const MOST_CASES: usize = 200;
/// Beginnings that are looked at.
const MOST_BEGINNINGS: usize = 600;
/// Weights that are remembered.
const MOST_WEIGHTS: usize = 12;
/// Parts of the largest weight.
const PARTS: [u32; 9] = [1, 2, 3, 4, 6, 12, 100, 10_000, 1 << 30];

/// Weights that prove a case impossible.
///
/// Among folds of one size, the larger folds first, the numbers of positives are in descending
/// order. The first folds have `positives`, and the next one has a number of the range `next`. A
/// proof is complete if its cases cover all numbers that are possible so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldCase {
    /// Numbers of positives of the first folds.
    pub positives: Vec<u64>,
    /// The least and the largest number of positives of the next fold.
    pub next: [u64; 2],
    /// The weight of each positive sample of a fold.
    pub positive: Rational,
    /// The weights of all scores, which have to be defined on all folds, also those of weight 0.
    /// Both sums are means over the folds and include the weights of positive samples.
    pub proof: FoldProof,
}

/// Proof that no folds of nearly equal sizes, with classes as they fall, have the means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvenProof {
    /// Weights for all folds as one case, in which any fold has any number of positives.
    AtOnce(FoldCase),
    /// Weights for cases that cover all numbers of positives.
    Cases(Vec<FoldCase>),
    /// The only score is an accuracy, and no whole numbers of right samples in the folds have this
    /// mean.
    NoCounts,
}

/// The proof; `None` if a score is not linear, or there are too many cases, or some are impossible
/// only in integers.
pub(super) fn proof(folds: &OpenFolds, scores: &[&Scored], watch: &Watch<'_>) -> Option<EvenProof> {
    let folds = Folds::new(folds, scores)?;
    if folds.has_no_counts {
        return (scores.len() == 1).then_some(EvenProof::NoCounts);
    }
    let whole = folds.whole()?;
    let mut walk =
        Walk { folds: &folds, known: Vec::new(), left: MOST_BEGINNINGS, watch, found: Vec::new() };
    if let Some(case) = walk.case(whole) {
        return Some(EvenProof::AtOnce(case));
    }
    // Each repetition may have other numbers.
    let next = folds.next(&[]).filter(|_| folds.repeats == 1)?;
    walk.part(&mut Vec::new(), next)?;
    Some(EvenProof::Cases(walk.found))
}

/// Weights of the scores and of a positive.
struct Weights {
    exact: Vec<Rational>,
    doubles: Vec<f64>,
}

struct Walk<'w> {
    folds: &'w Folds<'w>,
    known: Vec<Weights>,
    left: usize,
    watch: &'w Watch<'w>,
    found: Vec<FoldCase>,
}

impl Walk<'_> {
    /// Finds the cases of folds that begin so; `None` if there is no proof.
    fn part(&mut self, begun: &mut Vec<u64>, next: [u64; 2]) -> Option<()> {
        self.watch.step()?;
        self.left = self.left.checked_sub(1)?;
        if let Some(case) = self.case(Beginning { fixed: begun, next }) {
            self.found.push(case);
            return (self.found.len() <= MOST_CASES).then_some(());
        }
        let [first, last] = next;
        if first < last {
            let middle = u64::midpoint(first, last);
            self.part(begun, [first, middle])?;
            return self.part(begun, [middle + 1, last]);
        }
        if begun.len() + 1 == self.folds.count() {
            return None;
        }
        begun.push(first);
        let found = match self.folds.next(begun) {
            Some(range) => self.part(begun, range),
            None => Some(()),
        };
        begun.pop();
        found
    }

    fn case(&mut self, begun: Beginning<'_>) -> Option<FoldCase> {
        let is_proof = |weights: &Weights| self.folds.proves(&weights.doubles, begun);
        let at = match self.known.iter().position(is_proof) {
            Some(at) => at,
            None => {
                let weights = self.simple(&self.folds.weights(begun)?, begun)?;
                self.known.truncate(MOST_WEIGHTS);
                self.known.push(weights);
                self.known.len() - 1
            }
        };
        self.known[..=at].rotate_right(1);
        self.exact(&self.known[0].exact, begun)
    }

    /// Simple weights near these that prove the same.
    fn simple(&self, weights: &[f64], begun: Beginning<'_>) -> Option<Weights> {
        let (of_positive, of_scores) = weights.split_last()?;
        let size = self.folds.groups.first()?.size;
        let largest = of_scores.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
        let largest = if largest > 0.0 { largest } else { of_positive.abs() };
        PARTS.into_iter().find_map(|parts| {
            let round = |weight: f64, parts: u64| {
                let steps = Rational::try_from((weight / largest * double(parts)).round()).ok()?;
                Some(steps / Rational::from(parts))
            };
            let scores = of_scores.iter().map(|weight| round(*weight, u64::from(parts)));
            let positive = [round(*of_positive, u64::from(parts).checked_mul(size)?)];
            let exact = scores.chain(positive).collect::<Option<Vec<Rational>>>()?;
            let doubles = exact.iter().map(Rational::to_f64).collect();
            let weights = Weights { exact, doubles };
            self.folds.proves(&weights.doubles, begun).then_some(weights)
        })
    }

    /// The case, if the weights prove it in exact numbers.
    fn exact(&self, weights: &[Rational], begun: Beginning<'_>) -> Option<FoldCase> {
        let (positive, of_scores) = weights.split_last()?;
        let doubles: Vec<f64> = weights.iter().map(Rational::to_f64).collect();
        let mut reached = Rational::ZERO;
        for (fold, positives) in begun.fixed.iter().enumerate() {
            reached = reached + self.reach(weights, self.folds.group(fold).0.size, *positives)?;
        }
        for rest in self.folds.rest(begun) {
            let farthest = self.folds.farthest(&doubles, &rest).into_iter();
            let sums = farthest.map(|positives| self.reach(weights, rest.group.size, positives));
            let largest = sums.collect::<Option<Vec<Rational>>>()?.into_iter().max()?;
            reached = reached + largest * Rational::from(rest.folds as u64);
        }
        let count = Rational::from(self.folds.count() as u64);
        let mut printed = positive * &Rational::from(self.folds.positives) / &count;
        let mut is_open = false;
        for (value, weight) in self.folds.values.iter().zip(of_scores) {
            let (end, end_is_open) = value.end(weight.is_negative());
            printed = printed + weight * end;
            is_open |= end_is_open && !weight.is_zero();
        }
        let reached = reached / count;
        let is_proof = reached < printed || reached == printed && is_open;
        let weights = of_scores.iter().cloned().enumerate().collect();
        is_proof.then(|| FoldCase {
            positives: begun.fixed.to_vec(),
            next: begun.next,
            positive: positive.clone(),
            proof: FoldProof { weights, reached, printed },
        })
    }

    /// The largest weighted sum of a fold with so many positives.
    fn reach(&self, weights: &[Rational], size: u64, positives: u64) -> Option<Rational> {
        let size = Size { positives, negatives: size - positives };
        let parts = exact_parts(size, self.folds.scores)??;
        let mut sums = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
        for (weight, part) in weights.iter().zip(&parts) {
            for (sum, term) in sums.iter_mut().zip(part) {
                *sum = &*sum + &(weight * term);
            }
        }
        let [constant, hits @ ..] = sums;
        let of_positives = weights.last()? * &Rational::from(positives);
        let hits = hits.into_iter().filter(|sum| !sum.is_negative());
        Some(hits.fold(constant + of_positives, |sum, hits| sum + hits))
    }
}
