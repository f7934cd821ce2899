//! The text of metric values in results: a fraction, decimals around an irrational number with its
//! closed form, or the reason why there is no value.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::metrics::{Cells, Key, Kind, Metric, OUTCOMES};
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational};

impl Metric {
    /// Returns the truth about a value with this key.
    pub(crate) fn value<'t>(&self, key: &Key) -> Truth<'t> {
        let Key::Finite(key) = key else { return Truth::text("inf") };
        match self.kind {
            Kind::Exact => Truth::exact(key.clone()),
            Kind::Root => match root(&key.abs()) {
                Some(root) if key.is_negative() => Truth::exact(-root),
                Some(root) => Truth::exact(root),
                None => {
                    let sign = if key.is_negative() { "-" } else { "" };
                    let form = format!("{sign}sqrt({})", key.abs());
                    let (square, unit) = (key.numerator(), key.denominator());
                    enclosed(form, move |end, scale| {
                        end * end.abs() * &unit <= &square * scale * scale
                    })
                }
            },
            Kind::Logarithm if key.is_zero() => Truth::text("-inf"),
            Kind::Logarithm if *key == Rational::ONE => Truth::text("0"),
            Kind::Logarithm => {
                let value = LogSum::ln(key);
                enclosed(format!("ln({key})"), move |end, scale| {
                    (&value - &quotient(end, scale)).sign().is_ge()
                })
            }
            // 1/(1 + sqrt(TPR/FPR)), and 0 without false positives.
            Kind::Threshold => match key.reciprocal().map(|sum| sum - Rational::ONE) {
                None => Truth::exact(0),
                Some(square) => match root(&square) {
                    Some(root) => {
                        Truth::exact((root + Rational::ONE).reciprocal().expect("at least 1"))
                    }
                    None => enclosed(format!("1/(1 + sqrt({square}))"), move |end, scale| {
                        let end = quotient(end, scale);
                        let beyond = end.reciprocal().map(|whole| whole - Rational::ONE);
                        // A number up to 0 is below, and one above 1 is not.
                        !end.is_positive()
                            || beyond.is_some_and(|x| !x.is_negative() && &x * &x >= square)
                    }),
                },
            },
        }
    }

    /// Compares the value with this key, which may be irrational, with a number.
    pub(crate) fn compare(&self, key: &Rational, other: &Rational) -> Ordering {
        match self.kind {
            Kind::Exact => key.cmp(other),
            Kind::Root => key.cmp(&(other * other.abs())),
            Kind::Logarithm if key.is_zero() => Ordering::Less,
            Kind::Logarithm => (&LogSum::ln(key) - other).sign(),
            Kind::Threshold if key.is_zero() || !other.is_positive() => key.cmp(other),
            // 1/(1 + sqrt(1/key - 1)).
            Kind::Threshold => {
                let [square, root] = [key, other].map(|end| Rational::ONE / end - Rational::ONE);
                if root.is_negative() { Ordering::Less } else { (&root * &root).cmp(&square) }
            }
        }
    }
}

/// Returns the rational root of a number that is not negative, if it has one.
pub(crate) fn root(square: &Rational) -> Option<Rational> {
    let root = |value: BigInt| {
        let root = value.sqrt();
        (&root * &root == value).then_some(root)
    };
    Some(Rational::new(root(square.numerator())?, root(square.denominator())?))
}

fn quotient(x: &BigInt, y: &BigInt) -> Rational {
    Rational::new(x.clone(), y.clone())
}

/// Returns the truth about an irrational number with this closed form: its narrowest decimals of at
/// least 15 digits. `is_below` says which quotients are not above the number.
pub(crate) fn enclosed<'t>(
    form: String,
    is_below: impl Fn(&BigInt, &BigInt) -> bool + 't,
) -> Truth<'t> {
    Truth::judge(move |claim| {
        let part = |key| claim.get(key).and_then(Json::as_text);
        let truth = Truth::Object(vec![
            ("lower", Truth::any()),
            ("upper", Truth::any()),
            ("exact", Truth::text(&form)),
        ]);
        same(claim, &truth, &mut Proofs::new("", 0))?;
        let end = |key| digits(part(key).unwrap_or_default(), 15).map_err(|wrong| wrong.of(key));
        let ((lower, places), (upper, other)) = (end("lower")?, end("upper")?);
        if places != other || &upper - &lower != BigInt::one() {
            return Err(Wrong::new("these are not the narrowest decimals of their length"));
        }
        let scale = BigInt::from(10).pow(places);
        if !is_below(&lower, &scale) || is_below(&upper, &scale) {
            return Err(Wrong::new(format!("the decimals do not enclose {form}")));
        }
        Ok(())
    })
}

/// Returns the truth about a number without a closed form: narrow decimals of at least 15 digits.
/// `is_between` says which ones enclose it.
pub(crate) fn narrow<'t>(
    name: &'static str,
    is_between: impl Fn(&Rational, &Rational) -> bool + 't,
) -> Truth<'t> {
    Truth::judge(move |claim| {
        let ([lower, upper], places) = ends(claim)?;
        if &upper - &lower > Rational::new(2, BigInt::from(10).pow(places)) {
            return Err(Wrong::new("these are not narrow decimals"));
        }
        if !is_between(&lower, &upper) {
            return Err(Wrong::new(format!("the decimals do not enclose the {name}")));
        }
        Ok(())
    })
}

/// Reads two decimals of at least 15 digits around a number without a closed form, and the number
/// of their digits.
pub(crate) fn ends(claim: &Json) -> Result<([Rational; 2], u32), Wrong> {
    let truth = Truth::Object(vec![("lower", Truth::any()), ("upper", Truth::any())]);
    same(claim, &truth, &mut Proofs::new("", 0))?;
    let end = |key| {
        let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
        decimal(text, 15).map_err(|wrong| wrong.of(key))
    };
    let ((lower, places), (upper, other)) = (end("lower")?, end("upper")?);
    if places != other {
        return Err(Wrong::new("these are not decimals of one length"));
    }
    Ok(([lower, upper], places))
}

/// Reads a decimal with at least `least` digits after the point, and the number of these digits.
pub(crate) fn decimal(text: &str, least: usize) -> Result<(Rational, u32), Wrong> {
    let (integer, places) = digits(text, least)?;
    Ok((Rational::new(integer, BigInt::from(10).pow(places)), places))
}

/// Reads the digits of a decimal as an integer, and the number of digits after the point, which
/// must be at least `least`.
fn digits(text: &str, least: usize) -> Result<(BigInt, u32), Wrong> {
    const MOST: usize = 10_000;
    let wrong = || {
        let text = exact_text::abbreviated(text);
        Wrong::new(format!("{text} is no decimal of {least} to {MOST} digits"))
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let unsigned = whole.strip_prefix('-').unwrap_or(whole);
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_decimal = are_digits(unsigned)
        && are_digits(fraction)
        && (unsigned == "0" || !unsigned.is_empty() && !unsigned.starts_with('0'))
        && text.contains('.') != fraction.is_empty()
        && (least..=MOST).contains(&fraction.len())
        && whole.len() <= MOST;
    let integer = is_decimal.then(|| format!("{whole}{fraction}").parse::<BigInt>().ok()).flatten();
    // Zero has no sign.
    let integer = integer.filter(|integer| !integer.is_zero() || unsigned.len() == whole.len());
    let integer = integer.ok_or_else(wrong)?;
    Ok((integer, u32::try_from(fraction.len()).expect("few")))
}

/// Returns the true entry of a metric: its value, or the reason why it has none.
pub(crate) fn value_entry<'t>(
    metric: &Metric,
    key: Option<&Key>,
    cells: &Cells,
) -> Vec<(&'static str, Truth<'t>)> {
    match key {
        Some(key) => vec![("value", metric.value(key))],
        None => vec![("value", Truth::Null), ("undefined", reason(&[metric], cells))],
    }
}

/// Returns the reason why the first of these metrics that is undefined here has no value: counts
/// that are zero and leave it undefined whatever the others are, as in `TP + FP = 0`, or no outcome
/// with an importance.
pub(crate) fn reason<'t>(metrics: &[&Metric], cells: &Cells) -> Truth<'t> {
    const NOTHING_COUNTS: &str = "no outcome that counts for this score has occurred (0/0)";
    let undefined: Vec<&&Metric> =
        metrics.iter().filter(|metric| metric.key(cells).is_none()).collect();
    let is_undefined =
        |cells: &Cells| undefined.first().is_some_and(|metric| metric.key(cells).is_none());
    // By the outcomes that are zero, as the bits of a number; the others are any.
    let suffices: [bool; 16] = std::array::from_fn(|zeros| {
        let counts = [3, 5, 7, 11].into_iter().enumerate();
        let mut counts = counts.map(|(k, count)| if zeros >> k & 1 == 1 { 0 } else { count });
        is_undefined(&Cells::new(std::array::from_fn(|_| counts.next().unwrap_or(0).into())))
    });
    let nothing_counts = undefined.iter().any(|metric| metric.nothing_counts(cells));
    let cells = cells.clone();
    Truth::judge(move |claim| {
        let Some(text) = claim.as_text() else {
            return Err(Wrong::new(format!("a reason should stand here, not {claim}")));
        };
        if text == NOTHING_COUNTS && nothing_counts {
            return Ok(());
        }
        let outcome = |name: &str| OUTCOMES.iter().position(|known| known.to_uppercase() == name);
        let named: Option<Vec<usize>> =
            text.strip_suffix(" = 0").and_then(|sum| sum.split(" + ").map(outcome).collect());
        let Some(named) = named else {
            return Err(Wrong::new(format!("{claim} is no reason that is known here")));
        };
        let is_zero = |k: &usize| cells.count(OUTCOMES[*k]).is_some_and(|count| count.is_zero());
        let zeros = named.iter().fold(0, |zeros, k| zeros | 1_usize << k);
        if !named.iter().all(is_zero) {
            return Err(Wrong::new(format!("{text} is false")));
        }
        if suffices[zeros] { Ok(()) } else { Err(Wrong::new(format!("{text} is not the reason"))) }
    })
}
