//! The catalogue of scores against the definitions, on all small confusion matrices.

use std::collections::{BTreeMap, HashSet};

use exactile::performance::{Event, Outcome};
use exactile::score::{CatalogueEntry, Likeness, Scope, Surrogate};
use exactile::{ConfusionMatrix, Metric, Orientation, RankingScore, Rational, Value};

use crate::cli::Run;
use exactile_testing::q;

/// All matrices of counts with totals from 1 to `total`.
pub(crate) fn matrices(total: u64) -> Vec<ConfusionMatrix> {
    let mut matrices = Vec::new();
    for total in 1..=total {
        for tn in 0..=total {
            for fp in 0..=total - tn {
                for fn_ in 0..=total - tn - fp {
                    let tp = total - tn - fp - fn_;
                    matrices.push(ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples"));
                }
            }
        }
    }
    matrices
}

/// Every metric, every probability, and members of every family.
fn metrics() -> Vec<Metric> {
    let mut metrics = Metric::all();
    for (event, given) in Event::pairs() {
        let metric = Metric::probability(event, given).expect("a proper part");
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    let members = [
        "f-beta(0)",
        "f-beta(1/2)",
        "f-beta(2)",
        "r(0,1/3)",
        "r(1/4,2/3)",
        "r(1,1)",
        "wa(0)",
        "wa(1/3)",
        "wa(1)",
        "t-theta(1/3)",
        "s-theta(3)",
        "ranking(1,0,2,3)",
        "ranking(0,2,1,1/2)",
        "benefits(1,-3,-1/2,0)",
        "benefits(1,2,3,4)",
        "benefits(1,2,1,1)",
    ];
    metrics.extend(members.map(|name| name.parse::<Metric>().expect(name)));
    metrics
}

/// R_I from the definition.
fn ranking_value(importances: &[Rational; 4], matrix: &ConfusionMatrix) -> Option<Rational> {
    let weighted: Vec<Rational> = Outcome::ALL
        .iter()
        .zip(importances)
        .map(|(&outcome, importance)| matrix.count(outcome) * importance)
        .collect();
    let satisfied = &weighted[0] + &weighted[3];
    satisfied.checked_div(&weighted.into_iter().sum())
}

/// The position of each value among the different ones.
fn levels<T: Ord>(values: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = values.iter().collect();
    sorted.sort();
    sorted.dedup();
    values.iter().map(|value| sorted.binary_search(&value).expect("among them")).collect()
}

#[test]
fn every_place_orders_as_its_metric_does() {
    let all = matrices(7);
    let mut placed = 0;
    for metric in metrics() {
        let Ok(standing) = metric.standing() else { continue };
        placed += 1;
        assert_eq!(
            metric.orientation(),
            match standing.likeness {
                Likeness::Decreasing => Orientation::Lower,
                Likeness::Equal | Likeness::Increasing => Orientation::Higher,
            }
        );
        // What may be compared with what.
        let mut groups: BTreeMap<Vec<Rational>, Vec<&ConfusionMatrix>> = BTreeMap::new();
        for matrix in &all {
            let key = match standing.scope {
                Scope::All => vec![],
                _ if matrix.check_both_classes().is_err() => continue,
                Scope::FixedPriors => vec![matrix.prior_positive()],
                Scope::FixedCounts => vec![matrix.positives(), matrix.negatives()],
            };
            groups.entry(key).or_default().push(matrix);
        }
        for (key, group) in groups {
            let prior = group[0].prior_positive();
            let place = RankingScore::at(standing.place(&prior)).expect("on the Tile");
            let importances = standing.importances(&prior);
            let (mut own, mut canonical) = (Vec::new(), Vec::new());
            for matrix in group {
                let scaled_away = metric.further_condition().is_some()
                    && metric.value(matrix).undefined() == metric_scale_reason(&metric);
                let surrogate = metric.surrogate(matrix);
                let value = place.value(matrix);
                if !scaled_away {
                    assert_eq!(surrogate.is_some(), value.is_some(), "{metric} of {matrix:?}");
                }
                if standing.likeness == Likeness::Equal {
                    let expected = ranking_value(&importances, matrix);
                    match metric.value(matrix) {
                        Value::Exact(value) => assert_eq!(Some(value), expected),
                        other => assert_eq!((other.undefined().is_some(), expected), (true, None)),
                    }
                }
                if standing.is_canonical() {
                    assert_eq!(value, surrogate.clone().map(finite), "{metric} of {matrix:?}");
                }
                if let (Some(surrogate), Some(value)) = (surrogate, value) {
                    own.push(surrogate);
                    canonical.push(value);
                }
            }
            let (own, mut canonical) = (levels(&own), levels(&canonical));
            if standing.likeness == Likeness::Decreasing {
                let last = canonical.iter().max().copied().unwrap_or_default();
                canonical.iter_mut().for_each(|level| *level = last - *level);
            }
            assert_eq!(own, canonical, "{metric} at {key:?}");
        }
    }
    assert!(placed > 60, "{placed}");
}

fn finite(surrogate: Surrogate) -> Rational {
    match surrogate {
        Surrogate::Finite(value) => value,
        Surrogate::Infinity => panic!("a ranking score is finite"),
    }
}

/// Returns the reason that a scaled logarithm without a scale gives.
fn metric_scale_reason(metric: &Metric) -> Option<&'static str> {
    match metric {
        Metric::ScaledLogPlr => Some("n(p - 1)/p <= 1"),
        Metric::ScaledLogNlr => Some("pn/(n - 1) <= 1 or n = 1"),
        _ => Some("(p - 1)(n - 1) <= 1"),
    }
}

/// With fixed numbers of samples, ranking scores have straight contours and never fall as tp or tn
/// grow. Metrics without a place violate one or the other.
#[test]
fn what_has_no_place_orders_as_no_ranking_score_can() {
    for metric in metrics() {
        let Err(reason) = metric.standing() else { continue };
        let (mut rises, mut falls, mut curved) = ([false; 2], [false; 2], false);
        // Equal classes have equal values on both sides of a diagonal.
        for (p, n) in [(8_i64, 6_i64), (8, 8)] {
            let value = |tp: &Rational, tn: &Rational| {
                let matrix = ConfusionMatrix::new(
                    tn.clone(),
                    Rational::from(n) - tn,
                    Rational::from(p) - tp,
                    tp.clone(),
                );
                let matrix = matrix.expect("counts");
                metric.value(&matrix).lower()
            };
            let points: Vec<[Rational; 3]> = (0..=p)
                .flat_map(|tp| (0..=n).map(move |tn| (Rational::from(tp), Rational::from(tn))))
                .filter_map(|(tp, tn)| value(&tp, &tn).map(|value| [tp, tn, value]))
                .collect();
            for first in &points {
                for second in &points {
                    for axis in 0..2 {
                        let (same, other) = (1 - axis, axis);
                        if first[same] == second[same] && first[other] < second[other] {
                            rises[axis] |= first[2] < second[2];
                            falls[axis] |= first[2] > second[2];
                        }
                    }
                    if first[2] == second[2] {
                        let middle =
                            |axis: usize| (&first[axis] + &second[axis]) / Rational::from(2);
                        let between = value(&middle(0), &middle(1));
                        curved |= between.is_some_and(|between| {
                            let difference = (between - &first[2]).abs();
                            difference > Rational::new(1, 1_000_000_000)
                        });
                    }
                }
            }
        }
        let constant = rises == [false; 2] && falls == [false; 2];
        let mixed = (0..2).any(|axis| rises[axis]) && (0..2).any(|axis| falls[axis]);
        match reason {
            _ if reason.starts_with("it depends on the priors") => assert!(constant, "{metric}"),
            _ if reason.starts_with("it counts") => assert!(constant || mixed, "{metric}"),
            _ if reason.contains("contours") => assert!(curved && !mixed, "{metric}"),
            // At least one error is valued above the right decision on its class.
            _ => assert!(mixed || constant || falls != [false; 2], "{metric}: {reason}"),
        }
    }
}

#[test]
fn metrics_are_undefined_exactly_where_the_catalogue_says() {
    for metric in metrics() {
        let domain = metric.domain();
        for matrix in matrices(7) {
            let empty = domain.iter().find(|event| matrix.count_of(**event).is_zero());
            let undefined = metric.value(&matrix).undefined();
            match (empty, undefined) {
                (Some(_), Some(reason)) if Some(reason) == metric_scale_reason(&metric) => {}
                (Some(_), Some("z(TPR) = z(FPR) is infinite")) => {}
                (Some(event), reason) => {
                    let expected = format!("{} = 0", event.sum());
                    assert_eq!(reason, Some(expected.as_str()), "{metric} of {matrix:?}");
                }
                (None, None) => assert!(scale_is_above_one(&metric, &matrix), "{metric}"),
                (None, Some(_)) => {
                    assert!(!scale_is_above_one(&metric, &matrix), "{metric} of {matrix:?}");
                }
            }
        }
    }
}

/// The further conditions of the scaled logarithms, from their definitions.
fn scale_is_above_one(metric: &Metric, matrix: &ConfusionMatrix) -> bool {
    let (p, n, one) = (matrix.positives(), matrix.negatives(), Rational::ONE);
    let above_one = |scale: Option<Rational>| scale.is_some_and(|scale| scale > one);
    match metric {
        Metric::ScaledLogPlr => above_one((&n * (&p - &one)).checked_div(&p)),
        Metric::ScaledLogNlr => above_one((&p * &n).checked_div(&(&n - &one))),
        Metric::ScaledLogDor => p > one && above_one(Some((&p - &one) * (&n - &one))),
        _ => true,
    }
}

#[test]
fn probabilities_are_shares_of_counts() {
    for (event, given) in Event::pairs() {
        let metric = Metric::probability(event, given).expect("a proper part");
        for matrix in matrices(5) {
            let share = matrix.count_of(event).checked_div(&matrix.count_of(given));
            match (metric.value(&matrix), share) {
                (Value::Exact(value), Some(share)) => assert_eq!(value, share),
                (Value::Undefined(_), None) => {}
                other => panic!("{metric}: {other:?}"),
            }
        }
    }
}

fn rational(name: &str, matrix: &ConfusionMatrix) -> Option<Rational> {
    match name.parse::<Metric>().expect(name).value(matrix) {
        Value::Exact(value) => Some(value),
        Value::Undefined(_) => None,
        other => panic!("{name}: {other}"),
    }
}

/// The relations by which section 2.2 of The Tile defines scores.
#[test]
fn scores_satisfy_the_relations_that_define_them() {
    let one = Rational::ONE;
    for matrix in matrices(7) {
        let value = |name: &str| rational(name, &matrix);
        let four = ["tnr", "tpr", "npv", "ppv"].map(value);
        let accuracy = value("accuracy").expect("samples");
        let (positive, negative) = (matrix.prior_positive(), matrix.prior_positive().complement());
        let tau = value("rpp").expect("samples");
        assert_eq!(value("bennett-s"), Some(Rational::from(2) * &accuracy - &one));
        assert_eq!(value("bias-index"), Some(&tau - &positive));
        let chance = &positive * &tau + &negative * tau.complement();
        assert_eq!(value("chance"), Some(chance.clone()));
        let beyond =
            |expected: &Rational| (&accuracy - expected).checked_div(&expected.complement());
        assert_eq!(value("kappa"), beyond(&chance));
        let mean = (&tau + &positive) / Rational::from(2);
        assert_eq!(
            value("scott-pi"),
            beyond(&(&mean * &mean + mean.complement() * mean.complement()))
        );
        if let Some(informedness) = value("informedness") {
            assert_eq!(value("determinant"), Some(&positive * &negative * informedness));
        }
        let harmonic = |values: &[Option<Rational>]| -> Option<Rational> {
            let inverses: Option<Vec<Rational>> =
                values.iter().map(|value| value.as_ref()?.reciprocal()).collect();
            Some(Rational::from(4) / inverses?.into_iter().sum::<Rational>())
        };
        match four.iter().cloned().collect::<Option<Vec<Rational>>>() {
            None => assert_eq!(value("acp"), None),
            Some(rates) => {
                let sum: Rational = rates.iter().cloned().sum();
                assert_eq!(value("acp"), Some(sum / Rational::from(4)));
                if rates.iter().all(|rate| !rate.is_zero()) {
                    assert_eq!(value("p4"), harmonic(&four));
                } else if rates.iter().any(|rate| !rate.is_zero()) {
                    assert_eq!(value("p4"), Some(Rational::ZERO));
                }
            }
        }
        if let [Some(tnr), Some(tpr), npv, ppv] = four {
            for share in [q(0, 1), q(2, 7), q(1, 1)] {
                let mean = share.complement() * &tnr + &share * &tpr;
                assert_eq!(value(&format!("wa({share})")), Some(mean));
            }
            let standard = |predictive: Option<Rational>, own: &Rational, other: &Rational| {
                let predictive = predictive?;
                (&predictive * other).checked_div(&(&predictive * (other - own) + own))
            };
            assert_eq!(value("snpv"), standard(npv, &negative, &positive));
            assert_eq!(value("sppv"), standard(ppv, &positive, &negative));
        }
    }
}

#[test]
fn the_list_is_complete_and_its_names_are_unique() {
    let entries = CatalogueEntry::all(Some(&q(1, 5)));
    let mut names = HashSet::new();
    for entry in &entries {
        for name in entry.synonyms.iter().copied().chain([entry.name.as_str()]) {
            assert!(names.insert(name.to_lowercase()), "{name} twice");
        }
        let is_family = entry.name.ends_with(')') && !entry.name.starts_with("p(");
        if !is_family && entry.name != "vut" {
            let metric: Metric = entry.name.parse().expect(&entry.name);
            assert_eq!(CatalogueEntry::new(&metric, Some(&q(1, 5))), *entry);
        }
        assert_eq!(entry.place.is_some(), entry.no_place.is_none(), "{}", entry.name);
        assert_eq!(entry.place.is_some(), entry.importances.is_some(), "{}", entry.name);
    }
    let (unconditional, conditional): (Vec<&str>, Vec<&str>) = entries
        .iter()
        .filter_map(|entry| entry.probability.as_ref())
        .map(|(_, given)| given.as_str())
        .partition(|given| *given == "tn,fp,fn,tp");
    assert_eq!((unconditional.len(), conditional.len()), (14, 36));
    // Table 1 of Foundations: 27 scores.
    let foundations = "accuracy f-beta(1/2) f1 f-beta(2) npv ppv tnr tpr ba kappa informedness plr \
        ptn ptp chance error-rate fdr fnr for fpr gm markedness mcc nlr odds-ratio rpp d-prime";
    assert_eq!(foundations.split_whitespace().count(), 27);
    // Section 2.2 of The Tile.
    let tile = "ptn pfp pfn ptp pi- pi+ tau- tau+ accuracy error-rate tnr tpr fpr fnr npv ppv for \
        fdr jaccard-negative jaccard bennett-s f1 snpv sppv nlr plr kappa bias-index wa(1/2) ba gm \
        youden informedness |C| f-beta(3) markedness acp p4 t-theta(2) s-theta(2) scott-pi \
        fleiss-kappa";
    for name in foundations.split_whitespace().chain(tile.split_whitespace()) {
        assert!(name.parse::<Metric>().is_ok(), "{name}");
    }
    assert!(names.contains("vut"));
}

/// The colours of Foundations' Table 1: always, with fixed priors, never.
#[test]
fn the_answers_are_those_of_the_published_table() {
    let ranking = |name: &str| CatalogueEntry::new(&name.parse().expect(name), None).ranking;
    for name in ["accuracy", "f-beta(1/2)", "f1", "f-beta(2)", "npv", "ppv", "tnr", "tpr"] {
        assert_eq!(ranking(name), "always");
    }
    for name in ["ba", "kappa", "informedness", "plr", "ptn", "ptp"] {
        assert_eq!(ranking(name), "with fixed priors");
    }
    for name in ["chance", "gm", "markedness", "mcc", "dor", "rpp", "d-prime"] {
        assert_eq!(ranking(name), "never");
    }
}

#[test]
fn the_nine_probabilistic_ranking_scores_stand_where_table_2_says() {
    let mut found = Vec::new();
    for (event, given) in Event::pairs() {
        let metric = Metric::probability(event, given).expect("a proper part");
        if let Ok(standing) = metric.standing()
            && (standing.scope, standing.likeness) == (Scope::All, Likeness::Equal)
        {
            let [a, b] = standing.place_formula();
            let canonical = if standing.is_canonical() { "canonical" } else { "" };
            found.push(format!("{metric} ({a}, {b}) {canonical}").trim_end().to_owned());
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "accuracy (1/2, 1/2) canonical",
            "jaccard-negative (0, 1/2)",
            "npv (0, 1) canonical",
            "p(tn,tp|tn,fn,tp) (1/2, 1)",
            "p(tn,tp|tn,fp,tp) (1/2, 0)",
            "ppv (1, 0) canonical",
            "tnr (0, 0) canonical",
            "tpr (1, 1) canonical",
            "ts (1, 1/2)",
        ]
    );
}

#[test]
fn the_list_is_written_in_every_format() {
    let count = CatalogueEntry::all(None).len();
    let json = Run::new(&["scores", "--format", "json", "--prior", "1/5"]).json();
    assert_eq!(json["schema"], "exactile.scores.v1");
    let scores = json["scores"].as_array().expect("a list");
    assert_eq!(scores.len(), count);
    let kappa = scores.iter().find(|score| score["name"] == "kappa").expect("listed");
    assert_eq!(kappa["at"], serde_json::json!(["16/17", "1/2"]));
    assert_eq!(kappa["importances"], serde_json::json!(["pi+^2", "1", "1", "pi-^2"]));
    let csv = Run::new(&["scores", "--format", "csv"]).succeeds();
    assert_eq!(csv.lines().count(), count + 1);
    let text = Run::new(&["scores"]).succeeds();
    for entry in CatalogueEntry::all(None) {
        let row = format!(" {} ", entry.name);
        assert!(text.lines().any(|line| line.starts_with(&row)), "{row}");
    }
    assert_eq!(
        Run::new(&["scores", "SPPV", "--prior", "20%"]).succeeds(),
        "\
ppv-bal

  also         sppv
  definition   TPR/(1 + TPR - TNR)
  defined      TP + FN > 0, TN + FP > 0, TP + FP > 0
  values       [0, 1]
  better       higher
  kind         ranking score
  for ranking  with fixed priors
  importances  tn 0, fp pi+, fn 0, tp pi-
  place        (1, 0)
  no skill     predicting always positive 1/2, predicting always negative undefined
  source       Never mind the metrics, Eq. 28

on performances of positive prior 1/5
First test: always wrong is nowhere better, always right nowhere worse: passed
  always wrong: least value; always right: greatest value
Second test: a mixture is nowhere better than its best part: passed
  orders as TPR/(TPR + 1 - TNR), linear over linear that is not negative
Third test: a mixture is nowhere worse than its worst part: passed
  orders as TPR/(TPR + 1 - TNR), linear over linear that is not negative

ppv-bal is fit for ranking, higher is better; it orders as the ranking score r(1,0) of the Tile.
"
    );
    // The tests are those of `axioms`, without its heading.
    let card = Run::new(&["scores", "mcc", "--prior", "1/3"]).succeeds();
    let axioms = Run::new(&["axioms", "--score", "mcc", "--prior", "1/3"]).succeeds();
    let tests = axioms.split_once("\n\n").expect("a heading").1;
    assert!(card.ends_with(tests), "{card}");
    assert!(Run::new(&["scores", "vut", "wa", "r"]).succeeds().contains("the integral of r(A,B)"));
    Run::new(&["scores", "kapa"]).fails(
        "no score is called \"kapa\"\nhint: did you mean kappa? (exactile scores lists all)",
    );
    Run::new(&["scores", "--prior", "1"]).fails(
        "invalid value '1' for '--prior <X>': a positive prior of 1 is not between 0 and \
         1\nhint: give one such as 0.2 (see exactile scores --help)",
    );
}

/// Values of scores that a flag names by their events or synonyms.
#[test]
fn score_and_rank_take_the_new_names() {
    let input = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
    let csv = Run::new(&[
        "score",
        "x.csv",
        "--metric",
        "p(tp,tn|tn,fp,tp)",
        "--metric",
        "|C|",
        "--metric",
        "p4",
        "--metric",
        "wa(1/4)",
        "--format",
        "csv",
    ])
    .file("x.csv", input)
    .succeeds();
    assert_eq!(
        csv.lines().take(5).collect::<Vec<_>>(),
        [
            "name,metric,value,undefined,value_decimal",
            "P1,\"p(tn,tp|tn,fp,tp)\",35/47,,0.7446808510638298",
            "P1,determinant,8/125,,0.064",
            // 4 14 56/(4 14 56 + 70 30)
            "P1,p4,112/187,,0.5989304812834224",
            "P1,wa(1/4),7/10,,0.7",
        ]
    );
    let rank = |score: &str| {
        let json = Run::new(&["rank", "x.csv", "--score", score, "--format", "json"])
            .file("x.csv", input)
            .json();
        let first = &json["ranking"][0];
        (first["name"].clone(), first["value"].clone(), json["at"].clone())
    };
    assert_eq!(rank("fnr"), ("P2".into(), "1/5".into(), serde_json::json!(["1", "1"])));
    assert_eq!(rank("pfp"), ("P1".into(), "6/25".into(), serde_json::json!(["0", "0"])));
    assert_eq!(rank("log-plr").1["exact"], "ln(7/3)");
    let refused = "name,tn,fp,fn,tp\nA,5,5,5,5\nB,9,11,3,17\n";
    Run::new(&["rank", "x.csv", "--score", "benefits(1,0,0,1)"]).file("x.csv", refused).fails(
        "x.csv: benefits(1,0,0,1) compares equal numbers of samples only: \"A\" has 20 and \"B\" \
         has 40\nhint: scale the rows to one total",
    );
    Run::new(&["rank", "x.csv", "--score", "snpv"])
        .file("x.csv", "name,tn,fp,fn,tp\nA,5,5,0,0\n")
        .fails(
            "x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs samples \
             of both classes and a prior between 0 and 1",
        );
    let acp = ["--positives", "3", "--negatives", "3", "--metric", "acp"];
    Run::new(&[&["lattice", "contour", "--value", "1/2"], &acp[..]].concat())
        .fails("the contours of acp are no conics\nhint: ask for another metric");
    for (command, kind) in [("score", "metric"), ("rank", "metric")] {
        let (flag, value) =
            if command == "score" { ("--metric", "<M,...>") } else { ("--score", "<NAME,...>") };
        Run::new(&[command, "x.csv", flag, "vut"]).file("x.csv", input).fails(&format!(
            "invalid value 'vut' for '{flag} {value}': \"vut\" is a mean of all ranking scores, \
             not a {kind} to choose here, exactile vut ranks by it\nhint: see exactile {command} \
             --help"
        ));
    }
}
