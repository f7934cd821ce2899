//! 0/1 and cost-sensitive loss (The Prediction Advantage, sections 2.4 and 2.7).

use super::{Assessment, Baseline};
use crate::num::Rational;
use crate::performance::{CostMatrix, MultiClassMatrix};

/// The advantage under the 0/1 loss: the baseline predicts the most frequent class, so
/// PA = 1 - (1 - accuracy)/(1 - greatest prior). Takes K^2 steps.
///
/// ```
/// use exactile::advantage::zero_one;
/// use exactile::Rational;
/// use exactile::performance::MultiClassMatrix;
/// // 97 of 100 right looks good, but 99 of 100 are of one class.
/// let matrix = MultiClassMatrix::from_counts(["rare", "usual"], [[0, 1], [2, 97]])?;
/// assert_eq!(zero_one(&matrix).advantage.as_rational(), Some(&Rational::from(-2)));
/// # Ok::<(), exactile::performance::MultiClassError>(())
/// ```
pub fn zero_one(matrix: &MultiClassMatrix) -> Assessment {
    let total = matrix.total();
    let totals = matrix.truth_totals();
    let losses: Vec<Rational> = totals.iter().map(|samples| &total - samples).collect();
    assess(&(&total - matrix.correct()), matrix.labels(), &losses, &total)
}

/// The advantage under a loss of any cost per pair of classes: the baseline is the class of least
/// expected cost when it is always predicted, which may be one that never is true. Classes are
/// matched by label. Takes K^2 steps for K classes of the costs.
///
/// ```
/// use exactile::advantage::cost_sensitive;
/// use exactile::{ConfusionMatrix, CostMatrix, Rational};
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// let costs = CostMatrix::two_class(1.into(), 5.into()).expect("costs");
/// // 24 + 5 * 6 = 54, and 80 for always positive.
/// let assessment = cost_sensitive(&(&matrix).into(), &costs).expect("the same labels");
/// assert_eq!(assessment.advantage.as_rational(), Some(&Rational::new(13, 40)));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
///
/// # Errors
/// The first label of the matrix for which there are no costs.
pub fn cost_sensitive(matrix: &MultiClassMatrix, costs: &CostMatrix) -> Result<Assessment, String> {
    let class = |label: &String| costs.class(label).ok_or_else(|| label.clone());
    let classes: Vec<usize> = matrix.labels().iter().map(class).collect::<Result<_, _>>()?;
    let mut loss = Rational::ZERO;
    for (&truth, row) in classes.iter().zip(matrix.cells()) {
        for (&said, samples) in classes.iter().zip(row) {
            loss += &(costs.cost(truth, said) * samples);
        }
    }
    let totals = matrix.truth_totals();
    let always = |said: usize| -> Rational {
        classes.iter().zip(&totals).map(|(&truth, n)| costs.cost(truth, said) * n).sum()
    };
    let losses: Vec<Rational> = (0..costs.labels().len()).map(always).collect();
    Ok(assess(&loss, costs.labels(), &losses, &matrix.total()))
}

/// Against the least of the losses that come of always saying one class.
fn assess(loss: &Rational, labels: &[String], losses: &[Rational], total: &Rational) -> Assessment {
    let least = losses.iter().min().expect("a matrix has a class");
    let best = labels.iter().zip(losses).filter(|(_, loss)| *loss == least);
    let classes = best.map(|(label, _)| label.clone()).collect();
    Assessment::of_sums(loss, least, total, Baseline::Classes(classes))
}
