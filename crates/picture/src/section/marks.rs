//! The marks on the curves of a section: changes of the best curve, and the best compromise.

use svg::node::element::{Group, Path};

use super::{CurveKind, Drawing};
use crate::arc::Xy;
use crate::canvas::{self, Anchor, FONT, INK, number, stroked, text};
use crate::label::{self, Room};
use crate::panel::Panel;
use crate::sheet::name_beside;
use exactile::num::Rational;
use exactile::section::Compromise;

impl Drawing<'_> {
    /// Draws the places where the best curve changes.
    pub(super) fn marks(&self, panel: &Panel, taken: &mut Vec<Room>) -> Group {
        let mut group = canvas::group("changes");
        let mut named = Vec::new();
        for pair in self.stretches.windows(2) {
            let x = pair[1].x.0;
            if !(panel.x.0..=panel.x.1).contains(&x) || x == panel.x.0 || x == panel.x.1 {
                continue;
            }
            let at = (x, self.best(0..self.counts.len(), x));
            let (px, py) = panel.pixel(at);
            let name =
                format!("{} before {}, exactly at {}", pair[0].name, pair[1].name, pair[1].exact);
            group = group.add(
                canvas::circle((px, py), 0.26 * panel.font)
                    .set("fill", "#ffffff")
                    .set("stroke", INK)
                    .set("stroke-width", number(0.1 * panel.font))
                    .add(canvas::title(&name)),
            );
            taken.push(Room::around((px, py), 0.6 * panel.font, 0.6 * panel.font));
            named.push(((px, py), self.shown(x)));
        }
        let lines = self.line_rooms(panel);
        for (at, name) in named {
            let free = name_off_lines(at, &name, panel, (&lines, taken), &RINGS);
            if let Some(name) = free.or_else(|| name_beside(at, &name, panel, taken)) {
                group = group.add(name);
            }
        }
        group
    }

    /// Places a name beside an upright line, as low as it covers no curve.
    fn along_upright(
        &self,
        panel: &Panel,
        x: f64,
        name: &str,
        taken: &mut Vec<Room>,
    ) -> Option<Group> {
        const STEPS: u32 = 40;
        let lines = self.line_rooms(panel);
        (1..STEPS).find_map(|k| {
            let y = panel.bottom() - panel.height * f64::from(k) / f64::from(STEPS);
            name_off_lines((x, y), name, panel, (&lines, taken), &[0.5])
        })
    }

    /// Returns small rectangles along all curves, which labels avoid.
    fn line_rooms(&self, panel: &Panel) -> Vec<Room> {
        let thick = 0.3 * panel.font;
        let curves = self
            .curves
            .iter()
            .map(|curve| self.points(panel.x, |x| self.best(curve.members.iter().copied(), x)));
        let constants = self.counts.len() - if self.kind.has_constants() { 2 } else { 0 };
        let constant = self.counts[constants..]
            .iter()
            .map(|counts| self.points(panel.x, |x| self.value(*counts, x)));
        let mut rooms = Vec::new();
        for points in curves.chain(constant) {
            let pixels: Vec<Xy> = points.into_iter().map(|point| panel.pixel(point)).collect();
            for pair in pixels.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                // Steep parts of a curve are longer than a step.
                let room = Room {
                    left: x0.min(x1) - thick / 2.0,
                    right: x0.max(x1) + thick / 2.0,
                    top: y0.min(y1) - thick / 2.0,
                    bottom: y0.max(y1) + thick / 2.0,
                };
                if room.bottom >= panel.top && room.top <= panel.bottom() {
                    rooms.push(room);
                }
            }
        }
        rooms
    }

    /// Returns a place of the horizontal axis as text.
    pub(super) fn shown(&self, x: f64) -> String {
        let digits = |value: f64| {
            let digits = if value < 0.01 { 4 } else { 3 };
            let text = format!("{value:.digits$}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        match self.kind {
            CurveKind::FBeta => {
                let text = format!("{:.2}", 10_f64.powf(x));
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            _ => digits(x),
        }
    }

    pub(super) fn compromise(
        &self,
        panel: &Panel,
        compromise: &Compromise,
        taken: &mut Vec<Room>,
    ) -> Group {
        let mut group = canvas::group("compromise").set("font-family", FONT);
        let ends = [&compromise.lower, &compromise.upper].map(|position| self.x_at(position));
        let size = 0.85 * panel.font;
        for (k, (x, exact)) in ends.iter().enumerate() {
            if !(panel.x.0..=panel.x.1).contains(x) || k == 1 && exact == &ends[0].1 {
                continue;
            }
            let (line, (px, bottom)) = upright(panel, *x);
            let dashes = format!("{} {}", number(0.3 * panel.font), number(0.3 * panel.font));
            let title = canvas::title(&format!("best compromise, exactly at {exact}"));
            group = group.add(line.set("stroke-dasharray", dashes).add(title));
            if k == 0 {
                let at = (px, bottom - 1.2 * size);
                group = match self.along_upright(panel, px, "best compromise", taken) {
                    Some(name) => group.add(name),
                    None => match name_beside(at, "best compromise", panel, taken) {
                        Some(name) => group.add(name),
                        None => group,
                    },
                };
            }
        }
        group
    }

    /// Draws a preference as an upright line with its name; empty beyond the axis.
    pub(super) fn preference(
        &self,
        panel: &Panel,
        position: &Rational,
        taken: &mut Vec<Room>,
    ) -> Group {
        let group = canvas::group("preference").set("font-family", FONT);
        let (x, exact) = self.x_at(position);
        if !(panel.x.0..=panel.x.1).contains(&x) {
            return group;
        }
        let (line, (px, bottom)) = upright(panel, x);
        let title = canvas::title(&format!("preference, exactly at {exact}"));
        let group = group.add(line.add(title));
        match name_beside((px, bottom - 2.6 * panel.font), "preference", panel, taken) {
            Some(name) => group.add(name),
            None => group,
        }
    }
}

/// Distances of names from their points, in font sizes.
const RINGS: [f64; 6] = [0.9, 1.5, 2.4, 3.6, 5.0, 7.0];

/// Places a name around a point, at one of several distances, where it covers neither lines nor
/// taken rectangles, as near as possible; a name that is not beside its point has a line to it.
fn name_off_lines(
    (x, y): Xy,
    name: &str,
    panel: &Panel,
    (lines, taken): (&[Room], &mut Vec<Room>),
    rings: &[f64],
) -> Option<Group> {
    const DIRECTIONS: u32 = 16;
    const NEAR: f64 = 1.5;
    let size = 0.85 * panel.font;
    let (wide, high) = (label::width(name, size) + 0.4 * size, 1.15 * size);
    let around = |distance: f64, k: u32| {
        let angle = f64::from(k) / f64::from(DIRECTIONS) * std::f64::consts::TAU;
        let reach = (distance * panel.font, distance * panel.font);
        let centre =
            (x + angle.cos() * (wide / 2.0 + reach.0), y - angle.sin() * (high / 2.0 + reach.1));
        Room::around(centre, wide, high)
    };
    let places = rings.iter().flat_map(|ring| (0..DIRECTIONS).map(move |k| (*ring, k)));
    let (distance, room) = places.map(|(ring, k)| (ring, around(ring, k))).find(|(_, room)| {
        let is_free = |others: &[Room]| !others.iter().any(|other| room.overlaps(*other));
        panel.holds(*room) && is_free(lines) && is_free(taken)
    })?;
    taken.push(room);
    let (cx, cy) = room.centre();
    let mut group = canvas::group("name").set("font-family", FONT);
    if distance > NEAR {
        // From the nearest point of the name.
        let (ex, ey) = (x.clamp(room.left, room.right), y.clamp(room.top, room.bottom));
        let data = format!("M{} {}L{} {}", number(x), number(y), number(ex), number(ey));
        group = group.add(stroked(data, INK, 0.05 * panel.font));
    }
    let shown = text(name, cx, cy, size, Anchor::Middle);
    Some(group.add(canvas::haloed(shown, size)))
}

/// Returns a line from the top to the bottom of a panel, and its lower end.
fn upright(panel: &Panel, x: f64) -> (Path, Xy) {
    let ((px, top), (_, bottom)) = (panel.pixel((x, panel.y.1)), panel.pixel((x, panel.y.0)));
    let data = format!("M{} {}V{}", number(px), number(top), number(bottom));
    (stroked(data, INK, 0.06 * panel.font), (px, bottom))
}
