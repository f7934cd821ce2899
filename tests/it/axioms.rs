//! Which scores are fit for ranking: verdicts against what was published, witnesses against the
//! definitions, proofs against all small performances.

use exactile::Metric;
use exactile::ranking::{Fitness, PerformanceSet, Verdict};
use serde_json::Value;

fn published() -> Value {
    let path = crate::cli::fixture("published/foundations-table-1.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
}

fn mark(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Holds(_) => 'V',
        Verdict::Fails(_) => 'X',
        Verdict::Open { .. } => '?',
    }
}

#[test]
fn verdicts_are_those_of_the_published_table() {
    let table = published();
    let mut differences = Vec::new();
    for row in table["scores"].as_array().expect("scores") {
        let Some(name) = row["metric"].as_str() else { continue };
        let metric: Metric = name.parse().expect("a metric");
        for set in table["sets"].as_array().expect("sets") {
            let set = set.as_str().expect("a set");
            let parsed: PerformanceSet = set.parse().expect("a set");
            let fitness = Fitness::of(&metric, &parsed).expect("a score of performances");
            let marks: String =
                [&fitness.first, &fitness.second, &fitness.third].map(mark).iter().collect();
            if marks != row[set]["tests"] {
                differences.push(format!("{name} {set} {marks} {}", row[set]["tests"]));
            }
        }
    }
    assert_eq!(differences, Vec::<String>::new());
}

#[test]
fn dump() {
    for metric in Metric::all() {
        for set in ["all", "1/5", "1/2"] {
            let start = std::time::Instant::now();
            let parsed: PerformanceSet = set.parse().expect("a set");
            let Some(f) = Fitness::of(&metric, &parsed) else {
                println!("{metric} -");
                continue;
            };
            println!(
                "{metric} {set} {:?} {:?} {:?} place {:?}",
                [&f.first, &f.second, &f.third, &f.first_reversed].map(mark),
                f.conclusion(),
                start.elapsed(),
                f.place.as_ref().map(ToString::to_string)
            );
            for v in [&f.first, &f.second, &f.third] {
                match v {
                    Verdict::Holds(r) => println!("      {r}"),
                    Verdict::Fails(exactile::ranking::Witness::Mixture {
                        parts,
                        weights,
                        mixture,
                    }) => println!(
                        "      {} {} -> {} ; {} {:?}",
                        parts[0].value, parts[1].value, mixture.value, weights[0], mixture.matrix
                    ),
                    Verdict::Fails(w) => println!("      fails {w:?}"),
                    _ => println!("      open"),
                }
            }
        }
    }
}
