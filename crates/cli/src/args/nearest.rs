//! The known name nearest to a mistyped one.

use exactile::score::{CatalogueEntry, Metric};

/// The name of a metric, or a synonym, that is few letters away from `name`; `None` if there is
/// none. Hyphens and underscores count as equal.
pub(crate) fn nearest_metric(name: &str) -> Option<String> {
    let wanted = name.trim().to_lowercase().replace('_', "-");
    let entries = CatalogueEntry::all(None);
    let known = entries.iter().flat_map(|entry| {
        std::iter::once(entry.name.as_str()).chain(entry.synonyms.iter().copied())
    });
    // A third of the letters may be wrong, as in clap's own suggestions of commands.
    let most = wanted.chars().count() / 3;
    let distance = |known: &&str| strsim::damerau_levenshtein(&wanted, known);
    let found = known
        .filter(|known| !known.contains('(') && known.parse::<Metric>().is_ok())
        .min_by_key(distance)
        .filter(|known| distance(known) <= most)?;
    let is_underscored = name.contains('_');
    Some(if is_underscored { found.replace('-', "_") } else { found.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_the_name_meant_and_other_words_find_nothing() {
        for (typed, meant) in [
            ("f1_scor", "f1_score"),
            ("mccc", "mcc"),
            ("acuracy", "accuracy"),
            ("recal", "recall"),
            ("balanced_acuracy", "balanced_accuracy"),
        ] {
            assert_eq!(nearest_metric(typed).as_deref(), Some(meant));
        }
        for other in ["", "x", "loss", "my own", "r(2,0)", "\u{1f600}"] {
            assert_eq!(nearest_metric(other), None, "{other}");
        }
    }
}
