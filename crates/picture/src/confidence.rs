//! The probabilities over the Tile that classifiers are truly the best, or first on a repeat of the
//! test.

use svg::node::element::Group;

use super::canvas::{self, Anchor, FONT, INK, clip, filled, haloed, stroked, text};
use super::contoured;
use super::error::PictureError;
use super::families::Colours;
use super::label;
use super::legend::{Entry, Legend};
use super::level_sets::Field;
use super::palette;
use super::scheme::Scheme;
use super::sketch::{Extras, Sketch};
use super::stripes::{Stripe, stripes_of_rank};
use super::tile_picture::TilePicture;
use super::values::{self, Column, Scale};
use crate::arc::Xy;
use exactile::confidence::{ConfidenceTile, FirstBy};
use exactile::lattice::INDEPENDENT;
use exactile::num::{Level, Percent, Rational};
use exactile::tile::Regions;

/// The assumption of paired probabilities.
const PAIRED: &str = "compared on the same samples";

impl TilePicture {
    /// Draws the probability that the classifier that is first on these data is truly the best, or
    /// will be first alone on further ones; with `classifier`, the probability of this classifier.
    /// Regions are exact, probabilities are those at the points of the grid, whose number is in the
    /// picture. The colours cover the range of the shown values.
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
        let (stripes, mut sketch) = begun(regions, side, extras)?;
        let mut overlay = Vec::new();
        let square = sketch.frame.corners();
        let shown: Vec<usize> = match classifier {
            Some(classifier) => vec![classifier],
            None => stripes.iter().map(|stripe| stripe.members[0]).collect(),
        };
        let best = |point: &exactile::confidence::ConfidencePoint| {
            shown.iter().map(|at| point.first[*at]).fold(0.0, f64::max)
        };
        let scale = fitted(tile.cells().map(best), tile.bound());
        match classifier {
            Some(classifier) => {
                let [layer, names] =
                    fields(&mut sketch, &field_of(tile, classifier), &scale, &square, None);
                sketch.sheet.add(layer);
                overlay.push(names);
            }
            None => {
                for (k, stripe) in stripes.iter().enumerate() {
                    let outline = sketch.frame.data(&stripe.outline(&sketch.frame), true);
                    let polygon = sketch.polygon(stripe);
                    let id = format!("region-{k}");
                    let [layer, names] = fields(
                        &mut sketch,
                        &field_of(tile, stripe.members[0]),
                        &scale,
                        &polygon,
                        None,
                    );
                    let clipped = layer.set("clip-path", format!("url(#{id})"));
                    sketch.sheet.add(
                        canvas::group("confidence-region").add(clip(&id, outline)).add(clipped),
                    );
                    overlay.push(names);
                }
            }
        }
        let ground = |stripe: &Stripe, at: Xy| {
            let shown = classifier.unwrap_or(stripe.members[0]);
            scale.colour(field_of(tile, shown).nearest(at))
        };
        above(&mut sketch, &stripes, classifier, overlay, &ground);
        let event = event(tile);
        let title = match classifier {
            Some(classifier) => format!("P({} {event})", sketch.names.of(&[classifier])),
            None => format!("P({event})"),
        };
        Ok(Self::of(finished(sketch, &title, &scale, &notes_of(tile))))
    }

    /// Draws the regions where a classifier is truly the best, or first alone on further data, with
    /// probability `level` at least, in its colour; elsewhere the classifier that is first on these
    /// data in a pale one. Classifiers of one family, if `families` has the family of each, have
    /// shades of one colour.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn decided(
        regions: &Regions,
        families: Option<&[usize]>,
        tile: &ConfidenceTile,
        level: &Level,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_rank(regions, 1)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let (counts, contour, event) = (tile.decided(level), tile.contour(level), event(tile));
        let shown = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(k, _)| k);
        let first = stripes.iter().map(|stripe| stripe.members[0]);
        let instead = &sketch.extras.colours;
        let scheme = Scheme::with_all(regions.classifiers(), families, instead);
        let colours = Colours::new(&scheme, first.chain(shown));
        let pale = |stripe: &Stripe| palette::paler(&colours.of(stripe.members[0]), 0.78);
        sketch.regions_layer(&stripes, &pale);
        sketch.frontier_layer(&stripes);
        let mut layer = canvas::group("decided");
        for (classifier, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let field = field_of(tile, classifier);
            let loops = field.loops(contour);
            let colour = colours.of(classifier);
            let name = format!(
                "{}: {event} with {} or more, {}",
                sketch.names.full(&[classifier]),
                level.in_percent(),
                share(*count, tile)
            );
            layer = layer.add(
                filled(contoured::loop_data(&sketch.frame, &loops, true), &colour)
                    .set("data-classifier", classifier)
                    .add(canvas::title(&name)),
            );
            let lines = contoured::loop_data(&sketch.frame, &field.lines(contour), false);
            layer = layer.add(stroked(lines, INK, 1.2).set("stroke-linejoin", "round"));
        }
        sketch.sheet.add(layer);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        let names = sketch.names.clone();
        let name_of = |stripe: &Stripe| colours.name(&names, &stripe.members);
        sketch.labels(&stripes, name_of, &|plain, _, _, size| haloed(plain, size));
        let height = Some(sketch.frame.top);
        let entry = |colour: String, name: String, count: usize| {
            let (share, leaders) = (share(count, tile), Vec::new());
            Entry { colour, name, share, weight: 0.0, leaders, height }
        };
        let decided = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let mut entries: Vec<Entry> =
            decided.map(|(k, count)| entry(colours.of(k), sketch.names.of(&[k]), *count)).collect();
        let cells = (tile.grid().resolution() * tile.grid().resolution()) as usize;
        let rest = cells - counts.iter().sum::<usize>();
        entries.push(entry("#ffffff".to_owned(), "nobody".to_owned(), rest));
        let title = format!("{event} with {}", level.in_percent());
        if !sketch.extras.legend {
            return Ok(Self::of(sketch.finish_alone()));
        }
        let x = sketch.side_column();
        let legend = Legend::new(&sketch.frame, &title, &entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        let mut lines = notes_of(tile);
        lines.push("pale: first on these data".to_owned());
        let (notes, width) = notes(&sketch, &lines);
        Ok(Self::of(sketch.finish(legend.group.add(notes), legend.width.max(width))))
    }
}

/// The number of parts of a side of the Tile in which [`level_loops`] measures.
pub const LOOP_PARTS: u32 = 10_000;

/// Returns the loops around the points where a classifier reaches each level, in parts of the Tile.
pub fn level_loops(tile: &ConfidenceTile, classifier: usize, levels: &[f64]) -> Vec<Vec<Vec<u32>>> {
    let field = Field::of_middles(
        tile.grid().resolution() as usize,
        &tile.cells().map(|point| point.first[classifier]).collect::<Vec<f64>>(),
    );
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10000")]
    let parts = |z: f64| (f64::from(LOOP_PARTS) * z).round() as u32;
    let rounded = |points: Vec<Xy>| -> Vec<u32> {
        points.into_iter().flat_map(|(a, b)| [parts(a), parts(b)]).collect()
    };
    levels.iter().map(|level| field.loops(*level).into_iter().map(rounded).collect()).collect()
}

fn field_of(tile: &ConfidenceTile, classifier: usize) -> Field {
    Field::of_middles(tile.grid().fine() as usize, &tile.field(classifier))
}

/// Returns the regions of the first classifiers on these data, and a sketch with the layer of
/// scores.
pub(super) fn begun(
    regions: &Regions,
    side: f64,
    extras: Extras,
) -> Result<(Vec<Stripe>, Sketch<'_>), PictureError> {
    let stripes = stripes_of_rank(regions, 1)?;
    let mut sketch = Sketch::new(regions, side, extras);
    sketch.score_layer();
    Ok((stripes, sketch))
}

/// Draws the layers above the colours: frontiers, curves, names of the first classifiers, and the
/// numbers of contours. `ground` is the colour at a point of the Tile.
pub(super) fn above(
    sketch: &mut Sketch<'_>,
    stripes: &[Stripe],
    classifier: Option<usize>,
    numbers: Vec<Group>,
    ground: &dyn Fn(&Stripe, Xy) -> String,
) {
    sketch.frontier_layer(stripes);
    sketch.grid_and_curves(classifier);
    let names = sketch.names.clone();
    sketch.label_layer_on(stripes, |stripe| names.of(&stripe.members), ground);
    sketch.sheet.extend(numbers);
}

/// Returns the event of the probabilities in words.
fn event(tile: &ConfidenceTile) -> &'static str {
    match tile.first_by() {
        FirstBy::Rates | FirstBy::PooledRates => "truly best",
        FirstBy::NextTest => "first",
    }
}

/// Returns a scale for the shown values, which is no finer than the bound of simulated numbers. The
/// highest and the lowest fiftieth of the Tile may be beyond it, since often only a corner is
/// certain.
pub(super) fn fitted(values: impl Iterator<Item = f64>, bound: f64) -> Fitted {
    const BEYOND: usize = 50;
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let beyond = values.len() / BEYOND;
    let low = values.get(beyond).copied().unwrap_or(0.0);
    let high = values.iter().rev().nth(beyond).copied().unwrap_or(1.0);
    // At least four steps of twice the bound.
    let room = (8.0 * bound - (high - low)).max(0.0) / 2.0;
    let end = |value: f64| Rational::try_from(value.clamp(0.0, 1.0)).unwrap_or(Rational::ZERO);
    let scale = Scale::of([end(low - room), end(high + room)]);
    let is_beyond = [values.first(), values.last()]
        .map(|value| value.is_some_and(|value| !(0.0..=1.0).contains(&scale.position(*value))));
    Fitted { scale, is_beyond }
}

/// A scale, and whether values are below and above it.
pub(super) struct Fitted {
    pub(super) scale: Scale,
    is_beyond: [bool; 2],
}

impl Fitted {
    /// Returns the colour of a value.
    pub(super) fn colour(&self, value: f64) -> String {
        palette::ramp(self.scale.position(value))
    }
}

/// Draws bands and contours of probabilities, and the names of contours inside a polygon.
pub(super) fn fields(
    sketch: &mut Sketch<'_>,
    field: &Field,
    fitted: &Fitted,
    polygon: &[Xy],
    further: Option<&Rational>,
) -> [Group; 2] {
    let scale = &fitted.scale;
    let bands = scale.bands().map(|(level, position)| (level.to_f64(), palette::ramp(position)));
    let layer = contoured::bands(&sketch.frame, field, &palette::ramp(0.0), bands);
    let own = further.filter(|level| scale.contours().all(|other| other != **level));
    let levels = scale.contours().chain(own.cloned());
    let levels = levels.map(|level| {
        let value = level.to_f64();
        (value, level.in_percent(), fitted.colour(value))
    });
    let [lines, names] = contoured::contours(
        &sketch.frame,
        field,
        levels.filter(|(level, _, _)| *level > 0.0 && *level < 1.0),
        polygon,
        &mut sketch.taken,
    );
    [canvas::group("confidence").add(layer).add(lines), names]
}

/// Adds the bar of colours and the notes on the probabilities.
pub(super) fn finished(
    sketch: Sketch<'_>,
    title: &str,
    Fitted { scale, is_beyond }: &Fitted,
    lines: &[String],
) -> svg::Document {
    if !sketch.extras.legend {
        return sketch.finish_alone();
    }
    let (font, x) = (sketch.frame.font, sketch.side_column());
    let (column, width) = notes(&sketch, lines);
    let shown = label::shortened(title, 0.85 * font, 16.0 * font);
    let lines = u16::try_from(lines.len()).map_or(0.0, f64::from);
    let bottom = sketch.frame.bottom() - (1.08 * lines + 1.2) * font;
    let place = Column { top: sketch.frame.top, bottom, font };
    let ticks: Vec<(f64, String)> = scale
        .contours()
        .map(|level| (scale.position(level.to_f64()), level.in_percent()))
        .collect();
    // Names of ticks must not touch.
    let fits = (bottom - sketch.frame.top - 1.6 * font) / (1.2 * font);
    let every = (1..)
        .find(|every| u16::try_from(ticks.len() / every).map_or(1e9, f64::from) <= fits.max(1.0))
        .unwrap_or(1);
    let mut ticks: Vec<(f64, String)> = ticks.into_iter().step_by(every).collect();
    let [is_below, is_above] = is_beyond;
    if let Some((_, name)) = ticks.first_mut().filter(|_| *is_below) {
        name.insert_str(0, "\u{2264} ");
    }
    if let Some((_, name)) = ticks.last_mut().filter(|(at, _)| *is_above && *at >= 1.0) {
        name.insert_str(0, "\u{2265} ");
    }
    let (bar, bar_width) = values::bar(place, x, &shown, palette::ramp, &ticks);
    sketch.finish(column.add(bar), width.max(bar_width))
}

/// Returns notes on the origin of the probabilities.
pub(super) fn notes_of(tile: &ConfidenceTile) -> Vec<String> {
    let resolution = tile.grid().resolution();
    let points = format!("{resolution} \u{d7} {resolution} points");
    let assumption = if tile.is_paired() { PAIRED } else { INDEPENDENT };
    let of = match tile.first_by() {
        FirstBy::Rates => "by the rates behind the results,",
        FirstBy::PooledRates => "by the rates behind the results, partially pooled,",
        FirstBy::NextTest => "on a repeat of the test,",
    };
    let mut notes = vec![of.to_owned(), format!("{assumption};")];
    match tile.simulation() {
        Some(drawn) => {
            notes.push(format!("{} draws, seed {},", drawn.draws, drawn.seed));
            notes.push(format!("each \u{b1} {:.1} % at most,", 100.0 * tile.bound()));
            notes.push(points);
        }
        None => {
            notes.push(format!("{points},"));
            notes.push(format!("{} with those along contours", tile.evaluated()));
        }
    }
    notes
}

/// Draws lines at the lower end of the column on the right.
pub(super) fn notes(sketch: &Sketch<'_>, notes: &[String]) -> (Group, f64) {
    let (size, x) = (0.8 * sketch.frame.font, sketch.side_column());
    let mut group = canvas::group("notes").set("font-family", FONT);
    let mut width: f64 = 0.0;
    for (note, line) in notes.iter().rev().zip(0_u8..) {
        let y = sketch.frame.bottom() - 0.5 * size - 1.35 * size * f64::from(line);
        width = width.max(label::width(note, size));
        group = group.add(text(note, x, y, size, Anchor::Start));
    }
    (group, width)
}

/// Returns a share of the grid's points.
fn share(count: usize, tile: &ConfidenceTile) -> String {
    let resolution = u64::from(tile.grid().resolution());
    let count = u64::try_from(count).expect("points of a grid");
    Percent::of(Rational::new(count, resolution * resolution), 1).to_string()
}
