//! Numbers in which formulas are evaluated.

use num_bigint::BigInt;

use crate::num::Rational;

/// An integer that is used over and over, with its nearest double.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    exact: Rational,
    double: f64,
}

impl Whole {
    /// Of a fraction that is an integer.
    pub(in crate::score) fn new(exact: Rational) -> Self {
        let double = exact.to_f64();
        Self { exact, double }
    }

    /// Returns `true` for zero, `false` for all others. Of integers only zero has the double zero.
    pub(super) fn is_zero(&self) -> bool {
        self.double == 0.0
    }

    /// Returns `true` for one, which is the only integer with that double.
    #[expect(clippy::float_cmp, reason = "both are integers")]
    pub(super) fn is_one(&self) -> bool {
        self.double == 1.0
    }

    /// Returns `true` for minus one.
    #[expect(clippy::float_cmp, reason = "both are integers")]
    pub(super) fn is_minus_one(&self) -> bool {
        self.double == -1.0
    }
}

/// Sums and products: integers, doubles, polynomials.
pub(crate) trait Ring: Clone {
    /// An integer.
    fn constant(value: &BigInt) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`
    fn minus(&self, other: &Self) -> Self;
    /// `self * other`
    fn times(&self, other: &Self) -> Self;

    /// An integer that is used over and over.
    fn of(value: &Whole) -> Self {
        Self::constant(&value.exact.numerator())
    }

    /// `factor * self`
    fn scaled(&self, factor: &BigInt) -> Self {
        self.times(&Self::constant(factor))
    }
}

macro_rules! ring_by_operators {
    ($($number:ty: { $($part:item)* })*) => {$(
        impl Ring for $number {
            $($part)*
            fn plus(&self, other: &Self) -> Self {
                self + other
            }
            fn minus(&self, other: &Self) -> Self {
                self - other
            }
            fn times(&self, other: &Self) -> Self {
                self * other
            }
        }
    )*};
}

ring_by_operators! {
    BigInt: {
        fn constant(value: &BigInt) -> Self {
            value.clone()
        }
    }
    Rational: {
        fn constant(value: &BigInt) -> Self {
            Self::from(value.clone())
        }
        fn of(value: &Whole) -> Self {
            value.exact.clone()
        }
    }
    f64: {
        fn constant(value: &BigInt) -> Self {
            Rational::from(value.clone()).to_f64()
        }
        fn of(value: &Whole) -> Self {
            value.double
        }
    }
}

/// Numbers that a fraction is evaluated in: a ring, or machine integers, where a result may be
/// beyond their width.
pub(crate) trait Number: Clone {
    /// An integer.
    fn integer(value: &Whole) -> Option<Self>;
    /// `self + other`
    fn sum(&self, other: &Self) -> Option<Self>;
    /// `self - other`
    fn difference(&self, other: &Self) -> Option<Self>;
    /// `self * other`
    fn product(&self, other: &Self) -> Option<Self>;
    /// `factor * self`
    fn multiple(&self, factor: &Whole) -> Option<Self>;
}

impl<R: Ring> Number for R {
    fn integer(value: &Whole) -> Option<Self> {
        Some(Self::of(value))
    }
    fn sum(&self, other: &Self) -> Option<Self> {
        Some(self.plus(other))
    }
    fn difference(&self, other: &Self) -> Option<Self> {
        Some(self.minus(other))
    }
    fn product(&self, other: &Self) -> Option<Self> {
        Some(self.times(other))
    }
    fn multiple(&self, factor: &Whole) -> Option<Self> {
        Some(self.times(&Self::of(factor)))
    }
}

impl Number for i128 {
    #[inline]
    fn integer(value: &Whole) -> Option<Self> {
        value.exact.small_parts().map(|(numerator, _)| numerator.into())
    }
    #[inline]
    fn sum(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
    #[inline]
    fn difference(&self, other: &Self) -> Option<Self> {
        self.checked_sub(*other)
    }
    #[inline]
    fn product(&self, other: &Self) -> Option<Self> {
        // Two words that fit in one have a product that fits in two.
        match (i64::try_from(*self), i64::try_from(*other)) {
            (Ok(first), Ok(second)) => Some(Self::from(first) * Self::from(second)),
            _ => self.checked_mul(*other),
        }
    }
    #[inline]
    fn multiple(&self, factor: &Whole) -> Option<Self> {
        self.product(&Self::integer(factor)?)
    }
}
