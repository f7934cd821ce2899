//! The texts of one classifier's values, read exactly.

use exactile::num::abbreviated;
use exactile::num::{ParseNumberError, Rational};

use super::error::InputErrorKind;
use super::numerals;

/// A value without a meaning, with its place; `None` if all values together have no meaning.
pub(super) type Fault<T> = (InputErrorKind, Option<T>);

/// Reads a count or weight, 0 or more.
pub(super) fn count<T>(name: &'static str, text: &str, at: T) -> Result<Rational, Fault<T>> {
    match number(name, text) {
        Ok(value) if value.is_negative() => {
            Err((InputErrorKind::Negative { name, text: abbreviated(text.trim()) }, Some(at)))
        }
        Ok(value) => Ok(value),
        Err(kind) => Err((kind, Some(at))),
    }
}

/// Reads a rate or probability, from 0 to 1.
pub(super) fn rate<T>(name: &'static str, text: &str, at: T) -> Result<Rational, Fault<T>> {
    match number(name, text) {
        Ok(value) if value.is_negative() || value > Rational::ONE => {
            Err((InputErrorKind::RateOutOfRange { name, text: abbreviated(text.trim()) }, Some(at)))
        }
        Ok(value) => Ok(value),
        Err(kind) => Err((kind, Some(at))),
    }
}

pub(super) fn read_prior<T>(text: &str, at: T) -> Result<Rational, Fault<T>> {
    number("prior", text).map_err(|kind| (kind, Some(at)))
}

/// Reads an exact number.
pub(super) fn number(name: &'static str, text: &str) -> Result<Rational, InputErrorKind> {
    numerals::parse(text).map_err(|error| match error {
        ParseNumberError::NotANumber(text) => InputErrorKind::NotANumber { name, text },
        ParseNumberError::ZeroDenominator(text) => InputErrorKind::ZeroDenominator { name, text },
        ParseNumberError::TooLong(text) => InputErrorKind::TooManyDigits { name, text },
    })
}
