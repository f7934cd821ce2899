//! Comparison of the claims of a result with the truth.
//!
//! A check receives the `Given` data and the `Members` of a result (`header.rs`), finds the `Truth`
//! of each key (`truth.rs`), adds its findings to `Proofs`, and ends early with a `Stop`.
//! `classifiers.rs` has the counts of the input on the Tile of the result, `sets.rs` several test
//! sets with their weights and mean performances.

pub(crate) mod classifiers;
pub(crate) mod given;
pub(crate) mod header;
pub(crate) mod labels;
pub(crate) mod printed;
pub(crate) mod proofs;
pub(crate) mod sets;
pub(crate) mod shape;
pub(crate) mod stop;
pub(crate) mod stream;
pub(crate) mod truth;
pub(crate) mod wrong;
