//! A Beta variable: its distribution function and quantiles, enclosed, and the two of a sum of two
//! of them.
//!
//! A share B = G/(G + H) of gamma variables with the shapes u and v has the distribution Beta(u,
//! v), and
//!
//! ```text
//! P(B <= x) = P(x H - (1 - x) G >= 0),
//! ```
//!
//! a linear form of gamma variables, enclosed in [`gammas`](super::gammas). For a sum of two
//! independent ones,
//!
//! ```text
//! P(c T + d S <= k) = integral over t of f(t) F((k - c t)/d),
//! ```
//!
//! with the density f of T and the distribution function F of S. Where the argument of F is outside
//! `[0, 1]`, F is 0 or 1, and the integral is a difference of two values of T's distribution
//! function. In between the integrand is analytic around the range, and a Gauss-Legendre sum of m
//! terms is taken. For a function bounded by M on the ellipse with the foci -1 and 1 and semi-axes
//! that add up to r > 1, the Chebyshev coefficients are at most 2 M r^-k; the sum is exact up to
//! the degree 2m - 1, its weights are positive and add up to 2, and so it is off by at most
//!
//! ```text
//! sum over k >= 2m of 2 M r^-k (2 + 2) = 8 M r^(-2m)/(1 - 1/r).
//! ```
//!
//! The bound M: a Beta density with shapes of at least 1 is log-concave, so that it is nowhere
//! above 1/sigma; for complex arguments x + iy with 0 < x < 1
//!
//! ```text
//! |f(x + iy)| = f(x) (1 + y^2/x^2)^((u-1)/2) (1 + y^2/(1-x)^2)^((v-1)/2),
//! ```
//!
//! and |F(x + iy)| <= 1 + the length of a path from the real range times the greatest |f| on it.
//! The ellipse is covered by boxes.
//!
//! The density needs no constant: it is summed too, against its mass on the range, which the
//! distribution function has.

use std::sync::LazyLock;

use super::gammas::{Between, positive};

/// The width of an enclosed value of a distribution function, if few terms suffice.
const AIM: f64 = 1e-13;
/// The mass left out on either side of a range of integration.
const TAIL: f64 = 1e-12;
/// Terms of the sum.
const NODES: usize = 64;
/// The effect of roundings on a sum, of nodes and weights, and of a density's logarithm.
const ROUNDINGS: f64 = 1e-11;
/// Boxes that an ellipse is covered with.
const BOXES: u32 = 48;

/// A share with the distribution Beta(u, v), u and v at least 1.
#[derive(Clone, Debug)]
pub(super) struct Beta {
    u: f64,
    v: f64,
    mode: f64,
    spread: f64,
    /// All but [`TAIL`] on either side is in between.
    range: [f64; 2],
}

impl Beta {
    /// `None` for a density that is not bounded, of a shape below 1.
    pub(super) fn new(u: f64, v: f64) -> Option<Self> {
        if !(u >= 1.0 && v >= 1.0) {
            return None;
        }
        let all = u + v;
        let mode = if all > 2.0 { (u - 1.0) / (all - 2.0) } else { 0.5 };
        let spread = (u * v / (all + 1.0)).sqrt() / all;
        let mut found = Self { u, v, mode, spread, range: [0.0, 1.0] };
        found.range = [found.end(-1.0), found.end(1.0)];
        Some(found)
    }

    /// A number beyond which less than [`TAIL`] is left on the lower side (-1) or the upper one
    /// (1).
    fn end(&self, side: f64) -> f64 {
        let mut spreads = 7.0;
        loop {
            let x = self.mode + side * spreads * self.spread;
            if x <= 0.0 || x >= 1.0 {
                return x.clamp(0.0, 1.0);
            }
            let rest = if side < 0.0 { self.at_most(x) } else { self.at_most(x).complement() };
            if rest.upper < 2.0 * TAIL {
                return x;
            }
            spreads *= 1.3;
        }
    }

    /// Two numbers that hold all but a trillionth of it on either side.
    pub(super) fn range(&self) -> [f64; 2] {
        self.range
    }

    /// P(B <= x)
    pub(super) fn at_most(&self, x: f64) -> Between {
        beta_at_most(self.u, self.v, x)
    }

    /// The density over that at the mode.
    fn relative_density(&self, x: f64) -> f64 {
        self.logarithm(x).exp()
    }

    /// Its logarithm, for 0 < x < 1.
    fn logarithm(&self, x: f64) -> f64 {
        let part = |shape: f64, mode: f64, x: f64| match shape {
            1.0 => 0.0,
            _ => (shape - 1.0) * ((x - mode) / mode).ln_1p(),
        };
        part(self.u, self.mode, x) + part(self.v, 1.0 - self.mode, 1.0 - x)
    }

    /// At least |f(z)| over f at the mode for every z = x + iy with x from `start` to `end` and |y|
    /// at most `height`. Infinite where the density has a branch point.
    fn bound(&self, start: f64, end: f64, height: f64) -> f64 {
        let (u, v) = (self.u - 1.0, self.v - 1.0);
        let square = height * height;
        if start > 0.0 && end < 1.0 {
            // The real density falls from its mode on.
            let nearest = self.mode.clamp(start, end);
            let complex = u * (square / (start * start)).ln_1p()
                + v * (square / ((1.0 - end) * (1.0 - end))).ln_1p();
            return (self.logarithm(nearest) + 0.5 * complex).exp();
        }
        // Powers of the farthest points, polynomials alone being analytic here.
        let is_whole = |shape: f64| shape.fract() == 0.0;
        if start <= 0.0 && !is_whole(u) || end >= 1.0 && !is_whole(v) {
            return f64::INFINITY;
        }
        let farthest = |from: f64| {
            let distance = (start - from).abs().max((end - from).abs());
            distance.hypot(height)
        };
        let power = |shape: f64, distance: f64, mode: f64| match shape {
            0.0 => 0.0,
            _ => shape * (distance / mode).ln(),
        };
        (power(u, farthest(0.0), self.mode) + power(v, farthest(1.0), 1.0 - self.mode)).exp()
    }

    /// At least |F(z)| on the same box.
    fn distribution_bound(&self, start: f64, end: f64, height: f64) -> f64 {
        // From the nearest real number between 0 and 1.
        let outside = (-start).max(end - 1.0).max(0.0);
        1.0 + (height + outside) * self.bound(start, end, height) / self.spread
    }
}

/// P(B <= x) for any positive shapes.
pub(super) fn beta_at_most(u: f64, v: f64, x: f64) -> Between {
    if x <= 0.0 {
        return Between::exactly(0.0);
    }
    if x >= 1.0 {
        return Between::exactly(1.0);
    }
    positive([(x - 1.0, u), (x, v), (0.0, 0.0), (0.0, 0.0)], AIM)
}

/// P(c T + d S <= k) for independent shares and positive c and d.
pub(super) fn sum_at_most((c, t): (f64, &Beta), (d, s): (f64, &Beta), k: f64) -> Between {
    // The narrower one outside: the other's distribution function is smooth on its range.
    if c * t.spread > d * s.spread {
        return sum_at_most((d, s), (c, t), k);
    }
    let inner = |t: f64| (k - c * t) / d;
    // Up to `full` the condition on S always holds, from `empty` on never.
    let (full, empty) = ((k - d) / c, k / c);
    let (start, end) = (full.max(t.range[0]), empty.min(t.range[1]));
    if end <= start {
        // Where all of T lies before, or after.
        let whole = t.at_most(full.max(0.0));
        let open = t.at_most(empty.min(1.0));
        return Between { lower: whole.lower, upper: open.upper.max(whole.upper) };
    }
    let below = if full > 0.0 { t.at_most(full) } else { Between::exactly(0.0) };
    let (at_start, at_end) = (t.at_most(start), t.at_most(end));
    let mass = Between {
        lower: (at_end.lower - at_start.upper).max(0.0),
        upper: (at_end.upper - at_start.lower).max(0.0),
    };
    let mean = mean_of(
        t,
        start,
        end,
        |x| s.at_most(inner(x)),
        |[x, y], height| s.distribution_bound(inner(y), inner(x), height * c / d),
    );
    // What is left out of the range of T on either side.
    let lost = |from: f64, to: f64| {
        (t.at_most(to.clamp(0.0, 1.0)).upper - t.at_most(from.clamp(0.0, 1.0)).lower).max(0.0)
    };
    let left_out = lost(full, start) + lost(end, empty);
    Between {
        lower: (below.lower + mass.lower * mean.lower - 1e-15).max(0.0),
        upper: (below.upper + mass.upper * mean.upper + left_out + 1e-15).min(1.0),
    }
}

/// The mean of a distribution function over the density on a range: the quotient of two sums.
fn mean_of(
    density: &Beta,
    start: f64,
    end: f64,
    at: impl Fn(f64) -> Between,
    bound: impl Fn([f64; 2], f64) -> f64,
) -> Between {
    /// Terms that are smaller than this part of the density at the mode are not evaluated.
    const NEGLIGIBLE: f64 = 1e-16;
    let (middle, half) = (f64::midpoint(start, end), 0.5 * (end - start));
    let (mut whole, mut lower, mut upper) = (0.0, 0.0, 0.0);
    for (node, weight) in NODES_AND_WEIGHTS.iter() {
        let x = middle + half * node;
        let term = weight * density.relative_density(x);
        let found = if term < NEGLIGIBLE { Between { lower: 0.0, upper: 1.0 } } else { at(x) };
        whole += term;
        lower += term * found.lower;
        upper += term * found.upper;
    }
    let [off_whole, off] = gauss_error(density, middle, half, bound);
    let (off_whole, off) = (off_whole + ROUNDINGS * whole, off + ROUNDINGS * whole);
    if whole <= off_whole {
        return Between { lower: 0.0, upper: 1.0 };
    }
    let (lower, upper) = ((lower - off) / (whole + off_whole), (upper + off) / (whole - off_whole));
    // A bound may be infinite.
    Between { lower: lower.max(0.0), upper: if upper < 1.0 { upper } else { 1.0 } }
}

/// At most the error of both sums on `[middle - half, middle + half]`, divided by the half length:
/// of the density, and of its product with a function that is bounded on boxes.
fn gauss_error(
    density: &Beta,
    middle: f64,
    half: f64,
    bound: impl Fn([f64; 2], f64) -> f64,
) -> [f64; 2] {
    let exponent = 2.0 * f64::from(u32::try_from(NODES).expect("few"));
    let mut least = [f64::INFINITY; 2];
    for r in [1.08_f64, 1.15, 1.25, 1.4, 1.6, 2.0, 2.6, 4.0] {
        let (wide, high) = (half * (r + 1.0 / r) / 2.0, half * (r - 1.0 / r) / 2.0);
        let factor = 8.0 * (-exponent * r.ln()).exp() / (1.0 - 1.0 / r) * (1.0 + 1e-9);
        let (mut most, mut most_of_product) = (0.0_f64, 0.0_f64);
        for piece in 0..BOXES {
            // Cosines of equal angles: narrow boxes at the ends, where the ellipse is steep.
            let angle = |k: u32| std::f64::consts::PI * f64::from(k) / f64::from(BOXES);
            let (x, y) = (-angle(piece).cos(), -angle(piece + 1).cos());
            let sine = if piece < BOXES / 2 { angle(piece + 1).sin() } else { angle(piece).sin() };
            let ends = [middle + wide * x - 1e-15, middle + wide * y + 1e-15];
            let height = high * sine.min(1.0) * (1.0 + 1e-12);
            let of_density = density.bound(ends[0], ends[1], height);
            most = most.max(of_density);
            most_of_product = most_of_product.max(of_density * bound(ends, height));
        }
        for (least, most) in least.iter_mut().zip([most, most_of_product]) {
            // Infinite bounds, and those that are not numbers, count nothing.
            *least = least.min(factor * most);
        }
    }
    least
}

/// The zeros of the Legendre polynomial and the weights of the sum, by Newton's method.
static NODES_AND_WEIGHTS: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let count = f64::from(u32::try_from(NODES).expect("few"));
    // P_n(x) and its derivative.
    let legendre = |x: f64| {
        let (mut before, mut now) = (1.0, x);
        for k in 2..=NODES {
            let k = f64::from(u32::try_from(k).expect("few"));
            (before, now) = (now, ((2.0 * k - 1.0) * x * now - (k - 1.0) * before) / k);
        }
        (now, count * (x * now - before) / (x * x - 1.0))
    };
    let node = |k: usize| {
        let k = f64::from(u32::try_from(k).expect("few"));
        let mut x = (std::f64::consts::PI * (k + 0.75) / (count + 0.5)).cos();
        for _ in 0..8 {
            let (value, slope) = legendre(x);
            x -= value / slope;
        }
        let (_, slope) = legendre(x);
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..NODES).map(node).collect()
});

/// Two doubles, at most `close` apart if the enclosures allow it, between which an increasing
/// distribution function reaches `share`: it is below at the first and above at the second. `ends`
/// hold it already. The secants of the Illinois method, on the logarithm of the odds, which is
/// nearly linear.
pub(super) fn enclose_quantile(
    share: f64,
    ends: [f64; 2],
    close: f64,
    mut at_most: impl FnMut(f64) -> Between,
) -> [f64; 2] {
    /// Secants are tried so often, and then halves.
    const SECANTS: u32 = 25;
    let [mut low, mut high] = ends;
    let odds = |p: f64| {
        let p = p.clamp(1e-300, 1.0 - 1e-16);
        (p / (1.0 - p)).ln()
    };
    let (mut at_low, mut at_high) = (-30.0, 30.0);
    // The side that moved last, and how far aside the next trial goes where an enclosure holds the
    // share.
    let (mut last, mut step) = (0, close / 4.0);
    for tries in 0..100 {
        if high - low <= close || step >= high - low {
            break;
        }
        let secant = low - at_low * (high - low) / (at_high - at_low);
        // Near an end, so far inside that the other side is likely to be reached.
        let inside = (0.45 * close).min(0.5 * (high - low));
        let x = if tries > SECANTS { f64::midpoint(low, high) } else { secant };
        let x = x.clamp(low + inside, high - inside);
        let aside = [x, x - step, x + step];
        let decided = aside.into_iter().filter(|x| low < *x && *x < high).find_map(|x| {
            let found = at_most(x);
            (found.upper < share || found.lower > share).then_some((x, found))
        });
        let Some((x, found)) = decided else {
            step *= 4.0;
            continue;
        };
        let excess = odds(found.middle()) - odds(share);
        if found.upper < share {
            (low, at_low) = (x, excess.min(-1e-12));
            at_high *= if last == -1 { 0.5 } else { 1.0 };
            last = -1;
        } else {
            (high, at_high) = (x, excess.max(1e-12));
            at_low *= if last == 1 { 0.5 } else { 1.0 };
            last = 1;
        }
    }
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::Rational;

    /// P(B <= x) for whole shapes: the chance of at least u successes of u + v - 1.
    fn by_tosses(u: u32, v: u32, x: &Rational) -> Rational {
        let n = u + v - 1;
        let power = |base: &Rational, k: u32| (0..k).fold(Rational::ONE, |power, _| power * base);
        let (mut sum, mut choices) = (Rational::ZERO, Rational::ONE);
        for k in 0..=n {
            if k >= u {
                sum += &(&choices * power(x, k) * power(&x.complement(), n - k));
            }
            choices = &choices * Rational::from(n - k) / Rational::from(k + 1);
        }
        sum
    }

    fn beta(u: u32, v: u32) -> Beta {
        Beta::new(f64::from(u), f64::from(v)).expect("shapes")
    }

    #[test]
    fn nodes_integrate_powers() {
        for power in [0, 2, 10, 60, 126] {
            let sum: f64 = NODES_AND_WEIGHTS.iter().map(|(x, w)| w * x.powi(power)).sum();
            assert!((sum - 2.0 / f64::from(power + 1)).abs() < 1e-14, "{power}: {sum}");
        }
    }

    #[test]
    fn distributions_are_those_of_tosses() {
        for (u, v) in [(1, 1), (1, 7), (4, 2), (30, 11)] {
            for x in [Rational::new(1, 64), Rational::new(1, 3), Rational::new(7, 8)] {
                let found = beta(u, v).at_most(x.to_f64());
                let exact = by_tosses(u, v, &x).to_f64();
                assert!(found.lower - 1e-14 <= exact && exact <= found.upper + 1e-14);
                assert!(found.upper - found.lower < 1e-9, "{u} {v}: {found:?}");
            }
        }
    }

    /// P(c T + d S <= k) by the same sum over a polynomial in fractions: the integral of a
    /// piecewise polynomial, by enough small trapezoids between bounds that hold.
    fn by_steps((c, t): (f64, &Beta), (d, s): (f64, &Beta), k: f64) -> [f64; 2] {
        let steps = 4000;
        let (mut lower, mut upper) = (0.0, 0.0);
        let mut before = t.at_most(0.0);
        for step in 1..=steps {
            let at = |step: u32| f64::from(step) / f64::from(steps);
            let now = t.at_most(at(step));
            let of = |step: u32| s.at_most((k - c * at(step)) / d);
            lower += (now.lower - before.upper).max(0.0) * of(step).lower;
            upper += (now.upper - before.lower).max(0.0) * of(step - 1).upper;
            before = now;
        }
        [lower, upper]
    }

    #[test]
    fn sums_are_those_of_steps() {
        for (t, s) in [((1, 1), (1, 1)), ((3, 2), (1, 9)), ((40, 3), (7, 7)), ((90, 60), (2, 300))]
        {
            let (t, s) = (beta(t.0, t.1), beta(s.0, s.1));
            for (c, d) in [(1.0, 1.0), (0.2, 3.0), (5.0, 0.01)] {
                for part in [0.1, 0.45, 0.8, 0.97] {
                    let k = (c + d) * part;
                    let found = sum_at_most((c, &t), (d, &s), k);
                    let [lower, upper] = by_steps((c, &t), (d, &s), k);
                    assert!(lower - 1e-12 <= found.upper && found.lower <= upper + 1e-12);
                    assert!(found.upper - found.lower < 1e-8, "{t:?} {s:?} {c} {d} {k}: {found:?}");
                }
            }
        }
    }

    /// T + S of two uniform variables.
    #[test]
    fn sums_of_uniform_variables_are_triangles() {
        let uniform = beta(1, 1);
        for k in [0.25, 0.5, 1.0, 1.5] {
            let found = sum_at_most((1.0, &uniform), (1.0, &uniform), k);
            let exact = if k <= 1.0 { k * k / 2.0 } else { 1.0 - (2.0 - k) * (2.0 - k) / 2.0 };
            assert!(found.lower <= exact + 1e-15 && exact <= found.upper + 1e-15, "{k} {found:?}");
            assert!(found.upper - found.lower < 1e-9, "{k} {found:?}");
        }
    }

    #[test]
    fn quantiles_are_enclosed() {
        for (u, v, share) in [(195, 19, 0.025), (1, 11, 0.975), (1, 1, 0.3), (40, 3, 0.5)] {
            let shape = beta(u, v);
            let mut tries = 0;
            let [low, high] = enclose_quantile(share, shape.range(), 1e-10, |x| {
                tries += 1;
                shape.at_most(x)
            });
            assert!(tries < 20, "{u} {v}: {tries}");
            assert!(high - low <= 1e-10, "{u} {v}: {low} {high}");
            let of = |x: f64| by_tosses(u, v, &Rational::try_from(x).expect("finite")).to_f64();
            assert!(of(low) <= share && share <= of(high));
        }
    }
}
