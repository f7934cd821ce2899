//! `exactile compare`

pub(crate) mod arguments;
mod looks;

use self::arguments::ComparePairsArgs;
use self::looks::{Looks, Question, observations};
use crate::args::InputArgs;
use crate::asked::asked;
use crate::host::{Failure, Streams, limits, note_all, with_progress, write_result};
use crate::inputs::input::{check_metric, position};
use crate::inputs::reading::Reading;
use crate::inputs::test_sets::Sampled;
use crate::inputs::tested::Tested;
use crate::inputs::{clusters, test_sets};
use exactile::contest::{
    ContestError, Digits, Evidence, Pair, PairQuestion, PatternMass, Required, Verdict, compare,
    compare_clusters, compare_steps, compare_test_sets, next_outcomes, on_one_class,
};
use exactile::domain::DomainTests;
use exactile::lattice::{Lattice, LatticeError, Observation};
use exactile::performance::counted;
use exactile::score::Metric;
use exactile_document::{PairsReport, Sampling};
use exactile_input::Subject;

/// Returns the input, with the names of the requested pair, and with models at their best
/// thresholds if they are wanted.
fn input(arguments: &ComparePairsArgs) -> InputArgs {
    let names = arguments.first.iter().chain(&arguments.second);
    let metric = asked(&arguments.by).ok().filter(|_| wants_best(arguments));
    let metric = metric.map(|by| by.metric().clone());
    arguments.input.naming(names).pairing(arguments.first.as_ref()).best_by(metric)
}

/// Returns `true` if models with scores are compared at their best thresholds: unless thresholds
/// are named, or operations change what is best.
fn wants_best(arguments: &ComparePairsArgs) -> bool {
    let InputArgs { thresholds, operations, .. } = &arguments.input;
    arguments.second.is_none() && thresholds.is_empty() && operations.is_empty()
}

/// Returns `true` if each model of the input stands for its best threshold.
fn is_at_best(arguments: &ComparePairsArgs, subject: &Subject) -> bool {
    wants_best(arguments) && subject.reading.form == "scores"
}

pub(crate) fn reading(arguments: &ComparePairsArgs) -> Result<Reading, Failure> {
    if arguments.pooling.prior_pooling.is_some() {
        return Err(Failure::new(
            "pooling uses all classifiers, but a pair is compared on its own",
            "leave --prior-pooling out, or ask exactile confidence",
        ));
    }
    asked(&arguments.by)?;
    mass(arguments)?;
    if arguments.require.is_some() && (arguments.first.is_none() || arguments.second.is_none()) {
        return Err(Failure::new(
            "--require needs the names of both classifiers, not their order in the input",
            "name them: --candidate NEW --baseline OLD",
        ));
    }
    if let Some(column) = &arguments.cluster {
        return Ok(clusters::reading(&input(arguments), column));
    }
    if arguments.sets.domains.by.is_some() {
        let further = arguments.positives.or(arguments.negatives).is_some();
        test_sets::check_alone(&[
            ("--anytime", arguments.anytime),
            ("the next test", further),
            ("--exact", arguments.exact),
            ("--state", arguments.state.is_some()),
        ])?;
        let has_mass = arguments.pattern_mass != *PatternMass::default().value();
        test_sets::check_sampled(
            &arguments.sets,
            &[("--unpaired", arguments.unpaired), ("--pattern-mass", has_mass)],
        )?;
        return Ok(test_sets::reading(&input(arguments), &arguments.sets, arguments.unpaired));
    }
    Ok(Reading::tested(&input(arguments), arguments.unpaired))
}

pub(crate) fn answer(
    arguments: &ComparePairsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let (metric, mass) = (asked(&arguments.by)?.metric().clone(), mass(arguments)?);
    match &subject.domains {
        None => of_samples(arguments, metric, mass, subject, streams),
        Some(tests) if arguments.cluster.is_some() => {
            by_cluster(arguments, &metric, (subject, tests), streams)
        }
        Some(_) => in_test_sets(arguments, &metric, &mass, subject, streams),
    }
}

/// Compares pairs by samples.
fn of_samples(
    arguments: &ComparePairsArgs,
    metric: Metric,
    mass: PatternMass,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let (input, tested) = (input(arguments), Tested::from(subject));
    check_metric(&metric, streams)?;
    let Tested { classifiers, joint, .. } = &tested;
    let mut observed = classifiers
        .iter()
        .map(|classifier| {
            let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)?;
            Ok(observed)
        })
        .collect::<Result<Vec<_>, LatticeError>>()?;
    let find = |name: &str| tested.position(name, &metric);
    let mut pairs: Vec<Pair> = positions(arguments, classifiers.len(), find)?
        .into_iter()
        .map(|(first, second)| {
            let evidence = match &joint {
                Some(joint) => Evidence::Paired(joint.pair(first, second)),
                None => Evidence::Independent(observed[first], observed[second]),
            };
            Pair { first, second, evidence }
        })
        .collect();
    let state = match (&arguments.state, &joint) {
        (Some(path), Some(joint)) => {
            let [first, second] = [pairs[0].first, pairs[0].second];
            let question = Question {
                metric: metric.to_string(),
                positive: subject.positive.clone(),
                candidate: classifiers[first].name.clone(),
                baseline: classifiers[second].name.clone(),
            };
            let look = (arguments.look.clone(), joint.pair(first, second));
            Some(Looks::with(path, question, look, streams)?)
        }
        (Some(_), None) => return Err(ContestError::Unpaired.into()),
        (None, _) => None,
    };
    if let Some(total) = state.as_ref().map(Looks::total) {
        observed = observations(&total).to_vec();
        // The result is not about the input alone.
        streams.fingerprint = None;
        pairs[0].evidence = Evidence::Paired(total);
    }
    let members = pairs.iter().flat_map(|pair| [pair.first, pair.second]);
    tested.note_optimism(&input, members, streams);
    let test = next_test(arguments, &observed)?;
    check_classes(&metric, &observed, test)?;
    let digits = if arguments.exact { Digits::Fractions } else { Digits::Twelve };
    let ComparePairsArgs { seed, anytime, .. } = *arguments;
    let (level, margin) = (arguments.level.clone(), arguments.margin.clone());
    let question = PairQuestion { metric, mass, test, digits, seed, level, margin, anytime };
    note_pairs(pairs.len(), test.positives().max(test.negatives()), streams);
    note_outcomes(&pairs, &question, streams)?;
    let compared = with_progress(compare_steps(&pairs), "steps", |advance| {
        compare(&pairs, &question, advance)
    })?;
    write(
        arguments,
        PairsReport {
            classifiers,
            question: &question,
            is_paired: joint.is_some(),
            costs: arguments.costs.both().filter(|_| state.is_none()),
            sampling: Sampling::Single,
            is_at_best: is_at_best(arguments, subject),
            looks: state.as_ref().map(Looks::count),
            pairs: &compared,
            required: None,
        },
        state,
        streams,
    )
}

/// Writes the report and the state of looks, and returns a failure unless the requirement of
/// `--require` holds.
fn write(
    arguments: &ComparePairsArgs,
    report: PairsReport<'_>,
    state: Option<Looks>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let required = arguments.require.as_ref().map(|level| Required::new(level, &report.pairs[0]));
    let report = PairsReport { required: required.as_ref(), ..report };
    write_result(&arguments.output, streams, &report)?;
    if let Some(state) = state {
        state.write(streams)?;
    }
    match required {
        Some(required) if required.verdict != Verdict::Pass => Err(Failure::ChecksFailed),
        _ => Ok(()),
    }
}

/// Compares pairs by whole clusters, which are exchanged and weighted.
fn by_cluster(
    arguments: &ComparePairsArgs,
    metric: &Metric,
    (subject, tests): (&Subject, &DomainTests),
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let classifiers = &subject.classifiers;
    check_metric(metric, streams)?;
    let observed = clusters::observed(tests, streams)?;
    let all: Observation = Observation::from_matrix(&classifiers[0].matrix, &classifiers[0].name)?;
    let test = Lattice::new(all.tp + all.fn_, all.tn + all.fp)?;
    let question = PairQuestion {
        seed: arguments.seed,
        level: arguments.level.clone(),
        margin: arguments.margin.clone(),
        ..PairQuestion::new(metric.clone(), test)
    };
    let pairs = positions(arguments, classifiers.len(), |name| position(classifiers, name))?;
    note_pairs(pairs.len(), 0, streams);
    let compared = with_progress(pairs.len() as u64, "pairs", |advance| {
        compare_clusters(&observed, &pairs, &question, advance)
    })?;
    write(
        arguments,
        PairsReport {
            classifiers,
            question: &question,
            is_paired: true,
            costs: arguments.costs.both(),
            sampling: Sampling::Clusters(observed.len()),
            is_at_best: is_at_best(arguments, subject),
            looks: None,
            pairs: &compared,
            required: None,
        },
        None,
        streams,
    )
}

/// Compares pairs by their mean performances over several test sets.
fn in_test_sets(
    arguments: &ComparePairsArgs,
    metric: &Metric,
    mass: &PatternMass,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    check_metric(metric, streams)?;
    let classifiers = &subject.classifiers;
    let sampled = Sampled::of(&arguments.sets, &input(arguments), subject, streams)?;
    let question = PairQuestion {
        seed: arguments.seed,
        level: arguments.level.clone(),
        margin: arguments.margin.clone(),
        mass: mass.clone(),
        ..PairQuestion::new(metric.clone(), sampled.sizes())
    };
    let pairs = positions(arguments, classifiers.len(), |name| position(classifiers, name))?;
    sampled.note_pairs(pairs.len(), streams);
    let swaps = |first, second| sampled.swaps(first, second);
    let compared =
        with_progress(pairs.len() as u64, "pairs", |advance| match sampled.clusters() {
            Some(observed) => compare_clusters(observed, &pairs, &question, advance),
            None => {
                let sets = sampled.sets();
                compare_test_sets(sets, classifiers, &pairs, &question, &swaps, advance)
            }
        })?;
    let by = arguments.sets.domains.by.as_deref().unwrap_or_default();
    write(
        arguments,
        PairsReport {
            classifiers,
            question: &question,
            is_paired: sampled.is_paired(),
            costs: arguments.costs.both(),
            sampling: Sampling::TestSets(sampled.told(by)),
            is_at_best: is_at_best(arguments, subject),
            looks: None,
            pairs: &compared,
            required: None,
        },
        None,
        streams,
    )
}

/// Returns the prior mass of the patterns.
fn mass(arguments: &ComparePairsArgs) -> Result<PatternMass, Failure> {
    let mass = &arguments.pattern_mass;
    PatternMass::new(mass.clone()).map_err(|error| {
        Failure::new(format!("a pattern mass of {mass} is not positive"), error.hint())
    })
}

/// Notes the number of pairs before they are compared, if that takes more than some seconds: by
/// itself, or for next tests with this many samples in a class.
fn note_pairs(count: usize, samples: u64, streams: &mut Streams<'_>) {
    const MANY: usize = 20_000;
    const MANY_SAMPLES: u64 = 1_000_000;
    let of_all = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(samples);
    if count > MANY || count > 1 && of_all > MANY_SAMPLES {
        let pairs = counted(count, "pair");
        let note =
            format!("{pairs} will be compared; --first NAME asks for those of one classifier");
        note_all(&[note], streams);
    }
}

/// Notes the amount of work before it begins, if it takes more than some seconds.
fn note_outcomes(
    pairs: &[Pair],
    question: &PairQuestion,
    streams: &mut Streams<'_>,
) -> Result<(), LatticeError> {
    const MANY: f64 = 1e9;
    let outcomes = next_outcomes(pairs, question)?;
    if outcomes > MANY {
        let tests = if pairs.len() == 1 { "the next test" } else { "next tests" };
        let note = format!(
            "about {:.0} million outcomes of {tests} will be compared; fewer --positives and \
             --negatives take less time",
            outcomes / 1e6
        );
        note_all(&[note], streams);
    }
    Ok(())
}

/// Refuses a question about a class without observations. If the next test has no samples of it
/// either, accuracy is the rate of the other class.
fn check_classes(
    metric: &Metric,
    observed: &[Observation],
    test: Lattice,
) -> Result<(), LatticeError> {
    for observed in observed {
        let samples = Lattice::new(observed.tp + observed.fn_, observed.tn + observed.fp)?;
        let needed = on_one_class(metric, samples).map(|(rate, _)| rate);
        let is_of_one_class = on_one_class(metric, test).is_ok_and(|(_, both)| both != test);
        if !needed.is_ok_and(|rate| rate == *metric || is_of_one_class) {
            observed.check_both_classes()?;
        }
    }
    Ok(())
}

/// Returns the requested pairs.
fn positions(
    arguments: &ComparePairsArgs,
    count: usize,
    position: impl Fn(&str) -> Result<usize, Failure>,
) -> Result<Vec<(usize, usize)>, Failure> {
    let find = |name: &Option<String>| name.as_deref().map(&position).transpose();
    let pairs: Vec<(usize, usize)> = match (find(&arguments.first)?, find(&arguments.second)?) {
        (Some(first), Some(second)) if first == second => {
            return Err(Failure::new(
                "--first and --second name the same classifier",
                "name two different ones",
            ));
        }
        (Some(first), Some(second)) => vec![(first, second)],
        (Some(first), None) => (0..count).filter(|i| *i != first).map(|i| (first, i)).collect(),
        _ => {
            limits::pairs(count)?;
            (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).collect()
        }
    };
    if pairs.is_empty() {
        return Err(LatticeError::TooFewClassifiers(count).into());
    }
    Ok(pairs)
}

/// Returns the next test; by default it has the observed numbers of samples.
fn next_test(arguments: &ComparePairsArgs, observed: &[Observation]) -> Result<Lattice, Failure> {
    let size = |of: &Observation| (of.tp + of.fn_, of.tn + of.fp);
    let (positives, negatives) = size(&observed[0]);
    let differ = |of: fn((u64, u64)) -> u64| {
        observed.iter().any(|other| of(size(other)) != of(size(&observed[0])))
    };
    let is_open = arguments.positives.is_none() && differ(|(positives, _)| positives)
        || arguments.negatives.is_none() && differ(|(_, negatives)| negatives);
    if is_open {
        return Err(LatticeError::DifferentSamples.into());
    }
    let positives = arguments.positives.unwrap_or(positives);
    let negatives = arguments.negatives.unwrap_or(negatives);
    Ok(Lattice::new(positives, negatives)?)
}
