//! The cells of the arrangement: sample points, outlines, areas, rankings.

use std::sync::OnceLock;

use crate::parallel::map_indices;

use super::cells::Cells;
use super::frontiers::{ArrangementError, Frontiers};
use super::homogeneous::{point, weighted_mean};
use super::lines::{Lines, on_lines};
use super::walk::Corner;
use crate::geometry::{BilinearCurve, Point};
use crate::num::ExactInteger;
use crate::tile::{Area, side_through};
use crate::work::{Advance, Watch, check_memory};

/// All cells of the open Tile on which one strict ranking of the distinct performances holds.
///
/// Cell 0 is the one at the corner TNR (0, 0); the others follow in an order in which each has its
/// parent before it, the cell beyond one of its frontiers.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
/// let classifiers = [(8, 3), (5, 7)]
///     .map(|(tn, tp)| {
///         let matrix = ConfusionMatrix::from_counts(tn, 10 - tn, 10 - tp, tp);
///         Classifier::new("", matrix.expect("samples"))
///     })
///     .to_vec();
/// let regions = Regions::new(classifiers)?;
/// let frontiers = Frontiers::new(&regions)?;
/// let cells = frontiers.cells()?;
/// let mut rankings = Vec::new();
/// cells.visit_rankings(|_, ranking| rankings.push(ranking.to_vec()));
/// // Performances are numbered by increasing TNR; towards TNR the one with the greater is first.
/// assert_eq!(rankings, [[1, 0], [0, 1]]);
/// assert_eq!(cells.area(0).value().to_string(), "31/82");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RankingCells<'f> {
    frontiers: &'f Frontiers<'f>,
    cells: Cells,
    curves: OnceLock<Vec<BilinearCurve>>,
}

/// The outline of a cell on the Tile of the priors, in the form of
/// [`Piece`](crate::Piece): corners counter-clockwise, edge k from corner k to corner k + 1,
/// positive inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The corners.
    pub vertices: Vec<Point>,
    /// The edges.
    pub edges: Vec<BilinearCurve>,
    /// For each edge the frontier that it is on, `None` on the Tile's border.
    pub frontiers: Vec<Option<usize>>,
}

impl Outline {
    /// Returns `true` if the point is inside, by the sign of every edge's expression.
    pub fn contains(&self, point: &Point) -> bool {
        self.edges.iter().all(|edge| edge.side_of(point).is_gt())
    }

    /// Its area.
    pub fn area(&self) -> Area {
        Area::inside(&self.vertices, &self.edges)
    }
}

impl Frontiers<'_> {
    /// All cells. O(K log L) time and O(K + L) memory for K crossings of L frontiers.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::arrangement::Frontiers;
    /// let regions = Regions::new(classifiers)?;
    /// let frontiers = Frontiers::new(&regions)?;
    /// assert_eq!(frontiers.cells()?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than 2^26 crossings of two frontiers.
    pub fn cells(&self) -> Result<RankingCells<'_>, ArrangementError> {
        Ok(self.cells_watched(&Watch::never())?.expect("nothing stops it"))
    }

    /// As [`Self::cells`]. `advance` is called once before and once for each frontier, and may stop
    /// the work: then there is no result.
    ///
    /// # Errors
    /// As for [`Self::cells`].
    pub fn cells_with_progress(
        &self,
        advance: Advance<'_>,
    ) -> Result<Option<RankingCells<'_>>, ArrangementError> {
        let watch = Watch::new(advance);
        match watch.step() {
            Some(()) => self.cells_watched(&watch),
            None => Ok(None),
        }
    }

    fn cells_watched(
        &self,
        watch: &Watch<'_>,
    ) -> Result<Option<RankingCells<'_>>, ArrangementError> {
        const MOST: u64 = 1 << 26;
        /// For each crossing of two lines, as measured.
        const BYTES: u128 = 60;
        let incidences = on_lines!(&self.lines, lines => lines.crossing_pairs());
        if incidences > MOST {
            return Err(ArrangementError::TooManyCells(self.count().cells));
        }
        check_memory(u128::from(incidences) * BYTES)?;
        let cells = on_lines!(&self.lines, lines => Cells::new(lines, watch));
        Ok(cells.map(|cells| RankingCells::new(self, cells)))
    }
}

impl<'f> RankingCells<'f> {
    pub(super) fn new(frontiers: &'f Frontiers<'f>, cells: Cells) -> Self {
        Self { frontiers, cells, curves: OnceLock::new() }
    }

    /// The number of cells, which is the number of rankings.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns `false`: there is always a cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The frontiers that bound the cells.
    pub fn frontiers(&self) -> &'f Frontiers<'f> {
        self.frontiers
    }

    /// The number of confluences.
    pub fn confluences(&self) -> usize {
        self.cells.crossings()
    }

    /// The cell beyond one of a cell's frontiers on the way to TNR (0, 0), and that frontier;
    /// `None` for cell 0. A parent's number is smaller.
    pub fn parent(&self, cell: usize) -> Option<(usize, usize)> {
        self.cells.parent(cell).map(|(parent, line)| (parent as usize, line as usize))
    }

    /// The cells beyond all frontiers of a cell, counter-clockwise, each with the frontier.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
    /// # let classifiers = vec![
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// # ];
    /// // Two classifiers, which one frontier separates.
    /// let regions = Regions::new(classifiers)?;
    /// let frontiers = Frontiers::new(&regions)?;
    /// let cells = frontiers.cells()?;
    /// // The other cell, beyond frontier 0.
    /// assert_eq!(cells.neighbours(0), [(1, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `cell` is out of range.
    pub fn neighbours(&self, cell: usize) -> Vec<(usize, usize)> {
        let found = self.cells.neighbours(cell).into_iter();
        found.map(|(other, line)| (other as usize, line as usize)).collect()
    }

    /// A point inside a cell, on the Tile of the priors.
    ///
    /// In balanced coordinates it is the sum of three corners' homogeneous integer coordinates: a
    /// weighted mean of the corners of a triangle inside the cell, with small numbers.
    ///
    /// # Panics
    /// If `cell` is out of range.
    pub fn sample(&self, cell: usize) -> Point {
        let balanced = on_lines!(&self.frontiers.lines, lines => {
            let steps = self.cells.around(cell);
            weighted_mean([0, 1, 2].map(|k| place(lines, steps[k].corner)))
        });
        if self.frontiers.shift.is_identity() {
            return balanced;
        }
        self.frontiers.shift.apply_to_point(&balanced)
    }

    /// The corners and edges of a cell on the Tile of the priors.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
    /// # let classifiers = vec![
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// # ];
    /// // Two classifiers, which one frontier separates.
    /// let regions = Regions::new(classifiers)?;
    /// let frontiers = Frontiers::new(&regions)?;
    /// let cells = frontiers.cells()?;
    /// let outline = cells.outline(0);
    /// assert!(outline.contains(&cells.sample(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `cell` is out of range.
    pub fn outline(&self, cell: usize) -> Outline {
        let curves = self
            .curves
            .get_or_init(|| map_indices(self.frontiers.len(), |k| self.frontiers.curve(k)));
        let steps = self.cells.around(cell);
        let balanced = self.balanced_corners(cell);
        let vertices: Vec<Point> =
            balanced.iter().map(|corner| self.frontiers.shift.apply_to_point(corner)).collect();
        let count = vertices.len();
        let frontiers: Vec<Option<usize>> =
            steps.iter().map(|step| step.line.map(|line| line as usize)).collect();
        let edges = (0..count)
            .map(|k| {
                let (from, to) = (&vertices[k], &vertices[(k + 1) % count]);
                match frontiers[k] {
                    // Counter-clockwise around a cell above it, a falling line goes to the right.
                    Some(line) if from.a < to.a => curves[line].reversed(),
                    Some(line) => curves[line].clone(),
                    None => side_through(from, to),
                }
            })
            .collect();
        Outline { vertices, edges, frontiers }
    }

    /// The corners of a cell in balanced coordinates, counter-clockwise.
    ///
    /// # Panics
    /// If `cell` is out of range.
    pub fn balanced_corners(&self, cell: usize) -> Vec<Point> {
        on_lines!(&self.frontiers.lines, lines => {
            let steps = self.cells.around(cell);
            steps.iter().map(|step| point(&place(lines, step.corner))).collect()
        })
    }

    /// The area of a cell on the Tile of the priors: rational if they are balanced, otherwise a
    /// rational plus rational multiples of logarithms.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
    /// # let classifiers = vec![
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// # ];
    /// // Two classifiers, which one frontier separates.
    /// let regions = Regions::new(classifiers)?;
    /// let frontiers = Frontiers::new(&regions)?;
    /// let cells = frontiers.cells()?;
    /// let areas = [0, 1].map(|cell| cells.area(cell).value().to_string());
    /// assert_eq!(areas, ["31/42", "11/42"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `cell` is out of range.
    pub fn area(&self, cell: usize) -> Area {
        if self.frontiers.shift.is_identity() {
            return Area::of(self.area_at_most(cell));
        }
        self.outline(cell).area()
    }

    /// Passes each cell's ranking to `visit`, in the order of the cells' numbers: the distinct
    /// performances ([`Frontiers::performances`]), best first. Crossing a frontier reverses the
    /// block of those that tie on it.
    pub fn visit_rankings(&self, mut visit: impl FnMut(usize, &[u32])) {
        let count = self.frontiers.performances().len();
        // Next to TNR the greatest TNR is first, and among equal ones the greatest TPR.
        let last = u32::try_from(count).expect("performances were counted in 32 bits");
        let mut ranking: Vec<u32> = (0..last).rev().collect();
        let mut places: Vec<usize> = (0..count).rev().collect();
        let mut cross = |line: usize, ranking: &mut [u32]| {
            let tied = self.frontiers.tied_on(line);
            let first = tied.iter().map(|&i| places[i as usize]).min().expect("a tie of two");
            let block = &mut ranking[first..first + tied.len()];
            block.reverse();
            for (place, &mut i) in (first..).zip(block) {
                places[i as usize] = place;
            }
        };
        let mut way: Vec<(usize, usize)> = Vec::new();
        for cell in 0..self.len() {
            if let Some((parent, line)) = self.parent(cell) {
                while let Some(&(_, crossed)) = way.last().filter(|(here, _)| *here != parent) {
                    cross(crossed, &mut ranking);
                    way.pop();
                }
                cross(line, &mut ranking);
                way.push((cell, line));
            }
            visit(cell, &ranking);
        }
    }

    /// For each cell whether an odd number of frontiers separates it from cell 0: neighbours
    /// differ.
    pub fn parities(&self) -> Vec<bool> {
        let mut parities = vec![false; self.len()];
        for cell in 1..self.len() {
            if let Some((parent, _)) = self.parent(cell) {
                parities[cell] = !parities[parent];
            }
        }
        parities
    }
}

/// A corner in homogeneous balanced coordinates.
fn place<I: ExactInteger>(lines: &Lines<I>, corner: Corner) -> [I; 3] {
    match corner {
        Corner::Crossing(k, l) => lines.crossing(k as usize, l as usize),
        Corner::End { line, lower_right } => {
            let [upper_left, end] = lines.end_points(line as usize);
            if lower_right { end } else { upper_left }
        }
        Corner::Tile(a, b) => [a, b, 1].map(|k| I::from_small(k.into())),
    }
}
