//! Sums over the windows of several classifiers, with what their roundings and cuts amount to.

use std::ops::Add;

use super::lanes::Lanes;
use super::sums::{self, Totals, Wanted};
use super::windows::Windows;
use super::{ComparedClassifier, RankDistribution, RankDistributions, RankedPair, accumulator};
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Predictive};
use crate::num::{CertifiedDouble, Value};
use crate::score::Metric;
use crate::work::Work;

/// The probability of being first of each classifier: what pictures and plans need.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstProbabilities {
    /// The probability that its value alone is the best.
    pub alone: Vec<CertifiedDouble>,
    /// The probability that no value is better than its own: alone or tied.
    pub alone_or_tied: Vec<CertifiedDouble>,
}

/// Several classifiers whose further results are compared by different metrics on one lattice.
///
/// The parts that do not depend on the metric are computed once.
pub struct Contest {
    lattice: Lattice,
    lanes: Lanes,
    /// The lane of each classifier. Lanes are in an order of their own, so that results do not
    /// depend on the order given.
    lane_of: Vec<usize>,
    /// Returns `true` if a lane is the first one of its distribution.
    representative: Vec<bool>,
}

/// Certified part of a contest, with its error bound.
struct Certificate {
    /// Roundings of a value's mass.
    mass: f64,
    /// Roundings of a factor: a running sum, and what is added to it.
    factor: f64,
    factors: f64,
    absolute: f64,
    is_defined_everywhere: bool,
}

impl Contest {
    /// Prepares the windows of all classifiers.
    ///
    /// # Errors
    /// No classifier; different lattices.
    pub fn new<'p>(
        classifiers: impl IntoIterator<Item = &'p Predictive>,
    ) -> Result<Self, LatticeError> {
        let classifiers: Vec<&Predictive> = classifiers.into_iter().collect();
        let lattice = common_lattice(&classifiers)?;
        check_samples(lattice)?;
        let mut order: Vec<usize> = (0..classifiers.len()).collect();
        let urns = |i: usize| (&classifiers[i].positive, &classifiers[i].negative);
        order.sort_by(|&i, &j| urns(i).cmp(&urns(j)));
        let mut lane_of = vec![0; order.len()];
        for (lane, &i) in order.iter().enumerate() {
            lane_of[i] = lane;
        }
        let representative = (0..order.len())
            .map(|lane| lane == 0 || urns(order[lane]) != urns(order[lane - 1]))
            .collect();
        let windows = order.iter().map(|&i| Windows::new(classifiers[i])).collect();
        Ok(Self { lattice, lanes: Lanes::new(lattice, windows), lane_of, representative })
    }

    /// The lattice of further samples.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The number of matrices within the windows: those that each metric sorts and sums over.
    pub fn matrices(&self) -> u64 {
        self.lanes.matrices()
    }

    /// The probability of being first by a metric, of each classifier.
    ///
    /// ```
    /// # use exactile::{Metric, lattice::{Lattice, Model, Observation, Predictive}};
    /// # use exactile::contest::Contest;
    /// # let next = |tp, fn_| {
    /// #     let observed = Observation { tn: 1, fp: 1, fn_, tp };
    /// #     Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)
    /// # };
    /// // One further positive, after 3 and 1 of 4 were found.
    /// let contest = Contest::new(&[next(3, 1)?, next(1, 3)?])?;
    /// let first = contest.first(&Metric::Tpr)?;
    /// assert_eq!(first.alone[0].to_decimal().as_deref(), Some("0.562500000000"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A metric that is not compared on the lattice; windows with too many matrices to list.
    pub fn first(&self, metric: &Metric) -> Result<FirstProbabilities, LatticeError> {
        let wanted = Wanted { pairs: false, ranks: false };
        let (totals, _, certificate) = self.totals(metric, wanted)?;
        let of =
            |row: &[f64]| self.lane_of.iter().map(|&lane| certificate.product(row[lane])).collect();
        Ok(FirstProbabilities { alone: of(&totals.alone), alone_or_tied: of(&totals.tied) })
    }

    /// Each pair by a metric, the first before the second in the order given.
    ///
    /// ```
    /// # use exactile::{Metric, lattice::{Lattice, Model, Observation, Predictive}};
    /// # use exactile::contest::Contest;
    /// # let next = |tp, fn_| {
    /// #     let observed = Observation { tn: 1, fp: 1, fn_, tp };
    /// #     Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)
    /// # };
    /// // One further positive, after 3 and 1 of 4 were found.
    /// let contest = Contest::new(&[next(3, 1)?, next(1, 3)?])?;
    /// let pairs = contest.pairs(&Metric::Tpr)?;
    /// assert_eq!(pairs[0].greater.to_string(), "0.562500000000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::first`].
    pub fn pairs(&self, metric: &Metric) -> Result<Vec<RankedPair>, LatticeError> {
        let (totals, undefined, certificate) =
            self.totals(metric, Wanted { pairs: true, ranks: false })?;
        Ok(self.ranked_pairs(&totals, &undefined, &certificate))
    }

    /// Each classifier and each pair, of classifiers named in the order given.
    pub(super) fn compared(
        &self,
        metric: &Metric,
        names: impl Iterator<Item = String>,
        ranks: bool,
    ) -> Result<(Vec<ComparedClassifier>, Vec<RankedPair>), LatticeError> {
        let (totals, undefined, certificate) =
            self.totals(metric, Wanted { pairs: true, ranks })?;
        let product = |sum: f64| Value::Certified(certificate.product(sum));
        let of = |(name, &lane): (String, &usize)| ComparedClassifier {
            name,
            first_alone: product(totals.alone[lane]),
            first_or_tied: product(totals.tied[lane]),
            undefined: Value::Certified(certificate.mass_of(undefined[lane])),
            ranks: if ranks {
                self.ranks_of(&totals, lane).iter().map(|rank| product(*rank)).collect()
            } else {
                Vec::new()
            },
        };
        let classifiers = names.zip(&self.lane_of).map(of).collect();
        Ok((classifiers, self.ranked_pairs(&totals, &undefined, &certificate)))
    }

    /// The row of sums by the number of better ones.
    fn ranks_of<'t>(&self, totals: &'t Totals, lane: usize) -> &'t [f64] {
        let twin = (0..=lane).rev().find(|&lane| self.representative[lane]);
        let row = twin.expect("the first lane is one") * self.lanes.width;
        &totals.ranks[row..row + self.lanes.count]
    }

    fn totals(
        &self,
        metric: &Metric,
        wanted: Wanted,
    ) -> Result<(Totals, Vec<f64>, Certificate), LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, self.lattice)?;
        let tables = wanted.pairs || wanted.ranks;
        if tables {
            // Each value has at least one term for each pair: refused without a list of values.
            Work::RankTerms.check(terms(self.lanes.count, 0, wanted))?;
        }
        let values = self.lanes.values(&on_lattice, !tables)?;
        if tables {
            Work::RankTerms.check(terms(self.lanes.count, values.len(), wanted))?;
        }
        let undefined = self.lanes.undefined(&values);
        let totals = sums::totals(&self.lanes, &values, &undefined, &self.representative, wanted);
        let mass = self.lanes.roundings() + values.roundings();
        let certificate = Certificate {
            mass,
            // Running sums begin with one of products of running sums.
            factor: mass + 3.0 * accumulator::Accumulator::ROUNDINGS + 3.0,
            #[expect(clippy::cast_precision_loss, reason = "a few classifiers")]
            factors: self.lanes.count as f64,
            absolute: self.lanes.cut() + Totals::left_out(&values),
            is_defined_everywhere: on_lattice.undefined_count() == 0,
        };
        Ok((totals, undefined, certificate))
    }

    /// All distributions, of classifiers named in the order given.
    pub(super) fn distributions(
        &self,
        metric: &Metric,
        names: Vec<String>,
    ) -> Result<RankDistributions, LatticeError> {
        let wanted = Wanted { pairs: true, ranks: true };
        let (totals, undefined, certificate) = self.totals(metric, wanted)?;
        let (count, width) = (self.lanes.count, self.lanes.width);
        let nowhere: Vec<CertifiedDouble> =
            self.lane_of.iter().map(|&lane| certificate.mass_of(undefined[lane])).collect();
        let pair = |table: &[f64], i: usize, j: usize| {
            certificate.pair(table[self.lane_of[i] * width + self.lane_of[j]])
        };
        let classifiers = names
            .into_iter()
            .enumerate()
            .map(|(i, name)| {
                let lane = self.lane_of[i];
                let ranks = self.ranks_of(&totals, lane);
                let alone = certificate.product(totals.alone[lane]);
                let others = (0..count).filter(|&j| j != i);
                let before = others
                    .map(|j| pair(&totals.better, j, i) + pair(&totals.equal, i, j).half())
                    .fold(CertifiedDouble::new(0.0, 0.0, 0.0), Add::add);
                let defined = nowhere[i].complement(1.0);
                let one = CertifiedDouble::new(1.0, 0.0, 0.0);
                let expected = (defined.value() > 2.0 * defined.bound())
                    .then(|| Value::Certified(one + before / defined));
                RankDistribution {
                    name,
                    first_alone: Value::Certified(alone),
                    first_tied: Value::Certified(certificate.product(totals.tied[lane]) - alone),
                    undefined: Value::Certified(nowhere[i]),
                    expected_rank: expected,
                    ranks: ranks
                        .iter()
                        .map(|rank| Value::Certified(certificate.product(*rank)))
                        .collect(),
                }
            })
            .collect();
        let pairs = self.ranked_pairs(&totals, &undefined, &certificate);
        let undefined_as = None;
        let metric = metric.clone();
        Ok(RankDistributions { metric, lattice: self.lattice, undefined_as, classifiers, pairs })
    }

    fn ranked_pairs(
        &self,
        totals: &Totals,
        undefined: &[f64],
        certificate: &Certificate,
    ) -> Vec<RankedPair> {
        let (count, width) = (self.lanes.count, self.lanes.width);
        let nowhere: Vec<CertifiedDouble> =
            self.lane_of.iter().map(|&lane| certificate.mass_of(undefined[lane])).collect();
        let pair = |table: &[f64], i: usize, j: usize| {
            certificate.pair(table[self.lane_of[i] * width + self.lane_of[j]])
        };
        let mut pairs = Vec::with_capacity(count * (count - 1) / 2);
        for first in 0..count {
            for second in first + 1..count {
                // Undefined for the first, or defined for it and undefined for the second.
                let both = nowhere[second].value() * (1.0 - nowhere[first].value()).max(0.0);
                let either = if certificate.is_defined_everywhere {
                    nowhere[first]
                } else {
                    nowhere[first] + certificate.pair(both)
                };
                let better = pair(&totals.better, first, second);
                let worse = pair(&totals.better, second, first);
                pairs.push(RankedPair {
                    first,
                    second,
                    greater: Value::Certified(better),
                    equal: Value::Certified(pair(&totals.equal, first, second)),
                    less: Value::Certified(worse),
                    undefined: Value::Certified(either),
                });
            }
        }
        pairs
    }
}

impl Certificate {
    /// A bound on (1 + u)^k - 1 for k below 10^12, u being one rounding.
    fn relative(roundings: f64) -> f64 {
        roundings * CertifiedDouble::ROUNDING * 1.001
    }

    /// The mass of matrices on which the metric is undefined.
    fn mass_of(&self, mass: f64) -> CertifiedDouble {
        if self.is_defined_everywhere {
            return CertifiedDouble::new(0.0, 0.0, 0.0);
        }
        CertifiedDouble::new(mass, Self::relative(self.mass), self.absolute)
    }

    /// A sum of masses times another's running sum.
    fn pair(&self, sum: f64) -> CertifiedDouble {
        let roundings = self.mass + self.factor + 2.0 + Totals::SUM;
        CertifiedDouble::new(sum, Self::relative(roundings), self.absolute)
    }

    /// A sum of masses times products of all others' factors; for each factor there are at most two
    /// products and a sum, or for two of them five roundings.
    fn product(&self, sum: f64) -> CertifiedDouble {
        let roundings = self.mass + self.factors * (self.factor + 3.0) + 2.0 + Totals::SUM;
        CertifiedDouble::new(sum, Self::relative(roundings), self.absolute)
    }
}

/// A place of the tables of pairs and ranks takes memory, and its output time: as many values.
const TABLE_TERMS: u128 = 1000;
/// Terms of sums over pairs and ranks, as [`Work::RankTerms`] counts them.
fn terms(count: usize, values: usize, wanted: Wanted) -> u128 {
    let (count, values) = (count as u128, values as u128);
    let each = if wanted.ranks { count.max(10) } else { 10 };
    count * count * each * values.max(TABLE_TERMS)
}

/// Refuses more classifiers than ranks can be had of, whatever their samples.
pub(super) fn check_count(classifiers: usize) -> Result<(), LatticeError> {
    let wanted = Wanted { pairs: true, ranks: true };
    Ok(Work::RankTerms.check(terms(classifiers, 0, wanted))?)
}

/// Samples of a class whose masses are listed.
const MAX_SAMPLES: u64 = 1_000_000;

fn check_samples(lattice: Lattice) -> Result<(), LatticeError> {
    let samples = lattice.positives().max(lattice.negatives());
    if samples > MAX_SAMPLES {
        return Err(LatticeError::TooManySamples { samples, limit: MAX_SAMPLES });
    }
    Ok(())
}

/// The lattice that all classifiers' further results lie on.
pub(super) fn common_lattice(classifiers: &[&Predictive]) -> Result<Lattice, LatticeError> {
    let lattice = classifiers.first().ok_or(LatticeError::TooFewClassifiers(0))?.lattice();
    if classifiers.iter().any(|next| next.lattice() != lattice) {
        return Err(LatticeError::DifferentSamples);
    }
    Ok(lattice)
}
