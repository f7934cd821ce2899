//! The confusion matrix that the values of a classifier describe.

use std::borrow::Cow;

use exactile::num::{Rational, abbreviated};
use exactile::performance::{ConfusionMatrix, Outcome};

use super::cells::{Fault, count};
use super::error::InputErrorKind;
use super::reported::{self, Found};
use super::values::Values;

/// Returns a number of a column of percentages with its percent sign.
///
/// # Errors
/// A number above 0 and up to 1 without the sign: many who write the sign in the header write
/// shares below it.
pub(super) fn percentage(text: Cow<'_, str>) -> Result<Cow<'_, str>, InputErrorKind> {
    if text.trim_end().ends_with('%') {
        return Ok(text);
    }
    match text.trim().parse::<Rational>() {
        Ok(number) if number.is_positive() && number <= Rational::ONE => {
            Err(InputErrorKind::ShareOrPercentage { text: abbreviated(&text) })
        }
        Ok(_) => Ok(format!("{}%", text.trim_end()).into()),
        // What is no number is refused where it is read.
        Err(_) => Ok(text),
    }
}

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
