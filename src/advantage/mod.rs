//! The prediction advantage: how much of the loss of the best constant prediction a model saves.
//!
//! ```text
//! PA(f) = 1 - risk(f) / risk(f0)
//! ```
//!
//! with f0 the best prediction given how frequent the true values are and nothing else (The
//! Prediction Advantage, section 2.2): the most frequent class for the 0/1 loss, the class of least
//! expected cost, the mean for the squared loss (PA is R squared), a median for the absolute one,
//! the frequencies themselves for the logarithmic one. It is at most 1; 0 means as good as that
//! constant, less means worse. Where the constant makes no loss and the model does, it is minus
//! infinity; where neither does, 0/0, it is undefined. Frequencies are those of the data at hand.
//!
//! - [`zero_one`], [`cost_sensitive`]: classifiers, from their confusion matrices;
//! - [`RegressionTally`]: squared and absolute loss, fed sample by sample;
//! - [`LogTally`]: cross-entropy, fed sample by sample;
//! - [`cost_place`]: the point of the Tile that ranks classifiers as a cost does;
//! - [`ComparedMeasures`]: the measures that the paper compares the advantage with.
//!
//! All is exact: rationals, and for cross-entropies enclosures by decimals.
//!
//! # Files
//!
//! - `classification`: a K x K matrix and costs. `regression`, `log_loss`: losses sample by sample.
//! - `exact_sum`: numerators per denominator, so that sums of decimals never reduce fractions.

mod classification;
mod exact_sum;
mod log_loss;
mod measures;
mod place;
mod regression;
mod report;
mod value;

pub use classification::{cost_sensitive, zero_one};
pub use exact_sum::TooFine;
pub use log_loss::{LogTally, Precision};
pub use measures::ComparedMeasures;
pub use place::{NoCostPlace, cost_place};
pub use regression::{RegressionLoss, RegressionTally};
pub use report::{AdvantageReport, AssessedModel};
pub use value::{Assessment, Baseline, NO_LOSS_AT_ALL, NO_SAMPLES};
