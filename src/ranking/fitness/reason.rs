//! Reasons in words.

use std::fmt;

/// Reason why no performances break a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reason {
    /// First test: the score's extreme values are those of performances that are always wrong and
    /// always right; the differences are polynomials without negative coefficients.
    Extremes {
        /// Value of performances that are always wrong: the least, the greatest, or none.
        always_wrong: &'static str,
        /// Value of performances that are always right, in the same words.
        always_right: &'static str,
    },
    /// Second and third test: the score orders as a ratio of linear functions whose denominator is
    /// nowhere negative, so better and worse sets are cut off by planes.
    LinearRatio {
        /// The upper linear function.
        numerator: String,
        /// The lower one.
        denominator: String,
    },
    /// Second and third test: the score has one value.
    Constant,
    /// Second test: the score orders as a non-negative linear function over a concave root, so what
    /// is at most a value is a convex set.
    OverConcaveRoot {
        /// The linear function.
        numerator: String,
        /// The radicand.
        radicand: String,
    },
    /// Third test: the score orders as a concave root over a non-negative linear function, so what
    /// is at least a value is a convex set.
    ConcaveRootOver {
        /// The radicand.
        radicand: String,
        /// The linear function.
        denominator: String,
    },
    /// Second or third test: the score orders as a quadratic form over the product of two linear
    /// functions that are not negative, and over the first of them alone it is convex (second
    /// test) or concave (third test), so what is at most, or at least, a value is a convex set.
    QuadraticOverLinear {
        /// The quadratic form.
        numerator: String,
        /// The two linear functions.
        denominators: [String; 2],
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extremes { always_wrong, always_right } => {
                write!(f, "always wrong: {always_wrong}; always right: {always_right}")
            }
            Self::LinearRatio { numerator, denominator } if denominator == "1" => {
                write!(f, "orders as {numerator}, which is linear")
            }
            Self::LinearRatio { numerator, denominator } => {
                let ratio = format!("{}/{}", factor(numerator), factor(denominator));
                write!(f, "orders as {ratio}, linear over linear that is not negative")
            }
            Self::Constant => f.write_str("the value is the same everywhere"),
            Self::OverConcaveRoot { numerator, radicand } => {
                let numerator = factor(numerator);
                write!(f, "orders as {numerator}/sqrt({radicand}), linear over a concave root")
            }
            Self::ConcaveRootOver { radicand, denominator } if denominator == "1" => {
                write!(f, "orders as sqrt({radicand}), which is concave")
            }
            Self::ConcaveRootOver { radicand, denominator } => {
                let denominator = factor(denominator);
                write!(f, "orders as sqrt({radicand})/{denominator}, a concave root over linear")
            }
            Self::QuadraticOverLinear { numerator, denominators: [first, second] } => write!(
                f,
                "orders as ({numerator})/(({first}) ({second})), which times {} is curved one way",
                factor(second)
            ),
        }
    }
}

/// A sum in parentheses.
fn factor(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}
