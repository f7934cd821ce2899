//! The segment of `exactile curve`.

use super::arguments::{Along, CurveArgs};
use crate::host::Failure;
use exactile::num::Rational;
use exactile::section::{Segment, SegmentError};
use exactile_document::SectionCoordinate;

pub(crate) fn segment(arguments: &CurveArgs, prior: Rational) -> Result<Segment, Failure> {
    let segment = match (arguments.along, &arguments.from, &arguments.to) {
        (Some(Along::Decision), ..) => Segment::decision(prior),
        (Some(Along::Cost), ..) => Segment::cost(prior),
        (Some(Along::FBeta), ..) => Segment::f_beta(prior),
        // The others are curves of models, drawn apart.
        (None, Some(from), Some(to)) => {
            let (from, to) = (from.place(&prior), to.place(&prior));
            Segment::new(from, to, prior)
        }
        _ => return Err(Failure::new("no segment is given", "add --along, or --from and --to")),
    };
    segment.map_err(|error| {
        let hint = match &error {
            SegmentError::OnePoint(_) => "choose another --from or --to",
            _ => "the Tile is the square from 0,0 to 1,1, for a prior between 0 and 1",
        };
        Failure::new(error, hint)
    })
}

/// Returns the coordinate that the text shows.
pub(crate) fn coordinate(arguments: &CurveArgs, segment: &Segment) -> SectionCoordinate {
    match arguments.along {
        Some(Along::Cost) => SectionCoordinate::ProbabilityCost,
        _ if segment.is_on_diagonal() => SectionCoordinate::ThresholdProbability,
        _ if segment.is_on_right_side() => SectionCoordinate::BetaSquared,
        _ => SectionCoordinate::Position,
    }
}
