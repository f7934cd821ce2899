//! Metrics' values as text, CSV and JSON.

use std::io::Write;

use super::RenderError;
use super::json::write_document;
use super::text::{shown, table, write_table};
use crate::num::Rational;
use crate::score::{MetricValue, ScoreTable};

/// Six decimals of a value, for people.
pub(super) fn about(value: &MetricValue) -> String {
    match value {
        MetricValue::Rational(value) => value.to_decimal(6),
        // Both ends agree far beyond six decimals, but for a value next to a rounding boundary.
        MetricValue::Irrational(value) => match value.lower.parse::<Rational>() {
            Ok(lower) => lower.to_decimal(6),
            Err(_) => value.lower.clone(),
        },
        other => other.to_string(),
    }
}

/// The value exactly, or why there is none.
pub(super) fn exactly(value: &MetricValue) -> String {
    match value {
        MetricValue::Undefined(reason) => (*reason).to_owned(),
        value => value.to_string(),
    }
}

/// A row per metric, a table per classifier.
///
/// # Errors
/// What the destination reports.
pub fn scores_text(scores: &ScoreTable, out: &mut dyn Write) -> Result<(), RenderError> {
    for (place, classifier) in scores.classifiers.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", shown(&classifier.name))?;
        writeln!(out)?;
        let mut rows = table(["metric", "about", "exactly"]);
        for (metric, value) in &classifier.scores.0 {
            rows.add_row([metric.to_string(), about(value), exactly(value)]);
        }
        write_table(&rows, out)?;
    }
    Ok(())
}

/// Rows `name,metric,value,undefined`: the exact value or closed form, or the reason.
///
/// # Errors
/// What the destination reports.
pub fn scores_csv(scores: &ScoreTable, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["name", "metric", "value", "undefined"])?;
    for classifier in &scores.classifiers {
        for (metric, value) in &classifier.scores.0 {
            let reason = value.undefined();
            let value = if reason.is_some() { String::new() } else { value.to_string() };
            let metric = metric.to_string();
            writer.write_record([&classifier.name, &metric, &value, reason.unwrap_or_default()])?;
        }
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.score.v1`.
///
/// # Errors
/// What the destination reports.
pub fn scores_json(scores: &ScoreTable, out: &mut dyn Write) -> Result<(), RenderError> {
    write_document(scores, out)
}
