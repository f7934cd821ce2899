//! The probability over the Tile that one classifier is truly better than another.

use super::canvas::{self, clip, number, stroked};
use super::confidence::{above, begun, fields, finished, fitted, notes_of};
use super::contoured;
use super::error::PictureError;
use super::frame::Frame;
use super::level_sets::Field;
use super::sketch::Extras;
use super::stripes::Stripe;
use super::tile_picture::TilePicture;
use crate::arc::Xy;
use exactile::confidence::{ConfidenceTile, SwapTile};
use exactile::num::Level;
use exactile::tile::Regions;

/// The colour of the hatching where the swap test rejects.
const REJECTED: &str = "#c2185b";

impl TilePicture {
    /// Draws the probability that the first of two classifiers is truly better than the second,
    /// with the exact frontier between them and a contour at `level`. Hatching marks the points of
    /// its own grid at which the swap test rejects that the two are interchangeable: two-sided
    /// p-values of at most 1 - `level`.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    ///
    /// # Panics
    /// If the regions and the probabilities are not about two classifiers.
    pub fn truly_better(
        regions: &Regions,
        tile: &ConfidenceTile,
        swaps: Option<&SwapTile>,
        level: &Level,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let (stripes, mut sketch) = begun(regions, side, extras)?;
        let square = sketch.frame.corners();
        let scale = fitted(tile.cells().map(|point| point.first[0]), tile.bound());
        let resolution = tile.grid().resolution() as usize;
        let shares: Vec<f64> = tile.cells().map(|point| point.first[0]).collect();
        let field = Field::of_middles(resolution, &shares);
        let [layer, names] = fields(&mut sketch, &field, &scale, &square, Some(level));
        sketch.sheet.add(layer);
        let alpha = level.complement();
        if let Some(swaps) = swaps {
            let values: Vec<f64> = swaps.p_values().iter().map(|p| -p.to_f64()).collect();
            let field = Field::of_middles(swaps.grid().resolution() as usize, &values);
            let outline = contoured::loop_data(&sketch.frame, &field.loops(-alpha.to_f64()), true);
            if !outline.is_empty() {
                let hatching = stroked(hatching(&sketch.frame), REJECTED, sketch.frame.font / 12.0)
                    .set("stroke-opacity", 0.7)
                    .set("clip-path", "url(#rejected)");
                sketch
                    .sheet
                    .add(canvas::group("swap-test").add(clip("rejected", outline)).add(hatching));
            }
        }
        let ground = |_: &Stripe, at: Xy| scale.colour(field.nearest(at));
        above(&mut sketch, &stripes, None, vec![names], &ground);
        let name = |at: usize| sketch.names.of(&[at]);
        let title = format!("P({} truly better)", name(0));
        let mut notes = notes_of(tile);
        notes.iter_mut().rev().take(1).for_each(|last| last.push(';'));
        notes.push(match swaps {
            None => "no swap test".to_owned(),
            Some(swaps) => {
                let rejects = swaps.p_values().iter().filter(|p| **p <= alpha).count();
                let all = swaps.p_values().len();
                let at = match rejects {
                    0 => "nowhere".to_owned(),
                    _ if rejects == all => "everywhere".to_owned(),
                    _ => "where hatched".to_owned(),
                };
                format!("swap test: p \u{2264} {} {at}", alpha.in_percent())
            }
        });
        Ok(Self::of(finished(sketch, &title, &scale, &notes)))
    }
}

/// Parallel lines across the whole Tile.
fn hatching(frame: &Frame) -> String {
    const LINES: u32 = 60;
    let mut data = String::new();
    for line in 1..LINES {
        // From the left or the lower side to the upper or the right one.
        let sum = 2.0 * f64::from(line) / f64::from(LINES);
        let ends = [(sum.min(1.0), (sum - 1.0).max(0.0)), ((sum - 1.0).max(0.0), sum.min(1.0))];
        for ((x, y), command) in ends.map(|end| frame.pixel(end)).into_iter().zip(["M", "L"]) {
            data.push_str(&format!("{command}{} {}", number(x), number(y)));
        }
    }
    data
}
