//! Errors of comparisons.

use crate::lattice::{LatticeError, MayStop};
use crate::num::{Level, Rational};
use crate::score::Metric;
use crate::work::TooMuchWork;

/// Reason why a comparison is not made.
///
/// ```
/// use exactile::contest::ContestError;
/// assert_eq!(ContestError::Clustered.hint(), "ask without clusters");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// Ends of an interval that are so far out that draws do not have them.
    #[error("{draws} draws do not have the ends of an interval at a level of {level}")]
    LevelBeyondDraws {
        /// The level.
        level: Level,
        /// The number of draws.
        draws: u32,
    },
    /// A metric that has no e-value.
    #[error(
        "there is no e-value by {0}: an e-value is for tpr, tnr, accuracy and their complements"
    )]
    NotAnytime(Metric),
    /// Classifiers of which it is not known how they agree, where that is needed.
    #[error("an e-value needs samples that both classifiers predicted")]
    Unpaired,
    /// A metric that is not a share of samples, where a share is needed.
    #[error("{0} is not a share of samples, so there is no interval of Clopper and Pearson")]
    NotAShare(Metric),
    /// A metric that is not drawn by weights of clusters.
    #[error(
        "{0} is not compared over clusters or test sets: its scale would depend on their weights"
    )]
    NoClusters(Metric),
    /// A metric that has no value on the samples of all clusters.
    #[error("{0} is undefined on the samples")]
    UndefinedOnClusters(Metric),
    /// Samples that come in clusters, where independent ones are asked about.
    #[error("samples of one cluster are not independent, so the next test is not asked about")]
    Clustered,
    /// A further test of several test sets.
    #[error("there is no model of a further test of several test sets")]
    SeveralTestSets,
    /// A margin below zero.
    #[error("a margin of {0} is below 0")]
    MarginNegative(Rational),
    /// A refusal of a lattice.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
}

impl ContestError {
    /// Returns advice that removes the error, in one line.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::NotAnytime(_) => "choose one of them",
            Self::NotAShare(_) => "choose a rate such as tpr, or ask for a credible interval",
            Self::NoClusters(_) | Self::UndefinedOnClusters(_) => "choose another metric",
            Self::Clustered => "ask without clusters",
            Self::SeveralTestSets => "ask about the samples of one test set, with --where",
            Self::Unpaired => "give the predictions of both on the same samples",
            Self::MarginNegative(_) => "give by how much the first may be worse, such as 0.02",
            Self::LevelBeyondDraws { .. } => "give one of at most 999/1000",
            Self::Lattice(error) => return error.hint(),
        };
        fixed.to_owned()
    }
}

impl From<TooMuchWork> for ContestError {
    fn from(refused: TooMuchWork) -> Self {
        Self::Lattice(refused.into())
    }
}

impl MayStop for ContestError {
    fn is_stop(&self) -> bool {
        matches!(self, Self::Lattice(error) if error.is_stop())
    }
}
