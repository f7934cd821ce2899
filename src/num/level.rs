//! A probability that is asked for: strictly between 0 and 1.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::{ParseNumberError, Rational};

/// The probability of an interval, or one that a decision has to reach: strictly between 0 and 1,
/// 19/20 by default. Parts of a mass, as a quantile asks for, are levels too.
///
/// ```
/// use exactile::num::Level;
/// let level: Level = "0.95".parse()?;
/// assert_eq!(level, Level::default());
/// assert_eq!(level.tails().map(|part| part.to_string()), ["1/40", "39/40"]);
/// let error = "1".parse::<Level>().expect_err("not below 1");
/// let what = "a level of 1 is not between 0 and 1; give one such as 0.95";
/// assert_eq!(error.to_string(), what);
/// # Ok::<(), exactile::num::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(Rational);

/// A text or a number that is no level; the message ends with advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// Not strictly between 0 and 1.
    #[error("a level of {0} is not between 0 and 1; give one such as 0.95")]
    OutOfRange(Rational),
    /// No number.
    #[error(transparent)]
    Number(#[from] ParseNumberError),
}

impl Level {
    /// The level of so many per cent.
    ///
    /// # Panics
    /// If it is 0, or 100 or more.
    pub fn percent(percent: u8) -> Self {
        assert!(0 < percent && percent < 100, "a level is between 0 and 1");
        Self(Rational::new(percent, 100))
    }

    /// The parts that lie below the ends of a central interval: `(1 ∓ level) / 2`.
    pub fn tails(&self) -> [Self; 2] {
        let below = self.complement() / Rational::from(2);
        let above = below.complement();
        [below, above].map(Self)
    }
}

impl From<Level> for Rational {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::percent(95)
    }
}

impl TryFrom<Rational> for Level {
    type Error = LevelError;

    fn try_from(share: Rational) -> Result<Self, LevelError> {
        if share.is_positive() && share < Rational::ONE {
            Ok(Self(share))
        } else {
            Err(LevelError::OutOfRange(share))
        }
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        text.parse::<Rational>()?.try_into()
    }
}

impl Deref for Level {
    type Target = Rational;

    fn deref(&self) -> &Rational {
        &self.0
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
