//! Reads decimal text as exact rationals: `12`, `0.7`, `1e-3`, `7/10`, `87.5%`.
//!
//! The value of the text is taken literally, never through a float: "0.1" is 1/10. Cost grows with
//! the number of digits, so digits and exponents are bounded: a few bytes of hostile input
//! (`1e999999999`) must not ask for gigabytes.

use num_bigint::BigInt;
use num_traits::{Num, Pow};

use super::Rational;

/// No number in earnest has more digits; a longer one would make exact arithmetic crawl.
const MAX_DIGITS: usize = 1_000;

/// Reason why a text is not an exact number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNumberError {
    /// A text in none of the accepted forms.
    #[error("not a number: {0:?}")]
    NotANumber(String),
    /// The denominator of a fraction is zero.
    #[error("a zero denominator: {0:?}")]
    ZeroDenominator(String),
    /// Digits or exponent beyond what can be held in earnest.
    #[error("a number of more than {MAX_DIGITS} digits: {0:?}")]
    TooLong(String),
}

impl ParseNumberError {
    fn not_a_number(text: &str) -> Self {
        Self::NotANumber(abbreviated(text))
    }
}

/// The first characters of a text, for messages.
///
/// ```
/// use exactile::num::abbreviated;
/// assert_eq!(abbreviated("0.25"), "0.25");
/// ```
pub fn abbreviated(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut short: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push_str("...");
    }
    short
}

/// The exact value of a text. Surrounding white space is allowed, inner white space is not.
pub(super) fn parse(text: &str) -> Result<Rational, ParseNumberError> {
    if let Some(small) = parse_small_integer(text.as_bytes()) {
        return Ok(Rational::from(small));
    }
    if let Some(small) = parse_small_decimal(text.as_bytes()) {
        return Ok(small);
    }
    let trimmed = text.trim();
    if let Some((numerator, denominator)) = trimmed.split_once('/') {
        let numerator = parse_decimal(numerator, text)?;
        let denominator = parse_decimal(denominator, text)?;
        return numerator
            .checked_div(&denominator)
            .ok_or_else(|| ParseNumberError::ZeroDenominator(abbreviated(text)));
    }
    match trimmed.strip_suffix('%') {
        Some(percent) => Ok(parse_decimal(percent, text)? / Rational::from(100)),
        None => parse_decimal(trimmed, text),
    }
}

/// The common case, a count of at most 18 digits, without allocation.
fn parse_small_integer(bytes: &[u8]) -> Option<i64> {
    if bytes.is_empty() || bytes.len() > 18 {
        return None;
    }
    bytes.iter().try_fold(0_i64, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

/// The next most common case, a sign, a point and at most 18 digits, likewise.
fn parse_small_decimal(bytes: &[u8]) -> Option<Rational> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if digits.len() > 19 {
        return None;
    }
    let (mut value, mut scale, mut seen, mut has_point) = (0_i64, 1_i64, 0, false);
    for &byte in digits {
        match byte {
            b'0'..=b'9' if seen < 18 => {
                value = value * 10 + i64::from(byte - b'0');
                scale = if has_point { scale * 10 } else { scale };
                seen += 1;
            }
            b'.' if !has_point => has_point = true,
            _ => return None,
        }
    }
    let value = i128::from(if negative { -value } else { value });
    (seen > 0).then(|| Rational::from_i128(value, scale.into()))
}

/// `[+-] digits [. digits] [(e|E) [+-] digits]`, with a digit before or after the point.
fn parse_decimal(text: &str, whole: &str) -> Result<Rational, ParseNumberError> {
    let fail = || ParseNumberError::not_a_number(whole);
    let too_long = || ParseNumberError::TooLong(abbreviated(whole));
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let (whole_part, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole_part.len() + fraction.len() == 0 || !all_digits(whole_part) || !all_digits(fraction) {
        return Err(fail());
    }
    let exponent = match exponent {
        None => 0,
        Some(text) => {
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            if digits.is_empty() || !all_digits(digits) {
                return Err(fail());
            }
            text.parse::<i64>().map_err(|_| too_long())?
        }
    };
    let limit = MAX_DIGITS as u64;
    if whole_part.len() + fraction.len() > MAX_DIGITS || exponent.unsigned_abs() > limit {
        return Err(too_long());
    }
    let digits = format!("{whole_part}{fraction}");
    let mut numerator = BigInt::from_str_radix(&digits, 10).map_err(|_| fail())?;
    if negative {
        numerator = -numerator;
    }
    let shift = exponent - i64::try_from(fraction.len()).map_err(|_| too_long())?;
    let power = BigInt::from(10).pow(u32::try_from(shift.unsigned_abs()).map_err(|_| too_long())?);
    Ok(if shift >= 0 { Rational::from(numerator * power) } else { Rational::new(numerator, power) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        parse(text).expect(text).to_string()
    }

    #[test]
    fn decimal_text_is_read_exactly() {
        for (text, exact) in [
            ("0", "0"),
            ("0.7", "7/10"),
            ("7/10", "7/10"),
            ("14/20", "7/10"),
            ("1e-3", "1/1000"),
            (" 12 ", "12"),
            ("-.5", "-1/2"),
            ("5.", "5"),
            ("+1.50E+2", "150"),
            ("87.5%", "7/8"),
            ("0.1/0.3", "1/3"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("9223372036854775808", "9223372036854775808"),
            ("-12.50", "-25/2"),
            ("0.123456789012345678", "61728394506172839/500000000000000000"),
            ("0.1234567890123456789", "1234567890123456789/10000000000000000000"),
            ("-999999999999999999", "-999999999999999999"),
        ] {
            assert_eq!(value(text), exact, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", " ", ".", "-", "e5", "1e", "1e+", "nan", "inf", "1,5", "1_000", "0x10", "1/2/3",
            "1 2", "--1", "١", "1/", "/2", "%", "1e5.5",
        ] {
            assert!(matches!(parse(text), Err(ParseNumberError::NotANumber(_))), "{text:?}");
        }
        assert!(matches!(parse("1/0"), Err(ParseNumberError::ZeroDenominator(_))));
        assert!(matches!(parse("0/0.0"), Err(ParseNumberError::ZeroDenominator(_))));
        for text in ["1e999999999", "1e-99999999999999999999", &"9".repeat(1_001)] {
            assert!(matches!(parse(text), Err(ParseNumberError::TooLong(_))), "{text:?}");
        }
    }
}
