//! All integration tests in one binary, a file per subject.

mod architecture;
mod cli;
mod cli_lattice;
mod cli_scores;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod no_skill;
mod pencil;
mod pictures;
mod published;
mod support;
mod volume;
mod widths;
