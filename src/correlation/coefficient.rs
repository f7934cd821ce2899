//! The coefficients that are counted from performances in the order of a ranking score.

use std::fmt::Debug;

use super::kendall::{Correlation, Counter};
use super::spearman::Spearman;
use crate::num::{Rational, Value};

/// A rank correlation: [`Correlation`] of Kendall, or [`Spearman`].
pub trait Coefficient: Copy + Debug + PartialEq + Send + Sync {
    /// The letter of pictures: tau or rho.
    const LETTER: char;

    /// Returns the number of performances on which both scores are defined.
    fn used(&self) -> u64;

    /// Returns the coefficient: tau-b or rho.
    fn value(&self) -> Value;

    /// Returns `sign(value) value^2`, which orders coefficients exactly; `None` where the
    /// coefficient is undefined.
    fn signed_square(&self) -> Option<Rational>;

    /// Counts performances that are sorted by the ranking score: their ranks by the score, below
    /// `distinct`, and whether each ties with the one before.
    #[doc(hidden)]
    fn count(
        counter: &mut Counter,
        distinct: usize,
        sorted: impl ExactSizeIterator<Item = (u32, bool)>,
    ) -> Self;
}

impl Coefficient for Correlation {
    const LETTER: char = '\u{3c4}';

    fn used(&self) -> u64 {
        self.used
    }

    fn value(&self) -> Value {
        self.tau_b()
    }

    fn signed_square(&self) -> Option<Rational> {
        Self::signed_square(self)
    }

    fn count(
        counter: &mut Counter,
        distinct: usize,
        sorted: impl ExactSizeIterator<Item = (u32, bool)>,
    ) -> Self {
        counter.count(distinct, sorted)
    }
}

impl Coefficient for Spearman {
    const LETTER: char = '\u{3c1}';

    fn used(&self) -> u64 {
        Self::used(self)
    }

    fn value(&self) -> Value {
        self.rho()
    }

    fn signed_square(&self) -> Option<Rational> {
        Self::signed_square(self)
    }

    fn count(
        _: &mut Counter,
        distinct: usize,
        sorted: impl ExactSizeIterator<Item = (u32, bool)>,
    ) -> Self {
        Self::count(distinct, sorted)
    }
}
