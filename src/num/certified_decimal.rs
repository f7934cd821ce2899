//! Decimals that certainly enclose a number.

use std::fmt;

use num_bigint::BigInt;
#[cfg(feature = "serde")]
use serde::ser::SerializeStruct;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::Rational;
use super::enclosure::fixed_point_text;

/// A number between two decimals of the same number of places, and its closed form where it has
/// one.
///
/// ```
/// use exactile::{LogSum, Rational};
/// let certified = LogSum::ln(&Rational::from(2)).to_certified(4);
/// assert_eq!(certified.decimals(), ["0.6931471805599453", "0.6931471805599454"]);
/// assert_eq!(certified.closed_form(), Some("ln(2)"));
/// assert!(certified.upper() - certified.lower() == "1e-16".parse()?);
/// # Ok::<(), exactile::ParseNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertifiedDecimal {
    /// The ends, in units of 10^-places.
    lower: BigInt,
    upper: BigInt,
    places: u32,
    closed_form: Option<String>,
}

impl CertifiedDecimal {
    /// The interval `[lower, upper] * 10^-places`, without a closed form.
    pub(super) fn new(lower: BigInt, upper: BigInt, places: u32) -> Self {
        Self { lower, upper, places, closed_form: None }
    }

    /// The same decimals with a closed form, for example `sqrt(1/3)` or `1/2 - 3/8*ln(4/3)`.
    #[must_use]
    pub(crate) fn with_closed_form(self, closed_form: impl Into<Option<String>>) -> Self {
        Self { closed_form: closed_form.into(), ..self }
    }

    /// A decimal at most the number.
    pub fn lower(&self) -> Rational {
        Rational::new(self.lower.clone(), BigInt::from(10).pow(self.places))
    }

    /// A decimal at least the number.
    pub fn upper(&self) -> Rational {
        Rational::new(self.upper.clone(), BigInt::from(10).pow(self.places))
    }

    /// Both decimals as text, with all their places.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let ln = LogSum::ln(&Rational::from(2)).to_certified(5);
    /// assert_eq!(ln.decimals(), ["0.6931471805599453", "0.6931471805599454"]);
    /// assert!(ln.lower() < ln.upper());
    /// ```
    pub fn decimals(&self) -> [String; 2] {
        [&self.lower, &self.upper].map(|end| fixed_point_text(end, self.places))
    }

    /// The closed form, if there is one.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// assert_eq!(LogSum::ln(&Rational::from(2)).to_certified(5).closed_form(), Some("ln(2)"));
    /// ```
    pub fn closed_form(&self) -> Option<&str> {
        self.closed_form.as_deref()
    }
}

impl fmt::Display for CertifiedDecimal {
    /// The closed form, or without one `[lower, upper]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.closed_form {
            Some(closed_form) => f.write_str(closed_form),
            None => {
                let [lower, upper] = self.decimals();
                write!(f, "[{lower}, {upper}]")
            }
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for CertifiedDecimal {
    /// `{"lower": .., "upper": ..}`, with the closed form as `"exact"` if it is known.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [lower, upper] = self.decimals();
        let fields = 2 + usize::from(self.closed_form.is_some());
        let mut object = serializer.serialize_struct("CertifiedDecimal", fields)?;
        object.serialize_field("lower", &lower)?;
        object.serialize_field("upper", &upper)?;
        if let Some(closed_form) = &self.closed_form {
            object.serialize_field("exact", closed_form)?;
        }
        object.end()
    }
}
