//! Figure 2: the construction of a ranking score's values in ROC space.

use super::UNIT;
use crate::figures::FigureError;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile_picture::{Plate, Reading, RocPicture};

pub(super) fn draw(side: f64) -> Result<String, FigureError> {
    let place = Point::new(Rational::new(19, 20), Rational::new(7, 10));
    let prior = Rational::new(1, 5);
    let window = [(-1.0, 1.7), (-0.8, 1.9)];
    let plate = [
        ("values of the score", Reading::Value),
        ("the line of 0, from a", Reading::A),
        ("the line of 1, from b", Reading::B),
    ]
    .into_iter()
    .try_fold(Plate::new(), |plate, (heading, reading)| {
        let picture = RocPicture::construction(&place, &prior, reading, window, UNIT)?;
        Ok::<_, FigureError>(plate.with(heading, picture))
    })?;
    Ok(plate
        .with_key(&[
            ("#009e73", "line of the value 0"),
            ("#e69f00", "line of the value 1"),
            ("#8a3ab9", "scale of slope \u{2212}4, with even steps"),
            ("#d62728", "vertex: where all lines of the score meet"),
            ("#dcdcdc", "where vertices of ranking scores can be"),
        ])
        .to_svg(side / UNIT))
}
