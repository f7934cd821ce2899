//! A sheet with the Tile on it: layers over the frame, then a column on the right.

use std::collections::HashSet;

use svg::Document;
use svg::node::element::{Group, Text};

use super::canvas::{self, Anchor, FONT, INK, filled, haloed_on, stroked, text};
use super::error::PictureError;
use super::families::Colours;
use super::frame::Frame;
use super::label::{self, Names, Room};
use super::legend::{Entry, Legend};
use super::palette;
use super::scheme::Scheme;
use super::sheet::Sheet;
use super::stripes::Stripe;
use super::values::{self, Scale};
use crate::arc::{Arc, CurvedPath, Xy};
use exactile::geometry::Point;
use exactile::num::{LogSum, Percent, Rational};
use exactile::performance::Classifier;
use exactile::tile::{Area, Regions};

/// Further parts of a picture besides the regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Scores that have a name, as points.
    pub scores: bool,
    /// The grid of balanced priors, deformed.
    pub grid: bool,
    /// The curve on which all no-skill performances tie.
    pub no_skill_curve: bool,
    /// The list of the classifiers that appear.
    pub legend: bool,
    /// A preference, as a point with a name.
    pub preference: Option<Point>,
    /// Marked points, each with its text, which may be empty.
    pub points: Vec<(Point, String)>,
    /// Colours `#rrggbb` instead of the usual ones, each with the position of its classifier, or of
    /// its model if classifiers are thresholds of models.
    pub colours: Vec<(usize, String)>,
}

impl Extras {
    /// Returns no further parts.
    pub fn nothing() -> Self {
        Self { scores: false, legend: false, ..Self::default() }
    }
}

impl Default for Extras {
    fn default() -> Self {
        Self {
            scores: true,
            grid: false,
            no_skill_curve: false,
            legend: true,
            preference: None,
            points: Vec::new(),
            colours: Vec::new(),
        }
    }
}

/// A picture of the Tile in progress: its sheet, and the Tile on it.
pub(super) struct Sketch<'r> {
    classifiers: &'r [Classifier],
    pub(super) frame: Frame,
    pub(super) names: Names<'r>,
    pub(super) extras: Extras,
    pub(super) sheet: Sheet,
    /// Named scores, above everything else.
    scores: Option<Group>,
    pub(super) taken: Vec<Room>,
    /// Sentences below the Tile.
    notes: Vec<String>,
    /// `true` if test sets take the place of classifiers.
    are_sets: bool,
}

/// Returns a share of the Tile as text; small ones get the digits they need.
pub(super) fn share_text(share: &Area) -> String {
    const MOST_DIGITS: u32 = 7;
    let least = LogSum::from(Rational::new(95, 100_000));
    if (share.value().clone() - least).sign().is_ge() {
        return share.percent(1).to_string();
    }
    (2..MOST_DIGITS)
        .map(|digits| share.percent(digits))
        .find(Percent::is_rounded)
        .unwrap_or_else(|| share.percent(MOST_DIGITS))
        .to_string()
}

impl<'r> Sketch<'r> {
    pub(super) fn new(regions: &'r Regions, side: f64, extras: Extras) -> Self {
        Self::on(Frame::of(side, regions), regions.classifiers(), extras)
    }

    /// Returns a sketch of test sets, on the Tile of a prior or of none.
    pub(super) fn of_sets(
        sets: &'r [Classifier],
        prior_positive: Option<&Rational>,
        side: f64,
        extras: Extras,
    ) -> Self {
        let frame = Frame::new(side, prior_positive);
        Self { are_sets: true, ..Self::on(frame, sets, extras) }
    }

    fn on(frame: Frame, classifiers: &'r [Classifier], extras: Extras) -> Self {
        let names = Names::new(classifiers);
        let mut sheet = Sheet::with_font(frame.font);
        sheet.add(frame.ground());
        Self {
            classifiers,
            frame,
            names,
            extras,
            sheet,
            scores: None,
            taken: Vec::new(),
            notes: Vec::new(),
            are_sets: false,
        }
    }

    /// Adds a sentence below the Tile.
    pub(super) fn with_note(mut self, note: &str) -> Self {
        self.notes.push(note.to_owned());
        self
    }

    /// Returns the colours of the classifiers of these regions, with those that the extras name.
    pub(super) fn colours(
        regions: &Regions,
        families: Option<&[usize]>,
        extras: &Extras,
        stripes: &[Stripe],
    ) -> Colours {
        let scheme = Scheme::with_all(regions.classifiers(), families, &extras.colours);
        Colours::new(&scheme, stripes.iter().map(|stripe| stripe.members[0]))
    }

    /// Draws filled regions, each with its name as a tooltip.
    pub(super) fn regions_layer(
        &mut self,
        stripes: &[Stripe],
        colour_of: &dyn Fn(&Stripe) -> String,
    ) {
        let mut layer = canvas::group("regions");
        for stripe in stripes {
            let colour = colour_of(stripe);
            let data = self.frame.data(&stripe.outline(&self.frame), true);
            let (names, share) = (self.names.full(&stripe.members), share_text(&stripe.share));
            // A hair of its own colour closes the seams that antialiasing would show.
            let region =
                filled(data, &colour).set("stroke", colour.as_str()).set("stroke-width", 0.4);
            layer = layer.add(match self.are_sets {
                true => region
                    .set("data-domain", stripe.members[0])
                    .add(canvas::title(&format!("{names}: {share}"))),
                false => region
                    .set("data-classifier", stripe.members[0])
                    .set("data-rank", stripe.rank.to_string())
                    .add(canvas::title(&format!("{names}: rank {}, {share}", stripe.rank))),
            });
        }
        self.sheet.add(layer);
    }

    /// Draws the borders between regions, where their classifiers tie.
    pub(super) fn frontier_layer(&mut self, stripes: &[Stripe]) {
        let mut layer = canvas::group("frontiers");
        let mut drawn: HashSet<String> = HashSet::new();
        // Lines must not hide the regions between them.
        #[expect(clippy::cast_precision_loss, reason = "only the width of lines")]
        let width = (0.8 * 40.0 / stripes.len() as f64).clamp(0.1, 0.8);
        for stripe in stripes {
            for path in stripe.frontiers(&self.frame) {
                let canonical = if path.start.0 <= path.curves.last().map_or(0.0, |c| c[1].0) {
                    path
                } else {
                    path.reversed()
                };
                let data = self.frame.data(&[canonical], false);
                if drawn.insert(data.clone()) {
                    layer = layer.add(stroked(data, INK, width));
                }
            }
        }
        self.sheet.add(layer);
    }

    /// Draws all frontiers between two classifiers, each once.
    ///
    /// # Errors
    /// More than 50,000 of them.
    pub(super) fn all_frontiers(&mut self, regions: &Regions) -> Result<(), PictureError> {
        const MOST: usize = 50_000;
        let frontiers = regions.frontiers(MOST);
        if frontiers.len() > MOST {
            return Err(PictureError::TooManyFrontiers(frontiers.len()));
        }
        let mut arcs: Vec<CurvedPath> = frontiers
            .iter()
            .map(|(curve, [from, to])| self.frame.flattened(&Arc::new(curve, from, to)))
            .collect();
        // Thin lines over each other: an order by place, whatever the input's.
        arcs.sort_by(|x, y| {
            x.start.0.total_cmp(&y.start.0).then(x.start.1.total_cmp(&y.start.1)).then_with(|| {
                let end =
                    |path: &CurvedPath| path.curves.last().map_or(path.start, |curve| curve[1]);
                end(x).0.total_cmp(&end(y).0).then(end(x).1.total_cmp(&end(y).1))
            })
        });
        #[expect(clippy::cast_precision_loss, reason = "only the darkness of lines")]
        let opacity = (60.0 / (arcs.len() as f64).max(1.0)).sqrt().clamp(0.12, 0.9);
        let mut layer = canvas::group("frontiers").set("stroke-opacity", canvas::number(opacity));
        for arc in &arcs {
            layer = layer.add(stroked(self.frame.data(std::slice::from_ref(arc), false), INK, 0.8));
        }
        self.sheet.add(layer);
        Ok(())
    }

    pub(super) fn grid_and_curves(&mut self, classifier: Option<usize>) {
        if self.extras.grid {
            self.sheet.add(self.frame.grid());
        }
        if self.extras.no_skill_curve {
            let classifier = classifier.filter(|_| self.frame.shift().is_some());
            let rate = classifier.map(|classifier| {
                let matrix = &self.classifiers[classifier].matrix;
                (matrix.fp() + matrix.tp()) / matrix.total()
            });
            self.sheet.add(self.frame.no_skill_curves(rate.as_ref()));
        }
    }

    /// Draws the named scores; labels avoid their places.
    pub(super) fn score_layer(&mut self) {
        let mut preference = None;
        if let Some(place) = &self.extras.preference {
            let (layer, taken) = self.frame.preference(place);
            self.taken.extend(taken);
            preference = Some(layer);
        }
        // No name of a score is on a marked point, and no text of one on a name.
        self.taken.extend(self.frame.rooms(&self.extras.points));
        if self.extras.scores {
            let (layer, taken) = self.frame.scores(std::mem::take(&mut self.taken));
            self.scores = Some(layer);
            self.taken = taken;
        }
        let points = (!self.extras.points.is_empty())
            .then(|| self.frame.points(&self.extras.points, &mut self.taken));
        for layer in points.into_iter().chain(preference) {
            let scores = self.scores.take().unwrap_or_default();
            self.scores = Some(scores.add(layer));
        }
    }

    /// Draws names inside regions, as large as fits; returns which stripes got theirs.
    pub(super) fn label_layer(
        &mut self,
        stripes: &[Stripe],
        name_of: impl Fn(&Stripe) -> String,
        colour_of: &dyn Fn(&Stripe) -> String,
    ) -> Vec<bool> {
        let paint = |plain: Text, stripe: &Stripe, _, _| {
            plain.set("fill", palette::ink_on(&colour_of(stripe))).set("pointer-events", "none")
        };
        self.labels(stripes, name_of, &paint)
    }

    /// As [`Self::label_layer`], on grounds whose colour is another one at each point of the Tile.
    pub(super) fn label_layer_on(
        &mut self,
        stripes: &[Stripe],
        name_of: impl Fn(&Stripe) -> String,
        ground: &dyn Fn(&Stripe, Xy) -> String,
    ) {
        let (left, bottom, side) = (self.frame.left, self.frame.bottom(), self.frame.side);
        let paint = |plain: Text, stripe: &Stripe, (x, y): Xy, size: f64| {
            let at = ((x - left) / side, (bottom - y) / side);
            haloed_on(plain, size, &ground(stripe, at))
        };
        self.labels(stripes, name_of, &paint);
    }

    /// Draws names; `paint` has a name, its region, its place in pixels and its size.
    pub(super) fn labels(
        &mut self,
        stripes: &[Stripe],
        name_of: impl Fn(&Stripe) -> String,
        paint: &dyn Fn(Text, &Stripe, Xy, f64) -> Text,
    ) -> Vec<bool> {
        let mut layer = canvas::group("labels").set("font-family", FONT);
        let labelled = stripes
            .iter()
            .map(|stripe| {
                let polygon = self.polygon(stripe);
                let name = name_of(stripe);
                for size in [1.15, 0.95, 0.8].map(|factor| factor * self.frame.font) {
                    let shown = label::shortened(&name, size, 16.0 * size);
                    let (wide, high) = (label::width(&shown, size) + 0.8 * size, 1.5 * size);
                    if let Some(room) = label::room_inside(&polygon, wide, high, &self.taken) {
                        let (x, y) = room.centre();
                        let plain = text(&shown, x, y, size, Anchor::Middle);
                        let group = std::mem::replace(&mut layer, Group::new());
                        layer = group.add(paint(plain, stripe, (x, y), size));
                        self.taken.push(room);
                        return true;
                    }
                }
                false
            })
            .collect();
        self.sheet.add(layer);
        labelled
    }

    /// Returns the outline in pixels, as a polygon for placing text.
    pub(super) fn polygon(&self, stripe: &Stripe) -> Vec<Xy> {
        let outline = stripe.outline(&self.frame);
        outline.iter().flat_map(|path| path.points(3)).map(|xy| self.frame.pixel(xy)).collect()
    }

    /// Returns the end of a line to a region without a name.
    fn leader(&self, stripe: &Stripe, labelled: bool) -> Option<Xy> {
        if labelled {
            return None;
        }
        stripe
            .right_side()
            .map(|xy| self.frame.pixel(xy))
            .or_else(|| label::point_near_right_end(&self.polygon(stripe)))
    }

    /// Returns the preferred height of a region's line in the legend.
    fn legend_height(&self, stripe: &Stripe) -> Option<f64> {
        let at = match self.frame.shift() {
            Some(_) => stripe.right_side()?,
            None => (1.0, stripe.height_at_right()),
        };
        Some(self.frame.pixel(at).1)
    }

    /// Returns a line of the legend per group of classifiers; shares of several regions are added.
    pub(super) fn entries(
        &self,
        stripes: &[Stripe],
        labelled: &[bool],
        colour_of: &dyn Fn(&Stripe) -> String,
        name_of: impl Fn(&Stripe) -> String,
    ) -> Vec<Entry> {
        let mut entries: Vec<(usize, Area, Entry)> = Vec::new();
        for (stripe, &labelled) in stripes.iter().zip(labelled) {
            match entries.iter_mut().find(|(first, ..)| *first == stripe.members[0]) {
                Some((_, share, entry)) => {
                    *share += &stripe.share;
                    entry.leaders.extend(self.leader(stripe, labelled));
                }
                None => entries.push((
                    stripe.members[0],
                    stripe.share.clone(),
                    Entry {
                        colour: colour_of(stripe),
                        name: name_of(stripe),
                        share: String::new(),
                        weight: 0.0,
                        leaders: self.leader(stripe, labelled).into_iter().collect(),
                        height: self.legend_height(stripe),
                    },
                )),
            }
        }
        // More lines than can be followed say less than none.
        const MOST_LEADERS: usize = 40;
        if entries.iter().map(|(.., entry)| entry.leaders.len()).sum::<usize>() > MOST_LEADERS {
            for (.., entry) in &mut entries {
                entry.leaders.clear();
            }
        }
        entries
            .into_iter()
            .map(|(_, share, entry)| Entry {
                share: share_text(&share),
                weight: share.value().to_f64(),
                ..entry
            })
            .collect()
    }

    /// Returns a line of the legend per rank, the best first.
    pub(super) fn rank_entries(
        &self,
        stripes: &[Stripe],
        labelled: &[bool],
        colour_of: &dyn Fn(&Stripe) -> String,
    ) -> Vec<Entry> {
        let mut by_rank: Vec<(exactile::tile::RankInterval, Area, Entry)> = Vec::new();
        for (stripe, _) in stripes.iter().zip(labelled) {
            match by_rank.iter_mut().find(|(rank, ..)| *rank == stripe.rank) {
                Some((_, share, _)) => *share += &stripe.share,
                None => by_rank.push((
                    stripe.rank,
                    stripe.share.clone(),
                    Entry {
                        colour: colour_of(stripe),
                        name: stripe.rank.to_string(),
                        share: String::new(),
                        weight: 0.0,
                        leaders: Vec::new(),
                        height: Some(self.frame.top),
                    },
                )),
            }
        }
        by_rank.sort_by_key(|(rank, ..)| (rank.best, rank.worst));
        by_rank
            .into_iter()
            .map(|(_, share, entry)| Entry { share: share_text(&share), ..entry })
            .collect()
    }

    /// Returns the left end of the column on the right.
    pub(super) fn side_column(&self) -> f64 {
        let margin = if self.extras.scores { self.frame.score_margin() } else { self.frame.font };
        self.frame.right() + margin + 0.8 * self.frame.font
    }

    pub(super) fn finish_with_legend(self, title: &str, entries: &[Entry]) -> Document {
        if !self.extras.legend {
            return self.finish_alone();
        }
        let x = self.side_column();
        let legend = Legend::new(&self.frame, title, entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        self.finish(legend.group, legend.width)
    }

    pub(super) fn finish_with_colour_bar(self, title: &str, scale: &Scale) -> Document {
        if !self.extras.legend {
            return self.finish_alone();
        }
        let (bar, width) = values::colour_bar(&self.frame, self.side_column(), title, scale);
        self.finish(bar, width)
    }

    /// Adds the colours of the ranks from the best to the worst, if there are too many for a list.
    pub(super) fn finish_with_rank_bar(self, title: &str, best: f64, worst: f64) -> Document {
        let ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|down| (1.0 - down, canvas::number((best + down * (worst - best)).round())));
        self.finish_with_bar(title, |height| palette::ramp(0.15 + 0.85 * height), &ticks)
    }

    /// Adds a bar of colours, with texts at heights from 0 to 1.
    pub(super) fn finish_with_bar(
        self,
        title: &str,
        colour_at: impl Fn(f64) -> String,
        ticks: &[(f64, String)],
    ) -> Document {
        if !self.extras.legend {
            return self.finish_alone();
        }
        let column = values::Column::beside(&self.frame);
        let (bar, width) = values::bar(column, self.side_column(), title, colour_at, ticks);
        self.finish(bar, width)
    }

    /// Returns the document: ground, layers, frame, and the column of the given width on the right.
    pub(super) fn finish(mut self, column: Group, column_width: f64) -> Document {
        let width = self.side_column() + column_width + self.frame.font;
        self.sheet.add(self.frame.axes());
        self.sheet.extend(self.scores.into_iter().chain([column]));
        let mut height = self.frame.height();
        if !self.notes.is_empty() {
            self.sheet.reach(0.0, height - 0.6 * self.frame.font);
            let (left, font) = (self.frame.left, self.frame.font);
            self.sheet.caption(&self.notes, left, width - left - font);
            height = self.sheet.bottom + 0.6 * font;
        }
        self.sheet.page((width, height))
    }

    /// Returns the document without a column.
    pub(super) fn finish_alone(self) -> Document {
        self.finish(canvas::group("nothing"), 0.0)
    }
}
