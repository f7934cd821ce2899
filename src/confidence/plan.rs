//! Number of samples after which the present winner is shown to be the best, or is the best on the
//! next test, with some probability, if its rates and those of all others are the observed ones.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::contest::{
    Clusters, Contest, ContestError, Contestants, DrawnShare, Draws, next_ranked,
    not_worse_planned, on_one_class, power_planned, truly_planned, truly_planned_by_cluster,
};
use crate::lattice::{BetaPrior, Lattice, LatticeError, Model, Predictive};
use crate::num::{CertifiedDouble, Level, Rational, Value};
use crate::score::Metric;
use crate::work::Advance;

/// The sizes of a family of tests: for each total a number of positives, as nearly as possible in
/// one proportion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSize {
    positive_share: Rational,
}

/// Question about a planned test if all rates are the observed ones.
///
/// Under this assumption the results of the test are binomial, or multinomial in the patterns of
/// right predictions if these are known, and nothing else is uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanQuestion<'q> {
    /// The expected probability, given the test, that the winner is truly the best, with these
    /// priors of the true positive and of the true negative rate.
    Truly([&'q BetaPrior; 2]),
    /// The expected probability, given the test, that the winner is truly not worse than any other
    /// by this margin or more, with priors as above.
    NotWorse([&'q BetaPrior; 2], &'q Rational),
    /// The probability that the winner's result alone is the best on the test.
    Next,
    /// The probability that the swap test rejects that the winner and its rival are
    /// interchangeable, with a p-value of at most this, and the winner ahead. For two classifiers.
    Power(&'q Rational),
}

/// Plan of a test: the classifiers, the winner, and the question.
#[derive(Clone, Copy, Debug)]
pub struct Planned<'p> {
    /// The classifiers as they were tested.
    pub contestants: &'p Contestants,
    /// The present winner, by its position.
    pub winner: usize,
    /// The metric.
    pub metric: &'p Metric,
    /// The question.
    pub question: PlanQuestion<'p>,
    /// Draws for each test, if simulation decides: for all questions except the next test of
    /// independent classifiers.
    pub draws: Draws,
}

/// A probability of a planned test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedProbability {
    /// Summed, with a proved bound.
    Certified(CertifiedDouble),
    /// A share of draws.
    Drawn(DrawnShare),
}

impl PlannedProbability {
    /// Its digits, or its limits.
    pub fn value(&self) -> Value {
        match self {
            Self::Certified(value) => Value::Certified(*value),
            Self::Drawn(share) => share.limits(),
        }
    }

    /// Returns `true` if it is at least the level: for certain, or as a share of draws.
    pub fn reaches(&self, level: &Level) -> bool {
        match self {
            Self::Certified(value) => value.lower() >= **level,
            Self::Drawn(share) => share.share() >= **level,
        }
    }
}

/// Plan of a test whose samples come in clusters: the probability is the expected one that the
/// winner is truly the best, or with a margin that it is not worse than any other by it or more.
#[derive(Clone, Copy, Debug)]
pub struct PlannedClusters<'p> {
    /// The results on the observed clusters, of which a test is a sample with replacement.
    pub clusters: &'p Clusters,
    /// The present winner, by its position.
    pub winner: usize,
    /// The metric.
    pub metric: &'p Metric,
    /// The margin, if there is one.
    pub margin: Option<&'p Rational>,
    /// Draws for each test.
    pub draws: Draws,
}

/// The size of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedSize {
    /// Samples of both classes.
    Samples {
        /// Positive samples.
        positives: u64,
        /// Negative samples.
        negatives: u64,
    },
    /// Clusters of samples.
    Clusters(u64),
}

impl PlannedSize {
    /// The number of samples, or of clusters.
    pub fn total(self) -> u64 {
        match self {
            Self::Samples { positives, negatives } => positives + negatives,
            Self::Clusters(clusters) => clusters,
        }
    }
}

/// A test with its expected probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTest {
    /// The size of the test.
    pub size: PlannedSize,
    /// The requested probability.
    pub probability: PlannedProbability,
}

/// The search for the smallest test that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The present winner, by its position.
    pub winner: usize,
    /// The smallest test found that reaches the level. `None` if neither the limit nor a test just
    /// below it does.
    pub smallest: Option<PlannedTest>,
    /// All tests that were evaluated, each once, from the smallest on.
    pub evaluated: Vec<PlannedTest>,
}

/// Reason why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The lattice refuses.
    #[error("{0}")]
    Lattice(#[from] LatticeError),
    /// The comparison is not made, for a reason of its own.
    #[error("{0}")]
    Contest(ContestError),
    /// A share of positives below 0 or above 1.
    #[error("a share of {0} positives is not between 0 and 1")]
    Share(Rational),
    /// A limit below the smallest test.
    #[error("no test of both classes has at most {limit} samples")]
    Limit {
        /// The limit.
        limit: u64,
        /// The smallest total with samples of both classes.
        smallest: u64,
    },
}

impl From<ContestError> for PlanError {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Lattice(error) => error.into(),
            error => Self::Contest(error),
        }
    }
}

impl PlanError {
    /// Returns advice that removes the error, in one line.
    pub fn hint(&self) -> String {
        match self {
            Self::Lattice(error) => error.hint(),
            Self::Contest(error) => error.hint(),
            Self::Share(_) => "give one such as 1/3".to_owned(),
            Self::Limit { smallest, .. } => format!("give a limit of at least {smallest}"),
        }
    }
}

impl TestSize {
    /// Tests with that share of positives: 0 and 1 are tests of one class, where accuracy is the
    /// rate of that class.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::confidence::TestSize;
    /// assert!(TestSize::new(Rational::new(1, 3)).is_ok());
    /// let error = TestSize::new(Rational::from(2)).unwrap_err();
    /// assert_eq!(error.hint(), "give one such as 1/3");
    /// ```
    ///
    /// # Errors
    /// A share below 0 or above 1.
    pub fn new(positive_share: Rational) -> Result<Self, PlanError> {
        if positive_share.is_negative() || positive_share > Rational::ONE {
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

    /// All samples are of one class.
    fn is_of_one_class(&self) -> bool {
        self.positive_share.is_zero() || self.positive_share == Rational::ONE
    }

    /// The smallest total with samples of each class that it has samples of.
    fn smallest(&self) -> u64 {
        if self.is_of_one_class() {
            return 1;
        }
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

/// Returns the number of smaller tests to evaluate: the larger a test, the smaller the ups and
/// downs.
fn neighbours(total: u64) -> u64 {
    if total <= 2000 { 16 } else { 2 }
}

/// The greatest total of drawn tests for which all smaller ones are evaluated.
const LOOKED_THROUGH: u64 = 100;

/// Returns the greatest total for which all smaller tests are evaluated, since some reach a level
/// by the parity of their samples.
fn looked_through(question: &Planned<'_>) -> u64 {
    if question.is_summed() { 400 } else { LOOKED_THROUGH }
}

impl Planned<'_> {
    /// Returns `true` if probabilities are certain, without simulation.
    pub fn is_summed(&self) -> bool {
        self.question == PlanQuestion::Next && !self.contestants.is_paired()
    }

    /// The probability of one test; `None` if the work is stopped.
    fn probability(
        &self,
        test: Lattice,
        advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<PlannedProbability>, ContestError> {
        let Self { contestants, winner, metric, question, draws } = *self;
        let (metric, test) = &on_one_class(metric, test)?;
        let test = *test;
        let drawn = match (question, contestants.observed()) {
            (PlanQuestion::Next, Some(observed)) => {
                let further = observed
                    .iter()
                    .map(|observed| Predictive::new(*observed, &Model::Binomial, test))
                    .collect::<Result<Vec<_>, _>>()?;
                let first = Contest::new(&further)?.first(metric)?.alone[winner];
                return Ok(Some(PlannedProbability::Certified(first)));
            }
            (PlanQuestion::Next, None) => {
                let ranks =
                    next_ranked(contestants, &Model::Binomial, metric, test, draws, advance)?;
                ranks
                    .map(|ranks| DrawnShare { hits: ranks.first_alone(winner), drawn: ranks.drawn })
            }
            (PlanQuestion::Truly(priors), _) => {
                truly_planned(contestants, winner, priors, metric, test, draws, advance)?
            }
            (PlanQuestion::NotWorse(priors, margin), _) => {
                let asked = (priors, margin);
                not_worse_planned(contestants, winner, asked, metric, test, draws, advance)?
            }
            (PlanQuestion::Power(alpha), _) => {
                let pair = contestants.pair(winner, 1 - winner);
                power_planned(&pair, metric, test, alpha, draws, advance)?
            }
        };
        Ok(drawn.map(PlannedProbability::Drawn))
    }
}

impl Plan {
    /// Searches the smallest test that reaches the level: totals are doubled until one does, then
    /// bisected, and then those just below are evaluated, since on small lattices the probability
    /// goes up and down with the total; below a small test all are. Larger tests may have a much
    /// smaller one that reaches the level by the same chance. If simulation decides, a test reaches
    /// the level if its share of draws does; all tests are drawn from one seed. `progress` receives
    /// each test that was evaluated, and may stop the work: then there is no result. So may
    /// `advance`, now and then.
    ///
    /// # Errors
    /// A limit below the smallest test; errors of the lattice and of comparisons.
    ///
    /// # Panics
    /// If `winner` is out of range; if the power is requested of other than two paired classifiers.
    pub fn new(
        planned: &Planned<'_>,
        (sizes, limit): (&TestSize, u64),
        level: &Level,
        progress: impl FnMut(&PlannedTest) -> ControlFlow<()>,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, PlanError> {
        let completed = planned.contestants.with_both_classes();
        let planned = match sizes.is_of_one_class() {
            true => &Planned { contestants: &completed, ..*planned },
            false => planned,
        };
        let evaluate = |total: u64| {
            let (positives, negatives) = sizes.of_total(total);
            let probability = planned.probability(Lattice::new(positives, negatives)?, advance)?;
            let size = PlannedSize::Samples { positives, negatives };
            Ok(probability.map(|probability| PlannedTest { size, probability }))
        };
        let search = Search {
            totals: [sizes.smallest(), limit],
            looked_through: looked_through(planned),
            level,
        };
        let found = search.run(evaluate, progress)?;
        Ok(found.map(|found| Self { winner: planned.winner, ..found }))
    }

    /// The same for a test of clusters of samples: the smallest number of them, at most `limit`,
    /// that reaches the level.
    ///
    /// # Errors
    /// No cluster; errors of the lattice and of comparisons.
    ///
    /// # Panics
    /// If `winner` is out of range.
    pub fn of_clusters(
        planned: &PlannedClusters<'_>,
        limit: u64,
        level: &Level,
        progress: impl FnMut(&PlannedTest) -> ControlFlow<()>,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, PlanError> {
        let PlannedClusters { clusters, winner, metric, margin, draws } = *planned;
        let evaluate = |total: u64| {
            let asked = (winner, margin);
            let drawn = truly_planned_by_cluster(clusters, asked, metric, total, draws, advance)?;
            let size = PlannedSize::Clusters(total);
            let probability = drawn.map(PlannedProbability::Drawn);
            Ok(probability.map(|probability| PlannedTest { size, probability }))
        };
        let search = Search { totals: [1, limit], looked_through: LOOKED_THROUGH, level };
        Ok(search.run(evaluate, progress)?.map(|found| Self { winner, ..found }))
    }
}

/// The search for the smallest total that reaches a level.
struct Search<'l> {
    /// The smallest and the largest total.
    totals: [u64; 2],
    /// Up to this total, all smaller ones are evaluated.
    looked_through: u64,
    level: &'l Level,
}

impl Search<'_> {
    fn run(
        &self,
        mut evaluate: impl FnMut(u64) -> Result<Option<PlannedTest>, PlanError>,
        mut progress: impl FnMut(&PlannedTest) -> ControlFlow<()>,
    ) -> Result<Option<Plan>, PlanError> {
        let Self { totals: [smallest, limit], looked_through, level } = *self;
        if smallest > limit {
            return Err(PlanError::Limit { limit, smallest });
        }
        // Each total once: the search may come back to one that it has seen.
        let mut evaluated: BTreeMap<u64, PlannedTest> = BTreeMap::new();
        let mut reaches = |total: u64| -> Result<Option<bool>, PlanError> {
            if let Some(test) = evaluated.get(&total) {
                return Ok(Some(test.probability.reaches(level)));
            }
            let Some(test) = evaluate(total)? else { return Ok(None) };
            if progress(&test).is_break() {
                return Ok(None);
            }
            let reached = test.probability.reaches(level);
            evaluated.insert(total, test);
            Ok(Some(reached))
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
        if is_found && above <= looked_through {
            for total in smallest..above {
                let Some(reached) = reaches(total)? else { return Ok(None) };
                if reached {
                    above = total;
                    break;
                }
            }
        }
        let smallest = evaluated.get(&above).filter(|_| is_found).cloned();
        let evaluated = evaluated.into_values().collect();
        Ok(Some(Plan { winner: 0, smallest, evaluated }))
    }
}
