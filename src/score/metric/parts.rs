//! The formulas of the catalogue, written once for numbers and for polynomials.
//!
//! Over a confusion matrix of integers the formulas give a metric's exact surrogate; over the
//! polynomials TP = x, FN = P - x, TN = y, FP = N - y they give the polynomials whose ratio the
//! surrogate is on the lattice of test results, of degree at most 2 in (x, y), or 3 for the average
//! conditional probability.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::Metric;
use crate::num::{ExactInteger, Rational, common_denominator};
use crate::performance::{Event, Outcome};

/// What the formulas are computed with: sums and products.
pub(crate) trait Ring: Clone {
    /// An integer.
    fn constant(value: &BigInt) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`
    fn minus(&self, other: &Self) -> Self;
    /// `self * other`
    fn times(&self, other: &Self) -> Self;

    /// `factor * self`
    fn scaled(&self, factor: &BigInt) -> Self {
        self.times(&Self::constant(factor))
    }
}

impl Ring for BigInt {
    fn constant(value: &BigInt) -> Self {
        value.clone()
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// A confusion matrix over a ring, in multiples of 1/`unit` samples.
#[derive(Clone, Debug)]
pub(crate) struct Counts<R> {
    pub(crate) tn: R,
    pub(crate) fp: R,
    pub(crate) fn_: R,
    pub(crate) tp: R,
    /// One sample.
    pub(crate) unit: R,
}

impl<R: Ring> Counts<R> {
    /// The count of an event that is not empty.
    fn of(&self, event: Event) -> R {
        let counts = Outcome::ALL.into_iter().zip([&self.tn, &self.fp, &self.fn_, &self.tp]);
        counts
            .filter(|(outcome, _)| Event::of(*outcome).is_subset_of(event))
            .map(|(_, count)| count.clone())
            .reduce(|sum, count| sum.plus(&count))
            .expect("an event with an outcome")
    }

    /// The ranking score with these importances of tn, fp, fn, tp.
    fn ranking(&self, importances: &[Rational; 4]) -> Parts<R> {
        let common = common_denominator(importances.iter());
        let counts = [&self.tn, &self.fp, &self.fn_, &self.tp];
        let part = |outcome: usize| {
            let importance = &importances[outcome];
            counts[outcome].scaled(&(importance.numerator() * (&common / importance.denominator())))
        };
        let satisfied = part(0).plus(&part(3));
        let denominator = satisfied.plus(&part(1)).plus(&part(2));
        Parts { numerator: satisfied, denominator, signed_square: false }
    }
}

/// A surrogate as a ratio: `numerator / denominator`, or with `signed_square`
/// `sign(numerator) numerator^2 / denominator`. The denominator is never negative. 0/0 is where
/// the metric is undefined; any other zero denominator stands for plus infinity.
#[derive(Clone, Debug)]
pub(crate) struct Parts<R> {
    pub(crate) numerator: R,
    pub(crate) denominator: R,
    pub(crate) signed_square: bool,
}

/// How a metric's value follows from its surrogate s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// s
    Plain,
    /// sign(s) sqrt(abs(s))
    Root,
    /// sqrt(s)/(sqrt(s) + sqrt(1 - s)), the prevalence threshold
    Threshold,
    /// ln(s)
    Log,
    /// ln(s) over the logarithm of a scale that depends on p and n
    ScaledLog,
    /// z(TPR) + z(TNR): no rational surrogate
    Quantiles,
}

impl Metric {
    /// How its value follows from its surrogate.
    pub fn form(&self) -> ValueForm {
        match self {
            Self::Mcc
            | Self::MccBalanced
            | Self::GeometricMean
            | Self::FowlkesMallows
            | Self::FowlkesMallowsBalanced => ValueForm::Root,
            Self::PrevalenceThreshold => ValueForm::Threshold,
            Self::LogPlr | Self::LogNlr | Self::LogDor => ValueForm::Log,
            Self::ScaledLogPlr | Self::ScaledLogNlr | Self::ScaledLogDor => ValueForm::ScaledLog,
            Self::DPrime => ValueForm::Quantiles,
            _ => ValueForm::Plain,
        }
    }

    /// The ratio that its surrogate is.
    ///
    /// # Panics
    /// For d', which has none. Over polynomials of degree at most 2, for metrics whose
    /// [`Metric::is_quadratic`] is false.
    pub(crate) fn parts<R: Ring>(&self, counts: &Counts<R>) -> Parts<R> {
        let ratio =
            |numerator: R, denominator: R| Parts { numerator, denominator, signed_square: false };
        if let Some((event, given)) = self.events() {
            return ratio(counts.of(event), counts.of(given));
        }
        if let Some(importances) = self.own_importances() {
            return counts.ranking(&importances);
        }
        let Counts { tn, fp, fn_, tp, unit } = counts;
        let two = BigInt::from(2);
        let (p, n) = (tp.plus(fn_), tn.plus(fp));
        let (predicted_positive, predicted_negative) = (tp.plus(fp), fn_.plus(tn));
        let total = p.plus(&n);
        // The rates over the common denominator m = pn: TPR = x/m, TNR = y/m.
        let (x, y, m) = (tp.times(&n), tn.times(&p), p.times(&n));
        let informedness = x.plus(&y).minus(&m);
        let determinant = tp.times(tn).minus(&fp.times(fn_));
        let signed_square =
            |numerator: R, denominator: R| Parts { numerator, denominator, signed_square: true };
        match self {
            Self::Total => ratio(total, unit.clone()),
            Self::Positives => ratio(p, unit.clone()),
            Self::Negatives => ratio(n, unit.clone()),
            Self::PredictedPositives => ratio(predicted_positive, unit.clone()),
            Self::PredictedNegatives => ratio(predicted_negative, unit.clone()),
            Self::BalancedAccuracy => ratio(x.plus(&y), m.scaled(&two)),
            Self::Informedness => ratio(informedness, m),
            Self::Markedness => ratio(determinant, predicted_positive.times(&predicted_negative)),
            Self::Mcc => {
                signed_square(determinant, m.times(&predicted_positive.times(&predicted_negative)))
            }
            Self::Kappa => ratio(
                determinant.scaled(&two),
                predicted_positive.times(&n).plus(&p.times(&predicted_negative)),
            ),
            Self::GeometricMean => ratio(tp.times(tn), m),
            Self::FowlkesMallows => signed_square(tp.clone(), predicted_positive.times(&p)),
            Self::Plr | Self::LogPlr | Self::ScaledLogPlr => ratio(x, fp.times(&p)),
            Self::Nlr | Self::LogNlr | Self::ScaledLogNlr => ratio(fn_.times(&n), y),
            Self::Dor | Self::LogDor | Self::ScaledLogDor => ratio(tp.times(tn), fp.times(fn_)),
            Self::PrevalenceThreshold => {
                let false_alarms = fp.times(&p);
                let denominator = x.plus(&false_alarms);
                ratio(false_alarms, denominator)
            }
            Self::DPrime => unreachable!("d' has no rational surrogate; callers treat it apart"),
            Self::PpvBalanced => {
                let denominator = m.plus(&x).minus(&y);
                ratio(x, denominator)
            }
            Self::NpvBalanced => {
                let denominator = m.plus(&y).minus(&x);
                ratio(y, denominator)
            }
            Self::F1Balanced => ratio(x.scaled(&two), m.scaled(&two).plus(&x).minus(&y)),
            Self::ThreatScoreBalanced => {
                let denominator = m.scaled(&two).minus(&y);
                ratio(x, denominator)
            }
            Self::MccBalanced => {
                signed_square(informedness, m.plus(&x).minus(&y).times(&m.plus(&y).minus(&x)))
            }
            Self::MarkednessBalanced => {
                ratio(informedness.times(&m), m.plus(&x).minus(&y).times(&m.plus(&y).minus(&x)))
            }
            Self::FowlkesMallowsBalanced => {
                let denominator = m.times(&m.plus(&x).minus(&y));
                signed_square(x, denominator)
            }
            Self::BennettS => ratio(tp.plus(tn).minus(fp).minus(fn_), total),
            Self::Determinant => ratio(determinant, total.times(&total)),
            Self::BiasIndex => ratio(fp.minus(fn_), total),
            Self::Chance => ratio(
                p.times(&predicted_positive).plus(&n.times(&predicted_negative)),
                total.times(&total),
            ),
            Self::ScottPi => {
                let errors = fp.plus(fn_);
                let half = |right: &R| right.scaled(&two).plus(&errors);
                ratio(
                    tp.times(tn).scaled(&BigInt::from(4)).minus(&errors.times(&errors)),
                    half(tp).times(&half(tn)),
                )
            }
            Self::AverageConditionalProbability => {
                let predicted = predicted_positive.times(&predicted_negative);
                let (by_class, by_prediction) = (
                    x.plus(&y),
                    tp.times(&predicted_negative).plus(&tn.times(&predicted_positive)),
                );
                ratio(
                    by_class.times(&predicted).plus(&by_prediction.times(&m)),
                    m.times(&predicted).scaled(&BigInt::from(4)),
                )
            }
            Self::P4 => {
                let right = tp.times(tn).scaled(&BigInt::from(4));
                let denominator = right.plus(&tp.plus(tn).times(&fp.plus(fn_)));
                ratio(right, denominator)
            }
            Self::WeightedAccuracy(share) => {
                let (u, v) = (share.numerator(), share.denominator());
                ratio(y.scaled(&(&v - &u)).plus(&x.scaled(&u)), m.scaled(&v))
            }
            Self::Benefits(weights) => {
                let common = common_denominator(weights.iter());
                let terms =
                    [tp, fp, fn_, tn].into_iter().zip(weights.iter()).map(|(count, weight)| {
                        count.scaled(&(weight.numerator() * (&common / weight.denominator())))
                    });
                let sum = terms.reduce(|sum, term| sum.plus(&term)).expect("four terms");
                ratio(sum, unit.scaled(&common))
            }
            _ => unreachable!("probabilities and ranking scores are treated above"),
        }
    }

    /// Returns `true` if its ratio, with p and n fixed, is one of polynomials of degree at most 2
    /// in (TP, TN).
    pub(crate) fn is_quadratic(&self) -> bool {
        *self != Self::AverageConditionalProbability
    }

    /// The number whose logarithm a scaled logarithm is divided by: n(p - 1)/p, pn/(n - 1) or
    /// (p - 1)(n - 1). `None` unless it is above one: only then is the scaled metric an increasing
    /// function of its ratio.
    pub fn scale(&self, p: &Rational, n: &Rational) -> Option<Rational> {
        let one = Rational::ONE;
        let scale = match self {
            Self::ScaledLogPlr => (n * (p - &one)).checked_div(p)?,
            Self::ScaledLogNlr => (p * n).checked_div(&(n - &one))?,
            Self::ScaledLogDor if *p > one && *n > one => (p - &one) * (n - &one),
            _ => return None,
        };
        (scale > one).then_some(scale)
    }

    /// Why the metric is undefined on a matrix where its ratio is 0/0.
    pub(super) fn undefined_reason<I: ExactInteger>(&self, counts: &Counts<I>) -> &'static str {
        let Counts { tn, fp, fn_, tp, .. } = counts;
        let count = |outcome| match outcome {
            Outcome::TrueNegative => tn,
            Outcome::FalsePositive => fp,
            Outcome::FalseNegative => fn_,
            Outcome::TruePositive => tp,
        };
        let empty = |event: &Event| event.outcomes().all(|outcome| count(outcome).is_zero());
        // The condition that fails first, in the order of the catalogue.
        self.domain().into_iter().find(empty).map_or("0/0", Event::nothing)
    }
}

/// The integer counts of a matrix of rationals over their least common denominator.
pub(super) fn integer_counts(matrix: &crate::performance::ConfusionMatrix) -> Counts<BigInt> {
    let entries = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
    let unit = entries.iter().fold(BigInt::one(), |common, entry| common.lcm(&entry.denominator()));
    let count = |value: &Rational| value.numerator() * (&unit / value.denominator());
    Counts {
        tn: count(matrix.tn()),
        fp: count(matrix.fp()),
        fn_: count(matrix.fn_()),
        tp: count(matrix.tp()),
        unit,
    }
}
