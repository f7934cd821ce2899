//! A chart: curves of several quantities over one, in one panel.

use svg::Document;

use super::canvas::{self, Anchor, FONT, haloed, number, rectangle, stroked, text};
use super::label::{self, Room};
use super::panel::Panel;
use super::plate::PlatePicture;
use super::sheet::Sheet;
use crate::arc::Xy;

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartCurve {
    /// Its name, which is its tooltip.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub colour: String,
    /// Its points from left to right, joined by lines; parts outside the chart are cut off.
    pub points: Vec<(f64, f64)>,
}

/// The axes of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartAxes {
    /// The title and the range of the horizontal axis.
    pub x: (String, [f64; 2]),
    /// The title and the range of the vertical axis.
    pub y: (String, [f64; 2]),
}

/// A chart, optionally with an upright line at a change.
#[derive(Debug)]
pub struct ChartPicture {
    document: Document,
}

impl ChartPicture {
    /// Draws curves in their order. To the left of `change`, a place and its name, the part above
    /// zero is shaded. `side` is the width of the chart in pixels.
    pub fn new(
        axes: &ChartAxes,
        curves: &[ChartCurve],
        change: Option<(f64, &str)>,
        side: f64,
    ) -> Self {
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, _) = sheet.margins();
        let pair = |[low, high]: [f64; 2]| (low, high);
        let panel = Panel {
            left,
            top: font,
            width: side,
            height: 0.8 * side,
            x: pair(axes.x.1),
            y: pair(axes.y.1),
            font,
        };
        if let Some((at, _)) = change {
            let (x0, y0) = panel.pixel((panel.x.0, 0.0));
            let (x1, _) = panel.pixel((at, 0.0));
            sheet.add(
                canvas::group("shaded")
                    .add(rectangle(x0, panel.top, x1 - x0, y0 - panel.top).set("fill", "#ececec")),
            );
        }
        let across = |y: f64| {
            let ((x0, y0), (x1, _)) = (panel.pixel((panel.x.0, y)), panel.pixel((panel.x.1, y)));
            format!("M{} {}H{}", number(x0), number(y0), number(x1))
        };
        sheet.add(canvas::group("zero").add(stroked(across(0.0), "#7a7a7a", 0.6)));
        let mut lines = canvas::group("curves");
        for curve in curves {
            lines = lines.add(
                stroked(path(&panel, &curve.points), &curve.colour, 0.2 * font)
                    .set("stroke-linejoin", "round")
                    .set("data-curve", canvas::printable(&curve.name))
                    .add(canvas::title(&curve.name)),
            );
        }
        sheet.add(lines);
        if let Some((at, name)) = change {
            let ((x, top), (_, bottom)) =
                (panel.pixel((at, panel.y.1)), panel.pixel((at, panel.y.0)));
            let data = format!("M{} {}V{}", number(x), number(top), number(bottom));
            let size = 0.85 * font;
            let room = Room::around(
                (x + 0.5 * label::width(name, size) + 0.6 * size, bottom - 1.2 * size),
                label::width(name, size),
                size,
            );
            let (middle, y) = room.centre();
            sheet.add(
                canvas::group("change")
                    .set("font-family", FONT)
                    .add(stroked(data, canvas::INK, 0.7).set("stroke-dasharray", "3 2"))
                    .add(haloed(text(name, middle, y, size, Anchor::Middle), size)),
            );
        }
        sheet.add(panel.border());
        sheet.add(panel.x_axis(&axes.x.0, &panel.x_ticks()));
        sheet.add(panel.y_axis(&axes.y.0, &panel.y_ticks()));
        sheet.reach(panel.right(), panel.bottom() + 3.0 * font);
        Self { document: sheet.document() }
    }

    /// Returns the text of the SVG.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

impl From<ChartPicture> for PlatePicture {
    fn from(picture: ChartPicture) -> Self {
        Self::of(picture.document)
    }
}

/// Returns the parts of a polyline between the panel's lower and upper border.
pub(super) fn path(panel: &Panel, points: &[Xy]) -> String {
    let (low, high) = panel.y;
    let mut data = String::new();
    let mut draws = false;
    for pair in points.windows(2) {
        let Some((from, to)) = between(pair[0], pair[1], low, high) else {
            draws = false;
            continue;
        };
        let ((x0, y0), (x1, y1)) = (panel.pixel(from), panel.pixel(to));
        if !draws || from != pair[0] {
            data.push_str(&format!("M{} {}", number(x0), number(y0)));
        }
        data.push_str(&format!("L{} {}", number(x1), number(y1)));
        draws = to == pair[1];
    }
    data
}

/// Returns the part of a segment at heights from `low` to `high`.
fn between(from: Xy, to: Xy, low: f64, high: f64) -> Option<(Xy, Xy)> {
    let rise = to.1 - from.1;
    let at = |height: f64| (height - from.1) / rise;
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    if rise == 0.0 {
        return (low..=high).contains(&from.1).then_some((from, to));
    }
    let (first, second) = if rise > 0.0 { (at(low), at(high)) } else { (at(high), at(low)) };
    start = start.max(first);
    end = end.min(second);
    let point = |t: f64| match t {
        0.0 => from,
        1.0 => to,
        _ => (from.0 + t * (to.0 - from.0), from.1 + t * rise),
    };
    (start < end).then(|| (point(start), point(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_end_at_the_border() {
        assert_eq!(between((0.0, 0.0), (1.0, 2.0), 0.0, 1.0), Some(((0.0, 0.0), (0.5, 1.0))));
        assert_eq!(between((0.0, 2.0), (1.0, -2.0), -1.0, 1.0), Some(((0.25, 1.0), (0.75, -1.0))));
        assert_eq!(between((0.0, 2.0), (1.0, 3.0), 0.0, 1.0), None);
        assert_eq!(between((0.0, 1.0), (1.0, 1.0), 0.0, 1.0), Some(((0.0, 1.0), (1.0, 1.0))));
    }
}
