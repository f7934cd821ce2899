//! The distributions of a metric under several models, one over the other ("Never mind the
//! metrics", Fig. 4 and F.2).

use std::collections::BTreeSet;

use svg::node::element::Group;

use super::super::canvas::{self, number, stroked};
use super::joint::marginal;
use super::panel::{Panel, line, ticks};
use super::pmf::{axis, axis_ticks, counts_layer, counts_panel, dot, legend, mass_at, shown};
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, Sheet, grouped, value_on};
use crate::arc::Xy;
use crate::metric_name;
use exactile::lattice::{Lattice, LatticeError, MetricPmf, Model, Observation, Predictive, Route};
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::Metric;

/// The colours of models, in their order.
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// Dashes of the lines of models, so that one shows through another.
const DASHES: [Option<&str>; 4] = [None, Some("5 3"), Some("2 2"), Some("8 2 2 2")];

impl LatticePicture {
    /// Draws the masses of a metric's values under each of up to four models as dots, with their
    /// modes and the observed value, and below the number of matrices with each value. With `rows`,
    /// lines join the masses of the single matrices with one true positive rate; a dot above all
    /// lines is a value of several matrices. `side` is the width of the panels in pixels.
    ///
    /// # Errors
    /// A class without observations under the binomial model; no model; a metric that is defined
    /// nowhere; lattices too large to list.
    pub fn pmf_of_models(
        observed: Observation,
        models: &[Model],
        lattice: Lattice,
        metric: &Metric,
        rows: bool,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        let pmfs = models
            .iter()
            .take(COLOURS.len())
            .map(|model| {
                let next = Predictive::new(observed, model, lattice)?;
                MetricPmf::new(&next, metric, Route::Certified, None)
            })
            .collect::<Result<Vec<_>, LatticeError>>()?;
        let first = pmfs.first().ok_or(LatticePictureError::Empty("model"))?;
        let values: Vec<f64> =
            (0..first.distinct()).filter_map(|place| first.value(place).to_f64()).collect();
        if values.is_empty() {
            return Err(LatticePictureError::NothingDefined(metric.clone()));
        }
        let masses: Vec<Vec<f64>> = pmfs
            .iter()
            .map(|pmf| (0..pmf.distinct()).map(|place| mass_at(pmf, place)).collect())
            .collect();
        let most = masses.iter().flatten().copied().fold(0.0, f64::max);
        let scale = ValueScale::new(metric, values.iter().copied());
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let upper = Panel {
            left,
            top: top + 3.6 * font,
            width: side,
            height: 0.55 * side,
            x: axis(side).0,
            y: (-0.02 * most, 1.06 * most),
            font,
        };
        let counts: Vec<u64> =
            (0..first.distinct()).map(|place| first.count(place) as u64).collect();
        let lower = counts_panel(&upper, &counts, 0.3 * side);
        let place = |(value, mass): Xy| upper.pixel((scale.position(value), mass));

        let mut marks = Vec::new();
        let mut lines = canvas::group("marks");
        let mut mark =
            |value: f64, name: &str, colour: &'static str, dash: Option<&'static str>| {
                let (x, _) = place((value, 0.0));
                let mut upright = line((x, upper.top), (x, upper.bottom()))
                    .set("stroke", colour)
                    .set("stroke-width", number(0.14 * font));
                if let Some(dash) = dash {
                    upright = upright.set("stroke-dasharray", dash);
                }
                let group = std::mem::replace(&mut lines, Group::new());
                lines = group.add(upright.add(canvas::title(&format!("{name} {}", shown(value)))));
            };
        let seen =
            ConfusionMatrix::from_counts(observed.tn, observed.fp, observed.fn_, observed.tp);
        let own = seen.ok().and_then(|matrix| metric.value(&matrix).to_f64());
        for (((pmf, model), colour), dash) in pmfs.iter().zip(models).zip(COLOURS).zip(DASHES) {
            let modes: Vec<f64> = pmf.modes().into_iter().map(|place| values[place]).collect();
            let name = format!("{}, mode", model.name());
            for mode in modes.iter().take(3) {
                mark(*mode, &name, colour, dash);
            }
            let noted = modes.first().map_or_else(String::new, |mode| shown(*mode));
            marks.push((format!("{name} {noted}"), colour, dash));
        }
        if let Some(own) = own {
            mark(own, "observed", canvas::INK, Some("1 2"));
            marks.push((format!("observed {}", shown(own)), canvas::INK, Some("1 2")));
        }
        sheet.add(lines);
        for ((model, masses), colour) in models.iter().zip(&masses).zip(COLOURS) {
            if rows {
                sheet.add(row_lines(observed, model, lattice, metric, colour, font, &place)?);
            }
            let radius =
                (0.24 * font * (300.0 / values.len() as f64).sqrt()).clamp(0.1 * font, 0.24 * font);
            let mut layer =
                canvas::group("masses").set("fill-opacity", 0.8).set("data-model", model.name());
            let mut seen = BTreeSet::new();
            for (value, mass) in values.iter().zip(masses) {
                let (x, y) = place((*value, *mass));
                // A quarter of a pixel apart, or not told apart.
                if seen.insert([x, y].map(|at| number((4.0 * at).round()))) {
                    layer = layer.add(dot((x, y), radius, colour));
                }
            }
            sheet.add(layer);
        }
        let at = (left, top);
        sheet.add(legend(&marks, None, &Rational::ONE, at, side, font));
        let upright = ticks(upper.y, (upper.height / (2.4 * font)).clamp(1.0, 6.0));
        sheet.add(upper.border());
        sheet.add(upper.y_axis("mass", &upright));
        counts_layer(&mut sheet, &lower, &values, &counts, &scale);
        sheet.add(lower.x_axis(&metric_name(metric), &axis_ticks(&scale, &lower)));
        let (p, n) = (grouped(lattice.positives()), grouped(lattice.negatives()));
        sheet.title(
            &format!("{name} on {p} positives, {n} negatives", name = metric_name(metric)),
            left,
            side,
        );
        sheet.reach(upper.right() + font, lower.bottom() + 3.4 * font);
        if rows {
            let note = "Lines join matrices of one true positive rate, with their own masses.";
            sheet.caption(&[note.to_owned()], left, side);
        }
        Ok(sheet.finish())
    }
}

/// Draws a line for each number of true positives through the single matrices' values and masses.
fn row_lines(
    observed: Observation,
    model: &Model,
    lattice: Lattice,
    metric: &Metric,
    colour: &str,
    font: f64,
    place: &impl Fn(Xy) -> Xy,
) -> Result<Group, LatticePictureError> {
    let (p, n) = (lattice.positives(), lattice.negatives());
    let by_tp = marginal(observed, model, Lattice::new(p, 0)?, &Metric::Tpr)?;
    let by_tn = marginal(observed, model, Lattice::new(0, n)?, &Metric::Tnr)?;
    let highest = by_tn.iter().copied().fold(0.0, f64::max);
    let mut layer = canvas::group("rows").set("stroke-opacity", 0.6);
    for (tp, tp_mass) in (0..=p).zip(&by_tp) {
        // Flat lines would only thicken the axis.
        if tp_mass * highest < 1e-5 {
            continue;
        }
        let mut data = String::new();
        let mut draws = false;
        for (tn, tn_mass) in (0..=n).zip(&by_tn) {
            let value = value_on(metric, lattice, tp, tn).to_f64();
            if let Some(value) = value {
                let (x, y) = place((value, tp_mass * tn_mass));
                let command = if draws { "L" } else { "M" };
                data.push_str(&format!("{command}{} {}", number(x), number(y)));
            }
            draws = value.is_some();
        }
        layer = layer.add(
            stroked(data, colour, 0.06 * font).set("stroke-linejoin", "round").set("data-tp", tp),
        );
    }
    Ok(layer)
}
