//! A metric on the lattice as a ratio of two polynomials, compared in machine integers.
//!
//! With P and N fixed, the surrogate of every metric but d' is num/den or sign(num) num^2/den with
//! polynomials of degree at most 2 in (tp, tn), for the average conditional probability with a
//! numerator of degree 3 (see the catalogue's formulas). Their contents are divided out: a constant
//! factor changes neither order nor equality.
//!
//! Sorting uses one integer per matrix. For fractions with denominators at most D,
//! `floor(2^b num/den)` with 2^b > D^2 is injective and increasing, since different fractions
//! differ by more than 2^-b. Where values are unbounded or infinite, num/(|num| + den) takes the
//! fraction's place. So equal keys *are* equal values, without any gcd.
//!
//! Nothing overflows: [`Ratio::new`] sums the magnitudes of all terms at the far corner of the
//! lattice, in big integers, and refuses sums of more than 124 binary digits. Every intermediate
//! result below is a part of such a sum, at most twice one, or a key, whose digits are counted.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::polynomial::Cubic;
use crate::num::Rational;
use crate::score::{Metric, Parts, Surrogate};

/// A quadratic in tn: the polynomial on one row of the lattice.
#[derive(Clone, Copy)]
struct Row<I> {
    square: I,
    linear: I,
    constant: I,
}

macro_rules! row {
    ($integer:ty) => {
        impl Row<$integer> {
            #[inline]
            fn at(&self, y: $integer) -> $integer {
                (self.square * y + self.linear) * y + self.constant
            }
        }
    };
}
row!(i64);
row!(i128);

/// Recipe that makes a key of numerator and denominator.
#[derive(Clone, Debug)]
struct KeyPlan {
    /// `true` if the fraction is num/(|num| + den).
    bounded: bool,
    /// Binary places of the fraction.
    fraction_bits: u32,
    /// Added to the signed fraction, so that keys are not negative.
    offset: u128,
    /// Binary digits of the largest key.
    bits: u32,
    /// One shift and one 64-bit division make a key.
    single_division: bool,
    /// Greatest shift of a remainder that fits in 64 bits; zero if the remainder itself does not
    /// fit.
    step: u32,
}

/// The surrogate `factor * num/den` on a lattice.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    numerator: [i128; 6],
    /// Coefficients of tp^3, tp^2 tn, tp tn^2, tn^3 of the numerator, where some are not zero.
    cubes: Option<[i128; 4]>,
    denominator: [i128; 6],
    signed_square: bool,
    factor: Rational,
    /// `true` if the values of both polynomials, the numerator's square included, fit in 62 bits.
    narrow: bool,
    plan: KeyPlan,
    positives: u64,
    negatives: u64,
}

impl Ratio {
    /// The surrogate of a metric. `None` if its values need more than 127 bits.
    pub(super) fn new(metric: &Metric, positives: u64, negatives: u64) -> Option<Self> {
        let Parts { numerator, denominator, signed_square } =
            metric.parts(&Cubic::counts(positives, negatives));
        let content = |of: &Cubic| of.content().max(BigInt::from(1));
        let (above, below) = (content(&numerator), content(&denominator));
        let above = if signed_square { above.pow(2) } else { above };
        fn machine<const N: usize>(big: &[BigInt; N]) -> Option<[i128; N]> {
            let mut coefficients = [0; N];
            for (own, big) in coefficients.iter_mut().zip(big) {
                *own = big.to_i128()?;
            }
            Some(coefficients)
        }
        let (numerator, cubes) = numerator.primitive().by_degree();
        let (denominator, none) = denominator.primitive().by_degree();
        assert!(none.iter().all(Zero::is_zero), "denominators are quadratic");
        let mut ratio = Self {
            numerator: machine(&numerator)?,
            cubes: Some(machine(&cubes)?).filter(|cubes| *cubes != [0; 4]),
            denominator: machine(&denominator)?,
            signed_square,
            factor: Rational::new(above, below),
            narrow: false,
            plan: KeyPlan {
                bounded: false,
                fraction_bits: 0,
                offset: 0,
                bits: 0,
                single_division: false,
                step: 0,
            },
            positives,
            negatives,
        };
        ratio.choose_widths()?;
        Some(ratio)
    }

    /// Proves from the sizes of the numbers what suffices, and plans the keys.
    fn choose_widths(&mut self) -> Option<()> {
        // At least one of each, so that coefficients alone and their sums fit too: on a lattice
        // without samples of a class they are added before they are multiplied by zero.
        let (p, n) = (&BigInt::from(self.positives.max(1)), &BigInt::from(self.negatives.max(1)));
        let crude = |coefficients: &[i128], sizes: &[BigInt]| -> BigInt {
            let terms = coefficients.iter().zip(sizes);
            terms.map(|(coefficient, size)| BigInt::from(*coefficient).abs() * size).sum()
        };
        let quadratic = [p * p, p * n, n * n, p.clone(), n.clone(), BigInt::from(1)];
        let cubic = [p * p * p, p * p * n, p * n * n, n * n * n];
        let cubes = self.cubes.as_ref().map_or(&[][..], |cubes| cubes);
        let above = (crude(&self.numerator, &quadratic) + crude(cubes, &cubic)).bits();
        let below = crude(&self.denominator, &quadratic).bits();
        let above_squared = if self.signed_square { 2 * above } else { above };
        if above_squared.max(below) > 124 {
            return None;
        }
        self.narrow = above_squared.max(below) <= 61 && self.cubes.is_none();

        let mut sizes = Sizes::default();
        if self.cubes.is_some() {
            // The extremes of a cubic are not looked for.
            sizes.numerator = 1 << above_squared;
        }
        for x in 0..=self.positives {
            self.measure_row(x, &mut sizes);
        }
        let bits_of = |value: u128| 128 - value.leading_zeros();
        let (largest_den, largest_num) = (sizes.denominator, sizes.numerator);
        let direct = bits_of(sizes.whole_part) + 2 * bits_of(largest_den);
        let bounded = 1 + 2 * bits_of(largest_num + largest_den);
        let plan = &mut self.plan;
        plan.bounded = sizes.infinite || bounded < direct;
        let (magnitude_bits, divisor) = if plan.bounded {
            plan.fraction_bits = bounded - 1;
            (bounded, largest_num + largest_den)
        } else {
            plan.fraction_bits = 2 * bits_of(largest_den);
            (direct, largest_den)
        };
        plan.bits = magnitude_bits + u32::from(sizes.negative);
        if plan.bits > 126 {
            return None;
        }
        plan.offset = if sizes.negative { 1 << magnitude_bits } else { 0 };
        plan.step = 64_u32.saturating_sub(bits_of(divisor));
        // A numerator of zero bits would be shifted by all 64.
        plan.single_division =
            bits_of(largest_num).max(1) + plan.fraction_bits <= 64 && plan.step > 0;
        Some(())
    }

    /// The extremes of a row: of a quadratic at its ends and beside its vertex; of the fraction,
    /// which is monotone along a row, at its defined ends.
    fn measure_row(&self, x: u64, sizes: &mut Sizes) {
        let last = self.negatives;
        let mut places = [0, 1.min(last), last.saturating_sub(1), last, 0, 0, 0, 0];
        for (slot, coefficients) in [(4, &self.numerator), (6, &self.denominator)] {
            let row = Self::quadratic_row(coefficients, x);
            let vertex = if row.square == 0 {
                0
            } else {
                Integer::div_floor(&-row.linear, &(2 * row.square))
            };
            let vertex = u64::try_from(vertex.max(0)).unwrap_or(last).min(last);
            (places[slot], places[slot + 1]) = (vertex, (vertex + 1).min(last));
        }
        for y in places {
            let (numerator, denominator) = self.at(x, y);
            sizes.numerator = sizes.numerator.max(numerator.unsigned_abs());
            sizes.denominator = sizes.denominator.max(denominator.unsigned_abs());
            sizes.negative |= numerator < 0;
            if denominator != 0 {
                let whole = numerator.unsigned_abs() / denominator.unsigned_abs();
                sizes.whole_part = sizes.whole_part.max(whole);
            } else {
                sizes.infinite |= numerator != 0;
            }
        }
    }

    #[inline]
    fn quadratic_row(coefficients: &[i128; 6], x: u64) -> Row<i128> {
        let [xx, xy, yy, x1, y1, constant] = *coefficients;
        let x = i128::from(x);
        Row { square: yy, linear: xy * x + y1, constant: (xx * x + x1) * x + constant }
    }

    /// The numerator, before it is squared, on a row: a quadratic, and the coefficient of tn^3.
    #[inline]
    fn numerator_row(&self, x: u64) -> (Row<i128>, i128) {
        let mut row = Self::quadratic_row(&self.numerator, x);
        let Some([xxx, xxy, xyy, yyy]) = self.cubes else { return (row, 0) };
        let x = i128::from(x);
        row.square += xyy * x;
        row.linear += xxy * x * x;
        row.constant += xxx * x * x * x;
        (row, yyy)
    }

    fn row_narrow(coefficients: &[i128; 6], x: u64) -> Row<i64> {
        let Row { square, linear, constant } = Self::quadratic_row(coefficients, x);
        let narrow = |value: i128| i64::try_from(value).expect("sizes were checked");
        Row { square: narrow(square), linear: narrow(linear), constant: narrow(constant) }
    }

    /// Numerator (signed, squared if it is) and denominator at a point.
    pub(super) fn at(&self, x: u64, y: u64) -> (i128, i128) {
        let y = i128::from(y);
        let (row, cube) = self.numerator_row(x);
        let numerator = row.at(y) + cube * y * y * y;
        let denominator = Self::quadratic_row(&self.denominator, x).at(y);
        (if self.signed_square { numerator * numerator.abs() } else { numerator }, denominator)
    }

    /// Returns `true` if the metric is defined at a point.
    pub(super) fn is_defined(&self, x: u64, y: u64) -> bool {
        self.at(x, y) != (0, 0)
    }

    /// The surrogate at a point where it is defined.
    pub(super) fn surrogate(&self, x: u64, y: u64) -> Surrogate {
        let (numerator, denominator) = self.at(x, y);
        if denominator == 0 {
            return Surrogate::Infinity;
        }
        Surrogate::Finite(Rational::new(numerator, denominator) * &self.factor)
    }

    /// The constant that was divided out: surrogate = factor * num/den.
    pub(super) fn factor(&self) -> &Rational {
        &self.factor
    }

    /// Binary digits of the largest key.
    pub(super) fn key_bits(&self) -> u32 {
        self.plan.bits
    }

    /// The key of a point where the metric is defined.
    #[inline]
    pub(super) fn key(&self, x: u64, y: u64) -> u128 {
        let mut found = 0;
        self.for_each_key(x, y..y + 1, |_, key| found = key);
        found
    }

    #[inline]
    fn key_of(&self, numerator: i128, denominator: i128) -> u128 {
        let magnitude = numerator.unsigned_abs();
        let mut divisor = denominator.unsigned_abs();
        if self.plan.bounded {
            divisor += magnitude;
        }
        let fraction = self.fraction(magnitude, divisor);
        if numerator < 0 { self.plan.offset - fraction } else { self.plan.offset + fraction }
    }

    /// floor(2^b magnitude/divisor)
    fn fraction(&self, magnitude: u128, divisor: u128) -> u128 {
        let bits = self.plan.fraction_bits;
        match (u64::try_from(magnitude), u64::try_from(divisor)) {
            (Ok(magnitude), Ok(divisor)) if self.plan.step > 0 => {
                return self.fraction_narrow(magnitude, divisor);
            }
            _ => {}
        }
        let (mut quotient, mut rest) = (magnitude / divisor, magnitude % divisor);
        let mut left = bits;
        while left > 0 {
            let step = left.min(rest.leading_zeros()).min(divisor.leading_zeros()).max(1);
            rest <<= step;
            quotient = (quotient << step) | (rest / divisor);
            rest %= divisor;
            left -= step;
        }
        quotient
    }

    #[inline]
    fn fraction_narrow(&self, magnitude: u64, divisor: u64) -> u128 {
        let bits = self.plan.fraction_bits;
        let mut quotient = u128::from(magnitude / divisor);
        let mut rest = magnitude % divisor;
        let mut left = bits;
        while left > 0 {
            let step = left.min(self.plan.step);
            let shifted = rest << step;
            quotient = (quotient << step) | u128::from(shifted / divisor);
            rest = shifted % divisor;
            left -= step;
        }
        quotient
    }

    /// Calls `visit` with (tn, key) for the points of a part of a row, all of which are defined.
    #[inline]
    pub(super) fn for_each_key(
        &self,
        x: u64,
        columns: std::ops::Range<u64>,
        mut visit: impl FnMut(u64, u128),
    ) {
        if !self.narrow {
            let (above, cube) = self.numerator_row(x);
            let below = Self::quadratic_row(&self.denominator, x);
            for y in columns {
                let mut numerator = above.at(y.into());
                if cube != 0 {
                    numerator += cube * i128::from(y) * i128::from(y) * i128::from(y);
                }
                let numerator =
                    if self.signed_square { numerator * numerator.abs() } else { numerator };
                visit(y, self.key_of(numerator, below.at(y.into())));
            }
            return;
        }
        let above = Self::row_narrow(&self.numerator, x);
        let below = Self::row_narrow(&self.denominator, x);
        let offset = self.plan.offset;
        for y in columns {
            let place = i64::try_from(y).expect("columns fit in 32 bits or the lattice is refused");
            let (numerator, denominator) = (above.at(place), below.at(place));
            let mut magnitude = numerator.unsigned_abs();
            if self.signed_square {
                magnitude *= magnitude;
            }
            let mut divisor = denominator.unsigned_abs();
            if self.plan.bounded {
                divisor += magnitude;
            }
            let fraction = if self.plan.single_division {
                u128::from((magnitude << self.plan.fraction_bits) / divisor)
            } else {
                self.fraction_narrow(magnitude, divisor)
            };
            visit(y, if numerator < 0 { offset - fraction } else { offset + fraction });
        }
    }

    /// Returns `true` if exchanging right and wrong, (tp, tn) to (P - tp, N - tn), only changes the
    /// value's sign. The keys from [`Self::zero_key`] on then tell everything about the others.
    pub(super) fn is_antisymmetric(&self) -> bool {
        let (p, n) = (i128::from(self.positives), i128::from(self.negatives));
        let reflected = |[a, b, c, d, e, f]: [i128; 6]| {
            let constant = (a * p + b * n + d) * p + (c * n + e) * n + f;
            [a, b, c, -(2 * a * p + b * n + d), -(2 * c * n + b * p + e), constant]
        };
        let is_odd = reflected(self.numerator) == self.numerator.map(|k| -k);
        let is_even = reflected(self.denominator) == self.denominator;
        is_odd && is_even && self.plan.offset > 0 && self.cubes.is_none()
    }

    /// Returns `true` if exchanging the classes, (tp, tn) to (tn, tp), does not change the value.
    pub(super) fn is_symmetric(&self) -> bool {
        let exchanged = |[a, b, c, d, e, f]: [i128; 6]| [c, b, a, e, d, f];
        self.positives == self.negatives
            && self.cubes.is_none()
            && exchanged(self.numerator) == self.numerator
            && exchanged(self.denominator) == self.denominator
    }

    /// The key of the value zero.
    pub(super) fn zero_key(&self) -> u128 {
        self.plan.offset
    }

    /// If the denominator is constant: the numerator `k[0] tp + k[1] tn + k[2]`.
    pub(super) fn linear_form(&self) -> Option<[i128; 3]> {
        let constant = |coefficients: &[i128]| coefficients.iter().all(|k| *k == 0);
        let is_linear = constant(&self.denominator[..5])
            && self.denominator[5] != 0
            && constant(&self.numerator[..3])
            && self.cubes.is_none()
            && !self.signed_square;
        is_linear.then(|| [self.numerator[3], self.numerator[4], self.numerator[5]])
    }
}

/// The largest magnitudes that occur.
#[derive(Default)]
struct Sizes {
    numerator: u128,
    denominator: u128,
    whole_part: u128,
    infinite: bool,
    negative: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numerator_that_is_always_zero_has_a_key() {
        // The denominator N - tn has 32 binary digits, so that keys have 64 places.
        let ratio = Ratio::new(&Metric::Ppv, 0, (1 << 32) - 2).expect("small numbers");
        assert_eq!(ratio.key(0, 5), 0);
        assert_eq!(ratio.surrogate(0, 5), Surrogate::Finite(Rational::ZERO));
    }

    #[test]
    fn coefficients_count_on_lattices_without_samples_of_a_class() {
        for digits in 0..50_u32 {
            let beta = Rational::from(BigInt::from(10).pow(digits));
            for (positives, negatives) in [(0, 1 << 31), (1 << 10, 0), (1, 1)] {
                let metric = Metric::FBeta(beta.clone());
                let Some(ratio) = Ratio::new(&metric, positives, negatives) else { continue };
                // Without false positives and misses the value is 1, without hits 0.
                if ratio.is_defined(positives, negatives) {
                    let value = Rational::from(i64::from(positives > 0));
                    let found = ratio.surrogate(positives, negatives);
                    assert_eq!(found, Surrogate::Finite(value), "{digits}");
                }
                ratio.is_antisymmetric();
            }
        }
    }
}
