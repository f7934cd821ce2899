//! Two classifiers at points of the Tile: the parts on which the better one is decided.

use super::model::{Evidence, PatternMass};
use super::results::{NoSwapTest, TrulyBetter};
use super::swap::{SwapTest, swap_test};
use super::truth::truly_better;
use crate::geometry::Point;
use crate::lattice::{Lattice, LatticeError};
use crate::num::Level;
use crate::parallel::try_map;
use crate::score::Metric;
use crate::work::{Advance, Watch, ended};

/// Comparison of two classifiers at one point of the Tile.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedAt {
    /// The point.
    pub at: Point,
    /// The probability that the first is truly better by the ranking score at the point.
    pub truly_better: TrulyBetter,
    /// The swap test by that score.
    pub swap_test: Result<SwapTest, NoSwapTest>,
}

/// Decision at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Decided {
    /// The first is truly better with at least the level.
    First,
    /// The second is.
    Second,
    /// Neither is, or it is not certain within the limits of the probability.
    Neither,
}

impl ComparedAt {
    /// Returns the classifier that is truly better with at least the probability `level`. True
    /// rates are equal with the probability 0, so that the second one's probability is one minus
    /// the first one's.
    pub fn decided(&self, level: &Level) -> Decided {
        if self.truly_better.lower >= **level {
            Decided::First
        } else if self.truly_better.upper <= level.complement() {
            Decided::Second
        } else {
            Decided::Neither
        }
    }
}

/// Compares two classifiers by the ranking scores at points of the Tile whose prior is that of the
/// test. `advance` is called for each point, and may stop the work: then there is no result.
///
/// # Errors
/// The errors of [`truly_better`] and [`swap_test`].
pub fn compare_along(
    evidence: &Evidence,
    mass: &PatternMass,
    test: Lattice,
    points: &[Point],
    seed: u64,
    advance: Advance<'_>,
) -> Result<Option<Vec<ComparedAt>>, LatticeError> {
    let watch = Watch::new(advance);
    let one = |at: &Point| {
        watch.step().ok_or(None)?;
        let metric = Metric::Canonical(at.clone());
        let swap_test = match evidence {
            Evidence::Paired(counts) => swap_test(counts, &metric)?,
            Evidence::Independent(..) => Err(NoSwapTest::Unpaired),
        };
        let truly_better = truly_better(evidence, mass, &metric, test, seed)?;
        Ok::<_, Option<LatticeError>>(ComparedAt { at: at.clone(), truly_better, swap_test })
    };
    ended(try_map(points, one))
}
