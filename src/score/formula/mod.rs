//! Formulas as text: read once, then evaluated exactly or turned into quotients of polynomials.
//!
//! - [`Expression`]: a formula that was read; [`ClosedForm`]: its exact value, with roots and
//!   logarithms.
//! - `Quotient`: the formula of a metric as the quotient of polynomials in the counts that orders
//!   like it.

mod expression;
mod flat;
mod number;
mod quotient;
mod value;

pub use expression::{Expression, ExpressionError};
pub(in crate::score) use expression::{Function, Node};
pub(crate) use flat::{Flat, Product, Quadratic};
pub(crate) use number::{Number, Ring};
pub(in crate::score) use quotient::{Coefficients, Fraction, Names, NoQuotient, Point, Quotient};
pub use value::{ClosedForm, NoValue, Symbols};
