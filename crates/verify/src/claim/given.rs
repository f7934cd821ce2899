//! What results are checked against.

use super::printed::PrintedRows;
use exactile::num::Rational;
use exactile::performance::{Classifier, JointResults};
use exactile::threshold::ScoredModel;

/// What a result is checked against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'g> {
    /// The classifiers of the input.
    pub classifiers: &'g [Classifier],
    /// How the classifiers fared on the same samples, of an input that holds this, for results that are about pairs.
    pub joint: Option<&'g JointResults>,
    /// The models of the input, of results that are about scores.
    pub models: &'g [ScoredModel],
    /// The rows of reported scores, of results that are about them.
    pub reported: Option<&'g PrintedRows>,
    /// The positive prior that was asked for.
    pub target_prior: Option<&'g Rational>,
    /// The counts `tn, fp, fn, tp` from which a distribution on further samples follows, if they are told.
    pub observed: Option<[u64; 4]>,
}

/// What a result is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Classifiers with their confusion matrices.
    Classifiers,
    /// Classifiers, and how they fared on the same samples.
    Tests,
    /// Models with their scores.
    Scores,
    /// Rows of reported scores.
    Reported,
    /// No input.
    Nothing,
}
