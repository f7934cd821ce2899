//! Exact numbers: rationals, integers of four widths behind one trait, sums of logarithms, and
//! enclosures of irrational numbers.
//!
//! Nothing here depends on geometry or on classifiers, and every float has its proved bound.

mod artanh;
mod certified_decimal;
mod certified_double;
mod decimal;
mod double;
mod enclosure;
mod exact_integer;
mod gcd;
mod level;
mod logarithm;
mod normal;
mod operators;
mod percent;
mod quadratic;
mod radical;
mod rational;
mod scientific;
mod small_root;
mod value;
mod wide_float;

pub use certified_decimal::CertifiedDecimal;
pub use certified_double::CertifiedDouble;
pub use decimal::{ParseNumberError, abbreviated};
pub use enclosure::Enclosure;
pub(crate) use enclosure::{binary_places, certified_decimals, close_decimals, doubled};
pub use exact_integer::ExactInteger;
pub(crate) use gcd::gcd;
pub use level::{Level, LevelError};
pub use logarithm::LogSum;
pub use normal::normal_quantile;
pub(crate) use normal::sign_of_quantiles;
pub(crate) use operators::by_assignment;
pub use percent::Percent;
pub use quadratic::QuadraticNumber;
pub use radical::RadicalSum;
pub(crate) use rational::small_common_denominator;
pub use rational::{ConversionError, Rational, common_denominator};
pub use scientific::Scientific;
pub use value::Value;
pub(crate) use value::exact_root;

pub(crate) use wide_float::WideFloat;
pub use wide_float::{CertifiedMass, Decimal17};
