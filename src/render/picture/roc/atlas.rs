//! The Tile between ROC spaces: what each score's iso-performance lines look like (The Tile,
//! Fig. 1).

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, INK, number, rectangle, stroked, text};
use super::super::palette;
use super::super::panel::Panel;
use super::super::sketch::{Extras, Sketch};
use super::super::tile_picture::{PictureError, TilePicture, constants};
use super::lines::{inside, stroke};
use super::{GROUND, circle};
use crate::geometry::Point;
use crate::num::Rational;
use crate::render::arc::Xy;
use crate::render::pencil::tenths;
use crate::score::RankingScore;
use crate::tile::Pencil;

impl TilePicture {
    /// The Tile of a prior with places on it, each joined to its score's name and iso-performance
    /// lines of the values 1/10 to 9/10 in a small ROC space, in a column on the left and in one on
    /// the right, both from above. `side` is the width of the Tile in pixels.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    ///
    /// # Panics
    /// If a place is not on the Tile.
    pub fn atlas(
        prior_positive: &Rational,
        [left, right]: [&[(String, Point)]; 2],
        side: f64,
    ) -> Result<Self, PictureError> {
        let ground = constants(prior_positive)?;
        let nothing = Extras { scores: false, grid: false, no_skill_curve: false, legend: false };
        let mut sketch = Sketch::new(&ground, side, nothing);
        let font = sketch.frame.font;
        let most = f64::from(u32::try_from(left.len().max(right.len())).unwrap_or(u32::MAX));
        // Each small space with its name above it and some air.
        let pitch = (side + 2.0 * font) / most;
        let size = pitch - 2.4 * font;
        let gap = 3.0 * font;
        sketch.frame.left += size + gap - 2.0 * font;
        let frame = sketch.frame.clone();

        let mut leaders = canvas::group("leaders");
        let mut spaces = canvas::group("roc-spaces").set("font-family", FONT);
        let mut marks = canvas::group("scores");
        for (places, x, is_left) in
            [(left, 1.5 * font, true), (right, frame.right() + gap + font, false)]
        {
            for (count, (name, place)) in places.iter().enumerate() {
                let step = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
                let top = frame.top + pitch * step + 0.6 * font;
                let score = RankingScore::at(place.clone()).expect("a place on the Tile");
                let pencil = Pencil::new(&score, prior_positive.clone())?;
                let at = frame.pixel(place.to_f64());
                let edge = if is_left { x + size } else { x };
                leaders = leaders.add(leader((edge, top + size / 2.0), at));
                spaces = spaces.add(small_space(&pencil, name, (x, top), size, font));
                marks = marks.add(circle(at, 0.36 * font, "#ffffff", font));
            }
        }
        sketch.layers.extend([leaders, marks]);
        let width = frame.right() + gap + font + size - sketch.side_column();
        Ok(Self::of(sketch.finish(spaces, width)))
    }
}

fn leader(from: Xy, to: Xy) -> svg::node::element::Path {
    let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(number);
    stroked(format!("M{x0} {y0}L{x1} {y1}"), INK, 0.5).set("stroke-opacity", 0.6)
}

/// ROC space with the lines of a pencil, its name above.
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
        .add(text(name, x, y - 0.75 * font, 0.95 * font, Anchor::Start));
    for value in tenths() {
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
