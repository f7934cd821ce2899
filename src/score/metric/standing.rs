//! Standing of a metric among the ranking scores: the importances, the performances for which the
//! orderings agree, and so the place on the Tile.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::geometry::Point;
use crate::num::Rational;

/// Direction in which the values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Higher values are better.
    Higher,
    /// Lower values are better.
    Lower,
    /// Neither: the metric does not say how good a classifier is.
    Neither,
}

impl Orientation {
    /// Returns `higher` or `lower`; `None` where neither is better.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert_eq!(Metric::Accuracy.orientation().name(), Some("higher"));
    /// assert_eq!(Metric::ErrorRate.orientation().name(), Some("lower"));
    /// ```
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Higher => Some("higher"),
            Self::Lower => Some("lower"),
            Self::Neither => None,
        }
    }
}

/// Reason of a metric that rises with right decisions and with wrong ones.
pub(super) const MIXED: &str =
    "with fixed priors it rises with right decisions on one class and with wrong ones on the other";
/// Reason of a metric of the priors.
pub(super) const PRIORS_ONLY: &str =
    "it depends on the priors alone and does not say how good a classifier is";

/// Performances for which a metric orders as a ranking score does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// For all.
    All,
    /// Among performances of equal priors, both classes having samples.
    FixedPriors,
    /// Among confusion matrices with equal numbers of positive and of negative samples.
    FixedCounts,
}

/// Relation of a metric's value to the ranking score with its importances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The value is that of the ranking score.
    Equal,
    /// The value increases with the ranking score.
    Increasing,
    /// The value decreases with the ranking score: lower values are better.
    Decreasing,
}

/// An importance as a function of the priors: `coefficient pi-^negative pi+^positive`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// At least zero.
    pub coefficient: Rational,
    /// The exponent of the negative prior.
    pub negative: u8,
    /// The exponent of the positive prior.
    pub positive: u8,
}

/// The ranking score that a metric orders like.
///
/// ```
/// use exactile::{Metric, Rational};
/// let kappa = Metric::Kappa.standing().unwrap();
/// assert_eq!(kappa.place(&Rational::new(1, 5)).to_string(), "(16/17, 1/2)");
/// assert_eq!(kappa.place_formula(), ["pi-^2/(pi+^2 + pi-^2)", "1/2"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The importances of tn, fp, fn, tp.
    pub weights: [Weight; 4],
    /// The performances for which the orderings agree.
    pub scope: Scope,
    /// Relation of the metric's values to those of the ranking score.
    pub likeness: Likeness,
}

impl Weight {
    /// A number, whatever the priors are.
    pub fn constant(coefficient: Rational) -> Self {
        Self { coefficient, negative: 0, positive: 0 }
    }

    /// Its value.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::score::Weight;
    /// let weight = Weight { coefficient: Rational::from(2), negative: 1, positive: 0 };
    /// assert_eq!(weight.value(&Rational::new(1, 5)), Rational::new(8, 5));
    /// assert_eq!(weight.to_string(), "2 pi-");
    /// ```
    pub fn value(&self, prior_positive: &Rational) -> Rational {
        let prior_negative = prior_positive.complement();
        let mut value = self.coefficient.clone();
        for _ in 0..self.negative {
            value = value * &prior_negative;
        }
        for _ in 0..self.positive {
            value = value * prior_positive;
        }
        value
    }

    fn exponents(&self) -> (u8, u8) {
        (self.negative, self.positive)
    }

    fn is_zero(&self) -> bool {
        self.coefficient.is_zero()
    }
}

impl fmt::Display for Weight {
    /// `0`, `1/2`, `pi-`, `2 pi-^2 pi+`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut factors = Vec::new();
        if self.exponents() == (0, 0) || self.coefficient != Rational::ONE {
            factors.push(self.coefficient.to_string());
        }
        for (name, exponent) in [("pi-", self.negative), ("pi+", self.positive)] {
            match exponent {
                _ if self.is_zero() => {}
                0 => {}
                1 => factors.push(name.to_owned()),
                _ => factors.push(format!("{name}^{exponent}")),
            }
        }
        f.write_str(&factors.join(" "))
    }
}

/// `second/(first + second)` as a function of the priors.
struct Share<'w>(&'w Weight, &'w Weight);

impl Share<'_> {
    fn is_constant(&self) -> bool {
        let Self(first, second) = self;
        first.is_zero() || second.is_zero() || first.exponents() == second.exponents()
    }

    fn value(&self, prior_positive: &Rational) -> Rational {
        let Self(first, second) = self;
        // What depends on the priors alone cancels, also where it vanishes.
        let (first, second) = if self.is_constant() {
            (first.coefficient.clone(), second.coefficient.clone())
        } else {
            (first.value(prior_positive), second.value(prior_positive))
        };
        second.checked_div(&(&first + &second)).expect("of two importances one is positive")
    }
}

impl fmt::Display for Share<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(first, second) = self;
        if self.is_constant() {
            return self.value(&Rational::ONE).fmt(f);
        }
        let sum_is_one = first.coefficient == Rational::ONE
            && second.coefficient == Rational::ONE
            && [first.exponents(), second.exponents()].map(|(n, p)| n + p) == [1, 1];
        if sum_is_one { second.fmt(f) } else { write!(f, "{second}/({first} + {second})") }
    }
}

impl Standing {
    /// Its importances under these priors.
    ///
    /// ```
    /// use exactile::{Metric, Rational};
    /// let balanced = Metric::BalancedAccuracy.standing().unwrap();
    /// let [tn, _, _, tp] = balanced.importances(&Rational::new(1, 5));
    /// assert_eq!(tp / tn, Rational::from(4));
    /// ```
    pub fn importances(&self, prior_positive: &Rational) -> [Rational; 4] {
        self.weights.clone().map(|weight| weight.value(prior_positive))
    }

    /// The shares a = I(tp)/(I(tn) + I(tp)) and b = I(fn)/(I(fp) + I(fn)) (The Tile, A.3.1).
    fn shares(&self) -> [Share<'_>; 2] {
        let [tn, fp, fn_, tp] = &self.weights;
        [Share(tn, tp), Share(fp, fn_)]
    }

    /// The point of the Tile of this positive prior.
    ///
    /// ```
    /// use exactile::{Metric, Rational};
    /// let f1 = Metric::FBeta(Rational::ONE).standing().unwrap();
    /// assert_eq!(f1.place(&Rational::new(1, 5)).to_string(), "(1, 1/2)");
    /// ```
    pub fn place(&self, prior_positive: &Rational) -> Point {
        let [a, b] = self.shares().map(|share| share.value(prior_positive));
        Point::new(a, b)
    }

    /// The coordinates a and b as formulas in the priors pi- and pi+.
    pub fn place_formula(&self) -> [String; 2] {
        self.shares().map(|share| share.to_string())
    }

    /// Returns `true` if the place depends on the priors.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert!(Metric::Kappa.standing().unwrap().depends_on_prior());
    /// assert!(!Metric::Accuracy.standing().unwrap().depends_on_prior());
    /// ```
    pub fn depends_on_prior(&self) -> bool {
        self.shares().iter().any(|share| !share.is_constant())
    }

    /// Returns `true` if the metric's value is the value of the canonical ranking score at the
    /// place: if it is the value of the ranking score with these importances, and those of tn and
    /// tp add up to the sum of those of fp and fn for all priors.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert!(Metric::Accuracy.standing().unwrap().is_canonical());
    /// assert!(!Metric::Kappa.standing().unwrap().is_canonical());
    /// ```
    pub fn is_canonical(&self) -> bool {
        let [tn, fp, fn_, tp] = &self.weights;
        // Two polynomials in the priors: each monomial of one side against the other side.
        let coefficient = |pair: [&Weight; 2], exponents| -> Rational {
            pair.into_iter()
                .filter(|weight| weight.exponents() == exponents)
                .map(|weight| weight.coefficient.clone())
                .sum()
        };
        self.likeness == Likeness::Equal
            && self.weights.iter().map(Weight::exponents).all(|exponents| {
                coefficient([tn, tp], exponents) == coefficient([fp, fn_], exponents)
            })
    }

    /// Returns the relation to the ranking scores in words.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert_eq!(Metric::Accuracy.standing().unwrap().kind(), "canonical ranking score");
    /// assert_eq!(Metric::Fpr.standing().unwrap().kind(), "decreases with a ranking score");
    /// ```
    pub fn kind(&self) -> &'static str {
        match (self.likeness, self.is_canonical()) {
            (Likeness::Equal, true) => "canonical ranking score",
            (Likeness::Equal, false) => "ranking score",
            (Likeness::Increasing, _) => "increases with a ranking score",
            (Likeness::Decreasing, _) => "decreases with a ranking score",
        }
    }
}

impl Scope {
    /// Returns the condition under which the metric may be used for ranking, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "always",
            Self::FixedPriors => "with fixed priors",
            Self::FixedCounts => "with fixed numbers of positives and negatives",
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(coefficient: i64, negative: u8, positive: u8) -> Weight {
        Weight { coefficient: coefficient.into(), negative, positive }
    }

    #[test]
    fn formulas_are_as_short_as_they_can_be() {
        let share = |first: Weight, second: Weight| Share(&first, &second).to_string();
        assert_eq!(share(weight(1, 0, 1), weight(1, 1, 0)), "pi-");
        assert_eq!(share(weight(2, 0, 1), weight(1, 1, 0)), "pi-/(2 pi+ + pi-)");
        assert_eq!(share(weight(1, 1, 0), weight(3, 1, 0)), "3/4");
        assert_eq!(share(weight(0, 0, 0), weight(1, 1, 0)), "1");
        assert_eq!(weight(3, 2, 1).to_string(), "3 pi-^2 pi+");
        assert_eq!(weight(0, 0, 1).to_string(), "0");
    }
}
