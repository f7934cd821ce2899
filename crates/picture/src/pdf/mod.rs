//! SVG to PDF: vectors stay vectors, and text stays text that can be searched, copied and edited.
//!
//! The elements of this crate's pictures are known here: filled and stroked paths, clip paths,
//! text. Fonts are embedded with the glyphs in use only.

mod content;
mod face;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::writers::ExtGraphicsState;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::usvg::{Transform, Tree};

use content::Drawing;
use face::Faces;

/// The character that keeps two letters apart, and is not seen: it is left out of what is copied.
pub(super) const NON_JOINER: char = '\u{200c}';

/// Points to the pixel: 72 points and 96 pixels are an inch.
const POINTS: f32 = 0.75;

/// Returns a PDF of one page, as large as the picture.
///
/// # Errors
/// The first thing in the picture that has no counterpart here.
pub(super) fn written(tree: &Tree) -> Result<Vec<u8>, String> {
    let faces = Faces::of(tree);
    let (width, height) = (POINTS * tree.size().width(), POINTS * tree.size().height());
    // A page of PDF begins at the bottom.
    let page = Transform::from_row(POINTS, 0.0, 0.0, -POINTS, 0.0, height);
    let mut drawing = Drawing::new(&faces);
    drawing.group(tree.root(), page)?;
    let (content, opacities) = drawing.finish();

    let mut last = Ref::new(1);
    let mut next = || last.bump();
    let [catalog, pages, leaf, body, info] = [(); 5].map(|()| next());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([leaf]).count(1);
    pdf.document_info(info).producer(TextStr("exactile"));
    let fonts: Vec<Ref> =
        faces.iter().map(|face| face.write(&mut pdf, &mut next)).collect::<Result<_, _>>()?;
    let mut sheet = pdf.page(leaf);
    sheet.parent(pages).media_box(Rect::new(0.0, 0.0, width, height)).contents(body);
    let mut resources = sheet.resources();
    let mut names = resources.fonts();
    for (face, &font) in faces.iter().zip(&fonts) {
        names.pair(Name(face.name().as_bytes()), font);
    }
    names.finish();
    let mut states = resources.ext_g_states();
    for opacity in &opacities {
        let mut state =
            states.insert(Name(opacity.name().as_bytes())).start::<ExtGraphicsState<'_>>();
        state.non_stroking_alpha(opacity.value()).stroking_alpha(opacity.value());
    }
    states.finish();
    resources.finish();
    sheet.finish();
    pdf.stream(body, &deflated(&content)).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

/// Returns bytes as the filter `FlateDecode` reads them.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // A vector takes all that is written.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}
