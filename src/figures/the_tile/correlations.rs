//! Figures 4 and 7: how far scores rank as the canonical ranking scores do.

use super::UNIT;
use crate::correlation::{Correlator, Performances};
use crate::figures::FigureError;
use crate::num::Rational;
use crate::performance::{Event, Outcome};
use crate::render::{Extras, Plate, TilePicture};
use crate::score::Metric;

/// The lattice of all performances that figure 4 ranks: counts in multiples of 1/16.
const RESOLUTION: u32 = 16;

/// Points along each side of the Tile, less one.
const GRID: u32 = 40;

/// Figure 4: the nine probabilistic scores that are ranking scores, at their places on the Tile.
pub(super) fn probabilistic(side: f64) -> Result<String, FigureError> {
    let (without_fp, without_fn) = (without(Event::FP), without(Event::FN));
    let rows = [
        [
            ("NPV", Event::PREDICTED_NEGATIVE),
            ("P(tn, tp | tn, fn, tp)", without_fp),
            ("TPR", Event::POSITIVE),
        ],
        [
            ("negative Jaccard", without(Event::TP)),
            ("accuracy", Event::ANY),
            ("positive Jaccard", without(Event::TN)),
        ],
        [
            ("TNR", Event::NEGATIVE),
            ("P(tn, tp | tn, fp, tp)", without_fn),
            ("PPV", Event::PREDICTED_POSITIVE),
        ],
    ];
    let performances = Performances::all(RESOLUTION)?;
    let ends = [Rational::ZERO, Rational::ONE];
    let extras = Extras { scores: false, grid: false, no_skill_curve: false, legend: false };
    let mut plate = Plate::new().without_letters();
    for (count, row) in rows.into_iter().enumerate() {
        if count > 0 {
            plate = plate.next_row();
        }
        for (name, given) in row {
            let metric = Metric::probability(Event::RIGHT, given)
                .expect("some but not all of these outcomes are right");
            let correlator = Correlator::new(&metric, &performances)?;
            let tile = correlator.tile(GRID, || ());
            let picture = TilePicture::correlation_between(
                &correlator,
                &tile,
                ends.clone(),
                0.75 * UNIT,
                extras,
            )?;
            plate = plate.with(name, picture);
        }
    }
    Ok(plate.with_bar("tau", ends).to_svg(side / UNIT))
}

/// All outcomes but one.
fn without(left_out: Event) -> Event {
    let mut kept = Outcome::ALL.into_iter().map(Event::of).filter(|event| *event != left_out);
    let first = kept.next().expect("three outcomes are left");
    kept.fold(first, Event::union)
}

/// Figure 7: balanced accuracy and kappa at a negative prior of 0.7.
pub(super) fn fixed_prior(side: f64) -> Result<String, FigureError> {
    let prior = Rational::new(3, 10);
    let performances = Performances::fixed_prior(&prior, Performances::RESOLUTION_AT_PRIOR)?;
    let ends = [Rational::ZERO, Rational::ONE];
    let extras = Extras { scores: false, grid: true, no_skill_curve: true, legend: false };
    let mut plate = Plate::new();
    for (name, metric) in
        [("balanced accuracy", Metric::BalancedAccuracy), ("Cohen's kappa", Metric::Kappa)]
    {
        let correlator = Correlator::new(&metric, &performances)?;
        let tile = correlator.tile(GRID, || ());
        let picture =
            TilePicture::correlation_between(&correlator, &tile, ends.clone(), UNIT, extras)?;
        plate = plate.with(name, picture);
    }
    Ok(plate.with_bar("tau", ends).to_svg(side / UNIT))
}
