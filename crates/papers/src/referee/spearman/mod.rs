//! Spearman's correlation of the volume under the Tile with the accuracy, enclosed for uniformly
//! distributed performances.
//!
//! # Coordinates
//!
//! A is the accuracy, B = 1 - A. Uniform on the simplex means that tp = A (1 + p')/2, tn = A (1 -
//! p')/2, fn = B (1 + q')/2, fp = B (1 - q')/2 with A, p', q' independent, p' and q' uniform from
//! -1 to 1, and A of distribution function F(A) = 3 A^2 - 2 A^3. Over the Tile the correct and the
//! wrong mass run evenly between these, so with t and s uniform from -1 to 1,
//!
//! ```text
//! V(A, p, q) = E[A x/D],   x = 1 + p t,   y = 1 + q s,   D = A x + B y
//! ```
//!
//! is the volume. It depends on p = |p'| and q = |q'| alone, which are uniform from 0 to 1. It
//! increases in A; it decreases in p and increases in q, since A x/(A x + B y) is concave in x and
//! convex in y. Exchanging A with B and p with q turns V into 1 - V.
//!
//! # From three dimensions to two
//!
//! U = F(A) and the rank W of the volume are both uniform from 0 to 1, so 1 - rho = 6 d^2, where d
//! = ||U - W|| is the root of E[(U - W)^2]. For a volume v let A_v(p, q) solve V(A, p, q) = v, and
//! Z_v = F(A_v). Then K(v) = E[Z_v] is the probability of a volume up to v, and E[U; volume up to
//! v] = E[Z_v^2]/2. Cut at 0 = v_0 < ... < v_m = 1 and let c be the middle of the values of W in
//! its cell. Summation by parts gives
//!
//! ```text
//! ||U - c||^2 = T + ||W - c||^2,   T = sum over cells of (Var Z_k + Var Z_(k+1))/2 (K_(k+1) - K_k)
//! ||W - c||^2 = sum (K_(k+1) - K_k)^3/12 <= G^2/12   with the largest step G of K
//! ```
//!
//! and by the triangle inequality d is within G/sqrt(12) of ||U - c||. A step of K is at most that
//! of v times E[sup F'(A)/V_A].
//!
//! # One volume
//!
//! For each v_k, A_v is found at the nodes of a grid in (p, q). Let P = p^2, Q = q^2, and z be the
//! function that is bilinear in P and Q on each cell and equal to Z_v at nodes; its moments are
//! polynomials of the nodes. [`cell`] proves a bound r of its distance from Z_v. With the root R of
//! the mean of r^2, K is within R of E[z], and the standard deviation of Z_v within R of that of z.
//! T grows with each variance; an error of at most R_k in K_k changes it by at most R_k/2 times the
//! difference of the variances before and after it, by summation by parts again.
//!
//! Volumes above 1/2 mirror those below it.
//!
//! # Rounding
//!
//! All this is done in doubles. Nodes are accepted only if the volume there, with its proved error
//! ([`volume`]), is within [`NODE`]/2 of v. Since V_A >= 1/2 ([`cell`]), they are within `NODE` of
//! the true ones. What follows are sums of positive weights and numbers below 1, a few thousand
//! operations deep; [`SLACK`] is far above their roundings and what `NODE` does to z.

mod cell;
mod volume;

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use rayon::prelude::*;
use serde::Deserialize;

use super::{Item, RefereeError};
use cell::{Cell, Corners, distribution};
use exactile::num::Rational;
use exactile::score::Metric;

/// The largest distance of a node from the accuracy with the volume.
const NODE: f64 = 1e-8;
/// A bound of all roundings, and of the effect of the errors of nodes on z.
const SLACK: f64 = 1e-7;
/// The cells of the grid on a side, and the cells of volumes: finer and finer.
const GRIDS: [[u16; 2]; 4] = [[12, 200], [20, 800], [36, 2400], [48, 8000]];
/// The exponent by which the cells of the grid become narrower towards 1: p = 1 - (1 - i/n)^(3/2).
const GRADING: f64 = 1.5;

/// Spearman's correlation of the volume under the Tile with the accuracy, for a uniform
/// distribution of all performances.
#[derive(Clone, Debug, Deserialize)]
pub struct Spearman {
    metric: String,
    /// A decimal, all of whose digits are significant.
    printed: String,
}

impl Spearman {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let undecided = |what: String| Err(RefereeError::Undecided(what));
        let metric: Metric = super::formula::metric(&self.metric)?;
        if metric != Metric::Accuracy {
            return undecided(format!(
                "the correlation of the volume with {metric} is not enclosed"
            ));
        }
        let Ok(number) = self.printed.parse::<Rational>() else {
            return undecided(format!("the number {:?}", self.printed));
        };
        let digits = self.printed.split_once('.').map_or(0, |(_, digits)| digits.len());
        let half = Rational::new(1, BigInt::from(10).pow(u32::try_from(digits).unwrap_or(0)) * 2);
        let (least, most) = (&number - &half, &number + &half);
        let printed = format!("rho about {}", self.printed);
        for [side, volumes] in GRIDS {
            let Some([low, high]) = enclosure(side, volumes) else { continue };
            let computed = format!("between {low} and {high}");
            let proof = format!(
                "enclosed by {volumes} level curves of the volume, each on a grid of {side} by \
                 {side} cells"
            );
            let number = |decimal: &str| decimal.parse::<Rational>().expect("written as a decimal");
            let (low, high) = (number(&low), number(&high));
            if least <= low && high <= most {
                return Ok(vec![Item::reproduced(printed, computed)]);
            }
            if high < least || most < low {
                return Ok(vec![Item::reproduced(printed, computed).erratum(proof)]);
            }
        }
        undecided(format!("whether {printed} holds: the enclosure is too wide"))
    }
}

/// Returns decimals around Spearman's correlation; `None` if a node was not found.
fn enclosure(side: u16, volumes: u16) -> Option<[String; 2]> {
    const DIGITS: u32 = 7;
    let [low, high] = correlation(side, volumes)?;
    let scale = Rational::from(BigInt::from(10).pow(DIGITS));
    let scaled = |value: f64| Some(Rational::try_from(value).ok()? * &scale);
    let floor = |value: Rational| value.numerator().div_floor(&value.denominator());
    let (low, high) = (floor(scaled(low)?), -floor(-scaled(high)?));
    let decimal = |value: BigInt| (Rational::from(value) / &scale).to_decimal(DIGITS);
    Some([decimal(low), decimal(high)])
}

/// Returns an enclosure of Spearman's correlation.
fn correlation(side: u16, volumes: u16) -> Option<[f64; 2]> {
    let half = usize::from(volumes / 2);
    let lower_half = level_curves(side, volumes)?;
    let mirrored = |k: usize| &lower_half[if k <= half { k } else { 2 * half - k }];
    // The probability of a volume up to 1/2 is 1/2.
    let probability = |k: usize| match k.cmp(&half) {
        Ordering::Less => lower_half[k].mean,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0 - lower_half[2 * half - k].mean,
    };
    let trapezoids = |variance: fn(&Level) -> f64| -> [f64; 2] {
        let (mut sum, mut error) = (0.0, 0.0);
        for k in 0..2 * half {
            let [here, next] = [k, k + 1].map(|k| variance(mirrored(k)));
            sum += (here + next) / 2.0 * (probability(k + 1) - probability(k));
            if k > 0 && k != half {
                let before = variance(mirrored(k - 1));
                error += mirrored(k).error * (next - before).abs() / 2.0;
            }
        }
        [sum - error, sum + error]
    };
    let step = lower_half.windows(2).map(|pair| {
        let certain = pair[1].mean + pair[1].error - (pair[0].mean - pair[0].error);
        certain.min(pair[1].step)
    });
    let spread = step.fold(0.0, f64::max) / 12_f64.sqrt();
    let [least, _] = trapezoids(|level| (level.deviation - level.error).max(0.0).powi(2));
    let [_, most] = trapezoids(|level| (level.deviation + level.error).powi(2));
    let near = (least.max(0.0).sqrt() - spread - SLACK).max(0.0);
    let far = (most + spread * spread).sqrt() + spread + SLACK;
    Some([1.0 - 6.0 * far * far, 1.0 - 6.0 * near * near])
}

/// The moments of z for one volume, with bounds of their errors.
struct Level {
    /// The mean of z.
    mean: f64,
    /// Its standard deviation.
    deviation: f64,
    /// A bound of the distance of both from those of Z_v.
    error: f64,
    /// A bound of the growth of the probability since the volume before.
    step: f64,
}

/// Returns the volumes up to 1/2 with their moments.
fn level_curves(side: u16, volumes: u16) -> Option<Vec<Level>> {
    let nodes: Vec<f64> = (0..=side)
        .map(|i| {
            let rest = 1.0 - f64::from(i) / f64::from(side);
            1.0 - rest.powf(GRADING)
        })
        .collect();
    let mut levels = vec![Level { mean: 0.0, deviation: 0.0, error: 0.0, step: 0.0 }];
    let mut before = Nodes::at_zero(nodes.len());
    let mut last = Nodes::at_zero(nodes.len());
    for k in 1..=volumes / 2 {
        let share = f64::from(k) / f64::from(volumes);
        let volume = if k == volumes / 2 { 0.5 } else { quantile(share) };
        let found = Nodes::find(volume, &nodes, &last, &before)?;
        levels.push(level(&nodes, &found, &last));
        (before, last) = (last, found);
    }
    Some(levels)
}

/// Returns approximately the accuracy at which its distribution function is `share`.
fn quantile(share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if distribution(middle) < share { low = middle } else { high = middle }
    }
    low
}

/// The accuracies with one volume, by the node's p and then by q.
struct Nodes {
    volume: f64,
    accuracies: Vec<f64>,
}

impl Nodes {
    /// Returns the nodes for volume 0, whose accuracies are 0.
    fn at_zero(side: usize) -> Self {
        Self { volume: 0.0, accuracies: vec![0.0; side * side] }
    }

    /// Finds the accuracies from those of two smaller volumes, by secants. A result does not depend
    /// on the search, since each node is checked.
    fn find(volume: f64, nodes: &[f64], last: &Self, before: &Self) -> Option<Self> {
        const MOST_STEPS: usize = 100;
        let find = |(at, (known, older)): (usize, (&f64, &f64))| -> Option<f64> {
            let (p, q) = (nodes[at / nodes.len()], nodes[at % nodes.len()]);
            let run = known - older;
            let mut slope = if run > 0.0 { (last.volume - before.volume) / run } else { 1.0 };
            let mut accuracy = known + (volume - last.volume) / slope;
            for _ in 0..MOST_STEPS {
                let (found, error) = volume::volume(accuracy, p, q)?;
                let beyond = found - volume;
                if beyond.abs() + error <= NODE / 2.0 {
                    return Some(accuracy);
                }
                let next = (accuracy - beyond / slope).clamp(accuracy / 4.0, 0.5 + accuracy / 2.0);
                let (there, _) = volume::volume(next, p, q)?;
                let secant = (there - found) / (next - accuracy);
                if secant > 0.1 && secant < 10.0 {
                    slope = secant;
                }
                accuracy = next;
            }
            None
        };
        let known = last.accuracies.par_iter().zip(&before.accuracies);
        let accuracies = known.enumerate().map(find).collect::<Option<Vec<f64>>>()?;
        Some(Self { volume, accuracies })
    }
}

/// Returns the moments of a volume from its nodes.
fn level(nodes: &[f64], found: &Nodes, last: &Nodes) -> Level {
    let rows = nodes.len();
    let grown = found.volume - last.volume;
    // z is taken relative to this value, so that its variance loses no digits.
    let origin = distribution(found.volume);
    let (mut mean, mut square, mut error, mut step) = (0.0, 0.0, 0.0, 0.0);
    for i in 0..rows - 1 {
        for j in 0..rows - 1 {
            let corners = |of: &Nodes| {
                let at = |i: usize, j: usize| of.accuracies[i * rows + j];
                Corners([[at(i, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1)]])
            };
            let sides = [[nodes[i], nodes[i + 1]], [nodes[j], nodes[j + 1]]];
            let (here, there) = (corners(found), corners(last));
            let cell = Cell::new(sides, here.range());
            let weight = sides.iter().map(|[from, to]| to - from).product::<f64>();
            let [first, second] = here.moments(sides, origin);
            mean += weight * first;
            square += weight * second;
            error += weight * cell.distance(&here).powi(2);
            let [low, _] = there.range();
            let [_, high] = here.range();
            step += weight * Cell::new(sides, [low, high]).growth() * grown;
        }
    }
    let variance: f64 = square - mean * mean;
    Level {
        mean: origin + mean,
        deviation: variance.max(0.0).sqrt(),
        error: error.sqrt() + SLACK,
        step: step + SLACK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the volume as the mean over a grid of canonical scores.
    fn averaged(accuracy: f64, p: f64, q: f64) -> f64 {
        const STEPS: u32 = 24;
        let places = || (0..STEPS).map(|i| (f64::from(i) + 0.5) / f64::from(STEPS) * 2.0 - 1.0);
        let mut sum = 0.0;
        for (t, s) in places().flat_map(|t| places().map(move |s| (t, s))) {
            let correct = accuracy * (1.0 + p * t);
            sum += correct / (correct + (1.0 - accuracy) * (1.0 + q * s));
        }
        sum / f64::from(STEPS * STEPS)
    }

    /// Returns the accuracy at which the averaged volume is `volume`.
    fn solved(volume: f64, p: f64, q: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..30 {
            let middle = f64::midpoint(low, high);
            if averaged(middle, p, q) < volume { low = middle } else { high = middle }
        }
        low
    }

    /// Ranks of performances spread evenly in the cube (A by its quantiles, p, q), without any
    /// level curve.
    #[test]
    fn a_sample_has_a_correlation_in_the_enclosure() {
        const SAMPLES: u32 = 12_000;
        // Multiples of the powers of the root of x^4 = x + 1 fill a cube evenly.
        let root = 1.220_744_084_605_76_f64;
        let place = |k: u32, power: i32| (0.5 + f64::from(k) * root.powi(-power)).fract();
        let performances = (0..SAMPLES).map(|k| {
            let accuracy = quantile(place(k, 1));
            (accuracy, averaged(accuracy, place(k, 2), place(k, 3)))
        });
        let performances: Vec<(f64, f64)> = performances.collect();
        let ranks = |key: fn(&(f64, f64)) -> f64| {
            let mut order: Vec<usize> = (0..performances.len()).collect();
            order.sort_by(|x, y| key(&performances[*x]).total_cmp(&key(&performances[*y])));
            let mut ranks = vec![0.0; order.len()];
            for (rank, member) in (0_u32..).zip(order) {
                ranks[member] = f64::from(rank);
            }
            ranks
        };
        let (first, second) = (ranks(|one| one.0), ranks(|one| one.1));
        let squares: f64 = first.iter().zip(second).map(|(x, y)| (x - y) * (x - y)).sum();
        let count = f64::from(SAMPLES);
        let sampled = 1.0 - 6.0 * squares / (count * (count * count - 1.0));
        let [low, high] = correlation(16, 600).expect("all nodes");
        assert!(low < sampled && sampled < high, "{low} {sampled} {high}");
        assert!((sampled - 0.99563).abs() < 2e-4, "{sampled}");
        assert!(high - low < 2e-3, "{low} {high}");
    }

    #[test]
    fn finer_grids_give_narrower_enclosures_within_each_other() {
        let [coarse, finer] = [correlation(8, 200), correlation(20, 800)].map(Option::unwrap);
        assert!(coarse[0] < finer[0] && finer[1] < coarse[1], "{coarse:?} {finer:?}");
    }

    #[test]
    fn a_wrong_print_is_an_erratum() {
        let printed = "0.997".to_owned();
        let statement = Spearman { metric: "accuracy".to_owned(), printed };
        let items = statement.examine().expect("decided");
        assert_eq!(items[0].verdict, crate::referee::Verdict::Erratum, "{items:?}");
    }

    /// The bilinear z is never further from the level curve than proved, and the bound is not far
    /// too large.
    #[test]
    fn bilinear_functions_are_as_near_as_proved() {
        for volume in [0.1, 0.3, 0.5] {
            for side in [[0.0, 0.2], [0.3, 0.5], [0.5, 0.8], [0.8, 0.9]] {
                for other in [[0.0, 0.3], [0.4, 0.7], [0.7, 0.95]] {
                    let at = |p, q| solved(volume, p, q);
                    let corners = Corners([
                        [at(side[0], other[0]), at(side[0], other[1])],
                        [at(side[1], other[0]), at(side[1], other[1])],
                    ]);
                    let bound = Cell::new([side, other], corners.range()).distance(&corners);
                    let mut worst: f64 = 0.0;
                    for (x, y) in [(0.5, 0.5), (0.2, 0.6), (0.9, 0.4), (0.0, 0.5), (0.5, 0.0)] {
                        let between = |[from, to]: [f64; 2], share: f64| {
                            (from * from + share * (to * to - from * from)).sqrt()
                        };
                        let z = distribution(at(between(side, x), between(other, y)));
                        let Corners(known) = &corners;
                        let row = |k: usize| {
                            let [from, to] = known[k].map(distribution);
                            from + y * (to - from)
                        };
                        worst = worst.max((row(0) + x * (row(1) - row(0)) - z).abs());
                    }
                    // The average over a grid and the bisection are off by less than 10^-6.
                    assert!(worst <= bound + 1e-6, "{volume} {side:?} {other:?}: {worst} {bound}");
                    assert!(bound < 0.06, "{volume} {side:?} {other:?}: {worst} {bound}");
                }
            }
        }
    }

    /// Mean and deviation of a level against sums over many level points.
    #[test]
    fn levels_have_the_moments_of_their_curves() {
        const STEPS: u32 = 20;
        let levels = level_curves(12, 10).expect("all nodes");
        for (k, level) in levels.iter().enumerate().skip(2) {
            let share = f64::from(u32::try_from(k).expect("few")) / 10.0;
            let volume = if k == 5 { 0.5 } else { quantile(share) };
            let (mut sum, mut squares) = (0.0, 0.0);
            for i in 0..STEPS * STEPS {
                let place = |i: u32| (f64::from(i) + 0.5) / f64::from(STEPS);
                let z = distribution(solved(volume, place(i / STEPS), place(i % STEPS)));
                (sum, squares) = (sum + z, squares + z * z);
            }
            let count = f64::from(STEPS * STEPS);
            let mean = sum / count;
            let deviation = (squares / count - mean * mean).sqrt();
            assert!((mean - level.mean).abs() < level.error + 1e-4, "{k}: {mean} {}", level.mean);
            assert!((deviation - level.deviation).abs() < level.error + 1e-4, "{k}: {deviation}");
            assert!(mean - levels[k - 1].mean < level.step + 2.0 * level.error, "{k}");
        }
    }
}
