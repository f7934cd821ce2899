//! How probably classifiers are first on a repeat of the test, over the Tile.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, clip, filled, stroked, text};
use super::contoured;
use super::label;
use super::legend::{Entry, Legend};
use super::level_sets::Field;
use super::palette;
use super::sketch::{Extras, Sketch};
use super::stripes::{Stripe, stripes_of_rank};
use super::tile_picture::{PictureError, TilePicture};
use super::values::{self, Column};
use crate::arc::Xy;
use exactile::confidence::ConfidenceTile;
use exactile::lattice::INDEPENDENT;
use exactile::num::{Percent, Rational};
use exactile::tile::Regions;

/// Probabilities with a contour of their own.
const CONTOURS: [(f64, &str); 3] = [(0.5, "50 %"), (0.8, "80 %"), (0.95, "95 %")];
/// Bands of colour between 0 and 1.
const BANDS: u32 = 20;

impl TilePicture {
    /// The probability that the classifier that is first on these data will be first alone on
    /// further ones; or, with `classifier`, that this one will be. Regions are exact, probabilities are those at the
    /// points of the grid, and the picture says how many there are.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn confidence(
        regions: &Regions,
        tile: &ConfidenceTile,
        classifier: Option<usize>,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_rank(regions, 1)?;
        let mut sketch = Sketch::new(regions, side, extras);
        sketch.score_layer();
        let mut overlay = Vec::new();
        let square = sketch.frame.corners();
        match classifier {
            Some(classifier) => {
                let [layer, names] = fields(&mut sketch, tile, classifier, &square);
                sketch.sheet.add(layer);
                overlay.push(names);
            }
            None => {
                for (k, stripe) in stripes.iter().enumerate() {
                    let outline = sketch.frame.data(&stripe.outline(&sketch.frame), true);
                    let polygon = sketch.polygon(stripe);
                    let id = format!("region-{k}");
                    let [layer, names] = fields(&mut sketch, tile, stripe.members[0], &polygon);
                    let clipped = layer.set("clip-path", format!("url(#{id})"));
                    sketch.sheet.add(
                        canvas::group("confidence-region").add(clip(&id, outline)).add(clipped),
                    );
                    overlay.push(names);
                }
            }
        }
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(classifier);
        let names = sketch.names.clone();
        sketch.label_layer(&stripes, |stripe| names.of(&stripe.members), &|_| "#ffffff".to_owned());
        sketch.sheet.extend(overlay);
        let title = match classifier {
            Some(classifier) => format!("P({} first)", sketch.names.of(&[classifier])),
            None => "P(first)".to_owned(),
        };
        Ok(Self::of(finished(sketch, &title, tile)))
    }

    /// Where a classifier is first alone on further data with probability `level` at least, in its
    /// colour; elsewhere the classifier that is first on these data in a pale one.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn decided(
        regions: &Regions,
        tile: &ConfidenceTile,
        level: &Rational,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_rank(regions, 1)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let counts = tile.decided(level);
        let colours = Sketch::colours(regions, &stripes);
        let numbered = |classifier: usize| colours.get(&classifier).copied();
        let own = |stripe: &Stripe| palette::colour(colours[&stripe.members[0]]).to_owned();
        let pale = |stripe: &Stripe| palette::paler(&own(stripe), 0.78);
        sketch.regions_layer(&stripes, &pale);
        sketch.frontier_layer(&stripes);
        let mut layer = canvas::group("decided");
        for (classifier, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let field = field_of(tile, classifier);
            let loops = field.loops(level.to_f64());
            let colour = palette::colour(numbered(classifier).unwrap_or(colours.len()));
            let name = format!(
                "{}: first with {} % or more, {}",
                sketch.names.full(&[classifier]),
                percent(level),
                share(*count, tile)
            );
            layer = layer.add(
                filled(contoured::loop_data(&sketch.frame, &loops, true), colour)
                    .set("data-classifier", classifier)
                    .add(canvas::title(&name)),
            );
            let lines = contoured::loop_data(&sketch.frame, &field.lines(level.to_f64()), false);
            layer = layer.add(stroked(lines, INK, 1.2).set("stroke-linejoin", "round"));
        }
        sketch.sheet.add(layer);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        let names = sketch.names.clone();
        sketch.label_layer(&stripes, |stripe| names.of(&stripe.members), &|_| "#ffffff".to_owned());
        let mut entries: Vec<Entry> = Vec::new();
        let line = |colour: String, name: String, share: String, height: Option<f64>| Entry {
            colour,
            name,
            share,
            weight: 0.0,
            leaders: Vec::new(),
            height,
        };
        for (classifier, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            entries.push(line(
                palette::colour(numbered(classifier).unwrap_or(colours.len())).to_owned(),
                sketch.names.of(&[classifier]),
                share(*count, tile),
                Some(sketch.frame.top),
            ));
        }
        let all: usize = counts.iter().sum();
        let resolution = tile.grid().resolution();
        let cells = (resolution * resolution) as usize;
        entries.push(line(
            "#ffffff".to_owned(),
            "nobody".to_owned(),
            share(cells - all, tile),
            Some(sketch.frame.top),
        ));
        let title = format!("first with {} %", percent(level));
        if !sketch.extras.legend {
            return Ok(Self::of(sketch.finish_alone()));
        }
        let x = sketch.side_column();
        let legend = Legend::new(&sketch.frame, &title, &entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        let (notes, width) = notes(&sketch, tile);
        Ok(Self::of(sketch.finish(legend.group.add(notes), legend.width.max(width))))
    }
}

/// The loops around the points where a classifier reaches each level, in thousandths of the Tile.
pub fn level_loops(tile: &ConfidenceTile, classifier: usize, levels: &[f64]) -> Vec<Vec<Vec<u32>>> {
    let field = Field::of_middles(
        tile.grid().resolution() as usize,
        &tile.cells().map(|point| point.first[classifier]).collect::<Vec<f64>>(),
    );
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let thousandths = |z: f64| (1000.0 * z).round() as u32;
    let rounded = |points: Vec<Xy>| -> Vec<u32> {
        points.into_iter().flat_map(|(a, b)| [thousandths(a), thousandths(b)]).collect()
    };
    levels.iter().map(|level| field.loops(*level).into_iter().map(rounded).collect()).collect()
}

fn field_of(tile: &ConfidenceTile, classifier: usize) -> Field {
    Field::of_middles(tile.grid().fine() as usize, &tile.field(classifier))
}

/// Bands and contours of one classifier's probabilities, and the names of contours inside a
/// polygon.
fn fields(
    sketch: &mut Sketch<'_>,
    tile: &ConfidenceTile,
    classifier: usize,
    polygon: &[Xy],
) -> [Group; 2] {
    let field = field_of(tile, classifier);
    let share = |k: u32| f64::from(k) / f64::from(BANDS);
    let bands = (0..BANDS).map(|k| {
        (
            if k == 0 { f64::MIN } else { share(k) },
            palette::ramp(f64::midpoint(share(k), share(k + 1))),
        )
    });
    let layer = contoured::bands(&sketch.frame, &field, "#ffffff", bands);
    let levels = CONTOURS.map(|(level, name)| (level, name.to_owned()));
    let [lines, names] =
        contoured::contours(&sketch.frame, &field, levels, polygon, &mut sketch.taken);
    [canvas::group("confidence").add(layer).add(lines), names]
}

/// The bar of colours, and how many points there are.
fn finished(sketch: Sketch<'_>, title: &str, tile: &ConfidenceTile) -> svg::Document {
    if !sketch.extras.legend {
        return sketch.finish_alone();
    }
    let (font, x) = (sketch.frame.font, sketch.side_column());
    let (column, width) = notes(&sketch, tile);
    let shown = label::shortened(title, 0.85 * font, 16.0 * font);
    let place = Column { top: sketch.frame.top, bottom: sketch.frame.bottom() - 5.5 * font, font };
    let ticks: Vec<(f64, String)> = [(0.0, "0"), (0.2, "20 %"), (1.0, "100 %")]
        .into_iter()
        .chain(CONTOURS)
        .map(|(at, name)| (at, name.to_owned()))
        .collect();
    let (bar, bar_width) = values::bar(place, x, &shown, palette::ramp, &ticks);
    sketch.finish(column.add(bar), width.max(bar_width))
}

/// What the picture was made of, at the lower end of the column on the right.
fn notes(sketch: &Sketch<'_>, tile: &ConfidenceTile) -> (Group, f64) {
    let (size, x) = (0.8 * sketch.frame.font, sketch.side_column());
    let resolution = tile.grid().resolution();
    let notes = [
        "on a repeat of the test,".to_owned(),
        format!("{INDEPENDENT};"),
        format!("{resolution} \u{d7} {resolution} points,"),
        format!("{} with those along contours", tile.evaluated()),
    ];
    let mut group = canvas::group("notes").set("font-family", FONT);
    let mut width: f64 = 0.0;
    for (note, line) in notes.iter().rev().zip(0_u8..) {
        let y = sketch.frame.bottom() - 0.5 * size - 1.35 * size * f64::from(line);
        width = width.max(label::width(note, size));
        group = group.add(text(note, x, y, size, Anchor::Start));
    }
    (group, width)
}

/// A share of the grid's points.
fn share(count: usize, tile: &ConfidenceTile) -> String {
    let resolution = u64::from(tile.grid().resolution());
    let count = u64::try_from(count).expect("points of a grid");
    Percent::of(Rational::new(count, resolution * resolution), 1).to_string()
}

fn percent(level: &Rational) -> String {
    let percent = level * Rational::from(100);
    let digits =
        (0..6).find(|&digits| (&percent * Rational::from(10_i64.pow(digits))).is_integer());
    percent.to_decimal(digits.unwrap_or(6))
}
