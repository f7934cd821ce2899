//! Results about the lattice as text, CSV and JSON.

use std::io::Write;

use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use super::RenderError;
use super::scores::{about, exactly};
use super::text::{shown, table, write_table};
use crate::lattice::{
    Comparison, Confluence, Contour, Distribution, Interval, Lattice, Mass, Model, Moment,
    Probability, Tails,
};
use crate::num::Rational;
use crate::score::{Metric, MetricValue};

/// So many values of a long list are shown to people.
const SHOWN: usize = 40;

/// A result on one line: lists may be long.
///
/// # Errors
/// What the destination reports.
pub fn lattice_json(result: &impl Serialize, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut buffered = std::io::BufWriter::with_capacity(1 << 16, &mut *out);
    serde_json::to_writer(&mut buffered, result)?;
    buffered.write_all(b"\n")?;
    buffered.flush()?;
    Ok(())
}

/// A comparison with the model that it rests on.
///
/// # Errors
/// What the destination reports.
pub fn comparison_json(
    comparison: &Comparison,
    model: &Model,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'c> {
        #[serde(flatten)]
        comparison: &'c Comparison,
        #[serde(flatten)]
        model: &'c Model,
    }
    lattice_json(&Document { comparison, model }, out)
}

/// The values taken by most matrices first seen, and how many there are.
///
/// # Errors
/// What the destination reports.
pub fn confluence_text(confluence: &Confluence, out: &mut dyn Write) -> Result<(), RenderError> {
    let lattice = confluence.lattice();
    writeln!(
        out,
        "{} takes {} values on the {} matrices with {} positives and {} negatives",
        confluence.metric(),
        confluence.distinct(),
        lattice.matrices(),
        lattice.positives(),
        lattice.negatives(),
    )?;
    writeln!(out, "undefined on {}", confluence.undefined())?;
    writeln!(out)?;
    let with_points = confluence.values().next().is_some_and(|value| value.points.is_some());
    let mut rows = if with_points {
        table(["value", "exactly", "matrices", "at (tp, tn)"])
    } else {
        table(["value", "exactly", "matrices"])
    };
    // The most frequent values, in increasing order.
    let mut counts: Vec<u64> = confluence.counts().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let least = counts.get(SHOWN - 1).copied().unwrap_or(0);
    let mut left = SHOWN;
    for value in confluence.values_taken(least) {
        if left == 0 {
            break;
        }
        left -= 1;
        let mut row = vec![about(&value.value), exactly(&value.value), value.count.to_string()];
        if let Some(points) = &value.points {
            row.push(points_text(points));
        }
        rows.add_row(row);
    }
    right(&mut rows, &[0, 2]);
    write_table(&rows, out)?;
    if confluence.distinct() > SHOWN {
        writeln!(out, "\n{SHOWN} values of those taken most often; all with --format json or csv")?;
    }
    Ok(())
}

/// Rows `value,count[,points]`, increasing.
///
/// # Errors
/// What the destination reports.
pub fn confluence_csv(confluence: &Confluence, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    let mut header = true;
    for value in confluence.values() {
        let mut row = vec![value.value.to_string(), value.count.to_string()];
        if std::mem::take(&mut header) {
            let columns: &[&str] = if value.points.is_some() {
                &["value", "count", "points"]
            } else {
                &["value", "count"]
            };
            writer.write_record(columns)?;
        }
        row.extend(value.points.as_deref().map(points_text));
        writer.write_record(row)?;
    }
    writer.flush()?;
    Ok(())
}

/// The values of a metric and their counts as they are found, for lattices too big to hold: rows
/// `value,count`, or the JSON of a [`Confluence`] with the totals behind the values.
///
/// # Errors
/// What the destination reports, or counts too large to compare.
pub fn confluence_stream(
    metric: &Metric,
    lattice: Lattice,
    format: StreamFormat,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Row {
        value: MetricValue,
        count: u64,
    }
    match format {
        StreamFormat::Csv => writeln!(out, "value,count")?,
        StreamFormat::Json => write!(
            out,
            "{{\"schema\":\"exactile.lattice-confluence.v1\",\"metric\":{},\"positives\":{},\"negatives\":{},\"values\":[",
            serde_json::to_string(&metric.to_string())?,
            lattice.positives(),
            lattice.negatives(),
        )?,
    }
    let mut distinct = 0_u64;
    let mut written: Result<(), RenderError> = Ok(());
    let undefined = Confluence::stream(metric, lattice, |value, count| {
        if written.is_ok() {
            written = match format {
                StreamFormat::Csv => writeln!(out, "{value},{count}").map_err(RenderError::from),
                StreamFormat::Json => {
                    let separator = if distinct == 0 { "\n" } else { ",\n" };
                    out.write_all(separator.as_bytes())
                        .map_err(RenderError::from)
                        .and_then(|()| Ok(serde_json::to_writer(&mut *out, &Row { value, count })?))
                }
            };
        }
        distinct += 1;
    })?;
    written?;
    if format == StreamFormat::Json {
        writeln!(out, "],\"distinct\":{distinct},\"undefined\":{undefined}}}")?;
    }
    Ok(())
}

/// How a stream of values is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFormat {
    /// Rows.
    Csv,
    /// One object.
    Json,
}

/// The distribution's summary and its most probable values.
///
/// # Errors
/// What the destination reports.
pub fn distribution_text(
    distribution: &Distribution,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let pmf = &distribution.pmf;
    let lattice = pmf.predictive().lattice();
    writeln!(
        out,
        "{} on {} further positives and {} negatives, {} model",
        pmf.metric(),
        lattice.positives(),
        lattice.negatives(),
        distribution.model.name(),
    )?;
    if let Some(value) = pmf.undefined_as() {
        writeln!(out, "matrices on which it is undefined count as {value}")?;
    }
    if let Some(denominator) = pmf.denominator() {
        writeln!(out, "masses are over {denominator}")?;
    }
    writeln!(out)?;
    let mut summary = table(["", "about", "exactly"]);
    for mode in &distribution.modes {
        summary.add_row(["mode".to_owned(), about(mode), exactly(mode)]);
    }
    let median = &distribution.median;
    summary.add_row(["median".to_owned(), about(median), exactly(median)]);
    for (name, moment) in [("mean", &distribution.mean), ("variance", &distribution.variance)] {
        let (about, exactly) = moment_text(moment);
        summary.add_row([name.to_owned(), about, exactly]);
    }
    for (name, interval) in
        [("central", &distribution.interval), ("narrowest", &distribution.narrowest)]
    {
        let Some(Interval { level, lower, upper, mass }) = interval else { continue };
        summary.add_row([
            format!("{name} {level}"),
            format!("{} to {}", about(lower), about(upper)),
            format!("{} to {}, mass {}", exactly(lower), exactly(upper), mass_text(mass)),
        ]);
    }
    let (count, mass) = pmf.undefined();
    summary.add_row(["undefined".to_owned(), mass_text(&mass), format!("on {count} matrices")]);
    write_table(&summary, out)?;
    writeln!(out)?;
    let mut rows = table(["value", "exactly", "matrices", "mass", "cumulative"]);
    let first = pmf.modes().first().map_or(0, |mode| mode.saturating_sub(SHOWN / 2));
    for place in (first..pmf.distinct()).take(SHOWN) {
        let value = pmf.value(place);
        rows.add_row([
            about(&value),
            exactly(&value),
            pmf.count(place).to_string(),
            mass_text(&pmf.mass(place)),
            mass_text(&pmf.cumulative(place)),
        ]);
    }
    right(&mut rows, &[0, 2]);
    write_table(&rows, out)?;
    if pmf.distinct() > SHOWN {
        writeln!(
            out,
            "\n{SHOWN} of {} values, around the mode; all with --format json or csv",
            pmf.distinct()
        )?;
    }
    Ok(())
}

/// Rows `value,count,mass,cumulative`, increasing; a last row without value for undefined.
///
/// # Errors
/// What the destination reports.
pub fn distribution_csv(
    distribution: &Distribution,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let pmf = &distribution.pmf;
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["value", "count", "mass", "cumulative"])?;
    for place in 0..pmf.distinct() {
        writer.write_record([
            pmf.value(place).to_string(),
            pmf.count(place).to_string(),
            mass_text(&pmf.mass(place)),
            mass_text(&pmf.cumulative(place)),
        ])?;
    }
    let (count, mass) = pmf.undefined();
    writer.write_record(["", &count.to_string(), &mass_text(&mass), ""])?;
    writer.flush()?;
    Ok(())
}

/// Tails and quantiles.
///
/// # Errors
/// What the destination reports.
pub fn tails_text(tails: &Tails, out: &mut dyn Write) -> Result<(), RenderError> {
    let (positives, negatives) = tails.samples;
    writeln!(
        out,
        "{} on {positives} further positives and {negatives} negatives, {} model",
        tails.metric,
        tails.model.name(),
    )?;
    writeln!(out)?;
    let mut rows = table(["", "value"]);
    for (relation, value, probability) in &tails.probabilities {
        let relation = relation.name().replace('-', " ");
        rows.add_row([format!("P({relation} {value})"), probability_text(probability)]);
    }
    for (part, value) in &tails.quantiles {
        let value = value.as_ref().map_or_else(
            || "undefined".to_owned(),
            |value| format!("{} (about {})", exactly(value), about(value)),
        );
        rows.add_row([format!("quantile {part}"), value]);
    }
    rows.add_row(["P(undefined)".to_owned(), probability_text(&tails.undefined)]);
    write_table(&rows, out)
}

/// All pairs, and who may be first.
///
/// # Errors
/// What the destination reports.
pub fn comparison_text(
    comparison: &Comparison,
    model: &Model,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    writeln!(
        out,
        "{} on {} further positives and {} negatives, {} model",
        comparison.metric,
        comparison.lattice.positives(),
        comparison.lattice.negatives(),
        model.name(),
    )?;
    writeln!(out)?;
    let mut rows = table(["classifier", "greatest alone", "greatest or tied", "undefined"]);
    for classifier in &comparison.classifiers {
        rows.add_row([
            shown(&classifier.name),
            short(&classifier.first_alone),
            short(&classifier.first_or_tied),
            short(&classifier.undefined),
        ]);
    }
    write_table(&rows, out)?;
    writeln!(out)?;
    let mut rows = table(["first", "second", "greater", "equal", "less", "undefined"]);
    let name = |i: usize| shown(&comparison.classifiers[i].name);
    for pair in &comparison.pairs {
        rows.add_row([
            name(pair.first),
            name(pair.second),
            short(&pair.greater),
            short(&pair.equal),
            short(&pair.less),
            short(&pair.undefined),
        ]);
    }
    write_table(&rows, out)
}

/// Rows `first,second,greater,equal,less,undefined`, by names.
///
/// # Errors
/// What the destination reports.
pub fn comparison_csv(comparison: &Comparison, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["first", "second", "greater", "equal", "less", "undefined"])?;
    let name = |i: usize| comparison.classifiers[i].name.clone();
    for pair in &comparison.pairs {
        writer.write_record([
            name(pair.first),
            name(pair.second),
            probability_text(&pair.greater),
            probability_text(&pair.equal),
            probability_text(&pair.less),
            probability_text(&pair.undefined),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// The equation, its kind, and the matrices on it.
///
/// # Errors
/// What the destination reports.
pub fn contour_text(contour: &Contour, out: &mut dyn Write) -> Result<(), RenderError> {
    writeln!(out, "{} = {}", contour.metric(), contour.value())?;
    writeln!(out, "{} = 0", contour.polynomial)?;
    writeln!(out, "{}", contour.class.name())?;
    if let Some((tp, tn)) = &contour.base_point {
        writeln!(out, "through (tp, tn) = ({tp}, {tn}) like all contours of this metric")?;
    }
    writeln!(out, "matrices on it: {}", contour.points.len())?;
    if !contour.points.is_empty() {
        writeln!(out, "at (tp, tn) = {}", points_text(&contour.points))?;
    }
    Ok(())
}

fn points_text(points: &[(u64, u64)]) -> String {
    points.iter().map(|(tp, tn)| format!("({tp}, {tn})")).collect::<Vec<_>>().join(" ")
}

fn mass_text(mass: &Mass) -> String {
    match mass {
        Mass::Decimal(decimal) => decimal.to_string(),
        Mass::Numerator(numerator) => numerator.to_string(),
    }
}

fn moment_text(moment: &Moment) -> (String, String) {
    let decimals =
        |text: &str| text.parse::<Rational>().map_or_else(|_| text.to_owned(), |v| v.to_decimal(6));
    match moment {
        Moment::Exact(value) => (value.to_decimal(6), value.to_string()),
        Moment::Enclosed { lower, upper } => (decimals(lower), format!("[{lower}, {upper}]")),
        Moment::Infinity => ("inf".to_owned(), "inf".to_owned()),
        Moment::NegativeInfinity => ("-inf".to_owned(), "-inf".to_owned()),
        Moment::Undefined => ("undefined".to_owned(), String::new()),
    }
}

fn probability_text(probability: &Probability) -> String {
    match (probability, probability.to_decimal()) {
        (Probability::Exact(value), _) => value.to_string(),
        (_, Some(decimal)) => decimal.to_string(),
        (Probability::Certified(mass), None) => mass.lower().to_decimal(15),
        (Probability::Decimal(decimal), None) => decimal.to_string(),
    }
}

/// Six decimals of a probability.
fn short(probability: &Probability) -> String {
    match probability {
        Probability::Exact(value) => value.to_decimal(6),
        Probability::Certified(mass) => mass.lower().to_decimal(6),
        Probability::Decimal(decimal) => decimal.to_rational().to_decimal(6),
    }
}

fn right(table: &mut Table, columns: &[usize]) {
    for column in columns {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
