//! Samples that come in clusters: intervals, ranks and plans by the Bayesian bootstrap.

use serde_json::{Value, json};

use crate::cli::Run;

/// Six patients with one to three samples, eight times.
fn patients() -> String {
    let rows = [
        "1,1,1,1,0",
        "1,1,1,0,0",
        "1,0,0,0,1",
        "2,1,1,1,1",
        "2,0,1,0,0",
        "3,1,0,1,1",
        "3,0,0,0,0",
        "4,0,0,1,0",
        "4,1,0,0,1",
        "5,0,0,0,0",
        "5,1,0,0,1",
        "6,1,1,1,1",
    ];
    let all = (0..8).flat_map(|copy| rows.iter().map(move |row| format!("{copy}-{row}\n")));
    format!("patient,y_true,a,b,c\n{}", all.collect::<String>())
}

fn run(arguments: &[&str]) -> Run {
    Run::new(arguments).file("p.csv", patients())
}

fn number(value: &Value) -> f64 {
    value.as_str().expect("a number as text").parse().expect("a number")
}

/// Samples of one patient agree, so that an interval by patients is wider than one by samples.
#[test]
fn intervals_by_cluster_name_their_clusters() {
    for command in ["score", "rank"] {
        let asked =
            [command, "p.csv", "--score", "f1", "--interval", "credible", "--format", "json"];
        let by_cluster = run(&[&asked[..], &["--cluster", "patient"]].concat()).json();
        assert_eq!(
            (&by_cluster["interval"], &by_cluster["clusters"]),
            (&json!("clusters"), &json!(48))
        );
        assert!(by_cluster.get("prior_mass").is_none());
        let text = run(&[
            command,
            "p.csv",
            "--score",
            "f1",
            "--interval",
            "credible",
            "--cluster",
            "patient",
        ]);
        assert!(text.succeeds().contains("the population from which the clusters were sampled"));
    }
    let found = run(&[
        "rank",
        "p.csv",
        "--score",
        "f1",
        "--interval",
        "credible",
        "--cluster",
        "patient",
        "--format",
        "json",
    ])
    .json();
    let first = &found["ranking"][0];
    assert_eq!((&first["name"], &first["value"]), (&json!("c"), &json!("10/13")));
    let interval = &first["interval"];
    assert!(number(&interval["lower"]) < 10.0 / 13.0 && number(&interval["upper"]) > 10.0 / 13.0);
    assert_eq!(interval["draws"], 50_000);
}

#[test]
fn ranks_by_cluster_have_no_next_test() {
    let asked = ["confidence", "p.csv", "--score", "f1", "--cluster", "patient"];
    let found = run(&[&asked[..], &["--format", "json"]].concat()).json();
    assert_eq!(
        (&found["model"], &found["clusters"], &found["paired"]),
        (&json!("clusters"), &json!(48), &json!(true))
    );
    let reason = "samples of one cluster are not independent, so the next test is not asked about";
    assert_eq!(found["next"]["missing"], reason);
    let best: Vec<f64> = found["classifiers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|of| number(&of["truly_best"]["lower"]))
        .collect();
    assert!(best[2] > 0.5 && best[1] < 0.1, "{best:?}");
    let said = run(&asked).succeeds();
    assert!(said.contains("f1 on 48 clusters with 56 positives and 40 negatives"), "{said}");
    run(&[&asked[..], &["--question", "next"]].concat())
        .fails(&format!("{reason}\nhint: ask without clusters"));
}

#[test]
fn plans_by_cluster_count_clusters() {
    let asked = [
        "plan",
        "p.csv",
        "--score",
        "f1",
        "--cluster",
        "patient",
        "--level",
        "0.8",
        "--rival",
        "b",
        "--draws",
        "2000",
    ];
    let found = run(&[&asked[..], &["--format", "json"]].concat()).json();
    let clusters = found["smallest"]["clusters"].as_u64().expect("a number");
    assert!((20..200).contains(&clusters), "{clusters}");
    let larger = run(&[&asked[..], &["--margin", "0.1", "--format", "json"]].concat()).json();
    assert!(larger["smallest"]["clusters"].as_u64().expect("a number") < clusters);
    let said = run(&asked).succeeds();
    assert!(said.contains(&format!("on a test on {clusters} clusters")), "{said}");
    assert!(said.contains("Clusters of a test are drawn from the observed ones"), "{said}");
    run(&[&asked[..], &["--question", "next"]].concat()).fails(
        "samples of one cluster are not independent, so the next test is not asked about\nhint: ask \
         without clusters",
    );
}

#[test]
fn what_clusters_do_not_go_with_is_refused() {
    run(&[
        "score",
        "p.csv",
        "--metric",
        "tpr",
        "--interval",
        "clopper-pearson",
        "--cluster",
        "patient",
    ])
    .fails(
        "intervals of Clopper and Pearson need independent samples\nhint: give --interval credible \
         with --cluster",
    );
    run(&[
        "score",
        "p.csv",
        "--metric",
        "tpr",
        "--interval",
        "credible",
        "--cluster",
        "patient",
        "--by",
        "patient",
    ])
    .fails("--cluster does not go with --by\nhint: leave one of them out");
}

/// What is stated of clusters is proved, but for draws; changed values and winners are refused.
#[test]
fn results_by_cluster_are_verified() {
    for arguments in [
        &["confidence", "p.csv", "--score", "f1", "--draws", "1000"][..],
        &["plan", "p.csv", "--score", "f1", "--level", "0.6", "--draws", "500"],
        &["rank", "p.csv", "--score", "f1", "--interval", "credible"],
        &["score", "p.csv", "--metric", "f1,tpr", "--interval", "credible"],
    ] {
        let made = [arguments, &["--cluster", "patient", "--format", "json"]].concat();
        let text = run(&made).succeeds();
        let verify = ["verify", "r.json", "p.csv", "--ignore", "patient"];
        let verified = |text: &str| run(&verify).file("r.json", text).status();
        let (said, status) = verified(&text);
        assert_eq!(status, 0, "{said}");
        let changed = match arguments[0] {
            "confidence" => ("\"clusters\":48", "\"clusters\":97"),
            "plan" => ("\"winner\":2", "\"winner\":0"),
            _ => ("\"10/13\"", "\"11/13\""),
        };
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let text = document.to_string();
        let words = ("whole clusters of samples get random weights", "nothing gets weights");
        let has_words = ["confidence", "plan"].contains(&arguments[0]);
        for (from, to) in [changed].into_iter().chain(has_words.then_some(words)) {
            assert!(text.contains(from), "{from}: {text}");
            assert_eq!(verified(&text.replacen(from, to, 1)).1, 1, "{from} in {arguments:?}");
        }
    }
}
