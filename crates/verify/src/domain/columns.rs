//! Checks zones in which a classifier is first in all test sets under several priors, as columns.
//!
//! Each rival in each test set gives a condition A(a) b + B(a) >= 0 with linear A and B. A column
//! is proved by its two curves: both belong to conditions, and every condition holds on both, so
//! also between, and breaks beyond. Between columns one condition or two leave nothing, up to the
//! next root of their polynomials. At each end of a column, and at 0 and 1, all conditions are put
//! together, and leave what the columns have there.

use std::cmp::Ordering;
use std::collections::HashSet;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::quadratic::read;
use crate::claim::proofs::Proofs;
use crate::claim::sets::Sets;
use crate::claim::truth::{Truth, exact, same};
use crate::claim::wrong::Wrong;
use crate::geometry::area::judge_area;
use crate::geometry::frontiers::{Counts, difference, integers};
use crate::geometry::plane::Bilinear;
use crate::metric::written::decimal;
use crate::reading::json::Json;
use exactile::num::{LogSum, QuadraticNumber, Rational};

/// The coefficients of a^2, a and 1.
type Polynomial = [BigInt; 3];

/// Checks the columns and the area of a classifier.
pub(super) fn check(claim: &Json, sets: &Sets<'_>, own: usize) -> Result<(), Wrong> {
    let counts: Vec<Vec<Counts>> =
        sets.matrices.iter().map(|row| row.iter().map(integers).collect()).collect();
    let conditions = Conditions::new(counts.iter().map(|row| (row, own)));
    let columns = conditions.read(claim.get("columns").unwrap_or(&Json::Null));
    let columns = columns.map_err(|wrong| wrong.of("columns"))?;
    conditions.check_rest(&columns).map_err(|wrong| wrong.of("columns"))?;
    let area = claim.get("area").unwrap_or(&Json::Null);
    check_area(area, &columns).map_err(|wrong| wrong.of("area"))
}

/// The part of a zone from one a to another, between two curves.
pub(super) struct Column {
    pub(super) from: QuadraticNumber,
    pub(super) to: QuadraticNumber,
    /// The lower one and the upper one.
    pub(super) curves: [Bilinear; 2],
}

impl Column {
    fn read(claim: &Json) -> Result<Self, Wrong> {
        let keys = ["from", "to", "lower", "upper"].map(|key| (key, Truth::any()));
        same(claim, &Truth::Object(keys.into()), &mut Proofs::new("", 0))?;
        let part = |key: &str| claim.get(key).unwrap_or(&Json::Null);
        let end = |key: &str| read(part(key)).map_err(|wrong| wrong.of(key));
        let curve = |key: &str| {
            let wrong = || Wrong::new("four whole numbers without common factor").of(key);
            let list = part(key).as_list().filter(|list| list.len() == 4).ok_or_else(wrong)?;
            let whole = |said: &Json| exact(said).ok().filter(Rational::is_integer);
            let all: Option<Vec<BigInt>> =
                list.iter().map(|said| whole(said).map(|k| k.numerator())).collect();
            let coefficients: [BigInt; 4] =
                all.and_then(|all| all.try_into().ok()).ok_or_else(wrong)?;
            let curve = Bilinear(coefficients);
            // A product of an upright factor and a level one is written without the first.
            let [k_ab, k_a, k_b, k_1] = &curve.0;
            let is_product = !k_ab.is_zero() && k_ab * k_1 == k_a * k_b;
            if curve.content().is_one() && !is_product { Ok(curve) } else { Err(wrong()) }
        };
        let (from, to) = (end("from")?, end("to")?);
        let is_inside = from >= Rational::ZERO.into() && to <= Rational::ONE.into();
        if from > to || !is_inside {
            return Err(Wrong::new("it does not end after its beginning").of("to"));
        }
        Ok(Self { from, to, curves: [curve("lower")?, curve("upper")?] })
    }

    /// The area between two positions.
    fn area(&self, from: &Rational, to: &Rational) -> Option<LogSum> {
        let [lower, upper] = &self.curves;
        Some(under(upper, from, to)? - under(lower, from, to)?)
    }

    pub(super) fn is_region(&self) -> bool {
        self.from < self.to && !meeting(&self.curves[0], &self.curves[1]).iter().all(Zero::is_zero)
    }

    /// Returns `true` if its curves have the heights of two others at a position.
    fn meets(&self, others: [&Bilinear; 2], at: &QuadraticNumber) -> bool {
        self.curves.iter().zip(others).all(|(own, other)| {
            sign_at(&slope(own), at).is_ne() && sign_at(&meeting(own, other), at).is_eq()
        })
    }
}

/// The integral of b = -(k_a a + k_1)/(k_ab a + k_b) between two positions.
fn under(curve: &Bilinear, from: &Rational, to: &Rational) -> Option<LogSum> {
    let [k_ab, k_a, k_b, k_1] = curve.0.clone().map(Rational::from);
    let width = to - from;
    let Some(inverse) = k_ab.reciprocal() else {
        let half = (from + to) / Rational::from(2);
        return Some(LogSum::from((-(k_a * half + k_1) * width).checked_div(&k_b)?));
    };
    let [start, end] = [from, to].map(|a| &k_ab * a + &k_b);
    let argument = end.checked_div(&start).filter(Rational::is_positive)?;
    let factor = (&k_a * &k_b - &k_1 * &k_ab) * &inverse * &inverse;
    Some(LogSum::ln(&argument) * factor - k_a * inverse * width)
}

/// The b of a curve at a position.
pub(super) fn height(
    Bilinear([k_ab, k_a, k_b, k_1]): &Bilinear,
    at: &Rational,
) -> Option<Rational> {
    let [k_ab, k_a, k_b, k_1] = [k_ab, k_a, k_b, k_1].map(|k| Rational::from(k.clone()));
    (-(k_a * at + k_1)).checked_div(&(k_ab * at + k_b))
}

/// A as a polynomial.
fn slope(Bilinear([k_ab, _, k_b, _]): &Bilinear) -> Polynomial {
    [BigInt::ZERO, k_ab.clone(), k_b.clone()]
}

/// B as a polynomial.
fn foot(Bilinear([_, k_a, _, k_1]): &Bilinear) -> Polynomial {
    [BigInt::ZERO, k_a.clone(), k_1.clone()]
}

/// B1 A2 - B2 A1: A2 times the first one's value on the second one's zeros.
fn meeting(one: &Bilinear, other: &Bilinear) -> Polynomial {
    let ([_, slope, rest], [_, slope_2, rest_2]) = (slope(one), slope(other));
    let ([_, a, b], [_, a_2, b_2]) = (foot(one), foot(other));
    [
        &a * &slope_2 - &a_2 * &slope,
        &a * &rest_2 + &b * &slope_2 - &a_2 * &rest - &b_2 * &slope,
        b * rest_2 - b_2 * rest,
    ]
}

fn sign_at_rational([q2, q1, q0]: &Polynomial, at: &Rational) -> Ordering {
    let (n, d) = (at.numerator(), at.denominator());
    let value: BigInt = q2 * &n * &n + q1 * &n * &d + q0 * &d * &d;
    value.cmp(&BigInt::ZERO)
}

/// The sign at a number: that at a rational with no root between.
fn sign_at(polynomial: &Polynomial, at: &QuadraticNumber) -> Ordering {
    if let Some(at) = at.as_rational() {
        return sign_at_rational(polynomial, at);
    }
    let roots = QuadraticNumber::roots(polynomial.clone());
    if roots.contains(at) {
        return Ordering::Equal;
    }
    let beyond = || QuadraticNumber::from(&at.enclosure(2)[1] + &Rational::ONE);
    let next = roots.into_iter().find(|root| root > at).unwrap_or_else(beyond);
    let beside = at.between(&next).expect("the next is greater");
    sign_at_rational(polynomial, &beside)
}

/// Returns the positions between two at which polynomials vanish, with both ends.
fn stops<'p>(
    polynomials: impl IntoIterator<Item = &'p Polynomial>,
    [from, to]: [&QuadraticNumber; 2],
) -> Vec<QuadraticNumber> {
    let roots = polynomials.into_iter().flat_map(|of| QuadraticNumber::roots(of.clone()));
    let mut stops: Vec<QuadraticNumber> =
        roots.filter(|root| from < root && root < to).chain([from.clone(), to.clone()]).collect();
    stops.sort();
    stops.dedup();
    stops
}

/// Returns the signs of a polynomial between two positions.
fn signs_between(polynomial: &Polynomial, ends: [&QuadraticNumber; 2]) -> Vec<Ordering> {
    let stops = stops([polynomial], ends);
    let between = stops.windows(2).filter_map(|pair| pair[0].between(&pair[1]));
    between.map(|at| sign_at_rational(polynomial, &at)).collect()
}

/// The conditions of a zone, 0 <= b <= 1 first.
pub(super) struct Conditions(Vec<Bilinear>);

impl Conditions {
    /// Those of some tests, each with its first classifier.
    pub(super) fn new<'t>(tests: impl Iterator<Item = (&'t Vec<Counts>, usize)>) -> Self {
        let side = |k_b: i64, k_1: i64| Bilinear([0, 0, k_b, k_1].map(BigInt::from));
        let of_test = |(counts, own): (&'t Vec<Counts>, usize)| {
            let rivals = (0..counts.len()).filter(move |k| *k != own);
            rivals.map(move |k| difference(&counts[own], &counts[k]))
        };
        let mut all: HashSet<Bilinear> = tests.flat_map(of_test).collect();
        all.retain(|condition| !condition.is_zero());
        Self([side(1, 0), side(-1, 1)].into_iter().chain(all).collect())
    }

    /// Reads columns from the left to the right, each of which holds exactly what the conditions
    /// leave above its positions.
    pub(super) fn read(&self, claim: &Json) -> Result<Vec<Column>, Wrong> {
        let said = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
        let mut columns: Vec<Column> = Vec::new();
        for (k, said) in said.iter().enumerate() {
            let place = |wrong: Wrong| wrong.number(k);
            let column = Column::read(said).map_err(place)?;
            self.check_column(&column).map_err(place)?;
            if let Some(last) = columns.last() {
                let continues = last.to == column.from && last.curves == column.curves;
                if last.to > column.from || continues {
                    return Err(place(Wrong::new("it is not the next column")));
                }
            }
            columns.push(column);
        }
        Ok(columns)
    }

    fn check_column(&self, column: &Column) -> Result<(), Wrong> {
        let ends = [&column.from, &column.to];
        let wanted = [Ordering::Greater, Ordering::Less];
        for (key, (curve, wanted)) in
            ["lower", "upper"].iter().zip(column.curves.iter().zip(wanted))
        {
            // At one position the sign there counts.
            let has_sign = |of: &Bilinear| match column.from < column.to {
                true => signs_between(&slope(of), ends) == [wanted],
                false => sign_at(&slope(of), &column.from) == wanted,
            };
            let is_bound = |condition: &Bilinear| {
                meeting(condition, curve).iter().all(Zero::is_zero) && has_sign(condition)
            };
            if !has_sign(curve) || !self.0.iter().any(is_bound) {
                return Err(Wrong::new("no rival gives this end").of(key));
            }
            if column.from == column.to {
                continue;
            }
            let breaks = |condition: &Bilinear| {
                let along = signs_between(&meeting(condition, curve), ends);
                along.contains(&wanted.reverse())
            };
            if self.0.iter().any(breaks) {
                return Err(Wrong::new("a rival is better on a part of it").of(key));
            }
        }
        Ok(())
    }

    /// Checks that the zone has no part beside the columns.
    fn check_rest(&self, columns: &[Column]) -> Result<(), Wrong> {
        let [zero, one] = [Rational::ZERO, Rational::ONE].map(QuadraticNumber::from);
        let mut places = vec![zero.clone(), one.clone()];
        let mut from = &zero;
        for column in columns {
            self.leave_nothing(from, &column.from)?;
            places.extend([column.from.clone(), column.to.clone()]);
            from = &column.to;
        }
        self.leave_nothing(from, &one)?;
        places.sort();
        places.dedup();
        for at in &places {
            let beside: Vec<&Column> =
                columns.iter().filter(|column| column.from == *at || column.to == *at).collect();
            let is_alone = |column: &&Column| column.from == column.to;
            let has_alone = beside.iter().any(is_alone);
            let holds = self.above(at).map_or(beside.is_empty(), |bounds| {
                let bounds = bounds.map(|k| &self.0[k]);
                let same = beside.into_iter().filter(|column| column.meets(bounds, at));
                match &same.collect::<Vec<_>>()[..] {
                    [] => false,
                    [one] => !has_alone || is_alone(one),
                    _ => !has_alone,
                }
            });
            if !holds {
                return Err(Wrong::new(format!("at a = {at} the zone is another one")));
            }
        }
        Ok(())
    }

    /// The conditions with the greatest lower and the least upper bound at a position, or those
    /// that leave nothing.
    fn above(&self, at: &QuadraticNumber) -> Result<[usize; 2], Vec<usize>> {
        let mut bounds = [0, 1];
        for (k, condition) in self.0.iter().enumerate().skip(2) {
            match sign_at(&slope(condition), at) {
                Ordering::Equal if sign_at(&foot(condition), at).is_lt() => return Err(vec![k]),
                Ordering::Equal => {}
                side => {
                    // On the other one's zeros a narrower condition does not hold.
                    let bound = &mut bounds[usize::from(side.is_lt())];
                    if sign_at(&meeting(condition, &self.0[*bound]), at) == side.reverse() {
                        *bound = k;
                    }
                }
            }
        }
        let [lower, upper] = bounds.map(|k| &self.0[k]);
        match sign_at(&meeting(lower, upper), at) {
            Ordering::Greater => Err(bounds.to_vec()),
            _ => Ok(bounds),
        }
    }

    /// Checks that nothing is left between two positions.
    fn leave_nothing(&self, from: &QuadraticNumber, to: &QuadraticNumber) -> Result<(), Wrong> {
        let more = |at: &dyn std::fmt::Display| Wrong::new(format!("at a = {at} there is more"));
        let mut waiting = vec![[from.clone(), to.clone()]];
        while let Some([from, to]) = waiting.pop() {
            let Some(middle) = from.between(&to) else { continue };
            let here = QuadraticNumber::from(middle);
            let Err(excluding) = self.above(&here) else { return Err(more(&here)) };
            let of = |k: &usize| [slope(&self.0[*k]), foot(&self.0[*k])];
            let mut changes: Vec<Polynomial> = excluding.iter().flat_map(of).collect();
            if let [lower, upper] = excluding[..] {
                changes.push(meeting(&self.0[lower], &self.0[upper]));
            }
            let stops = stops(&changes, [&from, &to]);
            // The stretch around the middle, or both beside it.
            let last = stops.iter().rposition(|stop| *stop < here).unwrap_or_default();
            let next = stops.iter().position(|stop| *stop > here).unwrap_or(stops.len() - 1);
            for inner in [last, next] {
                let is_inner = inner > 0 && inner + 1 < stops.len();
                if is_inner && self.above(&stops[inner]).is_ok() {
                    return Err(more(&stops[inner]));
                }
            }
            let [last, next] = match stops.contains(&here) {
                true => [here.clone(), here],
                false => [stops[last].clone(), stops[next].clone()],
            };
            waiting.extend([[from, last], [next, to]]);
        }
        Ok(())
    }
}

/// Bits of enclosures of an area.
const BITS: u32 = 160;

/// Checks an area: exactly if all ends are rational, else by an enclosure.
pub(super) fn check_area(claim: &Json, columns: &[Column]) -> Result<(), Wrong> {
    let regions: Vec<&Column> = columns.iter().filter(|column| column.is_region()).collect();
    let exact =
        |column: &&Column| column.area(column.from.as_rational()?, column.to.as_rational()?);
    if let Some(parts) = regions.iter().map(exact).collect::<Option<Vec<LogSum>>>() {
        return judge_area(
            claim,
            &parts.into_iter().fold(LogSum::default(), |sum, part| sum + part),
        );
    }
    let (mut low, mut high) = (Rational::ZERO, Rational::ZERO);
    for column in regions {
        let [[start, from], [to, end]] = [&column.from, &column.to].map(|z| z.enclosure(BITS));
        if let Some(inside) = (from < to).then(|| column.area(&from, &to)).flatten() {
            let inside = inside.enclosure(BITS);
            low += &inside.lower();
            // The height is at most 1.
            high += &(inside.upper() + (from - start) + (end - to));
        } else {
            high += &(end - start);
        }
    }
    let members = vec![("lower", Truth::any()), ("upper", Truth::any())];
    same(claim, &Truth::Object(members), &mut Proofs::new("", 0))?;
    let end = |key: &str| {
        let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
        decimal(text, 15).map_err(|wrong| wrong.of(key))
    };
    let ((lower, places), (upper, other)) = (end("lower")?, end("upper")?);
    // Decimals are neighbours, unless the number cannot be told from one between two of them.
    let unit = Rational::new(1, BigInt::from(10).pow(places));
    let next = &lower + &unit;
    let are_near = upper <= next || upper <= &next + &unit && low <= next && next <= high;
    if places == other && lower <= low && high <= upper && are_near {
        return Ok(());
    }
    let [low, high] = [low, high].map(|end| end.to_decimal(20));
    Err(Wrong::new(format!("it is from {low} to {high}")))
}
