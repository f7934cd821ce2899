//! A plate: several pictures with headings in rows and columns, as in the figures of papers.
//!
//! Pictures keep their own units and are placed unchanged, so a plate is as exact as its parts. Its
//! proportions do not depend on the size at which it is written.

use svg::Document;
use svg::node::element::Group;
use svg::node::{Node, Value};

use super::canvas::{self, Anchor, FONT, INK, number, rectangle, text};
use super::label;
use super::panel::{caption, line};
use super::sheet::{Sheet, extent};
use super::tile_picture::TilePicture;
use super::values::{self, Column, Scale};
use crate::arc::Xy;
use exactile::num::Rational;

/// The size of the text of headings, in the units of the pictures.
const HEADING: f64 = 7.5;

/// The size of the text of keys and tables.
const TEXT: f64 = 6.5;

/// The room between pictures.
const GAP: f64 = 8.0;

/// A picture for a plate.
#[derive(Clone, Debug)]
pub struct PlatePicture {
    document: Document,
}

impl PlatePicture {
    pub(super) fn of(document: Document) -> Self {
        Self { document }
    }
}

impl From<TilePicture> for PlatePicture {
    fn from(picture: TilePicture) -> Self {
        Self::of(picture.document)
    }
}

/// A small table below a picture: rows of texts, each optionally with a colour before its first
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlateTable {
    /// The texts above the columns.
    pub header: Vec<String>,
    /// A colour `#rrggbb`, and a text per column.
    pub rows: Vec<(Option<String>, Vec<String>)>,
}

/// One place of a plate.
#[derive(Clone, Debug)]
struct Cell {
    heading: String,
    document: Document,
    table: PlateTable,
}

/// A picture made of pictures.
#[derive(Clone, Debug, Default)]
pub struct Plate {
    rows: Vec<Vec<Cell>>,
    bar: Option<(String, Scale)>,
    key: Vec<(String, String)>,
    notes: Vec<String>,
    lettered: bool,
}

impl Plate {
    /// Creates an empty plate whose headings are lettered: (a), (b), ...
    pub fn new() -> Self {
        Self { rows: vec![Vec::new()], lettered: true, ..Self::default() }
    }

    /// Removes the letters before headings.
    #[must_use]
    pub fn without_letters(mut self) -> Self {
        self.lettered = false;
        self
    }

    /// Adds a picture to the last row.
    #[must_use]
    pub fn with(self, heading: &str, picture: impl Into<PlatePicture>) -> Self {
        self.with_table(heading, picture, PlateTable::default())
    }

    /// Adds a picture with a table below it.
    #[must_use]
    pub fn with_table(
        mut self,
        heading: &str,
        picture: impl Into<PlatePicture>,
        table: PlateTable,
    ) -> Self {
        let count = self.rows.iter().map(Vec::len).sum::<usize>();
        let mut document = picture.into().document;
        rename(&mut document, &format!("panel-{count}-"));
        let cell = Cell { heading: heading.to_owned(), document, table };
        match self.rows.last_mut() {
            Some(row) => row.push(cell),
            None => self.rows.push(vec![cell]),
        }
        self
    }

    /// Starts the next row.
    #[must_use]
    pub fn next_row(mut self) -> Self {
        self.rows.push(Vec::new());
        self
    }

    /// Adds a bar of the colours of values from `low` to `high` on the right of all pictures.
    #[must_use]
    pub fn with_bar(mut self, title: &str, [low, high]: [Rational; 2]) -> Self {
        self.bar = Some((title.to_owned(), Scale::of([low, high])));
        self
    }

    /// Adds the meanings of colours `#rrggbb`, below all pictures.
    #[must_use]
    pub fn with_key(mut self, key: &[(&str, &str)]) -> Self {
        self.key =
            key.iter().map(|(colour, name)| (colour.to_string(), name.to_string())).collect();
        self
    }

    /// Adds a sentence below all pictures.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.notes.push(note.to_owned());
        self
    }

    /// Returns the text of the SVG, with `scale` pixels for each unit of the pictures.
    pub fn to_svg(self, scale: f64) -> String {
        let [width, height] = ["width", "height"];
        let document = self.document();
        let size = |key: &str| number(scale * extent(&document, key));
        let (wide, high) = (size(width), size(height));
        let mut text = document.set(width, wide).set(height, high).to_string();
        text.push('\n');
        text
    }

    fn document(self) -> Document {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width_of = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| extent(&cell.document, "width")).fold(0.0, f64::max)
        };
        let widths: Vec<f64> = (0..columns).map(width_of).collect();
        let mut layers: Vec<Group> = Vec::new();
        let mut pictures: Vec<Document> = Vec::new();
        let (mut y, mut right) = (GAP, 0.0_f64);
        let first_top = y + 2.0 * HEADING;
        let mut letter = 'a';
        for row in &self.rows {
            let (mut x, mut bottom) = (GAP, y);
            let has_headings = row.iter().any(|cell| !cell.heading.is_empty());
            let top = if has_headings { y + 1.8 * HEADING } else { y };
            for (cell, wide) in row.iter().zip(&widths) {
                let mut heading = cell.heading.clone();
                if self.lettered {
                    heading = format!("({letter}) {heading}");
                    letter = char::from_u32(u32::from(letter) + 1).unwrap_or('?');
                }
                let shown = text(&heading, x + 2.0, y + 0.6 * HEADING, HEADING, Anchor::Start);
                layers.push(
                    canvas::group("heading")
                        .set("font-family", FONT)
                        .add(shown.set("font-weight", "bold")),
                );
                pictures.push(cell.document.clone().set("x", number(x)).set("y", number(top)));
                let below = top + extent(&cell.document, "height");
                let (table, table_width, table_height) = drawn(&cell.table, x + 14.0, below);
                layers.push(table);
                right = right.max(x + wide).max(x + 14.0 + table_width);
                bottom = f64::max(bottom, below + table_height);
                x += wide + GAP;
            }
            y = bottom + GAP;
        }
        if let Some((title, scale)) = &self.bar {
            // About as high as the first row, wherever the plate ends.
            let column = Column { top: first_top, bottom: y - 4.0 * GAP, font: HEADING };
            let (bar, width) = values::scale_bar(column, right + GAP, title, scale);
            layers.push(bar);
            right += GAP + width;
        }
        if !self.key.is_empty() {
            let (key, height) = key(&self.key, (GAP + 2.0, y), right);
            layers.push(key);
            y += height;
        }
        if !self.notes.is_empty() {
            let content = self.notes.join(" ");
            let (note, height) = caption(&content, (GAP + 2.0, y), right - 2.0 * GAP, TEXT);
            layers.push(note);
            y += height;
        }
        let mut sheet = Sheet::with_font(HEADING);
        pictures.into_iter().for_each(|picture| sheet.add(picture));
        sheet.extend(layers);
        sheet.page((right + GAP, y))
    }
}

/// Makes names of parts unique in a file: those of each picture get a prefix.
fn rename(node: &mut dyn Node, prefix: &str) {
    if let Some(attributes) = node.get_attributes_mut() {
        if let Some(id) = attributes.get_mut("id") {
            *id = Value::from(format!("{prefix}{id}"));
        }
        if let Some(clip) = attributes.get_mut("clip-path") {
            let renamed = clip.to_string().replace("url(#", &format!("url(#{prefix}"));
            *clip = Value::from(renamed);
        }
    }
    for child in node.get_children_mut().into_iter().flatten() {
        rename(child.as_mut(), prefix);
    }
}

/// Draws colours with their meanings, from left to right in as many lines as needed; returns the
/// height too.
fn key(entries: &[(String, String)], (left, top): Xy, right: f64) -> (Group, f64) {
    let (swatch, pitch) = (0.85 * TEXT, 1.7 * TEXT);
    let mut group = canvas::group("key").set("font-family", FONT);
    let (mut x, mut y) = (left, top + TEXT);
    for (colour, name) in entries {
        let wide = swatch + 0.5 * TEXT + label::width(name, TEXT);
        if x + wide > right && x > left {
            (x, y) = (left, y + pitch);
        }
        group = group
            .add(
                rectangle(x, y - swatch / 2.0, swatch, swatch)
                    .set("fill", colour.as_str())
                    .set("stroke", INK)
                    .set("stroke-width", 0.4),
            )
            .add(text(name, x + swatch + 0.5 * TEXT, y, TEXT, Anchor::Start));
        x += wide + 2.2 * TEXT;
    }
    (group, y + pitch - top)
}

/// Draws a table; returns its width and its height.
fn drawn(table: &PlateTable, x: f64, y: f64) -> (Group, f64, f64) {
    let mut group = canvas::group("table").set("font-family", FONT);
    if table.rows.is_empty() {
        return (group, 0.0, 0.0);
    }
    let columns = table.rows.iter().map(|(_, texts)| texts.len()).max().unwrap_or(0);
    let widest = |column: usize| {
        let texts = table.rows.iter().map(|(_, texts)| texts).chain([&table.header]);
        let texts = texts.filter_map(|texts| texts.get(column));
        texts.map(|text| label::width(text, TEXT)).fold(0.0, f64::max)
    };
    let pitch = 1.6 * TEXT;
    let first = x + 1.4 * TEXT;
    // Texts of the first column begin, those of the others end, in line.
    let mut ends = vec![first];
    for column in 0..columns {
        let start = if column == 0 { first } else { ends[column] + 1.6 * TEXT };
        ends.push(start + widest(column));
    }
    let place = |column: usize| match column {
        0 => (first, Anchor::Start),
        _ => (ends[column + 1], Anchor::End),
    };
    for (column, content) in table.header.iter().enumerate() {
        let (at, anchor) = place(column);
        group = group.add(text(content, at, y + 0.5 * pitch, 0.9 * TEXT, anchor));
    }
    let right = ends.last().copied().unwrap_or(first);
    group = group.add(line((x, y + pitch), (right, y + pitch)).set("stroke-width", 0.5));
    let mut down = y + 1.7 * pitch;
    for (colour, texts) in &table.rows {
        if let Some(colour) = colour {
            let swatch = 0.85 * TEXT;
            group = group.add(
                rectangle(x, down - swatch / 2.0, swatch, swatch)
                    .set("fill", colour.as_str())
                    .set("stroke", INK)
                    .set("stroke-width", 0.4),
            );
        }
        for (column, content) in texts.iter().enumerate() {
            let (at, anchor) = place(column);
            group = group.add(text(content, at, down, TEXT, anchor));
        }
        down += pitch;
    }
    (group, right - x, down - y)
}
