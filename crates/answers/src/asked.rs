//! The score that the flags name.

use crate::args::PlaceArgs;
use crate::host::Failure;
use exactile::order::Order;
use exactile::score::Metric;

/// Returns the point or the score by which classifiers are ordered. It has an orientation: higher
/// or lower is better.
pub(crate) fn asked(place: &PlaceArgs<Metric>) -> Result<Order, Failure> {
    match (&place.at, &place.score) {
        (Some(point), _) => Ok(Order::Point(point.clone())),
        (None, Some(metric)) => Ok(Order::try_from(metric.clone())?),
        (None, None) => Err(Failure::new("no score is given", "add --at or --score")),
    }
}
