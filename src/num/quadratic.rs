//! Real numbers p + sqrt(r) and p - sqrt(r) with rational p and r: roots of quadratic equations.
//!
//! With r positive and not the square of a rational (or zero), the triple of p, the sign and r is
//! unique for a number, so equality is equality of parts, whatever equations the numbers come from.
//! Order is decided by squaring, never by decimals.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{One, ToPrimitive, Zero};
use serde::{Serialize, Serializer};

use super::{CertifiedDecimal, Enclosure, Rational};

/// Digits behind the point of numbers that are not rational.
const DIGITS: u32 = 20;

/// A root of a polynomial of degree one or two with rational coefficients.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::Quadratic;
/// // 2 z^2 - 6 z + 1 = 0
/// let roots = Quadratic::roots(&2.into(), &(-6).into(), &1.into());
/// assert_eq!(roots[0].to_string(), "(3 - sqrt(7))/2");
/// assert!(roots[0] < Quadratic::from(Rational::new(1, 5)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    rational: Rational,
    /// Not negative; zero, or no square of a rational.
    radicand: Rational,
    /// Is the root subtracted? Never for a rational number.
    subtracts: bool,
}

impl From<Rational> for Quadratic {
    fn from(rational: Rational) -> Self {
        Self { rational, radicand: Rational::ZERO, subtracts: false }
    }
}

impl Quadratic {
    /// `rational + coefficient sqrt(radicand)`.
    ///
    /// # Panics
    /// If the radicand is negative.
    pub fn new(rational: Rational, coefficient: &Rational, radicand: &Rational) -> Self {
        assert!(!radicand.is_negative(), "a real number has no root of a negative one in it");
        let square = coefficient * coefficient * radicand;
        let subtracts = coefficient.is_negative();
        match square_root(&square) {
            Some(root) => Self::from(if subtracts { rational - root } else { rational + root }),
            None => Self { rational, radicand: square, subtracts },
        }
    }

    /// The real zeros of `q2 z^2 + q1 z + q0`, increasing, a double one once. None for a constant.
    pub fn roots(q2: &Rational, q1: &Rational, q0: &Rational) -> Vec<Self> {
        if q2.is_zero() {
            return (-q0).checked_div(q1).map(Self::from).into_iter().collect();
        }
        let double = Rational::from(2) * q2;
        let discriminant = q1 * q1 - Rational::from(2) * &double * q0;
        let middle = -q1 / &double;
        match discriminant.sign() {
            Ordering::Less => Vec::new(),
            Ordering::Equal => vec![Self::from(middle)],
            Ordering::Greater => {
                let spread = double.abs().reciprocal().expect("the leading coefficient is not 0");
                vec![
                    Self::new(middle.clone(), &-&spread, &discriminant),
                    Self::new(middle, &spread, &discriminant),
                ]
            }
        }
    }

    /// The value, where it is rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        self.radicand.is_zero().then_some(&self.rational)
    }

    /// p and the signed r of p + sqrt(r) or, with r below zero, of p - sqrt(-r).
    pub(super) fn parts(&self) -> (&Rational, Rational) {
        let signed = if self.subtracts { -&self.radicand } else { self.radicand.clone() };
        (&self.rational, signed)
    }

    /// Its order relative to zero.
    pub fn sign(&self) -> Ordering {
        sign_of_sum(&self.rational, &self.radicand, self.subtracts)
    }

    /// The image under z -> (m0 z + m1)/(m2 z + m3), `None` where the denominator vanishes.
    pub fn mapped(&self, [m0, m1, m2, m3]: [&Rational; 4]) -> Option<Self> {
        let (p, r) = (&self.rational, &self.radicand);
        let (top, bottom) = (m0 * p + m1, m2 * p + m3);
        if r.is_zero() {
            return top.checked_div(&bottom).map(Self::from);
        }
        // Expanded by the conjugate of the denominator, whose norm is zero only if it is.
        let norm = &bottom * &bottom - m2 * m2 * r;
        let rational = (top * bottom - m0 * m2 * r).checked_div(&norm)?;
        let coefficient = (m0 * m3 - m1 * m2) / norm;
        let signed = if self.subtracts { -coefficient } else { coefficient };
        Some(Self::new(rational, &signed, r))
    }

    /// The square.
    pub fn squared(&self) -> Self {
        let (p, r) = (&self.rational, &self.radicand);
        let doubled = Rational::from(if self.subtracts { -2 } else { 2 }) * p;
        Self::new(p * p + r, &doubled, r)
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        if self.sign().is_lt() {
            self.affine(&-Rational::ONE, &Rational::ZERO)
        } else {
            self.clone()
        }
    }

    /// `slope z + offset`.
    pub fn affine(&self, slope: &Rational, offset: &Rational) -> Self {
        self.mapped([slope, offset, &Rational::ZERO, &Rational::ONE])
            .expect("the denominator is one")
    }

    /// An enclosure with that many binary places, at most a few units of the last one wide.
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        let rational = Enclosure::of_rational(&self.rational, bits);
        if self.radicand.is_zero() {
            return rational;
        }
        let root = Enclosure::sqrt(&self.radicand, bits);
        let sign = if self.subtracts { -Rational::ONE } else { Rational::ONE };
        rational.plus(&root.times(&sign))
    }

    /// The nearest double or one next to it, for pictures.
    pub fn to_f64(&self) -> f64 {
        match self.as_rational() {
            Some(value) => value.to_f64(),
            None => self.enclosure(128).lower().to_f64(),
        }
    }

    /// Decimals with `digits` digits behind the point that enclose it, and the closed form.
    pub fn to_certified(&self, digits: u32) -> CertifiedDecimal {
        let (lower, upper) = self.enclosure(4 * digits + 16).to_decimals(digits);
        CertifiedDecimal { lower, upper, exact: self.to_string() }
    }
}

/// The root of a rational that is a square.
fn square_root(value: &Rational) -> Option<Rational> {
    let exact = |n: BigInt| {
        let root = n.sqrt();
        (&root * &root == n).then_some(root)
    };
    if let Some((n, d)) = value.small_parts() {
        let exact = |n: i64| {
            let root = n.sqrt();
            (root * root == n).then_some(root)
        };
        return Some(Rational::new(exact(n)?, exact(d)?));
    }
    Some(Rational::new(exact(value.numerator())?, exact(value.denominator())?))
}

/// The sign of `p + sqrt(r)`, or of `p - sqrt(r)` if the root is subtracted.
fn sign_of_sum(p: &Rational, r: &Rational, subtracts: bool) -> Ordering {
    let root = match (r.is_zero(), subtracts) {
        (true, _) => return p.sign(),
        (false, true) => Ordering::Less,
        (false, false) => Ordering::Greater,
    };
    let by_size = || (p * p).cmp(r);
    match p.sign() {
        Ordering::Equal => root,
        sign if sign == root => sign,
        // Of opposite signs, the larger one in size decides.
        Ordering::Greater => by_size(),
        Ordering::Less => by_size().reverse(),
    }
}

impl Ord for Quadratic {
    fn cmp(&self, other: &Self) -> Ordering {
        let difference = &self.rational - &other.rational;
        if other.radicand.is_zero() {
            return sign_of_sum(&difference, &self.radicand, self.subtracts);
        }
        if self.radicand.is_zero() {
            return sign_of_sum(&difference, &other.radicand, !other.subtracts);
        }
        // The sign of the roots' part e = +-sqrt(r1) -+ sqrt(r2).
        let (first, second) = (self.subtracts, !other.subtracts);
        let by_size = self.radicand.cmp(&other.radicand);
        let roots = match (first, second) {
            (false, false) => Ordering::Greater,
            (true, true) => Ordering::Less,
            (false, true) => by_size,
            (true, false) => by_size.reverse(),
        };
        let sign = difference.sign();
        if sign == roots || roots.is_eq() {
            return sign;
        }
        if sign.is_eq() {
            return roots;
        }
        // d^2 against e^2 = r1 + r2 +- 2 sqrt(r1 r2).
        let excess = &difference * &difference - &self.radicand - &other.radicand;
        let product = Rational::from(4) * &self.radicand * &other.radicand;
        let difference_is_larger = sign_of_sum(&excess, &product, first == second);
        match difference_is_larger {
            Ordering::Greater => sign,
            Ordering::Less => roots,
            Ordering::Equal => Ordering::Equal,
        }
    }
}

impl PartialOrd for Quadratic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `root * sqrt(rest)` for the square root of a positive rational: an integer under the root
/// without squares of small primes. The same radicand always gives the same pair.
pub(super) fn split_root(radicand: &Rational) -> (Rational, BigInt) {
    let mut rest = radicand.numerator() * radicand.denominator();
    let mut outside = BigInt::one();
    for prime in [2_u32, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47] {
        let square = prime * prime;
        while (&rest % square).is_zero() {
            rest /= square;
            outside *= prime;
        }
    }
    (Rational::new(outside, radicand.denominator()), rest)
}

impl fmt::Display for Quadratic {
    /// `(3 - sqrt(5))/4`, `1/2`, `2*sqrt(3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.radicand.is_zero() {
            return self.rational.fmt(f);
        }
        let (factor, rest) = split_root(&self.radicand);
        let common = self.rational.denominator().lcm(&factor.denominator());
        let scale = Rational::from(common.clone());
        let (whole, times) = (&self.rational * &scale, factor * scale);
        let sign = match (whole.is_zero(), self.subtracts) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let divided = !common.is_one();
        let bracketed = divided && !whole.is_zero();
        if bracketed {
            f.write_str("(")?;
        }
        if !whole.is_zero() {
            write!(f, "{whole}")?;
        }
        f.write_str(sign)?;
        if times != Rational::ONE {
            write!(f, "{times}*")?;
        }
        write!(f, "sqrt({rest})")?;
        if bracketed {
            f.write_str(")")?;
        }
        if divided {
            write!(f, "/{common}")?;
        }
        Ok(())
    }
}

impl Serialize for Quadratic {
    /// An exact number where it is rational, an enclosure with its closed form otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_rational() {
            Some(value) => value.serialize(serializer),
            None => self.to_certified(DIGITS).serialize(serializer),
        }
    }
}

/// A place on a line as 62 binary digits that enclose it: most comparisons need no more.
#[derive(Clone, Debug)]
pub(crate) struct Located {
    pub(crate) value: Quadratic,
    low: i64,
    high: i64,
}

/// Binary places of [`Located`].
const PLACES: u32 = 60;

impl Located {
    /// A number in `[0, 1]`.
    pub(crate) fn new(value: Quadratic) -> Self {
        let enclosure = value.enclosure(PLACES);
        let (low, high) = enclosure.ends();
        let end = |end: &BigInt| end.to_i64().expect("a number from 0 to 1 has 61 bits");
        let (low, high) = (end(low), end(high));
        Self { value, low, high }
    }

    /// A rational with few digits strictly between this and a greater number.
    pub(crate) fn rational_before(&self, greater: &Self) -> Rational {
        if self.high + 1 < greater.low {
            for shift in (0..PLACES).rev() {
                let multiple = ((self.high >> shift) + 1) << shift;
                if multiple < greater.low {
                    return Rational::new(multiple, 1_i64 << PLACES);
                }
            }
        }
        let mut bits = 2 * PLACES;
        loop {
            let low = self.value.enclosure(bits).upper();
            let high = greater.value.enclosure(bits).lower();
            if low < high {
                return (low + high) / Rational::from(2);
            }
            bits *= 2;
        }
    }
}

impl Ord for Located {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.high < other.low {
            Ordering::Less
        } else if other.high < self.low {
            Ordering::Greater
        } else {
            self.value.cmp(&other.value)
        }
    }
}

impl PartialOrd for Located {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Located {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Located {}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_float::DBig;
    use proptest::prelude::*;
    use std::str::FromStr;

    /// An independent decimal of 200 digits.
    fn decimal(p: (i64, i64), c: (i64, i64), r: (i64, i64)) -> DBig {
        let exact =
            |n: i64| DBig::from_str(&n.to_string()).expect("digits").with_precision(200).value();
        let ratio = |(n, d): (i64, i64)| exact(n) / exact(d);
        let root = if r.0 == 0 { exact(0) } else { ratio(r).sqrt() };
        ratio(p) + ratio(c) * root
    }

    fn number(p: (i64, i64), c: (i64, i64), r: (i64, i64)) -> Quadratic {
        let q = |(n, d): (i64, i64)| Rational::new(n, d);
        Quadratic::new(q(p), &q(c), &q(r))
    }

    fn ratio() -> impl Strategy<Value = (i64, i64)> {
        (-60_i64..60, 1_i64..12)
    }

    #[test]
    fn closed_forms_read_as_formulas() {
        let shown = |p, c, r| number(p, c, r).to_string();
        assert_eq!(shown((3, 4), (-1, 4), (5, 1)), "(3 - sqrt(5))/4");
        assert_eq!(shown((0, 1), (-3, 2), (2, 9)), "-sqrt(2)/2");
        assert_eq!(shown((1, 2), (1, 3), (1, 4)), "2/3");
        assert_eq!(shown((1, 1), (2, 1), (3, 1)), "1 + 2*sqrt(3)");
        assert_eq!(shown((0, 1), (1, 1), (1, 2)), "sqrt(2)/2");
        let json = serde_json::to_string(&number((0, 1), (1, 1), (1, 3))).expect("JSON");
        assert_eq!(
            json,
            r#"{"lower":"0.57735026918962576450","upper":"0.57735026918962576451","exact":"sqrt(3)/3"}"#
        );
    }

    #[test]
    fn near_misses_of_different_fields_are_told_apart() {
        // sqrt(2) + sqrt(3) against sqrt(10 - 2^-k), as sqrt(2) against sqrt(10 - 2^-k) - sqrt(3)
        // cannot be written; 1 + sqrt(r) against sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2) can.
        let two = number((1, 1), (1, 1), (2, 1));
        let tiny = Rational::new(1, BigInt::one() << 400_u32);
        let close = Quadratic::new(Rational::ONE, &Rational::ONE, &(Rational::from(2) + &tiny));
        assert!(two < close && close > two);
        let shifted =
            Quadratic::new(Rational::ONE - &tiny, &Rational::ONE, &(Rational::from(2) + &tiny));
        assert!(shifted < two);
        let between = Located::new(number((0, 1), (1, 2), (2, 1)))
            .rational_before(&Located::new(number((0, 1), (1, 2), (3, 1))));
        assert!(number((0, 1), (1, 2), (2, 1)) < Quadratic::from(between));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn order_agrees_with_200_digits(
            p1 in ratio(), c1 in ratio(), r1 in (0_i64..40, 1_i64..12),
            p2 in ratio(), c2 in ratio(), r2 in (0_i64..40, 1_i64..12),
        ) {
            let (x, y) = (number(p1, c1, r1), number(p2, c2, r2));
            let difference = decimal(p1, c1, r1) - decimal(p2, c2, r2);
            let zero = DBig::from_str("1e-150").expect("a number");
            let by_digits = if difference > zero {
                Ordering::Greater
            } else if difference < -zero {
                Ordering::Less
            } else {
                Ordering::Equal
            };
            prop_assert_eq!(x.cmp(&y), by_digits);
            prop_assert_eq!(x == y, by_digits.is_eq());
            prop_assert_eq!(y.cmp(&x), by_digits.reverse());
            prop_assert_eq!(x.sign(), x.cmp(&Quadratic::from(Rational::ZERO)));
            let certified = x.to_certified(30);
            let value = decimal(p1, c1, r1);
            prop_assert!(DBig::from_str(&certified.lower).expect("digits") <= value);
            prop_assert!(value <= DBig::from_str(&certified.upper).expect("digits"));
        }

        #[test]
        fn maps_agree_with_200_digits(
            p in ratio(), c in ratio(), r in (0_i64..40, 1_i64..12), m in prop::array::uniform4(-9_i64..9),
        ) {
            let x = number(p, c, r);
            let exact = m.map(Rational::from);
            let [m0, m1, m2, m3] = &exact;
            let digits = |n: i64| DBig::from_str(&n.to_string()).expect("digits").with_precision(200).value();
            let value = decimal(p, c, r);
            match x.mapped([m0, m1, m2, m3]) {
                None => prop_assert!(x.affine(m2, m3).sign().is_eq()),
                Some(image) => {
                    let bottom = digits(m[2]) * &value + digits(m[3]);
                    let expected = (digits(m[0]) * &value + digits(m[1])) / bottom;
                    let certified = image.to_certified(30);
                    prop_assert!(DBig::from_str(&certified.lower).expect("digits") <= expected);
                    prop_assert!(expected <= DBig::from_str(&certified.upper).expect("digits"));
                }
            }
        }

        #[test]
        fn roots_are_zeros(q in prop::array::uniform3(-9_i64..9)) {
            let [q2, q1, q0] = q.map(Rational::from);
            let roots = Quadratic::roots(&q2, &q1, &q0);
            for root in &roots {
                // q2 z + q1 = -q0/z, or z = 0.
                if root.sign().is_eq() {
                    prop_assert!(q0.is_zero());
                } else {
                    let left = root.affine(&q2, &q1);
                    let right = root.mapped([&Rational::ZERO, &-&q0, &Rational::ONE, &Rational::ZERO]);
                    prop_assert_eq!(Some(left), right);
                }
            }
            prop_assert!(roots.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
