//! Folds of unknown composition whose scores are linear, drawn class by class and paired.
//!
//! Positives with their hits are drawn until the means that depend on them alone are as printed:
//! all folds but one at random, most of them small, and the last one as it has to be. The same is
//! done for negatives. Then pairs that fulfil the other means together are searched, in doubles;
//! exact numbers decide. So only possible folds are found.

use std::collections::HashMap;

use super::super::noise::{Noise, double, rounded};
use super::super::surface::{Measure, Surface};
use super::compositions::OpenFolds;
use super::{Counted, Scored, Size, has_means};
use crate::num::Rational;
use crate::score::Metric;
use crate::work::Watch;

/// Draws of each class at most.
const MOST_DRAWN: usize = 60_000;
/// Draws that are kept of each class.
const MOST_KEPT: usize = 400;
/// Folds at most.
const MOST_FOLDS: u64 = 50;

/// The numbers of samples of one class and of those that are right, by folds.
type Draw = Vec<[u64; 2]>;

/// Matrices of folds that have the means, if some are found; `None` also if the work was stopped.
pub(super) fn witness(
    folds: &OpenFolds,
    scores: &[&Scored],
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    if folds.is_even || folds.repeats != 1 || !(2..=MOST_FOLDS).contains(&folds.folds) {
        return None;
    }
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let of_class = |class: usize| -> Vec<&Scored> {
        scores.iter().copied().filter(|score| class_of(score) == Some(class)).collect()
    };
    let both: Vec<&Scored> =
        scores.iter().copied().filter(|score| class_of(score).is_none()).collect();
    let samples = [folds.samples.positives, folds.samples.negatives];
    watch.step()?;
    let mut list =
        |class: usize| draws(folds.folds, samples[class], class, &of_class(class), &mut noise);
    let lists = [list(0), list(1)];
    let mut terms = Terms { scores: &both, known: HashMap::new() };
    for positives in &lists[0] {
        watch.step()?;
        for negatives in &lists[1] {
            if !terms.are_printed(positives, negatives) {
                continue;
            }
            let matrix = |([p, tp], [n, tn]): (&[u64; 2], &[u64; 2])| {
                Size { positives: *p, negatives: *n }.matrix(*tp, *tn)
            };
            let matrices: Vec<Counted> = positives.iter().zip(negatives).map(matrix).collect();
            let are_folds = matrices.iter().all(|m| m.tp + m.fn_ + m.tn + m.fp > 0);
            if are_folds && has_means(&matrices, scores) {
                return Some(matrices);
            }
        }
    }
    None
}

/// The class that a score depends on alone.
fn class_of(score: &Scored) -> Option<usize> {
    match &score.measure {
        Measure::Metric(Metric::Tpr | Metric::Fnr) => Some(0),
        Measure::Metric(Metric::Tnr | Metric::Fpr) => Some(1),
        _ => None,
    }
}

/// Draws of one class that have the means of its scores, nearly.
fn draws(
    folds: u64,
    samples: u64,
    class: usize,
    scores: &[&Scored],
    noise: &mut Noise,
) -> Vec<Draw> {
    #[expect(clippy::cast_precision_loss, reason = "few folds")]
    let count = folds as f64;
    // The sum of the shares that are right.
    let (mut lower, mut upper) = (0.0_f64, count);
    for score in scores {
        let [low, high] = [&score.value.lower, &score.value.upper].map(Rational::to_f64);
        let is_wrong = matches!(&score.measure, Measure::Metric(Metric::Fnr | Metric::Fpr));
        let [low, high] = if is_wrong { [1.0 - high, 1.0 - low] } else { [low, high] };
        (lower, upper) = (lower.max(low * count), upper.min(high * count));
    }
    let mut found: Vec<Draw> = Vec::new();
    for _ in 0..MOST_DRAWN {
        if found.len() >= MOST_KEPT {
            break;
        }
        let mut draw = sizes(folds, samples, noise);
        let aim = lower + (upper - lower) * noise.share();
        let at = noise.below(folds);
        let mut left = aim;
        for (fold, [size, right]) in draw.iter_mut().enumerate() {
            if u64::try_from(fold) == Ok(at) {
                continue;
            }
            // All right, or about as many as on average.
            let share = if noise.below(2) == 0 { 1.0 } else { aim / count + noise.share() - 0.5 };
            *right = rounded(share.clamp(0.0, 1.0), *size);
            left -= shared(*right, *size);
        }
        let at = usize::try_from(at).unwrap_or(0);
        draw[at][1] = rounded(left.clamp(0.0, 1.0), draw[at][0]);
        let sum: f64 = draw.iter().map(|[size, right]| shared(*right, *size)).sum();
        let is_defined = scores.is_empty() || draw.iter().all(|[size, _]| *size > 0);
        if is_defined && lower <= sum && sum <= upper {
            // Alone, one class may be in any order.
            if class == 1 {
                shuffle(&mut draw, noise);
            }
            found.push(draw);
        }
    }
    found
}

/// Sizes of folds, in which nothing is right: all but one are small.
fn sizes(folds: u64, samples: u64, noise: &mut Noise) -> Draw {
    let largest = 2_u64 << noise.below(6);
    let mut left = samples;
    let mut draw: Draw = Vec::new();
    for after in (1..folds).rev() {
        let most = left.saturating_sub(after).min(largest);
        let size = if most == 0 { 0 } else { 1 + noise.below(most) };
        left -= size;
        draw.push([size, 0]);
    }
    draw.push([left, 0]);
    draw
}

#[expect(clippy::cast_precision_loss, reason = "it only suggests")]
fn shared(right: u64, size: u64) -> f64 {
    if size == 0 { 0.0 } else { right as f64 / size as f64 }
}

/// The scores of both classes, as constants and factors of TP and TN by sizes.
struct Terms<'t> {
    scores: &'t [&'t Scored],
    known: HashMap<[u64; 2], Option<Vec<[f64; 3]>>>,
}

impl Terms<'_> {
    /// Returns `true` if the means seem to be as printed.
    fn are_printed(&mut self, positives: &Draw, negatives: &Draw) -> bool {
        let mut sums = vec![0.0; self.scores.len()];
        for ([p, tp], [n, tn]) in positives.iter().zip(negatives) {
            let scores = self.scores;
            let terms = self.known.entry([*p, *n]).or_insert_with(|| of_size(scores, [*p, *n]));
            let Some(terms) = terms else { return false };
            for (sum, [one, x, y]) in sums.iter_mut().zip(terms) {
                *sum += *one + *x * double(*tp) + *y * double(*tn);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "few folds")]
        let count = positives.len() as f64;
        self.scores.iter().zip(sums).all(|(score, sum)| {
            let mean = sum / count;
            score.value.lower.to_f64() <= mean && mean <= score.value.upper.to_f64()
        })
    }
}

fn of_size(scores: &[&Scored], [p, n]: [u64; 2]) -> Option<Vec<[f64; 3]>> {
    let of = |score: &&Scored| {
        let [above, below] = Surface::new(&score.measure, p, n).linear()?;
        let term = |term: i128| Some(Rational::from_i128(term, below[0]).to_f64());
        if below[0] == 0 {
            return None;
        }
        Some([term(above[0])?, term(above[1])?, term(above[2])?])
    };
    scores.iter().map(of).collect()
}

fn shuffle(draw: &mut Draw, noise: &mut Noise) {
    for at in (1..draw.len()).rev() {
        draw.swap(at, noise.place(at + 1));
    }
}
