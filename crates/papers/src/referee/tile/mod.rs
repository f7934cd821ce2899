//! Printed statements about the Tile, compared with the definition of the canonical ranking scores
//! at small performances and a grid of places.

mod curves;
mod operations;
mod orderings;
mod rates;

pub(super) use curves::{Frontier, Interpolation, NoSkillCurve};
pub(super) use operations::{Operation, SameOrder};
pub(super) use orderings::{CorrelationSigns, Diversity, ZoneShapes};
pub(super) use rates::Rates;

pub(super) use operations::same_order;

use super::formula::decided;
use super::{ClosedForm, Expression, RefereeError, Symbols};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;

/// The four counts by their names in data: tn, fp, fn, tp.
pub(super) const OUTCOMES: [&str; 4] = ["tn", "fp", "fn", "tp"];

/// Returns the points whose coordinates are tenths from 0 to 1.
pub(super) fn grid() -> Vec<Point> {
    let steps: Vec<Rational> = [0, 1, 3, 5, 8, 10].map(|tenths| Rational::new(tenths, 10)).to_vec();
    steps.iter().flat_map(|a| steps.iter().map(|b| Point::new(a.clone(), b.clone()))).collect()
}

/// Returns all performances of one total, as matrices of `total` samples.
pub(super) fn simplex(total: u64) -> Vec<[u64; 4]> {
    let mut all = Vec::new();
    for tn in 0..=total {
        for fp in 0..=total - tn {
            for fn_ in 0..=total - tn - fp {
                all.push([tn, fp, fn_, total - tn - fp - fn_]);
            }
        }
    }
    all
}

pub(super) fn matrix(shares: &[Rational; 4]) -> Option<ConfusionMatrix> {
    let [tn, fp, fn_, tp] = shares.clone();
    ConfusionMatrix::new(tn, fp, fn_, tp).ok()
}

pub(super) fn shares(counts: [u64; 4]) -> [Rational; 4] {
    let total: u64 = counts.iter().sum();
    counts.map(|count| Rational::new(count, total))
}

pub(super) fn named(shares: &[Rational; 4]) -> String {
    let parts: Vec<String> =
        OUTCOMES.iter().zip(shares).map(|(name, share)| format!("{name} {share}")).collect();
    parts.join(", ")
}

/// Defines the names of the shares and of the priors.
pub(super) fn define(symbols: &mut Symbols<'_>, shares: &[Rational; 4]) {
    for (name, share) in OUTCOMES.iter().zip(shares) {
        symbols.set(name, ClosedForm::from(share.clone()));
    }
    let [tn, fp, fn_, tp] = shares;
    symbols.set("pin", ClosedForm::from(tn + fp));
    symbols.set("pip", ClosedForm::from(fn_ + tp));
    symbols.set("taun", ClosedForm::from(tn + fn_));
    symbols.set("taup", ClosedForm::from(fp + tp));
}

pub(super) fn rational(
    formula: &Expression,
    symbols: &Symbols<'_>,
) -> Result<Option<Rational>, RefereeError> {
    match decided(formula.value(symbols))? {
        Ok(value) => Ok(Some(
            value
                .as_rational()
                .ok_or_else(|| RefereeError::Undecided(format!("{formula} is irrational")))?,
        )),
        Err(_) => Ok(None),
    }
}
