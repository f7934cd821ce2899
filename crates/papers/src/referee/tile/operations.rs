//! Operations on performances, and scores that order as the canonical one at a place.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{define, grid, matrix, named, rational, shares, simplex};
use crate::referee::formula::Tally;
use crate::referee::{ClosedForm, Expression, Item, RefereeError, Symbols};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::ConfusionMatrix;
use exactile::score::{Metric, RankingScore, Surrogate};

/// An operation on performances, and its effect on the canonical ranking scores.
#[derive(Clone, Debug, Deserialize)]
pub struct Operation {
    /// The share of each outcome (tn, fp, fn, tp) after the operation, in terms of those before it,
    /// of the priors pin, pip before it and of qn, qp after it.
    becomes: [Expression; 4],
    /// R at (a, b) after the operation is, or orders as, R at this place before it.
    place: [Expression; 2],
    /// `true` if the score is complemented to 1 and the ordering inverted.
    #[serde(default)]
    dual: bool,
    /// If not empty, only the orderings agree, among performances of one prior; these are the
    /// values of qp.
    #[serde(default)]
    target_priors: Vec<Rational>,
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
}

/// A score that orders performances as the canonical ranking score at a place.
#[derive(Clone, Debug, Deserialize)]
pub struct SameOrder {
    /// A metric of the catalogue, or a formula in the shares tn, fp, fn, tp.
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    formula: Option<Expression>,
    place: [Expression; 2],
    /// `true` if the score orders the other way round.
    #[serde(default)]
    dual: bool,
    /// `true` if performances are compared only with those of their own priors.
    #[serde(default)]
    fixed_priors: bool,
    /// Further parameters, with all their values.
    #[serde(default)]
    values: BTreeMap<String, Vec<Rational>>,
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    /// The place that should have been printed.
    #[serde(default)]
    corrected: Option<[Expression; 2]>,
}

/// Returns the place that two formulas give, if it is on the Tile.
fn place(
    formulas: &[Expression; 2],
    symbols: &Symbols<'_>,
) -> Result<Option<RankingScore>, RefereeError> {
    let [a, b] = formulas;
    let (Some(a), Some(b)) = (rational(a, symbols)?, rational(b, symbols)?) else {
        return Ok(None);
    };
    Ok(RankingScore::at(Point::new(a, b)))
}

fn place_name([a, b]: &[Expression; 2]) -> String {
    format!("({a}, {b})")
}

impl Operation {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut tally = Tally::default();
        if self.target_priors.is_empty() {
            self.values(&mut tally)?;
        } else {
            self.orders(&mut tally)?;
        }
        let relation = match (self.target_priors.is_empty(), self.dual) {
            (true, true) => "is 1 - R at",
            (true, false) => "is R at",
            (false, _) => "orders as R at",
        };
        let printed =
            format!("R at (a, b) after the operation {relation} {}", place_name(&self.place));
        Ok(vec![tally.item(printed, "places", "both scores are defined")])
    }

    /// Returns the performance after the operation.
    fn after(&self, symbols: &Symbols<'_>) -> Result<Option<ConfusionMatrix>, RefereeError> {
        let mut shares = Vec::new();
        for formula in &self.becomes {
            let Some(share) = rational(formula, symbols)? else { return Ok(None) };
            shares.push(share);
        }
        let shares: [Rational; 4] = shares.try_into().expect("four formulas");
        Ok(matrix(&shares))
    }

    fn values(&self, tally: &mut Tally) -> Result<(), RefereeError> {
        for counts in (1..=3).flat_map(simplex) {
            let before = shares(counts);
            for point in grid() {
                let mut symbols = Symbols::new(&self.symbols);
                define(&mut symbols, &before);
                let Some(after) = self.after(&symbols)? else { continue };
                symbols.set("a", ClosedForm::from(point.a.clone()));
                symbols.set("b", ClosedForm::from(point.b.clone()));
                let here = RankingScore::at(point.clone()).expect("a place of the grid");
                let left = here.value(&after);
                let there = place(&self.place, &symbols)?;
                let right = there.and_then(|score| matrix(&before).and_then(|m| score.value(&m)));
                let right = if self.dual { right.map(|r| r.complement()) } else { right };
                let (a, b) = (&point.a, &point.b);
                let case = || format!("{} at ({a}, {b})", named(&before));
                match (left, right) {
                    (Some(left), Some(right)) => {
                        tally.places += 1;
                        if left != right {
                            tally.differ(|| format!("{}: {left}, not {right}", case()));
                        }
                    }
                    (None, None) => {}
                    _ => tally.miss(|| format!("{}: only one side has a value", case())),
                }
            }
        }
        Ok(())
    }

    fn orders(&self, tally: &mut Tally) -> Result<(), RefereeError> {
        for (p, n) in [(1, 1), (1, 3), (3, 2)] {
            for target in &self.target_priors {
                for point in grid() {
                    let mut compared = Vec::new();
                    for (tp, tn) in (0..=p).flat_map(|tp| (0..=n).map(move |tn| (tp, tn))) {
                        let before = shares([tn, n - tn, p - tp, tp]);
                        let mut symbols = Symbols::new(&self.symbols);
                        define(&mut symbols, &before);
                        symbols.set("qp", ClosedForm::from(target.clone()));
                        symbols.set("qn", ClosedForm::from(target.complement()));
                        symbols.set("a", ClosedForm::from(point.a.clone()));
                        symbols.set("b", ClosedForm::from(point.b.clone()));
                        let Some(after) = self.after(&symbols)? else { continue };
                        let here = RankingScore::at(point.clone()).expect("a place of the grid");
                        let there = place(&self.place, &symbols)?;
                        let there = there.and_then(|s| matrix(&before).and_then(|m| s.value(&m)));
                        compared.push((here.value(&after), there, named(&before)));
                    }
                    let (a, b) = (&point.a, &point.b);
                    same_order(
                        &compared,
                        self.dual,
                        tally,
                        &format!("at ({a}, {b}), prior {target}"),
                    );
                }
            }
        }
        Ok(())
    }
}

/// Compares two scores as orderings on all pairs; an undefined value is comparable with nothing.
pub(in crate::referee) fn same_order<T: Ord, U: Ord>(
    values: &[(Option<T>, Option<U>, String)],
    dual: bool,
    tally: &mut Tally,
    context: &str,
) {
    for (place, (first, second, name)) in values.iter().enumerate() {
        if first.is_some() != second.is_some() {
            tally.miss(|| format!("{name} {context}: only one of the scores has a value"));
        }
        let (Some(first), Some(second)) = (first, second) else { continue };
        for (other_first, other_second, other) in &values[..place] {
            let (Some(other_first), Some(other_second)) = (other_first, other_second) else {
                continue;
            };
            tally.places += 1;
            let (one, two) = (first.cmp(other_first), second.cmp(other_second));
            let two = if dual { two.reverse() } else { two };
            if one != two {
                tally.differ(|| format!("{name} against {other} {context}: {one:?}, not {two:?}"));
            }
        }
    }
}

impl SameOrder {
    pub(in crate::referee) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let what = match (&self.metric, &self.formula) {
            (Some(metric), _) => metric.clone(),
            (_, Some(formula)) => formula.to_string(),
            _ => return Err(RefereeError::Undecided("no score is named".to_string())),
        };
        let order = if self.dual { "orders in reverse of R at" } else { "orders as R at" };
        let printed = |place| format!("{what} {order} {}", place_name(place));
        let tally = self.compare(&self.place)?;
        let mut item = tally.item(printed(&self.place), "pairs", "both scores are defined");
        if let (true, Some(corrected)) = (item.witness.is_some(), &self.corrected) {
            item.corrected = self.compare(corrected)?.holds().then(|| printed(corrected));
        }
        Ok(vec![item])
    }

    fn compare(&self, formulas: &[Expression; 2]) -> Result<Tally, RefereeError> {
        let metric = match &self.metric {
            Some(name) => Some(crate::referee::formula::metric(name)?),
            None => None,
        };
        // Sets of performances that are compared with each other.
        let sets: Vec<Vec<[u64; 4]>> = if self.fixed_priors {
            let lattice = |(p, n): (u64, u64)| -> Vec<[u64; 4]> {
                (0..=p).flat_map(|tp| (0..=n).map(move |tn| [tn, n - tn, p - tp, tp])).collect()
            };
            [(1, 1), (2, 3), (4, 1), (1, 5)].into_iter().map(lattice).collect()
        } else {
            vec![(1..=4).flat_map(simplex).collect()]
        };
        let mut tally = Tally::default();
        for set in sets {
            for choice in crate::referee::equation::choices(&self.values) {
                let mut compared = Vec::new();
                for counts in &set {
                    let shares = shares(*counts);
                    let mut symbols = Symbols::new(&self.symbols);
                    define(&mut symbols, &shares);
                    for (name, value) in &choice {
                        symbols.set(name, ClosedForm::from((*value).clone()));
                    }
                    let performance = matrix(&shares).expect("shares of some samples");
                    let first = match (&metric, &self.formula) {
                        (Some(metric), _) => surrogate(metric, &performance),
                        (None, Some(formula)) => {
                            rational(formula, &symbols)?.map(Surrogate::Finite)
                        }
                        (None, None) => None,
                    };
                    let second =
                        place(formulas, &symbols)?.and_then(|score| score.value(&performance));
                    compared.push((first, second, named(&shares)));
                }
                let parts: Vec<String> = choice.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                same_order(&compared, self.dual, &mut tally, &parts.join(", "));
            }
        }
        Ok(tally)
    }
}

/// Returns the surrogate that orders a metric's values; infinite ones are values too.
fn surrogate(metric: &Metric, performance: &ConfusionMatrix) -> Option<Surrogate> {
    match metric.value(performance).undefined() {
        Some(_) => None,
        None => metric.surrogate(performance),
    }
}
