//! A table that can be written as text, CSV, Markdown and LaTeX.
//!
//! One list of columns and one of rows make all four. A column has a heading for text, Markdown and
//! LaTeX, a machine name for CSV, or both; a column with only one of the two is left out of the
//! other forms. A column made by [`Column::exact`] holds exact numbers: CSV has the exact form
//! under the machine name and a plain decimal under `NAME_decimal`, and the other forms have the
//! rounded number.
//!
//! ```
//! use exactile::Rational;
//! use exactile_document::{Cell, Column, Format, Style, Table};
//! let mut table = Table::new([
//!     Column::new("classifier", "name"),
//!     Column::exact("F1", "f1"),
//!     Column::terminal("exactly"),
//! ]);
//! let value = Rational::new(2, 3);
//! table.row(["svm_1".into(), (&value).into(), Cell::exactly(&value)]);
//! let written = |format| {
//!     let mut out = Vec::new();
//!     table.write(Style::new(format), &mut out)
//!         .map(|()| String::from_utf8_lossy(&out).into_owned())
//! };
//! assert_eq!(
//!     written(Format::Text)?,
//!     " classifier  F1        exactly\n svm_1       0.666667  2/3\n"
//! );
//! assert_eq!(written(Format::Csv)?, "name,f1,f1_decimal\nsvm_1,2/3,0.6666666666666666\n");
//! assert_eq!(written(Format::Markdown)?, "\
//! | classifier | F1 |
//! | :--- | ---: |
//! | svm\\_1 | 0.6667 |
//!
//! Numbers are rounded to 4 digits after the decimal point, half to even.
//! ");
//! # Ok::<(), exactile_document::RenderError>(())
//! ```

use std::borrow::Cow;
use std::io::Write;

use comfy_table::{CellAlignment, ContentArrangement, presets};

use super::RenderError;
use exactile::geometry::Point;
use exactile::lattice::Mass;
use exactile::num::{LogSum, Rational, Value};
use exactile::performance::one_line;
use exactile::threshold::ModelScore;
use exactile::tile::RankInterval;

/// The form of a written table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// A GitHub-flavoured Markdown table.
    Markdown,
    /// A LaTeX `tabular` with the rules of the package booktabs.
    Latex,
}

/// The form and the digits of written tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The form.
    pub format: Format,
    /// Digits after the decimal point of rounded numbers; `None` for each column's own number of
    /// digits in text, and for [`Style::DIGITS`] in Markdown and LaTeX. CSV does not round.
    pub digits: Option<u32>,
    /// The width of the terminal in columns, to which text is fitted; `None` for the width of the
    /// cells.
    pub width: Option<u16>,
}

impl Style {
    /// Digits after the decimal point in Markdown and LaTeX if none are given.
    pub const DIGITS: u32 = 4;

    /// Creates a style with the usual digits, not fitted to a terminal.
    pub fn new(format: Format) -> Self {
        Self { format, digits: None, width: None }
    }
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    heading: Option<Cow<'static, str>>,
    name: Option<Cow<'static, str>>,
    /// `true` if text, Markdown and LaTeX have the column, provided that it has a heading.
    is_in_text: bool,
    is_in_papers: bool,
    is_exact: bool,
    is_in_full: bool,
    is_right: bool,
    digits: u32,
}

impl Column {
    /// Creates a column with a heading for text and a machine name for CSV.
    pub fn new(heading: impl Into<Cow<'static, str>>, name: impl Into<Cow<'static, str>>) -> Self {
        Self { heading: Some(heading.into()), ..Self::data(name) }
    }

    /// Creates a column of exact numbers: CSV has two columns, `NAME` with the exact form and
    /// `NAME_decimal`.
    pub fn exact(
        heading: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { is_exact: true, ..Self::new(heading, name) }
    }

    /// Creates a column of ranks, aligned to the right under the heading `rank`: CSV has two
    /// columns, `rank_best` and `rank_worst`.
    pub fn ranks() -> Self {
        Self::new("rank", RANKS).right()
    }

    /// Creates a column that only CSV has.
    pub fn data(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            heading: None,
            name: Some(name.into()),
            is_in_text: true,
            is_in_papers: true,
            is_exact: false,
            is_in_full: false,
            is_right: false,
            digits: 6,
        }
    }

    /// Creates a column that only text, Markdown and LaTeX have.
    pub fn people(heading: impl Into<Cow<'static, str>>) -> Self {
        Self { name: None, ..Self::new(heading, "") }
    }

    /// Creates a column that only text has, for details that do not fit on a page.
    pub fn terminal(heading: impl Into<Cow<'static, str>>) -> Self {
        Self { is_in_papers: false, ..Self::people(heading) }
    }

    /// Makes it a column with exact numbers that has two columns in CSV, as by [`Column::exact`].
    #[must_use]
    pub fn with_decimal(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// Aligns the column to the right. Markdown and LaTeX always align columns of numbers to the
    /// right.
    #[must_use]
    pub fn right(self) -> Self {
        Self { is_right: true, ..self }
    }

    /// Rounds its numbers to `digits` digits after the decimal point in text, instead of 6.
    #[must_use]
    pub fn digits(self, digits: u32) -> Self {
        Self { digits, ..self }
    }

    /// Shows its numbers exactly in text, unless digits are requested.
    #[must_use]
    pub fn in_full(self) -> Self {
        Self { is_in_full: true, ..self }
    }

    /// Leaves the column out of text, for tables in which a [`Column::terminal`] says more.
    #[must_use]
    pub fn outside_text(self) -> Self {
        Self { is_in_text: false, ..self }
    }

    fn is_in(&self, format: Format) -> bool {
        match format {
            Format::Csv => self.name.is_some(),
            Format::Text => self.heading.is_some() && self.is_in_text,
            Format::Markdown | Format::Latex => self.heading.is_some() && self.is_in_papers,
        }
    }
}

/// The machine name of the two columns `rank_best` and `rank_worst`.
const RANKS: &str = "rank";

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub enum Cell<'c> {
    /// Nothing.
    #[default]
    Empty,
    /// A name or words. Text shows it escaped, see [`one_line`]; CSV has it unchanged.
    Text(Cow<'c, str>),
    /// A count.
    Count(u64),
    /// The ranks from the best to the worst; if there are none, `-` in text and empty in CSV.
    Ranks(Option<(u64, u64)>),
    /// Any other number.
    Number(Value),
    /// Words and numbers side by side. Numbers are rounded to the digits of the table.
    Phrase(Vec<Cell<'c>>),
    /// A number from 0 that text shows as `< 0.01` if its digits are zeros and it is not 0.
    Distance(Value),
}

impl<'c> Cell<'c> {
    /// Returns the exact form of a number, as words: the fraction, the closed form or the
    /// enclosure, or the reason why there is no value.
    pub fn exactly(value: impl Into<Value>) -> Self {
        value.into().exactly().into()
    }

    /// Returns the reason why a number has no value, as words; empty if it has one.
    pub fn reason(value: &Value) -> Self {
        Self::maybe(value.undefined())
    }

    /// Returns the coordinates of a point: `(0.25, 0.5)`.
    pub fn point(point: &Point) -> Self {
        let [a, b] = [&point.a, &point.b].map(Self::from);
        Self::Phrase(vec!["(".into(), a, ", ".into(), b, ")".into()])
    }

    /// Returns a range: `0.25 to 0.5`.
    pub fn range([low, high]: [impl Into<Self>; 2]) -> Self {
        Self::Phrase(vec![low.into(), " to ".into(), high.into()])
    }

    /// Returns a cell that may be empty.
    pub fn maybe(value: Option<impl Into<Self>>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }

    /// Returns the text of the cell, before it is escaped for a format.
    fn for_people(&self, digits: u32) -> Cow<'_, str> {
        match self {
            Self::Empty => "".into(),
            Self::Text(text) => one_line(text),
            Self::Count(count) => count.to_string().into(),
            Self::Ranks(None) => "-".into(),
            Self::Ranks(Some((best, worst))) if best == worst => best.to_string().into(),
            Self::Ranks(Some((best, worst))) => format!("{best}-{worst}").into(),
            Self::Number(value) => value.to_decimal(digits).into(),
            Self::Phrase(parts) => {
                parts.iter().map(|part| part.for_people(digits).into_owned()).collect()
            }
            Self::Distance(value) => {
                let decimal = value.to_decimal(digits);
                let shows = value.is_zero() || decimal.contains(|c| ('1'..='9').contains(&c));
                if shows { decimal } else { less_than_last(digits) }.into()
            }
        }
    }

    /// Returns `true` if Markdown and LaTeX round a part of it.
    fn is_rounded(&self) -> bool {
        match self {
            Self::Number(value) => value.is_rounded(),
            Self::Phrase(parts) => parts.iter().any(Self::is_rounded),
            Self::Distance(_) => true,
            _ => false,
        }
    }

    fn for_data(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(Value::Undefined(_)) | Self::Ranks(_) => "".into(),
            Self::Number(value) => value.to_string().into(),
            other => other.for_people(0),
        }
    }
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Cell<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl<'c> From<&'c str> for Cell<'c> {
    fn from(text: &'c str) -> Self {
        Self::Text(text.into())
    }
}

impl<'c> From<&'c String> for Cell<'c> {
    fn from(text: &'c String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<RankInterval> for Cell<'_> {
    fn from(ranks: RankInterval) -> Self {
        Self::from(Some(ranks))
    }
}

impl From<Option<RankInterval>> for Cell<'_> {
    fn from(ranks: Option<RankInterval>) -> Self {
        Self::Ranks(ranks.map(|ranks| (ranks.best.into(), ranks.worst.into())))
    }
}

macro_rules! numbers {
    ($($value:ty),*) => { $(
        impl From<$value> for Cell<'_> {
            fn from(value: $value) -> Self {
                Self::Number(value.into())
            }
        }
    )* };
}
numbers!(Value, &Value, Rational, &Rational, ModelScore, LogSum, &LogSum, Mass);

/// Returns `< 0.01`, for a number whose digits are zeros.
fn less_than_last(digits: u32) -> String {
    match digits {
        0 => "< 1".to_owned(),
        digits => format!("< 0.{:0>1$}", 1, digits as usize),
    }
}

/// Returns the nearest double as the shortest plain decimal that reads back as that double; empty
/// without a value.
pub(super) fn decimal(value: &Value) -> String {
    value.to_f64().map_or_else(String::new, |double| double.to_string())
}

/// Columns and rows.
#[derive(Clone, Debug)]
pub struct Table<'c> {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell<'c>>>,
    are_decimals_last: bool,
}

impl<'c> Table<'c> {
    /// Creates a table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        let columns = columns.into_iter().collect();
        Self { columns, rows: Vec::new(), are_decimals_last: false }
    }

    /// Puts the columns `NAME_decimal` of CSV after all others, in their order; by default each
    /// comes directly after its exact column.
    #[must_use]
    pub fn decimals_last(self) -> Self {
        Self { are_decimals_last: true, ..self }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the number of cells is not that of the columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell<'c>>) {
        let cells: Vec<Cell<'c>> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        self.rows.push(cells);
    }

    /// Adds the rows of a table with the same columns.
    pub fn append(&mut self, rows: Self) {
        self.rows.extend(rows.rows);
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns `true` if CSV has one of its columns.
    pub fn is_data(&self) -> bool {
        self.columns.iter().any(|column| column.is_in(Format::Csv))
    }

    /// Writes the table.
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn write(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        match style.format {
            Format::Text => self.write_text(style, out),
            Format::Csv => {
                self.write_header(out)?;
                Ok(out.write_all(&self.csv_rows()?)?)
            }
            Format::Markdown => self.write_markdown(style, out),
            Format::Latex => self.write_latex(style, out),
        }
    }

    /// Writes the first line of CSV, for rows that are made in parts; see [`Table::csv_rows`].
    ///
    /// # Errors
    /// Errors of the destination.
    pub fn write_header(&self, out: &mut dyn Write) -> Result<(), RenderError> {
        let mut writer = csv::Writer::from_writer(out);
        let name = |at: usize| self.columns[at].name.as_deref().unwrap_or_default();
        let record = self.record(
            |at| match name(at) {
                RANKS => ["rank_best", "rank_worst"].map(Cow::from).into(),
                name => vec![name.into()],
            },
            |at| format!("{}_decimal", name(at)),
        );
        writer.write_record(record.iter().map(|field| field.as_bytes()))?;
        Ok(writer.flush()?)
    }

    /// Returns the rows as CSV, without a header.
    ///
    /// # Errors
    /// None in practice: memory accepts all rows.
    pub fn csv_rows(&self) -> Result<Vec<u8>, RenderError> {
        let mut writer = csv::Writer::from_writer(Vec::with_capacity(64 * self.rows.len()));
        for row in &self.rows {
            let record = self.record(
                |at| match &row[at] {
                    Cell::Ranks(Some((best, worst))) => {
                        [best, worst].map(|rank| rank.to_string().into()).into()
                    }
                    Cell::Ranks(None) => vec![Cow::default(); 2],
                    cell => vec![cell.for_data()],
                },
                |at| match &row[at] {
                    Cell::Number(value) => decimal(value),
                    _ => String::new(),
                },
            );
            writer.write_record(record.iter().map(|field| field.as_bytes()))?;
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }

    /// Returns the fields of a line of CSV: those of each column and the decimal of each exact one.
    fn record<'f>(
        &'f self,
        fields: impl Fn(usize) -> Vec<Cow<'f, str>>,
        decimal: impl Fn(usize) -> String,
    ) -> Vec<Cow<'f, str>> {
        let (mut record, mut last) = (Vec::new(), Vec::new());
        for at in self.places(Format::Csv) {
            record.extend(fields(at));
            if self.columns[at].is_exact {
                let decimals = if self.are_decimals_last { &mut last } else { &mut record };
                decimals.push(decimal(at).into());
            }
        }
        record.append(&mut last);
        record
    }

    /// Returns the positions of the columns that a form has.
    fn places(&self, format: Format) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(move |&at| self.columns[at].is_in(format))
    }

    /// Returns the headings of the columns that a form has.
    fn headings(&self, format: Format) -> impl Iterator<Item = &str> {
        self.places(format).map(|at| self.columns[at].heading.as_deref().unwrap_or_default())
    }

    fn write_text(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        let mut text = comfy_table::Table::new();
        text.load_preset(presets::NOTHING).set_header(self.headings(Format::Text));
        for row in &self.rows {
            let cell = |at: usize| match (&row[at], &self.columns[at]) {
                (Cell::Number(value), column) if column.is_in_full && style.digits.is_none() => {
                    value.exactly()
                }
                (cell, column) => {
                    cell.for_people(style.digits.unwrap_or(column.digits)).into_owned()
                }
            };
            text.add_row(self.places(Format::Text).map(cell));
        }
        for (shown, at) in self.places(Format::Text).enumerate() {
            if let Some(column) = text.column_mut(shown).filter(|_| self.columns[at].is_right) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let widest = text.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
        if let Some(columns) = style.width.filter(|columns| widest > usize::from(*columns)) {
            text.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
        }
        for line in text.lines() {
            // Without the blanks that end a line.
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn write_markdown(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "))
        };
        line(&mut self.headings(style.format).map(in_markdown))?;
        let side = |at| if self.is_right(at) { "---:" } else { ":---" }.to_owned();
        line(&mut self.places(style.format).map(side))?;
        for cells in self.rounded_rows(style) {
            line(&mut cells.iter().map(|cell| match cell {
                Printed::Words(text) | Printed::Number(text) => in_markdown(text),
                Printed::Infinity { is_negative } => {
                    if *is_negative { "-\u{221e}" } else { "\u{221e}" }.to_owned()
                }
            }))?;
        }
        if let Some(note) = self.rounding(style) {
            writeln!(out, "\n{note}")?;
        }
        Ok(())
    }

    fn write_latex(&self, style: Style, out: &mut dyn Write) -> Result<(), RenderError> {
        if let Some(note) = self.rounding(style) {
            writeln!(out, "% {note}")?;
        }
        let side = |at| if self.is_right(at) { 'r' } else { 'l' };
        let sides: String = self.places(style.format).map(side).collect();
        writeln!(out, "\\begin{{tabular}}{{{sides}}}\n\\toprule")?;
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            writeln!(out, "{} \\\\", cells.collect::<Vec<_>>().join(" & "))
        };
        line(&mut self.headings(style.format).map(in_latex))?;
        let mut rules = String::from("\\midrule\n");
        for cells in self.rounded_rows(style) {
            let mut cells = cells.iter().map(|cell| match cell {
                Printed::Words(text) => in_latex(text),
                Printed::Number(text) if text.starts_with('-') => format!("${text}$"),
                Printed::Number(text) => text.clone(),
                Printed::Infinity { is_negative } => {
                    if *is_negative { "$-\\infty$" } else { "$\\infty$" }.to_owned()
                }
            });
            let first = cells.next().unwrap_or_default();
            line(&mut std::iter::once(std::mem::take(&mut rules) + &first).chain(cells))?;
        }
        writeln!(out, "{rules}\\bottomrule\n\\end{{tabular}}")?;
        Ok(())
    }

    /// Returns the rows for Markdown and LaTeX.
    fn rounded_rows(&self, style: Style) -> impl Iterator<Item = Vec<Printed>> {
        let digits = style.digits.unwrap_or(Style::DIGITS);
        let printed = move |cell: &Cell<'_>| match cell {
            Cell::Number(Value::Infinity) => Printed::Infinity { is_negative: false },
            Cell::Number(Value::NegativeInfinity) => Printed::Infinity { is_negative: true },
            Cell::Number(Value::Exact(value)) if value.is_integer() => {
                Printed::Number(value.to_string())
            }
            Cell::Number(value) if !matches!(value, Value::Undefined(_)) => {
                Printed::Number(value.to_decimal(digits))
            }
            cell => Printed::Words(cell.for_people(digits).into_owned()),
        };
        self.rows
            .iter()
            .map(move |row| self.places(style.format).map(|at| printed(&row[at])).collect())
    }

    /// Returns `true` if Markdown and LaTeX align a column to the right: if all its cells are
    /// numbers.
    fn is_right(&self, at: usize) -> bool {
        let is_number =
            |row: &Vec<Cell<'c>>| !matches!(row[at], Cell::Text(_) | Cell::Phrase(_) | Cell::Empty);
        self.columns[at].is_right || !self.is_empty() && self.rows.iter().all(is_number)
    }

    /// Returns a sentence about the rounding of numbers, if there are any that may be rounded.
    fn rounding(&self, style: Style) -> Option<String> {
        let has_any = |at: usize| self.rows.iter().any(|row: &Vec<Cell<'_>>| row[at].is_rounded());
        let digits = style.digits.unwrap_or(Style::DIGITS);
        let noun = if digits == 1 { "digit" } else { "digits" };
        self.places(style.format).any(has_any).then(|| {
            format!("Numbers are rounded to {digits} {noun} after the decimal point, half to even.")
        })
    }
}

/// A cell of Markdown and LaTeX before it is escaped.
enum Printed {
    Words(String),
    Number(String),
    Infinity { is_negative: bool },
}

/// Returns a text of one line for Markdown: every mark with a meaning is escaped.
pub(super) fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~$&!^".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns a text of one line for LaTeX, in text mode.
fn in_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '\'' => escaped.push_str("\\textquotesingle{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            // At the start of a line they would belong to the end of the line before.
            '[' | ']' | '*' => escaped.extend(['{', c, '}']),
            // Two would become one dash.
            '-' if before == '-' => escaped.push_str("{}-"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::performance::{Classifier, ConfusionMatrix};
    use exactile::score::{Metric, RankingScore};
    use exactile::tile::rank_at;

    #[test]
    fn numbers_within_words_have_the_digits_that_are_asked_for() {
        let mut table = Table::new([Column::people("place"), Column::people("off").digits(4)]);
        let off = |value: Rational| Cell::Distance(value.into());
        let place = Point::new(q(1, 3), q(2, 3));
        table.row([Cell::point(&place), Cell::Phrase(vec!["by ".into(), off(q(1, 300))])]);
        table.row([Cell::range([q(1, 8), q(1, 2)]), off(q(0, 1))]);
        assert_eq!(
            of(&table, Format::Text),
            " place                 off\n (0.333333, 0.666667)  by 0.0033\n 0.125000 to 0.500000  \
             0.0000\n"
        );
        let rounded = [(1, "0.3, 0.7", "\\< 0.1"), (0, "0, 1", "\\< 1")];
        for (digits, first, off) in rounded {
            let style = Style { digits: Some(digits), ..Style::new(Format::Markdown) };
            let text = written(&table, style);
            assert!(text.contains(&format!("| ({first}) | by {off} |")), "{text}");
            assert!(text.contains(&format!("rounded to {digits} digit")), "{text}");
        }
    }

    fn written(table: &Table<'_>, style: Style) -> String {
        let mut out = Vec::new();
        table.write(style, &mut out).expect("memory");
        String::from_utf8(out).expect("text")
    }

    fn of(table: &Table<'_>, format: Format) -> String {
        written(table, Style::new(format))
    }

    fn q(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator, denominator)
    }

    #[test]
    fn decimals_stand_beside_their_columns_or_last() {
        let columns = || [Column::exact("x", "x"), Column::data("k"), Column::exact("y", "y")];
        let row = || [q(1, 8).into(), 3_u64.into(), q(-1, 3).into()];
        let mut beside = Table::new(columns());
        beside.row(row());
        assert_eq!(
            of(&beside, Format::Csv),
            "x,x_decimal,k,y,y_decimal\n1/8,0.125,3,-1/3,-0.3333333333333333\n"
        );
        let mut last = Table::new(columns()).decimals_last();
        last.row(row());
        assert_eq!(
            of(&last, Format::Csv),
            "x,k,y,x_decimal,y_decimal\n1/8,3,-1/3,0.125,-0.3333333333333333\n"
        );
    }

    #[test]
    fn each_form_has_its_own_columns() {
        let mut table = Table::new([
            Column::data("a"),
            Column::people("b"),
            Column::terminal("c"),
            Column::new("d", "d"),
        ]);
        table.row(["1", "2", "3", "4"].map(Cell::from));
        assert_eq!(of(&table, Format::Csv), "a,d\n1,4\n");
        assert_eq!(of(&table, Format::Text), " b  c  d\n 2  3  4\n");
        assert_eq!(of(&table, Format::Markdown), "| b | d |\n| :--- | :--- |\n| 2 | 4 |\n");
        assert_eq!(
            of(&table, Format::Latex),
            "\\begin{tabular}{ll}\n\\toprule\nb & d \\\\\n\\midrule\n2 & 4 \
             \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
    }

    #[test]
    fn ranks_are_one_column_for_people_and_two_of_csv() {
        let matrix = ConfusionMatrix::from_counts(1, 1, 1, 1).expect("counts");
        let twins = [Classifier::new("a", matrix.clone()), Classifier::new("b", matrix)];
        let accuracy = RankingScore::at(Point::new(q(1, 2), q(1, 2))).expect("a place");
        let ranked = rank_at(&twins, &accuracy);
        let mut table = Table::new([Column::ranks(), Column::new("classifier", "name")]);
        table.row([ranked[0].rank.into(), "a".into()]);
        table.row([Cell::Ranks(None), "nobody".into()]);
        assert_eq!(of(&table, Format::Csv), "rank_best,rank_worst,name\n1,2,a\n,,nobody\n");
        assert_eq!(of(&table, Format::Text), " rank  classifier\n  1-2  a\n    -  nobody\n");
    }

    #[test]
    fn numbers_are_rounded_half_to_even_and_it_is_said() {
        let mut table = Table::new([Column::exact("x", "x")]);
        table.row([q(5, 8).into()]);
        table.row([q(-7, 8).into()]);
        table.row([q(2, 1).into()]);
        let style = |format| Style { digits: Some(2), ..Style::new(format) };
        assert_eq!(
            written(&table, style(Format::Markdown)),
            "| x |\n| ---: |\n| 0.62 |\n| -0.88 |\n| 2 |\n\nNumbers are rounded to 2 digits after \
             the decimal point, half to even.\n"
        );
        assert_eq!(
            written(&table, style(Format::Latex)),
            "% Numbers are rounded to 2 digits after the decimal point, half to \
             even.\n\\begin{tabular}{r}\n\\toprule\nx \\\\\n\\midrule\n0.62 \\\\\n$-0.88$ \\\\\n2 \
             \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
        assert_eq!(written(&table, style(Format::Text)), " x\n 0.62\n -0.88\n 2.00\n");
        let mut whole = Table::new([Column::new("k", "k")]);
        whole.row([2_u64.into()]);
        assert!(!of(&whole, Format::Markdown).contains("rounded"));
    }

    #[test]
    fn values_that_are_no_fractions_have_their_form() {
        let matrix = |counts: [u64; 4]| {
            ConfusionMatrix::from_counts(counts[0], counts[1], counts[2], counts[3])
                .expect("counts")
        };
        let values: [Value; 3] = [
            Metric::GeometricMean.value(&matrix([1, 1, 0, 2])),
            Metric::Plr.value(&matrix([2, 0, 1, 1])),
            Metric::Ppv.value(&matrix([2, 0, 1, 0])),
        ];
        let mut table = Table::new([
            Column::exact("about", "value"),
            Column::data("undefined"),
            Column::terminal("exactly"),
        ]);
        for value in &values {
            table.row([value.into(), Cell::reason(value), Cell::exactly(value)]);
        }
        assert_eq!(
            of(&table, Format::Csv),
            "value,value_decimal,undefined\nsqrt(1/2),0.7071067811865476,\ninf,inf,\n,,TP + FP = \
             0\n"
        );
        assert_eq!(
            of(&table, Format::Text),
            " about      exactly\n 0.707107   sqrt(1/2)\n inf        inf\n undefined  TP + FP = 0\n"
        );
        let latex = of(&table, Format::Latex);
        assert!(latex.contains("0.7071 \\\\\n$\\infty$ \\\\\nundefined \\\\"), "{latex}");
        assert!(of(&table, Format::Markdown).contains("| \u{221e} |"));
    }

    #[test]
    fn names_are_text_in_every_form() {
        let hostile = "[x] a_b|c\\d&$\u{1b}[0m\u{202e}--<*>";
        let mut table = Table::new([Column::new("name", "name")]);
        table.row([hostile.into()]);
        assert_eq!(of(&table, Format::Csv), format!("name\n{hostile}\n"));
        assert_eq!(of(&table, Format::Text), " name\n [x] a_b|c\\d&$\\u{1b}[0m\\u{202e}--<*>\n");
        let markdown = of(&table, Format::Markdown);
        assert!(
            markdown.contains(r"| \[x\] a\_b\|c\\d\&\$\\u\{1b\}\[0m\\u\{202e\}--\<\*\> |"),
            "{markdown}"
        );
        let latex = of(&table, Format::Latex);
        assert!(
            latex.contains(concat!(
                r"{[}x{]} a\_b\textbar{}c\textbackslash{}d\&\$\textbackslash{}u\{1b\}{[}0m",
                r"\textbackslash{}u\{202e\}-{}-\textless{}{*}\textgreater{} \\"
            )),
            "{latex}"
        );
    }

    #[test]
    fn text_is_fitted_to_the_terminal() {
        let mut table = Table::new([Column::people("name"), Column::people("words")]);
        table.row(["a".into(), "one two three four five".into()]);
        let narrow = Style { width: Some(20), ..Style::new(Format::Text) };
        let text = written(&table, narrow);
        assert!(text.lines().all(|line| line.chars().count() <= 20), "{text}");
        assert!(text.lines().count() > of(&table, Format::Text).lines().count());
    }
}
