//! A model on the page, with its thresholds.

use exactile::num::Rational;
use serde::Serialize;

/// A model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelPart {
    /// Its name.
    pub name: String,
    /// The area under its staircase in ROC space; `None` without samples of both classes.
    pub auc: Option<Rational>,
    /// The Brier score, if the scores are in `[0, 1]`.
    pub brier: Option<Rational>,
    /// The number of distinct scores.
    pub distinct: usize,
    /// Thresholds from no sample positive to all: every threshold, or the vertices of the hull and
    /// some more.
    pub steps: Vec<Step>,
}

/// A threshold.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The shortest decimal with the same predictions; `None` if no sample is positive.
    pub threshold: Option<String>,
    /// False positives.
    pub fp: u64,
    /// True positives.
    pub tp: u64,
    /// The corresponding classifier of the report, if it is a vertex of the hull on the samples
    /// that choose.
    pub classifier: Option<usize>,
    /// False and true positives of a vertex on the samples that choose, if these are not the ones
    /// that judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<[u64; 2]>,
}
