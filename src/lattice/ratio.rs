//! A metric on the lattice as a ratio of two polynomials, compared in machine integers.
//!
//! With P and N fixed, the surrogate of every metric but d' is num/den or sign(num) num^2/den with
//! polynomials of degree at most 2 in (tp, tn) (see the catalogue's formulas). Their contents are
//! divided out: a constant factor changes neither order nor equality.
//!
//! Sorting uses one integer per matrix. For fractions with denominators at most D,
//! `floor(2^b num/den)` with 2^b > D^2 is injective and increasing, since different fractions
//! differ by more than 2^-b. Where values are unbounded or infinite, num/(|num| + den) takes the
//! fraction's place. So equal keys *are* equal values, without any gcd.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::polynomial::Polynomial;
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

/// How a key is made of numerator and denominator.
#[derive(Clone, Debug)]
struct KeyPlan {
    /// Take num/(|num| + den) for the fraction?
    bounded: bool,
    /// Binary places of the fraction.
    fraction_bits: u32,
    /// Added to the signed fraction, so that keys are not negative.
    offset: u128,
    /// Binary digits of the largest key.
    bits: u32,
    /// One shift and one 64-bit division make a key.
    single_division: bool,
    /// How far a rest of a division may be shifted in 64 bits; zero if it does not fit at all.
    step: u32,
}

/// The surrogate `factor * num/den` on a lattice.
#[derive(Clone, Debug)]
pub(super) struct Ratio {
    numerator: [i128; 6],
    denominator: [i128; 6],
    signed_square: bool,
    factor: Rational,
    /// Do the values of both polynomials, the numerator's square included, fit in 62 bits?
    narrow: bool,
    plan: KeyPlan,
    positives: u64,
    negatives: u64,
}

impl Ratio {
    /// The surrogate of a metric. `None` if its values need more than 127 bits.
    pub(super) fn new(metric: &Metric, positives: u64, negatives: u64) -> Option<Self> {
        let Parts { numerator, denominator, signed_square } =
            metric.parts(&Polynomial::counts(positives, negatives));
        let content = |polynomial: &Polynomial| {
            let content = polynomial.content();
            if content.is_zero() { BigInt::from(1) } else { content }
        };
        let (above, below) = (content(&numerator), content(&denominator));
        let above = if signed_square { above.pow(2) } else { above };
        let machine = |polynomial: &Polynomial| -> Option<[i128; 6]> {
            let mut coefficients = [0; 6];
            for (own, big) in coefficients.iter_mut().zip(&polynomial.primitive().coefficients) {
                *own = big.to_i128()?;
            }
            Some(coefficients)
        };
        let mut ratio = Self {
            numerator: machine(&numerator)?,
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
        let crude = |coefficients: &[i128; 6]| {
            let (p, n) = (BigInt::from(self.positives), BigInt::from(self.negatives));
            let sizes = [&p * &p, &p * &n, &n * &n, p, n, BigInt::from(1)];
            coefficients
                .iter()
                .zip(sizes)
                .map(|(coefficient, size)| BigInt::from(*coefficient).abs() * size)
                .sum::<BigInt>()
                .bits()
        };
        let (above, below) = (crude(&self.numerator), crude(&self.denominator));
        let above_squared = if self.signed_square { 2 * above } else { above };
        if above_squared.max(below) > 124 {
            return None;
        }
        self.narrow = above_squared.max(below) <= 61;

        let mut sizes = Sizes::default();
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
        plan.single_division = bits_of(largest_num) + plan.fraction_bits <= 64 && plan.step > 0;
        Some(())
    }

    /// The extremes of a row: of a quadratic at its ends and beside its vertex; of the fraction,
    /// which is monotone along a row, at its defined ends.
    fn measure_row(&self, x: u64, sizes: &mut Sizes) {
        let last = self.negatives;
        let mut places = [0, 1.min(last), last.saturating_sub(1), last, 0, 0, 0, 0];
        for (slot, coefficients) in [(4, &self.numerator), (6, &self.denominator)] {
            let row = Self::row_wide(coefficients, x);
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
    fn row_wide(coefficients: &[i128; 6], x: u64) -> Row<i128> {
        let [xx, xy, yy, x1, y1, constant] = *coefficients;
        let x = i128::from(x);
        Row { square: yy, linear: xy * x + y1, constant: (xx * x + x1) * x + constant }
    }

    fn row_narrow(coefficients: &[i128; 6], x: u64) -> Row<i64> {
        let Row { square, linear, constant } = Self::row_wide(coefficients, x);
        let narrow = |value: i128| i64::try_from(value).expect("sizes were checked");
        Row { square: narrow(square), linear: narrow(linear), constant: narrow(constant) }
    }

    /// Numerator (signed, squared if it is) and denominator at a point.
    pub(super) fn at(&self, x: u64, y: u64) -> (i128, i128) {
        let y = i128::from(y);
        let numerator = Self::row_wide(&self.numerator, x).at(y);
        let denominator = Self::row_wide(&self.denominator, x).at(y);
        (if self.signed_square { numerator * numerator.abs() } else { numerator }, denominator)
    }

    /// Is the metric defined at a point?
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
        if let (Ok(magnitude), Ok(divisor)) = (u64::try_from(magnitude), u64::try_from(divisor))
            && self.plan.step > 0
        {
            return self.fraction_narrow(magnitude, divisor);
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
            let above = Self::row_wide(&self.numerator, x);
            let below = Self::row_wide(&self.denominator, x);
            for y in columns {
                let numerator = above.at(y.into());
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

    /// Does exchanging right and wrong, (tp, tn) to (P - tp, N - tn), only change the value's sign?
    /// The keys from [`Self::zero_key`] on then tell everything about the others.
    pub(super) fn is_antisymmetric(&self) -> bool {
        let (p, n) = (i128::from(self.positives), i128::from(self.negatives));
        let reflected = |[a, b, c, d, e, f]: [i128; 6]| {
            let constant = (a * p + b * n + d) * p + (c * n + e) * n + f;
            [a, b, c, -(2 * a * p + b * n + d), -(2 * c * n + b * p + e), constant]
        };
        let is_odd = reflected(self.numerator) == self.numerator.map(|k| -k);
        is_odd && reflected(self.denominator) == self.denominator && self.plan.offset > 0
    }

    /// Does exchanging the classes, (tp, tn) to (tn, tp), leave the value as it is?
    pub(super) fn is_symmetric(&self) -> bool {
        let exchanged = |[a, b, c, d, e, f]: [i128; 6]| [c, b, a, e, d, f];
        self.positives == self.negatives
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
