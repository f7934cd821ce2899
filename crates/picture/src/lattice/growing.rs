//! The distribution of a metric as data grow at constant rates ("Never mind the metrics", Fig. 5,
//! for one metric): with four times the data it is about half as wide.

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, INK, number, text};
use super::super::{label, palette};
use super::panel::{Panel, line};
use super::pmf::{axis, axis_ticks, certified, mass_at, shown};
use super::scale::ValueScale;
use super::{
    LatticePicture, LatticePictureError, OBSERVED, Sheet, greatest, grouped, observed_value,
};
use crate::metric_name;
use exactile::lattice::{Lattice, LatticeError, Model, Observation};
use exactile::num::{Level, Rational};
use exactile::performance::Class;
use exactile::score::Metric;

/// The number of steps of the densities.
const BINS: u32 = 60;

/// One row: the distribution for one amount of data.
struct Row {
    factor: u64,
    samples: (u64, u64),
    /// Values and masses.
    masses: Vec<(f64, f64)>,
    /// The central interval, and one that contains everything visible.
    interval: (f64, f64),
    range: (f64, f64),
}

impl LatticePicture {
    /// Draws the distribution of a metric on the observed number of further samples, when every
    /// count of the observation is multiplied by each of the factors. All areas are 1. `side` is
    /// the width of the panels in pixels.
    ///
    /// # Errors
    /// A class without observations, no factor, a factor of 0, a metric defined nowhere,
    /// lattices too large to list.
    pub fn growing(
        observed: Observation,
        model: &Model,
        metric: &Metric,
        factors: &[u64],
        level: &Level,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        seen_classes(observed)?;
        let rows = factors
            .iter()
            .map(|&factor| row(observed, model, metric, factor, level))
            .collect::<Result<Vec<Row>, _>>()?;
        if rows.is_empty() {
            return Err(LatticePictureError::Empty("factor"));
        }
        let scale = ValueScale::new(metric, rows.iter().flat_map(|row| [row.range.0, row.range.1]));
        let densities: Vec<Vec<f64>> = rows.iter().map(|row| density(row, &scale)).collect();

        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let own = observed_value(metric, observed);
        // Pixels per unit of mass: one for all rows, so that areas can be compared.
        let highest: f64 = densities.iter().map(|steps| greatest(steps)).sum();
        let unit = 0.75 * side / highest.max(1e-9);
        let mut y = top;
        let mut last = None;
        for (k, (row, steps)) in (0_u32..).zip(rows.iter().zip(&densities)) {
            let above = 2.8 * font;
            let most = greatest(steps).max(1e-9);
            let panel = Panel {
                left,
                top: y + above,
                width: side,
                height: most * unit,
                x: axis(side).0,
                y: (0.0, most),
                font,
            };
            let shade = palette::ramp(0.2 + 0.6 * f64::from(k) / (rows.len().max(2) - 1) as f64);
            let samples =
                format!("{} + {} samples", grouped(row.samples.0), grouped(row.samples.1));
            let name = format!("{}x: {samples}", row.factor);
            let tooltip = format!("{name}, interval {}", row.interval_text());
            sheet.add(
                canvas::group("density").add(
                    canvas::filled(outline(&panel, steps), &shade)
                        .set("stroke", INK)
                        .set("stroke-width", 0.5)
                        .add(canvas::title(&tooltip)),
                ),
            );
            sheet.add(row_notes(&panel, row, &name, &scale, own));
            y = panel.bottom();
            last = Some(panel);
        }
        if let Some(panel) = last {
            sheet.add(panel.x_axis(&metric_name(metric), &axis_ticks(&scale, &panel)));
            sheet.reach(panel.right() + font, panel.bottom() + 3.4 * font);
        }
        sheet.title(
            &format!("{name} as data grow, {} model", model.name(), name = metric_name(metric)),
            left,
            side,
        );
        let least: f64 = rows.iter().map(inside).fold(1.0, f64::min);
        let mut notes = vec![format!(
            "Each area is the whole mass, in {BINS} steps; brackets: central intervals of {}; \
             dashes: observed.",
            level.in_percent()
        )];
        if least < 1.0 - 1e-9 {
            notes.push(format!("The axis leaves out at most {:.1e} of a mass.", 1.0 - least));
        }
        sheet.caption(&notes, left, side);
        Ok(sheet.finish())
    }
}

/// Refuses observations without samples of both classes.
fn seen_classes(observed: Observation) -> Result<(), LatticeError> {
    let seen = [
        (Class::Positive, observed.tp | observed.fn_),
        (Class::Negative, observed.tn | observed.fp),
    ];
    match seen.into_iter().find(|(_, samples)| *samples == 0) {
        Some((class, _)) => Err(LatticeError::NoSamples { class }),
        None => Ok(()),
    }
}

/// Returns the path data of a density in steps.
fn outline(panel: &Panel, steps: &[f64]) -> String {
    let end = |bin: u32, height: &f64| (f64::from(bin) / f64::from(BINS), *height);
    let steps =
        (0_u32..).zip(steps).flat_map(|(bin, height)| [end(bin, height), end(bin + 1, height)]);
    let points = std::iter::once((0.0, 0.0)).chain(steps).chain([(1.0, 0.0)]);
    canvas::polyline(points.map(|at| panel.pixel(at))) + "Z"
}

/// Draws the name of a row, its central interval as a bracket, and the observed value.
fn row_notes(panel: &Panel, row: &Row, name: &str, scale: &ValueScale, own: Option<f64>) -> Group {
    let font = panel.font;
    let ends = [row.interval.0, row.interval.1].map(|v| panel.pixel((scale.position(v), 0.0)).0);
    let bracket = panel.top - 0.7 * font;
    let mut notes = canvas::group("interval")
        .set("font-family", FONT)
        .add(line((ends[0], bracket), (ends[1], bracket)))
        .add(line((panel.left, panel.bottom()), (panel.right(), panel.bottom())));
    for x in ends {
        notes = notes.add(line((x, bracket - 0.3 * font), (x, bracket + 0.3 * font)));
    }
    let size = 0.8 * font;
    let at = panel.top - 1.8 * font;
    notes = notes.add(text(name, panel.left, at, size, Anchor::Start));
    let numbers = row.interval_text();
    if label::width(name, size) + label::width(&numbers, size) + size < panel.width {
        notes = notes.add(text(&numbers, panel.right(), at, size, Anchor::End));
    }
    if let Some(own) = own {
        let x = panel.pixel((scale.position(own), 0.0)).0;
        if x >= panel.left && x <= panel.right() {
            let mark = line((x, panel.top), (x, panel.bottom()))
                .set("stroke", OBSERVED)
                .set("stroke-dasharray", number(0.4 * font))
                .set("stroke-width", number(0.12 * font));
            notes = notes.add(mark);
        }
    }
    notes
}

impl Row {
    fn interval_text(&self) -> String {
        format!("{} to {}", shown(self.interval.0), shown(self.interval.1))
    }
}

/// Returns the defined mass of a row within its range.
fn inside(row: &Row) -> f64 {
    let all: f64 = row.masses.iter().map(|(_, mass)| mass).sum();
    let (low, high) = row.range;
    let within = row.masses.iter().filter(|(value, _)| *value >= low && *value <= high);
    within.map(|(_, mass)| mass).sum::<f64>() / all
}

fn row(
    observed: Observation,
    model: &Model,
    metric: &Metric,
    factor: u64,
    level: &Level,
) -> Result<Row, LatticePictureError> {
    let refuse = || LatticePictureError::Factor(factor);
    let times = |count: u64| count.checked_mul(factor).filter(|_| factor > 0).ok_or_else(refuse);
    let grown = Observation {
        tn: times(observed.tn)?,
        fp: times(observed.fp)?,
        fn_: times(observed.fn_)?,
        tp: times(observed.tp)?,
    };
    let (p, n) = (grown.tp.checked_add(grown.fn_), grown.tn.checked_add(grown.fp));
    let (p, n) = p.zip(n).ok_or_else(refuse)?;
    let pmf = certified(grown, model, Lattice::new(p, n)?, metric)?;
    let value = |place: usize| pmf.value(place).to_f64().unwrap_or(0.0);
    let nothing = || LatticePictureError::NothingDefined(metric.clone());
    let (low, high) = pmf.central_interval(level).ok_or_else(nothing)?;
    let widest = Level::try_from(Rational::new(9999, 10_000)).expect("below 1");
    let wide = pmf.central_interval(&widest).ok_or_else(nothing)?;
    Ok(Row {
        factor,
        samples: (p, n),
        masses: (0..pmf.distinct()).map(|place| (value(place), mass_at(&pmf, place))).collect(),
        interval: (value(low), value(high)),
        range: (value(wide.0), value(wide.1)),
    })
}

/// Returns the mass in each step of the axis.
fn density(row: &Row, scale: &ValueScale) -> Vec<f64> {
    let mut steps = vec![0.0; BINS as usize];
    for (value, mass) in &row.masses {
        let at = scale.position(*value);
        if (-1e-12..=1.0 + 1e-12).contains(&at) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and the number of steps"
            )]
            let bin = (at * f64::from(BINS)).clamp(0.0, f64::from(BINS - 1)) as usize;
            steps[bin] += mass;
        }
    }
    steps
}
