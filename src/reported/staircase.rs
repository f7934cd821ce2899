//! One score's interval in each row of a lattice.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::polynomial::{Polynomial, RowPolynomial};
use super::value::ReportedValue;
use crate::num::{LogSum, Rational, Value, doubled, normal_quantile};
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, Parts, Surrogate, ValueForm};

/// Where a metric's value lies, in the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Position {
    Below,
    Within,
    Above,
    /// The metric is undefined.
    Nowhere,
}

/// A score on the matrices with P positives and N negatives.
pub(super) struct Staircase<'s> {
    metric: &'s Metric,
    value: &'s ReportedValue,
    positives: u64,
    negatives: u64,
    ratio: Option<Ratio>,
    /// What the surrogate is compared with, where that is rational.
    ends: Option<Ends>,
    scale: Option<Rational>,
    /// Whether the metric depends on TP, and whether on TN.
    pub(super) depends: [bool; 2],
}

/// The surrogate in machine integers.
struct Ratio {
    numerator: Polynomial,
    denominator: Polynomial,
    signed_square: bool,
}

/// The surrogate's values at the ends of the interval, and as machine integers, if they fit.
struct Ends {
    exact: [Rational; 2],
    small: Option<[(i128, i128); 2]>,
}

/// A score in one row of the lattice.
pub(super) struct Row<'s> {
    of: &'s Staircase<'s>,
    tp: u64,
    ratio: Option<[RowPolynomial; 2]>,
}

impl<'s> Staircase<'s> {
    pub(super) fn new(
        metric: &'s Metric,
        value: &'s ReportedValue,
        positives: u64,
        negatives: u64,
    ) -> Self {
        let ratio = (metric.form() != ValueForm::Quantiles).then(|| {
            let Parts { numerator, denominator, signed_square } =
                metric.parts(&Polynomial::counts(positives, negatives));
            Ratio { numerator, denominator, signed_square }
        });
        let ratio =
            ratio.filter(|ratio| ratio.numerator.is_known() && ratio.denominator.is_known());
        let depends = ratio.as_ref().map_or([true; 2], |ratio| {
            let [above, below] = [&ratio.numerator, &ratio.denominator].map(Polynomial::depends);
            [above[0] || below[0], above[1] || below[1]]
        });
        let scale = metric.scale(&Rational::from(positives), &Rational::from(negatives));
        let ends = Ends::new(metric.form(), value);
        Self { metric, value, positives, negatives, ratio, ends, scale, depends }
    }

    /// The row of one number of true positives.
    pub(super) fn row(&'s self, tp: u64) -> Row<'s> {
        let ratio = self.ratio.as_ref().and_then(|ratio| {
            let x = tp.into();
            Some([ratio.numerator.at(x)?, ratio.denominator.at(x)?])
        });
        Row { of: self, tp, ratio }
    }

    fn matrix(&self, tp: u64, tn: u64) -> Option<ConfusionMatrix> {
        ConfusionMatrix::from_counts(tn, self.negatives - tn, self.positives - tp, tp).ok()
    }

    /// Where the value of a rational surrogate lies.
    fn position_of(&self, surrogate: &Rational) -> Position {
        let order: [Ordering; 2] = match (&self.ends, self.metric.form()) {
            (Some(Ends { exact, .. }), _) => exact.each_ref().map(|end| surrogate.cmp(end)),
            (None, ValueForm::Log | ValueForm::ScaledLog) if surrogate.is_zero() => {
                return Position::Below;
            }
            (None, _) => {
                // ln s against the end, or against the end times ln of the scale.
                let logarithm = LogSum::ln(surrogate);
                [&self.value.lower, &self.value.upper].map(|end| {
                    let end = match (&self.scale, self.metric.form()) {
                        (Some(scale), ValueForm::ScaledLog) => LogSum::ln(scale) * end,
                        _ => LogSum::from(end.clone()),
                    };
                    (logarithm.clone() + -end).sign()
                })
            }
        };
        self.between(order)
    }

    /// The position from the order of the value and both ends.
    fn between(&self, [lower, upper]: [Ordering; 2]) -> Position {
        let ReportedValue { lower_is_open, upper_is_open, .. } = *self.value;
        if lower == Ordering::Less || lower == Ordering::Equal && lower_is_open {
            Position::Below
        } else if upper == Ordering::Greater || upper == Ordering::Equal && upper_is_open {
            Position::Above
        } else {
            Position::Within
        }
    }

    /// The position without machine integers.
    fn exact_position(&self, tp: u64, tn: u64) -> Position {
        let Some(matrix) = self.matrix(tp, tn) else { return Position::Nowhere };
        if self.metric.form() == ValueForm::Quantiles {
            return self.quantile_position(&matrix);
        }
        match self.metric.surrogate(&matrix) {
            None => Position::Nowhere,
            Some(Surrogate::Infinity) => Position::Above,
            Some(Surrogate::Finite(surrogate)) => self.position_of(&surrogate),
        }
    }

    /// The position of d' = z(TPR) + z(TNR), from ever finer enclosures.
    fn quantile_position(&self, matrix: &ConfusionMatrix) -> Position {
        let compare = |value: &Rational| {
            self.between([value.cmp(&self.value.lower), value.cmp(&self.value.upper)])
        };
        let (Some(tpr), Some(tnr)) = (matrix.tpr(), matrix.tnr()) else { return Position::Nowhere };
        let is_end = |rate: &Rational| rate.is_zero() || *rate == Rational::ONE;
        if is_end(&tpr) || is_end(&tnr) {
            return match self.metric.value(matrix) {
                Value::NegativeInfinity => Position::Below,
                Value::Infinity => Position::Above,
                Value::Exact(value) => compare(&value),
                _ => Position::Nowhere,
            };
        }
        if tpr == tnr.complement() {
            return compare(&Rational::ZERO);
        }
        let mut bits = 64;
        loop {
            let sum = normal_quantile(&tpr, bits) + normal_quantile(&tnr, bits);
            let order = [&self.value.lower, &self.value.upper].map(|end| {
                match (sum.upper() < *end, sum.lower() > *end) {
                    (true, _) => Some(Ordering::Less),
                    (_, true) => Some(Ordering::Greater),
                    _ => None,
                }
            });
            if let [Some(lower), Some(upper)] = order {
                return self.between([lower, upper]);
            }
            bits = doubled(bits);
        }
    }
}

impl Ends {
    fn new(form: ValueForm, value: &ReportedValue) -> Option<Self> {
        let surrogate = |end: &Rational| match form {
            ValueForm::Plain => Some(end.clone()),
            ValueForm::Root => Some(end * end.abs()),
            // sqrt(s)/(sqrt(s) + sqrt(1 - s)) = v at s = v^2/(v^2 + (1 - v)^2), increasing in v.
            ValueForm::Threshold if end.is_negative() => Some(-Rational::ONE),
            ValueForm::Threshold if *end > Rational::ONE => Some(Rational::from(2)),
            ValueForm::Threshold => {
                let (square, rest) = (end * end, end.complement());
                square.checked_div(&(&square + &rest * &rest))
            }
            ValueForm::Log | ValueForm::ScaledLog | ValueForm::Quantiles => None,
        };
        let exact = [surrogate(&value.lower)?, surrogate(&value.upper)?];
        let machine =
            |end: &Rational| Some((end.numerator().to_i128()?, end.denominator().to_i128()?));
        let small = machine(&exact[0]).zip(machine(&exact[1])).map(|(lower, upper)| [lower, upper]);
        Some(Self { exact, small })
    }
}

impl Row<'_> {
    /// Where the value lies for a number of true negatives.
    pub(super) fn position(&self, tn: u64) -> Position {
        if self.of.metric.form() == ValueForm::ScaledLog && self.of.scale.is_none() {
            return Position::Nowhere;
        }
        self.machine_position(tn).unwrap_or_else(|| self.of.exact_position(self.tp, tn))
    }

    fn machine_position(&self, tn: u64) -> Option<Position> {
        let [numerator, denominator] = self.ratio.as_ref()?;
        let (numerator, denominator) = (numerator.at(tn.into())?, denominator.at(tn.into())?);
        if denominator == 0 {
            return Some(if numerator == 0 { Position::Nowhere } else { Position::Above });
        }
        let signed_square = self.of.ratio.as_ref()?.signed_square;
        let numerator = if signed_square {
            numerator.checked_mul(numerator.checked_abs()?)?
        } else {
            numerator
        };
        let Some(ends) = &self.of.ends else {
            let surrogate = Rational::new(BigInt::from(numerator), BigInt::from(denominator));
            return Some(self.of.position_of(&surrogate));
        };
        let [lower, upper] = ends.small?;
        let order = |(above, below): (i128, i128)| -> Option<Ordering> {
            Some(numerator.checked_mul(below)?.cmp(&above.checked_mul(denominator)?))
        };
        Some(self.of.between([order(lower)?, order(upper)?]))
    }
}

/// The numbers from `first` to `last` at which a monotone function lies within.
///
/// A metric is undefined on faces of the lattice alone, so only at ends of a row, or on all of it.
pub(super) fn range_within(
    [mut first, mut last]: [u64; 2],
    position: impl Fn(u64) -> Position,
) -> Option<[u64; 2]> {
    let (mut low, mut high) = (position(first), position(last));
    while low == Position::Nowhere && first < last {
        first += 1;
        low = position(first);
    }
    while high == Position::Nowhere && first < last {
        last -= 1;
        high = position(last);
    }
    if low == Position::Nowhere || low == high {
        return (low == Position::Within).then_some([first, last]);
    }
    let is_increasing = low < high;
    // The first number at which the function has got as far as `there`, or past it.
    let arrival = |past: bool| {
        let has_arrived = |at: u64| match (is_increasing, past) {
            (true, false) => position(at) >= Position::Within,
            (true, true) => position(at) > Position::Within,
            (false, false) => position(at) <= Position::Within,
            (false, true) => position(at) < Position::Within,
        };
        let (mut from, mut to) = (first, last + 1);
        while from < to {
            let middle = from + (to - from) / 2;
            if has_arrived(middle) { to = middle } else { from = middle + 1 }
        }
        from
    };
    let (start, end) = (arrival(false), arrival(true));
    (start < end).then(|| [start, end - 1])
}
