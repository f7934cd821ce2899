//! Orderings of performances at their places on the Tile (The Tile, Fig. 3).

use svg::node::element::{Circle, Group};

use super::canvas::{self, Anchor, FONT, INK, filled, haloed, number, stroked, text};
use super::error::PictureError;
use super::frame::Frame;
use super::label;
use super::sketch::{Extras, Sketch};
use super::tile_picture::{TilePicture, constants};
use crate::arc::Xy;
use exactile::geometry::Point;
use exactile::num::Rational;

/// Orderings at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedOrderings {
    /// The place.
    pub place: Point,
    /// The text, line by line.
    pub lines: Vec<String>,
    /// The colour of the point, `#rrggbb`; white if there is none.
    pub colour: Option<String>,
    /// The distances to the right and upwards from the place to an end of a double arrow, along
    /// which the orderings move when weights or priors change.
    pub moves: Option<(f64, f64)>,
}

/// The colour of these arrows.
const WAY: &str = "#8a3ab9";

impl TilePicture {
    /// Draws the Tile of a prior with orderings at their places, and the curve on which all
    /// no-skill performances tie if it is requested. Texts of places on the right side are beside
    /// the Tile; `side` is the width of the Tile in pixels.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn places(
        prior_positive: &Rational,
        orderings: &[PlacedOrderings],
        shows_curve: bool,
        side: f64,
    ) -> Result<Self, PictureError> {
        let extras = Extras { no_skill_curve: shows_curve, ..Extras::nothing() };
        let ground = constants(prior_positive)?;
        let mut sketch = Sketch::new(&ground, side, extras);
        sketch.grid_and_curves(None);
        let frame = sketch.frame.clone();
        let mut ways = canvas::group("ways");
        let mut points = canvas::group("places").set("font-family", FONT);
        let mut beside: f64 = 0.0;
        for ordering in orderings {
            let at = frame.pixel(ordering.place.to_f64());
            if let Some(direction) = ordering.moves {
                ways = ways.add(double_arrow(&frame, at, direction));
            }
            let (names, width) = names(&frame, at, ordering);
            beside = beside.max(width);
            points = points.add(names).add(point(&frame, at, ordering.colour.as_deref()));
        }
        sketch.sheet.add(ways);
        let reach = frame.right() + beside - sketch.side_column();
        Ok(Self::of(sketch.finish(points, reach.max(0.0))))
    }
}

fn point(frame: &Frame, (x, y): Xy, colour: Option<&str>) -> Circle {
    canvas::circle((x, y), 0.42 * frame.font)
        .set("fill", colour.unwrap_or("#ffffff"))
        .set("stroke", INK)
        .set("stroke-width", 0.9)
}

/// Draws lines of text beside a point: to the right of it, or beside the Tile for its right side;
/// upwards from the lower side, downwards from the upper one. Returns their width beyond the Tile.
fn names(frame: &Frame, (x, y): Xy, ordering: &PlacedOrderings) -> (Group, f64) {
    let lines = &ordering.lines;
    let size = 0.95 * frame.font;
    let pitch = 1.3 * size;
    let count = f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    let is_beside = x == frame.right();
    let first = if y == frame.top {
        // Beside the Tile the corner's own name stands above.
        y + if is_beside { 0.0 } else { 1.4 * size }
    } else if y == frame.bottom() {
        y - if is_beside { 0.0 } else { 1.4 * size } - pitch * (count - 1.0)
    } else if ordering.moves.is_some_and(|(_, up)| up == 0.0) {
        // Above the arrow.
        y - 1.3 * size - pitch * (count - 1.0)
    } else if ordering.moves.is_some() {
        // Right of the arrow, below its head.
        y + 0.5 * size
    } else {
        y - pitch * (count - 1.0) / 2.0
    };
    let gap = match ordering.moves {
        Some((_, up)) if up != 0.0 => 1.8,
        _ if is_beside => 1.1,
        _ => 0.9,
    };
    let gap = gap * frame.font;
    let mut group = canvas::group("orderings");
    let (mut down, mut widest) = (first, 0.0_f64);
    for line in lines {
        let shown = text(line, x + gap, down, size, Anchor::Start);
        group = group.add(if is_beside { shown } else { haloed(shown, 1.3 * size) });
        widest = widest.max(label::width(line, size));
        down += pitch;
    }
    (group, if is_beside { gap + widest } else { 0.0 })
}

/// Draws an arrow with two heads through a place.
fn double_arrow(frame: &Frame, (x, y): Xy, (right, up): (f64, f64)) -> Group {
    let (dx, dy) = (right * frame.side, -up * frame.side);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let head = 0.8 * frame.font;
    let tip = |sign: f64| {
        let (tx, ty) = (x + sign * dx, y + sign * dy);
        let back = |aside: f64| {
            let (bx, by) = (tx - sign * head * ux, ty - sign * head * uy);
            (bx - aside * head * uy, by + aside * head * ux)
        };
        let ((lx, ly), (rx, ry)) = (back(0.45), back(-0.45));
        let [tx, ty, lx, ly, rx, ry] = [tx, ty, lx, ly, rx, ry].map(number);
        filled(format!("M{tx} {ty}L{lx} {ly}L{rx} {ry}Z"), WAY)
    };
    let ends = [x - 0.9 * dx, y - 0.9 * dy, x + 0.9 * dx, y + 0.9 * dy].map(number);
    let [x0, y0, x1, y1] = ends;
    canvas::group("way")
        .add(stroked(format!("M{x0} {y0}L{x1} {y1}"), WAY, 1.1))
        .add(tip(1.0))
        .add(tip(-1.0))
}
