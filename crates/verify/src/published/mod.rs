//! Checks what was found about published statements, from their printed formulas.

mod formula;
mod number;
mod statement;
pub(crate) mod tables;
