//! Labels of classes: which texts stand for one class, and which for none.

use std::hash::{Hash, Hasher};

use crate::num::Rational;

/// The label of a class, as it was written. Two texts are one label if and only if their canonical
/// forms are equal; comparing, ordering and hashing go by these.
///
/// - Texts that are equal as numbers are one label: `1`, `1.0`, `+1` and `1e0`. The canonical form
///   is the number in lowest terms. Numbers of more than 1000 digits are texts.
/// - `true` and `false` are one label each in any case of letters, in canonical form `True` and
///   `False`. They are no numbers: `True` and `1` are two labels.
/// - Everything else is compared as text, without the space around it.
///
/// ```
/// use exactile::Label;
/// assert_eq!(Label::new("1.0"), Label::new(" +1"));
/// assert_eq!(Label::new("TRUE").as_str(), "True");
/// assert_eq!(Label::new("TRUE").to_string(), "TRUE");
/// assert_ne!(Label::new("true"), Label::new("1"));
/// assert_ne!(Label::new("Malignant"), Label::new("malignant"));
/// ```
#[derive(Clone, Debug)]
pub struct Label {
    canonical: String,
    /// The text without the space around it; `None` if it is in canonical form.
    written: Option<String>,
}

/// Texts that stand for a missing value, in lower case, besides the empty one: what pandas, NumPy,
/// R, SQL and JSON write.
const MISSING: [&str; 10] =
    ["na", "n/a", "nan", "-nan", "null", "none", "<na>", "#n/a", "#na", "nat"];

impl Label {
    /// The label that a text stands for.
    ///
    /// ```
    /// use exactile::Label;
    /// assert_eq!(Label::new(" 1.0 "), Label::new("1"));
    /// assert_eq!(Label::new(" 1.0 ").written(), "1.0");
    /// ```
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        // Most texts cannot be numbers, and trying is slower than looking.
        let may_be_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        if may_be_number {
            if let Ok(number) = text.parse::<Rational>() {
                return Self::written_as(number.to_string(), text);
            }
        }
        for boolean in ["True", "False"] {
            if text.eq_ignore_ascii_case(boolean) {
                return Self::written_as(boolean.to_owned(), text);
            }
        }
        Self { canonical: text.to_owned(), written: None }
    }

    fn written_as(canonical: String, text: &str) -> Self {
        let written = (canonical != text).then(|| text.to_owned());
        Self { canonical, written }
    }

    /// The position of a label among texts of labels: of the same text, or else of another
    /// spelling.
    ///
    /// ```
    /// use exactile::Label;
    /// let labels = ["ham".to_owned(), "1.0".to_owned()];
    /// assert_eq!(Label::position(&labels, "1"), Some(1));
    /// assert_eq!(Label::position(&labels, "spam"), None);
    /// ```
    pub fn position(labels: &[String], text: &str) -> Option<usize> {
        labels.iter().position(|label| label == text).or_else(|| {
            let wanted = Self::new(text);
            labels.iter().position(|label| Self::new(label) == wanted)
        })
    }

    /// Returns `true` if the text stands for a missing value: it is empty or one of `NA`, `N/A`,
    /// `NaN`, `null`, `None`, `<NA>`, `#N/A`, `#NA`, `NaT` in any case of letters.
    ///
    /// ```
    /// use exactile::Label;
    /// assert!(Label::is_missing("NaN") && Label::is_missing(""));
    /// assert!(!Label::is_missing("0"));
    /// ```
    pub fn is_missing(text: &str) -> bool {
        let text = text.trim();
        text.len() <= 5
            && (text.is_empty() || MISSING.iter().any(|missing| text.eq_ignore_ascii_case(missing)))
    }

    /// The canonical form.
    pub fn as_str(&self) -> &str {
        &self.canonical
    }

    /// The label as it was written, without the space around it.
    pub fn written(&self) -> &str {
        self.written.as_ref().unwrap_or(&self.canonical)
    }

    /// The positive one of two labels, if the labels themselves decide it: `1` of {0, 1} or {-1,
    /// 1}, `True` of {False, True}. `None` for any other pair.
    ///
    /// ```
    /// use exactile::Label;
    /// let [minus, one, two] = ["-1", "1.0", "2"].map(Label::new);
    /// assert_eq!(Label::usual_positive(&minus, &one), Some(&one));
    /// assert_eq!(Label::usual_positive(&one, &two), None);
    /// ```
    pub fn usual_positive<'l>(first: &'l Self, second: &'l Self) -> Option<&'l Self> {
        match (first.as_str(), second.as_str()) {
            ("0" | "-1", "1") | ("False", "True") => Some(second),
            ("1", "0" | "-1") | ("True", "False") => Some(first),
            _ => None,
        }
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.canonical == other.canonical
    }
}

impl Eq for Label {}

impl Hash for Label {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical.hash(state);
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Label {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.canonical.cmp(&other.canonical)
    }
}

impl std::fmt::Display for Label {
    /// Writes the label as it was written.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.written())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_label_have_one_form() {
        for (canonical, spellings) in [
            ("1", &["1", "1.0", "1.00", "+1", "1e0", "01", " 1 ", "1/1", "100%", "10e-1"][..]),
            ("0", &["0", "-0", "0.0", "0e5", ".0"]),
            ("-1", &["-1", "-1.0", "-1e0"]),
            ("True", &["True", "true", "TRUE", "tRuE", " true\t"]),
            ("False", &["False", "FALSE"]),
            ("c++", &["c++", " c++"]),
            ("+", &["+"]),
            ("1/0", &["1/0"]),
            ("Yes", &["Yes", "\u{a0}Yes "]),
        ] {
            for spelling in spellings {
                assert_eq!(Label::new(spelling).as_str(), canonical, "{spelling:?}");
            }
        }
        let distinct = ["1", "True", "-1", "yes", "Yes", "t", "1.0000000000000000001", "1,0"];
        for (i, first) in distinct.iter().enumerate() {
            for second in &distinct[..i] {
                assert_ne!(Label::new(first), Label::new(second));
            }
        }
    }

    #[test]
    fn a_label_is_shown_as_it_was_written() {
        for text in ["1.0", "1e1", "1.5", "3/2", "TRUE", "yes", "+1", "007"] {
            assert_eq!(Label::new(&format!(" {text} ")).to_string(), text);
        }
        let labels = ["1.0", "2", "1"].map(str::to_owned);
        assert_eq!(Label::position(&labels, "1"), Some(2));
        assert_eq!(Label::position(&labels, "1e0"), Some(0));
        assert_eq!(Label::position(&labels, "3"), None);
    }

    #[test]
    fn missing_values_are_known_in_any_case() {
        for text in ["", " ", "NA", "na", "NaN", "nan", "-nan", "N/A", "null", "None", "<NA>"] {
            assert!(Label::is_missing(text), "{text:?}");
        }
        for text in ["0", "no", "none of these", "nay", "?", "-"] {
            assert!(!Label::is_missing(text), "{text:?}");
        }
    }
}
