//! Checks results against the counts, by other and simpler methods than those that made them.
//! `schemas.rs` is the table of results and of the modules that prove them; `schema.rs` has the
//! entry points.
//!
//! Nothing here knows how regions are found. It shares with the code that made the file the exact
//! numbers ([`Rational`](exactile::num::Rational), [`LogSum`](exactile::num::LogSum), enclosures
//! and decimals, on big integers), the confusion matrices, how pairs fared on the same samples, and
//! the scores of models and the rows of reported scores as they are read: a fault in these could be
//! in both, as could one in the reader of the input. They have tests of their own. Geometry,
//! polynomials, ranks and the reader of the file are written again here, independently. Read
//! `geometry/frontiers.rs`, then `tile/piece.rs`, then `tile/coverage.rs`; `tile/strips.rs` is the
//! short way.
//!
//! # Modules
//!
//! Each folder names only folders of lower rows, and a test of the workspace checks this:
//!
//! ```text
//! contest  domain                 pairs, the best of all, plans | test sets
//! tile  arrangement  threshold    regions and ranks | all rankings at once | models with scores
//! lattice  reported  published    distributions of metrics | printed scores | printed statements
//! geometry  metric                frontiers, polygons, areas | the metrics, defined once more
//! claim                           claims of a result, compared with the truth
//! reading                         a result as text: numbers, JSON, long lists in parts
//! ```
//!
//! # What is checked
//!
//! For a classifier i and each rival j the polynomial F_j = s_i u_j - s_j u_i, from the definition
//! R_ab = s/(s + u), is bilinear in (a, b): positive where i is better, zero on a tie. Where it is
//! not zero everywhere, its zeros inside the Tile are graphs of monotone functions b(a), or upright
//! lines, from border to border. `Frontiers::new` cuts them at all points where two of them meet,
//! which are roots of quadratics, into *arcs*. So on each open arc every F_j is either zero
//! throughout or never, the rank is constant, and arcs do not meet. (With equal priors there is
//! nothing to cut, and no meeting is looked for: `is_pencil` checks the form that proves it.) A
//! *cell* is a connected part of the open Tile without any arc or crossing; the rank of i is
//! constant on each cell.
//!
//! # Every piece of dimension 2 is a cell
//!
//! 1. Each edge is one of the arcs from end to end, or a stretch of the Tile's border.
//! 2. Each edge's polynomial is not negative at the ends of each other edge and positive at a point
//!    between them. It has no zero between them either: on an arc because of the above or because
//!    the arc is off the border, on the border because it is linear there. So edges meet only in
//!    vertices, which differ: the boundary is a simple closed curve.
//! 3. A vertical line meets a simple closed curve first from below; the point after the first
//!    crossing is inside, and the curve runs counter-clockwise iff it runs to the right there.
//! 4. A bilinear polynomial that is not negative on the boundary of a bounded region, and not zero
//!    everywhere, is positive inside: on each axis-parallel line it is linear, so it is at least 0
//!    between two boundary points; were it 0 at a point inside, it would be 0 on the two lines
//!    through it, so be c (a - a0)(b - b0), which takes both signs around the point. The same holds
//!    upside down. F_j keeps its sign on the boundary iff it does at vertices and between them: on
//!    arcs it has one sign, on the border it is linear. Hence no arc runs through the piece. It is
//!    open, connected, without arcs, and bounded by arcs and border: a cell.
//! 5. Its rank is that at one point inside, found by comparing s_i u_j with s_j u_i.
//!
//! # Every cell is there, once
//!
//! A cell has an arc on its boundary, unless there is none and it is the open Tile. For each arc
//! the ranks below, on and above it are found from the order at its centre and the signs of those
//! F_j that are zero there. Where such a rank was asked for, exactly one piece must have the arc as
//! its edge on that side (or be the tie on it); where it was not, none. Two cells on one side of
//! one arc are the same. Crossings are counted likewise. So each cell, tie and crossing that was
//! asked for is listed, exactly once. Where all of them were asked for, the pieces make up the open
//! Tile, each point once. Their areas, computed again, must then add up to 1.
//!
//! A file that no list of pieces could contradict claims nothing, because no classifier is selected
//! or no classifier can have one of the ranks. That is a failed check.
//!
//! For n classifiers of one prior whose counts are machine words, all of this is known of strips
//! between frontiers that are sorted once, so that a piece is only compared with the strip that it
//! has to be (`tile/strips.rs`): O(n^2 log n). What is not accepted there is checked as above,
//! O(n^3) comparisons. A sign is taken from doubles where a bound on their error proves it
//! (`Filtered` in `geometry/plane.rs`), and from big integers otherwise. Pieces are read twice:
//! first to see whose they are, and then those of one classifier after the other
//! (`tile/pieces.rs`), so that memory holds the pieces of a few classifiers at a time.

mod arrangement;
mod claim;
mod contest;
mod domain;
mod geometry;
mod lattice;
mod metric;
mod published;
mod reading;
mod reported;
mod schema;
mod schemas;
mod threshold;
mod tile;

pub use self::claim::given::{Given, Source, TestSets};
pub use self::claim::printed::{
    PrintedDeviation, PrintedFolds, PrintedRounding, PrintedRow, PrintedRows, PrintedScore,
};
pub use self::claim::proofs::Proofs;
pub use self::reading::document::{Document, Stored};
pub use self::reading::failure::{FailedCheck, NotJson, Unchecked};
pub use self::reading::provenance::{
    compared_at_best, compares_means, fold_column, mixed_up, named_thresholds, paired_with,
    recorded_command,
};
pub use self::schema::{Recognised, prove, prove_document, recognise, verify, verify_rankings};
pub use self::tile::regions::verify_document;
pub use self::tile::verification::Verification;
