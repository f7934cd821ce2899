//! What the catalogue says of each metric: name, definition, source, range, orientation.

use super::Metric;
use crate::num::Rational;

/// Which values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Higher values are better.
    Higher,
    /// Lower values are better.
    Lower,
    /// It does not say how good a classifier is.
    Neither,
}

/// One line of the catalogue.
pub(super) struct Entry {
    /// The name, with `(...)` left out where the metric has parameters.
    pub(super) name: &'static str,
    /// Other names that are understood.
    pub(super) synonyms: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    range: &'static str,
    orientation: Orientation,
}

const UNIT: &str = "[0, 1]";
const SIGNED_UNIT: &str = "[-1, 1]";
const POSITIVE: &str = "[0, inf]";
const REAL: &str = "[-inf, inf]";
const COUNT: &str = "[0, inf)";

impl Metric {
    /// Every metric without parameters, and F1.
    pub fn all() -> Vec<Self> {
        vec![
            Self::Accuracy,
            Self::ErrorRate,
            Self::Tpr,
            Self::Tnr,
            Self::Fpr,
            Self::Fnr,
            Self::Ppv,
            Self::Npv,
            Self::Fdr,
            Self::For,
            Self::BalancedAccuracy,
            Self::Informedness,
            Self::Markedness,
            Self::Mcc,
            Self::FBeta(Rational::ONE),
            Self::ThreatScore,
            Self::NegativeJaccard,
            Self::Kappa,
            Self::GeometricMean,
            Self::FowlkesMallows,
            Self::Plr,
            Self::Nlr,
            Self::Dor,
            Self::LogPlr,
            Self::LogNlr,
            Self::LogDor,
            Self::ScaledLogPlr,
            Self::ScaledLogNlr,
            Self::ScaledLogDor,
            Self::PrevalenceThreshold,
            Self::DPrime,
            Self::PpvBalanced,
            Self::NpvBalanced,
            Self::F1Balanced,
            Self::ThreatScoreBalanced,
            Self::MccBalanced,
            Self::MarkednessBalanced,
            Self::FowlkesMallowsBalanced,
            Self::Prevalence,
            Self::Total,
            Self::Positives,
            Self::Negatives,
            Self::PredictedPositives,
            Self::PredictedNegatives,
        ]
    }

    /// One example of each metric that has parameters: F2, a canonical score, benefits.
    #[cfg(test)]
    pub(super) fn with_parameters() -> [Self; 3] {
        let half = || Rational::new(1, 2);
        let centre = crate::geometry::Point::new(half(), half());
        [
            Self::FBeta(Rational::from(2)),
            Self::Canonical(centre),
            Self::Benefits(Box::new([1, 0, 0, 1].map(Rational::from))),
        ]
    }

    /// Its formula.
    pub fn definition(&self) -> &'static str {
        self.entry().definition
    }

    /// Where the definition comes from.
    pub fn source(&self) -> &'static str {
        self.entry().source
    }

    /// The interval that holds its values.
    pub fn range(&self) -> &'static str {
        self.entry().range
    }

    /// Other names that are understood.
    pub fn synonyms(&self) -> &'static [&'static str] {
        self.entry().synonyms
    }

    /// Which values are better.
    pub fn orientation(&self) -> Orientation {
        self.entry().orientation
    }

    pub(super) fn entry(&self) -> Entry {
        use Orientation::{Higher, Lower, Neither};
        let entry = |name, synonyms, definition, source, range, orientation| Entry {
            name,
            synonyms,
            definition,
            source,
            range,
            orientation,
        };
        match self {
            Self::Total => entry(
                "total",
                &["n-total"],
                "TP + FN + FP + TN",
                "Never mind the metrics, Eq. 7",
                COUNT,
                Neither,
            ),
            Self::Positives => entry(
                "positives",
                &["condition-positive"],
                "p = TP + FN",
                "Never mind the metrics, Eq. 8",
                COUNT,
                Neither,
            ),
            Self::Negatives => entry(
                "negatives",
                &["condition-negative"],
                "n = FP + TN",
                "Never mind the metrics, Eq. 9",
                COUNT,
                Neither,
            ),
            Self::PredictedPositives => entry(
                "predicted-positives",
                &["predicted-positive"],
                "TP + FP",
                "Never mind the metrics, Eq. 10",
                COUNT,
                Neither,
            ),
            Self::PredictedNegatives => entry(
                "predicted-negatives",
                &["predicted-negative"],
                "FN + TN",
                "Never mind the metrics, Eq. 11",
                COUNT,
                Neither,
            ),
            Self::Prevalence => entry(
                "prevalence",
                &["prior"],
                "(TP + FN)/(TP + FN + FP + TN)",
                "Never mind the metrics, Eq. 12",
                UNIT,
                Neither,
            ),
            Self::Accuracy => entry(
                "accuracy",
                &["acc"],
                "(TP + TN)/(TP + FN + FP + TN)",
                "Never mind the metrics, Eq. 33",
                UNIT,
                Higher,
            ),
            Self::ErrorRate => entry(
                "error-rate",
                &["error"],
                "(FP + FN)/(TP + FN + FP + TN)",
                "1 - accuracy",
                UNIT,
                Lower,
            ),
            Self::Tpr => entry(
                "tpr",
                &["sensitivity", "recall", "hit-rate"],
                "TP/(TP + FN)",
                "Never mind the metrics, Eq. 13",
                UNIT,
                Higher,
            ),
            Self::Tnr => entry(
                "tnr",
                &["specificity", "selectivity"],
                "TN/(TN + FP)",
                "Never mind the metrics, Eq. 16",
                UNIT,
                Higher,
            ),
            Self::Fpr => entry(
                "fpr",
                &["fall-out"],
                "FP/(TN + FP)",
                "Never mind the metrics, Eq. 14",
                UNIT,
                Lower,
            ),
            Self::Fnr => entry(
                "fnr",
                &["miss-rate"],
                "FN/(TP + FN)",
                "Never mind the metrics, Eq. 17",
                UNIT,
                Lower,
            ),
            Self::Ppv => entry(
                "ppv",
                &["precision"],
                "TP/(TP + FP)",
                "Never mind the metrics, Eq. 27",
                UNIT,
                Higher,
            ),
            Self::Npv => {
                entry("npv", &[], "TN/(TN + FN)", "Never mind the metrics, Eq. 29", UNIT, Higher)
            }
            Self::Fdr => {
                entry("fdr", &["false-discovery-rate"], "FP/(TP + FP)", "1 - PPV", UNIT, Lower)
            }
            Self::For => {
                entry("for", &["false-omission-rate"], "FN/(TN + FN)", "1 - NPV", UNIT, Lower)
            }
            Self::BalancedAccuracy => entry(
                "ba",
                &["balanced-accuracy"],
                "(TPR + TNR)/2",
                "Never mind the metrics, Eq. 23",
                UNIT,
                Higher,
            ),
            Self::Informedness => entry(
                "informedness",
                &["bm", "youden", "kappa-bal"],
                "TPR + TNR - 1",
                "Never mind the metrics, Eq. 24 (section C.16: balanced kappa)",
                SIGNED_UNIT,
                Higher,
            ),
            Self::Markedness => entry(
                "markedness",
                &["mk"],
                "PPV + NPV - 1",
                "Never mind the metrics, Eq. 31",
                SIGNED_UNIT,
                Higher,
            ),
            Self::Mcc => entry(
                "mcc",
                &["phi", "matthews"],
                "(TP TN - FP FN)/sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
                "Never mind the metrics, Eq. 39",
                SIGNED_UNIT,
                Higher,
            ),
            Self::FBeta(beta) if *beta == Rational::ONE => entry(
                "f1",
                &["f-1", "dice"],
                "2 TP/(2 TP + FP + FN)",
                "Never mind the metrics, Eq. 34",
                UNIT,
                Higher,
            ),
            Self::FBeta(_) => entry(
                "f-beta",
                &[],
                "(1 + B^2) TP/((1 + B^2) TP + B^2 FN + FP)",
                "van Rijsbergen, Information Retrieval, 1979",
                UNIT,
                Higher,
            ),
            Self::ThreatScore => entry(
                "ts",
                &["threat-score", "jaccard", "iou", "csi"],
                "TP/(TP + FN + FP)",
                "Never mind the metrics, Eq. 36",
                UNIT,
                Higher,
            ),
            Self::NegativeJaccard => entry(
                "jaccard-negative",
                &[],
                "TN/(TN + FN + FP)",
                "the threat score with the classes exchanged",
                UNIT,
                Higher,
            ),
            Self::Kappa => entry(
                "kappa",
                &["cohen"],
                "2 (TP TN - FN FP)/((TP + FP) n + p (FN + TN))",
                "Never mind the metrics, Eq. 44",
                SIGNED_UNIT,
                Higher,
            ),
            Self::GeometricMean => entry(
                "gm",
                &["geometric-mean"],
                "sqrt(TPR TNR)",
                "Never mind the metrics, Eq. 25",
                UNIT,
                Higher,
            ),
            Self::FowlkesMallows => entry(
                "fm",
                &["fowlkes-mallows"],
                "sqrt(PPV TPR)",
                "Never mind the metrics, Eq. 42",
                UNIT,
                Higher,
            ),
            Self::Plr => entry(
                "plr",
                &["lr+"],
                "TPR/FPR",
                "Never mind the metrics, Eq. 15",
                POSITIVE,
                Higher,
            ),
            Self::Nlr => {
                entry("nlr", &["lr-"], "FNR/TNR", "Never mind the metrics, Eq. 18", POSITIVE, Lower)
            }
            Self::Dor => entry(
                "dor",
                &["odds-ratio"],
                "TP TN/(FP FN)",
                "Never mind the metrics, Eq. 19",
                POSITIVE,
                Higher,
            ),
            Self::LogPlr => entry(
                "log-plr",
                &["log-lr+"],
                "ln(TPR/FPR)",
                "Never mind the metrics, section C.4",
                REAL,
                Higher,
            ),
            Self::LogNlr => entry(
                "log-nlr",
                &["log-lr-"],
                "ln(FNR/TNR)",
                "Never mind the metrics, section C.5",
                REAL,
                Lower,
            ),
            Self::LogDor => entry(
                "log-dor",
                &[],
                "ln(TP TN/(FP FN))",
                "Never mind the metrics, Eq. 88",
                REAL,
                Higher,
            ),
            Self::ScaledLogPlr => entry(
                "scaled-log-plr",
                &["slr+"],
                "ln(TPR/FPR)/ln(n(p - 1)/p)",
                "Never mind the metrics, Eq. 20",
                REAL,
                Higher,
            ),
            Self::ScaledLogNlr => entry(
                "scaled-log-nlr",
                &["slr-"],
                "ln(FNR/TNR)/ln(pn/(n - 1))",
                "Never mind the metrics, Eq. 21",
                REAL,
                Lower,
            ),
            Self::ScaledLogDor => entry(
                "scaled-log-dor",
                &["sdor"],
                "ln(TP TN/(FP FN))/ln((p - 1)(n - 1))",
                "Never mind the metrics, Eq. 22",
                REAL,
                Higher,
            ),
            Self::PrevalenceThreshold => entry(
                "pt",
                &["prevalence-threshold"],
                "sqrt(FPR)/(sqrt(TPR) + sqrt(FPR))",
                "Never mind the metrics, Eq. 26",
                UNIT,
                Lower,
            ),
            Self::DPrime => entry(
                "d-prime",
                &["d'"],
                "z(TPR) - z(FPR), z the standard normal quantile",
                "Green and Swets, Signal Detection Theory and Psychophysics, 1966",
                REAL,
                Higher,
            ),
            Self::PpvBalanced => entry(
                "ppv-bal",
                &[],
                "TPR/(1 + TPR - TNR)",
                "Never mind the metrics, Eq. 28",
                UNIT,
                Higher,
            ),
            Self::NpvBalanced => entry(
                "npv-bal",
                &[],
                "TNR/(1 + TNR - TPR)",
                "Never mind the metrics, Eq. 30",
                UNIT,
                Higher,
            ),
            Self::F1Balanced => entry(
                "f1-bal",
                &[],
                "2 TPR/(2 + TPR - TNR)",
                "Never mind the metrics, Eq. 35",
                UNIT,
                Higher,
            ),
            Self::ThreatScoreBalanced => entry(
                "ts-bal",
                &[],
                "TPR/(2 - TNR)",
                "Never mind the metrics, Eq. 37",
                UNIT,
                Higher,
            ),
            Self::MccBalanced => entry(
                "mcc-bal",
                &[],
                "(TPR + TNR - 1)/sqrt(1 - (TPR - TNR)^2)",
                "Never mind the metrics, Eq. 41",
                SIGNED_UNIT,
                Higher,
            ),
            Self::MarkednessBalanced => entry(
                "markedness-bal",
                &[],
                "PPV_bal + NPV_bal - 1",
                "Never mind the metrics, Eq. 32",
                SIGNED_UNIT,
                Higher,
            ),
            Self::FowlkesMallowsBalanced => entry(
                "fm-bal",
                &[],
                "TPR/sqrt(1 + TPR - TNR)",
                "Never mind the metrics, Eq. 43",
                UNIT,
                Higher,
            ),
            Self::Canonical(_) => entry(
                "r",
                &[],
                "((1-A) TN + A TP)/((1-A) TN + (1-B) FP + B FN + A TP)",
                "The Tile, Definition 1",
                UNIT,
                Higher,
            ),
            Self::Benefits(_) => entry(
                "benefits",
                &[],
                "a TP + b FP + c FN + d TN",
                "Never mind the metrics, Eq. 38",
                "(-inf, inf)",
                Higher,
            ),
        }
    }
}
