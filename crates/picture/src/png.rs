//! SVG to PNG, with the typeface of the pictures built in so that every machine draws the same.

use std::ops::RangeInclusive;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use resvg::usvg::fontdb::Database;
use skrifa::{FontRef, MetadataProvider};

/// The reason why a picture could not be rendered as pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be drawn as pixels: {0}")]
pub struct PngError(String);

/// Returns the PNG of an SVG, at `scale` pixels per pixel.
///
/// Names in scripts that the built-in face lacks use the system's fonts.
///
/// # Errors
/// A picture too large for memory.
pub fn to_png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    Ok(to_png_with_gap(svg, scale)?.0)
}

/// As [`to_png`], with the first character that no font here has, if there is one: an empty box
/// stands for it.
///
/// # Errors
/// A picture too large for memory.
pub fn to_png_with_gap(svg: &str, scale: f32) -> Result<(Vec<u8>, Option<char>), PngError> {
    let refuse = |what: &dyn std::fmt::Display| PngError(what.to_string());
    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    if !svg.is_ascii() {
        fonts.load_system_fonts();
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let gap = gap(svg, &fonts);
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "DejaVu Sans".to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| refuse(&error))?;
    let size =
        tree.size().to_int_size().scale_by(scale).ok_or_else(|| refuse(&"its size is zero"))?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| refuse(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok((pixels.encode_png().map_err(|error| refuse(&error))?, gap))
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
}
