//! Limits of a probability from a count of draws, and of an expectation from their mean: limits
//! that miss once in 10^9 seeds.

use std::collections::HashMap;
use std::f64::consts::TAU;

use super::gammas::Between;
use crate::num::{CertifiedDecimal, Enclosure, Rational, Value};

/// Half of the probability that an interval misses.
const MISS: f64 = 5e-10;
/// The ends of an interval are found to within this.
const CLOSE: f64 = 1e-7;

/// The interval of Clopper and Pearson for `hits` of `draws`, widened by less than 10^-6.
pub(super) fn clopper_pearson(hits: u32, draws: u32) -> Between {
    let of_others = Between::exactly(least(draws - hits, draws));
    Between { lower: least(hits, draws), upper: of_others.complement().upper }
}

/// A probability so small that as many hits would have a chance below [`MISS`].
fn least(hits: u32, draws: u32) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    let (k, n) = (f64::from(hits), f64::from(draws));
    let at_least = AtLeast::new(hits, draws);
    // Chernoff: at least k hits have a chance of at most exp(-n KL(k/n || x)) for x below k/n.
    let share = k / n;
    let divergence = |x: f64| {
        let part = |p: f64, q: f64| if p == 0.0 { 0.0 } else { p * (p / q).ln() };
        n * (part(share, x) + part(1.0 - share, 1.0 - x))
    };
    let (mut low, mut high) = (0.0, share);
    for _ in 0..60 {
        let x = f64::midpoint(low, high);
        if divergence(x) > -MISS.ln() * (1.0 + 1e-6) { low = x } else { high = x }
    }
    high = share;
    // The logarithm of the chance is nearly linear: its zero is guessed from both ends, and tried
    // on either side in turn.
    let (mut at_low, mut at_high) = (-1.0, -MISS.ln() - std::f64::consts::LN_2);
    let mut tries = 0;
    while high - low > CLOSE {
        tries += 1;
        let guess = low - at_low * (high - low) / (at_high - at_low);
        let aside = if tries % 2 == 0 { 0.4 * CLOSE } else { -0.4 * CLOSE };
        let x = if tries > 20 { f64::midpoint(low, high) } else { guess + aside };
        let x = x.clamp(low + 0.01 * (high - low), high - 0.01 * (high - low));
        let chance = at_least.chance(x);
        let excess = (chance.middle().max(1e-300) / MISS).ln();
        if chance.upper <= MISS {
            (low, at_low) = (x, excess.min(-1e-12));
        } else {
            (high, at_high) = (x, excess.max(1e-12));
        }
    }
    low
}

/// At least k hits, one or more, among n draws.
///
/// With D(m) = ln m! - (m ln m - m + ln(2 pi m)/2), exactly k hits of a probability x have
///
/// ```text
/// ln P = -k ln(k/(n x)) - (n - k) ln((n - k)/(n (1 - x)))
///        + ln(n/(2 pi k (n - k)))/2 + D(n) - D(k) - D(n - k)
/// ```
///
/// (Loader, "Fast and accurate computation of binomial probabilities", 2000), and one hit more has
/// (n - k)/(k + 1) x/(1 - x) of that. Below k/n these shares are less than one, and they fall.
struct AtLeast {
    k: f64,
    n: f64,
    /// The part that does not depend on x.
    constant: f64,
}

impl AtLeast {
    fn new(hits: u32, draws: u32) -> Self {
        let (k, n) = (f64::from(hits), f64::from(draws));
        let constant = match draws - hits {
            0 => 0.0,
            misses => {
                let half = (n / (TAU * k * f64::from(misses))).ln() / 2.0;
                half + beyond_stirling(draws) - beyond_stirling(hits) - beyond_stirling(misses)
            }
        };
        Self { k, n, constant }
    }

    /// The chance if each has the probability x, which is below k/n, but not by so much that the
    /// chance is below 10^-10.
    ///
    /// The first two terms of the logarithm are at most 30 + 7 sqrt(k), their sum being n times the
    /// relative entropy of k/n and x, which is at most 25. Logarithms err by at most 4 units of
    /// their last place, and those of numbers with two roundings by 2 roundings more, each times k
    /// or n - k. So the logarithm of P errs by less than 4 n + 1000 units, and the sum of the
    /// shares by 3 units for each of them, of which there are at most n.
    fn chance(&self, x: f64) -> Between {
        let Self { k, n, constant } = *self;
        let part = |count: f64, share: f64| match count {
            0.0 => 0.0,
            _ => count * (count / (n * share)).ln(),
        };
        let exactly = (constant - part(k, x) - part(n - k, 1.0 - x)).exp();
        let odds = x / (1.0 - x);
        let (mut sum, mut share, mut hits) = (1.0, 1.0, k);
        let rest = loop {
            let factor = (n - hits) / (hits + 1.0) * odds;
            share *= factor;
            sum += share;
            hits += 1.0;
            let rest = share * factor / (1.0 - factor);
            if rest <= sum * f64::EPSILON {
                break rest;
            }
        };
        let error = (8.0 * n + 2000.0) * f64::EPSILON;
        let chance = exactly * sum;
        let upper = (exactly * (sum + rest) * (1.0 + error)).min(1.0);
        Between { lower: chance * (1.0 - error), upper }
    }
}

/// ln m! less Stirling's approximation, m ln m - m + ln(2 pi m)/2, to within 10^-13.
fn beyond_stirling(m: u32) -> f64 {
    const SMALL: u32 = 40;
    let x = f64::from(m);
    if m < SMALL {
        let logarithms: f64 = (2..=m).map(|i| f64::from(i).ln()).sum();
        return logarithms - (x * x.ln() - x + (TAU * x).ln() / 2.0);
    }
    let square = x * x;
    // The error is less than the next term, which is 1/(1680 x^7).
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * square)) / square) / x
}

/// Two places among sorted draws, from 0 on: the quantile of that share is below the draw at the
/// first and above that at the second with a chance of at most [`MISS`] each. By Chernoff's bound:
/// k of n draws are below a quantile of share q, or fewer (more), with a chance of at most exp(-n
/// KL(k/n || q)) for k/n below (above) q. `None` without draws, and for a share so close to 0 or 1
/// that even the outermost draw may miss it.
pub(super) fn order_statistics(share: f64, draws: u32) -> Option<[usize; 2]> {
    if draws == 0 {
        return None;
    }
    let n = f64::from(draws);
    let divergence = |k: u32| {
        let p = f64::from(k) / n;
        let part = |p: f64, q: f64| if p == 0.0 { 0.0 } else { p * (p / q).ln() };
        n * (part(p, share) + part(1.0 - p, 1.0 - share))
    };
    let demand = -MISS.ln() * (1.0 + 1e-9);
    // The count nearest to the share that is improbable on either side.
    let mut sides = [0, draws];
    for (side, count) in sides.iter_mut().enumerate() {
        let is_below = side == 0;
        let (mut far, mut near) = (*count, nearest(share * n));
        if divergence(far) < demand {
            return None;
        }
        while far.abs_diff(near) > 1 {
            let middle = far.midpoint(near);
            let is_far =
                (f64::from(middle) < share * n) == is_below && divergence(middle) >= demand;
            if is_far { far = middle } else { near = middle }
        }
        *count = far;
    }
    let place = |count: u32| usize::try_from(count).expect("a count");
    Some([place(sides[0]), place(sides[1] - 1)])
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
fn nearest(count: f64) -> u32 {
    count.round() as u32
}

/// The limits of many counts of one number of draws.
pub(super) struct Limits {
    draws: u32,
    known: HashMap<u32, Between>,
}

impl Limits {
    pub(super) fn new(draws: u32) -> Self {
        Self { draws, known: HashMap::new() }
    }

    /// The limits of the probability of what occurred in `hits` draws.
    pub(super) fn of(&mut self, hits: u32) -> Between {
        let draws = self.draws;
        *self.known.entry(hits).or_insert_with(|| clopper_pearson(hits, draws))
    }

    /// The same as decimals.
    pub(super) fn value(&mut self, hits: u32) -> Value {
        Value::Enclosed(between(self.of(hits)))
    }
}

/// Limits of the expectation of a variable between 0 and `range`, from the sum and the sum of
/// squares of as many draws: the empirical inequality of Bernstein (Maurer and Pontil, COLT 2009,
/// theorem 4),
///
/// ```text
/// |mean - expectation| <= sqrt(2 V ln(2/d)/n) + 7 range ln(2/d)/(3 (n - 1)),
/// ```
///
/// V being the sample variance and d the probability to miss on one side.
pub(super) fn bernstein(sum: u64, squares: u64, draws: u64, range: f64) -> Between {
    let double = |count: u64| Rational::from(count).to_f64();
    let (n, mean) = (double(draws), Rational::new(sum, draws));
    if draws < 2 {
        return Between { lower: 0.0, upper: range };
    }
    // Exact until here: squares and their mean may be close.
    let spread = Rational::from(squares) - Rational::from(sum) * &mean;
    let variance = spread.to_f64() / (n - 1.0);
    let demand = (2.0 / MISS).ln();
    let off = (2.0 * variance * demand / n).sqrt() + 7.0 * range * demand / (3.0 * (n - 1.0));
    let (mean, off) = (mean.to_f64(), off * (1.0 + 1e-9));
    Between { lower: (mean - off).max(0.0), upper: (mean + off).min(range) }
}

/// Decimals around an interval, with no more digits than say something.
pub(super) fn between(interval: Between) -> CertifiedDecimal {
    let exactly = |end: f64| Rational::try_from(end).expect("limits are finite");
    decimals(&exactly(interval.lower), &exactly(interval.upper))
}

/// The same for rational ends.
pub(super) fn decimals(lower: &Rational, upper: &Rational) -> CertifiedDecimal {
    const MOST: u32 = 12;
    const BITS: u32 = 80;
    let width = upper - lower;
    let mut digits = 3;
    while digits < MOST && width < Rational::new(100, 10_i64.pow(digits)) {
        digits += 1;
    }
    Enclosure::between(lower, upper, BITS).to_decimals(digits)
}

#[cfg(test)]
mod tests {
    use super::super::gammas::positive;
    use super::*;

    #[test]
    fn intervals_are_those_of_clopper_and_pearson() {
        // Nothing in n draws: 1 - (5 10^-10)^(1/n).
        let nothing = clopper_pearson(0, 100);
        assert!(
            nothing.lower == 0.0 && (nothing.upper - (1.0 - 5e-10_f64.powf(0.01))).abs() < 1e-6
        );
        // scipy.stats.beta.ppf(5e-10, 50, 51)
        let half = clopper_pearson(50, 100);
        assert!((half.lower + half.upper - 1.0).abs() < 1e-6 && half.lower < 0.25, "{half:?}");
        // scipy.stats.beta.ppf(5e-10, 199937, 64), where sums over a line of integration are wide.
        let nearly_all = clopper_pearson(199_937, 200_000).lower;
        assert!((nearly_all - 0.999_372_356_811).abs() < 1e-7, "{nearly_all}");
    }

    /// One probability higher by 10^-6 would be missed too often: the ends are no wider than that.
    #[test]
    fn limits_are_as_narrow_as_they_may_be() {
        for (hits, draws) in
            [(1, 10), (3, 1000), (1000, 100_000), (50_000, 100_000), (99_990, 100_000)]
        {
            let low = least(hits, draws);
            let chance = |x: f64| {
                let (k, rest) = (f64::from(hits), f64::from(draws - hits) + 1.0);
                positive([(x - 1.0, k), (x, rest), (0.0, 0.0), (0.0, 0.0)], 1e-16)
            };
            assert!(chance(low).upper <= MISS, "{hits} of {draws}");
            assert!(chance(low + 1e-6).lower > MISS, "{hits} of {draws}: {low}");
        }
    }

    /// The chance of at least k hits of n is P(B <= x) with B from Beta(k, n - k + 1), which is
    /// G_1/(G_1 + G_2) for gamma variables; for a few draws it is a sum of fractions.
    #[test]
    fn chances_of_hits_are_enclosed() {
        for (hits, draws) in [(1, 1), (2, 2), (1, 9), (7, 9), (39, 41), (40, 80), (60, 60)] {
            for tenths in 1..10 {
                let share = Rational::new(tenths * hits, 10 * draws);
                let (mut exact, mut choices) = (Rational::ZERO, Rational::ONE);
                for k in 0..=draws {
                    if k >= hits {
                        let factors = (0..draws).map(|i| match i < k {
                            true => share.clone(),
                            false => share.complement(),
                        });
                        exact = exact + factors.fold(choices.clone(), |product, one| product * one);
                    }
                    choices = choices * Rational::new(draws - k, k + 1);
                }
                let found = AtLeast::new(hits, draws).chance(share.to_f64());
                let exact = exact.to_f64();
                assert!(found.lower <= exact && exact <= found.upper, "{hits} {draws} {found:?}");
                assert!(found.upper <= found.lower * (1.0 + 1e-11), "{hits} {draws} {found:?}");
            }
        }
        for (hits, draws) in [(1, 200_000), (5, 200_000), (100_000, 200_000), (199_999, 200_000)] {
            let least = least(hits, draws);
            for x in [least, least * 0.99 + 0.01 * f64::from(hits) / f64::from(draws)] {
                let found = AtLeast::new(hits, draws).chance(x);
                let (k, rest) = (f64::from(hits), f64::from(draws - hits) + 1.0);
                let same = positive([(x - 1.0, k), (x, rest), (0.0, 0.0), (0.0, 0.0)], 1e-18);
                assert!(found.lower <= same.upper && same.lower <= found.upper, "{hits} {x}");
                assert!(found.upper < found.lower * 1.000_001, "{hits} {x}: {found:?}");
            }
        }
    }

    /// As many draws below the quantile as at the place, or more, are improbable, and one place
    /// further in is not by the bound.
    #[test]
    fn order_statistics_hold_the_quantile() {
        assert_eq!(order_statistics(0.025, 0), None);
        assert_eq!(order_statistics(0.025, 100), None);
        for (share, draws) in [(0.025, 200_000), (0.5, 1000), (0.975, 50_000)] {
            let [low, high] = order_statistics(share, draws).expect("enough draws");
            // At least `low` + 1 draws are below the quantile: P(B >= k) = P(Beta(k, n - k + 1) <=
            // share).
            let at_least = |k: usize| {
                let k = f64::from(u32::try_from(k).expect("small"));
                let rest = f64::from(draws) - k + 1.0;
                positive([(share - 1.0, k), (share, rest), (0.0, 0.0), (0.0, 0.0)], 1e-14)
            };
            let miss = at_least(low + 1).complement();
            assert!(miss.upper <= MISS * 1.01, "{share} {draws}: {miss:?}");
            let beyond = at_least(high + 1);
            assert!(beyond.upper <= MISS * 1.01, "{share} {draws}: {beyond:?}");
            let off = (f64::from(draws) * share * (1.0 - share)).sqrt() * 7.5;
            let near = |place: usize| {
                (f64::from(u32::try_from(place).expect("small")) - share * f64::from(draws)).abs()
            };
            assert!(near(low) < off && near(high) < off, "{low} {high}");
        }
    }

    #[test]
    fn means_have_limits() {
        // A hundred zeros and a hundred ones.
        let half = bernstein(100, 100, 200, 1.0);
        assert!(half.lower < 0.2 && half.upper > 0.8 && half.lower > 0.0, "{half:?}");
        let always = bernstein(3 * 1_000_000, 9 * 1_000_000, 1_000_000, 4.0);
        assert!(always.lower > 2.999 && always.lower < 3.0 && always.upper < 3.001, "{always:?}");
    }
}
