//! `tile --by`: maps of test sets, or their agreement.

use super::arguments::{Extra, TileArgs};
use super::extras::extras;
use crate::args::InputArgs;
use crate::domains::{NEEDS_CLASSES, asked_domains};
use crate::drawn::colours;
use crate::drawn::picture::write_picture;
use crate::host::{Failure, Streams};
use crate::inputs::input;
use exactile_input::Subject;
use exactile_picture::{PictureError, TilePicture};

/// Refuses a picture of test sets without what it shows.
pub(crate) fn check_picture(arguments: &TileArgs) -> Result<(), Failure> {
    if arguments.domains.by.is_none() {
        let what = "this flavor shows several test sets";
        return Err(Failure::new(what, "name their column as the header does, with --by COLUMN"));
    }
    if arguments.flavor.map().is_some() && arguments.classifier.is_none() {
        let what = "this flavor shows the test sets of one classifier";
        return Err(Failure::new(what, "name it with --classifier"));
    }
    let is_ground = |extra: &Extra| matches!(extra, Extra::Grid | Extra::NoSkillCurve);
    if arguments.show.iter().any(is_ground) {
        let what = "the grid and the no-skill curve are those of one test set";
        return Err(Failure::new(what, "leave grid and no-skill-curve out of --show"));
    }
    Ok(())
}

/// Draws a map of test sets, or their agreement.
pub(crate) fn picture(
    arguments: &TileArgs,
    input: &InputArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let file = input::name(input);
    let domains = asked_domains(&arguments.domains, &arguments.target, subject, &file)?;
    let side = f64::from(arguments.size);
    let names: Vec<&str> = domains.names().iter().map(String::as_str).collect();
    let extras = extras(arguments, colours::named(&arguments.look.look, &names)?);
    let refused = |error: PictureError| {
        let hint = match &error {
            PictureError::Columns(_) => "choose classifiers with --only, or leave test sets out",
            _ => NEEDS_CLASSES,
        };
        Failure::new(error, hint).at(&file)
    };
    let picture = match (arguments.flavor.map(), &arguments.classifier) {
        (Some(map), Some(name)) => {
            let classifier = input::position(&domains.means(), name)?;
            TilePicture::domain_map(&domains, classifier, map, side, extras).map_err(refused)?
        }
        _ => TilePicture::domain_agreement(&domains, side, extras).map_err(refused)?,
    };
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}
