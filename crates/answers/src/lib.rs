//! The questions of the program: the flags of each, the input that it reads, its decisions, and its
//! answer.
//!
//! A question is a folder: `arguments.rs` has its flags as clap reads them, `mod.rs` the input that
//! it declares (`reading`) and its answer for the subject that was read (`answer`), or both at once
//! (`run`) where there is another input or none. `question.rs` lists them, but for `verify`, which
//! has to parse the command that a result names. The program parses a command line and asks; the
//! Python package and the page for a browser ask through it, with bytes in memory.
//!
//! # Folders that questions share
//!
//! - `args`: flags of several questions.
//! - `host`: what a question reads from and writes to, a disk or memory, and how it fails.
//! - `inputs`: files to the subject of a question.
//! - `drawn`: pictures as files.
//!
//! `asked.rs` has the score that flags name, `further.rs` the model of further samples,
//! `intervals.rs` intervals beside values.

mod advantage;
mod args;
mod asked;
mod axioms;
mod check;
mod compare;
mod confidence;
mod correlate;
mod curve;
mod domains;
mod drawn;
mod further;
pub mod host;
mod inputs;
mod inspect;
mod intervals;
mod lattice;
mod no_skill;
#[cfg(feature = "papers")]
mod papers;
mod place;
mod plan;
mod plot;
mod question;
mod rank;
mod rankings;
mod regions;
mod report;
mod roc;
mod score;
mod scores;
mod thresholds;
mod tile;
mod verify;
mod vut;
mod zone;

pub use advantage::arguments::AdvantageArgs;
pub use args::{OutputArgs, PRICED, TAKE_COSTS, documented};
pub use axioms::arguments::AxiomsArgs;
pub use check::arguments::CheckArgs;
pub use check::flags_of_printed_scores;
pub use compare::arguments::ComparePairsArgs;
pub use confidence::arguments::ConfidenceArgs;
pub use correlate::arguments::CorrelateArgs;
pub use curve::arguments::CurveArgs;
pub use domains::arguments::DomainsArgs;
pub use drawn::picture::PICTURES;
pub use inputs::multi_class::is_file_name;
pub use inputs::reading::read_options;
pub use inspect::arguments::InspectArgs;
pub use lattice::arguments::LatticeArgs;
pub use no_skill::arguments::NoSkillArgs;
#[cfg(feature = "papers")]
pub use papers::arguments::{FiguresArgs, TablesArgs};
pub use place::arguments::WhereArgs;
pub use plan::arguments::PlanArgs;
pub use plot::arguments::PicturesArgs;
pub use question::Question;
pub use rank::arguments::RankArgs;
pub use rank::rank_by_score;
pub use rankings::arguments::RankingsArgs;
pub use regions::arguments::RegionsArgs;
pub use report::arguments::ReportArgs;
pub use roc::arguments::RocArgs;
pub use score::arguments::ScoreArgs;
pub use scores::arguments::ScoresArgs;
pub use thresholds::arguments::ThresholdsArgs;
pub use tile::arguments::TileArgs;
pub use verify::arguments::VerifyArgs;
pub use verify::{Completing, Recorded, run as verify};
pub use vut::arguments::VutArgs;
pub use zone::arguments::ZoneArgs;
