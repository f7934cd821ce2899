//! Checks conclusions from printed scores of a test: the confusion matrices that have all of them.
//!
//! `meeting.rs` finds these matrices, `impossible.rs` checks the reasons why there are none,
//! `reach.rs` bounds further scores, and `folds.rs` has means over folds, with weights that prove
//! them impossible in `fold_proofs.rs` and `fold_cases.rs`, and deviations in `deviations.rs`.
//! `check.rs` checks the whole result.

mod area;
pub(crate) mod check;
mod classes;
mod countable;
mod curve;
mod deviations;
mod fold_cases;
mod fold_proofs;
mod folds;
mod impossible;
mod interval;
mod meeting;
mod quotient;
mod reach;
mod row;
mod sizeless;
mod sizes;
