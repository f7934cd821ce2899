//! The statements of the README about its first example, recomputed from the data.

use exactile::{Classifier, ConfusionMatrix, Regions};
use serde_json::Value;

use crate::cli::{Run, fixture};

/// A position along the diagonal as the false alarms that one miss costs.
fn weight(position: &Value) -> String {
    let z: exactile::Rational = position.as_str().expect("text").parse().expect("a number");
    z.checked_div(&z.complement()).expect("no end").to_string()
}

#[test]
fn the_first_example_is_true() {
    let input = fixture("breast_cancer_confusion.csv");
    let json =
        |command: &[&str]| Run::new(&[command, &[&input, "--format", "json"]].concat()).json();
    let regions = json(&["regions"]);
    let classifiers: Vec<Classifier> = regions["classifiers"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| {
            let count = |key: &str| row[key].as_str().expect("text").parse().expect("a count");
            let [tn, fp, fn_, tp] = ["tn", "fp", "fn", "tp"].map(count);
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            Classifier::new(row["name"].as_str().expect("a name"), matrix)
        })
        .collect();
    let standings = Regions::new(classifiers.clone()).expect("regions").summary().classifiers;
    let first = standings.iter().filter(|one| one.ranks.is_some_and(|ranks| ranks.best == 1));
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"))
        .expect("a README")
        .replace('\n', " ");
    assert_eq!((standings.len(), first.count()), (32, 6));
    let logistic = classifiers.iter().position(|one| one.name == "logistic").expect("logistic");
    let share = standings[logistic].first_share.percent(1);
    let named: Vec<String> =
        standings[logistic].first_for.iter().map(ToString::to_string).collect();
    let (last, before) = named.split_last().expect("names");
    // Along the diagonal from free misses to free false alarms.
    let curve = json(&["curve", "--along", "cost"]);
    let stretches = curve["first"].as_array().expect("stretches");
    let names = ["logistic", "rbf_svm", "rbf_svm_balanced"];
    let [best, second, third] = names.map(|name| {
        let stretch = stretches.iter().find(|one| one["classifiers"][0] == name).expect(name);
        [weight(&stretch["from"]), weight(&stretch["to"])]
    });
    assert_eq!((&best[1], &second[1]), (&second[0], &third[0]));
    let told = format!(
        "Thirty-two classifiers were tested on the Wisconsin breast cancer data. Six of them are \
         first for some preference. Logistic regression is first on {share} of the Tile, a region \
         that contains {} and {last}. If a miss costs as much as {} to {} false alarms, `logistic` \
         is first; from {} to {}, `rbf_svm`; from {} to {}, `rbf_svm_balanced`.",
        before.join(", "),
        best[0],
        best[1],
        second[0],
        second[1],
        third[0],
        third[1],
    );
    assert!(readme.contains(&told), "{told}");
}
