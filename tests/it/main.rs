//! All integration tests in one binary, a file per subject.

mod advantage;
mod architecture;
mod axioms;
mod cli;
mod cli_advantage;
mod cli_axioms;
mod cli_lattice;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod multi_class;
mod pictures;
mod published;
mod ranking;
mod support;
mod unequal;
mod verify;
mod widths;
