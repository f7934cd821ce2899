//! Scores that are fit for ranking: verdicts against the published ones, witnesses against the
//! definitions, and proofs against all small performances.

use std::cmp::Ordering;

use exactile::ranking::{
    Conclusion, Fitness, Performance, PerformanceSet, Satisfaction, Valued, Verdict, Witness,
    at_most_by, satisfaction_violation,
};
use exactile::score::Surrogate;
use exactile::{ConfusionMatrix, Metric, Point, RankingScore, Rational};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::fixture;
use exactile_testing::q;

fn fitness(metric: &Metric, set: &str) -> Option<Fitness> {
    Fitness::of(metric, &set.parse().expect("a set"))
}

fn metric(name: &str) -> Metric {
    name.parse().expect("a metric")
}

fn mark(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Holds(_) => 'V',
        Verdict::Fails(_) => 'X',
        Verdict::Open { .. } => '?',
    }
}

fn marks(fitness: &Fitness) -> String {
    [&fitness.first, &fitness.second, &fitness.third].map(mark).iter().collect()
}

#[test]
fn verdicts_are_those_of_the_published_table() {
    let text = std::fs::read_to_string(fixture("published/foundations-table-1.json"));
    let table: Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
    let scores = table["scores"].as_array().expect("scores");
    assert_eq!(scores.len(), 27);
    for row in scores {
        let metric: Metric =
            row["metric"].as_str().expect("a name").parse().expect("all are in the catalogue");
        for set in ["all", "1/5", "1/2"] {
            let fitness = fitness(&metric, set).expect("a score of performances");
            assert_eq!(marks(&fitness), row[set]["tests"], "{metric}, {set}");
            // The extreme correlations are perfect exactly where the score is fit.
            let [low, high] = ["tau_min", "tau_max"].map(|tau| row[set][tau].as_str());
            let conclusion = fitness.conclusion();
            assert_eq!(high == Some("1"), conclusion == Conclusion::Fit, "{metric}, {set}");
            assert_eq!(low == Some("-1"), conclusion == Conclusion::FitReversed, "{metric}, {set}");
        }
    }
}

/// The statement that is examined has the transcribed numbers, all of them.
#[test]
fn the_examined_table_is_the_transcribed_one() {
    let read = |name: &str| -> Value {
        let text = std::fs::read_to_string(fixture(name)).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let (table, statements) =
        (read("published/foundations-table-1.json"), read("published/foundations.json"));
    let parts = statements["checks"][0]["parts"].as_array().expect("parts");
    let scores = table["scores"].as_array().expect("scores");
    assert_eq!(parts.len(), scores.len());
    for (part, score) in parts.iter().zip(scores) {
        assert_eq!(part["metric"], score["metric"]);
        for row in part["rows"].as_array().expect("rows") {
            let transcribed = &score[row["set"].as_str().expect("a set")];
            for printed in ["tests", "tau_min", "tau_max"] {
                assert_eq!(row[printed], transcribed[printed], "{}", part["metric"]);
            }
        }
    }
}

/// Ends of an enclosure, or far beyond all numbers.
fn ends(value: &exactile::Value) -> (Rational, Rational) {
    let far = Rational::from(1_000_000);
    match (value, value.ends()) {
        (_, Some([lower, upper])) => (lower, upper),
        (exactile::Value::Infinity, _) => (far.clone(), far),
        (exactile::Value::NegativeInfinity, _) => (-&far, -far),
        _ => panic!("{}", value.exactly()),
    }
}

fn is_above(high: &Valued, low: &Valued) -> bool {
    ends(&high.value).0 > ends(&low.value).1
}

/// Counts over their total.
fn shares(matrix: &ConfusionMatrix) -> [Rational; 4] {
    let counts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let total: Rational = counts.iter().copied().cloned().sum();
    counts.map(|count| count / &total)
}

/// The values that a witness gives are those of the normalised matrices, which are in the set.
fn check_values(metric: &Metric, set: &str, valued: &[&Valued]) {
    for Valued { matrix, value } in valued {
        let [tn, fp, fn_, tp] = shares(matrix);
        if set != "all" {
            assert_eq!(&fn_ + &tp, set.parse().expect("a prior"), "{metric} {matrix:?}");
        }
        let normalised = ConfusionMatrix::new(tn, fp, fn_, tp).expect("a matrix");
        assert_eq!(metric.value(&normalised), *value, "{metric} {matrix:?}");
    }
}

fn check_witness(metric: &Metric, set: &str, verdict: &Verdict, reversed: bool) {
    let Verdict::Fails(witness) = verdict else { return };
    match &**witness {
        Witness::Satisfaction { better, worse } => {
            check_values(metric, set, &[better, worse]);
            let (high, low) = if reversed { (worse, better) } else { (better, worse) };
            assert!(is_above(high, low), "{metric} on {set}: {witness:?}");
            let accuracy = |valued: &Valued| {
                let [tn, _, _, tp] = shares(&valued.matrix);
                tn + tp
            };
            let (first, second) = (accuracy(better), accuracy(worse));
            assert!(first.is_zero() || second == Rational::ONE, "{metric}: {witness:?}");
        }
        Witness::Mixture { parts, mixture } => {
            let all: Vec<&Valued> = parts.iter().map(|(_, part)| part).chain([mixture]).collect();
            check_values(metric, set, &all);
            assert!(parts.iter().all(|(weight, _)| weight.is_positive()));
            let sum: Rational = parts.iter().map(|(weight, _)| weight.clone()).sum();
            assert_eq!(sum, Rational::ONE);
            for (outcome, share) in shares(&mixture.matrix).iter().enumerate() {
                let mixed: Rational =
                    parts.iter().map(|(w, part)| w * &shares(&part.matrix)[outcome]).sum();
                assert_eq!(*share, mixed, "{metric} on {set}: {witness:?}");
            }
            let above = parts.iter().all(|(_, part)| is_above(mixture, part));
            let below = parts.iter().all(|(_, part)| is_above(part, mixture));
            assert!(if reversed { below } else { above }, "{metric} on {set}: {witness:?}");
        }
    }
}

#[test]
fn witnesses_break_the_definitions() {
    let mut functions = 0;
    for metric in Metric::all() {
        for set in ["all", "3/7"] {
            let Some(fitness) = fitness(&metric, set) else { continue };
            functions += 1;
            check_witness(&metric, set, &fitness.first, false);
            check_witness(&metric, set, &fitness.first_reversed, true);
            check_witness(&metric, set, &fitness.second, false);
            check_witness(&metric, set, &fitness.third, true);
        }
    }
    assert!(functions >= 2 * 41);
}

/// sign(v) v^2 of a few metrics, written again from their definitions.
#[test]
fn values_of_witnesses_follow_from_the_definitions() {
    type Square = fn([Rational; 4]) -> Rational;
    let signed = |value: Rational| value.abs() * value;
    let squares: [(&str, Square); 3] = [
        ("mcc", |[tn, fp, fn_, tp]| {
            let v = &tp * &tn - &fp * &fn_;
            v.abs() * v / ((&tp + &fp) * (&tp + &fn_) * (&tn + &fp) * (&tn + &fn_))
        }),
        ("gm", |[tn, fp, fn_, tp]| &tp / (&tp + &fn_) * (&tn / (&tn + &fp))),
        ("markedness", |[tn, fp, fn_, tp]| {
            let v = &tp / (&tp + &fp) + &tn / (&tn + &fn_) - Rational::ONE;
            v.abs() * v
        }),
    ];
    for (name, square) in squares {
        for set in ["all", "1/5", "1/2"] {
            let fitness = fitness(&metric(name), set).expect("a score of performances");
            for verdict in [&fitness.second, &fitness.third] {
                let Verdict::Fails(witness) = verdict else { continue };
                let Witness::Mixture { parts, mixture } = &**witness else {
                    panic!("no mixture: {witness:?}")
                };
                let parts = parts.iter().map(|(_, part)| part);
                for Valued { matrix, value } in parts.chain([mixture]) {
                    let (low, high) = ends(value);
                    let exact = square(shares(matrix));
                    assert!(signed(low) <= exact && exact <= signed(high), "{name} {matrix:?}");
                }
            }
        }
    }
}

/// All performances of up to three samples, or with rates in thirds.
fn small(set: &str) -> Vec<Performance> {
    let mut found = Vec::new();
    for code in 1..256_u64 {
        let digits = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        let [x, y, ..] = digits;
        let performance = if set != "all" {
            let prior: Rational = set.parse().expect("a prior");
            let rates = (Rational::new(x, 3), Rational::new(y, 3));
            Performance::from(&ConfusionMatrix::from_rates(&rates.0, &rates.1, &prior).expect("ok"))
        } else if digits.iter().sum::<u64>() <= 3 {
            Performance::from_counts(&digits).expect("counts")
        } else {
            continue;
        };
        if !found.contains(&performance) {
            found.push(performance);
        }
    }
    found
}

fn surrogate(metric: &Metric, performance: &Performance) -> Option<Surrogate> {
    metric.surrogate(&ConfusionMatrix::try_from(performance).expect("four outcomes"))
}

#[test]
fn no_small_performances_break_what_is_proved() {
    for set in ["all", "1/5"] {
        let performances = small(set);
        for metric in Metric::all() {
            let Some(fitness) = fitness(&metric, set) else { continue };
            let values: Vec<_> = performances.iter().map(|p| surrogate(&metric, p)).collect();
            let value = |p: &Performance| {
                let place = performances.iter().position(|other| other == p)?;
                values[place].clone()
            };
            let task = Satisfaction::two_class();
            if fitness.first.holds() {
                let order = at_most_by(value);
                assert_eq!(satisfaction_violation(&performances, &task, order), None, "{metric}");
            }
            if fitness.first_reversed.holds() {
                let order = at_most_by(|p| value(p).map(std::cmp::Reverse));
                assert_eq!(satisfaction_violation(&performances, &task, order), None, "{metric}");
            }
            for (i, j) in (0..performances.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let (Some(first), Some(second)) = (&values[i], &values[j]) else { continue };
                for weight in [q(1, 2), q(1, 3)] {
                    let rest = weight.complement();
                    let parts = [(weight, &performances[i]), (rest, &performances[j])];
                    let mixed = Performance::mixture(&parts).expect("a mixture");
                    let mixed = surrogate(&metric, &mixed).expect("mixtures keep a value");
                    let what = format!("{metric} on {set}: {parts:?}");
                    assert!(!fitness.second.holds() || mixed <= *first.max(second), "{what}");
                    assert!(!fitness.third.holds() || mixed >= *first.min(second), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_fit_score_orders_as_the_ranking_score_at_its_place() {
    let mut checked = 0;
    for set in ["all", "1/5", "2/3"] {
        let performances = small(set);
        for metric in Metric::all() {
            let Some(fitness) = fitness(&metric, set) else { continue };
            let reversed = match fitness.conclusion() {
                Conclusion::Fit => false,
                Conclusion::FitReversed => true,
                _ => continue,
            };
            let place = fitness.place.expect("a fit score has a place on the Tile");
            let score = RankingScore::at(place).expect("on the Tile");
            let pairs: Vec<(Surrogate, Rational)> = performances
                .iter()
                .filter_map(|performance| {
                    let matrix = ConfusionMatrix::try_from(performance).expect("four outcomes");
                    Some((metric.surrogate(&matrix)?, score.value(&matrix)?))
                })
                .collect();
            for (own, canonical) in &pairs {
                for (other_own, other_canonical) in &pairs {
                    let expected = canonical.cmp(other_canonical);
                    let expected = if reversed { expected.reverse() } else { expected };
                    assert_eq!(own.cmp(other_own), expected, "{metric} on {set}");
                    checked += usize::from(expected != Ordering::Equal);
                }
            }
        }
    }
    assert!(checked > 1000);
}

#[test]
fn a_score_made_of_benefits_is_judged_by_its_weights() {
    let judged = |name: &str, set: &str| {
        let fitness = fitness(&metric(name), set).expect("a score of performances");
        (marks(&fitness), fitness.conclusion(), fitness.place)
    };
    // Hits count twice: who is always right is not always best, unless the priors are fixed.
    assert_eq!(judged("benefits(2,0,0,1)", "all"), ("XVV".into(), Conclusion::Unfit, None));
    let place = Point::new(q(2, 3), q(2, 3));
    assert_eq!(judged("benefits(2,0,0,1)", "1/5"), ("VVV".into(), Conclusion::Fit, Some(place)));
    let place = Point::new(q(0, 1), q(0, 1));
    assert_eq!(
        judged("benefits(0,1,0,0)", "1/5"),
        ("XVV".into(), Conclusion::FitReversed, Some(place))
    );
    // Rewarding every positive prediction.
    assert_eq!(judged("benefits(1,1,0,0)", "1/5"), ("XVV".into(), Conclusion::Unfit, None));
    assert_eq!(judged("total", "all").1, Conclusion::Constant);
    assert_eq!(fitness(&metric("scaled-log-dor"), "all"), None);
}

#[test]
fn an_open_test_leaves_the_conclusion_open_unless_another_fails() {
    let accuracy = fitness(&Metric::Accuracy, "all").expect("a score of performances");
    let open = || Verdict::Open { searched: 51 };
    let undecided = Fitness { third: open(), ..accuracy.clone() };
    assert_eq!(undecided.conclusion(), Conclusion::Open);
    let failing = Fitness { first: accuracy.first_reversed.clone(), third: open(), ..accuracy };
    assert_eq!(failing.conclusion(), Conclusion::Unfit);
}

proptest! {
    #[test]
    fn canonical_ranking_scores_are_fit(a in 0_i64..9, b in 0_i64..9, p in 1_i64..12) {
        let place = Point::new(q(a, 8), q(b, 8));
        let score = Metric::Canonical(place.clone());
        for set in [PerformanceSet::all(), PerformanceSet::at_prior(q(p, 12)).expect("a prior")] {
            let fitness = Fitness::of(&score, &set).expect("a score of performances");
            prop_assert_eq!(fitness.conclusion(), Conclusion::Fit);
            prop_assert_eq!(fitness.place, Some(place.clone()));
        }
    }
}
