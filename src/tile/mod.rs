//! The Tile, exactly: which classifier is ranked r-th for which preferences.
//!
//! No arrangement is needed ([`Regions`] has the theorem): in balanced coordinates a classifier's
//! rank depends on the point (a, b) only through one number t = A : B, and each rival has at most
//! one critical t. So the Tile falls into sectors between chords through one point, one chord per
//! distinct critical ratio, found by one sort and one sweep. Other priors only warp the picture by
//! a linear fractional map per axis.
//!
//! Classifiers tested under different priors have no common balanced coordinates: their frontiers
//! bend in ways of their own and cross; the folder `unequal` sweeps over them.
//!
//! - [`Regions`]: all pieces of all classifiers, or of those ranked r-th, under one prior or
//!   several.
//! - [`rank_at`]: the ranking at one point.
//! - [`Regions::at_best`]: the ranks of groups of classifiers that each choose their best member.
//! - [`Regions::zone`]: the part on which one set of classifiers is at least as good as another.
//! - [`Placement`]: the place of a score; [`Moved`]: its place after an operation on performances.
//! - [`NoSkill`]: the best value without skill, and Cohen's correction of a score.
//! - [`Pencil`]: the iso-performance lines of a score in ROC space.
//! - [`volume_under_tile`]: the mean of all ranking scores.
//! - [`Summary`]: shares, best and worst ranks, named scores.
//!
//! # Files
//!
//! - `plane`: classifiers as integer points of ROC space, in the narrowest integers that provably
//!   suffice.
//! - `sectors`: the critical ratios of one classifier, sorted and swept. `chord`: one ratio as
//!   three integers, its ends and its warped curve on demand.
//! - `first`: rank 1 from the convex hull, without the pairs.
//! - `piece`: pieces of sectors and chords on the Tile of the priors. `prior_shift`: the warp.
//! - `at_best`: groups of classifiers, each at its best member.
//! - `pencil`: with fixed priors R_ab = k is linear in the rates, so a score is three integers per
//!   value and one common vertex.
//! - `no_skill`: without skill R_ab is monotone in the prediction rate, so a constant prediction is
//!   best.
//! - `volume`: the mean of s/(s+u) over a rectangle, from a primitive of rationals and logarithms;
//!   equal logarithms are recognised exactly.
//! - `unequal`: classifiers of different priors.

mod area;
mod at_best;
mod chord;
mod error;
mod first;
mod no_skill;
mod operation;
mod pencil;
mod piece;
mod placement;
mod plane;
mod prior_shift;
mod rank_filter;
mod ranking;
mod regions;
mod sectors;
mod summary;
mod unequal;
mod volume;
mod zone;

pub use area::Area;
pub use at_best::BestPiece;
pub use chord::{BorderPoint, Side};
pub use error::TileError;
pub use no_skill::{BestNoSkill, ConstantPrediction, NoSkill, PredictionRate};
pub use operation::{Moved, NoMove, Values};
pub use pencil::{IsoLine, Pencil, Vertex, roc_point};
pub use piece::Piece;
pub(crate) use piece::side_through;
pub use placement::Placement;
pub(crate) use plane::RocPoints;
pub use prior_shift::PriorShift;
pub use rank_filter::RankFilter;
pub use ranking::{RankedClassifier, groups, rank_at, rank_by_keys};
pub use regions::{Regions, Selection, SweepVisitor};
pub use sectors::RankInterval;
pub use summary::{ClassifierSummary, Summary};
pub(crate) use unequal::{Arc, crossings, swapping_pairs};
pub use volume::{RankedVolume, UndefinedPart, rank_by_volume, undefined_part, volume_under_tile};
pub use zone::Zone;
pub(crate) use zone::{better_half_plane, zone_of_half_planes};
