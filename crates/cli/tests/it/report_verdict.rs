//! The answer at the top of the report: the winner, its certainty, and the changes that would
//! replace it.

use exactile::contest::Draws;
use exactile::lattice::Model;
use exactile::section::Leader;
use exactile::{Classifier, Metric, NamedScore, Rational, Regions};
use exactile_report::{NotSure, Report, ReportOptions};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::{Run, fixture};
use exactile_testing::{q, small_sets};

/// Logistic is right on 20 samples more than the other one, and wrong on 3.
const PAIRED: &str = "y_true,one,two,three,count\n\
    1,1,1,1,60\n1,1,0,1,12\n1,0,1,0,2\n1,0,0,1,6\n\
    0,0,0,0,80\n0,0,1,1,8\n0,1,0,0,1\n0,1,1,1,11\n";

fn report(classifiers: Vec<Classifier>, options: ReportOptions) -> Report {
    let options = ReportOptions {
        metrics: vec![Metric::Accuracy],
        grid: Some(0),
        draws: Draws { count: 0, seed: 1 },
        ..options
    };
    Report::new(classifiers, &options).expect("a report")
}

/// The ranking score at a point.
fn at(a: &Rational, b: &Rational) -> NamedScore {
    format!("r({a},{b})").parse().expect("a point of the Tile")
}

/// The page of PAIRED.
fn page(arguments: &[&str]) -> String {
    let arguments =
        [&["report", "x.csv", "--grid", "3", "--draws", "4000", "--metric", "f1"], arguments]
            .concat();
    Run::new(&arguments).file("x.csv", PAIRED).notes().0
}

fn confidence(arguments: &[&str]) -> Value {
    let arguments = [
        &["confidence", "x.csv", "--question", "truly", "--draws", "4000", "--format", "json"],
        arguments,
    ]
    .concat();
    noted_json(&arguments)
}

/// JSON of a run that notes what the column of counts says.
fn noted_json(arguments: &[&str]) -> Value {
    let (json, _) = Run::new(arguments).file("x.csv", PAIRED).notes();
    serde_json::from_str(&json).expect("JSON")
}

/// The words of the first answer.
fn answer(page: &str) -> String {
    let (_, rest) = page.split_once("<p class=\"answer\">").expect("an answer");
    words(rest.split_once("</p>").expect("an end").0)
}

/// The text of a piece of HTML.
pub(crate) fn words(text: &str) -> String {
    let mut is_tag = false;
    text.chars()
        .filter(|c| {
            let was_tag = is_tag;
            is_tag = *c == '<' || (is_tag && *c != '>');
            !was_tag && !is_tag
        })
        .collect::<String>()
        .replace('\u{a0}', " ")
}

#[test]
fn the_answer_rests_on_the_same_samples() {
    let paired = answer(&page(&[]));
    assert!(paired.starts_with("By accuracy, one wins with 0.889, ahead of three."), "{paired}");
    // one is right on 12 + 8 samples that two has wrong, and wrong on 2 + 1 that two has right.
    let pairs = noted_json(&[
        "compare", "x.csv", "--metric", "accuracy", "--first", "one", "--second", "two",
        "--format", "json",
    ]);
    let lower = |pair: &Value| -> Rational {
        pair["truly_better"]["lower"].as_str().expect("a text").parse().expect("a number")
    };
    assert!(lower(&pairs["pairs"][0]) > q(999, 1000), "{pairs}");
    for (unpaired, how) in [(&[][..], "compared on them"), (&["--unpaired"][..], "as independent")]
    {
        let page = page(unpaired);
        assert!(page.contains(how), "{how}");
        // The first tier is that of `confidence`.
        let found = confidence(&[&["--score", "accuracy"], unpaired].concat());
        let members = found["tiers"][0]["members"].as_array().expect("members").len();
        let text = answer(&page);
        let told = match members {
            1 => "it is a tier of its own",
            2 => "does not separate it from three: they are one tier",
            _ => "all are in one tier",
        };
        assert!(text.contains(told), "{text}: {found}");
        // So is the probability, from the same draws.
        let best = &found["classifiers"][0]["truly_best"];
        let [low, high] = ["lower", "upper"].map(|end| -> Rational {
            best[end].as_str().expect("a text").parse().expect("a number")
        });
        let shown = text.split("probability of ").nth(1).expect("a probability");
        let shown = shown.split(';').next().expect("an end").trim_start_matches("about ");
        // As many digits as hold: both limits are rounded to what is printed, or it is their
        // middle.
        let digits = u32::try_from(shown.len() - 2).expect("few");
        let is_middle = text.contains("probability of about ");
        let is_rounded = [&low, &high].iter().all(|end| end.to_decimal(digits) == shown);
        let middle = (&low + &high) / Rational::from(2);
        assert!(is_rounded || (is_middle && middle.to_decimal(2) == shown), "{text}: {best}");
        let limits = page.split("truly the best: ").nth(1).expect("limits");
        let limits = limits.split([';', '<']).next().expect("an end").trim_end_matches('.');
        let (from, to) = limits.split_once(" to ").expect("two limits");
        let [from, to] = [from, to].map(|end| end.parse::<Rational>().expect("a number"));
        assert!(
            from <= low && high <= to && to - from < high - low + q(2, 100),
            "{limits}: {best}"
        );
    }
}

#[test]
fn the_preference_and_the_heading_are_those_asked_for() {
    let page = page(&["--preference", "tpr", "--title", "Which <b>reader</b>?"]);
    assert!(answer(&page).starts_with("By TPR, "), "{}", answer(&page));
    assert!(page.contains("<h1><bdi>Which &lt;b&gt;reader&lt;/b&gt;?</bdi></h1>"));
    assert!(page.contains("<title>Which &lt;b&gt;reader&lt;/b&gt;?</title>"));
    let page = self::page(&["--preference", "1/3,1/4"]);
    assert!(answer(&page).starts_with("At (1/3, 1/4), "), "{}", answer(&page));
    let (message, _) =
        Run::new(&["report", "x.csv", "--preference", "mcc"]).file("x.csv", PAIRED).refused();
    assert!(message.contains("mcc"), "{message}");
}

#[test]
fn the_page_says_where_it_comes_from() {
    let page = page(&["--positive", "0", "--target-prior", "1/10"]);
    let (_, rest) = page.split_once("id=\"provenance\"").expect("a section");
    for part in [
        "x.csv",
        "“0”",
        "100 positive, 80 negative",
        "positive prior 1/10 (10.0 %), asked for; that of the test is 5/9 (55.6 %)",
        "paired: all classifiers were tested on the same samples",
        "exactile report x.csv --grid 3 --draws 4000 --metric f1 --positive 0 --target-prior 1/10",
    ] {
        assert!(rest.contains(part), "{part}");
    }
    let noted = Run::new(&["report", "x.csv", "--grid", "0", "--draws", "0", "--metric", "f1"])
        .file("x.csv", "name,tn,fp,fn,tp,remark\nx,36,4,4,16,a\ny,35,5,3,17,b\n")
        .notes();
    let (page, notes) = noted;
    assert!(notes.contains("remark"), "{notes}");
    let (_, rest) = page.split_once("Notes of reading").expect("notes");
    assert!(rest.contains("remark"), "what was ignored");
    assert!(page.contains("not paired"));
}

#[test]
fn where_nothing_is_sure_the_reason_is_said() {
    let two = || exactile_testing::classifiers(9, 7, &[(8, 3), (5, 6)]);
    let why = |report: &Report| report.verdicts[0].sure.as_ref().err().cloned();
    assert_eq!(why(&report(two(), ReportOptions::default())), Some(NotSure::NotAsked));
    let chosen = ReportOptions { are_chosen_here: true, ..ReportOptions::default() };
    assert_eq!(why(&report(two(), chosen)), Some(NotSure::ChosenHere));
    let mut unequal = two();
    unequal.extend(exactile_testing::classifiers(5, 7, &[(4, 3)]));
    assert_eq!(why(&report(unequal, ReportOptions::default())), Some(NotSure::DifferentPriors));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Within each stretch of weights and of priors exactly the named classifiers are first; where
    /// two stretches meet, all of both are.
    #[test]
    fn stretches_are_those_of_the_first_places(
        set in small_sets(), k in 0_i64..13, own_a in 0_i64..4,
    ) {
        let b = q(k, 12);
        // The diagonal, both sides of the Tile, and a point between.
        let a = [b.clone(), q(0, 1), q(1, 1), q(5, 12)][usize::try_from(own_a).expect("few")].clone();
        let prior = set[0].matrix.prior_positive();
        // The model is that of intervals, which are not asked about.
        let model = Model::Binomial;
        let options = ReportOptions { preference: at(&a, &b), model, ..ReportOptions::default() };
        let report = report(set.clone(), options);
        let verdict = &report.verdicts[0];
        let first = |prior: &Rational, a: &Rational, b: &Rational| -> Vec<usize> {
            let shown = Regions::with_target_prior(set.clone(), prior).expect("regions");
            let point = at(a, b);
            let values: Vec<_> = shown.classifiers().iter()
                .map(|one| point.value(&one.matrix).as_rational().cloned()).collect();
            let best = values.iter().flatten().max();
            (0..set.len()).filter(|&i| values[i].is_some() && values[i].as_ref() == best).collect()
        };
        let along_weights = |z: &Rational| {
            let a = if a == b { z.clone() } else { a.clone() };
            first(&prior, &a, z)
        };
        let along_priors = |z: &Rational| first(z, &a, &b);
        let is_told = |all: &[Leader], first: &dyn Fn(&Rational) -> Vec<usize>| {
            let is_whole = all.first().is_none_or(|one| one.from == Rational::ZERO)
                && all.last().is_none_or(|one| one.to == Rational::ONE);
            is_whole
                && all.iter().all(|one| first(&((&one.from + &one.to) / Rational::from(2))) == one.classifiers)
                && all.windows(2).all(|two| {
                    let there = first(&two[0].to);
                    two[0].to == two[1].from
                        && two.iter().flat_map(|one| &one.classifiers).all(|one| there.contains(one))
                })
        };
        prop_assert!(!verdict.weights.is_empty());
        prop_assert!(is_told(&verdict.weights, &along_weights), "{:?}", verdict.weights);
        let is_on_border = [&a, &b].iter().any(|z| z.is_zero() || **z == Rational::ONE);
        prop_assert_eq!(verdict.priors.is_some(), a == b || is_on_border);
        if let Some(priors) = &verdict.priors {
            prop_assert!(is_told(priors, &along_priors), "{:?}", priors);
        }
    }
}

/// The page states ranges, and its statements beyond the nearest change are true as well.
#[test]
fn the_page_says_who_is_first_in_which_range() {
    let input = fixture("breast_cancer_confusion.csv");
    let arguments = ["report", &input, "--grid", "0", "--draws", "0", "--metric", "f1"];
    let page = Run::new(&arguments).succeeds();
    let captions: Vec<String> = page
        .split("<figcaption>")
        .skip(1)
        .map(|rest| words(rest.split("</figcaption>").next().expect("an end")))
        .collect();
    assert_eq!(
        captions[..2],
        [
            "What would change it is how many false alarms one miss weighs: always_negative is \
             first up to 0.00526, knn_25 from 0.00526 to 0.154, logistic from 0.154 to 2, rbf_svm \
             from 2 to 3, rbf_svm_balanced from 3 to 49.9, always_positive from 49.9 on.",
            "So would the share of positives, at this preference: always_negative is first up to \
             0.3 %, knn_25 from 0.3 % to 8.4 %, logistic from 8.4 % to 54.3 %, rbf_svm from 54.3 % \
             to 64.0 %, rbf_svm_balanced from 64.0 % to 96.7 %, always_positive from 96.7 % on."
        ]
    );
}

/// Classifiers that tie at one weight alone are told from those that stay tied beside it.
#[test]
fn ties_of_one_weight_are_told_from_lasting_ones() {
    let tie = "They tie at exactly this weight of misses; the ranges say who is first beside it.";
    let first = |rows: &str| {
        let input = format!("name,tn,fp,fn,tp\n{rows}");
        let arguments = ["report", "t.csv", "--grid", "0", "--draws", "0", "--metric", "f1"];
        let page = Run::new(&arguments).file("t.csv", input).succeeds();
        let (_, verdict) = page.split_once("class=\"verdict-of\"").expect("a verdict");
        let verdict = verdict.split("class=\"verdict-of\"").next().expect("one");
        (answer(&page), verdict.contains(tie))
    };
    let (crossing, same) = ("A,90,10,20,80\nB,80,20,10,90\n", "A,90,10,20,80\nB,90,10,20,80\n");
    let told = first(crossing);
    assert!(told.1 && told.0.contains("all tie with 0.850."), "{told:?}");
    let told = first(same);
    assert!(!told.1, "{told:?}");
    assert!(told.0.contains("Nothing separates them: their results are the same."), "{told:?}");
    // Two stay tied, the third one does not.
    assert!(first(&format!("{crossing}C,90,10,20,80\n")).1);
}

/// Next tests of pairs are certified, and swap tests those of `compare`, corrected for the same
/// pairs.
#[test]
fn swap_tests_of_the_page_are_those_of_compare() {
    let run = |arguments: &[&str]| Run::new(arguments).file("p.csv", PAIRED);
    let page = run(&["report", "p.csv", "--metric", "f1", "--draws", "500", "--grid", "0"]);
    let (page, _) = page.notes();
    assert!(page.contains("\"drawn\":false") && page.contains("corrected for all 3 pairs"));
    let listed = page.split("\"swap_tests\":").nth(1).expect("swap tests");
    let listed: Value = serde_json::from_str(&listed[..=listed.find(']').expect("a list")])
        .expect("a list of tests");
    let mut found: Vec<[String; 2]> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|test| ["p", "holm"].map(|key| test[key].as_str().expect("text").to_owned()))
        .collect();
    let (compared, _) = run(&["compare", "p.csv", "--metric", "f1", "--format", "json"]).notes();
    let compared: Value = serde_json::from_str(&compared).expect("JSON");
    let mut expected: Vec<[String; 2]> = compared["pairs"]
        .as_array()
        .expect("pairs")
        .iter()
        .map(|pair| {
            ["two_sided", "holm"].map(|key| {
                let p = pair["swap_test"][key].as_str().expect("a fraction");
                exactile_document::p_value(&p.parse().expect("a fraction"))
            })
        })
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// Without draws pairs stay on the same samples; only what would have to be drawn is left out.
#[test]
fn without_draws_pairs_are_still_on_the_same_samples() {
    let compared = |draws: &str| -> (String, Vec<Value>) {
        let run =
            Run::new(&["report", "p.csv", "--metric", "f1,mcc", "--draws", draws, "--grid", "0"]);
        let (page, _) = run.file("p.csv", PAIRED).notes();
        let data = page.split("\"pairs\":").nth(1).expect("pairs");
        let mut values = serde_json::Deserializer::from_str(data).into_iter::<Value>();
        let pairs = values.next().expect("an object").expect("JSON");
        (page, pairs["metrics"].as_array().expect("a list").clone())
    };
    let ((page, without), (_, with)) = (compared("0"), compared("500"));
    assert!(page.contains("both tested on the same samples again."));
    assert!(
        page.contains(
            "The probabilities by MCC would have to be drawn, and no draws were asked for."
        )
    );
    assert_eq!(without[0], with[0], "F1 needs no draws");
    assert_eq!(with[1]["drawn"], true);
    assert_eq!(
        (&without[1]["drawn"], &without[1]["probabilities"]),
        (&Value::Bool(false), &Value::Null)
    );
    assert_eq!(without[1]["swap_tests"], with[1]["swap_tests"]);
}

/// A report of some predictions of the fixture, its columns in this order.
fn of_fixture(order: &[&str]) -> Report {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/breast_cancer_predictions.csv");
    let text = std::fs::read_to_string(path).expect("a fixture");
    let table: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let places: Vec<usize> = ["y_true"]
        .iter()
        .chain(order)
        .map(|name| table[0].iter().position(|known| known == name).expect("a column"))
        .collect();
    let lines = table
        .iter()
        .map(|row| places.iter().map(|at| row[*at]).collect::<Vec<_>>().join(",") + "\n");
    let options =
        exactile_input::ReadOptions { joint: exactile_input::Joint::All, ..Default::default() };
    let chosen = lines.collect::<String>();
    let input = exactile_input::read(chosen.as_bytes(), "p.csv", &options, &mut |_| ());
    let input = input.expect("predictions");
    let contestants = exactile::contest::Contestants::paired(&input.joint.expect("joint"));
    let options = ReportOptions {
        contestants,
        draws: Draws { count: 1000, seed: 1 },
        ..ReportOptions::default()
    };
    report_of(input.classifiers, options)
}

fn report_of(classifiers: Vec<Classifier>, options: ReportOptions) -> Report {
    let options = ReportOptions {
        metrics: vec![Metric::Accuracy, "f1".parse().expect("a metric")],
        grid: Some(0),
        ..options
    };
    Report::new(classifiers, &options).expect("a report")
}

/// Verdicts and findings say the same of whom the first is not separated from, in every order of
/// the columns.
#[test]
fn one_list_says_who_is_not_separated_from_the_first() {
    use exactile_report::Finding;
    let lists = |order: &[&str]| {
        let report = of_fixture(order);
        let name = |at: usize| report.classifiers[at].name.clone();
        let mut all = Vec::new();
        for id in ["accuracy", "f1"] {
            let verdict = report.verdicts.iter().find(|verdict| verdict.id == id);
            let verdict = verdict.expect("a marked score");
            let sure = verdict.sure.as_ref().expect("draws");
            let tier: Vec<usize> = sure.tier.iter().map(|(other, _)| *other).collect();
            let lead = report.findings.0.iter().find_map(|finding| match finding {
                Finding::Lead { metric, leaders, doubts, .. }
                    if report.evidence.metrics[*metric].id == id =>
                {
                    Some((leaders, doubts))
                }
                _ => None,
            });
            let (leaders, doubts) = lead.expect("a lead");
            assert_eq!(*leaders, verdict.winners);
            let listed = leaders[1..].iter().copied();
            let listed = listed.chain(doubts.iter().map(|doubt| doubt.classifier));
            assert!(tier.iter().copied().eq(listed), "{id}: {tier:?} {doubts:?}");
            let winners: Vec<String> = verdict.winners.iter().copied().map(name).collect();
            let tier: Vec<String> = tier.into_iter().map(name).collect();
            let below = sure.below.as_ref().map(|(at, _)| name(*at));
            all.push((winners, tier, below, sure.best.to_string()));
        }
        all
    };
    let three = lists(&["logistic", "linear_svm", "extra_trees"]);
    assert_eq!(lists(&["logistic", "extra_trees", "linear_svm"]), three);
    assert_eq!(lists(&["extra_trees", "linear_svm", "logistic"]), three);
    let six = ["logistic", "rbf_svm", "linear_svm", "ridge", "extra_trees", "lda"];
    let turned = ["extra_trees", "lda", "logistic", "rbf_svm", "linear_svm", "ridge"];
    assert_eq!(lists(&six), lists(&turned));
}

/// Of two the page has the digits of `compare`.
#[test]
fn two_are_as_sure_as_compare_says() {
    let report = of_fixture(&["logistic", "lda"]);
    let verdict = report.verdicts.iter().find(|verdict| verdict.id == "accuracy");
    let sure = verdict.and_then(|verdict| verdict.sure.as_ref().ok()).expect("draws");
    let (_, truly) = sure.below.as_ref().expect("separated");
    assert_eq!(truly.drawn, None);
    let [lower, upper] = sure.best.ends().expect("a probability");
    assert!(lower <= truly.lower && truly.upper <= upper, "{}", sure.best);
    assert!(&upper - &lower < q(1, 1000), "{}", sure.best);
}

/// Of equal classifiers a flat prior promises too much; pooled, the best of eight that differ by
/// chance is promised less.
#[test]
fn the_best_of_many_is_promised_less_by_a_pooled_prior() {
    let rows: String = (0..8_u32)
        .map(|k| format!("c{k},{},{},{},{}\n", 90 + k % 3, 10 - k % 3, 12 - k % 4, 88 + k % 4))
        .collect();
    let input = format!("name,tn,fp,fn,tp\n{rows}");
    let promised = |more: &[&str]| {
        let asked = ["report", "x.csv", "-o", "-", "--draws", "20000", "--grid", "0"];
        let page = Run::new(&[&asked[..], more].concat()).file("x.csv", &input).succeeds();
        let said = page.split("is truly the best of ").nth(1).expect("a winner");
        let number = said.split("probability of about ").nth(1).expect("a probability");
        let number: String =
            number.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        (number.parse::<f64>().expect("a number"), page)
    };
    let (flat, page) = promised(&[]);
    assert!(page.contains("Rates are not pooled. "));
    let (pooled, page) = promised(&["--prior-pooling", "95%"]);
    assert!(page.contains("differences between classifiers shrink by 95"), "{page}");
    assert!(pooled < 0.8 * flat && pooled > 0.1, "{pooled} {flat}");
}

/// Each verdict has the first values, with the intervals of `rank`: as a picture and as a table.
#[test]
fn values_stand_with_their_intervals() {
    let input = fixture("breast_cancer_confusion.csv");
    let page = Run::new(&["report", &input, "--draws", "0", "--grid", "0"]).succeeds();
    for (score, id) in [("accuracy", "accuracy"), ("f1", "f1"), ("tpr", "tpr")] {
        let start = format!("data-score=\"{id}\"");
        let (_, verdict) = page.split_once(&start).expect(id);
        let (_, rest) = verdict.split_once("<figure class=\"forest\">").expect("a forest");
        let (forest, _) = rest.split_once("</figure>").expect("its end");
        let asked = ["rank", &input, "--score", score, "--interval", "credible"];
        let ranked = Run::new(&[&asked[..], &["--format", "json"]].concat()).json();
        let entries = ranked["ranking"].as_array().expect("a list");
        let mut told = 0;
        for entry in entries {
            let name = entry["name"].as_str().expect("a name");
            let row = format!("<th scope=\"row\"><bdi>{name}</bdi></th>");
            let Some((_, row)) = forest.split_once(&row) else { continue };
            let cells: Vec<f64> = row
                .split("<td>")
                .skip(1)
                .take(3)
                .map(|cell| cell.split('<').next().expect("text").parse().expect("a number"))
                .collect();
            let end = |key: &str| -> f64 {
                entry["interval"][key].as_str().expect("text").parse().expect("a number")
            };
            let value: Rational = entry["value"].as_str().expect("text").parse().expect("exact");
            assert!((cells[0] - value.to_f64()).abs() < 0.6e-4, "{name} by {score}");
            let [lower, upper] = [end("lower") - cells[1], cells[2] - end("upper")];
            assert!((-1e-8..1.1e-4).contains(&lower), "{name} by {score}");
            assert!((-1e-8..1.1e-4).contains(&upper), "{name} by {score}");
            assert!(forest.contains(&format!("<title>{name}: ")), "{name} is drawn");
            told += 1;
        }
        assert_eq!(told, 10, "{score}");
        assert!(forest.contains("and 22 more"));
    }
    // Pooled rates and a Beta prior for each class are other models, which have none.
    for other in [&["--prior-pooling", "1/2"][..], &["--beta", "1,3"]] {
        let made = [&["report", &input, "--draws", "1000", "--grid", "0"], other].concat();
        let page = Run::new(&made).notes().0;
        assert!(!page.contains("class=\"forest\""), "{other:?}");
    }
    // Weights and one classifier have none.
    let alone = "name,tn,fp,fn,tp\nA,5,1,2,4\n";
    let made = ["report", "x.csv", "--draws", "0", "--grid", "0"];
    assert!(!Run::new(&made).file("x.csv", alone).succeeds().contains("class=\"forest\""));
}
