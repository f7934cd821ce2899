//! `exactile check`

mod against;
pub(crate) mod arguments;
mod beside;
mod cell;
mod classes;
mod curve;
mod examined;
mod folds;
mod given;
mod printed;
mod reason;
mod row;
mod scores;
mod table;
mod words;

use std::path::Path;

use clap::Args;

use self::arguments::{CheckArgs, ReportedArgs, RoundingName, SdName};
use self::examined::Examined;
use self::given::Given;
use self::row::one_row;
use self::scores::PrintedSpread;
use self::table::rows_of;
use self::words::reading;
use crate::host::{Failure, Streams, note_all, progress_bar, write_plain, write_result};
use exactile::performance::{counted, one_line};
use exactile::reported::{ChainAnswer, Composition};
use exactile::score::Metric;
use exactile_document::{CheckReport, CheckedRow};
use exactile_report::check_html;
use exactile_verify::{
    PrintedDeviation, PrintedFolds, PrintedRounding, PrintedRow, PrintedRows, PrintedScore,
};

/// Returns the rows of the flags, or of the file.
fn given(arguments: &CheckArgs) -> Result<Vec<Given>, Failure> {
    match (&arguments.reported, &arguments.input) {
        (Some(reported), _) => Ok(vec![one_row(arguments, reported)?]),
        (None, input) => rows_of(arguments, input.as_deref().unwrap_or(Path::new("-"))),
    }
}

/// Returns the rows as they were printed, for a proof of the result about them.
pub(crate) fn printed_rows(arguments: &CheckArgs) -> Result<PrintedRows, Failure> {
    let given = given(arguments)?;
    let row = |Given { name, scores, texts, row, tests, spreads, classes, auc, .. }: Given| {
        let position = |metric: &Metric| {
            let mut scores = row.scores.iter();
            scores.position(|score| score.metric == *metric).unwrap_or(0)
        };
        let deviations = spreads.into_iter().map(|PrintedSpread { name, metric, text, .. }| {
            PrintedDeviation { name, score: position(&metric), text }
        });
        let deviations = deviations.collect();
        let metrics: Vec<String> = match &classes {
            Some(classes) => {
                classes.scores.iter().map(|score| score.score.name().to_owned()).collect()
            }
            None => row.scores.iter().map(|score| score.metric.to_string()).collect(),
        };
        let scores = scores.into_iter().zip(metrics).zip(texts);
        PrintedRow {
            name,
            positives: row.positives,
            negatives: row.negatives,
            samples: row.samples,
            scores: scores
                .map(|((name, metric), text)| PrintedScore { name, metric, text })
                .collect(),
            deviations,
            area: auc.map(|auc| PrintedScore {
                name: auc.name,
                metric: "auc".to_owned(),
                text: auc.text,
            }),
            folds: tests.map(printed_folds),
            classes: classes.map(|classes| classes.sizes),
        }
    };
    Ok(PrintedRows {
        rows: given.into_iter().map(row).collect(),
        rounding: match arguments.rows.rounding {
            RoundingName::Nearest => PrintedRounding::Nearest,
            RoundingName::Truncated => PrintedRounding::Truncated,
            RoundingName::Unit => PrintedRounding::Unit,
        },
        is_percent: arguments.rows.percent,
        deviation: arguments.rows.sd.map(|kind| match kind {
            SdName::Sample => "sample".to_owned(),
            SdName::Population => "population".to_owned(),
        }),
    })
}

fn printed_folds(tests: Composition) -> PrintedFolds {
    match tests {
        Composition::Known(sizes) => PrintedFolds::Known(sizes),
        Composition::DataSets(sets) => PrintedFolds::DataSets(sets),
        Composition::Stratified { folds, positives, negatives } => {
            PrintedFolds::Stratified { folds, samples: [positives, negatives] }
        }
        Composition::Unknown { folds, positives, negatives } => {
            PrintedFolds::Unknown { folds, samples: [positives, negatives] }
        }
        Composition::Even { folds, positives, negatives } => {
            PrintedFolds::Even { folds, samples: [positives, negatives] }
        }
        Composition::Repeated { repeats, of } => {
            PrintedFolds::Repeated { repeats, of: Box::new(printed_folds(*of)) }
        }
    }
}

pub(crate) fn run(arguments: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if let Some(results) = &arguments.against {
        return against::run(arguments, results, streams);
    }
    let given = given(arguments)?;
    let bar = progress_bar(u64::try_from(given.len()).ok(), "rows");
    let done = || bar.inc(1);
    let curve = if arguments.one_curve { Some(curve::of(&given)?) } else { None };
    if curve.is_some() && given.iter().any(|given| given.auc.is_some()) {
        let note = "an area is compared with the row beside which it stands, not with the curve";
        note_all(&[note.to_owned()], streams);
    }
    let mut examined = Examined::of(arguments, &given, &done);
    let rows = given.into_iter().map(|given| examined.row(given));
    let rows = rows.collect::<Result<Vec<CheckedRow>, Failure>>()?;
    let Examined { percentage, undecided, .. } = examined;
    bar.finish_and_clear();
    let report = CheckReport { rows: &rows, curve: curve.as_ref() };
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
    let mut decided = rows.iter().filter(|row| row.undecided().is_none());
    let is_possible = decided.all(CheckedRow::is_consistent);
    let is_curve = !matches!(curve, Some(ChainAnswer::Impossible(_)));
    if curve == Some(ChainAnswer::Undecided) && is_possible {
        let hint = "check fewer rows, or leave --one-curve out";
        return Err(Failure::new("the rows have too many possible orders along one curve", hint));
    }
    if let Some(hint) = undecided {
        let open = rows.iter().filter(|row| row.undecided().is_some()).count();
        let note = format!("{} could not be decided: {hint}", counted(open, "row"));
        note_all(&[note], streams);
    }
    match is_possible && is_curve && undecided.is_none() {
        true => Ok(()),
        false => Err(Failure::ChecksFailed),
    }
}

/// Returns the identifiers of the flags about printed scores.
pub fn flags_of_printed_scores() -> Vec<clap::Id> {
    let flags = ReportedArgs::augment_args(clap::Command::new("check"));
    flags.get_arguments().map(|argument| argument.get_id().clone()).collect()
}
