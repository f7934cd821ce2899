//! Polynomials in x = TP and y = TN in machine words, where nothing can overflow.

use super::polynomial::{Polynomial, WIDTH};

/// A polynomial of which all values for x up to P and y up to N fit in 62 bits, and so does
/// everything that Horner's rule adds up for them: each of its sums is at most that
/// of |coefficient| P^i N^j.
#[derive(Clone, Debug)]
pub(super) struct WordPolynomial {
    coefficients: [[i64; WIDTH]; WIDTH],
    /// One more than the largest exponents of x and of y.
    lengths: [usize; 2],
    /// Upper bound of all absolute values.
    pub(super) bound: i64,
}

/// The polynomial on the row of one x, from the constant upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordRow {
    coefficients: [i64; WIDTH],
    length: usize,
}

impl WordPolynomial {
    /// The polynomial for counts up to P and N; `None` if it does not fit.
    pub(super) fn new(of: &Polynomial, positives: u64, negatives: u64) -> Option<Self> {
        const MOST: i128 = 1 << 62;
        let wide = of.coefficients()?;
        let mut coefficients = [[0; WIDTH]; WIDTH];
        let mut lengths = [0; 2];
        let mut bound = 0_i128;
        let [x, y] = [positives, negatives].map(|count| i128::from(count.max(1)));
        let mut of_x = 1_i128;
        for (i, line) in wide.iter().enumerate() {
            let mut of_both = of_x;
            for (j, &wide) in line.iter().enumerate() {
                if wide != 0 {
                    coefficients[i][j] = i64::try_from(wide).ok()?;
                    lengths = [lengths[0].max(i + 1), lengths[1].max(j + 1)];
                    let term = wide.checked_abs()?.checked_mul(of_both)?;
                    bound = bound.checked_add(term).filter(|bound| *bound < MOST)?;
                }
                of_both = of_both.saturating_mul(y);
            }
            of_x = of_x.saturating_mul(x);
        }
        Some(Self { coefficients, lengths, bound: i64::try_from(bound).ok()? })
    }

    /// The row of one x that is not above P.
    #[expect(clippy::cast_possible_wrap, reason = "it fits where the values depend on it")]
    pub(super) fn row(&self, x: u64) -> WordRow {
        let x = x as i64;
        let mut coefficients = [0; WIDTH];
        let [lines, length] = self.lengths;
        for line in self.coefficients[..lines].iter().rev() {
            for (sum, term) in coefficients[..length].iter_mut().zip(line) {
                *sum = *sum * x + term;
            }
        }
        WordRow { coefficients, length }
    }
}

impl WordRow {
    /// Its value at a y that is not above N.
    #[expect(clippy::cast_possible_wrap, reason = "it fits where the values depend on it")]
    pub(super) fn at(&self, y: u64) -> i64 {
        let y = y as i64;
        self.coefficients[..self.length].iter().rev().fold(0, |sum, term| sum * y + term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Ring;

    #[test]
    fn values_are_those_of_the_wide_polynomial() {
        for (p, n) in [(0, 3), (5, 7), (100, 500)] {
            let counts = Polynomial::counts(p, n);
            let wide = counts.tp.times(&counts.tn).minus(&counts.fp.times(&counts.fn_));
            let words = WordPolynomial::new(&wide, p, n).expect("small");
            for x in [0, p / 2, p] {
                for y in [0, n / 3, n] {
                    let expected = wide.at(x.into()).and_then(|row| row.at(y.into()));
                    assert_eq!(Some(i128::from(words.row(x).at(y))), expected);
                    assert!(words.row(x).at(y).abs() <= words.bound);
                }
            }
        }
    }

    #[test]
    fn what_might_overflow_is_left_out() {
        let counts = Polynomial::counts(1 << 31, 1 << 31);
        let product = counts.tp.times(&counts.tn);
        assert!(WordPolynomial::new(&product, 1 << 31, 1 << 31).is_none());
        assert!(WordPolynomial::new(&product, 1 << 30, 1 << 31).is_some());
    }
}
