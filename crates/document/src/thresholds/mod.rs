//! Models with scores and their best thresholds.

mod calibration;
mod counts;
mod folds;
mod json;
mod text;

pub use folds::ReportedFolds;

pub(super) use counts::{CountsJson, SizeJson, cells, in_samples};
pub(super) use text::{capitalised, flag_from};

use serde::Serialize;

use super::costs::{Cost, Costs, WithoutModel};
use super::{Format, Output, Page, RenderError};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::score::{Metric, NamedScore, RankingScore};
use exactile::threshold::{
    AcrossFolds, Calibration, Condition, HullInterval, Judged, ModelSummary, PartialAuc,
    ScoredModel, Unmet,
};
use exactile::tile::RankedClassifier;

/// The reason why there is no area under the curve.
const NO_AUC: &str = "there are no samples of both classes";
/// The reason why there is no average precision.
const NO_PRECISION: &str = "there are no positive samples";
/// The reason why there is no Brier score.
pub(super) const NO_BRIER: &str = "a score lies outside [0, 1]";

/// The best thresholds of models, and the quality of the models.
#[derive(Clone, Debug)]
pub struct ThresholdsReport<'r> {
    /// The models, in the order of the input.
    pub models: Vec<ReportedModel<'r>>,
    /// The prior to which the classes are weighted.
    pub target_prior: Option<&'r Rational>,
    /// The requested preferences.
    pub preferences: Vec<PreferenceReport>,
    /// The name of the file on which thresholds are chosen, if it is another one.
    pub chosen_on: Option<String>,
    /// The folds, if thresholds are chosen on the other folds.
    pub folds: Option<ReportedFolds<'r>>,
    /// The conditions that thresholds have to meet.
    pub conditions: Vec<Condition>,
    /// The false positive rate up to which areas are taken, if it is requested.
    pub max_fpr: Option<&'r Rational>,
    /// The number of bins of calibration, if it is requested.
    pub bins: Option<u32>,
}

/// A model with the parts that do not depend on a preference.
#[derive(Clone, Debug)]
pub struct ReportedModel<'r> {
    /// The model.
    pub model: &'r ScoredModel,
    /// Its hull, areas and mean scores.
    pub summary: ModelSummary,
    /// The interval of preferences for which each vertex is best, if that is requested.
    pub intervals: Option<Vec<HullInterval>>,
    /// The area up to the requested false positive rate.
    pub partial_auc: Option<PartialAuc>,
    /// Its calibration, if that is requested and its scores lie in [0, 1].
    pub calibration: Option<Calibration>,
}

/// The best thresholds of all models for one preference.
#[derive(Clone, Debug)]
pub struct PreferenceReport {
    /// The request.
    pub asked: AskedPreference,
    /// The point of the Tile; `None` for a metric without a place.
    pub at: Option<Point>,
    /// The thresholds of each model.
    pub judged: Vec<Judged>,
    /// The thresholds of each model that are chosen on the other folds; empty without folds.
    pub across: Vec<AcrossFolds>,
    /// The models at their best thresholds, best first; at those chosen on other samples or folds,
    /// if there are such.
    pub ranking: Vec<RankedClassifier>,
}

/// The form in which a preference is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedPreference {
    /// By a point of the Tile.
    Point,
    /// By the name of a score with a place on the Tile.
    Score(NamedScore),
    /// By the name of a metric without a place.
    Metric(Metric),
    /// By the costs of a false positive and of a false negative.
    Costs([Rational; 2]),
}

impl AskedPreference {
    /// Returns the name of the score, if it has one.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Score(score) => Some(score.to_string()),
            Self::Metric(metric) => Some(metric.to_string()),
            _ => None,
        }
    }

    /// Returns the costs of a false positive and of a false negative, if they are given.
    pub(super) fn costs(&self) -> Option<Costs<'_>> {
        match self {
            Self::Costs([fp, fn_]) => Some(Costs { fp, fn_ }),
            _ => None,
        }
    }

    /// Returns the value of a confusion matrix: that of the score itself, or of the ranking score
    /// at the point.
    fn value(&self, at: Option<&Point>, matrix: &ConfusionMatrix) -> Value {
        match self {
            Self::Score(score) => score.value(matrix),
            Self::Metric(metric) => metric.value(matrix),
            _ => {
                let score = at.and_then(|at| RankingScore::at(at.clone()));
                let value = score.and_then(|score| score.value(matrix));
                Value::defined(value, super::pencil::UNDEFINED)
            }
        }
    }

    /// Returns the preference in words: "if a miss costs 5 times a false alarm".
    pub(super) fn in_words(&self, at: Option<&Point>) -> String {
        match self {
            Self::Point => format!("for {}", ranking_score(at)),
            Self::Score(score) => format!("for {score}"),
            Self::Metric(metric) => format!("for {metric}"),
            Self::Costs([fp, fn_]) => match fn_.checked_div(fp) {
                None => "if a false alarm costs nothing".to_owned(),
                Some(ratio) if ratio.is_zero() => "if a miss costs nothing".to_owned(),
                Some(ratio) if ratio == Rational::ONE => {
                    "if a miss costs as much as a false alarm".to_owned()
                }
                Some(ratio) if ratio > Rational::ONE => {
                    format!("if a miss costs {} times a false alarm", times(&ratio))
                }
                Some(ratio) => {
                    format!(
                        "if a false alarm costs {} times a miss",
                        times(&(Rational::ONE / ratio))
                    )
                }
            },
        }
    }
}

/// Returns the title `R(a, b)` of the score at a point of the Tile.
fn ranking_score(at: Option<&Point>) -> String {
    at.map_or_else(|| "R".to_owned(), |at| format!("R{at}"))
}

/// Returns a ratio as a short decimal if it is one, else as a fraction.
fn times(ratio: &Rational) -> String {
    let decimal = ratio.to_decimal(2);
    match decimal.parse::<Rational>() {
        Ok(value) if value == *ratio => value.to_f64().to_string(),
        _ => ratio.to_string(),
    }
}

/// `exactile.thresholds.v1`. With one preference each model has `best`, every threshold that is
/// best there; several preferences are listed under `preferences`.
impl Output for ThresholdsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.thresholds.v1"
    }

    fn body(&self) -> impl Serialize {
        json::document(self)
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        Ok(match (format, self.bins) {
            (Format::Csv, Some(_)) => Page::of(calibration::rows(self)),
            (Format::Csv, None) => Page::of(json::rows(self)),
            _ => text::page(self),
        })
    }
}

impl ThresholdsReport<'_> {
    /// Returns `true` if thresholds are chosen on the samples that they are judged on.
    fn is_optimistic(&self) -> bool {
        self.chosen_on.is_none() && self.folds.is_none()
    }

    /// Returns the confusion matrix that is judged: that of the samples, or of the target prior.
    fn judged_matrix(&self, model: &ScoredModel, position: usize) -> ConfusionMatrix {
        let matrix = model.matrix(position);
        match self.target_prior {
            Some(prior) => matrix.shifted(prior).expect("checked when thresholds were judged"),
            None => matrix,
        }
    }

    /// Returns the value of a preference for a model at a position.
    fn value(&self, report: &PreferenceReport, model: &ScoredModel, position: usize) -> Value {
        report.asked.value(report.at.as_ref(), &self.judged_matrix(model, position))
    }

    /// Returns the cost of a threshold and its net benefit, if costs are given.
    fn cost(
        &self,
        report: &PreferenceReport,
        model: &ScoredModel,
        position: usize,
    ) -> Option<Cost> {
        let costs = report.asked.costs()?;
        Some(costs.of(&self.judged_matrix(model, position)))
    }

    /// Returns the costs of rules that need no scores, if costs are given.
    fn without_model(&self, report: &PreferenceReport) -> Option<WithoutModel> {
        let own = || self.models[0].model.matrix(0).prior_positive();
        let prior = self.target_prior.cloned().unwrap_or_else(own);
        Some(WithoutModel::at(report.asked.costs()?, &prior))
    }

    /// Returns the condition that cannot be met.
    fn unmet(&self, unmet: &Unmet) -> Option<&Condition> {
        self.conditions.get(unmet.condition)
    }

    /// Returns `true` if a threshold meets all conditions; `None` without conditions.
    fn meets(&self, model: &ScoredModel, position: usize) -> Option<bool> {
        let matrix = self.judged_matrix(model, position);
        let is_met = |condition: &Condition| condition.is_met(&matrix).unwrap_or(false);
        (!self.conditions.is_empty()).then(|| self.conditions.iter().all(is_met))
    }
}
