//! Draws of tests that are not made yet, and of rates given them, if all rates are the observed
//! ones.

use super::contestants::{Contestants, Known};
use super::generator::{Bits, DIRECT, Gamma, Generator, are_few};
use super::rates::{ClassRates, Coins, double, draw_paired};
use crate::lattice::{BetaPrior, LatticeError};
use crate::performance::{Class, Pattern};

/// Results of a planned test, and rates given it, if all rates are the observed ones.
pub(super) struct PlannedRates {
    positive: PlannedClass,
    negative: PlannedClass,
}

/// One class of a planned test.
struct PlannedClass {
    samples: u64,
    known: PlannedKnown,
}

enum PlannedKnown {
    Paired {
        /// Each pattern with the number of samples that have it or one before it.
        patterns: Vec<Pattern>,
        are_right: Vec<Bits<2>>,
        coins: Coins,
    },
    /// The observed rate of each classifier; u and v.
    Independent(Vec<f64>, [f64; 2]),
}

impl PlannedRates {
    /// # Errors
    /// A class without observations.
    pub(super) fn new(
        contestants: &Contestants,
        priors: [&BetaPrior; 2],
        samples: [u64; 2],
    ) -> Result<Self, LatticeError> {
        let of = |class: usize| {
            let name = if class == 0 { Class::Positive } else { Class::Negative };
            PlannedClass::new(contestants, class, priors[class], samples[class])
                .ok_or(LatticeError::NoObservations { class: name })
        };
        Ok(Self { positive: of(0)?, negative: of(1)? })
    }

    /// Random numbers of a draw, about.
    pub(super) fn random_numbers(&self) -> u128 {
        self.positive.random_numbers() + self.negative.random_numbers()
    }

    /// Draws a test, and rates given it.
    pub(super) fn draw(&self, generator: &mut Generator, tpr: &mut [f64], tnr: &mut [f64]) {
        self.positive.draw(generator, tpr);
        self.negative.draw(generator, tnr);
    }

    /// Draws the patterns of two classifiers' tests, both classes: neither right, only the first,
    /// only the second, both.
    pub(super) fn counts(&self, generator: &mut Generator) -> [[u64; 4]; 2] {
        [&self.positive, &self.negative].map(|class| {
            let PlannedKnown::Paired { patterns, .. } = &class.known else {
                unreachable!("asked of pairs")
            };
            let mut counts = [0; 4];
            for ((pattern, _), count) in patterns.iter().zip(class.patterns(patterns, generator)) {
                counts[usize::try_from(*pattern).expect("of two")] += count;
            }
            counts
        })
    }
}

impl PlannedClass {
    fn new(
        contestants: &Contestants,
        class: usize,
        prior: &BetaPrior,
        samples: u64,
    ) -> Option<Self> {
        let known = match contestants.known() {
            Known::Patterns(patterns) => {
                let mut observed = 0;
                let patterns: Vec<Pattern> = patterns[class]
                    .iter()
                    .map(|(pattern, count)| {
                        observed += count;
                        (*pattern, observed)
                    })
                    .collect();
                let ClassRates::Paired { are_right, coins, .. } =
                    ClassRates::new(contestants, class, prior)
                else {
                    unreachable!("patterns are known")
                };
                if observed == 0 {
                    return None;
                }
                PlannedKnown::Paired { patterns, are_right, coins }
            }
            Known::Alone(observed) => {
                let rates = observed.iter().map(|of| {
                    let (right, wrong) = if class == 0 { (of.tp, of.fn_) } else { (of.tn, of.fp) };
                    let all = double(right) + double(wrong);
                    (all > 0.0).then(|| double(right) / all)
                });
                let (u, v) = prior.parameters();
                PlannedKnown::Independent(rates.collect::<Option<_>>()?, [u.to_f64(), v.to_f64()])
            }
        };
        Some(Self { samples, known })
    }

    fn random_numbers(&self) -> u128 {
        let samples = u128::from(self.samples);
        match &self.known {
            PlannedKnown::Paired { patterns, .. } => {
                let patterns = patterns.len() as u128;
                samples.min(u128::from(DIRECT) * patterns) + patterns + 32
            }
            PlannedKnown::Independent(right, _) => (samples.min(16) + 18) * right.len() as u128,
        }
    }

    /// Draws how many samples have each pattern.
    fn patterns(&self, patterns: &[Pattern], generator: &mut Generator) -> Vec<u64> {
        let mut counts = vec![0; patterns.len()];
        if are_few(self.samples, patterns.len()) {
            let observed = patterns.last().map_or(0, |(_, end)| *end);
            for _ in 0..self.samples {
                let sample = generator.below(observed);
                counts[patterns.partition_point(|(_, end)| *end <= sample)] += 1;
            }
        } else {
            let starts = std::iter::once(0).chain(patterns.iter().map(|(_, end)| *end));
            let kinds = patterns.iter().zip(starts).map(|((_, end), start)| end - start);
            generator.multinomial(self.samples, kinds, |place, count| counts[place] = count);
        }
        counts
    }

    fn draw(&self, generator: &mut Generator, rates: &mut [f64]) {
        match &self.known {
            PlannedKnown::Paired { patterns, are_right, coins } => {
                let counts = self.patterns(patterns, generator);
                let drawn = counts.into_iter().map(|count| Gamma::new(double(count)));
                draw_paired(drawn, are_right, coins, generator, rates);
            }
            PlannedKnown::Independent(observed, [u, v]) => {
                for (rate, observed) in rates.iter_mut().zip(observed) {
                    let right = generator.binomial(self.samples, *observed);
                    let wrong = double(self.samples - right);
                    let (right, wrong) =
                        (generator.gamma(double(right) + u), generator.gamma(wrong + v));
                    *rate = right / (right + wrong);
                }
            }
        }
    }
}
