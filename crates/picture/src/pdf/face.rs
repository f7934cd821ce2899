//! The fonts of a picture, embedded with the glyphs in use, and with the letters that these stand
//! for, by which text is searched and copied.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::usvg::fontdb::{Database, ID};
use resvg::usvg::{Group, Node, Text, Tree};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::raw::TableProvider;
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};
use subsetter::GlyphRemapper;

use super::{NON_JOINER, deflated};

/// Units to the em in PDF.
const EM: f32 = 1000.0;
const ENCODING: Name<'static> = Name(b"Identity-H");
const GLYPHS: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A font with its glyphs in use.
pub(super) struct Face {
    name: String,
    data: Vec<u8>,
    index: u32,
    /// Units to the em of the font itself.
    pub(super) units: f32,
    /// New numbers of the glyphs in use, without a gap.
    glyphs: GlyphRemapper,
    /// The text of each glyph by its new number.
    texts: BTreeMap<u16, String>,
    /// Widths by new numbers, in thousandths of the em, rounded.
    widths: Vec<f32>,
}

/// The fonts of a picture; text in another one is drawn as outlines.
pub(super) struct Faces(Vec<(ID, Face)>);

impl Faces {
    /// Returns the fonts of all text.
    pub(super) fn of(tree: &Tree) -> Self {
        let mut faces = Self(Vec::new());
        faces.gather(tree.root(), tree.fontdb());
        for (_, face) in &mut faces.0 {
            face.measure();
        }
        faces
    }

    fn gather(&mut self, group: &Group, fonts: &Database) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.gather(group, fonts),
                Node::Text(text) => self.add(text, fonts),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    fn add(&mut self, text: &Text, fonts: &Database) {
        for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
            let known = self.0.iter().position(|(id, _)| *id == glyph.font);
            let place = known.or_else(|| {
                let name = format!("F{}", self.0.len() + 1);
                let read = |data: &[u8], index| Face::new(name, data, index);
                self.0.push((glyph.font, fonts.with_face_data(glyph.font, read)??));
                Some(self.0.len() - 1)
            });
            let face = place.and_then(|place| self.0.get_mut(place));
            if let (Some((_, face)), Ok(old)) = (face, u16::try_from(glyph.id.0)) {
                let number = face.glyphs.remap(old);
                // A letter that no font has is a box, as any other.
                let text = match old {
                    0 => char::REPLACEMENT_CHARACTER.to_string(),
                    _ => glyph.text.replace(NON_JOINER, ""),
                };
                face.texts.entry(number).or_insert(text);
            }
        }
    }

    /// Returns the font of an identifier, if it can be embedded.
    pub(super) fn get(&self, id: ID) -> Option<&Face> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, face)| face)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Face> {
        self.0.iter().map(|(_, face)| face)
    }
}

impl Face {
    /// Reads a font; `None` for those that cannot be embedded as they are: bitmaps, coloured
    /// glyphs, and variable fonts, whose weight is chosen when they are drawn.
    fn new(name: String, data: &[u8], index: u32) -> Option<Self> {
        let font = FontRef::from_index(data, index).ok()?;
        let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
        if !has(b"glyf") && !has(b"CFF ") || has(b"fvar") || has(b"COLR") || has(b"SVG ") {
            return None;
        }
        Some(Self {
            name,
            data: data.to_vec(),
            index,
            units: f32::from(
                Metrics::new(&font, Size::unscaled(), LocationRef::default()).units_per_em,
            ),
            glyphs: GlyphRemapper::new(),
            texts: BTreeMap::new(),
            widths: Vec::new(),
        })
    }

    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(&self.data, self.index).ok()
    }

    /// Measures the glyphs in use.
    fn measure(&mut self) {
        let Some(font) = self.font() else { return };
        let metrics = GlyphMetrics::new(&font, Size::new(EM), LocationRef::default());
        // Whole numbers: some viewers drop what is behind the point.
        let width =
            |glyph: u16| metrics.advance_width(GlyphId::from(glyph)).unwrap_or_default().round();
        self.widths = self.glyphs.remapped_gids().map(width).collect();
    }

    /// The name by which the page calls the font.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of a glyph in the embedded font, and its width in thousandths of the em.
    pub(super) fn glyph(&self, old: u32) -> Option<(u16, f32)> {
        let number = self.glyphs.get(u16::try_from(old).ok()?)?;
        Some((number, *self.widths.get(usize::from(number))?))
    }

    /// Writes the font.
    pub(super) fn write(
        &self,
        pdf: &mut Pdf,
        next: &mut impl FnMut() -> Ref,
    ) -> Result<Ref, String> {
        let font = self.font().ok_or("a font cannot be read")?;
        let [whole, glyphs, descriptor, letters, program] = [(); 5].map(|()| next());
        let embedded = subsetter::subset(&self.data, self.index, &self.glyphs)
            .map_err(|error| format!("a font cannot be embedded: {error}"))?;
        let outlines = FontRef::new(&embedded).ok();
        let outlines =
            outlines.and_then(|font| Some(font.cff().ok()?.offset_data().as_bytes().to_vec()));
        let is_cff = outlines.is_some();

        let base = self.base_name(&font);
        pdf.type0_font(whole)
            .base_font(Name(base.as_bytes()))
            .encoding_predefined(ENCODING)
            .descendant_font(glyphs)
            .to_unicode(letters);
        let mut cid = pdf.cid_font(glyphs);
        cid.subtype(if is_cff { CidFontType::Type0 } else { CidFontType::Type2 });
        cid.base_font(Name(base.as_bytes())).system_info(GLYPHS).font_descriptor(descriptor);
        if !is_cff {
            cid.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        cid.widths().consecutive(0, self.widths.iter().copied());
        cid.finish();

        self.describe(pdf, descriptor, (&font, &base), (program, is_cff));
        let mut map = UnicodeCmap::new(Name(b"Letters"), GLYPHS);
        for (&glyph, text) in self.texts.iter().filter(|(_, text)| !text.is_empty()) {
            map.pair_with_multiple(glyph, text.chars());
        }
        pdf.cmap(letters, &map.finish()).system_info(GLYPHS);
        let data = deflated(outlines.as_deref().unwrap_or(&embedded));
        let mut stream = pdf.stream(program, &data);
        stream.filter(Filter::FlateDecode);
        if is_cff {
            stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        Ok(whole)
    }

    /// Writes the metrics of the whole font.
    fn describe(
        &self,
        pdf: &mut Pdf,
        descriptor: Ref,
        (font, base): (&FontRef<'_>, &str),
        (program, is_cff): (Ref, bool),
    ) {
        let metrics = Metrics::new(font, Size::new(EM), LocationRef::default());
        let bounds = metrics.bounds.unwrap_or_default();
        let mut flags = FontFlags::SYMBOLIC;
        flags.set(FontFlags::FIXED_PITCH, metrics.is_monospace);
        flags.set(FontFlags::ITALIC, metrics.italic_angle != 0.0);
        let mut written = pdf.font_descriptor(descriptor);
        written
            .name(Name(base.as_bytes()))
            .flags(flags)
            .bbox(Rect::new(bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max))
            .italic_angle(metrics.italic_angle)
            .ascent(metrics.ascent)
            .descent(metrics.descent)
            .cap_height(metrics.cap_height.unwrap_or(metrics.ascent))
            // The format asks for the width of stems, which fonts do not say.
            .stem_v(80.0);
        if is_cff {
            written.font_file3(program)
        } else {
            written.font_file2(program)
        };
    }

    /// Returns the font's own name, after six letters that mark a part of a font.
    fn base_name(&self, font: &FontRef<'_>) -> String {
        let own = font.localized_strings(StringId::POSTSCRIPT_NAME).english_or_first();
        let own = own.map_or_else(String::new, |name| name.to_string());
        let kept: String = own.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
        let mut number = hash(self.glyphs.remapped_gids());
        let mut letter = || {
            let letter = char::from(b'A' + u8::try_from(number % 26).unwrap_or_default());
            number /= 26;
            letter
        };
        let tag: String = (0..6).map(|_| letter()).collect();
        format!("{tag}+{kept}")
    }
}

/// Returns a number that differs between sets of glyphs (FNV-1a).
fn hash(glyphs: impl Iterator<Item = u16>) -> u32 {
    glyphs.fold(0x811c_9dc5, |hash, glyph| (hash ^ u32::from(glyph)).wrapping_mul(0x0100_0193))
}
