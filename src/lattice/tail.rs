//! Tails: the probability that a metric is at least, above, at most or below a value.
//!
//! Every metric of the catalogue is monotone on each row of the lattice, so {metric >= t} is an
//! interval of each row, found by binary search: a staircase. With sums of one class's weights
//! from both ends, a tail costs O(P log N) comparisons and O(P + N) sums and products of weights,
//! not (P + 1)(N + 1).

use std::cmp::Ordering;
use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::metric_on_lattice::{MetricOnLattice, Threshold};
use super::model::Predictive;
use super::{ExactValue, LatticeError};
use crate::num::{CertifiedMass, Decimal17, Rational, WideFloat};
use crate::score::{Metric, MetricValue};

/// Two lists of so many weights of so many digits are held without trouble.
const MAX_EXACT_BITS: u64 = 16_000_000_000;

/// How a metric is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
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

/// A probability: an exact fraction, or a number with a proved error bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probability {
    /// In lowest terms.
    Exact(Rational),
    /// Enclosed.
    Certified(CertifiedMass),
    /// The nearest decimal of 17 significant digits.
    Decimal(Decimal17),
}

impl Probability {
    /// The nearest decimal of 17 significant digits; `None` where the error bound does not decide
    /// which that is.
    pub fn to_decimal(&self) -> Option<Decimal17> {
        match self {
            Self::Exact(value) => Some(Decimal17::nearest(value)),
            Self::Certified(mass) => mass.to_decimal(),
            Self::Decimal(decimal) => Some(*decimal),
        }
    }
}

impl Probability {
    /// An exact fraction as its nearest decimal.
    pub(super) fn rounded(self) -> Self {
        match self {
            Self::Exact(value) => Self::Decimal(Decimal17::nearest(&value)),
            other => other,
        }
    }
}

impl Serialize for Probability {
    /// The fraction, or the decimal, as a string; where the last of 17 digits is not decided,
    /// an object with decimals that enclose it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, self.to_decimal()) {
            (Self::Exact(value), _) => value.serialize(serializer),
            (_, Some(decimal)) => decimal.serialize(serializer),
            (Self::Certified(mass), None) => {
                super::moments::Moment::enclosed(&mass.lower(), &mass.upper()).serialize(serializer)
            }
            (Self::Decimal(_), None) => unreachable!("a decimal is its own nearest"),
        }
    }
}

impl Predictive {
    /// The probability that a metric stands in a relation to a value, with a proved error bound.
    ///
    /// # Errors
    /// Values of a form that the metric is not compared with; counts too large to compare.
    pub fn probability(
        &self,
        metric: &Metric,
        relation: Relation,
        value: &ExactValue,
    ) -> Result<CertifiedMass, LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let intervals = on_lattice.intervals(relation, &on_lattice.threshold(value)?)?;
        // Sums along a row and over the rows round once for each term, products once.
        Ok(ClassSums::new(self).mass(intervals.into_iter()))
    }

    /// The same as an exact fraction.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive, Relation};
    /// use exactile::{Metric, Rational};
    /// let observed = Observation { tn: 3, fp: 1, fn_: 1, tp: 1 };
    /// let next = Predictive::new(observed, &Model::default(), Lattice::new(2, 1)?)?;
    /// let half = Rational::new(1, 2).into();
    /// let exact = next.exact_probability(&Metric::Tpr, Relation::AtLeast, &half)?;
    /// assert_eq!(exact, Rational::new(7, 10));
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::probability`]; weights that would not fit in memory.
    pub fn exact_probability(
        &self,
        metric: &Metric,
        relation: Relation,
        value: &ExactValue,
    ) -> Result<Rational, LatticeError> {
        self.check_exact()?;
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let intervals = on_lattice.intervals(relation, &on_lattice.threshold(value)?)?;
        let sums = ExactSums::new(self);
        let numerator: BigUint =
            intervals.par_iter().map(|(tp, columns)| sums.row(*tp, columns)).sum();
        let denominator = self.positive.total() * self.negative.total();
        Ok(Rational::new(BigInt::from(numerator), BigInt::from(denominator)))
    }

    /// The smallest value of a metric at or below which that part of its mass lies, given that it
    /// is defined: by bisection over the integers that order the values, each step the mass of a
    /// staircase. `None` where no value has any mass.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// use exactile::{Metric, Rational};
    /// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
    /// let next = Predictive::new(observed, &Model::default(), Lattice::new(20, 40)?)?;
    /// let median = next.quantile(&Metric::BalancedAccuracy, &Rational::new(1, 2))?;
    /// assert_eq!(median.unwrap().to_string(), "63/80");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// A part outside (0, 1); counts too large to compare; a mass too close to the part to be
    /// decided, on lattices too large for exact fractions.
    pub fn quantile(
        &self,
        metric: &Metric,
        part: &Rational,
    ) -> Result<Option<MetricValue>, LatticeError> {
        if !part.is_positive() || *part >= Rational::ONE {
            return Err(LatticeError::LevelOutOfRange(part.clone()));
        }
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let mut rows: Vec<SearchedRow> = (0..=self.lattice().positives())
            .map(|tp| {
                let columns = on_lattice.defined_columns(tp);
                let falls = on_lattice.falls_on_row(tp, &columns);
                SearchedRow { tp, open: columns.clone(), columns, falls, bound: 0 }
            })
            .filter(|row| !row.columns.is_empty())
            .collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let search = ClassSums::new(self);
        let all = search.mass(rows.iter().map(|row| (row.tp, row.columns.clone())));
        if all.value.is_zero() {
            return Ok(None);
        }
        // Invariant: less than the part lies below key `low`, at least the part below `high`.
        let (mut low, mut high) = (0_u128, 1 << on_lattice.key_bits().min(127));
        while high - low > 1 {
            let middle = low.midpoint(high);
            rows.par_iter_mut().for_each(|row| {
                row.bound = on_lattice.bound(row.tp, row.open.clone(), row.falls, middle);
            });
            let below = || rows.iter().map(|row| (row.tp, row.below()));
            let whole = || rows.iter().map(|row| (row.tp, row.columns.clone()));
            let reached = match search.reaches(&search.mass(below()), &all, part) {
                Some(reached) => reached,
                None => {
                    self.check_exact().map_err(|_| LatticeError::Undecided)?;
                    let exact = ExactSums::new(self);
                    BigInt::from(exact.mass(below())) * part.denominator()
                        >= BigInt::from(exact.mass(whole())) * part.numerator()
                }
            };
            if reached {
                high = middle;
            } else {
                low = middle;
            }
            for row in &mut rows {
                row.keep(reached);
            }
        }
        // The value's key is `low`: all columns still open have it.
        let found = rows.iter().find_map(|row| {
            row.open.clone().find(|&tn| on_lattice.key(row.tp, tn) == low).map(|tn| (row.tp, tn))
        });
        let (tp, tn) = found.expect("the distribution jumps only at keys of matrices");
        Ok(Some(on_lattice.value(tp, tn)))
    }

    /// Do lists of all weights fit in memory?
    pub(super) fn check_exact(&self) -> Result<(), LatticeError> {
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
        relation: Relation,
        threshold: &Threshold,
    ) -> Result<Vec<(u64, Range<u64>)>, LatticeError> {
        let row = |tp: u64| -> Result<Option<(u64, Range<u64>)>, LatticeError> {
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
                Relation::AtLeast => first(false)?..length,
                Relation::Above => first(true)?..length,
                Relation::AtMost => 0..first(true)?,
                Relation::Below => 0..first(false)?,
                Relation::Equal => first(false)?..first(true)?,
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
        let rows: Vec<_> =
            (0..=self.lattice.positives()).into_par_iter().map(row).collect::<Result<_, _>>()?;
        Ok(rows.into_iter().flatten().collect())
    }
}

/// A row during the search for a quantile.
struct SearchedRow {
    tp: u64,
    columns: Range<u64>,
    falls: bool,
    /// The columns whose keys are not yet known to be outside the searched range.
    open: Range<u64>,
    /// Where the keys cross the middle of the range.
    bound: u64,
}

impl SearchedRow {
    /// The columns with keys below the middle.
    fn below(&self) -> Range<u64> {
        if self.falls { self.bound..self.columns.end } else { self.columns.start..self.bound }
    }

    /// Goes on with the keys below the middle, or with the others.
    fn keep(&mut self, below: bool) {
        if below == self.falls {
            self.open.start = self.bound;
        } else {
            self.open.end = self.bound;
        }
    }
}

/// Masses of parts of rows, with a proved error bound: from sums from both ends of a row, since
/// differences would lose digits.
struct ClassSums {
    by_tp: Vec<WideFloat>,
    by_tn: Vec<WideFloat>,
    before: Vec<WideFloat>,
    behind: Vec<WideFloat>,
    error: u64,
}

impl ClassSums {
    fn new(predictive: &Predictive) -> Self {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (predictive.positive.masses(), predictive.negative.masses());
        let running = |masses: &mut dyn Iterator<Item = &WideFloat>| {
            let mut sum = WideFloat::ZERO;
            let mut sums = vec![sum];
            for mass in masses {
                sum = sum.plus(*mass);
                sums.push(sum);
            }
            sums
        };
        let before = running(&mut by_tn.iter());
        let mut behind = running(&mut by_tn.iter().rev());
        behind.reverse();
        let error =
            tp_error + tn_error + predictive.negative.draws() + predictive.positive.draws() + 4;
        Self { by_tp, by_tn, before, behind, error }
    }

    fn mass(&self, rows: impl Iterator<Item = (u64, Range<u64>)>) -> CertifiedMass {
        let total = rows.fold(WideFloat::ZERO, |total, (tp, columns)| {
            total.plus(self.by_tp[place(tp)].times(self.row(&columns)))
        });
        CertifiedMass::new(total, self.error)
    }

    fn row(&self, columns: &Range<u64>) -> WideFloat {
        let (start, end) = (place(columns.start), place(columns.end));
        if start == 0 {
            self.before[end]
        } else if end == self.by_tn.len() {
            self.behind[start]
        } else {
            self.by_tn[start..end].iter().fold(WideFloat::ZERO, |sum, mass| sum.plus(*mass))
        }
    }

    /// Is the mass at least that part of all? `None` where the bound does not decide.
    fn reaches(&self, mass: &CertifiedMass, all: &CertifiedMass, part: &Rational) -> Option<bool> {
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
struct ExactSums {
    by_tp: Vec<BigUint>,
    /// Sums of the first weights of tn.
    sums: Vec<BigUint>,
}

impl ExactSums {
    fn new(predictive: &Predictive) -> Self {
        let (by_tp, by_tn) =
            rayon::join(|| predictive.positive.weights(), || predictive.negative.weights());
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

    fn mass(&self, rows: impl Iterator<Item = (u64, Range<u64>)>) -> BigUint {
        rows.map(|(tp, columns)| self.row(tp, &columns)).sum()
    }
}

fn place(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}
