//! Areas: the integral of a over b once around a region, in closed form.

use super::file::{AreaEntry, IrrationalEntry};
use super::plane::{Bilinear, Point};
use crate::num::{LogSum, Rational};

/// The area that edges enclose, counter-clockwise.
///
/// On `k_ab ab + k_a a + k_b b + k_1 = 0` stands a = (p b + q)/(r b + s) with p = -k_b, q = -k_1,
/// r = k_ab, s = k_a. Its integral over b is p/r times the way plus (q r - p s)/r^2 times the
/// logarithm of the ratio of r b + s at the ends; for r = 0 it is a trapezium.
pub(super) fn enclosed(edges: &[(Bilinear, [Point; 2])]) -> LogSum {
    edges.iter().fold(LogSum::default(), |total, (edge, [from, to])| {
        let height = &to.b - &from.b;
        if height.is_zero() {
            return total;
        }
        let [r, s, minus_p, minus_q] = edge.0.clone().map(Rational::from);
        if r.is_zero() {
            return total + (height * (&from.a + &to.a) / Rational::from(2)).into();
        }
        let ratio = (&r * &to.b + &s) / (&r * &from.b + &s);
        let factor = (&minus_p * &s - &minus_q * &r) / (&r * &r);
        total + LogSum::from(-minus_p / r * height) + LogSum::ln(&ratio).times(&factor)
    })
}

/// Why an area in the file is not this one.
///
/// A rational has one text. Of an irrational one the closed form is compared as text too, and the
/// decimals with the narrowest ones of as many digits, at least 15.
pub(super) fn mismatch(entry: &AreaEntry, value: &LogSum) -> Option<String> {
    const LEAST_DIGITS: usize = 15;
    const MOST_DIGITS: usize = 1000;
    match (entry, value.as_rational()) {
        (AreaEntry::Rational(text), Some(value)) => {
            (*text != value.to_string()).then(|| format!("the area is {value}, not {text}"))
        }
        (AreaEntry::Rational(text), None) => Some(format!("the area is {value}, not {text}")),
        (AreaEntry::Irrational(IrrationalEntry { exact, .. }), _)
            if *exact != value.to_string() =>
        {
            Some(format!("the area is {value}, not {exact}"))
        }
        (AreaEntry::Irrational(IrrationalEntry { lower, upper, .. }), _) => {
            let digits = lower.split_once('.').map_or(0, |(_, digits)| digits.len());
            if !(LEAST_DIGITS..=MOST_DIGITS).contains(&digits) {
                return Some(format!("the area's decimal {lower} has {digits} digits"));
            }
            let known = value.to_certified(u32::try_from(digits).expect("at most 1000"));
            ([lower, upper] != [&known.lower, &known.upper]).then(|| {
                let right = format!("[{}, {}]", known.lower, known.upper);
                format!("the area lies in {right}, not in [{lower}, {upper}]")
            })
        }
    }
}
