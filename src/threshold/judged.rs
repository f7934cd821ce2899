//! What thresholds are worth: the best ones, the usual one, and those chosen on other samples.

use super::best::{BestThresholds, Preference};
use super::model::ScoredModel;
use super::scores::ModelScore;
use crate::num::Rational;
use crate::performance::PerformanceError;

/// A rule "positive if and only if the score is at least the threshold" on samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The threshold, `None` for nobody positive. It need not be a score of the samples.
    pub threshold: Option<ModelScore>,
    /// The position of the threshold with the same predictions ([`ScoredModel`]).
    pub position: usize,
}

impl Rule {
    fn new(model: &ScoredModel, threshold: Option<ModelScore>) -> Self {
        let position = threshold.as_ref().map_or(0, |score| model.position_of_score(score));
        Self { threshold, position }
    }
}

/// The thresholds of one model for one preference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The best thresholds on the samples.
    pub best: BestThresholds,
    /// The threshold one half, if the scores are in `[0, 1]`.
    pub usual: Option<Rule>,
    /// For a preference on the diagonal a = b its threshold probability p = 1 - a as the threshold, if
    /// the scores are in `[0, 1]`: the best one if they are calibrated probabilities.
    pub own_probability: Option<Rule>,
    /// The thresholds that are best on other samples.
    pub chosen: Option<Vec<Rule>>,
}

impl Judged {
    /// Judges the thresholds of a model whose hull is known; `chosen_on` is the same model with its
    /// hull on other samples.
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, or one for samples that lack a class.
    pub fn new(
        model: &ScoredModel,
        hull: &[usize],
        preference: &Preference,
        chosen_on: Option<(&ScoredModel, &[usize])>,
    ) -> Result<Self, PerformanceError> {
        let best = BestThresholds::on_hull(model, hull, preference)?;
        let is_probabilistic = model.is_probabilistic();
        let rule = |threshold: Rational| Rule::new(model, Some(threshold.into()));
        let place = preference.place();
        let on_diagonal = place.a == place.b;
        let chosen = chosen_on
            .map(|(other, hull)| {
                let best = BestThresholds::on_hull(other, hull, preference)?;
                let rules = best.positions.iter().map(|&k| Rule::new(model, other.threshold(k)));
                Ok(rules.collect())
            })
            .transpose()?;
        Ok(Self {
            best,
            usual: is_probabilistic.then(|| rule(Rational::new(1, 2))),
            own_probability: (is_probabilistic && on_diagonal).then(|| rule(place.a.complement())),
            chosen,
        })
    }
}
