//! The Tile, exactly: which classifier is ranked r-th for which preferences.
//!
//! Why no arrangement is needed ([`Regions`] has the theorem): in balanced coordinates a
//! classifier's rank depends on the point (a, b) only through one number t = A : B, and each rival
//! has at most one critical t. So the Tile falls into sectors between chords through one point,
//! one chord per distinct critical ratio: sort, sweep, done. Other priors only warp the picture by
//! a linear fractional map per axis.
//!
//! Classifiers tested under different priors have no common balanced coordinates: their frontiers
//! bend in ways of their own and cross. [`UnequalRegions`] sweeps over them.
//!
//! - [`Regions`]: all pieces of all classifiers, or of those ranked r-th.
//! - [`UnequalRegions`]: the same under different priors; [`AnyRegions`] is whichever fits.
//! - [`rank_at`]: the ranking at one point.
//! - [`Regions::zone`]: where one set of classifiers is at least as good as another.
//! - [`Summary`]: shares, best and worst ranks, named scores.

mod area;
mod chord;
mod first;
mod piece;
mod plane;
mod prior_shift;
mod ranking;
mod regions;
mod sectors;
mod source;
mod summary;
mod unequal;
mod zone;

pub use area::Area;
pub use chord::{BorderPoint, Side};
pub use piece::Piece;
pub use prior_shift::PriorShift;
pub use ranking::{RankedClassifier, rank_at};
pub use regions::{RankFilter, Regions, Selection, SweepVisitor, TileError};
pub use sectors::RankInterval;
pub(crate) use source::on_regions;
pub use source::{AnyPiece, AnyRegions, PieceSource};
pub use summary::{ClassifierSummary, Summary};
pub use unequal::{UnequalPiece, UnequalRegions};
pub use zone::Zone;
