//! Contours of a metric within and beyond ROC space ("Never mind the metrics", appendices B and C,
//! for instance Fig. B.2 and B.4).

use super::super::canvas::{self, INK, number, rectangle};
use super::super::label::Room;
use super::conic::Bounds;
use super::curves::{self, Curve, Pen, Rooms};
use super::panel::Panel;
use super::scale::ValueScale;
use super::{
    LatticePicture, LatticePictureError, Sheet, both_classes, grouped, name_beside, value_on,
};
use crate::arc::Xy;
use crate::metric_name;
use exactile::lattice::{ExactValue, Lattice};
use exactile::num::Rational;
use exactile::score::Metric;

/// A part of the plane of rates, ROC space being the unit square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The range of the false positive rate.
    pub fpr: (f64, f64),
    /// The range of the true positive rate.
    pub tpr: (f64, f64),
}

impl Window {
    /// ROC space alone.
    pub fn roc_space() -> Self {
        Self { fpr: (0.0, 1.0), tpr: (0.0, 1.0) }
    }
}

impl Default for Window {
    /// Returns ROC space with a margin of the same width on each side.
    fn default() -> Self {
        Self { fpr: (-1.0, 2.0), tpr: (-1.0, 2.0) }
    }
}

impl LatticePicture {
    /// Draws contours of a metric in a window of the plane of rates, through the given values
    /// (round ones if `None`), with the base point of a pencil of lines, or the corners of ROC
    /// space that all contours share. `side` is the width of the window in pixels; both axes have
    /// the same scale.
    ///
    /// # Errors
    /// A class without samples, a window without area, counts too large to compare.
    pub fn contours(
        metric: &Metric,
        lattice: Lattice,
        window: Window,
        levels: Option<&[ExactValue]>,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        both_classes(lattice)?;
        let (sheet, panel) = window_panel(window, side)?;
        let scale = ValueScale::new(metric, extremes(metric, lattice));
        let wanted = levels.map_or_else(|| scale.levels(metric), <[_]>::to_vec);
        let bounds = Bounds { x: window.fpr, y: window.tpr };
        let (drawn, missing) = curves::curves(metric, wanted, lattice, bounds, panel.scale())?;
        let (p, n) = (grouped(lattice.positives()), grouped(lattice.negatives()));
        let title =
            format!("contours of {name}, {p} positives, {n} negatives", name = metric_name(metric));
        Ok(contour_picture(sheet, panel, &title, &scale, &drawn, &missing))
    }
}

/// Returns the multiples of a step between the least and the greatest finite value of a metric on a
/// lattice, for metrics that are monotone in both rates: the values of contours.
///
/// # Errors
/// A step that is not positive, or so small that there are more than 200.
pub fn contour_levels(
    metric: &Metric,
    lattice: Lattice,
    step: &Rational,
) -> Result<Vec<ExactValue>, LatticePictureError> {
    const MOST: f64 = 200.0;
    let finite = || extremes(metric, lattice).into_iter().filter(|value| value.is_finite());
    let low = finite().fold(f64::INFINITY, f64::min);
    let high = finite().fold(f64::NEG_INFINITY, f64::max);
    let length = step.to_f64();
    if !step.is_positive() || (high - low) / length > MOST {
        return Err(LatticePictureError::Step(step.clone()));
    }
    let margin = 1e-9 * (high - low);
    let inside = |k: &i64| {
        let value = (Rational::from(*k) * step).to_f64();
        value > low + margin && value < high - margin
    };
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked below")]
    let ends = [low, high].map(|end| (end / length).round() as i64);
    if low > high || ends.into_iter().any(|end| end.unsigned_abs() > 1 << 50) {
        return Ok(Vec::new());
    }
    let multiples = (ends[0] - 1..=ends[1] + 1).filter(inside);
    Ok(multiples.map(|k| ExactValue::Rational(Rational::from(k) * step)).collect())
}

/// Returns a sheet with a panel that shows the window; both axes have the same scale.
pub(super) fn window_panel(
    window: Window,
    side: f64,
) -> Result<(Sheet, Panel), LatticePictureError> {
    let span = |(low, high): (f64, f64)| high - low;
    let shape = span(window.tpr) / span(window.fpr);
    if !(span(window.fpr) > 0.0 && span(window.tpr) > 0.0 && shape.is_finite() && shape > 0.0) {
        return Err(LatticePictureError::EmptyWindow);
    }
    let (sheet, square) = Sheet::square(side, window.fpr, window.tpr);
    Ok((sheet, Panel { height: side * shape, ..square }))
}

/// Draws contours in a window, coloured by their values.
pub(super) fn contour_picture(
    mut sheet: Sheet,
    panel: Panel,
    title: &str,
    scale: &ValueScale,
    drawn: &[Curve],
    missing: &[String],
) -> LatticePicture {
    let Panel { font, left, .. } = panel;
    let (unit, side) = ((0.0, 1.0), panel.width);
    let goes_beyond = (panel.x, panel.y) != (unit, unit);
    let (x0, y1) = panel.pixel((0.0, 1.0));
    let (x1, y0) = panel.pixel((1.0, 0.0));
    let clipped =
        |low: f64, high: f64, from: f64, to: f64| (low.clamp(from, to), high.clamp(from, to));
    let (x0, x1) = clipped(x0, x1, panel.left, panel.right());
    let (y1, y0) = clipped(y1, y0, panel.top, panel.bottom());
    let square = canvas::group("roc-space").add(canvas::title("ROC space")).add(
        rectangle(x0, y1, x1 - x0, y0 - y1)
            .set("fill", if goes_beyond { "#e9e9e9" } else { "none" })
            .set("stroke", INK)
            .set("stroke-width", number(0.1 * font)),
    );
    sheet.add(square);
    let common = curves::common_points(drawn);
    let shows =
        |(x, y): &Xy| (panel.x.0..=panel.x.1).contains(x) && (panel.y.0..=panel.y.1).contains(y);
    let place = |(x, y): &(Rational, Rational)| Some((x.to_f64(), y.to_f64())).filter(shows);
    let shown: Vec<Xy> = common.iter().filter_map(place).map(|xy| panel.pixel(xy)).collect();
    let taken = shown.iter().map(|at| Room::around(*at, 1.5 * font, 1.5 * font)).collect();
    let mut rooms = Rooms { taken, marks: Vec::new() };
    let mut names = Vec::new();
    for point in &common {
        let name = format!("base point ({}, {})", point.0, point.1);
        // In ROC space alone the circle in a corner needs no name.
        let at = place(point).filter(|_| goes_beyond).map(|xy| panel.pixel(xy));
        names.extend(at.and_then(|at| name_beside(at, &name, &panel, &mut rooms.taken)));
    }
    let pen = Pen::by_value(scale, 0.13 * font, 1.0);
    sheet.extend(curves::roc_layer(&panel, drawn, &pen, &mut rooms));
    sheet.add(panel.border());
    for (x, y) in shown {
        let circle = canvas::circle((x, y), 0.35 * font)
            .set("fill", "#ffffff")
            .set("stroke", INK)
            .set("stroke-width", number(0.12 * font));
        sheet.add(canvas::group("base-point").add(circle));
    }
    for name in names {
        sheet.add(name);
    }
    sheet.add(panel.x_axis("false positive rate", &panel.x_ticks()));
    sheet.add(panel.y_axis("true positive rate", &panel.y_ticks()));
    sheet.title(title, left, side);
    sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
    let mut notes = Vec::new();
    if goes_beyond {
        notes.push("Grey: ROC space.".to_owned());
    }
    for (x, y) in common.iter().filter(|point| place(point).is_none()) {
        notes.push(format!("All contours go through ({x}, {y}), outside this window."));
    }
    if !missing.is_empty() {
        notes.push(format!("No algebraic contour at {}.", missing.join(", ")));
    }
    sheet.caption(&notes, left, side);
    sheet.finish()
}

/// Returns the values at the lattice's corners and beside them, which include the extremes of every
/// metric that is monotone in both rates.
pub(super) fn extremes(metric: &Metric, lattice: Lattice) -> Vec<f64> {
    let (p, n) = (lattice.positives(), lattice.negatives());
    let mut found = Vec::new();
    for tp in [0, 1.min(p), p - 1, p] {
        for tn in [0, 1.min(n), n - 1, n] {
            found.extend(value_on(metric, lattice, tp, tn).to_f64());
        }
    }
    found
}
