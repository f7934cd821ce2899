//! Pictures of every kind.

mod lattice_pictures;
mod pictures;
