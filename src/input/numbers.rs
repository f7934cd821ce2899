//! CSV with a sample per row: its true value and the number that each model said.

use std::io::Read;

use super::error::{InputError, InputErrorKind, Place};
use super::header;
use super::source::Source;
use super::table::Table;
use super::{cells, predictions};
use crate::num::Rational;
use crate::num::decimal::abbreviated;

/// The rows of such a table, one at a time.
///
/// ```
/// use exactile::input::NumberRows;
/// let mut text = "y_true,A\n1.5,2\n-1e1,1/3\n".as_bytes();
/// let progress = &mut |_| ();
/// let mut rows = NumberRows::open(&mut text, "values.csv", None, progress)?;
/// assert_eq!(rows.models(), ["A"]);
/// let row = rows.next_row()?.expect("a row");
/// assert_eq!((row.truth.to_string(), row.said[0].to_string()), ("3/2".into(), "2".into()));
/// # Ok::<(), exactile::input::InputError>(())
/// ```
pub struct NumberRows<'r> {
    table: Box<Table<'r>>,
    truth: usize,
    weight: Option<usize>,
    models: Vec<String>,
    row: NumberRow,
    is_empty: bool,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRow {
    /// The true value.
    pub truth: Rational,
    /// What each model said.
    pub said: Vec<Rational>,
    /// The weight of the sample, 0 or more; 1 without a column of weights.
    pub weight: Rational,
}

/// A column of samples: the true one, by its name `y_true`, or any other one by its exact name.
const TRUTH_NEEDED: &str = "give a column y_true with the true values";

/// The column of the truth, behind a header that has all the names it needs.
pub(super) fn truth_column(table: &Table<'_>) -> Result<usize, InputError> {
    let is_truth = |name: &String| header::is_key(name, "y_true");
    let truth = table.header().iter().position(is_truth).ok_or_else(|| {
        table.row_error(InputErrorKind::Missing { name: "y_true", needed: TRUTH_NEEDED })
    })?;
    header::check_unrepeated(table, &[truth])?;
    predictions::check_names(table, table.header())?;
    Ok(truth)
}

impl<'r> NumberRows<'r> {
    /// Reads the header; `name` stands for the file in errors, `weight` names a column of weights.
    ///
    /// # Errors
    /// A header without `y_true`, models or the column of weights.
    pub fn open(
        reader: &'r mut dyn Read,
        name: &'r str,
        weight: Option<&str>,
        progress: &'r mut dyn FnMut(u64),
    ) -> Result<Self, InputError> {
        let table = open_table(reader, name, progress)?;
        let truth = truth_column(&table)?;
        let header = table.header();
        let weight = weight
            .map(|weight| {
                let found = header.iter().position(|column| column == weight.trim());
                found.filter(|&column| column != truth).ok_or_else(|| {
                    table.row_error(InputErrorKind::NoSuchColumn { name: abbreviated(weight) })
                })
            })
            .transpose()?;
        let is_model = |column: &usize| *column != truth && Some(*column) != weight;
        let models: Vec<String> =
            (0..header.len()).filter(is_model).map(|column| header[column].clone()).collect();
        if models.is_empty() {
            let what = "column of predictions beside y_true";
            return Err(table.row_error(InputErrorKind::Nothing { what }));
        }
        let said = vec![Rational::ZERO; models.len()];
        let row = NumberRow { truth: Rational::ZERO, said, weight: Rational::ONE };
        Ok(Self { table, truth, weight, models, row, is_empty: true })
    }

    /// The names of the models, in the order of their columns, distinct.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// The next row, `None` behind the last.
    ///
    /// # Errors
    /// What is no number, a negative weight, a ragged row, no row at all.
    pub fn next_row(&mut self) -> Result<Option<&NumberRow>, InputError> {
        if !self.table.next_row()? {
            if self.is_empty {
                let kind = InputErrorKind::Nothing { what: "sample below the header" };
                return Err(self.table.error(kind));
            }
            return Ok(None);
        }
        self.is_empty = false;
        let table = &self.table;
        let mut models = self.row.said.iter_mut();
        for column in 0..table.header().len() {
            let text = table.text(column);
            let value = if Some(column) == self.weight {
                self.row.weight = cells::count("the weight", text, ())
                    .map_err(|(kind, _)| table.field_error(kind, column))?;
                continue;
            } else if column == self.truth {
                cells::number("y_true", text)
            } else {
                cells::number("the prediction", text)
            };
            let value = value.map_err(|kind| table.field_error(kind, column))?;
            if column == self.truth {
                self.row.truth = value;
            } else if let Some(said) = models.next() {
                *said = value;
            }
        }
        Ok(Some(&self.row))
    }

    /// Where the last row began.
    pub fn place(&self) -> Place {
        self.table.place(self.table.line(), None)
    }
}

/// A CSV table, whatever its header.
pub(super) fn open_table<'r>(
    reader: &'r mut dyn Read,
    name: &'r str,
    progress: &'r mut dyn FnMut(u64),
) -> Result<Box<Table<'r>>, InputError> {
    let mut source = Source::new(reader, name, progress);
    let head = source.head()?;
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(source.error(InputErrorKind::Empty));
    }
    Table::open(source, head).map(Box::new)
}
