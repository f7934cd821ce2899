//! The Tile, ROC space and the ranking at a point: what the script enhances.

use maud::{Markup, PreEscaped, html};

use crate::render::RenderError;
use crate::render::picture::{Extras, PictureError, TilePicture};
use crate::report::Report;
use crate::tile::on_regions;

/// The section that is explored.
pub(super) fn section(report: &Report) -> Result<Markup, RenderError> {
    let still = still_tile(report)?;
    Ok(html! {
        section id="explore" aria-labelledby="explore-title" {
            h2 id="explore-title" { "Every preference at once" }
            div.views {
                figure id="tile-box" {
                    div id="tile-still" { (PreEscaped(still)) }
                    div id="tile-live" hidden {}
                }
                figure id="roc-box" hidden {}
                div id="ranking-box" hidden {}
            }
            div id="ties" hidden {}
            div id="near" hidden {}
        }
    })
}

/// The Tile as a picture that needs no script.
fn still_tile(report: &Report) -> Result<String, RenderError> {
    let picture = on_regions!(&report.shown, regions => {
        TilePicture::entity(regions, 1, 600.0, Extras::default())
    });
    match picture {
        Ok(picture) => Ok(picture.to_svg()),
        Err(PictureError::Tile(error)) => Err(error.into()),
        Err(other) => Err(std::io::Error::other(other.to_string()).into()),
    }
}
