//! Lines of equal probability around the most likely results ("Never mind the metrics", Fig. 5).

use svg::node::element::Group;

use super::super::canvas::{self, Anchor, FONT, haloed, stroked, text};
use super::super::label::{self, Room};
use super::super::palette;
use super::joint::rate_masses;
use super::level_sets::Field;
use super::panel::{Panel, Tick, ticks};
use super::{
    LatticePicture, LatticePictureError, Sheet, at_most, both_classes, cross, grouped,
    observed_rates,
};
use crate::arc::Xy;
use exactile::lattice::{Lattice, Model, Observation};
use exactile::num::Level;

impl LatticePicture {
    /// Draws lines around the most likely further results: inside the line of a level are the
    /// matrices of greatest mass that together have at least that part of it. Between matrices the
    /// logarithm of the mass is taken to be linear. `side` is the width of ROC space in pixels.
    ///
    /// # Errors
    /// A class without samples, observed or further; no level; more than ten million matrices.
    pub fn density(
        observed: Observation,
        model: &Model,
        lattice: Lattice,
        levels: &[Level],
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        /// The most dots that are drawn; more would add no information.
        const MOST_DOTS: u128 = 2000;
        both_classes(lattice)?;
        at_most(MOST_MATRICES, lattice)?;
        if levels.is_empty() {
            return Err(LatticePictureError::Empty("level"));
        }
        let (p, n) = (lattice.positives(), lattice.negatives());
        let [by_tp, by_fp] = rate_masses(observed, model, lattice)?;
        let masses: Vec<f64> =
            by_tp.iter().flat_map(|tp| by_fp.iter().map(move |fp| tp * fp)).collect();
        let logarithm = |mass: f64| (mass > 0.0).then(|| mass.ln());
        let field = Field::of(
            [by_fp.len() - 1, by_tp.len() - 1],
            masses.iter().map(|mass| logarithm(*mass)).collect(),
        );
        let mut sorted = masses;
        sorted.sort_by(|first, second| second.total_cmp(first));

        let unit = (0.0, 1.0);
        let (mut sheet, panel) = Sheet::square(side, unit, unit);
        let Panel { left, font, .. } = panel;
        if lattice.matrices() <= MOST_DOTS {
            let mut dots = canvas::group("matrices").set("fill", "#c8c8c8");
            for (tp, fp) in (0..=p).flat_map(|tp| (0..=n).map(move |fp| (tp, fp))) {
                let (x, y) = panel.pixel((fp as f64 / n as f64, tp as f64 / p as f64));
                dots = dots.add(canvas::circle((x, y), 0.08 * font));
            }
            sheet.add(dots);
        }
        let mark = observed_rates(observed).map(|rates| panel.pixel(rates));
        let taken = mark.iter().map(|at| Room::around(*at, 1.4 * font, 1.4 * font)).collect();
        let mut ordered = levels.to_vec();
        ordered.sort();
        let line = |level: &Level| {
            let (matrices, least) = likeliest(&sorted, level.to_f64());
            Some(Line { level: level.clone(), matrices, paths: field.lines(logarithm(least)?) })
        };
        let [lines, names] = layers(&panel, ordered.iter().filter_map(line).collect(), taken);
        sheet.add(lines);
        sheet.add(panel.border());
        if let Some(at) = mark {
            sheet.add(cross(at, font));
        }
        sheet.add(names);
        let title = |name: &str, of: u64| format!("{name} of {}", grouped(of));
        let across = counted(n, side / (5.0 * font));
        sheet.add(panel.x_axis(&title("false positives", n), &across));
        sheet.add(panel.y_axis(&title("true positives", p), &counted(p, side / (2.6 * font))));
        sheet.title(&format!("likeliest results, {} model", model.name()), left, side);
        sheet.reach(panel.right() + font, panel.bottom() + 3.4 * font);
        let parts: Vec<String> = ordered.iter().map(|level| level.in_percent()).collect();
        let notes = [format!(
            "Inside each line are the likeliest matrices that together have at least {} of the \
             mass, from the inside; cross: observed.",
            parts.join(", ")
        )];
        sheet.caption(&notes, left, side);
        Ok(sheet.finish())
    }
}

/// The most matrices; more take too much memory.
const MOST_MATRICES: u128 = 10_000_000;

/// The least height of lines with names, in sizes of text.
const LEAST_HEIGHT: f64 = 6.0;

/// Returns the number of the greatest masses that reach this part of all, and the least of them.
fn likeliest(sorted: &[f64], part: f64) -> (u64, f64) {
    let wanted = part * sorted.iter().sum::<f64>();
    let (mut sum, mut found) = (0.0, (0, 0.0));
    for mass in sorted {
        // Equal masses belong together.
        if sum >= wanted && *mass < found.1 {
            break;
        }
        sum += mass;
        found = (found.0 + 1, *mass);
    }
    found
}

/// Returns ticks at round counts on an axis of rates.
pub(super) fn counted(all: u64, most: f64) -> Vec<Tick> {
    let whole = ticks((0.0, all as f64), most.clamp(1.0, 10.0));
    let whole = whole.into_iter().filter(|(at, _)| at.fract() == 0.0);
    whole.map(|(at, _)| (at / all as f64, format!("{at:.0}"))).collect()
}

/// A line around the likeliest matrices that together have a part of the mass.
struct Line {
    level: Level,
    matrices: u64,
    paths: Vec<Vec<Xy>>,
}

/// Draws lines, and their levels where there is room.
fn layers(panel: &Panel, drawn: Vec<Line>, mut taken: Vec<Room>) -> [Group; 2] {
    let font = panel.font;
    let size = 0.8 * font;
    let mut lines = canvas::group("densities");
    let mut names = canvas::group("level-names").set("font-family", FONT);
    for Line { level, matrices, paths } in drawn {
        let pixels =
            |path: &Vec<Xy>| -> Vec<Xy> { path.iter().map(|at| panel.pixel(*at)).collect() };
        let paths: Vec<Vec<Xy>> = paths.iter().map(pixels).collect();
        let data: String =
            paths.iter().map(|path| canvas::polyline(path.iter().copied())).collect();
        let colour = palette::ramp(0.85 * level.to_f64());
        let name = level.in_percent();
        let note = format!("{name}: {} matrices", grouped(matrices));
        lines = lines.add(
            stroked(data, &colour, 0.16 * font)
                .set("stroke-linejoin", "round")
                .set("data-level", level.to_string())
                .set("data-matrices", matrices)
                .add(canvas::title(&note)),
        );
        let wide = label::width(&name, size) + 0.4 * size;
        let mut points = paths.concat();
        // Lines too close for names are told apart by their colours and the sentence below.
        let heights = || points.iter().map(|(_, y)| *y);
        let high = heights().fold(0.0, f64::max) - heights().fold(f64::INFINITY, f64::min);
        if high < LEAST_HEIGHT * font {
            continue;
        }
        // From the right, where names of a family stand in a row.
        points.sort_by(|a, b| b.0.total_cmp(&a.0));
        let room = points
            .into_iter()
            .map(|at| Room::around(at, wide, 1.2 * size))
            .find(|room| panel.holds(*room) && !taken.iter().any(|other| room.overlaps(*other)));
        if let Some(room) = room {
            let (x, y) = room.centre();
            names = names.add(haloed(text(&name, x, y, size, Anchor::Middle), size));
            taken.push(room);
        }
    }
    [lines, names]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_reach_the_part_and_ties_stay_together() {
        let masses = [0.4, 0.2, 0.2, 0.1, 0.1];
        assert_eq!(likeliest(&masses, 0.3), (1, 0.4));
        assert_eq!(likeliest(&masses, 0.5), (3, 0.2));
        assert_eq!(likeliest(&masses, 0.85), (5, 0.1));
    }
}
