//! The reading of an input: its form and the meaning of its columns.

use super::sample_columns::SampleColumns;
use super::table::Table;
use super::vocabulary::Word;

/// The reading of an input: its form and the meaning of its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The form: `matrices`, `rates`, `predictions`, `scores`, `rights` (and wrongs), `json` or
    /// `joined`.
    pub form: String,
    /// The encoding of the text: `utf-8` or `utf-16`; `None` for JSON and joined files.
    pub encoding: Option<&'static str>,
    /// The character between fields, if there is one.
    pub separator: Option<char>,
    /// The decimal mark, if a number shows it.
    pub decimal_mark: Option<char>,
    /// The column of the truth.
    pub truth: Option<String>,
    /// The column of the numbers of samples, or of their weights.
    pub weight: Option<String>,
    /// The names of the classifiers or models.
    pub classifiers: Vec<String>,
    /// The columns that are left out, each with the reason.
    pub ignored: Vec<(String, &'static str)>,
    /// The number of rows with a sample each that were read.
    pub rows: Option<u64>,
}

impl Reading {
    /// Returns the properties of a table that its text shows.
    pub(super) fn of_table(form: &str, table: &Table<'_>) -> Self {
        let by_user = (0..table.header().len()).filter(|&column| table.is_ignored(column));
        let by_user = by_user.filter(|column| table.domain_column() != Some(*column));
        let ignored = by_user.map(|column| match column == 0 && table.has_unnamed_first() {
            true => (table.header()[column].clone(), "an index without a name"),
            false if table.is_nested(column) => {
                (table.header()[column].clone(), "it holds lists or objects")
            }
            false => (table.header()[column].clone(), "left out with --ignore"),
        });
        Self {
            form: if table.known_columns().is_some() { "joined" } else { form }.to_owned(),
            encoding: table.encoding(),
            separator: table.separator(),
            decimal_mark: table.decimal_mark(),
            ignored: ignored.collect(),
            ..Self::default()
        }
    }

    /// As [`Self::of_table`], for a table with a sample per row.
    pub(super) fn of_samples(
        form: &str,
        table: &Table<'_>,
        columns: &SampleColumns,
        rows: u64,
    ) -> Self {
        let header = table.header();
        let mut reading = Self::of_table(form, table);
        let why = |column: usize| match table.means(column, Word::Id) {
            true => "its name is that of an identifier",
            false => "its name is that of something known of samples",
        };
        let aside = columns.aside.iter().map(|&column| (header[column].clone(), why(column)));
        reading.ignored.extend(aside);
        let used = |column: &usize| {
            *column == columns.truth
                || Some(*column) == columns.count
                || columns.models.contains(column)
                || columns.aside.contains(column)
                || table.is_ignored(*column)
        };
        let others = (0..header.len()).filter(|column| !used(column));
        reading
            .ignored
            .extend(others.map(|column| (header[column].clone(), "not named by --only")));
        Self {
            truth: header.get(columns.truth).cloned(),
            weight: columns.count.map(|column| header[column].clone()),
            classifiers: columns.names(table),
            rows: Some(rows),
            ..reading
        }
    }
}
