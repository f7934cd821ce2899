//! The flags of `exactile tables` and `exactile figures`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::TableArgs;
use exactile_papers::figures::SIDE;

/// The flags of `exactile tables`.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Statements by their names, or by the name of the paper (metrics) [default: all]
    pub(crate) ids: Vec<String>,
    /// Only list the statements, without checking them
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// The flags of `exactile figures`.
#[derive(Args, Debug)]
pub struct FiguresArgs {
    /// Write the figures, a page that shows them (index.html) and a list (figures.json) into this
    /// folder, which is created if it does not exist
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// Only figures with this name, or of the paper with this name (the-tile); may be repeated
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub(crate) only: Vec<String>,
    /// Only list the figures, without drawing them
    #[arg(long, conflicts_with_all = ["output", "format", "size"])]
    pub(crate) list: bool,
    /// Format of the pictures
    #[arg(long, value_enum, default_value_t = PictureFormat::Svg)]
    pub(crate) format: PictureFormat,
    /// Width in pixels of the Tile, or of the space drawn, in most panels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = SIDE,
        value_parser = clap::value_parser!(u32).range(40..=4000)
    )]
    pub(crate) size: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// Curves, at any size
    Svg,
    /// Pixels, two for each pixel of the SVG
    Png,
}

impl PictureFormat {
    /// Returns the extension of the files.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}
