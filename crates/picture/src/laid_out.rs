//! Pictures whose text is laid out, for what cannot show SVG: PNG and PDF, with the typeface of the
//! pictures built in so that every machine draws the same.

use std::ops::RangeInclusive;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use resvg::usvg::fontdb::Database;
use skrifa::{FontRef, MetadataProvider};

use super::look;
use super::pdf::{self, NON_JOINER};
use super::typeface::Typeface;

/// The reason why a picture could not be written in another format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No SVG, or one too large for memory.
    #[error("the picture cannot be drawn as pixels: {0}")]
    Pixels(String),
    /// Parts that the pages written here do not have.
    #[error("the picture cannot be written as PDF: {0}")]
    Page(String),
}

/// A picture in which each letter has its glyph and its place.
///
/// Names in scripts that the chosen and the built-in face lack use the system's fonts.
///
/// ```
/// use exactile_picture::{Extras, LaidOut, TilePicture};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let picture = TilePicture::no_skill(&exactile::Rational::new(1, 5), 300.0, Extras::default())?;
/// let laid_out = LaidOut::new(&picture.to_svg(), None)?;
/// assert!(laid_out.to_png(2.0)?.starts_with(b"\x89PNG"));
/// assert!(laid_out.to_pdf()?.starts_with(b"%PDF-1.7"));
/// assert_eq!(laid_out.gap(), None);
/// # Ok(())
/// # }
/// ```
pub struct LaidOut {
    tree: usvg::Tree,
    gap: Option<char>,
}

impl LaidOut {
    /// Lays out the text of an SVG.
    ///
    /// # Errors
    /// A text that is no SVG.
    pub fn new(svg: &str, typeface: Option<&Typeface>) -> Result<Self, LayoutError> {
        let load = |fonts: &mut Database| {
            fonts.load_font_data(dejavu::sans::regular().to_vec());
            fonts.load_font_data(dejavu::sans::bold().to_vec());
            if !svg.is_ascii() {
                fonts.load_system_fonts();
            }
        };
        let mut fonts = typeface.map_or_else(Database::new, Typeface::fonts);
        match typeface {
            Some(typeface) => typeface.before_others(&mut fonts, load),
            None => load(&mut fonts),
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        let gap = gap(svg, &fonts);
        let apart = (!svg.is_ascii()).then(|| letters_apart(svg));
        let svg = apart.as_deref().unwrap_or(svg);
        let options = usvg::Options {
            fontdb: Arc::new(fonts),
            font_family: "DejaVu Sans".to_owned(),
            ..usvg::Options::default()
        };
        let tree = usvg::Tree::from_str(svg, &options)
            .map_err(|error| LayoutError::Pixels(error.to_string()))?;
        Ok(Self { tree, gap })
    }

    /// The first letter, digit or pictograph that no font here has, if there is one: an empty box
    /// stands for it.
    pub fn gap(&self) -> Option<char> {
        self.gap
    }

    /// Returns the picture as PNG, at `scale` pixels per pixel.
    ///
    /// # Errors
    /// A picture too large for memory.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, LayoutError> {
        let refuse = |what: &dyn std::fmt::Display| LayoutError::Pixels(what.to_string());
        let size = self.tree.size().to_int_size().scale_by(scale);
        let size = size.ok_or_else(|| refuse(&"its size is zero"))?;
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or_else(|| refuse(&"it is too large"))?;
        resvg::render(&self.tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| refuse(&error))
    }

    /// Returns the picture as PDF, on one page of its size at 96 pixels to the inch. Curves stay
    /// curves, and text stays text, whose fonts are embedded; text in fonts of coloured or variable
    /// glyphs is drawn as outlines.
    ///
    /// # Errors
    /// Images, gradients, masks and other things that pictures of this crate do not have.
    pub fn to_pdf(&self) -> Result<Vec<u8>, LayoutError> {
        pdf::written(&self.tree).map_err(LayoutError::Page)
    }
}

/// Returns the PNG of an SVG, at `scale` pixels per pixel, as [`LaidOut::to_png`].
///
/// # Errors
/// A picture too large for memory.
pub fn to_png(svg: &str, scale: f32) -> Result<Vec<u8>, LayoutError> {
    LaidOut::new(svg, None)?.to_png(scale)
}

/// Keeps letters apart that fonts would join: where the letters of one text are taken from several
/// fonts, each font has to have a glyph for each letter.
fn letters_apart(svg: &str) -> String {
    let mut result = String::with_capacity(svg.len());
    for (text, tag) in look::parts(svg) {
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            result.push(letter);
            if letter == 'f' && letters.peek().is_some_and(|next| "fijlt".contains(*next)) {
                result.push(NON_JOINER);
            }
        }
        result.push_str(tag);
    }
    result
}

/// Returns the first letter, digit or pictograph of a text that no font has.
fn gap(text: &str, fonts: &Database) -> Option<char> {
    const PICTOGRAPHS: RangeInclusive<char> = '\u{1f000}'..='\u{1ffff}';
    let is_drawn = |c: &char| !c.is_ascii() && (c.is_alphanumeric() || PICTOGRAPHS.contains(c));
    let mut missing: Vec<char> = text.chars().filter(is_drawn).collect();
    for face in fonts.faces() {
        if missing.is_empty() {
            break;
        }
        fonts.with_face_data(face.id, |data, index| {
            if let Ok(font) = FontRef::from_index(data, index) {
                let known = font.charmap();
                missing.retain(|&c| known.map(c).is_none());
            }
        });
    }
    missing.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_without_a_glyph_are_found() {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        assert_eq!(gap("plain, \u{e9}\u{3c4}\u{434} \u{2265} \u{2190}", &fonts), None);
        assert_eq!(gap("\u{3c4}\u{5206}\u{7c7b}", &fonts), Some('\u{5206}'));
        assert_eq!(gap("a \u{1f9ea}", &Database::new()), Some('\u{1f9ea}'));
    }

    #[test]
    fn joined_letters_are_parted_in_text_alone() {
        let svg = "<text fill=\"#fff\" class=\"a > fi\">fine</text>off";
        let apart = "<text fill=\"#fff\" class=\"a > fi\">f\u{200c}ine</text>of\u{200c}f";
        assert_eq!(letters_apart(svg), apart);
    }
}
