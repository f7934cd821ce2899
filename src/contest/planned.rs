//! Results of a planned test if all rates are the observed ones.
//!
//! Under this assumption the results of a test are binomial, or multinomial in the patterns of
//! right predictions if these are known, and nothing else is uncertain. [`truly_planned`] is the
//! expected probability that a classifier is truly the best, given such a test. The expectation of
//! a probability is the probability of both: a draw is a test and one set of rates given that test.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::blocks::{Draws, simulate};
use super::contestants::Contestants;
use super::drawn_ranks::TrueOrder;
use super::draws::Valued;
use super::error::ContestError;
use super::generator::Generator;
use super::limits::{between, clopper_pearson};
use super::margin::check_margin;
use super::model::Evidence;
use super::planned_rates::PlannedRates;
use super::results::Drawn;
use super::swap::Swapped;
use crate::lattice::{BetaPrior, Lattice, LatticeError};
use crate::num::{Rational, Value};
use crate::performance::{JointCounts, PairCounts};
use crate::score::{Metric, Orientation};
use crate::work::Work;

/// Number of draws in which an event happened, among all draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnShare {
    /// Number of draws in which it happened.
    pub hits: u32,
    /// The number of all draws and their seed.
    pub drawn: Drawn,
}

impl DrawnShare {
    /// The share of draws.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::{Drawn, DrawnShare};
    /// let drawn = DrawnShare { hits: 250, drawn: Drawn { draws: 1000, seed: 1 } };
    /// assert_eq!(drawn.share(), Rational::new(1, 4));
    /// ```
    pub fn share(&self) -> Rational {
        Rational::new(self.hits, self.drawn.draws)
    }

    /// The limits of the probability, those of Clopper and Pearson at 1 - 10^-9.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::{Drawn, DrawnShare};
    /// let drawn = DrawnShare { hits: 250, drawn: Drawn { draws: 1000, seed: 1 } };
    /// let [lower, upper] = drawn.limits().ends().expect("limits");
    /// assert!(lower < Rational::new(1, 4) && Rational::new(1, 4) < upper);
    /// ```
    pub fn limits(&self) -> Value {
        Value::Enclosed(between(clopper_pearson(self.hits, self.drawn.draws)))
    }
}

/// The expected probability that a classifier is truly the best, given a test on a lattice of
/// samples, if all rates are what was observed. `advance` is as in
/// [`truly_ranked`](super::truly_ranked).
///
/// # Errors
/// A class without observations, or without samples in the test; too many draws of too many
/// samples.
///
/// # Panics
/// If there is no such classifier.
pub fn truly_planned(
    contestants: &Contestants,
    winner: usize,
    priors: [&BetaPrior; 2],
    metric: &Metric,
    test: Lattice,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnShare>, LatticeError> {
    assert!(winner < contestants.classifiers(), "a classifier");
    let order = TrueOrder::new(metric, test);
    let asked = (contestants, winner, priors);
    planned_share(asked, test, draws, advance, |winner, [tpr, tnr], generator| {
        let value = |at: usize| order.value(tpr[at], tnr[at]);
        let own = value(winner);
        let (mut is_first, mut equals) = (true, 1);
        for other in (0..tpr.len()).filter(|other| *other != winner) {
            let other = value(other);
            is_first &= own >= other;
            equals += u64::from(own.total_cmp(&other).is_eq());
        }
        // Those of whom nothing different was drawn have equal chances.
        is_first && (equals == 1 || generator.below(equals) == 0)
    })
}

/// The expected probability that a classifier is truly not worse than any other one by `margin` or
/// more, given a test, if all rates are what was observed; otherwise as [`truly_planned`].
///
/// # Errors
/// As [`truly_planned`]; a negative margin.
///
/// # Panics
/// If there is no such classifier.
pub fn not_worse_planned(
    contestants: &Contestants,
    winner: usize,
    (priors, margin): ([&BetaPrior; 2], &Rational),
    metric: &Metric,
    test: Lattice,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnShare>, ContestError> {
    check_margin(Some(margin))?;
    let margin = margin.to_f64();
    let valued = Valued::new(metric, test);
    let sign = if metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
    let asked = (contestants, winner, priors);
    let found = planned_share(asked, test, draws, advance, |winner, [tpr, tnr], _| {
        let own = valued.at(tpr[winner], tnr[winner]);
        (0..tpr.len()).filter(|other| *other != winner).all(|other| {
            let difference = sign * (own - valued.at(tpr[other], tnr[other]));
            // Both are infinite.
            difference > -margin || difference.is_nan() && margin > 0.0
        })
    });
    Ok(found?)
}

/// The share of draws of a test, and of true positive and true negative rates given that test, in
/// which an event happens.
fn planned_share(
    (contestants, winner, priors): (&Contestants, usize, [&BetaPrior; 2]),
    test: Lattice,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    happens: impl Fn(usize, [&[f64]; 2], &mut Generator) -> bool + Sync,
) -> Result<Option<DrawnShare>, LatticeError> {
    assert!(winner < contestants.classifiers(), "a classifier");
    test.check_both_classes()?;
    let in_order = contestants.as_drawn();
    let (contestants, winner) = match &in_order {
        Some((drawn, order)) => {
            (drawn, order.iter().position(|of| *of == winner).expect("a classifier"))
        }
        None => (contestants, winner),
    };
    let planned = PlannedRates::new(contestants, priors, [test.positives(), test.negatives()])?;
    Work::RandomNumbers.check(planned.random_numbers() * u128::from(draws.count))?;
    let zeros = vec![0.0; contestants.classifiers()];
    let init = || (0_u32, zeros.clone(), zeros.clone());
    type State = (u32, Vec<f64>, Vec<f64>);
    let draw = |(hits, tpr, tnr): &mut State, generator: &mut Generator| {
        planned.draw(generator, tpr, tnr);
        *hits += u32::from(happens(winner, [tpr, tnr], generator));
    };
    let merge = |(x, tpr, tnr): State, (y, ..): State| (x + y, tpr, tnr);
    let done = simulate(draws, advance, init, draw, merge);
    Ok(done.map(|(hits, ..)| DrawnShare { hits, drawn: draws.into() }))
}

/// Returns an estimate of the discordant samples that [`power_planned`] goes through: those of a
/// test for each draw, each of some microseconds.
///
/// ```
/// use exactile::contest::{Draws, Evidence, power_steps};
/// use exactile::lattice::Lattice;
/// use exactile::performance::{JointCounts, PairCounts};
/// let positive = JointCounts { both_right: 15, only_first: 4, only_second: 1, both_wrong: 0 };
/// let negative = JointCounts { both_right: 20, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, negative });
/// let draws = Draws { count: 2000, seed: 1 };
/// // A quarter of 100 positives.
/// assert_eq!(power_steps(&evidence, Lattice::new(100, 300)?, draws), 50_000);
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
pub fn power_steps(evidence: &Evidence, test: Lattice, draws: Draws) -> u128 {
    let Evidence::Paired(PairCounts { positive, negative }) = evidence else { return 0 };
    let expected = |counts: &JointCounts, samples: u64| {
        let (seen, discordant) = (counts.samples().max(1), counts.discordant());
        u128::from(samples) * u128::from(discordant) / u128::from(seen)
    };
    let discordant = expected(positive, test.positives()) + expected(negative, test.negatives());
    discordant.saturating_mul(draws.count.into())
}

/// The probability that the swap test of two classifiers rejects that they are interchangeable, in
/// favour of the first: that its two-sided p-value on a test is at most `alpha`, and the first is
/// ahead; if the patterns of who is right are as frequent as they were observed.
///
/// A test on which there is no p-value does not reject. Each outcome is tested once.
///
/// # Errors
/// As [`swap_test`](super::swap_test); too many draws of too many discordant samples; a class
/// without observations, or without samples in the test.
///
/// # Panics
/// If the two are taken as independent.
pub fn power_planned(
    evidence: &Evidence,
    metric: &Metric,
    test: Lattice,
    alpha: &Rational,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnShare>, LatticeError> {
    assert!(evidence.is_paired(), "a swap test needs pairs");
    test.check_both_classes()?;
    let both = Contestants::of_pair(evidence);
    let planned =
        PlannedRates::new(&both, [&BetaPrior::default(); 2], [test.positives(), test.negatives()])?;
    Work::RandomNumbers.check(planned.random_numbers() * u128::from(draws.count))?;
    Work::SwappedSamples.check(power_steps(evidence, test, draws))?;
    let mut swapped = Swapped::default();
    swapped.prepare_for(test, metric)?;
    // Which outcomes reject, as they turn up; the answer does not depend on who asks first.
    let known: Mutex<HashMap<PairCounts, bool>> = Mutex::new(HashMap::new());
    let rejects = |counts: PairCounts| -> Result<bool, LatticeError> {
        if let Some(known) = known.lock().expect("nobody panics while holding it").get(&counts) {
            return Ok(*known);
        }
        let found = swapped.rejects(&counts, metric, alpha)?;
        known.lock().expect("nobody panics while holding it").insert(counts, found);
        Ok(found)
    };
    let init = || (0_u32, None);
    let draw = |(hits, failed): &mut (u32, Option<LatticeError>), generator: &mut Generator| {
        if failed.is_some() {
            return;
        }
        let [positive, negative] = planned.counts(generator).map(|patterns| {
            let [both_wrong, only_first, only_second, both_right] = patterns;
            JointCounts { both_right, only_first, only_second, both_wrong }
        });
        match rejects(PairCounts { positive, negative }) {
            Ok(rejects) => *hits += u32::from(rejects),
            Err(error) => *failed = Some(error),
        }
    };
    let merge = |(x, failed): (u32, Option<LatticeError>),
                 (y, other): (u32, Option<LatticeError>)| {
        (x + y, failed.or(other))
    };
    match simulate(draws, advance, init, draw, merge) {
        Some((_, Some(error))) => Err(error),
        done => Ok(done.map(|(hits, _)| DrawnShare { hits, drawn: draws.into() })),
    }
}
