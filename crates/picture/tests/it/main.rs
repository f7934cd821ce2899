//! Pictures of every kind.

mod lattice_pictures;
mod pdf;
mod pictures;
