//! Rows that are points of one ROC curve.

use super::given::Given;
use crate::host::Failure;
use exactile::reported::{ChainAnswer, ChainRefused, ReportedRow, explain_chain};

/// Returns the finding about all rows together.
///
/// # Errors
/// If the rows are not of one test of known size, or if there is too much to search.
pub(crate) fn of(given: &[Given]) -> Result<ChainAnswer, Failure> {
    let place = |failure: Failure, at: usize| match &given[at].place {
        Some(place) => failure.at(place),
        None => failure,
    };
    if let Some(at) = given.iter().position(|given| !given.is_of_one_test()) {
        let hint = "give positives and negatives, and no folds";
        let what = "points of one curve need the numbers of positives and negatives";
        return Err(place(Failure::new(what, hint), at));
    }
    let rows: Vec<ReportedRow> = given.iter().map(|given| given.row.clone()).collect();
    explain_chain(&rows).map_err(|refused| match refused {
        ChainRefused::Sizes(at) => {
            let what = "points of one curve have the same numbers of positives and negatives";
            let hint = "give --positives and --negatives as numbers, or leave --one-curve out";
            place(Failure::new(what, hint), at)
        }
        ChainRefused::TooMuchWork(refused) => refused.into(),
        other => Failure::new(other, "leave --one-curve out"),
    })
}
