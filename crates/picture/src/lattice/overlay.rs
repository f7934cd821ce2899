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
use super::scale::{ValueScale, level_double};
use super::{LatticePicture, LatticePictureError, Sheet, at_most, both_classes, roc_titles};
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
        let most = |masses: &[f64]| masses.iter().copied().fold(0.0, f64::max);
        let largest = most(&by_tp) * most(&by_fp);

        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = sheet.margins();
        let reach = |count: u64| 0.5 / (count as f64).max(8.0);
        let above = match style {
            MassStyle::Discs => reach(p),
            MassStyle::Ridges => (ROWS + 0.4) / p as f64,
        };
        let (x, y) = ((-reach(n), 1.0 + reach(n)), (-reach(p), 1.0 + above));
        let panel = Panel { left, top, width: side, height: side, x, y, font };
        let (sx, sy) = panel.scale();

        let scale = ValueScale::new(metric, extremes(metric, lattice));
        let bounds = Bounds { x: (0.0, 1.0), y: (0.0, 1.0) };
        let curve = |level: &ExactValue| curves::curve(metric, level, lattice, bounds, (sx, sy));
        let mut pale = Vec::new();
        let others = scale.levels(metric);
        for level in others.iter().filter(|level| !highlighted.contains(level)) {
            pale.extend(curve(level)?);
        }
        let mut dark: Vec<Curve> = Vec::new();
        let mut on_contours: Vec<(u64, u64)> = Vec::new();
        for level in highlighted {
            dark.extend(curve(level)?);
            let points = Contour::new(metric, level, lattice)?.points;
            on_contours.extend(points.into_iter().map(|(tp, tn)| (tp, n - tn)));
        }
        let mut rooms = Rooms::default();
        let colour =
            move |level: &ExactValue| palette::ramp(0.88 * scale.position(level_double(level)));
        let pens = [
            (&dark, Pen { colour: Box::new(|_| INK.to_owned()), width: 0.14 * font, opacity: 1.0 }),
            (&pale, Pen { colour: Box::new(colour), width: 0.1 * font, opacity: 0.8 }),
        ];
        let data =
            |path: &_| canvas::path_data(std::slice::from_ref(path), |xy| panel.pixel(xy), false);
        let mut names = Vec::new();
        let mut lines = Vec::new();
        for (curves, pen) in pens {
            let place = |xy| Some(panel.pixel(xy));
            let [strokes, values] = curves::layer(&panel, curves, &pen, data, place, &mut rooms);
            lines.insert(0, strokes);
            names.push(values);
        }
        // Masses stand between the others and the highlighted ones.
        let highlighted_lines = lines.pop();
        for group in lines {
            sheet.add(group);
        }
        sheet.add(panel.border());
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
        if let Some(group) = highlighted_lines {
            sheet.add(group);
        }
        let mut marks = canvas::group("on-contours");
        for (tp, fp) in on_contours {
            let (x, y) = panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
            if style == MassStyle::Ridges {
                let up = height * mass(tp, fp) / largest;
                marks =
                    marks.add(line((x, y), (x, y - up)).set("stroke-width", number(0.12 * font)));
            }
            marks = marks.add(
                canvas::circle((x, y), 0.2 * font)
                    .set("fill", INK)
                    .set("data-tp", tp)
                    .set("data-fp", fp)
                    .add(canvas::title(&format!("TP {tp}, FP {fp}"))),
            );
        }
        sheet.add(marks);
        for group in names {
            sheet.add(group);
        }
        let [x_title, y_title] = roc_titles(lattice);
        let mut upright = panel.y_ticks();
        upright.retain(|(at, _)| *at <= 1.0 + 1e-9);
        sheet.axes(&panel, [&x_title, &y_title], [&panel.x_ticks(), &upright]);
        let title = format!(
            "predicted results over {name}, {} model",
            model.name(),
            name = metric_name(metric)
        );
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
        let (x, y) = foot(ends[0]);
        let mut data = format!("M{} {}", number(x), number(y));
        for fp in ends[0]..=ends[1] {
            let (x, y) = foot(fp);
            let up = height * mass(tp, fp) / largest;
            data.push_str(&format!("L{} {}", number(x), number(y - up)));
        }
        let (x, y) = foot(ends[1]);
        data.push_str(&format!("L{} {}", number(x), number(y)));
        layer = layer.add(
            canvas::filled(data, "#ffffff")
                .set("fill-opacity", 0.7)
                .set("stroke", colour.as_str())
                .set("stroke-width", number(0.09 * panel.font))
                .set("stroke-linejoin", "round")
                .set("data-tp", tp),
        );
    }
    layer
}
