//! All frontiers of classifiers that were tested under different priors, and how many cells and
//! confluences they have.
//!
//! Each frontier is one monotone arc from border to border (`tile/unequal`). Those of pairs that
//! share a classifier meet once at most, at a rational point; those of disjoint pairs up to twice,
//! at roots of a quadratic polynomial, which are compared exactly. Where frontiers meet, all that
//! matters is how many there are:
//!
//! ```text
//! cells = 1 + frontiers + the sum over all confluences of (frontiers through it - 1),
//! ```
//!
//! since one more arc from border to border cuts one cell in two for each part of it between the
//! points at which it meets the others, whether it crosses them there or touches them.
//!
//! Two frontiers that cross twice leave two cells on the same sides of both, so a ranking may hold
//! on several cells. Three classifiers may tie at one point, where the frontiers of all three pairs
//! meet.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::count::{RankingCount, Seen, SharedCount};
use crate::geometry::{BilinearCurve, Point};
use crate::num::{QuadraticNumber, Rational};
use crate::parallel::fold;
use crate::tile::{Arc, Regions, crossings, swapping_pairs};
use crate::work::{Advance, Watch};

/// All distinct frontiers inside the Tile, each classifier being compared by its own test.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::BentFrontiers};
/// let classifiers = [[35, 15, 15, 35], [25, 25, 10, 40], [20, 5, 30, 45]]
///     .map(|[tn, fp, fn_, tp]| {
///         let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
///         Classifier::new(format!("{tn}"), matrix)
///     })
///     .to_vec();
/// let regions = Regions::new(classifiers)?;
/// let count = BentFrontiers::new(&regions).count();
/// assert_eq!((count.frontiers, count.cells, count.confluences.count), (3, 6, 1));
/// # Ok::<(), exactile::tile::TileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BentFrontiers<'r> {
    regions: &'r Regions,
    /// The classifiers of each distinct performance.
    performances: Vec<Vec<usize>>,
    pub(super) arcs: Vec<Arc>,
    /// For each arc the groups of performances that tie along it.
    groups: Vec<Vec<Vec<u32>>>,
}

/// A point of the open Tile where several bent frontiers meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BentConfluence {
    /// Its abscissa.
    pub a: QuadraticNumber,
    /// Its ordinate.
    pub b: QuadraticNumber,
    /// The frontiers through it, by number.
    pub frontiers: Vec<usize>,
}

impl<'r> BentFrontiers<'r> {
    /// The frontiers of n classifiers, whatever their priors. O(n^2) time and memory.
    pub fn new(regions: &'r Regions) -> Self {
        let (fronts, equal) = swapping_pairs(regions.classifiers());
        let mut performances: Vec<Vec<usize>> = Vec::new();
        let mut number = vec![0_u32; equal.len()];
        for (i, &first) in equal.iter().enumerate() {
            if first == i {
                number[i] = u32::try_from(performances.len()).expect("ranks fit in 32 bits");
                performances.push(vec![i]);
            } else {
                number[i] = number[first];
                performances[number[i] as usize].push(i);
            }
        }
        let (arcs, pairs): (Vec<Arc>, Vec<Vec<[usize; 2]>>) = fronts.into_iter().unzip();
        let groups = pairs
            .into_iter()
            .map(|pairs| connected(pairs.iter().map(|pair| pair.map(|i| number[i]))))
            .collect();
        Self { regions, performances, arcs, groups }
    }

    /// The classifiers.
    pub fn regions(&self) -> &'r Regions {
        self.regions
    }

    /// The distinct performances, that is, those that do not tie everywhere inside: the positions
    /// of the classifiers that have each.
    pub fn performances(&self) -> &[Vec<usize>] {
        &self.performances
    }

    /// The number of distinct frontiers.
    pub fn len(&self) -> usize {
        self.arcs.len()
    }

    /// Returns `true` if there is no frontier: one ranking holds on the whole open Tile.
    pub fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// A frontier, positive below it, or on its left if it stands upright.
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn curve(&self, frontier: usize) -> &BilinearCurve {
        &self.arcs[frontier].curve
    }

    /// The groups of distinct performances that tie along a frontier: one, unless frontiers of
    /// several groups fall together.
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn tied_on(&self, frontier: usize) -> &[Vec<u32>] {
        &self.groups[frontier]
    }

    /// The classifiers of each group that ties along a frontier, in the order of the input.
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn classifiers_on(&self, frontier: usize) -> Vec<Vec<usize>> {
        let members = |group: &Vec<u32>| {
            let members = group.iter().flat_map(|&i| self.performances[i as usize].iter().copied());
            let mut members: Vec<usize> = members.collect();
            members.sort_unstable();
            members
        };
        self.groups[frontier].iter().map(members).collect()
    }

    /// The numbers of frontiers, cells and confluences, all exact. O(L^2) exact operations for L
    /// frontiers, in parallel.
    pub fn count(&self) -> RankingCount {
        self.count_watched(&Watch::never()).expect("nothing stops it")
    }

    /// As [`Self::count`]. `advance` is called once before and once for each frontier, and may stop
    /// the work: then there is no result.
    pub fn count_with_progress(&self, advance: Advance<'_>) -> Option<RankingCount> {
        let watch = Watch::new(advance);
        watch.step()?;
        self.count_watched(&watch)
    }

    fn count_watched(&self, watch: &Watch<'_>) -> Option<RankingCount> {
        let seen = fold(
            self.len(),
            || Some(Seen::default()),
            |seen, k| {
                let mut seen = seen?;
                watch.step()?;
                for (_, through) in self.later_on(k) {
                    let tied: BTreeSet<u32> =
                        through.iter().chain([&k]).flat_map(|&l| self.tied(l)).collect();
                    seen.add(through.len(), tied.len() as u64);
                }
                Some(seen)
            },
            |x, y| Some(x?.with(&y?)),
        )?;
        let shared = (0..self.len())
            .flat_map(|k| self.groups[k].iter().map(|group| group.len() as u64))
            .filter(|&count| count > 2);
        let shared = SharedCount {
            count: shared.clone().count() as u64,
            largest: shared.max().unwrap_or(0),
        };
        Some(seen.counts(self.len() as u64, shared))
    }

    /// Every confluence once, ordered by its first frontier and along that. `sink` gets those of a
    /// frontier at a time.
    ///
    /// # Errors
    /// The first error of `sink`.
    pub fn stream_confluences<E>(
        &self,
        mut sink: impl FnMut(BentConfluence) -> Result<(), E>,
    ) -> Result<(), E> {
        for k in 0..self.len() {
            let earlier: BTreeSet<Place> = (0..k).flat_map(|l| self.meetings(k, l)).collect();
            for (place, through) in self.later_on(k) {
                if !earlier.contains(&place) {
                    let [a, b] = self.point(k, through[0], place);
                    let frontiers = std::iter::once(k).chain(through).collect();
                    sink(BentConfluence { a, b, frontiers })?;
                }
            }
        }
        Ok(())
    }

    /// All performances that tie along a frontier.
    fn tied(&self, frontier: usize) -> impl Iterator<Item = u32> + '_ {
        self.groups[frontier].iter().flatten().copied()
    }

    /// Returns the meetings of a frontier with later ones, in order along it, each point with
    /// these.
    fn later_on(&self, k: usize) -> Vec<(Place, Vec<usize>)> {
        let mut met: Vec<(Place, usize)> = (k + 1..self.len())
            .flat_map(|l| self.meetings(k, l).into_iter().map(move |place| (place, l)))
            .collect();
        met.sort();
        let mut points: Vec<(Place, Vec<usize>)> = Vec::new();
        for (place, l) in met {
            match points.last_mut().filter(|(last, _)| *last == place) {
                Some((_, through)) => through.push(l),
                None => points.push((place, vec![l])),
            }
        }
        points
    }

    /// Returns the meetings of two frontiers inside the Tile: places on the first of them.
    fn meetings(&self, k: usize, l: usize) -> Vec<Place> {
        let (own, other) = (&self.arcs[k], &self.arcs[l]);
        match (own.is_upright(), other.is_upright()) {
            (true, true) => Vec::new(),
            (true, false) => {
                let a = &own.left.a;
                other.spans(a).then(|| other.height(a).into()).into_iter().collect()
            }
            (false, true) => {
                let a = &other.left.a;
                own.spans(a).then(|| a.clone().into()).into_iter().collect()
            }
            (false, false) => crossings(own, other),
        }
    }

    /// The coordinates of a place on frontier k where l meets it.
    fn point(&self, k: usize, l: usize, place: Place) -> [QuadraticNumber; 2] {
        let arc = &self.arcs[k];
        if arc.is_upright() {
            return [arc.left.a.clone().into(), place];
        }
        if let Some(a) = place.as_rational() {
            let b = arc.height(a).into();
            return [place, b];
        }
        // One of the roots of the polynomial in b; both ends of a fine enclosure say which.
        let candidates = ordinates(&arc.curve, &self.arcs[l].curve);
        let mut places = 32;
        loop {
            let [low, high] = place.enclosure(places);
            if arc.spans(&low) && arc.spans(&high) {
                let ends = [&low, &high].map(|a| arc.height(a));
                let least = QuadraticNumber::from(ends[0].clone().min(ends[1].clone()));
                let [first, second] = ends;
                let most = QuadraticNumber::from(first.max(second));
                let mut within = candidates.iter().filter(|root| least <= **root && **root <= most);
                if let (Some(b), None) = (within.next(), within.next()) {
                    return [place, b.clone()];
                }
            }
            places *= 2;
        }
    }
}

/// A place on a frontier: the abscissa, or the ordinate on an upright one.
type Place = QuadraticNumber;

/// Returns the ordinates at which two curves have one a: roots in b, those of the curves with both
/// coordinates exchanged.
fn ordinates(first: &BilinearCurve, second: &BilinearCurve) -> Vec<QuadraticNumber> {
    let [k_ab, k_b, k_a, k_1] = first.coefficients().each_ref().map(Rational::numerator);
    let [l_ab, l_b, l_a, l_1] = second.coefficients().each_ref().map(Rational::numerator);
    let polynomial: [BigInt; 3] = [
        &k_a * &l_ab - &l_a * &k_ab,
        k_a * &l_b + &k_1 * l_ab - l_a * &k_b - &l_1 * k_ab,
        k_1 * l_b - l_1 * k_b,
    ];
    QuadraticNumber::roots(polynomial)
}

/// The sets that pairs connect, each increasing.
fn connected(pairs: impl Iterator<Item = [u32; 2]>) -> Vec<Vec<u32>> {
    let mut sets: Vec<BTreeSet<u32>> = Vec::new();
    for pair in pairs {
        let (touching, mut rest): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| pair.iter().any(|i| set.contains(i)));
        rest.push(touching.into_iter().flatten().chain(pair).collect());
        sets = rest;
    }
    sets.into_iter().map(|set| set.into_iter().collect()).collect()
}

/// A point of an arc at an ordinate, between its ends: `None` if it does not reach it, or is level.
pub(super) fn beside(arc: &Arc, b: &Rational) -> Option<Point> {
    let [low, high] =
        if arc.left.b <= arc.right.b { [&arc.left, &arc.right] } else { [&arc.right, &arc.left] };
    if low.b == high.b || *b < low.b || *b > high.b {
        return None;
    }
    if *b == low.b || *b == high.b {
        return Some(if *b == low.b { low.clone() } else { high.clone() });
    }
    let [k_ab, k_a, k_b, k_1] = arc.curve.coefficients();
    Some(Point::new(-(k_b * b + k_1) / (k_ab * b + k_a), b.clone()))
}
