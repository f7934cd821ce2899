//! Joint results of several classifiers on the same samples: joint counts of pairs, and patterns of
//! all.
//!
//! Two classifiers leave four counts in each class: samples that both have right, only the first,
//! only the second, neither. The first two add up to the first one's right predictions, so two
//! confusion matrices and one joint count per class describe a pair completely.

use super::Class;

/// Joint counts of two classifiers on the same samples of one class.
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

/// Joint counts of two classifiers on the same samples of both classes.
///
/// ```
/// use exactile::performance::{JointCounts, PairCounts};
/// let positive = JointCounts { both_right: 90, only_first: 5, only_second: 1, both_wrong: 4 };
/// let pair = PairCounts { positive, ..Default::default() };
/// assert_eq!(pair.positive.discordant(), 6);
/// assert_eq!(pair.exchanged().positive.only_first, 1);
/// ```
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

/// A pattern with its number of samples: bit k of a pattern is 1 if classifier k has the samples
/// right.
pub type Pattern = (u128, u64);

/// Joint counts of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointClass {
    samples: u64,
    both_right: BothRight,
    patterns: Option<Vec<Pattern>>,
}

/// Samples that two classifiers have right.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BothRight {
    /// Counts of all pairs: for i <= j at `j (j + 1)/2 + i`.
    All(Vec<u64>),
    /// Counts of one classifier with each: right samples of each alone, and together with that one.
    With(usize, Vec<[u64; 2]>),
}

impl BothRight {
    fn classifiers(&self) -> usize {
        match self {
            Self::All(pairs) => (0..).find(|&count| place(0, count) >= pairs.len()).unwrap_or(0),
            Self::With(_, each) => each.len(),
        }
    }

    fn alone(&self, i: usize) -> u64 {
        match self {
            Self::All(pairs) => pairs[place(i, i)],
            Self::With(_, each) => each[i][0],
        }
    }

    fn together(&self, i: usize, j: usize) -> u64 {
        match self {
            Self::All(pairs) => pairs[place(i.min(j), i.max(j))],
            Self::With(one, each) => {
                assert!(i == *one || j == *one, "a pair of the one that was counted");
                each[if i == *one { j } else { i }][1]
            }
        }
    }
}

impl JointClass {
    /// The counts of a class from the numbers of samples that i and j have both right, for i <= j
    /// at `j (j + 1)/2 + i`; with the patterns and their counts, if they were few.
    ///
    /// ```
    /// use exactile::performance::JointClass;
    /// // Right: 8 by the first, 6 by both, 7 by the second.
    /// let class = JointClass::new(10, vec![8, 6, 7], None);
    /// assert_eq!(class.pair(0, 1).only_second, 1);
    /// assert_eq!(class.patterns(), None);
    /// ```
    ///
    /// # Panics
    /// If a pair has more samples right than one of the two, or a classifier more than there are.
    pub fn new(samples: u64, both_right: Vec<u64>, patterns: Option<Vec<Pattern>>) -> Self {
        let both_right = BothRight::All(both_right);
        for j in 0..both_right.classifiers() {
            (0..=j).for_each(|i| check(samples, &both_right, [i, j]));
        }
        Self { samples, both_right, patterns }
    }

    /// The counts of a class for the pairs of one classifier alone: of each classifier the samples
    /// that it has right, and those that it and that one have both right.
    ///
    /// # Panics
    /// As [`JointClass::new`], and if there is no such classifier.
    pub fn of_one(samples: u64, one: usize, both_right: Vec<[u64; 2]>) -> Self {
        assert!(one < both_right.len(), "one of the classifiers");
        let both_right = BothRight::With(one, both_right);
        (0..both_right.classifiers()).for_each(|j| check(samples, &both_right, [one, j]));
        Self { samples, both_right, patterns: None }
    }

    /// The counts of a class from its patterns.
    ///
    /// ```
    /// use exactile::performance::JointClass;
    /// // Nine samples that both have right, two that only the first has right.
    /// let class = JointClass::from_patterns(2, vec![(0b11, 9), (0b01, 2)]);
    /// assert_eq!(class.samples(), 11);
    /// assert_eq!(class.pair(0, 1).only_first, 2);
    /// ```
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

    /// The patterns that occur, increasing, with their counts; `None` if there were too many to
    /// keep.
    pub fn patterns(&self) -> Option<&[Pattern]> {
        self.patterns.as_deref()
    }

    /// The joint counts of two classifiers.
    ///
    /// # Panics
    /// If there is no such classifier, or if only the pairs of another one were counted.
    pub fn pair(&self, first: usize, second: usize) -> JointCounts {
        let both_right = self.both_right.together(first, second);
        let right = |i: usize| self.both_right.alone(i) - both_right;
        let (only_first, only_second) = (right(first), right(second));
        let both_wrong = self.samples - both_right - only_first - only_second;
        JointCounts { both_right, only_first, only_second, both_wrong }
    }
}

/// Counts of one set of samples fit together.
fn check(samples: u64, both_right: &BothRight, [i, j]: [usize; 2]) {
    let both = both_right.together(i, j);
    let (own, other) = (both_right.alone(i), both_right.alone(j));
    let either = u128::from(own) + u128::from(other) - u128::from(both);
    assert!(
        both <= own.min(other) && either <= u128::from(samples),
        "counts of one set of samples"
    );
}

/// Returns the index of the pair i <= j in a list of all pairs.
fn place(i: usize, j: usize) -> usize {
    j * (j + 1) / 2 + i
}

/// Joint counts of classifiers that were tested on the same samples.
///
/// ```
/// use exactile::performance::{JointClass, JointResults};
/// // Both are right on 3 positives, only the first on 2; on 4 negatives only the second.
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
    /// ```
    /// use exactile::Class;
    /// use exactile::performance::{JointClass, JointResults};
    /// let class = |both| JointClass::from_patterns(2, vec![(0b11, both), (0b10, 3)]);
    /// let results = JointResults::new(class(9), class(5));
    /// assert_eq!((results.classifiers(), results.has_pair(0, 1)), (2, true));
    /// assert_eq!(results.class(Class::Negative).samples(), 8);
    /// assert_eq!(results.pair(0, 1).positive.both_right, 9);
    /// ```
    ///
    /// # Panics
    /// If the classes are about different numbers of classifiers.
    pub fn new(positive: JointClass, negative: JointClass) -> Self {
        let [one, other] = [&positive, &negative].map(|class| class.both_right.classifiers());
        assert_eq!(one, other, "the same classifiers");
        let are_of = |class: &JointClass| match class.both_right {
            BothRight::All(_) => None,
            BothRight::With(one, _) => Some(one),
        };
        assert_eq!(are_of(&positive), are_of(&negative), "the same pairs");
        Self { positive, negative }
    }

    /// Returns the number of classifiers.
    pub fn classifiers(&self) -> usize {
        self.positive.both_right.classifiers()
    }

    /// Returns `true` if the joint counts of two classifiers are known: those of all are, or those
    /// of one with each.
    pub fn has_pair(&self, first: usize, second: usize) -> bool {
        let is_one = |one: usize| one == first || one == second;
        match self.positive.both_right {
            BothRight::All(_) => true,
            BothRight::With(one, _) => is_one(one),
        }
    }

    /// Returns the joint counts of a class.
    pub fn class(&self, class: Class) -> &JointClass {
        match class {
            Class::Positive => &self.positive,
            Class::Negative => &self.negative,
        }
    }

    /// The joint counts of two classifiers.
    ///
    /// # Panics
    /// If there is no such classifier, or if only the pairs of another one were counted.
    pub fn pair(&self, first: usize, second: usize) -> PairCounts {
        PairCounts {
            positive: self.positive.pair(first, second),
            negative: self.negative.pair(first, second),
        }
    }
}
