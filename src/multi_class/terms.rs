//! The terms of an importance: `1 + 3*truth:cat + 1e+1*predicted:"c++"`.
//!
//! A number such as `1e+1` and a label such as `c++` hold the sign that separates terms. So every
//! way to cut the text at its `+` signs is tried, by dynamic programming from the end: a text is
//! read if exactly one way makes every part a term, and is ambiguous if several do.

use super::view::LabelsDiffer;
use crate::num::{Rational, abbreviated};
use crate::performance::Label;

/// Reason why a text or a table is not an importance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportanceTermsError {
    /// A term of none of the known forms.
    #[error(
        "{:?} is not a term of an importance (W, W*truth:LABEL, W*predicted:LABEL, W*right, \
         W*wrong)",
        abbreviated(.0)
    )]
    Term(String),
    /// A label that the classifiers do not have.
    #[error("no class has the label {:?}", abbreviated(.0))]
    UnknownLabel(String),
    /// Labels that hold a plus sign, so that terms can be told apart in several ways.
    #[error("there is more than one way to read {:?}", abbreviated(.0))]
    Ambiguous(String),
    /// Negative, or zero everywhere.
    #[error("an importance must be nowhere negative and somewhere positive")]
    Weights,
    /// Classifiers of different classes.
    #[error("{0}")]
    Labels(#[from] LabelsDiffer),
}

/// A weight, and the outcomes that it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) weight: Rational,
    pub(super) outcomes: Outcomes,
}

/// Pairs of true and predicted class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcomes {
    All,
    Right,
    Wrong,
    /// The pairs of one true class.
    Truth(usize),
    /// The pairs predicted as one class.
    Predicted(usize),
}

impl Outcomes {
    /// Returns `true` if the pair is one of these outcomes.
    pub(super) fn contain(self, truth: usize, predicted: usize) -> bool {
        match self {
            Self::All => true,
            Self::Right => truth == predicted,
            Self::Wrong => truth != predicted,
            Self::Truth(class) => truth == class,
            Self::Predicted(class) => predicted == class,
        }
    }
}

/// Ways to read the rest of a text: the first term's end is kept of the only one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    None,
    One(usize),
    Many,
}

/// Reads a sum of terms. For n `+` signs O(n) parts are tried, each of few signs.
pub(super) fn parse_terms(
    text: &str,
    labels: &[String],
) -> Result<Vec<Term>, ImportanceTermsError> {
    // A fraction has at most four signs, and so has a label that is another form of a number.
    let in_labels = labels.iter().map(|label| label.matches('+').count()).max().unwrap_or(0);
    let most_signs = 8 + in_labels;
    let ends: Vec<usize> = text.match_indices('+').map(|(at, _)| at).chain([text.len()]).collect();
    let start = |k: usize| if k == 0 { 0 } else { ends[k - 1] + 1 };
    // The parts that begin with the k-th and end before the sign at each place.
    let parts = |k: usize| (k..ends.len()).take(most_signs + 1);
    let part = |k: usize, end: usize| &text[start(k)..ends[end]];
    let mut ways = vec![Ways::None; ends.len()];
    for k in (0..ends.len()).rev() {
        for end in parts(k) {
            let rest = ways.get(end + 1).copied();
            if rest == Some(Ways::None) || parse_term(part(k, end), labels).is_err() {
                continue;
            }
            ways[k] = match (ways[k], rest) {
                (Ways::None, None | Some(Ways::One(_))) => Ways::One(end),
                _ => Ways::Many,
            };
        }
    }
    let mut terms = Vec::new();
    let mut k = 0;
    while k < ends.len() {
        match ways[k] {
            Ways::One(end) => {
                terms.push(parse_term(part(k, end), labels)?);
                k = end + 1;
            }
            Ways::Many => return Err(ImportanceTermsError::Ambiguous(text.to_owned())),
            Ways::None => return Err(first_error(parts, part, ends.len(), labels)),
        }
    }
    Ok(terms)
}

/// Error of the first part after the longest beginning that can be read.
fn first_error<'t, P: Iterator<Item = usize>>(
    parts: impl Fn(usize) -> P,
    part: impl Fn(usize, usize) -> &'t str,
    count: usize,
    labels: &[String],
) -> ImportanceTermsError {
    let mut can_begin = vec![false; count + 1];
    can_begin[0] = true;
    let mut furthest = 0;
    for k in 0..count {
        if can_begin[k] {
            furthest = k;
            for end in parts(k) {
                can_begin[end + 1] |= parse_term(part(k, end), labels).is_ok();
            }
        }
    }
    match parse_term(part(furthest, furthest), labels) {
        Err(error) => error,
        // It is a term, but what comes after it is none.
        Ok(_) => ImportanceTermsError::Term(part(furthest, furthest).trim().to_owned()),
    }
}

fn parse_term(text: &str, labels: &[String]) -> Result<Term, ImportanceTermsError> {
    let text = text.trim();
    if let Ok(weight) = text.parse() {
        return Ok(Term { weight, outcomes: Outcomes::All });
    }
    let fail = || ImportanceTermsError::Term(text.to_owned());
    // A label may hold an asterisk, a weight may not.
    if let Some(outcomes) = parse_outcomes(text, labels)? {
        return Ok(Term { weight: Rational::ONE, outcomes });
    }
    let (weight, outcomes) = text.split_once('*').ok_or_else(fail)?;
    let weight = weight.trim().parse().map_err(|_| fail())?;
    let outcomes = parse_outcomes(outcomes.trim(), labels)?.ok_or_else(fail)?;
    Ok(Term { weight, outcomes })
}

/// The outcomes that a text names; `None` if it is of another form.
fn parse_outcomes(text: &str, labels: &[String]) -> Result<Option<Outcomes>, ImportanceTermsError> {
    let kind: fn(usize) -> Outcomes = match text {
        "all" => return Ok(Some(Outcomes::All)),
        "right" => return Ok(Some(Outcomes::Right)),
        "wrong" => return Ok(Some(Outcomes::Wrong)),
        _ => match text.split_once(':').map(|(kind, _)| kind.trim_end()) {
            Some("truth") => Outcomes::Truth,
            Some("predicted") => Outcomes::Predicted,
            _ => return Ok(None),
        },
    };
    let name = text.split_once(':').map_or("", |(_, name)| name).trim();
    let unknown = || ImportanceTermsError::UnknownLabel(name.to_owned());
    let label = Label::new(&unquoted(name).ok_or_else(unknown)?);
    let class = labels.iter().position(|known| Label::new(known) == label).ok_or_else(unknown)?;
    Ok(Some(kind(class)))
}

/// A label without the double quotes around it, in which a quote is written twice; `None` if a
/// quote is left open.
fn unquoted(name: &str) -> Option<String> {
    let Some(inner) = name.strip_prefix('"') else { return Some(name.to_owned()) };
    let inner = inner.strip_suffix('"')?;
    let plain = inner.replace("\"\"", "");
    (!plain.contains('"')).then(|| inner.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, labels: &[&str]) -> Result<Vec<String>, ImportanceTermsError> {
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        let terms = parse_terms(text, &labels)?;
        Ok(terms.iter().map(|term| format!("{} {:?}", term.weight, term.outcomes)).collect())
    }

    #[test]
    fn numbers_and_labels_may_hold_signs() {
        let labels = ["c", "c++", "a*b", "-1", "x + 1"];
        for (text, expected) in [
            ("1e+1", &["10 All"][..]),
            ("1e+1*truth:c + 2E+0", &["10 Truth(0)", "2 All"]),
            ("truth:c++", &["1 Truth(1)"]),
            ("1+truth:c+++2*predicted:c", &["1 All", "1 Truth(1)", "2 Predicted(0)"]),
            ("truth : c + 1", &["1 Truth(0)", "1 All"]),
            ("2*truth:a*b + truth:a*b", &["2 Truth(2)", "1 Truth(2)"]),
            ("-1*right + 2", &["-1 Right", "2 All"]),
            ("3*truth:-1 + predicted:-1.0", &["3 Truth(3)", "1 Predicted(3)"]),
            ("truth:\"x + 1\" + \"c\"", &[]),
            ("truth:\"x + 1\" + 2*predicted:\"c++\"", &["1 Truth(4)", "2 Predicted(1)"]),
        ] {
            match shown(text, &labels) {
                Ok(terms) => assert_eq!(terms, expected, "{text}"),
                Err(error) => assert!(expected.is_empty(), "{text}: {error}"),
            }
        }
        // Both the label and a label with a term after it.
        let both = ["x", "x + 1"];
        assert!(matches!(shown("truth:x + 1", &both), Err(ImportanceTermsError::Ambiguous(_))));
        assert_eq!(shown("truth:\"x\" + 1", &both).expect("quoted"), ["1 Truth(0)", "1 All"]);
        assert_eq!(shown("truth:\"say \"\"no\"\"\"", &["say \"no\""]).expect("quoted").len(), 1);
    }

    #[test]
    fn errors_name_the_first_part_that_is_no_term() {
        let error = |text: &str| shown(text, &["cat"]).expect_err("refused").to_string();
        assert_eq!(error("1 + 3*truth:cow + 2"), "no class has the label \"cow\"");
        for (text, part) in
            [("1 ++ 2", ""), ("1 + left", "left"), ("", ""), ("1e+", "1e"), ("x*right", "x*right")]
        {
            assert!(
                error(text).starts_with(&format!("{part:?} is not a term")),
                "{text}: {}",
                error(text)
            );
        }
        // Thousands of signs take no time.
        let long = vec!["1"; 5_000].join("+") + "+cow";
        assert!(error(&long).starts_with("\"cow\" is not a term"));
    }
}
