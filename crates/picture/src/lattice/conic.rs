//! Conics as quadratic Bezier curves with a proved distance from the true curve.
//!
//! A conic A x^2 + B xy + C y^2 + D x + E y + F = 0 is cut into arcs between its vertical tangents,
//! its poles, the borders of a window and, where asked, a line. An arc with ends P0, P2 whose
//! tangents meet in P1 is a rational quadratic Bezier curve in standard form; with the conic's
//! bilinear form Q its middle weight w has w^2 = -Q(P0, P2)/(2 Q(P1, P1)), since Q vanishes along
//! (1-t)^2 P0 + 2wt(1-t) P1 + t^2 P2. The polynomial quadratic with the same control points differs
//! from it by 2TS|1-w|/(S + 2wT) of the way to P1, where T = t(1-t) <= 1/4 and S = 1 - 2T: at most
//! (w-1)/4 if w >= 1, and at most (1-w)/2 if w <= 1. So its distance is at most that part of the
//! longer control leg. Cutting an arc at its shoulder (P0 + 2w P1 + P2)/(2 + 2w) leaves two arcs of
//! weight sqrt((1+w)/2), whose excess over 1 is about a quarter, with legs of about half the
//! length.

use crate::arc::{CurvedPath, Xy};

/// A rectangle of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
}

/// The coefficients of x^2, xy, y^2, x, y, 1, scaled so that the largest is 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conic([f64; 6]);

impl Conic {
    pub(super) fn new(coefficients: [f64; 6]) -> Self {
        let largest = coefficients.iter().fold(0.0_f64, |most, k| most.max(k.abs()));
        if largest == 0.0 { Self([0.0; 6]) } else { Self(coefficients.map(|k| k / largest)) }
    }

    /// Returns the curve inside the bounds, restricted to points where `keep` holds, which may
    /// change only along the line p x + q y = r given by `cut`. Lengths are measured after scaling
    /// x and y by `scale`.
    pub(super) fn arcs(
        &self,
        bounds: Bounds,
        cut: Option<[f64; 3]>,
        keep: impl Fn(Xy) -> bool,
        scale: Xy,
        tolerance: f64,
    ) -> Vec<CurvedPath> {
        let [a, b, c, d, e, f] = self.0;
        let mut found = Vec::new();
        let inside = |(x, y): Xy| {
            let slack = 1e-12;
            x >= bounds.x.0 - slack
                && x <= bounds.x.1 + slack
                && y >= bounds.y.0 - slack
                && y <= bounds.y.1 + slack
        };
        for x in self.vertical_lines() {
            let mut places = vec![bounds.y.0, bounds.y.1];
            if let Some([p, q, r]) = cut.filter(|cut| cut[1] != 0.0) {
                places.push(((r - p * x) / q).clamp(bounds.y.0, bounds.y.1));
            }
            places.sort_by(f64::total_cmp);
            for pair in places.windows(2).filter(|pair| pair[0] < pair[1]) {
                let middle = (x, f64::midpoint(pair[0], pair[1]));
                if inside(middle) && keep(middle) {
                    found.push(straight((x, pair[0]), (x, pair[1])));
                }
            }
        }
        let mut breaks = vec![bounds.x.0, bounds.x.1];
        for y in [bounds.y.0, bounds.y.1] {
            breaks.extend(roots(a, b * y + d, c * y * y + e * y + f));
        }
        // Where y has vertical tangents: the discriminant of the equation in y.
        let (da, db, dc) = (b * b - 4.0 * a * c, 2.0 * (b * e - 2.0 * c * d), e * e - 4.0 * c * f);
        breaks.extend(roots(da, db, dc));
        if da != 0.0 {
            breaks.push(-db / (2.0 * da));
        }
        if c == 0.0 && b != 0.0 {
            breaks.push(-e / b);
        }
        if let Some([p, q, r]) = cut {
            if q == 0.0 {
                breaks.push(r / p);
            } else {
                let (m, k) = (-p / q, r / q);
                breaks.extend(roots(
                    a + b * m + c * m * m,
                    b * k + 2.0 * c * m * k + d + e * m,
                    c * k * k + e * k + f,
                ));
            }
        }
        breaks.retain(|x| *x >= bounds.x.0 && *x <= bounds.x.1);
        breaks.sort_by(f64::total_cmp);
        breaks.dedup_by(|x, y| (*x - *y).abs() < 1e-13);
        for pair in breaks.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            for upper in [false, true] {
                let Some(middle) = self.height(f64::midpoint(low, high), upper) else { continue };
                let middle = (f64::midpoint(low, high), middle);
                if !inside(middle) || !keep(middle) {
                    continue;
                }
                // Halves turn by less than half a circle, so that tangents at their ends meet.
                let ends = [low, high].map(|x| {
                    let y = self.height_near(x, upper);
                    (x, y.clamp(bounds.y.0, bounds.y.1))
                });
                let mut path = CurvedPath { start: ends[0], curves: Vec::new() };
                self.append(ends[0], middle, scale, tolerance, &mut path.curves);
                self.append(middle, ends[1], scale, tolerance, &mut path.curves);
                found.push(path);
            }
        }
        found
    }

    /// Returns the lines x = constant that are part of the curve.
    fn vertical_lines(&self) -> Vec<f64> {
        let [a, b, c, d, e, f] = self.0;
        if c != 0.0 {
            return Vec::new();
        }
        if b != 0.0 {
            let x = -e / b;
            let rest = (a * x + d) * x + f;
            return if rest.abs() < 1e-12 { vec![x] } else { Vec::new() };
        }
        if e != 0.0 { Vec::new() } else { roots(a, d, f) }
    }

    /// Returns the lower or upper y at x; a single one counts as the lower.
    fn height(&self, x: f64, upper: bool) -> Option<f64> {
        let [a, b, c, d, e, f] = self.0;
        let (linear, rest) = (b * x + e, (a * x + d) * x + f);
        if c == 0.0 {
            return (!upper && linear != 0.0).then(|| -rest / linear);
        }
        let square = linear * linear - 4.0 * c * rest;
        if square < 0.0 {
            return None;
        }
        let [low, high] = quadratic_roots(c, linear, rest, square);
        Some(if upper { high } else { low })
    }

    /// As [`Self::height`], at the end of an arc, where rounding may have made the discriminant
    /// negative.
    fn height_near(&self, x: f64, upper: bool) -> f64 {
        let [_, b, c, _, e, _] = self.0;
        self.height(x, upper)
            .unwrap_or_else(|| if c == 0.0 { f64::INFINITY } else { -(b * x + e) / (2.0 * c) })
    }

    /// Returns the bilinear form of two points.
    fn form(&self, p: Xy, q: Xy) -> f64 {
        let [a, b, c, d, e, f] = self.0;
        a * p.0 * q.0
            + b / 2.0 * (p.0 * q.1 + p.1 * q.0)
            + c * p.1 * q.1
            + d / 2.0 * (p.0 + q.0)
            + e / 2.0 * (p.1 + q.1)
            + f
    }

    /// Appends the arc between two points of the curve.
    fn append(&self, from: Xy, to: Xy, scale: Xy, tolerance: f64, curves: &mut Vec<[Xy; 2]>) {
        let chord = middle(from, to);
        let gradient = |(x, y): Xy| {
            let [a, b, c, d, e, _] = self.0;
            (2.0 * a * x + b * y + d, b * x + 2.0 * c * y + e)
        };
        let (g, h) = (gradient(from), gradient(to));
        let determinant = g.0 * h.1 - g.1 * h.0;
        let (r, s) = (g.0 * from.0 + g.1 * from.1, h.0 * to.0 + h.1 * to.1);
        let control = ((r * h.1 - s * g.1) / determinant, (g.0 * s - h.0 * r) / determinant);
        // X(t) has Q = 2 t^2 (1-t)^2 (Q(P0,P2) + 2 w^2 Q(P1,P1)).
        let square = -self.form(from, to) / (2.0 * self.form(control, control));
        let turns = determinant.abs() > 1e-11 * (g.0.hypot(g.1) * h.0.hypot(h.1));
        if !turns || !square.is_finite() || square <= 0.0 {
            curves.push([chord, to]);
            return;
        }
        divide([from, control, to], square.sqrt(), scale, tolerance, 0, curves);
    }
}

fn middle(p: Xy, q: Xy) -> Xy {
    (f64::midpoint(p.0, q.0), f64::midpoint(p.1, q.1))
}

pub(super) fn straight(from: Xy, to: Xy) -> CurvedPath {
    CurvedPath { start: from, curves: vec![[middle(from, to), to]] }
}

/// Appends quadratics within the tolerance of a rational one with this middle weight.
fn divide(
    [p, q, r]: [Xy; 3],
    weight: f64,
    scale: Xy,
    tolerance: f64,
    depth: u32,
    curves: &mut Vec<[Xy; 2]>,
) {
    const MAX_DEPTH: u32 = 16;
    let leg = |x: Xy| ((x.0 - q.0) * scale.0).hypot((x.1 - q.1) * scale.1);
    let part = if weight >= 1.0 { (weight - 1.0) / 4.0 } else { (1.0 - weight) / 2.0 };
    if part * leg(p).max(leg(r)) <= tolerance || depth == MAX_DEPTH {
        curves.push([q, r]);
        return;
    }
    let towards = |x: Xy| {
        let sum = 1.0 + weight;
        ((x.0 + weight * q.0) / sum, (x.1 + weight * q.1) / sum)
    };
    let (first, second) = (towards(p), towards(r));
    let shoulder = middle(first, second);
    let weight = ((1.0 + weight) / 2.0).sqrt();
    divide([p, first, shoulder], weight, scale, tolerance, depth + 1, curves);
    divide([shoulder, second, r], weight, scale, tolerance, depth + 1, curves);
}

/// Returns the real roots of a x^2 + b x + c; of a line if a = 0, none if it is constant.
fn roots(a: f64, b: f64, c: f64) -> Vec<f64> {
    if a == 0.0 {
        return if b == 0.0 { Vec::new() } else { vec![-c / b] };
    }
    let square = b * b - 4.0 * a * c;
    if square < 0.0 { Vec::new() } else { quadratic_roots(a, b, c, square).to_vec() }
}

/// Returns both roots, the smaller first, without cancellation.
fn quadratic_roots(a: f64, b: f64, c: f64, square: f64) -> [f64; 2] {
    let sum = -0.5 * (b + square.sqrt().copysign(b));
    let (x, y) = if sum == 0.0 { (0.0, 0.0) } else { (sum / a, c / sum) };
    if x <= y { [x, y] } else { [y, x] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { x: (-1.0, 2.0), y: (-1.0, 2.0) };

    fn drawn(coefficients: [f64; 6]) -> Vec<CurvedPath> {
        Conic::new(coefficients).arcs(BOUNDS, None, |_| true, (200.0, 200.0), 0.008)
    }

    #[test]
    fn curves_stay_within_a_hundredth_of_a_pixel() {
        let conics = [
            ([1.0, 0.0, 1.0, 0.0, 0.0, -1.0], 4),   // circle of radius 1
            ([3.0, -2.0, 1.5, -0.5, 0.3, -0.4], 1), // ellipse
            ([0.0, 1.0, 0.0, 0.0, 0.0, -0.3], 2),   // hyperbola along the axes
            ([1.0, 3.0, -1.0, 0.2, -0.4, 0.1], 2),  // hyperbola
            ([1.0, 0.0, 0.0, 0.0, -1.0, -0.2], 1),  // parabola upwards
            ([0.0, 0.0, 1.0, -1.0, 0.0, -0.2], 1),  // parabola to the right
        ];
        for (coefficients, least) in conics {
            let paths = drawn(coefficients);
            let conic = Conic::new(coefficients);
            assert!(paths.len() * 2 >= least, "{coefficients:?}: {}", paths.len());
            for path in &paths {
                for (x, y) in path.points(16) {
                    let [a, b, c, d, e, _] = conic.0;
                    let slope = (2.0 * a * x + b * y + d).hypot(b * x + 2.0 * c * y + e);
                    let distance = conic.form((x, y), (x, y)).abs() / slope.max(1e-9) * 200.0;
                    assert!(distance < 0.01, "{coefficients:?} at {x}, {y}: {distance}");
                }
            }
        }
    }

    #[test]
    fn lines_and_degenerate_conics_are_straight() {
        for (coefficients, pieces) in [
            ([0.0, 0.0, 0.0, 1.0, -1.0, 0.0], 1), // a line
            ([0.0, 0.0, 0.0, 1.0, 0.0, -0.5], 1), // a vertical one
            ([0.0, 1.0, 0.0, 0.0, -1.0, 0.0], 3), // y (x - 1) = 0
            ([1.0, 0.0, -1.0, 0.0, 0.0, 0.0], 5), // x^2 = y^2, cut where it leaves
            ([1.0, 0.0, 0.0, -1.0, 0.0, 0.0], 2), // x (x - 1) = 0
            ([1.0, 0.0, 1.0, 0.0, 0.0, 1.0], 0),  // nothing
        ] {
            let paths = drawn(coefficients);
            assert_eq!(paths.len(), pieces, "{coefficients:?}: {paths:?}");
            for curve in paths.iter().flat_map(|path| &path.curves) {
                assert!(curve.iter().all(|(x, y)| x.is_finite() && y.is_finite()));
            }
        }
    }
}
