//! Findings about numbers beside the scores of a row: the area under a curve, and confidence
//! intervals.

use super::scores::{PrintedAuc, PrintedInterval};
use exactile::num::{Level, Rational};
use exactile::performance::one_line;
use exactile::reported::{AucRange, Counted, IntervalMethod, ReportedRow, auc_beside};
use exactile::score::Metric;
use exactile::work::TooMuchWork;
use exactile_document::CheckedAuc;

/// Returns the areas that are possible for the scores of a row, and the scores that contradict the
/// printed area; `None` if the scores contradict each other.
pub(crate) fn checked_auc(
    row: &ReportedRow,
    auc: PrintedAuc,
) -> Result<Option<CheckedAuc>, TooMuchWork> {
    let Some(AucRange { lower, upper, first }) = auc_beside(row, &auc.value)? else {
        return Ok(None);
    };
    let conflict = match first {
        Some(_) => None,
        None => Some(conflict(row, &auc)?),
    };
    Ok(Some(CheckedAuc { name: auc.name, printed: auc.printed, lower, upper, conflict }))
}

/// Returns a minimal set of scores for which the printed AUC is impossible.
fn conflict(row: &ReportedRow, auc: &PrintedAuc) -> Result<Vec<usize>, TooMuchWork> {
    let mut enough: Vec<usize> = (0..row.scores.len()).collect();
    for at in (0..row.scores.len()).rev() {
        let without: Vec<usize> = enough.iter().copied().filter(|other| *other != at).collect();
        let scores = without.iter().map(|at| row.scores[*at].clone()).collect();
        let fewer = ReportedRow { scores, ..row.clone() };
        if auc_beside(&fewer, &auc.value)?.is_none_or(|found| found.first.is_none()) {
            enough = without;
        }
    }
    Ok(enough)
}

/// The methods that give the ends of a confidence interval, in words.
///
/// `only` is the confusion matrix of the row, if one alone is possible: then the shares of
/// predictions are known.
pub(crate) fn interval(
    row: &ReportedRow,
    only: Option<Counted>,
    interval: &PrintedInterval,
) -> String {
    let PrintedInterval { name, metric, texts, ends, level, counts } = interval;
    let percent = level.in_percent();
    let [lower, upper] = texts.each_ref().map(|text| one_line(text));
    let said = format!("{} [{lower}, {upper}]", one_line(name));
    let size = |class: usize| {
        let range = [&row.positives, &row.negatives][class];
        (range.start() == range.end()).then_some(*range.start())
    };
    let samples = match metric {
        Metric::Tpr | Metric::Fnr => size(0),
        Metric::Tnr | Metric::Fpr => size(1),
        Metric::Accuracy | Metric::ErrorRate => {
            size(0).zip(size(1)).and_then(|(p, n)| p.checked_add(n))
        }
        _ => None,
    };
    let of_predictions = only.and_then(|Counted { tn, fp, fn_, tp }| match metric {
        Metric::Ppv => Some([tp, tp + fp]),
        Metric::Fdr => Some([fp, tp + fp]),
        Metric::Npv => Some([tn, tn + fn_]),
        Metric::For => Some([fn_, tn + fn_]),
        _ => None,
    });
    let tried = match (counts.or(of_predictions), samples) {
        (Some(counts), _) => Some(vec![counts]),
        (None, Some(samples)) => hits(row, metric, samples),
        (None, None) => None,
    };
    let Some(tried) = tried else {
        return format!("{said}: the method is not determined without the counts of the share");
    };
    let asked = Level::try_from(level.clone()).ok();
    let gives = |method: &IntervalMethod| {
        let level = asked.as_ref()?;
        tried.iter().find(|counts| method.gives(**counts, level, [&ends[0], &ends[1]])).copied()
    };
    let found: Vec<String> = IntervalMethod::ALL
        .iter()
        .filter_map(|method| {
            let [hits, samples] = gives(method)?;
            Some(format!("{} of {hits}/{samples}", method_in_words(*method)))
        })
        .collect();
    match found.as_slice() {
        [] => format!(
            "{said}: neither Wald nor Wilson nor Clopper-Pearson gives these ends at {percent}"
        ),
        found => format!("{said}: {} at {percent}", found.join(", ")),
    }
}

/// Returns the shares of `samples` samples that round to a printed metric of the row; `None` if
/// there are many, or many samples.
fn hits(row: &ReportedRow, metric: &Metric, samples: u64) -> Option<Vec<[u64; 2]>> {
    const MOST: u64 = 10_000;
    // Each is tried with sums of as many terms as there are samples.
    const MOST_TRIED: usize = 100;
    if samples == 0 || samples > MOST {
        return None;
    }
    let printed: Vec<_> = row.scores.iter().filter(|score| score.metric == *metric).collect();
    let is_printed = |hits: &u64| {
        let share = exactile::num::Value::Exact(Rational::from(*hits) / Rational::from(samples));
        printed.iter().all(|score| score.value.contains(&share))
    };
    let found: Vec<[u64; 2]> =
        (0..=samples).filter(is_printed).map(|hits| [hits, samples]).take(MOST_TRIED + 1).collect();
    (found.len() <= MOST_TRIED).then_some(found)
}

fn method_in_words(method: IntervalMethod) -> &'static str {
    match method {
        IntervalMethod::Wald => "Wald",
        IntervalMethod::Wilson => "Wilson",
        IntervalMethod::ClopperPearson => "Clopper-Pearson",
        _ => "another method",
    }
}
