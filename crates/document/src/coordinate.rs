//! Well-known coordinates of a segment, as tables write them.

use num_bigint::BigInt;
use num_integer::Integer;

use super::Cell;
use exactile::num::Rational;
use exactile::performance::counted;
use exactile::section::Segment;

/// The most breaks that the text lists.
pub(super) const LISTED: usize = 30;
/// Digits of coordinates and places in text.
pub(super) const DIGITS: u32 = 4;

/// A well-known coordinate of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionCoordinate {
    /// The position from 0 to 1.
    Position,
    /// The threshold probability of decision curves.
    ThresholdProbability,
    /// The probability cost of cost curves.
    ProbabilityCost,
    /// beta^2 of F-scores.
    BetaSquared,
}

impl SectionCoordinate {
    /// Returns the usual name.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::ThresholdProbability => "threshold probability",
            Self::ProbabilityCost => "probability cost",
            Self::BetaSquared => "beta squared",
        }
    }

    /// Returns the coordinate at a position; `None` if it is infinite, or if the segment does not
    /// have it.
    pub(super) fn at(self, segment: &Segment, position: &Rational) -> Option<Rational> {
        let at = || segment.at(position);
        match self {
            Self::Position => Some(position.clone()),
            Self::ThresholdProbability => segment.threshold_probability(&at()),
            Self::ProbabilityCost => segment.probability_cost(&at()),
            Self::BetaSquared => segment.f_beta_squared(&at()),
        }
    }

    /// Returns the coordinate as a cell of a column with [`DIGITS`].
    pub(super) fn cell(self, segment: &Segment, position: &Rational) -> Cell<'static> {
        self.at(segment, position).map_or_else(|| "inf".into(), Cell::from)
    }

    /// Returns the coordinates of two positions, the smaller one first, rounded outwards.
    pub(super) fn outwards(self, segment: &Segment, ends: &[Rational; 2]) -> [String; 2] {
        const UNIT: i64 = 1000;
        let mut ends = ends.each_ref().map(|end| self.at(segment, end));
        // Infinity is the greatest.
        ends.sort_by_key(|end| (end.is_none(), end.clone()));
        let [lower, upper] = ends.map(|end| end.map(|end| end * Rational::from(UNIT)));
        let text = |scaled: Option<BigInt>| {
            let decimal = |scaled| (Rational::from(scaled) / Rational::from(UNIT)).to_decimal(3);
            scaled.map_or_else(|| "inf".to_owned(), decimal)
        };
        [
            text(lower.map(|x| x.numerator().div_floor(&x.denominator()))),
            text(upper.map(|x| x.numerator().div_ceil(&x.denominator()))),
        ]
    }

    /// Returns the coordinate with four or more decimals: enough to distinguish it from zero.
    pub(super) fn rounded(self, segment: &Segment, position: &Rational) -> String {
        self.at(segment, position).map_or_else(|| "inf".to_owned(), |value| value.to_decimal(4))
    }
}

/// Returns the number of pairs that swap, in words.
pub(super) fn swaps(pairs: u64) -> String {
    format!("{} {}", counted(pairs, "pair"), if pairs == 1 { "swaps" } else { "swap" })
}
