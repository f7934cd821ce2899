//! Costs of wrong predictions: what a sample costs on average, and the net benefit.

use super::metrics::Cells;
use crate::claim::truth::{Entry, Truth, parameter};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The costs of a false positive and of a false negative, of which one is positive.
pub(crate) struct Costs {
    fp: Rational,
    fn_: Rational,
    /// The share of a false negative in their sum.
    share: Rational,
}

impl Costs {
    /// Reads costs that belong to a point: both of its coordinates are the share of a false
    /// negative.
    pub(crate) fn at(claim: &Json, at: &[Rational; 2]) -> Result<Self, Wrong> {
        let costs = Self::read(claim)?;
        match at.iter().all(|z| *z == costs.share) {
            true => Ok(costs),
            false => Err(Wrong::new("these costs do not have this point").of("costs")),
        }
    }

    /// Reads costs that belong to a metric `r(A,A)`.
    pub(crate) fn of_metric(claim: &Json, name: &str) -> Result<Self, Wrong> {
        let costs = Self::read(claim)?;
        match name == format!("r({0},{0})", costs.share) {
            true => Ok(costs),
            false => Err(Wrong::new("these costs do not have this metric").of("costs")),
        }
    }

    fn read(claim: &Json) -> Result<Self, Wrong> {
        let missing = || Wrong::new("two costs should stand here");
        let cost = |key| {
            let cost = parameter(claim.get(key).ok_or_else(missing)?)?;
            match cost.is_negative() {
                true => Err(Wrong::new(format!("{cost} is not a cost"))),
                false => Ok(cost),
            }
        };
        let [fp, fn_] = [cost("fp")?, cost("fn")?];
        let share = fn_.checked_div(&(&fp + &fn_));
        let share = share.ok_or_else(|| Wrong::new("both costs are 0").of("costs"))?;
        Ok(Self { fp, fn_, share })
    }

    /// Returns the truth about the cost of predictions per sample, and the net benefit: TP minus
    /// the odds of the costs times FP, per sample.
    pub(crate) fn prices<'t>(&self, cells: &Cells) -> Entry<'t> {
        let Self { fp, fn_, .. } = self;
        let samples = cells.t();
        let cost = (fp * &cells.fp + fn_ * &cells.fn_) / &samples;
        let benefit = (fn_ * &cells.tp - fp * &cells.fp).checked_div(&(fn_ * &samples));
        let benefit = benefit.map(|benefit| ("net_benefit", Truth::exact(benefit)));
        [("expected_cost", Truth::exact(cost))].into_iter().chain(benefit).collect()
    }

    /// Returns the truth about the costs, and those of flagging everybody and nobody if all
    /// predictions are on the same share of positives.
    pub(crate) fn truth<'t>(&self, all: &[Cells]) -> Entry<'t> {
        let costs = [("fp", &self.fp), ("fn", &self.fn_)];
        let costs = costs.map(|(key, cost)| (key, Truth::exact(cost.clone())));
        let mut entry = vec![("costs", Truth::Object(costs.into()))];
        let Some((first, rest)) = all.split_first() else { return entry };
        let prior = |cells: &Cells| cells.p() / cells.t();
        if rest.iter().all(|cells| prior(cells) == prior(first)) {
            let (n, p) = (first.n(), first.p());
            let rule = |cells| Truth::Object(self.prices(&Cells::new(cells)));
            let zero = || Rational::ZERO;
            entry.push(("flag_everybody", rule([zero(), n.clone(), zero(), p.clone()])));
            entry.push(("flag_nobody", rule([n, zero(), p, zero()])));
        }
        entry
    }
}
