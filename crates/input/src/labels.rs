//! Labels of classes as they come: texts that are one label get one number.

use std::cmp::Ordering;

use hashbrown::HashMap;

use exactile::num::Rational;
use exactile::performance::Label;

/// The most labels of one set, however few classifiers there are.
const MAX_LABELS: usize = 1000;
/// The most cells of all matrices together: some 250 megabytes.
const MAX_CELLS: usize = 10_000_000;
/// The most spellings that are remembered; others are looked up each time.
const MAX_SPELLINGS: usize = 4096;
/// The longest of them, in bytes.
const LONGEST_SPELLING: usize = 256;

/// The most labels that the classifiers may have.
pub(super) fn limit(classifiers: usize) -> usize {
    (MAX_CELLS / classifiers.max(1)).isqrt().clamp(2, MAX_LABELS)
}

/// The spellings that are compared before one is hashed: with two classes, they are nearly all cells.
const FREQUENT: usize = 4;

/// What stands for a missing value instead of a label's number.
pub(super) const MISSING: u32 = u32::MAX;
/// What stands for a label beyond those that are remembered.
pub(super) const UNKNOWN: u32 = u32::MAX - 1;
/// A single byte that was not met yet.
const UNSEEN: u32 = u32::MAX - 2;

/// Labels with a number each, in the order of their first occurrence. Memory is bounded, however
/// many texts are looked up.
pub(super) struct Labels {
    labels: Vec<Label>,
    numbers: HashMap<Label, u32>,
    /// The numbers of texts that were met, as they are in the file.
    spellings: HashMap<Vec<u8>, u32>,
    /// The same in the order in which they were met.
    learned: Vec<(Vec<u8>, u32)>,
    /// The number of a label of one byte, which most are.
    short: [u32; 256],
    most: usize,
    /// A label although its text could stand for a missing value.
    named: Option<Label>,
}

/// How many labels and spellings there were.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    labels: usize,
    spellings: usize,
}

impl Labels {
    /// No label yet, of which that many are remembered. `named` is a label that the user has named,
    /// so that it is no missing value.
    pub(super) fn new(most: usize, named: Option<Label>) -> Self {
        Self {
            labels: Vec::new(),
            numbers: HashMap::new(),
            spellings: HashMap::new(),
            learned: Vec::new(),
            short: [UNSEEN; 256],
            most,
            named,
        }
    }

    /// The number of a label, a new one if it is new, [`MISSING`] or [`UNKNOWN`]. The field is UTF-8.
    #[inline]
    pub(super) fn number(&mut self, field: &[u8]) -> u32 {
        if let [byte] = field {
            let number = self.short[usize::from(*byte)];
            if number != UNSEEN {
                return number;
            }
        }
        for (spelling, number) in self.learned.iter().take(FREQUENT) {
            if spelling == field {
                return *number;
            }
        }
        self.look_up(field, self.most)
    }

    /// As [`number`](Self::number), with a number for any label.
    pub(super) fn number_beyond(&mut self, field: &[u8]) -> u32 {
        self.look_up(field, usize::MAX)
    }

    fn look_up(&mut self, field: &[u8], most: usize) -> u32 {
        if let Some(&number) = self.spellings.get(field) {
            return number;
        }
        let text = str::from_utf8(field).expect("fields are UTF-8");
        let label = Label::new(text);
        let number = if self.is_missing(text) {
            MISSING
        } else if let Some(&number) = self.numbers.get(&label) {
            number
        } else if self.labels.len() < most {
            let number = u32::try_from(self.labels.len()).expect("labels are bounded");
            self.numbers.insert(label.clone(), number);
            self.labels.push(label);
            number
        } else {
            // Not remembered: there may be as many as rows.
            return UNKNOWN;
        };
        if self.learned.len() < MAX_SPELLINGS && field.len() <= LONGEST_SPELLING {
            if let [byte] = field {
                self.short[usize::from(*byte)] = number;
            }
            self.spellings.insert(field.to_vec(), number);
            self.learned.push((field.to_vec(), number));
        }
        number
    }

    /// Returns `true` if the text stands for a missing value.
    pub(super) fn is_missing(&self, text: &str) -> bool {
        Label::is_missing(text)
            && self.named.as_ref().is_none_or(|named| *named != Label::new(text))
    }

    /// Where things stand, to go back to.
    pub(super) fn mark(&self) -> Mark {
        Mark { labels: self.labels.len(), spellings: self.learned.len() }
    }

    /// Forgets everything after the mark.
    pub(super) fn roll_back(&mut self, mark: Mark) {
        for (spelling, _) in self.learned.drain(mark.spellings..) {
            if let [byte] = spelling[..] {
                self.short[usize::from(byte)] = UNSEEN;
            }
            self.spellings.remove(&spelling);
        }
        for label in self.labels.drain(mark.labels..) {
            self.numbers.remove(&label);
        }
    }

    /// How many labels there are.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// A label by its number.
    pub(super) fn label(&self, number: usize) -> &Label {
        &self.labels[number]
    }

    /// The numbers in the order of results: by value where all labels are numbers, else by text.
    pub(super) fn sorted(&self) -> Vec<usize> {
        let values: Option<Vec<Rational>> =
            self.labels.iter().map(|label| label.as_str().parse().ok()).collect();
        let mut order: Vec<usize> = (0..self.labels.len()).collect();
        order.sort_by(|&a, &b| {
            let by_value =
                values.as_ref().map_or(Ordering::Equal, |values| values[a].cmp(&values[b]));
            by_value.then_with(|| self.labels[a].cmp(&self.labels[b]))
        });
        order
    }
}
