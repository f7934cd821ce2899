//! Quantiles: the smallest value at or below which a part of the mass lies, by bisection over the
//! integers that order the values. Each step is the mass of a staircase.

use std::ops::Range;

use crate::parallel::map;
use num_bigint::BigInt;

use super::metric_on_lattice::MetricOnLattice;
use super::model::Predictive;
use super::tail::{ClassSums, ExactSums, TailRelation};
use super::{ExactValue, LatticeError};
use crate::num::{Rational, Value};
use crate::score::Metric;
use crate::work::Watch;

impl Predictive {
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
    ) -> Result<Option<Value>, LatticeError> {
        self.quantile_counting(metric, part, None)
    }

    /// The quantile given that the metric is defined; with `undefined_as`, that of all of the mass,
    /// matrices on which the metric is undefined counting as that value.
    pub(super) fn quantile_counting(
        &self,
        metric: &Metric,
        part: &Rational,
        undefined_as: Option<&Rational>,
    ) -> Result<Option<Value>, LatticeError> {
        if !part.is_positive() || *part >= Rational::ONE {
            return Err(LatticeError::LevelOutOfRange(part.clone()));
        }
        self.check_masses()?;
        let on_lattice = MetricOnLattice::new(metric, self.lattice())?;
        let undefined = on_lattice.undefined_rows();
        let defined: Vec<(u64, Range<u64>)> = (0..=self.lattice().positives())
            .map(|tp| (tp, on_lattice.defined_columns(tp)))
            .filter(|(_, columns)| !columns.is_empty())
            .collect();
        let sums = ClassSums::new(self);
        let whole = || defined.iter().cloned();
        let Some(value) = undefined_as.filter(|_| !undefined.is_empty()) else {
            if sums.mass(whole()).value.is_zero() {
                return Ok(None);
            }
            let search = Search { next: self, sums, part, added: &[], all: &defined };
            return search.quantile(&on_lattice).map(Some);
        };
        // Below the value, at it, or above it: where the part is reached first.
        let threshold = on_lattice.threshold(&ExactValue::Rational(value.clone()))?;
        let all: Vec<(u64, Range<u64>)> = whole().chain(undefined.iter().cloned()).collect();
        let mut search = Search { next: self, sums, part, added: &[], all: &all };
        if search.reaches(&on_lattice.intervals(
            TailRelation::Below,
            &threshold,
            &Watch::never(),
        )?)? {
            return search.quantile(&on_lattice).map(Some);
        }
        search.added = &undefined;
        if search.reaches(&on_lattice.intervals(
            TailRelation::AtMost,
            &threshold,
            &Watch::never(),
        )?)? {
            return Ok(Some(Value::Exact(value.clone())));
        }
        search.quantile(&on_lattice).map(Some)
    }
}

/// The search for the smallest value at or below which a part of the mass lies.
struct Search<'s> {
    next: &'s Predictive,
    sums: ClassSums,
    part: &'s Rational,
    /// Matrices that count as less than every value that is searched.
    added: &'s [(u64, Range<u64>)],
    /// All matrices that the part is a part of.
    all: &'s [(u64, Range<u64>)],
}

impl Search<'_> {
    /// Returns `true` if the part is reached by these matrices and those added.
    fn reaches(&self, rows: &[(u64, Range<u64>)]) -> Result<bool, LatticeError> {
        let rows = || rows.iter().chain(self.added).cloned();
        let whole = || self.all.iter().cloned();
        let (mass, all) = (self.sums.mass(rows()), self.sums.mass(whole()));
        if let Some(reached) = self.sums.reaches(&mass, &all, self.part) {
            return Ok(reached);
        }
        self.next.check_exact().map_err(|_| LatticeError::Undecided)?;
        let exact = ExactSums::new(self.next);
        let (mass, all) = (BigInt::from(exact.mass(rows())), BigInt::from(exact.mass(whole())));
        Ok(mass * self.part.denominator() >= all * self.part.numerator())
    }

    /// The value, by bisection over the keys. What is searched has to reach the part as a whole,
    /// and those added alone must not.
    fn quantile(&self, on_lattice: &MetricOnLattice) -> Result<Value, LatticeError> {
        let mut rows: Vec<SearchedRow> = (0..=self.next.lattice().positives())
            .map(|tp| {
                let columns = on_lattice.defined_columns(tp);
                let falls = on_lattice.falls_on_row(tp, &columns);
                SearchedRow { tp, open: columns.clone(), columns, falls, bound: 0 }
            })
            .filter(|row| !row.columns.is_empty())
            .collect();
        // Invariant: less than the part lies below key `low`, at least the part below `high`.
        let (mut low, mut high) = (0_u128, 1 << on_lattice.key_bits().min(127));
        while high - low > 1 {
            let middle = low.midpoint(high);
            let bounds =
                map(&rows, |row| on_lattice.bound(row.tp, row.open.clone(), row.falls, middle));
            for (row, bound) in rows.iter_mut().zip(bounds) {
                row.bound = bound;
            }
            let below: Vec<(u64, Range<u64>)> =
                rows.iter().map(|row| (row.tp, row.below())).collect();
            let reached = self.reaches(&below)?;
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
        Ok(on_lattice.value(tp, tn))
    }
}

/// A row during the search for a quantile.
struct SearchedRow {
    tp: u64,
    columns: Range<u64>,
    falls: bool,
    /// The columns whose keys are not yet known to be outside the searched range.
    open: Range<u64>,
    /// The column at which the keys cross the middle of the range.
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
