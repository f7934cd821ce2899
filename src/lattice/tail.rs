//! Tails: the probability that a metric is at least, above, at most or below a value.
//!
//! Every metric of the catalogue is monotone on each row of the lattice, so {metric >= t} is an
//! interval of each row, found by binary search: a staircase. With sums of one class's weights
//! from both ends, a tail costs O(P log N) comparisons and O(P + N) sums and products of weights,
//! not (P + 1)(N + 1).

use std::cmp::Ordering;
use std::ops::Range;

use crate::parallel::{join, map, try_map_indices};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::metric_on_lattice::{MetricOnLattice, Threshold};
use super::model::Predictive;
use super::{ExactValue, LatticeError};
use crate::num::{CertifiedMass, Rational, WideFloat};
use crate::score::Metric;
use crate::work::{Watch, Work};

/// Most bits that the two lists of weights may take together.
const MAX_EXACT_BITS: u64 = 16_000_000_000;

/// Relation between a metric and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TailRelation {
    /// metric >= value
    AtLeast,
    /// metric > value
    Above,
    /// metric <= value
    AtMost,
    /// metric < value
    Below,
    /// metric = value
    Equal,
}

/// Rows that are searched between two calls of a callback.
const ROWS_OF_A_STEP: u64 = 1024;

impl TailRelation {
    /// Returns `true` if something of this order relative to a value stands in the relation to it.
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Self::AtLeast => order.is_ge(),
            Self::Above => order.is_gt(),
            Self::AtMost => order.is_le(),
            Self::Below => order.is_lt(),
            Self::Equal => order.is_eq(),
        }
    }
}

impl Predictive {
    /// The probability that a metric stands in a relation to a value, with a proved error bound.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive, TailRelation};
    /// let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// let all = next.probability(&Metric::Tpr, TailRelation::AtLeast, &"1".parse()?)?;
    /// assert_eq!(all.to_decimal().expect("certain").to_string(), "0.75000000000000000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Values of a form that the metric is not compared with; counts too large to compare.
    pub fn probability(
        &self,
        metric: &Metric,
        relation: TailRelation,
        value: &ExactValue,
    ) -> Result<CertifiedMass, LatticeError> {
        self.check_masses()?;
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let intervals =
            on_lattice.intervals(relation, &on_lattice.threshold(value)?, &Watch::never())?;
        Ok(self.mass_of_rows(&intervals))
    }

    /// The mass of parts of rows.
    pub(super) fn mass_of_rows(&self, rows: &[(u64, Range<u64>)]) -> CertifiedMass {
        ClassSums::new(self).mass(rows.iter().cloned())
    }

    /// The same as an exact fraction.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive, TailRelation};
    /// use exactile::{Metric, Rational};
    /// let observed = Observation { tn: 3, fp: 1, fn_: 1, tp: 1 };
    /// let next = Predictive::new(observed, &Model::default(), Lattice::new(2, 1)?)?;
    /// let half = Rational::new(1, 2).into();
    /// let exact = next.exact_probability(&Metric::Tpr, TailRelation::AtLeast, &half)?;
    /// assert_eq!(exact, Rational::new(7, 10));
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::probability`]; weights that would not fit in memory.
    pub fn exact_probability(
        &self,
        metric: &Metric,
        relation: TailRelation,
        value: &ExactValue,
    ) -> Result<Rational, LatticeError> {
        self.check_exact()?;
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let intervals =
            on_lattice.intervals(relation, &on_lattice.threshold(value)?, &Watch::never())?;
        self.exact_mass_of_rows(&intervals)
    }

    /// The mass of parts of rows as a fraction.
    pub(super) fn exact_mass_of_rows(
        &self,
        rows: &[(u64, Range<u64>)],
    ) -> Result<Rational, LatticeError> {
        self.check_exact()?;
        let sums = ExactSums::new(self);
        let numerator: BigUint =
            map(rows, |(tp, columns)| sums.row(*tp, columns)).into_iter().sum();
        let denominator = self.positive.total() * self.negative.total();
        Ok(Rational::new(BigInt::from(numerator), BigInt::from(denominator)))
    }

    /// Refuses lists of masses that would not fit in memory.
    pub(super) fn check_masses(&self) -> Result<(), LatticeError> {
        let counts = |urn: &super::model::Urn| u128::from(urn.draws()) + 1;
        Ok(Work::ListedMasses.check(counts(&self.positive) + counts(&self.negative))?)
    }

    /// Returns `true` if lists of all weights fit in memory.
    pub(crate) fn check_exact(&self) -> Result<(), LatticeError> {
        let bits = |urn: &super::model::Urn| urn.digits().saturating_mul(urn.draws() + 1);
        let all = bits(&self.positive).saturating_add(bits(&self.negative));
        if all <= MAX_EXACT_BITS {
            return Ok(());
        }
        let samples = self.positive.draws().max(self.negative.draws());
        let each = (all / (samples + 1) / (samples + 1)).max(1);
        Err(LatticeError::ExactTooLarge {
            samples,
            gigabytes: all / 8_000_000_000,
            limit: (MAX_EXACT_BITS / each / 2).isqrt(),
        })
    }
}

impl MetricOnLattice {
    /// The interval of columns of each row on which the relation holds; empty ones are left out.
    pub(super) fn intervals(
        &self,
        relation: TailRelation,
        threshold: &Threshold,
        watch: &Watch<'_>,
    ) -> Result<Vec<(u64, Range<u64>)>, LatticeError> {
        Work::LatticeRows.check(u128::from(self.lattice.positives()) + 1)?;
        let row = |tp: u64| -> Result<Option<(u64, Range<u64>)>, LatticeError> {
            if tp % ROWS_OF_A_STEP == 0 {
                watch.step_on_lattice()?;
            }
            let columns = self.defined_columns(tp);
            if columns.is_empty() {
                return Ok(None);
            }
            let falls = self.falls_on_row(tp, &columns);
            // The first column of the row, in the direction in which the metric rises, whose value
            // is at least the threshold (or above it).
            let length = columns.end - columns.start;
            let column = |step: u64| {
                if falls { columns.end - 1 - step } else { columns.start + step }
            };
            let first = |above: bool| -> Result<u64, LatticeError> {
                let (mut low, mut high) = (0, length);
                while low < high {
                    let middle = low.midpoint(high);
                    let order = self.order_at(tp, column(middle), threshold)?;
                    if order == Ordering::Less || (above && order == Ordering::Equal) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                Ok(low)
            };
            let steps = match relation {
                TailRelation::AtLeast => first(false)?..length,
                TailRelation::Above => first(true)?..length,
                TailRelation::AtMost => 0..first(true)?,
                TailRelation::Below => 0..first(false)?,
                TailRelation::Equal => first(false)?..first(true)?,
            };
            if steps.is_empty() {
                return Ok(None);
            }
            let range = if falls {
                columns.end - steps.end..columns.end - steps.start
            } else {
                columns.start + steps.start..columns.start + steps.end
            };
            Ok(Some((tp, range)))
        };
        let rows = try_map_indices(place(self.lattice.positives()) + 1, |tp| row(tp as u64))?;
        Ok(rows.into_iter().flatten().collect())
    }
}

/// Masses of parts of rows, with a proved error bound: from sums from both ends of a row, since
/// differences would lose digits.
pub(super) struct ClassSums {
    by_tp: Vec<WideFloat>,
    by_tn: Vec<WideFloat>,
    before: Vec<WideFloat>,
    behind: Vec<WideFloat>,
    /// The error of the mass of one row, in units of 2^-126.
    error: u64,
}

impl ClassSums {
    pub(super) fn new(predictive: &Predictive) -> Self {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (predictive.positive.masses(), predictive.negative.masses());
        let running = |masses: &mut dyn Iterator<Item = &WideFloat>| {
            let mut sum = WideFloat::ZERO;
            let mut sums = vec![sum];
            for mass in masses {
                sum += *mass;
                sums.push(sum);
            }
            sums
        };
        let before = running(&mut by_tn.iter());
        let mut behind = running(&mut by_tn.iter().rev());
        behind.reverse();
        // Sums along a row round once for each term, the product once.
        let error = tp_error + tn_error + predictive.negative.draws() + 4;
        Self { by_tp, by_tn, before, behind, error }
    }

    pub(super) fn mass(&self, rows: impl Iterator<Item = (u64, Range<u64>)>) -> CertifiedMass {
        let (mut total, mut additions) = (WideFloat::ZERO, 0);
        for (tp, columns) in rows {
            total += self.by_tp[place(tp)] * self.row(&columns);
            additions += 1;
        }
        CertifiedMass::new(total, self.error + additions)
    }

    fn row(&self, columns: &Range<u64>) -> WideFloat {
        let (start, end) = (place(columns.start), place(columns.end));
        if start == 0 {
            self.before[end]
        } else if end == self.by_tn.len() {
            self.behind[start]
        } else {
            self.by_tn[start..end].iter().copied().sum()
        }
    }

    /// Rows that hold almost all of the mass, and the mass of the others.
    pub(super) fn window(&self) -> (Range<u64>, CertifiedMass) {
        /// The mass left out on each side is below a half to this power.
        const PLACES: i64 = 80;
        let outside = |masses: &mut dyn Iterator<Item = &WideFloat>| {
            let mut sum = WideFloat::ZERO;
            masses
                .take_while(|mass| {
                    sum += **mass;
                    sum.is_below(PLACES)
                })
                .count() as u64
        };
        let last = self.by_tp.len() as u64;
        let start = outside(&mut self.by_tp.iter());
        let end = last - outside(&mut self.by_tp.iter().rev());
        let window = start..end.max(start);
        let columns = 0..self.by_tn.len() as u64;
        let others = (0..window.start).chain(window.end..last);
        let rest = self.mass(others.map(|tp| (tp, columns.clone())));
        (window, rest)
    }

    /// Returns `true` if the mass is at least `part` of `all`. `None` if the bound does not decide.
    pub(super) fn reaches(
        &self,
        mass: &CertifiedMass,
        all: &CertifiedMass,
        part: &Rational,
    ) -> Option<bool> {
        if mass.lower() >= all.upper() * part {
            Some(true)
        } else if mass.upper() < all.lower() * part {
            Some(false)
        } else {
            None
        }
    }
}

/// Weights of parts of rows, exactly.
pub(super) struct ExactSums {
    by_tp: Vec<BigUint>,
    /// Sums of the first weights of tn.
    sums: Vec<BigUint>,
}

impl ExactSums {
    pub(super) fn new(predictive: &Predictive) -> Self {
        let (by_tp, by_tn) =
            join(|| predictive.positive.weights(), || predictive.negative.weights());
        let mut sums = Vec::with_capacity(by_tn.len() + 1);
        sums.push(BigUint::zero());
        for weight in &by_tn {
            sums.push(sums.last().expect("never empty") + weight);
        }
        Self { by_tp, sums }
    }

    fn row(&self, tp: u64, columns: &Range<u64>) -> BigUint {
        let row = &self.sums[place(columns.end)] - &self.sums[place(columns.start)];
        &self.by_tp[place(tp)] * row
    }

    pub(super) fn mass(&self, rows: impl Iterator<Item = (u64, Range<u64>)>) -> BigUint {
        rows.map(|(tp, columns)| self.row(tp, &columns)).sum()
    }
}

fn place(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}
