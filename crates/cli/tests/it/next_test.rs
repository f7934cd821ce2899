//! Probabilities of a repeat of the test: the first place, against enumeration; further results;
//! and questions without observations or with an undefined metric.

use std::collections::BTreeMap;

use exactile::contest::{Comparison, ComparisonOptions, Digits};
use exactile::lattice::{
    Confluence, ExactValue, INDEPENDENT, Lattice, Model, Predictive, TailQuestions, TailRelation,
    Tails,
};
use exactile::num::{Decimal17, Level};
use exactile::{Metric, Orientation, Rational};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::cli::Run;
use exactile_testing::lattice::{joint_mass, matrix, metric, predictive};
use exactile_testing::q;

const ONES: &str = "name,tn,fp,fn,tp\na,1,1,1,1\nb,1,1,1,1\n";
const THREE: &str = "name,tn,fp,fn,tp\na,20,3,2,8\nb,19,4,5,5\nc,21,2,6,4\n";

/// A value on the line that infinities end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    NegativeInfinity,
    Finite(Rational),
    Infinity,
}

/// The value of a rational metric, undefined ones counted as told.
fn place(
    metric: &Metric,
    lattice: (u64, u64),
    (tp, tn): (u64, u64),
    undefined_as: Option<&Rational>,
) -> Option<Place> {
    match metric.value(&matrix(lattice, tp, tn)) {
        exactile::Value::Exact(value) => Some(Place::Finite(value)),
        exactile::Value::Infinity => Some(Place::Infinity),
        exactile::Value::NegativeInfinity => Some(Place::NegativeInfinity),
        exactile::Value::Undefined(_) => undefined_as.cloned().map(Place::Finite),
        value => panic!("{metric} takes {value:?}"),
    }
}

fn points((p, n): (u64, u64)) -> Vec<(u64, u64)> {
    (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn))).collect()
}

/// The probabilities of some classifiers, found by enumeration.
struct Enumerated {
    first_alone: Vec<Rational>,
    ranks: Vec<Vec<Rational>>,
    undefined: Vec<Rational>,
    /// Greater, equal, less, undefined.
    pairs: BTreeMap<(usize, usize), [Rational; 4]>,
}

/// Masses by value, then every combination of values.
fn enumerate(masses: &[Vec<(Option<Place>, Rational)>], metric: &Metric) -> Enumerated {
    let count = masses.len();
    let is_better = |one: &Place, other: &Place| match metric.orientation() {
        Orientation::Lower => one < other,
        Orientation::Higher | Orientation::Neither => one > other,
    };
    let zeros = || vec![Rational::ZERO; count];
    let mut found = Enumerated {
        first_alone: zeros(),
        ranks: vec![zeros(); count],
        undefined: zeros(),
        pairs: BTreeMap::new(),
    };
    let mut chosen = vec![0; count];
    loop {
        let of = |i: usize| &masses[i][chosen[i]];
        let mass: Rational = (0..count).fold(Rational::ONE, |product, i| product * of(i).1.clone());
        for i in 0..count {
            for j in i + 1..count {
                let outcome = match (&of(i).0, &of(j).0) {
                    (Some(one), Some(other)) if is_better(one, other) => 0,
                    (Some(one), Some(other)) if is_better(other, one) => 2,
                    (Some(_), Some(_)) => 1,
                    _ => 3,
                };
                let sums = found.pairs.entry((i, j)).or_insert_with(|| [0; 4].map(Rational::from));
                sums[outcome] += &mass;
            }
            let Some(own) = &of(i).0 else {
                found.undefined[i] += &mass;
                continue;
            };
            let others =
                || (0..count).filter(|&j| j != i).filter_map(|j| masses[j][chosen[j]].0.as_ref());
            found.ranks[i][others().filter(|other| is_better(other, own)).count()] += &mass;
            if others().all(|other| is_better(own, other)) {
                found.first_alone[i] += &mass;
            }
        }
        let Some(next) = (0..count).find(|&i| chosen[i] + 1 < masses[i].len()) else {
            return found;
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// A classifier's masses by value.
fn by_value(
    counts: [u64; 4],
    prior: Option<(&Rational, &Rational)>,
    metric: &Metric,
    lattice: (u64, u64),
    undefined_as: Option<&Rational>,
) -> Vec<(Option<Place>, Rational)> {
    let mut masses: BTreeMap<Option<Place>, Rational> = BTreeMap::new();
    for point in points(lattice) {
        let value = place(metric, lattice, point, undefined_as);
        *masses.entry(value).or_insert(Rational::ZERO) +=
            &joint_mass(counts, prior, lattice, point);
    }
    masses.into_iter().collect()
}

/// Compares both routes with enumeration: fractions are equal, decimals are the nearest.
fn check_comparison(
    counts: &[[u64; 4]],
    prior: Option<(&Rational, &Rational)>,
    metric: &Metric,
    lattice: (u64, u64),
    undefined_as: Option<&Rational>,
) {
    let named: Vec<(String, Predictive)> = counts
        .iter()
        .enumerate()
        .map(|(i, counts)| (i.to_string(), predictive(*counts, prior, lattice)))
        .collect();
    let masses: Vec<_> = counts
        .iter()
        .map(|counts| by_value(*counts, prior, metric, lattice, undefined_as))
        .collect();
    let expected = enumerate(&masses, metric);
    for digits in [Digits::Fractions, Digits::Seventeen, Digits::Twelve] {
        let same = |found: &exactile::Value, exact: &Rational| match (digits, found) {
            (Digits::Fractions, _) => {
                assert_eq!(*found, exactile::Value::Exact(exact.clone()), "{metric}");
            }
            (Digits::Twelve, exactile::Value::Certified(_)) => {
                let [lower, upper] = found.ends().expect("a probability");
                assert!(lower <= *exact && *exact <= upper, "{metric}: {found} for {exact}");
                assert!(&upper - &lower < "1/1000000000000".parse().expect("a number"), "{metric}");
            }
            // Where undefined matrices have a value, twelve are seventeen.
            (Digits::Twelve, _) if undefined_as.is_none() => panic!("{metric}: {found}"),
            _ => {
                assert_eq!(*found, exactile::Value::Decimal(Decimal17::nearest(exact)), "{metric}")
            }
        };
        for ranks in [true, false] {
            let undefined_as = undefined_as.cloned();
            let options = ComparisonOptions { ranks, digits, undefined_as };
            let comparison = Comparison::with(&named, metric, &options).expect("small");
            for (i, of) in comparison.classifiers.iter().enumerate() {
                same(&of.first_alone, &expected.first_alone[i]);
                same(&of.first_or_tied, &expected.ranks[i][0]);
                same(&of.undefined, &expected.undefined[i]);
                assert_eq!(of.ranks.len(), if ranks { counts.len() } else { 0 });
                for (found, exact) in of.ranks.iter().zip(&expected.ranks[i]) {
                    same(found, exact);
                }
            }
            for pair in &comparison.pairs {
                let exact = &expected.pairs[&(pair.first, pair.second)];
                let found = [&pair.greater, &pair.equal, &pair.less, &pair.undefined];
                for (found, exact) in found.into_iter().zip(exact) {
                    same(found, exact);
                }
            }
        }
    }
}

/// Metrics with rational values, in both directions and in none.
const RATIONAL: [&str; 16] = [
    "f1",
    "accuracy",
    "error-rate",
    "fpr",
    "fnr",
    "fdr",
    "for",
    "ppv",
    "nlr",
    "plr",
    "dor",
    "kappa",
    "acp",
    "r(1/3,3/4)",
    "prevalence",
    "bias-index",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn who_is_first_agrees_with_enumeration_in_both_routes(
        counts in prop::collection::vec(prop::array::uniform4(0_u64..4), 2..4),
        lattice in (1_u64..3, 1_u64..4),
        name in prop::sample::select(RATIONAL.to_vec()),
        binomial in any::<bool>(),
        undefined_as in prop::option::of(prop::sample::select(vec![q(0, 1), q(1, 2), q(1, 1), q(-1, 3)])),
    ) {
        let prior = (q(1, 2), q(1, 1));
        let prior = (!binomial).then_some((&prior.0, &prior.1));
        // The binomial model needs observations of both classes, the other one none.
        let counts: Vec<[u64; 4]> = counts
            .into_iter()
            .map(|[tn, fp, fn_, tp]| {
                [tn + u64::from(binomial), fp, fn_, tp + u64::from(binomial)]
            })
            .collect();
        check_comparison(&counts, prior, &metric(name), lattice, undefined_as.as_ref());
    }

    #[test]
    fn undefined_matrices_count_as_a_value_in_tails_and_confluences(
        counts in prop::array::uniform4(0_u64..5),
        lattice in (0_u64..4, 1_u64..5),
        name in prop::sample::select(RATIONAL.to_vec()),
        value in prop::sample::select(vec![q(0, 1), q(1, 2), q(1, 1), q(-1, 3), q(5, 1)]),
        exact in any::<bool>(),
    ) {
        let (metric, one) = (metric(name), Rational::ONE);
        let masses = by_value(counts, Some((&one, &one)), &metric, lattice, Some(&value));
        let next = predictive(counts, Some((&one, &one)), lattice);
        let thresholds = [q(0, 1), q(1, 2), q(1, 1), q(-1, 3), q(2, 1)];
        let relations = [TailRelation::AtLeast, TailRelation::Above, TailRelation::AtMost, TailRelation::Below, TailRelation::Equal];
        let probabilities: Vec<(TailRelation, ExactValue)> = relations
            .into_iter()
            .flat_map(|relation| thresholds.iter().map(move |t| (relation, t.clone().into())))
            .collect();
        let quantiles = [1, 25, 50, 75, 99].map(Level::percent);
        let asked = TailQuestions {
            probabilities: &probabilities,
            quantiles: &quantiles,
            exact,
            undefined_as: Some(&value),
        };
        let tails = Tails::new(&next, &Model::default(), &metric, &asked).expect("small");
        for (relation, threshold, found) in &tails.probabilities {
            let ExactValue::Rational(threshold) = threshold else { panic!("a rational one") };
            let threshold = Place::Finite(threshold.clone());
            let holds = |own: &Place| match relation {
                TailRelation::AtLeast => *own >= threshold,
                TailRelation::Above => *own > threshold,
                TailRelation::AtMost => *own <= threshold,
                TailRelation::Below => *own < threshold,
                TailRelation::Equal => *own == threshold,
            };
            let those = masses.iter().filter(|(own, _)| own.as_ref().is_some_and(holds));
            let mass: Rational = those.map(|(_, mass)| mass.clone()).sum();
            if exact {
                prop_assert_eq!(found, &exactile::Value::Exact(mass));
            } else {
                prop_assert_eq!(found, &exactile::Value::Decimal(Decimal17::nearest(&mass)));
            }
        }
        for (part, found) in &tails.quantiles {
            let mut sum = Rational::ZERO;
            let expected = masses.iter().find(|(_, mass)| {
                sum += mass;
                sum >= **part
            });
            let expected = expected.and_then(|(value, _)| value.clone()).expect("all have a value");
            let found = match found.as_ref().expect("all have a value") {
                exactile::Value::Exact(value) => Place::Finite(value.clone()),
                exactile::Value::Infinity => Place::Infinity,
                other => panic!("{other:?}"),
            };
            prop_assert_eq!(found, expected);
        }

        let on = Lattice::new(lattice.0, lattice.1).expect("samples");
        let mut groups: BTreeMap<Place, Vec<(u64, u64)>> = BTreeMap::new();
        for point in points(lattice) {
            let own = place(&metric, lattice, point, Some(&value)).expect("all have a value");
            groups.entry(own).or_default().push(point);
        }
        let listed = Confluence::with_points(&metric, on).expect("small");
        let listed = listed.with_undefined_as(&value).expect("comparable");
        prop_assert_eq!((listed.distinct(), listed.undefined()), (groups.len(), 0));
        for (found, (own, expected)) in listed.values().zip(&groups) {
            if let (exactile::Value::Exact(found), Place::Finite(own)) = (&found.value, own) {
                prop_assert_eq!(found, own);
            }
            let mut matrices = found.points.expect("asked for");
            matrices.sort_unstable();
            prop_assert_eq!(&matrices, expected);
            prop_assert_eq!(found.count, expected.len() as u64);
        }
        let mut streamed = Vec::new();
        Confluence::stream(&metric, on, Some(&value), |value, count| streamed.push((value, count)))
            .expect("comparable");
        let values: Vec<_> = listed.values().map(|value| (value.value, value.count)).collect();
        prop_assert_eq!(streamed, values);
    }
}

/// The first classifier has the best value, for every metric whose lower values are better.
#[test]
fn lower_values_are_first_wherever_they_are_better() {
    let lower: Vec<Metric> =
        Metric::all().into_iter().filter(|m| m.orientation() == Orientation::Lower).collect();
    assert!(lower.len() >= 9, "{lower:?}");
    for metric in lower {
        let name = metric.to_string();
        let sizes = ["--positives", "3", "--negatives", "3", "--format", "json", "--exact"];
        let compare = ["lattice", "compare", "x.csv", "--ranks", "--metric", &name];
        let compared = Run::new(&[&compare[..], &sizes].concat()).file("x.csv", THREE).json();
        let confidence = ["confidence", "x.csv", "--question", "next", "--score", &name];
        let ranked = Run::new(&[&confidence[..], &sizes].concat()).file("x.csv", THREE).json();
        assert_eq!(compared["better"], "lower");
        assert_eq!(compared["pairs"], ranked["pairs"], "{name}");
        for i in 0..3 {
            let (one, other) = (&compared["classifiers"][i], &ranked["classifiers"][i]);
            for key in ["first_alone", "undefined", "ranks"] {
                assert_eq!(one[key], other[key], "{name}");
            }
        }
    }
    // a makes the fewest errors.
    let error = ["lattice", "compare", "x.csv", "--metric", "error-rate", "--format", "json"];
    let error = Run::new(&error).file("x.csv", THREE).json();
    assert_eq!(error["classifiers"][0]["first_alone"], "0.57847332076469514");
    assert_eq!(error["pairs"][0]["greater"], "0.74648197153765460");
    let text = Run::new(&["lattice", "compare", "x.csv", "--metric", "error-rate"]);
    let text = text.file("x.csv", THREE).succeeds();
    assert!(
        text.contains("\ngreater: the first one has the better value, which is the lower one\n"),
        "{text}"
    );
}

/// Two coins: the 18th digit of many probabilities is an exact half.
#[test]
fn exact_ties_are_rounded_to_even_and_stay_texts() {
    let ask = |more: &[&str]| {
        let compare = ["lattice", "compare", "x.csv", "--metric", "f1", "--model", "binomial"];
        let sizes = ["--positives", "3", "--negatives", "6", "--ranks", "--format", "json"];
        Run::new(&[&compare[..], &sizes, more].concat()).file("x.csv", ONES).json()
    };
    let (decimals, fractions) = (ask(&[]), ask(&["--exact"]));
    let first = &decimals["classifiers"][0];
    assert_eq!(first["first_alone"], "0.45516586303710938");
    assert_eq!(first["first_or_tied"], "0.54483413696289062");
    assert_eq!(first["ranks"], json!(["0.54483413696289062", "0.45516586303710938"]));
    let first = &fractions["classifiers"][0];
    assert_eq!(first["first_alone"], "119319/262144");
    assert_eq!(first["first_or_tied"], "142825/262144");
    assert_eq!(first["ranks"], json!(["142825/262144", "119319/262144"]));
    // Whatever is asked, numbers are texts.
    let is_text = |document: &Value| {
        for of in document["classifiers"].as_array().expect("a list") {
            for key in ["first_alone", "first_or_tied", "undefined"] {
                assert!(of[key].is_string(), "{of}");
            }
            assert!(of["ranks"].as_array().expect("a list").iter().all(Value::is_string));
        }
    };
    is_text(&decimals);
    is_text(&fractions);
}

#[test]
fn a_plan_lists_each_test_once_in_order() {
    let plan = [
        "plan",
        "x.csv",
        "--question",
        "next",
        "--score",
        "f1",
        "--level",
        "0.9",
        "--format",
        "json",
    ];
    let plan = Run::new(&plan).file("x.csv", THREE).json();
    let totals: Vec<u64> = plan["evaluated"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|test| ["positives", "negatives"].map(|class| test[class].as_u64().expect("a count")))
        .map(|[positives, negatives]| positives + negatives)
        .collect();
    assert!(totals.len() > 10);
    assert!(totals.windows(2).all(|pair| pair[0] < pair[1]), "{totals:?}");
    assert_eq!(
        (&plan["smallest"]["positives"], &plan["smallest"]["negatives"]),
        (&json!(12), &json!(26))
    );
}

#[test]
fn help_promises_the_digits_that_are_printed() {
    let help = Run::new(&["confidence", "--help"]).succeeds();
    assert!(help.contains("at most 12 significant digits"), "{help}");
    assert!(!help.contains("17 digits"), "{help}");
    let json = ["confidence", "x.csv", "--score", "f1", "--format", "json", "--draws", "100"];
    let json = Run::new(&json).file("x.csv", THREE).json();
    let digits = json["classifiers"][0]["first_alone"].as_str().expect("digits");
    assert_eq!(digits.trim_start_matches(['0', '.']).len(), 12, "{digits}");
    let help = Run::new(&["lattice", "pmf", "--help"]).succeeds();
    assert!(help.contains("17 digits"), "{help}");
}

/// The masses of figure 4 of "Never mind the metrics" before anything was observed: proportional to
/// the numbers of matrices.
#[test]
fn without_observations_the_prior_is_left() {
    let nothing = ["--tp", "0", "--fp", "0", "--fn", "0", "--tn", "0"];
    let sizes = ["--positives", "20", "--negatives", "40"];
    for metric in ["mcc", "ba", "f1"] {
        let pmf = ["lattice", "pmf", "--metric", metric, "--format", "json", "--exact"];
        let pmf = Run::new(&[&pmf[..], &nothing, &sizes].concat()).json();
        let number = |value: &Value| value.as_str().expect("a text").parse().expect("a number");
        let denominator: Rational = number(&pmf["denominator"]);
        for value in pmf["values"].as_array().expect("a list") {
            let share: Rational = number(&value["mass"]) / &denominator;
            assert_eq!(share, Rational::new(value["count"].as_u64().expect("a count"), 861));
        }
    }
    // One class observed, the other known by its prior alone.
    let half = ["--tp", "0", "--fn", "0", "--fp", "1", "--tn", "3"];
    let pmf = ["lattice", "pmf", "--metric", "tpr", "--positives", "1", "--beta", "1,3"];
    let csv = Run::new(&[&pmf[..], &half, &["--format", "csv"]].concat()).succeeds();
    assert!(csv.contains("\n0,5,0.75000000000000000,"), "{csv}");
    let tail = ["lattice", "tail", "--metric", "tpr", "--positives", "1", "--at-least", "1"];
    let tail = Run::new(&[&tail[..], &half, &["--exact"]].concat()).succeeds();
    assert!(tail.contains("1/2"), "{tail}");
    for plot in ["pmf", "joint", "density"] {
        let plot = ["lattice", "plot", plot, "--metric", "mcc"];
        let svg = Run::new(&[&plot[..], &nothing, &sizes].concat()).succeeds();
        roxmltree::Document::parse(&svg).expect("an SVG");
    }
    let growing = ["lattice", "plot", "growing", "--metric", "mcc"];
    Run::new(&[&growing[..], &nothing, &sizes].concat())
        .fails("a test without samples of the positive class\nhint: ask for at least one");
}

#[test]
fn classifiers_without_observations_of_a_class_are_compared_by_the_prior() {
    let blind = "name,tn,fp,fn,tp\na,5,1,0,0\nb,3,3,0,0\n";
    let ask = |arguments: &[&str]| Run::new(arguments).file("x.csv", blind);
    let sizes = ["--positives", "2", "--exact", "--format", "json"];
    let compare = ["lattice", "compare", "x.csv", "--metric", "tpr"];
    let confidence = ["confidence", "x.csv", "--score", "tpr", "--draws", "100"];
    for command in [&compare[..], &confidence] {
        let json = ask(&[command, &sizes].concat()).json();
        // Uniform over 0, 1, 2 for both.
        assert_eq!(json["pairs"][0]["greater"], "1/3");
        assert_eq!(json["pairs"][0]["equal"], "1/3");
        ask(command).fails(
            "x.csv: the number of further samples is not known: there are no observations of the \
             positive class\nhint: give --positives",
        );
        ask(&[command, &["--positives", "2", "--model", "binomial"]].concat()).fails(
            "no observation of the positive class, so that its rate is not known\nhint: give \
             counts with samples of both classes, or leave --model binomial out",
        );
    }
    ask(&["plan", "x.csv", "--score", "f1"]).fails(
        "x.csv: no observation of the positive class, so that its rate is not known\nhint: give \
         counts with samples of both classes",
    );
}

/// The odds ratio of a test of three is undefined with a mass of 0.28.
#[test]
fn intervals_name_the_level_if_defined_and_the_mass_of_all() {
    let observed = ["--tp", "2", "--fp", "1", "--fn", "1", "--tn", "2"];
    let sizes = ["--positives", "2", "--negatives", "1", "--metric", "dor"];
    let ask =
        |more: &[&str]| Run::new(&[&["lattice", "pmf"], &observed[..], &sizes, more].concat());
    let json = ask(&["--format", "json"]).json();
    assert_eq!(
        json["interval"],
        json!({"level": "19/20", "level_given": "defined", "lower": "0", "upper": "inf",
            "mass": "0.72000000000000000", "mass_given_defined": "1.0000000000000000"})
    );
    assert_eq!(json["summary_given"], "defined");
    let exact = ask(&["--format", "json", "--exact", "--level", "1/2"]).json();
    assert_eq!(exact["denominator"], "75");
    assert_eq!(exact["interval"]["mass"], "54");
    assert_eq!(exact["interval"]["mass_given_defined"], "1");
    let text = ask(&[]).succeeds();
    assert!(
        text.contains("median, mean, variance and levels: given that it is defined\n"),
        "{text}"
    );
    assert!(
        text.contains(
            " central 19/20 of the next test if defined  0.000000 to inf      0 to inf, \
             mass 0.72000000000000000 of all, 1.0000000000000000 if defined\n"
        ),
        "{text}"
    );
    // Nothing is undefined any more: one mass is enough.
    let text = ask(&["--undefined", "1"]).succeeds();
    assert!(!text.contains("if defined"), "{text}");

    let tail = ["lattice", "tail", "--quantile", "1/2", "--at-least", "1"];
    let tail = |more: &[&str]| Run::new(&[&tail[..], &observed, &sizes, more].concat());
    assert!(tail(&[]).succeeds().contains("quantile 1/2 if defined  inf"));
    assert!(tail(&["--undefined", "1"]).succeeds().contains("quantile 1/2   1 "));
    let json = tail(&["--undefined", "1", "--format", "json"]).json();
    assert_eq!((&json["undefined_as"], &json["undefined"]), (&json!("1"), &json!("0")));
    assert_eq!(json["probabilities"][0]["probability"], "0.76000000000000000");

    let confidence = ["confidence", "x.csv", "--score", "dor", "--format", "json"];
    let json = Run::new(&confidence).file("x.csv", THREE).json();
    assert_eq!(json["expected_rank_given"], "defined");
}

#[test]
fn undefined_matrices_count_as_asked_in_comparisons_and_streams() {
    let compare = ["lattice", "compare", "x.csv", "--metric", "ppv", "--undefined", "0"];
    let sizes = ["--positives", "2", "--negatives", "2", "--format", "json"];
    let compared = Run::new(&[&compare[..], &sizes].concat()).file("x.csv", THREE).json();
    assert_eq!(compared["undefined_as"], "0");
    for of in compared["classifiers"].as_array().expect("a list") {
        assert_eq!(of["undefined"], "0");
    }
    let confluence = ["lattice", "confluence", "--metric", "mcc", "--undefined", "0"];
    let sizes = ["--positives", "1", "--negatives", "1", "--format", "json"];
    let listed = Run::new(&[&confluence[..], &sizes].concat()).json();
    assert_eq!((&listed["undefined_as"], &listed["undefined"]), (&json!("0"), &json!(0)));
    assert_eq!(listed["values"][1], json!({"value": "0", "count": 2}));
    let streamed = Run::new(&[&confluence[..], &sizes, &["--stream"]].concat()).json();
    assert_eq!(listed, streamed);
    // Where the metric is defined everywhere, nothing counts as anything.
    let f1 = ["lattice", "confluence", "--metric", "f1", "--undefined", "0"];
    let f1 = Run::new(&[&f1[..], &sizes].concat()).json();
    assert_eq!(f1.get("undefined_as"), None);
}

/// Every output about several classifiers says that they are taken as independent.
#[test]
fn outputs_say_that_classifiers_are_taken_as_independent() {
    let run = |arguments: &[&str]| Run::new(arguments).file("x.csv", THREE);
    let commands = [
        &["confidence", "x.csv", "--score", "f1"][..],
        &["lattice", "compare", "x.csv", "--metric", "f1"],
        &["plan", "x.csv", "--score", "f1", "--level", "0.6"],
    ];
    for command in commands {
        let text = run(command).succeeds();
        assert!(text.lines().nth(1).expect("a line").starts_with(INDEPENDENT), "{text}");
        let json = run(&[command, &["--format", "json"]].concat()).json();
        assert_eq!((&json["paired"], &json["assumption"]), (&json!(false), &json!(INDEPENDENT)));
        if command[0] != "plan" {
            let csv = run(&[command, &["--format", "csv"]].concat()).succeeds();
            let mut lines = csv.lines();
            assert!(lines.next().expect("a header").ends_with(",paired"), "{csv}");
            assert!(lines.all(|line| line.ends_with(",false")), "{csv}");
        }
    }
    for flavor in ["confidence", "decided"] {
        let tile = ["tile", "x.csv", "--grid", "4", "--size", "300", "--flavor", flavor];
        let svg = run(&tile).succeeds();
        assert!(svg.contains(INDEPENDENT), "{flavor}");
    }
    let page = run(&["report", "x.csv", "--grid", "4", "--metric", "f1"]).succeeds();
    let (before, script) = page.split_once("<script").expect("a script");
    // Below the findings, beside the pair, and where the page says where it comes from.
    assert_eq!(before.matches("taken as independent").count(), 3);
    assert!(script.contains("\"paired\":false") && script.contains(INDEPENDENT));
}

/// To be ahead on a repeat of the test is not to be better, and no text says so.
#[test]
fn nobody_is_called_better_for_being_ahead_on_a_repeat() {
    let close = "name,tn,fp,fn,tp\na,36,4,4,16\nb,35,5,3,17\nc,34,6,4,16\n";
    let clear = "name,tn,fp,fn,tp\nbad,50,50,50,50\ngood,95,5,5,95\n";
    for (csv, shown) in [(close, false), (clear, true)] {
        let page = Run::new(&["report", "x.csv", "--grid", "4"]).file("x.csv", csv).succeeds();
        let (_, summary) = page.split_once("id=\"summary\"").expect("a summary");
        let (summary, _) = summary.split_once("</section>").expect("an end");
        let leads: Vec<&str> =
            summary.split("<li>").filter(|finding| finding.contains(" lead")).collect();
        assert!(!leads.is_empty(), "{summary}");
        for finding in leads {
            // What is said is about the rates behind the results.
            assert!(finding.contains("truly better"), "{finding}");
            assert_eq!(finding.contains("not shown to be truly better"), !shown, "{finding}");
        }
        for finding in summary.split("<li>").filter(|finding| finding.contains("on a repeat")) {
            for word in ["better", "beat", "support", "decide"] {
                assert!(!finding.contains(word), "{finding}");
            }
        }
    }
    for command in [&["confidence"][..], &["plan"], &["lattice", "compare"]] {
        let help = Run::new(&[command, &["--help"]].concat()).succeeds();
        for words in ["do better", "how sure", "How sure", "the data decide"] {
            assert!(!help.contains(words), "{help}");
        }
    }
}

#[test]
fn the_interval_of_a_single_classifier_says_when_it_is_conditional() {
    let only = "name,tn,fp,fn,tp\nonly,2,1,1,2\n";
    let page = |metric: &str| {
        Run::new(&["report", "x.csv", "--metric", metric]).file("x.csv", only).succeeds()
    };
    assert!(page("dor").contains("its dor, if it is defined, would be in"));
    assert!(page("f1").contains("its F1 would be in"));
}
