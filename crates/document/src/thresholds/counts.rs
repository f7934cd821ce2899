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
        let [tn, fp, fn_, tp] = cells(model, position);
        Self { tn, fp, fn_, tp }
    }
}

/// Returns `tn, fp, fn, tp` at a position: numbers of samples, or their weights.
pub(in super::super) fn cells(model: &ScoredModel, position: usize) -> [Rational; 4] {
    let [fp, tp] = model.passed(position);
    [model.negatives() - fp, fp, model.positives() - tp, tp].map(|parts| model.samples(parts))
}

/// The samples of a class.
#[derive(Serialize)]
#[serde(untagged)]
pub(in super::super) enum SizeJson {
    Number(u64),
    /// Their weight, if samples have weights that are not all whole numbers.
    Weight(Rational),
}

impl SizeJson {
    /// So many parts of samples of a model.
    pub(super) fn new(model: &ScoredModel, parts: u64) -> Self {
        match model.scale() {
            1 => Self::Number(parts),
            _ => Self::Weight(model.samples(parts)),
        }
    }

    /// The positive, then the negative samples of a model.
    pub(in super::super) fn of(model: &ScoredModel) -> [Self; 2] {
        [model.positives(), model.negatives()].map(|parts| Self::new(model, parts))
    }
}

/// Returns a number of samples, or their weight, as a text.
pub(in super::super) fn in_samples(model: &ScoredModel, parts: u64) -> String {
    model.samples(parts).to_shortest()
}

/// Returns a short form of a threshold from another file, which need not be a score of this one.
pub(super) fn short(threshold: &ModelScore) -> String {
    let decimal = threshold.finite().and_then(Scientific::from_rational);
    decimal.map_or_else(|| threshold.to_string(), |decimal| decimal.to_string())
}
