//! Printed formulas and numbers of predictive distributions.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::formula::{Tally, decided, equal};
use super::{ClosedForm, Expression, Item, RefereeError, Settles, Symbols};
use exactile::lattice::{BetaPrior, Lattice, LatticeError, Model, Observation, Predictive};
use exactile::num::Rational;

/// The most observed samples of a class.
const OBSERVED: u64 = 4;
/// The most further samples of a class.
const FURTHER: u64 = 5;

/// A model, by its name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ModelName {
    Binomial,
    BetaBinomial,
}

impl ModelName {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Binomial => "binomial model",
            Self::BetaBinomial => "beta-binomial model",
        }
    }

    /// Returns the model with one Beta(u, v) prior for both classes.
    pub(super) fn model(self, u: &Rational, v: &Rational) -> Result<Model, RefereeError> {
        let prior = || BetaPrior::new(u.clone(), v.clone()).map_err(undecided);
        Ok(match self {
            Self::Binomial => Model::Binomial,
            Self::BetaBinomial => Model::BetaBinomial { positive: prior()?, negative: prior()? },
        })
    }
}

fn undecided(error: LatticeError) -> RefereeError {
    RefereeError::Undecided(error.to_string())
}

/// The probability of x right among m further samples of a class, given x1 right and y1 wrong
/// observed ones; the samples of the class are independent of those of the other.
#[derive(Clone, Debug, Deserialize)]
pub struct Mass {
    model: ModelName,
    formula: Expression,
}

impl Mass {
    /// Examines the product of the formula over both classes, for all small observations and
    /// outcomes.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let priors: &[(i64, i64)] = match self.model {
            ModelName::Binomial => &[(1, 1)],
            ModelName::BetaBinomial => &[(1, 1), (2, 3)],
        };
        let lattice = Lattice::new(FURTHER, FURTHER - 1).map_err(undecided)?;
        let mut tally = Tally::default();
        for &(u, v) in priors {
            let (u, v) = (Rational::from(u), Rational::from(v));
            let model = self.model.model(&u, &v)?;
            for (tp, fn_) in split() {
                for (tn, fp) in split() {
                    let observed = Observation { tn, fp, fn_, tp };
                    let predictive =
                        Predictive::new(observed, &model, lattice).map_err(undecided)?;
                    for (x, y) in (0..=FURTHER).flat_map(|x| (0..FURTHER).map(move |y| (x, y))) {
                        let positive = self.mass([&u, &v], [tp, fn_], FURTHER, x)?;
                        let negative = self.mass([&u, &v], [tn, fp], FURTHER - 1, y)?;
                        let truth = ClosedForm::from(predictive.mass(x, y));
                        let case = || format!("after {observed:?}, tp = {x} and tn = {y}");
                        let (Some(positive), Some(negative)) = (positive, negative) else {
                            tally.miss(|| format!("{}: {truth}, the formula has no value", case()));
                            continue;
                        };
                        let printed = positive * negative;
                        tally.places += 1;
                        if !equal(&truth, &ClosedForm::from(printed.clone()))? {
                            tally.differ(|| format!("{}: {truth}, not {printed}", case()));
                        }
                    }
                }
            }
        }
        let convention = "both outcomes of each class were observed, or 0^0 is 1";
        Ok(vec![tally.item(self.formula.to_string(), "outcomes", convention)])
    }

    fn mass(
        &self,
        [u, v]: [&Rational; 2],
        [right, wrong]: [u64; 2],
        further: u64,
        x: u64,
    ) -> Result<Option<Rational>, RefereeError> {
        let none = BTreeMap::new();
        let mut symbols = Symbols::new(&none);
        symbols.set("u", ClosedForm::from(u.clone()));
        symbols.set("v", ClosedForm::from(v.clone()));
        for (name, count) in [("x1", right), ("y1", wrong), ("m", further), ("x", x)] {
            symbols.set(name, ClosedForm::from(Rational::from(count)));
        }
        let Ok(value) = decided(self.formula.value(&symbols))? else { return Ok(None) };
        let irrational = || RefereeError::Undecided(format!("{} is no rational", self.formula));
        value.as_rational().map(Some).ok_or_else(irrational)
    }
}

/// Returns all splits of at least one observed sample into right and wrong ones.
fn split() -> impl Iterator<Item = (u64, u64)> {
    (1..=OBSERVED).flat_map(|all| (0..=all).map(move |right| (right, all - right)))
}

/// The probability that the true positive rate on the same number of further samples is in a range.
#[derive(Clone, Debug, Deserialize)]
pub struct RateRange {
    model: ModelName,
    /// Counts tn, fp, fn, tp.
    observed: [u64; 4],
    from: Rational,
    to: Rational,
    /// The least probability that makes the statement true.
    at_least: Rational,
    /// The reason for that bound, if the print has none.
    #[serde(default)]
    convention: Option<String>,
}

impl RateRange {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let [tn, fp, fn_, tp] = self.observed;
        let observed = Observation { tn, fp, fn_, tp };
        let (p, n) = (tp + fn_, tn + fp);
        let model = self.model.model(&Rational::ONE, &Rational::ONE)?;
        let lattice = Lattice::new(p, n).map_err(undecided)?;
        let predictive = Predictive::new(observed, &model, lattice).map_err(undecided)?;
        let inside = |tp: &u64| (&self.from..=&self.to).contains(&&Rational::new(*tp, p));
        let mass = (0..=p)
            .filter(inside)
            .flat_map(|tp| (0..=n).map(move |tn| (tp, tn)))
            .fold(Rational::ZERO, |sum, (tp, tn)| sum + predictive.mass(tp, tn));
        let Self { from, to, at_least, .. } = self;
        let item = Item::reproduced(
            format!("TPR from {from} to {to} has probability at least {at_least}"),
            format!("it has probability {}", mass.to_decimal(6)),
        );
        let case = format!("{mass} after tp {tp}, fn {fn_}");
        Ok(vec![match (&self.convention, mass >= *at_least) {
            (_, false) => item.erratum(case),
            (Some(convention), true) => item.convention(Settles::Reading, convention, case),
            (None, true) => item,
        }])
    }
}
