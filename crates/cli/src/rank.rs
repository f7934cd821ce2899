//! `exactile rank`

use std::path::Path;

use super::args::{RankArgs, TableFormat, distinct};
use super::at_best;
use super::clusters;
use super::failure::Failure;
use super::input;
use super::intervals;
use super::multi_class::{Views, choose_class, is_file_name, mend_labels, views};
use super::output::write_result;
use super::reading::Reading;
use super::refused::Refused;
use super::streams::Streams;
use super::thresholds;
use exactile::correlation::{CorrelationError, metric_ranks};
use exactile::geometry::Point;
use exactile::multi_class::{
    ClassView, first_in_every, importance_of_cells, parse_importance, rank_by_importance,
};
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore, Orientation, RankingScore, Scope};
use exactile::tile::{RankedClassifier, TileError, rank_at, rank_by_keys};
use exactile_document::{
    EachClass, ImportanceReport, MetricIntervals, RankingReport, RankingReports,
};
use exactile_input::{Subject, read_costs};

pub(super) fn reading(arguments: &RankArgs) -> Result<Reading, Failure> {
    let target = arguments.target.target_prior.as_ref();
    input::check_prior("--target-prior", target)?;
    let others = [
        (arguments.best.at_best, "--at-best"),
        (arguments.importance.is_some(), "--importance"),
        (target.is_some(), "--target-prior"),
    ];
    if arguments.interval.interval.is_some() {
        if let Some((_, flag)) = others.into_iter().find(|(is_given, _)| *is_given) {
            let what = "intervals of the true value need confusion matrices as they were counted";
            return Err(Failure::new(what, format!("leave {flag} out")));
        }
    }
    if arguments.best.at_best {
        return Ok(thresholds::reading(&at_best::of_rank(arguments)?)?.by(&arguments.domains));
    }
    if arguments.importance.is_some() {
        if target.is_some() {
            let what = "--importance does not go with --target-prior";
            return Err(Failure::new(what, "leave it out"));
        }
        return Ok(Reading::of_all_classes(&arguments.input).by(&arguments.domains));
    }
    Asked::all(arguments)?;
    let input = arguments.input.for_any_prior(target.is_some());
    if let Some(column) =
        intervals::cluster(&arguments.interval, &arguments.domains, &arguments.classes)?
    {
        return Ok(clusters::reading(&input, column));
    }
    Ok(Reading::of_classes(&input, &arguments.classes).by(&arguments.domains))
}

pub(super) fn answer(
    arguments: &RankArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.best.at_best {
        let asked = at_best::of_rank(arguments)?;
        return thresholds::answer_among(&asked, &arguments.best.among, subject, streams);
    }
    if let Some(importance) = &arguments.importance {
        return by_importance(arguments, importance, subject, streams);
    }
    let asked = Asked::all(arguments)?;
    let refuse = |error| Failure::in_input(&error, &input::name(&arguments.input));
    match views(subject, &arguments.input, &arguments.classes, streams)? {
        Views::One(classifiers) => {
            input::note_optimism(&arguments.input, streams);
            let classifiers = shifted(arguments, classifiers).map_err(refuse)?;
            let metrics: Vec<Metric> = asked.iter().map(Asked::metric).cloned().collect();
            intervals::kind(&arguments.interval, &metrics)?;
            let mut rankings = Vec::with_capacity(asked.len());
            for asked in &asked {
                input::check_metric(asked.metric(), streams)?;
                rankings.push(
                    Ranked::new(&input::name(&arguments.input), asked, &classifiers)?
                        .map_err(refuse)?,
                );
            }
            let question = intervals::question(&arguments.interval, &metrics, subject);
            let found = intervals::found(&classifiers, question.as_ref(), subject, streams)?;
            let of = |metric: usize| {
                let (question, classifiers) = question.as_ref().zip(found.as_deref())?;
                Some(MetricIntervals { question, classifiers, metric })
            };
            let reports = rankings.iter().enumerate().map(|(k, ranked)| RankingReport {
                intervals: of(k),
                costs: arguments.costs.both(),
                ..ranked.report(&classifiers)
            });
            let reports = reports.collect();
            write_result(&arguments.output, streams, &RankingReports(reports))
        }
        Views::Each(_) if arguments.interval.interval.is_some() => {
            Err(choose_class("intervals are for one class against the others"))
        }
        Views::Each(views) => match asked.as_slice() {
            [asked] => each_class(arguments, asked, views, streams),
            _ => Err(Failure::new(
                "all classes together are ranked by one score at a time",
                "give one --score, or choose a class with --class",
            )),
        },
    }
}

/// The score by which classifiers are ranked.
pub(super) enum Asked {
    /// A point of the Tile.
    Point(NamedScore),
    /// A metric that orders as a ranking score does.
    Placed(NamedScore),
    /// Any other metric with an orientation.
    Unplaced(Metric),
}

impl Asked {
    /// Returns the point, or all scores, of which there is at least one.
    fn all(arguments: &RankArgs) -> Result<Vec<Self>, Failure> {
        if let Some(point) = &arguments.at {
            return Ok(vec![Self::Point(point.clone())]);
        }
        distinct(&arguments.scores).into_iter().map(Self::of_metric).collect()
    }

    /// Returns a point, or a score.
    pub(super) fn of(at: Option<&NamedScore>, score: Option<&Metric>) -> Result<Self, Failure> {
        match (at, score) {
            (Some(point), _) => Ok(Self::Point(point.clone())),
            (None, Some(metric)) => Self::of_metric(metric.clone()),
            (None, None) => Err(Failure::new("no score is given", "add --at or --metric")),
        }
    }

    fn of_metric(metric: Metric) -> Result<Self, Failure> {
        match NamedScore::new(metric.clone()) {
            Ok(placed) => Ok(Self::Placed(placed)),
            Err(_) if metric.orientation() == Orientation::Neither => Err(Failure::new(
                format!("{metric} does not say how good a classifier is"),
                "choose another --score",
            )),
            Err(_) => Ok(Self::Unplaced(metric)),
        }
    }

    pub(super) fn metric(&self) -> &Metric {
        match self {
            Self::Point(score) | Self::Placed(score) => score.metric(),
            Self::Unplaced(metric) => metric,
        }
    }

    /// Returns the usual name of the score; a point has none.
    fn name(&self) -> Option<String> {
        match self {
            Self::Point(_) => None,
            Self::Placed(score) => Some(score.to_string()),
            Self::Unplaced(metric) => Some(metric.to_string()),
        }
    }
}

/// Returns the classifiers on the Tile of the target prior, if there is one.
fn shifted(
    arguments: &RankArgs,
    mut classifiers: Vec<Classifier>,
) -> Result<Vec<Classifier>, TileError> {
    if let Some(prior) = &arguments.target.target_prior {
        for classifier in &mut classifiers {
            classifier.matrix = classifier
                .matrix
                .shifted(prior)
                .map_err(|error| TileError::Performance { name: classifier.name.clone(), error })?;
        }
    }
    Ok(classifiers)
}

/// A ranking by one score.
pub(super) struct Ranked {
    name: Option<String>,
    at: Option<Point>,
    pub(super) ranking: Vec<RankedClassifier>,
    /// The values of the score itself.
    pub(super) values: Vec<Value>,
}

impl Ranked {
    /// Creates the requested ranking; the inner error is about one of the classifiers.
    pub(super) fn new(
        input: &str,
        asked: &Asked,
        classifiers: &[Classifier],
    ) -> Result<Result<Self, TileError>, Failure> {
        if classifiers.is_empty() {
            return Ok(Err(TileError::NoClassifiers));
        }
        let metric = asked.metric();
        let prepared = metric.prepared();
        let values: Vec<Value> =
            classifiers.iter().map(|classifier| prepared.value(&classifier.matrix)).collect();
        let (at, ranking) = match asked {
            Asked::Point(score) | Asked::Placed(score) => {
                let prior = match common_prior(score, classifiers) {
                    Ok(prior) => prior,
                    Err(error) => return Ok(Err(error)),
                };
                if score.scope() == Scope::FixedCounts {
                    check_counts(score, classifiers, input)?;
                }
                let at = RankingScore::at(score.place(&prior)).expect("places are on the Tile");
                // The place decides the order, in which any named score agrees; the value is its
                // own.
                (Some(at.place().clone()), rank_defined(classifiers, &at, &values))
            }
            Asked::Unplaced(metric) => (None, rank_by_metric(classifiers, metric)?),
        };
        Ok(Ok(Self { name: asked.name(), at, ranking, values }))
    }

    fn report<'r>(&'r self, classifiers: &'r [Classifier]) -> RankingReport<'r> {
        let Self { name, at, ranking, values } = self;
        let (at, score) = (at.as_ref(), name.as_deref());
        RankingReport { classifiers, at, score, ranking, values, costs: None, intervals: None }
    }
}

/// Classifiers ranked by one score.
#[derive(Clone, Debug)]
pub struct RankedByScore {
    /// The name of the score; a point has none.
    pub score: Option<String>,
    /// The point of the Tile that orders as the score does, if there is one.
    pub at: Option<Point>,
    /// Best first, undefined last.
    pub ranking: Vec<RankedClassifier>,
    /// The value of the score for each classifier, in the order of the input.
    pub values: Vec<Value>,
}

/// Ranks classifiers as `exactile rank` does: by a score's name, or at a point `r(A,B)` of the
/// Tile. O(n log n).
///
/// # Errors
/// The message that the program would print after `error:` and `hint:`.
pub fn rank_by_score(classifiers: &[Classifier], score: &str) -> Result<RankedByScore, Refused> {
    const INPUT: &str = "<stdin>";
    let refuse = |error: &TileError| Failure::in_input(error, INPUT);
    let ranked = || {
        let metric: Metric = score.parse().map_err(|error| Failure::unknown_metric(&error))?;
        let asked = Asked::of_metric(metric)?;
        Ranked::new(INPUT, &asked, classifiers)?.map_err(|error| refuse(&error))
    };
    let Ranked { name, at, ranking, values } = ranked().map_err(Failure::into_refused)?;
    Ok(RankedByScore { score: name, at, ranking, values })
}

/// Returns the ranking by a metric's own values, in the order of its orientation.
pub(super) fn rank_by_metric(
    classifiers: &[Classifier],
    metric: &Metric,
) -> Result<Vec<RankedClassifier>, Failure> {
    let matrices: Vec<_> = classifiers.iter().map(|classifier| classifier.matrix.clone()).collect();
    let ranks = metric_ranks(metric, &matrices).map_err(|error| {
        let hint = match error {
            CorrelationError::SizesDiffer(_) => {
                "choose the score without scaled-, or scale the rows to one total"
            }
            _ => "choose another --score",
        };
        Failure::new(error, hint)
    })?;
    let signed = |rank: u32| match metric.orientation() {
        Orientation::Lower => -i64::from(rank),
        _ => i64::from(rank),
    };
    let keys: Vec<Option<i64>> = ranks.into_iter().map(|rank| rank.map(signed)).collect();
    Ok(rank_by_keys(&keys))
}

/// Writes the ranking for each class against the rest, and the classifiers that are first in all of
/// them.
fn each_class(
    arguments: &RankArgs,
    asked: &Asked,
    views: Vec<ClassView>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.output.format == TableFormat::Csv {
        return Err(choose_class("a table shows one class"));
    }
    let mut rankings = Vec::with_capacity(views.len());
    for ClassView { label, classifiers } in views {
        let names: Vec<String> = classifiers.iter().map(|known| known.name.clone()).collect();
        let ranked = match shifted(arguments, classifiers) {
            Ok(classifiers) => Ranked::new(&input::name(&arguments.input), asked, &classifiers)?
                .map(|ranked| (ranked, classifiers)),
            Err(error) => Err(error),
        };
        rankings.push((label, names, ranked.map_err(|error| error.to_string())));
    }
    // Nobody is first in a class that has no ranking.
    let of_classes: Vec<Vec<RankedClassifier>> = rankings
        .iter()
        .map(|(.., ranked)| {
            ranked.as_ref().map_or(Vec::new(), |(ranked, _)| ranked.ranking.clone())
        })
        .collect();
    let names = rankings.last().map_or(&[][..], |(_, names, _)| names);
    let first = first_in_every(&of_classes).into_iter().map(|i| names[i].as_str()).collect();
    let report = EachClass {
        schema: "exactile.multi-class-rank.v1",
        key: "ranking",
        classes: rankings
            .iter()
            .map(|(label, _, ranked)| {
                let report = match ranked {
                    Ok((ranked, classifiers)) => {
                        Ok(RankingReports(vec![ranked.report(classifiers)]))
                    }
                    Err(reason) => Err(reason.clone()),
                };
                (label.as_str(), report)
            })
            .collect(),
        entry: Some(("first_in_every_class", "first in every class", first)),
    };
    write_result(&arguments.output, streams, &report)
}

fn by_importance(
    arguments: &RankArgs,
    text: &str,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let classifiers = &subject.classes;
    let labels = classifiers[0].matrix.labels();
    let importance = if is_file_name(text) {
        let table =
            input::with_source(Path::new(text), |reader, name, _| Ok(read_costs(reader, name)?))?;
        let cell = |truth, predicted| table.cost(truth, predicted).clone();
        importance_of_cells(cell, table.labels(), labels)
    } else {
        parse_importance(text, labels)
    }
    .map_err(|error| {
        let known: Vec<String> = labels.iter().map(|label| format!("{label:?}")).collect();
        let known = known.join(", ");
        let hint = format!("the classes are {known}; a label may stand in double quotes");
        Failure::new(format!("--importance {text:?}: {error}"), hint)
    })?;
    let ranking = rank_by_importance(classifiers, &importance)
        .map_err(|error| mend_labels(&error, &arguments.input))?;
    let report = ImportanceReport { classifiers, importance: &importance, ranking: &ranking };
    write_result(&arguments.output, streams, &report)
}

/// Returns the ranking of classifiers with a defined value; the others come last, without a rank.
pub(super) fn rank_defined(
    classifiers: &[Classifier],
    score: &RankingScore,
    values: &[Value],
) -> Vec<RankedClassifier> {
    let is_defined = |position: &usize| values[*position].undefined().is_none();
    let (defined, undefined): (Vec<usize>, Vec<usize>) =
        (0..classifiers.len()).partition(is_defined);
    if undefined.is_empty() {
        return rank_at(classifiers, score);
    }
    let ranked: Vec<Classifier> =
        defined.iter().map(|&position| classifiers[position].clone()).collect();
    let mut ranking = rank_at(&ranked, score);
    for entry in &mut ranking {
        entry.classifier = defined[entry.classifier];
    }
    let unranked = |classifier| RankedClassifier { classifier, value: None, rank: None };
    ranking.extend(undefined.into_iter().map(unranked));
    ranking
}

/// Returns the prior that a score's ordering depends on. If it matters, it has to be the same for
/// all classifiers, and between 0 and 1.
fn common_prior(score: &NamedScore, classifiers: &[Classifier]) -> Result<Rational, TileError> {
    let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
    let first = classifiers.first().ok_or(TileError::NoClassifiers)?;
    if score.scope() == Scope::All {
        return Ok(prior(first));
    }
    for other in classifiers {
        if prior(other) != prior(first) {
            return Err(TileError::PriorsDiffer {
                first: first.name.clone(),
                first_prior: prior(first),
                second: other.name.clone(),
                second_prior: prior(other),
            });
        }
    }
    first
        .matrix
        .check_both_classes()
        .map_err(|error| TileError::Performance { name: first.name.clone(), error })?;
    Ok(prior(first))
}

/// Checks that all classifiers have the same numbers of samples, if the score depends on them.
pub(super) fn check_counts(
    score: &NamedScore,
    classifiers: &[Classifier],
    input: &str,
) -> Result<(), Failure> {
    let total = |classifier: &Classifier| classifier.matrix.total();
    match classifiers.iter().find(|other| total(other) != total(&classifiers[0])) {
        None => Ok(()),
        Some(other) => {
            let what = format!(
                "{score} compares equal numbers of samples only: {:?} has {} and {:?} has {}",
                classifiers[0].name,
                total(&classifiers[0]),
                other.name,
                total(other),
            );
            Err(Failure::new(what, "scale the rows to one total").at(input))
        }
    }
}
