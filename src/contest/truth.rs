//! Probability that the rates behind one classifier's results are truly better than those behind
//! another's.
//!
//! The class shares are those of the further test with P positives and N negatives, so this is the
//! limit of [`next_test`](super::next_test) as the test grows. At a point of the Tile the first is
//! better iff Y + X > 0, with a ratio of linear functions of each class's rates:
//!
//! ```text
//! Y = P (p_b - p_c) / c_x(P (p_k + p_b)),    X = N (q_b - q_c) / c_y(N (q_k + q_b)).
//! ```
//!
//! The patterns' probabilities are gamma variables over their sum, so that Y <= v says that a
//! linear form of four gamma variables is not positive: its probability is enclosed in
//! [`gammas`](super::gammas). With F the distribution of Y and G that of -X, what is wanted is the
//! integral of G dF. On a cell of width h with increments f of F and g of G, between
//!
//! ```text
//! G f at the cell's beginning and at its end,
//! ```
//!
//! so the middle is off by at most f g/2. It is also off by at most
//!
//! ```text
//! h^2 (G'' f/8 + F'' g/12),
//! ```
//!
//! F'' and G'' bounding the slopes of the densities on the cell: G differs from its chord by at
//! most h^2 G''/8, and the chord's integral differs from the trapezoid by g/h times the integral of
//! (v - middle) against the density less its value at the middle. The two may be exchanged, for the
//! trapezoids of both integrals add up to FG. Cells with the largest bound are halved until the sum
//! suffices.
//!
//! The slope of a density: with the form N - v D, D = sum of d_i G_i, F'(v) = E[D delta(N - v D)]
//! and F''(v) = -E[D^2 delta'(N - v D)], whose Fourier integral is at most
//!
//! ```text
//! E[D^2]/pi * integral of t prod (1 + t^2 l_i(v)^2)^(-a_i/2) over positive t.
//! ```
//!
//! If the two patterns in which the classifiers differ have together n = sum a_i > 2, the integral
//! is at most 1/((n - 2) m^2), m^2 being the geometric mean of l_i^2 with the weights a_i: ln(1 +
//! e^x) is convex. For small n it is bounded by a sum over pieces.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::f64::consts::PI;

use super::blocks::DRAWS;
use super::deviates::Deviates;
use super::gammas::{Between, Term, ln_1p, positive};
use super::model::{Evidence, PatternMass};
use super::results::{Drawn, TrulyBetter};
use super::scalars::divisors;
use super::{draws, independent};
use crate::geometry::Point;
use crate::lattice::{Lattice, LatticeError};
use crate::num::Rational;
use crate::performance::{JointCounts, PairCounts};
use crate::score::{Metric, NamedScore};
use crate::work::Watch;

/// Error aimed at for each probability of a linear form.
const AIM: f64 = 2e-7;
/// Error aimed at if that probability is the answer itself.
const CLOSE_AIM: f64 = 1e-11;
/// Error aimed at for the answer if both outcomes are equally probable; half of its width.
const WIDEST: f64 = 2e-4;
/// Smallest error that is aimed at, for answers near 0 or 1.
const CLOSEST: f64 = 4e-6;
/// An enclosure wider than this says less than a simulation.
const WORTH_DRAWING: f64 = 0.01;
/// Cells at most.
const MOST_CELLS: usize = 6000;
/// Greatest effect of the roundings of divisors to doubles, and of sums over cells: they shift
/// thresholds by 2^-50 of themselves.
const ROUNDINGS: f64 = 1e-9;

/// The ratio Y of one class as a form of gamma variables.
struct ClassRatio {
    /// Shapes of both right, only the first, only the second, both wrong.
    shapes: [f64; 4],
    /// Coefficients in D of those that the first has right, and of those that it has wrong.
    right: f64,
    wrong: f64,
}

impl ClassRatio {
    /// The coefficients of N - v D.
    fn form(&self, v: f64) -> [f64; 4] {
        [-v * self.right, 1.0 - v * self.right, -1.0 - v * self.wrong, -v * self.wrong]
    }

    fn terms(&self, v: f64, sign: f64) -> [Term; 4] {
        let form = self.form(v);
        [0, 1, 2, 3].map(|i| (sign * form[i], self.shapes[i]))
    }

    /// P(Y <= v)
    fn at_most(&self, v: f64) -> Between {
        positive(self.terms(v, -1.0), AIM)
    }

    /// P(-Y <= v)
    fn mirrored_at_most(&self, v: f64) -> Between {
        positive(self.terms(-v, 1.0), AIM)
    }

    /// Mean and spread, roughly: only where to begin depends on them.
    fn spread(&self) -> (f64, f64) {
        let [k, b, c, z] = self.shapes;
        let all = k + b + c + z;
        let (first, second) = (b / all, c / all);
        let divisor = (self.right * (k + b) + self.wrong * (c + z)) / all;
        let variance = (first + second - (first - second).powi(2)) / (all + 1.0);
        let scale = divisor.max(f64::MIN_POSITIVE);
        ((first - second) / scale, variance.max(0.0).sqrt() / scale)
    }

    /// At least the slope of the density of Y anywhere from `start` to `end`.
    fn slope(&self, start: f64, end: f64) -> f64 {
        let divisors = [self.right, self.right, self.wrong, self.wrong];
        let (mut mean, mut rest) = (0.0, 0.0);
        for (divisor, shape) in divisors.iter().zip(&self.shapes) {
            mean += divisor * shape;
            rest += divisor * divisor * shape;
        }
        let square = mean * mean + rest;
        let (at_start, at_end) = (self.form(start), self.form(end));
        // The least magnitudes of the coefficients on the cell.
        let least = [0, 1, 2, 3].map(|i| {
            let (x, y) = (at_start[i], at_end[i]);
            if x * y > 0.0 { x.abs().min(y.abs()) } else { 0.0 }
        });
        let (mut shapes, mut logarithms) = (0.0, 0.0);
        for i in [1, 2] {
            shapes += self.shapes[i];
            logarithms += self.shapes[i] * 2.0 * least[i].ln();
        }
        const MANY: f64 = 8.0;
        let integral = if shapes > MANY {
            1.0 / ((shapes - 2.0) * (logarithms / shapes).exp())
        } else {
            self.half_integral(&least)
        };
        square / PI * integral * (1.0 + 1e-9)
    }

    /// At least the integral of t prod (1 + t^2 m_i^2)^(-a_i/2) over positive t.
    ///
    /// The product falls, so its value where a piece begins is its greatest there. From T on it
    /// falls at least like (t/T)^-e, e being its exponent at T.
    fn half_integral(&self, least: &[f64; 4]) -> f64 {
        const RATIO: f64 = 1.25;
        const PIECES: usize = 200;
        let at = |t: f64| {
            let (mut logarithm, mut exponent) = (0.0, 0.0);
            for (m, shape) in least.iter().zip(&self.shapes) {
                let square = (m * t).powi(2);
                logarithm += shape * ln_1p(square);
                exponent += shape / (1.0 + square.recip());
            }
            ((-0.5 * logarithm).exp(), exponent)
        };
        let all: f64 = self.shapes.iter().zip(least).map(|(shape, m)| shape * m * m).sum();
        // Up to here the product is hardly less than one.
        let mut t = 0.3 / all.sqrt().max(1e-150);
        let mut sum = t * t / 2.0;
        for _ in 0..PIECES {
            let (product, exponent) = at(t);
            if exponent > 3.0 {
                let rest = product * t * t / (exponent - 2.0);
                if rest < 0.02 * sum {
                    return sum + rest;
                }
            }
            let next = t * RATIO;
            sum += product * (next * next - t * t) / 2.0;
            t = next;
        }
        f64::INFINITY
    }
}

/// Returns the probability that the rates behind the first one's results are truly better, given
/// the observations.
///
/// For paired evidence and every metric that orders like a ranking score the answer is a certified
/// enclosure at most 0.0005 wide, and narrower where it is close to 0 or 1; a rate of one class
/// alone is enclosed to ten digits. For other metrics, and for classifiers that are taken as
/// independent, the rates are drawn, and the answer is an interval of Clopper and Pearson at 1 -
/// 10^-9; also if two classifiers differ so completely (one always positive, the other always
/// negative) that the sums do not converge. Two classifiers with the same observations have exactly
/// one half. With the two exchanged the answer is the complement.
///
/// ```
/// use exactile::contest::{Evidence, PatternMass, truly_better};
/// use exactile::lattice::Lattice;
/// use exactile::performance::{JointCounts, PairCounts};
/// use exactile::{Metric, Rational};
/// let positive = JointCounts { only_first: 1, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// let mass = PatternMass::new(Rational::from(4))?;
/// let found = truly_better(&evidence, &mass, &Metric::Tpr, Lattice::new(5, 5)?, 0)?;
/// // 1 - I_1/2(2, 1)
/// assert!(found.lower <= Rational::new(3, 4) && Rational::new(3, 4) <= found.upper);
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A further test without samples of a class.
pub fn truly_better(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    seed: u64,
) -> Result<TrulyBetter, LatticeError> {
    truly_better_by(evidence, mass, metric, test, &Deviates::new(seed))
}

/// The same with random numbers that pairs share.
pub(super) fn truly_better_by(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    deviates: &Deviates,
) -> Result<TrulyBetter, LatticeError> {
    test.check_both_classes()?;
    if evidence.is_even() {
        return Ok(TrulyBetter::even());
    }
    let (ordered, is_exchanged) = evidence.ordered();
    let found = match &ordered {
        Evidence::Paired(counts) => paired(counts, mass, metric, test, deviates),
        Evidence::Independent(first, second) => {
            let pair = [(0, *first), (1, *second)];
            let (asked, never) = ((metric, test), Watch::never());
            let drawn = independent::truly(&[pair], mass, asked, deviates.seed(), &never);
            drawn.and_then(|mut one| one.pop()).expect("nobody stops it")
        }
    };
    Ok(if is_exchanged { found.exchanged() } else { found })
}

/// The same on the same samples.
fn paired(
    counts: &PairCounts,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    deviates: &Deviates,
) -> TrulyBetter {
    let certain = NamedScore::new(metric.clone()).ok().and_then(|score| {
        let (p, n) = (test.positives(), test.negatives());
        at_place(counts, mass, &score.place(&Rational::new(p, p + n)), test)
    });
    let (between, drawn) = match certain {
        Some(between) if between.upper - between.lower <= WORTH_DRAWING => (between, None),
        _ => {
            let between = draws::drawn(&[*counts], mass, metric, test, deviates).remove(0);
            (between, Some(Drawn { draws: DRAWS, seed: deviates.seed() }))
        }
    };
    TrulyBetter::between(between, drawn)
}

/// The same of many pairs at once, where it is drawn by a metric that orders like no ranking score:
/// gamma variables of a shape are drawn once for all of them. `None` for the others.
pub(super) fn drawn_together(
    pairs: &[&Evidence],
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    deviates: &Deviates,
) -> Result<Vec<Option<TrulyBetter>>, LatticeError> {
    test.check_both_classes()?;
    let is_certain = NamedScore::new(metric.clone()).is_ok();
    let of = |pair: &&Evidence| match pair.ordered() {
        (Evidence::Paired(counts), is_exchanged) if !is_certain && !pair.is_even() => {
            Some((counts, is_exchanged))
        }
        _ => None,
    };
    let ordered: Vec<_> = pairs.iter().map(of).collect();
    let counts: Vec<PairCounts> = ordered.iter().flatten().map(|(counts, _)| *counts).collect();
    if counts.is_empty() {
        return Ok(vec![None; pairs.len()]);
    }
    let mut found = draws::drawn(&counts, mass, metric, test, deviates).into_iter();
    let drawn = Some(Drawn { draws: DRAWS, seed: deviates.seed() });
    let mut one = |(_, is_exchanged): (PairCounts, bool)| {
        let found = TrulyBetter::between(found.next()?, drawn);
        Some(if is_exchanged { found.exchanged() } else { found })
    };
    Ok(ordered.into_iter().map(|pair| one(pair?)).collect())
}

/// The probability that the first is truly better by the ranking score at a point of the Tile;
/// `None` if the importances leave nothing to compare.
fn at_place(
    counts: &PairCounts,
    mass: &PatternMass,
    place: &Point,
    test: Lattice,
) -> Option<Between> {
    let [positive_divisor, negative_divisor] = divisors(place, test);
    let of = |counts: JointCounts, divisor: &[Rational; 2], samples: u64| {
        let quarter = mass.quarter();
        let shape = |count: u64| (Rational::from(count) + &quarter).to_f64();
        let [constant, slope] = divisor;
        // Differences and right predictions are rates: both sides are divided by the samples.
        let samples = Rational::from(samples);
        ClassRatio {
            shapes: [counts.both_right, counts.only_first, counts.only_second, counts.both_wrong]
                .map(shape),
            right: (constant / &samples + slope).to_f64(),
            wrong: (constant / &samples).to_f64(),
        }
    };
    let y = of(counts.positive, &positive_divisor, test.positives());
    let x = of(counts.negative, &negative_divisor, test.negatives());
    let vanishes = |ratio: &ClassRatio| ratio.right == 0.0 && ratio.wrong == 0.0;
    // The difference of the class whose divisor vanishes decides, for the other's is multiplied by
    // it.
    let alone = |ratio: &ClassRatio| {
        let [_, b, c, _] = ratio.shapes;
        positive([(1.0, b), (-1.0, c), (0.0, 0.0), (0.0, 0.0)], CLOSE_AIM)
    };
    match (vanishes(&y), vanishes(&x)) {
        // The importances leave nothing to compare; no point of the Tile has two such divisors.
        (true, true) => None,
        (true, false) => Some(alone(&y)),
        (false, true) => Some(alone(&x)),
        (false, false) => Some(Sum { y: &y, x: &x }.exceeds()),
    }
}

/// A point of the grid: where, F and G there, and how far both may be off.
#[derive(Clone, Copy)]
struct Node {
    v: f64,
    f: f64,
    g: f64,
    radius: f64,
}

/// A part of the line with the greatest error of the trapezoid there.
struct Cell {
    start: Node,
    end: Node,
    error: f64,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.error.total_cmp(&other.error)
    }
}

/// Two ratios, of which Y + X > 0 is asked.
struct Sum<'r> {
    y: &'r ClassRatio,
    x: &'r ClassRatio,
}

impl Sum<'_> {
    fn node(&self, v: f64) -> Node {
        let (f, g) = (self.y.at_most(v), self.x.mirrored_at_most(v));
        Node { v, f: f.middle(), g: g.middle(), radius: f.radius().max(g.radius()) }
    }

    fn cell(&self, start: Node, end: Node) -> Cell {
        let margin = start.radius + end.radius;
        let (f, g) = ((end.f - start.f).max(0.0) + margin, (end.g - start.g).max(0.0) + margin);
        let h = end.v - start.v;
        let slope_f = self.y.slope(start.v, end.v);
        let slope_g = self.x.slope(-end.v, -start.v);
        let one = slope_g * f / 8.0 + slope_f * g / 12.0;
        let other = slope_f * g / 8.0 + slope_g * f / 12.0;
        Cell { start, end, error: (f * g / 2.0).min(h * h * one.min(other)) }
    }

    /// Returns the interval at which the search begins: it holds most of both distributions.
    fn range(&self) -> (f64, f64) {
        const SPREADS: f64 = 5.0;
        let ((mean_y, spread_y), (mean_x, spread_x)) = (self.y.spread(), self.x.spread());
        let low = (mean_y - SPREADS * spread_y).max(-mean_x - SPREADS * spread_x);
        let high = (mean_y + SPREADS * spread_y).min(-mean_x + SPREADS * spread_x);
        let (low, high) = (low.min(high), low.max(high));
        let least = spread_y.min(spread_x).max(1e-300);
        if high - low < least { (low - least, high + least) } else { (low, high) }
    }

    /// P(Y + X > 0)
    fn exceeds(&self) -> Between {
        const START: u32 = 16;
        let (low, high) = self.range();
        let width = (high - low) / f64::from(START);
        let mut first = self.node(low);
        let mut last = first;
        let mut cells = BinaryHeap::new();
        for k in 1..=START {
            let next = self.node(low + width * f64::from(k));
            cells.push(self.cell(last, next));
            last = next;
        }
        loop {
            // Below all cells the integral is between nothing and FG, above between G (1 - F) and
            // 1 - F.
            let below = first.f * first.g / 2.0;
            let above = (1.0 - last.f) * (1.0 - last.g) / 2.0;
            let mut value = below + (1.0 - last.f) * f64::midpoint(last.g, 1.0);
            let mut off = below + above;
            let mut radius: f64 = 0.0;
            for Cell { start, end, error } in &cells {
                value += (end.f - start.f) * f64::midpoint(start.g, end.g);
                off += error;
                radius = radius.max(start.radius).max(end.radius);
            }
            let aim = (4.0 * value * (1.0 - value) * WIDEST).max(CLOSEST);
            if off <= aim || cells.len() >= MOST_CELLS {
                // Each F and each G counts in the sum with weights that add up to at most two, and
                // once more below and above.
                let off = off + 7.0 * radius + ROUNDINGS;
                let (lower, upper) = ((value - off).max(0.0), (value + off).min(1.0));
                return Between { lower, upper };
            }
            // Several at a time, for the sums above go over all cells.
            for _ in 0..(cells.len() / 8).max(1) {
                let worst = cells.peek().map_or(0.0, |cell| cell.error);
                if below.max(above) > worst {
                    // Further out on the side that matters more.
                    if below > above {
                        let next = self.node(first.v - 0.5 * (last.v - first.v));
                        cells.push(self.cell(next, first));
                        first = next;
                    } else {
                        let next = self.node(last.v + 0.5 * (last.v - first.v));
                        cells.push(self.cell(last, next));
                        last = next;
                    }
                    break;
                }
                let Some(Cell { start, end, .. }) = cells.pop() else { break };
                let middle = self.node(f64::midpoint(start.v, end.v));
                cells.push(self.cell(start, middle));
                cells.push(self.cell(middle, end));
            }
        }
    }
}
