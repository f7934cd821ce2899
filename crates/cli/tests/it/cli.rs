//! The command line as its users meet it: exact output, exact messages, exit status.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::hints;
use exactile::Rational;
use serde_json::Value;

/// A run of the program.
#[must_use]
pub(crate) struct Run {
    command: Command,
    folder: tempfile::TempDir,
    stdin: Option<Vec<u8>>,
}

impl Run {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_exactile"));
        command.current_dir(folder.path()).args(arguments);
        Self { command, folder, stdin: None }
    }

    /// A file in the working folder.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.folder.path().join(name), content).expect("a file");
        self
    }

    /// Sets the content of standard input; without it, standard input is empty.
    pub(crate) fn stdin(mut self, content: impl AsRef<[u8]>) -> Self {
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(content.as_ref()).and_then(|()| file.rewind()).expect("it takes the bytes");
        self.stdin = Some(content.as_ref().to_vec());
        self.command.stdin(file);
        self
    }

    /// An environment variable of the run.
    pub(crate) fn env(mut self, key: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.env(key, value);
        self
    }

    /// A path in the working folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The hints of every refusal are obeyed, whatever is tested.
    pub(crate) fn output(mut self) -> (Output, tempfile::TempDir) {
        let output = self.command.output().expect("the program runs");
        if output.status.code() == Some(2) {
            let arguments: Vec<_> = self.command.get_args().map(Into::into).collect();
            let message = String::from_utf8_lossy(&output.stderr);
            hints::obey_all(&arguments, self.folder.path(), self.stdin.as_deref(), &message);
        }
        (output, self.folder)
    }

    /// Standard output of a run without messages.
    pub(crate) fn succeeds(self) -> String {
        let (output, _folder) = self.output();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Standard output and exit status of a run without messages.
    pub(crate) fn status(self) -> (String, i32) {
        let (output, _folder) = self.output();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let status = output.status.code().expect("it ends by itself");
        (String::from_utf8(output.stdout).expect("text"), status)
    }

    /// Standard output and the notes on standard error.
    pub(crate) fn notes(self) -> (String, String) {
        let (output, _folder) = self.output();
        assert_eq!(output.status.code(), Some(0));
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    }

    /// The notes of a run whose check does not hold: exit status 1.
    pub(crate) fn notes_of_failed_check(self) -> String {
        let (output, _folder) = self.output();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("text")
    }

    /// Returns the document, without its provenance.
    pub(crate) fn json(self) -> Value {
        document(&self.succeeds())
    }

    /// Returns the message of a refusal and its hint; asserts exit status 2 and no result.
    pub(crate) fn refused(self) -> (String, String) {
        let (output, _folder) = self.output();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        let text = String::from_utf8(output.stderr).expect("text");
        let (what, hint) = text.trim_end().split_once("\nhint: ").expect("a hint");
        (what.strip_prefix("error: ").expect("an error").to_owned(), hint.to_owned())
    }

    /// Asserts an error with a hint, exit status 2, and no new file.
    pub(crate) fn fails(self, message: &str) {
        let before = files(self.folder.path());
        let (output, folder) = self.output();
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {message}\n"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(files(folder.path()), before);
    }
}

/// A JSON document without its member `provenance`, which names the input and the command: equal
/// questions have documents that are equal but for that.
pub(crate) fn document(text: &str) -> Value {
    let mut document: Value = serde_json::from_str(text).expect("JSON");
    document.as_object_mut().expect("an object").remove("provenance").expect("what made it");
    document
}

/// Returns any result without its provenance.
pub(crate) fn content(text: &str) -> String {
    if text.starts_with('{') { document(text).to_string() } else { text.to_owned() }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

pub(crate) fn fixture(name: &str) -> String {
    format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";

#[test]
fn regions_text_tells_who_is_first_where() {
    let input =
        "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\nP1 again,56,24,6,14\nworse,30,50,6,14\n";
    assert_eq!(
        Run::new(&["regions", "x.csv"]).file("x.csv", input).succeeds(),
        "\
4 classifiers on the Tile of positive prior 1/5 (about 0.2000)

 classifier  first on  best  worst  first for                                                                     ties with
 P1          94.790 %     1      3  TNR, negative Jaccard, accuracy, balanced accuracy, kappa, PPV, F0.5, F1, F2  everywhere: P1 again; first beside: P2
 P1 again    94.790 %     1      3  TNR, negative Jaccard, accuracy, balanced accuracy, kappa, PPV, F0.5, F1, F2  everywhere: P1; first beside: P2
 P2           5.210 %     1      3  NPV, TPR                                                                      first beside: P1, P1 again
 worse              -     4      4
"
    );
}

#[test]
fn regions_json_follows_the_contract() {
    let json =
        Run::new(&["regions", "two.csv", "--format", "json", "--classifier", "P1", "--area"])
            .file("two.csv", TWO)
            .json();
    assert_eq!(json["schema"], "exactile.regions.v1");
    assert_eq!(json["prior_positive"], "1/5");
    assert_eq!(json["classifiers"][0]["fn"], "6");
    let pieces = json["pieces"].as_array().expect("a list");
    assert_eq!(pieces.len(), 3);
    assert_eq!(
        pieces[1],
        serde_json::json!({
            "classifier": 0,
            "dimension": 1,
            "rank": [1, 2],
            "vertices": [["1", "22/27"], ["0", "80/81"]],
            "edges": [["135", "-138", "-162", "160"]],
            "area": "0"
        })
    );
    assert_eq!(pieces[2]["rank"], serde_json::json!([1, 1]));
    assert_eq!(
        pieces[2]["edges"],
        serde_json::json!([
            ["0", "1", "0", "0"],
            ["0", "0", "1", "0"],
            ["0", "-1", "0", "1"],
            ["135", "-138", "-162", "160"]
        ])
    );
    let area = &pieces[2]["area"];
    assert!(area["exact"].as_str().expect("a closed form").contains("ln("));
    let [lower, upper]: [Rational; 2] = ["lower", "upper"]
        .map(|end| area[end].as_str().expect("a decimal").parse().expect("a decimal"));
    assert!(lower < upper && &upper - &lower <= "1e-15".parse().expect("a number"));
    assert!(lower > "0.9478".parse().expect("a number"));
}

#[test]
fn regions_csv_geojson_and_wkt_have_a_row_per_piece() {
    let run = |format: &str| {
        Run::new(&["regions", "two.csv", "--format", format, "--rank", "1"])
            .file("two.csv", TWO)
            .succeeds()
    };
    let csv = run("csv");
    assert_eq!(csv.lines().nth(1), Some("0,P1,1,1,2,1 22/27; 0 80/81,135 -138 -162 160"), "{csv}");
    assert_eq!(csv.lines().count(), 5);
    let geojson: Value = serde_json::from_str(&run("geojson")).expect("JSON");
    assert_eq!(geojson["features"].as_array().expect("a list").len(), 4);
    assert_eq!(geojson["features"][1]["geometry"]["type"], "Polygon");
    let wkt = run("wkt");
    assert!(wkt.contains("\tLINESTRING(") && wkt.contains("\tPOLYGON(("), "{wkt}");
}

#[test]
fn a_target_prior_shifts_matrices_and_regions_alike() {
    let json = Run::new(&["regions", "two.csv", "--target-prior", "50%", "--format", "json"])
        .file("two.csv", TWO)
        .json();
    assert_eq!(json["prior_positive"], "1/2");
    assert_eq!(json["classifiers"][0]["tn"], "35");
    assert_eq!(json["classifiers"][0]["tp"], "35");
    assert_eq!(json["pieces"][1]["edges"], serde_json::json!([["0", "-9", "-21", "20"]]));
}

#[test]
fn rank_gives_exact_values_and_undefined_ones_last() {
    let input = "name,tn,fp,fn,tp\nnever,80,0,20,0\nP1,56,24,6,14\nP2,40,40,4,16\n";
    let json = Run::new(&["rank", "x.csv", "--score", "ppv", "--format", "json"])
        .file("x.csv", input)
        .json();
    assert_eq!(json["at"], serde_json::json!(["1", "0"]));
    assert_eq!(
        json["ranking"][0],
        serde_json::json!({"classifier": 1, "name": "P1", "value": "7/19", "rank": [1, 1]})
    );
    assert_eq!(json["ranking"][2]["name"], "never");
    assert_eq!(json["ranking"][2]["value"], Value::Null);
    assert_eq!(json["ranking"][2]["rank"], Value::Null);
    assert!(json["ranking"][2]["undefined"].is_string());
    let text = Run::new(&["rank", "x.csv", "--at", "1/2,0.5"]).file("x.csv", input).succeeds();
    assert_eq!(
        text,
        "ranking, at (a, b) = (1/2, 1/2)\n\n rank  classifier  about     exactly\n    1  never       \
         0.800000  4/5\n    2  P1          0.700000  7/10\n    3  P2          0.560000  14/25\n"
    );
    let csv = Run::new(&["rank", "x.csv", "--score", "f-beta(2)", "--format", "csv"])
        .file("x.csv", input)
        .succeeds();
    assert_eq!(
        csv,
        "rank_best,rank_worst,classifier,name,value,value_decimal\n1,1,1,P1,35/59,0.5932203389830508\n2,2,2,P2,10/17,0.5882352941176471\n3,3,0,never,0,0\n"
    );
}

#[test]
fn zone_is_empty_a_point_an_arc_or_a_region() {
    let input = "name,tn,fp,fn,tp\nA,70,30,30,70\nB,50,50,20,80\nC,50,50,30,70\nD,60,40,30,70\nE,40,60,40,60\n";
    let zone = |better: &str, than: &str| {
        Run::new(&["zone", "x.csv", "--better", better, "--than", than, "--format", "json"])
            .file("x.csv", input)
            .json()["piece"]
            .clone()
    };
    assert_eq!(zone("A", "B")["dimension"], 2);
    assert_eq!(zone("A", "C,D")["area"], "1");
    // C equals A and D in TPR: it ties with them at the corner TPR alone.
    assert_eq!(zone("C", "A,D")["vertices"], serde_json::json!([["1", "1"]]));
    assert_eq!(zone("C", "A,D")["dimension"], 0);
    // It equals B in TNR, and E is worse than A everywhere.
    assert_eq!(zone("C", "B")["vertices"], serde_json::json!([["0", "0"]]));
    assert_eq!(zone("E", "A"), Value::Null);
    let both = Run::new(&["zone", "x.csv", "--better", "A,B", "--than", "A,B", "--format", "json"])
        .file("x.csv", input)
        .json();
    assert_eq!(both["piece"]["dimension"], 1);
    let text = Run::new(&["zone", "x.csv", "--better", "E", "--than", "A"])
        .file("x.csv", input)
        .succeeds();
    assert_eq!(text, "nowhere on the Tile\n");
}

#[test]
fn every_form_of_input_gives_the_same_regions() {
    let run = |name: &str, content: &str, more: &[&str]| {
        let mut arguments = vec!["regions", name, "--format", "json"];
        arguments.extend(more);
        Run::new(&arguments).file(name, content).json()["pieces"].clone()
    };
    let matrices = run("a.csv", TWO, &[]);
    let rates = "tpr,name,tnr\n0.7,P1,7/10\n8e-1,P2,50%\n";
    assert_eq!(run("b.csv", rates, &["--prior", "0.2"]), matrices);
    let json = r#"[{"name":"P1","tn":56,"fp":24,"fn":6,"tp":14},{"name":"P2","tn":"40","fp":4e1,"fn":4,"tp":16}]"#;
    assert_eq!(run("c.json", json, &[]), matrices);
    // Predictions: 80 negative samples, 20 positive ones.
    let mut predictions = "P1,y_true,P2\n".to_owned();
    for sample in 0..80 {
        let said = |right: u32| if sample < right { "no" } else { "yes" };
        predictions += &format!("{},no,{}\n", said(56), said(40));
    }
    for sample in 0..20 {
        let said = |right: u32| if sample < right { "yes" } else { "no" };
        predictions += &format!("{},yes,{}\n", said(14), said(16));
    }
    assert_eq!(run("d.csv", &predictions, &["--positive", "yes"]), matrices);
}

#[test]
fn predictions_of_the_fixtures_give_the_regions_of_their_matrices() {
    for data in ["breast_cancer", "digits_eight"] {
        let pieces = |kind: &str| {
            let path = fixture(&format!("{data}_{kind}.csv"));
            Run::new(&["regions", &path, "--rank", "1", "--format", "json"]).json()["pieces"]
                .clone()
        };
        assert_eq!(pieces("predictions"), pieces("confusion"), "{data}");
    }
}

#[test]
fn results_go_to_a_file_whole() {
    let (output, folder) = Run::new(&["regions", "two.csv", "-o", "out.json", "--format", "json"])
        .file("two.csv", TWO)
        .output();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let written = std::fs::read_to_string(folder.path().join("out.json")).expect("a file");
    assert!(serde_json::from_str::<Value>(&written).is_ok());
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn further_columns_are_noted_once() {
    let input = "name,tn,fp,fn,tp,auc,seed\nP1,56,24,6,14,0.9,1\nP2,40,40,4,16,0.8,2\n";
    let (output, _folder) =
        Run::new(&["rank", "x.csv", "--score", "f1"]).file("x.csv", input).output();
    let notes = String::from_utf8(output.stderr).expect("text");
    assert_eq!(notes.lines().count(), 1, "{notes}");
    assert!(
        notes.starts_with("note: ") && notes.contains("auc") && notes.contains("seed"),
        "{notes}"
    );
}

#[test]
fn differing_priors_name_the_two_and_the_remedy() {
    let input = "name,tn,fp,fn,tp\nA,5,5,5,5\nB,5,5,5,5\nC,5,5,5,6\n";
    for command in [
        &["tile", "x.csv", "--show", "grid", "-o", "x.svg"][..],
        &["tile", "x.csv", "--show", "no-skill-curve", "-o", "x.svg"],
        &["rank", "x.csv", "--score", "ba"],
    ] {
        Run::new(command).file("x.csv", input).fails(
            "x.csv: the positive priors of \"A\" (1/2) and \"C\" (11/21) differ\nhint: put all on \
             the Tile of one prior with --target-prior",
        );
    }
    Run::new(&["tile", "x.csv", "--flavor", "no-skill", "-o", "x.svg"]).file("x.csv", input).fails(
        "x.csv: the positive priors of \"A\" (1/2) and \"C\" (11/21) differ: there is no single \
         level without skill\nhint: name a classifier with --classifier to draw the level of its \
         own test, or put all on the Tile of one prior with --target-prior",
    );
    // A score whose place does not depend on the prior needs no common one.
    let text = Run::new(&["rank", "x.csv", "--score", "f1"]).file("x.csv", input).succeeds();
    assert!(text.contains("6/11"));
}

#[test]
fn bad_usage_ends_in_one_line() {
    let two =
        |arguments: &[&str], message: &str| Run::new(arguments).file("two.csv", TWO).fails(message);
    two(&["lattice"], "a command is missing\nhint: see exactile lattice --help");
    two(
        &["regions", "two.csv", "--rank", "0"],
        "invalid value '0' for '--rank <R>': 0 is not in 1..=4294967295\nhint: see exactile \
         regions --help",
    );
    two(
        &["regions", "two.csv", "--classifier", "P3"],
        "two.csv: there is no classifier \"P3\"\nhint: the input has \"P1\", \"P2\"",
    );
    two(
        &["rank", "two.csv", "--at", "2,0"],
        "invalid value '2,0' for '--at <A,B>': a point of the Tile is two exact numbers from 0 to \
         1, as in 1/2,0.3\nhint: see exactile rank --help",
    );
    two(
        &["regions", "two.csv", "--target-prior", "1"],
        "invalid value '1' for '--target-prior <X>': a positive prior of 1 is not between 0 and \
         1\nhint: give one such as 0.2 (see exactile regions --help)",
    );
    two(
        &["tile", "two.csv", "--rank", "3", "-o", "x.svg"],
        "there is no rank 3 among 2 classifiers\nhint: choose a smaller --rank",
    );
    two(
        &["tile", "two.csv", "--flavor", "value", "-o", "x.svg"],
        "this flavor shows one classifier\nhint: name it with --classifier",
    );
    two(
        &["regions", "no.csv"],
        "no.csv: cannot be read: No such file or directory\nhint: check the path",
    );
    Run::new(&["regions", "x.csv"]).file("x.csv", "name,tn,fp,fn,tp\nA,1,2,0,0\n").fails(
        "x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs samples of \
         both classes and a prior between 0 and 1",
    );
    Run::new(&["regions", "x.csv"]).file("x.csv", "name,tn,fp,fn,tp\nA,1,2,3,1e999999999\n").fails(
        "x.csv:2:5: tp has too many digits: \"1e999999999\"\nhint: write at most 1000 digits",
    );
}

#[test]
fn mistaken_flags_and_names_are_refused() {
    let two =
        |arguments: &[&str], message: &str| Run::new(arguments).file("two.csv", TWO).fails(message);
    two(
        &["tile", "two.csv", "-o", "x.ps"],
        "pictures cannot be written as \"ps\"\nhint: name a file .svg, .png or .pdf",
    );
    two(
        &["tile", "two.csv", "--flavor", "best", "--classifier", "P1"],
        "this flavor shows all classifiers\nhint: leave --classifier out or choose --flavor rank, \
         value, no-skill or confidence, or, with --by, easiest, hardest, preponderant or \
         bottleneck",
    );
    two(
        &["tile", "two.csv", "--flavor", "frontiers", "--rank", "2"],
        "only the flavor entity shows one rank\nhint: leave --rank out",
    );
    two(
        &["zone", "two.csv", "--better", "", "--than", "P1"],
        "names cannot be read: \"\"\nhint: give them as A,B,\"C, with a comma\"",
    );
    let spaces = "name,tn,fp,fn,tp\n A ,5,5,3,7\nA,6,4,3,7\n";
    let zone = |better: &str| {
        Run::new(&["zone", "x.csv", "--better", better, "--than", "A", "--format", "json"])
            .file("x.csv", spaces)
            .json()["better"]
            .clone()
    };
    assert_eq!(zone("\" A \""), serde_json::json!([" A "]));
    assert_eq!(zone("A, A "), serde_json::json!(["A", " A "]));
}

/// A name given twice is one classifier: each of its pieces once.
#[test]
fn a_classifier_named_twice_is_written_once() {
    let pieces = |more: &[&str]| {
        let mut arguments = vec!["regions", "two.csv", "--format", "json", "--classifier", "P1"];
        arguments.extend(more);
        Run::new(&arguments).file("two.csv", TWO).succeeds()
    };
    assert_eq!(content(&pieces(&[])), content(&pieces(&["--classifier", "P1"])));
}

/// Sides of the Tile stay straight however the Tile is warped.
#[test]
fn a_zone_has_straight_sides() {
    let json = Run::new(&["zone", "two.csv", "--better", "P1", "--than", "P2", "--format", "json"])
        .file("two.csv", TWO)
        .json();
    assert_eq!(
        json["piece"]["edges"],
        serde_json::json!([
            ["0", "0", "1", "0"],
            ["0", "-1", "0", "1"],
            ["135", "-138", "-162", "160"],
            ["0", "1", "0", "0"]
        ])
    );
}

/// Named scores show their own value, not that of the canonical score at their place.
#[test]
fn named_scores_have_their_own_values() {
    let value = |score: &str| {
        Run::new(&["rank", "two.csv", "--score", score, "--format", "json"])
            .file("two.csv", TWO)
            .json()["ranking"][0]["value"]
            .clone()
    };
    // P1: observed agreement 7/10, by chance (80 62 + 20 38)/10^4 = 143/250.
    assert_eq!(value("kappa"), "32/107");
    assert_eq!(value("ts"), "7/22");
    assert_eq!(value("f1"), "14/29");
    assert_eq!(value("informedness"), "2/5");
    assert_eq!(value("ba"), "7/10");
    assert_eq!(value("jaccard-negative"), "28/43");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_of_a_destination_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let run = Run::new(&["rank", "two.csv", "--score", "f1", "-o", "link"])
        .file("two.csv", TWO)
        .file("kept", "old");
    let folder = run.folder.path().to_owned();
    std::os::unix::fs::symlink("kept", folder.join("link")).expect("a link");
    let mode = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(folder.join("kept"), mode).expect("permissions");
    let (output, _folder) = run.output();
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::symlink_metadata(folder.join("link")).expect("still there").is_symlink());
    assert!(std::fs::read_to_string(folder.join("kept")).expect("text").contains("P1"));
    let mode = std::fs::metadata(folder.join("kept")).expect("still there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn a_closed_pipe_is_no_error() {
    for format in ["json", "csv", "wkt", "geojson"] {
        let path = fixture("digits_eight_confusion.csv");
        let mut child = Command::new(env!("CARGO_BIN_EXE_exactile"))
            .args(["regions", &path, "--format", format])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}

#[test]
fn an_unwritable_destination_is_named() {
    let (output, folder) = Run::new(&["regions", "two.csv", "-o", "no/such/folder/x.json"])
        .file("two.csv", TWO)
        .output();
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(
        message
            .starts_with("error: no/such/folder/x.json: the folder no/such/folder does not exist")
    );
    assert_eq!((output.status.code(), files(folder.path()).len()), (Some(2), 1));
}

/// The fixtures of matrices.
pub(crate) const MATRICES: [&str; 5] = [
    "breast_cancer_confusion.csv",
    "digits_eight_confusion.csv",
    "published/the-tile-fig-5/prior-0.2.csv",
    "published/the-tile-fig-5/prior-0.5.csv",
    "published/the-tile-fig-5/prior-0.8.csv",
];

/// Every fixture that is an input goes through every command.
#[test]
fn every_fixture_goes_through() {
    for name in MATRICES {
        let path = fixture(name);
        for arguments in [
            &["regions", &path][..],
            &["regions", &path, "--area", "--format", "csv"],
            &["rank", &path, "--score", "kappa"],
            &["tile", &path, "--flavor", "best"],
            &["tile", &path, "--flavor", "worst"],
            &["tile", &path, "--flavor", "no-skill"],
            &["tile", &path, "--flavor", "frontiers", "--show", "grid,no-skill-curve"],
        ] {
            assert!(!Run::new(arguments).succeeds().is_empty(), "{arguments:?}");
        }
    }
}

#[test]
fn help_has_an_example_for_every_command() {
    for command in ["regions", "rank", "zone", "tile", "correlate"] {
        let help = Run::new(&[command, "--help"]).succeeds();
        assert!(help.contains(&format!("Example: exactile {command} ")), "{help}");
    }
    assert!(Run::new(&["--help"]).succeeds().contains("Example: exactile regions"));
    assert!(Run::new(&["--version"]).succeeds().starts_with("exactile "));
}

/// Odds beyond doubles once made the drawing of an arc divide without end.
#[test]
fn extreme_odds_are_drawn_at_once() {
    let table =
        "name,tn,fp,fn,tp\na,1e300,3e300,1,2\nb,2e300,2e300,2,1\nc,3.5e300,0.5e300,2.5,0.5\n";
    let tiny = "name,tn,fp,fn,tp\na,1,3,1e-400,2e-400\nb,2,2,2e-400,1e-400\n";
    for (input, flavor) in [(table, "entity"), (table, "rankings"), (tiny, "frontiers")] {
        let svg = Run::new(&["tile", "x.csv", "--flavor", flavor, "--show", "no-skill-curve,grid"])
            .file("x.csv", input)
            .succeeds();
        assert!(svg.contains("</svg>") && !svg.contains("NaN") && !svg.contains("inf"), "{flavor}");
    }
}

/// A scaled logarithm of a weight like 1e-300: its rationality is decided at once.
#[test]
fn scaled_logarithms_of_tiny_weights_are_found_at_once() {
    let json = Run::new(&["score", "x.csv", "--metric", "scaled-log-nlr", "--format", "json"])
        .file("x.csv", "name,tn,fp,fn,tp\nB,1e-300,2,7,3\n")
        .json();
    let value = &json["classifiers"][0]["scores"]["scaled-log-nlr"];
    assert!(value["undefined"].is_string() || value["value"]["exact"].is_string(), "{value}");
}
