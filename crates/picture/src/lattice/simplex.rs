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
        let mut sheet = Sheet::new(side);
        let font = sheet.font;
        let panel = view(side, font);
        let Panel { top, height, .. } = panel;
        sheet.add(edges(&panel));

        let mut ordered: Vec<Lattice> = slices.to_vec();
        ordered.sort_by_key(|slice| slice.positives());
        let drawn: Vec<Slice> =
            ordered.into_iter().map(|slice| Slice::new(metric, slice, &panel)).collect();
        let dots = || drawn.iter().flat_map(|slice| &slice.dots);
        let scale = ValueScale::new(metric, dots().filter_map(|(_, value, _)| *value));
        let tooltips = dots().count() <= 3000;
        let mut names = canvas::group("slice-names").set("font-family", FONT);
        for slice in &drawn {
            // Pale ground parts a slice from those behind it.
            let ground = canvas::filled(canvas::polyline(slice.corners) + "Z", "#ffffff")
                .set("fill-opacity", 0.7)
                .set("stroke", INK)
                .set("stroke-width", number(0.06 * font));
            sheet.add(canvas::group("slice-ground").add(ground));
            sheet.add(slice.layer(&scale, tooltips));
            let name = format!("P = {}", grouped(slice.lattice.positives()));
            let (x, y) = slice.corners[1];
            let size = 0.8 * font;
            names = names.add(haloed(text(&name, x + 0.5 * font, y, size, Anchor::Start), size));
        }
        sheet.add(names);
        let amount = grouped(total(first));
        sheet.add(vertex_names(&panel, &amount));
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
        if drawn.iter().any(|slice| (slice.dots.len() as u128) < slice.lattice.matrices()) {
            notes.push("Rows and columns are thinned so that dots stay apart.".to_owned());
        }
        if dots().any(|(_, value, _)| value.is_none()) {
            notes.push("Hollow: undefined.".to_owned());
        }
        let width = sheet.right - font;
        sheet.caption(&notes, font, width);
        Ok(sheet.finish())
    }
}

/// Returns the panel of the simplex, with room for names on both sides of it.
fn view(side: f64, font: f64) -> Panel {
    let corners = VERTICES.map(|(_, vertex)| turned(vertex));
    let range = |axis: usize| {
        let along = || corners.iter().map(move |corner| corner[axis]);
        let low = along().fold(f64::INFINITY, f64::min);
        (low, along().fold(f64::NEG_INFINITY, f64::max))
    };
    let (across, down) = (range(0), range(1));
    let room = 5.5 * font;
    // In a thumbnail the names take more than their share.
    let unit = (side - 2.0 * room).max(0.4 * side) / (across.1 - across.0);
    let margin = room / unit;
    let x = (across.0 - margin, across.1 + margin);
    let y = (down.0 - 1.6 * font / unit, down.1 + 1.6 * font / unit);
    let (width, height) = (unit * (x.1 - x.0), unit * (y.1 - y.0));
    Panel { left: 2.0 * font, top: 3.0 * font, width, height, x, y, font }
}

/// Returns the pixel of a vertex.
fn corner(panel: &Panel, k: usize) -> Xy {
    let mut shares = [0.0; 4];
    shares[k] = 1.0;
    panel.pixel(projected(shares))
}

/// A slice in pixels.
struct Slice {
    lattice: Lattice,
    /// The places of its extreme matrices, in the order of its outline.
    corners: [Xy; 4],
    /// The places, values and names of its matrices, some of them if there are many.
    dots: Vec<(Xy, Option<f64>, String)>,
    radius: f64,
}

impl Slice {
    fn new(metric: &Metric, lattice: Lattice, panel: &Panel) -> Self {
        let (p, n) = (lattice.positives(), lattice.negatives());
        let samples = (p + n) as f64;
        let long = |from: usize, to: usize, count: u64| {
            let ((x0, y0), (x1, y1)) = (corner(panel, from), corner(panel, to));
            (x1 - x0).hypot(y1 - y0) * (count as f64 / samples).max(1e-9)
        };
        let (tall, wide) = (long(0, 1, p), long(2, 3, n));
        let (tps, tns) = (thinned(p, tall, 2.6), thinned(n, wide, 2.6));
        let place = |tp: u64, tn: u64| {
            let shares = [tp, p - tp, tn, n - tn].map(|count| count as f64 / samples);
            panel.pixel(projected(shares))
        };
        let dot = |(tp, tn): (u64, u64)| {
            let name = format!("TP {tp}, FN {}, TN {tn}, FP {}", p - tp, n - tn);
            (place(tp, tn), value_on(metric, lattice, tp, tn).to_f64(), name)
        };
        let matrices = tps.iter().flat_map(|&tp| tns.iter().map(move |&tn| (tp, tn)));
        let spacing = |kept: &[u64], length: f64| length / (kept.len().max(2) - 1) as f64;
        let gap = spacing(&tps, tall).min(spacing(&tns, wide));
        Self {
            lattice,
            corners: [place(p, n), place(p, 0), place(0, 0), place(0, n)],
            dots: matrices.map(dot).collect(),
            radius: (0.36 * gap).clamp(0.7, 0.4 * panel.font),
        }
    }

    /// Draws the dots.
    fn layer(&self, scale: &ValueScale, tooltips: bool) -> Group {
        let mut layer = canvas::group("slice").set("data-positives", self.lattice.positives());
        for (at, value, name) in &self.dots {
            let circle = canvas::circle(*at, self.radius);
            let circle = match value {
                Some(value) => circle.set("fill", scale.colour(*value)),
                None => circle
                    .set("fill", "none")
                    .set("stroke", "#9a9a9a")
                    .set("stroke-width", number(0.3 * self.radius)),
            };
            layer = layer.add(if tooltips { circle.add(canvas::title(name)) } else { circle });
        }
        layer
    }
}

/// Draws the edges of the simplex.
fn edges(panel: &Panel) -> Group {
    let mut edges = canvas::group("simplex");
    for (from, to) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let data = canvas::polyline([corner(panel, from), corner(panel, to)]);
        let mut edge = stroked(data, INK, 0.08 * panel.font);
        // The edge between the vertices without positives is behind the others.
        if (from, to) == (2, 3) {
            edge = edge.set("stroke-dasharray", number(0.5 * panel.font));
        }
        edges = edges.add(edge);
    }
    edges
}

/// Draws each vertex with its number of samples.
fn vertex_names(panel: &Panel, amount: &str) -> Group {
    let font = panel.font;
    let mut labels = canvas::group("vertices").set("font-family", FONT);
    for (k, (name, _)) in VERTICES.iter().enumerate() {
        let (x, y) = corner(panel, k);
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
