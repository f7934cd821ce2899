//! The source papers: their statements checked, their figures drawn anew.
//!
//! [`referee`] decides every numbered formula, table and stated number on record; [`figures`] draws
//! the printed figures from exact results and lists what differs from the print.

pub mod figures;
pub mod referee;
mod tables;

pub use tables::{Statements, Tables};
