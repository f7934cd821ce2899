//! Means over folds or several tests: the composition of the folds, and hints about refusals.

use std::ops::RangeInclusive;

use super::arguments::{AverageName, CheckArgs};
use crate::host::Failure;
use exactile::reported::{Composition, FoldsRefused, ReportedRow};

/// Returns the hint for a refusal about means over folds.
pub(crate) fn mend(refused: FoldsRefused) -> &'static str {
    match refused {
        FoldsRefused::UnknownComposition => {
            "give --stratified, if the folds are, or their sizes as --fold-sizes"
        }
        FoldsRefused::TooManyMatrices(_) => {
            "leave out scores that are not linear in the counts, such as ppv, f1 and mcc"
        }
        FoldsRefused::UnequalFolds => {
            "leave out standard deviations, areas, and scores that are not linear, as ppv and f1"
        }
        FoldsRefused::NoFolds { .. } => "give at least one fold, and at least one sample per fold",
        _ => "leave scores out, or check folds one by one",
    }
}

/// Returns the number of folds of a row: its own, or that of the flags.
fn folds_of(arguments: &CheckArgs, own: Option<u64>) -> Result<Option<u64>, Failure> {
    let stratified = arguments.rows.stratified.flatten();
    let said = [own, arguments.rows.kfold, stratified].into_iter().flatten().collect::<Vec<u64>>();
    match said[..] {
        [] => Ok(None),
        [folds] => Ok(Some(folds)),
        _ => Err(Failure::new(
            "the number of folds is given twice",
            "give it once, as folds, --folds, --kfold or --stratified",
        )),
    }
}

/// Returns the tests of a row whose scores are said to be pooled, if they are known: the scores may
/// be means over them.
pub(crate) fn if_means(
    arguments: &CheckArgs,
    folds: Option<u64>,
    row: &ReportedRow,
) -> Option<Composition> {
    let is_pooled = arguments.rows.average == AverageName::Pooled;
    is_pooled.then(|| composition(arguments, folds, row).ok().flatten()).flatten()
}

/// Returns the tests over which a row's scores are means; for pooled scores only the sizes of all
/// tests together.
pub(crate) fn averaged(
    arguments: &CheckArgs,
    folds: Option<u64>,
    row: &mut ReportedRow,
) -> Result<Option<Composition>, Failure> {
    if arguments.rows.average != AverageName::Pooled {
        return composition(arguments, folds, row);
    }
    let repeats = arguments.rows.repeats.unwrap_or(1);
    if let Some(sizes) = &arguments.rows.fold_sizes {
        let [positives, negatives] = [0, 1].map(|class| {
            let folds = sizes.0.iter().flatten();
            let sum = folds.fold(0_u64, |sum, size| sum.saturating_add(size[class]));
            sum.saturating_mul(repeats)
        });
        (row.positives, row.negatives) = (positives..=positives, negatives..=negatives);
        return Ok(None);
    }
    folds_of(arguments, folds)?;
    let all = |range: &RangeInclusive<u64>| {
        // Unknown is unknown.
        let times = |end: u64| if end == u64::MAX { end } else { end.saturating_mul(repeats) };
        times(*range.start())..=times(*range.end())
    };
    (row.positives, row.negatives) = (all(&row.positives), all(&row.negatives));
    row.samples = row.samples.as_ref().map(all);
    Ok(None)
}

/// Returns the tests over which scores are means, if they are.
fn composition(
    arguments: &CheckArgs,
    folds: Option<u64>,
    row: &ReportedRow,
) -> Result<Option<Composition>, Failure> {
    let repeats = arguments.rows.repeats.unwrap_or(1);
    if let Some(sizes) = &arguments.rows.fold_sizes {
        let folds = match &sizes.0[..] {
            // Means over equal numbers of folds are means over all of them.
            sets if sets.iter().all(|set| set.len() == sets[0].len()) => {
                Composition::Known(sets.concat())
            }
            sets => Composition::DataSets(sets.to_vec()),
        };
        return Ok(Some(repeated(repeats, folds)));
    }
    let folds = folds_of(arguments, folds)?;
    let Some(folds) = folds else {
        if arguments.rows.repeats.is_some() {
            let hint = "give --folds, --kfold, --stratified K or --fold-sizes too";
            return Err(Failure::new("--repeats needs folds", hint));
        }
        return Ok(None);
    };
    let ReportedRow { positives, negatives, samples, .. } = row;
    if samples.is_some() || [positives, negatives].iter().any(|range| range.start() != range.end())
    {
        let hint = "give --positives and --negatives as numbers";
        return Err(Failure::new("folds need the numbers of positives and negatives", hint));
    }
    let (positives, negatives) = (*positives.start(), *negatives.start());
    let folds = if arguments.rows.kfold.is_some() {
        Composition::Even { folds, positives, negatives }
    } else if arguments.rows.stratified.is_some() {
        Composition::Stratified { folds, positives, negatives }
    } else {
        Composition::Unknown { folds, positives, negatives }
    };
    Ok(Some(repeated(repeats, folds)))
}

fn repeated(repeats: u64, folds: Composition) -> Composition {
    match repeats {
        1 => folds,
        _ => Composition::Repeated { repeats, of: Box::new(folds) },
    }
}
