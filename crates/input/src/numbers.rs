//! CSV with a sample per row: its true value and the prediction of each model, a number.
//!
//! The weight of a row is that in the column of weights, times the number in the column `count`.

use super::error::{InputError, InputErrorKind, Place};
use super::joined::{self, LongColumns};
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, missing_value};
use super::table::Table;
use super::{Opened, ReadOptions, SourceFile, cells, joined_table, names, open};
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::Label;

/// The rows of such a table, one at a time.
///
/// ```
/// use exactile_input::{NumberRows, ReadOptions, SourceFile};
/// let mut text = "y_true,A\n1.5,2\n-1e1,1/3\n".as_bytes();
/// let (options, progress) = (ReadOptions::default(), &mut |_| ());
/// let file = SourceFile { reader: &mut text, name: "values.csv", progress };
/// let mut rows = NumberRows::open(vec![file], None, &options)?;
/// assert_eq!(rows.models(), ["A"]);
/// let row = rows.next_row()?.expect("a row");
/// assert_eq!((row.truth.to_string(), row.said[0].to_string()), ("3/2".into(), "2".into()));
/// # Ok::<(), exactile_input::InputError>(())
/// ```
pub struct NumberRows<'r> {
    table: Box<Table<'r>>,
    columns: SampleColumns,
    samples: SampleCounter,
    weight: Option<usize>,
    models: Vec<String>,
    row: NumberRow,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRow {
    /// The true value.
    pub truth: Rational,
    /// The prediction of each model.
    pub said: Vec<Rational>,
    /// The weight of the row, 0 or more; 1 without a column of weights or counts.
    pub weight: Rational,
}

/// The hint if there is no truth.
pub(super) const TRUTH_NEEDED: &str = "give a column y_true with the true values";

impl<'r> NumberRows<'r> {
    /// Reads the header of one file, or joins several; `weight` is the name of a column of weights.
    ///
    /// # Errors
    /// A header without `y_true`, models or the column of weights; files that cannot be joined.
    ///
    /// # Panics
    /// If there is no file.
    pub fn open(
        files: Vec<SourceFile<'r>>,
        weight: Option<&str>,
        options: &ReadOptions,
    ) -> Result<Self, InputError> {
        let table = sample_table(files, options)?;
        let weight = weight
            .map(|weight| {
                let header = table.header().iter().map(String::as_str);
                let is_it = |(column, name): &(usize, &str)| {
                    *name == weight.trim() && !table.is_ignored(*column)
                };
                let found = header.clone().enumerate().find(is_it).map(|(column, _)| column);
                let truth = table.find("y_true");
                found.filter(|&column| Some(column) != truth).ok_or_else(|| {
                    let nearest = names::nearest(weight, header).map(Box::from);
                    let name = abbreviated(weight);
                    table.row_error(InputErrorKind::NoSuchColumn { name, nearest })
                })
            })
            .transpose()?;
        let columns = SampleColumns::find(&table, options, weight, TRUTH_NEEDED)?;
        let samples = SampleCounter::new(&columns, &table, options);
        let models = columns.names(&table);
        let said = vec![Rational::ZERO; models.len()];
        let row = NumberRow { truth: Rational::ZERO, said, weight: Rational::ONE };
        Ok(Self { table, columns, samples, weight, models, row })
    }

    /// Returns the names of the models, in the order of their columns; they are distinct.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    /// Returns the next row, `None` after the last.
    ///
    /// # Errors
    /// A value that is not a number, a negative weight, a ragged row, or no row at all.
    pub fn next_row(&mut self) -> Result<Option<&NumberRow>, InputError> {
        while self.table.next_row()? {
            let Some(count) = self.check_row()? else {
                self.samples.dropped += 1;
                continue;
            };
            let table = &self.table;
            self.samples.take(table, count)?;
            let number = |name, column| {
                cells::number(name, &table.number_text(column))
                    .map_err(|kind| table.field_error(kind, column))
            };
            self.row.weight = Rational::from(count);
            if let Some(column) = self.weight {
                let weight = cells::count("the weight", &table.number_text(column), ())
                    .map_err(|(kind, _)| table.field_error(kind, column))?;
                self.row.weight = if count == 1 { weight } else { weight * &self.row.weight };
            }
            self.row.truth = number("y_true", self.columns.truth)?;
            for (said, &column) in self.row.said.iter_mut().zip(&self.columns.models) {
                *said = number("the prediction", column)?;
            }
            return Ok(Some(&self.row));
        }
        self.samples.check_end(&self.table)?;
        Ok(None)
    }

    /// Returns the number of samples of the row, `None` if it lacks a value and is left out.
    fn check_row(&mut self) -> Result<Option<u64>, InputError> {
        let SampleColumns { truth, models, .. } = &self.columns;
        for &column in [truth].into_iter().chain(&self.weight).chain(models) {
            if Label::is_missing(self.table.text(column)) {
                self.samples.check_dropping(&self.table, column, missing_value)?;
                return Ok(None);
            }
        }
        self.samples.read(&self.table)
    }

    /// Returns notes for the user after all rows are read, one line each.
    pub fn notes(&self) -> Vec<String> {
        self.samples.notes(&self.place().file)
    }

    /// Returns the number of rows that were left out because they lack a value.
    pub fn dropped(&self) -> u64 {
        self.samples.dropped
    }

    /// Returns the place where the last row began.
    pub fn place(&self) -> Place {
        self.table.place(self.table.line(), None)
    }
}

/// Opens a table with a sample per row, from one file or several joined ones; a long table gets a
/// column for each model.
pub(super) fn sample_table<'r>(
    mut files: Vec<SourceFile<'r>>,
    options: &ReadOptions,
) -> Result<Box<Table<'r>>, InputError> {
    if files.len() > 1 {
        return Ok(Box::new(joined_table(files, options)?.0));
    }
    let SourceFile { reader, name, progress } = files.pop().expect("a file");
    let Opened::Table(mut table) = open(reader, name, options, progress)? else {
        let kind = InputErrorKind::Missing { name: "y_true", needed: TRUTH_NEEDED };
        return Err(InputError { kind, place: Place::file(name) });
    };
    table.leave_out_index();
    match LongColumns::find(&table, options)? {
        Some(columns) => Ok(Box::new(joined::long(&mut table, &columns, options)?)),
        None => Ok(table),
    }
}
