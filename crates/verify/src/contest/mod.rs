//! Checks comparisons of classifiers: pairs, all of them by how sure their ranks are, and plans of tests.

pub(crate) mod compare;
pub(crate) mod confidence;
pub(crate) mod curve_pair;
mod drawn;
mod next;
pub(crate) mod plan;
mod probability;
mod swap;
