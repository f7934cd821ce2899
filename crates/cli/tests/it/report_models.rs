//! The report page of models that give scores.

use exactile::Rational;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::fixed_thresholds::predictions;

/// 0.5 is an edge of both, and two scores that doubles cannot tell apart.
const SCORES: &str =
    "y_true,a,b\n1,0.9,5\n1,0.50000000000000000001,4\n0,0.5,3\n1,0.4,2\n0,0.2,2\n0,0.1,1\n";

fn page(arguments: &[&str], csv: &str) -> String {
    let arguments =
        [&["report", "x.csv", "--input-format", "scores", "--metric", "f1"], arguments].concat();
    Run::new(&arguments).file("x.csv", csv).succeeds()
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON")
}

#[test]
fn every_threshold_is_on_the_page_and_exact() {
    let data = data(&page(&[], SCORES));
    let steps = |model: usize| -> Vec<Value> {
        let steps = data["scores"]["models"][model]["steps"].as_array().expect("steps");
        steps.iter().map(|step| json!([step["threshold"], step["fp"], step["tp"]])).collect()
    };
    assert_eq!(
        steps(0),
        [
            json!([null, 0, 0]),
            json!(["0.9", 0, 1]),
            json!(["0.50000000000000000001", 0, 2]),
            json!(["0.5", 1, 2]),
            json!(["0.4", 1, 3]),
            json!(["0.2", 2, 3]),
            json!(["0", 3, 3]),
        ]
    );
    assert_eq!(steps(1).len(), 6, "2 is one threshold");
    assert_eq!(data["scores"]["models"][0]["auc"], "8/9");
    assert_eq!(data["scores"]["models"][1]["brier"], Value::Null);
    // The classifiers are the vertices of the hulls, and the steps say which.
    let named: Vec<&str> = data["classifiers"]
        .as_array()
        .expect("classifiers")
        .iter()
        .map(|classifier| classifier["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(named[..2], ["a: nobody", "a >= 0.50000000000000000001"]);
    for (k, model) in data["scores"]["models"].as_array().expect("models").iter().enumerate() {
        for step in model["steps"].as_array().expect("steps") {
            let Some(classifier) = step["classifier"].as_u64() else { continue };
            let of = &data["classifiers"][usize::try_from(classifier).expect("few")];
            assert!(of["name"].as_str().expect("a name").starts_with(["a", "b"][k]));
            assert_eq!(of["counts"][1], step["fp"].to_string(), "{step}");
            assert_eq!(of["counts"][3], step["tp"].to_string(), "{step}");
        }
    }
}

#[test]
fn optimism_is_said_and_nothing_is_promised() {
    let page = page(&["--title", "Which model?"], SCORES);
    assert!(page.contains("looks better than it is"));
    assert!(page.contains("--choose-on OTHER"));
    assert!(page.contains("How sure that is, is not known: these thresholds are the best ones"));
    assert!(page.contains("2 models at "));
    let data = data(&page);
    assert_eq!(data["sure"], Value::Null);
    assert_eq!(data["pairs"]["nothing"], "chosen-here");
    let rows = data["evidence"]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["cells"][0]["interval"].is_null()));
    assert!(!page.contains("id=\"pair-first\""));
}

#[test]
fn real_scores_have_a_small_page_at_once() {
    let page = page(
        &[],
        &std::fs::read_to_string(fixture("breast_cancer_scores.csv")).expect("a fixture"),
    );
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    let data = data(&page);
    let models = data["scores"]["models"].as_array().expect("models");
    assert_eq!(models.len(), 7);
    let told = Run::new(&["thresholds", "x.csv", "--format", "json"])
        .file(
            "x.csv",
            std::fs::read_to_string(fixture("breast_cancer_scores.csv")).expect("a fixture"),
        )
        .json();
    for (model, other) in models.iter().zip(told["models"].as_array().expect("models")) {
        for key in ["name", "auc", "brier", "distinct"] {
            assert_eq!(model[key], other[key]);
        }
        let steps = model["steps"].as_array().expect("steps");
        let hull: Vec<&Value> = steps.iter().filter(|step| !step["classifier"].is_null()).collect();
        assert_eq!(hull.len(), other["hull"].as_array().expect("a hull").len());
        for (step, vertex) in hull.iter().zip(other["hull"].as_array().expect("a hull")) {
            assert_eq!(step["tp"].to_string(), vertex["tp"].as_str().expect("a count"));
            // A shorter decimal, not above the threshold itself.
            if let (Some(short), Some(exact)) =
                (step["threshold"].as_str(), vertex["threshold"].as_str())
            {
                let number = |text: &str| -> Rational { text.parse().expect("a number") };
                assert!(number(short) <= number(exact), "{short} {exact}");
            }
        }
        // Many thresholds are thinned out, the ends and the hull stay.
        let ends = [&steps[0]["tp"], &steps[steps.len() - 1]["tp"]];
        assert_eq!(ends, [&json!(0), &json!(212)]);
        assert!(steps.len() <= 400);
    }
}

#[test]
fn what_makes_no_page_is_refused() {
    Run::new(&["report", "x.csv", "--input-format", "scores", "--operation", "transpose"])
        .file("x.csv", SCORES)
        .fails("--operation does not apply to models with scores\nhint: leave it out");
    let one = "y_true,a\n1,0.5\n1,0.7\n";
    let (message, _) =
        Run::new(&["report", "x.csv", "--input-format", "scores", "--positive", "1"])
            .file("x.csv", one)
            .refused();
    assert!(message.contains("x.csv"), "{message}");
}

#[test]
fn thresholds_are_chosen_on_another_file_and_judged_here() {
    // Of the other file's hull 0.6 and 3/10 are vertices; here 3/10 is no score.
    let other = "y_true,a,b\n1,0.8,1\n1,0.6,2\n0,0.5,3\n0,0.45,1\n1,0.3,4\n0,0.1,0\n";
    let arguments = ["report", "x.csv", "--input-format", "scores", "--choose-on", "o.csv"];
    let page = Run::new(&arguments).file("x.csv", SCORES).file("o.csv", other).succeeds();
    assert!(page.contains(
        "Thresholds are chosen on <bdi>o.csv</bdi> (3 positive and 3 negative samples, weighted to \
         the share of positives of this page) and judged on <bdi>x.csv</bdi>."
    ));
    assert!(!page.contains("looks better than it is"));
    let data = data(&page);
    let steps = data["scores"]["models"][0]["steps"].as_array().expect("steps");
    let vertices: Vec<Value> = steps
        .iter()
        .filter(|step| !step["classifier"].is_null())
        .map(|step| json!([step["threshold"], step["fp"], step["tp"], step["elsewhere"]]))
        .collect();
    assert_eq!(
        vertices,
        [
            json!([null, 0, 0, [0, 0]]),
            json!(["0.6", 0, 1, [0, 2]]),
            json!(["0.3", 1, 3, [2, 3]]),
            json!(["0", 3, 3, [3, 3]]),
        ]
    );
    // By accuracy the other file chooses a >= 0.6, which here is right on 4 of 6, and b >= 4, the
    // highest of three that tie there, which is right on 5 of 6.
    let verdict = &data["verdicts"][0];
    let winner = usize::try_from(verdict["winners"][0].as_u64().expect("one")).expect("few");
    assert_eq!(data["classifiers"][winner]["name"], "b >= 4");
    assert_eq!(verdict["value"], "5/6");
    assert_eq!(data["scores"]["elsewhere"]["called"], "o.csv");
    assert_eq!(data["scores"]["elsewhere"]["ranks"], 2);
}

/// The parts of a page between two texts.
fn between<'p>(page: &'p str, from: &str, to: &str) -> Vec<&'p str> {
    page.split(from).skip(1).filter_map(|part| Some(part.split_once(to)?.0)).collect()
}

#[test]
fn chosen_thresholds_are_as_sure_as_their_labels() {
    let all = std::fs::read_to_string(fixture("breast_cancer_scores.csv")).expect("a fixture");
    let (header, rows) = all.split_once('\n').expect("a header");
    let half = |odd: usize| -> String {
        let rows: Vec<&str> = rows.lines().skip(odd).step_by(2).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    };
    let (judging, choosing) = (half(0), half(1));
    let asked = ["--preference", "f2", "--draws", "4000", "--grid", "0"];
    for more in [&[][..], &["--unpaired"], &["--target-prior", "1/10"]] {
        let line = [&["report", "x.csv", "--choose-on", "o.csv"], &asked[..], more].concat();
        let page = Run::new(&line).file("x.csv", &judging).file("o.csv", &choosing).succeeds();
        // The first verdict is that of the preference; its tier and its rows name the thresholds.
        let answer_of = |page: &str| between(page, "<p class=\"answer\">", "</p>")[0].to_owned();
        let answer = answer_of(&page);
        let told = {
            let prior = more.iter().filter(|flag| **flag != "--unpaired");
            let line = ["thresholds", "x.csv", "--choose-on", "o.csv", "--score", "f2"];
            let line: Vec<&str> =
                line.into_iter().chain(["--format", "json"]).chain(prior.copied()).collect();
            let run = Run::new(&line).file("x.csv", &judging).file("o.csv", &choosing);
            serde_json::from_str::<Value>(&run.succeeds()).expect("JSON")
        };
        let own = data(&page);
        let text = |of: &Value| of.as_str().expect("text").to_owned();
        let columns: Vec<[String; 3]> = told["models"]
            .as_array()
            .expect("models")
            .iter()
            .map(|model| {
                let (name, chosen) = (text(&model["name"]), &model["chosen"][0]);
                let counts = ["tn", "fp", "fn", "tp"].map(|key| chosen[key].clone());
                let known = own["classifiers"].as_array().expect("classifiers").iter();
                let is_it = |of: &&Value| {
                    text(&of["name"]).starts_with(&name) && of["counts"] == json!(counts)
                };
                // Of several that are the same here the answer names one.
                let is_said = |of: &&Value| answer.contains(&text(&of["name"])[name.len() + 4..]);
                let found = known.filter(is_it).max_by_key(is_said).expect("a vertex");
                [text(&found["name"]), name, text(&chosen["threshold"])]
            })
            .collect();
        let columns: Vec<(&str, &str, &str)> =
            columns.iter().map(|[name, model, at]| (&**name, &**model, &**at)).collect();
        let line = [&["report", "x.csv"], &asked[..], more].concat();
        let labels = Run::new(&line).file("x.csv", predictions(&judging, &columns)).succeeds();
        assert_eq!(answer, answer_of(&labels), "{more:?}");
        assert!(answer.contains("the test does not"), "{answer}");
        let forest = |page: &str| -> Vec<String> {
            let table = between(page, "<div class=\"forest-table\">", "</div>");
            table.first().map(|table| (*table).to_owned()).into_iter().collect()
        };
        assert_eq!(forest(&page), forest(&labels), "{more:?}");
        let is_paired = page.contains("<dd>paired: for the scores that have a sentence above");
        assert_eq!(is_paired, !more.contains(&"--unpaired"));
    }
}

#[test]
fn what_cannot_choose_thresholds_is_refused() {
    let arguments = ["report", "x.csv", "--input-format", "scores", "--choose-on", "o.csv"];
    let refused = |other: &str, message: &str| {
        Run::new(&arguments).file("x.csv", SCORES).file("o.csv", other).fails(message);
    };
    refused(
        "y_true,a\n1,0.8\n0,0.5\n",
        "o.csv: there are no scores of \"b\"\nhint: give a column for each model of the input, or \
         leave the model out with --ignore",
    );
    Run::new(&["report", "x.csv", "--choose-on", "o.csv"])
        .file("x.csv", "name,tn,fp,fn,tp\na,1,2,3,4\n")
        .fails(
            "--choose-on applies to models that give scores\nhint: leave it out, or give a file \
             of scores",
        );
}
