//! The first classifier at every point of the Tile, from one run of draws.
//!
//! A draw does not depend on the point (a, b): it is a set of points of ROC space, one for each
//! classifier. With n and p the right predictions of negatives and of positives, N and P the
//! samples, classifier i is before j at (a, b) iff
//!
//! ```text
//! s_i u_j - s_j u_i = (1-b) F_0 + b F_1 > 0,
//! F_0 = (1-a) N dn + a (N dp + c),    F_1 = (1-a) (P dn - c) + a P dp,
//! dn = n_i - n_j,    dp = p_i - p_j,    c = p_j n_i - p_i n_j.
//! ```
//!
//! Inside the Tile more of n or of p is better, and the first classifier is on the concave chain of
//! the points' hull from the greatest n to the greatest p. Of two neighbours i and j of the chain,
//! dn > 0 > dp: on a column of the Tile i is first below one b, j above it. For F_0 <= 0 and F_1 >=
//! 0 together would give (1-a) dn >= -a dp + (1-a) c/P and (1-a) dn <= -a dp - a c/N with c > 0.
//! And these b grow along the chain, since the score is a quotient of linear functions, which along
//! a concave chain rises and then falls. So a draw takes O(k log k) for the chain and O(h K) for K
//! columns, h being the chain's length; counts of a column are kept as differences, and added up in
//! the end.
//!
//! Rates are doubles: a draw is a random number anyway. Counts of further tests are integers, and
//! ties are found exactly. Counts do not depend on threads: see [`simulate`].

use std::ops::{ControlFlow, Mul, Sub};

use super::blocks::{Draws, simulate};
use super::contestants::Contestants;
use super::generator::Generator;
use super::limits::clopper_pearson;
use super::pooling::RatePriors;
use super::rates::RatePosterior;
use super::results::Drawn;
use super::urn::{NextDraw, NextUrn};
use crate::lattice::{Lattice, LatticeError, Model};
use crate::num::{Level, Rational};
use crate::work::Work;

/// The largest number of cells along a side.
const MOST_CELLS: u32 = 1024;
/// The most counts that a core keeps: 64 MB.
const MOST_COUNTS: u128 = 1 << 24;

/// Number of draws in which each classifier was first alone, at the middles of K x K cells of the
/// Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnTile {
    /// The number of draws and their seed.
    pub drawn: Drawn,
    resolution: usize,
    /// By classifier, row b, column a.
    counts: Vec<u32>,
}

/// Counts as differences along columns: by classifier, column, row, one row more than there are.
struct Differences {
    resolution: usize,
    counts: Vec<i32>,
}

/// A point of ROC space: n, p, and whose it is.
type Placed<T> = (T, T, usize);

/// The points of the concave chain from the greatest n to the greatest p, of several equal points
/// the one that `chosen` says, given the one before and how many were equal.
fn chain<T: Copy + PartialOrd + Sub<Output = T> + Mul<Output = T>>(
    points: &mut [Placed<T>],
    chain: &mut Vec<Placed<T>>,
    mut chosen: impl FnMut(Placed<T>, Placed<T>, u64) -> Placed<T>,
) {
    points.sort_unstable_by(|x, y| {
        let after = |x: T, y: T| y.partial_cmp(&x).expect("no point is missing");
        after(x.0, y.0).then(after(x.1, y.1)).then(x.2.cmp(&y.2))
    });
    chain.clear();
    let mut equals = 1;
    for &next in &*points {
        if let Some(last) = chain.last_mut() {
            if next.0 == last.0 && next.1 == last.1 {
                equals += 1;
                *last = chosen(*last, next, equals);
                continue;
            }
            if next.1 <= last.1 {
                continue;
            }
        }
        equals = 1;
        while let [.., first, middle] = chain[..] {
            let rise = (middle.1 - first.1) * (middle.0 - next.0);
            if rise > (next.1 - middle.1) * (first.0 - middle.0) {
                break;
            }
            chain.pop();
        }
        chain.push(next);
    }
}

impl Differences {
    fn new(classifiers: usize, resolution: usize) -> Self {
        Self { resolution, counts: vec![0; classifiers * resolution * (resolution + 1)] }
    }

    fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(x, y)| *x += y);
    }

    /// A classifier is first in rows `start..end` of a column.
    #[inline]
    fn count(&mut self, classifier: usize, column: usize, start: usize, end: usize) {
        let rows = self.resolution + 1;
        let at = (classifier * self.resolution + column) * rows;
        self.counts[at + start] += 1;
        self.counts[at + end] -= 1;
    }

    /// The counts themselves, by classifier, row and column.
    fn summed(&self, classifiers: usize) -> Vec<u32> {
        let resolution = self.resolution;
        let mut counts = vec![0; classifiers * resolution * resolution];
        for (place, differences) in self.counts.chunks_exact(resolution + 1).enumerate() {
            let (classifier, column) = (place / resolution, place % resolution);
            let mut sum = 0;
            for (row, difference) in differences[..resolution].iter().enumerate() {
                sum += difference;
                counts[(classifier * resolution + row) * resolution + column] =
                    u32::try_from(sum).expect("what begins ends later");
            }
        }
        counts
    }
}

/// The true rates on the Tile of a test's class shares; see [`truly_ranked`](super::truly_ranked).
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::contest::{Contestants, Draws, truly_first};
/// use exactile::lattice::{BetaPrior, Lattice, Observation};
/// let of = |tp, fn_| Observation { tn: 5, fp: 5, fn_, tp };
/// let contestants = Contestants::independent(vec![of(9, 0), of(0, 9)]);
/// let (flat, draws) = (BetaPrior::default(), Draws { count: 2000, seed: 1 });
/// let go_on = || ControlFlow::Continue(());
/// let tile = truly_first(&contestants, [&flat, &flat], Lattice::new(9, 10)?, 4, draws, &go_on)?;
/// // Nearest to TPR, at the upper right, the first is nearly certainly the best.
/// assert!(tile.expect("nothing stops it").hits(0, 3, 3) > 1900);
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A test without samples of a class; too many draws of too many patterns.
///
/// # Panics
/// If `resolution` is 0 or above 1024.
pub fn truly_first<'p>(
    contestants: &Contestants,
    priors: impl Into<RatePriors<'p>>,
    test: Lattice,
    resolution: u32,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnTile>, LatticeError> {
    test.check_both_classes()?;
    let priors = priors.into();
    if let Some((contestants, order)) = contestants.as_drawn() {
        let tile = truly_first(&contestants, priors, test, resolution, draws, advance)?;
        return Ok(tile.map(|tile| tile.restored(&order)));
    }
    let posterior = RatePosterior::new(contestants, &priors);
    Work::RandomNumbers.check(posterior.random_numbers() * u128::from(draws.count))?;
    let (classifiers, side) = sides(contestants, resolution)?;
    let share = Rational::new(test.positives(), test.positives() + test.negatives());
    let (p, n) = (share.to_f64(), share.complement().to_f64());
    let count = |count: usize| Rational::from(u64::try_from(count).expect("cells")).to_f64();
    let middles: Vec<f64> = (0..side).map(|at| (count(at) + 0.5) / count(side)).collect();
    let rows = count(side);
    let run = Run {
        columns: middles,
        new: || (vec![0.0; classifiers], vec![0.0; classifiers]),
        place: |(tpr, tnr): &mut (Vec<f64>, Vec<f64>),
                generator: &mut Generator,
                points: &mut Vec<Placed<f64>>| {
            posterior.draw(generator, tpr, tnr);
            let rates = tnr.iter().zip(&*tpr).zip(0..);
            points.extend(rates.map(|((tnr, tpr), at)| (n * tnr, p * tpr, at)));
        },
        // Equal points belong to classifiers of which nothing different was drawn: any one of them.
        choose: |last, next, equals, generator: &mut Generator| {
            if generator.below(equals) == 0 { next } else { last }
        },
        change: |(n_i, p_i, _): Placed<f64>, (n_j, p_j, _): Placed<f64>| {
            let (dn, dp, c) = (n_i - n_j, p_i - p_j, p_j * n_i - p_i * n_j);
            let (below, below_a) = (n * dn, n * dp + c);
            let (above, above_a) = (p * dn - c, p * dp);
            move |a: f64| {
                let f_0 = (1.0 - a) * below + a * below_a;
                let f_1 = (1.0 - a) * above + a * above_a;
                let b = if f_0 <= 0.0 {
                    0.0
                } else if f_1 >= 0.0 {
                    1.0
                } else {
                    f_0 / (f_0 - f_1)
                };
                // The rows whose middles (r + 1/2)/K are below b.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to K"
                )]
                let end = (b * rows + 0.5) as usize;
                (end, end)
            }
        },
    };
    Ok(run.counted((classifiers, side), draws, advance))
}

/// Results of paired classifiers on a further test, on its Tile; see
/// [`next_ranked`](super::next_ranked).
///
/// # Errors
/// As [`next_ranked`](super::next_ranked); a test without samples of a class.
///
/// # Panics
/// If the classifiers are taken as independent, or if `resolution` is 0 or above 1024.
pub fn next_first(
    contestants: &Contestants,
    model: &Model,
    test: Lattice,
    resolution: u32,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<DrawnTile>, LatticeError> {
    test.check_both_classes()?;
    if let Some((contestants, order)) = contestants.as_drawn() {
        let tile = next_first(&contestants, model, test, resolution, draws, advance)?;
        return Ok(tile.map(|tile| tile.restored(&order)));
    }
    let urn = NextUrn::new(contestants, model, [test.positives(), test.negatives()])?
        .expect("classifiers that were tested on the same samples");
    let further = u128::from(test.positives()) + u128::from(test.negatives());
    Work::RandomNumbers.check(further * u128::from(draws.count))?;
    let (classifiers, side) = sides(contestants, resolution)?;
    // Below 4,000,000 samples of a class and 1024 cells all products are below 2^63.
    let integer = |count: u64| i64::try_from(count).expect("samples in memory");
    let (p, n) = (integer(test.positives()), integer(test.negatives()));
    let whole = 2 * i64::from(resolution);
    let run = Run {
        columns: (0..i64::from(resolution)).map(|column| 2 * column + 1).collect(),
        new: || urn.empty_draw(),
        place: |drawn: &mut NextDraw, generator: &mut Generator, points: &mut Vec<Placed<i64>>| {
            urn.draw(generator, drawn);
            let results = drawn.tn.iter().zip(&drawn.tp).zip(0..);
            points.extend(results.map(|((tn, tp), at)| (integer(*tn), integer(*tp), at)));
        },
        choose: |last: Placed<i64>, _, _, _: &mut Generator| (last.0, last.1, SEVERAL),
        change: |(n_i, p_i, _): Placed<i64>, (n_j, p_j, _): Placed<i64>| {
            let (dn, dp, c) = (n_i - n_j, p_i - p_j, p_j * n_i - p_i * n_j);
            move |a: i64| {
                let f_0 = (whole - a) * n * dn + a * (n * dp + c);
                let f_1 = (whole - a) * (p * dn - c) + a * p * dp;
                // The middle (2 r + 1)/(2 K) is below the b of equality iff 2 r d < excess.
                if f_0 <= 0 {
                    (0, 0)
                } else if f_1 >= 0 {
                    (side, side)
                } else {
                    let d = i128::from(f_0) - i128::from(f_1);
                    let excess = i128::from(whole) * i128::from(f_0) - d;
                    let end = usize::try_from((excess + 2 * d - 1).div_euclid(2 * d)).unwrap_or(0);
                    let is_tie = excess >= 0 && excess % (2 * d) == 0;
                    (end, end + usize::from(is_tie))
                }
            }
        },
    };
    Ok(run.counted((classifiers, side), draws, advance))
}

/// Stands for several classifiers with equal results.
const SEVERAL: usize = usize::MAX;

/// The parts that differ between runs of draws.
struct Run<A, N, P, C, E> {
    /// The middles of columns.
    columns: Vec<A>,
    /// Makes the buffer that a thread draws into.
    new: N,
    /// Draws a point for each classifier.
    place: P,
    /// Decides which of two equal points stays, given the number of equal points so far.
    choose: C,
    /// For two neighbours of the chain and a column, the row in whose middle the first is no longer
    /// ahead of the second, and the one in whose middle the second is.
    change: E,
}

impl<A, N, P, C, E> Run<A, N, P, C, E> {
    /// Makes all draws, and counts the first classifiers in each cell.
    fn counted<T, D, F>(
        &self,
        (classifiers, side): (usize, usize),
        draws: Draws,
        advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Option<DrawnTile>
    where
        T: Copy + PartialOrd + Sub<Output = T> + Mul<Output = T> + Send,
        D: Send,
        N: Fn() -> D + Sync,
        P: Fn(&mut D, &mut Generator, &mut Vec<Placed<T>>) + Sync,
        C: Fn(Placed<T>, Placed<T>, u64, &mut Generator) -> Placed<T> + Sync,
        E: Fn(Placed<T>, Placed<T>) -> F + Sync,
        F: Fn(A) -> (usize, usize),
        A: Copy + Sync,
    {
        struct State<T, D> {
            counts: Differences,
            drawn: D,
            points: Vec<Placed<T>>,
            chain: Vec<Placed<T>>,
            /// The row at which the present classifier of a column begins.
            starts: Vec<usize>,
        }
        let init = || State {
            counts: Differences::new(classifiers, side),
            drawn: (self.new)(),
            points: Vec::with_capacity(classifiers),
            chain: Vec::with_capacity(classifiers),
            starts: vec![0; side],
        };
        let draw = |state: &mut State<T, D>, generator: &mut Generator| {
            let State { counts, drawn, points, chain: found, starts } = state;
            points.clear();
            (self.place)(drawn, generator, points);
            chain(points, found, |last, next, equals| (self.choose)(last, next, equals, generator));
            starts.fill(0);
            let mut count = |classifier: usize, column: usize, start: usize, end: usize| {
                if end > start && classifier != SEVERAL {
                    counts.count(classifier, column, start, end);
                }
            };
            for two in found.windows(2) {
                let change = (self.change)(two[0], two[1]);
                let columns = self.columns.iter().zip(&mut *starts);
                for (column, (middle, start)) in columns.enumerate() {
                    let (end, next) = change(*middle);
                    let (end, next) = (end.clamp(*start, side), next.clamp(*start, side));
                    count(two[0].2, column, *start, end);
                    *start = next;
                }
            }
            let Some(&(_, _, last)) = found.last() else { return };
            for (column, start) in starts.iter().enumerate() {
                count(last, column, *start, side);
            }
        };
        let merge = |mut all: State<T, D>, part: State<T, D>| {
            all.counts.add(&part.counts);
            all
        };
        let done = simulate(draws, advance, init, draw, merge);
        done.map(|state| DrawnTile {
            drawn: draws.into(),
            resolution: side,
            counts: state.counts.summed(classifiers),
        })
    }
}

/// The number of classifiers, and of cells along a side.
fn sides(contestants: &Contestants, resolution: u32) -> Result<(usize, usize), LatticeError> {
    assert!((1..=MOST_CELLS).contains(&resolution), "a grid that can be held");
    let side = usize::try_from(resolution).expect("a grid");
    let classifiers = contestants.classifiers();
    let counts = classifiers as u128 * u128::from(resolution) * u128::from(resolution + 1);
    if counts > MOST_COUNTS {
        let limit = u64::try_from(MOST_COUNTS).expect("small");
        let cells = (MOST_COUNTS / classifiers as u128).isqrt() - 1;
        let side = u64::try_from(cells).expect("small");
        return Err(LatticeError::TooManyMatrices { matrices: counts, limit, side });
    }
    Ok((classifiers, side))
}

impl DrawnTile {
    /// The same with classifier k as the one that `order` has at k.
    fn restored(self, order: &[usize]) -> Self {
        let cells = self.resolution * self.resolution;
        let mut counts = vec![0; self.counts.len()];
        for (own, &classifier) in self.counts.chunks_exact(cells).zip(order) {
            counts[classifier * cells..][..cells].copy_from_slice(own);
        }
        Self { counts, ..self }
    }

    /// K: there are K x K cells.
    pub fn resolution(&self) -> usize {
        self.resolution
    }

    /// Returns the number of draws in which a classifier was first alone at the middle of a cell,
    /// counted from the corner of TNR.
    ///
    /// # Panics
    /// If there is no such classifier or cell.
    pub fn hits(&self, classifier: usize, column: usize, row: usize) -> u32 {
        assert!(column < self.resolution && row < self.resolution, "cells of the Tile");
        self.counts[(classifier * self.resolution + row) * self.resolution + column]
    }

    /// The least number of draws that show a probability of at least `level`, but for one seed in
    /// 10^9; `None` if not even all draws do.
    pub fn hits_of(&self, level: &Level) -> Option<u32> {
        let draws = self.drawn.draws;
        let suffices = |hits: u32| {
            let lower = clopper_pearson(hits, draws).lower;
            Rational::try_from(lower).is_ok_and(|lower| lower >= **level)
        };
        if !suffices(draws) {
            return None;
        }
        let (mut below, mut above) = (0, draws);
        while above - below > 1 {
            let middle = below.midpoint(above);
            if suffices(middle) { above = middle } else { below = middle }
        }
        Some(above)
    }

    /// Returns the greatest distance of a probability from the share of draws, except for one seed
    /// in 10^9: the distance for a share of one half, which is the greatest.
    pub fn bound(&self) -> f64 {
        let draws = self.drawn.draws;
        let limits = clopper_pearson(draws / 2, draws);
        let share = f64::from(draws / 2) / f64::from(draws);
        // The limits of a half are wider than all others but for rounding of its count.
        (limits.upper - share).max(share - limits.lower) + 1.0 / f64::from(draws)
    }
}
