//! Writes pictures to the destination of the arguments, in the format of the file's name.

use std::path::{Path, PathBuf};

use super::args::{Extra, TileArgs};
use super::colours::Instead;
use super::failure::Failure;
use super::input::note_all;
use super::output::write_plain;
use super::streams::Streams;
use exactile::num::Rational;
use exactile_picture::{Extras, Look, PictureError, TilePicture, to_png_with_gap, with_look};

/// Pixels of a PNG for each pixel of the SVG.
pub(super) const PNG_SCALE: f32 = 2.0;

/// Returns the extras of the flags besides the regions, with these colours of classifiers.
pub(super) fn extras(arguments: &TileArgs, colours: Instead) -> Extras {
    let (show, at) = (&arguments.show, arguments.at.as_ref());
    Extras {
        colours,
        preference: at.map(|at| at.place(&Rational::new(1, 2))),
        scores: show.contains(&Extra::Scores),
        grid: show.contains(&Extra::Grid),
        no_skill_curve: show.contains(&Extra::NoSkillCurve),
        legend: show.contains(&Extra::Legend) && !arguments.look.no_legend,
    }
}

/// Refuses names of picture files other than SVG and PNG.
pub(super) fn check_picture_name(destination: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(extension) = destination.and_then(|path| path.extension()) else { return Ok(()) };
    if ["svg", "png"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let hint = match extension.eq_ignore_ascii_case("pdf") {
        true => "name a file .svg or .png; a browser prints an SVG as PDF, with text as text",
        false => "name a file .svg or .png",
    };
    Err(Failure::new(format!("pictures cannot be written as {extension:?}"), hint))
}

/// Returns `true` if the file's name ends in .png.
pub(super) fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Returns `true` if the file's name is that of a picture.
pub(super) fn is_picture(path: &Path) -> bool {
    let is_svg = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    is_svg || is_png(path)
}

/// Writes a picture in the format of the destination's name.
pub(super) fn write_picture(
    picture: &TilePicture,
    look: Look<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    write_svg(with_look(&picture.to_svg(), look), destination, streams)
}

/// Writes an SVG in the format of the destination's name.
pub(super) fn write_svg(
    svg: String,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let bytes = if destination.is_some_and(|path| is_png(path)) {
        let (png, gap) = to_png_with_gap(&svg, PNG_SCALE)
            .map_err(|error| Failure::new(error, "choose a smaller --size or an SVG"))?;
        let note = |letter: char| {
            format!("no font here has {letter:?}: boxes stand for such letters; an SVG keeps them")
        };
        note_all(gap.map(note).as_slice(), streams);
        png
    } else {
        svg.into_bytes()
    };
    write_plain(destination, streams, |out| Ok(out.write_all(&bytes)?))
}

/// Refuses flags about the look of a picture where the result is none.
pub(super) fn refuse_look(given: Option<&str>) -> Result<(), Failure> {
    match given {
        None => Ok(()),
        Some(flag) => {
            let what = format!("{flag} is about a picture");
            Err(Failure::new(what, "add -o FILE.svg, or leave it out"))
        }
    }
}

/// Returns the failure of a picture whose height is given.
pub(super) fn refused_size(error: PictureError) -> Failure {
    match &error {
        PictureError::NoRoom { needed, .. } => {
            let hint = format!("give --height {needed} or more, or fewer rows with --top");
            Failure::new(&error, hint)
        }
        _ => error.into(),
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Tile(error) => error.into(),
            PictureError::Arrangement(error) => error.into(),
            PictureError::TooManyFrontiers(_) => Self::new(error, "give fewer classifiers"),
            PictureError::NoSuchRank { .. } => Self::new(error, "choose a smaller --rank"),
            PictureError::NoCorrelation => Self::new(error, "choose another --score"),
            other => Self::new(other, "give a prior between 0 and 1"),
        }
    }
}
