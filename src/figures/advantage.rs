//! The figures of "The Prediction Advantage".

use super::{Drawing, Figure, Paper};

const PAPER: Paper = Paper {
    key: "advantage",
    title: "The Prediction Advantage: A Universally Meaningful Performance Measure for Classification and Regression",
    authors: "R. El-Yaniv, Y. Geifman, Y. Wiener",
};

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[Figure {
    id: "advantage/figure-2",
    paper: PAPER,
    number: "2",
    title: "The four outcomes as areas",
    shows: "a Venn diagram that names the probabilities of the four outcomes",
    differs: "not drawn",
    command: None,
    drawing: Drawing::NotDrawn("a diagram that defines letters, with neither data nor geometry"),
}];
