//! The Tile of classifiers that were tested under different priors.
//!
//! A ranking score of each is that of its own matrix, so the comparison at a point is the same as
//! ever: j beats i iff s_j u_i > s_i u_j. But a classifier's frontiers no longer fan out from one
//! point: they are monotone arcs from border to border that may cross inside the Tile, any two of
//! them once and at a rational point. So its regions are the faces of an arrangement of arcs:
//!
//! - `frontier`: one rival's frontier;
//! - `crossing`: where two of them meet, and why that point is rational;
//! - `arrangement`: all of one classifier's, and the events of a sweep over them;
//! - `sweep`: regions, ties on stretches of frontier, and ties at points;
//! - `area`: exact areas, and the proof that they add up to 1;
//! - `piece`: the result's form.

mod area;
mod arrangement;
mod crossing;
mod frontier;
mod piece;
mod summary;
mod sweep;

use std::collections::HashSet;

use rayon::prelude::*;

use super::Area;
use super::regions::{RankFilter, Selection, TileError, check_classifiers};
use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;
use crate::performance::Classifier;
use area::{add_up_to_one, area_of, sides};
use arrangement::Arrangement;
use frontier::{Standing, standing};
pub use piece::UnequalPiece;
use sweep::{Boundary, Pieces, sweep};

/// Classifiers that may have been tested under different priors, ready to be asked for the regions
/// of their ranks. Where the priors are equal [`super::Regions`] gives the same, much faster.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, RankFilter, UnequalRegions};
/// let classifiers = vec![
///     Classifier::new("P1", ConfusionMatrix::from_counts(3, 1, 1, 1)?),
///     Classifier::new("P2", ConfusionMatrix::from_counts(2, 1, 1, 3)?),
/// ];
/// let regions = UnequalRegions::new(classifiers)?;
/// // P1 is ahead up to the upright line where (1-a) 3 + a = (1-a) 2 + 3 a.
/// let first = regions.pieces(0, &RankFilter::holding([1]));
/// let corners: Vec<String> = first[0].vertices.iter().map(|v| v.to_string()).collect();
/// assert_eq!(corners, ["(0, 0)", "(1/3, 0)", "(1/3, 1)", "(0, 1)"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnequalRegions {
    classifiers: Vec<Classifier>,
}

impl UnequalRegions {
    /// Classifiers, each with samples of both classes.
    ///
    /// # Errors
    /// No classifier, too many, or a class without samples.
    pub fn new(classifiers: Vec<Classifier>) -> Result<Self, TileError> {
        check_classifiers(&classifiers)?;
        Ok(Self { classifiers })
    }

    /// The classifiers.
    pub fn classifiers(&self) -> &[Classifier] {
        &self.classifiers
    }

    /// The positive prior that each was tested under.
    pub fn priors_positive(&self) -> Vec<Rational> {
        self.classifiers.iter().map(|classifier| classifier.matrix.prior_positive()).collect()
    }

    /// One classifier's pieces: regions, then ties on stretches of frontier, then ties at points;
    /// together they make up the open Tile, each point once.
    ///
    /// For n classifiers whose m different frontiers meet k times, O(n + m^2 log m + m k) exact
    /// operations; k is below m^2.
    ///
    /// # Panics
    /// If there is no classifier of that number.
    pub fn pieces(&self, classifier: usize, filter: &RankFilter) -> Vec<UnequalPiece> {
        let arrangement = Arrangement::new(&self.classifiers, classifier);
        let found = sweep(&arrangement);
        let output = Output { classifier, arrangement: &arrangement, found: &found };
        output.pieces(filter, false)
    }

    /// As [`Self::pieces`], each piece with its exact area. The areas are sums of integrals along
    /// sides, and that all of them add up to 1 is proved by pairing the sides.
    ///
    /// # Errors
    /// [`TileError::AreasDoNotAddUp`] if they ever did not.
    ///
    /// # Panics
    /// If there is no classifier of that number.
    pub fn pieces_with_areas(
        &self,
        classifier: usize,
        filter: &RankFilter,
    ) -> Result<Vec<UnequalPiece>, TileError> {
        let arrangement = Arrangement::new(&self.classifiers, classifier);
        let found = sweep(&arrangement);
        if !add_up_to_one(&arrangement, &found) {
            return Err(TileError::AreasDoNotAddUp(classifier));
        }
        let output = Output { classifier, arrangement: &arrangement, found: &found };
        Ok(output.pieces(filter, true))
    }

    /// The selected pieces, classifier by classifier in order: `map` runs in parallel on one
    /// classifier's pieces, `sink` gets its results one after the other.
    ///
    /// # Errors
    /// What `sink` returns, or [`TileError::AreasDoNotAddUp`].
    pub fn stream<T: Send, E: From<TileError>>(
        &self,
        selection: &Selection,
        map: impl Fn(Vec<UnequalPiece>) -> T + Sync,
        mut sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        const BATCH: usize = 8;
        let everybody = || (0..self.classifiers.len()).collect();
        let wanted: Vec<usize> = selection.classifiers.clone().unwrap_or_else(everybody);
        for batch in wanted.chunks(BATCH) {
            let results: Vec<Result<T, TileError>> = batch
                .par_iter()
                .map(|&classifier| {
                    let pieces = if selection.areas {
                        self.pieces_with_areas(classifier, &selection.ranks)?
                    } else {
                        self.pieces(classifier, &selection.ranks)
                    };
                    Ok(map(pieces))
                })
                .collect();
            for result in results {
                sink(result?)?;
            }
        }
        Ok(())
    }

    /// The pieces of all classifiers whose rank interval holds 1.
    pub fn first_pieces(&self) -> Vec<UnequalPiece> {
        let first = RankFilter::holding([1]);
        (0..self.classifiers.len())
            .into_par_iter()
            .flat_map_iter(|classifier| self.pieces(classifier, &first))
            .collect()
    }

    /// The whole frontiers between two classifiers inside the Tile, each curve once, with two ends
    /// on the border. Where there are more than `most`, some of them, more than `most`. O(n^2).
    pub fn frontiers(&self, most: usize) -> Vec<(BilinearCurve, [Point; 2])> {
        let mut known = HashSet::new();
        let mut frontiers = Vec::new();
        for (i, first) in self.classifiers.iter().enumerate() {
            for second in &self.classifiers[i + 1..] {
                if let Standing::Divided { arc, .. } = standing(&first.matrix, &second.matrix)
                    && known.insert(arc.curve.clone())
                {
                    frontiers.push((arc.curve, [arc.left, arc.right]));
                }
            }
            if frontiers.len() > most {
                break;
            }
        }
        frontiers
    }
}

/// Turns what the sweep of one classifier found into pieces.
struct Output<'a> {
    classifier: usize,
    arrangement: &'a Arrangement,
    found: &'a Pieces,
}

impl Output<'_> {
    fn pieces(&self, filter: &RankFilter, with_areas: bool) -> Vec<UnequalPiece> {
        let Self { classifier, found, .. } = *self;
        let vertex = |at: &usize| -> Point { found.vertices[*at].clone() };
        let no_area = with_areas.then(Area::zero);
        let mut pieces = Vec::new();
        for region in found.regions.iter().filter(|region| filter.accepts(region.rank)) {
            pieces.push(UnequalPiece {
                classifier,
                dimension: 2,
                rank: region.rank,
                vertices: region.sides.iter().map(|side| vertex(&side.from)).collect(),
                edges: sides(region).map(|(side, _)| self.edge(side)).collect(),
                area: with_areas.then(|| area_of(self.arrangement, found, region)),
            });
        }
        for tie in found.ties.iter().filter(|tie| filter.accepts(tie.rank)) {
            let [start, end] = &tie.ends;
            let arc = &self.arrangement.fronts[tie.front].arc;
            // The side where the curve is positive is to be on the left of the way.
            let ends = if arc.is_upright() { [start, end] } else { [end, start] };
            pieces.push(UnequalPiece {
                classifier,
                dimension: 1,
                rank: tie.rank,
                vertices: ends.map(vertex).to_vec(),
                edges: vec![arc.curve.clone()],
                area: no_area.clone(),
            });
        }
        for (rank, at) in found.points.iter().filter(|(rank, _)| filter.accepts(*rank)) {
            pieces.push(UnequalPiece {
                classifier,
                dimension: 0,
                rank: *rank,
                vertices: vec![vertex(at)],
                edges: Vec::new(),
                area: no_area.clone(),
            });
        }
        pieces
    }

    /// A side's curve, positive inside its region.
    fn edge(&self, side: &sweep::Side) -> BilinearCurve {
        match side.boundary {
            Boundary::Bottom => BilinearCurve::small_line(0, 1, 0),
            Boundary::Top => BilinearCurve::small_line(0, -1, 1),
            Boundary::Left => BilinearCurve::small_line(1, 0, 0),
            Boundary::Right => BilinearCurve::small_line(-1, 0, 1),
            Boundary::Front(k) => {
                let curve = &self.arrangement.fronts[k].arc.curve;
                if side.positive { curve.clone() } else { curve.reversed() }
            }
        }
    }
}
