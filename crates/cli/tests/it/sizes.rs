//! Work that would take minutes or all memory is refused before it starts, with a number and an
//! alternative, or it is done at once.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::cli::Run;

const SEEN: [&str; 8] = ["--tp", "16", "--fp", "8", "--fn", "4", "--tn", "32"];

/// Asserts that a refusal comes before the work: within seconds, however busy the machine is.
fn at_once<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    result
}

fn refused(arguments: &[&str], expected: &str) {
    at_once(|| Run::new(arguments).fails(expected));
}

fn refused_for(table: &str, arguments: &[&str], expected: &str) {
    at_once(|| Run::new(arguments).file("x.csv", table).fails(expected));
}

/// Classifiers on `size` samples of each class, with different rates as far as there are any.
fn table(classifiers: u64, size: u64) -> String {
    let mut text = "name,tn,fp,fn,tp\n".to_owned();
    for i in 0..classifiers {
        let (tn, tp) = (i % (size + 1), (size + i / (size + 1)) % (size + 1));
        writeln!(text, "c{i},{tn},{},{},{tp}", size - tn, size - tp).expect("text");
    }
    text
}

#[test]
fn contours_list_only_so_many_matrices_and_search_only_so_many_rows() {
    let contour = |metric: &str, value: &str, positives: &str, negatives: &str, expected: &str| {
        let sizes = ["--positives", positives, "--negatives", negatives];
        let asked = ["lattice", "contour", "--metric", metric, "--value", value];
        refused(&[&asked[..], &sizes].concat(), expected);
    };
    contour(
        "f-beta(0)",
        "0",
        "3",
        "2147483648",
        "2147483648 matrices on the contour are to be listed, more than the limit of \
         10000000\nhint: give another --value; lattice plot contours draws the curve on any \
         lattice",
    );
    contour(
        "error-rate",
        "1/2",
        "1000000000",
        "2",
        "1000000001 rows of the lattice are to be searched, more than the limit of 20000000\nhint: \
         give fewer --positives, one row for each; lattice plot contours draws the curve alone",
    );
}

#[test]
fn contours_are_drawn_on_lattices_of_any_size() {
    let sizes = ["--positives", "1000000000", "--negatives", "1000000000"];
    let asked = ["lattice", "plot", "contours", "--inside", "--metric", "f1"];
    let svg = at_once(|| Run::new(&[&asked[..], &sizes].concat()).succeeds());
    assert!(svg.contains("data-value"), "{svg}");
    let asked = ["lattice", "plot", "roc", "--metric", "f1"];
    let svg = at_once(|| Run::new(&[&asked[..], &SEEN, &sizes].concat()).succeeds());
    assert!(svg.contains("data-value"), "{svg}");
}

#[test]
fn tails_list_only_so_many_masses() {
    for (metric, size) in [
        ("informedness", "100000000"),
        ("informedness", "1000000000"),
        ("f-beta(2)", "100000000"),
        ("f-beta(2)", "1000000000"),
    ] {
        let asked = ["lattice", "tail", "--metric", metric, "--equal", "1/2"];
        let sizes = ["--positives", size, "--negatives", size];
        let masses = 2 * (size.parse::<u64>().expect("a count") + 1);
        let expected = format!(
            "{masses} masses of counts are to be listed, more than the limit of 20000000\nhint: \
             give fewer --positives and --negatives"
        );
        refused(&[&asked[..], &SEEN, &sizes].concat(), &expected);
        let asked = ["lattice", "tail", "--metric", metric, "--quantile", "1/2"];
        refused(&[&asked[..], &SEEN, &sizes].concat(), &expected);
    }
}

#[test]
fn distributions_of_d_prime_take_no_quantile_twice() {
    let sizes = ["--positives", "60", "--negatives", "60"];
    let asked = ["lattice", "pmf", "--metric", "d-prime"];
    let text = at_once(|| Run::new(&[&asked[..], &SEEN, &sizes].concat()).succeeds());
    assert!(text.contains("d-prime"), "{text}");
}

#[test]
fn ranks_of_many_classifiers_are_refused() {
    let hint = "hint: leave classifiers out or give fewer --positives and --negatives";
    refused_for(
        &table(20_000, 200),
        &["confidence", "x.csv", "--score", "f1"],
        &format!(
            "8000000000000000 terms (values times ranks of pairs of classifiers) are to be summed, \
             more than the limit of 1000000000000\n{hint}"
        ),
    );
}

/// The truly best classifier needs no next test, and is found without it.
#[test]
fn a_next_test_of_default_size_that_is_too_large_is_left_out() {
    // On a lattice of many values.
    let table = |count: u64| {
        let mut table = "name,tn,fp,fn,tp\n".to_owned();
        for i in 0..count {
            let (tn, tp) = (i * 7919 % 501, 500 - i * 104_729 % 501);
            writeln!(table, "c{i},{tn},{},{},{tp}", 500 - tn, 500 - tp).expect("text");
        }
        table
    };
    let asked = ["confidence", "x.csv", "--score", "f1", "--draws", "1000", "--format", "csv"];
    let text = ["confidence", "x.csv", "--score", "f1"];
    let text = Run::new(&text).file("x.csv", table(230)).succeeds();
    let left_out = "Next test: too large: 2510125102000 terms (values times ranks of pairs of \
         classifiers) are to be summed, more than the limit of 1000000000000.\n";
    assert!(text.contains(left_out), "{text}");
    assert!(text.contains("\nTruly best: "), "{text}");
    // A test that is asked for is refused, with the question that has an answer, or without it.
    let sized = [&asked[..], &["--positives", "500", "--negatives", "500"]].concat();
    let (what, hint) = at_once(|| Run::new(&sized).file("x.csv", table(230)).refused());
    assert!(what.contains(" terms "), "{what}");
    assert!(hint.starts_with("add --question truly, "), "{hint}");
    let run = Run::new(&[&asked[..], &["--question", "truly"]].concat()).file("x.csv", table(40));
    assert_eq!(run.succeeds().lines().count(), 41);
    let run = Run::new(&[&asked[..], &["--question", "next"]].concat()).file("x.csv", table(230));
    assert!(run.refused().1.starts_with("leave classifiers out "));
}

/// Few samples on which one is always right where the other is wrong: the power grows slowly with
/// the test.
#[test]
fn the_power_of_tests_that_take_long_is_announced_or_refused() {
    let rows = (0..20).map(|i| format!("{},{},{}\n", i % 2, i / 2 % 2, 1 - i / 2 % 2));
    let table = "y_true,A,B\n".to_owned() + &rows.collect::<String>() + "1,1,0\n";
    let asked = ["plan", "x.csv", "--score", "accuracy", "--question", "power"];
    let (what, hint) = at_once(|| {
        let many = [&asked[..], &["--draws", "10000000"]].concat();
        Run::new(&many).file("x.csv", table.as_str()).refused()
    });
    assert_eq!(
        what,
        "20000000 discordant samples of drawn swap tests are to be looked at, more than the limit \
         of 10000000"
    );
    assert_eq!(hint, "ask for fewer draws or a smaller limit");
    let bounded = [&asked[..], &["--draws", "100000", "--limit", "8"]].concat();
    let (_, note) = Run::new(&bounded).file("x.csv", table).notes();
    let expected = "note: tests of more than 4 samples take long: each of 100000 draws is a swap \
         test; a smaller --limit or fewer --draws take less time";
    assert!(note.contains(expected), "{note}");
}

#[test]
fn comparisons_of_many_classifiers_are_refused() {
    refused_for(
        &table(1000, 50),
        &["lattice", "compare", "x.csv", "--metric", "ba"],
        "1000000000 terms (values times pairs of classifiers) are to be summed in 128 bits, more \
         than the limit of 500000000\nhint: leave classifiers or --ranks out, or give fewer \
         --positives and --negatives",
    );
}

#[test]
fn exact_comparisons_of_many_classifiers_are_refused() {
    let table = table(32, 120);
    let run = Run::new(&["lattice", "compare", "x.csv", "--metric", "ba", "--exact", "--ranks"]);
    let (what, hint) = at_once(|| run.file("x.csv", table).refused());
    assert!(
        what.contains(
            " products of machine words are needed for exact fractions, more than \
         the limit of 20000000000"
        ),
        "{what}"
    );
    assert_eq!(hint, "leave --exact out, or give fewer classifiers or samples");
}

#[test]
fn all_pairs_of_very_many_classifiers_are_refused() {
    let table = table(100_000, 400);
    refused_for(
        &table,
        &["compare", "x.csv", "--metric", "f1"],
        "4999950000 pairs of classifiers are to be compared, more than the limit of 2000000\nhint: \
         name the classifier to compare with all others by --first, or leave classifiers out",
    );
}

#[test]
fn plans_for_large_tests_of_many_classifiers_are_refused() {
    refused_for(
        &table(300, 50),
        &["plan", "x.csv", "--score", "f1", "--limit", "2000000"],
        "600000000 classifiers times samples of the largest test are to be looked at, more than \
         the limit of 12000000\nhint: give a --limit of at most 40000 or fewer classifiers",
    );
}

#[test]
fn axioms_at_priors_of_many_digits_are_refused() {
    refused(
        &["axioms", "--prior", "1e-1000"],
        "3323 binary digits of the prior enter each value that is tried, more than the limit of \
         128\nhint: give a prior with fewer digits",
    );
}

#[test]
fn equal_rows_are_not_listed_in_pairs() {
    let equal = "name,tn,fp,fn,tp\n".to_owned()
        + &(0..10_000).map(|i| format!("c{i},30,10,5,40\n")).collect::<String>();
    refused_for(
        &equal,
        &["regions", "x.csv"],
        "100000000 pairs of equal classifiers are to be listed, more than the limit of \
         50000000\nhint: leave repeated rows out, or ask for --format csv, which lists no pairs",
    );
}

#[test]
fn a_refusal_leaves_no_beginning_of_a_result() {
    let names: Vec<String> = (0..20_000).map(|i| format!("c{i}")).collect();
    let row = |truth: u8, said: &str| format!("{truth}{}\n", format!(",{said}").repeat(20_000));
    let wide = format!("y_true,{}\n{}{}", names.join(","), row(1, "1"), row(0, "1"));
    let run = Run::new(&["regions", "x.csv"]).file("x.csv", wide);
    let (what, _) = at_once(|| run.refused());
    assert_eq!(
        what,
        "400000000 pairs of equal classifiers are to be listed, more than the limit of 50000000"
    );
}

#[test]
fn rankings_and_reports_of_many_classifiers_are_refused() {
    let table = table(3000, 100);
    refused_for(
        &table,
        &["rankings", "x.csv"],
        "4498500 pairs of classifiers have frontiers that may cross, more than the limit of \
         600000\nhint: leave classifiers out; regions has no such limit",
    );
    refused_for(
        &table,
        &["report", "x.csv", "-o", "x.html"],
        "9000000 pieces (classifiers times ranks) are to be reported, more than the limit of \
         1000000\nhint: leave classifiers out; regions --rank 1 shows the ones that are first",
    );
}

#[test]
fn tables_of_many_scores_are_refused() {
    let values = 100_000 * exactile::Metric::all().len();
    refused_for(
        &table(100_000, 400),
        &["score", "x.csv"],
        &format!(
            "{values} values are to be laid out in tables, more than the limit of 4000000\nhint: \
             ask for --format json, which is written while it is computed, or for fewer --metric"
        ),
    );
}

#[test]
fn scores_are_written_while_they_are_computed() {
    let table = table(600, 30);
    let scores = |format: &str| {
        let run = Run::new(&["score", "x.csv", "--metric", "f1,mcc", "--format", format]);
        run.file("x.csv", table.clone()).succeeds()
    };
    let csv = scores("csv");
    assert_eq!(csv.lines().count(), 1 + 2 * 600);
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with("c0,f1,")), "{csv}");
    assert!(csv.lines().last().is_some_and(|line| line.starts_with("c599,mcc,")), "{csv}");
    let text = scores("text");
    assert_eq!(text.lines().filter(|line| line.starts_with(" c")).count(), 1 + 600);
    let json: serde_json::Value = serde_json::from_str(&scores("json")).expect("JSON");
    assert_eq!(json["schema"], "exactile.score.v1");
    assert_eq!(json["classifiers"].as_array().map(Vec::len), Some(600));
}

#[test]
fn an_output_is_not_the_file_of_importances() {
    let costs = "truth,cat,dog\ncat,1,0\ndog,0,1\n";
    let pets = r#"[{"name":"A","labels":["cat","dog"],"matrix":[[5,1],[2,7]]}]"#;
    let asked = ["rank", "p.json", "--multi-class", "--importance", "./w.csv", "-o", "w.csv"];
    Run::new(&asked).file("p.json", pets).file("w.csv", costs).fails(
        "w.csv: the result would overwrite its own input\nhint: name another file or add --force",
    );
}

#[test]
fn only_so_much_is_drawn() {
    let predictions = "y_true,A,B\n1,1,0\n1,1,1\n0,0,0\n0,1,0\n";
    let arguments = ["confidence", "x.csv", "--score", "f1", "--question", "next"];
    let large = ["--positives", "3000000", "--negatives", "10", "--draws", "100000"];
    refused_for(
        predictions,
        &[&arguments[..], &large].concat(),
        "300001000000 random numbers are to be drawn, more than the limit of 20000000000\nhint: \
         give fewer --draws, or fewer --positives and --negatives; --question truly needs no \
         further samples",
    );
}
