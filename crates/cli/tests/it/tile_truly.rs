//! `exactile tile --flavor confidence` and `decided` about true rates, and the Tile of a pair.

use crate::cli::Run;
use exactile_testing::check_golden;

const THREE: &str = "name,tn,fp,fn,tp\nA,36,4,2,18\nB,32,8,4,16\nC,38,2,9,11\n";

fn predictions() -> String {
    let rows = [
        ("1,1,1,0", 20),
        ("1,1,0,1", 9),
        ("1,0,0,1", 2),
        ("0,0,0,0", 30),
        ("0,0,1,0", 4),
        ("0,1,1,0", 6),
    ];
    let rows =
        rows.into_iter().flat_map(|(row, count)| std::iter::repeat_n(format!("{row}\n"), count));
    "y_true,A,B,C\n".to_owned() + &rows.collect::<String>()
}

fn tile(more: &[&str]) -> Run {
    let quick = ["tile", "p.csv", "--flavor", "confidence", "--grid", "12", "--draws", "1000"];
    Run::new(&[&quick[..], more].concat()).file("p.csv", predictions())
}

fn picture(more: &[&str]) -> String {
    let svg = tile(more).succeeds();
    roxmltree::Document::parse(&svg).expect("an SVG");
    svg
}

#[test]
fn one_run_of_draws_fills_the_tile() {
    let svg = picture(&[]);
    for words in [
        "P(truly best)",
        "by the rates behind the results",
        "compared on the same samples",
        "1000 draws, seed 1",
        "12 \u{d7} 12 points",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(svg, picture(&[]), "runs repeat");
    assert_ne!(svg, picture(&["--seed", "2"]));
    assert!(picture(&["--unpaired"]).contains("classifiers taken as independent"));
    let next = picture(&["--question", "next"]);
    assert!(next.contains("P(first)") && next.contains("on a repeat of the test"));
    assert!(picture(&["--classifier", "B"]).contains("P(B truly best)"));
    let alone = ["tile", "m.csv", "--flavor", "confidence", "--grid", "6", "--draws", "300"];
    let alone = Run::new(&alone).file("m.csv", THREE).succeeds();
    assert!(alone.contains("P(truly best)") && alone.contains("classifiers taken as independent"));
}

#[test]
fn what_is_decided_is_certain() {
    let decided = |more: &[&str]| {
        let quick = ["tile", "p.csv", "--flavor", "decided", "--grid", "12"];
        Run::new(&[&quick[..], more].concat()).file("p.csv", predictions()).succeeds()
    };
    let svg = decided(&["--level", "0.9", "--draws", "1000"]);
    roxmltree::Document::parse(&svg).expect("an SVG");
    assert!(svg.contains("truly best with 90 %") && svg.contains("nobody"), "{svg}");
    // So few draws show nothing as probable as that.
    let nothing = decided(&["--level", "0.999", "--draws", "100"]);
    assert!(nothing.contains("\n100.0 %\n"), "{nothing}");
}

#[test]
fn a_pair_has_its_own_tile() {
    let pair = ["--first", "A", "--second", "C"];
    let svg = picture(&pair);
    for words in
        ["P(A truly better)", "swap test: p \u{2264} 5 %", "frontiers", "1000 draws, seed 1"]
    {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let strict = picture(&[&pair[..], &["--level", "0.999999"]].concat());
    assert!(strict.contains("p \u{2264} 0.0001 % nowhere"), "{strict}");
    let alone = picture(&[&pair[..], &["--unpaired"]].concat());
    assert!(alone.contains("no swap test") && alone.contains("classifiers taken as independent"));
    // Names of any length and any signs.
    let long = "n".repeat(200);
    let named = predictions().replacen("A,B,C", &format!("{long},<&>,C"), 1);
    let arguments = ["tile", "p.csv", "--flavor", "confidence", "--grid", "6", "--draws", "200"];
    for more in [&["--first", &long, "--second", "<&>"][..], &[]] {
        let run = Run::new(&[&arguments[..], more].concat()).file("p.csv", &named);
        roxmltree::Document::parse(&run.succeeds()).expect("an SVG");
    }
}

#[test]
fn flags_that_do_not_fit_are_refused() {
    let pair = ["--first", "A", "--second", "C"];
    let with = |more: &[&str]| tile(&[&pair[..], more].concat());
    tile(&["--first", "A", "--second", "A"])
        .fails("--first and --second name the same classifier\nhint: name two different ones");
    with(&["--question", "next"]).fails(
        "the Tile of a pair shows true rates only\nhint: leave --question next and --checkpoint \
         out; compare --at has the next test",
    );
    with(&["--target-prior", "0.3"]).fails(
        "the numbers of further samples determine the prior\nhint: give --positives and \
         --negatives instead of --target-prior",
    );
    with(&["--classifier", "B"]).fails(
        "--first and --second show a pair\nhint: choose --flavor confidence, and leave \
         --classifier out",
    );
    tile(&["--checkpoint", "k.jsonl"])
        .fails("draws are quick and need no checkpoint\nhint: leave --checkpoint out");
    tile(&["--question", "next", "--unpaired"]).fails(
        "the next test of independent classifiers is summed, not drawn\nhint: leave --draws and \
         --seed out",
    );
    tile(&["--model", "binomial"]).fails(
        "under the binomial model the observed rates are the true ones\nhint: leave --model \
         binomial out, or ask --question next",
    );
    let entity =
        |more: &[&str]| Run::new(&[&["tile", "p.csv"], more].concat()).file("p.csv", predictions());
    entity(&pair).fails(
        "this flavor shows all classifiers\nhint: leave --first and --second out or choose \
         --flavor confidence",
    );
    entity(&["--draws", "500"]).fails(
        "this flavor shows the observed results\nhint: leave out the flags about further samples \
         or choose --flavor confidence or decided",
    );
}

#[test]
fn a_pooled_tile_says_so() {
    let pooled = picture(&["--prior-pooling", "estimated"]);
    assert!(pooled.contains("by the rates behind the results, partially pooled"));
    assert_ne!(pooled, picture(&[]));
    tile(&["--prior-pooling", "0.5", "--question", "next"]).fails(
        "pooling applies to true rates only\nhint: leave --prior-pooling or --question next out",
    );
    tile(&["--prior-pooling", "0.5", "--first", "A", "--second", "B"]).fails(
        "pooling is about all classifiers together\nhint: leave --prior-pooling out, or --first \
         and --second",
    );
}

#[test]
fn pictures_of_drawn_tiles_are_as_they_were() {
    let small = ["--size", "300"];
    let two = ["--ignore", "C"];
    let pair = ["--first", "A", "--second", "C"];
    let decided = |more: &[&str]| {
        let quick = ["tile", "p.csv", "--flavor", "decided", "--grid", "12", "--draws", "1000"];
        Run::new(&[&quick[..], &small, more].concat()).file("p.csv", predictions()).succeeds()
    };
    for (name, svg) in [
        ("truly-best", picture(&small)),
        ("truly-best-of-two", picture(&[&small[..], &two].concat())),
        ("truly-decided", decided(&["--level", "0.8"])),
        ("truly-decided-of-two", decided(&[&["--level", "0.8"][..], &two].concat())),
        ("truly-better", picture(&[&small[..], &pair].concat())),
        ("truly-better-unpaired", picture(&[&small[..], &pair, &["--unpaired"]].concat())),
    ] {
        roxmltree::Document::parse(&svg).expect("an SVG");
        check_golden(name, &svg);
    }
}
