//! The joint predictive distribution on ROC space as areas, with both marginals ("Never mind the
//! metrics", Fig. 3).
//!
//! The two classes are independent, so a joint mass is the product of two marginal ones. Each
//! marginal is the distribution of a rate on a lattice of one class.

use svg::node::element::Group;

use super::super::canvas::{self, number, rectangle};
use super::super::palette;
use super::panel::{Panel, line, ticks};
use super::pmf::{certified, masses};
use super::{
    LatticePicture, LatticePictureError, OBSERVED, Sheet, both_classes, cross, greatest, grouped,
    half_a_place, observed_rates,
};
use exactile::lattice::{Lattice, LatticeError, Model, Observation};
use exactile::score::Metric;

/// The least radius of discs in pixels; smaller ones would be invisible.
const LEAST_RADIUS: f64 = 0.02;

/// Returns the masses of 0 to all right predictions of one class.
pub(super) fn marginal(
    observed: Observation,
    model: &Model,
    lattice: Lattice,
    metric: &Metric,
) -> Result<Vec<f64>, LatticeError> {
    Ok(masses(&certified(observed, model, lattice, metric)?))
}

/// Returns the masses of the numbers of true and of false positives, from 0 upwards.
pub(super) fn rate_masses(
    observed: Observation,
    model: &Model,
    lattice: Lattice,
) -> Result<[Vec<f64>; 2], LatticePictureError> {
    let (p, n) = (lattice.positives(), lattice.negatives());
    let by_tp = marginal(observed, model, Lattice::new(p, 0)?, &Metric::Tpr)?;
    let mut by_fp = marginal(observed, model, Lattice::new(0, n)?, &Metric::Tnr)?;
    by_fp.reverse();
    Ok([by_tp, by_fp])
}

impl LatticePicture {
    /// Draws the joint mass of (FPR, TPR) on further samples as discs whose areas are proportional
    /// to it, with both marginals along the sides. `side` is the width of ROC space in pixels.
    ///
    /// # Errors
    /// A class without samples, observed or further; lattices too large to list.
    pub fn joint(
        observed: Observation,
        model: &Model,
        lattice: Lattice,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        both_classes(lattice)?;
        let (p, n) = (lattice.positives(), lattice.negatives());
        let [by_tp, by_fp] = rate_masses(observed, model, lattice)?;

        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, margin) = sheet.margins();
        let strip = 0.26 * side;
        let gap = 1.6 * font;
        // Dots on the border need half a place around the square.
        let (sx, sy) = (side / n as f64, side / p as f64);
        let [x, y] = [n, p].map(|count| (-half_a_place(count), 1.0 + half_a_place(count)));
        let main = Panel { left, top: margin + strip + gap, width: side, height: side, x, y, font };
        let (most_fp, most_tp) = (greatest(&by_fp), greatest(&by_tp));
        let above = Panel { top: margin, height: strip, y: (0.0, 1.08 * most_fp), ..main };
        let beside =
            Panel { left: main.right() + gap, width: strip, x: (0.0, 1.08 * most_tp), ..main };

        let radius = (0.5 * sx.min(sy)).clamp(0.9, 1.6 * font);
        let (discs, drawn, shown_mass) = discs(&main, [&by_tp, &by_fp], [p, n], radius);
        sheet.add(main.border());
        sheet.add(discs);
        sheet.add(bars(&above, &by_fp, true));
        sheet.add(bars(&beside, &by_tp, false));
        sheet.add(above.border());
        sheet.add(beside.border());
        if let Some((fpr, tpr)) = observed_rates(observed) {
            let dashed = |from, to| {
                line(from, to)
                    .set("stroke", OBSERVED)
                    .set("stroke-width", number(0.1 * font))
                    .set("stroke-dasharray", number(0.4 * font))
            };
            let (cx, cy) = main.pixel((fpr, tpr));
            let guides = canvas::group("observed-rates")
                .add(dashed((cx, above.top), (cx, above.bottom())))
                .add(dashed((beside.left, cy), (beside.right(), cy)));
            sheet.add(guides);
            sheet.add(cross((cx, cy), font));
        }
        sheet.roc_axes(&main, lattice);
        sheet.add(above.y_axis("mass", &ticks(above.y, (strip / (2.4 * font)).clamp(1.0, 4.0))));
        let mut masses = ticks(beside.x, (strip / (4.6 * font)).clamp(1.0, 4.0));
        // Zero stands at the border, where the last tick of the rate is close.
        masses.retain(|(at, _)| *at > 0.0);
        sheet.add(beside.x_axis("mass", &masses));
        let title = format!("predicted results, {} model", model.name());
        sheet.title(&title, left, side + gap + strip);
        sheet.reach(beside.right(), main.bottom() + 3.4 * font);
        let mut notes = vec![format!(
            "Areas are proportional to masses; cross and dashes: observed [TP {}, FP {}, FN {}, TN \
             {}].",
            observed.tp, observed.fp, observed.fn_, observed.tn
        )];
        let all = lattice.matrices();
        if u128::from(drawn) < all {
            notes.push(format!(
                "Drawn: {} of {} matrices, with {:.4} of the mass; smaller discs would not show.",
                grouped(drawn),
                grouped(all),
                // Rounded down: what is left out is not nothing.
                (shown_mass * 1e4).floor() / 1e4
            ));
        }
        sheet.caption(&notes, left, beside.right() - left);
        Ok(sheet.finish())
    }
}

/// Draws the joint masses as discs; returns the number of those that show, and their mass.
fn discs(
    panel: &Panel,
    [by_tp, by_fp]: [&[f64]; 2],
    [p, n]: [u64; 2],
    radius: f64,
) -> (Group, u64, f64) {
    let largest = greatest(by_fp) * greatest(by_tp);
    let mut discs = canvas::group("joint").set("fill", palette::ramp(0.25));
    let (mut drawn, mut shown_mass) = (0_u64, 0.0);
    for (tp, tp_mass) in (0..=p).zip(by_tp) {
        for (fp, fp_mass) in (0..=n).zip(by_fp) {
            let mass = tp_mass * fp_mass;
            let r = radius * (mass / largest).sqrt();
            if r < LEAST_RADIUS {
                continue;
            }
            drawn += 1;
            shown_mass += mass;
            let (cx, cy) = panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
            discs =
                discs.add(canvas::circle((cx, cy), r).set("data-tp", tp).set("data-tn", n - fp));
        }
    }
    (discs, drawn, shown_mass)
}

/// Draws the masses of a rate as bars from zero, upwards or to the right.
fn bars(panel: &Panel, masses: &[f64], upwards: bool) -> Group {
    let last = (masses.len() - 1) as f64;
    let length = if upwards { panel.width } else { panel.height };
    let thick = (0.7 * length / last.max(8.0)).max(0.4);
    let mut group = canvas::group("marginal").set("fill", palette::ramp(0.55));
    for (count, mass) in (0_u32..).zip(masses) {
        let rate = f64::from(count) / last;
        let bar = if upwards {
            let (x, y) = panel.pixel((rate, *mass));
            rectangle(x - thick / 2.0, y, thick, panel.bottom() - y)
        } else {
            let (x, y) = panel.pixel((*mass, rate));
            rectangle(panel.left, y - thick / 2.0, x - panel.left, thick)
        };
        group = group.add(bar);
    }
    group
}
