//! Roots of quadratic polynomials with integer coefficients, compared exactly.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::{Integer, Roots};
use num_traits::{One, Signed, ToPrimitive, Zero};

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::{Enclosure, Rational, Value, certified_decimals, gcd};

/// Digits after the decimal point of a number that is not rational.
const DIGITS: u32 = 20;

/// Binary places that almost all comparisons get by with.
const PLACES: u32 = 64;

/// A real root of a polynomial of degree one or two with integer coefficients.
///
/// The form is canonical: a rational number, or one of the two roots of a primitive irreducible
/// polynomial. So equality is that of the parts, and of different numbers finer and finer
/// enclosures must find the order. No float is involved.
///
/// ```
/// use exactile::num::QuadraticNumber;
/// // x^2 - x - 1 = 0 and x^2 - 3 x + 1 = 0: the squares of the first two are among the last two.
/// let golden = QuadraticNumber::roots([1, -1, -1].map(Into::into));
/// let squares = QuadraticNumber::roots([1, -3, 1].map(Into::into));
/// assert!(golden[0] < squares[0] && squares[0] < golden[1] && golden[1] < squares[1]);
/// // 4 x^2 - 1 = 0
/// let halves = QuadraticNumber::roots([4, 0, -1].map(Into::into));
/// assert_eq!(halves[1].as_rational().map(ToString::to_string), Some("1/2".to_owned()));
/// ```
#[derive(Clone, Debug)]
pub struct QuadraticNumber {
    value: Form,
    /// Lower and upper end of an enclosure, times 2^64, if they are that small.
    key: Option<[i128; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Rational(Rational),
    Irrational(Box<Irrational>),
}

/// (-q1 +- sqrt(q1^2 - 4 q2 q0))/(2 q2), the discriminant positive and not a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Irrational {
    /// q2, q1, q0: coprime, q2 positive.
    coefficients: [BigInt; 3],
    is_upper: bool,
}

impl Irrational {
    fn discriminant(&self) -> BigInt {
        let [q2, q1, q0] = &self.coefficients;
        q1 * q1 - BigInt::from(4) * q2 * q0
    }

    /// Integers below and above the number times 2^places.
    fn enclosure(&self, places: u32) -> [BigInt; 2] {
        let [q2, q1, _] = &self.coefficients;
        let root = (self.discriminant() << (2 * places)).sqrt();
        let middle = -q1 << places;
        // The root times 2^places lies strictly between two integers.
        let next = &root + BigInt::one();
        let [low, high] = if self.is_upper {
            [&middle + root, middle + next]
        } else {
            [&middle - next, middle - root]
        };
        let denominator: BigInt = q2 * 2;
        [low.div_floor(&denominator), high.div_ceil(&denominator)]
    }
}

impl QuadraticNumber {
    /// The distinct real roots of q2 x^2 + q1 x + q0, the smaller one first; none if all
    /// coefficients but the last are zero.
    ///
    /// ```
    /// use exactile::num::QuadraticNumber;
    /// // x^2 - 2 and x^2 + 1.
    /// assert_eq!(QuadraticNumber::roots([1, 0, -2].map(Into::into)).len(), 2);
    /// assert!(QuadraticNumber::roots([1, 0, 1].map(Into::into)).is_empty());
    /// ```
    pub fn roots([q2, q1, q0]: [BigInt; 3]) -> Vec<Self> {
        if q2.is_zero() {
            if q1.is_zero() {
                return Vec::new();
            }
            return vec![Self::from(Rational::new(-q0, q1))];
        }
        let common = gcd(&gcd(&q2, &q1), &q0);
        let common = if q2.is_negative() { -common } else { common };
        let coefficients = [q2, q1, q0].map(|k| k / &common);
        let [q2, q1, q0] = &coefficients;
        let discriminant = q1 * q1 - BigInt::from(4) * q2 * q0;
        match discriminant.sign() {
            Sign::Minus => return Vec::new(),
            Sign::NoSign => return vec![Self::from(Rational::new(-q1, q2 * 2))],
            Sign::Plus => {}
        }
        let root = Roots::sqrt(&discriminant);
        if &root * &root == discriminant {
            return [-&root, root].map(|root| Self::from(Rational::new(root - q1, q2 * 2))).into();
        }
        [false, true]
            .map(|is_upper| {
                let irrational = Irrational { coefficients: coefficients.clone(), is_upper };
                Self::of(Form::Irrational(Box::new(irrational)))
            })
            .into()
    }

    fn of(value: Form) -> Self {
        let [low, high] = value.enclosure(PLACES);
        let key = low.to_i128().zip(high.to_i128()).map(|(low, high)| [low, high]);
        Self { value, key }
    }

    /// The number, if it is rational.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::QuadraticNumber;
    /// // 4 x^2 - 1.
    /// let roots = QuadraticNumber::roots([4, 0, -1].map(Into::into));
    /// assert_eq!(roots[1].as_rational(), Some(&Rational::new(1, 2)));
    /// ```
    pub fn as_rational(&self) -> Option<&Rational> {
        match &self.value {
            Form::Rational(value) => Some(value),
            Form::Irrational(_) => None,
        }
    }

    /// `[q2, q1, q0]` of the primitive irreducible polynomial, q2 positive, of which an irrational
    /// number is a root, and whether it is the greater root.
    pub fn polynomial(&self) -> Option<(&[BigInt; 3], bool)> {
        match &self.value {
            Form::Rational(_) => None,
            Form::Irrational(root) => Some((&root.coefficients, root.is_upper)),
        }
    }

    /// Two rationals, at most 2^(1-places) apart, between which the number lies; equal ones only
    /// if it is one of them.
    pub fn enclosure(&self, places: u32) -> [Rational; 2] {
        match &self.value {
            Form::Rational(value) => [value.clone(), value.clone()],
            Form::Irrational(root) => {
                root.enclosure(places).map(|end| Rational::new(end, BigInt::one() << places))
            }
        }
    }

    /// A rational number strictly between two different numbers, the smaller one first, with few
    /// digits. `None` if the first is not smaller.
    ///
    /// ```
    /// use exactile::num::QuadraticNumber;
    /// let roots = QuadraticNumber::roots([1, 0, -2].map(Into::into));
    /// let middle = roots[0].between(&roots[1]).unwrap();
    /// assert!(middle.abs() < 2.into());
    /// ```
    pub fn between(&self, greater: &Self) -> Option<Rational> {
        if self >= greater {
            return None;
        }
        let mut places = 2;
        loop {
            let [_, above] = self.value.enclosure(places);
            let [below, _] = greater.value.enclosure(places);
            // Strictly between the two numbers, whose ends may be the numbers themselves.
            let middle: BigInt = (&above + &below).div_floor(&BigInt::from(2));
            if above < middle && middle < below {
                return Some(Rational::new(middle, BigInt::one() << places));
            }
            places *= 2;
        }
    }
}

impl Form {
    fn enclosure(&self, places: u32) -> [BigInt; 2] {
        match self {
            Self::Rational(value) => {
                let (numerator, denominator) = (value.numerator() << places, value.denominator());
                [numerator.div_floor(&denominator), numerator.div_ceil(&denominator)]
            }
            Self::Irrational(root) => root.enclosure(places),
        }
    }
}

impl From<Rational> for QuadraticNumber {
    fn from(value: Rational) -> Self {
        Self::of(Form::Rational(value))
    }
}

/// `7/10`, or `(3 - sqrt(5))/2`.
impl fmt::Display for QuadraticNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = match &self.value {
            Form::Rational(value) => return write!(f, "{value}"),
            Form::Irrational(root) => root,
        };
        let [q2, q1, _] = &root.coefficients;
        let sign = if root.is_upper { '+' } else { '-' };
        write!(f, "({} {sign} sqrt({}))/{}", -q1, root.discriminant(), q2 * 2)
    }
}

/// Exact if it is rational, otherwise enclosed to 20 decimals, with its closed form.
impl From<&QuadraticNumber> for Value {
    fn from(number: &QuadraticNumber) -> Self {
        if let Some(value) = number.as_rational() {
            return value.into();
        }
        let enclose = |bits| {
            let [low, high] = number.enclosure(bits);
            Enclosure::of_rational(&low, bits).hull(&Enclosure::of_rational(&high, bits))
        };
        let decimals = certified_decimals(DIGITS, || false, enclose);
        decimals.with_closed_form(number.to_string()).into()
    }
}

#[cfg(feature = "serde")]
impl Serialize for QuadraticNumber {
    /// As its [`Value`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(self).serialize(serializer)
    }
}

impl PartialEq for QuadraticNumber {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for QuadraticNumber {}

impl std::hash::Hash for QuadraticNumber {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl Ord for QuadraticNumber {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some([low, high]), Some([other_low, other_high])) = (self.key, other.key) {
            if high < other_low {
                return Ordering::Less;
            }
            if other_high < low {
                return Ordering::Greater;
            }
        }
        match (&self.value, &other.value) {
            (Form::Rational(x), Form::Rational(y)) => x.cmp(y),
            (x, y) if x == y => Ordering::Equal,
            (x, y) => {
                // Different numbers are apart at some number of places.
                let mut places = 2 * PLACES;
                loop {
                    let ([low, high], [other_low, other_high]) =
                        (x.enclosure(places), y.enclosure(places));
                    if high < other_low {
                        return Ordering::Less;
                    }
                    if other_high < low {
                        return Ordering::Greater;
                    }
                    places *= 2;
                }
            }
        }
    }
}

impl PartialOrd for QuadraticNumber {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sign of a polynomial at a rational.
    fn sign_at(coefficients: &[BigInt; 3], x: &Rational) -> Ordering {
        let [q2, q1, q0] = coefficients.clone().map(|k| Rational::new(k, 1));
        ((q2 * x + q1) * x + q0).sign()
    }

    fn coefficients() -> impl Strategy<Value = [BigInt; 3]> {
        let size = prop_oneof![Just(3_i128), Just(40), Just(1 << 40), Just(1 << 100)];
        size.prop_flat_map(|most| prop::array::uniform3(-most..=most))
            .prop_map(|coefficients| coefficients.map(BigInt::from))
    }

    proptest! {
        #[test]
        fn roots_are_where_the_polynomial_changes_its_sign(coefficients in coefficients()) {
            let roots = QuadraticNumber::roots(coefficients.clone());
            prop_assert!(roots.windows(2).all(|pair| pair[0] < pair[1]));
            for root in &roots {
                match root.as_rational() {
                    Some(root) => prop_assert!(sign_at(&coefficients, root).is_eq()),
                    None => {
                        // The roots of 101-bit coefficients may be as close as 2^-200.
                        let [low, high] = root.enclosure(400);
                        let signs = [&low, &high].map(|end| sign_at(&coefficients, end));
                        prop_assert_eq!(signs[0], signs[1].reverse());
                        prop_assert!(signs[0].is_ne());
                    }
                }
            }
            let [q2, q1, q0] = &coefficients;
            let discriminant = q1 * q1 - BigInt::from(4) * q2 * q0;
            let count = match (q2.is_zero(), q1.is_zero(), discriminant.sign()) {
                (true, true, _) | (false, _, Sign::Minus) => 0,
                (true, false, _) | (false, _, Sign::NoSign) => 1,
                (false, _, Sign::Plus) => 2,
            };
            prop_assert_eq!(roots.len(), count);
        }

        #[test]
        fn the_order_is_strict_between_different_numbers(
            first in coefficients(), second in coefficients(),
        ) {
            let mut all = QuadraticNumber::roots(first);
            all.extend(QuadraticNumber::roots(second));
            for x in &all {
                for y in &all {
                    let order = x.cmp(y);
                    prop_assert_eq!(order, y.cmp(x).reverse());
                    prop_assert_eq!(order.is_eq(), x == y);
                    let between = x.between(y);
                    prop_assert_eq!(between.is_some(), order.is_lt());
                    if let Some(between) = between.map(QuadraticNumber::from) {
                        prop_assert!(*x < between && between < *y);
                    }
                }
            }
        }
    }
}
