//! The findings about all rows: what can be examined together is, on all cores.

use std::vec::IntoIter;

use super::given::Given;
use super::words::samples_in_words;
use super::{beside, folds, reason};
use crate::args::{CheckArgs, distinct};
use crate::failure::Failure;
use exactile::num::Rational;
use exactile::reported::{
    Asked, Composition, Counted, Explanation, FoldAnswer, FoldsRefused, MeanFinding, ReportedRow,
    ReportedScore, examine_all, examine_means, explain, explain_mean_with_progress,
    explain_without_sizes,
};
use exactile::score::Metric;
use exactile::work::TooMuchWork;
use exactile_document::{CheckedRow, CheckedScores};

/// The findings about the rows, in their order.
pub(super) struct Examined<'d> {
    of_one_test: IntoIter<Result<Explanation, TooMuchWork>>,
    of_means: IntoIter<Result<Option<MeanFinding>, FoldsRefused>>,
    /// A row of several may stay undecided in what people read.
    may_be_undecided: bool,
    /// A score that would be possible as a percentage.
    pub(super) percentage: Option<String>,
    /// The hint for the first row that is not decided.
    pub(super) undecided: Option<&'static str>,
    done: &'d (dyn Fn() + Sync),
}

impl<'d> Examined<'d> {
    /// Examines all rows that have a number of samples; `done` is called after each of them.
    pub(super) fn of(arguments: &CheckArgs, given: &[Given], done: &'d (dyn Fn() + Sync)) -> Self {
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
        let of_means: Vec<(Composition, Vec<ReportedScore>)> = given
            .iter()
            .filter_map(|given| Some((given.tests.clone()?, given.row.scores.clone())))
            .collect();
        let stop = crate::given::stop();
        Self {
            of_one_test: examine_all(&of_one_test, done).into_iter(),
            of_means: examine_means(&of_means, &|| stop.step(), done).into_iter(),
            may_be_undecided: given.len() > 1 && arguments.output.is_for_people(),
            percentage: None,
            undecided: None,
            done,
        }
    }

    /// Returns the next row with its findings.
    pub(super) fn row(&mut self, given: Given) -> Result<CheckedRow, Failure> {
        let place = given.place.clone();
        self.checked(given).map_err(|failure| match &place {
            Some(place) => failure.at(place),
            None => failure,
        })
    }

    fn checked(&mut self, given: Given) -> Result<CheckedRow, Failure> {
        let found = self.found(&given)?;
        let Given { name, scores, printed, row, tests, if_means, auc, intervals, .. } = given;
        let has_open_sizes = row.samples.is_some()
            || [&row.positives, &row.negatives].iter().any(|range| range.start() != range.end());
        let auc = auc.map(|auc| beside::checked_auc(&row, auc)).transpose()?.flatten();
        let remarks = intervals.iter().map(|interval| beside::interval(&row, interval)).collect();
        let reason = match &found {
            CheckedScores::One(found) => reason::of(&row, &scores, &printed, found),
            _ => None,
        };
        let as_means = if_means.filter(|_| !found.is_possible());
        let as_means = as_means.and_then(|tests| means(&tests, &row.scores));
        Ok(CheckedRow {
            samples: samples_in_words(&row, tests.as_ref()),
            name,
            scores,
            printed,
            has_open_sizes,
            found,
            auc,
            as_means,
            reason,
            remarks,
        })
    }

    fn found(&mut self, given: &Given) -> Result<CheckedScores, Failure> {
        if given.tests.is_some() {
            return match self.of_means.next().expect("every row of means was examined") {
                Err(refused) if self.may_be_undecided => {
                    self.undecided.get_or_insert_with(|| folds::mend(refused));
                    Ok(CheckedScores::Undecided(refused.to_string()))
                }
                Err(refused) => Err(Failure::new(refused, folds::mend(refused))),
                Ok(found) => Ok(CheckedScores::Mean(Box::new(found.ok_or_else(Failure::stopped)?))),
            };
        }
        if !given.is_of_one_test() {
            (self.done)();
            let hint = "give --positives and --negatives, or ranges";
            let found = explain_without_sizes(&given.row.scores);
            let found = found.map_err(|refused| Failure::new(refused, hint))?;
            return Ok(CheckedScores::WithoutSizes(found));
        }
        let found = self.of_one_test.next().expect("every row of one test was examined")?;
        if self.percentage.is_none() {
            let score = percentage_of(&given.row, &found);
            self.percentage = score.map(|score| given.scores[score].clone());
        }
        Ok(CheckedScores::One(Box::new(found)))
    }
}

/// Returns matrices of tests with these means, if some are found.
fn means(tests: &Composition, scores: &[ReportedScore]) -> Option<Vec<Counted>> {
    let stop = crate::given::stop();
    match explain_mean_with_progress(tests, scores, &|| stop.step()) {
        Ok(Some(FoldAnswer::Possible(tests))) => Some(tests),
        _ => None,
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
