//! The names of columns and keys: one list for every form of input.
//!
//! Case, spaces, `_`, `-`, `.` and a trailing `(%)` are ignored: `Sens`, `true-positives` and
//! `Recall (%)` are known. A name may have several meanings, and the form of the table decides: `n`
//! is the size of the negative class beside rates, and the number of samples of a row beside
//! labels.

use std::sync::LazyLock;

use hashbrown::HashMap;

/// The meaning of a column or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Word {
    /// The true label of a sample.
    Truth,
    /// The only prediction of a table with one classifier, or of a long table.
    Prediction,
    /// The name of a classifier or model.
    Name,
    /// True negatives.
    Tn,
    /// False positives.
    Fp,
    /// False negatives.
    Fn,
    /// True positives.
    Tp,
    /// The true negative rate.
    Tnr,
    /// The true positive rate.
    Tpr,
    /// The false positive rate.
    Fpr,
    /// The false negative rate.
    Fnr,
    /// The positive predictive value.
    Ppv,
    /// The negative predictive value.
    Npv,
    /// The share of right predictions.
    Accuracy,
    /// The F1 score.
    F1,
    /// The positive prior.
    Prior,
    /// The size of the positive class.
    Positives,
    /// The size of the negative class.
    Negatives,
    /// The number of samples of a row, or its weight.
    Count,
    /// The identifier of a sample.
    Id,
    /// A property of samples that is not a classifier: a fold, a site, an age.
    Aside,
}

/// The names of each meaning, the usual one first.
const NAMES: [(Word, &[&str]); 21] = [
    (
        Word::Truth,
        &[
            "y_true",
            "truth",
            "target",
            "label",
            "labels",
            "actual",
            "ground_truth",
            "gt",
            "y",
            "y_test",
            "obs",
            "observed",
            "reference",
            "class",
            "outcome",
            "true_label",
            "annotation",
        ],
    ),
    (
        Word::Prediction,
        &[
            "y_pred",
            "pred",
            "prediction",
            "predicted",
            "pred_class",
            "output",
            "response",
            "decision",
        ],
    ),
    (
        Word::Name,
        &[
            "name",
            "model",
            "model_name",
            "classifier",
            "method",
            "algorithm",
            "system",
            "team",
            "submission",
            "run",
            "estimator",
        ],
    ),
    (Word::Tn, &["tn", "true_negatives", "true_negative"]),
    (Word::Fp, &["fp", "false_positives", "false_positive"]),
    (Word::Fn, &["fn", "false_negatives", "false_negative"]),
    (Word::Tp, &["tp", "true_positives", "true_positive"]),
    (Word::Tnr, &["tnr", "specificity", "spec", "sp", "true_negative_rate"]),
    (Word::Tpr, &["tpr", "sensitivity", "sens", "se", "recall", "true_positive_rate"]),
    (Word::Fpr, &["fpr", "fall_out", "false_positive_rate"]),
    (Word::Fnr, &["fnr", "miss_rate", "false_negative_rate"]),
    (Word::Ppv, &["ppv", "precision", "positive_predictive_value"]),
    (Word::Npv, &["npv", "negative_predictive_value"]),
    (Word::Accuracy, &["accuracy", "acc"]),
    (Word::F1, &["f1", "f1_score", "f_score", "f_measure"]),
    (Word::Prior, &["prior", "prevalence", "base_rate"]),
    (Word::Positives, &["positives", "p", "n_pos", "pos"]),
    (Word::Negatives, &["negatives", "n", "n_neg", "neg"]),
    (
        Word::Count,
        &[
            "count",
            "n",
            "freq",
            "frequency",
            "weight",
            "weights",
            "sample_weight",
            "w",
            "n_samples",
            "cnt",
            "support",
            "count(*)",
            "count_star()",
        ],
    ),
    (
        Word::Id,
        &[
            "id",
            "idx",
            "index",
            "row",
            "row_id",
            "sample",
            "sample_id",
            "case",
            "case_id",
            "item",
            "item_id",
            "doc_id",
            "question_id",
            "prompt_id",
            "query_id",
            "example_id",
            "problem_id",
            "problem_idx",
            "record_id",
            "test_id",
            "task_id",
            "instance_id",
            "image",
            "image_id",
            "patient",
            "patient_id",
            "subject",
            "uid",
            "uuid",
            "filename",
            "path",
            "question",
            "prompt",
            "query",
            "example",
            "problem",
        ],
    ),
    (
        Word::Aside,
        &[
            "fold",
            "split",
            "group",
            "site",
            "domain",
            "dataset",
            "seed",
            "epoch",
            "trial",
            "attempt",
            "repeat",
            "task",
            "category",
            "difficulty",
            "date",
            "time",
            "age",
            "sex",
            "comment",
            "comments",
            "note",
            "notes",
            "remark",
            "remarks",
            "description",
        ],
    ),
];

/// A meaning of a name, and the position of the name among those of the meaning.
pub(super) type Meaning = (Word, u8);

/// The meanings of each name, by its plain form.
static MEANINGS: LazyLock<HashMap<String, Vec<Meaning>>> = LazyLock::new(|| {
    let mut meanings: HashMap<String, Vec<Meaning>> = HashMap::new();
    for (word, names) in NAMES {
        for (rank, name) in (0..).zip(names) {
            let name = plain(name);
            if word.is_count_of_matrix() {
                let fronts = ["number of", "number", "num", "no", "n"].map(plain);
                let behind = ["number", "count", "counts", "n"];
                let longer = fronts.iter().map(|front| format!("{front}{name}"));
                for longer in longer.chain(behind.map(|end| format!("{name}{end}"))) {
                    meanings.entry(longer).or_default().push((word, LONGER + rank));
                }
            }
            meanings.entry(name).or_default().push((word, rank));
        }
    }
    meanings
});

/// The position of the first name with `n` or `number of` in front or at the end.
const LONGER: u8 = 100;

/// Returns the meanings of a header.
pub(super) fn meanings(header: &str) -> &'static [Meaning] {
    MEANINGS.get(&plain(header)).map_or(&[], Vec::as_slice)
}

impl Word {
    /// Returns all meanings with their names, the usual name of each first.
    pub fn all() -> impl Iterator<Item = (Self, &'static [&'static str])> {
        NAMES.into_iter()
    }

    /// Returns the names of this meaning, the usual one first.
    pub fn names(self) -> &'static [&'static str] {
        NAMES.iter().find(|(word, _)| *word == self).map_or(&[], |(_, names)| names)
    }

    /// Returns the usual name.
    pub fn usual(self) -> &'static str {
        self.names()[0]
    }

    /// Returns `true` if a header has this meaning.
    ///
    /// ```
    /// use exactile_input::Word;
    /// assert!(Word::Tpr.is_meant_by("Sens (%)"));
    /// assert!(Word::Tp.is_meant_by("n_true-positives"));
    /// assert!(!Word::Truth.is_meant_by("lr"));
    /// ```
    pub fn is_meant_by(self, header: &str) -> bool {
        meanings(header).iter().any(|(word, _)| *word == self)
    }

    fn is_count_of_matrix(self) -> bool {
        matches!(self, Self::Tn | Self::Fp | Self::Fn | Self::Tp)
    }
}

/// Returns `true` if a name says that its numbers are percentages: `Recall (%)`.
pub(super) fn is_in_percent(name: &str) -> bool {
    name.trim_end().trim_end_matches(')').ends_with('%')
}

/// Returns a name without case, space, `_`, `-`, `.` and a trailing `(%)`.
pub(super) fn plain(name: &str) -> String {
    let name = name.trim();
    let name = name.strip_suffix("(%)").or_else(|| name.strip_suffix('%')).unwrap_or(name);
    name.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '.'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_meaning_are_one() {
        for (word, spellings) in [
            (
                Word::Truth,
                &["y_true", "Y_TRUE", "ground truth", "Ground-Truth", "yTrue", " Target "][..],
            ),
            (Word::Prediction, &[".pred_class", "Predicted", "y-pred"]),
            (Word::Tp, &["tp", "TP", "n_tp", "tp_n", "number of true positives", "True Positive"]),
            (Word::Fn, &["fn", "n_fn", "False_Negatives", "false negatives (%)"]),
            (Word::Tpr, &["Sens", "sensitivity (%)", "Recall %", "SE"]),
            (Word::Id, &["sample_id", "Sample ID", "image-id", "UID", "Prompt", "questionId"]),
            (Word::Count, &["Freq", "n", "sample weight"]),
        ] {
            for spelling in spellings {
                assert!(word.is_meant_by(spelling), "{word:?} {spelling:?}");
            }
        }
        for (word, others) in [
            (Word::Truth, &["", "lr", "y_true2", "labelled"][..]),
            (Word::Tn, &["n", "number", "tnr", "nn"]),
            (Word::Count, &["counter", "weighty"]),
        ] {
            for other in others {
                assert!(!word.is_meant_by(other), "{word:?} {other:?}");
            }
        }
    }

    #[test]
    fn only_n_has_two_meanings() {
        for (word, names) in Word::all() {
            for name in names {
                let others: Vec<Word> =
                    Word::all().map(|(other, _)| other).filter(|o| o.is_meant_by(name)).collect();
                assert!(others == [word] || *name == "n", "{name}: {others:?}");
            }
        }
    }
}
