//! Products of the polynomials `not_better_j + better_j z` over all j but one, for several values of
//! the metric at once.
//!
//! The coefficient of z^k is the probability that k of the others are better. All n products come
//! from halving the set of factors: a node of the tree holds the product of all factors outside its
//! half, O(n^2) operations for all leaves. There are only sums and products of positive numbers, so
//! that small coefficients are as accurate as large ones; dividing one factor out of the whole
//! product would cost less, and their digits.

use std::ops::Range;

/// Values of the metric side by side.
pub(super) const VALUES: usize = 4;
/// A number for each of them.
pub(super) type Side = [f64; VALUES];

/// A factor: its constant and its linear coefficient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor {
    pub(super) not_better: Side,
    pub(super) better: Side,
}

/// Buffers for the products, one for each depth of the tree.
pub(super) struct Products {
    buffers: Vec<Vec<Side>>,
}

impl Products {
    pub(super) fn new(factors: usize) -> Self {
        let depth = factors.next_power_of_two().ilog2() as usize + 2;
        Self { buffers: vec![Vec::with_capacity(factors); depth] }
    }

    /// Calls `visit` with the coefficients of the product without factor i, for each i that is
    /// `wanted`.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        factors: &[Factor],
        wanted: &[bool],
        mut visit: impl FnMut(usize, &[Side]),
    ) {
        self.buffers[0].clear();
        self.buffers[0].push([1.0; VALUES]);
        // The halves still to be visited, with the depth of their parent.
        let mut halves = vec![(0..factors.len(), 0..0, 0_usize)];
        while let Some((kept, taken, depth)) = halves.pop() {
            if !wanted[kept.clone()].iter().any(|wanted| *wanted) {
                continue;
            }
            let (above, below) = self.buffers.split_at_mut(depth + 1);
            let product = &mut below[0];
            product.clear();
            product.extend_from_slice(&above[depth]);
            multiply(product, &factors[taken]);
            if kept.len() == 1 {
                visit(kept.start, product);
                continue;
            }
            let middle = kept.start.midpoint(kept.end);
            let (low, high): (Range<usize>, Range<usize>) = (kept.start..middle, middle..kept.end);
            halves.push((low.clone(), high.clone(), depth + 1));
            halves.push((high, low, depth + 1));
        }
    }
}

/// Multiplies a polynomial by factors, in place.
#[inline(always)]
fn multiply(product: &mut Vec<Side>, factors: &[Factor]) {
    for Factor { not_better, better } in factors {
        let mut before = [0.0; VALUES];
        for coefficient in product.iter_mut() {
            let here = *coefficient;
            for v in 0..VALUES {
                coefficient[v] = here[v] * not_better[v] + before[v] * better[v];
            }
            before = here;
        }
        if *better != [0.0; VALUES] {
            for v in 0..VALUES {
                before[v] *= better[v];
            }
            product.push(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_product_leaves_one_factor_out() {
        for count in 1..9_u8 {
            let factors: Vec<Factor> = (0..count)
                .map(|j| Factor {
                    not_better: [f64::from(j) + 1.0; VALUES],
                    better: [f64::from(j % 3); VALUES],
                })
                .collect();
            let count = usize::from(count);
            let mut seen = vec![false; count];
            let mut wanted = vec![true; count];
            wanted[count / 2] = count == 1;
            Products::new(count).visit(&factors, &wanted, |i, coefficients| {
                seen[i] = true;
                let mut expected = vec![1.0];
                for (j, factor) in factors.iter().enumerate().filter(|(j, _)| *j != i) {
                    let _ = j;
                    expected.push(0.0);
                    for k in (0..expected.len()).rev() {
                        let lower = if k == 0 { 0.0 } else { expected[k - 1] };
                        expected[k] = expected[k] * factor.not_better[0] + lower * factor.better[0];
                    }
                }
                for (k, coefficient) in expected.iter().enumerate() {
                    let found = coefficients.get(k).map_or(0.0, |side| side[VALUES - 1]);
                    assert_eq!(found, *coefficient, "{count} factors without {i}");
                }
            });
            assert_eq!(seen, wanted);
        }
    }
}
