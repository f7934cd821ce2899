//! Results of reading a formula: the shape of the value, and its rational surrogate.

use crate::score::formula::{Coefficients, Fraction, Quotient};

/// Function that turns the surrogate s into the metric's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// s
    Plain,
    /// sign(s) sqrt(abs(s))
    Root,
    /// sqrt(s)/(sqrt(s) + sqrt(1 - s)), the prevalence threshold
    Threshold,
    /// ln(s)
    Log,
    /// ln(s) over the logarithm of a scale that depends on p and n
    ScaledLog,
    /// z(TPR) + z(TNR): no rational surrogate
    Quantiles,
}

/// Parts that are derived from a formula.
pub(super) struct Derived {
    pub(super) form: ValueForm,
    /// `None` of d', and of probabilities, whose events say it.
    pub(super) surrogate: Option<Fraction>,
    /// Coefficients of the surrogate, unless they depend on parameters.
    pub(super) coefficients: Option<Coefficients>,
    /// The number whose logarithm the value is divided by.
    pub(super) scale: Option<(Fraction, Coefficients)>,
    /// The importances of a family, in terms of its parameters.
    pub(super) importances: Option<[Quotient; 4]>,
}
