//! The figures of "Foundations of the Theory of Performance-Based Ranking": schemes without data.

use super::{Drawing, Figure, Paper};

const PAPER: Paper = Paper {
    key: "foundations",
    title: "Foundations of the Theory of Performance-Based Ranking",
    authors: "S. Piérard, A. Halin, A. Cioppa, A. Deliège, M. Van Droogenbroeck",
};

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        id: "foundations/figure-1",
        paper: PAPER,
        number: "1",
        title: "What the theory is made of",
        shows: "an allegory: the elements of the framework as pillars, with axioms and scores on \
             top",
        differs: "not drawn",
        command: None,
        drawing: Drawing::NotDrawn("an allegory, with neither data nor geometry"),
    },
    Figure {
        id: "foundations/figure-A.7.1",
        paper: PAPER,
        number: "A.7.1",
        title: "Two notations for the performance of a two-class classifier",
        shows: "boxes and arrows: how one formulation becomes the other",
        differs: "not drawn",
        command: None,
        drawing: Drawing::NotDrawn("a scheme of boxes and arrows, with neither data nor geometry"),
    },
];
