//! Checks what was found about published statements: both sides of a printed formula are evaluated again at its place.

mod formula;
mod number;
mod statement;
pub(crate) mod tables;
