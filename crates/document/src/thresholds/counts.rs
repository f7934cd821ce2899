//! Thresholds and their counts, as results write them.

use serde::Serialize;

use exactile::num::{Rational, Scientific};
use exactile::threshold::{ModelScore, ScoredModel};

/// The confusion matrix of a threshold.
#[derive(Serialize)]
pub(in super::super) struct CountsJson {
    tn: Rational,
    fp: Rational,
    #[serde(rename = "fn")]
    fn_: Rational,
    tp: Rational,
}

impl CountsJson {
    pub(in super::super) fn new(model: &ScoredModel, position: usize) -> Self {
        let [fp, tp] = model.passed(position);
        Self {
            tn: (model.negatives() - fp).into(),
            fp: fp.into(),
            fn_: (model.positives() - tp).into(),
            tp: tp.into(),
        }
    }
}

/// Returns a short form of a threshold from another file, which need not be a score of this one.
pub(super) fn short(threshold: &ModelScore) -> String {
    let decimal = threshold.finite().and_then(Scientific::from_rational);
    decimal.map_or_else(|| threshold.to_string(), |decimal| decimal.to_string())
}
