//! The advantages of several models, side by side.

use super::{Assessment, ComparedMeasures, NoCostPlace};
use crate::geometry::Point;

/// Results of several models under one loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvantageReport {
    /// The loss: `0-1`, `cost`, `squared`, `absolute` or `log`.
    pub loss: &'static str,
    /// The classes in the order of [`super::Baseline::Marginal`]; empty under other losses.
    pub classes: Vec<String>,
    /// The point of the Tile that ranks as the loss does, or why there is none; `None` but for two
    /// classes under the 0/1 loss or a cost.
    pub place: Option<Result<Point, NoCostPlace>>,
    /// The models in the order of the input.
    pub models: Vec<AssessedModel>,
}

/// One model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssessedModel {
    /// Its name.
    pub name: String,
    /// Its risk and advantage.
    pub assessment: Assessment,
    /// Further measures, for matrices of two classes.
    pub measures: Option<ComparedMeasures>,
}
