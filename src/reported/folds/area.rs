//! The mean of areas under ROC curves of several tests, each through the point of its test.
//!
//! With TPR x and TNR y the area of a test is a multiple of 1/(2PN) from x y to 1 - (1 - x)(1 - y),
//! see [`auc_beside`](super::super::auc_beside). Both ends are between x + y - 1 and x + y, so the
//! mean area is between 2 BA - 1 and 2 BA of the mean BA. That is linear, and decides first:
//! weights that contradict it contradict the area. If it is fulfilled, matrices are looked for
//! whose areas have the printed mean. Of scores that are all linear, only the sums of TP and TN
//! over tests of equal sizes matter, and the ends are farthest apart if the tests with the most TP
//! have the fewest TN.

use num_traits::ToPrimitive;

use super::super::surface::{Measure, Surface};
use super::super::value::ReportedValue;
use super::{
    Composition, Counted, FoldAnswer, FoldProof, FoldsRefused, ReportedScore, Scored, Size,
    explain_scored, linear, scored,
};
use crate::num::Rational;
use crate::score::Metric;
use crate::work::{Advance, Watch};

/// The finding about the mean of areas under ROC curves of several tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeanArea {
    /// No mean is below this number.
    pub lower: Rational,
    /// No mean is above it.
    pub upper: Rational,
    /// Matrices of tests that have the means and the area, or the positions of scores that
    /// contradict it; that of the area is the number of scores.
    pub answer: FoldAnswer,
    /// Weights of the scores that contradict each other that prove it, if all are linear: those of
    /// the largest area of each matrix, or of the least one if its weight is negative.
    pub proof: Option<FoldProof>,
}

/// Decides whether a printed number can be the mean of areas under ROC curves through the points of
/// several tests that have these means of scores. `advance` may stop the work: then there is no
/// answer.
///
/// ```
/// use exactile::Rational;
/// use exactile::reported::{
///     Composition, FoldAnswer, ReportedScore, ReportedValue, Rounding, mean_area,
/// };
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let score = |name: &str, text| ReportedScore {
///     metric: name.parse().unwrap(),
///     value: value(text),
/// };
/// let folds = Composition::Stratified { folds: 5, positives: 50, negatives: 50 };
/// let scores = [score("tpr", "0.90"), score("tnr", "0.80")];
/// let of = |text| {
///     mean_area(&folds, &scores, &value(text), &|| std::ops::ControlFlow::Continue(()))
/// };
/// let found = of("0.71")?.unwrap();
/// assert_eq!(found.lower, Rational::new(69, 100));
/// assert!(matches!(found.answer, FoldAnswer::Possible(_)));
/// assert_eq!(of("0.67")?.unwrap().answer, FoldAnswer::Impossible(vec![0, 1, 2]));
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_mean`](super::explain_mean); also if the scores alone are not possible.
pub fn mean_area(
    composition: &Composition,
    scores: &[ReportedScore],
    printed: &ReportedValue,
    advance: Advance<'_>,
) -> Result<Option<MeanArea>, FoldsRefused> {
    if composition.weights()?.is_some() {
        return Err(FoldsRefused::UnequalFolds);
    }
    let watch = Watch::new(advance);
    let own = scored(scores);
    let [lower, upper] = bounds(composition, scores, &watch);
    let found = |answer, proof| Ok(Some(MeanArea { lower, upper, answer, proof }));
    let mut with_mean = own.clone();
    with_mean.push(Scored {
        measure: Measure::Metric(Metric::BalancedAccuracy),
        value: ReportedValue { upper: &printed.upper + &Rational::ONE, ..printed.clone() }
            .times(&Rational::new(1, 2)),
    });
    let tests = match explain_scored(composition, &with_mean, &watch)? {
        None => return Ok(None),
        Some(FoldAnswer::Impossible(conflict)) => {
            let proof = proof(composition, &with_mean, printed, &conflict);
            return found(FoldAnswer::Impossible(conflict), proof);
        }
        Some(FoldAnswer::Possible(tests)) => tests,
    };
    let are_linear = own.iter().all(|score| match composition.samples() {
        [p, n] => Surface::new(&score.measure, p, n).linear().is_some(),
    });
    let tests = if are_linear { opposed(&tests) } else { tests };
    if has_area(&tests, printed) {
        return found(FoldAnswer::Possible(tests), None);
    }
    let far = Rational::from(2);
    let ends = [
        (Measure::LeastArea, ReportedValue { lower: -far.clone(), ..printed.clone() }),
        (Measure::LargestArea, ReportedValue { upper: far, ..printed.clone() }),
    ];
    let with_ends: Vec<Scored> =
        own.iter().cloned().chain(ends.map(|(measure, value)| Scored { measure, value })).collect();
    match explain_scored(composition, &with_ends, &watch)? {
        None => Ok(None),
        Some(FoldAnswer::Possible(tests)) if has_area(&tests, printed) => {
            found(FoldAnswer::Possible(tests), None)
        }
        Some(FoldAnswer::Possible(_)) => Err(FoldsRefused::Undecided),
        Some(FoldAnswer::Impossible(mut conflict)) => {
            conflict.retain(|at| *at < own.len());
            conflict.push(own.len());
            found(FoldAnswer::Impossible(conflict), None)
        }
    }
}

/// Bounds of the mean: those of the printed TPR and TNR, or BA; of other scores, to four digits,
/// what they leave for BA if that is linear and the sizes are known.
fn bounds(composition: &Composition, scores: &[ReportedScore], watch: &Watch<'_>) -> [Rational; 2] {
    const STEPS: i64 = 10_000;
    let within = |[low, high]: [Rational; 2]| match low <= high {
        true => [low.max(Rational::ZERO), high.min(Rational::ONE)],
        // A fold that has no area.
        false => [Rational::ZERO, Rational::ONE],
    };
    let value = |metric: Metric| {
        let score = scores.iter().find(|score| score.metric == metric)?;
        Some([&score.value.lower, &score.value.upper])
    };
    let rates = value(Metric::Tpr).zip(value(Metric::Tnr));
    let sums = rates.map(|([a, b], [c, d])| [a + c, b + d]);
    let sums = sums.or_else(|| {
        value(Metric::BalancedAccuracy).map(|ends| ends.map(|end| end * &Rational::from(2)))
    });
    if let Some([low, high]) = sums {
        return within([low - Rational::ONE, high]);
    }
    let alternatives = composition.alternatives().unwrap_or_default();
    if composition.open_folds().is_some() {
        return [Rational::ZERO, Rational::ONE];
    }
    let own = scored(scores);
    let impossible = |lower: Rational, upper: Rational| {
        let value = ReportedValue { lower, upper, ..ReportedValue::exactly(Rational::ZERO) };
        let measure = Measure::Metric(Metric::BalancedAccuracy);
        let mean = Scored { measure, value };
        let all: Vec<&Scored> = own.iter().chain([&mean]).collect();
        alternatives.iter().all(|tests| {
            let found = linear::decide(tests, &all, super::Effort::Brief, watch);
            matches!(found, super::Decision::Impossible)
        })
    };
    // The largest share that BA surely exceeds, or does not reach.
    let last = |is_beyond: &dyn Fn(&Rational) -> bool| {
        let (mut known, mut open) = (-1, STEPS + 1);
        while open - known > 1 {
            let middle = known + (open - known) / 2;
            match is_beyond(&Rational::new(middle, STEPS)) {
                true => known = middle,
                false => open = middle,
            }
        }
        Rational::new(known.max(0), STEPS)
    };
    let half = Rational::new(1, 2);
    let low = last(&|area| impossible(-Rational::ONE, (area + &Rational::ONE) * &half));
    let high = last(&|rest| impossible(rest.complement() * &half, Rational::from(2)));
    within([low, high.complement()])
}

/// The same sums over tests of equal sizes, with TP given to the first of them and TN to the last.
fn opposed(tests: &[Counted]) -> Vec<Counted> {
    let size =
        |test: &Counted| Size { positives: test.tp + test.fn_, negatives: test.tn + test.fp };
    let mut found = tests.to_vec();
    for kind in super::known::kinds(&tests.iter().map(size).collect::<Vec<_>>()) {
        let Size { positives, negatives } = kind.size;
        let mut tp: u64 = kind.tests.iter().map(|test| tests[*test].tp).sum();
        let mut tn: u64 = kind.tests.iter().map(|test| tests[*test].tn).sum();
        for test in &kind.tests {
            let here = tp.min(positives);
            tp -= here;
            (found[*test].tp, found[*test].fn_) = (here, positives - here);
        }
        for test in kind.tests.iter().rev() {
            let here = tn.min(negatives);
            tn -= here;
            (found[*test].tn, found[*test].fp) = (here, negatives - here);
        }
    }
    found
}

/// Returns `true` if areas of these tests have a mean that is printed so: the least areas are
/// enlarged as far as the largest mean allows, in the largest steps first.
fn has_area(tests: &[Counted], printed: &ReportedValue) -> bool {
    let mut parts = Vec::new();
    let mut sum = Rational::ZERO;
    for Counted { tn, fp, fn_, tp } in tests {
        let [tn, fp, fn_, tp] = [tn, fp, fn_, tp].map(|count| Rational::from(*count));
        let pairs = (&tp + &fn_) * (&tn + &fp);
        if pairs.is_zero() {
            return false;
        }
        let spare = &pairs - &tp * &tn - &fn_ * &fp;
        sum = sum + &tp * &tn / &pairs;
        parts.push((Rational::new(1, 2) / pairs, spare * Rational::from(2)));
    }
    parts.sort_by(|(one, _), (other, _)| other.cmp(one));
    let count = Rational::from(tests.len() as u64);
    let value = printed.times(&count);
    for (step, most) in parts {
        let room = &value.upper - &sum;
        if room.is_negative() {
            return false;
        }
        let steps = &room / &step;
        let mut whole = Rational::from(steps.numerator() / steps.denominator());
        if value.upper_is_open && whole == steps {
            whole = whole - Rational::ONE;
        }
        sum = sum + step * whole.min(most).max(Rational::ZERO);
    }
    let is_above = value.lower < sum || value.lower == sum && !value.lower_is_open;
    is_above && (sum < value.upper || sum == value.upper && !value.upper_is_open)
}

/// The weights that contradict 2 BA - 1 and 2 BA, of the ends of areas instead. Each fold's
/// weighted sum is linear in TP for each TN and in TN for each TP, so it is largest at a corner.
fn proof(
    composition: &Composition,
    with_mean: &[Scored],
    printed: &ReportedValue,
    conflict: &[usize],
) -> Option<FoldProof> {
    if composition.open_folds().is_some() {
        return None;
    }
    let alternatives = composition.alternatives().ok()?;
    let scores: Vec<&Scored> = conflict.iter().map(|at| &with_mean[*at]).collect();
    let mut weights = linear::proof(&alternatives, None, &scores)?.weights;
    let (last, weight) = weights.last_mut()?;
    if conflict[*last] + 1 != with_mean.len() {
        return None;
    }
    *weight = &*weight * &Rational::new(1, 2);
    let end = if weight.is_negative() { Measure::LeastArea } else { Measure::LargestArea };
    let area = Scored { measure: end, value: printed.clone() };
    let terms = weights.iter().map(|(at, weight)| {
        let is_area = conflict[*at] + 1 == with_mean.len();
        (if is_area { &area } else { scores[*at] }, weight)
    });
    let terms: Vec<(&Scored, &Rational)> = terms.collect();
    let largest = |size: &Size| -> Option<Rational> {
        let at = |tp: u64, tn: u64| -> Option<Rational> {
            let mut sum = Rational::ZERO;
            for (score, weight) in &terms {
                let surface = Surface::new(&score.measure, size.positives, size.negatives);
                sum = sum + surface.row(tp).height(tn).finite()? * *weight;
            }
            Some(sum)
        };
        let corners =
            [0, size.positives].into_iter().flat_map(|tp| [[tp, 0], [tp, size.negatives]]);
        corners.map(|[tp, tn]| at(tp, tn)).collect::<Option<Vec<_>>>()?.into_iter().max()
    };
    let mean = |tests: &Vec<Size>| -> Option<Rational> {
        let all = tests.iter().map(largest).collect::<Option<Vec<Rational>>>()?;
        Some(all.into_iter().sum::<Rational>() / Rational::from(tests.len().to_u64()?))
    };
    let reached = alternatives.iter().map(mean).collect::<Option<Vec<_>>>()?.into_iter().max()?;
    let (mut least, mut is_open) = (Rational::ZERO, false);
    for (Scored { value, .. }, weight) in &terms {
        let (end, its) = match weight.is_negative() {
            true => (&value.upper, value.upper_is_open),
            false => (&value.lower, value.lower_is_open),
        };
        least = least + *weight * end;
        is_open |= its;
    }
    let is_proof = reached < least || reached == least && is_open;
    is_proof.then_some(FoldProof { weights, reached, printed: least })
}
