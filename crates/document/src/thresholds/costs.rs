//! Expected cost and net benefit of a threshold.

use serde::Serialize;

use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// The costs of a false positive and of a false negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs<'r> {
    pub(super) fp: &'r Rational,
    pub(super) fn_: &'r Rational,
}

/// The cost and the net benefit of a rule.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Cost {
    /// (c_fp FP + c_fn FN)/n
    pub(super) expected_cost: Rational,
    /// TP/n - FP/n c_fp/c_fn: the net benefit at the threshold probability c_fp/(c_fp + c_fn).
    /// `None` if a false negative has no cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) net_benefit: Option<Rational>,
}

impl Costs<'_> {
    /// Returns the cost and the net benefit of the predictions that a matrix counts.
    pub(super) fn of(self, matrix: &ConfusionMatrix) -> Cost {
        let total = matrix.total();
        let odds = self.fp.checked_div(self.fn_);
        Cost {
            expected_cost: (self.fp * matrix.fp() + self.fn_ * matrix.fn_()) / &total,
            net_benefit: odds.map(|odds| (matrix.tp() - odds * matrix.fp()) / &total),
        }
    }
}
