//! Numbers as people read them.

use num_integer::Integer;

use exactile::contest::TrulyBetter;
use exactile::num::{Rational, Value};
use exactile_document::significant;

/// Which way a decimal is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Towards {
    /// The nearest decimal.
    Nearest,
    /// The greatest decimal that is not above the number.
    Below,
    /// The least decimal that is not below it.
    Above,
}

/// A value with a given number of decimals, `∞` and `undefined` included.
pub(super) fn decimal(value: &Value, digits: u32, towards: Towards) -> String {
    match (value, value.ends()) {
        (_, Some([_, upper])) if towards == Towards::Above => rounded(&upper, digits, towards),
        (_, Some([lower, _])) => rounded(&lower, digits, towards),
        (Value::Infinity, _) => "∞".to_owned(),
        (Value::NegativeInfinity, _) => "−∞".to_owned(),
        _ => "undefined".to_owned(),
    }
}

fn rounded(value: &Rational, digits: u32, towards: Towards) -> String {
    let unit = Rational::from(10_u64.pow(digits));
    let scaled = value * &unit;
    let (above, below) = (scaled.numerator(), scaled.denominator());
    let text = match towards {
        Towards::Nearest => value.to_decimal(digits),
        Towards::Below => (Rational::from(above.div_floor(&below)) / unit).to_decimal(digits),
        Towards::Above => (Rational::from(above.div_ceil(&below)) / unit).to_decimal(digits),
    };
    text.replace('-', "−")
}

/// An interval whose printed ends hold the exact ones: `0.956–0.992`.
pub(super) fn interval([lower, upper]: &[Value; 2], digits: u32) -> String {
    let (lower, upper) =
        (decimal(lower, digits, Towards::Below), decimal(upper, digits, Towards::Above));
    if lower.starts_with('−') || upper.starts_with('−') {
        return format!("{lower} to {upper}");
    }
    format!("{lower}–{upper}")
}

/// A part of 1 in per cent, without zeros at the end: `95 %`.
pub(super) fn percent(part: &Rational) -> String {
    let text = (part * Rational::from(100)).to_decimal(4);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text}\u{a0}%")
}

/// A probability in millionths, with three decimals; only nothing reads as 0, and only certainty as 1.
pub(super) fn millionths(probability: u32) -> String {
    match probability {
        1..500 => "below 0.001".to_owned(),
        999_501..1_000_000 => "above 0.999".to_owned(),
        _ => Rational::new(probability, 1_000_000).to_decimal(3),
    }
}

/// A probability as people read it, three digits where they are certain: `0.937`, `0.61–0.64`.
pub(super) fn probability(of: &TrulyBetter) -> String {
    range(&of.lower, &of.upper)
}

/// A probability that is known within limits. Where both ends are the same with three decimals there is
/// one number; ends of what is left are rounded outwards, to two decimals where three would say too much.
pub(super) fn range(lower: &Rational, upper: &Rational) -> String {
    let nearest = |of: &Rational| of.to_decimal(3);
    if nearest(lower) == nearest(upper) {
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        return match nearest(lower).as_str() {
            "0.000" if *upper > zero => "below 0.001".to_owned(),
            "1.000" if *lower < one => "above 0.999".to_owned(),
            text => text.to_owned(),
        };
    }
    let digits = if upper - lower < Rational::new(1, 100) { 3 } else { 2 };
    let (low, high) =
        (rounded(lower, digits, Towards::Below), rounded(upper, digits, Towards::Above));
    format!("{low}–{high}")
}

/// A ratio of two weights with two or three digits: `2.4`, `0.87`, `120`, `3.33e39`.
pub(super) fn ratio(of: &Rational) -> String {
    // Few digits that say it exactly.
    let plain = if *of < Rational::from(1_000_000) { 3 } else { 0 };
    for digits in 0..plain {
        let text = of.to_decimal(digits);
        if text.parse::<Rational>().is_ok_and(|shown| shown == *of) {
            return text;
        }
    }
    if *of >= Rational::from(1_000_000) {
        let text = significant(of, 3);
        let is_exact = text.parse::<Rational>().is_ok_and(|shown| shown == *of);
        return if is_exact { text } else { format!("about {text}") };
    }
    let digits = match of {
        of if *of >= Rational::from(100) => 0,
        of if *of >= Rational::from(10) => 1,
        _ => 2,
    };
    format!("about {}", of.to_decimal(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_rounded_outwards() {
        let interval_of = |low: (i64, i64), high: (i64, i64)| {
            let value = |(n, d)| Value::Exact(Rational::new(n, d));
            interval(&[value(low), value(high)], 3)
        };
        assert_eq!(interval_of((2, 3), (2, 3)), "0.666–0.667");
        assert_eq!(interval_of((1, 2), (1, 1)), "0.500–1.000");
        assert_eq!(interval_of((-2, 3), (1, 3)), "−0.667 to 0.334");
        let infinite = [Value::NegativeInfinity, Value::Infinity];
        assert_eq!(interval(&infinite, 3), "−∞ to ∞");
    }

    #[test]
    fn probabilities_have_the_digits_that_are_certain() {
        let of = |lower: (i64, i64), upper: (i64, i64)| {
            range(&Rational::new(lower.0, lower.1), &Rational::new(upper.0, upper.1))
        };
        assert_eq!(of((6121, 10_000), (6124, 10_000)), "0.612");
        assert_eq!(of((6121, 10_000), (6180, 10_000)), "0.612–0.618");
        assert_eq!(of((6121, 10_000), (6480, 10_000)), "0.61–0.65");
        assert_eq!(of((1, 1_000_000), (2, 1_000_000)), "below 0.001");
        assert_eq!(of((0, 1), (1, 1_000_000)), "below 0.001");
        assert_eq!(of((999_999, 1_000_000), (1, 1)), "above 0.999");
        assert_eq!(of((1, 1), (1, 1)), "1.000");
        assert_eq!(percent(&Rational::new(1, 3)), "33.3333\u{a0}%");
        assert_eq!(percent(&Rational::new(95, 100)), "95\u{a0}%");
        assert_eq!(millionths(1_000_000), "1.000");
        assert_eq!(millionths(999_999), "above 0.999");
        assert_eq!(millionths(1), "below 0.001");
        assert_eq!(millionths(612_500), "0.612");
    }

    #[test]
    fn ratios_have_few_digits() {
        let of = |n: i64, d: i64| ratio(&Rational::new(n, d));
        assert_eq!(
            (of(3, 1), of(7, 3), of(70, 3)),
            ("3".into(), "about 2.33".into(), "about 23.3".into())
        );
        assert_eq!((of(1001, 3), of(13, 2)), ("about 334".into(), "6.5".into()));
        let far = ratio(&"1e40/3".parse().expect("a number"));
        assert_eq!((far, of(2_000_000, 1)), ("about 3.33e39".into(), "2.00e6".into()));
    }
}
