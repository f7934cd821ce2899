//! The measures that the prediction advantage is compared with (sections 3 to 5 of its paper).

use super::zero_one;
use crate::num::{Rational, Value};
use crate::performance::{Class, ConfusionMatrix, MultiClassMatrix};
use crate::score::Metric;

/// The exact values of five measures for one matrix of two classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedMeasures {
    /// The prediction advantage under the 0/1 loss.
    pub advantage: Value,
    /// Cohen's kappa.
    pub kappa: Value,
    /// F1 of the positive class.
    pub f1: Value,
    /// F1 of the class with fewer samples, which the paper takes for the positive one; of the
    /// positive class if both have as many.
    pub f1_minority: Value,
    /// Balanced accuracy: the mean of TPR and TNR, the area under the ROC curve of one point.
    pub balanced_accuracy: Value,
    /// Accuracy.
    pub accuracy: Value,
    /// The class with fewer samples, `None` if both have as many.
    pub minority: Option<Class>,
}

impl ComparedMeasures {
    /// The measures of a matrix.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::advantage::ComparedMeasures;
    /// let measures = ComparedMeasures::new(&ConfusionMatrix::from_counts(56, 24, 6, 14)?);
    /// assert_eq!(measures.advantage.to_string(), "-1/2");
    /// assert_eq!(measures.kappa.to_string(), "32/107");
    /// assert_eq!(measures.is_in_published_order(), Some(true));
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn new(matrix: &ConfusionMatrix) -> Self {
        let minority = match matrix.positives().cmp(&matrix.negatives()) {
            std::cmp::Ordering::Less => Some(Class::Positive),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Class::Negative),
        };
        let f1 = Metric::FBeta(Rational::ONE);
        let swapped = || {
            let [tn, fp, fn_, tp] =
                [matrix.tp(), matrix.fn_(), matrix.fp(), matrix.tn()].map(Clone::clone);
            ConfusionMatrix::new(tn, fp, fn_, tp).expect("the same counts in another order")
        };
        Self {
            advantage: zero_one(&MultiClassMatrix::from(matrix)).advantage,
            kappa: Metric::Kappa.value(matrix),
            f1_minority: match minority {
                Some(Class::Negative) => f1.value(&swapped()),
                _ => f1.value(matrix),
            },
            f1: f1.value(matrix),
            balanced_accuracy: Metric::BalancedAccuracy.value(matrix),
            accuracy: Metric::Accuracy.value(matrix),
            minority,
        }
    }

    /// Returns `true` if PA <= kappa <= F1 of the minority class <= balanced accuracy <= accuracy,
    /// which section 5 of the paper claims of all classifiers; the claim is false. `None` if a
    /// measure is undefined.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::advantage::ComparedMeasures;
    /// let measures = ComparedMeasures::new(&ConfusionMatrix::from_counts(56, 24, 6, 14)?);
    /// assert_eq!(measures.is_in_published_order(), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_in_published_order(&self) -> Option<bool> {
        // Minus infinity comes before all others.
        let mut values = match &self.advantage {
            Value::NegativeInfinity => vec![],
            advantage => vec![advantage.as_rational()?],
        };
        let others = [&self.kappa, &self.f1_minority, &self.balanced_accuracy, &self.accuracy];
        for other in others {
            match other {
                Value::Exact(value) => values.push(value),
                _ => return None,
            }
        }
        Some(values.is_sorted())
    }
}
