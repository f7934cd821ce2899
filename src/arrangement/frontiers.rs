//! The distinct frontiers of a set of classifiers.

use super::count::RankingCount;
use super::homogeneous::point;
use super::lines::{AnyLines, on_lines};
use crate::geometry::{BilinearCurve, Point};
use crate::num::{ExactInteger, Rational};
use crate::tile::{PriorShift, Regions, TileError};
use crate::work::{Advance, TooMuchWork, Watch};

/// Reason why an arrangement cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArrangementError {
    /// Pairs are held in memory.
    #[error("{0} distinct performances have too many pairs to be held in memory")]
    TooManyPerformances(usize),
    /// Cells are held in memory.
    #[error("{0} cells are too many to be held in memory")]
    TooManyCells(u64),
    /// The classifiers have no common prior.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// Memory cannot hold the cells.
    #[error("{0}")]
    TooMuchWork(#[from] TooMuchWork),
}

/// All distinct frontiers that cross the open Tile.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions, arrangement::Frontiers};
/// let classifiers = [(9, 2), (7, 4), (5, 6), (3, 9)]
///     .map(|(tn, tp)| {
///         let matrix = ConfusionMatrix::from_counts(tn, 10 - tn, 10 - tp, tp);
///         Classifier::new(format!("{tn}, {tp}"), matrix.expect("samples"))
///     })
///     .to_vec();
/// let regions = Regions::new(classifiers)?;
/// let frontiers = Frontiers::new(&regions)?;
/// // The first three lie on one line of ROC space: they share a frontier. Three more separate
/// // each of them from the fourth, and no two frontiers cross inside the Tile.
/// let count = frontiers.count();
/// assert_eq!((count.frontiers, count.cells), (4, 5));
/// assert_eq!(count.shared_frontiers.largest, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frontiers<'r> {
    pub(super) regions: &'r Regions,
    pub(super) lines: AnyLines,
    groups: Vec<Vec<usize>>,
    pub(super) shift: PriorShift,
    prior_positive: &'r Rational,
}

impl<'r> Frontiers<'r> {
    /// The frontiers of n classifiers, O(n^2 log n) time and O(n^2) memory.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::arrangement::Frontiers;
    /// let regions = Regions::new(classifiers)?;
    /// assert_eq!(Frontiers::new(&regions)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than 4096 distinct performances, or classifiers without a common prior.
    pub fn new(regions: &'r Regions) -> Result<Self, ArrangementError> {
        const MOST: usize = 4096;
        let prior_positive = regions.common_prior()?;
        let roc = regions.roc_points().expect("there is a common prior");
        let (lines, groups) =
            AnyLines::new(&roc, MOST).map_err(ArrangementError::TooManyPerformances)?;
        let shift = PriorShift::from_balanced(prior_positive);
        Ok(Self { regions, lines, groups, shift, prior_positive })
    }

    /// The classifiers and the Tile that the frontiers are on.
    pub fn regions(&self) -> &'r Regions {
        self.regions
    }

    /// The positive prior of the Tile.
    pub fn prior_positive(&self) -> &'r Rational {
        self.prior_positive
    }

    /// The distinct performances, by increasing TNR and then TPR: the positions of the classifiers
    /// that have each.
    pub fn performances(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The number of distinct frontiers.
    pub fn len(&self) -> usize {
        on_lines!(&self.lines, lines => lines.len())
    }

    /// Returns `true` if there is no frontier: one ranking holds on the whole open Tile.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The distinct performances that tie on a frontier, by increasing TNR.
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn tied_on(&self, frontier: usize) -> &[u32] {
        on_lines!(&self.lines, lines => lines.members(frontier))
    }

    /// A frontier on the Tile of the priors, positive towards the corner TNR (0, 0).
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::arrangement::Frontiers;
    /// let regions = Regions::new(classifiers)?;
    /// // 9 a + 21 b = 20.
    /// assert_eq!(Frontiers::new(&regions)?.curve(0).to_string(), "0 -9 -21 20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn curve(&self, frontier: usize) -> BilinearCurve {
        let [p, q, c] = self.chord(frontier);
        self.shift.image_of_line(&[-p, -q, c])
    }

    /// Its ends on the Tile of the priors: on the left or top side, and on the bottom or right
    /// side.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::arrangement::Frontiers;
    /// let regions = Regions::new(classifiers)?;
    /// let ends = Frontiers::new(&regions)?.ends(0).map(|end| end.to_string());
    /// assert_eq!(ends, ["(0, 20/21)", "(1, 11/21)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `frontier` is out of range.
    pub fn ends(&self, frontier: usize) -> [Point; 2] {
        on_lines!(&self.lines, lines => {
            lines.end_points(frontier).map(|end| self.shift.apply_to_point(&point(&end)))
        })
    }

    /// p, q, c of the frontier p a + q b = c in balanced coordinates, all positive.
    pub(super) fn chord(&self, frontier: usize) -> [Rational; 3] {
        on_lines!(&self.lines, lines => {
            let one = ExactInteger::from_small(1);
            lines.chord(frontier).map(|k| ExactInteger::ratio(&k, &one))
        })
    }

    /// Returns an estimate of the pairs of frontiers that cross inside the Tile, the work of
    /// [`Self::count`]. Exact for up to 4096 frontiers, else from a part of them, without a bound
    /// on the error. O(L) for L frontiers, 4096 times.
    pub fn estimated_crossings(&self) -> u64 {
        on_lines!(&self.lines, lines => lines.estimated_crossing_pairs())
    }

    /// The numbers of frontiers, cells and confluences, without building them: O(K) steps of
    /// machine words for K crossings of L frontiers inside the Tile and exact ones for the
    /// confluences alone, in parallel; O(L) memory.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::arrangement::Frontiers;
    /// let regions = Regions::new(classifiers)?;
    /// let count = Frontiers::new(&regions)?.count();
    /// assert_eq!((count.frontiers, count.cells, count.confluences.count), (1, 2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self) -> RankingCount {
        on_lines!(&self.lines, lines => lines.count(&Watch::never())).expect("nothing stops it")
    }

    /// As [`Self::count`]. `advance` is called once before and once for each frontier, and may stop
    /// the work: then there is no result.
    pub fn count_with_progress(&self, advance: Advance<'_>) -> Option<RankingCount> {
        let watch = Watch::new(advance);
        watch.step()?;
        on_lines!(&self.lines, lines => lines.count(&watch))
    }
}
