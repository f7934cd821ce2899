//! The lattice as dots coloured by a metric, with exact contours: in ROC space ("Never mind the
//! metrics", Fig. 2) and in precision-recall space (appendix D.2).

use exactile::num::Value;
use std::collections::BTreeMap;

use svg::node::element::Group;

use super::super::canvas::{self, INK, number};
use super::super::label::Room;
use super::conic::Bounds;
use super::curves::{self, Pen, Rooms};
use super::density::counted;
use super::panel::{Panel, Tick};
use super::scale::ValueScale;
use super::{
    LatticePicture, LatticePictureError, OBSERVED, Sheet, both_classes, cross, grouped,
    name_beside, observed_rates, roc_titles, thinned, value_on,
};
use crate::arc::{CurvedPath, Xy};
use crate::metric_name;
use exactile::lattice::{ExactValue, Lattice, Observation};
use exactile::performance::ConfusionMatrix;
use exactile::score::Metric;

/// The most dots that have a tooltip and an element of their own.
const MOST_CIRCLES: usize = 6000;
/// The space in which the lattice is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Roc,
    PrecisionRecall,
    /// Counts on both axes, with the same scale.
    Counts,
}

/// One matrix of the lattice.
struct Dot {
    tp: u64,
    tn: u64,
    value: Value,
}

impl LatticePicture {
    /// Draws the lattice in ROC space, coloured by a metric, with contours through the given values
    /// (round ones if `None`) and, if its matrix has this prevalence, through the observed one.
    /// `side` is the width of the square in pixels.
    ///
    /// ```
    /// use exactile::lattice::Lattice;
    /// use exactile::Metric;
    /// use exactile_picture::LatticePicture;
    /// let picture = LatticePicture::roc(&Metric::Mcc, Lattice::new(2, 3)?, None, None, 200.0)?;
    /// assert_eq!(picture.to_svg().matches("<circle").count(), 3 * 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A class without samples; counts too large to compare.
    pub fn roc(
        metric: &Metric,
        lattice: Lattice,
        observed: Option<Observation>,
        levels: Option<&[ExactValue]>,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        lattice_in(Space::Roc, metric, lattice, observed, levels, side)
    }

    /// As [`LatticePicture::roc`], in precision-recall space: recall (TPR) to the right, precision
    /// (PPV) upwards.
    ///
    /// # Errors
    /// As [`LatticePicture::roc`].
    pub fn precision_recall(
        metric: &Metric,
        lattice: Lattice,
        observed: Option<Observation>,
        levels: Option<&[ExactValue]>,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        lattice_in(Space::PrecisionRecall, metric, lattice, observed, levels, side)
    }

    /// As [`LatticePicture::roc`], over counts: false positives to the right, true positives
    /// upwards, with one scale, so that the shape shows the balance of the classes. It is a slice
    /// of the confusion simplex viewed at right angles. `side` is the longer side in pixels; the
    /// shorter is at least a twentieth of it.
    ///
    /// # Errors
    /// As [`LatticePicture::roc`].
    pub fn slice(
        metric: &Metric,
        lattice: Lattice,
        observed: Option<Observation>,
        levels: Option<&[ExactValue]>,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        lattice_in(Space::Counts, metric, lattice, observed, levels, side)
    }
}

fn lattice_in(
    space: Space,
    metric: &Metric,
    lattice: Lattice,
    observed: Option<Observation>,
    levels: Option<&[ExactValue]>,
    side: f64,
) -> Result<LatticePicture, LatticePictureError> {
    both_classes(lattice)?;
    let mut sheet = Sheet::new(side);
    let (left, top) = sheet.margins();
    let unit = (0.0, 1.0);
    let font = sheet.font;
    let (positives, negatives) = (lattice.positives(), lattice.negatives());
    let length = |count: u64| match space {
        Space::Counts => side * (count as f64 / positives.max(negatives) as f64).max(0.05),
        _ => side,
    };
    let (width, height) = (length(negatives), length(positives));
    let panel = Panel { left, top, width, height, x: unit, y: unit, font };
    let (tps, tns) = (thinned(positives, height, 3.0), thinned(negatives, width, 3.0));
    let dots: Vec<Dot> = tps
        .iter()
        .flat_map(|&tp| tns.iter().map(move |&tn| (tp, tn)))
        .map(|(tp, tn)| Dot { tp, tn, value: value_on(metric, lattice, tp, tn) })
        .collect();
    let scale = ValueScale::new(metric, dots.iter().filter_map(|dot| dot.value.to_f64()));

    let mut wanted = levels.map_or_else(|| scale.levels(metric), <[_]>::to_vec);
    let bounds = Bounds { x: unit, y: unit };
    let own = observed_level(metric, lattice, observed);
    // The observed one is drawn apart.
    wanted.retain(|level| Some(level) != own.as_ref());
    let (drawn, missing) = curves::curves(metric, wanted, lattice, bounds, panel.scale())?;
    let own = match &own {
        Some(level) => curves::curve(metric, level, lattice, bounds, panel.scale())?,
        None => None,
    };

    let view = View { space, lattice, panel };
    let place = |xy: Xy| view.place(xy);
    let step = |count: &[u64], all: u64| {
        length(all) * count.get(1).map_or(1.0, |s| *s as f64) / all as f64
    };
    let gap = step(&tps, positives).min(step(&tns, negatives));
    let radius = view.radius(gap);
    sheet.add(panel.border());
    let centre = |dot: &Dot| view.centre(dot);
    sheet.add(dot_layer(&dots, centre, radius, &scale));
    let marks = dots.iter().filter_map(centre);
    let marks = marks.map(|at| Room::around(at, 2.0 * radius, 2.0 * radius)).collect();
    let mut rooms = Rooms { taken: Vec::new(), marks };
    let mark = observed.and_then(observed_rates).and_then(place);
    rooms.taken.extend(mark.map(|at| Room::around(at, 1.6 * font, 1.6 * font)));
    let data = |path: &CurvedPath| view.data(path);
    if let (Some(own), Some(_)) = (own, mark) {
        let pen = Pen::of(OBSERVED, 0.16 * font, 1.0);
        sheet.extend(curves::layer(&panel, &[own], &pen, data, place, &mut rooms));
    }
    let pen = Pen::of(INK, 0.08 * font, 0.75);
    sheet.extend(curves::layer(&panel, &drawn, &pen, data, place, &mut rooms));
    if let Some(at) = mark {
        sheet.add(cross(at, font));
        if let Some(name) = name_beside(at, "observed", &panel, &mut rooms.taken) {
            sheet.add(name);
        }
    }

    let [x_title, y_title] = space.axis_titles(lattice);
    let [x_ticks, y_ticks] = view.ticks();
    sheet.axes(&panel, [&x_title, &y_title], [&x_ticks, &y_ticks]);
    sheet.title(&space.title(metric), left, side);
    sheet.colour_bar(&panel, metric, &scale);
    sheet.reach(0.0, panel.bottom() + 3.4 * font);
    let width = sheet.right - left;
    sheet.caption(&notes(space, metric, lattice, &dots, &missing), left, width);
    Ok(sheet.finish())
}

/// Returns notes on content that the picture leaves out, and on the meaning of its signs.
fn notes(
    space: Space,
    metric: &Metric,
    lattice: Lattice,
    dots: &[Dot],
    missing: &[String],
) -> Vec<String> {
    let mut notes = Vec::new();
    if (dots.len() as u128) < lattice.matrices() {
        notes.push(format!(
            "Drawn: {} of {} matrices, in rows and columns at least 3 pixels apart.",
            grouped(dots.len() as u64),
            grouped(lattice.matrices())
        ));
    }
    if dots.iter().any(|dot| dot.value.undefined().is_some()) {
        let look = if dots.len() > MOST_CIRCLES { "Grey squares" } else { "Hollow" };
        notes.push(format!("{look}: {} is undefined.", metric_name(metric)));
    }
    if space == Space::PrecisionRecall {
        notes.push(
            "Without a positive prediction precision is undefined, so TP = FP = 0 has no place."
                .to_owned(),
        );
        let negatives = grouped(lattice.negatives());
        notes.push(format!("All {negatives} matrices with TP = 0 < FP stand at (0, 0)."));
    }
    if !missing.is_empty() {
        notes.push(format!("No algebraic contour at {}.", missing.join(", ")));
    }
    notes
}

impl Space {
    fn title(self, metric: &Metric) -> String {
        match self {
            Self::Roc => format!("{name} in ROC space", name = metric_name(metric)),
            Self::PrecisionRecall => {
                format!("{name} in precision-recall space", name = metric_name(metric))
            }
            Self::Counts => format!("{name} over counts", name = metric_name(metric)),
        }
    }

    fn axis_titles(self, of: Lattice) -> [String; 2] {
        match self {
            Self::Roc => roc_titles(of),
            Self::PrecisionRecall => [
                format!("recall, true positive rate ({} positives)", grouped(of.positives())),
                format!("precision, PPV ({} negatives)", grouped(of.negatives())),
            ],
            Self::Counts => ["false positives", "true positives"].map(str::to_owned),
        }
    }
}

/// The lattice in a space on a panel.
struct View {
    space: Space,
    lattice: Lattice,
    panel: Panel,
}

impl View {
    /// Returns the pixel of a point of ROC space, if it has one in this space.
    fn place(&self, xy: Xy) -> Option<Xy> {
        match self.space {
            Space::Roc | Space::Counts => Some(self.panel.pixel(xy)),
            Space::PrecisionRecall => {
                precision_recall(xy, self.lattice).map(|xy| self.panel.pixel(xy))
            }
        }
    }

    /// Returns the pixel of a matrix.
    fn centre(&self, dot: &Dot) -> Option<Xy> {
        let (positives, negatives) = (self.lattice.positives(), self.lattice.negatives());
        let (tp, fp) = (dot.tp as f64, (negatives - dot.tn) as f64);
        self.place((fp / negatives as f64, tp / positives as f64))
    }

    /// Returns the radius of dots, given the least distance of rows and columns.
    fn radius(&self, gap: f64) -> f64 {
        match self.space {
            Space::Roc | Space::Counts => (0.4 * gap).clamp(1.0, 0.55 * self.panel.font),
            // Precision is not evenly spaced: dots are kept small.
            Space::PrecisionRecall => (0.25 * gap).clamp(0.8, 0.35 * self.panel.font),
        }
    }

    /// Returns the path data of a path of ROC space.
    fn data(&self, path: &CurvedPath) -> String {
        match self.space {
            Space::Roc | Space::Counts => {
                canvas::path_data(std::slice::from_ref(path), |xy| self.panel.pixel(xy), false)
            }
            Space::PrecisionRecall => polyline(path, &|xy| self.place(xy)),
        }
    }

    /// Returns the ticks of both axes.
    fn ticks(&self) -> [Vec<Tick>; 2] {
        let Panel { width, height, font, .. } = self.panel;
        match self.space {
            Space::Counts => [
                counted(self.lattice.negatives(), width / (4.2 * font)),
                counted(self.lattice.positives(), height / (2.2 * font)),
            ],
            _ => [self.panel.x_ticks(), self.panel.y_ticks()],
        }
    }
}

/// Returns the value of the observed matrix, if its contour on this lattice goes through it.
fn observed_level(
    metric: &Metric,
    lattice: Lattice,
    observed: Option<Observation>,
) -> Option<ExactValue> {
    let Observation { tn, fp, fn_, tp } = observed?;
    let (p, n) = (u128::from(tp) + u128::from(fn_), u128::from(tn) + u128::from(fp));
    if p * u128::from(lattice.negatives()) != n * u128::from(lattice.positives()) {
        return None;
    }
    ExactValue::of(&metric.value(&ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok()?))
}

/// Returns (TPR, PPV) of a point (FPR, TPR); `None` without positive predictions.
fn precision_recall((fpr, tpr): Xy, lattice: Lattice) -> Option<Xy> {
    let (tp, fp) = (tpr * lattice.positives() as f64, fpr * lattice.negatives() as f64);
    (tp + fp > 0.0).then(|| (tpr, tp / (tp + fp)))
}

/// Returns a path of ROC space as a polyline through points of its image: it is halved until the
/// middle and both quarter points of each stretch are within 1/200 pixel of its chord.
fn polyline(path: &CurvedPath, place: &impl Fn(Xy) -> Option<Xy>) -> String {
    const MAX_DEPTH: u32 = 10;
    fn divide(at: &dyn Fn(f64) -> Option<Xy>, low: f64, high: f64, depth: u32, out: &mut Vec<f64>) {
        let near = |part: f64| {
            let ends = (at(low), at(high), at(low + part * (high - low)));
            let (Some(p), Some(r), Some(q)) = ends else { return false };
            let (dx, dy) = (r.0 - p.0, r.1 - p.1);
            let length = dx.hypot(dy);
            let off = (q.0 - p.0) * dy - (q.1 - p.1) * dx;
            if length < 0.005 {
                (q.0 - p.0).hypot(q.1 - p.1) < 0.005
            } else {
                off.abs() < 0.005 * length
            }
        };
        if depth < 2 || depth < MAX_DEPTH && ![0.25, 0.5, 0.75].into_iter().all(near) {
            let middle = f64::midpoint(low, high);
            divide(at, low, middle, depth + 1, out);
            divide(at, middle, high, depth + 1, out);
        } else {
            out.push(high);
        }
    }
    let mut data = String::new();
    let mut start = path.start;
    let mut pen_down = false;
    for &[control, end] in &path.curves {
        let at = |t: f64| {
            let along = |p: f64, c: f64, e: f64| {
                (1.0 - t).powi(2) * p + 2.0 * t * (1.0 - t) * c + t * t * e
            };
            place((along(start.0, control.0, end.0), along(start.1, control.1, end.1)))
        };
        let mut stops = vec![0.0];
        divide(&at, 0.0, 1.0, 0, &mut stops);
        for t in stops {
            match at(t) {
                Some((x, y)) => {
                    data.push_str(&format!(
                        "{}{} {}",
                        if pen_down { "L" } else { "M" },
                        number(x),
                        number(y)
                    ));
                    pen_down = true;
                }
                None => pen_down = false,
            }
        }
        start = end;
    }
    data
}

/// Draws the dots: circles with tooltips, or one path of squares per colour if there are many.
fn dot_layer(
    dots: &[Dot],
    centre: impl Fn(&Dot) -> Option<Xy>,
    radius: f64,
    scale: &ValueScale,
) -> Group {
    const HOLLOW: &str = "#9a9a9a";
    let mut layer = canvas::group("dots");
    if dots.len() <= MOST_CIRCLES {
        for dot in dots {
            let Some((x, y)) = centre(dot) else { continue };
            let (shown, fill) = match dot.value.to_f64() {
                Some(value) => (dot.value.to_string(), scale.colour(value)),
                None => (format!("undefined, {}", dot.value), "none".to_owned()),
            };
            let mut circle = canvas::circle((x, y), radius)
                .set("data-tp", dot.tp)
                .set("data-tn", dot.tn)
                .set("fill", fill.as_str());
            if fill == "none" {
                circle = circle.set("stroke", HOLLOW).set("stroke-width", number(0.3 * radius));
            }
            let tooltip = format!("TP {}, TN {}: {shown}", dot.tp, dot.tn);
            layer = layer.add(circle.add(canvas::title(&tooltip)));
        }
        return layer;
    }
    let mut paths: BTreeMap<String, (String, u32)> = BTreeMap::new();
    for dot in dots {
        let Some((x, y)) = centre(dot) else { continue };
        let fill = dot.value.to_f64().map_or_else(|| HOLLOW.to_owned(), |v| scale.colour(v));
        let (path, count) = paths.entry(fill).or_default();
        let side = number(2.0 * radius);
        path.push_str(&format!(
            "M{} {}h{side}v{side}h-{side}z",
            number(x - radius),
            number(y - radius)
        ));
        *count += 1;
    }
    for (fill, (path, count)) in paths {
        layer = layer.add(canvas::filled(path, &fill).set("data-dots", count));
    }
    layer
}
