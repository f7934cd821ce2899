//! `exactile plot pairs`

use super::arguments::PairsArgs;
use super::{labelled, write};
use crate::args::InputArgs;
use crate::asked::asked;
use crate::drawn::colours;
use crate::drawn::picture::{check_picture_name, refused_size};
use crate::host::{Failure, Streams, with_progress};
use crate::inputs::input;
use crate::inputs::input::position;
use crate::inputs::reading::Reading;
use crate::inputs::tested::Tested;
use exactile::contest::{
    ContestError, Evidence, PatternMass, TrueDifference, observed_difference, on_one_class,
    true_difference,
};
use exactile::lattice::{Lattice, LatticeError, Observation};
use exactile::order::Ranked;
use exactile::score::Metric;
use exactile_input::Subject;
use exactile_picture::{PairRow, Pairs, metric_name, pairs_picture};

pub(crate) fn reading(arguments: &PairsArgs) -> Result<Reading, Failure> {
    check_picture_name(arguments.rows.output.as_ref())?;
    asked(&arguments.place)?;
    if let Some(margin) = arguments.margin.as_ref().filter(|margin| margin.is_negative()) {
        return Err(ContestError::MarginNegative(margin.clone()).into());
    }
    Ok(Reading::tested(&input(arguments), arguments.shown.unpaired))
}

/// Returns the input, with the name of the baseline.
fn input(arguments: &PairsArgs) -> InputArgs {
    arguments.input.naming(&arguments.baseline).pairing(arguments.baseline.as_ref())
}

pub(crate) fn answer(
    arguments: &PairsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let asked = asked(&arguments.place)?;
    let metric = asked.metric().clone();
    input::check_metric(&metric, streams)?;
    let tested = Tested::from(subject);
    let classifiers = &tested.classifiers;
    let Ranked { ranking, values, .. } = asked.ranked(classifiers)?;
    if classifiers.len() < 2 {
        return Err(LatticeError::TooFewClassifiers(classifiers.len()).into());
    }
    let baseline = match &arguments.baseline {
        Some(name) => position(classifiers, name)?,
        None => ranking[0].classifier,
    };
    let top = usize::try_from(arguments.shown.top).unwrap_or(usize::MAX);
    let others: Vec<usize> =
        ranking.iter().map(|ranked| ranked.classifier).filter(|k| *k != baseline).collect();
    let shown = &others[..top.min(others.len())];
    tested.note_optimism(&input(arguments), shown.iter().copied().chain([baseline]), streams);
    let found = differences(arguments, &metric, &tested, (shown, baseline))?;
    let rows: Vec<PairRow> = shown
        .iter()
        .zip(found)
        .map(|(&classifier, found)| PairRow {
            classifier,
            difference: observed_difference(
                &[values[classifier].clone(), values[baseline].clone()],
                metric.orientation(),
            ),
            interval: found.interval,
        })
        .collect();
    let pairs = Pairs {
        title: arguments.rows.look.page.title.as_deref(),
        metric: &metric_name(&metric),
        classifiers: &labelled(subject),
        baseline,
        rows: &rows,
        rest: others.len() - shown.len(),
        margin: arguments.margin.as_ref(),
        level: &arguments.level,
        is_paired: tested.joint.is_some(),
    };
    let svg = pairs_picture(
        &pairs,
        &colours::scheme(subject, &arguments.input, &arguments.rows.look)?,
        arguments.rows.size(),
    )
    .map_err(refused_size)?;
    write(&svg, &arguments.rows, streams)
}

/// Returns the true difference of each shown classifier to the baseline, as `exactile compare`
/// computes it.
fn differences(
    arguments: &PairsArgs,
    metric: &Metric,
    tested: &Tested,
    (shown, baseline): (&[usize], usize),
) -> Result<Vec<TrueDifference>, Failure> {
    let observed = tested
        .classifiers
        .iter()
        .map(|of| Observation::from_matrix(&of.matrix, &of.name))
        .collect::<Result<Vec<_>, LatticeError>>()?;
    let samples = |of: &Observation| (of.tp + of.fn_, of.tn + of.fp);
    let (positives, negatives) = samples(&observed[baseline]);
    let members = shown.iter().chain([&baseline]);
    if members.clone().any(|&k| samples(&observed[k]) != (positives, negatives)) {
        return Err(LatticeError::DifferentSamples.into());
    }
    let test = Lattice::new(positives, negatives)?;
    let (metric, both) = on_one_class(metric, test)?;
    if both == test {
        for &k in members {
            observed[k].check_both_classes()?;
        }
    }
    let mass = PatternMass::default();
    let pairs = u64::try_from(shown.len()).unwrap_or(u64::MAX);
    with_progress(pairs, "pairs", |advance| {
        let mut found = Vec::with_capacity(shown.len());
        for &other in shown {
            let evidence = match &tested.joint {
                Some(joint) => Evidence::Paired(joint.pair(other, baseline)),
                None => Evidence::Independent(observed[other], observed[baseline]),
            };
            let asked = (&metric, both);
            let (level, seed) = (&arguments.level, arguments.shown.seed);
            found.push(true_difference(&evidence, &mass, asked, level, None, seed)?);
            if advance().is_break() {
                return Ok(None);
            }
        }
        Ok::<_, ContestError>(Some(found))
    })
}
