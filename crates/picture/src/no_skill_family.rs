//! Families of curves on which all no-skill performances tie (The Tile, section 4.4, Fig. 6).
//!
//! With fixed priors it is gamma_pi, on which the odds of a and of b have the product
//! (pi-/pi+)^2: the falling diagonal with both odds multiplied by pi-/pi+, which meets the rising
//! diagonal at (pi-, pi-). With fixed rates of predictions it is gamma_tau, on which the odds of b
//! are (tau+/tau-)^2 times those of a; it meets the falling diagonal at (tau-, 1 - tau-).

use super::canvas::{self, Anchor, FONT, INK, stroked, text};
use super::error::PictureError;
use super::label::{self, Room};
use super::sketch::{Extras, Sketch};
use super::tile_picture::{TilePicture, constants};
use crate::arc::Arc;
use exactile::num::Rational;
use exactile::tile::{NoSkill, PredictionRate};

/// The colour of the highlighted curve.
const CHOSEN: &str = "#c2185b";

/// The common property of all performances on a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The class priors: curves gamma_pi, from NPV to PPV.
    Priors,
    /// The rates of predictions: curves gamma_tau, from TNR to TPR.
    PredictionRates,
}

impl TilePicture {
    /// Draws the curves of several shares of the negative class, or of negative predictions, each
    /// with its share; one of them is highlighted. `side` is the width of the Tile in pixels.
    ///
    /// # Errors
    /// A share outside `(0, 1)`.
    pub fn no_skill_family(
        fixed: Fixed,
        negative_shares: &[Rational],
        chosen: &Rational,
        side: f64,
    ) -> Result<Self, PictureError> {
        let nothing = Extras::nothing();
        let ground = constants(&Rational::new(1, 2))?;
        let mut sketch = Sketch::new(&ground, side, nothing);
        let frame = &sketch.frame;
        let size = 0.9 * frame.font;
        let mut curves = canvas::group("no-skill-curves");
        let mut names = canvas::group("shares").set("font-family", FONT);
        // The one that stands out is drawn last, above the others.
        let mut shares: Vec<&Rational> = negative_shares.iter().collect();
        shares.sort_by_key(|share| *share == chosen);
        for share in shares {
            let negative = share.to_f64();
            // The priors are checked for both: a rate has the same range.
            let priors = NoSkill::new(share.complement())?;
            let (arc, crossing) = match fixed {
                Fixed::Priors => {
                    let odds = priors.odds_product().to_f64().sqrt();
                    (Arc::of_diagonal(false, (odds, odds)), (negative, negative))
                }
                Fixed::PredictionRates => {
                    let rate = PredictionRate::new(share.complement());
                    let quotient = rate.and_then(|rate| rate.odds_quotient());
                    let quotient = quotient.expect("a share between 0 and 1").to_f64();
                    (Arc::of_diagonal(true, (1.0, quotient)), (negative, 1.0 - negative))
                }
            };
            let (colour, width) = if share == chosen { (CHOSEN, 1.8) } else { (INK, 0.7) };
            let data = frame.data(&[frame.flattened(&arc)], false);
            curves = curves.add(
                stroked(data, colour, width)
                    .set("data-negative-share", share.to_string())
                    .add(canvas::title(&format!("negative share {share}"))),
            );
            let name = share.to_decimal(1);
            let at = frame.pixel(crossing);
            let room = Room::around(at, label::width(&name, size) + 2.0, 1.1 * size);
            let (x, y) = room.centre();
            // The curve stops for its share.
            let gap = canvas::rectangle(
                room.left,
                room.top,
                room.right - room.left,
                room.bottom - room.top,
            );
            let shown = text(&name, x, y, size, Anchor::Middle);
            names = names.add(gap.set("fill", "#ffffff")).add(shown.set("fill", colour));
        }
        sketch.sheet.extend([curves, names]);
        Ok(Self::of(sketch.finish_alone()))
    }
}
