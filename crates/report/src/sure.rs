//! How probably who is first will be first on a repeat of the test, over the Tile: a grid of probabilities as in
//! [`confidence`](exactile::confidence), as fine as a page can wait for.

use super::Options;
use super::evidence::predictive;
use exactile::confidence::{ConfidenceTile, Grid};
use exactile::lattice::{Contest, LatticeError, Predictive};
use exactile::performance::Classifier;

/// Grids from the finest on, each with the classifiers times matrices that it is affordable for.
const GRIDS: [(u32, u128); 3] = [(48, 5_000_000), (32, 20_000_000), (16, 300_000_000)];

/// The grid of probabilities, on the Tile of the priors of the test: `None` where the classifiers
/// were tested on different samples, are too few to compare or too many, where their matrices give
/// no distribution, or if it is not needed.
pub(super) fn sure(classifiers: &[Classifier], options: &Options) -> Option<ConfidenceTile> {
    if classifiers.len() < 2 || options.grid == Some(0) {
        return None;
    }
    let next: Vec<Predictive> =
        classifiers.iter().map(|of| predictive(of, options)).collect::<Result<_, _>>().ok()?;
    let contest = Contest::new(&next).ok()?;
    let work = contest.lattice().matrices() * classifiers.len() as u128;
    let affordable = || GRIDS.into_iter().find(|(_, most)| work <= *most);
    let resolution = options.grid.or_else(|| affordable().map(|(resolution, _)| resolution))?;
    // Without levels no cell is cut: the page draws between the middles.
    let found = |_: &_| Ok::<(), LatticeError>(());
    ConfidenceTile::new(&contest, Grid::new(resolution), &[], Vec::new(), |_| (), found).ok()
}
