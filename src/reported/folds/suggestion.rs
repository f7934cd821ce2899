//! Doubles suggest matrices or a proof that there are none; exact numbers decide whether they are
//! right.

use super::super::noise::Noise;
use super::clouds::{Cloud, Target};
use super::{Decision, Effort, Kind, Scored, drawn_sums, has_means, matrices, surfaces};
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::Watch;

/// Matrices of all kinds for which a direction is checked at most.
const MOST_CHECKED: usize = 40_000;
/// Beginnings of the search for matrices at most.
const BEGINNINGS: u32 = 40;
/// Greatest number of matrices in a search, with full effort and with brief effort; one beginning
/// is always searched.
const MOST_LOOKED_AT: [usize; 2] = [2_000_000, 500_000];

pub(super) fn decide(
    kinds: &[Kind],
    tests: usize,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    if scores.is_empty() {
        return Decision::Possible(matrices(kinds, tests, |kind, _| kinds[kind].points[0]));
    }
    let clouds: Vec<Cloud> = kinds.iter().map(|kind| Cloud::new(kind, scores)).collect();
    let target = Target::new(scores, tests);
    let direction = direction(kinds, &clouds, &target);
    if direction.is_some_and(|direction| is_proof(kinds, tests, scores, &direction)) {
        return Decision::Impossible;
    }
    let of_tests = |(at, kind): (usize, &Kind)| std::iter::repeat_n(at, kind.tests.len());
    let kind_of: Vec<usize> = kinds.iter().enumerate().flat_map(of_tests).collect();
    let mut found = None;
    let most = MOST_LOOKED_AT[usize::from(effort == Effort::Brief)];
    choose(&clouds, &kind_of, &target, most, watch, |chosen| {
        let point = |kind: usize, position: usize| {
            let first = kind_of.partition_point(|of| *of < kind);
            kinds[kind].points[chosen[first + position]]
        };
        let matrices = matrices(kinds, tests, point);
        let is_right = has_means(&matrices, scores);
        if is_right {
            found = Some(matrices);
        }
        is_right
    });
    match found {
        Some(found) => Decision::Possible(found),
        None if watch.is_stopped() => Decision::Stopped,
        None => drawn_sums::decide(kinds, &clouds, &target, scores, effort, watch),
    }
}

/// A direction in which the sums of scores end before the printed numbers begin, if doubles find
/// one: the shortest way from the sums' hull to the printed box, approached by steps towards the
/// hull's farthest points.
fn direction(kinds: &[Kind], clouds: &[Cloud], target: &Target) -> Option<Vec<f64>> {
    const STEPS: usize = 400;
    let scores = target.lower.len();
    // The farthest sum in a direction.
    let farthest = |direction: &[f64]| -> Vec<f64> {
        let mut sum = vec![0.0; scores];
        for (kind, cloud) in kinds.iter().zip(clouds) {
            let along = |values: &[f64]| -> f64 {
                -values.iter().zip(direction).map(|(value, weight)| value * weight).sum::<f64>()
            };
            let (point, _) = cloud.least(along);
            #[expect(clippy::cast_precision_loss, reason = "few tests")]
            let count = kind.tests.len() as f64;
            sum.iter_mut().zip(cloud.at(point)).for_each(|(sum, value)| *sum += count * value);
        }
        sum
    };
    let mut sum = farthest(&vec![0.0; scores]);
    for _ in 0..STEPS {
        // In widths of the intervals; the direction of steepest descent has their squares.
        let mut way = vec![0.0; scores];
        for at in 0..scores {
            let nearest = sum[at].clamp(target.lower[at], target.upper[at]);
            way[at] = (nearest - sum[at]) / (target.scale[at] * target.scale[at]);
        }
        let size: f64 = way.iter().zip(&target.scale).map(|(way, scale)| way.abs() * scale).sum();
        if size < 1e-9 {
            return None;
        }
        let far = farthest(&way);
        let reached: f64 = far.iter().zip(&way).map(|(sum, weight)| sum * weight).sum();
        let wanted: f64 = way
            .iter()
            .enumerate()
            .map(|(at, weight)| {
                weight * if *weight > 0.0 { target.lower[at] } else { target.upper[at] }
            })
            .sum();
        if reached < wanted {
            return Some(way);
        }
        let step: Vec<f64> = far.iter().zip(&sum).map(|(far, sum)| far - sum).collect();
        let square: f64 =
            step.iter().zip(&target.scale).map(|(step, scale)| (step / scale).powi(2)).sum();
        if square <= 0.0 {
            return None;
        }
        let ascent: f64 = step.iter().zip(&way).map(|(step, way)| step * way).sum();
        let share = (ascent / square).clamp(0.0, 1.0);
        sum.iter_mut().zip(&step).for_each(|(sum, step)| *sum += share * step);
    }
    None
}

/// Proves in exact numbers that all sums of scores end before the printed numbers in a direction.
fn is_proof(kinds: &[Kind], tests: usize, scores: &[&Scored], direction: &[f64]) -> bool {
    if kinds.iter().map(|kind| kind.points.len()).sum::<usize>() > MOST_CHECKED {
        return false;
    }
    let largest = direction.iter().fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
    let weights: Option<Vec<Rational>> = direction
        .iter()
        .map(|weight| Rational::try_from((weight / largest * f64::from(1 << 24)).round()).ok())
        .collect();
    let Some(weights) = weights else { return false };
    let mut reached = Rational::ZERO;
    for kind in kinds {
        let surfaces = surfaces(kind.size, scores);
        let mut farthest: Option<Rational> = None;
        for [tp, tn] in &kind.points {
            let mut sum = Rational::ZERO;
            for (surface, weight) in surfaces.iter().zip(&weights) {
                let ends = match surface.form {
                    ValueForm::Plain => {
                        surface.row(*tp).height(*tn).finite().map(|value| [value.clone(), value])
                    }
                    _ => surface.value(*tp, *tn).ends(),
                };
                let Some([low, high]) = ends else { return false };
                sum = sum + weight * &if weight.is_negative() { low } else { high };
            }
            if farthest.as_ref().is_none_or(|farthest| sum > *farthest) {
                farthest = Some(sum);
            }
        }
        let Some(farthest) = farthest else { return true };
        reached = reached + farthest * Rational::from(kind.tests.len() as u64);
    }
    let mut wanted = Rational::ZERO;
    for (score, weight) in scores.iter().zip(&weights) {
        let value = &score.value;
        let end = if weight.is_negative() { &value.upper } else { &value.lower };
        wanted = wanted + weight * end;
    }
    reached < wanted * Rational::from(tests as u64)
}

/// Looks for points whose sums are as printed, until `is_right` says so. From each of many
/// beginnings the point of one test at a time is replaced by the best one.
fn choose(
    clouds: &[Cloud],
    kind_of: &[usize],
    target: &Target,
    most: usize,
    watch: &Watch<'_>,
    mut is_right: impl FnMut(&[usize]) -> bool,
) {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let mut looked_at = 0;
    for beginning in 0..BEGINNINGS {
        if looked_at > most || watch.step().is_none() {
            return;
        }
        let spread = f64::from(beginning) / f64::from(BEGINNINGS);
        let (chosen, cost) =
            descended(clouds, kind_of, target, &mut looked_at, || spread * noise.signed());
        if cost <= 0.0 && is_right(&chosen) {
            return;
        }
    }
}

/// Points near the middle of the target, off by the noise, each of which is then replaced by the
/// best one as long as that helps; and the distance of their sums from the target.
fn descended(
    clouds: &[Cloud],
    kind_of: &[usize],
    target: &Target,
    looked_at: &mut usize,
    mut noise: impl FnMut() -> f64,
) -> (Vec<usize>, f64) {
    const ROUNDS: usize = 8;
    let (tests, scores) = (kind_of.len(), target.lower.len());
    #[expect(clippy::cast_precision_loss, reason = "few tests")]
    let count = tests as f64;
    let mut chosen: Vec<usize> = Vec::with_capacity(tests);
    let mut sum = vec![0.0; scores];
    for (test, kind) in kind_of.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let left = (tests - test) as f64;
        let wanted: Vec<f64> = (0..scores)
            .map(|at| {
                let middle = f64::midpoint(target.lower[at], target.upper[at]);
                (middle - sum[at]) / left + noise() * middle.abs() / count.sqrt()
            })
            .collect();
        let distance = |values: &[f64]| -> f64 {
            values.iter().zip(&wanted).map(|(value, wanted)| (value - wanted).powi(2)).sum()
        };
        let (point, _) = clouds[*kind].least(distance);
        chosen.push(point);
        sum.iter_mut().zip(clouds[*kind].at(point)).for_each(|(sum, value)| *sum += value);
        *looked_at += clouds[*kind].len();
    }
    let mut cost = target.cost(|at| sum[at]);
    for _ in 0..ROUNDS {
        let before = cost;
        for (test, kind) in kind_of.iter().enumerate() {
            let cloud = &clouds[*kind];
            let others: Vec<f64> =
                sum.iter().zip(cloud.at(chosen[test])).map(|(sum, value)| sum - value).collect();
            let (point, best) = cloud.least(|values| target.cost(|at| others[at] + values[at]));
            *looked_at += cloud.len();
            if best < cost {
                (chosen[test], cost) = (point, best);
                sum = others.iter().zip(cloud.at(point)).map(|(sum, value)| sum + value).collect();
            }
        }
        if cost <= 0.0 || cost >= before {
            break;
        }
    }
    (chosen, cost)
}
