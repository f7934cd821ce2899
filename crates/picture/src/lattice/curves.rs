//! Contours of a metric as curves in ROC space, with their values.
//!
//! The engine gives the polynomial in (tp, tn); with tp = P TPR and tn = N (1 - FPR) it becomes a
//! conic in (FPR, TPR), computed in integers and rounded once per coefficient.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, haloed, text};
use super::super::label::{self, Room};
use super::super::palette;
use super::conic::{Bounds, Conic};
use super::panel::Panel;
use super::scale::{ValueScale, level_double};
use crate::arc::{CurvedPath, Xy};
use exactile::lattice::{Contour, ContourClass, ExactValue, Lattice, LatticeError, Polynomial};
use exactile::num::Rational;
use exactile::score::{Metric, ValueForm};

/// Distance of a drawn curve from the contour in pixels; with coordinates rounded to 1/1000 pixel
/// it stays below 1/100.
pub(super) const TOLERANCE: f64 = 0.008;

/// A contour inside a window of ROC space.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) level: ExactValue,
    pub(super) paths: Vec<CurvedPath>,
    /// The point (FPR, TPR) on all contours, for a pencil of lines.
    pub(super) base_point: Option<(Rational, Rational)>,
    /// `true` for each corner of ROC space that it goes through, in the order of [`CORNERS`].
    pub(super) corners: [bool; 4],
}

/// The corners (FPR, TPR) of ROC space.
const CORNERS: [(i64, i64); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// Returns the points (FPR, TPR) on all of these contours: the base point of a pencil of lines, or
/// else corners of ROC space, decided exactly. Other common points are not searched for.
pub(super) fn common_points(curves: &[Curve]) -> Vec<(Rational, Rational)> {
    if let Some(point) = curves.iter().find_map(|curve| curve.base_point.clone()) {
        return vec![point];
    }
    let drawn: Vec<&Curve> = curves.iter().filter(|curve| !curve.paths.is_empty()).collect();
    let common = |at: &usize| drawn.len() > 1 && drawn.iter().all(|curve| curve.corners[*at]);
    let corner = |at: usize| (Rational::from(CORNERS[at].0), Rational::from(CORNERS[at].1));
    (0..CORNERS.len()).filter(common).map(corner).collect()
}

/// Returns the contour of a metric at a level; `None` if it is not the zero of a polynomial.
pub(super) fn curve(
    metric: &Metric,
    level: &ExactValue,
    lattice: Lattice,
    bounds: Bounds,
    scale: Xy,
) -> Result<Option<Curve>, LatticeError> {
    let contour = match Contour::curve(metric, level, lattice) {
        Ok(contour) => contour,
        Err(LatticeError::NoPolynomial { .. } | LatticeError::ValueOfOtherForm { .. }) => {
            match nearby(metric, level, lattice) {
                Some((metric, value)) => Contour::curve(&metric, &value, lattice)?,
                None => return Ok(None),
            }
        }
        Err(error) => return Err(error),
    };
    let (p, n) = (lattice.positives(), lattice.negatives());
    let paths = match contour.class {
        ContourClass::Empty | ContourClass::Everything | ContourClass::Point => Vec::new(),
        _ => {
            let sign = level_double(level).partial_cmp(&0.0).unwrap_or(Ordering::Equal);
            let conic = Conic::new(in_roc_space(&contour.polynomial, p, n));
            // Squaring joined the contours of K and of -K: the part with K's sign is kept.
            let keep: Box<dyn Fn(Xy) -> bool> = match (metric, sign) {
                (Metric::Mcc | Metric::MccBalanced, Ordering::Greater) => {
                    Box::new(|(fpr, tpr)| tpr > fpr)
                }
                (Metric::Mcc | Metric::MccBalanced, Ordering::Less) => {
                    Box::new(|(fpr, tpr)| tpr < fpr)
                }
                (Metric::FowlkesMallows | Metric::FowlkesMallowsBalanced, Ordering::Greater) => {
                    Box::new(|(_, tpr)| tpr > 0.0)
                }
                _ => Box::new(|_| true),
            };
            let cut = match metric {
                Metric::Mcc | Metric::MccBalanced => Some([1.0, -1.0, 0.0]),
                Metric::FowlkesMallows | Metric::FowlkesMallowsBalanced => Some([0.0, 1.0, 0.0]),
                _ => None,
            };
            conic.arcs(bounds, cut, keep, scale, TOLERANCE)
        }
    };
    let base_point = contour
        .base_point
        .map(|(tp, tn)| ((tn / Rational::from(n)).complement(), tp / Rational::from(p)));
    let corners = CORNERS.map(|(fpr, tpr)| {
        let (tp, tn) = (if tpr == 1 { p } else { 0 }, if fpr == 1 { 0 } else { n });
        !contour.polynomial.is_zero() && contour.polynomial.value_at(tp, tn).is_zero()
    });
    Ok(Some(Curve { level: level.clone(), paths, base_point, corners }))
}

/// Returns the contours of a metric at some levels, and the levels without one.
pub(super) fn curves(
    metric: &Metric,
    levels: impl IntoIterator<Item = ExactValue>,
    lattice: Lattice,
    bounds: Bounds,
    scale: Xy,
) -> Result<(Vec<Curve>, Vec<String>), LatticeError> {
    let (mut drawn, mut missing) = (Vec::new(), Vec::new());
    for level in levels {
        match curve(metric, &level, lattice, bounds, scale)? {
            Some(curve) => drawn.push(curve),
            None => missing.push(level.to_string()),
        }
    }
    Ok((drawn, missing))
}

/// Returns a metric and a value whose contour differs from the requested one only by the rounding
/// of one coefficient: if logarithms are rational, or ratios are roots, the conic has an irrational
/// coefficient. The error of the nearest double is far below the resolution of a picture.
fn nearby(metric: &Metric, level: &ExactValue, lattice: Lattice) -> Option<(Metric, ExactValue)> {
    let ratio = match metric {
        Metric::LogPlr | Metric::ScaledLogPlr => Metric::Plr,
        Metric::LogNlr | Metric::ScaledLogNlr => Metric::Nlr,
        Metric::LogDor | Metric::ScaledLogDor => Metric::Dor,
        _ => metric.clone(),
    };
    let value = match (metric.form(), level) {
        (ValueForm::Plain, ExactValue::Root { .. }) => level_double(level),
        (ValueForm::Log, ExactValue::Rational(k)) => k.to_f64().exp(),
        (ValueForm::ScaledLog, ExactValue::Rational(k)) => {
            let counts = [lattice.positives(), lattice.negatives()].map(Rational::from);
            metric.scale(&counts[0], &counts[1])?.to_f64().powf(k.to_f64())
        }
        _ => return None,
    };
    Some((ratio, ExactValue::Rational(format!("{value:e}").parse().ok()?)))
}

/// Returns the line x FPR + y TPR = r as the contour of a level.
pub(super) fn line(level: ExactValue, [x, y, r]: [f64; 3], bounds: Bounds, scale: Xy) -> Curve {
    let conic = Conic::new([0.0, 0.0, 0.0, x, y, -r]);
    let paths = conic.arcs(bounds, None, |_| true, scale, TOLERANCE);
    Curve { level, paths, base_point: None, corners: [false; 4] }
}

/// Returns the polynomial in (tp, tn) as one in x = FPR, y = TPR: coefficients of x^2, xy, y^2, x,
/// y, 1.
fn in_roc_space(polynomial: &Polynomial, positives: u64, negatives: u64) -> [f64; 6] {
    let [tp2, tptn, tn2, tp, tn, one] = polynomial.coefficients();
    let (p, n) = (BigInt::from(positives), BigInt::from(negatives));
    let two = BigInt::from(2);
    let exact: [BigInt; 6] = [
        tn2 * &n * &n,
        -(tptn * &p * &n),
        tp2 * &p * &p,
        -(tn2 * &n * &n * two + tn * &n),
        tptn * &p * &n + tp * &p,
        tn2 * &n * &n + tn * &n + one,
    ];
    // Coefficients beyond the range of doubles are scaled down together.
    let bits = exact.iter().map(BigInt::bits).max().unwrap_or(0).saturating_sub(900);
    exact.map(|k| (k >> bits).to_f64().unwrap_or(0.0))
}

/// The style of contours.
pub(super) struct Pen {
    pub(super) colour: Box<dyn Fn(&ExactValue) -> String>,
    pub(super) width: f64,
    pub(super) opacity: f64,
}

impl Pen {
    /// Returns a pen of one colour.
    pub(super) fn of(colour: &'static str, width: f64, opacity: f64) -> Self {
        Self { colour: Box::new(|_| colour.to_owned()), width, opacity }
    }

    /// Returns a pen with the colours of values, without the palest, which would not show on white.
    pub(super) fn by_value(scale: &ValueScale, width: f64, opacity: f64) -> Self {
        let scale = scale.clone();
        let colour =
            move |level: &ExactValue| palette::ramp(0.88 * scale.position(level_double(level)));
        Self { colour: Box::new(colour), width, opacity }
    }
}

/// As [`layer`], on a panel that shows ROC space.
pub(super) fn roc_layer(
    panel: &Panel,
    curves: &[Curve],
    pen: &Pen,
    rooms: &mut Rooms,
) -> [Group; 2] {
    let data =
        |path: &_| canvas::path_data(std::slice::from_ref(path), |xy| panel.pixel(xy), false);
    layer(panel, curves, pen, data, |xy| Some(panel.pixel(xy)), rooms)
}

/// Draws curves with their values if there is room; `place` maps a point of ROC space to the panel.
pub(super) fn layer(
    panel: &Panel,
    curves: &[Curve],
    pen: &Pen,
    data: impl Fn(&CurvedPath) -> String,
    place: impl Fn(Xy) -> Option<Xy>,
    rooms: &mut Rooms,
) -> [Group; 2] {
    let size = 0.75 * panel.font;
    let mut lines = canvas::group("contours");
    let mut names = canvas::group("contour-values").set("font-family", FONT);
    for curve in curves {
        let path: String = curve.paths.iter().map(&data).collect();
        if path.is_empty() {
            continue;
        }
        let name = short(&curve.level);
        let colour = (pen.colour)(&curve.level);
        lines = lines.add(
            canvas::group("contour").add(canvas::title(&curve.level.to_string())).add(
                canvas::stroked(path, &colour, pen.width)
                    .set("stroke-opacity", pen.opacity)
                    .set("data-value", curve.level.to_string()),
            ),
        );
        let points: Vec<Xy> =
            curve.paths.iter().flat_map(|path| path.points(12)).filter_map(&place).collect();
        let wide = label::width(&name, size) + 0.5 * size;
        // From the middle outwards, so that names of a family stand in a row.
        let half = points.len() / 2;
        let order = (0..points.len()).map(|k| {
            let step = k.div_ceil(2);
            if k % 2 == 0 { half.saturating_sub(step) } else { (half + step).min(points.len() - 1) }
        });
        let mut free = order
            .map(|at| Room::around(points[at], wide, 1.25 * size))
            .filter(|room| panel.holds(*room) && !rooms.is_taken(*room));
        // Beside the marks if there is room, otherwise on them.
        let first = free.next();
        let beside = first.into_iter().chain(free).find(|room| !rooms.is_marked(*room));
        if let Some(room) = beside.or(first) {
            let (x, y) = room.centre();
            names = names.add(haloed(text(&name, x, y, size, Anchor::Middle), size));
            rooms.taken.push(room);
        }
    }
    [lines, names]
}

/// The places of names, and of marks that names spare.
#[derive(Default)]
pub(super) struct Rooms {
    pub(super) taken: Vec<Room>,
    pub(super) marks: Vec<Room>,
}

impl Rooms {
    fn is_taken(&self, room: Room) -> bool {
        self.taken.iter().any(|other| room.overlaps(*other))
    }

    fn is_marked(&self, room: Room) -> bool {
        self.marks.iter().any(|other| room.overlaps(*other))
    }
}

/// Returns the most readable form of a value: short decimals as decimals, all else in closed form.
pub(super) fn short(level: &ExactValue) -> String {
    if let ExactValue::Rational(value) = level {
        for digits in 0..=4 {
            let shown = value.to_decimal(digits);
            if shown.parse::<Rational>().is_ok_and(|read| read == *value) {
                return shown;
            }
        }
    }
    level.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_contours_are_on_the_conic_of_roc_space() {
        let lattice = Lattice::new(20, 40).expect("samples");
        for (metric, level) in
            [(Metric::FBeta(Rational::ONE), "2/5"), (Metric::Mcc, "-sqrt(1/3)"), (Metric::Dor, "4")]
        {
            let contour =
                Contour::new(&metric, &level.parse().expect("a value"), lattice).expect("a curve");
            let [a, b, c, d, e, f] = in_roc_space(&contour.polynomial, 20, 40);
            let size = [a, b, c, d, e, f].iter().fold(0.0_f64, |most, k| most.max(k.abs()));
            assert!(!contour.points.is_empty());
            for (tp, tn) in contour.points {
                let (x, y) = (1.0 - tn as f64 / 40.0, tp as f64 / 20.0);
                let rest = (a * x + b * y + d) * x + (c * y + e) * y + f;
                assert!(rest.abs() < 1e-12 * size, "{metric} at {tp}, {tn}: {rest}");
            }
        }
    }
}
