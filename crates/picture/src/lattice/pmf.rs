//! The distribution of a metric with the number of matrices per value ("Never mind the metrics",
//! Fig. 4), and these numbers alone (Fig. F.3).

use std::collections::BTreeSet;

use num_bigint::BigInt;
use svg::node::element::{Circle, Group};

use super::super::canvas::{self, Anchor, FONT, INK, number, rectangle, stroked, text};
use super::super::label;
use super::super::palette;
use super::panel::{Panel, Tick, line, ticks};
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, OBSERVED, Sheet, grouped};
use crate::arc::Xy;
use crate::metric_name;
use exactile::lattice::{Confluence, Lattice, Mass, MetricPmf};
use exactile::num::Rational;
use exactile::score::Metric;

/// Returns a mass as a double.
pub(super) fn mass_double(pmf: &MetricPmf, mass: &Mass) -> f64 {
    match mass {
        Mass::Decimal(decimal) => decimal.to_rational().to_f64(),
        Mass::Numerator(numerator) => match pmf.denominator() {
            Some(denominator) => {
                let part = |count: &num_bigint::BigUint| BigInt::from(count.clone());
                Rational::new(part(numerator), part(denominator)).to_f64()
            }
            None => 0.0,
        },
    }
}

/// Returns the mass of a value as a double: the certified one if there is one, since a double does
/// not need the last of its 17 digits.
pub(super) fn mass_at(pmf: &MetricPmf, place: usize) -> f64 {
    match pmf.certified_mass(place) {
        Some(mass) => mass.lower().to_f64(),
        None => mass_double(pmf, &pmf.mass(place)),
    }
}

/// Returns a level in percent.
fn percent(level: &Rational) -> String {
    (level * &Rational::from(100)).to_shortest()
}

/// Returns a number for a legend.
pub(super) fn shown(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

impl LatticePicture {
    /// Draws the distribution of a metric: the mass of each value above, the number of matrices
    /// with it below, with mean, median, modes and the central interval of a level. `side` is the
    /// width of the panels in pixels.
    ///
    /// # Errors
    /// A metric that is defined nowhere; a level that is not between 0 and 1.
    pub fn pmf(pmf: &MetricPmf, level: &Rational, side: f64) -> Result<Self, LatticePictureError> {
        let metric = pmf.metric();
        let interval = pmf.central_interval(level)?;
        let values: Vec<f64> =
            (0..pmf.distinct()).filter_map(|place| pmf.value(place).to_f64()).collect();
        if values.is_empty() {
            return Err(LatticePictureError::NothingDefined(metric.clone()));
        }
        let masses: Vec<f64> = (0..pmf.distinct()).map(|place| mass_at(pmf, place)).collect();
        let scale = ValueScale::new(metric, values.iter().copied());
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();

        // More values than pixels: what falls within one pixel is one bar.
        let (_, inner) = axis(side);
        let place = |value: f64| scale.position(value) * inner;
        let mut bars: Vec<(f64, f64)> = Vec::new();
        let binned = values.len() as f64 > 2.0 * inner;
        for (value, mass) in values.iter().zip(&masses) {
            let at = if binned { place(*value).floor() + 0.5 } else { place(*value) } / inner;
            match bars.last_mut() {
                Some((known, sum)) if *known == at => *sum += mass,
                _ => bars.push((at, *mass)),
            }
        }
        let most = bars.iter().map(|(_, mass)| *mass).fold(0.0, f64::max);
        let (x, _) = axis(side);
        let legend_height = 2.6 * font;
        let upper = Panel {
            left,
            top: top + legend_height,
            width: side,
            height: 0.55 * side,
            x,
            y: (0.0, 1.06 * most),
            font,
        };
        let counts: Vec<u64> = (0..pmf.distinct()).map(|place| pmf.count(place) as u64).collect();
        let lower = counts_panel(&upper, &counts, 0.3 * side);
        let pixel = |value: f64| upper.pixel((scale.position(value), 0.0)).0;

        if let Some((low, high)) = interval {
            let (x0, x1) = (pixel(values[low]), pixel(values[high]));
            let band = rectangle(x0, upper.top, (x1 - x0).max(1.0), upper.height);
            let share = format!("the central {} % of the next test", percent(level));
            let band = band.set("fill", "#ebe6d4").add(canvas::title(&share));
            sheet.add(canvas::group("interval").add(band));
        }
        let thin =
            if binned { 1.0 } else { (0.4 * inner / values.len() as f64).clamp(0.8, 0.4 * font) };
        let mut needles = canvas::group("masses");
        let colour = palette::ramp(0.25);
        let heads = bars.len() < 150;
        for (at, mass) in &bars {
            let (x, y) = upper.pixel((*at, *mass));
            needles = needles.add(
                rectangle(x - thin / 2.0, y, thin, upper.bottom() - y).set("fill", colour.as_str()),
            );
            if heads {
                needles = needles.add(dot((x, y), 0.22 * font, &colour));
            }
        }
        let (lines, marks) = marks(pmf, &values, &upper, pixel);
        sheet.add(lines);
        sheet.add(needles);
        sheet.add(legend(
            &marks,
            interval.map(|(l, h)| (values[l], values[h])),
            level,
            (left, top),
            side,
            font,
        ));
        let upright = ticks(upper.y, (upper.height / (2.4 * font)).clamp(1.0, 6.0));
        sheet.add(upper.border());
        sheet.add(upper.y_axis(if binned { "mass per pixel" } else { "mass" }, &upright));

        counts_layer(&mut sheet, &lower, &values, &counts, &scale);
        let value_ticks = axis_ticks(&scale, &lower);
        sheet.add(lower.x_axis(&metric_name(metric), &value_ticks));
        let of = pmf.predictive().lattice();
        let (p, n) = (grouped(of.positives()), grouped(of.negatives()));
        sheet.title(
            &format!("{name} on {p} positives, {n} negatives", name = metric_name(metric)),
            left,
            side,
        );
        sheet.reach(upper.right() + font, lower.bottom() + 3.4 * font);
        sheet.caption(&notes(pmf, binned), left, side);
        Ok(sheet.finish())
    }

    /// Draws the number of matrices with each value of a metric. `side` is the width of the panel
    /// in pixels.
    ///
    /// # Errors
    /// A metric that is defined nowhere; lattices too large to list.
    pub fn multiplicities(
        metric: &Metric,
        lattice: Lattice,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        let confluence = Confluence::new(metric, lattice)?;
        let values: Vec<f64> =
            confluence.values().filter_map(|value| value.value.to_f64()).collect();
        if values.is_empty() {
            return Err(LatticePictureError::NothingDefined(metric.clone()));
        }
        let counts: Vec<u64> = confluence.counts().collect();
        let scale = ValueScale::new(metric, values.iter().copied());
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let frame =
            Panel { left, top, width: side, height: 0.0, x: axis(side).0, y: (0.0, 1.0), font };
        let mut panel = counts_panel(&frame, &counts, 0.6 * side);
        panel.top = top;
        counts_layer(&mut sheet, &panel, &values, &counts, &scale);
        let value_ticks = axis_ticks(&scale, &panel);
        sheet.add(panel.x_axis(&metric_name(metric), &value_ticks));
        let (p, n) = (grouped(lattice.positives()), grouped(lattice.negatives()));
        sheet.title(
            &format!(
                "matrices per value of {name}, {p} positives, {n} negatives",
                name = metric_name(metric)
            ),
            left,
            side,
        );
        sheet.reach(panel.right() + font, panel.bottom() + 3.4 * font);
        let mut notes = vec![format!("{} distinct values.", grouped(values.len() as u64))];
        if confluence.undefined() > 0 {
            notes.push(format!("Undefined on {} matrices.", grouped(confluence.undefined())));
        }
        sheet.caption(&notes, left, side);
        Ok(sheet.finish())
    }
}

/// A line of the legend: a name with its value, a colour, and dashes.
type Mark = (String, &'static str, Option<&'static str>);

/// Draws upright lines at mean, median and modes, and returns their lines of the legend.
fn marks(
    pmf: &MetricPmf,
    values: &[f64],
    upper: &Panel,
    pixel: impl Fn(f64) -> f64,
) -> (Group, Vec<Mark>) {
    let font = upper.font;
    let median = pmf.median().map(|place| values[place]);
    let mean = pmf.mean().to_f64();
    let modes = pmf.modes();
    let mut marks: Vec<Mark> = Vec::new();
    let mut lines = canvas::group("marks");
    let mut mark = |value: f64, name: &str, colour: &'static str, dash: Option<&'static str>| {
        let x = pixel(value);
        let mut line = line((x, upper.top), (x, upper.bottom()))
            .set("stroke", colour)
            .set("stroke-width", number(0.14 * font));
        if let Some(dash) = dash {
            line = line.set("stroke-dasharray", dash);
        }
        let group = std::mem::replace(&mut lines, Group::new());
        lines = group.add(line.add(canvas::title(&format!("{name} {}", shown(value)))));
    };
    if let Some(mean) = mean {
        mark(mean, "mean", OBSERVED, None);
        marks.push((format!("mean {}", shown(mean)), OBSERVED, None));
    }
    if let Some(median) = median {
        mark(median, "median", "#009e73", Some("6 3"));
        marks.push((format!("median {}", shown(median)), "#009e73", Some("6 3")));
    }
    for &place in modes.iter().take(3) {
        mark(values[place], "mode", "#cc79a7", Some("2 2"));
    }
    match modes.as_slice() {
        [] => {}
        [mode] => marks.push((format!("mode {}", shown(values[*mode])), "#cc79a7", Some("2 2"))),
        [first, ..] => marks.push((
            format!("{} modes, first {}", modes.len(), shown(values[*first])),
            "#cc79a7",
            Some("2 2"),
        )),
    }
    (lines, marks)
}

/// Returns notes on content that is not drawn value by value.
fn notes(pmf: &MetricPmf, binned: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if binned {
        notes.push(format!(
            "{} values: each bar is the joint mass of those within one pixel.",
            grouped(pmf.distinct() as u64)
        ));
    }
    let (undefined, mass) = pmf.undefined();
    if undefined > 0 {
        let mass = mass_double(pmf, &mass);
        notes.push(format!("Undefined on {undefined} matrices with mass {mass:.3e}."));
    }
    if let Some(value) = pmf.undefined_as() {
        notes.push(format!("Undefined matrices count as {value}."));
    }
    notes
}

/// Returns the range of positions of an axis, with room for half a needle at both ends, and the
/// number of pixels from position 0 to 1.
pub(super) fn axis(side: f64) -> ((f64, f64), f64) {
    const MARGIN: f64 = 0.02;
    ((-MARGIN, 1.0 + MARGIN), side / (1.0 + 2.0 * MARGIN))
}

/// Returns ticks of values, as many as have room.
pub(super) fn axis_ticks(scale: &ValueScale, panel: &Panel) -> Vec<Tick> {
    scale.ticks((panel.width / (4.2 * panel.font)).clamp(1.0, 10.0))
}

/// Returns `true` if counts are better drawn by their logarithms: otherwise a few very frequent
/// values would make all others invisible.
fn is_logarithmic(counts: &[u64]) -> bool {
    counts.iter().any(|count| *count > 25)
}

/// Returns a panel for counts below another one.
pub(super) fn counts_panel(above: &Panel, counts: &[u64], height: f64) -> Panel {
    let most = counts.iter().copied().max().unwrap_or(1);
    let y = if is_logarithmic(counts) {
        let decades = (most as f64).log10();
        (-0.12 * decades, 1.08 * decades)
    } else {
        (0.0, 1.08 * most as f64)
    };
    Panel { top: above.bottom() + 1.2 * above.font, height, y, ..*above }
}

/// Draws a dot per value at the number of its matrices; dots that would look the same are drawn
/// once.
pub(super) fn counts_layer(
    sheet: &mut Sheet,
    panel: &Panel,
    values: &[f64],
    counts: &[u64],
    scale: &ValueScale,
) {
    let font = panel.font;
    let radius = (0.3 * font * (200.0 / values.len() as f64).sqrt()).clamp(0.1 * font, 0.3 * font);
    let colour = palette::ramp(0.6);
    let mut layer = canvas::group("counts").set("fill", colour.as_str());
    let logarithmic = is_logarithmic(counts);
    let height = |count: u64| if logarithmic { (count as f64).log10() } else { count as f64 };
    let mut seen = BTreeSet::new();
    for (value, count) in values.iter().zip(counts) {
        let (x, y) = panel.pixel((scale.position(*value), height(*count)));
        // A quarter of a pixel apart, or not told apart.
        if seen.insert((number((4.0 * x).round()), *count)) {
            let dot = canvas::circle((x, y), radius);
            layer = layer.add(dot.set("data-count", *count));
        }
    }
    sheet.add(layer);
    sheet.add(panel.border());
    let whole: Vec<Tick> = ticks(panel.y, (panel.height / (2.2 * font)).clamp(1.0, 8.0))
        .into_iter()
        .filter(|(at, _)| at.fract() == 0.0)
        .map(|(at, _)| (at, format!("{at:.0}")))
        .collect();
    let decades = || {
        (0..9)
            .flat_map(|power| [1, 2, 5].map(|k| k * 10_u64.pow(power)))
            .map(|count| (height(count), grouped(count)))
            .filter(|(at, _)| *at <= panel.y.1)
            .collect::<Vec<Tick>>()
    };
    let (title, at) = if logarithmic { ("matrices (log)", decades()) } else { ("matrices", whole) };
    sheet.add(panel.y_axis(title, &at));
}

/// A filled circle.
pub(super) fn dot((x, y): Xy, radius: f64, fill: &str) -> Circle {
    canvas::circle((x, y), radius).set("fill", fill)
}

/// Draws the meaning of the marks, in one or two rows.
pub(super) fn legend(
    marks: &[(String, &str, Option<&str>)],
    interval: Option<Xy>,
    level: &Rational,
    (left, top): Xy,
    width: f64,
    font: f64,
) -> Group {
    let size = 0.8 * font;
    let mut group = canvas::group("legend").set("font-family", FONT);
    let (mut x, mut y) = (left, top + 0.4 * font);
    let mut place = |wide: f64| {
        if x > left && x + wide > left + width {
            (x, y) = (left, y + 1.3 * size);
        }
        let at = (x, y);
        x += wide + 1.2 * size;
        at
    };
    for (name, colour, dash) in marks {
        let (x, y) = place(2.2 * size + label::width(name, size));
        let data = format!("M{} {}L{} {}", number(x), number(y), number(x + 1.8 * size), number(y));
        let mut stroke = stroked(data, colour, 0.14 * font);
        if let Some(dash) = dash {
            stroke = stroke.set("stroke-dasharray", *dash);
        }
        group = group.add(stroke).add(text(name, x + 2.2 * size, y, size, Anchor::Start));
    }
    if let Some((low, high)) = interval {
        let name =
            format!("{} % of the next test: {} to {}", percent(level), shown(low), shown(high));
        let (x, y) = place(2.2 * size + label::width(&name, size));
        let patch = rectangle(x, y - 0.5 * size, 1.8 * size, size)
            .set("fill", "#ebe6d4")
            .set("stroke", INK)
            .set("stroke-width", 0.4);
        group = group.add(patch).add(text(&name, x + 2.2 * size, y, size, Anchor::Start));
    }
    group
}
