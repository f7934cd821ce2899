//! `exactile check`

use std::path::Path;

use super::args::{CheckArgs, SampleRange, distinct, nearest_metric};
use super::failure::Failure;
use super::input::{file_name, note_all, progress_bar, with_source};
use super::output::write_result;
use super::streams::Streams;
use exactile::num::{Rational, abbreviated};
use exactile::performance::one_line;
use exactile::reported::{
    Asked, Explanation, ReportedRow, ReportedScore, ReportedValue, examine, explain,
    reported_metric,
};
use exactile::score::Metric;
use exactile_document::{CheckReport, CheckedRow};
use exactile_input::{TextTable, read_text_table};

/// A row as it was given.
struct Given {
    name: Option<String>,
    /// Where it stands, if it is one of a file.
    place: Option<String>,
    scores: Vec<String>,
    row: ReportedRow,
}

pub(super) fn run(arguments: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let given = match (&arguments.reported, &arguments.input) {
        (Some(reported), _) => vec![one_row(arguments, reported)?],
        (None, input) => rows_of(arguments, input.as_deref().unwrap_or(Path::new("-")))?,
    };
    let bar = progress_bar(u64::try_from(given.len()).ok(), "rows");
    let mut rows = Vec::with_capacity(given.len());
    let mut percentage = None;
    let wanted = distinct(&arguments.imply);
    for Given { name, place, scores, row } in given {
        let asked = Asked {
            points: arguments.points,
            implied: if wanted.is_empty() { not_reported(&row) } else { wanted.clone() },
            diagnosis: true,
        };
        let explanation = examine(&row, &asked).map_err(|refused| {
            let failure = Failure::from(refused);
            match place {
                Some(place) => failure.at(place),
                None => failure,
            }
        })?;
        if percentage.is_none() {
            percentage = percentage_of(&row, &explanation).map(|score| scores[score].clone());
        }
        let has_open_sizes = row.samples.is_some()
            || [&row.positives, &row.negatives].iter().any(|range| range.start() != range.end());
        rows.push(CheckedRow { name, scores, has_open_sizes, explanation });
        bar.inc(1);
    }
    bar.finish_and_clear();
    write_result(&arguments.output, streams, &CheckReport { rows: &rows })?;
    if let Some(score) = percentage {
        let note = format!(
            "{} would be possible as a percentage: write the sign %, or give --percent",
            one_line(&score)
        );
        note_all(&[note], streams);
    }
    if rows.iter().all(|row| row.explanation.is_consistent()) {
        Ok(())
    } else {
        Err(Failure::ChecksFailed)
    }
}

/// The usual metrics without those of a row.
fn not_reported(row: &ReportedRow) -> Vec<Metric> {
    let usual = [
        Metric::Accuracy,
        Metric::BalancedAccuracy,
        Metric::Tpr,
        Metric::Tnr,
        Metric::Ppv,
        Metric::Npv,
        Metric::FBeta(Rational::ONE),
        Metric::Mcc,
    ];
    let is_reported = |metric: &Metric| row.scores.iter().any(|score| score.metric == *metric);
    usual.into_iter().filter(|metric| !is_reported(metric)).collect()
}

/// The score of an impossible row that no confusion matrix has, if some have it as a percentage.
fn percentage_of(row: &ReportedRow, explanation: &Explanation) -> Option<usize> {
    let &[score] = explanation.conflict.as_deref()? else { return None };
    let hundredth = Rational::new(1, 100);
    let mut reported = row.scores[score].clone();
    if reported.value.upper <= Rational::ONE {
        return None;
    }
    reported.value.lower = &reported.value.lower * &hundredth;
    reported.value.upper = &reported.value.upper * &hundredth;
    let alone = ReportedRow { scores: vec![reported], ..row.clone() };
    explain(&alone, false).ok()?.is_consistent().then_some(score)
}

fn metric(name: &str) -> Result<Metric, Failure> {
    reported_metric(name).map_err(|_| {
        let what = format!("no metric is called {:?}", abbreviated(name));
        Failure::new(
            what,
            match nearest_metric(name) {
                Some(nearest) => format!("did you mean {nearest}? exactile scores lists all"),
                None => "exactile scores lists all".to_owned(),
            },
        )
    })
}

fn value(arguments: &CheckArgs, text: &str) -> Result<ReportedValue, Failure> {
    ReportedValue::from_text(text, arguments.rounding.into(), arguments.percent).map_err(|error| {
        Failure::new(error, "a value is a decimal such as 0.855, or 85.5 %, as it was printed")
    })
}

/// The row of `--reported`.
fn one_row(arguments: &CheckArgs, reported: &str) -> Result<Given, Failure> {
    let range = |given: &Option<SampleRange>| given.as_ref().map(|range| range.0.clone());
    let samples = range(&arguments.samples);
    let size = |given: &Option<SampleRange>, flag| match (range(given), &samples) {
        (Some(size), _) => Ok(size),
        (None, Some(_)) => Ok(0..=u64::MAX),
        (None, None) => {
            let hint = format!("add {flag}, or --samples with the number of both classes");
            Err(Failure::new(format!("{flag} is missing"), hint))
        }
    };
    let row = ReportedRow {
        positives: size(&arguments.positives, "--positives")?,
        negatives: size(&arguments.negatives, "--negatives")?,
        samples: samples.clone(),
        scores: Vec::new(),
    };
    let mut given = Given { name: None, place: None, scores: Vec::new(), row };
    // A sign of percent may stand apart.
    for word in reported.replace(" %", "%").split_whitespace() {
        let Some((name, text)) = word.split_once('=') else {
            let what = format!("--reported has {:?}, which is no NAME=VALUE", abbreviated(word));
            return Err(Failure::new(what, "write it as in \"sens=0.507 spec=0.941\""));
        };
        let score = ReportedScore { metric: metric(name)?, value: value(arguments, text)? };
        given.scores.push(name.to_owned());
        given.row.scores.push(score);
    }
    if given.scores.is_empty() {
        let hint = "write it as in \"sens=0.507 spec=0.941\"";
        return Err(Failure::new("--reported has no score", hint));
    }
    Ok(given)
}

/// What a column holds.
enum Meaning {
    Name,
    Positives,
    Negatives,
    Samples,
    Score(Metric),
    Index,
}

/// The rows of a file.
fn rows_of(arguments: &CheckArgs, input: &Path) -> Result<Vec<Given>, Failure> {
    let TextTable { header, rows } =
        with_source(input, |reader, name, progress| Ok(read_text_table(reader, name, progress)?))?;
    let file = file_name(input);
    let meanings = (1_usize..)
        .zip(&header)
        .map(|(column, name)| {
            Ok(match name.to_lowercase().as_str() {
                "name" => Meaning::Name,
                "positives" => Meaning::Positives,
                "negatives" => Meaning::Negatives,
                "samples" => Meaning::Samples,
                "" | "unnamed: 0" if column == 1 && header.len() > 1 => Meaning::Index,
                _ => Meaning::Score(
                    metric(name).map_err(|failure| failure.at(format!("{file}:1:{column}")))?,
                ),
            })
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let find = |name: &str, is_it: fn(&Meaning) -> bool| {
        let mut found = (0..meanings.len()).filter(|at| is_it(&meanings[*at]));
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(again) => Err(Failure::new(format!("{name} is given twice"), "leave one out")
                .at(format!("{file}:1:{}", again + 1))),
        }
    };
    let name = find("name", |meaning| matches!(meaning, Meaning::Name))?;
    let positives = find("positives", |meaning| matches!(meaning, Meaning::Positives))?;
    let negatives = find("negatives", |meaning| matches!(meaning, Meaning::Negatives))?;
    let samples = find("samples", |meaning| matches!(meaning, Meaning::Samples))?;
    let has_samples = samples.is_some() || arguments.samples.is_some();
    for (column, flag, name) in [
        (positives, &arguments.positives, "positives"),
        (negatives, &arguments.negatives, "negatives"),
        (samples, &arguments.samples, "samples"),
    ] {
        let failure = match (column, flag) {
            (None, None) if !has_samples && name != "samples" => Failure::new(
                format!("{name} is missing"),
                format!("give a column {name} or samples, or --{name} or --samples for all rows"),
            ),
            (Some(_), Some(_)) => Failure::new(
                format!("there is a column {name} and --{name}"),
                format!("leave --{name} out"),
            ),
            _ => continue,
        };
        return Err(failure.at(format!("{file}:1")));
    }
    if rows.is_empty() {
        return Err(Failure::new("there is no row", "give a line per row of scores").at(file));
    }
    let read = |row: &exactile_input::TextRow| {
        let at = |column: usize| format!("{file}:{}:{}", row.line, column + 1);
        let size = |column: Option<usize>, flag: &Option<SampleRange>| match column {
            // Where there are samples, an empty cell is an unknown number.
            Some(column) if has_samples && row.cells[column].is_empty() => Ok(None),
            Some(column) => row.cells[column]
                .parse::<SampleRange>()
                .map(|range| Some(range.0))
                .map_err(|what| Failure::new(what, "write 75, or 70-80").at(at(column))),
            None => Ok(flag.as_ref().map(|range| range.0.clone())),
        };
        let given_positives = size(positives, &arguments.positives)?;
        let given_negatives = size(negatives, &arguments.negatives)?;
        let samples = size(samples, &arguments.samples)?;
        let unknown = [given_positives.is_none(), given_negatives.is_none()];
        if samples.is_none() && unknown != [false; 2] {
            let name = if unknown[0] { "positives" } else { "negatives" };
            let what = format!("{name} is missing, and so is samples");
            let hint = "give both classes, or samples";
            return Err(Failure::new(what, hint).at(format!("{file}:{}", row.line)));
        }
        let positives = given_positives.unwrap_or(0..=u64::MAX);
        let negatives = given_negatives.unwrap_or(0..=u64::MAX);
        let mut given = Given {
            name: name.map(|column| row.cells[column].clone()).filter(|name| !name.is_empty()),
            place: Some(format!("{file}:{}", row.line)),
            scores: Vec::new(),
            row: ReportedRow { positives, negatives, samples, scores: Vec::new() },
        };
        for (column, meaning) in meanings.iter().enumerate() {
            let (Meaning::Score(metric), text) = (meaning, &row.cells[column]) else { continue };
            if !text.is_empty() {
                let value = value(arguments, text).map_err(|failure| failure.at(at(column)))?;
                given.scores.push(header[column].clone());
                given.row.scores.push(ReportedScore { metric: metric.clone(), value });
            }
        }
        Ok(given)
    };
    rows.iter().map(read).collect()
}
