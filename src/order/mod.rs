//! Classifiers in the order of any score: at a point of the Tile, or by the values of a metric that
//! has no place there.
//!
//! A metric that orders as a ranking score does is asked at its place, where the exact order takes
//! a product and a comparison; any other one by its values. Either way the values shown are those
//! of the metric itself, and whoever has none comes last, without a rank.

mod error;

pub use error::OrderError;

use crate::correlation::metric_ranks;
use crate::geometry::Point;
use crate::num::{Rational, Value};
use crate::performance::Classifier;
use crate::score::{Metric, NamedScore, Orientation, RankingScore, Scope};
use crate::tile::{RankedClassifier, TileError, rank_at, rank_by_keys};

/// The score by which classifiers are ordered.
#[derive(Clone, Debug)]
pub enum Order {
    /// A point of the Tile.
    Point(NamedScore),
    /// A metric that orders as a ranking score does.
    Placed(NamedScore),
    /// Any other metric with an orientation.
    Unplaced(Metric),
}

impl TryFrom<Metric> for Order {
    type Error = OrderError;

    /// The order by a metric's name.
    ///
    /// # Errors
    /// [`OrderError::NoOrientation`].
    fn try_from(metric: Metric) -> Result<Self, OrderError> {
        match NamedScore::new(metric.clone()) {
            Ok(placed) => Ok(Self::Placed(placed)),
            Err(_) if metric.orientation() == Orientation::Neither => {
                Err(OrderError::NoOrientation(metric))
            }
            Err(_) => Ok(Self::Unplaced(metric)),
        }
    }
}

impl Order {
    /// The metric whose values are shown.
    pub fn metric(&self) -> &Metric {
        match self {
            Self::Point(score) | Self::Placed(score) => score.metric(),
            Self::Unplaced(metric) => metric,
        }
    }

    /// The usual name of the score; a point has none.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Point(_) => None,
            Self::Placed(score) => Some(score.to_string()),
            Self::Unplaced(metric) => Some(metric.to_string()),
        }
    }

    /// Ranks classifiers by this score. O(n log n).
    ///
    /// ```
    /// use exactile::order::Order;
    /// use exactile::score::Metric;
    /// use exactile::{Classifier, ConfusionMatrix};
    /// let classifiers = [
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let ranked = Order::try_from(Metric::Mcc)?.ranked(&classifiers)?;
    /// assert_eq!(ranked.ranking[0].classifier, 0);
    /// assert_eq!((ranked.at, ranked.values[0].to_string()), (None, "2/5".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No classifiers; a score whose order depends on the prior, and priors that differ or a class
    /// without samples; one that compares equal numbers of samples only, and others; values that
    /// cannot be compared.
    pub fn ranked(&self, classifiers: &[Classifier]) -> Result<Ranked, OrderError> {
        if classifiers.is_empty() {
            return Err(TileError::NoClassifiers.into());
        }
        let prepared = self.metric().prepared();
        let values: Vec<Value> =
            classifiers.iter().map(|classifier| prepared.value(&classifier.matrix)).collect();
        let (at, ranking) = match self {
            Self::Point(score) | Self::Placed(score) => {
                let prior = common_prior(score, classifiers)?;
                check_totals(score, classifiers)?;
                let at = RankingScore::at(score.place(&prior)).expect("places are on the Tile");
                // The place decides the order, in which any named score agrees; the value is its
                // own.
                (Some(at.place().clone()), rank_defined(classifiers, &at, &values))
            }
            Self::Unplaced(metric) => (None, rank_by_metric(classifiers, metric)?),
        };
        Ok(Ranked { score: self.name(), at, ranking, values })
    }
}

/// Classifiers ranked by one score.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The name of the score; a point has none.
    pub score: Option<String>,
    /// The point of the Tile that orders as the score does, if there is one.
    pub at: Option<Point>,
    /// Best first, undefined last. Values in it are those of the ranking score at the point.
    pub ranking: Vec<RankedClassifier>,
    /// The value of the score for each classifier, in the order of the input.
    pub values: Vec<Value>,
}

/// The ranking by a metric's own values: the lowest first if lower is better, else the highest.
/// O(n log n).
///
/// ```
/// use exactile::order::rank_by_metric;
/// use exactile::score::Metric;
/// use exactile::{Classifier, ConfusionMatrix};
/// let classifiers = [
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// assert_eq!(rank_by_metric(&classifiers, &Metric::ErrorRate)?[0].classifier, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`OrderError::Values`]: values that cannot be compared, see [`metric_ranks`].
pub fn rank_by_metric(
    classifiers: &[Classifier],
    metric: &Metric,
) -> Result<Vec<RankedClassifier>, OrderError> {
    let matrices: Vec<_> = classifiers.iter().map(|classifier| classifier.matrix.clone()).collect();
    let signed = |rank: u32| match metric.orientation() {
        Orientation::Lower => -i64::from(rank),
        _ => i64::from(rank),
    };
    let ranks = metric_ranks(metric, &matrices)?;
    let keys: Vec<Option<i64>> = ranks.into_iter().map(|rank| rank.map(signed)).collect();
    Ok(rank_by_keys(&keys))
}

/// The ranking at a place of the Tile of the classifiers whose value is defined; the others come
/// last, without a rank. O(n log n).
///
/// # Panics
/// If there is not a value for each classifier.
pub fn rank_defined(
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

/// Checks that all classifiers have the same number of samples, if the score's order depends on it.
///
/// # Errors
/// [`OrderError::TotalsDiffer`], with the first classifier that has another number.
pub fn check_totals(score: &NamedScore, classifiers: &[Classifier]) -> Result<(), OrderError> {
    let (Scope::FixedCounts, Some((first, others))) = (score.scope(), classifiers.split_first())
    else {
        return Ok(());
    };
    let total = |of: &Classifier| of.matrix.total();
    match others.iter().find(|other| total(other) != total(first)) {
        None => Ok(()),
        Some(other) => Err(OrderError::TotalsDiffer {
            score: score.to_string(),
            first: (first.name.clone(), total(first)),
            second: (other.name.clone(), total(other)),
        }),
    }
}
