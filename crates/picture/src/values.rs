//! The value of a ranking score over the Tile, as bands between exact contours.
//!
//! For a fixed performance, R_ab = k is (1-k) s = k u with s linear in a and u linear in b: a
//! straight line of the Tile, whatever the priors. So bands are exact polygons.

use num_integer::Integer;
use num_traits::ToPrimitive;
use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, filled, number, rectangle, stroked, text};
use super::frame::Frame;
use super::label::{self, Room};
use super::palette;
use crate::arc::Xy;
use exactile::geometry::{ConvexSet, HalfPlane, Point, intersect};
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// The number of bands between two neighbouring contours.
const BANDS: i64 = 5;

/// The range of values of a picture, cut by contours at multiples of a round step.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    step: Rational,
    /// The lowest and the highest contour, as multiples of the step.
    first: i64,
    last: i64,
}

impl Scale {
    /// Returns a scale that contains these values with at least four steps between them, or as many
    /// as the finest step allows.
    pub(super) fn of(values: impl IntoIterator<Item = Rational>) -> Self {
        let mut values: Vec<Rational> = values.into_iter().collect();
        values.sort();
        let low = values.first().cloned().unwrap_or(Rational::ZERO);
        let high = values.last().cloned().unwrap_or(Rational::ONE);
        let steps =
            [(1, 10), (1, 20), (1, 50), (1, 100), (1, 200), (1, 500), (1, 1000), (1, 10_000)];
        let rounded = |value: &Rational, step: &Rational, up: bool| {
            let ratio = value / step;
            let multiple = ratio.numerator().div_floor(&ratio.denominator()).to_i64().unwrap_or(0);
            if up && !ratio.is_integer() { multiple + 1 } else { multiple }
        };
        let scale = |(n, d): (i64, i64)| {
            let step = Rational::new(n, d);
            let (first, last) = (rounded(&low, &step, false), rounded(&high, &step, true));
            Self { step, first, last: last.max(first + 1) }
        };
        let mut scales = steps.into_iter().map(scale);
        let coarsest = scales.next().expect("there are steps");
        if coarsest.last - coarsest.first >= 4 {
            return coarsest;
        }
        scales.find(|scale| scale.last - scale.first >= 4).unwrap_or(coarsest)
    }

    pub(super) fn contours(&self) -> impl Iterator<Item = Rational> + '_ {
        (self.first..=self.last).map(|k| Rational::from(k) * &self.step)
    }

    /// Returns the lower ends of the bands with the position of each band's middle from 0 to 1.
    pub(super) fn bands(&self) -> impl Iterator<Item = (Rational, f64)> + '_ {
        let count = BANDS * (self.last - self.first);
        (0..count).map(move |k| {
            let level = (Rational::from(self.first) + Rational::new(k, BANDS)) * &self.step;
            (level, Rational::new(2 * k + 1, 2 * count).to_f64())
        })
    }

    /// Returns the position of a value between the ends of the scale, 0 to 1.
    pub(super) fn position(&self, value: f64) -> f64 {
        let end = |k: i64| (Rational::from(k) * &self.step).to_f64();
        (value - end(self.first)) / (end(self.last) - end(self.first))
    }

    pub(super) fn digits(&self) -> u32 {
        (1..)
            .find(|&digits| (&self.step * Rational::from(10_i64.pow(digits))).is_integer())
            .unwrap_or(4)
    }
}

/// Returns the half-plane on which the score of a matrix is at least `level`.
fn at_least(matrix: &ConfusionMatrix, level: &Rational) -> HalfPlane {
    let rest = level.complement();
    HalfPlane {
        k_a: &rest * (matrix.tp() - matrix.tn()),
        k_b: level * (matrix.fp() - matrix.fn_()),
        k_1: &rest * matrix.tn() - level * matrix.fp(),
    }
}

fn polygon_data(frame: &Frame, corners: &[Point]) -> String {
    canvas::polyline(corners.iter().map(|corner| frame.pixel(corner.to_f64()))) + "Z"
}

/// Draws the bands of one matrix over the whole Tile: each band is painted over those below it.
pub(super) fn bands(frame: &Frame, matrix: &ConfusionMatrix, scale: &Scale) -> Group {
    let mut group = canvas::group("values").add(frame.ground().set("fill", palette::ramp(0.0)));
    for (level, position) in scale.bands() {
        if let ConvexSet::Polygon(corners) = intersect([at_least(matrix, &level)]) {
            group = group.add(filled(polygon_data(frame, &corners), &palette::ramp(position)));
        }
    }
    group
}

/// Draws the contours, with their values if these fit inside the outline and do not overlap others.
pub(super) fn contours(
    frame: &Frame,
    matrix: &ConfusionMatrix,
    scale: &Scale,
    outline: &[Xy],
    taken: &mut Vec<Room>,
) -> [Group; 2] {
    let size = 0.75 * frame.font;
    let mut lines = canvas::group("contours");
    let mut names = canvas::group("contour-values").set("font-family", FONT);
    for level in scale.contours() {
        let inside = at_least(matrix, &level);
        let ConvexSet::Segment(from, to) = intersect([-inside.clone(), inside]) else { continue };
        let ((x1, y1), (x2, y2)) = (frame.pixel(from.to_f64()), frame.pixel(to.to_f64()));
        let data = format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2));
        lines = lines.add(stroked(data, "#ffffff", 0.8).set("stroke-opacity", 0.9));
        let name = level.to_decimal(scale.digits());
        let places =
            [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map(|t| (x1 + t * (x2 - x1), y1 + t * (y2 - y1)));
        let colour = palette::ramp(scale.position(level.to_f64()));
        if let Some(text) = label::name_at(places, &name, size, outline, &colour, taken) {
            names = names.add(text);
        }
    }
    [lines, names]
}

/// Draws the colours of the values, beside the Tile; returns its width too.
pub(super) fn colour_bar(frame: &Frame, x: f64, title: &str, scale: &Scale) -> (Group, f64) {
    scale_bar(Column::beside(frame), x, title, scale)
}

/// As [`colour_bar`], at other heights.
pub(super) fn scale_bar(column: Column, x: f64, title: &str, scale: &Scale) -> (Group, f64) {
    let span = Rational::from(scale.last - scale.first) * &scale.step;
    let lowest = Rational::from(scale.first) * &scale.step;
    let ticks: Vec<(f64, String)> = scale
        .contours()
        .map(|level| (((&level - &lowest) / &span).to_f64(), level.to_decimal(scale.digits())))
        .collect();
    bar(column, x, title, palette::ramp, &ticks)
}

/// The range of heights of a bar of colours, its title included, and the size of its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) font: f64,
}

impl Column {
    pub(super) fn beside(frame: &Frame) -> Self {
        Self { top: frame.top, bottom: frame.bottom(), font: frame.font }
    }
}

/// Draws a bar of colours with ticks at heights from 0 to 1; returns its width too.
pub(super) fn bar(
    column: Column,
    x: f64,
    title: &str,
    colour_at: impl Fn(f64) -> String,
    ticks: &[(f64, String)],
) -> (Group, f64) {
    const PARTS: u32 = 50;
    let font = 0.85 * column.font;
    let top = column.top + 1.6 * column.font;
    let height = column.bottom - top;
    let mut group = canvas::group("colour-bar").set("font-family", FONT).add(
        text(title, x, column.top + 0.3 * column.font, font, Anchor::Start)
            .set("font-weight", "bold"),
    );
    let wide = 1.2 * column.font;
    for part in 0..PARTS {
        let share = |k: u32| f64::from(k) / f64::from(PARTS);
        let y = top + height * (1.0 - share(part + 1));
        let colour = colour_at(f64::midpoint(share(part), share(part + 1)));
        // A hair of overlap hides the seams that antialiasing would leave.
        group = group.add(rectangle(x, y, wide, height * share(1) + 0.3).set("fill", colour));
    }
    let mut widest: f64 = 0.0;
    for (at, name) in ticks {
        let y = top + height * (1.0 - at);
        widest = widest.max(label::width(name, font));
        group = group.add(text(name, x + wide + 0.5 * font, y, font, Anchor::Start));
    }
    (group, (wide + 0.5 * font + widest).max(label::width(title, 1.08 * font)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_steps_and_hold_their_values() {
        let shown = |low: Rational, high: Rational| {
            let scale = Scale::of([low, high]);
            let levels: Vec<String> =
                scale.contours().map(|k| k.to_decimal(scale.digits())).collect();
            (levels.first().cloned(), levels.last().cloned(), levels.len())
        };
        let some = |text: &str| Some(text.to_owned());
        let q = Rational::new;
        assert_eq!(shown(q(0, 1), q(1, 1)), (some("0.0"), some("1.0"), 11));
        assert_eq!(shown(q(957, 1000), q(1, 1)), (some("0.95"), some("1.00"), 6));
        assert_eq!(shown(q(-13, 20), q(1, 5)), (some("-0.7"), some("0.2"), 10));
        assert_eq!(shown(q(1, 2), q(1, 2)), (some("0.5"), some("0.6"), 2));
    }
}
