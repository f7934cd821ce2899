//! The confusion matrix of a classifier with any number of classes, and its two-class views.

use std::collections::HashSet;

use super::ConfusionMatrix;
use crate::num::Rational;

/// Reason why labels and cells are not a confusion matrix of several classes.
///
/// ```
/// use exactile::performance::MultiClassMatrix;
/// let error = MultiClassMatrix::new(vec![], vec![]).unwrap_err();
/// assert_eq!(error, exactile::performance::MultiClassError::NoLabels);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MultiClassError {
    /// No class at all.
    #[error("there is no label")]
    NoLabels,
    /// Two classes of one label.
    #[error("the label {0:?} is given twice")]
    RepeatedLabel(String),
    /// More or fewer rows than labels.
    #[error("the matrix has {found} rows for {expected} labels")]
    Rows {
        /// Labels.
        expected: usize,
        /// Rows.
        found: usize,
    },
    /// A row with more or fewer cells than labels.
    #[error("row {row} of the matrix has {found} cells for {expected} labels")]
    Columns {
        /// The row, from 1.
        row: usize,
        /// Labels.
        expected: usize,
        /// Cells of the row.
        found: usize,
    },
    /// A count or weight below zero.
    #[error("the cell in row {row}, column {column} of the matrix is negative: {value}")]
    NegativeCell {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// Its value.
        value: Rational,
    },
    /// All cells are zero.
    #[error("all cells of the matrix are zero")]
    Empty,
}

/// A K x K confusion matrix of exact counts or weights, not negative, with a positive total. Rows
/// are true classes, columns predicted ones, both in the order of the labels.
///
/// ```
/// use exactile::Rational;
/// use exactile::performance::MultiClassMatrix;
/// let matrix = MultiClassMatrix::from_counts(["a", "b", "c"], [[5, 1, 0], [2, 3, 1], [0, 0, 8]])?;
/// assert_eq!(matrix.correct(), Rational::from(16));
/// let b = matrix.one_against_rest(1);
/// assert_eq!((b.tp().to_string(), b.fp().to_string()), ("3".into(), "1".into()));
/// # Ok::<(), exactile::performance::MultiClassError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiClassMatrix {
    labels: Vec<String>,
    cells: Vec<Vec<Rational>>,
}

impl MultiClassMatrix {
    /// The labels of a matrix that was made of a two-class one.
    pub const TWO_CLASS_LABELS: [&str; 2] = ["negative", "positive"];

    /// A matrix of exact counts or weights; one row of cells per label.
    ///
    /// # Errors
    /// No label, a repeated one, cells that are not square, a negative cell, only zeros.
    pub fn new(labels: Vec<String>, cells: Vec<Vec<Rational>>) -> Result<Self, MultiClassError> {
        check_square(&labels, &cells)?;
        if cells.iter().flatten().all(Rational::is_zero) {
            return Err(MultiClassError::Empty);
        }
        Ok(Self { labels, cells })
    }

    /// A matrix of sample counts.
    ///
    /// ```
    /// use exactile::performance::MultiClassMatrix;
    /// let matrix = MultiClassMatrix::from_counts(["a", "b"], [[8, 2], [1, 9]])?;
    /// assert_eq!(matrix.cell(0, 1), &2.into());
    /// assert_eq!((matrix.correct(), matrix.total()), (17.into(), 20.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A repeated label, only zeros, no label.
    pub fn from_counts<const K: usize>(
        labels: [&str; K],
        cells: [[u64; K]; K],
    ) -> Result<Self, MultiClassError> {
        let labels = labels.into_iter().map(str::to_owned).collect();
        let row = |row: [u64; K]| row.into_iter().map(Rational::from).collect();
        Self::new(labels, cells.into_iter().map(row).collect())
    }

    /// The labels of the classes, distinct.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The number of classes K.
    pub fn classes(&self) -> usize {
        self.labels.len()
    }

    /// The cells: a row per true class, a column per predicted one.
    pub fn cells(&self) -> &[Vec<Rational>] {
        &self.cells
    }

    /// Samples of one class that were predicted as another.
    ///
    /// # Panics
    /// If there is no such class.
    pub fn cell(&self, truth: usize, predicted: usize) -> &Rational {
        &self.cells[truth][predicted]
    }

    /// All samples. Takes K^2 additions.
    pub fn total(&self) -> Rational {
        self.cells.iter().flatten().cloned().sum()
    }

    /// Samples that were predicted right, the trace.
    pub fn correct(&self) -> Rational {
        self.cells.iter().enumerate().map(|(class, row)| row[class].clone()).sum()
    }

    /// Samples of each true class, the sums of the rows.
    ///
    /// ```
    /// use exactile::performance::MultiClassMatrix;
    /// let matrix = MultiClassMatrix::from_counts(["a", "b"], [[8, 2], [1, 9]])?;
    /// assert_eq!(matrix.truth_totals(), [10.into(), 10.into()]);
    /// assert_eq!(matrix.predicted_totals(), [9.into(), 11.into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn truth_totals(&self) -> Vec<Rational> {
        self.cells.iter().map(|row| row.iter().cloned().sum()).collect()
    }

    /// Samples predicted as each class, the sums of the columns.
    pub fn predicted_totals(&self) -> Vec<Rational> {
        let mut totals = vec![Rational::ZERO; self.classes()];
        for row in &self.cells {
            for (total, cell) in totals.iter_mut().zip(row) {
                *total += cell;
            }
        }
        totals
    }

    /// The two-class matrix in which one class is positive and all others together are negative:
    /// tp = n_kk, fn = (row k) - tp, fp = (column k) - tp, tn = the rest. Right answers and
    /// mistakes among the other classes are all true negatives. Takes K^2 additions.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::performance::MultiClassMatrix;
    /// let cells = [[5, 1, 0], [2, 6, 1], [0, 0, 4]];
    /// let matrix = MultiClassMatrix::from_counts(["a", "b", "c"], cells)?;
    /// assert_eq!(matrix.one_against_rest(0), ConfusionMatrix::from_counts(11, 2, 1, 5)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such class.
    pub fn one_against_rest(&self, class: usize) -> ConfusionMatrix {
        let tp = self.cell(class, class).clone();
        let misses = self.cells[class].iter().cloned().sum::<Rational>() - &tp;
        let alarms = self.cells.iter().map(|row| row[class].clone()).sum::<Rational>() - &tp;
        let rest = self.total() - &tp - &misses - &alarms;
        ConfusionMatrix::new(rest, alarms, misses, tp)
            .expect("sums of cells that are not negative, one of them positive")
    }

    /// The four counts of a matrix with two classes, one of them positive; `None` for any other
    /// number of classes.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::performance::MultiClassMatrix;
    /// let matrix = MultiClassMatrix::from_counts(["no", "yes"], [[8, 2], [1, 9]])?;
    /// assert_eq!(matrix.as_two_class(1), Some(ConfusionMatrix::from_counts(8, 2, 1, 9)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such class.
    pub fn as_two_class(&self, positive: usize) -> Option<ConfusionMatrix> {
        (self.classes() == 2).then(|| self.one_against_rest(positive))
    }
}

/// Checks that the labels are distinct, that there is at least one, and that each has a row and a
/// column of cells, none negative.
///
/// # Errors
/// The first of these conditions that fails.
pub(super) fn check_square(
    labels: &[String],
    cells: &[Vec<Rational>],
) -> Result<(), MultiClassError> {
    let expected = labels.len();
    if expected == 0 {
        return Err(MultiClassError::NoLabels);
    }
    let mut seen = HashSet::with_capacity(expected);
    if let Some(repeated) = labels.iter().find(|label| !seen.insert(label.as_str())) {
        return Err(MultiClassError::RepeatedLabel(repeated.clone()));
    }
    if cells.len() != expected {
        return Err(MultiClassError::Rows { expected, found: cells.len() });
    }
    for (row, values) in (1..).zip(cells) {
        let found = values.len();
        if found != expected {
            return Err(MultiClassError::Columns { row, expected, found });
        }
        if let Some(at) = values.iter().position(Rational::is_negative) {
            let value = values[at].clone();
            return Err(MultiClassError::NegativeCell { row, column: at + 1, value });
        }
    }
    Ok(())
}

impl From<&ConfusionMatrix> for MultiClassMatrix {
    /// The classes `negative` and `positive`, in this order.
    fn from(matrix: &ConfusionMatrix) -> Self {
        Self {
            labels: Self::TWO_CLASS_LABELS.map(str::to_owned).to_vec(),
            cells: vec![
                vec![matrix.tn().clone(), matrix.fp().clone()],
                vec![matrix.fn_().clone(), matrix.tp().clone()],
            ],
        }
    }
}

/// A named confusion matrix of several classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiClassClassifier {
    /// The name, unique in its set.
    pub name: String,
    /// Its confusion matrix.
    pub matrix: MultiClassMatrix,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_matrix_is_refused() {
        let labels = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let row = |cells: &[i32]| cells.iter().map(|&cell| cell.into()).collect::<Vec<Rational>>();
        let refusal = |names: &[&str], rows: &[&[i32]]| {
            let cells = rows.iter().map(|cells| row(cells)).collect();
            MultiClassMatrix::new(labels(names), cells).expect_err("refused").to_string()
        };
        assert_eq!(refusal(&[], &[]), "there is no label");
        assert_eq!(refusal(&["a", "a"], &[]), "the label \"a\" is given twice");
        assert_eq!(refusal(&["a", "b"], &[&[1, 2]]), "the matrix has 1 rows for 2 labels");
        assert_eq!(
            refusal(&["a", "b"], &[&[1, 2], &[1]]),
            "row 2 of the matrix has 1 cells for 2 labels"
        );
        assert_eq!(
            refusal(&["a", "b"], &[&[1, -2], &[1, 1]]),
            "the cell in row 1, column 2 of the matrix is negative: -2"
        );
        assert_eq!(refusal(&["a", "b"], &[&[0, 0], &[0, 0]]), "all cells of the matrix are zero");
    }

    proptest! {
        #[test]
        fn views_and_margins_add_up(
            cells in prop::array::uniform4(prop::array::uniform4(0_u64..9)),
        ) {
            let Ok(matrix) = MultiClassMatrix::from_counts(["a", "b", "c", "d"], cells) else {
                return Ok(());
            };
            let sum = |values: Vec<Rational>| values.into_iter().sum::<Rational>();
            prop_assert_eq!(sum(matrix.truth_totals()), matrix.total());
            prop_assert_eq!(sum(matrix.predicted_totals()), matrix.total());
            let mut hits = Rational::ZERO;
            for class in 0..4 {
                let view = matrix.one_against_rest(class);
                prop_assert_eq!(view.total(), matrix.total());
                prop_assert_eq!(&view.positives(), &matrix.truth_totals()[class]);
                prop_assert_eq!(view.tp() + view.fp(), matrix.predicted_totals()[class].clone());
                hits += view.tp();
            }
            prop_assert_eq!(hits, matrix.correct());
        }

        #[test]
        fn two_classes_keep_their_counts(
            tn in 0_u64..9, fp in 0_u64..9, fn_ in 0_u64..9, tp in 1_u64..9,
        ) {
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            prop_assert_eq!(MultiClassMatrix::from(&matrix).as_two_class(1), Some(matrix));
        }
    }
}
