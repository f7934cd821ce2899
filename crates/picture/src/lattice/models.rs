//! The distributions of a metric under several models, one over the other ("Never mind the
//! metrics", Fig. 4 and F.2).

use std::collections::BTreeSet;

use svg::node::element::Group;

use super::super::canvas::{self, number, stroked};
use super::joint::marginal;
use super::panel::Panel;
use super::pmf::{Distribution, Marks, certified, dot, masses, masses_panel, shown};
use super::{LatticePicture, LatticePictureError, greatest, observed_value, value_on};
use crate::arc::Xy;
use exactile::lattice::{Lattice, LatticeError, Model, Observation};
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
            .map(|model| certified(observed, model, lattice, metric))
            .collect::<Result<Vec<_>, LatticeError>>()?;
        let first = pmfs.first().ok_or(LatticePictureError::Empty("model"))?;
        let drawn = Distribution::new(first)?;
        let masses: Vec<Vec<f64>> = pmfs.iter().map(masses).collect();
        let most = greatest(&masses.concat());
        let (mut sheet, upper) = masses_panel(side, 3.6, (-0.02 * most, 1.06 * most));
        let Panel { left, font, .. } = upper;
        let place = |(value, mass): Xy| (drawn.pixel(&upper, value), upper.pixel((0.0, mass)).1);

        let mut marks = Marks::none(&drawn, &upper);
        for (((pmf, model), colour), dash) in pmfs.iter().zip(models).zip(COLOURS).zip(DASHES) {
            let modes: Vec<f64> =
                pmf.modes().into_iter().map(|place| drawn.values[place]).collect();
            let name = format!("{}, mode", model.name());
            for mode in modes.iter().take(3) {
                marks.line(&name, *mode, (colour, dash));
            }
            let noted = modes.first().map_or_else(String::new, |mode| shown(*mode));
            marks.entries.push((format!("{name} {noted}"), (colour, dash)));
        }
        if let Some(own) = observed_value(metric, observed) {
            marks.entry("observed", own, (canvas::INK, Some("1 2")));
        }
        let legend = marks.legend(None, sheet.margins().1);
        sheet.add(marks.lines);
        let size = 0.24 * font;
        let radius = (size * (300.0 / drawn.values.len() as f64).sqrt()).clamp(0.1 * font, size);
        for ((model, masses), colour) in models.iter().zip(&masses).zip(COLOURS) {
            if rows {
                sheet.add(row_lines(observed, model, lattice, metric, colour, font, &place)?);
            }
            let mut layer =
                canvas::group("masses").set("fill-opacity", 0.8).set("data-model", model.name());
            let mut seen = BTreeSet::new();
            for (value, mass) in drawn.values.iter().zip(masses) {
                let (x, y) = place((*value, *mass));
                // A quarter of a pixel apart, or not told apart.
                if seen.insert([x, y].map(|at| number((4.0 * at).round()))) {
                    layer = layer.add(dot((x, y), radius, colour));
                }
            }
            sheet.add(layer);
        }
        sheet.add(legend);
        drawn.add_counts(&mut sheet, &upper, "mass");
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
