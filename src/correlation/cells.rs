//! The cells of the Tile on which a correlation over classifiers of one prior is constant.
//!
//! A ranking of classifiers changes only where two of them tie. On the Tile of balanced priors that
//! is a line: with x = TNR, y = TPR and d = y - x, R_ab of one exceeds that of another where
//! `(x + a d) (1 - x' - b d') > (x' + a d') (1 - x - b d)`, in which the products ab cancel. All
//! these lines cut the square into convex cells; the Tile of another prior shows their images.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::parallel::map_indices_with;

use super::coefficient::Coefficient;
use super::order::{Scratch, correlate};
use super::performances::Weights;
use super::{Correlation, Correlator};
use crate::geometry::{BilinearCurve, Point, split_polygon};
use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// A cell of the Tile on which a correlation is constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrelationCell<C = Correlation> {
    /// Its corners counter-clockwise on the Tile of balanced priors, where its sides are straight.
    pub corners: Vec<Point>,
    /// A point inside, on the Tile of balanced priors.
    pub inside: Point,
    /// The correlation on the open cell.
    pub correlation: C,
}

impl Correlator {
    /// Returns all cells of the open Tile, for classifiers of one prior that takes no part
    /// otherwise. `None` for lattices, for classifiers of different priors or without samples of a
    /// class, and if there are more than `most` cells. O(lines x cells) in exact arithmetic.
    pub fn cells(&self, most: usize) -> Option<Vec<CorrelationCell>> {
        self.cells_of(most)
    }

    /// As [`Self::cells`], of any coefficient.
    pub fn cells_of<C: Coefficient>(&self, most: usize) -> Option<Vec<CorrelationCell<C>>> {
        let matrices = self.given()?;
        let first = matrices.first()?.prior_positive();
        if matrices.iter().any(|matrix| matrix.prior_positive() != first) {
            return None;
        }
        let half = Rational::new(1, 2);
        let balanced: Vec<ConfusionMatrix> =
            matrices.iter().map(|matrix| matrix.shifted(&half).ok()).collect::<Option<_>>()?;
        let mut polygons = vec![Point::unit_square().to_vec()];
        for line in lines(&balanced, most)? {
            let mut parts = Vec::with_capacity(polygons.len() + 1);
            for polygon in polygons {
                let [above, below] = split_polygon(polygon, |corner| line.value_at(corner));
                parts.extend(above.into_iter().chain(below));
            }
            if parts.len() > most {
                return None;
            }
            polygons = parts;
        }
        let weights = Weights::of(&balanced);
        let inside = map_indices_with(polygons.len(), Scratch::default, |scratch, k| {
            let inside = middle(&polygons[k]);
            let correlation = correlate(&weights, self.ranks(), self.distinct(), &inside, scratch);
            (inside, correlation)
        });
        let cell =
            |(corners, (inside, correlation))| CorrelationCell { corners, inside, correlation };
        Some(polygons.into_iter().zip(inside).map(cell).collect())
    }
}

/// The different lines on which two classifiers tie that are not tied everywhere. Lines through
/// the square make at least as many cells.
fn lines(balanced: &[ConfusionMatrix], most: usize) -> Option<Vec<BilinearCurve>> {
    let rates: Vec<(Rational, Rational)> =
        balanced.iter().map(|m| Some((m.tnr()?, m.tpr()?))).collect::<Option<_>>()?;
    let (mut known, mut lines) = (HashSet::new(), Vec::new());
    for (k, (x, y)) in rates.iter().enumerate() {
        let d = y - x;
        for (x2, y2) in &rates[..k] {
            let d2 = y2 - x2;
            let k_a = &d * x2.complement() - &d2 * x.complement();
            let k_b = x2 * &d - x * &d2;
            let Some(line) = BilinearCurve::new([Rational::ZERO, k_a, k_b, x - x2]) else {
                continue;
            };
            let leading = line.coefficients().iter().find(|k| !k.is_zero());
            let line =
                if leading.is_some_and(Rational::is_negative) { line.reversed() } else { line };
            let corner = |a: i32, b: i32| line.side_of(&Point::new(a.into(), b.into()));
            let sides = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            let cuts = sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater);
            if cuts && known.insert(line.clone()) {
                lines.push(line);
            }
        }
        if lines.len() > most {
            return None;
        }
    }
    Some(lines)
}

/// The mean of the corners, inside a convex polygon.
fn middle(corners: &[Point]) -> Point {
    let share = Rational::new(1, corners.len() as u64);
    let mean = |part: fn(&Point) -> &Rational| corners.iter().map(part).cloned().sum::<Rational>();
    Point::new(mean(|p| &p.a) * &share, mean(|p| &p.b) * &share)
}
