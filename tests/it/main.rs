//! All integration tests in one binary, a file per subject.

mod laws;
mod support;
mod widths;
