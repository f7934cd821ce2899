//! Test sets on the Tile: the maps of one classifier, and agreement on the first classifier.
//!
//! Both are exact: the regions of a map are pieces of the engine, and those of agreement its zones.

use svg::node::element::{Group, Path};

use super::canvas;
use super::error::PictureError;
use super::families::Colours;
use super::frame::Frame;
use super::label::Names;
use super::legend::Entry;
use super::palette;
use super::scheme::Scheme;
use super::sketch::{Extras, Sketch};
use super::stripes::{Stripe, stripes_of_pieces, stripes_of_rank};
use super::tile_picture::{TilePicture, drawn_regions};
use crate::arc::{Arc, CurvedPath, Xy};
use exactile::domain::{AgreementZone, DomainMap, Domains, ZoneColumn};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, counted};
use exactile::tile::Regions;

/// The shades of the least number of test sets and of all of them. No theme changes them.
const LEAST: &str = "#f2f7ff";
const MOST: &str = "#1d3f8a";

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
    /// Means without samples of both classes, and too many columns of agreement.
    pub fn domain_agreement(
        domains: &Domains,
        side: f64,
        extras: Extras,
    ) -> Result<Self, PictureError> {
        let means = Regions::new(domains.means())?;
        let stripes = stripes_of_rank(&means, 1)?;
        let zones = domains.agreement_zones()?;
        let shades = Shades::new(domains.names().len(), &zones);
        let mut sketch = Sketch::new(&means, side, extras).with_note(
            "The number of test sets in which the classifier that is first on the mean is first.",
        );
        sketch.score_layer();
        let mut layer = canvas::group("agreement");
        for zone in &zones {
            let colour = shades.colour(zone.agreeing());
            let said = format!(
                "{}: first in {} of {}",
                sketch.names.full(&zone.mean),
                zone.agreeing(),
                counted(shades.count, "test set")
            );
            // A hair of its own colour closes the seams that antialiasing would show.
            let group = Group::new()
                .set("fill", colour.as_str())
                .set("stroke", colour.as_str())
                .set("stroke-width", 0.4)
                .set("data-agreeing", zone.agreeing())
                .add(canvas::title(&said));
            let columns = zone.zone.columns.iter().map(|column| {
                Path::new().set("d", sketch.frame.data(&outline(column, &sketch.frame), true))
            });
            layer = layer.add(columns.fold(group, Group::add));
        }
        sketch.sheet.add(layer);
        sketch.frontier_layer(&stripes);
        sketch.grid_and_curves(None);
        let names = sketch.names.clone();
        let ground = |_: &Stripe, at: Xy| shades.colour(agreeing(domains, at));
        sketch.label_layer_on(&stripes, |stripe| names.of(&stripe.members), &ground);
        Ok(Self::of(shades.finish(sketch)))
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

/// Returns the border of a column.
fn outline(column: &ZoneColumn, frame: &Frame) -> Vec<CurvedPath> {
    let [lower_left, lower_right, upper_right, upper_left] = column.corners();
    [
        Arc::new(&column.lower, &lower_left, &lower_right),
        Arc::new(&column.upper, &lower_right, &upper_right),
        Arc::new(&column.upper, &upper_right, &upper_left),
        Arc::new(&column.lower, &upper_left, &lower_left),
    ]
    .each_ref()
    .map(|arc| frame.flattened(arc))
    .into()
}

/// Shades of the numbers of test sets, in even steps from the least that occurs to all.
struct Shades {
    least: usize,
    count: usize,
}

impl Shades {
    fn new(count: usize, zones: &[AgreementZone]) -> Self {
        let least = zones.iter().map(AgreementZone::agreeing).min();
        Self { least: least.unwrap_or(0), count }
    }

    /// Returns the colour of a share of the way from all test sets to the least number.
    fn between(share: f64) -> String {
        palette::between(MOST, LEAST, share)
    }

    fn colour(&self, agreeing: usize) -> String {
        #[expect(clippy::cast_precision_loss, reason = "only a colour")]
        let [behind, all] =
            [self.count - agreeing, (self.count - self.least).max(1)].map(|n| n as f64);
        Self::between(behind / all)
    }

    /// Adds the list of the numbers, or a bar if there are too many of them.
    fn finish(&self, sketch: Sketch<'_>) -> svg::Document {
        const MOST_LINES: usize = 16;
        const TITLE: &str = "test sets that agree";
        let steps = self.count - self.least;
        if steps >= MOST_LINES {
            #[expect(clippy::cast_precision_loss, reason = "a place on a bar")]
            let tick = |part: usize| {
                let above = steps * part / 4;
                (above as f64 / steps as f64, (self.least + above).to_string())
            };
            let ticks: Vec<(f64, String)> = (0..=4).map(tick).collect();
            return sketch.finish_with_bar(TITLE, |height| Self::between(1.0 - height), &ticks);
        }
        let entry = |agreeing: usize| Entry {
            colour: self.colour(agreeing),
            name: format!("{agreeing} of {}", self.count),
            share: String::new(),
            weight: 1.0,
            leaders: Vec::new(),
            height: Some(sketch.frame.top),
        };
        let entries: Vec<Entry> = (self.least..=self.count).rev().map(entry).collect();
        sketch.finish_with_legend(TITLE, &entries)
    }
}
