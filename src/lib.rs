//! Exact answers about two-class classifiers: who is ranked first for which preferences, and what a
//! metric's value is worth on finite test data.
//!
//! People compare classifiers by one number and get different winners with different numbers. The
//! Tile organises all ranking scores, from accuracy to the F-scores, in the unit square; this crate
//! computes the regions on which each classifier is ranked r-th, in rational arithmetic:
//!
//! ```
//! use exactile::{Classifier, ConfusionMatrix, Regions};
//! let classifiers = vec![
//!     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
//!     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
//! ];
//! let summary = Regions::new(classifiers)?.summary();
//! // The two are equally good on the line 9 a + 21 b = 20, which cuts off a corner of the Tile.
//! assert_eq!(summary.classifiers[1].first_share.value().to_string(), "11/42");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The ranking for one preference needs no geometry:
//!
//! ```
//! use exactile::{Classifier, ConfusionMatrix, NamedScore, RankingScore, rank_at};
//! let classifiers = [
//!     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
//!     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
//! ];
//! let recall: NamedScore = "tpr".parse()?;
//! let place = recall.place(&classifiers[0].matrix.prior_positive());
//! let ranking = rank_at(&classifiers, &RankingScore::at(place).expect("on the Tile"));
//! assert_eq!(ranking[0].classifier, 1);
//! assert_eq!(ranking[0].value.as_ref().map(|v| v.to_string()), Some("4/5".to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Data flows one way: [`performance`]s are compared by what [`score`] says; [`tile`], [`lattice`],
//! [`correlation`], [`ranking`], [`arrangement`], [`advantage`] and [`multi_class`] answer;
//! [`order`] ranks by any score; [`threshold`] has models that give scores, [`section`] rankings
//! along a segment of the Tile. [`domain`] has tests in several domains. [`contest`] compares two
//! classifiers, tested on the same samples or not; [`confidence`] asks who is first on a repeat of
//! the test; [`reported`] whether printed scores can be true. [`num`] and [`geometry`] lie below.
//! The engine never prints and never reads files: other crates of the workspace read inputs, write
//! results down, draw them and check them.
//!
//! # Features
//!
//! - `serde` (default): results serialise as their documents show them.
//! - `rayon` (default): long work uses all cores. The answers are the same without.
//! - `geo-types`: a [`Point`] becomes a `geo_types::Point<f64>` or `Coord<f64>`, each coordinate
//!   the nearest double.

pub mod advantage;
pub mod arrangement;
pub mod confidence;
pub mod contest;
pub mod correlation;
pub mod domain;
mod generator;
pub mod geometry;
pub mod lattice;
pub mod multi_class;
pub mod num;
pub mod order;
mod parallel;
pub mod performance;
pub mod ranking;
pub mod reported;
pub mod score;
pub mod section;
pub mod threshold;
pub mod tile;
mod vectors;
pub mod work;

// What nearly every user needs; the rest is in the modules.
pub use geometry::{BilinearCurve, Point};
pub use num::{LogSum, ParseNumberError, Rational, Value};
pub use performance::{
    Class, Classifier, ConfusionMatrix, CostMatrix, Importances, Label, Operation, PerformanceError,
};
pub use score::{
    Metric, NamedScore, Orientation, RankingScore, ScoreTable, ScoredClassifier, Scores,
    UnknownMetric, UnknownScore,
};
pub use tile::{
    Area, ClassifierSummary, Piece, RankFilter, RankInterval, RankedClassifier, Regions, Selection,
    Summary, TileError, Zone, rank_at,
};

/// The README's library example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
