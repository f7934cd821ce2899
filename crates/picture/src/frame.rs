//! The Tile as a frame: axes, ticks, corners, named scores, grid, no-skill curves.

use svg::node::element::{Group, Line, Path};

use super::canvas::{
    self, Anchor, FONT, INK, filled, haloed, number, path_data, rectangle, stroked, text,
};
use super::label::{self, Room};
use crate::arc::{Arc, CurvedPath, Xy};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::counted;
use exactile::score::{Metric, NamedScore};
use exactile::tile::{NoSkill, PredictionRate, PriorShift, Regions};

/// Distance of a drawn curve from its arc in pixels; with coordinates rounded to 1/1000 pixel it
/// stays below 1/100.
const TOLERANCE: f64 = 0.008;

/// The titles of the axes.
const A_TITLE: &str = "a: importance of true positives against true negatives";
const B_TITLE: &str = "b: importance of false negatives against false positives";

/// The position of the Tile in its picture, in pixels.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) side: f64,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) font: f64,
    /// The prior, if all classifiers have the same; scores whose place depends on it are marked
    /// only then.
    pub(super) prior_positive: Option<Rational>,
    /// The shift from balanced priors, if there is one prior.
    shift: Option<PriorShift>,
}

impl Frame {
    /// Returns the Tile of the classifiers' priors.
    pub(super) fn of(side: f64, regions: &Regions) -> Self {
        Self::new(side, regions.prior_positive())
    }

    /// Returns the Tile of one prior.
    pub(super) fn of_prior(side: f64, prior_positive: &Rational) -> Self {
        Self::new(side, Some(prior_positive))
    }

    /// Returns the Tile of a prior, or of none.
    pub(super) fn new(side: f64, prior_positive: Option<&Rational>) -> Self {
        // Text stays legible in small pictures and does not shout in large ones.
        let font = (side / 46.0).clamp(6.0, 26.0);
        Self {
            side,
            left: 5.2 * font,
            top: 2.6 * font,
            font,
            prior_positive: prior_positive.cloned(),
            shift: prior_positive.map(PriorShift::from_balanced),
        }
    }

    pub(super) fn right(&self) -> f64 {
        self.left + self.side
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.side
    }

    /// Returns the height of the whole picture.
    pub(super) fn height(&self) -> f64 {
        self.bottom() + 4.4 * self.font
    }

    /// Returns a point of the Tile in pixels.
    pub(super) fn pixel(&self, (a, b): Xy) -> Xy {
        (self.left + a * self.side, self.top + (1.0 - b) * self.side)
    }

    /// Returns the corners of the Tile in pixels, counter-clockwise from TNR.
    pub(super) fn corners(&self) -> [Xy; 4] {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|corner| self.pixel(corner))
    }

    /// Returns an arc as curves in Tile coordinates.
    pub(super) fn flattened(&self, arc: &Arc) -> CurvedPath {
        arc.flattened(TOLERANCE / self.side)
    }

    pub(super) fn data(&self, paths: &[CurvedPath], closed: bool) -> String {
        path_data(paths, |xy| self.pixel(xy), closed)
    }

    /// Returns the shift from balanced priors, if there is one prior.
    pub(super) fn shift(&self) -> Option<&PriorShift> {
        self.shift.as_ref()
    }

    /// Returns the white ground of the Tile.
    pub(super) fn ground(&self) -> svg::node::element::Rectangle {
        rectangle(self.left, self.top, self.side, self.side).set("fill", "#ffffff")
    }

    /// Draws the border, ticks, axis titles and the names of the corners.
    pub(super) fn axes(&self) -> Group {
        let Self { side, left, top, font, .. } = *self;
        let (right, bottom) = (self.right(), self.bottom());
        let tick = 0.4 * font;
        let mut axes = canvas::group("axes").set("font-family", FONT).add(
            rectangle(left, top, side, side)
                .set("fill", "none")
                .set("stroke", INK)
                .set("stroke-width", 1.2),
        );
        let line = |x1: f64, y1: f64, x2: f64, y2: f64| {
            Line::new()
                .set("x1", number(x1))
                .set("y1", number(y1))
                .set("x2", number(x2))
                .set("y2", number(y2))
                .set("stroke", INK)
                .set("stroke-width", 1)
        };
        for quarter in 0..=4_u32 {
            let share = f64::from(quarter) / 4.0;
            let (x, y) = self.pixel((share, share));
            axes = axes.add(line(x, bottom, x, bottom + tick)).add(line(left - tick, y, left, y));
            // The corners' names stand where the outer numbers would; inner numbers suffice.
            if (1..=3).contains(&quarter) {
                let shown = number(share);
                axes = axes
                    .add(text(&shown, x, bottom + tick + 0.8 * font, 0.85 * font, Anchor::Middle))
                    .add(text(&shown, left - 1.6 * tick, y, 0.85 * font, Anchor::End));
            }
        }
        for (name, x, y, anchor) in [
            ("TNR", left, bottom + 1.2 * font, Anchor::Middle),
            ("PPV", right, bottom + 1.2 * font, Anchor::Middle),
            ("NPV", left, top - 0.9 * font, Anchor::Middle),
            ("TPR", right, top - 0.9 * font, Anchor::Middle),
        ] {
            axes = axes.add(text(name, x, y, font, anchor).set("font-weight", "bold"));
        }
        let (middle_x, middle_y) = self.pixel((0.5, 0.5));
        if label::width(B_TITLE, 0.9 * font) > side + 2.0 * font {
            return axes; // a thumbnail
        }
        let title_x = left - 3.6 * font;
        axes.add(text(A_TITLE, middle_x, bottom + 2.9 * font, 0.9 * font, Anchor::Middle)).add(
            text(B_TITLE, title_x, middle_y, 0.9 * font, Anchor::Middle)
                .set("transform", format!("rotate(-90 {} {})", number(title_x), number(middle_y))),
        )
    }

    /// Draws a preference as a point with its name, which has the cost of a miss if the preference
    /// is by costs. Returns the rectangles that both take.
    pub(super) fn preference(&self, place: &Point) -> (Group, [Room; 2]) {
        let costs = (place.a == place.b).then(|| place.a.checked_div(&place.a.complement()));
        let name = match costs.flatten().filter(Rational::is_positive) {
            Some(misses) => {
                format!("a miss costs {}", counted(misses.to_shortest(), "false alarm"))
            }
            None => "preference".to_owned(),
        };
        let at = self.pixel(place.to_f64());
        let (size, radius) = (0.8 * self.font, 0.34 * self.font);
        let wide = label::width(&name, size);
        // Inside the Tile, on the side that has room.
        let is_left = at.0 + 2.0 * radius + wide > self.right();
        let (x, anchor) = match is_left {
            true => (at.0 - 2.0 * radius, Anchor::End),
            false => (at.0 + 2.0 * radius, Anchor::Start),
        };
        let middle = if is_left { x - wide / 2.0 } else { x + wide / 2.0 };
        let y = at.1.clamp(self.top + size, self.bottom() - size);
        let layer = canvas::group("preference")
            .set("font-family", FONT)
            .add(
                canvas::circle(at, radius)
                    .set("fill", INK)
                    .set("stroke", "#ffffff")
                    .set("stroke-width", 1.5)
                    .add(canvas::title(&format!("{name}, at {place}"))),
            )
            .add(haloed(text(&name, x, y, size, anchor), size));
        let point = Room::around(at, 2.5 * radius, 2.5 * radius);
        (layer, [point, Room::around((middle, y), wide, 1.2 * size)])
    }

    /// Returns `true` if a rectangle is inside the Tile and overlaps no other.
    fn is_free(&self, room: Room, taken: &[Room]) -> bool {
        room.left >= self.left
            && room.right <= self.right()
            && room.top >= self.top
            && room.bottom <= self.bottom()
            && !taken.iter().any(|other| room.overlaps(*other))
    }

    /// Returns the rectangles that marked points take without their texts.
    pub(super) fn rooms(&self, points: &[(Point, String)]) -> impl Iterator<Item = Room> {
        let side = 0.8 * self.font;
        points.iter().map(move |(place, _)| Room::around(self.pixel(place.to_f64()), side, side))
    }

    /// Draws marked points with their texts, each as near to its point as there is room for it; a
    /// line joins the two if they are apart. A text without room is the tooltip alone.
    pub(super) fn points(&self, points: &[(Point, String)], taken: &mut Vec<Room>) -> Group {
        let (size, radius) = (0.8 * self.font, 0.32 * self.font);
        let mut lines = canvas::group("leaders");
        let mut marks = canvas::group("marks");
        for (place, full) in points {
            let at = self.pixel(place.to_f64());
            let meaning = format!("{full} {place}");
            marks = marks.add(
                diamond(at, radius)
                    .set("stroke", "#ffffff")
                    .set("stroke-width", 1.2)
                    .add(canvas::title(meaning.trim_start())),
            );
            let name = label::shortened(full, size, 0.45 * self.side);
            let wide = label::width(&name, size);
            let free = |(x, y): &Xy| self.is_free(Room::around((*x, *y), wide, 1.2 * size), taken);
            let Some(centre) = around(at, wide, size).find(free).filter(|_| !name.is_empty())
            else {
                continue;
            };
            let room = Room::around(centre, wide, 1.2 * size);
            taken.push(room);
            let end = (at.0.clamp(room.left, room.right), at.1.clamp(room.top, room.bottom));
            if (end.0 - at.0).hypot(end.1 - at.1) > 1.5 * size {
                let (from, to) = (number_pair(at), number_pair(end));
                lines = lines.add(stroked(format!("M{from}L{to}"), INK, 0.7));
            }
            let shown = text(&name, centre.0, centre.1, size, Anchor::Middle);
            marks = marks.add(haloed(shown, size));
        }
        canvas::group("points").set("font-family", FONT).add(lines).add(marks)
    }

    /// Returns the named scores in pixels. Scores at one place are equal; those too close to tell
    /// apart are only listed together. Those in corners have no name.
    fn score_places(&self) -> Vec<(Xy, String)> {
        let mut places: Vec<(Point, String)> = Vec::new();
        // Without a common prior some scores have no place; that of the others needs none.
        let balanced = Rational::new(1, 2);
        let prior = self.prior_positive.as_ref().unwrap_or(&balanced);
        let scores = NamedScore::marked().into_iter();
        for score in
            scores.filter(|score| self.prior_positive.is_some() || !score.depends_on_prior())
        {
            let place = score.place(prior);
            let name = match score.metric() {
                Metric::BalancedAccuracy => "BA".to_owned(),
                Metric::NegativeJaccard => "neg. Jaccard".to_owned(),
                _ => score.to_string(),
            };
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, names)) => *names = format!("{names} = {name}"),
                None => places.push((place, name)),
            }
        }
        let is_corner = |(x, y): Xy| {
            (x == self.left || x == self.right()) && (y == self.top || y == self.bottom())
        };
        let mut clusters: Vec<(Xy, String)> = Vec::new();
        for (place, name) in places {
            let pixel = self.pixel(place.to_f64());
            let close = |known: &Xy| (known.0 - pixel.0).hypot(known.1 - pixel.1) < 0.5 * self.font;
            // The axes name the corners.
            let name = if is_corner(pixel) { String::new() } else { name };
            match clusters.iter_mut().find(|(known, _)| close(known)) {
                Some((known, names)) => {
                    let separator = if names.is_empty() || name.is_empty() { "" } else { ", " };
                    *names = format!("{names}{separator}{name}");
                    if pixel.0 == self.right() {
                        *known = pixel;
                    }
                }
                None => clusters.push((pixel, name)),
            }
        }
        clusters
    }

    /// Draws the named scores as points with their names. Scores at the same place share a name.
    /// Returns the rectangles of the names together with the ones taken before.
    pub(super) fn scores(&self, mut taken: Vec<Room>) -> (Group, Vec<Room>) {
        let places = self.score_places();
        let size = 0.8 * self.font;
        let mut layer = canvas::group("scores").set("font-family", FONT);
        let radius = 0.28 * self.font;
        for (at, _) in &places {
            taken.push(Room::around(*at, 2.5 * radius, 2.5 * radius));
        }
        for (at, name) in &places {
            let (x, y) = *at;
            layer = layer.add(
                canvas::circle((x, y), radius)
                    .set("fill", "#ffffff")
                    .set("stroke", INK)
                    .set("stroke-width", 1.2),
            );
            if name.is_empty() {
                continue;
            }
            let wide = label::width(name, size);
            if x == self.right() {
                let gap = 0.6 * self.font;
                layer = layer.add(if wide + gap <= self.score_margin() {
                    text(name, x + gap, y, size, Anchor::Start)
                } else {
                    taken.push(Room::around((x - gap - wide / 2.0, y), wide, 1.2 * size));
                    haloed(text(name, x - gap, y, size, Anchor::End), size)
                });
                continue;
            }
            // Beside, above or below its point, wherever nothing stands yet.
            let gap = 0.5 * self.font;
            let candidates = [
                (x + gap + wide / 2.0, y),
                (x - gap - wide / 2.0, y),
                (x, y - gap - size / 2.0),
                (x, y + gap + size / 2.0),
            ];
            let fits = |centre: &Xy| self.is_free(Room::around(*centre, wide, size), &taken);
            let Some(centre) = candidates.into_iter().find(fits) else { continue };
            taken.push(Room::around(centre, wide + 0.4 * size, 1.2 * size));
            layer = layer.add(haloed(text(name, centre.0, centre.1, size, Anchor::Middle), size));
        }
        (layer, taken)
    }

    /// Returns the width of the names of scores to the right of the Tile.
    pub(super) fn score_margin(&self) -> f64 {
        3.4 * self.font
    }

    /// Draws the regular grid of the Tile of balanced priors, moved to this Tile (The Tile, A.2.2);
    /// empty without a common prior.
    pub(super) fn grid(&self) -> Group {
        let meaning = canvas::title("the regular grid of balanced priors, shifted to these priors");
        let mut grid = canvas::group("grid")
            .add(meaning)
            .set("fill", "none")
            .set("stroke", INK)
            .set("stroke-width", 0.5)
            .set("stroke-opacity", 0.45);
        let Some(shift) = self.shift() else { return grid };
        for tenth in 1..10 {
            let z = shift.apply(&Rational::new(tenth, 10)).to_f64();
            for (from, to) in [((z, 0.0), (z, 1.0)), ((0.0, z), (1.0, z))] {
                let ((x1, y1), (x2, y2)) = (self.pixel(from), self.pixel(to));
                grid = grid.add(
                    Line::new()
                        .set("x1", number(x1))
                        .set("y1", number(y1))
                        .set("x2", number(x2))
                        .set("y2", number(y2)),
                );
            }
        }
        grid
    }

    /// Draws the curve gamma_pi on which all no-skill performances of these priors tie, and, if a
    /// rate of positive predictions is given, gamma_tau of that rate (The Tile, section 4.4).
    ///
    /// Without a common prior there is no gamma_pi.
    ///
    /// gamma_pi, pi+^2 a b = pi-^2 (1-a) (1-b), is the falling diagonal of balanced priors; on
    /// gamma_tau the odds of b are (tau+/tau-)^2 times those of a.
    pub(super) fn no_skill_curves(&self, positive_rate: Option<&Rational>) -> Group {
        let mut curves = canvas::group("no-skill").set("font-family", FONT);
        let mut draw = |arc: &Arc, name: &str| {
            let path = self.flattened(arc);
            let points = path.points(8);
            let (x, y) = self.pixel(points[points.len() / 4]);
            let group = std::mem::replace(&mut curves, Group::new());
            curves = group
                .add(stroked(self.data(&[path], false), "#ffffff", 3.5).set("stroke-opacity", 0.8))
                .add(stroked(self.data(&[self.flattened(arc)], false), "#c2185b", 1.6))
                .add(
                    haloed(text(name, x, y, 0.9 * self.font, Anchor::Middle), self.font)
                        .set("fill", "#c2185b"),
                );
        };
        if let Some(Ok(without)) = self.prior_positive.clone().map(NoSkill::new) {
            let factor = without.odds_product().to_f64().sqrt();
            draw(&Arc::of_diagonal(false, (factor, factor)), "\u{3b3}\u{3c0}");
        }
        let rate = positive_rate.and_then(|rate| PredictionRate::new(rate.clone()));
        if let Some(quotient) =
            rate.and_then(|rate| rate.odds_quotient()).filter(Rational::is_positive)
        {
            let factor = quotient.to_f64();
            draw(&Arc::of_diagonal(true, (1.0, factor)), "\u{3b3}\u{3c4}");
        }
        curves
    }
}

/// Returns the centres of texts around a point, the nearest ones first.
fn around((x, y): Xy, wide: f64, size: f64) -> impl Iterator<Item = Xy> {
    const SIDES: [(f64, f64); 8] = [
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (1.0, -1.0),
        (1.0, 1.0),
        (-1.0, -1.0),
        (-1.0, 1.0),
    ];
    (0..12).flat_map(move |ring| {
        let gap = size * (0.7 + 0.9 * f64::from(ring));
        let centre =
            move |(right, down)| (x + right * (gap + wide / 2.0), y + down * (gap + 0.6 * size));
        SIDES.into_iter().map(centre)
    })
}

fn diamond((x, y): Xy, radius: f64) -> Path {
    let half = 1.25 * radius;
    let corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)];
    filled(format!("M{}Z", corners.map(number_pair).join("L")), INK)
}

fn number_pair((x, y): Xy) -> String {
    format!("{} {}", number(x), number(y))
}
