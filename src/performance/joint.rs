//! What several classifiers did on the same samples: joint counts of pairs, and patterns of all.
//!
//! Two classifiers leave four counts in each class: samples that both have right, only the first,
//! only the second, neither. The first two add up to the first one's right predictions, so two
//! confusion matrices and one joint count per class say all that a pair has to say.

use super::Class;

/// How two classifiers fared on the same samples of one class.
///
/// ```
/// use exactile::performance::JointCounts;
/// let counts = JointCounts { both_right: 90, only_first: 5, only_second: 1, both_wrong: 4 };
/// assert_eq!((counts.right(), counts.discordant(), counts.samples()), ([95, 91], 6, 100));
/// assert_eq!(counts.exchanged().only_first, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct JointCounts {
    /// Samples that both have right.
    pub both_right: u64,
    /// Samples that only the first has right.
    pub only_first: u64,
    /// Samples that only the second has right.
    pub only_second: u64,
    /// Samples that both have wrong.
    pub both_wrong: u64,
}

impl JointCounts {
    /// The right predictions of the first and of the second.
    pub fn right(&self) -> [u64; 2] {
        [self.both_right + self.only_first, self.both_right + self.only_second]
    }

    /// The samples on which they differ.
    pub fn discordant(&self) -> u64 {
        self.only_first + self.only_second
    }

    /// All samples of the class.
    pub fn samples(&self) -> u64 {
        self.both_right + self.only_first + self.only_second + self.both_wrong
    }

    /// The same with the two classifiers exchanged.
    pub fn exchanged(&self) -> Self {
        Self { only_first: self.only_second, only_second: self.only_first, ..*self }
    }
}

/// How two classifiers fared on the same samples of both classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairCounts {
    /// Samples of the positive class: right is a true positive.
    pub positive: JointCounts,
    /// Samples of the negative class: right is a true negative.
    pub negative: JointCounts,
}

impl PairCounts {
    /// The same with the two classifiers exchanged.
    pub fn exchanged(&self) -> Self {
        Self { positive: self.positive.exchanged(), negative: self.negative.exchanged() }
    }
}

/// Samples of a class by who has them right: bit k of a pattern is 1 if classifier k is right.
pub type Pattern = (u128, u64);

/// What was counted of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointClass {
    samples: u64,
    /// For i <= j, at `j (j + 1)/2 + i`, the samples that both have right.
    both_right: Vec<u64>,
    patterns: Option<Vec<Pattern>>,
}

impl JointClass {
    /// The counts of a class from the numbers of samples that i and j have both right, for i <= j
    /// at `j (j + 1)/2 + i`; with the patterns and their counts, if they were few.
    ///
    /// # Panics
    /// If a pair has more samples right than one of the two, or a classifier more than there are.
    pub fn new(samples: u64, both_right: Vec<u64>, patterns: Option<Vec<Pattern>>) -> Self {
        let right = |i: usize| both_right[place(i, i)];
        for j in (0..).take_while(|&j| place(0, j) < both_right.len()) {
            for i in 0..=j {
                let (both, own, other) = (both_right[place(i, j)], right(i), right(j));
                let either = u128::from(own) + u128::from(other) - u128::from(both);
                let fits = both <= own.min(other) && either <= u128::from(samples);
                assert!(fits, "counts of one set of samples");
            }
        }
        Self { samples, both_right, patterns }
    }

    /// The counts of a class from its patterns.
    pub fn from_patterns(classifiers: usize, patterns: Vec<Pattern>) -> Self {
        let samples = patterns.iter().map(|(_, count)| count).sum();
        let mut both_right = vec![0; place(0, classifiers)];
        for &(pattern, count) in &patterns {
            for j in (0..classifiers).filter(|j| pattern >> j & 1 == 1) {
                for i in (0..=j).filter(|i| pattern >> i & 1 == 1) {
                    both_right[place(i, j)] += count;
                }
            }
        }
        Self::new(samples, both_right, Some(patterns))
    }

    /// The samples of the class.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The patterns that occur, increasing, with their counts; `None` if there were too many to keep.
    pub fn patterns(&self) -> Option<&[Pattern]> {
        self.patterns.as_deref()
    }

    /// The joint counts of two classifiers.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn pair(&self, first: usize, second: usize) -> JointCounts {
        let right = |i: usize| self.both_right[place(i, i)];
        let both_right = self.both_right[place(first.min(second), first.max(second))];
        let (only_first, only_second) = (right(first) - both_right, right(second) - both_right);
        let both_wrong = self.samples - both_right - only_first - only_second;
        JointCounts { both_right, only_first, only_second, both_wrong }
    }
}

/// Where the pair i <= j is listed.
fn place(i: usize, j: usize) -> usize {
    j * (j + 1) / 2 + i
}

/// Joint counts of classifiers that were tested on the same samples.
///
/// ```
/// use exactile::performance::{JointClass, JointResults};
/// // Two classifiers: both right on 3 positives, only the first on 2; on 4 negatives only the second.
/// let positive = JointClass::from_patterns(2, vec![(0b01, 2), (0b11, 3)]);
/// let negative = JointClass::from_patterns(2, vec![(0b10, 4)]);
/// let pair = JointResults::new(positive, negative).pair(0, 1);
/// assert_eq!((pair.positive.only_first, pair.negative.only_second), (2, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointResults {
    positive: JointClass,
    negative: JointClass,
}

impl JointResults {
    /// The results on both classes.
    ///
    /// # Panics
    /// If the classes are about different numbers of classifiers.
    pub fn new(positive: JointClass, negative: JointClass) -> Self {
        assert_eq!(positive.both_right.len(), negative.both_right.len(), "the same classifiers");
        Self { positive, negative }
    }

    /// How many classifiers there are.
    pub fn classifiers(&self) -> usize {
        let pairs = &self.positive.both_right;
        (0..).find(|&count| place(0, count) >= pairs.len()).unwrap_or(0)
    }

    /// What was counted of a class.
    pub fn class(&self, class: Class) -> &JointClass {
        match class {
            Class::Positive => &self.positive,
            Class::Negative => &self.negative,
        }
    }

    /// The joint counts of two classifiers.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn pair(&self, first: usize, second: usize) -> PairCounts {
        PairCounts {
            positive: self.positive.pair(first, second),
            negative: self.negative.pair(first, second),
        }
    }
}
