//! `verify` accepts what `regions` makes, and nothing that differs from it in one place.

use exactile::render::regions_json;
use exactile::tile::PieceSource;
use exactile::verify::{Verification, verify};
use exactile::{
    Classifier, ConfusionMatrix, RankFilter, Rational, Regions, Selection, UnequalRegions,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::support::{classifiers, q, small_sets};

fn document(regions: &impl PieceSource, selection: &Selection) -> Value {
    let mut text = Vec::new();
    regions_json(regions, selection, &mut text, || ()).expect("written");
    serde_json::from_slice(&text).expect("JSON")
}

fn check(document: &Value, classifiers: &[Classifier]) -> Verification {
    verify(&document.to_string(), classifiers).expect("JSON")
}

fn selection(ranks: &[u32], classifiers: Option<Vec<usize>>, areas: bool) -> Selection {
    Selection { ranks: RankFilter::holding(ranks.iter().copied()), classifiers, areas }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_regions_makes_is_accepted(
        set in small_sets(),
        prior in prop::option::of(1_i64..9),
        ranks in prop::collection::vec(1_u32..10, 0..3),
        only in prop::option::of(0_usize..9),
        areas: bool,
    ) {
        let regions = match prior {
            None => Regions::new(set.clone()),
            Some(prior) => Regions::with_target_prior(set.clone(), &q(prior, 9)),
        };
        let only = only.map(|wanted| vec![wanted % set.len()]);
        let document = document(&regions.expect("sound"), &selection(&ranks, only, areas));
        let found = check(&document, &set);
        prop_assert!(found.holds(), "{:?}\n{document}", found.failures);
    }

    #[test]
    fn any_one_change_is_refused(
        set in small_sets(), prior in 1_i64..9, areas: bool, which: [prop::sample::Index; 2],
    ) {
        let regions = Regions::with_target_prior(set.clone(), &q(prior, 9)).expect("sound");
        let document = document(&regions, &selection(&[], None, areas));
        let places = places(&document);
        let place = which[0].get(&places);
        let changed: Vec<Value> = changed_at(&document, place).collect();
        prop_assume!(!changed.is_empty());
        let changed = which[1].get(&changed);
        prop_assert!(!check(changed, &set).holds(), "{place}\n{changed}");
    }
}

/// Classifiers with priors of their own, level and upright frontiers and crossings being likely.
fn unequal_sets() -> impl Strategy<Value = Vec<Classifier>> {
    let class = || (0_u64..4, 0_u64..4).prop_filter("samples", |(x, y)| x + y > 0);
    prop::collection::vec((class(), class()), 2..6)
        .prop_filter("different priors", |counts| {
            let odds = |((tn, fp), (fn_, tp)): &((u64, u64), (u64, u64))| (tn + fp, fn_ + tp);
            let (n, p) = odds(&counts[0]);
            counts.iter().any(|one| odds(one).0 * p != odds(one).1 * n)
        })
        .prop_map(|counts| {
            counts
                .into_iter()
                .enumerate()
                .map(|(k, ((tn, fp), (fn_, tp)))| {
                    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
                    Classifier::new(format!("c{k}"), matrix)
                })
                .collect()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn unequal_priors_are_accepted_and_changes_refused(
        set in unequal_sets(),
        ranks in prop::collection::vec(1_u32..6, 0..2),
        areas: bool,
        which: [prop::sample::Index; 2],
    ) {
        let regions = UnequalRegions::new(set.clone()).expect("sound");
        let filtered = document(&regions, &selection(&ranks, None, areas));
        let found = check(&filtered, &set);
        prop_assert!(found.holds(), "{:?}\n{filtered}", found.failures);
        let document = document(&regions, &selection(&[], None, areas));
        let places = places(&document);
        let place = which[0].get(&places);
        let changed: Vec<Value> = changed_at(&document, place).collect();
        prop_assume!(!changed.is_empty());
        let changed = which[1].get(&changed);
        prop_assert!(!check(changed, &set).holds(), "{place}\n{changed}");
    }
}

/// The places of a document, as JSON pointers.
fn places(document: &Value) -> Vec<String> {
    let (mut found, mut waiting) = (Vec::new(), vec![String::new()]);
    while let Some(place) = waiting.pop() {
        match document.pointer(&place).expect("a place") {
            Value::Array(items) => {
                waiting.extend((0..items.len()).map(|k| format!("{place}/{k}")));
            }
            Value::Object(entries) => {
                waiting.extend(entries.keys().map(|key| format!("{place}/{key}")));
            }
            _ => {}
        }
        found.push(place);
    }
    found
}

/// The document with each of the changes of one place.
fn changed_at<'d>(document: &'d Value, place: &'d str) -> impl Iterator<Item = Value> + 'd {
    let changes = changes(document.pointer(place).expect("a place"), place);
    changes.into_iter().filter_map(move |changed| {
        let mut other = document.clone();
        *other.pointer_mut(place).expect("the place") = changed;
        (other != *document).then_some(other)
    })
}

fn changes(value: &Value, place: &str) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().expect("a whole number");
            [Some(number + 1), number.checked_sub(1)]
                .into_iter()
                .flatten()
                .map(Value::from)
                .collect()
        }
        Value::String(text) => {
            texts(text).into_iter().map(Value::from).chain([Value::Null]).collect()
        }
        Value::Array(items) => {
            // The order of pieces, and of what was asked for, means nothing.
            let ordered = place != "/pieces" && !place.starts_with("/selection");
            let mut found = Vec::new();
            for k in 0..items.len() {
                let mut shorter = items.clone();
                shorter.remove(k);
                found.push(shorter);
                let mut longer = items.clone();
                longer.insert(k, items[k].clone());
                found.push(longer);
                for m in 0..if ordered { k } else { 0 } {
                    let mut swapped = items.clone();
                    swapped.swap(k, m);
                    found.push(swapped);
                    let mut copied = items.clone();
                    copied[k] = items[m].clone();
                    found.push(copied);
                }
            }
            found.into_iter().map(Value::from).collect()
        }
        Value::Object(entries) => entries
            .keys()
            .map(|key| {
                let mut fewer = entries.clone();
                fewer.remove(key);
                Value::from(fewer)
            })
            .chain([json!({}), Value::Null])
            .collect(),
        Value::Null => vec![json!("1/2"), json!("")],
        Value::Bool(_) => panic!("there is none in a result"),
    }
}

/// Other texts: numbers beside it, and each digit changed.
fn texts(text: &str) -> Vec<String> {
    let mut found = vec![format!("{text}1"), format!(" {text}"), String::new()];
    if let Ok(number) = text.parse::<Rational>() {
        let others =
            [&number + Rational::ONE, -&number, &number - Rational::ONE, number.complement()];
        found.extend(others.iter().map(ToString::to_string));
        found.extend(number.reciprocal().map(|inverse| inverse.to_string()));
    }
    for (k, digit) in text.char_indices().filter(|(_, digit)| digit.is_ascii_digit()) {
        let next = if digit == '9' { '8' } else { char::from(digit as u8 + 1) };
        found.push(format!("{}{next}{}", &text[..k], &text[k + 1..]));
    }
    found
}

fn all_changes_are_refused(document: &Value, set: &[Classifier], at_least: usize) {
    assert!(check(document, set).holds());
    let mut count = 0;
    for place in places(document) {
        for changed in changed_at(document, &place) {
            assert!(!check(&changed, set).holds(), "{place} can be changed:\n{changed}");
            count += 1;
        }
    }
    assert!(count >= at_least, "{count}");
}

#[test]
fn every_single_change_of_a_file_is_refused() {
    // Two that tie on a straight frontier, and an equal of one of them.
    let set = classifiers(5, 5, &[(4, 2), (2, 3), (4, 2)]);
    let regions = Regions::new(set.clone()).expect("sound");
    all_changes_are_refused(&document(&regions, &selection(&[], None, false)), &set, 1000);
    // Two on a curved frontier, with areas and decimals.
    let set = classifiers(5, 4, &[(4, 2), (2, 3)]);
    let regions = Regions::new(set.clone()).expect("sound");
    all_changes_are_refused(&document(&regions, &selection(&[], None, true)), &set, 1000);
}

#[test]
fn every_single_change_of_a_selection_is_refused() {
    // The third finds no positives: its frontiers begin in one corner.
    let set = classifiers(5, 4, &[(4, 2), (2, 3), (5, 0)]);
    let regions = Regions::new(set.clone()).expect("sound");
    all_changes_are_refused(&document(&regions, &selection(&[2], Some(vec![2]), true)), &set, 500);
    all_changes_are_refused(&document(&regions, &selection(&[1], None, false)), &set, 1000);
}

#[test]
fn every_single_change_of_a_file_of_unequal_priors_is_refused() {
    // Two curved frontiers of the first that cross, and an upright one.
    let counts = [[3, 1, 1, 1], [2, 1, 1, 3], [2, 2, 1, 3]];
    let set: Vec<Classifier> = counts
        .iter()
        .zip(0..)
        .map(|(&[tn, fp, fn_, tp], k)| {
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            Classifier::new(format!("c{k}"), matrix)
        })
        .collect();
    let regions = UnequalRegions::new(set.clone()).expect("sound");
    all_changes_are_refused(&document(&regions, &selection(&[], Some(vec![0]), false)), &set, 500);
}

#[test]
fn merged_and_split_pieces_are_refused() {
    let set = classifiers(5, 5, &[(4, 2), (2, 3)]);
    let regions = Regions::new(set.clone()).expect("sound");
    let document = document(&regions, &selection(&[], Some(vec![0]), false));
    let [first, tie, last] = [0, 1, 2].map(|k| document["pieces"][k].clone());
    let whole = |rank: &Value| {
        json!({
            "classifier": 0, "dimension": 2, "rank": rank,
            "vertices": [["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]],
            "edges": [["0", "0", "1", "0"], ["0", "-1", "0", "1"],
                      ["0", "0", "-1", "1"], ["0", "1", "0", "0"]],
        })
    };
    let refused = |pieces: Value, reason: &str| {
        let mut changed = document.clone();
        changed["pieces"] = pieces;
        let found = check(&changed, &set);
        let reasons: Vec<&str> = found.failures.iter().map(|one| one.reason.as_str()).collect();
        assert!(reasons.iter().any(|one| one.contains(reason)), "{reasons:?}");
    };
    let through = "a frontier runs through the piece";
    refused(json!([whole(&first["rank"])]), through);
    refused(json!([whole(&last["rank"]), tie]), through);
    refused(json!([first, tie, whole(&last["rank"])]), through);
    // Cut at the diagonal from corner to corner, which is a frontier of nobody.
    let cut = |vertices: Value, edges: Value| {
        json!({"classifier": 0, "dimension": 2, "rank": last["rank"],
               "vertices": vertices, "edges": edges})
    };
    let below = cut(
        json!([["0", "0"], ["1", "0"], ["1", "1"]]),
        json!([["0", "0", "1", "0"], ["0", "-1", "0", "1"], ["0", "1", "-1", "0"]]),
    );
    refused(json!([first, tie, below]), "neither a whole frontier");
    refused(json!([first, tie]), "0 pieces instead of 1");
    refused(json!([first, first, tie, last]), "2 pieces instead of 1");
    refused(json!([first, last]), "0 pieces instead of 1 on the frontier with rival 1");
    refused(json!([]), "0 pieces instead of 1");
}

#[test]
fn fixtures_are_accepted_with_areas() {
    for name in ["breast_cancer_confusion.csv", "digits_eight_confusion.csv"] {
        let input = fixture(name);
        let regions = Run::new(&["regions", &input, "--area", "--format", "json"]).succeeds();
        let text = Run::new(&["verify", "regions.json", &input]).file("regions.json", regions);
        assert!(text.succeeds().contains("every area is right"));
    }
}

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";

fn regions(arguments: &[&str]) -> String {
    let arguments = [&["regions", "two.csv", "--format", "json"], arguments].concat();
    Run::new(&arguments).file("two.csv", TWO).succeeds()
}

fn verifying(regions: &str, arguments: &[&str]) -> Run {
    let arguments = [&["verify", "regions.json", "two.csv"], arguments].concat();
    Run::new(&arguments).file("two.csv", TWO).file("regions.json", regions)
}

#[test]
fn the_report_says_what_was_proved() {
    assert_eq!(
        verifying(&regions(&["--rank", "1", "--classifier", "P2"]), &[]).succeeds(),
        "\
verified: 1 regions and 1 ties of 1 classifiers on the Tile of positive prior 1/5
  proved      the counts and the prior are those of the input
  proved      every edge is a whole frontier with a rival or a part of the Tile's border
  proved      every region is bounded by one simple closed curve, and no frontier runs through it
  proved      every rank is right
  proved      for each selected classifier, no region or tie is missing or repeated where it is ranked 1
  not proved  the parts of the Tile with other ranks are not in the file
  not proved  nothing is said about 1 classifiers that were not selected
"
    );
    let json = verifying(&regions(&["--target-prior", "1/2"]), &["--format", "json"]).json();
    assert_eq!(json["schema"], "exactile.verify.v1");
    assert_eq!(json["verified"], true);
    assert_eq!(json["prior_positive"], "1/2");
    assert_eq!(json["proved"][0], "the counts are those of the input, shifted to this prior");
    assert_eq!(json["failures"], json!([]));
}

#[test]
fn a_failed_check_is_named_with_status_1() {
    let wrong = regions(&[]).replace("[\"1\",\"22/27\"]", "[\"1\",\"23/27\"]");
    let (text, status) = verifying(&wrong, &[]).status();
    assert_eq!(status, 1);
    let (first, last) = (text.lines().next(), text.lines().last());
    assert_eq!(first, Some("failed: piece 0 of \"P1\": (1, 23/27) is not on edge 2"));
    assert_eq!(last, Some("not verified: 6 checks do not hold"));
    let (text, status) = verifying("{}", &["--format", "json"]).status();
    assert_eq!(status, 1);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["verified"], false);
    assert_eq!(json["failures"][0]["check"], "form");
}

#[test]
fn what_cannot_be_read_is_an_error_with_status_2() {
    verifying("[1,", &[]).fails(
        "not JSON: EOF while parsing a value at line 1 column 3, in regions.json, give what regions \
         --format json has written",
    );
    Run::new(&["verify", "none.json", "two.csv"]).file("two.csv", TWO).fails(
        "cannot read regions: No such file or directory (os error 2), in none.json, check the path",
    );
    Run::new(&["verify", "-", "-"]).fails(
        "regions and counts cannot both come from standard input, on the command line, name a file \
         for one of them",
    );
}
