//! The typeface of a picture's text, where it is not the built-in one.

use std::sync::Arc;

use resvg::usvg::fontdb::{Database, FaceInfo, Family, ID, Query};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

use super::label;

/// A typeface: the fonts of one family.
#[derive(Clone, Debug)]
pub struct Typeface {
    family: String,
    fonts: Arc<Database>,
    regular: ID,
}

impl Typeface {
    /// Reads a font file: TrueType or OpenType, one font or a collection, of which the first family
    /// is taken. `None` if the bytes are no font.
    pub fn from_file(data: Vec<u8>) -> Option<Self> {
        let mut fonts = Database::new();
        fonts.load_font_data(data);
        let family = fonts.faces().next()?.families.first()?.0.clone();
        Self::of(fonts, family)
    }

    /// Returns a family that is installed here, by its name. `None` if there is none.
    pub fn installed(family: &str) -> Option<Self> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Self::of(fonts, family.to_owned())
    }

    fn of(fonts: Database, family: String) -> Option<Self> {
        let query = Query { families: &[Family::Name(&family)], ..Query::default() };
        let regular = fonts.query(&query)?;
        Some(Self { family, fonts: Arc::new(fonts), regular })
    }

    /// The name of the family.
    pub fn family(&self) -> &str {
        &self.family
    }

    pub(super) fn fonts(&self) -> Database {
        (*self.fonts).clone()
    }

    /// Adds other fonts to those of this typeface. Others of the same name stay away: they would
    /// stand for weights that this one lacks.
    pub(super) fn before_others(&self, fonts: &mut Database, load: impl FnOnce(&mut Database)) {
        let own: Vec<ID> = fonts.faces().map(|face| face.id).collect();
        load(fonts);
        let is_namesake = |face: &&FaceInfo| {
            face.families.iter().any(|(name, _)| *name == self.family) && !own.contains(&face.id)
        };
        let namesakes: Vec<ID> = fonts.faces().filter(is_namesake).map(|face| face.id).collect();
        namesakes.into_iter().for_each(|face| fonts.remove_face(face));
    }

    /// Returns the greatest ratio of the width of a text in this typeface to that in the built-in
    /// one, for which pictures keep room; 1 if none is wider.
    pub(super) fn excess<'t>(&self, texts: impl Iterator<Item = &'t str>) -> f64 {
        let measured = self.fonts.with_face_data(self.regular, |data, index| {
            let font = FontRef::from_index(data, index).ok()?;
            let (letters, metrics) =
                (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
            let width = |c: char| {
                let advance = letters.map(c).and_then(|glyph| metrics.advance_width(glyph));
                advance.map_or_else(|| label::width(c.encode_utf8(&mut [0; 4]), 1.0), f64::from)
            };
            let ratio = |text: &str| text.chars().map(width).sum::<f64>() / label::width(text, 1.0);
            Some(texts.map(ratio).filter(|ratio| ratio.is_finite()).fold(1.0, f64::max))
        });
        measured.flatten().unwrap_or(1.0)
    }
}
