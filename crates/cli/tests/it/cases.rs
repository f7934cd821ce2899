//! Files as users bring them, each with its correct result.

use serde_json::{Map, Value, json};

use crate::cli::{Run, document, fixture};

fn case(name: &str) -> String {
    fixture(&format!("cases/{name}"))
}

/// A result and the notes on it.
fn read(command: &[&str], names: &[&str], flags: &[&str]) -> (Value, String) {
    let files: Vec<String> = names.iter().map(|name| case(name)).collect();
    let mut arguments = command.to_vec();
    arguments.extend(files.iter().map(String::as_str));
    arguments.extend(flags);
    arguments.extend(["--format", "json"]);
    let (json, notes) = Run::new(&arguments).notes();
    (document(&json), notes)
}

/// The values of one metric by classifier.
fn scores(names: &[&str], metric: &str, flags: &[&str]) -> Value {
    let (found, _) = read(&["score"], names, &[&["--metric", metric], flags].concat());
    let mut values = Map::new();
    for classifier in found["classifiers"].as_array().expect("classifiers") {
        let name = classifier["name"].as_str().expect("a name").to_owned();
        values.insert(name, classifier["scores"][metric]["value"].clone());
    }
    values.into()
}

fn refusal(command: &[&str], name: &str, flags: &[&str]) -> (String, String) {
    let file = case(name);
    Run::new(&[command, &[&file], flags].concat()).refused()
}

#[test]
fn an_id_beside_scores_is_no_model() {
    let (found, notes) = read(&["thresholds"], &["id_beside_scores.csv"], &["--score", "f1"]);
    assert_eq!(notes, "note: classifiers: lr, svm; truth: y_true; ignored: id\n");
    let models = found["models"].as_array().expect("models");
    let aucs: Vec<_> = models.iter().map(|model| (&model["name"], &model["auc"])).collect();
    assert_eq!(aucs, [(&json!("lr"), &json!("8/9")), (&json!("svm"), &json!("7/9"))]);
    let best = |k: usize| (&models[k]["best"][0]["threshold"], &models[k]["best"][0]["value"]);
    assert_eq!(best(0), (&json!("1/2"), &json!("6/7")));
    assert_eq!(best(1), (&json!("2/5"), &json!("6/7")));
}

#[test]
fn of_two_columns_of_truth_one_is_named() {
    let (_, hint) = refusal(&["score", "--metric", "f1"], "flags_beside_labels.csv", &[]);
    assert_eq!(hint, "name the one that does: --truth label or --truth y_true");
    let flags = ["--truth", "y_true", "--only", "lr,svm"];
    let found = scores(&["flags_beside_labels.csv"], "f1", &flags);
    assert_eq!(found, json!({"lr": "4/5", "svm": "2/3"}));
}

#[test]
fn a_german_thousand_is_no_decimal() {
    let (what, hint) = refusal(&["score"], "thousands_de.csv", &[]);
    assert!(what.ends_with("\"12.345\" may be 12345 or 12.345"), "{what}");
    assert!(hint.contains("thousands or decimals?"), "{hint}");
    // The hint obeyed.
    let text = std::fs::read_to_string(case("thousands_de.csv")).expect("a file").replace('.', "");
    let run = Run::new(&["score", "x.csv", "--metric", "accuracy", "--format", "json"]);
    let found = run.file("x.csv", text).json();
    let value = |k: usize| found["classifiers"][k]["scores"]["accuracy"]["value"].clone();
    let fraction = |right: i64| Value::from(exactile::Rational::new(right, 15428).to_string());
    assert_eq!((value(0), value(1)), (fraction(14346), fraction(14008)));
}

#[test]
fn matrices_divided_by_rows_are_rates() {
    let (_, hint) = refusal(&["rank", "--score", "accuracy"], "row_normalised.csv", &[]);
    assert_eq!(hint, "give the positive prior with --prior, or the counts themselves");
    let flags = ["--score", "accuracy", "--prior", "0.1"];
    let (found, notes) = read(&["rank"], &["row_normalised.csv"], &flags);
    assert_eq!(notes, "");
    let ranking = found["ranking"].as_array().expect("a ranking");
    let values: Vec<_> = ranking.iter().map(|one| (&one["name"], &one["value"])).collect();
    assert_eq!(values, [(&json!("A"), &json!("87/100")), (&json!("B"), &json!("18/25"))]);
}

#[test]
fn rows_of_one_sample_are_joined() {
    let expected = json!({"lr": "4/5", "svm": "2/3"});
    let files = ["two_files_a.csv", "two_files_b.csv"];
    assert_eq!(scores(&["long_table.csv"], "f1", &[]), expected);
    assert_eq!(scores(&files, "f1", &[]), expected);
    assert_eq!(scores(&["truth_called_target.csv"], "f1", &[]), expected);
    for files in [&["long_table.csv"][..], &files] {
        let (found, _) = read(&["compare"], files, &["--metric", "f1"]);
        assert_eq!(found["paired"], true);
        let discordant = &found["pairs"][0]["discordant"];
        assert_eq!(*discordant, json!({"positives": [1, 0], "negatives": [0, 1]}));
    }
}

#[test]
fn whole_weights_count_and_others_weigh() {
    assert_eq!(scores(&["weights_whole.csv"], "accuracy", &[]), json!({"lr": "7/10"}));
    let found = scores(&["weights_fractional.csv"], "accuracy", &[]);
    assert_eq!(found, json!({"lr": "13/18", "svm": "8/9"}));
    for command in [&["compare", "--metric", "f1"][..], &["confidence", "--score", "f1"]] {
        let (what, hint) = refusal(command, "weights_fractional.csv", &["--quiet"]);
        assert!(what.contains("the column sample_weight weighs the rows"), "{what}");
        assert_eq!(
            hint,
            "give whole numbers; rank, regions, score, thresholds and tile take weights"
        );
    }
}

#[test]
fn rates_and_leaderboards_are_performances() {
    let found = scores(&["decimal_comma.csv"], "tpr", &[]);
    assert_eq!(found, json!({"A": "23/25", "B": "24/25"}));
    let (what, hint) = refusal(&["rank", "--score", "accuracy"], "sens_spec.csv", &[]);
    assert!(what.ends_with("the positive prior of these rates is not known"), "{what}");
    assert_eq!(hint, "add prior to each of them, or give --prior");
    // Where no prior is needed, none is asked for.
    assert_eq!(scores(&["sens_spec.csv"], "tpr", &[]), json!({"A": "23/25", "B": "24/25"}));
    let rank = |flags: &[&str]| read(&["rank", "--score", "f1"], &["sens_spec.csv"], flags);
    let ranking = |flags: &[&str]| rank(flags).0["ranking"].clone();
    assert_eq!(ranking(&["--target-prior", "0.36"]), ranking(&["--prior", "0.36"]));
    let shares = |metric| scores(&["precision_recall.csv"], metric, &[]);
    assert_eq!(shares("ppv"), json!({"A": "9/10", "B": "3/4"}));
    assert_eq!(shares("tpr"), json!({"A": "3/5", "B": "4/5"}));
    assert_eq!(shares("fpr"), json!({"A": "1/60", "B": "1/15"}));
    let found = scores(&["caret.csv"], "accuracy", &["--positive", "yes"]);
    assert_eq!(found, json!({"Prediction": "131/140"}));
    let found = scores(&["transposed.csv"], "accuracy", &[]);
    assert_eq!(found, json!({"A": "131/140", "B": "32/35"}));
}

#[test]
fn labels_in_two_spellings_are_refused() {
    let (what, hint) = refusal(&["score"], "spelling.csv", &[]);
    let holds = "y_true holds more than two labels: \"Yes\", \"yes\", \"No\"";
    assert!(what.ends_with(holds), "{what}");
    assert_eq!(hint, "write one spelling: \"Yes\" and \"yes\" differ in case only");
}

#[test]
fn low_scores_may_mean_positive() {
    let (found, notes) = read(&["thresholds"], &["pvalues.csv"], &[]);
    assert_eq!(found["models"][0]["auc"], "1/9");
    assert!(notes.contains("if low scores mean positive, add --flip p_value"), "{notes}");
    let (found, notes) = read(&["thresholds"], &["pvalues.csv"], &["--flip", "p_value"]);
    assert_eq!((&found["models"][0]["auc"], notes.as_str()), (&json!("8/9"), ""));
}

#[test]
fn a_file_is_inspected() {
    let (found, notes) = read(&["inspect"], &["id_beside_scores.csv"], &[]);
    assert_eq!(notes, "");
    assert_eq!(
        found,
        json!({
            "schema": "exactile.inspect.v1", "form": "scores", "encoding": "utf-8",
            "separator": ",", "decimal_mark": null, "truth": "y_true", "positive": "1",
            "undecided": [], "weight": null, "classifiers": ["lr", "svm"],
            "ignored": [{"column": "id", "why": "its name is that of an identifier"}],
            "samples": 6, "positives": 3, "negatives": 3, "missing": 0,
            "flags": ["--truth", "y_true", "--only", "lr,svm", "--positive", "1"],
            "notes": ["classifiers: lr, svm; truth: y_true; ignored: id"]
        })
    );
    // The flags state the same.
    let flags = found["flags"].as_array().expect("flags").iter().filter_map(Value::as_str);
    let flags: Vec<&str> = flags.chain(["--score", "f1"]).collect();
    let (explicit, notes) = read(&["thresholds"], &["id_beside_scores.csv"], &flags);
    let (implicit, _) = read(&["thresholds"], &["id_beside_scores.csv"], &["--score", "f1"]);
    assert_eq!((explicit, notes.as_str()), (implicit, ""));
}

#[test]
fn flags_of_an_inspection_give_the_same_reading() {
    for (names, flags, last) in [
        (
            &["rights.csv"][..],
            &["--correct"][..],
            &["--only", "gpt,llama,mistral", "--correct"][..],
        ),
        (&["pvalues.csv"], &["--flip", "p_value"], &["--flip", "p_value"]),
        (&["long_table.csv"], &["--where", "model=lr"], &["--where", "model=lr"]),
        (&["long_table.csv"], &["--repeat", "first"], &["--repeat", "first"]),
        (&["sens_spec.csv"], &["--prior", "1/5"], &["--prior", "1/5"]),
        (&["id_beside_scores.csv"], &["--input-format", "scores"], &["--input-format", "scores"]),
        (&["two_files_a.csv", "two_files_b.csv"], &["--id", "id"], &["--id", "id"]),
    ] {
        let (found, _) = read(&["inspect"], names, flags);
        let stated = found["flags"].as_array().expect("flags").iter().filter_map(Value::as_str);
        let stated: Vec<&str> = stated.collect();
        assert!(stated.ends_with(last), "{stated:?}");
        let (again, _) = read(&["inspect"], names, &stated);
        for part in ["form", "truth", "positive", "classifiers", "samples", "flags"] {
            assert_eq!(again[part], found[part], "{names:?}: {part}");
        }
    }
}

#[test]
fn what_is_not_decided_is_inspected_too() {
    let (found, _) = read(&["inspect"], &["caret.csv"], &[]);
    assert_eq!((&found["positive"], &found["undecided"]), (&Value::Null, &json!(["no", "yes"])));
    assert_eq!((&found["samples"], &found["positives"]), (&json!(140), &Value::Null));
    let (found, _) = read(&["inspect"], &["two_files_a.csv", "two_files_b.csv"], &[]);
    assert_eq!((&found["form"], &found["classifiers"]), (&json!("joined"), &json!(["lr", "svm"])));
    let (found, _) = read(&["inspect"], &["sens_spec.csv"], &[]);
    assert_eq!((&found["form"], &found["classifiers"]), (&json!("rates"), &json!(["A", "B"])));
    let text = Run::new(&["inspect", &case("decimal_comma.csv")]).succeeds();
    assert!(text.contains("separator") && text.contains("decimal mark"), "{text}");
}

/// Every line of the page is run, and its names of columns are those of the program.
#[test]
fn the_page_on_inputs_holds() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{root}/docs/input.md")).expect("the page");
    let mut run = 0;
    for line in page.lines() {
        let Some((_, cell)) = line.split_once("| `exactile ") else { continue };
        let command = cell.split('`').next().expect("a command");
        let words = command.split_whitespace();
        let place = |word: &str| match word.strip_prefix("fixtures/") {
            Some(name) => fixture(name),
            None => word.to_owned(),
        };
        let arguments: Vec<String> = words.map(place).chain(["--quiet".to_owned()]).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert!(!Run::new(&arguments).succeeds().is_empty(), "{command}");
        run += 1;
    }
    assert!(run >= 15, "{run}");
    for (word, names) in exactile_input::Word::all() {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        assert!(page.contains(&format!("| {} |", names.join(", "))), "{word:?}");
    }
}

#[test]
fn costs_are_a_preference_of_every_command() {
    let file = fixture("breast_cancer_confusion.csv");
    let costs = ["--cost-fp", "1", "--cost-fn", "5"];
    let point = ["--at", "5/6,5/6"];
    for command in [&["rank"][..], &["rankings"], &["confidence", "--draws", "400"], &["roc"]] {
        let run = |flags: &[&str]| {
            Run::new(&[command, &[&file, "--format", "json"], flags].concat()).json()
        };
        let mut found = run(&costs);
        // A ranking states the costs besides.
        let of_costs = ["costs", "flag_everybody", "flag_nobody", "expected_cost", "net_benefit"];
        let ranked = found.get_mut("ranking").and_then(Value::as_array_mut);
        let entries = ranked.into_iter().flatten().filter_map(Value::as_object_mut);
        entries.for_each(|entry| entry.retain(|key, _| !of_costs.contains(&key.as_str())));
        let members = found.as_object_mut().expect("a document");
        members.retain(|key, _| !of_costs.contains(&key.as_str()));
        assert_eq!(found, run(&point), "{command:?}");
    }
    let score = Run::new(&[&["score", &file, "--format", "json"], &costs[..]].concat()).json();
    assert_eq!(score["classifiers"][0]["scores"]["r(5/6,5/6)"]["value"], "357/1417");
    let (what, _) = Run::new(&["rank", &file, "--cost-fp", "1"]).refused();
    assert!(what.contains("--cost-fn"), "{what}");
}
