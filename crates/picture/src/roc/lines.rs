//! The lines of a pencil, exact until the pixels of their ends are written.

use svg::node::element::{Group, Path};

use super::super::canvas::{self, Anchor, FONT, INK, number, stroked, text};
use super::super::label::{self, Room};
use super::super::palette;
use super::super::panel::Panel;
use super::{GROUND, MOST_LINES};
use crate::arc::Xy;
use exactile::geometry::{ConvexSet, Point, intersect};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::{IsoLine, Pencil, RankedClassifier};

/// Returns the exact part of a line inside ROC space, in doubles.
pub(super) fn inside(line: &IsoLine) -> Option<(Xy, Xy)> {
    let better = line.better_side();
    let worse =
        IsoLine { value: line.value.clone(), coefficients: line.coefficients.clone().map(|k| -k) };
    match intersect([worse.better_side(), better]) {
        ConvexSet::Segment(from, to) => Some((from.to_f64(), to.to_f64())),
        // The lines of 0 and 1 may touch a corner only.
        _ => None,
    }
}

pub(super) fn stroke(panel: &Panel, from: Xy, to: Xy, colour: &str, width: f64) -> Path {
    let ((x1, y1), (x2, y2)) = (panel.pixel(from), panel.pixel(to));
    let n = number;
    stroked(format!("M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2)), colour, width * panel.font)
}

/// Returns the part of a segment inside the panel, if it is longer than a point.
fn clipped(panel: &Panel, (from, to): (Xy, Xy)) -> Option<(Xy, Xy)> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    for (step, at, (low, high)) in [(dx, from.0, panel.x), (dy, from.1, panel.y)] {
        if step == 0.0 {
            if !(low..=high).contains(&at) {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((low - at) / step, (high - at) / step);
        start = start.max(enter.min(leave));
        end = end.min(enter.max(leave));
    }
    // Ends inside stay as they are.
    let point = |t: f64| match t {
        0.0 => from,
        1.0 => to,
        _ => (from.0 + t * dx, from.1 + t * dy),
    };
    (start < end).then(|| (point(start), point(end)))
}

/// Draws a line from ROC space to the vertex.
fn beyond(panel: &Panel, from: Xy, vertex: Xy, colour: &str) -> Path {
    stroke(panel, from, vertex, colour, 0.06).set("stroke-dasharray", "3 3")
}

/// Returns the end of a segment that is closer to a point.
fn closer((from, to): (Xy, Xy), point: Xy) -> Xy {
    let far = |end: Xy| (end.0 - point.0).hypot(end.1 - point.1);
    if far(from) <= far(to) { from } else { to }
}

/// Draws the lines of round values, thinner beyond ROC space, and their values.
pub(super) fn value_lines(
    panel: &Panel,
    pencil: &Pencil,
    vertex: Option<Xy>,
    taken: &mut Vec<Room>,
) -> [Group; 2] {
    let size = 0.75 * panel.font;
    let mut lines = canvas::group("value-lines");
    let mut names = canvas::group("values").set("font-family", FONT);
    for value in Pencil::usual_values() {
        let colour = palette::ramp(0.88 * value.to_f64());
        let corner = touched_corner(pencil, &value);
        let segment = inside(&pencil.line(&value));
        if let Some(vertex) = vertex {
            if let Some(start) = segment.map(|segment| closer(segment, vertex)).or(corner) {
                lines = lines.add(beyond(panel, start, vertex, &colour));
            }
        }
        let Some((from, to)) = segment.and_then(|ends| clipped(panel, ends)) else { continue };
        let name = value.to_decimal(1);
        lines = lines.add(
            stroke(panel, from, to, &colour, 0.1).add(canvas::title(&format!("value {value}"))),
        );
        let (from, to) = (panel.pixel(from), panel.pixel(to));
        let room =
            [0.88, 0.78, 0.68, 0.12, 0.22, 0.32, 0.5, 0.58, 0.42].into_iter().find_map(|t| {
                let centre = (from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1));
                let room = Room::around(centre, label::width(&name, size) + 0.3 * size, 1.1 * size);
                let fits = panel.holds(room) && !taken.iter().any(|other| room.overlaps(*other));
                fits.then_some(room)
            });
        if let Some(room) = room {
            let (x, y) = room.centre();
            // The line stops for its value.
            let gap = canvas::rectangle(
                room.left,
                room.top,
                room.right - room.left,
                room.bottom - room.top,
            );
            let shown = text(&name, x, y, size, Anchor::Middle).set("fill", colour.as_str());
            names = names.add(gap.set("fill", GROUND)).add(shown);
            taken.push(room);
        }
    }
    [lines, names]
}

/// Returns the corner on the line of a value: the line of 0 goes through (1, 0), that of 1 through
/// (0, 1), even if they cross ROC space nowhere else.
fn touched_corner(pencil: &Pencil, value: &Rational) -> Option<Xy> {
    let corner = |x: i32, y: i32| Point::new(x.into(), y.into());
    [(corner(1, 0), (1.0, 0.0)), (corner(0, 1), (0.0, 1.0))].into_iter().find_map(|(at, xy)| {
        let line = pencil.line_through(&at.a, &at.b)?;
        (line.value == *value).then_some(xy)
    })
}

/// Draws the diagonal of performances without skill.
pub(super) fn chance_line(panel: &Panel) -> Group {
    let group = canvas::group("no-skill");
    let Some((from, to)) = clipped(panel, ((0.0, 0.0), (1.0, 1.0))) else { return group };
    let line = stroke(panel, from, to, "#7a7a7a", 0.08)
        .set("stroke-dasharray", "6 4")
        .add(canvas::title("without skill"));
    group.add(line)
}

/// Draws the lines through classifiers, best first, each value once.
pub(super) fn lines_of(
    pencil: &Pencil,
    classifiers: &[Classifier],
    ranking: &[RankedClassifier],
    placed: usize,
) -> Vec<IsoLine> {
    let lines = ranking.iter().filter_map(|r| pencil.line_of(&classifiers[r.classifier].matrix));
    let mut lines: Vec<IsoLine> = lines.collect();
    lines.dedup();
    if placed > MOST_LINES {
        lines.truncate(1);
    }
    lines
}

pub(super) fn own_lines(panel: &Panel, lines: &[IsoLine], vertex: Option<Xy>) -> Group {
    let mut group = canvas::group("iso-performance");
    for line in lines {
        let Some(segment) = inside(line) else { continue };
        let meaning = canvas::title(&format!("value {}: {line}", line.value));
        if let Some((from, to)) = clipped(panel, segment) {
            group = group.add(stroke(panel, from, to, INK, 0.12).add(meaning));
        }
        if let Some(vertex) = vertex {
            let start = closer(segment, vertex);
            group = group.add(beyond(panel, start, vertex, INK));
        }
    }
    group
}
