//! Evidence that may be checked after every sample: an e-value of samples that only one of two
//! classifiers has right.
//!
//! Let each of n = x + y discordant samples be one that only the first has right with the
//! probability t, and suppose that the first is not better: t <= 1/2. Then the mixture of
//! likelihood ratios over t uniform on `[1/2, 1]`
//!
//! ```text
//! e(x, y) = 2^(n+1) * integral from 1/2 to 1 of t^x (1 - t)^y dt
//!         = x! y!/(n+1)! * sum over k <= x of C(n+1, k)
//!         = 1/(y+1) * (1 + x/(y+2) + x (x-1)/((y+2)(y+3)) + ...)
//! ```
//!
//! is a non-negative supermartingale that starts at 1, in whatever order the samples come. By
//! Ville's inequality it ever reaches 1/alpha with a probability of at most alpha, so that one may
//! stop as soon as it does. It is a fraction that a reader can check. References: Ville, Étude
//! critique de la notion de collectif (1939); Robbins, Ann. Math. Statist. 41 (1970).

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::error::ContestError;
use crate::num::{Level, Rational};
use crate::performance::PairCounts;
use crate::score::Metric;

/// Discordant samples at any number of looks.
///
/// ```
/// use exactile::contest::EValue;
/// use exactile::num::Level;
/// use exactile::Rational;
/// assert_eq!(EValue::new(1, 0).exactly(), Rational::new(3, 2));
/// assert_eq!(EValue::new(0, 1).exactly(), Rational::new(1, 2));
/// assert_eq!(EValue::new(5, 1).exactly(), Rational::new(20, 7));
/// // A gate at 95 % needs 20.
/// assert!(!EValue::new(5, 1).reaches(&Level::default()));
/// assert!(EValue::new(9, 0).reaches(&Level::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EValue {
    first: u64,
    second: u64,
}

impl EValue {
    /// Returns the e-value of `first` samples that only the first has right and `second` that only
    /// the second has right.
    ///
    /// ```
    /// use exactile::contest::EValue;
    /// assert_eq!(EValue::new(5, 1).discordant(), [5, 1]);
    /// ```
    pub fn new(first: u64, second: u64) -> Self {
        Self { first, second }
    }

    /// Samples that only the first has right, and only the second.
    pub fn discordant(&self) -> [u64; 2] {
        [self.first, self.second]
    }

    /// The samples by which a metric has two classifiers differ: those of one class for its rates,
    /// of both classes for accuracy.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::contest::EValue;
    /// use exactile::performance::{JointCounts, PairCounts};
    /// let positive = JointCounts { only_first: 5, only_second: 1, ..Default::default() };
    /// let counts = PairCounts { positive, ..Default::default() };
    /// assert_eq!(EValue::of(&counts, &Metric::Tpr)?, EValue::new(5, 1));
    /// assert!(EValue::of(&counts, &Metric::Mcc).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Any other metric: its differences are no tosses of one coin.
    pub fn of(counts: &PairCounts, metric: &Metric) -> Result<Self, ContestError> {
        let (p, n) = (&counts.positive, &counts.negative);
        match metric {
            Metric::Tpr | Metric::Fnr => Ok(Self::new(p.only_first, p.only_second)),
            Metric::Tnr | Metric::Fpr => Ok(Self::new(n.only_first, n.only_second)),
            Metric::Accuracy | Metric::ErrorRate => {
                Ok(Self::new(p.only_first + n.only_first, p.only_second + n.only_second))
            }
            _ => Err(ContestError::NotAnytime(metric.clone())),
        }
    }

    /// The mean of those of both directions: evidence that the two differ, either way.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::EValue;
    /// // The mean of 3/2 and 1/2.
    /// assert_eq!(EValue::new(1, 0).of_either(), Rational::ONE);
    /// ```
    pub fn of_either(&self) -> Rational {
        let other = Self { first: self.second, second: self.first };
        (self.exactly() + other.exactly()) / Rational::from(2)
    }

    /// The fraction, over (n + 1) C(n, x). O(n m) word operations, m being the least of x, y and
    /// |x - y|.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::EValue;
    /// assert_eq!(EValue::new(1, 0).exactly(), Rational::new(3, 2));
    /// ```
    pub fn exactly(&self) -> Rational {
        let Self { first, second } = *self;
        let all = first + second;
        // More than half of them: all less the others.
        let sum = match first <= second {
            true => up_to(first, all + 1),
            false => (BigUint::one() << (all + 1)) - up_to(second, all + 1),
        };
        Rational::new(sum, choices(all, first.min(second)) * (all + 1))
    }

    /// Returns `true` if it is at least 1/(1 - level), which happens at any time at all with a
    /// probability of at most 1 - level if the first is not better.
    ///
    /// ```
    /// use exactile::contest::EValue;
    /// use exactile::num::Level;
    /// let level = Level::default();
    /// assert!(EValue::new(9, 0).reaches(&level) && !EValue::new(5, 1).reaches(&level));
    /// ```
    pub fn reaches(&self, level: &Level) -> bool {
        self.exactly() * level.complement() >= Rational::ONE
    }
}

/// The sum of C(n, k) over k up to a number of at most n/2.
fn up_to(last: u64, n: u64) -> BigUint {
    // The choices in the middle are fewer, or those up to the last.
    let middle = n - 2 * last - 1;
    if middle < last {
        ((BigUint::one() << n) - sum_of_choices(last + 1, middle, n)) >> 1
    } else {
        sum_of_choices(0, last + 1, n)
    }
}

/// Returns the sum of C(n, k) over `count` values of k, beginning with `first`.
fn sum_of_choices(first: u64, count: u64, n: u64) -> BigUint {
    let (mut sum, mut term) = (BigUint::zero(), choices(n, first.min(n - first)));
    for k in first..first + count {
        sum += &term;
        term *= n - k;
        term /= k + 1;
    }
    sum
}

/// C(n, k): a quotient of two products.
fn choices(n: u64, k: u64) -> BigUint {
    product(n - k + 1, n) / product(1, k)
}

/// The product of all integers from the first to the last, by halves, so that factors are of about
/// one size.
fn product(first: u64, last: u64) -> BigUint {
    const FEW: u64 = 16;
    if first + FEW > last {
        return (first..=last).fold(BigUint::one(), |product, factor| product * factor);
    }
    let middle = first.midpoint(last);
    product(first, middle) * product(middle + 1, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adding a discordant sample that either has right with the probability 1/2, or the second
    /// more often, does not raise its expectation.
    #[test]
    fn it_is_a_supermartingale() {
        for first in 0..30 {
            for second in 0..30 {
                let now = EValue::new(first, second).exactly();
                let up = EValue::new(first + 1, second).exactly();
                let down = EValue::new(first, second + 1).exactly();
                for (share, of) in [(1, 2), (1, 3), (0, 1)] {
                    let share = Rational::new(share, of);
                    let mean = &share * &up + share.complement() * &down;
                    assert!(mean <= now, "{first} {second}");
                }
                assert!(up > down, "{first} {second}");
            }
        }
        assert_eq!(EValue::new(0, 0).exactly(), Rational::ONE);
    }

    /// All three sums, of which the shortest is taken.
    #[test]
    fn it_is_the_sum_of_choices() {
        for first in 0..40_u64 {
            for second in 0..40_u64 {
                let n = first + second + 1;
                let choices = |k: u64| (0..k).fold(BigUint::one(), |c, i| c * (n - i) / (i + 1));
                let sum: BigUint = (0..=first).map(choices).sum();
                let ways = (0..first).fold(BigUint::one(), |c, i| c * (n - 1 - i) / (i + 1));
                let expected = Rational::new(sum, ways * n);
                assert_eq!(EValue::new(first, second).exactly(), expected, "{first} {second}");
            }
        }
    }

    /// 2^(n+1) times the integral, by the binomial theorem.
    #[test]
    fn it_is_the_integral() {
        for first in 0_u32..9 {
            for second in 0_u32..9 {
                let half =
                    |k: u32| (0..k).fold(Rational::ONE, |power, _| power / Rational::from(2));
                let (mut integral, mut choices) = (Rational::ZERO, Rational::ONE);
                for k in 0..=second {
                    let exponent = first + k + 1;
                    let term = &choices * half(exponent).complement() / Rational::from(exponent);
                    integral = if k % 2 == 0 { integral + term } else { integral - term };
                    choices = choices * Rational::from(second - k) / Rational::from(k + 1);
                }
                let expected = integral / half(first + second + 1);
                assert_eq!(EValue::new(first.into(), second.into()).exactly(), expected);
            }
        }
    }

    /// Returns the probability that two equal classifiers ever pass a gate within `samples`
    /// discordant samples if it is checked after each. `least` returns the least number of the
    /// first's samples with which the gate is passed, given all samples and this number one sample
    /// before.
    fn ever_passed(samples: u64, mut least: impl FnMut(u64, u64) -> u64) -> f64 {
        let (mut passed, mut from) = (0.0, 0);
        let mut paths = vec![1.0_f64];
        for all in 1..=samples {
            let mut next = vec![0.0; paths.len() + 1];
            for (first, chance) in paths.iter().enumerate() {
                next[first] += chance / 2.0;
                next[first + 1] += chance / 2.0;
            }
            from = least(all, from);
            let place = usize::try_from(from).expect("few");
            passed += next.iter_mut().skip(place).map(std::mem::take).sum::<f64>();
            paths = next;
        }
        passed
    }

    /// The e-value keeps its promise at any time; a test of a fixed size that is checked after
    /// every sample does not. The table of `docs/compare.md`.
    #[test]
    fn only_the_e_value_may_be_looked_at_every_time() {
        let level = Level::default();
        let passes = |all: u64, from: u64| {
            (from..=all)
                .find(|first| EValue::new(*first, all - first).reaches(&level))
                .unwrap_or(all + 1)
        };
        // At least so many of all tosses succeed with a chance of at most 1/20.
        let significant = |all: u64, from: u64| {
            let (mut tail, mut choices) = (BigUint::zero(), BigUint::one());
            let limit = BigUint::one() << all;
            for first in (from..=all).rev() {
                tail += &choices;
                if &tail * 20_u32 > limit {
                    return first + 1;
                }
                choices = choices * first / (all - first + 1);
            }
            from
        };
        for (samples, anytime, fixed) in
            [(20, "1.8", "9.9"), (100, "2.9", "20.2"), (1000, "3.6", "33.9")]
        {
            let shown = |chance: f64| format!("{:.1}", 100.0 * chance);
            assert_eq!(shown(ever_passed(samples, passes)), anytime, "{samples}");
            assert_eq!(shown(ever_passed(samples, significant)), fixed, "{samples}");
        }
    }
}
