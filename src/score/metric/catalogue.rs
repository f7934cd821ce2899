//! Facts of the catalogue about each metric, and conclusions from them.

use std::borrow::Cow;

use super::Metric;
use super::entry::{Family, Kind};
use super::probability::standing_of_probability;
use super::standing::{Likeness, Orientation, Scope, Standing, Weight};
use crate::num::Rational;
use crate::performance::{Event, Outcome};

impl Metric {
    /// Every metric without parameters, and F1.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert!(Metric::all().contains(&Metric::Mcc));
    /// ```
    pub fn all() -> Vec<Self> {
        let mut all = Self::PLAIN.to_vec();
        let place = all.iter().position(|metric| *metric == Self::ThreatScore);
        all.insert(place.unwrap_or(0), Self::FBeta(Rational::ONE));
        all
    }

    /// Its formula.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert_eq!(Metric::Tpr.definition(), "TP/(TP + FN)");
    /// ```
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

    /// Returns the source of the definition.
    pub fn source(&self) -> &'static str {
        self.entry().source
    }

    /// The interval that holds its values.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert_eq!(Metric::Mcc.range(), "[-1, 1]");
    /// ```
    pub fn range(&self) -> &'static str {
        self.entry().range
    }

    /// Other names that are understood.
    ///
    /// ```
    /// use exactile::Metric;
    /// assert!(Metric::Tpr.synonyms().contains(&"recall"));
    /// ```
    pub fn synonyms(&self) -> &'static [&'static str] {
        self.entry().synonyms
    }

    /// The events that have to have occurred for it to be defined. The scaled logarithms are
    /// undefined besides where their scale is not above one.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::performance::Event;
    /// assert_eq!(Metric::Ppv.domain(), [Event::PREDICTED_POSITIVE]);
    /// assert_eq!(Metric::Accuracy.domain(), []);
    /// ```
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

    /// Returns the condition, besides [`Self::domain`], under which the metric is defined, if it
    /// has one.
    pub fn further_condition(&self) -> Option<&'static str> {
        self.entry().base.map(|[it_is, _]| it_is)
    }

    /// Returns the direction in which the values are better.
    ///
    /// ```
    /// use exactile::{Metric, Orientation};
    /// assert_eq!(Metric::Fpr.orientation(), Orientation::Lower);
    /// ```
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
    /// The reason, if no ranking score orders performances as the metric does.
    pub fn standing(&self) -> Result<Standing, &'static str> {
        if let Some((event, given)) = self.events() {
            return standing_of_probability(event, given);
        }
        let (scope, likeness, weights) = match self.entry().kind {
            Kind::Like(scope, likeness, weights) => {
                let weights =
                    weights.map(|(k, negative, positive)| (k.into(), [negative, positive]));
                (scope, likeness, Some(weights))
            }
            Kind::Parameters(Family { standing: (scope, likeness), .. }) => {
                (*scope, *likeness, self.family_importances())
            }
            Kind::Nowhere(_, reason) => return Err(reason),
            Kind::Probability(..) | Kind::Probabilities => unreachable!("they have events"),
        };
        let weights = weights.expect("a family has importances");
        if weights.iter().any(|(coefficient, _)| coefficient.is_negative()) {
            return Err("it values an error above the right decision on the same class");
        }
        if weights.iter().all(|(coefficient, _)| coefficient.is_zero()) {
            return Err("it values errors as it values right decisions");
        }
        let weights = weights.map(|(coefficient, [negative, positive])| Weight {
            coefficient,
            negative,
            positive,
        });
        Ok(Standing { weights, scope, likeness })
    }

    /// The importances of a ranking score with parameters.
    pub(super) fn own_importances(&self) -> Option<[Rational; 4]> {
        match self.entry().kind {
            Kind::Parameters(Family { standing: (Scope::All, Likeness::Equal), .. }) => {
                Some(self.family_importances()?.map(|(coefficient, _)| coefficient))
            }
            _ => None,
        }
    }
}
