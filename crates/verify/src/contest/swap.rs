//! Swap tests: the probability that the first of two is ahead by at least the observed difference
//! if they are interchangeable on every sample.
//!
//! Exchanging two does something on the samples that only one has right: d+ positives and d-
//! negatives. All outcomes are looked at: the first has i of the d+ and j of the d- right, and the
//! second has the others, with the weight C(d+, i) C(d-, j) over 2^(d+ + d-). An outcome counts
//! where its difference is at least the one observed, or not defined. Differences are compared in
//! doubles where a bound on their error decides, and exactly otherwise.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::One;
use rayon::prelude::*;

use crate::metric::difference::{Difference, Pair, order};
use crate::metric::metrics::{Better, Cells, Key, Kind, Metric};
use exactile::num::Rational;
use exactile::performance::{JointCounts, PairCounts};

/// The most outcomes of a pair that are enumerated.
const MOST_OUTCOMES: u128 = 4_000_000;

/// The most outcomes of exchanging clusters, times clusters.
const MOST_EXCHANGES: usize = 8_000_000;

/// The result of a swap test.
#[derive(Clone, Debug)]
pub(super) enum Swap {
    /// The one-sided p-value, the two-sided one, and the two-sided one with half of the outcomes
    /// that are equally extreme.
    Test([Rational; 3]),
    /// One of the two had no value on the test, or both were infinite.
    Undefined,
    /// It is not computed here.
    Open,
}

/// The values of a metric on confusion matrices of a test.
pub(super) struct Values<'m> {
    metric: &'m Metric,
    /// The smallest tp and tn that are listed.
    from: [u64; 2],
    /// The number of values of tn for each tp.
    across: u64,
    /// By tp and then tn: the key, and the nearest double to the number of which differences are
    /// taken.
    listed: Vec<(Option<Key>, f64)>,
}

impl<'m> Values<'m> {
    /// Lists the values on a test of this size, for any pair; `None` if they are too many.
    pub(super) fn new(metric: &'m Metric, samples: [u64; 2]) -> Option<Self> {
        Self::within(metric, samples, [0, 0], samples)
    }

    /// Lists the values that one pair can have if some of its right predictions are exchanged.
    pub(super) fn of_pair(metric: &'m Metric, counts: &PairCounts) -> Option<Self> {
        let classes = [counts.positive, counts.negative];
        let from = classes.map(|class| class.both_right);
        let most = classes.map(|class| class.samples() - class.both_wrong);
        Self::within(metric, classes.map(|class| class.samples()), from, most)
    }

    fn within(
        metric: &'m Metric,
        samples: [u64; 2],
        [tp, tn]: [u64; 2],
        [most_tp, most_tn]: [u64; 2],
    ) -> Option<Self> {
        let across = most_tn - tn + 1;
        if u128::from(most_tp - tp + 1) * u128::from(across) > MOST_OUTCOMES {
            return None;
        }
        let row = |tp: u64| (tn..=most_tn).map(move |tn| value(metric, samples, [tp, tn]));
        let listed = (tp..=most_tp).into_par_iter().flat_map_iter(row).collect();
        Some(Self { metric, from: [tp, tn], across, listed })
    }

    fn at(&self, [tp, tn]: [u64; 2]) -> &(Option<Key>, f64) {
        let place = (tp - self.from[0]) * self.across + tn - self.from[1];
        &self.listed[usize::try_from(place).expect("listed")]
    }

    /// Returns the swap test of two classifiers.
    pub(super) fn test(&self, counts: &PairCounts) -> Swap {
        let classes = [counts.positive, counts.negative];
        let [yes, no] = classes.map(|class| class.only_first + class.only_second);
        // What the first has right if it has so many of the discordant samples right.
        let right = |i, j| [counts.positive.both_right + i, counts.negative.both_right + j];
        let outcome = |i, j| {
            let pair = [self.at(right(i, j)), self.at(right(yes - i, no - j))];
            if self.metric.better == Better::Lower { [pair[1], pair[0]] } else { pair }
        };
        let [first, second] = outcome(counts.positive.only_first, counts.negative.only_first);
        let observed = match Observed::new(self.metric.kind, [first, second]) {
            Ok(observed) => observed,
            Err(swap) => return swap,
        };
        let [rows, columns] = [yes, no].map(choices);
        // The third are those that are more extreme.
        let mut sums = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
        for (i, row) in rows.iter().enumerate() {
            let mut hits = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
            for (j, weight) in columns.iter().enumerate() {
                let Some(counts) = observed.counts(outcome(i as u64, j as u64)) else {
                    return Swap::Open;
                };
                for (hits, counts) in hits.iter_mut().zip(counts) {
                    if counts {
                        *hits += weight;
                    }
                }
            }
            sums.iter_mut().zip(hits).for_each(|(sum, hits)| *sum += row * hits);
        }
        p_values(sums, yes + no)
    }

    /// Returns the swap test of two classifiers that are exchanged on whole clusters. Of each
    /// cluster it takes TP and TN of both; all outcomes are found by adding one after the other.
    pub(super) fn test_by_cluster(&self, clusters: &[[[u64; 2]; 2]]) -> Swap {
        let differ = || clusters.iter().filter(|[one, other]| one != other);
        let sum = |which: usize| {
            let add =
                |[tp, tn]: [u64; 2], of: &[[u64; 2]; 2]| [tp + of[which][0], tn + of[which][1]];
            clusters.iter().fold([0, 0], add)
        };
        let sums = [sum(0), sum(1)];
        let mut outcomes: BTreeMap<[u64; 2], BigInt> = BTreeMap::from([([0, 0], BigInt::one())]);
        for (done, cluster) in differ().enumerate() {
            let mut next: BTreeMap<[u64; 2], BigInt> = BTreeMap::new();
            for ([tp, tn], weight) in &outcomes {
                for [more_tp, more_tn] in cluster {
                    *next.entry([tp + more_tp, tn + more_tn]).or_default() += weight;
                }
            }
            outcomes = next;
            if outcomes.len() * (done + 1) > MOST_EXCHANGES {
                return Swap::Open;
            }
        }
        // What the first has right on clusters on which both have as much.
        let add = |[tp, tn]: [u64; 2], of: &[[u64; 2]; 2]| [tp + of[0][0], tn + of[0][1]];
        let alike = clusters.iter().filter(|[one, other]| one == other).fold([0, 0], add);
        let outcome = |[tp, tn]: [u64; 2]| {
            let first = [tp + alike[0], tn + alike[1]];
            let second = [0, 1].map(|class| sums[0][class] + sums[1][class] - first[class]);
            let pair = [self.at(first), self.at(second)];
            if self.metric.better == Better::Lower { [pair[1], pair[0]] } else { pair }
        };
        let own = [sums[0][0] - alike[0], sums[0][1] - alike[1]];
        let observed = match Observed::new(self.metric.kind, outcome(own)) {
            Ok(observed) => observed,
            Err(swap) => return swap,
        };
        let mut sums = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
        for (right, weight) in &outcomes {
            let Some(counts) = observed.counts(outcome(*right)) else { return Swap::Open };
            for (sum, counts) in sums.iter_mut().zip(counts) {
                if counts {
                    *sum += weight;
                }
            }
        }
        p_values(sums, differ().count() as u64)
    }
}

/// Returns the test of sums of weights over 2^coins: at least as large as observed, at least as
/// far, further.
fn p_values(sums: [BigInt; 3], coins: u64) -> Swap {
    let all = BigInt::one() << coins;
    let [one, two, beyond] = sums.map(|sum| Rational::new(sum, all.clone()));
    let mid = (&two + beyond) / Rational::from(2);
    Swap::Test([one, two, mid])
}

/// The observed difference and its opposite.
struct Observed<'v> {
    kind: Kind,
    sign: Ordering,
    upper: Finite<'v>,
    lower: Finite<'v>,
}

impl<'v> Observed<'v> {
    /// # Errors
    /// The end of a test without p-values.
    fn new(kind: Kind, [first, second]: [&'v (Option<Key>, f64); 2]) -> Result<Self, Swap> {
        let observed = match Difference::new(kind, first.0.as_ref(), second.0.as_ref()) {
            Difference::Undefined => return Err(Swap::Undefined),
            Difference::Infinite(_) => return Err(Swap::Open),
            Difference::Finite(pair) => Finite { kind, pair, about: [first.1, second.1] },
        };
        let sign = observed.order(&observed.opposite()).ok_or(Swap::Open)?;
        let (upper, lower) = match sign {
            Ordering::Less => (observed.opposite(), observed),
            _ => (observed, observed.opposite()),
        };
        Ok(Self { kind, sign, upper, lower })
    }

    /// Returns `true` for a difference that is at least as large as the observed one, that is at
    /// least as far from zero, and that is further; an undefined one is. `None` if that is not
    /// decided.
    fn counts(&self, [first, second]: [&(Option<Key>, f64); 2]) -> Option<[bool; 3]> {
        let Self { kind, sign, upper, lower } = self;
        Some(match Difference::new(*kind, first.0.as_ref(), second.0.as_ref()) {
            Difference::Undefined => [true, true, true],
            Difference::Infinite(sign) => [sign.is_gt(), true, true],
            Difference::Finite(pair) => {
                let this = Finite { kind: *kind, pair, about: [first.1, second.1] };
                let (up, down) = (this.order(upper)?, this.order(lower)?);
                [
                    if sign.is_lt() { down.is_ge() } else { up.is_ge() },
                    up.is_ge() || down.is_le(),
                    up.is_gt() || down.is_lt(),
                ]
            }
        })
    }
}

/// Returns the numbers of samples of one class that only the first, and only the second, classifies
/// right.
pub(super) fn discordant(class: JointCounts) -> [u64; 2] {
    [class.only_first, class.only_second]
}

fn value(
    metric: &Metric,
    [positives, negatives]: [u64; 2],
    [tp, tn]: [u64; 2],
) -> (Option<Key>, f64) {
    let counts = [tn, negatives - tn, positives - tp, tp];
    let key = metric.key(&Cells::new(counts.map(|count| BigInt::from(count).into())));
    let about = match &key {
        Some(Key::Finite(key)) => match metric.kind {
            Kind::Root => key.to_f64().abs().sqrt().copysign(key.to_f64()),
            _ => key.to_f64(),
        },
        _ => 0.0,
    };
    (key, about)
}

/// C(n, 0) to C(n, n).
fn choices(n: u64) -> Vec<BigInt> {
    let mut choices = vec![BigInt::one()];
    for k in 0..n {
        let next = choices.last().expect("there is one") * (n - k) / (k + 1);
        choices.push(next);
    }
    choices
}

/// A difference of finite values.
#[derive(Clone, Copy)]
struct Finite<'k> {
    kind: Kind,
    pair: Pair<'k>,
    about: [f64; 2],
}

impl Finite<'_> {
    fn opposite(&self) -> Self {
        let ([first, second], [x, y]) = (self.pair, self.about);
        Self { kind: self.kind, pair: [second, first], about: [y, x] }
    }

    /// The doubles are within a few units of 2^-53 of the values, relatively, and so is each of the
    /// three operations on them: 2^-48 times the sum of the sizes is more than the error.
    fn order(&self, other: &Self) -> Option<Ordering> {
        const ERROR: f64 = 1.0 / (1_u64 << 48) as f64;
        let ([a, b], [c, d]) = (self.about, other.about);
        let (difference, size) = match self.kind {
            Kind::Exact | Kind::Root => ((a - b) - (c - d), a.abs() + b.abs() + c.abs() + d.abs()),
            Kind::Logarithm => (a * d - c * b, a * d + c * b),
            Kind::Threshold => return None,
        };
        if difference.abs() > size * ERROR && size < f64::MAX && size > f64::MIN_POSITIVE {
            return difference.partial_cmp(&0.0);
        }
        order(self.kind, self.pair, other.pair)
    }
}

/// Holm's correction: of each p-value the largest product, over those up to it, of a p-value and
/// how many are not smaller.
pub(super) fn holm(values: &[Rational]) -> Vec<Rational> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].cmp(&values[j]));
    let mut corrected = vec![Rational::ZERO; values.len()];
    let mut largest = Rational::ZERO;
    for (smaller, &k) in order.iter().enumerate() {
        let product = &values[k] * &Rational::from(BigInt::from(values.len() - smaller));
        largest = largest.max(product).min(Rational::ONE);
        corrected[k].clone_from(&largest);
    }
    corrected
}
