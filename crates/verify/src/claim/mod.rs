//! What results say, compared with what is true; what proofs are given, what they prove, and how they stop.

pub(crate) mod classifiers;
pub(crate) mod given;
pub(crate) mod header;
pub(crate) mod labels;
pub(crate) mod printed;
pub(crate) mod proofs;
pub(crate) mod stop;
pub(crate) mod stream;
pub(crate) mod truth;
