//! `exactile plot`: the numbers of pictures are those of the commands that print them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::cli::{Run, fixture};
use exactile_testing::check_golden;

/// A row of a picture: the classifier's position, and its value and interval as they are drawn.
type Drawn = (usize, BTreeMap<String, String>);

/// The rows of a picture from the top.
fn rows(svg: &str) -> Vec<Drawn> {
    let picture = roxmltree::Document::parse(svg).expect("XML");
    let is_row = |node: &roxmltree::Node<'_, '_>| node.attribute("class") == Some("row");
    let data = |node: roxmltree::Node<'_, '_>| {
        let of = node.attributes().map(|known| (known.name().to_owned(), known.value().to_owned()));
        let of: BTreeMap<String, String> = of.collect();
        (of["data-classifier"].parse().expect("a position"), of)
    };
    picture.descendants().filter(is_row).map(data).collect()
}

fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_else(|| panic!("{path} of {value}"))
}

const MATRICES: &str = "breast_cancer_confusion.csv";
const PREDICTIONS: &str = "breast_cancer_predictions.csv";

#[test]
fn a_forest_has_the_ranking_and_the_intervals_of_the_scores() {
    for (metric, kind) in [("f1", "credible"), ("mcc", "credible"), ("tpr", "clopper-pearson")] {
        let input = fixture(MATRICES);
        let asked = ["--metric", metric, "--interval", kind, "--level", "0.9"];
        let line = [&["plot", "forest", &input, "--top", "12", "--no-tiers"], &asked[..]].concat();
        let drawn = rows(&Run::new(&line).succeeds());
        let scores =
            Run::new(&[&["score", &input, "--format", "json"], &asked[..]].concat()).json();
        let rank = ["rank", &input, "--score", metric, "--format", "json"];
        let ranking = Run::new(&rank).json();
        let names: Vec<&str> =
            (0..12).map(|k| text(&ranking, &format!("/ranking/{k}/name"))).collect();
        assert_eq!(drawn.len(), 12);
        for ((classifier, row), name) in drawn.iter().zip(names) {
            let score = &scores["classifiers"][classifier];
            assert_eq!(score["name"], name);
            let score = &score["scores"][metric];
            assert_eq!(row["data-lower"], text(score, "/interval/lower"), "{metric} of {name}");
            assert_eq!(row["data-upper"], text(score, "/interval/upper"), "{metric} of {name}");
        }
    }
}

#[test]
fn tiers_of_a_forest_are_those_of_confidence() {
    let input = fixture(PREDICTIONS);
    let only = ["--only", "logistic,ridge,tree,stump,knn_1,mlp"];
    let svg =
        Run::new(&[&["plot", "forest", &input, "--metric", "f1"], &only[..]].concat()).succeeds();
    let picture = roxmltree::Document::parse(&svg).expect("XML");
    let bands: Vec<usize> = picture
        .descendants()
        .filter_map(|node| node.attribute("data-tier")?.parse().ok())
        .collect();
    let asked = ["confidence", &input, "--score", "f1", "--question", "truly", "--format", "json"];
    let confidence = Run::new(&[&asked, &only[..]].concat()).json();
    let tiers = confidence["tiers"].as_array().expect("tiers");
    assert!(tiers.len() > 1);
    assert_eq!(bands, (1..=tiers.len()).collect::<Vec<_>>());
    let members: Vec<u64> = tiers
        .iter()
        .flat_map(|tier| tier["members"].as_array().expect("members"))
        .map(|k| k.as_u64().expect("a position"))
        .collect();
    let drawn: Vec<u64> = rows(&svg).into_iter().map(|(k, _)| k as u64).collect();
    assert_eq!(drawn, members);
}

#[test]
fn differences_are_those_of_compare() {
    for (metric, margin) in [("f1", "0.01"), ("tpr", "0.02"), ("error-rate", "0.01")] {
        let input = fixture(PREDICTIONS);
        let baseline = "ridge";
        let line = [
            "plot",
            "pairs",
            &input,
            "--metric",
            metric,
            "--baseline",
            baseline,
            "--top",
            "4",
            "--margin",
            margin,
        ];
        let svg = Run::new(&line).succeeds();
        assert_eq!(svg.matches("class=\"margin\"").count(), 1);
        let names = Run::new(&["score", &input, "--metric", "tpr", "--format", "json"]).json();
        let drawn = rows(&svg);
        assert_eq!(drawn.len(), 4);
        for (classifier, row) in drawn {
            let name = text(&names["classifiers"][classifier], "/name");
            let asked = [
                "compare", &input, "--metric", metric, "--first", name, "--second", baseline,
                "--format", "json",
            ];
            let compared = Run::new(&asked).json();
            let difference = &compared["pairs"][0]["difference"];
            assert_eq!(row["data-value"], text(difference, "/value"), "{metric} of {name}");
            assert_eq!(
                row["data-lower"],
                text(difference, "/interval/lower"),
                "{metric} of {name}"
            );
            assert_eq!(
                row["data-upper"],
                text(difference, "/interval/upper"),
                "{metric} of {name}"
            );
        }
    }
}

#[test]
fn differences_are_to_the_best_if_no_baseline_is_named() {
    let svg =
        Run::new(&["plot", "pairs", &fixture(MATRICES), "--metric", "f1", "--top", "3"]).succeeds();
    assert!(svg.contains("F1: difference to logistic\n"), "{svg}");
    assert!(svg.contains("and 28 more"));
    let values: Vec<String> =
        rows(&svg).into_iter().map(|(_, row)| row["data-value"].clone()).collect();
    assert!(values.iter().all(|value| value.starts_with('-')), "{values:?}");
}

#[test]
fn the_ends_of_a_strip_are_those_of_the_curve() {
    let input = fixture(MATRICES);
    for along in ["decision", "cost", "f-beta"] {
        let svg = Run::new(&["plot", "strip", &input, "--along", along]).succeeds();
        let picture = roxmltree::Document::parse(&svg).expect("XML");
        let mut drawn: Vec<(usize, String)> = picture
            .descendants()
            .filter_map(|node| {
                let from = node.attribute("data-from")?.to_owned();
                Some((node.attribute("data-classifier")?.parse().ok()?, from))
            })
            .collect();
        let curve = Run::new(&["curve", &input, "--along", along, "--format", "json"]).json();
        let scores = Run::new(&["score", &input, "--metric", "tpr", "--format", "json"]).json();
        let mut first: Vec<&str> = curve["first"]
            .as_array()
            .expect("stretches")
            .iter()
            .map(|one| text(one, "/classifiers/0"))
            .collect();
        if along == "decision" {
            first.reverse();
        }
        let names: Vec<&str> =
            drawn.iter().map(|(k, _)| text(&scores["classifiers"][k], "/name")).collect();
        assert_eq!(names, first, "{along}");
        if along == "cost" {
            let breaks =
                curve["first"].as_array().expect("stretches").iter().map(|one| text(one, "/from"));
            // Positions along this segment are places on the Tile, not on the axis.
            assert_eq!(drawn.len(), breaks.count());
        }
        drawn.remove(0);
        if along == "decision" {
            // The README has these costs of a miss.
            let ends: Vec<&str> = drawn.iter().map(|(_, from)| from.as_str()).collect();
            assert_eq!(ends, ["1/190", "2/13", "2", "3", "349/7"]);
        }
    }
}

#[test]
fn a_strip_says_where_constant_predictions_are_as_good() {
    let svg = Run::new(&["plot", "strip", "x.csv"])
        .file("x.csv", "name,tn,fp,fn,tp\na,90,10,20,30\nb,60,40,5,45\n")
        .succeeds();
    assert!(svg.contains("none positive") && svg.contains("all positive"));
    let bare = Run::new(&["plot", "strip", "x.csv", "--no-legend", "--title", "T < U"])
        .file("x.csv", "name,tn,fp,fn,tp\na,90,10,20,30\nb,60,40,5,45\n")
        .succeeds();
    assert!(!bare.contains("class=\"legend\"") && bare.contains("T &lt; U"));
}

#[test]
fn other_pictures_are_drawn_by_their_names() {
    let input = fixture(MATRICES);
    for (kind, rest) in [
        ("tile", &["--size", "200"][..]),
        ("roc", &["--score", "f1", "-o", "x.svg"]),
        ("curve", &["--along", "cost"]),
        ("zone", &["--better", "lda", "--than", "mlp"]),
    ] {
        let own = Run::new(&[&[kind, &input], rest].concat()).succeeds();
        let plot = Run::new(&[&["plot", kind, &input], rest].concat()).succeeds();
        assert_eq!(own, plot, "{kind}");
    }
    let sizes = ["--metric", "f1", "--positives", "3", "--negatives", "4"];
    let own = Run::new(&[&["lattice", "plot", "contours"], &sizes[..]].concat()).succeeds();
    let plot = Run::new(&[&["plot", "lattice", "contours"], &sizes[..]].concat()).succeeds();
    assert_eq!(own, plot);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let input = fixture(MATRICES);
    let refused = |more: &[&str]| {
        let (what, hint) = Run::new(&[&["plot", "forest", &input], more].concat()).refused();
        format!("{what}\n{hint}")
    };
    let small = refused(&["--metric", "f1", "--height", "100", "--no-tiers"]);
    assert!(small.contains("no room for 30 rows") && small.contains("--height 6"), "{small}");
    assert!(refused(&["--metric", "f1", "--baseline", "x"]).contains("no classifier \"x\""));
    assert!(refused(&["--metric", "f1", "-o", "x.jpg"]).contains("jpg"));
    assert!(refused(&["--metric", "f1", "--interval", "clopper-pearson"]).contains("f1"));
    // The height of the hint is enough.
    let height =
        small.split("--height ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a height");
    Run::new(&["plot", "forest", &input, "--metric", "f1", "--no-tiers", "--height", height])
        .succeeds();
}

#[test]
fn rates_without_counts_have_no_intervals() {
    let svg = Run::new(&["plot", "forest", "x.csv", "--prior", "0.2", "--metric", "f1"])
        .file("x.csv", "name,tnr,tpr\na,0.9,0.8\nb,0.7,1\n")
        .succeeds();
    assert!(svg.contains("No intervals: they need whole counts."), "{svg}");
    assert_eq!(rows(&svg).len(), 2);
}

#[test]
fn undefined_and_infinite_values_have_a_row() {
    let svg = Run::new(&["plot", "forest", "x.csv", "--metric", "plr"])
        .file("x.csv", "name,tn,fp,fn,tp\na,10,0,5,5\nb,7,3,2,8\nc,10,0,10,0\n")
        .succeeds();
    let drawn = rows(&svg);
    let order: Vec<usize> = drawn.iter().map(|(k, _)| *k).collect();
    assert_eq!(order, [0, 1, 2]);
    assert_eq!(drawn[2].1["data-value"], "undefined");
    assert!(svg.contains("class=\"beyond\"") && svg.contains("\u{221e}"));
}

#[test]
fn pictures_are_as_recorded() {
    let matrices = fixture(MATRICES);
    let forest = ["plot", "forest", &matrices, "--metric", "f1", "--top", "12"];
    check_golden("plot-forest", &Run::new(&forest).succeeds());
    check_golden("plot-strip", &Run::new(&["plot", "strip", &matrices]).succeeds());
    let predictions = fixture(PREDICTIONS);
    let pairs = ["plot", "pairs", &predictions, "--metric", "mcc", "--baseline", "logistic"];
    let pairs = [&pairs[..], &["--margin", "0.01", "--top", "8"]].concat();
    check_golden("plot-pairs", &Run::new(&pairs).succeeds());
}
