//! A function over the Tile as bands of colour and named contours.

use svg::node::element::Group;

use super::canvas::{self, FONT, filled, stroked};
use super::frame::Frame;
use super::label::{self, Room};
use super::level_sets::Field;
use crate::arc::Xy;

/// Returns points as the `d` attribute of a path.
pub(super) fn loop_data(frame: &Frame, loops: &[Vec<Xy>], closed: bool) -> String {
    let mut data = String::new();
    for points in loops {
        for (k, point) in points.iter().enumerate() {
            let (x, y) = frame.pixel(*point);
            let command = if k == 0 { "M" } else { "L" };
            data.push_str(&format!("{command}{x:.1} {y:.1}"));
        }
        if closed {
            data.push('Z');
        }
    }
    data
}

/// Draws bands from each level on, painted over those of lower levels, on a ground of one colour.
pub(super) fn bands(
    frame: &Frame,
    field: &Field,
    ground: &str,
    bands: impl IntoIterator<Item = (f64, String)>,
) -> Group {
    let mut group = canvas::group("values").add(frame.ground().set("fill", ground));
    for (level, colour) in bands {
        let loops = field.loops(level);
        if !loops.is_empty() {
            group = group.add(filled(loop_data(frame, &loops, true), &colour));
        }
    }
    group
}

/// Draws contours, each with a name and the colour of its ground; with their names if these fit
/// inside the outline and do not overlap others.
pub(super) fn contours(
    frame: &Frame,
    field: &Field,
    levels: impl IntoIterator<Item = (f64, String, String)>,
    outline: &[Xy],
    taken: &mut Vec<Room>,
) -> [Group; 2] {
    let size = 0.75 * frame.font;
    let mut lines = canvas::group("contours");
    let mut names = canvas::group("contour-values").set("font-family", FONT);
    for (level, name, colour) in levels {
        let found = field.lines(level);
        if found.is_empty() {
            continue;
        }
        let data = loop_data(frame, &found, false);
        lines = lines.add(
            stroked(data, "#ffffff", 0.8)
                .set("stroke-opacity", 0.9)
                .set("stroke-linejoin", "round"),
        );
        // Short loops are noise of the lattice and stay without a name.
        for line in found.iter().filter(|line| length(frame, line) > 6.0 * frame.font) {
            let places =
                [5, 4, 6, 3, 7, 2, 8].map(|tenth| frame.pixel(line[line.len() * tenth / 10]));
            if let Some(text) = label::name_at(places, &name, size, outline, &colour, taken) {
                names = names.add(text);
            }
        }
    }
    [lines, names]
}

fn length(frame: &Frame, line: &[Xy]) -> f64 {
    let distance = |two: &[Xy]| (two[0].0 - two[1].0).hypot(two[0].1 - two[1].1);
    frame.side * line.windows(2).map(distance).sum::<f64>()
}
