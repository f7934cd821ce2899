//! The truth about zones in which a classifier is first in all test sets: under one prior the
//! square in balanced coordinates, cut by the line of each rival in each test set, else columns.

use super::columns;
use crate::claim::proofs::Proofs;
use crate::claim::sets::{Matrix, Sets};
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::polygon::{Corner, Line, clipped, line, shape};
use crate::reading::json::Json;
use exactile::num::Rational;

/// Returns the truth about `unanimous`.
pub(super) fn truth<'t>(sets: &'t Sets<'_>) -> Truth<'t> {
    let Some(prior) = sets.common_prior() else {
        let zone = |k: usize| Truth::judge(move |claim| of_several_priors(claim, sets, k));
        return Truth::List((0..sets.means.len()).map(zone).collect());
    };
    let rates = |[tn, fp, fn_, tp]: &Matrix| [tn / &(tn + fp), tp / &(fn_ + tp)];
    let rates: Vec<Vec<[Rational; 2]>> =
        sets.matrices.iter().map(|row| row.iter().map(rates).collect()).collect();
    let zone = |k: usize| {
        let lines = |row: &Vec<[Rational; 2]>| -> Vec<Line> {
            let rivals = row.iter().enumerate().filter(|(j, _)| *j != k);
            rivals.map(|(_, rival)| line(&row[k], rival)).collect()
        };
        let corners = clipped(&rates.iter().flat_map(lines).collect::<Vec<_>>());
        let entry = vec![("classifier", Truth::count(k)), ("piece", piece(corners, &prior))];
        Truth::Object(entry)
    };
    Truth::List((0..sets.means.len()).map(zone).collect())
}

fn of_several_priors(claim: &Json, sets: &Sets<'_>, k: usize) -> Result<(), Wrong> {
    let members =
        vec![("classifier", Truth::count(k)), ("columns", Truth::any()), ("area", Truth::any())];
    same(claim, &Truth::Object(members), &mut Proofs::new("", 0))?;
    columns::check(claim, sets, k)
}

fn piece<'t>(corners: Vec<Corner>, prior: &Rational) -> Truth<'t> {
    if corners.is_empty() {
        return Truth::Null;
    }
    let prior = prior.clone();
    Truth::judge(move |claim| {
        let truth = Truth::Object(shape(claim, &corners, &prior, true)?);
        same(claim, &truth, &mut Proofs::new("", 0))
    })
}
