//! The Tile between ROC spaces, which show the iso-performance lines of scores (The Tile, Fig. 1).

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, INK, haloed, number, rectangle, stroked, text};
use super::super::error::PictureError;
use super::super::palette;
use super::super::panel::Panel;
use super::super::sketch::{Extras, Sketch};
use super::super::tile_picture::{TilePicture, constants};
use super::lines::{inside, stroke};
use super::{GROUND, circle};
use crate::arc::Xy;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::score::RankingScore;
use exactile::tile::Pencil;

/// A score's place on the Tile, and the position of its small ROC space.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasSpace {
    /// The text above it.
    pub name: String,
    /// The score's place.
    pub place: Point,
    /// The middle of the small ROC space in widths of the Tile, from the corner TNR; it may be to
    /// the right of the Tile.
    pub middle: (f64, f64),
}

/// The width of a small ROC space in widths of the Tile.
const SIZE: f64 = 0.17;

impl TilePicture {
    /// Draws the Tile of a prior with scores at their places, each joined to its iso-performance
    /// lines of the values 1/10 to 9/10 in a small ROC space. `side` is the width of the Tile in
    /// pixels.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    ///
    /// # Panics
    /// If a place is not on the Tile.
    pub fn atlas(
        prior_positive: &Rational,
        spaces: &[AtlasSpace],
        side: f64,
    ) -> Result<Self, PictureError> {
        let ground = constants(prior_positive)?;
        let nothing = Extras::nothing();
        let sketch = Sketch::new(&ground, side, nothing);
        let frame = sketch.frame.clone();
        let (font, size) = (frame.font, SIZE * side);
        let mut leaders = canvas::group("leaders");
        let mut drawn = canvas::group("roc-spaces").set("font-family", FONT);
        let mut marks = canvas::group("scores");
        let mut reach = frame.right();
        for space in spaces {
            let score = RankingScore::at(space.place.clone()).expect("a place on the Tile");
            let pencil = Pencil::new(&score, prior_positive.clone())?;
            let (at, middle) = (frame.pixel(space.place.to_f64()), frame.pixel(space.middle));
            let corner = (middle.0 - size / 2.0, middle.1 - size / 2.0);
            leaders = leaders.add(leader(middle, at));
            drawn = drawn.add(small_space(&pencil, &space.name, corner, size, font));
            marks = marks.add(circle(at, 0.36 * font, "#ffffff", font));
            reach = reach.max(corner.0 + size);
        }
        let column = canvas::group("column").add(leaders).add(drawn).add(marks);
        let width = reach - sketch.side_column();
        Ok(Self::of(sketch.finish(column, width.max(0.0))))
    }
}

fn leader(from: Xy, to: Xy) -> svg::node::element::Path {
    let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(number);
    stroked(format!("M{x0} {y0}L{x1} {y1}"), INK, 0.7).set("stroke-opacity", 0.7)
}

/// Draws ROC space with the lines of a pencil and its name above.
fn small_space(pencil: &Pencil, name: &str, (x, y): Xy, size: f64, font: f64) -> Group {
    let panel = Panel {
        left: x,
        top: y,
        width: size,
        height: size,
        x: (0.0, 1.0),
        y: (0.0, 1.0),
        font: 0.8 * font,
    };
    let mut group = canvas::group("roc-space")
        .add(rectangle(x, y, size, size).set("fill", GROUND))
        .add(haloed(text(name, x, y - 0.75 * font, 0.95 * font, Anchor::Start), 1.8 * font));
    for value in Pencil::usual_values() {
        // Those of 0 and 1 touch a corner or run along a side.
        if let Some((from, to)) = inside(&pencil.line(&value)) {
            let colour = palette::ramp(0.88 * value.to_f64());
            group = group.add(
                stroke(&panel, from, to, &colour, 0.2)
                    .add(canvas::title(&format!("value {value}"))),
            );
        }
    }
    group.add(
        rectangle(x, y, size, size).set("fill", "none").set("stroke", INK).set("stroke-width", 0.7),
    )
}
