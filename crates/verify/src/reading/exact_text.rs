//! The one text of an exact number: `-?DIGITS(/DIGITS)?` in lowest terms.
//!
//! Results may carry longer numbers than the 1,000 digits that are read of an input: products of a
//! few of them. Reading a number and finding common factors take time that grows with the square of
//! its length, so there is a bound here too, far above what the program writes.

use num_bigint::BigInt;
use num_traits::{Num, One};

use exactile::num::Rational;

/// The most digits of a numerator or denominator: a tenth of a second each.
pub(super) const MOST_DIGITS: usize = 100_000;

/// Reads the text of an exact number.
///
/// # Errors
/// Another text, said to be equal to a number in lowest terms where it is; more than
/// [`MOST_DIGITS`] digits.
pub(crate) fn parse(text: &str) -> Result<Rational, String> {
    let shown = || abbreviated(text);
    let Some((numerator, denominator)) = integers(text) else {
        return Err(match text.parse::<Rational>() {
            Ok(value) => other_form(&shown(), &value),
            Err(_) => {
                let shown = shown();
                format!("{shown} is not an exact number in lowest terms, such as \"7/10\"")
            }
        });
    };
    let longest = numerator.len().max(denominator.map_or(0, str::len));
    if longest > MOST_DIGITS {
        let shown = shown();
        return Err(format!(
            "{shown} has {longest} digits, and numbers of more than {MOST_DIGITS} digits are not \
             checked"
        ));
    }
    let integer = |digits| BigInt::from_str_radix(digits, 10).expect("digits");
    let (numerator, denominator) = (integer(numerator), denominator.map(integer));
    let value = Rational::new(numerator, denominator.clone().unwrap_or_else(BigInt::one));
    let is_lowest = match denominator {
        None => true,
        Some(one) if one.is_one() => false,
        Some(denominator) => value.denominator() == denominator,
    };
    if is_lowest { Ok(value) } else { Err(other_form(&shown(), &value)) }
}

/// The number that a text `-?DIGITS(.DIGITS)?` is; `None` for another text, and beyond
/// [`MOST_DIGITS`] digits.
pub(crate) fn decimal(text: &str) -> Option<Rational> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal = is_digits(whole.strip_prefix('-').unwrap_or(whole)) && is_digits(fraction);
    if !is_decimal || text.len() > MOST_DIGITS {
        return None;
    }
    let digits = BigInt::from_str_radix(&format!("{whole}{fraction}"), 10).ok()?;
    let scale = BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?);
    Some(Rational::new(digits, scale))
}

fn other_form(shown: &str, value: &Rational) -> String {
    let value = abbreviated(&value.to_string());
    format!("{shown} equals {value} but is not in the program's form, the number in lowest terms")
}

/// The numerator with its sign and the denominator: integers without leading zeros, the second one
/// positive.
fn integers(text: &str) -> Option<(&str, Option<&str>)> {
    let (numerator, denominator) = match text.split_once('/') {
        Some((numerator, denominator)) => (numerator, Some(denominator)),
        None => (text, None),
    };
    let is_positive = |digits: &str| {
        digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.is_empty()
            && !digits.starts_with('0')
    };
    let is_numerator = is_positive(numerator.strip_prefix('-').unwrap_or(numerator)) || text == "0";
    (is_numerator && denominator.is_none_or(is_positive)).then_some((numerator, denominator))
}

/// A text in quotes, without its middle where it is long.
pub(crate) fn abbreviated(text: &str) -> String {
    const SHOWN: usize = 20;
    let length = text.chars().count();
    if length <= 3 * SHOWN {
        return format!("{text:?}");
    }
    let first: String = text.chars().take(SHOWN).collect();
    let last: String = text.chars().skip(length - SHOWN).collect();
    let shown = format!("{first}...{last}");
    format!("{shown:?} ({length} characters)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_each_number() {
        for text in ["0", "1", "-1", "7/10", "-7/10", "123456789012345678901234567891/2"] {
            assert_eq!(parse(text).expect(text).to_string(), text);
        }
        let long = format!("-1{}/{}1", "0".repeat(5_000), "3".repeat(4_000));
        assert_eq!(parse(&long).expect("a number").to_string(), long);
        for (text, value) in [
            ("2/4", "1/2"),
            ("4/2", "2"),
            ("1/1", "1"),
            ("0/5", "0"),
            ("-0", "0"),
            ("01", "1"),
            ("+1", "1"),
            ("0.5", "1/2"),
            ("1e-3", "1/1000"),
            (" 1", "1"),
            ("1/02", "1/2"),
            ("1/-2", "-1/2"),
        ] {
            let expected = format!("{text:?} equals \"{value}\" but is not in the program's form");
            let reason = parse(text).expect_err(text);
            assert!(reason.starts_with(&expected), "{reason}");
        }
        for text in ["", "-", "/", "1/", "/2", "1/0", "1//2", "--1", "x", "NaN", "١"] {
            let reason = parse(text).expect_err(text);
            assert!(reason.contains("is not an exact number"), "{text:?}: {reason}");
        }
    }

    #[test]
    fn decimals_of_any_length_are_read() {
        let value = |text: &str| decimal(text).map(|value| value.to_string());
        assert_eq!(value("-0.50").as_deref(), Some("-1/2"));
        assert_eq!(value("12").as_deref(), Some("12"));
        assert_eq!(value(&format!("0.{}5", "0".repeat(2_000))).expect("read").len(), 2_003);
        for text in ["", ".", "1.", ".5", "1e-3", "+1", "1.-2", "--1", "1.2.3", "1/2"] {
            assert_eq!(value(text), None, "{text:?}");
        }
    }

    #[test]
    fn numbers_beyond_the_bound_are_said_to_be_unchecked() {
        let reason = parse(&"9".repeat(MOST_DIGITS + 1)).expect_err("too long");
        assert!(reason.ends_with("numbers of more than 100000 digits are not checked"), "{reason}");
        assert!(parse(&"9".repeat(MOST_DIGITS)).is_ok());
    }
}
