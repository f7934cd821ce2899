//! The distinct scores of a model, in the narrowest form that holds them exactly.

use std::cmp::Ordering;

use crate::num::{Rational, Scientific};

/// Distinct scores from the greatest to the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    /// Whole numbers of 10^-places.
    Fixed { places: u32, units: Vec<i64> },
    /// Keys of decimals ([`Scientific::key`]).
    Keys(Vec<i128>),
    /// Any numbers.
    Fractions(Vec<Rational>),
}

impl Scores {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Fixed { units, .. } => units.len(),
            Self::Keys(keys) => keys.len(),
            Self::Fractions(values) => values.len(),
        }
    }

    /// One of them.
    pub(super) fn value(&self, k: usize) -> Rational {
        match self {
            Self::Fixed { places, units } => fixed(units[k], *places).to_rational(),
            Self::Keys(keys) => Scientific::from_key(keys[k]).to_rational(),
            Self::Fractions(values) => values[k].clone(),
        }
    }

    /// One of them as people write it: a decimal, or a fraction where no decimal is equal to it.
    pub(super) fn text(&self, k: usize) -> String {
        match self {
            Self::Fixed { places, units } => fixed(units[k], *places).to_string(),
            Self::Keys(keys) => Scientific::from_key(keys[k]).to_string(),
            Self::Fractions(values) => values[k].to_shortest(),
        }
    }

    /// How many scores are at least as great as a threshold. O(log n).
    pub(super) fn at_least(&self, threshold: &Rational) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.value(middle).cmp(threshold) {
                Ordering::Less => high = middle,
                _ => low = middle + 1,
            }
        }
        low
    }
}

fn fixed(units: i64, places: u32) -> Scientific {
    let exponent = i32::try_from(places).expect("a few places");
    Scientific::new(units.into(), -exponent).expect("at most 19 digits")
}
