//! Intervals of true values on simulated tests: how often they hold the truth.

use std::ops::ControlFlow;

use exactile::contest::{
    Clusters, IntervalKind, IntervalQuestion, PatternMass, TrueInterval, TrueValues,
    clopper_pearson, cluster_intervals,
};
use exactile::lattice::Observation;
use exactile::num::Level;
use exactile::{ConfusionMatrix, Metric, Rational};

use super::simulation::{Random, Result, limits};

/// The number of intervals that held the true value.
#[derive(Default)]
pub(super) struct Held {
    pub(super) held: u32,
    pub(super) tests: u32,
}

impl Held {
    fn add(&mut self, interval: &TrueInterval, truth: f64) {
        let [low, high] = [&interval.lower[0], &interval.upper[1]].map(Rational::to_f64);
        self.tests += 1;
        self.held += u32::from(low <= truth && truth <= high);
    }

    /// The share of intervals that held the truth, and its limits.
    pub(super) fn shares(&self) -> [f64; 3] {
        let [lower, upper] = limits(self.held, self.tests);
        [f64::from(self.held) / f64::from(self.tests), lower, upper]
    }
}

fn level() -> Level {
    Level::default()
}

fn hits(samples: u64, rate: f64, random: &mut Random) -> u64 {
    (0..samples).map(|_| u64::from(random.happens(rate))).sum()
}

fn tested(samples: u64, [tpr, tnr]: [f64; 2], random: &mut Random) -> Observation {
    let (tp, tn) = (hits(samples, tpr, random), hits(samples, tnr, random));
    Observation { tn, fp: samples - tn, fn_: samples - tp, tp }
}

/// The value of a metric at true rates, with as many samples of both classes.
fn truth(metric: &Metric, [tpr, tnr]: [f64; 2]) -> Result<f64> {
    let exact = |rate: f64| Rational::try_from(rate);
    let half = Rational::new(1, 2);
    let matrix = ConfusionMatrix::from_rates(&exact(tnr)?, &exact(tpr)?, &half)?;
    metric.value(&matrix).to_f64().ok_or_else(|| "no value at these rates".into())
}

/// Credible intervals of a metric, of rates that are drawn from their uniform prior.
pub(super) fn credible(
    metric: &Metric,
    tests: u32,
    samples: u64,
    random: &mut Random,
) -> Result<Held> {
    let mut held = Held::default();
    for _ in 0..tests {
        let rates = [random.uniform(), random.uniform()];
        let values = TrueValues::new(tested(samples, rates, random), &PatternMass::default(), 1);
        held.add(&values.interval(metric, &level())?, truth(metric, rates)?);
    }
    Ok(held)
}

/// Intervals of Clopper and Pearson of a rate.
pub(super) fn of_shares(rate: f64, tests: u32, samples: u64, random: &mut Random) -> Result<Held> {
    let mut held = Held::default();
    for _ in 0..tests {
        let observed = tested(samples, [rate, 0.5], random);
        let found = clopper_pearson(&observed, &Metric::Tpr, &level()).expect("a rate")?;
        held.add(&found, rate);
    }
    Ok(held)
}

/// Intervals of TPR on patients with several samples each, all of them positive: a patient's
/// samples are right together with the probability `agreement`. By clusters, and as if all samples
/// were independent.
pub(super) fn on_patients(
    [patients, samples]: [u64; 2],
    (rate, agreement): (f64, f64),
    tests: u32,
    random: &mut Random,
) -> Result<[Held; 2]> {
    let mut held = [Held::default(), Held::default()];
    for seed in 0..tests {
        let patient = |random: &mut Random| {
            let right = match random.happens(agreement) {
                true => samples * u64::from(random.happens(rate)),
                false => hits(samples, rate, random),
            };
            Observation { tn: 0, fp: 0, fn_: samples - right, tp: right }
        };
        let mut observed: Vec<Vec<Observation>> =
            (0..patients).map(|_| vec![patient(random)]).collect();
        let tp = observed.iter().map(|of| of[0].tp).sum();
        let all = Observation { tn: 1, fp: 0, fn_: patients * samples - tp, tp };
        // A healthy one, so that there are samples of both classes.
        observed.push(vec![Observation { tn: 1, fp: 0, fn_: 0, tp: 0 }]);
        let question = IntervalQuestion {
            metrics: vec![Metric::Tpr],
            kind: IntervalKind::Clusters(observed.len()),
            level: level(),
            mass: PatternMass::default(),
            seed: seed.into(),
        };
        let go_on = || ControlFlow::Continue(());
        let found = cluster_intervals(&Clusters::new(&observed)?, &question, &go_on)?;
        let by_cluster = found.expect("nothing stops it")[0][0].clone()?;
        held[0].add(&by_cluster, rate);
        let alone = TrueValues::new(all, &PatternMass::default(), 1);
        held[1].add(&alone.interval(&Metric::Tpr, &level())?, rate);
    }
    Ok(held)
}
