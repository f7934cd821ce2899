//! Decimals as a whole number of up to 33 digits and a power of ten: scores as people write them.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::Rational;

/// The most digits of a mantissa: 10^33 < 2^110.
const DIGITS: u32 = 33;
/// Digits that a machine word takes without looking.
const WORD_DIGITS: usize = 18;
/// The greatest exponent of ten, in size.
const MAX_EXPONENT: i32 = 1_000;
/// Bits of the mantissa in a key.
const MANTISSA_BITS: u32 = 110;
/// Summand that makes the exponent of the leading digit positive in a key.
const BIAS: i32 = 1 << 15;

/// The number `mantissa * 10^exponent`, where the mantissa has at most 33 digits and the exponent
/// is at most 1000 in size.
///
/// Two such numbers are compared by one integer, their [`key`](Self::key), whatever their exponents
/// are. That is what sorting millions of scores needs, where [`Rational`]s would take most of the
/// time and memory.
///
/// ```
/// use exactile::num::Scientific;
/// let number = |text: &str| Scientific::parse(text.as_bytes()).expect("a decimal");
/// assert_eq!(number("0.50").key(), number("5e-1").key());
/// assert!(number("0.30000000000000000001").key() > number("0.3").key());
/// assert!(number("-1e-300").key() < number("0").key());
/// assert_eq!(Scientific::parse(b"1/3"), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scientific {
    mantissa: i128,
    exponent: i32,
}

/// Equal as numbers.
impl PartialEq for Scientific {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Scientific {}

impl Scientific {
    /// Zero.
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    /// The number `mantissa * 10^exponent`; `None` beyond the limits of the type.
    ///
    /// ```
    /// use exactile::num::Scientific;
    /// assert_eq!(Scientific::new(25, -2).unwrap().to_rational().to_string(), "1/4");
    /// ```
    #[inline]
    pub fn new(mantissa: i128, exponent: i32) -> Option<Self> {
        const END: u128 = 10_u128.pow(DIGITS);
        let fits =
            mantissa.unsigned_abs() < END && exponent.unsigned_abs() <= MAX_EXPONENT.unsigned_abs();
        fits.then_some(Self { mantissa, exponent })
    }

    /// Reads `[+-] digits [. digits] [e [+-] digits]` without surrounding space. `None` for every
    /// other text, numbers among them: fractions, percentages, and what is beyond the limits of the
    /// type. What it reads has the value that [`Rational`] reads.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Scientific;
    /// let value = Scientific::parse(b"2.5e-1").unwrap();
    /// assert_eq!(value.to_rational(), Rational::new(1, 4));
    /// assert_eq!(Scientific::parse(b"one"), None);
    /// ```
    // Always, since 32 bytes that are returned in parts and read as a whole stall every reader.
    #[inline(always)]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let (negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let (word, whole) = digits_of(0, digits);
        let (word, fraction, rest) = match &digits[whole..] {
            [b'.', rest @ ..] => {
                let (word, fraction) = digits_of(word, rest);
                (word, fraction, &rest[fraction..])
            }
            rest => (word, 0, rest),
        };
        let seen = whole + fraction;
        if seen > WORD_DIGITS {
            // Zeros in front are no digits of the mantissa.
            let zeros = digits.iter().take_while(|byte| matches!(byte, b'0' | b'.')).count();
            let zeros = zeros - usize::from(zeros > whole);
            if seen > zeros + WORD_DIGITS {
                return Self::parse_long(negative, digits);
            }
        }
        let exponent = exponent(rest)?;
        if seen == 0 {
            return None;
        }
        let fraction = i32::try_from(fraction).ok()?;
        let mantissa = i128::from(word);
        let exponent = exponent.checked_sub(fraction)?;
        let fits = exponent.unsigned_abs() <= MAX_EXPONENT.unsigned_abs();
        fits.then_some(Self { mantissa: if negative { -mantissa } else { mantissa }, exponent })
    }

    /// The same with more digits than a machine word has.
    #[cold]
    fn parse_long(negative: bool, digits: &[u8]) -> Option<Self> {
        let (mut mantissa, mut exponent_of_last, mut has_point) = (0_i128, 0_i32, false);
        // Zeros that end a number cost no digit unless another one follows.
        let mut pending = 0_u32;
        let mut at = 0;
        while let Some(&byte) = digits.get(at) {
            match byte {
                b'0'..=b'9' => {
                    exponent_of_last = exponent_of_last.checked_sub(i32::from(has_point))?;
                    if byte == b'0' {
                        pending += u32::from(mantissa != 0);
                    } else {
                        if pending + 1 > DIGITS {
                            return None;
                        }
                        mantissa = mantissa.checked_mul(power(pending + 1))?;
                        mantissa += i128::from(byte - b'0');
                        pending = 0;
                    }
                }
                b'.' if !has_point => has_point = true,
                _ => break,
            }
            at += 1;
        }
        let exponent = exponent(&digits[at..])?
            .checked_add(exponent_of_last)?
            .checked_add(i32::try_from(pending).ok()?)?;
        Self::new(if negative { -mantissa } else { mantissa }, exponent)
    }

    /// A rational number as a decimal; `None` if it is none, or beyond the limits of the type.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Scientific;
    /// assert!(Scientific::from_rational(&Rational::new(1, 4)).is_some());
    /// assert_eq!(Scientific::from_rational(&Rational::new(1, 3)), None);
    /// ```
    pub fn from_rational(value: &Rational) -> Option<Self> {
        let mut denominator = value.denominator();
        let mut powers = [0_i32; 2];
        for (power, factor) in powers.iter_mut().zip([2_u8, 5]) {
            let factor = BigInt::from(factor);
            while (&denominator % &factor).sign() == num_bigint::Sign::NoSign {
                denominator /= &factor;
                *power += 1;
            }
        }
        if denominator != BigInt::from(1) {
            return None;
        }
        let places = powers[0].max(powers[1]);
        let scale = |k: usize| u32::try_from(places - powers[k]).expect("the larger is subtracted");
        let (twos, fives) = (BigInt::from(2).pow(scale(0)), BigInt::from(5).pow(scale(1)));
        let mut mantissa = value.numerator() * twos * fives;
        let mut exponent = -places;
        let ten = BigInt::from(10);
        while !value.is_zero() && (&mantissa % &ten).sign() == num_bigint::Sign::NoSign {
            mantissa /= &ten;
            exponent += 1;
        }
        Self::new(mantissa.to_i128()?, exponent)
    }

    /// The exact value.
    pub fn to_rational(self) -> Rational {
        let scale = BigInt::from(10).pow(self.exponent.unsigned_abs());
        if self.exponent < 0 {
            Rational::new(self.mantissa, scale)
        } else {
            Rational::from(BigInt::from(self.mantissa) * scale)
        }
    }

    /// The mantissa.
    pub fn mantissa(self) -> i128 {
        self.mantissa
    }

    /// The exponent of ten.
    pub fn exponent(self) -> i32 {
        self.exponent
    }

    /// The number in units of 10^-places; `None` if it is no whole number of them that fits.
    ///
    /// ```
    /// use exactile::num::Scientific;
    /// let value = Scientific::parse(b"0.25").unwrap();
    /// assert_eq!(value.in_units(3), Some(250));
    /// assert_eq!(value.in_units(1), None);
    /// ```
    #[inline]
    pub fn in_units(self, places: u32) -> Option<i64> {
        let shift = i64::from(self.exponent) + i64::from(places);
        let shift = u32::try_from(shift).ok()?;
        let mantissa = i64::try_from(self.mantissa).ok()?;
        if shift == 0 || mantissa == 0 {
            return Some(mantissa);
        }
        10_i64.checked_pow(shift).and_then(|scale| mantissa.checked_mul(scale))
    }

    /// An integer that orders these numbers by value; equal numbers have equal keys.
    ///
    /// With the mantissa filled up to 33 digits, the exponent of the leading digit decides, and
    /// then the mantissa; both together have less than 127 bits.
    pub fn key(self) -> i128 {
        if self.mantissa == 0 {
            return 0;
        }
        let size = self.mantissa.unsigned_abs();
        let missing = DIGITS - 1 - size.ilog10();
        let filled = size * power(missing).unsigned_abs();
        let leading = self.exponent - i32::try_from(missing).expect("at most 33") + BIAS;
        let leading = u128::try_from(leading).expect("exponents are bounded");
        let key = i128::try_from((leading << MANTISSA_BITS) | filled).expect("below 2^127");
        if self.mantissa < 0 { -key } else { key }
    }

    /// The number with this key, its mantissa without zeros at the end.
    pub fn from_key(key: i128) -> Self {
        if key == 0 {
            return Self::ZERO;
        }
        let size = key.unsigned_abs();
        let mut mantissa = i128::try_from(size & ((1 << MANTISSA_BITS) - 1)).expect("110 bits");
        let mut exponent = i32::try_from(size >> MANTISSA_BITS).expect("17 bits") - BIAS;
        for step in [16, 8, 4, 2, 1] {
            if mantissa % power(step) == 0 {
                mantissa /= power(step);
                exponent += i32::try_from(step).expect("small");
            }
        }
        // The steps add up to 31, and 32 zeros may end a number of 33 digits.
        if mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa: if key < 0 { -mantissa } else { mantissa }, exponent }
    }
}

/// Returns the number whose digits are those of `word` and the first ones of a text, and how many
/// these are. It is right up to 2^64.
#[inline]
fn digits_of(mut word: u64, text: &[u8]) -> (u64, usize) {
    for (at, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit >= 10 {
            return (word, at);
        }
        word = word.wrapping_mul(10).wrapping_add(digit.into());
    }
    (word, text.len())
}

/// A power of ten up to 10^38.
fn power(exponent: u32) -> i128 {
    10_i128.pow(exponent)
}

/// `e-3` as -3, nothing as 0; `None` for anything else.
#[inline]
fn exponent(text: &[u8]) -> Option<i32> {
    match text {
        [] => Some(0),
        [b'e' | b'E', rest @ ..] => {
            let (negative, digits) = match rest {
                [b'-', digits @ ..] => (true, digits),
                [b'+', digits @ ..] => (false, digits),
                digits => (false, digits),
            };
            if digits.is_empty() || digits.len() > 4 {
                return None;
            }
            let value = digits.iter().try_fold(0_i32, |value, byte| {
                byte.is_ascii_digit().then(|| value * 10 + i32::from(byte - b'0'))
            })?;
            Some(if negative { -value } else { value })
        }
        _ => None,
    }
}

/// The shortest decimal: `0.13`, `-12`, `1.5e-300`. With an exponent where it would have more than
/// five zeros right after the point, or more than 21 digits before it.
impl std::fmt::Display for Scientific {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { mantissa, exponent } = Self::from_key(self.key());
        let digits = mantissa.unsigned_abs().to_string();
        let sign = if mantissa < 0 { "-" } else { "" };
        let length = i32::try_from(digits.len()).expect("at most 33");
        // Digits before the decimal point.
        let point = length + exponent;
        if mantissa == 0 {
            return f.write_str("0");
        }
        if (-5..=21).contains(&point) {
            let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
            return if exponent >= 0 {
                write!(f, "{sign}{digits}{}", zeros(exponent))
            } else if point > 0 {
                let (whole, rest) = digits.split_at(usize::try_from(point).expect("positive"));
                write!(f, "{sign}{whole}.{rest}")
            } else {
                write!(f, "{sign}0.{}{digits}", zeros(-point))
            };
        }
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        write!(f, "{sign}{first}{dot}{rest}e{}", point - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts() -> impl Strategy<Value = String> {
        "[-+]?[0-9]{0,24}(\\.[0-9]{0,24})?(e[-+]?[0-9]{1,3})?"
    }

    proptest! {
        #[test]
        fn what_is_read_has_the_value_that_rationals_read(text in texts()) {
            if let Some(read) = Scientific::parse(text.as_bytes()) {
                let value: Rational = text.parse().expect("both read it");
                prop_assert_eq!(&read.to_rational(), &value);
                prop_assert_eq!(Scientific::from_rational(&value), Some(read));
                prop_assert_eq!(Scientific::from_key(read.key()).to_rational(), value);
            }
        }

        #[test]
        fn keys_order_as_values_do(first in texts(), second in texts()) {
            let parse = |text: &str| Scientific::parse(text.as_bytes());
            if let (Some(first), Some(second)) = (parse(&first), parse(&second)) {
                let by_value = first.to_rational().cmp(&second.to_rational());
                prop_assert_eq!(first.key().cmp(&second.key()), by_value);
            }
        }

        #[test]
        fn what_is_shown_is_read_back(text in texts()) {
            if let Some(read) = Scientific::parse(text.as_bytes()) {
                let shown = read.to_string();
                prop_assert_eq!(Scientific::parse(shown.as_bytes()), Some(read), "{}", shown);
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        for text in ["", ".", "-", "e5", "1e", "1e12345", "1/2", "50%", "nan", "inf", " 1", "1_0"] {
            assert_eq!(Scientific::parse(text.as_bytes()), None, "{text:?}");
        }
        let longest = "9".repeat(33);
        assert!(Scientific::parse(longest.as_bytes()).is_some());
        assert_eq!(Scientific::parse(format!("{longest}1").as_bytes()), None);
        // Zeros at the end are no digits of the mantissa.
        let padded = format!("0.5{}", "0".repeat(400));
        assert_eq!(Scientific::parse(padded.as_bytes()), Scientific::new(5, -1));
        for (shown, text) in [
            ("0", "-0.0"),
            ("0.5", "0.50"),
            ("1200", "12e2"),
            ("0.00000123", "1.23e-6"),
            ("1.23e-7", "0.000000123"),
            ("1e-300", "10e-301"),
            ("-1e22", "-10000000000000000000000"),
        ] {
            let read = Scientific::parse(text.as_bytes()).expect("a decimal");
            assert_eq!(read.to_string(), shown);
        }
    }
}
