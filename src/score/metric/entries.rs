//! The table of all metrics: name, synonyms, definition, source, range, domain, and the ranking
//! score that orders like each.

use super::Metric;
use super::catalogue::Orientation;
use super::catalogue::Orientation::{Higher, Neither};
use super::standing::Likeness::{Decreasing, Equal, Increasing};
use super::standing::Scope::{All, FixedCounts, FixedPriors};
use super::standing::{Likeness, Scope};
use crate::num::Rational;
use crate::performance::Event;

/// One line of the catalogue.
pub(super) struct Entry {
    /// The name, with `(...)` left out where the metric has parameters.
    pub(super) name: &'static str,
    /// Other names that are understood.
    pub(super) synonyms: &'static [&'static str],
    /// The formula; of probabilities it follows from the events.
    pub(super) definition: &'static str,
    pub(super) source: &'static str,
    pub(super) range: &'static str,
    /// The metric is undefined where one of these events did not occur. With parameters there may
    /// be more, and of probabilities it is the condition.
    pub(super) domain: &'static [Event],
    pub(super) kind: Kind,
}

/// What is known of a metric as a means of ranking.
pub(super) enum Kind {
    /// P(event | given), from which all follows.
    Probability(Event, Event),
    /// A ranking score orders likewise.
    Like(Scope, Likeness, [Coefficient; 4]),
    /// None does, and why.
    Nowhere(Orientation, &'static str),
    /// It depends on the parameters.
    Parameters(&'static Family),
}

/// A family of metrics in terms of its parameters.
pub(super) struct Family {
    /// Their names, between commas.
    pub(super) parameters: &'static str,
    /// The importances of tn, fp, fn, tp.
    pub(super) importances: [&'static str; 4],
    /// The place (a, b).
    pub(super) place: [&'static str; 2],
}

/// `k pi-^i pi+^j` as (k, i, j).
pub(super) type Coefficient = (i64, u8, u8);

const ZERO: Coefficient = (0, 0, 0);
const ONE: Coefficient = (1, 0, 0);
const NEG: Coefficient = (1, 1, 0);
const POS: Coefficient = (1, 0, 1);
const TWO_NEG: Coefficient = (2, 1, 0);
const NEG2: Coefficient = (1, 2, 0);
const POS2: Coefficient = (1, 0, 2);

const UNIT: &str = "[0, 1]";
const SIGNED_UNIT: &str = "[-1, 1]";
const NON_NEGATIVE: &str = "[0, inf]";
const REAL: &str = "[-inf, inf]";
const COUNT: &str = "[0, inf)";

const NOT_TN: Event = Event::TP.union(Event::WRONG);
const NOT_TP: Event = Event::TN.union(Event::WRONG);

const EVERYWHERE: &[Event] = &[];
const CLASSES: &[Event] = &[Event::POSITIVE, Event::NEGATIVE];
const PREDICTIONS: &[Event] = &[Event::PREDICTED_POSITIVE, Event::PREDICTED_NEGATIVE];
const POSITIVE_PREDICTIONS: &[Event] =
    &[Event::POSITIVE, Event::NEGATIVE, Event::PREDICTED_POSITIVE];
const NEGATIVE_PREDICTIONS: &[Event] =
    &[Event::POSITIVE, Event::NEGATIVE, Event::PREDICTED_NEGATIVE];
const MARGINS: &[Event] =
    &[Event::POSITIVE, Event::NEGATIVE, Event::PREDICTED_POSITIVE, Event::PREDICTED_NEGATIVE];

const ELLIPSES: &str =
    "with fixed priors its contours are ellipses, those of ranking scores straight lines";
const HYPERBOLAS: &str =
    "with fixed priors its contours are hyperbolas, those of ranking scores straight lines";
const PARABOLAS: &str =
    "with fixed priors its contours are parabolas, those of ranking scores straight lines";
pub(super) const MIXED: &str =
    "with fixed priors it rises with right decisions on one class and with wrong ones on the other";
pub(super) const PRIORS_ONLY: &str =
    "it depends on the priors alone and does not say how good a classifier is";

static F_BETA: Family = Family {
    parameters: "B",
    importances: ["0", "1", "B^2", "1 + B^2"],
    place: ["1", "B^2/(1 + B^2)"],
};
static CANONICAL: Family =
    Family { parameters: "A,B", importances: ["1 - A", "1 - B", "B", "A"], place: ["A", "B"] };
static RANKING: Family = Family {
    parameters: "TN,FP,FN,TP",
    importances: ["TN", "FP", "FN", "TP"],
    place: ["TP/(TN + TP)", "FN/(FP + FN)"],
};
static WEIGHTED_ACCURACY: Family = Family {
    parameters: "A",
    importances: ["(1 - A) pi+", "(1 - A) pi+", "A pi-", "A pi-"],
    place: ["A pi-/((1 - A) pi+ + A pi-)", "A pi-/((1 - A) pi+ + A pi-)"],
};
static T_THETA: Family =
    Family { parameters: "T", importances: ["0", "T", "T", "1"], place: ["1", "1/2"] };
static S_THETA: Family =
    Family { parameters: "T", importances: ["1", "T", "T", "1"], place: ["1/2", "1/2"] };
static BENEFITS: Family = Family {
    parameters: "TP,FP,FN,TN",
    importances: ["TN - FP", "TN - FP", "TP - FN", "TP - FN"],
    place: ["(TP - FN)/(TP - FN + TN - FP)", "(TP - FN)/(TP - FN + TN - FP)"],
};

fn entry(
    name: &'static str,
    synonyms: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    range: &'static str,
    domain: &'static [Event],
    kind: Kind,
) -> Entry {
    Entry { name, synonyms, definition, source, range, domain, kind }
}

fn probability(
    name: &'static str,
    synonyms: &'static [&'static str],
    source: &'static str,
    event: Event,
    given: Event,
) -> Entry {
    entry(name, synonyms, "", source, UNIT, EVERYWHERE, Kind::Probability(event, given))
}

fn like(scope: Scope, likeness: Likeness, weights: [Coefficient; 4]) -> Kind {
    Kind::Like(scope, likeness, weights)
}

fn nowhere(orientation: Orientation, reason: &'static str) -> Kind {
    Kind::Nowhere(orientation, reason)
}

fn count() -> Kind {
    nowhere(Neither, "it counts samples and does not say how good a classifier is")
}

impl Metric {
    pub(super) fn entry(&self) -> Entry {
        match self {
            Self::Accuracy => probability(
                "accuracy",
                &["acc", "accuracy-score", "matching-coefficient"],
                "Never mind the metrics, Eq. 33",
                Event::RIGHT,
                Event::ANY,
            ),
            Self::ErrorRate => probability(
                "error-rate",
                &["error", "zero-one-loss", "misclassification-rate"],
                "The Tile, section 2.2",
                Event::WRONG,
                Event::ANY,
            ),
            Self::Tpr => probability(
                "tpr",
                &["sensitivity", "recall", "recall-score", "hit-rate"],
                "Never mind the metrics, Eq. 13",
                Event::TP,
                Event::POSITIVE,
            ),
            Self::Tnr => probability(
                "tnr",
                &["specificity", "selectivity", "inverse-recall"],
                "Never mind the metrics, Eq. 16",
                Event::TN,
                Event::NEGATIVE,
            ),
            Self::Fpr => probability(
                "fpr",
                &["fall-out"],
                "Never mind the metrics, Eq. 14",
                Event::FP,
                Event::NEGATIVE,
            ),
            Self::Fnr => probability(
                "fnr",
                &["miss-rate"],
                "Never mind the metrics, Eq. 17",
                Event::FN,
                Event::POSITIVE,
            ),
            Self::Ppv => probability(
                "ppv",
                &["precision", "precision-score"],
                "Never mind the metrics, Eq. 27",
                Event::TP,
                Event::PREDICTED_POSITIVE,
            ),
            Self::Npv => probability(
                "npv",
                &["inverse-precision"],
                "Never mind the metrics, Eq. 29",
                Event::TN,
                Event::PREDICTED_NEGATIVE,
            ),
            Self::Fdr => probability(
                "fdr",
                &["false-discovery-rate"],
                "The Tile, section 2.2",
                Event::FP,
                Event::PREDICTED_POSITIVE,
            ),
            Self::For => probability(
                "for",
                &["false-omission-rate"],
                "The Tile, section 2.2",
                Event::FN,
                Event::PREDICTED_NEGATIVE,
            ),
            Self::BalancedAccuracy => entry(
                "ba",
                &["balanced-accuracy", "balanced-accuracy-score"],
                "(TPR + TNR)/2",
                "Never mind the metrics, Eq. 23",
                UNIT,
                CLASSES,
                like(FixedPriors, Equal, [POS, POS, NEG, NEG]),
            ),
            Self::Informedness => entry(
                "informedness",
                &["bm", "youden", "kappa-bal", "youden-j", "peirce"],
                "TPR + TNR - 1",
                "Never mind the metrics, Eq. 24 (section C.16: balanced kappa)",
                SIGNED_UNIT,
                CLASSES,
                like(FixedPriors, Increasing, [POS, POS, NEG, NEG]),
            ),
            Self::Markedness => entry(
                "markedness",
                &["mk", "clayton"],
                "PPV + NPV - 1",
                "Never mind the metrics, Eq. 31",
                SIGNED_UNIT,
                PREDICTIONS,
                nowhere(Higher, PARABOLAS),
            ),
            Self::Mcc => entry(
                "mcc",
                &["phi", "matthews", "matthews-corrcoef"],
                "(TP TN - FP FN)/sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
                "Never mind the metrics, Eq. 39",
                SIGNED_UNIT,
                MARGINS,
                nowhere(Higher, ELLIPSES),
            ),
            Self::FBeta(beta) if *beta == Rational::ONE => entry(
                "f1",
                &["f-1", "f1-score", "dice", "sorensen-dice"],
                "2 TP/(2 TP + FP + FN)",
                "Never mind the metrics, Eq. 34",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&F_BETA),
            ),
            Self::FBeta(_) => entry(
                "f-beta",
                &[],
                "(1 + B^2) TP/((1 + B^2) TP + B^2 FN + FP)",
                "van Rijsbergen, Information Retrieval, 1979; ranking score by The Tile, Lemma 7",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&F_BETA),
            ),
            Self::ThreatScore => probability(
                "ts",
                &[
                    "threat-score",
                    "jaccard",
                    "jaccard-score",
                    "iou",
                    "csi",
                    "tanimoto",
                    "jaccard-positive",
                ],
                "Never mind the metrics, Eq. 36",
                Event::TP,
                NOT_TN,
            ),
            Self::NegativeJaccard => {
                probability("jaccard-negative", &[], "The Tile, section 2.2", Event::TN, NOT_TP)
            }
            Self::Kappa => entry(
                "kappa",
                &["cohen", "cohen-kappa", "cohen-kappa-score", "heidke"],
                "2 (TP TN - FN FP)/((TP + FP) n + p (FN + TN))",
                "Never mind the metrics, Eq. 44",
                SIGNED_UNIT,
                &[NOT_TN, NOT_TP],
                like(FixedPriors, Increasing, [POS2, ONE, ONE, NEG2]),
            ),
            Self::GeometricMean => entry(
                "gm",
                &["geometric-mean"],
                "sqrt(TPR TNR)",
                "Never mind the metrics, Eq. 25",
                UNIT,
                CLASSES,
                nowhere(Higher, HYPERBOLAS),
            ),
            Self::FowlkesMallows => entry(
                "fm",
                &["fowlkes-mallows"],
                "sqrt(PPV TPR)",
                "Never mind the metrics, Eq. 42",
                UNIT,
                &[Event::POSITIVE, Event::PREDICTED_POSITIVE],
                nowhere(Higher, PARABOLAS),
            ),
            Self::Plr => entry(
                "plr",
                &["lr+"],
                "TPR/FPR",
                "Never mind the metrics, Eq. 15",
                NON_NEGATIVE,
                POSITIVE_PREDICTIONS,
                like(FixedPriors, Increasing, [ZERO, ONE, ZERO, ONE]),
            ),
            Self::Nlr => entry(
                "nlr",
                &["lr-"],
                "FNR/TNR",
                "Never mind the metrics, Eq. 18",
                NON_NEGATIVE,
                NEGATIVE_PREDICTIONS,
                like(FixedPriors, Decreasing, [ONE, ZERO, ONE, ZERO]),
            ),
            Self::Dor => entry(
                "dor",
                &["odds-ratio"],
                "TP TN/(FP FN)",
                "Never mind the metrics, Eq. 19",
                NON_NEGATIVE,
                MARGINS,
                nowhere(Higher, HYPERBOLAS),
            ),
            Self::LogPlr => entry(
                "log-plr",
                &["log-lr+"],
                "ln(TPR/FPR)",
                "Never mind the metrics, section C.4",
                REAL,
                POSITIVE_PREDICTIONS,
                like(FixedPriors, Increasing, [ZERO, ONE, ZERO, ONE]),
            ),
            Self::LogNlr => entry(
                "log-nlr",
                &["log-lr-"],
                "ln(FNR/TNR)",
                "Never mind the metrics, section C.5",
                REAL,
                NEGATIVE_PREDICTIONS,
                like(FixedPriors, Decreasing, [ONE, ZERO, ONE, ZERO]),
            ),
            Self::LogDor => entry(
                "log-dor",
                &[],
                "ln(TP TN/(FP FN))",
                "Never mind the metrics, Eq. 88",
                REAL,
                MARGINS,
                nowhere(Higher, HYPERBOLAS),
            ),
            Self::ScaledLogPlr => entry(
                "scaled-log-plr",
                &["slr+"],
                "ln(TPR/FPR)/ln(n(p - 1)/p)",
                "Never mind the metrics, Eq. 20",
                REAL,
                POSITIVE_PREDICTIONS,
                like(FixedCounts, Increasing, [ZERO, ONE, ZERO, ONE]),
            ),
            Self::ScaledLogNlr => entry(
                "scaled-log-nlr",
                &["slr-"],
                "ln(FNR/TNR)/ln(pn/(n - 1))",
                "Never mind the metrics, Eq. 21",
                REAL,
                NEGATIVE_PREDICTIONS,
                like(FixedCounts, Decreasing, [ONE, ZERO, ONE, ZERO]),
            ),
            Self::ScaledLogDor => entry(
                "scaled-log-dor",
                &["sdor"],
                "ln(TP TN/(FP FN))/ln((p - 1)(n - 1))",
                "Never mind the metrics, Eq. 22",
                REAL,
                MARGINS,
                nowhere(Higher, HYPERBOLAS),
            ),
            Self::PrevalenceThreshold => entry(
                "pt",
                &["prevalence-threshold"],
                "sqrt(FPR)/(sqrt(TPR) + sqrt(FPR))",
                "Never mind the metrics, Eq. 26",
                UNIT,
                POSITIVE_PREDICTIONS,
                like(FixedPriors, Decreasing, [ZERO, ONE, ZERO, ONE]),
            ),
            Self::DPrime => entry(
                "d-prime",
                &["d'", "sensitivity-index"],
                "z(TPR) - z(FPR), z the standard normal quantile",
                "Green and Swets, Signal Detection Theory and Psychophysics, 1966",
                REAL,
                MARGINS,
                nowhere(
                    Higher,
                    "with fixed priors its contours are curved, those of ranking scores straight",
                ),
            ),
            Self::PpvBalanced => entry(
                "ppv-bal",
                &["sppv"],
                "TPR/(1 + TPR - TNR)",
                "Never mind the metrics, Eq. 28",
                UNIT,
                POSITIVE_PREDICTIONS,
                like(FixedPriors, Equal, [ZERO, POS, ZERO, NEG]),
            ),
            Self::NpvBalanced => entry(
                "npv-bal",
                &["snpv"],
                "TNR/(1 + TNR - TPR)",
                "Never mind the metrics, Eq. 30",
                UNIT,
                NEGATIVE_PREDICTIONS,
                like(FixedPriors, Equal, [POS, ZERO, NEG, ZERO]),
            ),
            Self::F1Balanced => entry(
                "f1-bal",
                &[],
                "2 TPR/(2 + TPR - TNR)",
                "Never mind the metrics, Eq. 35",
                UNIT,
                CLASSES,
                like(FixedPriors, Equal, [ZERO, POS, NEG, TWO_NEG]),
            ),
            Self::ThreatScoreBalanced => entry(
                "ts-bal",
                &[],
                "TPR/(2 - TNR)",
                "Never mind the metrics, Eq. 37",
                UNIT,
                CLASSES,
                like(FixedPriors, Equal, [ZERO, POS, NEG, NEG]),
            ),
            Self::MccBalanced => entry(
                "mcc-bal",
                &[],
                "(TPR + TNR - 1)/sqrt(1 - (TPR - TNR)^2)",
                "Never mind the metrics, Eq. 41",
                SIGNED_UNIT,
                MARGINS,
                nowhere(Higher, ELLIPSES),
            ),
            Self::MarkednessBalanced => entry(
                "markedness-bal",
                &[],
                "PPV_bal + NPV_bal - 1",
                "Never mind the metrics, Eq. 32",
                SIGNED_UNIT,
                MARGINS,
                nowhere(Higher, PARABOLAS),
            ),
            Self::FowlkesMallowsBalanced => entry(
                "fm-bal",
                &[],
                "TPR/sqrt(1 + TPR - TNR)",
                "Never mind the metrics, Eq. 43",
                UNIT,
                POSITIVE_PREDICTIONS,
                nowhere(Higher, PARABOLAS),
            ),
            Self::Prevalence => probability(
                "prevalence",
                &["prior", "prior-positive", "pi+"],
                "Never mind the metrics, Eq. 12",
                Event::POSITIVE,
                Event::ANY,
            ),
            Self::Total => entry(
                "total",
                &["n-total"],
                "TP + FN + FP + TN",
                "Never mind the metrics, Eq. 7",
                COUNT,
                EVERYWHERE,
                count(),
            ),
            Self::Positives => entry(
                "positives",
                &["condition-positive"],
                "p = TP + FN",
                "Never mind the metrics, Eq. 8",
                COUNT,
                EVERYWHERE,
                count(),
            ),
            Self::Negatives => entry(
                "negatives",
                &["condition-negative"],
                "n = FP + TN",
                "Never mind the metrics, Eq. 9",
                COUNT,
                EVERYWHERE,
                count(),
            ),
            Self::PredictedPositives => entry(
                "predicted-positives",
                &["predicted-positive"],
                "TP + FP",
                "Never mind the metrics, Eq. 10",
                COUNT,
                EVERYWHERE,
                count(),
            ),
            Self::PredictedNegatives => entry(
                "predicted-negatives",
                &["predicted-negative"],
                "FN + TN",
                "Never mind the metrics, Eq. 11",
                COUNT,
                EVERYWHERE,
                count(),
            ),
            Self::ProbabilityTn => probability(
                "ptn",
                &["rejection-rate"],
                "The Tile, section 2.2",
                Event::TN,
                Event::ANY,
            ),
            Self::ProbabilityFp => {
                probability("pfp", &[], "The Tile, section 2.2", Event::FP, Event::ANY)
            }
            Self::ProbabilityFn => {
                probability("pfn", &[], "The Tile, section 2.2", Event::FN, Event::ANY)
            }
            Self::ProbabilityTp => probability(
                "ptp",
                &["detection-rate"],
                "The Tile, section 2.2",
                Event::TP,
                Event::ANY,
            ),
            Self::PriorNegative => probability(
                "prior-negative",
                &["pi-"],
                "The Tile, section 2.2",
                Event::NEGATIVE,
                Event::ANY,
            ),
            Self::PositivePredictionRate => probability(
                "rpp",
                &["positive-prediction-rate", "tau+"],
                "The Tile, section 2.2",
                Event::PREDICTED_POSITIVE,
                Event::ANY,
            ),
            Self::NegativePredictionRate => probability(
                "rnp",
                &["negative-prediction-rate", "tau-"],
                "The Tile, section 2.2",
                Event::PREDICTED_NEGATIVE,
                Event::ANY,
            ),
            Self::BennettS => entry(
                "bennett-s",
                &[],
                "2 accuracy - 1",
                "The Tile, section 2.2",
                SIGNED_UNIT,
                EVERYWHERE,
                like(All, Increasing, [ONE, ONE, ONE, ONE]),
            ),
            Self::Determinant => entry(
                "determinant",
                &["|c|"],
                "(TP TN - FP FN)/(TP + FN + FP + TN)^2",
                "The Tile, section 2.2, |C|",
                "[-1/4, 1/4]",
                EVERYWHERE,
                like(FixedPriors, Increasing, [POS, POS, NEG, NEG]),
            ),
            Self::BiasIndex => entry(
                "bias-index",
                &["bias"],
                "(FP - FN)/(TP + FN + FP + TN)",
                "The Tile, section 2.2, BI",
                SIGNED_UNIT,
                EVERYWHERE,
                nowhere(Neither, MIXED),
            ),
            Self::Chance => entry(
                "chance",
                &["expected-accuracy"],
                "((TP + FP) p + n (FN + TN))/(TP + FN + FP + TN)^2",
                "Foundations, Table 1 (chance in kappa)",
                UNIT,
                EVERYWHERE,
                nowhere(Neither, MIXED),
            ),
            Self::ScottPi => entry(
                "scott-pi",
                &["fleiss-kappa"],
                "(4 TP TN - (FP + FN)^2)/((2 TP + FP + FN)(2 TN + FP + FN))",
                "The Tile, section A.1.5; Scott, Reliability of content analysis, 1955",
                SIGNED_UNIT,
                &[NOT_TN, NOT_TP],
                nowhere(Higher, PARABOLAS),
            ),
            Self::AverageConditionalProbability => entry(
                "acp",
                &["average-conditional-probability"],
                "(TNR + TPR + NPV + PPV)/4",
                "The Tile, section 2.2, ACP",
                UNIT,
                MARGINS,
                nowhere(
                    Higher,
                    "with fixed priors its contours are cubic curves, those of ranking scores straight lines",
                ),
            ),
            Self::P4 => entry(
                "p4",
                &[],
                "4 TP TN/(4 TP TN + (TP + TN)(FP + FN))",
                "The Tile, section 2.2, P4: the harmonic mean of TNR, TPR, NPV and PPV where these are defined and not all 0",
                UNIT,
                &[Event::RIGHT, NOT_TN, NOT_TP],
                nowhere(Higher, HYPERBOLAS),
            ),
            Self::Canonical(_) => entry(
                "r",
                &[],
                "((1-A) TN + A TP)/((1-A) TN + (1-B) FP + B FN + A TP)",
                "The Tile, Definition 1",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&CANONICAL),
            ),
            Self::Ranking(_) => entry(
                "ranking",
                &[],
                "(tn TN + tp TP)/(tn TN + fp FP + fn FN + tp TP)",
                "The Tile, Eq. 3",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&RANKING),
            ),
            Self::WeightedAccuracy(_) => entry(
                "wa",
                &[],
                "(1-A) TNR + A TPR",
                "The Tile, Lemma 9",
                UNIT,
                CLASSES,
                Kind::Parameters(&WEIGHTED_ACCURACY),
            ),
            Self::TTheta(_) => entry(
                "t-theta",
                &[],
                "TP/(TP + T (FP + FN))",
                "The Tile, section 4.2; Gower and Legendre, Metric and Euclidean properties of dissimilarity coefficients, 1986",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&T_THETA),
            ),
            Self::STheta(_) => entry(
                "s-theta",
                &[],
                "(TP + TN)/(TP + TN + T (FP + FN))",
                "The Tile, section 4.2; Gower and Legendre, Metric and Euclidean properties of dissimilarity coefficients, 1986",
                UNIT,
                EVERYWHERE,
                Kind::Parameters(&S_THETA),
            ),
            Self::Benefits(_) => entry(
                "benefits",
                &[],
                "a TP + b FP + c FN + d TN",
                "Never mind the metrics, Eq. 38",
                "(-inf, inf)",
                EVERYWHERE,
                Kind::Parameters(&BENEFITS),
            ),
            Self::Probability { event, given } => {
                Entry { name: "p", ..probability("", &[], "The Tile, Eq. 1 and 2", *event, *given) }
            }
        }
    }
}
