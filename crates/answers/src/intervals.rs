//! Intervals of true values beside values.

use crate::args::{DomainArgs, Interval, IntervalArgs, MultiClassArgs};
use crate::host::{Failure, Streams, with_progress};
use crate::inputs::clusters::observed;
use exactile::contest::{
    Clusters, ContestError, IntervalKind, IntervalQuestion, Intervals, PatternMass,
    cluster_interval_steps, cluster_intervals, intervals, is_share,
};
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile_input::Subject;

/// Returns the requested kind; refused if a named metric has no interval of that kind.
pub(crate) fn kind(
    arguments: &IntervalArgs,
    named: &[Metric],
) -> Result<Option<IntervalKind>, Failure> {
    let kind = arguments.interval.map(IntervalKind::from);
    match named.iter().find(|metric| !is_share(metric)) {
        Some(other) if kind == Some(IntervalKind::ClopperPearson) => {
            Err(ContestError::NotAShare(other.clone()).into())
        }
        _ => Ok(kind),
    }
}

/// Returns the column of clusters, if there is one. Clusters go neither with means over test sets
/// nor with several classes, and their counts are not binomial.
pub(crate) fn cluster<'a>(
    arguments: &'a IntervalArgs,
    domains: &DomainArgs,
    classes: &MultiClassArgs,
) -> Result<Option<&'a str>, Failure> {
    let Some(column) = &arguments.cluster else {
        return match arguments.interval.is_some() && domains.by.is_some() {
            true => Err(Failure::new(
                "no intervals of mean performances stand beside scores",
                "exactile confidence --by COLUMN --score NAME has those of the true values",
            )),
            false => Ok(None),
        };
    };
    let what = if domains.by.is_some() {
        ("--cluster does not go with --by", "leave one of them out")
    } else if classes.multi_class {
        ("--cluster does not go with --multi-class", "leave one of them out")
    } else if arguments.interval != Some(Interval::Credible) {
        (
            "intervals of Clopper and Pearson need independent samples",
            "give --interval credible with --cluster",
        )
    } else {
        return Ok(Some(column));
    };
    Err(Failure::new(what.0, what.1))
}

/// Returns the question about intervals of these metrics, if intervals are requested.
pub(crate) fn question(
    arguments: &IntervalArgs,
    metrics: &[Metric],
    subject: &Subject,
) -> Option<IntervalQuestion> {
    let kind = arguments.interval?.into();
    let tests = subject.domains.as_ref().filter(|_| arguments.cluster.is_some());
    Some(IntervalQuestion {
        metrics: metrics.to_vec(),
        kind: tests.map_or(kind, |tests| IntervalKind::Clusters(tests.domains().len())),
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: arguments.seed,
    })
}

/// Returns the intervals of all classifiers, with a progress bar.
pub(crate) fn found(
    classifiers: &[Classifier],
    question: Option<&IntervalQuestion>,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<Option<Vec<Intervals>>, Failure> {
    let Some(question) = question else { return Ok(None) };
    let found = match (question.kind, &subject.domains) {
        (IntervalKind::Clusters(_), Some(tests)) => {
            of_clusters(&Clusters::new(&observed(tests, streams)?)?, question)
        }
        _ => of_matrices(classifiers, question),
    };
    found.map(Some)
}

/// Returns the intervals from the confusion matrices alone.
pub(crate) fn of_matrices(
    classifiers: &[Classifier],
    question: &IntervalQuestion,
) -> Result<Vec<Intervals>, Failure> {
    with_progress(classifiers.len() as u64, "classifiers", |advance| {
        intervals(classifiers, question, advance)
    })
}

/// Returns the intervals from clusters of samples.
pub(crate) fn of_clusters(
    clusters: &Clusters,
    question: &IntervalQuestion,
) -> Result<Vec<Intervals>, Failure> {
    with_progress(cluster_interval_steps(), "draws", |advance| {
        cluster_intervals(clusters, question, advance)
    })
}
