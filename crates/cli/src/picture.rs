//! Writes pictures to the destination of the arguments, in the format of the file's name.

use std::path::{Path, PathBuf};

use super::args::{AskedLook, Extra, TileArgs};
use super::colours::Instead;
use super::failure::{Failure, reason};
use super::input::{file_name, note_all, with_source};
use super::output::write_plain;
use super::streams::Streams;
use exactile::num::Rational;
use exactile::score::NamedScore;
use exactile_picture::{Extras, LaidOut, Look, PictureError, TilePicture, Typeface, with_look};

/// Pixels of a PNG for each pixel of the SVG.
pub(super) const PNG_SCALE: f32 = 2.0;

/// Returns the extras of the flags besides the regions, with these colours of classifiers.
pub(super) fn extras(arguments: &TileArgs, colours: Instead) -> Extras {
    let (show, at) = (&arguments.show, arguments.at.as_ref());
    // A point's place does not depend on a prior.
    let place = |point: &NamedScore| point.place(&Rational::new(1, 2));
    Extras {
        colours,
        preference: at.map(place),
        points: arguments.point.iter().map(|(at, text)| (place(at), text.clone())).collect(),
        scores: show.contains(&Extra::Scores),
        grid: show.contains(&Extra::Grid),
        no_skill_curve: show.contains(&Extra::NoSkillCurve),
        legend: show.contains(&Extra::Legend) && !arguments.look.no_legend,
    }
}

/// Formats of pictures: the endings of their files.
pub(super) const PICTURES: [&str; 3] = ["svg", "png", "pdf"];

/// Refuses names of picture files other than SVG, PNG and PDF.
pub(super) fn check_picture_name(destination: Option<&PathBuf>) -> Result<(), Failure> {
    let Some(path) = destination else { return Ok(()) };
    match path.extension() {
        Some(extension) if !is_picture(path) => {
            let what = format!("pictures cannot be written as {extension:?}");
            Err(Failure::new(what, "name a file .svg, .png or .pdf"))
        }
        _ => Ok(()),
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Returns `true` if the file's name is that of a picture.
pub(super) fn is_picture(path: &Path) -> bool {
    PICTURES.iter().any(|ending| has_ending(path, ending))
}

/// Writes a picture in the format of the destination's name.
pub(super) fn write_picture(
    picture: &TilePicture,
    look: AskedLook<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    write_svg(&picture.to_svg(), look, destination, streams)
}

/// Writes an SVG in the look that was asked for, in the format of the destination's name.
pub(super) fn write_svg(
    svg: &str,
    AskedLook { look, font }: AskedLook<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let typeface = font.map(typeface).transpose()?;
    let svg = with_look(svg, Look { typeface: typeface.as_ref(), ..look });
    let ends_in = |ending| destination.is_some_and(|path| has_ending(path, ending));
    let (is_png, is_pdf) = (ends_in("png"), ends_in("pdf"));
    let bytes = if is_png || is_pdf {
        let refuse = |error| Failure::new(error, "choose a smaller --size or an SVG");
        let laid_out = LaidOut::new(&svg, typeface.as_ref()).map_err(refuse)?;
        let note = |letter: char| {
            format!(
                "no font here has {letter:?}: boxes stand for such letters; --font names one that \
                 has them, an SVG keeps them"
            )
        };
        note_all(laid_out.gap().map(note).as_slice(), streams);
        if is_png { laid_out.to_png(PNG_SCALE) } else { laid_out.to_pdf() }.map_err(refuse)?
    } else {
        svg.into_bytes()
    };
    write_plain(destination, streams, |out| Ok(out.write_all(&bytes)?))
}

/// Returns the typeface of `--font`: that of a font file, or an installed one.
fn typeface(font: &Path) -> Result<Typeface, Failure> {
    const HINT: &str = "name a font file, as in --font face.ttf, or a font that is installed";
    if !["ttf", "otf", "ttc", "otc"].iter().any(|ending| has_ending(font, ending)) {
        let what = format!("no font {:?} is installed here", font.display().to_string());
        return font.to_str().and_then(Typeface::installed).ok_or_else(|| Failure::new(what, HINT));
    }
    let data = with_source(font, |reader, _, _| {
        let mut data = Vec::new();
        reader.read_to_end(&mut data).map_err(|error| {
            let what = format!("cannot be read: {}", reason(&error));
            Failure::new(what, "check the path").at(file_name(font))
        })?;
        Ok(data)
    })?;
    Typeface::from_file(data)
        .ok_or_else(|| Failure::new("this is no font", HINT).at(file_name(font)))
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
