//! Two classifiers against each other, tested on the same samples or each on its own.
//!
//! Three questions must not be mixed:
//!
//! - [`next_test`]: the probability that one has the better result on a further test of given size.
//! - [`truly_better`]: the probability that the rates behind the first one's results are better
//!   than those behind the second one's.
//! - [`swap_test`]: the probability that the first would be ahead by as much as it was if the two
//!   were interchangeable on every sample. An exact p-value.
//!
//! A classifier that is certainly better by little never reaches 95 % in the first question,
//! however long the test was: a low probability on the next test is no evidence that the
//! classifiers are equal.
//!
//! # The paired model
//!
//! A sample has one of four patterns: right by both, only by the first, only by the second, by
//! neither. In each class a test is a multinomial sample of patterns, whose probabilities have the
//! prior Dirichlet(w/4, w/4, w/4, w/4) of mass w, 2 by default. Each classifier's rate then has the
//! prior Beta(w/2, w/2), so the results of one classifier alone do not change. If only confusion
//! matrices are known, the two are taken as independent with these Beta priors.
//!
//! [`TrueValues`] has intervals of one classifier's true values, [`true_difference`] the interval
//! of the difference of two, and of a margin. [`EValue`] is evidence that may be checked after
//! every sample.
//!
//! [`compare`] asks all of these questions of several pairs; [`holm`] corrects p-values for their
//! number.
//!
//! # Independent classifiers
//!
//! If the agreement of classifiers is unknown, further results are compared on the sorted lattice
//! of their matrices, for two as for many: [`Comparison`] and [`RankDistributions`] have all pairs
//! and all ranks, [`Contest`] one lattice for many metrics. [`next_test`] of two independent
//! classifiers is the same sum, and [`compare`] has many of them at once.
//!
//! # All classifiers at once
//!
//! [`truly_ranked`] and [`next_ranked`] answer the first two questions for all [`Contestants`]
//! together: the probability that each is the best of all, and the probabilities of its ranks. The
//! model has that of pairs as its margins. They simulate, and give limits. Rates may be partially
//! pooled: see [`Pooling`]. [`truly_first`] and [`next_first`] do so over the whole Tile at once.
//! [`Separation`] groups classifiers that the data do not separate.
//!
//! # Files
//!
//! `results`: probabilities with their limits, or the reason why there is none.
//!
//! Two classifiers:
//!
//! - `next`: the next test. `masses`: joint distributions of right predictions by class, in windows
//!   as doubles, or as integers. `scalars`, `merged`: a ranking score as a sum of one number per
//!   class, by sorting and merging; `ranked`: sorted once for many pairs. `thresholds`: any other
//!   metric.
//! - `truth`: the integral over the true rates. `gammas`: linear forms of gamma variables,
//!   enclosed. `draws`: the comparisons without such a form.
//! - `swap`: the swap test. `difference`: differences of values, compared without rounding.
//!   `clusters`: swaps of whole clusters.
//! - `interval`, `beta`: intervals of true values. `gap`: between test sets. `margin`: the
//!   interval of a true difference.
//!   `anytime`: e-values. `require`: a pair held to a level.
//! - `pairs`: all questions for many pairs. `independent`: each classifier drawn once, a lattice
//!   sorted once for many pairs.
//! - `along`: the probability that one is better, at points of a segment.
//!
//! Many classifiers:
//!
//! - `apart`: independent classifiers on a lattice.
//! - `contestants`: the patterns of all classifiers, in the order of keys, so that nothing depends
//!   on the order of columns.
//! - `rates`: true rates from gamma variables and stick breaking. `pooling`: pooled rates. `urn`:
//!   further tests, a bit for each of up to 128 classifiers. `planned_rates`, `planned`: tests that
//!   have not been made yet.
//! - `drawn_ranks`, `drawn_tile`: counts of ranks, at a metric and over the whole Tile.
//!   `compromise`: middle swaps along a segment. `blocks`: draws that do not depend on threads.
//!   `limits`: counts as limits.
//! - `cluster_draws`: true values on clusters of samples. `strata`: on fixed test sets.
//! - `tiers`: groups of classifiers that certified comparisons do not separate.

mod along;
mod anytime;
mod apart;
mod beta;
mod blocks;
mod cluster_draws;
mod clusters;
mod compromise;
mod contestants;
mod deviates;
mod difference;
mod digits;
mod drawn_ranks;
mod drawn_tile;
mod draws;
mod error;
mod gammas;
mod gap;
mod independent;
mod interval;
mod limits;
mod margin;
mod masses;
mod merged;
mod model;
mod next;
mod one_class;
mod pairs;
mod planned;
mod planned_rates;
mod pooling;
mod ranked;
mod rates;
mod require;
mod results;
mod running;
mod scalars;
mod strata;
mod sum;
mod swap;
mod thresholds;
mod tiers;
mod truth;
mod urn;

use crate::generator;

pub use along::{ComparedAt, Decided, compare_along};
pub use anytime::EValue;
pub use apart::{
    ComparedClassifier, Comparison, ComparisonOptions, Contest, FirstProbabilities,
    RankDistribution, RankDistributions, RankedPair,
};
pub use blocks::Draws;
pub use cluster_draws::{
    Clusters, cluster_interval_steps, cluster_intervals, truly_planned_by_cluster,
    truly_ranked_by_cluster,
};
pub use clusters::{ClusterPair, ComparedByCluster, compare_by_cluster};
pub use compromise::{DrawnCompromises, truly_compromised};
pub use contestants::Contestants;
pub use digits::Digits;
pub use drawn_ranks::{DrawnRanks, next_ranked, rank_interval, truly_ranked};
pub use drawn_tile::{DrawnTile, next_first, truly_first};
pub use error::ContestError;
pub use gap::Gap;
pub use interval::{
    IntervalKind, IntervalQuestion, Intervals, TrueInterval, TrueValues, clopper_pearson,
    intervals, is_share,
};
pub use margin::{Margin, TrueDifference, true_difference};
pub use model::{Evidence, PatternMass};
pub use next::{is_separable, next_test};
pub use one_class::on_one_class;
pub use pairs::{
    ComparedClassifiers, Discordant, Pair, PairQuestion, TestSets, compare, compare_clusters,
    compare_steps, compare_test_sets, next_outcomes, next_pairs, observed_difference,
};
pub use planned::{DrawnShare, not_worse_planned, power_planned, power_steps, truly_planned};
pub use pooling::{Pooling, RatePriors};
pub use require::{Required, Requirement, Verdict};
pub use results::{Drawn, NextTest, NoSwapTest, TrulyBetter};
pub use strata::{Strata, stratum_intervals, truly_ranked_by_stratum};
pub use swap::{SwapTest, holm, swap_test, swap_tests};
pub use tiers::{Separation, Tier};
pub use truth::truly_better;
