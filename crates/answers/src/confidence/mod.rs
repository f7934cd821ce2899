//! `exactile confidence`

pub(crate) mod arguments;

use std::ops::ControlFlow;

use self::arguments::{ConfidenceArgs, Question};
use crate::args::{ModelName, TableFormat};
use crate::asked::asked;
use crate::further::{check_observed, further_test, model};
use crate::host::{Failure, Streams, given, limits, progress_bar, spinner, write_result};
use crate::inputs::reading::Reading;
use crate::inputs::test_sets::Sampled;
use crate::inputs::tested::Tested;
use crate::inputs::{clusters, input, test_sets};
use crate::intervals;
use exactile::contest::{
    Clusters, ContestError, Contestants, DrawnRanks, Draws, IntervalKind, IntervalQuestion,
    Intervals, PatternMass, Pooling, RankDistribution, RankDistributions, RankedPair, RatePriors,
    Separation, TestSets, Tier, TrueInterval, cluster_intervals, next_pairs, next_ranked,
    on_one_class, rank_interval, stratum_intervals, truly_ranked, truly_ranked_by_cluster,
    truly_ranked_by_stratum,
};
use exactile::domain::DomainTests;
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation, Predictive};
use exactile::order::rank_by_metric;
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore};
use exactile::work::Work;
use exactile_document::{ConfidenceReport, NextRanks, Pooled, Sampling, TrueRanks};
use exactile_input::Subject;

pub(crate) fn reading(arguments: &ConfidenceArgs) -> Result<Reading, Failure> {
    model(&arguments.further.choice)?;
    let ConfidenceArgs { input, classes, unpaired, .. } = arguments;
    if let Some(column) = &arguments.cluster {
        return match arguments.question {
            Some(Question::Next) => Err(ContestError::Clustered.into()),
            _ => Ok(clusters::reading(input, column)),
        };
    }
    if arguments.sets.domains.by.is_some() {
        if arguments.question == Some(Question::Next) {
            return Err(ContestError::SeveralTestSets.into());
        }
        let further = &arguments.further;
        test_sets::check_alone(&[
            ("--multi-class", classes.multi_class),
            ("the next test", further.positives.or(further.negatives).is_some()),
            ("--prior-pooling", arguments.prior_pooling.is_some()),
            ("--exact", arguments.exact),
            ("--pairs", arguments.pairs),
        ])?;
        let choice = &further.choice;
        test_sets::check_sampled(
            &arguments.sets,
            &[
                ("--unpaired", *unpaired),
                ("--model", choice.model == ModelName::Binomial),
                ("--beta", choice.beta.is_some()),
                ("--beta-negative", choice.beta_negative.is_some()),
            ],
        )?;
        return Ok(test_sets::reading(input, &arguments.sets, *unpaired));
    }
    Ok(Reading::tested_or_classes(input, *unpaired, classes))
}

pub(crate) fn answer(
    arguments: &ConfidenceArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let model = model(&arguments.further.choice)?;
    let tested = Tested::of(subject, &arguments.input, &arguments.classes, streams)?;
    input::note_optimism(&arguments.input, streams);
    let order = asked(&arguments.order)?;
    let metric = order.metric();
    input::check_metric(metric, streams)?;
    input::check_further(arguments.further.negatives, streams)?;
    if arguments.sets.domains.by.is_some() {
        return in_test_sets(arguments, (metric, &model), subject, streams);
    }
    if let Some(tests) = &subject.domains {
        return by_cluster(arguments, metric, (&subject.classifiers, tests), streams);
    }
    let pooling = arguments.prior_pooling.as_ref();
    if arguments.question == Some(Question::Next) {
        check_no_pooling(pooling)?;
    }
    if pooling.is_some() && model == Model::Binomial {
        return Err(Failure::new(
            "under the binomial model the observed rates are the true ones",
            "leave --model binomial out, or --prior-pooling",
        ));
    }
    let (observed, contestants) = tested.contestants(streams)?;
    if arguments.exact && contestants.is_paired() && arguments.question != Some(Question::Truly) {
        return Err(Failure::new(
            "exact fractions need classifiers that are taken as independent",
            "leave --exact out, or add --unpaired",
        ));
    }
    let Tested { classifiers, .. } = &tested;
    let names: Vec<String> = classifiers.iter().map(|of| of.name.clone()).collect();
    let test = next_test(arguments, metric, &observed)?;
    // Of one class, accuracy is its rate; a sample of the other class takes no part.
    let (rate, both) = on_one_class(metric, test).unwrap_or((metric.clone(), test));
    let asked = Asked {
        arguments,
        model: &model,
        metric: &rate,
        test: both,
        contestants: &contestants,
        names: &names,
    };
    let next = asked.next(&observed)?;
    let truly = asked.truly(classifiers)?;
    let report = ConfidenceReport {
        classifiers,
        metric,
        test,
        model: Some(&model),
        sampling: Sampling::Single,
        level: &arguments.level,
        is_paired: contestants.is_paired(),
        pooling: pooling.map(|pooling| Pooled::new(pooling, &contestants)),
        truly: truly.as_ref().map_err(String::as_str),
        next: next.as_ref().map_err(String::as_str),
        pairs: arguments.pairs,
    };
    write_result(&arguments.output, streams, &report)
}

/// Answers for samples that come in clusters, which get random weights.
fn by_cluster(
    arguments: &ConfidenceArgs,
    metric: &Metric,
    (classifiers, tests): (&[Classifier], &DomainTests),
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let clusters = Clusters::new(&clusters::observed(tests, streams)?)?;
    let draws = arguments.draws.asked();
    let ranks =
        drawing(draws, |advance| truly_ranked_by_cluster(&clusters, metric, draws, advance))?;
    let question = IntervalQuestion {
        metrics: vec![metric.clone()],
        kind: IntervalKind::Clusters(clusters.clusters()),
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: draws.seed,
    };
    let values = intervals::of_clusters(&clusters, &question)?;
    let truly = drawn_ranks(arguments, metric, classifiers, &ranks, values);
    let no_next = ContestError::Clustered.to_string();
    let report = ConfidenceReport {
        classifiers,
        metric,
        test: clusters.sizes(),
        model: None,
        sampling: Sampling::Clusters(clusters.clusters()),
        level: &arguments.level,
        is_paired: true,
        pooling: None,
        truly: Ok(&truly),
        next: Err(&no_next),
        pairs: false,
    };
    write_result(&arguments.output, streams, &report)
}

/// Answers for the mean performances over several test sets.
fn in_test_sets(
    arguments: &ConfidenceArgs,
    (metric, model): (&Metric, &Model),
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let Model::BetaBinomial { positive, negative } = model else {
        let why = "under the binomial model the observed rates are the true ones";
        return Err(Failure::new(why, "leave --model binomial out"));
    };
    let (classifiers, beta) = (&subject.classifiers, [positive, negative]);
    let sampled = Sampled::of(&arguments.sets, &arguments.input, subject, streams)?;
    let draws = arguments.draws.asked();
    let ranks = drawing(draws, |advance| match sampled.sets() {
        TestSets::Fixed(strata) => truly_ranked_by_stratum(strata, beta, metric, draws, advance),
        TestSets::Sampled(of) => truly_ranked_by_cluster(of, metric, draws, advance),
    })?;
    let question = IntervalQuestion {
        metrics: vec![metric.clone()],
        kind: IntervalKind::Credible,
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: draws.seed,
    };
    let stop = given::stop();
    let values = match sampled.sets() {
        TestSets::Fixed(of) => stratum_intervals(of, beta, &question, &|| stop.step())?,
        TestSets::Sampled(of) => cluster_intervals(of, &question, &|| stop.step())?,
    };
    let values = values.ok_or_else(Failure::stopped)?;
    let truly = drawn_ranks(arguments, metric, classifiers, &ranks, values);
    let no_next = ContestError::SeveralTestSets.to_string();
    let by = arguments.sets.domains.by.as_deref().unwrap_or_default();
    let told = sampled.told(by);
    let report = ConfidenceReport {
        classifiers,
        metric,
        test: sampled.sizes(),
        model: Some(model).filter(|_| matches!(sampled.sets(), TestSets::Fixed(_))),
        sampling: Sampling::TestSets(told),
        level: &arguments.level,
        is_paired: sampled.is_paired(),
        pooling: None,
        truly: Ok(&truly),
        next: Err(&no_next),
        pairs: false,
    };
    write_result(&arguments.output, streams, &report)
}

/// Returns drawn ranks, with tiers by drawn pairs.
fn drawn_ranks(
    arguments: &ConfidenceArgs,
    metric: &Metric,
    classifiers: &[Classifier],
    ranks: &DrawnRanks,
    values: Vec<Intervals>,
) -> TrueRanks {
    let names: Vec<String> = classifiers.iter().map(|of| of.name.clone()).collect();
    let interval = |at| ranks.interval(at, &arguments.level);
    TrueRanks {
        ranks: ranks.distributions(&names),
        intervals: (0..names.len()).map(interval).collect(),
        drawn: ranks.drawn,
        tiers: ranks.tiers(groups(classifiers, metric), &arguments.level).unwrap_or_default(),
        values: values.into_iter().map(|mut of| of.pop()?.ok()).collect(),
    }
}

/// Returns the next test; by default it has the observed numbers of samples.
fn next_test(
    arguments: &ConfidenceArgs,
    metric: &Metric,
    observed: &[Observation],
) -> Result<Lattice, Failure> {
    let further = &arguments.further;
    let first = observed.first().ok_or(LatticeError::TooFewClassifiers(0))?;
    let test = further_test(*first, metric, further)?;
    for of in observed {
        if further_test(*of, metric, further)? != test {
            return Err(LatticeError::DifferentSamples.into());
        }
    }
    Ok(test)
}

/// The question: its arguments, model, metric and next test.
struct Asked<'a> {
    arguments: &'a ConfidenceArgs,
    model: &'a Model,
    metric: &'a Metric,
    /// The next test.
    test: Lattice,
    contestants: &'a Contestants,
    names: &'a [String],
}

/// An answer, or the reason why there is none.
type Answered<T> = Result<T, String>;

impl Asked<'_> {
    fn draws(&self) -> Draws {
        self.arguments.draws.asked()
    }

    /// Returns the ranks on the next test.
    fn next(&self, observed: &[Observation]) -> Result<Answered<NextRanks>, Failure> {
        for of in observed {
            check_observed(*of, self.model)?;
        }
        if self.arguments.question == Some(Question::Truly) {
            return Ok(Err("not asked for".to_owned()));
        }
        let further = &self.arguments.further;
        let ranks = if self.contestants.is_paired() {
            self.drawn_next()
        } else {
            self.summed_next(observed)
        };
        // True ranks need no next test, and are drawn within a minute of so many.
        let truly_too = self.arguments.question.is_none()
            && (self.contestants.is_paired() || observed.len() <= MANY);
        let is_default = further.positives.or(further.negatives).is_none() && !self.arguments.exact;
        match ranks {
            Err(Refusal::Contest(error)) if truly_too && is_default && is_about_size(&error) => {
                Ok(Err(format!("too large: {error}")))
            }
            Err(Refusal::Contest(ContestError::Lattice(LatticeError::TooMuchWork(refused))))
                if refused.work == Work::RankTerms && truly_too =>
            {
                Err(Failure::new(refused, limits::WITHOUT_NEXT_TEST))
            }
            Err(Refusal::Contest(error)) => Err(error.into()),
            Err(Refusal::Stopped) => Err(Failure::stopped()),
            Ok(ranks) => Ok(Ok(ranks)),
        }
    }

    fn drawn_next(&self) -> Result<NextRanks, Refusal> {
        let Self { contestants, model, metric, test, .. } = self;
        let ranks = drawing(self.draws(), |advance| {
            next_ranked(contestants, model, metric, *test, self.draws(), advance)
        })?;
        let certified = self.certified_pairs()?;
        let both = match (self.names, certified.as_deref()) {
            ([first, second], Some([pair])) => {
                RankDistribution::of_next_pair([first.clone(), second.clone()], pair)
            }
            _ => None,
        };
        Ok(NextRanks {
            ranks: both.map_or_else(|| ranks.distributions(self.names), |both| both.to_vec()),
            pairs: certified.unwrap_or_else(|| ranks.pairs()),
            intervals: self.intervals(&ranks),
            drawn: Some(ranks.drawn),
        })
    }

    /// Returns pairs on the next test as `exactile compare` computes them; `None` if that takes
    /// long, if no comparison of pairs has this prior, or if the pairs are not shown.
    fn certified_pairs(&self) -> Result<Option<Vec<RankedPair>>, Refusal> {
        let Self { contestants, model, metric, test, .. } = self;
        let Model::BetaBinomial { positive, negative } = model else { return Ok(None) };
        let Some(mass) = PatternMass::of_priors([positive, negative]) else { return Ok(None) };
        if NamedScore::new((*metric).clone()).is_err() {
            return Ok(None);
        }
        // A table without them needs none, but for the ranks of two.
        let (output, count) = (&self.arguments.output, self.names.len());
        if !self.arguments.pairs && output.format != TableFormat::Json && count != 2 {
            return Ok(None);
        }
        let bar = progress_bar(u64::try_from(count * count.saturating_sub(1) / 2).ok(), "pairs");
        let stop = given::stop();
        let pairs = next_pairs(contestants, &mass, std::slice::from_ref(*metric), *test, &|| {
            bar.inc(1);
            stop.step()
        });
        bar.finish_and_clear();
        match pairs {
            Err(LatticeError::WindowsTooLarge { .. } | LatticeError::TooManySamples { .. }) => {
                Ok(None)
            }
            pairs => Ok(pairs?.ok_or(Refusal::Stopped)?.pop()),
        }
    }

    fn summed_next(&self, observed: &[Observation]) -> Result<NextRanks, Refusal> {
        let mut named: Vec<(String, Predictive)> = Vec::with_capacity(observed.len());
        for (name, observed) in self.names.iter().zip(observed) {
            named.push((name.clone(), Predictive::new(*observed, self.model, self.test)?));
        }
        let working = spinner("summing over further results");
        let ranks = if self.arguments.exact {
            RankDistributions::exact(&named, self.metric)
        } else {
            RankDistributions::new(&named, self.metric)
        };
        working.finish_and_clear();
        let RankDistributions { classifiers, pairs, .. } = ranks?;
        let interval = |of: &exactile::contest::RankDistribution| {
            rank_interval(&of.ranks, &self.arguments.level)
        };
        let intervals = classifiers.iter().map(interval).collect();
        Ok(NextRanks { ranks: classifiers, pairs, intervals, drawn: None })
    }

    fn intervals(&self, ranks: &DrawnRanks) -> Vec<Option<[u64; 2]>> {
        (0..self.names.len()).map(|at| ranks.interval(at, &self.arguments.level)).collect()
    }

    /// Returns the ranks by true rates, and the tiers.
    fn truly(&self, classifiers: &[Classifier]) -> Result<Answered<TrueRanks>, Failure> {
        let test = self.test;
        let question = self.arguments.question;
        if question == Some(Question::Next) {
            return Ok(Err("not asked for".to_owned()));
        }
        let Model::BetaBinomial { positive, negative } = self.model else {
            let why = "under the binomial model the observed rates are the true ones";
            if question.is_some() {
                return Err(Failure::new(why, "leave --model binomial out"));
            }
            return Ok(Err(why.to_owned()));
        };
        if question.is_none() && (test.positives() == 0 || test.negatives() == 0) {
            return Ok(Err("the further test has samples of one class only".to_owned()));
        }
        let beta: [&BetaPrior; 2] = [positive, negative];
        let priors = RatePriors { beta, pooling: self.arguments.prior_pooling.clone() };
        let Self { contestants, metric, .. } = self;
        let ranks = drawing(self.draws(), |advance| {
            truly_ranked(contestants, priors, metric, test, self.draws(), advance)
        })?;
        let separation = Separation {
            contestants,
            priors: beta,
            metric,
            test,
            level: &self.arguments.level,
            draws: self.draws(),
        };
        let groups = groups(classifiers, metric);
        let tiers = match ranks.tiers(groups.clone(), &self.arguments.level) {
            Some(tiers) => tiers,
            None => certified_tiers(&separation, groups)?,
        };
        let drawn = ranks.drawn;
        let (ranks, intervals) = match self.without_draws(&separation)? {
            Some(known) => known,
            None => (ranks.distributions(self.names), self.intervals(&ranks)),
        };
        let values = self.values(classifiers, beta)?;
        Ok(Ok(TrueRanks { ranks, intervals, drawn, tiers, values }))
    }

    /// Returns the intervals of true values, if the model has them: one prior of all rates, without
    /// pooling, and the classes as they were tested.
    fn values(
        &self,
        classifiers: &[Classifier],
        beta: [&BetaPrior; 2],
    ) -> Result<Vec<Option<TrueInterval>>, Failure> {
        let Some(mass) = PatternMass::of_priors(beta) else { return Ok(Vec::new()) };
        let further = &self.arguments.further;
        if self.arguments.prior_pooling.is_some()
            || further.positives.or(further.negatives).is_some()
        {
            return Ok(Vec::new());
        }
        let question = IntervalQuestion {
            metrics: vec![self.metric.clone()],
            kind: IntervalKind::Credible,
            level: self.arguments.level.clone(),
            mass,
            seed: self.draws().seed,
        };
        let found = intervals::of_matrices(classifiers, &question)?;
        Ok(found.into_iter().map(|mut of| of.pop()?.ok()).collect())
    }

    /// Returns the ranks of two classifiers, as `exactile compare` computes them, or those of equal
    /// classifiers; `None` if the ranks have to be drawn.
    fn without_draws(&self, separation: &Separation<'_>) -> Result<Option<Ranked>, Failure> {
        if self.arguments.prior_pooling.is_some() {
            return Ok(None);
        }
        let names = self.names;
        let ranks = match names {
            _ if self.contestants.are_alike() => RankDistribution::of_equals(names),
            [first, second] => {
                let stop = given::stop();
                let truly =
                    separation.before(0, 1, &|| stop.step())?.ok_or_else(Failure::stopped)?;
                RankDistribution::of_true_pair([first.clone(), second.clone()], &truly).to_vec()
            }
            _ => return Ok(None),
        };
        let all = u64::try_from(names.len()).expect("classifiers");
        // All ranks together hold for certain, whatever the limits of each.
        let interval = |of: &RankDistribution| {
            rank_interval(&of.ranks, &self.arguments.level).or(Some([1, all]))
        };
        let intervals = ranks.iter().map(interval).collect();
        Ok(Some((ranks, intervals)))
    }
}

/// Distributions of ranks, and an interval of each.
type Ranked = (Vec<RankDistribution>, Vec<Option<[u64; 2]>>);

/// Groups classifiers by their observed value, the best first and each group by name; no groups if
/// values have no order.
pub(crate) fn groups(classifiers: &[Classifier], metric: &Metric) -> Vec<Vec<usize>> {
    let mut ranked = rank_by_metric(classifiers, metric).unwrap_or_default();
    ranked.retain(|ranked| ranked.rank.is_some());
    let mut groups: Vec<Vec<usize>> = ranked
        .chunk_by(|one, next| one.rank == next.rank)
        .map(|group| group.iter().map(|ranked| ranked.classifier).collect())
        .collect();
    for group in &mut groups {
        group.sort_by_key(|&at| &classifiers[at].name);
    }
    groups
}

/// Returns tiers by pairs, whose probabilities are certified where possible.
pub(crate) fn certified_tiers(
    separation: &Separation<'_>,
    groups: Vec<Vec<usize>>,
) -> Result<Vec<Tier>, Failure> {
    let working = spinner("comparing leaders of tiers");
    let stop = given::stop();
    let found = match separation.order(groups, &|| stop.step()) {
        Ok(Some(order)) => separation.tiers(&order, &|| stop.step()),
        Ok(None) => Ok(None),
        Err(error) => Err(error),
    };
    working.finish_and_clear();
    found?.ok_or_else(Failure::stopped)
}

/// The reason why there are no ranks.
pub(crate) enum Refusal {
    Contest(ContestError),
    Stopped,
}

impl From<LatticeError> for Refusal {
    fn from(error: LatticeError) -> Self {
        Self::Contest(error.into())
    }
}

impl From<ContestError> for Refusal {
    fn from(error: ContestError) -> Self {
        Self::Contest(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Contest(error) => error.into(),
            Refusal::Stopped => Self::stopped(),
        }
    }
}

/// The largest number of independent classifiers whose true ranks are drawn within a minute.
const MANY: usize = 1500;

fn is_about_size(error: &ContestError) -> bool {
    matches!(
        error,
        ContestError::Lattice(
            LatticeError::TooManySamples { .. }
                | LatticeError::WindowsTooLarge { .. }
                | LatticeError::TooMuchWork(_)
                | LatticeError::NumbersTooLarge { .. }
        )
    )
}

/// Draws with a progress bar.
pub(crate) fn drawing<T, E: Into<ContestError>>(
    draws: Draws,
    draw: impl FnOnce(&(dyn Fn() -> ControlFlow<()> + Sync)) -> Result<Option<T>, E>,
) -> Result<T, Refusal> {
    let bar = progress_bar(Some(draws.count.div_ceil(Draws::BLOCK).into()), "draws");
    let stop = given::stop();
    let drawn = draw(&|| {
        bar.inc(1);
        stop.step()
    });
    bar.finish_and_clear();
    drawn.map_err(Into::into)?.ok_or(Refusal::Stopped)
}

/// Refuses `--prior-pooling` where it would have no effect.
pub(crate) fn check_no_pooling(pooling: Option<&Pooling>) -> Result<(), Failure> {
    if pooling.is_none() {
        return Ok(());
    }
    Err(Failure::new(
        "pooling applies to true rates only",
        "leave --prior-pooling or --question next out",
    ))
}
