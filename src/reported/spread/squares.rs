//! Sums and sums of squares of scores that are linear in the counts, in whole numbers.
//!
//! With a common denominator L of a score on all tests, y = L times the score, less a whole number
//! near L times its mean, is a whole number on every matrix. The mean bounds the sum S of y. The
//! deviation bounds V = K Q - S^2, Q being the sum of squares. So Q is at most (V + S^2)/K, no |y|
//! exceeds its root, and what the other m tests add to S is at most the root of m times what Q
//! leaves over. Few pairs of S and Q are left.

use std::collections::HashMap;

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::ToPrimitive;

use super::super::surface::Surface;
use super::super::value::ReportedValue;
use super::{Question, Size, square};
use crate::num::Rational;
use crate::work::Watch;

/// Matrices of all different tests at most.
const MOST_MATRICES: u128 = 1_000_000;
/// Sums after one test at most.
const MOST_SUMS: usize = 400_000;
/// Additions at most.
const MOST_ADDITIONS: usize = 20_000_000;

/// A score of tests of known sizes.
pub(super) struct Squares {
    /// For each test the constant and the factors of TP and TN of y.
    terms: Vec<[i128; 3]>,
    /// The least and the greatest sum.
    sums: [i128; 2],
    /// The least and the greatest V, and the greatest Q.
    spread: Option<([i128; 2], i128)>,
}

pub(super) enum Verdict {
    /// TP and TN of each test.
    Possible(Vec<[u64; 2]>),
    Impossible,
    Open,
}

impl Squares {
    /// `None` if the score is not linear, or its numbers are large.
    pub(super) fn new(question: &Question<'_>, at: usize) -> Option<Self> {
        const MOST: i128 = 1 << 31;
        let score = &question.scores[at];
        let measure = question.measure(at);
        let linear = |size: &Size| {
            let [over, under] = Surface::new(&measure, size.positives, size.negatives).linear()?;
            let common = over.iter().fold(under[0], |common, term| common.gcd(term));
            let sign = under[0].signum();
            (sign != 0).then(|| (over.map(|term| term / common * sign), under[0].abs() / common))
        };
        let parts = question.tests.iter().map(linear).collect::<Option<Vec<_>>>()?;
        let scale = parts.iter().try_fold(1_i128, |scale, (_, under)| {
            let next = scale.checked_mul(*under / scale.gcd(under))?;
            (next <= MOST).then_some(next)
        })?;
        let scaled = |value: &Rational| value * &Rational::from(BigInt::from(scale));
        let centre = floor(&scaled(&score.value.printed))?;
        let terms = parts.iter().map(|([constant, tp, tn], under)| {
            let times = scale / under;
            [constant * times - centre, tp * times, tn * times]
        });
        let count = i128::try_from(question.tests.len()).ok()?;
        let all = BigInt::from(count);
        let of_sum = |end: &Rational| {
            (scaled(end) - Rational::from(BigInt::from(centre))) * Rational::from(all.clone())
        };
        let sums = whole(&score.value, of_sum)?;
        let mut spreads = question.spreads.iter().filter(|spread| spread.score == at);
        let spread = match spreads.next() {
            None => None,
            Some(spread) => {
                let by = BigInt::from(scale) * scale * count * question.divisor();
                let by = Rational::from(by);
                let [least, most] = whole(&square(&spread.value), |end| end * &by)?;
                let farthest = sums[0].abs().max(sums[1].abs());
                let squares = most.checked_add(farthest.checked_mul(farthest)?)? / count;
                Some(([least, most], squares))
            }
        };
        Some(Self { terms: terms.collect(), sums, spread })
    }

    pub(super) fn has_spread(&self) -> bool {
        self.spread.is_some()
    }

    /// Says of TP and of TN whether the score depends on it.
    pub(super) fn depends(&self) -> [bool; 2] {
        [1, 2].map(|term| self.terms.iter().any(|terms| terms[term] != 0))
    }

    fn at(&self, test: usize, [tp, tn]: [u64; 2]) -> i128 {
        let [constant, of_tp, of_tn] = self.terms[test];
        constant + of_tp * i128::from(tp) + of_tn * i128::from(tn)
    }

    /// Returns `true` if tests with such a y may have the deviation.
    fn may_have(&self, y: i128) -> bool {
        self.spread.is_none_or(|(_, most)| y.unsigned_abs() <= most.max(0).unsigned_abs().sqrt())
    }
}

fn floor(value: &Rational) -> Option<i128> {
    value.numerator().div_floor(&value.denominator()).to_i128()
}

/// Returns the whole numbers from a function of the lower end of a printed number to that of the
/// upper one.
fn whole(value: &ReportedValue, of: impl Fn(&Rational) -> Rational) -> Option<[i128; 2]> {
    let (lower, upper) = (of(&value.lower), of(&value.upper));
    let ceiling = |value: &Rational| Some(-floor(&-value.clone())?);
    Some([
        if value.lower_is_open { floor(&lower)? + 1 } else { ceiling(&lower)? },
        if value.upper_is_open { ceiling(&upper)? - 1 } else { floor(&upper)? },
    ])
}

/// The different vectors of y of one test, each with a matrix.
struct Choices {
    vectors: Vec<Vec<i128>>,
    points: Vec<[u64; 2]>,
}

/// Decides whether tests have all these sums and deviations, by all sums.
pub(super) fn decide(tests: &[Size], axes: &[&Squares], watch: &Watch<'_>) -> Verdict {
    let uses = [0, 1].map(|class| axes.iter().any(|axis| axis.depends()[class]));
    let Some(choices) = choices(tests, axes, uses) else { return Verdict::Open };
    if choices.iter().any(|choices| choices.vectors.is_empty()) {
        return Verdict::Impossible;
    }
    // The least and the largest sums of the tests from each one on.
    let mut rest = vec![vec![[0_i128; 2]; axes.len()]];
    for choices in choices.iter().rev() {
        let after = &rest[rest.len() - 1];
        let ends = |axis: usize| {
            let values = || choices.vectors.iter().map(|vector| vector[axis]);
            let [low, high]: [i128; 2] = after[axis];
            [low + values().min().unwrap_or(0), high + values().max().unwrap_or(0)]
        };
        rest.push((0..axes.len()).map(ends).collect());
    }
    rest.reverse();
    // Of each axis its sum, and its sum of squares.
    let mut sums = vec![vec![[0_i128; 2]; axes.len()]];
    let mut from: Vec<Vec<[usize; 2]>> = Vec::new();
    let mut additions = 0;
    for (test, choices) in choices.iter().enumerate() {
        let left = i128::try_from(tests.len() - test - 1).unwrap_or(i128::MAX);
        let mut known: HashMap<Vec<[i128; 2]>, [usize; 2]> = HashMap::new();
        for (parent, sum) in sums.iter().enumerate() {
            additions += choices.vectors.len();
            if additions > MOST_ADDITIONS || known.len() > MOST_SUMS || watch.step().is_none() {
                return Verdict::Open;
            }
            for (choice, vector) in choices.vectors.iter().enumerate() {
                let next: Vec<[i128; 2]> = sum
                    .iter()
                    .zip(vector)
                    .zip(axes)
                    .map(|(([sum, squares], y), axis)| {
                        [sum + y, if axis.has_spread() { squares + y * y } else { 0 }]
                    })
                    .collect();
                let reaches = |(at, axis): (usize, &&Squares)| {
                    axis.may_end(next[at], rest[test + 1][at], left)
                };
                if axes.iter().enumerate().all(reaches) {
                    known.entry(next).or_insert([parent, choice]);
                }
            }
        }
        // In an order of their own, so that the same matrices are found each time.
        let mut known: Vec<(Vec<[i128; 2]>, [usize; 2])> = known.into_iter().collect();
        known.sort_unstable();
        let (kept, path) = known.into_iter().unzip();
        sums = kept;
        from.push(path);
    }
    let count = i128::try_from(tests.len()).unwrap_or(i128::MAX);
    let Some(mut at) = sums
        .iter()
        .position(|sums| sums.iter().zip(axes).all(|(sums, axis)| axis.is_met(*sums, count)))
    else {
        return Verdict::Impossible;
    };
    let mut points = vec![[0; 2]; tests.len()];
    for test in (0..tests.len()).rev() {
        let [parent, choice] = from[test][at];
        points[test] = choices[test].points[choice];
        at = parent;
    }
    Verdict::Possible(points)
}

/// Returns what each test may add; `None` if there are too many matrices.
fn choices(tests: &[Size], axes: &[&Squares], uses: [bool; 2]) -> Option<Vec<Choices>> {
    let lengths = |size: &Size| {
        let length = |class: usize, most: u64| if uses[class] { most } else { 0 };
        [length(0, size.positives), length(1, size.negatives)]
    };
    let matrices = |size: &Size| {
        lengths(size).iter().fold(1_u128, |all, most| all.saturating_mul(u128::from(*most) + 1))
    };
    let all = tests.iter().map(matrices).fold(0, u128::saturating_add);
    if all > MOST_MATRICES {
        return None;
    }
    let of_test = |(test, size): (usize, &Size)| {
        let mut seen = HashMap::new();
        let [most_tp, most_tn] = lengths(size);
        for point in (0..=most_tp).flat_map(|tp| (0..=most_tn).map(move |tn| [tp, tn])) {
            let vector: Vec<i128> = axes.iter().map(|axis| axis.at(test, point)).collect();
            if axes.iter().zip(&vector).all(|(axis, y)| axis.may_have(*y)) {
                seen.entry(vector).or_insert(point);
            }
        }
        let mut seen: Vec<(Vec<i128>, [u64; 2])> = seen.into_iter().collect();
        seen.sort_unstable();
        let (vectors, points) = seen.into_iter().unzip();
        Choices { vectors, points }
    };
    Some(tests.iter().enumerate().map(of_test).collect())
}

impl Squares {
    /// Returns `true` if `left` further tests, which add this much at least and at most, may lead
    /// to the mean and the deviation.
    fn may_end(&self, [sum, squares]: [i128; 2], [low, high]: [i128; 2], left: i128) -> bool {
        if sum + high < self.sums[0] || sum + low > self.sums[1] {
            return false;
        }
        let Some((_, most)) = self.spread else { return true };
        let missing = (self.sums[0] - sum).max(sum - self.sums[1]).max(0);
        squares <= most && missing.saturating_mul(missing) <= left.saturating_mul(most - squares)
    }

    fn is_met(&self, [sum, squares]: [i128; 2], count: i128) -> bool {
        let is_mean = self.sums[0] <= sum && sum <= self.sums[1];
        is_mean
            && self.spread.is_none_or(|([least, most], _)| {
                let spread = count * squares - sum * sum;
                least <= spread && spread <= most
            })
    }
}
