//! `exactile compare`: its documents, its gate, and its refusals.

use serde_json::{Value, json};

use super::cli::{Run, content, fixture};

/// A has 5 positives right that B has wrong, and 1 the other way; 3 and 0 negatives.
fn rows() -> String {
    let mut text = "y_true,A,B,count\n".to_owned();
    for (truth, a, b, count) in [
        (1, 1, 1, 20),
        (1, 1, 0, 5),
        (1, 0, 1, 1),
        (1, 0, 0, 2),
        (0, 0, 0, 30),
        (0, 0, 1, 3),
        (0, 1, 1, 4),
    ] {
        text.push_str(&format!("{truth},{a},{b},{count}\n"));
    }
    text
}

fn run(arguments: &[&str]) -> Run {
    Run::new(&[&["--quiet", "compare"], arguments].concat()).file("x.csv", rows())
}

fn json_of(arguments: &[&str]) -> Value {
    run(&[arguments, &["--format", "json"]].concat()).json()
}

fn number(value: &Value) -> f64 {
    value.as_str().expect("a string").parse().expect("a decimal")
}

#[test]
fn predictions_are_paired_in_the_document() {
    let found = json_of(&["x.csv", "--metric", "f1"]);
    assert_eq!(found["schema"], "exactile.compare.v1");
    assert_eq!(found["paired"], true);
    assert_eq!(found["positive"], "1");
    assert_eq!(found["metric"], "f1");
    assert_eq!((&found["positives"], &found["negatives"]), (&json!(28), &json!(37)));
    let pair = &found["pairs"][0];
    assert_eq!((&pair["first"], &pair["second"]), (&json!(0), &json!(1)));
    assert_eq!(pair["discordant"], json!({"positives": [5, 1], "negatives": [3, 0]}));
    let next = &pair["next"];
    let parts = ["better", "equal", "worse", "undefined"].map(|part| number(&next[part]));
    assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-11);
    let truly = &pair["truly_better"];
    let (lower, upper) = (number(&truly["lower"]), number(&truly["upper"]));
    assert!(
        lower < upper && upper - lower < 1e-3 && truly.as_object().expect("an object").len() == 2
    );
    assert_eq!(pair["swap_test"]["one_sided"], "5/256");
    assert_eq!(pair["swap_test"]["holm"], pair["swap_test"]["two_sided"]);
}

#[test]
fn fractions_and_decimals_agree() {
    let sizes = ["x.csv", "--at", "1/3,4/5", "--positives", "9", "--negatives", "7"];
    let decimal = json_of(&sizes);
    let exact = json_of(&[&sizes[..], &["--exact"]].concat());
    for part in ["better", "equal", "worse"] {
        let fraction: exactile::Rational =
            exact["pairs"][0]["next"][part].as_str().expect("a fraction").parse().expect("exact");
        let decimal = number(&decimal["pairs"][0]["next"][part]);
        assert!((fraction.to_f64() - decimal).abs() < 1e-12);
    }
    assert_eq!(decimal["metric"], "r(1/3,4/5)");
}

#[test]
fn matrices_are_independent_and_the_document_says_so() {
    let matrices = "name,tn,fp,fn,tp\nA,33,4,3,25\nB,30,7,7,21\n";
    let found = Run::new(&["compare", "m.csv", "--metric", "f1", "--format", "json"])
        .file("m.csv", matrices)
        .json();
    let unpaired = json_of(&["x.csv", "--metric", "f1", "--unpaired"]);
    assert_eq!(found["pairs"], unpaired["pairs"]);
    for document in [&found, &unpaired] {
        assert_eq!(document["paired"], false);
        let pair = &document["pairs"][0];
        assert_eq!(pair["discordant"], Value::Null);
        assert_eq!(pair["swap_test"], Value::Null);
        assert_eq!(pair["swap_test_undefined"], "the pairing is not known");
        assert_eq!(pair["truly_better"]["seed"], 1);
    }
    // The same next test as that of the lattice.
    let lattice = Run::new(&["lattice", "compare", "m.csv", "--metric", "f1", "--format", "json"])
        .file("m.csv", matrices)
        .json();
    for (own, its) in [("better", "greater"), ("equal", "equal"), ("worse", "less")] {
        let (own, its) = (&found["pairs"][0]["next"][own], &lattice["pairs"][0][its]);
        assert!((number(own) - number(its)).abs() < 1e-11);
    }
}

#[test]
fn a_gate_says_pass_fail_or_undecided() {
    let gate = |metric: &str, level: &str, first: &str, second: &str| {
        let (text, status) = run(&[
            "x.csv",
            "--metric",
            metric,
            "--first",
            first,
            "--second",
            second,
            "--require",
            level,
        ])
        .status();
        (text.lines().last().expect("a sentence").to_owned(), status)
    };
    let (sentence, status) = gate("f1", "0.9", "A", "B");
    assert!(sentence.starts_with("pass: A is truly better than B by f1"), "{sentence}");
    assert_eq!(status, 0);
    let (sentence, status) = gate("f1", "0.9", "B", "A");
    assert!(sentence.starts_with("fail: B is truly better than A by f1"), "{sentence}");
    assert_eq!(status, 1);
    let truly = json_of(&["x.csv", "--metric", "f1"])["pairs"][0]["truly_better"].clone();
    let between = (number(&truly["lower"]) + number(&truly["upper"])) / 2.0;
    let (sentence, status) = gate("f1", &between.to_string(), "A", "B");
    assert!(sentence.starts_with("undecided: A is truly better than B by f1"), "{sentence}");
    assert_eq!(status, 1);
}

#[test]
fn the_required_level_is_written_exactly() {
    // In doubles 0.6236 is 62.36000000000001 %.
    for (level, written) in [("0.6236", "62.36 %"), ("2/3", "200/3 %"), ("95%", "95 %")] {
        let gate = ["x.csv", "--metric", "f1", "--first", "A", "--second", "B", "--require", level];
        let (text, _) = run(&gate).status();
        assert!(text.ends_with(&format!("above the required {written}\n")), "{text}");
    }
}

#[test]
fn text_names_the_one_ahead_first_and_says_what_it_assumes() {
    let text = run(&["x.csv", "--metric", "fnr", "--first", "B", "--second", "A"]).succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "positive class: 1");
    assert_eq!(lines[1], "by fnr; classifiers compared on the same samples; prior mass 2");
    let values = "fnr 0.107 (A) against 0.250 (B) (less is better): difference +0.143, true \
         difference -0.025 to +0.306 (95 %)";
    assert_eq!(lines[3], values);
    assert_eq!(lines[4], "  A is very probably better than B: truly better 95.27 %");
    assert_eq!(
        lines[5],
        "  alone right on 5 against 1 positives, 3 against 0 negatives; swap test p = 0.22, mid-p \
         0.12"
    );
    assert!(lines[6].starts_with("  next test better 0."), "{}", lines[6]);
    assert!(text.contains("28 further positives and 37 further negatives"));
    assert!(text.contains("cross-validation"));
}

#[test]
fn best_evidence_comes_first_and_p_values_are_corrected() {
    let predictions = fixture("breast_cancer_predictions.csv");
    let text = Run::new(&["compare", &predictions, "--metric", "accuracy", "--first", "logistic"]);
    let text = text.succeeds();
    let words = |of: &str| {
        text.lines().filter(|line| line.contains(of)).map(str::to_owned).collect::<Vec<String>>()
    };
    let (lines, tests) = (words(": truly better "), words("; swap test p = "));
    assert_eq!((lines.len(), tests.len(), words("true difference ").len()), (31, 31, 31));
    assert!(
        lines[0].contains("is almost certainly better than")
            && lines[30].contains("is not separated from")
    );
    assert!(tests.iter().all(|line| line.contains("(Holm ")));
    let lines: Vec<String> = [lines, words("  next test better ")].concat();
    // Only certainty reads as 100 %, 1.000 or 0.000: nothing is certain here.
    for rounded in ["100.", " 1.000", "better 0.000", "worse 0.000"] {
        assert!(lines.iter().all(|line| !line.contains(rounded)), "{rounded}: {text}");
    }
    let is_lda = |line: &str| line.starts_with("  logistic is almost certainly better than lda:");
    let lda = text.lines().skip_while(|line| !is_lda(line)).nth(1).expect("lda");
    assert!(lda.contains("; swap test p = 0.0026, mid-p 0.0015 (Holm "), "{lda}");
}

#[test]
fn csv_has_a_row_for_each_pair() {
    let text = run(&["x.csv", "--metric", "tpr", "--format", "csv"]).succeeds();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "first,second,value_first,value_second,difference,difference_lower,difference_upper,level,paired,positives_only_first,positives_only_second,negatives_only_first,negatives_only_second,next_better,next_equal,next_worse,next_undefined,truly_better_lower,truly_better_upper,one_sided,two_sided,two_sided_mid,holm,not_worse_lower,not_worse_upper,e_value"
        )
    );
    let row = lines.next().expect("a row");
    assert!(row.starts_with("A,B,25/28,3/4,1/7,-0.02501"), "{row}");
    assert!(row.contains(",19/20,true,5,1,3,0,"), "{row}");
    assert!(row.ends_with(",7/64,7/32,1/8,7/32,,,"), "{row}");
    assert_eq!(lines.next(), None);
}

/// Values, their difference and a margin, by fractions that are worked out by hand.
#[test]
fn values_differences_and_margins_are_in_the_document() {
    let found = json_of(&["x.csv", "--metric", "accuracy", "--margin", "0.02", "--level", "90%"]);
    let pair = &found["pairs"][0];
    assert_eq!(pair["values"], json!({"first": "58/65", "second": "51/65"}));
    assert_eq!(pair["difference"]["value"], "7/65");
    assert_eq!(pair["difference"]["interval"]["level"], "9/10");
    assert_eq!(found["margin"], "1/50");
    let ends = |of: &Value| [number(&of["lower"]), number(&of["upper"])];
    let [low, high] = ends(&pair["difference"]["interval"]);
    assert!(0.0 < low && low < 7.0 / 65.0 && 7.0 / 65.0 < high && high < 0.3, "{low} {high}");
    let (truly, not_worse) = (ends(&pair["truly_better"]), ends(&pair["not_worse"]));
    assert!(truly[0] < not_worse[0] && not_worse[1] < 1.0, "{truly:?} {not_worse:?}");
    // Exchanged, all of it turns.
    let other = json_of(&["x.csv", "--metric", "accuracy", "--first", "B", "--second", "A"]);
    let other = &other["pairs"][0]["difference"];
    assert_eq!(other["value"], "-7/65");
    let same = json_of(&["x.csv", "--metric", "accuracy"]);
    let [low, high] = ends(&same["pairs"][0]["difference"]["interval"]);
    assert_eq!(ends(&other["interval"]), [-high, -low]);
}

/// 8 of 9 discordant samples: 2^10 times the integral of t^8 (1 - t) from 1/2 to 1 is 8! 1!/10!
/// (2^10 - 11).
#[test]
fn an_e_value_is_a_gate_that_may_be_looked_at_every_night() {
    let gate = |metric: &str, level: &str| {
        let asked = ["x.csv", "--metric", metric, "--candidate", "A", "--baseline", "B"];
        run(&[&asked[..], &["--anytime", "--require", level]].concat()).status()
    };
    let found = json_of(&["x.csv", "--metric", "accuracy", "--anytime"]);
    assert_eq!(found["pairs"][0]["e_value"], "1013/90");
    let (text, status) = gate("accuracy", "0.9");
    assert_eq!(status, 0);
    assert!(text.contains("; e-value for A 11.256\n"), "{text}");
    assert!(
        text.ends_with(
            "pass: A against B by accuracy, alone right on 8 samples against 1: the \
         e-value 11.256 is at least 10, which 90 % requires\n"
        ),
        "{text}"
    );
    let (text, status) = gate("accuracy", "0.95");
    assert_eq!(status, 1);
    assert!(text.ends_with("is below 20, which 95 % requires; you may add samples\n"), "{text}");
    run(&["x.csv", "--metric", "f1", "--anytime"]).fails(
        "there is no e-value by f1: an e-value is \
         for tpr, tnr, accuracy and their complements\nhint: choose one of them",
    );
}

#[test]
fn a_gate_with_a_margin_is_about_not_being_worse() {
    let asked = ["x.csv", "--metric", "f1", "--candidate", "B", "--baseline", "A"];
    let gate = |more: &[&str]| run(&[&asked[..], more].concat()).status();
    let (text, status) = gate(&["--margin", "0.3", "--require", "0.9"]);
    assert_eq!(status, 0);
    assert!(
        text.contains(
            "pass: B is not worse than A by 0.3 or more of f1 with a probability of at least 9"
        ),
        "{text}"
    );
    assert_eq!(gate(&["--margin", "0", "--require", "0.5"]).1, 1);
    run(&["x.csv", "--metric", "f1", "--margin", "-1"]).fails(
        "a margin of -1 is below 0\nhint: give by how much the first may be worse, such as 0.02",
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["x.csv", "--metric", "prevalence"])
        .fails("prevalence does not say how good a classifier is\nhint: choose another --score");
    run(&["x.csv", "--metric", "f1", "--first", "A", "--second", "A"])
        .fails("--first and --second name the same classifier\nhint: name two different ones");
    run(&["x.csv", "--metric", "f1", "--pattern-mass", "0"])
        .fails("a pattern mass of 0 is not positive\nhint: give a number above 0");
    run(&["x.csv", "--metric", "f1", "--require", "1"]).fails(
        "invalid value '1' for '--require <LEVEL>': a level of 1 is not between 0 and \
         1\nhint: give one such as 0.95 (see exactile compare --help)",
    );
    let sizes = "name,tn,fp,fn,tp\nA,3,4,3,5\nB,3,5,7,1\n";
    Run::new(&["compare", "m.csv", "--metric", "f1"]).file("m.csv", sizes).fails(
        "m.csv: the classifiers were observed on different numbers of samples\nhint: give the \
         numbers of further positives and negatives",
    );
}

/// The better one is never taken from the order of columns.
#[test]
fn a_gate_names_the_candidate_and_the_baseline() {
    let rows = "y_true,old,new,count\n1,1,1,20\n1,1,0,9\n1,0,1,1\n0,0,0,30\n0,0,1,2\n";
    let gate = |more: &[&str]| {
        let arguments =
            ["--quiet", "compare", "g.csv", "--metric", "accuracy", "--require", "0.95"];
        Run::new(&[&arguments, more].concat()).file("g.csv", rows)
    };
    for more in [&[][..], &["--candidate", "new"], &["--first", "new"]] {
        gate(more).fails(
            "--require needs the names of both classifiers, not their order in the input\nhint: \
             name them: --candidate NEW --baseline OLD",
        );
    }
    let named = ["--candidate", "new", "--baseline", "old"];
    let (text, status) = gate(&named).status();
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("\nfail: new is truly better than old by accuracy"), "{text}");
    // The usual names mean the same.
    assert_eq!(gate(&["--first", "new", "--second", "old"]).status(), (text, status));
    let (text, status) = gate(&["--candidate", "old", "--baseline", "new"]).status();
    assert!(status == 0 && text.contains("\npass: old is truly better than new"), "{text}");
}

/// 1 - 4.4e-32 is below one, and so are the nines that a gate may ask for.
#[test]
fn what_is_all_but_certain_is_enclosed_and_passes_no_gate_beyond_its_limits() {
    let rows = "y_true,m0,m1,count\n1,1,0,100\n1,1,1,5\n0,0,1,3\n0,1,0,2\n";
    let run = |more: &[&str]| {
        let arguments = ["--quiet", "compare", "x.csv", "--metric", "tpr"];
        Run::new(&[&arguments, more].concat()).file("x.csv", rows)
    };
    let nines = format!("0.{}", "9".repeat(38));
    let gate = ["--candidate", "m0", "--baseline", "m1", "--require"];
    let (text, status) = run(&[&gate[..], &[&nines]].concat()).status();
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("\nundecided: m0 is truly better than m1"), "{text}");
    assert!(text.contains("truly better above 99.999999 %"), "{text}");
    let found = run(&["--format", "json"]).json();
    let truly = &found["pairs"][0]["truly_better"];
    assert!(number(&truly["lower"]) < 1.0 && truly["upper"] == "1.000000000000", "{truly}");
    let (_, status) = run(&[&gate[..], &["0.999999999999"]].concat()).status();
    assert_eq!(status, 0);
}

/// Returns a file of predictions of `columns` classifiers, with the given rows of the first two.
fn wide(columns: usize) -> String {
    let names: String = (0..columns).map(|at| format!(",m{at}")).collect();
    let mut text = format!("y_true{names}\n");
    for row in 0..90_usize {
        let truth = usize::from(row < 40);
        let label = |at: usize| match at {
            0 => truth ^ usize::from(row % 7 == 0),
            1 => truth ^ usize::from(row % 7 == 0 || row % 5 == 0),
            _ => (row * 31 + at * 17 + row * at) % 3 % 2,
        };
        let labels: String = (0..columns).map(|at| format!(",{}", label(at))).collect();
        text.push_str(&format!("{truth}{labels}\n"));
    }
    text
}

#[test]
fn columns_that_are_not_named_do_not_change_the_answer() {
    let pair = |columns: usize, more: &[&str]| {
        let arguments = ["compare", "w.csv", "--metric", "accuracy", "--first", "m0"];
        let arguments = [&arguments[..], more, &["--format", "json"]].concat();
        let found = Run::new(&arguments).file("w.csv", wide(columns)).json();
        assert_eq!(found["paired"], true, "{columns}");
        found["pairs"].clone()
    };
    let named = ["--second", "m1"];
    let narrow = pair(2, &named);
    for columns in [5, 13, 129, 1401] {
        assert_eq!(pair(columns, &named), narrow, "{columns}");
    }
    // One with all others.
    let all = pair(1401, &[]);
    assert_eq!(all.as_array().map(Vec::len), Some(1400));
    for part in ["values", "difference", "discordant", "next", "truly_better"] {
        assert_eq!(all[0][part], narrow[0][part]);
    }
    // The verifier counts the same pairs.
    let arguments = ["compare", "w.csv", "--metric", "accuracy", "--first", "m1", "--second", "m0"];
    let result = Run::new(&[&arguments[..], &["--format", "json"]].concat())
        .file("w.csv", wide(1401))
        .succeeds();
    let checked = Run::new(&["verify", "r.json", "w.csv"])
        .file("w.csv", wide(1401))
        .file("r.json", &result)
        .succeeds();
    assert!(checked.contains("1 pair"), "{checked}");
    let curve = ["curve", "w.csv", "--along", "decision", "--first", "m0", "--second", "m1"];
    let curve = |columns: usize| {
        let arguments = [&curve[..], &["--steps", "3", "--format", "json"]].concat();
        Run::new(&arguments).file("w.csv", wide(columns)).json()
    };
    let (few, many) = (curve(2), curve(1401));
    assert_eq!((&many["paired"], &many["points"]), (&Value::Bool(true), &few["points"]));
}

/// Two models of which the same was observed have even chances, without draws and without limits.
#[test]
fn equal_evidence_is_exactly_even() {
    let rows = "y_true,a,b,count\n1,1,1,5\n1,0,0,2\n0,0,0,4\n0,1,0,1\n0,0,1,1\n";
    for (metric, more) in [("f1", &[][..]), ("mcc", &[]), ("f1", &["--unpaired"])] {
        let arguments = [&["--quiet", "compare", "e.csv", "--metric", metric], more].concat();
        let text = Run::new(&arguments).file("e.csv", rows).succeeds();
        assert!(text.contains("a is not separated from b: truly better 50 %\n"), "{text}");
        assert!(text.contains(": difference 0.000, true difference -"), "{text}");
    }
}

/// The text is the same whatever the order of columns and of rows, for certified and drawn
/// probabilities.
#[test]
fn text_does_not_depend_on_the_order_of_columns_or_rows() {
    let rows: Vec<[u32; 5]> = [(1, 40), (0, 50)]
        .into_iter()
        .flat_map(|(truth, count)| {
            (0..count).map(move |row: u32| {
                let wrong = [row % 7 == 2, row % 5 == 1, row % 7 == 1, row % 3 == 2];
                let said = wrong.map(|is_wrong| truth ^ u32::from(is_wrong));
                [truth, said[0], said[1], said[2], said[3]]
            })
        })
        .collect();
    let text = |order: &[usize], reversed: bool, more: &[&str]| {
        let names = ["d", "a", "c", "b"];
        let header: String = order.iter().map(|at| format!(",{}", names[*at])).collect();
        let mut lines: Vec<String> = rows
            .iter()
            .map(|row| {
                let labels: String = order.iter().map(|at| format!(",{}", row[at + 1])).collect();
                format!("{}{labels}\n", row[0])
            })
            .collect();
        if reversed {
            lines.reverse();
        }
        let input = format!("y_true{header}\n{}", lines.concat());
        Run::new(&[&["compare", "p.csv"], more].concat()).file("p.csv", input).succeeds()
    };
    let by_f1 = ["--metric", "f1"];
    let expected = text(&[0, 1, 2, 3], false, &by_f1);
    for (order, reversed) in [([3, 2, 1, 0], false), ([1, 3, 0, 2], true)] {
        assert_eq!(text(&order, reversed, &by_f1), expected);
    }
    // What is drawn takes longer.
    for more in [&["--metric", "mcc"][..], &["--metric", "accuracy", "--unpaired"]] {
        assert_eq!(text(&[1, 0], true, more), text(&[0, 1], false, more), "{more:?}");
    }
}

/// Four patients: the swap test exchanges whole ones.
#[test]
fn clusters_are_exchanged_whole() {
    let rows = "patient,y_true,A,B\np1,1,1,0\np1,1,1,0\np2,1,1,0\np2,0,0,0\np3,0,0,0\np3,1,1,1\np4,1,0,1\np4,0,1,0\n";
    let run = |more: &[&str]| {
        let asked = ["--quiet", "compare", "c.csv", "--metric", "tpr", "--cluster", "patient"];
        Run::new(&[&asked[..], more].concat()).file("c.csv", rows)
    };
    let found = run(&["--format", "json"]).json();
    assert_eq!((&found["clusters"], &found["paired"]), (&json!(4), &json!(true)));
    let pair = &found["pairs"][0];
    // TP differs by 2, 1, 0 and -1 on the patients: of +-2 +-1 +-1 three of eight sums are at least
    // 2.
    assert_eq!(pair["values"], json!({"first": "4/5", "second": "2/5"}));
    assert_eq!(pair["swap_test"]["one_sided"], "3/8");
    assert_eq!(pair["next"], Value::Null);
    assert_eq!(pair["truly_better"]["draws"], 200_000);
    let text = run(&[]).succeeds();
    assert!(
        text.contains(
            "by tpr; whole clusters of samples are exchanged, and get random weights; 4 clusters\n"
        ),
        "{text}"
    );
    assert!(text.contains("  4 clusters; swap test p = "), "{text}");
    assert!(!text.contains("next test") && !text.contains("Next test"), "{text}");
    // Each sample by itself is today's test.
    let rows: String = rows
        .lines()
        .enumerate()
        .map(|(k, row)| match k {
            0 => format!("{row}\n"),
            _ => format!("s{k}{}\n", row.trim_start_matches(|c: char| c != ',')),
        })
        .collect();
    let asked = ["--quiet", "compare", "c.csv", "--metric", "f1", "--format", "json"];
    let alone = [&asked[..], &["--cluster", "patient"]].concat();
    let [with, without] = [alone, asked.to_vec()]
        .map(|asked| Run::new(&asked).file("c.csv", &rows).json()["pairs"][0]["swap_test"].clone());
    assert_eq!(with, without);
    assert!(run(&["--anytime"]).refused().0.contains("--anytime"));
    let result = run(&["--format", "json"]).succeeds();
    let checked = Run::new(&["--quiet", "verify", "r.json", "c.csv"])
        .file("r.json", content(&result))
        .file("c.csv", &rows);
    assert!(checked.refused().0.contains("clusters"));
}
