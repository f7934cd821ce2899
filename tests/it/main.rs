//! The engine against its laws, oracles and published values, a file per subject.

mod advantage;
mod architecture;
mod at_best;
mod calibration;
mod circles;
mod contest;
mod contestants;
mod domain;
mod formula;
mod lattice;
mod laws;
mod metrics;
mod no_skill;
mod pairs;
mod pencil;
mod plans;
mod pooling;
mod ranking;
mod rankings;
mod ranks;
mod reported;
mod section;
mod threshold;
mod volume;
mod widths;
mod wish;
