//! `verify` proves the ranks on the next test, and refuses each false change of a result of
//! `confidence`.

use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::verify_compare::read_predictions;
use crate::verify_results::{check, false_changes_are_refused, result, set};

/// The last one never predicts positive.
const SMALL: [[u64; 4]; 3] = [[7, 1, 1, 3], [5, 3, 2, 2], [8, 0, 4, 0]];
const PREDICTIONS: &str =
    "y_true,a,b,c\n1,1,1,0\n1,1,0,0\n1,1,0,1\n1,0,1,1\n0,0,0,1\n0,0,1,0\n0,1,0,0\n0,0,0,0\n";

/// Drawn values may be anything of their form; a decimal may be off by a unit of its last digit.
/// Tied classifiers may stand in a tier in any order, and the ranks of an interval are left open.
fn may_be_true(document: &Value, place: &str, changed: &Value) -> bool {
    const DRAWN: [&str; 5] = ["truly_best", "true_", "rank_interval", "lower", "upper"];
    let number = |of: &Value| of.pointer(place)?.as_str()?.parse::<f64>().ok();
    let is_near = number(document)
        .zip(number(changed))
        .is_some_and(|(one, other)| (one - other).abs() <= 1e-10);
    let is_drawn = DRAWN.iter().any(|part| place.contains(part));
    let told = ["/truly", "/next", "/level", "/tiers", "/prior_pooling"];
    is_near || is_drawn || told.iter().any(|part| place.starts_with(part))
}

#[test]
fn every_false_change_of_confidence_is_refused() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let small = ["--positives", "2", "--negatives", "1", "--draws", "100"];
    for (arguments, caveat) in [
        (&["--score", "f1"][..], false),
        (&["--score", "error-rate", "--question", "next"], false),
        (&["--at", "1/3,1/2", "--exact", "--question", "next", "--beta", "1/2,1"], false),
        (&["--score", "ppv", "--exact", "--model", "binomial"], false),
        (&["--score", "mcc", "--prior-pooling", "1/2"], true),
    ] {
        let text = result(&[&["confidence", "set.csv"], arguments, &small].concat(), &set);
        let found = check(&text, &given);
        assert!(found.holds(), "{found:?}");
        let proved = "who is ahead in 3 pairs, and the ranks of all, on the next test of 2 \
             positives and 1 negative, from all its outcomes";
        assert!(found.proved.iter().any(|said| said == proved), "{found:?}");
        assert_eq!(caveat, text.contains("partially pooled"));
        false_changes_are_refused(&text, &given, 500, may_be_true);
    }
}

/// The limits of a classifier's ranks on the next test may be any, at its place or with those of
/// another of its keys.
fn is_drawn_of_next(document: &Value, place: &str, changed: &Value) -> bool {
    const KEYS: [&str; 9] = [
        "first_alone",
        "first_tied",
        "undefined",
        "expected_rank",
        "ranks",
        "truly_best",
        "true_expected_rank",
        "true_ranks",
        "rank_interval",
    ];
    let rest = |document: &Value| {
        let mut document = document.clone();
        for of in document["classifiers"].as_array_mut().into_iter().flatten() {
            let of = of.as_object_mut().expect("an object");
            of.retain(|key, _| !KEYS.contains(&key.as_str()));
        }
        document
    };
    place.starts_with("/classifiers/") && rest(document) == rest(changed)
}

#[test]
fn every_false_change_of_confidence_on_the_same_samples_is_refused() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    let made = |arguments: &[&str]| {
        let made = ["confidence", "p.csv", "--score", "ba", "--draws", "200", "--format", "json"];
        Run::new(&[&made[..], arguments].concat()).file("p.csv", PREDICTIONS).succeeds()
    };
    let text = made(&["--positives", "2", "--negatives", "1"]);
    let found = check(&text, &given);
    assert!(found.proved[1].starts_with("who is ahead in 3 pairs, on the next test"), "{found:?}");
    let drawn = |document: &Value, place: &str, changed: &Value| {
        is_drawn_of_next(document, place, changed) || may_be_true(document, place, changed)
    };
    false_changes_are_refused(&text, &given, 500, drawn);
    // Other priors, and models, are drawn.
    for arguments in [&["--beta", "1,2"][..], &["--model", "binomial", "--question", "next"]] {
        let found = check(&made(arguments), &given);
        assert!(found.holds(), "{found:?}");
        assert!(found.not_proved[0].starts_with("the next test, which is drawn"), "{found:?}");
    }
    let apart = made(&["--unpaired", "--positives", "2", "--negatives", "1"]);
    assert!(check(&apart, &given).holds());
    // Without the samples it is not known how pairs agree.
    let alone = Given { joint: None, ..given };
    assert!(check(&text, &alone).failures[0].reason.starts_with("paired: the input does not"));
}

/// Without the question there is no result about the next test; of ranks only their form is known.
#[test]
fn what_was_not_asked_for_stands_nowhere() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let made = ["confidence", "set.csv", "--score", "f1", "--draws", "100", "--question", "truly"];
    let document: Value = serde_json::from_str(&result(&made, &set)).expect("JSON");
    let found = check(&document.to_string(), &given);
    assert!(found.holds() && found.proved == ["the values of 3 classifiers by f1"], "{found:?}");
    for (place, false_value, reason) in [
        ("/classifiers/0/first_alone", json!("1/2"), "classifiers[0].first_alone: it is null"),
        ("/classifiers/1/value", json!("1/2"), "classifiers[1].value: it is"),
        ("/classifiers/2/tier", json!(9), "classifiers[2].tier: it is"),
        ("/next", json!({"limits": null}), "tiers"),
        ("/tiers/0/members", json!([]), "tiers[0].members: classifiers should stand here"),
        ("/tiers", json!([]), "tiers: some classifiers are missing"),
        ("/truly", json!({"limits": null}), "truly: who is truly the best"),
        ("/paired", json!(true), "paired: the input"),
        ("/score", json!("prevalence"), "score: it does not say"),
        ("/level", json!("1"), "level: 1 is not between 0 and 1"),
    ] {
        let mut changed = document.clone();
        *changed.pointer_mut(place).expect("a place") = false_value;
        let found = check(&changed.to_string(), &given);
        let said = &found.failures[0].reason;
        let is_said = match place {
            "/next" => said.contains("classifiers[0]") || said.contains("pairs"),
            _ => said.starts_with(reason),
        };
        assert!(is_said, "{place}: {said}");
    }
}

/// Decimals of tiny probabilities have few digits, and a single classifier has no pairs.
#[test]
fn far_apart_and_alone() {
    let far = set(&[[400, 0, 0, 400], [10, 390, 390, 10], [250, 150, 100, 300]]);
    let sizes = ["--score", "f1", "--positives", "12", "--negatives", "12"];
    for (set, tiny) in [(&far[..], "\"9e-22\""), (&far[..1], "\"pairs\":[]")] {
        let made = [&["confidence", "set.csv", "--question", "next"][..], &sizes].concat();
        let text = result(&made, set);
        assert!(text.contains(tiny), "{text}");
        let given = Given { classifiers: set, ..Given::default() };
        let found = check(&text, &given);
        assert!(found.holds() && found.proved.len() == 2, "{found:?}");
        let changed =
            text.replace("\"9e-22\"", "\"7e-22\"").replace("\"pairs\":[]", "\"pairs\":[{}]");
        assert!(!check(&changed, &given).holds());
    }
    let given = Given { classifiers: &far, ..Given::default() };
    let metric = ["--metric", "f1", "--positives", "12", "--negatives", "12"];
    let made = [&["compare", "far.csv", "--format", "json"][..], &metric].concat();
    let far = "name,tn,fp,fn,tp\nc0,400,0,0,400\nc1,10,390,390,10\nc2,250,150,100,300\n";
    let text = Run::new(&made).file("far.csv", far).notes().0;
    assert!(text.contains("9e-22") && check(&text, &given).holds());
}

#[test]
fn tiers_hold_the_best_first() {
    let set = set(&[[40, 0, 0, 40], [39, 1, 0, 40], [5, 35, 30, 10]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let made =
        ["confidence", "set.csv", "--score", "accuracy", "--positives", "1", "--negatives", "1"];
    let document: Value = serde_json::from_str(&result(&made, &set)).expect("JSON");
    assert!(check(&document.to_string(), &given).holds());
    assert_eq!(document["tiers"][1]["members"], json!([2]), "{document}");
    let mut turned = document.clone();
    turned["tiers"][0]["members"] = json!([1, 0]);
    let found = check(&turned.to_string(), &given);
    assert!(found.failures[0].reason.contains("is better than the one before"), "{found:?}");
    let mut below = document;
    let separated = below["tiers"][1]["separated"].as_object_mut().expect("limits");
    (separated["lower"], separated["upper"]) = (json!("0.5"), json!("0.6"));
    let found = check(&below.to_string(), &given);
    assert!(found.failures[0].reason.contains("it is below the level"), "{found:?}");
}

#[test]
fn confidence_of_fixtures_is_proved() {
    let matrices = fixture("breast_cancer_confusion.csv");
    let predictions = fixture("breast_cancer_predictions.csv");
    for (input, arguments, proved) in [
        (&matrices, &["--positives", "2", "--negatives", "2"][..], "who is ahead in 496 pairs"),
        (&matrices, &["--question", "next"], "the values of 32 classifiers by f1"),
        (&predictions, &["--positives", "1", "--negatives", "1"], "who is ahead in 496 pairs"),
        (&predictions, &["--question", "truly"], "the values of 32 classifiers by f1"),
    ] {
        let made = ["confidence", input, "--score", "f1", "--draws", "100", "--format", "json"];
        let text = Run::new(&[&made[..], arguments].concat()).succeeds();
        let said = Run::new(&["verify", "r.json", input]).file("r.json", text).succeeds();
        assert!(said.contains(proved), "{said}");
    }
}

/// By a metric without a place on the Tile pairs are drawn, and their limits hold the probability.
#[test]
fn drawn_pairs_of_few_samples_are_proved() {
    let predictions = "y_true,m0,m1,m2\n1,1,1,0\n0,1,0,0\n";
    let (classifiers, joint) = read_predictions(predictions);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    for score in ["mcc", "gm", "dor", "f1"] {
        let words = ["confidence", "p.csv", "--score", score, "--format", "json", "--quiet"];
        let text = Run::new(&words).file("p.csv", predictions).succeeds();
        let found = check(&text, &given);
        assert!(found.holds(), "{score}: {found:?}");
        let mut changed: Value = serde_json::from_str(&text).expect("JSON");
        let less = &mut changed["pairs"][0]["less"];
        if less.is_object() {
            *less = json!({"lower": "0.9", "upper": "0.95"});
            assert!(!check(&changed.to_string(), &given).holds(), "{score}");
        }
    }
}
