//! Gaps and ratios of a metric between test sets: groups of patients, sites.
//!
//! A classifier has a true value of the metric in each test set, at the set's own class sizes. The
//! true gap is the greatest of them less the least, the true ratio the least by the greatest; the
//! rates of different test sets are independent, and of each as in [`TrueValues`]. The gap of true
//! values is never negative, and the observed one is larger on average: chance adds to it. Both are
//! drawn.

use super::blocks::{Draws, simulate};
use super::draws::Valued;
use super::error::ContestError;
use super::interval::{TrueInterval, TrueValues, end_places};
use super::margin::{FEWER, interval_of};
use super::model::PatternMass;
use super::one_class::on_one_class;
use super::pairs::observed_difference;
use crate::correlation::metric_ranks;
use crate::generator::{Gamma, Generator};
use crate::lattice::{Lattice, LatticeError, Observation};
use crate::num::{Level, Rational, Value};
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, Orientation};
use crate::work::go_on;

/// A metric of one classifier in several test sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// The value in each test set.
    pub values: Vec<Value>,
    /// The interval of the true value in each; an error for a metric of a class without samples.
    pub intervals: Vec<Result<TrueInterval, ContestError>>,
    /// The test sets with the least and with the greatest value, if two have values that can be
    /// compared.
    pub ends: Option<[Vec<usize>; 2]>,
    /// The greatest value less the least.
    pub gap: Value,
    /// The least value by the greatest; `None` if one of them is negative, irrational or infinite,
    /// or the greatest is 0.
    pub ratio: Option<Rational>,
    /// The interval of the true gap, and of the true ratio if there is a ratio and no drawn value
    /// is negative; `None` without the interval of a true value.
    pub truly: Option<(TrueInterval, Option<TrueInterval>)>,
}

impl Gap {
    /// The gap of a classifier with these results, by prior Beta(w/2, w/2) of all rates, w being
    /// the mass; 50,000 draws begin with the seed.
    ///
    /// ```
    /// use exactile::contest::{Gap, PatternMass};
    /// use exactile::lattice::Observation;
    /// use exactile::num::Level;
    /// use exactile::{Metric, Rational};
    /// let women = Observation { tn: 80, fp: 20, fn_: 10, tp: 90 };
    /// let men = Observation { tn: 85, fp: 15, fn_: 20, tp: 80 };
    /// let level = Level::default();
    /// let found = Gap::new(&[women, men], &Metric::Tpr, &PatternMass::default(), &level, 1)?;
    /// assert_eq!(found.gap.to_string(), "1/10");
    /// assert_eq!(found.ratio, Some(Rational::new(8, 9)));
    /// let (gap, _) = found.truly.expect("both classes");
    /// assert!(gap.lower[1] < Rational::new(1, 50) && gap.upper[0] > Rational::new(9, 50));
    /// # Ok::<(), exactile::contest::ContestError>(())
    /// ```
    ///
    /// # Errors
    /// A level too close to 1 for so many draws; a test set without samples.
    pub fn new(
        observed: &[Observation],
        metric: &Metric,
        mass: &PatternMass,
        level: &Level,
        seed: u64,
    ) -> Result<Self, ContestError> {
        end_places(level, FEWER)?;
        let matrix = |of: &Observation| {
            let found = ConfusionMatrix::from_counts(of.tn, of.fp, of.fn_, of.tp);
            found.map_err(|_| LatticeError::Empty)
        };
        let matrices = observed.iter().map(matrix).collect::<Result<Vec<_>, _>>()?;
        let values: Vec<Value> = matrices.iter().map(|matrix| metric.value(matrix)).collect();
        let own = |of: &Observation| TrueValues::new(*of, mass, seed).interval(metric, level);
        let intervals: Vec<_> = observed.iter().map(own).collect();
        let ends = ends(metric, &matrices);
        let outer = ends.as_ref().map(|ends| ends.each_ref().map(|sets| &values[sets[0]]));
        let gap = match outer {
            None => Value::Undefined("there are no two values"),
            Some([least, greatest]) => {
                observed_difference(&[greatest.clone(), least.clone()], Orientation::Higher)
            }
        };
        let ratio = outer.and_then(|[least, greatest]| {
            let [least, greatest] = [least.as_rational()?, greatest.as_rational()?];
            if least.is_negative() { None } else { least.checked_div(greatest) }
        });
        let is_known = observed.len() > 1 && intervals.iter().all(Result::is_ok);
        let drawn = is_known.then(|| drawn(observed, metric, mass, level, seed)).transpose()?;
        let truly = drawn.map(|(gap, of)| (gap, of.filter(|_| ratio.is_some())));
        Ok(Self { values, intervals, ends, gap, ratio, truly })
    }
}

/// The test sets with the least and with the greatest value.
fn ends(metric: &Metric, matrices: &[ConfusionMatrix]) -> Option<[Vec<usize>; 2]> {
    let ranks = metric_ranks(metric, matrices).ok()?;
    let defined: Vec<u32> = ranks.iter().copied().flatten().collect();
    if defined.len() < 2 {
        return None;
    }
    let with = |rank: Option<&u32>| -> Vec<usize> {
        (0..ranks.len()).filter(|&k| ranks[k].as_ref() == rank).collect()
    };
    Some([with(defined.iter().min()), with(defined.iter().max())])
}

/// The drawn gap and ratio.
fn drawn(
    observed: &[Observation],
    metric: &Metric,
    mass: &PatternMass,
    level: &Level,
    seed: u64,
) -> Result<(TrueInterval, Option<TrueInterval>), ContestError> {
    let half = mass.quarter() * Rational::from(2);
    let shape = |count: u64| Gamma::new((Rational::from(count) + &half).to_f64());
    let asked: Vec<(Metric, Lattice)> = observed
        .iter()
        .map(|of| on_one_class(metric, Lattice::new(of.tp + of.fn_, of.tn + of.fp)?))
        .collect::<Result<_, _>>()?;
    let sets: Vec<_> = observed
        .iter()
        .zip(&asked)
        .map(|(of, (metric, test))| {
            let shapes = [[of.tp, of.fn_], [of.tn, of.fp]].map(|counts| counts.map(shape));
            (shapes, Valued::new(metric, *test))
        })
        .collect();
    let draw = |ends: &mut Vec<[f64; 2]>, generator: &mut Generator| {
        let mut own = [f64::INFINITY, f64::NEG_INFINITY];
        for (shapes, valued) in &sets {
            let [tpr, tnr] = shapes.each_ref().map(|[right, wrong]| {
                let [right, wrong] = [right.draw(generator), wrong.draw(generator)];
                right / (right + wrong)
            });
            let value = valued.at(tpr, tnr);
            own = [own[0].min(value), own[1].max(value)];
        }
        ends.push(own);
    };
    let merge = |mut all: Vec<[f64; 2]>, mut part| {
        all.append(&mut part);
        all
    };
    let draws = Draws { count: FEWER, seed };
    let ends = simulate(draws, &go_on, Vec::new, draw, merge).expect("nothing stops it");
    let places = end_places(level, FEWER)?;
    let interval = |value: fn(&[f64; 2]) -> f64| {
        let mut values: Vec<f64> = ends.iter().map(value).collect();
        interval_of(&mut values, places, level, seed)
    };
    let has_ratio = ends.iter().all(|[least, greatest]| *least >= 0.0 && *greatest > 0.0);
    let gap = interval(|[least, greatest]| greatest - least);
    Ok((gap, has_ratio.then(|| interval(|[least, greatest]| least / greatest))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Observation;

    fn of(tp: u64, fn_: u64) -> Observation {
        Observation { tn: 3, fp: 1, fn_, tp }
    }

    fn gap(observed: &[Observation], metric: &Metric) -> Gap {
        let level = Level::percent(90);
        Gap::new(observed, metric, &PatternMass::default(), &level, 7).expect("a level")
    }

    /// TPR X ~ Beta(2, 1) and Y ~ Beta(1, 2). The ratio is at most r with the probability (4 r -
    /// r^2)/3, and the gap above t with two integrals of polynomials.
    #[test]
    fn ends_are_quantiles() {
        let found = gap(&[of(1, 0), of(0, 1)], &Metric::Tpr);
        assert_eq!((found.gap, found.ratio), (Value::Exact(Rational::ONE), Some(Rational::ZERO)));
        let (gap, ratio) = found.truly.expect("both classes");
        let ratio = ratio.expect("rates");
        let holds = |[low, high]: &[Rational; 2], share: f64, below: &dyn Fn(f64) -> f64| {
            let [low, high] = [low, high].map(|end| below(end.to_f64()));
            assert!(low <= share && share <= high && high - low < 0.02, "{low} {share} {high}");
        };
        let below = |r: f64| (4.0 * r - r * r) / 3.0;
        holds(&ratio.lower, 0.05, &below);
        holds(&ratio.upper, 0.95, &below);
        let below = |t: f64| {
            let steps = 4000_u32;
            let width = (1.0 - t) / f64::from(steps);
            let at = |k: u32| {
                let z = (f64::from(k) + 0.5) * width;
                let (x, rest) = (z + t, 1.0 - z - t);
                2.0 * (1.0 - z) * (1.0 - x * x) + 2.0 * z * rest * rest
            };
            1.0 - (0..steps).map(at).sum::<f64>() * width
        };
        holds(&gap.lower, 0.05, &below);
        holds(&gap.upper, 0.95, &below);
    }

    #[test]
    fn ends_and_ratios_are_those_of_the_values() {
        let sets = [of(2, 2), of(3, 1), of(1, 1), of(6, 2)];
        let found = gap(&sets, &Metric::Tpr);
        assert_eq!(found.ends, Some([vec![0, 2], vec![1, 3]]));
        assert_eq!(
            (found.gap, found.ratio),
            (Value::Exact(Rational::new(1, 4)), Some(Rational::new(2, 3)))
        );
        // Roots have differences, enclosed, and no ratio.
        let found = gap(&[sets[0], sets[3]], &Metric::Mcc);
        assert!(matches!(found.gap, Value::Enclosed(_)) && found.ratio.is_none());
        assert!(found.truly.expect("both classes").1.is_none());
        // A single set has no gap; a class without samples has no true value.
        let found = gap(&sets[..1], &Metric::Tpr);
        assert!(found.ends.is_none() && found.truly.is_none() && found.gap.undefined().is_some());
        let found = gap(&[of(2, 2), of(0, 0), of(1, 3)], &Metric::Tpr);
        assert_eq!(found.ends, Some([vec![2], vec![0]]));
        assert!(found.truly.is_none() && found.intervals[1].is_err());
    }
}
