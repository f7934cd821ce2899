//! The quantile function of the standard normal distribution, enclosed.
//!
//! z = z(q) solves g(z) = sqrt(2 pi)(q - 1/2), where
//!
//! ```text
//! g(z) = integral from 0 to z of exp(-t^2/2) dt = sum over k of (-1)^k z^(2k+1)/(2^k k! (2k+1)).
//! ```
//!
//! A candidate is found by Newton's method and then certified: g at the ends of a short interval
//! around it, with a proved bound on the error of the sum, must enclose the right side. So what
//! finds the candidate (it starts from a double) cannot make the answer wrong.
//!
//! The work for g grows with the square of -ln(1 - q). If 1 - q is smaller than the precision that
//! is asked for, z is found in the same way from the logarithm of the tail's asymptotic series,
//! whose partial sums enclose it:
//!
//! ```text
//! 1 - q = exp(-z^2/2)/(sqrt(2 pi) z) (1 - 1/z^2 + 3/z^4 - 15/z^6 + ...).
//! ```
//!
//! The smallest term is about 1 - q, so that the series suffices, and the work does not depend on
//! q.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{Enclosure, Rational};

/// The standard normal quantile of a probability strictly between 0 and 1, to about that many
/// binary places. Antisymmetric to the last bit: z(1 - q) is -z(q) with the ends exchanged.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::normal_quantile;
/// let z = normal_quantile(&Rational::new(39, 40), 100);
/// assert_eq!(z.to_decimals(12).decimals(), ["1.959963984540", "1.959963984541"]);
/// ```
///
/// # Panics
/// If the probability is not between 0 and 1, both excluded.
pub fn normal_quantile(probability: &Rational, bits: u32) -> Enclosure {
    assert!(
        probability.is_positive() && *probability < Rational::ONE,
        "a quantile needs a probability between 0 and 1"
    );
    let half = Rational::new(1, 2);
    if *probability == half {
        return Enclosure::from_ends(BigInt::zero(), BigInt::zero(), bits);
    }
    if *probability < half {
        return -normal_quantile(&probability.complement(), bits);
    }
    upper_quantile(&(probability - &half), bits)
}

/// The sign of a sum of quantiles, each as often as the whole number beside it says: equal where
/// those of the same argument and of complements cancel. `None` if enclosures of up to `most_bits`
/// binary places do not tell.
pub(crate) fn sign_of_quantiles<'r>(
    sum: impl IntoIterator<Item = (&'r Rational, i64)>,
    most_bits: u32,
) -> Option<Ordering> {
    // Arguments above one half, with how often their quantile counts: z(1 - p) = -z(p).
    let mut terms: Vec<(Rational, i64)> = Vec::new();
    let half = Rational::new(1, 2);
    for (argument, sign) in sum {
        let (argument, sign) = match argument.cmp(&half) {
            Ordering::Less => (argument.complement(), -sign),
            Ordering::Equal => continue,
            Ordering::Greater => (argument.clone(), sign),
        };
        match terms.iter_mut().find(|(known, _)| *known == argument) {
            Some((_, count)) => *count += sign,
            None => terms.push((argument, sign)),
        }
    }
    terms.retain(|(_, count)| *count != 0);
    if terms.is_empty() {
        return Some(Ordering::Equal);
    }
    let precisions = std::iter::successors(Some(64), |bits: &u32| bits.checked_mul(2));
    precisions.take_while(|bits| *bits <= most_bits).find_map(|bits| {
        let zero = Enclosure::of_rational(&Rational::ZERO, bits);
        let sum = terms.iter().fold(zero, |sum, (argument, count)| {
            sum + normal_quantile(argument, bits) * Rational::from(*count)
        });
        sum.sign()
    })
}

/// z with probability 1/2 + excess, 0 < excess < 1/2.
fn upper_quantile(excess: &Rational, bits: u32) -> Enclosure {
    // With 1 - q = 1/2 - excess >= 2^-tail: z^2/2 < tail ln 2 < tail (Chernoff).
    let rest = Rational::new(1, 2) - excess;
    let zeros = rest.denominator().bits().saturating_sub(rest.numerator().bits());
    if zeros > u64::from(bits) + DEEP {
        return deep_quantile(&rest, bits);
    }
    // 1 - q >= 2^-tail.
    let tail = u32::try_from(zeros + 1).expect("fewer than 2^31 digits");
    // Near the root g' = exp(-z^2/2) >= 2^-(2 tail), so that many more places are needed; and as
    // many for the cancellation of the alternating sum.
    let working = bits + 6 * tail + 32;
    let target = circle_root(working) * excess;
    let (low, high) = target.ends();
    let mut z = initial(&rest, bits + 2);
    let unit = BigInt::one() << (working - bits - 2);
    for _ in 0..200 {
        let (sum, _) = integral(&z, bits + 2, working);
        let orders = square_as_f64(&z, bits + 2) / 2.0 / std::f64::consts::LN_2;
        let step = divide_by_power(&(low - sum), orders).div_floor(&unit);
        if step.magnitude() <= BigInt::one().magnitude() {
            break;
        }
        z += step;
        if !z.is_positive() {
            z = BigInt::one();
        }
    }
    let mut margin = BigInt::from(2);
    loop {
        let (left, right) = (&z - &margin, &z + &margin);
        let (low_sum, low_error) = integral(&left, bits + 2, working);
        let (high_sum, high_error) = integral(&right, bits + 2, working);
        if low_sum + low_error <= *low && high_sum - high_error >= *high {
            let four = BigInt::from(4);
            return Enclosure::from_ends(left.div_floor(&four), right.div_ceil(&four), bits);
        }
        margin <<= 1_u8;
    }
}

/// The binary zeros that 1 - q has beyond its places where the asymptotic series suffices.
const DEEP: u64 = 64;

/// z with probability 1 - `rest`, where `rest` is below 2^-(bits + DEEP).
fn deep_quantile(rest: &Rational, bits: u32) -> Enclosure {
    let places = bits + 2;
    // z^2/2 is below 2^32, and a place of z is at least one of the logarithm.
    let working = bits + 48;
    let root = circle_root(working);
    let ends = [root.lower(), root.upper()].map(|end| Enclosure::ln(&end, working));
    // -ln(1 - q) - ln sqrt(2 pi) = z^2/2 + ln z - ln(1 - 1/z^2 + ...).
    let target = -(Enclosure::ln(rest, working) + ends[0].hull(&ends[1]));
    let (low, high) = target.ends();
    let size = target.lower().to_f64();
    let mut z = scaled((2.0 * size - (2.0 * size).ln()).sqrt(), places);
    for _ in 0..200 {
        let (value, slope) = log_tail(&z, places, working);
        let step = ((low - value.ends().0) << 40_u8) / scaled(slope, 40);
        let step = step.div_floor(&(BigInt::one() << (working - places)));
        if step.magnitude() <= BigInt::one().magnitude() {
            break;
        }
        z += step;
    }
    let mut margin = BigInt::from(2);
    loop {
        let (left, right) = (&z - &margin, &z + &margin);
        let below = log_tail(&left, places, working).0.ends().1 <= low;
        if below && log_tail(&right, places, working).0.ends().0 >= high {
            let four = BigInt::from(4);
            return Enclosure::from_ends(left.div_floor(&four), right.div_ceil(&four), bits);
        }
        margin <<= 1_u8;
    }
}

/// z^2/2 + ln z - ln(1 - 1/z^2 + 3/z^4 - ...) for z = `z` 2^-places, which grows with z, and about
/// its slope.
fn log_tail(z: &BigInt, places: u32, working: u32) -> (Enclosure, f64) {
    let (value, one) =
        (Rational::new(z.clone(), BigInt::one() << places), BigInt::one() << working);
    let square = z * z;
    // Sums and terms rounded down and up. The terms decrease as long as 2k + 1 is below z^2.
    let (mut sums, mut terms) = ([one.clone(), one.clone()], [one.clone(), one.clone()]);
    let mut k = 0_u64;
    while !terms[1].is_one() && (BigInt::from(2 * k + 1) << (2 * places)) < square {
        let next = terms.each_ref().map(|term| (term * BigInt::from(2 * k + 1)) << (2 * places));
        terms = [next[0].div_floor(&square), next[1].div_ceil(&square)];
        if k % 2 == 0 {
            sums = [&sums[0] - &terms[1], &sums[1] - &terms[0]];
        } else {
            sums = [&sums[0] + &terms[0], &sums[1] + &terms[1]];
        }
        k += 1;
    }
    // The true value lies between the last two partial sums.
    let sums = [&sums[0] - &terms[1], &sums[1] + &terms[1]];
    let logarithm = |sum: &BigInt| {
        let quotient = &value * &Rational::new(one.clone(), sum.clone());
        Enclosure::ln(&quotient, working)
    };
    let half_square = Rational::new(square, BigInt::one() << (2 * places + 1));
    let found = logarithm(&sums[0]).hull(&logarithm(&sums[1]));
    let slope = value.to_f64() * one.to_f64().unwrap_or(1.0) / sums[0].to_f64().unwrap_or(1.0);
    let slope = if slope.is_finite() { slope } else { value.to_f64() };
    (found + Enclosure::of_rational(&half_square, working), slope)
}

/// A first guess, in units of 2^-bits: the root of the tail's leading term.
fn initial(rest: &Rational, bits: u32) -> BigInt {
    let binary_orders = rest.denominator().bits().saturating_sub(rest.numerator().bits());
    let guess = if binary_orders <= 2 {
        0.5
    } else {
        (2.0 * std::f64::consts::LN_2 * binary_orders.to_f64().unwrap_or(1.0)).sqrt() - 0.5
    };
    scaled(guess, bits)
}

/// A double as an integer multiple of 2^-bits, rounded.
fn scaled(value: f64, bits: u32) -> BigInt {
    const MANTISSA: u32 = 40;
    let integer = BigInt::from((value * f64::from(2_u32).powi(40)).round().to_i128().unwrap_or(0));
    if bits >= MANTISSA { integer << (bits - MANTISSA) } else { integer >> (MANTISSA - bits) }
}

/// `value` 2^`orders` for orders from 0, about: only the candidate depends on it.
fn divide_by_power(value: &BigInt, orders: f64) -> BigInt {
    let whole = orders.floor();
    let mantissa = scaled((orders - whole).exp2(), 40);
    let shift = whole.to_u32().unwrap_or(0);
    if shift >= 40 {
        (value * mantissa) << (shift - 40)
    } else {
        (value * mantissa) >> (40 - shift)
    }
}

/// z^2 as a double, for the slope of Newton's method.
fn square_as_f64(z: &BigInt, bits: u32) -> f64 {
    let shifted = if bits > 40 { z >> (bits - 40) } else { z << (40 - bits) };
    let value = shifted.to_f64().unwrap_or(0.0) / 2_f64.powi(40);
    value * value
}

/// g(z) for z = `z` 2^-bits, as (sum, error) in units of 2^-working: the true value differs from
/// the sum by at most the error.
///
/// The term t_k = z^(2k+1)/(2^k k!) comes from t_(k-1) by one multiplication by z^2/(2k), rounded
/// down. An error of one unit made there grows by the product of the later factors, which is at
/// most e^(z^2/2) = E. So t_k is off by at most (k+1)E units, and its quotient by 2k+1 by one unit
/// more; the tail after the last term alternates and decreases, below one unit plus that error.
fn integral(z: &BigInt, bits: u32, working: u32) -> (BigInt, BigInt) {
    let square = z * z;
    let mut term = z << (working - bits);
    let mut sum = BigInt::zero();
    let mut k = 0_u64;
    // 2k > z^2 from where on the terms decrease.
    let turn = (&square >> (2 * u64::from(bits))) + 2_u8;
    loop {
        let part = term.div_floor(&BigInt::from(2 * k + 1));
        if k % 2 == 0 {
            sum += part;
        } else {
            sum -= part;
        }
        k += 1;
        term = ((&term * &square) >> (2 * u64::from(bits))).div_floor(&BigInt::from(2 * k));
        let small = term.magnitude() <= BigInt::one().magnitude();
        if small && BigInt::from(2 * k) > turn {
            break;
        }
    }
    // E <= 2^(z^2/2 * 1.4427 + 1) <= 2^(3/4 z^2 + 1), with z^2 rounded up.
    let exponent =
        ((&turn * 3_u8) >> 2_u8).to_u64().expect("z^2 is below the number of digits") + 2;
    let growth = BigInt::one() << exponent;
    let terms = BigInt::from(k + 2);
    (sum, &terms * (&terms * growth + 2_u8))
}

/// sqrt(2 pi), by Machin's formula pi = 16 arctan(1/5) - 4 arctan(1/239).
fn circle_root(bits: u32) -> Enclosure {
    let working = 2 * bits + 16;
    let one = BigInt::one() << working;
    let arctangent = |x: u32| -> (BigInt, u32) {
        let square = x * x;
        let mut power = &one / x;
        let (mut sum, mut k) = (BigInt::zero(), 0_u32);
        while !power.is_zero() {
            let part = &power / (2 * k + 1);
            if k % 2 == 0 {
                sum += part;
            } else {
                sum -= part;
            }
            power /= square;
            k += 1;
        }
        // Each power is off by less than two units, each quotient by one more; the tail by one.
        (sum, 3 * k + 3)
    };
    let (first, second) = (arctangent(5), arctangent(239));
    let pi = first.0 * 16_u8 - second.0 * 4_u8;
    let error = BigInt::from(16 * first.1 + 4 * second.1);
    let end = |value: BigInt| Rational::new(value << 1_u8, one.clone());
    let lower = Enclosure::sqrt(&end(&pi - &error), bits);
    let upper = Enclosure::sqrt(&end(&pi + &error), bits);
    Enclosure::from_ends(lower.ends().0.clone(), upper.ends().1.clone(), bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_quantiles_are_enclosed() {
        // Decimals of the usual tables of the normal distribution.
        for ((n, d), lower) in [
            ((39, 40), "1.95996398454005423552"),
            ((3, 4), "0.67448975019608174320"),
            ((99, 100), "2.32634787404084110088"),
            ((999_999, 1_000_000), "4.75342430882289894"),
        ] {
            let z = normal_quantile(&Rational::new(n, d), 90);
            let digits = u32::try_from(lower.len() - 2).expect("short");
            assert_eq!(z.to_decimals(digits).decimals()[0], lower, "{n}/{d}");
            let width = z.upper() - z.lower();
            assert!(width < Rational::new(1, 1_i64 << 62), "{n}/{d}");
        }
    }

    #[test]
    fn quantiles_are_antisymmetric() {
        for d in 2..30 {
            for n in 1..d {
                let (z, mirrored) = (
                    normal_quantile(&Rational::new(n, d), 100),
                    normal_quantile(&Rational::new(d - n, d), 100),
                );
                assert_eq!(z.lower(), -mirrored.upper());
            }
        }
        assert_eq!(
            normal_quantile(&Rational::new(1, 2), 10).sign(),
            Some(std::cmp::Ordering::Equal)
        );
    }

    #[test]
    fn extreme_probabilities_end() {
        let tiny: Rational = "1e-300".parse().expect("a number");
        let z = normal_quantile(&tiny, 64);
        assert!(z.to_decimals(3).decimals()[0].starts_with("-37.04"), "{:?}", z.to_decimals(3));
    }

    /// Far out in the tail: by the series for g and by that of the tail, which must meet, and at
    /// once.
    #[test]
    fn quantiles_of_any_size_are_found_at_once() {
        let start = std::time::Instant::now();
        for (zeros, lower) in
            [(320, "-38.269"), (1000, "-67.785"), (4000, "-135.679"), (9990, "-214.459")]
        {
            let tiny = Rational::new(1, BigInt::from(10).pow(zeros));
            let z = normal_quantile(&tiny, 100);
            let [low, high] = z.to_decimals(20).decimals();
            assert!(low.starts_with(lower) && low[..20] == high[..20], "{zeros}: {low} {high}");
            let mirrored = normal_quantile(&tiny.complement(), 100);
            assert_eq!(z.lower(), -mirrored.upper());
        }
        // At the boundary between the two series.
        for zeros in [90_u32, 100, 160, 163, 164, 165, 166, 170, 300] {
            let rest = Rational::new(3, BigInt::from(4) << zeros);
            let [few, many] = [100, 400].map(|bits| -normal_quantile(&rest, bits));
            assert!(few.lower() <= many.lower() && many.upper() <= few.upper(), "{zeros}");
            assert!(
                few.upper() - few.lower() < Rational::new(1, BigInt::one() << 95_u8),
                "{zeros}"
            );
        }
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}
