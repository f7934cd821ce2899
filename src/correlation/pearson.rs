//! Pearson's correlation of values.
//!
//! Values are multiplied by one number and enclosed by integers, which no correlation sees. With a
//! common denominator of moderate length that is exact, and the coefficient is the root of a
//! fraction. Otherwise the integers are bounds, and so is the result.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::Performances;
use super::kendall::reason;
use crate::num::{CertifiedDecimal, Enclosure, Rational, Value};
use crate::performance::ConfusionMatrix;
use crate::score::RankingScore;

/// Bits of a common denominator up to which sums are exact.
const EXACT: u64 = 4096;
/// Binary places of values without one.
const BITS: u32 = 192;
/// Decimal places of the result, and bits of a closed form that is worth printing.
const PLACES: (u32, u64) = (20, 128);

/// Pearson's correlation of a score's values with those of a ranking score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pearson {
    /// Performances on which both scores are defined.
    pub used: u64,
    /// The coefficient: exact, or enclosed to about 20 decimals. Undefined where one of the two
    /// scores has one value only or the score is infinite.
    pub value: Value,
}

impl Pearson {
    /// The correlation over performances, of which those are left out on which one of the two
    /// scores is undefined. O(n) operations on integers of a few thousand bits at most.
    ///
    /// ```
    /// use exactile::correlation::{Pearson, Performances};
    /// use exactile::{Metric, Point, RankingScore, Rational};
    /// let half = Rational::new(1, 2);
    /// let accuracy = RankingScore::at(Point::new(half.clone(), half)).unwrap();
    /// let all = Performances::all(3)?;
    /// let pearson = |metric: Metric| Pearson::new(|m| metric.value(m), &all, &accuracy);
    /// assert_eq!(pearson(Metric::ErrorRate).value.to_string(), "-1");
    /// assert_eq!(pearson(Metric::Tpr).value.to_decimal(6), "0.738934");
    /// assert_eq!(pearson(Metric::Mcc).value.to_decimal(6), "0.989949");
    /// # Ok::<(), exactile::correlation::CorrelationError>(())
    /// ```
    pub fn new(
        value: impl Fn(&ConfusionMatrix) -> Value,
        performances: &Performances,
        score: &RankingScore,
    ) -> Self {
        let defined = |matrix| {
            let value = Some(value(matrix)).filter(|value| value.undefined().is_none())?;
            Some((value, score.value(matrix)?))
        };
        let (values, rankings): (Vec<Value>, Vec<Rational>) =
            performances.matrices().iter().filter_map(defined).unzip();
        let used = values.len() as u64;
        let ends: Option<Vec<[Rational; 2]>> = values.iter().map(Value::ends).collect();
        let value = if used < 2 || values.iter().all(|value| *value == values[0]) {
            Value::Undefined(reason(used, true))
        } else if let Some(ends) = ends {
            let rankings: Vec<_> = rankings.into_iter().map(|r| [r.clone(), r]).collect();
            of_sums(&Sums::of(&scaled(&ends), &scaled(&rankings)))
        } else {
            Value::Undefined("the score is infinite on some performances")
        };
        Self { used, value }
    }
}

/// Integers around multiples of values.
fn scaled(values: &[[Rational; 2]]) -> Vec<Enclosure> {
    let unit = values.iter().flatten().try_fold(BigInt::one(), |common, value| {
        Some(common.lcm(&value.denominator())).filter(|common| common.bits() <= EXACT)
    });
    let unit = Rational::from(unit.unwrap_or_else(|| BigInt::one() << BITS));
    values
        .iter()
        .map(|ends| Enclosure::between(&(&ends[0] * &unit), &(&ends[1] * &unit), 0))
        .collect()
}

/// `n sum x y - sum x sum y`, and the same of x with x and of y with y.
struct Sums {
    covariance: Enclosure,
    spreads: [Enclosure; 2],
}

impl Sums {
    fn of(first: &[Enclosure], second: &[Enclosure]) -> Self {
        let n = Rational::from(first.len() as u64);
        let zero = || Enclosure::of_rational(&Rational::ZERO, 0);
        let sum = |values: &[Enclosure]| values.iter().fold(zero(), |sum, value| sum + value);
        let centred = |xs: &[Enclosure], ys: &[Enclosure]| {
            let products = xs.iter().zip(ys).fold(zero(), |sum, (x, y)| sum + x * y);
            products * &n - sum(xs) * sum(ys)
        };
        Self {
            covariance: centred(first, second),
            spreads: [centred(first, first), centred(second, second)],
        }
    }
}

fn of_sums(sums: &Sums) -> Value {
    let [score, ranking] = &sums.spreads;
    let (low, high) = sums.covariance.ends();
    let product = score * ranking;
    let (least, most) = product.ends();
    if low == high && least == most {
        let Some(square) = Rational::new(low * BigInt::from(low.magnitude().clone()), 1)
            .checked_div(&Rational::from(least.clone()))
        else {
            return Value::Undefined(reason(u64::MAX, score.sign().is_some_and(|s| s.is_eq())));
        };
        return match Value::root(&square) {
            Value::Enclosed(root) if square.denominator().bits() > PLACES.1 => {
                Value::Enclosed(root.with_closed_form(None))
            }
            value => value,
        };
    }
    // The spread of a score that has two values is positive, but need not be known to be.
    if [score, ranking].iter().any(|spread| spread.sign().is_none_or(|sign| sign.is_le())) {
        return Value::Undefined("values of a score are too close to each other");
    }
    enclosed([low, high], [least.sqrt(), most.sqrt() + 1_u8])
}

/// A quotient of numbers between these integers, which is between -1 and 1.
fn enclosed([low, high]: [&BigInt; 2], [least, most]: [BigInt; 2]) -> Value {
    let quotient = |above: &BigInt, below: &BigInt| Rational::new(above.clone(), below.clone());
    let is_negative = |end: &BigInt| end.sign() == num_bigint::Sign::Minus;
    let lower = quotient(low, if is_negative(low) { &least } else { &most });
    let upper = quotient(high, if is_negative(high) { &most } else { &least });
    let (lower, upper) = (lower.max(-Rational::ONE), upper.min(Rational::ONE));
    let decimals: CertifiedDecimal =
        Enclosure::between(&lower, &upper, 4 * PLACES.0).to_decimals(PLACES.0);
    decimals.into()
}
