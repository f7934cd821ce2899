//! The distribution of a metric on further samples: all its values with their masses.
//!
//! The mass of a value is the sum of the joint masses of the matrices that take it ("Never mind
//! the metrics", appendix F). Two routes: integer numerators over one denominator
//! ([`Route::Exact`]), and 128-bit numbers with a proved error bound ([`Route::Certified`]) whose
//! decimals are printed only where the bound decides the last of 17 digits; where it does not, the
//! exact route decides. O((P + 1)(N + 1) log) time.
//!
//! Median, mean, variance and intervals are those of the distribution given that the metric is
//! defined.

use std::cmp::Ordering;
use std::sync::OnceLock;

use crate::parallel::{map, try_map, try_map_indices};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::LatticeError;
use super::error::unless_stopped;
use super::metric_on_lattice::MetricOnLattice;
use super::model::Predictive;
use super::moments::{ERRORS, MomentSums, SignedValue};
use super::ordered::{Convention, Ordered};
use crate::num::{CertifiedMass, Decimal17, Enclosure, Level, Rational, Value, WideFloat};
use crate::score::{Metric, Surrogate, ValueForm};
use crate::work::{Advance, Watch};

/// Memory for about 70 bytes per matrix at worst.
const MAX_MATRICES: u64 = 30_000_000;
/// The exact route holds two numerators per value.
const MAX_EXACT_BITS: u64 = 8_000_000_000;
/// Values per task.
const CHUNK: usize = 4096;
/// Values whose masses are summed between two calls of a callback.
const VALUES_OF_A_STEP: usize = 512;

/// Reason why a metric has no value in the distribution.
pub(super) const NOWHERE: &str = "the metric is undefined with probability 1";
/// Reason why a metric has no variance.
const INFINITE: &str = "infinite values have mass";

/// Arithmetic in which masses are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// Decimals correct to 17 significant digits.
    #[default]
    Certified,
    /// Integer numerators over one denominator.
    Exact,
}

/// A mass: a decimal correct to 17 significant digits, or a numerator over the distribution's
/// denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mass {
    /// The nearest decimal.
    Decimal(Decimal17),
    /// The numerator.
    Numerator(BigUint),
}

impl From<Mass> for Value {
    /// As results write it: a numerator is its own integer.
    fn from(mass: Mass) -> Self {
        match mass {
            Mass::Decimal(decimal) => decimal.into(),
            Mass::Numerator(numerator) => Rational::from(BigInt::from(numerator)).into(),
        }
    }
}

/// Masses by value, of one of the two routes.
#[derive(Debug)]
enum Masses {
    Certified { masses: Vec<WideFloat>, cumulative: Vec<WideFloat>, error: u64 },
    Exact { masses: Vec<BigUint>, cumulative: Vec<BigUint> },
}

/// The distribution of a metric.
///
/// ```
/// # use exactile::Metric;
/// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
/// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
/// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
/// // TPR of one further positive, after 3 of 4 were found.
/// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
/// let values: Vec<String> = (0..pmf.distinct()).map(|k| pmf.value(k).to_string()).collect();
/// assert_eq!(values, ["0", "1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MetricPmf {
    on_lattice: MetricOnLattice,
    predictive: Predictive,
    /// Matrices in the order of their values, and where each value's end.
    points: Vec<u64>,
    ends: Vec<usize>,
    undefined: Vec<u64>,
    /// The value that undefined matrices count as.
    convention: Option<Convention>,
    masses: Masses,
    /// Exact weights, made when a bound does not decide.
    weights: OnceLock<Weights>,
}

#[derive(Debug)]
struct Weights {
    by_tp: Vec<BigUint>,
    by_tn: Vec<BigUint>,
    /// Sums of the first weights of tn, made when they are needed.
    running: OnceLock<Vec<BigUint>>,
    denominator: BigUint,
}

impl Weights {
    fn running(&self) -> &[BigUint] {
        self.running.get_or_init(|| {
            let mut sum = BigUint::zero();
            let running = self.by_tn.iter().map(|weight| {
                sum += weight;
                sum.clone()
            });
            std::iter::once(BigUint::zero()).chain(running).collect()
        })
    }
}

impl MetricPmf {
    /// The distribution of a metric on further samples. With `undefined_as`, matrices on which the
    /// metric is undefined count as having that value.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// use exactile::{Metric, Rational, Value};
    /// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
    /// let next = Predictive::new(observed, &Model::default(), Lattice::new(20, 40)?)?;
    /// let ba = MetricPmf::new(&next, &Metric::BalancedAccuracy, Route::Certified, None)?;
    /// assert_eq!(ba.mean(), Value::Exact(Rational::new(60, 77)));
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Lattices too large to list, a convention that this metric is not compared with.
    pub fn new(
        predictive: &Predictive,
        metric: &Metric,
        route: Route,
        undefined_as: Option<&Rational>,
    ) -> Result<Self, LatticeError> {
        Self::watched(predictive, metric, route, undefined_as, &Watch::never())
    }

    /// As [`Self::new`]. `advance` is called for parts of the lattice and of the values, and may
    /// stop the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        predictive: &Predictive,
        metric: &Metric,
        route: Route,
        undefined_as: Option<&Rational>,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        let watch = Watch::new(advance);
        unless_stopped(Self::watched(predictive, metric, route, undefined_as, &watch))
    }

    fn watched(
        predictive: &Predictive,
        metric: &Metric,
        route: Route,
        undefined_as: Option<&Rational>,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let lattice = predictive.lattice();
        lattice.check_size(MAX_MATRICES)?;
        if route == Route::Exact {
            let digits = predictive.positive.digits() + predictive.negative.digits();
            let limit = (MAX_EXACT_BITS / (2 * digits).max(1)).max(1);
            lattice.check_size(limit)?;
        }
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let Ordered { points, ends, undefined, convention, .. } =
            Ordered::new(&on_lattice, undefined_as, watch)?;
        let mut pmf = Self {
            on_lattice,
            predictive: predictive.clone(),
            points,
            ends,
            undefined,
            convention,
            masses: Masses::Exact { masses: Vec::new(), cumulative: Vec::new() },
            weights: OnceLock::new(),
        };
        pmf.masses = match route {
            Route::Certified => pmf.certified_masses(watch)?,
            Route::Exact => pmf.exact_masses(watch)?,
        };
        Ok(pmf)
    }

    /// The number of distinct values.
    pub fn distinct(&self) -> usize {
        self.ends.len()
    }

    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.on_lattice.metric
    }

    /// The distribution of further results.
    pub fn predictive(&self) -> &Predictive {
        &self.predictive
    }

    /// Returns the value that undefined matrices count as, if one was requested and there are any.
    pub fn undefined_as(&self) -> Option<&Rational> {
        self.convention.as_ref().map(|convention| &convention.value)
    }

    /// The value at a place in increasing order.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.value(1).to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, place: usize) -> Value {
        match &self.convention {
            Some(convention) if convention.place == place && convention.is_alone => {
                Value::Exact(convention.value.clone())
            }
            _ => {
                let (tp, tn) = self.on_lattice.lattice.point(self.group(place)[0]);
                self.on_lattice.value(tp, tn)
            }
        }
    }

    /// Returns the number of matrices that take the value.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// // TPR is 1 for TN = 0 and for TN = 1.
    /// assert_eq!(pmf.count(1), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, place: usize) -> usize {
        self.group(place).len()
    }

    fn group(&self, place: usize) -> &[u64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.points[start..self.ends[place]]
    }

    /// The mass of the value at a place.
    pub fn mass(&self, place: usize) -> Mass {
        match &self.masses {
            Masses::Exact { masses, .. } => Mass::Numerator(masses[place].clone()),
            Masses::Certified { masses, error, .. } => {
                let exact = || self.exact_sum(self.group(place));
                Mass::Decimal(self.decided(CertifiedMass::new(masses[place], *error), exact))
            }
        }
    }

    /// The mass of this value and all below it.
    pub fn cumulative(&self, place: usize) -> Mass {
        match &self.masses {
            Masses::Exact { cumulative, .. } => Mass::Numerator(cumulative[place].clone()),
            Masses::Certified { cumulative, error, .. } => {
                let exact = || self.exact_sum(&self.points[..self.ends[place]]);
                Mass::Decimal(self.decided(CertifiedMass::new(cumulative[place], *error), exact))
            }
        }
    }

    /// The common denominator of the exact route.
    pub fn denominator(&self) -> Option<&BigUint> {
        match self.masses {
            Masses::Exact { .. } => Some(&self.weights().denominator),
            Masses::Certified { .. } => None,
        }
    }

    /// The number of matrices on which the metric is undefined, and their mass.
    pub fn undefined(&self) -> (usize, Mass) {
        let mass = match &self.masses {
            Masses::Exact { .. } => Mass::Numerator(self.exact_sum(&self.undefined)),
            Masses::Certified { .. } => {
                Mass::Decimal(self.decided(self.certified_sum(&self.undefined), || {
                    self.exact_sum(&self.undefined)
                }))
            }
        };
        (self.undefined.len(), mass)
    }

    /// The places of the most probable values: several if their masses are equal, none if no
    /// defined value has mass.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.modes(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn modes(&self) -> Vec<usize> {
        if self.is_never_defined() {
            return Vec::new();
        }
        match &self.masses {
            Masses::Exact { masses, .. } => {
                let most = masses.iter().max();
                (0..masses.len()).filter(|&place| Some(&masses[place]) == most).collect()
            }
            Masses::Certified { masses, error, .. } => {
                let Some(most) = masses.iter().copied().max() else {
                    return Vec::new();
                };
                let least = CertifiedMass::new(most, *error).lower();
                // Compared as computed first: few come near the largest.
                let near = most
                    * WideFloat::from_ratio(
                        &BigUint::from((1_u64 << 40) - 1),
                        &BigUint::from(1_u64 << 40),
                    );
                let candidates: Vec<usize> = (0..masses.len())
                    .filter(|&place| masses[place] >= near)
                    .filter(|&place| CertifiedMass::new(masses[place], *error).upper() >= least)
                    .collect();
                if candidates.len() < 2 {
                    return candidates;
                }
                let exact: Vec<BigUint> =
                    candidates.iter().map(|&place| self.exact_sum(self.group(place))).collect();
                let most = exact.iter().max();
                let kept = candidates.iter().zip(&exact).filter(|(_, mass)| Some(*mass) == most);
                kept.map(|(place, _)| *place).collect()
            }
        }
    }

    /// The place of the smallest value at or below which that part of the defined mass lies;
    /// `None` if no value has any mass.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.quantile(&exactile::Rational::new(1, 4)), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quantile(&self, part: &Rational) -> Option<usize> {
        if self.is_never_defined() {
            return None;
        }
        let (mut low, mut high) = (0, self.distinct().checked_sub(1)?);
        while low < high {
            let middle = low.midpoint(high);
            if self.reaches(middle, part) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(low)
    }

    /// Returns `true` if no value has mass.
    pub(super) fn is_never_defined(&self) -> bool {
        match &self.masses {
            Masses::Certified { cumulative, .. } => {
                cumulative.last().is_none_or(|mass| mass.is_zero())
            }
            Masses::Exact { cumulative, .. } => cumulative.last().is_none_or(Zero::is_zero),
        }
    }

    /// The place of the median.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.median(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn median(&self) -> Option<usize> {
        self.quantile(&Rational::new(1, 2))
    }

    /// The places of the ends of the central interval: as much mass may lie below it as above.
    ///
    /// ```
    /// use exactile::num::Level;
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.central_interval(&Level::percent(90)), Some((0, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn central_interval(&self, level: &Level) -> Option<(usize, usize)> {
        let [low, high] = level.tails();
        self.quantile(&low).zip(self.quantile(&high))
    }

    /// Returns `true` if the cumulative mass at a place is at least that part of the defined mass.
    fn reaches(&self, place: usize, part: &Rational) -> bool {
        if let Masses::Certified { cumulative, error, .. } = &self.masses {
            let last = cumulative[cumulative.len() - 1];
            let (mass, all) =
                (CertifiedMass::new(cumulative[place], *error), CertifiedMass::new(last, *error));
            if mass.lower() >= all.upper() * part {
                return true;
            }
            if mass.upper() < all.lower() * part {
                return false;
            }
        }
        let (mass, all) = match &self.masses {
            Masses::Exact { cumulative, .. } => {
                (cumulative[place].clone(), cumulative[cumulative.len() - 1].clone())
            }
            Masses::Certified { .. } => {
                (self.exact_sum(&self.points[..self.ends[place]]), self.exact_sum(&self.points))
            }
        };
        BigInt::from(mass) * part.denominator() >= BigInt::from(all) * part.numerator()
    }

    /// The mean.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.mean().to_string(), "3/4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean(&self) -> Value {
        self.moments().0
    }

    /// The variance.
    ///
    /// ```
    /// # use exactile::Metric;
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// assert_eq!(pmf.variance().to_string(), "3/16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variance(&self) -> Value {
        self.moments().1
    }

    /// Mean and variance, given that the metric is defined. Exact for metrics that are linear in
    /// (tp, tn), from the moments of tp and tn, and on the exact route for all rational metrics;
    /// else enclosed.
    pub fn moments(&self) -> (Value, Value) {
        if let Some(exact) = self.linear_moments() {
            return exact;
        }
        if let Some(extreme) = self.infinite_moment() {
            return (extreme, Value::Undefined(INFINITE));
        }
        if let Some(exact) = self.exact_moments() {
            return exact;
        }
        let chunks: Vec<usize> = (0..self.distinct()).step_by(CHUNK).collect();
        let (masses, error) = match &self.masses {
            Masses::Certified { masses, error, .. } => (masses.clone(), *error),
            Masses::Exact { masses, .. } => {
                let denominator = &self.weights().denominator;
                (masses.iter().map(|mass| WideFloat::from_ratio(mass, denominator)).collect(), 3)
            }
        };
        let factor = self.on_lattice.ratio().map(|ratio| SignedValue::new(ratio.factor()));
        let parts = map(&chunks, |&start| {
            let mut sums = MomentSums::new();
            let end = (start + CHUNK).min(self.distinct());
            for (place, mass) in (start..end).zip(&masses[start..end]) {
                if let Some(value) = self.signed_value(place, factor) {
                    sums.add(CertifiedMass::new(*mass, error), value);
                }
            }
            sums
        });
        let sums = parts.iter().fold(MomentSums::new(), |mut all, part| {
            all.join(part);
            all
        });
        let count = u64::try_from(masses.len()).expect("a count");
        let defined: WideFloat = masses.iter().copied().sum();
        if defined.is_zero() {
            return (Value::Undefined(NOWHERE), Value::Undefined(NOWHERE));
        }
        sums.finish(&CertifiedMass::new(defined, error + count))
    }

    /// Infinite values that have positive mass.
    fn infinite_moment(&self) -> Option<Value> {
        if self.distinct() == 0 {
            return Some(Value::Undefined(NOWHERE));
        }
        let has_mass = |place: usize| match &self.masses {
            Masses::Certified { masses, .. } => !masses[place].is_zero(),
            Masses::Exact { masses, .. } => !masses[place].is_zero(),
        };
        let last = self.distinct() - 1;
        let above = self.value(last) == Value::Infinity && has_mass(last);
        let below = self.value(0) == Value::NegativeInfinity && has_mass(0);
        match (below, above) {
            (true, true) => Some(Value::Undefined("minus infinity and infinity both have mass")),
            (true, false) => Some(Value::NegativeInfinity),
            (false, true) => Some(Value::Infinity),
            (false, false) => None,
        }
    }

    /// For v = (k0 tp + k1 tn + k2) factor/den, defined everywhere.
    fn linear_moments(&self) -> Option<(Value, Value)> {
        if self.on_lattice.metric.form() != ValueForm::Plain || !self.undefined.is_empty() {
            return None;
        }
        if self.convention.is_some() {
            return None;
        }
        let ratio = self.on_lattice.ratio()?;
        let [by_tp, by_tn, constant] = ratio.linear_form()?;
        let (_, denominator) = ratio.at(0, 0);
        let big = |value: i128| Rational::from(BigInt::from(value));
        let unit = ratio.factor() / big(denominator);
        let (tp, tn) = self.predictive.means();
        let mean = (big(by_tp) * &tp + big(by_tn) * &tn + big(constant)) * &unit;
        let spread = |second: Rational, mean: &Rational| second - mean * mean;
        let variance =
            (big(by_tp) * big(by_tp) * spread(self.predictive.positive.second_moment(), &tp)
                + big(by_tn) * big(by_tn) * spread(self.predictive.negative.second_moment(), &tn))
                * &unit
                * &unit;
        Some((Value::Exact(mean), Value::Exact(variance)))
    }

    /// Sums of rationals, one denominator after the other: only where the masses are exact.
    fn exact_moments(&self) -> Option<(Value, Value)> {
        const MOST_DENOMINATORS: usize = 20_000;
        let Masses::Exact { masses, .. } = &self.masses else { return None };
        if self.on_lattice.metric.form() != ValueForm::Plain {
            return None;
        }
        let mut by_denominator = std::collections::BTreeMap::<BigInt, (BigInt, BigInt)>::new();
        let mut all = BigInt::zero();
        for (place, mass) in masses.iter().enumerate() {
            let mass = BigInt::from(mass.clone());
            all += &mass;
            let Value::Exact(value) = self.value(place) else {
                // An infinite value without mass takes no part.
                continue;
            };
            let (numerator, denominator) = (value.numerator(), value.denominator());
            let sums = by_denominator.entry(denominator).or_default();
            let product = mass * &numerator;
            sums.1 += &product * numerator;
            sums.0 += product;
        }
        if by_denominator.len() > MOST_DENOMINATORS || all.is_zero() {
            return None;
        }
        let common = by_denominator.keys().fold(BigInt::from(1), |common, denominator| {
            num_integer::lcm(common, denominator.clone())
        });
        let (mut first, mut second) = (BigInt::zero(), BigInt::zero());
        for (denominator, (sum, squares)) in &by_denominator {
            let factor = &common / denominator;
            second += squares * &factor * &factor;
            first += sum * factor;
        }
        let mean = Rational::new(first, &common * &all);
        let square = Rational::new(second, &common * &common * &all);
        let variance = square - &mean * &mean;
        Some((Value::Exact(mean), Value::Exact(variance)))
    }

    /// The value at a place with its error; `None` for infinite ones, which have no mass here.
    fn signed_value(&self, place: usize, factor: Option<SignedValue>) -> Option<SignedValue> {
        let alone = matches!(&self.convention, Some(of) if of.place == place && of.is_alone);
        let (tp, tn) = self.on_lattice.lattice.point(self.group(place)[0]);
        let (Some(ratio), false) = (self.on_lattice.ratio(), alone) else {
            return match self.value(place) {
                Value::Exact(value) => Some(SignedValue::new(&value)),
                _ => None,
            };
        };
        let form = self.on_lattice.metric.form();
        if matches!(form, ValueForm::Plain | ValueForm::Root) {
            let (numerator, denominator) = ratio.at(tp, tn);
            if denominator == 0 {
                return None;
            }
            let factor = factor?;
            let quotient = WideFloat::from_u128(numerator.unsigned_abs()) * factor.magnitude
                / WideFloat::from_u128(denominator.unsigned_abs());
            let value = SignedValue {
                sign: numerator.cmp(&0),
                magnitude: quotient,
                error: factor.error + 2,
            };
            return Some(if form == ValueForm::Root { value.sqrt() } else { value });
        }
        let Surrogate::Finite(s) = ratio.surrogate(tp, tn) else { return None };
        self.transformed(form, &s)
    }

    /// The prevalence threshold or a logarithm, from its surrogate.
    fn transformed(&self, form: ValueForm, s: &Rational) -> Option<SignedValue> {
        const BITS: u32 = 120;
        if s.is_zero() {
            let zero = SignedValue { sign: Ordering::Equal, magnitude: WideFloat::ZERO, error: 0 };
            return (form == ValueForm::Threshold).then_some(zero);
        }
        if form == ValueForm::Threshold {
            let odds = SignedValue::new(&(s.complement() / s)).sqrt();
            let below = WideFloat::ONE + odds.magnitude;
            return Some(SignedValue {
                sign: Ordering::Greater,
                magnitude: WideFloat::ONE / below,
                error: odds.error + 2,
            });
        }
        if *s == Rational::ONE {
            return Some(SignedValue {
                sign: Ordering::Equal,
                magnitude: WideFloat::ZERO,
                error: 0,
            });
        }
        let sign = s.cmp(&Rational::ONE);
        let away = if sign == Ordering::Less { s.reciprocal()? } else { s.clone() };
        let logarithm = SignedValue::from_enclosure(&Enclosure::ln(&away, BITS));
        let scaled = match self.on_lattice.scale() {
            None => logarithm,
            Some(scale) => {
                let base = SignedValue::from_enclosure(&Enclosure::ln(scale, BITS));
                SignedValue {
                    magnitude: logarithm.magnitude / base.magnitude,
                    error: logarithm.error.checked_add(base.error + 1).expect(ERRORS),
                    ..logarithm
                }
            }
        };
        Some(SignedValue { sign, ..scaled })
    }

    /// The value at a place in units of 2^-bits: for a ratio or a root of one, with a relative
    /// error of few units of 2^-126 before it is rounded down; for d', within 2^-92 if it is
    /// finite. `None` for other forms.
    pub(super) fn fixed_value(&self, place: usize, bits: u32) -> Option<i128> {
        let form = self.on_lattice.metric.form();
        if let Some(sums) = self.on_lattice.quantiles() {
            let is_alone = self.convention.as_ref().is_some_and(|of| of.place == place);
            let (tp, tn) = self.on_lattice.lattice.point(self.group(place)[0]);
            return if is_alone { None } else { sums.fixed(tp, tn, bits) };
        }
        if !matches!(form, ValueForm::Plain | ValueForm::Root) {
            return None;
        }
        let factor = SignedValue::new(self.on_lattice.ratio()?.factor());
        let value = self.signed_value(place, Some(factor))?;
        let magnitude = value.magnitude.to_fixed(bits)?;
        Some(if value.sign == Ordering::Less { -magnitude } else { magnitude })
    }

    /// Cumulative masses in units of 2^-bits, each off by less than 2^(bits - 90) units.
    pub(super) fn fixed_cumulative(&self, bits: u32) -> Vec<i128> {
        match &self.masses {
            Masses::Certified { cumulative, .. } => cumulative
                .iter()
                .map(|sum| sum.to_fixed(bits).expect("a probability is about 1 at most"))
                .collect(),
            Masses::Exact { cumulative, .. } => {
                let denominator = &self.weights().denominator;
                let fixed = |sum: &BigUint| (sum << bits) / denominator;
                cumulative
                    .iter()
                    .map(|sum| i128::try_from(fixed(sum)).expect("at most 1"))
                    .collect()
            }
        }
    }

    /// The mass from one place to another, both included, over the denominator.
    pub(super) fn interval_mass(&self, start: usize, end: usize) -> BigUint {
        let first = if start == 0 { 0 } else { self.ends[start - 1] };
        match &self.masses {
            Masses::Exact { masses, .. } => masses[start..=end].iter().sum(),
            Masses::Certified { .. } => self.exact_sum(&self.points[first..self.ends[end]]),
        }
    }

    /// The mass from one place to another, both included, as a decimal of the certified route.
    pub(super) fn decimal_between(&self, start: usize, end: usize) -> Mass {
        let exact = || self.interval_mass(start, end);
        let Masses::Certified { masses, error, .. } = &self.masses else {
            return Mass::Numerator(exact());
        };
        let sum = masses[start..=end].iter().copied().sum();
        Mass::Decimal(self.decided(CertifiedMass::new(sum, *error), exact))
    }

    /// The part of the defined mass from one place to another, both included, if the bound of the
    /// certified route decides its decimal.
    pub(super) fn certified_share(&self, start: usize, end: usize) -> Option<Decimal17> {
        let Masses::Certified { masses, error, .. } = &self.masses else { return None };
        let sum = |masses: &[WideFloat]| masses.iter().copied().sum::<WideFloat>();
        let share = sum(&masses[start..=end]) / sum(masses);
        CertifiedMass::new(share, 2 * error + 1).to_decimal()
    }

    /// The surrogate at a place, where it is finite.
    pub(super) fn surrogate(&self, place: usize) -> Option<Rational> {
        let (tp, tn) = self.on_lattice.lattice.point(self.group(place)[0]);
        match self.on_lattice.ratio()?.surrogate(tp, tn) {
            Surrogate::Finite(s) => Some(s),
            Surrogate::Infinity => None,
        }
    }

    /// TPR and TNR of a matrix that takes the value at a place.
    pub(super) fn rates(&self, place: usize) -> (Rational, Rational) {
        let lattice = self.on_lattice.lattice;
        let (tp, tn) = lattice.point(self.group(place)[0]);
        (Rational::new(tp, lattice.positives()), Rational::new(tn, lattice.negatives()))
    }

    fn certified_masses(&self, watch: &Watch<'_>) -> Result<Masses, LatticeError> {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (self.predictive.positive.masses(), self.predictive.negative.masses());
        let lattice = self.on_lattice.lattice;
        // A list this short is not worth the way to another core.
        let starts: Vec<usize> = (0..self.distinct()).step_by(VALUES_OF_A_STEP).collect();
        let parts: Vec<Vec<WideFloat>> = try_map(&starts, |&start| {
            watch.step_on_lattice()?;
            let mass = |&point| {
                let (tp, tn) = lattice.point(point);
                by_tp[at(tp)] * by_tn[at(tn)]
            };
            let end = (start + VALUES_OF_A_STEP).min(self.distinct());
            let masses = (start..end).map(|place| self.group(place).iter().map(mass).sum());
            Ok::<_, LatticeError>(masses.collect())
        })?;
        let masses = parts.concat();
        let mut sum = WideFloat::ZERO;
        let cumulative = masses
            .iter()
            .map(|mass| {
                sum += *mass;
                sum
            })
            .collect();
        // A product adds both errors and one; each matrix of a value and each value below it
        // rounds a sum once.
        let additions = u64::try_from(self.points.len() + masses.len()).expect("a count");
        Ok(Masses::Certified { masses, cumulative, error: tp_error + tn_error + 1 + additions })
    }

    fn exact_masses(&self, watch: &Watch<'_>) -> Result<Masses, LatticeError> {
        let masses: Vec<BigUint> = try_map_indices(self.distinct(), |place| {
            watch.step_on_lattice()?;
            Ok::<_, LatticeError>(self.exact_sum(self.group(place)))
        })?;
        let mut sum = BigUint::zero();
        let cumulative = masses
            .iter()
            .map(|mass| {
                sum += mass;
                sum.clone()
            })
            .collect();
        Ok(Masses::Exact { masses, cumulative })
    }

    /// A sum of joint masses, over the denominator.
    ///
    /// Neighbouring values hold an interval of each row: with running sums of one class's weights
    /// many points cost one product a row, O(P) products of long integers instead of O(P N).
    fn exact_sum(&self, points: &[u64]) -> BigUint {
        let weights = self.weights();
        let lattice = self.on_lattice.lattice;
        let rows = weights.by_tp.len();
        if points.len() <= 2 * rows {
            let joint = |&point: &u64| {
                let (tp, tn) = lattice.point(point);
                &weights.by_tp[at(tp)] * &weights.by_tn[at(tn)]
            };
            return points.iter().map(joint).sum();
        }
        // The least column of each row, the greatest, and how many there are.
        let mut spans = vec![(u64::MAX, 0, 0); rows];
        for &point in points {
            let (tp, tn) = lattice.point(point);
            let (least, most, count) = &mut spans[at(tp)];
            *least = tn.min(*least);
            *most = tn.max(*most);
            *count += 1;
        }
        let is_interval =
            |&(least, most, count): &(u64, u64, u64)| count == 0 || most - least + 1 == count;
        let mut by_row = vec![BigUint::zero(); rows];
        if spans.iter().all(is_interval) {
            let sums = weights.running();
            for (row, (least, most, count)) in by_row.iter_mut().zip(spans) {
                if count > 0 {
                    *row = &sums[at(most) + 1] - &sums[at(least)];
                }
            }
        } else {
            for &point in points {
                let (tp, tn) = lattice.point(point);
                by_row[at(tp)] += &weights.by_tn[at(tn)];
            }
        }
        by_row.iter().zip(&weights.by_tp).map(|(row, by_tp)| row * by_tp).sum()
    }

    fn certified_sum(&self, points: &[u64]) -> CertifiedMass {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (self.predictive.positive.masses(), self.predictive.negative.masses());
        let mass = |&point| {
            let (tp, tn) = self.on_lattice.lattice.point(point);
            by_tp[at(tp)] * by_tn[at(tn)]
        };
        let sum = points.iter().map(mass).sum();
        let additions = u64::try_from(points.len()).expect("a count");
        CertifiedMass::new(sum, tp_error + tn_error + 1 + additions)
    }

    fn weights(&self) -> &Weights {
        self.weights.get_or_init(|| Weights {
            by_tp: self.predictive.positive.weights(),
            by_tn: self.predictive.negative.weights(),
            running: OnceLock::new(),
            denominator: self.predictive.positive.total() * self.predictive.negative.total(),
        })
    }

    /// The decimal of a certified mass, by the exact route where its bound does not decide.
    fn decided(&self, mass: CertifiedMass, exact: impl Fn() -> BigUint) -> Decimal17 {
        mass.to_decimal()
            .unwrap_or_else(|| Decimal17::of_ratio(&exact(), &self.weights().denominator))
    }

    /// A mass of the certified route with its bound, for tests of the bound.
    pub fn certified_mass(&self, place: usize) -> Option<CertifiedMass> {
        match &self.masses {
            Masses::Certified { masses, error, .. } => {
                Some(CertifiedMass::new(masses[place], *error))
            }
            Masses::Exact { .. } => None,
        }
    }
}

fn at(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}
