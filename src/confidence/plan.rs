//! How many samples it takes until the present winner is expected to be first with some
//! probability, if its rates and those of all others are what was observed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::lattice::{Contest, Lattice, LatticeError, Model, Observation};
use crate::num::{CertifiedDouble, Rational};
use crate::score::Metric;

/// The sizes of a family of tests: for each total a number of positives, as nearly as possible in
/// one proportion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSize {
    positive_share: Rational,
}

/// A test and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedTest {
    /// Positive samples.
    pub positives: u64,
    /// Negative samples.
    pub negatives: u64,
    /// The expected probability that the winner's value alone is the best on as many further
    /// samples.
    pub first: CertifiedDouble,
}

/// The search for the smallest test that decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The present winner, by its position.
    pub winner: usize,
    /// The smallest test found; none of those just below reaches the level. `None` if neither the
    /// limit nor a test just below it does.
    pub smallest: Option<PlannedTest>,
    /// All tests that were looked at, each once, from the smallest on.
    pub evaluated: Vec<PlannedTest>,
}

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The lattice refuses.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// A share of positives that leaves one class without samples.
    #[error("a share of {0} positives is not between 0 and 1")]
    Share(Rational),
    /// A level at which nothing would be decided, or nothing can be.
    #[error("a level of {0} is not between 0 and 1")]
    Level(Rational),
    /// A limit below the smallest test.
    #[error("no test of both classes has at most {limit} samples")]
    Limit {
        /// The limit.
        limit: u64,
        /// The smallest total with samples of both classes.
        smallest: u64,
    },
}

impl PlanError {
    /// How to mend it, in one line.
    pub fn hint(&self) -> String {
        match self {
            Self::Lattice(error) => error.hint(),
            Self::Share(_) => "give one such as 1/3".to_owned(),
            Self::Level(_) => "give one such as 0.95".to_owned(),
            Self::Limit { smallest, .. } => format!("give a limit of at least {smallest}"),
        }
    }
}

impl TestSize {
    /// Tests with that share of positives.
    ///
    /// # Errors
    /// A share that is not between 0 and 1.
    pub fn new(positive_share: Rational) -> Result<Self, PlanError> {
        if !positive_share.is_positive() || positive_share >= Rational::ONE {
            return Err(PlanError::Share(positive_share));
        }
        Ok(Self { positive_share })
    }

    /// Positives and negatives among a number of samples: the whole number of positives nearest to
    /// the share, the larger of two.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::confidence::TestSize;
    /// let third = TestSize::new(Rational::new(1, 3))?;
    /// assert_eq!(third.of_total(10), (3, 7));
    /// assert_eq!(third.of_total(11), (4, 7));
    /// # Ok::<(), exactile::confidence::PlanError>(())
    /// ```
    pub fn of_total(&self, total: u64) -> (u64, u64) {
        let twice = &self.positive_share * Rational::from(num_bigint::BigInt::from(total) * 2)
            + Rational::ONE;
        let nearest = twice.numerator() / (twice.denominator() * 2);
        let positives = u64::try_from(nearest).expect("at most the total");
        (positives, total - positives)
    }

    /// The smallest total with samples of both classes.
    fn smallest(&self) -> u64 {
        let has_both = |total: u64| {
            let (positives, negatives) = self.of_total(total);
            positives > 0 && negatives > 0
        };
        // Doubling, then bisection: once both classes have samples they keep them.
        let mut above = 2_u64;
        while !has_both(above) && above < 1 << 60 {
            above *= 2;
        }
        let mut below = above / 2;
        while above - below > 1 {
            let middle = below.midpoint(above);
            if has_both(middle) { above = middle } else { below = middle }
        }
        above
    }
}

/// How many smaller tests are looked at: the larger a test, the smaller the ups and downs.
fn neighbours(total: u64) -> u64 {
    if total <= 2000 { 16 } else { 2 }
}

impl Plan {
    /// Looks for the smallest test on which the winner is expected to be first with probability
    /// `level`, certainly: totals are doubled until one reaches it, then bisected, and then those
    /// just below are looked at, since on small lattices the probability goes up and down with the
    /// total. Tests that are much smaller may reach the level by the same chance. `progress`
    /// receives each test that was evaluated, and may stop the work: then there is no result.
    ///
    /// # Errors
    /// A level outside (0, 1); a limit below the smallest test; what the lattice refuses.
    ///
    /// # Panics
    /// If `winner` is out of range.
    pub fn new(
        observed: &[Observation],
        winner: usize,
        metric: &Metric,
        model: &Model,
        (sizes, limit): (&TestSize, u64),
        level: &Rational,
        mut progress: impl FnMut(&PlannedTest) -> ControlFlow<()>,
    ) -> Result<Option<Self>, PlanError> {
        if !level.is_positive() || *level >= Rational::ONE {
            return Err(PlanError::Level(level.clone()));
        }
        let smallest = sizes.smallest();
        if smallest > limit {
            return Err(PlanError::Limit { limit, smallest });
        }
        // Each total once: the search may come back to one that it has seen.
        let mut evaluated: BTreeMap<u64, PlannedTest> = BTreeMap::new();
        let mut reaches = |total: u64| -> Result<Option<bool>, PlanError> {
            if let Some(test) = evaluated.get(&total) {
                return Ok(Some(test.first.lower() >= *level));
            }
            let (positives, negatives) = sizes.of_total(total);
            let lattice = Lattice::new(positives, negatives)?;
            let contest = Contest::expected(observed, model, lattice)?;
            let first = contest.first(metric)?.alone[winner];
            let test = PlannedTest { positives, negatives, first };
            if progress(&test).is_break() {
                return Ok(None);
            }
            evaluated.insert(total, test);
            Ok(Some(first.lower() >= *level))
        };
        let (mut below, mut above) = (smallest - 1, smallest);
        let Some(mut is_found) = reaches(above)? else { return Ok(None) };
        while !is_found && above < limit {
            below = above;
            above = (2 * above).min(limit);
            let Some(reached) = reaches(above)? else { return Ok(None) };
            is_found = reached;
        }
        while is_found && above - below > 1 {
            let middle = below.midpoint(above);
            let Some(reached) = reaches(middle)? else { return Ok(None) };
            if reached { above = middle } else { below = middle }
        }
        // One that reaches it by chance may have others of its kind below.
        let mut candidate = above;
        while candidate > smallest && above - candidate < neighbours(above) {
            candidate -= 1;
            let Some(reached) = reaches(candidate)? else { return Ok(None) };
            if reached {
                above = candidate;
                is_found = true;
            }
        }
        let smallest = evaluated.get(&above).filter(|_| is_found).cloned();
        let evaluated = evaluated.into_values().collect();
        Ok(Some(Self { winner, smallest, evaluated }))
    }
}
