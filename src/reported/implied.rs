//! The values that further metrics take on the matrices that explain a row.

use std::cmp::Ordering;
use std::rc::Rc;

use super::search::Size;
use super::surface::{Height, Measure, Surface};
use crate::num::{Enclosure, Rational, Value};
use crate::score::{Metric, ValueForm};

/// Range of a metric on the matrices that explain a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpliedRange {
    /// The metric.
    pub metric: Metric,
    /// Its smallest value; [`Value::Undefined`] if it has none on any of them.
    pub lower: Value,
    /// Its largest value, likewise.
    pub upper: Value,
    /// On how many of them it is undefined.
    pub undefined: u128,
}

/// Collects ranges, stretch by stretch.
///
/// Each metric is monotone in TN, see the module's proof, so that its extremes in a stretch are at
/// its ends; and it is undefined at corners of the lattice alone, or on all of it.
pub(super) struct Ranges<'m> {
    metrics: &'m [Metric],
    measures: &'m [Measure],
    found: Vec<Found>,
    size: Option<(Size, Vec<Rc<Surface>>)>,
}

#[derive(Default)]
struct Found {
    /// Surrogates, which order values of all sizes, except of logarithms to a base that depends on
    /// the size.
    heights: Option<[Height; 2]>,
    values: Option<[Value; 2]>,
    undefined: u128,
}

impl<'m> Ranges<'m> {
    /// `measures` are the metrics.
    pub(super) fn new(metrics: &'m [Metric], measures: &'m [Measure]) -> Self {
        let found = measures.iter().map(|_| Found::default()).collect();
        Self { metrics, measures, found, size: None }
    }

    /// Adds the matrices of one size and one TP from the first to the last TN.
    pub(super) fn add(&mut self, size: Size, tp: u64, stretch: [u64; 2]) {
        if self.measures.is_empty() {
            return;
        }
        if self.size.as_ref().is_none_or(|(current, _)| *current != size) {
            self.end_size();
            let surface = |measure| Surface::shared(measure, size.positives, size.negatives);
            self.size = Some((size, self.measures.iter().map(surface).collect()));
        }
        let Some((_, surfaces)) = &self.size else { return };
        for (surface, found) in surfaces.iter().zip(&mut self.found) {
            if surface.form == ValueForm::Quantiles {
                let value = |tn| surface.value(tp, tn);
                let (ends, undefined) = ends(stretch, value, |value| value.undefined().is_some());
                found.undefined += undefined;
                if let Some(ends) = ends {
                    found.add_values(ends);
                }
            } else {
                let row = surface.row(tp);
                let is_undefined = |height: &Height| matches!(height, Height::Undefined);
                let (ends, undefined) = ends(stretch, |tn| row.height(tn), is_undefined);
                found.undefined += undefined;
                for height in ends.into_iter().flatten() {
                    found.add_height(height);
                }
            }
        }
    }

    /// Makes values of what is comparable in one size alone.
    fn end_size(&mut self) {
        let Some((_, surfaces)) = &self.size else { return };
        for (surface, found) in surfaces.iter().zip(&mut self.found) {
            if surface.form != ValueForm::ScaledLog {
                continue;
            }
            if let Some([lower, upper]) = found.heights.take() {
                let value = |height| surface.value_at(&height);
                if let Some(ends) = value(lower).zip(value(upper)) {
                    found.add_values(ends.into());
                }
            }
        }
    }

    /// The ranges of all that was added.
    pub(super) fn finish(mut self) -> Vec<ImpliedRange> {
        self.end_size();
        let nothing = || Value::Undefined("undefined on every matrix that explains the row");
        let surfaces = self.size.map(|(_, surfaces)| surfaces).unwrap_or_default();
        let ranges = self.metrics.iter().zip(self.found).zip(surfaces);
        let range = |((metric, found), surface): ((&Metric, Found), Rc<Surface>)| {
            let of_heights = found.heights.and_then(|[lower, upper]| {
                Some([surface.value_at(&lower)?, surface.value_at(&upper)?])
            });
            let [lower, upper] =
                of_heights.or(found.values).unwrap_or_else(|| [nothing(), nothing()]);
            ImpliedRange { metric: metric.clone(), lower, upper, undefined: found.undefined }
        };
        ranges.map(range).collect()
    }
}

/// Returns the values at both ends of a stretch, one step further in if the value at an end is
/// undefined, and the number of undefined values.
fn ends<T>(
    [low, high]: [u64; 2],
    at: impl Fn(u64) -> T,
    is_undefined: impl Fn(&T) -> bool,
) -> (Option<[T; 2]>, u128) {
    let length = u128::from(high - low) + 1;
    let [mut first, mut last] = [low, high];
    let mut lower = at(first);
    if is_undefined(&lower) {
        if first == last {
            return (None, length);
        }
        first += 1;
        lower = at(first);
    }
    let mut upper = at(last);
    if is_undefined(&upper) && last > first {
        last -= 1;
        upper = at(last);
    }
    // Undefined beside a corner is undefined everywhere.
    if is_undefined(&lower) || is_undefined(&upper) {
        return (None, length);
    }
    (Some([lower, upper]), length - u128::from(last - first) - 1)
}

impl Found {
    fn add_height(&mut self, height: Height) {
        let Some([lower, upper]) = &mut self.heights else {
            self.heights = Some([height.clone(), height]);
            return;
        };
        if height.order(lower) == Some(Ordering::Less) {
            *lower = height;
        } else if height.order(upper) == Some(Ordering::Greater) {
            *upper = height;
        }
    }

    fn add_values(&mut self, [first, second]: [Value; 2]) {
        let [first, second] = [least(&first, &second), greatest(&first, &second)];
        self.values = Some(match self.values.take() {
            None => [first, second],
            Some([lower, upper]) => [least(&lower, &first), greatest(&upper, &second)],
        });
    }
}

/// Binary places of an enclosure of two enclosures.
const BITS: u32 = 96;
/// Digits after the decimal point of such an enclosure.
const DIGITS: u32 = 20;

/// The smaller value; an enclosure of it if the values' own enclosures overlap.
fn least(one: &Value, other: &Value) -> Value {
    extreme(one, other, Ordering::Less)
}

/// The larger value, likewise.
fn greatest(one: &Value, other: &Value) -> Value {
    extreme(one, other, Ordering::Greater)
}

fn extreme(one: &Value, other: &Value, wanted: Ordering) -> Value {
    let infinite = |value: &Value| match value {
        Value::NegativeInfinity => Some(Ordering::Less),
        Value::Infinity => Some(Ordering::Greater),
        _ => None,
    };
    match (infinite(one), infinite(other)) {
        (Some(side), _) => return if side == wanted { one.clone() } else { other.clone() },
        (_, Some(side)) => return if side == wanted { other.clone() } else { one.clone() },
        _ => {}
    }
    let (Some([low, high]), Some([other_low, other_high])) = (one.ends(), other.ends()) else {
        return one.clone();
    };
    let is_less = if high <= other_low {
        true
    } else if other_high <= low {
        false
    } else if one == other {
        return one.clone();
    } else {
        let pick = |a: Rational, b: Rational| match wanted {
            Ordering::Less => a.min(b),
            _ => a.max(b),
        };
        let both = Enclosure::between(&pick(low, other_low), &pick(high, other_high), BITS);
        return Value::Enclosed(both.to_decimals(DIGITS));
    };
    if is_less == (wanted == Ordering::Less) { one.clone() } else { other.clone() }
}
