//! Values at both ends of a segment, and the positions at which pairs swap.

use std::cmp::Ordering;

use num_bigint::BigInt;
use rayon::prelude::*;

use crate::geometry::segment::Segment;
use exactile::num::{Rational, common_denominator};

/// Returns the zero of a linear function with these values at the ends.
pub(super) fn root([first, last]: &[Rational; 2]) -> Rational {
    first / &(first - last)
}

/// s and u of all performances at both ends, each multiplied by a number that makes them whole.
pub(super) struct Values {
    of: Vec<[[BigInt; 2]; 2]>,
    /// The same as machine words, if their products fit in machine words.
    words: Option<Vec<[[i128; 2]; 2]>>,
}

impl Values {
    pub(super) fn new(segment: &Segment, counts: &[[Rational; 4]]) -> Self {
        let whole = |[tn, fp, fn_, tp]: &[Rational; 4]| {
            let exact = segment.satisfactions(&[tn / &(tn + fp), tp / &(tp + fn_)]);
            let scale = Rational::from(common_denominator(exact.iter().flatten()));
            exact.map(|end| end.map(|value| (value * &scale).numerator()))
        };
        let of: Vec<[[BigInt; 2]; 2]> = counts.iter().map(whole).collect();
        let is_short = of.iter().flatten().flatten().all(|value| value.bits() <= 62);
        let word = |value: &BigInt| i128::try_from(value).expect("62 bits");
        let words = is_short.then(|| {
            of.iter().map(|ends| ends.each_ref().map(|end| end.each_ref().map(word))).collect()
        });
        Self { of, words }
    }

    pub(super) fn len(&self) -> usize {
        self.of.len()
    }

    /// Returns, for each end, `true` if a performance has a value there.
    pub(super) fn is_defined(&self, i: usize) -> [bool; 2] {
        self.of[i].each_ref().map(|values| values.iter().any(|value| *value != BigInt::ZERO))
    }

    /// Compares two performances at both ends.
    pub(super) fn signs(&self, i: usize, j: usize) -> [Ordering; 2] {
        [0, 1].map(|end| match &self.words {
            Some(words) => {
                let ([s, u], [s2, u2]) = (words[i][end], words[j][end]);
                (s * u2).cmp(&(s2 * u))
            }
            None => {
                let ([s, u], [s2, u2]) = (&self.of[i][end], &self.of[j][end]);
                (s * u2).cmp(&(s2 * u))
            }
        })
    }

    /// Returns F of two performances at both ends. It is linear along the segment, and positive
    /// where the first is better.
    pub(super) fn differences(&self, i: usize, j: usize) -> [Rational; 2] {
        [0, 1].map(|end| {
            let ([s, u], [s2, u2]) = (&self.of[i][end], &self.of[j][end]);
            Rational::from(s * u2 - s2 * u)
        })
    }

    /// Returns the position at which two performances swap, and `true` if the first is ahead before
    /// it.
    pub(super) fn swap(&self, i: usize, j: usize) -> Option<(Rational, bool)> {
        let Some(words) = &self.words else {
            let ends = self.differences(i, j);
            let [first, last] = &ends;
            return (first * last).is_negative().then(|| (root(&ends), first.is_positive()));
        };
        let [first, last] = [0, 1].map(|end| {
            let ([s, u], [s2, u2]) = (words[i][end], words[j][end]);
            s * u2 - s2 * u
        });
        let is_swap = first != 0 && last != 0 && (first > 0) != (last > 0);
        is_swap.then(|| (Rational::new(first, first - last), first > 0))
    }
}

/// The position at which a pair swaps, with the classifier that is ahead before, and the other one.
pub(super) type Swap = (Rational, [usize; 2]);

/// Returns all swaps, in their order along the segment.
pub(super) fn swaps(values: &Values) -> Vec<Swap> {
    let of = |i: usize| {
        (i + 1..values.len()).filter_map(move |j| {
            let (position, is_ahead) = values.swap(i, j)?;
            Some((position, if is_ahead { [i, j] } else { [j, i] }))
        })
    };
    let mut found: Vec<Swap> = (0..values.len()).into_par_iter().flat_map_iter(of).collect();
    found.par_sort_unstable();
    found
}
