//! Counts rows of predictions jointly for all classifiers while they are read.
//!
//! The relevant facts of a sample are its class and the classifiers that are right: a pattern of
//! bits. As long as there are few patterns they are counted directly, and pairs are computed from
//! them at the end. Otherwise the bits of 64 samples of a class are gathered in a word for each
//! classifier, and the samples that two classifiers have right are the conjunction of two words. If
//! only the pairs of one classifier are requested, only these are counted, for any number of
//! classifiers.

use std::hash::{BuildHasherDefault, Hasher};

use exactile::performance::{JointClass, Pattern};
use hashbrown::HashMap;

/// The most classifiers whose patterns are counted: the number of bits of two words.
pub(super) const MOST_IN_PATTERN: usize = 128;
/// The most patterns of a class that are kept; they take some megabytes.
const MOST_PATTERNS: usize = 1 << 16;
/// The most classifiers whose pairs are counted; they take 8 megabytes of counts per class.
pub(super) const MOST_CLASSIFIERS: usize = 1400;
/// The most classifiers whose possible patterns are all counted in a list.
const LISTED: usize = 12;
/// The number of samples whose bits are gathered in a word.
const WORD: u32 = u64::BITS;

/// The joint counts of one class so far.
pub(super) struct JointCounter {
    classifiers: usize,
    samples: u64,
    counted: Counted,
}

enum Counted {
    /// The count of each possible pattern.
    List(Vec<u64>),
    /// The counts of the patterns that occurred.
    Map(HashMap<u128, u64, BuildHasherDefault<Mixed>>),
    /// Pairs alone.
    Pairs(Pairs),
}

/// Samples that two classifiers have right.
struct Pairs {
    /// The classifier whose pairs are counted; `None` for all pairs.
    one: Option<usize>,
    /// The count of each pair i <= j, at `j (j + 1)/2 + i`; with `one`, for each classifier the
    /// samples it has right, and those that the one has right too.
    both_right: Vec<u64>,
    /// For each classifier, the bits of the samples that were not added yet.
    words: Vec<u64>,
    /// The number of these samples.
    gathered: u32,
}

/// A hash of one or two words.
#[derive(Clone, Copy, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        // Both halves of the product together depend on all bits.
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        #[expect(clippy::cast_possible_truncation, reason = "both halves are what is wanted")]
        let folded = (product >> 64) as u64 ^ product as u64;
        self.0 = folded;
    }

    fn write_u128(&mut self, words: u128) {
        let high = words >> u64::BITS;
        #[expect(clippy::cast_possible_truncation, reason = "one word, then the other")]
        self.write_u64(words as u64);
        // A second word of zeros would only cost time.
        if high != 0 {
            self.write_u64(u64::try_from(high).expect("one word"));
        }
    }
}

impl JointCounter {
    /// Creates a counter without samples. Of more than a few classifiers only the pairs of `one`
    /// are counted, if it is given.
    pub(super) fn new(classifiers: usize, one: Option<usize>) -> Self {
        let counted = if classifiers <= LISTED {
            Counted::List(vec![0; 1 << classifiers])
        } else if one.is_some() {
            Counted::Pairs(Pairs::new(classifiers, one))
        } else if classifiers <= MOST_IN_PATTERN {
            Counted::Map(HashMap::default())
        } else {
            Counted::Pairs(Pairs::new(classifiers, None))
        };
        Self { classifiers, samples: 0, counted }
    }

    /// Adds `count` samples; the iterator says which classifiers are right.
    #[inline]
    pub(super) fn add(&mut self, is_right: impl Iterator<Item = bool>, count: u64) {
        self.samples += count;
        match &mut self.counted {
            Counted::List(counts) => {
                let pattern = (0..)
                    .zip(is_right)
                    .fold(0, |pattern, (bit, is_right)| pattern | usize::from(is_right) << bit);
                counts[pattern] += count;
            }
            Counted::Map(counts) => {
                let pattern = (0..)
                    .zip(is_right)
                    .fold(0, |pattern, (bit, is_right)| pattern | u128::from(is_right) << bit);
                *counts.entry(pattern).or_insert(0) += count;
                if counts.len() > MOST_PATTERNS {
                    self.give_up_patterns();
                }
            }
            Counted::Pairs(pairs) => pairs.add(is_right, count),
        }
    }

    /// Counts only pairs from here on.
    fn give_up_patterns(&mut self) {
        let Counted::Map(counts) = &mut self.counted else { return };
        let mut pairs = Pairs::new(self.classifiers, None);
        for (pattern, count) in std::mem::take(counts) {
            pairs.add((0..self.classifiers).map(|bit| pattern >> bit & 1 == 1), count);
        }
        self.counted = Counted::Pairs(pairs);
    }

    /// Returns the counts of all samples.
    pub(super) fn finish(self) -> JointClass {
        let mut patterns: Vec<Pattern> = match self.counted {
            Counted::List(counts) => (0..).zip(counts).collect(),
            Counted::Map(counts) => counts.into_iter().collect(),
            Counted::Pairs(pairs) => {
                return pairs.finish(self.samples);
            }
        };
        patterns.retain(|(_, count)| *count > 0);
        patterns.sort_unstable();
        JointClass::from_patterns(self.classifiers, patterns)
    }
}

impl Pairs {
    fn new(classifiers: usize, one: Option<usize>) -> Self {
        let counts = match one {
            None => classifiers * (classifiers + 1) / 2,
            Some(_) => 2 * classifiers,
        };
        Self { one, both_right: vec![0; counts], words: vec![0; classifiers], gathered: 0 }
    }

    #[inline]
    fn add(&mut self, is_right: impl Iterator<Item = bool>, count: u64) {
        if count == 1 {
            for (word, is_right) in self.words.iter_mut().zip(is_right) {
                *word |= u64::from(is_right) << self.gathered;
            }
            self.gathered += 1;
            if self.gathered == WORD {
                self.flush();
            }
            return;
        }
        let right: Vec<usize> =
            (0..).zip(is_right).filter_map(|(i, is_right)| is_right.then_some(i)).collect();
        if let Some(one) = self.one {
            let is_one_right = right.binary_search(&one).is_ok();
            for &i in &right {
                self.both_right[2 * i] += count;
                self.both_right[2 * i + 1] += if is_one_right { count } else { 0 };
            }
            return;
        }
        for (position, &j) in right.iter().enumerate() {
            let row = &mut self.both_right[j * (j + 1) / 2..];
            for &i in &right[..=position] {
                row[i] += count;
            }
        }
    }

    /// Adds the gathered samples.
    fn flush(&mut self) {
        let mut sums = self.both_right.iter_mut();
        let mut add = |bits: u64| {
            let sum = sums.next().expect("a sum for each pair");
            *sum += u64::from(bits.count_ones());
        };
        if let Some(one) = self.one {
            for word in &self.words {
                add(*word);
                add(word & self.words[one]);
            }
        } else {
            for (j, other) in self.words.iter().enumerate() {
                self.words[..=j].iter().for_each(|word| add(word & other));
            }
        }
        self.words.fill(0);
        self.gathered = 0;
    }

    fn finish(mut self, samples: u64) -> JointClass {
        self.flush();
        match self.one {
            None => JointClass::new(samples, self.both_right, None),
            Some(one) => {
                let each = self.both_right.chunks_exact(2).map(|each| [each[0], each[1]]);
                JointClass::of_one(samples, one, each.collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns rows of a small generator: the pattern and the count of each.
    fn rows(classifiers: usize, rows: usize) -> Vec<(Vec<bool>, u64)> {
        let mut state = 12345_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        (0..rows)
            .map(|_| {
                (
                    (0..classifiers).map(|_| next() % 3 > 0).collect(),
                    [1, 1, 1, 0, 7][usize::try_from(next() % 5).expect("small")],
                )
            })
            .collect()
    }

    #[test]
    fn every_way_of_counting_is_the_definition() {
        for classifiers in [1, 2, 5, 12, 13, 20, 64, 65, 70, 128, 129] {
            let rows = rows(classifiers, 300);
            let mut counter = JointCounter::new(classifiers, None);
            let mut pairs = JointCounter::new(classifiers, None);
            pairs.counted = Counted::Pairs(Pairs::new(classifiers, None));
            let mut given_up = JointCounter::new(classifiers, None);
            for (at, (right, count)) in rows.iter().enumerate() {
                if at == 100 {
                    given_up.give_up_patterns();
                }
                for counter in [&mut counter, &mut pairs, &mut given_up] {
                    counter.add(right.iter().copied(), *count);
                }
            }
            for class in [counter, pairs, given_up].map(JointCounter::finish) {
                let total: u64 = rows.iter().map(|(_, count)| count).sum();
                assert_eq!(class.samples(), total);
                for i in 0..classifiers {
                    for j in 0..classifiers {
                        let count = |of: [bool; 2]| -> u64 {
                            let is_it = |right: &[bool]| [right[i], right[j]] == of;
                            rows.iter().filter(|(right, _)| is_it(right)).map(|(_, c)| c).sum()
                        };
                        let pair = class.pair(i, j);
                        assert_eq!(pair.both_right, count([true, true]));
                        assert_eq!(pair.only_first, count([true, false]));
                        assert_eq!(pair.only_second, count([false, true]));
                        assert_eq!(pair.both_wrong, count([false, false]));
                    }
                }
                if let Some(patterns) = class.patterns() {
                    assert_eq!(patterns.iter().map(|(_, count)| count).sum::<u64>(), total);
                }
            }
        }
    }

    #[test]
    fn pairs_of_one_classifier_are_those_among_all() {
        for classifiers in [1, 5, 13, 64, 129] {
            let rows = rows(classifiers, 200);
            for one in [0, classifiers / 2, classifiers - 1] {
                let [all, of_one] = [None, Some(one)].map(|one| {
                    let mut counter = JointCounter::new(classifiers, one);
                    for (right, count) in &rows {
                        counter.add(right.iter().copied(), *count);
                    }
                    counter.finish()
                });
                for other in 0..classifiers {
                    assert_eq!(of_one.pair(one, other), all.pair(one, other));
                    assert_eq!(of_one.pair(other, one), all.pair(other, one));
                }
            }
        }
    }

    #[test]
    fn too_many_patterns_leave_the_pairs() {
        let mut counter = JointCounter::new(20, None);
        for row in 0..=MOST_PATTERNS as u64 {
            counter.add((0..20).map(|bit| row >> bit & 1 == 1), 1);
        }
        let class = counter.finish();
        assert_eq!(class.patterns(), None);
        assert_eq!(class.pair(0, 1).both_right, MOST_PATTERNS as u64 / 4);
        assert_eq!(class.pair(16, 3).right(), [1, MOST_PATTERNS as u64 / 2]);
    }
}
