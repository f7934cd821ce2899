//! Classifiers ranked by any score: at a point of the Tile, or by the values of a metric.

use crate::host::{Failure, Refused};
use exactile::correlation::{CorrelationError, metric_ranks};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore, Orientation, RankingScore, Scope};
use exactile::tile::{RankedClassifier, TileError, rank_at, rank_by_keys};
use exactile_document::RankingReport;

/// The score by which classifiers are ranked.
pub(crate) enum Asked {
    /// A point of the Tile.
    Point(NamedScore),
    /// A metric that orders as a ranking score does.
    Placed(NamedScore),
    /// Any other metric with an orientation.
    Unplaced(Metric),
}

impl Asked {
    /// Returns a point, or a score.
    pub(crate) fn of(at: Option<&NamedScore>, score: Option<&Metric>) -> Result<Self, Failure> {
        match (at, score) {
            (Some(point), _) => Ok(Self::Point(point.clone())),
            (None, Some(metric)) => Self::of_metric(metric.clone()),
            (None, None) => Err(Failure::new("no score is given", "add --at or --metric")),
        }
    }

    pub(crate) fn of_metric(metric: Metric) -> Result<Self, Failure> {
        match NamedScore::new(metric.clone()) {
            Ok(placed) => Ok(Self::Placed(placed)),
            Err(_) if metric.orientation() == Orientation::Neither => Err(Failure::new(
                format!("{metric} does not say how good a classifier is"),
                "choose another --score",
            )),
            Err(_) => Ok(Self::Unplaced(metric)),
        }
    }

    pub(crate) fn metric(&self) -> &Metric {
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

/// A ranking by one score.
pub(crate) struct Ranked {
    name: Option<String>,
    at: Option<Point>,
    pub(crate) ranking: Vec<RankedClassifier>,
    /// The values of the score itself.
    pub(crate) values: Vec<Value>,
}

impl Ranked {
    /// Creates the requested ranking; the inner error is about one of the classifiers.
    pub(crate) fn new(
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

    pub(crate) fn report<'r>(&'r self, classifiers: &'r [Classifier]) -> RankingReport<'r> {
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
pub(crate) fn rank_by_metric(
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

/// Returns the ranking of classifiers with a defined value; the others come last, without a rank.
pub(crate) fn rank_defined(
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
pub(crate) fn check_counts(
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
