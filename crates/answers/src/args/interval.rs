//! Intervals of true values.

use clap::{Args, ValueEnum};

use exactile::contest::IntervalKind;
use exactile::num::Level;

/// An interval of the true value with each value.
#[derive(Args, Debug)]
pub(crate) struct IntervalArgs {
    /// Add an interval of the true value; for that of the next test see exactile lattice pmf
    #[arg(long, value_enum)]
    pub(crate) interval: Option<Interval>,
    /// The level of the interval
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Column that distinguishes clusters of dependent samples (patient, prompt, task), which get
    /// random weights
    #[arg(long, value_name = "COLUMN", requires = "interval")]
    pub(crate) cluster: Option<String>,
    /// The seed of draws, for drawn intervals
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// An interval of a true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Interval {
    /// For every metric, from uniform priors of both rates
    Credible,
    /// For rates, with a coverage of at least the level
    ClopperPearson,
}

impl From<Interval> for IntervalKind {
    fn from(interval: Interval) -> Self {
        match interval {
            Interval::Credible => Self::Credible,
            Interval::ClopperPearson => Self::ClopperPearson,
        }
    }
}
