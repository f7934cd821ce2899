//! Values of thresholds: the best ones, the usual one, and those chosen on other samples.

use super::model::ScoredModel;
use super::scores::ModelScore;
use super::wish::{Aim, Choice, Wish, WishError};
use crate::num::Rational;

/// A rule "positive if and only if the score is at least the threshold" on samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The threshold; `None` if all samples are negative. It need not be a score of the samples.
    pub threshold: Option<ModelScore>,
    /// The position of the threshold with the same predictions ([`ScoredModel`]).
    pub position: usize,
}

impl Rule {
    pub(super) fn new(model: &ScoredModel, threshold: Option<ModelScore>) -> Self {
        let position = threshold.as_ref().map_or(0, |score| model.position_of_score(score));
        Self { threshold, position }
    }
}

/// The thresholds of one model for one wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The best thresholds on the samples.
    pub best: Choice,
    /// The threshold one half, if the scores are in `[0, 1]`.
    pub usual: Option<Rule>,
    /// For a preference on the diagonal a = b its threshold probability p = 1 - a as the threshold,
    /// if the scores are in `[0, 1]`: the best one if they are calibrated probabilities.
    pub own_probability: Option<Rule>,
    /// The thresholds that are best on other samples. None of them if the conditions cannot be met
    /// there.
    pub chosen: Option<Vec<Rule>>,
}

impl Judged {
    /// Judges the thresholds of a model whose hull is known; `chosen_on` is the same model with its
    /// hull on other samples, and the wish there: the place of a named score depends on the prior.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::{Metric, threshold::{Aim, Judged, Wish}};
    /// let aim = Aim::Metric { metric: Metric::Accuracy, target_prior: None };
    /// let judged = Judged::new(&model, &model.hull(), &Wish::new(aim, vec![])?, None)?;
    /// assert_eq!(judged.best.positions, [1, 3]);
    /// // 1/2 has the predictions of the score 0.6.
    /// assert_eq!(judged.usual.map(|rule| rule.position), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Wish::choose`].
    pub fn new(
        model: &ScoredModel,
        hull: &[usize],
        wish: &Wish,
        chosen_on: Option<(&ScoredModel, &[usize], &Wish)>,
    ) -> Result<Self, WishError> {
        let best = wish.choose(model, hull)?;
        let is_probabilistic = model.is_probabilistic();
        let rule = |threshold: Rational| Rule::new(model, Some(threshold.into()));
        let own = match wish.aim() {
            Aim::Place(preference) => Some(preference.place()).filter(|place| place.a == place.b),
            Aim::Metric { .. } => None,
        };
        let own = own.map(|place| place.a.complement());
        let chosen = chosen_on
            .map(|(other, hull, wish)| {
                let best = wish.choose(other, hull)?.positions;
                let rules = best.iter().map(|&k| Rule::new(model, other.threshold(k)));
                Ok::<_, WishError>(rules.collect())
            })
            .transpose()?;
        Ok(Self {
            best,
            usual: is_probabilistic.then(|| rule(Rational::new(1, 2))),
            own_probability: own.filter(|_| is_probabilistic).map(rule),
            chosen,
        })
    }

    /// The position of the threshold that stands for the model: the first one that was chosen on
    /// other samples, if there are such, otherwise the first best one.
    pub fn position(&self) -> Option<usize> {
        match &self.chosen {
            Some(rules) => rules.first().map(|rule| rule.position),
            None => self.best.positions.first().copied(),
        }
    }
}
