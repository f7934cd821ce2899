//! The metrics, defined once more: their values, what orders these, and how they are written.

pub(crate) mod difference;
pub(crate) mod fraction;
pub(crate) mod metrics;
pub(crate) mod ranks;
pub(crate) mod score;
mod table;
pub(crate) mod value;
pub(crate) mod written;
