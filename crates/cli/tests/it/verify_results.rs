//! `verify` accepts results of other commands than `regions`, and refuses each false change of
//! them.

use exactile::{Classifier, ConfusionMatrix, Rational};
use exactile_verify::{Given, Proofs, Unchecked, prove};
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::verify::{changed_at, places, with_repeated_key};

/// Two that are equal, one that is better at one corner, one that predicts all negative, one that
/// predicts all positive.
const SMALL: [[u64; 4]; 5] = [[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 0], [0, 4, 0, 3], [3, 1, 1, 2]];

pub(crate) fn set(counts: &[[u64; 4]]) -> Vec<Classifier> {
    let classifier = |(k, &[tn, fp, fn_, tp]): (usize, &[u64; 4])| {
        let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
        Classifier::new(format!("c{k}"), matrix)
    };
    counts.iter().enumerate().map(classifier).collect()
}

fn csv(set: &[Classifier]) -> String {
    let line = |known: &Classifier| {
        let m = &known.matrix;
        format!("{},{},{},{},{}\n", known.name, m.tn(), m.fp(), m.fn_(), m.tp())
    };
    set.iter().map(line).fold("name,tn,fp,fn,tp\n".to_owned(), |text, line| text + &line)
}

/// Returns the JSON that a command writes about classifiers.
pub(crate) fn result(arguments: &[&str], set: &[Classifier]) -> String {
    let arguments = [arguments, &["--format", "json"]].concat();
    Run::new(&arguments).file("set.csv", csv(set)).succeeds()
}

pub(crate) fn check(document: &str, given: &Given<'_>) -> Proofs {
    prove(document, given).expect("a result that is known")
}

/// Returns `true` if a result is refused, be it as false or as unknown.
fn is_refused(text: &str, given: &Given<'_>) -> bool {
    !prove(text, given).is_ok_and(|mut found| {
        let has_labels = !given.models.is_empty() || given.joint.is_some();
        found.check_labels(has_labels.then_some("1"), 0);
        found.holds()
    })
}

/// Asserts that every change in one place is refused, unless it may be true or is about a part that
/// is left open.
pub(crate) fn false_changes_are_refused(
    text: &str,
    given: &Given<'_>,
    at_least: usize,
    may_be_true: impl Fn(&Value, &str, &Value) -> bool,
) {
    let found = check(text, given);
    assert!(found.holds(), "{:?}\n{text}", found.failures);
    let mut document: Value = serde_json::from_str(text).expect("JSON");
    // Of the command that made it nothing is proved.
    document.as_object_mut().expect("an object").remove("provenance");
    assert!(check(&document.to_string(), given).holds(), "keys in another order");
    let (mut refused, mut accepted) = (0, 0);
    for place in places(&document) {
        for changed in changed_at(&document, &place) {
            if is_refused(&changed.to_string(), given) {
                refused += 1;
            } else {
                assert!(
                    is_same_label(&document, &place, &changed)
                        || may_be_true(&document, &place, &changed),
                    "{place} can be changed:\n{changed}"
                );
                accepted += 1;
            }
        }
        let twice = with_repeated_key(&document, "", &place);
        assert!(twice.len() == document.to_string().len() || is_refused(&twice, given), "{twice}");
    }
    assert!(refused >= at_least && accepted <= refused / 3, "{refused} {accepted}");
}

/// `" 1"` and `"1/1"` are the label `1`.
fn is_same_label(document: &Value, place: &str, changed: &Value) -> bool {
    let number = |of: &Value| of["positive"].as_str()?.trim().parse::<Rational>().ok();
    place == "/positive" && number(document).is_some_and(|label| number(changed) == Some(label))
}

pub(crate) fn nothing(_: &Value, _: &str, _: &Value) -> bool {
    false
}

/// Those that tie, and those without a rank, may be listed in any order.
fn ties_in_another_order(document: &Value, place: &str, changed: &Value) -> bool {
    let sorted = |document: &Value| {
        let mut entries = document["ranking"].as_array().cloned().unwrap_or_default();
        entries.sort_by_key(|entry| (entry["rank"][0].as_u64(), entry["classifier"].as_u64()));
        entries
    };
    // A score may have the values of the ranking score at its place.
    let nameless = place.is_empty() && changed.get("score").is_none();
    nameless || place == "/ranking" && sorted(document) == sorted(changed)
}

#[test]
fn every_false_change_of_a_ranking_is_refused() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    for arguments in [["--score", "mcc"], ["--score", "nlr"], ["--at", "1/3,1/5"]] {
        let text = result(&[&["rank", "set.csv"], &arguments[..]].concat(), &set);
        false_changes_are_refused(&text, &given, 350, ties_in_another_order);
    }
    let prior = Rational::new(1, 10);
    let given = Given { target_prior: Some(&prior), ..given };
    let text = result(&["rank", "set.csv", "--score", "ba", "--target-prior", "1/10"], &set);
    false_changes_are_refused(&text, &given, 350, ties_in_another_order);
}

#[test]
fn every_false_change_of_the_ranking_at_a_place_is_refused() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let open = |_: &Value, place: &str, changed: &Value| {
        // A place may be listed without the score that stands there.
        if place.is_empty() {
            return changed.get("score").is_none();
        }
        let key = place.split('/').nth(1).unwrap_or_default();
        ["holds_beside", "cell", "beside", "distance", "swaps", "undefined"].contains(&key)
    };
    for arguments in [["--score", "f1"], ["--at", "0,1"], ["--score", "ppv"]] {
        let text = result(&[&["rankings", "set.csv"], &arguments[..]].concat(), &set);
        let mut document: Value = serde_json::from_str(&text).expect("JSON");
        let found = check(&text, &given);
        assert!(found.not_proved.iter().any(|open| open.starts_with("what holds beside")));
        // What is left open takes much room.
        for key in ["beside", "swaps"] {
            document[key] = json!([]);
        }
        document["cell"] = json!({"dimension": 0, "vertices": [], "edges": [], "ranking": []});
        false_changes_are_refused(&document.to_string(), &given, 500, open);
    }
}

#[test]
fn every_false_change_of_a_zone_is_refused() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    // A polygon, the whole Tile, an arc, nothing, a corner.
    for (better, than, dimension) in [
        ("c0", "c1", Some(2)),
        ("c0", "c4", Some(2)),
        ("c0,c1", "c0,c1", Some(1)),
        ("c2,c3", "c0", None),
        ("c0,c1", "c2,c3", Some(2)),
    ] {
        let text = result(&["zone", "set.csv", "--better", better, "--than", than], &set);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(document["piece"]["dimension"].as_u64(), dimension, "{better} {than}\n{text}");
        let may_be_true = |document: &Value, place: &str, changed: &Value| match place {
            // Others may be better on the same part.
            "/better" | "/than" => {
                let names = |key: &str| {
                    let list = changed[key].as_array().expect("names");
                    let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                    names.join(",")
                };
                let asked =
                    ["zone", "set.csv", "--better", &names("better"), "--than", &names("than")];
                let truth: Value = serde_json::from_str(&result(&asked, &set)).expect("JSON");
                truth["piece"] == document["piece"]
            }
            // Others are nowhere better either.
            _ if document["piece"].is_null() => !place.is_empty() && place != "/piece",
            // The same part of the Tile of another prior.
            "/prior_positive" => {
                document["piece"]["vertices"]
                    == json!([["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]])
            }
            _ => false,
        };
        let at_least = if dimension == Some(2) { 500 } else { 80 };
        false_changes_are_refused(&text, &given, at_least, may_be_true);
    }
}

#[test]
fn every_false_change_of_a_zone_under_different_priors_is_refused() {
    // A region with curved edges, one with more of it on the border, an arc, an upright one with
    // more, a stretch of the border with more, a point, nothing.
    let curved = [[50, 10, 5, 35], [30, 2, 20, 48], [70, 30, 1, 10], [40, 20, 0, 15]];
    let point = [[2, 4, 0, 3], [1, 0, 1, 0], [2, 3, 1, 3]];
    for (counts, better, than, dimension, has_more) in [
        (&curved[..], "c0,c1", "c2,c3", Some(2), false),
        (&[[0, 2, 0, 1], [0, 1, 2, 2], [1, 1, 1, 0]], "c0,c1", "c1", Some(2), true),
        (&[[3, 1, 1, 2], [2, 2, 1, 4]], "c0,c1", "c0,c1", Some(1), false),
        (&[[1, 0, 3, 1], [1, 0, 4, 4]], "c0,c1", "c0,c1", Some(1), true),
        (&[[3, 3, 0, 1], [1, 1, 0, 2], [3, 3, 1, 4]], "c0,c1", "c1", Some(1), true),
        (&point, "c0,c1,c2", "c0,c1,c2", Some(0), false),
        (&[[3, 1, 1, 2], [2, 2, 1, 2], [1, 1, 3, 0]], "c2", "c0", None, false),
    ] {
        let set = set(counts);
        let given = Given { classifiers: &set, ..Given::default() };
        let text = result(&["zone", "set.csv", "--better", better, "--than", than], &set);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(document["piece"]["dimension"].as_u64(), dimension, "{better} {than}\n{text}");
        assert_eq!(document["piece"].get("on_border").is_some(), has_more, "{text}");
        let may_be_true = |document: &Value, place: &str, changed: &Value| match place {
            "/better" | "/than" => {
                let names = |key: &str| {
                    let list = changed[key].as_array().expect("names");
                    let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                    names.join(",")
                };
                let asked =
                    ["zone", "set.csv", "--better", &names("better"), "--than", &names("than")];
                let truth: Value = serde_json::from_str(&result(&asked, &set)).expect("JSON");
                truth["piece"] == document["piece"]
            }
            // Stretches in any order run from either end.
            _ if place.starts_with("/piece/on_border") => {
                let ends = |of: &Value| {
                    let stretches = of["piece"]["on_border"].as_array().into_iter().flatten();
                    let ends = stretches.map(|stretch| {
                        let mut ends: Vec<String> = stretch
                            .as_array()
                            .into_iter()
                            .flatten()
                            .map(Value::to_string)
                            .collect();
                        ends.sort();
                        ends
                    });
                    let mut all: Vec<Vec<String>> = ends.collect();
                    all.sort();
                    all
                };
                ends(document) == ends(changed)
            }
            _ => false,
        };
        let at_least = if dimension == Some(2) { 500 } else { 80 };
        false_changes_are_refused(&text, &given, at_least, may_be_true);
    }
}

#[test]
fn every_false_change_of_a_score_is_refused() {
    let set = set(&[[3, 1, 1, 2], [4, 0, 3, 0]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let metrics = ["f1", "mcc", "log-dor", "pt", "dor", "r(1/3,1/4)", "f-beta(2)", "p(tp|tn,tp)"];
    let metrics: Vec<&str> = metrics.iter().flat_map(|name| ["--metric", *name]).collect();
    let text = result(&[&["score", "set.csv"], &metrics[..]].concat(), &set);
    false_changes_are_refused(&text, &given, 500, |_, _, _| false);
    // All metrics, of which four are left open.
    let found = check(&result(&["score", "set.csv"], &set), &given);
    assert!(found.holds(), "{:?}", found.failures);
    assert_eq!(found.not_proved, ["d' and scaled logarithms"]);
    assert!(found.proved[0].starts_with("10"), "{:?}", found.proved);
}

#[test]
fn every_false_change_of_a_curve_is_refused() {
    let set = set(&[[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 0], [0, 4, 0, 3], [3, 1, 1, 2]]);
    let given = Given { classifiers: &set, ..Given::default() };
    // Who swaps need not be listed, nor in one order.
    let swapped = |_: &Value, place: &str, changed: &Value| {
        let of_break = place.split('/').count() == 3 && place.starts_with("/breaks/");
        place.ends_with("/swapped")
            || of_break && changed.pointer(place).is_some_and(|at| at.get("swapped").is_none())
    };
    for arguments in [
        &["--along", "decision"][..],
        &["--along", "cost"],
        &["--along", "f-beta"],
        &["--from", "0,1/3", "--to", "1,1/3"],
        &["--from", "tnr", "--to", "f1"],
        &["--from", "1,0", "--to", "1/10,9/10"],
    ] {
        let text = result(&[&["curve", "set.csv"], arguments].concat(), &set);
        let at_least = if arguments[1] == "tnr" || arguments[1] == "0,1/3" { 200 } else { 300 };
        false_changes_are_refused(&text, &given, at_least, swapped);
    }
}

/// The corners of a zone may be listed from any of them on.
#[test]
fn a_zone_may_begin_at_any_corner() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["zone", "set.csv", "--better", "c0", "--than", "c1"], &set);
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    for key in ["vertices", "edges"] {
        document["piece"][key].as_array_mut().expect("a list").rotate_left(1);
    }
    assert!(check(&document.to_string(), &given).holds());
    document["piece"]["vertices"].as_array_mut().expect("a list").rotate_left(1);
    assert!(!check(&document.to_string(), &given).holds());
}

#[test]
fn fixtures_are_proved() {
    let input = fixture("breast_cancer_confusion.csv");
    let proved = |arguments: &[&str], expected: &str| {
        let text = Run::new(&[arguments, &["--format", "json"]].concat()).succeeds();
        let said = Run::new(&["verify", "r.json", &input]).file("r.json", text).succeeds();
        assert!(said.contains(expected), "{said}");
    };
    for score in ["f1", "mcc", "log-dor", "pt", "gm", "kappa"] {
        proved(&["rank", &input, "--score", score], "proved      values, ranks and order of 32");
    }
    proved(&["rankings", &input, "--score", "f1"], "ties of 32 classifiers at (1, 1/2)");
    proved(&["curve", &input, "--along", "cost"], "and nowhere else, who is first between them");
    proved(&["curve", &input, "--from", "0,0", "--to", "1,1/2"], "and nowhere else");
    proved(&["zone", &input, "--better", "knn_5", "--than", "lda"], "and no more");
}

/// The labels of predictions: a result that names others, or none, is refused.
#[test]
fn labels_are_checked() {
    let predictions = "y_true,a,b\nill,ill,well\nwell,well,well\nill,well,ill\nwell,ill,well\n";
    let made = ["rank", "p.csv", "--positive", "ill", "--score", "f1", "--format", "json"];
    let text = Run::new(&made).file("p.csv", predictions).succeeds();
    let verified = |text: &str| {
        Run::new(&["verify", "r.json", "p.csv", "--positive", "ill"])
            .file("p.csv", predictions)
            .file("r.json", text)
            .status()
    };
    assert_eq!(verified(&text).1, 0);
    for wrong in ["\"positive\": \"well\",", ""] {
        let (said, status) = verified(&text.replace("\"positive\": \"ill\",", wrong));
        assert_eq!(status, 1);
        assert!(said.contains("failed: positive: "), "{said}");
    }
}

#[test]
fn provenance_is_read_and_its_form_checked() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let plain = result(&["rank", "set.csv", "--score", "f1"], &set);
    let regions = result(&["regions", "set.csv"], &set);
    let rankings = result(&["rankings", "set.csv"], &set);
    let holds = |text: &str, provenance: &Value| {
        let mut document: Value = serde_json::from_str(text).expect("JSON");
        document["provenance"] = provenance.clone();
        let text = document.to_string();
        if document["schema"] == "exactile.regions.v1" {
            return exactile_verify::verify(&text, &set).expect("JSON").holds();
        }
        check(&text, &given).holds()
    };
    let sound =
        json!({"program": "exactile 0.1.0", "command": "exactile rank", "input_sha256": "ab"});
    let without = json!({"program": "exactile 0.1.0", "command": "exactile rank"});
    for text in [&plain, &regions, &rankings] {
        assert!(holds(text, &sound) && holds(text, &without));
        for wrong in [
            json!("exactile 0.1.0"),
            json!({"command": "exactile rank"}),
            json!({"program": 1, "command": "exactile rank"}),
            json!({"program": "exactile 0.1.0", "command": "exactile rank", "more": ""}),
            json!(["exactile 0.1.0", "exactile rank"]),
        ] {
            assert!(!holds(text, &wrong), "{wrong}");
        }
    }
}

/// Only the numbers of performances and frontiers are known there.
#[test]
fn rankings_under_different_priors_are_proved_as_far_as_they_are_known() {
    let set =
        set(&[[30, 10, 10, 20], [60, 20, 20, 40], [20, 5, 20, 55], [70, 10, 11, 9], [7, 1, 4, 9]]);
    let text = result(&["rankings", "set.csv"], &set);
    let given = Given { classifiers: &set, ..Given::default() };
    let found = check(&text, &given);
    assert!(
        found.proved.iter().any(|proved| proved.ends_with("frontiers of 4 performances")),
        "{found:?}"
    );
    assert_eq!(found.not_proved.len(), 2, "{found:?}");
    false_changes_are_refused(&text, &given, 300, |_, place, _| {
        place.starts_with("/cells") || place.starts_with("/confluences")
    });
}

/// Results that cannot be checked are refused with status 2, and never called false.
#[test]
fn what_is_not_known_is_refused_with_a_hint() {
    let hint = "the verifier in Python may know it: python -m exactile.verify_more RESULT.json \
         INPUT (docs/certificates.md)";
    let equal = csv(&set(&SMALL));
    let own_priors = "name,tn,fp,fn,tp\nA,3,1,1,2\nB,2,2,1,4\n";
    for (made, input, what) in [
        (
            &["correlate", "x.csv", "--score", "f1", "--at", "1,1"][..],
            &*equal,
            "results of \"exactile.correlate.v1\" are not checked here",
        ),
        (
            &["rank", "x.csv", "--score", "d-prime"],
            own_priors,
            "the metric \"d-prime\" is not checked here",
        ),
    ] {
        let made = [made, &["--format", "json"]].concat();
        let text = Run::new(&made).file("x.csv", input).succeeds();
        Run::new(&["verify", "r.json", "x.csv"])
            .file("x.csv", input)
            .file("r.json", text)
            .fails(&format!("r.json: {what}\nhint: {hint}"));
    }
    Run::new(&["verify", "r.json", "x.csv"])
        .file("x.csv", equal)
        .file("r.json", r#"{"schema": "exactile.regions.v2"}"#)
        .fails(&format!(
            "r.json: results of \"exactile.regions.v2\" are not checked here\nhint: {hint}"
        ));
}

#[test]
fn the_target_prior_is_compared() {
    let input = csv(&set(&SMALL));
    for (made, key) in [
        (&["regions", "x.csv", "--target-prior", "1/10"][..], "prior"),
        (&["rankings", "x.csv", "--target-prior", "1/10"], "prior"),
        (&["rankings", "x.csv", "--target-prior", "1/10", "--score", "f1"], "statement"),
        (
            &["zone", "x.csv", "--target-prior", "1/10", "--better", "c0", "--than", "c1"],
            "statement",
        ),
        (&["rank", "x.csv", "--target-prior", "1/10", "--score", "f1"], "statement"),
    ] {
        let made = [made, &["--format", "json"]].concat();
        let text = Run::new(&made).file("x.csv", &input).succeeds();
        let verified = |prior: &str| {
            Run::new(&["verify", "--quiet", "r.json", "x.csv", "--target-prior", prior])
                .file("x.csv", &input)
                .file("r.json", &text)
                .status()
        };
        assert_eq!(verified("1/10").1, 0);
        let (said, status) = verified("1/5");
        assert_eq!(status, 1, "{made:?}");
        assert!(said.contains(&format!("failed: {key}: ")), "{said}");
    }
}

#[test]
fn a_reason_has_to_be_the_reason() {
    let set = set(&[[4, 0, 3, 0], [0, 2, 0, 2]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["score", "set.csv", "--metric", "ppv", "--metric", "npv"], &set);
    assert!(check(&text, &given).holds() && text.contains("TP + FP = 0"), "{text}");
    for other in ["TP = 0", "FP = 0", "TP + FN = 0", "no samples of this class", ""] {
        let found = check(&text.replace("TP + FP = 0", other), &given);
        assert!(!found.holds(), "{other}");
    }
    let zero = "no outcome that counts for this score has occurred (0/0)";
    assert!(check(&text.replace("TP + FP = 0", zero), &given).holds());
    let mcc = result(&["score", "set.csv", "--metric", "mcc"], &set);
    assert!(!check(&mcc.replace("TP + FP = 0", zero), &given).holds());
}

#[test]
fn scores_that_claim_nothing_are_not_verified() {
    let set = set(&[[3, 1, 1, 2]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let empty = r#"{"schema":"exactile.score.v1","classifiers":[{"name":"c0","scores":{}}]}"#;
    assert!(!check(empty, &given).holds());
    let open = result(&["score", "set.csv", "--metric", "d-prime"], &set);
    assert!(matches!(prove(&open, &given), Err(Unchecked::Unknown(_))));
}

#[test]
fn a_target_prior_is_for_results_on_the_tile() {
    let set = set(&SMALL);
    let prior = Rational::new(1, 10);
    let given = Given { classifiers: &set, target_prior: Some(&prior), ..Given::default() };
    let text = result(&["score", "set.csv", "--metric", "f1"], &set);
    assert!(matches!(prove(&text, &given), Err(Unchecked::Unknown(_))));
}

#[test]
fn numbers_that_would_take_long_are_refused() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["curve", "set.csv", "--along", "cost"], &set);
    let long = format!("1/1{}", "0".repeat(5_000));
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["from"][0] = json!(long);
    let found = check(&document.to_string(), &given);
    assert!(found.failures[0].reason.contains("5003 digits"), "{:?}", found.failures);
    let pmf = r#"{"schema":"exactile.lattice-pmf.v1","metric":"f1","observed":{"tn":1,"fp":1,"fn":1,"tp":1},
        "model":"binomial","positives":1000000,"negatives":0}"#;
    assert!(matches!(prove(pmf, &Given::default()), Err(Unchecked::Unknown(_))));
}

#[test]
fn labels_that_are_equal_are_one_label() {
    let set = set(&SMALL);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["rank", "set.csv", "--score", "f1"], &set);
    let labelled = |label: &str| text.replacen('{', &format!("{{\"positive\":{label:?},"), 1);
    let holds = |said: &str, read: &str| {
        let mut found = check(&labelled(said), &given);
        found.check_labels(Some(read), 0);
        found.holds()
    };
    for (said, read) in
        [("1", "1"), ("1.0", "1"), (" 1", "1"), ("10/2", "5"), ("TRUE", "True"), ("yes", "yes")]
    {
        assert!(holds(said, read), "{said}");
    }
    for (said, read) in [("0", "1"), ("1", "True"), ("Yes", "yes"), ("", "1"), ("true", "false")] {
        assert!(!holds(said, read), "{said}");
    }
}

/// A closed form that is left out, and a further key beside the limits of what was drawn.
#[test]
fn values_that_are_left_open_have_their_keys_and_no_others() {
    let set = set(&[[18, 2, 1, 9], [15, 5, 2, 8], [10, 10, 3, 7]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let document = |arguments: &[&str]| -> Value {
        let text = result(arguments, &set);
        assert!(check(&text, &given).holds(), "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let mut scores = document(&["score", "set.csv", "--metric", "f1,d-prime"]);
    let value = scores.pointer_mut("/classifiers/0/scores/d-prime/value").expect("a value");
    let form = value.as_object_mut().expect("decimals").remove("exact");
    assert!(form.is_some_and(|form| form.as_str().is_some_and(|form| form.starts_with("z("))));
    assert!(!check(&scores.to_string(), &given).holds());
    let mut plan = document(&["plan", "set.csv", "--score", "f1", "--draws", "200"]);
    let limits = plan.pointer_mut("/evaluated/0/probability").expect("limits");
    limits.as_object_mut().expect("two decimals").insert("middle".to_owned(), "1/2".into());
    assert!(!check(&plan.to_string(), &given).holds());
}
