//! Draws of the true rates of classifiers, given a test.
//!
//! After a test the urn of [`Contestants`] holds the observed patterns, each as often as it was
//! seen, and coins with mass w. So the probabilities of the observed patterns and the share of the
//! coins are Dirichlet variables, drawn as gamma variables; the coins' share is broken into sticks,
//! each the share Beta(1, w) of what is left, and each with one toss for every classifier
//! (Sethuraman, Statistica Sinica 4, 1994). Sticks end where less than 2^-40 of the whole is left,
//! which then goes to one more toss. Classifiers that are still equal are alike in everything that
//! was not drawn, so that their order is a matter of chance, with equal chances.

use super::contestants::{Contestants, Known};
use super::generator::{Bits, Gamma, Generator, bits, tosses};
use super::pooling::{ClassPooling, RatePriors};
use crate::lattice::BetaPrior;
use crate::num::Rational;
use crate::performance::Class;

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
        /// For each pattern and each classifier 1 if it is right, else 0.
        is_right: Vec<f64>,
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

/// Adds a weight to the rates of classifiers with a one.
fn add_tossed(right: &mut [f64], tosses: Bits<2>, weight: f64) {
    for (right, tosses) in right.chunks_mut(64).zip(tosses) {
        for (at, sum) in right.iter_mut().enumerate() {
            *sum += if tosses >> at & 1 == 1 { weight } else { 0.0 };
        }
    }
}

/// Rates given the variable of each pattern.
pub(super) fn draw_paired(
    patterns: impl Iterator<Item = Gamma>,
    is_right: &[f64],
    coins: &Coins,
    generator: &mut Generator,
    rates: &mut [f64],
) {
    let classifiers = rates.len();
    rates.fill(0.0);
    let mut whole = 0.0;
    for (pattern, is_right) in patterns.zip(is_right.chunks_exact(classifiers)) {
        if pattern.shape() == 0.0 {
            continue;
        }
        let weight = pattern.draw(generator);
        whole += weight;
        for (sum, is_right) in rates.iter_mut().zip(is_right) {
            *sum += weight * is_right;
        }
    }
    let mut left = generator.gamma(coins.mass);
    whole += left;
    while left > whole * NOTHING {
        let stick = left * coins.stick(generator);
        add_tossed(rates, coins.toss(generator, classifiers), stick);
        left -= stick;
    }
    add_tossed(rates, coins.toss(generator, classifiers), left);
    rates.iter_mut().for_each(|rate| *rate = (*rate / whole).min(1.0));
}

impl ClassRates {
    pub(super) fn new(contestants: &Contestants, class: usize, prior: &BetaPrior) -> Self {
        match contestants.known() {
            Known::Patterns(patterns) => {
                let of_class = &patterns[class];
                let is_right = of_class.iter().flat_map(|(pattern, _)| {
                    (0..contestants.classifiers())
                        .map(move |at| if pattern >> at & 1 == 1 { 1.0 } else { 0.0 })
                });
                Self::Paired {
                    patterns: of_class
                        .iter()
                        .map(|(_, count)| Gamma::new(double(*count)))
                        .collect(),
                    is_right: is_right.collect(),
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
            Self::Paired { patterns, is_right, coins } => {
                draw_paired(patterns.iter().copied(), is_right, coins, generator, rates);
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
