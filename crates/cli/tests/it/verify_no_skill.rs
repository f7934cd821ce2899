//! `verify` of performance without skill, and of volumes under the Tile.

use exactile::Rational;
use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::{Run, content, fixture};
use crate::verify_results::{check, false_changes_are_refused, nothing, result, set};

/// Two that are equal, constant predictions, zeros of every kind, and volumes of every form.
const ZEROS: [[u64; 4]; 7] = [
    [3, 1, 1, 2],
    [4, 0, 3, 0],
    [0, 4, 0, 3],
    [4, 0, 0, 3],
    [0, 4, 3, 0],
    [3, 1, 1, 2],
    [2, 2, 2, 1],
];

/// A curve of a rate need not have been asked for.
fn without_rate(_: &Value, place: &str, changed: &Value) -> bool {
    place == "/gamma_tau" && changed["gamma_tau"].is_null()
}

#[test]
fn every_false_change_of_no_skill_is_refused() {
    let set = set(&ZEROS);
    let given = Given { classifiers: &set, ..Given::default() };
    for arguments in [
        &["--rate", "1/3"][..],
        &["--at", "1,0", "--rate", "0"],
        &["--score", "f1", "--rate", "1"],
        &["--at", "1/3,1", "--rate", "2/5"],
        &["--at", "0,4/7"],
    ] {
        let text = result(&[&["no-skill", "set.csv"], arguments].concat(), &set);
        false_changes_are_refused(&text, &given, 500, without_rate);
    }
    let prior = Rational::new(1, 10);
    let text = result(&["no-skill", "set.csv", "--target-prior", "1/10"], &set[..2]);
    let given = Given { classifiers: &set[..2], ..Given::default() };
    let open = check(&text, &given).not_proved;
    assert!(open[0].contains("--target-prior says it"), "{open:?}");
    let given = Given { target_prior: Some(&prior), ..given };
    assert_eq!(check(&text, &given).not_proved, ["that this point and rate were asked for"]);
    false_changes_are_refused(&text, &given, 200, nothing);
}

#[test]
fn every_false_change_of_no_skill_under_own_priors_is_refused() {
    let set = set(&[[3, 1, 1, 2], [2, 2, 1, 4], [4, 0, 3, 1]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["no-skill", "set.csv", "--at", "1,1/2", "--rate", "1/4"], &set);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert!(document["prior_positive"].is_null() && document["classifiers"][0]["best"].is_object());
    false_changes_are_refused(&text, &given, 500, without_rate);
}

/// The curve of a rate needs neither priors nor an input.
#[test]
fn the_curve_of_a_rate_alone_is_proved() {
    let text = Run::new(&["no-skill", "--rate", "1/4", "--format", "json"]).succeeds();
    let (said, status) = Run::new(&["verify", "r.json"]).file("r.json", &text).status();
    assert!(status == 0 && said.contains("proved      the curve of the rate"), "{said}");
    false_changes_are_refused(&text, &Given::default(), 30, nothing);
    let other = ["verify", "r.json", "--target-prior", "1/5"];
    assert_eq!(Run::new(&other).file("r.json", &text).status().1, 1);
}

/// Without classifiers the priors are given, and there is no input.
#[test]
fn no_skill_without_an_input_is_proved() {
    let made = ["no-skill", "--prior", "1/5", "--at", "1,1/2", "--rate", "1/4", "--format", "json"];
    let text = Run::new(&made).succeeds();
    let verified = |arguments: &[&str]| {
        Run::new(&[&["verify", "r.json"], arguments].concat())
            .file("r.json", content(&text))
            .status()
    };
    let (said, status) = verified(&[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("proved      both curves, the best value"), "{said}");
    assert!(said.contains("not proved  that the positive prior asked for is 1/5"), "{said}");
    assert_eq!(verified(&["--target-prior", "1/5"]).1, 0);
    assert_eq!(verified(&["--target-prior", "1/4"]).1, 1);
    false_changes_are_refused(&text, &Given::default(), 120, without_rate);
    let two = set(&ZEROS[..2]);
    let given = Given { classifiers: &two, ..Given::default() };
    assert!(!check(&text, &given).holds(), "of classifiers");
}

#[test]
fn every_false_change_of_volumes_is_refused() {
    let set = set(&ZEROS);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["vut", "set.csv"], &set);
    false_changes_are_refused(&text, &given, 500, nothing);
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let exact = document["ranking"].as_array().expect("a list").iter();
    let place = exact.clone().position(|entry| entry["vut"].is_object()).expect("a logarithm");
    for (end, decimals) in [
        ("lower", "0.00000000000000000000"),
        ("upper", "1.00000000000000000000"),
        ("lower", "0.5"),
        ("exact", "0"),
        ("exact", "ln(2)"),
    ] {
        let before =
            std::mem::replace(&mut document["ranking"][place]["vut"][end], json!(decimals));
        assert!(!check(&document.to_string(), &given).holds(), "{end}: {decimals}");
        document["ranking"][place]["vut"][end] = before;
    }
    assert!(check(&document.to_string(), &given).holds());
}

/// The closed forms that the program writes of many matrices are those that follow from the
/// integral.
#[test]
fn volumes_of_all_small_matrices_are_proved() {
    let counts: Vec<[u64; 4]> = (0..4_u64.pow(4))
        .map(|k| [k % 4, k / 4 % 4, k / 16 % 4, k / 64])
        .filter(|[tn, fp, fn_, tp]| tn + fp > 0 && fn_ + tp > 0)
        .collect();
    let set = set(&counts);
    let found =
        check(&result(&["vut", "set.csv"], &set), &Given { classifiers: &set, ..Given::default() });
    assert!(found.holds(), "{:?}", found.failures);
}

#[test]
fn fixtures_without_skill_are_proved() {
    let input = fixture("breast_cancer_confusion.csv");
    for (made, proved) in [
        (&["vut"][..], "proved      the volumes under the Tile of 32 classifiers"),
        (&["no-skill", "--score", "kappa", "--rate", "1/3"], "proved      both curves"),
        (&["no-skill", "--target-prior", "1/50"], "the best value and the correction"),
    ] {
        let text = Run::new(&[made, &[&input, "--format", "json"]].concat()).succeeds();
        let said =
            Run::new(&["verify", "--quiet", "r.json", &input]).file("r.json", text).succeeds();
        assert!(said.contains(proved), "{said}");
    }
}
