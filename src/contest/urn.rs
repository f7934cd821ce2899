//! Draws of a further test of classifiers that were tested on the same samples: from the urn, one
//! sample after the other.

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::contestants::{Contestants, Known};
use super::generator::{Bits, Generator, bits, tosses};
use crate::lattice::{BetaPrior, LatticeError, Model};
use crate::num::Rational;
use crate::performance::{Class, Pattern};

/// The most samples of a class in an urn that is drawn from, observed and further: 8 bytes for each
/// word of a pattern.
const MOST_IN_URN: u64 = 4_000_000;

/// Further results of classifiers that were tested on the same samples.
pub(super) struct NextUrn {
    classifiers: usize,
    urns: Urns,
}

/// The urns of positives and negatives, with patterns of as many words as the classifiers need.
enum Urns {
    Narrow([ClassUrn<1>; 2]),
    Wide([ClassUrn<2>; 2]),
}

/// The urn of one class.
struct ClassUrn<const WORDS: usize> {
    /// The pattern of each observed sample.
    observed: Vec<Bits<WORDS>>,
    further: u64,
    /// The weight of a sample; `coins` are the weights of right and wrong tosses.
    unit: u64,
    coins: [u64; 2],
    /// Further samples are thrown into the urn as well.
    learns: bool,
}

/// A draw of further samples.
pub(super) struct NextDraw {
    /// The words of each pattern.
    drawn: Vec<u64>,
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
        let classifiers = contestants.classifiers();
        let urns = if classifiers <= 64 {
            Urns::Narrow(both(patterns, model, further)?)
        } else {
            Urns::Wide(both(patterns, model, further)?)
        };
        Ok(Some(Self { classifiers, urns }))
    }

    pub(super) fn empty_draw(&self) -> NextDraw {
        let zeros = vec![0; self.classifiers];
        NextDraw { drawn: Vec::new(), tp: zeros.clone(), tn: zeros }
    }

    pub(super) fn draw(&self, generator: &mut Generator, draw: &mut NextDraw) {
        let NextDraw { drawn, tp, tn } = draw;
        match &self.urns {
            Urns::Narrow(urns) => draw_both(urns, generator, drawn, [tp, tn]),
            Urns::Wide(urns) => draw_both(urns, generator, drawn, [tp, tn]),
        }
    }
}

/// The urns of both classes.
fn both<const WORDS: usize>(
    patterns: &[Vec<Pattern>; 2],
    model: &Model,
    further: [u64; 2],
) -> Result<[ClassUrn<WORDS>; 2], LatticeError> {
    let priors = match model {
        Model::Binomial => [None, None],
        Model::BetaBinomial { positive, negative } => [Some(positive), Some(negative)],
    };
    let of = |class: usize| {
        let name = if class == 0 { Class::Positive } else { Class::Negative };
        ClassUrn::new(&patterns[class], further[class], priors[class], name)
    };
    Ok([of(0)?, of(1)?])
}

fn draw_both<const WORDS: usize>(
    urns: &[ClassUrn<WORDS>; 2],
    generator: &mut Generator,
    drawn: &mut Vec<u64>,
    right: [&mut Vec<u64>; 2],
) {
    for (urn, right) in urns.iter().zip(right) {
        urn.draw(generator, drawn, right);
    }
}

impl<const WORDS: usize> ClassUrn<WORDS> {
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
        #[expect(clippy::cast_possible_truncation, reason = "one word after the other")]
        let words = |pattern: u128| std::array::from_fn(|word| (pattern >> (64 * word)) as u64);
        let each = |&(pattern, count): &Pattern| (0..count).map(move |_| words(pattern));
        let observed = patterns.iter().flat_map(each).collect();
        Ok(Self { observed, further, unit, coins, learns: prior.is_some() })
    }

    /// Draws the number of right predictions of each classifier.
    fn draw(&self, generator: &mut Generator, drawn: &mut Vec<u64>, right: &mut [u64]) {
        let classifiers = right.len();
        drawn.clear();
        let seen = self.observed.len();
        let of_samples = |count: usize| u64::try_from(count).expect("in memory") * self.unit;
        let coins = self.coins[0] + self.coins[1];
        // The sums of all patterns, a digit of each classifier's in every word.
        let mut digits: [Bits<WORDS>; 23] = [[0; WORDS]; 23];
        for _ in 0..self.further {
            let inside = of_samples(seen + if self.learns { drawn.len() / WORDS } else { 0 });
            let place = generator.below(inside + coins);
            let pattern = if place < inside {
                let sample = usize::try_from(place / self.unit).expect("in memory");
                match sample.checked_sub(seen) {
                    None => self.observed[sample],
                    Some(later) => std::array::from_fn(|word| drawn[later * WORDS + word]),
                }
            } else if self.coins[0] == self.coins[1] {
                tosses(generator)
            } else {
                bits(classifiers, || generator.below(coins) < self.coins[0])
            };
            if self.learns {
                drawn.extend(pattern);
            }
            let mut carry = pattern;
            for digit in &mut digits {
                let mut is_over = true;
                for (digit, carry) in digit.iter_mut().zip(&mut carry) {
                    let next = *digit & *carry;
                    *digit ^= *carry;
                    *carry = next;
                    is_over &= next == 0;
                }
                if is_over {
                    break;
                }
            }
        }
        for (at, right) in right.iter_mut().enumerate() {
            let digit =
                |(place, digit): (usize, &Bits<WORDS>)| (digit[at / 64] >> (at % 64) & 1) << place;
            *right = digits.iter().enumerate().map(digit).sum();
        }
    }
}
