//! `exactile plot forest`

use super::arguments::ForestArgs;
use super::{labelled, write};
use crate::asked::asked;
use crate::confidence::{certified_tiers, groups};
use crate::drawn::colours;
use crate::drawn::picture::{check_picture_name, refused_size};
use crate::host::{Failure, Streams};
use crate::inputs::input;
use crate::inputs::input::position;
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use crate::intervals;
use exactile::contest::{
    ContestError, Draws, IntervalKind, IntervalQuestion, PatternMass, Separation, TrueInterval,
    is_share, on_one_class,
};
use exactile::lattice::{BetaPrior, Lattice};
use exactile::order::Ranked;
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile::tile::RankedClassifier;
use exactile_input::Subject;
use exactile_picture::{Forest, ForestRow, forest_picture, metric_name};

/// The draws of `exactile confidence`.
const DRAWS: u32 = 200_000;
/// The most classifiers that are cut into tiers: each leader is compared with all others.
const MOST_IN_TIERS: usize = 200;

pub(crate) fn reading(arguments: &ForestArgs) -> Result<Reading, Failure> {
    check_picture_name(arguments.rows.output.as_ref())?;
    asked(&arguments.place)?;
    let input = arguments.input.naming(&arguments.baseline);
    Ok(Reading::tested(&input, arguments.shown.unpaired))
}

pub(crate) fn answer(
    arguments: &ForestArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let asked = asked(&arguments.place)?;
    let metric = asked.metric().clone();
    input::check_metric(&metric, streams)?;
    input::note_optimism(&arguments.input, streams);
    let classifiers = &subject.classifiers;
    let baseline = match &arguments.baseline {
        Some(name) => Some(position(classifiers, name)?),
        None => None,
    };
    let Ranked { ranking, values, .. } = asked.ranked(classifiers)?;
    let top = usize::try_from(arguments.shown.top).unwrap_or(usize::MAX).min(ranking.len());
    let mut notes = Vec::new();
    let tiers = tiers(arguments, &metric, subject, streams)?;
    let tier_of = |classifier: usize| {
        let at = tiers.as_ref()?.iter().position(|tier| tier.contains(&classifier))?;
        Some(at + 1)
    };
    let shown: Vec<&RankedClassifier> = ranking.iter().take(top).collect();
    let intervals = intervals_of(arguments, &metric, classifiers, &shown, &mut notes)?;
    let rows: Vec<ForestRow> = shown
        .iter()
        .zip(intervals)
        .map(|(ranked, interval)| ForestRow {
            classifier: ranked.classifier,
            value: values[ranked.classifier].clone(),
            interval,
            tier: tier_of(ranked.classifier),
        })
        .collect();
    let reference = baseline.or_else(|| ranking.first().map(|first| first.classifier));
    let forest = Forest {
        title: arguments.rows.look.page.title.as_deref(),
        metric: &metric_name(&metric),
        classifiers: &labelled(subject),
        rows: &rows,
        rest: ranking.len() - rows.len(),
        reference: reference.map(|at| (at, &values[at])),
        level: &arguments.level,
        kind: arguments.interval.into(),
        notes: &notes,
    };
    let svg = forest_picture(
        &forest,
        &colours::scheme(subject, &arguments.input, &arguments.rows.look)?,
        arguments.rows.size(),
    )
    .map_err(refused_size)?;
    write(&svg, &arguments.rows, streams)
}

/// Returns the interval of each shown classifier; without whole counts none, with a note.
fn intervals_of(
    arguments: &ForestArgs,
    metric: &Metric,
    classifiers: &[Classifier],
    shown: &[&RankedClassifier],
    notes: &mut Vec<String>,
) -> Result<Vec<Option<TrueInterval>>, Failure> {
    let kind = IntervalKind::from(arguments.interval);
    if kind == IntervalKind::ClopperPearson && !is_share(metric) {
        return Err(ContestError::NotAShare(metric.clone()).into());
    }
    let question = IntervalQuestion {
        metrics: vec![metric.clone()],
        kind,
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: arguments.shown.seed,
    };
    let some: Vec<Classifier> =
        shown.iter().map(|ranked| classifiers[ranked.classifier].clone()).collect();
    if some
        .iter()
        .any(|of| exactile::lattice::Observation::from_matrix(&of.matrix, &of.name).is_err())
    {
        notes.push("No intervals: they need whole counts.".to_owned());
        return Ok(vec![None; shown.len()]);
    }
    let found = intervals::of_matrices(&some, &question)?;
    Ok(found.into_iter().map(|mut of| of.pop()?.ok()).collect())
}

/// Returns the members of each tier, as `exactile confidence` computes them; `None` for inputs
/// without tiers.
fn tiers(
    arguments: &ForestArgs,
    metric: &Metric,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<Option<Vec<Vec<usize>>>, Failure> {
    let count = subject.classifiers.len();
    if arguments.no_tiers || !(2..=MOST_IN_TIERS).contains(&count) {
        return Ok(None);
    }
    let Ok((observed, contestants)) = Tested::from(subject).contestants(streams) else {
        return Ok(None);
    };
    let samples = |of: &exactile::lattice::Observation| (of.tp + of.fn_, of.tn + of.fp);
    let (positives, negatives) = samples(&observed[0]);
    if observed.iter().any(|of| samples(of) != (positives, negatives)) {
        return Ok(None);
    }
    let Ok(test) = Lattice::new(positives, negatives) else { return Ok(None) };
    let (metric, test) = on_one_class(metric, test).unwrap_or((metric.clone(), test));
    if test.positives() == 0 || test.negatives() == 0 {
        return Ok(None);
    }
    let prior = BetaPrior::default();
    let separation = Separation {
        contestants: &contestants,
        priors: [&prior, &prior],
        metric: &metric,
        test,
        level: &arguments.level,
        draws: Draws { count: DRAWS, seed: arguments.shown.seed },
    };
    let tiers = certified_tiers(&separation, groups(&subject.classifiers, &metric))?;
    Ok(Some(tiers.into_iter().map(|tier| tier.members).collect()))
}
