//! A model that gives scores: the samples that pass each threshold, its hull, its areas and its
//! mean scores.
//!
//! A model is read as its distinct scores, and the numbers of samples of each class with at least
//! each of them. The hull keeps the points of this staircase at which its slope falls. The area
//! counts pairs of a positive and a negative sample: won, or half won if both have the same score.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use crate::claim::classifiers::asked_prior;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth};
use crate::metric::metrics::Cells;
use crate::metric::written::narrow;
use exactile::num::Rational;
use exactile::threshold::ModelScore;
use exactile::threshold::ScoredModel;

/// The most bits of a common denominator of all scores for which sums are taken over it.
const MOST_BITS: u64 = 256;
/// The most distinct scores of positive samples for which average precision is exact.
const MOST_GAINS: usize = 4096;
/// Binary places of an average precision that is not exact.
const PLACES: u32 = 256;

/// A model as it is read.
pub(super) struct Staircase<'m> {
    pub(super) name: &'m str,
    /// The scores, from the greatest on; the threshold of position k is the score before it.
    pub(super) scores: Vec<ModelScore>,
    /// The numbers of negative and positive samples that pass each threshold, in parts of a sample;
    /// none pass the first one.
    pub(super) passed: Vec<[u64; 2]>,
    /// The number of parts of a sample.
    scale: u64,
}

impl<'m> Staircase<'m> {
    pub(super) fn new(model: &'m ScoredModel) -> Self {
        let scores = (1..=model.distinct()).filter_map(|k| model.threshold(k)).collect();
        let passed = (0..=model.distinct()).map(|k| model.passed(k)).collect();
        Self { name: model.name(), scores, passed, scale: model.scale() }
    }

    pub(super) fn samples(&self) -> [u64; 2] {
        *self.passed.last().expect("nobody passes the first one")
    }

    /// Takes the positive prior of the Tile from a result: that of the samples, or the requested
    /// one.
    pub(super) fn prior(
        &self,
        members: &mut Members<'_>,
        given: &Given<'_>,
        proofs: &mut Proofs,
    ) -> Result<Rational, Stop> {
        let [negatives, positives] = self.samples().map(|n| Rational::from(i128::from(n)));
        if negatives.is_zero() || positives.is_zero() {
            let what = "models without samples of both classes are not checked here";
            return Err(Stop::Unknown(what.to_owned()));
        }
        let own = &positives / &(&positives + &negatives);
        let claim = members.required("prior_positive")?;
        Ok(asked_prior(&claim, |prior| *prior == own, given.target_prior, proofs)?)
    }

    /// Returns `tn, fp, fn, tp` at a position.
    pub(super) fn counts(&self, position: usize) -> [u64; 4] {
        let ([negatives, positives], [fp, tp]) = (self.samples(), self.passed[position]);
        [negatives - fp, fp, positives - tp, tp]
    }

    pub(super) fn cells(&self, position: usize) -> Cells {
        self.cells_of(self.counts(position))
    }

    /// Returns the weight of so many parts of samples.
    pub(super) fn weight(&self, parts: u64) -> Rational {
        Rational::new(parts, self.scale)
    }

    /// Returns the cells with these parts of samples.
    pub(super) fn cells_of(&self, counts: [u64; 4]) -> Cells {
        Cells::new(counts.map(|parts| self.weight(parts)))
    }

    /// Returns the truth about a confusion matrix `tn, fp, fn, tp` in parts of samples.
    pub(super) fn counted<'t>(&self, counts: [u64; 4]) -> Entry<'t> {
        let keys = ["tn", "fp", "fn", "tp"];
        keys.into_iter().zip(counts.map(|parts| Truth::exact(self.weight(parts)))).collect()
    }

    /// Returns the truth about numbers of negative and positive samples, in parts of samples.
    pub(super) fn sizes<'t>(&self, [negatives, positives]: [u64; 2]) -> Entry<'t> {
        let size = |parts: u64| match self.scale {
            1 => Truth::Count(parts),
            _ => Truth::exact(self.weight(parts)),
        };
        vec![("positives", size(positives)), ("negatives", size(negatives))]
    }

    /// Returns the numbers of negative and positive samples with the k-th score.
    pub(super) fn with_score(&self, k: usize) -> [u64; 2] {
        [0, 1].map(|class| self.passed[k + 1][class] - self.passed[k][class])
    }

    /// Returns the points that are above every line between two others.
    pub(super) fn hull(&self) -> Vec<usize> {
        let mut hull: Vec<usize> = Vec::new();
        for (next, &[fp, tp]) in self.passed.iter().enumerate() {
            while let [.., first, middle] = hull[..] {
                let ([a, b], [c, d]) = (self.passed[first], self.passed[middle]);
                let [to_middle, up] = [c - a, d - b].map(u128::from);
                let [across, rise] = [fp - a, tp - b].map(u128::from);
                if up * across > rise * to_middle {
                    break;
                }
                hull.pop();
            }
            hull.push(next);
        }
        hull
    }

    fn auc(&self) -> Option<Rational> {
        let [negatives, positives] = self.samples();
        let mut twice = BigInt::ZERO;
        for k in 0..self.scores.len() {
            let [fp, tp] = self.with_score(k);
            let behind = negatives - self.passed[k + 1][0];
            twice += BigInt::from(tp) * (BigInt::from(behind) * 2 + fp);
        }
        let pairs: BigInt = BigInt::from(negatives) * positives * 2;
        Rational::from(twice).checked_div(&Rational::from(pairs))
    }

    pub(super) fn is_probabilistic(&self) -> bool {
        let is_probability = |score: &Rational| !score.is_negative() && *score <= Rational::ONE;
        self.scores.iter().all(|score| score.finite().is_some_and(is_probability))
    }

    /// Returns a common denominator of all finite scores, if it is short.
    fn scale(&self) -> Option<BigInt> {
        let common = |scale: BigInt, score: &Rational| {
            Some(scale.lcm(&score.denominator())).filter(|scale| scale.bits() <= MOST_BITS)
        };
        self.scores.iter().filter_map(ModelScore::finite).try_fold(BigInt::one(), common)
    }

    /// Returns the mean of finite scores.
    pub(super) fn mean_score(&self) -> Rational {
        let [negatives, positives] = self.samples().map(BigInt::from);
        let scores = self.scores.iter().filter_map(ModelScore::finite).enumerate();
        let count = |k: usize| self.with_score(k).map(BigInt::from).into_iter().sum::<BigInt>();
        let total = match self.scale() {
            Some(scale) => {
                let factor = Rational::from(scale.clone());
                let whole =
                    |(k, score): (usize, &Rational)| (score * &factor).numerator() * count(k);
                Rational::new(scores.map(whole).sum::<BigInt>(), scale)
            }
            None => scores
                .fold(Rational::ZERO, |total, (k, score)| total + score * Rational::from(count(k))),
        };
        total / Rational::from(negatives + positives)
    }

    /// Returns the number of positive samples of each score times the precision there, as
    /// quotients.
    fn gains(&self) -> Vec<[BigInt; 2]> {
        let gain = |k: usize| {
            let ([_, gained], [fp, tp]) = (self.with_score(k), self.passed[k + 1]);
            let gain = [BigInt::from(gained) * tp, BigInt::from(fp) + tp];
            (gained > 0).then_some(gain)
        };
        (0..self.scores.len()).filter_map(gain).collect()
    }

    /// Returns the truth about average precision: exact if few scores have positive samples,
    /// otherwise between decimals.
    fn average_precision<'t>(&self) -> Truth<'t> {
        let positives = BigInt::from(self.samples()[1]);
        let gains = self.gains();
        if gains.len() <= MOST_GAINS {
            let common = |scale: BigInt, [_, under]: &[BigInt; 2]| scale.lcm(under);
            let scale = gains.iter().fold(BigInt::one(), common);
            let total: BigInt = gains.iter().map(|[over, under]| over * (&scale / under)).sum();
            return Truth::exact(Rational::new(total, scale * positives));
        }
        // The sum times 2^PLACES lies between the sums of what is rounded down, and up.
        let scaled = |[over, under]: &[BigInt; 2]| (over << PLACES).div_floor(under);
        let below: BigInt = gains.iter().map(scaled).sum();
        let above = &below + gains.len();
        let scale = positives << PLACES;
        let ends = [below, above].map(|end| Rational::new(end, scale.clone()));
        enclosing(ends, "average precision")
    }

    /// Returns the integral of the true positive rate over the false positive rates up to
    /// `max_fpr`.
    fn partial_auc(&self, max_fpr: &Rational) -> Option<Rational> {
        let [negatives, positives] =
            self.samples().map(|count| Rational::from(BigInt::from(count)));
        let rates = |&[fp, tp]: &[u64; 2]| {
            let [fp, tp] = [fp, tp].map(|count| Rational::from(BigInt::from(count)));
            Some([fp.checked_div(&negatives)?, tp.checked_div(&positives)?])
        };
        let points: Vec<[Rational; 2]> = self.passed.iter().map(rates).collect::<Option<_>>()?;
        let mut area = Rational::ZERO;
        for pair in points.windows(2) {
            let [[x, y], [next_x, next_y]] = [&pair[0], &pair[1]];
            let end = next_x.min(max_fpr);
            if end <= x {
                continue;
            }
            // The height half way to the end of what counts.
            let half = (end - x) / Rational::from(2);
            let slope = (next_y - y) / (next_x - x);
            area += &((y + slope * &half) * (end - x));
        }
        Some(area)
    }

    /// Returns the mean of (score - class)^2 of finite scores.
    pub(super) fn brier(&self) -> Rational {
        let [negatives, positives] = self.samples().map(BigInt::from);
        let scores = || self.scores.iter().filter_map(ModelScore::finite);
        if let Some(scale) = self.scale() {
            let factor = Rational::from(scale.clone());
            let mut total = BigInt::ZERO;
            for (k, score) in scores().enumerate() {
                let [fp, tp] = self.with_score(k);
                let whole = (score * &factor).numerator();
                let rest = &scale - &whole;
                total += &whole * &whole * fp + &rest * &rest * tp;
            }
            return Rational::new(total, &scale * &scale * (negatives + positives));
        }
        let mut total = Rational::ZERO;
        for (k, score) in scores().enumerate() {
            let [fp, tp] = self.with_score(k).map(|count| Rational::from(BigInt::from(count)));
            let rest = score.complement();
            total += &(fp * score * score + tp * &rest * &rest);
        }
        total / Rational::from(negatives + positives)
    }

    /// Returns the position from which on a score passes a threshold.
    pub(super) fn position_of(&self, threshold: &ModelScore) -> usize {
        self.scores.partition_point(|score| score >= threshold)
    }

    /// Returns the truth about a threshold and its counts.
    pub(super) fn rule<'t>(&self, threshold: Option<ModelScore>, position: usize) -> Entry<'t> {
        let mut entry = self.counted(self.counts(position));
        entry.push(("threshold", threshold_truth(threshold)));
        entry
    }

    pub(super) fn own_threshold(&self, position: usize) -> Option<ModelScore> {
        position.checked_sub(1).map(|k| self.scores[k].clone())
    }

    /// Returns the truth about a model that does not depend on a preference.
    pub(super) fn truth<'t>(&self, max_fpr: Option<&Rational>) -> Entry<'t> {
        let vertex = |&k: &usize| Truth::Object(self.rule(self.own_threshold(k), k));
        let mut entry = vec![
            ("name", Truth::text(self.name.to_owned())),
            ("distinct", Truth::count(self.scores.len())),
            ("hull", Truth::List(self.hull().iter().map(vertex).collect())),
        ];
        match self.auc() {
            Some(auc) => entry.push(("auc", Truth::exact(auc))),
            None => entry.extend([
                ("auc", Truth::Null),
                ("auc_undefined", Truth::text("there are no samples of both classes")),
            ]),
        }
        if self.samples()[1] == 0 {
            entry.extend([
                ("average_precision", Truth::Null),
                ("average_precision_undefined", Truth::text("there are no positive samples")),
            ]);
        } else {
            entry.push(("average_precision", self.average_precision()));
        }
        if let Some(max_fpr) = max_fpr {
            let area = self.partial_auc(max_fpr);
            // Between x^2/2 without skill and x for a perfect model, as one between 1/2 and 1.
            let standardised = area.as_ref().map(|area| {
                let least = max_fpr * max_fpr / Rational::from(2);
                let share = (area - &least) / (max_fpr - &least);
                (share + Rational::ONE) / Rational::from(2)
            });
            let exact = |value: Option<Rational>| value.map_or(Truth::Null, Truth::exact);
            entry.push(("partial_auc", exact(area)));
            entry.push(("partial_auc_standardised", exact(standardised)));
        }
        if self.is_probabilistic() {
            entry.push(("brier", Truth::exact(self.brier())));
            entry.push(("mean_score", Truth::exact(self.mean_score())));
        } else {
            let reason = Truth::text("a score lies outside [0, 1]");
            entry.extend([
                ("brier", Truth::Null),
                ("brier_undefined", reason),
                ("mean_score", Truth::Null),
            ]);
        }
        entry
    }
}

/// Returns the truth about a number between these ends: narrow decimals that enclose both.
pub(super) fn enclosing<'t>(ends: [Rational; 2], name: &'static str) -> Truth<'t> {
    narrow(name, move |lower, upper| *lower <= ends[0] && ends[1] <= *upper)
}

/// Returns a threshold as results write it; `None`, which no sample passes, is null.
pub(super) fn threshold_truth<'t>(threshold: Option<ModelScore>) -> Truth<'t> {
    match threshold {
        None => Truth::Null,
        Some(ModelScore::Finite(value)) => Truth::exact(value),
        Some(infinite) => Truth::text(infinite.to_string()),
    }
}
