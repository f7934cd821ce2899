//! Models that give a score for each sample, and the thresholds that turn scores into predictions.
//!
//! With the rule "positive if and only if the score is at least t", a model has one performance for
//! each distinct score and one more, with all samples negative: a staircase in ROC space from (0,
//! 0) to (1, 1). A step at a score that samples of both classes have is slanted, and never split.
//!
//! For a preference, a point of the Tile, the best thresholds lie on the upper left convex hull of
//! the staircase, as [`Regions`](crate::Regions) has rank 1: its vertices are best on a sector
//! each, and all points on one of its edges tie along the chord between two sectors.
//!
//! - [`ScoreColumn`]: collects scores, exactly as they are written.
//! - [`ModelScore`]: a score, a number or an infinity.
//! - [`ScoredModel`]: the staircase, its hull, the area under it, the Brier score, average
//!   precision.
//! - [`PartialAuc`]: the area up to a false positive rate.
//! - [`Preference`], [`BestThresholds`]: every best threshold for a point of the Tile.
//! - [`Wish`], [`Condition`]: best thresholds for any metric, and under conditions.
//! - [`Judged`]: the values of the best thresholds, the usual one and those chosen on other
//!   samples.
//! - [`Folds`], [`AcrossFolds`]: thresholds that are chosen on the other folds.
//! - [`GroupThresholds`]: thresholds by group that nearly equalise rates.
//! - [`HullInterval`]: the preferences for which each vertex is best, in the coordinates of
//!   decision curves, cost curves and F-scores.
//! - [`calibrated_brier`], [`brier_loss`]: the Brier curve.
//! - [`ChoiceRegion`]: ranks of models whose thresholds are chosen on other samples.
//! - [`Calibration`]: scores as probabilities, by bins; the logarithmic loss.
//! - [`GainCurve`]: precision-recall gains.
//!
//! # Files
//!
//! - `column`: a compact column per model: 64-bit integers over a common power of ten if the scores
//!   fit, otherwise decimals with any exponent, otherwise fractions; each holds the written number
//!   exactly.
//! - `model`: the staircase of cumulated counts. `hull`: its hull, in one pass.
//! - `best`: best thresholds for a preference, from the vertices. `wish`: any metric and
//!   conditions, from all points, by surrogates.
//! - `judged`: the thresholds of one model, also those chosen on other samples.
//!   `elsewhere`: the regions of ranks with those. `folds`: the same fold by fold. `equalised`:
//!   group by group, by rectangles in ROC space.

mod areas;
mod best;
mod brier;
mod calibration;
mod column;
mod condition;
mod elsewhere;
mod equalised;
mod folds;
mod gain;
mod hull;
mod interval;
mod judged;
mod loss;
mod model;
mod scores;
mod wish;

pub use areas::PartialAuc;
pub use best::{BestThresholds, Preference, rank_at_best};
pub use calibration::{Calibration, CalibrationBin};
pub use column::{ScoreColumn, scored_models};
pub use condition::{Condition, ConditionError};
pub use elsewhere::{ChoiceRegion, Rates, ThresholdChoice, choice_regions};
pub use equalised::{ByGroup, GroupThresholds, Tolerance, ToleranceError};
pub use folds::{AcrossFolds, Fold, Folds};
pub use gain::{GainCurve, GainPoint};
pub use interval::{BetaSquared, HullInterval};
pub use judged::{Judged, Rule};
pub use loss::{brier_loss, calibrated_brier};
pub use model::{ModelSummary, ScoredModel};
pub use scores::ModelScore;
pub use wish::{Aim, Choice, Unmet, Wish, WishError};
