//! The figures of "The Tile: A 2D Map of Ranking Scores for Two-Class Classification".

mod construction;
mod correlations;
mod no_skill_curves;
mod no_skill_values;
mod overview;
mod placement;
mod toy;

use super::{Drawing, Figure, FigureError, Paper};
use exactile::performance::{Event, Outcome};

const PAPER: Paper = Paper {
    key: "the-tile",
    title: "The Tile: A 2D Map of Ranking Scores for Two-Class Classification",
    authors: "S. Piérard, A. Halin, A. Cioppa, A. Deliège, M. Van Droogenbroeck",
};

/// Pictures are drawn with Tiles of this width and then scaled, so that their proportions do not
/// depend on the size.
const UNIT: f64 = 200.0;

/// Returns all outcomes but one.
fn without(left_out: Event) -> Event {
    let mut kept = Outcome::ALL.into_iter().map(Event::of).filter(|event| *event != left_out);
    let first = kept.next().expect("three outcomes are left");
    kept.fold(first, Event::union)
}

/// Figure 1, which the gallery shows too.
pub(super) fn overview(side: f64) -> Result<String, FigureError> {
    overview::draw(side)
}

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        id: "the-tile/figure-1",
        paper: PAPER,
        number: "1",
        title: "The Tile and the iso-performance lines of its scores",
        shows: "thirteen scores at their places on the Tile, each joined to its iso-performance \
             lines of the values 0.1 to 0.9 in ROC space, at a positive prior of 0.3; up the right \
             side the point where they meet moves from (0, 0) to the left, until those of TPR are \
             level",
        differs: "which scores and which prior the print takes is not stated in the text: ours are \
             the nine probabilistic ranking scores with balanced accuracy, kappa, F0.5 and F2, at \
             the prior of figure 3",
        command: Some(
            "exactile roc fixtures/published/the-tile-fig-5/prior-0.2.csv --target-prior 0.3 \
             --score f1 -o f1.svg",
        ),
        drawing: Drawing::Drawn(overview::draw),
    },
    Figure {
        id: "the-tile/figure-2",
        paper: PAPER,
        number: "2",
        title: "How a ranking score is read off in ROC space",
        shows: "for (a, b) = (0.95, 0.7) and a positive prior of 0.2: the iso-performance lines of \
             tenths, all lines of the value 0 by a, all lines of the value 1 by b; on the scales \
             of slope -4 each of the three is linear",
        differs: "where the scales stand is our choice: any other of the same slope would do",
        command: Some(
            "exactile roc fixtures/published/the-tile-fig-5/prior-0.2.csv --at 0.95,0.7 -o \
             values.svg",
        ),
        drawing: Drawing::Drawn(construction::draw),
    },
    Figure {
        id: "the-tile/figure-3",
        paper: PAPER,
        number: "3",
        title: "Scores and orderings at their places",
        shows: "on the left, canonical ranking scores; on the right, 27 orderings at the places \
             that the program's own catalogue works out for a negative prior of 0.7, and the curve \
             gamma-pi on which balanced accuracy and kappa stand",
        differs: "F0.5, F2, Bennett's S, T-theta and S-theta are added, the last two from the \
             text; the weighted accuracy is drawn with the weight 1/5 for TPR; a dagger at names, \
             instead of at symbols of order",
        command: None,
        drawing: Drawing::Drawn(placement::draw),
    },
    Figure {
        id: "the-tile/figure-4",
        paper: PAPER,
        number: "4",
        title: "Which ranking scores rank as nine probabilistic scores do",
        shows: "Kendall's tau-b between each of the nine probabilistic ranking scores and all \
             canonical ranking scores; each panel stands where its score stands on the Tile, \
             triangles mark the extremes",
        differs: "pairs are counted exactly over the regular lattice of performances in multiples \
             of 1/24, boundary included, instead of 10,000 performances drawn at random",
        command: Some("exactile tile --flavor correlation --score npv -o npv.svg"),
        drawing: Drawing::Drawn(correlations::probabilistic),
    },
    Figure {
        id: "the-tile/figure-5",
        paper: PAPER,
        number: "5",
        title: "Who is ranked first, for three class priors",
        shows: "the regions of the Tile on which each of four performances is the best, with their \
             exact borders, the grid of balanced priors moved along, and the probabilities of the \
             four outcomes",
        differs: "borders are exact arcs, not polygons with many corners; colours are ours",
        command: Some(
            "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --show grid,legend -o \
             left.svg",
        ),
        drawing: Drawing::Drawn(toy::draw),
    },
    Figure {
        id: "the-tile/figure-6",
        paper: PAPER,
        number: "6",
        title: "Where all no-skill performances tie",
        shows: "the curves gamma-pi of the negative priors 0.1 to 0.9, and the curves gamma-tau of \
             as many rates of negative predictions; those of 0.7 stand out",
        differs: "which further curves the print draws beside that of 0.7 is not stated: ours are \
             those of all tenths",
        command: None,
        drawing: Drawing::Drawn(no_skill_curves::families),
    },
    Figure {
        id: "the-tile/figure-7",
        paper: PAPER,
        number: "7",
        title: "Balanced accuracy and kappa among the ranking scores",
        shows: "Kendall's tau-b with all canonical ranking scores at a negative prior of 0.7, the \
             curve gamma-pi, the grid of balanced priors moved along; the maximum, 1, is at (7/10, \
             7/10) and at (49/58, 1/2)",
        differs: "pairs are counted exactly over the grid of rates in multiples of 1/60, boundary \
             included, instead of 10,000 performances drawn at random",
        command: Some(
            "exactile tile --flavor correlation --score ba --prior 0.3 --show \
             grid,no-skill-curve,legend -o ba.svg",
        ),
        drawing: Drawing::Drawn(correlations::fixed_prior),
    },
    Figure {
        id: "the-tile/figure-8",
        paper: PAPER,
        number: "8",
        title: "How the Tile warps when the priors shift",
        shows: "the regular grid and the falling diagonal of the Tile of balanced priors, in panel \
             (c), and their images on the Tiles of four other priors, where the diagonal becomes \
             gamma-pi",
        differs: "the other priors are not stated in the text: ours are 0.1, 0.3, 0.7 and 0.9; \
             panels stand in two rows",
        command: None,
        drawing: Drawing::Drawn(no_skill_curves::warps),
    },
    Figure {
        id: "the-tile/figure-9",
        paper: PAPER,
        number: "9",
        title: "The best value that is reached without skill",
        shows: "the value of the better of the two constant predictions, for three priors, as \
             bands between exact contours; the two meet on gamma-pi",
        differs: "bands and contours instead of a continuous shading; colours are ours",
        command: Some(
            "exactile tile fixtures/published/the-tile-fig-5/prior-0.2.csv --flavor no-skill \
             --show no-skill-curve,legend -o left.svg",
        ),
        drawing: Drawing::Drawn(no_skill_values::draw),
    },
];
