//! All integration tests in one binary, a file per subject.

mod advantage;
mod architecture;
mod axioms;
mod catalogue;
mod cli;
mod cli_advantage;
mod cli_axioms;
mod cli_lattice;
mod cli_scores;
mod correlation;
mod lattice;
mod lattice_pictures;
mod laws;
mod metrics;
mod no_skill;
mod operations;
mod pencil;
mod pictures;
mod published;
mod ranking;
mod referee;
mod support;
mod unequal;
mod volume;
mod widths;
