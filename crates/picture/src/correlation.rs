//! Rank correlations over the Tile.

use std::collections::HashSet;

use svg::node::element::{Group, Path};

use super::canvas::{self, Anchor, FONT, INK, filled, haloed, number, rectangle, stroked, text};
use super::contoured;
use super::error::PictureError;
use super::frame::Frame;
use super::label::{self, Room};
use super::level_sets::Field;
use super::palette;
use super::sketch::{Extras, Sketch};
use super::tile_picture::{TilePicture, constants};
use super::values::{self, Column, Scale};
use crate::arc::{Arc, CurvedPath, Xy};
use crate::metric_name;
use exactile::correlation::{
    Coefficient, CorrelationCell, CorrelationTile, Correlator, Extreme, RankedSet, Search,
};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::score::{NamedScore, RankingScore, Score};
use exactile::tile::Regions;

impl TilePicture {
    /// Draws the rank correlation of a metric with each ranking score, as bands and contours
    /// through the values at the points of a grid. `side` is the width of the Tile in pixels.
    ///
    /// # Errors
    /// A correlation that is defined nowhere.
    pub fn correlation<C: Coefficient>(
        correlator: &Correlator,
        tile: &CorrelationTile<C>,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        Self::correlation_on(correlator, tile, None, side, extras)
    }

    /// As [`Self::correlation`], in colours of values from `low` to `high`, so that several metrics
    /// can be compared. The marked extremes are those at the grid's points and at the metric's own
    /// place.
    ///
    /// # Errors
    /// A correlation that is defined nowhere.
    pub fn correlation_between<C: Coefficient>(
        correlator: &Correlator,
        tile: &CorrelationTile<C>,
        ends: [Rational; 2],
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        Self::correlation_on(correlator, tile, Some(Scale::of(ends)), side, extras)
    }

    fn correlation_on<C: Coefficient>(
        correlator: &Correlator,
        tile: &CorrelationTile<C>,
        fixed: Option<Scale>,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let half = Rational::new(1, 2);
        let (prior, is_fixed) = match correlator.set().prior() {
            Some(prior) => (prior, true),
            None => (&half, false),
        };
        let ground = constants(prior)?;
        let mut sketch = Sketch::new(&ground, side, extras);
        if !is_fixed {
            sketch.frame.prior_positive = None;
        }
        let search = match fixed {
            None => correlator.search(tile),
            Some(_) => at_known_places(correlator, tile, prior),
        };
        let scale = scale(&search).map(|own| fixed.unwrap_or(own))?;
        sketch.score_layer();
        let markers = markers(&sketch.frame, &search, &mut sketch.taken);
        let field = Field::new(
            tile.steps() as usize,
            tile.points().map(|(_, correlation)| tau(correlation)).collect(),
        );
        // Everything that is defined lies in the lowest band or above it.
        let lowest = (f64::MIN, palette::ramp(0.0));
        let bands = scale.bands().map(|(level, at)| (level.to_f64(), palette::ramp(at)));
        sketch.sheet.add(contoured::bands(
            &sketch.frame,
            &field,
            UNDEFINED,
            std::iter::once(lowest).chain(bands),
        ));
        let levels = scale.contours().map(|level| {
            let value = level.to_f64();
            let colour = palette::ramp(scale.position(value));
            (value, level.to_decimal(scale.digits()), colour)
        });
        let square = sketch.frame.corners();
        let [lines, names] =
            contoured::contours(&sketch.frame, &field, levels, &square, &mut sketch.taken);
        sketch.sheet.extend([lines, names]);
        sketch.grid_and_curves(None);
        if let (RankedSet::FixedRate { rate, .. }, true) =
            (correlator.set(), sketch.extras.no_skill_curve)
        {
            sketch.sheet.add(sketch.frame.no_skill_curves(Some(rate)));
        }
        sketch.sheet.add(markers);
        Ok(finished(sketch, correlator, &points_text(tile), &search, &scale))
    }

    /// As [`Self::correlation`], over classifiers of one prior. Their correlations are constant on
    /// cells, whose borders are exact curves. If there are too many cells, the squares around the
    /// grid's points are drawn instead.
    ///
    /// # Errors
    /// A correlation that is defined nowhere, and too many frontiers for a legible picture.
    pub fn correlation_of_classifiers<C: Coefficient>(
        regions: &Regions,
        correlator: &Correlator,
        steps: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        const MOST_CELLS: usize = 20_000;
        let mut sketch = Sketch::new(regions, side, extras);
        let Some(cells) = correlator.cells_of::<C>(MOST_CELLS) else {
            let tile = correlator.tile_of::<C>(steps, || ());
            let search = correlator.search(&tile);
            let scale = scale(&search)?;
            sketch.score_layer();
            let markers = markers(&sketch.frame, &search, &mut sketch.taken);
            sketch.sheet.add(squares(&sketch.frame, &tile, &scale));
            sketch.all_frontiers(regions)?;
            sketch.grid_and_curves(None);
            sketch.sheet.add(markers);
            return Ok(finished(sketch, correlator, &points_text(&tile), &search, &scale));
        };
        let shift = sketch.frame.shift().expect("regions have one prior").clone();
        let places =
            cells.iter().map(|cell| (shift.apply_to_point(&cell.inside), cell.correlation));
        let search = Search::among(places);
        let scale = scale(&search)?;
        sketch.score_layer();
        let markers = markers(&sketch.frame, &search, &mut sketch.taken);
        let layers = cell_layers(&sketch.frame, &cells, &scale);
        sketch.sheet.extend(layers);
        sketch.grid_and_curves(None);
        sketch.sheet.add(markers);
        let made_of = format!("{} exact cells", cells.len());
        Ok(finished(sketch, correlator, &made_of, &search, &scale))
    }
}

/// Returns the extremes at the points of the grid and at the metric's own place, if it has one.
fn at_known_places<C: Coefficient>(
    correlator: &Correlator,
    tile: &CorrelationTile<C>,
    prior: &Rational,
) -> Search<C> {
    let metric = correlator.score().metric().cloned();
    let own = metric.and_then(|metric| NamedScore::new(metric).ok()).and_then(|score| {
        let place = score.place(prior);
        let correlation = correlator.coefficient(&RankingScore::at(place.clone())?);
        Some((place, correlation))
    });
    let known: HashSet<Point> = own.iter().map(|(place, _)| place.clone()).collect();
    let points = tile.points().filter(|(point, _)| !known.contains(point));
    let points: Vec<_> = points.map(|(point, correlation)| (point, *correlation)).collect();
    Search::among(own.into_iter().chain(points))
}

fn points_text<C: Coefficient>(tile: &CorrelationTile<C>) -> String {
    let side = tile.steps() + 1;
    format!("{side} \u{d7} {side} points")
}

/// Draws cells in the colours of their values, then their borders.
fn cell_layers<C: Coefficient>(
    frame: &Frame,
    cells: &[CorrelationCell<C>],
    scale: &Scale,
) -> [Group; 2] {
    let mut values = canvas::group("values");
    #[expect(clippy::cast_precision_loss, reason = "only the width of lines")]
    let width = (0.8 * 40.0 / cells.len() as f64).clamp(0.1, 0.8);
    let mut borders = canvas::group("frontiers");
    for cell in cells {
        let data = frame.data(&outline(frame, &cell.corners), true);
        let (colour, name) = match tau(&cell.correlation) {
            Some(tau) => (palette::ramp(scale.position(tau)), format!("{tau:.3}")),
            None => (UNDEFINED.to_owned(), "undefined".to_owned()),
        };
        borders = borders.add(stroked(data.clone(), INK, width));
        values = values.add(
            filled(data, &colour)
                // A hair of its own colour closes the seams that antialiasing would show.
                .set("stroke", colour.as_str())
                .set("stroke-width", 0.4)
                .add(canvas::title(&name)),
        );
    }
    [values, borders]
}

/// Returns the image of a polygon of the balanced Tile.
fn outline(frame: &Frame, corners: &[Point]) -> Vec<CurvedPath> {
    let shift = frame.shift().expect("regions have one prior");
    let next = corners.iter().cycle().skip(1);
    corners
        .iter()
        .zip(next)
        .map(|(from, to)| {
            let line = [&from.b - &to.b, &to.a - &from.a, &from.a * &to.b - &from.b * &to.a];
            let curve = shift.image_of_line(&line);
            let ends = [from, to].map(|end| shift.apply_to_point(end));
            frame.flattened(&Arc::new(&curve, &ends[0], &ends[1]))
        })
        .collect()
}

/// Returns the coefficient as a float.
fn tau(correlation: &impl Coefficient) -> Option<f64> {
    let square = correlation.signed_square()?.to_f64();
    Some(square.signum() * square.abs().sqrt())
}

fn scale(search: &Search<impl Coefficient>) -> Result<Scale, PictureError> {
    let ends: Option<Vec<f64>> = [&search.minimum, &search.maximum]
        .into_iter()
        .map(|extreme| tau(&extreme.as_ref()?.correlation))
        .collect();
    let ends = ends.ok_or(PictureError::NoCorrelation)?;
    Ok(Scale::of(ends.iter().filter_map(|tau| format!("{tau:.6}").parse().ok())))
}

/// The colour of places at which the coefficient is undefined.
const UNDEFINED: &str = "#d0d0d0";

/// Draws a square around each point of the grid; runs of one colour are one rectangle.
fn squares(frame: &Frame, tile: &CorrelationTile<impl Coefficient>, scale: &Scale) -> Group {
    let mut group = canvas::group("values")
        .add(frame.ground().set("fill", UNDEFINED))
        .set("shape-rendering", "crispEdges");
    let steps = f64::from(tile.steps());
    let edge = |k: u32| ((f64::from(k) - 0.5) / steps).clamp(0.0, 1.0);
    for j in 0..=tile.steps() {
        let value = |i: u32| tile.at(i, j).and_then(|found| tau(found));
        let mut start = 0;
        for i in 1..=tile.steps() + 1 {
            if i <= tile.steps() && value(i) == value(start) {
                continue;
            }
            if let Some(value) = value(start) {
                let (left, top) = frame.pixel((edge(start), edge(j + 1)));
                let (right, bottom) = frame.pixel((edge(i), edge(j)));
                let colour = palette::ramp(scale.position(value));
                group =
                    group.add(rectangle(left, top, right - left, bottom - top).set("fill", colour));
            }
            start = i;
        }
    }
    group
}

/// Draws triangles at the extremes, with their names if there is room.
fn markers<C>(frame: &Frame, search: &Search<C>, taken: &mut Vec<Room>) -> Group {
    let mut group = canvas::group("extremes").set("font-family", FONT);
    let size = 0.8 * frame.font;
    for (extreme, name, up) in [(&search.minimum, "min", false), (&search.maximum, "max", true)] {
        let Some(extreme) = extreme else { continue };
        for place in marked(extreme) {
            // On the border it stands inside, clear of ticks and the names of corners.
            let (x, y) = frame.pixel(place.to_f64());
            let inset = 1.1 * frame.font;
            let x = x.clamp(frame.left + inset, frame.right() - inset);
            let y = y.clamp(frame.top + inset, frame.bottom() - inset);
            group = group.add(triangle((x, y), 0.55 * frame.font, up));
            taken.push(Room::around((x, y), 1.4 * frame.font, 1.4 * frame.font));
            let (wide, gap) = (label::width(name, size), 0.95 * frame.font);
            let beside = gap + wide / 2.0;
            let candidates = [
                (x + beside, y),
                (x - beside, y),
                (x, y - gap - 0.3 * size),
                (x, y + gap + 0.3 * size),
            ];
            let room = candidates.into_iter().map(|centre| Room::around(centre, wide, size)).find(
                |room| {
                    room.left >= frame.left
                        && room.right <= frame.right()
                        && room.top >= frame.top
                        && room.bottom <= frame.bottom()
                        && !taken.iter().any(|other| room.overlaps(*other))
                },
            );
            if let Some(room) = room {
                let (x, y) = room.centre();
                taken.push(room);
                group = group.add(
                    haloed(text(name, x, y, size, Anchor::Middle), size).set("font-weight", "bold"),
                );
            }
        }
    }
    group
}

/// Returns the marked places of an extreme: all of a few places, and the first of a whole cell.
fn marked<C>(extreme: &Extreme<C>) -> impl Iterator<Item = &Point> {
    let shown = if extreme.places.len() <= 4 { 4 } else { 1 };
    extreme.places.iter().take(shown)
}

fn triangle((x, y): Xy, radius: f64, up: bool) -> Path {
    let sign = if up { -1.0 } else { 1.0 };
    let data = format!(
        "M{} {}L{} {}L{} {}Z",
        number(x),
        number(y + sign * 1.3 * radius),
        number(x - 1.1 * radius),
        number(y - sign * 0.75 * radius),
        number(x + 1.1 * radius),
        number(y - sign * 0.75 * radius)
    );
    filled(data, "#ffffff").set("stroke", INK).set("stroke-width", 1.2)
}

/// Returns the name of a score in the title of the bar; a long formula has none.
fn score_name(score: &Score) -> String {
    const LONGEST: usize = 24;
    match score {
        Score::Metric(metric) => metric_name(metric),
        Score::Formula(formula) => Some(formula.to_string())
            .filter(|text| text.chars().count() <= LONGEST)
            .unwrap_or_else(|| "the formula".to_owned()),
    }
}

/// Adds the bar of colours, the extremes, and notes on the data.
fn finished<C: Coefficient>(
    sketch: Sketch<'_>,
    correlator: &Correlator,
    made_of: &str,
    search: &Search<C>,
    scale: &Scale,
) -> TilePicture {
    if !sketch.extras.legend {
        return TilePicture::of(sketch.finish_alone());
    }
    let frame = &sketch.frame;
    let (font, x) = (frame.font, sketch.side_column());
    let shown = |extreme: &Option<Extreme<C>>| {
        extreme.as_ref().and_then(|found| tau(&found.correlation)).map_or(String::new(), |tau| {
            let shown = format!("{tau:.3}");
            if shown == "-0.000" { "0.000".to_owned() } else { shown }
        })
    };
    let used = search.maximum.as_ref().map_or(0, |found| found.correlation.used());
    let mut notes = vec![
        format!("max {}", shown(&search.maximum)),
        format!("min {}", shown(&search.minimum)),
        match correlator.set() {
            RankedSet::Given => format!("{used} classifiers"),
            _ => format!("{used} performances"),
        },
        made_of.to_owned(),
    ];
    let left_out = correlator.performances() - used;
    if left_out > 0 {
        notes.insert(3, format!("{left_out} undefined"));
    }
    match (correlator.set(), correlator.set().prior()) {
        (_, Some(prior)) => notes.insert(2, format!("prior {prior}")),
        (RankedSet::FixedRate { rate, .. }, _) => notes.insert(2, format!("\u{3c4}+ {rate}")),
        (RankedSet::Given, None) => {}
        _ => notes.insert(2, "all priors".to_owned()),
    }
    if let RankedSet::Drawn { seed, .. } = correlator.set() {
        notes.insert(4, format!("drawn, seed {seed}"));
    }
    let size = 0.8 * font;
    let mut column = canvas::group("notes").set("font-family", FONT);
    let mut width: f64 = 0.0;
    for (line, note) in notes.iter().rev().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a handful of lines")]
        let y = frame.bottom() - 0.5 * size - 1.35 * size * line as f64;
        column = column.add(text(note, x, y, size, Anchor::Start));
        width = width.max(label::width(note, size));
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of lines")]
    let notes_height = 1.35 * size * notes.len() as f64 + 1.2 * font;
    let bar = Column { bottom: frame.bottom() - notes_height, ..Column::beside(frame) };
    let title = format!("{} with {}", C::LETTER, score_name(correlator.score()));
    let (bar, bar_width) = values::scale_bar(bar, x, &title, scale);
    let column = canvas::group("column").add(bar).add(column);
    TilePicture::of(sketch.finish(column, width.max(bar_width)))
}
