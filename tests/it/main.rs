//! All integration tests in one binary, a file per subject.

mod lattice;
mod laws;
mod support;
mod widths;
