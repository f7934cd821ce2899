//! All integration tests in one binary, a file per subject.

mod lattice;
mod laws;
mod metrics;
mod support;
mod widths;
