//! Checks findings about published statements: both sides of a printed formula are evaluated again
//! at the given place.

mod formula;
mod number;
mod statement;
pub(crate) mod tables;
