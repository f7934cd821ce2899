//! The performances that are ranked.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::CorrelationError;
use crate::generator::{Gamma, Generator};
use crate::num::{Rational, common_denominator};
use crate::performance::{Classifier, ConfusionMatrix, Operation, Outcome};
use crate::score::Metric;

/// The most performances that one correlation is made of.
pub const MOST_PERFORMANCES: u32 = 4_000_000;

/// Set of performances that are ranked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankedSet {
    /// All matrices whose counts, zeros included, sum to the resolution: the regular lattice of the
    /// closed simplex, (K+1)(K+2)(K+3)/6 of them.
    All {
        /// K.
        resolution: u32,
    },
    /// Rates TNR = i/K and TPR = j/K at one prior, (K+1)^2 of them.
    FixedPrior {
        /// The positive prior.
        prior: Rational,
        /// K.
        resolution: u32,
    },
    /// PPV = i/K and NPV = j/K at one rate of positive predictions, (K+1)^2 of them.
    FixedRate {
        /// The rate of positive predictions.
        rate: Rational,
        /// K.
        resolution: u32,
    },
    /// Performances that are drawn at random.
    Drawn {
        /// The positive prior, unless it is drawn too.
        prior: Option<Rational>,
        /// The concentrations of tn, fp, fn, tp in Dirichlet's distribution.
        concentrations: Box<[Rational; 4]>,
        /// The seed of the draws.
        seed: u64,
    },
    /// Given classifiers.
    Given,
}

impl RankedSet {
    /// Returns the positive prior that all performances have, unless they are given.
    pub fn prior(&self) -> Option<&Rational> {
        match self {
            Self::FixedPrior { prior, .. } => Some(prior),
            Self::Drawn { prior, .. } => prior.as_ref(),
            Self::All { .. } | Self::FixedRate { .. } | Self::Given => None,
        }
    }
}

/// A set of performances.
///
/// ```
/// use exactile::correlation::Performances;
/// assert_eq!(Performances::all(32)?.len(), 6545);
/// assert_eq!(Performances::fixed_prior(&exactile::Rational::new(1, 5), 80)?.len(), 6561);
/// # Ok::<(), exactile::correlation::CorrelationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Performances {
    set: RankedSet,
    matrices: Vec<ConfusionMatrix>,
}

impl Performances {
    /// The default resolution for all performances.
    pub const RESOLUTION: u32 = 32;
    /// The default resolution at a fixed prior.
    pub const RESOLUTION_AT_PRIOR: u32 = 80;

    /// The lattice of all performances.
    ///
    /// ```
    /// use exactile::correlation::Performances;
    /// assert_eq!(Performances::all(2)?.len(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A resolution of zero, or one with more than [`MOST_PERFORMANCES`].
    pub fn all(resolution: u32) -> Result<Self, CorrelationError> {
        let k = u128::from(resolution);
        check_count(resolution, (k + 1) * (k + 2) / 2 * (k + 3) / 3)?;
        let mut matrices = Vec::new();
        let total = u64::from(resolution);
        for tn in 0..=total {
            for fp in 0..=total - tn {
                for fn_ in 0..=total - tn - fp {
                    let tp = total - tn - fp - fn_;
                    matrices.push(ConfusionMatrix::from_counts(tn, fp, fn_, tp)?);
                }
            }
        }
        Ok(Self { set: RankedSet::All { resolution }, matrices })
    }

    /// The grid of rates at one positive prior.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::correlation::Performances;
    /// assert_eq!(Performances::fixed_prior(&Rational::new(1, 5), 2)?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::all`], and a prior outside `(0, 1)`.
    pub fn fixed_prior(prior: &Rational, resolution: u32) -> Result<Self, CorrelationError> {
        let k = u128::from(resolution);
        check_count(resolution, (k + 1) * (k + 1))?;
        let rate = |i: u32| Rational::new(i, resolution);
        let mut matrices = Vec::new();
        for i in 0..=resolution {
            for j in 0..=resolution {
                matrices.push(ConfusionMatrix::from_rates(&rate(i), &rate(j), prior)?);
            }
        }
        Ok(Self { set: RankedSet::FixedPrior { prior: prior.clone(), resolution }, matrices })
    }

    /// The grid of PPV and NPV at one rate of positive predictions: the transposes of
    /// [`Self::fixed_prior`], whose Tile is this one turned upside down (The Tile, section 4.1).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::correlation::Performances;
    /// let rate = Rational::new(1, 5);
    /// let grid = Performances::fixed_rate(&rate, 2)?;
    /// assert!(grid.matrices().iter().all(|matrix| matrix.positive_rate() == rate));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::fixed_prior`].
    pub fn fixed_rate(rate: &Rational, resolution: u32) -> Result<Self, CorrelationError> {
        let grid = Self::fixed_prior(rate, resolution)?;
        let transpose = |matrix| Operation::Transpose.apply(matrix);
        let matrices = grid.matrices.iter().map(transpose).collect::<Result<_, _>>()?;
        Ok(Self { set: RankedSet::FixedRate { rate: rate.clone(), resolution }, matrices })
    }

    /// Performances that are drawn from a Dirichlet distribution with these concentrations of tn,
    /// fp, fn, tp, and rounded to multiples of 10^-6: four times 1 is the uniform distribution. At
    /// a prior, the rates have the conditional distributions, which are Beta(tn, fp) of TNR and
    /// Beta(tp, fn) of TPR. A seed gives the same performances again.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::correlation::Performances;
    /// let uniform = [(); 4].map(|()| Rational::ONE);
    /// let drawn = Performances::drawn(None, &uniform, 3, 1)?;
    /// assert_eq!(drawn.len(), 3);
    /// assert_eq!(drawn.matrices(), Performances::drawn(None, &uniform, 3, 1)?.matrices());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than [`MOST_PERFORMANCES`], and a prior outside `(0, 1)`.
    ///
    /// # Panics
    /// If a concentration is not positive.
    pub fn drawn(
        prior: Option<&Rational>,
        concentrations: &[Rational; 4],
        count: u32,
        seed: u64,
    ) -> Result<Self, CorrelationError> {
        assert!(concentrations.iter().all(Rational::is_positive), "positive concentrations");
        check_count(1, u128::from(count))?;
        let mut generator = Generator::new(seed);
        let [tn, fp, fn_, tp] = concentrations.each_ref().map(|k| Gamma::new(k.to_f64()));
        let mut matrices = Vec::new();
        for _ in 0..count {
            matrices.push(match prior {
                None => {
                    let [tn, fp, fn_, tp] = shares([tn, fp, fn_, tp], &mut generator);
                    ConfusionMatrix::from_counts(tn, fp, fn_, tp)?
                }
                Some(prior) => {
                    let mut rate = |right: Gamma, wrong: Gamma| {
                        Rational::new(shares([right, wrong], &mut generator)[0], DRAWN)
                    };
                    let (tnr, tpr) = (rate(tn, fp), rate(tp, fn_));
                    ConfusionMatrix::from_rates(&tnr, &tpr, prior)?
                }
            });
        }
        let (prior, concentrations) = (prior.cloned(), Box::new(concentrations.clone()));
        Ok(Self { set: RankedSet::Drawn { prior, concentrations, seed }, matrices })
    }

    /// The performances of classifiers, as they are.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::correlation::Performances;
    /// assert_eq!(Performances::given(&classifiers)?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than [`MOST_PERFORMANCES`].
    pub fn given(classifiers: &[Classifier]) -> Result<Self, CorrelationError> {
        check_count(1, classifiers.len() as u128)?;
        let matrices = classifiers.iter().map(|classifier| classifier.matrix.clone()).collect();
        Ok(Self { set: RankedSet::Given, matrices })
    }

    /// Returns the performances on which a metric is not infinite. A lattice without them comes
    /// closer to uniformly distributed performances, on which a metric is infinite with probability
    /// zero.
    pub fn without_infinite(&self, metric: &Metric) -> Self {
        let is_kept = |matrix: &&ConfusionMatrix| !metric.is_infinite(matrix);
        let matrices = self.matrices.iter().filter(is_kept).cloned().collect();
        Self { set: self.set.clone(), matrices }
    }

    /// Returns the set that these performances are.
    pub fn set(&self) -> &RankedSet {
        &self.set
    }

    /// Returns the number of performances.
    pub fn len(&self) -> usize {
        self.matrices.len()
    }

    /// Returns `true` if there are no performances.
    pub fn is_empty(&self) -> bool {
        self.matrices.is_empty()
    }

    /// The performances.
    pub fn matrices(&self) -> &[ConfusionMatrix] {
        &self.matrices
    }
}

/// The sum of the counts of a drawn performance.
const DRAWN: u32 = 1_000_000;

/// Proportions of gamma variables, as counts that add up to [`DRAWN`].
fn shares<const N: usize>(gammas: [Gamma; N], generator: &mut Generator) -> [u64; N] {
    loop {
        let masses = gammas.map(|gamma| gamma.draw(generator));
        let total: f64 = masses.iter().sum();
        // Variables with small concentrations may all be below the least double.
        if total <= 0.0 {
            continue;
        }
        let (mut sum, mut before) = (0.0, 0);
        return std::array::from_fn(|k| {
            sum += masses[k];
            let share = if k + 1 == N { 1.0 } else { sum / total };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to 10^6"
            )]
            let until = (share * f64::from(DRAWN)).round() as u64;
            let count = until - before;
            before = until;
            count
        });
    }
}

fn check_count(resolution: u32, count: u128) -> Result<(), CorrelationError> {
    if resolution == 0 {
        return Err(CorrelationError::NoResolution);
    }
    if count > u128::from(MOST_PERFORMANCES) {
        return Err(CorrelationError::TooManyPerformances(count));
    }
    Ok(())
}

/// Performances as integers tn, fp, fn, tp without common factor: R_ab does not see their scale.
#[derive(Clone, Debug)]
pub(super) enum Weights {
    /// All of them below 2^32.
    Small(Vec<[u64; 4]>),
    /// Of any size.
    Big(Vec<[BigInt; 4]>),
}

impl Weights {
    pub(super) fn of<'m>(matrices: impl IntoIterator<Item = &'m ConfusionMatrix>) -> Self {
        let weights: Vec<[BigInt; 4]> = matrices.into_iter().map(integers).collect();
        let small = |weight: &BigInt| weight.to_u32().map(u64::from);
        let all_small: Option<Vec<[u64; 4]>> = weights
            .iter()
            .map(|[tn, fp, fn_, tp]| Some([small(tn)?, small(fp)?, small(fn_)?, small(tp)?]))
            .collect();
        all_small.map_or(Self::Big(weights), Self::Small)
    }
}

fn integers(matrix: &ConfusionMatrix) -> [BigInt; 4] {
    let counts = Outcome::ALL.map(|outcome| matrix.count(outcome));
    let unit = common_denominator(counts);
    let whole = counts.map(|count| count.numerator() * (&unit / count.denominator()));
    let common = whole.iter().fold(BigInt::zero(), |gcd, n| num_integer::Integer::gcd(&gcd, n));
    let common = if common.is_zero() { BigInt::one() } else { common };
    whole.map(|count| count / &common)
}
