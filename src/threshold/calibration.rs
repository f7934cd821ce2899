//! Scores read as probabilities: calibration in the large and by bins, and the logarithmic loss.

use super::model::ScoredModel;
use super::scores::ModelScore;
use crate::num::{Enclosure, Rational, Value};

/// Decimals of a logarithmic loss that is enclosed.
const DIGITS: u32 = 17;
/// Binary places of the sum of logarithms: each term is off by some units of the last one, and the
/// sum is divided by the number of samples.
const PLACES: u32 = 80;

/// Calibration of a model whose scores lie in [0, 1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// The bins that hold a score, from the least scores on.
    pub bins: Vec<CalibrationBin>,
    /// Calibration in the large: the mean score less the share of positive samples.
    pub difference: Rational,
    /// The expected calibration error: the mean, over all samples, of the distance between the mean
    /// score of the sample's bin and the share of positives there (Naeini et al. 2015).
    pub expected_error: Rational,
    /// The mean of -ln(score) over positive samples and of -ln(1 - score) over negative ones:
    /// enclosed, 0 if all scores are those of a perfect model, or infinite if a sample has the
    /// score that excludes its class.
    pub log_loss: Value,
}

/// Samples with a score in `(from, to]`; the first bin has the score 0, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalibrationBin {
    /// The lower end.
    pub from: Rational,
    /// The upper end.
    pub to: Rational,
    /// Negative samples, in parts of one ([`ScoredModel::scale`]).
    pub negatives: u64,
    /// Positive samples, in the same parts.
    pub positives: u64,
    /// The mean of their scores.
    pub mean_score: Rational,
}

impl CalibrationBin {
    /// The number of samples, at least one, in the same parts.
    pub fn samples(&self) -> u64 {
        self.negatives + self.positives
    }

    /// The share of positives among the samples.
    pub fn share(&self) -> Rational {
        Rational::new(self.positives, self.samples())
    }
}

impl ScoredModel {
    /// Calibration by a number of bins of equal width; `None` if a score lies outside [0, 1] or if
    /// there is no bin. O(n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// let calibration = model.calibration(2).expect("probabilities");
    /// assert_eq!(calibration.difference, Rational::new(1, 40));
    /// // In (0, 1/2] the mean score is 3/10, in (1/2, 1] it is 3/4; half of each is positive.
    /// assert_eq!(calibration.bins[0].mean_score, Rational::new(3, 10));
    /// assert_eq!(calibration.expected_error, Rational::new(9, 40));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn calibration(&self, bins: u32) -> Option<Calibration> {
        if bins == 0 || !self.is_probabilistic() {
            return None;
        }
        let end = |k: u32| Rational::new(k, bins);
        // Scores fall with their position: those of a bin are neighbours.
        let mut found = Vec::new();
        let mut passed = self.distinct();
        for k in 0..bins {
            let before = if k + 1 == bins { 0 } else { self.scores().above(&end(k + 1)) };
            if before < passed {
                let [fp, tp] = self.passed(before);
                let [next_fp, next_tp] = self.passed(passed);
                let (negatives, positives) = (next_fp - fp, next_tp - tp);
                let sum = self.sum_of_scores(before..passed);
                let mean_score = sum / Rational::from(negatives + positives);
                let (from, to) = (end(k), end(k + 1));
                found.push(CalibrationBin { from, to, negatives, positives, mean_score });
            }
            passed = before;
        }
        let samples = Rational::from(self.negatives() + self.positives());
        let off = |bin: &CalibrationBin| {
            (&bin.mean_score - bin.share()).abs() * Rational::from(bin.samples())
        };
        let expected_error = found.iter().map(off).sum::<Rational>() / &samples;
        let difference = self.mean_score()? - Rational::from(self.positives()) / &samples;
        Some(Calibration { bins: found, difference, expected_error, log_loss: self.log_loss() })
    }

    /// The logarithmic loss of scores in [0, 1].
    fn log_loss(&self) -> Value {
        let mut sum: Option<Enclosure> = None;
        for k in 0..self.distinct() {
            let ModelScore::Finite(score) = self.scores().value(k) else { continue };
            let [[fp, tp], [next_fp, next_tp]] = [self.passed(k), self.passed(k + 1)];
            for (count, probability) in
                [(next_tp - tp, &score), (next_fp - fp, &score.complement())]
            {
                if count == 0 || *probability == Rational::ONE {
                    continue;
                }
                if probability.is_zero() {
                    return Value::Infinity;
                }
                let term = Enclosure::ln(probability, PLACES) * &Rational::from(count);
                match &mut sum {
                    Some(sum) => *sum += &term,
                    None => sum = Some(term),
                }
            }
        }
        let Some(sum) = sum else { return Value::Exact(Rational::ZERO) };
        let samples = Rational::from(self.negatives() + self.positives());
        let mean = -sum * &(Rational::ONE / samples);
        Value::Enclosed(mean.to_decimals(DIGITS))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::threshold::ScoreColumn;

    fn model(samples: &[(u32, bool)]) -> ScoredModel {
        let mut column = ScoreColumn::new();
        for (score, is_positive) in samples {
            column.push(usize::from(*is_positive), &Rational::new(*score, 20_u32), 1);
        }
        column.into_model("m", 1).expect("samples")
    }

    proptest! {
        /// Bins and losses are those of their definitions, sample by sample.
        #[test]
        fn calibration_is_that_of_its_definition(
            samples in prop::collection::vec((0..=20_u32, any::<bool>()), 1..40),
            bins in 1..9_u32,
        ) {
            let found = model(&samples).calibration(bins).expect("probabilities");
            let mut error = Rational::ZERO;
            let mut of_bins = found.bins.iter();
            for k in 0..bins {
                let holds = |score: u32| {
                    let scaled = score * bins;
                    scaled > 20 * k && scaled <= 20 * (k + 1) || k == 0 && score == 0
                };
                let within: Vec<_> = samples.iter().filter(|(score, _)| holds(*score)).collect();
                if within.is_empty() {
                    continue;
                }
                let bin = of_bins.next().expect("a bin");
                let ends = [k, k + 1].map(|end| Rational::new(end, bins));
                prop_assert_eq!([&bin.from, &bin.to], ends.each_ref());
                let positives = within.iter().filter(|(_, is_positive)| *is_positive).count();
                let counts = [positives as u64, within.len() as u64];
                prop_assert_eq!([bin.positives, bin.samples()], counts);
                let sum: u32 = within.iter().map(|(score, _)| score).sum();
                let count = Rational::from(within.len() as u64);
                let mean = Rational::new(sum, 20_u32) / &count;
                prop_assert_eq!(&bin.mean_score, &mean);
                error = error + (mean - bin.share()).abs() * count;
            }
            prop_assert!(of_bins.next().is_none());
            prop_assert_eq!(found.expected_error, error / Rational::from(samples.len() as u64));
            let loss = |&(score, is_positive): &(u32, bool)| {
                let p = f64::from(score) / 20.0;
                -(if is_positive { p } else { 1.0 - p }).ln()
            };
            let loss = samples.iter().map(loss).sum::<f64>() / samples.len() as f64;
            match found.log_loss {
                Value::Infinity => prop_assert!(loss.is_infinite()),
                Value::Exact(zero) => prop_assert!(zero.is_zero() && loss == 0.0),
                value => {
                    let [lower, upper] = value.ends().expect("decimals");
                    prop_assert!((lower.to_f64() - loss).abs() < 1e-12, "{} {}", lower, loss);
                    prop_assert!(&upper - &lower <= Rational::new(1, 10_u64.pow(15)));
                }
            }
        }
    }

    #[test]
    fn scores_beyond_probabilities_have_none() {
        assert_eq!(model(&[(21, true), (3, false)]).calibration(10), None);
        assert_eq!(model(&[(2, true)]).calibration(0), None);
    }
}
