//! Exact plane geometry: points, the bilinear curves that frontiers are, areas under their arcs,
//! distances from them, the intersection of half-planes, and convex
//! polygons.

mod arc_area;
mod curve;
mod distance;
#[cfg(feature = "geo-types")]
mod geo;
mod half_planes;
mod point;
mod polygon;

pub use arc_area::area_under;
pub use curve::BilinearCurve;
pub use distance::{NearestOnArc, nearest_on_arc, nearest_on_segment, squared_distance};
pub use half_planes::{ConvexSet, HalfPlane, intersect};
pub use point::Point;
pub use polygon::{common_polygon, doubled_area, split_polygon};
