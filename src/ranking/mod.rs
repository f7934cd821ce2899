//! Ranking in general, for any finite sample space: "Foundations of the Theory of Performance-Based
//! Ranking", sections 3 and 4.
//!
//! A task is a finite list of outcomes, numbered from zero, and a satisfaction for each. Entities
//! are compared by their performances, the distributions of their outcomes. Two-class confusion
//! matrices are the case of four outcomes `tn, fp, fn, tp` with satisfactions 1, 0, 0, 1; those of
//! K classes have K^2 outcomes and satisfaction 1 on the diagonal.
//!
//! - [`Performance`], [`Satisfaction`], [`Importance`], [`ranking_score`]: the ranking scores;
//! - [`Relation`], [`rank_bounds`]: orderings with four outcomes, and the ranks they leave open;
//! - [`preorder_violation`], [`satisfaction_violation`], [`combination_violation`]: the three
//!   axioms;
//! - [`Fitness`]: whether a two-class score may be used for ranking, with proof or counterexample.

mod axioms;
mod fitness;
mod ordering;
mod performance;
mod task;

pub use axioms::{
    CombinationViolation, PreorderViolation, SatisfactionViolation, combination_violation,
    preorder_violation, satisfaction_violation,
};
pub use fitness::{
    Conclusion, Fitness, FitnessRow, FitnessTable, PerformanceSet, PerformanceSetError, Reason,
    Valued, Verdict, Witness,
};
pub use ordering::{Relation, at_most_by, rank_bounds};
pub use performance::{Performance, RankingError};
pub use task::{Importance, Satisfaction, ranking_score};
