//! Infinity is a value: scores of one order have the same ranks and counts, whatever values are
//! infinite.

use serde_json::Value;

use crate::cli::Run;

/// Metrics of one order on one lattice, of which some are infinite where others are not.
const FAMILIES: [&[&str]; 3] = [
    &["ppv-bal", "plr", "log-plr", "scaled-log-plr"],
    &["nlr", "log-nlr", "scaled-log-nlr"],
    &["dor", "log-dor", "scaled-log-dor"],
];

/// No false alarm, no hit, nobody positive, everybody positive, and what is usual.
const EXTREMES: &str = "\
name,tn,fp,fn,tp
perfect,5,0,0,4
careful,5,0,2,2
blind,4,1,4,0
silent,5,0,4,0
loud,0,5,0,4
usual,4,1,1,3
wrong,0,5,4,0
";

fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    Run::new(&arguments).file("x.csv", EXTREMES).json()
}

/// Asserts that one question has the same answer for each member of a family, without the parts
/// that show values.
fn is_one_answer(question: impl Fn(&str) -> Value) {
    for family in FAMILIES {
        let expected = question(family[0]);
        for metric in &family[1..] {
            assert_eq!(question(metric), expected, "{metric} and {}", family[0]);
        }
    }
}

fn each(list: &Value, keys: &[&str]) -> Value {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| keys.iter().map(|key| item[key].clone()).collect::<Value>()).collect()
}

#[test]
fn confluences_and_distributions_group_infinite_values_as_others() {
    for (positives, negatives) in [("4", "5"), ("3", "7")] {
        let sizes = ["--positives", positives, "--negatives", negatives];
        is_one_answer(|metric| {
            let found =
                json(&[&["lattice", "confluence", "--metric", metric], &sizes[..]].concat());
            each(&found["values"], &["count"])
        });
        is_one_answer(|metric| {
            let counts = ["--tp", "3", "--fp", "0", "--fn", "1", "--tn", "4"];
            let arguments = [&["lattice", "pmf", "--metric", metric], &counts[..], &sizes].concat();
            let found = json(&arguments);
            let masses = each(&found["values"], &["count", "mass", "cumulative"]);
            [masses, found["undefined"].clone(), found["interval"]["mass"].clone()]
                .into_iter()
                .collect()
        });
    }
}

#[test]
fn comparisons_and_ranks_count_infinite_values() {
    is_one_answer(|metric| {
        json(&["lattice", "compare", "x.csv", "--metric", metric])["pairs"].clone()
    });
    is_one_answer(|metric| {
        let found = json(&["confidence", "x.csv", "--question", "next", "--score", metric]);
        let keys = ["name", "first_alone", "first_tied", "undefined", "expected_rank", "ranks"];
        [each(&found["classifiers"], &keys), found["pairs"].clone()].into_iter().collect()
    });
}

#[test]
fn correlations_over_the_tile_do_not_depend_on_the_form_of_a_score() {
    for family in FAMILIES {
        let own = |metric: &str| {
            let arguments = ["tile", "x.csv", "--flavor", "correlation", "--grid", "6"];
            let arguments = [&arguments[..], &["--score", metric, "--show", "legend"]].concat();
            let svg = Run::new(&arguments).file("x.csv", EXTREMES).succeeds();
            let document = roxmltree::Document::parse(&svg).expect("XML");
            // Of all texts, the title alone has the metric's name.
            let texts = document.descendants().filter_map(|node| node.text().map(str::trim));
            let texts = texts.filter(|text| !text.starts_with("\u{3c4} with ")).map(str::to_owned);
            let paths = document.descendants().filter(|node| node.has_tag_name("path"));
            let attribute =
                |node: roxmltree::Node<'_, '_>, name| node.attribute(name).map(str::to_owned);
            let paths = paths.flat_map(|node| [attribute(node, "d"), attribute(node, "fill")]);
            let found: Vec<String> = texts.chain(paths.flatten()).collect();
            assert!(found.iter().any(|text| text.ends_with(" undefined")), "{metric}: {found:?}");
            found
        };
        for metric in &family[1..] {
            assert_eq!(own(metric), own(family[0]), "{metric} and {}", family[0]);
        }
    }
}

#[test]
fn what_infinite_values_leave_undefined_has_its_reason() {
    let arguments = ["lattice", "pmf", "--tp", "1", "--fp", "1", "--fn", "1", "--tn", "1"];
    let of = |metric: &str| json(&[&arguments[..], &["--metric", metric]].concat());
    let reason = |found: &Value, key: &str| found["without_value"][key].as_str().map(str::to_owned);
    let both = of("log-dor");
    assert_eq!((&both["mean"], &both["variance"]), (&Value::Null, &Value::Null));
    assert_eq!(
        reason(&both, "mean").as_deref(),
        Some("minus infinity and infinity both have mass")
    );
    assert_eq!(reason(&both, "variance").as_deref(), Some("infinite values have mass"));
    let above = of("dor");
    assert_eq!(above["mean"], "inf");
    assert_eq!(reason(&above, "mean"), None);
    assert_eq!(
        (&above["narrowest_interval"], reason(&above, "narrowest_interval").as_deref()),
        (&Value::Null, Some("all finite values together hold less than the level"))
    );
    assert_eq!(of("f1")["without_value"], Value::Null);
    let text = Run::new(&[&arguments[..], &["--metric", "dor"]].concat()).succeeds();
    assert!(text.contains("none"), "{text}");
    assert!(text.contains("infinite values have mass"), "{text}");
}
