//! Where the bytes come from: counts them for the progress bar and names the file in errors.

use std::io::{self, Read};

use super::compressed;
use super::error::{self, InputError, InputErrorKind, Place};

/// A reader with a name.
pub(super) struct Source<'r> {
    reader: Box<dyn Read + 'r>,
    name: &'r str,
}

/// Counts the bytes of the file, compressed or not.
struct Counted<'r> {
    reader: &'r mut dyn Read,
    progress: &'r mut dyn FnMut(u64),
    bytes: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(block)?;
        self.bytes += count as u64;
        (self.progress)(self.bytes);
        Ok(count)
    }
}

impl<'r> Source<'r> {
    pub(super) fn new(
        reader: &'r mut dyn Read,
        name: &'r str,
        progress: &'r mut dyn FnMut(u64),
    ) -> Self {
        Self { reader: Box::new(Counted { reader, progress, bytes: 0 }), name }
    }

    pub(super) fn name(&self) -> &'r str {
        self.name
    }

    /// An error of the input as a whole.
    pub(super) fn error(&self, kind: InputErrorKind) -> InputError {
        InputError { kind, place: Place::file(self.name) }
    }

    /// The beginning: enough to recognise the format by, without the byte order mark.
    ///
    /// That is up to the end of the first line that holds something, at most a mebibyte or so.
    pub(super) fn head(&mut self) -> Result<Vec<u8>, InputError> {
        const BLOCK: usize = 1 << 16;
        const ENOUGH: usize = 1 << 20;
        let mut head = Vec::new();
        self.decompress()?;
        loop {
            let start = head.len();
            head.resize(start + BLOCK, 0);
            let count = self.fill(&mut head[start..])?;
            head.truncate(start + count);
            let text = head.trim_ascii_start();
            if count == 0 || text.contains(&b'\n') || head.len() >= ENOUGH {
                break;
            }
        }
        if head.starts_with(b"\xef\xbb\xbf") {
            head.drain(..3);
        }
        Ok(head)
    }

    /// Puts a decoder before the reader if the first bytes are those of gzip or Zstandard.
    fn decompress(&mut self) -> Result<(), InputError> {
        let mut magic = vec![0; compressed::MAGIC];
        let mut length = 0;
        while length < magic.len() {
            match self.fill(&mut magic[length..])? {
                0 => break,
                count => length += count,
            }
        }
        magic.truncate(length);
        let reader = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = compressed::decoded(magic, reader);
        Ok(())
    }

    /// Everything, given its beginning.
    pub(super) fn whole(&mut self, head: Vec<u8>) -> Result<Vec<u8>, InputError> {
        let mut bytes = head;
        self.read_to_end(&mut bytes).map_err(|error| error::unreadable(self.name, &error))?;
        Ok(bytes)
    }

    /// Some more bytes; none at the end.
    pub(super) fn fill(&mut self, block: &mut [u8]) -> Result<usize, InputError> {
        loop {
            match self.read(block) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error::unreadable(self.name, &error)),
                Ok(count) => return Ok(count),
            }
        }
    }
}

impl Read for Source<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        self.reader.read(block)
    }
}
