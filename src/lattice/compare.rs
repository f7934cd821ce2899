//! Which of several classifiers will do better on the next test, with what probability.
//!
//! Classifiers are tested on the same numbers of further samples, so their metrics take the same
//! values with different masses: the lattice is sorted once. With m_i the masses of classifier i
//! by value, and below, above the sums of masses of lower and higher values,
//!
//! ```text
//! P(i > j) = sum m_i below_j,  P(i = j) = sum m_i m_j,  P(i < j) = sum m_i above_j.
//! ```
//!
//! The number of classifiers better than i, given i's value, is a sum of independent choices; its
//! distribution is the product of the polynomials (1 - above_j) + above_j z over j. All n products
//! that leave one factor out come from halving the set of factors: O(n^2) for each value. Further
//! results of different classifiers are taken to be independent.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::metric_on_lattice::MetricOnLattice;
use super::model::Predictive;
use super::tail::Probability;
use super::{Lattice, LatticeError};
use crate::num::{CertifiedMass, Rational, WideFloat};
use crate::score::Metric;

/// Memory for 16 bytes per matrix.
const MAX_MATRICES: u64 = 50_000_000;
/// Values per task.
const CHUNK: usize = 512;

/// The comparison of two classifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedPair {
    /// The first classifier.
    pub first: usize,
    /// The second classifier.
    pub second: usize,
    /// The probability that the first one's value is greater.
    pub greater: Probability,
    /// That both values are the same.
    pub equal: Probability,
    /// That the first one's value is less.
    pub less: Probability,
    /// That the metric is undefined for at least one of them.
    pub undefined: Probability,
}

/// What may become of one classifier among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedClassifier {
    /// Its name.
    pub name: String,
    /// The probability that its value alone is the greatest.
    pub first_alone: Probability,
    /// That no value is greater than its own: alone or tied.
    pub first_or_tied: Probability,
    /// That the metric is undefined for it: then it has no rank, and counts in no other's rank.
    pub undefined: Probability,
    /// That 0, 1, 2, ... of the others have a greater value: its best rank is one more. Empty
    /// unless asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranks: Vec<Probability>,
}

/// All pairs of several classifiers compared by one metric, the greatest value first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The metric.
    pub metric: Metric,
    /// The lattice of further samples.
    pub lattice: Lattice,
    /// Each classifier.
    pub classifiers: Vec<ComparedClassifier>,
    /// Each pair, the first before the second in the order given.
    pub pairs: Vec<ComparedPair>,
}

/// The lattice in the order of the metric.
struct Values {
    lattice: Lattice,
    points: Vec<u64>,
    ends: Vec<usize>,
    undefined: Vec<u64>,
}

/// Certified masses of (tp, tn) of one classifier.
struct ClassMasses {
    by_tp: Vec<WideFloat>,
    by_tn: Vec<WideFloat>,
}

/// Sums over a chunk of values, of all classifiers.
struct Partial {
    greater: Vec<WideFloat>,
    equal: Vec<WideFloat>,
    less: Vec<WideFloat>,
    alone: Vec<WideFloat>,
    tied: Vec<WideFloat>,
    /// n by n: classifier by number of better ones.
    ranks: Vec<WideFloat>,
}

impl Comparison {
    /// Compares classifiers, given the distributions of their further results on one lattice.
    /// With `ranks`, the distribution of each one's rank too.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::lattice::{Comparison, Lattice, Model, Observation, Predictive};
    /// let lattice = Lattice::new(1, 1)?;
    /// let next = |tp, fn_| {
    ///     let observed = Observation { tn: 1, fp: 1, fn_, tp };
    ///     Predictive::new(observed, &Model::Binomial, lattice)
    /// };
    /// let named = [("good".into(), next(3, 1)?), ("bad".into(), next(1, 3)?)];
    /// let comparison = Comparison::new(&named, &Metric::Tpr, false)?;
    /// let pair = &comparison.pairs[0];
    /// assert_eq!(pair.greater.to_decimal().unwrap().to_string(), "0.56250000000000000");
    /// assert_eq!(pair.equal.to_decimal().unwrap().to_string(), "0.37500000000000000");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Fewer than two classifiers, different lattices, a lattice too large to list.
    pub fn new(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        ranks: bool,
    ) -> Result<Self, LatticeError> {
        let lattice = common_lattice(classifiers)?;
        let values = Values::new(metric, lattice)?;
        let count = classifiers.len();
        let mut masses = Vec::with_capacity(count);
        let mut mass_error = 0;
        for (_, next) in classifiers {
            let ((by_tp, tp_error), (by_tn, tn_error)) =
                (next.positive.masses(), next.negative.masses());
            mass_error = mass_error.max(tp_error + tn_error + 1);
            masses.push(ClassMasses { by_tp, by_tn });
        }
        // A sum of joint masses rounds at most once per matrix. A product of all classifiers'
        // sums adds their errors, with two more for each factor; sums over values round once each.
        let matrices =
            u64::try_from(values.points.len() + values.undefined.len()).expect("counted");
        let sum_error = mass_error + 2 * matrices + 8;
        let error = sum_error * (u64::try_from(count).expect("a count") + 1) + 2 * matrices + 64;

        let undefined: Vec<WideFloat> =
            masses.iter().map(|of| values.sum(of, &values.undefined)).collect();
        let total = values.partial_sums(&masses, &undefined, ranks);
        let probability =
            |value: WideFloat| Probability::Certified(CertifiedMass::new(value, error));
        let named = |(i, (name, _)): (usize, &(String, Predictive))| ComparedClassifier {
            name: name.clone(),
            first_alone: probability(total.alone[i]),
            first_or_tied: probability(total.tied[i]),
            undefined: probability(undefined[i]),
            ranks: if ranks {
                total.ranks[i * count..(i + 1) * count].iter().copied().map(probability).collect()
            } else {
                Vec::new()
            },
        };
        let mut pairs = Vec::with_capacity(count * (count - 1) / 2);
        for i in 0..count {
            for j in i + 1..count {
                let at = pairs.len();
                // Undefined for i, or defined for i and undefined for j.
                let defined = masses[i].all_but(&values);
                let either = undefined[i].plus(undefined[j].times(defined));
                pairs.push(ComparedPair {
                    first: i,
                    second: j,
                    greater: probability(total.greater[at]),
                    equal: probability(total.equal[at]),
                    less: probability(total.less[at]),
                    undefined: probability(either),
                });
            }
        }
        for pair in &mut pairs {
            let of = |p: &Probability| p.to_decimal().is_some();
            if ![&pair.greater, &pair.equal, &pair.less, &pair.undefined].into_iter().all(of) {
                // The bound leaves a last digit open: the exact fractions decide.
                let (first, second) = (&classifiers[pair.first].1, &classifiers[pair.second].1);
                if first.check_exact().is_ok() && second.check_exact().is_ok() {
                    let exact = values.exact_pair((pair.first, first), (pair.second, second));
                    *pair = ComparedPair {
                        greater: exact.greater.rounded(),
                        equal: exact.equal.rounded(),
                        less: exact.less.rounded(),
                        undefined: exact.undefined.rounded(),
                        ..exact
                    };
                }
            }
        }
        let classifiers = classifiers.iter().enumerate().map(named).collect();
        Ok(Self { metric: metric.clone(), lattice, classifiers, pairs })
    }

    /// All pairs as exact fractions.
    ///
    /// # Errors
    /// As [`Self::new`]; weights that would not fit in memory.
    pub fn exact_pairs(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
    ) -> Result<Vec<ComparedPair>, LatticeError> {
        let lattice = common_lattice(classifiers)?;
        for (_, next) in classifiers {
            next.check_exact()?;
        }
        let values = Values::new(metric, lattice)?;
        let pairs: Vec<(usize, usize)> = (0..classifiers.len())
            .flat_map(|i| (i + 1..classifiers.len()).map(move |j| (i, j)))
            .collect();
        Ok(pairs
            .into_par_iter()
            .map(|(i, j)| values.exact_pair((i, &classifiers[i].1), (j, &classifiers[j].1)))
            .collect())
    }
}

fn common_lattice(classifiers: &[(String, Predictive)]) -> Result<Lattice, LatticeError> {
    if classifiers.len() < 2 {
        return Err(LatticeError::TooFewClassifiers(classifiers.len()));
    }
    let lattice = classifiers[0].1.lattice();
    if classifiers.iter().any(|(_, next)| next.lattice() != lattice) {
        return Err(LatticeError::DifferentSamples);
    }
    lattice.check_size(MAX_MATRICES)?;
    Ok(lattice)
}

impl ClassMasses {
    #[inline]
    fn joint(&self, lattice: Lattice, point: u64) -> WideFloat {
        let (tp, tn) = lattice.point(point);
        self.by_tp[at(tp)].times(self.by_tn[at(tn)])
    }

    /// The mass of all matrices on which the metric is defined.
    fn all_but(&self, values: &Values) -> WideFloat {
        if values.undefined.is_empty() {
            return WideFloat::ONE;
        }
        values.sum(self, &values.points)
    }
}

impl Values {
    fn new(metric: &Metric, lattice: Lattice) -> Result<Self, LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let (points, ends) = on_lattice.in_order()?;
        let undefined = on_lattice
            .undefined_points()
            .into_iter()
            .map(|(tp, tn)| lattice.index(tp, tn))
            .collect();
        Ok(Self { lattice, points, ends, undefined })
    }

    fn group(&self, place: usize) -> &[u64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.points[start..self.ends[place]]
    }

    fn sum(&self, masses: &ClassMasses, points: &[u64]) -> WideFloat {
        points
            .iter()
            .fold(WideFloat::ZERO, |sum, &point| sum.plus(masses.joint(self.lattice, point)))
    }

    /// All sums over values, chunk by chunk: first the mass of each chunk, so that each knows what
    /// lies below and above it, then the products.
    fn partial_sums(
        &self,
        masses: &[ClassMasses],
        undefined: &[WideFloat],
        ranks: bool,
    ) -> Partial {
        let starts: Vec<usize> = (0..self.ends.len()).step_by(CHUNK).collect();
        let chunk = |start: usize| start..(start + CHUNK).min(self.ends.len());
        let totals: Vec<Vec<WideFloat>> = starts
            .par_iter()
            .map(|&start| {
                let places = chunk(start);
                let first = if start == 0 { 0 } else { self.ends[start - 1] };
                let points = &self.points[first..self.ends[places.end - 1]];
                masses.iter().map(|of| self.sum(of, points)).collect()
            })
            .collect();
        let count = masses.len();
        let running = |order: &mut dyn Iterator<Item = usize>| {
            let mut sums = vec![WideFloat::ZERO; count];
            let mut all = vec![Vec::new(); totals.len()];
            for chunk in order {
                all[chunk] = sums.clone();
                for (sum, total) in sums.iter_mut().zip(&totals[chunk]) {
                    *sum = sum.plus(*total);
                }
            }
            all
        };
        let below = running(&mut (0..totals.len()));
        let above = running(&mut (0..totals.len()).rev());
        starts
            .par_iter()
            .enumerate()
            .map(|(number, &start)| {
                self.chunk_sums(
                    chunk(start),
                    masses,
                    undefined,
                    (below[number].clone(), &above[number]),
                    ranks,
                )
            })
            .collect::<Vec<_>>()
            .into_iter()
            .fold(Partial::new(count, ranks), |mut all, part| {
                all.join(&part);
                all
            })
    }

    fn chunk_sums(
        &self,
        places: std::ops::Range<usize>,
        masses: &[ClassMasses],
        undefined: &[WideFloat],
        (mut below, above): (Vec<WideFloat>, &[WideFloat]),
        ranks: bool,
    ) -> Partial {
        let count = masses.len();
        let mut part = Partial::new(count, ranks);
        // Masses of the chunk, and of what lies above each of its values.
        let own: Vec<Vec<WideFloat>> = places
            .map(|place| masses.iter().map(|of| self.sum(of, self.group(place))).collect())
            .collect();
        let mut higher = vec![Vec::new(); own.len()];
        let mut sums = above.to_vec();
        for (place, own) in own.iter().enumerate().rev() {
            higher[place] = sums.clone();
            for (sum, mass) in sums.iter_mut().zip(own) {
                *sum = sum.plus(*mass);
            }
        }
        let mut products = LeaveOneOut::new(count);
        for (own, higher) in own.iter().zip(&higher) {
            let mut at = 0;
            for i in 0..count {
                let mass = own[i];
                for j in i + 1..count {
                    part.greater[at] = part.greater[at].plus(mass.times(below[j]));
                    part.equal[at] = part.equal[at].plus(mass.times(own[j]));
                    part.less[at] = part.less[at].plus(mass.times(higher[j]));
                    at += 1;
                }
            }
            // Not better: lower or undefined; not better or tied: the same value too.
            let lower: Vec<WideFloat> =
                below.iter().zip(undefined).map(|(below, not)| below.plus(*not)).collect();
            let not_better: Vec<WideFloat> =
                lower.iter().zip(own).map(|(lower, own)| lower.plus(*own)).collect();
            for (sums, factors) in [(&mut part.alone, &lower), (&mut part.tied, &not_better)] {
                for ((sum, product), mass) in sums.iter_mut().zip(all_but_one(factors)).zip(own) {
                    *sum = sum.plus(mass.times(product));
                }
            }
            if ranks {
                products.visit(&not_better, higher, |i, coefficients| {
                    let row = &mut part.ranks[i * count..(i + 1) * count];
                    for (sum, coefficient) in row.iter_mut().zip(coefficients) {
                        *sum = sum.plus(own[i].times(*coefficient));
                    }
                });
            }
            for (sum, mass) in below.iter_mut().zip(own) {
                *sum = sum.plus(*mass);
            }
        }
        part
    }

    fn exact_pair(
        &self,
        (first, one): (usize, &Predictive),
        (second, other): (usize, &Predictive),
    ) -> ComparedPair {
        let weights = |next: &Predictive| (next.positive.weights(), next.negative.weights());
        let (of_one, of_other) = (weights(one), weights(other));
        let sum = |(by_tp, by_tn): &(Vec<BigUint>, Vec<BigUint>), points: &[u64]| {
            let mut sum = BigUint::zero();
            for &point in points {
                let (tp, tn) = self.lattice.point(point);
                sum += &by_tp[at(tp)] * &by_tn[at(tn)];
            }
            sum
        };
        let total = |next: &Predictive| next.positive.total() * next.negative.total();
        let (all_one, all_other) = (total(one), total(other));
        let defined_one = &all_one - sum(&of_one, &self.undefined);
        let defined_other = &all_other - sum(&of_other, &self.undefined);
        let (mut greater, mut equal, mut below) =
            (BigUint::zero(), BigUint::zero(), BigUint::zero());
        for place in 0..self.ends.len() {
            let (mass, its) = (sum(&of_one, self.group(place)), sum(&of_other, self.group(place)));
            greater += &mass * &below;
            equal += mass * &its;
            below += its;
        }
        let both = &defined_one * &defined_other;
        let less = &both - &greater - &equal;
        let all = BigInt::from(all_one * all_other);
        let undefined = &all - BigInt::from(both);
        let exact = |numerator: BigInt| Probability::Exact(Rational::new(numerator, all.clone()));
        ComparedPair {
            first,
            second,
            greater: exact(greater.into()),
            equal: exact(equal.into()),
            less: exact(less.into()),
            undefined: exact(undefined),
        }
    }
}

impl Partial {
    fn new(count: usize, ranks: bool) -> Self {
        let zeros = |length| vec![WideFloat::ZERO; length];
        let pairs = count * (count - 1) / 2;
        Self {
            greater: zeros(pairs),
            equal: zeros(pairs),
            less: zeros(pairs),
            alone: zeros(count),
            tied: zeros(count),
            ranks: zeros(if ranks { count * count } else { 0 }),
        }
    }

    fn join(&mut self, other: &Self) {
        for (own, its) in [
            (&mut self.greater, &other.greater),
            (&mut self.equal, &other.equal),
            (&mut self.less, &other.less),
            (&mut self.alone, &other.alone),
            (&mut self.tied, &other.tied),
            (&mut self.ranks, &other.ranks),
        ] {
            for (sum, part) in own.iter_mut().zip(its) {
                *sum = sum.plus(*part);
            }
        }
    }
}

/// For each factor the product of all others, from products of those before and behind it.
fn all_but_one(factors: &[WideFloat]) -> Vec<WideFloat> {
    let mut products = Vec::with_capacity(factors.len());
    let mut before = WideFloat::ONE;
    for factor in factors {
        products.push(before);
        before = before.times(*factor);
    }
    let mut behind = WideFloat::ONE;
    for (product, factor) in products.iter_mut().zip(factors).rev() {
        *product = product.times(behind);
        behind = behind.times(*factor);
    }
    products
}

/// Products of the polynomials `not_better_j + better_j z` over all j but one.
struct LeaveOneOut {
    /// One buffer per depth of the halving.
    buffers: Vec<Vec<WideFloat>>,
}

impl LeaveOneOut {
    fn new(count: usize) -> Self {
        let depth = usize::try_from(count.next_power_of_two().ilog2()).expect("small") + 2;
        Self { buffers: vec![Vec::with_capacity(count); depth] }
    }

    /// Calls `visit` for each i with the coefficients of the product without factor i.
    fn visit(
        &mut self,
        not_better: &[WideFloat],
        better: &[WideFloat],
        mut visit: impl FnMut(usize, &[WideFloat]),
    ) {
        self.buffers[0].clear();
        self.buffers[0].push(WideFloat::ONE);
        descend(&mut self.buffers, 0..not_better.len(), not_better, better, &mut visit);
    }
}

/// `buffers[0]` holds the product of all factors outside the range.
fn descend(
    buffers: &mut [Vec<WideFloat>],
    range: std::ops::Range<usize>,
    not_better: &[WideFloat],
    better: &[WideFloat],
    visit: &mut impl FnMut(usize, &[WideFloat]),
) {
    if range.len() == 1 {
        visit(range.start, &buffers[0]);
        return;
    }
    let middle = range.start.midpoint(range.end);
    for (kept, taken) in
        [(range.start..middle, middle..range.end), (middle..range.end, range.start..middle)]
    {
        let (own, deeper) = buffers.split_at_mut(1);
        deeper[0].clear();
        deeper[0].extend_from_slice(&own[0]);
        for j in taken {
            multiply(&mut deeper[0], not_better[j], better[j]);
        }
        descend(deeper, kept, not_better, better, visit);
    }
}

/// The polynomial times `constant + linear z`, in place.
fn multiply(coefficients: &mut Vec<WideFloat>, constant: WideFloat, linear: WideFloat) {
    coefficients.push(WideFloat::ZERO);
    for k in (1..coefficients.len()).rev() {
        coefficients[k] = coefficients[k].times(constant).plus(coefficients[k - 1].times(linear));
    }
    coefficients[0] = coefficients[0].times(constant);
}

fn at(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Json<'c> {
            schema: &'static str,
            metric: String,
            positives: u64,
            negatives: u64,
            classifiers: &'c [ComparedClassifier],
            pairs: &'c [ComparedPair],
        }
        Json {
            schema: "exactile.lattice-compare.v1",
            metric: self.metric.to_string(),
            positives: self.lattice.positives(),
            negatives: self.lattice.negatives(),
            classifiers: &self.classifiers,
            pairs: &self.pairs,
        }
        .serialize(serializer)
    }
}
