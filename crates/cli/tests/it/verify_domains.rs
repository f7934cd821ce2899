//! `verify` accepts results about several test sets, and refuses each false change of them.

use exactile::{Classifier, ConfusionMatrix, Rational};
use exactile_verify::{Given, TestSets, prove};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::{Run, content};
use crate::verify_results::{check, false_changes_are_refused};

/// By test set, then by classifier.
type Counts = Vec<Vec<[u64; 4]>>;

/// Three classifiers in three test sets. Two are equal in the last one, and the first is equal to
/// itself in the first and in the second test set.
fn small() -> Counts {
    vec![
        vec![[5, 3, 1, 1], [6, 2, 2, 0], [4, 4, 0, 2]],
        vec![[5, 3, 1, 1], [7, 1, 1, 1], [5, 3, 2, 0]],
        vec![[3, 1, 2, 4], [3, 1, 2, 4], [2, 2, 1, 5]],
    ]
}

fn names(what: &str, count: usize) -> Vec<String> {
    (0..count).map(|k| format!("{what}{k}")).collect()
}

fn csv(counts: &Counts) -> String {
    let mut text = "name,site,tn,fp,fn,tp\n".to_owned();
    for (site, row) in names("s", counts.len()).iter().zip(counts) {
        for (name, [tn, fp, fn_, tp]) in names("c", row.len()).iter().zip(row) {
            text += &format!("{name},{site},{tn},{fp},{fn_},{tp}\n");
        }
    }
    text
}

/// The input of a result: its test sets, and the classifiers, whose matrices nothing is read from.
struct Input {
    sets: TestSets,
    classifiers: Vec<Classifier>,
}

impl Input {
    fn new(counts: &Counts, weights: &str) -> Self {
        let matrix = |&[tn, fp, fn_, tp]: &[u64; 4]| {
            ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
        };
        let matrices: Vec<Vec<ConfusionMatrix>> =
            counts.iter().map(|row| row.iter().map(matrix).collect()).collect();
        let classifiers = names("c", counts[0].len()).into_iter().zip(&matrices[0]);
        let classifiers =
            classifiers.map(|(name, matrix)| Classifier::new(name, matrix.clone())).collect();
        let sets = TestSets {
            by: "site".to_owned(),
            weights: weights.to_owned(),
            names: names("s", counts.len()),
            matrices,
            joint: None,
        };
        Self { classifiers, sets }
    }

    fn given(&self) -> Given<'_> {
        Given { classifiers: &self.classifiers, sets: Some(&self.sets), ..Given::default() }
    }
}

fn result(counts: &Counts, weights: &str, more: &[&str]) -> String {
    let asked = ["domains", "x.csv", "--by", "site", "--weights", weights, "--quiet"];
    let arguments = [&asked[..], more, &["--format", "json"]].concat();
    Run::new(&arguments).file("x.csv", csv(counts)).succeeds()
}

/// The program's check of a result about a table.
fn verify(text: &str, table: &str, more: &[&str]) -> Run {
    Run::new(&[&["verify", "r.json", "x.csv", "--quiet"], more].concat())
        .file("r.json", text)
        .file("x.csv", table)
}

/// Parts that were not asked for, and a point without the name of its score.
fn fewer_parts(_: &Value, place: &str, changed: &Value) -> bool {
    let key = |key: &str| changed.get(key).is_some();
    let map = ["classifier", "map", "pieces"].map(key);
    let point = ["at", "values", "agreement", "kendall"].map(key);
    place.is_empty()
        && map.iter().all(|has| *has == map[0])
        && point.iter().all(|has| *has == point[0])
}

#[test]
fn every_false_change_of_values_is_refused() {
    let counts = small();
    for (weights, asked) in [
        ("samples", &["--score", "ppv", "--vary", "s0"][..]),
        ("equal", &["--score", "f1", "--vary", "s2"]),
        ("s0=1,s1=2,s2=1/2", &["--at", "1/3,3/4", "--vary", "s1"]),
        ("s0=1,s1=0,s2=0", &["--score", "tpr"]),
        ("equal", &["--along", "f-beta"]),
        ("equal", &["--along", "decision"]),
    ] {
        let text = result(&counts, weights, asked);
        let input = Input::new(&counts, weights);
        false_changes_are_refused(&text, &input.given(), 200, fewer_parts);
    }
}

#[test]
fn every_false_change_of_gaps_is_refused() {
    let counts = small();
    let input = Input::new(&counts, "samples");
    let text = result(&counts, "samples", &["--gaps", "tpr,fpr"]);
    // What is drawn is left open, and which metrics were asked for is what the result says.
    let is_open = |document: &Value, place: &str, changed: &Value| {
        // Ends of rates are checked to some units of their last digit.
        let is_drawn = place.contains("_interval") || place.contains("/interval/");
        let other = changed["gaps"].as_array().is_some_and(|gaps| gaps.len() <= 2);
        let fewer = place == "/gaps" && other;
        is_drawn
            || fewer
            || place.ends_with("/level")
            || fewer_parts(document, place, changed)
            || place.starts_with("/gaps/") && changed.pointer(place).is_none()
    };
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["gaps"][0]["classifiers"][1]["least"], json!([0]));
    false_changes_are_refused(&text, &input.given(), 100, is_open);
}

#[test]
fn every_false_change_of_a_map_is_refused() {
    let counts = small();
    let input = Input::new(&counts, "samples");
    for (map, more) in [
        ("easiest", &["--area"][..]),
        ("hardest", &["--area"]),
        ("preponderant", &["--area"]),
        ("preponderant", &[]),
        ("bottleneck", &["--area"]),
    ] {
        let asked = [&["--classifier", "c0", "--map", map], more].concat();
        let text = result(&counts, "samples", &asked);
        false_changes_are_refused(&text, &input.given(), 150, fewer_parts);
    }
}

#[test]
fn every_false_change_of_the_regions_of_the_best_worst_is_refused() {
    for counts in [small(), three_sites()] {
        let text = result(&counts, "equal", &["--maximin"]);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert!(document["maximin"].as_array().is_some_and(|regions| regions.len() > 1), "{text}");
        let input = Input::new(&counts, "equal");
        assert!(check(&text, &input.given()).holds(), "{text}");
        // Those of one result may be listed in any order.
        let same_regions = |document: &Value, place: &str, changed: &Value| {
            let sorted = |document: &Value| {
                let mut all: Vec<String> = document["maximin"]
                    .as_array()
                    .map(|all| all.iter().map(Value::to_string).collect())
                    .unwrap_or_default();
                all.sort();
                all
            };
            let is_moved = place == "/maximin" && sorted(document) == sorted(changed);
            is_moved || fewer_parts(document, place, changed)
        };
        false_changes_are_refused(&text, &input.given(), 150, same_regions);
    }
}

#[test]
fn every_false_change_of_the_first_classifiers_is_refused() {
    for counts in [small(), three_sites()] {
        let text = result(&counts, "equal", &["--map", "agreement"]);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let zones = document["zones"].as_array().expect("a list");
        assert!(zones.len() > 1, "{text}");
        let input = Input::new(&counts, "equal");
        assert!(check(&text, &input.given()).holds(), "{text}");
        false_changes_are_refused(&text, &input.given(), 150, fewer_parts);
        // One zone less, and the columns of one in another.
        for k in 0..zones.len() {
            let mut less = document.clone();
            less["zones"].as_array_mut().expect("a list").remove(k);
            assert!(!check(&less.to_string(), &input.given()).holds(), "{less}");
            let mut mixed = document.clone();
            mixed["zones"][k]["columns"] = zones[(k + 1) % zones.len()]["columns"].clone();
            assert!(!check(&mixed.to_string(), &input.given()).holds(), "{mixed}");
        }
    }
}

#[test]
fn every_false_change_of_the_zones_is_refused() {
    let prior = Rational::new(1, 3);
    let counts = small();
    let input = Input::new(&counts, "equal");
    let given = Given { target_prior: Some(&prior), ..input.given() };
    let text = result(&counts, "equal", &["--unanimous", "--target-prior", "1/3"]);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let zones = document["unanimous"].as_array().expect("a list");
    assert!(zones.iter().any(|zone| zone["piece"]["dimension"] == json!(2)), "{text}");
    false_changes_are_refused(&text, &given, 250, fewer_parts);
    // At other priors, or without a common one, they are others.
    let other = Rational::new(1, 2);
    assert!(!check(&text, &Given { target_prior: Some(&other), ..given }).holds());
    assert!(!check(&text, &input.given()).holds());
}

/// Under several priors zones are columns with irrational ends; a class may be missing.
#[test]
fn zones_under_several_priors_are_proved() {
    let mut kinds = [0; 3];
    for counts in [
        vec![
            vec![[9, 1, 4, 6], [6, 4, 1, 9], [8, 2, 3, 7]],
            vec![[31, 9, 5, 5], [20, 20, 2, 8], [27, 13, 3, 7]],
        ],
        vec![vec![[5, 3, 1, 1], [6, 2, 2, 0]], vec![[8, 2, 0, 0], [7, 3, 0, 0]]],
        vec![vec![[4, 2, 1, 3], [5, 1, 1, 3]], vec![[5, 3, 1, 1], [4, 4, 1, 1]]],
    ] {
        let text = result(&counts, "equal", &["--unanimous"]);
        let input = Input::new(&counts, "equal");
        assert!(check(&text, &input.given()).holds(), "{text}");
        false_changes_are_refused(&text, &input.given(), 100, fewer_parts);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let zones = document["unanimous"].as_array().expect("a list");
        for (classifier, zone) in zones.iter().enumerate() {
            let columns = zone["columns"].as_array().expect("a list");
            kinds[0] += usize::from(columns.is_empty());
            let ends = columns.iter().flat_map(|column| [&column["from"], &column["to"]]);
            kinds[1] += ends.filter(|end| end.is_object()).count();
            kinds[2] += columns.iter().filter(|column| column["from"] == column["to"]).count();
            // One that stands twice is refused.
            for (k, column) in columns.iter().enumerate() {
                let mut twice = document.clone();
                let own = twice["unanimous"][classifier]["columns"].as_array_mut();
                own.expect("a list").insert(k, column.clone());
                assert!(!check(&twice.to_string(), &input.given()).holds(), "{twice}");
            }
        }
        let prior = Rational::new(1, 3);
        let shifted = Given { target_prior: Some(&prior), ..input.given() };
        assert!(!check(&text, &shifted).holds());
    }
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
}

fn three_sites() -> Counts {
    vec![
        vec![[50, 30, 10, 10], [60, 20, 13, 7], [40, 40, 5, 15]],
        vec![[50, 10, 20, 20], [48, 12, 15, 25], [52, 8, 25, 15]],
        vec![[30, 10, 5, 55], [31, 9, 8, 52], [28, 12, 4, 56]],
    ]
}

/// A stretch that is cut in two, or joined with the next one, is false although each of its numbers
/// may be one of the input.
#[test]
fn stretches_are_neither_cut_nor_joined() {
    let counts = vec![
        vec![[3, 2, 5, 2], [8, 8, 8, 7], [4, 2, 8, 1]],
        vec![[7, 7, 1, 8], [5, 4, 2, 6], [1, 1, 1, 9]],
    ];
    let text = result(&counts, "equal", &["--along", "decision"]);
    let input = Input::new(&counts, "equal");
    assert!(check(&text, &input.given()).holds());
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let stretches = document["worst_along"]["stretches"].as_array().expect("a list");
    assert!(stretches.len() > 2, "{text}");
    assert!(text.contains("sqrt"), "{text}");
    for k in 0..stretches.len() {
        let mut cut = document.clone();
        let along = &mut cut["worst_along"];
        let middle = json!("1/2");
        let mut second = stretches[k].clone();
        (second["from"], along["stretches"][k]["to"]) = (middle.clone(), middle.clone());
        let all = along["stretches"].as_array_mut().expect("a list");
        all.insert(k + 1, second);
        let one = json!({"position": middle, "classifiers": stretches[k]["classifiers"]});
        along["breaks"].as_array_mut().expect("a list").insert(k, one);
        assert!(!check(&cut.to_string(), &input.given()).holds(), "{k}");
        if k + 1 < stretches.len() {
            let mut joined = document.clone();
            let along = &mut joined["worst_along"];
            along["stretches"][k]["to"] = stretches[k + 1]["to"].clone();
            along["stretches"].as_array_mut().expect("a list").remove(k + 1);
            along["breaks"].as_array_mut().expect("a list").remove(k);
            assert!(!check(&joined.to_string(), &input.given()).holds(), "{k}");
        }
    }
}

/// At precision itself the second classifier has no value in the second test set, where it finds
/// nobody, and is the best.
#[test]
fn others_may_be_the_best_at_an_end_of_a_segment() {
    let counts = vec![vec![[5, 1, 3, 3], [6, 0, 3, 3]], vec![[6, 0, 0, 6], [6, 0, 6, 0]]];
    let text = result(&counts, "equal", &["--along", "f-beta"]);
    let input = Input::new(&counts, "equal");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let breaks = json!([{"position": "0", "classifiers": [1]}]);
    assert_eq!(document["worst_along"]["breaks"], breaks);
    false_changes_are_refused(&text, &input.given(), 200, fewer_parts);
    document["worst_along"]["breaks"] = json!([]);
    assert!(!check(&document.to_string(), &input.given()).holds());
    // Two that tie at recall alone.
    let counts = vec![vec![[6, 4, 5, 5], [8, 2, 5, 5]]];
    let text = result(&counts, "equal", &["--along", "f-beta"]);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let breaks = json!([{"position": "1", "classifiers": [0, 1]}]);
    assert_eq!(document["worst_along"]["breaks"], breaks);
    false_changes_are_refused(&text, &Input::new(&counts, "equal").given(), 200, fewer_parts);
}

/// A range with an irrational end: a digit or a sign of it changes the claim.
#[test]
fn irrational_weights_are_checked() {
    let counts = three_sites();
    let text = result(&counts, "samples", &["--score", "f1", "--vary", "s0"]);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["vary"]["to"]["exact"], "(312 + sqrt(4461220))/3362");
    let input = Input::new(&counts, "samples");
    false_changes_are_refused(&text, &input.given(), 300, fewer_parts);
}

#[test]
fn the_program_says_what_is_missing_or_other() {
    let counts = small();
    let text = result(&counts, "equal", &["--score", "f1"]);
    let verify = |more: &[&str]| {
        Run::new(&[&["verify", "r.json", "x.csv", "--quiet"], more].concat())
            .file("r.json", &text)
            .file("x.csv", csv(&counts))
    };
    let by = ["--by", "site", "--weights", "equal"];
    assert!(verify(&by).succeeds().starts_with("verified: exactile.domains.v1"));
    let (found, status) = verify(&["--by", "site", "--weights", "samples"]).status();
    assert_eq!(status, 1);
    assert!(found.contains("it is \"samples\", not \"equal\""), "{found}");
    // An input of one test set each does not have any to tell apart.
    let one = "name,tn,fp,fn,tp\nc0,5,3,1,1\nc1,6,2,2,0\nc2,4,4,0,2\n";
    let (what, hint) = Run::new(&["verify", "r.json", "x.csv"])
        .file("r.json", content(&text))
        .file("x.csv", one)
        .refused();
    assert!(what.contains("test sets") && hint.contains("--by COLUMN"), "{what}\n{hint}");
    let input = Input::new(&counts, "equal");
    let given = Given { sets: None, ..input.given() };
    assert!(prove(&text, &given).is_err());
}

/// A table of predictions in three test sets.
fn predictions() -> String {
    let mut table = "y_true,site,a,b,c\n".to_owned();
    for k in 0_u32..60 {
        let bit = |n: u32| (k * k * (n + 3) + k * n + 7) / (n + 2) % 2;
        let site = ["north", "south", "west"][(k % 7 % 3) as usize];
        table += &format!("{},{site},{},{},{}\n", bit(1), bit(2), bit(4), bit(1) ^ (k % 5 / 4));
    }
    table
}

/// The best classifier on the mean, truly: values are proved, and the form of what is drawn.
#[test]
fn confidence_in_means_is_checked() {
    let table = predictions();
    for (more, weights) in [
        (&["--domains-are", "fixed"][..], "samples"),
        (&["--domains-are", "fixed", "--unpaired"], "equal"),
        (&["--domains-are", "sampled"], "north=2,south=1,west=1"),
    ] {
        let by = ["--by", "site", "--weights", weights];
        let asked = "confidence x.csv --score tpr --draws 2000 --format json --quiet";
        let asked: Vec<&str> = asked.split(' ').collect();
        let text = Run::new(&[&asked, &by[..], more].concat()).file("x.csv", &table).succeeds();
        let verify = |text: &str, by: &[&str]| verify(text, &table, by);
        let found = verify(&text, &by).succeeds();
        assert!(found.contains("the values of 3 classifiers by tpr"), "{found}");
        assert!(found.contains("not proved  intervals of true values"), "{found}");
        let (what, hint) = verify(&content(&text), &[]).refused();
        assert!(
            what.contains("several test sets") && hint.contains("--by COLUMN"),
            "{what} {hint}"
        );
        let document: Value = serde_json::from_str(&text).expect("JSON");
        for (place, other) in [
            ("/paired", json!(document["paired"] == json!(false))),
            ("/positives", json!(31)),
            ("/model", json!("none")),
            ("/assumption", json!("classifiers compared on the same samples")),
            ("/next/missing", json!("it was not asked for")),
            ("/domains/weights", json!("north=1,south=1,west=2")),
            ("/domains/are", json!("drawn")),
            ("/classifiers/1/value", json!("1/3")),
            ("/classifiers/0/tier", json!(3)),
            ("/classifiers/2/first_alone", json!({"lower": "0.1", "upper": "0.2"})),
        ] {
            let mut false_one = document.clone();
            *false_one.pointer_mut(place).expect(place) = other;
            let (found, status) = verify(&false_one.to_string(), &by).status();
            assert_eq!(status, 1, "{place}: {found}");
        }
    }
}

/// Comparisons of mean performances: fixed or sampled test sets, with the weights of samples or
/// others, on the same samples or taken as independent.
#[test]
fn comparisons_of_means_are_proved() {
    let table = predictions();
    let places = [
        "/paired",
        "/positives",
        "/assumption",
        "/domains/by",
        "/domains/count",
        "/domains/weights",
        "/domains/are",
        "/pairs/0/values/first",
        "/pairs/1/difference/value",
        "/pairs/0/discordant/positives/0",
        "/pairs/0/next_undefined",
        "/pairs/2/swap_test/two_sided",
        "/pairs/2/swap_test/holm",
        "/pairs/1/swap_test_undefined",
    ];
    let mut refused = [0; 14];
    for (more, weights, said) in [
        (&["--domains-are", "fixed"][..], "samples", "3 swap tests"),
        (&["--domains-are", "fixed", "--unpaired"], "samples", "that 3 pairs are listed"),
        (&["--domains-are", "fixed"], "equal", "that 3 pairs are listed"),
        (&["--domains-are", "sampled"], "samples", "3 swap tests by clusters"),
        (&["--domains-are", "sampled"], "north=2,south=1,west=1", "that 3 pairs are listed"),
    ] {
        let by = ["--by", "site", "--weights", weights];
        let asked = ["compare", "x.csv", "--score", "f1", "--format", "json", "--quiet"];
        let text = Run::new(&[&asked, &by[..], more].concat()).file("x.csv", &table).succeeds();
        let verify = |text: &str, by: &[&str]| verify(text, &table, by);
        let found = verify(&text, &by).succeeds();
        assert!(found.contains(said) && found.contains("not proved  what was drawn"), "{found}");
        let (what, hint) = verify(&content(&text), &[]).refused();
        assert!(
            what.contains("several test sets") && hint.contains("--by COLUMN"),
            "{what} {hint}"
        );
        let document: Value = serde_json::from_str(&text).expect("JSON");
        for (place, refused) in places.iter().zip(&mut refused) {
            let mut false_one = document.clone();
            let Some(member) = false_one.pointer_mut(place) else { continue };
            *member = match &*member {
                Value::Bool(known) => json!(!known),
                Value::Number(known) => json!(known.as_u64().expect("a count") + 1),
                Value::String(known) if known == "fixed" => json!("sampled"),
                Value::String(known) if known == "sampled" => json!("fixed"),
                known => json!(format!("{}1", known.as_str().unwrap_or_default())),
            };
            let (found, status) = verify(&false_one.to_string(), &by).status();
            assert_eq!(status, 1, "{place}: {found}");
            *refused += 1;
        }
    }
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
}

/// Counts with many ties and empty classes.
fn any_counts() -> impl Strategy<Value = Counts> {
    (1_usize..5, 1_usize..5).prop_flat_map(|(sets, classifiers)| {
        let matrix = prop::array::uniform4(0_u64..4).prop_map(|[tn, fp, fn_, tp]| {
            if tn + fp + fn_ + tp == 0 { [1, 0, 0, 1] } else { [tn, fp, fn_, tp] }
        });
        prop::collection::vec(prop::collection::vec(matrix, classifiers), sets)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn true_results_are_accepted(
        counts in any_counts(), (a, b) in (0_u64..=4, 0_u64..=4), set in 0_usize..4,
    ) {
        let input = Input::new(&counts, "equal");
        let set = format!("s{}", set % counts.len());
        let at = format!("{a}/4,{b}/4");
        let run = |more: &[&str]| {
            let asked = ["domains", "x.csv", "--by", "site", "--weights", "equal", "--quiet"];
            let arguments = [&asked[..], more, &["--format", "json"]].concat();
            Run::new(&arguments).file("x.csv", csv(&counts)).output()
        };
        let target = ["--target-prior", "2/5"];
        let prior = Rational::new(2, 5);
        for more in [
            vec!["--at", &at],
            vec!["--at", &at, "--vary", &set],
            vec!["--classifier", "c0", "--map", "preponderant", "--area"],
            vec!["--classifier", "c0", "--map", "bottleneck"],
            vec!["--classifier", "c0", "--map", "easiest", "--area"],
            vec!["--classifier", "c0", "--map", "hardest"],
            vec!["--unanimous"],
            vec!["--along", "decision"],
            vec!["--along", "f-beta"],
            vec!["--maximin"],
            vec!["--map", "agreement"],
        ] {
            for target in [&[][..], &target] {
                let (output, _folder) = run(&[&more, target].concat());
                // Empty classes have no values, and cannot be shifted.
                if output.status.code() != Some(0) {
                    continue;
                }
                let text = String::from_utf8(output.stdout).expect("UTF-8");
                let target_prior = (!target.is_empty()).then_some(&prior);
                let found = check(&text, &Given { target_prior, ..input.given() });
                prop_assert!(found.holds(), "{more:?} {:?}\n{text}", found.failures);
            }
        }
    }
}
