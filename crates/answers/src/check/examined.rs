//! The findings about all rows: what can be examined together is, on all cores.

use std::vec::IntoIter;

use super::arguments::{CheckArgs, SdName};
use super::given::{Given, GivenClasses};
use super::words::samples_in_words;
use super::{beside, classes, folds, reason, words};
use crate::args::distinct;
use crate::host::Failure;
use exactile::num::Rational;
use exactile::reported::{
    Asked, ClassAnswer, Composition, Counted, Deviation, Explanation, FoldAnswer, FoldsRefused,
    MeanArea, MeanFinding, Reading, ReadingKind, ReportedClassScore, ReportedRow, ReportedScore,
    ReportedValue, Spread, SpreadAnswer, examine_all, examine_means, explain, explain_classes,
    explain_mean_with_progress, explain_spread, explain_without_sizes, may_be_undefined, mean_area,
    spread_as_zero, spread_reading,
};
use exactile::score::Metric;
use exactile::work::TooMuchWork;
use exactile_document::{CheckedAuc, CheckedRow, CheckedScores, CheckedSpread};

/// The hint for standard deviations that are not decided.
const SPREADS: &str = "leave standard deviations out, or check the scores one by one";

/// The hint for a mean of areas that is not decided.
const AREAS: &str = "leave the AUC out, or check it with fewer scores";

/// The hint for scores of several classes that are not decided.
const CLASSES: &str = "leave scores out, or check them in pairs";

/// The findings about the rows, in their order.
pub(crate) struct Examined<'d> {
    of_one_test: IntoIter<Result<Explanation, TooMuchWork>>,
    of_means: IntoIter<Result<Option<MeanFinding>, FoldsRefused>>,
    /// The kinds of standard deviations that are printed.
    deviations: Vec<Deviation>,
    /// A row of several may stay undecided.
    may_be_undecided: bool,
    is_for_people: bool,
    /// A score that would be possible as a percentage.
    pub(crate) percentage: Option<String>,
    /// The hint for the first row that is not decided.
    pub(crate) undecided: Option<&'static str>,
    done: &'d (dyn Fn() + Sync),
}

impl<'d> Examined<'d> {
    /// Examines all rows that have a number of samples; `done` is called after each of them.
    pub(crate) fn of(arguments: &CheckArgs, given: &[Given], done: &'d (dyn Fn() + Sync)) -> Self {
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
        let stop = crate::host::given::stop();
        Self {
            of_one_test: examine_all(&of_one_test, done).into_iter(),
            of_means: examine_means(&of_means, &|| stop.step(), done).into_iter(),
            deviations: match arguments.rows.sd {
                None => vec![Deviation::Population, Deviation::Sample],
                Some(SdName::Population) => vec![Deviation::Population],
                Some(SdName::Sample) => vec![Deviation::Sample],
            },
            may_be_undecided: given.len() > 1,
            is_for_people: arguments.output.is_for_people(),
            percentage: None,
            undecided: None,
            done,
        }
    }

    /// Returns the next row with its findings.
    pub(crate) fn row(&mut self, given: Given) -> Result<CheckedRow, Failure> {
        let place = given.place.clone();
        self.checked(given).map_err(|failure| match &place {
            Some(place) => failure.at(place),
            None => failure,
        })
    }

    fn checked(&mut self, given: Given) -> Result<CheckedRow, Failure> {
        let mut found = self.found(&given)?;
        let beside = given.beside();
        let spread = self.spread(&given, &mut found)?;
        let mean_auc = self.mean_auc(&given, &mut found)?;
        let Given {
            name,
            scores,
            printed,
            shares,
            row,
            tests,
            if_means,
            auc,
            intervals,
            classes: own,
            ..
        } = given;
        if let CheckedScores::One(found) = &mut found {
            leave_counts(found, &shares);
        }
        // What is printed as 38, not as 38/40.
        let is_count = |(printed, share): (&String, &Option<[u64; 2]>)| {
            share.filter(|[count, _]| *printed == count.to_string()).map(|[_, whole]| whole)
        };
        let wholes: Vec<Option<u64>> = printed.iter().zip(&shares).map(is_count).collect();
        let has_open_sizes = row.samples.is_some()
            || [&row.positives, &row.negatives].iter().any(|range| range.start() != range.end());
        let auc = match auc.filter(|_| tests.is_none()) {
            Some(auc) => beside::checked_auc(&row, auc)?,
            None => mean_auc,
        };
        let only = match &found {
            CheckedScores::One(found) => found.first.filter(|_| found.matrices == 1),
            _ => None,
        };
        let remarks = intervals.iter().map(|interval| beside::interval(&row, only, interval));
        let remarks = remarks.collect();
        let reason = match (&found, &own) {
            (CheckedScores::One(found), _) => reason::of(&row, &scores, &printed, &wholes, found),
            // Data do not show this line.
            (CheckedScores::Classes(ClassAnswer::Impossible { conflict, .. }), Some(given))
                if self.is_for_people =>
            {
                classes::reason(given, &scores, &printed, conflict)
            }
            _ => None,
        };
        let as_means = if_means.filter(|_| !found.is_possible());
        let as_means = as_means.and_then(|tests| means(&tests, &row.scores));
        Ok(CheckedRow {
            samples: match &own {
                Some(classes) => words::classes_in_words(&classes.sizes),
                None => samples_in_words(&row, tests.as_ref()),
            },
            name,
            scores,
            printed,
            wholes,
            beside,
            has_open_sizes,
            found,
            auc,
            spread,
            as_means,
            reason,
            remarks,
        })
    }

    /// Returns the finding about standard deviations, if the means are possible.
    fn spread(
        &mut self,
        given: &Given,
        found: &mut CheckedScores,
    ) -> Result<Option<CheckedSpread>, Failure> {
        let Given { row: ReportedRow { scores, .. }, spreads, .. } = given;
        let Some(tests) = given.tests.as_ref().filter(|_| !spreads.is_empty()) else {
            return Ok(None);
        };
        let position =
            |metric: &Metric| scores.iter().position(|score| score.metric == *metric).unwrap_or(0);
        let printed: Vec<Spread> = spreads
            .iter()
            .map(|spread| Spread { score: position(&spread.metric), value: spread.value.clone() })
            .collect();
        let stop = crate::host::given::stop();
        let go_on = || stop.step();
        let as_zero = || spread_as_zero(tests, scores, &printed, &self.deviations, &go_on);
        if !found.is_possible() {
            // A reading of the means has to have the deviations too.
            let CheckedScores::Mean(mean) = found else { return Ok(None) };
            for reading in std::mem::take(&mut mean.readings) {
                let kinds = &self.deviations;
                let kept = spread_reading(tests, scores, &printed, kinds, &reading, &go_on);
                // What is not decided is not said.
                mean.readings.extend(kept.unwrap_or(Some(None)).ok_or_else(Failure::stopped)?);
            }
            return Ok(None);
        }
        let answer = explain_spread(tests, scores, &printed, &self.deviations, &go_on);
        let refused = match answer {
            Ok(Some(SpreadAnswer::Undecided)) => {
                "neither confusion matrices with these standard deviations nor a proof that there \
                 are none were found"
                    .to_owned()
            }
            Ok(Some(answer)) => {
                if let (SpreadAnswer::Impossible(_), CheckedScores::Mean(mean)) = (&answer, found) {
                    if let Some(Ok(reading)) = may_be_undefined(tests, scores).then(as_zero) {
                        mean.readings.extend(reading.ok_or_else(Failure::stopped)?);
                    }
                }
                let names = spreads.iter().map(|spread| spread.name.clone());
                let names = names.zip(printed.iter().map(|spread| spread.score)).collect();
                return Ok(Some(CheckedSpread { names, answer }));
            }
            Ok(None) => return Err(Failure::stopped()),
            Err(refused) => refused.to_string(),
        };
        *found = self.left_open(refused, SPREADS)?;
        Ok(None)
    }

    /// Returns the finding about a mean of areas under ROC curves, if the means are possible; those
    /// become the means of tests that have the area, too.
    fn mean_auc(
        &mut self,
        given: &Given,
        found: &mut CheckedScores,
    ) -> Result<Option<CheckedAuc>, Failure> {
        let Some((tests, auc)) = given.tests.as_ref().zip(given.auc.as_ref()) else {
            return Ok(None);
        };
        let CheckedScores::Mean(mean) = found else { return Ok(None) };
        if !matches!(mean.answer, FoldAnswer::Possible(_)) {
            return Ok(None);
        }
        let stop = crate::host::given::stop();
        match mean_area(tests, &given.row.scores, &auc.value, &|| stop.step()) {
            Ok(None) => Err(Failure::stopped()),
            Ok(Some(MeanArea { lower, upper, answer, proof })) => {
                let conflict = match &answer {
                    FoldAnswer::Possible(_) => None,
                    FoldAnswer::Impossible(conflict) => Some(conflict.clone()),
                };
                (mean.answer, mean.proof) = (answer, proof);
                let (name, printed) = (auc.name.clone(), auc.printed.clone());
                Ok(Some(CheckedAuc { name, printed, lower, upper, conflict }))
            }
            Err(refused) => {
                *found = self.left_open(refused.to_string(), AREAS)?;
                Ok(None)
            }
        }
    }

    /// Returns that a row is undecided for a reason, which is refused unless it is one of several.
    fn left_open(&mut self, refused: String, hint: &'static str) -> Result<CheckedScores, Failure> {
        if !self.may_be_undecided {
            return Err(Failure::new(refused, hint));
        }
        self.undecided.get_or_insert(hint);
        Ok(CheckedScores::Undecided(refused))
    }

    /// Returns the finding about scores of several classes.
    fn of_classes(
        &mut self,
        names: &[String],
        given: &GivenClasses,
    ) -> Result<CheckedScores, Failure> {
        (self.done)();
        let stop = crate::host::given::stop();
        let found = explain_classes(&given.sizes, &given.scores, &|| stop.step());
        let hint = "give the numbers of samples of each class";
        match found.map_err(|refused| Failure::new(refused, hint))? {
            None => Err(Failure::stopped()),
            Some(ClassAnswer::Undecided) => {
                let what = "neither a confusion matrix of these classes nor a proof that there is \
                            none was found";
                self.left_open(what.to_owned(), CLASSES)
            }
            Some(answer) => {
                let is_possible = |scores: &[ReportedClassScore]| {
                    let found = explain_classes(&given.sizes, scores, &|| stop.step());
                    matches!(found, Ok(Some(ClassAnswer::Possible(_))))
                };
                if matches!(answer, ClassAnswer::Impossible { .. }) && self.percentage.is_none() {
                    let score = percentages(&given.scores, |score| &mut score.value, is_possible);
                    self.percentage = score.map(|score| names[score].clone());
                }
                Ok(CheckedScores::Classes(answer))
            }
        }
    }

    fn found(&mut self, given: &Given) -> Result<CheckedScores, Failure> {
        if let Some(classes) = &given.classes {
            return self.of_classes(&given.scores, classes);
        }
        if given.tests.is_some() {
            return match self.of_means.next().expect("every row of means was examined") {
                Err(refused) => self.left_open(refused.to_string(), folds::mend(refused)),
                Ok(found) => Ok(CheckedScores::Mean(Box::new(found.ok_or_else(Failure::stopped)?))),
            };
        }
        if !given.is_of_one_test() {
            (self.done)();
            let hint = "give --positives and --negatives, or ranges";
            let found = explain_without_sizes(&given.row.scores);
            let found = found.map_err(|refused| Failure::new(refused, hint))?;
            let is_possible = |scores: &[ReportedScore]| {
                explain_without_sizes(scores).is_ok_and(|found| found.conflict.is_none())
            };
            if found.conflict.is_some() && self.percentage.is_none() {
                let score = percentages(&given.row.scores, |score| &mut score.value, is_possible);
                self.percentage = score.map(|score| given.scores[score].clone());
            }
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
    let stop = crate::host::given::stop();
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

/// Returns the first score of an impossible row that exceeds 1, if the row is possible with those
/// that do as percentages.
fn percentages<S: Clone>(
    scores: &[S],
    value: impl Fn(&mut S) -> &mut ReportedValue,
    is_possible: impl Fn(&[S]) -> bool,
) -> Option<usize> {
    let mut read = scores.to_vec();
    let mut first = None;
    for (at, score) in read.iter_mut().enumerate() {
        let value = value(score);
        if value.lower > Rational::ONE {
            first = first.or(Some(at));
            *value = value.times(&Rational::new(1, 100));
        }
    }
    first.filter(|_| is_possible(&read))
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

/// Takes away the readings of counted scores as averages, percentages or other rates.
fn leave_counts(found: &mut Explanation, shares: &[Option<[u64; 2]>]) {
    let fits = |Reading { kind, scores, .. }: &Reading| match kind {
        ReadingKind::Percent
        | ReadingKind::Share
        | ReadingKind::Macro
        | ReadingKind::Weighted
        | ReadingKind::Micro
        | ReadingKind::Balanced
        | ReadingKind::Named(_) => scores.iter().all(|at| shares[*at].is_none()),
        _ => true,
    };
    found.readings.iter_mut().for_each(|readings| readings.retain(fits));
}
