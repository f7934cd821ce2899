//! Checks comparisons of classifiers by their tests: pairs, who is surely the best of all, and plans of tests.
//!
//! `swap.rs` has the swap test and `next.rs` the next test of two. Probabilities that are not found out are held to their form
//! (`probability.rs`, `drawn.rs`).

pub(crate) mod compare;
pub(crate) mod confidence;
pub(crate) mod curve_pair;
mod drawn;
mod next;
pub(crate) mod plan;
mod probability;
mod swap;
