//! The best compromise along a segment of the Tile, by the rates behind the results.
//!
//! A draw of all rates is a set of classifiers with priors 1/2 in balanced coordinates, whatever
//! the prior of the Tile is. With s and u the satisfied and the unsatisfied importance, i is before
//! j where s_i u_j - s_j u_i > 0, which is linear along the segment there. So two classifiers swap
//! if it has other signs x and y at both ends, at x/(x - y), and the compromise is the middle swap
//! ([`Section::compromise`](crate::section::Section::compromise)); where it is an interval, its
//! middle. O(n^2) a draw.
//!
//! Rates are doubles: a draw is a random number anyway.

use super::blocks::{Draws, simulate};
use super::contestants::Contestants;
use super::generator::Generator;
use super::limits::order_statistics;
use super::pooling::RatePriors;
use super::rates::RatePosterior;
use super::results::Drawn;
use crate::geometry::Point;
use crate::lattice::LatticeError;
use crate::num::{Level, Rational};
use crate::work::{Advance, Work};

/// The compromises of draws of all rates.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnCompromises {
    /// The number of draws and their seed.
    pub drawn: Drawn,
    /// The number of draws in which no two classifiers swap, so that there is no compromise.
    pub without: u32,
    /// Positions along the segment in balanced coordinates, increasing.
    positions: Vec<f64>,
}

impl DrawnCompromises {
    /// Returns an interval of positions in balanced coordinates that holds the compromise, if there
    /// is one, with at least the probability `level`: quantiles of the draws, each taken so far
    /// outwards that it misses its place with a chance of at most 10^-9. `None` if the draws are
    /// too few for that.
    pub fn interval(&self, level: &Level) -> Option<[Rational; 2]> {
        let tail = 0.5 * level.complement().to_f64();
        let found = u32::try_from(self.positions.len()).ok()?;
        let [first, _] = order_statistics(tail, found)?;
        let [_, last] = order_statistics(1.0 - tail, found)?;
        let place = |at: usize| Rational::try_from(*self.positions.get(at)?).ok();
        Some([place(first)?, place(last)?])
    }
}

/// The best compromise between the rankings at both ends of a segment, which are given in balanced
/// coordinates ([`Segment::balanced`](crate::section::Segment::balanced)), by draws of the rates
/// behind the results; see [`truly_ranked`](super::truly_ranked). `advance` is called after each
/// block of draws, and may stop the work: the result is `None` then.
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::num::Level;
/// use exactile::Rational;
/// use exactile::contest::{Contestants, Draws, truly_compromised};
/// use exactile::lattice::{BetaPrior, Observation};
/// use exactile::section::Segment;
/// let cautious = Observation { tn: 450, fp: 50, fn_: 200, tp: 300 };
/// let eager = Observation { tn: 300, fp: 200, fn_: 100, tp: 400 };
/// let two = Contestants::independent(vec![cautious, eager]);
/// let (flat, draws) = (BetaPrior::default(), Draws { count: 4000, seed: 1 });
/// let segment = Segment::f_beta(Rational::new(1, 2))?;
/// let go_on = || ControlFlow::Continue(());
/// let found = truly_compromised(&two, [&flat, &flat], segment.balanced(), draws, &go_on)?;
/// let found = found.expect("nothing stops it");
/// // The two swap at b = 4/9 if the rates are those of the test.
/// let [first, last] = found.interval(&Level::percent(90)).expect("enough draws");
/// assert_eq!(found.without, 0);
/// assert!(first < Rational::new(4, 9) && Rational::new(4, 9) < last);
/// assert!(Rational::new(3, 10) < first && last < Rational::new(6, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Too many draws of too many patterns.
pub fn truly_compromised<'p>(
    contestants: &Contestants,
    priors: impl Into<RatePriors<'p>>,
    ends: &[Point; 2],
    draws: Draws,
    advance: Advance<'_>,
) -> Result<Option<DrawnCompromises>, LatticeError> {
    let priors = priors.into();
    if let Some((contestants, _)) = contestants.as_drawn() {
        return truly_compromised(&contestants, priors, ends, draws, advance);
    }
    let posterior = RatePosterior::new(contestants, &priors);
    let count = contestants.classifiers();
    let pairs = (count * count) as u128 / 2;
    let numbers = posterior.random_numbers() + pairs;
    Work::RandomNumbers.check(numbers * u128::from(draws.count))?;
    let ends = ends.each_ref().map(End::new);
    let init = || State::new(count);
    let draw = |state: &mut State, generator: &mut Generator| {
        posterior.draw(generator, &mut state.tpr, &mut state.tnr);
        match state.compromise(&ends) {
            Some(position) => state.positions.push(position),
            None => state.without += 1,
        }
    };
    let merge = |mut all: State, mut more: State| {
        all.positions.append(&mut more.positions);
        all.without += more.without;
        all
    };
    let Some(State { mut positions, without, .. }) = simulate(draws, advance, init, draw, merge)
    else {
        return Ok(None);
    };
    positions.sort_unstable_by(f64::total_cmp);
    Ok(Some(DrawnCompromises { drawn: draws.into(), without, positions }))
}

/// A point in balanced coordinates.
struct End {
    a: f64,
    b: f64,
}

impl End {
    fn new(at: &Point) -> Self {
        Self { a: at.a.to_f64(), b: at.b.to_f64() }
    }

    /// Satisfied and unsatisfied importance.
    fn parts(&self, tpr: f64, tnr: f64) -> [f64; 2] {
        let Self { a, b } = *self;
        [(1.0 - a) * tnr + a * tpr, (1.0 - b) * (1.0 - tnr) + b * (1.0 - tpr)]
    }
}

/// The buffers of a core, and its findings.
struct State {
    tpr: Vec<f64>,
    tnr: Vec<f64>,
    /// Of each classifier the parts at both ends.
    parts: Vec<[[f64; 2]; 2]>,
    swaps: Vec<f64>,
    positions: Vec<f64>,
    without: u32,
}

impl State {
    fn new(count: usize) -> Self {
        Self {
            tpr: vec![0.0; count],
            tnr: vec![0.0; count],
            parts: Vec::with_capacity(count),
            swaps: Vec::new(),
            positions: Vec::new(),
            without: 0,
        }
    }

    /// The middle of the middle swaps of the drawn rates, in balanced coordinates.
    fn compromise(&mut self, ends: &[End; 2]) -> Option<f64> {
        let Self { tpr, tnr, parts, swaps, .. } = self;
        let of = |(tpr, tnr): (&f64, &f64)| ends.each_ref().map(|end| end.parts(*tpr, *tnr));
        parts.clear();
        parts.extend(tpr.iter().zip(&*tnr).map(of));
        swaps.clear();
        for (i, one) in parts.iter().enumerate() {
            for other in &parts[..i] {
                let ahead = |end: usize| one[end][0] * other[end][1] - other[end][0] * one[end][1];
                let [x, y] = [ahead(0), ahead(1)];
                if x * y < 0.0 {
                    swaps.push(x / (x - y));
                }
            }
        }
        let (count, middle) = (swaps.len(), swaps.len() / 2);
        if count == 0 {
            return None;
        }
        let (below, upper, _) = swaps.select_nth_unstable_by(middle, f64::total_cmp);
        let lower = below.iter().copied().fold(0.0, f64::max);
        Some(if count % 2 == 1 { *upper } else { f64::midpoint(lower, *upper) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::performance::{Classifier, ConfusionMatrix};
    use crate::section::{Section, Segment};

    #[test]
    fn the_middle_of_a_draw_is_that_of_its_classifiers() {
        let point = |a: i64, b: i64| Point::new(Rational::new(a, 7), Rational::new(b, 7));
        let prior = || Rational::new(2, 9);
        let segments = [
            Segment::f_beta(prior()),
            Segment::decision(prior()),
            Segment::cost(Rational::new(1, 2)),
            Segment::new(point(1, 2), point(6, 3), prior()),
            Segment::new(point(2, 7), point(2, 0), prior()),
        ];
        let mut generator = Generator::of_block(7, 0);
        let (mut odd, mut even, mut none) = (0, 0, 0);
        for round in 0..200 {
            for segment in &segments {
                let segment = segment.as_ref().expect("a segment");
                let count = 2 + round % 6;
                let mut state = State::new(count);
                let mut classifiers = Vec::new();
                for k in 0..count {
                    let [tpr, tnr] = [(); 2].map(|()| generator.below(1 << 20));
                    let rate = |of: u64| Rational::new(of, 1_u64 << 20);
                    state.tpr[k] = rate(tpr).to_f64();
                    state.tnr[k] = rate(tnr).to_f64();
                    let share = segment.prior_positive();
                    let (p, n) = (share * &rate(tpr), &share.complement() * &rate(tnr));
                    let (fp, fn_) = (share.complement() - n.clone(), share - &p);
                    let matrix = ConfusionMatrix::new(n, fp, fn_, p).expect("shares");
                    classifiers.push(Classifier::new(format!("{k}"), matrix));
                }
                let ends = segment.balanced().each_ref().map(End::new);
                let found = state.compromise(&ends);
                let section = Section::new(&classifiers, segment.clone()).expect("few");
                match section.compromise() {
                    None => {
                        none += 1;
                        assert_eq!(found, None);
                    }
                    Some(exact) => {
                        // At an interval its middle in balanced coordinates is taken.
                        let found = Rational::try_from(found.expect("a swap")).expect("finite");
                        let [from, to] = segment.around(&[found.clone(), found]);
                        assert!(from <= exact.upper && exact.lower <= to, "{from} to {to}");
                        if exact.lower == exact.upper {
                            assert!(from <= exact.lower && exact.lower <= to, "{from} to {to}");
                        }
                        odd += u32::from(section.swaps % 2 == 1);
                        even += u32::from(section.swaps.is_multiple_of(2));
                    }
                }
            }
        }
        assert!(odd > 100 && even > 100 && none > 20, "{odd}, {even}, {none}");
    }

    #[test]
    fn an_interval_holds_its_share_and_needs_draws() {
        let of = |count: u32| DrawnCompromises {
            drawn: Draws { count, seed: 1 }.into(),
            without: 0,
            positions: (0..count).map(|k| (f64::from(k) + 0.5) / f64::from(count)).collect(),
        };
        let level = Level::default();
        assert_eq!(of(100).interval(&level), None);
        let mut last = Rational::ONE;
        for count in [1000, 10_000, 100_000] {
            let [from, to] = of(count).interval(&level).expect("enough draws");
            let width = to - from;
            // Outwards, and nearer with more draws.
            assert!(*level < width && width < last, "{width}");
            last = width;
        }
        assert!(last < Rational::new(96, 100), "{last}");
    }
}
