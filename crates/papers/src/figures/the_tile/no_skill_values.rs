//! Figure 9: the best value without skill, for three priors.

use super::UNIT;
use crate::figures::FigureError;
use exactile::num::Rational;
use exactile_picture::{Extras, Plate, TilePicture};

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let ends = [Rational::ZERO, Rational::ONE];
    let extras = Extras { no_skill_curve: true, ..Extras::nothing() };
    let mut plate = Plate::new();
    for (name, tenths) in [("0.2", 2), ("0.5", 5), ("0.8", 8)] {
        let prior = Rational::new(tenths, 10);
        let picture = TilePicture::no_skill_between(&prior, ends.clone(), UNIT, extras.clone())?;
        plate = plate.with(&format!("positive prior {name}"), picture);
    }
    Ok(plate.with_bar("best value", ends).to_svg(side / UNIT))
}
