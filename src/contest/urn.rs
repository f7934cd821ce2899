//! Draws of a further test of classifiers that were tested on the same samples: from the urn, one sample after
//! the other.

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::contestants::{Contestants, Known};
use super::generator::{Generator, tosses};
use crate::lattice::{BetaPrior, LatticeError, Model};
use crate::num::Rational;
use crate::performance::{Class, Pattern};

/// The most samples of a class in an urn that is drawn from, observed and further: 16 bytes each.
const MOST_IN_URN: u64 = 4_000_000;

/// What classifiers that were tested on the same samples do on a further test.
pub(super) struct NextUrn {
    classifiers: usize,
    positive: ClassUrn,
    negative: ClassUrn,
}

/// The urn of one class.
struct ClassUrn {
    /// The pattern of each observed sample.
    observed: Vec<u128>,
    further: u64,
    /// What a sample weighs, and the coins: how often they are right and wrong.
    unit: u64,
    coins: [u64; 2],
    /// Further samples are thrown into the urn as well.
    learns: bool,
}

/// A draw of further samples.
pub(super) struct NextDraw {
    drawn: Vec<u128>,
    /// The numbers of right predictions on positives and on negatives.
    pub(super) tp: Vec<u64>,
    pub(super) tn: Vec<u64>,
}

impl NextUrn {
    /// Further results of paired classifiers on as many positives and negatives; `None` for others.
    ///
    /// # Errors
    /// More samples than an urn holds; a prior with too many digits; without a prior a class
    /// without observations.
    pub(super) fn new(
        contestants: &Contestants,
        model: &Model,
        further: [u64; 2],
    ) -> Result<Option<Self>, LatticeError> {
        let Known::Patterns(patterns) = contestants.known() else { return Ok(None) };
        let priors = match model {
            Model::Binomial => [None, None],
            Model::BetaBinomial { positive, negative } => [Some(positive), Some(negative)],
        };
        let of = |class: usize| {
            let name = if class == 0 { Class::Positive } else { Class::Negative };
            ClassUrn::new(&patterns[class], further[class], priors[class], name)
        };
        Ok(Some(Self {
            classifiers: contestants.classifiers(),
            positive: of(0)?,
            negative: of(1)?,
        }))
    }

    pub(super) fn empty_draw(&self) -> NextDraw {
        let zeros = vec![0; self.classifiers];
        NextDraw { drawn: Vec::new(), tp: zeros.clone(), tn: zeros }
    }

    pub(super) fn draw(&self, generator: &mut Generator, draw: &mut NextDraw) {
        let NextDraw { drawn, tp, tn } = draw;
        self.positive.draw(generator, drawn, tp);
        self.negative.draw(generator, drawn, tn);
    }
}

impl ClassUrn {
    fn new(
        patterns: &[Pattern],
        further: u64,
        prior: Option<&BetaPrior>,
        class: Class,
    ) -> Result<Self, LatticeError> {
        let samples: u64 = patterns.iter().map(|(_, count)| count).sum();
        if samples + further > MOST_IN_URN {
            let limit = MOST_IN_URN.saturating_sub(samples);
            return Err(LatticeError::TooManySamples { samples: further, limit });
        }
        let (unit, coins) = match prior {
            None if samples == 0 && further > 0 => {
                return Err(LatticeError::NoObservations { class });
            }
            None => (1, [0, 0]),
            Some(prior) => {
                let (u, v) = prior.parameters();
                let unit = u.denominator().lcm(&v.denominator());
                let times = |part: &Rational| {
                    let part = (part.numerator() * &unit) / part.denominator();
                    // Far from where the weight of the whole urn would overflow.
                    part.to_u64().filter(|part| *part < 1 << 60).ok_or(LatticeError::ModelTooFine)
                };
                let machine = unit.to_u64().filter(|unit| *unit < 1 << 40);
                (machine.ok_or(LatticeError::ModelTooFine)?, [times(u)?, times(v)?])
            }
        };
        let each = |&(pattern, count): &Pattern| (0..count).map(move |_| pattern);
        let observed = patterns.iter().flat_map(each).collect();
        Ok(Self { observed, further, unit, coins, learns: prior.is_some() })
    }

    /// Draws the number of right predictions of each classifier.
    fn draw(&self, generator: &mut Generator, drawn: &mut Vec<u128>, right: &mut [u64]) {
        let classifiers = right.len();
        drawn.clear();
        let seen = self.observed.len();
        let of_samples = |count: usize| u64::try_from(count).expect("in memory") * self.unit;
        let coins = self.coins[0] + self.coins[1];
        // The sums of all patterns, a digit of each classifier's in every word.
        let mut digits = [0_u128; 23];
        for _ in 0..self.further {
            let inside = of_samples(seen + if self.learns { drawn.len() } else { 0 });
            let place = generator.below(inside + coins);
            let pattern = if place < inside {
                let sample = usize::try_from(place / self.unit).expect("in memory");
                if sample < seen { self.observed[sample] } else { drawn[sample - seen] }
            } else if self.coins[0] == self.coins[1] {
                tosses(generator, classifiers)
            } else {
                let is_right = |generator: &mut Generator| generator.below(coins) < self.coins[0];
                (0..classifiers)
                    .fold(0, |tosses, at| tosses | u128::from(is_right(generator)) << at)
            };
            if self.learns {
                drawn.push(pattern);
            }
            let mut carry = pattern;
            for digit in &mut digits {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
                if carry == 0 {
                    break;
                }
            }
        }
        for (at, right) in right.iter_mut().enumerate() {
            let digit = |(place, digit): (usize, &u128)| u64::from(digit >> at & 1 == 1) << place;
            *right = digits.iter().enumerate().map(digit).sum();
        }
    }
}
