//! Numbers of any size with a few significant digits.

use exactile::num::Rational;
use num_bigint::BigInt;

/// The exponents of numbers that are written without an exponent.
const PLAIN: std::ops::Range<i64> = -4..6;

/// Returns a positive number rounded to some significant digits from its exact value, half to even:
/// `0.00052`, `2.1e-8`, `3.4e39`.
pub fn significant(value: &Rational, digits: u32) -> String {
    if value.is_zero() {
        return "0".to_owned();
    }
    let power = |exponent: i64| {
        let digits = u32::try_from(exponent.unsigned_abs()).expect("digits in memory");
        let size = Rational::from(BigInt::from(10).pow(digits));
        if exponent < 0 { Rational::ONE.checked_div(&size).expect("not 0") } else { size }
    };
    let length = |of: &BigInt| i64::try_from(of.to_string().len()).expect("a length");
    // The exponent of the leading digit, or one more.
    let mut exponent = length(&value.numerator()) - length(&value.denominator());
    if *value < power(exponent) {
        exponent -= 1;
    }
    let kept = i64::from(digits) - 1;
    let mut mantissa = (value * &power(kept - exponent)).to_decimal(0);
    // All nines, rounded up.
    if i64::try_from(mantissa.len()).expect("a length") > kept + 1 {
        mantissa.pop();
        exponent += 1;
    }
    if PLAIN.contains(&exponent) {
        let shown = mantissa.parse::<Rational>().expect("digits") * power(exponent - kept);
        return shown.to_decimal(u32::try_from(kept - exponent).unwrap_or(0));
    }
    let (lead, rest) = mantissa.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{lead}{point}{rest}e{exponent}")
}

/// Returns a p-value with two significant digits; only 1 reads as 1.
///
/// ```
/// use exactile_document::p_value;
/// let shown = |p: &str| p_value(&p.parse().expect("a number"));
/// assert_eq!((shown("0.0026"), shown("1e-400"), shown("1")),
///     ("0.0026".into(), "1.0e-400".into(), "1.00".into()));
/// assert_eq!(shown("0.999"), "above 0.99");
/// ```
pub fn p_value(p: &Rational) -> String {
    if *p < Rational::new(1, 10) {
        return significant(p, 2);
    }
    match p.to_decimal(2) {
        text if text == "1.00" && *p < Rational::ONE => "above 0.99".to_owned(),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_count_are_kept_at_any_size() {
        let shown = |text: &str, digits| significant(&text.parse().expect("a number"), digits);
        for (text, digits, expected) in [
            ("0", 3, "0"),
            ("1/3", 3, "0.333"),
            ("0.00052499", 2, "0.00052"),
            ("0.000099999", 2, "0.00010"),
            ("0.0000099999", 2, "1.0e-5"),
            ("999.6", 3, "1000"),
            ("999999.6", 3, "1.00e6"),
            ("123456", 3, "123000"),
            ("1/3e40", 2, "3.3e-41"),
            ("2e39", 1, "2e39"),
            ("0.125", 2, "0.12"),
        ] {
            assert_eq!(shown(text, digits), expected, "{text}");
        }
    }
}
