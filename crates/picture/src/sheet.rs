//! A picture made of panels: layers, a title above, sentences below.

use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::canvas::{self, Anchor, FONT, text};
use super::label::{self, Room};
use super::panel::{Panel, caption, font_size};
use crate::arc::Xy;

/// A picture in the making: layers, and how far down and right they reach.
pub(super) struct Sheet {
    pub(super) font: f64,
    pub(super) layers: Vec<Group>,
    pub(super) right: f64,
    pub(super) bottom: f64,
    /// The height of the sentences below.
    pub(super) foot: f64,
}

impl Sheet {
    pub(super) fn new(side: f64) -> Self {
        Self { font: font_size(side), layers: Vec::new(), right: 0.0, bottom: 0.0, foot: 0.0 }
    }

    pub(super) fn add(&mut self, layer: Group) {
        self.layers.push(layer);
    }

    /// Room needed to the left of a panel for its axis, and above it for the title.
    pub(super) fn margins(&self) -> Xy {
        (5.0 * self.font, 2.4 * self.font)
    }

    /// Makes sure that the picture reaches that far.
    pub(super) fn reach(&mut self, right: f64, bottom: f64) {
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// The title, above everything.
    pub(super) fn title(&mut self, content: &str, left: f64, width: f64) {
        let size = self.font;
        let content = label::shortened(content, size * 1.06, width);
        let line = text(&content, left, 1.1 * self.font, size, Anchor::Start);
        let group = canvas::group("title").set("font-family", FONT);
        self.layers.push(group.add(line.set("font-weight", "bold")));
    }

    /// Sentences below everything drawn so far.
    pub(super) fn caption(&mut self, sentences: &[String], left: f64, width: f64) {
        if sentences.is_empty() {
            return;
        }
        let content = sentences.join(" ");
        let at = (left, self.bottom + 0.6 * self.font);
        let (group, height) = caption(&content, at, width, 0.8 * self.font);
        self.layers.push(group);
        self.bottom += height;
        self.foot += height;
    }

    /// The whole picture.
    pub(super) fn document(self) -> Document {
        let (width, height) = ((self.right + self.font).ceil(), (self.bottom + self.font).ceil());
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(
                Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#ffffff"),
            );
        for layer in self.layers {
            document = document.add(layer);
        }
        document
    }
}

/// A name beside a point, inside the panel and clear of what is taken, wherever there is room.
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
