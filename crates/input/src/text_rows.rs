//! Any CSV as texts with their places, for tables whose columns only the caller knows.

use std::io::Read;

use super::ReadOptions;
use super::error::InputError;
use super::numbers::open_table;

/// The texts of a CSV table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// The names of the columns, trimmed.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<TextRow>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRow {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The cells, trimmed.
    pub cells: Vec<String>,
}

/// Reads a table as it is; `name` stands for the file in errors.
///
/// ```
/// let text = "positives,acc\n 7 ,0.9\n\n8,\n";
/// let table = exactile_input::read_text_table(&mut text.as_bytes(), "x.csv", &mut |_| ())?;
/// assert_eq!(table.header, ["positives", "acc"]);
/// assert_eq!((table.rows[1].line, &table.rows[1].cells[..]), (4, &["8".into(), String::new()][..]));
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// What is no CSV in UTF-8, and ragged rows.
pub fn read_text_table(
    reader: &mut dyn Read,
    name: &str,
    progress: &mut dyn FnMut(u64),
) -> Result<TextTable, InputError> {
    let options = ReadOptions::default();
    let mut table = open_table(reader, name, &options, progress)?;
    let header = table.header().to_vec();
    let mut rows = Vec::new();
    while table.next_row()? {
        let cells = (0..header.len()).map(|column| table.text(column).trim().to_owned()).collect();
        rows.push(TextRow { line: table.line(), cells });
    }
    Ok(TextTable { header, rows })
}
