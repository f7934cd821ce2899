//! Costs of the predictions, for each true class.

use super::{Label, MultiClassError, MultiClassMatrix};
use crate::num::Rational;

/// A K x K matrix of exact costs, none negative: rows are true classes, columns predicted ones.
/// Right predictions may cost something too.
///
/// ```
/// use exactile::{CostMatrix, Rational};
/// let costs = CostMatrix::two_class(1.into(), 5.into()).expect("no cost is negative");
/// assert_eq!(costs.cost(1, 0), &Rational::from(5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMatrix {
    labels: Vec<String>,
    costs: Vec<Vec<Rational>>,
}

impl CostMatrix {
    /// Costs for classes of these labels. All may be zero.
    ///
    /// # Errors
    /// No label, a repeated one, cells that are not square, a negative cost.
    pub fn new(labels: Vec<String>, costs: Vec<Vec<Rational>>) -> Result<Self, MultiClassError> {
        super::multi_class::check_square(&labels, &costs)?;
        Ok(Self { labels, costs })
    }

    /// The costs of a false positive and of a false negative, right predictions being free; the
    /// labels are those of [`MultiClassMatrix`] made of a two-class matrix, `negative` first.
    ///
    /// ```
    /// use exactile::CostMatrix;
    /// let costs = CostMatrix::two_class(1.into(), 5.into())?;
    /// let [negative, positive] = [0, 1];
    /// assert_eq!(costs.cost(positive, negative), &5.into());
    /// assert_eq!(costs.cost(negative, positive), &1.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A negative cost.
    pub fn two_class(
        false_positive: Rational,
        false_negative: Rational,
    ) -> Result<Self, MultiClassError> {
        let zero = || Rational::ZERO;
        Self::new(
            MultiClassMatrix::TWO_CLASS_LABELS.map(str::to_owned).to_vec(),
            vec![vec![zero(), false_positive], vec![false_negative, zero()]],
        )
    }

    /// Cost 1 for each mistake: the 0/1 loss.
    ///
    /// ```
    /// use exactile::CostMatrix;
    /// let costs = CostMatrix::zero_one(&["a".into(), "b".into(), "c".into()]);
    /// assert_eq!((costs.cost(0, 2), costs.cost(1, 1)), (&1.into(), &0.into()));
    /// assert_eq!(costs.class("b"), Some(1));
    /// ```
    pub fn zero_one(labels: &[String]) -> Self {
        let cost = |same: bool| if same { Rational::ZERO } else { Rational::ONE };
        let row = |truth: usize| (0..labels.len()).map(|said| cost(truth == said)).collect();
        Self { labels: labels.to_vec(), costs: (0..labels.len()).map(row).collect() }
    }

    /// The labels of the classes, distinct.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns the cost of predicting class `predicted` for a sample of class `truth`.
    ///
    /// # Panics
    /// If a class is out of range.
    pub fn cost(&self, truth: usize, predicted: usize) -> &Rational {
        &self.costs[truth][predicted]
    }

    /// The class of that label, in any spelling of it.
    pub fn class(&self, label: &str) -> Option<usize> {
        Label::position(&self.labels, label)
    }
}
