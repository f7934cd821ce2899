//! Columns that are not used.

use exactile::num::abbreviated;

use super::error::{InputError, InputErrorKind};
use super::keys::is_key;
use super::table::Table;

/// Returns the names of the columns that are neither used nor left out.
pub(super) fn unused(table: &Table<'_>, used: &[usize]) -> Vec<String> {
    let is_unused = |column: &usize| !used.contains(column) && !table.is_ignored(*column);
    let columns = (0..table.header().len()).filter(is_unused);
    columns.map(|column| table.header()[column].clone()).collect()
}

/// Checks that no used column is repeated.
pub(super) fn check_unrepeated(table: &Table<'_>, used: &[usize]) -> Result<(), InputError> {
    let header = table.header();
    for (column, name) in header.iter().enumerate() {
        let repeats = |&first: &usize| first < column && is_key(name, &header[first]);
        if !table.is_ignored(column) && used.iter().any(repeats) {
            let kind = InputErrorKind::Repeated { name: abbreviated(name) };
            return Err(table.field_error(kind, column));
        }
    }
    Ok(())
}
