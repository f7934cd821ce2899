//! Four maps of the domains on the Tile of one classifier.
//!
//! | domain at (a, b) | definition | geometry |
//! |---|---|---|
//! | easiest | greatest R_ab(P_d) | rank 1 among performances of different priors |
//! | hardest | least R_ab(P_d) | last rank among them |
//! | preponderant | greatest w_d, so greatest l_d (s_d + u_d) | affine in (a, b): upper envelope |
//! | bottleneck | greatest w_d (1 - R_d), so greatest l_d u_d | affine in b alone: level strips |
//!
//! Of affine functions each domain's region is the intersection of half-planes with the square, a
//! convex polygon with rational corners. Along an open edge of it, and inside, the same functions
//! tie everywhere: the difference of two affine functions that is nowhere positive there is 0 at
//! all points or at none.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::str::FromStr;

use super::Domains;
use crate::geometry::{BilinearCurve, ConvexSet, HalfPlane, Point, intersect};
use crate::num::{Rational, common_denominator};
use crate::parallel::map_indices;
use crate::performance::{Classifier, ConfusionMatrix};
use crate::tile::{Piece, RankFilter, RankInterval, Regions, TileError};

/// A property of a domain on the Tile of one classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainMap {
    /// The domain with the greatest value.
    Easiest,
    /// The domain with the least value.
    Hardest,
    /// The domain whose value counts most in that of the mean.
    Preponderant,
    /// The domain in which the largest part of the mean's loss occurs.
    Bottleneck,
}

impl DomainMap {
    /// All maps.
    pub const ALL: [Self; 4] = [Self::Easiest, Self::Hardest, Self::Preponderant, Self::Bottleneck];

    /// The name: `easiest`, `hardest`, `preponderant` or `bottleneck`.
    ///
    /// ```
    /// use exactile::domain::DomainMap;
    /// assert_eq!("hardest".parse::<DomainMap>()?.name(), "hardest");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Easiest => "easiest",
            Self::Hardest => "hardest",
            Self::Preponderant => "preponderant",
            Self::Bottleneck => "bottleneck",
        }
    }
}

impl FromStr for DomainMap {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|map| map.name() == name);
        known.ok_or("the maps are easiest, hardest, preponderant and bottleneck")
    }
}

/// k_a a + k_b b + k_1.
type Affine = [Rational; 3];

impl Domains {
    /// The pieces of the open Tile on which each domain is the one of the map, ties included:
    /// [`Piece::classifier`] is the position of the domain, and its rank the one by the map's
    /// number, so that domains that tie share the ranks. O(D^2 log D) for the affine maps; as
    /// [`Regions::pieces`] for the others.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::domain::{DomainMap, DomainTests, DomainWeights, Domains};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(5, 3, 1, 1)], vec![matrix(5, 1, 2, 2)]],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// // 3 - 2 b = 1 + b at the height 2/3: below, false alarms of the north cost most.
    /// let pieces = domains.map(0, DomainMap::Bottleneck).expect("affine");
    /// assert_eq!((pieces[0].classifier, pieces[0].vertices()[2].b.to_string()),
    ///     (0, "2/3".into()));
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    ///
    /// # Errors
    /// For maps of values: a domain without samples of both classes.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn map(&self, classifier: usize, map: DomainMap) -> Result<Vec<Piece>, TileError> {
        match map {
            DomainMap::Easiest => self.by_value(classifier, true),
            DomainMap::Hardest => self.by_value(classifier, false),
            DomainMap::Preponderant => Ok(highest(&self.functions(classifier, true))),
            DomainMap::Bottleneck => Ok(highest(&self.functions(classifier, false))),
        }
    }

    /// The pieces of the first or of the last rank. A domain that another one outdoes everywhere
    /// has none, and is left out first: the engine for different priors compares all pairs.
    fn by_value(&self, classifier: usize, is_first: bool) -> Result<Vec<Piece>, TileError> {
        let of =
            |d: usize| Classifier::new(self.names()[d].clone(), self.matrix(d, classifier).clone());
        let count = self.names().len();
        // Checks them, whichever are left out.
        Regions::new((0..count).map(of).collect())?;
        let is_outdone = |d: usize| {
            (0..count).any(|e| {
                let [one, other] = [d, e].map(|d| self.matrix(d, classifier));
                if is_first { is_better(other, one) } else { is_better(one, other) }
            })
        };
        let outdone = map_indices(count, is_outdone);
        let kept: Vec<usize> = (0..count).filter(|&d| !outdone[d]).collect();
        let regions = Regions::new(kept.iter().map(|&d| of(d)).collect())?;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        // All that are left out are above the last rank.
        let (rank, above) = match is_first {
            true => (1, 0),
            false => (number(kept.len()), number(count - kept.len())),
        };
        let filter = RankFilter::holding([rank]);
        let pieces = map_indices(kept.len(), |place| {
            let mut pieces = regions.pieces(place, &filter);
            for piece in &mut pieces {
                let RankInterval { best, worst } = piece.rank;
                piece.classifier = kept[place];
                piece.rank = RankInterval { best: best + above, worst: worst + above };
            }
            pieces
        });
        Ok(pieces.into_iter().flatten().collect())
    }

    /// l_d (s_d + u_d), or l_d u_d alone, of all domains: each times the same positive number, in
    /// integers.
    fn functions(&self, classifier: usize, with_satisfied: bool) -> Vec<Affine> {
        let of = |(d, weight): (usize, &Rational)| {
            let matrix = self.matrix(d, classifier);
            let factor = weight / &matrix.total();
            let [tn, fp, fn_, tp] =
                [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(|count| &factor * count);
            match with_satisfied {
                true => [&tp - &tn, &fn_ - &fp, &tn + &fp],
                false => [Rational::ZERO, &fn_ - &fp, fp],
            }
        };
        let exact: Vec<Affine> = self.weights().iter().enumerate().map(of).collect();
        let common = Rational::from(common_denominator(exact.iter().flatten()));
        exact.iter().map(|function| function.each_ref().map(|k| k * &common)).collect()
    }
}

/// `true` if the first of two performances is better everywhere inside the Tile, whatever their
/// priors: s u' - s' u is bilinear, so it is positive there if it is not negative at the corners,
/// and not 0 at all of them.
pub(super) fn is_better(one: &ConfusionMatrix, other: &ConfusionMatrix) -> bool {
    let mut is_above = false;
    for (s, t) in [(one.tn(), other.tn()), (one.tp(), other.tp())] {
        for (u, v) in [(one.fp(), other.fp()), (one.fn_(), other.fn_())] {
            match (s * v).cmp(&(t * u)) {
                Ordering::Less => return false,
                order => is_above |= order.is_gt(),
            }
        }
    }
    is_above
}

/// `true` if two performances have the same value everywhere: s u' = s' u at the corners.
pub(super) fn are_equal(one: &ConfusionMatrix, other: &ConfusionMatrix) -> bool {
    let parts = [(one.tn(), other.tn()), (one.tp(), other.tp())];
    let rest = [(one.fp(), other.fp()), (one.fn_(), other.fn_())];
    parts.iter().all(|(s, t)| rest.iter().all(|(u, v)| *s * *v == *t * *u))
}

fn at([k_a, k_b, k_1]: &Affine, point: &Point) -> Rational {
    &(&(k_a * &point.a) + &(k_b * &point.b)) + k_1
}

/// The region in which each function is the greatest, ties included.
fn highest(functions: &[Affine]) -> Vec<Piece> {
    // Functions that are equal everywhere have one region.
    let mut alike: HashMap<&Affine, u32> = HashMap::new();
    for function in functions {
        *alike.entry(function).or_insert(0) += 1;
    }
    let different: Vec<&Affine> = alike.keys().copied().collect();
    let of = |domain: usize| {
        let own = &functions[domain];
        let above = |other: &&&Affine| **other != own;
        let half_planes = different.iter().filter(above).map(|other| HalfPlane {
            k_a: &own[0] - &other[0],
            k_b: &own[1] - &other[1],
            k_1: &own[2] - &other[2],
        });
        let set = intersect(half_planes);
        Region { domain, own, functions, equal: alike[own] }.pieces(set)
    };
    map_indices(functions.len(), of).into_iter().flatten().collect()
}

/// The region of one function.
struct Region<'f> {
    domain: usize,
    own: &'f Affine,
    functions: &'f [Affine],
    /// The number of functions equal to it everywhere, itself included.
    equal: u32,
}

impl Region<'_> {
    /// The parts of its region in the open Tile: its interior, the open edges, and the corners.
    fn pieces(&self, set: ConvexSet) -> Vec<Piece> {
        match set {
            ConvexSet::Empty => Vec::new(),
            ConvexSet::Point(point) => self.point(&point).into_iter().collect(),
            ConvexSet::Segment(from, to) => {
                let ends = [&from, &to].into_iter().filter_map(|end| self.point(end));
                self.tie(&from, &to).into_iter().chain(ends).collect()
            }
            ConvexSet::Polygon(corners) => {
                let next = corners.iter().skip(1).chain(&corners[..1]);
                let sides: Vec<(&Point, &Point)> = corners.iter().zip(next).collect();
                let edges = sides.iter().filter_map(|(from, to)| line(from, to));
                let rank = RankInterval::new(0, self.equal - 1);
                let inside = Piece::new(self.domain, rank, corners.iter().cloned(), edges);
                let ties = sides.iter().filter_map(|(from, to)| self.tie(from, to));
                let points = corners.iter().filter_map(|corner| self.point(corner));
                [inside].into_iter().chain(ties).chain(points).collect()
            }
        }
    }

    /// The rank at a point of the region.
    fn rank(&self, point: &Point) -> RankInterval {
        let own = at(self.own, point);
        let tied = self.functions.iter().filter(|other| at(other, point) == own).count();
        RankInterval::new(0, u32::try_from(tied.saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// The open segment between two points, if it is in the open Tile.
    fn tie(&self, from: &Point, to: &Point) -> Option<Piece> {
        let half = Rational::new(1, 2);
        let middle = Point::new((&from.a + &to.a) * &half, (&from.b + &to.b) * &half);
        if !is_inside(&middle) {
            return None;
        }
        // From the right to the left, or upwards.
        let is_in_order = from.a > to.a || from.a == to.a && from.b < to.b;
        let [from, to] = if is_in_order { [from, to] } else { [to, from] };
        let ends = [from.clone(), to.clone()];
        Some(Piece::new(self.domain, self.rank(&middle), ends, line(from, to)))
    }

    fn point(&self, point: &Point) -> Option<Piece> {
        is_inside(point).then(|| Piece::new(self.domain, self.rank(point), [point.clone()], []))
    }
}

/// The line through two points, positive on the left of the way from one to the other.
fn line(from: &Point, to: &Point) -> Option<BilinearCurve> {
    let k_1 = &from.a * &to.b - &to.a * &from.b;
    BilinearCurve::new([Rational::ZERO, &from.b - &to.b, &to.a - &from.a, k_1])
}

fn is_inside(point: &Point) -> bool {
    [&point.a, &point.b].into_iter().all(|z| z.is_positive() && *z < Rational::ONE)
}
