//! Tests of classifiers whose true rates are known, and the promises after each.

use std::error::Error;
use std::ops::ControlFlow;

use exactile::contest::{
    Contestants, Drawn, DrawnShare, Draws, Evidence, PatternMass, Pooling, RatePriors,
    truly_better, truly_ranked,
};
use exactile::lattice::{BetaPrior, Lattice, Observation};
use exactile::performance::{JointClass, JointResults, Pattern};
use exactile::{Metric, Rational};

pub(super) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// SplitMix64 of Steele, Lea and Flood (OOPSLA 2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Uniform in [0, 1).
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(super) fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn happens(&mut self, chance: f64) -> bool {
        self.uniform() < chance
    }

    /// Normal, by the method of Box and Muller.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Size of a simulation.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) tests: u32,
    /// Samples of each class.
    pub(super) samples: u64,
    /// Draws for each probability that is not certified.
    pub(super) draws: u32,
}

/// The truth about a class: the classifiers that have a sample right.
pub(super) enum ClassTruth {
    /// The probability of each pattern, a bit for each classifier.
    Patterns(usize, Vec<(f64, u64)>),
    /// Rates; one number decides a sample for all of them with the probability `agreement`, else a
    /// number for each.
    Common { rates: Vec<f64>, agreement: f64 },
}

impl ClassTruth {
    /// A draw from the prior of [`Contestants`] of mass 2, in sticks: each is the share Beta(1, 2)
    /// of what is left, with a fair coin for each classifier.
    pub(super) fn of_the_prior(classifiers: usize, random: &mut Random) -> Self {
        let mut patterns = Vec::new();
        let mut left = 1.0;
        while left > 1e-9 {
            let stick = left * (1.0 - (1.0 - random.uniform()).sqrt());
            let toss = |pattern, at| pattern | u64::from(random.happens(0.5)) << at;
            patterns.push((stick, (0..classifiers).fold(0, toss)));
            left -= stick;
        }
        Self::Patterns(classifiers, patterns)
    }

    /// Two classifiers with these rates, and this correlation between being right.
    ///
    /// # Panics
    /// If no two have such rates and such a correlation.
    pub(super) fn of_two([first, second]: [f64; 2], correlation: f64) -> Self {
        let spread = |rate: f64| (rate * (1.0 - rate)).sqrt();
        let both = first * second + correlation * spread(first) * spread(second);
        assert!(both <= first.min(second) && both >= first + second - 1.0, "possible rates");
        let neither = 1.0 - first - second + both;
        Self::Patterns(2, vec![(both, 3), (first - both, 1), (second - both, 2), (neither, 0)])
    }

    pub(super) fn rates(&self) -> Vec<f64> {
        match self {
            Self::Patterns(classifiers, patterns) => {
                let is_right = |at: usize| patterns.iter().filter(move |(_, of)| of >> at & 1 == 1);
                (0..*classifiers).map(|at| is_right(at).map(|(chance, _)| chance).sum()).collect()
            }
            Self::Common { rates, .. } => rates.clone(),
        }
    }

    /// A test: the patterns of that many samples, counted.
    pub(super) fn test(&self, samples: u64, random: &mut Random) -> Vec<Pattern> {
        let mut found: Vec<u128> = (0..samples).map(|_| self.sample(random).into()).collect();
        found.sort_unstable();
        let mut counted: Vec<Pattern> = Vec::new();
        for pattern in found {
            match counted.last_mut() {
                Some((last, count)) if *last == pattern => *count += 1,
                _ => counted.push((pattern, 1)),
            }
        }
        counted
    }

    fn sample(&self, random: &mut Random) -> u64 {
        match self {
            Self::Patterns(_, patterns) => {
                let mut left = random.uniform();
                let found = patterns.iter().find(|(chance, _)| {
                    left -= chance;
                    left < 0.0
                });
                found.or(patterns.last()).map_or(0, |(_, pattern)| *pattern)
            }
            Self::Common { rates, agreement } => {
                let common = random.happens(*agreement).then(|| random.uniform());
                let is_right = |rate: f64| common.unwrap_or_else(|| random.uniform()) < rate;
                let bits = rates.iter().copied().map(is_right).enumerate();
                bits.fold(0, |pattern, (at, right)| pattern | u64::from(right) << at)
            }
        }
    }
}

/// Results of a test with as many positives as negatives.
pub(super) struct Tested {
    classifiers: usize,
    size: Size,
    positive: Vec<Pattern>,
    negative: Vec<Pattern>,
}

impl Tested {
    pub(super) fn new(truth: &[ClassTruth; 2], size: Size, random: &mut Random) -> Self {
        let [positive, negative] = truth.each_ref().map(|class| class.test(size.samples, random));
        Self { classifiers: truth[0].rates().len(), size, positive, negative }
    }

    pub(super) fn paired(&self) -> Contestants {
        let class =
            |patterns: &[Pattern]| JointClass::from_patterns(self.classifiers, patterns.to_vec());
        let joint = JointResults::new(class(&self.positive), class(&self.negative));
        Contestants::paired(&joint).expect("at most 64 classifiers")
    }

    pub(super) fn independent(&self) -> Contestants {
        Contestants::independent(self.observed())
    }

    fn observed(&self) -> Vec<Observation> {
        let right = |patterns: &[Pattern], at: usize| -> u64 {
            patterns.iter().filter(|(of, _)| of >> at & 1 == 1).map(|(_, count)| count).sum()
        };
        let of = |at| {
            let (tp, tn) = (right(&self.positive, at), right(&self.negative, at));
            let samples = self.size.samples;
            Observation { tn, fp: samples - tn, fn_: samples - tp, tp }
        };
        (0..self.classifiers).map(of).collect()
    }

    /// The classifier with the most samples right, the first of several.
    pub(super) fn winner(&self) -> usize {
        let right: Vec<u64> = self.observed().iter().map(|of| of.tp + of.tn).collect();
        let most = right.iter().max();
        right.iter().position(|of| Some(of) == most).expect("classifiers")
    }

    fn lattice(&self) -> Lattice {
        Lattice::new(self.size.samples, self.size.samples).expect("a small test")
    }

    /// The probability that the first of two is truly better by accuracy; certified if `evidence`
    /// is paired.
    pub(super) fn promise_of_two(&self, evidence: &Evidence) -> Result<f64> {
        if evidence.is_paired() {
            let (mass, metric) = (PatternMass::default(), Metric::Accuracy);
            let found = truly_better(evidence, &mass, &metric, self.lattice(), 1)?;
            return Ok((found.lower + found.upper).to_f64() / 2.0);
        }
        let both = Contestants::of_pair(evidence);
        Ok(self.promises(&both, None)?[0])
    }

    /// The probability that each one is truly the best by accuracy, in draws.
    pub(super) fn promises(&self, of: &Contestants, pooling: Option<Pooling>) -> Result<Vec<f64>> {
        let flat = BetaPrior::default();
        let draws = self.size.draws;
        let asked = Draws { count: draws, seed: 1 };
        let priors = RatePriors { beta: [&flat, &flat], pooling };
        let go_on = || ControlFlow::Continue(());
        let (metric, lattice) = (Metric::Accuracy, self.lattice());
        let ranks = truly_ranked(of, priors, &metric, lattice, asked, &go_on)?;
        let ranks = ranks.ok_or("nothing stops it")?;
        let share = |at| f64::from(ranks.first_alone(at)) / f64::from(draws);
        Ok((0..self.classifiers).map(share).collect())
    }
}

/// The rates of right predictions of all samples, there being as many of both classes.
pub(super) fn accuracies(truth: &[ClassTruth; 2]) -> Vec<f64> {
    let [positive, negative] = truth.each_ref().map(ClassTruth::rates);
    positive.iter().zip(negative).map(|(tpr, tnr)| f64::midpoint(*tpr, tnr)).collect()
}

/// Position of the largest number.
fn largest(numbers: &[f64]) -> usize {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|x, y| numbers[*y].total_cmp(&numbers[*x]));
    order[0]
}

/// A promised probability, and the truth.
pub(super) struct Promise {
    pub(super) probability: f64,
    pub(super) is_true: bool,
}

/// Worlds drawn from the prior, each tested: the classifier that is most probably the best of all.
pub(super) fn of_the_prior(
    classifiers: usize,
    size: Size,
    random: &mut Random,
) -> Result<Vec<Promise>> {
    let world = |_| {
        let truth = [(); 2].map(|()| ClassTruth::of_the_prior(classifiers, random));
        let tested = Tested::new(&truth, size, random);
        let best = largest(&accuracies(&truth));
        let all = tested.paired();
        let promises = if classifiers == 2 {
            let first = tested.promise_of_two(&all.pair(0, 1))?;
            vec![first, 1.0 - first]
        } else {
            tested.promises(&all, None)?
        };
        let promised = largest(&promises);
        Ok(Promise { probability: promises[promised], is_true: promised == best })
    };
    (0..size.tests).map(world).collect()
}

/// Number of promises, and of those that are true.
#[derive(Clone, Copy, Default)]
pub(super) struct Kept {
    pub(super) promises: u32,
    pub(super) are_true: u32,
    /// The sum of the promised probabilities.
    promised: f64,
}

impl Kept {
    /// The promises of at least `low`, and less than `high`.
    pub(super) fn between(low: f64, high: f64, promises: &[Promise]) -> Self {
        let mut kept = Self::default();
        let within = |of: &&Promise| of.probability >= low && of.probability < high;
        promises.iter().filter(within).for_each(|promise| kept.add(promise));
        kept
    }

    pub(super) fn add(&mut self, promise: &Promise) {
        self.promises += 1;
        self.are_true += u32::from(promise.is_true);
        self.promised += promise.probability;
    }

    pub(super) fn mean_promise(&self) -> f64 {
        self.promised / f64::from(self.promises)
    }

    /// The limits of the probability that a promise is true.
    pub(super) fn limits(&self) -> [f64; 2] {
        limits(self.are_true, self.promises)
    }
}

/// The limits of Clopper and Pearson at 1 - 10^-9.
pub(super) fn limits(hits: u32, of: u32) -> [f64; 2] {
    let share = DrawnShare { hits, drawn: Drawn { draws: of, seed: 0 } };
    share.limits().ends().expect("limits").map(|end: Rational| end.to_f64())
}

/// Promises of tests of two classifiers with fixed rates.
#[derive(Clone, Copy, Default)]
pub(super) struct Fixed {
    pub(super) tests: u32,
    /// The sum of the probabilities that the first, which is at least as good, is truly better.
    promised: f64,
    /// Number of tests in which that reached 95 %; `second`: in which its opposite did.
    pub(super) first: u32,
    pub(super) second: u32,
}

impl Fixed {
    pub(super) fn mean_promise(&self) -> f64 {
        self.promised / f64::from(self.tests)
    }

    fn add(&mut self, first: f64) {
        self.tests += 1;
        self.promised += first;
        self.first += u32::from(first >= 0.95);
        self.second += u32::from(first <= 0.05);
    }
}

/// Tests of two classifiers that have these rates in both classes: taken as paired, and as
/// independent.
pub(super) fn fixed(
    rates: [f64; 2],
    correlation: f64,
    size: Size,
    random: &mut Random,
) -> Result<[Fixed; 2]> {
    let truth = [(); 2].map(|()| ClassTruth::of_two(rates, correlation));
    let mut found = [Fixed::default(); 2];
    for _ in 0..size.tests {
        let tested = Tested::new(&truth, size, random);
        for (found, all) in found.iter_mut().zip([tested.paired(), tested.independent()]) {
            found.add(tested.promise_of_two(&all.pair(0, 1))?);
        }
    }
    Ok(found)
}

/// Many classifiers, whose rates differ by a normal variable of that spread around 0.9.
#[derive(Clone, Copy)]
pub(super) struct Many {
    pub(super) classifiers: usize,
    pub(super) spread: f64,
    pub(super) agreement: f64,
}

/// Promises about the observed winner of many.
#[derive(Clone, Copy, Default)]
pub(super) struct Winner {
    pub(super) paired: Kept,
    pub(super) independent: Kept,
    /// Paired and as independent, rates being pooled as they were estimated to be.
    pub(super) pooled: Kept,
    pub(super) pooled_independent: Kept,
}

/// Tests of classifiers with new rates each time.
pub(super) fn winners(many: Many, size: Size, random: &mut Random) -> Result<Winner> {
    let Many { classifiers, spread, agreement } = many;
    let mut found = Winner::default();
    for _ in 0..size.tests {
        let rates: Vec<f64> =
            (0..classifiers).map(|_| (0.9 + spread * random.normal()).min(0.999)).collect();
        let truth = [(); 2].map(|()| ClassTruth::Common { rates: rates.clone(), agreement });
        let tested = Tested::new(&truth, size, random);
        // Among equals the best is whoever is drawn.
        let lots: Vec<f64> = rates.iter().map(|rate| rate + 1e-12 * random.uniform()).collect();
        let (best, winner) = (largest(&lots), tested.winner());
        let (paired, independent) = (tested.paired(), tested.independent());
        let estimated = Some(Pooling::ESTIMATED);
        for (kept, all, pooling) in [
            (&mut found.paired, &paired, None),
            (&mut found.independent, &independent, None),
            (&mut found.pooled, &paired, estimated.clone()),
            (&mut found.pooled_independent, &independent, estimated),
        ] {
            let probability = tested.promises(all, pooling)?[winner];
            kept.add(&Promise { probability, is_true: winner == best });
        }
    }
    Ok(found)
}
