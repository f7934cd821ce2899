//! `exactile score --interval`: intervals of true values, and their proofs.

use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::Run;
use crate::verify_results::{check, false_changes_are_refused, set};

const ONE: &str = "name,tn,fp,fn,tp\nA,8,2,0,10\n";

fn score(arguments: &[&str]) -> Run {
    Run::new(&[&["--quiet", "score", "x.csv"], arguments].concat()).file("x.csv", ONE)
}

fn number(value: &Value) -> f64 {
    value.as_str().expect("a string").parse().expect("a decimal")
}

/// 10 of 10: from (1/40)^(1/10) to 1. With uniform priors TPR ~ Beta(11, 1), with the quantiles
/// x^(1/11).
#[test]
fn ends_of_a_rate_are_roots() {
    let found = score(&["--metric", "tpr", "--interval", "clopper-pearson", "--format", "json"]);
    let found = found.json();
    assert_eq!(found["interval"], "clopper-pearson");
    let interval = &found["classifiers"][0]["scores"]["tpr"]["interval"];
    assert_eq!((&interval["level"], &interval["upper"]), (&json!("19/20"), &json!("1")));
    let root = 0.025_f64.powf(0.1);
    let lower = number(&interval["lower"]);
    assert!(lower <= root && root - lower < 1e-8, "{lower}");
    let credible = ["--metric", "tpr", "--interval", "credible", "--level", "80%"];
    let found = score(&[&credible[..], &["--format", "json"]].concat()).json();
    assert_eq!((&found["level"], &found["prior_mass"]), (&json!("4/5"), &json!("2")));
    let interval = &found["classifiers"][0]["scores"]["tpr"]["interval"];
    for (end, share) in [("lower", 0.1_f64), ("upper", 0.9)] {
        let off = number(&interval[end]) - share.powf(1.0 / 11.0);
        assert!(off.abs() < 1e-7, "{end}: {off}");
    }
}

#[test]
fn text_says_what_the_interval_is_of() {
    let text = score(&["--metric", "f1,mcc", "--interval", "credible"]).succeeds();
    let row = |metric: &str| {
        let starts = |line: &&str| line.trim_start().starts_with(metric);
        text.lines().find(starts).unwrap_or_default().to_owned()
    };
    assert!(text.contains("true value (95 %) from  to"), "{text}");
    assert!(row("f1").contains("0.909091  10/11"), "{text}");
    assert!(text.contains("each with a uniform prior, at the class sizes of the test"), "{text}");
    let csv = score(&["--metric", "f1,mcc", "--interval", "credible", "--format", "csv"]);
    let csv = csv.succeeds();
    assert!(
        csv.starts_with("name,metric,value,value_decimal,undefined,lower,upper,draws\n"),
        "{csv}"
    );
    let rows: Vec<&str> = csv.lines().collect();
    assert!(
        rows[1].starts_with("A,f1,10/11,0.9090909090909091,,0.7") && rows[1].ends_with(','),
        "{csv}"
    );
    assert!(rows[2].starts_with("A,mcc,") && rows[2].ends_with(",200000"), "{csv}");
}

#[test]
fn what_has_no_interval_is_refused_or_has_none() {
    score(&["--metric", "f1", "--interval", "clopper-pearson"]).fails(
        "f1 is not a share of samples, so there is no interval of Clopper and Pearson\nhint: \
         choose a rate such as tpr, or ask for a credible interval",
    );
    score(&["--metric", "f1", "--interval", "credible", "--level", "1"]).fails(
        "invalid value '1' for '--level <X>': a level of 1 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile score --help)",
    );
    let far = ["--metric", "mcc", "--interval", "credible", "--level", "0.99999"];
    let far = score(&[&far[..], &["--format", "json"]].concat()).json();
    let cell = &far["classifiers"][0]["scores"]["mcc"];
    assert_eq!(cell["interval"], Value::Null);
    let reason = "200000 draws do not have the ends of an interval at a level of 99999/100000";
    assert_eq!(cell["interval_undefined"], reason);
    let rates = score(&["--interval", "clopper-pearson", "--format", "json"]).json();
    let names = rates["classifiers"][0]["scores"].as_object().expect("scores").len();
    assert_eq!(names, 10);
    let shares = Run::new(&["score", "s.csv", "--metric", "tpr", "--interval", "credible"])
        .file("s.csv", "name,tn,fp,fn,tp\nA,0.4,0.1,0.2,0.3\n");
    let (message, _) = shares.refused();
    assert!(message.contains("A"), "{message}");
}

#[test]
fn every_false_change_of_an_interval_is_refused() {
    let set = set(&[[8, 2, 0, 10], [3, 1, 4, 2], [5, 0, 0, 1]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let rows: String = set
        .iter()
        .map(|of| {
            let m = &of.matrix;
            format!("{},{},{},{},{}\n", of.name, m.tn(), m.fp(), m.fn_(), m.tp())
        })
        .collect();
    let input = format!("name,tn,fp,fn,tp\n{rows}");
    for (interval, metrics) in
        [("clopper-pearson", "tpr,fpr,ppv,accuracy"), ("credible", "tnr,fnr")]
    {
        let made =
            ["score", "x.csv", "--metric", metrics, "--interval", interval, "--format", "json"];
        let text = Run::new(&made).file("x.csv", &input).succeeds();
        let found = check(&text, &given);
        assert!(found.proved.iter().any(|proved| proved.starts_with("intervals of")), "{found:?}");
        false_changes_are_refused(&text, &given, 100, |document, place, changed| {
            let number = |of: &Value| of.pointer(place)?.as_str()?.parse::<f64>().ok();
            let near = number(document).zip(number(changed));
            let is_near = near.is_some_and(|(one, other)| (one - other).abs() < 1e-7);
            // Another prior is left open.
            let is_end = place.ends_with("lower") || place.ends_with("upper");
            place == "/prior_mass" || is_end && is_near
        });
    }
    // Of other metrics the form alone is known.
    let made =
        ["score", "x.csv", "--metric", "mcc,f1", "--interval", "credible", "--format", "json"];
    let text = Run::new(&made).file("x.csv", &input).succeeds();
    assert!(check(&text, &given).holds());
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["classifiers"][0]["scores"]["f1"]["interval"]["lower"] = json!("2");
    assert!(!check(&document.to_string(), &given).holds());
}

/// Rankings have the same intervals, which are proved too.
#[test]
fn rankings_have_intervals() {
    let rows = "name,tn,fp,fn,tp\nA,8,2,0,10\nB,9,1,3,7\n";
    let run = |command: &[&str]| Run::new(command).file("x.csv", rows);
    for (kind, score) in [("credible", "tpr"), ("clopper-pearson", "npv"), ("credible", "mcc")] {
        let asked = ["x.csv", "--score", score, "--interval", kind, "--format", "json"];
        let text = run(&[&["rank"], &asked[..]].concat()).succeeds();
        let ranking: Value = serde_json::from_str(&text).expect("JSON");
        let table = run(&[&["score"], &asked[..]].concat()).json();
        for entry in ranking["ranking"].as_array().expect("a list") {
            let place = usize::try_from(entry["classifier"].as_u64().expect("a place"));
            let scores = &table["classifiers"][place.expect("small")]["scores"];
            assert_eq!(entry["interval"], scores[score]["interval"], "{kind} {score}");
        }
        let verified = run(&["verify", "r.json", "x.csv"]).file("r.json", &text).succeeds();
        assert!(verified.contains("proved      intervals of rates"), "{verified}");
        let lower = ranking["ranking"][0]["interval"]["lower"].as_str().expect("an end");
        if score != "mcc" {
            let moved = text.replace(lower, "0.25");
            run(&["verify", "r.json", "x.csv"]).file("r.json", moved).notes_of_failed_check();
        }
    }
    run(&["rank", "x.csv", "--score", "f1", "--interval", "credible", "--target-prior", "0.2"])
        .fails(
            "intervals of the true value need confusion matrices as they were counted\nhint: \
             leave --target-prior out",
        );
}
