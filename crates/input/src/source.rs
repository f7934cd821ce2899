//! The source of bytes: counts them for the progress bar and has the name of the file for errors.

use std::io::{self, Cursor, Read};

use super::compressed;
use super::dialect;
use super::encoding::{BlanksToTabs, FromUtf16, ReturnsToFeeds, Turned, Utf16, has_returns};
use super::error::{self, InputError, InputErrorKind, Place};
use super::foreign;

/// The number of bytes read at a time.
const STEP: usize = 1 << 16;
/// The most bytes by which a form is recognised.
const MOST: usize = 1 << 20;
/// The longest text that is held as a whole: JSON.
pub(super) const MAX_TEXT: usize = 1 << 28;

/// A reader with a name.
pub(super) struct Source<'r> {
    reader: Box<dyn Read + 'r>,
    name: &'r str,
    /// `true` if everything was read.
    is_at_end: bool,
    encoding: &'static str,
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
        Self {
            reader: Box::new(Counted { reader, progress, bytes: 0 }),
            name,
            is_at_end: false,
            encoding: "utf-8",
        }
    }

    /// Creates an empty source with a name.
    pub(super) fn nothing(name: &'r str) -> Self {
        Self { reader: Box::new(io::empty()), name, is_at_end: true, encoding: "utf-8" }
    }

    pub(super) fn name(&self) -> &'r str {
        self.name
    }

    /// Returns the encoding of the text: `utf-8` or `utf-16`.
    pub(super) fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// Returns `true` if everything was read.
    pub(super) fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Returns an error of the input as a whole.
    pub(super) fn error(&self, kind: InputErrorKind) -> InputError {
        InputError { kind, place: Place::file(self.name) }
    }

    /// Returns the beginning, as UTF-8 without the byte order mark, which suffices to recognise the
    /// form.
    ///
    /// It is all of a short text, or else some first non-blank lines, about a mebibyte at most. It
    /// does not depend on the blocks in which the source delivers its bytes.
    pub(super) fn head(&mut self) -> Result<Vec<u8>, InputError> {
        let magic = self.some(compressed::MAGIC)?;
        self.wrap(|reader| compressed::decoded(magic, reader));
        let mut head = self.some(STEP)?;
        if let Some(kind) = foreign::recognise(&head, self.name) {
            return Err(self.error(kind));
        }
        if let Some(order) = Utf16::recognise(&head) {
            self.encoding = "utf-16";
            self.prepend(std::mem::take(&mut head));
            self.wrap(|reader| Box::new(Turned::new(reader, FromUtf16::new(order))));
            head = self.some(STEP)?;
        }
        if has_returns(&head) {
            self.prepend(std::mem::take(&mut head));
            self.wrap(|reader| Box::new(Turned::new(reader, ReturnsToFeeds::default())));
            head = self.some(STEP)?;
        }
        while head.len() % STEP == 0 && head.len() < MOST && !dialect::is_enough(&head) {
            let more = self.some(STEP)?;
            if more.is_empty() {
                self.is_at_end = true;
                break;
            }
            head.extend_from_slice(&more);
        }
        self.is_at_end |= head.len() % STEP != 0;
        if head.starts_with(b"\xef\xbb\xbf") {
            head.drain(..3);
        }
        Ok(head)
    }

    /// Returns `count` bytes, or fewer at the end.
    fn some(&mut self, count: usize) -> Result<Vec<u8>, InputError> {
        let mut bytes = vec![0; count];
        let mut length = 0;
        while length < count {
            match self.fill(&mut bytes[length..])? {
                0 => break,
                read => length += read,
            }
        }
        bytes.truncate(length);
        Ok(bytes)
    }

    /// Puts a decoder before the reader.
    fn wrap(&mut self, with: impl FnOnce(Box<dyn Read + 'r>) -> Box<dyn Read + 'r>) {
        let reader = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = with(reader);
    }

    /// Gives bytes back, to be read again.
    fn prepend(&mut self, bytes: Vec<u8>) {
        self.wrap(|reader| Box::new(Cursor::new(bytes).chain(reader)));
    }

    /// Gives the beginning back, and converts blanks to tabs from there on.
    pub(super) fn with_tabs(&mut self, head: Vec<u8>) {
        self.prepend(head);
        self.wrap(|reader| Box::new(Turned::new(reader, BlanksToTabs::default())));
    }

    /// Returns everything, given its beginning.
    pub(super) fn whole(&mut self, head: Vec<u8>) -> Result<Vec<u8>, InputError> {
        self.whole_up_to(head, MAX_TEXT)
    }

    /// Returns everything, if it is not longer than the limit.
    pub(super) fn whole_up_to(
        &mut self,
        head: Vec<u8>,
        limit: usize,
    ) -> Result<Vec<u8>, InputError> {
        let mut bytes = head;
        let mut block = vec![0; STEP];
        loop {
            let count = self.fill(&mut block)?;
            if bytes.len() + count > limit {
                return Err(self.error(InputErrorKind::TextTooLong { limit }));
            }
            if count == 0 {
                return Ok(bytes);
            }
            bytes.extend_from_slice(&block[..count]);
        }
    }

    /// Reads some more bytes; none at the end.
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
