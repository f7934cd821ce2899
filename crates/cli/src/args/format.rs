//! Where results go, and how they are written.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Where the result goes.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file, whole or not at all, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// Exact
    Json,
    /// Exact
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocumentFormat {
    /// For people
    Text,
    /// Exact
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegionsFormat {
    /// A summary for people
    Text,
    /// All pieces, exact
    Json,
    /// A row per piece, exact
    Csv,
    /// GeoJSON, in doubles; pieces too small for doubles are left out and counted
    Geojson,
    /// Well-known text, in doubles; likewise
    Wkt,
}
