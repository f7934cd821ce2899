//! Expected cost and net benefit of classifiers: beside rankings and comparisons, and as metrics.

use exactile::Rational;
use serde_json::{Value, json};

use crate::cli::Run;

const SAMPLES: &str =
    "y_true,a,b\n1,1,1\n1,1,0\n1,1,1\n1,0,1\n0,0,0\n0,1,0\n0,0,0\n0,1,0\n0,0,0\n0,0,1\n";
/// `tn, fp, fn, tp` of both.
const COUNTS: [[i64; 4]; 2] = [[4, 2, 1, 3], [5, 1, 1, 3]];

fn cost([_, fp, fn_, _]: [i64; 4]) -> Rational {
    Rational::new(fp + 5 * fn_, 10)
}

fn benefit([_, fp, _, tp]: [i64; 4]) -> Rational {
    Rational::new(5 * tp - fp, 50)
}

fn run(arguments: &[&str]) -> Run {
    let (command, rest) = arguments.split_first().expect("a command");
    Run::new(&[&[*command, "s.csv"], rest].concat()).file("s.csv", SAMPLES)
}

#[test]
fn costs_are_stated_beside_what_they_order() {
    let asked = ["--cost-fp", "1", "--cost-fn", "5", "--format", "json"];
    let ranked = run(&[&["rank"], &asked[..]].concat()).json();
    let compared = run(&[&["compare"], &asked[..]].concat()).json();
    for found in [&ranked, &compared] {
        assert_eq!(found["costs"], json!({"fp": "1", "fn": "5"}));
        assert_eq!(found["flag_everybody"], json!({"expected_cost": "3/5", "net_benefit": "7/25"}));
        assert_eq!(found["flag_nobody"], json!({"expected_cost": "2", "net_benefit": "0"}));
    }
    let check = |entry: &Value, counts| {
        assert_eq!(entry["expected_cost"], cost(counts).to_string());
        assert_eq!(entry["net_benefit"], benefit(counts).to_string());
    };
    // The second one is first.
    assert_eq!(ranked["ranking"][0]["name"], "b");
    for k in [0, 1] {
        check(&ranked["ranking"][1 - k], COUNTS[k]);
        check(&compared["classifiers"][k], COUNTS[k]);
    }
    assert_eq!(compared["metric"], "r(5/6,5/6)");
    let text = run(&[&["compare"], &asked[..4]].concat()).succeeds();
    let line = "  expected cost 0.600 against 0.700; net benefit per 100 samples 28.0 against \
                26.0; everybody flagged costs 0.600, nobody 2.000\n";
    assert!(text.contains(line), "{text}");
    let csv = run(&["rank", "--cost-fp", "1", "--cost-fn", "5", "--format", "csv"]).succeeds();
    assert!(csv.contains(",expected_cost,expected_cost_decimal,net_benefit,"), "{csv}");
    // A point alone has no costs, and a miss that is free no net benefit.
    let at = run(&["rank", "--at", "5/6,5/6", "--format", "json"]).json();
    assert_eq!((at.get("costs"), at["ranking"][0].get("expected_cost")), (None, None));
    let free = run(&["rank", "--cost-fp", "2", "--cost-fn", "0", "--format", "json"]).json();
    assert_eq!(free["flag_everybody"], json!({"expected_cost": "6/5"}));
}

#[test]
fn results_with_costs_are_verified_and_name_the_command() {
    for command in ["rank", "compare"] {
        let result = run(&[command, "--cost-fp", "0.5", "--cost-fn", "2", "--format", "json"]);
        let result = result.succeeds();
        let whole: Value = serde_json::from_str(&result).expect("JSON");
        let told = format!("exactile {command} --cost-fp 0.5 --cost-fn 2");
        assert_eq!(whole["provenance"]["command"], told);
        let verify = |result: &str| {
            Run::new(&["verify", "r.json", "s.csv"]).file("s.csv", SAMPLES).file("r.json", result)
        };
        verify(&result).succeeds();
        let list = if command == "rank" { "ranking" } else { "classifiers" };
        for (path, wrong) in [
            (format!("/{list}/0/expected_cost"), json!("1/7")),
            (format!("/{list}/1/net_benefit"), json!("1/7")),
            ("/flag_everybody/expected_cost".to_owned(), json!("1/7")),
            ("/costs/fn".to_owned(), json!("3")),
        ] {
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).expect("a member") = wrong;
            let (text, status) = verify(&changed.to_string()).status();
            assert_eq!(status, 1, "{path}: {text}");
        }
    }
}

#[test]
fn expected_cost_and_net_benefit_are_metrics() {
    let asked = "expected-cost(1,5),net-benefit(1/6)";
    let found = run(&["score", "--metric", asked, "--format", "json"]).json();
    for (k, counts) in COUNTS.into_iter().enumerate() {
        let scores = &found["classifiers"][k]["scores"];
        assert_eq!(scores["expected-cost(1,5)"]["value"], cost(counts).to_string(), "{found}");
        assert_eq!(scores["net-benefit(1/6)"]["value"], benefit(counts).to_string());
    }
    // Both are the ranking score at (5/6, 5/6), turned and stretched: one swap test, one
    // probability.
    let pair = |metric: &str| {
        let found = run(&["compare", "--metric", metric, "--format", "json"]).json();
        let pair = &found["pairs"][0];
        [&pair["swap_test"]["two_sided"], &pair["truly_better"]["lower"], &pair["next"]["better"]]
            .map(Value::to_string)
    };
    let expected = pair("r(5/6,5/6)");
    assert_eq!(pair("expected-cost(1,5)"), expected);
    assert_eq!(pair("net-benefit(1/6)"), expected);
    let difference = |metric: &str| {
        let found = run(&["compare", "--metric", metric, "--format", "json"]).json();
        found["pairs"][0]["difference"]["value"].as_str().expect("a fraction").to_owned()
    };
    // Positive where the first is better, for costs too.
    assert_eq!(difference("expected-cost(1,5)"), "-1/10");
    assert_eq!(difference("net-benefit(1/6)"), "-1/50");
    for wrong in ["net-benefit(1)", "expected-cost(0,0)", "expected-cost(-1,2)"] {
        let (what, _) = run(&["score", "--metric", wrong]).refused();
        assert!(what.contains(wrong), "{what}");
    }
}
