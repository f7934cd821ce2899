//! The distribution of a metric with the number of matrices per value ("Never mind the metrics",
//! Fig. 4), and these numbers alone (Fig. F.3).

use std::collections::BTreeSet;

use num_bigint::BigInt;
use svg::Node;
use svg::node::element::{Circle, Group};

use super::super::canvas::{self, Anchor, FONT, INK, number, rectangle, stroked, text};
use super::super::label;
use super::super::palette;
use super::panel::{Panel, Tick, line, ticks};
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, OBSERVED, Sheet, grouped};
use crate::arc::Xy;
use crate::metric_name;
use exactile::lattice::{
    Confluence, Lattice, LatticeError, Mass, MetricPmf, Model, Observation, Predictive, Route,
};
use exactile::num::{Level, Rational};
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

/// Returns the masses of all values as doubles.
pub(super) fn masses(pmf: &MetricPmf) -> Vec<f64> {
    (0..pmf.distinct()).map(|place| mass_at(pmf, place)).collect()
}

/// Returns the distribution of a metric after an observation, with certified masses.
pub(super) fn certified(
    observed: Observation,
    model: &Model,
    lattice: Lattice,
    metric: &Metric,
) -> Result<MetricPmf, LatticeError> {
    let next = Predictive::new(observed, model, lattice)?;
    MetricPmf::new(&next, metric, Route::Certified, None)
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
    /// A metric that is defined nowhere.
    pub fn pmf(pmf: &MetricPmf, level: &Level, side: f64) -> Result<Self, LatticePictureError> {
        let interval = pmf.central_interval(level);
        let drawn = Distribution::new(pmf)?;
        let (_, inner) = axis(side);
        let binned = drawn.values.len() as f64 > 2.0 * inner;
        let bars = drawn.bars(inner, binned);
        let most = bars.iter().map(|(_, mass)| *mass).fold(0.0, f64::max);
        let (mut sheet, upper) = masses_panel(side, 2.6, (0.0, 1.06 * most));
        let Panel { left, font, .. } = upper;

        let interval = interval.map(|(low, high)| (drawn.values[low], drawn.values[high]));
        if let Some((low, high)) = interval {
            let (x0, x1) = (drawn.pixel(&upper, low), drawn.pixel(&upper, high));
            let band = rectangle(x0, upper.top, (x1 - x0).max(1.0), upper.height);
            let share = format!("the central {} of the next test", level.in_percent());
            let band = band.set("fill", "#ebe6d4").add(canvas::title(&share));
            sheet.add(canvas::group("interval").add(band));
        }
        let sparse = (0.4 * inner / drawn.values.len() as f64).clamp(0.8, 0.4 * font);
        let thin = if binned { 1.0 } else { sparse };
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
        let marks = drawn.marks(&upper);
        let legend = marks.legend(interval.map(|ends| (ends, level)), sheet.margins().1);
        sheet.extend([marks.lines, needles, legend]);
        drawn.add_counts(&mut sheet, &upper, if binned { "mass per pixel" } else { "mass" });
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
        let (mut sheet, square) = Sheet::square(side, axis(side).0, (0.0, 1.0));
        let Panel { left, top, font, .. } = square;
        let panel = Panel { top, ..counts_panel(&square, &counts, 0.6 * side) };
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

/// The look of a line: its colour and its dashes.
pub(super) type Look = (&'static str, Option<&'static str>);

/// Upright lines at values, and their names in the legend.
pub(super) struct Marks<'d> {
    of: &'d Distribution<'d>,
    panel: &'d Panel,
    pub(super) lines: Group,
    pub(super) entries: Vec<(String, Look)>,
}

impl<'d> Marks<'d> {
    /// Returns no lines in a panel of masses.
    pub(super) fn none(of: &'d Distribution<'d>, panel: &'d Panel) -> Self {
        Self { of, panel, lines: canvas::group("marks"), entries: Vec::new() }
    }

    /// Adds a line at a value, with its name as a tooltip.
    pub(super) fn line(&mut self, name: &str, value: f64, (colour, dash): Look) {
        let Panel { top, font, .. } = *self.panel;
        let x = self.of.pixel(self.panel, value);
        let mut line = line((x, top), (x, self.panel.bottom()))
            .set("stroke", colour)
            .set("stroke-width", number(0.14 * font));
        if let Some(dash) = dash {
            line = line.set("stroke-dasharray", dash);
        }
        self.lines.append(line.add(canvas::title(&format!("{name} {}", shown(value)))));
    }

    /// As [`Self::line`], with the name and the value in the legend.
    pub(super) fn entry(&mut self, name: &str, value: f64, look: Look) {
        self.line(name, value, look);
        self.entries.push((format!("{name} {}", shown(value)), look));
    }

    /// Draws the meaning of the lines and of an interval of a level, in one or two rows.
    pub(super) fn legend(&self, interval: Option<(Xy, &Level)>, top: f64) -> Group {
        let Panel { left, width, font, .. } = *self.panel;
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
        for (name, (colour, dash)) in &self.entries {
            let (x, y) = place(2.2 * size + label::width(name, size));
            let data =
                format!("M{} {}L{} {}", number(x), number(y), number(x + 1.8 * size), number(y));
            let mut stroke = stroked(data, colour, 0.14 * font);
            if let Some(dash) = dash {
                stroke = stroke.set("stroke-dasharray", *dash);
            }
            group = group.add(stroke).add(text(name, x + 2.2 * size, y, size, Anchor::Start));
        }
        if let Some(((low, high), level)) = interval {
            let name = format!(
                "{} of the next test: {} to {}",
                level.in_percent(),
                shown(low),
                shown(high)
            );
            let (x, y) = place(2.2 * size + label::width(&name, size));
            let patch = rectangle(x, y - 0.5 * size, 1.8 * size, size)
                .set("fill", "#ebe6d4")
                .set("stroke", INK)
                .set("stroke-width", 0.4);
            group = group.add(patch).add(text(&name, x + 2.2 * size, y, size, Anchor::Start));
        }
        group
    }
}

/// A distribution with the values that have a place on an axis.
pub(super) struct Distribution<'p> {
    pmf: &'p MetricPmf,
    pub(super) values: Vec<f64>,
    scale: ValueScale,
}

impl<'p> Distribution<'p> {
    /// Returns a distribution, unless the metric is defined nowhere.
    pub(super) fn new(pmf: &'p MetricPmf) -> Result<Self, LatticePictureError> {
        let values: Vec<f64> =
            (0..pmf.distinct()).filter_map(|place| pmf.value(place).to_f64()).collect();
        if values.is_empty() {
            return Err(LatticePictureError::NothingDefined(pmf.metric().clone()));
        }
        let scale = ValueScale::new(pmf.metric(), values.iter().copied());
        Ok(Self { pmf, values, scale })
    }

    /// Returns the position of a value in a panel, in pixels from the left.
    pub(super) fn pixel(&self, panel: &Panel, value: f64) -> f64 {
        panel.pixel((self.scale.position(value), 0.0)).0
    }

    /// Returns the positions of bars from 0 to 1 with their masses. If there are more values than
    /// pixels, what falls within one pixel is one bar.
    fn bars(&self, pixels: f64, binned: bool) -> Vec<(f64, f64)> {
        let mut bars: Vec<(f64, f64)> = Vec::new();
        for (value, mass) in self.values.iter().zip(masses(self.pmf)) {
            let place = self.scale.position(*value) * pixels;
            let at = if binned { place.floor() + 0.5 } else { place } / pixels;
            match bars.last_mut() {
                Some((known, sum)) if *known == at => *sum += mass,
                _ => bars.push((at, mass)),
            }
        }
        bars
    }

    /// Draws upright lines at mean, median and modes.
    fn marks<'d>(&'d self, panel: &'d Panel) -> Marks<'d> {
        let mut marks = Marks::none(self, panel);
        if let Some(mean) = self.pmf.mean().to_f64() {
            marks.entry("mean", mean, (OBSERVED, None));
        }
        if let Some(median) = self.pmf.median().map(|place| self.values[place]) {
            marks.entry("median", median, ("#009e73", Some("6 3")));
        }
        let look = ("#cc79a7", Some("2 2"));
        let modes: Vec<f64> = self.pmf.modes().iter().map(|place| self.values[*place]).collect();
        for mode in modes.iter().take(3) {
            marks.line("mode", *mode, look);
        }
        match modes.as_slice() {
            [] => {}
            [mode] => marks.entries.push((format!("mode {}", shown(*mode)), look)),
            [first, ..] => {
                let name = format!("{} modes, first {}", modes.len(), shown(*first));
                marks.entries.push((name, look));
            }
        }
        marks
    }

    /// Adds the axes of the masses, the number of matrices with each value below them, and the
    /// title.
    pub(super) fn add_counts(&self, sheet: &mut Sheet, upper: &Panel, mass: &str) {
        let Panel { left, font, width, .. } = *upper;
        let upright = ticks(upper.y, (upper.height / (2.4 * font)).clamp(1.0, 6.0));
        sheet.extend([upper.border(), upper.y_axis(mass, &upright)]);
        let count = |place: usize| self.pmf.count(place) as u64;
        let counts: Vec<u64> = (0..self.pmf.distinct()).map(count).collect();
        let lower = counts_panel(upper, &counts, 0.3 * width);
        counts_layer(sheet, &lower, &self.values, &counts, &self.scale);
        let name = metric_name(self.pmf.metric());
        sheet.add(lower.x_axis(&name, &axis_ticks(&self.scale, &lower)));
        let of = self.pmf.predictive().lattice();
        let (p, n) = (grouped(of.positives()), grouped(of.negatives()));
        sheet.title(&format!("{name} on {p} positives, {n} negatives"), left, width);
        sheet.reach(upper.right() + font, lower.bottom() + 3.4 * font);
    }
}

/// Returns a sheet and the panel of masses in a range, below a legend of some lines of text.
pub(super) fn masses_panel(side: f64, lines: f64, y: (f64, f64)) -> (Sheet, Panel) {
    let (sheet, square) = Sheet::square(side, axis(side).0, y);
    let top = square.top + lines * square.font;
    (sheet, Panel { top, height: 0.55 * side, ..square })
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
