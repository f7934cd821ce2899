//! Thresholds that are chosen on the other folds: each fold judges the threshold that is best on
//! the samples of all others, so that no sample judges a threshold that it has chosen.

use super::column::ScoreColumn;
use super::judged::Rule;
use super::model::ScoredModel;
use super::scores::ModelScore;
use super::wish::{Unmet, Wish, WishError};
use crate::num::Rational;

/// Models whose samples come in folds, as cross-validation makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folds {
    /// The names of the folds, at least two.
    pub names: Vec<String>,
    /// The folds of each model.
    pub models: Vec<Vec<Fold>>,
}

/// A model on the samples of one fold, and on those of all other folds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The samples of the fold.
    pub own: ScoredModel,
    /// The samples of the other folds.
    pub others: ScoredModel,
}

impl Fold {
    /// Splits the scores of a model by folds. For each class `numbers` holds the fold of each score
    /// in the order in which the scores were added; folds are numbered from 0. `None` if a fold has
    /// no samples, or all of them. O(k n log n) for k folds of together n samples.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::{Fold, ScoreColumn};
    /// let mut column = ScoreColumn::new();
    /// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    ///     column.push(class, &score.parse::<Rational>()?, 1);
    /// }
    /// let folds = Fold::split("logistic", &column, [&[0, 1], &[0, 1]], 2, 1).expect("samples");
    /// assert_eq!(folds[1].own.threshold_text(1), "0.4");
    /// assert_eq!(folds[1].others.threshold_text(1), "0.9");
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    ///
    /// # Panics
    /// If a class has more scores than numbers, or there are 2^64 samples or more.
    pub fn split(
        name: &str,
        column: &ScoreColumn,
        numbers: [&[u32]; 2],
        folds: usize,
        positive: usize,
    ) -> Option<Vec<Self>> {
        let fold = |fold: usize| {
            let part = |is_own: bool| {
                let keep =
                    |class: usize, row: usize| (numbers[class][row] as usize == fold) == is_own;
                column.part(keep).into_model(name, positive)
            };
            Some(Self { own: part(true)?, others: part(false)? })
        };
        (0..folds).map(fold).collect()
    }
}

/// The thresholds of a model, each chosen on the other folds, and their predictions together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcrossFolds {
    /// The thresholds of all folds.
    Judged {
        /// The threshold of each fold on its samples: the greatest of those that are best on the
        /// other folds.
        rules: Vec<Rule>,
        /// The predictions of all folds as a model: positive ones have the score 1, others 0.
        pooled: ScoredModel,
    },
    /// A fold without a threshold.
    Missing {
        /// The number of the fold.
        fold: usize,
        /// The condition that no threshold meets on the other folds; `None` if the aim is undefined
        /// there.
        unmet: Option<Unmet>,
    },
}

impl AcrossFolds {
    /// Chooses a threshold for each fold on all others, and judges it on the fold. `wish` is that
    /// on the samples of the others: the place of a named score depends on their prior. O(k n) for
    /// k folds.
    ///
    /// ```
    /// use exactile::{Metric, Rational};
    /// use exactile::threshold::{AcrossFolds, Aim, Fold, ScoreColumn, Wish};
    /// let mut column = ScoreColumn::new();
    /// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    ///     column.push(class, &score.parse::<Rational>()?, 1);
    /// }
    /// // A fold has the scores 0.9 and 0.6, the other one 0.4 and 0.2.
    /// let folds = Fold::split("logistic", &column, [&[0, 1], &[0, 1]], 2, 1).expect("samples");
    /// let wish = Wish::new(Aim::Metric { metric: Metric::Accuracy, target_prior: None }, vec![])?;
    /// let across = AcrossFolds::new(&folds, |_| Ok(wish.clone()))?;
    /// // 0.4 flags both samples of the first fold, 0.9 none of the second one.
    /// let (pooled, position) = across.judged().expect("both classes");
    /// let accuracy = Metric::Accuracy.value(&pooled.matrix(position));
    /// assert_eq!(accuracy.as_rational(), Some(&Rational::new(1, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Wish::choose`].
    pub fn new(
        folds: &[Fold],
        wish: impl Fn(&ScoredModel) -> Result<Wish, WishError>,
    ) -> Result<Self, WishError> {
        let mut rules = Vec::with_capacity(folds.len());
        let mut column = ScoreColumn::new();
        column.divide(folds.first().map_or(1, |fold| fold.own.scale()));
        for (number, fold) in folds.iter().enumerate() {
            let choice = wish(&fold.others)?.choose(&fold.others, &fold.others.hull())?;
            let Some(&best) = choice.positions.first() else {
                return Ok(Self::Missing { fold: number, unmet: choice.unmet });
            };
            let rule = Rule::new(&fold.own, fold.others.threshold(best));
            let sizes = [fold.own.negatives(), fold.own.positives()];
            for (class, flagged) in fold.own.passed(rule.position).into_iter().enumerate() {
                column.push(class, &Rational::ONE, flagged);
                column.push(class, &Rational::ZERO, sizes[class] - flagged);
            }
            rules.push(rule);
        }
        Ok(match column.into_model("", 1) {
            Some(pooled) => Self::Judged { rules, pooled },
            None => Self::Missing { fold: 0, unmet: None },
        })
    }

    /// The predictions of all folds as a model, and their position in it, if each fold has a
    /// threshold.
    pub fn judged(&self) -> Option<(&ScoredModel, usize)> {
        match self {
            Self::Judged { pooled, .. } => {
                let flagged = ModelScore::from(Rational::ONE);
                Some((pooled, pooled.position_of_score(&flagged)))
            }
            Self::Missing { .. } => None,
        }
    }
}
