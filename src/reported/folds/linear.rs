//! Scores that are linear in TP and TN: a few inequalities in integers.

use std::collections::HashMap;

use num_traits::ToPrimitive;

use super::super::surface::Surface;
use super::super::value::ReportedValue;
use super::exchange::exchanged;
use super::integers::{Inequality, Search};
use super::joined::{Joined, joined};
use super::relaxation::{Range, Relaxed, relax, rounded};
use super::{Counted, Decision, Effort, Scored, Size};
use crate::num::Rational;
use crate::work::Watch;

/// The weighted sums of linear scores over tests of the same sizes and weights, in the sums X of TP
/// and Y of TN over the tests of each size, which may be any integers from 0 to the number of
/// samples: all X first.
struct Programme {
    sizes: Vec<(Size, Vec<usize>)>,
    /// The weight of all tests together.
    whole: Rational,
    most: Vec<u64>,
    rows: Vec<Row>,
}

/// The weighted sum of a score over all tests, and where it has to be.
struct Row {
    constant: Rational,
    coefficients: Vec<Rational>,
    /// The printed value times the weight of all tests.
    value: ReportedValue,
}

/// Weights of scores that prove that no tests have the means.
///
/// On all matrices of the tests the weighted sum of the means is at most `reached`. What is printed
/// makes it at least `printed`, which is larger; or equal to it, if an end that does not belong to
/// its interval is needed for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldProof {
    /// The positions of the scores that have weights, and the weights.
    pub weights: Vec<(usize, Rational)>,
    /// The largest weighted sum of means on any matrices.
    pub reached: Rational,
    /// The least weighted sum of the printed values.
    pub printed: Rational,
}

/// Decides by the linear scores alone: what contradicts them is impossible, and what fulfils them
/// is possible if there are no other scores.
///
/// The linear relaxation comes first ([`relaxation`]): weights that it suggests prove the means
/// impossible, if they do so in exact numbers; otherwise integers near its middle are tried. If
/// neither decides, sums of both classes are listed and paired ([`joined`]), and at last the
/// variables are tried one after another, each within what the inequalities leave if all later ones
/// take their best values ([`super::integers`]).
pub(super) fn decide(
    tests: &[Size],
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    decide_weighted(tests, None, scores, effort, watch)
}

/// As [`decide`], of weighted means with a weight for each test.
pub(super) fn decide_weighted(
    tests: &[Size],
    weights: Option<&[u64]>,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    let programme = match Programme::new(tests, weights, scores) {
        Some(programme) => programme,
        None => return Decision::Impossible,
    };
    if programme.rows.is_empty() {
        return Decision::Open;
    }
    let possible = |values: &[u64]| match programme.rows.len() < scores.len() {
        true => Decision::Open,
        false => Decision::Possible(shared_out(&programme.sizes, tests.len(), values)),
    };
    match programme.suggested(watch) {
        Suggested::Empty => return Decision::Impossible,
        Suggested::Values(values) => return possible(&values),
        Suggested::Nothing => {}
    }
    if watch.is_stopped() {
        return Decision::Stopped;
    }
    let most: Vec<i128> = programme.most.iter().map(|most| i128::from(*most)).collect();
    let inequalities = programme.rows.iter().map(|Row { constant, coefficients, value }| {
        Inequality::new(constant, coefficients, value, &most)
    });
    let Some(inequalities) = inequalities.collect::<Option<Vec<_>>>() else {
        return Decision::Open;
    };
    let counts = |values: &[i128]| -> Vec<u64> {
        values.iter().map(|value| u64::try_from(*value).unwrap_or(0)).collect()
    };
    let is_right = |values: &[i128]| programme.holds(&counts(values));
    // Short lists are often enough.
    for step in [Effort::Brief, Effort::Full] {
        match joined(&inequalities, &most, step, watch, is_right) {
            Joined::Solution(values) => return possible(&counts(&values)),
            Joined::Nothing => return Decision::Impossible,
            Joined::Open if watch.is_stopped() => return Decision::Stopped,
            Joined::Open if effort == Effort::Brief => return Decision::Open,
            Joined::Open => {}
        }
    }
    match Search::new(&inequalities, &most, watch).solution(&is_right) {
        None if watch.is_stopped() => Decision::Stopped,
        None => Decision::Open,
        Some(None) => Decision::Impossible,
        Some(Some(values)) => possible(&counts(&values)),
    }
}

/// Weights that prove the means impossible for each of these compositions of the tests, if the
/// relaxation of one of them suggests some. All scores have to be linear.
pub(super) fn proof(
    alternatives: &[Vec<Size>],
    weights: Option<&[u64]>,
    scores: &[&Scored],
) -> Option<FoldProof> {
    let programmes: Option<Vec<Programme>> =
        alternatives.iter().map(|tests| Programme::new(tests, weights, scores)).collect();
    let programmes = programmes?;
    if programmes.iter().any(|programme| programme.rows.len() < scores.len()) {
        return None;
    }
    programmes.iter().find_map(|programme| {
        let weights = programme.relaxation()?.0;
        let ends: Option<Vec<[Rational; 2]>> =
            programmes.iter().map(|programme| programme.ends_if_empty(&weights)).collect();
        let reached = ends?.into_iter().max_by(|one, other| one[0].cmp(&other[0]))?;
        let [reached, printed] = reached.map(|end| end / &programme.whole);
        let weights = weights.into_iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        Some(FoldProof { weights: weights.collect(), reached, printed })
    })
}

/// Suggestion of the relaxation in doubles, confirmed in exact numbers.
enum Suggested {
    Empty,
    Values(Vec<u64>),
    Nothing,
}

impl Programme {
    /// The linear ones among the scores; `None` if one is undefined on some test.
    fn new(tests: &[Size], weights: Option<&[u64]>, scores: &[&Scored]) -> Option<Self> {
        let weight = |test: usize| Rational::from(weights.map_or(1, |weights| weights[test]));
        let mut places: HashMap<(Size, u64), usize> = HashMap::new();
        let mut sizes: Vec<(Size, Vec<usize>)> = Vec::new();
        for (test, size) in tests.iter().enumerate() {
            let key = (*size, weights.map_or(1, |weights| weights[test]));
            let at = *places.entry(key).or_insert(sizes.len());
            if at == sizes.len() {
                sizes.push((*size, Vec::new()));
            }
            sizes[at].1.push(test);
        }
        let most = (0..2).flat_map(|class| {
            sizes.iter().map(move |(size, members)| {
                [size.positives, size.negatives][class].saturating_mul(members.len() as u64)
            })
        });
        let most = most.collect();
        let mut rows = Vec::new();
        let whole: Rational = (0..tests.len()).map(weight).sum();
        for score in scores {
            let Some(terms) = terms(&sizes, weight, score) else { continue };
            let (constant, coefficients) = terms?;
            rows.push(Row { constant, coefficients, value: score.value.times(&whole) });
        }
        Some(Self { sizes, whole, most, rows })
    }

    /// Returns the ranges of the rows and the greatest values of the variables, in doubles, for the
    /// relaxation.
    fn ranges(&self) -> (Vec<Range>, Vec<f64>) {
        let range = |row: &Row| Range {
            coefficients: row.coefficients.iter().map(Rational::to_f64).collect(),
            lower: (&row.value.lower - &row.constant).to_f64(),
            upper: (&row.value.upper - &row.constant).to_f64(),
        };
        #[expect(clippy::cast_precision_loss, reason = "it only suggests")]
        let most = self.most.iter().map(|most| *most as f64).collect();
        (self.rows.iter().map(range).collect(), most)
    }

    /// Weights that prove it empty, in simple numbers if they do.
    fn relaxation(&self) -> Option<(Vec<Rational>, [Rational; 2])> {
        let (ranges, most) = self.ranges();
        let Relaxed { weights, is_empty, .. } = relax(&ranges, &most)?;
        if is_empty { self.empty_by(&weights) } else { None }
    }

    fn empty_by(&self, weights: &[f64]) -> Option<(Vec<Rational>, [Rational; 2])> {
        /// Parts of the largest weight.
        const PARTS: [u32; 9] = [1, 2, 3, 4, 6, 12, 100, 10_000, 1 << 30];
        let largest = weights.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
        PARTS.into_iter().find_map(|parts| {
            let part = |weight: &f64| {
                let steps = (weight / largest * f64::from(parts)).round();
                Some(Rational::try_from(steps).ok()? / Rational::from(parts))
            };
            let weights = weights.iter().map(part).collect::<Option<Vec<Rational>>>()?;
            let ends = self.ends_if_empty(&weights)?;
            Some((weights, ends))
        })
    }

    /// The largest weighted sum on all matrices and the least one of what is printed, if the one
    /// does not reach the other.
    fn ends_if_empty(&self, weights: &[Rational]) -> Option<[Rational; 2]> {
        let mut along = vec![Rational::ZERO; self.most.len()];
        let (mut reached, mut printed) = (Rational::ZERO, Rational::ZERO);
        let mut is_open = false;
        for (row, weight) in self.rows.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
            for (sum, coefficient) in along.iter_mut().zip(&row.coefficients) {
                *sum = &*sum + &(weight * coefficient);
            }
            reached = reached + weight * &row.constant;
            let value = &row.value;
            let (end, end_is_open) = value.end(weight.is_negative());
            printed = printed + weight * end;
            is_open |= end_is_open;
        }
        for (along, most) in along.iter().zip(&self.most).filter(|(along, _)| along.is_positive()) {
            reached = reached + along * &Rational::from(*most);
        }
        let is_empty = reached < printed || reached == printed && is_open;
        is_empty.then_some([reached, printed])
    }

    fn suggested(&self, watch: &Watch<'_>) -> Suggested {
        let (ranges, most) = self.ranges();
        let Some(Relaxed { middle, weights, is_empty }) = relax(&ranges, &most) else {
            return Suggested::Nothing;
        };
        if is_empty {
            let proof = self.empty_by(&weights);
            return if proof.is_some() { Suggested::Empty } else { Suggested::Nothing };
        }
        for order in self.orders() {
            if watch.step().is_none() {
                return Suggested::Nothing;
            }
            let found = rounded(&ranges, &most, &middle, &order, |values| {
                counts(values).is_some_and(|values| self.holds(&values))
            });
            if let Some(values) = found.and_then(|values| counts(&values)) {
                return Suggested::Values(values);
            }
        }
        let found = exchanged(&ranges, &most, &middle, |values| {
            counts(values).is_some_and(|values| self.holds(&values))
        });
        let found = found.and_then(|values| counts(&values));
        found.map_or(Suggested::Nothing, Suggested::Values)
    }

    /// The variables of each class, those of the largest bounds last.
    fn by_size(&self) -> [Vec<usize>; 2] {
        let sizes = self.sizes.len();
        [0, 1].map(|class| {
            let mut variables: Vec<usize> = (class * sizes..(class + 1) * sizes).collect();
            variables.sort_by_key(|variable| self.most[*variable]);
            variables
        })
    }

    /// Orders of the variables: those of the largest bounds last, of both classes.
    fn orders(&self) -> [Vec<usize>; 2] {
        let [x, y] = self.by_size();
        let cut = self.sizes.len().saturating_sub(2);
        let ends_with = |first: &[usize], last: &[usize]| -> Vec<usize> {
            let parts = [&first[..cut], &last[..cut], &first[cut..], &last[cut..]];
            parts.concat()
        };
        [ends_with(&x, &y), ends_with(&y, &x)]
    }

    /// Returns `true` if all sums are where they have to be.
    fn holds(&self, values: &[u64]) -> bool {
        values.iter().zip(&self.most).all(|(value, most)| value <= most)
            && self.rows.iter().all(|Row { constant, coefficients, value }| {
                let terms = coefficients.iter().zip(values).filter(|(_, value)| **value > 0);
                let sum = terms.fold(constant.clone(), |sum, (coefficient, value)| {
                    sum + coefficient * &Rational::from(*value)
                });
                (value.lower < sum || value.lower == sum && !value.lower_is_open)
                    && (sum < value.upper || sum == value.upper && !value.upper_is_open)
            })
    }
}

/// Doubles as counts; `None` if one is none.
fn counts(values: &[f64]) -> Option<Vec<u64>> {
    let count = |value: &f64| Rational::try_from(*value).ok()?.numerator().to_u64();
    values.iter().map(count).collect()
}

/// The constant and the coefficients of a score's weighted sum over all tests; none inside if it is
/// undefined on some test, and none at all if it is not linear.
fn terms(
    sizes: &[(Size, Vec<usize>)],
    weight: impl Fn(usize) -> Rational,
    score: &Scored,
) -> Option<Option<(Rational, Vec<Rational>)>> {
    let mut constant = Rational::ZERO;
    let mut coefficients = vec![Rational::ZERO; 2 * sizes.len()];
    for (at, (size, members)) in sizes.iter().enumerate() {
        let surface = Surface::new(&score.measure, size.positives, size.negatives);
        let [numerator, denominator] = surface.linear()?;
        if denominator == [0; 3] {
            return Some(None);
        }
        let weight = weight(members[0]);
        let [one, x, y] = numerator.map(|term| Rational::from_i128(term, denominator[0]) * &weight);
        constant = constant + one * Rational::from(members.len() as u64);
        (coefficients[at], coefficients[sizes.len() + at]) = (x, y);
    }
    Some(Some((constant, coefficients)))
}

/// Matrices with these sums of TP and TN over tests of each size.
fn shared_out(sizes: &[(Size, Vec<usize>)], tests: usize, values: &[u64]) -> Vec<Counted> {
    let mut found = vec![Counted { tn: 0, fp: 0, fn_: 0, tp: 0 }; tests];
    for (at, (size, members)) in sizes.iter().enumerate() {
        let sum = |class: usize| values[class * sizes.len() + at];
        let (mut tp, mut tn) = (sum(0), sum(1));
        for test in members {
            let (here, there) = (tp.min(size.positives), tn.min(size.negatives));
            (tp, tn) = (tp - here, tn - there);
            found[*test] = size.matrix(here, there);
        }
    }
    found
}
