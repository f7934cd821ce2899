//! Figures 3, 4, 5, E.1, F.1 and F.2: possible results on further samples.

use super::{SEEN, UNIT, lattice};
use crate::figures::FigureError;
use exactile::lattice::{ExactValue, Model, Observation};
use exactile::num::{Level, Rational};
use exactile::score::Metric;
use exactile_picture::{LatticePicture, MassStyle, Plate};

/// Data from a paper on seized drugs; the number of right negatives is assumed.
const SCARCE: Observation = Observation { tn: 6, fp: 2, fn_: 0, tp: 26 };

/// One negative sample more than in the paper's example.
const ONE_MORE: Observation = Observation { fp: SEEN.fp + 1, ..SEEN };

/// Parts of the mass that lines of figure 5 enclose, in percent.
const PARTS: [u8; 4] = [50, 80, 95, 99];

fn models() -> [Model; 2] {
    [Model::Binomial, Model::default()]
}

/// Figure 3.
pub(super) fn joint(side: f64) -> Result<String, FigureError> {
    both_joint(SEEN, side)
}

/// Figure E.1.
pub(super) fn scarce(side: f64) -> Result<String, FigureError> {
    both_joint(SCARCE, side)
}

fn both_joint(seen: Observation, side: f64) -> Result<String, FigureError> {
    let of = lattice(seen.tp + seen.fn_, seen.tn + seen.fp)?;
    let mut plate = Plate::new();
    for model in models() {
        let picture = LatticePicture::joint(seen, &model, of, UNIT)?;
        plate = plate.with(&format!("{} model", model.name()), picture.bare());
    }
    let Observation { tp, fp, fn_, tn } = seen;
    let note = format!("Cross and dashes: observed, TP {tp}, FP {fp}, FN {fn_}, TN {tn}.");
    Ok(plate.with_note(&note).to_svg(side / UNIT))
}

/// Figure 4.
pub(super) fn pmf(side: f64) -> Result<String, FigureError> {
    distributions(SEEN, false, side)
}

/// Figure F.2.
pub(super) fn pmf_with_rows(side: f64) -> Result<String, FigureError> {
    distributions(ONE_MORE, true, side)
}

fn distributions(seen: Observation, rows: bool, side: f64) -> Result<String, FigureError> {
    let of = lattice(seen.tp + seen.fn_, seen.tn + seen.fp)?;
    let metrics = [
        ("MCC", Metric::Mcc),
        ("balanced accuracy", Metric::BalancedAccuracy),
        ("F1", Metric::FBeta(Rational::ONE)),
    ];
    let mut plate = Plate::new();
    for (name, metric) in metrics {
        let picture = LatticePicture::pmf_of_models(seen, &models(), of, &metric, rows, UNIT)?;
        plate = plate.with(name, picture.bare());
    }
    Ok(plate.to_svg(side / UNIT))
}

/// Figure 5.
pub(super) fn growing(side: f64) -> Result<String, FigureError> {
    let parts = PARTS.map(Level::percent);
    let mut plate = Plate::new();
    for factor in [1, 4, 16] {
        let Observation { tp, fp, fn_, tn } = SEEN;
        let seen =
            Observation { tp: factor * tp, fp: factor * fp, fn_: factor * fn_, tn: factor * tn };
        let (p, n) = (seen.tp + seen.fn_, seen.tn + seen.fp);
        let picture =
            LatticePicture::density(seen, &Model::default(), lattice(p, n)?, &parts, UNIT)?;
        plate = plate.with(&format!("{} samples", p + n), picture.bare());
    }
    Ok(plate.to_svg(side / UNIT))
}

/// Figure F.1.
pub(super) fn on_contours(side: f64) -> Result<String, FigureError> {
    let of = lattice(SEEN.tp + SEEN.fn_, SEEN.tn + SEEN.fp)?;
    let f1 = Metric::FBeta(Rational::ONE);
    let values = [(2, 5), (2, 3)].map(|(n, d)| ExactValue::Rational(Rational::new(n, d)));
    let mut plate = Plate::new();
    for (name, style) in [("discs", MassStyle::Discs), ("ridges", MassStyle::Ridges)] {
        let model = Model::default();
        let picture = LatticePicture::overlay(SEEN, &model, of, &f1, &values, style, 1.4 * UNIT)?;
        plate = plate.with(name, picture.bare());
    }
    Ok(plate.to_svg(side / UNIT))
}
