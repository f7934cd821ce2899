//! The scores of a row as they are read: numbers of metrics, counts, and an AUC.

use std::ops::RangeInclusive;

use super::arguments::CheckArgs;
use super::cell::Cell;
use super::printed::{metric, value};
use crate::host::Failure;
use exactile::num::{Rational, abbreviated};
use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, is_area_under_roc};
use exactile::score::Metric;

/// A number of samples, as far as it is known.
pub(crate) type Size = Option<RangeInclusive<u64>>;

/// The meaning of a name or heading.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Score(Metric),
    /// The number of samples that a rate counts: true positives of the true positive rate.
    Count(Metric),
    /// The area under the ROC curve.
    Auc,
    /// The standard deviation over folds of a metric.
    Deviation(Metric),
}

impl Said {
    /// # Errors
    /// If no metric has this name.
    pub(crate) fn of(name: &str) -> Result<Self, Failure> {
        Ok(match name.trim().to_lowercase().as_str() {
            "tn" => Self::Count(Metric::Tnr),
            "fp" => Self::Count(Metric::Fpr),
            "fn" => Self::Count(Metric::Fnr),
            "tp" => Self::Count(Metric::Tpr),
            // As papers head their columns: P, R, F1.
            "p" => Self::Score(Metric::Ppv),
            "r" => Self::Score(Metric::Tpr),
            _ if is_area_under_roc(name) => Self::Auc,
            _ => match of_deviation(name) {
                Some(metric) => Self::Deviation(metric),
                None => Self::Score(metric(name)?),
            },
        })
    }
}

impl Said {
    /// Returns `true` for a score that does not depend on true negatives, so that it can be decided
    /// without numbers of samples.
    pub(crate) fn needs_no_sizes(&self) -> bool {
        let Self::Score(metric) = self else { return false };
        follows_from_precision_and_recall(metric)
    }
}

/// Returns the metric of a name such as `acc_sd` or `F1 std`.
fn of_deviation(name: &str) -> Option<Metric> {
    let name = name.trim().to_lowercase();
    let ends = ["sd", "std", "stdev"].iter().find_map(|end| name.strip_suffix(end))?;
    let of = ends.strip_suffix(['_', '-', ' ', '.'])?.trim_end();
    metric(of).ok()
}

fn follows_from_precision_and_recall(metric: &Metric) -> bool {
    matches!(
        metric,
        Metric::Ppv
            | Metric::Tpr
            | Metric::Fdr
            | Metric::Fnr
            | Metric::FBeta(_)
            | Metric::ThreatScore
    )
}

/// A confidence interval that is printed with a score.
#[derive(Clone, Debug)]
pub(crate) struct PrintedInterval {
    /// The name of the score in the row.
    pub(crate) name: String,
    pub(crate) metric: Metric,
    /// Its ends as they are printed.
    pub(crate) texts: [String; 2],
    pub(crate) ends: [ReportedValue; 2],
    pub(crate) level: Rational,
    /// The numbers of hits and samples, if they are printed too.
    pub(crate) counts: Option<[u64; 2]>,
}

/// A standard deviation over folds that is printed with a mean.
#[derive(Clone, Debug)]
pub(crate) struct PrintedSpread {
    /// Its name in the row.
    pub(crate) name: String,
    pub(crate) metric: Metric,
    /// The number as a decimal.
    pub(crate) text: String,
    pub(crate) value: ReportedValue,
}

/// An AUC that is printed with scores.
#[derive(Clone, Debug)]
pub(crate) struct PrintedAuc {
    pub(crate) name: String,
    pub(crate) printed: String,
    /// The number as a decimal.
    pub(crate) text: String,
    pub(crate) value: ReportedValue,
}

/// The scores of one row.
#[derive(Default)]
pub(crate) struct Scores {
    /// The names, as in the row.
    pub(crate) names: Vec<String>,
    /// The numbers as they are printed.
    pub(crate) printed: Vec<String>,
    /// The numbers as decimals or fractions, with which the score is computed.
    pub(crate) texts: Vec<String>,
    /// The counts of which they are exact shares, where they were counted.
    pub(crate) shares: Vec<Option<[u64; 2]>>,
    pub(crate) scores: Vec<ReportedScore>,
    pub(crate) intervals: Vec<PrintedInterval>,
    pub(crate) auc: Option<PrintedAuc>,
    pub(crate) spreads: Vec<PrintedSpread>,
    counts: Vec<(String, Metric, u64)>,
    /// The counts that are printed with scores: of the outcomes that these metrics count, and of
    /// all among which they are counted.
    hits: Vec<(String, Metric, [u64; 2])>,
    /// The denominators of TPR and TNR.
    classes: [Option<u64>; 2],
    /// That of accuracy or error rate: all samples.
    samples: Option<u64>,
}

impl Scores {
    /// Adds the text that is printed under a name.
    pub(crate) fn add(
        &mut self,
        arguments: &CheckArgs,
        name: &str,
        said: &Said,
        text: &str,
    ) -> Result<(), Failure> {
        match said {
            Said::Count(rate) => {
                let number = text.parse().map_err(|_| {
                    let what = format!("{name}: {:?} is not a count", abbreviated(text));
                    Failure::new(what, "a count is a whole number of samples")
                })?;
                self.counts.push((name.to_owned(), rate.clone(), number));
            }
            Said::Auc => {
                let Cell { number, deviation, .. } = Cell::of(text);
                if deviation.is_some() {
                    let what = format!("{name}: the standard deviation of an area is not decided");
                    return Err(Failure::new(what, "give the area alone"));
                }
                let value = value(arguments, &number)?;
                if self.auc.is_some() {
                    return Err(Failure::new(
                        "there are two areas under the curve",
                        "leave one out",
                    ));
                }
                self.auc = Some(PrintedAuc {
                    name: name.to_owned(),
                    printed: text.to_owned(),
                    text: number,
                    value,
                });
            }
            Said::Deviation(metric) => {
                let number = Cell::of(text).number;
                self.push_spread(arguments, name.to_owned(), metric, number)?;
            }
            Said::Score(metric) => {
                let cell = Cell::of(text);
                // What stands beside the number is told on its own.
                let is_alone =
                    [cell.counts.is_some(), cell.interval.is_some(), cell.deviation.is_some()]
                        == [false; 3];
                let printed = if is_alone { text } else { &cell.number };
                let value = value(arguments, &cell.number)?;
                self.push(name, printed, cell.number.clone(), metric, value);
                if let Some(deviation) = &cell.deviation {
                    let name = format!("{name} sd");
                    self.push_spread(arguments, name, metric, deviation.clone())?;
                }
                self.add_beside(arguments, name, metric, &cell)?;
            }
        }
        Ok(())
    }

    fn push(
        &mut self,
        name: &str,
        printed: &str,
        text: String,
        metric: &Metric,
        value: ReportedValue,
    ) {
        self.names.push(name.to_owned());
        self.printed.push(printed.to_owned());
        self.texts.push(text);
        self.shares.push(None);
        self.scores.push(ReportedScore { metric: metric.clone(), value });
    }

    /// Adds the counts and the interval that are printed with a score.
    fn add_beside(
        &mut self,
        arguments: &CheckArgs,
        name: &str,
        metric: &Metric,
        cell: &Cell,
    ) -> Result<(), Failure> {
        if let Some([hits, samples]) = cell.counts {
            if samples == 0 {
                let what = format!("{name}: {hits}/{samples} is not a share of samples");
                return Err(Failure::new(what, "leave the counts out"));
            }
            let said = format!("{name} ({hits}/{samples})");
            self.push_share(&said, &format!("{hits}/{samples}"), metric, [hits, samples]);
            match metric {
                Metric::Tpr | Metric::Fnr => self.classes[0] = Some(samples),
                Metric::Tnr | Metric::Fpr => self.classes[1] = Some(samples),
                Metric::Accuracy | Metric::ErrorRate => self.samples = Some(samples),
                _ => {}
            }
            self.hits.push((format!("{name} ({hits})"), metric.clone(), [hits, samples]));
        }
        if let Some((texts, level)) = &cell.interval {
            let end = |text: &String| value(arguments, text);
            let ends = [end(&texts[0])?, end(&texts[1])?];
            self.intervals.push(PrintedInterval {
                name: name.to_owned(),
                metric: metric.clone(),
                texts: texts.clone(),
                ends,
                level: level.clone(),
                counts: cell.counts,
            });
        }
        Ok(())
    }

    /// Adds a standard deviation.
    fn push_spread(
        &mut self,
        arguments: &CheckArgs,
        name: String,
        metric: &Metric,
        text: String,
    ) -> Result<(), Failure> {
        if self.spreads.iter().any(|spread| spread.metric == *metric) {
            let what = format!("{name} is a second standard deviation of {metric}");
            return Err(Failure::new(what, "leave one out"));
        }
        let value = value(arguments, &text)?;
        self.spreads.push(PrintedSpread { name, metric: metric.clone(), text, value });
        Ok(())
    }

    /// Adds a score that is an exact share.
    fn push_share(&mut self, name: &str, printed: &str, metric: &Metric, of: [u64; 2]) {
        let text = format!("{}/{}", of[0], of[1]);
        let share = Rational::from(of[0]) / Rational::from(of[1]);
        self.push(name, printed, text, metric, ReportedValue::exactly(share));
        self.shares.last_mut().map(|last| last.replace(of));
    }

    /// Returns `true` if nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.scores.is_empty() && self.counts.is_empty() && self.auc.is_none()
    }

    /// Returns `true` if no score depends on true negatives, so that the scores can be decided
    /// without numbers of samples.
    pub(crate) fn follow_from_precision_and_recall(&self) -> bool {
        let follows = |score: &ReportedScore| follows_from_precision_and_recall(&score.metric);
        let has_counts = !self.counts.is_empty() || !self.hits.is_empty();
        !has_counts && self.auc.is_none() && self.scores.iter().all(follows)
    }

    /// Returns the numbers of positives, negatives and samples: those that are given, else those
    /// that counts say.
    pub(crate) fn sizes(&self, given: [Size; 3]) -> [Size; 3] {
        let exactly = |size: u64| size..=size;
        let [positives, negatives, samples] = given;
        let [counted, others] = self.classes().map(|size| size.map(exactly));
        let (positives, negatives) = (positives.or(counted), negatives.or(others));
        let is_open = positives.is_none() || negatives.is_none();
        let of_all = self.samples.filter(|_| is_open).map(exactly);
        [positives, negatives, samples.or(of_all)]
    }

    /// Returns the number of samples of each class, as far as counts give it.
    fn classes(&self) -> [Option<u64>; 2] {
        let count = |of: &Metric| {
            self.counts.iter().find(|(_, rate, _)| rate == of).map(|(.., number)| *number)
        };
        let sum = |one: Metric, other: Metric| count(&one)?.checked_add(count(&other)?);
        let [positives, negatives] = self.classes;
        [positives.or(sum(Metric::Tpr, Metric::Fnr)), negatives.or(sum(Metric::Tnr, Metric::Fpr))]
    }

    /// Writes the scores into a row whose sizes are known; counts become shares of their classes.
    pub(crate) fn finish(&mut self, row: &mut ReportedRow, is_mean: bool) -> Result<(), Failure> {
        if is_mean && !(self.counts.is_empty() && self.hits.is_empty()) {
            let hint = "leave them out, or give --average pooled if they are of all folds together";
            return Err(Failure::new("counts are of one test, not means over folds", hint));
        }
        if self.auc.is_some() && !self.spreads.is_empty() {
            let hint = "leave the AUC or the deviations out";
            return Err(Failure::new("an AUC beside standard deviations is not decided", hint));
        }
        if let Some(spread) = self.spreads.first().filter(|_| !is_mean) {
            let hint = "give the folds as --stratified K, --kfold K, --folds K or --fold-sizes";
            let what =
                format!("{} is a standard deviation over folds, which are unknown", spread.name);
            return Err(Failure::new(what, hint));
        }
        let is_mean_of = |metric: &Metric| self.scores.iter().any(|score| score.metric == *metric);
        if let Some(spread) = self.spreads.iter().find(|spread| !is_mean_of(&spread.metric)) {
            let what = format!("{} has no mean beside it", spread.name);
            return Err(Failure::new(what, format!("give {} too", spread.metric)));
        }
        let only = |range: &RangeInclusive<u64>| {
            (range.start() == range.end()).then_some(*range.start()).filter(|size| *size > 0)
        };
        let size = |class: usize| only([&row.positives, &row.negatives][class]);
        let both = size(0).zip(size(1)).map(|(positives, negatives)| positives + negatives);
        let samples = row.samples.as_ref().and_then(only).or(both);
        let counts = std::mem::take(&mut self.counts).into_iter();
        let alone = counts.map(|(name, metric, number)| (name, metric, number, None));
        let hits = std::mem::take(&mut self.hits).into_iter();
        let beside = hits.map(|(name, metric, [number, all])| (name, metric, number, Some(all)));
        for (name, metric, number, all) in alone.chain(beside) {
            if let (Metric::Accuracy | Metric::ErrorRate, Some(samples)) = (&metric, samples) {
                if all != Some(samples) {
                    self.push_share(&name, &number.to_string(), &metric, [number, samples]);
                }
            }
            // What is counted, as a share of its class.
            let (class, of) = match metric {
                Metric::Tpr | Metric::Ppv => (0, Metric::Tpr),
                Metric::Fnr | Metric::For => (0, Metric::Fnr),
                Metric::Tnr | Metric::Npv => (1, Metric::Tnr),
                Metric::Fpr | Metric::Fdr => (1, Metric::Fpr),
                _ => continue,
            };
            let Some(size) = size(class) else {
                let class = ["positives", "negatives"][class];
                let what = format!("{name} needs the number of {class}");
                return Err(Failure::new(what, format!("give --{class} as a number above 0")));
            };
            // The share that is printed says it already.
            if metric != of || all != Some(size) {
                self.push_share(&name, &number.to_string(), &of, [number, size]);
            }
        }
        row.scores.clone_from(&self.scores);
        Ok(())
    }
}
