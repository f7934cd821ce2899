//! A strip: the first classifiers along a segment of the Tile, from preferences that fear false
//! alarms to preferences that fear misses.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, number, rectangle, stroked, text};
use super::label;
use super::palette;
use super::panel::{Panel, Tick, line};
use super::rows::RowsSize;
use super::scheme::Scheme;
use super::sheet::Sheet;
use exactile::performance::Classifier;

/// A stretch of the strip.
#[derive(Clone, Debug, PartialEq)]
pub struct StripStretch {
    /// Both ends on the axis, from 0 to 1.
    pub x: [f64; 2],
    /// Both ends as texts: short for the picture.
    pub shown: [String; 2],
    /// Both ends as texts: exact, for tooltips.
    pub exact: [String; 2],
    /// The classifiers that are first; all of them tie.
    pub classifiers: Vec<usize>,
}

/// A stretch on which a constant prediction is at least as good as every classifier.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantStretch {
    /// Both ends on the axis.
    pub x: [f64; 2],
    /// The prediction.
    pub name: String,
    /// Both ends as texts.
    pub shown: [String; 2],
}

/// The data for a strip.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'s> {
    /// All classifiers of the input.
    pub classifiers: &'s [Classifier],
    /// The stretches from the left to the right.
    pub stretches: &'s [StripStretch],
    /// Stretches of constant predictions.
    pub constants: &'s [ConstantStretch],
    /// The title.
    pub title: &'s str,
    /// The title of the axis.
    pub axis: &'s str,
    /// Places on the axis, with their names.
    pub ticks: &'s [(f64, String)],
    /// `true` to list the stretches below.
    pub legend: bool,
}

/// The colour of constant predictions.
const CONSTANT: &str = "#4a4a4a";
const QUIET: &str = "#6b6b6b";

/// Draws the strip with the names of wide stretches, the changes above it, and a list of all
/// stretches below. Returns the text of the SVG; its height follows from the list.
pub fn strip_picture(strip: &Strip<'_>, scheme: &Scheme, size: RowsSize) -> String {
    let font = size.font();
    let mut sheet = Sheet::with_font(font);
    let left = 1.4 * font;
    let width = f64::from(size.width) - 2.0 * left;
    let panel = Panel {
        left,
        top: 6.2 * font,
        width,
        height: 3.6 * font,
        x: (0.0, 1.0),
        y: (0.0, 1.0),
        font,
    };
    sheet.add(sides(&panel));
    sheet.add(segments(strip, scheme, &panel));
    sheet.add(constants(strip, &panel));
    sheet.add(panel.border());
    sheet.add(changes(strip, &panel));
    let mut below = panel;
    if !strip.constants.is_empty() {
        below.height += 0.9 * font;
    }
    let ticks: Vec<Tick> = strip.ticks.to_vec();
    sheet.add(below.x_axis(strip.axis, &ticks));
    sheet.title(strip.title, left, width);
    sheet.reach(0.0, below.bottom() + 3.6 * font);
    if strip.legend {
        let bottom = sheet.bottom + 0.8 * font;
        let (group, height) = list(strip, scheme, (left, bottom), width, font);
        sheet.add(group);
        sheet.reach(0.0, bottom + height);
    }
    let bottom = sheet.bottom + 0.6 * font;
    let height = size.height.map_or(bottom, |height| f64::from(height).max(bottom));
    let mut svg = sheet.page((f64::from(size.width), height)).to_string();
    svg.push('\n');
    svg
}

/// Draws the meaning of both ends.
fn sides(panel: &Panel) -> Group {
    let (y, size) = (panel.top - 3.1 * panel.font, 0.9 * panel.font);
    let fear = |content: &str, x: f64, anchor| text(content, x, y, size, anchor);
    canvas::group("sides")
        .set("font-family", FONT)
        .add(fear("\u{2190} false alarms matter more", panel.left, Anchor::Start))
        .add(fear("misses matter more \u{2192}", panel.right(), Anchor::End))
}

/// Returns the names of tied classifiers, at most three in full.
fn named(strip: &Strip<'_>, members: &[usize]) -> String {
    const SHOWN: usize = 3;
    let names: Vec<&str> =
        members.iter().take(SHOWN).map(|&k| strip.classifiers[k].name.as_str()).collect();
    match members.len().saturating_sub(SHOWN) {
        0 => names.join(" = "),
        more => format!("{} and {more} equal", names.join(" = ")),
    }
}

fn segments(strip: &Strip<'_>, scheme: &Scheme, panel: &Panel) -> Group {
    let mut group = canvas::group("stretches").set("font-family", FONT);
    for stretch in strip.stretches {
        let [from, to] = stretch.x.map(|x| panel.pixel((x, 0.0)).0);
        let name = named(strip, &stretch.classifiers);
        let colour = stretch.classifiers.first().map_or("#ffffff", |k| scheme.of(*k));
        let tooltip = format!("{name}: from {} to {}", stretch.exact[0], stretch.exact[1]);
        group = group.add(
            rectangle(from, panel.top, to - from, panel.height)
                .set("fill", colour)
                .set("data-classifier", stretch.classifiers.first().copied().unwrap_or_default())
                .set("data-from", stretch.exact[0].as_str())
                .set("data-to", stretch.exact[1].as_str())
                .add(canvas::title(&tooltip)),
        );
        let size = panel.font;
        let middle = f64::midpoint(from, to);
        let y = panel.top + panel.height / 2.0;
        // A name of which little would be left is in the list alone.
        let shown = label::shortened(&name, size, to - from - size);
        if shown == name || label::width(&shown, size) > 7.0 * size {
            let ink = palette::ink_on(colour);
            let shown = text(&shown, middle, y, size, Anchor::Middle);
            group = group.add(shown.set("fill", ink).set("pointer-events", "none"));
        }
    }
    // Neighbours may have similar colours.
    for pair in strip.stretches.windows(2) {
        let (x, _) = panel.pixel((pair[1].x[0], 0.0));
        group = group.add(line((x, panel.top), (x, panel.bottom())));
    }
    group
}

/// Draws where constant predictions are at least as good, as a bar below the strip.
fn constants(strip: &Strip<'_>, panel: &Panel) -> Group {
    let mut group = canvas::group("constants");
    let font = panel.font;
    for stretch in strip.constants {
        let [from, to] = stretch.x.map(|x| panel.pixel((x, 0.0)).0);
        group = group.add(
            rectangle(from, panel.bottom() + 0.25 * font, (to - from).max(0.15 * font), 0.4 * font)
                .set("fill", CONSTANT)
                .add(canvas::title(&stretch.name)),
        );
    }
    group
}

/// Draws the places where the first classifier changes, above the strip. Numbers without room are
/// in the list alone.
fn changes(strip: &Strip<'_>, panel: &Panel) -> Group {
    let font = panel.font;
    let size = 0.85 * font;
    let mut group = canvas::group("changes").set("font-family", FONT);
    let mut free = panel.left - font;
    for stretch in strip.stretches.iter().skip(1) {
        let (x, _) = panel.pixel((stretch.x[0], 0.0));
        let tick = line((x, panel.top), (x, panel.top - 0.5 * font));
        let exact = format!("exactly {}", stretch.exact[0]);
        group = group.add(tick.add(canvas::title(&exact)));
        let half = label::width(&stretch.shown[0], size) / 2.0;
        if x - half > free {
            let y = panel.top - 1.2 * font;
            let x = x.max(half + 0.2 * font);
            group = group.add(text(&stretch.shown[0], x, y, size, Anchor::Middle));
            free = x + half + 0.4 * font;
        }
    }
    group
}

/// Lists the stretches with their ends; returns the height too.
fn list(
    strip: &Strip<'_>,
    scheme: &Scheme,
    (left, top): (f64, f64),
    width: f64,
    font: f64,
) -> (Group, f64) {
    let (size, pitch, swatch) = (0.9 * font, 1.6 * font, 0.75 * font);
    let range = |[from, to]: &[String; 2]| format!("{from} \u{2013} {to}");
    let colour = |members: &[usize]| members.first().map_or("#ffffff", |k| scheme.of(*k));
    let own = strip.stretches.iter().map(|stretch| {
        (colour(&stretch.classifiers), named(strip, &stretch.classifiers), range(&stretch.shown))
    });
    let constant = strip.constants.iter().map(|stretch| {
        let name = format!("\u{201c}{}\u{201d} is at least as good as all", stretch.name);
        (CONSTANT, name, range(&stretch.shown))
    });
    let entries: Vec<(&str, String, String)> = own.chain(constant).collect();
    let ranges = entries.iter().map(|entry| label::width(&entry.2, size)).fold(0.0, f64::max);
    let room = width - ranges - 3.0 * font;
    let names: Vec<String> =
        entries.iter().map(|entry| label::shortened(&entry.1, size, room)).collect();
    let widest = names.iter().map(|name| label::width(name, size)).fold(0.0, f64::max);
    let end = left + 1.4 * font + widest + 1.6 * font + ranges;
    let mut group = canvas::group("legend").set("font-family", FONT);
    let mut y = top + 0.5 * pitch;
    for ((fill, full, shown), name) in entries.iter().zip(&names) {
        let mut entry = text(name, left + 1.4 * font, y, size, Anchor::Start);
        if name != full {
            entry = entry.add(canvas::title(full));
        }
        group = group
            .add(
                rectangle(left, y - swatch / 2.0, swatch, swatch)
                    .set("fill", *fill)
                    .set("stroke", INK)
                    .set("stroke-width", 0.5),
            )
            .add(entry)
            .add(text(shown, end, y, size, Anchor::End).set("fill", QUIET));
        y += pitch;
    }
    let height = y - 0.5 * pitch - top;
    let rule =
        stroked(format!("M{} {}H{}", number(left), number(top), number(end)), "#dfdfdf", 0.7);
    (group.add(rule), height)
}
