//! Metrics' values.

use serde::Serialize;

use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::score::ScoreStream;

impl Output for ScoreStream<'_> {
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
        for classifier in self.iter() {
            let name = exactile::performance::one_line(&classifier.name).into_owned();
            for (metric, value) in &classifier.scores.0 {
                rows.row([
                    classifier.name.clone().into(),
                    metric.to_string().into(),
                    value.clone().into(),
                    Cell::exactly(value.clone()),
                    Cell::maybe(value.undefined()),
                ]);
            }
            if format != Format::Csv {
                page.line(name);
                page.table(std::mem::replace(&mut rows, empty()));
            }
        }
        if format == Format::Csv {
            page.table(rows);
        }
        Ok(page)
    }
}
