//! Several Tiles in one picture: one for each class, and one of the classifiers that are first in
//! every class.

use svg::Document;

use super::canvas::{self, Anchor, FONT, filled, number, text};
use super::families::Colours;
use super::frame::Frame;
use super::label::Names;
use super::legend::{Entry, Legend};
use super::sheet::{Sheet, extent};
use super::sketch::Extras;
use exactile::multi_class::FirstInEveryClass;
use exactile::num::Rational;

/// The number of upright lines on which the classifiers that are first in every class are
/// determined.
const COLUMNS: u32 = 240;

/// A stretch of b on which a classifier is first in every class, in one column of the picture.
pub(super) struct Stretch {
    pub(super) classifier: usize,
    column: u32,
    low: f64,
    high: f64,
}

/// Returns all stretches, decided exactly on the line in the middle of each column.
pub(super) fn first_along_columns(everywhere: &FirstInEveryClass<'_>) -> Vec<Stretch> {
    let mut found = Vec::new();
    for column in 0..COLUMNS {
        let a = Rational::new(2 * column + 1, 2 * COLUMNS);
        for (classifier, stretch) in everywhere.on_upright_line(&a).into_iter().enumerate() {
            if let Some([low, high]) = stretch.filter(|[low, high]| low < high) {
                found.push(Stretch { classifier, column, low: low.to_f64(), high: high.to_f64() });
            }
        }
    }
    found
}

/// Draws the Tile of the classifiers that are first in every class; it stays white where none is.
pub(super) fn every_class(
    stretches: &[Stretch],
    names: &Names<'_>,
    colours: &Colours,
    frame: &Frame,
    extras: Extras,
) -> Document {
    let mut layer = canvas::group("regions");
    let mut appearing: Vec<usize> = stretches.iter().map(|stretch| stretch.classifier).collect();
    appearing.sort_unstable();
    appearing.dedup();
    let mut entries = Vec::new();
    let mut entry = |colour: &str, name: String, weight: f64| {
        let share = format!("about {:.1} %", 100.0 * weight);
        let colour = colour.to_owned();
        entries.push(Entry { colour, name, share, weight, leaders: Vec::new(), height: None });
    };
    let mut nobody = 1.0;
    for classifier in appearing {
        let (mut data, mut weight) = (String::new(), 0.0);
        for stretch in stretches.iter().filter(|stretch| stretch.classifier == classifier) {
            let edge = |column: u32| f64::from(column) / f64::from(COLUMNS);
            let (left, top) = frame.pixel((edge(stretch.column), stretch.high));
            let (right, bottom) = frame.pixel((edge(stretch.column + 1), stretch.low));
            let [left, top, right, bottom] = [left, top, right, bottom].map(number);
            data.push_str(&format!("M{left} {top}H{right}V{bottom}H{left}Z"));
            weight += (stretch.high - stretch.low) / f64::from(COLUMNS);
        }
        let colour = colours.of(classifier);
        let colour = colour.as_str();
        // A hair of its own colour closes the seams between columns.
        layer = layer.add(filled(data, colour).set("stroke", colour).set("stroke-width", 0.3));
        entry(colour, names.of(&[classifier]), weight);
        nobody -= weight;
    }
    if nobody > 0.0 {
        entry("#ffffff", "nobody".to_owned(), nobody);
    }
    let font = frame.font;
    let x = frame.right() + 1.8 * font;
    let (column, column_width) = if extras.legend {
        let legend = Legend::new(frame, "first in every class", &entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        (legend.group, legend.width)
    } else {
        (canvas::group("nothing"), 0.0)
    };
    let note = format!("exact along {COLUMNS} upright lines, one in the middle of each column");
    let note = text(&note, frame.left, frame.bottom() + 4.2 * font, 0.75 * font, Anchor::Start);
    let mut sheet = Sheet::with_font(font);
    sheet.add(frame.ground());
    sheet.extend([layer, frame.axes(), column]);
    sheet.add(note.set("font-family", FONT));
    sheet.page((x + column_width + font, frame.height() + font))
}

/// Arranges pictures side by side, in rows that make about a square.
pub(super) fn arranged(panels: Vec<Document>) -> Document {
    let most = |key: &str| panels.iter().map(|panel| extent(panel, key)).fold(0.0, f64::max);
    let (widest, highest) = (most("width"), most("height"));
    let per_row = (1..).find(|rows| rows * rows >= panels.len()).unwrap_or(1);
    let rows = panels.len().div_ceil(per_row);
    let along = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let (width, height) = (widest * along(per_row), highest * along(rows));
    let mut sheet = Sheet::with_font(0.0);
    for (k, panel) in panels.into_iter().enumerate() {
        let (column, row) = (along(k % per_row), along(k / per_row));
        sheet.add(panel.set("x", column * widest).set("y", row * highest));
    }
    sheet.page((width, height))
}
