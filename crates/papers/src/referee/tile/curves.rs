//! Lines and curves on the Tile: frontiers, means along its sides, and the curves on which no-skill
//! performances tie.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{grid, matrix, named, rational, shares, simplex};
use crate::referee::formula::{Tally, decided, equal};
use crate::referee::{ClosedForm, Expression, Item, RefereeError, Symbols};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::RankingScore;

/// The half-plane on which one performance of balanced priors is at least as good as another.
#[derive(Clone, Debug, Deserialize)]
pub struct Frontier {
    /// In terms of tnr1, tpr1, tnr2, tpr2: the coefficients of a, of b, and the constant.
    coefficients: [Expression; 3],
}

/// Means under which the canonical scores interpolate along one side of the Tile.
#[derive(Clone, Debug, Deserialize)]
pub struct Interpolation {
    /// The function f of x, such that f of the score is linear in a.
    horizontally: Expression,
    /// The same for b.
    vertically: Expression,
}

/// The curve of places where all no-skill performances with a common property are equivalent.
#[derive(Clone, Debug, Deserialize)]
pub struct NoSkillCurve {
    /// The common property: the priors, or the rates of predictions.
    common: Common,
    /// The two sides of the curve's equation in a, b and the shares xn, xp of the common property.
    left: Expression,
    right: Expression,
    /// The best no-skill performance where the left side is smaller, if that is stated: the one
    /// that always predicts the negative class.
    #[serde(default)]
    negative_below: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Common {
    Priors,
    Predictions,
}

impl Frontier {
    /// Examines it on all pairs of rates in thirds and quarters, at all places of the grid.
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let none = BTreeMap::new();
        let rates: Vec<Rational> =
            [(0, 1), (1, 4), (2, 3), (1, 1)].map(|(n, d)| Rational::new(n, d)).to_vec();
        let half = Rational::new(1, 2);
        let mut points = Vec::new();
        for tnr in &rates {
            for tpr in &rates {
                let matrix = ConfusionMatrix::from_rates(tnr, tpr, &half);
                points.push((tnr, tpr, matrix.expect("rates of the unit interval")));
            }
        }
        let mut tally = Tally::default();
        for (tnr1, tpr1, first) in &points {
            for (tnr2, tpr2, second) in &points {
                let mut symbols = Symbols::new(&none);
                for (name, value) in
                    [("tnr1", tnr1), ("tpr1", tpr1), ("tnr2", tnr2), ("tpr2", tpr2)]
                {
                    symbols.set(name, ClosedForm::from((*value).clone()));
                }
                let mut coefficients = Vec::new();
                for formula in &self.coefficients {
                    let value = rational(formula, &symbols)?;
                    coefficients.push(value.ok_or_else(|| {
                        RefereeError::Undecided(format!("{formula} has no value"))
                    })?);
                }
                for point in grid() {
                    let score = RankingScore::at(point.clone()).expect("a place of the grid");
                    let (Some(left), Some(right)) = (score.value(first), score.value(second))
                    else {
                        continue;
                    };
                    let Point { a, b } = &point;
                    let side =
                        &(&coefficients[0] * a) + &(&coefficients[1] * b) + coefficients[2].clone();
                    tally.places += 1;
                    if left.cmp(&right) != side.sign() {
                        let rates = format!("({tnr1}, {tpr1}) against ({tnr2}, {tpr2})");
                        tally.differ(|| {
                            format!(
                                "{rates} at ({a}, {b}): {left} and {right}, the form gives {side}"
                            )
                        });
                    }
                }
            }
        }
        let [a, b, constant] = &self.coefficients;
        let printed = format!("({a}) a + ({b}) b + ({constant}) >= 0");
        Ok(vec![tally.item(printed, "comparisons", "both scores are defined")])
    }
}

impl Interpolation {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let [horizontal, vertical] = [true, false].map(|along_a| {
            let mean = if along_a { &self.horizontally } else { &self.vertically };
            let swapped = if along_a { &self.vertically } else { &self.horizontally };
            let direction = if along_a { "horizontally" } else { "vertically" };
            let printed = |f: &Expression| format!("{direction}, scores interpolate by f(x) = {f}");
            let convention = "f has a value at both ends";
            let mut item = linear(mean, along_a)?.item(printed(mean), "segments", convention);
            if item.witness.is_some() {
                item.corrected = linear(swapped, along_a)?.holds().then(|| printed(swapped));
            }
            Ok(item)
        });
        Ok(vec![horizontal?, vertical?])
    }
}

/// Returns `true` if f of the score is linear along a segment of the Tile.
fn linear(f: &Expression, along_a: bool) -> Result<Tally, RefereeError> {
    let none = BTreeMap::new();
    let steps = [0, 1, 2, 4].map(|quarters| Rational::new(quarters, 4));
    let mut tally = Tally::default();
    for counts in simplex(4) {
        let performance = matrix(&shares(counts)).expect("shares of some samples");
        for fixed in &steps {
            let value = |free: &Rational| -> Result<Option<ClosedForm>, RefereeError> {
                let (a, b) = if along_a { (free, fixed) } else { (fixed, free) };
                let score = RankingScore::at(Point::new(a.clone(), b.clone()));
                let Some(x) = score.expect("a place of the grid").value(&performance) else {
                    return Ok(None);
                };
                let mut symbols = Symbols::new(&none);
                symbols.set("x", ClosedForm::from(x));
                Ok(decided(f.value(&symbols))?.ok())
            };
            // Between 0 and 1/2 lies 1/4, in the middle.
            let (Some(start), Some(middle), Some(end)) =
                (value(&steps[0])?, value(&steps[1])?, value(&steps[2])?)
            else {
                continue;
            };
            let (start, end) = (start.as_rational(), end.as_rational());
            let (Some(start), Some(end)) = (start, end) else {
                return Err(RefereeError::Undecided(format!("{f} is irrational")));
            };
            let mean = &(start + end) * &Rational::new(1, 2);
            tally.places += 1;
            if !equal(&middle, &ClosedForm::from(mean.clone()))? {
                let line = if along_a { "b" } else { "a" };
                tally.differ(|| {
                    let shares = named(&shares(counts));
                    format!("{shares}, {line} = {fixed}: {middle} in the middle, not {mean}")
                });
            }
        }
    }
    Ok(tally)
}

impl NoSkillCurve {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let none = BTreeMap::new();
        let mut tally = Tally::default();
        let thirds: Vec<Rational> =
            [(1, 5), (1, 2), (2, 3)].map(|(n, d)| Rational::new(n, d)).to_vec();
        for share in &thirds {
            let performances: Vec<ConfusionMatrix> = [(0, 1), (1, 4), (2, 3), (1, 1)]
                .iter()
                .map(|&(n, d)| self.no_skill(share, &Rational::new(n, d)))
                .collect();
            for point in self.places(share) {
                let score = RankingScore::at(point.clone()).expect("a place of the Tile");
                let values: Vec<Option<Rational>> =
                    performances.iter().map(|performance| score.value(performance)).collect();
                if values.iter().any(Option::is_none) {
                    continue;
                }
                let values: Vec<Rational> = values.into_iter().flatten().collect();
                let mut symbols = Symbols::new(&none);
                symbols.set("a", ClosedForm::from(point.a.clone()));
                symbols.set("b", ClosedForm::from(point.b.clone()));
                symbols.set("xp", ClosedForm::from(share.clone()));
                symbols.set("xn", ClosedForm::from(share.complement()));
                let sides = (rational(&self.left, &symbols)?, rational(&self.right, &symbols)?);
                let (Some(left), Some(right)) = sides else { continue };
                let side = left.cmp(&right);
                let level = values.iter().all(|value| *value == values[0]);
                tally.places += 1;
                let (a, b) = (&point.a, &point.b);
                let case = || format!("share {share} of the positive class, ({a}, {b})");
                if level != side.is_eq() {
                    tally.differ(|| format!("{}: the no-skill scores are {values:?}", case()));
                }
                // The first performance never predicts the positive class, the last one always.
                let order = values[0].cmp(&values[values.len() - 1]);
                if self.negative_below && order != side.reverse() {
                    tally.differ(|| format!("{}: never against always positive {order:?}", case()));
                }
            }
        }
        let printed = format!("{} = {}", self.left, self.right);
        Ok(vec![tally.item(printed, "places", "all scores are defined")])
    }

    /// Returns the no-skill performance with the common share, and the other share.
    fn no_skill(&self, common: &Rational, other: &Rational) -> ConfusionMatrix {
        let (prior, rate) = match self.common {
            Common::Priors => (common, other),
            Common::Predictions => (other, common),
        };
        let (negative, rejected) = (prior.complement(), rate.complement());
        ConfusionMatrix::new(
            &negative * &rejected,
            &negative * rate,
            prior * &rejected,
            prior * rate,
        )
        .expect("shares that sum to 1")
    }

    /// Returns the grid, and for each of its a the place where never and always positive are equal.
    fn places(&self, share: &Rational) -> Vec<Point> {
        let mut places = grid();
        let (p, n) = (share, share.complement());
        let [pp, nn] = [p * p, &n * &n];
        for tenths in 1..10 {
            let a = Rational::new(tenths, 10);
            let rest = a.complement();
            // With tn = n (1 - t), fp = n t, fn = p (1 - t), tp = p t, equal ends mean
            // a b p^2 = (1 - a)(1 - b) n^2; the other constraint mirrors b.
            let (up, down) = (&nn * &rest, &pp * &a);
            let b = &up / &(&up + &down);
            let b = if self.common == Common::Priors { b } else { b.complement() };
            places.push(Point::new(a, b));
        }
        places
    }
}
