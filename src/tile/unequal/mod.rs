//! The Tile of classifiers that were tested under different priors.
//!
//! A ranking score of each is that of its own matrix, so the comparison at a point is the same as
//! ever: j beats i iff s_j u_i > s_i u_j. But a classifier's frontiers no longer fan out from one
//! point: they are monotone arcs from border to border that may cross inside the Tile, any two of
//! them once and at a rational point. So its regions are the faces of an arrangement of arcs:
//!
//! - `frontier`: one rival's frontier;
//! - `abscissa`: where events happen, compared by leading bits first;
//! - `crossing`: where two of them meet, and why that point is rational;
//! - `arrangement`: all of one classifier's, and the events of a sweep over them;
//! - `first`: where the first rank is, from fewer of them;
//! - `sweep`: regions, ties on stretches of frontier, and ties at points;
//! - `zone`: where some classifiers are at least as good as others;
//! - `area`: exact areas, and the proof that they add up to 1.

mod abscissa;
mod area;
mod arrangement;
mod crossing;
mod first;
mod frontier;
mod summary;
mod sweep;
mod zone;

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::Area;
use super::error::TileError;
use super::piece::Piece;
use super::rank_filter::RankFilter;
use crate::geometry::{BilinearCurve, Point};
use crate::performance::Classifier;
use area::{Areas, add_up_to_one, sides};
use arrangement::Arrangement;
pub(crate) use frontier::Arc;
use frontier::{Standing, standing};
pub(super) use summary::{first_summary, summary};
use sweep::{Boundary, Pieces, sweep};
pub(crate) use zone::crossings;
pub(super) use zone::zone;

/// One classifier's pieces: regions, then ties on stretches of frontier, then ties at points.
///
/// For n classifiers whose m different frontiers meet k times, O(n + (m^2 + k) log m) exact
/// operations; k is below m^2.
pub(super) fn pieces(
    classifiers: &[Classifier],
    classifier: usize,
    filter: &RankFilter,
) -> Vec<Piece> {
    let mut arrangement = Arrangement::new(classifiers, classifier);
    if filter.is_first_only() {
        match arrangement.of_first() {
            Some(first) => arrangement = first,
            None => return Vec::new(),
        }
    }
    let found = sweep(&arrangement);
    Output { classifier, arrangement: &arrangement, found: &found }.pieces(filter, false)
}

/// As [`pieces`], each with its exact area. The areas are sums of integrals along sides, and that
/// all of them add up to 1 is proved by pairing the sides.
pub(super) fn pieces_with_areas(
    classifiers: &[Classifier],
    classifier: usize,
    filter: &RankFilter,
) -> Result<Vec<Piece>, TileError> {
    let arrangement = Arrangement::new(classifiers, classifier);
    let found = sweep(&arrangement);
    if !add_up_to_one(&arrangement, &found) {
        return Err(TileError::AreasDoNotAddUp(classifier));
    }
    let output = Output { classifier, arrangement: &arrangement, found: &found };
    Ok(output.pieces(filter, true))
}

/// The whole frontiers between two classifiers inside the Tile, each curve once, with two ends on
/// the border. May stop after `most + n` frontiers of n classifiers. O(n^2).
pub(super) fn frontiers(
    classifiers: &[Classifier],
    most: usize,
) -> Vec<(BilinearCurve, [Point; 2])> {
    let mut known = HashSet::new();
    let mut frontiers = Vec::new();
    for (i, first) in classifiers.iter().enumerate() {
        for second in &classifiers[i + 1..] {
            let Standing::Divided { arc, .. } = standing(&first.matrix, &second.matrix) else {
                continue;
            };
            if known.insert(arc.curve.clone()) {
                frontiers.push((arc.curve, [arc.left, arc.right]));
            }
        }
        if frontiers.len() > most {
            break;
        }
    }
    frontiers
}

/// A frontier with the pairs that swap there.
type SharedArc = (Arc, Vec<[usize; 2]>);

/// All pairs of some classifiers that swap somewhere inside the Tile, by frontier, each curve once;
/// and for each classifier the first one that it ties with everywhere, maybe itself. O(n^2).
pub(crate) fn swapping_pairs(classifiers: &[Classifier]) -> (Vec<SharedArc>, Vec<usize>) {
    let mut known: HashMap<BilinearCurve, usize> = HashMap::new();
    let mut fronts: Vec<SharedArc> = Vec::new();
    let mut equal: Vec<usize> = (0..classifiers.len()).collect();
    for (i, first) in classifiers.iter().enumerate() {
        for (j, second) in classifiers.iter().enumerate().skip(i + 1) {
            match standing(&first.matrix, &second.matrix) {
                Standing::Everywhere(Ordering::Equal) => equal[j] = equal[j].min(i),
                Standing::Everywhere(_) => {}
                Standing::Divided { arc, .. } => {
                    let at = *known.entry(arc.curve.clone()).or_insert(fronts.len());
                    match fronts.get_mut(at) {
                        Some((_, pairs)) => pairs.push([i, j]),
                        None => fronts.push((arc, vec![[i, j]])),
                    }
                }
            }
        }
    }
    (fronts, equal)
}

/// Turns what the sweep of one classifier found into pieces.
struct Output<'a> {
    classifier: usize,
    arrangement: &'a Arrangement,
    found: &'a Pieces<'a>,
}

impl Output<'_> {
    fn pieces(&self, filter: &RankFilter, with_areas: bool) -> Vec<Piece> {
        let Self { classifier, found, .. } = *self;
        let vertex = |at: &usize| -> Point { found.vertex(*at).clone() };
        let mut pieces = Vec::new();
        let mut areas = Areas::new(self.arrangement, found);
        for region in found.regions.iter().filter(|region| filter.accepts(region.rank)) {
            let vertices = region.sides.iter().map(|side| vertex(&side.from));
            let edges = sides(region).map(|(side, _)| self.edge(side));
            let mut piece = Piece::new(classifier, region.rank, vertices, edges);
            piece.area = with_areas.then(|| areas.of(region));
            pieces.push(piece);
        }
        for tie in found.ties.iter().filter(|tie| filter.accepts(tie.rank)) {
            let [start, end] = &tie.ends;
            let arc = &self.arrangement.fronts[tie.front].arc;
            // The side where the curve is positive is to be on the left of the way.
            let ends = if arc.is_upright() { [start, end] } else { [end, start] };
            let mut piece = Piece::new(classifier, tie.rank, ends.map(vertex), [arc.curve.clone()]);
            piece.area = with_areas.then(Area::zero);
            pieces.push(piece);
        }
        for (rank, at) in found.points.iter().filter(|(rank, _)| filter.accepts(*rank)) {
            let mut piece = Piece::new(classifier, *rank, [vertex(at)], []);
            piece.area = with_areas.then(Area::zero);
            pieces.push(piece);
        }
        pieces
    }

    /// A side's curve, positive inside its region.
    fn edge(&self, side: &sweep::Side) -> BilinearCurve {
        match side.boundary {
            Boundary::Front(k) => {
                let curve = &self.arrangement.fronts[k].arc.curve;
                if side.positive { curve.clone() } else { curve.reversed() }
            }
            side => side_of_tile(side),
        }
    }
}

/// A side of the Tile, positive inwards.
fn side_of_tile(side: Boundary) -> BilinearCurve {
    let [k_a, k_b, k_1] = match side {
        Boundary::Bottom => [0, 1, 0],
        Boundary::Top => [0, -1, 1],
        Boundary::Left => [1, 0, 0],
        Boundary::Right => [-1, 0, 1],
        Boundary::Front(_) => unreachable!("a frontier is no side of the Tile"),
    };
    BilinearCurve::small_line(k_a, k_b, k_1)
}
