//! A metric on the confusion matrices with P positive and N negative samples.

use std::cmp::Ordering;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::compared::order_of_rates;
use super::quantile_sums::QuantileSums;
use super::ratio::Ratio;
use super::target::Target;
use super::{ExactValue, LatticeError};
use crate::num::{Rational, Value};
use crate::performance::Class;
use crate::score::{Counts, Likeness, Metric, Surrogate, ValueForm, quantile_sum};
use crate::work::check_memory;

/// The confusion matrices with that many positive and negative samples: tp from 0 to P, tn from 0
/// to N.
///
/// ```
/// use exactile::lattice::Lattice;
/// let lattice = Lattice::new(20, 40)?;
/// assert_eq!((lattice.positives(), lattice.negatives(), lattice.matrices()), (20, 40, 861));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    positives: u64,
    negatives: u64,
}

impl Lattice {
    /// The lattice of P positives and N negatives.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, LatticeError};
    /// assert_eq!(Lattice::new(0, 0), Err(LatticeError::Empty));
    /// ```
    ///
    /// # Errors
    /// Without any sample, or with more than 2^32 - 2 of a class.
    pub fn new(positives: u64, negatives: u64) -> Result<Self, LatticeError> {
        if positives == 0 && negatives == 0 {
            return Err(LatticeError::Empty);
        }
        let lattice = Self { positives, negatives };
        if positives.max(negatives) >= u64::from(u32::MAX) {
            return Err(lattice.too_many(u64::from(u32::MAX)));
        }
        Ok(lattice)
    }

    /// P
    pub fn positives(self) -> u64 {
        self.positives
    }

    /// N
    pub fn negatives(self) -> u64 {
        self.negatives
    }

    /// (P + 1)(N + 1)
    pub fn matrices(self) -> u128 {
        (u128::from(self.positives) + 1) * (u128::from(self.negatives) + 1)
    }

    /// The position of a matrix in the order of (tp, tn).
    pub(crate) fn index(self, tp: u64, tn: u64) -> u64 {
        tp * (self.negatives + 1) + tn
    }

    /// (tp, tn) at a position.
    pub(crate) fn point(self, index: u64) -> (u64, u64) {
        (index / (self.negatives + 1), index % (self.negatives + 1))
    }

    /// Refuses lattices without samples of a class.
    pub(crate) fn check_both_classes(self) -> Result<(), LatticeError> {
        let class = match (self.positives, self.negatives) {
            (0, _) => Class::Positive,
            (_, 0) => Class::Negative,
            _ => return Ok(()),
        };
        Err(LatticeError::NoSamples { class })
    }

    /// Refuses lattices with more matrices than the limit, or than memory can hold.
    pub(crate) fn check_size(self, limit: u64) -> Result<(), LatticeError> {
        /// Keys, sorted, with masses and values: as measured.
        const BYTES: u128 = 100;
        let matrices = self.matrices();
        if matrices > u128::from(limit) {
            return Err(self.too_many(limit));
        }
        Ok(check_memory(matrices * BYTES)?)
    }

    fn too_many(self, limit: u64) -> LatticeError {
        let side = limit.isqrt().saturating_sub(1);
        LatticeError::TooManyMatrices { matrices: self.matrices(), limit, side }
    }
}

/// A value translated to a metric's surrogates.
#[derive(Clone, Debug)]
pub(super) struct Threshold {
    pub(super) target: Target,
    /// The fraction that num/den is compared with, for a rational surrogate.
    fraction: Option<(BigInt, BigInt)>,
    /// The same, where it fits.
    machine: Option<(i128, i128)>,
}

impl Threshold {
    /// The order of num/den at a point relative to the threshold, by cross multiplication.
    fn order_of(&self, ratio: &Ratio, tp: u64, tn: u64) -> Ordering {
        match self.target {
            Target::Above => return Ordering::Less,
            Target::Below => return Ordering::Greater,
            _ => {}
        }
        let (numerator, denominator) = ratio.at(tp, tn);
        if denominator == 0 {
            return if self.target == Target::Infinity {
                Ordering::Equal
            } else {
                Ordering::Greater
            };
        }
        if let Some((above, below)) = self.machine {
            let products = (numerator.checked_mul(below), denominator.checked_mul(above));
            if let (Some(left), Some(right)) = products {
                return left.cmp(&right);
            }
        }
        match &self.fraction {
            Some((above, below)) => (below * numerator).cmp(&(above * denominator)),
            None => self.target.order_of(&(Rational::new(numerator, denominator) * ratio.factor())),
        }
    }
}

/// A metric on a lattice: where it is defined, its order, its values.
#[derive(Clone, Debug)]
pub(crate) struct MetricOnLattice {
    pub(crate) metric: Metric,
    pub(crate) lattice: Lattice,
    order: Order,
    /// Divisor of the logarithm, for the metrics that are scaled logarithms.
    scale: Option<Rational>,
}

#[derive(Clone, Debug)]
enum Order {
    /// Undefined on every matrix: a scaled logarithm without a scale.
    Nowhere,
    Ratio(Box<Ratio>),
    Quantiles(Box<QuantileSums>),
}

impl MetricOnLattice {
    pub(crate) fn new(metric: &Metric, lattice: Lattice) -> Result<Self, LatticeError> {
        let (p, n) = (Rational::from(lattice.positives), Rational::from(lattice.negatives));
        let scale = metric.scale(&p, &n);
        let order = match metric.form() {
            ValueForm::Quantiles => {
                // A table of quantiles is what costs here.
                Order::Quantiles(Box::new(QuantileSums::new(lattice.positives, lattice.negatives)))
            }
            ValueForm::ScaledLog if scale.is_none() => Order::Nowhere,
            _ => {
                let ratio = Ratio::new(metric, lattice.positives, lattice.negatives);
                let too_large = || LatticeError::NumbersTooLarge {
                    metric: metric.to_string(),
                    positives: lattice.positives,
                    negatives: lattice.negatives,
                };
                Order::Ratio(Box::new(ratio.ok_or_else(too_large)?))
            }
        };
        Ok(Self { metric: metric.clone(), lattice, order, scale })
    }

    /// The surrogate's ratio, for all metrics but d' and those undefined everywhere.
    pub(super) fn ratio(&self) -> Option<&Ratio> {
        match &self.order {
            Order::Ratio(ratio) => Some(ratio),
            Order::Nowhere | Order::Quantiles(_) => None,
        }
    }

    /// The sums of quantiles, for d'.
    pub(super) fn quantiles(&self) -> Option<&QuantileSums> {
        match &self.order {
            Order::Quantiles(sums) => Some(sums),
            Order::Nowhere | Order::Ratio(_) => None,
        }
    }

    pub(super) fn scale(&self) -> Option<&Rational> {
        self.scale.as_ref()
    }

    pub(crate) fn is_defined(&self, tp: u64, tn: u64) -> bool {
        match &self.order {
            Order::Nowhere => false,
            Order::Ratio(ratio) => ratio.is_defined(tp, tn),
            Order::Quantiles(sums) => sums.is_defined(tp, tn),
        }
    }

    /// The columns tn of a row tp on which the metric is defined.
    ///
    /// With samples of both classes, 0/0 occurs only where two of the four counts, of different
    /// classes, are zero, that is at a corner of the lattice, if at all. Without samples of one
    /// class there is only one row, or only one column, and each place is tried.
    pub(crate) fn defined_columns(&self, tp: u64) -> Range<u64> {
        let last = self.lattice.negatives;
        if matches!(self.order, Order::Nowhere) {
            return 0..0;
        }
        if self.lattice.positives == 0 || last == 0 {
            let mut defined = (0..=last).filter(|&tn| self.is_defined(tp, tn));
            let Some(first) = defined.next() else { return 0..0 };
            return first..defined.next_back().unwrap_or(first) + 1;
        }
        let start = u64::from(!self.is_defined(tp, 0));
        let end = last + u64::from(self.is_defined(tp, last));
        if start < end { start..end } else { 0..0 }
    }

    /// The matrices on which the metric is undefined.
    pub(super) fn undefined_points(&self) -> Vec<(u64, u64)> {
        let of_row = |(tp, columns): (u64, Range<u64>)| columns.map(move |tn| (tp, tn));
        self.undefined_rows().into_iter().flat_map(of_row).collect()
    }

    /// The same as intervals of rows.
    pub(super) fn undefined_rows(&self) -> Vec<(u64, Range<u64>)> {
        let columns = self.lattice.negatives + 1;
        (0..=self.lattice.positives)
            .flat_map(|tp| {
                let defined = self.defined_columns(tp);
                [(tp, 0..defined.start), (tp, defined.end..columns)]
            })
            .filter(|(_, columns)| !columns.is_empty())
            .collect()
    }

    /// On how many matrices the metric is undefined.
    pub(crate) fn undefined_count(&self) -> u64 {
        let columns = self.lattice.negatives + 1;
        (0..=self.lattice.positives)
            .map(|tp| {
                let defined = self.defined_columns(tp);
                columns - (defined.end - defined.start)
            })
            .sum()
    }

    /// Binary digits of the largest key.
    pub(super) fn key_bits(&self) -> u32 {
        match &self.order {
            Order::Nowhere => 1,
            Order::Ratio(ratio) => ratio.key_bits(),
            Order::Quantiles(_) => QuantileSums::KEY_BITS,
        }
    }

    /// An integer that increases with the metric and is equal only for equal values.
    pub(crate) fn key(&self, tp: u64, tn: u64) -> u128 {
        match &self.order {
            Order::Nowhere => unreachable!("asked only where the metric is defined"),
            Order::Ratio(ratio) => ratio.key(tp, tn),
            Order::Quantiles(sums) => sums.key(tp, tn),
        }
    }

    /// Calls `visit` with (tn, key) for defined points of a row.
    #[inline]
    pub(crate) fn for_each_key(
        &self,
        tp: u64,
        columns: Range<u64>,
        mut visit: impl FnMut(u64, u128),
    ) {
        match &self.order {
            Order::Nowhere => {}
            Order::Ratio(ratio) => ratio.for_each_key(tp, columns, visit),
            Order::Quantiles(sums) => columns.for_each(|tn| visit(tn, sums.key(tp, tn))),
        }
    }

    /// Returns `true` if the metric falls as tn grows, on this row.
    ///
    /// On each row every metric of the catalogue is monotone (it may be constant): rates and
    /// predictive values, and what increases with them, their mean included, rise or fall
    /// throughout, and benefits are linear.
    pub(crate) fn falls_on_row(&self, tp: u64, columns: &Range<u64>) -> bool {
        !columns.is_empty() && self.key(tp, columns.start) > self.key(tp, columns.end - 1)
    }

    /// Returns `true` if the metric never falls as tp or tn grows. So does every ranking score, and
    /// what orders matrices of equal counts as one does.
    pub(crate) fn rises(&self) -> bool {
        let has_both = self.lattice.positives > 0 && self.lattice.negatives > 0;
        let likeness = self.metric.standing().map(|standing| standing.likeness);
        has_both && matches!(likeness, Ok(Likeness::Equal | Likeness::Increasing))
    }

    /// The surrogate at a point where the metric is defined; `None` for d'.
    pub(crate) fn surrogate(&self, tp: u64, tn: u64) -> Option<Surrogate> {
        self.ratio().map(|ratio| ratio.surrogate(tp, tn))
    }

    /// The value at a point.
    pub(super) fn value(&self, tp: u64, tn: u64) -> Value {
        if !self.is_defined(tp, tn) {
            return Value::Undefined(self.reason(tp, tn));
        }
        match &self.order {
            Order::Nowhere => unreachable!("defined nowhere"),
            Order::Ratio(ratio) => {
                self.metric.value_at(&ratio.surrogate(tp, tn), self.scale.as_ref())
            }
            Order::Quantiles(_) => {
                let (tpr, tnr) = self.rates(tp, tn);
                quantile_sum(&tpr, &tnr)
            }
        }
    }

    fn reason(&self, tp: u64, tn: u64) -> &'static str {
        let big = |value: u64| BigInt::from(value);
        self.metric.reason_at(&Counts {
            tn: big(tn),
            fp: big(self.lattice.negatives - tn),
            fn_: big(self.lattice.positives - tp),
            tp: big(tp),
            unit: big(1),
        })
    }

    pub(crate) fn rates(&self, tp: u64, tn: u64) -> (Rational, Rational) {
        (Rational::new(tp, self.lattice.positives), Rational::new(tn, self.lattice.negatives))
    }

    /// Returns the position of a value among the surrogates.
    pub(super) fn threshold(&self, value: &ExactValue) -> Result<Threshold, LatticeError> {
        let target = Target::new(&self.metric, self.scale.as_ref(), value)?;
        let fraction = match (&target, &self.order) {
            (Target::At(rational), Order::Ratio(ratio)) => {
                let scaled = rational / ratio.factor();
                Some((scaled.numerator(), scaled.denominator()))
            }
            _ => None,
        };
        let machine =
            fraction.as_ref().and_then(|(above, below)| Some((above.to_i128()?, below.to_i128()?)));
        Ok(Threshold { target, fraction, machine })
    }

    /// The order of the metric at a point where it is defined, relative to a threshold.
    pub(super) fn order_at(
        &self,
        tp: u64,
        tn: u64,
        threshold: &Threshold,
    ) -> Result<Ordering, LatticeError> {
        match &self.order {
            Order::Nowhere => unreachable!("asked only where the metric is defined"),
            Order::Ratio(ratio) => Ok(threshold.order_of(ratio, tp, tn)),
            Order::Quantiles(_) => {
                let (tpr, tnr) = self.rates(tp, tn);
                order_of_rates(&tpr, &tnr, &threshold.target, &self.metric)
            }
        }
    }
}
