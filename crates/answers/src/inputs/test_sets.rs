//! Several test sets in questions about chance: fixed ones, whose samples are drawn, or a sample of
//! many.

use super::reading::Reading;
use super::{clusters, input, means};
use crate::args::{DomainsAre, InputArgs, SampledDomainArgs};
use crate::host::{Failure, Streams, note_all};
use exactile::contest::{Clusters, Contestants, NoSwapTest, Strata, TestSets};
use exactile::domain::DomainWeights;
use exactile::lattice::{Lattice, LatticeError, Observation};
use exactile::num::Rational;
use exactile::performance::{Class, JointCounts, JointResults, PairCounts, counted};
use exactile_document::SampledSets;
use exactile_input::Subject;

/// Returns the reading of an input with test sets.
pub(crate) fn reading(input: &InputArgs, asked: &SampledDomainArgs, unpaired: bool) -> Reading {
    Reading::in_test_sets(input, unpaired).by(&asked.domains)
}

/// Refuses options about a single test.
pub(crate) fn check_alone(options: &[(&'static str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(Failure::new(
            format!("{flag} is about one test set"),
            "leave it out, or choose the samples of one test set with --where",
        )),
        None => Ok(()),
    }
}

/// Refuses options that random weights of whole test sets make pointless.
pub(crate) fn check_sampled(
    asked: &SampledDomainArgs,
    options: &[(&'static str, bool)],
) -> Result<(), Failure> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    match given.filter(|_| asked.are() == DomainsAre::Sampled) {
        Some((flag, _)) => {
            let what =
                format!("{flag} does not go with sampled test sets, which get random weights");
            Err(Failure::new(what, "leave it out, or --domains-are sampled"))
        }
        None => Ok(()),
    }
}

/// Test sets with the results in each.
pub(crate) struct Sampled {
    sets: Sets,
    count: usize,
    weights: String,
    /// The counts in each test set, if its weight is the number of its samples.
    observed: Option<Vec<Vec<Observation>>>,
    /// The results on the same samples of each test set, if they are known.
    joint: Option<Vec<JointResults>>,
    is_paired: bool,
}

/// The note if a test set has more than what is kept jointly.
const TOO_MANY_PATTERNS: &str = "a test set has too many patterns of right classifiers: in each \
     test set the classifiers are taken as independent";

enum Sets {
    Fixed(Strata),
    Sampled(Clusters),
}

impl Sampled {
    /// Returns the test sets of an input.
    pub(crate) fn of(
        asked: &SampledDomainArgs,
        input: &InputArgs,
        subject: &Subject,
        streams: &mut Streams<'_>,
    ) -> Result<Self, Failure> {
        let Some(tests) = &subject.domains else {
            return Err(Failure::new("the input has no test sets", "name their column with --by"));
        };
        let file = input::name(input);
        let domains = means::domains(&asked.domains, &file, tests)?;
        let names = domains.classifiers();
        let observed = |d: usize| {
            let one = |k: usize| Observation::from_matrix(domains.matrix(d, k), &names[k]);
            (0..names.len()).map(one).collect::<Result<Vec<_>, LatticeError>>()
        };
        let observed: Result<Vec<_>, _> = (0..domains.names().len()).map(observed).collect();
        let observed = observed.map_err(|error| Failure::from(error).at(&file))?;
        let given = asked.domains.weights.clone().unwrap_or_default();
        let by_samples = given == DomainWeights::Samples;
        let joint = subject.joint_in_sets.as_ref().map(|joint| {
            let kept = domains.names().iter();
            let at = kept.filter_map(|name| tests.domains().iter().position(|own| own == name));
            at.filter_map(|at| joint.get(at).cloned()).collect::<Vec<_>>()
        });
        let joint = joint.filter(|joint| joint.len() == observed.len());
        let (sets, is_paired) = match asked.are() {
            DomainsAre::Sampled => {
                let counted = domains.weights().iter().filter(|weight| !weight.is_zero()).count();
                clusters::check_number(counted, "test set", streams)?;
                let factor = |(weight, set): (&Rational, &Vec<Observation>)| {
                    let [p, n] = sizes(set).map(Rational::from);
                    weight.checked_div(&(p + n)).unwrap_or(Rational::ZERO)
                };
                let factors: Vec<Rational> =
                    domains.weights().iter().zip(&observed).map(factor).collect();
                let factors = (!by_samples).then_some(&factors[..]);
                (Sets::Sampled(Clusters::weighted(&observed, factors)?), true)
            }
            DomainsAre::Fixed => {
                let paired = joint
                    .as_ref()
                    .map(|joint| joint.iter().map(Contestants::paired).collect::<Option<Vec<_>>>());
                if let Some(None) = paired {
                    note_all(&[TOO_MANY_PATTERNS.to_owned()], streams);
                }
                let paired = paired.flatten();
                let is_paired = paired.is_some();
                let contestants = paired.unwrap_or_else(|| {
                    observed.iter().map(|set| Contestants::independent(set.clone())).collect()
                });
                let sets = contestants.into_iter().zip(&observed).zip(domains.weights());
                let sets = sets.map(|((of, set), weight)| (of, sizes(set), weight.clone()));
                (Sets::Fixed(Strata::new(sets.collect(), names)?), is_paired)
            }
        };
        Ok(Self {
            sets,
            count: observed.len(),
            weights: given.name(),
            observed: by_samples.then_some(observed),
            joint,
            is_paired,
        })
    }

    /// The test sets for the engine.
    pub(crate) fn sets(&self) -> TestSets<'_> {
        match &self.sets {
            Sets::Fixed(strata) => TestSets::Fixed(strata),
            Sets::Sampled(clusters) => TestSets::Sampled(clusters),
        }
    }

    /// The samples of all test sets.
    pub(crate) fn sizes(&self) -> Lattice {
        match &self.sets {
            Sets::Fixed(strata) => strata.sizes(),
            Sets::Sampled(clusters) => clusters.sizes(),
        }
    }

    /// `true` if results on the same samples take part.
    pub(crate) fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// The counts in each test set, if they are exchanged whole: a sample of many, each of
    /// which counts as many as its samples.
    pub(crate) fn clusters(&self) -> Option<&[Vec<Observation>]> {
        self.observed.as_deref().filter(|_| matches!(self.sets, Sets::Sampled(_)))
    }

    /// The samples of all test sets together that two classifiers have right or wrong.
    pub(crate) fn swaps(&self, first: usize, second: usize) -> Result<PairCounts, NoSwapTest> {
        if self.observed.is_none() {
            return Err(NoSwapTest::Weighted);
        }
        let joint = self.joint.as_ref().ok_or(NoSwapTest::Unpaired)?;
        let of = |class: Class| {
            joint.iter().map(|set| set.class(class).pair(first, second)).fold(
                JointCounts::default(),
                |sum, more| JointCounts {
                    both_right: sum.both_right + more.both_right,
                    only_first: sum.only_first + more.only_first,
                    only_second: sum.only_second + more.only_second,
                    both_wrong: sum.both_wrong + more.both_wrong,
                },
            )
        };
        Ok(PairCounts { positive: of(Class::Positive), negative: of(Class::Negative) })
    }

    /// Says that many pairs take long: each is drawn in each fixed test set, for some 25 ms.
    pub(crate) fn note_pairs(&self, pairs: usize, streams: &mut Streams<'_>) {
        const MANY: usize = 1000;
        if matches!(self.sets, Sets::Fixed(_)) && pairs.saturating_mul(self.count) > MANY {
            let note = format!(
                "{} in {} test sets take long, since each is drawn in each test set: --first and \
                 --second ask for one, --only for fewer",
                counted(pairs, "pair"),
                self.count
            );
            note_all(&[note], streams);
        }
    }

    /// The test sets as results tell them.
    pub(crate) fn told<'r>(&'r self, by: &'r str) -> SampledSets<'r> {
        let are = match self.sets {
            Sets::Fixed(_) => DomainsAre::Fixed.name(),
            Sets::Sampled(_) => DomainsAre::Sampled.name(),
        };
        SampledSets { by, count: self.count, weights: &self.weights, are }
    }
}

/// The positive and negative samples of a test set.
fn sizes(set: &[Observation]) -> [u64; 2] {
    set.first().map_or([0, 0], |of| [of.tp + of.fn_, of.tn + of.fp])
}
