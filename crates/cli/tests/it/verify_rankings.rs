//! `verify` accepts what `rankings` makes, and nothing else that is false.

use exactile::Classifier;
use exactile::arrangement::Frontiers;
use exactile::tile::Regions;
use exactile_document::{Form, Origin, RankingsDetail, RankingsReport, write};
use exactile_verify::{Proofs, verify_rankings};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::{Run, fixture};
use crate::verify::{changed_at, places};
use exactile_testing::{classifiers, q, small_sets};

const ALL: RankingsDetail = RankingsDetail {
    confluences: true,
    cells: true,
    polygons: false,
    areas: false,
    rankings: true,
};

fn document(regions: &Regions, detail: RankingsDetail) -> Value {
    let frontiers = Frontiers::new(regions).expect("one prior");
    let count = frontiers.count();
    let report = RankingsReport { frontiers: &frontiers, count: &count, detail };
    let mut text = Vec::new();
    write(&report, Form::Json, &Origin::default(), &mut text).expect("written");
    serde_json::from_slice(&text).expect("JSON")
}

fn check(document: &Value, classifiers: &[Classifier]) -> Proofs {
    verify_rankings(&document.to_string(), classifiers).expect("JSON")
}

/// Whether a change of a place may be true: a list or a ranking less, another point of the same cell, or another cell beside
/// it.
fn may_be_true(document: &Value, place: &str, changed: &Value) -> bool {
    let mut shorter = document.clone();
    let object = shorter.pointer_mut(place).and_then(Value::as_object_mut);
    if let Some(object) = object {
        let optional = match place {
            "" => "cell_list",
            "/confluences" => "list",
            _ => "ranking",
        };
        object.remove(optional);
        return shorter == *changed;
    }
    let Some((cell, key)) = place.strip_prefix("/cell_list/").and_then(|at| at.split_once('/'))
    else {
        return false;
    };
    let cells = &changed["cell_list"];
    let cell = &cells[cell.parse::<usize>().expect("a number")];
    match key {
        // The ranking that stands beside it was compared with the one at the point.
        "sample" | "sample/0" | "sample/1" => true,
        "parent" => {
            let parent = cell["parent"].as_u64().expect("a number");
            let rankings =
                [cell, &cells[usize::try_from(parent).expect("few cells")]].map(|cell| {
                    let ranking = cell["ranking"].as_array().expect("a list");
                    ranking.iter().map(ToString::to_string).collect::<Vec<_>>()
                });
            let differ: Vec<usize> =
                (0..rankings[0].len()).filter(|&k| rankings[0][k] != rankings[1][k]).collect();
            let (first, last) = (differ[0], differ[differ.len() - 1]);
            let mut turned = rankings[0].clone();
            turned[first..=last].reverse();
            turned == rankings[1]
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_rankings_makes_is_accepted_and_changes_are_refused(
        set in small_sets(), prior in 1_i64..9, lists: [bool; 3], which: [prop::sample::Index; 2],
    ) {
        let regions = Regions::with_target_prior(set.clone(), &q(prior, 9)).expect("sound");
        let [confluences, cells, rankings] = lists;
        let detail = RankingsDetail { confluences, cells, rankings, ..RankingsDetail::default() };
        let found = check(&document(&regions, detail), &set);
        prop_assert!(found.holds(), "{:?}", found.failures);
        let document = document(&regions, ALL);
        let found = check(&document, &set);
        prop_assert!(found.holds() && found.not_proved.is_empty(), "{:?}\n{document}", found);
        let places = places(&document);
        let place = which[0].get(&places);
        let changed: Vec<Value> = changed_at(&document, place).collect();
        prop_assume!(!changed.is_empty());
        let changed = which[1].get(&changed);
        prop_assert!(!check(changed, &set).holds() || may_be_true(&document, place, changed), "{place}\n{changed}");
    }
}

#[test]
fn every_single_false_change_of_rankings_is_refused() {
    // Three on one line, two that are equal, frontiers that meet.
    let set = classifiers(6, 6, &[(5, 2), (4, 3), (3, 4), (1, 5), (5, 2), (2, 4)]);
    let regions = Regions::with_target_prior(set.clone(), &q(2, 5)).expect("sound");
    let document = document(&regions, ALL);
    assert!(check(&document, &set).holds(), "{:?}", check(&document, &set).failures);
    assert!(document["confluences"]["count"].as_u64() > Some(0), "{document}");
    assert!(document["shared_frontiers"]["count"].as_u64() > Some(0), "{document}");
    let (mut refused, mut accepted) = (0, 0);
    for place in places(&document) {
        for changed in changed_at(&document, &place) {
            if check(&changed, &set).holds() {
                assert!(
                    may_be_true(&document, &place, &changed),
                    "{place} can be changed:\n{changed}"
                );
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(refused > 1000 && accepted > 0 && accepted < refused / 4, "{refused} {accepted}");
}

#[test]
fn fixtures_are_proved() {
    let input = fixture("breast_cancer_confusion.csv");
    let made = ["rankings", &input, "--confluences", "--cells", "--format", "json"];
    let result = Run::new(&made).succeeds();
    let said =
        Run::new(&["verify", "rankings.json", &input]).file("rankings.json", result).succeeds();
    assert!(said.starts_with("verified: exactile.rankings.v1 of 32 classifiers"), "{said}");
    assert!(said.contains("and nowhere else") && !said.contains("not proved"), "{said}");
    // Counts alone are consistent, and that is said.
    let counts = Run::new(&["rankings", &input, "--format", "json"]).succeeds();
    let said =
        Run::new(&["verify", "rankings.json", &input]).file("rankings.json", counts).succeeds();
    assert!(said.contains("as many as the confluences account for"), "{said}");
    assert!(said.contains("not proved  which of them meet in one point"), "{said}");
}

#[test]
fn rankings_of_other_counts_are_refused_with_status_1() {
    let two = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
    let result =
        Run::new(&["rankings", "two.csv", "--format", "json"]).file("two.csv", two).succeeds();
    let other = two.replace("40,40", "39,41");
    let (said, status) = Run::new(&["verify", "rankings.json", "other.csv", "--format", "json"])
        .file("rankings.json", result)
        .file("other.csv", other)
        .status();
    assert_eq!(status, 1);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&said["verified"], &said["of"]), (&false.into(), &"exactile.rankings.v1".into()));
    assert_eq!(said["failures"][0]["check"], "input");
    assert_eq!(said["failures"][1]["check"], "classifiers");
}
