//! The value of a ranking score over the Tile, as bands between exact contours.
//!
//! For a fixed performance, R_ab = k is (1-k) s = k u with s linear in a and u linear in b: a
//! straight line of the Tile, whatever the priors. So bands are polygons, and no pixel is guessed.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, filled, haloed, number, rectangle, stroked, text};
use super::frame::Frame;
use super::palette;
use crate::geometry::{ConvexSet, HalfPlane, Point, intersect};
use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// Bands of this many to a unit of value; every tenth contour is drawn.
const BANDS: i64 = 50;

/// The half-plane on which the score of a matrix is at least `level`.
fn at_least(matrix: &ConfusionMatrix, level: &Rational) -> HalfPlane {
    let rest = level.complement();
    HalfPlane {
        k_a: &rest * (matrix.tp() - matrix.tn()),
        k_b: level * (matrix.fp() - matrix.fn_()),
        k_1: &rest * matrix.tn() - level * matrix.fp(),
    }
}

fn opposite(half_plane: &HalfPlane) -> HalfPlane {
    HalfPlane { k_a: -&half_plane.k_a, k_b: -&half_plane.k_b, k_1: -&half_plane.k_1 }
}

fn polygon_data(frame: &Frame, corners: &[Point]) -> String {
    let mut data = String::new();
    for (k, corner) in corners.iter().enumerate() {
        let (x, y) = frame.pixel(corner.to_f64());
        data.push_str(&format!("{}{} {}", if k == 0 { "M" } else { "L" }, number(x), number(y)));
    }
    data + "Z"
}

/// The bands of one matrix over the whole Tile: each next one is painted over those below it.
pub(super) fn bands(frame: &Frame, matrix: &ConfusionMatrix) -> Group {
    let mut group = canvas::group("values");
    for band in 0..BANDS {
        let level = Rational::new(band, BANDS);
        if let ConvexSet::Polygon(corners) = intersect([at_least(matrix, &level)]) {
            let middle = Rational::new(2 * band + 1, 2 * BANDS).to_f64();
            group = group.add(filled(polygon_data(frame, &corners), &palette::ramp(middle)));
        }
    }
    group
}

/// The contours at every tenth, with their values where the line is long enough.
pub(super) fn contours(frame: &Frame, matrix: &ConfusionMatrix) -> Group {
    let mut group = canvas::group("contours").set("font-family", FONT);
    for tenth in 1..10 {
        let level = Rational::new(tenth, 10);
        let inside = at_least(matrix, &level);
        if let ConvexSet::Segment(from, to) = intersect([opposite(&inside), inside]) {
            let ((x1, y1), (x2, y2)) = (frame.pixel(from.to_f64()), frame.pixel(to.to_f64()));
            let data = format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2));
            group = group.add(stroked(data, "#ffffff", 0.8).set("stroke-opacity", 0.9));
            if (x2 - x1).hypot(y2 - y1) > 5.0 * frame.font {
                let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
                let name = level.to_decimal(1);
                group = group.add(haloed(text(&name, x, y, 0.75 * frame.font, Anchor::Middle)));
            }
        }
    }
    group
}

/// The colours of the values from 0 to 1, beside the Tile; returns its width too.
pub(super) fn colour_bar(frame: &Frame, x: f64, title: &str) -> (Group, f64) {
    let font = 0.85 * frame.font;
    let top = frame.top + 1.6 * frame.font;
    let height = frame.bottom() - top;
    let mut group = canvas::group("colour-bar").set("font-family", FONT).add(
        text(title, x, frame.top + 0.3 * frame.font, font, Anchor::Start).set("font-weight", "bold"),
    );
    let wide = 1.2 * frame.font;
    for band in 0..BANDS {
        let share = |k: i64| Rational::new(k, BANDS).to_f64();
        let y = top + height * (1.0 - share(band + 1));
        let middle = f64::midpoint(share(band), share(band + 1));
        // A hair of overlap hides the seams that antialiasing would leave.
        group = group.add(
            rectangle(x, y, wide, height * share(1) + 0.3).set("fill", palette::ramp(middle)),
        );
    }
    for quarter in 0..=4 {
        let level = Rational::new(quarter, 4);
        let y = top + height * (1.0 - level.to_f64());
        group = group.add(text(&number(level.to_f64()), x + wide + 0.5 * font, y, font, Anchor::Start));
    }
    (group, (wide + 3.0 * font).max(crate::render::picture::label::width(title, font)))
}
