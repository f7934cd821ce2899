//! Figures 6 and 8: curves on which no-skill performances tie, and how the Tile warps.

use super::UNIT;
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile_picture::{Extras, Fixed, Plate, TilePicture};

/// Figure 6: both families, the shares 0.7 of the negative class standing out.
pub(super) fn families(side: f64) -> Result<String, FigureError> {
    let shares: Vec<Rational> = (1..10).map(|tenth| Rational::new(tenth, 10)).collect();
    let chosen = Rational::new(7, 10);
    let plate = [
        ("fixed priors, by the negative prior", Fixed::Priors),
        ("fixed predictions, by the negative rate", Fixed::PredictionRates),
    ]
    .into_iter()
    .try_fold(Plate::new(), |plate, (heading, fixed)| {
        let picture = TilePicture::no_skill_family(fixed, &shares, &chosen, UNIT)?;
        Ok::<_, FigureError>(plate.with(heading, picture))
    })?;
    Ok(plate.to_svg(side / UNIT))
}

/// Figure 8: the regular grid of balanced priors and its falling diagonal, moved to other priors.
pub(super) fn warps(side: f64) -> Result<String, FigureError> {
    let extras = Extras { grid: true, no_skill_curve: true, ..Extras::nothing() };
    let mut plate = Plate::new();
    for tenths in [1, 3, 5, 7, 9] {
        let picture = TilePicture::ground(&Rational::new(tenths, 10), 0.75 * UNIT, extras.clone())?;
        plate = plate.with(&format!("positive prior 0.{tenths}"), picture);
        if tenths == 5 {
            plate = plate.next_row();
        }
    }
    Ok(plate.to_svg(side / UNIT))
}
