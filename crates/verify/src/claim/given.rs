//! The data that results are checked against.

use super::printed::PrintedRows;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults};
use exactile::threshold::Folds;
use exactile::threshold::ScoredModel;

/// The data that a result is checked against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'g> {
    /// The classifiers of the input.
    pub classifiers: &'g [Classifier],
    /// The results of the classifiers on the same samples, if the input has them; needed for
    /// results about pairs.
    pub joint: Option<&'g JointResults>,
    /// The confusion matrix of each classifier in each cluster of samples, for results by clusters.
    pub clusters: Option<&'g [Vec<ConfusionMatrix>]>,
    /// The test sets of the input, for results about several of them.
    pub sets: Option<&'g TestSets>,
    /// The folds of the models, for results that choose thresholds on the other folds.
    pub folds: Option<&'g Folds>,
    /// The models of the input, for results about scores.
    pub models: &'g [ScoredModel],
    /// The rows of reported scores, for results about them.
    pub reported: Option<&'g PrintedRows>,
    /// The requested positive prior.
    pub target_prior: Option<&'g Rational>,
    /// The counts `tn, fp, fn, tp` from which a distribution on further samples follows, if they
    /// were given.
    pub observed: Option<[u64; 4]>,
}

/// The test sets of an input, and the weights that were requested for them.
#[derive(Clone, Debug)]
pub struct TestSets {
    /// The column that distinguishes the test sets.
    pub by: String,
    /// The weights as they were requested: `samples`, `equal`, or `NAME=W,...`.
    pub weights: String,
    /// The names of the test sets.
    pub names: Vec<String>,
    /// The confusion matrix of each classifier in each test set.
    pub matrices: Vec<Vec<ConfusionMatrix>>,
    /// The results of the classifiers on the same samples in each test set, if the input has them;
    /// needed for results about pairs.
    pub joint: Option<Vec<JointResults>>,
}

/// The kind of input that a result is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Classifiers with their confusion matrices.
    Classifiers,
    /// Classifiers and their results on the same samples.
    Tests,
    /// Models with their scores.
    Scores,
    /// Rows of reported scores.
    Reported,
    /// No input.
    Nothing,
}
