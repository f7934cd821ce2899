//! Means over folds: the tests that are listed for a possible row have to be possible folds, and
//! the means of their scores have to be the printed ones.
//!
//! An irrational score is enclosed to many digits, and so is its mean. If the mean may be an end of
//! the printed interval, rational roots and sums of logarithms are compared exactly.

use std::cmp::Ordering;

use super::fold_cases::Even;
use super::interval::Interval;
use super::row::{Row, counts};
use super::{deviations, fold_proofs};
use crate::claim::printed::{PrintedFolds, PrintedRows};
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use crate::metric::value::{BITS, enclosure};
use crate::metric::written::root;
use crate::reading::json::Json;
use exactile::num::{Enclosure, LogSum, Rational};

const IMPOSSIBLE: &str = "that no folds have the means of impossible rows";
const READINGS: &str = "other readings of impossible rows";

/// Checks the claims about a row of means. Returns `true` if the row is proved impossible.
pub(super) fn check(
    row: &Row<'_>,
    (folds, reported): (&PrintedFolds, &PrintedRows),
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<bool, Stop> {
    let Some(Json::Bool(is_consistent)) = claim.get("consistent") else {
        return Err(Wrong::new("true or false should stand here").of("consistent").into());
    };
    let mut truth =
        vec![("consistent", Truth::any()), ("matrices", Truth::Null), ("first", Truth::Null)];
    truth.extend(row.row.name.as_deref().map(|name| ("name", Truth::text(name))));
    truth.push(("remarks", Truth::maybe(Truth::any())));
    truth.push(("auc", area(row, *is_consistent, claim.get("auc"), proofs)?));
    if *is_consistent {
        truth.extend([("conflict", Truth::Null), ("folds", Truth::any())]);
        truth.push(("deviation", Truth::maybe(Truth::any())));
        same(claim, &Truth::Object(truth), proofs)?;
        let of_folds = |stop: Stop| stop.placed(|wrong| wrong.of("folds"));
        let tests = claim.get("folds").unwrap_or(&Json::Null);
        check_listed(row, folds, tests).map_err(of_folds)?;
        let tests = listed(tests).unwrap_or_default();
        deviations::check(row, reported, &tests, claim.get("deviation")).map_err(of_folds)?;
        let mut areas =
            row.area.iter().map(|(_, interval)| super::area::has_mean(&tests, interval));
        if areas.any(|is_so| !is_so) {
            return Err(Wrong::new("their curves have not the printed area").of("folds").into());
        }
        return Ok(false);
    }
    truth.extend([
        ("conflict", Truth::judge(|claim| contradict(row, claim))),
        ("certificate", Truth::maybe(Truth::any())),
        ("explained_by", Truth::any()),
    ]);
    same(claim, &Truth::Object(truth), proofs)?;
    let readings = claim.get("explained_by").unwrap_or(&Json::Null);
    check_readings(row, folds, readings, proofs)
        .map_err(|stop| stop.placed(|wrong| wrong.of("explained_by")))?;
    let Some(certificate) = claim.get("certificate") else {
        proofs.open(IMPOSSIBLE);
        return Ok(false);
    };
    let checked = match Even::new(folds) {
        Some(even) => even.check(row, certificate, proofs),
        None => fold_proofs::check(row, folds, certificate, proofs),
    };
    checked.map_err(|stop| stop.placed(|wrong| wrong.of("certificate")))?;
    Ok(true)
}

/// Returns the truth about the mean of areas: there is one if an area is printed and the scores are
/// possible. Its bounds are left open.
fn area<'t>(
    row: &Row<'_>,
    is_consistent: bool,
    claim: Option<&Json>,
    proofs: &mut Proofs,
) -> Result<Truth<'t>, Stop> {
    match claim {
        None if row.area.is_some() && is_consistent => {
            Err(Wrong::new("the printed area is missing").of("auc").into())
        }
        None => Ok(Truth::maybe(Truth::any())),
        Some(_) if row.area.is_none() => {
            Err(Wrong::new("no area under a curve is printed").of("auc").into())
        }
        Some(_) => {
            proofs.open_once("bounds of means of areas");
            let bounds = ["lower", "upper"].map(|key| (key, Truth::any()));
            let verdict = ("consistent", Truth::Bool(is_consistent));
            Ok(Truth::Object(bounds.into_iter().chain([verdict]).collect()))
        }
    }
}

/// Checks that the matrices of another reading have the printed means. Averages over both classes,
/// and another rounding, are left open.
fn check_readings(
    row: &Row<'_>,
    folds: &PrintedFolds,
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let entries = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
    let is_text = |claim: &Json| match claim {
        Json::Text(_) => Ok(()),
        _ => Err(Wrong::new(format!("a text should stand here, not {claim}"))),
    };
    for (k, entry) in entries.iter().enumerate() {
        let truth = vec![
            ("reading", Truth::judge(is_text)),
            ("as", Truth::maybe(Truth::judge(is_text))),
            ("scores", Truth::judge(|claim| contradict(row, claim))),
            ("words", Truth::judge(is_text)),
            ("value", Truth::maybe(Truth::any())),
            ("first", Truth::maybe(Truth::any())),
            ("folds", Truth::maybe(Truth::any())),
        ];
        same(entry, &Truth::Object(truth), proofs).map_err(|wrong| wrong.number(k))?;
        check_reading(row, folds, entry, proofs).map_err(|stop| stop.placed(|w| w.number(k)))?;
    }
    Ok(())
}

fn check_reading(
    row: &Row<'_>,
    folds: &PrintedFolds,
    entry: &Json,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let reading = entry.get("reading").and_then(Json::as_text).unwrap_or_default();
    let named = entry.get("scores").and_then(Json::as_list).unwrap_or_default();
    let is_named =
        |at: usize| named.iter().any(|name| name.as_text() == Some(&row.row.scores[at].name));
    let tests = match reading {
        "pooled" => entry.get("first").and_then(counts).map(|first| vec![first]),
        _ => entry.get("folds").and_then(listed),
    };
    let tests = tests.ok_or_else(|| Wrong::new("confusion matrices should stand here"))?;
    let sizes = sizes(&tests);
    let may_have = match reading {
        "pooled" => folds.samples().is_some_and(|samples| sizes == [samples]),
        _ => folds.may_have(&sizes),
    };
    if !may_have {
        return Err(Wrong::new("the folds cannot have these numbers of samples").into());
    }
    let hundred = Rational::from(100);
    let shares = folds.shares().filter(|_| reading != "pooled");
    for (at, (metric, interval)) in row.metrics.iter().zip(&row.intervals).enumerate() {
        let is_within = |interval: &Interval, tests: &[[u64; 4]], undefined: Undefined| {
            mean_is_within(metric, interval, (tests, shares.as_deref()), undefined)
        };
        let is_within = match reading {
            "undefined-as-zero" => is_within(interval, &tests, Undefined::Zero)?,
            "undefined-left-out" => is_within(interval, &tests, Undefined::LeftOut)?,
            "pooled" => is_within(interval, &tests, Undefined::Refused)?,
            "swapped-classes" => {
                let other = |[tn, fp, fn_, tp]: &[u64; 4]| [*tp, *fn_, *fp, *tn];
                let tests: Vec<[u64; 4]> = tests.iter().map(other).collect();
                is_within(interval, &tests, Undefined::Refused)?
            }
            "percent" if is_named(at) => {
                let share = |(end, has_it): &(Rational, bool)| (end / &hundred, *has_it);
                let [low, high] = [&interval.low, &interval.high].map(share);
                let unit = &interval.unit / &hundred;
                is_within(&Interval { low, high, unit }, &tests, Undefined::Refused)?
            }
            "misprint" if is_named(at) => match entry.get("value") {
                None => true,
                Some(value) => {
                    let value = value.as_text().and_then(|text| text.parse::<Rational>().ok());
                    let value = value.ok_or_else(|| Wrong::new("a number should stand here"))?;
                    let end = (value, true);
                    let unit = Rational::ZERO;
                    let interval = Interval { low: end.clone(), high: end, unit };
                    is_within(&interval, &tests, Undefined::Refused)?
                }
            },
            "percent" | "misprint" => is_within(interval, &tests, Undefined::Refused)?,
            "f1-of-means" if !is_named(at) => is_within(interval, &tests, Undefined::Refused)?,
            _ => {
                proofs.open_once(READINGS);
                true
            }
        };
        if !is_within {
            let name = &row.row.scores[at].name;
            return Err(Wrong::new(format!("their mean of {name:?} is another one")).into());
        }
    }
    Ok(())
}

/// Checks that a list contains scores of the row in its order, each once.
fn contradict(row: &Row<'_>, claim: &Json) -> Result<(), Wrong> {
    let named = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
    let scores = row.row.scores.iter().map(|score| &score.name);
    let scores = scores.chain(row.area.iter().map(|(name, _)| name));
    let mut known = scores.chain(row.row.deviations.iter().map(|deviation| &deviation.name));
    let is_of_row = |name: &Json| known.any(|known| name.as_text() == Some(known));
    match named.iter().all(is_of_row) {
        true => Ok(()),
        false => Err(Wrong::new("scores of the row should stand here, in its order")),
    }
}

/// Reads a list of confusion matrices; `None` if it is empty.
fn listed(claim: &Json) -> Option<Vec<[u64; 4]>> {
    let tests: Option<Vec<[u64; 4]>> = claim.as_list()?.iter().map(counts).collect();
    tests.filter(|tests| !tests.is_empty())
}

/// Returns the numbers of samples of both classes.
fn sizes(tests: &[[u64; 4]]) -> Vec<[u64; 2]> {
    let size = |[tn, fp, fn_, tp]: &[u64; 4]| {
        [fn_.checked_add(*tp), tn.checked_add(*fp)].map(|size| size.unwrap_or(u64::MAX))
    };
    tests.iter().map(size).collect()
}

fn check_listed(row: &Row<'_>, folds: &PrintedFolds, claim: &Json) -> Result<(), Stop> {
    let listed = listed(claim).ok_or_else(|| Wrong::new("confusion matrices should stand here"))?;
    if !folds.may_have(&sizes(&listed)) {
        return Err(Wrong::new("the folds cannot have these numbers of samples").into());
    }
    let shares = folds.shares();
    if shares.is_some() && (row.area.is_some() || !row.row.deviations.is_empty()) {
        let what = "areas and deviations over data sets of different folds are not checked here";
        return Err(Stop::Unknown(what.to_owned()));
    }
    let tests = (&listed[..], shares.as_deref());
    for ((metric, interval), score) in row.metrics.iter().zip(&row.intervals).zip(&row.row.scores) {
        if !mean_is_within(metric, interval, tests, Undefined::Refused)? {
            let name = &score.name;
            return Err(Wrong::new(format!("their mean of {name:?} is another one")).into());
        }
    }
    Ok(())
}

/// Returns `true` if a matrix has all scores of a row.
pub(super) fn has_scores(row: &Row<'_>, matrix: &[u64; 4]) -> Result<bool, Stop> {
    for (metric, interval) in row.metrics.iter().zip(&row.intervals) {
        if !mean_is_within(metric, interval, (&[*matrix], None), Undefined::Refused)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the sums of both classes.
fn added<'s>(sizes: impl IntoIterator<Item = &'s [u64; 2]>) -> Option<[u64; 2]> {
    sizes.into_iter().try_fold([0_u64; 2], |[positives, negatives], size| {
        Some([positives.checked_add(size[0])?, negatives.checked_add(size[1])?])
    })
}

impl PrintedFolds {
    /// Returns the share of each test in a mean, if they differ: each data set has the same share,
    /// and so have its folds.
    pub(super) fn shares(&self) -> Option<Vec<Rational>> {
        match self {
            Self::DataSets(sets) => {
                let share = |set: &Vec<[u64; 2]>| {
                    let parts = num_bigint::BigInt::from(sets.len()) * set.len();
                    vec![Rational::new(1, parts); set.len()]
                };
                Some(sets.iter().flat_map(share).collect())
            }
            Self::Repeated { repeats, of } => {
                let times = usize::try_from(*repeats).ok()?;
                let share = Rational::new(1, num_bigint::BigInt::from(*repeats));
                let shares: Vec<Rational> = of.shares()?.iter().map(|own| own * &share).collect();
                Some((0..times).flat_map(|_| shares.clone()).collect())
            }
            _ => None,
        }
    }

    /// Returns the numbers of samples of all folds together.
    fn samples(&self) -> Option<[u64; 2]> {
        match self {
            Self::Known(known) => added(known),
            Self::DataSets(sets) => added(sets.iter().flatten()),
            Self::Stratified { samples, .. }
            | Self::Unknown { samples, .. }
            | Self::Even { samples, .. } => Some(*samples),
            Self::Repeated { repeats, of } => {
                let [positives, negatives] = of.samples()?;
                Some([positives.checked_mul(*repeats)?, negatives.checked_mul(*repeats)?])
            }
        }
    }

    /// Returns `true` if the folds may have these numbers of positive and negative samples, in any
    /// order.
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
            // They have shares of their own.
            Self::DataSets(sets) => sets.iter().flatten().eq(sizes),
            Self::Stratified { folds, samples } => {
                let are_even = [0, 1].into_iter().all(|class| {
                    let of_class = || sizes.iter().map(|size| size[class]);
                    let ends = of_class().min().zip(of_class().max());
                    ends.is_some_and(|(least, most)| most - least <= 1)
                });
                are_so_many(*folds) && is_sum(*samples) && are_even
            }
            Self::Even { folds, samples } => {
                let totals = || {
                    sizes.iter().map(|[positives, negatives]| {
                        u128::from(*positives) + u128::from(*negatives)
                    })
                };
                let ends = totals().min().zip(totals().max());
                let are_even = ends.is_some_and(|(least, most)| most - least <= 1);
                are_so_many(*folds) && is_sum(*samples) && are_even
            }
            Self::Repeated { repeats, of } if matches!(**of, Self::DataSets(_)) => {
                let each =
                    usize::try_from(*repeats).ok().map(|repeats| sizes.len() / repeats.max(1));
                let each = each.filter(|each| *each > 0);
                are_so_many(each.map_or(0, |each| each as u64).saturating_mul(*repeats))
                    && each.is_some_and(|each| sizes.chunks(each).all(|sizes| of.may_have(sizes)))
            }
            Self::Repeated { repeats, of } => {
                let Some(repeats) = usize::try_from(*repeats).ok().filter(|repeats| *repeats > 0)
                else {
                    return false;
                };
                let mut sorted = sizes.to_vec();
                sorted.sort_unstable();
                let mut groups = sorted.chunks(repeats);
                let are_same = groups.all(|group| {
                    group.len() == repeats && group.iter().all(|size| *size == group[0])
                });
                let each: Vec<[u64; 2]> = sorted.chunks(repeats).map(|group| group[0]).collect();
                are_same && of.may_have(&each)
            }
            Self::Unknown { folds, samples } => {
                let have_samples =
                    sizes.iter().all(|[positives, negatives]| *positives > 0 || *negatives > 0);
                are_so_many(*folds) && is_sum(*samples) && have_samples
            }
        }
    }
}

/// The treatment of tests on which a score is undefined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Undefined {
    /// The score has to be defined on all tests.
    Refused,
    /// Undefined scores count as 0.
    Zero,
    /// Undefined scores are left out of the mean.
    LeftOut,
}

/// Returns `true` if a score is finite on all tests, except for undefined ones that are treated
/// otherwise, and its mean, in which the tests may have different shares, is within an interval.
fn mean_is_within(
    metric: &Metric,
    interval: &Interval,
    (tests, shares): (&[[u64; 4]], Option<&[Rational]>),
    undefined: Undefined,
) -> Result<bool, Stop> {
    let of = |counts: &[u64; 4]| match metric.key(&Cells::of(*counts)) {
        None if undefined == Undefined::Zero => Some(Key::Finite(Rational::ZERO)),
        key => key,
    };
    let key = |counts: &[u64; 4]| match of(counts)? {
        Key::Finite(key) if metric.kind == Kind::Logarithm && key.is_zero() => None,
        Key::Finite(key) => Some(key),
        Key::Infinity => None,
    };
    let is_counted = |counts: &&[u64; 4]| undefined != Undefined::LeftOut || of(counts).is_some();
    let keys = tests.iter().filter(is_counted).map(key).collect::<Option<Vec<Rational>>>();
    let Some(keys) = keys.filter(|keys| !keys.is_empty()) else { return Ok(false) };
    let equal = vec![Rational::new(1, num_bigint::BigInt::from(keys.len())); keys.len()];
    let shares = shares.unwrap_or(&equal);
    if shares.len() != keys.len() {
        let what = "means over data sets that leave tests out are not checked here";
        return Err(Stop::Unknown(what.to_owned()));
    }
    let mean = Mean::new(metric.kind, &keys, shares);
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
    /// Creates the mean of values with these keys and shares.
    fn new(kind: Kind, keys: &[Rational], shares: &[Rational]) -> Self {
        let rational = |key: &Rational| match kind {
            Kind::Exact => Some(key.clone()),
            Kind::Root if key.is_negative() => root(&key.abs()).map(|root| -root),
            Kind::Root => root(key),
            _ => None,
        };
        if let Some(values) = keys.iter().map(rational).collect::<Option<Vec<Rational>>>() {
            let terms = values.iter().zip(shares).map(|(value, share)| value * share);
            return Self::Rational(terms.fold(Rational::ZERO, |x, y| x + y));
        }
        if kind == Kind::Logarithm {
            let terms = keys.iter().zip(shares).map(|(key, share)| LogSum::ln(key) * share.clone());
            return Self::Logarithms(terms.fold(LogSum::default(), |x, y| x + y));
        }
        let mut sum = Enclosure::of_rational(&Rational::ZERO, BITS);
        for (key, share) in keys.iter().zip(shares) {
            let mut term = enclosure(kind, key);
            term *= share;
            sum += &term;
        }
        Self::About(sum)
    }

    /// Compares the mean with a number; `None` if their order is not found.
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
