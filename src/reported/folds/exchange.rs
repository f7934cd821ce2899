//! Integers near the middle of a few ranges, improved by changes of one or two of them.
//!
//! With many variables there are many solutions near the middle. A change of one variable is a
//! large step, and the exchange of a sample between two tests a small one, so that sums come closer
//! to their ranges step by step. All this is in doubles and only suggests.

use super::super::noise::Noise;
use super::relaxation::Range;

/// Beginnings at most.
const BEGINNINGS: usize = 40;
/// Steps of one beginning at most.
const MOST_STEPS: usize = 80;
/// Changes that are compared for a step at most.
const MOST_CHANGES: usize = 12_000;

/// Looks for integers that `is_right` accepts; `None` if none were found.
pub(super) fn exchanged(
    ranges: &[Range],
    most: &[f64],
    middle: &[f64],
    mut is_right: impl FnMut(&[f64]) -> bool,
) -> Option<Vec<f64>> {
    let state = State::new(ranges, most);
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    for beginning in 0..BEGINNINGS {
        let mut values: Vec<f64> = middle.iter().map(|value| value.round()).collect();
        if beginning > 0 {
            for (value, most) in values.iter_mut().zip(most) {
                if noise.below(3) == 0 {
                    let change = if noise.below(2) == 0 { 1.0 } else { -1.0 };
                    *value = (*value + change).clamp(0.0, *most);
                }
            }
        }
        if state.improve(&mut values, &mut noise) && is_right(&values) {
            return Some(values);
        }
    }
    None
}

/// The ranges in half widths from their middles, by variables.
struct State<'s> {
    columns: Vec<Vec<f64>>,
    middles: Vec<f64>,
    most: &'s [f64],
}

impl<'s> State<'s> {
    fn new(ranges: &[Range], most: &'s [f64]) -> Self {
        let half = |range: &Range| ((range.upper - range.lower) / 2.0).max(1e-12);
        let column = |at: usize| -> Vec<f64> {
            ranges.iter().map(|range| range.coefficients[at] / half(range)).collect()
        };
        let middle = |range: &Range| f64::midpoint(range.lower, range.upper) / half(range);
        Self {
            columns: (0..most.len()).map(column).collect(),
            middles: ranges.iter().map(middle).collect(),
            most,
        }
    }

    /// The distance of the sums from their ranges, squared, with some changes of them.
    fn cost(&self, off: &[f64], changes: &[(usize, f64)]) -> f64 {
        let mut cost = 0.0;
        for (row, off) in off.iter().enumerate() {
            let mut sum = *off;
            for (at, change) in changes {
                sum += self.columns[*at][row] * change;
            }
            let outside = (sum.abs() - 1.0 + 1e-9).max(0.0);
            cost += outside * outside;
        }
        cost
    }

    /// Takes the best change of one or two variables while there is one that helps. Returns `true`
    /// if all sums are within.
    fn improve(&self, values: &mut [f64], noise: &mut Noise) -> bool {
        let mut off: Vec<f64> = self.middles.iter().map(|middle| -middle).collect();
        for (column, value) in self.columns.iter().zip(values.iter()) {
            off.iter_mut().zip(column).for_each(|(off, term)| *off += term * value);
        }
        let mut cost = self.cost(&off, &[]);
        for _ in 0..MOST_STEPS {
            if cost <= 0.0 {
                return true;
            }
            let Some((best, changes)) = self.best(values, &off, noise) else { return false };
            if best >= cost {
                return false;
            }
            cost = best;
            for (at, change) in changes {
                values[at] += change;
                off.iter_mut().zip(&self.columns[at]).for_each(|(off, term)| *off += term * change);
            }
        }
        false
    }

    fn best(
        &self,
        values: &[f64],
        off: &[f64],
        noise: &mut Noise,
    ) -> Option<(f64, Vec<(usize, f64)>)> {
        let singles: Vec<(usize, f64)> = (0..values.len())
            .flat_map(|at| [(at, 1.0), (at, -1.0)])
            .filter(|(at, change)| (0.0..=self.most[*at]).contains(&(values[*at] + change)))
            .collect();
        let mut best: Option<(f64, Vec<(usize, f64)>)> = None;
        let mut look = |changes: &[(usize, f64)]| {
            let cost = self.cost(off, changes);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, changes.to_vec()));
            }
        };
        singles.iter().for_each(|one| look(&[*one]));
        if singles.len() * singles.len() / 2 <= MOST_CHANGES {
            for (at, one) in singles.iter().enumerate() {
                let others = singles[at + 1..].iter().filter(|other| other.0 != one.0);
                others.for_each(|other| look(&[*one, *other]));
            }
        } else {
            for _ in 0..MOST_CHANGES {
                let [one, other] = [0; 2].map(|_| singles[noise.place(singles.len())]);
                if one.0 != other.0 {
                    look(&[one, other]);
                }
            }
        }
        best
    }
}
