//! `tile --at-best`: models that may choose their thresholds.

use super::arguments::{Flavor, TileArgs};
use super::extras::extras;
use crate::args::InputArgs;
use crate::drawn::colours;
use crate::drawn::picture::write_picture;
use crate::host::{Failure, Streams};
use crate::inputs::input;
use crate::inputs::models::Models;
use exactile_input::Subject;
use exactile_picture::TilePicture;

pub(crate) fn picture(
    arguments: &TileArgs,
    input: &InputArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let models = Models::at_best(subject, &arguments.best)?;
    let tile = input::on_tile(models.labelled(), &arguments.target)?;
    tile.common_prior()?;
    let colours = colours::of_some(subject, input, &arguments.look.look, &models)?;
    let (side, extras) = (f64::from(arguments.size), extras(arguments, colours));
    let groups = models.groups();
    let picture = match (arguments.flavor, &arguments.classifier) {
        (Flavor::Entity, _) => {
            TilePicture::at_best(&tile, &groups, arguments.rank.unwrap_or(1), side, extras)?
        }
        (Flavor::Rank, Some(name)) => {
            let of = (models.position(name)?, name.as_str());
            TilePicture::rank_at_best(&tile, &groups, of, side, extras)?
        }
        (Flavor::Rank, None) => {
            return Err(Failure::new("this flavor shows one model", "name it with --classifier"));
        }
        _ => {
            return Err(Failure::new(
                "models at their best have the flavors entity and rank",
                "choose one of them, or leave --at-best out",
            ));
        }
    };
    // The picture itself says that its thresholds look better than they are.
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}
