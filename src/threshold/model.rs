//! A model's staircase in ROC space.

use std::ops::{ControlFlow, Range};

use num_bigint::BigInt;
use num_integer::Integer;

use super::scores::{ModelScore, Scores};
use crate::num::{Rational, Value};
use crate::parallel::{join, try_map};
use crate::performance::{Classifier, ConfusionMatrix};
use crate::work::{Advance, Watch};

/// A model with its scores on samples of two classes: a confusion matrix for each threshold.
///
/// Thresholds have positions: at 0 all samples are negative, at k the samples with the k greatest
/// distinct scores are positive; at the last one all samples are positive.
///
/// ```
/// # use exactile::{Rational, threshold::ScoreColumn};
/// # let mut column = ScoreColumn::new();
/// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
/// #     column.push(class, &score.parse::<Rational>()?, 1);
/// # }
/// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
/// let model = column.into_model("logistic", 1).expect("samples");
/// assert_eq!((model.positives(), model.negatives()), (2, 2));
/// assert_eq!(model.auc(), Some(Rational::new(3, 4)));
/// assert_eq!(model.hull(), [0, 1, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredModel {
    name: String,
    scores: Scores,
    /// Per distinct score, the negative and positive samples whose score is at least as great.
    passed: Vec<[u64; 2]>,
    /// Counts are multiples of one over this.
    scale: u64,
}

impl ScoredModel {
    pub(super) fn new(
        name: String,
        scores: Scores,
        passed: Vec<[u64; 2]>,
        scale: u64,
    ) -> Option<Self> {
        debug_assert_eq!(scores.len(), passed.len());
        let [negatives, positives] = *passed.last()?;
        // Counts of two classes are compared in 128 bits.
        negatives.checked_add(positives).map(|_| Self { name, scores, passed, scale })
    }

    /// Its distinct scores.
    pub(super) fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of parts of a sample that this model counts in: 1 for whole samples, more where
    /// samples have weights. [`passed`](Self::passed), [`positives`](Self::positives) and
    /// [`negatives`](Self::negatives) are numbers of such parts.
    pub const fn scale(&self) -> u64 {
        self.scale
    }

    /// The number of samples, or their weight, that so many parts are ([`scale`](Self::scale)).
    pub fn samples(&self, parts: u64) -> Rational {
        if self.scale == 1 { parts.into() } else { Rational::new(parts, self.scale) }
    }

    /// The number of negative samples.
    pub fn negatives(&self) -> u64 {
        self.passed[self.distinct() - 1][0]
    }

    /// The number of positive samples.
    pub fn positives(&self) -> u64 {
        self.passed[self.distinct() - 1][1]
    }

    /// The number of distinct scores, at least one. There is one more threshold.
    pub fn distinct(&self) -> usize {
        self.scores.len()
    }

    /// Returns the threshold at a position; `None` at position 0, where all samples are negative.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.threshold(0), None);
    /// assert_eq!(model.threshold(1), Some(Rational::new(9, 10).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn threshold(&self, position: usize) -> Option<ModelScore> {
        Some(self.scores.value(position.checked_sub(1)?))
    }

    /// Returns the threshold at a position as a text: the shortest decimal, a fraction if no
    /// decimal is equal to it, `inf` at position 0; `above inf` at position 0 if a score is plus
    /// infinity.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.threshold_text(0), "inf");
    /// assert_eq!(model.threshold_text(1), "0.9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn threshold_text(&self, position: usize) -> String {
        match position.checked_sub(1) {
            None if self.has_infinity() => "above inf".to_owned(),
            None => "inf".to_owned(),
            Some(k) => self.scores.text(k),
        }
    }

    /// Its greatest score is plus infinity.
    fn has_infinity(&self) -> bool {
        self.scores.value(0) == ModelScore::Infinity
    }

    /// Returns the rule at a position: `>= T`; at position 0 `>= inf`, or `> inf` if a score is
    /// plus infinity.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!((model.rule_text(0), model.rule_text(1)), (">= inf".into(), ">= 0.9".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn rule_text(&self, position: usize) -> String {
        match position {
            0 if self.has_infinity() => "> inf".to_owned(),
            _ => format!(">= {}", self.threshold_text(position)),
        }
    }

    /// The rule at a position with its simplest threshold ([`Self::simplest_threshold`]).
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn simplest_rule(&self, position: usize) -> String {
        let simplest = self.simplest_threshold(position);
        simplest.map_or_else(|| self.rule_text(position), |threshold| format!(">= {threshold}"))
    }

    /// Returns the decimal with the fewest digits that has the same predictions as the threshold at
    /// a position: above the next lower score, and at most the threshold; an infinite threshold is
    /// itself. `None` at position 0, where all samples are negative.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// // Above 0.6, at most 0.9.
    /// assert_eq!(model.simplest_threshold(1).as_deref(), Some("0.9"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn simplest_threshold(&self, position: usize) -> Option<String> {
        let ModelScore::Finite(threshold) = self.threshold(position)? else {
            return Some(self.threshold_text(position));
        };
        let below = (position < self.distinct()).then(|| self.scores.value(position));
        let below = below.as_ref().and_then(ModelScore::finite);
        // A score of 33 digits at most is its own last resort.
        for digits in 0..=40 {
            let scale = Rational::from(BigInt::from(10).pow(digits));
            let scaled = &threshold * &scale;
            let floor = scaled.numerator().div_floor(&scaled.denominator());
            let decimal = Rational::from(floor) / scale;
            if below.is_none_or(|below| decimal > *below) {
                return Some(decimal.to_shortest());
            }
        }
        Some(self.threshold_text(position))
    }

    /// False positives and true positives at a position: a point of the staircase, in counts.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.passed(1), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    #[inline]
    pub fn passed(&self, position: usize) -> [u64; 2] {
        position.checked_sub(1).map_or([0, 0], |k| self.passed[k])
    }

    /// The confusion matrix at a position.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.matrix(3), exactile::ConfusionMatrix::from_counts(1, 1, 0, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn matrix(&self, position: usize) -> ConfusionMatrix {
        let [fp, tp] = self.passed(position);
        let [tn, fp, fn_, tp] =
            [self.negatives() - fp, fp, self.positives() - tp, tp].map(|parts| self.samples(parts));
        ConfusionMatrix::new(tn, fp, fn_, tp).expect("there is a sample")
    }

    /// Returns the classifier at a position, named `MODEL >= T`; at position 0 `MODEL >= inf`
    /// ([`rule_text`](Self::rule_text)).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.classifier(1).name, "logistic >= 0.9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position is greater than the number of distinct scores.
    pub fn classifier(&self, position: usize) -> Classifier {
        let name = format!("{} {}", self.name, self.rule_text(position));
        Classifier::new(name, self.matrix(position))
    }

    /// The classifier of any threshold, named `MODEL >= T`: positive iff the score is at least
    /// `threshold`, which need not be a score of the samples. O(log n).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::ScoreColumn;
    /// let mut column = ScoreColumn::new();
    /// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    ///     column.push(class, &score.parse::<Rational>()?, 1);
    /// }
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// let usual = model.classifier_at(&Rational::new(1, 2));
    /// assert_eq!(usual.name, "logistic >= 0.5");
    /// assert_eq!(usual.matrix, model.matrix(2));
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    pub fn classifier_at(&self, threshold: &Rational) -> Classifier {
        let name = format!("{} >= {}", self.name, threshold.to_shortest());
        Classifier::new(name, self.matrix(self.position_of(threshold)))
    }

    /// The position of the rule "positive if and only if the score is at least `threshold`",
    /// whatever the threshold is. O(log n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.position_of(&Rational::new(1, 2)), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position_of(&self, threshold: &Rational) -> usize {
        self.position_of_score(&threshold.clone().into())
    }

    /// The same for a threshold that may be infinite.
    pub fn position_of_score(&self, threshold: &ModelScore) -> usize {
        self.scores.at_least(threshold)
    }

    /// Returns `true` if all scores lie in `[0, 1]`, so that they may be probabilities.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert!(model.is_probabilistic());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_probabilistic(&self) -> bool {
        self.scores.value(self.distinct() - 1) >= Rational::ZERO.into()
            && self.scores.value(0) <= Rational::ONE.into()
    }

    /// The area under the ROC curve: the probability that a positive sample has a greater score
    /// than a negative one, ties counting one half. `None` without samples of both classes. O(n).
    ///
    /// It is the area under the staircase with slanted steps: doubled and in counts, the sum over
    /// its steps of (FP' - FP)(TP' + TP).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.auc(), Some(Rational::new(3, 4)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn auc(&self) -> Option<Rational> {
        let (negatives, positives) = (self.negatives(), self.positives());
        if negatives == 0 || positives == 0 {
            return None;
        }
        let mut doubled = 0_u128;
        let mut before = [0_u64; 2];
        for &[fp, tp] in &self.passed {
            let height = u128::from(tp) + u128::from(before[1]);
            // The sum is at most 2 P N, and P + N is below 2^64.
            doubled += u128::from(fp - before[0]) * height;
            before = [fp, tp];
        }
        Some(Rational::new(doubled, 2 * u128::from(negatives) * u128::from(positives)))
    }

    /// The Brier score: the mean of (p - y)^2 over the samples, where p is the score and y is 1 for
    /// positive samples and 0 for others. `None` if a score lies outside `[0, 1]`. O(n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.brier(), Some(Rational::new(77, 400)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn brier(&self) -> Option<Rational> {
        self.is_probabilistic().then(|| super::brier::score(&self.scores, &self.passed))
    }

    /// The mean of the scores over all samples, which is the share of positive samples if the
    /// scores are probabilities that are calibrated in the large. `None` if a score lies outside
    /// `[0, 1]`. O(n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// assert_eq!(model.mean_score(), Some(Rational::new(21, 40)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean_score(&self) -> Option<Rational> {
        let samples = || Rational::from(self.negatives() + self.positives());
        self.is_probabilistic().then(|| self.sum_of_scores(0..self.distinct()) / samples())
    }

    /// The sum of the distinct scores with these numbers, each times its number of samples;
    /// infinite ones are left out.
    pub(super) fn sum_of_scores(&self, range: Range<usize>) -> Rational {
        super::brier::sum(&self.scores, &self.passed, range)
    }

    /// Returns the positions of the vertices of the upper left convex hull of the staircase, from
    /// all samples negative to all samples positive. O(n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// // In ROC space (0, 0), (0, 1/2), (1/2, 1) and (1, 1).
    /// assert_eq!(model.hull(), [0, 1, 3, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hull(&self) -> Vec<usize> {
        super::hull::vertices(self.distinct() + 1, |position| self.passed(position))
    }

    /// The classifiers at the vertices of the hull.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// let names: Vec<String> = model.hull_classifiers().into_iter().map(|c| c.name).collect();
    /// assert_eq!(names[1..3], ["logistic >= 0.9", "logistic >= 0.4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hull_classifiers(&self) -> Vec<Classifier> {
        self.hull().into_iter().map(|position| self.classifier(position)).collect()
    }
}

/// Summary of a model's scores without any threshold or preference.
///
/// ```
/// # use exactile::{Rational, threshold::ScoreColumn};
/// # let mut column = ScoreColumn::new();
/// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
/// #     column.push(class, &score.parse::<Rational>()?, 1);
/// # }
/// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
/// let model = column.into_model("logistic", 1).expect("samples");
/// use exactile::threshold::ModelSummary;
/// let [summary] = &ModelSummary::of_all(&[model])[..] else { panic!("one model") };
/// assert_eq!(summary.brier, Some(Rational::new(77, 400)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSummary {
    /// The positions of the vertices of its hull ([`ScoredModel::hull`]).
    pub hull: Vec<usize>,
    /// The area under its ROC curve ([`ScoredModel::auc`]).
    pub auc: Option<Rational>,
    /// Its average precision ([`ScoredModel::average_precision`]).
    pub average_precision: Option<Value>,
    /// Its Brier score ([`ScoredModel::brier`]).
    pub brier: Option<Rational>,
    /// The mean of its scores ([`ScoredModel::mean_score`]).
    pub mean_score: Option<Rational>,
}

impl ModelSummary {
    /// Returns the summaries of models, on all cores. O(n log n) for each.
    pub fn of_all(models: &[ScoredModel]) -> Vec<Self> {
        Self::of_all_with_progress(models, &|| ControlFlow::Continue(())).expect("nothing stops it")
    }

    /// As [`Self::of_all`]. `advance` is called before each model, and may stop the work: then
    /// there is no result.
    pub fn of_all_with_progress(models: &[ScoredModel], advance: Advance<'_>) -> Option<Vec<Self>> {
        let watch = Watch::new(advance);
        let summary = |model: &ScoredModel| {
            watch.step().ok_or(())?;
            let (hull, (auc, (average_precision, (brier, mean_score)))) = join(
                || model.hull(),
                || {
                    let of_scores = || join(|| model.brier(), || model.mean_score());
                    join(|| model.auc(), || join(|| model.average_precision(), of_scores))
                },
            );
            Ok::<_, ()>(Self { hull, auc, average_precision, brier, mean_score })
        };
        try_map(models, summary).ok()
    }
}
