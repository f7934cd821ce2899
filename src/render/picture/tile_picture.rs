//! The flavors of the Tile's pictures.

use std::collections::{HashMap, HashSet};

use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::canvas::{self, Anchor, FONT, INK, clip, filled, haloed, stroked, text};
use super::frame::Frame;
use super::label::{self, Names, Room};
use super::legend::{Entry, Legend};
use super::palette;
use super::stripes::{Stripe, stripes_of_classifier, stripes_of_rank};
use super::values::{self, Scale};
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Classifier, ConfusionMatrix, PerformanceError};
use crate::render::arc::{Arc, CurvedPath, Xy};
use crate::score::RankingScore;
use crate::tile::{Area, RankFilter, Regions, Selection, TileError, Zone};

/// What is drawn besides the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Scores that have a name, as points.
    pub scores: bool,
    /// The grid of balanced priors, deformed.
    pub grid: bool,
    /// The curve on which all no-skill performances tie.
    pub no_skill_curve: bool,
    /// The list of those who appear.
    pub legend: bool,
}

impl Default for Extras {
    fn default() -> Self {
        Self { scores: true, grid: false, no_skill_curve: false, legend: true }
    }
}

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The regions cannot be worked out.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// No-skill performances need a prior between 0 and 1.
    #[error("{0}")]
    Performance(#[from] PerformanceError),
    /// More lines than anybody could tell apart.
    #[error("{0} frontiers are too many for one picture")]
    TooManyFrontiers(usize),
    /// There is no such rank.
    #[error("there is no rank {rank} among {count} classifiers")]
    NoSuchRank {
        /// The rank.
        rank: u32,
        /// The number of classifiers.
        count: usize,
    },
}

/// A picture of the Tile.
#[derive(Debug)]
pub struct TilePicture {
    document: Document,
}

/// A picture in the making: layers over the frame, then what stands on the right.
struct Sketch<'r> {
    regions: &'r Regions,
    frame: Frame,
    names: Names<'r>,
    extras: Extras,
    layers: Vec<Group>,
    /// Named scores, above everything else.
    scores: Option<Group>,
    taken: Vec<Room>,
}

impl TilePicture {
    /// Who is ranked r-th. `side` is the width of the Tile in pixels.
    ///
    /// # Errors
    /// A rank beyond the number of classifiers.
    pub fn entity(
        regions: &Regions,
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let count = regions.classifiers().len();
        if rank as usize > count {
            return Err(PictureError::NoSuchRank { rank, count });
        }
        let stripes = stripes_of_rank(regions, rank)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let names = sketch.names.clone();
        let colours = sketch.colours(&stripes);
        let colour_of = |stripe: &Stripe| palette::colour(colours[&stripe.members[0]]).to_owned();
        sketch.regions_layer(&stripes, &colour_of);
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        let labelled = sketch.label_layer(&stripes, |stripe| names.of(&stripe.members), &colour_of);
        let title = match rank {
            1 => "ranked first".to_owned(),
            _ => format!("rank {rank}"),
        };
        let entries =
            sketch.entries(&stripes, &labelled, &colour_of, |stripe| names.of(&stripe.members));
        Ok(sketch.finish_with_legend(&title, &entries))
    }

    /// The ranks of one classifier.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    ///
    /// # Panics
    /// If there is no classifier of that number.
    pub fn rank_of(
        regions: &Regions,
        classifier: usize,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_classifier(regions, classifier)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let ranks = || stripes.iter().map(|stripe| f64::from(stripe.rank.best));
        let best = ranks().fold(f64::INFINITY, f64::min);
        let worst = ranks().fold(0.0, f64::max);
        let colour_of = |stripe: &Stripe| {
            // The best rank is the lightest; one rank alone stands in the middle.
            let span = (worst - best).max(1.0);
            palette::ramp(1.0 - 0.85 * (f64::from(stripe.rank.best) - best) / span)
        };
        sketch.regions_layer(&stripes, &colour_of);
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(Some(classifier));
        sketch.score_layer();
        let labelled = sketch.label_layer(&stripes, |stripe| stripe.rank.to_string(), &colour_of);
        let entries = sketch.rank_entries(&stripes, &labelled, &colour_of);
        let title = format!("rank of {}", sketch.names.of(&[classifier]));
        const MOST_LINES: usize = 16;
        if entries.len() > MOST_LINES {
            return Ok(sketch.finish_with_rank_bar(&title, best, worst));
        }
        Ok(sketch.finish_with_legend(&title, &entries))
    }

    /// The best value that any classifier reaches, with the regions of those who reach it.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn best_value(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        Self::value_by_rank(regions, 1, "best value", side, extras)
    }

    /// The worst value of any classifier, with the regions of those who have it.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn worst_value(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        let last = u32::try_from(regions.classifiers().len())
            .map_err(|_| TileError::TooManyClassifiers(regions.classifiers().len()))?;
        Self::value_by_rank(regions, last, "worst value", side, extras)
    }

    /// The best value without skill: the better of always negative and always positive, which meet
    /// on the curve gamma_pi (The Tile, A.5.1).
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn no_skill(
        prior_positive: &Rational,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        let constants = vec![
            Classifier::new(
                "always negative",
                ConfusionMatrix::from_rates(&one, &zero, prior_positive)?,
            ),
            Classifier::new(
                "always positive",
                ConfusionMatrix::from_rates(&zero, &one, prior_positive)?,
            ),
        ];
        Self::best_value(&Regions::new(constants)?, side, extras)
    }

    fn value_by_rank(
        regions: &Regions,
        rank: u32,
        title: &str,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_rank(regions, rank)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let matrix_of = |stripe: &Stripe| &regions.classifiers()[stripe.members[0]].matrix;
        let scale = Scale::of(stripes.iter().flat_map(|stripe| {
            stripe.corners().iter().filter_map(|corner| value_at(corner, matrix_of(stripe)))
        }));
        sketch.score_layer();
        let mut overlay = Vec::new();
        for (k, stripe) in stripes.iter().enumerate() {
            let outline = sketch.frame.data(&stripe.outline(&sketch.frame), true);
            let polygon = sketch.polygon(stripe);
            let id = format!("region-{k}");
            let clipped = |group: Group| group.set("clip-path", format!("url(#{id})"));
            let [lines, names] = values::contours(
                &sketch.frame,
                matrix_of(stripe),
                &scale,
                &polygon,
                &mut sketch.taken,
            );
            let layer = canvas::group("value-region")
                .add(clip(&id, outline))
                .add(clipped(values::bands(&sketch.frame, matrix_of(stripe), &scale)))
                .add(clipped(lines));
            sketch.layers.push(layer);
            overlay.push(names);
        }
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(None);
        let names = sketch.names.clone();
        sketch.label_layer(&stripes, |stripe| names.of(&stripe.members), &|_| "#ffffff".to_owned());
        sketch.layers.extend(overlay);
        Ok(sketch.finish_with_colour_bar(title, &scale))
    }

    /// The value of one classifier.
    ///
    /// # Panics
    /// If there is no classifier of that number.
    pub fn value_of(regions: &Regions, classifier: usize, side: f64, extras: Extras) -> Self {
        let mut sketch = Sketch::new(regions, side, extras);
        let matrix = &regions.classifiers()[classifier].matrix;
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        // On the whole Tile the extremes are at corners: the score is monotone along each axis.
        let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        let scale = Scale::of(corners.iter().filter_map(|corner| value_at(corner, matrix)));
        let square: Vec<Xy> = corners.iter().map(|p| sketch.frame.pixel(p.to_f64())).collect();
        sketch.score_layer();
        sketch.layers.push(values::bands(&sketch.frame, matrix, &scale));
        let contours = values::contours(&sketch.frame, matrix, &scale, &square, &mut sketch.taken);
        sketch.layers.extend(contours);
        sketch.grid_and_curves(Some(classifier));
        let title = format!("value of {}", sketch.names.of(&[classifier]));
        sketch.finish_with_colour_bar(&title, &scale)
    }

    /// All frontiers between two classifiers.
    ///
    /// # Errors
    /// More than 50,000 of them.
    pub fn frontiers(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        const MOST: usize = 50_000;
        let mut sketch = Sketch::new(regions, side, extras);
        let mut known = HashMap::new();
        regions.stream::<_, PictureError>(
            &Selection { ranks: RankFilter::all(), ..Selection::default() },
            |pieces| pieces,
            |pieces| {
                for tie in pieces.into_iter().filter(|piece| piece.dimension() == 1) {
                    let [from, to] = [tie.vertices[0].clone(), tie.vertices[1].clone()];
                    known.entry(tie.edges[0].clone()).or_insert((from, to));
                }
                if known.len() > MOST {
                    return Err(PictureError::TooManyFrontiers(known.len()));
                }
                Ok(())
            },
        )?;
        let mut arcs: Vec<CurvedPath> = known
            .iter()
            .map(|(curve, (from, to))| {
                sketch.frame.flattened(&Arc::new(curve, from, to, sketch.frame.shift()))
            })
            .collect();
        // Hash order is not stable; the picture is.
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
            layer =
                layer.add(stroked(sketch.frame.data(std::slice::from_ref(arc), false), INK, 0.8));
        }
        sketch.layers.push(layer);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        Ok(sketch.finish(canvas::group("nothing"), 0.0))
    }

    /// A zone: where some classifiers are at least as good as some others.
    pub fn zone(
        regions: &Regions,
        title: &str,
        zone: Option<&Zone>,
        side: f64,
        extras: Extras,
    ) -> Self {
        let mut sketch = Sketch::new(regions, side, extras);
        let colour = palette::colour(0);
        let mut layer = canvas::group("zone");
        if let Some(zone) = zone {
            let next = zone.vertices.iter().skip(1).chain(&zone.vertices[..1]);
            let outline: Vec<CurvedPath> = zone
                .vertices
                .iter()
                .zip(next)
                .zip(&zone.edges)
                .map(|((from, to), edge)| {
                    sketch.frame.flattened(&Arc::new(edge, from, to, sketch.frame.shift()))
                })
                .collect();
            layer = match zone.dimension {
                2 => layer.add(
                    filled(sketch.frame.data(&outline, true), colour)
                        .set("stroke", INK)
                        .set("stroke-width", 1),
                ),
                1 => layer.add(stroked(sketch.frame.data(&outline, false), colour, 4.0)),
                _ => {
                    let (x, y) = sketch.frame.pixel(zone.vertices[0].to_f64());
                    let centre = Room::around((x, y), 10.0, 10.0);
                    layer.add(
                        canvas::rectangle(centre.left, centre.top, 10.0, 10.0)
                            .set("rx", 5)
                            .set("fill", colour)
                            .set("stroke", INK),
                    )
                }
            };
        }
        sketch.layers.push(layer);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        let share = zone.map_or_else(
            || "nowhere".to_owned(),
            |zone| match zone.dimension {
                2 => share_text(&zone.area),
                1 => "an arc".to_owned(),
                _ => "a point".to_owned(),
            },
        );
        let entry = Entry {
            colour: if zone.is_some() { colour } else { "#ffffff" }.to_owned(),
            name: title.to_owned(),
            share,
            weight: 1.0,
            leaders: Vec::new(),
            height: Some(sketch.frame.top),
        };
        sketch.finish_with_legend("at least as good", &[entry])
    }

    /// The SVG text.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

/// The score's value at a point of the Tile.
fn value_at(place: &Point, matrix: &ConfusionMatrix) -> Option<Rational> {
    RankingScore::at(place.clone()).and_then(|score| score.value(matrix))
}

/// A share of the Tile for the reader; small ones get the digits they need.
fn share_text(share: &Area) -> String {
    let value = share.value().to_f64() * 100.0;
    if value >= 0.095 {
        return format!("{} %", share.percent(1));
    }
    for digits in 2..8 {
        let text = share.percent(digits);
        if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
            return format!("{text} %");
        }
    }
    format!("{value:.0e} %")
}

impl<'r> Sketch<'r> {
    fn new(regions: &'r Regions, side: f64, extras: Extras) -> Self {
        let frame = Frame::new(side, regions.prior_positive());
        let names = Names::new(regions.classifiers());
        Self { regions, frame, names, extras, layers: Vec::new(), scores: None, taken: Vec::new() }
    }

    /// The colour number of each classifier that appears. Those who are first on the largest shares
    /// get the most different colours, in every picture of the same classifiers.
    fn colours(&self, stripes: &[Stripe]) -> HashMap<usize, usize> {
        let mut order: Vec<(f64, usize)> = self
            .regions
            .first_pieces()
            .iter()
            .filter(|piece| piece.dimension() == 2)
            .map(|piece| (-piece.enclosed_area().value().to_f64(), piece.classifier))
            .collect();
        order.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let mut appearing: Vec<usize> = stripes.iter().map(|stripe| stripe.members[0]).collect();
        appearing.sort_unstable();
        let mut colours = HashMap::new();
        for classifier in order.into_iter().map(|(_, classifier)| classifier).chain(appearing) {
            let next = colours.len();
            colours.entry(classifier).or_insert(next);
        }
        colours
    }

    /// Filled regions, each with its name as a tooltip.
    fn regions_layer(&mut self, stripes: &[Stripe], colour_of: &dyn Fn(&Stripe) -> String) {
        let mut layer = canvas::group("regions");
        for stripe in stripes {
            let colour = colour_of(stripe);
            let data = self.frame.data(&stripe.outline(&self.frame), true);
            let name = format!(
                "{}: rank {}, {}",
                self.names.full(&stripe.members),
                stripe.rank,
                share_text(&stripe.share)
            );
            layer = layer.add(
                filled(data, &colour)
                    // A hair of its own colour closes the seams that antialiasing would show.
                    .set("stroke", colour.as_str())
                    .set("stroke-width", 0.4)
                    .set("data-classifier", stripe.members[0])
                    .set("data-rank", stripe.rank.to_string())
                    .add(canvas::title(&name)),
            );
        }
        self.layers.push(layer);
    }

    /// The borders between regions, where their classifiers tie.
    fn frontier_layer(&mut self, stripes: &[Stripe]) {
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
        self.layers.push(layer);
    }

    fn grid_and_curves(&mut self, classifier: Option<usize>) {
        if self.extras.grid {
            self.layers.push(self.frame.grid());
        }
        if self.extras.no_skill_curve {
            let rate = classifier.map(|classifier| {
                let matrix = &self.regions.classifiers()[classifier].matrix;
                (matrix.fp() + matrix.tp()) / matrix.total()
            });
            self.layers.push(self.frame.no_skill_curves(rate.as_ref()));
        }
    }

    /// The named scores; their places are taken for labels.
    fn score_layer(&mut self) {
        if self.extras.scores {
            let (layer, taken) = self.frame.scores();
            self.scores = Some(layer);
            self.taken = taken;
        }
    }

    /// Names inside regions, as large as fits; says which stripes got theirs.
    fn label_layer(
        &mut self,
        stripes: &[Stripe],
        name_of: impl Fn(&Stripe) -> String,
        colour_of: &dyn Fn(&Stripe) -> String,
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
                        let ink = palette::ink_on(&colour_of(stripe));
                        let plain = text(&shown, x, y, size, Anchor::Middle);
                        let group = std::mem::replace(&mut layer, Group::new());
                        layer = if colour_of(stripe) == "#ffffff" {
                            group.add(haloed(plain, size))
                        } else {
                            group.add(plain.set("fill", ink).set("pointer-events", "none"))
                        };
                        self.taken.push(room);
                        return true;
                    }
                }
                false
            })
            .collect();
        self.layers.push(layer);
        labelled
    }

    /// The outline in pixels, as a polygon for placing text.
    fn polygon(&self, stripe: &Stripe) -> Vec<Xy> {
        let outline = stripe.outline(&self.frame);
        outline.iter().flat_map(|path| path.points(3)).map(|xy| self.frame.pixel(xy)).collect()
    }

    /// Where a line to a region without a name ends.
    fn leader(&self, stripe: &Stripe, labelled: bool) -> Option<Xy> {
        if labelled {
            return None;
        }
        stripe
            .right_side()
            .map(|xy| self.frame.pixel(xy))
            .or_else(|| label::point_near_right_end(&self.polygon(stripe)))
    }

    /// A line of the legend per group of classifiers; shares of several regions are added.
    fn entries(
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
                    *share = share.clone().plus(&stripe.share);
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
                        height: stripe.right_side().map(|xy| self.frame.pixel(xy).1),
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

    /// A line of the legend per rank, the best first.
    fn rank_entries(
        &self,
        stripes: &[Stripe],
        labelled: &[bool],
        colour_of: &dyn Fn(&Stripe) -> String,
    ) -> Vec<Entry> {
        let mut by_rank: Vec<(crate::tile::RankInterval, Area, Entry)> = Vec::new();
        for (stripe, _) in stripes.iter().zip(labelled) {
            match by_rank.iter_mut().find(|(rank, ..)| *rank == stripe.rank) {
                Some((_, share, _)) => *share = share.clone().plus(&stripe.share),
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

    /// Where the column on the right begins.
    fn side_column(&self) -> f64 {
        let margin = if self.extras.scores { self.frame.score_margin() } else { self.frame.font };
        self.frame.right() + margin + 0.8 * self.frame.font
    }

    fn finish_with_legend(self, title: &str, entries: &[Entry]) -> TilePicture {
        if !self.extras.legend {
            return self.finish(canvas::group("nothing"), 0.0);
        }
        let x = self.side_column();
        let legend = Legend::new(&self.frame, title, entries, x, |shown| {
            format!("and {} more", entries.len() - shown)
        });
        self.finish(legend.group, legend.width)
    }

    fn finish_with_colour_bar(self, title: &str, scale: &Scale) -> TilePicture {
        if !self.extras.legend {
            return self.finish(canvas::group("nothing"), 0.0);
        }
        let (bar, width) = values::colour_bar(&self.frame, self.side_column(), title, scale);
        self.finish(bar, width)
    }

    /// The colours of the ranks from the best to the worst, where there are too many for a list.
    fn finish_with_rank_bar(self, title: &str, best: f64, worst: f64) -> TilePicture {
        if !self.extras.legend {
            return self.finish(canvas::group("nothing"), 0.0);
        }
        let ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|down| (1.0 - down, canvas::number((best + down * (worst - best)).round())));
        let colour_at = |height: f64| palette::ramp(0.15 + 0.85 * height);
        let column = values::Column::beside(&self.frame);
        let (bar, width) = values::bar(column, self.side_column(), title, colour_at, &ticks);
        self.finish(bar, width)
    }

    /// The document: ground, layers, frame, and the column of the given width on the right.
    fn finish(self, column: Group, column_width: f64) -> TilePicture {
        let width = (self.side_column() + column_width + self.frame.font).ceil();
        let height = self.frame.height().ceil();
        let mut document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#ffffff"))
            .add(self.frame.ground());
        for layer in self.layers {
            document = document.add(layer);
        }
        document = document.add(self.frame.axes());
        if let Some(scores) = self.scores {
            document = document.add(scores);
        }
        TilePicture { document: document.add(column) }
    }
}
