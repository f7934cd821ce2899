//! `rank --at-best`: models that may choose their thresholds.

use super::arguments::RankArgs;
use crate::args::{distinct, one_list};
use crate::host::Failure;
use crate::inputs::models::check_models;
use crate::inputs::reading::Reading;
use crate::thresholds::arguments::{ScoresFormat, ThresholdsArgs};

/// Returns the arguments of `thresholds` whose ranking `rank --at-best` shows.
pub(crate) fn asked(arguments: &RankArgs) -> Result<ThresholdsArgs, Failure> {
    let input = &arguments.input;
    Reading::at_best(input, &arguments.classes)?;
    check_models(input)?;
    let costs = arguments.costs.both();
    Ok(ThresholdsArgs {
        input: input.input.clone(),
        more: input.more.clone(),
        input_format: ScoresFormat::Scores,
        labels: input.labels.clone(),
        target: arguments.target.clone(),
        at: arguments.at.clone().filter(|_| costs.is_none()),
        scores: one_list(distinct(&arguments.scores)),
        cost_fp: costs.map(|costs| costs.fp.clone()),
        cost_fn: costs.map(|costs| costs.fn_.clone()),
        subject_to: Vec::new(),
        max_fpr: None,
        calibration: None,
        for_model: None,
        choose_on: None,
        folds: None,
        by: None,
        equalise: None,
        output: arguments.output.clone(),
    })
}
