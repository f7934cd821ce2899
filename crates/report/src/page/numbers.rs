//! Numbers as people read them.

use num_integer::Integer;

use exactile::num::{Rational, Value};

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

/// A probability in millionths, with six decimals.
pub(super) fn millionths(probability: u32) -> String {
    format!("{}.{:06}", probability / 1_000_000, probability % 1_000_000)
}

/// A probability that is below a level, with as few decimals, two at least, as show that.
pub(super) fn below(probability: u32, level: &Rational) -> String {
    let exact = Rational::new(probability, 1_000_000);
    if probability < 5_000 {
        return "less than 0.01".to_owned();
    }
    (2..6)
        .map(|digits| (exact.to_decimal(digits), digits))
        .find(|(text, _)| text.parse::<Rational>().is_ok_and(|shown| shown < *level))
        .map_or_else(|| millionths(probability), |(text, _)| text)
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
    fn doubtful_probabilities_show_that_they_are_below_the_level() {
        let level = Rational::new(95, 100);
        assert_eq!(below(612_345, &level), "0.61");
        assert_eq!(below(946_000, &level), "0.946");
        assert_eq!(below(949_999, &level), "0.949999");
        assert_eq!(below(2_000, &level), "less than 0.01");
        assert_eq!(percent(&level), "95\u{a0}%");
        assert_eq!(percent(&Rational::new(1, 3)), "33.3333\u{a0}%");
        assert_eq!(millionths(1_000_000), "1.000000");
    }
}
