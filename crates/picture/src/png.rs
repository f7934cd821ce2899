//! SVG to PNG, with the typeface of the pictures built in so that every machine draws the same.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

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
    let refuse = |what: &dyn std::fmt::Display| PngError(what.to_string());
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    if !svg.is_ascii() {
        fonts.load_system_fonts();
    }
    fonts.set_sans_serif_family("DejaVu Sans");
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
    pixels.encode_png().map_err(|error| refuse(&error))
}
