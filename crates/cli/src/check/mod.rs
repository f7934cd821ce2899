//! `exactile check`

mod against;
mod beside;
mod cell;
mod folds;
mod given;
mod printed;
mod reason;
mod row;
mod scores;
mod table;
mod words;

use std::path::Path;

use self::given::Given;
use self::row::one_row;
use self::table::rows_of;
use self::words::{reading, samples_in_words};
use super::args::{CheckArgs, RoundingName, distinct};
use super::failure::Failure;
use super::input::{note_all, progress_bar};
use super::output::{write_plain, write_result};
use super::streams::Streams;
use exactile::num::Rational;
use exactile::performance::one_line;
use exactile::reported::{
    Asked, Composition, Explanation, ReportedRow, ReportedScore, examine_all, examine_means,
    explain, explain_without_sizes,
};
use exactile::score::Metric;
use exactile_document::{CheckReport, CheckedRow, CheckedScores};
use exactile_report::check_html;
use exactile_verify::{PrintedFolds, PrintedRounding, PrintedRow, PrintedRows, PrintedScore};

/// Returns the rows as they were printed, for a proof of the result about them.
pub(super) fn printed_rows(arguments: &CheckArgs) -> Result<PrintedRows, Failure> {
    let given = match (&arguments.reported, &arguments.input) {
        (Some(reported), _) => vec![one_row(arguments, reported)?],
        (None, input) => rows_of(arguments, input.as_deref().unwrap_or(Path::new("-")))?,
    };
    let row = |Given { name, scores, texts, row, tests, .. }: Given| {
        let metrics = row.scores.iter().map(|score| score.metric.to_string());
        let scores = scores.into_iter().zip(metrics).zip(texts);
        PrintedRow {
            name,
            positives: row.positives,
            negatives: row.negatives,
            samples: row.samples,
            scores: scores
                .map(|((name, metric), text)| PrintedScore { name, metric, text })
                .collect(),
            folds: tests.map(printed_folds),
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
    })
}

fn printed_folds(tests: Composition) -> PrintedFolds {
    match tests {
        Composition::Known(sizes) => PrintedFolds::Known(sizes),
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

pub(super) fn run(arguments: &CheckArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if let Some(results) = &arguments.against {
        return against::run(arguments, results, streams);
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
        .filter(|given| given.is_of_one_test())
        .map(|given| (given.row.clone(), asked(&given.row)))
        .collect();
    let mut examined = examine_all(&of_one_test, &|| bar.inc(1)).into_iter();
    let of_means: Vec<(Composition, Vec<ReportedScore>)> = given
        .iter()
        .filter_map(|given| Some((given.tests.clone()?, given.row.scores.clone())))
        .collect();
    let stop = crate::given::stop();
    let mut means = examine_means(&of_means, &|| stop.step(), &|| bar.inc(1)).into_iter();
    let mut rows = Vec::with_capacity(given.len());
    let (mut percentage, mut undecided) = (None, None);
    let is_of_many = given.len() > 1;
    for given in given {
        let is_of_one_test = given.is_of_one_test();
        let Given { name, place, scores, printed, row, tests, auc, intervals, .. } = given;
        let at_place = |failure: Failure| match &place {
            Some(place) => failure.at(place),
            None => failure,
        };
        let has_open_sizes = row.samples.is_some()
            || [&row.positives, &row.negatives].iter().any(|range| range.start() != range.end());
        let samples = samples_in_words(&row, tests.as_ref());
        let found = match tests {
            Some(_) => match means.next().expect("every row of means was examined") {
                Err(refused) if is_of_many && arguments.output.is_for_people() => {
                    undecided.get_or_insert_with(|| folds::mend(refused));
                    CheckedScores::Undecided(refused.to_string())
                }
                found => {
                    let found = found
                        .map_err(|refused| at_place(Failure::new(refused, folds::mend(refused))));
                    CheckedScores::Mean(Box::new(found?.ok_or_else(Failure::stopped)?))
                }
            },
            None if !is_of_one_test => {
                bar.inc(1);
                let found = explain_without_sizes(&row.scores).map_err(|refused| {
                    at_place(Failure::new(refused, "give --positives and --negatives, or ranges"))
                })?;
                CheckedScores::WithoutSizes(found)
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
        let auc = auc
            .map(|auc| beside::checked_auc(&row, auc))
            .transpose()
            .map_err(|refused| at_place(Failure::from(refused)))?
            .flatten();
        let remarks = intervals.iter().map(|interval| beside::interval(&row, interval)).collect();
        let reason = match &found {
            CheckedScores::One(found) => reason::of(&row, &scores, &printed, found),
            _ => None,
        };
        rows.push(CheckedRow {
            name,
            scores,
            printed,
            samples,
            has_open_sizes,
            found,
            auc,
            reason,
            remarks,
        });
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
    let mut decided = rows.iter().filter(|row| row.undecided().is_none());
    match (decided.all(CheckedRow::is_consistent), undecided) {
        (false, _) => Err(Failure::ChecksFailed),
        (true, None) => Ok(()),
        (true, Some(hint)) => Err(Failure::new("a row could not be decided", hint)),
    }
}

/// Returns the usual metrics that are not among those of a row.
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

/// Returns the score of an impossible row that no confusion matrix has, if some matrix has it as a
/// percentage.
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
