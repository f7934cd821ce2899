//! Lines that occur again, known by their bytes.
//!
//! Labels make few different lines: those of ten classifiers and two classes are at most 2048. A
//! line that is known means what it meant before, so it is counted without being split. Columns
//! without a meaning, such as identifiers, are cut out, and the column of test sets is looked up
//! apart. Where lines hardly repeat all the same, because they have many classifiers, looking them
//! up ends after some hundred rows. Memory is bounded, however many lines there are.

use std::ops::Range;

use hashbrown::HashMap;

/// The number of lines that are looked up in vain before this has to have been worth it.
const PATIENCE: u64 = 1_000;
/// The most bytes that known lines and their meanings take.
const MOST_BYTES: usize = 1 << 24;
/// The most known lines, times test sets, that each core counts apart.
const MOST_APART: usize = 1 << 18;
/// The most lines after which others are counted apart: with those of a stretch, fewer than 2^32.
const MOST_LINES: u64 = 1 << 31;

/// The values of columns other than labels, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Further {
    /// The test set.
    pub(super) set: usize,
    /// The classifier, where rows name it.
    pub(super) classifier: usize,
}

/// The meaning of a column for the lines that come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Lines that differ here differ in their meaning.
    Key,
    /// The test set of the line.
    Set,
    /// No meaning.
    Nothing,
}

/// The parts of lines with these columns.
pub(super) struct Parts {
    delimiter: u8,
    columns: Vec<Part>,
    /// From the first column of the key to the last.
    key: Range<usize>,
    /// `true` if columns between have another meaning.
    is_broken: bool,
    has_sets: bool,
}

impl Parts {
    pub(super) fn new(delimiter: u8, columns: Vec<Part>) -> Self {
        let is_key = |part: &Part| *part == Part::Key;
        let start = columns.iter().position(is_key).unwrap_or(0);
        let end = columns.iter().rposition(is_key).map_or(columns.len(), |last| last + 1);
        let is_broken = !columns[start..end].iter().all(is_key);
        let has_sets = columns.contains(&Part::Set);
        Self { delimiter, columns, key: start..end, is_broken, has_sets }
    }

    /// Returns the key of a line without quotes, and the field of its test set; `None` if the line
    /// has other columns, or something that has to be examined in those that are cut out. A key in
    /// several pieces is put together in `joined`.
    #[inline]
    fn cut<'l>(&self, line: &'l [u8], joined: &'l mut Vec<u8>) -> Option<[&'l [u8]; 2]> {
        let Self { delimiter, columns, key: Range { start, end }, .. } = self;
        let mut set: &[u8] = &[];
        let mut take = |part: &Part, field: &'l [u8]| match part {
            Part::Set => {
                set = field;
                Some(())
            }
            _ => field.iter().all(|byte| is_plain(*byte)).then_some(()),
        };
        let mut rest = line;
        for part in &columns[..*start] {
            let at = rest.iter().position(|byte| byte == delimiter)?;
            take(part, &rest[..at])?;
            rest = &rest[at + 1..];
        }
        for part in columns[*end..].iter().rev() {
            let at = rest.iter().rposition(|byte| byte == delimiter)?;
            take(part, &rest[at + 1..])?;
            rest = &rest[..at];
        }
        if !self.is_broken {
            return Some([rest, set]);
        }
        joined.clear();
        let mut fields = rest.split(|byte| byte == delimiter);
        for part in &columns[*start..*end] {
            let field = fields.next()?;
            if *part == Part::Key {
                joined.extend_from_slice(field);
                joined.push(*delimiter);
            } else {
                take(part, field)?;
            }
        }
        fields.next().is_none().then_some([joined, set])
    }
}

/// Returns `true` for text of one byte, but for quotes.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t') && byte != b'"'
}

/// The numbers of test sets by their fields, most of which are short.
#[derive(Default)]
struct Sets {
    short: HashMap<u64, usize>,
    long: HashMap<Box<[u8]>, usize>,
    /// One more than the largest number.
    end: usize,
}

impl Sets {
    #[inline]
    fn get(&self, field: &[u8]) -> Option<usize> {
        match short(field) {
            Some(short) => self.short.get(&short).copied(),
            None => self.long.get(field).copied(),
        }
    }

    fn insert(&mut self, field: &[u8], number: usize) {
        self.end = self.end.max(number + 1);
        match short(field) {
            Some(short) => self.short.insert(short, number),
            None => self.long.insert(field.into(), number),
        };
    }
}

/// Up to seven bytes and their number in a word.
#[inline]
fn short(field: &[u8]) -> Option<u64> {
    let word = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
    (field.len() < 8).then(|| field.iter().fold(field.len() as u64, word))
}

/// Lines with their meanings, and the number of times that each came again.
pub(super) struct RepeatedLines {
    parts: Parts,
    numbers: HashMap<Box<[u8]>, usize>,
    rows: Vec<RepeatedRow>,
    /// The numbers of test sets.
    sets: Sets,
    bytes: usize,
    /// Room for counting apart.
    tallies: Vec<Tally>,
    /// `true` if a line may be several samples.
    has_counts: bool,
    /// The number of lines that came again, and that of the others.
    again: u64,
    others: u64,
}

/// A line that is known, by the numbers of its meaning and of its test set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    row: usize,
    set: usize,
}

/// The number of times that each known line came, by test set.
#[derive(Default)]
pub(super) struct Tally {
    times: Vec<u32>,
    sets: usize,
    lines: u64,
    room: Vec<u8>,
}

/// The meaning of a line, whatever its test set.
struct RepeatedRow {
    /// The numbers of labels, by column.
    labels: Box<[u32]>,
    /// The number of samples of one such line.
    count: u64,
    classifier: usize,
    /// By test set, the number of times that the line came after the first.
    again: Vec<u32>,
}

impl RepeatedLines {
    pub(super) fn new(parts: Parts, has_counts: bool) -> Self {
        let (numbers, sets) = (HashMap::new(), Sets::default());
        let (rows, tallies) = (Vec::new(), Vec::new());
        Self { parts, numbers, rows, sets, bytes: 0, tallies, has_counts, again: 0, others: 0 }
    }

    /// Takes a column as a part of the key.
    pub(super) fn distinguish_by(&mut self, column: usize) {
        let Parts { delimiter, columns, .. } = &mut self.parts;
        columns[column] = Part::Key;
        self.parts = Parts::new(*delimiter, std::mem::take(columns));
    }

    /// Returns `true` if lines are to be looked up.
    pub(super) fn are_frequent(&self) -> bool {
        self.others < PATIENCE + self.again
    }

    /// Returns what a line is, if it is known. `joined` is room for its key.
    #[inline]
    pub(super) fn find(&self, line: &[u8], joined: &mut Vec<u8>) -> Option<Known> {
        let [key, set] = self.parts.cut(line, joined)?;
        let row = *self.numbers.get(key)?;
        let set = if self.parts.has_sets { self.sets.get(set)? } else { 0 };
        Some(Known { row, set })
    }

    /// Adds a line to a tally, if it is known.
    #[inline]
    pub(super) fn tally(&self, tally: &mut Tally, line: &[u8]) -> bool {
        let known = self.find(line, &mut tally.room);
        if let Some(Known { row, set }) = known {
            tally.times[row * tally.sets + set] += 1;
            tally.lines += 1;
        }
        known.is_some()
    }

    /// Counts a line that is known, if there is room and its samples can be taken, which has their
    /// number and that of rows.
    #[inline]
    pub(super) fn count(&mut self, known: Known, take: impl FnOnce(u64, u64) -> bool) -> bool {
        let Known { row, set } = known;
        let row = &mut self.rows[row];
        if row.again.len() <= set {
            let bytes = (set + 1 - row.again.len()) * size_of::<u32>();
            if self.bytes + bytes > MOST_BYTES {
                return false;
            }
            self.bytes += bytes;
            row.again.resize(set + 1, 0);
        }
        let again = &mut row.again[set];
        let is_taken = *again < u32::MAX && take(row.count, 1);
        *again += u32::from(is_taken);
        self.again += u64::from(is_taken);
        is_taken
    }

    /// Returns tallies in which no line came yet, for known lines that are counted apart, in any
    /// order; `None` if they may be several samples each, or too many.
    pub(super) fn tallies(&mut self, count: usize) -> Option<Vec<Tally>> {
        let sets = self.sets.end.max(1);
        let length = self.rows.len() * sets;
        let present: usize = self.rows.iter().map(|row| row.again.len()).sum();
        let bytes = self.bytes + (length - present) * size_of::<u32>();
        if self.has_counts || self.again > MOST_LINES || length > MOST_APART || bytes > MOST_BYTES {
            return None;
        }
        self.bytes = bytes;
        self.rows.iter_mut().for_each(|row| row.again.resize(sets, 0));
        let mut tallies = std::mem::take(&mut self.tallies);
        tallies.resize_with(count, Tally::default);
        for tally in &mut tallies {
            tally.sets = sets;
            tally.times.resize(length, 0);
        }
        Some(tallies)
    }

    /// Counts all lines of tallies, and returns their number.
    pub(super) fn count_all(&mut self, mut tallies: Vec<Tally>) -> u64 {
        let mut lines = 0;
        for Tally { times, sets, lines: more, .. } in &mut tallies {
            lines += std::mem::take(more);
            for (row, times) in self.rows.iter_mut().zip(times.chunks_mut(*sets)) {
                for (again, times) in row.again.iter_mut().zip(times) {
                    // All lines together are fewer than 2^32.
                    *again = again.wrapping_add(std::mem::take(times));
                }
            }
        }
        self.again += lines;
        self.tallies = tallies;
        lines
    }

    /// Remembers a line, if there is room.
    pub(super) fn remember(&mut self, line: &[u8], labels: &[u32], count: u64, further: Further) {
        self.others += 1;
        let mut joined = Vec::new();
        let Some([key, set]) = self.parts.cut(line, &mut joined) else { return };
        let mut room = |bytes: usize| {
            let is_there = self.bytes + bytes <= MOST_BYTES;
            self.bytes += if is_there { bytes } else { 0 };
            is_there
        };
        if self.sets.get(set).is_none() && room(set.len() + size_of::<(Box<[u8]>, usize)>()) {
            self.sets.insert(set, further.set);
        }
        let bytes = key.len() + size_of_val(labels) + size_of::<RepeatedRow>();
        if !self.numbers.contains_key(key) && room(bytes) {
            self.numbers.insert(key.into(), self.rows.len());
            let Further { classifier, .. } = further;
            let labels = labels.into();
            self.rows.push(RepeatedRow { labels, count, classifier, again: Vec::new() });
        }
    }

    /// Takes a line that came again out of the known ones: its labels are written, and its samples
    /// are returned.
    pub(super) fn pop(&mut self, labels: &mut [u32]) -> Option<(u64, Further)> {
        self.numbers.clear();
        loop {
            let RepeatedRow { labels: known, count, classifier, again } = self.rows.last_mut()?;
            while let Some(times) = again.pop() {
                if times > 0 {
                    labels.copy_from_slice(known);
                    // All samples together were counted without overflow.
                    let further = Further { set: again.len(), classifier: *classifier };
                    return Some((*count * u64::from(times), further));
                }
            }
            self.rows.pop();
        }
    }
}
