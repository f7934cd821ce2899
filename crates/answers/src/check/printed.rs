//! Printed numbers and their names.

use std::borrow::Cow;

use super::arguments::CheckArgs;
use crate::args::nearest_metric;
use crate::host::Failure;
use exactile::num::abbreviated;
use exactile::reported::{ReportedValue, reported_metric, undecided_score};
use exactile::score::Metric;

/// Returns the metric of a heading.
pub(crate) fn metric(name: &str) -> Result<Metric, Failure> {
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
pub(crate) fn value(arguments: &CheckArgs, text: &str) -> Result<ReportedValue, Failure> {
    ReportedValue::from_text(text, arguments.rows.rounding.into(), arguments.rows.percent).map_err(
        |error| {
            Failure::new(error, "a value is a decimal such as 0.855, or 85.5 %, as it was printed")
        },
    )
}

/// Returns the name and the text under a heading; numbers under one such as `Sens. (%)` get its
/// sign.
pub(crate) fn of_heading<'t>(heading: &'t str, text: &'t str) -> (&'t str, Cow<'t, str>) {
    let end = |sign| heading.trim_end().strip_suffix(sign).map(str::trim_end);
    let Some(name) = ["(%)", "[%]", "%"].into_iter().find_map(end) else {
        return (heading, Cow::Borrowed(text));
    };
    // A number, or one with its deviation, counts or an interval.
    let is_plain =
        |c: char| c.is_ascii_digit() || ".,+/-<>= \u{b1}\u{2264}\u{2265}()[]".contains(c);
    let is_number = !text.is_empty() && text.chars().all(is_plain);
    (name, if is_number { Cow::Owned(format!("{text} %")) } else { Cow::Borrowed(text) })
}
