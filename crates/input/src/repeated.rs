//! Lines that occur again, known by their bytes.
//!
//! Labels make few different lines: those of ten classifiers and two classes are at most 2048. A
//! line that is known means what it meant before, so it is counted without being split. Where
//! lines hardly repeat, because they have identifiers or many classifiers, looking them up ends
//! after some hundred rows. Memory is bounded, however many lines there are.

use hashbrown::HashMap;

/// The number of lines that are looked up in vain before this has to have been worth it.
const PATIENCE: u64 = 1_000;
/// The most bytes that known lines and their meanings take.
const MOST_BYTES: usize = 1 << 24;

/// The values of columns other than labels, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Further {
    /// The test set.
    pub(super) set: usize,
    /// The classifier, where rows name it.
    pub(super) classifier: usize,
}

/// Lines with their meanings, and the number of times that each came again.
#[derive(Default)]
pub(super) struct RepeatedLines {
    numbers: HashMap<Box<[u8]>, usize>,
    rows: Vec<RepeatedRow>,
    bytes: usize,
    /// The number of lines that came again, and that of the others.
    again: u64,
    others: u64,
}

/// The meaning of a line.
pub(super) struct RepeatedRow {
    /// The numbers of labels, by column.
    pub(super) labels: Box<[u32]>,
    /// The number of samples of one such line.
    pub(super) count: u64,
    pub(super) further: Further,
    /// The number of times that the line came after the first.
    pub(super) again: u64,
}

impl RepeatedLines {
    /// Returns `true` if lines are to be looked up.
    pub(super) fn are_frequent(&self) -> bool {
        self.others < PATIENCE + self.again
    }

    /// Returns the meaning of a line, if it is known.
    #[inline]
    pub(super) fn find(&mut self, line: &[u8]) -> Option<&mut RepeatedRow> {
        let number = *self.numbers.get(line)?;
        self.again += 1;
        self.rows.get_mut(number)
    }

    /// Remembers a line, if there is room.
    pub(super) fn remember(&mut self, line: &[u8], labels: &[u32], count: u64, further: Further) {
        self.others += 1;
        let bytes = line.len() + size_of_val(labels) + size_of::<RepeatedRow>();
        if self.bytes + bytes <= MOST_BYTES && !self.numbers.contains_key(line) {
            self.bytes += bytes;
            self.numbers.insert(line.into(), self.rows.len());
            self.rows.push(RepeatedRow { labels: labels.into(), count, further, again: 0 });
        }
    }

    /// Takes a line that came again out of the known ones.
    pub(super) fn pop(&mut self) -> Option<RepeatedRow> {
        self.numbers.clear();
        std::iter::from_fn(|| self.rows.pop()).find(|row| row.again > 0)
    }
}
