//! Conditions that thresholds have to meet, and the threshold that comes nearest if none meets
//! them.

use std::cmp::Ordering;

use crate::claim::stop::Stop;
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use crate::metric::ranks::unknown_metric;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::{LogSum, Rational};

/// A bound on a metric.
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) metric: Metric,
    relation: &'static str,
    bound: Rational,
}

/// The relations, the longer ones first.
const RELATIONS: [&str; 4] = ["<=", ">=", "<", ">"];

impl Condition {
    /// Reads `METRIC RELATION NUMBER`.
    pub(super) fn read(claim: &Json) -> Result<Self, Stop> {
        let text = claim.as_text().unwrap_or_default();
        let found = RELATIONS.into_iter().find_map(|relation| {
            let (name, bound) = text.split_once(&format!(" {relation} "))?;
            Some((name, relation, bound))
        });
        let Some((name, relation, bound)) = found else {
            return Err(Wrong::new(format!("a condition should stand here, not {claim}")).into());
        };
        let number = exact_text::decimal(bound).or_else(|| exact_text::parse(bound).ok());
        let open =
            || Stop::Unknown("conditions with roots and logarithms are not checked here".into());
        Ok(Self {
            text: text.to_owned(),
            metric: Metric::named(name).ok_or_else(|| unknown_metric(name))?,
            relation,
            bound: number.ok_or_else(open)?,
        })
    }

    /// Returns `true` if the metric is defined and within the bound.
    pub(super) fn is_met(&self, cells: &Cells) -> bool {
        let Some(key) = self.metric.key(cells) else { return false };
        let order = order_of(self.metric.kind, &key, &self.bound);
        match self.relation {
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            "<" => order.is_lt(),
            _ => order.is_gt(),
        }
    }

    /// Compares two keys that are both beyond the bound; the one nearer to it is the greater.
    pub(super) fn nearer(&self, one: &Key, other: &Key) -> Ordering {
        if self.relation.starts_with('<') { other.cmp(one) } else { one.cmp(other) }
    }
}

/// Compares the value of a key with a number.
fn order_of(kind: Kind, key: &Key, bound: &Rational) -> Ordering {
    let Key::Finite(key) = key else { return Ordering::Greater };
    match kind {
        Kind::Exact => key.cmp(bound),
        Kind::Root => key.cmp(&(bound * bound.abs())),
        Kind::Logarithm if !key.is_positive() => Ordering::Less,
        Kind::Logarithm => (&LogSum::ln(key) - bound).sign(),
        // The value 1/(1 + sqrt(1/key - 1)) is at most x, from 0 to 1, where the key is at most
        // x^2/(x^2 + (1 - x)^2).
        Kind::Threshold if bound.is_negative() => Ordering::Greater,
        Kind::Threshold if *bound > Rational::ONE => Ordering::Less,
        Kind::Threshold => {
            let (square, rest) = (bound * bound, bound.complement());
            key.cmp(&(&square / (&square + &rest * &rest)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_through_their_keys() {
        let cells = Cells::of([8, 2, 1, 4]);
        let met = |text: &str| {
            let condition = Condition::read(&Json::Text(text.to_owned()));
            condition.ok().map(|condition| condition.is_met(&cells))
        };
        // TPR 4/5, FPR 1/5, PPV 2/3; pt = 1/(1 + sqrt(4)) = 1/3; ln DOR = ln 16 = 2.77...; gm =
        // 4/5.
        for (text, expected) in [
            ("tpr >= 0.8", true),
            ("tpr > 4/5", false),
            ("fpr < 0.2", false),
            ("ppv <= 0.66", false),
            ("pt <= 1/3", true),
            ("pt < 1/3", false),
            ("pt > -1", true),
            ("pt < 2", true),
            ("log-dor > 2.77", true),
            ("log-dor > 2.78", false),
            ("gm >= 0.8", true),
            ("gm > 0.8", false),
        ] {
            assert_eq!(met(text), Some(expected), "{text}");
        }
        assert_eq!(met("tpr = 1"), None);
        assert_eq!(met("mcc > sqrt(1/2)"), None);
    }
}
