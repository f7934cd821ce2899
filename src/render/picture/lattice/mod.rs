//! Pictures of the lattice of test results: its matrices, contours and distributions.
//!
//! What is drawn comes from exact results of [`crate::lattice`]; doubles appear only when a
//! coordinate or colour is written. The pictures follow the figures of Lovell, Miller, Capra and
//! Bradley, "Never mind the metrics: what about the uncertainty?"; each constructor names its own.

mod conic;
mod contours;
mod curves;
mod dots;
mod growing;
mod joint;
mod panel;
mod pmf;
mod scale;
mod simplex;

use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::canvas::{self, Anchor, FONT, text};
use super::label::{self, Room};
use super::values;
pub use contours::Window;

use crate::lattice::{Lattice, LatticeError};
use crate::performance::ConfusionMatrix;
use crate::render::arc::Xy;
use crate::score::{Metric, MetricValue};
use panel::{Panel, caption, font_size};
use scale::ValueScale;

/// Why a picture of the lattice cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LatticePictureError {
    /// What is to be drawn cannot be worked out.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// ROC space has no rates of a class without samples.
    #[error(
        "{positives} positives and {negatives} negatives have no place in ROC space, ask for samples of both classes"
    )]
    OneClass {
        /// Positive samples.
        positives: u64,
        /// Negative samples.
        negatives: u64,
    },
    /// The metric is undefined on every matrix.
    #[error("{0} is undefined on every matrix of this lattice, choose another metric")]
    NothingDefined(Metric),
    /// Slices of different simplices.
    #[error("slices of {0} and of {1} samples do not lie in one simplex, give slices of one total")]
    DifferentTotals(u64, u64),
    /// Nothing to draw.
    #[error("no {0} to draw, give at least one")]
    Empty(&'static str),
    /// A window without area.
    #[error("a window needs finite ends, the first below the second")]
    EmptyWindow,
    /// An enlargement that is no enlargement, or more samples than can be counted.
    #[error(
        "cannot enlarge the observation {0} times, give a factor from 1 that keeps counts small"
    )]
    Factor(u64),
}

/// A picture of the lattice of test results.
#[derive(Debug)]
pub struct LatticePicture {
    document: Document,
}

impl LatticePicture {
    /// The SVG text.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

/// A picture in the making: layers, and how far down and right they reach.
struct Sheet {
    font: f64,
    layers: Vec<Group>,
    right: f64,
    bottom: f64,
}

impl Sheet {
    fn new(side: f64) -> Self {
        Self { font: font_size(side), layers: Vec::new(), right: 0.0, bottom: 0.0 }
    }

    fn add(&mut self, layer: Group) {
        self.layers.push(layer);
    }

    /// Room needed to the left of a panel for its axis, and above it for the title.
    fn margins(&self) -> Xy {
        (5.0 * self.font, 2.4 * self.font)
    }

    /// Makes sure that the picture reaches that far.
    fn reach(&mut self, right: f64, bottom: f64) {
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// The title, above everything.
    fn title(&mut self, content: &str, left: f64, width: f64) {
        let size = self.font;
        let content = label::shortened(content, size * 1.06, width);
        let line = text(&content, left, 1.1 * self.font, size, Anchor::Start);
        let group = canvas::group("title").set("font-family", FONT);
        self.layers.push(group.add(line.set("font-weight", "bold")));
    }

    /// Sentences below everything drawn so far.
    fn caption(&mut self, sentences: &[String], left: f64, width: f64) {
        if sentences.is_empty() {
            return;
        }
        let content = sentences.join(" ");
        let at = (left, self.bottom + 0.6 * self.font);
        let (group, height) = caption(&content, at, width, 0.8 * self.font);
        self.layers.push(group);
        self.bottom += height;
    }

    /// The colours of a metric's values beside a panel.
    fn colour_bar(&mut self, panel: &Panel, metric: &Metric, scale: &ValueScale) {
        let column = values::Column { top: panel.top, bottom: panel.bottom(), font: self.font };
        let most = (panel.height / (2.0 * self.font)).clamp(1.0, 10.0);
        let x = panel.right() + 1.6 * self.font;
        let title = metric.to_string();
        let paint = super::palette::ramp;
        let (bar, width) = values::bar(column, x, &title, paint, &scale.ticks(most));
        self.layers.push(bar);
        self.reach(x + width, panel.bottom());
    }

    fn finish(self) -> LatticePicture {
        let (width, height) = ((self.right + self.font).ceil(), (self.bottom + self.font).ceil());
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(
                Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#ffffff"),
            );
        for layer in self.layers {
            document = document.add(layer);
        }
        LatticePicture { document }
    }
}

/// Refuses lattices that have no place in ROC space.
fn both_classes(lattice: Lattice) -> Result<(), LatticePictureError> {
    let (positives, negatives) = (lattice.positives(), lattice.negatives());
    if positives == 0 || negatives == 0 {
        return Err(LatticePictureError::OneClass { positives, negatives });
    }
    Ok(())
}

/// The exact value of a metric on a matrix of the lattice.
fn value_on(metric: &Metric, lattice: Lattice, tp: u64, tn: u64) -> MetricValue {
    let (fn_, fp) = (lattice.positives() - tp, lattice.negatives() - tn);
    match ConfusionMatrix::from_counts(tn, fp, fn_, tp) {
        Ok(matrix) => metric.value(&matrix),
        Err(_) => MetricValue::Undefined("no samples"),
    }
}

/// The counts from 0 to `last` that are drawn so that neighbours are `apart` pixels away or more:
/// multiples of a step, and the last one.
fn thinned(last: u64, length: f64, apart: f64) -> Vec<u64> {
    let wanted = apart * last as f64 / length;
    let mut step = 1_u64;
    while (step as f64) < wanted {
        step += 1;
    }
    let mut counts: Vec<u64> =
        (0..=last).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect();
    if counts.last() != Some(&last) {
        counts.push(last);
    }
    counts
}

/// `1,234,567`
fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A cross with a pale outline: what was observed.
fn cross((x, y): Xy, font: f64) -> Group {
    let arm = 0.55 * font;
    let data = |x: f64, y: f64| {
        let n = canvas::number;
        let (left, right, top, bottom) = (n(x - arm), n(x + arm), n(y - arm), n(y + arm));
        format!("M{left} {}L{right} {}M{} {top}L{} {bottom}", n(y), n(y), n(x), n(x))
    };
    canvas::group("observed")
        .add(canvas::title("observed"))
        .add(canvas::stroked(data(x, y), "#ffffff", 0.34 * font).set("stroke-linecap", "round"))
        .add(canvas::stroked(data(x, y), OBSERVED, 0.16 * font))
}

/// The colour of what was observed.
const OBSERVED: &str = "#d55e00";

/// A name beside a point, inside the panel and clear of what is taken, wherever there is room.
fn name_beside(at: Xy, name: &str, panel: &Panel, taken: &mut Vec<Room>) -> Option<Group> {
    let size = 0.85 * panel.font;
    let wide = label::width(name, size);
    let (across, down) = (wide / 2.0 + 1.1 * panel.font, 1.5 * panel.font);
    let places = [
        (at.0 + across, at.1 + 0.9 * down),
        (at.0 + across, at.1),
        (at.0 - across, at.1),
        (at.0, at.1 - down),
        (at.0, at.1 + down),
        (at.0 + across, at.1 - down),
        (at.0 + across, at.1 + down),
        (at.0 - across, at.1 - down),
        (at.0 - across, at.1 + down),
    ];
    let room = places.into_iter().find_map(|centre| {
        let room = Room::around(centre, wide + 0.3 * size, 1.2 * size);
        let fits = panel.holds(room) && !taken.iter().any(|other| room.overlaps(*other));
        fits.then_some(room)
    })?;
    taken.push(room);
    let (x, y) = room.centre();
    let shown = canvas::haloed(text(name, x, y, size, Anchor::Middle), size);
    Some(canvas::group("name").set("font-family", FONT).add(shown))
}
