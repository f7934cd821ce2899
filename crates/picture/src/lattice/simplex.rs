//! The confusion simplex with slices of fixed class sizes ("Never mind the metrics", Fig. 1).
//!
//! Confusion matrices of a fixed total are points of a regular tetrahedron with the vertices TP,
//! FP, FN, TN: their barycentric coordinates are the four counts. Those with P positives are a
//! rectangular lattice parallel to the edges FN-TP and TN-FP. The view is an orthographic
//! projection in which both edges keep their directions of ROC space: TP above FN, FP right of TN.

use std::f64::consts::FRAC_1_SQRT_2;

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, INK, haloed, number, stroked, text};
use super::panel::Panel;
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, Sheet, grouped, thinned, value_on};
use crate::arc::Xy;
use crate::metric_name;
use exactile::lattice::Lattice;
use exactile::score::Metric;

/// The turns of the view about the vertical and the horizontal axis, in radians.
const TURNS: (f64, f64) = (0.45, 0.33);

/// A point of space, the third coordinate towards the viewer.
type Xyz = [f64; 3];

/// The vertices TP, FN, TN, FP: two opposite edges at right angles, all edges of length 2.
const VERTICES: [(&str, Xyz); 4] = [
    ("TP", [0.0, 1.0, FRAC_1_SQRT_2]),
    ("FN", [0.0, -1.0, FRAC_1_SQRT_2]),
    ("TN", [-1.0, 0.0, -FRAC_1_SQRT_2]),
    ("FP", [1.0, 0.0, -FRAC_1_SQRT_2]),
];

fn turned([x, y, z]: Xyz) -> Xyz {
    let (s, c) = TURNS.0.sin_cos();
    let (x, z) = (c * x - s * z, s * x + c * z);
    let (s, c) = TURNS.1.sin_cos();
    [x, c * y - s * z, s * y + c * z]
}

/// Returns the projection of shares of TP, FN, TN, FP.
fn projected(shares: [f64; 4]) -> Xy {
    let mut place = [0.0; 3];
    for (share, (_, vertex)) in shares.iter().zip(&VERTICES) {
        for (axis, coordinate) in place.iter_mut().zip(vertex) {
            *axis += share * coordinate;
        }
    }
    let [x, y, _] = turned(place);
    (x, y)
}

impl LatticePicture {
    /// Draws slices of the simplex of confusion matrices of one total, coloured by a metric. `side`
    /// is the width of the picture's frame in pixels.
    ///
    /// # Errors
    /// No slice, or slices of different totals.
    pub fn simplex(
        metric: &Metric,
        slices: &[Lattice],
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        let Some(first) = slices.first() else { return Err(LatticePictureError::Empty("slice")) };
        let total = |slice: &Lattice| slice.positives() + slice.negatives();
        if let Some(other) = slices.iter().find(|slice| total(slice) != total(first)) {
            return Err(LatticePictureError::DifferentTotals(total(first), total(other)));
        }
        let samples = total(first) as f64;
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let (left, top) = (2.0 * font, 3.0 * font);
        let corners = VERTICES.map(|(_, vertex)| turned(vertex));
        let range = |axis: usize| {
            let along = || corners.iter().map(move |corner| corner[axis]);
            let low = along().fold(f64::INFINITY, f64::min);
            (low, along().fold(f64::NEG_INFINITY, f64::max))
        };
        // The frame is as wide as the simplex and names on both sides of it.
        let (across, down) = (range(0), range(1));
        let room = 5.5 * font;
        // In a thumbnail the names take more than their share.
        let unit = (side - 2.0 * room).max(0.4 * side) / (across.1 - across.0);
        let margin = room / unit;
        let x = (across.0 - margin, across.1 + margin);
        let y = (down.0 - 1.6 * font / unit, down.1 + 1.6 * font / unit);
        let (width, height) = (unit * (x.1 - x.0), unit * (y.1 - y.0));
        let panel = Panel { left, top, width, height, x, y, font };
        let corner = |k: usize| {
            let mut shares = [0.0; 4];
            shares[k] = 1.0;
            panel.pixel(projected(shares))
        };
        sheet.add(edges(corner, font));

        let mut ordered: Vec<Lattice> = slices.to_vec();
        ordered.sort_by_key(|slice| slice.positives());
        let mut sampled = false;
        let mut dots = Vec::new();
        for slice in &ordered {
            let (p, n) = (slice.positives(), slice.negatives());
            let long = |from: usize, to: usize, count: u64| {
                let ((x0, y0), (x1, y1)) = (corner(from), corner(to));
                (x1 - x0).hypot(y1 - y0) * (count as f64 / samples).max(1e-9)
            };
            let (tall, wide) = (long(0, 1, p), long(2, 3, n));
            let (tps, tns) = (thinned(p, tall, 2.6), thinned(n, wide, 2.6));
            sampled |= (tps.len() as u128) * (tns.len() as u128) < slice.matrices();
            let mut found = Vec::new();
            for &tp in &tps {
                for &tn in &tns {
                    let shares = [tp, p - tp, tn, n - tn].map(|count| count as f64 / samples);
                    found.push((
                        panel.pixel(projected(shares)),
                        value_on(metric, *slice, tp, tn).to_f64(),
                        format!("TP {tp}, FN {}, TN {tn}, FP {}", p - tp, n - tn),
                    ));
                }
            }
            let spacing = |kept: &[u64], length: f64| length / (kept.len().max(2) - 1) as f64;
            let gap = spacing(&tps, tall).min(spacing(&tns, wide));
            dots.push((found, (0.36 * gap).clamp(0.7, 0.4 * font)));
        }
        let values = dots.iter().flat_map(|(found, _)| found).filter_map(|(_, value, _)| *value);
        let scale = ValueScale::new(metric, values);
        let count: usize = dots.iter().map(|(found, _)| found.len()).sum();
        let mut names = canvas::group("slice-names").set("font-family", FONT);
        for (slice, (found, radius)) in ordered.iter().zip(&dots) {
            let (p, n) = (slice.positives() as f64 / samples, slice.negatives() as f64 / samples);
            let corners = [[p, 0.0, n, 0.0], [p, 0.0, 0.0, n], [0.0, p, 0.0, n], [0.0, p, n, 0.0]]
                .map(|shares| panel.pixel(projected(shares)));
            let outline: String = corners
                .iter()
                .enumerate()
                .map(|(k, (x, y))| {
                    format!("{}{} {}", if k == 0 { "M" } else { "L" }, number(*x), number(*y))
                })
                .collect();
            // Pale ground parts a slice from those behind it.
            let ground = canvas::filled(outline + "Z", "#ffffff")
                .set("fill-opacity", 0.7)
                .set("stroke", INK)
                .set("stroke-width", number(0.06 * font));
            let tooltips = count <= 3000;
            sheet.add(canvas::group("slice-ground").add(ground));
            sheet.add(
                slice_layer(found, *radius, &scale, tooltips)
                    .set("data-positives", slice.positives()),
            );
            let name = format!("P = {}", grouped(slice.positives()));
            let (x, y) = corners[1];
            let size = 0.8 * font;
            names = names.add(haloed(text(&name, x + 0.5 * font, y, size, Anchor::Start), size));
        }
        sheet.add(names);
        let amount = grouped(total(first));
        sheet.add(vertex_names(corner, &amount, font));
        sheet.title(
            &format!(
                "{name} on confusion matrices of {amount} samples",
                name = metric_name(metric)
            ),
            font,
            side + font,
        );
        sheet.reach(panel.right(), panel.bottom() + 1.5 * font);
        sheet.colour_bar(
            &Panel { top: top + 0.05 * height, height: 0.9 * height, ..panel },
            metric,
            &scale,
        );
        let mut notes = vec!["P: positive samples, from back to front.".to_owned()];
        if sampled {
            notes.push("Rows and columns are thinned so that dots stay apart.".to_owned());
        }
        if dots.iter().flat_map(|(found, _)| found).any(|(_, value, _)| value.is_none()) {
            notes.push("Hollow: undefined.".to_owned());
        }
        let width = sheet.right - font;
        sheet.caption(&notes, font, width);
        Ok(sheet.finish())
    }
}

/// Draws the edges of the simplex.
fn edges(corner: impl Fn(usize) -> Xy, font: f64) -> Group {
    let mut edges = canvas::group("simplex");
    for (from, to) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let ((x0, y0), (x1, y1)) = (corner(from), corner(to));
        let data = format!("M{} {}L{} {}", number(x0), number(y0), number(x1), number(y1));
        let mut edge = stroked(data, INK, 0.08 * font);
        // The edge between the vertices without positives is behind the others.
        if (from, to) == (2, 3) {
            edge = edge.set("stroke-dasharray", number(0.5 * font));
        }
        edges = edges.add(edge);
    }
    edges
}

/// Draws each vertex with its number of samples.
fn vertex_names(corner: impl Fn(usize) -> Xy, amount: &str, font: f64) -> Group {
    let mut labels = canvas::group("vertices").set("font-family", FONT);
    for (k, (name, _)) in VERTICES.iter().enumerate() {
        let (x, y) = corner(k);
        let (dx, dy, anchor) = match *name {
            "TP" => (0.0, -1.0, Anchor::Middle),
            "FN" => (0.0, 1.0, Anchor::Middle),
            "TN" => (-0.5, 0.0, Anchor::End),
            _ => (0.5, 0.0, Anchor::Start),
        };
        let name = format!("{name} = {amount}");
        let shown = text(&name, x + dx * font, y + dy * font, 0.9 * font, anchor);
        labels = labels.add(haloed(shown, 0.9 * font).set("font-weight", "bold"));
    }
    labels
}

fn slice_layer(
    dots: &[(Xy, Option<f64>, String)],
    radius: f64,
    scale: &ValueScale,
    tooltips: bool,
) -> Group {
    let mut layer = canvas::group("slice");
    for ((x, y), value, name) in dots {
        let circle = canvas::circle((*x, *y), radius);
        let circle = match value {
            Some(value) => circle.set("fill", scale.colour(*value)),
            None => circle
                .set("fill", "none")
                .set("stroke", "#9a9a9a")
                .set("stroke-width", number(0.3 * radius)),
        };
        layer = layer.add(if tooltips { circle.add(canvas::title(name)) } else { circle });
    }
    layer
}
