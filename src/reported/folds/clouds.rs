//! Scores of all matrices of a kind and the printed means, as doubles, for searches whose finds
//! exact numbers check.

use super::super::surface::Surface;
use super::blocks::Row;
use super::{Kind, Scored, surfaces};
use crate::num::Rational;
use crate::score::ValueForm;

/// The scores of all points of a kind, as doubles.
pub(in crate::reported) struct Cloud {
    /// The values of all scores, point by point.
    values: Vec<f64>,
    scores: usize,
}

impl Cloud {
    pub(in crate::reported) fn new(kind: &Kind, scores: &[&Scored]) -> Self {
        let surfaces = surfaces(kind.size, scores);
        let mut values = Vec::with_capacity(kind.points.len() * scores.len());
        for points in kind.points.chunk_by(|[one, _], [other, _]| one == other) {
            let tp = points[0][0];
            let rows: Vec<_> = surfaces.iter().map(|surface| Row::new(surface, tp)).collect();
            for [_, tn] in points {
                let of = |(surface, row): (&Surface, &Option<Row>)| match row {
                    Some(row) if matches!(surface.form, ValueForm::Plain | ValueForm::Root) => {
                        row.at(*tn).unwrap_or(0.0)
                    }
                    _ => value(surface, tp, *tn),
                };
                values.extend(surfaces.iter().zip(&rows).map(of));
            }
        }
        Self { values, scores: scores.len() }
    }

    pub(in crate::reported) fn at(&self, point: usize) -> &[f64] {
        &self.values[point * self.scores..(point + 1) * self.scores]
    }

    pub(super) fn len(&self) -> usize {
        self.values.len().checked_div(self.scores).unwrap_or(1)
    }

    /// The point that is best by some measure of its values.
    pub(super) fn least(&self, cost: impl Fn(&[f64]) -> f64) -> (usize, f64) {
        (0..self.len())
            .map(|point| (point, cost(self.at(point))))
            .fold((0, f64::INFINITY), |best, one| if one.1 < best.1 { one } else { best })
    }
}

/// The score of a matrix where it is not known in machine words, or is no quotient.
fn value(surface: &Surface, tp: u64, tn: u64) -> f64 {
    let surrogate = || surface.row(tp).height(tn).finite().map_or(0.0, |height| height.to_f64());
    match surface.form {
        ValueForm::Plain => surrogate(),
        ValueForm::Root => surrogate().signum() * surrogate().abs().sqrt(),
        ValueForm::Log => surrogate().ln(),
        _ => surface.value(tp, tn).to_f64().unwrap_or(0.0),
    }
}

/// The printed numbers times the number of tests.
pub(super) struct Target {
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
    pub(super) scale: Vec<f64>,
}

impl Target {
    pub(super) fn new(scores: &[&Scored], tests: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let count = tests as f64;
        let end = |end: &Rational| end.to_f64() * count;
        let lower: Vec<f64> = scores.iter().map(|score| end(&score.value.lower)).collect();
        let upper: Vec<f64> = scores.iter().map(|score| end(&score.value.upper)).collect();
        let scale = lower.iter().zip(&upper).map(|(lower, upper)| (upper - lower).max(1e-9));
        Self { scale: scale.collect(), lower, upper }
    }

    /// Returns the squared distance of a sum from the intervals, in their widths.
    pub(super) fn cost(&self, sum: impl Fn(usize) -> f64) -> f64 {
        let off = |at: usize| {
            let sum = sum(at);
            // Slightly inside, so that rounding does no harm.
            let inside = 1e-6 * self.scale[at];
            (self.lower[at] + inside - sum).max(sum - self.upper[at] + inside).max(0.0)
                / self.scale[at]
        };
        (0..self.lower.len()).map(|at| off(at) * off(at)).sum()
    }
}
