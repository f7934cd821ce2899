//! Intervals of true values beside values.

use super::args::IntervalArgs;
use super::failure::Failure;
use super::progress::with_progress;
use exactile::contest::{
    IntervalKind, IntervalQuestion, Intervals, PatternMass, intervals, is_share,
};
use exactile::lattice::LatticeError;
use exactile::performance::Classifier;
use exactile::score::Metric;

/// Returns the requested kind; refused if a named metric has no interval of that kind.
pub(super) fn kind(
    arguments: &IntervalArgs,
    named: &[Metric],
) -> Result<Option<IntervalKind>, Failure> {
    let kind = arguments.interval.map(IntervalKind::from);
    match named.iter().find(|metric| !is_share(metric)) {
        Some(other) if kind == Some(IntervalKind::ClopperPearson) => {
            Err(LatticeError::NotAShare(other.clone()).into())
        }
        _ => Ok(kind),
    }
}

/// Returns the question about intervals of these metrics, if intervals are requested.
pub(super) fn question(arguments: &IntervalArgs, metrics: &[Metric]) -> Option<IntervalQuestion> {
    Some(IntervalQuestion {
        metrics: metrics.to_vec(),
        kind: arguments.interval?.into(),
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: arguments.seed,
    })
}

/// Returns the intervals of all classifiers, with a progress bar.
pub(super) fn found(
    classifiers: &[Classifier],
    question: Option<&IntervalQuestion>,
) -> Result<Option<Vec<Intervals>>, Failure> {
    let Some(question) = question else { return Ok(None) };
    let found = with_progress(classifiers.len() as u64, "classifiers", |advance| {
        intervals(classifiers, question, advance)
    })?;
    Ok(Some(found))
}
