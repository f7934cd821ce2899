//! A proof that no folds of any composition have the means: one linear function of a fold that ends
//! too early.
//!
//! Give each fold the vector of its scores, its positives and its negatives. Of k folds the vectors
//! add up to k times the means, P and N. If for some weights
//!
//! ```text
//! k max (w . scores + u p + v n)  <  k w . means + u P + v N    for all means as printed,
//! ```
//!
//! the maximum being over all matrices of all sizes p <= P, n <= N on which the scores are finite,
//! there are no such folds. That folds share the samples is used in the sums alone, so not
//! everything that is impossible is proved so.
//!
//! Doubles suggest the weights ([`towards`]). The maximum is taken over all matrices in doubles
//! whose errors are bounded, by blocks of all sizes where they are many ([`sized_blocks`]), or over
//! the corners of each size where all scores are linear; the comparison is exact.

use super::super::noise::double;
use super::super::surface::Surface;
use super::blocks::{self, Farthest, Row, bound};
use super::compositions::OpenFolds;
use super::sized_blocks::Search;
use super::{Effort, MOST_POINTS, Scored, Size, sized_blocks};
use crate::num::Rational;
use crate::parallel::map_indices;
use crate::score::ValueForm;
use crate::work::Watch;

/// Matrices of all sizes at most.
const MOST_MATRICES: u128 = 40_000_000;
/// Vectors among which weights are looked for.
const MOST_VECTORS: usize = 60_000;
/// Steps of the search for weights at most, with full effort and with brief effort.
const STEPS: [usize; 2] = [4000, 600];
/// Weights that are tried on all matrices at most.
const TRIES: usize = 6;
/// Blocks of matrices of equal folds that are divided for one direction at most.
const MOST_BLOCKS: u64 = 10_000_000;
/// Blocks of matrices of all sizes that are divided for one direction at most.
const MOST_SIZED_BLOCKS: usize = 1_000_000;

/// Question about all folds together.
pub(super) struct Folds<'s> {
    folds: OpenFolds,
    /// The folds of all repetitions.
    count: u64,
    /// The samples of one repetition, which no fold exceeds.
    samples: Size,
    /// The scores that are quotients of machine integers, or their square roots.
    scores: Vec<&'s Scored>,
    /// `true` if the largest sum over the matrices of a size is at a corner.
    is_linear: bool,
    /// `true` if there are too many matrices of all sizes to look at each.
    are_many: bool,
}

impl<'s> Folds<'s> {
    /// `None` if there is nothing here to decide by.
    pub(super) fn new(folds: &OpenFolds, scores: &[&'s Scored]) -> Option<Self> {
        let samples = folds.samples;
        let largest =
            |score: &Scored| Surface::new(&score.measure, samples.positives, samples.negatives);
        let is_known = |score: &&&Scored| {
            let surface = largest(score);
            matches!(surface.form, ValueForm::Plain | ValueForm::Root) && surface.words().is_some()
        };
        let mut scores: Vec<&Scored> = scores.iter().filter(is_known).copied().collect();
        let is_linear = scores.iter().all(|score| largest(score).linear().is_some());
        // The numbers of matrices of all sizes: sums of 1, 2, ..., P + 1. Of each number of
        // positives equal folds have two sizes.
        let sum = |most: u64| (u128::from(most) + 1) * (u128::from(most) + 2) / 2;
        let [p, n] = [samples.positives, samples.negatives];
        let sizes = (u128::from(p) + 1) * if folds.is_even { 2 } else { u128::from(n) + 1 };
        let are_few = is_linear || folds.is_even || sum(p).saturating_mul(sum(n)) <= MOST_MATRICES;
        if !are_few {
            scores.retain(|score| sized_blocks::is_known(score));
        }
        let fits = !are_few || sizes <= MOST_POINTS;
        (!scores.is_empty() && fits).then(|| Self {
            are_many: !are_few,
            folds: *folds,
            count: folds.folds * folds.repeats,
            samples,
            scores,
            is_linear,
        })
    }

    /// Returns `true` if it is proved that there are no folds; `None` if the work was stopped.
    pub(super) fn are_impossible(&self, effort: Effort, watch: &Watch<'_>) -> Option<bool> {
        let steps = STEPS[usize::from(effort == Effort::Brief)];
        let (lower, upper) = self.sums();
        let doubles = |ends: &[Rational]| ends.iter().map(Rational::to_f64).collect::<Vec<f64>>();
        let target = [doubles(&lower), doubles(&upper)];
        let mut vectors = self.some_vectors();
        for _ in 0..TRIES {
            watch.step()?;
            let Some(weights) = towards(&vectors, &target, self.count, steps) else {
                return Some(false);
            };
            let exact = |value: &f64| Rational::try_from(*value).ok();
            let Some(wanted) = weights
                .iter()
                .zip(lower.iter().zip(&upper))
                .map(|(weight, (lower, upper))| {
                    Some(exact(weight)? * if *weight > 0.0 { lower } else { upper })
                })
                .sum::<Option<Rational>>()
            else {
                return Some(false);
            };
            let wanted = wanted / Rational::from(self.count);
            // Slightly less than what is wanted, so that rounding does no harm.
            let enough = wanted.to_f64();
            let farthest = self.farthest(&weights, enough - enough.abs() * 1e-9);
            watch.step()?;
            if exact(&farthest.bound).is_some_and(|bound| bound < wanted) {
                return Some(true);
            }
            if farthest.vector.is_empty() {
                return Some(false);
            }
            // Folds that were not thought of.
            vectors.extend(farthest.vector);
        }
        Some(false)
    }

    /// Returns the least and the greatest sums of the vectors of all folds.
    fn sums(&self) -> (Vec<Rational>, Vec<Rational>) {
        let times = |end: &Rational| end * Rational::from(self.count);
        let Size { positives, negatives } = self.samples;
        let repeats = Rational::from(self.folds.repeats);
        let samples = [positives, negatives].map(|samples| Rational::from(samples) * &repeats);
        let of = |end: fn(&Scored) -> &Rational| {
            let scores = self.scores.iter().map(|score| times(end(score)));
            scores.chain(samples.iter().cloned()).collect()
        };
        (of(|score| &score.value.lower), of(|score| &score.value.upper))
    }

    /// The negatives that a fold may have beside its positives: of these, or of all if there are
    /// few.
    fn negatives(&self, positives: u64, among: Vec<u64>) -> Vec<u64> {
        let mut found = among;
        if self.folds.is_even {
            let total = self.samples.positives.saturating_add(self.samples.negatives);
            let least = (total / self.folds.folds).saturating_sub(positives);
            found = (least..=least + 1).filter(|n| *n <= self.samples.negatives).collect();
        }
        found.retain(|negatives| self.folds.may_have(Size { positives, negatives: *negatives }));
        found
    }

    /// Vectors of folds of some sizes: those of all corners of all sizes, or of matrices along
    /// ladders.
    fn some_vectors(&self) -> Vec<f64> {
        let Size { positives, negatives } = self.samples;
        let mut steps = if self.is_linear { 128 } else { 16 };
        loop {
            let mut vectors = Vec::new();
            for p in ladder(positives, steps) {
                for n in self.negatives(p, ladder(negatives, steps)) {
                    self.each_vector(p, n, steps, |vector| {
                        let is_finite = vector.iter().all(|value| value.is_finite());
                        vectors.extend(vector.iter().filter(|_| is_finite));
                    });
                }
            }
            if vectors.len() <= MOST_VECTORS * (self.scores.len() + 2) || steps <= 4 {
                return vectors;
            }
            steps = steps * 3 / 4;
        }
    }

    /// Passes the vectors of one size to `found`: those of the corners, or of matrices along
    /// ladders of `steps` steps, or all of them if there are fewer.
    fn each_vector(&self, p: u64, n: u64, steps: u64, mut found: impl FnMut(&[f64])) {
        if p + n == 0 {
            return;
        }
        let surfaces: Vec<Surface> =
            self.scores.iter().map(|score| Surface::new(&score.measure, p, n)).collect();
        let places = |most| if self.is_linear { vec![0, most] } else { ladder(most, steps) };
        let mut vector = vec![0.0; surfaces.len()];
        vector.extend([p, n].map(double));
        for tp in places(p) {
            let rows = surfaces.iter().map(|surface| Row::new(surface, tp));
            let Some(rows) = rows.collect::<Option<Vec<Row>>>() else {
                // Larger than anything that is known.
                return found(&vec![f64::INFINITY; vector.len()]);
            };
            for tn in places(n) {
                let values = vector.iter_mut().zip(&rows);
                let finite = values.map_while(|(value, row)| {
                    *value = row.at(tn)?;
                    Some(())
                });
                if finite.count() == surfaces.len() {
                    found(&vector);
                }
            }
        }
    }

    /// The farthest folds of each number of positives of those farther than `enough`, and what no
    /// fold exceeds.
    fn farthest(&self, weights: &[f64], enough: f64) -> Farthest {
        let Size { positives, negatives } = self.samples;
        if self.are_many {
            let search = Search::new(&self.scores, [positives, negatives], weights);
            return search.farthest(enough, MOST_SIZED_BLOCKS);
        }
        let of = |p: usize| {
            let p = u64::try_from(p).expect("few");
            let mut best = Farthest { vector: Vec::new(), bound: enough };
            // Other folds have few matrices.
            let most = if self.folds.is_even { MOST_BLOCKS } else { u64::MAX };
            let mut left = most / (positives + 1);
            for n in self.negatives(p, (0..=negatives).collect()) {
                if self.is_linear {
                    self.each_vector(p, n, 1, |vector| {
                        let bound = bound(vector.iter().zip(weights).map(|(x, weight)| x * weight));
                        if bound > best.bound {
                            best = Farthest { vector: vector.to_vec(), bound };
                        }
                    });
                } else if p + n > 0 {
                    blocks::improve(&self.scores, [p, n], weights, &mut best, &mut left);
                }
            }
            best
        };
        let of_all = map_indices(usize::try_from(positives).expect("few") + 1, of);
        let bound = of_all.iter().map(|one| one.bound).fold(enough, f64::max);
        Farthest { vector: of_all.into_iter().flat_map(|one| one.vector).collect(), bound }
    }
}

/// A direction in which k times a vector ends before the target begins, if doubles find one: the
/// shortest way from the vectors' hull to the target, approached by steps towards the farthest
/// vectors.
fn towards(
    vectors: &[f64],
    [lower, upper]: &[Vec<f64>; 2],
    folds: u64,
    steps: usize,
) -> Option<Vec<f64>> {
    let width = lower.len();
    let folds = double(folds);
    // Positives and negatives, which are known exactly, in twentieths.
    let scale: Vec<f64> = (lower.iter().zip(upper))
        .map(
            |(lower, upper)| {
                if lower < upper { (upper - lower).max(1e-9) } else { lower / 20.0 + 1.0 }
            },
        )
        .collect();
    let along = |vector: &[f64], way: &[f64]| -> f64 {
        vector.iter().zip(way).map(|(value, weight)| value * weight).sum()
    };
    let farthest = |way: &[f64]| {
        let best = vectors
            .chunks_exact(width)
            .map(|vector| (along(vector, way), vector))
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map(|(reach, vector)| (folds * reach, vector))
    };
    let mut sum: Vec<f64> = farthest(&vec![0.0; width])?.1.iter().map(|x| folds * x).collect();
    for _ in 0..steps {
        // In widths of the intervals; the direction of steepest descent has their squares.
        let way: Vec<f64> = (0..width)
            .map(|at| (sum[at].clamp(lower[at], upper[at]) - sum[at]) / (scale[at] * scale[at]))
            .collect();
        let size: f64 = way.iter().zip(&scale).map(|(way, scale)| way.abs() * scale).sum();
        if size < 1e-9 {
            return None;
        }
        let (reach, vector) = farthest(&way)?;
        let ends = way.iter().zip(lower.iter().zip(upper));
        let wanted: f64 = ends
            .map(|(weight, (lower, upper))| weight * if *weight > 0.0 { lower } else { upper })
            .sum();
        if reach < wanted {
            return Some(way);
        }
        let step: Vec<f64> = vector.iter().zip(&sum).map(|(far, sum)| folds * far - sum).collect();
        let square: f64 = step.iter().zip(&scale).map(|(step, scale)| (step / scale).powi(2)).sum();
        if square <= 0.0 {
            return None;
        }
        let share = (along(&step, &way) / square).clamp(0.0, 1.0);
        sum.iter_mut().zip(&step).for_each(|(sum, step)| *sum += share * step);
    }
    None
}

/// Returns 0, 1, ..., most; or `steps + 1` of them, close to each other near both ends.
fn ladder(most: u64, steps: u64) -> Vec<u64> {
    if most < steps {
        return (0..=most).collect();
    }
    let mut found: Vec<u64> = (0..=steps)
        .map(|step| {
            let place = double(step) / double(steps);
            let bent = place * place * (3.0 - 2.0 * place) * double(most);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to most"
            )]
            let rounded = bent.round() as u64;
            rounded.min(most)
        })
        .collect();
    found.extend([1, most - 1]);
    found.sort_unstable();
    found.dedup();
    found
}
