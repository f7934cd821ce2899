//! The destination and the format of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use exactile_document::{Form, Format, Style};

/// The destination of the result.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Write to this file instead of standard output; the file is complete or not written at all
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The destination and the format of a result.
#[derive(Args, Clone, Debug)]
pub(crate) struct TableArgs {
    /// Format of the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    /// Digits after the decimal point in tables [default: 4 in Markdown and LaTeX, in text as
    /// needed by each column]
    ///
    /// They are rounded half to even. Sentences and estimates have the digits that hold; JSON and
    /// CSV are exact.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) digits: Option<u32>,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Text to be read
    Text,
    /// Exact
    Json,
    /// Exact, with decimals beside fractions
    Csv,
    /// A Markdown table, rounded
    Markdown,
    /// A LaTeX tabular with booktabs rules, rounded
    Latex,
}

/// A file or standard output, and the format of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination<'a> {
    pub(crate) path: Option<&'a PathBuf>,
    pub(crate) form: Form,
}

impl<'a> From<&'a TableArgs> for Destination<'a> {
    fn from(TableArgs { format, digits, to }: &'a TableArgs) -> Self {
        let form = match Form::from(*format) {
            Form::Page(style) => Form::Page(Style { digits: *digits, ..style }),
            Form::Json => Form::Json,
        };
        Self { path: to.output.as_ref(), form }
    }
}

impl From<TableFormat> for Form {
    fn from(format: TableFormat) -> Self {
        Self::Page(Style::new(match format {
            TableFormat::Json => return Self::Json,
            TableFormat::Text => Format::Text,
            TableFormat::Csv => Format::Csv,
            TableFormat::Markdown => Format::Markdown,
            TableFormat::Latex => Format::Latex,
        }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegionsFormat {
    /// A summary to be read
    Text,
    /// All pieces, exact
    Json,
    /// A row per piece, exact
    Csv,
    /// The summary as a Markdown table
    Markdown,
    /// The summary as a LaTeX tabular with booktabs rules
    Latex,
    /// GeoJSON, in doubles; pieces too small for doubles are left out and counted
    Geojson,
    /// Well-known text, in doubles; pieces too small for doubles are left out and counted
    Wkt,
}

impl RegionsFormat {
    /// Returns the form of the result; `None` for files of shapes.
    pub(crate) fn form(self) -> Option<Form> {
        Some(Form::Page(Style::new(match self {
            Self::Json => return Some(Form::Json),
            Self::Geojson | Self::Wkt => return None,
            Self::Text => Format::Text,
            Self::Csv => Format::Csv,
            Self::Markdown => Format::Markdown,
            Self::Latex => Format::Latex,
        })))
    }
}
