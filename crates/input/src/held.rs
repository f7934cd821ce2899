//! Rows that were put together in memory.

use std::rc::Rc;

use super::error::Place;

/// Rows that were put together in memory.
pub(super) trait HeldRows {
    /// Appends the fields of the next row, one after the other, and the end of each; returns
    /// `false` at the end.
    fn next(&mut self, text: &mut Vec<u8>, ends: &mut Vec<usize>) -> bool;

    /// Returns the place of a row or of one of its fields; rows from 1, columns from 0.
    fn place(&self, row: u64, column: Option<usize>) -> Place;

    /// Returns the places alone, if rows are not lines of a file.
    fn places(&self) -> Option<Rc<dyn Places>> {
        None
    }
}

/// The places of rows, which are kept after the rows are read.
pub(super) trait Places {
    /// Returns the place of a row, or of one of its fields; rows from 1, columns from 0.
    fn place(&self, row: u64, column: Option<usize>) -> Place;
}
