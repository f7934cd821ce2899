//! Classifiers of several classes: one class against the rest, and rankings on all K x K outcomes.
//!
//! - [`ClassView`]: two-class matrices of one class against all others, for the Tile of that class;
//! - [`FirstInEveryClass`]: the classifiers that are first whichever class is the positive one;
//! - [`parse_importance`], [`rank_by_importance`]: the ranking scores R_I on the pairs of true and
//!   predicted class ("Foundations of the Theory of Performance-Based Ranking", A.2.1), which rank
//!   all classes at once without averaging over them.
//!
//! # Files
//!
//! - `view`: two-class matrices of one class against the rest.
//! - `every_class`: the first in all classes, exactly at a point or along an upright line.
//! - `importance`, `terms`: ranking scores of `ranking` on all pairs of true and predicted class,
//!   and their texts.

mod every_class;
mod importance;
mod terms;
mod view;

pub use every_class::{FirstInEveryClass, first_in_every};
pub use importance::{ImportanceRanked, importance_of_cells, parse_importance, rank_by_importance};
pub use terms::ImportanceTermsError;
pub use view::{ClassView, LabelsDiffer, class_views};
