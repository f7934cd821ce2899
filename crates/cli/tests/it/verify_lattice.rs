//! `verify` proves the values of a metric on all confusion matrices, and refuses each false change
//! of the result.

use exactile::Rational;
use exactile_verify::{Given, Unchecked, prove};
use serde_json::{Value, json};

use crate::cli::Run;
use crate::verify_results::{check, false_changes_are_refused, nothing, result, set};

fn made(arguments: &str) -> String {
    let arguments: Vec<&str> = ["lattice"].into_iter().chain(arguments.split(' ')).collect();
    result(&arguments, &set(&[[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 1]]))
}

#[test]
fn every_false_change_of_a_confluence_is_refused() {
    for (arguments, at_least) in [
        ("confluence --positives 5 --negatives 5 --metric f1", 500),
        ("confluence --positives 3 --negatives 2 --metric fm", 400),
        ("confluence --positives 2 --negatives 3 --metric pt --points", 500),
        ("confluence --positives 2 --negatives 2 --metric log-dor --points", 150),
        ("confluence --positives 4 --negatives 4 --metric ppv --undefined 1/3", 250),
        ("confluence --positives 4 --negatives 4 --metric ppv --undefined 1/3 --stream", 250),
    ] {
        false_changes_are_refused(&made(arguments), &Given::default(), at_least, nothing);
    }
}

/// Two decimals that are wider, or narrower by a few units of the last place, may still enclose a
/// moment.
fn still_true(document: &Value, place: &str, changed: &Value) -> bool {
    let number = |text: &Value| text.as_str().and_then(|text| text.parse::<Rational>().ok());
    let moment = place.split('/').nth(1).unwrap_or_default();
    if ["mean", "variance"].contains(&moment) {
        let end = |of: &Value, key| number(&of[moment][key]).unwrap_or(Rational::ZERO);
        let room = "3e-20".parse::<Rational>().expect("a number");
        return end(changed, "lower") <= end(document, "lower") + &room
            && end(changed, "upper") >= end(document, "upper") - room;
    }
    false
}

#[test]
fn every_false_change_of_a_distribution_is_refused() {
    let observed = "pmf --tp 2 --fp 1 --fn 1 --tn 2 --positives 2 --negatives 2 --metric";
    for (metric, at_least) in [
        ("f1 --exact", 500),
        ("f1", 500),
        ("fm --exact --model binomial", 500),
        ("npv --exact --beta 1/2,1/3 --beta-negative 2,3", 500),
        ("dor --exact", 150),
        ("ppv --undefined 0", 500),
    ] {
        let text = made(&format!("{observed} {metric}"));
        let told = Given { observed: Some([2, 1, 1, 2]), ..Given::default() };
        let found = check(&text, &told);
        let infinite = metric.starts_with("dor");
        let open = &found.not_proved;
        assert!(open.iter().any(|open| open == "that this model was asked for"), "{open:?}");
        assert_eq!(open.len() > 1, infinite, "{metric}: {open:?}");
        let unproved = |document: &Value| {
            let mut proved = document.clone();
            let members = proved.as_object_mut().expect("an object");
            for key in ["mean", "variance", "narrowest_interval", "without_value"] {
                members.remove(key);
            }
            proved
        };
        let open = |document: &Value, place: &str, changed: &Value| {
            still_true(document, place, changed)
                // A level may be another one, where the narrowest interval is open.
                || infinite && (unproved(document) == unproved(changed) || place == "/interval/level")
                // What was told is enough.
                || place.is_empty() && changed.get("observed").is_none()
        };
        false_changes_are_refused(&text, &told, at_least, open);
    }
}

#[test]
fn what_was_observed_is_compared_or_asked_for() {
    let text =
        made("pmf --tp 2 --fp 1 --fn 1 --tn 2 --positives 2 --negatives 2 --metric f1 --exact");
    let other = Given { observed: Some([2, 1, 2, 1]), ..Given::default() };
    assert_eq!(check(&text, &other).failures[0].reason, "observed.fn: it is 2, not 1");
    assert!(check(&text, &Given::default()).not_proved[0].starts_with("that this was observed"));
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document.as_object_mut().expect("an object").remove("observed");
    let ungiven = prove(&document.to_string(), &Given::default());
    assert!(matches!(ungiven, Err(Unchecked::Ungiven(..))), "{ungiven:?}");
    let verify = |more: &[&str]| {
        Run::new(&[&["verify", "r.json"], more].concat()).file("r.json", document.to_string())
    };
    verify(&[]).fails(
        "r.json: the result does not say what was observed\nhint: give --tp, --fp, --fn and --tn",
    );
    verify(&["--tp", "2"]).fails(
        "only some of the observed counts are given\nhint: give all of --tp, --fp, --fn and --tn",
    );
    let said = verify(&["--tp", "2", "--fp", "1", "--fn", "1", "--tn", "2"]).succeeds();
    assert!(said.starts_with("verified: exactile.lattice-pmf.v1\n"), "{said}");
    // A result without an input has none.
    verify(&["set.csv"])
        .fails("r.json: this result was not made from an input\nhint: leave INPUT out");
    // The result may come through a pipe.
    let said = Run::new(&["verify", "-"]).stdin(&text).succeeds();
    assert!(said.contains("proved      the masses of"), "{said}");
}

#[test]
fn every_false_change_of_a_comparison_is_refused() {
    let set = set(&[[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 1]]);
    let given = Given { classifiers: &set, ..Given::default() };
    // One distribution may serve another model: that it was asked for is open.
    for (arguments, at_least) in [
        ("compare set.csv --metric f1 --positives 2 --negatives 2 --exact --ranks", 500),
        ("compare set.csv --metric nlr --positives 2 --negatives 1", 500),
        ("compare set.csv --metric mcc --positives 2 --negatives 2 --exact --model binomial", 500),
    ] {
        let text = made(arguments);
        assert_eq!(check(&text, &given).not_proved, ["that this model was asked for"]);
        let without_ranks = |_: &Value, place: &str, _: &Value| {
            place.starts_with("/classifiers/0") && place.len() < 15
        };
        false_changes_are_refused(&text, &given, at_least, without_ranks);
    }
}

/// All metrics on a small lattice: definitions here and there agree on every matrix.
#[test]
fn every_metric_is_proved_on_a_small_lattice() {
    let listed: Value = Run::new(&["scores", "--format", "json"]).json();
    let mut proved = 0;
    for score in listed["scores"].as_array().expect("a list") {
        let name = score["name"].as_str().expect("a name");
        let takes_parameters = score["name"]
            .as_str()
            .is_some_and(|name| name.contains('(') && !name.starts_with("p("));
        if takes_parameters || name == "vut" {
            continue;
        }
        let arguments =
            ["lattice", "confluence", "--positives", "4", "--negatives", "5", "--metric"];
        let text = result(&[&arguments[..], &[name]].concat(), &[]);
        match prove(&text, &Given::default()) {
            Ok(found) => {
                assert!(found.holds() && found.not_proved.is_empty(), "{name}: {found:?}");
                proved += 1;
            }
            Err(Unchecked::Unknown(_)) => {
                assert!(name == "d-prime" || name.starts_with("scaled-log"), "{name}");
            }
            Err(other) => panic!("{name}: {other}"),
        }
    }
    assert!(proved > 75, "{proved}");
    for family in ["f-beta(2)", "f-beta(1/3)", "r(1/3,1/4)", "r(0,0)"] {
        let arguments =
            ["lattice", "confluence", "--positives", "4", "--negatives", "5", "--metric"];
        let text = result(&[&arguments[..], &[family]].concat(), &[]);
        assert!(check(&text, &Given::default()).holds(), "{family}");
    }
}

/// A fault in each step of the engine would show: here the result is patched as the fault would
/// make it.
#[test]
fn planted_faults_are_found() {
    let text = made("confluence --positives 6 --negatives 6 --metric f1");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let holds = |change: &dyn Fn(&mut Value)| {
        let mut other = document.clone();
        change(&mut other);
        check(&other.to_string(), &Given::default()).holds()
    };
    assert!(holds(&|_| ()));
    // Two equal values that are not recognised as such.
    assert!(!holds(&|other| {
        let half = other["values"].as_array_mut().expect("a list");
        let place = half.iter().position(|entry| entry["count"].as_u64() > Some(1)).expect("a tie");
        let count = half[place]["count"].as_u64().expect("a count");
        half[place]["count"] = json!(count - 1);
        let mut again = half[place].clone();
        again["count"] = json!(1);
        half.insert(place + 1, again);
        other["distinct"] = json!(other["distinct"].as_u64().expect("a count") + 1);
    }));
    // Two values that are taken for one.
    assert!(!holds(&|other| {
        let values = other["values"].as_array_mut().expect("a list");
        let gone = values.remove(2);
        values[1]["count"] =
            json!(values[1]["count"].as_u64().unwrap_or(0) + gone["count"].as_u64().unwrap_or(0));
        other["distinct"] = json!(other["distinct"].as_u64().expect("a count") - 1);
    }));
    // A matrix moved from one value to another, one lost, the order turned.
    for (first, second) in [(1_u64, Some(2_usize)), (1, None)] {
        assert!(!holds(&|other| {
            let values = other["values"].as_array_mut().expect("a list");
            values[0]["count"] = json!(values[0]["count"].as_u64().expect("a count") - first);
            if let Some(place) = second {
                values[place]["count"] =
                    json!(values[place]["count"].as_u64().expect("a count") + first);
            }
        }));
    }
    assert!(!holds(&|other| other["values"].as_array_mut().expect("a list").reverse()));
}
