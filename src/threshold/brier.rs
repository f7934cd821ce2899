//! Sums of squares of decimals that never form a fraction on the way.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigInt;

use super::scores::{ModelScore, Scores, is_key_of_infinity};
use crate::num::{Rational, Scientific};

/// The mean of (p - y)^2, which is the mean of p^2 over all samples, less twice the mean of p over
/// positive ones and plus their share.
pub(super) fn score(scores: &Scores, passed: &[[u64; 2]]) -> Rational {
    let [negatives, positives] = passed[passed.len() - 1];
    let mut before = [0_u64; 2];
    let own = passed.iter().map(move |&now| {
        let own = [now[0] - before[0], now[1] - before[1]];
        before = now;
        own
    });
    let sum = match scores {
        Scores::Fixed { places, units } => {
            let (mut squares, mut simple) = (Sum::default(), Sum::default());
            for (&units, [negative, positive]) in units.iter().zip(own) {
                let units = units.unsigned_abs();
                squares.add(u128::from(units) * u128::from(units), negative + positive);
                simple.add(u128::from(units), positive);
            }
            let scale = Rational::from(BigInt::from(10).pow(*places));
            let squares = Rational::from(squares.total()) / &scale;
            (squares - Rational::from(simple.total() * 2)) / scale
        }
        Scores::Keys(keys) => {
            // Sums per exponent: numbers of one size share it.
            let mut sums: BTreeMap<i32, [Sum; 2]> = BTreeMap::new();
            for (&key, [negative, positive]) in keys.iter().zip(own) {
                let decimal = Scientific::from_key(key);
                let mantissa = decimal.mantissa().unsigned_abs();
                let [squares, simple] = sums.entry(decimal.exponent()).or_default();
                match mantissa.checked_mul(mantissa) {
                    Some(square) => squares.add(square, negative + positive),
                    None => squares.add_big(BigInt::from(mantissa).pow(2), negative + positive),
                }
                simple.add(mantissa, positive);
            }
            let power = |exponent: i32| {
                Scientific::new(1, exponent).expect("an exponent of a score").to_rational()
            };
            let term = |(exponent, [squares, simple]): (i32, [Sum; 2])| {
                let scale = power(exponent);
                let squares = Rational::from(squares.total()) * &scale;
                (squares - Rational::from(simple.total() * 2)) * scale
            };
            sums.into_iter().map(term).sum()
        }
        Scores::Fractions(values) => {
            // Infinite scores are no probabilities, and have no Brier score.
            let values = values.iter().filter_map(ModelScore::finite);
            let term = |(value, [negative, positive]): (&Rational, [u64; 2])| {
                let square = value * value * Rational::from(negative + positive);
                square - Rational::from(2) * value * Rational::from(positive)
            };
            values.zip(own).map(term).sum()
        }
    };
    (sum + Rational::from(positives)) / Rational::from(negatives + positives)
}

/// The sum of the scores at some positions, each with the number of its samples; infinite scores,
/// which are no probabilities, are left out.
pub(super) fn sum(scores: &Scores, passed: &[[u64; 2]], range: Range<usize>) -> Rational {
    let all = |[negatives, positives]: [u64; 2]| negatives + positives;
    let mut before = range.start.checked_sub(1).map_or(0, |last| all(passed[last]));
    let own = passed[range.clone()].iter().map(move |&now| {
        let own = all(now) - before;
        before = all(now);
        own
    });
    // Sums per power of ten, since decimals of one size share it.
    let mut sums: BTreeMap<i32, BigInt> = BTreeMap::new();
    let mut rest = Rational::ZERO;
    match scores {
        Scores::Fixed { places, units } => {
            // Fits: a unit is at most 2^63 in size, and there are fewer than 2^64 samples.
            let products = units[range].iter().zip(own);
            let sum: i128 = products.map(|(&units, own)| i128::from(units) * i128::from(own)).sum();
            rest = Rational::new(sum, BigInt::from(10).pow(*places));
        }
        Scores::Keys(keys) => {
            for (&key, own) in keys[range].iter().zip(own) {
                if is_key_of_infinity(key) {
                    continue;
                }
                let decimal = Scientific::from_key(key);
                *sums.entry(decimal.exponent()).or_default() +=
                    BigInt::from(decimal.mantissa()) * own;
            }
        }
        Scores::Fractions(values) => {
            let finite = values[range]
                .iter()
                .zip(own)
                .filter_map(|(value, own)| Some((value.finite()?, own)));
            rest = finite.map(|(value, own)| value * Rational::from(own)).sum();
        }
    }
    let power = |exponent: i32| Scientific::new(1, exponent).map(|power| power.to_rational());
    let term = |(exponent, sum): (i32, BigInt)| Some(Rational::from(sum) * power(exponent)?);
    let decimals: Rational = sums.into_iter().filter_map(term).sum();
    rest + decimals
}

/// A sum of products in a machine integer as long as it fits.
#[derive(Default)]
struct Sum {
    small: u128,
    big: BigInt,
}

impl Sum {
    #[inline]
    fn add(&mut self, value: u128, count: u64) {
        if count == 0 {
            return;
        }
        let sum = value
            .checked_mul(u128::from(count))
            .and_then(|product| self.small.checked_add(product));
        match sum {
            Some(sum) => self.small = sum,
            None => self.add_big(BigInt::from(value), count),
        }
    }

    #[cold]
    fn add_big(&mut self, value: BigInt, count: u64) {
        self.big += value * count + std::mem::take(&mut self.small);
    }

    fn total(self) -> BigInt {
        self.big + self.small
    }
}
