//! Writes pictures to the destination of the arguments, in the format of the file's name.

use std::path::{Path, PathBuf};

use crate::args::AskedLook;
use crate::host::{Failure, Streams, write_plain};
use crate::inputs::input::has_ending;
#[cfg(not(feature = "layout"))]
use exactile_picture::with_look;
use exactile_picture::{PictureError, TilePicture};

/// Formats of pictures: the endings of their files.
#[cfg(feature = "layout")]
pub const PICTURES: [&str; 3] = ["svg", "png", "pdf"];
/// Formats of pictures: the endings of their files.
#[cfg(not(feature = "layout"))]
pub const PICTURES: [&str; 1] = ["svg"];

/// The hint where another format was asked for.
#[cfg(feature = "layout")]
const FILES: &str = "name a file .svg, .png or .pdf";
#[cfg(not(feature = "layout"))]
const FILES: &str = "name a file .svg";

/// Refuses names of picture files in other formats.
pub(crate) fn check_picture_name(destination: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(path) = destination else { return Ok(()) };
    match path.extension() {
        Some(extension) if !is_picture(path) => {
            let what = format!("pictures cannot be written as {extension:?}");
            Err(Failure::new(what, FILES))
        }
        _ => Ok(()),
    }
}

/// Returns `true` if the file's name is that of a picture.
pub(crate) fn is_picture(path: &Path) -> bool {
    PICTURES.iter().any(|ending| has_ending(path, ending))
}

/// Writes a picture in the format of the destination's name.
pub(crate) fn write_picture(
    picture: &TilePicture,
    look: AskedLook<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    write_svg(&picture.to_svg(), look, destination, streams)
}

/// Writes an SVG in the look that was asked for, in the format of the destination's name.
pub(crate) fn write_svg(
    svg: &str,
    asked: AskedLook<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    #[cfg(feature = "layout")]
    let bytes = crate::drawn::laid_out::bytes(svg, asked, destination, streams)?;
    #[cfg(not(feature = "layout"))]
    let bytes = with_look(svg, asked.look).into_bytes();
    write_plain(destination, streams, |out| Ok(out.write_all(&bytes)?))
}

/// Refuses flags about the look of a picture where the result is none.
pub(crate) fn refuse_look(given: Option<&str>) -> Result<(), Failure> {
    match given {
        None => Ok(()),
        Some(flag) => {
            let what = format!("{flag} is about a picture");
            Err(Failure::new(what, "add -o FILE.svg, or leave it out"))
        }
    }
}

/// Returns the failure of a picture whose height is given.
pub(crate) fn refused_size(error: PictureError) -> Failure {
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
