//! The certainty of a winner on the mean over several test sets.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::{Run, content};

/// Samples of three sites with different shares of positives, on which classifiers err together.
fn table() -> String {
    let mut text = "y_true,site,lr,svm,tree\n".to_owned();
    for k in 0_u32..300 {
        let site = ["north", "south", "west"][(k % 3) as usize];
        let truth = u32::from(k * 7 % 10 < 2 + 2 * (k % 3));
        let wrong = |of: u32| u32::from(k * 37 % 101 < of || k * (of + 3) % 23 == 0);
        let said = [11, 17, 25].map(|of| truth ^ wrong(of));
        let [lr, svm, tree] = said;
        writeln!(text, "{truth},{site},{lr},{svm},{tree}").expect("a text");
    }
    text
}

fn run(arguments: &[&str]) -> Run {
    Run::new(&[arguments, &["--quiet"]].concat()).file("p.csv", table())
}

fn json(arguments: &[&str]) -> Value {
    run(&[arguments, &["--format", "json"]].concat()).json()
}

fn number(value: &Value) -> f64 {
    let text = value.as_str().expect("a number as text");
    match text.split_once('/') {
        Some((p, q)) => p.parse::<f64>().expect("p") / q.parse::<f64>().expect("q"),
        None => text.parse().expect("a number"),
    }
}

const COMPARE: [&str; 8] =
    ["compare", "p.csv", "--score", "f1", "--first", "lr", "--second", "svm"];
const BY: [&str; 2] = ["--by", "site"];

#[test]
fn pairs_keep_their_swap_test_and_are_nearly_as_sure_as_on_all_samples() {
    let all = json(&COMPARE);
    let by = json(&[&COMPARE[..], &BY].concat());
    let expected = json!({"by": "site", "count": 3, "weights": "samples", "are": "fixed"});
    assert_eq!((&by["domains"], &by["paired"]), (&expected, &json!(true)));
    let [all, by] = [all, by].map(|of| of["pairs"][0].clone());
    for same in ["/values", "/difference/value", "/swap_test", "/discordant"] {
        assert_eq!(all.pointer(same), by.pointer(same), "{same}");
    }
    assert!(by["swap_test"]["two_sided"].is_string(), "{by}");
    // Strata hardly change what is known of the mean.
    let better = |of: &Value| number(&of["truly_better"]["lower"]);
    assert!((better(&all) - better(&by)).abs() < 0.03, "{all} {by}");
    // Without pairing less is known.
    let unpaired = json(&[&COMPARE[..], &BY, &["--unpaired"]].concat());
    let width = |of: &Value| {
        let interval = &of["difference"]["interval"];
        number(&interval["upper"]) - number(&interval["lower"])
    };
    assert!(width(&unpaired["pairs"][0]) > 1.1 * width(&by));
    assert!(unpaired.to_string().contains("the pairing is not known"), "{unpaired}");
}

#[test]
fn sampled_test_sets_are_clusters() {
    let clusters = json(&[&COMPARE[..], &["--cluster", "site"]].concat());
    let sampled = json(&[&COMPARE[..], &BY, &["--domains-are", "sampled"]].concat());
    assert_eq!(clusters["pairs"], sampled["pairs"]);
    assert_eq!(sampled["domains"]["are"], "sampled");
    let asked = ["confidence", "p.csv", "--score", "f1", "--draws", "5000"];
    let clusters = json(&[&asked[..], &["--cluster", "site"]].concat());
    let sampled = json(&[&asked[..], &BY, &["--domains-are", "sampled"]].concat());
    for (one, other) in [(&clusters, &sampled)] {
        for key in ["truly_best", "interval", "true_rank_interval", "tier"] {
            for k in 0..3 {
                assert_eq!(one["classifiers"][k][key], other["classifiers"][k][key], "{key}");
            }
        }
    }
    // With other weights than those of samples nothing is exchanged.
    let other = [&COMPARE[..], &BY, &["--domains-are", "sampled", "--weights", "equal"]].concat();
    let text = run(&other).succeeds();
    let reason = "no swap test: samples of different test sets have different weights";
    assert!(text.contains(reason), "{text}");
}

#[test]
fn the_best_on_the_mean_is_told_with_its_weights() {
    let asked = ["confidence", "p.csv", "--score", "f1", "--draws", "5000", "--by", "site"];
    let found = json(&asked);
    assert_eq!(found["domains"]["count"], json!(3));
    let rank = json(&["rank", "p.csv", "--score", "f1", "--by", "site"]);
    for classifier in found["classifiers"].as_array().expect("a list") {
        let ranking = rank["ranking"].as_array().expect("a list");
        let same = |of: &&Value| of["name"] == classifier["name"];
        assert_eq!(classifier["value"], ranking.iter().find(same).expect("it")["value"]);
        let interval = &classifier["interval"];
        let value = number(&classifier["value"]);
        assert!(number(&interval["lower"]) < value && value < number(&interval["upper"]));
    }
    let sum: f64 = (0..3)
        .map(|k| {
            let best = &found["classifiers"][k]["truly_best"];
            (number(&best["lower"]) + number(&best["upper"])) / 2.0
        })
        .sum();
    assert!((sum - 1.0).abs() < 0.05, "{sum}");
    let text = run(&[&asked[..], &["--weights", "equal"]].concat()).succeeds();
    assert!(text.contains("f1 on 3 test sets by site, weighted equally, with"), "{text}");
    assert!(text.contains("classifiers compared on the same samples"), "{text}");
    let text = run(&[&COMPARE[..], &BY].concat()).succeeds();
    assert!(text.contains("interchangeable on every sample"), "{text}");
}

#[test]
fn questions_about_one_test_are_refused() {
    for (more, words) in [
        (&["--anytime"][..], "--anytime is about one test set"),
        (&["--positives", "5", "--negatives", "5"], "the next test is about one test set"),
        (&["--exact"], "--exact is about one test set"),
        (&["--cluster", "site"], "cannot be used with"),
    ] {
        let (error, _) = run(&[&COMPARE[..], &BY, more].concat()).refused();
        assert!(error.contains(words), "{error}");
    }
    // Random weights need neither priors nor pairing.
    let confidence = ["confidence", "p.csv", "--score", "f1"];
    for (command, more) in [
        (&COMPARE[..], &["--unpaired"][..]),
        (&COMPARE, &["--pattern-mass", "4"]),
        (&confidence, &["--unpaired"]),
        (&confidence, &["--beta", "2,2"]),
        (&confidence, &["--model", "binomial"]),
    ] {
        let sampled = ["--domains-are", "sampled"];
        let (error, _) = run(&[command, &BY, &sampled, more].concat()).refused();
        assert!(error.contains(more[0]), "{error}");
    }
    let asked = ["confidence", "p.csv", "--score", "f1", "--by", "site", "--question", "next"];
    let (error, hint) = run(&asked).refused();
    assert_eq!(error, "there is no model of a further test of several test sets");
    assert!(hint.contains("--where"), "{hint}");
}

/// Positives of a test set without weight do not make a rate of the mean.
#[test]
fn test_sets_without_weight_say_nothing() {
    let table = "name,site,tn,fp,fn,tp\na,x,5,1,2,4\nb,x,4,2,1,5\na,y,6,2,0,0\nb,y,7,1,0,0\n";
    for are in ["fixed", "sampled"] {
        let asked = ["confidence", "s.csv", "--by", "site", "--weights", "x=0,y=1", "--quiet"];
        let asked = [&asked[..], &["--score", "tpr", "--domains-are", are]].concat();
        let (error, _) = Run::new(&asked).file("s.csv", table).refused();
        // One alone has a weight, and one is no sample of many.
        let words = if are == "fixed" { "positive" } else { "one test set says nothing" };
        assert!(error.contains(words), "{error}");
    }
}

/// Comparisons, and confidence, are verified with their test sets.
#[test]
fn a_verifier_asks_for_the_test_sets() {
    let verify = |text: String, more: &[&str]| {
        Run::new(&[&["verify", "r.json", "p.csv", "--quiet"], more].concat())
            .file("r.json", content(&text))
            .file("p.csv", table())
    };
    let text = run(&[&COMPARE[..], &BY, &["--format", "json"]].concat()).succeeds();
    let (error, hint) = verify(text, &["--ignore", "site"]).refused();
    assert!(error.contains("over several test sets") && hint.contains("--by COLUMN"), "{error}");
    let asked = ["confidence", "p.csv", "--score", "f1", "--format", "json"];
    let text = run(&[&asked[..], &BY].concat()).succeeds();
    let (error, hint) = verify(text, &["--ignore", "site"]).refused();
    assert!(error.contains("over several test sets") && hint.contains("--by COLUMN"), "{error}");
}
