//! Checks distributions of metrics on all confusion matrices of given numbers of samples, by
//! listing these.
//!
//! `matrices.rs` lists the matrices by value, `masses.rs` has the weight of each. The probabilities
//! that one of several classifiers is ahead are computed in `ahead.rs` as fractions, and in
//! `standings.rs` as decimals whose digits are proved by the bound in `rounded.rs`.
//! `confluence.rs`, `pmf.rs` and `compare.rs` check one result each.

pub(crate) mod ahead;
pub(crate) mod compare;
pub(crate) mod confluence;
pub(crate) mod masses;
pub(crate) mod matrices;
pub(crate) mod pmf;
mod rounded;
mod standings;
mod summary;
