//! Frontiers on the Tile straight from the counts: points, arcs, polygons, segments and areas.

pub(crate) mod area;
pub(crate) mod closed_form;
pub(crate) mod conditions;
pub(crate) mod frontiers;
pub(crate) mod plane;
pub(crate) mod polygon;
pub(crate) mod segment;
