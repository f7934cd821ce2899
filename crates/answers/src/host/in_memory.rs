//! Results in memory, for callers that have no streams.

use std::io::{self, Write};

use super::failure::Failure;
use exactile::work::{TooMuchWork, Work};

/// A result in memory. If it does not fit, it is refused instead of ending the process.
#[derive(Default)]
pub struct InMemory {
    /// The bytes written so far.
    pub bytes: Vec<u8>,
    /// The number of bytes that could not be allocated.
    pub refused: Option<u128>,
}

impl InMemory {
    /// The refusal of a result that does not fit.
    pub fn too_much(&self) -> Failure {
        TooMuchWork { work: Work::Memory, amount: self.refused.unwrap_or_default() }.into()
    }
}

impl Write for InMemory {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.try_reserve(more.len()).is_err() {
            // Results grow to twice their size.
            self.refused = Some(2 * self.bytes.len() as u128);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
