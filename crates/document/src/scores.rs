//! Metrics' values as text, CSV and JSON.

use std::io::Write;

use super::RenderError;
use super::json::write_document;
use super::text::{shown, table, write_table};
use exactile::num::Rational;
use exactile::score::{MetricValue, ScoreStream};

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

/// The double nearest to a value, written as a plain decimal; nothing if it is undefined.
pub(super) fn decimal(value: &MetricValue) -> String {
    match value {
        MetricValue::Rational(value) => value.to_f64().to_string(),
        MetricValue::Irrational(value) => match value.lower.parse::<Rational>() {
            Ok(lower) => lower.to_f64().to_string(),
            Err(_) => value.lower.clone(),
        },
        MetricValue::Undefined(_) => String::new(),
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
pub fn scores_text(scores: &ScoreStream<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    for (place, classifier) in scores.iter().enumerate() {
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

/// Rows `name,metric,value,undefined,value_decimal`: the exact value or closed form, or the reason.
///
/// # Errors
/// What the destination reports.
pub fn scores_csv(scores: &ScoreStream<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["name", "metric", "value", "undefined", "value_decimal"])?;
    for classifier in scores.iter() {
        for (metric, value) in &classifier.scores.0 {
            let reason = value.undefined();
            let decimal = decimal(value);
            let value = if reason.is_some() { String::new() } else { value.to_string() };
            let (metric, reason) = (metric.to_string(), reason.unwrap_or_default());
            writer.write_record([&classifier.name, &metric, &value, reason, &decimal])?;
        }
    }
    writer.flush()?;
    Ok(())
}

/// `exactile.score.v1`.
///
/// # Errors
/// What the destination reports.
pub fn scores_json(scores: &ScoreStream<'_>, out: &mut dyn Write) -> Result<(), RenderError> {
    write_document(scores, out)
}
