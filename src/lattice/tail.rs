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
use crate::score::Metric;

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
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (self.positive.masses(), self.negative.masses());
        let sums = SumsFromBothEnds::new(&by_tn);
        let total = intervals.iter().fold(WideFloat::ZERO, |total, (tp, columns)| {
            total.plus(by_tp[place(*tp)].times(sums.of(columns)))
        });
        // Sums along a row and over the rows round once for each term, products once.
        let error = tp_error + tn_error + self.negative.draws() + self.positive.draws() + 4;
        Ok(CertifiedMass::new(total, error))
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
        let (by_tp, by_tn) = rayon::join(|| self.positive.weights(), || self.negative.weights());
        let mut sums = Vec::with_capacity(by_tn.len() + 1);
        sums.push(BigUint::zero());
        for weight in &by_tn {
            sums.push(sums.last().expect("never empty") + weight);
        }
        let numerator: BigUint = intervals
            .par_iter()
            .map(|(tp, columns)| {
                let row = &sums[place(columns.end)] - &sums[place(columns.start)];
                &by_tp[place(*tp)] * row
            })
            .sum();
        let denominator = self.positive.total() * self.negative.total();
        Ok(Rational::new(BigInt::from(numerator), BigInt::from(denominator)))
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

/// Sums of masses over intervals without differences, which would lose digits.
struct SumsFromBothEnds<'m> {
    masses: &'m [WideFloat],
    before: Vec<WideFloat>,
    behind: Vec<WideFloat>,
}

impl<'m> SumsFromBothEnds<'m> {
    fn new(masses: &'m [WideFloat]) -> Self {
        let running = |masses: &mut dyn Iterator<Item = &WideFloat>| {
            let mut sum = WideFloat::ZERO;
            let mut sums = vec![sum];
            for mass in masses {
                sum = sum.plus(*mass);
                sums.push(sum);
            }
            sums
        };
        let before = running(&mut masses.iter());
        let mut behind = running(&mut masses.iter().rev());
        behind.reverse();
        Self { masses, before, behind }
    }

    fn of(&self, columns: &Range<u64>) -> WideFloat {
        let (start, end) = (place(columns.start), place(columns.end));
        if start == 0 {
            self.before[end]
        } else if end == self.masses.len() {
            self.behind[start]
        } else {
            self.masses[start..end].iter().fold(WideFloat::ZERO, |sum, mass| sum.plus(*mass))
        }
    }
}

fn place(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}
