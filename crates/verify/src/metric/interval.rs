//! Intervals of true values: their form, and of rates their ends too, from binomial sums.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::metrics::{Cells, Metric};
use super::written::decimal;
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, between_0_and_1, parameter, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The most samples of a rate for which the ends of its interval are computed here.
const MOST: u64 = 5_000;
/// The largest distance of an end from the quantile, in units of its last digit.
const UNITS: i64 = 20;

/// An interval as it is written.
pub(crate) struct Interval {
    level: Rational,
    /// Each end and a unit of its last digit.
    lower: (Rational, Rational),
    upper: (Rational, Rational),
}

/// The form of an interval: a level, two ends, and draws with their seed where it was drawn.
pub(crate) fn interval(claim: &Json) -> Result<Interval, Wrong> {
    let number = || {
        Truth::maybe(Truth::judge(|claim: &Json| {
            let wrong = || Wrong::new(format!("a whole number should stand here, not {claim}"));
            claim.as_count().map(|_| ()).ok_or_else(wrong)
        }))
    };
    let truth = vec![
        ("level", Truth::any()),
        ("lower", Truth::any()),
        ("upper", Truth::any()),
        ("draws", number()),
        ("seed", number()),
    ];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    if claim.get("draws").is_some() != claim.get("seed").is_some() {
        return Err(Wrong::new("draws and seed belong together"));
    }
    let level = between_0_and_1(claim.get("level").unwrap_or(&Json::Null));
    let level = level.map_err(|wrong| wrong.of("level"))?;
    let end = |key: &str| {
        let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
        let (value, places) = decimal(text, 0).map_err(|wrong| wrong.of(key))?;
        Ok((value, Rational::new(1, BigInt::from(10).pow(places))))
    };
    let (lower, upper) = (end("lower")?, end("upper")?);
    match lower.0 <= upper.0 {
        true => Ok(Interval { level, lower, upper }),
        false => Err(Wrong::new("the lower end is above the upper one")),
    }
}

/// The kind of the requested intervals.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Credible, with uniform priors.
    Uniform,
    /// Credible, with other priors.
    Other,
    /// Credible, from clusters of samples.
    Clusters,
    ClopperPearson,
}

/// Takes the kind of intervals and their level from a result; `None` if it has no intervals.
pub(crate) fn asked(members: &mut Members<'_>) -> Result<Option<(Kind, Rational)>, Stop> {
    let Some(kind) = members.take("interval") else { return Ok(None) };
    let level = members.level()?;
    let mass = members.take("prior_mass").map(|mass| parameter(&mass)).transpose();
    let mass = mass.map_err(|wrong| wrong.of("prior_mass"))?;
    let clusters = members.take("clusters");
    let is_clustered = kind.as_text() == Some("clusters");
    if clusters.as_ref().map(|clusters| clusters.as_count().is_some())
        != is_clustered.then_some(true)
    {
        return Err(Wrong::new("clusters are counted where intervals come from them")
            .of("clusters")
            .into());
    }
    let kind = match (kind.as_text(), mass) {
        (Some("credible"), Some(mass)) if mass == Rational::from(2) => Kind::Uniform,
        (Some("credible"), Some(mass)) if mass.is_positive() => Kind::Other,
        (Some("clopper-pearson"), None) => Kind::ClopperPearson,
        (Some("clusters"), None) => Kind::Clusters,
        _ => return Err(Wrong::new("there is no such interval").of("interval").into()),
    };
    Ok(Some((kind, level)))
}

/// Returns the truth about an interval that is not computed here: its form, or none.
fn unknown_interval<'t>() -> Truth<'t> {
    Truth::judge(|claim| match claim {
        Json::Null => Ok(()),
        claim => interval(claim).map(|_| ()),
    })
}

/// Returns the truth about the interval of a metric; its form alone if it is not computed here.
pub(crate) fn of_metric<'t>(
    kind: Kind,
    metric: &Metric,
    cells: &Cells,
    level: &Rational,
) -> Truth<'t> {
    known(kind, metric, cells, level.clone()).unwrap_or_else(unknown_interval)
}

/// Adds the statement about the intervals that are proved.
pub(crate) fn say(kind: Kind, proofs: &mut Proofs) {
    if kind == Kind::Clusters {
        proofs.open("intervals, which are drawn, and the clusters");
        return;
    }
    proofs.proved("intervals of rates of a class, of Clopper and Pearson all");
    proofs.open("other intervals, and those of rates of more than 5000 samples");
}

/// Returns the truth about an interval that is computed here, and `None` for others.
fn known<'t>(kind: Kind, metric: &Metric, cells: &Cells, level: Rational) -> Option<Truth<'t>> {
    let counts = share(metric.name(), cells, kind == Kind::ClopperPearson)?;
    let [hits, rest] = counts.map(|count| u64::try_from(count.numerator()).ok());
    let (hits, rest) = (hits?, rest?);
    if hits.checked_add(rest)? > MOST || hits + rest == 0 {
        return None;
    }
    let [lower, upper] = match kind {
        Kind::Other | Kind::Clusters => return None,
        Kind::Uniform => [[hits + 1, rest + 1]; 2],
        Kind::ClopperPearson => [[hits, rest + 1], [hits + 1, rest]],
    };
    Some(Truth::judge(move |claim| {
        let found = interval(claim)?;
        if found.level != level {
            return Err(Wrong::new(format!("it is {level}")).of("level"));
        }
        if claim.get("draws").is_some() {
            return Err(Wrong::new("this interval is not drawn").of("draws"));
        }
        let tail = level.complement() / Rational::from(2);
        end_is(lower, &tail, &found.lower, true).map_err(|wrong| wrong.of("lower"))?;
        end_is(upper, &tail.complement(), &found.upper, false).map_err(|wrong| wrong.of("upper"))
    }))
}

/// Returns the numbers of samples that a rate counts and does not count: of a class; for intervals
/// of Clopper and Pearson also of the predictions, or of all samples.
fn share(name: &str, cells: &Cells, has_all: bool) -> Option<[Rational; 2]> {
    let Cells { tn, fp, fn_, tp } = cells;
    let counts = match name {
        "tpr" => [tp.clone(), fn_.clone()],
        "fnr" => [fn_.clone(), tp.clone()],
        "tnr" => [tn.clone(), fp.clone()],
        "fpr" => [fp.clone(), tn.clone()],
        _ if !has_all => return None,
        "ppv" => [tp.clone(), fp.clone()],
        "fdr" => [fp.clone(), tp.clone()],
        "npv" => [tn.clone(), fn_.clone()],
        "for" => [fn_.clone(), tn.clone()],
        "accuracy" => [tp + tn, fp + fn_],
        "error-rate" => [fp + fn_, tp + tn],
        _ => return None,
    };
    counts.iter().all(Rational::is_integer).then_some(counts)
}

/// Checks that an end is the quantile of Beta(u, v) for this share, rounded outwards by at most
/// [`UNITS`].
fn end_is(
    [u, v]: [u64; 2],
    share: &Rational,
    (end, unit): &(Rational, Rational),
    is_lower: bool,
) -> Result<(), Wrong> {
    // All of it at 0, or at 1.
    for (shape, whole) in [(u, Rational::ZERO), (v, Rational::ONE)] {
        if shape == 0 {
            return match *end == whole {
                true => Ok(()),
                false => Err(Wrong::new(format!("it is {whole}, not {}", end.to_shortest()))),
            };
        }
    }
    let room = unit * &Rational::from(UNITS);
    let inside = if is_lower { end + &room } else { end - &room };
    let below = |x: &Rational| at_most([u, v], x) < *share;
    // A lower end has less of the distribution below it, and a little further inside more.
    let is_outside = at_most([u, v], end) == *share || below(end) == is_lower;
    let is_close = below(&inside) != is_lower;
    match is_outside && is_close {
        true => Ok(()),
        false => Err(Wrong::new(format!("{} is not close to the end", end.to_shortest()))),
    }
}

/// Returns P(B <= x) for B of Beta(u, v): the probability that at least u of u + v - 1 tosses
/// succeed.
fn at_most([u, v]: [u64; 2], x: &Rational) -> Rational {
    if !x.is_positive() {
        return Rational::ZERO;
    }
    if *x >= Rational::ONE {
        return Rational::ONE;
    }
    let n = u + v - 1;
    let (hit, all) = (x.numerator(), x.denominator());
    let miss = &all - &hit;
    let power = |base: &BigInt, k: u64| base.pow(u32::try_from(k).expect("few"));
    let mut choices = BigInt::one();
    for k in 0..u {
        choices = choices * (n - k) / (k + 1);
    }
    let mut term = choices * power(&hit, u) * power(&miss, n - u);
    let mut sum = BigInt::zero();
    for k in u..=n {
        sum += &term;
        term = term * (n - k) * &hit / (&miss * (k + 1));
    }
    Rational::new(sum, power(&all, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beta_variable_is_a_count_of_tosses() {
        let x = Rational::new(1, 3);
        assert_eq!(at_most([1, 1], &x), x);
        assert_eq!(at_most([2, 1], &x), Rational::new(1, 9));
        // 1 - (2/3)^3
        assert_eq!(at_most([1, 3], &x), Rational::new(19, 27));
    }
}
