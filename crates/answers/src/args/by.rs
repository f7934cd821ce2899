//! Several test sets in one table.

use clap::{Args, ValueEnum};

use exactile::domain::{DomainWeights, Shared};

/// Several test sets in one table.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct DomainArgs {
    /// Column that distinguishes test sets (domain, site, fold): the result is about the
    /// classifiers' mean performances over them
    #[arg(long, value_name = "COLUMN")]
    pub(crate) by: Option<String>,
    /// Weight of each test set: samples [default], equal, or NAME=W,... for all of them
    #[arg(long, value_name = "WEIGHTS", requires = "by")]
    pub(crate) weights: Option<DomainWeights>,
    /// If some classifiers were not tested in every test set: keep the test sets that all
    /// classifiers share (domains, also without a value), or the classifiers that all test sets
    /// share
    #[arg(
        long,
        value_name = "WHAT",
        requires = "by",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "domains"
    )]
    pub(crate) complete: Option<Complete>,
    /// `true` if the column distinguishes clusters of samples, not test sets: nothing is averaged
    #[arg(skip)]
    pub(crate) are_clusters: bool,
}

impl DomainArgs {
    /// Returns the arguments for a column of clusters.
    pub(crate) fn clusters(column: &str) -> Self {
        Self { by: Some(column.to_owned()), are_clusters: true, ..Self::default() }
    }
}

/// Several test sets in a question about chance.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SampledDomainArgs {
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    /// With --by: fixed [default] if only the samples of test sets are drawn, sampled if the test
    /// sets are a sample of many themselves
    #[arg(long, value_enum, value_name = "WHAT", requires = "by")]
    pub(crate) domains_are: Option<DomainsAre>,
}

impl SampledDomainArgs {
    pub(crate) fn are(&self) -> DomainsAre {
        self.domains_are.unwrap_or(DomainsAre::Fixed)
    }
}

/// The test sets that could have been others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DomainsAre {
    /// The test sets are those of interest, and only their samples are drawn
    Fixed,
    /// The test sets are a sample of many, and get random weights
    Sampled,
}

impl DomainsAre {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Sampled => "sampled",
        }
    }
}

/// The part that is kept if some tests are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Complete {
    /// The test sets with results of all classifiers
    Domains,
    /// The classifiers that were tested in all test sets
    Classifiers,
}

impl Complete {
    /// Returns the same choice for the engine.
    pub(crate) fn shared(self) -> Shared {
        match self {
            Self::Domains => Shared::Domains,
            Self::Classifiers => Shared::Classifiers,
        }
    }
}
