//! One score's interval in each row of a lattice.

use std::cmp::Ordering;
use std::rc::Rc;

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::surface::{Height, Measure, Surface, SurfaceRow};
use super::value::ReportedValue;
use super::word::WordRow;
use crate::num::{LogSum, Rational, Value, doubled, normal_quantile};
use crate::performance::ConfusionMatrix;
use crate::score::{ValueForm, quantile_sum};

/// Position of a metric's value relative to the printed interval.
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
    surface: Rc<Surface>,
    value: &'s ReportedValue,
    /// Values of the surrogate at the ends of the interval; `None` if they are not rational.
    ends: Option<Ends>,
    /// Two flags: `true` if the score depends on TP, and `true` if it depends on TN.
    pub(super) depends: [bool; 2],
    /// The ends in machine words, if no comparison can overflow there.
    words: Option<[WordEnd; 2]>,
}

/// The surrogate's values at the ends of the interval, and as machine integers, if they fit.
struct Ends {
    exact: [Rational; 2],
    small: Option<[(i128, i128); 2]>,
}

/// A score in one row of the lattice.
pub(super) struct Row<'s> {
    of: &'s Staircase<'s>,
    kind: Kind<'s>,
}

enum Kind<'s> {
    /// Numerator and denominator in machine words, and whether the numerator is squared.
    Words([WordRow; 2], bool),
    Surface(SurfaceRow<'s>),
}

impl<'s> Staircase<'s> {
    pub(super) fn new(
        measure: &Measure,
        value: &'s ReportedValue,
        positives: u64,
        negatives: u64,
    ) -> Self {
        let surface = Surface::shared(measure, positives, negatives);
        let (ends, depends) = (Ends::new(surface.form, value), surface.depends);
        let words = ends.as_ref().and_then(|ends| ends.words(&surface));
        Self { surface, value, ends, depends, words }
    }

    /// The row of one number of true positives.
    pub(super) fn row(&'s self, tp: u64) -> Row<'s> {
        let words = self.words.as_ref().and_then(|_| self.surface.words());
        let kind = match words {
            Some((words, is_squared)) => {
                Kind::Words(words.each_ref().map(|word| word.row(tp)), is_squared)
            }
            None => Kind::Surface(self.surface.row(tp)),
        };
        Row { of: self, kind }
    }

    /// Returns the position of the value of a surrogate in machine words.
    fn word_position(&self, [numerator, denominator]: [i64; 2], is_squared: bool) -> Position {
        if denominator == 0 {
            return if numerator == 0 { Position::Nowhere } else { Position::Above };
        }
        let numerator = if is_squared { numerator * numerator.abs() } else { numerator };
        let [lower, upper] = self.words.as_ref().expect("rows are in words if the ends are");
        match (lower.order(numerator, denominator), upper.order(numerator, denominator)) {
            (Some(lower), Some(upper)) => self.between([lower, upper]),
            _ => self.position_of(&Rational::new(numerator, denominator)),
        }
    }

    /// Returns the position of the value of a rational surrogate.
    fn position_of(&self, surrogate: &Rational) -> Position {
        let form = self.surface.form;
        let order: [Ordering; 2] = match &self.ends {
            Some(Ends { exact, .. }) => exact.each_ref().map(|end| surrogate.cmp(end)),
            None if surrogate.is_zero() => return Position::Below,
            None => {
                // ln s against the end, or against the end times ln of the scale.
                let logarithm = LogSum::ln(surrogate);
                [&self.value.lower, &self.value.upper].map(|end| {
                    let end = match (&self.surface.scale, form) {
                        (Some(scale), ValueForm::ScaledLog) => LogSum::ln(scale) * end,
                        _ => LogSum::from(end.clone()),
                    };
                    (logarithm.clone() + -end).sign()
                })
            }
        };
        self.between(order)
    }

    /// The same in machine integers, if they suffice.
    fn machine_position(&self, numerator: i128, denominator: i128) -> Option<Position> {
        let [lower, upper] = self.ends.as_ref()?.small?;
        let order = |(above, below): (i128, i128)| -> Option<Ordering> {
            Some(numerator.checked_mul(below)?.cmp(&above.checked_mul(denominator)?))
        };
        Some(self.between([order(lower)?, order(upper)?]))
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

    /// The position of d' = z(TPR) + z(TNR), from ever finer enclosures.
    fn quantile_position(&self, matrix: &ConfusionMatrix) -> Position {
        let compare = |value: &Rational| {
            self.between([value.cmp(&self.value.lower), value.cmp(&self.value.upper)])
        };
        let (Some(tpr), Some(tnr)) = (matrix.tpr(), matrix.tnr()) else { return Position::Nowhere };
        let is_end = |rate: &Rational| rate.is_zero() || *rate == Rational::ONE;
        if is_end(&tpr) || is_end(&tnr) {
            return match quantile_sum(&tpr, &tnr) {
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

    /// The ends in machine words; `None` if a surface's numerators and denominators do not fit.
    fn words(&self, surface: &Surface) -> Option<[WordEnd; 2]> {
        let ([numerator, denominator], is_squared) = surface.words()?;
        let most = if is_squared {
            numerator.bound.checked_mul(numerator.bound)?
        } else {
            numerator.bound
        };
        Some(self.exact.each_ref().map(|end| WordEnd::new(end, [most, denominator.bound])))
    }
}

/// One end of an interval, to be compared with quotients of machine words.
enum WordEnd {
    /// It is this quotient, and no product with a numerator or denominator can overflow.
    Quotient(i64, i64),
    /// It lies between these, in units of 2^-40. Both are equal if it is one of them.
    Between(i128, i128),
}

impl WordEnd {
    /// Binary places.
    const PLACES: u32 = 40;

    /// The end for numerators and denominators of at most these sizes.
    fn new(end: &Rational, [numerators, denominators]: [i64; 2]) -> Self {
        let quotient = || {
            let (above, below) = (end.numerator().to_i64()?, end.denominator().to_i64()?);
            numerators.checked_mul(below)?;
            denominators.checked_mul(above.checked_abs()?)?;
            Some(Self::Quotient(above, below))
        };
        quotient().unwrap_or_else(|| {
            // Times a denominator of 62 bits it fits. What is far away is bounded on one side
            // alone.
            const MOST: i128 = 1 << 64;
            let scaled = end.numerator() << Self::PLACES;
            let floor = scaled.div_floor(&end.denominator());
            let is_whole = &floor * &end.denominator() == scaled;
            match floor.to_i128() {
                Some(floor) if floor.abs() < MOST => {
                    Self::Between(floor, if is_whole { floor } else { floor + 1 })
                }
                _ if end.is_negative() => Self::Between(i128::MIN, -MOST),
                _ => Self::Between(MOST, i128::MAX),
            }
        })
    }

    /// The order of a quotient with a positive denominator and the end; `None` if it is too near to
    /// tell.
    fn order(&self, numerator: i64, denominator: i64) -> Option<Ordering> {
        match *self {
            Self::Quotient(above, below) => Some((numerator * below).cmp(&(above * denominator))),
            Self::Between(floor, ceiling) => {
                let (value, unit) =
                    (i128::from(numerator) << Self::PLACES, i128::from(denominator));
                // A product that overflows is beyond all values.
                let below = floor.checked_mul(unit).is_some_and(|floor| value < floor);
                let above = ceiling.checked_mul(unit).is_some_and(|ceiling| value > ceiling);
                match (below, above) {
                    (true, _) => Some(Ordering::Less),
                    (_, true) => Some(Ordering::Greater),
                    _ if floor == ceiling => Some(Ordering::Equal),
                    _ => None,
                }
            }
        }
    }
}

impl Row<'_> {
    /// Returns the position of the value for a number of true negatives.
    pub(super) fn position(&self, tn: u64) -> Position {
        let stairs = self.of;
        let row = match &self.kind {
            Kind::Words(words, is_squared) => {
                return stairs.word_position(words.each_ref().map(|word| word.at(tn)), *is_squared);
            }
            Kind::Surface(row) => row,
        };
        if stairs.surface.form == ValueForm::Quantiles {
            let matrix = stairs.surface.matrix(row.tp, tn);
            return matrix.map_or(Position::Nowhere, |matrix| stairs.quantile_position(&matrix));
        }
        match row.height(tn) {
            Height::Undefined => Position::Nowhere,
            Height::Infinite => Position::Above,
            Height::Small(numerator, denominator) => {
                stairs.machine_position(numerator, denominator).unwrap_or_else(|| {
                    stairs.position_of(&Rational::from_i128(numerator, denominator))
                })
            }
            Height::Exact(surrogate) => stairs.position_of(&surrogate),
        }
    }
}

/// The numbers from `first` to `last` at which a monotone function lies within.
///
/// A metric is undefined at corners of the lattice alone, so only at ends of a row, or on all of
/// it.
pub(super) fn range_within(
    [mut first, mut last]: [u64; 2],
    position: impl Fn(u64) -> Position,
) -> Option<[u64; 2]> {
    let (mut low, mut high) = (position(first), position(last));
    if low == Position::Nowhere && first < last {
        first += 1;
        low = position(first);
    }
    if high == Position::Nowhere && first < last {
        last -= 1;
        high = position(last);
    }
    // Undefined beside a corner is undefined everywhere.
    if high == Position::Nowhere {
        return None;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever words tell an order it is that of fractions, also next to an end.
    #[test]
    fn orders_in_words_are_those_of_fractions() {
        let huge = Rational::from(10_i64.pow(18)) * &Rational::from(10_i64.pow(9));
        let fine = Rational::new(10_i64.pow(17) + 1, 3 * 10_i64.pow(17));
        let ends = [
            Rational::new(1, 3),
            fine,
            Rational::new(-7, 1 << 20),
            Rational::from(0),
            Rational::new(1, 1_i64 << 41),
            huge.clone(),
            -huge,
        ];
        let most = 1 << 40;
        for end in &ends {
            let word = WordEnd::new(end, [most, most]);
            let mut told = 0;
            for denominator in [1, 3, 1 << 20, most] {
                for numerator in
                    [-most, -7, -1, 0, 1, 2, denominator / 3, denominator / 3 + 1, most]
                {
                    if let Some(order) = word.order(numerator, denominator) {
                        assert_eq!(order, Rational::new(numerator, denominator).cmp(end), "{end}");
                        told += 1;
                    }
                }
            }
            assert!(told >= 20, "{end}: {told}");
        }
    }
}
