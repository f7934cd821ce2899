//! How a result is read: numbers and JSON as they stand, long lists in parts, and the forms of `regions` and `rankings`.

pub(crate) mod document;
pub(crate) mod exact_text;
pub(crate) mod failure;
pub(crate) mod file;
pub(crate) mod json;
pub(crate) mod provenance;
pub(crate) mod scan;
pub(crate) mod words;
