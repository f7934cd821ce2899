//! Flags under both names, lists, names of metrics, rankings by any metric.

use super::cli::Run;
use serde_json::{Value, json};

const THREE: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\nnever,80,0,20,0\n";

fn three(arguments: &[&str]) -> Run {
    Run::new(arguments).file("x.csv", THREE)
}

#[test]
fn metric_and_score_are_one_flag_in_every_command() {
    let size = ["--positives", "3", "--negatives", "3"];
    let counts = ["--tp", "3", "--fp", "1", "--fn", "1", "--tn", "3"];
    let with = |command: &[&'static str], rest: &[&'static str]| [command, rest].concat();
    for arguments in [
        vec!["rank", "x.csv"],
        vec!["rankings", "x.csv"],
        vec!["compare", "x.csv"],
        vec!["confidence", "x.csv"],
        vec!["plan", "x.csv", "--level", "0.6"],
        vec!["roc", "x.csv"],
        vec!["score", "x.csv"],
        vec!["axioms"],
        vec!["place"],
        vec!["no-skill", "--prior", "1/5"],
        vec!["correlate", "--at", "1/2,1/2", "--resolution", "4"],
        with(&["lattice", "confluence"], &size),
        with(&["lattice", "contour", "--value", "1/2"], &size),
        with(&["lattice", "pmf"], &counts),
        with(&["lattice", "tail", "--at-least", "1/2"], &counts),
        vec!["lattice", "compare", "x.csv"],
        with(&["lattice", "plot", "roc"], &size),
    ] {
        let run = |flag: &str| three(&[&arguments[..], &[flag, "f1"]].concat()).status().0;
        let by_metric = run("--metric");
        assert_eq!(by_metric, run("--score"), "{arguments:?}");
        assert!(!by_metric.is_empty());
    }
    // The page repeats the command that made it.
    let page = |flag: &str| {
        let page = three(&["report", "x.csv", "--grid", "0", "--draws", "0", flag, "f1,mcc"]);
        page.succeeds().replace(&format!("{flag} f1,mcc"), "--metric f1,mcc")
    };
    assert_eq!(page("--metric"), page("--score"));
    let tile = ["tile", "--flavor", "correlation", "--resolution", "4", "--grid", "4"];
    let tile = |flag: &str| Run::new(&[&tile[..], &[flag, "mcc"]].concat()).succeeds();
    assert_eq!(tile("--metric"), tile("--score"));
}

#[test]
fn lists_and_repeated_flags_are_the_same() {
    let scores = |arguments: &[&str]| {
        three(&[&["score", "x.csv", "--format", "json"], arguments].concat()).json()
    };
    let listed = scores(&["--score", "mcc,r(1/2,0.3), ranking(1,0,2,1/3),mcc"]);
    let repeated =
        scores(&["--metric", "mcc", "--score", "r(1/2,0.3)", "--metric", "ranking(1,0,2,1/3)"]);
    assert_eq!(listed, repeated);
    let names: Vec<&String> =
        listed["classifiers"][0]["scores"].as_object().expect("scores").keys().collect();
    assert_eq!(names.len(), 3);
    three(&["score", "x.csv", "--metric", "mcc,"]).fails(
        "invalid value 'mcc,' for '--metric <M,...>': a part of the list is empty\nhint: see \
         exactile score --help",
    );
}

#[test]
fn several_scores_give_a_list_of_rankings() {
    let run = |scores: &str, format: &str| {
        three(&["rank", "x.csv", "--score", scores, "--format", format])
    };
    let one = run("f1", "json").json();
    assert_eq!(one["schema"], "exactile.rank.v1");
    assert_eq!((&one["score"], &one["at"]), (&json!("F1"), &json!(["1", "1/2"])));
    let several = run("mcc,f1", "json").json();
    assert_eq!(several["schema"], "exactile.rank-list.v1");
    let rankings = several["rankings"].as_array().expect("a list");
    assert_eq!(rankings.len(), 2);
    assert_eq!(rankings[0]["score"], "mcc");
    for key in ["at", "score", "ranking"] {
        assert_eq!(rankings[1][key], one[key]);
    }
    assert_eq!(
        run("mcc,f1", "csv").succeeds().lines().collect::<Vec<_>>()[..2],
        [
            "rank_best,rank_worst,classifier,name,value,value_decimal,score",
            "1,1,0,P1,sqrt(64/589),0.32963425737213164,mcc",
        ]
    );
    assert!(run("mcc,f1", "text").succeeds().starts_with("ranking by mcc\n\n rank  classifier"));
}

#[test]
fn any_metric_ranks_with_ties_orientation_and_reasons() {
    let input = "name,tn,fp,fn,tp\nA,8,2,1,9\nB,16,4,2,18\nC,5,5,5,5\nD,10,0,10,0\n";
    let ranking = |score: &str| {
        let json = Run::new(&["rank", "x.csv", "--score", score, "--format", "json"])
            .file("x.csv", input)
            .json();
        assert_eq!(json["at"], Value::Null, "{score} has no place");
        json["ranking"].as_array().expect("a list").clone()
    };
    let mcc = ranking("mcc");
    let ranks: Vec<&Value> = mcc.iter().map(|entry| &entry["rank"]).collect();
    assert_eq!(ranks, [&json!([1, 2]), &json!([1, 2]), &json!([3, 3]), &Value::Null]);
    assert_eq!(mcc[3]["name"], "D");
    assert_eq!(mcc[3]["value"], Value::Null);
    assert!(mcc[3]["undefined"].is_string());
    let fraction = ranking("gm");
    assert_eq!((&fraction[0]["name"], &fraction[3]["rank"]), (&json!("A"), &json!([4, 4])));
    Run::new(&["rank", "x.csv", "--score", "prevalence"])
        .file("x.csv", input)
        .fails("prevalence does not say how good a classifier is\nhint: choose another --score");
}

#[test]
fn mistyped_names_meet_the_nearest() {
    three(&["rank", "x.csv", "--score", "f1_scor"]).fails(
        "invalid value 'f1_scor' for '--score <NAME,...>': no metric is called \"f1_scor\"\nhint: \
         did you mean f1_score? exactile scores lists all (see exactile rank --help)",
    );
    three(&["rank", "x.csv", "--metric", "recal"]).fails(
        "invalid value 'recal' for '--metric <NAME,...>': no metric is called \"recal\"\nhint: did \
         you mean recall? exactile scores lists all (see exactile rank --help)",
    );
    Run::new(&["scores", "acuracy"]).fails(
        "no score is called \"acuracy\"\nhint: did you mean accuracy? (exactile scores lists all)",
    );
    three(&["region", "x.csv"]).fails(
        "unrecognized subcommand 'region'\nhint: did you mean regions? (see exactile --help)",
    );
}
