//! The true difference of two classifiers by a metric: its interval, and whether it is below a
//! margin.
//!
//! The difference D is the first's value less the second's, or the other way round for a metric of
//! which less is better: positive where the first is better. The rates are those of the paired
//! model, or of two independent classifiers, as in [`truly_better`](super::truly_better).
//!
//! For a rate of one class D is a difference of two patterns' probabilities, and with independent
//! gamma variables for the samples that only the first has right, that only the second has right,
//! and all others
//!
//! ```text
//! D > v  <=>  (1 - v) G_first - (1 + v) G_second - v G_rest > 0,
//! ```
//!
//! a linear form, enclosed in [`gammas`](super::gammas); for two independent classifiers D is a sum
//! of two Beta variables but for a constant. Other metrics are drawn.

use super::beta::{Beta, enclose_quantile, sum_at_most};
use super::blocks::DRAWS;
use super::deviates::{BLOCK, Deviates, SharedBlock};
use super::draws::{RateDraws, Valued};
use super::error::ContestError;
use super::gammas::{Between, positive};
use super::interval::{TrueInterval, end_places, tails};
use super::limits::clopper_pearson;
use super::model::{ClassEvidence, Evidence, PatternMass};
use super::results::{Drawn, TrulyBetter};
use super::truth::truly_better_by;
use crate::lattice::Lattice;
use crate::num::{Level, Rational};
use crate::parallel::map_indices;
use crate::performance::Class;
use crate::score::{Metric, Orientation};

/// Draws that an interval of a difference is taken from: the first of those for a margin.
pub(super) const FEWER: u32 = 50_000;
/// An end is found to within this.
const CLOSE: f64 = 1e-9;
/// The enclosure of a probability of a linear form.
const AIM: f64 = 1e-12;

/// The true difference of two classifiers.
#[derive(Clone, Debug, PartialEq)]
pub struct TrueDifference {
    /// Its equal-tailed credible interval; positive values have the first one better.
    pub interval: TrueInterval,
    /// Probabilities of the margin, if one was given.
    pub within: Option<Margin>,
}

/// Probabilities of a true difference and a margin d.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// The probability that the first is not worse than the second by d or more.
    pub not_worse: TrulyBetter,
    /// The probability that the two differ by less than d.
    pub equivalent: TrulyBetter,
}

impl TrueDifference {
    /// The same with the two classifiers exchanged; the margin has to be asked again.
    fn exchanged(self) -> Self {
        Self { interval: self.interval.negated(), ..self }
    }
}

/// Refuses a margin below 0.
pub(super) fn check_margin(margin: Option<&Rational>) -> Result<(), ContestError> {
    match margin {
        Some(margin) if margin.is_negative() => Err(ContestError::MarginNegative(margin.clone())),
        _ => Ok(()),
    }
}

/// The interval of the true difference of two classifiers by a metric, and probabilities of a
/// margin. Certified for rates of one class; other metrics are drawn, 50,000 times for the interval
/// and 200,000 times for a margin. With the two exchanged the interval is the negative.
///
/// ```
/// use exactile::contest::{Evidence, PatternMass, true_difference};
/// use exactile::lattice::Lattice;
/// use exactile::performance::{JointCounts, PairCounts};
/// use exactile::{Metric, Rational};
/// let positive = JointCounts { both_right: 40, only_first: 9, only_second: 1, both_wrong: 5 };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// let asked = (&Metric::Tpr, Lattice::new(55, 1)?);
/// let margin = Rational::new(1, 50);
/// let found =
///     true_difference(&evidence, &PatternMass::default(), asked, &"19/20".parse()?, Some(&margin),
///         1)?;
/// let [lower, upper] = found.interval.to_decimals();
/// assert!(lower.starts_with("0.03943") && upper.starts_with("0.25427"), "{lower} {upper}");
/// assert!(found.within.expect("asked").not_worse.lower > "0.998".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A level that draws do not have; a negative margin; a further test without samples of a class.
pub fn true_difference(
    evidence: &Evidence,
    mass: &PatternMass,
    asked: (&Metric, Lattice),
    level: &Level,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<TrueDifference, ContestError> {
    true_difference_by(evidence, mass, asked, level, margin, &Deviates::new(seed), None)
}

/// The same with random numbers that pairs share, and the interval from [`drawn_intervals`] if it
/// is known.
pub(super) fn true_difference_by(
    evidence: &Evidence,
    mass: &PatternMass,
    asked: (&Metric, Lattice),
    level: &Level,
    margin: Option<&Rational>,
    deviates: &Deviates,
    known: Option<TrueInterval>,
) -> Result<TrueDifference, ContestError> {
    check_margin(margin)?;
    let (metric, test) = asked;
    test.check_both_classes()?;
    let question = Question { mass, metric, test, level, deviates };
    let (ordered, is_exchanged) = evidence.ordered();
    let rate = class_of(metric).and_then(|class| Rate::new(ordered.of(class), mass));
    let (mut found, probabilities) = match (rate, known) {
        (Some(rate), _) => {
            (rate.interval(level), margin.map(|margin| rate.margin(margin, is_exchanged)))
        }
        (None, Some(known)) if margin.is_none() => (known, None),
        (None, _) => question.drawn(&ordered, margin, is_exchanged)?,
    };
    if evidence.is_even() {
        found = even(found);
    }
    let within = match (margin, probabilities) {
        (Some(margin), Some([not_worse, equivalent])) => {
            // No margin at all is the question of truly better.
            let not_worse = match margin.is_zero() {
                true => truly_better_by(evidence, mass, metric, test, deviates)?,
                false => not_worse,
            };
            Some(Margin { not_worse, equivalent })
        }
        _ => None,
    };
    let found = TrueDifference { interval: found, within };
    Ok(if is_exchanged { found.exchanged() } else { found })
}

/// The class whose rate a metric is.
fn class_of(metric: &Metric) -> Option<Class> {
    match metric {
        Metric::Tpr | Metric::Fnr => Some(Class::Positive),
        Metric::Tnr | Metric::Fpr => Some(Class::Negative),
        _ => None,
    }
}

/// The interval of two of which the same was observed: symmetric, with the closer of both limits.
fn even(found: TrueInterval) -> TrueInterval {
    let other = found.clone().negated();
    let closer = |[a, b]: [Rational; 2], [c, d]: [Rational; 2]| {
        let (low, high) = (a.clone().max(c.clone()), b.clone().min(d.clone()));
        if low <= high { [low, high] } else { [a.min(c), b.max(d)] }
    };
    let lower = closer(found.lower, other.lower);
    let upper = closer(found.upper, other.upper);
    TrueInterval { lower, upper, ..found }
}

/// The difference of two rates of one class.
enum Rate {
    /// Shapes of only the first right, only the second, and all others.
    Paired([f64; 3]),
    /// The first one's rate, and the rate at which the second is wrong.
    Independent(Box<[Beta; 2]>),
}

impl Rate {
    /// `None` for a prior whose density is not bounded.
    fn new(evidence: ClassEvidence, mass: &PatternMass) -> Option<Self> {
        let quarter = mass.quarter();
        let shape = |count: u64, patterns: u64| {
            (Rational::from(count) + &quarter * Rational::from(patterns)).to_f64()
        };
        Some(match evidence {
            ClassEvidence::Paired(counts) => Self::Paired([
                shape(counts.only_first, 1),
                shape(counts.only_second, 1),
                shape(counts.both_right + counts.both_wrong, 2),
            ]),
            ClassEvidence::Independent([right, wrong], [other_right, other_wrong]) => {
                let beta = |u: u64, v: u64| Beta::new(shape(u, 2), shape(v, 2));
                Self::Independent(Box::new([beta(right, wrong)?, beta(other_wrong, other_right)?]))
            }
        })
    }

    /// P(D <= v)
    fn at_most(&self, v: f64) -> Between {
        match self {
            Self::Paired([first, second, rest]) => {
                let terms = [(v - 1.0, *first), (1.0 + v, *second), (v, *rest), (0.0, 0.0)];
                positive(terms, AIM)
            }
            Self::Independent(of) => sum_at_most((1.0, &of[0]), (1.0, &of[1]), 1.0 + v),
        }
    }

    fn interval(&self, level: &Level) -> TrueInterval {
        let [lower, upper] = tails(level).map(|share| {
            let ends = enclose_quantile(share, [-1.0, 1.0], CLOSE, |v| self.at_most(v));
            ends.map(|end| Rational::try_from(end).expect("finite"))
        });
        TrueInterval { level: level.clone(), lower, upper, drawn: None }
    }

    /// P(D > -d), or P(D < d) if the two are exchanged, and P(|D| < d).
    fn margin(&self, margin: &Rational, is_exchanged: bool) -> [TrulyBetter; 2] {
        let margin = margin.to_f64();
        let (above, below) = (self.at_most(-margin).complement(), self.at_most(margin));
        let equivalent = Between {
            lower: (above.lower + below.lower - 1.0).max(0.0),
            upper: (above.upper + below.upper - 1.0 + f64::EPSILON).clamp(0.0, 1.0),
        };
        let not_worse = if is_exchanged { below } else { above };
        [not_worse, equivalent].map(|found| TrulyBetter::between(found, None))
    }
}

/// A question about the true difference of two classifiers.
struct Question<'q> {
    mass: &'q PatternMass,
    metric: &'q Metric,
    test: Lattice,
    level: &'q Level,
    deviates: &'q Deviates,
}

impl Question<'_> {
    /// The interval, and the probabilities of a margin, from the same draws.
    fn drawn(
        &self,
        evidence: &Evidence,
        margin: Option<&Rational>,
        is_exchanged: bool,
    ) -> Result<(TrueInterval, Option<[TrulyBetter; 2]>), ContestError> {
        let places = end_places(self.level, FEWER)?;
        let rates = RateDraws::new(evidence, self.mass);
        let valued = Valued::new(self.metric, self.test);
        let sign = if self.metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
        let draws = if margin.is_some() { DRAWS } else { FEWER };
        let mut differences = Vec::with_capacity(draws as usize);
        for number in 0..draws as usize / BLOCK {
            let mut block = self.deviates.shared(number);
            rates.shared(&mut block, |rates| valued.differences(sign, rates, &mut differences));
        }
        let seed = self.deviates.seed();
        let within = margin.map(|margin| {
            let margin = margin.to_f64();
            let (mut not_worse, mut equivalent) = (0, 0);
            for &difference in &differences {
                let is_not_worse =
                    if is_exchanged { difference < margin } else { difference > -margin };
                not_worse += u32::from(is_not_worse);
                equivalent += u32::from(difference.abs() < margin);
            }
            [not_worse, equivalent].map(|hits| {
                let drawn = Some(Drawn { draws: DRAWS, seed });
                TrulyBetter::between(clopper_pearson(hits, DRAWS), drawn)
            })
        });
        differences.truncate(FEWER as usize);
        Ok((interval_of(&mut differences, places, self.level, seed), within))
    }
}

/// Blocks of the draws that intervals are taken from.
const FEWER_BLOCKS: usize = FEWER as usize / BLOCK;

/// The drawn intervals of the true differences of many pairs: gamma variables of a shape are drawn
/// once for all of them, and of the differences only those are kept that may be ends. `None` where
/// that was not enough, or where an interval cannot be drawn.
pub(super) fn drawn_intervals(
    pairs: &[&Evidence],
    mass: &PatternMass,
    (metric, test): (&Metric, Lattice),
    level: &Level,
    deviates: &Deviates,
) -> Vec<Option<TrueInterval>> {
    let places = match end_places(level, FEWER) {
        Ok(places) if class_of(metric).is_none() => places,
        _ => return vec![None; pairs.len()],
    };
    let valued = Valued::new(metric, test);
    let sign = if metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
    let rates: Vec<RateDraws> =
        pairs.iter().map(|pair| RateDraws::new(&pair.ordered().0, mass)).collect();
    let each = |rates: &RateDraws, block: &mut SharedBlock<'_>, found: &mut Vec<f64>| {
        found.clear();
        rates.shared(block, |rates| valued.differences(sign, rates, found));
    };
    let mut block = deviates.shared(0);
    let mut found = Vec::with_capacity(BLOCK);
    // Twice as many of a block as the ends leave outside, so that they are almost certainly beyond.
    let [low, high] = [places[0][1], FEWER as usize - 1 - places[1][0]]
        .map(|place| 2 * place / FEWER_BLOCKS + 10);
    // So many would be kept that memory is better spent on one pair at a time.
    if low + high > BLOCK / 2 {
        return vec![None; pairs.len()];
    }
    let cuts = rates.iter().map(|rates| {
        each(rates, &mut block, &mut found);
        [low, BLOCK - 1 - high].map(|place| *found.select_nth_unstable_by(place, f64::total_cmp).1)
    });
    let cuts: Vec<[f64; 2]> = cuts.collect();
    // For each block and each pair, what is not between the cuts.
    let kept = map_indices(FEWER_BLOCKS, |number| {
        let (mut block, mut found) = (deviates.shared(number), Vec::with_capacity(BLOCK));
        let of = |(rates, &[low, high]): (&RateDraws, &[f64; 2])| {
            each(rates, &mut block, &mut found);
            found.retain(|value| low < high && !(low < *value && *value < high));
            found.clone()
        };
        rates.iter().zip(&cuts).map(of).collect::<Vec<_>>()
    });
    map_indices(pairs.len(), |pair| {
        let [low, high] = cuts[pair];
        let outside = || kept.iter().flat_map(|block| &block[pair]).copied();
        let mut below: Vec<f64> = outside().filter(|value| *value <= low).collect();
        let mut above: Vec<f64> = outside().filter(|value| *value >= high).collect();
        let before = FEWER as usize - above.len();
        if places[0][1] >= below.len() || places[1][0] < before {
            return None;
        }
        let mut found = Vec::new();
        at_places(&mut below, 0, &places[0], &mut found);
        at_places(&mut above, before, &places[1], &mut found);
        Some(interval_between(&found, places, level, deviates.seed()))
    })
}

/// Returns the interval between order statistics of the drawn differences.
pub(super) fn interval_of(
    differences: &mut [f64],
    places: [[usize; 2]; 2],
    level: &Level,
    seed: u64,
) -> TrueInterval {
    let mut sorted = places.concat();
    sorted.sort_unstable();
    let mut found = Vec::new();
    at_places(differences, 0, &sorted, &mut found);
    interval_between(&found, places, level, seed)
}

/// The same of the places and values of the ends.
fn interval_between(
    found: &[(usize, f64)],
    places: [[usize; 2]; 2],
    level: &Level,
    seed: u64,
) -> TrueInterval {
    let value = |place: usize| {
        let (_, value) = found.iter().find(|(known, _)| *known == place).expect("asked for");
        *value
    };
    let [lower, upper] = places.map(|[low, high]| {
        // Roundings of values that are off by some units of their last place.
        let ends = [value(low) - 1e-12, value(high) + 1e-12];
        ends.map(|end| Rational::try_from(end.clamp(-1e300, 1e300)).expect("finite"))
    });
    TrueInterval { level: level.clone(), lower, upper, drawn: Some(Drawn { draws: FEWER, seed }) }
}

/// Adds places and values of order statistics. The places increase; so many are `before` the first
/// value.
fn at_places(values: &mut [f64], before: usize, places: &[usize], found: &mut Vec<(usize, f64)>) {
    let Some(&middle) = places.get(places.len() / 2) else { return };
    let (below, value, above) = values.select_nth_unstable_by(middle - before, f64::total_cmp);
    found.push((middle, *value));
    let first = places.partition_point(|place| *place < middle);
    at_places(below, before, &places[..first], found);
    let next = places.partition_point(|place| *place <= middle);
    at_places(above, middle + 1, &places[next..], found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::truly_better;
    use crate::lattice::Observation;
    use crate::performance::{JointCounts, PairCounts};

    fn counts(k: u64, b: u64, c: u64, z: u64) -> JointCounts {
        JointCounts { both_right: k, only_first: b, only_second: c, both_wrong: z }
    }

    fn f1() -> Metric {
        Metric::FBeta(Rational::ONE)
    }

    fn found(evidence: &Evidence, metric: &Metric, margin: Option<&Rational>) -> TrueDifference {
        let asked = (metric, Lattice::new(60, 90).expect("samples"));
        let level = Level::default();
        true_difference(evidence, &PatternMass::default(), asked, &level, margin, 5).expect("asked")
    }

    fn pairs() -> [Evidence; 3] {
        [
            Evidence::Paired(PairCounts {
                positive: counts(40, 9, 4, 7),
                negative: counts(70, 5, 11, 4),
            }),
            Evidence::Paired(PairCounts {
                positive: counts(50, 0, 0, 10),
                negative: counts(80, 3, 3, 4),
            }),
            Evidence::Independent(
                Observation { tn: 75, fp: 15, fn_: 11, tp: 49 },
                Observation { tn: 81, fp: 9, fn_: 16, tp: 44 },
            ),
        ]
    }

    #[test]
    fn order_statistics_are_those_of_the_sorted_values() {
        let values: Vec<f64> = (0..500_u32).map(|k| f64::from(k * 7919 % 503 / 3)).collect();
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        for places in [[0, 1, 498, 499], [12, 13, 480, 490], [240, 260, 260, 280], [7, 7, 7, 7]] {
            let mut found = Vec::new();
            at_places(&mut values.clone(), 0, &places, &mut found);
            for place in places {
                assert!(found.contains(&(place, sorted[place])), "{place}: {found:?}");
            }
        }
    }

    /// Drawn together, pairs have the intervals that they have alone.
    #[test]
    fn intervals_drawn_together_are_those_of_each() {
        let (mass, test) = (PatternMass::default(), Lattice::new(60, 90).expect("samples"));
        let (pairs, deviates) = (pairs(), Deviates::new(5));
        let all: Vec<&Evidence> = pairs.iter().chain(&pairs).collect();
        for metric in [f1(), Metric::Mcc, Metric::Accuracy] {
            for level in
                ["0.95", "0.5", "0.999"].map(|text| text.parse::<Level>().expect("a level"))
            {
                let asked = (&metric, test);
                let together = drawn_intervals(&all, &mass, asked, &level, &deviates);
                for (pair, together) in all.iter().zip(together) {
                    let by = |known| {
                        true_difference_by(pair, &mass, asked, &level, None, &deviates, known)
                    };
                    // Half of all differences are not kept.
                    assert_eq!(together.is_some(), level != Level::percent(50), "{metric}");
                    assert_eq!(by(together), by(None), "{metric} {level}");
                }
            }
        }
        let rates = drawn_intervals(
            &all,
            &mass,
            (&Metric::Tpr, test),
            &"0.9".parse().expect("a level"),
            &deviates,
        );
        assert!(rates.iter().all(Option::is_none));
    }

    /// Certified intervals and margins hold what draws say.
    #[test]
    fn rates_agree_with_draws() {
        let margin = Rational::new(1, 20);
        for evidence in pairs() {
            for metric in [Metric::Tpr, Metric::Fpr] {
                let certified = found(&evidence, &metric, Some(&margin));
                assert!(certified.interval.drawn.is_none());
                let mass = PatternMass::default();
                let level = Level::default();
                let question = Question {
                    mass: &mass,
                    metric: &metric,
                    test: Lattice::new(60, 90).expect("samples"),
                    level: &level,
                    deviates: &Deviates::new(11),
                };
                let (interval, within) =
                    question.drawn(&evidence, Some(&margin), false).expect("draws");
                let meet = |a: &[Rational; 2], b: &[Rational; 2]| a[0] <= b[1] && b[0] <= a[1];
                assert!(meet(&certified.interval.lower, &interval.lower), "{metric} {evidence:?}");
                assert!(meet(&certified.interval.upper, &interval.upper), "{metric} {evidence:?}");
                let ends = |of: &TrulyBetter| [of.lower.clone(), of.upper.clone()];
                let Margin { not_worse, equivalent } = certified.within.expect("asked");
                let [drawn_not_worse, drawn_equivalent] = within.expect("asked");
                assert!(meet(&ends(&not_worse), &ends(&drawn_not_worse)), "{metric}");
                assert!(meet(&ends(&equivalent), &ends(&drawn_equivalent)), "{metric}");
            }
        }
    }

    #[test]
    fn exchanged_classifiers_have_the_negative_interval() {
        let margin = Rational::new(1, 50);
        for evidence in pairs() {
            for metric in [Metric::Tpr, Metric::Accuracy, Metric::Mcc, Metric::ErrorRate] {
                let one = found(&evidence, &metric, Some(&margin));
                let other = found(&evidence.exchanged(), &metric, Some(&margin));
                assert_eq!(one.interval, other.interval.clone().negated(), "{metric}");
                let (one, other) = (one.within.expect("asked"), other.within.expect("asked"));
                assert_eq!(one.equivalent, other.equivalent, "{metric}");
                // One of both at least is not worse.
                let sum = &one.not_worse.upper + &other.not_worse.upper;
                assert!(sum >= Rational::ONE, "{metric}: {sum}");
            }
        }
    }

    #[test]
    fn no_margin_is_truly_better() {
        for evidence in pairs() {
            for metric in [Metric::Tpr, f1(), Metric::Mcc] {
                let none = found(&evidence, &metric, Some(&Rational::ZERO)).within.expect("asked");
                let mass = PatternMass::default();
                let test = Lattice::new(60, 90).expect("samples");
                let truly = truly_better(&evidence, &mass, &metric, test, 5).expect("asked");
                assert_eq!(none.not_worse, truly, "{metric}");
                assert!(none.equivalent.lower.is_zero());
            }
        }
        let asked = (&f1(), Lattice::new(60, 90).expect("samples"));
        let level = Level::default();
        let negative = Rational::from(-1);
        let mass = PatternMass::default();
        assert!(true_difference(&pairs()[0], &mass, asked, &level, Some(&negative), 1).is_err());
    }

    /// Error rate is accuracy the other way round.
    #[test]
    fn less_is_better_is_turned() {
        let evidence = &pairs()[0];
        let [accuracy, error] =
            [Metric::Accuracy, Metric::ErrorRate].map(|metric| found(evidence, &metric, None));
        for (one, other) in [
            (&accuracy.interval.lower, &error.interval.lower),
            (&accuracy.interval.upper, &error.interval.upper),
        ] {
            assert!((&one[0] - &other[0]).abs() < Rational::new(1, 1_000_000_000));
        }
    }
}
