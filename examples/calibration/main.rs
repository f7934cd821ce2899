//! Calibration of the probability of being truly better: simulations of tests whose truth is known.
//! `cargo run --release --example calibration`, with a number of tests to do fewer;
//! `docs/calibration.md` has the tables that it prints.

mod intervals;
mod simulation;

use exactile::{Metric, Rational};
use intervals::{Held, credible, of_shares, on_patients};
use simulation::{Kept, Many, Promise, Random, Result, Size, fixed, of_the_prior, winners};

/// Samples of each class.
const SAMPLES: u64 = 200;
const CORRELATIONS: [f64; 3] = [0.0, 0.5, 0.9];

fn right(of: &Kept) -> String {
    percent(f64::from(of.are_true) / f64::from(of.promises))
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn kept(promises: &[Promise]) {
    println!("| promised | promises | mean promise | right | limits |");
    println!("|---|---|---|---|---|");
    for (low, high) in [(0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 2.0)] {
        let kept = Kept::between(low, high, promises);
        if kept.promises == 0 {
            continue;
        }
        let [lower, upper] = kept.limits().map(percent);
        let (mean, share) = (percent(kept.mean_promise()), right(&kept));
        let high = percent(high.min(1.0));
        println!(
            "| {} to {high} | {} | {mean} | {share} | {lower} to {upper} |",
            percent(low),
            kept.promises
        );
        let mean = kept.mean_promise();
        let [lower, upper] = kept.limits();
        assert!(lower <= mean && mean <= upper, "promises are kept");
    }
}

fn main() -> Result<()> {
    let tests: u32 = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    let mut random = Random(1);
    let few_samples = Size { tests, samples: 50, draws: 4000 };
    println!(
        "two classifiers with rates drawn from the prior, 50 samples of each class, {tests} \
         worlds\n"
    );
    kept(&of_the_prior(2, few_samples, &mut random)?);
    println!("\nthe best of five with rates drawn from the prior, {tests} worlds\n");
    kept(&of_the_prior(5, few_samples, &mut random)?);

    let some = (tests / 10).max(1);
    println!("\ntwo classifiers with fixed rates, {SAMPLES} samples of each class, {some} tests\n");
    println!(
        "| rates | correlation | taken as | mean promise of the first | first 95 % | second 95 % |"
    );
    println!("|---|---|---|---|---|---|");
    let size = Size { tests: some, samples: SAMPLES, draws: 20_000 };
    for rates in [[0.90, 0.88], [0.90, 0.90]] {
        for correlation in CORRELATIONS {
            let found = fixed(rates, correlation, size, &mut random)?;
            for (taken, of) in ["paired", "independent"].into_iter().zip(found) {
                let share = |count: u32| percent(f64::from(count) / f64::from(of.tests));
                let [first, second] = rates;
                let (mean, first_95) = (percent(of.mean_promise()), share(of.first));
                println!(
                    "| {first:.2}, {second:.2} | {correlation} | {taken} | {mean} | {first_95} | \
                     {} |",
                    share(of.second)
                );
            }
        }
    }

    let few = (tests / 50).max(1);
    println!("\nthe observed winner of 32, {SAMPLES} samples of each class, {few} tests\n");
    let size = Size { tests: few, samples: SAMPLES, draws: 2000 };
    println!("| spread of rates | agreement | taken as | promised | times 32 | right |");
    println!("|---|---|---|---|---|---|");
    for spread in [0.0, 0.01, 0.03] {
        for agreement in CORRELATIONS {
            let many = Many { classifiers: 32, spread, agreement };
            let found = winners(many, size, &mut random)?;
            for (taken, of) in [
                ("paired", found.paired),
                ("independent", found.independent),
                ("paired, pooled", found.pooled),
                ("independent, pooled", found.pooled_independent),
            ] {
                let (mean, right) = (of.mean_promise(), right(&of));
                let (times, mean) = (32.0 * mean, percent(mean));
                println!("| {spread} | {agreement} | {taken} | {mean} | {times:.1} | {right} |");
            }
            if spread == 0.0 {
                assert!(found.pooled.mean_promise() < found.paired.mean_promise());
            }
        }
    }
    held(tests, &mut random)
}

/// Prints how often intervals of true values at 95 % hold the truth.
fn held(tests: u32, random: &mut Random) -> Result<()> {
    println!("\ncredible intervals of rates drawn from the prior, 50 samples of each class\n");
    println!("| metric | tests | held | limits |");
    println!("|---|---|---|---|");
    let row = |name: &str, held: &Held| {
        let [share, lower, upper] = held.shares().map(percent);
        println!("| {name} | {} | {share} | {lower} to {upper} |", held.tests);
    };
    let some = (tests / 10).max(1);
    let few = (tests / 100).max(1);
    let f1 = Metric::FBeta(Rational::ONE);
    for (metric, tests) in
        [(Metric::Tpr, some), (Metric::Accuracy, some), (f1, some), (Metric::Mcc, few)]
    {
        let held = credible(&metric, tests, 50, random)?;
        row(&metric.to_string(), &held);
        let [_, lower, upper] = held.shares();
        assert!(lower <= 0.95 && 0.95 <= upper, "intervals hold as often as they say");
    }
    println!("\nintervals of Clopper and Pearson of fixed rates, 50 samples\n");
    println!("| rate | tests | held | limits |");
    println!("|---|---|---|---|");
    for rate in [0.5, 0.9, 0.99] {
        let held = of_shares(rate, some, 50, random)?;
        row(&rate.to_string(), &held);
        assert!(held.shares()[2] >= 0.95, "intervals hold at least as often as they say");
    }
    println!("\nrate 0.9 on 100 patients with 4 samples each\n");
    println!("| agreement within a patient | taken as | tests | held | limits |");
    println!("|---|---|---|---|---|");
    for agreement in [0.0, 0.5, 1.0] {
        let found = on_patients([100, 4], (0.9, agreement), few, random)?;
        for (taken, held) in ["clusters", "independent"].into_iter().zip(&found) {
            row(&format!("{agreement} | {taken}"), held);
        }
    }
    Ok(())
}
