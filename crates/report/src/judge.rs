//! The probabilities of being truly the best or better, for the classifiers of a report;
//! [`contest`](exactile::contest) computes them.
//!
//! Classifiers that were tested on the same samples are compared on these samples, all others as
//! independent. Classes are weighted by the positive prior that the report starts with.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use serde::{Serialize, Serializer};

use super::ReportOptions;
use exactile::confidence::{ConfidenceTile, FirstBy};
use exactile::contest::{
    ContestError, Contestants, Draws, Pooling, RankDistribution, RatePriors, Separation,
    TrulyBetter, truly_first, truly_ranked,
};
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation};
use exactile::num::{Level, Rational, Value};
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile_document::significant;

/// The largest amount of work for a page: draws times the number that each draws and counts.
const MOST_DRAWN: u32 = 10_000_000;
/// The fewest useful draws.
const FEWEST_DRAWS: u32 = 500;
/// Default number of cells along each side of the Tile.
const GRID: u32 = 48;

/// The reason why a report has no probabilities of being truly the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSure {
    /// There is only one classifier.
    OneClassifier,
    /// No draws were requested.
    NotAsked,
    /// The classifiers are thresholds that were chosen on the samples that judge them.
    ChosenHere,
    /// The classifiers are thresholds that other samples choose, different ones for each
    /// preference.
    ChosenElsewhere,
    /// The classifiers were tested under different priors, and no common one is given.
    DifferentPriors,
    /// The binomial model takes the observed rates as the true ones.
    ObservedIsTrue,
    /// The matrices are not counts, or are too large to be drawn, for this reason.
    Refused(String),
}

impl Serialize for NotSure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for NotSure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OneClassifier => "there is only one classifier",
            Self::NotAsked => "it was not asked for",
            Self::ChosenHere => {
                "these thresholds are the best ones on the very samples that judge them, so they \
                 look better than they are"
            }
            Self::ChosenElsewhere => {
                "each preference has thresholds of its own; exactile report --preference NAME \
                 makes the page that tells it for one"
            }
            Self::DifferentPriors => {
                "the classifiers were tested under different priors; name the prior of use with \
                 --target-prior"
            }
            Self::ObservedIsTrue => "under the binomial model the observed rates are the true ones",
            Self::Refused(why) => why,
        })
    }
}

impl From<LatticeError> for NotSure {
    fn from(error: LatticeError) -> Self {
        Self::Refused(match error {
            LatticeError::NotCounts { .. } => {
                "the results are shares, as rates are and means over \
                 test sets whose weights are not their samples, and no whole numbers of samples"
                    .to_owned()
            }
            error => error.to_string(),
        })
    }
}

impl From<ContestError> for NotSure {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Lattice(error) => error.into(),
            error => Self::Refused(error.to_string()),
        }
    }
}

/// The inputs of all questions about true rates.
pub(super) struct Judge<'o> {
    contestants: Contestants,
    priors: [&'o BetaPrior; 2],
    /// The pooling for the best of all; a pair is compared on its own.
    pooling: Option<&'o Pooling>,
    test: Lattice,
    draws: Draws,
    level: &'o Level,
    /// The standings that were requested so far, by metric.
    standings: Mutex<BTreeMap<String, Standing>>,
}

/// The classifiers in one order, and those from which the first one is not separated.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The classifiers whose metric is defined, best observed value first; among equal values those
    /// that are more probably truly better than the others come first, then by name.
    pub(super) order: Vec<usize>,
    /// For each classifier but the first, those without a value last, the probability that the
    /// first is truly better.
    pub(super) behind: Vec<(usize, TrulyBetter)>,
}

impl<'o> Judge<'o> {
    /// Prepares the questions; `prior` is that of the Tile that the report starts with.
    pub(super) fn new(
        classifiers: &[Classifier],
        prior: Option<&Rational>,
        options: &'o ReportOptions,
    ) -> Result<Self, NotSure> {
        if classifiers.len() < 2 {
            return Err(NotSure::OneClassifier);
        }
        if options.are_chosen_here {
            return Err(NotSure::ChosenHere);
        }
        let Model::BetaBinomial { positive, negative } = &options.model else {
            return Err(NotSure::ObservedIsTrue);
        };
        let prior = prior.ok_or(NotSure::DifferentPriors)?;
        if options.draws.count == 0 {
            return Err(NotSure::NotAsked);
        }
        let observed = classifiers
            .iter()
            .map(|of| Observation::from_matrix(&of.matrix, &of.name))
            .collect::<Result<Vec<_>, LatticeError>>()?;
        let contestants = options
            .contestants
            .clone()
            .unwrap_or_else(|| Contestants::independent(observed.clone()));
        let names: Vec<&String> = classifiers.iter().map(|of| &of.name).collect();
        let contestants = contestants.drawn_by(&names);
        let work = contestants.classifiers() + contestants.work_of_a_draw();
        let most = (MOST_DRAWN / u32::try_from(work).unwrap_or(u32::MAX)).max(FEWEST_DRAWS);
        let draws = Draws { count: options.draws.count.min(most), ..options.draws };
        Ok(Self {
            contestants,
            priors: [positive, negative],
            pooling: options.pooling.as_ref(),
            test: test(prior)?,
            draws,
            level: &options.level,
            standings: Mutex::default(),
        })
    }

    pub(super) fn classifiers(&self) -> usize {
        self.contestants.classifiers()
    }

    pub(super) fn draws(&self) -> Draws {
        self.draws
    }

    /// Returns the probability that a classifier is truly the best by a metric. Results that are
    /// not shown first have fewer draws. For two classifiers it is that of their comparison, and
    /// for equal ones the same for each: nothing is drawn then.
    pub(super) fn best(
        &self,
        classifier: usize,
        metric: &Metric,
        is_first: bool,
    ) -> Result<Value, NotSure> {
        let names = vec![String::new(); self.contestants.classifiers()];
        let first_alone = |all: &[RankDistribution]| Ok(all[classifier].first_alone.clone());
        if self.contestants.are_alike() {
            return first_alone(&RankDistribution::of_equals(&names));
        }
        if let ([one, other], None) = (&names[..], self.pooling) {
            let truly = self.separation(metric).before(0, 1, &go_on)?.expect("nothing stops it");
            let both = RankDistribution::of_true_pair([one.clone(), other.clone()], &truly);
            return first_alone(&both);
        }
        let fewer = (2 * (self.draws.count / 5)).max(FEWEST_DRAWS.min(self.draws.count));
        let count = if is_first { self.draws.count } else { fewer };
        let draws = Draws { count, ..self.draws };
        let (contestants, test) = (&self.contestants, self.test);
        let ranks = truly_ranked(contestants, self.rate_priors(), metric, test, draws, &go_on)?;
        Ok(ranks.expect("nothing stops it").first(classifier))
    }

    fn rate_priors(&self) -> RatePriors<'o> {
        RatePriors { beta: self.priors, pooling: self.pooling.cloned() }
    }

    fn separation<'s>(&'s self, metric: &'s Metric) -> Separation<'s> {
        let Self { contestants, priors, test, draws, level, .. } = self;
        let (priors, test, draws) = (*priors, *test, *draws);
        Separation { contestants, priors, metric, test, level, draws }
    }

    /// Returns the order by a metric, and the list of classifiers that the first is not separated
    /// from, which all statements of the report use. `groups` are those of equal observed values,
    /// the best first, each by name.
    pub(super) fn standing(
        &self,
        groups: Vec<Vec<usize>>,
        metric: &Metric,
    ) -> Result<Standing, NotSure> {
        let known = || self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        let id = metric.to_string();
        if let Some(standing) = known().get(&id) {
            return Ok(standing.clone());
        }
        let separation = self.separation(metric);
        let order = separation.order(groups, &go_on)?.expect("nothing stops it");
        let behind = match order.split_first() {
            None => Vec::new(),
            Some((&first, others)) => {
                // A value that was not defined in the test has a true one.
                let undefined = (0..self.classifiers()).filter(|k| !order.contains(k));
                let others: Vec<usize> = others.iter().copied().chain(undefined).collect();
                let before = separation.before_each(first, &others, &go_on)?;
                others.iter().copied().zip(before.expect("nothing stops it")).collect()
            }
        };
        let standing = Standing { order, behind };
        known().insert(id, standing.clone());
        Ok(standing)
    }

    /// Returns the probability of being truly the best over the Tile, on a grid; `None` if no grid
    /// is requested.
    pub(super) fn tile(&self, grid: Option<u32>) -> Result<Option<ConfidenceTile>, NotSure> {
        let grid = grid.unwrap_or(GRID);
        if grid == 0 {
            return Ok(None);
        }
        let Self { contestants, test, draws, .. } = self;
        let drawn = truly_first(contestants, self.rate_priors(), *test, grid, *draws, &go_on)?;
        let drawn = drawn.expect("nothing stops it");
        let (count, is_paired) = (contestants.classifiers(), contestants.is_paired());
        Ok(Some(ConfidenceTile::drawn(drawn, count, FirstBy::Rates, is_paired)))
    }
}

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns numbers of samples in the proportion of a positive prior.
fn test(prior: &Rational) -> Result<Lattice, NotSure> {
    let whole = |of: &Rational| u64::try_from(of.numerator()).ok();
    let rest = prior.complement();
    match (whole(prior), whole(&rest)) {
        (Some(positives), Some(negatives)) => Ok(Lattice::new(positives, negatives)?),
        _ => Err(NotSure::Refused(format!(
            "the positive prior, about {}, has too many digits",
            significant(prior, 3)
        ))),
    }
}
