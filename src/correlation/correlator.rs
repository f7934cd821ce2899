//! A metric's ranks of performances, ready to be compared with any ranking score.

use std::collections::BTreeMap;
use std::fmt;

use super::coefficient::Coefficient;
use super::kendall::Correlation;
use super::order::{Scratch, correlate};
use super::performances::{Performances, RankedSet, Weights};
use super::ranks::{formula_ranks, metric_ranks};
use super::{ClosedForm, CorrelationError, closed_form};
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, Event};
use crate::score::{Metric, RankingScore, Score};

/// A metric and performances; the metric's ranks are computed once.
#[derive(Clone, Debug)]
pub struct Correlator {
    score: Score,
    set: RankedSet,
    weights: Weights,
    /// Classifiers on which the metric is defined; empty for lattices.
    given: Vec<ConfusionMatrix>,
    /// The metric's ranks, of the performances on which it is defined.
    ranks: Vec<u32>,
    /// Numbers of the other performances, by the reason why the metric is undefined.
    undefined: Vec<(&'static str, u64)>,
    /// Number of distinct values of the metric.
    distinct: usize,
}

/// Performances that take no part in a correlation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LeftOut {
    /// Number of performances, at least 1.
    pub count: u64,
    /// The score that is undefined on them.
    pub undefined: String,
    /// Reason why it is undefined, for example `TP + FP = 0`.
    pub reason: &'static str,
}

impl fmt::Display for LeftOut {
    /// `4, where plr is undefined: TP + FP = 0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, undefined, reason } = self;
        write!(f, "{count}, where {undefined} is undefined: {reason}")
    }
}

impl Correlator {
    /// Ranks the performances by the metric, exactly.
    ///
    /// # Errors
    /// As [`metric_ranks`].
    pub fn new(metric: &Metric, performances: &Performances) -> Result<Self, CorrelationError> {
        Self::of(&Score::Metric(metric.clone()), performances)
    }

    /// As [`Self::new`], of a metric or a formula.
    ///
    /// # Errors
    /// As [`Self::new`]; none for formulas.
    pub fn of(score: &Score, performances: &Performances) -> Result<Self, CorrelationError> {
        let ranks = match score {
            Score::Metric(metric) => metric_ranks(metric, performances.matrices())?,
            Score::Formula(formula) => formula_ranks(formula, performances.matrices()),
        };
        let defined = || performances.matrices().iter().zip(&ranks).filter(|(_, r)| r.is_some());
        let weights = Weights::of(defined().map(|(matrix, _)| matrix));
        let given = match performances.set() {
            RankedSet::Given => defined().map(|(matrix, _)| matrix.clone()).collect(),
            _ => Vec::new(),
        };
        let mut undefined: BTreeMap<&'static str, u64> = BTreeMap::new();
        for (matrix, rank) in performances.matrices().iter().zip(&ranks) {
            if rank.is_none() {
                let reason = match score {
                    Score::Metric(metric) => metric.undefined_at(matrix),
                    Score::Formula(formula) => formula.value(matrix).undefined(),
                };
                *undefined.entry(reason.unwrap_or("0/0")).or_default() += 1;
            }
        }
        let undefined = undefined.into_iter().collect();
        let ranks: Vec<u32> = ranks.iter().copied().flatten().collect();
        let distinct = ranks.iter().max().map_or(0, |&rank| rank as usize + 1);
        let set = performances.set().clone();
        Ok(Self { score: score.clone(), set, weights, given, ranks, undefined, distinct })
    }

    /// The score that is correlated.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Returns the set of performances that are ranked.
    pub fn set(&self) -> &RankedSet {
        &self.set
    }

    /// Number of performances, those on which the metric is undefined included.
    pub fn performances(&self) -> u64 {
        let undefined: u64 = self.undefined.iter().map(|(_, count)| count).sum();
        self.ranks.len() as u64 + undefined
    }

    /// Performances that take no part in any correlation, because the metric is undefined on them.
    pub fn undefined(&self) -> Vec<LeftOut> {
        let entry = |&(reason, count)| LeftOut { count, undefined: self.score.to_string(), reason };
        self.undefined.iter().map(entry).collect()
    }

    /// Performances that take no part in the correlation found at a ranking score, by the reason:
    /// those of [`Self::undefined`], then those on which the ranking score is undefined and the
    /// metric is not. The numbers and `used`, as in [`Correlation::used`], add up to
    /// [`Self::performances`].
    ///
    /// ```
    /// use exactile::correlation::{Correlator, Performances};
    /// use exactile::{Metric, Point, RankingScore, Rational};
    /// // Rates 0, 1/2 and 1: one of nine performances has TP + FP = 0, and PLR is infinite on two.
    /// let grid = Performances::fixed_prior(&Rational::new(1, 2), 2)?;
    /// let correlator = Correlator::new(&Metric::Plr, &grid)?;
    /// let npv = RankingScore::at(Point::new(Rational::ZERO, Rational::ONE)).unwrap();
    /// let correlation = correlator.at(&npv);
    /// let left_out = correlator.left_out(&npv, correlation.used);
    /// assert_eq!(correlation.used, 7);
    /// assert_eq!(left_out[0].to_string(), "1, where plr is undefined: TP + FP = 0");
    /// assert_eq!(left_out[1].to_string(), "1, where R(0, 1) is undefined: TN + FN = 0");
    /// # Ok::<(), exactile::correlation::CorrelationError>(())
    /// ```
    pub fn left_out(&self, score: &RankingScore, used: u64) -> Vec<LeftOut> {
        let Point { a, b } = score.place();
        let mut left_out = self.undefined();
        let count = (self.ranks.len() as u64).saturating_sub(used);
        if count > 0 {
            let domain = Metric::Canonical(score.place().clone()).domain();
            let reason = domain.into_iter().next().map_or("0/0", Event::nothing);
            left_out.push(LeftOut { count, undefined: format!("R({a}, {b})"), reason });
        }
        left_out
    }

    /// The pairs of performances as the metric and a ranking score order them; those on which one
    /// of the two is undefined are left out. Infinite values are values: infinity is the largest.
    /// O(n log n) for n performances.
    ///
    /// ```
    /// use exactile::correlation::{Correlator, Performances};
    /// use exactile::{Metric, NamedScore, RankingScore, Rational};
    /// let correlator = Correlator::new(&Metric::Tpr, &Performances::all(4)?)?;
    /// let place = "tpr".parse::<NamedScore>()?.place(&Rational::new(1, 2));
    /// let itself = correlator.at(&RankingScore::at(place).expect("on the Tile"));
    /// assert_eq!(itself.tau_b().to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, score: &RankingScore) -> Correlation {
        self.coefficient(score)
    }

    /// As [`Self::at`], of any coefficient.
    pub fn coefficient<C: Coefficient>(&self, score: &RankingScore) -> C {
        self.at_with(score, &mut Scratch::default())
    }

    pub(super) fn at_with<C: Coefficient>(&self, score: &RankingScore, scratch: &mut Scratch) -> C {
        correlate(&self.weights, &self.ranks, self.distinct, score.place(), scratch)
    }

    /// The classifiers that are ranked; `None` for lattices.
    pub(super) fn given(&self) -> Option<&[ConfusionMatrix]> {
        (self.set == RankedSet::Given).then_some(&self.given)
    }

    pub(super) fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    pub(super) fn distinct(&self) -> usize {
        self.distinct
    }

    /// The value for uniformly distributed performances of this kind, where one is proved.
    pub fn uniform(&self, score: &RankingScore) -> Option<ClosedForm> {
        match &self.set {
            RankedSet::FixedRate { .. } | RankedSet::Given => return None,
            RankedSet::Drawn { concentrations, .. }
                if concentrations.iter().any(|one| *one != Rational::ONE) =>
            {
                return None;
            }
            _ => {}
        }
        closed_form(self.score.metric()?, score, self.set.prior())
    }
}
