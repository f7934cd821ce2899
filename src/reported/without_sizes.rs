//! Precision, recall and scores that follow from them, of a test with unknown numbers of samples.
//!
//! With u = 1/PPV and v = 1/TPR a score is 1/(x u + y v + z): PPV is 1/u, TPR 1/v, an F-score
//! (1 + b^2)/(u + b^2 v), and the threat score 1/(u + v - 1). So what is printed bounds linear
//! functions of u and v, which may be any fractions of at least 1: TP, FP = TP (u - 1) and FN = TP
//! (v - 1) are whole numbers for some TP. What is left is a polygon, in fractions. Without TP all
//! scores are 0.

use std::ops::RangeInclusive;

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::row::{Counted, ReportedScore};
use super::value::ReportedValue;
use crate::num::Rational;
use crate::score::Metric;

/// The finding about scores of a test of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithoutSizes {
    /// A matrix that has all scores, if one with few samples does.
    pub first: Option<Counted>,
    /// The positions of scores that contradict each other, as few as possible; `None` if the scores
    /// are possible.
    pub conflict: Option<Vec<usize>>,
}

/// A score that does not follow from precision and recall.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{metric} needs the numbers of samples")]
pub struct NeedsSizes {
    /// The score.
    pub metric: Metric,
}

/// Decides whether printed precision, recall, FDR, FNR, F-scores and threat score are those of some
/// test.
///
/// O(k^2) steps for k scores; for a conflict as many for each set of scores, from the smallest
/// upwards.
///
/// ```
/// use exactile::reported::{ReportedScore, ReportedValue, Rounding, explain_without_sizes};
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let found =
///     explain_without_sizes(&[score("ppv", "0.85"), score("tpr", "0.72"), score("f1", "0.78")])?;
/// assert!(found.conflict.is_none() && found.first.is_some());
/// // At most .7852.
/// let found =
///     explain_without_sizes(&[score("ppv", "0.85"), score("tpr", "0.72"), score("f1", "0.80")])?;
/// assert_eq!(found.conflict, Some(vec![0, 1, 2]));
/// # Ok::<(), exactile::reported::NeedsSizes>(())
/// ```
///
/// # Errors
/// The first score that does not follow from precision and recall.
pub fn explain_without_sizes(scores: &[ReportedScore]) -> Result<WithoutSizes, NeedsSizes> {
    let bounds = scores.iter().map(Bound::new).collect::<Result<Vec<_>, NeedsSizes>>()?;
    let every: Vec<usize> = (0..scores.len()).collect();
    if let Some(polygon) = possible(&bounds, &every) {
        return Ok(WithoutSizes { first: few_samples(scores, polygon.as_deref()), conflict: None });
    }
    let mut enough = every;
    for size in 1..scores.len() {
        if let Some(set) =
            sets(scores.len(), size).find(|set: &Vec<usize>| possible(&bounds, set).is_none())
        {
            enough = set;
            break;
        }
    }
    Ok(WithoutSizes { first: None, conflict: Some(enough) })
}

/// Returns the sets of `size` numbers below `count`.
fn sets(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    // No row has as many scores as bits.
    let bits = u32::try_from(count.min(20)).unwrap_or(20);
    (0_u32..1 << bits)
        .filter(move |set| set.count_ones() as usize == size)
        .map(move |set| (0..count.min(20)).filter(|at| set >> at & 1 == 1).collect())
}

/// The printed range of 1/(x u + y v + z).
struct Bound {
    terms: [Rational; 3],
    value: ReportedValue,
}

impl Bound {
    fn new(score: &ReportedScore) -> Result<Self, NeedsSizes> {
        let [zero, one] = [Rational::ZERO, Rational::ONE];
        let terms = match &score.metric {
            Metric::Ppv | Metric::Fdr => [one, zero.clone(), zero],
            Metric::Tpr | Metric::Fnr => [zero.clone(), one, zero],
            Metric::FBeta(beta) => {
                let square = beta * beta;
                let all = &one + &square;
                [one / &all, square / all, zero]
            }
            Metric::ThreatScore => [one.clone(), one.clone(), -one],
            metric => return Err(NeedsSizes { metric: metric.clone() }),
        };
        let mut value = score.value.clone();
        if matches!(score.metric, Metric::Fdr | Metric::Fnr) {
            (value.lower, value.upper) = (value.upper.complement(), value.lower.complement());
            (value.lower_is_open, value.upper_is_open) = (value.upper_is_open, value.lower_is_open);
        }
        Ok(Self { terms, value })
    }

    /// Returns `true` if 0 is printed so.
    fn has_zero(&self) -> bool {
        let ReportedValue { lower, upper, lower_is_open, upper_is_open, .. } = &self.value;
        (lower.is_negative() || lower.is_zero() && !lower_is_open)
            && (upper.is_positive() || upper.is_zero() && !upper_is_open)
    }

    /// The half-planes x u + y v >= c that it means, and whether the line is left out; `None` if
    /// nothing positive is printed so.
    fn half_planes(&self) -> Option<Vec<HalfPlane>> {
        let [x, y, z] = &self.terms;
        let ReportedValue { lower, upper, lower_is_open, upper_is_open, .. } = &self.value;
        if !upper.is_positive() {
            return None;
        }
        let inverse = |end: &Rational| Rational::ONE / end.clone();
        let mut found = vec![HalfPlane {
            x: x.clone(),
            y: y.clone(),
            least: inverse(upper) - z.clone(),
            is_open: *upper_is_open,
        }];
        if lower.is_positive() {
            found.push(HalfPlane {
                x: -x.clone(),
                y: -y.clone(),
                least: z - &inverse(lower),
                is_open: *lower_is_open,
            });
        }
        Some(found)
    }
}

struct HalfPlane {
    x: Rational,
    y: Rational,
    least: Rational,
    is_open: bool,
}

impl HalfPlane {
    /// The distance of a point from the border, inwards.
    fn inside(&self, [u, v]: &[Rational; 2]) -> Rational {
        &self.x * u + &self.y * v - self.least.clone()
    }

    /// The rest of a convex polygon, in the order of its corners.
    fn cut(&self, polygon: &[[Rational; 2]]) -> Vec<[Rational; 2]> {
        let mut found: Vec<[Rational; 2]> = Vec::new();
        for (at, corner) in polygon.iter().enumerate() {
            let next = &polygon[(at + 1) % polygon.len()];
            let (here, there) = (self.inside(corner), self.inside(next));
            if !here.is_negative() {
                found.push(corner.clone());
            }
            if here.is_negative() != there.is_negative() && !here.is_zero() && !there.is_zero() {
                let share = &here / &(&here - &there);
                found.push(
                    [0, 1].map(|axis| &corner[axis] + &((&next[axis] - &corner[axis]) * &share)),
                );
            }
        }
        found.dedup();
        found
    }
}

/// The corners of what is left, none for a test without TP; `None` if nothing is.
fn possible(bounds: &[Bound], set: &[usize]) -> Option<Option<Vec<[Rational; 2]>>> {
    if set.iter().all(|at| bounds[*at].has_zero()) {
        return Some(None);
    }
    let planes = set.iter().map(|at| bounds[*at].half_planes()).collect::<Option<Vec<_>>>()?;
    let planes: Vec<HalfPlane> = planes.into_iter().flatten().collect();
    // Farther than anything that is printed bounds.
    let far = Rational::from(10_i64.pow(18));
    let (one, far) = (Rational::ONE, &far * &far);
    let corner = |u: &Rational, v: &Rational| [u.clone(), v.clone()];
    let mut polygon =
        vec![corner(&one, &one), corner(&far, &one), corner(&far, &far), corner(&one, &far)];
    for plane in &planes {
        polygon = plane.cut(&polygon);
        if polygon.is_empty() {
            return None;
        }
    }
    // Inside the polygon, or along a segment: a line that is left out and touches here is left out
    // everywhere.
    let count = Rational::from(polygon.len() as u64);
    let middle = [0, 1].map(|axis| {
        polygon.iter().map(|corner| corner[axis].clone()).sum::<Rational>() / count.clone()
    });
    let is_left = planes.iter().all(|plane| !plane.is_open || plane.inside(&middle).is_positive());
    is_left.then_some(Some(polygon))
}

/// A matrix with few samples that has the scores, if there is one.
fn few_samples(scores: &[ReportedScore], polygon: Option<&[[Rational; 2]]>) -> Option<Counted> {
    const MOST_TP: u64 = 2000;
    const MOST_TRIED: usize = 20_000;
    let Some(polygon) = polygon else { return Some(Counted { tn: 0, fp: 1, fn_: 1, tp: 0 }) };
    let range = |axis: usize, tp: u64| -> Option<RangeInclusive<u64>> {
        let of = || polygon.iter().map(|corner| &corner[axis]);
        let times = |end: &Rational| (end - &Rational::ONE) * Rational::from(tp);
        let (low, high) = (times(of().min()?), times(of().max()?));
        let low = -(-low.numerator()).div_floor(&low.denominator());
        let high = high.numerator().div_floor(&high.denominator());
        Some(low.to_u64()?..=high.to_u64().unwrap_or(u64::MAX))
    };
    let mut tried = 0;
    for tp in 1..=MOST_TP {
        for fp in range(0, tp)?.take(40) {
            for fn_ in range(1, tp)?.take(40) {
                tried += 1;
                if tried > MOST_TRIED {
                    return None;
                }
                let matrix = Counted { tn: 0, fp, fn_, tp };
                let is_it = matrix.matrix().is_some_and(|matrix| {
                    scores.iter().all(|score| score.value.contains(&score.metric.value(&matrix)))
                });
                if is_it {
                    return Some(matrix);
                }
            }
        }
    }
    None
}
