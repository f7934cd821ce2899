//! Observed results of two classifiers, and the prior of their unknown rates.

use crate::lattice::{BetaPrior, LatticeError, Observation};
use crate::num::{Rational, Value};
use crate::performance::{Class, ConfusionMatrix, JointCounts, PairCounts};
use crate::score::PreparedMetric;

/// Observed results of two classifiers.
///
/// ```
/// use exactile::contest::Evidence;
/// use exactile::performance::{Class, JointCounts, PairCounts};
/// let positive = JointCounts { both_right: 9, only_first: 3, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// assert_eq!(evidence.discordant(Class::Positive), Some([3, 0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Results on the same samples with known agreement.
    Paired(PairCounts),
    /// Each one's confusion matrix alone: they are taken as independent.
    Independent(Observation, Observation),
}

impl Evidence {
    /// Returns `true` if it is known how the two agree.
    pub fn is_paired(&self) -> bool {
        matches!(self, Self::Paired(_))
    }

    /// The samples of each class that only the first and only the second has right, if known.
    pub fn discordant(&self, class: Class) -> Option<[u64; 2]> {
        let Self::Paired(counts) = self else { return None };
        let counts = match class {
            Class::Positive => counts.positive,
            Class::Negative => counts.negative,
        };
        Some([counts.only_first, counts.only_second])
    }

    /// A metric's values of both.
    pub(super) fn values(&self, metric: &PreparedMetric<'_>) -> [Value; 2] {
        let counts = match self {
            Self::Paired(counts) => [counts, &counts.exchanged()].map(|counts| {
                let right = |of: &JointCounts| of.both_right + of.only_first;
                let wrong = |of: &JointCounts| of.only_second + of.both_wrong;
                let PairCounts { positive, negative } = counts;
                [right(negative), wrong(negative), wrong(positive), right(positive)]
            }),
            Self::Independent(first, second) => {
                [first, second].map(|of| [of.tn, of.fp, of.fn_, of.tp])
            }
        };
        counts.map(|[tn, fp, fn_, tp]| match ConfusionMatrix::from_counts(tn, fp, fn_, tp) {
            Ok(matrix) => metric.value(&matrix),
            Err(_) => Value::Undefined("no sample"),
        })
    }

    /// The same with the two classifiers exchanged.
    ///
    /// ```
    /// use exactile::contest::Evidence;
    /// use exactile::performance::{Class, JointCounts, PairCounts};
    /// let positive = JointCounts { both_right: 9, only_first: 3, ..Default::default() };
    /// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
    /// assert_eq!(evidence.exchanged().discordant(Class::Positive), Some([0, 3]));
    /// ```
    pub fn exchanged(&self) -> Self {
        match self {
            Self::Paired(counts) => Self::Paired(counts.exchanged()),
            Self::Independent(first, second) => Self::Independent(*second, *first),
        }
    }

    /// Returns `true` if the evidence is the same with the two classifiers exchanged, so that each
    /// is as probably the better one.
    ///
    /// ```
    /// use exactile::contest::Evidence;
    /// use exactile::performance::{JointCounts, PairCounts};
    /// let positive = JointCounts { only_first: 3, only_second: 3, ..Default::default() };
    /// assert!(Evidence::Paired(PairCounts { positive, ..Default::default() }).is_even());
    /// ```
    pub fn is_even(&self) -> bool {
        *self == self.exchanged()
    }

    /// The same for both orders of the two classifiers, and whether these are exchanged in it. So
    /// what is computed or drawn from it does not depend on the order.
    pub(super) fn ordered(&self) -> (Self, bool) {
        let key = |of: &Self| match of {
            Self::Paired(PairCounts { positive, negative }) => {
                [positive.only_first, negative.only_first, 0, 0]
            }
            Self::Independent(Observation { tn, fp, fn_, tp }, _) => [*tp, *tn, *fn_, *fp],
        };
        let exchanged = self.exchanged();
        if key(&exchanged) > key(self) { (exchanged, true) } else { (*self, false) }
    }

    /// Returns the observed results of one class.
    pub(super) fn of(&self, class: Class) -> ClassEvidence {
        let of_one = |one: &Observation| match class {
            Class::Positive => [one.tp, one.fn_],
            Class::Negative => [one.tn, one.fp],
        };
        match (self, class) {
            (Self::Paired(counts), Class::Positive) => ClassEvidence::Paired(counts.positive),
            (Self::Paired(counts), Class::Negative) => ClassEvidence::Paired(counts.negative),
            (Self::Independent(first, second), _) => {
                ClassEvidence::Independent(of_one(first), of_one(second))
            }
        }
    }
}

/// Observed results of one class: joint counts, or right and wrong predictions of each.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClassEvidence {
    Paired(JointCounts),
    Independent([u64; 2], [u64; 2]),
}

/// The mass w of the prior of each class.
///
/// A sample has one of four patterns: right by both, only by the first, only by the second, by
/// neither. Their probabilities have the prior Dirichlet(w/4, w/4, w/4, w/4), so each classifier's
/// rate alone has the prior Beta(w/2, w/2): the uniform one for w = 2. Two classifiers that are
/// taken as independent have this prior each.
///
/// ```
/// use exactile::Rational;
/// use exactile::contest::PatternMass;
/// assert_eq!(PatternMass::default().value(), &Rational::from(2));
/// assert!(PatternMass::new(Rational::ZERO).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternMass(Rational);

impl PatternMass {
    /// # Errors
    /// A mass that is not positive.
    pub fn new(mass: Rational) -> Result<Self, LatticeError> {
        if mass.is_positive() { Ok(Self(mass)) } else { Err(LatticeError::PriorNotPositive(mass)) }
    }

    /// The mass of the prior of pairs, if both classes have the same prior Beta(w/2, w/2).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::PatternMass;
    /// use exactile::lattice::BetaPrior;
    /// let flat = BetaPrior::default();
    /// let mass = PatternMass::of_priors([&flat, &flat]).expect("one prior");
    /// assert_eq!(mass.value(), &Rational::from(2));
    /// ```
    pub fn of_priors([positive, negative]: [&BetaPrior; 2]) -> Option<Self> {
        let (u, v) = positive.parameters();
        let is_one = positive == negative && u == v;
        is_one.then(|| Self(u + v))
    }

    /// w
    pub fn value(&self) -> &Rational {
        &self.0
    }

    /// The prior of an event that `patterns` of the four belong to.
    pub(super) fn prior_of(&self, patterns: u32) -> BetaPrior {
        let part = |patterns: u32| &self.0 * Rational::new(patterns, 4);
        BetaPrior::new(part(patterns), part(4 - patterns)).expect("positive")
    }

    /// The prior mass w/4 of one pattern.
    pub(super) fn quarter(&self) -> Rational {
        &self.0 / Rational::from(4)
    }
}

impl Default for PatternMass {
    /// w = 2
    fn default() -> Self {
        Self(Rational::from(2))
    }
}
