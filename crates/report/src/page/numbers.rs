//! Numbers in text.

use num_integer::Integer;

use exactile::contest::TrulyBetter;
use exactile::num::{Rational, Value};

/// The direction in which a decimal is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Towards {
    /// The nearest decimal.
    Nearest,
    /// The greatest decimal that is not above the number.
    Below,
    /// The least decimal that is not below it.
    Above,
}

/// Returns a value with a given number of decimals, or `∞` or `undefined`.
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

/// Returns an interval whose printed ends enclose the exact ones: `0.956–0.992`.
pub(super) fn interval([lower, upper]: &[Value; 2], digits: u32) -> String {
    let (lower, upper) =
        (decimal(lower, digits, Towards::Below), decimal(upper, digits, Towards::Above));
    if lower.starts_with('−') || upper.starts_with('−') {
        return format!("{lower} to {upper}");
    }
    format!("{lower}–{upper}")
}

/// Returns a part of 1 in per cent, without zeros at the end: `95 %`.
pub(super) fn percent(part: &Rational) -> String {
    let text = (part * Rational::from(100)).to_decimal(4);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text}\u{a0}%")
}

/// Returns a prior as a share: exact if one decimal of the percentage suffices, otherwise rounded
/// to one.
pub(super) fn share_of_positives(prior: &Rational) -> String {
    percent_to(prior, 1)
}

/// Returns a part of 1 in per cent: exact if one decimal suffices, otherwise with `digits`
/// decimals.
pub(super) fn percent_to(of: &Rational, digits: u32) -> String {
    let percent = of * Rational::from(100);
    let text = if (&percent * Rational::from(10)).denominator() == 1.into() {
        percent.to_decimal(1).trim_end_matches(".0").to_owned()
    } else if *of < Rational::new(1, 2000) {
        significant(&percent, digits + 1)
    } else {
        percent.to_decimal(digits)
    };
    format!("{text}\u{a0}%")
}

/// Returns a positive number with significant digits; with an exponent below 0.001 and from a
/// million on.
pub(super) fn significant(of: &Rational, digits: u32) -> String {
    let ten = Rational::from(10);
    let (mut exponent, mut lead) = (0_i64, of.clone());
    while lead >= ten {
        lead = lead / &ten;
        exponent += 1;
    }
    while lead < Rational::ONE {
        lead = lead * &ten;
        exponent -= 1;
    }
    if (-3..6).contains(&exponent) {
        let decimals = i64::from(digits) - 1 - exponent;
        return of.to_decimal(u32::try_from(decimals).unwrap_or(0));
    }
    format!("{}e{exponent}", lead.to_decimal(digits - 1))
}

/// Returns a probability in millionths, with three decimals; only 0 reads as 0, and only 1 as 1.
pub(super) fn millionths(probability: u32) -> String {
    match probability {
        1..500 => "below 0.001".to_owned(),
        999_501..1_000_000 => "above 0.999".to_owned(),
        _ => Rational::new(probability, 1_000_000).to_decimal(3),
    }
}

/// Returns a probability in words: `0.937`, `about 0.62`, `at least 0.93`.
pub(super) fn probability(of: &TrulyBetter, digits: u32) -> String {
    told(&of.lower, &of.upper, digits)
}

/// Returns a probability that is known within limits, with the certain digits, at most `digits`. If
/// not even one digit is certain, it is one of the limits if the other is trivial, otherwise the
/// middle.
pub(super) fn told(lower: &Rational, upper: &Rational, digits: u32) -> String {
    if let Some(text) = agreed(lower, upper, digits) {
        return text;
    }
    let half_unit = Rational::new(1, 2000);
    let places = if upper - lower < Rational::new(1, 100) { 3 } else { 2 };
    if *upper >= half_unit.complement() {
        return format!("at least {}", rounded(lower, places, Towards::Below));
    }
    if *lower < half_unit {
        return format!("at most {}", rounded(upper, places, Towards::Above));
    }
    let fewer = (1..digits).rev().find_map(|digits| agreed(lower, upper, digits));
    fewer.unwrap_or_else(|| {
        let middle = (lower + upper) / Rational::from(2);
        format!("about {}", middle.to_decimal(2))
    })
}

/// Returns the decimal to which both limits are rounded; only 0 reads as 0, and only 1 as 1.
fn agreed(lower: &Rational, upper: &Rational, digits: u32) -> Option<String> {
    let text = lower.to_decimal(digits);
    if text != upper.to_decimal(digits) {
        return None;
    }
    let unit = Rational::ONE / Rational::from(10_u64.pow(digits));
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    if text == zero.to_decimal(digits) && *upper > zero {
        return Some(format!("below {}", unit.to_decimal(digits)));
    }
    if text == one.to_decimal(digits) && *lower < one {
        return Some(format!("above {}", unit.complement().to_decimal(digits)));
    }
    Some(text)
}

/// Returns both limits if [`told`] does not print `digits` certain digits: `0.61 to 0.65`.
pub(super) fn limits(lower: &Rational, upper: &Rational, digits: u32) -> Option<String> {
    let places = if upper - lower < Rational::new(1, 100) { 3 } else { 2 };
    agreed(lower, upper, digits).is_none().then(|| {
        let (low, high) =
            (rounded(lower, places, Towards::Below), rounded(upper, places, Towards::Above));
        format!("{low} to {high}")
    })
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
            told(&Rational::new(lower.0, lower.1), &Rational::new(upper.0, upper.1), 3)
        };
        assert_eq!(of((6121, 10_000), (6124, 10_000)), "0.612");
        assert_eq!(of((6121, 10_000), (6140, 10_000)), "0.61");
        assert_eq!(of((6121, 10_000), (6480, 10_000)), "0.6");
        assert_eq!(of((61, 100), (66, 100)), "about 0.64");
        assert_eq!(of((998, 1000), (1, 1)), "at least 0.998");
        assert_eq!(of((0, 1), (13, 1000)), "at most 0.02");
        assert_eq!(of((1, 1_000_000), (2, 1_000_000)), "below 0.001");
        assert_eq!(of((0, 1), (1, 1_000_000)), "below 0.001");
        assert_eq!(of((999_999, 1_000_000), (1, 1)), "above 0.999");
        assert_eq!(of((1, 1), (1, 1)), "1.000");
        let both =
            |low: i64, high: i64| limits(&Rational::new(low, 100), &Rational::new(high, 100), 3);
        assert_eq!(both(61, 66), Some("0.61 to 0.66".to_owned()));
        assert_eq!(both(61, 61), None);
        assert_eq!(percent(&Rational::new(1, 3)), "33.3333\u{a0}%");
        assert_eq!(percent(&Rational::new(95, 100)), "95\u{a0}%");
        assert_eq!(millionths(1_000_000), "1.000");
        assert_eq!(millionths(999_999), "above 0.999");
        assert_eq!(millionths(1), "below 0.001");
        assert_eq!(millionths(612_500), "0.612");
    }
}
