//! Printed best constant predictions, against all constants on small data sets.

use serde::Deserialize;

use super::{Item, RefereeError};
use exactile::advantage::{
    LogTally, Precision, RegressionLoss, RegressionTally, TooFine, zero_one,
};
use exactile::num::{Rational, Value};
use exactile::performance::MultiClassMatrix;

/// The values, or classes, that occur in the data sets.
const VALUES: [u8; 3] = [0, 1, 3];
/// The most samples of a data set.
const SAMPLES: usize = 5;

/// A constant that is said to be the best prediction: its advantage is zero, and no other constant
/// has a positive one.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BestConstant {
    loss: Loss,
    best: Best,
    /// The loss for which it is the best.
    #[serde(default)]
    corrected: Option<Loss>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Loss {
    ZeroOne,
    CrossEntropy,
    Squared,
    Absolute,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Best {
    /// The mean of the true values.
    Mean,
    /// Either end of the interval of medians.
    Median,
    /// Each of the most frequent values.
    Mode,
    /// The frequencies of the classes.
    Marginal,
    /// The same probability for all classes.
    Uniform,
    /// The least value.
    Least,
}

/// A constant prediction.
#[derive(Clone, Debug, PartialEq)]
enum Constant {
    Number(Rational),
    Probabilities(Vec<Rational>),
}

impl Loss {
    fn name(self) -> &'static str {
        match self {
            Self::ZeroOne => "0/1",
            Self::CrossEntropy => "cross-entropy",
            Self::Squared => "squared",
            Self::Absolute => "absolute",
        }
    }
}

impl BestConstant {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let says = |loss: Loss| {
            let best = format!("{:?}", self.best).to_lowercase();
            format!("the {best} is the best constant under the {} loss", loss.name())
        };
        let (predictions, witness) = self.compare(self.loss)?;
        let item = Item::reproduced(says(self.loss), format!("best of {predictions} predictions"));
        let Some(witness) = witness else { return Ok(vec![item]) };
        let mut item =
            Item { computed: "another constant is better".to_string(), ..item }.erratum(witness);
        if let Some(loss) = self.corrected {
            item.corrected = self.compare(loss)?.1.is_none().then(|| says(loss));
        }
        Ok(vec![item])
    }

    /// Returns the number of predictions that were tried, and the first contradiction.
    fn compare(&self, loss: Loss) -> Result<(u64, Option<String>), RefereeError> {
        let mut predictions = 0;
        for data in data_sets() {
            let best = self.best.of(&data);
            for constant in best.iter().chain(&constants(loss, &data)) {
                let advantage = advantage(loss, &data, constant)?;
                if advantage.undefined().is_some() {
                    continue;
                }
                predictions += 1;
                let (zero, positive) = sign(&advantage)?;
                if positive || (best.contains(constant) && !zero) {
                    let said = match constant {
                        Constant::Number(number) => number.to_string(),
                        Constant::Probabilities(all) => format!("{all:?}"),
                    };
                    let witness = format!("true values {data:?}: always {said} has PA {advantage}");
                    return Ok((predictions, Some(witness)));
                }
            }
        }
        Ok((predictions, None))
    }
}

impl Best {
    /// Returns the constants in question, for data in ascending order.
    fn of(self, data: &[u8]) -> Vec<Constant> {
        let number = |value: u8| Constant::Number(Rational::from(u64::from(value)));
        let count = |value: u8| data.iter().filter(|other| **other == value).count() as u64;
        let size = data.len() as u64;
        match self {
            Self::Mean => {
                let sum: u64 = data.iter().map(|value| u64::from(*value)).sum();
                vec![Constant::Number(Rational::new(sum, size))]
            }
            Self::Median => {
                vec![number(data[(data.len() - 1) / 2]), number(data[data.len() / 2])]
            }
            Self::Mode => {
                let most = VALUES.map(count).into_iter().max();
                VALUES.into_iter().filter(|v| Some(count(*v)) == most).map(number).collect()
            }
            Self::Marginal => {
                let shares = VALUES.map(|value| Rational::new(count(value), size));
                vec![Constant::Probabilities(shares.to_vec())]
            }
            Self::Uniform => {
                let share = Rational::new(1, VALUES.len());
                vec![Constant::Probabilities(vec![share; VALUES.len()])]
            }
            Self::Least => vec![number(data[0])],
        }
    }
}

/// Returns all ascending data sets, small ones first.
fn data_sets() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut last = vec![Vec::new()];
    for _ in 0..SAMPLES {
        let longer = |data: &Vec<u8>| {
            let least = data.last().copied().unwrap_or(0);
            let data = data.clone();
            VALUES.into_iter().filter(move |value| *value >= least).map(move |value| {
                let mut data = data.clone();
                data.push(value);
                data
            })
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Returns the constants to try: a grid that contains each true value; all classes; or all
/// probabilities in sixths. Means, medians and frequencies of the data are tried too.
fn constants(loss: Loss, data: &[u8]) -> Vec<Constant> {
    match loss {
        Loss::ZeroOne => VALUES.map(|v| Constant::Number(Rational::from(u64::from(v)))).to_vec(),
        Loss::Squared | Loss::Absolute => {
            let grid = (-4..=16).map(|step| Constant::Number(Rational::new(step, 4)));
            grid.chain(Best::Mean.of(data)).chain(Best::Median.of(data)).collect()
        }
        Loss::CrossEntropy => {
            let sixths = |i: u64, j: u64| [i, j, 6 - i - j].map(|k| Rational::new(k, 6)).to_vec();
            let grid = (0..=6).flat_map(|i| (0..=6 - i).map(move |j| sixths(i, j)));
            grid.map(Constant::Probabilities).chain(Best::Marginal.of(data)).collect()
        }
    }
}

fn advantage(loss: Loss, data: &[u8], constant: &Constant) -> Result<Value, RefereeError> {
    let class = |value: &u8| VALUES.iter().position(|other| other == value).expect("one of them");
    let fine = |error: TooFine| RefereeError::Undecided(error.to_string());
    match (loss, constant) {
        (Loss::ZeroOne, Constant::Number(said)) => {
            let mut cells = [[0_u64; 3]; 3];
            let is_said = |value: &u8| Rational::from(u64::from(*value)) == *said;
            let said = VALUES.iter().position(is_said).ok_or_else(|| unfit(loss))?;
            for value in data {
                cells[class(value)][said] += 1;
            }
            let matrix = MultiClassMatrix::from_counts(["0", "1", "3"], cells);
            Ok(zero_one(&matrix.expect("samples")).advantage)
        }
        (Loss::CrossEntropy, Constant::Probabilities(said)) => {
            let mut tally = LogTally::new(VALUES.len(), 1);
            for value in data {
                tally.add(class(value), [&said[class(value)]]);
            }
            let precision = Precision { digits: 12, closed_forms: false };
            Ok(tally.finish(precision).remove(0).advantage)
        }
        (Loss::Squared | Loss::Absolute, Constant::Number(said)) => {
            let loss = match loss {
                Loss::Squared => RegressionLoss::Squared,
                _ => RegressionLoss::Absolute,
            };
            let mut tally = RegressionTally::new(loss, 1);
            for value in data {
                let truth = Rational::from(u64::from(*value));
                tally.add(&truth, std::slice::from_ref(said), &Rational::ONE).map_err(fine)?;
            }
            Ok(tally.finish().map_err(fine)?.remove(0).advantage)
        }
        _ => Err(unfit(loss)),
    }
}

fn unfit(loss: Loss) -> RefereeError {
    RefereeError::Undecided(format!("a constant of another kind under the {} loss", loss.name()))
}

/// Returns whether the advantage is zero, and whether it is positive.
fn sign(advantage: &Value) -> Result<(bool, bool), RefereeError> {
    match (advantage, advantage.ends()) {
        (Value::Exact(value), _) => Ok((value.is_zero(), value.is_positive())),
        (Value::NegativeInfinity, _) => Ok((false, false)),
        (_, Some([lower, _])) if lower.is_positive() => Ok((false, true)),
        (_, Some([_, upper])) if upper.is_negative() => Ok((false, false)),
        _ => Err(RefereeError::Undecided(format!("the sign of {advantage}"))),
    }
}
