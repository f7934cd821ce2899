//! Prediction advantages.

use serde::Serialize;

use super::valued::Valued;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::advantage::{AdvantageReport, AssessedModel, Assessment, Baseline, ComparedMeasures};
use exactile::geometry::Point;
use exactile::num::{Rational, Value, abbreviated};
use exactile::performance::{Class, one_line};

fn exactly(assessment: &Assessment) -> String {
    const SHOWN: usize = 40;
    let value = &assessment.advantage;
    if let Some(reason) = assessment.why_infinite() {
        return format!("{value}: {reason}");
    }
    let text = match value {
        Value::Undefined(reason) => return reason.to_string(),
        value => value.to_string(),
    };
    match value {
        Value::Exact(_) if text.len() > SHOWN => abbreviated(&text),
        _ => text,
    }
}

fn baseline(baseline: Option<&Baseline>, classes: &[String]) -> String {
    const SHOWN: usize = 4;
    let list = |mut texts: Vec<String>, separator: &str| {
        let more = texts.len().saturating_sub(SHOWN);
        texts.truncate(SHOWN);
        if more > 0 {
            texts.push(format!("{more} more"));
        }
        texts.join(separator)
    };
    match baseline {
        None => "-".to_owned(),
        Some(Baseline::Classes(best)) => {
            list(best.iter().map(|l| one_line(l).into_owned()).collect(), " or ")
        }
        Some(Baseline::Mean(mean)) => format!("mean {}", abbreviated(&mean.to_string())),
        Some(Baseline::Median(least, greatest)) if least == greatest => {
            format!("median {}", abbreviated(&least.to_string()))
        }
        Some(Baseline::Median(least, greatest)) => format!("median {least} to {greatest}"),
        Some(Baseline::Marginal(shares)) => {
            let share = |(class, share): (&String, &Rational)| {
                format!("{} {}", one_line(class), share.to_decimal(4))
            };
            list(classes.iter().zip(shares).map(share).collect(), ", ")
        }
    }
}

/// Returns `true` if the best constant prediction makes no loss: then nothing is ranked.
fn has_free_baseline(report: &AdvantageReport) -> bool {
    let free = Value::Exact(Rational::ZERO);
    report.models.iter().any(|model| model.assessment.baseline_risk == free)
}

impl Output for AdvantageReport {
    fn schema(&self) -> &str {
        "exactile.advantage.v1"
    }

    fn body(&self) -> impl Serialize {
        Document {
            loss: self.loss,
            classes: &self.classes,
            place: self.place.as_ref().map(|place| place.as_ref().ok()),
            no_place: self.place.as_ref().and_then(|p| p.as_ref().err()).map(ToString::to_string),
            models: self.models.iter().map(Entry::from).collect(),
        }
    }

    /// A row per model, with the measures to which the advantage is compared.
    fn page(&self, _: Format) -> Result<Page<'_>, RenderError> {
        let loss = match self.loss {
            "0-1" => "0/1 loss",
            "cost" => "cost of predictions",
            "squared" => "squared loss",
            "absolute" => "absolute loss",
            _ => "logarithmic loss",
        };
        let mut page = Page::default();
        page.line(format!(
            "prediction advantage: 1 - risk/risk of the best constant prediction, {loss}"
        ));
        let mut rows = Table::new([
            Column::new("model", "name"),
            Column::exact("advantage", "advantage"),
            Column::data("undefined"),
            Column::exact("risk", "risk"),
            Column::exact("baseline", "baseline_risk"),
            Column::people("best constant"),
            Column::terminal("advantage exactly"),
        ])
        .decimals_last();
        for AssessedModel { name, assessment, .. } in &self.models {
            rows.row([
                name.into(),
                (&assessment.advantage).into(),
                Cell::reason(&assessment.advantage),
                (&assessment.risk).into(),
                (&assessment.baseline_risk).into(),
                baseline(assessment.baseline.as_ref(), &self.classes).into(),
                exactly(assessment).into(),
            ]);
        }
        page.table(rows);
        let mut rows = Table::new(
            [
                "model",
                "0/1 advantage",
                "kappa",
                "F1",
                "F1 of the minority",
                "balanced accuracy",
                "accuracy",
            ]
            .map(Column::people),
        );
        for model in &self.models {
            let Some(ComparedMeasures {
                advantage,
                kappa,
                f1,
                f1_minority,
                balanced_accuracy,
                accuracy,
                ..
            }) = &model.measures
            else {
                continue;
            };
            let measures = [advantage, kappa, f1, f1_minority, balanced_accuracy, accuracy];
            rows.row([(&model.name).into()].into_iter().chain(measures.map(Cell::from)));
        }
        if !rows.is_empty() {
            page.table(rows);
        }
        match &self.place {
            Some(Ok(_)) if has_free_baseline(self) => {}
            Some(Ok(place)) => {
                page.line(format!(
                    "At fixed priors this ranks as the score at {place} of the Tile does."
                ));
            }
            Some(Err(reason)) => {
                page.line(format!("No point of the Tile ranks as this does: {reason}."));
            }
            None => {}
        }
        Ok(page)
    }
}

#[derive(Serialize)]
struct Document<'r> {
    loss: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    classes: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Option<&'r Point>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_place: Option<String>,
    models: Vec<Entry<'r>>,
}

#[derive(Serialize)]
struct Entry<'r> {
    name: &'r str,
    advantage: &'r Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    risk: &'r Value,
    baseline_risk: &'r Value,
    baseline: Option<&'r Baseline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measures: Option<Measures<'r>>,
}

#[derive(Serialize)]
struct Measures<'r> {
    minority: Option<String>,
    advantage: Valued<&'r Value>,
    kappa: Valued<&'r Value>,
    f1: Valued<&'r Value>,
    f1_minority: Valued<&'r Value>,
    balanced_accuracy: Valued<&'r Value>,
    accuracy: Valued<&'r Value>,
    in_published_order: Option<bool>,
}

impl<'r> From<&'r AssessedModel> for Entry<'r> {
    fn from(AssessedModel { name, assessment, measures }: &'r AssessedModel) -> Self {
        Self {
            name,
            advantage: &assessment.advantage,
            undefined: assessment.advantage.undefined().map(|reason| reason.to_string()),
            reason: assessment.why_infinite(),
            risk: &assessment.risk,
            baseline_risk: &assessment.baseline_risk,
            baseline: assessment.baseline.as_ref(),
            measures: measures.as_ref().map(|own| Measures {
                minority: own.minority.as_ref().map(Class::to_string),
                advantage: (&own.advantage).into(),
                kappa: (&own.kappa).into(),
                f1: (&own.f1).into(),
                f1_minority: (&own.f1_minority).into(),
                balanced_accuracy: (&own.balanced_accuracy).into(),
                accuracy: (&own.accuracy).into(),
                in_published_order: own.is_in_published_order(),
            }),
        }
    }
}
