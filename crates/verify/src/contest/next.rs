//! The next test of two classifiers: the probability that each is ahead on further samples, from
//! all outcomes.
//!
//! In each class the patterns (both right, only the first, only the second, both wrong) are drawn
//! from an urn with as many balls as observed and w/4 more of each, to which each draw adds one of
//! its kind. Of classifiers that are taken as independent each has an urn of its own, with w/2 more
//! right and wrong ones.

use num_bigint::BigInt;
use num_traits::One;

use crate::claim::stop::Stop;
use crate::lattice::ahead::compared;
use crate::lattice::masses::{Masses, Model};
use crate::lattice::matrices::Lattice;
use crate::metric::metrics::{Better, Metric};
use exactile::num::Rational;
use exactile::performance::{Classifier, JointCounts, PairCounts};

/// Better, equal, worse, undefined.
pub(super) type Chances = [Rational; 4];

/// The most confusion matrices of a further test of independent classifiers, for all pairs
/// together.
pub(super) const MOST_MATRICES: u128 = 1_000_000;
/// The most pairs of confusion matrices on the same samples, for all pairs of classifiers together.
const MOST_OUTCOMES: u128 = 4_000_000;

/// A further test.
pub(super) struct NextTest {
    lattice: Lattice,
    mass: Rational,
}

impl NextTest {
    /// Creates the test; `None` if it has too many outcomes to be listed for `pairs` pairs.
    pub(super) fn new(
        metric: Metric,
        [positives, negatives]: [u64; 2],
        mass: &Rational,
        pairs: usize,
        is_paired: bool,
    ) -> Option<Self> {
        let matrices = (u128::from(positives) + 1).checked_mul(u128::from(negatives) + 1)?;
        // How draws of a class fall on the four patterns.
        let falls = |n: u64| {
            let n = u128::from(n);
            Some((n + 1).checked_mul(n + 2)?.checked_mul(n + 3)? / 6)
        };
        let paired = || {
            let both = matrices.checked_mul(matrices)?;
            both.checked_add(falls(positives)?)?.checked_add(falls(negatives)?)
        };
        let work = if is_paired { paired()? } else { matrices };
        let most = if is_paired { MOST_OUTCOMES } else { MOST_MATRICES };
        if work.checked_mul(pairs as u128)? > most {
            return None;
        }
        let lattice = Lattice::new(metric, positives, negatives, None);
        Some(Self { lattice, mass: mass.clone() })
    }

    /// Returns the probabilities of two classifiers that are taken as independent.
    pub(super) fn independent(
        &self,
        first: &Classifier,
        second: &Classifier,
    ) -> Result<Chances, Stop> {
        let half = &self.mass / &Rational::from(2);
        let prior = || [half.clone(), half.clone()];
        let model = Model::BetaBinomial([prior(), prior()]);
        let masses = |known| Masses::after(known, &self.lattice, &model);
        Ok(compared(&masses(first)?, &masses(second)?))
    }

    /// Returns the probabilities of two classifiers on the same samples.
    pub(super) fn paired(&self, counts: &PairCounts) -> Chances {
        let positive = self.drawn(counts.positive, self.lattice.positives);
        let negative = self.drawn(counts.negative, self.lattice.negatives);
        let ranks = self.lattice.ranks();
        let rank = |tp: u64, tn: u64| {
            ranks[usize::try_from(tp * (self.lattice.negatives + 1) + tn).expect("few")]
        };
        let mut sums = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
        let is_lower = self.lattice.metric.better == Better::Lower;
        for ([tp, tp2], chance) in &positive {
            let mut rest = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
            for ([tn, tn2], chance) in &negative {
                let place = match (rank(*tp, *tn), rank(*tp2, *tn2)) {
                    (None, _) | (_, None) => 3,
                    (Some(first), Some(second)) if first == second => 1,
                    (Some(first), Some(second)) if (first > second) != is_lower => 0,
                    _ => 2,
                };
                rest[place] += chance;
            }
            sums.iter_mut().zip(rest).for_each(|(sum, rest)| *sum += chance * rest);
        }
        let total: BigInt = sums.iter().sum();
        sums.map(|sum| Rational::new(sum, total.clone()))
    }

    /// Returns the numbers of right predictions of both classifiers among `draws` samples of a
    /// class, each with its weight.
    fn drawn(&self, class: JointCounts, draws: u64) -> Vec<([u64; 2], BigInt)> {
        let quarter = &self.mass / &Rational::from(4);
        let step = quarter.denominator();
        let rising = |count: u64| {
            let mut ball = quarter.numerator() + BigInt::from(count) * &step;
            let mut products = vec![BigInt::one()];
            for _ in 0..draws {
                products.push(products.last().expect("there is one") * &ball);
                ball += &step;
            }
            products
        };
        let [both, first, second, neither] =
            [class.both_right, class.only_first, class.only_second, class.both_wrong].map(rising);
        let across = draws + 1;
        let place = |x: u64, y: u64| usize::try_from(x * across + y).expect("few");
        let mut weights = vec![BigInt::ZERO; place(draws, draws) + 1];
        let factorials: Vec<BigInt> = (0..=draws)
            .scan(BigInt::one(), |product, k| {
                if k > 0 {
                    *product *= k;
                }
                Some(product.clone())
            })
            .collect();
        let at = |products: &[BigInt], k: u64| products[usize::try_from(k).expect("few")].clone();
        for k in 0..=draws {
            for x in 0..=draws - k {
                for y in 0..=draws - k - x {
                    let z = draws - k - x - y;
                    let ways = at(&factorials, draws)
                        / [k, x, y, z].map(|n| at(&factorials, n)).into_iter().product::<BigInt>();
                    weights[place(k + x, k + y)] +=
                        ways * at(&both, k) * at(&first, x) * at(&second, y) * at(&neither, z);
                }
            }
        }
        let points = (0..=draws).flat_map(|x| (0..=draws).map(move |y| [x, y]));
        points.zip(weights).filter(|(_, weight)| *weight != BigInt::ZERO).collect()
    }
}
