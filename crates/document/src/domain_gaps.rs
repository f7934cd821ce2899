//! Gaps and ratios of metrics between test sets.

use serde::Serialize;

use super::certain::known;
use super::{Cell, Column, Page, Table};
use exactile::contest::{Gap, TrueInterval};
use exactile::num::{Level, Rational, Value};
use exactile::performance::{Classifier, one_line};
use exactile::score::Metric;

/// Digits of values and of ends of intervals in text.
const DIGITS: u32 = 4;

/// The gaps of a metric.
pub struct DomainsGaps {
    /// The metric.
    pub metric: Metric,
    /// The gap of each classifier.
    pub gaps: Vec<Gap>,
    /// The level of the intervals.
    pub level: Level,
}

#[derive(Serialize)]
pub(super) struct GapsJson<'r> {
    metric: String,
    classifiers: Vec<GapJson<'r>>,
}

#[derive(Serialize)]
struct GapJson<'r> {
    classifier: usize,
    values: Vec<ValueJson<'r>>,
    /// The test sets with the least and with the greatest value.
    least: Option<&'r [usize]>,
    greatest: Option<&'r [usize]>,
    gap: &'r Value,
    gap_interval: Option<&'r TrueInterval>,
    ratio: &'r Option<Rational>,
    ratio_interval: Option<&'r TrueInterval>,
}

#[derive(Serialize)]
struct ValueJson<'r> {
    value: &'r Value,
    interval: Option<&'r TrueInterval>,
}

impl<'r> From<&'r DomainsGaps> for GapsJson<'r> {
    fn from(of: &'r DomainsGaps) -> Self {
        let value = |(value, interval): (&'r Value, &'r Result<TrueInterval, _>)| ValueJson {
            value,
            interval: interval.as_ref().ok(),
        };
        let gap = |(classifier, gap): (usize, &'r Gap)| GapJson {
            classifier,
            values: gap.values.iter().zip(&gap.intervals).map(value).collect(),
            least: gap.ends.as_ref().map(|[least, _]| &least[..]),
            greatest: gap.ends.as_ref().map(|[_, greatest]| &greatest[..]),
            gap: &gap.gap,
            gap_interval: gap.truly.as_ref().map(|(gap, _)| gap),
            ratio: &gap.ratio,
            ratio_interval: gap.truly.as_ref().and_then(|(_, ratio)| ratio.as_ref()),
        };
        Self {
            metric: of.metric.to_string(),
            classifiers: of.gaps.iter().enumerate().map(gap).collect(),
        }
    }
}

impl DomainsGaps {
    /// Adds the values of each test set, and a table of gaps.
    pub(super) fn describe<'p>(
        &'p self,
        means: &'p [Classifier],
        sets: &'p [String],
        page: &mut Page<'p>,
    ) {
        page.line(format!("{}: the value in each test set", self.metric));
        page.table(self.values(means, sets));
        page.line(format!("{}: gaps between the greatest and the least value", self.metric));
        page.table(self.table(means, sets));
    }

    /// The meaning of the intervals.
    pub(super) fn meaning(&self) -> String {
        let level = self.level.in_percent();
        format!(
            "True values: those of the true rates of each test set, with uniform priors; each of \
             them, their gap and their ratio is in its interval with a probability of {level}. \
             Even if all true values are equal, chance makes the observed gap positive, and this \
             interval too: it tells how large the gap may be, not that there is one."
        )
    }

    fn percent(&self) -> String {
        format!("true ({})", self.level.in_percent())
    }

    /// A row for each classifier and test set.
    pub(super) fn values<'p>(&'p self, means: &'p [Classifier], sets: &'p [String]) -> Table<'p> {
        let mut table = Table::new([
            Column::new("classifier", "classifier"),
            Column::data("metric"),
            Column::new("test set", "domain"),
            Column::exact("value", "value").digits(DIGITS),
            Column::people(self.percent()).right(),
            Column::data("lower"),
            Column::data("upper"),
        ])
        .decimals_last();
        for (classifier, gap) in means.iter().zip(&self.gaps) {
            for ((set, value), interval) in sets.iter().zip(&gap.values).zip(&gap.intervals) {
                let interval = interval.as_ref().ok();
                let [lower, upper] = decimals(interval);
                table.row([
                    (&classifier.name).into(),
                    self.metric.to_string().into(),
                    set.into(),
                    value.into(),
                    range(interval),
                    lower,
                    upper,
                ]);
            }
        }
        table
    }

    fn table<'p>(&'p self, means: &'p [Classifier], sets: &'p [String]) -> Table<'p> {
        let mut table = Table::new([
            Column::people("classifier"),
            Column::people("least in"),
            Column::people("greatest in"),
            Column::people("gap").right().digits(DIGITS),
            Column::people(self.percent()).right(),
            Column::people("ratio").right().digits(DIGITS),
            Column::people(self.percent()).right(),
        ]);
        let named = |sets: &[String], of: &[usize]| match of {
            [one] => one_line(&sets[*one]).into_owned(),
            [one, rest @ ..] => format!("{} and {} more", one_line(&sets[*one]), rest.len()),
            [] => String::new(),
        };
        for (classifier, gap) in means.iter().zip(&self.gaps) {
            let place = |end: usize| {
                gap.ends.as_ref().map_or_else(String::new, |ends| named(sets, &ends[end]))
            };
            let truly = gap.truly.as_ref();
            table.row([
                (&classifier.name).into(),
                place(0).into(),
                place(1).into(),
                (&gap.gap).into(),
                range(truly.map(|(gap, _)| gap)),
                Cell::maybe(gap.ratio.clone()),
                range(truly.and_then(|(_, ratio)| ratio.as_ref())),
            ]);
        }
        table
    }
}

fn range(interval: Option<&TrueInterval>) -> Cell<'static> {
    let Some(interval) = interval else { return Cell::Empty };
    let [lower, upper] = [&interval.lower, &interval.upper].map(|end| known(end, DIGITS));
    format!("{lower} to {upper}").into()
}

fn decimals(interval: Option<&TrueInterval>) -> [Cell<'static>; 2] {
    match interval {
        Some(interval) => interval.to_decimals().map(Cell::from),
        None => [Cell::Empty, Cell::Empty],
    }
}
