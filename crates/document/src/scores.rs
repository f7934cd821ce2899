//! Metrics' values, and intervals of the true ones.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::certain::known;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::contest::{IntervalKind, IntervalQuestion, Intervals, TrueInterval};
use exactile::lattice::LatticeError;
use exactile::num::{Rational, Value};
use exactile::performance::one_line;
use exactile::score::{Metric, ScoreStream, ScoredClassifier};

/// What credible intervals rest on.
const CREDIBLE: &str = "True value: that of the rates behind the results, each with a uniform prior, at the class sizes of the test; it is in the interval with this probability.";
/// What those of Clopper and Pearson rest on.
const CLOPPER_PEARSON: &str = "True value: such an interval holds it at least that often, whatever it is, if the samples that the rate is a share of are drawn alike; for accuracy those are all samples, of both classes.";

/// The values of metrics, with intervals of the true values where these are asked for.
#[derive(Clone, Copy)]
pub struct ScoresReport<'s> {
    /// The values.
    pub scores: &'s ScoreStream<'s>,
    /// What was asked, and for each classifier the interval of each metric or why there is none.
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

fn kind_name(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Credible => "credible",
        IntervalKind::ClopperPearson => "clopper-pearson",
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
            page.line(match question.kind {
                IntervalKind::Credible => CREDIBLE,
                IntervalKind::ClopperPearson => CLOPPER_PEARSON,
            });
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
            let level = (&question.level * &Rational::from(100)).to_shortest();
            columns.extend([
                Column::new(format!("true value ({level} %) from"), "lower"),
                Column::new("to", "upper"),
                Column::data("draws"),
            ]);
            return Table::new(columns);
        }
        Table::new(columns).decimals_last()
    }
}

/// Both ends, and how many draws there were.
fn interval_cells(interval: Option<&TrueInterval>, format: Format) -> [Cell<'static>; 3] {
    let Some(interval) = interval else {
        return std::array::from_fn(|_| Cell::maybe(None::<String>));
    };
    let [lower, upper] = match format {
        Format::Csv => interval.to_decimals(),
        _ => [known(&interval.lower, 4), known(&interval.upper, 4)],
    };
    [lower.into(), upper.into(), Cell::maybe(interval.drawn.map(|drawn| u64::from(drawn.draws)))]
}
