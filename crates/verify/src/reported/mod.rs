//! Checks what printed scores say of a test: which confusion matrices have all of them.

pub(crate) mod check;
mod folds;
mod impossible;
mod interval;
mod meeting;
mod quotient;
mod reach;
mod sizes;
