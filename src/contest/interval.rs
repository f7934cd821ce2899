//! Intervals of the true value of a metric, for one classifier.
//!
//! A credible interval is equal-tailed: the true value is below it and above it with half of what
//! the level leaves each. The true rates are as in the paired model, TPR ~ Beta(w/2 + tp, w/2 + fn)
//! and TNR ~ Beta(w/2 + tn, w/2 + fp), and the classes have the shares of the test. For a ranking
//! score with satisfied and unsatisfied importance s and u
//!
//! ```text
//! R <= r  <=>  (1 - r) s - r u <= 0  <=>  c TPR + d TNR <= k,
//! c = P (a (1 - r) + b r),   d = N ((1 - a)(1 - r) + (1 - b) r),   k = r (b P + (1 - b) N),
//! ```
//!
//! with the probability that [`beta`](super::beta) encloses; each end is enclosed by trying values
//! of r. A metric that orders like a ranking score is a function of it at fixed class sizes, which
//! is taken at the end. Other metrics are drawn; an end is then between two order statistics, for
//! the number of draws below it is binomial.
//!
//! An interval of Clopper and Pearson (Biometrika 26, 1934) is for counts of k among n: both ends
//! are quantiles of Beta distributions, and it holds a true share at least with its level, whatever
//! that share is.

use std::cell::OnceCell;

use super::beta::{Beta, beta_at_most, enclose_quantile, sum_at_most};
use super::blocks::DRAWS;
use super::draws::Surrogates;
use super::error::ContestError;
use super::generator::{Gamma, Generator};
use super::limits::order_statistics;
use super::model::PatternMass;
use super::one_class::on_one_class;
use super::results::Drawn;
use crate::geometry::Point;
use crate::lattice::{Lattice, LatticeError, Observation};
use crate::num::{Enclosure, Level, Rational};
use crate::parallel::try_map;
use crate::performance::{Classifier, ConfusionMatrix};
use crate::score::{Metric, NamedScore};
use crate::work::{Advance, Watch, ended};

/// An end is found to within this.
const CLOSE: f64 = 1e-9;
/// The effect of roundings of shapes and coefficients on an end.
const ROUNDINGS: f64 = 1e-12;

/// An interval of a true value, with what its ends are known within.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueInterval {
    /// The probability of the interval, or how often such intervals hold the true value at least.
    pub level: Level,
    /// Two numbers between which the lower end is.
    pub lower: [Rational; 2],
    /// Two numbers between which the upper end is.
    pub upper: [Rational; 2],
    /// The draws, if it was drawn: both ends are between their limits but for one seed in 10^9
    /// each.
    pub drawn: Option<Drawn>,
}

impl TrueInterval {
    /// Decimals: the lower end rounded down and the upper end rounded up, with a digit more than is
    /// known.
    pub fn to_decimals(&self) -> [String; 2] {
        let [lower, _] = known_decimals(&self.lower);
        let [_, upper] = known_decimals(&self.upper);
        [lower, upper]
    }

    /// The interval of the negative.
    pub(super) fn negated(self) -> Self {
        let negated = |[low, high]: [Rational; 2]| [-high, -low];
        Self { lower: negated(self.upper), upper: negated(self.lower), ..self }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for TrueInterval {
    /// `{"level": "19/20", "lower": "0.8235", "upper": "0.9211"}`, with draws and seed where it was
    /// drawn.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let [lower, upper] = self.to_decimals();
        let fields = if self.drawn.is_some() { 5 } else { 3 };
        let mut object = serializer.serialize_struct("TrueInterval", fields)?;
        object.serialize_field("level", &self.level)?;
        object.serialize_field("lower", &lower)?;
        object.serialize_field("upper", &upper)?;
        if let Some(Drawn { draws, seed }) = &self.drawn {
            object.serialize_field("draws", draws)?;
            object.serialize_field("seed", seed)?;
        }
        object.end()
    }
}

/// Decimals around an end, of which ten units of the last digit are at least what the end is known
/// within.
fn known_decimals([low, high]: &[Rational; 2]) -> [String; 2] {
    const MOST: u32 = 12;
    const BITS: u32 = 80;
    if low == high && low.is_integer() {
        return [low.to_string(), high.to_string()];
    }
    let width = high - low;
    let is_known = |digits: &u32| width <= Rational::new(10, 10_i64.pow(*digits));
    let digits = (0..=MOST).rev().find(is_known).unwrap_or(0);
    Enclosure::between(low, high, BITS).to_decimals(digits).decimals()
}

/// The shares below the lower end and below the upper end.
pub(super) fn tails(level: &Level) -> [f64; 2] {
    level.tails().map(|part| part.to_f64())
}

/// The true values of one classifier, given its test.
///
/// ```
/// use exactile::contest::{PatternMass, TrueValues};
/// use exactile::lattice::Observation;
/// use exactile::num::Level;
/// use exactile::Metric;
/// // TPR ~ Beta(1 + 1, 1 + 0), with the quantiles sqrt(1/40) and sqrt(39/40).
/// let seen = Observation { tn: 5, fp: 1, fn_: 0, tp: 1 };
/// let values = TrueValues::new(seen, &PatternMass::default(), 1);
/// let found = values.interval(&Metric::Tpr, &Level::default())?;
/// assert_eq!(found.to_decimals(), ["0.1581138825", "0.9874208834"]);
/// # Ok::<(), exactile::contest::ContestError>(())
/// ```
#[derive(Debug)]
pub struct TrueValues {
    observed: Observation,
    half: Rational,
    seed: u64,
    /// Rates of each draw, made once for all metrics that need them.
    rates: OnceCell<Vec<[f64; 2]>>,
}

impl TrueValues {
    /// The rates' distributions under the prior Beta(w/2, w/2) of each, w being the mass. Draws,
    /// where there are any, begin with the seed.
    pub fn new(observed: Observation, mass: &PatternMass, seed: u64) -> Self {
        let half = mass.quarter() * Rational::from(2);
        Self { observed, half, seed, rates: OnceCell::new() }
    }

    /// The equal-tailed credible interval of a metric's true value, the classes having the shares
    /// of the test. Certified for every metric that orders like a ranking score, if the prior's
    /// mass is at least 2; else drawn. Some hundred values of a distribution function, or 200,000
    /// draws.
    ///
    /// # Errors
    /// A metric of a class without samples.
    pub fn interval(&self, metric: &Metric, level: &Level) -> Result<TrueInterval, ContestError> {
        let Observation { tn, fp, fn_, tp } = self.observed;
        let (metric, test) = on_one_class(metric, Lattice::new(tp + fn_, tn + fp)?)?;
        test.check_both_classes()?;
        let prior = Rational::new(test.positives(), test.positives() + test.negatives());
        let place = NamedScore::new(metric.clone()).ok().map(|score| score.place(&prior));
        let canonical =
            place.as_ref().and_then(|place| Some((place, self.ranked(place, test, level)?)));
        if let Some((place, ends)) = canonical {
            let value = |r: f64| at_ranked(&metric, place, r, test);
            if let Some(found) = ordered(ends.map(|end| end.map(value))) {
                let [lower, upper] = found;
                return Ok(TrueInterval { level: level.clone(), lower, upper, drawn: None });
            }
        }
        self.drawn(&metric, test, level)
    }

    /// The Beta distributions of TPR and TNR.
    fn shapes(&self) -> [[f64; 2]; 2] {
        let Observation { tn, fp, fn_, tp } = self.observed;
        [[tp, fn_], [tn, fp]]
            .map(|counts| counts.map(|count| (Rational::from(count) + &self.half).to_f64()))
    }

    /// Both ends of the canonical ranking score at a place, each between two doubles; `None` for a
    /// prior whose density is not bounded.
    fn ranked(&self, place: &Point, test: Lattice, level: &Level) -> Option<[[f64; 2]; 2]> {
        let [t, s] = self.shapes().map(|[right, wrong]| Beta::new(right, wrong));
        let (t, s) = (t?, s?);
        let (a, b) = (place.a.to_f64(), place.b.to_f64());
        let double = |count: u64| Rational::from(count).to_f64();
        let (p, n) = (double(test.positives()), double(test.negatives()));
        let coefficients = |r: f64| {
            let part = |a: f64, b: f64| a * (1.0 - r) + b * r;
            [p * part(a, b), n * part(1.0 - a, 1.0 - b), r * (b * p + (1.0 - b) * n)]
        };
        let at_most = |r: f64| match coefficients(r) {
            [c, 0.0, k] => t.at_most(k / c),
            [0.0, d, k] => s.at_most(k / d),
            [c, d, k] => sum_at_most((c, &t), (d, &s), k),
        };
        // All but a trillionth is between these rates.
        let score = |end: usize| {
            let (t, s) = (t.range()[end], s.range()[end]);
            let right = (1.0 - a) * n * s + a * p * t;
            let wrong = (1.0 - b) * n * (1.0 - s) + b * p * (1.0 - t);
            right / (right + wrong)
        };
        let ends = [(score(0) - 1e-9).max(0.0), (score(1) + 1e-9).min(1.0)];
        Some(tails(level).map(|share| {
            // A level so close to 1 that its ends are further out.
            let is_inside = (1e-9..=1.0 - 1e-9).contains(&share);
            let ends = if is_inside { ends } else { [0.0, 1.0] };
            let [low, high] = enclose_quantile(share, ends, CLOSE, at_most);
            [(low - ROUNDINGS).max(0.0), (high + ROUNDINGS).min(1.0)]
        }))
    }

    /// The rates of each draw.
    fn rates(&self) -> &[[f64; 2]] {
        self.rates.get_or_init(|| {
            let mut generator = Generator::new(self.seed);
            let shapes = self.shapes().map(|shapes| shapes.map(Gamma::new));
            let mut share = |[right, wrong]: [Gamma; 2]| {
                let (right, wrong) = (right.draw(&mut generator), wrong.draw(&mut generator));
                right / (right + wrong)
            };
            (0..DRAWS).map(|_| shapes.map(&mut share)).collect()
        })
    }

    /// The same by draws: the values at the rates of four draws are limits of both ends.
    fn drawn(
        &self,
        metric: &Metric,
        test: Lattice,
        level: &Level,
    ) -> Result<TrueInterval, ContestError> {
        let [lower, upper] = end_places(level, DRAWS)?;
        let surrogates = Surrogates::new(metric, test);
        let mut values: Vec<(f64, [f64; 2])> =
            self.rates().iter().map(|rates| (surrogates.at(rates[0], rates[1]), *rates)).collect();
        let mut value = |at: usize| {
            let (_, (_, [tpr, tnr]), _) =
                values.select_nth_unstable_by(at, |x, y| x.0.total_cmp(&y.0));
            let exactly = |rate: f64| Rational::try_from(rate).expect("finite");
            value_at(metric, &exactly(*tpr), &exactly(*tnr), test)
        };
        // Rates that are 0 or 1 but for rounding have no value: nothing is said of that side.
        let mut limits = |[low, high]: [usize; 2]| {
            let least = value(low).map_or_else(|| -far(), |[least, _]| least);
            [least, value(high).map_or_else(far, |[_, greatest]| greatest)]
        };
        let (lower, upper) = (limits(lower), limits(upper));
        let drawn = Some(Drawn { draws: DRAWS, seed: self.seed });
        Ok(TrueInterval { level: level.clone(), lower, upper, drawn })
    }
}

/// The places of the draws between which both ends of an interval are.
pub(super) fn end_places(level: &Level, draws: u32) -> Result<[[usize; 2]; 2], ContestError> {
    let of = |share: f64| {
        let beyond = || ContestError::LevelBeyondDraws { level: level.clone(), draws };
        order_statistics(share, draws).ok_or_else(beyond)
    };
    let [lower, upper] = tails(level);
    Ok([of(lower)?, of(upper)?])
}

/// A number beyond all values of metrics at rates that are doubles.
fn far() -> Rational {
    Rational::from(u64::MAX)
}

/// The metric's value at these true rates, as ends; `None` where it is none.
fn value_at(
    metric: &Metric,
    tpr: &Rational,
    tnr: &Rational,
    test: Lattice,
) -> Option<[Rational; 2]> {
    let (p, n) = (Rational::from(test.positives()), Rational::from(test.negatives()));
    let (tp, tn) = (&p * tpr, &n * tnr);
    let (fn_, fp) = (&p - &tp, &n - &tn);
    let matrix = ConfusionMatrix::new(tn, fp, fn_, tp).ok()?;
    metric.value(&matrix).ends()
}

/// The value of a metric that orders like the ranking score at a place, where that is r: at two
/// equal rates t, with r = tA/(tA + (1 - t)B).
fn at_ranked(metric: &Metric, place: &Point, r: f64, test: Lattice) -> Option<[Rational; 2]> {
    let r = Rational::try_from(r).ok()?;
    let (p, n) = (Rational::from(test.positives()), Rational::from(test.negatives()));
    let of = |share: &Rational| share * &p + share.complement() * &n;
    let (right, wrong) = (of(&place.a), of(&place.b));
    let above = &r * &wrong;
    let rate = above.checked_div(&(&above + &right * r.complement()))?;
    value_at(metric, &rate, &rate, test)
}

/// Both ends in the order of the values, each with its limits, from the values at the limits of
/// both ends of the ranking score: a metric may fall with it.
fn ordered(values: [[Option<[Rational; 2]>; 2]; 2]) -> Option<[[Rational; 2]; 2]> {
    let [[Some(a), Some(b)], [Some(c), Some(d)]] = values else { return None };
    if a[0] <= d[1] {
        let ([a, _], [_, b], [c, _], [_, d]) = (a, b, c, d);
        Some([[a, b], [c, d]])
    } else {
        let ([_, a], [b, _], [_, c], [d, _]) = (a, b, c, d);
        Some([[d, c], [b, a]])
    }
}

/// Intervals of the true values of classifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// Credible, equal-tailed, of every metric.
    Credible,
    /// The intervals of Clopper and Pearson, of rates.
    ClopperPearson,
    /// Credible, from the weights of so many clusters of samples
    /// ([`cluster_intervals`](super::cluster_intervals)).
    Clusters(usize),
}

/// Metrics and kind of intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntervalQuestion {
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// The kind.
    pub kind: IntervalKind,
    /// The level.
    pub level: Level,
    /// The mass of the prior of credible intervals.
    pub mass: PatternMass,
    /// The seed of the draws.
    pub seed: u64,
}

/// The interval of each metric of one classifier, or why there is none.
pub type Intervals = Vec<Result<TrueInterval, ContestError>>;

/// The intervals of each classifier, on all cores. `advance` is called for each classifier, and
/// may stop the work: then there is no result.
///
/// # Errors
/// Matrices that are no counts. Matrices do not tell clusters
/// apart: of these there is no interval.
pub fn intervals(
    classifiers: &[Classifier],
    question: &IntervalQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<Intervals>>, ContestError> {
    let IntervalQuestion { metrics, kind, level, mass, seed } = question;
    let watch = Watch::new(advance);
    let of = |classifier: &Classifier| {
        let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)
            .map_err(ContestError::from)?;
        let values = TrueValues::new(observed, mass, *seed);
        let interval = |metric: &Metric| match kind {
            IntervalKind::Credible => values.interval(metric, level),
            IntervalKind::ClopperPearson => clopper_pearson(&observed, metric, level)
                .unwrap_or_else(|| Err(ContestError::NotAShare(metric.clone()))),
            IntervalKind::Clusters(_) => Err(ContestError::Clustered),
        };
        let found = metrics.iter().map(interval).collect();
        watch.step().ok_or(None)?;
        Ok(found)
    };
    ended(try_map(classifiers, of))
}

/// The interval of Clopper and Pearson of a rate, from the counts of samples that the rate is a
/// share of; `None` for a metric that is not a share of samples. Of accuracy it takes all samples
/// as drawn alike, whatever their class.
///
/// ```
/// use exactile::contest::clopper_pearson;
/// use exactile::lattice::Observation;
/// use exactile::num::Level;
/// use exactile::Metric;
/// let seen = Observation { tn: 8, fp: 2, fn_: 0, tp: 10 };
/// // 10 of 10: from (1/40)^(1/10) on.
/// let found = clopper_pearson(&seen, &Metric::Tpr, &Level::default()).expect("a rate")?;
/// assert_eq!(found.to_decimals(), ["0.69150289215", "1"]);
/// # Ok::<(), exactile::contest::ContestError>(())
/// ```
///
/// # Errors
/// No sample at all.
pub fn clopper_pearson(
    observed: &Observation,
    metric: &Metric,
    level: &Level,
) -> Option<Result<TrueInterval, ContestError>> {
    let [hits, rest] = share_of(observed, metric)?;
    Some(share_interval(hits, rest, level))
}

/// Returns `true` if a metric is a share of samples, so that [`clopper_pearson`] has an interval.
///
/// ```
/// use exactile::Metric;
/// use exactile::contest::is_share;
/// assert!(is_share(&Metric::Tpr) && !is_share(&Metric::Mcc));
/// ```
pub fn is_share(metric: &Metric) -> bool {
    share_of(&Observation { tn: 1, fp: 1, fn_: 1, tp: 1 }, metric).is_some()
}

/// The samples that a metric counts, and the others of those that it is a share of.
fn share_of(observed: &Observation, metric: &Metric) -> Option<[u64; 2]> {
    let Observation { tn, fp, fn_, tp } = *observed;
    Some(match metric {
        Metric::Tpr => [tp, fn_],
        Metric::Fnr => [fn_, tp],
        Metric::Tnr => [tn, fp],
        Metric::Fpr => [fp, tn],
        Metric::Ppv => [tp, fp],
        Metric::Fdr => [fp, tp],
        Metric::Npv => [tn, fn_],
        Metric::For => [fn_, tn],
        Metric::Accuracy => [tp + tn, fp + fn_],
        Metric::ErrorRate => [fp + fn_, tp + tn],
        _ => return None,
    })
}

/// Returns the interval of a rate with `hits` hits and `rest` misses.
fn share_interval(hits: u64, rest: u64, level: &Level) -> Result<TrueInterval, ContestError> {
    if hits + rest == 0 {
        return Err(LatticeError::Empty.into());
    }
    let double = |count: u64| Rational::from(count).to_f64();
    let (k, m) = (double(hits), double(rest));
    let [below, above] = tails(level);
    let quantile = |share: f64, u: f64, v: f64| {
        let [low, high] =
            enclose_quantile(share, [0.0, 1.0], CLOSE / 10.0, |x| beta_at_most(u, v, x));
        let exactly = |end: f64| Rational::try_from(end.clamp(0.0, 1.0)).expect("finite");
        [exactly(low - ROUNDINGS), exactly(high + ROUNDINGS)]
    };
    let lower = match hits {
        0 => [Rational::ZERO, Rational::ZERO],
        _ => quantile(below, k, m + 1.0),
    };
    let upper = match rest {
        0 => [Rational::ONE, Rational::ONE],
        _ => quantile(above, k + 1.0, m),
    };
    Ok(TrueInterval { level: level.clone(), lower, upper, drawn: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Level {
        Level::default()
    }

    fn within(found: &TrueInterval) -> f64 {
        let width = |[low, high]: &[Rational; 2]| (high - low).to_f64();
        width(&found.lower).max(width(&found.upper))
    }

    #[test]
    fn rates_have_the_quantiles_of_beta() {
        for seen in [
            Observation { tn: 350, fp: 7, fn_: 18, tp: 194 },
            Observation { tn: 3, fp: 0, fn_: 1, tp: 0 },
            Observation { tn: 1, fp: 20_000, fn_: 3, tp: 1 },
        ] {
            let values = TrueValues::new(seen, &PatternMass::default(), 1);
            let tpr = values.interval(&Metric::Tpr, &level()).expect("samples");
            let fnr = values.interval(&Metric::Fnr, &level()).expect("samples");
            assert!(tpr.drawn.is_none() && within(&tpr) < 1e-8, "{tpr:?}");
            // The complement has the complementary interval.
            assert_eq!(fnr.upper, tpr.lower.clone().map(|end| end.complement()).rev());
        }
    }

    trait Rev {
        fn rev(self) -> Self;
    }

    impl Rev for [Rational; 2] {
        fn rev(self) -> Self {
            let [a, b] = self;
            [b, a]
        }
    }

    /// Draws and enclosures agree, for all metrics that have both.
    #[test]
    fn draws_agree_with_enclosures() {
        let seen = Observation { tn: 37, fp: 12, fn_: 3, tp: 20 };
        let values = TrueValues::new(seen, &PatternMass::default(), 7);
        let test = Lattice::new(23, 49).expect("samples");
        let mut certified = 0;
        for metric in Metric::all() {
            let Ok(found) = values.interval(&metric, &level()) else { continue };
            if found.drawn.is_some() {
                continue;
            }
            certified += 1;
            let drawn = values.drawn(&metric, test, &level()).expect("enough draws");
            for (end, limits) in [(&found.lower, &drawn.lower), (&found.upper, &drawn.upper)] {
                assert!(limits[0] <= end[1] && end[0] <= limits[1], "{metric}: {end:?} {limits:?}");
            }
            assert!(found.lower[0] < found.upper[1], "{metric}");
        }
        assert!(certified > 12, "{certified}");
    }

    #[test]
    fn no_interval_of_a_class_without_samples() {
        let seen = Observation { tn: 4, fp: 2, fn_: 0, tp: 0 };
        let values = TrueValues::new(seen, &PatternMass::default(), 1);
        assert!(values.interval(&Metric::Mcc, &level()).is_err());
        assert!(values.interval(&Metric::Tpr, &level()).is_err());
        let [accuracy, tnr] =
            [Metric::Accuracy, Metric::Tnr].map(|metric| values.interval(&metric, &level()));
        assert_eq!(accuracy.expect("of one class"), tnr.expect("a rate"));
    }

    /// Among fixed true shares the least coverage is at least the level.
    #[test]
    fn clopper_and_pearson_cover() {
        let n = 12_u32;
        let intervals: Vec<TrueInterval> = (0..=n)
            .map(|k| share_interval(k.into(), (n - k).into(), &level()).expect("samples"))
            .collect();
        for step in 1..200 {
            let x = Rational::new(step, 200);
            let mut covered = Rational::ZERO;
            let mut mass = (0..n).fold(Rational::ONE, |power, _| power * x.complement());
            for (k, interval) in (0..).zip(&intervals) {
                if interval.lower[1] <= x && x <= interval.upper[0] {
                    covered += &mass;
                }
                mass = mass * &x * Rational::from(n - k) / (x.complement() * Rational::from(k + 1));
            }
            assert!(covered >= *level(), "{x}: {}", covered.to_f64());
        }
    }
}
