//! The metrics, defined once more: values of confusion matrices, their exact order, and how results
//! write them.
//!
//! `metrics.rs` finds a metric by its name and gives the rational key of a value, `written.rs` its
//! text; `score.rs` checks values, and with `interval.rs` intervals of true ones.

pub(crate) mod costs;
pub(crate) mod difference;
pub(crate) mod fraction;
pub(crate) mod interval;
pub(crate) mod metrics;
pub(crate) mod named;
pub(crate) mod ranks;
pub(crate) mod score;
mod table;
pub(crate) mod value;
pub(crate) mod written;
