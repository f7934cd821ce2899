//! Performances that break a test, found by trying all small ones.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::set::PerformanceSet;
use super::{Valued, Witness};
use crate::num::{Rational, Value};
use crate::performance::ConfusionMatrix;
use crate::ranking::Performance;
use crate::score::{Metric, Surrogate, ValueForm};

/// A value to compare by.
enum Key {
    Surrogate(Surrogate),
    /// For d': ends of an enclosure, or an infinite value.
    Enclosed(Value),
}

impl Key {
    /// The order of two values, unless their enclosures overlap.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        let (first, second) = match (self, other) {
            (Self::Surrogate(first), Self::Surrogate(second)) => return Some(first.cmp(second)),
            (Self::Enclosed(first), Self::Enclosed(second)) => (first, second),
            _ => return None,
        };
        let level = |value: &Value| match value {
            Value::NegativeInfinity => -1,
            Value::Infinity => 1,
            _ => 0,
        };
        match (first.ends(), second.ends()) {
            _ if first == second => Some(Ordering::Equal),
            (Some([low, high]), Some([other_low, other_high])) => {
                if high < other_low {
                    Some(Ordering::Less)
                } else if low > other_high {
                    Some(Ordering::Greater)
                } else {
                    None
                }
            }
            _ => Some(level(first).cmp(&level(second))),
        }
    }

    fn is(&self, order: Ordering, other: &Self) -> bool {
        self.compare(other) == Some(order)
    }
}

fn key(metric: &Metric, matrix: &ConfusionMatrix) -> Option<Key> {
    if metric.form() == ValueForm::Quantiles {
        let value = metric.value(matrix);
        return value.undefined().is_none().then_some(Key::Enclosed(value));
    }
    metric.surrogate(matrix).map(Key::Surrogate)
}

/// A performance that is tried, with its value.
struct Candidate {
    performance: Performance,
    matrix: ConfusionMatrix,
    key: Key,
    finite: bool,
}

impl Candidate {
    /// Returns two flags: `true` if all predictions are wrong, and `true` if all are right.
    fn always_wrong_or_right(&self) -> [bool; 2] {
        let Self { matrix, .. } = self;
        [
            matrix.tn().is_zero() && matrix.tp().is_zero(),
            matrix.fp().is_zero() && matrix.fn_().is_zero(),
        ]
    }
}

/// The small performances on which a metric is defined.
pub(super) struct Search<'m> {
    metric: &'m Metric,
    candidates: Vec<Candidate>,
}

/// One of the two tests on mixtures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixed {
    /// Second test: better than all parts.
    Better,
    /// Third test: worse than all parts.
    Worse,
}

/// Values that a witness may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Finite,
    Any,
}

impl<'m> Search<'m> {
    /// All performances of at most a given number of samples, or at a fixed prior with rates whose
    /// denominators are at most so large.
    pub(super) fn new(metric: &'m Metric, set: &PerformanceSet, size: u64) -> Self {
        let performances = match set.prior() {
            None => by_total(size),
            Some(prior) => by_rates(size, prior),
        };
        let candidate = |performance: Performance| {
            let matrix = normalised(&performance);
            let key = key(metric, &matrix)?;
            let finite = is_finite(metric, &key);
            Some(Candidate { performance, matrix, key, finite })
        };
        Self { metric, candidates: performances.into_iter().filter_map(candidate).collect() }
    }

    /// Returns the number of performances.
    pub(super) fn size(&self) -> usize {
        self.candidates.len()
    }

    /// Two performances that break the first test; with `reversed`, of the score with the opposite
    /// sign.
    pub(super) fn against_satisfaction(&self, reversed: bool, values: Values) -> Option<Witness> {
        let (too_high, too_low) = if reversed {
            (Ordering::Less, Ordering::Greater)
        } else {
            (Ordering::Greater, Ordering::Less)
        };
        let breaks = |extreme: &Candidate, other: &Candidate| {
            let [wrong, right] = extreme.always_wrong_or_right();
            if wrong && extreme.key.is(too_high, &other.key) {
                Some([extreme.performance.clone(), other.performance.clone()])
            } else if right && extreme.key.is(too_low, &other.key) {
                Some([other.performance.clone(), extreme.performance.clone()])
            } else {
                None
            }
        };
        let usable =
            || self.candidates.iter().filter(|tried| tried.finite || values == Values::Any);
        let [better, worse] = usable().enumerate().find_map(|(before, second)| {
            usable()
                .take(before)
                .find_map(|first| breaks(first, second).or_else(|| breaks(second, first)))
        })?;
        Some(Witness::Satisfaction { better: self.valued(&better), worse: self.valued(&worse) })
    }

    /// Two performances and a mixture that is better than both, or worse than both.
    pub(super) fn against_mixing(&self, mixed: Mixed, values: Values) -> Option<Witness> {
        let only_finite = values == Values::Finite;
        let order = match mixed {
            Mixed::Better => Ordering::Greater,
            Mixed::Worse => Ordering::Less,
        };
        let mut usable: Vec<&Candidate> = Vec::new();
        for second in self.candidates.iter().filter(|candidate| candidate.finite || !only_finite) {
            for first in &usable {
                for (k, n) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4)] {
                    let weight = Rational::new(k, n);
                    let rest = weight.complement();
                    let parts = [(weight, &first.performance), (rest, &second.performance)];
                    let combination =
                        Performance::mixture(&parts).expect("two weights, four outcomes each");
                    let Some(key) = key(self.metric, &normalised(&combination)) else { continue };
                    if key.is(order, &first.key)
                        && key.is(order, &second.key)
                        && (!only_finite || is_finite(self.metric, &key))
                    {
                        return Some(Witness::Mixture {
                            parts: parts.map(|(weight, part)| (weight, self.valued(part))).into(),
                            mixture: self.valued(&combination),
                        });
                    }
                }
            }
            usable.push(second);
        }
        None
    }

    fn valued(&self, performance: &Performance) -> Valued {
        Valued {
            matrix: smallest_counts(performance),
            value: self.metric.value(&normalised(performance)),
        }
    }
}

fn is_finite(metric: &Metric, key: &Key) -> bool {
    match key {
        Key::Surrogate(Surrogate::Infinity) => false,
        Key::Surrogate(Surrogate::Finite(value)) => {
            metric.form() != ValueForm::Log || !value.is_zero()
        }
        Key::Enclosed(value) => !value.is_infinite(),
    }
}

fn normalised(performance: &Performance) -> ConfusionMatrix {
    ConfusionMatrix::try_from(performance).expect("four outcomes")
}

/// The matrix of the smallest integers in the same proportions.
fn smallest_counts(performance: &Performance) -> ConfusionMatrix {
    let probabilities = performance.probabilities();
    let unit = probabilities.iter().fold(BigInt::one(), |unit, p| unit.lcm(&p.denominator()));
    let counts: Vec<BigInt> =
        probabilities.iter().map(|p| p.numerator() * (&unit / p.denominator())).collect();
    let common = counts.iter().fold(BigInt::zero(), |common, count| common.gcd(count));
    let count = |place: usize| Rational::from(&counts[place] / &common);
    ConfusionMatrix::new(count(0), count(1), count(2), count(3)).expect("a performance")
}

/// Every performance of at most a given number of samples, once, by its least number of samples.
fn by_total(greatest: u64) -> Vec<Performance> {
    let mut performances = Vec::new();
    for total in 1..=greatest {
        for tn in 0..=total {
            for fp in 0..=total - tn {
                for fn_ in 0..=total - tn - fp {
                    let counts = [tn, fp, fn_, total - tn - fp - fn_];
                    if counts.iter().fold(0, |common, count| common.gcd(count)) == 1 {
                        let performance = Performance::from_counts(&counts);
                        performances.push(performance.expect("the total is positive"));
                    }
                }
            }
        }
    }
    performances
}

/// Every performance of this prior with rates of denominators up to `greatest`, once, by the larger
/// denominator.
fn by_rates(greatest: u64, prior: &Rational) -> Vec<Performance> {
    let mut rates: Vec<Rational> = Vec::new();
    let mut performances = Vec::new();
    for denominator in 1..=greatest {
        let known = rates.len();
        for numerator in 0..=denominator {
            if numerator.gcd(&denominator) == 1 {
                rates.push(Rational::new(numerator, denominator));
            }
        }
        for (i, tnr) in rates.iter().enumerate() {
            for (j, tpr) in rates.iter().enumerate() {
                if i >= known || j >= known {
                    let matrix = ConfusionMatrix::from_rates(tnr, tpr, prior);
                    performances.push(Performance::from(&matrix.expect("the prior was checked")));
                }
            }
        }
    }
    performances
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_small_performance_once() {
        let all = by_total(4);
        let distinct: HashSet<_> = all.iter().collect();
        // Of totals 1, 2, 3 and 4, without common factors.
        let expected = 4 + (10 - 4) + (20 - 4) + (35 - 10);
        assert_eq!((all.len(), distinct.len()), (expected, expected));
        let fixed = by_rates(4, &Rational::new(1, 3));
        let distinct: HashSet<_> = fixed.iter().collect();
        assert_eq!((fixed.len(), distinct.len()), (49, 49));
    }
}
