//! Every metric against its own formula: the text that is shown, read and evaluated with roots and
//! logarithms, without the polynomials that the program computes with.

use std::collections::BTreeMap;

use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::score::formula::{ClosedForm, Expression, NoValue, Symbols};
use exactile::score::{Formula, Metric, ValueForm};

/// Matrices have at most that many positive and that many negative samples.
const SIZE: u64 = 5;

/// Names of other metrics in formulas, in terms of the counts.
const NAMES: [(&str, &str); 13] = [
    ("p", "TP + FN"),
    ("n", "TN + FP"),
    ("pn", "p*n"),
    ("TPR", "TP/p"),
    ("TNR", "TN/n"),
    ("FPR", "FP/n"),
    ("FNR", "FN/p"),
    ("PPV", "TP/(TP + FP)"),
    ("NPV", "TN/(TN + FN)"),
    ("PPV_bal", "TPR/(TPR + FPR)"),
    ("NPV_bal", "TNR/(TNR + FNR)"),
    ("accuracy", "(TP + TN)/(p + n)"),
    ("none", "0"),
];

/// Members of the families with their letters.
const MEMBERS: [(&str, &[(&str, &str)]); 11] = [
    ("f-beta(2)", &[("B", "2")]),
    ("f-beta(0)", &[("B", "0")]),
    ("r(1/3,2/5)", &[("A", "1/3"), ("B", "2/5")]),
    ("r(0,1)", &[("A", "0"), ("B", "1")]),
    ("ranking(1,2/3,3,0)", &[("tn", "1"), ("fp", "2/3"), ("fn", "3"), ("tp", "0")]),
    ("wa(1/3)", &[("A", "1/3")]),
    ("wa(0)", &[("A", "0")]),
    ("t-theta(2/3)", &[("T", "2/3")]),
    ("s-theta(3)", &[("T", "3")]),
    ("benefits(1/2,0,-1,1/4)", &[("a", "1/2"), ("b", "0"), ("c", "-1"), ("d", "1/4")]),
    ("p(tp|tn,tp)", &[]),
];

/// All matrices of at most three samples in each outcome.
fn small_matrices() -> impl Iterator<Item = ConfusionMatrix> {
    let counts = (1_u64..256).map(|k| [k & 3, k >> 2 & 3, k >> 4 & 3, k >> 6]);
    counts.map(|[tn, fp, fn_, tp]| ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples"))
}

fn expression(text: &str) -> Expression {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The formula in a definition, without its name and without remarks.
fn formula(metric: &Metric) -> Expression {
    let definition = metric.definition();
    let text = definition.rsplit(" = ").next().expect("a text");
    expression(text.split(", ").next().expect("a text"))
}

/// Compares at one matrix; returns `true` if there is a value.
fn compare(metric: &Metric, formula: &Expression, symbols: &Symbols<'_>, at: [u64; 4]) -> bool {
    let [tn, fp, fn_, tp] = at;
    let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
    let closed = match metric.value(&matrix) {
        Value::Exact(value) => ClosedForm::from(value),
        Value::Enclosed(value) => {
            let none = BTreeMap::new();
            expression(value.closed_form().expect("metrics have one"))
                .value(&Symbols::new(&none))
                .expect("a closed form")
        }
        // The base of a logarithm below one: the formula has a value, the metric no order.
        Value::Undefined(reason) if reason.contains("<= 1") => return false,
        other => {
            let value = formula.value(symbols);
            let agrees = match (&other, &value) {
                (Value::Infinity, Err(NoValue::DivisionByZero(_)))
                | (Value::NegativeInfinity, Err(NoValue::NotReal(_))) => true,
                (Value::Undefined(_), Err(reason)) => {
                    !matches!(reason, NoValue::Unknown(_) | NoValue::Beyond(_))
                }
                _ => false,
            };
            assert!(agrees, "{metric} at {at:?}: {other:?}, the formula {formula}: {value:?}");
            return false;
        }
    };
    let value = formula.value(symbols);
    let value = value.unwrap_or_else(|error| panic!("{metric} at {at:?}: {closed}, {error}"));
    assert_eq!(closed.equals(&value), Some(true), "{metric} at {at:?}: {closed}, not {value}");
    true
}

#[test]
fn every_metric_is_what_its_formula_says_on_all_small_matrices() {
    let plain = Metric::all().into_iter().map(|metric| (metric, &[][..]));
    let members = MEMBERS.map(|(name, letters)| (name.parse().expect(name), letters));
    for (metric, letters) in plain.chain(members) {
        if metric.form() == ValueForm::Quantiles {
            assert_eq!(metric, Metric::DPrime, "no other metric needs quantiles");
            continue;
        }
        let names = NAMES.iter().chain(letters);
        let definitions: BTreeMap<String, Expression> =
            names.map(|(name, text)| ((*name).to_owned(), expression(text))).collect();
        let formula = formula(&metric);
        let mut values = 0;
        for (p, n) in (0..=SIZE).flat_map(|p| (0..=SIZE).map(move |n| (p, n))).skip(1) {
            for (tp, tn) in (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn))) {
                let counts = [tn, n - tn, p - tp, tp];
                let mut symbols = Symbols::new(&definitions);
                for (name, count) in ["TN", "FP", "FN", "TP"].into_iter().zip(counts) {
                    symbols.set(name, ClosedForm::from(Rational::from(count)));
                }
                values += usize::from(compare(&metric, &formula, &symbols, counts));
            }
        }
        // The fewest have the logarithms to the base (p - 1)(n - 1), which must be above 1.
        assert!(values >= 99, "{metric} has {values} values only");
    }
}

/// Formulas of one's own against the evaluation of the same text with roots and logarithms.
#[test]
fn own_formulas_have_the_values_of_their_text() {
    let texts = [
        "tp/(tp+fp+fn)",
        "2 tp/(2 tp + fp + fn)",
        "-tp^2 + 3*(tn - fp)/n - 0.5",
        "(tp tn - fp fn)/(p n)",
        "tp^-1 * fn - -tp",
        "1 - tp/2 p",
        "((tp))^0/(tn - tp)",
        "tp/fp/fn",
    ];
    let definitions = BTreeMap::new();
    for text in texts {
        let own: Formula = text.parse().expect("a formula");
        let expression: Expression = text.parse().expect("a formula");
        for matrix in small_matrices() {
            let mut symbols = Symbols::new(&definitions);
            for (name, value) in [
                ("tn", matrix.tn().clone()),
                ("fp", matrix.fp().clone()),
                ("fn", matrix.fn_().clone()),
                ("tp", matrix.tp().clone()),
                ("n", matrix.negatives()),
                ("p", matrix.positives()),
            ] {
                symbols.set(name, ClosedForm::from(value));
            }
            let expected = expression.value(&symbols).ok().and_then(|value| value.as_rational());
            assert_eq!(own.value(&matrix).as_rational().cloned(), expected, "{text} {matrix:?}");
        }
    }
}

/// Rates by name, and the reason where one of them is undefined.
#[test]
fn own_formulas_know_rates_by_name() {
    let mean: Formula = "(TPR + tnr)/2".parse().expect("a formula");
    for matrix in small_matrices() {
        let expected = Metric::BalancedAccuracy.value(&matrix);
        assert_eq!(mean.value(&matrix).as_rational(), expected.as_rational());
        assert_eq!(
            mean.value(&matrix).undefined().is_some(),
            expected.undefined().is_some(),
            "{matrix:?}"
        );
    }
}

#[test]
fn bad_formulas_are_refused_at_their_place() {
    let error = |text: &str| text.parse::<Formula>().expect_err(text).to_string();
    for (text, message) in [
        ("tp/(tp+fp", "the formula \"tp/(tp+fp\" cannot be read at its end"),
        ("tp + ", "the formula \"tp + \" cannot be read at its end"),
        ("", "the formula \"\" cannot be read at its end"),
        ("tp + * fp", "the formula \"tp + * fp\" cannot be read at character 6, \"* fp\""),
        ("tp % fp", "the formula \"tp % fp\" cannot be read at character 4, \"% fp\""),
        ("tp)", "the formula \"tp)\" cannot be read at character 3, \")\""),
        (
            "sqrt(tp)",
            "a function is not rational: formulas have + - * / ^ between counts and rates",
        ),
        ("mcc + 1", "mcc is not rational: formulas have + - * / ^ between counts and rates"),
        ("tp^fp", "exponents of a formula are whole numbers from -9 to 9"),
        ("tp^(1/2)", "exponents of a formula are whole numbers from -9 to 9"),
        ("tp^99", "exponents of a formula are whole numbers from -9 to 9"),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    assert!(
        error("tq + 1").starts_with("nothing in a formula is called \"tq\", choose one of tn, fp")
    );
    // Neither depth nor backtracking takes long.
    for open in ["(", "sqrt(", "tp(", "-", "2^"] {
        let deep = open.repeat(190 / open.len());
        assert!(deep.parse::<Formula>().is_err(), "{open}");
        let _ = format!("{deep}1{}", ")".repeat(5)).parse::<Formula>();
    }
    assert_eq!(error(&"1".repeat(201)), "a formula has at most 200 characters");
}
