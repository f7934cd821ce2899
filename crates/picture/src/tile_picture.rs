//! The flavors of the Tile's pictures.

use svg::Document;
use svg::node::element::Group;

use super::canvas::{self, INK, clip, filled, stroked};
use super::error::PictureError;
use super::families::Colours;
use super::frame::Frame;
use super::label::{Names, Room};
use super::legend::Entry;
use super::palette;
use super::scheme::Scheme;
use super::sketch::{Extras, Sketch, share_text};
use super::small_multiples;
use super::stripes::{Stripe, stripes_of_classifier, stripes_of_rank};
use super::values::{self, Scale};
use crate::arc::{Arc, CurvedPath, Xy};
use exactile::geometry::Point;
use exactile::multi_class::FirstInEveryClass;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::RankingScore;
use exactile::tile::{Regions, TileError, Zone};

/// A picture of the Tile.
#[derive(Debug)]
pub struct TilePicture {
    pub(super) document: Document,
}

impl TilePicture {
    /// Draws the classifier that is ranked r-th at each point. `side` is the width of the Tile in
    /// pixels.
    ///
    /// # Errors
    /// A rank beyond the number of classifiers.
    pub fn entity(
        regions: &Regions,
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let title = match rank {
            1 => "ranked first".to_owned(),
            _ => format!("rank {rank}"),
        };
        let stripes = ranked_stripes(regions, rank)?;
        let colours = Sketch::colours(regions, None, &extras, &stripes);
        let document = entity_document(regions, &stripes, side, extras, &title, &colours);
        Ok(Self { document })
    }

    /// Draws the classifier that is ranked r-th at each point of several Tiles of the same
    /// classifiers: a picture for each Tile, in which a classifier has one colour throughout.
    /// Returns these colours too, `None` for classifiers that do not appear.
    ///
    /// # Errors
    /// A rank beyond the number of classifiers.
    pub fn entities(
        tiles: &[&Regions],
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<(Vec<Self>, Vec<Option<String>>), PictureError> {
        let stripes = tiles
            .iter()
            .map(|regions| ranked_stripes(regions, rank))
            .collect::<Result<Vec<_>, _>>()?;
        let appearing: Vec<usize> =
            stripes.iter().flatten().map(|stripe| stripe.members[0]).collect();
        let classifiers = tiles.first().map_or(&[][..], |regions| regions.classifiers());
        let scheme = Scheme::with_all(classifiers, None, &extras.colours);
        let colours = Colours::new(&scheme, appearing.iter().copied());
        let title = format!("rank {rank}");
        let pictures = tiles.iter().zip(&stripes).map(|(regions, stripes)| Self {
            document: entity_document(regions, stripes, side, extras.clone(), &title, &colours),
        });
        let count = tiles.iter().map(|regions| regions.classifiers().len()).max().unwrap_or(0);
        let colour = |k: usize| appearing.contains(&k).then(|| colours.of(k));
        Ok((pictures.collect(), (0..count).map(colour).collect()))
    }

    /// Draws the classifier that is ranked r-th for each class against the rest, a Tile each with
    /// its label, and in the last Tile the classifiers that are first in every class, which is
    /// exact along the upright lines in the middle of its columns. A classifier has one colour
    /// throughout.
    ///
    /// # Errors
    /// A rank beyond the number of classifiers.
    pub fn each_class(
        classes: &[(&str, Regions)],
        everywhere: &FirstInEveryClass<'_>,
        rank: u32,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = classes
            .iter()
            .map(|(_, regions)| ranked_stripes(regions, rank))
            .collect::<Result<Vec<_>, _>>()?;
        let columns = small_multiples::first_along_columns(everywhere);
        let mut appearing: Vec<usize> =
            stripes.iter().flatten().map(|stripe| stripe.members[0]).collect();
        appearing.extend(columns.iter().map(|column| column.classifier));
        let classifiers = classes.first().map_or(&[][..], |(_, regions)| regions.classifiers());
        let scheme = Scheme::with_all(classifiers, None, &extras.colours);
        let colours = Colours::new(&scheme, appearing);
        let mut panels = Vec::new();
        for ((label, regions), stripes) in classes.iter().zip(&stripes) {
            let title = match rank {
                1 => format!("{label}: ranked first"),
                _ => format!("{label}: rank {rank}"),
            };
            panels.push(entity_document(regions, stripes, side, extras.clone(), &title, &colours));
        }
        if let Some((_, regions)) = classes.first() {
            let names = Names::new(regions.classifiers());
            let frame = Frame::of(side, regions);
            panels.push(small_multiples::every_class(&columns, &names, &colours, &frame, extras));
        }
        Ok(Self { document: small_multiples::arranged(panels) })
    }

    /// Draws the ranks of one classifier.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn rank_of(
        regions: &Regions,
        classifier: usize,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_classifier(regions, classifier)?;
        let sketch = Sketch::new(regions, side, extras);
        let title = format!("rank of {}", sketch.names.of(&[classifier]));
        Ok(Self { document: drawn_ranks(sketch, &stripes, &title, Some(classifier)) })
    }

    /// Draws the best value that any classifier reaches, with the regions of the classifiers that
    /// reach it.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn best_value(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        Self::value_by_rank(regions, 1, "best value", None, side, extras)
    }

    /// Draws the worst value of any classifier, with the regions of the classifiers that have it.
    ///
    /// # Errors
    /// As [`Regions::stream`].
    pub fn worst_value(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        let last = u32::try_from(regions.classifiers().len())
            .map_err(|_| TileError::TooManyClassifiers(regions.classifiers().len()))?;
        Self::value_by_rank(regions, last, "worst value", None, side, extras)
    }

    /// Draws the best value without skill: the better of always negative and always positive, which
    /// meet on the curve gamma_pi (The Tile, A.5.1).
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn no_skill(
        prior_positive: &Rational,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        Self::best_value(&constants(prior_positive)?, side, extras)
    }

    /// As [`Self::no_skill`], in colours of values from `low` to `high`, so that Tiles of several
    /// priors can be compared.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn no_skill_between(
        prior_positive: &Rational,
        ends: [Rational; 2],
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let (ground, scale) = (constants(prior_positive)?, Scale::of(ends));
        Self::value_by_rank(&ground, 1, "best value", Some(scale), side, extras)
    }

    /// Draws the Tile of a prior without regions: named scores, the grid of balanced priors, and
    /// the curve on which all no-skill performances tie, as the extras request.
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn ground(
        prior_positive: &Rational,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let ground = constants(prior_positive)?;
        let mut sketch = Sketch::new(&ground, side, extras);
        sketch.grid_and_curves(None);
        sketch.score_layer();
        Ok(Self { document: sketch.finish_alone() })
    }

    fn value_by_rank(
        regions: &Regions,
        rank: u32,
        title: &str,
        scale: Option<Scale>,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let stripes = stripes_of_rank(regions, rank)?;
        let mut sketch = Sketch::new(regions, side, extras);
        let matrix_of = |stripe: &Stripe| &regions.classifiers()[stripe.members[0]].matrix;
        let values = stripes.iter().flat_map(|stripe| {
            stripe.corners().iter().filter_map(|corner| value_at(corner, matrix_of(stripe)))
        });
        let scale = scale.unwrap_or_else(|| Scale::of(values));
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
            sketch.sheet.add(layer);
            overlay.push(names);
        }
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(None);
        let names = sketch.names.clone();
        let ground = |stripe: &Stripe, at: Xy| {
            palette::ramp(scale.position(value_in(matrix_of(stripe), at)))
        };
        sketch.label_layer_on(&stripes, |stripe| names.of(&stripe.members), &ground);
        sketch.sheet.extend(overlay);
        Ok(Self { document: sketch.finish_with_colour_bar(title, &scale) })
    }

    /// Draws the value of one classifier.
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn value_of(regions: &Regions, classifier: usize, side: f64, extras: Extras) -> Self {
        let mut sketch = Sketch::new(regions, side, extras);
        let matrix = &regions.classifiers()[classifier].matrix;
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        // On the whole Tile the extremes are at corners: the score is monotone along each axis.
        let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        let scale = Scale::of(corners.iter().filter_map(|corner| value_at(corner, matrix)));
        let square: Vec<Xy> = corners.iter().map(|p| sketch.frame.pixel(p.to_f64())).collect();
        sketch.score_layer();
        sketch.sheet.add(values::bands(&sketch.frame, matrix, &scale));
        let contours = values::contours(&sketch.frame, matrix, &scale, &square, &mut sketch.taken);
        sketch.sheet.extend(contours);
        sketch.grid_and_curves(Some(classifier));
        let title = format!("value of {}", sketch.names.of(&[classifier]));
        Self { document: sketch.finish_with_colour_bar(&title, &scale) }
    }

    /// Draws all frontiers between two classifiers.
    ///
    /// # Errors
    /// More than 50,000 of them.
    pub fn frontiers(regions: &Regions, side: f64, extras: Extras) -> Result<Self, PictureError> {
        let mut sketch = Sketch::new(regions, side, extras);
        sketch.all_frontiers(regions)?;
        sketch.grid_and_curves(None);
        sketch.score_layer();
        Ok(Self { document: sketch.finish_alone() })
    }

    /// Draws a zone, in which some classifiers are at least as good as some others.
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
                .map(|((from, to), edge)| sketch.frame.flattened(&Arc::new(edge, from, to)))
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
            for [from, to] in &zone.on_border {
                let [start, end] = [from, to].map(|point| point.to_f64());
                let ((x1, y1), (x2, y2)) = (sketch.frame.pixel(start), sketch.frame.pixel(end));
                let number = canvas::number;
                let data = format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2));
                // Round ends let a point be seen.
                layer = layer.add(stroked(data, colour, 4.0).set("stroke-linecap", "round"));
            }
        }
        sketch.sheet.add(layer);
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
        Self { document: sketch.finish_with_legend("at least as good", &[entry]) }
    }

    pub(super) fn of(document: Document) -> Self {
        Self { document }
    }

    /// Returns the text of the SVG.
    pub fn to_svg(&self) -> String {
        let mut text = self.document.to_string();
        text.push('\n');
        text
    }
}

/// Returns the two classifiers without skill at a prior.
pub(super) fn constants(prior_positive: &Rational) -> Result<Regions, PictureError> {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let always = |name: &str, tnr: &Rational, tpr: &Rational| {
        let matrix = ConfusionMatrix::from_rates(tnr, tpr, prior_positive)?;
        Ok::<_, PictureError>(Classifier::new(name, matrix))
    };
    let constants =
        vec![always("always negative", &one, &zero)?, always("always positive", &zero, &one)?];
    Ok(Regions::new(constants)?)
}

/// Returns the regions of one rank.
fn ranked_stripes(regions: &Regions, rank: u32) -> Result<Vec<Stripe>, PictureError> {
    let count = regions.classifiers().len();
    if rank as usize > count {
        return Err(PictureError::NoSuchRank { rank, count });
    }
    Ok(stripes_of_rank(regions, rank)?)
}

/// Draws the regions of one rank.
fn entity_document(
    regions: &Regions,
    stripes: &[Stripe],
    side: f64,
    extras: Extras,
    title: &str,
    colours: &Colours,
) -> Document {
    let sketch = Sketch::new(regions, side, extras);
    drawn_regions(sketch, stripes, title, colours)
}

/// Draws regions in the colours of their classifiers.
pub(super) fn drawn_regions(
    mut sketch: Sketch<'_>,
    stripes: &[Stripe],
    title: &str,
    colours: &Colours,
) -> Document {
    let names = sketch.names.clone();
    let name_of = |stripe: &Stripe| colours.name(&names, &stripe.members);
    let colour_of = |stripe: &Stripe| colours.of(stripe.members[0]);
    sketch.regions_layer(stripes, &colour_of);
    sketch.frontier_layer(stripes);
    sketch.grid_and_curves(None);
    sketch.score_layer();
    let labelled = sketch.label_layer(stripes, name_of, &colour_of);
    let entries = sketch.entries(stripes, &labelled, &colour_of, name_of);
    sketch.finish_with_legend(title, &entries)
}

/// Draws regions in the colours of their ranks; those of one classifier have its no-skill curve.
pub(super) fn drawn_ranks(
    mut sketch: Sketch<'_>,
    stripes: &[Stripe],
    title: &str,
    classifier: Option<usize>,
) -> Document {
    let ranks = || stripes.iter().map(|stripe| f64::from(stripe.rank.best));
    let best = ranks().fold(f64::INFINITY, f64::min);
    let worst = ranks().fold(0.0, f64::max);
    let colour_of = |stripe: &Stripe| {
        // The best rank is the lightest; one rank alone stands in the middle.
        let span = (worst - best).max(1.0);
        palette::ramp(1.0 - 0.85 * (f64::from(stripe.rank.best) - best) / span)
    };
    sketch.regions_layer(stripes, &colour_of);
    sketch.frontier_layer(stripes);
    sketch.grid_and_curves(classifier);
    sketch.score_layer();
    let labelled = sketch.label_layer(stripes, |stripe| stripe.rank.to_string(), &colour_of);
    let entries = sketch.rank_entries(stripes, &labelled, &colour_of);
    const MOST_LINES: usize = 16;
    if entries.len() > MOST_LINES {
        return sketch.finish_with_rank_bar(title, best, worst);
    }
    sketch.finish_with_legend(title, &entries)
}

/// Returns the score's value at a point of the Tile.
fn value_at(place: &Point, matrix: &ConfusionMatrix) -> Option<Rational> {
    RankingScore::at(place.clone()).and_then(|score| score.value(matrix))
}

/// Returns the value of the score at a point in doubles; 0 if it is undefined there.
fn value_in(matrix: &ConfusionMatrix, (a, b): Xy) -> f64 {
    let exact = |z: f64| Rational::try_from(z).unwrap_or(Rational::ZERO);
    value_at(&Point::new(exact(a), exact(b)), matrix).map_or(0.0, |value| value.to_f64())
}
