//! Several classifiers on test sets that are fixed: the samples of each are drawn (strata).
//!
//! In each test set the rates of all classifiers have the posterior of [`Contestants`], and those
//! of different test sets are independent. A test set with n_d of the n samples of a class has the
//! share n_d/n of the prior mass: then all have together the mass of one test, and the mean under
//! the weights of samples is expected where it is for one test of all samples, (k + 1)/(n + 2) for
//! uniform priors. A full mass in each would draw many small test sets towards one half. The rates
//! of a mean performance are means of these: with
//! the weight l_d of a test set and its share p_d of positives
//!
//! ```text
//! TPR = sum_d l_d p_d TPR_d / sum_d l_d p_d
//! TNR = sum_d l_d (1 - p_d) TNR_d / sum_d l_d (1 - p_d)
//! ```
//!
//! If the test sets are a sample of many themselves, they are [`Clusters`](super::Clusters).

use super::blocks::Draws;
use super::cluster_draws::{WeightedCounts, intervals_by_weights, ranked_by_weights};
use super::contestants::Contestants;
use super::drawn_ranks::DrawnRanks;
use super::draws::RateDraws;
use super::error::ContestError;
use super::interval::{IntervalQuestion, Intervals};
use super::model::PatternMass;
use super::one_class::on_one_class;
use super::pooling::RatePriors;
use super::rates::RatePosterior;
use crate::generator::Generator;
use crate::lattice::{BetaPrior, Lattice, LatticeError};
use crate::num::Rational;
use crate::score::{Metric, ValueForm};
use crate::work::Advance;

/// The results of several classifiers in fixed test sets, with the weights of these.
#[derive(Clone, Debug)]
pub struct Strata {
    classifiers: usize,
    /// The samples of all test sets.
    sizes: Lattice,
    strata: Vec<Stratum>,
    /// The classifier of each place in the order in which they are drawn.
    order: Vec<usize>,
}

/// One test set.
#[derive(Clone, Debug)]
struct Stratum {
    /// In the order in which they are drawn.
    contestants: Contestants,
    /// The shares of its positive and of its negative samples in the mean.
    shares: [f64; 2],
    /// Its positive and its negative samples.
    samples: [u64; 2],
}

impl Strata {
    /// Takes the results in each test set, its positive and negative samples, and its weight;
    /// `keys` order the classifiers, as their names do, so that draws do not depend on their order.
    ///
    /// # Errors
    /// No test set, or none with samples.
    ///
    /// # Panics
    /// Unless there is a key for each classifier, in each test set.
    pub fn new<K: Ord>(
        sets: Vec<(Contestants, [u64; 2], Rational)>,
        keys: &[K],
    ) -> Result<Self, LatticeError> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|&classifier| &keys[classifier]);
        let mut sizes = [0_u64; 2];
        let mut strata = Vec::with_capacity(sets.len());
        // Those without weight say nothing about the mean.
        for (contestants, own, weight) in sets.into_iter().filter(|(.., weight)| !weight.is_zero())
        {
            assert_eq!(contestants.classifiers(), keys.len(), "all classifiers in each test set");
            for (sum, own) in sizes.iter_mut().zip(own) {
                *sum = sum.saturating_add(own);
            }
            let all = Rational::from(own[0]) + Rational::from(own[1]);
            let share = |count: u64| (&weight * &Rational::from(count)).checked_div(&all);
            let shares = own.map(|count| share(count).map_or(0.0, |share| share.to_f64()));
            let contestants = contestants.only(&order);
            strata.push(Stratum { contestants, shares, samples: own });
        }
        let sizes = Lattice::new(sizes[0], sizes[1])?;
        Ok(Self { classifiers: keys.len(), sizes, strata, order })
    }

    /// Some of the classifiers, in this order.
    ///
    /// # Panics
    /// If there is no such classifier.
    #[must_use]
    pub fn only(&self, classifiers: &[usize]) -> Self {
        let wanted = |at: usize| classifiers.iter().position(|&k| k == at);
        let kept: Vec<usize> =
            (0..self.order.len()).filter(|&at| wanted(self.order[at]).is_some()).collect();
        let order = kept.iter().filter_map(|&at| wanted(self.order[at])).collect();
        let stratum = |of: &Stratum| Stratum { contestants: of.contestants.only(&kept), ..*of };
        let strata = self.strata.iter().map(stratum).collect();
        Self { classifiers: classifiers.len(), strata, order, ..*self }
    }

    /// The number of test sets.
    pub fn sets(&self) -> usize {
        self.strata.len()
    }

    /// The samples of all test sets.
    pub fn sizes(&self) -> Lattice {
        self.sizes
    }

    /// Ready to be drawn from, by Beta priors of true positive and true negative rates.
    pub(super) fn with_priors(&self, beta: [&BetaPrior; 2]) -> StrataDraws<'_> {
        self.drawn(|Stratum { contestants, samples, .. }| {
            let parts = self.parts(*samples);
            let scaled = [0, 1].map(|class| {
                let (u, v) = beta[class].parameters();
                BetaPrior::new(u * &parts[class], v * &parts[class]).expect("positive")
            });
            let priors = RatePriors { beta: scaled.each_ref(), pooling: None };
            Posterior::Many(RatePosterior::new(contestants, &priors))
        })
    }

    /// The same of two classifiers, whose four patterns have the prior of this mass.
    pub(super) fn of_pair(&self, mass: &PatternMass) -> StrataDraws<'_> {
        self.drawn(|Stratum { contestants, samples, .. }| {
            let masses = self
                .parts(*samples)
                .map(|part| PatternMass::new(mass.value() * &part).expect("positive"));
            Posterior::Pair(RateDraws::of_classes(&contestants.pair(0, 1), masses.each_ref()))
        })
    }

    /// The parts of the prior masses of a test set; all where it has no samples and does not count.
    fn parts(&self, samples: [u64; 2]) -> [Rational; 2] {
        let all = [self.sizes.positives(), self.sizes.negatives()];
        [0, 1].map(|class| match samples[class] {
            0 => Rational::ONE,
            own => Rational::new(own, all[class]),
        })
    }

    fn drawn(&self, posterior: impl Fn(&Stratum) -> Posterior) -> StrataDraws<'_> {
        let of = |stratum: &Stratum| (posterior(stratum), stratum.shares);
        StrataDraws { strata: self, posteriors: self.strata.iter().map(of).collect() }
    }
}

/// The posterior of a test set.
enum Posterior {
    Many(RatePosterior),
    Pair(RateDraws),
}

impl Posterior {
    fn random_numbers(&self) -> u128 {
        match self {
            Self::Many(posterior) => posterior.random_numbers(),
            Self::Pair(_) => 8,
        }
    }

    fn draw(&self, generator: &mut Generator, tpr: &mut [f64], tnr: &mut [f64]) {
        match self {
            Self::Many(posterior) => posterior.draw(generator, tpr, tnr),
            Self::Pair(rates) => {
                for (k, rates) in rates.draw(generator).into_iter().enumerate() {
                    [tpr[k], tnr[k]] = rates;
                }
            }
        }
    }
}

/// Test sets with the posterior of each.
pub(super) struct StrataDraws<'s> {
    strata: &'s Strata,
    posteriors: Vec<(Posterior, [f64; 2])>,
}

impl WeightedCounts for StrataDraws<'_> {
    fn classifiers(&self) -> usize {
        self.strata.classifiers
    }

    fn random_numbers(&self) -> u128 {
        self.posteriors.iter().map(|(posterior, _)| posterior.random_numbers()).sum()
    }

    fn metric(&self, metric: &Metric) -> Result<Metric, ContestError> {
        let (metric, _) = on_one_class(metric, self.strata.sizes)?;
        match metric.form() {
            ValueForm::ScaledLog => Err(ContestError::NoClusters(metric)),
            _ => Ok(metric),
        }
    }

    /// The sums, and room for the rates of one test set.
    fn empty(&self) -> Vec<f64> {
        vec![0.0; 2 + 4 * self.strata.classifiers]
    }

    fn draw(&self, generator: &mut Generator, sums: &mut [f64]) {
        let count = self.strata.classifiers;
        let (sums, rates) = sums.split_at_mut(2 + 2 * count);
        let (tpr, tnr) = rates.split_at_mut(count);
        sums.fill(0.0);
        for (posterior, shares) in &self.posteriors {
            posterior.draw(generator, tpr, tnr);
            sums[0] += shares[0];
            sums[1] += shares[1];
            for (place, &classifier) in self.strata.order.iter().enumerate() {
                sums[2 + 2 * classifier] += shares[0] * tpr[place];
                sums[3 + 2 * classifier] += shares[1] * tnr[place];
            }
        }
    }
}

/// The ranks of classifiers by the true values of their mean performances over fixed test sets.
/// Rates have Beta priors, of the true positive and of the true negative rate, in each test set.
/// `advance` is called once for each 1024 draws, and may stop the work: then there is no result.
///
/// ```
/// use exactile::contest::{Contestants, Draws, Strata, truly_ranked_by_stratum};
/// use exactile::lattice::{BetaPrior, Observation};
/// use exactile::work::go_on;
/// use exactile::{Metric, Rational};
/// let of = |tp, fn_| Observation { tn: 1, fp: 1, fn_, tp };
/// let set = |one, other, weight| {
///     (Contestants::independent(vec![one, other]), [3, 2], Rational::from(weight))
/// };
/// // The first is better in the one set that counts.
/// let sets = vec![set(of(3, 0), of(0, 3), 1), set(of(0, 3), of(3, 0), 0)];
/// let strata = Strata::new(sets, &["a", "b"])?;
/// let (draws, flat) = (Draws { count: 2000, seed: 1 }, BetaPrior::default());
/// let ranks = truly_ranked_by_stratum(&strata, [&flat, &flat], &Metric::Tpr, draws, &go_on)?;
/// // Beta(4, 1) is above Beta(1, 4) with probability 69/70.
/// let first = ranks.expect("nothing stops it").first_alone(0);
/// assert!((1940..2000).contains(&first));
/// # Ok::<(), exactile::contest::ContestError>(())
/// ```
///
/// # Errors
/// A metric of a class without samples, or one whose scale would depend on weights; too many draws
/// of too many patterns.
pub fn truly_ranked_by_stratum(
    strata: &Strata,
    priors: [&BetaPrior; 2],
    metric: &Metric,
    draws: Draws,
    advance: Advance<'_>,
) -> Result<Option<DrawnRanks>, ContestError> {
    ranked_by_weights(&strata.with_priors(priors), metric, draws, advance)
}

/// Credible intervals of the true values of mean performances over fixed test sets, between order
/// statistics of 50,000 draws. `advance` is as in [`truly_ranked_by_stratum`].
///
/// # Errors
/// A level too close to 1; too many patterns.
pub fn stratum_intervals(
    strata: &Strata,
    priors: [&BetaPrior; 2],
    question: &IntervalQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<Intervals>>, ContestError> {
    intervals_by_weights(&strata.with_priors(priors), question, advance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{
        IntervalKind, NoSwapTest, PairQuestion, TestSets, compare_test_sets, true_difference,
        truly_better,
    };
    use crate::lattice::Observation;
    use crate::num::Level;
    use crate::performance::{Classifier, ConfusionMatrix, JointClass, JointResults};
    use crate::work::go_on;

    const DRAWS: Draws = Draws { count: 40_000, seed: 3 };

    fn paired(patterns: [[u64; 4]; 2]) -> Contestants {
        let class = |counts: [u64; 4]| {
            JointClass::from_patterns(2, (0..).zip(counts).filter(|(_, n)| *n > 0).collect())
        };
        let [positive, negative] = patterns.map(class);
        Contestants::paired(&JointResults::new(positive, negative)).expect("few patterns")
    }

    fn meets(ends: &[Rational; 2], known: &[Rational; 2]) -> bool {
        ends[0] <= known[1] && known[0] <= ends[1]
    }

    /// One test set: the two are compared as ever, whatever the model is made from.
    #[test]
    fn one_test_set_is_a_test() {
        let contestants = paired([[3, 5, 9, 20], [8, 6, 2, 30]]);
        let evidence = contestants.pair(0, 1);
        let sizes = [37, 46];
        let strata = Strata::new(vec![(contestants, sizes, Rational::ONE)], &["b", "a"]);
        let strata = strata.expect("samples");
        let test = Lattice::new(37, 46).expect("samples");
        let flat = BetaPrior::default();
        let means: Vec<Classifier> = [[36, 10, 12, 25], [32, 14, 8, 29]]
            .map(|[tn, fp, fn_, tp]| ConfusionMatrix::from_counts(tn, fp, fn_, tp))
            .map(|matrix| Classifier::new("m", matrix.expect("samples")))
            .into();
        for metric in [Metric::Tpr, Metric::Accuracy, Metric::FBeta(Rational::ONE)] {
            let mass = PatternMass::default();
            let level = Level::percent(90);
            let known = truly_better(&evidence, &mass, &metric, test, 5).expect("asked");
            let known = [known.lower, known.upper];
            let ranks = truly_ranked_by_stratum(&strata, [&flat, &flat], &metric, DRAWS, &go_on);
            let ranks = ranks.expect("asked").expect("goes on");
            let names = ["b".to_owned(), "a".to_owned()];
            let first = ranks.distributions(&names)[0].first_alone.ends().expect("limits");
            assert!(meets(&first, &known), "{metric}: {first:?} {known:?}");
            let question =
                PairQuestion { level: level.clone(), ..PairQuestion::new(metric.clone(), test) };
            let sets = TestSets::Fixed(&strata);
            let swaps = |_, _| Err(NoSwapTest::Weighted);
            let found = compare_test_sets(sets, &means, &[(0, 1)], &question, &swaps, &go_on);
            let found = found.expect("asked").expect("goes on").remove(0);
            let better = [found.truly_better.lower, found.truly_better.upper];
            assert!(meets(&better, &known), "{metric}: {better:?} {known:?}");
            let interval = true_difference(&evidence, &mass, (&metric, test), &level, None, 5);
            let interval = interval.expect("asked").interval;
            let wide = |[low, high]: &[Rational; 2]| {
                [low - Rational::new(1, 500), high + Rational::new(1, 500)]
            };
            let own = found.true_difference.interval;
            assert!(meets(&wide(&own.lower), &interval.lower), "{metric}");
            assert!(meets(&wide(&own.upper), &interval.upper), "{metric}");
        }
    }

    /// TPR of two test sets that count alike: the mean of two uniform rates has a triangular
    /// distribution, P(M <= x) = 2 x^2 below 1/2.
    #[test]
    fn means_of_rates_have_their_distribution() {
        // Each of the two has half of the prior.
        let twice = BetaPrior::new(Rational::from(2), Rational::from(2)).expect("positive");
        let none = || Contestants::independent(vec![Observation { tn: 1, fp: 1, fn_: 0, tp: 0 }]);
        let sets = vec![(none(), [1, 0], Rational::ONE), (none(), [1, 0], Rational::ONE)];
        let strata = Strata::new(sets, &["m"]).expect("samples");
        let question = IntervalQuestion {
            metrics: vec![Metric::Tpr],
            kind: IntervalKind::Credible,
            level: Level::percent(90),
            mass: PatternMass::default(),
            seed: 2,
        };
        let found = stratum_intervals(&strata, [&twice, &twice], &question, &go_on);
        let found = found.expect("asked").expect("goes on").remove(0).remove(0).expect("defined");
        let exact = Rational::try_from(0.025_f64.sqrt()).expect("finite");
        let mirrored = [Rational::ONE - &found.upper[1], Rational::ONE - &found.upper[0]];
        for [low, high] in [&found.lower, &mirrored] {
            assert!(*low <= exact && exact <= *high, "{low} {exact} {high}");
            assert!(high - low < Rational::new(1, 40));
        }
    }

    /// Many small test sets do not draw rates towards one half: the interval of their mean lies
    /// around that of all samples as one test, and a pair is as far apart.
    #[test]
    fn many_small_test_sets_share_the_prior() {
        let flat = BetaPrior::default();
        let of = |right: u64| Observation { tn: 0, fp: 0, fn_: 4 - right, tp: right };
        let sets: Vec<_> = (0..60)
            .map(|k| {
                let one = vec![of(if k % 3 == 0 { 3 } else { 4 }), of(if k < 2 { 3 } else { 4 })];
                (Contestants::independent(one), [4, 0], Rational::ONE)
            })
            .collect();
        let strata = Strata::new(sets, &["a", "b"]).expect("samples");
        let question = IntervalQuestion {
            metrics: vec![Metric::Tpr],
            kind: IntervalKind::Credible,
            level: Level::default(),
            mass: PatternMass::default(),
            seed: 2,
        };
        let found = stratum_intervals(&strata, [&flat, &flat], &question, &go_on);
        let found = found.expect("asked").expect("goes on");
        for (of, right) in found.iter().zip([220, 238]) {
            let interval = of[0].as_ref().expect("defined");
            let expected = Rational::new(right + 1, 242);
            let middle = (&interval.lower[0] + &interval.upper[1]) / Rational::from(2);
            assert!((middle - &expected).abs() < Rational::new(1, 100), "{right}");
            assert!(interval.lower[1] < expected && expected < interval.upper[0], "{right}");
        }
        let pair = strata.only(&[1, 0]);
        let ranks = truly_ranked_by_stratum(&pair, [&flat, &flat], &Metric::Tpr, DRAWS, &go_on);
        let first = ranks.expect("asked").expect("goes on").first_alone(0);
        assert!(first > DRAWS.count / 1000 * 999, "{first}");
    }

    /// Draws of a classifier do not depend on the order in which it is listed.
    #[test]
    fn draws_do_not_depend_on_the_order_of_classifiers() {
        let flat = BetaPrior::default();
        let patterns = [[3, 5, 9, 20], [8, 6, 2, 30]];
        let turned = patterns.map(|[neither, first, second, both]| [neither, second, first, both]);
        let of = |patterns, keys: &[&str; 2]| {
            let sets = vec![(paired(patterns), [37, 46], Rational::new(1, 3)); 2];
            let strata = Strata::new(sets, keys).expect("samples");
            let ranks =
                truly_ranked_by_stratum(&strata, [&flat, &flat], &Metric::Mcc, DRAWS, &go_on);
            ranks.expect("asked").expect("goes on")
        };
        let (one, other) = (of(patterns, &["a", "b"]), of(turned, &["b", "a"]));
        assert_eq!(
            [one.first_alone(0), one.first_alone(1)],
            [other.first_alone(1), other.first_alone(0)]
        );
    }
}
