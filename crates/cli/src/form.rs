//! How each command writes its result, as far as it can say what was taken from labels.

use super::args::{Command, DocumentFormat, LatticeCommand, RegionsFormat, TableFormat};

/// Kinds of results, by how they say what was taken from labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Text for people: on the first line.
    Text,
    /// One JSON object: behind its schema.
    Json,
    /// Tables and pictures: not at all, or in their own way.
    Plain,
}

impl From<TableFormat> for Form {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Text => Self::Text,
            TableFormat::Json => Self::Json,
            TableFormat::Csv => Self::Plain,
        }
    }
}

impl From<DocumentFormat> for Form {
    fn from(format: DocumentFormat) -> Self {
        match format {
            DocumentFormat::Text => Self::Text,
            DocumentFormat::Json => Self::Json,
        }
    }
}

impl Command {
    /// How the result is written.
    pub(super) fn form(&self) -> Form {
        match self {
            Self::Regions(arguments) => match arguments.format {
                RegionsFormat::Text => Form::Text,
                RegionsFormat::Json => Form::Json,
                RegionsFormat::Csv | RegionsFormat::Geojson | RegionsFormat::Wkt => Form::Plain,
            },
            Self::Rank(arguments) => arguments.format.into(),
            Self::Rankings(arguments) => arguments.format.into(),
            Self::Zone(arguments) => arguments.format.into(),
            Self::Verify(arguments) => arguments.format.into(),
            Self::Confidence(arguments) => arguments.format.into(),
            Self::Plan(arguments) => arguments.format.into(),
            Self::Score(arguments) => arguments.format.into(),
            Self::Tables(arguments) => arguments.format.into(),
            Self::Scores(arguments) => arguments.format.into(),
            Self::Place(arguments) => arguments.format.into(),
            Self::Axioms(arguments) => arguments.format.into(),
            Self::NoSkill(arguments) => arguments.format.into(),
            Self::Thresholds(arguments) => arguments.format.into(),
            Self::Curve(arguments) => arguments.format.into(),
            Self::Roc(arguments) => arguments.format.into(),
            Self::Vut(arguments) => arguments.format.into(),
            Self::Advantage(arguments) => arguments.format.into(),
            Self::Correlate(arguments) => arguments.format.into(),
            Self::Lattice(arguments) => arguments.command.form(),
            // Pictures and pages.
            Self::Tile(_)
            | Self::Report(_)
            | Self::Figures(_)
            | Self::Completions(_)
            | Self::Man(_) => Form::Plain,
        }
    }
}

impl LatticeCommand {
    /// How the result is written.
    pub(super) fn form(&self) -> Form {
        match self {
            Self::Confluence(arguments) => arguments.format.into(),
            Self::Pmf(arguments) => arguments.format.into(),
            Self::Tail(arguments) => arguments.format.into(),
            Self::Compare(arguments) => arguments.format.into(),
            Self::Contour(arguments) => arguments.format.into(),
            Self::Plot(_) => Form::Plain,
        }
    }
}
