//! Values of metrics, and intervals of the true values.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::intervals::{clusters_of, interval_cells, interval_columns, kind_name, meaning};
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::contest::{ContestError, IntervalKind, IntervalQuestion, Intervals, TrueInterval};
use exactile::num::Value;
use exactile::performance::one_line;
use exactile::score::{Metric, ScoreStream, ScoredClassifier};

/// The values of metrics, with intervals of the true values if these are requested.
#[derive(Clone, Copy)]
pub struct ScoresReport<'s> {
    /// The values.
    pub scores: &'s ScoreStream<'s>,
    /// The question, and for each classifier the interval of each metric or the reason why there is
    /// none.
    pub intervals: Option<(&'s IntervalQuestion, &'s [Intervals])>,
}

/// A classifier with the intervals of its metrics.
struct WithIntervals<'i>(ScoredClassifier, &'i [Result<TrueInterval, ContestError>]);

impl Serialize for WithIntervals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Scores<'i>(&'i [(Metric, Value)], &'i [Result<TrueInterval, ContestError>]);
        #[derive(Serialize)]
        struct Cell<'i> {
            value: &'i Value,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined: Option<&'static str>,
            interval: Option<&'i TrueInterval>,
            #[serde(skip_serializing_if = "Option::is_none")]
            interval_undefined: Option<String>,
        }
        impl Serialize for Scores<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().zip(self.1).map(
                    |((metric, value), interval)| {
                        let cell = Cell {
                            value,
                            undefined: value.undefined(),
                            interval: interval.as_ref().ok(),
                            interval_undefined: interval.as_ref().err().map(ToString::to_string),
                        };
                        (metric.to_string(), cell)
                    },
                ))
            }
        }
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("name", &self.0.name)?;
        object.serialize_entry("scores", &Scores(&self.0.scores.0, self.1))?;
        object.end()
    }
}

impl Serialize for ScoresReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Listed<'l>(&'l ScoresReport<'l>, &'l [Intervals]);
        impl Serialize for Listed<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let entries = self.0.scores.iter().zip(self.1);
                serializer.collect_seq(entries.map(|(scored, of)| WithIntervals(scored, of)))
            }
        }
        let Some((question, intervals)) = self.intervals else {
            return self.scores.serialize(serializer);
        };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("interval", kind_name(question.kind))?;
        object.serialize_entry("level", &question.level)?;
        if question.kind == IntervalKind::Credible {
            object.serialize_entry("prior_mass", question.mass.value())?;
        }
        if let Some(clusters) = clusters_of(question.kind) {
            object.serialize_entry("clusters", &clusters)?;
        }
        object.serialize_entry("classifiers", &Listed(self, intervals))?;
        object.end()
    }
}

impl Output for ScoresReport<'_> {
    fn schema(&self) -> &str {
        "exactile.score.v1"
    }

    fn body(&self) -> impl Serialize {
        self
    }

    /// In CSV a table with a row for each value. In text one with a row for each classifier, or of
    /// many metrics for each metric, if it is not too wide; otherwise a table for each classifier.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        if format == Format::Text && self.intervals.is_none() {
            let [classifiers, metrics] =
                [self.scores.classifiers().len(), self.scores.metrics().len()];
            let is_narrow = classifiers > 1 && metrics <= MOST_COLUMNS;
            if is_narrow || classifiers > 1 && self.names_width() <= MOST_WIDTH {
                let scored: Vec<ScoredClassifier> = self.scores.iter().collect();
                page.table(if is_narrow {
                    self.by_classifier(&scored)
                } else {
                    self.by_metric(&scored)
                });
                page.lines(reasons(&scored));
                page.line("JSON and CSV have the values exactly.");
                return Ok(page);
            }
        }
        let mut rows = self.empty();
        for (at, classifier) in self.scores.iter().enumerate() {
            let name = one_line(&classifier.name).into_owned();
            let intervals = self.intervals.map(|(_, all)| all[at].as_slice());
            for (of, (metric, value)) in classifier.scores.0.iter().enumerate() {
                let mut row: Vec<Cell> = vec![
                    classifier.name.clone().into(),
                    metric.to_string().into(),
                    value.clone().into(),
                    Cell::exactly(value.clone()),
                    Cell::maybe(value.undefined()),
                ];
                if let Some(intervals) = intervals {
                    row.extend(interval_cells(intervals[of].as_ref().ok(), format));
                }
                rows.row(row);
            }
            if format != Format::Csv {
                page.line(name);
                page.table(std::mem::replace(&mut rows, self.empty()));
            }
        }
        if format == Format::Csv {
            page.table(rows);
        } else if let Some((question, _)) = self.intervals {
            page.line(meaning(question.kind));
        }
        Ok(page)
    }
}

/// The most columns of values in a table for people.
const MOST_COLUMNS: usize = 8;
/// The most columns of a terminal that the names of classifiers take beside each other.
const MOST_WIDTH: usize = 90;

impl ScoresReport<'_> {
    /// A row for each classifier, a column for each metric.
    fn by_classifier(&self, scored: &[ScoredClassifier]) -> Table<'static> {
        let values = self.scores.metrics().iter();
        let values = values.map(|metric| Column::people(metric.to_string()).right());
        let mut table = Table::new([Column::people("classifier")].into_iter().chain(values));
        for classifier in scored {
            let values = classifier.scores.0.iter().map(|(_, value)| Cell::from(value.clone()));
            table.row([Cell::from(classifier.name.clone())].into_iter().chain(values));
        }
        table
    }

    /// The width of a table with a column for each classifier.
    fn names_width(&self) -> usize {
        const NUMBER: usize = 10;
        let names = self.scores.classifiers().iter();
        names.map(|of| of.name.chars().count().max(NUMBER) + 2).sum()
    }

    /// A row for each metric, a column for each classifier.
    fn by_metric(&self, scored: &[ScoredClassifier]) -> Table<'static> {
        let names = scored.iter().map(|of| Column::people(one_line(&of.name).into_owned()));
        let columns = [Column::people("metric")].into_iter().chain(names.map(Column::right));
        let mut table = Table::new(columns);
        for (at, metric) in self.scores.metrics().iter().enumerate() {
            let values = scored.iter().map(|of| Cell::from(of.scores.0[at].1.clone()));
            table.row([Cell::from(metric.to_string())].into_iter().chain(values));
        }
        table
    }

    fn empty(&self) -> Table<'static> {
        let mut columns = vec![
            Column::data("name"),
            Column::new("metric", "metric"),
            Column::exact("about", "value"),
            Column::terminal("exactly"),
            Column::data("undefined"),
        ];
        if let Some((question, _)) = self.intervals {
            columns.extend(interval_columns(question));
            return Table::new(columns);
        }
        Table::new(columns).decimals_last()
    }
}

/// Reasons why values are undefined, a line for each classifier and reason.
fn reasons(scored: &[ScoredClassifier]) -> Vec<String> {
    const MOST: usize = 10;
    let mut lines = Vec::new();
    for classifier in scored {
        let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
        for (metric, value) in &classifier.scores.0 {
            let Some(reason) = value.undefined() else { continue };
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, metrics)) => metrics.push(metric.to_string()),
                None => reasons.push((reason, vec![metric.to_string()])),
            }
        }
        let name = one_line(&classifier.name);
        lines.extend(reasons.into_iter().map(|(reason, metrics)| {
            let are = if metrics.len() == 1 { "is" } else { "are" };
            format!("{name}: {} {are} undefined ({reason})", metrics.join(", "))
        }));
    }
    let more = lines.len().saturating_sub(MOST);
    lines.truncate(MOST);
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines
}
