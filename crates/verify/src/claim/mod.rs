//! What a result says, compared with what is true.
//!
//! A check gets what is `Given` and the `Members` of a result (`header.rs`), finds the `Truth` of each key (`truth.rs`), adds what it has
//! found to `Proofs`, and ends early with a `Stop`. `classifiers.rs` has the counts of the input on the Tile that the result is on.

pub(crate) mod classifiers;
pub(crate) mod given;
pub(crate) mod header;
pub(crate) mod labels;
pub(crate) mod printed;
pub(crate) mod proofs;
pub(crate) mod shape;
pub(crate) mod stop;
pub(crate) mod stream;
pub(crate) mod truth;
