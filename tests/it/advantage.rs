//! Prediction advantages against slow oracles written from the definition, the lemmas of the paper
//! on all small matrices, its printed numbers, and the place on the Tile.

use std::cmp::Ordering;
use std::str::FromStr;

use dashu_float::DBig;
use exactile::advantage::{
    Assessment, Baseline, ComparedMeasures, LogTally, NO_LOSS_AT_ALL, NO_SAMPLES, NoCostPlace,
    Precision, RegressionLoss, RegressionTally, cost_place, cost_sensitive, zero_one,
};
use exactile::performance::MultiClassMatrix;
use exactile::{Class, ConfusionMatrix, CostMatrix, Point, RankingScore, Rational, Value};
use num_rational::BigRational;
use proptest::prelude::*;
use serde_json::Value as Json;

use exactile_testing::q;

/// The oracle's numbers.
fn big(value: &Rational) -> BigRational {
    BigRational::new(value.numerator(), value.denominator())
}

fn integer(value: usize) -> BigRational {
    BigRational::from_integer(value.into())
}

/// 1 - sum/least sum, or which of the two is zero.
fn ratio(sum: &BigRational, baseline: &BigRational) -> Result<BigRational, bool> {
    let zero = integer(0);
    if *baseline == zero { Err(*sum == zero) } else { Ok(integer(1) - sum / baseline) }
}

fn check(assessment: &Assessment, expected: Result<BigRational, bool>) {
    match expected {
        Ok(value) => assert_eq!(assessment.advantage.as_rational().map(big), Some(value)),
        Err(true) => assert_eq!(assessment.advantage.undefined(), Some(NO_LOSS_AT_ALL)),
        Err(false) => assert_eq!(assessment.advantage, Value::NegativeInfinity),
    }
}

const LABELS: [&str; 3] = ["a", "b", "c"];

fn counted(samples: &[(usize, usize)]) -> MultiClassMatrix {
    let mut cells = [[0; 3]; 3];
    for &(truth, said) in samples {
        cells[truth][said] += 1;
    }
    MultiClassMatrix::from_counts(LABELS, cells).expect("samples")
}

proptest! {
    #[test]
    fn losses_of_classes_follow_the_definition(
        samples in prop::collection::vec((0..3_usize, 0..3_usize), 1..12),
        costs in prop::array::uniform3(prop::array::uniform3((0_i64..6, 1_i64..4))),
    ) {
        let matrix = counted(&samples);
        let mistakes = |say: &dyn Fn(usize) -> usize| {
            integer(samples.iter().enumerate().filter(|(i, (truth, _))| say(*i) != *truth).count())
        };
        let baseline = (0..3).map(|class| mistakes(&|_| class)).min().expect("three");
        check(&zero_one(&matrix), ratio(&mistakes(&|i| samples[i].1), &baseline));

        let cost = |truth: usize, said: usize| q(costs[truth][said].0, costs[truth][said].1);
        let sum = |say: &dyn Fn(usize) -> usize| {
            samples.iter().enumerate().fold(integer(0), |sum, (i, (truth, _))| {
                sum + big(&cost(*truth, say(i)))
            })
        };
        let baseline = (0..3).map(|class| sum(&|_| class)).min().expect("three");
        let rows = (0..3).map(|truth| (0..3).map(|said| cost(truth, said)).collect()).collect();
        let table = CostMatrix::new(LABELS.map(str::to_owned).to_vec(), rows).expect("costs");
        let assessment = cost_sensitive(&matrix, &table).expect("known labels");
        check(&assessment, ratio(&sum(&|i| samples[i].1), &baseline));
        // The 0/1 loss is a cost.
        let ones = CostMatrix::zero_one(matrix.labels());
        prop_assert_eq!(cost_sensitive(&matrix, &ones), Ok(zero_one(&matrix)));
    }

    #[test]
    fn losses_of_numbers_follow_the_definition(
        samples in prop::collection::vec(
            ((-20_i64..20, 1_i64..4), (-20_i64..20, prop::sample::select(vec![1, 3, 10, i64::MAX])), 0_i64..4),
            1..12,
        ),
        weighted in any::<bool>(),
    ) {
        let samples: Vec<[Rational; 3]> = samples
            .into_iter()
            .map(|(y, f, w)| [q(y.0, y.1), q(f.0, f.1), if weighted { q(w, 2) } else { Rational::ONE }])
            .collect();
        for loss in [RegressionLoss::Squared, RegressionLoss::Absolute] {
            let mut tally = RegressionTally::new(loss, 1);
            for [truth, said, weight] in &samples {
                tally.add(truth, std::slice::from_ref(said), weight).expect("short");
            }
            let assessment = &tally.finish().expect("short")[0];
            let sum = |say: &dyn Fn(usize) -> BigRational| {
                samples.iter().enumerate().fold(integer(0), |sum, (i, [truth, _, weight])| {
                    let difference = big(truth) - say(i);
                    let lost = match loss {
                        RegressionLoss::Squared => &difference * &difference,
                        RegressionLoss::Absolute if difference < integer(0) => -difference,
                        RegressionLoss::Absolute => difference,
                    };
                    sum + lost * big(weight)
                })
            };
            let total = samples.iter().fold(integer(0), |sum, [_, _, weight]| sum + big(weight));
            if total == integer(0) {
                prop_assert_eq!(assessment.advantage.undefined(), Some(NO_SAMPLES));
                continue;
            }
            let constants: Vec<BigRational> = match loss {
                RegressionLoss::Squared => {
                    let weigh = |[y, _, w]: &[Rational; 3]| big(y) * big(w);
                    vec![samples.iter().map(weigh).fold(integer(0), |a, b| a + b) / &total]
                }
                // A convex, piecewise linear function is least at one of its corners.
                RegressionLoss::Absolute => samples.iter().map(|[y, ..]| big(y)).collect(),
            };
            let baseline = constants.iter().map(|c| sum(&|_| c.clone())).min().expect("samples");
            let lost = sum(&|i| big(&samples[i][1]));
            check(assessment, ratio(&lost, &baseline));
            prop_assert_eq!(assessment.risk.as_rational().map(big), Some(&lost / &total));
            // Each end of the interval of medians reaches the baseline.
            if let Some(Baseline::Median(least, greatest)) = &assessment.baseline {
                for end in [least, greatest] {
                    prop_assert_eq!(&sum(&|_| big(end)), &baseline);
                }
                let beyond = |end: &Rational, step: i64| sum(&|_| big(end) + integer(1) / BigRational::from_integer((step * 1000).into()));
                prop_assert!(beyond(least, -1) > baseline && beyond(greatest, 1) > baseline);
            }
        }
    }
}

proptest! {
    // The other library is slow where it is not optimised.
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Against logarithms of another library, 60 digits each, sample by sample.
    #[test]
    fn cross_entropies_hold_the_oracle_value(
        samples in prop::collection::vec((0..3_usize, (1_u64..1000, 1_u64..1000)), 1..12),
        digits in 1_u32..30,
    ) {
        let mut tally = LogTally::new(3, 1);
        let mut frequencies = [0_u64; 3];
        let ln = |n: u64, d: u64| {
            let exact = |x: u64| DBig::from(x).with_precision(60).value();
            exact(d).ln() - exact(n).ln()
        };
        let mut lost = DBig::from(0);
        for &(class, (n, d)) in &samples {
            let (n, d) = (n.min(d), n.max(d));
            frequencies[class] += 1;
            tally.add(class, [&Rational::new(n, d)]);
            lost += ln(n, d);
        }
        let total = samples.len() as u64;
        let mut entropy = DBig::from(0);
        for count in frequencies.into_iter().filter(|count| *count > 0) {
            entropy += DBig::from(count) * ln(count, total);
        }
        let assessment = &tally.finish(Precision { digits, closed_forms: false })[0];
        let one_class = frequencies.contains(&total);
        match &assessment.advantage {
            Value::Undefined(_) => prop_assert!(one_class && lost == DBig::from(0)),
            Value::NegativeInfinity => prop_assert!(one_class && lost > DBig::from(0)),
            Value::Enclosed(enclosed) => {
                let [lower, upper] = &enclosed.decimals();
                let decimal = |text: &str| DBig::from_str(text).expect("a decimal");
                let value = DBig::from(1) - lost / entropy;
                prop_assert!(decimal(lower) <= value && value <= decimal(upper));
                let width = decimal(upper) - decimal(lower);
                prop_assert!(width <= DBig::from(2) / DBig::from(10).powi(digits.into()));
                prop_assert_eq!(enclosed.closed_form(), None);
            }
            Value::Exact(value) => {
                let value = DBig::from_str(&value.to_decimal(40)).expect("a decimal");
                let difference = (DBig::from(1) - lost / entropy) - value;
                prop_assert!(difference < DBig::from_str("1e-35").expect("a decimal"));
                prop_assert!(difference > DBig::from_str("-1e-35").expect("a decimal"));
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

/// Many distinct probabilities are multiplied before logarithms are taken: the result is that of
/// few at a time, and of the closed form.
#[test]
fn long_tables_agree_with_sums_of_single_logarithms() {
    let precision = Precision { digits: 25, closed_forms: false };
    let mut tally = LogTally::new(2, 1);
    let mut risk = exactile::num::Enclosure::of_rational(&Rational::ZERO, 150);
    for i in 0..500_i64 {
        let probability = q(1_000_003 + 7919 * i, 10_000_000);
        tally.add(usize::from(i % 3 == 0), [&probability]);
        risk -= &(exactile::num::Enclosure::ln(&probability, 150) * q(1, 500));
    }
    let assessment = &tally.finish(precision)[0];
    let Value::Enclosed(enclosed) = &assessment.risk else { panic!("irrational") };
    assert!(enclosed.lower() <= risk.lower() && risk.upper() <= enclosed.upper());
}

#[test]
fn degenerate_cases_are_told_apart() {
    let one_class = |said| counted(&[(0, 0), (0, said)]);
    assert_eq!(zero_one(&one_class(0)).advantage, Value::Undefined(NO_LOSS_AT_ALL));
    assert_eq!(zero_one(&one_class(1)).advantage, Value::NegativeInfinity);
    let log = |samples: &[(usize, Rational)]| {
        let mut tally = LogTally::new(2, 1);
        for (class, probability) in samples {
            tally.add(*class, [probability]);
        }
        tally.finish(Precision { digits: 5, closed_forms: true })[0].advantage.clone()
    };
    assert_eq!(log(&[]), Value::Undefined(NO_SAMPLES));
    assert_eq!(log(&[(0, q(1, 1))]), Value::Undefined(NO_LOSS_AT_ALL));
    assert_eq!(log(&[(0, q(1, 2))]), Value::NegativeInfinity);
    assert_eq!(log(&[(0, q(0, 1))]), Value::NegativeInfinity);
    assert_eq!(log(&[(0, q(1, 1)), (1, q(0, 1))]), Value::NegativeInfinity);
    assert_eq!(log(&[(0, q(1, 1)), (1, q(1, 1))]), Value::Exact(Rational::ONE));
    // The frequencies themselves are the baseline: no decimals are needed to see that.
    let samples = [(0, q(1, 3)), (1, q(2, 3)), (1, q(2, 3))];
    assert_eq!(log(&samples), Value::Exact(Rational::ZERO));
    assert_eq!(log(&[(0, q(1, 4)), (1, q(1, 4))]), Value::Exact(q(-1, 1)));
    assert!(RegressionTally::new(RegressionLoss::Squared, 0).finish().expect("short").is_empty());
}

/// All matrices with at most `most` samples, at least one of them positive and no more positive
/// than negative ones, as the paper's areas: `[a, b, c, d]` = `[fp, tp, fn, tn]`.
fn small_matrices(most: u64) -> impl Iterator<Item = ConfusionMatrix> {
    let cells = (0..=most).flat_map(move |tp| (0..=most - tp).map(move |fn_| (tp, fn_)));
    cells.flat_map(move |(tp, fn_)| {
        let positives = tp + fn_;
        let negatives = positives.max(1)..=most - positives.min(most);
        negatives.filter(move |_| positives > 0).flat_map(move |negatives| {
            (0..=negatives).map(move |fp| {
                ConfusionMatrix::from_counts(negatives - fp, fp, fn_, tp).expect("samples")
            })
        })
    })
}

/// Lemmas 4.1 to 4.3 of the paper on all matrices of up to 14 samples: all inequalities hold; the
/// strictness of 4.1 and 4.2 holds, that of 4.3 does not.
#[test]
fn lemmas_of_the_paper_on_all_small_matrices() {
    let mut seen = 0;
    let mut not_strict = Vec::new();
    for matrix in small_matrices(14) {
        let measures = ComparedMeasures::new(&matrix);
        let pa = measures.advantage.as_rational().expect("both classes");
        let is_right = matrix.fp().is_zero() && matrix.fn_().is_zero();
        let is_imbalanced = matrix.positives() < matrix.negatives();
        assert_eq!(measures.minority, is_imbalanced.then_some(Class::Positive));
        // (1), (2), (5): rates.
        assert!(*pa <= matrix.tpr().expect("positives"));
        assert!(*pa <= matrix.tnr().expect("negatives"));
        // (3)
        let balanced = measures.balanced_accuracy.as_rational().expect("both classes");
        assert!(pa <= balanced && (is_right || pa < balanced));
        // (4), (6)
        let f1 = measures.f1_minority.as_rational().expect("positives");
        assert!(pa <= f1);
        if let Some(precision) = matrix.tp().checked_div(&(matrix.tp() + matrix.fp())) {
            assert!(*pa <= precision);
            assert!(precision == Rational::ONE || pa < f1);
        }
        // Lemma 4.3, and equality under balance.
        let kappa = measures.kappa.as_rational().expect("both classes");
        assert!(pa <= kappa && (is_imbalanced || pa == kappa));
        if is_imbalanced && pa == kappa {
            not_strict.push(matrix.clone());
        }
        seen += 1;
    }
    assert!(seen > 1000, "only {seen}");
    // Exactly the classifiers without any mistake, and those that never say the minority's class.
    let is_exception = |m: &ConfusionMatrix| {
        (m.fp().is_zero() && m.fn_().is_zero()) || (m.tp().is_zero() && m.fp().is_zero())
    };
    let expected: Vec<ConfusionMatrix> =
        small_matrices(14).filter(|m| m.positives() < m.negatives() && is_exception(m)).collect();
    assert_eq!(not_strict, expected);
}

fn published() -> Json {
    let path =
        format!("{}/fixtures/published/prediction-advantage.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a fixture")).expect("JSON")
}

/// Claims that fail do so on the recorded matrix; "kappa <= F1" holds on all small ones.
#[test]
fn claims_about_the_order_of_measures() {
    let published = published();
    let measures = |id: &str| {
        let claims = published["claims"].as_array().expect("a list");
        let claim = claims.iter().find(|claim| claim["id"] == id).expect(id);
        assert_eq!(claim["verdict"], "fails");
        let [tn, fp, fn_, tp] =
            ["tn", "fp", "fn", "tp"].map(|name| claim["witness"][name].as_u64().expect("a count"));
        ComparedMeasures::new(&ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples"))
    };
    let value = |value: &Value| value.as_rational().expect("defined").clone();
    let strict = measures("lemma 4.3 strict");
    assert_eq!(strict.advantage.as_rational(), Some(&value(&strict.kappa)));
    assert!(strict.minority.is_some());
    let zero = measures("section 4 zero");
    assert_eq!(zero.advantage.to_string(), "0");
    assert!(value(&zero.kappa).is_zero() && value(&zero.f1_minority).is_zero());
    assert_eq!(measures("section 5 order").is_in_published_order(), Some(false));
    let f1 = measures("section 5 order, F1 and balanced accuracy");
    assert!(value(&f1.f1_minority) > value(&f1.balanced_accuracy));
    let balanced = measures("section 5 order, balanced accuracy and accuracy");
    assert!(value(&balanced.balanced_accuracy) > value(&balanced.accuracy));
    assert_eq!(value(&measures("section 3 kappa").kappa), q(-1, 1));
    for matrix in small_matrices(12) {
        let measures = ComparedMeasures::new(&matrix);
        assert!(value(&measures.kappa) <= value(&measures.f1_minority), "{matrix:?}");
    }
}

/// Each printed advantage from its printed risks: K x K matrices of 7500 samples or so have them
/// as their exact values.
#[test]
fn printed_advantages_are_reproduced() {
    let published = published();
    let text = |value: &Json| value.as_str().expect("text").to_owned();
    let number = |value: &Json| text(value).parse::<Rational>().expect("a number");
    for case in published["advantages"].as_array().expect("a list") {
        let (risk, baseline) = (number(&case["risk"]), number(&case["baseline_risk"]));
        // As many classes as make 1 - 1/K the baseline, or a minority of that share.
        let classes = match text(&case["baseline_risk"]).as_str() {
            "2/3" => 3,
            "3/4" => 4,
            _ => 2,
        };
        let share = if classes == 2 { baseline.complement() } else { q(1, classes) };
        let priors: Vec<Rational> = (0..classes)
            .map(|class| if class == 0 || classes > 2 { share.clone() } else { baseline.clone() })
            .collect();
        let size = usize::try_from(classes).expect("small");
        let mut cells = vec![vec![Rational::ZERO; size]; size];
        let mut wrong = risk.clone();
        for class in 0..size {
            let mistakes =
                if wrong > priors[class] { priors[class].clone() } else { wrong.clone() };
            cells[class][(class + 1) % size] = mistakes.clone();
            cells[class][class] = &priors[class] - &mistakes;
            wrong -= &mistakes;
        }
        assert!(wrong.is_zero());
        let labels = (0..size).map(|class| class.to_string()).collect();
        let assessment = zero_one(&MultiClassMatrix::new(labels, cells).expect("samples"));
        let advantage = assessment.advantage.as_rational().expect("a baseline");
        assert_eq!(advantage, &number(&case["exact"]), "{case}");
        if case["says"].is_string() {
            let sign = if case["says"] == "negative" { Ordering::Less } else { Ordering::Greater };
            assert_eq!(advantage.sign(), sign, "{case}");
            continue;
        }
        let printed = text(&case["printed"]);
        let digits = u32::try_from(printed.split_once('.').expect("a point").1.len()).expect("few");
        let rounded = advantage.to_decimal(digits);
        match case["how"].as_str() {
            Some("equal") => assert_eq!(advantage, &number(&case["printed"]), "{case}"),
            Some("rounded") => assert_eq!(rounded, printed, "{case}"),
            Some("truncated") => {
                assert_ne!(rounded, printed, "{case}");
                assert!(advantage.to_decimal(digits + 2).starts_with(&printed), "{case}");
            }
            other => panic!("{other:?}"),
        }
    }
    let minority = &published["percentages"][0];
    let percent = number(&minority["value"]) * Rational::from(100);
    assert_eq!(percent.to_decimal(2), text(&minority["printed"]));
}

/// The place of a cost orders all performances of fixed priors as the cost does, and no other point
/// of a grid does.
#[test]
fn a_cost_has_exactly_one_place() {
    for (positives, negatives, fp_cost, fn_cost) in
        [(4, 6, 1, 1), (3, 7, 1, 5), (5, 5, 3, 1), (4, 6, 0, 1), (6, 4, 2, 0)]
    {
        let place = cost_place(&q(fp_cost, 1), &q(fn_cost, 1)).expect("on the Tile");
        let matrices: Vec<ConfusionMatrix> = (0..=positives)
            .flat_map(|tp| (0..=negatives).map(move |tn| (tp, tn)))
            .map(|(tp, tn)| {
                ConfusionMatrix::from_counts(tn, negatives - tn, positives - tp, tp)
                    .expect("samples")
            })
            .collect();
        let costs = CostMatrix::two_class(q(fp_cost, 1), q(fn_cost, 1)).expect("costs");
        let advantages: Vec<Rational> = matrices
            .iter()
            .map(|m| {
                let assessment = cost_sensitive(&m.into(), &costs).expect("labels");
                // With one free mistake the best constant is free, so the risk has to do.
                assessment
                    .advantage
                    .as_rational()
                    .cloned()
                    .unwrap_or_else(|| -assessment.risk.as_rational().expect("samples"))
            })
            .collect();
        let orders_alike = |point: &Point| {
            let score = RankingScore::at(point.clone()).expect("on the Tile");
            let values: Vec<Option<Rational>> = matrices.iter().map(|m| score.value(m)).collect();
            (0..matrices.len()).all(|i| {
                (0..i).all(|j| match (&values[i], &values[j]) {
                    (Some(x), Some(y)) => x.cmp(y) == advantages[i].cmp(&advantages[j]),
                    _ => false,
                })
            })
        };
        assert!(orders_alike(&place), "{place}");
        for a in 0..=6 {
            for b in 0..=6 {
                let point = Point::new(q(a, 6), q(b, 6));
                assert!(point == place || !orders_alike(&point), "{point} too");
            }
        }
    }
    assert_eq!(cost_place(&q(0, 1), &q(0, 1)), Err(NoCostPlace::NoDifference));
    assert_eq!(cost_place(&q(-1, 1), &q(2, 1)), Err(NoCostPlace::MistakesPay));
}
