//! Pictures of the Tile and of the lattice of test results as SVG, PNG and PDF.
//!
//! Regions have exact borders: frontiers are drawn as Bezier curves within 1/100 pixel of the true
//! arc, and neighbours share the same curves. Values are drawn as bands between their exact
//! contours, which are straight lines on the Tile.

mod arc;
mod at_best;
mod canvas;
mod chart;
mod confidence;
mod confidence_pair;
mod contoured;
mod correlation;
mod curve_pair;
mod domains;
mod error;
mod families;
mod forest;
mod frame;
mod geo;
mod label;
#[cfg(feature = "layout")]
mod laid_out;
mod lattice;
mod legend;
mod level_sets;
mod look;
mod metric_name;
mod model_curves;
mod no_skill_family;
mod pairs;
pub mod palette;
mod panel;
#[cfg(feature = "layout")]
mod pdf;
mod places;
mod plate;
mod rankings;
mod roc;
mod rows;
mod scheme;
mod section;
mod sheet;
mod sketch;
mod small_multiples;
mod strip;
mod stripes;
mod tile_picture;
#[cfg(feature = "layout")]
mod typeface;
mod values;

pub use confidence::{LOOP_PARTS, level_loops};

pub use arc::{Arc, CurvedPath};
pub use chart::{ChartAxes, ChartCurve, ChartPicture};
pub use curve_pair::{PairCurve, curve_pair_picture};
pub use error::PictureError;
pub use forest::{Forest, ForestRow, forest_picture};
pub use geo::{GeoError, left_out_note, regions_geojson, regions_wkt};
#[cfg(feature = "layout")]
pub use laid_out::{LaidOut, LayoutError, to_png};
pub use lattice::{
    DecisionBenefits, LatticePicture, LatticePictureError, MassStyle, Window, contour_levels,
};
pub use look::{Look, Theme, with_look};
pub use metric_name::metric_name;
pub use model_curves::{brier_picture, gain_picture};
pub use no_skill_family::Fixed;
pub use pairs::{PairRow, Pairs, pairs_picture};
pub use places::PlacedOrderings;
pub use plate::{Plate, PlatePicture, PlateTable};
pub use roc::{AtlasSpace, Reading, RocPicture, RocStyle, RocWindow};
pub use rows::RowsSize;
pub use scheme::Scheme;
pub use section::{CurveKind, Marked, SectionCurve, SectionPicture, SectionStyle};
pub use sketch::Extras;
pub use strip::{ConstantStretch, Strip, StripStretch, strip_picture};
pub use tile_picture::TilePicture;
#[cfg(feature = "layout")]
pub use typeface::Typeface;
