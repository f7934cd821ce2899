//! The volume under the Tile in doubles, with a proved error.

/// The logarithm of a positive normal number, within 10^-15 (1 + |log2 x|/4).
///
/// x = 2^k m with m between the roots of 1/2 and 2, and ln m = 2 artanh z for z = (m - 1)/(m +
/// 1), |z| <= 0.172. The series is cut after z^19, which leaves less than 10^-17. Its sum is below
/// 0.35, and its roundings below 5 10^-16; k ln 2 costs the rounding of ln 2 and two of the result.
pub(super) fn logarithm(x: f64) -> f64 {
    const FRACTION: u64 = (1 << 52) - 1;
    const ONE: u64 = 1023 << 52;
    let bits = x.to_bits();
    let exponent = i32::try_from(bits >> 52).expect("eleven bits of a positive number") - 1023;
    let mantissa = f64::from_bits(bits & FRACTION | ONE);
    let (mantissa, exponent) = if mantissa > std::f64::consts::SQRT_2 {
        (mantissa / 2.0, exponent + 1)
    } else {
        (mantissa, exponent)
    };
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let mut sum = 1.0 / 19.0;
    for odd in [17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * z * sum
}

/// A bound of the error of [`artanh_over`].
const ARTANH_ERROR: f64 = 1e-11;

/// artanh(z)/z for z from 0 to 1 - 10^-4.
///
/// Below 1/4 by its series up to z^24, of which less than 10^-17 is cut off; its terms fall, and
/// their roundings are below 10^-15 in all. Above, z is within 4 10^-16, so that 1 - z >= 10^-4 has
/// a relative error of 4 10^-12 at most, which over 2 z >= 1/2 is 8 10^-12; the logarithms
/// themselves add less than 10^-13.
fn artanh_over(z: f64) -> f64 {
    if z >= 0.25 {
        return (logarithm(1.0 + z) - logarithm(1.0 - z)) / (2.0 * z);
    }
    let square = z * z;
    (0..=12).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1))
}

/// The volume of accuracy A and shares (1 ± p)/2 and (1 ± q)/2, and a bound on its error; `None`
/// too close to the borders.
///
/// With H(s, u) = (s - u)(s + u) ln(s + u), it is 1/2 plus the alternating sum of H at the corners
/// of the rectangle of correct and wrong masses by twice its area, A p B q. Each mass has an error
/// of at most 4 10^-16, and so have s + u and s - u. As
/// |s - u| <= s + u <= 1 and |x ln x| < 0.37, x |log2 x| < 0.54, an H has an error below
/// 2.5 10^-15: 1.2 10^-15 of the logarithm, thrice
/// 4 10^-16 of its argument and its factors, and three roundings. Four of them are within 10^-14.
///
/// If p = 0 the volume is A artanh(B q)/(B q); if q = 0 the wrong mass is B artanh(A p)/(A p).
pub(super) fn volume(accuracy: f64, p: f64, q: f64) -> Option<(f64, f64)> {
    if !(1e-4..=1.0 - 1e-4).contains(&accuracy) {
        return None;
    }
    let wrong = 1.0 - accuracy;
    let (wide, high) = (accuracy * p, wrong * q);
    Some(match (p > 0.0, q > 0.0) {
        (false, false) => (accuracy, 0.0),
        (false, true) => (accuracy * artanh_over(high), ARTANH_ERROR),
        (true, false) => (1.0 - wrong * artanh_over(wide), ARTANH_ERROR),
        (true, true) => {
            let correct = [accuracy * (1.0 + p) / 2.0, accuracy * (1.0 - p) / 2.0];
            let mistaken = [wrong * (1.0 + q) / 2.0, wrong * (1.0 - q) / 2.0];
            let corner = |s: f64, u: f64| {
                let sum = s + u;
                if sum > 0.0 { (s - u) * sum * logarithm(sum) } else { 0.0 }
            };
            let [tp, tn] = correct;
            let [fn_, fp] = mistaken;
            let alternating = corner(tp, fn_) + corner(tn, fp) - corner(tn, fn_) - corner(tp, fp);
            let area = wide * high;
            (0.5 + alternating / (2.0 * area), 1e-14 / area)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::num::{Enclosure, Rational};
    use exactile::tile::volume_under_tile;

    #[test]
    fn logarithms_are_within_their_bound() {
        for k in 1_u32..2000 {
            for x in [f64::from(k) / 1024.0, 1e-4 / f64::from(k), 2.0 / f64::from(k)] {
                let exact = Enclosure::ln(&Rational::try_from(x).unwrap(), 100);
                let found = Rational::try_from(logarithm(x)).unwrap();
                let bound = Rational::try_from(1e-15 * (1.0 + x.log2().abs() / 4.0)).unwrap();
                assert!(
                    &found - &bound <= exact.lower() && exact.upper() <= &found + &bound,
                    "ln {x}"
                );
            }
        }
    }

    /// Against the closed form in exact numbers.
    #[test]
    fn volumes_are_within_their_bound() {
        let rational = |x: f64| Rational::try_from(x).unwrap();
        for accuracy in [0.01, 0.0625, 0.25, 0.5, 0.7, 0.99] {
            for p in [0.0, 0.03125, 0.5, 0.8125, 1.0] {
                for q in [0.0, 0.03125, 0.375, 0.984_375, 1.0] {
                    let (found, error) = volume(accuracy, p, q).unwrap();
                    let half = |total: Rational, sign: i32, share: f64| {
                        total * (Rational::ONE + Rational::from(sign) * rational(share))
                            / Rational::from(2)
                    };
                    let wrong = || Rational::ONE - rational(accuracy);
                    let shares = [
                        half(rational(accuracy), -1, p),
                        half(wrong(), -1, q),
                        half(wrong(), 1, q),
                        half(rational(accuracy), 1, p),
                    ];
                    let exact =
                        volume_under_tile(&super::super::super::tile::matrix(&shares).unwrap());
                    let exact = exact.enclosure(120);
                    let (found, error) = (rational(found), rational(error + 1e-15));
                    assert!(&found - &error <= exact.lower(), "{accuracy} {p} {q}");
                    assert!(exact.upper() <= &found + &error, "{accuracy} {p} {q}");
                }
            }
        }
    }
}
