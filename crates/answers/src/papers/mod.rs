//! `exactile tables` and `exactile figures`: the statements and the figures of the source papers.

pub(crate) mod arguments;
pub(crate) mod figures;
pub(crate) mod tables;
