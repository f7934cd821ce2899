//! Confidence intervals of a share, and whether a method gives printed ends.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::value::ReportedValue;
use crate::num::{Enclosure, Level, Rational, normal_quantile};

/// A usual confidence interval of a share of n samples, x of which are hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IntervalMethod {
    /// x/n with z standard errors either way; printed as they are, or cut off at 0 and 1.
    Wald,
    /// The shares p with |x/n - p| <= z sqrt(p(1 - p)/n).
    Wilson,
    /// The shares under which neither x or more nor x or fewer hits are less probable than half of
    /// what the level leaves.
    ClopperPearson,
}

impl IntervalMethod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wald, Self::Wilson, Self::ClopperPearson];

    /// Returns `true` if both ends of the interval for `hits` of `samples` at a level are as
    /// printed. The comparisons are exact, except that z is enclosed to 80 binary places; what is
    /// nearer to an end of a printed interval than that counts as within.
    ///
    /// O(n) sums of products of numbers with n times the digits of a printed end, for
    /// [`Self::ClopperPearson`].
    ///
    /// ```
    /// use exactile::num::Level;
    /// use exactile::reported::{IntervalMethod, ReportedValue, Rounding};
    /// let value = |text: &str| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
    /// let gives = |ends: [&str; 2]| -> Vec<IntervalMethod> {
    ///     let (level, ends) = (Level::default(), ends.map(value));
    ///     let methods = IntervalMethod::ALL.into_iter();
    ///     methods.filter(|method| method.gives([38, 40], &level, [&ends[0], &ends[1]])).collect()
    /// };
    /// assert_eq!(gives(["0.831", "0.994"]), [IntervalMethod::ClopperPearson]);
    /// assert_eq!(gives(["0.835", "0.986"]), [IntervalMethod::Wilson]);
    /// assert_eq!(gives(["0.882", "1.000"]), [IntervalMethod::Wald]);
    /// assert_eq!(gives(["0.882", "1.018"]), [IntervalMethod::Wald]);
    /// ```
    pub fn gives(
        self,
        [hits, samples]: [u64; 2],
        level: &Level,
        ends: [&ReportedValue; 2],
    ) -> bool {
        if samples == 0 || hits > samples {
            return false;
        }
        let [tail, _] = level.tails();
        // The upper end for x hits is 1 less the lower one for the misses.
        let mirrored = |value: &ReportedValue| {
            let (lower, upper) = (value.upper.complement(), value.lower.complement());
            (lower, upper)
        };
        let lower = (ends[0].lower.clone(), ends[0].upper.clone());
        [(hits, lower), (samples - hits, mirrored(ends[1]))].into_iter().all(
            |(hits, (from, to))| {
                let share = Share { hits, samples, tail: tail.clone() };
                let fits = |is_cut| {
                    share.ends_by(self, is_cut, &to, false)
                        && !share.ends_by(self, is_cut, &from, true)
                };
                fits(true) || self == Self::Wald && fits(false)
            },
        )
    }
}

struct Share {
    hits: u64,
    samples: u64,
    tail: Level,
}

impl Share {
    /// True if the lower end is at most `t`, or below it. If it is cut, 0 is the lower end where it
    /// would be below 0.
    fn ends_by(&self, method: IntervalMethod, is_cut: bool, t: &Rational, is_below: bool) -> bool {
        if is_cut && !t.is_positive() {
            return t.is_zero() && !is_below && self.ends_at_zero(method);
        }
        let (n, share) = (
            Rational::from(self.samples),
            Rational::from(self.hits) / Rational::from(self.samples),
        );
        if is_cut && *t >= Rational::ONE {
            return true;
        }
        match method {
            IntervalMethod::ClopperPearson => {
                let most = self.at_least_so_many(t);
                if is_below { most > *self.tail } else { most >= *self.tail }
            }
            _ => {
                if *t > share || *t == share && !is_below {
                    return true;
                }
                // (x/n - t)^2 n <= z^2 q(1 - q), with q = x/n or t.
                let of = if method == IntervalMethod::Wald { &share } else { t };
                let away = &share - t;
                let left = &away * &away * n;
                let spread = of * &of.complement();
                let [low, high] = self.z_squared().map(|z| z * &spread);
                if is_below { left < low } else { left <= high }
            }
        }
    }

    fn ends_at_zero(&self, method: IntervalMethod) -> bool {
        match method {
            IntervalMethod::Wald => {
                // x^2/n^2 n <= z^2 x/n (1 - x/n)
                let share = Rational::from(self.hits) / Rational::from(self.samples);
                let left = &share * &share * Rational::from(self.samples);
                left <= self.z_squared()[1].clone() * &share * share.complement()
            }
            _ => self.hits == 0,
        }
    }

    fn z_squared(&self) -> [Rational; 2] {
        const BITS: u32 = 80;
        let z: Enclosure = normal_quantile(&self.tail.complement(), BITS);
        [z.lower(), z.upper()].map(|z| &z * &z)
    }

    /// The probability of `hits` or more of `samples` at a rate t = a/b: a sum of C(n, k) a^k (b -
    /// a)^(n - k) over b^n.
    fn at_least_so_many(&self, t: &Rational) -> Rational {
        let (a, b) = (t.numerator(), t.denominator());
        let rest = &b - &a;
        // Fewer terms: those of the other side.
        let mut term = BigInt::one();
        for _ in 0..self.samples {
            term *= &rest;
        }
        let mut sum = BigInt::zero();
        for k in 0..self.hits {
            sum += &term;
            term = term * BigInt::from(self.samples - k) * &a / (BigInt::from(k + 1) * &rest);
        }
        let whole = b.pow(u32::try_from(self.samples).unwrap_or(u32::MAX));
        let below = Rational::from(sum) / Rational::from(whole);
        below.complement()
    }
}
