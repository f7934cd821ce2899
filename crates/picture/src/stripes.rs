//! The regions of one rank: the sectors with the rank, side by side.
//!
//! On every sector's border chord its classifier ties with the next one, on the same chord. So the
//! regions of one rank are stripes from border to border: no two chords of them cross, and
//! neighbours have whole chords in common. Under unequal priors they are regions with any number of
//! sides.

use std::collections::HashMap;

use super::frame::Frame;
use crate::arc::{Arc, CurvedPath, Xy};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::Rational;
use exactile::tile::{
    Area, BestPiece, Piece, RankFilter, RankInterval, Regions, Selection, TileError,
};

/// A region with the classifiers (several, if equal) that take a rank on it.
#[derive(Clone, Debug)]
pub(super) struct Stripe {
    pub(super) members: Vec<usize>,
    pub(super) rank: RankInterval,
    pub(super) share: Area,
    vertices: Vec<Point>,
    edges: Vec<BilinearCurve>,
}

impl Stripe {
    /// Returns the corners.
    pub(super) fn corners(&self) -> &[Point] {
        &self.vertices
    }

    /// Returns the border as curves, corner to corner.
    pub(super) fn outline(&self, frame: &Frame) -> Vec<CurvedPath> {
        let vertices = &self.vertices;
        let next = vertices.iter().skip(1).chain(&vertices[..1]);
        vertices
            .iter()
            .zip(next)
            .zip(&self.edges)
            .map(|((from, to), edge)| frame.flattened(&Arc::new(edge, from, to)))
            .collect()
    }

    /// Returns the frontiers among its edges: those that do not run along the border of the Tile.
    pub(super) fn frontiers(&self, frame: &Frame) -> Vec<CurvedPath> {
        let vertices = &self.vertices;
        self.outline(frame)
            .into_iter()
            .enumerate()
            .filter(|(k, _)| {
                let (from, to) = (&vertices[*k], &vertices[(k + 1) % vertices.len()]);
                !share_side(from, to)
            })
            .map(|(_, path)| path)
            .collect()
    }

    /// Returns the middle of its part of the right side of the Tile, if it has one.
    pub(super) fn right_side(&self) -> Option<Xy> {
        let vertices = &self.vertices;
        (0..vertices.len()).find_map(|k| {
            let (from, to) = (&vertices[k], &vertices[(k + 1) % vertices.len()]);
            (from.a == Rational::ONE && to.a == Rational::ONE)
                .then(|| (1.0, f64::midpoint(from.b.to_f64(), to.b.to_f64())))
        })
    }

    /// Returns the height at which it reaches the right side, or that of its rightmost corner.
    pub(super) fn height_at_right(&self) -> f64 {
        let rightmost = || self.vertices.iter().max_by(|p, q| p.a.cmp(&q.a).then(p.b.cmp(&q.b)));
        self.right_side().or_else(|| rightmost().map(Point::to_f64)).map_or(0.0, |(_, b)| b)
    }

    /// Returns its position in the row of stripes from TPR to TNR.
    fn order(&self) -> f64 {
        let vertices = &self.vertices;
        let upper = vertices.first().map_or((1.0, 1.0), Point::to_f64);
        let lower = vertices.last().map_or((1.0, 1.0), Point::to_f64);
        let start = upper == (1.0, 1.0);
        if start { f64::NEG_INFINITY } else { -(upper.0 + upper.1 + lower.0 + lower.1) }
    }
}

/// Returns `true` if two border points lie on one side of the Tile.
fn share_side(p: &Point, q: &Point) -> bool {
    let same = |x: &Rational, y: &Rational| x == y && (x.is_zero() || *x == Rational::ONE);
    same(&p.a, &q.a) || same(&p.b, &q.b)
}

/// Returns the stripes of a rank, from the corner TPR to the corner TNR.
pub(super) fn stripes_of_rank(regions: &Regions, rank: u32) -> Result<Vec<Stripe>, TileError> {
    let selection = Selection { ranks: RankFilter::holding([rank]), ..Selection::default() };
    stripes(regions, &selection)
}

/// Returns one classifier's sectors of all ranks.
pub(super) fn stripes_of_classifier(
    regions: &Regions,
    classifier: usize,
) -> Result<Vec<Stripe>, TileError> {
    let selection = Selection { classifiers: Some(vec![classifier]), ..Selection::default() };
    stripes(regions, &selection)
}

/// Returns the stripes of groups of classifiers at their best, which have a common prior.
pub(super) fn stripes_at_best(pieces: Vec<BestPiece>) -> Vec<Stripe> {
    let mut gathered = Gathered::default();
    gathered.add(pieces.into_iter().map(|best| best.piece));
    gathered.stripes.sort_by(|x, y| x.order().total_cmp(&y.order()));
    gathered.stripes
}

/// Returns the regions among pieces of any prior, the highest on the right side first.
pub(super) fn stripes_of_pieces(pieces: Vec<Piece>) -> Vec<Stripe> {
    let mut gathered = Gathered::default();
    gathered.add(pieces);
    gathered.stripes.sort_by(|x, y| y.height_at_right().total_cmp(&x.height_at_right()));
    gathered.stripes
}

/// Stripes in progress.
#[derive(Default)]
struct Gathered {
    stripes: Vec<Stripe>,
    known: HashMap<Vec<Point>, usize>,
}

impl Gathered {
    fn add(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        for piece in pieces.into_iter().filter(|piece| piece.dimension() == 2) {
            let corners = piece.vertices().to_vec();
            if let Some(&k) = self.known.get(&corners) {
                // Equal classifiers: the same sectors with the same ranks.
                self.stripes[k].members.push(piece.classifier);
                continue;
            }
            self.known.insert(corners.clone(), self.stripes.len());
            self.stripes.push(Stripe {
                members: vec![piece.classifier],
                rank: piece.rank,
                share: piece.enclosed_area(),
                vertices: corners,
                edges: piece.edges().to_vec(),
            });
        }
    }
}

fn stripes(regions: &Regions, selection: &Selection) -> Result<Vec<Stripe>, TileError> {
    let mut gathered = Gathered::default();
    regions.stream::<_, TileError>(
        selection,
        |pieces| pieces,
        |pieces| {
            gathered.add(pieces);
            Ok(())
        },
    )?;
    let mut stripes = gathered.stripes;
    if regions.prior_positive().is_some() {
        stripes.sort_by(|x, y| x.order().total_cmp(&y.order()));
    } else {
        stripes.sort_by(|x, y| y.height_at_right().total_cmp(&x.height_at_right()));
    }
    Ok(stripes)
}
