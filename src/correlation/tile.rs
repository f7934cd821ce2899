//! Correlations at a grid of points of the Tile.

use std::ops::ControlFlow;

use crate::parallel::try_map_indices_with;

use super::coefficient::Coefficient;
use super::order::Scratch;
use super::{Correlation, Correlator};
use crate::geometry::Point;
use crate::num::Rational;
use crate::score::RankingScore;
use crate::work::{Advance, Watch};

/// Correlations at the points (i/n, j/n) of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrelationTile<C = Correlation> {
    steps: u32,
    /// Row by row from b = 0, along a in each row.
    values: Vec<C>,
}

impl Correlator {
    /// All (n+1)^2 points of a grid, on all cores; `done` is called after each point. The result
    /// does not depend on the number of cores.
    pub fn tile(&self, steps: u32, done: impl Fn() + Sync) -> CorrelationTile {
        self.tile_of(steps, done)
    }

    /// As [`Self::tile`], of any coefficient.
    pub fn tile_of<C: Coefficient>(
        &self,
        steps: u32,
        done: impl Fn() + Sync,
    ) -> CorrelationTile<C> {
        let (steps, points) = grid(steps);
        let advance = || {
            done();
            ControlFlow::Continue(())
        };
        let values = self.at_all(&points, &Watch::new(&advance)).expect("nothing stops it");
        CorrelationTile { steps, values }
    }

    /// The correlations at points of the Tile. A point is a step of the work.
    pub(super) fn at_all<C: Coefficient>(
        &self,
        points: &[Point],
        watch: &Watch<'_>,
    ) -> Option<Vec<C>> {
        let at = |scratch: &mut Scratch, k: usize| {
            let score = RankingScore::at(points[k].clone()).expect("points of the Tile");
            let correlation = self.at_with(&score, scratch);
            watch.step().map(|()| correlation).ok_or(())
        };
        try_map_indices_with(points.len(), Scratch::default, at).ok()
    }
}

impl Correlator {
    /// As [`Self::tile`]. `advance` is called after each point, and may stop the work: then there
    /// is no result.
    pub fn tile_with_progress(&self, steps: u32, advance: Advance<'_>) -> Option<CorrelationTile> {
        let (steps, points) = grid(steps);
        let values = self.at_all(&points, &Watch::new(advance))?;
        Some(CorrelationTile { steps, values })
    }
}

/// The points of a grid, row by row.
fn grid(steps: u32) -> (u32, Vec<Point>) {
    let steps = steps.max(1);
    let points = (0..=steps)
        .flat_map(|j| (0..=steps).map(move |i| (i, j)))
        .map(|(i, j)| Point::new(Rational::new(i, steps), Rational::new(j, steps)))
        .collect();
    (steps, points)
}

impl<C: Coefficient> CorrelationTile<C> {
    /// n: the grid has n + 1 points along each side.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The Tile turned over: left to right if `a` is, upside down if `b` is.
    ///
    /// On all performances, a lattice that no exchange of outcomes changes, this is the Tile of
    /// another metric: with fp and fn exchanged in a metric its Tile is upside down; with tn and tp
    /// exchanged too it is turned over both ways (The Tile, section 4.1).
    #[must_use]
    pub fn turned(&self, a: bool, b: bool) -> Self {
        let turn = |k: u32, turned: bool| if turned { self.steps - k } else { k };
        let points = (0..=self.steps).flat_map(|j| (0..=self.steps).map(move |i| (i, j)));
        let value = |(i, j)| *self.at(turn(i, a), turn(j, b)).expect("a point of the grid");
        Self { steps: self.steps, values: points.map(value).collect() }
    }

    /// The correlation at (i/n, j/n), `None` beyond the grid.
    pub fn at(&self, i: u32, j: u32) -> Option<&C> {
        let side = self.steps as usize + 1;
        if i > self.steps || j > self.steps {
            return None;
        }
        self.values.get(j as usize * side + i as usize)
    }

    /// All points with their correlations, row by row from b = 0.
    pub fn points(&self) -> impl Iterator<Item = (Point, &C)> {
        let steps = self.steps;
        let side = steps as usize + 1;
        self.values.iter().enumerate().map(move |(k, correlation)| {
            let part = |i: usize| Rational::new(i as u64, u64::from(steps));
            (Point::new(part(k % side), part(k / side)), correlation)
        })
    }
}
