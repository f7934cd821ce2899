//! `Rational`: an exact fraction, always in lowest terms.
//!
//! Fractions whose parts fit in 63 bits stay inline and are added, multiplied and compared with
//! 128-bit intermediates; larger ones live in a `BigRational`. Comparison is by cross
//! multiplication. The representation is canonical (what fits inline is inline), so equality and
//! hashing are structural.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::gcd::gcd;
use super::{ParseNumberError, Scientific};
use super::{decimal, double};

/// An exact rational number in lowest terms.
///
/// ```
/// use exactile::Rational;
/// let seven_tenths: Rational = "0.7".parse()?;
/// assert_eq!(seven_tenths, Rational::new(14, 20));
/// assert_eq!((seven_tenths * Rational::new(1, 3)).to_string(), "7/30");
/// # Ok::<(), exactile::ParseNumberError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// Invariants: denominator positive, parts coprime; `Small` whenever both parts are within
/// `-i64::MAX..=i64::MAX` (the lower end excluded so that negation and sums of two cross products
/// in `i128` cannot overflow).
#[derive(Clone)]
enum Repr {
    Small { numerator: i64, denominator: i64 },
    Big(Box<BigRational>),
}

// By the parts, which are coprime. `Ratio` compares and hashes its continued fraction, one call
// deeper for each term of it: numbers of ten thousand digits overflow the stack.
impl PartialEq for Repr {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Small { numerator: n1, denominator: d1 },
                Self::Small { numerator: n2, denominator: d2 },
            ) => n1 == n2 && d1 == d2,
            (Self::Big(x), Self::Big(y)) => x.numer() == y.numer() && x.denom() == y.denom(),
            _ => false,
        }
    }
}

impl Eq for Repr {}

impl Hash for Repr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Small { numerator, denominator } => (numerator, denominator).hash(state),
            Self::Big(value) => (value.numer(), value.denom()).hash(state),
        }
    }
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Small { numerator: 0, denominator: 1 });
    /// One.
    pub const ONE: Self = Self(Repr::Small { numerator: 1, denominator: 1 });

    /// `numerator / denominator`, reduced.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(6, -8).to_string(), "-3/4");
    /// ```
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Self {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        match (numerator.to_i64(), denominator.to_i64()) {
            (Some(n), Some(d)) => Self::from_i128(i128::from(n), i128::from(d)),
            _ => {
                assert!(!denominator.is_zero(), "a fraction needs a nonzero denominator");
                Self::reduced(numerator, denominator)
            }
        }
    }

    /// A fraction of big integers, the denominator not zero, reduced.
    fn reduced(numerator: BigInt, denominator: BigInt) -> Self {
        let divisor = gcd(&numerator, &denominator);
        let divisor = if denominator.is_negative() { -divisor } else { divisor };
        Self::from_coprime(numerator / &divisor, denominator / divisor)
    }

    /// A fraction in lowest terms with a positive denominator.
    fn from_coprime(numerator: BigInt, denominator: BigInt) -> Self {
        Self::from_big(BigRational::new_raw(numerator, denominator))
    }

    /// `numerator / denominator` of machine integers, reduced.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub(crate) fn from_i128(numerator: i128, denominator: i128) -> Self {
        assert!(denominator != 0, "a fraction needs a nonzero denominator");
        if numerator == i128::MIN || denominator == i128::MIN {
            return Self::reduced(numerator.into(), denominator.into());
        }
        let (numerator, denominator) =
            if denominator < 0 { (-numerator, -denominator) } else { (numerator, denominator) };
        // Counts are integers far more often than not.
        match (denominator, i64::try_from(numerator)) {
            (1, Ok(numerator)) if numerator != i64::MIN => {
                return Self(Repr::Small { numerator, denominator: 1 });
            }
            _ => {}
        }
        let divisor = common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).expect("a divisor of the denominator");
        Self::from_coprime_i128(numerator / divisor, denominator / divisor)
    }

    /// A fraction of machine integers in lowest terms with a positive denominator.
    fn from_coprime_i128(numerator: i128, denominator: i128) -> Self {
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) if numerator != i64::MIN => {
                Self(Repr::Small { numerator, denominator })
            }
            _ => Self::from_big(BigRational::new_raw(numerator.into(), denominator.into())),
        }
    }

    fn from_big(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(numerator), Some(denominator)) if numerator != i64::MIN => {
                Self(Repr::Small { numerator, denominator })
            }
            _ => Self(Repr::Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Repr::Small { numerator, denominator } => {
                BigRational::new_raw((*numerator).into(), (*denominator).into())
            }
            Repr::Big(value) => (**value).clone(),
        }
    }

    /// Numerator and denominator as big integers, borrowed where they are.
    fn parts(&self) -> (Cow<'_, BigInt>, Cow<'_, BigInt>) {
        match &self.0 {
            Repr::Small { numerator, denominator } => {
                (Cow::Owned((*numerator).into()), Cow::Owned((*denominator).into()))
            }
            Repr::Big(value) => (Cow::Borrowed(value.numer()), Cow::Borrowed(value.denom())),
        }
    }

    /// The numerator in lowest terms; it carries the sign.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(6, -8).numerator(), (-3).into());
    /// ```
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numerator, .. } => (*numerator).into(),
            Repr::Big(value) => value.numer().clone(),
        }
    }

    /// The denominator in lowest terms, positive.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(6, -8).denominator(), 4.into());
    /// ```
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { denominator, .. } => (*denominator).into(),
            Repr::Big(value) => value.denom().clone(),
        }
    }

    /// Numerator and denominator where both fit in 63 bits.
    pub(crate) fn small_parts(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small { numerator, denominator } => Some((numerator, denominator)),
            Repr::Big(_) => None,
        }
    }

    /// Numerator and denominator, each as an integer over 1.
    pub(crate) fn integer_parts(&self) -> [Self; 2] {
        match &self.0 {
            Repr::Small { numerator, denominator } => [*numerator, *denominator].map(Self::from),
            Repr::Big(value) => [value.numer(), value.denom()].map(|part| Self::from(part.clone())),
        }
    }

    /// Returns `true` if it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { numerator: 0, .. })
    }

    /// Returns `true` if its denominator is 1.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert!(Rational::new(6, 3).is_integer());
    /// assert!(!Rational::new(6, 4).is_integer());
    /// ```
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { denominator, .. } => *denominator == 1,
            Repr::Big(value) => value.is_integer(),
        }
    }

    /// Its order relative to zero.
    ///
    /// ```
    /// use exactile::Rational;
    /// use std::cmp::Ordering;
    /// assert_eq!(Rational::new(-1, 2).sign(), Ordering::Less);
    /// ```
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { numerator, .. } => numerator.cmp(&0),
            Repr::Big(value) => value.numer().cmp(&BigInt::zero()),
        }
    }

    /// Returns `true` if it is less than 0.
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// Returns `true` if it is greater than 0.
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// The absolute value.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(-1, 2).abs(), Rational::new(1, 2));
    /// ```
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// `1/self`, or `None` for zero.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(-2, 3).reciprocal(), Some(Rational::new(-3, 2)));
    /// assert_eq!(Rational::ZERO.reciprocal(), None);
    /// ```
    pub fn reciprocal(&self) -> Option<Self> {
        Self::ONE.checked_div(self)
    }

    /// `self/divisor`, or `None` where the divisor is zero.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::ONE.checked_div(&Rational::from(3)), Some(Rational::new(1, 3)));
    /// assert_eq!(Rational::ONE.checked_div(&Rational::ZERO), None);
    /// ```
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        Some(match (&self.0, &divisor.0) {
            (
                Repr::Small { numerator: n1, denominator: d1 },
                Repr::Small { numerator: n2, denominator: d2 },
            ) => small_product((*n1, *d1), (*d2 * n2.signum(), n2.abs())),
            _ => {
                let ((n1, d1), (n2, d2)) = (self.parts(), divisor.parts());
                // The denominator carries no sign.
                let inverse = [&(&*d2 * n2.signum()), &n2.abs()];
                product([&n1, &d1], inverse)
            }
        })
    }

    /// `1 - self`.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(1, 5).complement(), Rational::new(4, 5));
    /// ```
    pub fn complement(&self) -> Self {
        Self::ONE - self
    }

    /// Returns the nearest double, rounded once; of two equally near ones that with the even
    /// mantissa.
    ///
    /// Below 2^-1022 the doubles are 2^-1074 apart, and at most half of that becomes zero. From
    /// halfway between the largest double and 2^1024 the result is infinite.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(1, 3).to_f64(), 1.0 / 3.0);
    /// assert_eq!("1e309".parse::<Rational>()?.to_f64(), f64::INFINITY);
    /// assert_eq!("-1e-320".parse::<Rational>()?.to_f64(), -1e-320);
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            // Both are doubles, so that the division rounds the fraction itself.
            #[expect(clippy::cast_precision_loss, reason = "53 bits are held exactly")]
            Repr::Small { numerator, denominator }
                if numerator.unsigned_abs() <= 1 << 53 && *denominator <= 1 << 53 =>
            {
                *numerator as f64 / *denominator as f64
            }
            _ => {
                let (numerator, denominator) = self.parts();
                double::nearest(&numerator, &denominator)
            }
        }
    }

    /// The decimal with `digits` digits after the decimal point, rounded half to even: exact
    /// arithmetic, so every digit shown is right.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(2, 3).to_decimal(4), "0.6667");
    /// assert_eq!(Rational::new(-1, 8).to_decimal(2), "-0.12");
    /// ```
    pub fn to_decimal(&self, digits: u32) -> String {
        let power = BigInt::from(10).pow(digits);
        let (numerator, denominator) = (self.numerator() * power, self.denominator());
        let (mut quotient, remainder) = numerator.div_mod_floor(&denominator);
        match (remainder * 2_u8).cmp(&denominator) {
            Ordering::Greater => quotient += 1_u8,
            Ordering::Equal if quotient.is_odd() => quotient += 1_u8,
            _ => {}
        }
        super::enclosure::fixed_point_text(&quotient, digits)
    }

    /// The shortest decimal that is equal to this number, or the fraction if no decimal of up to 33
    /// digits is.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(19, 20).to_shortest(), "0.95");
    /// assert_eq!(Rational::new(1, 3).to_shortest(), "1/3");
    /// ```
    pub fn to_shortest(&self) -> String {
        Scientific::from_rational(self)
            .map_or_else(|| self.to_string(), |decimal| decimal.to_string())
    }

    /// The number in percent, exactly.
    ///
    /// ```
    /// use exactile::Rational;
    /// assert_eq!(Rational::new(19, 20).in_percent(), "95 %");
    /// assert_eq!(Rational::new(1, 3).in_percent(), "100/3 %");
    /// ```
    pub fn in_percent(&self) -> String {
        format!("{} %", (self * &Self::from(100)).to_shortest())
    }
}

/// Binary operations on both representations: machine arithmetic where both are small.
fn combine(
    left: &Rational,
    right: &Rational,
    small: impl Fn((i64, i64), (i64, i64)) -> Rational,
    big: impl Fn([&BigInt; 2], [&BigInt; 2]) -> Rational,
) -> Rational {
    match (&left.0, &right.0) {
        (
            Repr::Small { numerator: n1, denominator: d1 },
            Repr::Small { numerator: n2, denominator: d2 },
        ) => small((*n1, *d1), (*n2, *d2)),
        _ => {
            let ((n1, d1), (n2, d2)) = (left.parts(), right.parts());
            big([&n1, &d1], [&n2, &d2])
        }
    }
}

/// The greatest common divisor with a positive number, as one.
fn small_gcd(number: i64, positive: i64) -> i64 {
    if positive == 1 { 1 } else { number.gcd(&positive) }
}

/// As [`sum`], of parts within `-i64::MAX..=i64::MAX`: all divisors are looked for in 64 bits, and
/// sums of two products fit in 128.
fn small_sum((n1, d1): (i64, i64), (n2, d2): (i64, i64)) -> Rational {
    let product = |x: i64, y: i64| i128::from(x) * i128::from(y);
    let common = if d1 == 1 { 1 } else { small_gcd(d1, d2) };
    if common == 1 {
        return Rational::from_coprime_i128(product(n1, d2) + product(n2, d1), product(d1, d2));
    }
    let rest = d1 / common;
    let numerator = product(n1, d2 / common) + product(n2, rest);
    if numerator == 0 {
        return Rational::ZERO;
    }
    let remainder = i64::try_from(numerator % i128::from(common)).expect("less than the divisor");
    let divisor = small_gcd(remainder, common);
    let numerator = if divisor == 1 { numerator } else { numerator / i128::from(divisor) };
    Rational::from_coprime_i128(numerator, product(rest, d2 / divisor))
}

/// As [`product`], of parts within `-i64::MAX..=i64::MAX`.
fn small_product((n1, d1): (i64, i64), (n2, d2): (i64, i64)) -> Rational {
    if n1 == 0 || n2 == 0 {
        return Rational::ZERO;
    }
    let (first, second) = (small_gcd(n1, d2), small_gcd(n2, d1));
    let numerator = i128::from(n1 / first) * i128::from(n2 / second);
    Rational::from_coprime_i128(numerator, i128::from(d1 / second) * i128::from(d2 / first))
}

/// `n1/d1 + n2/d2` of fractions in lowest terms. Divisors are looked for in the denominators first,
/// where they are small (Knuth, The Art of Computer Programming, vol. 2, section 4.5.1).
fn sum([n1, d1]: [&BigInt; 2], [n2, d2]: [&BigInt; 2]) -> Rational {
    let common = gcd(d1, d2);
    if common.is_one() {
        return Rational::from_coprime(n1 * d2 + n2 * d1, d1 * d2);
    }
    let rest = d1 / &common;
    let numerator = n1 * (d2 / &common) + n2 * &rest;
    if numerator.is_zero() {
        return Rational::ZERO;
    }
    let divisor = gcd(&numerator, &common);
    Rational::from_coprime(numerator / &divisor, rest * (d2 / divisor))
}

/// `n1/d1 n2/d2` of fractions in lowest terms.
fn product([n1, d1]: [&BigInt; 2], [n2, d2]: [&BigInt; 2]) -> Rational {
    if n1.is_zero() || n2.is_zero() {
        return Rational::ZERO;
    }
    let (first, second) = (gcd(n1, d2), gcd(n2, d1));
    let denominator = (d1 / &second) * (d2 / &first);
    Rational::from_coprime((n1 / first) * (n2 / second), denominator)
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        combine(self, other, small_sum, sum)
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        combine(
            self,
            other,
            |x, (n2, d2)| small_sum(x, (-n2, d2)),
            |x, [n2, d2]| sum(x, [&-n2, d2]),
        )
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        combine(self, other, small_product, product)
    }
}

impl Div for &Rational {
    type Output = Rational;
    /// # Panics
    /// If the divisor is zero; see [`Rational::checked_div`].
    fn div(self, other: &Rational) -> Rational {
        self.checked_div(other).expect("the divisor is not zero")
    }
}

macro_rules! by_value {
    ($($operation:ident $method:ident),*) => {$(
        impl $operation for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational { $operation::$method(&self, &other) }
        }
        impl $operation<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational { $operation::$method(&self, other) }
        }
        impl $operation<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational { $operation::$method(self, &other) }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul, Div div);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        match &self.0 {
            Repr::Small { numerator, denominator } => {
                Rational(Repr::Small { numerator: -numerator, denominator: *denominator })
            }
            Repr::Big(value) => Rational(Repr::Big(Box::new(-(**value).clone()))),
        }
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(terms: I) -> Rational {
        terms.fold(Rational::ZERO, |total, term| total + term)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Small { numerator: n1, denominator: d1 },
                Repr::Small { numerator: n2, denominator: d2 },
            ) => (i128::from(*n1) * i128::from(*d2)).cmp(&(i128::from(*n2) * i128::from(*d1))),
            _ => {
                let ((n1, d1), (n2, d2)) = (self.parts(), other.parts());
                n1.sign().cmp(&n2.sign()).then_with(|| (&*n1 * &*d2).cmp(&(&*n2 * &*d1)))
            }
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Rational {
            fn from(value: $integer) -> Self {
                match i64::try_from(value) {
                    Ok(numerator) if numerator != i64::MIN => {
                        Self(Repr::Small { numerator, denominator: 1 })
                    }
                    _ => Self::from(BigInt::from(value)),
                }
            }
        }

        impl TryFrom<&Rational> for $integer {
            type Error = ConversionError;

            /// # Errors
            /// A number that is no integer, or one that does not fit.
            fn try_from(value: &Rational) -> Result<Self, ConversionError> {
                if !value.is_integer() {
                    return Err(ConversionError::NotAnInteger);
                }
                let (numerator, _) = value.parts();
                Self::try_from(&*numerator).map_err(|_| ConversionError::OutOfRange)
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl From<BigInt> for Rational {
    fn from(value: BigInt) -> Self {
        Self::from_big(BigRational::new_raw(value, BigInt::one()))
    }
}

impl TryFrom<Rational> for BigInt {
    type Error = ConversionError;

    /// # Errors
    /// A number that is no integer.
    fn try_from(value: Rational) -> Result<Self, ConversionError> {
        if value.is_integer() { Ok(value.numerator()) } else { Err(ConversionError::NotAnInteger) }
    }
}

impl From<BigRational> for Rational {
    /// # Panics
    /// If the denominator is zero, which `BigRational::new_raw` allows.
    fn from(value: BigRational) -> Self {
        Self::from_big(value.reduced())
    }
}

impl From<Rational> for BigRational {
    fn from(value: Rational) -> Self {
        match value.0 {
            Repr::Small { .. } => value.to_big(),
            Repr::Big(value) => *value,
        }
    }
}

impl From<&Rational> for BigRational {
    fn from(value: &Rational) -> Self {
        value.to_big()
    }
}

/// The binary fraction that a double is, exactly: `0.1` is not 1/10 but 3602879701896397/2^55.
///
/// ```
/// use exactile::Rational;
/// assert_eq!(Rational::try_from(0.75), Ok(Rational::new(3, 4)));
/// assert_ne!(Rational::try_from(0.1), Ok(Rational::new(1, 10)));
/// assert!(Rational::try_from(f64::NAN).is_err());
/// ```
impl TryFrom<f64> for Rational {
    type Error = ConversionError;

    /// # Errors
    /// Infinities and NaN.
    fn try_from(value: f64) -> Result<Self, ConversionError> {
        if value.is_finite() { Ok(double::exactly(value)) } else { Err(ConversionError::NotFinite) }
    }
}

/// Reason why a number has no exact counterpart of another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// A double that is infinite or NaN.
    #[error("an infinity or NaN is no rational number")]
    NotFinite,
    /// A fraction where an integer is needed.
    #[error("not an integer")]
    NotAnInteger,
    /// An integer beyond the range of the type.
    #[error("an integer out of range")]
    OutOfRange,
}

impl FromStr for Rational {
    type Err = ParseNumberError;

    /// Integers of any size, decimals, scientific notation, fractions and percentages, read
    /// exactly: `12`, `0.7`, `1e-3`, `7/10`, `87.5%`.
    ///
    /// # Errors
    /// Anything else, a zero denominator, or more than 1,000 digits.
    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        decimal::parse(text)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { numerator, denominator: 1 } => write!(f, "{numerator}"),
            Repr::Small { numerator, denominator } => write!(f, "{numerator}/{denominator}"),
            Repr::Big(value) => write!(f, "{value}"),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", decimal::abbreviated(&self.to_string()))
    }
}

#[cfg(feature = "serde")]
impl Serialize for Rational {
    /// A string in lowest terms: `"7/10"`, `"3"`, `"-1/3"`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((numerator, denominator)) = self.small_parts() else {
            return serializer.collect_str(self);
        };
        // Regions carry millions of small fractions: their text is made without allocation.
        let (mut first, mut second) = (itoa::Buffer::new(), itoa::Buffer::new());
        let mut text = arrayvec::ArrayString::<48>::new();
        text.push_str(first.format(numerator));
        if denominator != 1 {
            text.push('/');
            text.push_str(second.format(denominator));
        }
        serializer.serialize_str(&text)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Greatest common divisor; where one number has 64 bits, nearly always, one division leaves 64 of
/// the other.
fn common_divisor(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => a.gcd(&b).into(),
        (Ok(small), Err(_)) if small != 0 => common_divisor(small.into(), b % u128::from(small)),
        (Err(_), Ok(small)) if small != 0 => common_divisor(a % u128::from(small), small.into()),
        _ => a.gcd(&b),
    }
}

impl Zero for Rational {
    fn zero() -> Self {
        Self::ZERO
    }
    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }
}

/// The least common multiple of the denominators.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::common_denominator;
/// let values = [Rational::new(1, 4), Rational::new(1, 6)];
/// assert_eq!(common_denominator(&values), 12.into());
/// ```
pub fn common_denominator<'r>(values: impl IntoIterator<Item = &'r Rational>) -> BigInt {
    values.into_iter().fold(BigInt::one(), |common, value| {
        let denominator = value.denominator();
        &common / gcd(&common, &denominator) * denominator
    })
}

/// The same, where all parts and the result fit in 63 bits.
pub(crate) fn small_common_denominator<'r>(
    values: impl IntoIterator<Item = &'r Rational>,
) -> Option<i64> {
    values.into_iter().try_fold(1_i64, |common, value| {
        let (_, denominator) = value.small_parts()?;
        if denominator == 1 || denominator == common {
            return Some(common);
        }
        (common / common.gcd(&denominator)).checked_mul(denominator)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_moves_between_the_representations_and_back() {
        let huge = Rational::from(i64::MAX);
        let square = &huge * &huge;
        assert_eq!(square.to_string(), "85070591730234615847396907784232501249");
        assert_eq!(&square / &huge, huge);
        assert_eq!((&square - &square), Rational::ZERO);
        let least = Rational::from(i64::MIN);
        assert_eq!((-&least).to_string(), "9223372036854775808");
        assert_eq!(-&(-&least), least);
        assert_eq!(&least + &Rational::ONE, Rational::from(i64::MIN + 1));
        assert!((&least + &Rational::ONE).small_parts().is_some());
        let extreme = Rational::new(i64::MAX, i64::MAX - 1);
        assert!(&extreme + &extreme > extreme);
    }

    #[test]
    fn order_is_by_value() {
        let parse = |text: &str| text.parse::<Rational>().expect(text);
        assert!(parse("1/3") < parse("0.3334"));
        assert!(parse("-1/3") > parse("-0.3334"));
        let near = &parse("1/2") + &parse("1e-40");
        assert!(near > parse("1/2"));
        assert_eq!(near.cmp(&near.clone()), Ordering::Equal);
    }

    #[test]
    fn decimals_round_half_to_even() {
        let decimal = |n: i64, d: i64, digits| Rational::new(n, d).to_decimal(digits);
        assert_eq!(decimal(1, 2, 0), "0");
        assert_eq!(decimal(3, 2, 0), "2");
        assert_eq!(decimal(-1, 3, 3), "-0.333");
        assert_eq!(decimal(1, 1000, 2), "0.00");
        assert_eq!(decimal(99_999, 100_000, 2), "1.00");
    }

    #[test]
    fn huge_numbers_are_compared_and_hashed_without_recursion() {
        use std::collections::HashSet;
        // Neighbouring Fibonacci numbers: a continued fraction of 60,000 terms.
        let (mut low, mut high) = (BigInt::one(), BigInt::one());
        for _ in 0..60_000 {
            (low, high) = (high.clone(), low + high);
        }
        let one = Rational::new(high.clone(), low.clone());
        let next = Rational::new(&low + &high, high);
        assert!(one == one.clone() && one != next && one.cmp(&next) != Ordering::Equal);
        let set: HashSet<Rational> = [one.clone(), next, one].into();
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn json_is_a_string_in_lowest_terms() {
        let json = |value: &Rational| serde_json::to_string(value).expect("json");
        assert_eq!(json(&Rational::new(6, -4)), "\"-3/2\"");
        assert_eq!(json(&Rational::from(3)), "\"3\"");
        let big: Rational = "1e30".parse().expect("a number");
        assert_eq!(json(&big), format!("\"1{}\"", "0".repeat(30)));
        assert_eq!(
            serde_json::from_str::<Rational>("\"7/10\"").expect("json"),
            Rational::new(7, 10)
        );
    }

    /// Parts of any size up to the ends of the range, and many common divisors.
    fn parts() -> impl proptest::strategy::Strategy<Value = i64> {
        use proptest::prelude::*;
        let near_end = (0_i64..50).prop_map(|k| i64::MAX - k);
        let smooth = (0_u32..40, 0_u32..12, 0_u32..6).prop_map(|(two, three, five)| {
            let product = 2_i64.checked_pow(two)?.checked_mul(3_i64.pow(three))?;
            product.checked_mul(5_i64.pow(five))
        });
        prop_oneof![1_i64..=50, 1..=i64::MAX, near_end, smooth.prop_map(|n| n.unwrap_or(1))]
    }

    proptest::proptest! {
        #[test]
        fn machine_arithmetic_is_that_of_big_fractions(
            n1 in parts(), d1 in parts(), n2 in parts(), d2 in parts(),
            signs in proptest::array::uniform2(-1_i64..=1),
        ) {
            let [x, y] = [(n1 * signs[0], d1), (n2 * signs[1], d2)];
            let big = |(n, d): (i64, i64)| BigRational::new(n.into(), d.into());
            let small = |(n, d): (i64, i64)| Rational::new(n, d);
            for (found, expected) in [
                (Some(small(x) + small(y)), Some(big(x) + big(y))),
                (Some(small(x) - small(y)), Some(big(x) - big(y))),
                (Some(small(x) * small(y)), Some(big(x) * big(y))),
                (small(x).checked_div(&small(y)), (y.0 != 0).then(|| big(x) / big(y))),
            ] {
                // Canonical: what is inline and what is in lowest terms.
                proptest::prop_assert_eq!(found, expected.map(Rational::from_big));
            }
        }
    }
}
