//! Labels of classes as they come, and their order in a result.

use std::cmp::Ordering;

use hashbrown::HashMap;

use super::error::InputErrorKind;
use crate::num::Rational;

/// The most labels of one set, however few classifiers there are.
const MAX_LABELS: usize = 1000;
/// The most cells of all matrices together: some 250 megabytes.
const MAX_CELLS: usize = 10_000_000;

/// The most labels that so many classifiers may have.
pub(super) fn limit(classifiers: usize) -> usize {
    (MAX_CELLS / classifiers.max(1)).isqrt().clamp(2, MAX_LABELS)
}

/// Labels with a number each, in the order of their first occurrence.
pub(super) struct Labels {
    texts: Vec<String>,
    numbers: HashMap<Vec<u8>, u32>,
    /// The number of a label of one byte, which most are.
    short: [Option<u32>; 256],
    limit: usize,
}

impl Labels {
    /// No label yet; with that many classifiers there may be only so many.
    pub(super) fn new(classifiers: usize) -> Self {
        Self {
            texts: Vec::new(),
            numbers: HashMap::new(),
            short: [None; 256],
            limit: limit(classifiers),
        }
    }

    /// The number of a label, a new one if it is new. The label is UTF-8 without space around it.
    pub(super) fn number(&mut self, label: &[u8]) -> Result<u32, InputErrorKind> {
        if let [byte] = label
            && let Some(number) = self.short[usize::from(*byte)]
        {
            return Ok(number);
        }
        if let Some(&number) = self.numbers.get(label) {
            return Ok(number);
        }
        let number = u32::try_from(self.texts.len()).expect("labels are bounded");
        if self.texts.len() == self.limit {
            return Err(InputErrorKind::TooManyLabels { limit: self.limit });
        }
        if let [byte] = label {
            self.short[usize::from(*byte)] = Some(number);
        }
        self.texts.push(String::from_utf8_lossy(label).into_owned());
        self.numbers.insert(label.to_vec(), number);
        Ok(number)
    }

    /// The label texts by number.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The numbers in the order of results: by value where all labels are numbers, else by text.
    pub(super) fn sorted(&self) -> Vec<usize> {
        let values: Option<Vec<Rational>> =
            self.texts.iter().map(|text| text.parse().ok()).collect();
        let mut order: Vec<usize> = (0..self.texts.len()).collect();
        order.sort_by(|&a, &b| {
            let by_value =
                values.as_ref().map_or(Ordering::Equal, |values| values[a].cmp(&values[b]));
            by_value.then_with(|| self.texts[a].cmp(&self.texts[b]))
        });
        order
    }
}
