//! `verify` evaluates the printed formulas of `tables`, and refuses each false change.

use exactile_verify::{Given, prove};
use serde_json::{Value, json};

use crate::cli::Run;
use crate::verify_results::{check, false_changes_are_refused};

fn made(ids: &[&str]) -> Value {
    let arguments = [&["tables", "--quiet", "--format", "json"], ids].concat();
    Run::new(&arguments).json()
}

/// Returns the reason why the result is refused; empty if it is not.
fn reason(document: &Value) -> String {
    let found = check(&document.to_string(), &Given::default());
    found.failures.first().map(|failure| failure.reason.clone()).unwrap_or_default()
}

/// The result with another value at a place.
fn with(document: &Value, place: &str, value: Value) -> Value {
    let mut changed = document.clone();
    *changed.pointer_mut(place).expect("a place") = value;
    changed
}

/// Words may be others, a formula or a place that cannot be read leaves its comparison open, and
/// nothing need have been asked for.
fn may_be_true(document: &Value, place: &str, changed: &Value) -> bool {
    const OPEN: [&str; 14] = [
        "source",
        "says",
        "why",
        "recorded",
        "computed",
        "witness",
        "corrected",
        "convention",
        "id",
        "settles",
        "at",
        "printed",
        "checks",
        "items",
    ];
    let rest = |of: &Value| {
        let mut of = of.pointer(place).expect("the place").clone();
        if let Some(of) = of.as_object_mut() {
            of.retain(|key, _| key != "compared" && !OPEN.contains(&key.as_str()));
        }
        of
    };
    let keys = |of: &Value| of.pointer(place).and_then(Value::as_object).map(serde_json::Map::len);
    let has = |of: &Value, key: &str| of.pointer(&format!("{place}/{key}")).is_some();
    let is_left_out =
        ["compared", "corrected"].iter().any(|key| has(document, key) && !has(changed, key));
    OPEN.contains(&place.rsplit('/').next().unwrap_or_default())
        || rest(document) == rest(changed) && (keys(document) == keys(changed) || is_left_out)
        || is_as_true(document, place, changed)
}

/// An irrational number may have another form, sides that are equal may be exchanged, and of a
/// formula alone that does not hold the left side is what is true, which no formula says.
fn is_as_true(document: &Value, place: &str, changed: &Value) -> bool {
    let text = |of: &Value, place: &str| of.pointer(place)?.as_str().map(str::to_owned);
    let both = text(document, place).zip(text(changed, place));
    let is_equal = both.is_some_and(|(one, other)| {
        let forms = ["0{}", " {}", "+{}", "({})", "{}/1"].map(|form| form.replace("{}", &one));
        one.contains(['l', 's']) && forms.contains(&other)
    });
    let item = place.strip_suffix("/compared/left").unwrap_or_default();
    let is_alone = text(document, &format!("{item}/printed"))
        .is_some_and(|said| [" = ", " <"].iter().all(|sign| !said.contains(sign)));
    let is_erratum =
        text(document, &format!("{item}/verdict")).is_some_and(|verdict| verdict == "erratum");
    let end = |of: &Value, key: &str| text(of, &format!("{place}/{key}"));
    let are_exchanged = end(document, "left").is_some()
        && end(document, "left") == end(changed, "right")
        && end(document, "right") == end(changed, "left");
    is_equal || is_alone && is_erratum || are_exchanged
}

#[test]
fn every_false_change_of_tables_is_refused() {
    // Fractions, logarithms, roots, two cases and verdicts of each kind.
    for ids in [
        &["metrics/eq-13", "metrics/eq-34", "metrics/eq-95", "metrics/eq-92", "tile/a-1-5-npv"][..],
        &[
            "metrics/c-5-rewritten",
            "metrics/eq-65",
            "metrics/eq-97",
            "advantage/order",
            "metrics/eq-60",
        ],
    ] {
        let mut document = made(ids);
        // Of words only the form is known.
        for check in document["checks"].as_array_mut().expect("a list") {
            (check["source"], check["says"]) = (json!(""), json!(""));
        }
        refused(&document, 500);
    }
}

/// As [`false_changes_are_refused`], but that more changes of words may be true.
fn refused(document: &Value, at_least: usize) {
    false_changes_are_refused(&document.to_string(), &Given::default(), at_least, may_be_true);
}

#[test]
fn most_comparisons_of_a_paper_are_proved() {
    let text = made(&["metrics"]).to_string();
    let run = |arguments: &[&str]| {
        Run::new(&[&["verify", "r.json"], arguments].concat()).file("r.json", &text).status()
    };
    let (said, status) = run(&[]);
    assert_eq!(status, 0, "{said}");
    for proved in [
        "proved      the sides of 110 of 127 comparisons at a place, from the printed formulas\n",
        "proved      that 18 formulas said to be without a value cannot be evaluated\n",
        "proved      verdicts that follow from those of the items, of 168 statements\n",
        "not proved  17 comparisons of formulas with names that are not known here",
    ] {
        assert!(said.contains(proved), "{said}");
    }
}

#[test]
fn sides_are_the_values_of_their_formulas() {
    let document = made(&["metrics/eq-33", "metrics/eq-81", "metrics/eq-95", "metrics/eq-106"]);
    let item = |k: usize, key: &str| format!("/checks/{k}/items/0/{key}");
    let reproduced = "compared: the statement does not hold there";
    for (place, value, expected) in [
        (item(0, "printed"), json!("(TP - TN)/N"), "right: the formula gives -1/2"),
        (item(0, "compared/at"), json!("tp 0, fp 2, fn 0, tn 1"), "right: the formula gives 1/3"),
        (item(0, "compared/left"), json!("2/4"), "\"products\" is unknown"),
        (item(0, "compared/left"), json!("1/3"), "compared.products[1]: it is"),
        (item(0, "compared/products/0"), json!("1 · 2 = 3"), "compared.products[0]: it is"),
        (
            item(3, "compared/at"),
            json!("tp 1, fp 1, fn 1, tn 0, k = 1/2"),
            "right: the formula gives",
        ),
        (item(1, "compared/right"), json!("(ln(2))/(ln(8))"), reproduced),
        (item(2, "compared/left"), json!("-1/2"), "\"products\" is missing"),
        (item(2, "compared/right"), json!("-1/3 sqrt(3)"), "compared: the statement holds there"),
    ] {
        let mut changed = with(&document, &place, value.clone());
        if place.ends_with("printed") {
            changed["checks"][0]["printed"] = value;
        }
        let said = reason(&changed);
        assert!(said.contains(expected), "{place}: {said}");
    }
}

#[test]
fn a_witness_of_no_value_has_none() {
    let document = made(&["metrics/eq-113"]);
    let witness = document["checks"][0]["witness"].as_str().expect("a witness").to_owned();
    assert!(witness.contains("division by zero in 1/(1 + (n/p)*(FPR/TPR))"), "{witness}");
    let other =
        witness.replace("fn 1", "fn 1, tp 1").replace("tp 0, ", "").replace("fn 0", "fn 1, tp 1");
    let mut changed = with(&document, "/checks/0/witness", json!(other));
    assert!(reason(&changed).contains("checks[0].witness: it is"), "{}", reason(&changed));
    changed["checks"][0]["items"][0]["witness"] = json!(other);
    assert!(reason(&changed).contains("the formula has a value there"), "{other}");
}

#[test]
fn verdicts_follow_from_items() {
    let document = made(&["metrics/eq-34", "metrics/eq-95"]);
    for (place, value, expected) in [
        ("/checks/0/verdict", json!("reproduced"), "checks[0].verdict: it is \"convention\""),
        ("/checks/1/verdict", json!("convention"), "checks[1].verdict: it is \"erratum\""),
        ("/checks/0/convention", Value::Null, "checks[0].convention: it is"),
        ("/checks/0/items/0/verdict", json!("reproduced"), "checks[0].items[0]: the key"),
        ("/checks/0/items/1/verdict", json!("erratum"), "the key \"witness\" is missing"),
        ("/checks/0/items", json!([]), "checks[0].items: items should stand here"),
        ("/checks/1/id", json!("metrics/eq-34"), "checks[1].id: it stands twice"),
        ("/checks", json!([]), "checks: no statement stands here"),
    ] {
        let said = reason(&with(&document, place, value));
        assert!(said.contains(expected), "{place}: {said}");
    }
    // Statements that are not examined are no proof of anything.
    let open = made(&["tile/example-3"]);
    assert_eq!(open["checks"], json!([]));
    assert!(prove(&open.to_string(), &Given::default()).is_err());
}

#[test]
fn formulas_that_would_take_for_ever_are_not_evaluated() {
    let document = made(&["metrics/eq-33"]);
    let deep = format!("{}9{}", "(".repeat(20), ")^9".repeat(20));
    let (long, nested) = ("1".repeat(5_000), "(".repeat(9_000));
    for printed in ["9^9^9^9", "2^99999999", "tp.__class__", "fn()", &deep, &long, &nested] {
        let mut changed = with(&document, "/checks/0/items/0/printed", json!(printed));
        changed["checks"][0]["printed"] = json!(printed);
        let found = check(&changed.to_string(), &Given::default());
        assert!(found.holds() && found.not_proved[0].starts_with("1 comparison"), "{found:?}");
    }
}
