//! Labels of classes in the order of their occurrence: texts that are one label have one number.

use std::cmp::Ordering;

use hashbrown::HashMap;

use exactile::num::Rational;
use exactile::performance::Label;

use crate::ReadOptions;

/// The most labels of one set, for few classifiers.
const MAX_LABELS: usize = 1000;
/// The most cells of all matrices together; they take about 250 megabytes.
const MAX_CELLS: usize = 10_000_000;
/// The most spellings that are remembered; others are parsed each time.
const MAX_SPELLINGS: usize = 4096;
/// The longest spelling that is remembered, in bytes.
const LONGEST_SPELLING: usize = 256;

/// Returns the most labels that the classifiers may have.
pub(super) fn limit(classifiers: usize) -> usize {
    (MAX_CELLS / classifiers.max(1)).isqrt().clamp(2, MAX_LABELS)
}

/// The number of spellings that are compared before one is hashed: with two classes, nearly all
/// cells have one of them.
const FREQUENT: usize = 4;

/// The number of a missing value.
pub(super) const MISSING: u32 = u32::MAX;
/// The number of a label beyond those that are remembered.
pub(super) const UNKNOWN: u32 = u32::MAX - 1;
/// Marks a single byte that has not occurred yet.
const UNSEEN: u32 = u32::MAX - 2;

/// Labels with their numbers, in the order of their first occurrence. Memory is bounded, however
/// many texts are looked up.
pub(super) struct Labels {
    labels: Vec<Label>,
    numbers: HashMap<Label, u32>,
    /// The numbers of the spellings that occurred, as they are in the file.
    spellings: HashMap<Vec<u8>, u32>,
    /// The same in the order of their first occurrence.
    learned: Vec<(Vec<u8>, u32)>,
    /// The numbers of labels of one byte, the most frequent kind.
    short: [u32; 256],
    most: usize,
    /// Labels although their texts could be those of a missing value.
    named: Vec<Label>,
}

/// The numbers of labels and spellings at a point of time.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    labels: usize,
    spellings: usize,
}

impl Labels {
    /// Creates an empty set that remembers `most` labels. `options` name labels, so that these are
    /// no missing values.
    pub(super) fn new(most: usize, options: &ReadOptions) -> Self {
        let named = options.positive_label.iter().chain(&options.labels);
        Self {
            labels: Vec::new(),
            numbers: HashMap::new(),
            spellings: HashMap::new(),
            learned: Vec::new(),
            short: [UNSEEN; 256],
            most,
            named: named.map(|label| Label::new(label)).collect(),
        }
    }

    /// Returns the number of a label, which may be new, [`MISSING`] or [`UNKNOWN`]. The field is
    /// UTF-8.
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

    /// Returns the number of a spelling that occurred before.
    pub(super) fn known(&self, field: &[u8]) -> Option<u32> {
        match field {
            [byte] => Some(self.short[usize::from(*byte)]).filter(|number| *number != UNSEEN),
            _ => self.spellings.get(field).copied(),
        }
    }

    /// As [`number`](Self::number), with a number for any label.
    pub(super) fn number_beyond(&mut self, field: &[u8]) -> u32 {
        self.look_up(field, usize::MAX)
    }

    fn look_up(&mut self, field: &[u8], most: usize) -> u32 {
        if let Some(&number) = self.spellings.get(field) {
            return number;
        }
        let text = std::str::from_utf8(field).expect("fields are UTF-8");
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

    /// Returns `true` if the text is that of a missing value.
    pub(super) fn is_missing(&self, text: &str) -> bool {
        Label::is_missing(text)
            && (self.named.is_empty() || !self.named.contains(&Label::new(text)))
    }

    /// Returns the present state, for [`Self::roll_back`].
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

    /// Returns the number of labels.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns a label by its number.
    pub(super) fn label(&self, number: usize) -> &Label {
        &self.labels[number]
    }

    /// Returns the numbers in the order of results: by value if all labels are numbers, else by
    /// text.
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
