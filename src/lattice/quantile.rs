//! Quantiles: the smallest value at or below which a part of the mass lies, by bisection over the
//! integers that order the values. Each step is the mass of a staircase.

use std::ops::Range;

use crate::parallel::map;
use num_bigint::BigInt;

use super::metric_on_lattice::MetricOnLattice;
use super::model::Predictive;
use super::tail::{ClassSums, ExactSums, TailRelation};
use super::{ExactValue, LatticeError};
use crate::num::{CertifiedMass, Level, Rational, Value};
use crate::score::Metric;
use crate::work::Watch;

impl Predictive {
    /// The smallest value of a metric at or below which that part of its mass lies, given that it
    /// is defined: by bisection over the integers that order the values, each step the mass of a
    /// staircase. `None` where no value has any mass.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// use exactile::num::Level;
    /// use exactile::Metric;
    /// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
    /// let next = Predictive::new(observed, &Model::default(), Lattice::new(20, 40)?)?;
    /// let median = next.quantile(&Metric::BalancedAccuracy, &Level::percent(50))?;
    /// assert_eq!(median.unwrap().to_string(), "63/80");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Counts too large to compare; a mass too close to the part to be decided, on lattices too
    /// large for exact fractions.
    pub fn quantile(&self, metric: &Metric, part: &Level) -> Result<Option<Value>, LatticeError> {
        self.quantile_counting(metric, part, None)
    }

    /// The quantile given that the metric is defined; with `undefined_as`, that of all of the mass,
    /// matrices on which the metric is undefined counting as that value.
    pub(super) fn quantile_counting(
        &self,
        metric: &Metric,
        part: &Level,
        undefined_as: Option<&Rational>,
    ) -> Result<Option<Value>, LatticeError> {
        let found = Quantiles::new(self)?.counting(metric, [part], undefined_as)?;
        Ok(found.map(|[value]| value))
    }
}

/// Quantiles of one distribution, by several metrics: what they share is worked out once.
///
/// ```
/// use exactile::lattice::{Lattice, Model, Observation, Predictive, Quantiles};
/// use exactile::num::Level;
/// use exactile::Metric;
/// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
/// let next = Predictive::new(observed, &Model::default(), Lattice::new(20, 40)?)?;
/// let middle = Quantiles::new(&next)?.of(&Metric::Tpr, Level::percent(50).tails().each_ref())?;
/// assert_eq!(middle.unwrap().map(|value| value.to_string()), ["7/10", "17/20"]);
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
pub struct Quantiles<'p> {
    next: &'p Predictive,
    sums: ClassSums,
}

impl<'p> Quantiles<'p> {
    /// Sums the masses of both classes. O(P + N).
    ///
    /// # Errors
    /// More masses than can be listed.
    pub fn new(next: &'p Predictive) -> Result<Self, LatticeError> {
        next.check_masses()?;
        Ok(Self { next, sums: ClassSums::new(next) })
    }

    /// As [`Predictive::quantile`], for several parts of the mass. For each part a bisection over
    /// the integers that order the values, O(R log N) comparisons for R rows that have mass.
    ///
    /// # Errors
    /// As [`Predictive::quantile`].
    pub fn of<const PARTS: usize>(
        &self,
        metric: &Metric,
        parts: [&Level; PARTS],
    ) -> Result<Option<[Value; PARTS]>, LatticeError> {
        self.counting(metric, parts, None)
    }

    fn counting<const PARTS: usize>(
        &self,
        metric: &Metric,
        parts: [&Level; PARTS],
        undefined_as: Option<&Rational>,
    ) -> Result<Option<[Value; PARTS]>, LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, self.next.lattice())?;
        let undefined = on_lattice.undefined_rows();
        let undefined_as = undefined_as.filter(|_| !undefined.is_empty());
        let mut all: Vec<(u64, Range<u64>)> = (0..=self.next.lattice().positives())
            .map(|tp| (tp, on_lattice.defined_columns(tp)))
            .filter(|(_, columns)| !columns.is_empty())
            .collect();
        if undefined_as.is_some() {
            all.extend(undefined.iter().cloned());
        }
        let whole = self.sums.mass(all.iter().cloned());
        if whole.value.is_zero() {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(PARTS);
        for part in parts {
            let (next, sums, all) = (self.next, &self.sums, &all[..]);
            let search = Search { next, sums, part, added: &[], all, whole: &whole };
            values.push(match undefined_as {
                None => search.quantile(&on_lattice)?,
                Some(value) => search.with_undefined(&on_lattice, &undefined, value)?,
            });
        }
        Ok(values.try_into().ok())
    }
}

/// The search for the smallest value at or below which a part of the mass lies.
struct Search<'s> {
    next: &'s Predictive,
    sums: &'s ClassSums,
    part: &'s Level,
    /// Matrices that count as less than every value that is searched.
    added: &'s [(u64, Range<u64>)],
    /// All matrices that the part is a part of, and their mass.
    all: &'s [(u64, Range<u64>)],
    whole: &'s CertifiedMass,
}

impl<'s> Search<'s> {
    /// The value where undefined matrices count as one: below it, at it, or above it, where the
    /// part is reached first.
    fn with_undefined(
        mut self,
        on_lattice: &MetricOnLattice,
        undefined: &'s [(u64, Range<u64>)],
        value: &Rational,
    ) -> Result<Value, LatticeError> {
        let threshold = on_lattice.threshold(&ExactValue::Rational(value.clone()))?;
        let rows =
            |relation: TailRelation| on_lattice.intervals(relation, &threshold, &Watch::never());
        if self.reaches(&rows(TailRelation::Below)?)? {
            return self.quantile(on_lattice);
        }
        self.added = undefined;
        if self.reaches(&rows(TailRelation::AtMost)?)? {
            return Ok(Value::Exact(value.clone()));
        }
        self.quantile(on_lattice)
    }

    /// Returns `true` if the part is reached by these matrices and those added.
    fn reaches(&self, rows: &[(u64, Range<u64>)]) -> Result<bool, LatticeError> {
        let rows = || rows.iter().chain(self.added).cloned();
        if let Some(reached) = self.sums.reaches(&self.sums.mass(rows()), self.whole, self.part) {
            return Ok(reached);
        }
        self.next.check_exact().map_err(|_| LatticeError::Undecided)?;
        let exact = ExactSums::new(self.next);
        let all = BigInt::from(exact.mass(self.all.iter().cloned()));
        let mass = BigInt::from(exact.mass(rows()));
        Ok(mass * self.part.denominator() >= all * self.part.numerator())
    }

    /// Returns `true` if the part is reached by these matrices and those added, `false` if it is
    /// not even with others of this mass; `None` if that is not decided.
    fn reaches_but_for(&self, rows: &[(u64, Range<u64>)], others: &CertifiedMass) -> Option<bool> {
        let mass = self.sums.mass(rows.iter().chain(self.added).cloned());
        let more = self.sums.reaches(&mass, self.whole, self.part);
        let most = CertifiedMass::new(mass.value + others.value, mass.error.max(others.error) + 1);
        let less = self.sums.reaches(&most, self.whole, self.part);
        match (more, less) {
            (Some(true), _) => Some(true),
            (_, Some(false)) => Some(false),
            _ => None,
        }
    }

    /// The value, by bisection over the keys. What is searched has to reach the part as a whole,
    /// and those added alone must not.
    fn quantile(&self, on_lattice: &MetricOnLattice) -> Result<Value, LatticeError> {
        let (window, others) = self.sums.window();
        if let Some(value) = self.within(window, Some(&others), on_lattice)? {
            return Ok(value);
        }
        let rows = 0..self.next.lattice().positives() + 1;
        let found = self.within(rows, None, on_lattice)?;
        Ok(found.expect("the distribution jumps only at keys of matrices"))
    }

    /// The value as far as these rows decide it, given the mass of the others.
    fn within(
        &self,
        rows: Range<u64>,
        others: Option<&CertifiedMass>,
        on_lattice: &MetricOnLattice,
    ) -> Result<Option<Value>, LatticeError> {
        let mut rows: Vec<SearchedRow> = rows
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
            let reached = match others {
                None => self.reaches(&below)?,
                Some(others) => match self.reaches_but_for(&below, others) {
                    Some(reached) => reached,
                    None => return Ok(None),
                },
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
        Ok(found.map(|(tp, tn)| on_lattice.value(tp, tn)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{Lattice, Model, Observation};

    /// Rows almost without mass are left out, and change nothing.
    #[test]
    fn a_window_has_the_values_of_all_rows() {
        let seen = [
            Observation { tn: 300, fp: 20, fn_: 7, tp: 173 },
            Observation { tn: 9, fp: 191, fn_: 400, tp: 0 },
        ];
        let mut narrow = 0;
        for observed in seen {
            let test = Lattice::new(180, 900).expect("samples");
            let next = Predictive::new(observed, &Model::default(), test).expect("a distribution");
            let sums = ClassSums::new(&next);
            let (window, others) = sums.window();
            narrow += u32::from(window.end - window.start < 181);
            for name in ["f1", "mcc", "ppv", "accuracy", "tpr", "d-prime"] {
                let metric: Metric = name.parse().expect("a metric");
                let on_lattice = MetricOnLattice::new(&metric, test).expect("small");
                let all: Vec<(u64, Range<u64>)> =
                    (0..=180).map(|tp| (tp, on_lattice.defined_columns(tp))).collect();
                let whole = sums.mass(all.iter().cloned());
                for part in
                    ["1/1000", "1/40", "7/8"].map(|text| text.parse::<Level>().expect("a part"))
                {
                    let (next, sums, all) = (&next, &sums, &all[..]);
                    let (part, whole) = (&part, &whole);
                    let search = Search { next, sums, part, added: &[], all, whole };
                    let found = search.within(window.clone(), Some(&others), &on_lattice);
                    let found = found.expect("decided").expect("in the window");
                    let expected = search.within(0..181, None, &on_lattice).expect("decided");
                    assert_eq!(Some(found), expected, "{name} {part}");
                }
            }
        }
        assert!(narrow > 0);
    }
}
