//! Spellings of labels in memory: texts that stand for missing values, and truth values beside 0
//! and 1.

use exactile::performance::Label;
use exactile_input::ReadOptions;

/// The texts that stand for a missing value; the empty one always does.
#[derive(Clone, Default)]
pub(crate) struct Missing {
    /// Those that the caller has named, in place of the usual ones.
    given: Option<Vec<String>>,
}

impl Missing {
    /// The texts that the caller has named, or the usual ones.
    pub(crate) fn new(given: Option<Vec<String>>) -> Self {
        Self { given }
    }

    /// Returns `true` if the text stands for a missing value.
    pub(crate) fn is(&self, text: &str) -> bool {
        match &self.given {
            None => Label::is_missing(text),
            Some(given) => {
                text.trim().is_empty() || given.iter().any(|known| known.trim() == text.trim())
            }
        }
    }

    /// Returns `true` if the text stands for a missing value because the caller has named it.
    pub(crate) fn is_another(&self, text: &str) -> bool {
        self.given.is_some() && self.is(text)
    }
}

/// A pair of labels that has two spellings: 0 and 1, or truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    /// `0` and `1`.
    Digits,
    /// `False` and `True`.
    TruthValues,
}

impl Pair {
    /// The pair that all these labels are of, if they are of one; missing values are of any.
    pub(crate) fn of(labels: &[String]) -> Option<Self> {
        let present = || labels.iter().filter(|text| !Label::is_missing(text));
        let are = |pair: Self| {
            present().next().is_some()
                && present().all(|text| pair.spellings().contains(&Label::new(text).as_str()))
        };
        [Self::Digits, Self::TruthValues].into_iter().find(|&pair| are(pair))
    }

    fn spellings(self) -> [&'static str; 2] {
        match self {
            Self::Digits => ["0", "1"],
            Self::TruthValues => ["False", "True"],
        }
    }

    /// The label of this pair that a text in either spelling is.
    pub(crate) fn alike(self, text: &str) -> Option<&'static str> {
        let [negative, positive] = self.spellings();
        match Label::new(text).as_str() {
            "0" | "False" => Some(negative),
            "1" | "True" => Some(positive),
            _ => None,
        }
    }
}

/// The options with the positive label as the true labels are spelled, and with labels that look
/// like missing values.
pub(crate) fn spelled(
    options: &ReadOptions,
    truths: &[String],
    look_missing: Vec<String>,
) -> ReadOptions {
    let pair = Pair::of(truths);
    let positive_label = options.positive_label.clone().map(|positive| {
        pair.and_then(|pair| pair.alike(&positive)).map_or(positive, str::to_owned)
    });
    ReadOptions { positive_label, labels: look_missing, ..options.clone() }
}

/// Adds a label to a few that were met; more are of no use.
pub(crate) fn remember(labels: &mut Vec<String>, text: &str) {
    const FEW: usize = 16;
    if labels.len() < FEW && !labels.iter().any(|known| known == text) {
        labels.push(text.to_owned());
    }
}
