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
use super::scheme::Scheme;
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

/// The part of ROC space that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RocWindow {
    /// The corner of the best performances if all classifiers are in it, else all of ROC space.
    #[default]
    Fitting,
    /// The corner of the best performances.
    Corner,
    /// All of ROC space.
    Whole,
}

/// The form of a picture of ROC space.
#[derive(Clone, Copy, Debug)]
pub struct RocStyle<'s> {
    /// The colours of the classifiers.
    pub scheme: &'s Scheme,
    /// The part of ROC space.
    pub window: RocWindow,
    /// `true` to draw the vertex of the lines if it is near; then all of ROC space is drawn.
    pub vertex: bool,
    /// `true` to list the classifiers beside the panel.
    pub legend: bool,
    /// Width of the space drawn in pixels.
    pub side: f64,
}

impl RocPicture {
    /// Draws ROC space with the iso-performance lines of the values 0, 1/10, ..., 1, the
    /// performances of classifiers, and the line through each of them, or through the best if there
    /// are many.
    ///
    /// Classifiers without samples of both classes have no place and are left out.
    pub fn new(
        pencil: &Pencil,
        title: &str,
        classifiers: &[Classifier],
        ranking: &[RankedClassifier],
        style: RocStyle<'_>,
    ) -> Self {
        let side = style.side;
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let vertex = near_vertex(pencil).filter(|_| style.vertex);
        let mut marks = marks(classifiers, style.scheme, ranking);
        let placed = marks.len();
        let (x, y) = match corner(&marks, style.window).filter(|_| vertex.is_none()) {
            Some(reach) => ((0.0, reach), (1.0 - reach, 1.0)),
            None => extents(vertex),
        };
        marks.retain(|mark| mark.at.0 <= x.1 && mark.at.1 >= y.0);
        let longest = (x.1 - x.0).max(y.1 - y.0);
        let (width, height) = (side * (x.1 - x.0) / longest, side * (y.1 - y.0) / longest);
        let panel = Panel { left, top, width, height, x, y, font };
        let mut taken: Vec<Room> =
            marks.iter().map(|mark| around(panel.pixel(mark.at), font)).collect();
        taken.extend(vertex.map(|at| around(panel.pixel(at), font)));

        sheet.add(ground(&panel));
        let [lines, values] = value_lines(&panel, pencil, vertex, &mut taken);
        sheet.add(lines);
        sheet.add(chance_line(&panel));
        sheet.add(values);
        let own: Vec<IsoLine> = lines_of(pencil, classifiers, ranking, placed);
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
        if style.legend {
            legend(&mut sheet, &panel, pencil, (style.scheme, &names), ranking, classifiers);
        }
        let width = sheet.right - left;
        let outside = placed - marks.len();
        let counts = [own.len(), placed, classifiers.len() - placed, outside];
        sheet.caption(&notes(pencil, vertex, counts), left, width);
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

fn marks(classifiers: &[Classifier], scheme: &Scheme, ranking: &[RankedClassifier]) -> Vec<Mark> {
    let place = |ranked: &RankedClassifier| {
        Some((ranked.classifier, roc_point(&classifiers[ranked.classifier].matrix)?.to_f64()))
    };
    let placed: Vec<(usize, Xy)> = ranking.iter().filter_map(place).collect();
    let colours = Colours::new(scheme, placed.iter().map(|(classifier, _)| *classifier));
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

/// Returns the reach of the corner of the best performances that is drawn, from 0 to 1/2; `None`
/// for all of ROC space.
fn corner(marks: &[Mark], window: RocWindow) -> Option<f64> {
    const MOST: f64 = 0.5;
    const STEP: f64 = 0.05;
    let distance = |mark: &Mark| mark.at.0.max(1.0 - mark.at.1);
    let (near, far): (Vec<f64>, Vec<f64>) =
        marks.iter().map(distance).partition(|distance| *distance <= MOST / 1.1);
    let fits = match window {
        RocWindow::Whole => false,
        RocWindow::Corner => true,
        RocWindow::Fitting => far.is_empty() && !near.is_empty(),
    };
    let reach = near.into_iter().fold(0.0, f64::max);
    fits.then(|| ((1.1 * reach / STEP).ceil().max(1.0) * STEP).min(MOST))
}

/// Draws ROC space, if it is not the whole panel.
fn ground(panel: &Panel) -> Group {
    let (x, y) = panel.pixel((panel.x.0.max(0.0), panel.y.1.min(1.0)));
    let (right, bottom) = panel.pixel((panel.x.1.min(1.0), panel.y.0.max(0.0)));
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

/// The most classifiers in the list.
const MOST_LISTED: usize = 20;

/// Draws the classifiers with rank and value, the best first, beside the panel.
fn legend(
    sheet: &mut Sheet,
    panel: &Panel,
    pencil: &Pencil,
    (scheme, names): (&Scheme, &Names<'_>),
    ranking: &[RankedClassifier],
    classifiers: &[Classifier],
) {
    let marks = marks(classifiers, scheme, ranking);
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
    let list = Legend::within(&frame, "rank and value", &entries, (x, MOST_LISTED), |shown| {
        format!("and {} more", entries.len() - shown)
    });
    sheet.add(list.group);
    sheet.reach(x + list.width, panel.bottom());
}

fn notes(
    pencil: &Pencil,
    vertex: Option<Xy>,
    [lines, placed, missing, outside]: [usize; 4],
) -> Vec<String> {
    let through = if lines < placed && placed > MOST_LINES { "the best" } else { "each" };
    let mut notes = vec![format!(
        "Lines with a number: its value. Others: through {through}. Dashed: without skill."
    )];
    match (pencil.vertex(), vertex) {
        (Vertex::Finite(point), None) => {
            let (x, y) = (point.a.to_decimal(2), point.b.to_decimal(2));
            notes.push(format!("All lines meet at ({x}, {y}), outside this picture."));
        }
        (Vertex::AtInfinity(_), _) => notes.push("All lines are parallel.".to_owned()),
        _ => {}
    }
    if outside > 0 {
        notes.push(format!("Outside this corner: {outside}."));
    }
    if missing > 0 {
        notes.push(format!("Without a place, for want of a class: {missing}."));
    }
    notes
}
