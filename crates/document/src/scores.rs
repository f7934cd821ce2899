//! Values of metrics, and intervals of the true values.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::intervals::{interval_cells, interval_columns, kind_name, meaning};
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::contest::{IntervalKind, IntervalQuestion, Intervals, TrueInterval};
use exactile::lattice::LatticeError;
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
struct WithIntervals<'i>(ScoredClassifier, &'i [Result<TrueInterval, LatticeError>]);

impl Serialize for WithIntervals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Scores<'i>(&'i [(Metric, Value)], &'i [Result<TrueInterval, LatticeError>]);
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

    /// A table for each classifier; in CSV one, with the name in each row.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
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

impl ScoresReport<'_> {
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
