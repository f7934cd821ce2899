//! Any CSV as texts with their places, for tables whose columns are known to the caller alone.

use std::io::Read;

use super::error::{InputError, InputErrorKind};
use super::markup::TextRow;
use super::source::{MAX_TEXT, Source};
use super::table::Table;

/// The texts of a CSV table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// The names of the columns, trimmed.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<TextRow>,
}

/// Reads a table as it is; `name` is the name of the file in errors.
///
/// ```
/// let text = "positives,acc\n 7 ,0.9\n\n8,\n";
/// let table = exactile_input::read_text_table(&mut text.as_bytes(), "x.csv", &mut |_| ())?;
/// assert_eq!(table.header, ["positives", "acc"]);
/// assert_eq!((table.rows[1].line, &table.rows[1].cells[..]),
///     (4, &["8".into(), String::new()][..]));
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Text that is not CSV in UTF-8, and ragged rows.
pub fn read_text_table(
    reader: &mut dyn Read,
    name: &str,
    progress: &mut dyn FnMut(u64),
) -> Result<TextTable, InputError> {
    let mut source = Source::new(reader, name, progress);
    let head = source.head()?;
    if head.iter().all(u8::is_ascii_whitespace) {
        return Err(source.error(InputErrorKind::Empty));
    }
    read_rows(Table::open(source, head)?)
}

/// The most cells.
const MAX_CELLS: usize = 1 << 22;

/// The rows of an opened table.
pub(super) fn read_rows(mut table: Table<'_>) -> Result<TextTable, InputError> {
    let header = table.header().to_vec();
    let mut rows = Vec::new();
    let mut bytes = 0;
    while table.next_row()? {
        bytes += table.fields().map(<[u8]>::len).sum::<usize>();
        if (rows.len() + 1) * header.len() > MAX_CELLS {
            let kind = InputErrorKind::TooManyCells { limit: MAX_CELLS, what: "cells" };
            return Err(table.row_error(kind));
        }
        if bytes > MAX_TEXT {
            return Err(table.error(InputErrorKind::TextTooLong { limit: MAX_TEXT }));
        }
        let cells = (0..header.len()).map(|column| table.text(column).trim().to_owned()).collect();
        rows.push(TextRow { line: table.line(), cells });
    }
    Ok(TextTable { header, rows })
}
