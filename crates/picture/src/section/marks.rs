//! The marks on the curves of a section: changes of the best curve, and the best compromise.

use svg::node::element::{Group, Path};

use super::{CurveKind, Drawing};
use crate::arc::Xy;
use crate::canvas::{self, FONT, INK, number, stroked};
use crate::label::Room;
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
        for (at, name) in named {
            if let Some(name) = name_beside(at, &name, panel, taken) {
                group = group.add(name);
            }
        }
        group
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
                group = match name_beside(at, "best compromise", panel, taken) {
                    Some(name) => group.add(name),
                    None => group,
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

/// Returns a line from the top to the bottom of a panel, and its lower end.
fn upright(panel: &Panel, x: f64) -> (Path, Xy) {
    let ((px, top), (_, bottom)) = (panel.pixel((x, panel.y.1)), panel.pixel((x, panel.y.0)));
    let data = format!("M{} {}V{}", number(px), number(top), number(bottom));
    (stroked(data, INK, 0.06 * panel.font), (px, bottom))
}
