//! Printed ranges of metrics, and the printed number of neighbours of a confusion matrix.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::error::undecided;
use super::formula::{Counts, metric};
use super::{Item, RefereeError, Settles};
use exactile::num::{Rational, Value};

/// The values of a metric, which is said to take all from the least to the greatest.
#[derive(Clone, Debug, Deserialize)]
pub struct Range {
    metric: String,
    least: Rational,
    greatest: Rational,
    /// `true` if the greatest value is said not to be taken.
    #[serde(default)]
    below_greatest: bool,
}

/// A value with a matrix that has it.
type Taken = (Value, String);

impl Range {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let metric = metric(&self.metric)?;
        let (mut least, mut greatest): (Option<Taken>, Option<Taken>) = (None, None);
        for counts in Counts::all(1) {
            let value = metric.value(&counts.matrix());
            if value.ends().is_none() {
                continue;
            }
            let beyond = |known: &Option<Taken>, up: bool| -> Result<bool, RefereeError> {
                let Some((known, _)) = known else { return Ok(true) };
                Ok(if up { above(&value, known)? } else { above(known, &value)? })
            };
            if beyond(&least, false)? {
                least = Some((value.clone(), counts.to_string()));
            }
            if beyond(&greatest, true)? {
                greatest = Some((value, counts.to_string()));
            }
        }
        let (Some((low, at_low)), Some((high, at_high))) = (least, greatest) else {
            return Err(RefereeError::Empty);
        };
        let sign = if self.below_greatest { "<" } else { "<=" };
        let item = Item::reproduced(
            format!("{}: {} <= k {sign} {}", self.metric, self.least, self.greatest),
            format!("values from {low} to {high}"),
        );
        let [said_low, said_high] =
            [&self.least, &self.greatest].map(|end| Value::Exact(end.clone()));
        let witness = if low != said_low {
            format!("{low} at {at_low}")
        } else if high != said_high || self.below_greatest {
            format!("{high} at {at_high}")
        } else {
            return Ok(vec![item]);
        };
        let mut item = item.erratum(witness);
        item.corrected = Some(format!("{}: {low} <= k <= {high}", self.metric));
        Ok(vec![item])
    }
}

/// Returns `true` if one value is above another; both are finite.
fn above(value: &Value, other: &Value) -> Result<bool, RefereeError> {
    if value == other {
        return Ok(false);
    }
    let (Some([low, high]), Some([other_low, other_high])) = (value.ends(), other.ends()) else {
        return Err(undecided("an infinite value"));
    };
    match () {
        () if low > other_high => Ok(true),
        () if high <= other_low => Ok(false),
        () => Err(undecided(format!("the order of {value} and {other}"))),
    }
}

/// The number of confusion matrices next to one, and the distance of their projections from it.
#[derive(Clone, Debug, Deserialize)]
pub struct Neighbours {
    printed: usize,
    /// The square of the distance of their projections by Eq. 1.
    squared_distance: Rational,
}

/// The most samples of a matrix.
const SAMPLES: i64 = 6;

impl Neighbours {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut numbers: BTreeSet<usize> = BTreeSet::new();
        let mut distances: BTreeSet<Rational> = BTreeSet::new();
        let (mut matrices, mut fewer) = (0, None);
        let mut otherwise = None;
        for counts in (1..=SAMPLES).flat_map(matrices_of) {
            let around: BTreeSet<[i64; 4]> = moves()
                .map(|(from, to)| {
                    let mut moved = counts;
                    moved[from] -= 1;
                    moved[to] += 1;
                    moved
                })
                .filter(|moved| moved.iter().all(|&count| count >= 0))
                .collect();
            matrices += 1;
            numbers.insert(around.len());
            distances.extend(around.iter().map(|other| distance(&counts, other)));
            if around.len() != self.printed {
                let [a, b, c, d] = counts;
                let witness =
                    format!("tp {a}, fp {b}, fn {c}, tn {d} has {} neighbours", around.len());
                if counts.contains(&0) {
                    fewer.get_or_insert(witness);
                } else {
                    otherwise.get_or_insert(witness);
                }
            }
        }
        let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let item = Item::reproduced(
            format!("{} matrices are next to each", self.printed),
            format!("{} neighbours, of {matrices} matrices", list.join(", ")),
        );
        let number = match (otherwise, fewer) {
            (Some(witness), _) => item.erratum(witness),
            (None, Some(witness)) => item.convention(
                Settles::Singular,
                "no count is 0: a count of 0 cannot give up a sample",
                witness,
            ),
            (None, None) => item,
        };
        let list: Vec<String> = distances.iter().map(Rational::to_string).collect();
        let item = Item::reproduced(
            format!("their projections are sqrt({}) away", self.squared_distance),
            format!("squared distances: {}", list.join(", ")),
        );
        let equal = distances.len() == 1 && distances.contains(&self.squared_distance);
        Ok(vec![number, if equal { item } else { item.erratum(list.join(", ")) }])
    }
}

fn moves() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|from| (0..4).map(move |to| (from, to))).filter(|(from, to)| from != to)
}

fn matrices_of(total: i64) -> Vec<[i64; 4]> {
    let mut all = Vec::new();
    for a in 0..=total {
        for b in 0..=total - a {
            all.extend((0..=total - a - b).map(|c| [a, b, c, total - a - b - c]));
        }
    }
    all
}

/// Returns the square of the distance of two projections: (a, b, c) - (d, d, d)/3.
fn distance(first: &[i64; 4], second: &[i64; 4]) -> Rational {
    let away = |place: usize| first[place] - second[place];
    (0..3)
        .map(|place| {
            let along = Rational::new(3 * away(place) - away(3), 3);
            &along * &along
        })
        .sum()
}
