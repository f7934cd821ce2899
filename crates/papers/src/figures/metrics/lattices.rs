//! Figures 1, 2, D.3 and F.3: the lattice itself.

use super::{UNIT, lattice};
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile::score::Metric;
use exactile_picture::{LatticePicture, Plate, PlateTable, contour_levels};

/// Figure 1.
pub(super) fn simplex(side: f64) -> Result<String, FigureError> {
    let slices = [lattice(20, 80)?, lattice(50, 50)?, lattice(90, 10)?];
    // Twice as large, so that fewer dots need to be left out.
    let picture = LatticePicture::simplex(&Metric::Mcc, &slices, 2.0 * UNIT)?;
    let row = |texts: [&str; 3]| (None, texts.map(str::to_owned).to_vec());
    let table = PlateTable {
        header: ["", "positive", "negative"].map(str::to_owned).to_vec(),
        rows: vec![
            row(["predicted positive", "TP", "FP"]),
            row(["predicted negative", "FN", "TN"]),
            row(["together", "P = TP + FN", "N = FP + TN"]),
        ],
    };
    let plate = Plate::new().without_letters().with_table("", picture.bare(), table);
    Ok(plate.to_svg(side / UNIT))
}

/// Figure 2.
pub(super) fn slice(side: f64) -> Result<String, FigureError> {
    let of = lattice(20, 80)?;
    let levels = contour_levels(&Metric::Mcc, of, &Rational::new(1, 10))?;
    let slice = LatticePicture::slice(&Metric::Mcc, of, None, Some(&levels), 1.8 * UNIT)?;
    let roc = LatticePicture::roc(&Metric::Mcc, of, None, Some(&levels), 1.8 * UNIT)?;
    let plate = Plate::new()
        .with("20 positives and 80 negatives, counts", slice.bare())
        .next_row()
        .with("the same in ROC space", roc.bare());
    Ok(plate.to_svg(side / UNIT))
}

/// Figure D.3.
pub(super) fn reference_points(side: f64) -> Result<String, FigureError> {
    let metric = Metric::BalancedAccuracy;
    let mut plate = Plate::new();
    for (count, positives) in [5, 25, 45].into_iter().enumerate() {
        let of = lattice(positives, 50 - positives)?;
        let roc = LatticePicture::roc(&metric, of, None, None, UNIT)?;
        let recall = LatticePicture::precision_recall(&metric, of, None, None, UNIT)?;
        if count > 0 {
            plate = plate.next_row();
        }
        let heading = format!("{positives} positives among 50");
        plate =
            plate.with(&heading, roc.bare()).with("the same, precision and recall", recall.bare());
    }
    Ok(plate.to_svg(side / UNIT))
}

/// Figure F.3.
pub(super) fn confluence(side: f64) -> Result<String, FigureError> {
    let metrics = [
        ("MCC", Metric::Mcc),
        ("BA", Metric::BalancedAccuracy),
        ("F1", Metric::FBeta(Rational::ONE)),
    ];
    let mut plate = Plate::new();
    for (row, negatives) in [40, 41].into_iter().enumerate() {
        if row > 0 {
            plate = plate.next_row();
        }
        for (name, metric) in &metrics {
            let picture = LatticePicture::confluence(metric, lattice(20, negatives)?, UNIT)?;
            plate = plate.with(&format!("{name}, {negatives} negatives"), picture.bare());
        }
    }
    Ok(plate.to_svg(side / UNIT))
}
