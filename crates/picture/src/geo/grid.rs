//! The lines of the Tile on which curved frontiers are sampled, the same for all frontiers of a
//! result.
//!
//! # Proof that outlines do not cross
//!
//! Upright and level lines at doubles cut the Tile into rectangles. A frontier, monotone in both
//! coordinates, enters and leaves each of them once; every such point becomes a vertex, its free
//! coordinate being rounded to the nearest double. Rounding is monotone, so vertices stay on the
//! sides of their rectangle and in their order around it. Two frontiers that do not cross inside a
//! rectangle therefore have chords in it that do not cross either; at most they touch.
//!
//! # Distance of chords from the frontier
//!
//! A frontier is s_j/s_i = u_j/u_i with s linear in a and u linear in b. Between two of its points
//! it is a rational quadratic Bezier curve with middle weight cosh(l), where 2 l is the absolute
//! value of ln(s_i(a1)/s_i(a0)) - ln(u_i(b1)/u_i(b0)), and its distance from the chord is at most
//! tanh(l/2) |da db|/|chord|. With d_a and d_b the changes of the two logarithms that is at most
//! (d_a + d_b)/4 |da db|/|chord|. Where every step of the grid has d_a |da| <= e and d_b |db| <= e,
//! the distance is at most sqrt(2)/4 e; a step of at most that length needs nothing else.
//!
//! Between 0 and 1 the logarithm of a linear function that is positive there changes by at most
//! |da| over the distance to its zero. So lines are close together near a zero only: about sqrt(8
//! d/e) steps lead from a zero to the distance d.
//!
//! With equal priors a frontier is the image of a line under a map z of both balanced coordinates
//! to the Tile's. Then (1-z) pi- + z pi+ takes the place of s and of u for all classifiers at once:
//! it is the inverse of the denominator of that map. Balanced priors need no lines.

use num_bigint::BigInt;

use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::tile::Regions;

/// The largest distance of chords from their frontier.
pub(super) const TOLERANCE: f64 = 1e-5;
/// Changes of logarithms times lengths of steps, see above: sqrt(2)/4 of it is below the tolerance.
const STEP: f64 = 2.5e-5;
/// The length of a step that is always short enough.
const SHORT: f64 = 0.9 * TOLERANCE;
/// Lines are at multiples of 2^-BITS.
pub(super) const BITS: u32 = 32;

/// The number of lines from 0 to 1.
const LINES: f64 = (1_u64 << BITS) as f64;

/// Upright lines a = const and level lines b = const, increasing, as multiples of 2^-BITS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) upright: Vec<u32>,
    pub(super) level: Vec<u32>,
}

impl Grid {
    /// Returns lines for all frontiers between these classifiers.
    pub(super) fn of(regions: &Regions) -> Self {
        let own = Self::of_zeros(
            &Zeros::of(regions.classifiers(), |m| [m.tn(), m.tp()]),
            &Zeros::of(regions.classifiers(), |m| [m.fp(), m.fn_()]),
        );
        let Some(prior) = regions.prior_positive() else { return own };
        let mut zeros = Zeros::default();
        zeros.add(&prior.complement(), prior);
        let common = Self::of_zeros(&zeros, &zeros);
        if common.len() < own.len() { common } else { own }
    }

    fn of_zeros(of_s: &Zeros, of_u: &Zeros) -> Self {
        Self { upright: of_s.lines(), level: of_u.lines() }
    }

    fn len(&self) -> usize {
        self.upright.len() + self.level.len()
    }
}

/// Returns the double at a line.
pub(super) fn line_at(line: u32) -> f64 {
    f64::from(line) / LINES
}

/// The nearest zeros on either side of linear functions that are positive between 0 and 1, if there
/// are any.
#[derive(Clone, Debug, Default)]
struct Zeros {
    /// The distance of the nearest zero below 0.
    below: Option<Rational>,
    /// The distance of the nearest zero above 1.
    above: Option<Rational>,
}

impl Zeros {
    fn of<'c>(
        classifiers: &'c [Classifier],
        ends: impl Fn(&'c exactile::performance::ConfusionMatrix) -> [&'c Rational; 2],
    ) -> Self {
        let mut zeros = Self::default();
        for classifier in classifiers {
            let [at_zero, at_one] = ends(&classifier.matrix);
            zeros.add(at_zero, at_one);
        }
        zeros
    }

    /// Adds the zero of (1-z) x + z y, if it has one.
    fn add(&mut self, x: &Rational, y: &Rational) {
        let (nearest, distance) = match x.cmp(y) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Less => (&mut self.below, x / (y - x)),
            std::cmp::Ordering::Greater => (&mut self.above, y / (x - y)),
        };
        if nearest.as_ref().is_none_or(|known| distance < *known) {
            *nearest = Some(distance);
        }
    }

    /// Returns the lines between 0 and 1. Floats only choose them: any increasing lines are
    /// correct, and the steps leave room for roundings.
    fn lines(&self) -> Vec<u32> {
        let distance = |zero: &Option<Rational>| zero.as_ref().map(Rational::to_f64);
        let (below, above) = (distance(&self.below), distance(&self.above));
        let mut lines = Vec::new();
        let mut at = 0.0_f64;
        loop {
            // h ln(1 + h/d) <= h^2/d, and -h ln(1 - h/d) <= h^2/(d - h).
            let from_below = below.map_or(1.0, |zero| (STEP * (zero + at)).sqrt());
            let from_above = above.map_or(1.0, |zero| {
                let d = zero + 1.0 - at;
                f64::midpoint((STEP * STEP + 4.0 * STEP * d).sqrt(), -STEP)
            });
            let next = at + from_below.min(from_above).max(SHORT);
            if next.is_nan() || next >= 1.0 {
                return lines;
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 0 and 2^32"
            )]
            let line = (next * LINES) as u32;
            lines.push(line);
            at = line_at(line);
        }
    }
}

/// Returns the double nearest to `numerator/denominator`, which is not negative. It is monotone.
pub(super) fn nearest_double(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let (numerator, denominator) = (numerator.magnitude(), denominator.magnitude());
    if numerator.bits() == 0 {
        return 0.0;
    }
    // A quotient of 56 to 58 bits, the last of which says whether anything was cut off: rounding it
    // to 53 bits rounds the exact value.
    let signed = |bits: u64| i64::try_from(bits).expect("sizes fit in 63 bits");
    let shift = 56 - signed(numerator.bits()) + signed(denominator.bits());
    let (numerator, denominator) = if shift >= 0 {
        (numerator << shift.unsigned_abs(), denominator.clone())
    } else {
        (numerator.clone(), denominator << shift.unsigned_abs())
    };
    let quotient = &numerator / &denominator;
    let exact = &quotient * &denominator == numerator;
    let digits = quotient.iter_u64_digits().next().unwrap_or(0) << 1 | u64::from(!exact);
    #[expect(clippy::cast_precision_loss, reason = "this is the one rounding")]
    let mut value = digits as f64;
    // Powers of two are exact; two steps keep them in range.
    let mut exponent = -(shift + 1);
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        value *= 2_f64.powi(i32::try_from(step).expect("clamped"));
        if value == 0.0 {
            break;
        }
        exponent -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_lie_close_together_near_a_zero_only() {
        let mut zeros = Zeros::default();
        assert!(zeros.lines().is_empty());
        zeros.add(&Rational::ONE, &Rational::ZERO);
        let lines = zeros.lines();
        assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
        assert!((300..500).contains(&lines.len()), "{}", lines.len());
        // Every step is short, or short times the change of the logarithm of 1 - z.
        let ends = std::iter::once(0.0).chain(lines.iter().map(|&line| line_at(line)));
        let ends: Vec<f64> = ends.chain([1.0]).collect();
        for pair in ends.windows(2) {
            let h = pair[1] - pair[0];
            let change = ((1.0 - pair[0]) / (1.0 - pair[1])).ln();
            assert!(h <= TOLERANCE || 2_f64.sqrt() / 4.0 * h * change <= TOLERANCE, "{pair:?}");
        }
        zeros.add(&Rational::ZERO, &Rational::ONE);
        assert!((450..700).contains(&zeros.lines().len()), "{}", zeros.lines().len());
    }

    proptest! {
        #[test]
        fn the_nearest_double_is_that_of_the_standard_library(
            n in 0_u64..1 << 53, d in 1_u64..1 << 53,
        ) {
            #[expect(clippy::cast_precision_loss, reason = "both are exact")]
            let expected = n as f64 / d as f64;
            prop_assert_eq!(nearest_double(&n.into(), &d.into()), expected);
        }

        #[test]
        fn decimals_become_the_double_that_parsing_gives(n in 0_u64.., e in 0_u32..300) {
            let text = format!("{n}e-{e}");
            let expected: f64 = text.parse().expect("a number");
            prop_assert_eq!(nearest_double(&n.into(), &BigInt::from(10).pow(e)), expected);
        }
    }
}
