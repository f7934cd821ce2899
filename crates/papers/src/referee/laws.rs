//! Printed properties of the prediction advantage, on all small data sets.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::undecided;
use super::tile::rational;
use super::{ClosedForm, Expression, Item, RefereeError, Settles, Symbols};
use exactile::advantage::{Assessment, RegressionLoss, RegressionTally, cost_sensitive, zero_one};
use exactile::num::Rational;
use exactile::performance::{CostMatrix, MultiClassMatrix};

/// True values and predictions.
const VALUES: [u8; 3] = [0, 1, 3];

/// A property that the advantage is said to have under a loss.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct AdvantageLaw {
    loss: Loss,
    law: Law,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Loss {
    ZeroOne,
    Squared,
    Absolute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Law {
    /// The advantage has the opposite order of the risk.
    InverseOrder,
    /// The advantage has the order of the risk.
    SameOrder,
    /// It is at most 1, and 1 exactly if the risk is 0.
    AtMostOne,
    /// It is at most 0.
    AtMostZero,
    /// It is 0 if the risk is that of the best constant, and negative if it is greater.
    Meaning,
    /// It is positive if the risk is that of the best constant.
    PositiveForConstants,
}

/// The risks of a prediction and of the best constant, and the advantage.
struct Case {
    name: String,
    risk: Rational,
    constant: Rational,
    advantage: Option<Rational>,
}

impl AdvantageLaw {
    /// Examines it on all data sets of up to three samples, with all predictions.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let (mut holds, mut fails, mut aside) = (0_u64, None, None);
        for data in tuples(3) {
            let mut cases = Vec::new();
            for said in tuples(3).into_iter().filter(|said| said.len() == data.len()) {
                let case = self.case(&data, &said)?;
                if case.advantage.is_none() {
                    aside.get_or_insert_with(|| {
                        format!("{}: the best constant has risk 0", case.name)
                    });
                    continue;
                }
                cases.push(case);
            }
            let mut check = |holding: bool, witness: String| {
                if holding {
                    holds += 1;
                } else if fails.is_none() {
                    fails = Some(witness);
                }
            };
            for case in &cases {
                let Case { name, risk, constant, advantage } = case;
                let advantage = advantage.as_ref().expect("kept where it has a value");
                let witness =
                    || format!("{name}: risk {risk}, best constant {constant}, PA {advantage}");
                match self.law {
                    Law::InverseOrder | Law::SameOrder => {
                        for other in &cases {
                            let advantages = other.advantage.as_ref().map(|a| advantage.cmp(a));
                            let risks = risk.cmp(&other.risk);
                            let expected =
                                if self.law == Law::InverseOrder { risks.reverse() } else { risks };
                            check(advantages == Some(expected), witness());
                        }
                    }
                    Law::AtMostOne => check(
                        *advantage <= Rational::ONE
                            && (*advantage == Rational::ONE) == risk.is_zero(),
                        witness(),
                    ),
                    Law::AtMostZero => check(!advantage.is_positive(), witness()),
                    Law::Meaning => check(advantage.sign() == constant.cmp(risk), witness()),
                    Law::PositiveForConstants => {
                        check(risk != constant || advantage.is_positive(), witness());
                    }
                }
            }
        }
        let says = match self.law {
            Law::InverseOrder => "the advantage orders inversely to the risk",
            Law::SameOrder => "the advantage orders as the risk",
            Law::AtMostOne => "the advantage is at most 1, and 1 just where the risk is 0",
            Law::AtMostZero => "the advantage is at most 0",
            Law::Meaning => {
                "the advantage is 0 at the risk of the best constant, negative above it"
            }
            Law::PositiveForConstants => {
                "the advantage is positive at the risk of the best constant"
            }
        };
        let item = Item::reproduced(
            format!("{says} ({:?} loss)", self.loss),
            format!("holds in all {holds} cases"),
        );
        Ok(vec![match (fails, aside) {
            (Some(witness), _) => Item { computed: "fails".to_owned(), ..item }.erratum(witness),
            (None, Some(witness)) => item.convention(
                Settles::Singular,
                "the true values differ: otherwise the best constant is always right, and the \
                 advantage 0/0 or negative infinity",
                witness,
            ),
            (None, None) => item,
        }])
    }

    fn case(&self, data: &[u8], said: &[u8]) -> Result<Case, RefereeError> {
        let assessment = match self.loss {
            Loss::ZeroOne => zero_one(&matrix(data, said)?),
            Loss::Squared => regression(RegressionLoss::Squared, data, said)?,
            Loss::Absolute => regression(RegressionLoss::Absolute, data, said)?,
        };
        let cost = |truth: u8, said: u8| {
            let away = Rational::from(u64::from(truth.abs_diff(said)));
            match self.loss {
                Loss::ZeroOne => Rational::from(u64::from(truth != said)),
                Loss::Squared => &away * &away,
                Loss::Absolute => away,
            }
        };
        let size = Rational::from(data.len() as u64);
        let total: Rational = data.iter().zip(said).map(|(&t, &s)| cost(t, s)).sum();
        // The best constant may lie between the values: thirds and quarters, halves and sixths do.
        let constant = (0..=36)
            .map(|twelfths| Rational::new(twelfths, 12))
            .filter(|value| self.loss != Loss::ZeroOne || is_value(value))
            .map(|value| -> Rational {
                let each = data.iter().map(|&truth| {
                    let away = (&Rational::from(u64::from(truth)) - &value).abs();
                    match self.loss {
                        Loss::ZeroOne => Rational::from(u64::from(!away.is_zero())),
                        Loss::Squared => &away * &away,
                        Loss::Absolute => away,
                    }
                });
                each.sum()
            })
            .min()
            .expect("there are constants");
        Ok(Case {
            name: format!("true values {data:?}, predictions {said:?}"),
            risk: &total / &size,
            constant: &constant / &size,
            advantage: assessment.advantage.as_rational().cloned(),
        })
    }
}

fn is_value(value: &Rational) -> bool {
    VALUES.iter().any(|&known| Rational::from(u64::from(known)) == *value)
}

/// Returns all sequences of up to `most` values.
fn tuples(most: usize) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let mut last: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..most {
        let longer = |tuple: &Vec<u8>| {
            let tuple = tuple.clone();
            VALUES.into_iter().map(move |value| [&tuple[..], &[value]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn matrix(data: &[u8], said: &[u8]) -> Result<MultiClassMatrix, RefereeError> {
    let class = |value: u8| VALUES.iter().position(|&other| other == value).expect("one of them");
    let mut cells = [[0_u64; 3]; 3];
    for (&truth, &said) in data.iter().zip(said) {
        cells[class(truth)][class(said)] += 1;
    }
    MultiClassMatrix::from_counts(["0", "1", "3"], cells).map_err(undecided)
}

fn regression(loss: RegressionLoss, data: &[u8], said: &[u8]) -> Result<Assessment, RefereeError> {
    let mut tally = RegressionTally::new(loss, 1);
    for (&truth, &said) in data.iter().zip(said) {
        let [truth, said] = [truth, said].map(|value| Rational::from(u64::from(value)));
        tally.add(&truth, &[said], &Rational::ONE).map_err(undecided)?;
    }
    Ok(tally.finish().map_err(undecided)?.remove(0))
}

/// A loss, in terms of the true value r and the predicted one s, under which the mean of a random
/// prediction is said to be at least as good as the prediction.
#[derive(Clone, Debug, Deserialize)]
pub struct ConstantSuffices {
    loss: Expression,
}

impl ConstantSuffices {
    /// Examines it with all distributions of predictions in thirds, on all data sets of up to three
    /// samples: by Jensen's inequality for each true value.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let none = BTreeMap::new();
        let loss = |truth: &Rational, said: &Rational| -> Result<Rational, RefereeError> {
            let mut symbols = Symbols::new(&none);
            symbols.set("r", ClosedForm::from(truth.clone()));
            symbols.set("s", ClosedForm::from(said.clone()));
            rational(&self.loss, &symbols)?.ok_or_else(|| undecided("the loss has no value"))
        };
        let third = Rational::new(1, 3);
        let mut cases = 0_u64;
        let mut fails = None;
        for data in tuples(3) {
            for predicted in tuples(3).iter().filter(|said| said.len() == 3) {
                let number = |value: &u8| Rational::from(u64::from(*value));
                let mean = &predicted.iter().map(number).sum::<Rational>() * &third;
                let (mut random, mut constant) = (Rational::ZERO, Rational::ZERO);
                for truth in data.iter().map(number) {
                    constant += &loss(&truth, &mean)?;
                    for said in predicted.iter().map(number) {
                        random += &(&loss(&truth, &said)? * &third);
                    }
                }
                cases += 1;
                if constant > random && fails.is_none() {
                    fails = Some(format!(
                        "true values {data:?}: always {mean} has loss {constant}, each of \
                         {predicted:?} with probability 1/3 has {random}"
                    ));
                }
            }
        }
        let item = Item::reproduced(
            format!("under {} the mean of a random prediction is as good as it", self.loss),
            format!("holds in all {cases} cases"),
        );
        Ok(vec![match fails {
            Some(witness) => Item { computed: "fails".to_owned(), ..item }.erratum(witness),
            None => item,
        }])
    }
}

/// The class that is said to be the best constant under costs of confusions.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct CostConstant {
    best: CostBest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CostBest {
    /// The class of least expected cost.
    LeastCost,
    /// The most frequent class.
    Mode,
}

impl CostConstant {
    /// Examines it on all data sets of up to three samples, under several costs.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut cases = 0_u64;
        let mut fails = None;
        // cost[truth][said]
        let all = [[[0, 1, 4], [2, 0, 1], [3, 1, 0]], [[0, 5, 5], [1, 0, 1], [1, 1, 0]]];
        for costs in all {
            let cost = |truth: usize, said: usize| Rational::from(costs[truth][said]);
            let labels = ["0", "1", "3"].map(str::to_owned).to_vec();
            let rows = (0..3).map(|t| (0..3).map(|s| cost(t, s)).collect()).collect();
            let matrix_of_costs = CostMatrix::new(labels, rows).map_err(undecided)?;
            for data in tuples(3) {
                let class = |value: &u8| VALUES.iter().position(|v| v == value).expect("of them");
                let always = |said: usize| -> Rational {
                    data.iter().map(|truth| cost(class(truth), said)).sum()
                };
                let count = |k: usize| data.iter().filter(|v| class(v) == k).count();
                let best = match self.best {
                    CostBest::LeastCost => (0..3).min_by_key(|&said| always(said)),
                    CostBest::Mode => (0..3).max_by_key(|&k| count(k)),
                };
                let best = best.expect("there are classes");
                for (said, value) in VALUES.into_iter().enumerate() {
                    let predictions = vec![value; data.len()];
                    let assessed = cost_sensitive(&matrix(&data, &predictions)?, &matrix_of_costs)
                        .map_err(undecided)?;
                    let Some(advantage) = assessed.advantage.as_rational().cloned() else {
                        continue;
                    };
                    cases += 1;
                    if (said == best && !advantage.is_zero() || advantage.is_positive())
                        && fails.is_none()
                    {
                        fails = Some(format!(
                            "true values {data:?}, costs {costs:?} (true class by rows): always {} \
                             has PA {advantage}",
                            value
                        ));
                    }
                }
            }
        }
        let says = match self.best {
            CostBest::LeastCost => "the class of least expected cost is the best constant",
            CostBest::Mode => "the most frequent class is the best constant",
        };
        let item =
            Item::reproduced(says, format!("its PA is 0, no other's positive: {cases} cases"));
        Ok(vec![match fails {
            Some(witness) => Item { computed: "fails".to_owned(), ..item }.erratum(witness),
            None => item,
        }])
    }
}
