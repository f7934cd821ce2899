//! The reader of results: exact numbers and JSON as they are written, long lists in parts, and the
//! forms of `regions` and `rankings`.
//!
//! `scan.rs` finds the long lists, `document.rs` hands out runs of their elements, `file.rs` reads
//! `regions` and `rankings`, and `json.rs` all other results. `failure.rs` has the failed checks.

pub(crate) mod document;
pub(crate) mod exact_text;
pub(crate) mod failure;
pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod provenance;
pub(crate) mod scan;
pub(crate) mod words;
