//! Metrics' values.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::performance::one_line;
use exactile::score::ScoreTable;

impl Output for ScoreTable {
    fn schema(&self) -> &str {
        "exactile.score.v1"
    }

    fn body(&self) -> impl Serialize {
        self
    }

    /// A table for each classifier; in CSV one, with the name in each row.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let empty = || {
            Table::new([
                Column::data("name"),
                Column::new("metric", "metric"),
                Column::exact("about", "value"),
                Column::terminal("exactly"),
                Column::data("undefined"),
            ])
            .decimals_last()
        };
        let mut page = Page::default();
        let mut rows = empty();
        for classifier in &self.classifiers {
            for (metric, value) in &classifier.scores.0 {
                rows.row([
                    (&classifier.name).into(),
                    metric.to_string().into(),
                    value.into(),
                    Cell::exactly(value),
                    Cell::reason(value),
                ]);
            }
            if format != Format::Csv {
                page.line(one_line(&classifier.name));
                page.table(std::mem::replace(&mut rows, empty()));
            }
        }
        if format == Format::Csv {
            page.table(rows);
        }
        Ok(page)
    }
}
