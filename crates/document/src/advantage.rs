//! Prediction advantages as text, CSV and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use super::scores::about as about_metric;
use super::text::{shown, table, write_table};
use exactile::advantage::{
    AdvantageReport, AssessedModel, Assessment, Baseline, ComparedMeasures, LossValue,
};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::Class;
use exactile::score::MetricValue;

/// Six decimals of a value, for people.
fn about(value: &LossValue) -> String {
    match value {
        LossValue::Rational(value) => value.to_decimal(6),
        // Its last digits are rounded down, six decimals next to a boundary with them.
        LossValue::Enclosed { lower, .. } => match lower.parse::<Rational>() {
            Ok(lower) => lower.to_decimal(6),
            Err(_) => lower.clone(),
        },
        LossValue::Undefined(_) => "-".to_owned(),
        other => other.to_string(),
    }
}

fn exactly(assessment: &Assessment) -> String {
    const SHOWN: usize = 40;
    let value = &assessment.advantage;
    if let Some(reason) = assessment.why_infinite() {
        return format!("{value}: {reason}");
    }
    let text = match value {
        LossValue::Undefined(reason) => return reason.to_string(),
        value => value.to_string(),
    };
    match value {
        LossValue::Rational(_) if text.len() > SHOWN => abbreviated(&text),
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
        Some(Baseline::Classes(best)) => list(best.iter().map(|l| shown(l)).collect(), " or "),
        Some(Baseline::Mean(mean)) => format!("mean {}", abbreviated(&mean.to_string())),
        Some(Baseline::Median(least, greatest)) if least == greatest => {
            format!("median {}", abbreviated(&least.to_string()))
        }
        Some(Baseline::Median(least, greatest)) => format!("median {least} to {greatest}"),
        Some(Baseline::Marginal(shares)) => {
            let share = |(class, share): (&String, &Rational)| {
                format!("{} {}", shown(class), share.to_decimal(4))
            };
            list(classes.iter().zip(shares).map(share).collect(), ", ")
        }
    }
}

/// A row per model, then the measures that the advantage is compared with.
///
/// # Errors
/// What the destination reports.
pub fn advantage_text(report: &AdvantageReport, out: &mut dyn Write) -> Result<(), RenderError> {
    let loss = match report.loss {
        "0-1" => "0/1 loss",
        "cost" => "cost of predictions",
        "squared" => "squared loss",
        "absolute" => "absolute loss",
        _ => "logarithmic loss",
    };
    writeln!(out, "prediction advantage: 1 - risk/risk of the best constant prediction, {loss}")?;
    writeln!(out)?;
    let header = ["model", "advantage", "risk", "baseline", "best constant", "advantage exactly"];
    let mut rows = table(header);
    for AssessedModel { name, assessment, .. } in &report.models {
        rows.add_row([
            shown(name),
            about(&assessment.advantage),
            about(&assessment.risk),
            about(&assessment.baseline_risk),
            baseline(assessment.baseline.as_ref(), &report.classes),
            exactly(assessment),
        ]);
    }
    write_table(&rows, out)?;
    let measured: Vec<(&str, &ComparedMeasures)> = report
        .models
        .iter()
        .filter_map(|model| Some((model.name.as_str(), model.measures.as_ref()?)))
        .collect();
    if !measured.is_empty() {
        writeln!(out)?;
        let mut rows = table([
            "model",
            "0/1 advantage",
            "kappa",
            "F1",
            "F1 of the minority",
            "balanced accuracy",
            "accuracy",
        ]);
        for (name, measures) in measured {
            let mut row = vec![shown(name), about(&measures.advantage)];
            row.extend(of_metrics(measures).map(|(_, value)| about_metric(value)));
            rows.add_row(row);
        }
        write_table(&rows, out)?;
    }
    match &report.place {
        Some(Ok(place)) => {
            writeln!(out)?;
            writeln!(out, "At fixed priors this ranks as the score at {place} of the Tile does.")?;
        }
        Some(Err(reason)) => {
            writeln!(out)?;
            writeln!(out, "No point of the Tile ranks as this does: {reason}.")?;
        }
        None => {}
    }
    Ok(())
}

fn of_metrics(measures: &ComparedMeasures) -> [(&'static str, &MetricValue); 5] {
    [
        ("kappa", &measures.kappa),
        ("f1", &measures.f1),
        ("f1_minority", &measures.f1_minority),
        ("balanced_accuracy", &measures.balanced_accuracy),
        ("accuracy", &measures.accuracy),
    ]
}

/// Rows `name,advantage,undefined,risk,baseline_risk`: exact values, closed forms, or
/// `[lower, upper]`.
///
/// # Errors
/// What the destination reports.
pub fn advantage_csv(report: &AdvantageReport, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["name", "advantage", "undefined", "risk", "baseline_risk"])?;
    for AssessedModel { name, assessment, .. } in &report.models {
        let text = |value: &LossValue| match value {
            LossValue::Undefined(_) => String::new(),
            value => value.to_string(),
        };
        let reason = assessment.advantage.undefined().map(|reason| reason.to_string());
        writer.write_record([
            name,
            &text(&assessment.advantage),
            &reason.unwrap_or_default(),
            &text(&assessment.risk),
            &text(&assessment.baseline_risk),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.advantage.v1`.
///
/// # Errors
/// What the destination reports.
pub fn advantage_json(report: &AdvantageReport, out: &mut dyn Write) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'r> {
        schema: &'static str,
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
        advantage: &'r LossValue,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
        risk: &'r LossValue,
        baseline_risk: &'r LossValue,
        baseline: Option<&'r Baseline>,
        #[serde(skip_serializing_if = "Option::is_none")]
        measures: Option<Measures<'r>>,
    }
    #[derive(Serialize)]
    struct Measures<'r> {
        minority: Option<String>,
        advantage: Value<'r, LossValue>,
        kappa: Value<'r, MetricValue>,
        f1: Value<'r, MetricValue>,
        f1_minority: Value<'r, MetricValue>,
        balanced_accuracy: Value<'r, MetricValue>,
        accuracy: Value<'r, MetricValue>,
        in_published_order: Option<bool>,
    }
    #[derive(Serialize)]
    struct Value<'r, V> {
        value: &'r V,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<String>,
    }
    let metric =
        |value| Value { value, undefined: MetricValue::undefined(value).map(ToOwned::to_owned) };
    let entries = report.models.iter().map(|model| Entry {
        name: &model.name,
        advantage: &model.assessment.advantage,
        undefined: model.assessment.advantage.undefined().map(|reason| reason.to_string()),
        reason: model.assessment.why_infinite(),
        risk: &model.assessment.risk,
        baseline_risk: &model.assessment.baseline_risk,
        baseline: model.assessment.baseline.as_ref(),
        measures: model.measures.as_ref().map(|own| Measures {
            minority: own.minority.as_ref().map(Class::to_string),
            advantage: Value {
                value: &own.advantage,
                undefined: own.advantage.undefined().map(|reason| reason.to_string()),
            },
            kappa: metric(&own.kappa),
            f1: metric(&own.f1),
            f1_minority: metric(&own.f1_minority),
            balanced_accuracy: metric(&own.balanced_accuracy),
            accuracy: metric(&own.accuracy),
            in_published_order: own.is_in_published_order(),
        }),
    });
    let document = Document {
        schema: "exactile.advantage.v1",
        loss: report.loss,
        classes: &report.classes,
        place: report.place.as_ref().map(|place| place.as_ref().ok()),
        no_place: report.place.as_ref().and_then(|p| p.as_ref().err()).map(ToString::to_string),
        models: entries.collect(),
    };
    write_document(&document, out)
}
