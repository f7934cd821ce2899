//! The possibility of reported scores.

mod classes;
mod curve;
mod json;
mod row;
mod words;

use serde::Serialize;

pub use self::row::{CheckedAuc, CheckedRow, CheckedScores, CheckedSpread};
pub(crate) use self::words::slip_in_words;
pub use self::words::{apart, as_printed};

use self::json::Document;
use self::words::{AS_MEANS, code};
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::performance::one_line;
use exactile::reported::{ChainAnswer, Counted, ImpliedRange};
use exactile::score::Metric;

/// The findings about rows of reported scores, `exactile.check.v1`.
#[derive(Clone, Copy, Debug)]
pub struct CheckReport<'c> {
    /// The rows.
    pub rows: &'c [CheckedRow],
    /// The finding about all rows as points of one ROC curve, if that was asked for.
    pub curve: Option<&'c ChainAnswer>,
}

impl<'c> CheckReport<'c> {
    /// Returns the rows with their names, or with their numbers from 1.
    pub fn named(&self) -> impl Iterator<Item = (String, &'c CheckedRow)> {
        (1_usize..).zip(self.rows).map(|(number, row)| match &row.name {
            Some(name) => (name.clone(), row),
            None => (format!("row {number}"), row),
        })
    }

    /// Returns all matrices, if they were requested.
    fn points(&self) -> Option<Table<'c>> {
        let counts = ["tn", "fp", "fn", "tp"].map(|count| Column::new(count, count).right());
        let mut table = Table::new([Column::new("row", "name")].into_iter().chain(counts));
        let mut is_asked = false;
        for (name, row) in self.named() {
            let Some(explanation) = row.explanation() else { continue };
            let Some(points) = &explanation.points else { continue };
            is_asked = true;
            for Counted { tn, fp, fn_, tp } in points {
                let counts = [*tn, *fp, *fn_, *tp].map(Cell::from);
                table.row([Cell::from(name.clone())].into_iter().chain(counts));
            }
        }
        is_asked.then_some(table)
    }

    /// Returns the metrics of all rows, each once.
    fn metrics(&self) -> Vec<&'c Metric> {
        let mut metrics: Vec<&Metric> = Vec::new();
        let explained = self.rows.iter().filter_map(CheckedRow::explanation);
        for range in explained.flat_map(|found| &found.implied) {
            if !metrics.contains(&&range.metric) {
                metrics.push(&range.metric);
            }
        }
        metrics
    }

    fn summary(&self) -> Table<'c> {
        let metrics = self.metrics();
        let ends = |metric: &&Metric| {
            let end = |end| Column::data(format!("{metric}_{end}")).with_decimal();
            [end("lower"), end("upper"), Column::data(format!("{metric}_undefined"))]
        };
        let has_classes = self.rows.iter().any(|row| row.class_matrix().is_some());
        let of_classes = has_classes.then(|| Column::new("matrix of the classes", "matrix"));
        let columns = summary_columns().chain(metrics.iter().flat_map(ends)).chain(of_classes);
        let mut table = Table::new(columns);
        for (name, row) in self.named() {
            let explanation = row.explanation();
            let of_any_size = || row.without_sizes().and_then(|found| found.first);
            let first = explanation.and_then(|found| found.first).or_else(of_any_size);
            let implied = explanation.map_or(&[][..], |found| &found.implied);
            let nearest = explanation.and_then(|found| found.nearest.as_ref());
            let readings = explanation.and_then(|found| found.readings.as_ref());
            let matrices = explanation.map(|found| found.matrices.to_string());
            let counts = |matrix: Option<Counted>| match matrix {
                Some(Counted { tn, fp, fn_, tp }) => [tn, fp, fn_, tp].map(Cell::from),
                None => [const { Cell::Empty }; 4],
            };
            let is_consistent = match (row.undecided(), row.is_consistent()) {
                (Some(_), _) => "undecided",
                (None, true) => "true",
                (None, false) => "false",
            };
            let head = [name.into(), is_consistent.into(), Cell::maybe(matrices)];
            let conflict = row.conflict().unwrap_or_default().join(" ");
            let readings = || readings.into_iter().flatten();
            let of_means = || row.mean().into_iter().flat_map(|mean| &mean.readings);
            let kinds = readings().map(|reading| reading.kind);
            let as_means = row.as_means.is_some();
            let codes: Vec<&str> = kinds
                .chain(of_means().map(|reading| reading.kind))
                .map(code)
                .chain(as_means.then_some("mean"))
                .collect();
            let words: Vec<String> = readings()
                .map(|reading| row.reading_in_words(reading))
                .chain(of_means().map(|reading| row.fold_reading_in_words(reading)))
                .chain(as_means.then(|| AS_MEANS.to_owned()))
                .collect();
            let units = nearest.map(|nearest| &nearest.units);
            let of = |metric: &&Metric| -> [Cell<'c>; 3] {
                match implied.iter().find(|range| range.metric == **metric) {
                    Some(ImpliedRange { lower, upper, undefined, .. }) => {
                        [lower.into(), upper.into(), undefined.to_string().into()]
                    }
                    None => [const { Cell::Empty }; 3],
                }
            };
            table.row(
                head.into_iter()
                    .chain(counts(first))
                    .chain([conflict.into()])
                    .chain(counts(nearest.map(|nearest| nearest.matrix)))
                    .chain([
                        Cell::maybe(units),
                        codes.join(" ").into(),
                        words.join("; or if ").into(),
                    ])
                    .chain(metrics.iter().flat_map(of))
                    .chain(has_classes.then(|| Cell::maybe(row.class_matrix_in_a_line()))),
            );
        }
        table
    }
}

/// The columns of the summary before those of metrics.
fn summary_columns() -> impl Iterator<Item = Column> {
    let counts = ["tn", "fp", "fn", "tp"];
    [
        Column::new("row", "name"),
        Column::new("consistent", "consistent"),
        Column::new("matrices", "matrices").right(),
    ]
    .into_iter()
    .chain(counts.map(|count| Column::new(count, count).right()))
    .chain([Column::new("contradict each other", "conflict")])
    .chain(counts.map(|count| Column::data(format!("nearest_{count}"))))
    .chain([
        Column::data("nearest_units").with_decimal(),
        Column::data("explained_by"),
        Column::people("possible if"),
    ])
}

impl<'c> Output for CheckReport<'c> {
    fn schema(&self) -> &str {
        "exactile.check.v1"
    }

    fn body(&self) -> impl Serialize {
        Document::new(self.rows, self.curve.map(|curve| self.curve_json(curve)))
    }

    /// A line for each row in text, and all matrices if they were requested; a table of the rows in
    /// other forms. If all matrices are requested, CSV has only these, one per line.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Csv {
            return Ok(Page::of(self.points().unwrap_or_else(|| self.summary())));
        }
        let mut page = Page::default();
        if format == Format::Text {
            for (name, row) in self.named() {
                page.line(format!("{}: {}", one_line(&name), row.words()));
                page.lines(row.more_words());
            }
        } else {
            page.table(self.summary());
        }
        page.lines(self.curve_in_words());
        if let Some(points) = self.points().filter(|points| !points.is_empty()) {
            page.table(points);
        }
        Ok(page)
    }
}
