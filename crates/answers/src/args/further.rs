//! The model of further results, given observed ones.

use clap::{Args, ValueEnum};

use super::values::{parse_pair, samples};
use exactile::num::Rational;

/// The model of further results, given observed ones.
#[derive(Args, Debug)]
pub(crate) struct ModelChoiceArgs {
    /// The model
    #[arg(long, value_enum, default_value_t = ModelName::BetaBinomial)]
    pub(crate) model: ModelName,
    /// Parameters U,V of the Beta prior of the true positive rate, and by default of the true
    /// negative rate
    #[arg(long, value_name = "U,V", value_parser = parse_pair)]
    pub(crate) beta: Option<(Rational, Rational)>,
    /// Parameters U,V of the Beta prior of the true negative rate
    #[arg(long, value_name = "U,V", value_parser = parse_pair)]
    pub(crate) beta_negative: Option<(Rational, Rational)>,
}

/// The number of further results, and their model.
#[derive(Args, Debug)]
pub(crate) struct FurtherArgs {
    #[command(flatten)]
    pub(crate) choice: ModelChoiceArgs,
    /// Further positive samples [default: the observed number, if it is not 0]
    #[arg(long, value_name = "P", value_parser = samples)]
    pub(crate) positives: Option<u64>,
    /// Further negative samples [default: the observed number, if it is not 0]
    #[arg(long, value_name = "N", value_parser = samples)]
    pub(crate) negatives: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelName {
    /// The observed rates are the true ones
    Binomial,
    /// The true rates have Beta priors; a class without observations has the prior alone
    BetaBinomial,
}
