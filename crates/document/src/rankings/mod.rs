//! The arrangement of all frontiers as text and JSON.

mod json;
mod text;

pub use json::{around_json, rankings_json};
pub use text::{around_text, rankings_text};

use exactile::arrangement::Frontiers;

/// What is listed besides the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankingsDetail {
    /// Every confluence.
    pub confluences: bool,
    /// Every cell with a sample point.
    pub cells: bool,
    /// Its outline.
    pub polygons: bool,
    /// Its area.
    pub areas: bool,
    /// Its ranking.
    pub rankings: bool,
}

/// Cells whose lines are made at a time.
const BATCH: usize = 4096;

/// The classifiers that tie on a frontier, in the order of the input.
fn tied(frontiers: &Frontiers<'_>, frontier: usize) -> Vec<usize> {
    let performances = frontiers.tied_on(frontier).iter();
    let mut tied: Vec<usize> =
        performances.flat_map(|&i| frontiers.performances()[i as usize].iter().copied()).collect();
    tied.sort_unstable();
    tied
}
