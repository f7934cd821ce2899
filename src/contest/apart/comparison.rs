//! Probabilities that one of several classifiers will be ahead on the next test.
//!
//! Classifiers are tested on the same numbers of further samples, so their metrics take the same
//! values with different masses: the lattice is sorted once. With m_i the masses of classifier i
//! by value, and below, above the sums of masses of worse and better values,
//!
//! ```text
//! P(i before j) = sum m_i below_j,  P(i = j) = sum m_i m_j,  P(j before i) = sum m_i above_j.
//! ```
//!
//! The number of classifiers better than i, given i's value, is a sum of independent choices; its
//! distribution is the product of the polynomials (1 - above_j) + above_j z over j. All n products
//! that leave one factor out come from halving the set of factors: O(n^2) for each value. Further
//! results of different classifiers are taken to be independent, even where they were tested on
//! the same samples. Better values are greater ones, or less ones where the metric's orientation
//! says so.
//!
//! Fractions come from integers. Decimals come from 128-bit sums with a proved error bound; if the
//! bound does not decide the 17th digit, as for an exact tie, the fraction is rounded, half to
//! even.

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::contest::Contest;
use super::wide::{ClassMasses, Sums};
use super::{RankDistribution, RankDistributions, RankedPair};
use crate::contest::Digits;
#[cfg(feature = "serde")]
use crate::lattice::INDEPENDENT;
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Ordered, Predictive, unless_stopped};
use crate::num::{CertifiedMass, Decimal17, Rational, Value, WideFloat};
use crate::score::Metric;
use crate::work::{Advance, Watch, Work};

/// A pair takes memory and its output time: as many terms.
const TABLE_TERMS: u128 = 1000;
/// Memory for 16 bytes per matrix.
const MAX_MATRICES: u64 = 50_000_000;

/// Outcome probabilities of one classifier among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ComparedClassifier {
    /// Its name.
    pub name: String,
    /// The probability that its value alone is the best: the greatest, or the least where the
    /// metric's lower values are better.
    pub first_alone: Value,
    /// The probability that no value is better than its own: alone or tied.
    pub first_or_tied: Value,
    /// The probability that the metric is undefined for it: then it has no rank, and does not count
    /// in the ranks of others.
    pub undefined: Value,
    /// The probabilities that 0, 1, 2, ... of the others have a better value: its best rank is one
    /// more. Empty unless requested.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub ranks: Vec<Value>,
}

/// All pairs of several classifiers compared by one metric, and the probabilities of being first.
///
/// A metric of [`Orientation::Neither`](crate::score::Orientation::Neither) does not say who is
/// better: its greatest value counts as first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The metric.
    pub metric: Metric,
    /// The lattice of further samples.
    pub lattice: Lattice,
    /// The value that matrices count as on which the metric is undefined, if that was asked for and
    /// there are any.
    pub undefined_as: Option<Rational>,
    /// Each classifier.
    pub classifiers: Vec<ComparedClassifier>,
    /// Each pair, the first before the second in the order given.
    pub pairs: Vec<RankedPair>,
}

/// Quantities to compute of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparisonOptions {
    /// Include the distribution of each classifier's rank.
    pub ranks: bool,
    /// Digits of the probabilities; twelve count as seventeen if undefined matrices count as a
    /// value.
    pub digits: Digits,
    /// The value that matrices count as on which the metric is undefined; `None` to leave them
    /// undefined.
    pub undefined_as: Option<Rational>,
}

impl Comparison {
    /// Compares classifiers, given the distributions of their further results on one lattice, with
    /// 17 digits. With `ranks`, the distribution of each one's rank too.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::contest::Comparison;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// let lattice = Lattice::new(1, 1)?;
    /// let next = |tp, fn_| {
    ///     let observed = Observation { tn: 1, fp: 1, fn_, tp };
    ///     Predictive::new(observed, &Model::Binomial, lattice)
    /// };
    /// let named = [("good".into(), next(3, 1)?), ("bad".into(), next(1, 3)?)];
    /// let comparison = Comparison::new(&named, &Metric::Tpr, false)?;
    /// let pair = &comparison.pairs[0];
    /// assert_eq!(pair.greater.to_string(), "0.56250000000000000");
    /// assert_eq!(pair.equal.to_string(), "0.37500000000000000");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Fewer than two classifiers, different lattices, a lattice too large to list; a decimal that
    /// the error bound leaves open where the fraction would be too large.
    pub fn new(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        ranks: bool,
    ) -> Result<Self, LatticeError> {
        Self::with(classifiers, metric, &ComparisonOptions { ranks, ..Default::default() })
    }

    /// Compares classifiers as [`Self::new`] does, with more or fewer digits or in fractions.
    ///
    /// # Errors
    /// As [`Self::new`]; fractions that would take too long or too much memory; a value for
    /// undefined matrices that the metric is not compared with.
    pub fn with(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        options: &ComparisonOptions,
    ) -> Result<Self, LatticeError> {
        Self::watched(classifiers, metric, options, &Watch::never())
    }

    /// As [`Self::with`]. `advance` is called for parts of the lattice and of the sums, and may
    /// stop the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::with`].
    pub fn with_progress(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        options: &ComparisonOptions,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        unless_stopped(Self::watched(classifiers, metric, options, &Watch::new(advance)))
    }

    fn watched(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        options: &ComparisonOptions,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let lattice = common_lattice(classifiers)?;
        match options.digits {
            Digits::Twelve if options.undefined_as.is_none() => {
                let contest = Contest::new(classifiers.iter().map(|(_, next)| next))?;
                let names = classifiers.iter().map(|(name, _)| name.clone());
                let (classifiers, pairs) = contest.compared(metric, names, options.ranks)?;
                let (metric, undefined_as) = (metric.clone(), None);
                return Ok(Self { metric, lattice, undefined_as, classifiers, pairs });
            }
            Digits::Fractions => {
                let distributions = RankDistributions::in_fractions(
                    classifiers,
                    metric,
                    options.undefined_as.as_ref(),
                    options.ranks,
                    watch,
                )?;
                return Ok(Self::of(distributions, options));
            }
            Digits::Twelve | Digits::Seventeen => {}
        }
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let count = classifiers.len() as u128;
        let terms = |values: usize| {
            let each = if options.ranks { u128::from(count.ilog2()) + 2 } else { 1 };
            count * count * each * (values as u128).max(TABLE_TERMS)
        };
        Work::ComparisonTerms.check(terms(1))?;
        let ordered = Ordered::best_last(&on_lattice, options.undefined_as.as_ref(), watch)?;
        Work::ComparisonTerms.check(terms(ordered.ends.len()))?;
        let masses: Vec<ClassMasses> =
            classifiers.iter().map(|(_, next)| ClassMasses::new(next)).collect();
        let bounded = Bounded::new(&ordered, &masses, options.ranks, watch)?;
        let in_fractions = |classifiers: &[(String, Predictive)]| {
            let options = ComparisonOptions { digits: Digits::Fractions, ..options.clone() };
            Self::watched(classifiers, metric, &options, watch)
        };
        let count = classifiers.len();
        let mut pairs = Vec::with_capacity(count * (count - 1) / 2);
        for i in 0..count {
            for j in i + 1..count {
                pairs.push(match bounded.pair(pairs.len(), i, j) {
                    Some(pair) => pair,
                    // The bound leaves a last digit open: the fractions decide.
                    None => {
                        let both = [classifiers[i].clone(), classifiers[j].clone()];
                        let exact = in_fractions(&both)?;
                        let [pair] = &exact.pairs[..] else { unreachable!("two classifiers") };
                        RankedPair { first: i, second: j, ..pair.clone().rounded() }
                    }
                });
            }
        }
        let ranks = if options.ranks { count } else { 0 };
        let named = classifiers.iter().enumerate();
        let decided: Option<Vec<_>> =
            named.map(|(i, (name, _))| bounded.classifier(i, name, ranks)).collect();
        let compared = match decided {
            Some(decided) => decided,
            // The bound leaves a last digit open: the fractions decide.
            None => {
                let exact = in_fractions(classifiers)?;
                exact.classifiers.into_iter().map(ComparedClassifier::rounded).collect()
            }
        };
        Ok(Self {
            metric: metric.clone(),
            lattice,
            undefined_as: ordered.convention.map(|convention| convention.value),
            classifiers: compared,
            pairs,
        })
    }

    /// Distributions of ranks in fractions as a comparison.
    fn of(distributions: RankDistributions, options: &ComparisonOptions) -> Self {
        let classifiers = distributions.classifiers.into_iter().map(|of: RankDistribution| {
            let mut ranks = of.ranks;
            let first_or_tied = ranks[0].clone();
            if !options.ranks {
                ranks.clear();
            }
            ComparedClassifier {
                name: of.name,
                first_alone: of.first_alone,
                first_or_tied,
                undefined: of.undefined,
                ranks,
            }
        });
        Self {
            metric: distributions.metric,
            lattice: distributions.lattice,
            undefined_as: distributions.undefined_as,
            classifiers: classifiers.collect(),
            pairs: distributions.pairs,
        }
    }
}

/// Sums for all classifiers, with a bound on their error.
struct Bounded {
    sums: Sums,
    error: u64,
    /// By classifier: the metric is defined for it.
    defined: Vec<WideFloat>,
    /// By classifier: the metric is undefined for it.
    undefined: Vec<WideFloat>,
}

impl Bounded {
    fn new(
        ordered: &Ordered,
        masses: &[ClassMasses],
        ranks: bool,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let undefined: Vec<WideFloat> =
            masses.iter().map(|of| ordered.sum(of, &ordered.undefined)).collect();
        Ok(Self {
            sums: ordered.partial_sums(masses, &undefined, ranks, watch)?,
            error: error_bound(masses, ordered),
            defined: masses.iter().map(|of| of.defined(ordered)).collect(),
            undefined,
        })
    }

    /// A sum in 17 digits, if the bound leaves none of them open.
    fn decimal(&self, value: WideFloat) -> Option<Value> {
        CertifiedMass::new(value, self.error).to_decimal().map(Value::Decimal)
    }

    /// The pair of i and j, at its place among all pairs.
    fn pair(&self, at: usize, i: usize, j: usize) -> Option<RankedPair> {
        // Undefined for i, or defined for i and undefined for j.
        let either = self.undefined[i] + self.undefined[j] * self.defined[i];
        Some(RankedPair {
            first: i,
            second: j,
            greater: self.decimal(self.sums.better[at])?,
            equal: self.decimal(self.sums.equal[at])?,
            less: self.decimal(self.sums.worse[at])?,
            undefined: self.decimal(either)?,
        })
    }

    /// One classifier, with this number of ranks.
    fn classifier(&self, i: usize, name: &str, ranks: usize) -> Option<ComparedClassifier> {
        let rank = |k: usize| self.decimal(self.sums.ranks[i * ranks + k]);
        Some(ComparedClassifier {
            name: name.to_owned(),
            first_alone: self.decimal(self.sums.alone[i])?,
            first_or_tied: self.decimal(self.sums.tied[i])?,
            undefined: self.decimal(self.undefined[i])?,
            ranks: (0..ranks).map(rank).collect::<Option<_>>()?,
        })
    }
}

/// A bound on the error of every sum, in units of 2^-126.
///
/// A sum of joint masses rounds at most once per matrix. A product of all classifiers' sums adds
/// their errors, with two more for each factor; sums over values round once each.
fn error_bound(masses: &[ClassMasses], ordered: &Ordered) -> u64 {
    let mass_error = masses.iter().map(|of| of.error).max().unwrap_or(0);
    let matrices = u64::try_from(ordered.points.len() + ordered.undefined.len()).expect("counted");
    let sum_error = mass_error + 2 * matrices + 8;
    let count = u64::try_from(masses.len()).expect("a count");
    sum_error * (count + 1) + 2 * matrices + 64
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

impl RankedPair {
    fn rounded(self) -> Self {
        Self {
            greater: rounded(self.greater),
            equal: rounded(self.equal),
            less: rounded(self.less),
            undefined: rounded(self.undefined),
            ..self
        }
    }
}

/// A fraction as its nearest decimal of 17 digits.
pub(in crate::contest) fn rounded(value: Value) -> Value {
    match value {
        Value::Exact(value) => Decimal17::nearest(&value).into(),
        value => value,
    }
}

impl ComparedClassifier {
    fn rounded(self) -> Self {
        Self {
            first_alone: rounded(self.first_alone),
            first_or_tied: rounded(self.first_or_tied),
            undefined: rounded(self.undefined),
            ranks: self.ranks.into_iter().map(rounded).collect(),
            ..self
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Json<'c> {
            metric: String,
            better: Option<&'static str>,
            positives: u64,
            negatives: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined_as: Option<&'c Rational>,
            paired: bool,
            assumption: &'static str,
            classifiers: &'c [ComparedClassifier],
            pairs: &'c [RankedPair],
        }
        Json {
            metric: self.metric.to_string(),
            better: self.metric.orientation().name(),
            positives: self.lattice.positives(),
            negatives: self.lattice.negatives(),
            undefined_as: self.undefined_as.as_ref(),
            paired: false,
            assumption: INDEPENDENT,
            classifiers: &self.classifiers,
            pairs: &self.pairs,
        }
        .serialize(serializer)
    }
}
