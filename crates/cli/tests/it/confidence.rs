//! `exactile confidence`, `exactile plan`, and the flavors of the Tile that show certainty.

use std::collections::HashSet;
use std::sync::Mutex;

use exactile::confidence::{ConfidencePoint, ConfidenceTile, Grid};
use exactile::contest::{Contest, RankDistributions};
use exactile::lattice::{Lattice, LatticeError, Model, Observation, Predictive};
use exactile::num::Level;
use exactile::{Metric, Rational};
use serde_json::Value;

use crate::cli::{Run, fixture};
use exactile_testing::check_golden;

const THREE: &str = "name,tn,fp,fn,tp\nA,36,4,2,18\nB,32,8,4,16\nC,38,2,9,11\n";

fn observed() -> Vec<Observation> {
    [[36, 4, 2, 18], [32, 8, 4, 16], [38, 2, 9, 11]]
        .into_iter()
        .map(|[tn, fp, fn_, tp]| Observation { tn, fp, fn_, tp })
        .collect()
}

fn further(observed: &[Observation], model: &Model, lattice: Lattice) -> Vec<Predictive> {
    observed.iter().map(|of| Predictive::new(*of, model, lattice).expect("observed")).collect()
}

fn named(further: &[Predictive]) -> Vec<(String, Predictive)> {
    further.iter().enumerate().map(|(i, next)| (i.to_string(), next.clone())).collect()
}

fn number(value: &Value) -> Rational {
    value.as_str().expect("a number as a string").parse().expect("a number")
}

#[test]
fn json_holds_exact_fractions_or_twelve_digits() {
    let ask = |more: &[&str]| {
        let mut arguments = vec!["confidence", "three.csv", "--score", "f1", "--format", "json"];
        arguments.extend(["--draws", "100", "--positives", "2", "--negatives", "3"]);
        arguments.extend(more);
        Run::new(&arguments).file("three.csv", THREE).json()
    };
    let (exact, digits) = (ask(&["--exact"]), ask(&[]));
    assert_eq!(exact["schema"], "exactile.confidence.v1");
    assert_eq!(exact["score"], "f1");
    assert_eq!(exact["positives"], 2);
    assert_eq!(exact["model"], "beta-binomial");
    assert_eq!(exact["pairs"].as_array().map(Vec::len), Some(3));
    let close = |exact: &Value, digits: &Value| {
        let (exact, digits) = (number(exact), number(digits));
        let error = (&exact - &digits).abs();
        assert!(error <= exact / Rational::from(100_000_000_000_i64), "{digits}");
    };
    for i in 0..3 {
        let (exact, digits) = (&exact["classifiers"][i], &digits["classifiers"][i]);
        assert_eq!(exact["name"], ["A", "B", "C"][i]);
        for field in ["first_alone", "first_tied", "expected_rank", "undefined"] {
            close(&exact[field], &digits[field]);
        }
        let ranks: Rational = exact["ranks"].as_array().expect("a list").iter().map(number).sum();
        assert_eq!(ranks + number(&exact["undefined"]), Rational::ONE);
    }
    for pair in 0..3 {
        for field in ["greater", "equal", "less", "undefined"] {
            close(&exact["pairs"][pair][field], &digits["pairs"][pair][field]);
        }
    }
}

#[test]
fn people_see_the_most_probable_winner_first() {
    let text = Run::new(&["confidence", "three.csv", "--at", "1,1/2", "--draws", "2000"])
        .file("three.csv", THREE);
    let text = text.succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "r(1,1/2) on 20 further positives and 40 negatives, beta-binomial model");
    assert_eq!(lines[1], "classifiers taken as independent");
    assert!(lines[4].trim_start().starts_with("1     A"), "{text}");
    // PPV is undefined without positive predictions, and expected ranks say so.
    let ppv = ["confidence", "three.csv", "--score", "ppv", "--question", "next"];
    let ppv = Run::new(&ppv).file("three.csv", THREE).succeeds();
    assert!(ppv.contains("\nExpected ranks: given that the score is defined.\n"), "{ppv}");
    assert!(!text.contains("greater"), "{text}");
    let pairs = Run::new(&[
        "confidence",
        "three.csv",
        "--score",
        "f1",
        "--pairs",
        "--format",
        "csv",
        "--draws",
        "100",
    ]);
    let pairs = pairs.file("three.csv", THREE).succeeds();
    assert_eq!(pairs.lines().count(), 4);
    assert!(
        pairs.starts_with("first,second,greater,equal,less,undefined,paired\nA,B,0."),
        "{pairs}"
    );
}

#[test]
fn lower_values_of_error_rates_are_better() {
    let ask = |score: &str| {
        let arguments =
            ["confidence", "three.csv", "--score", score, "--format", "json", "--exact"];
        let small = ["--positives", "3", "--negatives", "3", "--draws", "100"];
        let all: Vec<&str> = arguments.into_iter().chain(small).collect();
        Run::new(&all).file("three.csv", THREE).json()
    };
    let (error, accuracy) = (ask("error-rate"), ask("accuracy"));
    for i in 0..3 {
        assert_eq!(error["classifiers"][i]["ranks"], accuracy["classifiers"][i]["ranks"]);
        // Greater is the better one.
        assert_eq!(error["pairs"][i], accuracy["pairs"][i]);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let run = |arguments: &[&str]| Run::new(arguments).file("three.csv", THREE);
    run(&["confidence", "three.csv", "--score", "f1", "--positives", "0", "--negatives", "0"])
        .fails(
            "a lattice of 0 positives and 0 negatives has no matrix\nhint: ask for at least one \
             sample",
        );
    run(&["confidence", "three.csv", "--score", "f1", "--positives", "1000001"])
        .fails("1000001 further samples of a class are too many\nhint: ask for at most 1000000");
    let exact = ["confidence", "three.csv", "--score", "f1", "--exact"];
    let (what, hint) =
        run(&[&exact[..], &["--positives", "20000", "--negatives", "2000"]].concat()).refused();
    assert!(
        what.ends_with(
            " products of machine words are needed for exact fractions, more than \
         the limit of 20000000000"
        ),
        "{what}"
    );
    assert_eq!(hint, "leave --exact out, or give fewer classifiers or samples");
    run(&["tile", "three.csv", "--flavor", "confidence", "--target-prior", "0.1"]).fails(
        "the numbers of further samples determine the prior\nhint: give --positives and \
         --negatives instead of --target-prior",
    );
    run(&["tile", "three.csv", "--flavor", "decided", "--level", "1"]).fails(
        "invalid value '1' for '--level <X>': a level of 1 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile tile --help)",
    );
    run(&["confidence", "three.csv", "--score", "prevalence"])
        .fails("prevalence does not say how good a classifier is\nhint: choose another --score");
    run(&["tile", "three.csv", "--flavor", "decided", "--level", "0.3"]).fails(
        "several classifiers could be first with a probability of 3/10\nhint: give a --level of at \
         least 1/2",
    );
    run(&["tile", "three.csv", "--flavor", "decided", "--checkpoint", "x.svg", "-o", "x.svg"])
        .fails("the picture would overwrite the checkpoint\nhint: name two files");
    run(&["tile", "three.csv", "--flavor", "confidence", "--level", "0.9"]).fails(
        "only the flavor decided has a level\nhint: leave --level out or choose --flavor decided",
    );
    run(&["tile", "three.csv", "--model", "binomial"]).fails(
        "this flavor shows the observed results\nhint: leave out the flags about further samples \
         or choose --flavor confidence or decided",
    );
    run(&["plan", "three.csv", "--score", "f1", "--level", "0"]).fails(
        "invalid value '0' for '--level <X>': a level of 0 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile plan --help)",
    );
    let twins = "name,tn,fp,fn,tp\nA,36,4,2,18\nB,36,4,2,18\n";
    Run::new(&["plan", "twins.csv", "--score", "f1"]).file("twins.csv", twins).fails(
        "twins.csv: \"A\" and \"B\" tie by F1, so no number of samples is expected to distinguish \
         them\nhint: leave one of them out, or choose another score",
    );
    let unequal = "name,tn,fp,fn,tp\nA,36,4,2,18\nB,30,4,2,18\n";
    let unequal = |arguments: &[&str]| Run::new(arguments).file("two.csv", unequal);
    let different = "two.csv: the classifiers were observed on different numbers of samples\nhint: \
         give the numbers of further positives and negatives";
    unequal(&["confidence", "two.csv", "--score", "f1"]).fails(different);
    unequal(&["tile", "two.csv", "--flavor", "decided"]).fails(different);
    unequal(&["plan", "two.csv", "--score", "f1"]).fails(
        "two.csv: the classifiers were tested under different priors\nhint: give the planned one \
         with --positive-share",
    );
    unequal(&["confidence", "two.csv", "--score", "f1", "--negatives", "40", "--draws", "100"])
        .succeeds();
}

/// Draws from the urns themselves, against the sums over the lattice.
#[test]
fn simulation_agrees_within_five_standard_errors() {
    const RUNS: u32 = 4000;
    let observed: Vec<Observation> =
        [[354, 3, 9, 203], [349, 8, 8, 204], [355, 2, 21, 191], [341, 16, 10, 202]]
            .into_iter()
            .map(|[tn, fp, fn_, tp]| Observation { tn, fp, fn_, tp })
            .collect();
    let lattice = Lattice::new(212, 357).expect("samples");
    let (a, b) = (3_u64, 5_u64); // weights 3/8 of right positives, 5/8 of missed ones
    let metric: Metric = "r(3/8,5/8)".parse().expect("a metric");
    let contest = Contest::new(&further(&observed, &Model::default(), lattice)).expect("alike");
    let first = contest.first(&metric).expect("fits");
    // Steele, Lea and Flood's SplitMix64.
    let mut state = 0_u64;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut draw = |right: u64, wrong: u64, draws: u64| {
        let (mut right, mut wrong, before) = (right + 1, wrong + 1, right + 1);
        for _ in 0..draws {
            let is_right = random() % (right + wrong) < right;
            right += u64::from(is_right);
            wrong += u64::from(!is_right);
        }
        right - before
    };
    let mut alone = vec![0_u32; observed.len()];
    for _ in 0..RUNS {
        // s/(s + u) is compared by cross multiplication.
        let scores: Vec<(u64, u64)> = observed
            .iter()
            .map(|of| {
                let (tp, tn) = (draw(of.tp, of.fn_, 212), draw(of.tn, of.fp, 357));
                let satisfied = (8 - a) * tn + a * tp;
                (satisfied, satisfied + (8 - b) * (357 - tn) + b * (212 - tp))
            })
            .collect();
        for (i, own) in scores.iter().enumerate() {
            let beats = |other: &(u64, u64)| own.0 * other.1 > other.0 * own.1;
            let others = scores.iter().enumerate().filter(|(j, _)| *j != i);
            alone[i] += u32::from(others.map(|(_, other)| other).all(beats));
        }
    }
    for (count, first) in alone.into_iter().zip(&first.alone) {
        let (p, runs) = (first.value(), f64::from(RUNS));
        let error = (p * (1.0 - p) / runs).sqrt();
        assert!((f64::from(count) / runs - p).abs() < 5.0 * error, "{count} {p}");
    }
}

/// Exchanging the classes reflects the Tile: exactly, in fractions.
#[test]
fn exchanged_classes_have_reflected_probabilities() {
    let lattice = Lattice::new(4, 4).expect("samples");
    let observed = [[16, 4, 2, 18], [17, 3, 5, 15], [12, 8, 1, 19]];
    let of = |exchanged: bool| -> Vec<(String, Predictive)> {
        let observed: Vec<Observation> = observed
            .into_iter()
            .map(|[tn, fp, fn_, tp]| {
                if exchanged {
                    Observation { tn: tp, fp: fn_, fn_: fp, tp: tn }
                } else {
                    Observation { tn, fp, fn_, tp }
                }
            })
            .collect();
        named(&further(&observed, &Model::default(), lattice))
    };
    for (place, reflected) in [("r(1/4,2/3)", "r(3/4,1/3)"), ("r(1,1/2)", "r(0,1/2)")] {
        let (place, reflected): (Metric, Metric) =
            (place.parse().expect("a metric"), reflected.parse().expect("a metric"));
        let one = RankDistributions::exact(&of(false), &place).expect("small");
        let other = RankDistributions::exact(&of(true), &reflected).expect("small");
        assert_eq!(one.classifiers, other.classifiers);
        assert_eq!(one.pairs, other.pairs);
    }
}

#[test]
fn a_grid_holds_what_its_points_have_and_goes_on_where_it_was() {
    let lattice = Lattice::new(20, 40).expect("samples");
    let contest = Contest::new(&further(&observed(), &Model::default(), lattice)).expect("alike");
    let grid = Grid::new(6);
    let found = Mutex::new(Vec::new());
    let collect = |point: &ConfidencePoint| {
        found.lock().expect("held for a moment").push(point.clone());
        Ok::<(), LatticeError>(())
    };
    let tile = ConfidenceTile::new(&contest, grid, &[0.5], Vec::new(), |_| (), collect);
    let tile = tile.expect("fits");
    let mut found = found.into_inner().expect("nobody holds it");
    let places: HashSet<(u32, u32)> = found.iter().map(|point| point.place).collect();
    assert_eq!(places.len(), found.len(), "no point twice");
    assert_eq!(tile.evaluated(), found.len());
    assert!(found.len() > 36 && found.len() < 36 * 9, "{}", found.len());
    for point in &found {
        let first = contest.first(&Metric::Canonical(grid.point(point.place))).expect("fits");
        for (alone, value) in first.alone.iter().zip(&point.first) {
            assert_eq!(alone.value(), *value);
            assert!(alone.bound() <= point.bound && point.bound < 1e-12);
        }
    }
    // Half of it is known, with a mark that would be lost if it were worked out again.
    found.truncate(found.len() / 2);
    found[0].first[0] = 0.123;
    let (marked, again) = (found[0].place, Mutex::new(0_usize));
    let known = found.len();
    let count = |_: &ConfidencePoint| {
        *again.lock().expect("held for a moment") += 1;
        Ok::<(), LatticeError>(())
    };
    let resumed = ConfidenceTile::new(&contest, grid, &[0.5], found, |_| (), count).expect("fits");
    assert!(*again.lock().expect("held for a moment") >= tile.evaluated() - known);
    let field = resumed.field(0);
    assert_eq!(field[(marked.1 * grid.fine() + marked.0) as usize], 0.123);
    // Decided cells: counted from the middles.
    let level = Level::percent(50);
    let expected: Vec<usize> =
        (0..3).map(|i| tile.cells().filter(|point| point.first[i] >= 0.5).count()).collect();
    assert_eq!(tile.decided(&level), expected);
    assert!(expected.iter().sum::<usize>() <= 36);
}

#[test]
fn an_interrupted_picture_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("points.jsonl");
    let kept = kept.to_str().expect("text");
    let arguments = [
        "tile",
        "three.csv",
        "--flavor",
        "decided",
        "--question",
        "next",
        "--level",
        "0.6",
        "--grid",
        "8",
        "--size",
        "200",
        "--checkpoint",
        kept,
    ];
    let run = |arguments: &[&str]| Run::new(arguments).file("three.csv", THREE);
    let whole = run(&arguments).succeeds();
    let text = std::fs::read_to_string(kept).expect("it was kept");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 65, "{}", lines.len());
    // Cut off in the middle of a line, as an interrupted run leaves it.
    let cut = lines[..40].join("\n") + "\n" + &lines[40][..5];
    std::fs::write(kept, &cut).expect("a file");
    assert_eq!(run(&arguments).succeeds(), whole);
    let mut again: Vec<String> =
        std::fs::read_to_string(kept).expect("it was kept").lines().map(str::to_owned).collect();
    let mut before: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    again.sort();
    before.sort();
    assert_eq!(again, before);
    // Another question is not answered from it.
    let other: Vec<&str> =
        arguments.iter().map(|argument| if *argument == "8" { "9" } else { argument }).collect();
    run(&other).fails(&format!(
        "{kept}:1: this checkpoint belongs to another input or grid\nhint: remove the file or name \
         another --checkpoint"
    ));
    std::fs::write(kept, "name,tn,fp\n").expect("a file");
    run(&arguments).fails(&format!(
        "{kept}:1: this checkpoint belongs to another input or grid\nhint: remove the file or name \
         another --checkpoint"
    ));
    assert_eq!(std::fs::read_to_string(kept).expect("still there"), "name,tn,fp\n");
}

#[test]
fn pictures_of_confidence_are_as_they_were() {
    for (name, flavor) in [
        ("confidence", &["--flavor", "confidence"][..]),
        ("confidence-of-one", &["--flavor", "confidence", "--classifier", "B"]),
        ("decided", &["--flavor", "decided", "--level", "0.6"]),
    ] {
        let mut arguments = vec!["tile", "three.csv", "--grid", "12", "--size", "300"];
        arguments.extend(["--question", "next"]);
        arguments.extend(flavor);
        let svg = Run::new(&arguments).file("three.csv", THREE).succeeds();
        roxmltree::Document::parse(&svg).expect("an SVG");
        assert!(svg.contains("12 \u{d7} 12 points"), "{name}");
        check_golden(name, &svg);
    }
}

#[test]
fn a_plan_is_for_the_first_of_those_whose_score_is_defined() {
    // With two samples of each class, the base of A's logarithm is 1.
    let rows = "name,tn,fp,fn,tp\nA,2,0,1,1\nB,8,2,4,6\nC,7,3,4,6\n";
    let asked = ["plan", "m.csv", "--score=scaled-log-plr", "--limit=40", "--draws=300"];
    let plan = Run::new(&[&asked[..], &["--format=json"]].concat()).file("m.csv", rows).json();
    assert_eq!(plan["winner"], 1, "{plan}");
    // B alone has a PPV.
    let silent = "y_true,A,B\n1,0,1\n1,0,1\n1,0,0\n0,0,0\n0,0,1\n0,0,0\n";
    let asked = ["plan", "p.csv", "--score=ppv", "--limit=40", "--question=power"];
    Run::new(&asked).file("p.csv", silent).fails(
        "no classifier but \"B\" has a value to be compared\nhint: choose another score, or name \
         a --rival",
    );
}

#[test]
fn a_plan_is_told_in_words_and_in_json() {
    let arguments = ["plan", "three.csv", "--score", "f1", "--level", "0.8"];
    for (question, words, quick) in [
        ("truly", "A is truly the best by F1 with expected probability 80 % on ", "--draws=300"),
        ("next", "A is first alone by F1 with probability 80 % on ", "--draws=300"),
    ] {
        let asked = [&arguments[..], &["--question", question, quick]].concat();
        let text = Run::new(&asked).file("three.csv", THREE).succeeds();
        let first = text.lines().next().expect("a line");
        assert!(first.starts_with(words), "{first}");
        assert!(text.contains("All true rates are taken to be the observed ones."), "{text}");
        let json: Vec<&str> = asked.iter().copied().chain(["--format", "json"]).collect();
        let json = Run::new(&json).file("three.csv", THREE).json();
        assert_eq!(
            (&json["schema"], &json["question"]),
            (&"exactile.plan.v1".into(), &question.into())
        );
        assert_eq!((&json["winner"], &json["paired"]), (&0.into(), &false.into()));
        let counts = (&json["smallest"]["positives"], &json["smallest"]["negatives"]);
        let counted = format!("{} positives and {} negatives", counts.0, counts.1);
        assert!(first.contains(&counted), "{first}");
        if question == "next" {
            assert!(number(&json["smallest"]["first_alone"]) >= Rational::new(8, 10));
            assert_eq!(json["smallest"]["first_alone"], json["smallest"]["probability"]);
            assert_eq!(json["draws"], Value::Null);
        } else {
            assert!(json["smallest"]["probability"]["upper"].is_string());
            assert_eq!(
                (&json["draws"], &json["beta"]),
                (&300.into(), &serde_json::json!(["1", "1"]))
            );
        }
        let csv: Vec<&str> = asked.iter().copied().chain(["--format", "csv"]).collect();
        let csv = Run::new(&csv).file("three.csv", THREE).succeeds();
        assert!(csv.starts_with("positives,negatives,probability,probability_lower,probability_upper,question,paired\n"), "{csv}");
    }
    let limited = [&arguments[..], &["--limit", "20", "--question", "next"]].concat();
    let limited = Run::new(&limited).file("three.csv", THREE).succeeds();
    assert!(limited.contains("tests of up to 20 samples"), "{limited}");
}

#[test]
fn plans_of_pairs_name_the_rival() {
    let rows = [("1,1,1", 9), ("1,1,0", 4), ("1,0,1", 1), ("0,0,0", 9), ("0,0,1", 3), ("0,1,0", 1)];
    let rows =
        rows.into_iter().flat_map(|(row, count)| std::iter::repeat_n(format!("{row}\n"), count));
    let predictions = "y_true,A,B\n".to_owned() + &rows.collect::<String>();
    let ask = |more: &[&str]| {
        let plan = ["plan", "p.csv", "--score", "accuracy", "--draws", "300", "--level", "0.8"];
        Run::new(&[&plan[..], more].concat()).file("p.csv", &predictions)
    };
    let power = ask(&["--question", "power"]).succeeds();
    assert!(
        power.contains(
            "A is shown to be better than B by the swap test (p <= 5 %) by accuracy \
         with probability 80 % on a test on "
        ),
        "{power}"
    );
    assert!(power.contains("classifiers compared on the same samples"));
    let truly = ask(&["--rival", "B"]).succeeds();
    assert!(truly.contains("A is truly better than B by accuracy"), "{truly}");
    let json = ask(&["--question", "power", "--alpha", "0.1", "--format", "json"]).json();
    assert_eq!(
        (&json["alpha"], &json["rival"], &json["paired"]),
        (&"1/10".into(), &1.into(), &true.into())
    );
    ask(&["--rival", "A"]).fails("\"A\" is the winner itself\nhint: name another --rival");
    ask(&["--alpha", "0.1"])
        .fails("only the power depends on --alpha\nhint: leave it out or ask --question power");
    ask(&["--question", "power", "--alpha", "0.7"])
        .fails("a p-value of 7/10 is not between 0 and 1/2\nhint: give --alpha such as 0.05");
    ask(&["--question", "power", "--unpaired"]).fails(
        "the swap test needs predictions of both classifiers on the same samples\nhint: give \
         predictions, or ask --question truly",
    );
}

/// The classifiers of breast tumours: probabilities of being first sum to less than one only by
/// ties, and those who cannot be told apart share them.
#[test]
fn winners_of_the_tumour_data_sum_to_one_with_ties() {
    let arguments = ["confidence", &fixture("breast_cancer_confusion.csv"), "--score", "f1"];
    let json: Vec<&str> =
        arguments.into_iter().chain(["--format", "json", "--question", "next"]).collect();
    let json = Run::new(&json).json();
    let classifiers = json["classifiers"].as_array().expect("a list");
    assert_eq!(classifiers.len(), 32);
    let sum = |field: &str| {
        classifiers
            .iter()
            .map(|of| match &of[field] {
                Value::String(digits) => digits.parse::<Rational>().expect("a number"),
                enclosed => number(&enclosed["lower"]),
            })
            .sum::<Rational>()
    };
    let (alone, tied) = (sum("first_alone"), sum("first_tied"));
    assert!(alone > Rational::new(9, 10) && alone < Rational::ONE, "{alone}");
    assert!(&alone + &tied > Rational::ONE, "ties are counted for each of those who tie");
}
