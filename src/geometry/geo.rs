//! Points for crates that compute with doubles: the types of `geo_types`.

use geo_types::Coord;

use super::Point;

impl From<&Point> for Coord<f64> {
    /// The nearest doubles of both coordinates: each is rounded once, half to even.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// let place = Point::new(Rational::new(1, 3), Rational::new(2, 3));
    /// let coordinate = geo_types::Coord::<f64>::from(&place);
    /// assert_eq!((coordinate.x, coordinate.y), (1.0 / 3.0, 2.0 / 3.0));
    /// ```
    fn from(point: &Point) -> Self {
        let (x, y) = point.to_f64();
        Self { x, y }
    }
}

impl From<&Point> for geo_types::Point<f64> {
    /// The point at the nearest doubles of both coordinates: each is rounded once, half to even.
    fn from(point: &Point) -> Self {
        Self(point.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Rational;
    use geo_types::Point as Doubles;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    /// The exact value of a double of moderate size.
    fn exact(double: f64) -> Rational {
        let bits = double.to_bits();
        let exponent = i32::try_from((bits >> 52) & 0x7ff).expect("eleven bits") - 1075;
        let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
        let mantissa = i64::try_from(mantissa).expect("53 bits");
        let power = BigInt::from(1) << exponent.unsigned_abs();
        let value = if exponent < 0 {
            Rational::new(mantissa, power)
        } else {
            Rational::new(mantissa * power, 1)
        };
        if double.is_sign_negative() { -value } else { value }
    }

    /// Returns `true` if no double is nearer to a fraction than the one given.
    fn is_nearest(double: f64, fraction: &Rational) -> bool {
        let distance = |double: f64| (exact(double) - fraction).abs();
        let own = distance(double);
        [double.next_down(), double.next_up()].into_iter().all(|other| own <= distance(other))
    }

    proptest! {
        #[test]
        fn coordinates_are_the_nearest_doubles(
            [n, m] in prop::array::uniform2(-1_000_000_000_000_i64..1_000_000_000_000),
            [d, e] in prop::array::uniform2(1_i64..1_000_000_000_000_000_000),
        ) {
            prop_assume!(n != 0 && m != 0);
            let point = Point::new(Rational::new(n, d), Rational::new(m, e));
            let (coordinate, doubles) = (Coord::from(&point), Doubles::from(&point));
            prop_assert!(is_nearest(coordinate.x, &point.a));
            prop_assert!(is_nearest(coordinate.y, &point.b));
            prop_assert_eq!((doubles.x(), doubles.y()), (coordinate.x, coordinate.y));
        }
    }
}
