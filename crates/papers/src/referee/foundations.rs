//! Printed statements about ranking scores in general: convex sets of performances, importances,
//! and scores that are functions of a ranking score.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::undecided;
use super::formula::{Tally, metric};
use super::tile::{OUTCOMES, define, matrix, named, rational, same_order, shares, simplex};
use super::{ClosedForm, Expression, Item, RefereeError, Symbols};
use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::ranking::{Importance, Performance, Satisfaction, ranking_score};
use exactile::score::RankingScore;

/// Relations to a performance whose sets are said to be convex.
#[derive(Clone, Debug, Deserialize)]
pub struct ConvexSets {
    relations: Vec<String>,
}

/// The importances of the canonical ranking score at (a, b), outcome by outcome.
#[derive(Clone, Debug, Deserialize)]
pub struct ImportanceAt {
    printed: Vec<(String, Expression)>,
    corrected: Vec<(String, Expression)>,
}

/// Scores that are monotonic functions of a ranking score.
#[derive(Clone, Debug, Deserialize)]
pub struct RankingScores {
    /// Compared only among performances with the same priors, both positive.
    #[serde(default)]
    fixed_priors: bool,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Deserialize)]
struct Row {
    metric: String,
    /// The score in terms of R and the priors pin, pip.
    formula: Expression,
    /// The importances of tn, fp, fn, tp.
    importance: [Expression; 4],
    increasing: bool,
    /// The score that should have been printed.
    #[serde(default)]
    corrected: Option<Expression>,
}

impl ConvexSets {
    /// Examines it on all performances of up to three samples on three outcomes, and on their
    /// mixtures in thirds.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let satisfaction =
            Satisfaction::new([0, 1, 3].map(Rational::from).to_vec()).map_err(undecided)?;
        let mut counts: Vec<[u64; 3]> = Vec::new();
        for total in 1..=3_u64 {
            for x in 0..=total {
                counts.extend((0..=total - x).map(|y| [x, y, total - x - y]));
            }
        }
        let performances: Vec<Performance> = counts
            .iter()
            .map(|counts| Performance::from_counts(counts).map_err(undecided))
            .collect::<Result<_, _>>()?;
        let importances = [[1, 1, 1], [1, 0, 2], [3, 1, 0]];
        let mut items = Vec::new();
        for relation in &self.relations {
            let holds = relation_of(relation)?;
            let mut tally = Tally::default();
            for importance in &importances {
                let importance = Importance::from_counts(importance).map_err(undecided)?;
                let value = |p: &Performance| ranking_score(p, &satisfaction, &importance);
                let values: Vec<Option<Rational>> = performances.iter().map(value).collect();
                let pairs = (0..performances.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                for (i, j) in pairs {
                    let (Some(first), Some(second)) = (&values[i], &values[j]) else { continue };
                    let parts = [(1, i), (2, j)]
                        .map(|(weight, k)| (Rational::from(weight), &performances[k]));
                    let mixed = Performance::mixture(&parts).map_err(undecided)?;
                    let mixed = value(&mixed).expect("a mixture keeps a value");
                    for reference in values.iter().flatten() {
                        let within = |value: &Rational| holds(value.cmp(reference));
                        if within(first) && within(second) {
                            tally.places += 1;
                            if !within(&mixed) {
                                tally.differ(|| {
                                    format!(
                                        "scores {first} and {second} {relation} {reference}, of \
                                         the mixture {mixed}"
                                    )
                                });
                            }
                        }
                    }
                }
            }
            let printed = format!("the performances with R {relation} R(P) are convex");
            items.push(tally.item(printed, "mixtures", "all scores are defined"));
        }
        Ok(items)
    }
}

fn relation_of(name: &str) -> Result<fn(Ordering) -> bool, RefereeError> {
    Ok(match name {
        "<" => Ordering::is_lt,
        "<=" => Ordering::is_le,
        "=" => Ordering::is_eq,
        "!=" => Ordering::is_ne,
        ">=" => Ordering::is_ge,
        ">" => Ordering::is_gt,
        other => return Err(undecided(format!("no relation is called {other:?}"))),
    })
}

impl ImportanceAt {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let printed = assignments(&self.printed);
        let tally = compare(&self.printed)?;
        let mut item = tally.item(printed, "places", "both scores are defined");
        if item.witness.is_some() && compare(&self.corrected)?.holds() {
            item.corrected = Some(assignments(&self.corrected));
        }
        Ok(vec![item])
    }
}

fn assignments(all: &[(String, Expression)]) -> String {
    let parts: Vec<String> =
        all.iter().map(|(name, value)| format!("I({name}) = {value}")).collect();
    parts.join(", ")
}

/// Checks that each outcome has one importance, and that R with these is the canonical score at (a,
/// b).
fn compare(assigned: &[(String, Expression)]) -> Result<Tally, RefereeError> {
    let none = BTreeMap::new();
    let mut tally = Tally::default();
    for (a, b) in [(1, 3), (2, 1), (0, 4), (3, 2)] {
        let point = Point::new(Rational::new(a, 4), Rational::new(b, 4));
        let mut symbols = Symbols::new(&none);
        symbols.set("a", ClosedForm::from(point.a.clone()));
        symbols.set("b", ClosedForm::from(point.b.clone()));
        let mut known: BTreeMap<&str, Rational> = BTreeMap::new();
        for (name, formula) in assigned {
            let Some(value) = rational(formula, &symbols)? else { continue };
            let place = || format!("a = {}, b = {}", point.a, point.b);
            match known.get(name.as_str()) {
                Some(other) if *other != value => {
                    tally.differ(|| format!("{}: I({name}) is {other} and {value}", place()));
                }
                _ => {
                    known.insert(name, value);
                }
            }
        }
        let missing = OUTCOMES.iter().find(|outcome| !known.contains_key(*outcome));
        if let Some(missing) = missing {
            tally.differ(|| format!("I({missing}) has no value"));
            continue;
        }
        let importance = Importance::new(OUTCOMES.map(|o| known[o].clone()).to_vec());
        let Ok(importance) = importance else {
            tally.differ(|| "these are no importances".to_string());
            continue;
        };
        let canonical = RankingScore::at(point.clone()).expect("a place of the Tile");
        for counts in (1..=3).flat_map(simplex) {
            let matrix = matrix(&shares(counts)).expect("some samples");
            let performance = Performance::from(&matrix);
            let found = ranking_score(&performance, &Satisfaction::two_class(), &importance);
            let truth = canonical.value(&matrix);
            tally.places += 1;
            if found != truth {
                tally.differ(|| format!("{}: not the score at the place", named(&shares(counts))));
            }
        }
    }
    Ok(tally)
}

impl RankingScores {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.rows.iter().map(|row| self.item(row)).collect()
    }

    fn item(&self, row: &Row) -> Result<Item, RefereeError> {
        let parts: Vec<String> = OUTCOMES
            .iter()
            .zip(&row.importance)
            .map(|(name, value)| format!("I({name}) = {value}"))
            .collect();
        let printed = |formula| format!("{} = {formula} with {}", row.metric, parts.join(", "));
        let tally = self.compare(row, &row.formula)?;
        let aside = "both sides have a finite value";
        let mut item = tally.item(printed(&row.formula), "performances and pairs", aside);
        if let (true, Some(corrected)) = (item.witness.is_some(), &row.corrected) {
            let holds = self.compare(row, corrected)?.holds();
            item.corrected = holds.then(|| printed(corrected));
        }
        Ok(item)
    }

    fn compare(&self, row: &Row, formula: &Expression) -> Result<Tally, RefereeError> {
        let sets: Vec<Vec<[u64; 4]>> = if self.fixed_priors {
            let lattice = |(p, n): (u64, u64)| -> Vec<[u64; 4]> {
                (0..=p).flat_map(|tp| (0..=n).map(move |tn| [tn, n - tn, p - tp, tp])).collect()
            };
            [(1, 1), (2, 3), (4, 1)].into_iter().map(lattice).collect()
        } else {
            vec![(1..=4).flat_map(simplex).collect()]
        };
        let score = metric(&row.metric)?;
        let none = BTreeMap::new();
        let mut tally = Tally::default();
        for set in sets {
            let mut compared = Vec::new();
            for counts in set {
                let shares = shares(counts);
                let matrix = matrix(&shares).expect("some samples");
                let mut symbols = Symbols::new(&none);
                define(&mut symbols, &shares);
                let mut importance = Vec::new();
                for formula in &row.importance {
                    importance.push(rational(formula, &symbols)?.ok_or(RefereeError::Empty)?);
                }
                let importance = Importance::new(importance).map_err(undecided)?;
                let ranking = ranking_score(
                    &Performance::from(&matrix),
                    &Satisfaction::two_class(),
                    &importance,
                );
                let own = score.value(&matrix).as_rational().cloned();
                let by_formula = match &ranking {
                    Some(ranking) => {
                        symbols.set("R", ClosedForm::from(ranking.clone()));
                        rational(formula, &symbols)?
                    }
                    None => None,
                };
                if let (Some(own), Some(by_formula)) = (&own, &by_formula) {
                    let sides = [own, by_formula].map(|side| ClosedForm::from(side.clone()));
                    let same = own == by_formula;
                    tally.sides(same, || named(&shares), &sides[0], &sides[1]);
                    if !same {
                        tally.differ(|| format!("{}: {own}, not {by_formula}", named(&shares)));
                    }
                } else if own.is_some() != by_formula.is_some() {
                    tally.miss(|| format!("{}: only one side has a value", named(&shares)));
                }
                // Infinite values take part in the order.
                let order = score.surrogate(&matrix);
                let ranking = order.as_ref().and(ranking);
                compared.push((order, ranking, named(&shares)));
            }
            same_order(&compared, !row.increasing, &mut tally, "among these performances");
        }
        Ok(tally)
    }
}
