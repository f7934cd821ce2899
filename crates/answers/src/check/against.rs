//! `exactile check --against`: compares a printed table with the counts that it was made from.

use std::cmp::Ordering;
use std::path::Path;

use super::arguments::CheckArgs;
use super::cell::Cell;
use super::printed::{metric, of_heading, value};
use crate::host::{Failure, Streams, note_all, write_result};
use crate::inputs::input::{file_name, with_source};
use exactile::num::{Rational, Value, abbreviated};
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::reported::{ReportedValue, Rounding, Slip, SlipKind};
use exactile::score::{Metric, Orientation, Surrogate, ValueForm};
use exactile_document::{AgainstReport, Labelling, WrongNumber};
use exactile_input::{InputErrorKind, PrintedNumber, read, read_printed_table};

/// The hint about the expected form of a printed table.
const TABLE: &str =
    "give a table with a column name and a column per metric, as CSV, Markdown or LaTeX";

/// The meaning of a printed number.
enum Claim {
    Score(Metric),
    Count(fn(&ConfusionMatrix) -> &Rational),
    /// A rank by a metric.
    Rank(Metric),
}

pub(crate) fn run(
    arguments: &CheckArgs,
    results: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let options = arguments.labels.options();
    let found =
        with_source(results, |reader, name, progress| Ok(read(reader, name, &options, progress)?))?;
    note_all(&found.notes, streams);
    let labelling = Labelling { positive: found.positive, dropped: found.dropped };
    streams.has_read(&found.classifiers, labelling);
    let classifiers = found.classifiers;
    let printed = arguments.input.as_deref().unwrap_or(Path::new("-"));
    let numbers = with_source(printed, |reader, name, progress| {
        read_printed_table(reader, name, progress).map_err(|error| match error.kind {
            InputErrorKind::Empty => Failure::new(error.what(), TABLE).at(error.place.position()),
            _ => error.into(),
        })
    })?;
    let file = file_name(printed);
    if numbers.is_empty() {
        return Err(Failure::new("there is no printed number", TABLE).at(file));
    }
    let in_percent = columns_in_percent(arguments, &numbers);
    for heading in &in_percent {
        let column = abbreviated(heading.as_str());
        let note = format!("{column:?} is read in percent: it has numbers above 1 without a sign");
        note_all(&[note], streams);
    }
    let mut report = AgainstReport { checked: 0, wrong: Vec::new() };
    for number in &numbers {
        let place = format!("{file}:{}:{}", number.line, number.column);
        if ["", "-", "\u{2013}", "\u{2014}"].contains(&&*number.text) {
            continue;
        }
        let claim = claim(&number.heading).map_err(|failure| failure.at(place.clone()))?;
        let at = classifiers.iter().position(|known| known.name == number.classifier);
        let at = at.ok_or_else(|| unknown(number, &classifiers, results).at(place.clone()))?;
        report.checked += 1;
        let wrong = match claim {
            Claim::Score(metric) => {
                let is_percent = arguments.rows.percent
                    || says_percent(&number.heading)
                    || in_percent.contains(&number.heading);
                score(arguments, number, metric.value(&classifiers[at].matrix), is_percent)
            }
            Claim::Count(of) => {
                let count = Value::Exact(of(&classifiers[at].matrix).clone());
                score(arguments, number, count, arguments.rows.percent)
            }
            Claim::Rank(metric) => rank(number, &classifiers, at, &metric),
        };
        if let Some((should_be, value, slip)) =
            wrong.map_err(|failure| failure.at(place.clone()))?
        {
            let PrintedNumber { classifier, heading, text, .. } = number.clone();
            report.wrong.push(WrongNumber {
                place,
                name: classifier,
                column: heading,
                printed: text,
                should_be,
                value,
                slip,
            });
        }
    }
    let Some(destination) = arguments.output.table() else {
        let what = "a comparison with counts cannot be written as a page";
        return Err(Failure::new(what, "choose another --format"));
    };
    write_result(destination, streams, &report)?;
    if report.wrong.is_empty() { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// The failure of a printed name that is not in the results.
fn unknown(number: &PrintedNumber, classifiers: &[Classifier], results: &Path) -> Failure {
    let name = abbreviated(&number.classifier);
    let known: Vec<String> =
        classifiers.iter().take(8).map(|known| format!("{:?}", known.name)).collect();
    Failure::new(
        format!("there is no classifier {name:?} in {}", file_name(results)),
        format!("it has {}", known.join(", ")),
    )
}

/// Returns `true` if the heading says that its numbers are percentages.
fn says_percent(heading: &str) -> bool {
    of_heading(heading, "1").1.ends_with('%')
}

fn claim(heading: &str) -> Result<Claim, Failure> {
    let (heading, _) = of_heading(heading, "");
    let name = heading.trim().to_lowercase();
    Ok(match &*name {
        "tn" => Claim::Count(ConfusionMatrix::tn),
        "fp" => Claim::Count(ConfusionMatrix::fp),
        "fn" => Claim::Count(ConfusionMatrix::fn_),
        "tp" => Claim::Count(ConfusionMatrix::tp),
        _ => match name.strip_prefix("rank:") {
            Some(name) => Claim::Rank(metric(name)?),
            None => Claim::Score(metric(heading)?),
        },
    })
}

/// Returns the headings of scores that cannot exceed 1 but have a number above 1 without a percent
/// sign.
fn columns_in_percent(arguments: &CheckArgs, numbers: &[PrintedNumber]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if arguments.rows.percent {
        return found;
    }
    for PrintedNumber { heading, text, .. } in numbers {
        let Ok(Claim::Score(metric)) = claim(heading) else { continue };
        let is_share = metric.range().ends_with("1]");
        let is_above = || {
            value(arguments, &Cell::of(text).number).is_ok_and(|value| value.lower > Rational::ONE)
        };
        let is_told = text.contains('%') || says_percent(heading) || found.contains(heading);
        if is_share && !is_told && is_above() {
            found.push(heading.clone());
        }
    }
    found
}

/// For a wrong number: the text that should be printed instead, its value, and the slip that
/// explains it.
type Wrong = Option<(String, Option<Value>, Option<SlipKind>)>;

fn score(
    arguments: &CheckArgs,
    number: &PrintedNumber,
    exact: Value,
    is_percent: bool,
) -> Result<Wrong, Failure> {
    let text = Cell::of(&number.text).number;
    let text = text.as_str();
    let without_value = ["undefined", "nan", "na", "n/a"].contains(&&*text.to_lowercase());
    let infinite = match text.trim_start_matches('+') {
        "\u{221e}" | "inf" => Some(Value::Infinity),
        "-\u{221e}" | "-inf" => Some(Value::NegativeInfinity),
        _ => None,
    };
    let has_sign = text.ends_with('%');
    let digits = text.trim_end_matches('%').trim_end();
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let mut is_right =
        without_value && exact.undefined().is_some() || infinite.as_ref() == Some(&exact);
    let mut slip = None;
    if !without_value && infinite.is_none() {
        let mut printed = value(arguments, text)?;
        if is_percent && !arguments.rows.percent && !has_sign {
            printed = printed.times(&Rational::new(1, 100));
        }
        if number.whole_is_exact && places == 0 {
            printed = ReportedValue::exactly(printed.printed);
        }
        is_right = printed.contains(&exact);
        // What is off by a unit was rounded badly.
        let is_slip = |slip: &&Slip| {
            let off = (&slip.value.printed - &printed.printed).abs();
            off > printed.unit && slip.value.contains(&exact)
        };
        slip = printed.slips().iter().find(is_slip).map(|slip| slip.kind);
    }
    if is_right {
        return Ok(None);
    }
    let is_percent = is_percent || has_sign;
    let should_be = match exact.ends() {
        None => exact.to_string(),
        Some([low, _]) => {
            let low = if is_percent { low * Rational::from(100) } else { low };
            let places = if without_value || infinite.is_some() { 4 } else { places };
            let places = u32::try_from(places).unwrap_or(u32::MAX).min(1000);
            let rounding = Rounding::from(arguments.rows.rounding);
            let text = match rounding {
                Rounding::Truncated => truncated(&low, places),
                _ => low.to_decimal(places),
            };
            if has_sign { text + "%" } else { text }
        }
    };
    Ok(Some((should_be, Some(exact), slip)))
}

/// Returns the decimal of a number, rounded towards zero.
fn truncated(value: &Rational, places: u32) -> String {
    let unit = Rational::new(1, num_bigint::BigInt::from(10).pow(places));
    let steps = value.abs() / &unit;
    let whole = Rational::from(steps.numerator() / steps.denominator());
    let cut = whole * unit;
    if value.is_negative() { -cut } else { cut }.to_decimal(places)
}

/// Checks a printed rank: `2` has to be the best rank of the classifier, `2-3` its ranks from the
/// best to the worst, and `2=` its best rank, shared with another classifier.
fn rank(
    number: &PrintedNumber,
    classifiers: &[Classifier],
    at: usize,
    metric: &Metric,
) -> Result<Wrong, Failure> {
    if matches!(metric.form(), ValueForm::Quantiles | ValueForm::ScaledLog) {
        let what = format!("ranks by {metric} are not compared");
        return Err(Failure::new(what, "leave the column out"));
    }
    let sign = match metric.orientation() {
        Orientation::Higher => Ordering::Greater,
        Orientation::Lower => Ordering::Less,
        Orientation::Neither => {
            let what = format!("{metric} does not say which classifier is better");
            return Err(Failure::new(what, "leave the column out"));
        }
    };
    let key =
        |classifier: &Classifier| -> Option<Surrogate> { metric.surrogate(&classifier.matrix) };
    let text = number.text.trim();
    let claimed = || -> Option<(u64, Option<u64>)> {
        if let Some(best) = text.strip_suffix('=') {
            return Some((best.parse().ok()?, Some(u64::MAX)));
        }
        match text.split_once(['-', '\u{2013}']) {
            Some((best, worst)) => {
                Some((best.trim().parse().ok()?, Some(worst.trim().parse().ok()?)))
            }
            None => Some((text.parse().ok()?, None)),
        }
    };
    let Some((claimed_best, claimed_worst)) = claimed() else {
        let what = format!("{:?} is not a rank", abbreviated(text));
        return Err(Failure::new(what, "write 2, 2= for a shared rank, or 2-3"));
    };
    let Some(own) = key(&classifiers[at]) else {
        return Ok(Some(("no rank, since the metric is undefined".to_owned(), None, None)));
    };
    let (mut best, mut worst) = (1, 0);
    for other in classifiers.iter().filter_map(key) {
        match other.cmp(&own) {
            Ordering::Equal => worst += 1,
            order if order == sign => (best, worst) = (best + 1, worst + 1),
            _ => {}
        }
    }
    let is_right = claimed_best == best
        && match claimed_worst {
            None => true,
            Some(u64::MAX) => worst > best,
            Some(claimed) => claimed == worst,
        };
    let should_be = if best == worst { best.to_string() } else { format!("{best}-{worst}") };
    Ok((!is_right).then_some((should_be, None, None)))
}
