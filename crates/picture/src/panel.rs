//! A panel of a picture: a rectangle with axes, ticks at round values, and titles.

use svg::node::element::{Group, Line};

use super::canvas::{self, Anchor, FONT, INK, number, rectangle, text};
use super::label::{self, Room};
use crate::arc::Xy;

/// A tick: its position in the panel's units, and its text.
pub(super) type Tick = (f64, String);

/// Returns the size of text in a picture of this width: legible in small pictures, unobtrusive in
/// large ones.
pub(super) fn font_size(side: f64) -> f64 {
    (side / 42.0).clamp(7.5, 26.0)
}

/// A rectangle in pixels that shows a range of x and a range of y, y upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
    pub(super) font: f64,
}

impl Panel {
    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Returns a point in pixels.
    pub(super) fn pixel(&self, (x, y): Xy) -> Xy {
        (
            self.left + (x - self.x.0) / (self.x.1 - self.x.0) * self.width,
            self.bottom() - (y - self.y.0) / (self.y.1 - self.y.0) * self.height,
        )
    }

    /// Returns the pixels per unit along both axes.
    pub(super) fn scale(&self) -> Xy {
        (self.width / (self.x.1 - self.x.0), self.height / (self.y.1 - self.y.0))
    }

    /// Returns `true` if a rectangle of pixels lies inside the panel.
    pub(super) fn holds(&self, room: Room) -> bool {
        room.left >= self.left
            && room.right <= self.right()
            && room.top >= self.top
            && room.bottom <= self.bottom()
    }

    /// Returns ticks of the x axis at round values, as many as have room.
    pub(super) fn x_ticks(&self) -> Vec<Tick> {
        ticks(self.x, (self.width / (4.2 * self.font)).clamp(1.0, 10.0))
    }

    /// Returns ticks of the y axis at round values.
    pub(super) fn y_ticks(&self) -> Vec<Tick> {
        ticks(self.y, (self.height / (2.2 * self.font)).clamp(1.0, 10.0))
    }

    /// Draws the outline.
    pub(super) fn border(&self) -> Group {
        canvas::group("axes").set("font-family", FONT).add(
            rectangle(self.left, self.top, self.width, self.height)
                .set("fill", "none")
                .set("stroke", INK)
                .set("stroke-width", 1),
        )
    }

    /// Draws the x axis below the panel. Numbers that would touch their neighbour are left out.
    pub(super) fn x_axis(&self, title: &str, ticks: &[Tick]) -> Group {
        let Self { font, .. } = *self;
        let (tick, size) = (0.4 * font, 0.85 * font);
        let bottom = self.bottom();
        let mut axis = canvas::group("x-axis").set("font-family", FONT);
        let mut free = f64::NEG_INFINITY;
        for (at, name) in ticks {
            let (x, _) = self.pixel((*at, self.y.0));
            axis = axis.add(line((x, bottom), (x, bottom + tick)));
            let half = label::width(name, size) / 2.0;
            if x - half > free {
                axis = axis.add(text(name, x, bottom + tick + 0.8 * font, size, Anchor::Middle));
                free = x + half + 0.3 * font;
            }
        }
        let title = label::shortened(title, 0.9 * font, self.width + 6.0 * font);
        let middle = self.left + self.width / 2.0;
        axis.add(text(&title, middle, bottom + 2.7 * font, 0.9 * font, Anchor::Middle))
    }

    /// Draws the y axis to the left of the panel.
    pub(super) fn y_axis(&self, title: &str, ticks: &[Tick]) -> Group {
        let Self { font, left, .. } = *self;
        let (tick, size) = (0.4 * font, 0.85 * font);
        let mut axis = canvas::group("y-axis").set("font-family", FONT);
        for (at, name) in ticks {
            let (_, y) = self.pixel((self.x.0, *at));
            axis = axis.add(line((left, y), (left - tick, y))).add(text(
                name,
                left - 1.6 * tick,
                y,
                size,
                Anchor::End,
            ));
        }
        let title = label::shortened(title, 0.9 * font, self.height + 2.0 * font);
        let (x, y) = (left - 3.7 * font, self.top + self.height / 2.0);
        axis.add(
            text(&title, x, y, 0.9 * font, Anchor::Middle)
                .set("transform", format!("rotate(-90 {} {})", number(x), number(y))),
        )
    }
}

/// A thin line between two pixels.
pub(super) fn line(from: Xy, to: Xy) -> Line {
    Line::new()
        .set("x1", number(from.0))
        .set("y1", number(from.1))
        .set("x2", number(to.0))
        .set("y2", number(to.1))
        .set("stroke", INK)
        .set("stroke-width", 1)
}

/// Returns at most about `most` ticks at multiples of 1, 2 or 5 times a power of ten.
pub(super) fn ticks((low, high): (f64, f64), most: f64) -> Vec<Tick> {
    let rough = (high - low) / most;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power);
    let step = step.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(10.0 * power);
    let mut digits = 0_usize;
    let mut scaled = step;
    while (scaled - scaled.round()).abs() > 1e-6 * scaled && digits < 12 {
        digits += 1;
        scaled *= 10.0;
    }
    let mut found = Vec::new();
    let mut multiple = (low / step - 1e-9).ceil();
    while multiple * step <= high + 1e-9 * step && found.len() < 100 {
        // Adding zero turns a negative zero into zero.
        let at = multiple * step + 0.0;
        found.push((at, format!("{at:.digits$}")));
        multiple += 1.0;
    }
    found
}

/// Draws text broken into lines of a width; returns its height too.
pub(super) fn caption(content: &str, (x, y): Xy, width: f64, size: f64) -> (Group, f64) {
    let mut lines: Vec<String> = Vec::new();
    for word in content.split_whitespace() {
        match lines.last_mut() {
            Some(last) if label::width(&format!("{last} {word}"), size) <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let mut group = canvas::group("caption").set("font-family", FONT);
    let mut down = 0.0;
    for line in &lines {
        group = group.add(text(line, x, y + down, size, Anchor::Start));
        down += 1.35 * size;
    }
    (group, down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let names = |range, most| ticks(range, most).into_iter().map(|t| t.1).collect::<Vec<_>>();
        assert_eq!(names((0.0, 1.0), 5.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names((-1.0, 2.0), 3.0), ["-1", "0", "1", "2"]);
        assert_eq!(names((0.0, 1.0), 1.0), ["0", "1"]);
        assert_eq!(names((0.0, 11.0), 4.0), ["0", "5", "10"]);
        assert_eq!(names((0.03, 0.061), 4.0), ["0.03", "0.04", "0.05", "0.06"]);
    }
}
