//! Models that give scores, with the data needed to try every threshold on a page.
//!
//! The classifiers of such a report are the vertices of all models' hulls: for every preference
//! each model's best threshold is among them, so that the Tile shows the models at their best.

use num_bigint::BigInt;
use num_integer::Integer;
use serde::Serialize;

use super::elsewhere::Elsewhere;
use super::model_part::{ModelPart, Step};
use exactile::contest::Contestants;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::RankingScore;
use exactile::threshold::{ModelSummary, ScoredModel};

/// The most thresholds of a model on a page, without the vertices of the hull.
const MOST_STEPS: usize = 300;

/// The digits after the point of decimals that stand for longer thresholds.
const MOST_DIGITS: u32 = 20;

/// The models of a report.
#[derive(Clone, Debug, Serialize)]
pub struct ScoresPart {
    /// Each model, in the order of the input.
    pub models: Vec<ModelPart>,
    /// The samples on which thresholds are chosen, if they are not those that judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Elsewhere>,
}

/// The same models on the samples that choose their thresholds.
#[derive(Clone, Copy, Debug)]
pub struct ChosenOn<'m> {
    /// The models, in the order of the models that are judged; both classes have samples.
    pub models: &'m [ScoredModel],
    /// The name of the samples, such as the name of their file.
    pub called: &'m str,
    /// The chosen thresholds with their results on the same samples; `None` to take the models as
    /// independent.
    pub together: Option<&'m Together<'m>>,
}

/// Thresholds of models with their results on the same samples.
#[derive(Clone, Debug)]
pub struct Together<'m> {
    /// The model of each threshold, by number.
    pub of: &'m [usize],
    /// The thresholds as classifiers.
    pub classifiers: &'m [Classifier],
    /// Their results on the same samples.
    pub contestants: Contestants,
}

impl Together<'_> {
    /// Returns the results of some thresholds, each given by its model and its matrix; `None` if
    /// one is missing.
    pub(super) fn only<'c>(
        &self,
        wanted: impl IntoIterator<Item = (usize, &'c ConfusionMatrix)>,
    ) -> Option<Contestants> {
        let place = |(model, matrix): (usize, &ConfusionMatrix)| {
            let mut known = self.of.iter().zip(self.classifiers);
            known.position(|(of, classifier)| *of == model && classifier.matrix == *matrix)
        };
        let places: Option<Vec<usize>> = wanted.into_iter().map(place).collect();
        Some(self.contestants.only(&places?))
    }
}

impl ScoresPart {
    /// Returns the models, and their classifiers: the vertices of all hulls.
    pub(super) fn new(models: &[ScoredModel]) -> (Self, Vec<Classifier>) {
        let mut classifiers = Vec::new();
        let parts = models
            .iter()
            .zip(ModelSummary::of_all(models))
            .map(|(model, ModelSummary { hull, auc, brier, .. })| {
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
        (Self { models: parts, elsewhere: None }, classifiers)
    }

    /// Returns the models with the thresholds that are best on other samples for some preference,
    /// judged on their own samples.
    pub(super) fn chosen_on(models: &[ScoredModel], on: ChosenOn<'_>) -> (Self, Vec<Classifier>) {
        let mut classifiers = Vec::new();
        let mut parts = Vec::with_capacity(models.len());
        for ((model, other), summary) in
            models.iter().zip(on.models).zip(ModelSummary::of_all(models))
        {
            let vertices: Vec<(Step, usize)> = other
                .hull()
                .into_iter()
                .map(|vertex| {
                    let step = chosen_step(model, other, vertex, classifiers.len());
                    let name = named(model, step.0.threshold.as_deref());
                    classifiers.push(Classifier::new(name, model.matrix(step.1)));
                    step
                })
                .collect();
            let is_chosen = |position: &usize| vertices.iter().any(|(_, at)| at == position);
            let plain = steps(model, &[]).into_iter().filter(|position| !is_chosen(position));
            let mut all: Vec<(Step, usize)> =
                plain.map(|position| (step(model, position, &[], 0), position)).collect();
            all.extend(vertices);
            // Vertices at one position keep their order, from the highest threshold.
            all.sort_by_key(|(_, position)| *position);
            parts.push(ModelPart {
                name: model.name().to_owned(),
                auc: summary.auc,
                brier: summary.brier,
                distinct: model.distinct(),
                steps: all.into_iter().map(|(step, _)| step).collect(),
            });
        }
        let sizes = |models: &[ScoredModel]| [models[0].negatives(), models[0].positives()];
        let elsewhere = Elsewhere::new(&parts, sizes(models), sizes(on.models), on.called);
        (Self { models: parts, elsewhere: Some(elsewhere) }, classifiers)
    }

    /// Returns the threshold of a model that is best at a point of the Tile of `prior`, the highest
    /// of several: a position among `classifiers`, which are those of this prior.
    pub(super) fn best(
        &self,
        model: &ModelPart,
        classifiers: &[Classifier],
        at: &Point,
        prior: &Rational,
    ) -> Option<usize> {
        if let Some(elsewhere) = &self.elsewhere {
            return elsewhere.choice(model, at, prior);
        }
        let score = RankingScore::at(at.clone())?;
        let vertices = model.steps.iter().filter_map(|step| step.classifier);
        let valued = vertices.map(|k| (score.value(&classifiers[k].matrix), k));
        valued.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, k)| k)
    }

    /// Returns the model of each classifier.
    pub fn model_of(&self) -> Vec<usize> {
        let vertices =
            |model: &ModelPart| model.steps.iter().filter(|step| step.classifier.is_some()).count();
        let counts = self.models.iter().map(vertices).enumerate();
        counts.flat_map(|(model, count)| std::iter::repeat_n(model, count)).collect()
    }
}

/// Returns the classifier at a position, named by the shortest decimal with the same predictions,
/// since a page has no room for scores of seventeen digits.
fn classifier(model: &ScoredModel, position: usize) -> Classifier {
    let name = named(model, model.simplest_threshold(position).as_deref());
    Classifier::new(name, model.matrix(position))
}

fn named(model: &ScoredModel, threshold: Option<&str>) -> String {
    match threshold {
        Some(threshold) => format!("{} >= {threshold}", model.name()),
        None => format!("{}: nobody", model.name()),
    }
}

/// Returns a vertex of a model's hull on other samples, with the position of the same rule on the
/// model's own samples.
fn chosen_step(
    model: &ScoredModel,
    other: &ScoredModel,
    vertex: usize,
    classifier: usize,
) -> (Step, usize) {
    let position = |threshold: &Rational| model.position_of(threshold);
    let exact = other.threshold(vertex);
    let at = exact.as_ref().map_or(0, |score| model.position_of_score(score));
    let threshold = exact.map(|exact| {
        let Some(exact) = exact.finite() else { return exact.to_string() };
        // The shortest decimal that is the same there and here.
        let is_same =
            |decimal: &Rational| other.position_of(decimal) == vertex && position(decimal) == at;
        let shorter = (0..=MOST_DIGITS).map(|digits| {
            let scale = Rational::from(BigInt::from(10).pow(digits));
            let scaled = exact * &scale;
            (digits, Rational::from(scaled.numerator().div_floor(&scaled.denominator())) / scale)
        });
        match shorter.into_iter().find(|(_, decimal)| is_same(decimal)) {
            Some((digits, decimal)) => decimal.to_decimal(digits),
            None => other.threshold_text(vertex),
        }
    });
    let [fp, tp] = model.passed(at);
    let elsewhere = Some(other.passed(vertex));
    (Step { threshold, fp, tp, classifier: Some(classifier), elsewhere }, at)
}

/// Returns the positions that a page offers, increasing.
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
        elsewhere: None,
    }
}
