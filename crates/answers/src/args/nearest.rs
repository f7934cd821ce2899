//! The known name nearest to a mistyped one.

use exactile::reported::{reported_metric, undecided_score};
use exactile::score::{CatalogueEntry, Metric};

/// Returns the metric that is meant by `name`, by its name or a synonym; `None` if that is not
/// certain. Hyphens and underscores count as equal.
///
/// A short name that differs by a letter is a name of something else: `auc` is not `acc`, and `f1n`
/// is not `f1`. So a usual name of another table is translated, and otherwise a name is near only
/// if a letter is doubled or two letters are exchanged, or if it is long and differs by one letter
/// or two, none of them the first or a further one at the end.
pub(crate) fn nearest_metric(name: &str) -> Option<String> {
    if let Ok(metric) = reported_metric(name) {
        return Some(metric.to_string());
    }
    if undecided_score(name).is_some() {
        return None;
    }
    let wanted = name.trim().to_lowercase().replace(['_', ' '], "-");
    let entries = CatalogueEntry::all(None);
    let known = entries.iter().flat_map(|entry| {
        std::iter::once(entry.name.as_str()).chain(entry.synonyms.iter().copied())
    });
    let near: Vec<(usize, &str, Metric)> = known
        .filter(|known| !known.contains('(') && is_misspelt(&wanted, known))
        .filter_map(|known| {
            let distance = strsim::damerau_levenshtein(&wanted, known);
            Some((distance, known, known.parse().ok()?))
        })
        .collect();
    let (least, found, metric) = near.iter().min_by_key(|(distance, ..)| *distance)?;
    // Two metrics that are equally near are none.
    if near.iter().any(|(distance, _, other)| distance == least && other != metric) {
        return None;
    }
    let is_underscored = name.contains('_');
    Some(if is_underscored { found.replace('-', "_") } else { (*found).to_owned() })
}

/// Returns `true` if a name is certainly another one with a typing error.
fn is_misspelt(typed: &str, known: &str) -> bool {
    /// The least numbers of letters of names that may differ by one letter, and by two.
    const LONG: [usize; 2] = [5, 9];
    let signs = |name: &str| name.chars().filter(|c| !c.is_alphabetic()).collect::<String>();
    if signs(typed) != signs(known) || typed.chars().next() != known.chars().next() {
        return false;
    }
    let single = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.dedup();
        letters
    };
    // Of negatives, or of positives.
    let has_class = typed.char_indices().any(|(at, letter)| {
        matches!(letter, 'n' | 'p') && [&typed[..at], &typed[at + 1..]].concat() == known
    });
    let start = |name: &str| name.chars().take(2).collect::<String>();
    if has_class || single(typed) == single(known) {
        return !has_class && start(typed) == start(known);
    }
    let length = typed.chars().count();
    let most = LONG.iter().filter(|long| length >= **long).count();
    let has_same_end = typed.chars().last() == known.chars().last();
    let distance = strsim::damerau_levenshtein(typed, known);
    distance <= most && (has_same_end || known.starts_with(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_the_name_meant_and_other_words_find_nothing() {
        for (typed, meant) in [
            ("f1_scor", "f1_score"),
            ("mccc", "mcc"),
            ("kapa", "kappa"),
            ("acuracy", "accuracy"),
            ("acurracy", "accuracy"),
            ("accuarcy", "accuracy"),
            ("recal", "recall"),
            ("precison", "precision"),
            ("specifity", "specificity"),
            ("sensitivty", "sensitivity"),
            ("balanced_acuracy", "balanced_accuracy"),
            ("bacc", "ba"),
            ("lrn", "nlr"),
            ("f1n", "ranking(2,1,1,0)"),
        ] {
            assert_eq!(nearest_metric(typed).as_deref(), Some(meant), "{typed}");
        }
        for other in ["", "x", "loss", "my own", "r(2,0)", "\u{1f600}"] {
            assert_eq!(nearest_metric(other), None, "{other}");
        }
    }

    /// Names of scikit-learn, torchmetrics, imbalanced-learn, mlscorecheck and papers, and names
    /// one or two letters away from known ones: a name is offered for one of them only if it means
    /// the same.
    #[test]
    fn names_of_other_scores_are_never_taken_for_typing_errors() {
        let others = "auc roc_auc average_precision avg_precision brier_score log_loss \
            top_k_accuracy neg_log_loss d2_log_loss det_curve dcg ndcg hinge_loss coverage_error \
            class_likelihood_ratios f1_macro f1_micro f1_weighted recall_macro precision_micro \
            precision_weighted jaccard_macro precision_n recall_n recalln recallp precisionn \
            f1n_score f2n fbp fbn pr re ap ar apcer bpcer acer hter eer far frr tar trr sar rmse \
            mae mape mse pauc iba ibacc makr logp log-lr lr ji2 kld tpm tnm tprn ppr pnr npr fpv \
            fnv pppv snr ssr dp oa aa miou iiou kl gini lift support time runtime epochs params \
            flops seed fold folds sample threshold";
        for name in others.split_whitespace() {
            let found = nearest_metric(name);
            let typing_error = name == "pppv" && found.as_deref() == Some("ppv");
            assert!(found.is_none() || typing_error, "{name}: {found:?}");
        }
    }
}
