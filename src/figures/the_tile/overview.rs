//! Figure 1: the Tile between ROC spaces.

use super::UNIT;
use crate::figures::FigureError;
use crate::geometry::Point;
use crate::num::Rational;
use crate::render::{Plate, TilePicture};
use crate::score::{Metric, NamedScore};

/// The prior of the positive class, that of figure 3.
const PRIOR: (i64, i64) = (3, 10);

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let beta = |n: i64, d: i64| Metric::FBeta(Rational::new(n, d));
    let prior = Rational::new(PRIOR.0, PRIOR.1);
    let placed = |scores: [(&str, Metric); 5]| -> Vec<(String, Point)> {
        let place = |(name, metric): (&str, Metric)| {
            let score = NamedScore::new(metric).expect("it has a place on the Tile");
            (name.to_owned(), score.place(&prior))
        };
        scores.into_iter().map(place).collect()
    };
    let left = placed([
        ("NPV", Metric::Npv),
        ("balanced accuracy", Metric::BalancedAccuracy),
        ("negative Jaccard", Metric::NegativeJaccard),
        ("accuracy", Metric::Accuracy),
        ("TNR", Metric::Tnr),
    ]);
    let right = placed([
        ("TPR", Metric::Tpr),
        ("F2", beta(2, 1)),
        ("F1", beta(1, 1)),
        ("F0.5", beta(1, 2)),
        ("PPV", Metric::Ppv),
    ]);
    let picture = TilePicture::atlas(&prior, [&left, &right], 1.5 * UNIT)?;
    let ends = [Rational::ZERO, Rational::ONE];
    let plate = Plate::new().without_letters().with("", picture).with_bar("value", ends);
    Ok(plate.to_svg(side / UNIT))
}
