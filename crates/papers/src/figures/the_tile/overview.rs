//! Figure 1: the Tile between ROC spaces.

use super::{UNIT, without};
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile::performance::Event;
use exactile::score::{Metric, NamedScore};
use exactile_picture::{AtlasSpace, Plate, TilePicture};

/// The prior of the positive class, that of figure 3.
const PRIOR: (i64, i64) = (3, 10);

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let beta = |n: i64, d: i64| Metric::FBeta(Rational::new(n, d));
    let prior = Rational::new(PRIOR.0, PRIOR.1);
    // Inside the Tile where there is room beside the place, those of the right side beside it.
    let spaces = [
        ("NPV", Metric::Npv, (0.14, 0.84)),
        ("P(tn, tp | tn, fn, tp)", right_unless(Event::FP), (0.43, 0.84)),
        ("balanced accuracy", Metric::BalancedAccuracy, (0.74, 0.84)),
        ("neg. Jaccard", Metric::NegativeJaccard, (0.14, 0.5)),
        ("accuracy", Metric::Accuracy, (0.37, 0.5)),
        ("kappa", Metric::Kappa, (0.71, 0.5)),
        ("TNR", Metric::Tnr, (0.14, 0.14)),
        ("P(tn, tp | tn, fp, tp)", right_unless(Event::FN), (0.43, 0.14)),
        ("TPR", Metric::Tpr, (1.2, 0.9)),
        ("F2", beta(2, 1), (1.2, 0.69)),
        ("F1", beta(1, 1), (1.2, 0.48)),
        ("F0.5", beta(1, 2), (1.2, 0.27)),
        ("PPV", Metric::Ppv, (1.2, 0.06)),
    ];
    let spaces = spaces.map(|(name, metric, middle)| {
        let score = NamedScore::new(metric).expect("it has a place on the Tile");
        AtlasSpace { name: name.to_owned(), place: score.place(&prior), middle }
    });
    let picture = TilePicture::atlas(&prior, &spaces, 1.5 * UNIT)?;
    let ends = [Rational::ZERO, Rational::ONE];
    let plate = Plate::new().without_letters().with("", picture).with_bar("value", ends);
    Ok(plate.to_svg(side / UNIT))
}

/// Returns the probability of being right, unless one of the outcomes happens.
fn right_unless(outcome: Event) -> Metric {
    let given = without(outcome);
    Metric::probability(Event::RIGHT, given).expect("some but not all of these outcomes are right")
}
