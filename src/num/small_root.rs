//! Square roots of small fractions, to 20 decimals, in machine integers.

/// The decimal places of roots.
pub(super) const PLACES: u32 = 20;
/// The least root, times `10^PLACES`, that has 16 significant digits in these places: 10^-5.
const LEAST: u128 = 10_u128.pow(PLACES - 5);

/// Returns the integer part of `10^20 sqrt(numerator/denominator)`; `None` unless the root is from
/// 10^-5 to 2^8.
pub(super) fn root(numerator: u64, denominator: u64) -> Option<u128> {
    if denominator == 0 || numerator >> 16 >= denominator {
        return None;
    }
    // 10^40 n/d in limbs, the least first: below 2^149.
    let half = 10_u64.pow(19);
    let mut square = [numerator, 0, 0, 0];
    for factor in [half, half, 100] {
        times(&mut square, factor);
    }
    over(&mut square, denominator);
    let [first, second, third, _] = square.map(u128::from);
    // With the root of the upper limbs the error is at most 2^32, after a step of Newton below
    // 2^15, and after two below 2, since the root is not below 10^15.
    let upper = (third << 64 | second).isqrt();
    // What is left of the square: its lowest 128 bits are all of it where the root is so near.
    let rest = |root: u128| {
        let bits = (second << 64 | first).wrapping_sub(root.wrapping_mul(root));
        i128::from_ne_bytes(bits.to_ne_bytes())
    };
    let mut root = upper << 32;
    if root < LEAST / 2 {
        return None;
    }
    for _ in 0..2 {
        root = root.checked_add_signed(rest(root) / i128::try_from(2 * root).ok()?)?;
    }
    while rest(root) < 0 {
        root -= 1;
    }
    while rest(root + 1) >= 0 {
        root += 1;
    }
    (root >= LEAST).then_some(root)
}

fn times(limbs: &mut [u64; 4], factor: u64) {
    let mut carry = 0;
    for limb in limbs {
        let product = u128::from(*limb) * u128::from(factor) + carry;
        (*limb, carry) = (low(product), product >> 64);
    }
}

fn over(limbs: &mut [u64; 4], divisor: u64) {
    let divisor = u128::from(divisor);
    let mut rest = 0;
    for limb in limbs.iter_mut().rev() {
        let dividend = rest << 64 | u128::from(*limb);
        (*limb, rest) = (low(dividend / divisor), dividend % divisor);
    }
}

/// The lowest 64 bits.
fn low(bits: u128) -> u64 {
    u64::try_from(bits & u128::from(u64::MAX)).expect("64 bits")
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The root of big integers.
        #[test]
        fn roots_are_those_of_big_integers(
            numerator in prop_oneof![any::<u64>(), 0_u64..1000, 1_u64..1_000_000_000],
            denominator in prop_oneof![any::<u64>(), 1_u64..1000, 1_u64..1_000_000_000],
        ) {
            prop_assume!(denominator > 0);
            let square = BigUint::from(numerator) * BigUint::from(10_u8).pow(40) / denominator;
            let known = square.sqrt();
            let is_near = known >= LEAST.into() && numerator >> 16 < denominator;
            let found = root(numerator, denominator).map(BigUint::from);
            prop_assert_eq!(found, is_near.then_some(known));
        }
    }

    /// Squares and their neighbours, where a root changes.
    #[test]
    fn squares_have_their_roots() {
        for whole in (1..256_u64).chain([255]) {
            let exact = u128::from(whole) * 10_u128.pow(PLACES);
            assert_eq!(root(whole * whole, 1), Some(exact));
            assert_eq!(root(whole * whole * 9_999, 9_999), Some(exact));
        }
        assert_eq!(root(u64::MAX - 1, u64::MAX), Some(99_999_999_999_999_999_997));
        assert_eq!((root(1, 0), root(0, 1), root(65_536, 1)), (None, None, None));
        assert_eq!((root(1, 10_000_000_000), root(1, 10_000_000_001)), (Some(LEAST), None));
    }
}
