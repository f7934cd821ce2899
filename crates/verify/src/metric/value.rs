//! Values of metrics as enclosures.

use super::metrics::Kind;
use exactile::num::{Enclosure, Rational};

/// Binary digits of numbers that are computed from irrational values.
pub(crate) const BITS: u32 = 256;

/// Returns the value of a key; the key of a logarithm must not be 0.
pub(crate) fn enclosure(kind: Kind, key: &Rational) -> Enclosure {
    match kind {
        Kind::Exact => Enclosure::of_rational(key, BITS),
        Kind::Root if key.is_negative() => -Enclosure::sqrt(&key.abs(), BITS),
        Kind::Root => Enclosure::sqrt(key, BITS),
        Kind::Logarithm => Enclosure::ln(key, BITS),
        Kind::Threshold => match key.reciprocal() {
            None => Enclosure::of_rational(key, BITS),
            Some(sum) => {
                let mut whole = Enclosure::of_rational(&Rational::ONE, BITS);
                whole += &Enclosure::sqrt(&(sum - Rational::ONE), BITS);
                whole.reciprocal()
            }
        },
    }
}
