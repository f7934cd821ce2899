//! Printed statements about the Tile, held against the definition of the canonical ranking scores
//! at small performances and a grid of places.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::formula::{Tally, decided, equal};
use super::{Expression, Item, RefereeError, Symbols, Value};
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Classifier, ConfusionMatrix};
use crate::score::{Metric, MetricValue, RankingScore, Surrogate};
use crate::tile::Regions;

/// The four counts by their names in data: tn, fp, fn, tp.
pub(super) const OUTCOMES: [&str; 4] = ["tn", "fp", "fn", "tp"];

/// An operation on performances and what it does to the canonical ranking scores.
#[derive(Clone, Debug, Deserialize)]
pub struct Operation {
    /// The share of each outcome (tn, fp, fn, tp) after the operation, in terms of those before it,
    /// of the priors pin, pip before it and of qn, qp after it.
    becomes: [Expression; 4],
    /// R at (a, b) after the operation is, or orders as, R at this place before it.
    place: [Expression; 2],
    /// The score is complemented to 1, the ordering inverted.
    #[serde(default)]
    dual: bool,
    /// Only the orderings agree, among performances of one prior; qp takes these values.
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
    /// The score orders the other way round.
    #[serde(default)]
    dual: bool,
    /// The priors are fixed: performances are compared with those of their own priors only.
    #[serde(default)]
    fixed_priors: bool,
    /// Further parameters, with all values that they take.
    #[serde(default)]
    values: BTreeMap<String, Vec<Rational>>,
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    /// What should have been printed for the place.
    #[serde(default)]
    corrected: Option<[Expression; 2]>,
}

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

/// The curve of places where all no-skill performances with something in common are equivalent.
#[derive(Clone, Debug, Deserialize)]
pub struct NoSkillCurve {
    /// What they have in common: the priors, or the rates of predictions.
    common: Common,
    /// The two sides of the curve's equation in a, b and the shares xn, xp of what is common.
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

/// The tenths from 0 to 1 that the checks take as coordinates.
fn grid() -> Vec<Point> {
    let steps: Vec<Rational> = [0, 1, 3, 5, 8, 10].map(|tenths| Rational::new(tenths, 10)).to_vec();
    steps.iter().flat_map(|a| steps.iter().map(|b| Point::new(a.clone(), b.clone()))).collect()
}

/// All performances of one total, as matrices of that many samples.
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

/// Gives the shares and the priors their names.
pub(super) fn define(symbols: &mut Symbols<'_>, shares: &[Rational; 4]) {
    for (name, share) in OUTCOMES.iter().zip(shares) {
        symbols.set(name, Value::from(share.clone()));
    }
    let [tn, fp, fn_, tp] = shares;
    symbols.set("pin", Value::from(tn + fp));
    symbols.set("pip", Value::from(fn_ + tp));
    symbols.set("taun", Value::from(tn + fn_));
    symbols.set("taup", Value::from(fp + tp));
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

/// The place that two formulas give, if it is on the Tile.
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
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
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

    /// The performance after the operation.
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
                symbols.set("a", Value::from(point.a.clone()));
                symbols.set("b", Value::from(point.b.clone()));
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
                        symbols.set("qp", Value::from(target.clone()));
                        symbols.set("qn", Value::from(target.complement()));
                        symbols.set("a", Value::from(point.a.clone()));
                        symbols.set("b", Value::from(point.b.clone()));
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
pub(super) fn same_order<T: Ord, U: Ord>(
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
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
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
            Some(name) => Some(super::formula::metric(name)?),
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
            for choice in super::equation::choices(&self.values) {
                let mut compared = Vec::new();
                for counts in &set {
                    let shares = shares(*counts);
                    let mut symbols = Symbols::new(&self.symbols);
                    define(&mut symbols, &shares);
                    for (name, value) in &choice {
                        symbols.set(name, Value::from((*value).clone()));
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

/// What orders a metric's values; infinite ones are values too.
fn surrogate(metric: &Metric, performance: &ConfusionMatrix) -> Option<Surrogate> {
    match metric.value(performance) {
        MetricValue::Undefined(_) => None,
        _ => metric.surrogate(performance),
    }
}

impl Frontier {
    /// On all pairs of rates in thirds and quarters, at all places of the grid.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
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
                    symbols.set(name, Value::from((*value).clone()));
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
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
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

/// Is f of the score linear along a segment of the Tile?
fn linear(f: &Expression, along_a: bool) -> Result<Tally, RefereeError> {
    let none = BTreeMap::new();
    let steps = [0, 1, 2, 4].map(|quarters| Rational::new(quarters, 4));
    let mut tally = Tally::default();
    for counts in simplex(4) {
        let performance = matrix(&shares(counts)).expect("shares of some samples");
        for fixed in &steps {
            let value = |free: &Rational| -> Result<Option<Value>, RefereeError> {
                let (a, b) = if along_a { (free, fixed) } else { (fixed, free) };
                let score = RankingScore::at(Point::new(a.clone(), b.clone()));
                let Some(x) = score.expect("a place of the grid").value(&performance) else {
                    return Ok(None);
                };
                let mut symbols = Symbols::new(&none);
                symbols.set("x", Value::from(x));
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
            if !equal(&middle, &Value::from(mean.clone()))? {
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
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
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
                symbols.set("a", Value::from(point.a.clone()));
                symbols.set("b", Value::from(point.b.clone()));
                symbols.set("xp", Value::from(share.clone()));
                symbols.set("xn", Value::from(share.complement()));
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

    /// The no-skill performance with the common share, and the other share.
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

    /// The grid, and for each a of it the place where never and always positive are equal.
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

/// Performances with printed shares, which belong to printed rates at a prior, and of which each
/// is first somewhere on the Tile.
#[derive(Clone, Debug, Deserialize)]
pub struct Rates {
    prior: Rational,
    /// TNR and TPR of each.
    rates: Vec<[Rational; 2]>,
    /// Shares tn, fp, fn, tp of each.
    printed: Vec<[Rational; 4]>,
    /// The names of those that are first on some region, in the order of the rates.
    best: Vec<String>,
}

impl Rates {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let undecided = |error: &dyn std::fmt::Display| RefereeError::Undecided(error.to_string());
        let mut items = Vec::new();
        let mut classifiers = Vec::new();
        for (([tnr, tpr], printed), name) in self.rates.iter().zip(&self.printed).zip(&self.best) {
            let truth = ConfusionMatrix::from_rates(tnr, tpr, &self.prior)
                .map_err(|error| undecided(&error))?;
            let shares = [truth.tn(), truth.fp(), truth.fn_(), truth.tp()].map(Clone::clone);
            let item = Item::reproduced(
                format!("{name}: {}", named(printed)),
                format!("{name}: {}", named(&shares)),
            );
            let witness = format!("TNR {tnr} and TPR {tpr} give {}", named(&shares));
            items.push(if shares == *printed { item } else { item.erratum(witness) });
            classifiers.push(Classifier::new(name, truth));
        }
        let regions = Regions::new(classifiers).map_err(|error| undecided(&error))?;
        let first: Vec<String> = regions
            .summary()
            .classifiers
            .iter()
            .zip(&self.best)
            .filter(|(summary, _)| summary.first_share.value().sign().is_gt())
            .map(|(_, name)| name.clone())
            .collect();
        let item = Item::reproduced(
            format!("{} are first somewhere", self.best.join(", ")),
            format!("{} are", first.join(", ")),
        );
        let same = first == self.best && self.printed.len() == self.rates.len();
        items.push(if same { item } else { item.erratum("the regions of rank 1") });
        Ok(items)
    }
}
