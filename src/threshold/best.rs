//! Best thresholds for a preference.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;

use super::model::ScoredModel;
use crate::geometry::Point;
use crate::num::{ExactInteger, Rational, common_denominator};
use crate::performance::{Class, ConfusionMatrix, PerformanceError};
use crate::score::RankingScore;
use crate::tile::{RankedClassifier, rank_by_keys};

/// A preference: a point of the Tile of the samples' own priors, or of a target prior.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    score: RankingScore,
    target_prior: Option<Rational>,
}

impl Preference {
    /// The preference at a point of the Tile; `None` outside `[0, 1] x [0, 1]`. With a target prior
    /// the samples of each class are weighted so that positive ones have this share.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// use exactile::threshold::Preference;
    /// let point = |a| Point::new(Rational::from(a), Rational::ZERO);
    /// assert!(Preference::new(point(1), None).is_some());
    /// assert!(Preference::new(point(2), None).is_none());
    /// ```
    pub fn new(place: Point, target_prior: Option<Rational>) -> Option<Self> {
        Some(Self { score: RankingScore::at(place)?, target_prior })
    }

    /// The point of the Tile.
    pub fn place(&self) -> &Point {
        self.score.place()
    }

    /// The positive prior that the classes are weighted for, if it is not that of the samples.
    pub fn target_prior(&self) -> Option<&Rational> {
        self.target_prior.as_ref()
    }

    /// The ranking score of a model at a threshold; `None` where it is undefined (0/0).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Point, threshold::Preference};
    /// let half = || Rational::new(1, 2);
    /// let accuracy = Preference::new(Point::new(half(), half()), None).expect("on the Tile");
    /// assert_eq!(accuracy.value(&model, 1)?, Some(Rational::new(3, 4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, or one for samples that lack a class.
    pub fn value(
        &self,
        model: &ScoredModel,
        position: usize,
    ) -> Result<Option<Rational>, PerformanceError> {
        self.value_of(&model.matrix(position))
    }

    /// The ranking score of a confusion matrix, shifted to the target prior if there is one.
    pub(super) fn value_of(
        &self,
        matrix: &ConfusionMatrix,
    ) -> Result<Option<Rational>, PerformanceError> {
        Ok(match &self.target_prior {
            Some(prior) => self.score.value(&matrix.shifted(prior)?),
            None => self.score.value(matrix),
        })
    }

    /// Returns the first vertex of a model's hull, which has the highest threshold, among those
    /// with the best value; `None` if the score is undefined at all of them.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Point, threshold::Preference};
    /// let place = Point::new(Rational::ONE, Rational::ONE);
    /// let recall = Preference::new(place, None).expect("on the Tile");
    /// assert_eq!(recall.best_vertex(&model, &model.hull())?, Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn best_vertex(
        &self,
        model: &ScoredModel,
        hull: &[usize],
    ) -> Result<Option<usize>, PerformanceError> {
        let mut best: Option<(usize, Rational)> = None;
        for &vertex in hull {
            let Some(value) = self.value(model, vertex)? else { continue };
            if best.as_ref().is_none_or(|(_, known)| value > *known) {
                best = Some((vertex, value));
            }
        }
        Ok(best.map(|(vertex, _)| vertex))
    }

    /// Integer weights of tn, fp, fn, tp in proportion to the importances and the prior's weights.
    pub(super) fn weights(&self, model: &ScoredModel) -> Result<[BigInt; 4], PerformanceError> {
        let importances = self.score.importances();
        let of_classes = class_weights(model, self.target_prior.as_ref())?;
        let scale = common_denominator(&importances);
        let mut weights = [BigInt::ZERO; 4];
        for (k, importance) in importances.iter().enumerate() {
            let class = usize::from(k >= 2);
            weights[k] =
                importance.numerator() * (&scale / importance.denominator()) * &of_classes[class];
        }
        let common = weights.iter().fold(BigInt::ZERO, |common, weight| common.gcd(weight));
        Ok(weights.map(|weight| weight / &common))
    }
}

/// Coprime integers in proportion to the weights of a negative and a positive sample.
pub(super) fn class_weights(
    model: &ScoredModel,
    target_prior: Option<&Rational>,
) -> Result<[BigInt; 2], PerformanceError> {
    let Some(prior) = target_prior else { return Ok([1.into(), 1.into()]) };
    if !prior.is_positive() || *prior >= Rational::ONE {
        return Err(PerformanceError::PriorOutOfRange(prior.clone()));
    }
    let (negatives, positives) = (model.negatives(), model.positives());
    for (count, class) in [(negatives, Class::Negative), (positives, Class::Positive)] {
        if count == 0 {
            return Err(PerformanceError::ClassWithoutSamples { class });
        }
    }
    let ratio =
        prior.complement() * Rational::from(positives) / (prior * Rational::from(negatives));
    Ok([ratio.numerator(), ratio.denominator()])
}

/// Every threshold that is best for a preference, and the value there.
///
/// ```
/// use exactile::{Point, Rational};
/// use exactile::threshold::{BestThresholds, Preference, ScoreColumn};
/// let mut column = ScoreColumn::new();
/// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
///     column.push(class, &score.parse::<Rational>()?, 1);
/// }
/// let model = column.into_model("logistic", 1).expect("samples");
/// let half = || Rational::new(1, 2);
/// let accuracy = Preference::new(Point::new(half(), half()), None).expect("on the Tile");
/// let best = BestThresholds::new(&model, &accuracy)?;
/// let thresholds: Vec<String> = best.positions.iter().map(|&k| model.threshold_text(k)).collect();
/// assert_eq!(thresholds, ["0.9", "0.4"]);
/// assert_eq!(best.value, Some(Rational::new(3, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestThresholds {
    /// Positions of thresholds ([`ScoredModel`]), increasing: the greatest threshold comes first.
    /// Empty where the ranking score is undefined at every threshold.
    pub positions: Vec<usize>,
    /// The ranking score there, `None` where it is undefined everywhere.
    pub value: Option<Rational>,
}

impl BestThresholds {
    /// All best thresholds. O(n), and not more than the hull where it is known.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Point, threshold::{BestThresholds, Preference}};
    /// let place = Point::new(Rational::ONE, Rational::ONE);
    /// let recall = Preference::new(place, None).expect("on the Tile");
    /// let best = BestThresholds::new(&model, &recall)?;
    /// assert_eq!(best.positions, [3, 4]);
    /// assert_eq!(best.value, Some(Rational::ONE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, or one for samples that lack a class.
    pub fn new(model: &ScoredModel, preference: &Preference) -> Result<Self, PerformanceError> {
        Self::on_hull(model, &model.hull(), preference)
    }

    /// Returns the same for a model with a known hull: only its vertices are compared, and the
    /// points of an edge if its vertices tie.
    ///
    /// On a staircase with samples of both classes the value is a ratio of two linear functions, of
    /// which one grows towards the upper left and the other one falls. So the best points are those
    /// of a vertex or of an edge of the hull, its upright and level ends included. At the corners
    /// PPV and NPV the value is undefined at one end of the hull; then points may still tie on the
    /// edge to that end.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn on_hull(
        model: &ScoredModel,
        hull: &[usize],
        preference: &Preference,
    ) -> Result<Self, PerformanceError> {
        let weights = preference.weights(model)?;
        let longest = weights.iter().map(BigInt::bits).max().unwrap_or(0);
        let samples = BigInt::from(model.negatives()) + model.positives();
        // Products of two sums, each of at most all samples with the greatest weight.
        Ok(if i128::holds(2 * (longest + samples.bits())) {
            search(&Objective::<i128>::new(model, &weights), hull)
        } else {
            search(&Objective::<BigInt>::new(model, &weights), hull)
        })
    }
}

/// Satisfied and unsatisfied importance at the positions of a model, times a common factor.
struct Objective<'m, I> {
    model: &'m ScoredModel,
    weights: [I; 4],
    totals: [u64; 2],
}

impl<'m, I: ExactInteger> Objective<'m, I> {
    fn new(model: &'m ScoredModel, weights: &[BigInt; 4]) -> Self {
        let weights = weights.each_ref().map(I::from_big);
        Self { model, weights, totals: [model.negatives(), model.positives()] }
    }

    fn parts(&self, position: usize) -> [I; 2] {
        let ([fp, tp], [negatives, positives]) = (self.model.passed(position), self.totals);
        let [w_tn, w_fp, w_fn, w_tp] = &self.weights;
        let term = |weight: &I, count: u64| weight.times(&I::from_big(&BigInt::from(count)));
        [
            term(w_tn, negatives - fp).increased(&term(w_tp, tp)),
            term(w_fp, fp).increased(&term(w_fn, positives - tp)),
        ]
    }
}

/// The order of two values s/(s + u), undefined ones not among them.
fn compare<I: ExactInteger>([s, u]: &[I; 2], [other_s, other_u]: &[I; 2]) -> Ordering {
    s.times(other_u).cmp(&other_s.times(u))
}

fn is_undefined<I: ExactInteger>([s, u]: &[I; 2]) -> bool {
    s.is_zero() && u.is_zero()
}

fn search<I: ExactInteger>(objective: &Objective<'_, I>, hull: &[usize]) -> BestThresholds {
    let has_both = objective.totals.iter().all(|&total| total > 0);
    let all: Vec<usize>;
    let candidates = if has_both {
        hull
    } else {
        all = (0..=objective.model.distinct()).collect();
        &all
    };
    let mut best: Option<[I; 2]> = None;
    let (mut first, mut last) = (0, 0);
    for (k, &position) in candidates.iter().enumerate() {
        let parts = objective.parts(position);
        if is_undefined(&parts) {
            continue;
        }
        match best.as_ref().map_or(Ordering::Greater, |best| compare(&parts, best)) {
            Ordering::Less => {}
            Ordering::Equal => last = k,
            Ordering::Greater => {
                (first, last) = (k, k);
                best = Some(parts);
            }
        }
    }
    let Some(best) = best else { return BestThresholds { positions: Vec::new(), value: None } };
    let is_open = |k: usize| is_undefined(&objective.parts(candidates[k]));
    if first > 0 && is_open(first - 1) {
        first -= 1;
    }
    if last + 1 < candidates.len() && is_open(last + 1) {
        last += 1;
    }
    let ties = |&position: &usize| {
        let parts = objective.parts(position);
        !is_undefined(&parts) && compare(&parts, &best).is_eq()
    };
    let positions = (candidates[first]..=candidates[last]).filter(ties).collect();
    let [s, u] = best;
    BestThresholds { positions, value: Some(I::ratio(&s, &s.plus(&u))) }
}

/// The ranking of models that each choose their best threshold for a preference, best first.
///
/// A model's rank is one more than the number of rivals whose best value is greater: those that
/// have the best vertex of the common hull with it.
///
/// ```
/// # use exactile::{Rational, threshold::ScoreColumn};
/// # let mut column = ScoreColumn::new();
/// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
/// #     column.push(class, &score.parse::<Rational>()?, 1);
/// # }
/// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
/// let model = column.into_model("logistic", 1).expect("samples");
/// use exactile::{Point, threshold::{Preference, rank_at_best}};
/// let recall = Preference::new(Point::new(Rational::ONE, Rational::ONE), None).expect("a place");
/// let ranking = rank_at_best(&[model], &recall)?;
/// assert_eq!(ranking[0].value, Some(Rational::ONE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`BestThresholds::new`].
pub fn rank_at_best(
    models: &[ScoredModel],
    preference: &Preference,
) -> Result<Vec<RankedClassifier>, PerformanceError> {
    let mut values = Vec::with_capacity(models.len());
    for model in models {
        values.push(BestThresholds::new(model, preference)?.value);
    }
    let mut ranking = rank_by_keys(&values);
    for ranked in &mut ranking {
        ranked.value = values[ranked.classifier].take();
    }
    Ok(ranking)
}
