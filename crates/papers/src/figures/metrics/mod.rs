//! The figures of "Never mind the metrics: what about the uncertainty?".

mod appendices;
mod contours;
mod lattices;
mod predictions;

pub(super) use self::appendices::CONTOURS;
use super::{Drawing, Figure, FigureError, Paper};
use exactile::lattice::{Lattice, LatticeError, Observation};
use exactile_picture::LatticePictureError;

const PAPER: Paper = Paper {
    key: "metrics",
    title: "Never mind the metrics: what about the uncertainty?",
    authors: "D. Lovell, D. Miller, J. Capra, A. P. Bradley",
};

/// Pictures are drawn with spaces of this width and then scaled, so that their proportions do not
/// depend on the size.
const UNIT: f64 = 200.0;

/// The observation of the paper's examples.
const SEEN: Observation = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };

fn lattice(positives: u64, negatives: u64) -> Result<Lattice, FigureError> {
    Ok(Lattice::new(positives, negatives).map_err(error)?)
}

fn error(error: LatticeError) -> LatticePictureError {
    error.into()
}

/// A figure that the paper has as a screenshot of an interactive page.
macro_rules! screenshot {
    ($number:literal, $title:literal, $shows:literal) => {
        Figure {
            id: concat!("metrics/figure-", $number),
            paper: PAPER,
            number: $number,
            title: $title,
            shows: $shows,
            differs: "not drawn",
            command: None,
            drawing: Drawing::NotDrawn(
                "a screenshot of an interactive page; other figures have what it shows",
            ),
        }
    };
}

/// The figures before those of contours, in the order of print.
pub(super) const FIRST: &[Figure] = &[
    Figure {
        id: "metrics/figure-1",
        paper: PAPER,
        number: "1",
        title: "Confusion matrices as points of a simplex",
        shows: "the confusion simplex of 100 samples with its slices of 20, 50 and 90 positives, \
             each matrix coloured by its MCC; below, the four counts of a confusion matrix",
        differs: "an orthographic view instead of a perspective one, with colours that everybody \
             can tell apart; where dots would touch, rows and columns are thinned; the counts of \
             the printed table are not in the text, so letters stand there",
        command: Some("exactile lattice plot simplex --metric mcc --positives 50 --negatives 50"),
        drawing: Drawing::Drawn(lattices::simplex),
    },
    Figure {
        id: "metrics/figure-2",
        paper: PAPER,
        number: "2",
        title: "A slice of the simplex, over counts and over rates",
        shows: "all matrices of 20 positives and 80 negatives, coloured by MCC, with its exact \
             contours of -0.9 to 0.9: above over counts, with one scale, below in ROC space",
        differs: "the contour of 0 is drawn too",
        command: Some(
            "exactile lattice plot slice --metric mcc --step 1/10 --positives 20 --negatives 80",
        ),
        drawing: Drawing::Drawn(lattices::slice),
    },
    Figure {
        id: "metrics/figure-3",
        paper: PAPER,
        number: "3",
        title: "Joint and marginal distributions under two models",
        shows: "what 20 further positives and 40 further negatives may bring after TP 16, FP 8, FN \
             4, TN 32: areas of discs are proportional to joint masses, marginal masses stand \
             above and on the right; binomial and beta-binomial with uniform priors",
        differs: "both marginals stand at the sides of ROC space; the observed rates are marked",
        command: Some("exactile lattice plot joint --model binomial --tp 16 --fp 8 --fn 4 --tn 32"),
        drawing: Drawing::Drawn(predictions::joint),
    },
    Figure {
        id: "metrics/figure-4",
        paper: PAPER,
        number: "4",
        title: "Distributions of MCC, balanced accuracy and F1",
        shows: "the exact masses of all values under both models after TP 16, FP 8, FN 4, TN 32, \
             and below how many matrices take each value, to which the masses under the uniform \
             priors alone are proportional; F1 takes 2/5 and 2/3 on 11 matrices each",
        differs: "upright lines are the exact modes of the metric's own distributions and its \
             observed value; the print does not say how its most probable value is found; MCC is \
             undefined without positive or without negative predictions, so that 19 matrices have \
             the value 0; many matrices per value are shown by logarithms",
        command: Some(
            "exactile lattice plot pmf --both-models --metric mcc --tp 16 --fp 8 --fn 4 --tn 32",
        ),
        drawing: Drawing::Drawn(predictions::pmf),
    },
    Figure {
        id: "metrics/figure-5",
        paper: PAPER,
        number: "5",
        title: "More data, more precise predictions",
        shows: "lines around the likeliest results with at least 50, 80, 95 and 99 % of the mass, \
             beta-binomial with uniform priors, after 60, 240 and 960 samples of the same rates, \
             FPR 0.2 and TPR 0.8",
        differs: "totals and levels are not in the text: ours are the example of figure 3 and 4 \
             and 16 times as much, and levels of mass",
        command: Some("exactile lattice plot density --tp 16 --fp 8 --fn 4 --tn 32 --level 99/100"),
        drawing: Drawing::Drawn(predictions::growing),
    },
];

/// The figures after those of contours.
pub(super) const LATER: &[Figure] = &[
    screenshot!(
        "D.1",
        "The interactive confusion simplex",
        "the slices of figure 1 in a browser, to be turned by hand"
    ),
    screenshot!(
        "D.2",
        "The interactive points of ROC and precision-recall space",
        "the points of figure D.3 in a graphing calculator, with sliders"
    ),
    Figure {
        id: "metrics/figure-D.3",
        paper: PAPER,
        number: "D.3",
        title: "The same matrices in ROC space and in precision-recall space",
        shows: "all matrices of 50 samples, 5, 25 and 45 of them positive, coloured by balanced \
             accuracy with its contours of 0.1 to 0.9, in both spaces",
        differs: "how many of the 50 are positive is not in the text",
        command: Some(
            "exactile lattice plot precision-recall --metric ba --positives 5 --negatives 45",
        ),
        drawing: Drawing::Drawn(lattices::reference_points),
    },
    screenshot!(
        "D.4",
        "The interactive contours",
        "the contours of appendices B and C in a graphing calculator, with switches"
    ),
    screenshot!(
        "D.5",
        "The animated contours of MCC",
        "a frame of an animation in which the share of positives moves, as between the panels of \
         figure B.1"
    ),
    screenshot!(
        "D.6",
        "The interactive models of uncertainty",
        "figures 3 and 4 in a graphing calculator, with sliders"
    ),
    Figure {
        id: "metrics/figure-E.1",
        paper: PAPER,
        number: "E.1",
        title: "Two models when data are scarce",
        shows: "joint and marginal distributions after 26 positives, all found, and 8 negatives: \
             the binomial model is sure that no positive will be missed, the beta-binomial one is \
             not",
        differs: "the text states how many samples there were and that no positive was missed, but \
             not how many of the 8 negatives were right: ours are 6",
        command: Some("exactile lattice plot joint --model binomial --tp 26 --fp 2 --fn 0 --tn 6"),
        drawing: Drawing::Drawn(predictions::scarce),
    },
    Figure {
        id: "metrics/figure-F.1",
        paper: PAPER,
        number: "F.1",
        title: "Predicted matrices on the contours of F1",
        shows: "the beta-binomial prediction after TP 16, FP 8, FN 4, TN 32 over contours of F1, \
             as discs and as ridges; black are the contours of 2/5 and 2/3 with the 11 matrices on \
             each",
        differs: "the matrices on black contours are marked, on ridges with their masses",
        command: Some(
            "exactile lattice plot overlay --metric f1 --value 2/5 --value 2/3 --tp 16 --fp 8 --fn \
             4 --tn 32",
        ),
        drawing: Drawing::Drawn(predictions::on_contours),
    },
    Figure {
        id: "metrics/figure-F.2",
        paper: PAPER,
        number: "F.2",
        title: "Distributions with one negative sample more",
        shows: "what figure 4 shows, after TP 16, FP 9, FN 4, TN 32: with 41 negatives hardly any \
             values of MCC and balanced accuracy are shared; lines join matrices of one true \
             positive rate",
        differs: "lines go through the masses of single matrices, so that values of several \
             matrices stand above them; upright lines as in figure 4; the print speaks of one \
             false negative more, but its matrix has one false positive more",
        command: Some(
            "exactile lattice plot pmf --both-models --rows --metric mcc --tp 16 --fp 9 --fn 4 \
             --tn 32",
        ),
        drawing: Drawing::Drawn(predictions::pmf_with_rows),
    },
    Figure {
        id: "metrics/figure-F.3",
        paper: PAPER,
        number: "F.3",
        title: "How many matrices share a value",
        shows: "the lattices of 20 positives with 40 and with 41 negatives, each matrix coloured \
             by the number of matrices with its value of MCC, balanced accuracy or F1, over \
             contours",
        differs: "colours; what stands alone is grey; MCC is 0 on 19 matrices, not 21, being \
             undefined on the two constant predictions, which share the balanced accuracy 1/2 also \
             with 41 negatives",
        command: Some(
            "exactile lattice plot confluence --metric mcc --positives 20 --negatives 40",
        ),
        drawing: Drawing::Drawn(lattices::confluence),
    },
];
