//! `verify` accepts what `regions` makes, and nothing that differs from it in one place.

use exactile::work::go_on;
use exactile::{Classifier, ConfusionMatrix, RankFilter, Rational, Regions, Selection};
use exactile_document::{Form, Origin, RegionsReport, write};
use exactile_verify::{Verification, verify};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use exactile_testing::{classifiers, q, small_sets};

fn document(regions: &Regions, selection: &Selection) -> Value {
    let mut text = Vec::new();
    let report = RegionsReport { regions, selection, advance: &go_on };
    write(&report, Form::Json, &Origin::default(), &mut text).expect("written");
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
        // Ranks that nobody can have are a claim of nothing.
        let best = ranks.iter().min().map_or(1, |&best| best as usize);
        if best > set.len() {
            prop_assert_eq!(found.failures[0].check, "claim");
        } else {
            prop_assert!(found.holds(), "{:?}\n{document}", found.failures);
        }
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
        // Where no piece has an area, nothing is said of areas.
        let pieces = changed["pieces"].as_array().into_iter().flatten();
        let is_silent = pieces.clone().count() == 1 && pieces.clone().all(|piece| piece["area"].is_null());
        prop_assume!(!(is_silent && place == "/pieces/0/area"));
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
        let regions = Regions::by_arrangements(set.clone()).expect("sound");
        let filtered = document(&regions, &selection(&ranks, None, areas));
        let found = check(&filtered, &set);
        let claims = ranks.iter().all(|&rank| rank as usize <= set.len());
        prop_assert_eq!(found.holds(), claims, "{:?}\n{}", found.failures, filtered);
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
pub(crate) fn places(document: &Value) -> Vec<String> {
    let (mut found, mut waiting) = (Vec::new(), vec![String::new()]);
    while let Some(place) = waiting.pop() {
        match document.pointer(&place).expect("a place") {
            Value::Array(items) => {
                waiting.extend((0..items.len()).map(|k| format!("{place}/{k}")));
            }
            Value::Object(entries) => {
                waiting.extend(entries.keys().map(|key| format!("{place}/{}", escaped(key))));
            }
            _ => {}
        }
        found.push(place);
    }
    found
}

/// A key as a part of a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The document with each of the changes of one place.
pub(crate) fn changed_at<'d>(
    document: &'d Value,
    place: &'d str,
) -> impl Iterator<Item = Value> + 'd {
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
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let others = [
                json!(number + 1),
                number.checked_sub(1).into(),
                json!(number.to_string()),
                json!(number as f64),
                json!(1e300),
                json!([number]),
                Value::Null,
            ];
            others.into()
        }
        Value::String(text) => {
            let others = [Value::Null, json!([text]), json!({ "exact": text }), json!(1)];
            texts(text).into_iter().map(Value::from).chain(others).collect()
        }
        Value::Array(items) => {
            // The order of pieces, of what was asked for, and of confluences and who ties there,
            // means nothing.
            let unordered = place == "/pieces" || place == "/confluences/list";
            let ordered =
                !unordered && !place.starts_with("/selection") && !place.ends_with("/tied");
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
            // A list of the values in the order of the keys, and one key too many.
            .chain([entries.values().cloned().collect(), with_key(entries, "more")])
            .chain(renamed_and_exchanged(entries))
            .collect(),
        Value::Null => vec![json!("1/2"), json!(""), json!([]), json!({})],
        Value::Bool(value) => {
            vec![json!(!value), json!(value.to_string()), json!(u8::from(*value)), Value::Null]
        }
    }
}

/// Each key under another name, and each two neighbours with each other's values.
fn renamed_and_exchanged(entries: &serde_json::Map<String, Value>) -> Vec<Value> {
    let keys: Vec<&String> = entries.keys().collect();
    let renamed = keys.iter().map(|&key| {
        let mut other = entries.clone();
        let value = other.remove(key).expect("a key");
        other.insert(format!("{key}_"), value);
        Value::from(other)
    });
    let exchanged = keys.windows(2).map(|pair| {
        let mut other = entries.clone();
        other.insert(pair[0].clone(), entries[pair[1]].clone());
        other.insert(pair[1].clone(), entries[pair[0]].clone());
        Value::from(other)
    });
    renamed.chain(exchanged).collect()
}

fn with_key(entries: &serde_json::Map<String, Value>, key: &str) -> Value {
    let mut longer = entries.clone();
    longer.insert(key.to_owned(), json!(1));
    Value::from(longer)
}

/// Other texts: numbers beside it, the same number in other forms, and each digit changed.
fn texts(text: &str) -> Vec<String> {
    let mut found = vec![format!("{text}1"), format!(" {text}"), String::new()];
    found.extend([
        format!("+{text}"),
        format!("{text}/1"),
        format!("0{text}"),
        format!("({text})"),
    ]);
    if let Some((numerator, denominator)) = text.split_once('/') {
        found.push(format!("{numerator}0/{denominator}0"));
    }
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
    let regions = Regions::by_arrangements(set.clone()).expect("sound");
    all_changes_are_refused(&document(&regions, &selection(&[], Some(vec![0]), false)), &set, 500);
}

/// Returns the document as the program writes it, but with a key twice in one of its objects.
pub(crate) fn with_repeated_key(value: &Value, place: &str, repeated: &str) -> String {
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let texts: Vec<String> = items
                .map(|(k, item)| with_repeated_key(item, &format!("{place}/{k}"), repeated))
                .collect();
            format!("[{}]", texts.join(","))
        }
        Value::Object(entries) => {
            let mut texts = Vec::new();
            for (key, item) in entries {
                let place = format!("{place}/{}", escaped(key));
                let text = format!("{key:?}:{}", with_repeated_key(item, &place, repeated));
                texts.extend((place == repeated).then(|| text.clone()));
                texts.push(text);
            }
            format!("{{{}}}", texts.join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn repeated_keys_are_refused() {
    let set = classifiers(5, 4, &[(4, 2), (2, 3)]);
    let regions = Regions::new(set.clone()).expect("sound");
    let document = document(&regions, &selection(&[1], None, true));
    let original = document.to_string();
    let mut count = 0;
    for place in places(&document) {
        let text = with_repeated_key(&document, "", &place);
        let found = verify(&text, &set).expect("JSON");
        if text.len() == original.len() {
            assert!(found.holds());
            continue;
        }
        let reason = &found.failures[0].reason;
        assert!(reason.starts_with("duplicate field"), "{place}: {reason}");
        count += 1;
    }
    assert!(count > 30, "{count}");
}

/// Every object of a result as the list of its values, for all that derived readers take of it.
#[test]
fn lists_do_not_pass_for_objects() {
    let set = classifiers(5, 4, &[(4, 2), (2, 3)]);
    let regions = Regions::new(set.clone()).expect("sound");
    let document = document(&regions, &selection(&[1], None, true));
    let keys = |keys: &[&str], object: &Value| -> Value {
        keys.iter().filter_map(|key| object.get(key).cloned()).collect()
    };
    let orders: [&[&str]; 5] = [
        &["schema", "prior_positive", "selection", "classifiers", "pieces"],
        &["ranks", "classifiers"],
        &["name", "tn", "fp", "fn", "tp"],
        &["classifier", "dimension", "rank", "vertices", "edges", "area"],
        &["lower", "upper", "exact"],
    ];
    let mut count = 0;
    for place in places(&document) {
        let Some(object) = document.pointer(&place).filter(|value| value.is_object()) else {
            continue;
        };
        for order in orders {
            let list = keys(order, object);
            if list.as_array().is_some_and(Vec::is_empty) {
                continue;
            }
            let mut changed = document.clone();
            *changed.pointer_mut(&place).expect("the place") = list;
            let found = check(&changed, &set);
            assert_eq!(found.failures[0].check, "form", "{place}");
            let reason = &found.failures[0].reason;
            assert!(reason.starts_with("invalid type: sequence, expected an"), "{reason}");
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Pieces of the text removed, repeated and exchanged: whatever is left, it is refused or the
    /// same result, and never a panic.
    #[test]
    fn no_damage_to_the_text_is_accepted(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40), 1..4),
        kind in 0_usize..3,
        areas: bool,
    ) {
        let set = classifiers(5, 4, &[(4, 2), (2, 3)]);
        let regions = Regions::new(set.clone()).expect("sound");
        let document = document(&regions, &selection(&[], None, areas));
        let mut text = document.to_string();
        prop_assume!(text.is_ascii());
        for (at, length) in cuts {
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            let part = text[start..end].to_owned();
            match kind {
                0 => text.replace_range(start..end, ""),
                1 => text.insert_str(end, &part),
                _ => text.replace_range(start..end, &part.chars().rev().collect::<String>()),
            }
        }
        if let Ok(found) = verify(&text, &set) {
            let same = serde_json::from_str::<Value>(&text).is_ok_and(|value| value == document);
            prop_assert!(same || !found.holds(), "{text}");
        }
    }
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
    let arguments = [&["verify", "--quiet", "regions.json", "two.csv"], arguments].concat();
    Run::new(&arguments).file("two.csv", TWO).file("regions.json", regions)
}

#[test]
fn the_report_says_what_was_proved() {
    assert_eq!(
        verifying(&regions(&["--rank", "1", "--classifier", "P2"]), &[]).succeeds(),
        "\
verified: 1 region and 1 tie of 1 classifier on the Tile of positive prior 1/5
  proved      the counts and the prior are those of the input
  proved      every edge is a whole frontier with a rival or a part of the Tile's border
  proved      every region is bounded by one simple closed curve, and no frontier runs through it
  proved      every rank is right
  proved      for each selected classifier, no region or tie is missing or repeated where it is ranked 1
  not proved  the parts of the Tile with other ranks are not in the file
  not proved  1 classifier that was not selected was not checked
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

/// Numbers of many more digits than the 1,000 that are read of an input.
#[test]
fn results_of_more_than_a_thousand_digits_are_proved() {
    for prior in ["1e-500", "1e-1000"] {
        for arguments in [&["--target-prior", prior][..], &["--target-prior", prior, "--area"]] {
            let written = regions(arguments);
            let longest = written.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
            assert!(longest > Some(1_000), "{longest:?}");
            assert!(verifying(&written, &[]).succeeds().starts_with("verified: 4 regions"));
            // One digit in the middle of a long number.
            let at = written.find(&"0".repeat(450)).expect("a long number") + 200;
            let mut wrong = written.clone();
            wrong.replace_range(at..=at, "1");
            let (text, status) = verifying(&wrong, &[]).status();
            assert_eq!(status, 1);
            assert!(text.lines().all(|line| line.len() < 1_000), "{text}");
        }
    }
    // Counts of 600 digits over 600 digits, which leave products of a few of them.
    let digits = |start: usize| -> String {
        (0..600)
            .map(|k| char::from(b'1' + u8::try_from((start + k * k) % 9).expect("a digit")))
            .collect()
    };
    let count = |start: usize| format!("{}/{}", digits(start), digits(start + 4));
    let row = |name: &str, start: usize| {
        let counts: Vec<String> = (0..4).map(|k| count(start + 2 * k)).collect();
        format!("{name},{}\n", counts.join(","))
    };
    let input = format!("name,tn,fp,fn,tp\n{}{}", row("x", 0), row("y", 1));
    let run = |arguments: &[&str]| Run::new(arguments).file("x.csv", input.clone());
    let written = run(&["regions", "x.csv", "--format", "json"]).succeeds();
    let verified = run(&["verify", "regions.json", "x.csv"]).file("regions.json", written);
    assert!(verified.succeeds().starts_with("verified: "));
}

#[test]
fn numbers_beyond_what_is_checked_are_said_to_be() {
    let long = format!("\"tn\":\"{}\"", "7".repeat(100_001));
    let wrong = regions(&[]).replacen("\"tn\":\"56\"", &long, 1);
    let (text, status) = verifying(&wrong, &[]).status();
    assert_eq!(status, 1);
    assert!(
        text.contains("has 100001 digits, and numbers of more than 100000 digits are not checked"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 2, "{text}");
}

/// Selections of which no list of pieces could be wrong.
#[test]
fn claims_of_nothing_are_not_verified() {
    let claims = [
        (
            json!({"ranks": [99]}),
            "failed: claim: ranks from 99 are selected, but there are only 2 classifiers, so the \
             file claims nothing",
        ),
        (json!({"ranks": [3, 4], "classifiers": ["P1"]}), "failed: claim: ranks from 3 are"),
        (
            json!({"classifiers": []}),
            "failed: claim: no classifier is selected, so the file claims nothing",
        ),
        (json!({"ranks": []}), "failed: selection: ranks are not rising numbers from 1"),
        (json!({"ranks": [0]}), "failed: selection: ranks are not rising numbers from 1"),
    ];
    let mut file: Value = serde_json::from_str(&regions(&[])).expect("JSON");
    file["pieces"] = json!([]);
    for (selection, line) in claims {
        file["selection"] = selection;
        let (text, status) = verifying(&file.to_string(), &[]).status();
        assert_eq!(status, 1, "{text}");
        assert!(text.starts_with(line), "{text}");
        assert!(text.ends_with("not verified: 1 check does not hold\n"), "{text}");
        let (text, _) = verifying(&file.to_string(), &["--format", "json"]).status();
        let json: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&json["verified"], &json["proved"]), (&json!(false), &json!([])));
    }
    // The program refuses to write such a file.
    Run::new(&["regions", "two.csv", "--rank", "99"])
        .file("two.csv", TWO)
        .fails("two.csv: there is no rank 99 among 2 classifiers\nhint: give a --rank from 1 to 2");
    // A rank beyond all classifiers beside one that they have is said to claim nothing.
    let mut file: Value = serde_json::from_str(&regions(&["--rank", "1"])).expect("JSON");
    file["selection"] = json!({"ranks": [1, 99]});
    let text = verifying(&file.to_string(), &[]).succeeds();
    assert!(
        text.ends_with(
            "  not proved  ranks from 99, which none of 2 classifiers can have, claim nothing\n"
        ),
        "{text}"
    );
}

/// A claim without pieces: a classifier that is better everywhere is nowhere second.
#[test]
fn that_nobody_has_a_rank_is_proved() {
    let input = "name,tn,fp,fn,tp\nbetter,9,1,1,9\nworse,8,2,2,8\n";
    let select = ["--rank", "2", "--classifier", "better"];
    let arguments = [&["regions", "x.csv", "--format", "json"], &select[..]].concat();
    let written = Run::new(&arguments).file("x.csv", input).succeeds();
    let verify = |regions: &str| {
        Run::new(&["verify", "r.json", "x.csv"]).file("x.csv", input).file("r.json", regions)
    };
    let text = verify(&written).succeeds();
    assert!(text.contains("  proved      no selected classifier is ranked 2 anywhere\n"), "{text}");
    assert!(!text.contains("every edge"), "{text}");
    let (_, status) = verify(&written.replace("\"better\"]", "\"worse\"]")).status();
    assert_eq!(status, 1);
}

#[test]
fn all_ranks_selected_leave_nothing_out() {
    let text = verifying(&regions(&["--rank", "1", "--rank", "2", "--area"]), &[]).succeeds();
    assert!(!text.contains("not proved"), "{text}");
    let whole = "  proved      for each selected classifier, regions and ties make up the open \
                 Tile, each point once\n";
    assert!(text.contains(whole), "{text}");
    // With equal classifiers the first rank is all there is.
    let input = "name,tn,fp,fn,tp\nx,3,1,1,3\ny,6,2,2,6\n";
    let arguments = ["regions", "x.csv", "--format", "json", "--rank", "1"];
    let written = Run::new(&arguments).file("x.csv", input).succeeds();
    let run = |format: &str| {
        Run::new(&["verify", "r.json", "x.csv", "--format", format])
            .file("x.csv", input)
            .file("r.json", written.clone())
    };
    assert!(run("text").succeeds().contains(whole));
    assert_eq!(run("json").json()["complete"], true);
    let csv = run("csv").succeeds();
    assert!(csv.starts_with("verdict,statement,check,piece,classifier\nproved,"), "{csv}");
    assert!(!csv.contains("not proved"), "{csv}");
    let one = verifying(&regions(&["--rank", "1"]), &["--format", "json"]).json();
    assert_eq!(one["complete"], false);
}

/// A tool that has rewritten numbers is told that they are right but in another form.
#[test]
fn an_equal_area_in_another_form_is_said_to_be_right() {
    let written = regions(&["--area"]);
    let file: Value = serde_json::from_str(&written).expect("JSON");
    let areas: Vec<&Value> = file["pieces"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|piece| &piece["area"])
        .filter(|area| area.is_object())
        .collect();
    let area = areas.first().expect("an irrational area");
    let part = |key: &str| area[key].as_str().expect("text").to_owned();
    let (lower, upper, exact) = (part("lower"), part("upper"), part("exact"));
    let place = format!("\"area\":{area}");
    // Keys are in another order in `Value`.
    let place = if written.contains(&place) {
        place
    } else {
        format!("\"area\":{{\"lower\":{lower:?},\"upper\":{upper:?},\"exact\":{exact:?}}}")
    };
    assert!(written.contains(&place), "{place}");
    let reason = |area: Value| {
        let (text, status) =
            verifying(&written.replace(&place, &format!("\"area\":{area}")), &[]).status();
        assert_eq!(status, 1, "{area}");
        text
    };
    let other = |exact: &str| json!({"lower": lower, "upper": upper, "exact": exact});
    for equal in
        [format!("({exact})"), format!("0 + {exact}"), format!("{exact} + ln(4) - 2*ln(2)")]
    {
        let text = reason(other(&equal));
        assert!(text.contains("is right, but not in the program's form: "), "{text}");
        assert!(text.contains(&exact), "{text}");
    }
    let text = reason(json!(exact));
    assert!(text.contains("form: an object with lower, upper and exact"), "{text}");
    for wrong in [format!("{exact} + 1/1000"), "1/2".to_owned()] {
        let text = reason(other(&wrong));
        assert!(text.contains(&format!("the area is {exact}, not ")), "{text}");
    }
    let text = reason(other("about a half"));
    assert!(text.contains(&format!("the area in the program's form is {exact}, not ")), "{text}");
    let text = reason(json!({"lower": "0.0", "upper": "1.0", "exact": exact}));
    assert!(
        text.contains("the area lies in [0.0, 1.0], but that is not in the program's"),
        "{text}"
    );
    let text = reason(json!({"lower": "0.9999", "upper": "1.0", "exact": exact}));
    assert!(text.contains("not in [0.9999, 1.0]"), "{text}");
    // A rational area and a coordinate.
    let whole = regions(&["--area", "--target-prior", "1/2"]);
    let of = |changed: String| verifying(&changed, &[]).status();
    let piece = serde_json::from_str::<Value>(&whole).expect("JSON")["pieces"][0].clone();
    let known = piece["area"].as_str().expect("a rational").to_owned();
    let value: Rational = known.parse().expect("a rational");
    let doubled = format!(
        "{}/{}",
        value.numerator() * num_bigint::BigInt::from(2),
        value.denominator() * num_bigint::BigInt::from(2)
    );
    let (text, status) =
        of(whole.replace(&format!("\"area\":\"{known}\""), &format!("\"area\":\"{doubled}\"")));
    assert_eq!(status, 1);
    let expected = format!("the area {doubled:?} is right, but not in the program's form: {known}");
    assert!(text.contains(&expected), "{text}");
    let (text, status) =
        of(whole.replacen("\"prior_positive\":\"1/2\"", "\"prior_positive\":\"2/4\"", 1));
    assert_eq!(status, 1);
    assert!(text.contains("\"2/4\" equals \"1/2\" but is not in the program's form"), "{text}");
}

/// A key that may be missing may not stand there with null.
#[test]
fn null_is_no_missing_key() {
    let written = regions(&[]);
    let first = |from: &str, to: &str| {
        let text = written.replacen(from, to, 1);
        assert_ne!(text, written, "{from}");
        text
    };
    let head = "{\"schema\"";
    for key in ["positive", "dropped_rows", "provenance", "priors", "selection"] {
        let (out, status) =
            verifying(&first(head, &format!("{{\"{key}\":null,\"schema\"")), &[]).status();
        assert_eq!(status, 1, "{key}: {out}");
    }
    let fingerprint = written.find("\"input_sha256\":\"").expect("a fingerprint");
    let digest = &written[fingerprint..fingerprint + 81];
    for (from, to) in
        [(digest, "\"input_sha256\":null"), ("\"dimension\"", "\"area\":null,\"dimension\"")]
    {
        let (out, status) = verifying(&first(from, to), &[]).status();
        assert_eq!(status, 1, "{to}: {out}");
    }
}

/// A vertex within a side of the Tile makes two edges of one.
#[test]
fn a_side_in_two_parts_is_refused() {
    let mut document: Value = serde_json::from_str(&regions(&[])).expect("JSON");
    let pieces = document["pieces"].as_array_mut().expect("a list");
    let (piece, side) = pieces
        .iter_mut()
        .find_map(|piece| {
            let edges = piece["edges"].as_array()?;
            let side = edges.iter().position(|edge| *edge == json!(["0", "0", "1", "0"]))?;
            Some((piece, side))
        })
        .expect("a piece below");
    let edge = piece["edges"][side].clone();
    let corner = piece["vertices"][side][0].as_str().expect("a number").parse::<Rational>();
    let next = &piece["vertices"][(side + 1) % piece["vertices"].as_array().expect("a list").len()];
    let end = next[0].as_str().expect("a number").parse::<Rational>().expect("a number");
    let middle = (corner.expect("a number") + end) / q(2, 1);
    piece["edges"].as_array_mut().expect("a list").insert(side, edge);
    let vertices = piece["vertices"].as_array_mut().expect("a list");
    vertices.insert(side + 1, json!([middle.to_string(), "0"]));
    let (out, status) = verifying(&document.to_string(), &[]).status();
    assert!(status == 1 && out.contains("is not on the inner side of edge"), "{out}");
}

/// JSON of another form: one line, and status 1.
#[test]
fn json_of_another_form_is_refused_in_one_line() {
    let written = regions(&[]);
    let deep = |depth: usize| {
        let nested = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        written.replacen("\"pieces\":[", &format!("\"pieces\":[{nested},"), 1)
    };
    for (name, text) in [
        ("a number", "7".to_owned()),
        ("a list", "[]".to_owned()),
        ("null", "null".to_owned()),
        ("deep lists", deep(100_000)),
        ("lists as deep as the reader's limit", deep(200)),
        ("an unknown key of control characters", "{\"a\\n\\u001b[2J\": 1}".to_owned()),
        ("a huge rank", written.replacen("\"rank\":[1,1]", "\"rank\":[1e400,1]", 1)),
        ("a rank of many digits", {
            let rank = format!("\"rank\":[{},1]", "9".repeat(1_000));
            written.replacen("\"rank\":[1,1]", &rank, 1)
        }),
        ("a negative rank", written.replacen("\"rank\":[1,1]", "\"rank\":[-1,1]", 1)),
        ("three ranks", written.replacen("\"rank\":[1,1]", "\"rank\":[1,1,1]", 1)),
        ("a count that is no string", written.replacen("\"tn\":\"56\"", "\"tn\":56", 1)),
        ("a huge key", format!("{{\"{}\": 1}}", "k".repeat(1_000_000))),
    ] {
        let (out, status) = verifying(&text, &[]).status();
        assert_eq!(status, 1, "{name}: {out}");
        assert!(out.starts_with("failed: form: "), "{name}: {out}");
        assert_eq!(out.lines().count(), 2, "{name}: {out}");
        assert!(out.len() < 1_000 && !out.contains('\u{1b}'), "{name}");
    }
}

#[test]
fn what_is_not_json_is_refused_in_one_line() {
    let written = regions(&[]);
    let mend = "\nhint: give the output of a command with --format json";
    for (name, text) in [
        ("nothing", String::new()),
        ("unclosed lists", "[".repeat(1_000_000)),
        ("trailing data", format!("{written}{{}}")),
        ("half a file", written[..written.len() / 2].to_owned()),
        ("a number of another language", written.replacen("[1,1]", "[NaN,1]", 1)),
    ] {
        let reason = verify(&text, &[]).expect_err(name).to_string();
        assert!(reason.starts_with("not JSON: ") && !reason.contains('\n'), "{name}: {reason}");
        let (what, at) = reason.rsplit_once(" at line ").expect("a place");
        let at = at.replace(" column ", ":");
        verifying(&text, &[]).fails(&format!("regions.json:{at}: {what}{mend}"));
    }
}

#[test]
fn what_cannot_be_read_is_an_error_with_status_2() {
    verifying("[1,", &[]).fails(
        "regions.json:1:3: not JSON: EOF while parsing a value\nhint: give the output of a command \
         with --format json",
    );
    Run::new(&["verify", "none.json", "two.csv"])
        .file("two.csv", TWO)
        .fails("none.json: cannot be read: No such file or directory\nhint: check the path");
    Run::new(&["verify", "-", "-"]).stdin(regions(&[])).fails(
        "the result and its input cannot both come from standard input\nhint: name a file for one \
         of them",
    );
}

/// The question of a result need not be said again; flags that are given count, and are compared.
#[test]
fn flags_are_those_of_the_command_that_the_result_names() {
    let rights = "run,id,model,correct\n1,a,A,1\n1,a,B,0\n1,b,A,1\n1,b,B,1\n2,a,A,0\n2,a,B,1\n";
    let result = Run::new(&[
        "--quiet",
        "rank",
        "x.csv",
        "--correct",
        "--where",
        "run=1",
        "--format",
        "json",
    ])
    .file("x.csv", rights)
    .succeeds();
    let verify = |more: &[&str]| {
        let arguments = [&["verify", "r.json", "x.csv"], more].concat();
        Run::new(&arguments).file("x.csv", rights).file("r.json", &result)
    };
    let (text, notes) = verify(&[]).notes();
    assert!(text.starts_with("verified: exactile.rank.v1 of 2 classifiers\n"), "{text}");
    assert!(
        notes.starts_with("note: taken from the command of the result: --where run=1 --correct\n")
    );
    let all = ["--where", "run=1", "--correct"];
    assert!(!verify(&all).notes().1.contains("the result"));
    let notes = verify(&["--where", "run=2"]).notes_of_failed_check();
    assert!(notes.starts_with("note: the result was made with --where run=1\n"), "{notes}");
    // Printed scores are told by the command alone.
    let checked = ["check", "--reported", "sens=0.9", "--positives", "10", "--negatives", "9"];
    let result = Run::new(&[&checked[..], &["--format", "json"]].concat()).succeeds();
    let (text, notes) = Run::new(&["verify", "r.json"]).file("r.json", &result).notes();
    assert!(text.starts_with("verified: exactile.check.v1"), "{text}");
    let flags = "--reported sens=0.9 --positives 10 --negatives 9";
    assert_eq!(notes, format!("note: taken from the command of the result: {flags}\n"));
}

/// Flags with an equals sign, flags that exclude each other, commands that nobody knows and texts
/// that would write lines of their own.
#[test]
fn recorded_commands_are_read_with_care() {
    let sites = "name,site,tn,fp,fn,tp\nA,s1,5,1,1,3\nA,s2,4,2,1,4\nB,s1,5,2,1,3\n";
    let asked = "--quiet rank x.csv --score f1 --by site --complete=classifiers --format json";
    let asked: Vec<&str> = asked.split(' ').collect();
    let result = Run::new(&asked).file("x.csv", sites).succeeds();
    let verify = |result: &str, more: &[&str]| {
        let arguments = [&["verify", "r.json", "x.csv"], more].concat();
        Run::new(&arguments).file("x.csv", sites).file("r.json", result)
    };
    let (text, notes) = verify(&result, &[]).notes();
    assert!(text.starts_with("verified: exactile.rank.v1 of 1 classifier\n"), "{text}");
    let flags = "--by site --complete=classifiers";
    assert!(notes.contains(&format!("taken from the command of the result: {flags}\n")), "{notes}");
    // The verifier's own result names what it was made from.
    let found = verify(&result, &["--quiet", "--format", "json"]).succeeds();
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["provenance"]["command"], format!("exactile verify {flags}"));

    let unknown = result.replace("exactile rank", "exactile sort");
    let (_, notes) = verify(&unknown, &["--by", "site", "--complete=classifiers"]).notes();
    let said = "note: the command that the result names is not known here: give its flags\n";
    assert!(notes.starts_with(said), "{notes}");

    let forged = result.replace("--by site", "--by 'site\\u001b\\nverified: all'");
    assert_ne!(forged, result);
    let (_, notes) = verify(&forged, &["--by", "site"]).notes();
    assert!(notes.contains("was made with --by 'site"), "{notes}");
    assert!(notes.lines().all(|line| line.starts_with("note: ")), "{notes}");
    assert!(!notes.contains('\u{1b}'), "{notes}");

    let sizes = ["--positives", "40", "--negatives", "260"];
    let asked = [&["check", "--reported", "acc=.9 sens=.8", "--stratified", "5"], &sizes[..]];
    let checked = Run::new(&[&asked.concat()[..], &["--format", "json"]].concat()).succeeds();
    let other = Run::new(&["verify", "r.json", "--kfold", "4"]).file("r.json", checked);
    let notes = other.notes_of_failed_check();
    assert!(notes.starts_with("note: the result was made with --stratified 5\n"), "{notes}");
    assert!(notes.contains("--positives 40 --negatives 260\n"), "{notes}");
}
