//! The preferences for which each vertex of the hull is best, along the sections that people know.

use super::best::class_weights;
use super::model::ScoredModel;
use crate::num::Rational;
use crate::performance::PerformanceError;

/// beta^2 of an F-score: finite, or infinite, where the F-score is recall.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BetaSquared {
    /// A number.
    Finite(Rational),
    /// Recall.
    Infinite,
}

impl std::fmt::Display for BetaSquared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Finite(value) => value.fmt(f),
            Self::Infinite => f.write_str("inf"),
        }
    }
}

/// The closed intervals on which a vertex of the hull is best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HullInterval {
    /// The position of the vertex's threshold ([`ScoredModel`]).
    pub position: usize,
    /// Threshold probabilities p_t of decision curves: a false alarm costs p_t, a miss 1 - p_t. The
    /// diagonal of the Tile, with a = 1 - p_t.
    pub threshold_probability: [Rational; 2],
    /// Probability costs z of cost curves: the expected cost is (1 - z) FPR + z FNR. The diagonal
    /// in balanced coordinates.
    pub probability_cost: [Rational; 2],
    /// beta^2 of F-scores, which stand on the right side of the Tile.
    pub beta_squared: [BetaSquared; 2],
}

impl HullInterval {
    /// The intervals of all vertices of a hull, in its order: consecutive ones have an end in
    /// common, at which the whole edge between two vertices ties.
    ///
    /// With D the difference of two vertices in counts, an edge is at p_t = DTP/(DTP + DFP), at z =
    /// DFPR/(DFPR + DTPR), and at beta^2 = (TP FP' - TP' FP)/(P (TP' - TP)). A target prior weights
    /// the classes.
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// use exactile::threshold::HullInterval;
    /// let intervals = HullInterval::of_hull(&model, &model.hull(), None)?;
    /// // The threshold 0.9 is best from p_t = 1/2 on.
    /// assert_eq!(intervals[1].position, 1);
    /// assert_eq!(intervals[1].threshold_probability, [Rational::new(1, 2), Rational::ONE]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A target prior outside `(0, 1)`, or one for samples that lack a class.
    pub fn of_hull(
        model: &ScoredModel,
        hull: &[usize],
        target_prior: Option<&Rational>,
    ) -> Result<Vec<Self>, PerformanceError> {
        let [negative, positive] = class_weights(model, target_prior)?.map(Rational::from);
        let [negatives, positives] = [model.negatives(), model.positives()].map(Rational::from);
        let part = |part: Rational, other: &Rational| part.checked_div(&(&part + other));
        // The ends of the curves: a false alarm costs nothing, or a miss does not.
        let start = (Rational::ONE, Rational::ZERO, BetaSquared::Finite(Rational::ZERO));
        let end = (Rational::ZERO, Rational::ONE, BetaSquared::Infinite);
        let mut edges = vec![start];
        for pair in hull.windows(2) {
            let [fp, tp] = model.passed(pair[0]).map(Rational::from);
            let [next_fp, next_tp] = model.passed(pair[1]).map(Rational::from);
            let (more_fp, more_tp) = (&next_fp - &fp, &next_tp - &tp);
            let probability = part(&more_tp * &positive, &(&more_fp * &negative));
            let probability = probability.expect("vertices differ");
            // Without samples of a class the rate of the other one decides.
            let cost =
                |more: &Rational, all: &Rational| more.checked_div(all).unwrap_or(Rational::ZERO);
            let cost = part(cost(&more_fp, &negatives), &cost(&more_tp, &positives));
            let beta = (&tp * &next_fp - &next_tp * &fp) * &negative;
            let beta = match beta.checked_div(&(&positives * &positive * &more_tp)) {
                Some(beta) => BetaSquared::Finite(beta),
                None => BetaSquared::Infinite,
            };
            edges.push((probability, cost.expect("vertices differ"), beta));
        }
        edges.push(end);
        let interval = |(&position, ends): (&usize, &[(Rational, Rational, BetaSquared)])| Self {
            position,
            threshold_probability: [ends[1].0.clone(), ends[0].0.clone()],
            probability_cost: [ends[0].1.clone(), ends[1].1.clone()],
            beta_squared: [ends[0].2.clone(), ends[1].2.clone()],
        };
        Ok(hull.iter().zip(edges.windows(2)).map(interval).collect())
    }
}
