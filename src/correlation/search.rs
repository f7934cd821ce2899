//! The least and the largest correlation over the Tile.
//!
//! On finitely many performances a rank correlation is constant between frontiers and jumps across
//! them, and its extremes may sit at a single point. So the search reports values that are
//! attained, at exact points: over a grid, at the places that named scores have, and then over two
//! finer grids around the first best point, each ten times as fine. The true extremes are at least
//! as extreme; that they are these is not proved.

use std::cmp::Ordering;

use super::coefficient::Coefficient;
use super::{Correlation, CorrelationTile, Correlator};
use crate::geometry::Point;
use crate::num::Rational;
use crate::score::NamedScore;
use crate::work::{Advance, Watch};

/// An extreme value that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme<C = Correlation> {
    /// The pairs as counted at the first of the places.
    pub correlation: C,
    /// All places of the search with this value of the coefficient.
    pub places: Vec<Point>,
}

/// Result of a search; extremes are `None` if the coefficient is undefined everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<C = Correlation> {
    /// The least value.
    pub minimum: Option<Extreme<C>>,
    /// The largest value.
    pub maximum: Option<Extreme<C>>,
}

/// Factor by which each step of the refinement is finer, and number of steps.
const FINER: u32 = 10;
const REFINEMENTS: u32 = 2;

impl<C: Coefficient> Search<C> {
    /// The extremes among correlations at some places.
    pub fn among(found: impl Iterator<Item = (Point, C)> + Clone) -> Self {
        Self {
            minimum: best(found.clone(), Ordering::Less),
            maximum: best(found, Ordering::Greater),
        }
    }
}

impl Correlator {
    /// The extremes over a grid, the places of named scores, and two refinements.
    pub fn search<C: Coefficient>(&self, tile: &CorrelationTile<C>) -> Search<C> {
        self.search_watched(tile, &Watch::never()).expect("nothing stops it")
    }

    /// As [`Self::search`]. `advance` is called once before and once for each point, up to 882 of
    /// the refinements and a few of named scores, and may stop the work: then there is no result.
    pub fn search_with_progress<C: Coefficient>(
        &self,
        tile: &CorrelationTile<C>,
        advance: Advance<'_>,
    ) -> Option<Search<C>> {
        let watch = Watch::new(advance);
        watch.step()?;
        self.search_watched(tile, &watch)
    }

    fn search_watched<C: Coefficient>(
        &self,
        tile: &CorrelationTile<C>,
        watch: &Watch<'_>,
    ) -> Option<Search<C>> {
        let named: Vec<Point> = match self.set().prior() {
            Some(prior) => NamedScore::marked().iter().map(|score| score.place(prior)).collect(),
            None => NamedScore::marked()
                .iter()
                .filter(|score| !score.depends_on_prior())
                .map(|score| score.place(&Rational::new(1, 2)))
                .collect(),
        };
        let mut found: Vec<(Point, C)> =
            tile.points().map(|(point, correlation)| (point, *correlation)).collect();
        self.add(&mut found, named, watch)?;
        let extreme = |direction| {
            let mut found = found.clone();
            for refinement in 1..=REFINEMENTS {
                let Some(extreme) = best(found.iter().cloned(), direction) else {
                    return Some(None);
                };
                let centre = &extreme.places[0];
                let step =
                    Rational::new(1, u64::from(tile.steps()) * u64::from(FINER.pow(refinement)));
                self.add(&mut found, around(centre, &step), watch)?;
            }
            Some(best(found, direction))
        };
        Some(Search { minimum: extreme(Ordering::Less)?, maximum: extreme(Ordering::Greater)? })
    }

    /// Adds points that are not known yet; `None` if the work is to stop.
    fn add<C: Coefficient>(
        &self,
        found: &mut Vec<(Point, C)>,
        points: Vec<Point>,
        watch: &Watch<'_>,
    ) -> Option<()> {
        let known: std::collections::HashSet<Point> =
            found.iter().map(|(point, _)| point.clone()).collect();
        let mut fresh: Vec<Point> =
            points.into_iter().filter(|point| !known.contains(point)).collect();
        fresh.dedup();
        let correlations = self.at_all(&fresh, watch)?;
        found.extend(fresh.into_iter().zip(correlations));
        Some(())
    }
}

/// Points of the Tile up to [`FINER`] steps from a centre, along each axis.
fn around(centre: &Point, step: &Rational) -> Vec<Point> {
    let reach = i64::from(FINER);
    let moved = |from: &Rational, k: i64| from + Rational::from(k) * step;
    (-reach..=reach)
        .flat_map(|j| (-reach..=reach).map(move |i| (i, j)))
        .map(|(i, j)| Point::new(moved(&centre.a, i), moved(&centre.b, j)))
        .filter(Point::is_in_unit_square)
        .collect()
}

/// The most extreme of some correlations, compared exactly, with all places that have it.
fn best<C: Coefficient>(
    found: impl IntoIterator<Item = (Point, C)>,
    direction: Ordering,
) -> Option<Extreme<C>> {
    let mut best: Option<(Rational, Extreme<C>)> = None;
    for (point, correlation) in found {
        let Some(value) = correlation.signed_square() else { continue };
        match &mut best {
            Some((known, extreme)) if value == *known => extreme.places.push(point),
            Some((known, _)) if value.cmp(known) != direction => {}
            _ => best = Some((value, Extreme { correlation, places: vec![point] })),
        }
    }
    best.map(|(_, extreme)| extreme)
}
