//! Expected cost and net benefit of predictions.

use serde::Serialize;

use super::{Cell, Column, Table};
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};

/// The costs of a false positive and of a false negative.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Costs<'r> {
    /// The cost of a false positive.
    pub fp: &'r Rational,
    /// The cost of a false negative.
    #[serde(rename = "fn")]
    pub fn_: &'r Rational,
}

/// The cost and the net benefit of predictions.
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

/// The costs of the two rules that need no classifier.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WithoutModel {
    flag_everybody: Cost,
    flag_nobody: Cost,
}

impl WithoutModel {
    /// Returns the costs of both rules, if all classifiers have the same share of positives.
    pub(super) fn of(costs: Costs<'_>, classifiers: &[Classifier]) -> Option<Self> {
        let (first, rest) = classifiers.split_first()?;
        let prior = first.matrix.prior_positive();
        let is_common = rest.iter().all(|other| other.matrix.prior_positive() == prior);
        is_common.then(|| Self::at(costs, &prior))
    }

    /// Returns the costs of both rules for a share of positives.
    pub(super) fn at(Costs { fp, fn_ }: Costs<'_>, prior: &Rational) -> Self {
        let negative = prior.complement();
        let odds = fp.checked_div(fn_);
        Self {
            flag_everybody: Cost {
                net_benefit: odds.as_ref().map(|odds| prior - odds * &negative),
                expected_cost: fp * negative,
            },
            flag_nobody: Cost {
                net_benefit: odds.map(|_| Rational::ZERO),
                expected_cost: fn_ * prior,
            },
        }
    }

    /// Returns the expected costs of flagging everybody and nobody.
    pub(super) fn expected(&self) -> [&Rational; 2] {
        [&self.flag_everybody, &self.flag_nobody].map(|cost| &cost.expected_cost)
    }

    /// Returns the costs as a table for people.
    pub(super) fn table(&self) -> Table<'static> {
        let mut columns = vec![Column::people("without a model")];
        columns.extend(PRICES.map(|name| Column::people(name).right()));
        let mut table = Table::new(columns);
        let Self { flag_everybody, flag_nobody } = self.clone();
        for (rule, cost) in [("flag everybody", flag_everybody), ("flag nobody", flag_nobody)] {
            table.row([rule.into()].into_iter().chain(cost.cells()));
        }
        table
    }
}

/// The headings of [`Cost::cells`] for people.
pub(super) const PRICES: [&str; 2] = ["expected cost", "net benefit per 100"];

impl Cost {
    /// Returns the expected cost, and the net benefit of 100 samples.
    pub(super) fn cells(self) -> [Cell<'static>; 2] {
        let per_hundred = |benefit: Rational| benefit * Rational::from(100);
        let benefit = self.net_benefit.map(per_hundred);
        [self.expected_cost.into(), benefit.map_or_else(|| "undefined".into(), Cell::from)]
    }
}
