//! The figures of "The Tile: A 2D Map of Ranking Scores for Two-Class Classification".

mod toy;

use super::{Drawing, Figure, Paper};

const PAPER: Paper = Paper {
    key: "the-tile",
    title: "The Tile: A 2D Map of Ranking Scores for Two-Class Classification",
    authors: "S. Piérard, A. Halin, A. Cioppa, A. Deliège, M. Van Droogenbroeck",
};

/// Pictures are drawn with Tiles of this width and then scaled, so that their proportions do not
/// depend on the size.
const UNIT: f64 = 200.0;

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[Figure {
    id: "the-tile/figure-5",
    paper: PAPER,
    number: "5",
    title: "Who is ranked first, for three class priors",
    shows: "the regions of the Tile on which each of four performances is the best, with their exact borders, the grid of balanced priors moved along, and the probabilities of the four outcomes",
    differs: "borders are exact arcs, not polygons with many corners; colours are ours",
    command: Some(
        "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --show grid,legend -o left.svg",
    ),
    drawing: Drawing::Drawn(toy::draw),
}];
