//! Best thresholds for any metric, and under conditions.

use std::cmp::Ordering;

use super::best::{BestThresholds, Preference};
use super::condition::Condition;
use super::model::ScoredModel;
use crate::lattice::LatticeError;
use crate::num::{Rational, sign_of_quantiles};
use crate::performance::{ConfusionMatrix, PerformanceError};
use crate::score::{Metric, Orientation, PreparedMetric, Surrogate, ValueForm};
use crate::tile::{RankedClassifier, rank_by_keys};

/// Binary places up to which two values of d' are compared.
const MOST_BITS: u32 = 8192;

/// The quantity that is to be as good as it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The ranking score at a point of the Tile.
    Place(Preference),
    /// A metric: the greatest value, or the least one where lower values are better.
    Metric {
        /// The metric, whose values say how good a classifier is.
        metric: Metric,
        /// The positive prior that the classes are weighted for, if it is not that of the samples.
        target_prior: Option<Rational>,
    },
}

/// An aim, and conditions that thresholds have to meet.
///
/// ```
/// use exactile::{Metric, Rational};
/// use exactile::threshold::{Aim, ScoreColumn, Wish};
/// let mut column = ScoreColumn::new();
/// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
///     column.push(class, &score.parse::<Rational>()?, 1);
/// }
/// let model = column.into_model("logistic", 1).expect("samples");
/// let wish = |condition: &str| {
///     let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
///     Ok::<_, Box<dyn std::error::Error>>(Wish::new(aim, vec![condition.parse()?])?)
/// };
/// let texts = |positions: &[usize]| {
///     positions.iter().map(|&k| model.threshold_text(k)).collect::<Vec<_>>()
/// };
/// let choice = wish("ppv >= 1/2")?.choose(&model, &model.hull())?;
/// assert_eq!(texts(&choice.positions), ["0.9", "0.4"]);
/// // Of two thresholds with TPR 1 the better one by MCC is the nearer.
/// let choice = wish("tpr > 1")?.choose(&model, &model.hull())?;
/// assert_eq!(choice.unmet.map(|unmet| texts(&[unmet.nearest.expect("defined")])),
///     Some(vec!["0.4".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    aim: Aim,
    conditions: Vec<Condition>,
}

/// The reason if thresholds cannot be compared by a wish.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WishError {
    /// A target prior outside `(0, 1)`, or one for samples that lack a class.
    #[error(transparent)]
    Performance(#[from] PerformanceError),
    /// A value that a metric cannot be compared with, or values that cannot be told apart.
    #[error(transparent)]
    Value(#[from] LatticeError),
    /// A metric that does not say how good a classifier is.
    #[error("no threshold is best for {metric}: it does not say how good a classifier is")]
    NoOrientation {
        /// The metric.
        metric: Metric,
    },
}

/// The thresholds of a model that answer a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The positions of all best thresholds among those that meet the conditions, increasing. Empty
    /// if no threshold meets them, or if the aim is undefined at all that do.
    pub positions: Vec<usize>,
    /// The condition that no threshold meets together with those before it.
    pub unmet: Option<Unmet>,
}

/// A condition that cannot be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The condition.
    pub condition: usize,
    /// The position of the threshold that comes nearest to it: among those that meet the conditions
    /// before it, the metric of the condition is nearest to the bound; of several the best one by
    /// the aim, of these the first one. `None` if the metric of the condition is undefined at all
    /// of them.
    pub nearest: Option<usize>,
}

impl Wish {
    /// An aim under conditions, which all have to be met.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::threshold::{Aim, Wish};
    /// let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
    /// let wish = Wish::new(aim, vec!["ppv >= 1/2".parse()?])?;
    /// assert_eq!(wish.conditions().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A metric that does not say how good a classifier is.
    pub fn new(aim: Aim, conditions: Vec<Condition>) -> Result<Self, WishError> {
        match &aim {
            Aim::Metric { metric, .. } if metric.orientation() == Orientation::Neither => {
                Err(WishError::NoOrientation { metric: metric.clone() })
            }
            _ => Ok(Self { aim, conditions }),
        }
    }

    /// The aim.
    pub fn aim(&self) -> &Aim {
        &self.aim
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Returns the best thresholds of a model with a known hull, under the conditions. O(n) for
    /// each condition; for a point of the Tile without conditions only the hull is searched.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Metric, threshold::{Aim, Wish}};
    /// let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
    /// let wish = Wish::new(aim, vec!["tpr >= 1".parse()?])?;
    /// assert_eq!(wish.choose(&model, &model.hull())?.positions, [3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, or one for samples that lack a class; values that cannot be
    /// compared.
    pub fn choose(&self, model: &ScoredModel, hull: &[usize]) -> Result<Choice, WishError> {
        let scale = Scale::new(&self.aim, model)?;
        if let (Aim::Place(preference), []) = (&self.aim, self.conditions.as_slice()) {
            let positions = BestThresholds::on_hull(model, hull, preference)?.positions;
            return Ok(Choice { positions, unmet: None });
        }
        let mut allowed: Vec<usize> = (0..=model.distinct()).collect();
        for (number, condition) in self.conditions.iter().enumerate() {
            let prepared = condition.on(&scale.matrix(0)?)?;
            let mut met = Vec::new();
            for &position in &allowed {
                if prepared.is_met(&scale.matrix(position)?)? {
                    met.push(position);
                }
            }
            if met.is_empty() {
                let nearest = scale.nearest(&allowed, condition)?;
                let best = scale.best(&nearest)?.first().copied();
                let nearest = best.or_else(|| nearest.first().copied());
                let unmet = Some(Unmet { condition: number, nearest });
                return Ok(Choice { positions: Vec::new(), unmet });
            }
            allowed = met;
        }
        Ok(Choice { positions: scale.best(&allowed)?, unmet: None })
    }

    /// Returns `true` if the threshold at a position meets all conditions.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Metric, threshold::{Aim, Wish}};
    /// let aim = Aim::Metric { metric: Metric::Mcc, target_prior: None };
    /// let wish = Wish::new(aim, vec!["tpr >= 1".parse()?])?;
    /// assert!(wish.is_met(&model, 3)? && !wish.is_met(&model, 1)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Self::choose`].
    pub fn is_met(&self, model: &ScoredModel, position: usize) -> Result<bool, WishError> {
        let matrix = Scale::new(&self.aim, model)?.matrix(position)?;
        for condition in &self.conditions {
            if !condition.is_met(&matrix)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The ranking of models by the aim, each at the position of a threshold, best first; without
    /// one it has no rank. O(m^2) comparisons for m models.
    ///
    /// # Errors
    /// As for [`Self::choose`].
    pub fn rank(
        &self,
        chosen: &[Option<(&ScoredModel, usize)>],
    ) -> Result<Vec<RankedClassifier>, WishError> {
        let mut keys = Vec::with_capacity(chosen.len());
        for chosen in chosen {
            keys.push(match *chosen {
                Some((model, position)) => Scale::new(&self.aim, model)?.key(position)?,
                None => None,
            });
        }
        let mut worse = Vec::with_capacity(keys.len());
        for own in &keys {
            let Some(own) = own else {
                worse.push(None);
                continue;
            };
            let mut count = 0_usize;
            for other in keys.iter().flatten() {
                count += usize::from(own.order(other, &self.aim)?.is_gt());
            }
            worse.push(Some(count));
        }
        Ok(rank_by_keys(&worse))
    }
}

/// The values of an aim on the thresholds of a model.
struct Scale<'s> {
    aim: &'s Aim,
    model: &'s ScoredModel,
    prepared: Option<PreparedMetric<'s>>,
    target_prior: Option<&'s Rational>,
}

impl<'s> Scale<'s> {
    fn new(aim: &'s Aim, model: &'s ScoredModel) -> Result<Self, WishError> {
        let (prepared, target_prior) = match aim {
            Aim::Place(preference) => (None, preference.target_prior()),
            Aim::Metric { metric, target_prior } => {
                (Some(metric.prepared()), target_prior.as_ref())
            }
        };
        let scale = Self { aim, model, prepared, target_prior };
        scale.matrix(0)?;
        Ok(scale)
    }

    /// The matrix that is judged.
    fn matrix(&self, position: usize) -> Result<ConfusionMatrix, PerformanceError> {
        let matrix = self.model.matrix(position);
        match self.target_prior {
            Some(prior) => matrix.shifted(prior),
            None => Ok(matrix),
        }
    }

    fn key(&self, position: usize) -> Result<Option<Key>, PerformanceError> {
        match (self.aim, &self.prepared) {
            (Aim::Place(preference), _) => {
                let value = preference.value(self.model, position)?;
                Ok(value.map(|value| Key::Ratio(Surrogate::Finite(value))))
            }
            (_, Some(prepared)) => Ok(Key::of(prepared, &self.matrix(position)?)),
            (Aim::Metric { .. }, None) => Ok(None),
        }
    }

    /// All positions with the best value.
    fn best(&self, among: &[usize]) -> Result<Vec<usize>, WishError> {
        let order = |one: &Key, other: &Key| one.order(other, self.aim);
        greatest(among, |position| self.key(position), order)
    }

    /// All positions at which the metric of a condition is nearest to its bound, from the side on
    /// which it is not met.
    fn nearest(&self, among: &[usize], condition: &Condition) -> Result<Vec<usize>, WishError> {
        let metric = condition.metric();
        let prepared = metric.prepared();
        let key = |position| Ok(Key::of(&prepared, &self.matrix(position)?));
        greatest(among, key, |one, other| {
            let order = one.compare(other, metric)?;
            Ok(if condition.is_upper() { order.reverse() } else { order })
        })
    }
}

/// All positions with the greatest key of those that have one.
fn greatest(
    among: &[usize],
    key: impl Fn(usize) -> Result<Option<Key>, PerformanceError>,
    order: impl Fn(&Key, &Key) -> Result<Ordering, WishError>,
) -> Result<Vec<usize>, WishError> {
    let mut found: Option<Key> = None;
    let mut positions = Vec::new();
    for &position in among {
        let Some(key) = key(position)? else { continue };
        let than_found = match &found {
            None => Ordering::Greater,
            Some(found) => order(&key, found)?,
        };
        if than_found.is_gt() {
            positions.clear();
            found = Some(key);
        }
        if than_found.is_ge() {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// A value of a metric, in a form that is compared without roots and logarithms.
enum Key {
    /// A d' of minus infinity.
    Least,
    Ratio(Surrogate),
    /// The rates whose quantiles are added.
    Quantiles([Rational; 2]),
}

impl Key {
    fn of(prepared: &PreparedMetric<'_>, matrix: &ConfusionMatrix) -> Option<Self> {
        if prepared.form() != ValueForm::Quantiles {
            return prepared.surrogate(matrix).map(Self::Ratio);
        }
        let rates = [matrix.tpr()?, matrix.tnr()?];
        let ends = rates.each_ref().map(|rate| (rate.is_zero(), *rate == Rational::ONE));
        match ends {
            [(true, _), (_, true)] | [(_, true), (true, _)] => None,
            [(true, _), _] | [_, (true, _)] => Some(Self::Least),
            [(_, true), _] | [_, (_, true)] => Some(Self::Ratio(Surrogate::Infinity)),
            _ => Some(Self::Quantiles(rates)),
        }
    }

    /// The order by an aim: greater is better.
    fn order(&self, other: &Self, aim: &Aim) -> Result<Ordering, WishError> {
        match aim {
            Aim::Metric { metric, .. } => {
                let order = self.compare(other, metric)?;
                let is_lower = metric.orientation() == Orientation::Lower;
                Ok(if is_lower { order.reverse() } else { order })
            }
            Aim::Place(_) => Ok(self.rational_order(other)),
        }
    }

    /// The order of the values of a metric.
    fn compare(&self, other: &Self, metric: &Metric) -> Result<Ordering, WishError> {
        let (Self::Quantiles([tpr, tnr]), Self::Quantiles([other_tpr, other_tnr])) = (self, other)
        else {
            return Ok(self.rational_order(other));
        };
        let sum = [(tpr, 1), (tnr, 1), (other_tpr, -1), (other_tnr, -1)];
        let inseparable = || LatticeError::Inseparable { metric: metric.to_string() };
        Ok(sign_of_quantiles(sum, MOST_BITS).ok_or_else(inseparable)?)
    }

    /// The order of all but two finite sums of quantiles.
    fn rational_order(&self, other: &Self) -> Ordering {
        let level = |key: &Self| match key {
            Self::Least => 0,
            Self::Ratio(Surrogate::Finite(_)) | Self::Quantiles(_) => 1,
            Self::Ratio(Surrogate::Infinity) => 2,
        };
        match (self, other) {
            (Self::Ratio(one), Self::Ratio(other)) => one.cmp(other),
            _ => level(self).cmp(&level(other)),
        }
    }
}
