//! The geometry of the Tile, straight from the counts: frontiers and their arcs, polygons,
//! segments, and areas in closed form.
//!
//! `plane.rs` has the polynomials that vanish on frontiers.

pub(crate) mod area;
pub(crate) mod closed_form;
pub(crate) mod conditions;
pub(crate) mod frontiers;
pub(crate) mod plane;
pub(crate) mod polygon;
pub(crate) mod segment;
