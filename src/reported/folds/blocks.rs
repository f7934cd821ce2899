//! The farthest of all matrices of one size in a direction of their scores, by blocks.
//!
//! A block is a range of TP and one of TN. A score is monotone in TP for each TN and in TN for each
//! TP (see the proof of [`reported`](super::super)), so its extremes in a block are at the block's
//! corners, and the sum of the scores' extremes, times their weights, bounds the block. Blocks that
//! do not reach beyond what is known are left out, and others are divided. So are blocks with a
//! corner at which a score is undefined, even if it counts as 0 there.

use super::super::noise::double;
use super::super::surface::Surface;
use super::super::word::WordRow;
use super::Scored;
use crate::score::ValueForm;

/// Half the distance from one to the next double.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// The farthest fold in a direction, its scores and sizes, and how far no fold exceeds it.
pub(super) struct Farthest {
    pub(super) vector: Vec<f64>,
    pub(super) bound: f64,
}

/// Upper bound of a sum of products of scores and weights.
///
/// A score is off by at most four roundings: of two integers, of a root and of a quotient. Its
/// product with a weight is one more, and each sum one of what is added up.
pub(super) fn bound(products: impl ExactSizeIterator<Item = f64>) -> f64 {
    let off = double(products.len() as u64 + 8) * 2.0 * ROUNDING;
    let [sum, size] = products.fold([0.0, 0.0], |[sum, size], x| [sum + x, size + x.abs()]);
    let bound = sum + size * off;
    // What is too large for a double is no proof.
    if bound.is_finite() { bound } else { f64::INFINITY }
}

/// Puts the farthest matrix of a size in the place of `best` if it is farther, dividing at most
/// `left` blocks; the bound is infinite if they are not enough.
pub(super) fn improve(
    scores: &[&Scored],
    size: [u64; 2],
    weights: &[f64],
    best: &mut Farthest,
    left: &mut u64,
) {
    let [p, n] = size;
    let surfaces = scores.iter().map(|score| Surface::new(&score.measure, p, n)).collect();
    let search = Search { surfaces, size, weights };
    let rows = [0, p].map(|tp| search.rows(tp));
    let [Some(first), Some(last)] = rows.each_ref().map(Option::as_deref) else {
        best.bound = f64::INFINITY;
        return;
    };
    let all = Block { tp: [0, p], tn: [0, n], rows: [first, last] };
    let bound = search.bound(&all);
    search.visit(&all, bound, best, left);
}

struct Search<'s> {
    surfaces: Vec<Surface>,
    size: [u64; 2],
    weights: &'s [f64],
}

#[derive(Clone, Copy)]
struct Block<'r> {
    tp: [u64; 2],
    tn: [u64; 2],
    /// The scores in the first and in the last row.
    rows: [&'r [Row]; 2],
}

impl Search<'_> {
    /// The scores in one row; `None` if one is larger than what is known.
    fn rows(&self, tp: u64) -> Option<Vec<Row>> {
        self.surfaces.iter().map(|surface| Row::new(surface, tp)).collect()
    }

    /// Upper bound of the sums in the block.
    fn bound(&self, block: &Block<'_>) -> f64 {
        let is_one = block.is_one();
        let extreme = |at: usize| {
            let mut most = f64::NEG_INFINITY;
            for row in block.rows {
                for tn in block.tn {
                    let value = if is_one { row[at].at(tn) } else { row[at].defined_at(tn) };
                    most = most.max(value? * self.weights[at]);
                }
            }
            Some(most)
        };
        let mut is_known = true;
        let products =
            (0..self.weights.len()).map(|at| match at.checked_sub(self.surfaces.len()) {
                Some(class) => double(self.size[class]) * self.weights[at],
                None => extreme(at).unwrap_or_else(|| {
                    is_known = false;
                    0.0
                }),
            });
        let bound = bound(products);
        match is_known {
            true => bound,
            false if is_one => f64::NEG_INFINITY,
            false => f64::INFINITY,
        }
    }

    fn visit(&self, block: &Block<'_>, bound: f64, best: &mut Farthest, left: &mut u64) {
        if bound <= best.bound {
            return;
        }
        let (Block { tp, tn, rows: [first, last] }, [p, n]) = (*block, self.size);
        if block.is_one() {
            let scores = first.iter().map(|row| row.at(tn[0]).unwrap_or(f64::NAN));
            *best = Farthest { vector: scores.chain([p, n].map(double)).collect(), bound };
            return;
        }
        if *left == 0 {
            best.bound = f64::INFINITY;
            return;
        }
        *left -= 1;
        // The longer side, as a part of all of it.
        let [long, high] = [tp, tn].map(|[from, to]| u128::from(to - from));
        if long * u128::from(n) < high * u128::from(p) || long == 0 {
            let middle = u64::midpoint(tn[0], tn[1]);
            let halves = [[tn[0], middle], [middle + 1, tn[1]]];
            self.visit_both(halves.map(|tn| Block { tn, ..*block }), best, left);
        } else {
            let middle = u64::midpoint(tp[0], tp[1]);
            let [Some(below), Some(above)] = [middle, middle + 1].map(|tp| self.rows(tp)) else {
                best.bound = f64::INFINITY;
                return;
            };
            let halves = [
                Block { tp: [tp[0], middle], rows: [first, &below], ..*block },
                Block { tp: [middle + 1, tp[1]], rows: [&above, last], ..*block },
            ];
            self.visit_both(halves, best, left);
        }
    }

    /// Visits what may reach farther first.
    fn visit_both(&self, halves: [Block<'_>; 2], best: &mut Farthest, left: &mut u64) {
        let mut halves = halves.map(|half| (self.bound(&half), half));
        halves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        for (bound, half) in &halves {
            self.visit(half, *bound, best, left);
        }
    }
}

impl Block<'_> {
    fn is_one(&self) -> bool {
        [self.tp, self.tn].iter().all(|[first, last]| first == last)
    }
}

/// A score in one row of a lattice, in machine integers.
pub(super) struct Row {
    parts: [WordRow; 2],
    form: ValueForm,
    signed_square: bool,
    is_zero_if_undefined: bool,
}

impl Row {
    /// `None` if it is not known in words, as it is for the largest size and so for smaller ones.
    pub(super) fn new(surface: &Surface, tp: u64) -> Option<Self> {
        let (parts, signed_square) = surface.words()?;
        let parts = parts.each_ref().map(|part| part.row(tp));
        let is_zero_if_undefined = surface.is_zero_if_undefined();
        Some(Self { parts, form: surface.form, signed_square, is_zero_if_undefined })
    }

    /// The score, if it is finite.
    pub(super) fn at(&self, tn: u64) -> Option<f64> {
        let is_zero = || self.is_zero_if_undefined && self.parts[0].at(tn) == 0;
        self.defined_at(tn).or_else(|| is_zero().then_some(0.0))
    }

    /// The score, if it is defined and finite.
    #[expect(clippy::cast_precision_loss, reason = "a rounding that is counted")]
    fn defined_at(&self, tn: u64) -> Option<f64> {
        let [numerator, denominator] = self.parts.each_ref().map(|part| part.at(tn));
        if denominator == 0 {
            return None;
        }
        let parts = [numerator as f64, denominator as f64];
        Some(quotient(parts, self.form, self.signed_square))
    }
}

/// The score of a numerator and a denominator; with `signed_square` the square of the numerator,
/// with its sign, stands over the denominator.
pub(super) fn quotient(
    [numerator, denominator]: [f64; 2],
    form: ValueForm,
    signed_square: bool,
) -> f64 {
    match (form, signed_square) {
        (ValueForm::Root, true) => numerator / denominator.sqrt(),
        (ValueForm::Root, false) => (numerator / denominator).sqrt(),
        (_, true) => numerator * numerator.abs() / denominator,
        (_, false) => numerator / denominator,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::noise::Noise;
    use super::super::super::surface::Measure;
    use super::super::super::value::{ReportedValue, Rounding};
    use super::super::Size;
    use super::*;

    /// The farthest of all matrices, looked at one by one.
    #[test]
    fn blocks_find_the_farthest_of_all_matrices() {
        let metrics = ["ppv", "f1", "mcc", "npv", "tpr", "fdr", "kappa", "acc", "fm", "p4"];
        let mut random = Noise::new(7);
        for _ in 0..600 {
            let [p, n] = [random.below(9), random.below(12) + 1];
            let scores: Vec<Scored> = (0..1 + random.below(4))
                .map(|_| {
                    let metric =
                        metrics[usize::try_from(random.below(10)).unwrap()].parse().unwrap();
                    let is_zero = random.below(2) == 0;
                    let measure =
                        if is_zero { Measure::OrZero(metric) } else { Measure::Metric(metric) };
                    let value = ReportedValue::from_text("0.5", Rounding::Nearest, false).unwrap();
                    Scored { measure, value }
                })
                .collect();
            let scores: Vec<&Scored> = scores.iter().collect();
            let weights: Vec<f64> =
                (0..scores.len() + 2).map(|_| double(random.below(21)) - 10.0).collect();
            let mut farthest = f64::NEG_INFINITY;
            for tp in 0..=p {
                for tn in 0..=n {
                    let values = scores.iter().map(|score| {
                        let matrix = Size { positives: p, negatives: n }.matrix(tp, tn).matrix()?;
                        score.measure.value(&matrix).to_f64().filter(|value| value.is_finite())
                    });
                    let Some(mut vector) = values.collect::<Option<Vec<f64>>>() else { continue };
                    vector.extend([p, n].map(double));
                    let sum = vector.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
                    farthest = farthest.max(sum);
                }
            }
            let mut best = Farthest { vector: Vec::new(), bound: f64::NEG_INFINITY };
            improve(&scores, [p, n], &weights, &mut best, &mut 10_000);
            if farthest == f64::NEG_INFINITY {
                assert!(best.vector.is_empty() && best.bound == farthest);
                continue;
            }
            assert!(best.bound >= farthest && best.bound - farthest < 1e-9, "{weights:?}");
            let sum: f64 = best.vector.iter().zip(&weights).map(|(x, weight)| x * weight).sum();
            assert!((sum - farthest).abs() < 1e-9, "{weights:?}");
            // What is known already is not found again.
            let mut known = Farthest { vector: Vec::new(), bound: best.bound };
            improve(&scores, [p, n], &weights, &mut known, &mut 10_000);
            assert!(known.vector.is_empty() && known.bound == best.bound);
        }
    }
}
