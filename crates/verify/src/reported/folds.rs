//! Means over folds: tests that are listed for a possible row have to be what the folds may be, and their scores the means.
//!
//! Of an irrational score each value is enclosed to many digits, and so is the mean. Where that does not decide whether it is within
//! the printed interval, because the mean is one of its ends, rational roots and sums of logarithms are compared exactly.

use std::cmp::Ordering;

use super::check::{Row, counts};
use super::interval::Interval;
use crate::claim::printed::PrintedFolds;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, Wrong, same};
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use crate::metric::value::{BITS, enclosure};
use crate::metric::written::root;
use crate::reading::json::Json;
use exactile::num::{Enclosure, LogSum, Rational};

const IMPOSSIBLE: &str = "that no folds have the means of impossible rows";

/// Checks what is said of a row of means.
pub(super) fn check(
    row: &Row<'_>,
    folds: &PrintedFolds,
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let Some(Json::Bool(is_consistent)) = claim.get("consistent") else {
        return Err(Wrong::new("true or false should stand here").of("consistent").into());
    };
    let mut truth =
        vec![("consistent", Truth::any()), ("matrices", Truth::Null), ("first", Truth::Null)];
    truth.extend(row.row.name.as_deref().map(|name| ("name", Truth::text(name))));
    if *is_consistent {
        truth.extend([("conflict", Truth::Null), ("folds", Truth::any())]);
        same(claim, &Truth::Object(truth), proofs)?;
        let listed = claim.get("folds").unwrap_or(&Json::Null);
        return check_listed(row, folds, listed).map_err(|stop| stop.placed(|w| w.of("folds")));
    }
    truth.push(("conflict", Truth::judge(|claim| contradict(row, claim))));
    same(claim, &Truth::Object(truth), proofs)?;
    proofs.open(IMPOSSIBLE);
    Ok(())
}

/// Scores of the row in its order, each once.
fn contradict(row: &Row<'_>, claim: &Json) -> Result<(), Wrong> {
    let named = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
    let mut known = row.row.scores.iter();
    let is_of_row = |name: &Json| known.any(|score| name.as_text() == Some(&score.name));
    match named.iter().all(is_of_row) {
        true => Ok(()),
        false => Err(Wrong::new("scores of the row should stand here, in its order")),
    }
}

fn check_listed(row: &Row<'_>, folds: &PrintedFolds, claim: &Json) -> Result<(), Stop> {
    let listed: Option<Vec<[u64; 4]>> =
        claim.as_list().and_then(|tests| tests.iter().map(counts).collect());
    let Some(listed) = listed.filter(|tests| !tests.is_empty()) else {
        return Err(Wrong::new("confusion matrices should stand here").into());
    };
    let sizes = listed.iter().map(|[tn, fp, fn_, tp]| {
        [fn_.checked_add(*tp), tn.checked_add(*fp)].map(|size| size.unwrap_or(u64::MAX))
    });
    if !folds.may_have(&sizes.collect::<Vec<_>>()) {
        return Err(Wrong::new("the folds cannot have these numbers of samples").into());
    }
    for ((metric, interval), score) in row.metrics.iter().zip(&row.intervals).zip(&row.row.scores) {
        if !mean_is_within(metric, interval, &listed)? {
            let name = &score.name;
            return Err(Wrong::new(format!("their mean of {name:?} is another one")).into());
        }
    }
    Ok(())
}

impl PrintedFolds {
    /// Whether folds may have these numbers of positive and negative samples, in any order.
    fn may_have(&self, sizes: &[[u64; 2]]) -> bool {
        let is_sum = |wanted: [u64; 2]| {
            [0, 1].into_iter().all(|class| {
                let sum: u128 = sizes.iter().map(|size| u128::from(size[class])).sum();
                sum == u128::from(wanted[class])
            })
        };
        let are_so_many = |folds: u64| u64::try_from(sizes.len()) == Ok(folds);
        match self {
            Self::Known(known) => {
                let [mut known, mut listed] = [known.clone(), sizes.to_vec()];
                known.sort_unstable();
                listed.sort_unstable();
                known == listed
            }
            Self::Stratified { folds, samples } => {
                let are_even = [0, 1].into_iter().all(|class| {
                    let of_class = || sizes.iter().map(|size| size[class]);
                    let ends = of_class().min().zip(of_class().max());
                    ends.is_some_and(|(least, most)| most - least <= 1)
                });
                are_so_many(*folds) && is_sum(*samples) && are_even
            }
            Self::Unknown { folds, samples } => {
                let have_samples =
                    sizes.iter().all(|[positives, negatives]| *positives > 0 || *negatives > 0);
                are_so_many(*folds) && is_sum(*samples) && have_samples
            }
        }
    }
}

/// Whether a score is finite on all tests, and its mean within an interval.
fn mean_is_within(metric: &Metric, interval: &Interval, tests: &[[u64; 4]]) -> Result<bool, Stop> {
    let key = |counts: &[u64; 4]| match metric.key(&Cells::of(*counts))? {
        Key::Finite(key) if metric.kind == Kind::Logarithm && key.is_zero() => None,
        Key::Finite(key) => Some(key),
        Key::Infinity => None,
    };
    let Some(keys) = tests.iter().map(key).collect::<Option<Vec<Rational>>>() else {
        return Ok(false);
    };
    let mean = Mean::new(metric.kind, &keys);
    let [low, high] = [&interval.low, &interval.high].map(|(end, has_it)| {
        Ok::<_, Stop>((mean.order(end).ok_or_else(|| undecided(metric))?, *has_it))
    });
    let ((low, has_low), (high, has_high)) = (low?, high?);
    Ok((low.is_gt() || low.is_eq() && has_low) && (high.is_lt() || high.is_eq() && has_high))
}

fn undecided(metric: &Metric) -> Stop {
    let name = metric.name();
    Stop::Unknown(format!(
        "a mean of {name} so near to an end of what is printed is not checked here"
    ))
}

/// The mean of a score over tests.
enum Mean {
    Rational(Rational),
    Logarithms(LogSum),
    About(Enclosure),
}

impl Mean {
    /// Of values with these keys.
    fn new(kind: Kind, keys: &[Rational]) -> Self {
        let share = Rational::new(1, num_bigint::BigInt::from(keys.len()));
        let rational = |key: &Rational| match kind {
            Kind::Exact => Some(key.clone()),
            Kind::Root if key.is_negative() => root(&key.abs()).map(|root| -root),
            Kind::Root => root(key),
            _ => None,
        };
        if let Some(values) = keys.iter().map(rational).collect::<Option<Vec<Rational>>>() {
            return Self::Rational(values.iter().fold(Rational::ZERO, |x, y| x + y) * share);
        }
        if kind == Kind::Logarithm {
            let sum = keys.iter().map(LogSum::ln).fold(LogSum::default(), |x, y| x + y);
            return Self::Logarithms(sum * share);
        }
        let mut sum = Enclosure::of_rational(&Rational::ZERO, BITS);
        keys.iter().for_each(|key| sum += &enclosure(kind, key));
        sum *= &share;
        Self::About(sum)
    }

    /// How it compares with a number; `None` if that is not found out.
    fn order(&self, end: &Rational) -> Option<Ordering> {
        match self {
            Self::Rational(mean) => Some(mean.cmp(end)),
            Self::Logarithms(mean) => Some((mean - &LogSum::from(end.clone())).sign()),
            Self::About(mean) if mean.lower() > *end => Some(Ordering::Greater),
            Self::About(mean) if mean.upper() < *end => Some(Ordering::Less),
            Self::About(_) => None,
        }
    }
}
