//! The exact swap test of a pair at the points of a grid on the Tile.

use std::ops::ControlFlow;

use super::Grid;
use crate::contest::{NoSwapTest, swap_test};
use crate::lattice::LatticeError;
use crate::num::Rational;
use crate::parallel::try_map;
use crate::performance::PairCounts;
use crate::score::Metric;

/// Two-sided p-values of [`swap_test`] by the ranking scores in the middles of all cells.
///
/// Over the Tile a p-value is constant on the cells of an arrangement of curves; between the points
/// of the grid it may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapTile {
    grid: Grid,
    p_values: Vec<Rational>,
}

impl SwapTile {
    /// The p-values of a pair. `advance` is called for each point, and may stop the work: then
    /// there is no result. K^2 tests on all cores.
    ///
    /// # Errors
    /// As [`swap_test`]: more samples than a lattice has.
    pub fn new(
        counts: &PairCounts,
        grid: Grid,
        advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<Result<Self, NoSwapTest>>, LatticeError> {
        enum Halt {
            Lattice(LatticeError),
            NoTest(NoSwapTest),
            Stopped,
        }
        let cells: Vec<(u32, u32)> = grid.cells().collect();
        let p_value = |cell: &(u32, u32)| {
            let found = swap_test(counts, &Metric::Canonical(grid.point(*cell)));
            let test = found.map_err(Halt::Lattice)?.map_err(Halt::NoTest)?;
            if advance().is_break() { Err(Halt::Stopped) } else { Ok(test.two_sided) }
        };
        match try_map(&cells, p_value) {
            Ok(p_values) => Ok(Some(Ok(Self { grid, p_values }))),
            Err(Halt::NoTest(why)) => Ok(Some(Err(why))),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Lattice(error)) => Err(error),
        }
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The p-values, row by row from the corner of TNR on.
    pub fn p_values(&self) -> &[Rational] {
        &self.p_values
    }
}
