//! Means over folds or several tests: what is asked about them, and how a refusal is mended.

use crate::args::{AverageName, CheckArgs};
use crate::failure::Failure;
use exactile::reported::{Composition, FoldsRefused, ReportedRow};

/// How to mend what is refused about means over folds.
pub(super) fn mend(refused: FoldsRefused) -> &'static str {
    match refused {
        FoldsRefused::UnknownComposition => {
            "give --stratified or --fold-sizes; --average pooled needs neither"
        }
        FoldsRefused::TooManyMatrices(_) => "--average pooled has no such limit",
        FoldsRefused::NoFolds { .. } => "give a fold at least, and a sample at least for each one",
        _ => "leave scores out, or check folds one by one",
    }
}

/// The tests over which a row's scores are means, and for pooled ones nothing but the sizes of all together.
pub(super) fn averaged(
    arguments: &CheckArgs,
    folds: Option<u64>,
    row: &mut ReportedRow,
) -> Result<Option<Composition>, Failure> {
    let is_pooled = arguments.average == AverageName::Pooled;
    if let Some(sizes) = &arguments.fold_sizes {
        let sizes: Vec<[u64; 2]> = sizes.0.iter().map(|size| size.0).collect();
        if !is_pooled {
            return Ok(Some(Composition::Known(sizes)));
        }
        let [positives, negatives] =
            [0, 1].map(|class| sizes.iter().map(|size| size[class]).sum::<u64>());
        (row.positives, row.negatives) = (positives..=positives, negatives..=negatives);
        return Ok(None);
    }
    let Some(folds) = folds.filter(|_| !is_pooled) else { return Ok(None) };
    let ReportedRow { positives, negatives, samples, .. } = &*row;
    if samples.is_some() || [positives, negatives].iter().any(|range| range.start() != range.end())
    {
        let hint = "give --positives and --negatives as numbers, or --average pooled";
        return Err(Failure::new("folds need the numbers of positives and negatives", hint));
    }
    let (positives, negatives) = (*positives.start(), *negatives.start());
    Ok(Some(if arguments.stratified {
        Composition::Stratified { folds, positives, negatives }
    } else {
        Composition::Unknown { folds, positives, negatives }
    }))
}
