//! `exactile plan`

pub(crate) mod arguments;

use std::ops::ControlFlow;

use self::arguments::{PlanArgs, PlanAsked};
use crate::asked::asked;
use crate::further::observations;
use crate::host::{Failure, Streams, given, limits, note_all, spinner, write_result};
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use crate::inputs::{clusters, input};
use exactile::confidence::{
    Plan, PlanError, PlanQuestion, Planned, PlannedClusters, PlannedSize, PlannedTest, TestSize,
};
use exactile::contest::{Clusters, ContestError, Contestants, Draws, on_one_class, power_steps};
use exactile::domain::DomainTests;
use exactile::lattice::{BetaPrior, Lattice, LatticeError};
use exactile::num::{Rational, Value};
use exactile::order::{rank_by_metric, rank_defined};
use exactile::performance::{Classifier, counted};
use exactile::score::{Metric, NamedScore, RankingScore};
use exactile_document::{PlanReport, PlannedBy};
use exactile_input::Subject;

pub(crate) fn reading(arguments: &PlanArgs) -> Result<Reading, Failure> {
    if arguments.pooling.prior_pooling.is_some() {
        return Err(Failure::new(
            "plan takes the observed rates as the true ones, and does not pool them",
            "leave --prior-pooling out",
        ));
    }
    priors(arguments)?;
    alpha(arguments)?;
    if arguments.margin.is_some() && arguments.question != PlanAsked::Truly {
        return Err(Failure::new(
            "a margin is about true values",
            "leave --margin out, or ask --question truly",
        ));
    }
    let input = arguments.input.naming(&arguments.rival);
    if let Some(column) = &arguments.cluster {
        return match arguments.question {
            PlanAsked::Truly => Ok(clusters::reading(&input, column)),
            _ => Err(ContestError::Clustered.into()),
        };
    }
    Ok(Reading::tested_or_classes(&input, arguments.unpaired, &arguments.classes))
}

/// Returns the priors of the true positive and of the true negative rate.
fn priors(arguments: &PlanArgs) -> Result<[BetaPrior; 2], LatticeError> {
    let prior = |given: Option<&(Rational, Rational)>| {
        given
            .map_or_else(|| Ok(BetaPrior::default()), |(u, v)| BetaPrior::new(u.clone(), v.clone()))
    };
    let negative = arguments.beta_negative.as_ref().or(arguments.beta.as_ref());
    Ok([prior(arguments.beta.as_ref())?, prior(negative)?])
}

pub(crate) fn answer(
    arguments: &PlanArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if let Some(tests) = &subject.domains {
        return by_cluster(arguments, (&subject.classifiers, tests), streams);
    }
    let ([positive, negative], alpha) = (priors(arguments)?, alpha(arguments)?);
    let tested = Tested::of(subject, &arguments.input, &arguments.classes, streams)?;
    let (_, contestants) = tested.contestants(streams)?;
    let classifiers = tested.classifiers;
    let share = match &arguments.positive_share {
        Some(share) => share.clone(),
        None => common_prior(&classifiers)?,
    };
    let order = asked(&arguments.order)?;
    let metric = order.metric();
    match one_class(&share) {
        // Whether the rate of this class says what is asked.
        Some(one) if on_one_class(metric, one).is_ok() => {}
        _ => drop(observations(&classifiers)?),
    }
    input::check_metric(metric, streams)?;
    let (winner, second) = winner(arguments, &classifiers, metric, &share)?;
    let rival = rival(arguments, &classifiers, winner, second)?;
    let (contestants, place_of_winner) = match rival {
        Some(rival) => (contestants.only(&[winner, rival]), 0),
        None => (contestants, winner),
    };
    check_contestants(arguments, &contestants)?;
    let planned = Planned {
        contestants: &contestants,
        winner: place_of_winner,
        metric,
        question: match arguments.question {
            PlanAsked::Truly => match &arguments.margin {
                Some(margin) => PlanQuestion::NotWorse([&positive, &negative], margin),
                None => PlanQuestion::Truly([&positive, &negative]),
            },
            PlanAsked::Next => PlanQuestion::Next,
            PlanAsked::Power => PlanQuestion::Power(&alpha),
        },
        draws: Draws { count: draws(arguments), seed: arguments.seed },
    };
    let sizes = TestSize::new(share)?;
    let searched = (&sizes, arguments.limit);
    let mut is_announced = false;
    let long = |test: &PlannedTest| {
        let is_new = !is_announced && is_long(&planned, test);
        is_announced |= is_new;
        is_new.then(|| {
            format!(
                "tests of more than {} samples take long: each of {} draws is a swap test; a \
                 smaller --limit or fewer --draws take less time",
                test.size.total(),
                planned.draws.count
            )
        })
    };
    let found = searching(streams, long, |progress, advance| {
        Plan::new(&planned, searched, &arguments.level, progress, advance)
    })?;
    let report = PlanReport {
        classifiers: &classifiers,
        score: &metric_name(arguments, metric),
        planned: PlannedBy::Samples(&planned),
        winner,
        rival,
        level: &arguments.level,
        limit: arguments.limit,
        plan: &found,
    };
    write_result(&arguments.output, streams, &report)
}

/// Plans a test whose samples come in clusters.
fn by_cluster(
    arguments: &PlanArgs,
    (classifiers, tests): (&[Classifier], &DomainTests),
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let order = asked(&arguments.order)?;
    let metric = order.metric();
    input::check_metric(metric, streams)?;
    let clusters = Clusters::new(&clusters::observed(tests, streams)?)?;
    let share = common_prior(classifiers)?;
    let (winner, second) = winner(arguments, classifiers, metric, &share)?;
    let rival = rival(arguments, classifiers, winner, second)?;
    let (clusters, place_of_winner) = match rival {
        Some(rival) => (clusters.only(&[winner, rival]), 0),
        None => (clusters, winner),
    };
    if clusters.classifiers() < 2 {
        return Err(LatticeError::TooFewClassifiers(clusters.classifiers()).into());
    }
    let planned = PlannedClusters {
        clusters: &clusters,
        winner: place_of_winner,
        metric,
        margin: arguments.margin.as_ref(),
        draws: Draws { count: draws(arguments), seed: arguments.seed },
    };
    let found = searching(
        streams,
        |_| None,
        |progress, advance| {
            Plan::of_clusters(&planned, arguments.limit, &arguments.level, progress, advance)
        },
    )?;
    let report = PlanReport {
        classifiers,
        score: &metric_name(arguments, metric),
        planned: PlannedBy::Clusters(&planned),
        winner,
        rival,
        level: &arguments.level,
        limit: arguments.limit,
        plan: &found,
    };
    write_result(&arguments.output, streams, &report)
}

/// Receives each evaluated test of a search.
type Progress<'p> = &'p mut dyn FnMut(&PlannedTest) -> ControlFlow<()>;

/// Searches, and says which tests were looked at; `long` has a note for a test after which the
/// search takes long.
fn searching(
    streams: &mut Streams<'_>,
    mut long: impl FnMut(&PlannedTest) -> Option<String>,
    search: impl FnOnce(
        Progress<'_>,
        &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<Plan>, PlanError>,
) -> Result<Plan, Failure> {
    let working = spinner("looking at tests of growing size");
    let stop = given::stop();
    let mut progress = |test: &PlannedTest| {
        if let Some(note) = long(test) {
            working.suspend(|| note_all(&[note], streams));
        }
        working.set_message(match test.size {
            PlannedSize::Samples { positives, negatives } => format!(
                "looked at {}, {}",
                counted(positives, "positive"),
                counted(negatives, "negative")
            ),
            PlannedSize::Clusters(clusters) => {
                format!("looked at {}", counted(clusters, "cluster"))
            }
        });
        stop.step()
    };
    let found = search(&mut progress, &|| stop.step());
    working.finish_and_clear();
    found?.ok_or_else(Failure::stopped)
}

/// Returns the name of the metric in results: the title of a score on the Tile.
fn metric_name(arguments: &PlanArgs, metric: &Metric) -> String {
    let at = arguments.order.at.clone();
    let named = at.or_else(|| NamedScore::new(metric.clone()).ok());
    named.map_or_else(|| metric.to_string(), |score| score.to_string())
}

/// Returns the rival that was named, or the one with which a swap test compares the winner.
fn rival(
    arguments: &PlanArgs,
    classifiers: &[Classifier],
    winner: usize,
    second: Option<usize>,
) -> Result<Option<usize>, Failure> {
    let rival = match &arguments.rival {
        Some(name) => Some(input::position(classifiers, name)?),
        None => second.filter(|_| arguments.question == PlanAsked::Power),
    };
    if rival.is_none() && arguments.question == PlanAsked::Power {
        let name = &classifiers[winner].name;
        let what = format!("no classifier but {name:?} has a value to be compared");
        return Err(Failure::new(what, "choose another score, or name a --rival"));
    }
    if rival == Some(winner) {
        let what = format!("{:?} is the winner itself", classifiers[winner].name);
        return Err(Failure::new(what, "name another --rival"));
    }
    Ok(rival)
}

/// Checks that the question can be asked of these classifiers.
fn check_contestants(arguments: &PlanArgs, contestants: &Contestants) -> Result<(), Failure> {
    if arguments.question == PlanAsked::Power && !contestants.is_paired() {
        return Err(Failure::new(
            "the swap test needs predictions of both classifiers on the same samples",
            "give predictions, or ask --question truly",
        ));
    }
    if contestants.classifiers() < 2 {
        return Err(LatticeError::TooFewClassifiers(contestants.classifiers()).into());
    }
    limits::plan(contestants.classifiers(), arguments.limit)
}

/// Returns `true` if the power of a test twice as large takes some seconds.
fn is_long(planned: &Planned<'_>, test: &PlannedTest) -> bool {
    const MANY: u128 = 500_000;
    let PlanQuestion::Power(_) = planned.question else { return false };
    let pair = planned.contestants.pair(planned.winner, 1 - planned.winner);
    let PlannedSize::Samples { positives, negatives } = test.size else { return false };
    let larger = Lattice::new(2 * positives, 2 * negatives);
    larger.is_ok_and(|larger| power_steps(&pair, larger, planned.draws) > MANY)
}

/// Returns the number of draws. The power has fewer by default: each draw with a new outcome is a
/// swap test.
fn draws(arguments: &PlanArgs) -> u32 {
    arguments.draws.unwrap_or(if arguments.question == PlanAsked::Power { 2000 } else { 20_000 })
}

/// Returns the p-value at which the swap test rejects.
fn alpha(arguments: &PlanArgs) -> Result<Rational, Failure> {
    let Some(alpha) = &arguments.alpha else { return Ok(Rational::new(5, 100)) };
    if arguments.question != PlanAsked::Power {
        return Err(Failure::new(
            "only the power depends on --alpha",
            "leave it out or ask --question power",
        ));
    }
    if !alpha.is_positive() || *alpha > Rational::new(1, 2) {
        return Err(Failure::new(
            format!("a p-value of {alpha} is not between 0 and 1/2"),
            "give --alpha such as 0.05",
        ));
    }
    Ok(alpha.clone())
}

fn common_prior(classifiers: &[Classifier]) -> Result<Rational, Failure> {
    let prior = classifiers[0].matrix.prior_positive();
    if classifiers.iter().all(|classifier| classifier.matrix.prior_positive() == prior) {
        return Ok(prior);
    }
    Err(Failure::new(
        "the classifiers were tested under different priors",
        "give the planned one with --positive-share",
    )
    .about_input())
}

/// Returns a test of one class, if all samples belong to it.
fn one_class(share: &Rational) -> Option<Lattice> {
    let of = |positives, negatives| Lattice::new(positives, negatives).ok();
    if share.is_zero() { of(0, 1) } else { of(1, 0).filter(|_| *share == Rational::ONE) }
}

/// Returns the classifier that alone is first by a metric at a prior, and the second one. With
/// samples of one class, its rate decides.
fn winner(
    arguments: &PlanArgs,
    classifiers: &[Classifier],
    metric: &Metric,
    prior: &Rational,
) -> Result<(usize, Option<usize>), Failure> {
    let mut shifted = classifiers.to_vec();
    let one = one_class(prior);
    for classifier in shifted.iter_mut().filter(|_| one.is_none()) {
        classifier.matrix = classifier.matrix.shifted(prior).map_err(|error| {
            let name = &classifier.name;
            Failure::new(format!("{name:?}: {error}"), "leave it out")
                .at(input::name(&arguments.input))
        })?;
    }
    let rate = match one {
        Some(one) => on_one_class(metric, one)?.0,
        None => metric.clone(),
    };
    let ranking = match NamedScore::new(rate.clone()) {
        Ok(score) => {
            let values: Vec<Value> =
                shifted.iter().map(|classifier| rate.value(&classifier.matrix)).collect();
            let place = RankingScore::at(score.place(prior)).expect("places are on the Tile");
            rank_defined(&shifted, &place, &values)
        }
        Err(_) => rank_by_metric(&shifted, &rate)?,
    };
    let first = ranking.first().filter(|first| first.rank.is_some());
    let Some(first) = first else {
        let what = format!("{} is undefined for every classifier", metric_name(arguments, metric));
        return Err(Failure::new(what, "choose another score").at(input::name(&arguments.input)));
    };
    match ranking.get(1) {
        Some(second) if second.rank == first.rank => {
            let what = format!(
                "{:?} and {:?} tie by {}, so no number of samples is expected to distinguish them",
                classifiers[first.classifier].name,
                classifiers[second.classifier].name,
                metric_name(arguments, metric),
            );
            Err(Failure::new(what, "leave one of them out, or choose another score")
                .at(input::name(&arguments.input)))
        }
        second => {
            let second = second.filter(|second| second.rank.is_some());
            Ok((first.classifier, second.map(|second| second.classifier)))
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::new(&error, error.hint())
    }
}
