//! Histograms of a metric on further samples, for several classifiers, in bins common to all.
//!
//! The bin of each matrix is decided exactly, by comparing the metric with the bins' edges, so tied
//! matrices stay together; each bin's mass has a proved error bound. Only the width of the bins is
//! a matter of taste: they are fine enough for most of the distributions. If the values of a metric
//! are evenly spaced, as for accuracy, each bin holds as many of them as any other and edges lie
//! between values; otherwise widths would beat against the spacing. Values that are not evenly
//! spaced may come in clusters, for example one for each number of wrong predictions: bins are made
//! wider until most distributions rise and fall about once.
//!
//! One sort of the lattice, then O((P + 1)(N + 1)) for each classifier.

use std::cmp::Ordering;

use crate::parallel::{try_map, try_map_indices};
use num_bigint::BigInt;

use super::metric_on_lattice::MetricOnLattice;
use super::model::Predictive;
use super::{ExactValue, LatticeError};
use crate::num::{CertifiedMass, Rational, Value, WideFloat};
use crate::score::Metric;
use crate::work::{Advance, Watch};

/// Memory for 40 bytes per matrix.
const MAX_MATRICES: u64 = 30_000_000;
/// More bins than a picture shows.
const MAX_BINS: u64 = 1000;
/// Number of bins for the middle 95 % of an ordinary distribution.
const BINS_ACROSS: i64 = 24;
/// The fewest that are accepted to make distributions smoother.
const FEWEST_ACROSS: i64 = 6;
/// Number of classifiers whose smoothness is checked.
const SAMPLES: usize = 5;
/// Thousandths: ups and downs of a distribution that is smooth enough, 1000 for one rise and fall.
const SMOOTH: i128 = 1200;
/// Most values for which even spacing is checked.
const MAX_SPACED: usize = 4096;
/// Binary places of the masses of tp and of tn that decide the layout of bins.
const LAYOUT_BITS: u32 = 48;

/// The distributions of several classifiers in common bins.
#[derive(Clone, Debug)]
pub struct Histograms {
    /// The lower edge of the first inner bin.
    pub start: Rational,
    /// The width of each inner bin.
    pub width: Rational,
    /// Number of inner bins: bin k holds start + k width <= value < start + (k + 1) width.
    pub bins: usize,
    /// Each classifier's masses, in the order given.
    pub classifiers: Vec<Histogram>,
}

/// The masses of one classifier. All of them and `undefined` add up to 1.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// The mass of all values below the first edge, minus infinity included.
    pub below: CertifiedMass,
    /// The masses of the inner bins.
    pub inner: Vec<CertifiedMass>,
    /// The mass of all values at or above the last edge, infinity included.
    pub above: CertifiedMass,
    /// The mass of the matrices on which the metric is undefined.
    pub undefined: CertifiedMass,
}

/// The lattice in the order of a metric.
struct Sorted {
    on_lattice: MetricOnLattice,
    points: Vec<u64>,
    ends: Vec<usize>,
    undefined: Vec<u64>,
}

/// Masses of (tp, tn) of one classifier.
struct ClassMasses {
    by_tp: Vec<WideFloat>,
    by_tn: Vec<WideFloat>,
    error: u64,
}

/// Range of the mass of one classifier, as places in the order of values.
#[derive(Clone, Copy)]
struct Spread {
    /// All but little of the mass.
    visible: (usize, usize),
    /// The middle 95 %.
    middle: (usize, usize),
}

/// Edges `start + k width` for k = 0 to `bins`.
struct Layout {
    start: Rational,
    width: Rational,
    bins: u64,
}

impl Histograms {
    /// The histograms of classifiers whose further results lie on one lattice.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Histograms, Lattice, Model, Observation, Predictive};
    /// let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// let tpr = Histograms::new(&[next], &Metric::Tpr)?;
    /// // The values 0 and 1 stand in the middle of their bins.
    /// assert_eq!((tpr.start.to_string(), tpr.bins), ("-1/2".to_owned(), 2));
    /// assert_eq!(tpr.classifiers[0].inner[1].to_decimal().unwrap().to_string(),
    ///     "0.75000000000000000");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Different lattices; a lattice too large to list; a metric that cannot be ordered there or is
    /// not compared with rational numbers.
    pub fn new(classifiers: &[Predictive], metric: &Metric) -> Result<Self, LatticeError> {
        Ok(Self::watched(classifiers, metric, &Watch::never())?.expect("nothing stops it"))
    }

    /// As [`Self::new`]. `advance` is called once before, while the matrices are sorted, and once
    /// or twice for each classifier, and may stop the work: then there is no result.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn with_progress(
        classifiers: &[Predictive],
        metric: &Metric,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        let watch = Watch::new(advance);
        match watch.step() {
            Some(()) => Self::watched(classifiers, metric, &watch),
            None => Ok(None),
        }
    }

    fn watched(
        classifiers: &[Predictive],
        metric: &Metric,
        watch: &Watch<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        let Some(first) = classifiers.first() else {
            return Err(LatticeError::TooFewClassifiers(0));
        };
        if classifiers.iter().any(|next| next.lattice() != first.lattice()) {
            return Err(LatticeError::DifferentSamples);
        }
        first.lattice().check_size(MAX_MATRICES)?;
        let sorted = Sorted::new(MetricOnLattice::new(metric, first.lattice())?, watch)?;
        if watch.is_stopped() {
            return Ok(None);
        }
        let masses: Vec<ClassMasses> = classifiers.iter().map(ClassMasses::new).collect();
        let spreads = try_map(&masses, |masses| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(sorted.spread(masses))
        });
        let Ok(spreads) = spreads else { return Ok(None) };
        let spreads: Vec<Spread> = spreads.into_iter().flatten().collect();
        let layout = sorted.layout(&spreads, &masses)?;
        // The matrices before each edge.
        let bounds: Vec<usize> = sorted
            .places_below(&layout)?
            .into_iter()
            .map(|place| if place == 0 { 0 } else { sorted.ends[place - 1] })
            .collect();
        let histograms = try_map(&masses, |masses| {
            watch.step().ok_or(())?;
            Ok::<_, ()>(sorted.histogram(masses, &bounds))
        });
        Ok(histograms.ok().map(|classifiers| Self {
            classifiers,
            bins: bounds.len() - 1,
            start: layout.start,
            width: layout.width,
        }))
    }
}

impl ClassMasses {
    fn new(next: &Predictive) -> Self {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (next.positive.masses(), next.negative.masses());
        Self { by_tp, by_tn, error: tp_error + tn_error + 1 }
    }
}

impl Layout {
    fn edge(&self, k: u64) -> Rational {
        &self.start + &self.width * Rational::from(k)
    }
}

impl Sorted {
    /// Incomplete if the watch stops it.
    fn new(on_lattice: MetricOnLattice, watch: &Watch<'_>) -> Result<Self, LatticeError> {
        let (points, ends) = on_lattice.in_order(watch)?;
        let lattice = on_lattice.lattice;
        let undefined = on_lattice.undefined_points();
        let undefined = undefined.into_iter().map(|(tp, tn)| lattice.index(tp, tn)).collect();
        Ok(Self { on_lattice, points, ends, undefined })
    }

    fn distinct(&self) -> usize {
        self.ends.len()
    }

    /// A matrix with the value at a place.
    fn matrix(&self, place: usize) -> (u64, u64) {
        self.on_lattice.lattice.point(self.points[self.ends[place] - 1])
    }

    fn value(&self, place: usize) -> Value {
        let (tp, tn) = self.matrix(place);
        self.on_lattice.value(tp, tn)
    }

    fn sum(&self, masses: &ClassMasses, points: &[u64]) -> WideFloat {
        let mass = |&point| {
            let (tp, tn) = self.on_lattice.lattice.point(point);
            masses.by_tp[at(tp)] * masses.by_tn[at(tn)]
        };
        points.iter().map(mass).sum()
    }

    /// Returns for each edge the number of values below it.
    fn places_below(&self, layout: &Layout) -> Result<Vec<usize>, LatticeError> {
        let below = |edge: Rational| {
            let threshold = self.on_lattice.threshold(&ExactValue::Rational(edge))?;
            let (mut low, mut high) = (0, self.distinct());
            while low < high {
                let middle = low.midpoint(high);
                let (tp, tn) = self.matrix(middle);
                if self.on_lattice.order_at(tp, tn, &threshold)? == Ordering::Less {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            Ok(low)
        };
        try_map_indices(at(layout.bins) + 1, |k| below(layout.edge(k as u64)))
    }

    fn histogram(&self, masses: &ClassMasses, bounds: &[usize]) -> Histogram {
        let matrices =
            u64::try_from(self.points.len() + self.undefined.len()).expect("they were counted");
        // Each matrix rounds a product and a sum.
        let error = masses.error + matrices;
        let certified = |points: &[u64]| CertifiedMass::new(self.sum(masses, points), error);
        let (first, last) = (bounds[0], bounds[bounds.len() - 1]);
        Histogram {
            below: certified(&self.points[..first]),
            inner: bounds.windows(2).map(|two| certified(&self.points[two[0]..two[1]])).collect(),
            above: certified(&self.points[last..]),
            undefined: certified(&self.undefined),
        }
    }

    /// The masses of each value and all below it, about, in units of 2^(-2 LAYOUT_BITS).
    fn cumulative(&self, masses: &ClassMasses) -> Vec<i128> {
        let fixed = |masses: &[WideFloat]| -> Vec<i64> {
            let mass = |mass: &WideFloat| mass.to_fixed(LAYOUT_BITS)?.try_into().ok();
            masses.iter().map(|of| mass(of).unwrap_or(0)).collect()
        };
        let (by_tp, by_tn) = (fixed(&masses.by_tp), fixed(&masses.by_tn));
        let (mut start, mut sum) = (0, 0_i128);
        self.ends
            .iter()
            .map(|&end| {
                for &point in &self.points[start..end] {
                    let (tp, tn) = self.on_lattice.lattice.point(point);
                    sum += i128::from(by_tp[at(tp)]) * i128::from(by_tn[at(tn)]);
                }
                start = end;
                sum
            })
            .collect()
    }

    /// Returns the range of the mass; `None` if nearly all of it is on matrices on which the metric
    /// is undefined.
    fn spread(&self, masses: &ClassMasses) -> Option<Spread> {
        let cumulative = self.cumulative(masses);
        let sum = cumulative.last().copied().unwrap_or(0);
        let invisible = sum >> 18;
        if invisible == 0 {
            return None;
        }
        let reached = |part: i128| cumulative.partition_point(|mass| *mass < part);
        Some(Spread {
            visible: (reached(invisible), reached(sum - invisible)),
            middle: (reached(sum / 40), reached(sum - sum / 40)),
        })
    }

    /// Edges around all that is visible, about as far apart as suits most of the distributions.
    fn layout(&self, spreads: &[Spread], masses: &[ClassMasses]) -> Result<Layout, LatticeError> {
        let finite = |place: usize| self.value(place).lower();
        let mut widths: Vec<Rational> = spreads
            .iter()
            .filter_map(|spread| Some(finite(spread.middle.1)? - finite(spread.middle.0)?))
            .filter(Rational::is_positive)
            .collect();
        widths.sort_unstable();
        let usual = widths.get(widths.len() / 2).cloned().unwrap_or(Rational::ONE);
        let wanted = &usual / Rational::from(BINS_ACROSS);
        // Infinite ends: the nearest finite values take their place.
        let last = self.distinct().saturating_sub(1);
        let low = spreads.iter().map(|spread| spread.visible.0).min().unwrap_or(0);
        let high = spreads.iter().map(|spread| spread.visible.1).max().unwrap_or(0);
        let low = finite(low).or_else(|| finite((low + 1).min(last)));
        let high = finite(high).or_else(|| finite(high.saturating_sub(1)));
        let (low, high) = match (low, high) {
            (Some(low), Some(high)) if low <= high => (low, high),
            (Some(only), _) | (_, Some(only)) => (only.clone(), only),
            (None, None) => (Rational::ZERO, Rational::ZERO),
        };
        if let Some(spacing) = self.spacing() {
            let fitting = floor(&(wanted / &spacing)).max(BigInt::from(1));
            let width = &spacing * Rational::from(fitting);
            return Ok(Layout::around(&low - spacing / Rational::from(2), &high, width));
        }
        let stride = masses.len().div_ceil(SAMPLES);
        let samples: Vec<Vec<i128>> =
            masses.iter().step_by(stride).map(|masses| self.cumulative(masses)).collect();
        let widest = &usual / Rational::from(FEWEST_ACROSS);
        let mut width = round_number(&wanted);
        let mut best: Option<(i128, Layout)> = None;
        while best.is_none() || width <= widest {
            let start = Rational::from(floor(&(&low / &width))) * &width;
            let layout = Layout::around(start, &high, width.clone());
            let places = self.places_below(&layout)?;
            let mut all: Vec<i128> =
                samples.iter().map(|sample| roughness(sample, &places)).collect();
            all.sort_unstable();
            let roughness = all.get(all.len() / 2).copied().unwrap_or(0);
            if best.as_ref().is_none_or(|(least, _)| roughness < *least) {
                best = Some((roughness, layout));
            }
            if roughness <= SMOOTH {
                break;
            }
            width = next_round_number(&width);
        }
        Ok(best.expect("at least one width was tried").1)
    }

    /// The distance of neighbouring values, where it is one and the same.
    fn spacing(&self) -> Option<Rational> {
        if !(2..=MAX_SPACED).contains(&self.distinct()) {
            return None;
        }
        let mut values = (0..self.distinct()).map(|place| match self.value(place) {
            Value::Exact(value) => Some(value),
            _ => None,
        });
        let (first, second) = (values.next()??, values.next()??);
        let spacing = &second - first;
        let mut before = second;
        for value in values {
            let value = value?;
            if &value - &before != spacing {
                return None;
            }
            before = value;
        }
        Some(spacing)
    }
}

impl Layout {
    /// Bins from `start` until `high` is inside, wider ones if there would be too many.
    fn around(start: Rational, high: &Rational, width: Rational) -> Self {
        let inside = |width: &Rational| floor(&((high - &start) / width)) + BigInt::from(1);
        let times = (inside(&width) + MAX_BINS - 1_u64) / MAX_BINS;
        let width = width * Rational::from(times.max(BigInt::from(1)));
        let bins = u64::try_from(inside(&width)).unwrap_or(1).clamp(1, MAX_BINS + 1);
        Self { start, width, bins }
    }
}

fn floor(value: &Rational) -> BigInt {
    num_integer::Integer::div_floor(&value.numerator(), &value.denominator())
}

/// The largest of 1, 2, 5 times powers of ten that is not above a positive number.
fn round_number(value: &Rational) -> Rational {
    let ten = Rational::from(10);
    let mut unit = Rational::ONE;
    while unit > *value {
        unit = unit / &ten;
    }
    while &unit * &ten <= *value {
        unit = unit * &ten;
    }
    let fits = [5, 2].into_iter().map(|factor| &unit * Rational::from(factor));
    fits.into_iter().find(|number| number <= value).unwrap_or(unit)
}

/// The next of these numbers.
fn next_round_number(value: &Rational) -> Rational {
    let double = value * Rational::from(2);
    if round_number(&double) == double { double } else { value * Rational::new(5, 2) }
}

/// Thousandths of half the sum of all steps up and down, relative to the greatest mass of a bin.
fn roughness(cumulative: &[i128], places: &[usize]) -> i128 {
    let below = |place: usize| if place == 0 { 0 } else { cumulative[place - 1] };
    let masses = places.windows(2).map(|two| below(two[1]) - below(two[0]));
    let (mut steps, mut most, mut last) = (0, 0, 0);
    for mass in masses.chain([0]) {
        steps += (mass - last).abs();
        most = most.max(mass);
        last = mass;
    }
    if most == 0 { 0 } else { steps * 500 / most }
}

fn at(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{Lattice, MetricPmf, Model, Observation, Route};

    #[test]
    fn numbers_are_rounded_down_to_one_two_or_five() {
        for (value, rounded) in [((1, 300), "1/500"), ((7, 1), "5"), ((1, 1), "1"), ((39, 1), "20")]
        {
            let value = Rational::new(value.0, value.1);
            assert_eq!(round_number(&value).to_string(), rounded);
        }
        for (value, next) in [((1, 500), "1/200"), ((1, 1), "2"), ((1, 2), "1")] {
            let value = Rational::new(value.0, value.1);
            assert_eq!(next_round_number(&value).to_string(), next);
        }
    }

    /// Each bin against the sum of the exact masses of the values that lie in it.
    #[test]
    fn bins_hold_the_exact_masses_of_their_values() {
        let lattice = Lattice::new(7, 9).expect("a lattice");
        let next = |tp, tn| {
            let observed = Observation { tn, fp: 9 - tn, fn_: 7 - tp, tp };
            Predictive::new(observed, &Model::default(), lattice).expect("a model")
        };
        let all = [next(5, 8), next(2, 3), next(7, 9)];
        for name in ["accuracy", "ba", "tpr", "f1", "mcc", "ppv", "plr", "log-dor", "pt", "d-prime"]
        {
            let metric: Metric = name.parse().expect("a metric");
            let histograms = Histograms::new(&all, &metric).expect("bins");
            for (next, histogram) in all.iter().zip(&histograms.classifiers) {
                let pmf = MetricPmf::new(next, &metric, Route::Certified, None).expect("a pmf");
                let mut exact = vec![Rational::ZERO; histograms.bins + 2];
                for place in 0..pmf.distinct() {
                    let low = match pmf.value(place) {
                        Value::Exact(value) => value,
                        Value::Enclosed(value) => value.lower(),
                        Value::Infinity => Rational::from(1_i64 << 40),
                        _ => Rational::from(-(1_i64 << 40)),
                    };
                    let bin = floor(&((low - &histograms.start) / &histograms.width));
                    let bin = bin.clamp((-1).into(), histograms.bins.into()) + 1;
                    let mass = pmf.certified_mass(place).expect("certified").lower();
                    exact[usize::try_from(bin).expect("a bin")] += &mass;
                }
                let found = [&histogram.below]
                    .into_iter()
                    .chain(&histogram.inner)
                    .chain([&histogram.above])
                    .map(CertifiedMass::lower);
                let close = Rational::new(1, 1_i64 << 60);
                for (found, exact) in found.zip(&exact) {
                    assert!((found - exact).abs() < close, "{name}");
                }
                let whole: Rational = exact.iter().cloned().sum();
                let rest = Rational::ONE - whole - histogram.undefined.lower();
                assert!(rest.abs() < close, "{name}");
            }
        }
    }

    #[test]
    fn evenly_spaced_values_share_bins_evenly() {
        let lattice = Lattice::new(212, 357).expect("a lattice");
        let observed = Observation { tn: 354, fp: 3, fn_: 9, tp: 203 };
        let next = Predictive::new(observed, &Model::default(), lattice).expect("a model");
        let spaced = |name: &str| {
            let metric: Metric = name.parse().expect("a metric");
            let histograms = Histograms::new(std::slice::from_ref(&next), &metric).expect("bins");
            (histograms.width.to_string(), histograms.bins)
        };
        assert_eq!(spaced("accuracy").0, "1/569");
        assert_eq!(spaced("tpr").0, "1/212");
        // Finer bins would show a cluster for each number of wrong predictions.
        assert_eq!(spaced("mcc").0, "1/100");
    }
}
