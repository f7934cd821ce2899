//! Every point of a segment at which classifiers swap.

use std::ops::ControlFlow;

use ethnum::I256;
use num_bigint::BigInt;

use super::ends::{EndCounts, Ends, Swap, end_values, scaled};
use super::leaders::{self, Leader};
use super::segment::Segment;
use crate::geometry::Point;
use crate::num::{ExactInteger, Rational};
use crate::parallel::{sort_by, try_map, try_map_indices};
use crate::performance::{Classifier, PerformanceError};
use crate::work::{Advance, Watch};

/// With more classifiers their pairs would not fit comfortably in memory.
const MOST: usize = 10_000;

/// All rankings of classifiers along a segment.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Rational};
/// use exactile::section::{Section, Segment};
/// let classifiers = [
///     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
/// ];
/// // From precision to recall, by F-scores.
/// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
/// assert_eq!(section.swaps, 1);
/// // Both have the same F-score for beta^2 = 4/5, at b = 4/9.
/// assert_eq!(section.breaks[0].position, Rational::new(4, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The segment.
    pub segment: Segment,
    /// The number of pairs that the neighbourhoods of both ends order strictly and oppositely.
    pub swaps: u64,
    /// The points at which pairs swap, in the order of their positions.
    pub breaks: Vec<Break>,
    /// The pairs that swap, grouped by break, positions of classifiers; the first one of each pair
    /// is better before the break, the second one after it.
    pub pairs: Vec<[u32; 2]>,
    /// The first classifiers, from the beginning to the end.
    pub leaders: Vec<Leader>,
    /// The order of the pairs at both ends.
    pub(super) ends: EndCounts,
}

/// A point at which classifiers swap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The position along the segment, between 0 and 1.
    pub position: Rational,
    /// Number of pairs of classifiers that swap there.
    pub pairs: u64,
    /// Number of pairs that swap before it.
    pub before: u64,
}

/// The positions between which as many pairs differ from the ranking at one end as from that at the
/// other end, or as nearly as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Compromise {
    /// The first such position.
    pub lower: Rational,
    /// The last one.
    pub upper: Rational,
}

/// Reason why classifiers cannot be compared along a segment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SectionError {
    /// More than can be compared pair by pair.
    #[error("{0} classifiers have too many pairs: at most {MOST} are compared along a segment")]
    TooMany(usize),
    /// A classifier without samples of both classes.
    #[error("{name:?}: {error}")]
    Performance {
        /// Its name.
        name: String,
        /// The missing class.
        error: PerformanceError,
    },
}

impl Section {
    /// All rankings of the classifiers, each at its own rates, along a segment. O(n^2 log n).
    ///
    /// # Errors
    /// A classifier without samples of both classes, and more than 10,000 classifiers.
    pub fn new(classifiers: &[Classifier], segment: Segment) -> Result<Self, SectionError> {
        let found = Self::with_progress(classifiers, segment, &|| ControlFlow::Continue(()))?;
        Ok(found.expect("nothing stops it"))
    }

    /// As [`Self::new`]. `advance` is called for each classifier and for each break, and may stop
    /// the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        classifiers: &[Classifier],
        segment: Segment,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, SectionError> {
        let watch = Watch::new(advance);
        if classifiers.len() > MOST {
            return Err(SectionError::TooMany(classifiers.len()));
        }
        let mut values = Vec::with_capacity(classifiers.len());
        for Classifier { name, matrix } in classifiers {
            matrix
                .check_both_classes()
                .map_err(|error| SectionError::Performance { name: name.clone(), error })?;
            let rates = [matrix.tnr(), matrix.tpr()].map(|rate| rate.expect("both classes"));
            values.push(end_values(&rates, segment.balanced()));
        }
        let scaled = scaled(&values);
        let longest = scaled.values.iter().flatten().map(BigInt::bits).max().unwrap_or(0);
        // A sum of two products of end values, and the product of two of these.
        let bits = 2 * (2 * longest + 1);
        Ok(if i64::holds(bits) {
            Self::of_ends(&Ends::<i64>::new(&scaled), segment, &watch)
        } else if i128::holds(bits) {
            Self::of_ends(&Ends::<i128>::new(&scaled), segment, &watch)
        } else if I256::holds(bits) {
            Self::of_ends(&Ends::<I256>::new(&scaled), segment, &watch)
        } else {
            Self::of_ends(&Ends::<BigInt>::new(&scaled), segment, &watch)
        })
    }

    /// The number of different rankings, ties included, on the open stretches between breaks. No
    /// pair swaps twice, so no ranking comes again.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// # ];
    /// // F-scores of a cautious and an eager classifier, from precision to recall.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// assert_eq!(section.rankings(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rankings(&self) -> u64 {
        self.breaks.len() as u64 + 1
    }

    /// The point of the Tile at a break.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// # ];
    /// // F-scores of a cautious and an eager classifier, from precision to recall.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// assert_eq!(section.at(&section.breaks[0]).to_string(), "(1, 4/9)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, change: &Break) -> Point {
        self.segment.at(&change.position)
    }

    /// The pairs that swap at a break.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// # ];
    /// // F-scores of a cautious and an eager classifier, from precision to recall.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// // The cautious one is better before the break.
    /// assert_eq!(section.pairs_of(&section.breaks[0]), [[0, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pairs_of(&self, change: &Break) -> &[[u32; 2]] {
        let index = |count: u64| usize::try_from(count).expect("an index of a list");
        let start = index(change.before);
        &self.pairs[start..start + index(change.pairs)]
    }

    /// The best compromise between the rankings at both ends: the middle one of all swaps, with
    /// multiplicity, and all positions between the middle two if their number is even. `None`
    /// without swaps. The number of swaps between a position and an end is Kendall's distance to
    /// the ranking there.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// # ];
    /// // F-scores of a cautious and an eager classifier, from precision to recall.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// let compromise = section.compromise().expect("a swap");
    /// assert_eq!(compromise.lower, compromise.upper);
    /// assert_eq!(compromise.lower, Rational::new(4, 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compromise(&self) -> Option<Compromise> {
        let position = |number: u64| {
            let k = self.breaks.partition_point(|change| change.before + change.pairs <= number);
            self.breaks.get(k).map(|change| change.position.clone())
        };
        let lower = position(self.swaps.checked_sub(1)? / 2)?;
        Some(Compromise { lower, upper: position(self.swaps / 2)? })
    }

    /// The section of classifiers with these values at the ends.
    fn of_ends<I: ExactInteger>(of: &Ends<I>, segment: Segment, watch: &Watch<'_>) -> Option<Self> {
        let n = of.len();
        let swaps_of = |i: usize| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(of.swaps_of(i))
        };
        let found = try_map_indices(n, swaps_of).ok()?;
        let mut ends = EndCounts::default();
        for (k, is_defined) in (0..n).map(|k| of.is_defined(k)).enumerate() {
            ends.add_all(&found[k].1);
            let [from, to] = is_defined.map(u64::from);
            for (sum, one) in ends.defined.iter_mut().zip([from, to, from * to]) {
                *sum += one;
            }
        }
        let mut swaps: Vec<Swap> = found.into_iter().flat_map(|(swaps, _)| swaps).collect();
        sort_by(&mut swaps, &|first, second| {
            of.compare(first, second)
                .then_with(|| (first.before, first.after).cmp(&(second.before, second.after)))
        });
        let odds_factor = segment.odds_factor() * &of.ratio;
        // The first swap of each break, and where the next break begins.
        let mut groups: Vec<[usize; 2]> = Vec::new();
        for at in 0..swaps.len() {
            match groups.last_mut() {
                Some([start, end]) if of.compare(&swaps[*start], &swaps[at]).is_eq() => {
                    *end = at + 1;
                }
                _ => groups.push([at, at + 1]),
            }
        }
        let one_break = |&[start, end]: &[usize; 2]| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(Break {
                position: of.position(&swaps[start], &odds_factor),
                pairs: (end - start) as u64,
                before: start as u64,
            })
        };
        Some(Self {
            swaps: swaps.len() as u64,
            breaks: try_map(&groups, one_break).ok()?,
            leaders: leaders::leaders(of, &odds_factor),
            ends,
            pairs: swaps.iter().map(|swap| [swap.before, swap.after]).collect(),
            segment,
        })
    }
}
