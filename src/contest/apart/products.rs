//! Products of the polynomials `not_better_j + better_j z` over all j but one, for several values
//! of the metric at once.
//!
//! The coefficient of z^k is the probability that k of the others are better. All n products come
//! from halving the set of factors: a node of the tree holds the product of all factors outside its
//! half, O(n^2) operations for all leaves. There are only sums and products of positive numbers, so
//! that small coefficients are as accurate as large ones; dividing one factor out of the whole
//! product would cost less, and their digits.

use std::ops::Range;

use pulp::Simd;

/// A factor: its constant and its linear coefficient, for the values of one machine vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor<V> {
    pub(super) not_better: V,
    pub(super) better: V,
}

/// Buffers for the products, one for each depth of the tree.
pub(super) struct Products<V> {
    buffers: Vec<Vec<V>>,
    /// The halves still to be visited: kept, taken, and the depth of their parent.
    halves: Vec<(Range<usize>, Range<usize>, usize)>,
}

impl<V: Copy> Products<V> {
    pub(super) fn new(factors: usize) -> Self {
        let depth = factors.next_power_of_two().ilog2() as usize + 2;
        Self { buffers: vec![Vec::with_capacity(factors + 1); depth], halves: Vec::new() }
    }

    /// Adds to `sums`, a row of `width` for each i that is wanted, the coefficients of the product
    /// without factor i, times i's mass. What has no mass is not wanted. A coefficient goes through
    /// two roundings for each factor, or through five for two of them.
    // No closure is handed on here: it would not be compiled for wide vectors.
    #[inline(always)]
    pub(super) fn add<S: Simd<f64s = V>>(
        &mut self,
        simd: S,
        factors: &[Factor<V>],
        masses: &[Option<V>],
        sums: &mut [V],
        width: usize,
    ) {
        self.buffers[0].clear();
        self.buffers[0].push(simd.splat_f64s(1.0));
        self.halves.push((0..factors.len(), 0..0, 0));
        while let Some((kept, taken, depth)) = self.halves.pop() {
            if masses[kept.clone()].iter().all(Option::is_none) {
                continue;
            }
            let (above, below) = self.buffers.split_at_mut(depth + 1);
            let product = &mut below[0];
            multiply(simd, &above[depth], &factors[taken], product);
            if let (1, Some(mass)) = (kept.len(), masses[kept.start]) {
                for (sum, coefficient) in sums[kept.start * width..].iter_mut().zip(&*product) {
                    *sum = simd.add_f64s(*sum, simd.mul_f64s(mass, *coefficient));
                }
                continue;
            }
            let middle = kept.start.midpoint(kept.end);
            let (low, high) = (kept.start..middle, middle..kept.end);
            self.halves.push((low.clone(), high.clone(), depth + 1));
            self.halves.push((high, low, depth + 1));
        }
    }
}

/// Writes a polynomial times some factors; two of them are multiplied first, so that there are half
/// as many passes.
#[inline(always)]
fn multiply<S: Simd>(
    simd: S,
    polynomial: &[S::f64s],
    factors: &[Factor<S::f64s>],
    product: &mut Vec<S::f64s>,
) {
    product.clear();
    let (first, pairs) = factors.split_at(factors.len() % 2);
    match first {
        [factor] => {
            let mut before = simd.splat_f64s(0.0);
            product.extend(polynomial.iter().map(|&here| {
                let sum = simd.add_f64s(
                    simd.mul_f64s(here, factor.not_better),
                    simd.mul_f64s(before, factor.better),
                );
                before = here;
                sum
            }));
            product.push(simd.mul_f64s(before, factor.better));
        }
        _ => product.extend_from_slice(polynomial),
    }
    for pair in pairs.chunks_exact(2) {
        let (one, other) = (pair[0], pair[1]);
        let [none, single, both] = [
            simd.mul_f64s(one.not_better, other.not_better),
            simd.add_f64s(
                simd.mul_f64s(one.not_better, other.better),
                simd.mul_f64s(one.better, other.not_better),
            ),
            simd.mul_f64s(one.better, other.better),
        ];
        let mut before = simd.splat_f64s(0.0);
        let mut earlier = before;
        for coefficient in product.iter_mut() {
            let here = *coefficient;
            *coefficient = simd.add_f64s(
                simd.add_f64s(simd.mul_f64s(here, none), simd.mul_f64s(before, single)),
                simd.mul_f64s(earlier, both),
            );
            earlier = before;
            before = here;
        }
        product.push(simd.add_f64s(simd.mul_f64s(before, single), simd.mul_f64s(earlier, both)));
        product.push(simd.mul_f64s(before, both));
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;

    use super::*;

    #[test]
    fn each_product_leaves_one_factor_out() {
        for count in 1..9_u8 {
            let factors: Vec<Factor<f64>> = (0..count)
                .map(|j| Factor { not_better: f64::from(j) + 1.0, better: f64::from(j % 3) })
                .collect();
            let count = usize::from(count);
            let mut masses = vec![Some(2.0); count];
            masses[count / 2] = (count == 1).then_some(2.0);
            let mut sums = vec![1.0; count * count];
            Products::new(count).add(Scalar, &factors, &masses, &mut sums, count);
            for (i, sums) in sums.chunks(count).enumerate() {
                let mut expected = vec![1.0];
                for (_, factor) in factors.iter().enumerate().filter(|(j, _)| *j != i) {
                    expected.push(0.0);
                    for k in (0..expected.len()).rev() {
                        let lower = if k == 0 { 0.0 } else { expected[k - 1] };
                        expected[k] = expected[k] * factor.not_better + lower * factor.better;
                    }
                }
                let mass = masses[i].unwrap_or(0.0);
                let expected: Vec<f64> = expected.iter().map(|c| 1.0 + mass * c).collect();
                assert_eq!(sums, expected, "{count} factors without {i}");
            }
        }
    }
}
