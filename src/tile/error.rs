//! Reasons why there are no regions.

use crate::num::{Rational, abbreviated};
use crate::performance::PerformanceError;

/// Reason why a set of classifiers has no regions.
///
/// ```
/// use exactile::{Regions, TileError};
/// assert_eq!(Regions::new(vec![]).unwrap_err(), TileError::NoClassifiers);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// There is no classifier.
    #[error("there is no classifier")]
    NoClassifiers,
    /// Ranks are 32-bit numbers.
    #[error("{0} classifiers are more than 32-bit ranks can number")]
    TooManyClassifiers(usize),
    /// A classifier cannot stand on the Tile of fixed priors.
    #[error("{:?}: {error}", abbreviated(.name))]
    Performance {
        /// Its name.
        name: String,
        /// The reason.
        error: PerformanceError,
    },
    /// Two classifiers were tested under different priors.
    #[error(
        "the positive priors of {:?} ({first_prior}) and {:?} ({second_prior}) differ",
        abbreviated(.first), abbreviated(.second)
    )]
    PriorsDiffer {
        /// The first classifier.
        first: String,
        /// Its positive prior.
        first_prior: Rational,
        /// The first one that differs from it.
        second: String,
        /// Its positive prior.
        second_prior: Rational,
    },
    /// The areas that were found do not make up the Tile: a defect of this program.
    #[error("the areas found for classifier {0} do not add up to 1: please report this defect")]
    AreasDoNotAddUp(usize),
}
