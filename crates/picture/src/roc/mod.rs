//! ROC space with the iso-performance lines of one score (The Tile, Fig. 1 and 2).

mod atlas;
mod construction;
mod lines;

use svg::Document;
use svg::node::element::{Circle, Group};

use super::canvas::{self, INK, number};
use super::families::Colours;
use super::frame::Frame;
use super::label::{self, Names, Room};
use super::legend::{Entry, Legend};
use super::panel::Panel;
use super::plate::PlatePicture;
use super::sheet::{Sheet, name_beside};
use crate::arc::Xy;
pub use atlas::AtlasSpace;
pub use construction::Reading;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::roc_point;
use exactile::tile::{IsoLine, Pencil, RankedClassifier, Vertex};
use lines::{chance_line, lines_of, own_lines, value_lines};

/// The most names beside points; with more, they could be mistaken for those of neighbours, and are
/// in the list alone.
const MOST_NAMES: usize = 12;

/// The colour of ROC space.
const GROUND: &str = "#f2f2f2";

/// The largest distance of a vertex that is drawn from ROC space, in its widths.
const NEAR: f64 = 1.2;

/// The most lines through classifiers; of more, only the line through the best is drawn.
const MOST_LINES: usize = 8;

/// A picture of ROC space.
#[derive(Debug)]
pub struct RocPicture {
    document: Document,
}

impl RocPicture {
    /// Draws ROC space with the iso-performance lines of the values 0, 1/10, ..., 1, their vertex
    /// if it is near, the performances of classifiers, and the line through each of them, or
    /// through the best if there are many. `side` is the width of the space drawn in pixels.
    ///
    /// Classifiers without samples of both classes have no place and are left out. Colours follow
    /// rank: the best have the most different ones.
    pub fn new(
        pencil: &Pencil,
        title: &str,
        classifiers: &[Classifier],
        ranking: &[RankedClassifier],
        side: f64,
    ) -> Self {
        let alone: Vec<usize> = (0..classifiers.len()).collect();
        Self::of_families(pencil, title, classifiers, (&alone, ranking), side)
    }

    /// As [`Self::new`], for classifiers that belong to families, for instance thresholds of
    /// models: a family has one colour, and its classifiers shades of it. `families` has the family
    /// of each classifier.
    ///
    /// # Panics
    /// If `families` is shorter than the list of classifiers.
    pub fn of_families(
        pencil: &Pencil,
        title: &str,
        classifiers: &[Classifier],
        (families, ranking): (&[usize], &[RankedClassifier]),
        side: f64,
    ) -> Self {
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let vertex = near_vertex(pencil);
        let (x, y) = extents(vertex);
        let longest = (x.1 - x.0).max(y.1 - y.0);
        let (width, height) = (side * (x.1 - x.0) / longest, side * (y.1 - y.0) / longest);
        let panel = Panel { left, top, width, height, x, y, font };
        let marks = marks(classifiers, families, ranking);
        let mut taken: Vec<Room> =
            marks.iter().map(|mark| around(panel.pixel(mark.at), font)).collect();
        taken.extend(vertex.map(|at| around(panel.pixel(at), font)));

        sheet.add(ground(&panel));
        let [lines, values] = value_lines(&panel, pencil, vertex, &mut taken);
        sheet.add(lines);
        sheet.add(chance_line(&panel));
        sheet.add(values);
        let own: Vec<IsoLine> = lines_of(pencil, classifiers, ranking, marks.len());
        sheet.add(own_lines(&panel, &own, vertex));
        sheet.add(panel.border());
        sheet.add(markers(&panel, &marks, classifiers));
        let names = Names::new(classifiers);
        for mark in marks.iter().filter(|_| marks.len() <= MOST_NAMES) {
            let name = names.of(&[mark.classifier]);
            let name = label::shortened(&name, 0.85 * font, 0.4 * side);
            if let Some(group) = name_beside(panel.pixel(mark.at), &name, &panel, &mut taken) {
                sheet.add(group);
            }
        }
        if let Some(at) = vertex {
            sheet.add(vertex_mark(&panel, pencil, at, &mut taken));
        }
        sheet.add(panel.x_axis("false positive rate", &panel.x_ticks()));
        sheet.add(panel.y_axis("true positive rate", &panel.y_ticks()));
        sheet.title(&format!("{title}, positive prior {}", pencil.prior_positive()), left, width);
        sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
        legend(&mut sheet, &panel, pencil, &marks, &names, ranking);
        let width = sheet.right - left;
        sheet.caption(&notes(pencil, vertex, own.len(), &marks, classifiers), left, width);
        Self { document: sheet.document() }
    }

    /// Returns the text of the SVG.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

impl From<RocPicture> for PlatePicture {
    fn from(picture: RocPicture) -> Self {
        Self::of(picture.document)
    }
}

/// A classifier's place in ROC space and its colour.
struct Mark {
    classifier: usize,
    at: Xy,
    colour: String,
}

fn marks(
    classifiers: &[Classifier],
    families: &[usize],
    ranking: &[RankedClassifier],
) -> Vec<Mark> {
    let place = |ranked: &RankedClassifier| {
        Some((ranked.classifier, roc_point(&classifiers[ranked.classifier].matrix)?.to_f64()))
    };
    let placed: Vec<(usize, Xy)> = ranking.iter().filter_map(place).collect();
    let numbers = placed.iter().zip(0..).map(|((classifier, _), k)| (*classifier, k)).collect();
    let colours = Colours::of_families(&numbers, families);
    placed
        .into_iter()
        .map(|(classifier, at)| Mark { classifier, at, colour: colours.of(classifier) })
        .collect()
}

fn around(at: Xy, font: f64) -> Room {
    Room::around(at, 0.9 * font, 0.9 * font)
}

/// Returns the vertex if it is close enough to be drawn, in doubles.
fn near_vertex(pencil: &Pencil) -> Option<Xy> {
    match pencil.vertex() {
        Vertex::Finite(point) => {
            let (x, y) = point.to_f64();
            let range = -NEAR..=1.0 + NEAR;
            (range.contains(&x) && range.contains(&y)).then_some((x, y))
        }
        Vertex::AtInfinity(_) => None,
    }
}

/// Returns the ranges of both rates: ROC space, and the vertex with a margin.
fn extents(vertex: Option<Xy>) -> (Xy, Xy) {
    const AIR: f64 = 0.12;
    let range = |at: f64| {
        let low = if at < 0.0 { at - AIR } else { 0.0 };
        let high = if at > 1.0 { at + AIR } else { 1.0 };
        (low, high)
    };
    vertex.map_or(((0.0, 1.0), (0.0, 1.0)), |(x, y)| (range(x), range(y)))
}

/// Draws ROC space, if it is not the whole panel.
fn ground(panel: &Panel) -> Group {
    let (x, y) = panel.pixel((0.0, 1.0));
    let (right, bottom) = panel.pixel((1.0, 0.0));
    canvas::group("roc-space").add(canvas::title("ROC space")).add(
        canvas::rectangle(x, y, right - x, bottom - y)
            .set("fill", GROUND)
            .set("stroke", INK)
            .set("stroke-width", number(0.06 * panel.font)),
    )
}

fn circle((x, y): Xy, radius: f64, fill: &str, font: f64) -> Circle {
    canvas::circle((x, y), radius)
        .set("fill", fill)
        .set("stroke", INK)
        .set("stroke-width", number(0.08 * font))
}

fn markers(panel: &Panel, marks: &[Mark], classifiers: &[Classifier]) -> Group {
    let mut group = canvas::group("classifiers");
    // The best is drawn last, above the others.
    for mark in marks.iter().rev() {
        let name = canvas::title(&classifiers[mark.classifier].name);
        let dot = circle(panel.pixel(mark.at), 0.36 * panel.font, &mark.colour, panel.font);
        group = group.add(dot.set("data-classifier", mark.classifier).add(name));
    }
    group
}

fn vertex_mark(panel: &Panel, pencil: &Pencil, at: Xy, taken: &mut Vec<Room>) -> Group {
    let Vertex::Finite(exact) = pencil.vertex() else { return canvas::group("vertex") };
    let (name, fill) = if exact.is_in_unit_square() {
        ("undefined".to_owned(), "#ffffff")
    } else {
        let (x, y) = (exact.a.to_decimal(2), exact.b.to_decimal(2));
        (format!("vertex ({x}, {y})"), "#d62728")
    };
    let pixel = panel.pixel(at);
    let mut group = canvas::group("vertex")
        .add(canvas::title(&format!("all lines meet at {exact}")))
        .add(circle(pixel, 0.34 * panel.font, fill, panel.font));
    if let Some(named) = name_beside(pixel, &name, panel, taken) {
        group = group.add(named);
    }
    group
}

/// Draws all classifiers with rank and value, beside the panel.
fn legend(
    sheet: &mut Sheet,
    panel: &Panel,
    pencil: &Pencil,
    marks: &[Mark],
    names: &Names<'_>,
    ranking: &[RankedClassifier],
) {
    let mut frame = Frame::of_prior(panel.height, pencil.prior_positive());
    (frame.left, frame.top, frame.font) = (panel.left, panel.top, panel.font);
    let entries: Vec<Entry> = ranking
        .iter()
        .filter_map(|ranked| {
            let mark = marks.iter().find(|mark| mark.classifier == ranked.classifier)?;
            let name = names.of(&[ranked.classifier]);
            let value = ranked.value.as_ref().map(Rational::to_f64);
            Some(Entry {
                colour: mark.colour.clone(),
                name: match ranked.rank {
                    Some(rank) => format!("{rank}. {name}"),
                    None => name,
                },
                share: ranked
                    .value
                    .as_ref()
                    .map_or_else(|| "undefined".to_owned(), |value| value.to_decimal(4)),
                weight: value.unwrap_or(-1.0),
                leaders: Vec::new(),
                height: Some(panel.top),
            })
        })
        .collect();
    let x = panel.right() + 1.6 * panel.font;
    let list = Legend::new(&frame, "rank and value", &entries, x, |shown| {
        format!("and {} more", entries.len() - shown)
    });
    sheet.add(list.group);
    sheet.reach(x + list.width, panel.bottom());
}

fn notes(
    pencil: &Pencil,
    vertex: Option<Xy>,
    lines: usize,
    marks: &[Mark],
    classifiers: &[Classifier],
) -> Vec<String> {
    let through = if lines < marks.len() && marks.len() > MOST_LINES { "the best" } else { "each" };
    let mut notes = vec![format!(
        "Coloured: values 0, 0.1, ..., 1. Black: the line through {through}. Dashed: without skill."
    )];
    match (pencil.vertex(), vertex) {
        (Vertex::Finite(point), None) => {
            let (x, y) = (point.a.to_decimal(2), point.b.to_decimal(2));
            notes.push(format!("All lines meet at ({x}, {y}), outside this picture."));
        }
        (Vertex::AtInfinity(_), _) => notes.push("All lines are parallel.".to_owned()),
        _ => {}
    }
    let missing = classifiers.len() - marks.len();
    if missing > 0 {
        notes.push(format!("Without a place, for want of a class: {missing}."));
    }
    notes
}
