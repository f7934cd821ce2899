//! The list beside the Tile: the classifiers that appear, with shares, and lines to regions too
//! thin for a name.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, number, rectangle, stroked, text};
use super::frame::Frame;
use super::label;
use crate::arc::Xy;

/// One line of the legend.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) colour: String,
    pub(super) name: String,
    pub(super) share: String,
    /// Its share as a number, which decides whether it is shown.
    pub(super) weight: f64,
    /// Points of its regions without room for the name, in pixels.
    pub(super) leaders: Vec<Xy>,
    /// The preferred height of its line, in pixels; `None` for the lower end.
    pub(super) height: Option<f64>,
}

/// The most multiples of the font size for the width of a name that is shown in full.
const NAME_WIDTH: f64 = 18.0;

/// The legend's group and width.
pub(super) struct Legend {
    pub(super) group: Group,
    pub(super) width: f64,
}

impl Legend {
    /// Lays out entries under a title, from `x` on, as high as the frame. Entries that do not fit
    /// are counted in `rest`, the last line.
    pub(super) fn new(
        frame: &Frame,
        title: &str,
        entries: &[Entry],
        x: f64,
        rest: impl Fn(usize) -> String,
    ) -> Self {
        Self::within(frame, title, entries, (x, usize::MAX), rest)
    }

    /// As [`Self::new`], with at most a number of lines.
    pub(super) fn within(
        frame: &Frame,
        title: &str,
        entries: &[Entry],
        (x, limit): (f64, usize),
        rest: impl Fn(usize) -> String,
    ) -> Self {
        let font = 0.88 * frame.font;
        let head = 1.6 * frame.font;
        // As many lines as stay legible.
        let room = frame.side - head;
        let limit = f64::from(u32::try_from(limit).unwrap_or(u32::MAX));
        let most = (room / (1.15 * font)).floor().max(2.0).min(limit);
        let count = entries.len();
        let fits = f64::from(u32::try_from(count).unwrap_or(u32::MAX)) <= most;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small count"
        )]
        let shown = if fits { count } else { most as usize - 1 };
        let lines =
            f64::from(u32::try_from(shown.max(1)).unwrap_or(u32::MAX)) + f64::from(u8::from(!fits));
        let pitch = (room / lines).min(1.9 * font);
        let swatch = 0.8 * font;
        let entries = largest(entries, shown);
        let names: Vec<String> = entries
            .iter()
            .map(|entry| label::shortened(&entry.name, font, NAME_WIDTH * font))
            .collect();
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| label::width(text, font)).fold(0.0, f64::max)
        };
        let name_width = widest(&mut names.iter().map(String::as_str));
        let share_width = widest(&mut entries.iter().map(|entry| entry.share.as_str()));
        let indent = x + swatch + 0.6 * font;
        let share_end = indent + name_width + 1.2 * font + share_width;

        let mut group = canvas::group("legend").set("font-family", FONT).add(
            text(title, x, frame.top + 0.3 * frame.font, 0.88 * frame.font, Anchor::Start)
                .set("font-weight", "bold"),
        );
        let wished = entries.iter().map(|entry| entry.height.unwrap_or(frame.bottom()));
        let last = frame.bottom() - 0.4 * font - if fits { 0.0 } else { pitch };
        let heights = spread(wished, pitch, frame.top + head, last);
        for ((entry, name), &y) in entries.iter().zip(&names).zip(&heights) {
            for &from in &entry.leaders {
                let data = leader(frame, from, (x - 0.2 * font, y));
                group = group.add(stroked(data, INK, 0.6).set("stroke-opacity", 0.75));
            }
            group = group.add(
                rectangle(x, y - swatch / 2.0, swatch, swatch)
                    .set("fill", entry.colour.as_str())
                    .set("stroke", INK)
                    .set("stroke-width", 0.5),
            );
            let mut line = text(name, indent, y, font, Anchor::Start);
            if *name != entry.name {
                line = line.add(canvas::title(&entry.name));
            }
            group = group.add(line).add(text(&entry.share, share_end, y, font, Anchor::End));
        }
        let mut right = share_end.max(x + label::width(title, 0.95 * frame.font));
        if !fits {
            let rest = rest(shown);
            right = right.max(indent + label::width(&rest, font));
            let y = heights.last().map_or(last, |lowest| lowest + pitch);
            group = group.add(text(&rest, indent, y, font, Anchor::Start));
        }
        Self { group, width: right - x }
    }
}

/// Returns the path from a region to a line of the legend: to the right border, then straight on.
fn leader(frame: &Frame, (from_x, from_y): (f64, f64), (x, y): (f64, f64)) -> String {
    let border = frame.right().max(from_x);
    format!(
        "M{} {}L{} {}L{} {}",
        number(from_x),
        number(from_y),
        number(border),
        number(from_y),
        number(x),
        number(y)
    )
}

/// Returns heights as close to the preferred ones, in this order, as lines a pitch apart between
/// two ends allow.
fn spread(wished: impl Iterator<Item = f64>, pitch: f64, first: f64, last: f64) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    for wish in wished {
        let earliest = heights.last().map_or(first, |above| above + pitch);
        heights.push(wish.max(earliest));
    }
    let mut latest = last;
    for height in heights.iter_mut().rev() {
        *height = height.min(latest);
        latest = *height - pitch;
    }
    heights
}

/// Returns the entries of the largest shares, in their old order.
fn largest(entries: &[Entry], count: usize) -> Vec<&Entry> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&i, &j| entries[j].weight.total_cmp(&entries[i].weight).then(i.cmp(&j)));
    order.truncate(count);
    order.sort_unstable();
    order.into_iter().map(|i| &entries[i]).collect()
}
