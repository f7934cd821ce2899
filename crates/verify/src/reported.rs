//! Printed scores: which values a text stands for, and which confusion matrices have all of them.
//!
//! Of P positives and N negatives most scores are a quotient of two linear forms of the counts with a denominator that is
//! nowhere negative. `low <= x/y <= high` is then `x - low y >= 0`, `high y - x >= 0` and `y > 0`: for each TP these leave an
//! interval of TN, whose ends are quotients of integers. For other scores each matrix that is left is looked at.

use std::ops::{ControlFlow, RangeInclusive};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::metrics::{Cells, Key, Kind, Metric};
use super::quotient::{Quotient, quotient};
use super::schema::Stop;
use exactile::num::{Rational, common_denominator};

/// How printed numbers were rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedRounding {
    /// To the nearest, ties either way.
    #[default]
    Nearest,
    /// Towards zero.
    Truncated,
    /// Unknown: one unit of the last place either way.
    Unit,
}

/// A score as it was reported.
#[derive(Clone, Debug)]
pub struct PrintedScore {
    /// What it is called in the row.
    pub name: String,
    /// The program's name of the metric.
    pub metric: String,
    /// The number as it was printed.
    pub text: String,
}

/// A row of reported scores of one test.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How many positive samples there may have been.
    pub positives: RangeInclusive<u64>,
    /// How many negative samples there may have been.
    pub negatives: RangeInclusive<u64>,
    /// How many samples of both classes there may have been, if that is said.
    pub samples: Option<RangeInclusive<u64>>,
    /// The scores.
    pub scores: Vec<PrintedScore>,
    /// Whether they are means over several tests.
    pub is_mean: bool,
}

/// Rows of reported scores, and how they are to be read.
#[derive(Clone, Debug, Default)]
pub struct PrintedRows {
    /// The rows.
    pub rows: Vec<PrintedRow>,
    /// How the numbers were rounded.
    pub rounding: PrintedRounding,
    /// Whether all numbers are in percent.
    pub is_percent: bool,
}

/// An interval of values, each end with whether it belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: (Rational, bool),
    pub(super) high: (Rational, bool),
    /// One of the last printed place; 0 for a fraction.
    pub(super) unit: Rational,
}

impl Interval {
    /// The numbers that are printed so; `None` if it is no number.
    pub(super) fn new(text: &str, rounding: PrintedRounding, is_percent: bool) -> Option<Self> {
        let text = text.trim();
        let number = text.strip_suffix('%').map_or(text, str::trim_end);
        let scale = match is_percent || number.len() < text.len() {
            true => Rational::new(1, 100),
            false => Rational::ONE,
        };
        let printed = number.parse::<Rational>().ok()? * &scale;
        let unit = if number.contains('/') {
            Rational::ZERO
        } else {
            let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
            let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
            let power = exponent.parse::<i64>().ok()? - i64::try_from(places).ok()?;
            let ten = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).ok()?);
            let unit = if power < 0 { Rational::new(1, ten) } else { ten.into() };
            unit * scale
        };
        let far = match rounding {
            PrintedRounding::Nearest => &unit / &Rational::from(2),
            _ => unit.clone(),
        };
        let (mut low, mut high) = ((&printed - &far, true), (&printed + &far, true));
        if rounding == PrintedRounding::Truncated && !unit.is_zero() {
            low.1 = false;
            high.1 = false;
            if printed.is_positive() {
                low = (printed.clone(), true);
            }
            if printed.is_negative() {
                high = (printed, true);
            }
        }
        Some(Self { low, high, unit })
    }

    /// What is nearer to it than so many units.
    pub(super) fn nearer_than(&self, units: &Rational) -> Self {
        if self.unit.is_zero() {
            return self.clone();
        }
        let reach = &self.unit * units;
        let (low, high) = (&self.low.0 - &reach, &self.high.0 + &reach);
        Self { low: (low, false), high: (high, false), unit: self.unit.clone() }
    }

    fn holds(&self, low: &Key, high: &Key, key: &Key) -> bool {
        let above = key > low || self.low.1 && key == low;
        above && (key < high || self.high.1 && key == high)
    }
}

/// A score that a matrix has to have.
pub(super) struct Condition<'c> {
    pub(super) metric: &'c Metric,
    pub(super) interval: Interval,
}

/// Numbers of samples of the two classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) positives: u64,
    pub(super) negatives: u64,
}

impl Size {
    pub(super) fn counts(self, [tp, tn]: [u64; 2]) -> [u64; 4] {
        [tn, self.negatives - tn, self.positives - tp, tp]
    }
}

pub(super) fn cells(counts: [u64; 4]) -> Cells {
    Cells::new(counts.map(|count| BigInt::from(count).into()))
}

/// Sizes, lines of confusion matrices and single matrices that are looked at for one question.
const MOST_WORK: u64 = 5_000_000;

impl PrintedRow {
    /// The sizes, by P and N; unknown if they are too many.
    pub(super) fn sizes(&self) -> Result<Vec<Size>, Stop> {
        let too_many = || Stop::Unknown("so many sizes of tests are not checked here".to_owned());
        let (mut first, mut last) = (*self.positives.start(), *self.positives.end());
        if let Some(samples) = &self.samples {
            first = first.max(samples.start().saturating_sub(*self.negatives.end()));
            last = last.min(*samples.end());
        }
        if last.saturating_sub(first) > MOST_WORK {
            return Err(too_many());
        }
        let mut sizes = Vec::new();
        for positives in first..=last {
            let (mut least, mut most) = (*self.negatives.start(), *self.negatives.end());
            if let Some(samples) = &self.samples {
                least = least.max(samples.start().saturating_sub(positives));
                most = most.min(samples.end() - positives);
            }
            if most.saturating_sub(least) + sizes.len() as u64 > MOST_WORK {
                return Err(too_many());
            }
            sizes.extend((least..=most).map(|negatives| Size { positives, negatives }));
        }
        sizes.retain(|size| size.positives + size.negatives > 0);
        Ok(sizes)
    }
}

/// Calls `visit` with each line of matrices that meet all conditions, TP and the first and last TN, by P, N, TP and TN.
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
                None => others.push(Direct::new(condition)?),
            }
        }
        tick(size.positives.saturating_add(1))?;
        for tp in 0..=size.positives {
            let Some([low, high]) = between(&lines, size, tp) else { continue };
            if others.is_empty() {
                if visit(size, tp, [low, high]).is_break() {
                    return Ok(());
                }
                continue;
            }
            tick((high - low + 1).saturating_mul(4 * others.len() as u64))?;
            for tn in low..=high {
                let cells = cells(size.counts([tp, tn]));
                if others.iter().all(|other| other.holds(&cells))
                    && visit(size, tp, [tn, tn]).is_break()
                {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Coefficients of tn, fp, fn and tp: their sum with the counts has to be at least 0, or positive.
struct Line {
    coefficients: [i128; 4],
    is_strict: bool,
}

/// Sizes, coefficients and ends of intervals up to which products of three of them are machine words.
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

/// The first and last TN between all lines.
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

/// A condition that is looked at for each matrix.
struct Direct<'c> {
    condition: &'c Condition<'c>,
    ends: [Key; 2],
}

impl<'c> Direct<'c> {
    fn new(condition: &'c Condition<'c>) -> Result<Self, Stop> {
        let key = |value: &Rational| condition.metric.key_of_value(value);
        let (Some(low), Some(high)) =
            (key(&condition.interval.low.0), key(&condition.interval.high.0))
        else {
            let what =
                format!("printed values of {} are not checked here", condition.metric.name());
            return Err(Stop::Unknown(what));
        };
        debug_assert!(matches!(condition.metric.kind, Kind::Exact | Kind::Root));
        Ok(Self { condition, ends: [low, high] })
    }

    fn holds(&self, cells: &Cells) -> bool {
        let [low, high] = &self.ends;
        let key = self.condition.metric.key(cells);
        key.is_some_and(|key| self.condition.interval.holds(low, high, &key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all small tests the matrices between lines are those whose value is within the interval.
    #[test]
    fn lines_leave_the_matrices_that_have_the_score() {
        let names = [
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
            "markedness",
        ];
        for name in names {
            let metric = Metric::named(name).expect(name);
            for text in ["0.5", "0.33", "0", "1", "-0.2", "2/3", "66.7 %", "0.2"] {
                for rounding in
                    [PrintedRounding::Nearest, PrintedRounding::Truncated, PrintedRounding::Unit]
                {
                    let interval = Interval::new(text, rounding, false).expect(text);
                    let condition = Condition { metric: &metric, interval };
                    let direct = Direct::new(&condition).unwrap_or_else(|_| panic!("{name}"));
                    for (positives, negatives) in [(4, 5), (0, 3), (3, 0), (1, 1), (6, 2)] {
                        let size = Size { positives, negatives };
                        let mut found = Vec::new();
                        let visit = |_: Size, tp: u64, [low, high]: [u64; 2]| {
                            found.extend((low..=high).map(|tn| [tp, tn]));
                            ControlFlow::Continue(())
                        };
                        assert!(meeting(&[size], &[&condition], visit).is_ok());
                        let all =
                            (0..=positives).flat_map(|tp| (0..=negatives).map(move |tn| [tp, tn]));
                        let has_it = |point: &[u64; 2]| direct.holds(&cells(size.counts(*point)));
                        let expected: Vec<[u64; 2]> = all.filter(has_it).collect();
                        assert_eq!(found, expected, "{name} {text} {rounding:?} {size:?}");
                    }
                }
            }
        }
    }
}
