//! Curves of models that give scores: Brier curves and precision-recall gains.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::Rational;
use exactile::threshold::{GainCurve, HullInterval, ModelScore, ScoredModel};

/// A model's Brier curves.
#[derive(Clone, Debug)]
pub struct ModelBrier<'r> {
    /// The model.
    pub model: &'r ScoredModel,
    /// Its Brier score, the area under the curve with the cost itself as the threshold; `None` if a
    /// score lies outside `[0, 1]`.
    pub brier: Option<Rational>,
    /// The area under the curve with the best thresholds.
    pub calibrated: Rational,
    /// The thresholds of the hull with the costs for which they are best.
    pub best: Vec<HullInterval>,
}

/// The areas under Brier curves, `exactile.brier.v1`.
#[derive(Clone, Debug)]
pub struct BrierReport<'r> {
    /// The models.
    pub models: Vec<ModelBrier<'r>>,
}

#[derive(Serialize)]
struct BrierJson<'r> {
    name: &'r str,
    brier: &'r Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brier_undefined: Option<&'static str>,
    calibrated: &'r Rational,
    miscalibration: Option<Rational>,
}

impl ModelBrier<'_> {
    fn miscalibration(&self) -> Option<Rational> {
        self.brier.as_ref().map(|brier| brier - &self.calibrated)
    }
}

impl Output for BrierReport<'_> {
    fn schema(&self) -> &str {
        "exactile.brier.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            models: Vec<BrierJson<'r>>,
        }
        let json =
            |of: &'_ ModelBrier<'_>| of.brier.is_none().then_some(super::thresholds::NO_BRIER);
        Document {
            models: self
                .models
                .iter()
                .map(|of| BrierJson {
                    name: of.model.name(),
                    brier: &of.brier,
                    brier_undefined: json(of),
                    calibrated: &of.calibrated,
                    miscalibration: of.miscalibration(),
                })
                .collect(),
        }
    }

    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        page.line(
            "areas under Brier curves: the loss 2 (c FP + (1 - c) FN)/n over the cost c of a \
             false alarm",
        );
        let mut table = Table::new([
            Column::new("model", "model"),
            Column::exact("Brier score", "brier").right(),
            Column::exact("at best thresholds", "calibrated").right(),
            Column::exact("miscalibration", "miscalibration").right(),
        ]);
        for of in &self.models {
            table.row([
                of.model.name().into(),
                Cell::maybe(of.brier.as_ref()),
                (&of.calibrated).into(),
                Cell::maybe(of.miscalibration()),
            ]);
        }
        page.table(table);
        page.line("");
        page.line(
            "The Brier score is the area with c itself as the threshold. With the best \
             thresholds, chosen on these samples,",
        );
        page.line(
            "the area is the Brier score after isotonic calibration on them: on new data \
             expect worse.",
        );
        Ok(page)
    }
}

/// A model's precision-recall gains.
#[derive(Clone, Debug)]
pub struct ModelGains<'r> {
    /// The model.
    pub model: &'r ScoredModel,
    /// Its curve.
    pub curve: GainCurve,
    /// The interval of preferences for which each vertex of the hull is best.
    pub intervals: Vec<HullInterval>,
}

/// Precision-recall gains, `exactile.gain.v1`.
#[derive(Clone, Debug)]
pub struct GainReport<'r> {
    /// The positive prior.
    pub prior_positive: &'r Rational,
    /// The models.
    pub models: Vec<ModelGains<'r>>,
}

#[derive(Serialize)]
struct GainJson<'r> {
    name: &'r str,
    area: &'r Rational,
    vertices: Vec<VertexJson<'r>>,
}

#[derive(Serialize)]
struct VertexJson<'r> {
    threshold: Option<ModelScore>,
    recall_gain: Option<&'r Rational>,
    precision_gain: Option<&'r Rational>,
    beta_squared: [String; 2],
}

impl Output for GainReport<'_> {
    fn schema(&self) -> &str {
        "exactile.gain.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'r> {
            prior_positive: &'r Rational,
            models: Vec<GainJson<'r>>,
        }
        fn vertices<'r>(of: &'r ModelGains<'_>) -> Vec<VertexJson<'r>> {
            of.intervals
                .iter()
                .zip(&of.curve.vertices)
                .map(|(interval, gains)| VertexJson {
                    threshold: of.model.threshold(interval.position),
                    recall_gain: gains.as_ref().map(|gains| &gains.recall_gain),
                    precision_gain: gains.as_ref().map(|gains| &gains.precision_gain),
                    beta_squared: interval.beta_squared.each_ref().map(ToString::to_string),
                })
                .collect()
        }
        Document {
            prior_positive: self.prior_positive,
            models: self
                .models
                .iter()
                .map(|of| GainJson {
                    name: of.model.name(),
                    area: &of.curve.area,
                    vertices: vertices(of),
                })
                .collect(),
        }
    }

    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        page.line(format!("precision-recall gains at the positive prior {}", self.prior_positive));
        let mut areas =
            Table::new([Column::people("model"), Column::people("area under the hull").right()]);
        let mut table = Table::new([
            Column::new("model", "model"),
            Column::new("flag from", "threshold").right(),
            Column::exact("recall gain", "recall_gain").right(),
            Column::exact("precision gain", "precision_gain").right(),
            Column::new("best for beta squared", "beta_squared").right(),
        ]);
        for of in &self.models {
            areas.row([of.model.name().into(), (&of.curve.area).into()]);
            for (interval, gains) in of.intervals.iter().zip(&of.curve.vertices) {
                let Some(gains) = gains else { continue };
                let ends = interval.beta_squared.each_ref().map(|end| match end {
                    exactile::threshold::BetaSquared::Finite(value) if format != Format::Csv => {
                        value.to_decimal(4)
                    }
                    other => other.to_string(),
                });
                let threshold = match format {
                    Format::Csv => of.model.threshold_text(interval.position),
                    _ => of.model.simplest_threshold(interval.position).unwrap_or_default(),
                };
                table.row([
                    of.model.name().into(),
                    threshold.into(),
                    (&gains.recall_gain).into(),
                    (&gains.precision_gain).into(),
                    ends.join(" to ").into(),
                ]);
            }
        }
        page.table(areas);
        page.table(table);
        page.line("");
        page.line("Thresholds of the hull, chosen on these samples: on new data expect worse.");
        Ok(page)
    }
}
