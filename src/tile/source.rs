//! What regions of equal and of unequal priors have in common.

use std::collections::HashSet;

use serde::Serialize;

use super::area::Area;
use super::piece::Piece;
use super::regions::{RankFilter, Regions, Selection, TileError, check_classifiers, stranger};
use super::sectors::RankInterval;
use super::unequal::{UnequalPiece, UnequalRegions};
use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;
use crate::performance::Classifier;

/// A part of the Tile on which one classifier's rank is constant.
pub trait AnyPiece: Serialize + Send {
    /// The position of the classifier in the input.
    fn classifier(&self) -> usize;
    /// 2 for a region, 1 for a tie along a frontier, 0 for a tie at a point.
    fn dimension(&self) -> u8;
    /// Its rank everywhere on the piece.
    fn rank(&self) -> RankInterval;
    /// The corners, counter-clockwise in dimension 2.
    fn vertices(&self) -> &[Point];
    /// Edge k joins corner k to corner k + 1.
    fn edges(&self) -> &[BilinearCurve];
    /// The area, if it was asked for.
    fn area(&self) -> Option<&Area>;

    /// The area inside its edges: minus the integral of b over a once around. Ties have none.
    fn enclosed_area(&self) -> Area {
        if self.dimension() < 2 {
            return Area::zero();
        }
        Area::inside(self.vertices(), self.edges())
    }
}

macro_rules! any_piece {
    ($piece:ty, $dimension:expr) => {
        impl AnyPiece for $piece {
            fn classifier(&self) -> usize {
                self.classifier
            }
            fn dimension(&self) -> u8 {
                $dimension(self)
            }
            fn rank(&self) -> RankInterval {
                self.rank
            }
            fn vertices(&self) -> &[Point] {
                &self.vertices
            }
            fn edges(&self) -> &[BilinearCurve] {
                &self.edges
            }
            fn area(&self) -> Option<&Area> {
                self.area.as_ref()
            }
        }
    };
}

any_piece!(Piece, Piece::dimension);
any_piece!(UnequalPiece, |piece: &UnequalPiece| piece.dimension);

/// Classifiers that can be asked for the pieces of their ranks.
pub trait PieceSource: Sync {
    /// The kind of piece.
    type Piece: AnyPiece;

    /// The classifiers.
    fn classifiers(&self) -> &[Classifier];

    /// The positive prior, if it is common to all.
    fn common_prior(&self) -> Option<&Rational>;

    /// As [`Regions::stream`].
    ///
    /// # Errors
    /// What `sink` returns, or [`TileError::AreasDoNotAddUp`].
    fn stream<T: Send, E: From<TileError>>(
        &self,
        selection: &Selection,
        map: impl Fn(Vec<Self::Piece>) -> T + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E>;

    /// The pieces of all classifiers whose rank interval holds 1.
    fn first_pieces(&self) -> Vec<Self::Piece>;

    /// The whole frontiers between two classifiers inside the Tile, each curve once, with two ends
    /// on the border. Where there are more than `most`, some of them, more than `most`.
    fn frontiers(&self, most: usize) -> Vec<(BilinearCurve, [Point; 2])>;
}

impl PieceSource for Regions {
    type Piece = Piece;

    fn classifiers(&self) -> &[Classifier] {
        self.classifiers()
    }

    fn common_prior(&self) -> Option<&Rational> {
        Some(self.prior_positive())
    }

    fn stream<T: Send, E: From<TileError>>(
        &self,
        selection: &Selection,
        map: impl Fn(Vec<Piece>) -> T + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.stream(selection, map, sink)
    }

    fn first_pieces(&self) -> Vec<Piece> {
        self.first_pieces()
    }

    fn frontiers(&self, most: usize) -> Vec<(BilinearCurve, [Point; 2])> {
        let mut known = HashSet::new();
        let mut frontiers = Vec::new();
        for i in 0..self.classifiers().len() {
            let pieces = self.pieces(i, &RankFilter::all());
            for mut tie in pieces.into_iter().filter(|piece| piece.dimension() == 1) {
                let curve = tie.edges.remove(0);
                if known.insert(curve.clone()) {
                    frontiers.push((curve, [tie.vertices.remove(0), tie.vertices.remove(0)]));
                }
            }
            if frontiers.len() > most {
                break;
            }
        }
        frontiers
    }
}

impl PieceSource for UnequalRegions {
    type Piece = UnequalPiece;

    fn classifiers(&self) -> &[Classifier] {
        self.classifiers()
    }

    fn common_prior(&self) -> Option<&Rational> {
        None
    }

    fn stream<T: Send, E: From<TileError>>(
        &self,
        selection: &Selection,
        map: impl Fn(Vec<UnequalPiece>) -> T + Sync,
        sink: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.stream(selection, map, sink)
    }

    fn first_pieces(&self) -> Vec<UnequalPiece> {
        self.first_pieces()
    }

    fn frontiers(&self, most: usize) -> Vec<(BilinearCurve, [Point; 2])> {
        self.frontiers(most)
    }
}

/// Does the same with either kind of regions: `on_regions!(any, regions => ...)`.
macro_rules! on_regions {
    ($any:expr, $regions:ident => $body:expr) => {
        match $any {
            $crate::tile::AnyRegions::Equal($regions) => $body,
            $crate::tile::AnyRegions::Unequal($regions) => $body,
        }
    };
}
pub(crate) use on_regions;

/// Regions of equal or of unequal priors, whichever the classifiers ask for.
#[derive(Clone, Debug)]
pub enum AnyRegions {
    /// All were tested under one prior.
    Equal(Regions),
    /// They were not.
    Unequal(UnequalRegions),
}

impl AnyRegions {
    /// The one place that decides which engine answers.
    ///
    /// # Errors
    /// As [`Regions::new`], but for priors that differ.
    pub fn new(classifiers: Vec<Classifier>) -> Result<Self, TileError> {
        check_classifiers(&classifiers)?;
        Ok(if stranger(&classifiers).is_some() {
            Self::Unequal(UnequalRegions::new(classifiers)?)
        } else {
            Self::Equal(Regions::new(classifiers)?)
        })
    }

    /// The classifiers.
    pub fn classifiers(&self) -> &[Classifier] {
        on_regions!(self, regions => regions.classifiers())
    }
}
