//! Checks results about several test sets.
//!
//! `domains.rs` checks weights and mean performances, `point.rs` values at a point and the first
//! classifiers there, `vary.rs` the range of a weight, `along.rs` the best worst test set along a
//! segment, `maximin.rs` that over the Tile, `gaps.rs` gaps of metrics, `zones.rs` zones of
//! agreement, `columns.rs` those under several priors, `agreement.rs` those of all first
//! classifiers, and `maps.rs` the pieces of maps. `quadratic.rs` has roots of polynomials of degree
//! two.

mod agreement;
mod along;
mod columns;
pub(crate) mod domains;
mod gaps;
mod maps;
mod maximin;
mod point;
mod quadratic;
mod vary;
mod zones;
