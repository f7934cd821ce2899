//! Who is ahead of whom with which probability, to some 110 bits: sums and products of weights that are rounded down.
//!
//! All numbers here are positive, so no digits are lost where they meet. A number is 128 bits times a power of two. What is
//! rounded is too small by less than 2^-126 of it; in units of that a product is off by what its factors are and one more, and a sum by
//! what the worse part is and one more. So the largest possible error is known, and so are the digits that it leaves.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use rayon::prelude::*;

use super::masses::Masses;
use exactile::num::Decimal17;

/// A number that is rounded down: `mantissa * 2^exponent`, with the first bit set unless it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rounded {
    mantissa: u128,
    exponent: i64,
}

impl Rounded {
    const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    const ONE: Self = Self { mantissa: 1 << 127, exponent: -127 };

    fn of(integer: &BigUint) -> Self {
        let Some(bits) = i64::try_from(integer.bits()).ok().filter(|bits| *bits > 0) else {
            return Self::ZERO;
        };
        let exponent = bits - 128;
        let leading = match u64::try_from(exponent) {
            Ok(down) => integer >> down,
            Err(_) => integer << exponent.unsigned_abs(),
        };
        Self { mantissa: leading.to_u128().expect("128 bits"), exponent }
    }

    fn times(self, other: Self) -> Self {
        if self.mantissa == 0 || other.mantissa == 0 {
            return Self::ZERO;
        }
        const LOW: u128 = u64::MAX as u128;
        let ([a, b], [c, d]) = [self, other].map(|x| [x.mantissa >> 64, x.mantissa & LOW]).into();
        let (middle, is_over) = (a * d).overflowing_add(b * c);
        let (low, carry) = (b * d).overflowing_add(middle << 64);
        let high = a * c + (middle >> 64) + (u128::from(is_over) << 64) + u128::from(carry);
        let exponent = self.exponent + other.exponent + 128;
        match high >> 127 {
            1 => Self { mantissa: high, exponent },
            _ => Self { mantissa: high << 1 | low >> 127, exponent: exponent - 1 },
        }
    }

    fn plus(self, other: Self) -> Self {
        let (large, small) = match (self.mantissa == 0, other.mantissa == 0) {
            (_, true) => return self,
            (true, _) => return other,
            _ if self.exponent >= other.exponent => (self, other),
            _ => (other, self),
        };
        let down = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let small = small.mantissa.checked_shr(down).unwrap_or(0);
        match large.mantissa.overflowing_add(small) {
            (mantissa, false) => Self { mantissa, ..large },
            (sum, true) => Self { mantissa: sum >> 1 | 1 << 127, exponent: large.exponent + 1 },
        }
    }

    /// The nearest decimal of 17 digits of this over a whole, if an error of so many 2^-126 leaves it as it is.
    fn decimal(self, error: u64, over: &BigUint) -> Option<String> {
        let low = BigUint::from(self.mantissa);
        // 1/(1 - e) <= 1 + 2e up to e = 1/2.
        let high = &low + ((&low * error) >> 125_u32) + 1_u8;
        let [up, down] = [self.exponent.max(0), (-self.exponent).max(0)].map(i64::unsigned_abs);
        let over = over << down;
        let [low, high] = [low, high].map(|end| Decimal17::of_ratio(&(end << up), &over));
        (low == high && self.mantissa > 0).then(|| low.to_string())
    }
}

/// The weights of the values of one classifier.
struct Weights {
    of: Vec<Rounded>,
    /// Of all values before one, and of none.
    below: Vec<Rounded>,
    /// As `below`, with the matrices without a value.
    behind: Vec<Rounded>,
}

/// All classifiers on the next test.
pub(super) struct RoundedMasses<'m> {
    masses: &'m [Masses],
    weights: Vec<Weights>,
}

impl<'m> RoundedMasses<'m> {
    pub(super) fn new(masses: &'m [Masses]) -> Self {
        let of = |masses: &Masses| Weights {
            of: masses.of.iter().map(|mass| Rounded::of(mass.magnitude())).collect(),
            below: masses.below.iter().map(|below| Rounded::of(below.magnitude())).collect(),
            behind: masses
                .below
                .iter()
                .map(|below| Rounded::of((below + &masses.undefined).magnitude()))
                .collect(),
        };
        Self { masses, weights: masses.par_iter().map(of).collect() }
    }

    /// As decimals where they are certain: the first is better, both are equal, the second is better.
    pub(super) fn pair(&self, [first, second]: [usize; 2]) -> [Option<String>; 3] {
        let (one, two) = (&self.weights[first], &self.weights[second]);
        let sum = |x: &[Rounded], y: &[Rounded]| {
            x.iter().zip(y).fold(Rounded::ZERO, |sum, (x, y)| sum.plus(x.times(*y)))
        };
        let over = self.masses[first].total.magnitude() * self.masses[second].total.magnitude();
        let error = one.of.len() as u64 + 3;
        [sum(&one.of, &two.below), sum(&one.of, &two.of), sum(&two.of, &one.below)]
            .map(|sum| sum.decimal(error, &over))
    }

    /// Of each classifier that it is the first alone, and alone or tied; as decimals where they are certain.
    pub(super) fn first(&self) -> Vec<[Option<String>; 2]> {
        /// Values that are looked at one after the other.
        const RUN: usize = 256;
        let (n, places) = (self.weights.len(), self.weights.first().map_or(0, |w| w.of.len()));
        let runs: Vec<Vec<[Rounded; 2]>> = (0..places.div_ceil(RUN))
            .into_par_iter()
            .map(|run| {
                let mut sums = vec![[Rounded::ZERO; 2]; n];
                let from = run * RUN;
                let mut before = self.behind(from);
                for place in from..places.min(from + RUN) {
                    let after = self.behind(place + 1);
                    for (k, [alone, or_tied]) in sums.iter_mut().enumerate() {
                        let own = self.weights[k].of[place];
                        *alone = alone.plus(own.times(before[k]));
                        *or_tied = or_tied.plus(own.times(after[k]));
                    }
                    before = after;
                }
                sums
            })
            .collect();
        let total = self.masses.iter().fold(BigUint::one(), |all, of| all * of.total.magnitude());
        // 2 n for n factors, and 1 for each term of each sum.
        let error = (2 * n + RUN + runs.len()) as u64 + 3;
        let all = |k: usize, which: usize| {
            let sum = runs.iter().fold(Rounded::ZERO, |sum, run| sum.plus(run[k][which]));
            sum.decimal(error, &total)
        };
        (0..n).map(|k| [all(k, 0), all(k, 1)]).collect()
    }

    /// For each classifier: how much weight all others together have up to a place.
    fn behind(&self, upto: usize) -> Vec<Rounded> {
        let factors: Vec<Rounded> =
            self.weights.iter().map(|weights| weights.behind[upto]).collect();
        let mut products = Vec::with_capacity(factors.len());
        let mut product = Rounded::ONE;
        for factor in &factors {
            products.push(product);
            product = product.times(*factor);
        }
        product = Rounded::ONE;
        for (others, factor) in products.iter_mut().zip(&factors).rev() {
            *others = others.times(product);
            product = product.times(*factor);
        }
        products
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As exactly as it is.
    fn exact(x: Rounded) -> (BigUint, i64) {
        (BigUint::from(x.mantissa), x.exponent)
    }

    /// Whether a rounded number is not above another number, and below it by at most so many 2^-126 of it.
    fn is_near(x: Rounded, truth: &BigUint, exponent: i64, error: u64) -> bool {
        let (mantissa, own) = exact(x);
        let least = own.min(exponent);
        let [x, truth] = [(mantissa, own), (truth.clone(), exponent)]
            .map(|(m, e)| m << (e - least).unsigned_abs());
        x <= truth && (&truth - &x) << 126_u32 <= &truth * error
    }

    proptest! {
        #[test]
        fn numbers_are_rounded_down_by_what_is_said(
            x in prop::collection::vec(any::<u32>(), 0..12),
            y in prop::collection::vec(any::<u32>(), 0..12),
        ) {
            let [x, y] = [BigUint::new(x), BigUint::new(y)];
            let [a, b] = [Rounded::of(&x), Rounded::of(&y)];
            prop_assert!(is_near(a, &x, 0, 1));
            prop_assert!(is_near(a.times(b), &(&x * &y), 0, 3));
            prop_assert!(is_near(a.plus(b), &(&x + &y), 0, 2));
        }

        #[test]
        fn decimals_are_those_of_the_quotient(n in 1_u128..u128::MAX, d in 1_u128..u128::MAX) {
            let (n, d) = (BigUint::from(n.min(d)), BigUint::from(n.max(d)));
            let found = Rounded::of(&n).decimal(1, &d).expect("no decimal is that near to a tie");
            prop_assert_eq!(found, Decimal17::of_ratio(&n, &d).to_string());
        }
    }
}
