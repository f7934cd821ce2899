//! Places of the values that describe a classifier.

use super::error::InputErrorKind;
use super::vocabulary::{Word, plain};

/// The places of the values of one classifier: columns of a table or entries of an object.
pub(super) struct Columns<T> {
    pub(super) name: T,
    pub(super) values: Values<T>,
}

/// The values that describe a classifier.
pub(super) enum Values<T> {
    /// Counts or weights, in the order `tn, fp, fn, tp`.
    Counts([T; 4]),
    /// Printed scores, with the prior or the sizes of the positive and the negative class, if there
    /// are any.
    Scores { scores: Vec<(Word, T)>, prior: Option<T>, sizes: Option<[T; 2]> },
}

impl<T: Copy> Columns<T> {
    /// Returns all columns that are read.
    pub(super) fn used(&self) -> Vec<T> {
        match self.values {
            Values::Counts([tn, fp, fn_, tp]) => vec![self.name, tn, fp, fn_, tp],
            Values::Scores { ref scores, prior, sizes } => {
                let scores = scores.iter().map(|(_, place)| *place);
                let sizes = sizes.into_iter().flatten();
                [self.name].into_iter().chain(scores).chain(prior).chain(sizes).collect()
            }
        }
    }

    /// Checks that the sizes of the classes are named so that they cannot be mistaken: beside
    /// `positives` a column `n` may have the negatives or all samples.
    pub(super) fn check_sizes<'t>(
        &self,
        name: impl Fn(T) -> &'t str,
    ) -> Result<(), (InputErrorKind, T)> {
        match self.values {
            Values::Scores { sizes: Some([positives, negatives]), .. }
                if plain(name(negatives)) == "n" && plain(name(positives)) != "p" =>
            {
                Err((InputErrorKind::NegativesOrAll, negatives))
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if each classifier has its own positive prior.
    pub(super) fn carry_prior(&self) -> bool {
        !matches!(self.values, Values::Scores { prior: None, sizes: None, .. })
    }
}
