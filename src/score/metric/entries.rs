//! The catalogue: one entry for each metric, with its names, formula, source, range, domain, and
//! the ranking score that orders like it. Everything else follows: the variant of [`Metric`], its
//! exact value and order from the formula, its place on the Tile, its line in every listing.

use super::entry::{
    Coefficient, Entry, Family, Kind, count, entry, like, metrics, nowhere, probability,
};
use super::standing::Likeness::{Decreasing, Equal, Increasing};
use super::standing::MIXED;
use super::standing::Orientation::{Higher, Neither};
use super::standing::Scope::{All, FixedCounts, FixedPriors};
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Event, Importances};
use crate::score::RankingScore;

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
const GOWER: &str = "The Tile, section 4.2; Gower and Legendre, Metric and Euclidean properties of \
     dissimilarity coefficients, 1986";

static F_BETA: Family = Family {
    parameters: "B",
    letters: &["B"],
    spellings: &["fbeta", "f-beta-score", "fbeta-score"],
    member: |b| (!b[0].is_negative()).then(|| Metric::FBeta(b[0].clone())),
    standing: (All, Equal),
    importances: ["0", "1", "B^2", "1 + B^2"],
    place: ["1", "B^2/(1 + B^2)"],
};
static CANONICAL: Family = Family {
    parameters: "A,B",
    letters: &["A", "B"],
    spellings: &[],
    member: |of| {
        let point = Point::new(of[0].clone(), of[1].clone());
        point.is_in_unit_square().then_some(Metric::Canonical(point))
    },
    standing: (All, Equal),
    importances: ["1 - A", "1 - B", "B", "A"],
    place: ["A", "B"],
};
static RANKING: Family = Family {
    parameters: "TN,FP,FN,TP",
    letters: &["tn", "fp", "fn", "tp"],
    spellings: &[],
    member: |of| {
        let importances = Importances::new(of.to_vec().try_into().ok()?).ok()?;
        RankingScore::ordering_as(&importances).ok()?;
        Some(Metric::Ranking(importances))
    },
    standing: (All, Equal),
    importances: ["TN", "FP", "FN", "TP"],
    place: ["TP/(TN + TP)", "FN/(FP + FN)"],
};
static WEIGHTED_ACCURACY: Family = Family {
    parameters: "A",
    letters: &["A"],
    spellings: &[],
    member: |a| {
        let is_share = !a[0].is_negative() && a[0] <= Rational::ONE;
        is_share.then(|| Metric::WeightedAccuracy(a[0].clone()))
    },
    standing: (FixedPriors, Equal),
    importances: ["(1 - A) pi+", "(1 - A) pi+", "A pi-", "A pi-"],
    place: ["A pi-/((1 - A) pi+ + A pi-)", "A pi-/((1 - A) pi+ + A pi-)"],
};
static T_THETA: Family = Family {
    parameters: "T",
    letters: &["T"],
    spellings: &[],
    member: |t| t[0].is_positive().then(|| Metric::TTheta(t[0].clone())),
    standing: (All, Equal),
    importances: ["0", "T", "T", "1"],
    place: ["1", "1/2"],
};
static S_THETA: Family = Family {
    parameters: "T",
    letters: &["T"],
    spellings: &[],
    member: |t| t[0].is_positive().then(|| Metric::STheta(t[0].clone())),
    standing: (All, Equal),
    importances: ["1", "T", "T", "1"],
    place: ["1/2", "1/2"],
};
// With p and n fixed: (d - b) TN + (a - c) TP and a constant.
static BENEFITS: Family = Family {
    parameters: "TP,FP,FN,TN",
    letters: &["a", "b", "c", "d"],
    spellings: &[],
    member: |of| Some(Metric::Benefits(Box::new(of.to_vec().try_into().ok()?))),
    standing: (FixedCounts, Increasing),
    importances: ["TN - FP", "TN - FP", "TP - FN", "TP - FN"],
    place: ["(TP - FN)/(TP - FN + TN - FP)", "(TP - FN)/(TP - FN + TN - FP)"],
};

static EXPECTED_COST: Family = Family {
    parameters: "X,Y",
    letters: &["X", "Y"],
    spellings: &[],
    member: |of| {
        let are_costs = of.iter().all(|cost| !cost.is_negative());
        let is_any = of.iter().any(Rational::is_positive);
        (are_costs && is_any)
            .then(|| Metric::ExpectedCost(Box::new([of[0].clone(), of[1].clone()])))
    },
    standing: (FixedPriors, Decreasing),
    importances: ["X", "X", "Y", "Y"],
    place: ["Y/(X + Y)", "Y/(X + Y)"],
};
static NET_BENEFIT: Family = Family {
    parameters: "P",
    letters: &["P"],
    spellings: &[],
    member: |p| {
        let is_probability = !p[0].is_negative() && p[0] < Rational::ONE;
        is_probability.then(|| Metric::NetBenefit(p[0].clone()))
    },
    standing: (FixedPriors, Increasing),
    importances: ["P", "P", "1 - P", "1 - P"],
    place: ["1 - P", "1 - P"],
};

/// F1 is a member of a family and has names of its own.
static F1: Entry = Entry::new(entry(
    "f1",
    &["f-1", "f1-score", "dice", "sorensen-dice"],
    "2 TP/(2 TP + FP + FN)",
    "Never mind the metrics, Eq. 34",
    UNIT,
    EVERYWHERE,
    Kind::Parameters(&F_BETA),
));

static PROBABILITY: Entry =
    Entry::new(entry("p", &[], "", "The Tile, Eq. 1 and 2", UNIT, EVERYWHERE, Kind::Probabilities));

impl Metric {
    /// The parameters of a member of a family, in the order of their names.
    pub(super) fn parameters(&self) -> Vec<Rational> {
        match self {
            Self::FBeta(one)
            | Self::WeightedAccuracy(one)
            | Self::TTheta(one)
            | Self::STheta(one)
            | Self::NetBenefit(one) => {
                vec![one.clone()]
            }
            Self::Canonical(point) => vec![point.a.clone(), point.b.clone()],
            Self::Ranking(importances) => importances.as_array().to_vec(),
            Self::Benefits(weights) => weights.to_vec(),
            Self::ExpectedCost(costs) => costs.to_vec(),
            _ => vec![],
        }
    }
}

metrics! {
    metrics {
        Accuracy "Share of right predictions.":
            probability("accuracy", &["acc", "accuracy-score", "matching-coefficient"],
                "Never mind the metrics, Eq. 33", Event::RIGHT, Event::ANY);
        ErrorRate "Share of wrong predictions.":
            probability("error-rate", &["error", "zero-one-loss", "misclassification-rate"],
                "The Tile, section 2.2", Event::WRONG, Event::ANY);
        Tpr "True positive rate: sensitivity, recall.":
            probability("tpr", &["sensitivity", "recall", "recall-score", "hit-rate"],
                "Never mind the metrics, Eq. 13", Event::TP, Event::POSITIVE);
        Tnr "True negative rate: specificity.":
            probability("tnr", &["specificity", "selectivity", "inverse-recall"],
                "Never mind the metrics, Eq. 16", Event::TN, Event::NEGATIVE);
        Fpr "False positive rate: fall-out.":
            probability("fpr", &["fall-out"], "Never mind the metrics, Eq. 14", Event::FP,
                Event::NEGATIVE);
        Fnr "False negative rate: miss rate.":
            probability("fnr", &["miss-rate"], "Never mind the metrics, Eq. 17", Event::FN,
                Event::POSITIVE);
        Ppv "Positive predictive value: precision.":
            probability("ppv", &["precision", "precision-score"], "Never mind the metrics, Eq. 27",
                Event::TP, Event::PREDICTED_POSITIVE);
        Npv "Negative predictive value.":
            probability("npv", &["inverse-precision"], "Never mind the metrics, Eq. 29", Event::TN,
                Event::PREDICTED_NEGATIVE);
        Fdr "False discovery rate.":
            probability("fdr", &["false-discovery-rate"], "The Tile, section 2.2", Event::FP,
                Event::PREDICTED_POSITIVE);
        For "False omission rate.":
            probability("for", &["false-omission-rate"], "The Tile, section 2.2", Event::FN,
                Event::PREDICTED_NEGATIVE);
        BalancedAccuracy "Balanced accuracy.":
            entry("ba", &["balanced-accuracy", "balanced-accuracy-score"], "(TPR + TNR)/2",
                "Never mind the metrics, Eq. 23", UNIT, CLASSES,
                like(FixedPriors, Equal, [POS, POS, NEG, NEG]));
        Informedness "Bookmaker informedness: Youden's J.":
            entry("informedness", &["bm", "youden", "kappa-bal", "youden-j", "peirce"],
                "TPR + TNR - 1", "Never mind the metrics, Eq. 24 (section C.16: balanced kappa)",
                SIGNED_UNIT, CLASSES, like(FixedPriors, Increasing, [POS, POS, NEG, NEG]));
        Markedness "Markedness.":
            entry("markedness", &["mk", "clayton"], "PPV + NPV - 1",
                "Never mind the metrics, Eq. 31", SIGNED_UNIT, PREDICTIONS,
                nowhere(Higher, PARABOLAS));
        Mcc "Matthews correlation coefficient: phi.":
            entry("mcc", &["phi", "matthews", "matthews-corrcoef"],
                "(TP TN - FP FN)/sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
                "Never mind the metrics, Eq. 39", SIGNED_UNIT, MARGINS, nowhere(Higher, ELLIPSES));
        ThreatScore "Threat score: Jaccard's index, critical success index.":
            probability("ts",
                &["threat-score", "jaccard", "jaccard-score", "iou", "csi", "tanimoto",
                    "jaccard-positive"],
                "Never mind the metrics, Eq. 36", Event::TP, NOT_TN);
        NegativeJaccard "Jaccard's index of the negative class.":
            probability("jaccard-negative", &["negative-jaccard"], "The Tile, section 2.2",
                Event::TN, NOT_TP);
        Kappa "Cohen's kappa.":
            entry("kappa", &["cohen", "cohen-kappa", "cohen-kappa-score", "heidke"],
                "2 (TP TN - FN FP)/((TP + FP) n + p (FN + TN))", "Never mind the metrics, Eq. 44",
                SIGNED_UNIT, &[NOT_TN, NOT_TP],
                like(FixedPriors, Increasing, [POS2, ONE, ONE, NEG2]));
        GeometricMean "Geometric mean of TPR and TNR.":
            entry("gm", &["geometric-mean"], "sqrt(TPR TNR)", "Never mind the metrics, Eq. 25",
                UNIT, CLASSES, nowhere(Higher, HYPERBOLAS));
        FowlkesMallows "Fowlkes-Mallows index.":
            entry("fm", &["fowlkes-mallows"], "sqrt(PPV TPR)", "Never mind the metrics, Eq. 42",
                UNIT, &[Event::POSITIVE, Event::PREDICTED_POSITIVE], nowhere(Higher, PARABOLAS));
        Plr "Positive likelihood ratio, LR+.":
            entry("plr", &["lr+"], "TPR/FPR", "Never mind the metrics, Eq. 15", NON_NEGATIVE,
                POSITIVE_PREDICTIONS, like(FixedPriors, Increasing, [ZERO, ONE, ZERO, ONE]));
        Nlr "Negative likelihood ratio, LR-.":
            entry("nlr", &["lr-"], "FNR/TNR", "Never mind the metrics, Eq. 18", NON_NEGATIVE,
                NEGATIVE_PREDICTIONS, like(FixedPriors, Decreasing, [ONE, ZERO, ONE, ZERO]));
        Dor "Diagnostic odds ratio.":
            entry("dor", &["odds-ratio"], "TP TN/(FP FN)", "Never mind the metrics, Eq. 19",
                NON_NEGATIVE, MARGINS, nowhere(Higher, HYPERBOLAS));
        LogPlr "Logarithm of LR+.":
            entry("log-plr", &["log-lr+"], "ln(TPR/FPR)", "Never mind the metrics, section C.4",
                REAL, POSITIVE_PREDICTIONS, like(FixedPriors, Increasing, [ZERO, ONE, ZERO, ONE]));
        LogNlr "Logarithm of LR-.":
            entry("log-nlr", &["log-lr-"], "ln(FNR/TNR)", "Never mind the metrics, section C.5",
                REAL, NEGATIVE_PREDICTIONS, like(FixedPriors, Decreasing, [ONE, ZERO, ONE, ZERO]));
        LogDor "Logarithm of the diagnostic odds ratio.":
            entry("log-dor", &[], "ln(TP TN/(FP FN))", "Never mind the metrics, Eq. 88", REAL,
                MARGINS, nowhere(Higher, HYPERBOLAS));
        ScaledLogPlr "Logarithm of LR+ to the base n(p - 1)/p.":
            entry("scaled-log-plr", &["slr+"], "ln(TPR/FPR)/ln(n(p - 1)/p)",
                "Never mind the metrics, Eq. 20", REAL, POSITIVE_PREDICTIONS,
                like(FixedCounts, Increasing, [ZERO, ONE, ZERO, ONE]))
                .above_one("n(p - 1)/p > 1", "n(p - 1)/p <= 1");
        ScaledLogNlr "Logarithm of LR- to the base pn/(n - 1).":
            entry("scaled-log-nlr", &["slr-"], "ln(FNR/TNR)/ln(pn/(n - 1))",
                "Never mind the metrics, Eq. 21", REAL, NEGATIVE_PREDICTIONS,
                like(FixedCounts, Decreasing, [ONE, ZERO, ONE, ZERO]))
                .above_one("n > 1 and pn/(n - 1) > 1", "pn/(n - 1) <= 1 or n = 1");
        ScaledLogDor "Logarithm of the diagnostic odds ratio to the base (p - 1)(n - 1).":
            entry("scaled-log-dor", &["sdor"], "ln(TP TN/(FP FN))/ln((p - 1)(n - 1))",
                "Never mind the metrics, Eq. 22", REAL, MARGINS, nowhere(Higher, HYPERBOLAS))
                .above_one("(p - 1)(n - 1) > 1 and p, n > 1", "(p - 1)(n - 1) <= 1");
        PrevalenceThreshold "Prevalence threshold.":
            entry("pt", &["prevalence-threshold"], "sqrt(FPR)/(sqrt(TPR) + sqrt(FPR))",
                "Never mind the metrics, Eq. 26", UNIT, POSITIVE_PREDICTIONS,
                like(FixedPriors, Decreasing, [ZERO, ONE, ZERO, ONE]));
        DPrime "Sensitivity index d' of signal detection theory.":
            entry("d-prime", &["d'", "sensitivity-index"],
                "z(TPR) - z(FPR), z the standard normal quantile",
                "Green and Swets, Signal Detection Theory and Psychophysics, 1966", REAL, MARGINS,
                nowhere(Higher, "with fixed priors its contours are curved, those of ranking \
                     scores straight"));
        PpvBalanced "Balanced positive predictive value.":
            entry("ppv-bal", &["sppv"], "TPR/(1 + TPR - TNR)", "Never mind the metrics, Eq. 28",
                UNIT, POSITIVE_PREDICTIONS, like(FixedPriors, Equal, [ZERO, POS, ZERO, NEG]));
        NpvBalanced "Balanced negative predictive value.":
            entry("npv-bal", &["snpv"], "TNR/(1 + TNR - TPR)", "Never mind the metrics, Eq. 30",
                UNIT, NEGATIVE_PREDICTIONS, like(FixedPriors, Equal, [POS, ZERO, NEG, ZERO]));
        F1Balanced "Balanced F1.":
            entry("f1-bal", &[], "2 TPR/(2 + TPR - TNR)", "Never mind the metrics, Eq. 35", UNIT,
                CLASSES, like(FixedPriors, Equal, [ZERO, POS, NEG, TWO_NEG]));
        ThreatScoreBalanced "Balanced threat score.":
            entry("ts-bal", &[], "TPR/(2 - TNR)", "Never mind the metrics, Eq. 37", UNIT, CLASSES,
                like(FixedPriors, Equal, [ZERO, POS, NEG, NEG]));
        MccBalanced "Balanced Matthews correlation coefficient.":
            entry("mcc-bal", &[], "(TPR + TNR - 1)/sqrt(1 - (TPR - TNR)^2)",
                "Never mind the metrics, Eq. 41", SIGNED_UNIT, MARGINS, nowhere(Higher, ELLIPSES));
        MarkednessBalanced "Balanced markedness.":
            entry("markedness-bal", &[], "PPV_bal + NPV_bal - 1", "Never mind the metrics, Eq. 32",
                SIGNED_UNIT, MARGINS, nowhere(Higher, PARABOLAS));
        FowlkesMallowsBalanced "Balanced Fowlkes-Mallows index.":
            entry("fm-bal", &[], "TPR/sqrt(1 + TPR - TNR)", "Never mind the metrics, Eq. 43", UNIT,
                POSITIVE_PREDICTIONS, nowhere(Higher, PARABOLAS));
        Prevalence "Share of positive samples.":
            probability("prevalence", &["prior", "prior-positive", "pi+"],
                "Never mind the metrics, Eq. 12", Event::POSITIVE, Event::ANY);
        Total "Number of samples.":
            entry("total", &["n-total"], "TP + FN + FP + TN", "Never mind the metrics, Eq. 7",
                COUNT, EVERYWHERE, count());
        Positives "Number of positive samples.":
            entry("positives", &["condition-positive"], "p = TP + FN",
                "Never mind the metrics, Eq. 8", COUNT, EVERYWHERE, count());
        Negatives "Number of negative samples.":
            entry("negatives", &["condition-negative"], "n = FP + TN",
                "Never mind the metrics, Eq. 9", COUNT, EVERYWHERE, count());
        PredictedPositives "Number of samples predicted positive.":
            entry("predicted-positives", &["predicted-positive"], "TP + FP",
                "Never mind the metrics, Eq. 10", COUNT, EVERYWHERE, count());
        PredictedNegatives "Number of samples predicted negative.":
            entry("predicted-negatives", &["predicted-negative"], "FN + TN",
                "Never mind the metrics, Eq. 11", COUNT, EVERYWHERE, count());
        ProbabilityTn "Joint probability of a true negative.":
            probability("ptn", &["rejection-rate"], "The Tile, section 2.2", Event::TN,
                Event::ANY);
        ProbabilityFp "Joint probability of a false positive.":
            probability("pfp", &[], "The Tile, section 2.2", Event::FP, Event::ANY);
        ProbabilityFn "Joint probability of a false negative.":
            probability("pfn", &[], "The Tile, section 2.2", Event::FN, Event::ANY);
        ProbabilityTp "Joint probability of a true positive.":
            probability("ptp", &["detection-rate"], "The Tile, section 2.2", Event::TP,
                Event::ANY);
        PriorNegative "Share of negative samples.":
            probability("prior-negative", &["pi-"], "The Tile, section 2.2", Event::NEGATIVE,
                Event::ANY);
        PositivePredictionRate "Share of positive predictions.":
            probability("rpp", &["positive-prediction-rate", "tau+"], "The Tile, section 2.2",
                Event::PREDICTED_POSITIVE, Event::ANY);
        NegativePredictionRate "Share of negative predictions.":
            probability("rnp", &["negative-prediction-rate", "tau-"], "The Tile, section 2.2",
                Event::PREDICTED_NEGATIVE, Event::ANY);
        BennettS "Bennett's S.":
            entry("bennett-s", &[], "2 accuracy - 1", "The Tile, section 2.2", SIGNED_UNIT,
                EVERYWHERE, like(All, Increasing, [ONE, ONE, ONE, ONE]));
        Determinant "Determinant of the normalised confusion matrix.":
            entry("determinant", &["|c|"], "(TP TN - FP FN)/(TP + FN + FP + TN)^2",
                "The Tile, section 2.2, |C|", "[-1/4, 1/4]", EVERYWHERE,
                like(FixedPriors, Increasing, [POS, POS, NEG, NEG]));
        BiasIndex "Bias index: positive predictions less positive samples, as shares.":
            entry("bias-index", &["bias"], "(FP - FN)/(TP + FN + FP + TN)",
                "The Tile, section 2.2, BI", SIGNED_UNIT, EVERYWHERE, nowhere(Neither, MIXED));
        Chance "The accuracy that Cohen's kappa expects by chance.":
            entry("chance", &["expected-accuracy"],
                "((TP + FP) p + n (FN + TN))/(TP + FN + FP + TN)^2",
                "Foundations, Table 1 (chance in kappa)", UNIT, EVERYWHERE,
                nowhere(Neither, MIXED));
        ScottPi "Scott's pi, which is Fleiss's kappa for two raters.":
            entry("scott-pi", &["fleiss-kappa"],
                "(4 TP TN - (FP + FN)^2)/((2 TP + FP + FN)(2 TN + FP + FN))",
                "The Tile, section A.1.5; Scott, Reliability of content analysis, 1955",
                SIGNED_UNIT, &[NOT_TN, NOT_TP], nowhere(Higher, PARABOLAS));
        AverageConditionalProbability "Arithmetic mean of TNR, TPR, NPV and PPV.":
            entry("acp", &["average-conditional-probability"], "(TNR + TPR + NPV + PPV)/4",
                "The Tile, section 2.2, ACP", UNIT, MARGINS,
                nowhere(Higher, "with fixed priors its contours are cubic curves, those of ranking \
                     scores straight lines"));
        P4 "Harmonic mean of TNR, TPR, NPV and PPV.":
            entry("p4", &[], "4 TP TN/(4 TP TN + (TP + TN)(FP + FN))",
                "The Tile, section 2.2, P4: the harmonic mean of TNR, TPR, NPV and PPV where these \
                 are defined and not all 0",
                UNIT, &[Event::RIGHT, NOT_TN, NOT_TP], nowhere(Higher, HYPERBOLAS));
        #[cfg(test)]
        Probe "A metric of the tests, entered here and nowhere else.":
            entry("probe", &["probe-score"], "(3 TP + 2 TN)/(3 TP + 2 TN + FP + FN)", "the tests",
                UNIT, EVERYWHERE, like(All, Equal, [(2, 0, 0), ONE, ONE, (3, 0, 0)]));
    }
    families {
        FBeta(Rational) "F-beta with its beta, at least zero; F1 with beta 1.",
            as Self::FBeta(Rational::from(2));
            entry("f-beta", &[], "(1 + B^2) TP/((1 + B^2) TP + B^2 FN + FP)",
                "van Rijsbergen, Information Retrieval, 1979; ranking score by The Tile, Lemma 7",
                UNIT, EVERYWHERE, Kind::Parameters(&F_BETA));
        Canonical(Point) "The canonical ranking score at a point of the Tile.",
            as Self::Canonical(Point::new(Rational::new(1, 2), Rational::new(1, 2)));
            entry("r", &[], "((1-A) TN + A TP)/((1-A) TN + (1-B) FP + B FN + A TP)",
                "The Tile, Definition 1", UNIT, EVERYWHERE, Kind::Parameters(&CANONICAL));
        Ranking(Importances) "The ranking score with these importances, of which neither those of \
             tn and tp nor those of fp and fn are both zero.",
            as Self::Ranking(Importances::new([1, 1, 1, 2].map(Rational::from)).expect("positive"));
            entry("ranking", &[], "(tn TN + tp TP)/(tn TN + fp FP + fn FN + tp TP)",
                "The Tile, Eq. 3", UNIT, EVERYWHERE, Kind::Parameters(&RANKING));
        WeightedAccuracy(Rational) "(1 - A) TNR + A TPR with A in [0, 1].",
            as Self::WeightedAccuracy(Rational::new(1, 2));
            entry("wa", &[], "(1-A) TNR + A TPR", "The Tile, Lemma 9", UNIT, CLASSES,
                Kind::Parameters(&WEIGHTED_ACCURACY));
        TTheta(Rational) "TP/(TP + T (FP + FN)) with T positive.",
            as Self::TTheta(Rational::from(2));
            entry("t-theta", &[], "TP/(TP + T (FP + FN))", GOWER, UNIT, EVERYWHERE,
                Kind::Parameters(&T_THETA));
        STheta(Rational) "(TP + TN)/(TP + TN + T (FP + FN)) with T positive.",
            as Self::STheta(Rational::from(2));
            entry("s-theta", &[], "(TP + TN)/(TP + TN + T (FP + FN))", GOWER, UNIT, EVERYWHERE,
                Kind::Parameters(&S_THETA));
        Benefits(Box<[Rational; 4]>) "Decision benefits: a weight for each of TP, FP, FN, TN, in \
             this order.",
            as Self::Benefits(Box::new([1, 0, 0, 1].map(Rational::from)));
            entry("benefits", &[], "a TP + b FP + c FN + d TN", "Never mind the metrics, Eq. 38",
                "(-inf, inf)", EVERYWHERE, Kind::Parameters(&BENEFITS));
        ExpectedCost(Box<[Rational; 2]>) "Expected cost of a sample, with the costs X of a false \
             alarm and Y of a miss.",
            as Self::ExpectedCost(Box::new([1, 5].map(Rational::from)));
            entry("expected-cost", &[], "(X FP + Y FN)/(TP + FN + FP + TN)",
                "Hernandez-Orallo, Flach and Ferri, A unified view of performance metrics, 2012",
                "[0, inf)", EVERYWHERE, Kind::Parameters(&EXPECTED_COST));
        NetBenefit(Rational) "Net benefit of a sample at the threshold probability P in [0, 1).",
            as Self::NetBenefit(Rational::new(1, 6));
            entry("net-benefit", &[], "TP/(TP + FN + FP + TN) - P FP/((1 - P) (TP + FN + FP + TN))",
                "Vickers and Elkin, Decision curve analysis, 2006", "(-inf, 1]", EVERYWHERE,
                Kind::Parameters(&NET_BENEFIT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{Confluence, Lattice, MetricPmf, Model, Observation, Predictive, Route};
    use crate::num::Value;
    use crate::performance::{Classifier, ConfusionMatrix};
    use crate::ranking::{Conclusion, Fitness};
    use crate::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
    use crate::score::{CatalogueEntry, NamedScore, ScoreTable};
    use crate::tile::rank_at;

    fn value([tn, fp, fn_, tp]: [u64; 4]) -> Option<Rational> {
        Rational::from(3 * tp + 2 * tn).checked_div(&Rational::from(3 * tp + 2 * tn + fp + fn_))
    }

    /// The entry of [`Metric::Probe`] is all that is written of it.
    #[test]
    fn a_metric_with_one_entry_is_found_everywhere() {
        let probe: Metric = "Probe_Score".parse().expect("a synonym");
        assert_eq!(probe, Metric::Probe);
        assert!(Metric::all().contains(&probe) && Metric::names().contains(", probe, "));

        let listed = CatalogueEntry::all(None);
        let listed = listed.iter().find(|entry| entry.name == "probe").expect("in the list");
        assert_eq!(listed.definition, "(3 TP + 2 TN)/(3 TP + 2 TN + FP + FN)");
        assert_eq!(listed.place, Some(["3/5", "1/2"].map(str::to_owned)));
        assert_eq!((listed.better, listed.ranking), (Some("higher"), "always"));

        let counts = [[32, 8, 4, 16], [20, 20, 1, 19]];
        let classifiers = counts.map(|[tn, fp, fn_, tp]| {
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            Classifier::new(format!("{tn}"), matrix)
        });
        let table = ScoreTable::new(&classifiers, &Metric::all());
        for (row, counts) in table.classifiers.iter().zip(counts) {
            let (_, found) = row.scores.0.iter().find(|(metric, _)| *metric == probe).expect("all");
            assert_eq!(*found, Value::Exact(value(counts).expect("samples")));
        }
        let score: NamedScore = "probe".parse().expect("a score with a place");
        let at = RankingScore::at(score.place(&Rational::new(1, 3))).expect("inside");
        let first = rank_at(&classifiers, &at)[0].classifier;
        assert_eq!(first, usize::from(value(counts[1]) > value(counts[0])));

        // All matrices of 3 positive and 4 negative samples, one value after another.
        let lattice = Lattice::new(3, 4).expect("samples");
        let matrices = || (0..=3).flat_map(|tp| (0..=4).map(move |tn| [tn, 4 - tn, 3 - tp, tp]));
        let distinct: std::collections::BTreeSet<_> = matrices().map(value).collect();
        let found = Confluence::new(&probe, lattice).expect("little work");
        let values: Vec<_> = found.values().map(|at| at.value).collect();
        let expected = distinct.iter().flatten().cloned().map(Value::Exact);
        assert_eq!(values, expected.collect::<Vec<_>>());
        let observed = Observation { tp: 2, fn_: 1, tn: 3, fp: 1 };
        let next = Predictive::new(observed, &Model::default(), lattice).expect("observed");
        let pmf = MetricPmf::new(&next, &probe, Route::Exact, None).expect("little work");
        assert_eq!(pmf.distinct(), distinct.len());

        let fitness = Fitness::of(&probe, &"all".parse().expect("a set")).expect("no numbers");
        assert_eq!(fitness.conclusion(), Conclusion::Fit);
        assert_eq!(fitness.place, Some(score.place(&Rational::new(1, 3))));

        let printed = ReportedValue::from_text("0.75", Rounding::Nearest, false).expect("a number");
        let row = ReportedRow {
            positives: 3..=3,
            negatives: 4..=4,
            samples: None,
            scores: vec![ReportedScore { metric: probe, value: printed }],
        };
        let near =
            |value: Rational| value >= Rational::new(149, 200) && value <= Rational::new(151, 200);
        let explained = matrices().filter_map(value).filter(|value| near(value.clone())).count();
        let found = explain(&row, false).expect("little work").matrices;
        assert_eq!(found, u128::try_from(explained).expect("few"));
    }
}
