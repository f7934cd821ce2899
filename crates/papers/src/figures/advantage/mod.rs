//! The figures of "The Prediction Advantage".

mod noise;

use super::{Drawing, Figure, Paper};

const PAPER: Paper = Paper {
    key: "advantage",
    title: "The Prediction Advantage: A Universally Meaningful Performance Measure for \
         Classification and Regression",
    authors: "R. El-Yaniv, Y. Geifman, Y. Wiener",
};

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[
    Figure {
        id: "advantage/figure-1",
        paper: PAPER,
        number: "1",
        title: "Five measures as classes become imbalanced and labels noisy",
        shows: "accuracy, balanced accuracy, F1 of the minority class, kappa and the prediction \
             advantage of a random forest for breast tumours, over the minority's share, with 20 \
             %, 10 % and no label noise: exact values for every two hundredth of the share, from \
             the least that the noise leaves possible; left of the dashed line, an exact rational, \
             the advantage is negative while accuracy, balanced accuracy and F1 are not",
        differs: "expected confusion matrices of the forest's rates in our cross-validation (TNR \
             350/357, TPR 199/212) instead of bootstrap samples of a classifier that is not in the \
             paper; the levels of noise in the second and third panel are not stated there, the \
             first is",
        command: None,
        drawing: Drawing::Drawn(noise::draw),
    },
    Figure {
        id: "advantage/figure-2",
        paper: PAPER,
        number: "2",
        title: "The four outcomes as areas",
        shows: "a Venn diagram that names the probabilities of the four outcomes",
        differs: "not drawn",
        command: None,
        drawing: Drawing::NotDrawn(
            "a diagram that defines letters, with neither data nor geometry",
        ),
    },
];
