//! The inverse hyperbolic tangent of a rational in fixed point, with a bound on its error: the
//! series from which logarithms come.

use ethnum::U256;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Enclosure;

/// Most binary places at which a number below 1 is held in 128 bits.
const MACHINE_BITS: u32 = 127;

/// 2^127 ln 2, rounded down.
const LN_2: u128 = 0x58b9_0bfb_e8e7_bcd5_e4f1_d9cc_01f9_7b57;

/// artanh(n/d) for |n/d| <= 1/3 and d > 0: the odd powers z^(2j+1)/(2j+1).
///
/// Each term is rounded towards zero twice (power and quotient), so `terms` terms are off by at
/// most 3 `terms` units; the cut tail is below 9/8 of the first omitted power, itself below two
/// units when the loop ends. Together `3 terms + 4` units bound the error on both sides.
pub(super) fn artanh(numerator: &BigInt, denominator: &BigInt, bits: u32) -> Enclosure {
    let first = (numerator.magnitude() << bits) / denominator.magnitude();
    let (sum, terms) = match first.to_u128() {
        Some(first) if bits <= MACHINE_BITS => {
            let (sum, terms) = series_in_machine_words(first, bits);
            (sum.into(), terms)
        }
        _ => series(first, bits),
    };
    let sum = BigInt::from(sum);
    let sum = if numerator.is_negative() { -sum } else { sum };
    let error = BigInt::from(3 * terms + 4);
    Enclosure::from_ends(&sum - &error, sum + error, bits)
}

/// The series from its first power, in units of 2^-bits; the sum and the number of terms.
///
/// The first power is known to one unit, and so the square, at most 1/9, to two thirds of a unit
/// and one for its own rounding. Each power loses at most one unit by its own rounding, a ninth of
/// the loss before it, and its factor's times at most 1/3: below two units in all, since 1 + 2/9 +
/// 5/9 < 2.
fn series(first: BigUint, bits: u32) -> (BigUint, u32) {
    let square = (&first * &first) >> bits;
    let (mut power, mut sum, mut terms) = (first, BigUint::zero(), 0_u32);
    while !power.is_zero() {
        sum += &power / (2 * terms + 1);
        power = (power * &square) >> bits;
        terms += 1;
    }
    (sum, terms)
}

/// The same series for at most [`MACHINE_BITS`] places: the same sum, since it is rounded in the
/// same way.
fn series_in_machine_words(first: u128, bits: u32) -> (u128, u32) {
    let scaled = |x: u128, y: u128| {
        // Both are below 2^bits/3 or so: the product fits, and after the shift it is below either.
        let product = U256::from(x).checked_mul(U256::from(y)).expect("factors of 128 bits");
        *(product >> bits).low()
    };
    let square = scaled(first, first);
    let (mut power, mut sum, mut terms) = (first, 0_u128, 0_u32);
    while power != 0 {
        // At most 1/3 + 1/81 + ... of 2^127 in all.
        sum = sum.checked_add(power / u128::from(2 * terms + 1)).expect("a number below 1");
        power = scaled(power, square);
        terms += 1;
    }
    (sum, terms)
}

/// ln 2 = 2 artanh(1/3).
pub(super) fn ln_2(bits: u32) -> Enclosure {
    match MACHINE_BITS.checked_sub(bits) {
        Some(fewer) => {
            let lower = BigInt::from(LN_2 >> fewer);
            let upper = &lower + BigInt::one();
            Enclosure::from_ends(lower, upper, bits)
        }
        None => {
            let half = artanh(&BigInt::one(), &BigInt::from(3), bits);
            &half + &half
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_constant_is_the_logarithm_of_2() {
        for bits in [1, 64, 126, 127] {
            let fine = artanh(&BigInt::one(), &BigInt::from(3), 300);
            let fine = &fine + &fine;
            let known = ln_2(bits);
            assert!(known.lower() <= fine.lower() && fine.upper() <= known.upper(), "{bits}");
        }
    }

    proptest! {
        /// Both series are the same.
        #[test]
        fn machine_words_round_as_big_integers_do(
            first in 0..=(1_u128 << 127) / 3, bits in 1_u32..=127,
        ) {
            let first = first >> (MACHINE_BITS - bits);
            let (sum, terms) = series_in_machine_words(first, bits);
            prop_assert_eq!(series(first.into(), bits), (sum.into(), terms));
        }

        /// Coarse enclosures hold fine ones.
        #[test]
        fn finer_enclosures_lie_inside(
            n in -1000_i64..=1000, d in 3000_i64..9000, bits in 3_u32..200,
        ) {
            let [coarse, fine] = [bits, 400].map(|bits| artanh(&n.into(), &d.into(), bits));
            prop_assert!(coarse.lower() <= fine.lower() && fine.upper() <= coarse.upper());
        }
    }
}
