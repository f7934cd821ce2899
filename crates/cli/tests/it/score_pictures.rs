//! Pictures of models that give scores, as they were recorded and looked at.

use exactile_testing::{check_golden, fixture};

/// The picture of three models of the fixture.
fn picture(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let left_out = ["random_forest", "extra_trees", "gaussian_nb", "gradient_boosting"];
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
        .args([arguments[0], &fixture("breast_cancer_scores.csv"), "--input-format", "scores"])
        .args(left_out.iter().flat_map(|name| ["--ignore", name]))
        .args(&arguments[1..])
        .args(["--quiet", "-o", "x.svg"])
        .current_dir(folder.path())
        .status()
        .expect("it runs");
    assert!(status.success(), "{arguments:?}");
    std::fs::read_to_string(folder.path().join("x.svg")).expect("a picture")
}

#[test]
fn curves_are_as_recorded() {
    for (name, along) in [
        ("scores-cost", "cost"),
        ("scores-f-beta", "f-beta"),
        ("scores-brier", "brier"),
        ("scores-gain", "precision-recall-gain"),
    ] {
        check_golden(name, &picture(&["curve", "--along", along, "--size", "400"]));
    }
    let decision = ["curve", "--along", "decision", "--models", "--size", "400"];
    check_golden("scores-decision", &picture(&decision));
}

#[test]
fn tiles_are_as_recorded() {
    let tile = |more: &[&str]| {
        picture(&[&["tile", "--size", "400", "--show", "scores,legend"], more].concat())
    };
    check_golden("scores-shades", &tile(&[]));
    check_golden("scores-at-best", &tile(&["--at-best"]));
    let decided = ["--flavor", "decided", "--level", "1/2", "--draws", "2000", "--grid", "16"];
    check_golden("scores-decided", &tile(&decided));
}

/// Thresholds of one model have shades of its colour, in every flavor with colours of classifiers.
#[test]
fn colours_are_those_of_models() {
    let folder = tempfile::tempdir().expect("a folder");
    let scores = "y_true,A\n1,0.9\n1,0.7\n0,0.8\n1,0.3\n0,0.4\n0,0.1\n0,0.05\n1,0.02\n";
    std::fs::write(folder.path().join("s.csv"), scores).expect("written");
    for flavor in ["entity", "rankings"] {
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
            .args(["tile", "s.csv", "--input-format", "scores", "--flavor", flavor, "-o", "x.svg"])
            .current_dir(folder.path())
            .status()
            .expect("it runs");
        assert!(status.success(), "{flavor}");
        let svg = std::fs::read_to_string(folder.path().join("x.svg")).expect("a picture");
        // The second colour of the palette is that of a second model.
        assert!(!svg.contains("#e69f00"), "{flavor}");
    }
}
