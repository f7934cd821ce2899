//! Positions of the values of a metric on an axis or a bar of colours, infinite ones included.
//!
//! Bounded metrics have a linear scale. Ratios v from 0 to infinity have the position v/(1 + v),
//! and their logarithms (and d') 1/(1 + e^-v), so that infinity has a place and 1, or 0, is in the
//! middle.

use super::super::palette;
use super::panel::{Tick, ticks};
use exactile::lattice::ExactValue;
use exactile::num::Rational;
use exactile::score::Metric;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Linear,
    Ratio,
    Logistic,
}

/// Positions from 0 to 1 of a metric's values.
#[derive(Clone, Debug)]
pub(super) struct ValueScale {
    kind: Kind,
    low: f64,
    high: f64,
    /// The parts of a linear scale that are reserved for minus and plus infinity.
    margins: (f64, f64),
}

impl ValueScale {
    /// Returns a scale that contains these values of a metric.
    pub(super) fn new(metric: &Metric, values: impl IntoIterator<Item = f64>) -> Self {
        let kind = match metric {
            Metric::Plr | Metric::Nlr | Metric::Dor => Kind::Ratio,
            Metric::LogPlr | Metric::LogNlr | Metric::LogDor | Metric::DPrime => Kind::Logistic,
            _ => Kind::Linear,
        };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut margins = (0.0, 0.0);
        for value in values {
            if value.is_finite() {
                (low, high) = (low.min(value), high.max(value));
            } else if value > 0.0 {
                margins.1 = 0.08;
            } else {
                margins.0 = 0.08;
            }
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        } else if high - low < 1e-12 * high.abs().max(1.0) {
            // One value alone stands in the middle.
            (low, high) = (low - 0.5, high + 0.5);
        }
        Self { kind, low, high, margins }
    }

    pub(super) fn position(&self, value: f64) -> f64 {
        match self.kind {
            Kind::Ratio if value == f64::INFINITY => 1.0,
            Kind::Ratio => value / (1.0 + value),
            Kind::Logistic => 1.0 / (1.0 + (-value).exp()),
            Kind::Linear if value == f64::INFINITY => 1.0,
            Kind::Linear if value == f64::NEG_INFINITY => 0.0,
            Kind::Linear => {
                let share = (value - self.low) / (self.high - self.low);
                self.margins.0 + share * (1.0 - self.margins.0 - self.margins.1)
            }
        }
    }

    pub(super) fn colour(&self, value: f64) -> String {
        palette::ramp(self.position(value))
    }

    /// Returns round values with their positions.
    pub(super) fn ticks(&self, most: f64) -> Vec<Tick> {
        let placed = |values: &[(f64, &str)]| {
            values.iter().map(|(value, name)| (self.position(*value), (*name).to_owned())).collect()
        };
        match self.kind {
            Kind::Ratio => placed(&[
                (0.0, "0"),
                (0.25, "1/4"),
                (0.5, "1/2"),
                (1.0, "1"),
                (2.0, "2"),
                (4.0, "4"),
                (f64::INFINITY, "inf"),
            ]),
            Kind::Logistic => placed(&[
                (f64::NEG_INFINITY, "-inf"),
                (-2.0, "-2"),
                (-1.0, "-1"),
                (0.0, "0"),
                (1.0, "1"),
                (2.0, "2"),
                (f64::INFINITY, "inf"),
            ]),
            Kind::Linear => {
                let inner = ticks((self.low, self.high), most);
                let mut all: Vec<Tick> = Vec::new();
                if self.margins.0 > 0.0 {
                    all.push((0.0, "-inf".to_owned()));
                }
                all.extend(inner.into_iter().map(|(at, name)| (self.position(at), name)));
                if self.margins.1 > 0.0 {
                    all.push((1.0, "inf".to_owned()));
                }
                all
            }
        }
    }

    /// Returns the default values of contours: about ten round ones.
    pub(super) fn levels(&self, metric: &Metric) -> Vec<ExactValue> {
        let power = |k: i64| Rational::new(if k < 0 { 1 } else { 1 << k }, 1_i64 << (-k).max(0));
        match self.kind {
            _ if *metric == Metric::DPrime => vec![ExactValue::Rational(Rational::ZERO)],
            Kind::Ratio => (-3..=3).map(|k| ExactValue::Rational(power(k))).collect(),
            Kind::Logistic => (-3..=3)
                .map(|k| match k {
                    0 => ExactValue::Rational(Rational::ZERO),
                    _ => ExactValue::Logarithm { argument: power(k) },
                })
                .collect(),
            Kind::Linear => {
                let margin = 1e-9 * (self.high - self.low);
                ticks((self.low, self.high), 10.0)
                    .into_iter()
                    .filter(|(at, _)| *at > self.low + margin && *at < self.high - margin)
                    .filter_map(|(_, name)| name.parse().ok())
                    .collect()
            }
        }
    }
}

/// Returns an exact value as a double.
pub(super) fn level_double(level: &ExactValue) -> f64 {
    match level {
        ExactValue::Rational(value) => value.to_f64(),
        ExactValue::Root { square } => square.to_f64().abs().sqrt().copysign(square.to_f64()),
        ExactValue::Logarithm { argument } => argument.to_f64().ln(),
        ExactValue::Infinity => f64::INFINITY,
        ExactValue::NegativeInfinity => f64::NEG_INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_has_a_place_and_order_is_kept() {
        let values = [f64::NEG_INFINITY, -2.0, 0.0, 0.5, 3.0, f64::INFINITY];
        for metric in [Metric::LogDor, Metric::ScaledLogDor, Metric::DPrime] {
            let scale = ValueScale::new(&metric, values);
            let places: Vec<f64> = values.iter().map(|value| scale.position(*value)).collect();
            assert!(places.is_sorted() && places[0] == 0.0 && places[5] == 1.0, "{places:?}");
        }
        let scale = ValueScale::new(&Metric::Dor, [0.0, f64::INFINITY]);
        assert_eq!((scale.position(1.0), scale.position(f64::INFINITY)), (0.5, 1.0));
        assert_eq!(ValueScale::new(&Metric::Ppv, [0.7]).position(0.7), 0.5);
    }
}
