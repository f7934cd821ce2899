//! Models with scores and their best thresholds.

mod json;
mod text;

use serde::Serialize;

use super::{Format, Output, Page, RenderError};
use exactile::geometry::Point;
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::score::{NamedScore, RankingScore};
use exactile::threshold::{HullInterval, Judged, ScoredModel};
use exactile::tile::RankedClassifier;

/// Why there is no area under the curve.
const NO_AUC: &str = "there are no samples of both classes";
/// Why there is no Brier score.
pub(super) const NO_BRIER: &str = "a score lies outside [0, 1]";

/// What the thresholds of models are worth.
#[derive(Clone, Debug)]
pub struct ThresholdsReport<'r> {
    /// The models, in the order of the input.
    pub models: Vec<ReportedModel<'r>>,
    /// The prior that the classes are weighted for.
    pub target_prior: Option<&'r Rational>,
    /// The preferences that are asked for.
    pub preferences: Vec<PreferenceReport>,
    /// What messages call the file that thresholds are chosen on, if it is another one.
    pub chosen_on: Option<String>,
}

/// A model with what no preference changes.
#[derive(Clone, Debug)]
pub struct ReportedModel<'r> {
    /// The model.
    pub model: &'r ScoredModel,
    /// The positions of the vertices of its hull.
    pub hull: Vec<usize>,
    /// Where each vertex is best, if that is asked for.
    pub intervals: Option<Vec<HullInterval>>,
    /// The area under its curve.
    pub auc: Option<Rational>,
    /// Its Brier score.
    pub brier: Option<Rational>,
}

/// The best thresholds of all models for one preference.
#[derive(Clone, Debug)]
pub struct PreferenceReport {
    /// What is asked for.
    pub asked: AskedPreference,
    /// The point of the Tile.
    pub at: Point,
    /// The thresholds of each model.
    pub judged: Vec<Judged>,
    /// The models at their best thresholds, best first; those chosen on other samples, if there are
    /// such.
    pub ranking: Vec<RankedClassifier>,
}

/// How a preference is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedPreference {
    /// By a point of the Tile.
    Point,
    /// By a score's name.
    Score(NamedScore),
    /// By what a false positive and a false negative cost.
    Costs([Rational; 2]),
}

impl AskedPreference {
    /// The name of the score, if it has one.
    fn name(&self) -> Option<String> {
        match self {
            Self::Score(score) => Some(score.to_string()),
            _ => None,
        }
    }

    /// The value of a confusion matrix: the score's own, or that of the ranking score at the point.
    fn value(&self, at: &Point, matrix: &ConfusionMatrix) -> Value {
        match self {
            Self::Score(score) => score.value(matrix),
            _ => {
                let value = RankingScore::at(at.clone()).and_then(|score| score.value(matrix));
                Value::defined(value, super::pencil::UNDEFINED)
            }
        }
    }

    /// "if a miss costs 5 times a false alarm"
    fn in_words(&self, at: &Point) -> String {
        match self {
            Self::Point => format!("for R{at}"),
            Self::Score(score) => format!("for {score}"),
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

/// A ratio for people: a short decimal if it is one, else the fraction.
fn times(ratio: &Rational) -> String {
    let decimal = ratio.to_decimal(2);
    match decimal.parse::<Rational>() {
        Ok(value) if value == *ratio => value.to_f64().to_string(),
        _ => ratio.to_string(),
    }
}

/// `exactile.thresholds.v1`. With one preference each model has `best`, every threshold that is best
/// there; several are listed under `preferences`.
impl Output for ThresholdsReport<'_> {
    fn schema(&self) -> &str {
        "exactile.thresholds.v1"
    }

    fn body(&self) -> impl Serialize {
        json::document(self)
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        Ok(if format == Format::Csv { Page::of(json::rows(self)) } else { text::page(self) })
    }
}

impl ThresholdsReport<'_> {
    /// The confusion matrix that is judged: that of the samples, or of the target prior.
    fn judged_matrix(&self, model: &ScoredModel, position: usize) -> ConfusionMatrix {
        let matrix = model.matrix(position);
        match self.target_prior {
            Some(prior) => matrix.shifted(prior).expect("checked when thresholds were judged"),
            None => matrix,
        }
    }

    /// The value of a preference for a model at a position.
    fn value(&self, report: &PreferenceReport, model: &ScoredModel, position: usize) -> Value {
        report.asked.value(&report.at, &self.judged_matrix(model, position))
    }
}
