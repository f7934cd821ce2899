//! The list of figures of appendices B and C: contours of metrics that depend on the share of
//! positives, and of those that do not.

use super::PAPER;
use super::contours::{self, Reach};
use crate::figures::{Drawing, Figure};

/// A figure of contours: number, title, metric, window, shares of positives in percent, the rest of
/// the caption, and the differences from the print.
macro_rules! contours_of {
    (
        $number:literal, $title:literal, $metric:literal, $reach:ident,
        $percent:expr, $first:literal, $shows:literal, $differs:literal
    ) => {
        Figure {
            id: concat!("metrics/figure-", $number),
            paper: PAPER,
            number: $number,
            title: $title,
            shows: $shows,
            differs: $differs,
            command: Some(concat!(
                "exactile lattice plot contours --metric ",
                $metric,
                " --step 1/10 ",
                $first
            )),
            drawing: Drawing::Drawn(|side| contours::draw($metric, Reach::$reach, &$percent, side)),
        }
    };
}

/// The figures of contours, in the order of print.
pub(in crate::figures) const CONTOURS: &[Figure] = &[
    contours_of!(
        "B.1",
        "Contours of the Matthews correlation coefficient",
        "mcc",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "exact contours of -0.9 to 0.9 in ROC space, arcs of ellipses, for 10, 50 and 90 positives \
         among 100",
        "the shares of positives are those of the paper's other figures of contours; the text does \
         not state them"
    ),
    contours_of!(
        "B.2",
        "Contours of the Matthews correlation coefficient beyond ROC space",
        "mcc",
        Beyond,
        [10, 50, 90],
        "--positives 10 --negatives 90",
        "the same ellipses beyond ROC space, grey; one ellipse holds the contours of k and of -k, \
         and all go through (0, 0) and (1, 1)",
        "the shares of positives and the window are ours; the part of each ellipse with the sign \
         of k is drawn in the colour of k"
    ),
    contours_of!(
        "B.3",
        "Contours of F1",
        "f1",
        Inside,
        [10, 50, 80],
        "--inside --positives 10 --negatives 90",
        "contours of 0.1 to 0.9 in ROC space, lines of a pencil, for 10, 50 and 80 positives among \
         100",
        "the shares of positives are those of figure B.4; the text does not state them"
    ),
    contours_of!(
        "B.4",
        "Contours of F1 beyond ROC space",
        "f1",
        ToBasePoint,
        [10, 50, 80],
        "--positives 10 --negatives 90",
        "the same lines beyond ROC space, grey, as far as their base point at FPR = -P/N, TPR = 0",
        "the windows are ours"
    ),
    contours_of!(
        "B.5",
        "Contours of the threat score",
        "ts",
        Inside,
        [10, 50, 80],
        "--inside --positives 10 --negatives 90",
        "contours of 0.1 to 0.9 of the threat score, or Jaccard index, in ROC space, lines of a \
         pencil, for 10, 50 and 80 positives among 100",
        "the shares of positives are those of figure B.6; the text does not state them"
    ),
    contours_of!(
        "B.6",
        "Contours of the threat score beyond ROC space",
        "ts",
        ToBasePoint,
        [10, 50, 80],
        "--positives 10 --negatives 90",
        "the same lines beyond ROC space, grey, as far as their base point, that of F1",
        "the windows are ours"
    ),
    contours_of!(
        "B.7",
        "Contours of accuracy",
        "accuracy",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "contours of 0.1 to 0.9 in ROC space, parallel lines, for 10, 50 and 90 positives among \
         100",
        "the shares of positives are not in the text"
    ),
    Figure {
        id: "metrics/figure-B.8",
        paper: PAPER,
        number: "B.8",
        title: "Contours of decision benefits, the first example",
        shows: "contours of the mean benefit of a decision in ROC space, with benefits 7, 3, 1, 4 \
             of TP, FP, FN, TN scaled to 0 to 1, for 10, 50 and 90 positives among 100",
        differs: "scaled by the range, so that the greatest benefit is 1 as the text says, not by \
             the maximum as its formula has it; the shares of positives are not in the text",
        command: None,
        drawing: Drawing::Drawn(|side| contours::benefits([7, 3, 1, 4], side)),
    },
    Figure {
        id: "metrics/figure-B.9",
        paper: PAPER,
        number: "B.9",
        title: "Contours of decision benefits, the second example",
        shows: "the same with benefits 4, 1, 1, 7 of TP, FP, FN, TN",
        differs: "scaled by the range, so that the greatest benefit is 1 as the text says, not by \
             the maximum as its formula has it; the shares of positives are not in the text",
        command: None,
        drawing: Drawing::Drawn(|side| contours::benefits([4, 1, 1, 7], side)),
    },
    contours_of!(
        "B.10",
        "Contours of the positive predictive value",
        "ppv",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "contours of 0.1 to 0.9 in ROC space, lines through (0, 0), for 10, 50 and 90 positives \
         among 100",
        "nothing but colours"
    ),
    contours_of!(
        "B.11",
        "Contours of the negative predictive value",
        "npv",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "contours of 0.1 to 0.9 in ROC space, lines through (1, 1), for 10, 50 and 90 positives \
         among 100",
        "nothing but colours"
    ),
    contours_of!(
        "B.12",
        "Contours of markedness",
        "markedness",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "exact contours of -0.9 to 0.9 in ROC space, parabolas, for 10, 50 and 90 positives among \
         100",
        "the shares of positives are those of figure B.13; the text does not state them"
    ),
    contours_of!(
        "B.13",
        "Contours of markedness beyond ROC space",
        "markedness",
        Beyond,
        [10, 50, 90],
        "--positives 10 --negatives 90",
        "the same parabolas beyond ROC space, grey; all go through (0, 0) and (1, 1)",
        "the window is ours"
    ),
    contours_of!(
        "B.14",
        "Contours of Cohen's kappa",
        "kappa",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "contours of all tenths between its extremes in ROC space, lines of a pencil whose base \
         point is outside, and parallel where the classes are as large, for 10, 50 and 90 \
         positives among 100",
        "the shares of positives are not in the text; all contours go through FPR = TPR = -P/(N - \
         P), where the text has TPR and TNR exchanged"
    ),
    contours_of!(
        "B.15",
        "Contours of the Fowlkes-Mallows index",
        "fm",
        Inside,
        [10, 50, 90],
        "--inside --positives 10 --negatives 90",
        "exact contours of 0.1 to 0.9 in ROC space, parabolas through (0, 0), for 10, 50 and 90 \
         positives among 100",
        "nothing but colours"
    ),
    contours_of!(
        "C.1",
        "Contours of the true positive rate",
        "tpr",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, level lines",
        "nothing but colours"
    ),
    contours_of!(
        "C.2",
        "Contours of the true negative rate",
        "tnr",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, upright lines",
        "nothing but colours"
    ),
    contours_of!(
        "C.3",
        "Contours of the geometric mean of TPR and TNR",
        "gm",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "exact contours of 0.1 to 0.9 in ROC space, hyperbolas",
        "nothing but colours"
    ),
    contours_of!(
        "C.4",
        "Contours of the scaled logarithm of the positive likelihood ratio",
        "scaled-log-plr",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of -1 to 1 in ROC space, lines through (0, 0), for 50 positives and 50 \
         negatives, on which the scale depends",
        "the class sizes are not in the text; the greatest finite ratio, that of TP = P and FP = \
         1, is somewhat beyond the scale of the text; slopes are irrational and drawn with the \
         nearest double"
    ),
    contours_of!(
        "C.5",
        "Contours of the scaled logarithm of the negative likelihood ratio",
        "scaled-log-nlr",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of -0.9 to 0.9 in ROC space, lines through (1, 1), for 50 positives and 50 \
         negatives, on which the scale depends",
        "the class sizes are not in the text; the scale of the text is somewhat beyond the \
         greatest finite ratio; slopes are irrational and drawn with the nearest double"
    ),
    contours_of!(
        "C.6",
        "Contours of bookmaker informedness",
        "informedness",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of -0.9 to 0.9 in ROC space, parallel lines; balanced accuracy has the same, at \
         half the value plus 1/2",
        "nothing but colours"
    ),
    contours_of!(
        "C.7",
        "Contours of the prevalence threshold",
        "pt",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, lines through (0, 0)",
        "nothing but colours"
    ),
    contours_of!(
        "C.8",
        "Contours of the scaled logarithm of the diagnostic odds ratio",
        "scaled-log-dor",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of -0.9 to 0.9 in ROC space, hyperbolas through (0, 0) and (1, 1), for 50 \
         positives and 50 negatives, on which the scale depends",
        "the class sizes are not in the text; a coefficient is irrational and drawn with the \
         nearest double"
    ),
    contours_of!(
        "C.9",
        "Contours of the balanced Matthews correlation coefficient",
        "mcc-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "exact contours of -0.9 to 0.9 in ROC space, arcs of ellipses",
        "nothing but colours"
    ),
    contours_of!(
        "C.10",
        "Contours of balanced markedness",
        "markedness-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "exact contours of -0.9 to 0.9 in ROC space, parabolas",
        "nothing but colours"
    ),
    contours_of!(
        "C.11",
        "Contours of balanced F1",
        "f1-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, lines through (-1, 0)",
        "nothing but colours"
    ),
    contours_of!(
        "C.12",
        "Contours of the balanced Fowlkes-Mallows index",
        "fm-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "exact contours of 0.1 to 0.9 in ROC space, parabolas through (0, 0)",
        "nothing but colours"
    ),
    contours_of!(
        "C.13",
        "Contours of the balanced threat score",
        "ts-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, lines through (-1, 0)",
        "nothing but colours"
    ),
    contours_of!(
        "C.14",
        "Contours of the balanced positive predictive value",
        "ppv-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, lines through (0, 0)",
        "nothing but colours"
    ),
    contours_of!(
        "C.15",
        "Contours of the balanced negative predictive value",
        "npv-bal",
        Inside,
        [50],
        "--inside --positives 50 --negatives 50",
        "contours of 0.1 to 0.9 in ROC space, lines through (1, 1)",
        "nothing but colours"
    ),
];
