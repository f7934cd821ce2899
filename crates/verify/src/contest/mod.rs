//! Checks comparisons of classifiers by their tests: pairs, the certainty of the best one, and
//! plans of tests.
//!
//! `values.rs` has values, their difference and e-values, `swap.rs` the swap test and `next.rs` the
//! next test of two classifiers. Of probabilities that are not computed here only the form is
//! checked (`probability.rs`, `drawn.rs`). `clusters.rs` and `test_sets.rs` are about samples in
//! clusters and several test sets.

mod clusters;
pub(crate) mod compare;
pub(crate) mod confidence;
pub(crate) mod curve_pair;
mod drawn;
mod next;
pub(crate) mod plan;
mod probability;
mod swap;
mod test_sets;
mod values;
