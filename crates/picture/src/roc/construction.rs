//! The construction of a ranking score's value in ROC space (The Tile, section 3.3, Fig. 2).
//!
//! On a line of slope -pi-/pi+ the share of positive predictions is constant. There the value of
//! R_ab, the a whose line of 0 passes, and the b whose line of 1 passes are all linear along it:
//! numbers at even steps make it a scale. The lines of 0 go through (1, 0) and depend on a alone,
//! those of 1 go through (0, 1) and depend on b alone; the two meet in the vertex.

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, INK, haloed, number, rectangle, stroked, text};
use super::super::panel::Panel;
use super::super::sheet::Sheet;
use super::{GROUND, RocPicture, circle};
use crate::arc::Xy;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::PerformanceError;
use exactile::score::RankingScore;
use exactile::tile::{IsoLine, Pencil, Vertex};

/// The lines of 0 and of 1, the scale, and the vertex.
const ZERO: &str = "#009e73";
const ONE: &str = "#e69f00";
const SCALE: &str = "#8a3ab9";
const VERTEX: &str = "#d62728";

/// The colour of the two quadrants that vertices may be in.
const QUADRANT: &str = "#dcdcdc";

/// The pencil of lines of a picture, and the meaning of its scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The iso-performance lines of the score: values.
    Value,
    /// The lines of 0 of all scores: a.
    A,
    /// The lines of 1 of all scores: b.
    B,
}

impl RocPicture {
    /// Draws the pencil of lines at tenths, the lines of 0 and 1 of the score at `place`, and a
    /// scale of slope -pi-/pi+ with the numbers. `window` has the ranges of FPR and TPR that are
    /// shown; `side` is its width in pixels.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    ///
    /// # Panics
    /// If the place is not on the Tile.
    pub fn construction(
        place: &Point,
        prior_positive: &Rational,
        reading: Reading,
        window: [(f64, f64); 2],
        side: f64,
    ) -> Result<Self, PerformanceError> {
        let pencil_at = |a: &Rational, b: &Rational| {
            let score = RankingScore::at(Point::new(a.clone(), b.clone()));
            Pencil::new(&score.expect("on the Tile"), prior_positive.clone())
        };
        let pencil = pencil_at(&place.a, &place.b)?;
        let line_of = |number: &Rational| match reading {
            Reading::Value => Ok::<_, PerformanceError>(pencil.line(number)),
            Reading::A => Ok(pencil_at(number, &place.b)?.line(&Rational::ZERO)),
            Reading::B => Ok(pencil_at(&place.a, number)?.line(&Rational::ONE)),
        };

        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, _) = sheet.margins();
        let [x, y] = window;
        let height = side * (y.1 - y.0) / (x.1 - x.0);
        let panel = Panel { left, top: font, width: side, height, x, y, font };
        sheet.add(ground(&panel));
        let mut lines = canvas::group("pencil");
        let scale = scale_line(reading, prior_positive);
        let mut marks: Vec<(Rational, Xy)> = Vec::new();
        for number in Pencil::usual_values() {
            let line = line_of(&number)?;
            lines = lines.add(across(&panel, &line, "#8c8c8c", 0.07));
            marks.extend(meeting(&line, &scale).map(|at| (number, at)));
        }
        sheet.add(lines);
        let mut chosen = canvas::group("chosen");
        if reading != Reading::B {
            chosen = chosen.add(across(&panel, &pencil.line(&Rational::ZERO), ZERO, 0.24));
        }
        if reading != Reading::A {
            chosen = chosen.add(across(&panel, &pencil.line(&Rational::ONE), ONE, 0.24));
        }
        sheet.add(chosen);
        // Numbers stand on the side that is turned away from ROC space.
        let side = if reading == Reading::B { Anchor::End } else { Anchor::Start };
        sheet.add(scale_marks(&panel, &marks, side));
        let own = match reading {
            Reading::Value => None,
            Reading::A => Some((&place.a, "a", ZERO)),
            Reading::B => Some((&place.b, "b", ONE)),
        };
        if let Some((number, letter, colour)) = own {
            if let Some(at) = meeting(&line_of(number)?, &scale) {
                let name = format!("{letter} = {}", number.to_decimal(2));
                let side = if reading == Reading::A { Anchor::End } else { Anchor::Start };
                sheet.add(named(&panel, at, &name, colour, side));
            }
        }
        if let (Reading::Value, Vertex::Finite(vertex)) = (reading, pencil.vertex()) {
            let (x, y) = (vertex.a.to_decimal(2), vertex.b.to_decimal(2));
            sheet.add(named(
                &panel,
                vertex.to_f64(),
                &format!("({x}, {y})"),
                VERTEX,
                Anchor::Start,
            ));
        }
        sheet.add(panel.border());
        sheet.add(panel.x_axis("false positive rate", &panel.x_ticks()));
        sheet.add(panel.y_axis("true positive rate", &panel.y_ticks()));
        sheet.reach(panel.right(), panel.bottom() + 3.0 * font);
        Ok(Self { document: sheet.document() })
    }
}

/// Draws ROC space, and the two quadrants of vertices.
fn ground(panel: &Panel) -> Group {
    let corners = |(x0, y0): Xy, (x1, y1): Xy| {
        let ((left, bottom), (right, top)) = (panel.pixel((x0, y0)), panel.pixel((x1, y1)));
        rectangle(left, top, right - left, bottom - top)
    };
    let low = corners((panel.x.0, panel.y.0), (0.0, 0.0)).set("fill", QUADRANT);
    let high = corners((1.0, 1.0), (panel.x.1, panel.y.1)).set("fill", QUADRANT);
    let roc = corners((0.0, 0.0), (1.0, 1.0));
    canvas::group("roc-space").add(canvas::title("ROC space")).add(low).add(high).add(
        roc.set("fill", GROUND).set("stroke", INK).set("stroke-width", number(0.08 * panel.font)),
    )
}

/// Returns a scale that crosses the pencil where there is room: pi- FPR + pi+ TPR = c.
fn scale_line(reading: Reading, prior_positive: &Rational) -> [Rational; 3] {
    let negative = prior_positive.complement();
    let c = match reading {
        // Through the middle of ROC space, right of it, left of it: as far from the common point
        // of the lines as 7/5 along one axis.
        Reading::Value => Rational::new(1, 2),
        Reading::A => &negative + prior_positive * Rational::new(7, 5),
        Reading::B => prior_positive * Rational::new(-2, 5),
    };
    [negative, prior_positive.clone(), -c]
}

/// Returns the intersection of two lines, in doubles; `None` for parallels.
fn meeting(line: &IsoLine, [x1, y1, c1]: &[Rational; 3]) -> Option<Xy> {
    let [x0, y0, c0] = &line.coefficients;
    let scale = x0 * y1 - y0 * x1;
    let x = (y0 * c1 - c0 * y1).checked_div(&scale)?;
    let y = (c0 * x1 - x0 * c1).checked_div(&scale)?;
    Some((x.to_f64(), y.to_f64()))
}

/// Draws a line from border to border of the panel.
fn across(panel: &Panel, line: &IsoLine, colour: &str, width: f64) -> svg::node::element::Path {
    let [kx, ky, k1] = line.coefficients.clone().map(|k| k.to_f64());
    let mut ends: Vec<Xy> = Vec::new();
    // On each side of the panel, in the order of a walk around it.
    if ky != 0.0 {
        ends.extend([panel.x.0, panel.x.1].map(|x| (x, -(kx * x + k1) / ky)));
    }
    if kx != 0.0 {
        ends.extend([panel.y.0, panel.y.1].map(|y| (-(ky * y + k1) / kx, y)));
    }
    let air = 1e-9;
    let holds = |(low, high): Xy, at: f64| at >= low - air && at <= high + air;
    ends.retain(|&(x, y)| holds(panel.x, x) && holds(panel.y, y));
    ends.sort_by(|p, q| p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)));
    let mut data = String::new();
    if let (Some(&first), Some(&last)) = (ends.first(), ends.last()) {
        let ((x0, y0), (x1, y1)) = (panel.pixel(first), panel.pixel(last));
        data = format!("M{} {}L{} {}", number(x0), number(y0), number(x1), number(y1));
    }
    stroked(data, colour, width * panel.font).set("data-value", line.value.to_string())
}

/// Draws the scale with its numbers.
fn scale_marks(panel: &Panel, marks: &[(Rational, Xy)], side: Anchor) -> Group {
    let aside = if side == Anchor::End { -0.5 } else { 0.5 } * panel.font;
    let size = 0.75 * panel.font;
    let mut group = canvas::group("scale").set("font-family", FONT);
    if let (Some((_, first)), Some((_, last))) = (marks.first(), marks.last()) {
        let ((x0, y0), (x1, y1)) = (panel.pixel(*first), panel.pixel(*last));
        let data = format!("M{} {}L{} {}", number(x0), number(y0), number(x1), number(y1));
        group = group.add(stroked(data, SCALE, 0.16 * panel.font));
    }
    for (count, (mark, at)) in marks.iter().enumerate() {
        let (x, y) = panel.pixel(*at);
        group = group.add(circle((x, y), 0.16 * panel.font, SCALE, 0.0));
        if count % 2 == 0 {
            let shown = text(&mark.to_decimal(1), x + aside, y, size, side);
            group = group.add(haloed(shown.set("fill", SCALE), size));
        }
    }
    group
}

/// Draws a dot with its name beside it.
fn named(panel: &Panel, at: Xy, name: &str, colour: &str, side: Anchor) -> Group {
    let (x, y) = panel.pixel(at);
    let size = 0.85 * panel.font;
    let aside = if side == Anchor::End { -0.7 } else { 0.7 } * panel.font;
    let shown = text(name, x + aside, y, size, side);
    canvas::group("named")
        .set("font-family", FONT)
        .add(circle((x, y), 0.36 * panel.font, colour, panel.font))
        .add(haloed(shown, size))
}
