//! Repeated names in a set, and the known name nearest to a misspelt one.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Returns the first repeated name, in order: the index of its first occurrence, and its own.
///
/// The table contains indices, not names, and has its final size from the start, since it dominates
/// the time of reading a million names.
pub(super) fn first_repeated<'n, T: 'n>(
    items: &'n [T],
    name: impl Fn(&'n T) -> &'n str,
) -> Option<(usize, usize)> {
    let hasher = DefaultHashBuilder::default();
    let hash = |index: usize| hasher.hash_one(name(&items[index]));
    let mut table = HashTable::with_capacity(items.len());
    (0..items.len()).find_map(|index| {
        let is_same = |&other: &usize| name(&items[other]) == name(&items[index]);
        match table.entry(hash(index), is_same, |&other| hash(other)) {
            Entry::Occupied(first) => Some((*first.get(), index)),
            Entry::Vacant(slot) => {
                slot.insert(index);
                None
            }
        }
    })
}

/// Returns the known name nearest to a misspelt one, if one is similar: equal except for the case
/// of letters and surrounding space, or different in at most a third of its characters.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// The longest name that is compared: the time grows with the square of the length.
    const LONGEST: usize = 100;
    let plain = |text: &str| text.trim().to_lowercase().chars().take(LONGEST + 1).collect();
    let wanted: Vec<char> = plain(name);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let near = known.filter_map(|other| {
        let letters: Vec<char> = plain(other);
        let apart = distance(&wanted, &letters);
        (3 * apart <= wanted.len().max(letters.len())).then_some((apart, other))
    });
    near.min_by_key(|(apart, _)| *apart).map(|(_, other)| other)
}

/// Returns the name without its backslash escapes.
pub(super) fn unescaped(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('n') => plain.push('\n'),
                Some('r') => plain.push('\r'),
                Some('e') | None => {}
                Some(other) => plain.push(other),
            },
            c => plain.push(c),
        }
    }
    plain
}

/// Returns the number of characters to insert, remove or replace (Levenshtein).
fn distance(first: &[char], second: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (i, a) in first.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in second.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[second.len()]
}

/// Returns the name of a file without its folder and its extensions; for samples of a language
/// model, the part after `samples_`.
pub(super) fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    };
    stem.strip_prefix("samples_").filter(|rest| !rest.is_empty()).unwrap_or(stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_names_may_have_any_characters() {
        for (written, name) in
            [("a", "a"), (r"\e a\nb \e", " a\nb "), (r"\\n\r", "\\n\r"), (r"\e", ""), ("a\\", "a")]
        {
            assert_eq!(unescaped(written), name, "{written}");
        }
    }

    #[test]
    fn the_nearest_name_is_found_if_one_is_near() {
        let known = ["y_true", "logistic", "lda", "Id"];
        let near = |name| nearest(name, known.into_iter());
        assert_eq!(near("logistics"), Some("logistic"));
        assert_eq!(near("ID"), Some("Id"));
        assert_eq!(near("ldb"), Some("lda"));
        assert_eq!(near("idd"), Some("Id"));
        assert_eq!(near("qda2"), None);
        assert_eq!(near(""), None);
        assert_eq!(near(&"x".repeat(1_000)), None);
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
    }
}
