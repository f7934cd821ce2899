//! Predictions that are not labels of the truth.

/// A prediction that is not a label of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignLabel {
    /// The label.
    pub label: String,
    /// The classifier's column.
    pub column: String,
    /// The column of the truth.
    pub truth: String,
    /// The labels of `y_true`.
    pub known: Vec<String>,
    /// The probable content of the column.
    pub suspicion: Suspicion,
}

/// The probable content of a column with labels that do not occur in `y_true`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Suspicion {
    /// Another spelling of a label that occurs in `y_true`.
    Spelling(String),
    /// Probabilities or other scores.
    Scores,
    /// Not a classifier but an identifier or a feature. These columns could be left out.
    NoClassifier(Vec<String>),
    /// A classifier with some invalid labels.
    Mistake,
    /// The weights of the rows.
    Weights,
    /// A classifier of several classes that predicts a class without samples.
    NewClass,
}
