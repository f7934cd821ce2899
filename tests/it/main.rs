//! All integration tests in one binary, a file per subject.

mod architecture;
mod cli;
mod cli_lattice;
mod cli_rankings;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod pictures;
mod published;
mod rankings;
mod support;
mod widths;
