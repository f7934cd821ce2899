//! The texts of one classifier's values, read exactly into its confusion matrix.

use exactile::num::abbreviated;
use exactile::num::{ParseNumberError, Rational};
use exactile::performance::{ConfusionMatrix, Outcome};

use super::error::InputErrorKind;
use super::header::Values;
use super::numerals;
use super::reported::{self, Found};

/// A value without a meaning, with its place; `None` if all values together have no meaning.
pub(super) type Fault<T> = (InputErrorKind, Option<T>);

/// Returns the confusion matrix that the values describe. `text` looks a value up; `prior` is that
/// of rates without one of their own.
pub(super) fn matrix<T: Copy, S: AsRef<str>>(
    values: &Values<T>,
    text: impl Fn(T) -> S,
    prior: Option<&Rational>,
) -> Result<(ConfusionMatrix, Found), Fault<T>> {
    match values {
        Values::Counts(places) => {
            let count = |outcome: Outcome, at: T| count(outcome.name(), text(at).as_ref(), at);
            let [tn, fp, fn_, tp] = Outcome::ALL;
            let counts = [
                count(tn, places[0])?,
                count(fp, places[1])?,
                count(fn_, places[2])?,
                count(tp, places[3])?,
            ];
            let [tn, fp, fn_, tp] = counts;
            // Each is 0 or more, so only their sum can be at fault.
            let matrix = ConfusionMatrix::new(tn, fp, fn_, tp);
            matrix
                .map(|matrix| (matrix, Found::Shares))
                .map_err(|_| (InputErrorKind::AllZero, None))
        }
        Values::Scores { scores, prior: own_prior, sizes } => {
            reported::matrix(scores, *own_prior, *sizes, text, prior)
        }
    }
}

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
