//! Mutated inputs for all readers and for the verifier, on stable Rust.
//!
//! A [`Target`] is an entry point with the laws that hold for every input whatever: it returns, an
//! error is one line with a place, and the result does not depend on the blocks in which the input
//! arrives. [`Target::run`] has the signature of an entry point of any fuzzer. [`Mutator`] makes
//! inputs from a corpus, the same ones from the same seed.

mod mutator;
mod target;

pub use mutator::Mutator;
pub use target::Target;
