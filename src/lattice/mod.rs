//! The lattice of test results, exactly: the values that a metric can take, their frequencies and
//! their probabilities.
//!
//! With P positive and N negative samples there are (P + 1)(N + 1) confusion matrices: the points
//! (tp, tn) of a lattice. A metric takes each of its values on a contour through some of them.
//! Everything here is decided in integers; irrational numbers are enclosed.
//! Reference: Lovell, Miller, Capra and Bradley, "Never mind the metrics: what about the
//! uncertainty?", sections 4 to 8 and appendices.
//!
//! - [`Confluence`]: the distinct values and how many matrices take each.
//! - [`Predictive`]: the distribution of (tp, tn) on further samples, given the observations.
//! - [`MetricPmf`]: the distribution of a metric; tails alone, by [`Predictive::probability`].
//! - [`Histograms`]: the distributions of several classifiers in common bins.
//! - [`Contour`]: the curve on which a metric has one value.
//!
//! The probability that one of several classifiers will be ahead is computed in
//! [`contest`](crate::contest).
//!
//! # Files
//!
//! - `model`: an observation as integer weights with one denominator per class; a matrix has the
//!   product of two weights.
//! - `ratio`, `sorted`, `ordered`: matrices from the worst value to the best, by exact integer
//!   keys; undefined ones are separate, or count as a value.
//! - `confluence`: matrices by value. `pmf`: masses by value, as integers, or as 128-bit numbers
//!   with a proved bound; if the bound does not determine a decimal, the decimal is rounded from
//!   the fraction.
//! - `tail`: the staircase along which a monotone metric crosses a value. `quantile`: bisection of
//!   the keys. `contour`: conics.
//! - `histogram`: distributions of several classifiers at common edges.

mod compared;
mod confluence;
mod contour;
mod distribution;
mod error;
mod histogram;
mod interval;
mod metric_on_lattice;
mod model;
mod moments;
mod ordered;
mod pmf;
mod polynomial;
mod quantile;
mod quantile_sums;
mod ratio;
mod sorted;
mod tail;
mod tails;
mod target;
mod undefined;

pub(crate) use compared::Compared;
pub use confluence::{Confluence, ConfluentValue};
pub use contour::{Contour, ContourClass};
pub use distribution::{Distribution, Interval};
pub use error::LatticeError;
pub(crate) use error::{MayStop, unless_stopped};
pub use histogram::{Histogram, Histograms};
pub use metric_on_lattice::Lattice;
pub(crate) use metric_on_lattice::MetricOnLattice;
pub(crate) use model::Urn;
pub use model::{BetaPrior, Model, Observation, Predictive};
pub(crate) use ordered::Ordered;
pub use pmf::{Mass, MetricPmf, Route};
pub use polynomial::Polynomial;
pub use quantile::Quantiles;
pub use tail::TailRelation;
pub use tails::{TailQuestions, Tails};
pub use target::ExactValue;

/// Assumption of every result that holds probabilities of several classifiers: their further
/// results are multiplied as if each had samples of its own.
pub const INDEPENDENT: &str = "classifiers taken as independent";
