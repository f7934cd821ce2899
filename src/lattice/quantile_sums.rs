//! d' on the lattice: sums of two normal quantiles, ordered by certified enclosures.
//!
//! d' = z(TPR) + z(TNR) has no rational surrogate. Its quantiles are enclosed to 108 binary
//! places; z(1 - q) is exactly -z(q) in the table, so sums that are equal for a reason (the two
//! rates exchanged, or TPR = 1 - TNR, where d' is 0) are equal there to the last bit. Any other
//! two sums must differ by more than their error, which is checked when they are sorted; if two
//! do not, that is an error and never a guess. That no two d' agree without such a reason is not
//! assumed either: it would show as two values that cannot be told apart.

use crate::parallel::map_indices;

use crate::num::{Rational, normal_quantile};

/// Binary places of the table.
const BITS: u32 = 108;
/// Above every finite sum in units of 2^-BITS: quantiles of rates with 32-bit terms are below 8.
const OFFSET: i128 = 1 << 112;
/// Keys of the infinite values.
const BELOW_ALL: u128 = 0;
const ABOVE_ALL: u128 = 1 << 114;

/// z(t/total) for t = 0 to total, in units of 2^-BITS; `None` at the ends, which are infinite.
#[derive(Clone, Debug)]
pub(super) struct QuantileSums {
    positives: Vec<Option<i128>>,
    negatives: Vec<Option<i128>>,
    /// No entry is off by more.
    error: i128,
}

impl QuantileSums {
    pub(super) const KEY_BITS: u32 = 115;

    pub(super) fn new(positives: u64, negatives: u64) -> Self {
        let (first, first_error) = table(positives);
        let (second, second_error) = table(negatives);
        Self { positives: first, negatives: second, error: first_error.max(second_error) }
    }

    /// The two quantiles at a point.
    fn terms(&self, x: u64, y: u64) -> (Option<i128>, Option<i128>) {
        (self.positives[place(x)], self.negatives[place(y)])
    }

    /// Undefined where one rate is 0 and the other is 1 (infinity minus infinity), or without
    /// samples of a class.
    pub(super) fn is_defined(&self, x: u64, y: u64) -> bool {
        let (last_x, last_y) = (self.positives.len() - 1, self.negatives.len() - 1);
        let opposite = (x == 0 && place(y) == last_y) || (place(x) == last_x && y == 0);
        last_x > 0 && last_y > 0 && !opposite
    }

    /// The sum in units of 2^-bits, at most 108 of them, off by less than 2^-92 and one unit;
    /// `None` if it is infinite, or if the table is not as precise.
    pub(super) fn fixed(&self, x: u64, y: u64, bits: u32) -> Option<i128> {
        let (Some(first), Some(second)) = self.terms(x, y) else { return None };
        let is_precise = 2 * self.error < 1 << (BITS - 92);
        is_precise.then(|| (first + second) >> BITS.saturating_sub(bits))
    }

    /// A key that increases with d', wherever [`Self::tells_apart`] holds for its neighbours.
    pub(super) fn key(&self, x: u64, y: u64) -> u128 {
        match self.terms(x, y) {
            (Some(first), Some(second)) => (first + second + OFFSET).unsigned_abs(),
            _ if x == 0 || y == 0 => BELOW_ALL,
            _ => ABOVE_ALL,
        }
    }

    /// Returns `true` if these keys prove the order of their sums.
    pub(super) fn tells_apart(&self, lower: u128, upper: u128) -> bool {
        lower == BELOW_ALL || upper == ABOVE_ALL || upper - lower > 4 * self.error.unsigned_abs()
    }

    /// Returns `true` if two sums with equal keys are equal for a known reason: exchanged rates,
    /// both zero, both infinite.
    pub(super) fn is_equal_for_a_reason(&self, first: (u64, u64), second: (u64, u64)) -> bool {
        let rates = |(x, y): (u64, u64)| {
            let rate = |part: u64, table: &[Option<i128>]| {
                Rational::new(part, u64::try_from(table.len() - 1).expect("a count"))
            };
            let (tpr, tnr) = (rate(x, &self.positives), rate(y, &self.negatives));
            if tpr < tnr { (tpr, tnr) } else { (tnr, tpr) }
        };
        if first == second {
            return true;
        }
        match (self.terms(first.0, first.1), self.terms(second.0, second.1)) {
            ((Some(_), Some(_)), (Some(_), Some(_))) => {
                let (first, second) = (rates(first), rates(second));
                let is_zero = |(low, high): &(Rational, Rational)| low.complement() == *high;
                first == second || (is_zero(&first) && is_zero(&second))
            }
            // Equal keys of infinite values: the same infinity.
            _ => true,
        }
    }
}

fn place(t: u64) -> usize {
    usize::try_from(t).expect("the table was made for these counts")
}

/// The quantiles of t/total, and their largest error.
fn table(total: u64) -> (Vec<Option<i128>>, i128) {
    // Those above one half are computed; the others mirror them, so that sums cancel exactly.
    let first = total / 2 + 1;
    let upper: Vec<(i128, i128)> = map_indices(place(total.saturating_sub(first)), |k| {
        let z = normal_quantile(&Rational::new(first + k as u64, total), BITS);
        let (low, high) = z.ends();
        let width = i128::try_from(high - low).expect("a narrow enclosure");
        (i128::try_from(low).expect("a quantile below 8"), width)
    });
    let error = upper.iter().map(|(_, width)| *width).max().unwrap_or(0);
    let quantile = |t: u64| -> Option<i128> {
        if t == 0 || t == total {
            None
        } else if 2 * t == total {
            Some(0)
        } else if t >= first {
            Some(upper[place(t - first)].0)
        } else {
            Some(-upper[place(total - t - first)].0)
        }
    };
    ((0..=total).map(quantile).collect(), error)
}
