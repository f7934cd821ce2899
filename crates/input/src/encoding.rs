//! Readers that convert the text of other systems to the form that the splitter of rows accepts:
//! UTF-8, line feeds, tabs. None of them changes the line of a byte.

use std::io::{self, Read};

/// The number of bytes read at a time.
const BLOCK: usize = 1 << 16;

/// The byte order of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Utf16 {
    Little,
    Big,
}

impl Utf16 {
    /// Recognises UTF-16 by its byte order mark, or by the zero bytes of a first line that is
    /// mostly ASCII. No other text begins so.
    pub(super) fn recognise(head: &[u8]) -> Option<Self> {
        match head {
            // The mark of UTF-32.
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Self::Little),
            [0xfe, 0xff, ..] => Some(Self::Big),
            _ => [Self::Little, Self::Big].into_iter().find(|order| order.is_certain(head)),
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    fn is_certain(self, head: &[u8]) -> bool {
        /// The number of characters that are examined, and the least number that is needed.
        const MOST: usize = 256;
        const FEWEST: usize = 4;
        let units = head.chunks_exact(2).map(|pair| self.unit([pair[0], pair[1]]));
        let end = |unit: &u16| !matches!(*unit, 0x0a | 0x0d);
        let line: Vec<u16> = units.take(MOST).take_while(end).collect();
        let is_printable = |unit: &&u16| matches!(**unit, 0x09 | 0x20..=0x7e);
        let is_control = |unit: &u16| matches!(*unit, 0..=8 | 0x0b..=0x1f | 0x7f | 0xffff);
        line.len() >= FEWEST
            && !line.iter().any(is_control)
            && line.iter().filter(is_printable).count() * 2 > line.len()
    }
}

/// The conversion of a block of bytes.
pub(super) trait Turn {
    /// Appends the converted bytes.
    fn turn(&mut self, bytes: &[u8], turned: &mut Vec<u8>);

    /// Appends the rest at the end.
    fn end(&mut self, turned: &mut Vec<u8>);
}

/// A reader of converted bytes.
pub(super) struct Turned<'r, T> {
    reader: Box<dyn Read + 'r>,
    turn: T,
    block: Vec<u8>,
    turned: Vec<u8>,
    given: usize,
    has_ended: bool,
}

impl<'r, T: Turn> Turned<'r, T> {
    pub(super) fn new(reader: Box<dyn Read + 'r>, turn: T) -> Self {
        let (block, turned) = (vec![0; BLOCK], Vec::new());
        Self { reader, turn, block, turned, given: 0, has_ended: false }
    }
}

impl<T: Turn> Read for Turned<'_, T> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        while self.given == self.turned.len() && !self.has_ended {
            let count = self.reader.read(&mut self.block)?;
            self.turned.clear();
            self.given = 0;
            if count == 0 {
                self.turn.end(&mut self.turned);
                self.has_ended = true;
            }
            self.turn.turn(&self.block[..count], &mut self.turned);
        }
        let count = (&self.turned[self.given..]).read(block)?;
        self.given += count;
        Ok(count)
    }
}

/// Converts UTF-16 to UTF-8. Invalid units become a byte that UTF-8 never contains, so that they
/// are refused at their place.
pub(super) struct FromUtf16 {
    order: Utf16,
    /// The first byte of a unit whose second one is still to come.
    half: Option<u8>,
    /// The first unit of a pair.
    high: Option<u16>,
}

/// A byte that UTF-8 never contains.
const BROKEN: u8 = 0xff;

impl FromUtf16 {
    pub(super) fn new(order: Utf16) -> Self {
        Self { order, half: None, high: None }
    }

    fn take(&mut self, unit: u16, turned: &mut Vec<u8>) {
        let units: &[u16] = match self.high.take() {
            Some(high) if (0xdc00..0xe000).contains(&unit) => &[high, unit],
            Some(_) => {
                turned.push(BROKEN);
                &[unit]
            }
            None => &[unit],
        };
        if (0xd800..0xdc00).contains(&units[0]) && units.len() == 1 {
            self.high = Some(unit);
            return;
        }
        for character in char::decode_utf16(units.iter().copied()) {
            match character {
                Ok(character) => {
                    turned.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Err(_) => turned.push(BROKEN),
            }
        }
    }
}

impl Turn for FromUtf16 {
    fn turn(&mut self, bytes: &[u8], turned: &mut Vec<u8>) {
        for &byte in bytes {
            match self.half.take() {
                None => self.half = Some(byte),
                Some(first) => self.take(self.order.unit([first, byte]), turned),
            }
        }
    }

    fn end(&mut self, turned: &mut Vec<u8>) {
        if self.half.take().is_some() || self.high.take().is_some() {
            turned.push(BROKEN);
        }
    }
}

/// Converts lone carriage returns to line feeds.
#[derive(Default)]
pub(super) struct ReturnsToFeeds {
    /// `true` if the last byte was a carriage return.
    is_pending: bool,
}

impl Turn for ReturnsToFeeds {
    fn turn(&mut self, bytes: &[u8], turned: &mut Vec<u8>) {
        for &byte in bytes {
            if std::mem::replace(&mut self.is_pending, byte == b'\r') {
                turned.push(if byte == b'\n' { b'\r' } else { b'\n' });
            }
            if byte != b'\r' {
                turned.push(byte);
            }
        }
    }

    fn end(&mut self, turned: &mut Vec<u8>) {
        if std::mem::take(&mut self.is_pending) {
            turned.push(b'\n');
        }
    }
}

/// Returns `true` if the first line end outside quotes is a lone carriage return.
pub(super) fn has_returns(text: &[u8]) -> bool {
    let mut is_quoted = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => return false,
            b'\r' if !is_quoted => return text.get(at + 1) != Some(&b'\n'),
            _ => {}
        }
    }
    false
}

/// Converts runs of blanks outside quotes to single tabs, removes blanks at the ends of lines, and
/// converts quotes that R escapes with a backslash to doubled ones.
#[derive(Default)]
pub(super) struct BlanksToTabs {
    is_quoted: bool,
    is_escaped: bool,
    is_within_line: bool,
    is_pending: bool,
}

impl Turn for BlanksToTabs {
    fn turn(&mut self, bytes: &[u8], turned: &mut Vec<u8>) {
        for &byte in bytes {
            if self.is_quoted {
                self.turn_quoted(byte, turned);
                continue;
            }
            match byte {
                b' ' | b'\t' => self.is_pending = self.is_within_line,
                b'\n' | b'\r' => {
                    (self.is_pending, self.is_within_line) = (false, false);
                    turned.push(byte);
                }
                _ => {
                    if std::mem::take(&mut self.is_pending) {
                        turned.push(b'\t');
                    }
                    self.is_within_line = true;
                    self.is_quoted = byte == b'"';
                    turned.push(byte);
                }
            }
        }
    }

    fn end(&mut self, turned: &mut Vec<u8>) {
        if std::mem::take(&mut self.is_escaped) {
            turned.push(b'\\');
        }
    }
}

impl BlanksToTabs {
    fn turn_quoted(&mut self, byte: u8, turned: &mut Vec<u8>) {
        let was_escaped = std::mem::take(&mut self.is_escaped);
        match byte {
            b'"' if was_escaped => turned.extend_from_slice(b"\"\""),
            b'\\' if !was_escaped => self.is_escaped = true,
            _ => {
                if was_escaped {
                    turned.push(b'\\');
                }
                self.is_quoted = byte != b'"';
                turned.push(byte);
            }
        }
    }
}
