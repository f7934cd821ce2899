//! Areas under parts of a model's curves: average precision, and the partial area under the ROC
//! curve.

use super::model::ScoredModel;
use crate::num::{Enclosure, Rational, Value, close_decimals};
use crate::parallel::join;

/// Distinct scores of positive samples up to which average precision is a fraction; its denominator
/// may have a digit or two for each of them.
const MOST_TERMS: usize = 4096;
/// Digits after the decimal point of an average precision that is enclosed.
const DIGITS: u32 = 20;

/// A part of the area under a ROC curve: to the left of a false positive rate.
///
/// ```
/// use exactile::Rational;
/// use exactile::threshold::ScoreColumn;
/// let mut column = ScoreColumn::new();
/// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
///     column.push(class, &score.parse::<Rational>()?, 1);
/// }
/// let model = column.into_model("logistic", 1).expect("samples");
/// let part = model.partial_auc(&Rational::new(1, 2)).expect("both classes");
/// assert_eq!((part.area, part.standardised), (Rational::new(1, 4), Rational::new(2, 3)));
/// # Ok::<(), exactile::ParseNumberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialAuc {
    /// The area itself, from 0 to the false positive rate.
    pub area: Rational,
    /// The area on the scale on which a model without skill has 1/2 and a perfect one has 1
    /// (McClish, 1989): (1 + (area - x^2/2)/(x - x^2/2))/2 up to the rate x.
    pub standardised: Rational,
}

impl ScoredModel {
    /// The area under the ROC curve where the false positive rate is at most `max_fpr`, the steps
    /// at scores of both classes being slanted. `None` without samples of both classes, and for a
    /// rate outside `(0, 1]`. O(n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// let part = model.partial_auc(&Rational::new(1, 2)).expect("both classes");
    /// assert_eq!(part.area, Rational::new(1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn partial_auc(&self, max_fpr: &Rational) -> Option<PartialAuc> {
        let (negatives, positives) = (self.negatives(), self.positives());
        let is_rate = max_fpr.is_positive() && *max_fpr <= Rational::ONE;
        if negatives == 0 || positives == 0 || !is_rate {
            return None;
        }
        // In counts, doubled: whole steps first, then the part of the step that the rate cuts.
        let end = max_fpr * &Rational::from(negatives);
        let mut doubled = 0_u128;
        let mut rest = Rational::ZERO;
        for position in 1..=self.distinct() {
            let ([fp, tp], [next_fp, next_tp]) = (self.passed(position - 1), self.passed(position));
            if Rational::from(next_fp) <= end {
                // At most 2 P N, and P + N is below 2^64.
                doubled += u128::from(next_fp - fp) * (u128::from(tp) + u128::from(next_tp));
                continue;
            }
            let width = &end - &Rational::from(fp);
            let slope = Rational::new(next_tp - tp, next_fp - fp);
            rest = &width * &(Rational::from(2 * u128::from(tp)) + slope * &width);
            break;
        }
        let scale = Rational::from(2 * u128::from(negatives)) * Rational::from(positives);
        let area = (Rational::from(doubled) + rest) / scale;
        let without_skill = max_fpr * max_fpr / Rational::from(2);
        let above = (&area - &without_skill) / (max_fpr - &without_skill);
        Some(PartialAuc { area, standardised: (above + Rational::ONE) / Rational::from(2) })
    }

    /// The average precision: the sum of (R_k - R_(k-1)) P_k over the distinct scores from the
    /// greatest on, with the recall R_k and the precision P_k of the threshold k. `None` without
    /// positive samples.
    ///
    /// A fraction if positive samples have at most 4096 distinct scores, otherwise enclosed to 20
    /// digits. O(n log n).
    ///
    /// ```
    /// # use exactile::{Rational, threshold::ScoreColumn};
    /// # let mut column = ScoreColumn::new();
    /// # for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    /// #     column.push(class, &score.parse::<Rational>()?, 1);
    /// # }
    /// // Positives have the scores 0.9 and 0.4, negatives 0.6 and 0.2.
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// // 1/2 * 1 + 1/2 * 2/3
    /// assert_eq!(model.average_precision().expect("positives").to_string(), "5/6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn average_precision(&self) -> Option<Value> {
        let positives = Some(self.positives()).filter(|&count| count > 0)?;
        let positives = Rational::from(positives);
        let few: Vec<[u64; 3]> = self.gains().take(MOST_TERMS + 1).collect();
        if few.len() <= MOST_TERMS {
            return Some(Value::Exact(sum(&few) / positives));
        }
        let short = short_sum(self.gains());
        let enclosed = |bits: u32| {
            let all = match bits {
                ..=SHORT => Enclosure::between(&short[0], &short[1], bits),
                _ => {
                    let zero = Enclosure::of_rational(&Rational::ZERO, bits);
                    let term = |term: [u64; 3]| Enclosure::of_rational(&quotient(term), bits);
                    self.gains().map(term).fold(zero, |all, one| all + one)
                }
            };
            all * positives.reciprocal().unwrap_or(Rational::ONE)
        };
        Some(close_decimals(DIGITS, enclosed).into())
    }

    /// The terms of the average precision times the positive samples, each as a, b and c of a b/c:
    /// the positive samples with a score, and those that have at least it among all such samples.
    fn gains(&self) -> impl Iterator<Item = [u64; 3]> {
        let mut before = 0;
        (1..=self.distinct()).filter_map(move |position| {
            let [fp, tp] = self.passed(position);
            let gained = tp - std::mem::replace(&mut before, tp);
            // P + N is below 2^64.
            (gained > 0).then(|| [gained, tp, fp + tp])
        })
    }
}

fn quotient([a, b, c]: [u64; 3]) -> Rational {
    Rational::new(u128::from(a) * u128::from(b), c)
}

/// The most binary places that a [`short_sum`] gives.
const SHORT: u32 = 2 * u64::BITS;

/// Returns bounds of the sum of these quotients, each with 128 binary places rounded down.
fn short_sum(terms: impl Iterator<Item = [u64; 3]>) -> [Rational; 2] {
    let [mut whole, mut high, mut low, mut count] = [0_u128; 4];
    for [a, b, c] in terms {
        let divided = |above: u128| (above / u128::from(c), above % u128::from(c));
        let (quotient, rest) = divided(u128::from(a) * u128::from(b));
        let (first, rest) = divided(rest << u64::BITS);
        let (second, _) = divided(rest << u64::BITS);
        // Each place is below 2^64, and there are fewer terms.
        (whole, high, low, count) = (whole + quotient, high + first, low + second, count + 1);
    }
    let word = Rational::from(1_u128 << u64::BITS);
    let sum = |low: u128| {
        (Rational::from(low) / &word + Rational::from(high)) / &word + Rational::from(whole)
    };
    [sum(low), sum(low + count)]
}

/// A sum of quotients by halves, so that most numbers are short.
fn sum(terms: &[[u64; 3]]) -> Rational {
    match terms {
        [] => Rational::ZERO,
        [one] => quotient(*one),
        _ => {
            let (left, right) = terms.split_at(terms.len() / 2);
            let (left, right) = join(|| sum(left), || sum(right));
            left + right
        }
    }
}
