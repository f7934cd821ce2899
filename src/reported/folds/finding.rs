//! Findings about means over several tests, with its reasons.

use super::{
    Composition, EvenProof, FoldAnswer, FoldProof, FoldReading, FoldsRefused, ReportedScore,
    even_proof, explain_mean_with_progress, fold_proof, fold_readings, may_be_undefined,
};
use crate::parallel;
use crate::work::Advance;

/// The finding about means over several tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeanFinding {
    /// Matrices with these means, or scores that contradict each other.
    pub answer: FoldAnswer,
    /// Weights of the scores that contradict each other, in the order of the conflict, that prove
    /// it.
    pub proof: Option<FoldProof>,
    /// Proof of it for folds of nearly equal sizes with classes as they fall.
    pub even_proof: Option<EvenProof>,
    /// True if a score that contradicts others may be undefined on a test.
    pub may_be_undefined: bool,
    /// Other readings of impossible means.
    pub readings: Vec<FoldReading>,
}

/// Decides about means, and looks for a proof and other readings if they are impossible. `advance`
/// may stop the work: then there is no finding.
///
/// ```
/// use exactile::reported::{
///     Composition, FoldAnswer, ReportedScore, ReportedValue, Rounding, examine_mean,
/// };
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let folds = Composition::Known(vec![[10, 30], [20, 20]]);
/// let scores = [score("tpr", "0.80"), score("tnr", "0.60"), score("ba", "0.07")];
/// let found = examine_mean(&folds, &scores, &|| std::ops::ControlFlow::Continue(()))?.unwrap();
/// assert!(matches!(found.answer, FoldAnswer::Impossible(_)));
/// assert!(found.proof.is_some() && !found.readings.is_empty());
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_mean_with_progress`].
pub fn examine_mean(
    composition: &Composition,
    scores: &[ReportedScore],
    advance: Advance<'_>,
) -> Result<Option<MeanFinding>, FoldsRefused> {
    let Some(answer) = explain_mean_with_progress(composition, scores, advance)? else {
        return Ok(None);
    };
    let mut finding = MeanFinding {
        answer,
        proof: None,
        even_proof: None,
        may_be_undefined: false,
        readings: Vec::new(),
    };
    if let FoldAnswer::Impossible(conflict) = &finding.answer {
        let chosen: Vec<ReportedScore> = conflict.iter().map(|at| scores[*at].clone()).collect();
        finding.proof = fold_proof(composition, &chosen);
        finding.even_proof = even_proof(composition, &chosen, advance);
        finding.may_be_undefined = may_be_undefined(composition, &chosen);
        let Some(readings) = fold_readings(composition, scores, conflict, advance) else {
            return Ok(None);
        };
        finding.readings = readings;
    }
    Ok(Some(finding))
}

/// The finding of [`examine_mean`] about each row, on all cores; `done` is called after each one.
pub fn examine_means(
    rows: &[(Composition, Vec<ReportedScore>)],
    advance: Advance<'_>,
    done: &(dyn Fn() + Sync),
) -> Vec<Result<Option<MeanFinding>, FoldsRefused>> {
    parallel::map(rows, |(composition, scores)| {
        let found = examine_mean(composition, scores, advance);
        done();
        found
    })
}
