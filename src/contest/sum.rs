//! Numbers that probabilities are summed in: positive doubles with few roundings, or integers.

use num_bigint::BigUint;
use num_traits::Zero;

/// A mass: positive numbers that are added and multiplied.
pub(super) trait Mass: Clone + Send + Sync {
    /// A sum of many.
    type Sum;

    /// Zero.
    fn zero() -> Self;
    /// Returns `true` for zero.
    fn is_nothing(&self) -> bool;
    /// The product of two masses; one rounding for doubles.
    fn times(&self, other: &Self) -> Self;
    /// An empty sum.
    fn sum() -> Self::Sum;
    /// Adds to a sum.
    fn add(sum: &mut Self::Sum, term: &Self);
    /// Adds pairs to two sums; doubles are first added up to eight together, with three roundings.
    fn add_pairs(sums: &mut [Self::Sum; 2], terms: &[[Self; 2]]) {
        let [first, second] = sums;
        for [one, other] in terms {
            Self::add(first, one);
            Self::add(second, other);
        }
    }
    /// Returns the total of a sum; with [`SUM_ROUNDINGS`] for doubles.
    fn total(sum: &Self::Sum) -> Self;
}

/// Greatest error of a sum of doubles, in roundings, for fewer than 2^26 terms: see
/// [`Compensated`].
pub(super) const SUM_ROUNDINGS: f64 = 3.0;

/// A sum of positive doubles whose rounding errors are added up apart (Neumaier's sum): after m
/// terms it is off by one rounding, by m^2 2^-106 of it, and by the rounding of the total.
#[derive(Clone, Copy, Default)]
pub(super) struct Compensated {
    sum: f64,
    error: f64,
}

impl Mass for f64 {
    type Sum = Compensated;

    fn zero() -> Self {
        0.0
    }

    fn is_nothing(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn sum() -> Compensated {
        Compensated::default()
    }

    #[inline]
    fn add(sum: &mut Compensated, term: &Self) {
        let total = sum.sum + term;
        // What the addition lost, exactly, whichever of both is larger (Knuth).
        let seen = total - sum.sum;
        sum.error += (sum.sum - (total - seen)) + (term - seen);
        sum.sum = total;
    }

    #[inline]
    fn add_pairs(sums: &mut [Compensated; 2], terms: &[[f64; 2]]) {
        let [first, second] = sums;
        let mut rest = terms;
        let both = |one: [f64; 2], other: [f64; 2]| [one[0] + other[0], one[1] + other[1]];
        while let Some((&[a, b, c, d, e, f, g, h], after)) = rest.split_first_chunk() {
            let [one, other] = both(both(both(a, b), both(c, d)), both(both(e, f), both(g, h)));
            Self::add(first, &one);
            Self::add(second, &other);
            rest = after;
        }
        let mut add = |[one, other]: [f64; 2]| {
            Self::add(first, &one);
            Self::add(second, &other);
        };
        if let Some((&[a, b, c, d], after)) = rest.split_first_chunk() {
            add(both(both(a, b), both(c, d)));
            rest = after;
        }
        match *rest {
            [a, b, c] => add(both(both(a, b), c)),
            [a, b] => add(both(a, b)),
            [a] => add(a),
            _ => {}
        }
    }

    #[inline]
    fn total(sum: &Compensated) -> Self {
        sum.sum + sum.error
    }
}

impl Mass for BigUint {
    type Sum = Self;

    fn zero() -> Self {
        <Self as Zero>::zero()
    }

    fn is_nothing(&self) -> bool {
        self.is_zero()
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn sum() -> Self {
        <Self as Zero>::zero()
    }

    fn add(sum: &mut Self, term: &Self) {
        *sum += term;
    }

    fn total(sum: &Self) -> Self {
        sum.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_terms_lose_nothing() {
        let mut sum = <f64 as Mass>::sum();
        for _ in 0..1_000_000 {
            f64::add(&mut sum, &0.1);
        }
        assert!((f64::total(&sum) / 1e5 - 1.0).abs() < 4e-16);
    }
}
