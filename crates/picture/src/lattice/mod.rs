//! Pictures of the lattice of test results: its matrices, contours and distributions.
//!
//! The pictures are made from exact results of [`exactile::lattice`]; doubles appear only when a
//! coordinate or colour is written. They follow the figures of Lovell, Miller, Capra and Bradley,
//! "Never mind the metrics: what about the uncertainty?"; each constructor names its own.

mod benefits;
mod confluence;
mod conic;
mod contours;
mod curves;
mod density;
mod dots;
mod growing;
mod joint;
mod models;
mod overlay;
mod pmf;
mod scale;
mod simplex;

use svg::Document;
use svg::node::Node;
use svg::node::element::Group;

use super::canvas;
use super::level_sets;
use super::panel::{self, Panel};
use super::plate::PlatePicture;
use super::sheet::{Sheet, extent, name_beside};
use super::values;
pub use benefits::DecisionBenefits;
pub use contours::{Window, contour_levels};
pub use overlay::MassStyle;

use crate::arc::Xy;
use exactile::lattice::{Lattice, LatticeError, Observation};
use exactile::num::{Rational, Value};
use exactile::performance::ConfusionMatrix;
use exactile::score::Metric;
use scale::ValueScale;

/// The reason why a picture of the lattice cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LatticePictureError {
    /// The data of the picture cannot be computed.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// A class has no samples, so that ROC space has no rates of it.
    #[error("{positives} positives and {negatives} negatives have no place in ROC space")]
    OneClass {
        /// Positive samples.
        positives: u64,
        /// Negative samples.
        negatives: u64,
    },
    /// The metric is undefined on every matrix.
    #[error("{0} is undefined on every matrix of this lattice")]
    NothingDefined(Metric),
    /// Slices of different simplices.
    #[error("slices of {0} and of {1} samples do not lie in one simplex")]
    DifferentTotals(u64, u64),
    /// There is nothing to draw.
    #[error("no {0} to draw")]
    Empty(&'static str),
    /// A window without area.
    #[error("the window has no area or no end")]
    EmptyWindow,
    /// A step that gives no contours, or too many for a legible picture.
    #[error("a step of {0} gives no contours or more than 200")]
    Step(Rational),
    /// More matrices than can be drawn, and the largest number that can.
    #[error("{0} matrices are too many for this picture")]
    TooMany(u128, u128),
    /// A factor below 1, or more samples than can be counted.
    #[error("the observation cannot be enlarged {0} times")]
    Factor(u64),
}

impl LatticePictureError {
    /// Returns a hint in one line.
    pub fn hint(&self) -> String {
        let fixed = match self {
            Self::Lattice(error) => return error.hint(),
            Self::TooMany(_, most) => return format!("ask for at most {most}"),
            Self::OneClass { .. } => "ask for samples of both classes",
            Self::NothingDefined(_) => "choose another metric",
            Self::DifferentTotals(..) => "give slices of one total",
            Self::Empty(_) => "give at least one",
            Self::EmptyWindow => "give finite ends, the first below the second",
            Self::Step(_) => "give another one",
            Self::Factor(_) => "give a factor from 1 that keeps counts small",
        };
        fixed.to_owned()
    }
}

/// A picture of the lattice of test results.
#[derive(Debug)]
pub struct LatticePicture {
    document: Document,
    /// The heights of the title above and of the sentences below.
    head: f64,
    foot: f64,
}

impl LatticePicture {
    /// Returns the text of the SVG.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }

    /// Removes the title and the sentences below it, for a [`super::Plate`] that has both once for
    /// all its pictures.
    #[must_use]
    pub fn bare(mut self) -> Self {
        let is_text = |node: &dyn Node| {
            let class = node.get_attributes().and_then(|known| known.get("class"));
            class.is_some_and(|class| matches!(&**class, "title" | "caption"))
        };
        if let Some(children) = self.document.get_children_mut() {
            children.retain(|child| !is_text(&**child));
        }
        let width = extent(&self.document, "width");
        let height = extent(&self.document, "height") - self.head - self.foot;
        let document = self.document;
        let document = document.set("viewBox", (0, self.head, width, height)).set("height", height);
        Self { document, head: 0.0, foot: 0.0 }
    }
}

impl From<LatticePicture> for PlatePicture {
    fn from(picture: LatticePicture) -> Self {
        Self::of(picture.document)
    }
}

/// Returns the titles of the axes of ROC space.
fn roc_titles(of: Lattice) -> [String; 2] {
    [
        format!("false positive rate ({} negatives)", grouped(of.negatives())),
        format!("true positive rate ({} positives)", grouped(of.positives())),
    ]
}

impl Sheet {
    /// Returns a sheet with a square panel of these ranges.
    fn square(side: f64, x: (f64, f64), y: (f64, f64)) -> (Self, Panel) {
        let sheet = Self::new(side);
        let ((left, top), font) = (sheet.margins(), sheet.font);
        (sheet, Panel { left, top, width: side, height: side, x, y, font })
    }

    /// Adds the axes of a panel that shows ROC space.
    fn roc_axes(&mut self, panel: &Panel, of: Lattice) {
        let [x, y] = roc_titles(of);
        self.axes(panel, [&x, &y], [&panel.x_ticks(), &panel.y_ticks()]);
    }

    /// Adds the colours of a metric's values beside a panel.
    fn colour_bar(&mut self, panel: &Panel, metric: &Metric, scale: &ValueScale) {
        let column = values::Column { top: panel.top, bottom: panel.bottom(), font: self.font };
        let most = (panel.height / (2.0 * self.font)).clamp(1.0, 10.0);
        let x = panel.right() + 1.6 * self.font;
        let title = crate::metric_name(metric);
        let paint = super::palette::ramp;
        let (bar, width) = values::bar(column, x, &title, paint, &scale.ticks(most));
        self.add(bar);
        self.reach(x + width, panel.bottom());
    }

    fn finish(self) -> LatticePicture {
        // The title takes the upper part of the margin above the panels.
        let (head, foot) = (1.5 * self.font, self.foot);
        LatticePicture { document: self.document(), head, foot }
    }
}

/// Refuses lattices without samples of both classes, which have no place in ROC space.
fn both_classes(lattice: Lattice) -> Result<(), LatticePictureError> {
    let (positives, negatives) = (lattice.positives(), lattice.negatives());
    if positives == 0 || negatives == 0 {
        return Err(LatticePictureError::OneClass { positives, negatives });
    }
    Ok(())
}

/// Refuses lattices of more matrices than a picture can hold.
fn at_most(most: u128, lattice: Lattice) -> Result<(), LatticePictureError> {
    match lattice.matrices() {
        many if many > most => Err(LatticePictureError::TooMany(many, most)),
        _ => Ok(()),
    }
}

/// Returns the exact value of a metric on a matrix of the lattice.
fn value_on(metric: &Metric, lattice: Lattice, tp: u64, tn: u64) -> Value {
    let (fn_, fp) = (lattice.positives() - tp, lattice.negatives() - tn);
    match ConfusionMatrix::from_counts(tn, fp, fn_, tp) {
        Ok(matrix) => metric.value(&matrix),
        Err(_) => Value::Undefined("no samples"),
    }
}

/// Returns the counts from 0 to `last` that are drawn so that neighbours are at least `apart`
/// pixels away: multiples of a step, and the last one.
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

/// Returns a number with commas: `1,234,567`.
fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Returns the observed (FPR, TPR), if both classes have samples.
fn observed_rates(seen: Observation) -> Option<Xy> {
    let matrix = ConfusionMatrix::from_counts(seen.tn, seen.fp, seen.fn_, seen.tp).ok()?;
    Some((matrix.tnr()?.complement().to_f64(), matrix.tpr()?.to_f64()))
}

/// Returns the value of a metric on the observed matrix.
fn observed_value(metric: &Metric, seen: Observation) -> Option<f64> {
    let matrix = ConfusionMatrix::from_counts(seen.tn, seen.fp, seen.fn_, seen.tp).ok()?;
    metric.value(&matrix).to_f64()
}

/// Returns the greatest of some masses.
fn greatest(masses: &[f64]) -> f64 {
    masses.iter().copied().fold(0.0, f64::max)
}

/// Returns half the distance of neighbouring rates, the room for dots beyond ROC space.
fn half_a_place(count: u64) -> f64 {
    0.5 / (count as f64).max(8.0)
}

/// Draws a cross with a pale outline at the observed result.
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

/// The colour of observed results.
const OBSERVED: &str = "#d55e00";
