//! Exact numbers: rationals, integers of four widths behind one trait, sums of logarithms, and
//! enclosures of what is irrational.
//!
//! Nothing here knows of geometry or of classifiers, and nothing here is a float.

pub(crate) mod decimal;
mod enclosure;
mod exact_integer;
mod logarithm;
mod normal;
mod rational;
mod wide_float;

pub use decimal::ParseNumberError;
pub use enclosure::{CertifiedDecimal, Enclosure};
pub use exact_integer::ExactInteger;
pub use logarithm::LogSum;
pub use normal::normal_quantile;
pub use rational::Rational;
pub(crate) use rational::common_denominator;
pub(crate) use wide_float::WideFloat;
pub use wide_float::{CertifiedMass, Decimal17};
