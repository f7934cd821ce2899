//! The program alone, names of output files, what is quiet, and what cannot be written.

use super::cli::Run;

const FOUR: &str = "name,tn,fp,fn,tp\nA,56,24,6,14\nB,40,40,4,16\nC,70,10,12,8\nD,20,60,1,19\n";

fn four(arguments: &[&str]) -> Run {
    Run::new(arguments).file("x.csv", FOUR)
}

#[test]
fn the_program_alone_prints_its_commands_in_groups() {
    let help = Run::new(&[]).succeeds();
    assert!(help.contains("\nUsage: exactile COMMAND ...\n\nStart here:\n  report "));
    let long = Run::new(&["--help"]).succeeds();
    for group in
        ["Start here:", "Classifiers, over all preferences:", "Scores and their properties:"]
    {
        assert!(help.contains(group) && long.contains(group), "{group}");
    }
    // The theory and the papers come last.
    let at = |title: &str| help.find(title).expect(title);
    assert!(
        at("\nFiles and shells") < at("\nScores and their properties")
            && at("\nScores and their properties") < at("\nThe source papers")
    );
    for name in ["rank", "lattice", "score", "completions", "man", "figures"] {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {name} "))), "{name}");
    }
}

#[test]
fn completions_and_manual_pages_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = Run::new(&["completions", shell]).succeeds();
        assert!(script.contains("no-skill") && script.contains("target-prior"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let path = pages.to_str().expect("text");
    assert_eq!(Run::new(&["man", "-o", path]).succeeds(), "");
    for page in ["exactile.1", "exactile-rank.1", "exactile-lattice-pmf.1"] {
        let text = std::fs::read_to_string(pages.join(page)).expect(page);
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn the_name_of_the_file_chooses_the_format() {
    for (command, ending, format) in [
        ("rank", "json", "json"),
        ("rank", "CSV", "csv"),
        ("regions", "json", "json"),
        ("regions", "csv", "csv"),
        ("regions", "geojson", "geojson"),
        ("regions", "wkt", "wkt"),
        ("rankings", "json", "json"),
        ("score", "csv", "csv"),
    ] {
        let more: &[&str] = if command == "rank" { &["--score", "f1"] } else { &[] };
        let run = |rest: &[&str]| four(&[&[command, "x.csv"], more, rest].concat()).succeeds();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("result.{ending}"));
        assert_eq!(run(&["-o", path.to_str().expect("text")]), "");
        let written = std::fs::read_to_string(&path).expect("a file");
        assert_eq!(written, run(&["--format", format]), "{command} {ending}");
    }
}

#[test]
fn names_that_do_not_go_with_the_result_are_refused() {
    four(&["rank", "x.csv", "--score", "f1", "-o", "y.json", "--format", "csv"]).fails(
        "y.json: the name of the file says .json, but --format is csv\nhint: leave --format out or \
         name another file",
    );
    four(&["rank", "x.csv", "--score", "f1", "-o", "y.geojson"]).fails(
        "y.geojson: rank cannot be written as .geojson\nhint: name a file .json, .csv, .md, .tex",
    );
    four(&["roc", "x.csv", "--score", "f1", "-o", "y.jpg"]).fails(
        "y.jpg: roc cannot be written as .jpg\nhint: name a file .json, .csv, .md, .tex, \
             .svg, .png, .pdf",
    );
    four(&["roc", "x.csv", "--score", "f1", "-o", "y.svg", "--format", "json"]).fails(
        "y.svg: the name of the file says .svg, but --format is json\nhint: leave --format out or \
         name another file",
    );
    four(&["tile", "x.csv", "-o", "y.jpg"])
        .fails("pictures cannot be written as \"jpg\"\nhint: name a file .svg, .png or .pdf");
    four(&["tile", "x.csv", "-o", "/nonexistent/t.svg"]).fails(
        "/nonexistent/t.svg: the folder /nonexistent does not exist\nhint: create it, or choose \
         another path",
    );
    four(&["regions", "x.csv", "--rank", "5"])
        .fails("x.csv: there is no rank 5 among 4 classifiers\nhint: give a --rank from 1 to 4");
}

#[test]
fn quiet_runs_have_no_notes_and_keep_their_errors() {
    let input = "name,tn,fp,fn,tp,extra\nA,56,24,6,14,1\n";
    let run = |more: &[&str]| {
        Run::new(&[&["rank", "x.csv", "--score", "f1"], more].concat()).file("x.csv", input)
    };
    let (loud, note) = run(&[]).notes();
    assert_eq!(note, "note: ignored columns in x.csv: \"extra\"\n");
    assert_eq!(run(&["--quiet"]).succeeds(), loud);
    Run::new(&["-q", "rank", "x.csv", "--score", "vut"]).file("x.csv", "").fails(
        "invalid value 'vut' for '--score <NAME,...>': \"vut\" is a mean of all ranking scores, \
         not a metric to choose here, exactile vut ranks by it\nhint: see exactile rank --help",
    );
    assert!(!loud.contains('\u{1b}'));
}

#[test]
fn tables_are_written_in_markdown_and_latex() {
    const INPUT: &str = "name,tn,fp,fn,tp\na_1|b,8,0,1,1\n50%,6,2,0,2\n";
    let run = |arguments: &[&str]| Run::new(arguments).file("x.csv", INPUT).succeeds();
    assert_eq!(
        run(&["rank", "x.csv", "--score", "accuracy", "--format", "markdown", "--digits", "2"]),
        "\
ranking by accuracy, at (a, b) = (1/2, 1/2)

| rank | classifier | about |
| ---: | :--- | ---: |
| 1 | a\\_1\\|b | 0.90 |
| 2 | 50% | 0.80 |

Numbers are rounded to 2 digits after the decimal point, half to even.
"
    );
    assert_eq!(
        run(&["rank", "x.csv", "--score", "accuracy", "--format", "latex"]),
        "\
% ranking by accuracy, at (a, b) = (1/2, 1/2)

% Numbers are rounded to 4 digits after the decimal point, half to even.
\\begin{tabular}{rlr}
\\toprule
rank & classifier & about \\\\
\\midrule
1 & a\\_1\\textbar{}b & 0.9000 \\\\
2 & 50\\% & 0.8000 \\\\
\\bottomrule
\\end{tabular}
"
    );
    // Every command whose result is a table.
    for command in [
        &["regions", "x.csv"][..],
        &["rankings", "x.csv"],
        &["rankings", "x.csv", "--cells", "--confluences"],
        &["rankings", "x.csv", "--score", "f1"],
        &["zone", "x.csv", "--better", "50%", "--than", "a_1|b"],
        &["place", "--score", "kappa"],
        &[
            "lattice",
            "contour",
            "--metric",
            "f1",
            "--value",
            "2/5",
            "--positives",
            "4",
            "--negatives",
            "6",
        ],
        &["score", "x.csv"],
        &["vut", "x.csv"],
        &["roc", "x.csv", "--score", "f1"],
        &["no-skill", "x.csv"],
        &["advantage", "x.csv"],
        &["confidence", "x.csv", "--score", "f1", "--draws", "100"],
        &["plan", "x.csv", "--score", "accuracy", "--limit", "100", "--draws", "100"],
        &["correlate", "x.csv", "--score", "mcc", "--at", "1/2,1/2"],
        &["lattice", "compare", "x.csv", "--metric", "f1"],
        &["lattice", "confluence", "--positives", "2", "--negatives", "2", "--metric", "f1"],
        &["scores", "kappa"],
        &["axioms", "--score", "mcc"],
        &["tables", "--list"],
    ] {
        let of = |format| run(&[command, &["--format", format]].concat());
        let markdown = of("markdown");
        assert!(markdown.contains("\n| :--- |") || markdown.contains("| ---: |"), "{markdown}");
        let latex = of("latex");
        assert!(latex.contains("\\begin{tabular}{") && latex.contains("\\midrule"), "{latex}");
        let csv = of("csv");
        let width = csv.lines().next().map_or(0, |header| header.split(',').count());
        assert!(width > 1, "{csv}");
    }
}

#[test]
fn standard_input_needs_no_name() {
    let rank = ["rank", "--score", "f1"];
    let named = four(&["rank", "x.csv", "--score", "f1"]).succeeds();
    assert_eq!(Run::new(&rank).stdin(FOUR).succeeds(), named);
    let predictions = "y_true,p\nyes,yes\nno,yes\nno,no\n";
    let labelled = [&rank[..], &["--positive", "yes"]].concat();
    assert!(Run::new(&labelled).stdin(predictions).succeeds().contains("2/3"));
    let reported = "positives,negatives,acc\n3,4,0.43\n";
    let checked = Run::new(&["check", "-"]).stdin(reported).succeeds();
    assert_eq!(Run::new(&["check"]).stdin(reported).succeeds(), checked);
    Run::new(&rank)
        .fails("<stdin>: there is nothing to read\nhint: give CSV with a header, or JSON");
    let scores = "y_true,m\n1,0.9\n0,0.2\n";
    assert!(Run::new(&["thresholds", "--score", "f1"]).stdin(scores).notes().0.contains("m"));
    Run::new(&["correlate", "--score", "mcc", "--prior", "0.2", "--positive", "1", "--search"])
        .fails(
            "--positive is about reading an input, but there is none\nhint: name the input, - for \
         standard input",
        );
}

/// A row for each piece of a result whose text is words.
#[test]
fn results_in_words_have_rows_in_csv() {
    const INPUT: &str = "name,tn,fp,fn,tp\nA,35,15,15,35\nB,25,25,10,40\nC,45,5,25,25\n";
    let csv = |arguments: &[&str]| {
        Run::new(&[arguments, &["--format", "csv"]].concat()).file("x.csv", INPUT).succeeds()
    };
    assert_eq!(
        csv(&["rankings", "x.csv"]),
        "classifiers,performances,frontiers,cells,confluences\n3,3,3,4,0\n"
    );
    assert_eq!(
        csv(&["rankings", "x.csv", "--rankings", "--area"]),
        "\
kind,a,a_decimal,b,b_decimal,ranking,area,area_decimal
cell,1/3,0.3333333333333333,1/3,0.3333333333333333,C > A > B,1/2,0.5
cell,75/103,0.7281553398058253,45/103,0.4368932038834951,A > C > B,5/47,0.10638297872340426
cell,68/115,0.591304347826087,68/115,0.591304347826087,A > B > C,130/987,0.13171225937183384
cell,2/3,0.6666666666666666,52/63,0.8253968253968254,B > A > C,11/42,0.2619047619047619
"
    );
    assert_eq!(
        csv(&["zone", "x.csv", "--better", "A,C", "--than", "C"]),
        "\
a,a_decimal,b,b_decimal,edge
0,0,5/7,0.7142857142857143,0 3 7 -5
1,1,2/7,0.2857142857142857,0 -1 0 1
1,1,1,1,0 0 -1 1
0,0,1,1,0 1 0 0
"
    );
    assert_eq!(
        csv(&["place", "--score", "kappa", "--prior", "1/5", "--operation", "swap-classes"]),
        "\
step,a,a_decimal,b,b_decimal,a_formula,b_formula,better
kappa,16/17,0.9411764705882353,1/2,0.5,pi-^2/(pi+^2 + pi-^2),1/2,higher
swap-classes,1/17,0.058823529411764705,1/2,0.5,,,higher
"
    );
    let contour = ["lattice", "contour", "--metric", "f1", "--value", "2/5"];
    assert_eq!(
        csv(&[&contour[..], &["--positives", "4", "--negatives", "6"]].concat()),
        "tn,fp,fn,tp\n6,0,3,1\n2,4,2,2\n"
    );
    // A confluence: three frontiers meet where all three tie.
    let tie = "name,tn,fp,fn,tp\nA,3,1,4,0\nB,2,2,3,1\nC,0,4,0,4\nD,1,3,1,3\n";
    let arguments = ["rankings", "x.csv", "--confluences", "--format"];
    let run = |format| Run::new(&[&arguments[..], &[format]].concat()).file("x.csv", tie);
    let json = run("json").json();
    let rows = run("csv").succeeds();
    let found = json["confluences"]["list"].as_array().or(json["confluences"].as_array());
    let listed = rows.lines().filter(|row| row.starts_with("confluence,")).count();
    assert_eq!(Some(listed), found.map(Vec::len), "{rows}{json}");
}
