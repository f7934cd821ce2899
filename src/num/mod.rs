//! Exact numbers: rationals, integers of four widths behind one trait, sums of logarithms, and
//! enclosures of what is irrational.
//!
//! Nothing here knows of geometry or of classifiers, and no float is here without its proved bound.

mod certified_double;
pub(crate) mod decimal;
mod enclosure;
mod exact_integer;
mod logarithm;
mod normal;
mod radical;
mod rational;
mod wide_float;

pub use certified_double::CertifiedDouble;
pub use decimal::ParseNumberError;
pub use enclosure::{CertifiedDecimal, Enclosure};
pub use exact_integer::ExactInteger;
pub use logarithm::LogSum;
pub use normal::normal_quantile;
pub use radical::RadicalSum;
pub use rational::Rational;
pub(crate) use rational::common_denominator;
pub(crate) use wide_float::WideFloat;
pub use wide_float::{CertifiedMass, Decimal17};
