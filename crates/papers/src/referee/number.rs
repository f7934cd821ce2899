//! Printed numbers: exact values against their decimals or their signs.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use serde::Deserialize;

use super::formula::decided;
use super::{Expression, Item, RefereeError, Settles, Symbols};
use exactile::num::Rational;

/// Values with their printed numbers.
#[derive(Clone, Debug, Deserialize)]
pub struct Number {
    numbers: Vec<Printed>,
}

#[derive(Clone, Debug, Deserialize)]
struct Printed {
    value: Expression,
    /// A decimal, all of whose digits are significant, or `negative` or `positive`.
    printed: String,
}

impl Number {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.numbers.iter().map(Printed::examine).collect()
    }
}

impl Printed {
    fn examine(&self) -> Result<Item, RefereeError> {
        let Self { value: formula, printed } = self;
        let undecided = |what: String| RefereeError::Undecided(what);
        let none = BTreeMap::new();
        let value = decided(formula.value(&Symbols::new(&none)))?
            .map_err(|reason| undecided(reason.to_string()))?;
        let value = value.as_rational().ok_or_else(|| undecided(format!("decimals of {value}")))?;
        let item = Item::reproduced(format!("{formula} is {printed}"), value.to_string());
        let sign = match printed.as_str() {
            "negative" => Some(Ordering::Less),
            "positive" => Some(Ordering::Greater),
            _ => None,
        };
        if let Some(sign) = sign {
            let holds = value.sign() == sign;
            return Ok(if holds { item } else { item.erratum(format!("it is {value}")) });
        }
        let number: Rational =
            printed.parse().map_err(|_| undecided(format!("the number {printed:?}")))?;
        let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let digits = u32::try_from(digits).map_err(|error| undecided(error.to_string()))?;
        let unit = Rational::new(1, BigInt::from(10).pow(digits));
        let distance = (&value - &number).abs();
        if &distance + &distance <= unit {
            return Ok(item);
        }
        let exactly = format!("{value} rounds to {}", value.to_decimal(digits));
        let towards_zero = number.abs() <= value.abs() && number.sign() != value.sign().reverse();
        Ok(if distance < unit && towards_zero {
            item.convention(Settles::Reading, "decimals are cut off, not rounded", exactly)
        } else {
            item.erratum(exactly)
        })
    }
}
