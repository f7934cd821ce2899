//! `exactile confidence`: the truly best classifier, paired if predictions are given.

use exactile::Rational;
use serde_json::Value;

use crate::cli::Run;

/// A is right wherever B is, and more often than not elsewhere; C is right in other places.
fn predictions() -> String {
    let rows = [
        ("1,1,1,0", 20),
        ("1,1,0,1", 3),
        ("1,0,0,1", 2),
        ("0,0,0,0", 30),
        ("0,0,1,0", 4),
        ("0,1,1,0", 1),
    ];
    let rows =
        rows.into_iter().flat_map(|(row, count)| std::iter::repeat_n(format!("{row}\n"), count));
    "y_true,A,B,C\n".to_owned() + &rows.collect::<String>()
}

const QUICK: [&str; 2] = ["--draws", "3000"];

fn ask(more: &[&str]) -> Run {
    let arguments = [&["confidence", "p.csv", "--score", "accuracy"], &QUICK[..], more].concat();
    Run::new(&arguments).file("p.csv", predictions())
}

fn json(more: &[&str]) -> Value {
    ask(&[more, &["--format", "json"]].concat()).json()
}

fn json_of(more: &[&str]) -> Value {
    let arguments =
        [&["confidence", "p.csv", "--score", "accuracy", "--format", "json"], more].concat();
    Run::new(&arguments).file("p.csv", predictions()).json()
}

fn ends(value: &Value) -> [Rational; 2] {
    ["lower", "upper"].map(|end| value[end].as_str().expect("a text").parse().expect("a number"))
}

#[test]
fn predictions_are_compared_on_the_same_samples() {
    let paired = json(&[]);
    assert_eq!(paired["schema"], "exactile.confidence.v1");
    assert_eq!((&paired["paired"], &paired["positive"]), (&true.into(), &"1".into()));
    assert_eq!(paired["assumption"], "classifiers compared on the same samples");
    let how = serde_json::json!({"draws": 3000, "seed": 1, "limits": "Clopper-Pearson at 1 - \
         10^-9; expected ranks: empirical Bernstein"});
    assert_eq!((&paired["truly"], &paired["next"]), (&how, &how));
    // A beats B on all seven samples on which they differ.
    let alone = json(&["--unpaired"]);
    assert_eq!(alone["paired"], false);
    assert_eq!(alone["assumption"], "classifiers taken as independent");
    assert_eq!(alone["next"], serde_json::json!({"limits": null}));
    let best = |of: &Value| ends(&of["classifiers"][0]["truly_best"]);
    let many = ["--draws", "20000", "--question", "truly"];
    let paired = best(&json_of(&many));
    let alone = best(&json_of(&[&many[..], &["--unpaired"]].concat()));
    assert!(paired[0] > alone[1], "{paired:?} {alone:?}");
    // The pair says the same.
    let pair = ["compare", "p.csv", "--metric", "accuracy", "--first", "A", "--second", "B"];
    let pair = Run::new(&[&pair[..], &["--format", "json"]].concat()).file("p.csv", predictions());
    let pair = pair.json();
    let both = Run::new(&[
        "confidence",
        "p.csv",
        "--score",
        "accuracy",
        "--ignore",
        "C",
        "--draws",
        "3000",
        "--format",
        "json",
    ]);
    let both = both.file("p.csv", predictions()).json();
    let (own, its) = (&both["classifiers"][0], &pair["pairs"][0]);
    assert_eq!(own["truly_best"], its["truly_better"]);
    assert_eq!(own["first_alone"], its["next"]["better"]);
    assert_eq!(own["first_tied"], its["next"]["equal"]);
    assert_eq!(both["classifiers"][1]["first_alone"], its["next"]["worse"]);
}

/// The matrices of the predictions have the results of `--unpaired`, but for what draws they take.
#[test]
fn matrices_are_taken_as_independent_and_sums_stay_exact() {
    let matrices = "name,tn,fp,fn,tp\nA,34,1,2,23\nB,30,5,5,20\nC,35,0,20,5\n";
    let arguments =
        ["confidence", "m.csv", "--score", "accuracy", "--draws", "3000", "--format", "json"];
    let mut of_matrices = Run::new(&arguments).file("m.csv", matrices).json();
    let mut unpaired = json(&["--unpaired"]);
    assert_eq!(unpaired["positive"], "1");
    unpaired.as_object_mut().expect("an object").remove("positive");
    of_matrices.as_object_mut().expect("an object").remove("positive");
    assert_eq!(of_matrices, unpaired);
    let first = &of_matrices["classifiers"][0];
    assert!(first["first_alone"].is_string() && first["truly_best"].is_object());
    assert_eq!(first["value"], "19/20");
}

#[test]
fn each_question_is_asked_alone() {
    let truly = json(&["--question", "truly"]);
    assert_eq!(truly["next"], serde_json::json!({"limits": null, "missing": "not asked for"}));
    assert_eq!(
        (&truly["classifiers"][0]["first_alone"], &truly["pairs"]),
        (&Value::Null, &serde_json::json!([]))
    );
    assert_eq!(truly["classifiers"][0]["tier"], 1);
    let next = json(&["--question", "next"]);
    assert_eq!(next["truly"]["missing"], "not asked for");
    assert_eq!(
        (&next["classifiers"][0]["truly_best"], &next["tiers"]),
        (&Value::Null, &serde_json::json!([]))
    );
    assert_eq!(next["pairs"].as_array().map(Vec::len), Some(3));
    let both = json(&[]);
    assert_eq!(both["classifiers"][1]["true_ranks"], truly["classifiers"][1]["true_ranks"]);
    assert_eq!(both["classifiers"][1]["ranks"], next["classifiers"][1]["ranks"]);
    // Without a prior nothing is unknown of rates.
    let binomial = json(&["--model", "binomial"]);
    assert_eq!(
        binomial["truly"]["missing"],
        "under the binomial model the observed rates are the true ones"
    );
    ask(&["--model", "binomial", "--question", "truly"]).fails(
        "under the binomial model the observed rates are the true ones\nhint: leave --model \
         binomial out",
    );
}

#[test]
fn people_see_limits_seeds_and_what_is_assumed() {
    let text = ask(&["--pairs"]).succeeds();
    for words in [
        "classifiers compared on the same samples",
        "truly best",
        "true ranks (95 %)",
        "3000 draws, seed 1)",
        "The error of a drawn number is at most the number after \u{b1}",
        "leads the first tier, which has all that it is not truly better than with a probability \
         of at least 95 %;",
        "The best of many looks better than it is",
        "Results of cross-validation also vary between training sets",
        " greater ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text, ask(&["--pairs"]).succeeds(), "runs repeat");
    assert_ne!(text, ask(&["--pairs", "--seed", "2"]).succeeds());
    let csv = ask(&["--format", "csv"]).succeeds();
    let header = csv.lines().next().expect("a header");
    assert!(
        header.starts_with("name,first_alone_lower,first_alone_upper,first_tied_lower,"),
        "{header}"
    );
    assert!(header.ends_with(",rank_interval_best,rank_interval_worst,truly_best_lower,truly_best_upper,true_expected_rank_lower,true_expected_rank_upper,true_rank_interval_best,true_rank_interval_worst,true_value_lower,true_value_upper,tier,paired"), "{header}");
    assert!(csv.lines().nth(1).expect("A").ends_with(",1,true"), "{csv}");
    let pairs = ask(&["--format", "csv", "--pairs"]).succeeds();
    assert!(pairs.starts_with("first,second,greater_lower,greater_upper,equal_lower,"), "{pairs}");
    ask(&["--format", "markdown"]).succeeds();
}

#[test]
fn intervals_and_tiers_follow_the_level() {
    let sure = json(&["--level", "0.97", "--question", "truly"]);
    let unsure = json(&["--level", "0.6", "--question", "truly"]);
    let width = |of: &Value, at: usize| {
        let ranks = &of["classifiers"][at]["true_rank_interval"];
        ranks[1].as_u64().expect("a rank") - ranks[0].as_u64().expect("a rank")
    };
    assert!((0..3).all(|at| width(&sure, at) >= width(&unsure, at)));
    assert!((0..3).any(|at| width(&sure, at) > width(&unsure, at)));
    assert_eq!(sure["level"], "97/100");
    let members = |of: &Value| -> Vec<usize> {
        of["tiers"]
            .as_array()
            .expect("tiers")
            .iter()
            .map(|tier| tier["members"].as_array().expect("members").len())
            .collect()
    };
    assert_eq!(members(&unsure), [1, 1, 1]);
    assert!(members(&json(&["--level", "0.99", "--question", "truly"])).len() < 3);
    assert_eq!(unsure["tiers"][0]["separated"], Value::Null);
    assert!(ends(&unsure["tiers"][1]["separated"])[0] >= "0.6".parse().expect("a number"));
}

#[test]
fn what_cannot_be_paired_says_so() {
    ask(&["--exact"]).fails(
        "exact fractions need classifiers that are taken as independent\nhint: leave --exact out, \
         or add --unpaired",
    );
    let exact = json(&[
        "--exact",
        "--unpaired",
        "--question",
        "next",
        "--positives",
        "2",
        "--negatives",
        "2",
    ]);
    assert!(exact["classifiers"][0]["first_alone"].as_str().expect("a fraction").contains('/'));
    ask(&["--level", "1"]).fails(
        "invalid value '1' for '--level <X>': a level of 1 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile confidence --help)",
    );
    let (_, note) = ask(&["--operation", "swap-classes"]).notes();
    assert_eq!(note, "note: after --operation the classifiers are taken as independent\n");
    // More classifiers than a pattern has bits.
    let header = (0..129).map(|at| format!(",c{at}")).collect::<String>();
    let row = |truth: &str| format!("{truth}{}\n", ",1".repeat(129));
    let many = format!("y_true{header}\n{}{}", row("1"), row("0"));
    let arguments =
        ["confidence", "m.csv", "--score", "tpr", "--question", "truly", "--draws", "100"];
    let (_, note) = Run::new(&arguments).file("m.csv", many).notes();
    assert!(
        note.starts_with("note: the input has too many patterns of right classifiers"),
        "{note}"
    );
    // Large by default is no reason to say nothing.
    let large = "y_true,A,B,count\n1,1,0,2500000\n1,0,1,2400000\n0,0,1,7\n";
    let ask = |more: &[&str]| {
        let arguments = ["confidence", "l.csv", "--score", "tpr", "--draws", "200"];
        Run::new(&[&arguments[..], more].concat()).file("l.csv", large)
    };
    let text = ask(&["--quiet"]).succeeds();
    assert!(
        text.contains("Next test: too large: 4900000 further samples of a class are too many"),
        "{text}"
    );
    ask(&["--question", "next", "--quiet"])
        .fails("4900000 further samples of a class are too many\nhint: ask for at most 0");
}

#[test]
fn pooled_rates_say_so() {
    let pooled = json(&["--prior-pooling", "estimated"]);
    let how = serde_json::json!({"share": "estimated", "heterogeneity": ["558/25", "42/5"], "degrees": 2});
    assert_eq!(pooled["prior_pooling"], how);
    assert!(
        pooled["caveats"][0].as_str().expect("a text").starts_with("Rates are partially pooled")
    );
    let plain = json(&[]);
    assert!(plain.get("prior_pooling").is_none());
    // The next test is what it was.
    assert_eq!(pooled["pairs"], plain["pairs"]);
    let half = json(&["--prior-pooling", "50%", "--question", "truly"]);
    assert_eq!(half["prior_pooling"]["share"], "1/2");
    let text = ask(&["--prior-pooling", "0.5", "--question", "truly"]).succeeds();
    assert!(
        text.contains(
            "Pooled prior: in each class the differences between the classifiers' \
         rates shrink by 50 % "
        ),
        "{text}"
    );
    assert!(text.contains("about 2 if all are equal"));
    let best = |of: &Value| ends(&of["classifiers"][0]["truly_best"]);
    let most = json(&["--prior-pooling", "0.999", "--question", "truly"]);
    assert!(best(&most)[1] < best(&plain)[0], "{most}");
    ask(&["--prior-pooling", "1.5"]).fails(
        "invalid value '1.5' for '--prior-pooling <SHARE|estimated>': a share is `estimated`, or a \
         number from 0 to less than 1\nhint: see exactile confidence --help",
    );
    ask(&["--prior-pooling", "0.5", "--question", "next"]).fails(
        "pooling applies to true rates only\nhint: leave --prior-pooling or --question next out",
    );
    for (command, expected) in [
        (
            &["compare", "m.csv", "--metric", "f1"][..],
            "pooling uses all classifiers, but a pair is compared on its own\nhint: leave \
             --prior-pooling out, or ask exactile confidence",
        ),
        (
            &["plan", "m.csv", "--score", "f1"],
            "plan takes the observed rates as the true ones, and does not pool them\nhint: leave \
             --prior-pooling out",
        ),
    ] {
        Run::new(&[command, &["--prior-pooling", "estimated"]].concat())
            .file("m.csv", "name,tn,fp,fn,tp\nA,3,1,1,3\nB,2,2,1,3\n")
            .fails(expected);
    }
    ask(&["--prior-pooling", "0.5", "--model", "binomial"]).fails(
        "under the binomial model the observed rates are the true ones\nhint: leave --model \
         binomial out, or --prior-pooling",
    );
}

/// The pairs of a paired next test are those of `compare`: certified, and better is greater.
#[test]
fn pairs_of_the_next_test_are_those_of_compare() {
    for metric in ["f1", "error-rate"] {
        let given = ["p.csv", "--score", metric, "--format", "json"];
        let all = Run::new(&[&["confidence"], &given[..], &QUICK].concat());
        let all = all.file("p.csv", predictions()).json();
        let compared = Run::new(&[&["compare"], &given[..]].concat());
        let compared = compared.file("p.csv", predictions()).json();
        let (pairs, compared) = (&all["pairs"], &compared["pairs"]);
        for pair in 0..3 {
            let (own, its) = (&pairs[pair], &compared[pair]["next"]);
            for (name, other) in [("greater", "better"), ("equal", "equal"), ("less", "worse")] {
                assert_eq!(own[name], its[other], "{metric} {pair} {name}");
            }
        }
    }
    // Neither another prior nor a metric without a place on the Tile has them.
    for more in [&["--beta", "1,2"][..], &["--score", "mcc"]] {
        let arguments = [&["confidence", "p.csv", "--format", "json"][..], &QUICK, more];
        let place = if more[0] == "--score" { &[][..] } else { &["--score", "f1"] };
        let found = Run::new(&[&arguments.concat(), place].concat()).file("p.csv", predictions());
        assert!(found.json()["pairs"][0]["greater"]["lower"].is_string(), "{more:?}");
    }
}

/// A tier ends where `compare` says that its leader is better, also of two.
#[test]
fn two_are_in_one_tier_if_compare_does_not_separate_them() {
    let rows = "y_true,A,B,count\n1,1,0,43\n1,0,1,29\n1,1,1,20\n0,0,0,20\n";
    let run =
        |arguments: &[&str]| Run::new(&[&["--quiet"], arguments].concat()).file("x.csv", rows);
    let gate = ["compare", "x.csv", "--metric", "tpr", "--candidate", "A", "--baseline", "B"];
    let (text, status) = run(&[&gate[..], &["--require", "0.95"]].concat()).status();
    assert!(status == 0 && text.contains("\npass: "), "{text}");
    let tiers = |level: &str| {
        let asked = ["confidence", "x.csv", "--score", "tpr", "--question", "truly"];
        let more = ["--level", level, "--draws", "1000", "--format", "json"];
        run(&[&asked[..], &more].concat()).json()
    };
    let found = tiers("0.95");
    assert_eq!(found["tiers"].as_array().map(Vec::len), Some(2), "{found}");
    assert_eq!(found["tiers"][1]["separated"], found["classifiers"][0]["truly_best"]);
    assert_eq!(found["tiers"][1]["separated"].get("draws"), None);
    assert_eq!(tiers("0.951")["tiers"].as_array().map(Vec::len), Some(1));
    let text = run(&["confidence", "x.csv", "--score", "tpr", "--draws", "1000"]).succeeds();
    assert!(text.contains(" 95.09 % "), "{text}");
}

/// Of models that are the same each is as probably the best, and no draw says otherwise.
#[test]
fn equal_models_share_the_first_place_exactly() {
    let rows = "y_true,a,b,c,count\n1,1,1,1,5\n1,0,0,0,2\n0,0,0,0,4\n0,1,1,1,1\n";
    let given = ["--quiet", "confidence", "e.csv", "--score", "f1", "--draws", "1000"];
    for more in [&[][..], &["--unpaired"]] {
        let run =
            |format: &[&str]| Run::new(&[&given[..], more, format].concat()).file("e.csv", rows);
        let result = run(&["--format", "json"]).succeeds();
        let verified = Run::new(&["--quiet", "verify", "r.json", "e.csv"]).file("e.csv", rows);
        assert!(verified.file("r.json", &result).succeeds().contains("verified: "));
        let found = crate::cli::document(&result);
        for classifier in found["classifiers"].as_array().expect("three") {
            assert_eq!(classifier["truly_best"], "1/3");
            assert_eq!(classifier["true_expected_rank"], "2");
            assert_eq!(classifier["true_rank_interval"], serde_json::json!([1, 3]));
        }
        assert_eq!(found["tiers"].as_array().map(Vec::len), Some(1));
        assert_eq!(run(&[]).succeeds().matches(" 33.33 % ").count(), 3);
    }
}

/// The text of the predictions of the fixture is the same whatever the order of its columns and
/// rows.
#[test]
fn nothing_depends_on_the_order_of_columns_or_rows() {
    let fixture = std::fs::read_to_string(crate::cli::fixture("breast_cancer_predictions.csv"));
    let fixture = fixture.expect("a fixture");
    let table: Vec<Vec<&str>> = fixture.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| table[0].iter().position(|known| *known == name).expect("a column");
    let chosen = ["logistic", "linear_svm", "extra_trees", "rbf_svm"];
    let text = |names: &[&str], reversed: bool, more: &[&str]| {
        let places: Vec<usize> = ["y_true"].iter().chain(names).map(|name| column(name)).collect();
        let line =
            |row: &Vec<&str>| places.iter().map(|at| row[*at]).collect::<Vec<_>>().join(",") + "\n";
        let mut rows: Vec<String> = table[1..].iter().map(line).collect();
        if reversed {
            rows.reverse();
        }
        let input = line(&table[0]) + &rows.concat();
        let given = ["--quiet", "confidence", "p.csv", "--draws", "1000"];
        let run = Run::new(&[&given[..], more].concat());
        run.file("p.csv", input).succeeds()
    };
    let rotated = |by: usize| [&chosen[by..], &chosen[..by]].concat();
    for more in [
        &["--score", "accuracy", "--pairs"][..],
        &["--score", "mcc", "--question", "truly"],
        &["--score", "f1", "--unpaired"],
        &["--score", "f1", "--prior-pooling", "estimated", "--question", "truly"],
    ] {
        let expected = text(&rotated(0), false, more);
        // Pairs are listed in the order that is asked for.
        let listed = |text: &str| match more.contains(&"--pairs") {
            true => text.lines().take(5 + chosen.len()).map(str::to_owned).collect::<Vec<_>>(),
            false => vec![text.to_owned()],
        };
        let found = text(&rotated(1), true, more);
        assert_eq!(listed(&found), listed(&expected), "{more:?}");
    }
}
