//! Finds the confusion matrices that have all printed scores.
//!
//! For P positives and N negatives most scores are a quotient of two linear forms of the counts
//! with a denominator that is nowhere negative. `low <= x/y <= high` is then `x - low y >= 0`,
//! `high y - x >= 0` and `y > 0`: for each TP these leave an interval of TN, whose ends are
//! quotients of integers.
//!
//! Most others rise or fall with TN while TP stays (`metric/fraction.rs` has the proof). A score is
//! defined or not depending only on which counts are 0, so for all TN from 1 to N - 1 alike. Of
//! these TN an interval is left, whose ends are found by bisection; TN = 0 and TN = N are checked
//! on their own. For other scores each remaining matrix is checked.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use num_traits::ToPrimitive;

use super::interval::Interval;
use super::quotient::{Quotient, quotient};
use super::sizes::{MOST_WORK, Size};
use crate::claim::stop::Stop;
use crate::metric::fraction::{MOST, Sense, Whole, WholeFraction, whole};
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use exactile::num::{LogSum, Rational, common_denominator};

/// A printed score that a matrix has to have.
pub(super) struct Condition<'c> {
    pub(super) metric: &'c Metric,
    pub(super) interval: Interval,
}

/// Calls `visit` with each line of matrices that meet all conditions: the size, TP, and the first
/// and last TN, ordered by P, N, TP and TN.
pub(super) fn meeting(
    sizes: &[Size],
    conditions: &[&Condition<'_>],
    mut visit: impl FnMut(Size, u64, [u64; 2]) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut work = 0_u64;
    let mut tick = |steps: u64| {
        work = work.saturating_add(steps);
        match work > MOST_WORK {
            true => Err(Stop::Unknown(
                "rows that so many matrices may explain are not checked here".to_owned(),
            )),
            false => Ok(()),
        }
    };
    for &size in sizes {
        let (mut lines, mut others) = (Vec::new(), Vec::new());
        for condition in conditions {
            match quotient(condition.metric.name(), size)
                .and_then(|of| linear(&of, condition, size))
            {
                Some(found) => lines.extend(found),
                None => others.push(Direct::new(condition, size)),
            }
        }
        let (mut monotone, others): (Vec<Direct<'_>>, Vec<Direct<'_>>) =
            others.into_iter().partition(|other| other.sense != Sense::Unknown);
        tick(size.positives.saturating_add(1).saturating_mul(1 + monotone.len() as u64))?;
        for tp in 0..=size.positives {
            let Some(between) = between(&lines, size, tp) else { continue };
            if monotone.is_empty() && others.is_empty() {
                if visit(size, tp, between).is_break() {
                    return Ok(());
                }
                continue;
            }
            for part in parts(between, size) {
                let Some([low, high]) = narrowed(&mut monotone, part, size, tp) else { continue };
                if others.is_empty() {
                    if visit(size, tp, [low, high]).is_break() {
                        return Ok(());
                    }
                    continue;
                }
                tick((high - low + 1).saturating_mul(4 * others.len() as u64))?;
                for tn in low..=high {
                    if others.iter().all(|other| other.holds(size.counts([tp, tn])))
                        && visit(size, tp, [tn, tn]).is_break()
                    {
                        return Ok(());
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns the parts TN = 0, 1 to N - 1, and N, restricted to an interval.
fn parts([low, high]: [u64; 2], size: Size) -> impl Iterator<Item = [u64; 2]> {
    let last = size.negatives;
    let inside = [low.max(1), high.min(last.saturating_sub(1))];
    let ends = [low == 0, high == last && last > 0];
    [
        ends[0].then_some([0, 0]),
        (inside[0] <= inside[1]).then_some(inside),
        ends[1].then_some([last, last]),
    ]
    .into_iter()
    .flatten()
}

/// Returns the first and last TN of a part that meet all of these conditions.
fn narrowed(
    conditions: &mut [Direct<'_>],
    [mut low, mut high]: [u64; 2],
    size: Size,
    tp: u64,
) -> Option<[u64; 2]> {
    for condition in conditions {
        if low == high {
            if !condition.holds(size.counts([tp, low])) {
                return None;
            }
            continue;
        }
        condition.orders(size.counts([tp, low]))?;
        // Beyond the lower end, and beyond the upper one, where the score rises.
        let mut hints = condition.hints;
        let side = |tn: u64| {
            let side = condition.side(size.counts([tp, tn]));
            if condition.sense == Sense::Falls { side.reverse() } else { side }
        };
        let after = high + 1;
        hints[0] = first([low, after], hints[0], |tn| side(tn).is_ge());
        hints[1] = first([hints[0], after], hints[1], |tn| side(tn).is_gt());
        condition.hints = hints;
        (low, high) = (hints[0], hints[1].checked_sub(1)?);
        if low > high {
            return None;
        }
    }
    Some([low, high])
}

/// Returns the first number of an interval that `is_far`, or the last number of it. If a number is
/// far, so are all later ones. The search starts near `hint`, with steps that double.
fn first([from, to]: [u64; 2], hint: u64, is_far: impl Fn(u64) -> bool) -> u64 {
    // What is sought is between the two.
    let (mut low, mut high) = (from, to);
    let mut step = 1;
    let mut at = hint.clamp(from, to);
    if at == to || is_far(at) {
        high = at;
        while high > low {
            at = high.saturating_sub(step).max(low);
            if !is_far(at) {
                low = at + 1;
                break;
            }
            (high, step) = (at, step * 2);
        }
    } else {
        low = at + 1;
        while low < high {
            at = low.saturating_add(step - 1).min(high - 1);
            if is_far(at) {
                high = at;
                break;
            }
            (low, step) = (at + 1, step * 2);
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_far(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Coefficients of tn, fp, fn and tp: their sum with the counts has to be at least 0, or positive.
struct Line {
    coefficients: [i128; 4],
    is_strict: bool,
}

/// The largest size, coefficient or end of an interval for which products of three of them are
/// machine words.
const MOST_SAMPLES: u64 = 1 << 24;
const MOST_COEFFICIENT: i128 = 1 << 52;
const MOST_END: i128 = 1 << 46;

fn linear(quotient: &Quotient, condition: &Condition<'_>, size: Size) -> Option<[Line; 3]> {
    if size.positives.max(size.negatives) > MOST_SAMPLES {
        return None;
    }
    let scale = Rational::from(common_denominator(quotient.over.iter().chain(&quotient.under)));
    let whole = |form: &[Rational; 4]| -> Option<[i128; 4]> {
        let mut scaled = [0; 4];
        for (scaled, k) in scaled.iter_mut().zip(form) {
            *scaled = (k * &scale).numerator().to_i128()?;
            (scaled.abs() <= MOST_COEFFICIENT).then_some(())?;
        }
        Some(scaled)
    };
    let (over, under) = (whole(&quotient.over)?, whole(&quotient.under)?);
    let end = |(value, is_closed): &(Rational, bool), sign: i128| {
        let (n, d) = (value.numerator().to_i128()?, value.denominator().to_i128()?);
        (n.abs() <= MOST_END && d <= MOST_END).then_some(())?;
        let coefficients = std::array::from_fn(|k| sign * (over[k] * d - under[k] * n));
        Some(Line { coefficients, is_strict: !is_closed })
    };
    let defined = Line { coefficients: under, is_strict: true };
    Some([end(&condition.interval.low, 1)?, end(&condition.interval.high, -1)?, defined])
}

/// Returns the first and last TN that are allowed by all lines.
fn between(lines: &[Line], size: Size, tp: u64) -> Option<[u64; 2]> {
    let (mut first, mut last) = (0, i128::from(size.negatives));
    for Line { coefficients: [tn, fp, fn_, of_tp], is_strict } in lines {
        let rest = fp * i128::from(size.negatives)
            + fn_ * i128::from(size.positives - tp)
            + of_tp * i128::from(tp)
            - i128::from(*is_strict);
        // rest + slope TN >= 0
        let slope = tn - fp;
        match slope.signum() {
            0 if rest < 0 => return None,
            0 => {}
            1 => first = first.max(-rest.div_euclid(slope)),
            _ => last = last.min(rest.div_euclid(-slope)),
        }
    }
    let ends = [u64::try_from(first).ok()?, u64::try_from(last).ok()?];
    (first <= last).then_some(ends)
}

/// A condition that is checked for single matrices.
struct Direct<'c> {
    condition: &'c Condition<'c>,
    ends: [End; 2],
    whole: Option<Whole>,
    sense: Sense,
    /// For the previous TP, the beginning of the interval of TN, and the number after it.
    hints: [u64; 2],
}

/// An end of an interval of values.
struct End {
    key: EndKey,
    /// The key, if it fits in machine words.
    whole: Option<WholeFraction>,
}

enum EndKey {
    Key(Key),
    /// A logarithm, whose key is not rational.
    Logarithm(Rational),
}

impl End {
    fn new(metric: &Metric, value: &Rational) -> Self {
        let key = match metric.kind {
            Kind::Exact => Key::Finite(value.clone()),
            Kind::Root => Key::Finite(value * value.abs()),
            Kind::Logarithm => {
                return Self { key: EndKey::Logarithm(value.clone()), whole: None };
            }
            // 1/(1 + sqrt(1/key - 1)) for keys from 0 to 1: so e is that of e^2/(e^2 + (1-e)^2),
            // and what is not between 0 and 1 is beyond all.
            Kind::Threshold => {
                let (square, rest) = (value * value, value.complement());
                let inside = (&square / &(&square + &rest * &rest)).into();
                match value.clone() {
                    value if value.is_negative() => Key::Finite(value),
                    value if value > Rational::ONE => Key::Finite(value),
                    _ => inside,
                }
            }
        };
        Self { whole: WholeFraction::of(&key), key: EndKey::Key(key) }
    }

    /// Compares a key with the end.
    fn order(&self, key: &Key) -> Ordering {
        match (&self.key, key) {
            (EndKey::Key(end), key) => key.cmp(end),
            (EndKey::Logarithm(_), Key::Infinity) => Ordering::Greater,
            (EndKey::Logarithm(_), Key::Finite(key)) if key.is_zero() => Ordering::Less,
            (EndKey::Logarithm(end), Key::Finite(key)) => {
                (LogSum::ln(key) - LogSum::from(end.clone())).sign()
            }
        }
    }
}

impl<'c> Direct<'c> {
    fn new(condition: &'c Condition<'c>, size: Size) -> Self {
        let Interval { low, high, .. } = &condition.interval;
        let is_short = size.positives.max(size.negatives) <= MOST;
        let whole = whole(condition.metric.name());
        Self {
            condition,
            ends: [low, high].map(|(end, _)| End::new(condition.metric, end)),
            sense: whole.map_or(Sense::Unknown, |whole| whole.sense),
            whole: whole.filter(|_| is_short),
            hints: [0, 0],
        }
    }

    /// Compares the score of a matrix with both ends; `None` if the score is undefined.
    fn orders(&self, counts: [u64; 4]) -> Option<[Ordering; 2]> {
        let ends = self.ends.each_ref();
        let found = self.whole.map(|whole| whole.at(&counts.map(i128::from)));
        if found.is_some_and(|found| !found.is_defined()) {
            return None;
        }
        if let (Some(found), [Some(low), Some(high)]) = (found, ends.map(|end| end.whole)) {
            return Some([found.order(&low), found.order(&high)]);
        }
        let key = match found {
            Some(found) => found.key()?,
            None => self.condition.metric.key(&Cells::of(counts))?,
        };
        Some(ends.map(|end| end.order(&key)))
    }

    /// Compares a score with the interval: less if it is below or undefined, equal if it is within,
    /// and greater if it is above.
    fn side(&self, counts: [u64; 4]) -> Ordering {
        let Some([low, high]) = self.orders(counts) else { return Ordering::Less };
        let Interval { low: (_, has_low), high: (_, has_high), .. } = self.condition.interval;
        if low.is_lt() || low.is_eq() && !has_low {
            Ordering::Less
        } else if high.is_gt() || high.is_eq() && !has_high {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    fn holds(&self, counts: [u64; 4]) -> bool {
        self.orders(counts).is_some() && self.side(counts).is_eq()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::printed::PrintedRounding;

    const NAMES: [&str; 41] = [
        "accuracy",
        "error-rate",
        "tpr",
        "tnr",
        "fpr",
        "fnr",
        "ppv",
        "npv",
        "fdr",
        "for",
        "ba",
        "informedness",
        "f1",
        "f-beta(2)",
        "ts",
        "jaccard-negative",
        "kappa",
        "r(1/3,1/5)",
        "mcc",
        "gm",
        "fm",
        "markedness",
        "determinant",
        "scott-pi",
        "acp",
        "p4",
        "plr",
        "nlr",
        "dor",
        "log-plr",
        "log-nlr",
        "log-dor",
        "pt",
        "ppv-bal",
        "npv-bal",
        "f1-bal",
        "ts-bal",
        "mcc-bal",
        "markedness-bal",
        "fm-bal",
        "bennett-s",
    ];

    /// Returns the value of a matrix in doubles.
    fn about(metric: &Metric, counts: [u64; 4]) -> Option<f64> {
        let key = match metric.key(&Cells::of(counts))? {
            Key::Infinity => return Some(f64::INFINITY),
            Key::Finite(key) => key.to_f64(),
        };
        Some(match metric.kind {
            Kind::Exact => key,
            Kind::Root => key.signum() * key.abs().sqrt(),
            Kind::Logarithm => key.ln(),
            Kind::Threshold if key == 0.0 => 0.0,
            Kind::Threshold => 1.0 / (1.0 + (1.0 / key - 1.0).sqrt()),
        })
    }

    /// On all small tests, the matrices that are found are those whose value is within the
    /// interval, as far as doubles decide that.
    #[test]
    fn what_is_left_are_the_matrices_that_have_the_score() {
        for name in NAMES {
            let metric = Metric::named(name).expect(name);
            for text in ["0.5", "0.33", "0", "1", "-0.2", "2/3", "66.7 %", "0.2", "1.4", "-1"] {
                for rounding in
                    [PrintedRounding::Nearest, PrintedRounding::Truncated, PrintedRounding::Unit]
                {
                    let interval = Interval::new(text, rounding, false).expect(text);
                    let [low, high] = [&interval.low.0, &interval.high.0].map(Rational::to_f64);
                    let condition = Condition { metric: &metric, interval };
                    for (positives, negatives) in [(4, 5), (0, 3), (3, 0), (1, 1), (6, 2), (3, 9)] {
                        let size = Size { positives, negatives };
                        let mut found = Vec::new();
                        let visit = |_: Size, tp: u64, [low, high]: [u64; 2]| {
                            found.extend((low..=high).map(|tn| [tp, tn]));
                            ControlFlow::Continue(())
                        };
                        assert!(meeting(&[size], &[&condition], visit).is_ok());
                        assert!(found.is_sorted() && found.windows(2).all(|two| two[0] != two[1]));
                        // By exact keys, and by doubles where these are far from both ends.
                        let direct = Direct { whole: None, ..Direct::new(&condition, size) };
                        for point in
                            (0..=positives).flat_map(|tp| (0..=negatives).map(move |tn| [tp, tn]))
                        {
                            let counts = size.counts(point);
                            let is_found = found.contains(&point);
                            let what = format!("{name} {text} {rounding:?} {size:?} {point:?}");
                            assert_eq!(is_found, direct.holds(counts), "{what}");
                            let Some(about) = about(&metric, counts) else {
                                assert!(!is_found, "{what}");
                                continue;
                            };
                            if [low, high].iter().all(|end| (about - end).abs() > 1e-9) {
                                assert_eq!(is_found, low < about && about < high, "{what}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_place_is_found_from_any_hint() {
        for to in 0..20 {
            for (wanted, hint) in (0..=to).flat_map(|wanted| (0..25).map(move |h| (wanted, h))) {
                for from in 0..=wanted {
                    assert_eq!(first([from, to], hint, |k| k >= wanted), wanted);
                }
            }
        }
    }
}
