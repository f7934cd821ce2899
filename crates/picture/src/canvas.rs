//! Drawing primitives: numbers rounded to 1/1000 pixel, text made safe for XML.

use svg::node::element::{Circle, Element, Group, Path, Rectangle, Text, Title};

use crate::arc::{CurvedPath, Xy};

/// The typeface of the pictures; Verdana has the same widths.
pub(super) const FONT: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// The colour of lines and text.
pub(super) const INK: &str = "#1a1a1a";

/// Returns a coordinate in pixels, without trailing zeros.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Replaces characters that XML cannot hold by a replacement character.
pub(super) fn printable(text: &str) -> String {
    text.chars()
        .map(
            |c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c },
        )
        .collect()
}

/// Returns the path data of curves through pixel space; a curve whose control point is the middle
/// of its ends is a line.
pub(super) fn path_data(paths: &[CurvedPath], pixel: impl Fn(Xy) -> Xy, closed: bool) -> String {
    let mut data = String::new();
    let point = |xy: Xy| {
        let (x, y) = pixel(xy);
        format!("{} {}", number(x), number(y))
    };
    for (k, path) in paths.iter().enumerate() {
        if k == 0 {
            data.push_str(&format!("M{}", point(path.start)));
        }
        let mut start = path.start;
        for &[control, end] in &path.curves {
            let middle = (f64::midpoint(start.0, end.0), f64::midpoint(start.1, end.1));
            if control == middle {
                data.push_str(&format!("L{}", point(end)));
            } else {
                data.push_str(&format!("Q{} {}", point(control), point(end)));
            }
            start = end;
        }
    }
    if closed {
        data.push('Z');
    }
    data
}

/// Returns the path data of lines through pixels.
pub(super) fn polyline(points: impl IntoIterator<Item = Xy>) -> String {
    let step = |(k, (x, y)): (usize, Xy)| {
        format!("{}{} {}", if k == 0 { "M" } else { "L" }, number(x), number(y))
    };
    points.into_iter().enumerate().map(step).collect()
}

/// A filled path.
pub(super) fn filled(data: String, fill: &str) -> Path {
    Path::new().set("d", data).set("fill", fill)
}

/// A stroked path.
pub(super) fn stroked(data: String, stroke: &str, width: f64) -> Path {
    Path::new().set("d", data).set("fill", "none").set("stroke", stroke).set("stroke-width", width)
}

/// A rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new()
        .set("x", number(x))
        .set("y", number(y))
        .set("width", number(width))
        .set("height", number(height))
}

/// A circle.
pub(super) fn circle((x, y): Xy, radius: f64) -> Circle {
    Circle::new().set("cx", number(x)).set("cy", number(y)).set("r", number(radius))
}

/// The alignment of text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Returns one line of text whose middle height is at y.
pub(super) fn text(content: &str, x: f64, y: f64, size: f64, anchor: Anchor) -> Text {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    Text::new(printable(content))
        .set("x", number(x))
        // A share of the size instead of dominant-baseline, which renderers treat differently.
        .set("y", number(y + 0.36 * size))
        .set("font-size", number(size))
        .set("text-anchor", anchor)
        .set("fill", INK)
}

/// Adds a pale outline, so that text is legible on any ground; its width is a share of the size.
pub(super) fn haloed(text: Text, size: f64) -> Text {
    text.set("stroke", "#ffffff")
        .set("stroke-opacity", 0.8)
        .set("stroke-width", number(0.22 * size))
        .set("stroke-linejoin", "round")
        .set("paint-order", "stroke")
}

/// As [`haloed`], on a ground of this colour.
pub(super) fn haloed_on(text: Text, size: f64, ground: &str) -> Text {
    haloed(text, size).set("fill", super::palette::ink_on(ground)).set("stroke", ground)
}

/// A tooltip.
pub(super) fn title(content: &str) -> Title {
    Title::new(printable(content))
}

/// A group of a class.
pub(super) fn group(class: &str) -> Group {
    Group::new().set("class", class)
}

/// A clip path of one outline.
pub(super) fn clip(id: &str, data: String) -> Element {
    let mut clip = Element::new("clipPath");
    svg::Node::assign(&mut clip, "id", id);
    svg::Node::append(&mut clip, Path::new().set("d", data));
    clip
}
