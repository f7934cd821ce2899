//! What regions of equal and of unequal priors have in common.

use serde::Serialize;

use super::area::Area;
use super::piece::Piece;
use super::regions::{RankFilter, Regions, Selection, TileError};
use super::unequal::{UnequalPiece, UnequalRegions};
use crate::num::{LogSum, QuadraticLogSum, Rational};
use crate::performance::Classifier;

/// Classifiers that can be asked for the pieces of their ranks.
pub trait PieceSource: Sync {
    /// The kind of piece.
    type Piece: Serialize + Send;

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

    /// The area of each two-dimensional piece of rank 1, with its classifier.
    ///
    /// # Errors
    /// [`TileError::AreasDoNotAddUp`].
    fn first_shares(&self) -> Result<Vec<(usize, Rational)>, TileError>;
}

/// The area of a part of the Tile, for the reader.
pub trait Share {
    /// The area, or a number below it by at most 2^-64.
    fn about(&self) -> Rational;

    /// Is there no area at all?
    fn is_nothing(&self) -> bool;
}

impl Share for Area {
    fn about(&self) -> Rational {
        self.value().as_rational().unwrap_or_else(|| self.value().enclosure(96).lower())
    }

    fn is_nothing(&self) -> bool {
        *self == Self::zero()
    }
}

impl Share for QuadraticLogSum {
    fn about(&self) -> Rational {
        Self::about(self)
    }

    fn is_nothing(&self) -> bool {
        self.as_log_sum().is_some_and(LogSum::is_zero)
    }
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

    fn first_shares(&self) -> Result<Vec<(usize, Rational)>, TileError> {
        let pieces = self.first_pieces().into_iter().filter(|piece| piece.dimension() == 2);
        Ok(pieces.map(|piece| (piece.classifier, piece.enclosed_area().about())).collect())
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

    fn first_shares(&self) -> Result<Vec<(usize, Rational)>, TileError> {
        let selection =
            Selection { ranks: RankFilter::holding([1]), areas: true, ..Selection::default() };
        let mut shares = Vec::new();
        self.stream::<_, TileError>(
            &selection,
            |pieces| pieces,
            |pieces| {
                let regions = pieces.into_iter().filter(|piece| piece.dimension == 2);
                shares
                    .extend(regions.filter_map(|piece| {
                        Some((piece.classifier, piece.area.as_ref()?.about()))
                    }));
                Ok(())
            },
        )?;
        Ok(shares)
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
    /// As [`UnequalRegions::new`].
    pub fn new(classifiers: Vec<Classifier>) -> Result<Self, TileError> {
        let prior = |classifier: &Classifier| {
            [classifier.matrix.negatives(), classifier.matrix.positives()]
        };
        let differs = classifiers.first().map(prior).is_some_and(|[negatives, positives]| {
            classifiers
                .iter()
                .skip(1)
                .map(prior)
                .any(|[others, more]| &positives * others != &negatives * more)
        });
        Ok(if differs {
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
