//! All integration tests in one binary, a file per subject.

mod architecture;
mod axioms;
mod catalogue;
mod cli;
mod cli_axioms;
mod cli_lattice;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod operations;
mod pictures;
mod published;
mod ranking;
mod referee;
mod support;
mod widths;
