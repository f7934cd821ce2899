//! Test sets on the Tile: the maps of one classifier, and agreement on the first classifier.
//!
//! Both are exact. The regions of a map are pieces of the engine. For agreement the part of each
//! test set's Tile on which a classifier is first is painted, cut to the part on which it is first
//! on the mean, with one opacity for all test sets: as many coats lie on each other as test sets
//! agree.

use svg::node::element::Group;

use super::canvas::{self, clip, filled};
use super::error::PictureError;
use super::families::Colours;
use super::label::Names;
use super::legend::Entry;
use super::palette;
use super::scheme::Scheme;
use super::sketch::{Extras, Sketch};
use super::stripes::{Stripe, stripes_of_pieces, stripes_of_rank};
use super::tile_picture::{TilePicture, drawn_regions};
use crate::arc::Xy;
use exactile::domain::{DomainMap, Domains};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::Regions;

/// The ground and the colour of a thick coat of paint. No theme changes them.
const GROUND: &str = "#f2f7ff";
const PAINT: &str = "#00237a";

/// The share of the ground that shines through if all test sets agree.
const LEAST_GROUND: f64 = 0.12;

impl TilePicture {
    /// Draws the test set that is easiest, hardest, preponderant or the bottleneck of a classifier
    /// at each point. Up to twelve test sets have colours in the order of the input; of more, the
    /// twelve with the largest parts, and all others are grey.
    ///
    /// # Errors
    /// As [`Domains::map`].
    ///
    /// # Panics
    /// If `classifier` is out of range.
    pub fn domain_map(
        domains: &Domains,
        classifier: usize,
        map: DomainMap,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let count = domains.names().len();
        let of = |d: usize| {
            Classifier::new(domains.names()[d].clone(), domains.matrix(d, classifier).clone())
        };
        let sets: Vec<Classifier> = (0..count).map(of).collect();
        let stripes = stripes_of_pieces(domains.map(classifier, map)?);
        let mut parts = vec![0.0; count];
        for stripe in &stripes {
            parts[stripe.members[0]] += stripe.share.value().to_f64();
        }
        let mut leading: Vec<usize> = (0..count).collect();
        leading.sort_by(|&d, &e| parts[e].total_cmp(&parts[d]).then(d.cmp(&e)));
        let usual = Scheme::of_leading(leading);
        let named = extras.colours.iter();
        let scheme = named.fold(usual, |scheme, (set, colour)| scheme.with(*set, colour));
        let colours = Colours::new(&scheme, stripes.iter().map(|stripe| stripe.members[0]));
        let prior = ground_prior(domains, classifier, map);
        let (what, note) = words(map);
        let title = format!("{what} of {}", Names::new(&domains.means()).of(&[classifier]));
        let sketch = Sketch::of_sets(&sets, prior.as_ref(), side, extras).with_note(note);
        Ok(Self::of(drawn_regions(sketch, &stripes, &title, &colours)))
    }

    /// Draws the number of test sets in which the classifier that is first on the mean is first, at
    /// each point. Where several are first on the mean, a test set counts if one of them is first
    /// there.
    ///
    /// # Errors
    /// A test set without samples of both classes.
    pub fn domain_agreement(
        domains: &Domains,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let count = domains.names().len();
        let means = Regions::new(domains.means())?;
        let stripes = stripes_of_rank(&means, 1)?;
        let in_set = |d: usize| -> Result<Vec<Stripe>, PictureError> {
            let of = |(k, name): (usize, &String)| {
                Classifier::new(name.clone(), domains.matrix(d, k).clone())
            };
            let regions = Regions::new(domains.classifiers().iter().enumerate().map(of).collect())?;
            Ok(stripes_of_rank(&regions, 1)?)
        };
        let sets = (0..count).map(in_set).collect::<Result<Vec<_>, _>>()?;
        let coats = Coats::new(count);
        let mut sketch = Sketch::new(&means, side, extras).with_note(
            "The number of test sets in which the classifier that is first on the mean is first.",
        );
        sketch.score_layer();
        for (k, stripe) in stripes.iter().enumerate() {
            let data = |stripe: &Stripe| sketch.frame.data(&stripe.outline(&sketch.frame), true);
            let outline = data(stripe);
            let id = format!("mean-{k}");
            let mut paint = Group::new().set("clip-path", format!("url(#{id})"));
            let agree = |one: &&Stripe| one.members.iter().any(|k| stripe.members.contains(k));
            for one in sets.iter().flatten().filter(agree) {
                let coat = filled(data(one), PAINT)
                    .set("fill-opacity", canvas::number(coats.opacity))
                    // Dark coats differ little: a line shows where one ends.
                    .set("stroke", GROUND)
                    .set("stroke-width", 0.5)
                    .set("stroke-opacity", 0.6);
                paint = paint.add(coat);
            }
            let ground = filled(outline.clone(), GROUND)
                .set("stroke", GROUND)
                .set("stroke-width", 0.4)
                .add(canvas::title(&sketch.names.full(&stripe.members)));
            let layer = canvas::group("agreement").add(clip(&id, outline)).add(ground).add(paint);
            sketch.sheet.add(layer);
        }
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(None);
        let names = sketch.names.clone();
        let ground = |_: &Stripe, at: Xy| coats.colour(agreeing(domains, at));
        sketch.label_layer_on(&stripes, |stripe| names.of(&stripe.members), &ground);
        Ok(Self::of(coats.finish(sketch)))
    }
}

/// Returns the prior of the Tile that a map is on: that of the mean, or that of all test sets.
fn ground_prior(domains: &Domains, classifier: usize, map: DomainMap) -> Option<Rational> {
    let prior = match map {
        DomainMap::Preponderant | DomainMap::Bottleneck => {
            Some(domains.mean(classifier).prior_positive())
        }
        DomainMap::Easiest | DomainMap::Hardest => {
            let sets = 0..domains.names().len();
            let mut priors = sets.map(|d| domains.matrix(d, classifier).prior_positive());
            let first = priors.next();
            first.filter(|first| priors.all(|prior| prior == *first))
        }
    };
    prior.filter(|prior| prior.is_positive() && *prior < Rational::ONE)
}

/// Returns the heading of a map, and the sentence below it.
fn words(map: DomainMap) -> (&'static str, &'static str) {
    match map {
        DomainMap::Easiest => ("easiest test set", "The test set with the greatest value."),
        DomainMap::Hardest => ("hardest test set", "The test set with the least value."),
        DomainMap::Preponderant => (
            "preponderant test set",
            "The test set whose value counts most in the value of the mean performance.",
        ),
        DomainMap::Bottleneck => {
            ("bottleneck", "The test set in which most of what the mean performance lacks is lost.")
        }
    }
}

/// Returns the number of test sets in which a classifier that is first on the mean is first, at a
/// point in doubles: the ground of a name.
fn agreeing(domains: &Domains, (a, b): Xy) -> usize {
    let exact = |z: f64| Rational::try_from(z).unwrap_or(Rational::ZERO);
    let found = domains.agreement(&Point::new(exact(a), exact(b)));
    found.map_or(0, |found| {
        let agrees = |first: &&Vec<usize>| first.iter().any(|k| found.mean.contains(k));
        found.domains.iter().filter(agrees).count()
    })
}

/// Coats of paint of one opacity.
struct Coats {
    count: usize,
    opacity: f64,
}

impl Coats {
    fn new(count: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "only a colour")]
        let opacity = 1.0 - LEAST_GROUND.powf(1.0 / count.max(1) as f64);
        Self { count, opacity }
    }

    /// Returns the colour of some coats.
    fn colour(&self, coats: usize) -> String {
        let through = (1.0 - self.opacity).powi(i32::try_from(coats).unwrap_or(i32::MAX));
        palette::between(PAINT, GROUND, through)
    }

    /// Adds the list of the numbers, or a bar if there are too many of them.
    fn finish(&self, sketch: Sketch<'_>) -> svg::Document {
        const MOST_LINES: usize = 16;
        const TITLE: &str = "test sets that agree";
        if self.count > MOST_LINES {
            #[expect(clippy::cast_precision_loss, reason = "only a colour")]
            let count = self.count as f64;
            let ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
                .map(|share| (share, canvas::number((share * count).round())));
            let colour = |height: f64| {
                palette::between(PAINT, GROUND, (1.0 - self.opacity).powf(height * count))
            };
            return sketch.finish_with_bar(TITLE, colour, &ticks);
        }
        let entry = |coats: usize| Entry {
            colour: self.colour(coats),
            name: format!("{coats} of {}", self.count),
            share: String::new(),
            weight: 1.0,
            leaders: Vec::new(),
            height: Some(sketch.frame.top),
        };
        let entries: Vec<Entry> = (0..=self.count).rev().map(entry).collect();
        sketch.finish_with_legend(TITLE, &entries)
    }
}
