//! The arguments of `exactile check`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::format::TableArgs;
use super::values::{List, parse, samples};
use exactile::reported::Rounding;
use exactile::score::Metric;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// CSV of reported scores, - for standard input, which is also read if there is neither
    /// REPORTED nor --reported
    #[arg(value_name = "REPORTED")]
    pub(crate) input: Option<PathBuf>,
    /// One row instead: "NAME=VALUE ..."
    #[arg(long, value_name = "SCORES", conflicts_with = "input")]
    pub(crate) reported: Option<String>,
    /// Positive samples, a number or a range such as 70-80; of all rows that have no column for it
    #[arg(long, value_name = "P", value_parser = parse::<SampleRange>, allow_hyphen_values = true)]
    pub(crate) positives: Option<SampleRange>,
    /// Negative samples, likewise
    #[arg(long, value_name = "N", value_parser = parse::<SampleRange>, allow_hyphen_values = true)]
    pub(crate) negatives: Option<SampleRange>,
    /// Samples of both classes together, likewise; --positives, --negatives or both may be left out then
    #[arg(long, value_name = "S", value_parser = parse::<SampleRange>, allow_hyphen_values = true)]
    pub(crate) samples: Option<SampleRange>,
    /// Metrics whose range is shown for possible rows, reported or not [default: accuracy, ba, tpr, tnr, ppv, npv, f1,
    /// mcc, where they are not reported]
    #[arg(long, value_name = "M,...", value_parser = parse::<List<Metric>>)]
    pub(crate) imply: Vec<List<Metric>>,
    /// How the printed numbers were rounded
    #[arg(long, value_enum, default_value_t = RoundingName::Nearest)]
    pub(crate) rounding: RoundingName,
    /// All numbers are in percent, with or without the sign
    #[arg(long)]
    pub(crate) percent: bool,
    /// List all confusion matrices that explain each row
    #[arg(long)]
    pub(crate) points: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoundingName {
    /// To the nearest, ties either way
    Nearest,
    /// Towards zero
    Truncated,
    /// Unknown: one whole unit of the last place either way
    Unit,
}

impl From<RoundingName> for Rounding {
    fn from(name: RoundingName) -> Self {
        match name {
            RoundingName::Nearest => Self::Nearest,
            RoundingName::Truncated => Self::Truncated,
            RoundingName::Unit => Self::Unit,
        }
    }
}

/// A number of samples, or a range `70-80`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SampleRange(pub(crate) RangeInclusive<u64>);

impl FromStr for SampleRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (samples(first.trim())?, samples(last.trim())?);
        if first > last {
            return Err("a range of samples begins with the smaller number, as in 70-80".to_owned());
        }
        Ok(Self(first..=last))
    }
}
