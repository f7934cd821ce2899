//! Frontier arcs as Bezier curves with a proved distance from the true arc.
//!
//! A frontier is (a, b) = (a, N(a)/D(a)) with N and D linear in a: a rational quadratic Bezier
//! curve with weights D0, (D0 + D1)/2 and D1, D being positive up to sign between its ends, and
//! with control point ((a0 D1 + a1 D0)/(D0 + D1), (b0 D0 + b1 D1)/(D0 + D1)). In standard form its
//! middle weight is w = (D0 + D1)/(2 sqrt(D0 D1)) >= 1.
//!
//! The polynomial quadratic with the same control points P0, P1, P2 is close to it: with T = t(1-t)
//! and S = 1 - 2T, both curves' points at t lie on the segment from a point Q of the chord P0 P2 to
//! P1, at fractions 2T and 2wT/(S + 2wT). They differ by 2T S (w - 1)/(S + 2wT) <= (w - 1)/4 of its
//! length, which is at most the longer control leg. So the distance is at most (w - 1)/4 max(|P0
//! P1|, |P1 P2|). An arc is divided where D is the geometric mean of its ends' values: both parts
//! have the same, smaller w, about the root of it while it is large, and each division divides the
//! distance by about 8 once it is small.

use exactile::geometry::{BilinearCurve, Point};

/// A point of a picture or of balanced coordinates, in doubles.
pub(super) type Xy = (f64, f64);

/// One arc between two points of the Tile.
#[derive(Clone, Debug)]
pub struct Arc {
    ends: [Point; 2],
    form: Form,
}

/// The way in which the points between the ends are found.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Straight on the Tile, so that no curve is needed.
    Straight,
    /// b = N(a)/D(a): the values of D at the ends, or both with the other sign.
    Fraction { denominators: [f64; 2] },
}

/// A path of quadratic Bezier curves: control point and end of each, from a start. Straight
/// stretches have their control point in the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvedPath {
    /// The start of the path.
    pub start: (f64, f64),
    /// Control point and end of each curve.
    pub curves: Vec<[(f64, f64); 2]>,
}

impl Arc {
    /// The arc of a curve from one point to another on a Tile.
    pub fn new(curve: &BilinearCurve, from: &Point, to: &Point) -> Self {
        let ends = [from.clone(), to.clone()];
        if curve.is_straight() || from.a == to.a || from.b == to.b {
            return Self { ends, form: Form::Straight };
        }
        let [k_ab, _, k_b, _] = curve.coefficients();
        let (left, right) = if from.a < to.a { (from, to) } else { (to, from) };
        let [first, second] = [left, right].map(|end| (k_ab * &end.a + k_b).abs());
        // Only their ratio matters, and it may be beyond doubles one by one. It is taken from left
        // to right whichever end comes first, so neighbours share their border.
        let ratio = bounded((second / &first).to_f64());
        let denominators = if from.a < to.a { [1.0, ratio] } else { [ratio, 1.0] };
        Self { ends, form: Form::Fraction { denominators } }
    }

    /// Returns the image of a diagonal of the Tile when odds of a and of b are multiplied by two
    /// factors: the rising diagonal if `rises`, from (0, 0) to (1, 1), else the falling one.
    pub fn of_diagonal(rises: bool, factors: (f64, f64)) -> Self {
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        let (of_a, of_b) = factors;
        // Rising, b = k a/(1 - a + k a) with the quotient k of the factors; falling,
        // b = k (1 - a)/(a + k (1 - a)) with their product.
        let (ends, denominators) = if rises {
            ([corner(0, 0), corner(1, 1)], [1.0, bounded(of_b / of_a)])
        } else {
            ([corner(0, 1), corner(1, 0)], [bounded(of_a * of_b), 1.0])
        };
        Self { ends, form: Form::Fraction { denominators } }
    }

    /// Returns the arc as Bezier curves that stay within `tolerance` of it, in units of the Tile.
    /// The points do not depend on which end comes first, so neighbours share their border.
    pub fn flattened(&self, tolerance: f64) -> CurvedPath {
        let [from, to] = [self.ends[0].to_f64(), self.ends[1].to_f64()];
        if let Form::Straight = self.form {
            let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
            return CurvedPath { start: from, curves: vec![[middle, to]] };
        }
        // Always worked out from left to right.
        if from.0 > to.0 {
            return self.swapped().flattened(tolerance).reversed();
        }
        let mut curves = Vec::new();
        match self.form {
            Form::Straight => {}
            Form::Fraction { denominators: [d0, d1] } => {
                divide((from, d0), (to, d1), tolerance, 0, &mut curves);
            }
        }
        // The ends themselves are exact: rounded once, not through the shift and back.
        if let Some(last) = curves.last_mut() {
            last[1] = to;
        }
        CurvedPath { start: from, curves }
    }

    /// Returns the same arc from its other end.
    fn swapped(&self) -> Self {
        let [from, to] = self.ends.clone();
        let form = match self.form {
            Form::Straight => Form::Straight,
            Form::Fraction { denominators: [d0, d1] } => Form::Fraction { denominators: [d1, d0] },
        };
        Self { ends: [to, from], form }
    }
}

/// Limits a ratio of values of D; beyond these bounds the arc looks like a right angle.
fn bounded(ratio: f64) -> f64 {
    if ratio.is_nan() { 1.0 } else { ratio.clamp(1e-250, 1e250) }
}

/// The depth beyond which doubles cannot distinguish the points.
const MAX_DEPTH: u32 = 40;

/// Returns a bound on the distance of a polynomial curve from the rational one with this middle
/// weight.
fn distance(weight: f64, control: Xy, ends: [Xy; 2]) -> f64 {
    let leg = |x: Xy| (x.0 - control.0).hypot(x.1 - control.1);
    // A few units of rounding in the weight are far below any tolerance of a picture.
    ((weight - 1.0) / 4.0 + 1e-14) * leg(ends[0]).max(leg(ends[1]))
}

/// Appends the curves of b = N(a)/D(a) between two ends with their values of D.
fn divide(
    (p, d0): (Xy, f64),
    (r, d1): (Xy, f64),
    tolerance: f64,
    depth: u32,
    curves: &mut Vec<[Xy; 2]>,
) {
    let mean = |x: f64, wx: f64, y: f64, wy: f64| (x * wx + y * wy) / (wx + wy);
    let (root0, root1) = (d0.sqrt(), d1.sqrt());
    let weight = (d0 + d1) / (2.0 * root0 * root1);
    let control = (mean(p.0, d1, r.0, d0), mean(p.1, d0, r.1, d1));
    let ends_meet = (p.0 - r.0).hypot(p.1 - r.1) <= tolerance;
    if ends_meet || distance(weight, control, [p, r]) <= tolerance || depth == MAX_DEPTH {
        curves.push([control, r]);
    } else {
        let middle = (mean(p.0, root1, r.0, root0), mean(p.1, root0, r.1, root1));
        let between = (middle, root0 * root1);
        divide((p, d0), between, tolerance, depth + 1, curves);
        divide(between, (r, d1), tolerance, depth + 1, curves);
    }
}

impl CurvedPath {
    /// Returns the same path in the opposite direction.
    pub fn reversed(&self) -> Self {
        let end = self.curves.last().map_or(self.start, |curve| curve[1]);
        let starts = std::iter::once(self.start).chain(self.curves.iter().map(|curve| curve[1]));
        let mut curves: Vec<[Xy; 2]> =
            starts.zip(&self.curves).map(|(start, curve)| [curve[0], start]).collect();
        curves.reverse();
        Self { start: end, curves }
    }

    /// Returns points along the path whose chords stay within `tolerance` of it, without the start.
    ///
    /// A quadratic Bezier curve in n equal parts deviates from its chords by at most
    /// |P0 - 2 P1 + P2|/(4 n^2).
    pub fn polyline(&self, tolerance: f64) -> Vec<(f64, f64)> {
        let mut start = self.start;
        let mut points = Vec::new();
        for &curve in &self.curves {
            let [control, end] = curve;
            let bend = (start.0 - 2.0 * control.0 + end.0).hypot(start.1 - 2.0 * control.1 + end.1);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small positive count"
            )]
            let parts = (bend / (4.0 * tolerance)).sqrt().ceil().clamp(1.0, 1e4) as u32;
            points.extend(Self { start, curves: vec![curve] }.points(parts));
            start = end;
        }
        points
    }

    /// Returns points along the path that are close enough together for label placement and export:
    /// each curve in `steps` straight stretches, without the start.
    pub fn points(&self, steps: u32) -> Vec<Xy> {
        let mut start = self.start;
        let mut points = Vec::new();
        for &[control, end] in &self.curves {
            for step in 1..=steps {
                let t = f64::from(step) / f64::from(steps);
                let at = |p: f64, c: f64, e: f64| {
                    (1.0 - t).powi(2) * p + 2.0 * t * (1.0 - t) * c + t * t * e
                };
                points.push((at(start.0, control.0, end.0), at(start.1, control.1, end.1)));
            }
            start = end;
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::num::Rational;
    use exactile::performance::{Classifier, ConfusionMatrix};
    use exactile::tile::{Piece, RankFilter, Regions};
    use proptest::prelude::*;

    proptest! {
        /// Points of the Bezier curves lie between the true curve moved up and moved down by the
        /// tolerance times the stretch that a distance can have vertically: checked on the curve's
        /// own exact equation.
        #[test]
        fn curves_stay_within_the_tolerance(
            x1 in 1_u64..99, y1 in 1_u64..99, x2 in 1_u64..99, y2 in 1_u64..99, prior in 1_i64..400,
        ) {
            let tolerance = 1e-5;
            let classifier = |x, y| {
                Classifier::new("",
                    ConfusionMatrix::from_counts(x, 99 - x, 99 - y, y).expect("counts"))
            };
            let prior = Rational::new(prior, 400);
            prop_assume!(prior < Rational::ONE);
            let regions =
                Regions::with_target_prior(vec![classifier(x1, y1), classifier(x2, y2)], &prior)
                .expect("sound");
            for tie in regions.pieces(0, &RankFilter::holding([1, 2])) {
                check(&tie, tolerance)?;
            }
        }

        #[test]
        fn curves_of_unequal_priors_do_too(
            counts in prop::array::uniform2(prop::array::uniform4(1_u64..500)),
        ) {
            let classifiers = counts.map(|[tn, fp, fn_, tp]| {
                Classifier::new("", ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("counts"))
            });
            let regions = Regions::by_arrangements(classifiers.to_vec()).expect("sound");
            for tie in regions.pieces(0, &RankFilter::all()) {
                check(&tie, 1e-5)?;
            }
        }
    }

    /// A tie's curves, checked on the exact equation of its frontier.
    fn check(tie: &Piece, tolerance: f64) -> Result<(), TestCaseError> {
        if tie.dimension() != 1 {
            return Ok(());
        }
        let ([edge], [from, to]) = (tie.edges(), tie.vertices()) else {
            return Err(TestCaseError::fail("a tie has one edge and two ends"));
        };
        let path = Arc::new(edge, from, to).flattened(tolerance);
        let [k_ab, k_a, k_b, k_1] = edge.coefficients().clone().map(|k| k.to_f64());
        for (a, b) in path.points(16) {
            // First-order distance |f| / |grad f|, with slack for its curvature.
            let value = k_ab * a * b + k_a * a + k_b * b + k_1;
            let gradient = (k_ab * b + k_a).hypot(k_ab * a + k_b);
            prop_assert!(value.abs() <= 1.5 * tolerance * gradient, "{value} {gradient}");
        }
        prop_assert_eq!(Arc::new(edge, to, from).flattened(tolerance), path.reversed());
        prop_assert_eq!(path.reversed().reversed(), path);
        Ok(())
    }
}
