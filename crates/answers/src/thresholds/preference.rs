//! The preference of `exactile thresholds`: its costs, and its place on the Tile.

use super::arguments::ThresholdsArgs;
use crate::host::Failure;
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::threshold::ScoredModel;
use exactile_document::AskedPreference;

/// Returns both costs, which must not be negative, and not both zero.
pub(crate) fn costs(arguments: &ThresholdsArgs) -> Result<Option<[Rational; 2]>, Failure> {
    let (Some(fp), Some(fn_)) = (&arguments.cost_fp, &arguments.cost_fn) else { return Ok(None) };
    for (flag, cost) in [("--cost-fp", fp), ("--cost-fn", fn_)] {
        if cost.is_negative() {
            return Err(Failure::new(format!("{flag} is negative: {cost}"), "give 0 or more"));
        }
    }
    if fp.is_zero() && fn_.is_zero() {
        let hint = "give a positive --cost-fp or --cost-fn";
        return Err(Failure::new("both costs are 0", hint));
    }
    Ok(Some([fp.clone(), fn_.clone()]))
}

/// Returns the place of a preference on the Tile of the samples of a model, if it has one.
pub(crate) fn asked_place(
    arguments: &ThresholdsArgs,
    asked: &AskedPreference,
    on: &ScoredModel,
) -> Option<Point> {
    let own = || on.matrix(0).prior_positive();
    let prior = arguments.target.target_prior.clone().unwrap_or_else(own);
    match asked {
        AskedPreference::Score(score) => Some(score.place(&prior)),
        AskedPreference::Costs([fp, fn_]) => {
            let a = fn_ / (fp + fn_);
            Some(Point::new(a.clone(), a))
        }
        AskedPreference::Point => arguments.at.as_ref().map(|point| point.place(&prior)),
        AskedPreference::Metric(_) => None,
    }
}
