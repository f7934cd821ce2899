//! Thresholds that other samples choose, with their results on the same samples.

use exactile::num::Rational;
use exactile::performance::{Classifier, JointResults};
use exactile::score::NamedScore;
use exactile::threshold::{Preference, ScoredModel};

use super::joint::MOST_IN_PATTERN;
use super::scored_thresholds::Stand;

/// Other samples of the same models, and the preferences for which they choose thresholds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// The models on the samples that choose, in any order; both classes have samples.
    pub models: Vec<ScoredModel>,
    /// The preferences; if there are too many thresholds to be counted jointly, the first alone.
    pub preferences: Vec<NamedScore>,
    /// The positive prior of the preferences; `None` for that of the samples that judge.
    pub target_prior: Option<Rational>,
}

/// The thresholds that were chosen for some preferences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenThresholds {
    /// The model of each threshold, by number.
    pub of: Vec<usize>,
    /// The thresholds as classifiers, judged on the samples of the input.
    pub classifiers: Vec<Classifier>,
    /// Their results on the same samples, unless these are too many.
    pub joint: Option<JointResults>,
}

impl Choosing {
    /// Returns the thresholds of each model on the samples that judge, each once: positions
    /// increase.
    pub(super) fn stands(&self, models: &[ScoredModel]) -> Vec<Vec<Stand>> {
        let all = self.chosen(models, &self.preferences);
        if all.iter().map(Vec::len).sum::<usize>() <= MOST_IN_PATTERN {
            return all;
        }
        self.chosen(models, &self.preferences[..1])
    }

    fn chosen(&self, models: &[ScoredModel], preferences: &[NamedScore]) -> Vec<Vec<Stand>> {
        let of_one = |model: &ScoredModel| -> Vec<Stand> {
            let other = self.models.iter().find(|other| other.name() == model.name());
            let Some(other) = other else { return Vec::new() };
            let hull = other.hull();
            let own = || model.matrix(0).prior_positive();
            let prior = self.target_prior.clone().unwrap_or_else(own);
            let mut positions: Vec<usize> = preferences
                .iter()
                .filter_map(|score| Preference::new(score.place(&prior), Some(prior.clone())))
                .filter_map(|preference| preference.best_vertex(other, &hull).ok()?)
                .map(|vertex| {
                    let threshold = other.threshold(vertex);
                    threshold.map_or(0, |threshold| model.position_of_score(&threshold))
                })
                .collect();
            positions.sort_unstable();
            positions.dedup();
            let stand = |position| {
                let name = model.classifier(position).name;
                Stand { position, short: name.clone(), name, is_best: false }
            };
            positions.into_iter().map(stand).collect()
        };
        models.iter().map(of_one).collect()
    }
}

impl ChosenThresholds {
    pub(super) fn new(
        models: &[ScoredModel],
        stands: &[Vec<Stand>],
        joint: Option<JointResults>,
    ) -> Self {
        let (mut of, mut classifiers) = (Vec::new(), Vec::new());
        for (number, (model, stands)) in models.iter().zip(stands).enumerate() {
            for stand in stands {
                of.push(number);
                classifiers.push(stand.classifier(model));
            }
        }
        Self { of, classifiers, joint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::threshold::ScoreColumn;

    /// A model whose best threshold depends on the preference, with scores of its own.
    fn model(number: i64) -> ScoredModel {
        let mut column = ScoreColumn::new();
        for (place, class) in [1, 1, 0, 1, 0, 1, 0, 0].into_iter().enumerate() {
            let place = i64::try_from(place).expect("few");
            column.push(class, &Rational::new(1000 * number + 8 - place, 1), 1);
        }
        column.into_model(format!("m{number}"), 1).expect("samples")
    }

    #[test]
    fn thresholds_beyond_one_word_of_patterns_are_those_of_the_first_preference() {
        let counts = |models: i64, preferences: &[&str]| -> Vec<usize> {
            let models: Vec<ScoredModel> = (0..models).map(model).collect();
            let preferences =
                preferences.iter().map(|name| name.parse().expect("a score")).collect();
            let choosing = Choosing { models: models.clone(), preferences, target_prior: None };
            choosing.stands(&models).iter().map(Vec::len).collect()
        };
        let scores = ["tpr", "accuracy", "tnr"];
        assert_eq!(counts(42, &scores), [3; 42]);
        assert_eq!(counts(43, &scores), [1; 43]);
        assert_eq!(counts(200, &scores[..1]), [1; 200]);
    }

    #[test]
    fn a_threshold_is_the_highest_of_the_best_ones_of_the_other_samples() {
        let models = [model(0)];
        let at = |name: &str| {
            let preferences = vec![name.parse().expect("a score")];
            let choosing = Choosing { models: models.to_vec(), preferences, target_prior: None };
            choosing.stands(&models)[0][0].position
        };
        // Nobody is a false alarm; the last positive is the sixth score.
        assert_eq!((at("tnr"), at("tpr"), at("accuracy")), (0, 6, 2));
        let nobody: Vec<ScoredModel> = Vec::new();
        let preferences = vec!["f1".parse().expect("a score")];
        let choosing = Choosing { models: nobody, preferences, target_prior: None };
        assert!(choosing.stands(&models)[0].is_empty());
    }
}
