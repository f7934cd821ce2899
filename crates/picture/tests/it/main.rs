//! Pictures of every kind.

mod domains;
mod lattice_pictures;
mod pdf;
mod pictures;
