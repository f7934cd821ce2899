//! Greatest common divisors of big integers by Lehmer's method.
//!
//! Euclid's quotients are found from the leading bits of both numbers as long as these determine
//! them (Knuth, The Art of Computer Programming, vol. 2, algorithm 4.5.2 L), and a whole run of
//! them is applied at once. For numbers of hundreds of digits that is several times faster than the
//! binary method, and reduced fractions of big integers are mostly greatest common divisors.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The leading bits of which quotients are made: sums with cofactors stay below 2^63.
const LEADING: u64 = 62;

/// The greatest common divisor, not negative; that of 0 and x is |x|. O(n^2) for n bits.
pub(crate) fn gcd(first: &BigInt, second: &BigInt) -> BigInt {
    gcd_of_magnitudes(first.magnitude(), second.magnitude()).into()
}

fn gcd_of_magnitudes(first: &BigUint, second: &BigUint) -> BigUint {
    let (greater, smaller) = if first < second { (second, first) } else { (first, second) };
    if smaller.bits() <= 64 {
        return by_machine_word(greater, smaller);
    }
    let mut a = greater.to_u64_digits();
    // The first quotient may be of any size.
    let mut b = smaller.to_u64_digits();
    if a.len() > b.len() {
        let rest = greater % smaller;
        (a, b) = (b, rest.to_u64_digits());
    }
    while b.len() > 1 {
        match Run::of_leading(&a, &b) {
            Some(run) => run.apply(&mut a, &mut b),
            None => {
                let [x, y] = [&a, &b].map(|digits| from_digits(digits));
                (a, b) = (b, (x % y).to_u64_digits());
            }
        }
    }
    let [a, b] = [a, b].map(|digits| from_digits(&digits));
    by_machine_word(&a, &b)
}

/// The greatest common divisor with a number below 2^64.
fn by_machine_word(greater: &BigUint, smaller: &BigUint) -> BigUint {
    let word = |value: &BigUint| u64::try_from(value).expect("below 2^64");
    match word(smaller) {
        0 => greater.clone(),
        small => word(&(greater % small)).gcd(&small).into(),
    }
}

fn from_digits(digits: &[u64]) -> BigUint {
    let halves = |digit: u64| {
        let [low, high] = [digit & u64::from(u32::MAX), digit >> 32];
        [low, high].map(|half| u32::try_from(half).expect("32 bits"))
    };
    BigUint::new(digits.iter().copied().flat_map(halves).collect())
}

/// Several steps of Euclid's algorithm: a, b become x a + y b and z a + w b.
struct Run {
    x: i64,
    y: i64,
    z: i64,
    w: i64,
}

impl Run {
    /// The steps that the leading bits of two numbers, a >= b > 0, determine; `None` if there is
    /// none.
    fn of_leading(a: &[u64], b: &[u64]) -> Option<Self> {
        let high = a.len() - 1;
        // The bits of a from the 62nd leading one on, and those of b at the same places.
        let length = 64 * a.len() as u64 - u64::from(a[high].leading_zeros());
        let from = length - LEADING;
        let [mut p, mut q] = [a, b].map(|digits| bits_from(digits, from));
        let mut run = Self { x: 1, y: 0, z: 0, w: 1 };
        // Whatever the bits that were left out, the quotient is between these two.
        while q + run.z != 0 && q + run.w != 0 {
            let quotient = (p + run.x) / (q + run.z);
            if quotient != (p + run.y) / (q + run.w) {
                break;
            }
            run = Self {
                x: run.z,
                y: run.w,
                z: run.x - quotient * run.z,
                w: run.y - quotient * run.w,
            };
            (p, q) = (q, p - quotient * q);
        }
        (run.y != 0).then_some(run)
    }

    fn apply(&self, a: &mut Vec<u64>, b: &mut Vec<u64>) {
        let [x, y, z, w] = [self.x, self.y, self.z, self.w].map(i128::from);
        b.resize(a.len(), 0);
        // One cofactor of each row is negative or 0, the other positive or 0, both below 2^62 in
        // size.
        let (mut first, mut second) = (0_i128, 0_i128);
        for (a, b) in a.iter_mut().zip(b.iter_mut()) {
            let [p, q] = [*a, *b].map(i128::from);
            first += x * p + y * q;
            second += z * p + w * q;
            (*a, *b) = (low_word(first), low_word(second));
            (first, second) = (first >> 64, second >> 64);
        }
        debug_assert_eq!((first, second), (0, 0), "both new numbers are smaller");
        for digits in [a, b] {
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
    }
}

/// The lowest 64 bits in two's complement.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the low word is wanted"
)]
fn low_word(value: i128) -> u64 {
    value as u64
}

/// The bits of a number from a place on, of which there are at most 62.
fn bits_from(digits: &[u64], from: u64) -> i64 {
    let word = usize::try_from(from / 64).expect("digits are in memory");
    let digit = |k: usize| u128::from(digits.get(k).copied().unwrap_or(0));
    let pair = digit(word) | (digit(word + 1) << 64);
    let bits = (pair >> (from % 64)) & ((1 << LEADING) - 1);
    i64::try_from(bits).expect("62 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = BigInt> {
        let digits = proptest::collection::vec(any::<u32>(), 0..12);
        (digits, any::<bool>(), 0_u32..70).prop_map(|(digits, is_negative, shift)| {
            let magnitude = BigInt::from(BigUint::new(digits)) << shift;
            if is_negative { -magnitude } else { magnitude }
        })
    }

    proptest! {
        #[test]
        fn it_is_the_greatest_common_divisor(a in number(), b in number(), c in number()) {
            prop_assert_eq!(gcd(&a, &b), a.gcd(&b));
            let (a, b) = (a * &c, b * &c);
            prop_assert_eq!(gcd(&a, &b), a.gcd(&b));
            prop_assert_eq!(gcd(&a, &(&a + &c)), a.gcd(&c));
        }
    }

    #[test]
    fn neighbours_of_fibonacci_have_none_and_take_the_most_steps() {
        let (mut a, mut b) = (BigInt::from(0), BigInt::from(1));
        for _ in 0..2000 {
            (a, b) = (b.clone(), a + b);
            assert_eq!(gcd(&a, &b), BigInt::from(1));
            let [x, y]: [BigInt; 2] = [&a * 6, &b * 10];
            assert_eq!(gcd(&x, &y), x.gcd(&y));
        }
    }
}
