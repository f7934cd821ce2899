//! Several test sets at once: sites, groups, folds, benchmarks.
//!
//! Classifiers were tested in domains d = 1..D with weights l_d >= 0 that add up to 1. The mean
//! performance of classifier i is P_i = sum l_d P_id, where P_id is (tn, fp, fn, tp) over the
//! number of its samples in d. A ranking score of the mean is a weighted mean of the domains'
//! scores, whose weights depend on the preference:
//!
//! ```text
//! R_ab(P_i) = sum_d w_d R_ab(P_id),    w_d(a, b) = l_d (s_d + u_d) / sum_e l_e (s_e + u_e)
//! ```
//!
//! with s_d = (1-a) tn + a tp and u_d = (1-b) fp + b fn of P_id. The mean of scores with the
//! weights l_d is another number, and no ranking score of anything. All of this is exact.
//!
//! The weighted mean of performances is the summarization of S. Piérard, A. Halin, A. Cioppa, A.
//! Deliège, M. Van Droogenbroeck; the domains on the Tile follow the abstract of arXiv 2512.08715.
//! The bottleneck is a definition of this crate.
//!
//! - [`DomainTests`]: the confusion matrices, of which some may be missing; [`DomainWeights`]: the
//!   weights of domains.
//! - [`Domains`]: complete tests with weights, and their mean performances.
//! - [`DomainValues`]: values, weights and shares of the loss at one point; [`Agreement`]: the
//!   first classifiers; [`WeightRange`]: the range within which a weight may move; [`WorstAlong`]:
//!   the best worst domain along a segment; [`RankingDistances`]: Kendall's distances.
//! - [`DomainMap`]: maps of the domains that matter most, over the Tile.
//!
//! # Files
//!
//! - `tests`: the matrices by test set. `mean`: their weighted means, which every other part takes
//!   as classifiers. `values`: the value of a mean, split into those of the test sets.
//! - `maps`: the weights l_d (s_d + u_d) are affine in (a, b), and l_d u_d in b alone, so regions
//!   are intersections of half-planes. Maps of values are rank 1 and the last rank among
//!   performances of different priors.
//! - `vary`: s_i u_j - s_j u_i as a quadratic polynomial in one weight.
//! - `distance`: pairs of classifiers that two domains order in opposite ways.
//! - `worst`: envelopes of values along a segment, whose pieces meet at quadratic numbers.
//! - `maximin`: faces of the arrangement of one result's frontiers, each decided at one point.
//! - `agreement`: values at a point, and half-planes of all test sets under one prior. `columns`:
//!   the zones of agreement under several priors, between the bounds of b above each a.
//!   `refinement`: such zones of all first classifiers, cut by each other.

mod agreement;
mod columns;
mod distance;
mod maps;
mod maximin;
mod mean;
mod refinement;
mod tests;
mod values;
mod vary;
mod weights;
mod worst;

pub use agreement::{Agreement, Unanimous, Worst};
pub use columns::{ColumnZone, ZoneColumn};
pub use distance::{MostSwapped, RankingDistance, RankingDistances};
pub use maps::DomainMap;
pub use maximin::{MaximinError, MaximinPiece};
pub use mean::Domains;
pub use refinement::{AgreementZone, TooManyColumns};
pub use tests::{DomainTests, Shared};
pub use values::{DomainValue, DomainValues};
pub use vary::WeightRange;
pub use weights::DomainWeights;
pub use worst::{WorstAlong, WorstBreak, WorstStretch};

use crate::num::Rational;

/// The reason if domains cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// Classifiers that were not tested in some domain.
    #[error("{0}")]
    Missing(Missing),
    /// Nothing is shared by all.
    #[error("{0}")]
    NothingShared(&'static str),
    /// Shares beside numbers of samples, so that weights are not known.
    #[error(
        "how many samples {classifier:?} was tested on in {domain:?} is not known, and of other \
         results it is"
    )]
    SharesAndCounts {
        /// The domain.
        domain: String,
        /// The classifier.
        classifier: String,
    },
    /// Classifiers with different numbers of samples in one domain, so that its weight is not
    /// known.
    #[error(
        "{first:?} was tested on {first_samples} samples in {domain:?}, and {second:?} on \
         {second_samples}"
    )]
    SamplesDiffer {
        /// The domain.
        domain: String,
        /// A classifier.
        first: String,
        /// The number of its samples.
        first_samples: Rational,
        /// Another one.
        second: String,
        /// The number of its samples.
        second_samples: Rational,
    },
    /// A weight for a domain that is not there.
    #[error("there is no test set {0:?}")]
    UnknownDomain(String),
    /// A domain without a weight.
    #[error("the domain {0:?} has no weight")]
    NoWeight(String),
    /// All weights are 0.
    #[error("all weights are 0")]
    WeightsAreZero,
}

/// Classifiers that were not tested in some domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Some of the pairs, domain and classifier.
    pub shown: Vec<[String; 2]>,
    /// Their number.
    pub all: usize,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |[domain, classifier]: &[String; 2]| format!("{classifier:?} in {domain:?}");
        let shown: Vec<String> = self.shown.iter().map(one).collect();
        write!(f, "not tested: {}", shown.join(", "))?;
        match self.all - self.shown.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
