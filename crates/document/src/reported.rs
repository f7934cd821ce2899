//! Whether reported scores can be true.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::performance::one_line;
use exactile::reported::{Counted, Explanation};

/// What was found about rows of reported scores, `exactile.check.v1`.
#[derive(Clone, Copy, Debug)]
pub struct CheckReport<'c> {
    /// The rows.
    pub rows: &'c [CheckedRow],
}

/// A row and what was found about it.
#[derive(Clone, Debug)]
pub struct CheckedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The scores as they are called in the row, in the order of the engine's row.
    pub scores: Vec<String>,
    /// How it can be explained.
    pub explanation: Explanation,
}

impl CheckedRow {
    fn conflict(&self) -> Option<Vec<&str>> {
        let conflict = self.explanation.conflict.as_ref()?;
        Some(conflict.iter().map(|at| self.scores[*at].as_str()).collect())
    }

    /// What was found, in words.
    fn words(&self) -> String {
        let Some(first) = self.explanation.first else {
            let conflict: Vec<_> =
                self.conflict().unwrap_or_default().into_iter().map(one_line).collect();
            return match conflict.as_slice() {
                [] => "impossible: there are no samples".to_owned(),
                [one] => format!("impossible: no confusion matrix has this {one}"),
                [others @ .., last] => {
                    format!("impossible: {} and {last} contradict each other", others.join(", "))
                }
            };
        };
        let Counted { tn, fp, fn_, tp } = first;
        let counts = format!("TN {tn}, FP {fp}, FN {fn_}, TP {tp}");
        match self.explanation.matrices {
            1 => format!("possible: 1 confusion matrix, {counts}"),
            matrices => format!("possible: {matrices} confusion matrices, for example {counts}"),
        }
    }
}

impl<'c> CheckReport<'c> {
    /// The rows with their names, or else their numbers from 1.
    fn named(&self) -> impl Iterator<Item = (String, &'c CheckedRow)> {
        (1_usize..).zip(self.rows).map(|(number, row)| match &row.name {
            Some(name) => (name.clone(), row),
            None => (format!("row {number}"), row),
        })
    }

    /// All matrices, if they were asked for.
    fn points(&self) -> Option<Table<'c>> {
        let counts = ["tn", "fp", "fn", "tp"].map(|count| Column::new(count, count).right());
        let mut table = Table::new([Column::new("row", "name")].into_iter().chain(counts));
        let mut is_asked = false;
        for (name, row) in self.named() {
            let Some(points) = &row.explanation.points else { continue };
            is_asked = true;
            for Counted { tn, fp, fn_, tp } in points {
                let counts = [*tn, *fp, *fn_, *tp].map(Cell::from);
                table.row([Cell::from(name.clone())].into_iter().chain(counts));
            }
        }
        is_asked.then_some(table)
    }

    fn summary(&self) -> Table<'c> {
        let mut table = Table::new(
            [
                Column::new("row", "name"),
                Column::new("consistent", "consistent"),
                Column::new("matrices", "matrices").right(),
            ]
            .into_iter()
            .chain(["tn", "fp", "fn", "tp"].map(|count| Column::new(count, count).right()))
            .chain([Column::new("contradict each other", "conflict")]),
        );
        for (name, row) in self.named() {
            let Explanation { matrices, first, .. } = &row.explanation;
            let counts = match first {
                Some(Counted { tn, fp, fn_, tp }) => [*tn, *fp, *fn_, *tp].map(Cell::from),
                None => [const { Cell::Empty }; 4],
            };
            let is_consistent = if first.is_some() { "true" } else { "false" };
            let head = [name.into(), is_consistent.into(), matrices.to_string().into()];
            let conflict = row.conflict().unwrap_or_default().join(" ");
            table.row(head.into_iter().chain(counts).chain([conflict.into()]));
        }
        table
    }
}

impl Output for CheckReport<'_> {
    fn schema(&self) -> &str {
        "exactile.check.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'c> {
            rows: Vec<RowJson<'c>>,
        }
        #[derive(Serialize)]
        struct RowJson<'c> {
            #[serde(skip_serializing_if = "Option::is_none")]
            name: Option<&'c str>,
            consistent: bool,
            matrices: u128,
            first: Option<Counted>,
            conflict: Option<Vec<&'c str>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            points: Option<&'c [Counted]>,
        }
        let rows = self.rows.iter().map(|checked| {
            let Explanation { matrices, first, .. } = checked.explanation;
            RowJson {
                name: checked.name.as_deref(),
                consistent: checked.explanation.is_consistent(),
                matrices,
                first,
                conflict: checked.conflict(),
                points: checked.explanation.points.as_deref(),
            }
        });
        Document { rows: rows.collect() }
    }

    /// A line for each row in text, and all matrices if they were asked for; a table of the rows in
    /// other forms. With all matrices CSV has these alone, a line for each.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        if format == Format::Csv {
            return Ok(Page::of(self.points().unwrap_or_else(|| self.summary())));
        }
        let mut page = Page::default();
        if format == Format::Text {
            for (name, row) in self.named() {
                page.line(format!("{}: {}", one_line(&name), row.words()));
            }
        } else {
            page.table(self.summary());
        }
        if let Some(points) = self.points().filter(|points| !points.is_empty()) {
            page.table(points);
        }
        Ok(page)
    }
}
