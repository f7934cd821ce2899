//! Metrics of a confusion matrix: all of "Never mind the metrics" (appendix A, Eq. 7 to 44), and
//! more that have a name.
//!
//! A metric is undefined exactly where a rate or ratio in its definition is 0/0; where only a
//! denominator vanishes (LR+, LR-, DOR) it is infinite. Every metric but d' has an exact rational
//! surrogate that increases with it, so that matrices are compared and grouped by their metric
//! without roots or logarithms:
//!
//! - ratios of counts are their own surrogate;
//! - MCC, the Fowlkes-Mallows index, the geometric mean: sign(v) v^2;
//! - the prevalence threshold: FPR/(TPR + FPR);
//! - logarithms of LR+, LR- and DOR: LR+, LR- and DOR.
//!
//! - [`Metric`]: the catalogue; [`Value`](crate::num::Value): an exact value; [`ScoreTable`]: the values of many
//!   metrics for many classifiers.

mod catalogue;
mod entries;
mod listing;
mod name;
mod parts;
mod probability;
mod standing;
mod table;
mod value;

pub use catalogue::Orientation;
pub use listing::CatalogueEntry;
pub use name::UnknownMetric;
pub(in crate::score) use name::unknown;
pub use parts::ValueForm;
pub(crate) use parts::{Counts, Parts, Ring};
pub use standing::{Likeness, Scope, Standing, Weight};
pub use table::{ScoreStream, ScoreTable, ScoredClassifier, Scores};
pub use value::Surrogate;
pub(crate) use value::quantile_sum;

use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Event, Importances};

/// A metric of a two-class confusion matrix.
///
/// ```
/// use exactile::{ConfusionMatrix, Metric};
/// let matrix = ConfusionMatrix::from_counts(32, 8, 4, 16)?;
/// let value = |name: &str| name.parse::<Metric>().unwrap().value(&matrix).to_string();
/// assert_eq!(value("f1"), "8/11");
/// assert_eq!(value("mcc"), "sqrt(1/3)");
/// assert_eq!(value("plr"), "4");
/// assert_eq!(value("log-plr"), "ln(4)");
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// Number of samples.
    Total,
    /// Number of positive samples.
    Positives,
    /// Number of negative samples.
    Negatives,
    /// Number of samples predicted positive.
    PredictedPositives,
    /// Number of samples predicted negative.
    PredictedNegatives,
    /// Share of positive samples.
    Prevalence,
    /// Share of right predictions.
    Accuracy,
    /// Share of wrong predictions.
    ErrorRate,
    /// True positive rate: sensitivity, recall.
    Tpr,
    /// True negative rate: specificity.
    Tnr,
    /// False positive rate: fall-out.
    Fpr,
    /// False negative rate: miss rate.
    Fnr,
    /// Positive predictive value: precision.
    Ppv,
    /// Negative predictive value.
    Npv,
    /// False discovery rate.
    Fdr,
    /// False omission rate.
    For,
    /// Balanced accuracy.
    BalancedAccuracy,
    /// Bookmaker informedness: Youden's J.
    Informedness,
    /// Markedness.
    Markedness,
    /// Matthews correlation coefficient: phi.
    Mcc,
    /// F-beta with its beta, at least zero; F1 with beta 1.
    FBeta(Rational),
    /// Threat score: Jaccard's index, critical success index.
    ThreatScore,
    /// Jaccard's index of the negative class.
    NegativeJaccard,
    /// Cohen's kappa.
    Kappa,
    /// Geometric mean of TPR and TNR.
    GeometricMean,
    /// Fowlkes-Mallows index.
    FowlkesMallows,
    /// Positive likelihood ratio, LR+.
    Plr,
    /// Negative likelihood ratio, LR-.
    Nlr,
    /// Diagnostic odds ratio.
    Dor,
    /// Logarithm of LR+.
    LogPlr,
    /// Logarithm of LR-.
    LogNlr,
    /// Logarithm of the diagnostic odds ratio.
    LogDor,
    /// Logarithm of LR+ to the base n(p - 1)/p.
    ScaledLogPlr,
    /// Logarithm of LR- to the base pn/(n - 1).
    ScaledLogNlr,
    /// Logarithm of the diagnostic odds ratio to the base (p - 1)(n - 1).
    ScaledLogDor,
    /// Prevalence threshold.
    PrevalenceThreshold,
    /// Sensitivity index d' of signal detection theory.
    DPrime,
    /// Balanced positive predictive value.
    PpvBalanced,
    /// Balanced negative predictive value.
    NpvBalanced,
    /// Balanced F1.
    F1Balanced,
    /// Balanced threat score.
    ThreatScoreBalanced,
    /// Balanced Matthews correlation coefficient.
    MccBalanced,
    /// Balanced markedness.
    MarkednessBalanced,
    /// Balanced Fowlkes-Mallows index.
    FowlkesMallowsBalanced,
    /// Joint probability of a true negative.
    ProbabilityTn,
    /// Joint probability of a false positive.
    ProbabilityFp,
    /// Joint probability of a false negative.
    ProbabilityFn,
    /// Joint probability of a true positive.
    ProbabilityTp,
    /// Share of negative samples.
    PriorNegative,
    /// Share of positive predictions.
    PositivePredictionRate,
    /// Share of negative predictions.
    NegativePredictionRate,
    /// Bennett's S.
    BennettS,
    /// Determinant of the normalised confusion matrix.
    Determinant,
    /// Bias index: positive predictions less positive samples, as shares.
    BiasIndex,
    /// The accuracy that Cohen's kappa expects by chance.
    Chance,
    /// Scott's pi, which is Fleiss's kappa for two raters.
    ScottPi,
    /// Arithmetic mean of TNR, TPR, NPV and PPV.
    AverageConditionalProbability,
    /// Harmonic mean of TNR, TPR, NPV and PPV.
    P4,
    /// P(event | given), for those that have no name of their own: see [`Metric::probability`].
    Probability {
        /// Neither empty nor the condition.
        event: Event,
        /// The condition.
        given: Event,
    },
    /// (1 - A) TNR + A TPR with A in [0, 1].
    WeightedAccuracy(Rational),
    /// TP/(TP + T (FP + FN)) with T positive.
    TTheta(Rational),
    /// (TP + TN)/(TP + TN + T (FP + FN)) with T positive.
    STheta(Rational),
    /// The ranking score with these importances, of which neither those of tn and tp nor those of
    /// fp and fn are both zero.
    Ranking(Importances),
    /// The canonical ranking score at a point of the Tile.
    Canonical(Point),
    /// Decision benefits: a weight for each of TP, FP, FN, TN, in this order.
    Benefits(Box<[Rational; 4]>),
}
