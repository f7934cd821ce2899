//! Level sets of a function that is known at the points of a grid.
//!
//! Between the points the function is taken to be linear along the sides of each square; the set
//! where it is at least a level is bounded by closed loops, found square by square.

use std::collections::HashMap;

use crate::arc::Xy;

/// A function at the points of a grid on the unit square; `None` is below every level.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The coordinates of columns, from 0 to 1.
    columns: Vec<f64>,
    /// The coordinates of rows.
    rows: Vec<f64>,
    /// Row by row from below.
    values: Vec<Option<f64>>,
}

/// A side of a square: from point (i, j) to the right or upwards.
type Side = (usize, usize, bool);

impl Field {
    /// The points (i/n, j/n).
    ///
    /// # Panics
    /// Unless there are (n+1)^2 values.
    pub(super) fn new(steps: usize, values: Vec<Option<f64>>) -> Self {
        Self::of([steps, steps], values)
    }

    /// The points (i/m, j/n).
    ///
    /// # Panics
    /// Unless there are (m+1)(n+1) values.
    #[expect(clippy::cast_precision_loss, reason = "a few thousand steps")]
    pub(super) fn of(steps: [usize; 2], values: Vec<Option<f64>>) -> Self {
        assert_eq!(values.len(), (steps[0] + 1) * (steps[1] + 1), "a value per point");
        let [columns, rows] =
            steps.map(|steps| (0..=steps).map(|k| k as f64 / steps as f64).collect());
        Self { columns, rows, values }
    }

    /// The middles of n by n equal squares. Towards the border the function is taken to stay as it
    /// is.
    ///
    /// # Panics
    /// Unless there are n^2 values.
    #[expect(clippy::cast_precision_loss, reason = "a few thousand squares")]
    pub(super) fn of_middles(count: usize, values: &[f64]) -> Self {
        assert_eq!(values.len(), count.pow(2), "a value per square");
        let middle = |k: usize| (k as f64 + 0.5) / count as f64;
        let inside = (0..count).map(middle);
        let places: Vec<f64> =
            std::iter::once(0.0).chain(inside).chain(std::iter::once(1.0)).collect();
        let nearest = move || (0..count + 2).map(move |k| k.saturating_sub(1).min(count - 1));
        let values = nearest().flat_map(|j| nearest().map(move |i| Some(values[j * count + i])));
        Self { columns: places.clone(), rows: places, values: values.collect() }
    }

    /// Returns the value at the nearest point of the grid; below every level if it has none.
    pub(super) fn nearest(&self, (x, y): Xy) -> f64 {
        let nearest = |z: f64, places: &[f64]| {
            let order =
                |j: &usize, k: &usize| (places[*j] - z).abs().total_cmp(&(places[*k] - z).abs());
            (0..places.len()).min_by(order).unwrap_or(0)
        };
        self.value(nearest(x, &self.columns) + 1, nearest(y, &self.rows) + 1)
    }

    /// Returns the value in a grid with an empty rim.
    fn value(&self, i: usize, j: usize) -> f64 {
        let inside = |k: usize, count: usize| (1..=count).contains(&k);
        if !inside(i, self.columns.len()) || !inside(j, self.rows.len()) {
            return f64::NEG_INFINITY;
        }
        self.values[(j - 1) * self.columns.len() + i - 1].unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the place of a point; the rim is on the border, so that loops close along it.
    fn place(&self, i: usize, j: usize) -> Xy {
        let part = |k: usize, places: &[f64]| places[k.saturating_sub(1).min(places.len() - 1)];
        (part(i, &self.columns), part(j, &self.rows))
    }

    fn crossing(&self, (i, j, upwards): Side, level: f64) -> Xy {
        let (k, l) = if upwards { (i, j + 1) } else { (i + 1, j) };
        let (from, to) = (self.value(i, j), self.value(k, l));
        let t = if from.is_finite() && to.is_finite() { (level - from) / (to - from) } else { 0.5 };
        let ((x0, y0), (x1, y1)) = (self.place(i, j), self.place(k, l));
        (x0 + t * (x1 - x0), y0 + t * (y1 - y0))
    }

    /// Returns the loops around the set where the function is at least `level`, which is on their
    /// left.
    pub(super) fn loops(&self, level: f64) -> Vec<Vec<Xy>> {
        let mut next: HashMap<Side, Side> = HashMap::new();
        let mut starts = Vec::new();
        for j in 0..=self.rows.len() {
            for i in 0..=self.columns.len() {
                let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
                let values = corners.map(|(i, j)| self.value(i, j));
                let inside = values.map(|value| value >= level);
                if inside == [inside[0]; 4] {
                    continue;
                }
                let sides = [(i, j, false), (i + 1, j, true), (i, j + 1, false), (i, j, true)];
                // Around the square counter-clockwise, a loop comes in where the set is left and
                // goes out where it is entered; with two of each the middle decides.
                let enters = |k: usize| !inside[k % 4] && inside[(k + 1) % 4];
                let joined = values.iter().sum::<f64>() / 4.0 >= level;
                for k in (0..4).filter(|&k| inside[k] && !inside[(k + 1) % 4]) {
                    let mut order = [k + 1, k + 2, k + 3];
                    if !joined {
                        order.reverse();
                    }
                    let out =
                        order.into_iter().find(|&k| enters(k)).expect("what is left is entered");
                    next.insert(sides[k], sides[out % 4]);
                    starts.push(sides[k]);
                }
            }
        }
        let mut loops = Vec::new();
        for start in starts {
            let mut points = Vec::new();
            let mut side = start;
            while let Some(following) = next.remove(&side) {
                points.push(self.crossing(side, level));
                side = following;
            }
            if !points.is_empty() {
                loops.push(points);
            }
        }
        loops
    }

    /// Returns the loops without the border of the square: the contour lines.
    pub(super) fn lines(&self, level: f64) -> Vec<Vec<Xy>> {
        let mut lines = Vec::new();
        for points in self.loops(level) {
            let count = points.len();
            let is_border = |k: usize| {
                let (from, to) = (points[k % count], points[(k + 1) % count]);
                let on = |x: f64, y: f64| x == y && (x == 0.0 || x == 1.0);
                on(from.0, to.0) || on(from.1, to.1)
            };
            // Start after a piece of border, if there is one.
            let first = (0..count).find(|&k| is_border(k)).map_or(0, |k| k + 1);
            let mut line = vec![points[first % count]];
            for k in first..first + count {
                if is_border(k) {
                    if line.len() > 1 {
                        lines.push(std::mem::take(&mut line));
                    }
                    line = vec![points[(k + 1) % count]];
                } else {
                    line.push(points[(k + 1) % count]);
                }
            }
            if line.len() > 1 {
                lines.push(line);
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Xy]) -> f64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(p, q)| p.0 * q.1 - q.0 * p.1).sum::<f64>() / 2.0
    }

    #[test]
    fn loops_enclose_the_area_above_a_level() {
        let steps = 8;
        let values = (0..81).map(|k| Some(f64::from(k % 9) / 8.0)).collect();
        let field = Field::new(steps, values);
        for (level, expected) in [(-1.0, 1.0), (0.25, 0.75), (0.7, 0.3), (1.5, 0.0)] {
            let total: f64 = field.loops(level).iter().map(|points| area(points)).sum();
            assert!((total - expected).abs() < 1e-12, "{level}: {total}");
        }
        assert_eq!(field.lines(0.7).len(), 1);
        assert!(field.lines(0.7)[0].iter().all(|(x, _)| (x - 0.7).abs() < 1e-12));
        assert!(field.lines(-1.0).is_empty());
    }

    #[test]
    fn middles_reach_the_border() {
        let field = Field::of_middles(2, &[0.0, 1.0, 0.0, 1.0]);
        let area: f64 = field.loops(0.5).iter().map(|points| area(points)).sum();
        assert!((area - 0.5).abs() < 1e-12, "{area}");
        assert_eq!(field.lines(0.5), [[(0.5, 1.0), (0.5, 0.75), (0.5, 0.25), (0.5, 0.0)]]);
    }

    #[test]
    fn saddles_and_holes_keep_their_sides() {
        let values = [1.0, 0.0, 1.0, 0.0, -9.0, 0.0, 1.0, 0.0, 1.0].map(Some).to_vec();
        let field = Field::new(2, values);
        // Four corners, each a triangle of half a square's side.
        let loops = field.loops(0.5);
        assert_eq!(loops.len(), 4);
        assert!(loops.iter().all(|points| (area(points) - 0.03125).abs() < 1e-12), "{loops:?}");
        // A hole runs the other way.
        let hole = field.loops(-1.0);
        assert_eq!(hole.len(), 2);
        assert!(hole.iter().any(|points| area(points) < 0.0));
    }
}
