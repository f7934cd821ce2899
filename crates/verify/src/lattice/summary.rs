//! Summaries of a distribution: its modes, median, mean, variance and intervals, given that the
//! metric is defined.

use num_bigint::BigInt;
use num_integer::Integer;
use rayon::prelude::*;

use super::masses::{Masses, Scale};
use super::matrices::Lattice;
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::shape::{NUMBER_OR_NONE, Shape};
use crate::claim::truth::{Truth, between_0_and_1, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Key, Kind};
use crate::metric::value::{BITS, enclosure};
use crate::metric::written::decimal;
use crate::reading::json::Json;

use exactile::num::{Enclosure, Rational};

/// Returns the true members of a `pmf` other than its values.
pub(super) fn truths<'t>(
    members: &Members<'_>,
    lattice: &'t Lattice,
    masses: &'t Masses,
    scale: &'t Scale,
    proofs: &mut Proofs,
) -> Result<Vec<(&'static str, Truth<'t>)>, Wrong> {
    if *masses.defined() == BigInt::ZERO {
        let keys = ["mode", "median", "mean", "variance", "interval", "narrowest_interval"];
        let open =
            |shape| Truth::Open("what sums up a distribution whose metric is never defined", shape);
        let modes = ("modes", open(&Shape::List(&Shape::Number)));
        let without = ("without_value", Truth::maybe(open(&Shape::Map(&Shape::Text))));
        let keys = keys.map(|key| (key, open(&Shape::Null)));
        return Ok(keys.into_iter().chain([modes, without]).collect());
    }
    let (count, all) = (lattice.distinct(), masses.defined());
    let most = masses.of.iter().max().expect("some mass");
    let modes: Vec<usize> = (0..count).filter(|&place| masses.of[place] == *most).collect();
    let level = level(members)?;
    let [low, high] = {
        let rest = level.complement() / Rational::from(2);
        [rest.clone(), rest.complement()]
    };
    let first = |share: &Rational| {
        let least = part(share, all);
        masses.below[1..].partition_point(|below| *below < least)
    };
    let central = [first(&low), first(&high)];
    let half = first(&Rational::new(1, 2));
    let intervals = Intervals { lattice, masses, scale, level };
    let mut found = vec![
        ("mode", lattice.value(modes[0])),
        ("modes", Truth::List(modes.into_iter().map(|place| lattice.value(place)).collect())),
        ("median", lattice.value(half)),
        ("interval", intervals.truth(central)),
    ];
    if (0..count).any(|place| is_infinite(lattice, place)) {
        let open = |shape| {
            Truth::Open(
                "mean, variance and narrowest interval where infinite values have mass",
                shape,
            )
        };
        found.extend(["mean", "variance"].map(|key| (key, open(&NUMBER_OR_NONE))));
        found.push(("narrowest_interval", open(&INTERVAL)));
        found.push(("without_value", Truth::maybe(open(&Shape::Map(&Shape::Text)))));
        return Ok(found);
    }
    let values: Vec<Enclosure> =
        (0..count).into_par_iter().map(|place| enclosed(lattice, place)).collect();
    let narrowest = intervals.narrowest(&values);
    if narrowest.len() > 1 && lattice.metric.kind != Kind::Exact {
        proofs.open("that no interval is narrower than the narrowest by less than 2^-200");
    }
    found.push((
        "narrowest_interval",
        Truth::judge(move |claim| {
            let mut last = Ok(());
            for &ends in &narrowest {
                last = same(claim, &intervals.truth(ends), &mut Proofs::new("", 0));
                if last.is_ok() {
                    return last;
                }
            }
            last
        }),
    ));
    found.extend(moments(members, lattice, masses, &values));
    Ok(found)
}

/// An interval of values with its mass, if there is one.
const INTERVAL: Shape = Shape::Either(&[
    Shape::Object(&[
        ("level", Shape::Exact),
        ("lower", Shape::Number),
        ("upper", Shape::Number),
        ("mass", Shape::Rounded),
        ("mass_given_defined", Shape::Rounded),
    ]),
    Shape::Null,
]);

fn is_infinite(lattice: &Lattice, place: usize) -> bool {
    match lattice.key(place) {
        Key::Infinity => true,
        Key::Finite(key) => lattice.metric.kind == Kind::Logarithm && key.is_zero(),
    }
}

/// Returns the level of the intervals, as the result states it.
fn level(members: &Members<'_>) -> Result<Rational, Wrong> {
    let claim = members.get("interval").and_then(|interval| interval.get("level"));
    let of = |wrong: Wrong| wrong.of("level").of("interval");
    let claim = claim.ok_or_else(|| of(Wrong::new("it is missing")))?;
    between_0_and_1(claim).map_err(of)
}

struct Intervals<'t> {
    lattice: &'t Lattice,
    masses: &'t Masses,
    scale: &'t Scale,
    level: Rational,
}

impl<'t> Intervals<'t> {
    fn truth(&self, [low, high]: [usize; 2]) -> Truth<'t> {
        let held = &self.masses.below[high + 1] - &self.masses.below[low];
        Truth::Object(vec![
            ("level", Truth::exact(self.level.clone())),
            ("level_given", Truth::text("defined")),
            ("lower", self.lattice.value(low)),
            ("upper", self.lattice.value(high)),
            ("mass", self.scale.mass(&held)),
            ("mass_given_defined", self.scale.share(&held, self.masses.defined())),
        ])
    }

    /// Returns the narrowest intervals that hold the level; if their ends are irrational, all that
    /// may be the narrowest.
    fn narrowest(&self, values: &[Enclosure]) -> Vec<[usize; 2]> {
        let below = &self.masses.below;
        let least = part(&self.level, self.masses.defined());
        let mut high = 0;
        let mut found: Vec<([usize; 2], BigInt)> = Vec::new();
        // The narrowest one is not wider than this.
        let mut most: Option<BigInt> = None;
        for (low, first) in values.iter().enumerate() {
            while high < values.len() && &below[high + 1] - &below[low] < least {
                high += 1;
            }
            let Some(last) = values.get(high) else { break };
            let ([a, b], [c, d]) = (first.scaled(), last.scaled());
            let width = [c - b, d - a];
            if most.as_ref().is_none_or(|most| width[0] <= *most) {
                let [narrow, wide] = width;
                found.push(([low, high], narrow));
                most = Some(most.map_or(wide.clone(), |most| most.min(wide)));
            }
        }
        let most = most.expect("the whole holds all");
        let may_be = found.into_iter().filter(|(_, width)| *width <= most).map(|(ends, _)| ends);
        let found: Vec<[usize; 2]> = may_be.collect();
        if self.lattice.metric.kind != Kind::Exact {
            return found;
        }
        let key = |place: usize| match self.lattice.key(place) {
            Key::Finite(value) => value,
            Key::Infinity => unreachable!("values are finite"),
        };
        let width = |[low, high]: &[usize; 2]| key(*high) - key(*low);
        let narrowest = found.iter().map(width).min().expect("the whole holds all");
        found.into_iter().filter(|ends| width(ends) == narrowest).collect()
    }
}

/// Returns the least integer that is not below a share of a whole.
fn part(share: &Rational, whole: &BigInt) -> BigInt {
    (share.numerator() * whole).div_ceil(&share.denominator())
}

fn enclosed(lattice: &Lattice, place: usize) -> Enclosure {
    let Key::Finite(key) = lattice.key(place) else { unreachable!("the value is finite") };
    enclosure(lattice.metric.kind, key)
}

/// Returns the truth about mean and variance: as fractions if the result states fractions, else
/// enclosed.
fn moments<'t>(
    members: &Members<'_>,
    lattice: &Lattice,
    masses: &Masses,
    values: &[Enclosure],
) -> Vec<(&'static str, Truth<'t>)> {
    let is_text = |key| matches!(members.get(key), Some(Json::Text(_)));
    // Sums of whole weights are divided once.
    let weight = |place: usize| Rational::from(masses.of[place].clone());
    let whole = Rational::new(1, masses.defined().clone());
    if lattice.metric.kind == Kind::Exact && (is_text("mean") || is_text("variance")) {
        let (mut mean, mut square) = (Rational::ZERO, Rational::ZERO);
        for place in 0..lattice.distinct() {
            let Key::Finite(value) = lattice.key(place) else { unreachable!("values are finite") };
            let part = weight(place) * value;
            square += &(&part * value);
            mean += &part;
        }
        (mean, square) = (mean * &whole, square * &whole);
        let variance = square - &mean * &mean;
        return vec![("mean", Truth::exact(mean)), ("variance", Truth::exact(variance))];
    }
    // Sums of integers: values times 2^BITS, their squares times 2^(2 BITS).
    let of_place = |(value, mass): (&Enclosure, &BigInt)| {
        let ends = value.scaled();
        let squares = squared(ends);
        [ends.map(|end| mass * end), squares.map(|square| mass * square)]
    };
    let nothing = || [[BigInt::ZERO, BigInt::ZERO], [BigInt::ZERO, BigInt::ZERO]];
    let add = |[[a, b], [c, d]]: [[BigInt; 2]; 2], [[e, f], [g, h]]: [[BigInt; 2]; 2]| {
        [[a + e, b + f], [c + g, d + h]]
    };
    let [mean, square] = values.par_iter().zip(&masses.of).map(of_place).reduce(nothing, add);
    let of_mean = squared(mean.each_ref());
    let unit = masses.defined() << BITS;
    let whole = &unit * &unit;
    let [low, high] = square.map(|end| end * masses.defined());
    let variance = [low - &of_mean[1], high - &of_mean[0]];
    let mean = mean.map(|end| Rational::new(end, unit.clone()));
    let variance = variance.map(|end| Rational::new(end, whole.clone()));
    vec![("mean", around(mean)), ("variance", around(variance))]
}

/// Returns two numbers around the square of a number that lies between these two.
fn squared([low, high]: [&BigInt; 2]) -> [BigInt; 2] {
    let squares = [low * low, high * high];
    let most = squares.each_ref().into_iter().max().expect("two").clone();
    let least = match low.sign() == high.sign() {
        true => squares.into_iter().min().expect("two"),
        false => BigInt::ZERO,
    };
    [least, most]
}

/// Returns the truth about an enclosed number: two decimals at most 1e-15 apart. The number itself
/// is known to many more digits.
fn around<'t>([least, most]: [Rational; 2]) -> Truth<'t> {
    Truth::judge(move |claim| {
        let truth = Truth::Object(vec![("lower", Truth::any()), ("upper", Truth::any())]);
        // A number that is known to be rational stands there as one.
        if claim.as_text().is_some() && least == most {
            return same(claim, &Truth::exact(least.clone()), &mut Proofs::new("", 0));
        }
        same(claim, &truth, &mut Proofs::new("", 0))?;
        let end = |key: &str| {
            let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
            decimal(text, 0).map(|(value, _)| value).map_err(|wrong| wrong.of(key))
        };
        let (lower, upper) = (end("lower")?, end("upper")?);
        if lower > least || most > upper {
            return Err(Wrong::new("the decimals do not enclose it"));
        }
        if upper - lower > Rational::new(1, 1_000_000_000_000_000_i64) {
            return Err(Wrong::new("the decimals are more than 1e-15 apart"));
        }
        Ok(())
    })
}
