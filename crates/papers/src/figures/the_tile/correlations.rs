//! Figures 4 and 7: rank correlations of scores with the canonical ranking scores.

use super::{UNIT, without};
use crate::figures::FigureError;
use exactile::correlation::{Correlator, Performances};
use exactile::num::Rational;
use exactile::performance::Event;
use exactile::score::Metric;
use exactile_picture::{Extras, Plate, TilePicture};

/// The lattice of all performances that figure 4 ranks: counts in multiples of 1/24.
const RESOLUTION: u32 = 24;

/// The grid of rates that figure 7 ranks: multiples of 1/60.
const RESOLUTION_AT_PRIOR: u32 = 60;

/// Points along each side of the Tile, less one, in small panels and in larger ones.
const GRID: u32 = 32;
const FINE_GRID: u32 = 40;

/// Figure 4: the nine probabilistic scores that are ranking scores, at their places on the Tile.
///
/// Four Tiles are computed. Those of scores in which fp and fn, or both classes, are exchanged are
/// their mirror images.
pub(super) fn probabilistic(side: f64) -> Result<String, FigureError> {
    let performances = Performances::all(RESOLUTION)?;
    let correlator = |given: Event| {
        let metric = Metric::probability(Event::RIGHT, given);
        let metric = metric.expect("some but not all of these outcomes are right");
        Correlator::new(&metric, &performances)
    };
    let tile = |given: Event| Ok::<_, FigureError>(correlator(given)?.tile(GRID, || ()));
    let corner = tile(Event::PREDICTED_NEGATIVE)?;
    let upper = tile(without(Event::FP))?;
    let left = tile(without(Event::TP))?;
    let middle = tile(Event::ANY)?;
    let rows = [
        [
            ("NPV", Event::PREDICTED_NEGATIVE, corner.clone()),
            ("P(tn, tp | tn, fn, tp)", without(Event::FP), upper.clone()),
            ("TPR", Event::POSITIVE, corner.turned(true, false)),
        ],
        [
            ("negative Jaccard", without(Event::TP), left.clone()),
            ("accuracy", Event::ANY, middle),
            ("positive Jaccard", without(Event::TN), left.turned(true, true)),
        ],
        [
            ("TNR", Event::NEGATIVE, corner.turned(false, true)),
            ("P(tn, tp | tn, fp, tp)", without(Event::FN), upper.turned(false, true)),
            ("PPV", Event::PREDICTED_POSITIVE, corner.turned(true, true)),
        ],
    ];
    let ends = [Rational::ZERO, Rational::ONE];
    let extras = Extras::nothing();
    let mut plate = Plate::new().without_letters();
    for (count, row) in rows.into_iter().enumerate() {
        if count > 0 {
            plate = plate.next_row();
        }
        for (name, given, tile) in row {
            let picture = TilePicture::correlation_between(
                &correlator(given)?,
                &tile,
                ends.clone(),
                0.75 * UNIT,
                extras.clone(),
            )?;
            plate = plate.with(name, picture);
        }
    }
    Ok(plate.with_bar("tau", ends).to_svg(side / UNIT))
}

/// Figure 7: balanced accuracy and kappa at a negative prior of 0.7.
pub(super) fn fixed_prior(side: f64) -> Result<String, FigureError> {
    let prior = Rational::new(3, 10);
    let performances = Performances::fixed_prior(&prior, RESOLUTION_AT_PRIOR)?;
    let ends = [Rational::ZERO, Rational::ONE];
    let extras = Extras { grid: true, no_skill_curve: true, ..Extras::nothing() };
    let mut plate = Plate::new();
    for (name, metric) in
        [("balanced accuracy", Metric::BalancedAccuracy), ("Cohen's kappa", Metric::Kappa)]
    {
        let correlator = Correlator::new(&metric, &performances)?;
        let tile = correlator.tile(FINE_GRID, || ());
        let picture = TilePicture::correlation_between(
            &correlator,
            &tile,
            ends.clone(),
            UNIT,
            extras.clone(),
        )?;
        plate = plate.with(name, picture);
    }
    Ok(plate.with_bar("tau", ends).to_svg(side / UNIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_tiles_are_those_of_the_exchanged_scores() {
        let performances = Performances::all(6).expect("a lattice");
        let tile = |given: Event| {
            let metric = Metric::probability(Event::RIGHT, given).expect("a probability");
            Correlator::new(&metric, &performances).expect("ranked").tile(4, || ())
        };
        let taus = |tile: &exactile::correlation::CorrelationTile| -> Vec<Option<Rational>> {
            tile.points().map(|(_, correlation)| correlation.signed_square()).collect()
        };
        for (from, to, a, b) in [
            (Event::PREDICTED_NEGATIVE, Event::NEGATIVE, false, true),
            (Event::PREDICTED_NEGATIVE, Event::POSITIVE, true, false),
            (Event::PREDICTED_NEGATIVE, Event::PREDICTED_POSITIVE, true, true),
            (without(Event::FP), without(Event::FN), false, true),
            (without(Event::TP), without(Event::TN), true, true),
        ] {
            assert_eq!(taus(&tile(from).turned(a, b)), taus(&tile(to)), "{from} and {to}");
        }
        assert_ne!(taus(&tile(Event::NEGATIVE)), taus(&tile(Event::POSITIVE)));
    }
}
