//! Several classifiers, and draws of what may be true of them or happen next.
//!
//! # The model of all at once
//!
//! Who has a sample right is a pattern: a bit for each classifier. In each class a test is a sample of
//! patterns from an unknown distribution, whose prior is a Pólya urn of mass w: before anything was
//! seen, a pattern tosses a coin for each classifier. Leaving classifiers out gives the same model of the
//! others; one classifier's rate has the prior Beta(u, v) with u + v = w and u/w the chance of its
//! coin; and two with fair coins have the prior Dirichlet(w/4, w/4, w/4, w/4) of
//! [`Evidence`].
//!
//! After a test the urn holds the observed patterns, each as often as it was seen, and coins with mass
//! w. So the probabilities of the observed patterns and the share of the coins are Dirichlet
//! variables, drawn as gamma variables; the coins' share is broken into sticks, each the share
//! Beta(1, w) of what is left, and each with one toss for every classifier (Sethuraman, Statistica
//! Sinica 4, 1994). Sticks end where less than 2^-40 of the whole is left, which then goes to one more
//! toss. Classifiers that are still equal are alike in everything that was not drawn, so that their
//! order is a matter of chance, with equal chances.

use std::ops::Range;

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::generator::Generator;
use super::model::{ClassEvidence, Evidence};
use crate::lattice::{BetaPrior, LatticeError, Model, Observation};
use crate::num::Rational;
use crate::performance::{Class, JointCounts, JointResults, PairCounts, Pattern};

/// What is left of the whole when no more sticks are broken.
const NOTHING: f64 = 1.0 / (1_u64 << 40) as f64;
/// The most samples of a class in an urn that is drawn from, observed and further: 8 bytes each.
const MOST_IN_URN: u64 = 4_000_000;

/// What several classifiers were observed to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestants {
    classifiers: usize,
    known: Known,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    /// The patterns of the positive and of the negative class.
    Patterns([Vec<Pattern>; 2]),
    Alone(Vec<Observation>),
}

impl Contestants {
    /// Classifiers that were tested on the same samples; `None` if their patterns are not known,
    /// because they or the classifiers are too many.
    pub fn paired(results: &JointResults) -> Option<Self> {
        let of = |class| results.class(class).patterns().map(<[Pattern]>::to_vec);
        let patterns = [of(Class::Positive)?, of(Class::Negative)?];
        let classifiers = results.classifiers();
        Some(Self { classifiers, known: Known::Patterns(patterns) })
    }

    /// Classifiers of which only the confusion matrices are known: they are taken as independent.
    pub fn independent(observed: Vec<Observation>) -> Self {
        Self { classifiers: observed.len(), known: Known::Alone(observed) }
    }

    /// How many classifiers there are.
    pub fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// Returns `true` if it is known how they agree.
    pub fn is_paired(&self) -> bool {
        matches!(self.known, Known::Patterns(_))
    }

    /// The confusion matrices of classifiers that are taken as independent.
    pub fn observed(&self) -> Option<&[Observation]> {
        match &self.known {
            Known::Alone(observed) => Some(observed),
            Known::Patterns(_) => None,
        }
    }

    /// Some of the classifiers, in the order in which they are listed.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn only(&self, listed: &[usize]) -> Self {
        let known = match &self.known {
            Known::Alone(observed) => {
                Known::Alone(listed.iter().map(|&classifier| observed[classifier]).collect())
            }
            Known::Patterns(patterns) => Known::Patterns(patterns.each_ref().map(|patterns| {
                assert!(listed.iter().all(|of| *of < self.classifiers), "classifiers in range");
                let mut left: Vec<Pattern> = patterns
                    .iter()
                    .map(|&(pattern, count)| {
                        let bit = |(at, of): (usize, &usize)| (pattern >> of & 1) << at;
                        (listed.iter().enumerate().map(bit).fold(0, |all, bit| all | bit), count)
                    })
                    .collect();
                left.sort_unstable();
                left.dedup_by(|next, kept| {
                    let is_same = next.0 == kept.0;
                    kept.1 += if is_same { next.1 } else { 0 };
                    is_same
                });
                left
            })),
        };
        Self { classifiers: listed.len(), known }
    }

    /// What is known of two of them.
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn pair(&self, first: usize, second: usize) -> Evidence {
        match &self.known {
            Known::Alone(observed) => Evidence::Independent(observed[first], observed[second]),
            Known::Patterns(patterns) => {
                let [positive, negative] = patterns.each_ref().map(|patterns| {
                    let mut counts = JointCounts::default();
                    for &(pattern, count) in patterns {
                        *match (pattern >> first & 1, pattern >> second & 1) {
                            (1, 1) => &mut counts.both_right,
                            (1, _) => &mut counts.only_first,
                            (_, 1) => &mut counts.only_second,
                            _ => &mut counts.both_wrong,
                        } += count;
                    }
                    counts
                });
                Evidence::Paired(PairCounts { positive, negative })
            }
        }
    }

    /// Two classifiers alone.
    pub fn of_pair(evidence: &Evidence) -> Self {
        let known = match evidence {
            Evidence::Independent(first, second) => Known::Alone(vec![*first, *second]),
            Evidence::Paired(_) => {
                Known::Patterns([Class::Positive, Class::Negative].map(|class| {
                    let ClassEvidence::Paired(counts) = evidence.of(class) else {
                        unreachable!("paired")
                    };
                    let counts = [
                        counts.both_wrong,
                        counts.only_first,
                        counts.only_second,
                        counts.both_right,
                    ];
                    (0..).zip(counts).filter(|(_, count)| *count > 0).collect()
                }))
            }
        };
        Self { classifiers: 2, known }
    }
}

/// The distribution of all classifiers' rates after the test.
pub(super) struct RatePosterior {
    classifiers: usize,
    positive: ClassRates,
    negative: ClassRates,
}

/// The rates of one class.
enum ClassRates {
    Paired {
        /// The count of each pattern.
        counts: Vec<f64>,
        /// For each pattern and each classifier 1 if it is right, else 0.
        is_right: Vec<f64>,
        coins: Coins,
    },
    /// Shapes of right and wrong of each classifier.
    Independent(Vec<[f64; 2]>),
}

/// The coins of an urn.
struct Coins {
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
    fn toss(&self, generator: &mut Generator, classifiers: usize) -> u64 {
        match self.chance {
            None => generator.next(),
            Some(chance) => (0..classifiers)
                .fold(0, |tosses, at| tosses | u64::from(generator.uniform() <= chance) << at),
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
fn add_tossed(right: &mut [f64], tosses: u64, weight: f64) {
    for (at, sum) in right.iter_mut().enumerate() {
        *sum += if tosses >> at & 1 == 1 { weight } else { 0.0 };
    }
}

/// Rates given the count of each pattern.
fn draw_paired(
    counts: &[f64],
    is_right: &[f64],
    coins: &Coins,
    generator: &mut Generator,
    rates: &mut [f64],
) {
    let classifiers = rates.len();
    rates.fill(0.0);
    let mut whole = 0.0;
    for (count, is_right) in counts.iter().zip(is_right.chunks_exact(classifiers)) {
        if *count == 0.0 {
            continue;
        }
        let weight = generator.gamma(*count);
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
    fn new(contestants: &Contestants, class: usize, prior: &BetaPrior) -> Self {
        match &contestants.known {
            Known::Patterns(patterns) => {
                let of_class = &patterns[class];
                let is_right = of_class.iter().flat_map(|(pattern, _)| {
                    (0..contestants.classifiers)
                        .map(move |at| if pattern >> at & 1 == 1 { 1.0 } else { 0.0 })
                });
                Self::Paired {
                    counts: of_class.iter().map(|(_, count)| double(*count)).collect(),
                    is_right: is_right.collect(),
                    coins: Coins::new(prior),
                }
            }
            Known::Alone(observed) => {
                let (u, v) = prior.parameters();
                let shapes = observed.iter().map(|of| {
                    let (right, wrong) = if class == 0 { (of.tp, of.fn_) } else { (of.tn, of.fp) };
                    [(Rational::from(right) + u).to_f64(), (Rational::from(wrong) + v).to_f64()]
                });
                Self::Independent(shapes.collect())
            }
        }
    }

    /// Draws each classifier's rate of right predictions.
    fn draw(&self, generator: &mut Generator, rates: &mut [f64]) {
        match self {
            Self::Paired { counts, is_right, coins } => {
                draw_paired(counts, is_right, coins, generator, rates);
            }
            Self::Independent(shapes) => {
                for (rate, shapes) in rates.iter_mut().zip(shapes) {
                    let [right, wrong] = shapes.map(|shape| generator.gamma(shape));
                    *rate = right / (right + wrong);
                }
            }
        }
    }
}

impl RatePosterior {
    pub(super) fn new(contestants: &Contestants, priors: [&BetaPrior; 2]) -> Self {
        let of = |class: usize| ClassRates::new(contestants, class, priors[class]);
        Self { classifiers: contestants.classifiers, positive: of(0), negative: of(1) }
    }

    pub(super) fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// Gamma variables of a draw, about.
    pub(super) fn random_numbers(&self) -> u128 {
        let of = |class: &ClassRates| match class {
            ClassRates::Paired { counts, .. } => counts.len() + 32,
            ClassRates::Independent(shapes) => 2 * shapes.len(),
        };
        (of(&self.positive) + of(&self.negative)) as u128
    }

    /// Draws the rates of right predictions on positives and on negatives.
    pub(super) fn draw(&self, generator: &mut Generator, tpr: &mut [f64], tnr: &mut [f64]) {
        self.positive.draw(generator, tpr);
        self.negative.draw(generator, tnr);
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
fn double(count: u64) -> f64 {
    count as f64
}

/// What classifiers that were tested on the same samples do on a further test.
pub(super) struct NextUrn {
    classifiers: usize,
    positive: ClassUrn,
    negative: ClassUrn,
}

/// The urn of one class.
struct ClassUrn {
    /// The pattern of each observed sample.
    observed: Vec<u64>,
    further: u64,
    /// What a sample weighs, and the coins: how often they are right and wrong.
    unit: u64,
    coins: [u64; 2],
    /// Further samples are thrown into the urn as well.
    learns: bool,
}

/// A draw of further samples.
pub(super) struct NextDraw {
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
        let Known::Patterns(patterns) = &contestants.known else { return Ok(None) };
        let priors = match model {
            Model::Binomial => [None, None],
            Model::BetaBinomial { positive, negative } => [Some(positive), Some(negative)],
        };
        let of = |class: usize| {
            let name = if class == 0 { Class::Positive } else { Class::Negative };
            ClassUrn::new(&patterns[class], further[class], priors[class], name)
        };
        Ok(Some(Self { classifiers: contestants.classifiers, positive: of(0)?, negative: of(1)? }))
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
    fn draw(&self, generator: &mut Generator, drawn: &mut Vec<u64>, right: &mut [u64]) {
        let classifiers = right.len();
        drawn.clear();
        let seen = self.observed.len();
        let of_samples = |count: usize| u64::try_from(count).expect("in memory") * self.unit;
        let coins = self.coins[0] + self.coins[1];
        // The sums of all patterns, a digit of each classifier's in every word.
        let mut digits = [0_u64; 23];
        for _ in 0..self.further {
            let inside = of_samples(seen + if self.learns { drawn.len() } else { 0 });
            let place = generator.below(inside + coins);
            let pattern = if place < inside {
                let sample = usize::try_from(place / self.unit).expect("in memory");
                if sample < seen { self.observed[sample] } else { drawn[sample - seen] }
            } else if self.coins[0] == self.coins[1] {
                generator.next()
            } else {
                let is_right = |generator: &mut Generator| generator.below(coins) < self.coins[0];
                (0..classifiers).fold(0, |tosses, at| tosses | u64::from(is_right(generator)) << at)
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
            let digit = |(place, digit): (usize, &u64)| (digit >> at & 1) << place;
            *right = digits.iter().enumerate().map(digit).sum();
        }
    }
}

/// Results of a planned test, and rates given it, if all rates are what was observed.
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
        patterns: Vec<(u64, u64)>,
        is_right: Vec<f64>,
        coins: Coins,
    },
    /// The observed rate of each classifier; u and v.
    Independent(Vec<f64>, [f64; 2]),
}

/// Tests with more samples than this for each pattern draw the count of each pattern instead.
const DIRECT: u64 = 16;

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

    /// Draws the patterns of two classifiers' tests, both classes: neither right, only the first, only
    /// the second, both.
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
        let known = match &contestants.known {
            Known::Patterns(patterns) => {
                let mut observed = 0;
                let patterns: Vec<(u64, u64)> = patterns[class]
                    .iter()
                    .map(|(pattern, count)| {
                        observed += count;
                        (*pattern, observed)
                    })
                    .collect();
                let ClassRates::Paired { is_right, coins, .. } =
                    ClassRates::new(contestants, class, prior)
                else {
                    unreachable!("patterns are known")
                };
                if observed == 0 {
                    return None;
                }
                PlannedKnown::Paired { patterns, is_right, coins }
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
    fn patterns(&self, patterns: &[(u64, u64)], generator: &mut Generator) -> Vec<u64> {
        let observed = patterns.last().map_or(0, |(_, end)| *end);
        let mut counts = vec![0; patterns.len()];
        if self.samples <= DIRECT * patterns.len() as u64 {
            for _ in 0..self.samples {
                let sample = generator.below(observed);
                counts[patterns.partition_point(|(_, end)| *end <= sample)] += 1;
            }
            return counts;
        }
        let (mut left, mut before) = (self.samples, 0);
        for ((_, end), count) in patterns.iter().zip(&mut counts) {
            let share = double(end - before) / double(observed - before);
            *count = generator.binomial(left, share);
            left -= *count;
            before = *end;
        }
        counts
    }

    fn draw(&self, generator: &mut Generator, rates: &mut [f64]) {
        match &self.known {
            PlannedKnown::Paired { patterns, is_right, coins } => {
                let counts = self.patterns(patterns, generator);
                let counts: Vec<f64> = counts.into_iter().map(double).collect();
                draw_paired(&counts, is_right, coins, generator, rates);
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

/// Draws that share a generator: consecutive ones, so that no draw depends on the thread.
pub(super) const BLOCK: u32 = 1024;

/// The blocks of that many draws: the number of each, and how many draws it has.
pub(super) fn blocks(draws: u32) -> Range<u32> {
    0..draws.div_ceil(BLOCK)
}

/// How many draws a block has.
pub(super) fn block_size(block: u32, draws: u32) -> u32 {
    (draws - block * BLOCK).min(BLOCK)
}
