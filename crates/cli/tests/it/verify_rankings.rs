//! `verify` accepts the results of `rankings`, and no false change of them.

use exactile::Classifier;
use exactile::arrangement::Frontiers;
use exactile::tile::Regions;
use exactile_document::{Form, Origin, RankingsDetail, RankingsReport, write};
use exactile_verify::{Document, Proofs, verify_rankings};
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

/// Returns `true` if a change of a place may be true: a missing list or ranking, another point of
/// the same cell, or another cell beside it.
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

/// The result of many classifiers, as the program writes it: head, confluences and cells each on a
/// line of its own.
#[derive(Clone)]
struct Long {
    set: Vec<Classifier>,
    head: String,
    confluences: Vec<String>,
    cells: Vec<String>,
}

impl Long {
    /// Of points on a lattice, where many frontiers meet in one point.
    fn new(count: u64) -> Self {
        // Both rates without much order, the second one falling as the first one rises for many.
        let points = (0..count).map(|k| ((k * 37) % 101, (k * k * 53 + 11 * k) % 103));
        let points: Vec<(u64, u64)> = points.collect();
        let set = classifiers(101, 103, &points);
        let regions = Regions::with_target_prior(set.clone(), &q(2, 5)).expect("sound");
        let frontiers = Frontiers::new(&regions).expect("one prior");
        let found = frontiers.count();
        let detail = RankingsDetail { confluences: true, cells: true, ..RankingsDetail::default() };
        let report = RankingsReport { frontiers: &frontiers, count: &found, detail };
        let mut text = Vec::new();
        write(&report, Form::Json, &Origin::default(), &mut text).expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        let lines =
            |list: &str| -> Vec<String> { list.trim().split(",\n").map(str::to_owned).collect() };
        let (head, rest) = text.split_once("\"list\":[").expect("confluences");
        let (confluences, rest) = rest.split_once("]},\n\"cell_list\":[").expect("cells");
        let cells = rest.strip_suffix("]}\n").expect("the end");
        Self { set, head: head.to_owned(), confluences: lines(confluences), cells: lines(cells) }
    }

    fn text(&self) -> String {
        let Self { head, confluences, cells, .. } = self;
        let (confluences, cells) = (confluences.join(",\n"), cells.join(",\n"));
        format!("{head}\"list\":[{confluences}]}},\n\"cell_list\":[{cells}]}}\n")
    }

    fn check(&self) -> Proofs {
        verify_rankings(&self.text(), &self.set).expect("JSON")
    }

    /// Returns the single failed check: its name, its piece and its reason.
    fn refused(&self) -> (&'static str, Option<usize>, String) {
        let found = self.check();
        let [failure] = &found.failures[..] else { panic!("{:?}", found.failures) };
        (failure.check, failure.piece, failure.reason.clone())
    }
}

#[test]
fn long_lists_are_read_in_parts_and_no_entry_is_lost_or_repeated() {
    let long = Long::new(44);
    let (points, cells) = (long.confluences.len(), long.cells.len());
    // Several megabytes, which are never held: all but the lists are some kilobytes.
    let text = long.text();
    assert!(text.len() > 3 << 20, "{} {points} {cells}", text.len());
    let bytes = text.as_bytes();
    assert!(Document::read(&bytes).expect("JSON").text().len() < 10_000);
    let found = long.check();
    assert!(found.holds() && found.not_proved.is_empty(), "{:?}", found.failures);
    assert!(long.head.contains("\"by_frontiers\":[[2,") && long.head.contains(",[3,"));

    // In another order, and with one point twice or missing there: nothing tells it but all of the
    // list.
    let changed = |change: &dyn Fn(&mut Long)| {
        let mut other = long.clone();
        change(&mut other);
        other
    };
    assert!(changed(&|other| other.confluences.reverse()).check().holds());
    assert!(changed(&|other| other.confluences.swap(3, points - 2)).check().holds());
    for reverse in [false, true] {
        let turned = |change: &dyn Fn(&mut Long)| {
            changed(&|other| {
                if reverse {
                    other.confluences.reverse();
                }
                change(other);
            })
            .refused()
        };
        let (check, piece, reason) = turned(&|other| {
            other.confluences[points - 1] = other.confluences[0].clone();
        });
        assert_eq!((check, piece), ("confluence", Some(points - 1)), "{reason}");
        assert_eq!(reason, "a point is listed twice");
        let (check, piece, reason) = turned(&|other| {
            other.confluences.remove(points / 2);
        });
        assert_eq!((check, piece), ("confluence", None), "{reason}");
        assert!(reason.contains("pairs of frontiers meet, and the points of the list name"));
    }

    // A cell that stands at both ends of the list, and another one nowhere.
    let sample = |line: &str| line.split_once("\"sample\"").expect("a cell").1.to_owned();
    let (check, piece, reason) = changed(&|other| {
        let last = &long.cells[cells - 1];
        let head = last.split_once("\"sample\"").expect("a cell").0;
        other.cells[cells - 1] = format!("{head}\"sample\"{}", sample(&long.cells[0]));
    })
    .refused();
    assert_eq!((check, piece), ("cell", Some(cells - 1)), "{reason}");
    let (check, piece, reason) = changed(&|other| {
        // With the parent of the one that it repeats.
        let (number, again) = (cells - 1, &long.cells[1]);
        let (_, rest) = again.split_once(',').expect("a cell");
        other.cells[number] = format!("{{\"cell\":{number},{rest}");
    })
    .refused();
    assert_eq!((check, piece), ("cell", Some(cells - 1)));
    assert_eq!(reason, "another cell has the same ranking");
    let (check, _, reason) = changed(&|other| _ = other.cells.pop()).refused();
    assert_eq!((check, reason.contains("cells in the list")), ("counts", true), "{reason}");
    let (check, ..) = changed(&|other| _ = other.cells.remove(cells / 2)).refused();
    assert_eq!(check, "cell");

    // What is no result, or no JSON, far within.
    let middle = cells / 2;
    let (check, _, reason) =
        changed(&|other| other.cells[middle] = "{\"cell\":1}".to_owned()).refused();
    assert_eq!(check, "form");
    assert!(reason.contains("missing field") && reason.contains(" at line "), "{reason}");
    let broken = changed(&|other| other.cells[middle] = "{\"cell\":]".to_owned());
    let reason = verify_rankings(&broken.text(), &long.set).expect_err("no JSON").reason;
    assert!(reason.starts_with("expected value at line "), "{reason}");
}

#[test]
fn a_point_cut_up_into_pairs_is_refused() {
    // Counts that agree with each other: one point of three frontiers becomes three points of two.
    let set = classifiers(6, 6, &[(5, 2), (4, 3), (3, 4), (1, 5), (5, 2), (2, 4), (6, 0), (0, 6)]);
    let regions = Regions::with_target_prior(set.clone(), &q(2, 5)).expect("sound");
    let detail = RankingsDetail { confluences: true, ..RankingsDetail::default() };
    let document = document(&regions, detail);
    let list = document["confluences"]["list"].as_array().expect("a list");
    let of_three = |entry: &Value| entry["tied"].as_array().is_some_and(|tied| tied.len() == 3);
    let place = list.iter().position(of_three).expect("three frontiers that meet");
    for reverse in [false, true] {
        let mut list = list.clone();
        let entry = list.remove(place);
        for left_out in 0..3 {
            let mut pair = entry.clone();
            pair["tied"].as_array_mut().expect("a list").remove(left_out);
            list.insert(place, pair);
        }
        if reverse {
            list.reverse();
        }
        let mut changed = document.clone();
        let numbers = |value: &Value| value.as_u64().expect("a number");
        changed["cells"] = (numbers(&document["cells"]) + 1).into();
        let confluences = &mut changed["confluences"];
        confluences["count"] = list.len().into();
        for entry in confluences["by_frontiers"].as_array_mut().expect("pairs") {
            match numbers(&entry[0]) {
                2 => entry[1] = (numbers(&entry[1]) + 3).into(),
                3 => entry[1] = (numbers(&entry[1]) - 1).into(),
                _ => {}
            }
        }
        let by_frontiers = confluences["by_frontiers"].as_array_mut().expect("pairs");
        by_frontiers.retain(|entry| entry[1] != 0);
        confluences["list"] = list.into();
        let found = check(&changed, &set);
        assert_eq!(found.failures.len(), 1, "{:?}", found.failures);
        assert_eq!(found.failures[0].reason, "a point is listed twice");
    }
}

#[test]
fn a_parent_beyond_three_frontiers_is_refused() {
    // Each two of three swap once, nowhere all three: two cells have one ranking and its reverse.
    let set = classifiers(10, 10, &[(8, 1), (5, 6), (1, 8)]);
    let regions = Regions::with_target_prior(set.clone(), &q(1, 2)).expect("sound");
    let document = document(&regions, ALL);
    let cells = document["cell_list"].as_array().expect("a list");
    let first: Vec<_> = cells[0]["ranking"].as_array().expect("a list").iter().rev().collect();
    let other = cells.iter().position(|cell| {
        cell["ranking"].as_array().expect("a list").iter().eq(first.iter().copied())
    });
    let mut changed = document.clone();
    changed["cell_list"][other.expect("the reverse")]["parent"] = 0.into();
    assert!(check(&document, &set).holds());
    let found = check(&changed, &set);
    assert_eq!(found.failures.len(), 1, "{:?}", found.failures);
    assert!(found.failures[0].reason.contains("not exactly one frontier"), "{:?}", found.failures);
}

/// Null is not as if a list or a ranking had been left out.
#[test]
fn null_is_no_missing_list() {
    let set = classifiers(6, 6, &[(5, 2), (4, 3), (3, 4)]);
    let regions = Regions::with_target_prior(set.clone(), &q(2, 5)).expect("sound");
    let document = document(&regions, ALL);
    for place in ["/cell_list", "/cell_list/0/ranking", "/confluences/list", "/provenance"] {
        let mut changed = document.clone();
        match changed.pointer_mut(place) {
            Some(value) => *value = Value::Null,
            None => changed["provenance"] = Value::Null,
        }
        let found = check(&changed, &set);
        assert!(!found.holds(), "{place}");
    }
}

#[test]
fn keys_may_stand_in_any_order_and_are_read_as_they_are_meant() {
    let set = classifiers(6, 6, &[(5, 2), (4, 3), (3, 4), (1, 5), (2, 4)]);
    let regions = Regions::with_target_prior(set.clone(), &q(2, 5)).expect("sound");
    // In alphabetical order: lists come before the prior that they are read with.
    let text = document(&regions, ALL).to_string();
    assert!(text.starts_with("{\"cell_list\":[{"), "{text}");
    let holds = |text: &str| verify_rankings(text, &set).expect("JSON").holds();
    assert!(holds(&text));
    let escaped = text.replacen("\"cell_list\"", "\"cell\\u005flist\"", 1);
    assert!(holds(&escaped));
    let spaced = text.replace(',', " ,\n\t ").replace('[', "[ \r\n").replace(']', "\n]");
    assert!(holds(&spaced));
    // A second list, of cells or of nothing.
    let (_, cells) = text.split_once("\"cell_list\":").expect("cells");
    let (cells, _) = cells.split_once(",\"cells\"").expect("their number");
    for again in [cells, "[]", "null"] {
        let twice = format!("{},\"cell_list\":{again}}}", text.strip_suffix('}').expect("the end"));
        let found = verify_rankings(&twice, &set).expect("JSON");
        assert_eq!(found.failures[0].check, "form", "{twice}");
        assert!(found.failures[0].reason.contains("duplicate field"), "{:?}", found.failures);
    }
    for (from, to) in [
        ("\"cell_list\":[", "\"cell_list\":[,"),
        ("\"cell_list\":[", "\"cell_list\":[]["),
        ("],\"cells\"", ",],\"cells\""),
        ("],\"cells\"", "},\"cells\""),
        ("],\"cells\"", "]],\"cells\""),
    ] {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text);
        verify_rankings(&broken, &set).expect_err(&broken);
    }
    verify_rankings(&text[..text.len() / 2], &set).expect_err("the end is missing");
    // Numbers whose products are beyond any integer.
    let huge = text.replacen(
        "\"by_frontiers\":[[",
        &format!("\"by_frontiers\":[[{0},{0}],[", u64::MAX),
        1,
    );
    assert!(!holds(&huge));
    let last = text.replacen("]],\"count\"", &format!("],[{0},{0}]],\"count\"", u64::MAX), 1);
    assert!(last != text && !holds(&last));
}

#[test]
fn a_broken_list_ends_in_one_error_with_its_place() {
    let input = fixture("breast_cancer_confusion.csv");
    let made = ["rankings", &input, "--confluences", "--format", "json"];
    let result = Run::new(&made).succeeds();
    let verify = ["verify", "rankings.json", &input];
    // A list of a pipe is held, and checked all the same.
    let said = Run::new(&["verify", "-", &input]).stdin(result.clone()).succeeds();
    assert!(said.contains("and nowhere else"), "{said}");
    let (before, after) = result.split_once("\"tied\":[[").expect("a confluence");
    let (lines, last) = before.rsplit_once('\n').expect("lines");
    let place = format!("{}:{}", lines.lines().count() + 1, last.len() + 10);
    let broken = result.replacen("\"tied\":[[", "\"tied\":[[,", 1);
    Run::new(&verify).file("rankings.json", broken).fails(&format!(
        "rankings.json:{place}: not JSON: expected value\nhint: give the output of a command with \
         --format json"
    ));
    let other = [before.as_bytes(), b"\"tied\":[[\xff", after.as_bytes()].concat();
    Run::new(&verify).file("rankings.json", other).fails(
        "rankings.json: cannot be read: stream did not contain valid UTF-8\nhint: check the path",
    );
}

/// A part that is not proved still has all its keys and no others, and numbers where numbers
/// belong.
#[test]
fn unproved_parts_of_another_form_are_refused() {
    let table = "name,tn,fp,fn,tp\nA,56,24,6,14\nB,40,40,4,16\nC,70,10,12,8\n";
    let apart = "name,tn,fp,fn,tp\nA,56,24,6,14\nB,40,40,5,16\nC,70,10,12,8\n";
    for (table, has_cell) in [(table, true), (apart, false)] {
        let text = Run::new(&["rankings", "x.csv", "--at", "1/2,1/3", "--format", "json"])
            .file("x.csv", table)
            .succeeds();
        let text: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let verified = |document: &serde_json::Value| {
            let run = Run::new(&["verify", "r.json", "x.csv"]).file("x.csv", table);
            run.file("r.json", document.to_string()).status().1
        };
        assert_eq!(verified(&text), 0);
        let rubbish = || serde_json::json!("rubbish");
        let places =
            ["/distance", "/holds_beside", "/swaps", "/swaps/0/nearest", "/swaps/0/edge/1"];
        let of_cell = ["/cell/dimension", "/cell/vertices/0", "/swaps/0/balanced/nearest/0"];
        let of_cell = of_cell.into_iter().filter(|_| has_cell);
        for place in places.into_iter().chain(of_cell) {
            let mut changed = text.clone();
            *changed.pointer_mut(place).expect(place) = rubbish();
            assert_eq!(verified(&changed), 1, "{place}");
            let (parent, key) = place.rsplit_once('/').expect("a place");
            let mut changed = text.clone();
            let parent = changed.pointer_mut(parent).expect("a parent");
            if let Some(members) = parent.as_object_mut() {
                members.remove(key).expect("a member");
                assert_eq!(verified(&changed), 1, "without {place}");
            }
            let mut changed = text.clone();
            if let Some(members) = changed.pointer_mut("/swaps/0").and_then(|s| s.as_object_mut()) {
                members.insert("further".to_owned(), rubbish());
                assert_eq!(verified(&changed), 1, "a further key");
            }
        }
    }
}
