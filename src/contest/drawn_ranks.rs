//! Ranks of all classifiers, true ones and those on the next test, by simulation.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::apart::{RankDistribution, RankedPair};
use super::blocks::{Draws, simulate};
use super::contestants::Contestants;
use super::draws::Surrogates;
use super::generator::Generator;
use super::limits::{Limits, bernstein, between, clopper_pearson};
use super::pooling::RatePriors;
use super::rates::RatePosterior;
use super::results::{Drawn, TrulyBetter};
use super::urn::NextUrn;
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Model};
use crate::num::{Level, Rational, Value};
use crate::score::{Metric, NamedScore, Orientation};
use crate::work::Work;

/// Counts of the ranks of several classifiers in all draws.
///
/// Limits of probabilities are those of Clopper and Pearson at 1 - 10^-9, limits of expected ranks
/// those of the empirical inequality of Bernstein at the same level: each misses for one seed in
/// 10^9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnRanks {
    /// The number of draws and their seed.
    pub drawn: Drawn,
    classifiers: usize,
    counts: Counts,
    /// `true` if ties are possible.
    ties: bool,
    gaps: bool,
}

/// Counts, all of them additive.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts {
    /// By classifier.
    first_alone: Vec<u32>,
    first_tied: Vec<u32>,
    undefined: Vec<u32>,
    /// Twice the rank, ties counting half: its sum and the sum of its squares.
    twice_ranks: Vec<u64>,
    squares: Vec<u64>,
    /// For each classifier how often 0, 1, 2, ... others were better.
    ranks: Vec<u32>,
    /// For j < i at `i (i - 1)/2 + j` the numbers of draws in which j was before, equal to and
    /// after i.
    pairs: Vec<[u32; 3]>,
}

impl Counts {
    fn new(classifiers: usize, pairs: bool) -> Self {
        let zeros = vec![0; classifiers];
        let pairs = if pairs { classifiers * classifiers.saturating_sub(1) / 2 } else { 0 };
        Self {
            first_alone: zeros.clone(),
            first_tied: zeros.clone(),
            undefined: zeros,
            twice_ranks: vec![0; classifiers],
            squares: vec![0; classifiers],
            ranks: vec![0; classifiers * classifiers],
            pairs: vec![[0; 3]; pairs],
        }
    }

    fn add(&mut self, other: &Self) {
        let add = |to: &mut [u32], from: &[u32]| to.iter_mut().zip(from).for_each(|(x, y)| *x += y);
        add(&mut self.first_alone, &other.first_alone);
        add(&mut self.first_tied, &other.first_tied);
        add(&mut self.undefined, &other.undefined);
        add(&mut self.ranks, &other.ranks);
        for (to, from) in self.pairs.iter_mut().zip(&other.pairs) {
            add(to, from);
        }
        for (to, from) in
            [(&mut self.twice_ranks, &other.twice_ranks), (&mut self.squares, &other.squares)]
        {
            to.iter_mut().zip(from).for_each(|(x, y)| *x += y);
        }
    }

    /// Counts all pairs of one draw. `order` compares a classifier with a later one in the order of
    /// the input: it is less if it is better.
    fn count_pairs<K>(&mut self, keys: &[K], order: impl Fn(&K, &K) -> Option<Ordering>) {
        let mut pairs = self.pairs.iter_mut();
        for (at, key) in keys.iter().enumerate() {
            for (earlier, pair) in keys[..at].iter().zip(&mut pairs) {
                if let Some(order) = order(earlier, key) {
                    pair[usize::from(order.is_ge()) + usize::from(order.is_gt())] += 1;
                }
            }
        }
    }

    /// Counts one draw: classifiers with a defined value, the best one first, and for each whether
    /// it is equal to the one before.
    fn count(&mut self, order: &[(usize, bool)], classifiers: usize) {
        let mut start = 0;
        while start < order.len() {
            let ties = order[start + 1..].iter().take_while(|(_, equal)| *equal).count();
            // Twice the number of better ones, and once that of equal ones, and two.
            let twice = u64::try_from(2 * start + ties + 2).expect("classifiers");
            for &(at, _) in &order[start..=start + ties] {
                self.ranks[at * classifiers + start] += 1;
                self.twice_ranks[at] += twice;
                self.squares[at] += twice * twice;
                if start == 0 {
                    let first = if ties > 0 { &mut self.first_tied } else { &mut self.first_alone };
                    first[at] += 1;
                }
            }
            start += ties + 1;
        }
    }
}

/// Order of classifiers by their true rates.
#[expect(clippy::large_enum_variant, reason = "a run has one")]
pub(super) enum TrueOrder<'m> {
    /// By the ratio of satisfied and unsatisfied importance: the weights of TN, FP, FN and TP.
    Place([f64; 4]),
    Metric {
        surrogates: Surrogates<'m>,
        is_reversed: bool,
    },
}

impl<'m> TrueOrder<'m> {
    pub(super) fn new(metric: &'m Metric, test: Lattice) -> Self {
        let (p, n) = (Rational::from(test.positives()), Rational::from(test.negatives()));
        match NamedScore::new(metric.clone()) {
            Ok(score) => {
                let place = score.place(&(&p / (&p + &n)));
                let (a, b) = (&place.a, &place.b);
                let weights = [&n * a.complement(), &n * b.complement(), &p * b, &p * a];
                Self::Place(weights.map(|weight| weight.to_f64()))
            }
            Err(_) => Self::Metric {
                surrogates: Surrogates::new(metric, test),
                is_reversed: metric.orientation() == Orientation::Lower,
            },
        }
    }

    /// A number that is larger for better classifiers.
    pub(super) fn value(&self, tpr: f64, tnr: f64) -> f64 {
        let value = match self {
            Self::Place([tn, fp, fn_, tp]) => {
                (tn * tnr + tp * tpr) / (fp * (1.0 - tnr) + fn_ * (1.0 - tpr))
            }
            Self::Metric { surrogates, is_reversed } => {
                let value = surrogates.at(tpr, tnr);
                if *is_reversed { -value } else { value }
            }
        };
        // Rates that are 0 or 1 but for rounding.
        if value.is_nan() { f64::NEG_INFINITY } else { value }
    }
}

/// The ranks of the classifiers by their true rates, given the observations.
///
/// Rates have Beta priors, of the true positive and of the true negative rate; classifiers that
/// were tested on the same samples have the joint model of [`Contestants`]; rates may be pooled, as
/// [`Pooling`](super::Pooling) says, and pairs are counted then. The metric sees classes in the
/// proportion of `test`. True values are never equal and always defined. `advance` is called once
/// for each 1024 draws, and may stop the work: then there is no result.
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::contest::{Contestants, Draws, truly_ranked};
/// use exactile::lattice::{BetaPrior, Lattice, Observation};
/// use exactile::{Metric, Rational};
/// let of = |tp, fn_| Observation { tn: 1, fp: 1, fn_, tp };
/// let contestants = Contestants::independent(vec![of(3, 0), of(0, 3)]);
/// let (draws, flat) = (Draws { count: 2000, seed: 1 }, BetaPrior::default());
/// let test = Lattice::new(3, 2)?;
/// let go_on = || ControlFlow::Continue(());
/// let ranks = truly_ranked(&contestants, [&flat, &flat], &Metric::Tpr, test, draws, &go_on)?;
/// let names = ["a".to_owned(), "b".to_owned()];
/// let first = &ranks.expect("nothing stops it").distributions(&names)[0].first_alone;
/// // Beta(4, 1) is above Beta(1, 4) with probability 69/70.
/// let [lower, upper] = first.ends().expect("a probability");
/// assert!(lower < Rational::new(69, 70) && Rational::new(69, 70) < upper);
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A test without samples of a class.
pub fn truly_ranked<'p>(
    contestants: &Contestants,
    priors: impl Into<RatePriors<'p>>,
    metric: &Metric,
    test: Lattice,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnRanks>, LatticeError> {
    test.check_both_classes()?;
    let priors = priors.into();
    if let Some((contestants, order)) = contestants.as_drawn() {
        let ranks = truly_ranked(&contestants, priors, metric, test, draws, advance)?;
        return Ok(ranks.map(|ranks| ranks.restored(&order)));
    }
    let is_pooled = priors.pooling.is_some();
    let posterior = RatePosterior::new(contestants, &priors);
    Work::RandomNumbers.check(posterior.random_numbers() * u128::from(draws.count))?;
    let classifiers = posterior.classifiers();
    let true_order = TrueOrder::new(metric, test);
    let init = || [vec![0.0; classifiers], vec![0.0; classifiers]];
    let draw =
        |rates: &mut [Vec<f64>; 2], generator: &mut Generator, values: &mut Vec<(f64, usize)>| {
            let [tpr, tnr] = rates;
            posterior.draw(generator, tpr, tnr);
            let rates = tpr.iter().zip(&*tnr);
            values.extend(rates.map(|(tpr, tnr)| true_order.value(*tpr, *tnr)).zip(0..));
        };
    Ok(rank_draws(classifiers, is_pooled, draws, advance, init, draw))
}

/// Counts the ranks of drawn values, larger ones being better, with those of pairs if wanted.
/// `draw` adds the value of each classifier to a list.
pub(super) fn rank_draws<S: Send>(
    classifiers: usize,
    has_pairs: bool,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    init: impl Fn() -> S + Sync,
    draw: impl Fn(&mut S, &mut Generator, &mut Vec<(f64, usize)>) + Sync,
) -> Option<DrawnRanks> {
    struct State<S> {
        counts: Counts,
        own: S,
        values: Vec<(f64, usize)>,
        order: Vec<(usize, bool)>,
        places: Vec<usize>,
    }
    let init = || State {
        counts: Counts::new(classifiers, has_pairs),
        own: init(),
        values: Vec::with_capacity(classifiers),
        order: Vec::with_capacity(classifiers),
        places: vec![0; classifiers],
    };
    let step = |state: &mut State<S>, generator: &mut Generator| {
        let State { counts, own, values, order, places } = state;
        values.clear();
        draw(own, generator, values);
        values.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        shuffle_ties(values, generator);
        order.clear();
        order.extend(values.iter().map(|(_, at)| (*at, false)));
        counts.count(order, classifiers);
        if has_pairs {
            order.iter().enumerate().for_each(|(place, (at, _))| places[*at] = place);
            counts.count_pairs(places, |one, later| Some(one.cmp(later)));
        }
    };
    let merge = |mut all: State<S>, part: State<S>| {
        all.counts.add(&part.counts);
        all
    };
    let done = simulate(draws, advance, init, step, merge);
    done.map(|state| DrawnRanks {
        drawn: draws.into(),
        classifiers,
        counts: state.counts,
        ties: false,
        gaps: false,
    })
}

/// Values that are the same in a draw belong to classifiers of which nothing different was drawn.
fn shuffle_ties(values: &mut [(f64, usize)], generator: &mut Generator) {
    let mut start = 0;
    while start < values.len() {
        let is_same = |other: &&(f64, usize)| other.0.total_cmp(&values[start].0).is_eq();
        let end = start + values[start..].iter().take_while(is_same).count();
        for at in (start + 1..end).rev() {
            let span = u64::try_from(at - start + 1).expect("classifiers");
            let other = start + usize::try_from(generator.below(span)).expect("classifiers");
            values.swap(at, other);
        }
        start = end;
    }
}

/// The ranks on a further test of classifiers that were tested on the same samples; results of a
/// metric are compared exactly. `advance` is as in [`truly_ranked`].
///
/// # Errors
/// Classifiers that are taken as independent, whose ranks
/// [`RankDistributions`](super::RankDistributions) has without simulation; more samples than an
/// urn holds; a metric that is not compared on the lattice.
///
/// # Panics
/// If the classifiers are taken as independent.
pub fn next_ranked(
    contestants: &Contestants,
    model: &Model,
    metric: &Metric,
    test: Lattice,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnRanks>, LatticeError> {
    if let Some((contestants, order)) = contestants.as_drawn() {
        let ranks = next_ranked(&contestants, model, metric, test, draws, advance)?;
        return Ok(ranks.map(|ranks| ranks.restored(&order)));
    }
    let urn = NextUrn::new(contestants, model, [test.positives(), test.negatives()])?
        .expect("classifiers that were tested on the same samples");
    let further = u128::from(test.positives()) + u128::from(test.negatives());
    Work::RandomNumbers.check(further * u128::from(draws.count))?;
    let metric = MetricOnLattice::new(metric, test)?;
    let is_reversed = metric.metric.orientation() == Orientation::Lower;
    let classifiers = contestants.classifiers();
    let init =
        || (Counts::new(classifiers, true), urn.empty_draw(), Vec::new(), Vec::new(), Vec::new());
    type Keyed = Vec<(u128, usize)>;
    type State<D> = (Counts, D, Vec<Option<u128>>, Keyed, Vec<(usize, bool)>);
    let draw = |state: &mut State<_>, generator: &mut Generator| {
        let (counts, drawn, keys, defined, order) = state;
        urn.draw(generator, drawn);
        keys.clear();
        keys.extend(drawn.tp.iter().zip(&drawn.tn).map(|(&tp, &tn)| {
            // Less is better.
            let key = || metric.key(tp, tn);
            let is_defined = metric.is_defined(tp, tn);
            is_defined.then(|| if is_reversed { key() } else { !key() })
        }));
        defined.clear();
        for (at, key) in keys.iter().enumerate() {
            match key {
                Some(key) => defined.push((*key, at)),
                None => counts.undefined[at] += 1,
            }
        }
        defined.sort_unstable();
        order.clear();
        let mut last = None;
        for &(key, at) in &*defined {
            order.push((at, last == Some(key)));
            last = Some(key);
        }
        counts.count(order, classifiers);
        counts.count_pairs(keys, |one, later| Some(one.as_ref()?.cmp(later.as_ref()?)));
    };
    let merge = |mut all: State<_>, part: State<_>| {
        all.0.add(&part.0);
        all
    };
    let done = simulate(draws, advance, init, draw, merge);
    Ok(done.map(|state| DrawnRanks {
        drawn: draws.into(),
        classifiers,
        counts: state.0,
        ties: true,
        gaps: metric.undefined_count() > 0,
    }))
}

impl DrawnRanks {
    /// The same with classifier k as the one that `order` has at k.
    fn restored(self, order: &[usize]) -> Self {
        let n = order.len();
        let mut own = vec![0; n];
        order.iter().enumerate().for_each(|(place, &classifier)| own[classifier] = place);
        fn each<T: Copy>(values: &[T], own: &[usize]) -> Vec<T> {
            let size = values.len() / own.len();
            own.iter().flat_map(|place| &values[place * size..][..size]).copied().collect()
        }
        let counts = &self.counts;
        let pair = |(low, high): (usize, usize)| {
            let (i, j) = (own[low], own[high]);
            let [before, equal, behind] = counts.pairs[i.max(j) * (i.max(j) - 1) / 2 + i.min(j)];
            if i < j { [before, equal, behind] } else { [behind, equal, before] }
        };
        let all = (0..n).flat_map(|high| (0..high).map(move |low| (low, high)));
        let pairs = if counts.pairs.is_empty() { Vec::new() } else { all.map(pair).collect() };
        let counts = Counts {
            first_alone: each(&counts.first_alone, &own),
            first_tied: each(&counts.first_tied, &own),
            undefined: each(&counts.undefined, &own),
            twice_ranks: each(&counts.twice_ranks, &own),
            squares: each(&counts.squares, &own),
            ranks: each(&counts.ranks, &own),
            pairs,
        };
        Self { counts, ..self }
    }

    /// The distribution of each classifier's rank, in limits.
    ///
    /// # Panics
    /// Unless there is a name for each classifier.
    pub fn distributions(&self, names: &[String]) -> Vec<RankDistribution> {
        assert_eq!(names.len(), self.classifiers, "a name for each");
        let mut limits = Limits::new(self.drawn.draws);
        let counts = &self.counts;
        let of = |(at, name): (usize, &String)| RankDistribution {
            name: name.clone(),
            first_alone: limits.value(counts.first_alone[at]),
            first_tied: possible(self.ties, counts.first_tied[at], &mut limits),
            undefined: possible(self.gaps, counts.undefined[at], &mut limits),
            expected_rank: self.expected_rank(at),
            ranks: self.ranks(at).iter().map(|hits| limits.value(*hits)).collect(),
        };
        names.iter().enumerate().map(of).collect()
    }

    /// Returns the number of draws in which a classifier was first alone.
    pub fn first_alone(&self, classifier: usize) -> u32 {
        self.counts.first_alone[classifier]
    }

    /// The probability that a classifier is first alone, in limits.
    pub fn first(&self, classifier: usize) -> Value {
        Limits::new(self.drawn.draws).value(self.first_alone(classifier))
    }

    /// Returns the numbers of draws in which 0, 1, 2, ... others were better.
    fn ranks(&self, classifier: usize) -> &[u32] {
        &self.counts.ranks[classifier * self.classifiers..][..self.classifiers]
    }

    /// The limits of the expected rank, given that it is defined.
    fn expected_rank(&self, classifier: usize) -> Option<Value> {
        let defined = self.drawn.draws - self.counts.undefined[classifier];
        if defined == 0 {
            return None;
        }
        // Twice a rank, less two, is between 0 and twice the number of others.
        let (n, twice) = (u64::from(defined), self.counts.twice_ranks[classifier]);
        let others = self.classifiers - 1;
        let range = 2.0 * u32::try_from(others).map_or(f64::INFINITY, f64::from);
        let sum = twice - 2 * n;
        let squares = self.counts.squares[classifier] + 4 * n - 4 * twice;
        let mut limits = bernstein(sum, squares, n, range);
        (limits.lower, limits.upper) = (limits.lower / 2.0 + 1.0, limits.upper / 2.0 + 1.0);
        Some(Value::Enclosed(between(limits)))
    }

    /// The shortest interval of ranks that holds with at least a probability, for certain but for
    /// one seed in 10^9; of several as short the one that was drawn most often. `None` if the
    /// classifier's metric is too often undefined, or if so few draws show no probability as high.
    pub fn interval(&self, classifier: usize, level: &Level) -> Option<[u64; 2]> {
        let ranks = self.ranks(classifier);
        let limits = RefCell::new(Limits::new(self.drawn.draws));
        let reaches = |hits: u32| {
            // The lower limit is below the share, and often the hits are the same.
            Rational::new(hits, self.drawn.draws) >= **level
                && Rational::try_from(limits.borrow_mut().of(hits).lower)
                    .is_ok_and(|lower| lower >= **level)
        };
        shortest(ranks.len(), |range| ranks[range].iter().sum(), reaches)
    }

    /// The probability that one is before another, as limits; `None` if pairs were not counted.
    pub fn before(&self, first: usize, second: usize) -> Option<TrulyBetter> {
        let (low, high) = (first.min(second), first.max(second));
        let pair = self.counts.pairs.get(high * high.checked_sub(1)? / 2 + low)?;
        Some(self.limits_of(pair[if first < second { 0 } else { 2 }]))
    }

    /// Returns the probability that the first of two classifiers is better.
    pub(super) fn first_of_two(&self) -> TrulyBetter {
        self.limits_of(self.counts.first_alone[0])
    }

    fn limits_of(&self, hits: u32) -> TrulyBetter {
        let limits = clopper_pearson(hits, self.drawn.draws);
        let exactly = |end: f64| Rational::try_from(end).expect("probabilities are finite");
        TrulyBetter {
            lower: exactly(limits.lower),
            upper: exactly(limits.upper),
            drawn: Some(self.drawn),
        }
    }

    /// Each pair, the greater value being the better one; none if pairs were not counted.
    pub fn pairs(&self) -> Vec<RankedPair> {
        let mut limits = Limits::new(self.drawn.draws);
        let mut pairs = Vec::with_capacity(self.counts.pairs.len());
        for first in 0..self.classifiers {
            for second in first + 1..self.classifiers {
                let Some(&[before, equal, behind]) =
                    self.counts.pairs.get(second * (second - 1) / 2 + first)
                else {
                    return pairs;
                };
                let undefined = self.drawn.draws - before - equal - behind;
                pairs.push(RankedPair {
                    first,
                    second,
                    greater: limits.value(before),
                    equal: limits.value(equal),
                    less: limits.value(behind),
                    undefined: possible(self.gaps, undefined, &mut limits),
                });
            }
        }
        pairs
    }
}

/// The limits of a probability, or zero for what cannot be.
fn possible(is_possible: bool, hits: u32, limits: &mut Limits) -> Value {
    if is_possible { limits.value(hits) } else { Value::Exact(Rational::ZERO) }
}

/// The first of the shortest ranges of ranks whose weight suffices, of several as short the
/// heaviest. Ranks count from 1.
pub(super) fn shortest<W: PartialOrd + Clone>(
    ranks: usize,
    weight: impl Fn(std::ops::Range<usize>) -> W,
    suffices: impl Fn(W) -> bool,
) -> Option<[u64; 2]> {
    (1..=ranks).find_map(|length| {
        let mut best: Option<(W, usize)> = None;
        for start in 0..=ranks - length {
            let weight = weight(start..start + length);
            if best.as_ref().is_none_or(|(most, _)| weight > *most) {
                best = Some((weight, start));
            }
        }
        let (weight, start) = best?;
        let rank = |at: usize| u64::try_from(at).expect("classifiers");
        suffices(weight).then(|| [rank(start + 1), rank(start + length)])
    })
}

/// The shortest interval of ranks that holds with at least a probability, from the probabilities
/// that 0, 1, 2, ... others are better. `None` if the metric is too often undefined.
///
/// ```
/// use exactile::contest::rank_interval;
/// use exactile::num::Level;
/// use exactile::{Rational, Value};
/// let ranks = [(1, 10), (6, 10), (3, 10)].map(|(p, q)| Value::Exact(Rational::new(p, q)));
/// assert_eq!(rank_interval(&ranks, &Level::percent(90)), Some([2, 3]));
/// assert_eq!(rank_interval(&ranks, &Level::percent(50)), Some([2, 2]));
/// ```
pub fn rank_interval(ranks: &[Value], level: &Level) -> Option<[u64; 2]> {
    // Probabilities that are certain to a few roundings add up to one but for that.
    let lower: Vec<Rational> = ranks.iter().map(|p| p.lower().unwrap_or(Rational::ZERO)).collect();
    let sum = |range: std::ops::Range<usize>| lower[range].iter().cloned().sum::<Rational>();
    shortest(ranks.len(), sum, |weight| weight >= **level)
}
