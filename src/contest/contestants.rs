//! Several classifiers, and the model of all at once.
//!
//! A pattern has a bit for each classifier: 1 if the classifier has the sample right. In each class
//! a test is a sample of patterns from an unknown distribution, whose prior is a Pólya urn of mass
//! w: before any observation, a pattern tosses a coin for each classifier. Leaving classifiers out
//! gives the same model of the others; one classifier's rate has the prior Beta(u, v) with u + v =
//! w and u/w the chance of its coin; and two with fair coins have the prior Dirichlet(w/4, w/4,
//! w/4, w/4) of [`Evidence`].

use super::model::{ClassEvidence, Evidence};
use crate::lattice::Observation;
use crate::performance::{Class, JointCounts, JointResults, PairCounts, Pattern};

/// Observed results of several classifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestants {
    classifiers: usize,
    known: Known,
    /// The place of each one in the order in which they are drawn; `None` for their own order.
    drawn_as: Option<Vec<usize>>,
}

/// Known results of classifiers: the patterns of both classes, or each one's counts alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The patterns of the positive and of the negative class.
    Patterns([Vec<Pattern>; 2]),
    Alone(Vec<Observation>),
}

impl Contestants {
    /// Classifiers that were tested on the same samples; `None` if their patterns are not known,
    /// because they or the classifiers are too many.
    ///
    /// ```
    /// use exactile::contest::Contestants;
    /// use exactile::performance::{JointClass, JointResults};
    /// let class = || JointClass::from_patterns(2, vec![(0b11, 9), (0b01, 2)]);
    /// let both = Contestants::paired(&JointResults::new(class(), class())).expect("few patterns");
    /// assert!(both.is_paired() && !both.are_alike());
    /// ```
    pub fn paired(results: &JointResults) -> Option<Self> {
        let of = |class| results.class(class).patterns().map(<[Pattern]>::to_vec);
        let patterns = [of(Class::Positive)?, of(Class::Negative)?];
        let classifiers = results.classifiers();
        Some(Self { classifiers, known: Known::Patterns(patterns), drawn_as: None })
    }

    /// Classifiers of which only the confusion matrices are known: they are taken as independent.
    ///
    /// ```
    /// use exactile::contest::Contestants;
    /// use exactile::lattice::Observation;
    /// let observed = Observation { tn: 8, fp: 2, fn_: 1, tp: 9 };
    /// let two = Contestants::independent(vec![observed, observed]);
    /// assert_eq!((two.classifiers(), two.is_paired(), two.are_alike()), (2, false, true));
    /// ```
    pub fn independent(observed: Vec<Observation>) -> Self {
        Self { classifiers: observed.len(), known: Known::Alone(observed), drawn_as: None }
    }

    /// The same, drawn in the order of these keys, their names for instance: what is drawn of each
    /// classifier then does not depend on the order in which they are listed.
    ///
    /// # Panics
    /// Unless there is a key for each classifier.
    pub fn drawn_by<K: Ord>(mut self, keys: &[K]) -> Self {
        assert_eq!(keys.len(), self.classifiers, "a key for each");
        let mut sorted: Vec<usize> = (0..keys.len()).collect();
        sorted.sort_by_key(|&classifier| &keys[classifier]);
        let mut places = vec![0; keys.len()];
        sorted.into_iter().enumerate().for_each(|(place, classifier)| places[classifier] = place);
        self.drawn_as = Some(places);
        self
    }

    /// The classifiers in the order in which they are drawn, and which each one is; `None` if that
    /// is their own order.
    pub(super) fn as_drawn(&self) -> Option<(Self, Vec<usize>)> {
        let places = self.drawn_as.as_ref().filter(|places| !places.is_sorted())?;
        let mut order: Vec<usize> = (0..self.classifiers).collect();
        order.sort_by_key(|&classifier| places[classifier]);
        Some((Self { drawn_as: None, ..self.only(&order) }, order))
    }

    /// Returns the number of classifiers.
    pub fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// Returns `true` if it is known how they agree.
    pub fn is_paired(&self) -> bool {
        matches!(self.known, Known::Patterns(_))
    }

    /// Returns `true` if nothing different was observed of any two: each has the same samples
    /// right, or of classifiers that are taken as independent as many.
    pub fn are_alike(&self) -> bool {
        match &self.known {
            Known::Alone(observed) => observed.windows(2).all(|two| two[0] == two[1]),
            Known::Patterns(patterns) => patterns.iter().flatten().all(|(pattern, _)| {
                let right = usize::try_from(pattern.count_ones()).expect("bits");
                right == 0 || right == self.classifiers
            }),
        }
    }

    /// Returns the number of variables in a draw of all rates: patterns of both classes, or rates
    /// of independent classifiers.
    pub fn work_of_a_draw(&self) -> usize {
        match &self.known {
            Known::Patterns(patterns) => patterns.iter().map(Vec::len).sum(),
            Known::Alone(observed) => 2 * observed.len(),
        }
    }

    /// The confusion matrices of classifiers that are taken as independent.
    pub fn observed(&self) -> Option<&[Observation]> {
        match &self.known {
            Known::Alone(observed) => Some(observed),
            Known::Patterns(_) => None,
        }
    }

    /// Returns the known results.
    pub(super) fn known(&self) -> &Known {
        &self.known
    }

    /// Some of the classifiers, in the order in which they are listed.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn only(&self, listed: &[usize]) -> Self {
        let known = match &self.known {
            Known::Alone(observed) => {
                Known::Alone(listed.iter().map(|&classifier| observed[classifier]).collect())
            }
            Known::Patterns(patterns) => Known::Patterns(patterns.each_ref().map(|patterns| {
                assert!(listed.iter().all(|of| *of < self.classifiers), "classifiers in range");
                let mut left: Vec<Pattern> = patterns
                    .iter()
                    .map(|&(pattern, count)| {
                        let bit = |(at, of): (usize, &usize)| (pattern >> of & 1) << at;
                        (listed.iter().enumerate().map(bit).fold(0, |all, bit| all | bit), count)
                    })
                    .collect();
                left.sort_unstable();
                left.dedup_by(|next, kept| {
                    let is_same = next.0 == kept.0;
                    kept.1 += if is_same { next.1 } else { 0 };
                    is_same
                });
                left
            })),
        };
        let places = self.drawn_as.as_ref();
        let drawn_as = places.map(|places| listed.iter().map(|&of| places[of]).collect());
        Self { classifiers: listed.len(), known, drawn_as }
    }

    /// The same with one sample, which all have right, of a class without any. Where a metric is
    /// the rate of the other class ([`on_one_class`](super::on_one_class)) it takes no part.
    pub fn with_both_classes(&self) -> Self {
        let known = match &self.known {
            Known::Alone(observed) => Known::Alone(
                observed
                    .iter()
                    .map(|of| Observation {
                        tp: if of.tp + of.fn_ == 0 { 1 } else { of.tp },
                        tn: if of.tn + of.fp == 0 { 1 } else { of.tn },
                        ..*of
                    })
                    .collect(),
            ),
            Known::Patterns(patterns) => Known::Patterns(patterns.each_ref().map(|patterns| {
                let all_right = (0..self.classifiers).fold(0, |all, at| all | 1 << at);
                if patterns.is_empty() { vec![(all_right, 1)] } else { patterns.clone() }
            })),
        };
        Self { known, ..self.clone() }
    }

    /// Returns the known results of two of the classifiers.
    ///
    /// ```
    /// use exactile::contest::{Contestants, Evidence};
    /// use exactile::lattice::Observation;
    /// let observed = Observation { tn: 8, fp: 2, fn_: 1, tp: 9 };
    /// let two = Contestants::independent(vec![observed, observed]);
    /// assert_eq!(two.pair(0, 1), Evidence::Independent(observed, observed));
    /// ```
    ///
    /// # Panics
    /// If a position is out of range.
    pub fn pair(&self, first: usize, second: usize) -> Evidence {
        match &self.known {
            Known::Alone(observed) => Evidence::Independent(observed[first], observed[second]),
            Known::Patterns(patterns) => {
                let [positive, negative] = patterns.each_ref().map(|patterns| {
                    let mut counts = JointCounts::default();
                    for &(pattern, count) in patterns {
                        *match (pattern >> first & 1, pattern >> second & 1) {
                            (1, 1) => &mut counts.both_right,
                            (1, _) => &mut counts.only_first,
                            (_, 1) => &mut counts.only_second,
                            _ => &mut counts.both_wrong,
                        } += count;
                    }
                    counts
                });
                Evidence::Paired(PairCounts { positive, negative })
            }
        }
    }

    /// Two classifiers alone.
    pub fn of_pair(evidence: &Evidence) -> Self {
        let known = match evidence {
            Evidence::Independent(first, second) => Known::Alone(vec![*first, *second]),
            Evidence::Paired(_) => {
                Known::Patterns([Class::Positive, Class::Negative].map(|class| {
                    let ClassEvidence::Paired(counts) = evidence.of(class) else {
                        unreachable!("paired")
                    };
                    let counts = [
                        counts.both_wrong,
                        counts.only_first,
                        counts.only_second,
                        counts.both_right,
                    ];
                    (0..).zip(counts).filter(|(_, count)| *count > 0).collect()
                }))
            }
        };
        Self { classifiers: 2, known, drawn_as: None }
    }
}
