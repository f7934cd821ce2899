//! Models that give scores: what a page needs to try every threshold.
//!
//! The classifiers of such a report are the vertices of all models' hulls: for every preference each
//! model's best threshold is among them, so that the Tile shows the models at their best.

use serde::Serialize;

use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::threshold::{ModelSummary, ScoredModel};

/// Most thresholds of a model that a page offers, the vertices of the hull besides.
const MOST_STEPS: usize = 300;

/// The models of a report.
#[derive(Clone, Debug, Serialize)]
pub struct ScoresPart {
    /// Each model, in the order of the input.
    pub models: Vec<ModelPart>,
}

/// A model.
#[derive(Clone, Debug, Serialize)]
pub struct ModelPart {
    /// Its name.
    pub name: String,
    /// The area under its staircase in ROC space; `None` without samples of both classes.
    pub auc: Option<Rational>,
    /// The Brier score, where the scores lie in `[0, 1]`.
    pub brier: Option<Rational>,
    /// How many distinct scores there are.
    pub distinct: usize,
    /// Thresholds from nobody positive to everybody: all of them, or the vertices of the hull and some
    /// more.
    pub steps: Vec<Step>,
}

/// A threshold.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The shortest decimal that predicts the same; `None` for nobody positive.
    pub threshold: Option<String>,
    /// False positives.
    pub fp: u64,
    /// True positives.
    pub tp: u64,
    /// The classifier of the report that it is, if it is a vertex of the hull.
    pub classifier: Option<usize>,
}

impl ScoresPart {
    /// The models, and their classifiers: the vertices of all hulls.
    pub(super) fn new(models: &[ScoredModel]) -> (Self, Vec<Classifier>) {
        let mut classifiers = Vec::new();
        let parts = models
            .iter()
            .zip(ModelSummary::of_all(models))
            .map(|(model, ModelSummary { hull, auc, brier })| {
                let first = classifiers.len();
                classifiers.extend(hull.iter().map(|&position| classifier(model, position)));
                let steps = steps(model, &hull)
                    .into_iter()
                    .map(|position| step(model, position, &hull, first))
                    .collect();
                let name = model.name().to_owned();
                ModelPart { name, auc, brier, distinct: model.distinct(), steps }
            })
            .collect();
        (Self { models: parts }, classifiers)
    }

    /// The model that each classifier belongs to.
    pub fn model_of(&self) -> Vec<usize> {
        let vertices =
            |model: &ModelPart| model.steps.iter().filter(|step| step.classifier.is_some()).count();
        let counts = self.models.iter().map(vertices).enumerate();
        counts.flat_map(|(model, count)| std::iter::repeat_n(model, count)).collect()
    }
}

/// The classifier at a position, named by the shortest decimal that predicts the same: a page has no room
/// for scores of seventeen digits.
fn classifier(model: &ScoredModel, position: usize) -> Classifier {
    let name = match model.simplest_threshold(position) {
        Some(threshold) => format!("{} >= {threshold}", model.name()),
        None => format!("{}: nobody", model.name()),
    };
    Classifier::new(name, model.matrix(position))
}

/// The positions that a page offers, increasing.
fn steps(model: &ScoredModel, hull: &[usize]) -> Vec<usize> {
    let last = model.distinct();
    if last <= MOST_STEPS {
        return (0..=last).collect();
    }
    let mut positions: Vec<usize> = (0..=MOST_STEPS).map(|k| k * last / MOST_STEPS).collect();
    positions.extend(hull);
    positions.sort_unstable();
    positions.dedup();
    positions
}

fn step(model: &ScoredModel, position: usize, hull: &[usize], first: usize) -> Step {
    let [fp, tp] = model.passed(position);
    let vertex = hull.iter().position(|&vertex| vertex == position);
    Step {
        threshold: model.simplest_threshold(position),
        fp,
        tp,
        classifier: vertex.map(|vertex| first + vertex),
    }
}
