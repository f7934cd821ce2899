//! Printed bounds and equalities of measures, held against every small confusion matrix.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer};

use super::formula::{Truth, decided, equal, metric, value_of_matrix};
use super::{ClosedForm, Compared, Expression, Item, NoValue, RefereeError, Settles, Symbols};
use exactile::advantage::zero_one;
use exactile::num::Rational;
use exactile::performance::{ConfusionMatrix, MultiClassMatrix};

/// The most samples of a matrix.
const SAMPLES: u64 = 12;

/// The measures of the catalogue that claims may name. `PA` is the advantage under the 0/1 loss.
const MEASURES: [(&str, &str); 7] = [
    ("TPR", "tpr"),
    ("TNR", "tnr"),
    ("PPV", "ppv"),
    ("F1", "f1"),
    ("BA", "ba"),
    ("ACC", "accuracy"),
    ("kappa", "kappa"),
];

/// Claims about the measures of all matrices, in terms of the counts tp, fp, fn and tn.
#[derive(Clone, Debug, Deserialize)]
pub struct Inequality {
    claims: Vec<Claim>,
    /// The relations that hold for all matrices considered by the paper.
    #[serde(default)]
    given: Vec<ClaimedRelation>,
    /// The definitions of further names.
    #[serde(default)]
    symbols: BTreeMap<String, Expression>,
}

#[derive(Clone, Debug, Deserialize)]
struct Claim {
    claim: ClaimedRelation,
    #[serde(default)]
    when: Vec<ClaimedRelation>,
    #[serde(default)]
    corrected: Option<Box<Claim>>,
}

/// Two sides and their claimed relation.
#[derive(Clone, Debug)]
struct ClaimedRelation {
    left: Expression,
    sign: Sign,
    right: Expression,
}

#[derive(Clone, Copy, Debug)]
enum Sign {
    AtMost,
    Less,
    Equal,
}

impl Sign {
    fn text(self) -> &'static str {
        match self {
            Self::AtMost => "<=",
            Self::Less => "<",
            Self::Equal => "=",
        }
    }
}

impl<'de> Deserialize<'de> for ClaimedRelation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let text = String::deserialize(deserializer)?;
        // The longer sign first: it contains the others.
        for sign in [Sign::AtMost, Sign::Less, Sign::Equal] {
            if let Some((left, right)) = text.split_once(sign.text()) {
                let side = |text: &str| text.trim().parse().map_err(D::Error::custom);
                return Ok(Self { left: side(left)?, sign, right: side(right)? });
            }
        }
        Err(D::Error::custom(format!("{text:?} compares nothing by <=, < or =")))
    }
}

impl fmt::Display for ClaimedRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.sign.text(), self.right)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.claim.fmt(f)?;
        for (place, condition) in self.when.iter().enumerate() {
            write!(f, "{}{condition}", if place == 0 { " where " } else { " and " })?;
        }
        Ok(())
    }
}

/// The outcome of a relation at one matrix.
enum Outcome {
    Holds,
    /// With the values of the two sides.
    Fails(ClosedForm, ClosedForm),
    /// A side has no value.
    Without(NoValue),
}

impl ClaimedRelation {
    fn at(&self, symbols: &Symbols<'_>) -> Result<Outcome, RefereeError> {
        let left = match decided(self.left.value(symbols))? {
            Ok(value) => value,
            Err(reason) => return Ok(Outcome::Without(reason)),
        };
        let right = match decided(self.right.value(symbols))? {
            Ok(value) => value,
            Err(reason) => return Ok(Outcome::Without(reason)),
        };
        let holds = match self.sign {
            Sign::Equal => equal(&left, &right)?,
            sign => {
                let ordered = |value: &ClosedForm| {
                    let undecided = || RefereeError::Undecided(format!("the order of {value}"));
                    value.as_rational().ok_or_else(undecided)
                };
                let (left, right) = (ordered(&left)?, ordered(&right)?);
                left < right || (matches!(sign, Sign::AtMost) && left == right)
            }
        };
        Ok(if holds { Outcome::Holds } else { Outcome::Fails(left, right) })
    }
}

/// The findings about a claim at all matrices.
#[derive(Default)]
struct Count {
    holds: u64,
    fails: Option<String>,
    compared: Option<Compared>,
    failures: u64,
    without: Option<String>,
    withouts: u64,
}

impl Inequality {
    /// Adds the definitions of names that hold throughout a paper.
    pub(super) fn define(&mut self, symbols: &BTreeMap<String, Expression>) {
        for (name, meaning) in symbols {
            self.symbols.entry(name.clone()).or_insert_with(|| meaning.clone());
        }
    }

    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let matrices = matrices()?;
        self.claims.iter().map(|claim| self.item(claim, matrices)).collect()
    }

    fn item(&self, claim: &Claim, matrices: &[Matrix]) -> Result<Item, RefereeError> {
        let Count { holds, fails, compared, failures, without, withouts } =
            self.count(claim, matrices)?;
        let item = Item::reproduced(claim.to_string(), format!("holds at all {holds} matrices"));
        let item = Item { compared, ..item };
        let mut item = match (fails, without) {
            (Some(witness), _) => {
                let computed = format!("fails at {failures} of {} matrices", holds + failures);
                Item { computed, ..item }.erratum(witness)
            }
            (None, Some(witness)) if holds == 0 => {
                Item { computed: "no value anywhere".to_string(), ..item }.erratum(witness)
            }
            (None, Some(witness)) => {
                let computed = format!("holds at {holds} matrices, has no value at {withouts}");
                Item { computed, ..item }.convention(
                    Settles::Singular,
                    "both sides are defined",
                    witness,
                )
            }
            (None, None) if holds == 0 => {
                return Err(RefereeError::Undecided(format!("no small matrix has {claim}")));
            }
            (None, None) => item,
        };
        if let (true, Some(corrected)) = (item.witness.is_some(), &claim.corrected) {
            let count = self.count(corrected, matrices)?;
            let holds = count.fails.is_none() && count.withouts == 0 && count.holds > 0;
            item.corrected = holds.then(|| corrected.to_string());
        }
        Ok(item)
    }

    fn count(&self, claim: &Claim, matrices: &[Matrix]) -> Result<Count, RefereeError> {
        let mut count = Count::default();
        'matrices: for matrix in matrices {
            let mut symbols = Symbols::new(&self.symbols);
            matrix.define(&mut symbols);
            for condition in self.given.iter().chain(&claim.when) {
                if !matches!(condition.at(&symbols)?, Outcome::Holds) {
                    continue 'matrices;
                }
            }
            match claim.claim.at(&symbols)? {
                Outcome::Holds => count.holds += 1,
                Outcome::Fails(left, right) => {
                    count.failures += 1;
                    let compared = || Compared::new(matrix.to_string(), &left, &right);
                    count.compared.get_or_insert_with(compared);
                    count.fails.get_or_insert_with(|| {
                        let ClaimedRelation { left: l, right: r, .. } = &claim.claim;
                        format!("{matrix}: {l} is {left}, {r} is {right}")
                    });
                }
                Outcome::Without(reason) => {
                    count.withouts += 1;
                    count.without.get_or_insert_with(|| format!("{matrix}: {reason}"));
                }
            }
        }
        Ok(count)
    }
}

/// A matrix with its named quantities: the counts tp, fp, fn, tn, and the measures.
struct Matrix {
    counts: [u64; 4],
    values: Vec<(&'static str, Result<ClosedForm, NoValue>)>,
}

/// Returns all matrices, those of fewer samples first. They are computed once.
fn matrices() -> Result<&'static [Matrix], RefereeError> {
    static MATRICES: OnceLock<Result<Vec<Matrix>, RefereeError>> = OnceLock::new();
    let counts = (1..=SAMPLES).flat_map(|total| {
        (0..=total).flat_map(move |tp| {
            (0..=total - tp).flat_map(move |fp| {
                (0..=total - tp - fp).map(move |fn_| [tp, fp, fn_, total - tp - fp - fn_])
            })
        })
    });
    match MATRICES.get_or_init(|| counts.map(Matrix::new).collect()) {
        Ok(matrices) => Ok(matrices),
        Err(error) => Err(error.clone()),
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [tp, fp, fn_, tn] = self.counts;
        write!(f, "tp {tp}, fp {fp}, fn {fn_}, tn {tn}")
    }
}

impl Matrix {
    fn new(counts: [u64; 4]) -> Result<Self, RefereeError> {
        let [tp, fp, fn_, tn] = counts;
        let names = ["tp", "fp", "fn", "tn"].into_iter().zip(counts);
        let mut values: Vec<(&'static str, Result<ClosedForm, NoValue>)> = names
            .map(|(name, count)| (name, Ok(ClosedForm::from(Rational::from(count)))))
            .collect();
        let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("some samples");
        let none = |name: &str| NoValue::ZeroOverZero(name.to_string());
        let advantage = zero_one(&MultiClassMatrix::from(&matrix)).advantage;
        let advantage = advantage.as_rational().cloned().map(ClosedForm::from);
        values.push(("PA", advantage.ok_or_else(|| none("PA"))));
        for (name, measure) in MEASURES {
            let value = match value_of_matrix(&metric(measure)?, &matrix)? {
                Truth::Value(value) => Ok(value),
                Truth::None(_) => Err(none(name)),
            };
            values.push((name, value));
        }
        Ok(Self { counts, values })
    }

    fn define(&self, symbols: &mut Symbols<'_>) {
        for (name, value) in &self.values {
            match value {
                Ok(value) => symbols.set(name, value.clone()),
                Err(reason) => symbols.lacks(name, reason.clone()),
            }
        }
    }
}
