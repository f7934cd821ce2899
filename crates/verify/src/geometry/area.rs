//! Areas: the integral of a over b once around a region, in closed form.

use super::closed_form;
use super::plane::{Bilinear, Point};
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::file::{AreaEntry, IrrationalEntry};
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational};

/// The area that edges enclose, counter-clockwise.
///
/// On `k_ab ab + k_a a + k_b b + k_1 = 0` stands a = (p b + q)/(r b + s) with p = -k_b, q = -k_1,
/// r = k_ab, s = k_a. Its integral over b is p/r times the way plus (q r - p s)/r^2 times the
/// logarithm of the ratio of r b + s at the ends; for r = 0 it is a trapezium.
pub(crate) fn enclosed(edges: &[(Bilinear, [Point; 2])]) -> LogSum {
    edges.iter().fold(LogSum::default(), |total, (edge, [from, to])| {
        let height = &to.b - &from.b;
        if height.is_zero() {
            return total;
        }
        let [r, s, minus_p, minus_q] = edge.0.clone().map(Rational::from);
        if r.is_zero() {
            return total + height * (&from.a + &to.a) / Rational::from(2);
        }
        let ratio = (&r * &to.b + &s) / (&r * &from.b + &s);
        let factor = (&minus_p * &s - &minus_q * &r) / (&r * &r);
        total + -minus_p / r * height + LogSum::ln(&ratio) * factor
    })
}

/// Digits after the decimal point of the decimals that are checked; finding more of them takes
/// minutes.
const DIGITS: std::ops::RangeInclusive<usize> = 15..=10_000;

/// Returns the reason why an area in the file is not this one, or is not written as the program
/// writes it.
///
/// A rational has one text. Of an irrational one the closed form is compared as text too, and the
/// decimals with the narrowest ones of as many digits, at least 15.
pub(crate) fn mismatch(entry: &AreaEntry, value: &LogSum) -> Option<String> {
    let is_rational = value.as_rational().is_some();
    let IrrationalEntry { lower, upper, exact } = match entry {
        AreaEntry::Rational(text) if is_rational => return wrong_form(text, value),
        AreaEntry::Rational(text) => {
            return wrong_form(text, value).or_else(|| {
                let form = "an object with lower, upper and exact";
                Some(format!("the area {value} is right, but not in the program's form: {form}"))
            });
        }
        AreaEntry::Irrational(entry) => entry,
    };
    if let Some(reason) = wrong_form(exact, value) {
        return Some(reason);
    }
    if is_rational {
        let form = "a rational is one text";
        return Some(format!("the area {value} is right, but not in the program's form: {form}"));
    }
    let enclosed = format!("[{lower}, {upper}]");
    let Some(ends) = ends(lower, upper) else {
        return Some(format!(
            "{enclosed} are not two decimals between which the area {value} lies"
        ));
    };
    let digits = lower.split_once('.').map_or(0, |(_, digits)| digits.len());
    if digits > *DIGITS.end() {
        return Some(format!(
            "the decimals of the area have {digits} digits after the point, and more than {} are \
             not checked",
            DIGITS.end()
        ));
    }
    let known = value.to_certified(u32::try_from(digits.max(*DIGITS.start())).expect("checked"));
    let known = known.decimals();
    if [lower, upper] == known.each_ref() && DIGITS.contains(&digits) {
        return None;
    }
    let right = format!("[{}]", known.join(", "));
    let is_enclosed = (value - &ends[0]).sign().is_ge() && (value - &ends[1]).sign().is_le();
    Some(if is_enclosed {
        format!("the area lies in {enclosed}, but that is not in the program's form: {right}")
    } else {
        format!("the area lies in {right}, not in {enclosed}")
    })
}

/// Reads both decimals.
fn ends(lower: &str, upper: &str) -> Option<[Rational; 2]> {
    Some([exact_text::decimal(lower)?, exact_text::decimal(upper)?])
}

/// Returns the reason why a text is not the closed form that the program writes for a value.
fn wrong_form(text: &str, value: &LogSum) -> Option<String> {
    let form = value.to_string();
    if *text == form {
        return None;
    }
    let shown = exact_text::abbreviated(text);
    Some(match closed_form::parse(text) {
        Some(other) if other == *value => {
            format!("the area {shown} is right, but not in the program's form: {form}")
        }
        Some(_) => format!("the area is {form}, not {shown}"),
        None => format!("the area in the program's form is {form}, not {shown}"),
    })
}

/// Checks that a result states this area.
pub(crate) fn judge_area(claim: &Json, value: &LogSum) -> Result<(), Wrong> {
    let Some(entry) = AreaEntry::of(claim) else {
        return Err(Wrong::new(format!(
            "an exact number, or an object with lower, upper and exact should stand here, not \
             {claim}"
        )));
    };
    mismatch(&entry, value).map_or(Ok(()), |reason| Err(Wrong::new(reason)))
}
