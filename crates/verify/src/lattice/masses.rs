//! The distribution of a metric on further samples, from the weight of each confusion matrix in the
//! model.
//!
//! In each class right results are drawn from an urn with A right and B wrong balls, to which each
//! draw adds s of its colour: of n draws j are right with weight
//!
//! ```text
//! C(n, j) A (A+s) ... (A+(j-1)s) B (B+s) ... (B+(n-j-1)s)
//! ```
//!
//! Beta-binomial with the prior (U, V) after r right and w wrong results: A = d(r+U), B = d(w+V), s
//! = d, with d so that these are integers; where d = 1, all weights are divided by n!. Binomial: A
//! = r, B = w, s = 0. The two classes are independent.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use rayon::prelude::*;

use super::matrices::Lattice;
use crate::claim::header::Members;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, exact};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::Better;
use crate::reading::json::Json;
use exactile::num::{Decimal17, Rational, common_denominator};
use exactile::performance::Classifier;

/// The most bits of all products of balls together; they take some seconds, and some hundred
/// megabytes.
const MOST_BITS: u128 = 2_000_000_000;

/// The model by which further results follow from those observed.
pub(crate) enum Model {
    Binomial,
    /// The prior parameters U and V of the positive and the negative class.
    BetaBinomial([[Rational; 2]; 2]),
}

impl Model {
    /// Takes `model`, `beta` and `beta_negative` from a result.
    pub(crate) fn of(members: &mut Members<'_>) -> Result<Self, Wrong> {
        let name = members.text("model")?;
        match &*name {
            "binomial" => Ok(Self::Binomial),
            "beta-binomial" => Ok(Self::BetaBinomial([
                Self::prior(members, "beta")?,
                Self::prior(members, "beta_negative")?,
            ])),
            _ => Err(Wrong::new("it is neither beta-binomial nor binomial").of("model")),
        }
    }

    fn prior(members: &mut Members<'_>, key: &str) -> Result<[Rational; 2], Wrong> {
        let claim = members.required(key)?;
        let number = |claim: &Json, k| {
            let number = exact(claim).map_err(|wrong| wrong.number(k))?;
            if number.is_positive() {
                Ok(number)
            } else {
                Err(Wrong::new("it is not positive").number(k))
            }
        };
        match claim.as_list() {
            Some([u, v]) => Ok([number(u, 0)?, number(v, 1)?]),
            _ => Err(Wrong::new("two numbers should stand here")),
        }
        .map_err(|wrong| wrong.of(key))
    }

    /// Returns the weights of 0 to n right results of a class, given the observed ones.
    fn weights(&self, class: usize, [right, wrong]: [u64; 2], n: u64) -> Result<Vec<BigInt>, Stop> {
        let counts = [right, wrong].map(BigInt::from);
        let (balls, step) = match self {
            // Of no samples nothing is known, nor needed.
            Self::Binomial if right == 0 && wrong == 0 && n == 0 => return Ok(vec![BigInt::one()]),
            Self::Binomial if right == 0 && wrong == 0 => {
                let reason = "nothing was observed of a class, so its rate is 0/0";
                return Err(Wrong::new(reason).of("model").into());
            }
            Self::Binomial => {
                let common = counts[0].gcd(&counts[1]);
                (counts.map(|count| count / &common), BigInt::ZERO)
            }
            Self::BetaBinomial(priors) => {
                let step = common_denominator(&priors[class]);
                let scale = Rational::from(step.clone());
                let ball = |k: usize| {
                    ((Rational::from(counts[k].clone()) + &priors[class][k]) * &scale).numerator()
                };
                ([ball(0), ball(1)], step)
            }
        };
        let longest = balls[0].bits().max(balls[1].bits()).max((&step * n).bits());
        if u128::from(n) * u128::from(n) * u128::from(longest) > MOST_BITS {
            let what = format!("{n} samples of a class are too many to be weighed here");
            return Err(Stop::Unknown(what));
        }
        // Of factors A (A+1) ... (A+j-1) and 1/j! the product is a binomial coefficient; n! is C(n,
        // j) j! (n-j)!.
        let are_binomial = step.is_one();
        let rising = |balls: &BigInt| {
            let mut products = vec![BigInt::one()];
            let mut factor = balls.clone();
            for j in 1..=n {
                let product = products.last().expect("there is one") * &factor;
                products.push(if are_binomial { product / j } else { product });
                factor += &step;
            }
            products
        };
        let [right, wrong] = balls.each_ref().map(rising);
        let pairs = right.iter().zip(wrong.iter().rev());
        if are_binomial {
            return Ok(pairs.map(|(right, wrong)| right * wrong).collect());
        }
        let mut choices = BigInt::one();
        let mut weights = Vec::with_capacity(right.len());
        for (j, (right, wrong)) in pairs.enumerate() {
            weights.push(&choices * right * wrong);
            choices = choices * (n - j as u64) / (j as u64 + 1);
        }
        Ok(weights)
    }
}

/// The weights of 0 to n right results of each class, given the results of a classifier.
pub(super) struct ClassWeights {
    positive: Vec<BigInt>,
    negative: Vec<BigInt>,
    /// The weight of all matrices.
    pub(super) total: BigInt,
}

impl ClassWeights {
    /// Creates the weights, given the observed counts `tn, fp, fn, tp`.
    fn new(lattice: &Lattice, model: &Model, [tn, fp, fn_, tp]: [u64; 4]) -> Result<Self, Stop> {
        let positive = model.weights(0, [tp, fn_], lattice.positives)?;
        let negative = model.weights(1, [tn, fp], lattice.negatives)?;
        let total = positive.iter().sum::<BigInt>() * negative.iter().sum::<BigInt>();
        Ok(Self { positive, negative, total })
    }

    /// Creates the weights, given the results of a classifier.
    pub(super) fn after(
        known: &Classifier,
        lattice: &Lattice,
        model: &Model,
    ) -> Result<Self, Stop> {
        Self::new(lattice, model, observed(known)?)
    }

    /// Returns the weights of the true positives and of the true negatives.
    pub(super) fn of_classes(&self) -> [&[BigInt]; 2] {
        [&self.positive, &self.negative]
    }

    /// Returns the same weights divided by their common factor, so that products are shorter.
    fn reduced(&self) -> Self {
        let reduced = |class: &[BigInt]| -> Vec<BigInt> {
            let common = class.iter().fold(BigInt::ZERO, |common, weight| common.gcd(weight));
            class.iter().map(|weight| weight / &common).collect()
        };
        let [positive, negative] = self.of_classes().map(reduced);
        let total = positive.iter().sum::<BigInt>() * negative.iter().sum::<BigInt>();
        Self { positive, negative, total }
    }

    fn matrix(&self, lattice: &Lattice, matrix: u64) -> BigInt {
        let [tp, tn] = lattice.matrix(matrix);
        &self.positive[tp] * &self.negative[tn]
    }

    /// Returns the weight of the matrices without a value.
    pub(super) fn undefined(&self, lattice: &Lattice) -> BigInt {
        lattice.undefined.iter().map(|matrix| self.matrix(lattice, *matrix)).sum()
    }
}

/// The weight of each value of a metric on further samples.
pub(crate) struct Masses {
    /// The weight of each value, in increasing order of the values.
    pub(super) of: Vec<BigInt>,
    /// The weight of all values before each one; the last entry is that of all values.
    pub(super) below: Vec<BigInt>,
    /// The weight of the matrices without a value.
    pub(super) undefined: BigInt,
    /// The weight of all matrices.
    pub(super) total: BigInt,
}

impl Masses {
    /// Creates the masses, given the observed counts `tn, fp, fn, tp`.
    pub(super) fn new(lattice: &Lattice, model: &Model, observed: [u64; 4]) -> Result<Self, Stop> {
        Ok(Self::increasing(lattice, &ClassWeights::new(lattice, model, observed)?))
    }

    /// Creates the masses, given the results of a classifier; better values come last.
    pub(crate) fn after(
        known: &Classifier,
        lattice: &Lattice,
        model: &Model,
    ) -> Result<Self, Stop> {
        Ok(Self::of_weights(lattice, &ClassWeights::after(known, lattice, model)?))
    }

    /// Creates the masses from class weights; better values come last.
    pub(super) fn of_weights(lattice: &Lattice, weights: &ClassWeights) -> Self {
        let mut masses = Self::increasing(lattice, weights);
        if lattice.metric.better == Better::Lower {
            masses.turn();
        }
        masses
    }

    fn increasing(lattice: &Lattice, weights: &ClassWeights) -> Self {
        let weights = &weights.reduced();
        let of: Vec<BigInt> = (0..lattice.distinct())
            .into_par_iter()
            .map(|place| {
                let taken = lattice.taken(place).iter();
                taken.map(|(_, matrix)| weights.matrix(lattice, *matrix)).sum()
            })
            .collect();
        let mut below = vec![BigInt::ZERO];
        for mass in &of {
            below.push(below.last().expect("there is one") + mass);
        }
        let undefined = weights.undefined(lattice);
        Self { of, below, undefined, total: weights.total.clone() }
    }

    /// Reverses the order of the values.
    fn turn(&mut self) {
        self.of.reverse();
        let defined = self.defined().clone();
        self.below = self.below.iter().rev().map(|below| &defined - below).collect();
    }

    /// Returns the weight of all values together.
    pub(super) fn defined(&self) -> &BigInt {
        self.below.last().expect("there is one")
    }
}

/// Returns the counts `tn, fp, fn, tp` of a classifier, as whole numbers.
fn observed(known: &Classifier) -> Result<[u64; 4], Wrong> {
    let m = &known.matrix;
    let whole = |count: &Rational| {
        let whole = count.is_integer().then(|| count.numerator().to_u64()).flatten();
        whole.ok_or_else(|| Wrong::new(format!("{:?} of the input has no counts", known.name)))
    };
    Ok([whole(m.tn())?, whole(m.fp())?, whole(m.fn_())?, whole(m.tp())?])
}

/// The form in which masses are written.
pub(super) enum Scale {
    /// As numerators: each weight times the first number, over the second.
    Numerators(BigInt, BigInt),
    /// As decimals of 17 digits: each weight over this number.
    Decimals(BigInt),
}

impl Scale {
    pub(super) fn mass<'t>(&self, weight: &BigInt) -> Truth<'t> {
        match self {
            Self::Numerators(times, over) => {
                Truth::exact(Rational::new(weight * times, over.clone()))
            }
            Self::Decimals(total) => Truth::text(nearest(weight, total)),
        }
    }

    /// Returns the truth about a part of the mass of all values.
    pub(super) fn share<'t>(&self, weight: &BigInt, of: &BigInt) -> Truth<'t> {
        match self {
            Self::Numerators(..) => Truth::exact(Rational::new(weight.clone(), of.clone())),
            Self::Decimals(_) => Truth::text(nearest(weight, of)),
        }
    }
}

/// Returns the nearest decimal of 17 digits of a quotient.
///
/// The leading bits of both integers give two numbers around the quotient. Usually both have the
/// same decimal, which saves a division of numbers of thousands of digits.
fn nearest(weight: &BigInt, total: &BigInt) -> String {
    let [weight, total] = [weight, total].map(BigInt::magnitude);
    let ([low, high], down) = leading(weight);
    let ([least, most], by) = leading(total);
    // No more bits are left out of a part than of the whole.
    let up = by.saturating_sub(down);
    let ends =
        [Decimal17::of_ratio(&low, &(most << up)), Decimal17::of_ratio(&high, &(least << up))];
    match ends {
        [low, high] if low == high => low.to_string(),
        _ => Decimal17::of_ratio(weight, total).to_string(),
    }
}

/// Returns two numbers around an integer, each of some leading bits times the same power of two,
/// and the exponent of that power.
fn leading(integer: &BigUint) -> ([BigUint; 2], u64) {
    const BITS: u64 = 192;
    let down = integer.bits().saturating_sub(BITS);
    let floor = integer >> down;
    let above = if down == 0 { floor.clone() } else { &floor + 1_u8 };
    ([floor, above], down)
}
