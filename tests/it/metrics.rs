//! The order of metrics by their surrogates against an evaluation to 60 digits, written from the
//! definitions alone.

use std::str::FromStr;

use dashu_float::DBig;
use exactile::score::Surrogate;
use exactile::{ConfusionMatrix, Metric, Rational, Value};

const DIGITS: usize = 60;

fn big(count: u64) -> DBig {
    DBig::from_str(&count.to_string()).expect("digits").with_precision(DIGITS).value()
}

/// x/y, or `None` for 0/0. Division by zero alone is left to the caller.
fn ratio(x: &DBig, y: &DBig) -> Option<DBig> {
    (*y != DBig::ZERO).then(|| x / y)
}

fn root(x: &DBig) -> DBig {
    if *x == DBig::ZERO { DBig::ZERO } else { x.sqrt() }
}

/// The definitions, in rates and predictive values where the catalogue has them; `None` where
/// undefined or infinite.
fn evaluate(name: &str, [tn, fp, fn_, tp]: [u64; 4]) -> Option<DBig> {
    let one = big(1);
    let [tn, fp, fn_, tp] = [tn, fp, fn_, tp].map(big);
    let tpr = ratio(&tp, &(&tp + &fn_));
    let tnr = ratio(&tn, &(&tn + &fp));
    let ppv = ratio(&tp, &(&tp + &fp));
    let npv = ratio(&tn, &(&tn + &fn_));
    Some(match name {
        "mcc" => {
            let margins = (&tp + &fp) * (&tp + &fn_) * (&tn + &fp) * (&tn + &fn_);
            ratio(&(&tp * &tn - &fp * &fn_), &root(&margins))?
        }
        "markedness" => ppv? + npv? - one,
        "ba" => (tpr? + tnr?) / big(2),
        "gm" => root(&(tpr? * tnr?)),
        "fm" => root(&(ppv? * tpr?)),
        "pt" => {
            let (high, low) = (root(&tpr?), root(&(&one - tnr?)));
            ratio(&low, &(high + &low))?
        }
        "mcc-bal" => {
            let (x, y) = (tpr?, tnr?);
            let difference = &x - &y;
            ratio(&(&x + &y - &one), &root(&(&one - &difference * &difference)))?
        }
        "fm-bal" => {
            let (x, y) = (tpr?, tnr?);
            ratio(&x, &root(&(&one + &x - &y)))?
        }
        "markedness-bal" => {
            let (x, y) = (tpr?, tnr?);
            ratio(&x, &(&one + &x - &y))? + ratio(&y, &(&one + &y - &x))? - one
        }
        "kappa" => {
            let total = &tp + &fp + &fn_ + &tn;
            let observed = (&tp + &tn) / &total;
            let expected =
                ((&tp + &fp) * (&tp + &fn_) + (&tn + &fn_) * (&tn + &fp)) / (&total * &total);
            ratio(&(observed - &expected), &(one - expected))?
        }
        "f1" => {
            let denominator = big(2) * &tp + &fp + &fn_;
            ratio(&(big(2) * tp), &denominator)?
        }
        "log-dor" => {
            let odds = ratio(&(tp * tn), &(fp * fn_))?;
            if odds == DBig::ZERO {
                return None;
            }
            odds.ln()
        }
        "log-plr" => {
            let odds = ratio(&tpr?, &(one - tnr?))?;
            if odds == DBig::ZERO {
                return None;
            }
            odds.ln()
        }
        _ => panic!("no definition for {name}"),
    })
}

#[test]
fn order_by_surrogate_is_order_by_sixty_digits_on_all_matrices_of_total_up_to_twelve() {
    let mut matrices = Vec::new();
    for total in 1..=12_u64 {
        for tn in 0..=total {
            for fp in 0..=total - tn {
                for fn_ in 0..=total - tn - fp {
                    matrices.push([tn, fp, fn_, total - tn - fp - fn_]);
                }
            }
        }
    }
    let near = DBig::from_str("1e-50").expect("a number");
    let apart = DBig::from_str("1e-20").expect("a number");
    for name in [
        "mcc",
        "markedness",
        "ba",
        "gm",
        "fm",
        "pt",
        "mcc-bal",
        "fm-bal",
        "markedness-bal",
        "kappa",
        "f1",
        "log-dor",
        "log-plr",
    ] {
        let metric: Metric = name.parse().expect(name);
        let mut values: Vec<(Rational, DBig)> = Vec::new();
        for counts in &matrices {
            let [tn, fp, fn_, tp] = *counts;
            let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
            let evaluated = evaluate(name, *counts);
            match (metric.surrogate(&matrix), metric.value(&matrix)) {
                (Some(Surrogate::Finite(s)), value) if value != Value::NegativeInfinity => {
                    let evaluated = evaluated.unwrap_or_else(|| panic!("{name} of {counts:?}"));
                    check_enclosure(&value, &evaluated);
                    values.push((s, evaluated));
                }
                (_, Value::Undefined(_) | Value::Infinity | Value::NegativeInfinity) => {
                    assert_eq!(evaluated, None, "{name} of {counts:?}");
                }
                (surrogate, value) => panic!("{name} of {counts:?}: {surrogate:?}, {value}"),
            }
        }
        values.sort_by(|a, b| a.0.cmp(&b.0));
        for pair in values.windows(2) {
            let difference = &pair[1].1 - &pair[0].1;
            if pair[0].0 == pair[1].0 {
                assert!(difference < near && -difference < near, "{name}: {:?}", pair[0].0);
            } else {
                assert!(difference > apart, "{name}: {:?} and {:?}", pair[0].0, pair[1].0);
            }
        }
    }
}

/// The exact value, or its enclosure, holds what was evaluated.
fn check_enclosure(value: &Value, evaluated: &DBig) {
    let decimal = |text: &str| DBig::from_str(text).expect("a decimal");
    let (lower, upper) = match value {
        Value::Exact(value) => {
            let text = value.to_decimal(40);
            (decimal(&text) - decimal("1e-40"), decimal(&text) + decimal("1e-40"))
        }
        Value::Enclosed(value) => value.decimals().map(|end| decimal(&end)).into(),
        other => panic!("{other} is no number"),
    };
    assert!(lower <= *evaluated && *evaluated <= upper, "{value}: {evaluated}");
}
