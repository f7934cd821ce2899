//! Pictures of all frontiers and of the cells between them.

use std::collections::HashMap;

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, filled, stroked, text};
use super::error::PictureError;
use super::families::Colours;
use super::label;
use super::palette;
use super::sketch::{Extras, Sketch};
use super::stripes::{Stripe, stripes_of_rank};
use super::tile_picture::TilePicture;
use crate::arc::{Arc, CurvedPath};
use exactile::arrangement::{Frontiers, RankingCells};
use exactile::tile::Regions;

/// The most lines of a legible picture.
const MOST_LINES: usize = 50_000;
/// The most cells that are drawn; of more only the frontiers are.
const MOST_CELLS: u64 = 20_000;
/// The most cells with tooltips.
const MOST_TOOLTIPS: usize = 4_000;
/// The number of classifiers named in a tooltip.
const LEADING: usize = 5;

impl TilePicture {
    /// Draws all cells with one ranking: in the colour of the classifier that is first, in shades
    /// that distinguish neighbours. Classifiers of one family, if `families` has the family of
    /// each, have shades of one colour. Beyond 20,000 cells only the frontiers are drawn, and the
    /// picture says so.
    ///
    /// # Errors
    /// More than 50,000 frontiers.
    pub fn rankings(
        regions: &Regions,
        families: Option<&[usize]>,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let frontiers = frontiers_to_draw(regions)?;
        let count = frontiers.count().cells;
        let title = if count == 1 { "1 ranking".to_owned() } else { format!("{count} rankings") };
        let mut sketch = Sketch::new(regions, side, extras);
        if count > MOST_CELLS {
            let layer = lines(&sketch, &frontiers, 0.5);
            sketch.sheet.add(layer);
            sketch.grid_and_curves(None);
            sketch.score_layer();
            let note = ["too many cells for", "colours: here are", "the frontiers alone"];
            let (column, width) = column_of_text(&sketch, &title, &note);
            return Ok(Self { document: sketch.finish(column, width) });
        }
        let cells = frontiers.cells()?;
        let stripes = stripes_of_rank(regions, 1)?;
        let colours = Sketch::colours(regions, families, &sketch.extras, &stripes);
        let layer = cells_layer(&sketch, &cells, &colours);
        sketch.sheet.add(layer);
        let layer = lines(&sketch, &frontiers, 0.4);
        sketch.sheet.add(layer);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        let names = sketch.names.clone();
        let colour_of = |stripe: &Stripe| colours.of(stripe.members[0]);
        let name_of = |stripe: &Stripe| colours.name(&names, &stripe.members);
        let labelled = sketch.label_layer(&stripes, name_of, &colour_of);
        let entries = sketch.entries(&stripes, &labelled, &colour_of, name_of);
        let title = format!("{title}, first is");
        Ok(Self { document: sketch.finish_with_legend(&title, &entries) })
    }
}

fn frontiers_to_draw(regions: &Regions) -> Result<Frontiers<'_>, PictureError> {
    let frontiers = Frontiers::new(regions)?;
    if frontiers.len() > MOST_LINES {
        return Err(PictureError::TooManyFrontiers(frontiers.len()));
    }
    Ok(frontiers)
}

/// Draws every frontier once, paler if there are many.
fn lines(sketch: &Sketch<'_>, frontiers: &Frontiers<'_>, width: f64) -> Group {
    let frame = &sketch.frame;
    let mut arcs: Vec<CurvedPath> = (0..frontiers.len())
        .map(|k| {
            let [upper_left, lower_right] = frontiers.ends(k);
            let curve = frontiers.curve(k);
            frame.flattened(&Arc::new(&curve, &lower_right, &upper_left))
        })
        .collect();
    arcs.sort_by(|x, y| {
        let end = |path: &CurvedPath| path.curves.last().map_or(path.start, |curve| curve[1]);
        let places = |path: &CurvedPath| [path.start.0, path.start.1, end(path).0, end(path).1];
        let pairs = places(x).into_iter().zip(places(y));
        pairs
            .map(|(x, y)| x.total_cmp(&y))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    #[expect(clippy::cast_precision_loss, reason = "only the darkness of lines")]
    let opacity = (60.0 / (arcs.len() as f64).max(1.0)).sqrt().clamp(0.12, 0.9);
    let mut layer = canvas::group("frontiers").set("stroke-opacity", canvas::number(opacity));
    for arc in &arcs {
        layer = layer.add(stroked(frame.data(std::slice::from_ref(arc), false), INK, width));
    }
    layer
}

/// Draws the cells, each in a shade of the first classifier's colour: three shades for the second
/// classifier, each in two variants, which differ between neighbours.
fn cells_layer(sketch: &Sketch<'_>, cells: &RankingCells<'_>, colours: &Colours) -> Group {
    let performances = cells.frontiers().performances();
    let parities = cells.parities();
    let with_tooltips = cells.len() <= MOST_TOOLTIPS;
    let mut seconds: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut layer = canvas::group("cells");
    cells.visit_rankings(|cell, ranking| {
        let first = ranking[0];
        let known = seconds.entry(first).or_default();
        let second = ranking.get(1).copied().unwrap_or(first);
        let place = known.iter().position(|&other| other == second).unwrap_or_else(|| {
            known.push(second);
            known.len() - 1
        });
        let shade = [0.0, 0.26, 0.52][place % 3] + if parities[cell] { 0.13 } else { 0.0 };
        let member = performances[first as usize][0];
        let colour = palette::paler(&colours.of(member), shade);
        let outline = cells.outline(cell);
        let count = outline.vertices.len();
        let paths: Vec<CurvedPath> = (0..count)
            .map(|k| {
                let (from, to) = (&outline.vertices[k], &outline.vertices[(k + 1) % count]);
                let arc = Arc::new(&outline.edges[k], from, to);
                sketch.frame.flattened(&arc)
            })
            .collect();
        let mut path = filled(sketch.frame.data(&paths, true), &colour)
            // A hair of its own colour closes the seams that antialiasing would show.
            .set("stroke", colour.as_str())
            .set("stroke-width", 0.3)
            .set("data-cell", cell);
        if with_tooltips {
            let leading: Vec<String> = ranking
                .iter()
                .take(LEADING)
                .map(|&i| sketch.names.full(&performances[i as usize]))
                .collect();
            let more = if ranking.len() > LEADING { " > \u{2026}" } else { "" };
            path = path.add(canvas::title(&format!("{}{more}", leading.join(" > "))));
        }
        let group = std::mem::replace(&mut layer, Group::new());
        layer = group.add(path);
    });
    layer
}

/// Draws a title and lines of text beside the Tile; returns their width.
fn column_of_text(sketch: &Sketch<'_>, title: &str, content: &[&str]) -> (Group, f64) {
    let size = 0.88 * sketch.frame.font;
    let (x, top) = (sketch.side_column(), sketch.frame.top + 0.3 * sketch.frame.font);
    let mut column = canvas::group("legend")
        .set("font-family", FONT)
        .add(text(title, x, top, size, Anchor::Start).set("font-weight", "bold"));
    let mut y = top;
    for line in content {
        y += 1.5 * size;
        column = column.add(text(line, x, y, size, Anchor::Start));
    }
    let widths = content.iter().map(|line| label::width(line, size));
    (column, widths.fold(label::width(title, 1.1 * size), f64::max))
}
