//! The joint predictive distribution over the contours of a metric, some of them with the matrices
//! that lie on them ("Never mind the metrics", Fig. F.1).

use svg::node::element::Group;

use super::super::canvas::{self, INK, number};
use super::super::palette;
use super::conic::Bounds;
use super::contours::extremes;
use super::curves::{self, Curve, Pen, Rooms};
use super::joint::rate_masses;
use super::panel::{Panel, line};
use super::scale::ValueScale;
use super::{
    LatticePicture, LatticePictureError, Sheet, at_most, both_classes, greatest, half_a_place,
    roc_titles,
};
use crate::metric_name;
use exactile::lattice::{Contour, ExactValue, Lattice, Model, Observation};
use exactile::score::Metric;

/// The style of masses in ROC space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassStyle {
    /// Discs with areas proportional to masses.
    Discs,
    /// A curve for each true positive rate, its height above the row proportional to the mass.
    Ridges,
}

/// The height of the highest ridge, in rows.
const ROWS: f64 = 3.4;

/// The most matrices in a legible picture.
const MOST_MATRICES: u128 = 1_000_000;

/// The mass at which ridges begin and end, as a part of the largest.
const LEAST: f64 = 2e-3;

impl LatticePicture {
    /// Draws the joint mass of (FPR, TPR) on further samples over contours of a metric at round
    /// values. The contours of `highlighted` values are black, and the matrices on them are marked;
    /// on ridges their masses are marked too. `side` is the width of ROC space in pixels.
    ///
    /// # Errors
    /// A class without samples, observed or further; a highlighted value whose contour is not the
    /// zero of a polynomial; more than a million matrices.
    pub fn overlay(
        observed: Observation,
        model: &Model,
        lattice: Lattice,
        metric: &Metric,
        highlighted: &[ExactValue],
        style: MassStyle,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        both_classes(lattice)?;
        at_most(MOST_MATRICES, lattice)?;
        let (p, n) = (lattice.positives(), lattice.negatives());
        let [by_tp, by_fp] = rate_masses(observed, model, lattice)?;
        let largest = greatest(&by_tp) * greatest(&by_fp);

        let (right, below) = (half_a_place(n), half_a_place(p));
        let above = match style {
            MassStyle::Discs => below,
            MassStyle::Ridges => (ROWS + 0.4) / p as f64,
        };
        let (mut sheet, panel) = Sheet::square(side, (-right, 1.0 + right), (-below, 1.0 + above));
        let Panel { left, font, .. } = panel;
        let (sx, sy) = panel.scale();

        let scale = ValueScale::new(metric, extremes(metric, lattice));
        let bounds = Bounds { x: (0.0, 1.0), y: (0.0, 1.0) };
        let mut others = scale.levels(metric);
        others.retain(|level| !highlighted.contains(level));
        let (pale, _) = curves::curves(metric, others, lattice, bounds, (sx, sy))?;
        let mut dark: Vec<Curve> = Vec::new();
        let mut on_contours: Vec<(u64, u64)> = Vec::new();
        for level in highlighted {
            dark.extend(curves::curve(metric, level, lattice, bounds, (sx, sy))?);
            let points = Contour::new(metric, level, lattice)?.points;
            on_contours.extend(points.into_iter().map(|(tp, tn)| (tp, n - tn)));
        }
        let mut rooms = Rooms::default();
        let mut layer = |curves: &[Curve], pen| curves::roc_layer(&panel, curves, &pen, &mut rooms);
        let [dark, dark_names] = layer(&dark, Pen::of(INK, 0.14 * font, 1.0));
        let [pale, pale_names] = layer(&pale, Pen::by_value(&scale, 0.1 * font, 0.8));
        // Masses stand between the others and the highlighted ones.
        sheet.extend([pale, panel.border()]);
        let mass = |tp: u64, fp: u64| {
            let at = |masses: &[f64], count: u64| {
                usize::try_from(count).ok().and_then(|place| masses.get(place)).copied()
            };
            at(&by_tp, tp).unwrap_or(0.0) * at(&by_fp, fp).unwrap_or(0.0)
        };
        let height = ROWS * sy / p as f64;
        sheet.add(match style {
            MassStyle::Discs => {
                let radius = (0.5 * (sx / n as f64).min(sy / p as f64)).clamp(0.9, 1.6 * font);
                discs(&panel, [p, n], radius, largest, mass)
            }
            MassStyle::Ridges => ridges(&panel, [p, n], height, largest, mass),
        });
        let is_ridge = style == MassStyle::Ridges;
        let ridge = |tp, fp| is_ridge.then(|| height * mass(tp, fp) / largest);
        let marks = on_ridges(&panel, [p, n], on_contours, ridge);
        sheet.extend([dark, marks, dark_names, pale_names]);
        let [x_title, y_title] = roc_titles(lattice);
        let mut upright = panel.y_ticks();
        upright.retain(|(at, _)| *at <= 1.0 + 1e-9);
        sheet.axes(&panel, [&x_title, &y_title], [&panel.x_ticks(), &upright]);
        let name = metric_name(metric);
        let title = format!("predicted results over {name}, {} model", model.name());
        sheet.title(&title, left, side);
        sheet.reach(panel.right(), panel.bottom() + 3.4 * font);
        let what = match style {
            MassStyle::Discs => "Areas of discs",
            MassStyle::Ridges => "Heights above rows",
        };
        let mut notes = vec![format!("{what} are proportional to masses.")];
        if !highlighted.is_empty() {
            notes.push("Black: highlighted contours with the matrices on them.".to_owned());
        }
        sheet.caption(&notes, left, side);
        Ok(sheet.finish())
    }
}

/// Marks matrices on contours, each with a line as high as its ridge, if there is one.
fn on_ridges(
    panel: &Panel,
    [p, n]: [u64; 2],
    matrices: Vec<(u64, u64)>,
    ridge: impl Fn(u64, u64) -> Option<f64>,
) -> Group {
    let font = panel.font;
    let mut marks = canvas::group("on-contours");
    for (tp, fp) in matrices {
        let (x, y) = panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
        if let Some(up) = ridge(tp, fp) {
            marks = marks.add(line((x, y), (x, y - up)).set("stroke-width", number(0.12 * font)));
        }
        marks = marks.add(
            canvas::circle((x, y), 0.2 * font)
                .set("fill", INK)
                .set("data-tp", tp)
                .set("data-fp", fp)
                .add(canvas::title(&format!("TP {tp}, FP {fp}"))),
        );
    }
    marks
}

fn discs(
    panel: &Panel,
    [p, n]: [u64; 2],
    radius: f64,
    largest: f64,
    mass: impl Fn(u64, u64) -> f64,
) -> Group {
    const LEAST_RADIUS: f64 = 0.04;
    let mut layer =
        canvas::group("joint").set("fill", palette::ramp(0.25)).set("fill-opacity", 0.75);
    for (tp, fp) in (0..=p).flat_map(|tp| (0..=n).map(move |fp| (tp, fp))) {
        let r = radius * (mass(tp, fp) / largest).sqrt();
        if r < LEAST_RADIUS {
            continue;
        }
        let (x, y) = panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
        let disc = canvas::circle((x, y), r);
        layer = layer.add(disc);
    }
    layer
}

/// Draws ridges from the highest rate downwards, so that lower ones cover higher ones.
fn ridges(
    panel: &Panel,
    [p, n]: [u64; 2],
    height: f64,
    largest: f64,
    mass: impl Fn(u64, u64) -> f64,
) -> Group {
    let colour = palette::ramp(0.25);
    let mut layer = canvas::group("ridges");
    for tp in (0..=p).rev() {
        let shown: Vec<u64> = (0..=n).filter(|fp| mass(tp, *fp) >= LEAST * largest).collect();
        let (Some(first), Some(last)) = (shown.first(), shown.last()) else { continue };
        let ends = [first.saturating_sub(1), (last + 1).min(n)];
        let foot = |fp: u64| panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
        let top = |fp: u64| (foot(fp).0, foot(fp).1 - height * mass(tp, fp) / largest);
        let tops = (ends[0]..=ends[1]).map(top);
        let outline = std::iter::once(foot(ends[0])).chain(tops).chain([foot(ends[1])]);
        layer = layer.add(
            canvas::filled(canvas::polyline(outline), "#ffffff")
                .set("fill-opacity", 0.7)
                .set("stroke", colour.as_str())
                .set("stroke-width", number(0.09 * panel.font))
                .set("stroke-linejoin", "round")
                .set("data-tp", tp),
        );
    }
    layer
}
