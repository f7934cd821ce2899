//! The thresholds that stand for a model: the vertices of its hull, or the requested ones.

use super::ReadOptions;
use exactile::correlation::metric_ranks;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::{Metric, Orientation};
use exactile::threshold::ScoredModel;

/// A classifier that stands for a model.
pub(super) struct Stand {
    /// The position of its threshold ([`ScoredModel`]).
    pub(super) position: usize,
    pub(super) name: String,
    /// The name with the simplest threshold that predicts the same.
    pub(super) short: String,
    pub(super) is_best: bool,
}

impl Stand {
    pub(super) fn classifier(&self, model: &ScoredModel) -> Classifier {
        Classifier::new(&self.name, model.matrix(self.position))
    }
}

/// Returns the model and the threshold of a name `MODEL >= T`, if it has the name of one of these
/// models and a number.
///
/// The longest matching name of a model counts, so that names of models may contain `>=`.
pub fn named_threshold<'m>(
    models: impl IntoIterator<Item = &'m str>,
    name: &str,
) -> Option<(usize, Rational)> {
    let threshold = |model: &str| -> Option<Rational> {
        name.strip_prefix(model)?.trim_start().strip_prefix(">=")?.trim().parse().ok()
    };
    let found = models.into_iter().enumerate();
    found
        .filter_map(|(k, model)| Some((model.len(), k, threshold(model)?)))
        .max_by_key(|(length, ..)| *length)
        .map(|(_, k, threshold)| (k, threshold))
}

/// Returns the classifiers that stand for each model, from the highest threshold to the lowest:
/// positions do not fall.
pub(super) fn stands(models: &[ScoredModel], options: &ReadOptions) -> Vec<Vec<Stand>> {
    let mut all: Vec<Vec<Stand>> = models
        .iter()
        .map(|model| {
            if options.thresholds.is_empty() {
                let mut hull = model.hull();
                let best = options.best_by.as_ref().and_then(|by| best_by(by, model, &hull));
                if let Some(best) = best {
                    let is_named = |at: usize| options.named.contains(&model.classifier(at).name);
                    hull.retain(|&at| at == best || is_named(at));
                }
                hull.into_iter().map(|position| vertex(model, position)).collect()
            } else {
                let mut asked: Vec<Stand> = Vec::new();
                for threshold in &options.thresholds {
                    let name = model.classifier_at(threshold).name;
                    // Equal numbers have one name.
                    if asked.iter().all(|known| known.name != name) {
                        asked.push(fixed(model, threshold, name));
                    }
                }
                asked
            }
        })
        .collect();
    for name in &options.named {
        let is_known = all.iter().flatten().any(|known| known.name == *name);
        let found = named_threshold(models.iter().map(ScoredModel::name), name);
        if let Some((model, threshold)) = found.filter(|_| !is_known) {
            all[model].push(fixed(&models[model], &threshold, name.clone()));
        }
    }
    for stands in &mut all {
        stands.sort_by_key(|stand| stand.position);
    }
    all
}

/// Returns the vertex of a model's hull that is best by a metric, the first of equal ones; `None`
/// if the metric is undefined at all of them.
fn best_by(metric: &Metric, model: &ScoredModel, hull: &[usize]) -> Option<usize> {
    let matrices: Vec<ConfusionMatrix> = hull.iter().map(|&at| model.matrix(at)).collect();
    let mut best: Option<(i64, usize)> = None;
    for (rank, &vertex) in metric_ranks(metric, &matrices).ok()?.into_iter().zip(hull) {
        let Some(rank) = rank.map(i64::from) else { continue };
        let key = if metric.orientation() == Orientation::Lower { -rank } else { rank };
        if best.is_none_or(|(known, _)| key > known) {
            best = Some((key, vertex));
        }
    }
    best.map(|(_, vertex)| vertex)
}

fn vertex(model: &ScoredModel, position: usize) -> Stand {
    Stand {
        position,
        name: model.classifier(position).name,
        short: format!("{} {}", model.name(), model.simplest_rule(position)),
        is_best: true,
    }
}

fn fixed(model: &ScoredModel, threshold: &Rational, name: String) -> Stand {
    Stand { position: model.position_of(threshold), short: name.clone(), name, is_best: false }
}

#[cfg(test)]
mod tests {
    use super::{named_threshold, stands};
    use crate::ReadOptions;
    use exactile::num::Rational;
    use exactile::threshold::ScoreColumn;

    #[test]
    fn the_greatest_of_the_best_thresholds_stands_for_a_model() {
        let mut column = ScoreColumn::new();
        for (class, score) in [(1, 9), (1, 8), (0, 7), (1, 6), (0, 5), (0, 4)] {
            column.push(class, &Rational::from(score), 1);
        }
        let models = [column.into_model("m", 1).expect("samples")];
        let standing = |metric: &str, named: &[&str]| -> Vec<String> {
            let named = named.iter().map(ToString::to_string).collect();
            let best_by = Some(metric.parse().expect("a metric"));
            let options = ReadOptions { best_by, named, ..ReadOptions::default() };
            stands(&models, &options)[0].iter().map(|stand| stand.name.clone()).collect()
        };
        assert_eq!(standing("tnr", &[]), ["m >= inf"]);
        // Nobody is a false alarm at 8 and above.
        assert_eq!(standing("ppv", &[]), ["m >= 8"]);
        // Five of six are right at 8 and at 6.
        assert_eq!(standing("accuracy", &[]), ["m >= 8"]);
        assert_eq!(standing("error-rate", &[]), ["m >= 8"]);
        assert_eq!(standing("tpr", &["m >= inf"]), ["m >= inf", "m >= 6"]);
        assert_eq!(standing("tpr", &["m >= 5"]), ["m >= 6", "m >= 5"]);
    }

    #[test]
    fn a_name_is_a_model_and_a_number() {
        let models = ["a", "a >= 1", "a b"];
        let named = |name| named_threshold(models, name);
        assert_eq!(named("a >= 0.50"), Some((0, Rational::new(1, 2))));
        assert_eq!(named("a>=-1e-3"), Some((0, Rational::new(-1, 1000))));
        assert_eq!(named("a >= 1 >= 2"), Some((1, Rational::from(2))));
        assert_eq!(named("a >= 1"), Some((0, Rational::from(1))));
        assert_eq!(named("a b >= 7/10"), Some((2, Rational::new(7, 10))));
        for other in ["a", "a >= half", "a >= inf", "c >= 0.5", "a > 0.5", ""] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
