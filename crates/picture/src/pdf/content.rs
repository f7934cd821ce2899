//! The drawing operators of a page.

use std::collections::BTreeSet;

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Name, Str};
use resvg::usvg::layout::{PositionedGlyph, Span};
use resvg::usvg::tiny_skia_path::PathSegment;
use resvg::usvg::{
    ClipPath, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Stroke,
    Text, Transform, tiny_skia_path,
};

use super::face::{Face, Faces};

/// An opacity in thousandths, as a state of graphics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Opacity(u16);

impl Opacity {
    fn of(value: f32) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
        Self((1000.0 * value).round() as u16)
    }

    /// The name of the state on the page.
    pub(super) fn name(self) -> String {
        format!("O{}", self.0)
    }

    /// The opacity, from 0 to 1.
    pub(super) fn value(self) -> f32 {
        f32::from(self.0) / 1000.0
    }
}

/// A page in progress.
pub(super) struct Drawing<'f> {
    faces: &'f Faces,
    content: Content,
    opacities: BTreeSet<Opacity>,
}

/// The part of a painted thing that is meant.
#[derive(Clone, Copy)]
enum Part<'p> {
    Fill(&'p Fill),
    Stroke(&'p Stroke),
}

/// Returns the parts in the order in which they are painted.
fn parts<'p>(
    fill: Option<&'p Fill>,
    stroke: Option<&'p Stroke>,
    order: PaintOrder,
) -> impl Iterator<Item = Part<'p>> {
    let mut parts = [fill.map(Part::Fill), stroke.map(Part::Stroke)];
    if order == PaintOrder::StrokeAndFill {
        parts.reverse();
    }
    parts.into_iter().flatten()
}

impl<'f> Drawing<'f> {
    pub(super) fn new(faces: &'f Faces) -> Self {
        Self { faces, content: Content::new(), opacities: BTreeSet::new() }
    }

    /// Returns the operators and the opacities that they name.
    pub(super) fn finish(self) -> (Vec<u8>, BTreeSet<Opacity>) {
        (self.content.finish().into_vec(), self.opacities)
    }

    /// Draws a group, placed by another transformation before its own.
    pub(super) fn group(&mut self, group: &Group, before: Transform) -> Result<(), String> {
        if group.opacity().get() != 1.0 || group.mask().is_some() || !group.filters().is_empty() {
            return Err("a group is transparent, masked or filtered".to_owned());
        }
        let placed = before.pre_concat(group.transform());
        let is_plain = placed.is_identity() && group.clip_path().is_none();
        if !is_plain {
            self.content.save_state().transform(matrix(placed));
        }
        if let Some(clip) = group.clip_path() {
            self.clip(clip)?;
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, Transform::identity())?,
                Node::Path(path) => self.path(path)?,
                Node::Text(text) => self.text(text)?,
                Node::Image(_) => return Err("it holds an image".to_owned()),
            }
        }
        if !is_plain {
            self.content.restore_state();
        }
        Ok(())
    }

    /// Clips by one outline.
    fn clip(&mut self, clip: &ClipPath) -> Result<(), String> {
        let ([Node::Path(path)], None) = (clip.root().children(), clip.clip_path()) else {
            return Err("it is clipped by more than one outline".to_owned());
        };
        let placed = clip.transform().pre_concat(clip.root().transform());
        let outline = path.data().clone().transform(placed);
        self.outline(&outline.ok_or("an outline is not finite")?);
        match path.fill().map(Fill::rule) {
            Some(FillRule::EvenOdd) => self.content.clip_even_odd(),
            _ => self.content.clip_nonzero(),
        };
        self.content.end_path();
        Ok(())
    }

    fn path(&mut self, path: &Path) -> Result<(), String> {
        if !path.is_visible() {
            return Ok(());
        }
        // A filled line has no area; some viewers would show it as a thin one.
        let fill = path.fill().filter(|_| path.data().segments().count() > 2);
        for part in parts(fill, path.stroke(), path.paint_order()) {
            self.set(part)?;
            self.outline(path.data());
            match part {
                Part::Fill(fill) if fill.rule() == FillRule::EvenOdd => {
                    self.content.fill_even_odd()
                }
                Part::Fill(_) => self.content.fill_nonzero(),
                Part::Stroke(_) => self.content.stroke(),
            };
        }
        Ok(())
    }

    /// Sets the colour and the opacity of what is painted next, and the pen of a stroke.
    fn set(&mut self, part: Part<'_>) -> Result<(), String> {
        let (paint, opacity) = match part {
            Part::Fill(fill) => (fill.paint(), fill.opacity()),
            Part::Stroke(stroke) => (stroke.paint(), stroke.opacity()),
        };
        let Paint::Color(colour) = paint else {
            return Err("it holds a gradient or a pattern".to_owned());
        };
        let opacity = Opacity::of(opacity.get());
        self.opacities.insert(opacity);
        self.content.set_parameters(Name(opacity.name().as_bytes()));
        let [red, green, blue] =
            [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
        match part {
            Part::Fill(_) => self.content.set_fill_rgb(red, green, blue),
            Part::Stroke(stroke) => {
                self.pen(stroke);
                self.content.set_stroke_rgb(red, green, blue)
            }
        };
        Ok(())
    }

    fn pen(&mut self, stroke: &Stroke) {
        self.content.set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        self.content.set_miter_limit(stroke.miterlimit().get());
        let dashes = stroke.dasharray().unwrap_or_default();
        self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
    }

    fn outline(&mut self, path: &tiny_skia_path::Path) {
        let mut last = (0.0, 0.0);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::QuadTo(control, to) => {
                    let near = |end: f32, control: f32| end + 2.0 / 3.0 * (control - end);
                    let first = (near(last.0, control.x), near(last.1, control.y));
                    let second = (near(to.x, control.x), near(to.y, control.y));
                    self.content.cubic_to(first.0, first.1, second.0, second.1, to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::CubicTo(first, second, to) => {
                    self.content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }

    /// Draws text; as outlines if one of its fonts cannot be embedded.
    fn text(&mut self, text: &Text) -> Result<(), String> {
        let spans = text.layouted();
        let mut glyphs = spans.iter().flat_map(|span| &span.positioned_glyphs);
        if !glyphs.all(|glyph| self.faces.get(glyph.font).is_some()) {
            return self.group(text.flattened(), Transform::identity());
        }
        for span in spans.iter().filter(|span| span.visible) {
            for part in parts(span.fill.as_ref(), span.stroke.as_ref(), span.paint_order) {
                self.set(part)?;
                self.content.begin_text();
                self.content.set_text_rendering_mode(match part {
                    Part::Fill(_) => TextRenderingMode::Fill,
                    Part::Stroke(_) => TextRenderingMode::Stroke,
                });
                self.glyphs(span);
                self.content.end_text();
            }
        }
        Ok(())
    }

    /// Shows the glyphs of a span, those of one font on one line together.
    fn glyphs(&mut self, span: &Span) {
        let size = span.font_size.get();
        let mut rest = span.positioned_glyphs.as_slice();
        while let Some(first) = rest.first() {
            let Some(face) = self.faces.get(first.font) else { return };
            let line = placed(first, face, size);
            let offset = |glyph: &PositionedGlyph| -> Option<f32> {
                let other = (glyph.font == first.font).then(|| placed(glyph, face, size))?;
                let inner = line.invert()?.pre_concat(other);
                let moved = Transform::from_translate(inner.tx, 0.0);
                let close = |one: f32, other: f32| (one - other).abs() < 1e-3;
                let is_moved = close(inner.ty, 0.0)
                    && close(inner.sx, moved.sx)
                    && close(inner.sy, moved.sy)
                    && close(inner.kx, 0.0)
                    && close(inner.ky, 0.0);
                is_moved.then_some(inner.tx)
            };
            let offsets: Vec<f32> = rest.iter().map_while(offset).collect();
            let count = offsets.len().max(1);
            self.content.set_font(Name(face.name().as_bytes()), size);
            self.content.set_text_matrix(matrix(line));
            let mut shown = self.content.show_positioned();
            let mut items = shown.items();
            let mut pen = 0.0;
            for (glyph, target) in rest.iter().zip(&offsets) {
                let Some((number, width)) = face.glyph(glyph.id.0) else { continue };
                let adjusted = (1000.0 * (pen - target) / size).round();
                if adjusted != 0.0 {
                    items.adjust(adjusted);
                    pen -= adjusted * size / 1000.0;
                }
                items.show(Str(&number.to_be_bytes()));
                pen += width * size / 1000.0;
            }
            rest = &rest[count..];
        }
    }
}

/// Returns the place of a glyph whose font has this size.
fn placed(glyph: &PositionedGlyph, face: &Face, size: f32) -> Transform {
    let scale = face.units / size;
    glyph.outline_transform().pre_scale(scale, scale)
}

fn matrix(of: Transform) -> [f32; 6] {
    [of.sx, of.ky, of.kx, of.sy, of.tx, of.ty]
}
