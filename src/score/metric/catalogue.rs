//! What the catalogue says of each metric, and what follows from it.

use std::borrow::Cow;

use super::Metric;
use super::entries::Kind;
use super::probability::standing_of_probability;
use super::standing::{Likeness, Scope, Standing, Weight};
use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Event, Importances, Outcome};

/// Which values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Higher values are better.
    Higher,
    /// Lower values are better.
    Lower,
    /// It does not say how good a classifier is.
    Neither,
}

impl Orientation {
    /// Returns `higher` or `lower`; `None` where neither is better.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Higher => Some("higher"),
            Self::Lower => Some("lower"),
            Self::Neither => None,
        }
    }
}

impl Metric {
    /// Every metric without parameters, and F1.
    pub fn all() -> Vec<Self> {
        vec![
            Self::Accuracy,
            Self::ErrorRate,
            Self::Tpr,
            Self::Tnr,
            Self::Fpr,
            Self::Fnr,
            Self::Ppv,
            Self::Npv,
            Self::Fdr,
            Self::For,
            Self::BalancedAccuracy,
            Self::Informedness,
            Self::Markedness,
            Self::Mcc,
            Self::FBeta(Rational::ONE),
            Self::ThreatScore,
            Self::NegativeJaccard,
            Self::Kappa,
            Self::GeometricMean,
            Self::FowlkesMallows,
            Self::Plr,
            Self::Nlr,
            Self::Dor,
            Self::LogPlr,
            Self::LogNlr,
            Self::LogDor,
            Self::ScaledLogPlr,
            Self::ScaledLogNlr,
            Self::ScaledLogDor,
            Self::PrevalenceThreshold,
            Self::DPrime,
            Self::PpvBalanced,
            Self::NpvBalanced,
            Self::F1Balanced,
            Self::ThreatScoreBalanced,
            Self::MccBalanced,
            Self::MarkednessBalanced,
            Self::FowlkesMallowsBalanced,
            Self::Prevalence,
            Self::Total,
            Self::Positives,
            Self::Negatives,
            Self::PredictedPositives,
            Self::PredictedNegatives,
            Self::ProbabilityTn,
            Self::ProbabilityFp,
            Self::ProbabilityFn,
            Self::ProbabilityTp,
            Self::PriorNegative,
            Self::PositivePredictionRate,
            Self::NegativePredictionRate,
            Self::BennettS,
            Self::Determinant,
            Self::BiasIndex,
            Self::Chance,
            Self::ScottPi,
            Self::AverageConditionalProbability,
            Self::P4,
        ]
    }

    /// One example of each family of metrics: F2, R at the centre, ...
    pub(in crate::score) fn families() -> [Self; 7] {
        let half = || Rational::new(1, 2);
        let importances = Importances::new([1, 1, 1, 2].map(Rational::from)).expect("positive");
        [
            Self::FBeta(Rational::from(2)),
            Self::Canonical(Point::new(half(), half())),
            Self::Ranking(importances),
            Self::WeightedAccuracy(half()),
            Self::TTheta(Rational::from(2)),
            Self::STheta(Rational::from(2)),
            Self::Benefits(Box::new([1, 0, 0, 1].map(Rational::from))),
        ]
    }

    /// Its formula.
    pub fn definition(&self) -> Cow<'static, str> {
        let Some((event, given)) = self.events() else {
            return Cow::Borrowed(self.entry().definition);
        };
        let (above, below) = (event.sum(), given.sum());
        Cow::Owned(if above.contains(' ') {
            format!("({above})/({below})")
        } else {
            format!("{above}/({below})")
        })
    }

    /// Where the definition comes from.
    pub fn source(&self) -> &'static str {
        self.entry().source
    }

    /// The interval that holds its values.
    pub fn range(&self) -> &'static str {
        self.entry().range
    }

    /// Other names that are understood.
    pub fn synonyms(&self) -> &'static [&'static str] {
        self.entry().synonyms
    }

    /// The events that have to have occurred for it to be defined. The scaled logarithms are
    /// undefined besides where their scale is not above one.
    pub fn domain(&self) -> Vec<Event> {
        if let Some((_, given)) = self.events() {
            return if given == Event::ANY { vec![] } else { vec![given] };
        }
        let Some(importances) = self.own_importances() else {
            return self.entry().domain.to_vec();
        };
        let counting = Outcome::ALL.into_iter().zip(&importances).filter(|(_, i)| !i.is_zero());
        let events = counting.map(|(outcome, _)| Event::of(outcome)).reduce(Event::union);
        events.into_iter().filter(|event| *event != Event::ANY).collect()
    }

    /// What else its being defined depends on.
    pub fn further_condition(&self) -> Option<&'static str> {
        match self {
            Self::ScaledLogPlr => Some("n(p - 1)/p > 1"),
            Self::ScaledLogNlr => Some("n > 1 and pn/(n - 1) > 1"),
            Self::ScaledLogDor => Some("(p - 1)(n - 1) > 1 and p, n > 1"),
            _ => None,
        }
    }

    /// Which values are better.
    pub fn orientation(&self) -> Orientation {
        match (self.standing(), self.entry().kind) {
            (_, Kind::Nowhere(orientation, _)) => orientation,
            (Ok(Standing { likeness: Likeness::Decreasing, .. }), _) => Orientation::Lower,
            (Ok(_), _) | (_, Kind::Parameters(_)) => Orientation::Higher,
            (Err(_), _) => Orientation::Neither,
        }
    }

    /// The ranking score that orders performances as the metric does.
    ///
    /// ```
    /// use exactile::{Metric, Rational};
    /// let place = |metric: &Metric| metric.standing().map(|s| s.place_formula().join(", "));
    /// assert_eq!(place(&Metric::BalancedAccuracy), Ok("pi-, pi-".to_owned()));
    /// assert_eq!(place(&Metric::Fdr), Ok("1, 0".to_owned()));
    /// assert!(place(&Metric::Mcc).unwrap_err().contains("ellipses"));
    /// ```
    ///
    /// # Errors
    /// Why none does.
    pub fn standing(&self) -> Result<Standing, &'static str> {
        match self.entry().kind {
            Kind::Probability(event, given) => standing_of_probability(event, given),
            Kind::Like(scope, likeness, weights) => {
                let weights = weights.map(|(coefficient, negative, positive)| Weight {
                    coefficient: coefficient.into(),
                    negative,
                    positive,
                });
                Ok(Standing { weights, scope, likeness })
            }
            Kind::Nowhere(_, reason) => Err(reason),
            Kind::Parameters(_) => self.standing_of_parameters(),
        }
    }

    /// The importances of a ranking score with parameters.
    pub(super) fn own_importances(&self) -> Option<[Rational; 4]> {
        let (zero, one) = (|| Rational::ZERO, || Rational::ONE);
        Some(match self {
            Self::FBeta(beta) => {
                let square = beta * beta;
                [zero(), one(), square.clone(), one() + square]
            }
            Self::Canonical(Point { a, b }) => {
                [a.complement(), b.complement(), b.clone(), a.clone()]
            }
            Self::Ranking(importances) => importances.as_array().clone(),
            Self::TTheta(theta) => [zero(), theta.clone(), theta.clone(), one()],
            Self::STheta(theta) => [one(), theta.clone(), theta.clone(), one()],
            _ => return None,
        })
    }

    fn standing_of_parameters(&self) -> Result<Standing, &'static str> {
        if let Some(importances) = self.own_importances() {
            let weights = importances.map(Weight::constant);
            return Ok(Standing { weights, scope: Scope::All, likeness: Likeness::Equal });
        }
        match self {
            Self::WeightedAccuracy(share) => {
                let negative =
                    || Weight { coefficient: share.complement(), negative: 0, positive: 1 };
                let positive = || Weight { coefficient: share.clone(), negative: 1, positive: 0 };
                Ok(Standing {
                    weights: [negative(), negative(), positive(), positive()],
                    scope: Scope::FixedPriors,
                    likeness: Likeness::Equal,
                })
            }
            // With P and N fixed: (d - b) TN + (a - c) TP and a constant.
            Self::Benefits(benefits) => {
                let [tp, fp, fn_, tn] = &**benefits;
                let (negative, positive) = (tn - fp, tp - fn_);
                if negative.is_negative() || positive.is_negative() {
                    return Err("it values an error above the right decision on the same class");
                }
                if negative.is_zero() && positive.is_zero() {
                    return Err("it values errors as it values right decisions");
                }
                let weights = [&negative, &negative, &positive, &positive];
                Ok(Standing {
                    weights: weights.map(|weight| Weight::constant(weight.clone())),
                    scope: Scope::FixedCounts,
                    likeness: Likeness::Increasing,
                })
            }
            _ => unreachable!("no other metric has parameters"),
        }
    }
}
