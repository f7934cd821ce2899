//! Printed equations between numbers, and printed bounds of metrics.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::formula::{Counts, Tally, Truth, decided, equal, metric, value_of};
use super::{ClosedForm, Expression, Item, RefereeError, Settles, Symbols};
use exactile::num::Rational;

/// Two sides that are said to be equal, for all combinations of the values given.
#[derive(Clone, Debug, Deserialize)]
pub struct Equation {
    left: Expression,
    right: Expression,
    /// Names with all their values.
    #[serde(default)]
    values: BTreeMap<String, Vec<Rational>>,
    /// The definitions of further names.
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
    /// For an approximate equality, the largest distance of the sides, relative to the right one.
    #[serde(default)]
    within: Option<Rational>,
    #[serde(default)]
    corrected: Option<Expression>,
    /// An expression that must not be negative for the equation to have a meaning.
    #[serde(default)]
    requires: Option<Requirement>,
}

/// A number that must not be negative, and the convention for a print that allows it to be.
#[derive(Clone, Debug, Deserialize)]
struct Requirement {
    value: Expression,
    convention: String,
}

impl Equation {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let tally = self.compare(&self.right, self.within.as_ref())?;
        let convention = match &self.requires {
            Some(requirement) => &requirement.convention,
            None => "the values are such that no denominator vanishes",
        };
        let mut item = tally.item(format!("{} = {}", self.left, self.right), "choices", convention);
        if item.settles.is_some() && self.requires.is_some() {
            item.settles = Some(Settles::Reading);
        }
        if let (true, Some(corrected)) = (item.witness.is_some(), &self.corrected) {
            let holds = self.compare(corrected, None)?.holds();
            item.corrected = holds.then(|| format!("{} = {corrected}", self.left));
        }
        if let (Some(within), None) = (&self.within, &item.witness) {
            let exact = self.compare(&self.right, None)?;
            if let Some(witness) = exact.different {
                item = item.convention(
                    Settles::Tolerance,
                    format!("equality is meant within {within} of it"),
                    witness,
                );
            }
        }
        Ok(vec![item])
    }

    fn compare(
        &self,
        right: &Expression,
        within: Option<&Rational>,
    ) -> Result<Tally, RefereeError> {
        let mut tally = Tally::default();
        for choice in choices(&self.values) {
            let mut symbols = Symbols::new(&self.symbols);
            for (name, value) in &choice {
                symbols.set(name, ClosedForm::from((*value).clone()));
            }
            let named = || {
                let parts: Vec<String> = choice.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                if parts.is_empty() { "the two sides".to_string() } else { parts.join(", ") }
            };
            if let Some(Requirement { value, .. }) = &self.requires {
                let found = decided(value.value(&symbols))?;
                let number = found.ok().and_then(|found| found.as_rational());
                if let Some(number) = number.filter(|number| number.is_negative()) {
                    tally.miss(|| format!("{}: {value} = {number} is negative", named()));
                    continue;
                }
            }
            let sides = (decided(self.left.value(&symbols))?, decided(right.value(&symbols))?);
            let (left, right) = match sides {
                (Ok(left), Ok(right)) => (left, right),
                (Err(_), Err(_)) => continue,
                (Err(reason), _) | (_, Err(reason)) => {
                    tally.miss(|| format!("{}: {reason}", named()));
                    continue;
                }
            };
            let same = match (within, left.as_rational(), right.as_rational()) {
                (Some(within), Some(left), Some(right)) => {
                    (&left - &right).abs() <= within * &right.abs()
                }
                _ => equal(&left, &right)?,
            };
            tally.sides(same, named, &left, &right);
            if !same {
                tally.differ(|| format!("{}: {left}, not {right}", named()));
            }
        }
        Ok(tally)
    }
}

/// Returns all combinations of one value for each name.
pub(super) fn choices(values: &BTreeMap<String, Vec<Rational>>) -> Vec<Vec<(&str, &Rational)>> {
    let mut choices = vec![Vec::new()];
    for (name, values) in values {
        let mut longer = Vec::new();
        for choice in &choices {
            for value in values {
                let mut choice: Vec<(&str, &Rational)> = choice.clone();
                choice.push((name, value));
                longer.push(choice);
            }
        }
        choices = longer;
    }
    choices
}

/// The greatest finite value that a metric is said to take with p positive and n negative samples.
#[derive(Clone, Debug, Deserialize)]
pub struct Greatest {
    metric: String,
    printed: Expression,
    #[serde(default)]
    corrected: Option<Expression>,
}

impl Greatest {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let named = |formula| format!("the greatest finite {} is {formula}", self.metric);
        let tally = self.compare(&self.printed)?;
        let mut item = tally.item(
            named(&self.printed),
            "class sizes",
            "the class sizes are such that the formula has a value",
        );
        if let (true, Some(corrected)) = (item.witness.is_some(), &self.corrected) {
            item.corrected = self.compare(corrected)?.holds().then(|| named(corrected));
        }
        Ok(vec![item])
    }

    fn compare(&self, formula: &Expression) -> Result<Tally, RefereeError> {
        let metric = metric(&self.metric)?;
        let mut greatest: BTreeMap<(u64, u64), (Rational, Counts)> = BTreeMap::new();
        for counts in Counts::all(1) {
            let Truth::Value(value) = value_of(&metric, counts)? else { continue };
            let value = value.as_rational().ok_or_else(|| {
                RefereeError::Undecided(format!("the order of values of {}", self.metric))
            })?;
            match greatest.entry(counts.classes()) {
                std::collections::btree_map::Entry::Vacant(slot) => {
                    slot.insert((value, counts));
                }
                std::collections::btree_map::Entry::Occupied(mut slot) => {
                    if slot.get().0 < value {
                        slot.insert((value, counts));
                    }
                }
            }
        }
        let none = BTreeMap::new();
        let mut tally = Tally::default();
        for ((p, n), (value, counts)) in greatest {
            let mut symbols = Symbols::new(&none);
            symbols.set("p", ClosedForm::from(Rational::from(p)));
            symbols.set("n", ClosedForm::from(Rational::from(n)));
            match decided(formula.value(&symbols))? {
                Ok(printed) => {
                    tally.places += 1;
                    if !equal(&printed, &ClosedForm::from(value.clone()))? {
                        tally.differ(|| {
                            format!("p = {p}, n = {n}: {value} at {counts}, not {printed}")
                        });
                    }
                }
                Err(reason) => tally.miss(|| format!("p = {p}, n = {n}: {value}, but {reason}")),
            }
        }
        Ok(tally)
    }
}
