//! The Tile of a report: the regions of all ranks, for every prior at once.
//!
//! In balanced coordinates every frontier is a line p a + q b = c, and a classifier's sectors lie
//! between its lines in the order of the sweep. The Tile of another prior is the image under
//! z -> k z/(1 - z + k z) of both axes: lines keep their order, ranks stay. So one list of lines
//! and one row of ranks for each classifier are the regions of all priors.

use std::collections::{HashMap, HashSet};

use serde::{Serialize, Serializer};

use super::{ReportError, ReportOptions};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::score::{Likeness, NamedScore, Scope};
use exactile::tile::{
    Area, ClassifierSummary, Piece, RankFilter, RankInterval, Regions, Selection, TileError,
};

/// The line p a + q b = c of balanced coordinates: coprime integers, none of them negative. It
/// crosses the open Tile; p a + q b > c on the side of the corner TPR (1, 1).
///
/// Written as one text `"p q c"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The coefficient of a.
    pub p: Rational,
    /// The coefficient of b.
    pub q: Rational,
    /// The constant.
    pub c: Rational,
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} {} {}", self.p, self.q, self.c))
    }
}

/// The ranks of one classifier and of all that are equal to it, from the corner TPR (1, 1) to the
/// corner TNR (0, 0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sweep {
    /// The classifiers with these rates, in the order of the input.
    pub members: Vec<usize>,
    /// The rank on each sector.
    pub ranks: Vec<RankInterval>,
    /// Positions of the lines between neighbouring sectors: one fewer than ranks.
    pub lines: Vec<usize>,
}

/// A score with a name and a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Its name in commands: `f1`.
    pub id: String,
    /// Its title: `F1`.
    pub name: String,
    /// The importances of tn, fp, fn, tp, each as coefficient, exponent of the negative prior,
    /// exponent of the positive prior. Its place is a = I(tp)/(I(tn) + I(tp)),
    /// b = I(fn)/(I(fp) + I(fn)); factors common to both importances of a sum cancel.
    pub weights: [(Rational, u8, u8); 4],
    /// `true` if pictures mark it; findings name only such scores.
    pub is_marked: bool,
    /// `true` if its place depends on the priors.
    pub depends_on_prior: bool,
    /// `true` if its value is that of the ranking score at its place, for performances of one
    /// prior.
    pub is_value: bool,
}

/// A region on the Tile of classifiers tested under different priors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRegion {
    /// The classifiers with this rank there, in the order of the input.
    pub members: Vec<usize>,
    /// Their rank.
    pub rank: RankInterval,
    /// The corners, counter-clockwise.
    pub vertices: Vec<Point>,
    /// Edge k joins corner k to corner k + 1.
    pub edges: Vec<BilinearCurve>,
}

/// The regions on the Tile of classifiers tested under different priors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRegions {
    /// The regions whose rank interval holds a rank up to `ranks`.
    pub regions: Vec<OwnRegion>,
    /// The number of complete ranks: all of them, or as many as fit on a page.
    pub ranks: u32,
}

/// The ranks of the classifiers on the Tile.
#[derive(Clone, Debug, Serialize)]
pub struct TilePart {
    /// The positive prior of all tests, if they have the same.
    pub own_prior: Option<Rational>,
    /// The positive prior that the report starts with; `None` if each classifier is compared by its
    /// own test, under its own prior.
    pub start_prior: Option<Rational>,
    /// The frontiers in balanced coordinates, each once.
    pub lines: Vec<Line>,
    /// The sectors of each distinct classifier.
    pub sweeps: Vec<Sweep>,
    /// The scores that are marked on the Tile.
    pub scores: Vec<Mark>,
    /// All classifiers: first those that are first on the largest parts of the Tile that is shown
    /// first, then the others by their best rank, and then by their worst.
    pub by_share: Vec<usize>,
    /// The regions if priors differ and each classifier is compared by its own test; `None` if
    /// priors are equal, since the sweeps are sufficient then.
    #[serde(skip)]
    pub own: Option<OwnRegions>,
}

impl TilePart {
    /// Computes the Tile of some classifiers. O(n^2 log n).
    pub(super) fn new(
        classifiers: &[Classifier],
        shown: &Regions,
        standings: &[ClassifierSummary],
        options: &ReportOptions,
    ) -> Result<Self, ReportError> {
        let half = Rational::new(1, 2);
        let balanced = Regions::with_target_prior(classifiers.to_vec(), &half)?;
        let (lines, sweeps) = sweeps(&balanced);
        let own = Regions::new(classifiers.to_vec())?;
        let own_prior = own.prior_positive().cloned();
        let own = if own_prior.is_some() { None } else { Some(own_regions(&own)?) };
        Ok(Self {
            start_prior: options.target_prior.clone().or_else(|| own_prior.clone()),
            own_prior,
            lines,
            sweeps,
            scores: marks(options),
            by_share: by_share(shown, standings),
            own,
        })
    }
}

/// Returns the lines and rows of ranks of classifiers on the Tile of balanced priors.
fn sweeps(balanced: &Regions) -> (Vec<Line>, Vec<Sweep>) {
    let mut groups: HashMap<[Option<Rational>; 2], usize> = HashMap::new();
    let mut sweeps: Vec<Sweep> = Vec::new();
    let (mut lines, mut known) = (Vec::new(), HashMap::new());
    for (i, classifier) in balanced.classifiers().iter().enumerate() {
        let rates = [classifier.matrix.tnr(), classifier.matrix.tpr()];
        if let Some(&group) = groups.get(&rates) {
            sweeps[group].members.push(i);
            continue;
        }
        groups.insert(rates, sweeps.len());
        let mut sweep = Sweep { members: vec![i], ranks: Vec::new(), lines: Vec::new() };
        for piece in balanced.pieces(i, &RankFilter::all()) {
            if piece.dimension() == 2 {
                sweep.ranks.push(piece.rank);
                continue;
            }
            // On the Tile of balanced priors a frontier is 0 = c - p a - q b.
            let [_, p, q, c] = piece.edges()[0].coefficients().clone();
            let line = Line { p: -p, q: -q, c };
            sweep.lines.push(*known.entry(line.clone()).or_insert_with(|| {
                lines.push(line);
                lines.len() - 1
            }));
        }
        sweeps.push(sweep);
    }
    (lines, sweeps)
}

/// Returns the scores that pictures mark, and those of the requested metrics that have a place for
/// all performances of one prior.
fn marks(options: &ReportOptions) -> Vec<Mark> {
    let mut scores = NamedScore::marked();
    let marked = scores.len();
    for metric in &options.metrics {
        let Ok(score) = NamedScore::new(metric.clone()) else { continue };
        let is_known = scores.iter().any(|known| known.metric() == metric);
        if score.scope() != Scope::FixedCounts && !is_known {
            scores.push(score);
        }
    }
    scores
        .into_iter()
        .enumerate()
        .map(|(position, score)| Mark {
            is_marked: position < marked,
            id: score.metric().to_string(),
            name: score.to_string(),
            weights: score
                .standing()
                .weights
                .clone()
                .map(|weight| (weight.coefficient, weight.negative, weight.positive)),
            depends_on_prior: score.depends_on_prior(),
            is_value: score.standing().likeness == Likeness::Equal,
        })
        .collect()
}

/// Returns all classifiers, by the exact area on which each is first, and the others by their
/// ranks.
fn by_share(regions: &Regions, standings: &[ClassifierSummary]) -> Vec<usize> {
    let mut shares: HashMap<usize, Area> = HashMap::new();
    for piece in regions.first_pieces().iter().filter(|piece| piece.dimension() == 2) {
        *shares.entry(piece.classifier).or_insert_with(Area::zero) += &piece.enclosed_area();
    }
    let mut first: Vec<(usize, Area)> = shares.into_iter().collect();
    first.sort_by(|(i, x), (j, y)| (y - x).value().sign().then(i.cmp(j)));
    let mut order: Vec<usize> = first.into_iter().map(|(i, _)| i).collect();
    let is_known: HashSet<usize> = order.iter().copied().collect();
    let mut rest: Vec<usize> =
        (0..regions.classifiers().len()).filter(|i| !is_known.contains(i)).collect();
    rest.sort_by_key(|&i| standings[i].ranks.map(|ranks| (ranks.best, ranks.worst)));
    order.extend(rest);
    order
}

/// Returns the regions of classifiers tested under different priors, for as many ranks as fit on a
/// page.
fn own_regions(regions: &Regions) -> Result<OwnRegions, TileError> {
    // Frontiers cross, so that there may be as many regions as crossings.
    const MOST_CLASSIFIERS: usize = 60;
    const MOST_CORNERS: usize = 20_000;
    let count = regions.classifiers().len();
    let last = u32::try_from(count).map_err(|_| TileError::TooManyClassifiers(count))?;
    let (mut found, mut known) = (Vec::<OwnRegion>::new(), HashMap::new());
    let mut keep = |pieces: Vec<_>| {
        for piece in pieces.iter().filter(|piece: &&Piece| piece.dimension() == 2) {
            // Equal classifiers have the same regions with the same ranks.
            let next = found.len();
            let place = *known.entry((piece.vertices().to_vec(), piece.rank)).or_insert(next);
            match found.get_mut(place) {
                Some(region) => region.members.push(piece.classifier),
                None => found.push(OwnRegion {
                    members: vec![piece.classifier],
                    rank: piece.rank,
                    vertices: piece.vertices().to_vec(),
                    edges: piece.edges().to_vec(),
                }),
            }
        }
        Ok::<(), TileError>(())
    };
    if count > MOST_CLASSIFIERS {
        keep(regions.first_pieces())?;
        return Ok(OwnRegions { regions: found, ranks: 1 });
    }
    regions.stream(&Selection::default(), |pieces| pieces, keep)?;
    let corners_up_to = |rank: u32| -> usize {
        let held = found.iter().filter(|region| region.rank.best <= rank);
        held.map(|region| region.vertices.len()).sum()
    };
    let ranks = (2..=last).take_while(|&rank| corners_up_to(rank) <= MOST_CORNERS).last();
    let ranks = ranks.unwrap_or(1);
    found.retain(|region| region.rank.best <= ranks);
    Ok(OwnRegions { regions: found, ranks })
}
