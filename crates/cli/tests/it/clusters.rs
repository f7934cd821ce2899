//! Samples that come in clusters: intervals, ranks and plans by the Bayesian bootstrap.

use serde_json::{Value, json};

use crate::cli::{Run, content, document};

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
        "samples of one cluster are not independent, so the next test is not asked about\nhint: \
         ask without clusters",
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

/// Statements about clusters are proved, but for draws: changed values, winners, p-values and
/// numbers of clusters are refused.
#[test]
fn results_by_cluster_are_verified() {
    let words = ("whole clusters of samples get random weights", "nothing gets weights");
    let value = ("\"10/13\"", "\"11/13\"");
    let clusters = ("\"clusters\":48", "\"clusters\":47");
    for (arguments, changes) in [
        (&["confidence", "--score", "f1", "--draws", "1000"][..], &[value, clusters, words][..]),
        (
            &["plan", "--score", "f1", "--level", "0.6", "--draws", "500"],
            &[clusters, words, ("\"winner\":2", "\"winner\":0")],
        ),
        (&["rank", "--score", "f1", "--interval", "credible"], &[value]),
        (&["score", "--metric", "f1,tpr", "--interval", "credible"], &[value]),
        (
            &["compare", "--metric", "f1"],
            &[value, clusters, ("\"first\":\"10/13\"", "\"first\":\"9/13\"")],
        ),
    ] {
        let clusters = ["p.csv", "--cluster", "patient"];
        let made = [&arguments[..1], &clusters, &arguments[1..], &["--format", "json"]].concat();
        let document: Value = serde_json::from_str(&run(&made).succeeds()).expect("JSON");
        let text = document.to_string();
        let verify = [&["verify", "r.json"][..], &clusters].concat();
        let verified = |text: &str| run(&verify).file("r.json", text).status();
        let (said, status) = verified(&text);
        assert_eq!(status, 0, "{said}");
        for (from, to) in changes.iter().filter(|(from, _)| text.contains(*from)) {
            assert_eq!(verified(&text.replacen(from, to, 1)).1, 1, "{from} in {arguments:?}");
        }
    }
}

/// Each p-value, of any metric, is that of all exchanges of clusters.
#[test]
fn swap_tests_by_cluster_are_proved() {
    for metric in ["f1", "tpr", "mcc", "error-rate"] {
        let made =
            ["compare", "p.csv", "--metric", metric, "--cluster", "patient", "--format", "json"];
        let document: Value = serde_json::from_str(&run(&made).succeeds()).expect("JSON");
        let verify = ["verify", "r.json", "p.csv", "--cluster", "patient"];
        let verified =
            |document: &Value| run(&verify).file("r.json", document.to_string()).status();
        let (said, status) = verified(&document);
        assert_eq!(status, 0, "{said}");
        assert!(said.contains("3 swap tests by clusters"), "{said}");
        for key in ["one_sided", "two_sided", "two_sided_mid", "holm"] {
            let mut changed = document.clone();
            changed["pairs"][1]["swap_test"][key] = json!("1/3");
            assert_eq!(verified(&changed).1, 1, "{key} of {metric}");
        }
    }
    let made = ["compare", "p.csv", "--metric", "f1", "--cluster", "patient", "--format", "json"];
    let text = run(&made).succeeds();
    let text = content(&text);
    let (what, hint) =
        run(&["verify", "r.json", "p.csv", "--ignore", "patient"]).file("r.json", text).refused();
    assert!(what.ends_with("r.json: the result is by clusters"), "{what}");
    assert_eq!(hint, "add --cluster COLUMN, as in the command");
}

/// Runs of one task are a cluster, wide and long; the probability of the swap test is that of all
/// exchanges of three clusters.
#[test]
fn repeated_runs_are_clusters_of_their_task() {
    let wide = "id,epoch,a,b\nq1,1,C,I\nq1,2,C,I\nq2,1,C,C\nq2,2,C,I\nq3,1,I,C\nq3,2,I,I\n";
    let mut long = "id,epoch,model,score\n".to_owned();
    for row in wide.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        for (model, score) in [("a", cells[2]), ("b", cells[3])] {
            long.push_str(&format!("{},{},{model},{score}\n", cells[0], cells[1]));
        }
    }
    for (name, text) in [("wide.csv", wide), ("long.csv", long.as_str())] {
        let of = |words: &[&str]| Run::new(words).file(name, text);
        let asked = ["--correct", "--cluster", "id"];
        let compared = ["compare", name, "--score", "accuracy", "--format", "json"];
        let (found, _) = of(&[&compared[..], &asked].concat()).notes();
        let pair = &document(&found)["pairs"][0];
        assert_eq!(pair["difference"]["value"], json!("1/3"), "{name}");
        // The sums of 2, 1 and -1 with any signs are 2 or more in size but for two of eight.
        assert_eq!(pair["swap_test"]["two_sided"], json!("3/4"), "{name}");
        let verify = of(&[&["verify", "result.json", name][..], &asked].concat());
        let (verified, _) = verify.file("result.json", found).notes();
        assert!(verified.contains("1 swap test by clusters"), "{name}");
        for command in ["confidence", "plan"] {
            of(&[&[command, name, "--score", "accuracy"][..], &asked].concat()).notes();
        }
    }
}
