//! All integration tests in one binary, a file per subject.

mod architecture;
mod catalogue;
mod cli;
mod cli_lattice;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod operations;
mod pictures;
mod published;
mod referee;
mod support;
mod widths;
