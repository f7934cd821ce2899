//! Where a score stands, as text and JSON.

use std::io::Write;

use serde::Serialize;

use super::RenderError;
use super::json::write_document;
use exactile::geometry::Point;
use exactile::tile::Placement;

/// Where an operation on performances moves a score's ordering.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The operation.
    pub operation: String,
    /// The new place.
    pub at: Point,
    /// Whether the score orders inversely to the ranking score at the new place.
    pub inverted: bool,
}

/// Why a place is not given in numbers.
const NO_PRIOR: &str = "it depends on the priors, which are not given";

/// A place for people.
///
/// # Errors
/// What the destination reports.
pub fn placement_text(
    title: &str,
    placement: &Placement,
    why: &str,
    steps: &[Step],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    let [a, b] = &placement.formula;
    writeln!(out, "{title}")?;
    writeln!(out)?;
    match (&placement.at, placement.depends_on_prior) {
        (Some(at), true) => writeln!(out, "place (a, b)        {at} = ({a}, {b})")?,
        (Some(at), false) => writeln!(out, "place (a, b)        {at}, whatever the priors are")?,
        (None, _) => writeln!(out, "place (a, b)        ({a}, {b}), give --prior for numbers")?,
    }
    let [tn, fp, fn_, tp] = &placement.importances;
    writeln!(out, "importances         tn {tn}, fp {fp}, fn {fn_}, tp {tp}")?;
    if let Some([tn, fp, fn_, tp]) = &placement.canonical {
        writeln!(out, "canonical ones      tn {tn}, fp {fp}, fn {fn_}, tp {tp}")?;
    }
    match &placement.balanced {
        Some(point) => writeln!(out, "in balanced places  {point}")?,
        None => writeln!(out, "in balanced places  {NO_PRIOR}")?,
    }
    writeln!(out, "orders so           {}", placement.holds.name())?;
    let better = if placement.inverted { "lower" } else { "higher" };
    writeln!(out, "better values       {better}")?;
    for step in steps {
        let inverted = if step.inverted { ", inverted" } else { "" };
        writeln!(out, "after {}: {}{inverted}", step.operation, step.at)?;
    }
    writeln!(out)?;
    writeln!(out, "why: {why}")?;
    Ok(())
}

/// `exactile.place.v1`
///
/// # Errors
/// What the destination reports.
pub fn placement_json(
    title: &str,
    placement: &Placement,
    why: &str,
    steps: &[Step],
    out: &mut dyn Write,
) -> Result<(), RenderError> {
    #[derive(Serialize)]
    struct Document<'p> {
        schema: &'static str,
        score: &'p str,
        #[serde(flatten)]
        placement: &'p Placement,
        #[serde(skip_serializing_if = "Option::is_none")]
        undefined: Option<&'static str>,
        after: &'p [Step],
        why: &'p str,
    }
    let unknown = placement.at.is_none() || placement.balanced.is_none();
    let document = Document {
        schema: "exactile.place.v1",
        score: title,
        placement,
        undefined: unknown.then_some(NO_PRIOR),
        after: steps,
        why,
    };
    write_document(&document, out)
}
