//! How probably who is first will be first on a repeat of the test, over the Tile: a grid of probabilities as in
//! [`confidence`](exactile::confidence), as fine as a page can wait for.

use super::ReportOptions;
use super::evidence::predictive;
use exactile::confidence::{ConfidenceTile, Grid};
use exactile::lattice::{Contest, LatticeError, Predictive};
use exactile::performance::Classifier;

/// Cells along each side, from the finest grid on.
const GRIDS: [u32; 6] = [48, 32, 24, 16, 12, 8];
/// Upper estimate of the nanoseconds that the default grid may take.
const AFFORDABLE: u128 = 20_000_000_000;
/// Nanoseconds to sort a matrix.
const SORTING: u128 = 50;
/// Nanoseconds to sum the masses of one classifier at a matrix, and its products.
const SUMMING: u128 = 3;

/// The grid of probabilities, on the Tile of the priors of the test: `None` where the classifiers
/// were tested on different samples, are too few to compare or too many, where their matrices give
/// no distribution, or if it is not needed.
pub(super) fn sure(classifiers: &[Classifier], options: &ReportOptions) -> Option<ConfidenceTile> {
    if classifiers.len() < 2 || options.grid == Some(0) {
        return None;
    }
    let next: Vec<Predictive> =
        classifiers.iter().map(|of| predictive(of, options)).collect::<Result<_, _>>().ok()?;
    let contest = Contest::new(&next).ok()?;
    let of_point = u128::from(contest.matrices()) * (SUMMING * classifiers.len() as u128 + SORTING);
    let resolution = options.grid.or_else(|| affordable(of_point))?;
    // Without levels no cell is cut: the page draws between the middles.
    let found = |_: &_| Ok::<(), LatticeError>(());
    ConfidenceTile::new(&contest, Grid::new(resolution), &[], Vec::new(), |_| (), found).ok()
}

/// The finest grid that is affordable, given the nanoseconds of one point.
fn affordable(point: u128) -> Option<u32> {
    GRIDS.into_iter().find(|&side| u128::from(side) * u128::from(side) * point <= AFFORDABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_is_as_fine_as_its_cost_allows() {
        assert_eq!(affordable(1), Some(48));
        assert_eq!(affordable(AFFORDABLE / (48 * 48)), Some(48));
        assert_eq!(affordable(AFFORDABLE / (48 * 48) + 1), Some(32));
        assert_eq!(affordable(AFFORDABLE / 64), Some(8));
        assert_eq!(affordable(AFFORDABLE / 64 + 1), None);
    }
}
