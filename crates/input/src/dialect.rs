//! The dialect of a table: the text before its header, and the separator of its fields.

use std::ops::Range;

use super::numerals;

/// The most bytes that are examined.
const MOST: usize = 1 << 20;

/// The dialect of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// The number of bytes before the header: `sep=` and `#` lines, or the `#` of a header that is
    /// such a line.
    pub(super) skip: usize,
    /// The separator of fields.
    pub(super) separator: Separator,
}

/// The separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Byte(u8),
    /// Runs of blanks and tabs.
    Blanks,
}

/// Returns `true` if the beginning contains a header and a row, as far as is known without
/// splitting them.
pub(super) fn is_enough(head: &[u8]) -> bool {
    let lines = head.split_inclusive(|byte| *byte == b'\n');
    let says_something = |line: &&[u8]| {
        let text = line.trim_ascii();
        line.ends_with(b"\n") && !text.is_empty() && !text.starts_with(b"#")
    };
    lines.filter(says_something).nth(2).is_some()
}

impl Dialect {
    /// Determines the dialect from the beginning of a text.
    pub(super) fn of(head: &[u8]) -> Self {
        let head = &head[..head.len().min(MOST)];
        let mut records = Records { head, at: 0 };
        let mut record = records.next();
        let mut given = None;
        if let Some(separator) = record.clone().and_then(|record| separator_line(&head[record])) {
            given = Some(Separator::Byte(separator));
            record = records.next();
        }
        let mut comment = None;
        while record.clone().is_some_and(|record| head[record].starts_with(b"#")) {
            // A comment is a line, whatever quotes it holds.
            let line = record.take().unwrap_or_default();
            let end = head[line.start..].iter().position(|byte| *byte == b'\n');
            records.at = end.map_or(head.len(), |end| line.start + end);
            comment = Some(line.start..records.at);
            record = records.next();
        }
        let Some(record) = record else {
            let separator = given.unwrap_or(Separator::Byte(b','));
            return Self { skip: records.at, separator };
        };
        let marked = comment.and_then(|comment| marked_header(head, comment, &record));
        let (header, row) = match marked {
            Some(marked) => (marked, Some(record)),
            None => {
                // A tab before the first name is a field.
                let line = head[..record.start].iter().rposition(|byte| *byte == b'\n');
                (line.map_or(0, |end| end + 1)..record.end, records.next())
            }
        };
        let text = &head[header.clone()];
        let row = row.map(|row| &head[row]);
        let separator = given.unwrap_or_else(|| separator(text, row));
        Self { skip: header.start, separator }
    }
}

/// The records of a text, without blank lines and surrounding white space.
struct Records<'h> {
    head: &'h [u8],
    at: usize,
}

impl Iterator for Records<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.head[self.at..];
        let start = self.at + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let mut is_quoted = false;
        let is_end = |byte: &u8| {
            is_quoted ^= *byte == b'"';
            !is_quoted && *byte == b'\n'
        };
        let length = self.head[start..].iter().position(is_end);
        self.at = length.map_or(self.head.len(), |length| start + length);
        let text = &self.head[start..self.at];
        Some(start..start + text.trim_ascii_end().len())
    }
}

/// Returns the separator that a line `sep=;` names.
fn separator_line(line: &[u8]) -> Option<u8> {
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    // White space around a record is left out.
    let line = if line.len() == 4 { &[line, b"\t"].concat() } else { line };
    match line {
        [name @ .., separator @ (b',' | b';' | b'\t' | b'|' | b':' | b'^' | b'~')]
            if name.eq_ignore_ascii_case(b"sep=") =>
        {
            Some(*separator)
        }
        _ => None,
    }
}

/// Returns the header in a line with a `#` in front, as NumPy writes it: the next line has as many
/// fields, and some of them are numbers, so that it is not a header.
fn marked_header(head: &[u8], comment: Range<usize>, next: &Range<usize>) -> Option<Range<usize>> {
    let is_mark = |byte: &u8| matches!(byte, b'#' | b' ' | b'\t');
    let text = &head[comment.clone()];
    let marks = text.iter().position(|byte| !is_mark(byte))?;
    let text = text[marks..].trim_ascii_end();
    let next = &head[next.clone()];
    let separator = separator(text, Some(next));
    let fields = fields(next, separator);
    let is_number = |field: &&[u8]| {
        let text = std::str::from_utf8(field).unwrap_or_default().trim().trim_matches('"');
        numerals::parse(text).is_ok() || numerals::parse(&text.replace(',', ".")).is_ok()
    };
    let is_header = fields.len() > 1
        && self::fields(text, separator).len() == fields.len()
        && fields.iter().any(|field| is_number(&&**field));
    is_header.then(|| comment.start + marks..comment.start + marks + text.len())
}

/// Returns the separator: the first comma, semicolon or tab in the header, outside quotes; else a
/// bar; else blanks, if the first row has them too.
fn separator(header: &[u8], row: Option<&[u8]>) -> Separator {
    let mut is_quoted = false;
    let mut has_bar = false;
    for &byte in header {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' | b';' | b'\t' if !is_quoted => return Separator::Byte(byte),
            b'|' if !is_quoted => has_bar = true,
            _ => {}
        }
    }
    if has_bar {
        return Separator::Byte(b'|');
    }
    let width = fields(header, Separator::Blanks).len();
    let has_blanks = |row: &[u8]| {
        let found = fields(row, Separator::Blanks).len();
        width > 1 && (found == width || found == width + 1)
    };
    if row.is_some_and(has_blanks) { Separator::Blanks } else { Separator::Byte(b',') }
}

/// Returns the fields of a record, with their quotes.
fn fields(record: &[u8], separator: Separator) -> Vec<&[u8]> {
    let mut is_quoted = false;
    let is_end = |byte: &u8| {
        is_quoted ^= *byte == b'"';
        !is_quoted
            && match separator {
                Separator::Byte(separator) => *byte == separator,
                Separator::Blanks => byte.is_ascii_whitespace(),
            }
    };
    let fields = record.split(is_end);
    match separator {
        Separator::Byte(_) => fields.collect(),
        Separator::Blanks => fields.filter(|field| !field.is_empty()).collect(),
    }
}
