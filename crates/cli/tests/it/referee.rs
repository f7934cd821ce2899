//! The published statements, examined, and examined again with their prints corrupted.

use exactile_papers::referee::{Ruling, Statement, Verdict, examine, published};
use serde_json::Value;

use crate::cli::Run;

const PAPERS: [&str; 4] = [
    include_str!("../../../../fixtures/published/the-tile.json"),
    include_str!("../../../../fixtures/published/never-mind-the-metrics.json"),
    include_str!("../../../../fixtures/published/foundations.json"),
    include_str!("../../../../fixtures/published/prediction-advantage-checks.json"),
];

#[test]
fn every_computed_verdict_is_the_recorded_one() {
    let examined = examine(published().expect("readable")).expect("decided");
    assert!(examined.len() > 180);
    for one in &examined {
        let id = &one.statement.id;
        assert!(one.as_recorded(), "{id}: {:?}", one.finding.decisive());
        for item in &one.finding.items {
            let evidence = (item.witness.is_some(), item.convention.is_some());
            let expected = match item.verdict {
                Verdict::Reproduced => (false, false),
                Verdict::Convention => (true, true),
                Verdict::Erratum => (true, false),
            };
            assert_eq!(evidence, expected, "{id}: {item:?}");
        }
    }
    let ids: std::collections::BTreeSet<&String> =
        examined.iter().map(|one| &one.statement.id).collect();
    assert_eq!(ids.len(), examined.len(), "names are unique");
    for number in 7..=113 {
        assert!(ids.contains(&format!("metrics/eq-{number}")), "equation {number} is examined");
    }
}

/// Gives a statement the names of its paper.
fn define(statement: &mut Value, symbols: &Value) {
    if let Some(parts) = statement["parts"].as_array_mut() {
        parts.iter_mut().for_each(|part| define(part, symbols));
    }
    if statement["kind"] == "identity" || statement["kind"] == "inequality" {
        let mut all = symbols.as_object().expect("names").clone();
        all.extend(statement["symbols"].as_object().cloned().unwrap_or_default());
        statement["symbols"] = Value::Object(all);
    }
}

fn finding(statement: &Value, symbols: &Value) -> Ruling {
    let mut statement = statement.clone();
    define(&mut statement, symbols);
    let statement: Statement = serde_json::from_value(statement).expect("a statement");
    statement.examine().expect("decided")
}

/// Each printed value, one at a time, off by a little.
fn corruptions(statement: &Value) -> Vec<Value> {
    let mut corrupted = Vec::new();
    if let Some(parts) = statement["parts"].as_array() {
        for (place, part) in parts.iter().enumerate() {
            for changed in corruptions(part) {
                let mut copy = statement.clone();
                copy["parts"][place] = changed;
                corrupted.push(copy);
            }
        }
        return corrupted;
    }
    let mut change = |path: &str| {
        let mut copy = statement.clone();
        let Some(printed) = copy.pointer_mut(path) else { return };
        *printed = match &*printed {
            Value::String(formula) => Value::String(format!("{formula} + 1/7")),
            Value::Number(number) => Value::from(number.as_u64().expect("a count") + 5),
            other => other.clone(),
        };
        if copy != *statement {
            corrupted.push(copy);
        }
    };
    match statement["kind"].as_str().expect("a kind") {
        "identity" => {
            for place in 0..statement["forms"].as_array().expect("forms").len() {
                change(&format!("/forms/{place}"));
            }
        }
        "contour" => ["/formulas/0", "/formulas/0/k >= 0", "/formulas/0/k < 0"]
            .map(change)
            .into_iter()
            .collect(),
        "meeting" => ["/alpha", "/delta"].map(change).into_iter().collect(),
        "equation" => change("/right"),
        "greatest" | "lattice-total" => change("/printed"),
        "mass" => change("/formula"),
        "multiplicity" => {
            for place in 0..statement["printed"].as_array().expect("counts").len() {
                change(&format!("/printed/{place}/count"));
            }
        }
        "operation" | "same-order" => ["/place/0", "/place/1"].map(change).into_iter().collect(),
        "frontier" => (0..3).for_each(|place| change(&format!("/coefficients/{place}"))),
        "no-skill-curve" => ["/left", "/right"].map(change).into_iter().collect(),
        "interpolation" => {
            for direction in ["horizontally", "vertically"] {
                let mut copy = statement.clone();
                let printed = copy[direction].as_str().expect("a formula").to_string();
                copy[direction] = Value::from(format!("({printed})^2"));
                corrupted.push(copy);
            }
        }
        "events" => {
            for number in ["unconditional", "conditional", "ranking", "canonical"] {
                change(&format!("/{number}"));
            }
            for row in 0..statement["table"].as_array().map_or(0, Vec::len) {
                let mut copy = statement.clone();
                let canonical = copy["table"][row]["canonical"].as_bool().expect("a flag");
                copy["table"][row]["canonical"] = Value::from(!canonical);
                corrupted.push(copy);
                for outcome in 0..4 {
                    let mut copy = statement.clone();
                    copy["table"][row]["importance"][outcome] = Value::from("1/7");
                    corrupted.push(copy);
                }
                let mut copy = statement.clone();
                copy["table"][row]["place"][0] = Value::from("1/7");
                corrupted.push(copy);
            }
        }
        "volume" => {
            for place in 0..statement["forms"].as_array().expect("forms").len() {
                change(&format!("/forms/{place}"));
            }
        }
        "spearman" => {
            let mut copy = statement.clone();
            copy["printed"] = Value::from("0.9");
            corrupted.push(copy);
        }
        "rates" => {
            for row in 0..4 {
                for outcome in 0..4 {
                    let mut copy = statement.clone();
                    copy["printed"][row][outcome] = Value::from("1/7");
                    corrupted.push(copy);
                }
            }
        }
        "rate-range" => {
            let mut copy = statement.clone();
            copy["from"] = Value::from("27/26");
            copy["to"] = Value::from("2");
            corrupted.push(copy);
        }
        "review" => {
            for row in 0..3 {
                ["tau_min", "tau_max"].iter().for_each(|tau| change(&format!("/rows/{row}/{tau}")));
            }
            for (row, test) in (0..3).flat_map(|row| (0..3).map(move |test| (row, test))) {
                let mut copy = statement.clone();
                let marks = copy["rows"][row]["tests"].as_str().expect("marks").chars();
                let flip = |mark| if mark == 'V' { 'X' } else { 'V' };
                let marks: String =
                    marks.enumerate().map(|(k, m)| if k == test { flip(m) } else { m }).collect();
                copy["rows"][row]["tests"] = Value::from(marks);
                corrupted.push(copy);
            }
        }
        "symmetry" => {
            for pair in statement["pairs"].as_array().expect("pairs") {
                // One pair at a time: the others must not be what turns the verdict.
                let mut copy = statement.clone();
                copy["pairs"] = Value::from(vec![pair.clone()]);
                copy["pairs"][0][0]["tau"] = Value::from("0.9");
                corrupted.push(copy);
            }
        }
        "convex-sets" => {
            for place in 0..statement["relations"].as_array().expect("relations").len() {
                let mut copy = statement.clone();
                copy["relations"][place] = Value::from("!=");
                corrupted.push(copy);
            }
        }
        "importance-at" => (0..4).for_each(|place| change(&format!("/printed/{place}/1"))),
        "ranking-scores" => {
            for row in 0..statement["rows"].as_array().expect("rows").len() {
                change(&format!("/rows/{row}/formula"));
                (0..4).for_each(|place| change(&format!("/rows/{row}/importance/{place}")));
            }
            for row in 0..statement["rows"].as_array().expect("rows").len() {
                let mut copy = statement.clone();
                let increasing = copy["rows"][row]["increasing"].as_bool().expect("a flag");
                copy["rows"][row]["increasing"] = Value::from(!increasing);
                corrupted.push(copy);
            }
        }
        "inequality" => {
            for place in 0..statement["claims"].as_array().expect("claims").len() {
                // One claim at a time: the others must not be what turns the verdict.
                let claim = statement["claims"][place].clone();
                let text = claim["claim"].as_str().expect("text");
                let mut copy = statement.clone();
                copy["claims"] = Value::from(vec![claim.clone()]);
                copy["claims"][0]["claim"] = Value::from(format!("{text} - 1"));
                corrupted.push(copy);
            }
        }
        "number" => {
            for place in 0..statement["numbers"].as_array().expect("numbers").len() {
                let mut copy = statement.clone();
                copy["numbers"] = Value::from(vec![statement["numbers"][place].clone()]);
                let printed = &mut copy["numbers"][0]["printed"];
                let text = printed.as_str().expect("text");
                *printed = Value::from(match text {
                    "negative" => "positive".to_string(),
                    "positive" => "negative".to_string(),
                    number => {
                        let (rest, last) = number.split_at(number.len() - 1);
                        let last: u8 = last.parse().expect("a digit");
                        format!("{rest}{}", (last + 5) % 10)
                    }
                });
                corrupted.push(copy);
            }
        }
        "best-constant" => {
            let wrong = if statement["best"] == "marginal" { "uniform" } else { "least" };
            let mut copy = statement.clone();
            copy["best"] = Value::from(wrong);
            corrupted.push(copy);
        }
        other => corruptions_of_laws(other, statement, &mut corrupted),
    }
    corrupted
}

/// The same for statements about shapes, orders and properties.
fn corruptions_of_laws(kind: &str, statement: &Value, corrupted: &mut Vec<Value>) {
    let mut change = |path: &str, value: Value| {
        let mut copy = statement.clone();
        *copy.pointer_mut(path).expect("a printed value") = value;
        corrupted.push(copy);
    };
    match kind {
        "range" => change("/greatest", "8/7".into()),
        "neighbours" => {
            change("/printed", 11.into());
            change("/squared_distance", "3".into());
        }
        "conics" => {
            change("/class", "hyperbola".into());
            change("/center/0", "1/3".into());
            change("/meet/0/0", "1/3".into());
            change("/depends_on/0", "colour".into());
        }
        "broader" => {
            let mut copy = statement.clone();
            copy["broader"] = statement["than"].clone();
            copy["than"] = statement["broader"].clone();
            corrupted.push(copy);
        }
        "stand-out" => change("/values", vec!["2"].into()),
        "most-probable" => {
            let mut copy = statement.clone();
            copy["printed"] = "1/7".into();
            corrupted.push(copy);
        }
        "order-laws" => {
            for (place, law) in statement["laws"].as_array().expect("laws").iter().enumerate() {
                let wrong = match law[1].as_str() {
                    Some("reflexive") => "irreflexive".into(),
                    Some("irreflexive") => "reflexive".into(),
                    Some("symmetric") => "asymmetric".into(),
                    Some("asymmetric") => "symmetric".into(),
                    Some(_) => "total".into(),
                    None => serde_json::json!({"converse-of": law[0]}),
                };
                change(&format!("/laws/{place}/1"), wrong);
            }
        }
        "small-worlds" if statement["claim"] == "induced-order" => {
            change("/claim", "induced-combinations".into());
        }
        "small-worlds" => change("/given", Vec::<Value>::new().into()),
        "score-conditions" => {
            let formula = statement["formula"].as_str().expect("a formula");
            change("/formula", format!("({formula})*(1 + p1*p2)").into());
        }
        "unfit" => {
            for place in 0..statement["scores"].as_array().expect("scores").len() {
                change(&format!("/scores/{place}/score"), "accuracy".into());
            }
        }
        "fit-on" => {
            for place in 0..statement["scores"].as_array().expect("scores").len() {
                change(&format!("/scores/{place}"), "mcc".into());
            }
        }
        "perfect" => change("/exceptions", Vec::<Value>::new().into()),
        "diversity" => change("/orderings", "equal".into()),
        "zone-shapes" => {
            change("/shapes", vec!["empty"].into());
            change("/half_planes", "first*second + 5".into());
        }
        "correlation-signs" => change("/null", Vec::<Value>::new().into()),
        "advantage-law" => {
            let wrong = match statement["law"].as_str().expect("a law") {
                "inverse-order" => "same-order",
                "at-most-one" => "at-most-zero",
                _ => "positive-for-constants",
            };
            change("/law", wrong.into());
        }
        "constant-suffices" => change("/loss", "1 - 1/(1 + (r - s)^2)".into()),
        "cost-constant" => change("/best", "mode".into()),
        other => panic!("no corruption is known for {other}"),
    }
}

/// Statements that cannot be decided have names of their own, and reasons.
#[test]
fn open_statements_are_listed_with_reasons() {
    let open = exactile_papers::referee::undecidable().expect("readable");
    let known = published().expect("readable");
    assert!(open.len() >= 10);
    for one in &open {
        assert!(known.iter().all(|statement| statement.id != one.id), "{}", one.id);
        assert!(!one.why.is_empty() && !one.says.is_empty(), "{}", one.id);
    }
    let json = Run::new(&["tables", "foundations/sec-6-classifiers", "--format", "json"]).json();
    assert_eq!(json["checks"], serde_json::json!([]));
    assert_eq!(
        json["undecidable"][0]["why"],
        "their performances are printed in another paper, not in this one"
    );
    let text = Run::new(&["tables", "foundations/sec-6-classifiers"]).succeeds();
    assert!(text.starts_with("foundations/sec-6-classifiers: cannot be decided here\n"), "{text}");
}

/// Every comparison can be confirmed: the products of the fractions are equal if and only if the
/// fractions are.
#[test]
fn witnesses_carry_products_of_integers() {
    let ids = ["metrics/b-3-name", "metrics/eq-36", "advantage/order", "tile/eq-15-proof"];
    let mut seen = 0;
    for one in examine(
        published().expect("readable").into_iter().filter(|s| ids.contains(&&*s.id)).collect(),
    )
    .expect("decided")
    {
        for item in &one.finding.items {
            let Some(compared) = &item.compared else { continue };
            let Some([left, right]) = &compared.products else { continue };
            let product = |text: &str| -> i128 {
                let (factors, product) = text.split_once(" = ").expect("an equation");
                let (x, y) = factors.split_once(" \u{b7} ").expect("two factors");
                let [x, y, product]: [i128; 3] =
                    [x, y, product].map(|n| n.parse().expect("integer"));
                assert_eq!(x * y, product, "{text}");
                product
            };
            let equal = product(left) == product(right);
            assert_eq!(equal, compared.left == compared.right, "{compared:?}");
            assert_eq!(equal, item.verdict == Verdict::Reproduced, "{item:?}");
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen}");
}

/// Every corrupted statement becomes an erratum; a check that cannot fail is worthless.
#[test]
fn every_corrupted_print_turns() {
    use rayon::prelude::*;
    for paper in PAPERS {
        let paper: Value = serde_json::from_str(paper).expect("JSON");
        let checks = paper["checks"].as_array().expect("checks");
        checks.par_iter().for_each(|statement| {
            let corrupted = corruptions(statement);
            assert!(!corrupted.is_empty(), "{}", statement["id"]);
            let intact = finding(statement, &paper["symbols"]);
            for copy in corrupted {
                let finding = finding(&copy, &paper["symbols"]);
                assert_ne!(finding.items, intact.items, "{copy}");
                assert_eq!(finding.verdict, Verdict::Erratum, "{copy}");
            }
        });
    }
}

/// A right verdict on record does not save a corrupted statement, nor a wrong one an intact one.
#[test]
fn the_record_plays_no_part_in_the_verdict() {
    let paper: Value = serde_json::from_str(PAPERS[1]).expect("JSON");
    for statement in paper["checks"].as_array().expect("checks").iter().take(20) {
        let before = finding(statement, &paper["symbols"]);
        for record in ["reproduced", "convention", "erratum"] {
            let mut copy = statement.clone();
            copy["recorded"] = Value::from(record);
            assert_eq!(finding(&copy, &paper["symbols"]), before);
        }
    }
}

#[test]
fn tables_prints_a_statement_in_full_and_lists_all() {
    let text = Run::new(&["tables", "metrics/count-100"]).succeeds();
    assert_eq!(
        text,
        "metrics/count-100: reproduced\n  the number of confusion matrices of size 100 (Figure 1, \
         Figure D.1 and Appendix D.1)\n  printed     176851\n    computed    176851 (reproduced)\n"
    );
    let json = Run::new(&["tables", "metrics/b-9-meeting", "--format", "json"]).json();
    assert_eq!(json["schema"], "exactile.tables.v1");
    assert_eq!(json["checks"][0]["verdict"], "erratum");
    assert_eq!(
        json["checks"][0]["corrected"],
        "all contours meet at (alpha, delta) = (1 - n/(n - p), n/(n - p))"
    );
    let list = Run::new(&["tables", "--list", "--format", "json"]).json();
    assert!(list["checks"].as_array().expect("a list").len() > 140);
    Run::new(&["tables", "metrics/eq-0"]).fails(
        "no published statement is called \"metrics/eq-0\"\nhint: see exactile tables --list",
    );
}
