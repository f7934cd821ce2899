//! Statements about samples that come in clusters.

use num_bigint::BigInt;

use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The assumption of numbers that are drawn by clusters.
pub(super) const CLUSTERED: &str = "whole clusters of samples get random weights";

/// Reads that samples come in clusters, of which there are not more than samples. All classifiers
/// were tested on them.
pub(super) fn by_cluster(members: &mut Members<'_>, given: &Given<'_>) -> Result<bool, Wrong> {
    let clusters = members.count("clusters")?;
    let known = given.clusters.map(|clusters| clusters.len() as u64);
    if known.is_some_and(|known| known != clusters) {
        return Err(Wrong::new("the input has another number of clusters").of("clusters"));
    }
    let total = given.classifiers.first().map(|of| of.matrix.total());
    if clusters == 0 || total.is_some_and(|total| total < Rational::from(BigInt::from(clusters))) {
        return Err(Wrong::new("there are not so many clusters").of("clusters"));
    }
    match members.required("paired")? {
        Json::Bool(true) => Ok(true),
        _ => Err(Wrong::new("clusters hold the results of all classifiers").of("paired")),
    }
}

/// Returns `true` if these are the positive and negative samples on which classifiers were tested.
pub(super) fn is_as_tested(classifiers: &[Classifier], samples: [u64; 2]) -> bool {
    let [p, n] = samples.map(|count| Rational::from(BigInt::from(count)));
    classifiers
        .first()
        .map(|of| &of.matrix)
        .is_some_and(|tested| tested.tp() + tested.fn_() == p && tested.tn() + tested.fp() == n)
}
