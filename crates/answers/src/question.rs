//! The questions, and how each is asked: with an input, with or without one, or in its own way.

use crate::host::{Failure, Streams};
use crate::inputs::reading::{ask, ask_without};

/// A question: the flags of a command, which know what is read and how it is answered.
pub trait Question {
    /// Reads what the flags name, and writes the answer to where they say.
    ///
    /// # Errors
    /// Flags or inputs that are refused, checks that do not hold, and a destination that cannot be
    /// written.
    fn ask(&self, streams: &mut Streams<'_>) -> Result<(), Failure>;
}

macro_rules! questions {
    ($asked:expr; $($question:ident::$flags:ident),* $(,)?) => {
        $(impl Question for crate::$question::arguments::$flags {
            fn ask(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
                $asked(self, crate::$question::reading, crate::$question::answer, streams)
            }
        })*
    };
    ($($asked:path: $flags:ty),* $(,)?) => {
        $(impl Question for $flags {
            fn ask(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
                $asked(self, streams)
            }
        })*
    };
}

questions! {
    ask;
    compare::ComparePairsArgs,
    confidence::ConfidenceArgs,
    curve::CurveArgs,
    domains::DomainsArgs,
    plan::PlanArgs,
    rank::RankArgs,
    rankings::RankingsArgs,
    regions::RegionsArgs,
    roc::RocArgs,
    score::ScoreArgs,
    thresholds::ThresholdsArgs,
    vut::VutArgs,
    zone::ZoneArgs,
}
questions! { ask_without; correlate::CorrelateArgs, no_skill::NoSkillArgs, tile::TileArgs }
questions! {
    crate::advantage::run: crate::advantage::arguments::AdvantageArgs,
    crate::axioms::run: crate::axioms::arguments::AxiomsArgs,
    crate::check::run: crate::check::arguments::CheckArgs,
    crate::inspect::run: crate::inspect::arguments::InspectArgs,
    crate::lattice::run: crate::lattice::arguments::LatticeArgs,
    crate::place::run: crate::place::arguments::WhereArgs,
    crate::plot::run: crate::plot::arguments::PicturesArgs,
    crate::report::run: crate::report::arguments::ReportArgs,
    crate::scores::run: crate::scores::arguments::ScoresArgs,
}
#[cfg(feature = "papers")]
questions! {
    crate::papers::tables::run: crate::papers::arguments::TablesArgs,
    crate::papers::figures::run: crate::papers::arguments::FiguresArgs,
}
