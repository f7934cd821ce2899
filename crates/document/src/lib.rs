//! Results as text, JSON, CSV, Markdown and LaTeX.
//!
//! A result implements [`Output`], and [`write()`] writes it in any [`Form`]. A [`Table`] is built
//! once from columns and rows, and can be written in every form except JSON.
//!
//! # Files
//!
//! - `output.rs`: a body that serialises, and a page of words and tables, below a header with the
//!   schema, the positive label, the rows left out and the provenance. Only this file
//!   writes the positive label.
//! - `table.rs`: the only type of table. A column has a heading for people, a machine name for CSV,
//!   or both.
//! - Documents too long for memory (regions, rankings, confluences) override `write_json` or
//!   `write_page`.

mod advantage;
mod against;
mod at_best;
mod axioms;
mod catalogue;
mod certain;
mod confidence;
mod coordinate;
mod correlation;
mod costs;
mod curve_pair;
mod domain_agreement;
mod domain_gaps;
mod domain_parts;
mod domains;
mod group_thresholds;
mod inspect;
mod intervals;
mod labelling;
mod lattice;
mod model_curves;
mod multi_class;
mod no_skill;
mod optimality;
mod origin;
mod output;
mod pairs;
mod pencil;
mod placement;
mod plan;
mod ranking;
mod rankings;
mod regions;
mod reported;
mod samples;
mod scores;
mod section;
mod section_models;
mod significant;
mod table;
mod thresholds;
mod valued;
mod verify;
mod volume;

pub use self::against::{AgainstReport, WrongNumber};
pub use self::at_best::AtBestReport;
pub use self::axioms::FitnessReport;
pub use self::catalogue::Catalogue;
pub use self::certain::percentage;
pub use self::confidence::{ConfidenceReport, NextRanks, Pooled, TrueRanks};
pub use self::coordinate::SectionCoordinate;
pub use self::correlation::{CorrelationReport, MapReport, Measured, SearchReport, Shown, Words};
pub use self::costs::Costs;
pub use self::curve_pair::{CurvePairReport, DrawnPair};
pub use self::domain_agreement::DomainsAgreement;
pub use self::domain_gaps::DomainsGaps;
pub use self::domain_parts::DomainsAlong;
pub use self::domains::{DomainsAt, DomainsMap, DomainsReport};
pub use self::group_thresholds::{GroupThresholdsReport, GroupedModel};
pub use self::inspect::{IgnoredColumn, InspectReport};
pub use self::intervals::MetricIntervals;
pub use self::labelling::Labelling;
pub use self::lattice::{ComparisonReport, ConfluenceStream};
pub use self::model_curves::{BrierReport, GainReport, ModelBrier, ModelGains};
pub use self::multi_class::{EachClass, ImportanceReport};
pub use self::no_skill::NoSkillReport;
pub use self::optimality::SectionOptimality;
pub use self::origin::{Origin, Provenance};
pub use self::output::{Form, Header, Output, Page, write};
pub use self::pairs::PairsReport;
pub use self::pencil::PencilReport;
pub use self::placement::{PlacementReport, Step};
pub use self::plan::{PlanReport, PlannedBy};
pub use self::ranking::{RankingReport, RankingReports};
pub use self::rankings::{
    AroundReport, BentAroundReport, BentRankingsReport, RankingsDetail, RankingsReport,
};
pub use self::regions::{RegionsReport, ZoneReport};
pub use self::reported::{
    CheckReport, CheckedAuc, CheckedRow, CheckedScores, CheckedSpread, apart, as_printed,
};
pub use self::samples::{SampledSets, Sampling};
pub use self::scores::ScoresReport;
pub use self::section::{DrawnCompromise, SectionPreference, SectionReport};
pub use self::section_models::SectionModels;
pub use self::significant::{p_value, significant};
pub use self::table::{Cell, Column, Format, Style, Table};
pub use self::thresholds::{
    AskedPreference, PreferenceReport, ReportedFolds, ReportedModel, ThresholdsReport,
};
pub use self::volume::VolumeReport;

use exactile::arrangement::ArrangementError;
use exactile::lattice::LatticeError;
use exactile::tile::TileError;

/// The reason why a result could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The destination failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The result could not be computed.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// The arrangement exceeds a limit.
    #[error("{0}")]
    Arrangement(#[from] ArrangementError),
    /// The lattice exceeds a limit.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// A callback has stopped the work.
    #[error("the work was stopped")]
    Stopped,
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
