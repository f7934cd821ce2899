//! The figures of "The Tile: A 2D Map of Ranking Scores for Two-Class Classification".

mod correlations;
mod no_skill_curves;
mod no_skill_values;
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
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        id: "the-tile/figure-4",
        paper: PAPER,
        number: "4",
        title: "Which ranking scores rank as nine probabilistic scores do",
        shows: "Kendall's tau-b between each of the nine probabilistic ranking scores and all canonical ranking scores; each panel stands where its score stands on the Tile, triangles mark the extremes",
        differs: "pairs are counted exactly over the regular lattice of performances in multiples of 1/24, boundary included, instead of 10,000 performances drawn at random",
        command: Some("exactile tile --flavor correlation --score npv -o npv.svg"),
        drawing: Drawing::Drawn(correlations::probabilistic),
    },
    Figure {
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
    },
    Figure {
        id: "the-tile/figure-6",
        paper: PAPER,
        number: "6",
        title: "Where all no-skill performances tie",
        shows: "the curves gamma-pi of the negative priors 0.1 to 0.9, and the curves gamma-tau of as many rates of negative predictions; those of 0.7 stand out",
        differs: "which further curves the print draws beside that of 0.7 is not stated: ours are those of all tenths",
        command: None,
        drawing: Drawing::Drawn(no_skill_curves::families),
    },
    Figure {
        id: "the-tile/figure-7",
        paper: PAPER,
        number: "7",
        title: "Balanced accuracy and kappa among the ranking scores",
        shows: "Kendall's tau-b with all canonical ranking scores at a negative prior of 0.7, the curve gamma-pi, the grid of balanced priors moved along; the maximum, 1, is at (7/10, 7/10) and at (49/58, 1/2)",
        differs: "pairs are counted exactly over the grid of rates in multiples of 1/80, boundary included, instead of 10,000 performances drawn at random",
        command: Some(
            "exactile tile --flavor correlation --score ba --prior 0.3 --show grid,no-skill-curve,legend -o ba.svg",
        ),
        drawing: Drawing::Drawn(correlations::fixed_prior),
    },
    Figure {
        id: "the-tile/figure-8",
        paper: PAPER,
        number: "8",
        title: "How the Tile warps when the priors shift",
        shows: "the regular grid and the falling diagonal of the Tile of balanced priors, in the middle, and their images on the Tiles of four other priors, where the diagonal becomes gamma-pi",
        differs: "the other priors are not stated in the text: ours are 0.1, 0.3, 0.7 and 0.9",
        command: None,
        drawing: Drawing::Drawn(no_skill_curves::warps),
    },
    Figure {
        id: "the-tile/figure-9",
        paper: PAPER,
        number: "9",
        title: "The best value that is reached without skill",
        shows: "the value of the better of the two constant predictions, for three priors, as bands between exact contours; the two meet on gamma-pi",
        differs: "bands and contours instead of a continuous shading; colours are ours",
        command: Some(
            "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --flavor no-skill --show no-skill-curve,legend -o left.svg",
        ),
        drawing: Drawing::Drawn(no_skill_values::draw),
    },
];
