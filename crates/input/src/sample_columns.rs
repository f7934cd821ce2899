//! Columns of a table with a row for each sample.

/// Stands for the column of the truth in data of rights and wrongs.
pub(super) const NO_TRUTH: usize = usize::MAX;

/// The columns of such a table.
#[derive(Clone)]
pub(super) struct SampleColumns {
    /// The column of the truth, or [`NO_TRUTH`].
    pub(super) truth: usize,
    /// The column of the numbers of samples.
    pub(super) count: Option<usize>,
    /// The columns of classifiers or models, in order, at least one, with distinct names.
    pub(super) models: Vec<usize>,
    /// The columns that cannot be classifiers, by their names.
    pub(super) aside: Vec<usize>,
    /// `true` if the user has named the classifiers or the truth.
    pub(super) is_named: bool,
    /// The way in which rows were joined, if they were.
    pub(super) joined: Option<String>,
}
