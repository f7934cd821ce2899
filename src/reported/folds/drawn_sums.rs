//! Means of some tests, looked for among sums that are drawn.
//!
//! Sums over one half of the tests are put on a grid, and sums over the other half look for
//! partners there. Of 10^5 and 10^7 sums there are 10^12 pairs, far more than could be looked at
//! one by one, so that means with four digits are found. Exact numbers check what is found.

use super::super::noise::Noise;
use super::clouds::{Cloud, Target};
use super::meeting::{Distinct, Grid, Meeting, Term, terms};
use super::{Decision, Effort, Kind, Scored};
use crate::work::Watch;

/// Of the matrices of each kind one in so many is drawn from, by round: those whose scores are
/// nearest to the means.
const ONE_IN: [usize; 4] = [60, 20, 5, 1];
/// Matrices that are drawn from, if a kind has as many, and at most.
const DRAWN_FROM: [usize; 2] = [30, 20_000];
/// Sums that are put on the grid in a round, with full effort and with brief effort.
const KEPT: [usize; 2] = [150_000, 10_000];
/// Sums that look for partners in a round.
const SOUGHT: [usize; 2] = [8_000_000, 400_000];
/// Pairs that are compared in a round at most.
const MOST_PAIRS: [u64; 2] = [3_000_000, 300_000];

/// Finds matrices with the means, by the scores of all matrices of each kind, or leaves it open.
pub(super) fn decide(
    kinds: &[Kind],
    clouds: &[Cloud],
    target: &Target,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    let tests = kinds.iter().map(|kind| kind.tests.len()).sum();
    // All pairs of matrices of two tests are few enough to look at.
    if tests < 3 {
        return Decision::Open;
    }
    let [kept, sought] = [KEPT, SOUGHT].map(|most| most[usize::from(effort == Effort::Brief)]);
    let (mut points, mut sum) = (Vec::new(), vec![0.0; scores.len()]);
    for (round, one_in) in (0_u64..).zip(ONE_IN) {
        let near: Vec<Distinct> = kinds
            .iter()
            .zip(clouds)
            .map(|(kind, cloud)| nearest(kind, cloud, target, tests, one_in))
            .collect();
        let mut on_grid = terms(&near);
        let others = on_grid.split_off(tests / 2);
        let mut random = Noise::new(round);
        let (mut sums, mut chosen) = (Vec::new(), Vec::new());
        for drawn in 0..kept {
            if drawn % 16_384 == 0 && watch.step().is_none() {
                return Decision::Stopped;
            }
            draw(&on_grid, &mut random, &mut points, &mut sum);
            sums.extend(&sum);
            chosen.extend(points.iter().map(|point| u32::try_from(*point).unwrap_or(u32::MAX)));
        }
        let grid = Grid::new(target, sums, chosen, on_grid.len());
        let mut meeting = Meeting {
            kinds,
            tests,
            scores,
            target,
            grid: &grid,
            kept: &on_grid,
            pairs: 0,
            most_pairs: MOST_PAIRS[usize::from(effort == Effort::Brief)],
            is_doubtful: false,
        };
        let Some((last, first)) = others.split_last() else { return Decision::Open };
        for drawn in 0..sought / last.of.points.len().max(1) {
            if drawn % 128 == 0 && watch.step().is_none() {
                return Decision::Stopped;
            }
            draw(first, &mut random, &mut points, &mut sum);
            match meeting.partner_with_last(&others, &points, &sum, 0) {
                Some(Some(found)) => return Decision::Possible(found),
                Some(None) => {}
                None => break,
            }
        }
    }
    Decision::Open
}

/// One in so many matrices of a kind, those whose scores are nearest to the means, each distance as
/// a part of where the score reaches.
fn nearest(kind: &Kind, cloud: &Cloud, target: &Target, tests: usize, one_in: usize) -> Distinct {
    #[expect(clippy::cast_precision_loss, reason = "few tests")]
    let count = tests as f64;
    let scores = target.lower.len();
    let of_score = |at: usize| {
        let values = || (0..cloud.len()).map(|point| cloud.at(point)[at]);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        let low = values().fold(f64::INFINITY, f64::min);
        (f64::midpoint(target.lower[at], target.upper[at]) / count, (high - low).max(1e-12))
    };
    let of_scores: Vec<(f64, f64)> = (0..scores).map(of_score).collect();
    let distance = |point: usize| -> f64 {
        let values = cloud.at(point).iter().zip(&of_scores);
        values.map(|(value, (mean, reach))| ((value - mean) / reach).powi(2)).sum()
    };
    let mut order: Vec<(f64, usize)> =
        (0..cloud.len()).map(|point| (distance(point), point)).collect();
    let most = (order.len() / one_in).clamp(DRAWN_FROM[0], DRAWN_FROM[1]);
    if order.len() > most {
        order.select_nth_unstable_by(most, |(one, _), (other, _)| one.total_cmp(other));
        order.truncate(most);
    }
    let points: Vec<usize> = order.into_iter().map(|(_, point)| point).collect();
    let values = points.iter().flat_map(|point| cloud.at(*point)).copied().collect();
    Distinct { tests: kind.tests.len(), points, values }
}

/// Draws a matrix of each test: their positions, and the sum of their scores.
fn draw(terms: &[Term<'_>], random: &mut Noise, points: &mut Vec<usize>, sum: &mut [f64]) {
    points.clear();
    sum.fill(0.0);
    for term in terms {
        let at = random.place(term.of.points.len());
        let values = &term.of.values[at * sum.len()..(at + 1) * sum.len()];
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        points.push(at);
    }
}
