//! The farthest of all matrices of all sizes in a direction of their scores, by blocks.
//!
//! A block is a range of each count. Scores that no right sample makes worse and no wrong one
//! better are greatest where TP and TN are greatest and FN and FP least, and least at the opposite
//! corner. So one corner for each score bounds the block. Blocks that do not reach beyond what is
//! known are left out, and others are divided along the count with the least bound of both halves.
//!
//! Such scores are, they or their negatives: ranking scores and F-scores, which are u/(u + w) with
//! u of rights and w of wrongs, and sums and products of them. The derivative of MCC by a = TP,
//! with b = FP, c = FN and d = TN, has the sign of (b + c)(a d + b c)/2 + b c (a + d); exchanging
//! classes exchanges a and d, and exchanging predictions exchanges rights and wrongs and changes
//! its sign. Kappa is no such score: with TP = TN = 0 it grows with FP above FN.

use super::super::noise::double;
use super::super::surface::Measure;
use super::Scored;
use super::blocks::{Farthest, bound, quotient};
use crate::parallel::map;
use crate::score::{Counts, Metric, Parts, PreparedMetric};

/// Ranges of TP, FN, FP and TN, with both ends.
type Block = [[u64; 2]; 4];

/// `true` of a score that no right sample makes worse and no wrong one better; `false` if its
/// negative is one; `None` of others.
fn grows(measure: &Measure) -> Option<bool> {
    let (Measure::Metric(metric) | Measure::OrZero(metric)) = measure else { return None };
    Some(match metric {
        Metric::Accuracy
        | Metric::Tpr
        | Metric::Tnr
        | Metric::Ppv
        | Metric::Npv
        | Metric::BalancedAccuracy
        | Metric::Informedness
        | Metric::Markedness
        | Metric::Mcc
        | Metric::ThreatScore
        | Metric::NegativeJaccard
        | Metric::GeometricMean
        | Metric::FowlkesMallows
        | Metric::FBeta(_)
        | Metric::TTheta(_)
        | Metric::STheta(_)
        | Metric::WeightedAccuracy(_)
        | Metric::Canonical(_)
        | Metric::Ranking(_) => true,
        Metric::ErrorRate | Metric::Fpr | Metric::Fnr | Metric::Fdr | Metric::For => false,
        _ => return None,
    })
}

/// Scores in a direction, on all matrices with at most some positives and negatives.
pub(super) struct Search<'s> {
    scores: Vec<Known<'s>>,
    samples: [u64; 2],
    weights: &'s [f64],
}

/// A score whose bounds are known.
struct Known<'s> {
    metric: PreparedMetric<'s>,
    grows: bool,
    is_zero_if_undefined: bool,
}

/// Returns `true` if a score has known bounds in blocks.
pub(super) fn is_known(score: &Scored) -> bool {
    grows(&score.measure).is_some()
}

impl<'s> Search<'s> {
    /// The search for scores that [`is_known`] accepts; weights of the scores, of the positives and
    /// of the negatives.
    pub(super) fn new(scores: &[&'s Scored], samples: [u64; 2], weights: &'s [f64]) -> Self {
        let known = |score: &&'s Scored| {
            let (Measure::Metric(metric) | Measure::OrZero(metric)) = &score.measure else {
                return None;
            };
            Some(Known {
                metric: metric.prepared(),
                grows: grows(&score.measure)?,
                is_zero_if_undefined: matches!(score.measure, Measure::OrZero(_)),
            })
        };
        Self { scores: scores.iter().filter_map(known).collect(), samples, weights }
    }

    /// Matrices farther than `enough`, the farthest that was met at the end, and what none exceeds;
    /// the bound is infinite if after `most` divisions it is not known.
    ///
    /// All blocks are divided, then all of their halves: so nothing depends on how they are shared
    /// between cores.
    pub(super) fn farthest(&self, enough: f64, most: usize) -> Farthest {
        let [p, n] = self.samples;
        let mut blocks = vec![[[0, p], [0, p], [0, n], [0, n]]];
        let mut best = Farthest { vector: Vec::new(), bound: enough };
        let mut divided = 0;
        while !blocks.is_empty() {
            divided += blocks.len();
            if divided > most {
                best.bound = f64::INFINITY;
                return best;
            }
            let halves: Vec<Half> =
                map(&blocks, |block| self.halves(block)).into_iter().flatten().flatten().collect();
            for half in &halves {
                if half.met_bound > best.bound {
                    best.bound = half.met_bound;
                    best.vector.extend(self.vector(half.met));
                }
            }
            let is_left = |half: &Half| half.bound > best.bound && !is_one(&half.block);
            blocks = halves.into_iter().filter(is_left).map(|half| half.block).collect();
        }
        best
    }

    /// The scores and the sizes of a matrix on which all scores are finite.
    fn vector(&self, counts: [u64; 4]) -> Vec<f64> {
        let [tp, fn_, fp, tn] = counts;
        let score = |of| Self::value(of, counts).unwrap_or(0.0);
        self.scores.iter().map(score).chain([tp + fn_, fp + tn].map(double)).collect()
    }

    /// The score of a matrix, if it is finite; as in [`bound`], it is off by four roundings.
    #[expect(clippy::cast_precision_loss, reason = "a rounding that is counted")]
    fn value(of: &Known<'_>, [tp, fn_, fp, tn]: [u64; 4]) -> Option<f64> {
        let [tn, fp, fn_, tp] = [tn, fp, fn_, tp].map(i128::from);
        // What is beyond machine words is larger than anything that is known.
        let Some(parts) = of.metric.parts_within(&Counts { tn, fp, fn_, tp, unit: 1 }) else {
            return Some(f64::NAN);
        };
        let Parts { numerator, denominator, signed_square } = parts;
        let parts = [numerator as f64, denominator as f64];
        (denominator != 0).then(|| quotient(parts, of.metric.form(), signed_square))
    }

    /// Upper bound of the sums in the block.
    fn bound(&self, block: &Block) -> f64 {
        let [[tp, _], [fn_, _], [fp, _], [tn, _]] = *block;
        let [p, n] = self.samples;
        if tp + fn_ > p || fp + tn > n || *block == [[0; 2]; 4] {
            return f64::NEG_INFINITY;
        }
        let is_one = is_one(block);
        let mut known = Some(());
        let products = (0..self.weights.len()).map(|at| {
            let weight = self.weights[at];
            let of_class = |[[a, b], [c, d]]: [[u64; 2]; 2], most: u64| {
                let samples = if weight > 0.0 { (b + d).min(most) } else { a + c };
                double(samples) * weight
            };
            match at.checked_sub(self.scores.len()) {
                Some(0) => of_class([block[0], block[1]], p),
                Some(_) => of_class([block[2], block[3]], n),
                None => {
                    let extreme = self.extreme(&self.scores[at], block, weight > 0.0);
                    if extreme.is_none() {
                        known = None;
                    }
                    extreme.unwrap_or(0.0) * weight
                }
            }
        });
        let bound = bound(products.collect::<Vec<f64>>().into_iter());
        match known {
            Some(()) => bound,
            None if is_one => f64::NEG_INFINITY,
            None => f64::INFINITY,
        }
    }

    /// The greatest or the least value of a score in the block, `None` if it is not known.
    fn extreme(&self, of: &Known<'_>, block: &Block, is_greatest: bool) -> Option<f64> {
        let corner = |rights: usize, wrongs: usize| {
            [block[0][rights], block[1][wrongs], block[2][wrongs], block[3][rights]]
        };
        let best = corner(1, 0);
        let value = Self::value(of, if is_greatest == of.grows { best } else { corner(0, 1) });
        if !of.is_zero_if_undefined {
            return value;
        }
        // Where it is undefined at all, it is so at the least counts.
        match Self::value(of, corner(0, 0)) {
            Some(_) => value,
            None => is_one(block).then_some(0.0),
        }
    }

    /// The halves of a block; none if it is a single matrix.
    fn halves(&self, block: &Block) -> Option<[Half; 2]> {
        let divided = (0..4).filter(|at| block[*at][0] < block[*at][1]).map(|at| {
            let [from, to] = block[at];
            // Of a wide range the least counts apart: scores are quotients.
            let middle = if from == 0 && to > 8 { to / 8 } else { u64::midpoint(from, to) };
            [[from, middle], [middle + 1, to]].map(|range| {
                let mut half = *block;
                half[at] = range;
                (self.bound(&half), half)
            })
        });
        let bounds = |[(one, _), (other, _)]: &[(f64, Block); 2]| {
            let [less, more] = if one < other { [*one, *other] } else { [*other, *one] };
            [more, less]
        };
        let best = divided.min_by(|one, other| {
            let [[more, less], [most, least]] = [one, other].map(bounds);
            more.total_cmp(&most).then(less.total_cmp(&least))
        });
        Some(best?.map(|(bound, block)| {
            let middle = block.map(|[from, to]| u64::midpoint(from, to));
            let met_bound = self.bound(&middle.map(|count| [count; 2]));
            Half { block, bound, met: middle, met_bound }
        }))
    }
}

/// A block and its bound, and a matrix in it.
struct Half {
    block: Block,
    bound: f64,
    met: [u64; 4],
    /// Minus infinity if there is no such matrix, or if a score is not finite on it.
    met_bound: f64,
}

fn is_one(block: &Block) -> bool {
    block.iter().all(|[first, last]| first == last)
}

#[cfg(test)]
mod tests {
    use super::super::super::noise::Noise;
    use super::super::super::value::{ReportedValue, Rounding};
    use super::super::{Composition, FoldAnswer, Size, explain_mean};
    use super::*;
    use crate::reported::ReportedScore;

    const METRICS: [&str; 16] = [
        "acc",
        "error-rate",
        "tpr",
        "tnr",
        "fpr",
        "fnr",
        "ppv",
        "npv",
        "fdr",
        "for",
        "f1",
        "mcc",
        "threat-score",
        "fm",
        "markedness",
        "r(1/3,1/5)",
    ];

    fn scored(name: &str, is_zero: bool) -> Scored {
        let metric = name.parse().unwrap();
        let value = ReportedValue::from_text("0.5", Rounding::Nearest, false).unwrap();
        let measure = if is_zero { Measure::OrZero(metric) } else { Measure::Metric(metric) };
        Scored { measure, value }
    }

    /// All matrices with at most these samples.
    fn matrices([p, n]: [u64; 2]) -> Vec<[u64; 4]> {
        let of_class =
            |most: u64| (0..=most).flat_map(move |a| (0..=most - a).map(move |b| [a, b]));
        let both =
            of_class(p).flat_map(|[tp, fn_]| of_class(n).map(move |[fp, tn]| [tp, fn_, fp, tn]));
        both.filter(|counts| *counts != [0; 4]).collect()
    }

    fn value(score: &Scored, [tp, fn_, fp, tn]: [u64; 4]) -> Option<f64> {
        let matrix = Size { positives: tp + fn_, negatives: fp + tn }.matrix(tp, tn).matrix()?;
        score.measure.value(&matrix).to_f64().filter(|value| value.is_finite())
    }

    /// One more right sample, or one wrong sample less.
    #[test]
    fn scores_grow_with_rights_and_fall_with_wrongs() {
        for name in METRICS {
            let score = scored(name, false);
            let grows = grows(&score.measure).unwrap();
            for counts in matrices([5, 5]) {
                for (at, is_right) in [true, false, false, true].into_iter().enumerate() {
                    let mut more = counts;
                    more[at] += 1;
                    let both = value(&score, counts).zip(value(&score, more));
                    let is_so = both.is_none_or(|(from, to)| match is_right == grows {
                        true => from <= to + 1e-12,
                        false => to <= from + 1e-12,
                    });
                    assert!(is_so, "{name} {counts:?} {more:?}");
                }
            }
        }
        for name in ["kappa", "dor", "plr", "p4"] {
            assert_eq!(grows(&scored(name, false).measure), None);
        }
    }

    /// The farthest of all matrices, looked at one by one.
    #[test]
    fn blocks_find_the_farthest_matrix_of_all_sizes() {
        let mut random = Noise::new(3);
        for _ in 0..400 {
            let samples = [random.below(6), random.below(6) + 1];
            let name = |at: u64| METRICS[usize::try_from(at).unwrap()];
            let scores: Vec<Scored> = (0..1 + random.below(4))
                .map(|_| scored(name(random.below(16)), random.below(2) == 0))
                .collect();
            let scores: Vec<&Scored> = scores.iter().collect();
            let weights: Vec<f64> =
                (0..scores.len() + 2).map(|_| double(random.below(21)) - 10.0).collect();
            let sum = |vector: &[f64]| -> f64 {
                vector.iter().zip(&weights).map(|(value, weight)| value * weight).sum()
            };
            let of = |counts: [u64; 4]| {
                let values = scores.iter().map(|score| value(score, counts));
                let mut vector = values.collect::<Option<Vec<f64>>>()?;
                let [tp, fn_, fp, tn] = counts;
                vector.extend([tp + fn_, fp + tn].map(double));
                Some(sum(&vector))
            };
            let farthest = matrices(samples).into_iter().filter_map(of);
            let farthest = farthest.fold(f64::NEG_INFINITY, f64::max);
            let search = Search::new(&scores, samples, &weights);
            assert_eq!(search.scores.len(), scores.len());
            let found = search.farthest(-1e9, 10_000_000);
            if farthest == f64::NEG_INFINITY {
                assert!(found.vector.is_empty());
                continue;
            }
            assert!(found.bound >= farthest && found.bound - farthest < 1e-9, "{weights:?}");
            let vectors = found.vector.chunks(weights.len()).map(sum);
            assert!((vectors.fold(f64::MIN, f64::max) - farthest).abs() < 1e-9, "{weights:?}");
            // What is known already is not found again, and too few divisions prove nothing.
            let known = search.farthest(found.bound, 10_000_000);
            assert!(known.vector.is_empty() && known.bound == found.bound);
            let unknown = search.farthest(farthest - 1.0, 0);
            assert!(unknown.bound >= farthest);
        }
    }
    /// F1 is at most the harmonic mean of PPV and TPR, 0.6518, on each fold and so in the mean.
    #[test]
    fn means_on_too_many_matrices_to_look_at_are_proved_impossible() {
        let printed = |name: &str, text| ReportedScore {
            metric: name.parse().unwrap(),
            value: ReportedValue::from_text(text, Rounding::Nearest, false).unwrap(),
        };
        let folds = Composition::Unknown { folds: 3, positives: 60, negatives: 240 };
        let answer = |f1| {
            let scores = [printed("tpr", "0.712"), printed("ppv", "0.601"), printed("f1", f1)];
            explain_mean(&folds, &scores)
        };
        for f1 in ["0.700", "0.660"] {
            assert_eq!(answer(f1), Ok(FoldAnswer::Impossible(vec![0, 1, 2])), "{f1}");
        }
        assert!(matches!(answer("0.640"), Ok(FoldAnswer::Possible(_))));
    }
}
