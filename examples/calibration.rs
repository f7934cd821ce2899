//! What promises of being truly better are worth, by simulation of worlds whose truth is known.
//!
//!     cargo run --release --example calibration
//!
//! First pairs of classifiers on the same samples, with errors that agree more or less: of the promises that one is truly
//! better with 95 % or more, how many are right? Then 32 equally good classifiers: what is the one promised that
//! happens to be ahead? `docs/confidence.md` has the numbers.

use std::error::Error;
use std::ops::ControlFlow;

use exactile::Metric;
use exactile::contest::{Contestants, Draws, truly_ranked};
use exactile::lattice::{BetaPrior, Lattice, Observation};
use exactile::performance::{JointClass, JointResults, Pattern};

/// Samples of each class.
const SAMPLES: u64 = 150;

/// Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A test of both classes: who is right on a sample is decided by one number for all of them with the
/// probability `agreement`, else by one for each.
fn test(rates: &[f64], agreement: f64, random: &mut Random) -> [Vec<Pattern>; 2] {
    [(); 2].map(|()| {
        let mut patterns: Vec<u64> = (0..SAMPLES)
            .map(|_| {
                let common = (random.uniform() < agreement).then(|| random.uniform());
                rates.iter().enumerate().fold(0, |pattern, (at, rate)| {
                    let is_right = common.unwrap_or_else(|| random.uniform()) < *rate;
                    pattern | u64::from(is_right) << at
                })
            })
            .collect();
        patterns.sort_unstable();
        let count = |pattern: &u64| patterns.iter().filter(|other| *other == pattern).count();
        let mut counted: Vec<Pattern> = patterns
            .iter()
            .map(|pattern| (*pattern, u64::try_from(count(pattern)).unwrap_or(0)))
            .collect();
        counted.dedup();
        counted
    })
}

/// The same taken as paired and as independent.
fn contestants(classifiers: usize, [positive, negative]: [Vec<Pattern>; 2]) -> [Contestants; 2] {
    let right = |patterns: &[Pattern], at: usize| -> u64 {
        patterns.iter().filter(|(pattern, _)| pattern >> at & 1 == 1).map(|(_, count)| count).sum()
    };
    let observed = (0..classifiers).map(|at| {
        let (tp, tn) = (right(&positive, at), right(&negative, at));
        Observation { tn, fp: SAMPLES - tn, fn_: SAMPLES - tp, tp }
    });
    let independent = Contestants::independent(observed.collect());
    let class = |patterns| JointClass::from_patterns(classifiers, patterns);
    let joint = JointResults::new(class(positive), class(negative));
    [Contestants::paired(&joint).expect("few classifiers"), independent]
}

/// The share of draws in which each one is truly the best by accuracy.
fn promises(of: &Contestants, draws: u32) -> Result<Vec<f64>, Box<dyn Error>> {
    let flat = BetaPrior::default();
    let lattice = Lattice::new(SAMPLES, SAMPLES)?;
    let asked = Draws { count: draws, seed: 1 };
    let go_on = || ControlFlow::Continue(());
    let ranks = truly_ranked(of, [&flat, &flat], &Metric::Accuracy, lattice, asked, &go_on)?;
    let ranks = ranks.ok_or("nothing stops it")?;
    let share = |at| f64::from(ranks.first_alone(at)) / f64::from(draws);
    Ok((0..of.classifiers()).map(share).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let worlds: u32 = std::env::args().nth(1).map_or(Ok(4000), |text| text.parse())?;
    let mut random = Random(1);
    println!("promises of 95 % or more that one of two is truly better, {worlds} worlds each");
    println!("agreement  taken as     promises  promised  right");
    for agreement in [0.0, 0.5, 0.9] {
        let mut tally = [[0.0; 3]; 2];
        for _ in 0..worlds {
            let rate = 0.6 + 0.35 * random.uniform();
            let rates = [rate, rate + 0.1 * (random.uniform() - 0.5)];
            let results = test(&rates, agreement, &mut random);
            for (tally, of) in tally.iter_mut().zip(contestants(2, results)) {
                let first = promises(&of, 1000)?[0];
                let (promise, is_first) =
                    if first < 0.5 { (1.0 - first, false) } else { (first, true) };
                if promise >= 0.95 {
                    tally[0] += 1.0;
                    tally[1] += promise;
                    tally[2] += if (rates[0] > rates[1]) == is_first { 1.0 } else { 0.0 };
                }
            }
        }
        for (taken, [count, promised, right]) in ["paired", "independent"].into_iter().zip(tally) {
            let percent = |sum: f64| 100.0 * sum / count;
            println!(
                "{agreement:<9}  {taken:<11}  {count:8}  {:6.1} %  {:.1} %",
                percent(promised),
                percent(right)
            );
        }
    }
    let tests = (worlds / 20).max(1);
    println!("\nwhat the winner of 32 equally good classifiers is promised, {tests} tests each");
    println!("agreement  taken as     truly best  times 1/32");
    for agreement in [0.0, 0.5, 0.9] {
        let mut sums = [0.0; 2];
        for _ in 0..tests {
            let results = test(&[0.9; 32], agreement, &mut random);
            let both = contestants(32, results);
            // The winner by observed accuracy, the first of several.
            let observed = both[1].observed().unwrap_or_default();
            let most = observed.iter().map(|of| of.tp + of.tn).max();
            let winner = observed.iter().position(|of| Some(of.tp + of.tn) == most).unwrap_or(0);
            for (sum, of) in sums.iter_mut().zip(&both) {
                *sum += promises(of, 1000)?[winner];
            }
        }
        for (taken, sum) in ["paired", "independent"].into_iter().zip(sums) {
            let promised = sum / f64::from(tests);
            println!(
                "{agreement:<9}  {taken:<11}  {:8.1} %  {:.1}",
                100.0 * promised,
                32.0 * promised
            );
        }
    }
    Ok(())
}
