//! Printed numbers that differ from those of the counts.

use serde::Serialize;

use super::reported::slip_in_words;
use super::{Cell, Column, Format, Output, Page, RenderError, Table};
use exactile::num::Value;
use exactile::performance::one_line;
use exactile::reported::SlipKind;

/// The comparison of a printed table with the counts that it was made from, `exactile.against.v1`.
#[derive(Clone, Debug)]
pub struct AgainstReport {
    /// The number of printed numbers that were compared.
    pub checked: usize,
    /// The printed numbers that differ from those of the counts.
    pub wrong: Vec<WrongNumber>,
}

/// A printed number that differs from that of the counts.
#[derive(Clone, Debug, Serialize)]
pub struct WrongNumber {
    /// Its place, `FILE:LINE:COLUMN`.
    pub place: String,
    /// The name of the classifier.
    pub name: String,
    /// The heading of its column.
    pub column: String,
    /// The number as it is printed.
    pub printed: String,
    /// The right number, rounded in the same way.
    pub should_be: String,
    /// The exact value, for a metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The slip that turns the right number into the printed one, if there is one.
    #[serde(skip)]
    pub slip: Option<SlipKind>,
}

impl WrongNumber {
    fn words(&self) -> String {
        let Self { place, name, column, printed, should_be, value, slip } = self;
        let exactly = match value {
            Some(Value::Undefined(reason)) => format!(" ({reason})"),
            Some(value) => format!(" (exactly {})", value.exactly()),
            None => String::new(),
        };
        format!(
            "{place}: {} of {} is printed as {} and should be {should_be}{exactly}{}",
            one_line(column),
            one_line(name),
            one_line(printed),
            slip_in_words(*slip),
        )
    }
}

impl Output for AgainstReport {
    fn schema(&self) -> &str {
        "exactile.against.v1"
    }

    fn body(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Document<'a> {
            consistent: bool,
            checked: usize,
            wrong: &'a [WrongNumber],
        }
        let wrong = &self.wrong;
        Document { consistent: wrong.is_empty(), checked: self.checked, wrong }
    }

    /// A line for each wrong number in text, and a row in other forms.
    fn page(&self, format: Format) -> Result<Page<'_>, RenderError> {
        let mut page = Page::default();
        let numbers = |count: usize| match count {
            1 => "1 printed number".to_owned(),
            count => format!("{count} printed numbers"),
        };
        let wrong = match self.wrong.len() {
            0 => "all equal to those of the counts".to_owned(),
            1 => "1 of which differs from that of the counts".to_owned(),
            count => format!("{count} of which differ from those of the counts"),
        };
        page.line(format!("{}, {wrong}", numbers(self.checked)));
        if format == Format::Text {
            page.lines(self.wrong.iter().map(WrongNumber::words));
            return Ok(page);
        }
        let mut table = Table::new([
            Column::new("place", "place"),
            Column::new("classifier", "name"),
            Column::new("number", "column"),
            Column::new("printed", "printed").right(),
            Column::new("should be", "should_be").right(),
            Column::data("value").with_decimal(),
        ]);
        for WrongNumber { place, name, column, printed, should_be, value, .. } in &self.wrong {
            table.row([
                place.into(),
                name.into(),
                column.into(),
                printed.into(),
                should_be.into(),
                Cell::maybe(value.as_ref()),
            ]);
        }
        page.table(table);
        Ok(page)
    }
}
