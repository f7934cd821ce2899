//! Draws of the true rates of classifiers, given a test.
//!
//! After a test the urn of [`Contestants`] holds the observed patterns, each as often as it was
//! seen, and coins with mass w. So the probabilities of the observed patterns and the share of the
//! coins are Dirichlet variables, drawn as gamma variables; the coins' share is broken into sticks,
//! each the share Beta(1, w) of what is left, and each with one toss for every classifier
//! (Sethuraman, Statistica Sinica 4, 1994). Sticks end where less than 2^-40 of the whole is left,
//! which then goes to one more toss. Classifiers that are still equal are alike in everything that
//! was not drawn, so that their order is a matter of chance, with equal chances.

use pulp::{Simd, WithSimd};
use smallvec::SmallVec;

use super::contestants::{Contestants, Known};
use super::generator::{Bits, Gamma, Generator, bits, tosses, words};
use super::pooling::{ClassPooling, RatePriors};
use crate::lattice::BetaPrior;
use crate::num::Rational;
use crate::performance::Class;
use crate::vectors::in_vectors;

/// Share of the whole that may be left when no more sticks are broken.
const NOTHING: f64 = 1.0 / (1_u64 << 40) as f64;

/// The distribution of all classifiers' rates after the test.
pub(super) struct RatePosterior {
    classifiers: usize,
    positive: ClassRates,
    negative: ClassRates,
    /// Pooling of both classes.
    pooling: Option<[ClassPooling; 2]>,
}

/// The rates of one class.
pub(super) enum ClassRates {
    Paired {
        /// The variable of each pattern, whose shape is its count.
        patterns: Vec<Gamma>,
        /// For each pattern the classifiers that are right.
        are_right: Vec<Bits<2>>,
        coins: Coins,
    },
    /// Variables of right and wrong of each classifier.
    Independent(Vec<[Gamma; 2]>),
}

/// The coins of an urn.
pub(super) struct Coins {
    mass: f64,
    /// The chance of being right; `None` if it is a half.
    chance: Option<f64>,
}

impl Coins {
    fn new(prior: &BetaPrior) -> Self {
        let (u, v) = prior.parameters();
        let mass = u + v;
        Self { mass: mass.to_f64(), chance: (u != v).then(|| (u / &mass).to_f64()) }
    }

    /// One toss for each classifier.
    fn toss(&self, generator: &mut Generator, classifiers: usize) -> Bits<2> {
        match self.chance {
            Some(chance) => bits(classifiers, || generator.uniform() <= chance),
            None if classifiers <= 64 => [generator.next(), 0],
            None => tosses(generator),
        }
    }

    /// A share Beta(1, w).
    #[expect(clippy::float_cmp, reason = "the usual mass has a quick root")]
    fn stick(&self, generator: &mut Generator) -> f64 {
        let uniform = generator.uniform();
        1.0 - if self.mass == 2.0 { uniform.sqrt() } else { uniform.powf(1.0 / self.mass) }
    }
}

/// Classifiers of a byte, and those of two, whose sums stay in registers.
const BYTE: usize = 8;
const LANES: usize = 2 * BYTE;

/// For each byte one or zero for each of its bits: to multiply by that takes less than to choose.
static BITS: [[f64; BYTE]; 256] = {
    let mut bits = [[0.0; BYTE]; 256];
    let mut place = 0;
    while place < 256 * BYTE {
        let (byte, bit) = (place / BYTE, place % BYTE);
        bits[byte][bit] = (byte >> bit & 1) as f64;
        place += 1;
    }
    bits
};

/// For each classifier the sum of the weights that come with a one for it.
struct RightSums<'s> {
    weights: &'s [(f64, Bits<2>)],
    sums: &'s mut [f64],
}

impl WithSimd for RightSums<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (place, sums) in self.sums.chunks_mut(LANES).enumerate() {
            let (word, shift) = (place * LANES / 64, place * LANES % 64);
            let mut lanes = [[0.0; BYTE]; 2];
            for (weight, bits) in self.weights {
                let [low, high, ..] = (bits[word] >> shift).to_le_bytes();
                let bits = [low, high].map(|byte| &BITS[usize::from(byte)]);
                for at in 0..BYTE {
                    lanes[0][at] += weight * bits[0][at];
                    lanes[1][at] += weight * bits[1][at];
                }
            }
            sums.copy_from_slice(&lanes.as_flattened()[..sums.len()]);
        }
    }
}

/// Rates given the variable of each pattern, and who is right in it.
pub(super) fn draw_paired(
    patterns: impl Iterator<Item = Gamma>,
    are_right: &[Bits<2>],
    coins: &Coins,
    generator: &mut Generator,
    rates: &mut [f64],
) {
    let mut weights: SmallVec<[(f64, Bits<2>); 128]> = SmallVec::new();
    let mut whole = 0.0;
    for (pattern, are_right) in patterns.zip(are_right).filter(|(of, _)| of.shape() != 0.0) {
        let weight = pattern.draw(generator);
        whole += weight;
        weights.push((weight, *are_right));
    }
    let mut left = generator.gamma(coins.mass);
    whole += left;
    while left > whole * NOTHING {
        let stick = left * coins.stick(generator);
        weights.push((stick, coins.toss(generator, rates.len())));
        left -= stick;
    }
    weights.push((left, coins.toss(generator, rates.len())));
    in_vectors(RightSums { weights: &weights, sums: rates });
    rates.iter_mut().for_each(|rate| *rate = (*rate / whole).min(1.0));
}

impl ClassRates {
    pub(super) fn new(contestants: &Contestants, class: usize, prior: &BetaPrior) -> Self {
        match contestants.known() {
            Known::Patterns(patterns) => {
                let of_class = &patterns[class];
                Self::Paired {
                    patterns: of_class
                        .iter()
                        .map(|(_, count)| Gamma::new(double(*count)))
                        .collect(),
                    are_right: of_class.iter().map(|(pattern, _)| words(*pattern)).collect(),
                    coins: Coins::new(prior),
                }
            }
            Known::Alone(observed) => {
                let (u, v) = prior.parameters();
                let shapes = observed.iter().map(|of| {
                    let (right, wrong) = if class == 0 { (of.tp, of.fn_) } else { (of.tn, of.fp) };
                    [Rational::from(right) + u, Rational::from(wrong) + v]
                        .map(|shape| Gamma::new(shape.to_f64()))
                });
                Self::Independent(shapes.collect())
            }
        }
    }

    /// Draws each classifier's rate of right predictions.
    fn draw(&self, generator: &mut Generator, rates: &mut [f64]) {
        match self {
            Self::Paired { patterns, are_right, coins } => {
                draw_paired(patterns.iter().copied(), are_right, coins, generator, rates);
            }
            Self::Independent(shapes) => {
                for (rate, shapes) in rates.iter_mut().zip(shapes) {
                    let [right, wrong] = shapes.each_ref().map(|shape| shape.draw(generator));
                    *rate = right / (right + wrong);
                }
            }
        }
    }
}

impl RatePosterior {
    pub(super) fn new(contestants: &Contestants, priors: &RatePriors<'_>) -> Self {
        let of = |class: usize| ClassRates::new(contestants, class, priors.beta[class]);
        let pooled = |pooling| {
            let [tpr, tnr] = priors.beta;
            [(Class::Positive, tpr), (Class::Negative, tnr)]
                .map(|(class, prior)| ClassPooling::new(contestants, class, prior, pooling))
        };
        Self {
            classifiers: contestants.classifiers(),
            positive: of(0),
            negative: of(1),
            pooling: priors.pooling.as_ref().map(pooled),
        }
    }

    pub(super) fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// Gamma variables of a draw, about.
    pub(super) fn random_numbers(&self) -> u128 {
        let of = |class: &ClassRates| match class {
            ClassRates::Paired { patterns, .. } => patterns.len() + 32,
            ClassRates::Independent(shapes) => 2 * shapes.len(),
        };
        (of(&self.positive) + of(&self.negative)) as u128
    }

    /// Draws the rates of right predictions on positives and on negatives.
    pub(super) fn draw(&self, generator: &mut Generator, tpr: &mut [f64], tnr: &mut [f64]) {
        self.positive.draw(generator, tpr);
        self.negative.draw(generator, tnr);
        if let Some([positive, negative]) = &self.pooling {
            positive.pool(generator, tpr);
            negative.pool(generator, tnr);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
pub(super) fn double(count: u64) -> f64 {
    count as f64
}
