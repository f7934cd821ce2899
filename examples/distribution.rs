//! The distribution of a metric on the next test, and a comparison of two classifiers on it:
//! `cargo run --example distribution`.

use exactile::contest::{Comparison, ComparisonOptions, Digits};
use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
use exactile::{Metric, Rational};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The next test has 10 positive and 20 negative samples, as the observed one has.
    let lattice = Lattice::new(10, 20)?;
    let next = |tn, fp, fn_, tp| {
        Predictive::new(Observation { tn, fp, fn_, tp }, &Model::default(), lattice)
    };
    let (first, second) = (next(16, 4, 2, 8)?, next(18, 2, 4, 6)?);

    let f1: Metric = "f1".parse()?;
    let distribution = MetricPmf::new(&first, &f1, Route::Certified, None)?;
    let median = distribution.median().expect("F1 is defined on some matrices");
    println!(
        "F1 takes {} values, with the median {}",
        distribution.distinct(),
        distribution.value(median)
    );

    // Fractions instead of decimals: `Digits::Fractions`.
    let options = ComparisonOptions { digits: Digits::Fractions, ..ComparisonOptions::default() };
    let named = [("first".to_owned(), first), ("second".to_owned(), second)];
    let comparison = Comparison::with(&named, &Metric::BalancedAccuracy, &options)?;
    let pair = &comparison.pairs[0];
    let outcomes = [("greater", &pair.greater), ("equal", &pair.equal), ("less", &pair.less)];
    println!("balanced accuracy of the first classifier, compared with the second:");
    for (outcome, probability) in outcomes {
        println!("  {outcome}: {}", probability.to_decimal(17));
    }

    let exact = outcomes.map(|(_, probability)| probability.as_rational().expect("a fraction"));
    assert_eq!(exact.into_iter().cloned().sum::<Rational>().to_string(), "1");
    Ok(())
}
