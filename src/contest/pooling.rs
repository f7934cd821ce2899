//! Rates that are partially pooled: a prior under which classifiers are alike.
//!
//! If each classifier has a prior of its own, the best of many equal ones is promised too much: its
//! luck is taken for skill. The remedy is a prior under which classifiers may be alike, and whose
//! strength is learnt from their results.
//!
//! # The model
//!
//! In each class let r_i be the rate of classifier i as it is drawn without pooling, m the mean of
//! all r_i, d_i = r_i - m, and e_i the expectation of d_i given the data. The pooled rates are
//!
//! ```text
//! m + (1 - B) e_i + sqrt(1 - B) (d_i - e_i),    held within 0 and 1.
//! ```
//!
//! If the d_i are normal with covariances C, this is the posterior under the prior that true
//! differences are normal around zero with covariances (1/B - 1) C: the conjugate prior of Zellner,
//! under which B is the share by which differences shrink. B = 0 pools nothing, B near 1 makes all
//! alike. Paired draws stay paired: classifiers that have the same samples right shrink together.
//!
//! # The share
//!
//! B is given, or it is uniform on the middles of 64 cells of (0, 1) before anything is seen. The
//! data weigh it by Q, the statistic by which Cochran (Biometrika 37, 1950) tests that all k rates
//! of a class are equal: Q B then has the chi-square law with k - 1 degrees of freedom, so that B
//! has the weight
//!
//! ```text
//! B^((k-1)/2) exp(-Q B/2).
//! ```
//!
//! (Strawderman, Ann. Math. Stat. 42, 1971; Morris, JASA 78, 1983.) With c_i the samples that
//! classifier i has right, and R_j the classifiers that have sample j right,
//!
//! ```text
//! Q = k (k-1) sum (c_i - mean c)^2 / sum R_j (k - R_j).
//! ```
//!
//! Classifiers that are taken as independent have Pearson's statistic instead: with n_i samples and
//! p the share of all samples that are right, Q = sum (c_i - n_i p)^2 / (n_i p (1 - p)). Q is zero
//! where the denominators are. Leaving classifiers out changes the others: that is what pooling is.

use super::contestants::{Contestants, Known};
use super::generator::Generator;
use crate::lattice::BetaPrior;
use crate::num::Rational;
use crate::performance::{Class, Pattern};

/// Cells of the grid of shares.
const CELLS: u32 = 64;

/// A prior under which classifiers are alike: by which share B the differences between their rates
/// shrink.
///
/// In each class rates are drawn without pooling, with the mean m and the differences d_i from it,
/// whose expectations are e_i. The pooled rates are m + (1 - B) e_i + sqrt(1 - B) (d_i - e_i): the
/// posterior if the differences are normal with covariances C, and true ones have a normal prior
/// with covariances (1/B - 1) C around zero.
///
/// If it is estimated, B is uniform on (0, 1) before anything is seen, and has the density
/// B^((k-1)/2) exp(-Q B/2) up to a factor after a test of k classifiers, Q being their
/// [heterogeneity](Contestants::heterogeneity).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pooling(Share);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Share {
    Fixed(Rational),
    Estimated,
}

impl Pooling {
    /// The share is uniform before the test, and integrated over its distribution given the data.
    pub const ESTIMATED: Self = Self(Share::Estimated);

    /// A share that is known; `None` unless it is at least 0 and below 1.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::Pooling;
    /// let half = Pooling::fixed(Rational::new(1, 2)).expect("a share");
    /// assert_eq!(half.share(), Some(&Rational::new(1, 2)));
    /// assert_eq!(Pooling::fixed(Rational::ONE), None);
    /// ```
    pub fn fixed(share: Rational) -> Option<Self> {
        (!share.is_negative() && share < Rational::ONE).then_some(Self(Share::Fixed(share)))
    }

    /// The share, if it is known.
    pub fn share(&self) -> Option<&Rational> {
        match &self.0 {
            Share::Fixed(share) => Some(share),
            Share::Estimated => None,
        }
    }
}

/// The priors of true rates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatePriors<'p> {
    /// Priors of the true positive and of the true negative rate.
    pub beta: [&'p BetaPrior; 2],
    /// The pooling of the classifiers' rates; `None` for rates that are not pooled.
    pub pooling: Option<Pooling>,
}

impl<'p> From<[&'p BetaPrior; 2]> for RatePriors<'p> {
    /// Without pooling.
    fn from(beta: [&'p BetaPrior; 2]) -> Self {
        Self { beta, pooling: None }
    }
}

impl Contestants {
    /// Returns the heterogeneity of the classifiers' rates of a class: the statistic Q, for paired
    /// classifiers Cochran's, for independent ones Pearson's; zero if every sample is right for all
    /// classifiers or wrong for all.
    ///
    /// If all have the same rate, Q is about the number of classifiers less one.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::Contestants;
    /// use exactile::performance::{Class, JointClass, JointResults};
    /// // McNemar's statistic: five samples that only the first has right, one only the second.
    /// let positive = JointClass::from_patterns(2, vec![(0b00, 4), (0b01, 5), (0b10, 1)]);
    /// let negative = JointClass::from_patterns(2, vec![(0b11, 7)]);
    /// let both =
    ///     Contestants::paired(&JointResults::new(positive, negative)).expect("few patterns");
    /// assert_eq!(both.heterogeneity(Class::Positive), Rational::new(16, 6));
    /// assert_eq!(both.heterogeneity(Class::Negative), Rational::ZERO);
    /// ```
    pub fn heterogeneity(&self, class: Class) -> Rational {
        let count = u64::try_from(self.classifiers()).expect("classifiers");
        let results = right_and_wrong(self, class);
        let quotient = |above: Rational, below: Rational| {
            if below.is_zero() { Rational::ZERO } else { above / below }
        };
        match self.known() {
            Known::Patterns(patterns) => {
                let patterns = &patterns[usize::from(class == Class::Negative)];
                // k (k-1) sum (c - mean)^2 = (k-1) (k sum c^2 - (sum c)^2)
                let (mut sum, mut squares) = (Rational::ZERO, Rational::ZERO);
                for [right, _] in results {
                    let right = Rational::from(right);
                    squares = &squares + &(&right * &right);
                    sum = &sum + &right;
                }
                let within = |&(pattern, samples): &Pattern| {
                    let right = u64::from(pattern.count_ones());
                    Rational::from(right * (count - right)) * Rational::from(samples)
                };
                let spread = Rational::from(count) * squares - &sum * &sum;
                let degrees = Rational::from(count.saturating_sub(1));
                quotient(degrees * spread, patterns.iter().map(within).sum())
            }
            Known::Alone(_) => {
                let sum = |of: fn(&[u64; 2]) -> u64| -> Rational {
                    results.iter().map(|both| Rational::from(of(both))).sum()
                };
                let (right, wrong) = (sum(|[right, _]| *right), sum(|[_, wrong]| *wrong));
                let all = &right + &wrong;
                if all.is_zero() {
                    return Rational::ZERO;
                }
                let share = &right / &all;
                let of = |[right, wrong]: &[u64; 2]| {
                    let samples = Rational::from(*right) + Rational::from(*wrong);
                    let excess = Rational::from(*right) - &samples * &share;
                    quotient(&excess * &excess, &samples * &share * share.complement())
                };
                results.iter().map(of).sum()
            }
        }
    }
}

/// The samples of a class that each classifier has right and wrong.
fn right_and_wrong(contestants: &Contestants, class: Class) -> Vec<[u64; 2]> {
    match contestants.known() {
        Known::Patterns(patterns) => {
            let patterns = &patterns[usize::from(class == Class::Negative)];
            let of = |at: usize| {
                let mut counts = [0; 2];
                for (pattern, samples) in patterns {
                    counts[usize::from(pattern >> at & 1 == 0)] += samples;
                }
                counts
            };
            (0..contestants.classifiers()).map(of).collect()
        }
        Known::Alone(observed) => observed
            .iter()
            .map(|of| match class {
                Class::Positive => [of.tp, of.fn_],
                Class::Negative => [of.tn, of.fp],
            })
            .collect(),
    }
}

/// Pooling of the drawn rates of one class.
pub(super) struct ClassPooling {
    /// Shares with the probability that the share is this one or one before it.
    shares: Vec<(f64, f64)>,
    /// The expected difference of each rate from their mean.
    expected: Vec<f64>,
}

impl ClassPooling {
    pub(super) fn new(
        contestants: &Contestants,
        class: Class,
        prior: &BetaPrior,
        pooling: &Pooling,
    ) -> Self {
        let (u, v) = prior.parameters();
        let expected = |[right, wrong]: [u64; 2]| {
            let right = Rational::from(right) + u;
            (&right / (&right + Rational::from(wrong) + v)).to_f64()
        };
        let mut expected: Vec<f64> =
            right_and_wrong(contestants, class).into_iter().map(expected).collect();
        let mean = mean(&expected);
        expected.iter_mut().for_each(|rate| *rate -= mean);
        let shares = match &pooling.0 {
            Share::Fixed(share) => vec![(share.to_f64(), 1.0)],
            Share::Estimated => {
                let degrees = u32::try_from(contestants.classifiers()).expect("classifiers") - 1;
                estimated(contestants.heterogeneity(class).to_f64(), degrees)
            }
        };
        Self { shares, expected }
    }

    /// Replaces rates that were drawn without pooling.
    pub(super) fn pool(&self, generator: &mut Generator, rates: &mut [f64]) {
        let share = match &self.shares[..] {
            [(share, _)] => *share,
            shares => {
                let uniform = generator.uniform();
                let at = shares.partition_point(|(_, before)| *before < uniform);
                shares[at.min(shares.len() - 1)].0
            }
        };
        let (kept, root) = (1.0 - share, (1.0 - share).sqrt());
        let mean = mean(rates);
        for (rate, expected) in rates.iter_mut().zip(&self.expected) {
            let difference = kept * expected + root * (*rate - mean - expected);
            *rate = (mean + difference).clamp(0.0, 1.0);
        }
    }
}

fn mean(rates: &[f64]) -> f64 {
    let count = u32::try_from(rates.len()).map_or(f64::INFINITY, f64::from);
    rates.iter().sum::<f64>() / count
}

/// The shares of the grid, cumulated by their weights.
fn estimated(heterogeneity: f64, degrees: u32) -> Vec<(f64, f64)> {
    let share = |cell: u32| (f64::from(cell) + 0.5) / f64::from(CELLS);
    let logarithm = |share: f64| 0.5 * (f64::from(degrees) * share.ln() - heterogeneity * share);
    let most = (0..CELLS).map(|cell| logarithm(share(cell))).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = (0..CELLS).map(|at| (logarithm(share(at)) - most).exp()).collect();
    let all: f64 = weights.iter().sum();
    let mut sum = 0.0;
    let cumulated = weights.iter().map(|weight| {
        sum += weight / all;
        sum
    });
    (0..CELLS).map(share).zip(cumulated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of B under the gamma law that its weight is, where hardly anything is above 1.
    #[test]
    fn shares_follow_the_statistic() {
        let mean = |heterogeneity: f64, degrees: u32| -> f64 {
            let mut before = 0.0;
            let mut sum = 0.0;
            for (share, cumulated) in estimated(heterogeneity, degrees) {
                sum += share * (cumulated - before);
                before = cumulated;
            }
            assert!((before - 1.0).abs() < 1e-12);
            sum
        };
        // Gamma of shape (k - 1)/2 + 1 and rate Q/2.
        let found = mean(160.0, 31);
        assert!((found - 16.5 / 80.0).abs() < 1e-3, "{found}");
        assert!(mean(31.0, 31) > 0.7 && mean(10.0, 31) > 0.9 && mean(1e6, 31) < 0.01);
        // One difference that is not there says little.
        assert!((mean(0.0, 1) - 0.6).abs() < 1e-3);
    }
}
