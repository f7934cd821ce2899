//! Printed statements at a place, and the values of their sides there.
//!
//! A place gives values to names: `tp 0, fp 1, fn 1, tn 1, k = -1/2`. If it has the four counts,
//! the quantities that follow from them have names too. A statement is a formula, or several with
//! `=`, `<=` or the like between them. `where` restricts the matrices for which it is made, `with`
//! gives the importances of R, and some statements distinguish two cases by the sign of k.

use std::cell::Cell;
use std::cmp::Ordering;

use super::formula::value;
use super::number::{NoNumber, Number};
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use exactile::num::Rational;

const RELATIONS: [&str; 6] = ["<=", ">=", "<>", "<", "=", ">"];
/// The deepest chain of names that are defined by other names.
const MOST_LEVELS: u32 = 8;

/// The definitions of further names.
const DERIVED: [(&str, &str); 22] = [
    ("a", "tp"),
    ("b", "fp"),
    ("c", "fn"),
    ("d", "tn"),
    ("p", "fn + tp"),
    ("n", "tn + fp"),
    ("t", "tn + fp + fn + tp"),
    ("N", "t"),
    ("phat", "tp + fp"),
    ("nhat", "tn + fn"),
    ("pip", "p/t"),
    ("pin", "n/t"),
    ("alpha", "tp/p"),
    ("delta", "tn/n"),
    ("LRp", "plr"),
    ("LRn", "nlr"),
    ("acc", "accuracy"),
    ("BM", "informedness"),
    ("MK", "markedness"),
    ("J", "ts"),
    ("PPVbal", "tpr/(1 + tpr - tnr)"),
    ("NPVbal", "tnr/(1 + tnr - tpr)"),
];

type Found = Result<Number, NoNumber>;

/// The place at which sides are compared.
pub(super) struct Place {
    told: Vec<(String, Number)>,
    /// The counts, if all four are given.
    cells: Option<Cells>,
    level: Cell<u32>,
}

impl Place {
    /// Returns the place at which no name has a value.
    pub(super) fn nowhere() -> Self {
        Self { told: Vec::new(), cells: None, level: Cell::new(0) }
    }

    /// Reads a place.
    pub(super) fn new(at: &str) -> Result<Self, NoNumber> {
        let none = Self::nowhere();
        let told = at.split(',').map(|part| {
            let (name, formula) = part.trim_start().split_once(' ').ok_or(NoNumber::Unknown)?;
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let formula = formula.strip_prefix("= ").unwrap_or(formula);
            let value = none.value(formula).map_err(|_| NoNumber::Unknown)?;
            if is_name { Ok((name.to_owned(), value)) } else { Err(NoNumber::Unknown) }
        });
        let told = told.collect::<Result<Vec<(String, Number)>, NoNumber>>()?;
        let mut place = Self { told, ..none };
        let count = |name| Some(place.told(name)?.as_rational()?.clone());
        if let [Some(tn), Some(fp), Some(fn_), Some(tp)] = ["tn", "fp", "fn", "tp"].map(count) {
            place.cells = Some(Cells::new([tn, fp, fn_, tp]));
        }
        Ok(place)
    }

    fn told(&self, name: &str) -> Option<&Number> {
        self.told.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the value of a formula at the place.
    pub(super) fn value(&self, formula: &str) -> Found {
        if self.level.get() > MOST_LEVELS {
            return Err(NoNumber::Unknown);
        }
        self.level.set(self.level.get() + 1);
        let found = value(formula, &|name| self.named(name));
        self.level.set(self.level.get() - 1);
        found
    }

    fn named(&self, name: &str) -> Found {
        if let Some(value) = self.told(name) {
            return Ok(value.clone());
        }
        let cells = self.cells.as_ref().ok_or(NoNumber::Unknown)?;
        if let Some((_, formula)) = DERIVED.iter().find(|(known, _)| *known == name) {
            return self.value(formula);
        }
        let lower = name.to_ascii_lowercase();
        if lower != name {
            return self.named(&lower);
        }
        metric_value(&Metric::named(name).ok_or(NoNumber::Unknown)?, cells)
    }
}

/// Returns the value of a metric.
fn metric_value(metric: &Metric, cells: &Cells) -> Found {
    let Some(Key::Finite(key)) = metric.key(cells) else { return Err(NoNumber::Undefined) };
    let number = |value: Rational| Number::from(value);
    match metric.kind {
        Kind::Exact => Ok(number(key)),
        Kind::Root if key.is_negative() => Ok(number(key.abs()).root()?.negated()),
        Kind::Root => number(key).root(),
        Kind::Logarithm => number(key).logarithm(),
        Kind::Threshold if key.is_zero() => Ok(number(key)),
        Kind::Threshold => {
            let one = number(Rational::ONE);
            let root = one.over(&number(key))?.minus(&one)?.root()?;
            one.over(&root.plus(&one)?)
        }
    }
}

/// The relation between two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relation(&'static str);

impl Relation {
    /// Returns the first relation of a statement; for a formula alone, the relation of its printed
    /// value to the true one.
    pub(super) fn of(statement: &str) -> Self {
        let said = statement.split(" where ").next().unwrap_or_default();
        let said = said.split(" with ").next().unwrap_or_default();
        let mut words = said.split(' ');
        let found = words.find_map(|word| RELATIONS.into_iter().find(|known| *known == word));
        Self(found.unwrap_or("="))
    }

    /// Returns `true` if the relation holds; `None` if that is not found.
    pub(super) fn holds(self, left: &Number, right: &Number) -> Option<bool> {
        let order = || left.compared(right);
        match self.0 {
            "=" => left.is(right),
            "<>" => Some(!left.is(right)?),
            "<" => Some(order()? == Ordering::Less),
            "<=" => Some(order()? != Ordering::Greater),
            ">" => Some(order()? == Ordering::Greater),
            _ => Some(order()? != Ordering::Less),
        }
    }
}

/// Returns the values of the sides of a statement at a place.
pub(super) fn sides(statement: &str, at: &str) -> Result<Vec<Number>, NoNumber> {
    let mut place = Place::new(at)?;
    let statement = statement.split(" where ").next().unwrap_or_default();
    let (statement, importances) = statement.split_once(" with ").unwrap_or((statement, ""));
    if !importances.is_empty() {
        let score = ranking_score(importances, &place)?;
        place.told.push(("R".to_owned(), score));
    }
    let statement = case(statement, &place)?;
    let mut sides = vec![String::new()];
    for word in statement.split(' ') {
        match RELATIONS.contains(&word) {
            true => sides.push(String::new()),
            false => {
                let side = sides.last_mut().expect("there is one");
                side.push_str(if side.is_empty() { "" } else { " " });
                side.push_str(word);
            }
        }
    }
    sides.iter().map(|side| side_value(side, &place)).collect()
}

fn side_value(side: &str, place: &Place) -> Found {
    match (side.starts_with("f-beta("), &place.cells) {
        (true, Some(cells)) => metric_value(&Metric::named(side).ok_or(NoNumber::Unknown)?, cells),
        _ => place.value(side),
    }
}

/// Returns the ranking score of importances such as `I(tn) = 0, I(fp) = 1/2`.
fn ranking_score(importances: &str, place: &Place) -> Found {
    let zero = || Number::from(Rational::ZERO);
    let (mut right, mut all) = (zero(), zero());
    for part in importances.split(", ") {
        let (outcome, importance) = part
            .strip_prefix("I(")
            .and_then(|part| part.split_once(") = "))
            .ok_or(NoNumber::Unknown)?;
        let weighed = place.named(outcome)?.times(&place.value(importance)?)?;
        all = all.plus(&weighed)?;
        match outcome {
            "tn" | "tp" => right = right.plus(&weighed)?,
            "fp" | "fn" => {}
            _ => return Err(NoNumber::Unknown),
        }
    }
    right.over(&all)
}

/// Returns the case that applies, of a statement such as `x = A for k >= 0, B for k < 0`.
fn case(statement: &str, place: &Place) -> Result<String, NoNumber> {
    let cases = statement.split_once(" for k >= 0, ").and_then(|(first, second)| {
        let second = second.strip_suffix(" for k < 0").or(second.strip_suffix(" for k <= 0"))?;
        Some((first.split_once(" = ")?, second))
    });
    let Some(((name, first), second)) = cases else { return Ok(statement.to_owned()) };
    let formula = match place.named("k")?.sign() {
        Ordering::Less => second,
        _ => first,
    };
    Ok(format!("{name} = {formula}"))
}
