//! Predictive distributions of one classifier: the number of right predictions among further
//! samples of a class.
//!
//! Having got a1 of p1 samples right, the number t right among p further ones has the mass
//!
//! ```text
//! binomial       C(p,t) (a1/p1)^t (c1/p1)^(p-t),   c1 = p1 - a1
//! beta-binomial  C(p,t) B(u + a1 + t, v + c1 + p - t)/B(u + a1, v + c1)   for a Beta(u, v) prior
//! ```
//!
//! ("Never mind the metrics", Eq. 3 and 4). Both are Polya urns: with A and B balls of two colours
//! and s more of a colour after each draw of it, t of p draws have the colour of A with weight
//!
//! ```text
//! C(p,t) prod_{i<t} (A + i s) prod_{i<p-t} (B + i s),    in all prod_{i<p} (A + B + i s).
//! ```
//!
//! s = 0 is the binomial; for the other A = s(u + a1), B = s(v + c1), s the common denominator of u
//! and v; without observations the posterior is the prior. All weights have the factor p! except
//! for its common part with s; it is divided out, which for s = 1 leaves C(A+t-1, t) C(B+p-t-1,
//! p-t) over C(A+B+p-1, p). O(p) operations on integers of O(p log) digits.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::{Lattice, LatticeError};
use crate::num::{Rational, WideFloat, common_denominator};
use crate::performance::{Class, ConfusionMatrix};

/// Observed counts of the four outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Observation {
    /// True negatives.
    pub tn: u64,
    /// False positives.
    pub fp: u64,
    /// False negatives.
    #[cfg_attr(feature = "serde", serde(rename = "fn"))]
    pub fn_: u64,
    /// True positives.
    pub tp: u64,
}

impl Observation {
    /// The counts of a confusion matrix.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::lattice::Observation;
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(Observation::from_matrix(&matrix, "svm")?.tp, 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Entries that are no whole numbers below 2^53.
    pub fn from_matrix(matrix: &ConfusionMatrix, name: &str) -> Result<Self, LatticeError> {
        let count = |value: &Rational| -> Result<u64, LatticeError> {
            let fail = || LatticeError::NotCounts { name: name.to_owned() };
            if !value.is_integer() {
                return Err(fail());
            }
            value.numerator().to_u64().filter(|count| *count < 1 << 53).ok_or_else(fail)
        };
        Ok(Self {
            tn: count(matrix.tn())?,
            fp: count(matrix.fp())?,
            fn_: count(matrix.fn_())?,
            tp: count(matrix.tp())?,
        })
    }
}

impl Observation {
    /// Checks that there are observations of both classes, so that both rates are known.
    ///
    /// # Errors
    /// A class without observations.
    pub fn check_both_classes(self) -> Result<(), LatticeError> {
        match (self.tp | self.fn_, self.tn | self.fp) {
            (0, _) => Err(LatticeError::NoObservations { class: Class::Positive }),
            (_, 0) => Err(LatticeError::NoObservations { class: Class::Negative }),
            _ => Ok(()),
        }
    }
}

/// The parameters of a Beta prior, both positive.
///
/// ```
/// use exactile::Rational;
/// use exactile::lattice::BetaPrior;
/// assert_eq!(BetaPrior::default(), BetaPrior::new(Rational::ONE, Rational::ONE)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetaPrior {
    u: Rational,
    v: Rational,
}

impl BetaPrior {
    /// Beta(u, v): u for right predictions, v for wrong ones.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::lattice::BetaPrior;
    /// let jeffreys = BetaPrior::new(Rational::new(1, 2), Rational::new(1, 2))?;
    /// assert_eq!(jeffreys.parameters().0, &Rational::new(1, 2));
    /// assert!(BetaPrior::new(Rational::ZERO, Rational::ONE).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A parameter that is not positive.
    pub fn new(u: Rational, v: Rational) -> Result<Self, LatticeError> {
        for parameter in [&u, &v] {
            if !parameter.is_positive() {
                return Err(LatticeError::PriorNotPositive(parameter.clone()));
            }
        }
        Ok(Self { u, v })
    }

    /// u and v.
    pub fn parameters(&self) -> (&Rational, &Rational) {
        (&self.u, &self.v)
    }
}

impl Default for BetaPrior {
    /// Beta(1, 1), the uniform prior.
    fn default() -> Self {
        Self { u: Rational::ONE, v: Rational::ONE }
    }
}

/// Model that derives further results from the observed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// The observed rates are the true ones.
    Binomial,
    /// The true rates have Beta priors.
    BetaBinomial {
        /// The prior of the true positive rate.
        positive: BetaPrior,
        /// The prior of the true negative rate.
        negative: BetaPrior,
    },
}

impl Default for Model {
    /// Beta-binomial with uniform priors.
    fn default() -> Self {
        Self::BetaBinomial { positive: BetaPrior::default(), negative: BetaPrior::default() }
    }
}

impl Model {
    /// `binomial` or `beta-binomial`.
    ///
    /// ```
    /// use exactile::lattice::Model;
    /// assert_eq!(Model::default().name(), "beta-binomial");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Binomial => "binomial",
            Self::BetaBinomial { .. } => "beta-binomial",
        }
    }
}

/// The joint distribution of (tp, tn) on further samples: the two are independent.
#[derive(Clone, Debug)]
pub struct Predictive {
    observed: Observation,
    lattice: Lattice,
    pub(crate) positive: Urn,
    pub(crate) negative: Urn,
}

impl Predictive {
    /// The distribution on the lattice of further samples, given an observation. Where there is no
    /// observation of a class, the beta-binomial model uses only the prior.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// let nothing = Observation { tn: 0, fp: 0, fn_: 0, tp: 0 };
    /// let prior = Predictive::new(nothing, &Model::default(), Lattice::new(2, 3)?)?;
    /// assert_eq!(prior.mass(1, 1), Rational::new(1, 12));
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// Under the binomial model a class without observations; parameters with too many digits.
    pub fn new(
        observed: Observation,
        model: &Model,
        lattice: Lattice,
    ) -> Result<Self, LatticeError> {
        let Observation { tn, fp, fn_, tp } = observed;
        let (positive, negative) = match model {
            Model::Binomial => (None, None),
            Model::BetaBinomial { positive, negative } => (Some(positive), Some(negative)),
        };
        Ok(Self {
            observed,
            lattice,
            positive: Urn::new(Class::Positive, [tp, fn_], lattice.positives(), positive)?,
            negative: Urn::new(Class::Negative, [tn, fp], lattice.negatives(), negative)?,
        })
    }

    /// Returns the observed counts.
    pub fn observed(&self) -> Observation {
        self.observed
    }

    /// The lattice of further samples.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The mass of one matrix, exactly.
    ///
    /// ```
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
    /// let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// assert_eq!(next.mass(1, 1).to_string(), "16/25");
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Panics
    /// If the matrix is not on the lattice.
    pub fn mass(&self, tp: u64, tn: u64) -> Rational {
        let of = |urn: &Urn, t: u64| {
            let weights = urn.weights();
            let place = usize::try_from(t).expect("a count");
            Rational::new(
                num_bigint::BigInt::from(weights[place].clone()),
                num_bigint::BigInt::from(urn.total()),
            )
        };
        of(&self.positive, tp) * of(&self.negative, tn)
    }

    /// The expected numbers of true positives and true negatives.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// let observed = Observation { tn: 32, fp: 8, fn_: 4, tp: 16 };
    /// let next = Predictive::new(observed, &Model::Binomial, Lattice::new(10, 20)?)?;
    /// assert_eq!(next.means(), (Rational::from(8), Rational::from(16)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn means(&self) -> (Rational, Rational) {
        (self.positive.mean(), self.negative.mean())
    }
}

/// A Polya urn: `right` and `wrong` balls, `step` more of a colour after each draw of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Urn {
    right: u128,
    wrong: u128,
    step: u128,
    draws: u64,
}

impl Urn {
    fn new(
        class: Class,
        [right, wrong]: [u64; 2],
        draws: u64,
        prior: Option<&BetaPrior>,
    ) -> Result<Self, LatticeError> {
        let Some(BetaPrior { u, v }) = prior else {
            // A prior is a posterior without observations; a rate of 0/0 is nothing.
            if right == 0 && wrong == 0 {
                return Err(LatticeError::NoObservations { class });
            }
            let common = right.gcd(&wrong);
            let (right, wrong) = ((right / common).into(), (wrong / common).into());
            return Self { right, wrong, step: 0, draws }.checked();
        };
        let step = common_denominator([u, v]);
        let scaled = |count: u64, parameter: &Rational| {
            ((Rational::from(count) + parameter) * Rational::from(step.clone()))
                .numerator()
                .to_u128()
                .ok_or(LatticeError::ModelTooFine)
        };
        let (right, wrong) = (scaled(right, u)?, scaled(wrong, v)?);
        let step = step.to_u128().ok_or(LatticeError::ModelTooFine)?;
        Self { right, wrong, step, draws }.checked()
    }

    /// Returns the distribution after `right` and `wrong` results, with a Beta prior.
    pub(crate) fn given(
        right: u64,
        wrong: u64,
        draws: u64,
        prior: &BetaPrior,
    ) -> Result<Self, LatticeError> {
        Self::new(Class::Positive, [right, wrong], draws, Some(prior))
    }

    /// The products of neighbouring weights' ratios must fit in 127 bits.
    fn checked(self) -> Result<Self, LatticeError> {
        let draws = u128::from(self.draws) + 1;
        let fits = |balls: u128| {
            let most = self.step.checked_mul(draws)?.checked_add(balls)?.checked_mul(draws)?;
            (most >> 126 == 0).then_some(())
        };
        let both = self.right.checked_add(self.wrong).and_then(fits);
        both.map(|()| self).ok_or(LatticeError::ModelTooFine)
    }

    pub(super) fn draws(&self) -> u64 {
        self.draws
    }

    /// p A/(A + B)
    pub(super) fn mean(&self) -> Rational {
        let big = |value: u128| num_bigint::BigInt::from(value);
        Rational::new(
            big(self.right) * num_bigint::BigInt::from(self.draws),
            big(self.right + self.wrong),
        )
    }

    /// E[t^2] = E[t(t-1)] + E[t], with E[t(t-1)] = p(p-1) A(A+s)/((A+B)(A+B+s)).
    pub(super) fn second_moment(&self) -> Rational {
        let big = |value: u128| Rational::from(num_bigint::BigInt::from(value));
        let (a, all, s) = (big(self.right), big(self.right + self.wrong), big(self.step));
        let p = Rational::from(self.draws);
        let pairs = &p * (&p - Rational::ONE) * &a * (&a + &s) / (&all * (&all + &s));
        pairs + self.mean()
    }

    /// weight(t + 1)/weight(t), as numerator and denominator without common factor.
    fn ratio(&self, t: u64) -> (u128, u128) {
        let (t, draws) = (u128::from(t), u128::from(self.draws));
        let numerator = (self.right + t * self.step) * (draws - t);
        let denominator = (t + 1) * (self.wrong + (draws - t - 1) * self.step);
        let common = numerator.gcd(&denominator);
        (numerator / common, denominator / common)
    }

    /// prod_{i<p} (balls + i s), over what p! does not have in common with s. Each partial
    /// product is an integer: a prime that does not divide s divides (balls/s)(balls/s + 1)... at
    /// least as often as it divides the factorial.
    fn rising(&self, balls: u128) -> BigUint {
        let mut product = BigUint::one();
        for i in 0..u128::from(self.draws) {
            product = scaled(product, balls + i * self.step, coprime_part(i + 1, self.step));
        }
        product
    }

    /// The weights of t = 0 to p.
    pub(crate) fn weights(&self) -> Vec<BigUint> {
        let places = usize::try_from(self.draws).expect("lists were checked to fit") + 1;
        let mut weights = vec![BigUint::zero(); places];
        if self.wrong == 0 {
            weights[places - 1] = self.rising(self.right);
            return weights;
        }
        let mut weight = self.rising(self.wrong);
        for t in 0..self.draws {
            let (numerator, denominator) = self.ratio(t);
            let next = scaled(weight.clone(), numerator, denominator);
            weights[usize::try_from(t).expect("a place")] = std::mem::replace(&mut weight, next);
        }
        weights[places - 1] = weight;
        weights
    }

    /// The sum of all weights.
    pub(crate) fn total(&self) -> BigUint {
        self.rising(self.right + self.wrong)
    }

    /// Returns an estimate of the number of binary digits of the total.
    pub(crate) fn digits(&self) -> u64 {
        let most = self.right + self.wrong + u128::from(self.draws) * self.step;
        let each = u64::from(u128::BITS - most.leading_zeros());
        if self.step == 1 {
            // C(n, p) < 2^n and < n^p.
            (self.draws * each).min(u64::try_from(most).unwrap_or(u64::MAX))
        } else {
            self.draws * each
        }
    }

    /// The masses of t = 0 to p as 128-bit numbers, and their error.
    ///
    /// Each weight follows from the one before it by an exact ratio of integers: two roundings.
    /// The sum of p + 1 of them rounds once more each time, and the product with its inverse adds
    /// both errors: 2p + 3p + 2.
    pub(crate) fn masses(&self) -> (Vec<WideFloat>, u64) {
        let places = usize::try_from(self.draws).expect("a count") + 1;
        let mut weights = Vec::with_capacity(places);
        if self.wrong == 0 {
            weights.resize(places - 1, WideFloat::ZERO);
            weights.push(WideFloat::ONE);
            return (weights, 0);
        }
        let mut weight = WideFloat::ONE;
        weights.push(weight);
        for t in 0..self.draws {
            let (numerator, denominator) = self.ratio(t);
            weight = weight * WideFloat::from_u128(numerator) / WideFloat::from_u128(denominator);
            weights.push(weight);
        }
        let inverse = WideFloat::ONE / weights.iter().copied().sum();
        for weight in &mut weights {
            *weight *= inverse;
        }
        (weights, 5 * self.draws + 2)
    }
}

/// `value * numerator / denominator`, which is an integer.
fn scaled(value: BigUint, numerator: u128, denominator: u128) -> BigUint {
    let product = match u64::try_from(numerator) {
        Ok(small) => value * small,
        Err(_) => value * numerator,
    };
    match u64::try_from(denominator) {
        Ok(1) => product,
        Ok(small) => product / small,
        Err(_) => product / denominator,
    }
}

/// The largest divisor of `value` that has no factor in common with `step`; every prime divides
/// the step 0.
fn coprime_part(mut value: u128, step: u128) -> u128 {
    loop {
        let common = value.gcd(&step);
        if common == 1 {
            return value;
        }
        value /= common;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_the_total_whatever_the_prior() {
        let prior = |u: (i64, i64), v: (i64, i64)| {
            BetaPrior::new(Rational::new(u.0, u.1), Rational::new(v.0, v.1)).expect("positive")
        };
        let priors = [
            None,
            Some(prior((1, 1), (1, 1))),
            Some(prior((1, 2), (1, 2))),
            Some(prior((5, 6), (7, 4))),
            Some(prior((1, 1000), (30, 7))),
        ];
        for prior in &priors {
            for observed in [[1, 0], [0, 1], [3, 2], [16, 4], [7, 21]] {
                for draws in [0, 1, 2, 7, 30] {
                    let urn = Urn::new(Class::Positive, observed, draws, prior.as_ref())
                        .expect("observed");
                    let weights = urn.weights();
                    assert_eq!(weights.iter().sum::<BigUint>(), urn.total());
                    let (masses, error) = urn.masses();
                    for (mass, weight) in masses.iter().zip(&weights) {
                        let exact = Rational::new(
                            num_bigint::BigInt::from(weight.clone()),
                            num_bigint::BigInt::from(urn.total()),
                        );
                        let mass = crate::num::CertifiedMass::new(*mass, error);
                        assert!(mass.lower() <= exact && exact <= mass.upper());
                    }
                    let mean: Rational = (0_u64..)
                        .zip(&weights)
                        .map(|(t, weight)| {
                            Rational::from(t)
                                * Rational::from(num_bigint::BigInt::from(weight.clone()))
                        })
                        .sum();
                    assert_eq!(
                        mean / Rational::from(num_bigint::BigInt::from(urn.total())),
                        urn.mean()
                    );
                }
            }
        }
    }
}
