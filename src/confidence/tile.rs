//! Probabilities of being first at the points of a grid on the Tile.
//!
//! The Tile is cut into K x K cells, each evaluated in its middle; a cell whose neighbours lie on
//! another side of a level, for some classifier, is cut into nine and evaluated in the middle of
//! each. The border of the Tile is left out on purpose: there many matrices have equal values that
//! differ everywhere nearby, so that ties are no guide to the values inside.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::parallel::try_map;

use crate::contest::{Contest, Drawn, DrawnTile};
use crate::geometry::Point;
use crate::lattice::LatticeError;
use crate::num::{Level, Rational};
use crate::score::Metric;

/// Number of columns and rows into which a refined cell is cut.
const CUT: u32 = 3;

/// The points that are evaluated: the middles of K x K cells and of their ninths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    resolution: u32,
}

/// Probabilities of being first at one point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ConfidencePoint {
    /// Column and row among ninths of cells, from the corner of TNR on.
    pub place: (u32, u32),
    /// For each classifier the probability that its value alone is the best.
    pub first: Vec<f64>,
    /// No probability here is further than this from the exact one.
    pub bound: f64,
}

/// Event whose probabilities a Tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstBy {
    /// The rates behind the results are the best.
    Rates,
    /// The same under a prior that pools them partially.
    PooledRates,
    /// The result of a further test is the best.
    NextTest,
}

/// The probability of being first, of each classifier, over the Tile.
#[derive(Clone, Debug)]
pub struct ConfidenceTile {
    grid: Grid,
    points: BTreeMap<(u32, u32), ConfidencePoint>,
    first_by: FirstBy,
    is_paired: bool,
    /// The counts, where the probabilities are shares of draws.
    draws: Option<DrawnTile>,
}

impl Grid {
    /// The grid of K x K cells.
    ///
    /// ```
    /// use exactile::confidence::Grid;
    /// let grid = Grid::new(64);
    /// assert_eq!((grid.resolution(), grid.fine()), (64, 192));
    /// ```
    ///
    /// # Panics
    /// If K is 0 or above 4096.
    pub fn new(resolution: u32) -> Self {
        assert!((1..=4096).contains(&resolution), "a grid that can be held");
        Self { resolution }
    }

    /// K
    pub fn resolution(self) -> u32 {
        self.resolution
    }

    /// Ninths of cells in a row or column: 3K.
    pub fn fine(self) -> u32 {
        CUT * self.resolution
    }

    /// The middle of a ninth of a cell.
    ///
    /// ```
    /// use exactile::confidence::Grid;
    /// assert_eq!(Grid::new(64).point((1, 4)).to_string(), "(1/128, 3/128)");
    /// ```
    pub fn point(self, (i, j): (u32, u32)) -> Point {
        let middle = |k: u32| Rational::new(2 * u64::from(k) + 1, 2 * u64::from(self.fine()));
        Point::new(middle(i), middle(j))
    }

    /// The middles of all cells, row by row.
    ///
    /// ```
    /// use exactile::confidence::Grid;
    /// let grid = Grid::new(2);
    /// let middles: Vec<String> = grid.cells().map(|cell| grid.point(cell).to_string()).collect();
    /// assert_eq!(middles, ["(1/4, 1/4)", "(3/4, 1/4)", "(1/4, 3/4)", "(3/4, 3/4)"]);
    /// ```
    pub fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        let middles = move || (0..self.resolution).map(|k| CUT * k + CUT / 2);
        middles().flat_map(move |j| middles().map(move |i| (i, j)))
    }

    /// Returns `true` if the point is the middle of a cell.
    fn is_middle((i, j): (u32, u32)) -> bool {
        [i, j].into_iter().all(|k| k % CUT == CUT / 2)
    }

    /// The middle of the cell that a ninth belongs to.
    fn middle_of((i, j): (u32, u32)) -> (u32, u32) {
        let middle = |k: u32| k / CUT * CUT + CUT / 2;
        (middle(i), middle(j))
    }

    /// The cells beside and diagonal to one, by their middles.
    fn neighbours(self, (i, j): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
        let around = move |k: u32| {
            let last = self.fine() - 1;
            [k.checked_sub(CUT), Some(k), (k + CUT <= last).then_some(k + CUT)]
                .into_iter()
                .flatten()
        };
        around(i).flat_map(move |i| around(j).map(move |j| (i, j)))
    }
}

impl ConfidenceTile {
    /// Evaluates the middles of all cells, then the ninths of those that a level passes through.
    /// Points in `known` are not computed again. `found` receives each new point, on any thread;
    /// `expected` receives the number of points to evaluate whenever it becomes known.
    ///
    /// # Errors
    /// Errors of [`Contest::first`] and of `found`.
    pub fn new<E: From<LatticeError> + Send>(
        contest: &Contest,
        grid: Grid,
        levels: &[f64],
        known: Vec<ConfidencePoint>,
        expected: impl Fn(u64),
        found: impl Fn(&ConfidencePoint) -> Result<(), E> + Sync,
    ) -> Result<Self, E> {
        let mut tile = Self::of_points(grid, known, FirstBy::NextTest, false);
        let cells: Vec<(u32, u32)> = grid.cells().collect();
        expected(cells.len() as u64);
        tile.evaluate(contest, &cells, &found)?;
        let ninths: Vec<(u32, u32)> = cells
            .iter()
            .filter(|cell| tile.is_crossed(**cell, levels))
            .flat_map(|&(i, j)| {
                let around = |k: u32| k - CUT / 2..=k + CUT / 2;
                around(i).flat_map(move |i| around(j).map(move |j| (i, j)))
            })
            .filter(|place| !Grid::is_middle(*place))
            .collect();
        expected((cells.len() + ninths.len()) as u64);
        tile.evaluate(contest, &ninths, &found)?;
        Ok(tile)
    }

    fn of_points(
        grid: Grid,
        points: impl IntoIterator<Item = ConfidencePoint>,
        first_by: FirstBy,
        is_paired: bool,
    ) -> Self {
        let points = points.into_iter().map(|point| (point.place, point)).collect();
        Self { grid, points, first_by, is_paired, draws: None }
    }

    /// Returns the shares of draws of `classifiers` classifiers, in the middles of all cells.
    /// Bounds hold except for one seed in 10^9 each.
    ///
    /// # Panics
    /// If the draws are about fewer classifiers.
    pub fn drawn(draws: DrawnTile, classifiers: usize, first_by: FirstBy, is_paired: bool) -> Self {
        let resolution = u32::try_from(draws.resolution()).expect("a grid that can be held");
        let grid = Grid::new(resolution);
        let bound = draws.bound();
        let all = f64::from(draws.drawn.draws);
        let cell = |k: u32| usize::try_from(k / CUT).expect("cells");
        let points = grid.cells().map(|place| ConfidencePoint {
            place,
            first: (0..classifiers)
                .map(|at| f64::from(draws.hits(at, cell(place.0), cell(place.1))) / all)
                .collect(),
            bound,
        });
        let tile = Self::of_points(grid, points, first_by, is_paired);
        Self { draws: Some(draws), ..tile }
    }

    /// Returns the event whose probabilities these are.
    pub fn first_by(&self) -> FirstBy {
        self.first_by
    }

    /// Returns `true` if it is known how the classifiers agree, so that they are compared on the
    /// same samples.
    pub fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Returns the number of draws and their seed; `None` if the probabilities are sums, which are
    /// certain.
    pub fn simulation(&self) -> Option<Drawn> {
        self.draws.as_ref().map(|draws| draws.drawn)
    }

    /// The number that is to be reached where a probability of `level` is certain: above the level
    /// where probabilities are shares of draws, and infinite where so few draws show none as high.
    pub fn contour(&self, level: &Level) -> f64 {
        match &self.draws {
            None => level.to_f64(),
            Some(draws) => draws
                .hits_of(level)
                .map_or(f64::INFINITY, |hits| f64::from(hits) / f64::from(draws.drawn.draws)),
        }
    }

    /// Computes the points that are missing among some places.
    fn evaluate<E: From<LatticeError> + Send>(
        &mut self,
        contest: &Contest,
        places: &[(u32, u32)],
        found: &(impl Fn(&ConfidencePoint) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let missing: Vec<(u32, u32)> =
            places.iter().copied().filter(|place| !self.points.contains_key(place)).collect();
        let grid = self.grid;
        let points = Mutex::new(&mut self.points);
        try_map(&missing, |&place| {
            let point = point(contest, grid, place)?;
            found(&point)?;
            points.lock().expect("nobody panics while holding it").insert(place, point);
            Ok(())
        })
        .map(|_| ())
    }

    /// Returns `true` if some classifier's probability reaches a level here and not at a neighbour,
    /// or the other way round.
    fn is_crossed(&self, cell: (u32, u32), levels: &[f64]) -> bool {
        let own = &self.points[&cell].first;
        let others = || self.grid.neighbours(cell).map(|place| &self.points[&place].first);
        levels.iter().any(|level| {
            own.iter().enumerate().any(|(i, first)| {
                let is_above = first >= level;
                others().any(|other| (other[i] >= *level) != is_above)
            })
        })
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Points evaluated.
    pub fn evaluated(&self) -> usize {
        self.points.len()
    }

    /// Returns the middles of all cells with their probabilities.
    pub fn cells(&self) -> impl Iterator<Item = &ConfidencePoint> {
        self.grid.cells().map(|cell| &self.points[&cell])
    }

    /// The largest bound of all points.
    pub fn bound(&self) -> f64 {
        self.points.values().map(|point| point.bound).fold(0.0, f64::max)
    }

    /// For each classifier the number of cells in whose middle it is first with at least that
    /// probability, certainly. From a half on no cell counts for two of them.
    pub fn decided(&self, level: &Level) -> Vec<usize> {
        let contour = self.contour(level);
        let mut decided = vec![0; self.cells().next().map_or(0, |point| point.first.len())];
        for point in self.cells() {
            for (count, first) in decided.iter_mut().zip(&point.first) {
                let is_decided = if self.draws.is_some() {
                    *first >= contour
                } else {
                    // The level as a double, the difference and the product are rounded once each.
                    *first - point.bound >= contour * (1.0 + 4.0 * f64::EPSILON)
                };
                *count += usize::from(is_decided);
            }
        }
        decided
    }

    /// A classifier's probabilities in the middles of all ninths, row by row: in cells that were
    /// not cut, between the middles of the cells around, for pictures.
    pub fn field(&self, classifier: usize) -> Vec<f64> {
        let fine = self.grid.fine();
        let at = |place: (u32, u32)| self.points.get(&place).map(|point| point.first[classifier]);
        let middle = |place| at(place).expect("the middles of all cells are known");
        let last = fine - 1 - CUT / 2;
        // The middles of cells before and behind a ninth, and how far it is between them.
        let between = |k: u32| {
            let own = Grid::middle_of((k, k)).0;
            let before = if k < own { own.saturating_sub(CUT).max(CUT / 2) } else { own };
            let behind = if k > own { (own + CUT).min(last) } else { own };
            let part = if behind > before {
                f64::from(k - before) / f64::from(behind - before)
            } else {
                0.0
            };
            (before, behind, part.clamp(0.0, 1.0))
        };
        let mut field = Vec::with_capacity((fine * fine) as usize);
        for j in 0..fine {
            let (below, above, up) = between(j);
            for i in 0..fine {
                field.push(at((i, j)).unwrap_or_else(|| {
                    let (left, right, along) = between(i);
                    let row = |j| middle((left, j)) * (1.0 - along) + middle((right, j)) * along;
                    row(below) * (1.0 - up) + row(above) * up
                }));
            }
        }
        field
    }
}

fn point<E: From<LatticeError>>(
    contest: &Contest,
    grid: Grid,
    place: (u32, u32),
) -> Result<ConfidencePoint, E> {
    let first = contest.first(&Metric::Canonical(grid.point(place)))?;
    Ok(ConfidencePoint {
        place,
        bound: first.alone.iter().map(|first| first.bound()).fold(0.0, f64::max),
        first: first.alone.iter().map(|first| first.value()).collect(),
    })
}
