//! How a result is read: exact numbers and JSON as they stand, long lists in parts, and the forms of `regions` and `rankings`.
//!
//! `scan.rs` finds the long lists, `document.rs` hands out runs of their elements, `json.rs` reads all other results and `file.rs` these two.
//! `failure.rs` has what did not hold.

pub(crate) mod document;
pub(crate) mod exact_text;
pub(crate) mod failure;
pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod provenance;
pub(crate) mod scan;
pub(crate) mod words;
