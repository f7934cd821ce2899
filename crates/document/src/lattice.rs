//! Results about the lattice as text, CSV and JSON.

use std::io::Write;

use comfy_table::{CellAlignment, Table};
use serde::Serialize;

use super::RenderError;
use super::scores::{about, decimal, exactly};
use super::text::{shown, table, write_table};
use exactile::lattice::{
    Comparison, Confluence, Contour, Distribution, INDEPENDENT, Interval, Lattice, Mass, Model,
    Moment, Probability, Tails,
};
use exactile::num::Rational;
use exactile::score::{Metric, MetricValue};

/// Number of values of a long list that texts show.
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
    match confluence.undefined_as() {
        Some(value) => writeln!(out, "matrices on which it is undefined count as {value}")?,
        None => writeln!(out, "undefined on {}", confluence.undefined())?,
    }
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
    where_undefined(confluence.metric(), lattice, out)
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
                &["value", "count", "points", "value_decimal"]
            } else {
                &["value", "count", "value_decimal"]
            };
            writer.write_record(columns)?;
        }
        row.extend(value.points.as_deref().map(points_text));
        row.push(decimal(&value.value));
        writer.write_record(row)?;
    }
    writer.flush()?;
    Ok(())
}

/// The values of a metric and their counts as they are found, for lattices too big to hold: rows
/// `value,count`, or the JSON of a [`Confluence`] with the totals after the values.
///
/// # Errors
/// What the destination reports, or counts too large to compare.
pub fn confluence_stream(
    metric: &Metric,
    lattice: Lattice,
    undefined_as: Option<&Rational>,
    format: StreamFormat,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Row {
        value: MetricValue,
        count: u64,
    }
    let begin = |out: &mut dyn Write| -> Result<(), RenderError> {
        match format {
            StreamFormat::Csv => writeln!(out, "value,count,value_decimal")?,
            StreamFormat::Json => write!(
                out,
                "{{\"schema\":\"exactile.lattice-confluence.v1\",\"metric\":{},\"positives\":{},\"negatives\":{},\"values\":[",
                serde_json::to_string(&metric.to_string())?,
                lattice.positives(),
                lattice.negatives(),
            )?,
        }
        Ok(())
    };
    // Nothing is written before the first value is known: what is refused leaves nothing behind.
    let mut distinct = 0_u64;
    let mut written: Result<(), RenderError> = Ok(());
    let undefined = Confluence::stream(metric, lattice, undefined_as, |value, count| {
        if distinct == 0 {
            written = begin(out);
        }
        if written.is_ok() {
            written = match format {
                StreamFormat::Csv => {
                    let decimal = decimal(&value);
                    writeln!(out, "{value},{count},{decimal}").map_err(RenderError::from)
                }
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
    if distinct == 0 {
        begin(out)?;
    }
    if format == StreamFormat::Json {
        let counted = undefined_as.filter(|_| undefined > 0);
        let left = if counted.is_some() { 0 } else { undefined };
        write!(out, "],\"distinct\":{distinct},\"undefined\":{left}")?;
        if let Some(value) = counted {
            write!(out, ",\"undefined_as\":{}", serde_json::to_string(value)?)?;
        }
        writeln!(out, "}}")?;
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
    // Where it is always defined, both masses of an interval are the same.
    let (count, mass) = pmf.undefined();
    if count > 0 {
        writeln!(out, "median, mean, variance and levels: given that it is defined")?;
    }
    writeln!(out)?;
    let mut summary = table(["", "about", "exactly"]);
    for mode in &distribution.modes {
        summary.add_row(["mode".to_owned(), about(mode), exactly(mode)]);
    }
    let median = &distribution.median;
    summary.add_row(["median".to_owned(), about(median), exactly(median)]);
    let without_value = distribution.without_value();
    let why =
        |key: &str| without_value.iter().find(|(known, _)| *known == key).map(|(_, why)| *why);
    for (name, moment) in [("mean", &distribution.mean), ("variance", &distribution.variance)] {
        let (about, exactly) = moment_text(moment);
        summary.add_row([name.to_owned(), about, why(name).map_or(exactly, ToOwned::to_owned)]);
    }
    for (name, interval) in
        [("central", &distribution.interval), ("narrowest", &distribution.narrowest)]
    {
        let Some(Interval { level, lower, upper, mass, mass_given_defined }) = interval else {
            continue;
        };
        let ends = format!("{} to {}", exactly(lower), exactly(upper));
        let mass = mass_text(mass);
        let (condition, masses) = if count > 0 {
            let given = probability_text(mass_given_defined);
            (" if defined", format!("mass {mass} of all, {given} if defined"))
        } else {
            ("", format!("mass {mass}"))
        };
        summary.add_row([
            format!("{name} {level}{condition}"),
            format!("{} to {}", about(lower), about(upper)),
            format!("{ends}, {masses}"),
        ]);
    }
    if let (Some(why), Some(central)) = (why("narrowest_interval"), &distribution.interval) {
        summary.add_row([format!("narrowest {}", central.level), "none".into(), why.to_owned()]);
    }
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
    where_undefined(pmf.metric(), lattice, out)
}

/// A line that says why a metric is undefined on some matrices, if it is.
fn where_undefined(
    metric: &Metric,
    lattice: Lattice,
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let reasons = lattice.where_undefined(metric);
    if !reasons.is_empty() {
        writeln!(out, "\n{metric} is undefined where {}", reasons.join(" or "))?;
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
    writer.write_record(["value", "count", "mass", "cumulative", "value_decimal"])?;
    for place in 0..pmf.distinct() {
        writer.write_record([
            pmf.value(place).to_string(),
            pmf.count(place).to_string(),
            mass_text(&pmf.mass(place)),
            mass_text(&pmf.cumulative(place)),
            decimal(&pmf.value(place)),
        ])?;
    }
    let (count, mass) = pmf.undefined();
    writer.write_record(["", &count.to_string(), &mass_text(&mass), "", ""])?;
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
    if let Some(value) = &tails.undefined_as {
        writeln!(out, "matrices on which it is undefined count as {value}")?;
    }
    writeln!(out)?;
    // Probabilities are parts of all mass, quantiles of that given that it is defined.
    let condition = if tails.undefined.is_zero() { "" } else { " if defined" };
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
        rows.add_row([format!("quantile {part}{condition}"), value]);
    }
    rows.add_row(["P(undefined)".to_owned(), probability_text(&tails.undefined)]);
    write_table(&rows, out)?;
    where_undefined(&tails.metric, Lattice::new(positives, negatives)?, out)
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
    if let Some(value) = &comparison.undefined_as {
        writeln!(out, "matrices on which it is undefined count as {value}")?;
    }
    match comparison.metric.orientation().name() {
        Some(better) => writeln!(out, "{INDEPENDENT}, {better} values first")?,
        None => writeln!(
            out,
            "{INDEPENDENT}, higher values first, though they do not say who is better"
        )?,
    }
    writeln!(out)?;
    let mut rows = table(["classifier", "first alone", "first or tied", "undefined"]);
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
    write_table(&rows, out)?;
    where_undefined(&comparison.metric, comparison.lattice, out)
}

/// Rows `first,second,greater,equal,less,undefined,paired`, by names; `paired` is `false` in all.
///
/// # Errors
/// What the destination reports.
pub fn comparison_csv(comparison: &Comparison, out: &mut dyn Write) -> Result<(), RenderError> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(["first", "second", "greater", "equal", "less", "undefined", "paired"])?;
    let name = |i: usize| comparison.classifiers[i].name.clone();
    for pair in &comparison.pairs {
        writer.write_record([
            name(pair.first),
            name(pair.second),
            probability_text(&pair.greater),
            probability_text(&pair.equal),
            probability_text(&pair.less),
            probability_text(&pair.undefined),
            false.to_string(),
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
    match probability {
        Probability::Exact(value) => value.to_string(),
        Probability::Decimal(decimal) => decimal.to_string(),
    }
}

/// Six decimals of a probability.
fn short(probability: &Probability) -> String {
    match probability {
        Probability::Exact(value) => value.to_decimal(6),
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
