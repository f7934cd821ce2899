//! Results as text, JSON and CSV.

mod advantage;
mod axioms;
mod axioms_json;
mod catalogue;
mod confidence;
mod correlation;
mod csv;
mod json;
mod labelling;
mod lattice;
mod multi_class;
mod no_skill;
mod number;
mod pencil;
mod placement;
mod ranking;
mod rankings;
mod scores;
mod section;
mod table;
mod text;
mod thresholds;
mod verify;
mod volume;

pub use self::advantage::{advantage_csv, advantage_json, advantage_text};
pub use self::axioms::{axioms_csv, axioms_table_text, axioms_text};
pub use self::axioms_json::axioms_json;
pub use self::catalogue::{catalogue_csv, catalogue_json, catalogue_text, entries_text};
pub use self::confidence::{
    PlanReport, plan_json, plan_text, ranked_pairs_csv, ranks_csv, ranks_json, ranks_text,
};
pub use self::correlation::{correlation_json, correlation_text, search_json, search_text};
pub use self::csv::regions_csv;
pub use self::json::{regions_json, write_document, zone_json};
pub use self::labelling::Labelling;
pub use self::lattice::{
    StreamFormat, comparison_csv, comparison_json, comparison_text, confluence_csv,
    confluence_stream, confluence_text, contour_text, distribution_csv, distribution_text,
    lattice_json, tails_text,
};
pub use self::multi_class::{EachClass, importance_json, importance_text};
pub use self::no_skill::{NoSkillReport, no_skill_json, no_skill_text};
pub use self::number::Number;
pub use self::pencil::{pencil_csv, pencil_json, pencil_text};
pub use self::placement::{Step, placement_json, placement_text};
pub use self::ranking::{
    RankingReport, rankings_by_score_csv, rankings_by_score_json, rankings_by_score_text,
};
pub use self::rankings::{RankingsDetail, around_json, around_text, rankings_json, rankings_text};
pub use self::scores::{scores_csv, scores_json, scores_text};
pub use self::section::{SectionCoordinate, section_csv, section_json, section_text};
pub use self::table::{Cell, Column, Format, Style, Table};
pub use self::text::{fit_tables, regions_text, shown, table, write_table, zone_text};
pub use self::thresholds::{
    AskedPreference, PreferenceReport, ReportedModel, ThresholdsReport, thresholds_csv,
    thresholds_json, thresholds_text,
};
pub use self::verify::{verification_json, verification_text};
pub use self::volume::{volumes_csv, volumes_json, volumes_text};

use exactile::arrangement::ArrangementError;
use exactile::lattice::LatticeError;
use exactile::tile::TileError;

/// Why a result could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The destination does not take it.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The result could not be worked out.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// The arrangement is beyond what can be held.
    #[error("{0}")]
    Arrangement(#[from] ArrangementError),
    /// The lattice is beyond what can be compared.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
}

impl From<serde_json::Error> for RenderError {
    fn from(error: serde_json::Error) -> Self {
        // Results serialise without fail; only the destination can refuse.
        Self::Io(error.into())
    }
}

impl From<::csv::Error> for RenderError {
    fn from(error: ::csv::Error) -> Self {
        match error.into_kind() {
            ::csv::ErrorKind::Io(error) => Self::Io(error),
            other => Self::Io(std::io::Error::other(format!("{other:?}"))),
        }
    }
}
