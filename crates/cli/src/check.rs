//! `exactile check`

use std::ops::RangeInclusive;
use std::path::Path;

use super::args::{AverageName, CheckArgs, RoundingName, SampleRange, distinct};
use super::check_against;
use super::failure::Failure;
use super::input::{file_name, note_all, progress_bar, with_source};
use super::output::{write_plain, write_result};
use super::printed::{metric, value};
use super::streams::Streams;
use exactile::num::{Rational, abbreviated};
use exactile::performance::one_line;
use exactile::reported::{
    Asked, Composition, Explanation, FoldsRefused, ReportedRow, ReportedScore, examine_all,
    explain, explain_mean,
};
use exactile::score::Metric;
use exactile_document::{CheckReport, CheckedRow, CheckedScores};
use exactile_input::{InputErrorKind, TextTable, read_text_table};
use exactile_report::check_html;

/// A row as it was given.
struct Given {
    name: Option<String>,
    /// Where it stands, if it is one of a file.
    place: Option<String>,
    scores: Vec<String>,
    printed: Vec<String>,
    row: ReportedRow,
    /// The tests over which the scores are means, if they are.
    tests: Option<Composition>,
}

pub(super) fn run(arguments: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if let Some(results) = &arguments.against {
        return check_against::run(arguments, results, streams);
    }
    let given = match (&arguments.reported, &arguments.input) {
        (Some(reported), _) => vec![one_row(arguments, reported)?],
        (None, input) => rows_of(arguments, input.as_deref().unwrap_or(Path::new("-")))?,
    };
    let bar = progress_bar(u64::try_from(given.len()).ok(), "rows");
    let wanted = distinct(&arguments.imply);
    let asked = |row: &ReportedRow| Asked {
        points: arguments.points,
        implied: if wanted.is_empty() { not_reported(row) } else { wanted.clone() },
        diagnosis: true,
    };
    let of_one_test: Vec<(ReportedRow, Asked)> = given
        .iter()
        .filter(|given| given.tests.is_none())
        .map(|given| (given.row.clone(), asked(&given.row)))
        .collect();
    let mut examined = examine_all(&of_one_test, &|| bar.inc(1)).into_iter();
    let mut rows = Vec::with_capacity(given.len());
    let mut percentage = None;
    for Given { name, place, scores, printed, row, tests } in given {
        let at_place = |failure: Failure| match &place {
            Some(place) => failure.at(place),
            None => failure,
        };
        let has_open_sizes = row.samples.is_some()
            || [&row.positives, &row.negatives].iter().any(|range| range.start() != range.end());
        let samples = samples_in_words(&row, tests.as_ref());
        let found = match tests {
            Some(tests) => {
                let answer = explain_mean(&tests, &row.scores)
                    .map_err(|refused| at_place(Failure::new(refused, mend_folds(refused))))?;
                bar.inc(1);
                CheckedScores::Mean(answer)
            }
            None => {
                let found = examined.next().expect("every row of one test was examined");
                let found = found.map_err(|refused| at_place(Failure::from(refused)))?;
                if percentage.is_none() {
                    percentage = percentage_of(&row, &found).map(|score| scores[score].clone());
                }
                CheckedScores::One(Box::new(found))
            }
        };
        rows.push(CheckedRow { name, scores, printed, samples, has_open_sizes, found });
    }
    bar.finish_and_clear();
    let report = CheckReport { rows: &rows };
    match arguments.output.table() {
        Some(destination) => write_result(destination, streams, &report)?,
        None => write_plain(arguments.output.to.output.as_ref(), streams, |out| {
            Ok(check_html(&report, reading(arguments), out)?)
        })?,
    }
    if let Some(score) = percentage {
        let note = format!(
            "{} would be possible as a percentage: write the sign %, or give --percent",
            one_line(&score)
        );
        note_all(&[note], streams);
    }
    if rows.iter().all(CheckedRow::is_consistent) { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// How printed numbers are read, as a sentence.
fn reading(arguments: &CheckArgs) -> &'static str {
    match arguments.rounding {
        RoundingName::Nearest => {
            "Printed numbers are taken as rounded to the nearest, ties either way."
        }
        RoundingName::Truncated => "Printed numbers are taken as truncated.",
        RoundingName::Unit => "The last printed digit may be off by one.",
    }
}

/// How many samples a row has, in words.
fn samples_in_words(row: &ReportedRow, tests: Option<&Composition>) -> String {
    let range = |range: &RangeInclusive<u64>| match (range.start(), range.end()) {
        (first, last) if first == last => Some(first.to_string()),
        (0, &u64::MAX) => None,
        (first, last) => Some(format!("{first} to {last}")),
    };
    if let Some(Composition::Known(tests)) = tests {
        let tests: Vec<String> =
            tests.iter().map(|[positives, negatives]| format!("{positives}+{negatives}")).collect();
        return format!("means over {}", tests.join(", "));
    }
    let parts = [
        (range(&row.positives), "positives"),
        (range(&row.negatives), "negatives"),
        (row.samples.as_ref().and_then(range), "samples"),
    ];
    let known = parts.into_iter().filter_map(|(count, of)| Some(format!("{} {of}", count?)));
    let mut words = known.collect::<Vec<_>>().join(", ");
    words += &match tests {
        Some(Composition::Stratified { folds, .. }) => {
            format!(", means over {folds} stratified folds")
        }
        Some(Composition::Unknown { folds, .. }) => format!(", means over {folds} folds"),
        _ => String::new(),
    };
    words
}

/// How to mend what is refused about means over folds.
fn mend_folds(refused: FoldsRefused) -> &'static str {
    match refused {
        FoldsRefused::UnknownComposition => {
            "give --stratified or --fold-sizes; --average pooled needs neither"
        }
        FoldsRefused::TooManyMatrices(_) => "--average pooled has no such limit",
        FoldsRefused::NoFolds { .. } => "give a fold at least, and a sample at least for each one",
        _ => "leave scores out, or check folds one by one",
    }
}

/// The tests over which a row's scores are means, and for pooled ones nothing but the sizes of all together.
fn averaged(
    arguments: &CheckArgs,
    folds: Option<u64>,
    row: &mut ReportedRow,
) -> Result<Option<Composition>, Failure> {
    let is_pooled = arguments.average == AverageName::Pooled;
    if let Some(sizes) = &arguments.fold_sizes {
        let sizes: Vec<[u64; 2]> = sizes.0.iter().map(|size| size.0).collect();
        if !is_pooled {
            return Ok(Some(Composition::Known(sizes)));
        }
        let [positives, negatives] =
            [0, 1].map(|class| sizes.iter().map(|size| size[class]).sum::<u64>());
        (row.positives, row.negatives) = (positives..=positives, negatives..=negatives);
        return Ok(None);
    }
    let Some(folds) = folds.filter(|_| !is_pooled) else { return Ok(None) };
    let ReportedRow { positives, negatives, samples, .. } = &*row;
    if samples.is_some() || [positives, negatives].iter().any(|range| range.start() != range.end())
    {
        let hint = "give --positives and --negatives as numbers, or --average pooled";
        return Err(Failure::new("folds need the numbers of positives and negatives", hint));
    }
    let (positives, negatives) = (*positives.start(), *negatives.start());
    Ok(Some(if arguments.stratified {
        Composition::Stratified { folds, positives, negatives }
    } else {
        Composition::Unknown { folds, positives, negatives }
    }))
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

/// The row of `--reported`.
fn one_row(arguments: &CheckArgs, reported: &str) -> Result<Given, Failure> {
    let range = |given: &Option<SampleRange>| given.as_ref().map(|range| range.0.clone());
    let samples = range(&arguments.samples);
    let size = |given: &Option<SampleRange>, flag| match (range(given), &samples) {
        (Some(size), _) => Ok(size),
        // The folds say it.
        (None, _) if arguments.fold_sizes.is_some() => Ok(0..=0),
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
    let (scores, printed) = (Vec::new(), Vec::new());
    let mut given = Given { name: None, place: None, scores, printed, row, tests: None };
    // A sign of percent may stand apart.
    for word in reported.replace(" %", "%").split_whitespace() {
        let Some((name, text)) = word.split_once('=') else {
            let what = format!("--reported has {:?}, which is no NAME=VALUE", abbreviated(word));
            return Err(Failure::new(what, "write it as in \"sens=0.507 spec=0.941\""));
        };
        let score = ReportedScore { metric: metric(name)?, value: value(arguments, text)? };
        given.scores.push(name.to_owned());
        given.printed.push(text.to_owned());
        given.row.scores.push(score);
    }
    if given.scores.is_empty() {
        let hint = "write it as in \"sens=0.507 spec=0.941\"";
        return Err(Failure::new("--reported has no score", hint));
    }
    given.tests = averaged(arguments, arguments.folds, &mut given.row)?;
    Ok(given)
}

/// What a column holds.
enum Meaning {
    Name,
    Positives,
    Negatives,
    Samples,
    Folds,
    Score(Metric),
    Index,
}

/// The rows of a file.
fn rows_of(arguments: &CheckArgs, input: &Path) -> Result<Vec<Given>, Failure> {
    let TextTable { header, rows } = with_source(input, |reader, name, progress| {
        read_text_table(reader, name, progress).map_err(|error| match error.kind {
                InputErrorKind::Empty => {
                    let hint = "give CSV with the columns positives, negatives and one per metric, or one row as \
                                --positives 100 --negatives 500 --reported \"sens=0.51 spec=0.94\"";
                    Failure::new(error.what(), hint).at(error.place.position())
                }
                _ => error.into(),
            })
    })?;
    let file = file_name(input);
    let meanings = (1_usize..)
        .zip(&header)
        .map(|(column, name)| {
            Ok(match name.to_lowercase().as_str() {
                "name" => Meaning::Name,
                "positives" => Meaning::Positives,
                "negatives" => Meaning::Negatives,
                "samples" => Meaning::Samples,
                "folds" => Meaning::Folds,
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
    let folds = find("folds", |meaning| matches!(meaning, Meaning::Folds))?;
    let has_samples = samples.is_some() || arguments.samples.is_some();
    if folds.is_some() && (arguments.folds.is_some() || arguments.fold_sizes.is_some()) {
        let what = "there is a column folds, and a flag says the folds too";
        return Err(Failure::new(what, "leave one of them out").at(format!("{file}:1")));
    }
    for (column, flag, name) in [
        (positives, &arguments.positives, "positives"),
        (negatives, &arguments.negatives, "negatives"),
        (samples, &arguments.samples, "samples"),
    ] {
        let failure = match (column, flag) {
            (None, None) if !has_samples && name != "samples" && arguments.fold_sizes.is_none() => {
                Failure::new(
                    format!("{name} is missing"),
                    format!(
                        "give a column {name} or samples, or --{name} or --samples for all rows"
                    ),
                )
            }
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
        let is_told = samples.is_some() || arguments.fold_sizes.is_some();
        if !is_told && unknown != [false; 2] {
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
            printed: Vec::new(),
            row: ReportedRow { positives, negatives, samples, scores: Vec::new() },
            tests: None,
        };
        for (column, meaning) in meanings.iter().enumerate() {
            let (Meaning::Score(metric), text) = (meaning, &row.cells[column]) else { continue };
            if !text.is_empty() {
                let value = value(arguments, text).map_err(|failure| failure.at(at(column)))?;
                given.scores.push(header[column].clone());
                given.printed.push(text.clone());
                given.row.scores.push(ReportedScore { metric: metric.clone(), value });
            }
        }
        let own_folds = match folds.map(|column| (column, row.cells[column].as_str())) {
            None | Some((_, "")) => None,
            Some((column, text)) => {
                Some(text.parse().ok().filter(|folds| *folds > 0).ok_or_else(|| {
                    let what = format!("{:?} is no number of folds", abbreviated(text));
                    Failure::new(what, "write 5, or nothing").at(at(column))
                })?)
            }
        };
        given.tests = averaged(arguments, own_folds.or(arguments.folds), &mut given.row)
            .map_err(|failure| failure.at(format!("{file}:{}", row.line)))?;
        Ok(given)
    };
    rows.iter().map(read).collect()
}
