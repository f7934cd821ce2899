//! The block of JSON that the script reads.

use maud::{Markup, html};
use serde::Serialize;

use crate::{NotSure, OwnRegion, Report, ScoresPart};
use exactile::confidence::ConfidenceTile;
use exactile::geometry::{BilinearCurve, Point};
use exactile::lattice::INDEPENDENT;
use exactile::tile::RankInterval;
use exactile_document::RenderError;
use exactile_picture::Arc;
use exactile_picture::{LOOP_PARTS, Scheme, level_loops, palette};

/// A classifier's colour.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Colour {
    /// The colour of its regions and marks.
    pub(super) fill: String,
}

impl Colour {
    /// Returns a small square of this colour: a picture, since the page's policy forbids style on
    /// an element.
    pub(super) fn swatch(&self) -> Markup {
        html! {
            svg.swatch aria-hidden="true" { rect width="100%" height="100%" fill=(self.fill) {} }
        }
    }
}

/// Returns the colour of each classifier, as in pictures.
pub(super) fn colours(report: &Report) -> Vec<Colour> {
    let classifiers = &report.classifiers;
    if let Some(scores) = &report.scores {
        return colours_of_models(scores, &Scheme::of_families(classifiers, &scores.model_of()));
    }
    let scheme = Scheme::new(classifiers);
    (0..classifiers.len()).map(|k| Colour { fill: scheme.of(k).to_owned() }).collect()
}

/// Returns the colour of each model, in shades for its thresholds: the lower the paler.
fn colours_of_models(scores: &ScoresPart, scheme: &Scheme) -> Vec<Colour> {
    let mut colours = Vec::new();
    for (model, part) in scores.models.iter().enumerate() {
        let count = part.steps.iter().filter(|step| step.classifier.is_some()).count();
        let base = scheme.of_family(model);
        colours.extend((0..count).map(|k| {
            let share = if count > 1 { k as f64 / (count - 1) as f64 } else { 0.0 };
            Colour { fill: palette::paler(base, MOST_PALE * share) }
        }));
    }
    colours
}

/// The share of white in the shade of a model's lowest threshold.
const MOST_PALE: f64 = 0.5;

/// The assumption if all classifiers were tested on the same samples.
const PAIRED: &str = "classifiers compared on the same samples";

/// A region as the page draws it.
#[derive(Serialize)]
struct Drawn<'r> {
    members: &'r [usize],
    rank: RankInterval,
    /// The outline.
    d: String,
}

/// The regions of classifiers that are compared by their own tests.
#[derive(Serialize)]
struct Own<'r> {
    regions: Vec<Drawn<'r>>,
    ranks: u32,
}

#[derive(Serialize)]
struct Data<'r> {
    #[serde(flatten)]
    report: &'r Report,
    colours: &'r [Colour],
    /// Colours of values from 0 to 1 in steps of 1/20, light for high values.
    ramp: Vec<String>,
    own: Option<Own<'r>>,
    /// `true` if all were tested on the same numbers of samples, which were counted.
    is_counted: bool,
    /// The assumption of all probabilities of several classifiers.
    assumption: &'static str,
    sure: Option<Sure>,
    /// The reason why they are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_sure: Option<&'r NotSure>,
}

/// The probability that the first classifier is truly the best, on the Tile of the prior that the
/// report starts with.
#[derive(Serialize)]
struct Sure {
    /// Cells along each side.
    resolution: u32,
    /// Parts of a side in which loops are measured.
    parts: u32,
    /// The probabilities at which the bands begin, in percent, increasing.
    levels: [u32; LEVELS.len()],
    /// For each classifier that reaches one of them, the loops around the points where it does.
    fields: Vec<SureField>,
}

#[derive(Serialize)]
struct SureField {
    classifier: usize,
    /// For each level its loops, each a, b, a, b, ... in parts of the Tile.
    bands: Vec<Vec<Vec<u32>>>,
}

/// Bands of ten percent, and the levels with contours.
const LEVELS: [u32; 11] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

impl Sure {
    fn new(tile: &ConfidenceTile, classifiers: usize) -> Self {
        let fields = (0..classifiers)
            .map(|classifier| SureField {
                classifier,
                bands: level_loops(tile, classifier, &LEVELS.map(|level| f64::from(level) / 100.0)),
            })
            .filter(|field| field.bands.iter().any(|loops| !loops.is_empty()))
            .collect();
        Self { resolution: tile.grid().resolution(), parts: LOOP_PARTS, levels: LEVELS, fields }
    }
}

/// Returns the report as JSON for a script element: no character of it can end the element or begin
/// another.
pub(super) fn json_block(report: &Report, colours: &[Colour]) -> Result<String, RenderError> {
    let own = report
        .tile
        .own
        .as_ref()
        .map(|own| Own { regions: own.regions.iter().map(drawn).collect(), ranks: own.ranks });
    let sure = report.sure.as_ref().map(|tile| Sure::new(tile, report.classifiers.len()));
    let ramp = (0..=20).map(|k| palette::ramp(f64::from(k) / 20.0)).collect();
    let text = serde_json::to_string(&Data {
        report,
        colours,
        ramp,
        own,
        is_counted: super::provenance::samples(report).is_some(),
        assumption: if report.paired { PAIRED } else { INDEPENDENT },
        sure: sure.ok(),
        not_sure: report.sure.as_ref().err(),
    })?;
    // Outside of strings JSON has none of these.
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => safe.push(c),
        }
    }
    Ok(safe)
}

fn drawn(region: &OwnRegion) -> Drawn<'_> {
    let OwnRegion { members, rank, vertices, edges } = region;
    Drawn { members, rank: *rank, d: outline(vertices, edges) }
}

/// Returns the outline of a region: path data in thousandths of the Tile, b upwards turned into y
/// downwards.
pub(super) fn outline(vertices: &[Point], edges: &[BilinearCurve]) -> String {
    const SCALE: f64 = 1000.0;
    let place = |(a, b): (f64, f64)| format!("{:.1} {:.1}", SCALE * a, SCALE * (1.0 - b));
    let next = vertices.iter().skip(1).chain(&vertices[..1]);
    let mut d = String::new();
    for ((from, to), edge) in vertices.iter().zip(next).zip(edges) {
        let path = Arc::new(edge, from, to).flattened(1e-4);
        if d.is_empty() {
            d.push_str(&format!("M{}", place(path.start)));
        }
        for &[control, end] in &path.curves {
            d.push_str(&format!("Q{} {}", place(control), place(end)));
        }
    }
    d.push('Z');
    d
}
