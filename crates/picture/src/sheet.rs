//! The sheet of every picture: layers in their order on a white page, the size that they reach, a
//! title above, axes, sentences below.
//!
//! A sheet is the page. The things on it have types of their own: a [`Panel`] is a rectangle that
//! maps two ranges of numbers to pixels, and has no layers; a [`Frame`](super::frame::Frame) is the
//! panel of the Tile, with priors, curves and places of scores; a [`Sketch`](super::sketch::Sketch)
//! is a sheet with a Tile on it, and with the classifiers whose regions and names are drawn.

use svg::Document;
use svg::node::Node;
use svg::node::element::{Group, Rectangle};

use super::canvas::{self, Anchor, FONT, text};
use super::label::{self, Room};
use super::panel::{Panel, Tick, caption, font_size};
use crate::arc::Xy;

/// A picture in progress: its layers, and its extent to the right and downwards.
pub(super) struct Sheet {
    pub(super) font: f64,
    layers: Vec<Box<dyn Node>>,
    pub(super) right: f64,
    pub(super) bottom: f64,
    /// The height of the sentences below.
    pub(super) foot: f64,
}

impl Sheet {
    pub(super) fn new(side: f64) -> Self {
        Self::with_font(font_size(side))
    }

    pub(super) fn with_font(font: f64) -> Self {
        Self { font, layers: Vec::new(), right: 0.0, bottom: 0.0, foot: 0.0 }
    }

    /// Adds a layer above all others.
    pub(super) fn add(&mut self, layer: impl Into<Box<dyn Node>>) {
        self.layers.push(layer.into());
    }

    /// Adds layers above all others, the first one lowest.
    pub(super) fn extend(&mut self, layers: impl IntoIterator<Item = Group>) {
        layers.into_iter().for_each(|layer| self.add(layer));
    }

    /// Adds both axes of a panel.
    pub(super) fn axes(&mut self, panel: &Panel, titles: [&str; 2], ticks: [&[Tick]; 2]) {
        let ([x, y], [x_ticks, y_ticks]) = (titles, ticks);
        self.add(panel.x_axis(x, x_ticks));
        self.add(panel.y_axis(y, y_ticks));
    }

    /// Returns the room needed to the left of a panel for its axis, and above it for the title.
    pub(super) fn margins(&self) -> Xy {
        (5.0 * self.font, 2.4 * self.font)
    }

    /// Extends the picture to at least these coordinates.
    pub(super) fn reach(&mut self, right: f64, bottom: f64) {
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// Adds the title, above everything.
    pub(super) fn title(&mut self, content: &str, left: f64, width: f64) {
        let size = self.font;
        let content = label::shortened(content, size * 1.06, width);
        let line = text(&content, left, 1.1 * self.font, size, Anchor::Start);
        let group = canvas::group("title").set("font-family", FONT);
        self.add(group.add(line.set("font-weight", "bold")));
    }

    /// Adds sentences below everything drawn so far.
    pub(super) fn caption(&mut self, sentences: &[String], left: f64, width: f64) {
        if sentences.is_empty() {
            return;
        }
        let content = sentences.join(" ");
        let at = (left, self.bottom + 0.6 * self.font);
        let (group, height) = caption(&content, at, width, 0.8 * self.font);
        self.add(group);
        self.bottom += height;
        self.foot += height;
    }

    /// Returns the whole picture, as large as its layers.
    pub(super) fn document(self) -> Document {
        let size = (self.right + self.font, self.bottom + self.font);
        self.page(size)
    }

    /// Returns the whole picture in whole pixels.
    pub(super) fn page(self, (width, height): Xy) -> Document {
        let (width, height) = (width.ceil(), height.ceil());
        let ground =
            Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#ffffff");
        let page = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(ground);
        self.layers.into_iter().fold(page, Document::add)
    }
}

/// Returns a picture's width or height.
pub(super) fn extent(picture: &Document, key: &str) -> f64 {
    let value = picture.get_attributes().and_then(|known| known.get(key)).map(ToString::to_string);
    value.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Places a name beside a point, inside the panel and without overlap with the taken rectangles, if
/// there is room.
pub(super) fn name_beside(
    at: Xy,
    name: &str,
    panel: &Panel,
    taken: &mut Vec<Room>,
) -> Option<Group> {
    let size = 0.85 * panel.font;
    let wide = label::width(name, size);
    let (across, down) = (wide / 2.0 + 1.1 * panel.font, 1.5 * panel.font);
    let places = [
        (at.0 + across, at.1 + 0.9 * down),
        (at.0 + across, at.1),
        (at.0 - across, at.1),
        (at.0, at.1 - down),
        (at.0, at.1 + down),
        (at.0 + across, at.1 - down),
        (at.0 + across, at.1 + down),
        (at.0 - across, at.1 - down),
        (at.0 - across, at.1 + down),
    ];
    let room = places.into_iter().find_map(|centre| {
        let room = Room::around(centre, wide + 0.3 * size, 1.2 * size);
        let fits = panel.holds(room) && !taken.iter().any(|other| room.overlaps(*other));
        fits.then_some(room)
    })?;
    taken.push(room);
    let (x, y) = room.centre();
    let shown = canvas::haloed(text(name, x, y, size, Anchor::Middle), size);
    Some(canvas::group("name").set("font-family", FONT).add(shown))
}
