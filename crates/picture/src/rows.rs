//! Rows of values with intervals on one axis: the common layout of forests and of pairs.

use svg::node::element::{Group, Title};

use super::canvas::{self, Anchor, FONT, INK, filled, number, rectangle, stroked, text};
use super::error::PictureError;
use super::label;
use super::panel::{Panel, line};
use super::sheet::Sheet;
use crate::arc::Xy;
use exactile::contest::TrueInterval;
use exactile::num::{Rational, Value};

/// The size of a picture that is made of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsSize {
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels; `None` for as much as the rows take.
    pub height: Option<u32>,
}

impl RowsSize {
    /// Returns the size of text: legible in small pictures, unobtrusive in large ones.
    pub(super) fn font(self) -> f64 {
        (f64::from(self.width) / 62.0).clamp(7.5, 26.0)
    }
}

/// A row: a name, a value and its interval.
pub(super) struct Row {
    pub(super) classifier: usize,
    pub(super) name: String,
    pub(super) colour: String,
    pub(super) value: Value,
    /// The interval; `None` if there is none.
    pub(super) interval: Option<TrueInterval>,
    /// The number of the tier, from 1; `None` without tiers.
    pub(super) tier: Option<usize>,
}

impl Row {
    /// Returns the value as a double, which may be infinite; `None` if it is undefined.
    fn at(&self) -> Option<f64> {
        match &self.value {
            Value::Infinity => Some(f64::INFINITY),
            Value::NegativeInfinity => Some(f64::NEG_INFINITY),
            value => value.to_f64(),
        }
    }

    /// Returns both ends of the interval in doubles.
    fn ends(&self) -> Option<[f64; 2]> {
        let TrueInterval { lower: [lower, _], upper: [_, upper], .. } = self.interval.as_ref()?;
        Some([lower.to_f64(), upper.to_f64()])
    }
}

/// The parts of a picture of rows besides the rows themselves.
pub(super) struct Rows<'r> {
    pub(super) title: &'r str,
    /// The headings of the names, and of the values and intervals.
    pub(super) headings: [&'r str; 2],
    /// The title of the axis.
    pub(super) axis: &'r str,
    pub(super) rows: &'r [Row],
    /// The sentence below the rows about those that are left out.
    pub(super) rest: Option<String>,
    /// A dashed line, with a name for its tooltip.
    pub(super) reference: Option<(f64, String)>,
    /// A solid line, with the meaning of both sides.
    pub(super) zero: Option<[&'r str; 2]>,
    /// A pale band from -margin to margin.
    pub(super) margin: Option<f64>,
    /// `true` if values have a sign.
    pub(super) signed: bool,
    pub(super) notes: Vec<String>,
}

/// The largest share of the width for names, and the least for the axis.
const NAMES: f64 = 0.34;
const AXIS: f64 = 0.26;
/// The usual distance of rows and the least legible one, in font sizes.
const PITCH: f64 = 1.75;
const LEAST_PITCH: f64 = 1.15;
/// The ground of every other tier, and of lines at ticks.
const BAND: &str = "#eef1f5";
const GRID: &str = "#dfdfdf";
const QUIET: &str = "#6b6b6b";

/// The horizontal places of the columns.
struct Columns {
    names: f64,
    left: f64,
    right: f64,
    texts: f64,
    end: f64,
}

impl Rows<'_> {
    /// Draws the picture.
    ///
    /// # Errors
    /// A height that has no room for the rows.
    pub(super) fn draw(&self, size: RowsSize) -> Result<String, PictureError> {
        let (font, width) = (size.font(), f64::from(size.width));
        let mut sheet = Sheet::with_font(font);
        let digits = self.digits();
        let texts: Vec<String> = self.rows.iter().map(|row| self.shown(row, digits)).collect();
        let columns = self.columns(&texts, font, width);
        let top = 4.6 * font;
        let lines = self.rows.len() + usize::from(self.rest.is_some());
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let lines = lines.max(1) as f64;
        let caption_width = width - 2.0 * font;
        let zero = if self.zero.is_some() { 1.3 * font } else { 0.0 };
        let foot = zero + 5.0 * font + caption_height(&self.notes, caption_width, font);
        let pitch = match size.height {
            None => PITCH * font,
            Some(height) => {
                let pitch = (f64::from(height) - top - foot - font) / lines;
                if pitch < LEAST_PITCH * font {
                    let needed = (top + foot + font + lines * LEAST_PITCH * font).ceil();
                    return Err(PictureError::NoRoom {
                        rows: self.rows.len(),
                        needed: number(needed),
                    });
                }
                pitch
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let rows_height = (self.rows.len().max(1)) as f64 * pitch;
        let panel = Panel {
            left: columns.left,
            top,
            width: columns.right - columns.left,
            height: rows_height,
            x: self.range(),
            y: (0.0, 1.0),
            font,
        };
        sheet.add(self.bands(&panel, pitch, &columns));
        sheet.add(self.ground(&panel));
        sheet.add(self.marks(&panel, pitch));
        sheet.add(self.texts(&panel, pitch, &columns, &texts));
        let mut below = panel;
        if let Some(rest) = &self.rest {
            let y = panel.bottom() + 0.55 * pitch;
            let quiet = text(rest, columns.names + 1.3 * font, y, 0.85 * font, Anchor::Start);
            let group = canvas::group("rest").set("font-family", FONT);
            sheet.add(group.add(quiet.set("fill", QUIET)));
            below.height += pitch;
        }
        sheet.add(below.x_axis(self.axis, &panel.x_ticks()));
        sheet.add(axis_line(&below));
        let mut bottom = below.bottom() + 3.4 * font;
        if let Some(sides) = self.zero {
            sheet.add(self.sides(&below, sides));
            bottom += zero;
        }
        sheet.title(self.title, font, width - 2.0 * font);
        sheet.reach(0.0, bottom + 0.6 * font);
        sheet.caption(&self.notes, font, caption_width);
        let height = size.height.map_or(sheet.bottom + font, f64::from);
        let mut svg = sheet.page((width, height)).to_string();
        svg.push('\n');
        Ok(svg)
    }

    /// Returns the digits after the decimal point of shown numbers.
    fn digits(&self) -> u32 {
        let (low, high) = self.range();
        let span = high - low;
        let magnitude = span.max(1e-9).log10().floor();
        let digits = if span <= 1.0 { (1.0 - magnitude).max(3.0) } else { 1.0 - magnitude + 1.0 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
        let digits = digits.clamp(0.0, 10.0) as u32;
        digits
    }

    /// Returns a value with its interval as text.
    fn shown(&self, row: &Row, digits: u32) -> String {
        let sign = |text: String| {
            let is_zero = text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.'));
            match text.strip_prefix('-') {
                Some(positive) if is_zero => positive.to_owned(),
                Some(positive) => format!("\u{2212}{positive}"),
                None if self.signed && !is_zero => format!("+{text}"),
                None => text,
            }
        };
        let value = match &row.value {
            Value::Infinity => "\u{221e}".to_owned(),
            Value::NegativeInfinity => "\u{2212}\u{221e}".to_owned(),
            value if value.undefined().is_some() => "undefined".to_owned(),
            value => sign(value.to_decimal(digits)),
        };
        // Drawn ends have fewer digits.
        let end = |decimal: &String| match decimal.parse::<Rational>() {
            Ok(exact) if exact.to_f64() > 1e15 => "\u{221e}".to_owned(),
            Ok(exact) if exact.to_f64() < -1e15 => "\u{2212}\u{221e}".to_owned(),
            Ok(exact)
                if decimal.rsplit('.').next().is_some_and(|tail| tail.len() > digits as usize) =>
            {
                sign(exact.to_decimal(digits))
            }
            _ => sign(decimal.clone()),
        };
        match row.interval.as_ref().map(TrueInterval::to_decimals) {
            Some([lower, upper]) => format!("{value}  [{}, {}]", end(&lower), end(&upper)),
            None => value,
        }
    }

    fn columns(&self, texts: &[String], font: f64, width: f64) -> Columns {
        let size = 0.9 * font;
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| label::width(text, size)).fold(0.0, f64::max)
        };
        let names = widest(&mut self.rows.iter().map(|row| row.name.as_str()));
        let names = names.max(label::width(self.headings[0], size)).min(NAMES * width);
        let texts = widest(&mut texts.iter().map(String::as_str));
        let texts = texts.max(label::width(self.headings[1], size));
        let tiers = if self.rows.iter().any(|row| row.tier.is_some()) { 4.2 * font } else { 0.0 };
        let start = 1.2 * font;
        let end = width - font - tiers;
        let right = end - texts - 1.2 * font;
        // Names make room for the axis.
        let left = (start + 1.3 * font + names + 1.2 * font).min(right - AXIS * width);
        Columns { names: start, left, right, texts: end, end: width - font }
    }

    /// Returns the range of the axis: all values and intervals, but for values far from the others.
    fn range(&self) -> (f64, f64) {
        let finite = |value: &f64| value.abs() < 1e15;
        let mut values: Vec<f64> = self.rows.iter().filter_map(Row::at).filter(finite).collect();
        values.sort_by(f64::total_cmp);
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return (0.0, 1.0) };
        let quarter = values.len() / 4;
        let (lower, upper) = (values[quarter], values[values.len() - 1 - quarter]);
        let mut widths: Vec<f64> =
            self.rows.iter().filter_map(Row::ends).map(|[low, high]| high - low).collect();
        widths.sort_by(f64::total_cmp);
        let usual = widths.get(widths.len() / 2).copied().filter(finite).unwrap_or_default();
        // Of a few, all are shown.
        let reach = if values.len() < 5 { f64::INFINITY } else { 3.0 * (upper - lower).max(usual) };
        let inside = |value: f64| (lower - reach..=upper + reach).contains(&value);
        let air = 2.0 * usual.max(0.25 * (high - low));
        let mut range = (f64::INFINITY, f64::NEG_INFINITY);
        let mut include = |value: f64| range = (range.0.min(value), range.1.max(value));
        for row in self.rows {
            let at = row.at().filter(|at| !finite(at) || inside(*at));
            let around = match at {
                Some(at) if finite(&at) => {
                    include(at);
                    (at - air, at + air)
                }
                // Without a place of its own: as far as the others reach.
                _ => (low - air, high + air),
            };
            if at.is_some() || row.at().is_none() {
                let ends = row.ends().into_iter().flatten();
                ends.for_each(|end| include(end.clamp(around.0, around.1)));
            }
        }
        self.reference.iter().map(|(at, _)| *at).filter(finite).for_each(&mut include);
        if self.zero.is_some() {
            include(0.0);
        }
        self.margin.iter().flat_map(|margin| [-margin, *margin]).for_each(&mut include);
        let (low, high) = range;
        let air = if high > low { 0.03 * (high - low) } else { 0.5 * high.abs().max(0.1) };
        (low - air, high + air)
    }

    /// Draws the tiers as bands behind the rows.
    fn bands(&self, panel: &Panel, pitch: f64, columns: &Columns) -> Group {
        let mut group = canvas::group("tiers").set("font-family", FONT);
        let mut start = 0;
        let left = 0.6 * panel.font;
        for run in self.rows.chunk_by(|one, next| one.tier == next.tier) {
            let Some(tier) = run[0].tier else { return group };
            let (y, height) =
                (row_top(panel, pitch, start), row_top(panel, pitch, start + run.len()));
            let fill = if tier % 2 == 1 { BAND } else { "#ffffff" };
            let band = rectangle(left, y, columns.end + 0.4 * panel.font - left, height - y);
            let name = format!("tier {tier}");
            let shown = text(&name, columns.end, y + 0.5 * pitch, 0.8 * panel.font, Anchor::End);
            group =
                group.add(band.set("fill", fill).set("data-tier", tier).add(canvas::title(&name)));
            if self.rows.first().and_then(|row| row.tier)
                != self.rows.last().and_then(|row| row.tier)
                || tier == 1
            {
                group = group.add(shown.set("fill", QUIET));
            }
            start += run.len();
        }
        group
    }

    /// Draws the lines behind the marks: ticks, the margin, zero and the reference.
    fn ground(&self, panel: &Panel) -> Group {
        let mut group = canvas::group("ground");
        if let Some(margin) = self.margin {
            let ((x0, _), (x1, _)) = (panel.pixel((-margin, 0.0)), panel.pixel((margin, 0.0)));
            let band = rectangle(x0, panel.top, x1 - x0, panel.height);
            group = group
                .add(band.set("fill", "#f6e3b4").set("fill-opacity", 0.6).set("class", "margin"));
        }
        for (at, _) in panel.x_ticks() {
            group = group.add(upright(panel, at).set("stroke", GRID).set("stroke-width", 0.7));
        }
        if self.zero.is_some() {
            group = group.add(upright(panel, 0.0).set("stroke-width", number(0.09 * panel.font)));
        }
        let dashes = format!("{} {}", number(0.4 * panel.font), number(0.3 * panel.font));
        if let Some(margin) = self.margin {
            group = group.add(
                upright(panel, -margin)
                    .set("stroke-width", number(0.07 * panel.font))
                    .set("stroke-dasharray", dashes.as_str()),
            );
        }
        if let Some((at, name)) = &self.reference {
            group = group.add(
                upright(panel, *at)
                    .set("stroke-width", number(0.07 * panel.font))
                    .set("stroke-dasharray", dashes.as_str())
                    .set("class", "reference")
                    .add(canvas::title(name)),
            );
        }
        group
    }

    /// Draws intervals and values.
    fn marks(&self, panel: &Panel, pitch: f64) -> Group {
        let mut group = canvas::group("rows");
        for (k, row) in self.rows.iter().enumerate() {
            let y = row_top(panel, pitch, k) + 0.5 * pitch;
            group = group.add(self.mark(panel, row, y));
        }
        group
    }

    fn mark(&self, panel: &Panel, row: &Row, y: f64) -> Group {
        let font = panel.font;
        let (low, high) = panel.x;
        let x = |at: f64| panel.pixel((at, 0.0)).0;
        let mut group = canvas::group("row").set("data-classifier", row.classifier);
        let value = if row.at().is_some() { row.value.exactly() } else { "undefined".to_owned() };
        group = group.set("data-value", value);
        if let Some(interval) = &row.interval {
            let [lower, upper] = interval.to_decimals();
            group = group.set("data-lower", lower).set("data-upper", upper);
        }
        group = group.add(self.tooltip(row));
        if let Some([from, to]) = row.ends().filter(|[from, to]| *to >= low && *from <= high) {
            let data =
                format!("M{} {}H{}", number(x(from.max(low))), number(y), number(x(to.min(high))));
            group = group
                .add(stroked(data.clone(), INK, 0.3 * font).set("stroke-linecap", "butt"))
                .add(stroked(data, &row.colour, 0.2 * font).set("stroke-linecap", "butt"));
            for (is_cut, end, side) in [(from < low, low, -1.0), (to > high, high, 1.0)] {
                if is_cut {
                    group = group.add(arrow((x(end), y), side, INK, font));
                }
            }
        }
        let Some(at) = row.at() else { return group };
        if (low..=high).contains(&at) {
            let dot = canvas::circle((x(at), y), 0.38 * font).set("fill", row.colour.as_str());
            return group.add(dot.set("stroke", INK).set("stroke-width", number(0.09 * font)));
        }
        let (end, side) = if at < low { (low, -1.0) } else { (high, 1.0) };
        group.add(arrow((x(end), y), side, &row.colour, 1.5 * font))
    }

    fn tooltip(&self, row: &Row) -> Title {
        canvas::title(&format!("{}: {}", row.name, self.shown(row, self.digits() + 2)))
    }

    /// Draws names, values and intervals.
    fn texts(&self, panel: &Panel, pitch: f64, columns: &Columns, texts: &[String]) -> Group {
        let font = panel.font;
        let size = 0.9 * font;
        let mut group = canvas::group("names").set("font-family", FONT);
        let head = panel.top - 1.0 * font;
        let start = columns.names + 1.3 * font;
        let room = columns.left - 0.9 * font - start;
        for (content, x, anchor) in [
            (self.headings[0], start, Anchor::Start),
            (self.headings[1], columns.texts, Anchor::End),
        ] {
            let content = label::shortened(content, size, panel.width.max(room));
            group = group.add(text(&content, x, head, size, anchor).set("fill", QUIET));
        }
        for (k, (row, shown)) in self.rows.iter().zip(texts).enumerate() {
            let y = row_top(panel, pitch, k) + 0.5 * pitch;
            let swatch = 0.75 * font;
            let name = label::shortened(&row.name, size, room);
            let mut line = text(&name, start, y, size, Anchor::Start);
            if name != row.name {
                line = line.add(canvas::title(&row.name));
            }
            group = group
                .add(
                    rectangle(columns.names, y - swatch / 2.0, swatch, swatch)
                        .set("fill", row.colour.as_str())
                        .set("stroke", INK)
                        .set("stroke-width", 0.5),
                )
                .add(line)
                .add(text(shown, columns.texts, y, size, Anchor::End));
        }
        group
    }

    /// Draws the meaning of both sides of zero below the axis.
    fn sides(&self, panel: &Panel, [lower, upper]: [&str; 2]) -> Group {
        let font = panel.font;
        let (zero, _) = panel.pixel((0.0, 0.0));
        let (y, size, gap) = (panel.bottom() + 4.3 * font, 0.85 * font, 0.8 * font);
        let mut group = canvas::group("sides").set("font-family", FONT);
        let lower = format!("\u{2190} {lower}");
        let upper = format!("{upper} \u{2192}");
        // Each side ends at zero, but for a side that would leave the picture.
        let left = (zero - gap - label::width(&lower, size)).max(0.5 * font);
        group = group.add(text(&lower, left, y, size, Anchor::Start));
        let right = zero.max(left + label::width(&lower, size)) + gap;
        group.add(text(&upper, right, y, size, Anchor::Start))
    }
}

fn row_top(panel: &Panel, pitch: f64, row: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let row = row as f64;
    panel.top + row * pitch
}

fn upright(panel: &Panel, at: f64) -> svg::node::element::Line {
    let (x, _) = panel.pixel((at, 0.0));
    line((x, panel.top), (x, panel.bottom()))
}

fn axis_line(panel: &Panel) -> Group {
    let (left, right, bottom) = (panel.left, panel.right(), panel.bottom());
    canvas::group("axis").add(line((left, bottom), (right, bottom)))
}

/// Draws an arrow head that points to the left (-1) or to the right (1).
fn arrow((x, y): Xy, side: f64, fill: &str, font: f64) -> svg::node::element::Path {
    let (back, half) = (number(x - side * 0.45 * font), 0.28 * font);
    let data = format!(
        "M{} {}L{back} {}L{back} {}Z",
        number(x),
        number(y),
        number(y - half),
        number(y + half)
    );
    filled(data, fill)
        .set("stroke", INK)
        .set("stroke-width", number(0.06 * font))
        .set("class", "beyond")
}

/// Returns the height of sentences below the rows.
fn caption_height(notes: &[String], width: f64, font: f64) -> f64 {
    if notes.is_empty() {
        return 0.0;
    }
    super::panel::caption(&notes.join(" "), (0.0, 0.0), width, 0.8 * font).1 + 0.6 * font
}
