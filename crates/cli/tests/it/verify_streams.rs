//! `verify` reads long lists of results entry by entry: wherever they stand, and with the same
//! refusals.

use serde_json::Value;

use crate::cli::{Run, fixture};

/// A curve of classifiers with many breaks, some megabytes long.
fn curve() -> (String, String) {
    let mut seed = 11_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut csv = "name,tn,fp,fn,tp\n".to_owned();
    for k in 0..160 {
        let share = next(1000);
        let (fp, tp) = (share * share / 1000, 1000 - (1000 - share) * (1000 - share) / 1000);
        let (fp, tp) = (fp + next(40), tp.saturating_sub(next(40)));
        csv += &format!("c{k},{},{fp},{},{tp}\n", 2000 - fp, 1000 - tp);
    }
    let made = ["curve", "set.csv", "--along", "decision", "--format", "json"];
    let text = Run::new(&made).file("set.csv", &csv).succeeds();
    (csv, text)
}

#[test]
fn long_lists_may_stand_anywhere_and_come_from_standard_input() {
    let (csv, text) = curve();
    assert!(text.len() > 1 << 20, "{} bytes are several runs", text.len());
    let verified = |text: &str| {
        Run::new(&["verify", "r.json", "set.csv"])
            .file("set.csv", &csv)
            .file("r.json", text)
            .status()
    };
    let (said, status) = verified(&text);
    assert_eq!(status, 0, "{said}");
    let piped = Run::new(&["verify", "-", "set.csv"]).file("set.csv", &csv).stdin(&text);
    assert_eq!(piped.status(), (said, 0));
    // The schema stands last, and keys in the order of the alphabet.
    let Value::Object(mut members) = serde_json::from_str(&text).expect("JSON") else {
        panic!("an object");
    };
    let schema = members.remove("schema").expect("it has one");
    let rest = Value::Object(members).to_string();
    let turned = format!("{},\"schema\":{schema}}}", rest.strip_suffix('}').expect("an object"));
    assert_eq!(verified(&turned).1, 0);
    // A break that is left out, one that is there twice, and one that is no break.
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let count = document["breaks"].as_array().map_or(0, Vec::len);
    let changed = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut document = document.clone();
        change(document["breaks"].as_array_mut().expect("a list"));
        verified(&document.to_string())
    };
    let (said, status) = changed(&|breaks| drop(breaks.remove(count / 2)));
    assert_eq!(status, 1);
    assert!(
        said.contains(&format!("breaks: it is a list of {count}, not a list of {}", count - 1))
    );
    let (said, status) = changed(&|breaks| breaks[count - 2] = breaks[count - 1].clone());
    assert_eq!(status, 1);
    assert!(said.contains(&format!("breaks[{}].position: it is", count - 2)), "{said}");
    let (said, status) = changed(&|breaks| breaks[count - 2] = Value::from("none"));
    assert_eq!(status, 1);
    assert!(
        said.contains(&format!("breaks[{}]: it is an object, not \"none\"", count - 2)),
        "{said}"
    );
}

#[test]
fn entries_in_a_form_that_no_result_has_are_refused_with_their_place() {
    let input = fixture("breast_cancer_confusion.csv");
    let text = Run::new(&["rank", &input, "--score", "f1", "--format", "json"]).succeeds();
    let verified = |text: &str| Run::new(&["verify", "r.json", &input]).file("r.json", text);
    let twice = text.replacen("\"rank\": [", "\"rank\": [1, 1], \"rank\": [", 2);
    let (said, status) = verified(&twice).status();
    assert_eq!(status, 1);
    assert!(said.contains("form: the key \"rank\" stands twice in one object at line "), "{said}");
    // Of the form nothing else is said, whatever else is false.
    let false_too = twice.replacen("\"classifier\": ", "\"classifier\": 1", 1);
    assert_eq!(verified(&false_too).status(), (said, 1));
    let point = text.replacen("\"classifier\": ", "\"x\": 1.0, \"classifier\": ", 1);
    let (said, status) = verified(&point).status();
    assert_eq!(status, 1);
    assert!(said.contains("failed: form: invalid type: floating point `1.0`"), "{said}");
    let place = text.find("\"name\"").expect("an entry has one");
    let line = text[..place].matches('\n').count() + 1;
    let broken = format!("{}x{}", &text[..place], &text[place..]);
    let (message, _) = verified(&broken).refused();
    assert!(message.starts_with(&format!("r.json:{line}:")), "{message}");
    assert!(message.contains("not JSON: "), "{message}");
    let bytes = [&text.as_bytes()[..place + 10], b"\xff", &text.as_bytes()[place + 10..]].concat();
    let broken = Run::new(&["verify", "r.json", &input]).file("r.json", bytes);
    let (message, _) = broken.refused();
    assert!(message.contains("stream did not contain valid UTF-8"), "{message}");
}

/// Pieces in any order: of each classifier they are found wherever they are.
#[test]
fn pieces_may_be_mixed() {
    let input = fixture("breast_cancer_confusion.csv");
    let text = Run::new(&["regions", &input, "--format", "json"]).succeeds();
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let verified = |document: &Value| {
        let text = document.to_string();
        Run::new(&["verify", "r.json", &input]).file("r.json", text).status()
    };
    let expected = Run::new(&["verify", "r.json", &input]).file("r.json", &text).succeeds();
    let pieces = document["pieces"].as_array_mut().expect("a list");
    let count = pieces.len();
    for k in 0..count {
        pieces.swap(k, (k * 7919 + 13) % count);
    }
    assert_eq!(verified(&document), (expected, 0));
    let lost = document["pieces"].as_array_mut().expect("a list").remove(count / 3);
    let (said, status) = verified(&document);
    assert_eq!(status, 1);
    assert!(said.contains("0 pieces instead of 1"), "{lost}: {said}");
}

#[cfg(unix)]
#[test]
fn an_endless_stream_that_is_no_result_is_refused() {
    let run = Run::new(&["verify", "/dev/zero", "set.csv"]).file("set.csv", "name,tn,fp,fn,tp\n");
    let (what, hint) = run.refused();
    assert!(what.starts_with("/dev/zero:1:1: "), "{what}");
    assert_eq!(hint, "give the output of a command with --format json");
}
