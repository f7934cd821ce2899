//! The truth about zones in which a classifier is first in all test sets: under one prior the
//! square in balanced coordinates, cut by the line of each rival in each test set.

use std::collections::BTreeSet;

use super::sets::{Matrix, Sets, prior};
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::geometry::polygon::{Corner, Line, clipped, line, shape};
use exactile::num::Rational;

/// Returns the truth about `unanimous`.
pub(super) fn truth<'t>(sets: &Sets<'_>) -> Result<Truth<'t>, Wrong> {
    let several = || Wrong::new("the test sets have several priors").of("unanimous");
    let prior = sets.common_prior().ok_or_else(several)?;
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
    Ok(Truth::List((0..sets.means.len()).map(zone).collect()))
}

/// Returns the truth about `unanimous_missing`, the reason why there are no zones.
pub(super) fn reason<'t>(sets: &Sets<'_>) -> Result<Truth<'t>, Wrong> {
    if sets.common_prior().is_some() {
        return Err(Wrong::new("all results have one prior").of("unanimous_missing"));
    }
    let priors: BTreeSet<Rational> = sets.matrices.iter().flatten().map(prior).collect();
    let lacks_class = [Rational::ZERO, Rational::ONE].iter().any(|prior| priors.contains(prior));
    Ok(Truth::text(match lacks_class {
        true => "not computed: a test set has samples of one class only".to_owned(),
        false => format!(
            "not computed for {} positive priors; --target-prior shifts all to one",
            priors.len()
        ),
    }))
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
