//! Names of scores in tables of results.

use crate::score::{Metric, UnknownMetric};

/// Usual names that the catalogue does not have, and its names for them.
const USUAL: &[(&str, &str)] = &[
    ("sens", "tpr"),
    ("se", "tpr"),
    ("rec", "tpr"),
    ("true-positive-rate", "tpr"),
    ("spec", "tnr"),
    ("sp", "tnr"),
    ("true-negative-rate", "tnr"),
    ("false-positive-rate", "fpr"),
    ("false-negative-rate", "fnr"),
    ("prec", "ppv"),
    ("positive-predictive-value", "ppv"),
    ("negative-predictive-value", "npv"),
    ("for-", "for"),
    ("err", "error-rate"),
    ("hamming-loss", "error-rate"),
    ("bacc", "ba"),
    ("bac", "ba"),
    ("balacc", "ba"),
    ("bal-acc", "ba"),
    ("g-mean", "gm"),
    ("gmean", "gm"),
    ("geometric-mean-score", "gm"),
    ("lrp", "plr"),
    ("lr-p", "plr"),
    ("positive-likelihood-ratio", "plr"),
    ("lrn", "nlr"),
    ("lr-n", "nlr"),
    ("negative-likelihood-ratio", "nlr"),
    ("diagnostic-odds-ratio", "dor"),
    ("f1p", "f1"),
    ("f1-measure", "f1"),
    ("dsc", "f1"),
    ("dice-coefficient", "f1"),
    ("f1n", F1_OF_NEGATIVES),
    ("ji", "ts"),
    ("jaccard-index", "ts"),
    ("fmi", "fm"),
    ("fowlkes-mallows-index", "fm"),
    ("upm", "p4"),
    ("youden-index", "informedness"),
    ("youdens-j", "informedness"),
    ("matthews-correlation-coefficient", "mcc"),
    ("cohens-kappa", "kappa"),
];

/// F1 with the negative class as positive.
pub(super) const F1_OF_NEGATIVES: &str = "ranking(2,1,1,0)";

const OF_SCORES: &str =
    "depends on how the classifier orders the samples, not on one confusion matrix";
const OF_PROBABILITIES: &str = "depends on probabilities, not on one confusion matrix";
const OF_BETA: &str = "needs its beta: write f-beta(2), for example";
const OF_AVERAGE: &str = "is an average over classes: give the score of the positive class instead";

/// Names of the area under the ROC curve, in lower case with hyphens.
const AREAS: &[&str] = &[
    "auc",
    "auroc",
    "au-roc",
    "aucroc",
    "auc-roc",
    "roc-auc",
    "rocauc",
    "roc-auc-score",
    "area-under-curve",
    "c-statistic",
    "c-index",
];

/// Usual names of scores that no confusion matrix decides, or that say too little, with the reason.
const UNDECIDED: &[(&[&str], &str)] = &[
    (AREAS, OF_SCORES),
    (
        &[
            "auprc",
            "au-prc",
            "aupr",
            "aucpr",
            "auc-pr",
            "pr-auc",
            "prauc",
            "prc-auc",
            "average-precision",
            "avg-precision",
            "average-precision-score",
            "ap",
            "map",
            "gini",
            "ks",
            "ks-statistic",
            "h-measure",
            "lift",
            "ndcg",
            "eer",
            "partial-auc",
            "pauc",
        ],
        OF_SCORES,
    ),
    (
        &[
            "brier",
            "brier-score",
            "brier-score-loss",
            "log-loss",
            "logloss",
            "neg-log-loss",
            "cross-entropy",
            "bce",
            "loss",
            "nll",
            "ece",
            "rmse",
            "mse",
            "mae",
            "r2",
        ],
        OF_PROBABILITIES,
    ),
    (&["f-beta", "fbeta", "fbp", "fbn", "f-measure", "f-score", "fscore"], OF_BETA),
    (
        &[
            "macro-f1",
            "f1-macro",
            "macro-precision",
            "precision-macro",
            "macro-recall",
            "recall-macro",
            "macro-avg",
            "weighted-f1",
            "f1-weighted",
            "weighted-precision",
            "precision-weighted",
            "weighted-recall",
            "recall-weighted",
            "weighted-avg",
            "micro-f1",
            "f1-micro",
            "micro-precision",
            "precision-micro",
            "micro-recall",
            "recall-micro",
        ],
        OF_AVERAGE,
    ),
];

/// Lower case, with hyphens for blanks and underscores.
fn plain(name: &str) -> String {
    name.trim().trim_end_matches('.').to_lowercase().replace(['_', ' '], "-")
}

/// The metric of a name in tables of results: a name of the catalogue, or another usual one such as
/// `sens`, `bacc` or `lrn`.
///
/// ```
/// use exactile::{Metric, reported::reported_metric};
/// assert_eq!(reported_metric("Balanced accuracy"), Ok(Metric::BalancedAccuracy));
/// assert_eq!(reported_metric("lrn"), Ok(Metric::Nlr));
/// assert!(reported_metric("auc").is_err());
/// ```
///
/// # Errors
/// Any other name.
pub fn reported_metric(name: &str) -> Result<Metric, UnknownMetric> {
    let plain = plain(name);
    let known = USUAL.iter().find(|(usual, _)| *usual == plain);
    known
        .map_or(&*plain, |(_, metric)| metric)
        .parse()
        .map_err(|_| UnknownMetric { name: name.to_owned() })
}

/// The reason why a usual score is not decided by one confusion matrix under this name; `None` for
/// any other name.
///
/// ```
/// use exactile::reported::undecided_score;
/// assert!(undecided_score("ROC AUC").is_some());
/// assert!(undecided_score("f1").is_none());
/// ```
pub fn undecided_score(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    let known = UNDECIDED.iter().find(|(names, _)| names.contains(&&*plain));
    known.map(|(_, reason)| *reason)
}

/// Returns `true` for a usual name of the area under the ROC curve.
///
/// ```
/// use exactile::reported::is_area_under_roc;
/// assert!(is_area_under_roc("ROC AUC"));
/// assert!(!is_area_under_roc("auprc"));
/// ```
pub fn is_area_under_roc(name: &str) -> bool {
    AREAS.contains(&&*plain(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_are_metrics_and_no_name_stands_twice() {
        let mut seen = std::collections::HashSet::new();
        for (usual, metric) in USUAL {
            assert!(usual.parse::<Metric>().is_err(), "{usual} is in the catalogue");
            assert_eq!(reported_metric(&usual.to_uppercase()), metric.parse(), "{usual}");
            assert!(seen.insert(*usual), "{usual}");
        }
        for usual in UNDECIDED.iter().flat_map(|(names, _)| *names) {
            assert!(reported_metric(usual).is_err(), "{usual}");
            assert!(undecided_score(&usual.replace('-', "_")).is_some(), "{usual}");
            assert!(seen.insert(usual), "{usual}");
        }
    }
}
