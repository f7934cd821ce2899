//! Printed numbers and their names.

use crate::args::{CheckArgs, nearest_metric};
use crate::failure::Failure;
use exactile::num::abbreviated;
use exactile::reported::{ReportedValue, reported_metric, undecided_score};
use exactile::score::Metric;

/// Returns the metric of a heading.
pub(super) fn metric(name: &str) -> Result<Metric, Failure> {
    reported_metric(name).map_err(|_| {
        if let Some(reason) = undecided_score(name) {
            let what = format!("{:?} {reason}", abbreviated(name));
            return Failure::new(what, "leave it out, or give another score");
        }
        let what = format!("no metric is called {:?}", abbreviated(name));
        Failure::new(
            what,
            match nearest_metric(name) {
                Some(nearest) => format!("did you mean {nearest}? exactile scores lists all"),
                None => "exactile scores lists all".to_owned(),
            },
        )
    })
}

/// Reads a printed number with the rounding and unit of the arguments.
pub(super) fn value(arguments: &CheckArgs, text: &str) -> Result<ReportedValue, Failure> {
    ReportedValue::from_text(text, arguments.rows.rounding.into(), arguments.rows.percent).map_err(
        |error| {
            Failure::new(error, "a value is a decimal such as 0.855, or 85.5 %, as it was printed")
        },
    )
}
