//! Every point of a segment at which classifiers swap.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use ethnum::I256;
use num_bigint::BigInt;
use num_integer::Integer;

use super::leaders::{self, Leader};
use super::optimality::{AtEnd, EndCounts};
use super::segment::Segment;
use crate::geometry::Point;
use crate::num::{ExactInteger, Rational, common_denominator};
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
    /// The pairs that swap, grouped by break, positions of classifiers; the first one of each pair is
    /// better before the break, the second one after it.
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

    /// As [`Self::new`]. `advance` is called for each classifier and for each break, and may stop the
    /// work: then there is no result.
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
            Ends::<i64>::new(&scaled).section(segment, &watch)
        } else if i128::holds(bits) {
            Ends::<i128>::new(&scaled).section(segment, &watch)
        } else if I256::holds(bits) {
            Ends::<I256>::new(&scaled).section(segment, &watch)
        } else {
            Ends::<BigInt>::new(&scaled).section(segment, &watch)
        })
    }

    /// The number of different rankings, ties included, on the open stretches between breaks. No pair
    /// swaps twice, so no ranking comes again.
    pub fn rankings(&self) -> u64 {
        self.breaks.len() as u64 + 1
    }

    /// The point of the Tile at a break.
    pub fn at(&self, change: &Break) -> Point {
        self.segment.at(&change.position)
    }

    /// The pairs that swap at a break.
    pub fn pairs_of(&self, change: &Break) -> &[[u32; 2]] {
        let index = |count: u64| usize::try_from(count).expect("an index of a list");
        let start = index(change.before);
        &self.pairs[start..start + index(change.pairs)]
    }

    /// The best compromise between the rankings at both ends: the middle one of all swaps, with
    /// multiplicity, and all positions between the middle two if their number is even. `None` without
    /// swaps. The number of swaps between a position and an end is Kendall's distance to the ranking
    /// there.
    pub fn compromise(&self) -> Option<Compromise> {
        let position = |number: u64| {
            let k = self.breaks.partition_point(|change| change.before + change.pairs <= number);
            self.breaks.get(k).map(|change| change.position.clone())
        };
        let lower = position(self.swaps.checked_sub(1)? / 2)?;
        Some(Compromise { lower, upper: position(self.swaps / 2)? })
    }
}

/// Satisfied and unsatisfied importance at the first and the last point, s0, u0, s1, u1.
fn end_values([x, y]: &[Rational; 2], [from, to]: &[Point; 2]) -> [Rational; 4] {
    let (miss_x, miss_y) = (x.complement(), y.complement());
    let satisfied = |end: &Point| end.a.complement() * x + &end.a * y;
    let unsatisfied = |end: &Point| end.b.complement() * &miss_x + &end.b * &miss_y;
    [satisfied(from), unsatisfied(from), satisfied(to), unsatisfied(to)]
}

/// End values as integers: each classifier's times a factor of its own, and each of the four columns
/// times a factor of its own, none of which changes a sign.
struct Scaled {
    values: Vec<[BigInt; 4]>,
    /// The factors of s0 u0 and of s1 u1.
    factors: [Rational; 2],
}

fn scaled(values: &[[Rational; 4]]) -> Scaled {
    let column = |k: usize| values.iter().map(move |row| &row[k]);
    let commons = [0, 1, 2, 3].map(|k| common_denominator(column(k)));
    let longest = values.iter().flatten().map(|value| value.denominator().bits()).max();
    let is_shared = commons.iter().all(|common| common.bits() <= 2 * longest.unwrap_or(1) + 64);
    if !is_shared {
        // Denominators of their own, so that numbers do not grow with the number of classifiers.
        let row = |row: &[Rational; 4]| {
            let common = common_denominator(row);
            row.each_ref().map(|value| value.numerator() * (&common / value.denominator()))
        };
        return Scaled {
            values: values.iter().map(row).collect(),
            factors: [Rational::ONE, Rational::ONE],
        };
    }
    let whole =
        |k: usize, value: &Rational| value.numerator() * (&commons[k] / value.denominator());
    let divisors = [0, 1, 2, 3].map(|k| {
        let divisor = column(k).fold(BigInt::ZERO, |gcd, value| gcd.gcd(&whole(k, value)));
        if divisor == BigInt::ZERO { BigInt::from(1) } else { divisor }
    });
    let row = |row: &[Rational; 4]| [0, 1, 2, 3].map(|k| whole(k, &row[k]) / &divisors[k]);
    let factor = |k: usize| Rational::new(commons[k].clone(), divisors[k].clone());
    Scaled {
        values: values.iter().map(row).collect(),
        factors: [factor(0) * factor(1), factor(2) * factor(3)],
    }
}

/// End values in integers of one width.
pub(super) struct Ends<I> {
    values: Vec<[I; 4]>,
    /// m/(1 - m) of a swap at the position m in balanced coordinates is this times |g0| : |g1|.
    ratio: Rational,
}

/// A pair that swaps: `before` is better at the beginning, `after` at the end.
#[derive(Clone, Copy)]
pub(super) struct Swap {
    key: u64,
    pub(super) before: u32,
    pub(super) after: u32,
}

impl<I: ExactInteger> Ends<I> {
    fn new(scaled: &Scaled) -> Self {
        let [start, end] = &scaled.factors;
        Self {
            values: scaled.values.iter().map(|row| row.each_ref().map(I::from_big)).collect(),
            ratio: end / start,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// s_i u_j - s_j u_i at the beginning and at the end: positive where i is better.
    #[inline]
    pub(super) fn leads(&self, i: usize, j: usize) -> [I; 2] {
        let ([s0, u0, s1, u1], [t0, v0, t1, v1]) = (&self.values[i], &self.values[j]);
        [s0.times(v0).decreased(&t0.times(u0)), s1.times(v1).decreased(&t1.times(u1))]
    }

    /// The swap of two classifiers, if there is one.
    #[inline]
    pub(super) fn swap(&self, i: usize, j: usize) -> Option<Swap> {
        Self::swap_of([i, j], self.leads(i, j))
    }

    /// The same, given who leads at both ends.
    #[inline]
    fn swap_of([i, j]: [usize; 2], [start, end]: [I; 2]) -> Option<Swap> {
        let is_opposite =
            start.is_positive() && end.is_negative() || start.is_negative() && end.is_positive();
        if !is_opposite {
            return None;
        }
        let key = I::ratio_key(&start.magnitude(), &end.magnitude());
        let [i, j] = [i, j].map(|k| u32::try_from(k).expect("at most 10,000"));
        let (before, after) = if start.is_positive() { (i, j) } else { (j, i) };
        Some(Swap { key, before, after })
    }

    /// `true` if a classifier has a value at the beginning, and at the end.
    fn is_defined(&self, i: usize) -> [bool; 2] {
        let [s0, u0, s1, u1] = &self.values[i];
        let is_zero = |value: &I| !value.is_positive() && !value.is_negative();
        [!(is_zero(s0) && is_zero(u0)), !(is_zero(s1) && is_zero(u1))]
    }

    /// The order of two classifiers at an end, given who leads there.
    #[inline]
    fn standing(&self, [i, j]: [usize; 2], end: usize, lead: &I) -> AtEnd {
        if lead.is_positive() || lead.is_negative() {
            AtEnd::Strict
        } else if self.is_defined(i)[end] && self.is_defined(j)[end] {
            AtEnd::Tied
        } else {
            AtEnd::Undefined
        }
    }

    /// The swaps of a classifier with all later ones, and how these pairs stand at both ends.
    fn swaps_of(&self, i: usize) -> (Vec<Swap>, EndCounts) {
        let mut ends = EndCounts::default();
        let mut swaps = Vec::new();
        for j in i + 1..self.len() {
            let leads = self.leads(i, j);
            ends.add([0, 1].map(|end| self.standing([i, j], end, &leads[end])));
            swaps.extend(Self::swap_of([i, j], leads));
        }
        (swaps, ends)
    }

    /// The order of two swaps along the segment.
    pub(super) fn compare(&self, first: &Swap, second: &Swap) -> Ordering {
        first.key.cmp(&second.key).then_with(|| {
            let sizes = |swap: &Swap| {
                self.leads(swap.before as usize, swap.after as usize).map(|lead| lead.magnitude())
            };
            let ([start, end], [other_start, other_end]) = (sizes(first), sizes(second));
            start.times(&other_end).cmp(&other_start.times(&end))
        })
    }

    /// The position of a swap.
    pub(super) fn position(&self, swap: &Swap, odds_factor: &Rational) -> Rational {
        let [start, end] = self.leads(swap.before as usize, swap.after as usize);
        let odds = I::ratio(&start, &end.negated()) * odds_factor;
        &odds / (&odds + Rational::ONE)
    }

    fn section(&self, segment: Segment, watch: &Watch<'_>) -> Option<Section> {
        let n = self.len();
        let swaps_of = |i: usize| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(self.swaps_of(i))
        };
        let found = try_map_indices(n, swaps_of).ok()?;
        let mut ends = EndCounts::default();
        for (k, is_defined) in (0..n).map(|k| self.is_defined(k)).enumerate() {
            ends.add_all(&found[k].1);
            let [from, to] = is_defined.map(u64::from);
            for (sum, one) in ends.defined.iter_mut().zip([from, to, from * to]) {
                *sum += one;
            }
        }
        let mut swaps: Vec<Swap> = found.into_iter().flat_map(|(swaps, _)| swaps).collect();
        sort_by(&mut swaps, &|first, second| {
            self.compare(first, second)
                .then_with(|| (first.before, first.after).cmp(&(second.before, second.after)))
        });
        let odds_factor = segment.odds_factor() * &self.ratio;
        // The first swap of each break, and where the next break begins.
        let mut groups: Vec<[usize; 2]> = Vec::new();
        for at in 0..swaps.len() {
            match groups.last_mut() {
                Some([start, end]) if self.compare(&swaps[*start], &swaps[at]).is_eq() => {
                    *end = at + 1;
                }
                _ => groups.push([at, at + 1]),
            }
        }
        let one_break = |&[start, end]: &[usize; 2]| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(Break {
                position: self.position(&swaps[start], &odds_factor),
                pairs: (end - start) as u64,
                before: start as u64,
            })
        };
        Some(Section {
            swaps: swaps.len() as u64,
            breaks: try_map(&groups, one_break).ok()?,
            leaders: leaders::leaders(self, &odds_factor),
            ends,
            pairs: swaps.iter().map(|swap| [swap.before, swap.after]).collect(),
            segment,
        })
    }
}
