//! CSV with a sample per row: which column is what, and how many samples a row stands for.
//!
//! `y_true` holds the truth, `count` the number of samples that the row stands for, if there is such a
//! column; every other column that is not left out belongs to a classifier or model.

use super::ReadOptions;
use super::error::{InputError, InputErrorKind};
use super::header;
use super::names;
use super::numerals;
use super::table::Table;
use exactile::num::abbreviated;
use exactile::performance::{Label, one_line};

/// The columns of such a table.
pub(super) struct SampleColumns {
    /// The column of the truth.
    pub(super) truth: usize,
    /// The column of the numbers of samples.
    pub(super) count: Option<usize>,
    /// The columns of classifiers or models, in order, at least one, their names distinct.
    pub(super) models: Vec<usize>,
}

impl SampleColumns {
    /// Looks at the header; the column `other` is used, but is no model. `needed` says what to
    /// give if there is no truth.
    pub(super) fn find(
        table: &Table<'_>,
        other: Option<usize>,
        needed: &'static str,
    ) -> Result<Self, InputError> {
        let header = table.header();
        let Some(truth) = table.find("y_true") else {
            // Left out by the user, or not there.
            let kind = match header.iter().find(|name| header::is_key(name, "y_true")) {
                Some(name) => InputErrorKind::Needed { name: abbreviated(name) },
                None => InputErrorKind::Missing { name: "y_true", needed },
            };
            return Err(table.row_error(kind));
        };
        let count = table.find("count").filter(|column| Some(*column) != other);
        let used: Vec<usize> = [truth].into_iter().chain(count).chain(other).collect();
        header::check_unrepeated(table, &used)?;
        let is_model = |column: &usize| !used.contains(column) && !table.is_ignored(*column);
        let models: Vec<usize> = (0..header.len()).filter(is_model).collect();
        if let Some(&column) = models.iter().find(|column| header[**column].is_empty()) {
            return Err(table.field_error(InputErrorKind::UnnamedColumn, column));
        }
        let name = |column: &usize| header[*column].as_str();
        if let Some((first, again)) = names::first_repeated(&models, name) {
            let (first, again) = (models[first], models[again]);
            let name = abbreviated(&header[again]);
            let first = Box::new(table.place(table.line(), Some(first)));
            return Err(table.field_error(InputErrorKind::RepeatedName { name, first }, again));
        }
        if models.is_empty() {
            let what = "column of predictions beside y_true";
            return Err(table.row_error(InputErrorKind::Nothing { what }));
        }
        Ok(Self { truth, count, models })
    }

    /// The names of the models.
    pub(super) fn names(&self, table: &Table<'_>) -> Vec<String> {
        self.models.iter().map(|&column| table.header()[column].clone()).collect()
    }
}

/// Counts rows and the samples that they stand for, and rows that were left out.
pub(super) struct SampleCounter {
    column: Option<usize>,
    drop_missing: bool,
    /// The rows that were taken, and those that were left out.
    pub(super) rows: u64,
    pub(super) dropped: u64,
    /// The samples of the rows that were taken.
    pub(super) samples: u64,
}

impl SampleCounter {
    pub(super) fn new(columns: &SampleColumns, options: &ReadOptions) -> Self {
        let drop_missing = options.drop_missing;
        Self { column: columns.count, drop_missing, rows: 0, dropped: 0, samples: 0 }
    }

    /// The number of samples that a row stands for; `None` if it is missing and the row is to be
    /// left out.
    pub(super) fn read(&self, table: &Table<'_>) -> Result<Option<u64>, InputError> {
        let Some(column) = self.column else { return Ok(Some(1)) };
        let text = table.text(column);
        if Label::is_missing(text) {
            self.check_dropping(table, column, missing_value)?;
            return Ok(None);
        }
        let kind = match numerals::parse(&table.count_text(column)) {
            Ok(count) if count.is_integer() && !count.is_negative() => {
                match count.to_string().parse() {
                    Ok(count) => return Ok(Some(count)),
                    Err(_) => InputErrorKind::CountsTooLarge,
                }
            }
            _ => InputErrorKind::NotACount { text: abbreviated(text.trim()) },
        };
        Err(table.field_error(kind, column))
    }

    /// Takes a row that stands for `count` samples.
    #[inline]
    pub(super) fn take(&mut self, table: &Table<'_>, count: u64) -> Result<(), InputError> {
        self.rows += 1;
        match self.samples.checked_add(count) {
            Some(samples) => self.samples = samples,
            None => {
                let column = self.column.unwrap_or_default();
                return Err(table.field_error(InputErrorKind::CountsTooLarge, column));
            }
        }
        Ok(())
    }

    /// A value of the row is missing: an error, unless such rows are to be left out.
    pub(super) fn check_dropping(
        &self,
        table: &Table<'_>,
        column: usize,
        kind: fn(String, String) -> InputErrorKind,
    ) -> Result<(), InputError> {
        if self.drop_missing {
            return Ok(());
        }
        let name = abbreviated(&table.header()[column]);
        Err(table.field_error(kind(name, abbreviated(table.text(column).trim())), column))
    }

    /// There has to be a sample.
    pub(super) fn check_end(&self, table: &Table<'_>) -> Result<(), InputError> {
        if self.samples > 0 {
            return Ok(());
        }
        Err(table.error(match self.dropped {
            0 => InputErrorKind::Nothing { what: "sample below the header" },
            rows if self.rows == 0 => InputErrorKind::NothingLeft { rows },
            _ => InputErrorKind::Nothing { what: "sample in the rows that are left" },
        }))
    }

    /// What the user may want to know.
    pub(super) fn notes(&self, file: &str) -> Vec<String> {
        let rows = |count: u64| match count {
            1 => "1 row".to_owned(),
            count => format!("{count} rows"),
        };
        let mut notes = Vec::new();
        if self.dropped > 0 {
            let (all, dropped, file) =
                (rows(self.rows + self.dropped), self.dropped, one_line(file));
            notes.push(format!("{dropped} of {all} in {file} left out for a missing value"));
        }
        if self.column.is_some() {
            let (file, rows) = (one_line(file), rows(self.rows));
            let samples = self.samples;
            notes.push(format!(
                "the column count of {file} says that {rows} stand for {samples} samples"
            ));
        }
        notes
    }
}

/// A missing label.
pub(super) fn missing_label(column: String, text: String) -> InputErrorKind {
    InputErrorKind::MissingLabel { column, text: text.into() }
}

/// A missing number.
pub(super) fn missing_value(column: String, text: String) -> InputErrorKind {
    InputErrorKind::MissingValue { column, text: text.into() }
}
