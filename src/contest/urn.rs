//! Draws of a further test of classifiers that were tested on the same samples: from the urn, one
//! sample after the other, or one pattern after the other where nothing is thrown into it.

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::contestants::{Contestants, Known};
use super::generator::{Bits, Generator, are_few, bits, tosses, words};
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
    /// Each pattern with the number of samples that have it.
    grouped: Vec<(Bits<WORDS>, u64)>,
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
        let each = |&(pattern, count): &Pattern| (0..count).map(move |_| words(pattern));
        let observed = patterns.iter().flat_map(each).collect();
        let grouped = patterns.iter().map(|(pattern, count)| (words(*pattern), *count)).collect();
        Ok(Self { observed, grouped, further, unit, coins, learns: prior.is_some() })
    }

    /// Draws the number of right predictions of each classifier.
    fn draw(&self, generator: &mut Generator, drawn: &mut Vec<u64>, right: &mut [u64]) {
        // The sums of all patterns, a digit of each classifier's in every word.
        let mut digits: Digits<WORDS> = [[0; WORDS]; 23];
        if self.learns || are_few(self.further, self.grouped.len()) {
            self.draw_samples(generator, drawn, right.len(), &mut digits);
        } else {
            let kinds = self.grouped.iter().map(|(_, count)| *count);
            generator.multinomial(self.further, kinds, |place, count| {
                let digits_of = (0..64).filter(|digit| count >> digit & 1 == 1);
                digits_of.for_each(|digit| add(&mut digits[digit..], self.grouped[place].0));
            });
        }
        // No number has more digits than that of all samples.
        let places = u64::BITS - self.further.leading_zeros();
        let digits = &digits[..places as usize];
        for (at, right) in right.iter_mut().enumerate() {
            let digit =
                |(place, digit): (usize, &Bits<WORDS>)| (digit[at / 64] >> (at % 64) & 1) << place;
            *right = digits.iter().enumerate().map(digit).sum();
        }
    }

    /// Adds one further sample after the other.
    fn draw_samples(
        &self,
        generator: &mut Generator,
        drawn: &mut Vec<u64>,
        classifiers: usize,
        digits: &mut Digits<WORDS>,
    ) {
        drawn.clear();
        let seen = self.observed.len();
        let of_samples = |count: usize| u64::try_from(count).expect("in memory") * self.unit;
        let coins = self.coins[0] + self.coins[1];
        let mut some = [[0; WORDS]; EIGHT];
        for at in 0..usize::try_from(self.further).expect("in memory") {
            let inside = of_samples(seen + if self.learns { drawn.len() / WORDS } else { 0 });
            let place = generator.below(inside + coins);
            let pattern = if place < inside {
                // A division takes as long as all the rest.
                let sample = if self.unit == 1 { place } else { place / self.unit };
                let sample = usize::try_from(sample).expect("in memory");
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
            some[at % EIGHT] = pattern;
            if at % EIGHT == EIGHT - 1 {
                add_eight(digits, &some);
            }
        }
        let rest = usize::try_from(self.further).expect("in memory") % EIGHT;
        some[..rest].iter().for_each(|pattern| add(digits, *pattern));
    }
}

/// Binary digits of one number for each classifier, the last ones first.
type Digits<const WORDS: usize> = [Bits<WORDS>; 23];

/// Patterns that are added together.
const EIGHT: usize = 8;

/// Adds for each classifier the number of eight patterns in which it is right: digits are added
/// three by three, and carried once.
fn add_eight<const WORDS: usize>(digits: &mut Digits<WORDS>, some: &[Bits<WORDS>; EIGHT]) {
    let three = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
    let carried = std::array::from_fn(|word| {
        let [a, b, c, d, e, f, g, h] = some.each_ref().map(|pattern| pattern[word]);
        let ones = digits[0][word];
        let (ones, first) = three(ones, a, b);
        let (ones, second) = three(ones, c, d);
        let (ones, third) = three(ones, e, f);
        let (ones, fourth) = three(ones, g, h);
        let (twos, one) = three(digits[1][word], first, second);
        let (twos, other) = three(twos, third, fourth);
        let (fours, carried) = three(digits[2][word], one, other);
        (digits[0][word], digits[1][word], digits[2][word]) = (ones, twos, fours);
        carried
    });
    add(&mut digits[3..], carried);
}

/// Adds one to the number of each classifier that is right.
fn add<const WORDS: usize>(digits: &mut [Bits<WORDS>], pattern: Bits<WORDS>) {
    let mut carry = pattern;
    for digit in digits {
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
