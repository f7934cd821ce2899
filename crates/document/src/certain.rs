//! Numbers that are known within limits, with the digits that the limits determine.
//!
//! Limits in a sentence are easily mistaken for an interval of something else. So a sentence has
//! one number, which is off by at most one unit of its last digit, and a table adds the possible
//! error. The limits themselves are in JSON and CSV.

use exactile::num::{Enclosure, Rational, Value};

/// The most decimals of a percentage, unless it is close to 0 or to 100.
const DECIMALS: u32 = 2;
/// The most decimals of a percentage close to 0 or to 100.
const MOST: u32 = 6;
/// The decimals of the ends of an enclosure in data, and the binary places for computing them.
const DIGITS: u32 = 12;
const BITS: u32 = 80;

/// Returns a probability between two limits as a percentage. Only 0 and 1 read as 0 % and 100 %.
///
/// ```
/// use exactile_document::percentage;
/// let shown = |lower: &str, upper: &str| {
///     percentage(&lower.parse().expect("a number"), &upper.parse().expect("a number"))
/// };
/// assert_eq!(shown("0.5321", "0.5325"), "53.2 %");
/// assert_eq!(shown("0.42", "0.46"), "about 40 %");
/// assert_eq!(shown("0.998", "1"), "above 99.8 %");
/// assert_eq!((shown("1/2", "1/2"), shown("1/3", "1/3")),
///     ("50 %".to_owned(), "33.33 %".to_owned()));
/// ```
pub fn percentage(lower: &Rational, upper: &Rational) -> String {
    let hundred = Rational::from(100);
    let (low, high) = (lower * &hundred, upper * &hundred);
    if lower == upper {
        return exact(&low);
    }
    if low.is_zero() {
        return format!("below {} %", up(&high));
    }
    if high == hundred {
        return format!("above {} %", down(&low));
    }
    // More digits where most of them are nines or zeros.
    let rest = if &low + &high > hundred { &hundred - &low } else { high.clone() };
    let mut decimals = DECIMALS;
    while decimals < MOST && rest < Rational::new(10, 10_i64.pow(decimals)) {
        decimals += 1;
    }
    let is_between = |text: &String| {
        text.parse::<Rational>().is_ok_and(|value| value.is_positive() && value < hundred)
    };
    if let Some(text) = certain(&low, &high, decimals).filter(is_between) {
        return format!("{text} %");
    }
    let middle = (&low + &high) / Rational::from(2);
    if high > Rational::from(99) && low > Rational::from(90) {
        return format!("above {} %", down(&low));
    }
    if low < Rational::ONE && high < Rational::from(10) {
        return format!("below {} %", up(&high));
    }
    let tens = (&middle / Rational::from(10)).to_decimal(0);
    let about = tens.parse::<Rational>().expect("digits") * Rational::from(10);
    let ten = Rational::from(10);
    if about.is_positive() && about < hundred && &about - &low <= ten && &high - &about <= ten {
        return format!("about {} %", about.to_decimal(0));
    }
    // Few draws: what they leave open is said.
    format!("{} %", within(&low, &high))
}

/// Returns a probability between two limits for a table: with two or more decimals if these are
/// certain, else with its possible error, `43.8 \u{b1} 0.4 %`.
pub(super) fn percentage_within(lower: &Rational, upper: &Rational) -> String {
    let hundred = Rational::from(100);
    let (low, high) = (lower * &hundred, upper * &hundred);
    let tenth = Rational::new(1, 10);
    let is_close = &high - &low <= tenth || &hundred - &low <= tenth || high <= tenth;
    if is_close || low.is_zero() || high == hundred {
        return percentage(lower, upper);
    }
    format!("{} %", within(&low, &high))
}

/// Returns a number between two limits, with its possible error to one digit.
pub(super) fn within(lower: &Rational, upper: &Rational) -> String {
    let (middle, width) = ((lower + upper) / Rational::from(2), upper - lower);
    let mut decimals = 0;
    while decimals < MOST && width < Rational::new(2, 10_i64.pow(decimals)) {
        decimals += 1;
    }
    let text = middle.to_decimal(decimals);
    let shown: Rational = text.parse().expect("a decimal");
    let units = (&shown - lower).max(upper - &shown) * Rational::from(10_i64.pow(decimals));
    let is_whole = units.is_integer();
    let whole = Rational::from(units.numerator() / units.denominator());
    let units = if is_whole { whole } else { whole + Rational::ONE };
    let off = units / Rational::from(10_i64.pow(decimals));
    format!("{text} \u{b1} {}", off.to_decimal(decimals))
}

/// Returns a number between two limits, with at most `most` decimals; `None` if not even a whole
/// number is certain.
pub(super) fn certain(lower: &Rational, upper: &Rational, most: u32) -> Option<String> {
    let middle = (lower + upper) / Rational::from(2);
    (0..=most).rev().find_map(|decimals| {
        let text = middle.to_decimal(decimals);
        let value: Rational = text.parse().expect("a decimal");
        let unit = Rational::new(1, 10_i64.pow(decimals));
        (&value - lower <= unit && upper - &value <= unit).then_some(text)
    })
}

/// Returns a number between two limits with at most `most` decimals: the certain ones, or with its
/// possible error.
pub(super) fn known([lower, upper]: &[Rational; 2], most: u32) -> String {
    certain(lower, upper, most).unwrap_or_else(|| within(lower, upper))
}

/// Returns decimals that enclose a number; an exact number is given twice.
pub(super) fn lower_and_upper(value: &Value) -> [String; 2] {
    match (value, value.ends()) {
        (Value::Enclosed(limits), _) => limits.decimals(),
        (_, Some([lower, upper])) if lower != upper => {
            Enclosure::between(&lower, &upper, BITS).to_decimals(DIGITS).decimals()
        }
        (other, _) => [other.to_string(), other.to_string()],
    }
}

/// Returns an exact percentage, rounded to the usual decimals but never to 0 or 100.
fn exact(value: &Rational) -> String {
    let (is_all, is_none) = (*value == Rational::from(100), value.is_zero());
    let text = (0..=DECIMALS)
        .map(|decimals| value.to_decimal(decimals))
        .find(|text| text.parse::<Rational>().is_ok_and(|shown| shown == *value))
        .unwrap_or_else(|| value.to_decimal(DECIMALS));
    match text.as_str() {
        "100.00" if !is_all => "above 99.99 %".to_owned(),
        "0.00" if !is_none => "below 0.01 %".to_owned(),
        text => format!("{text} %"),
    }
}

/// Returns a percentage rounded down, with one decimal more than it has nines.
fn down(low: &Rational) -> String {
    let rest = Rational::from(100) - low;
    let mut decimals = 1;
    while decimals < MOST && rest < Rational::new(1, 10_i64.pow(decimals)) {
        decimals += 1;
    }
    let unit = Rational::from(10_i64.pow(decimals));
    let scaled = low * &unit;
    let whole = Rational::from(scaled.numerator() / scaled.denominator());
    (whole / unit).to_decimal(decimals)
}

/// As [`down`], rounded up.
fn up(high: &Rational) -> String {
    let hundred = Rational::from(100);
    let complement: Rational = down(&(&hundred - high)).parse().expect("a decimal");
    (hundred - complement).to_shortest()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lower: &str, upper: &str) -> String {
        percentage(&lower.parse().expect("a number"), &upper.parse().expect("a number"))
    }

    #[test]
    fn digits_are_those_that_the_limits_leave() {
        for (lower, upper, text) in [
            ("0.950857", "0.950861", "95.09 %"),
            ("0.5", "0.5004", "50.0 %"),
            ("0.4801", "0.5199", "about 50 %"),
            ("0.335", "0.345", "34 %"),
            ("0.99997", "0.99999", "99.998 %"),
            ("0.9999", "1", "above 99.99 %"),
            ("0.999999999999", "1", "above 99.999999 %"),
            ("0", "0.00005", "below 0.005 %"),
            ("0", "0.02", "below 2 %"),
            ("0.97", "1", "above 97.0 %"),
            ("0.05", "0.3", "18 \u{b1} 13 %"),
            ("0.3", "0.6", "45 \u{b1} 15 %"),
        ] {
            assert_eq!(shown(lower, upper), text, "{lower} {upper}");
        }
    }

    #[test]
    fn tables_say_what_a_number_may_be_off_by() {
        for (lower, upper, text) in [
            ("0.422", "0.454", "44 \u{b1} 2 %"),
            ("0.4345", "0.4415", "43.8 \u{b1} 0.4 %"),
            ("0.002", "0.007", "0.4 \u{b1} 0.3 %"),
            ("0.950857", "0.950861", "95.09 %"),
            ("0.9999", "0.99999", "99.99 %"),
            ("0", "0.0006", "below 0.06 %"),
            ("0.998", "1", "above 99.8 %"),
            ("1/3", "1/3", "33.33 %"),
        ] {
            let [lower, upper] = [lower, upper].map(|end| end.parse().expect("a number"));
            assert_eq!(percentage_within(&lower, &upper), text);
        }
        let [lower, upper] = [Rational::new(211, 100), Rational::new(217, 100)];
        assert_eq!(within(&lower, &upper), "2.14 \u{b1} 0.03");
    }

    #[test]
    fn only_certainty_reads_as_certain() {
        assert_eq!(shown("1", "1"), "100 %");
        assert_eq!(shown("0", "0"), "0 %");
        assert_eq!(shown("0.99999999", "0.99999999"), "above 99.99 %");
        assert_eq!(shown("1e-20", "1e-20"), "below 0.01 %");
    }

    /// The limits are within one unit of the last digit, for all hundredths of a percent.
    #[test]
    fn one_unit_holds_the_limits() {
        for low in (0..10_000).step_by(37) {
            for width in [1, 3, 12, 55, 140, 420, 900] {
                let high = (low + width).min(10_000);
                let [lower, upper] = [low, high].map(|end| Rational::new(end, 10_000));
                let text = percentage(&lower, &upper);
                let number = text.trim_end_matches(" %");
                if let Some((middle, off)) = number.split_once(" \u{b1} ") {
                    let [middle, off] =
                        [middle, off].map(|part| part.parse::<Rational>().expect("digits"));
                    let of = |end: &Rational| end * &Rational::from(100);
                    assert!(&middle - &off <= of(&lower) && of(&upper) <= middle + off, "{text}");
                    continue;
                }
                let Some(value) = number.trim_start_matches("about ").parse::<Rational>().ok()
                else {
                    let (word, bound) = number.split_once(' ').expect("above or below");
                    let bound = bound.parse::<Rational>().expect("a number") / Rational::from(100);
                    let holds = if word == "above" { bound <= lower } else { upper <= bound };
                    assert!(holds, "{low} {high}: {text}");
                    continue;
                };
                let decimals = number.split_once('.').map_or(0, |(_, places)| places.len());
                let unit = match number.starts_with("about ") {
                    true => Rational::from(10),
                    false => Rational::new(1, 10_i64.pow(u32::try_from(decimals).expect("few"))),
                };
                let [low, high] = [lower, upper].map(|end| end * Rational::from(100));
                assert!((&value - low) <= unit && (high - value) <= unit, "{text}");
            }
        }
    }

    #[test]
    fn ends_in_data_enclose() {
        let third = Value::Exact(Rational::new(1, 3));
        assert_eq!(lower_and_upper(&third), ["1/3".to_owned(), "1/3".to_owned()]);
        let next = exactile::lattice::Predictive::new(
            exactile::lattice::Observation { tn: 1, fp: 1, fn_: 1, tp: 2 },
            &exactile::lattice::Model::Binomial,
            exactile::lattice::Lattice::new(1, 1).expect("samples"),
        );
        let next = next.expect("observed");
        let pairs = [("a".into(), next.clone()), ("b".into(), next)];
        let metric = exactile::Metric::Tpr;
        let ranks = exactile::contest::RankDistributions::new(&pairs, &metric).expect("counts");
        // 2/9, between two decimals.
        let found = lower_and_upper(&ranks.pairs[0].greater);
        assert_eq!(found, ["0.222222222222".to_owned(), "0.222222222223".to_owned()]);
    }
}
