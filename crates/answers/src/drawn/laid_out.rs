//! Pictures whose text is laid out: PNG, PDF, and those in a chosen typeface.

use std::path::{Path, PathBuf};

use crate::args::AskedLook;
use crate::host::{Failure, Streams, note_all, reason};
use crate::inputs::input::{file_name, has_ending, with_source};
use exactile_picture::{LaidOut, Look, Typeface, with_look};

/// Pixels of a PNG for each pixel of the SVG.
pub(crate) const PNG_SCALE: f32 = 2.0;

/// Returns an SVG in the look that was asked for, in the format of the destination's name.
pub(crate) fn bytes(
    svg: &str,
    AskedLook { look, font }: AskedLook<'_>,
    destination: Option<&PathBuf>,
    streams: &mut Streams<'_>,
) -> Result<Vec<u8>, Failure> {
    let typeface = font.map(typeface).transpose()?;
    let svg = with_look(svg, Look { typeface: typeface.as_ref(), ..look });
    let ends_in = |ending| destination.is_some_and(|path| has_ending(path, ending));
    let (is_png, is_pdf) = (ends_in("png"), ends_in("pdf"));
    if !is_png && !is_pdf {
        return Ok(svg.into_bytes());
    }
    let refuse = |error| Failure::new(error, "choose a smaller --size or an SVG");
    let laid_out = LaidOut::new(&svg, typeface.as_ref()).map_err(refuse)?;
    let note = |letter: char| {
        format!(
            "no font here has {letter:?}: boxes stand for such letters; --font names one that has \
             them, an SVG keeps them"
        )
    };
    note_all(laid_out.gap().map(note).as_slice(), streams);
    if is_png { laid_out.to_png(PNG_SCALE) } else { laid_out.to_pdf() }.map_err(refuse)
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
