//! The probabilistic scores P(E | F) of The Tile (Eq. 1 and 2): which have a name of their own, and
//! where each stands.

use std::cmp::Ordering;

use super::Metric;
use super::entry::Kind;
use super::standing::{Likeness, MIXED, PRIORS_ONLY, Scope, Standing, Weight};
use crate::num::Rational;
use crate::performance::{Event, Outcome};

impl Metric {
    /// The probabilistic score P(event | given), by its own name where it has one; `None` unless
    /// the event's part within the condition is neither empty nor the whole condition.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::performance::Event;
    /// assert_eq!(Metric::probability(Event::TP, Event::POSITIVE), Some(Metric::Tpr));
    /// let met = Metric::probability(Event::TP, Event::RIGHT).unwrap();
    /// assert_eq!(met.to_string(), "p(tp|tn,tp)");
    /// ```
    pub fn probability(event: Event, given: Event) -> Option<Self> {
        let event = event.intersection(given);
        if event.is_empty() || event == given {
            return None;
        }
        let named = Self::all().into_iter().find(|metric| metric.events() == Some((event, given)));
        Some(named.unwrap_or(Self::Probability { event, given }))
    }

    /// The events E and F, if it is the probability P(E | F) (The Tile, Eq. 1 and 2).
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::performance::Event;
    /// assert_eq!(Metric::Tpr.events(), Some((Event::TP, Event::POSITIVE)));
    /// assert_eq!(Metric::Mcc.events(), None);
    /// ```
    pub fn events(&self) -> Option<(Event, Event)> {
        match (self, self.entry().kind) {
            (Self::Probability { event, given }, _) => Some((*event, *given)),
            (_, Kind::Probability(event, given)) => Some((event, given)),
            _ => None,
        }
    }
}

/// Returns the ranking score that orders as P(event | given) does.
///
/// If the event is what is right, or what is wrong, within the condition, then by Lemma 6 of The
/// Tile it is a ranking score or its complement. Else, with fixed priors, it may be a function of
/// the rate of one class: if both events have all of the other class or nothing. As a linear
/// fractional function it is then monotone, or constant, so two performances tell the direction.
pub(super) fn standing_of_probability(
    event: Event,
    given: Event,
) -> Result<Standing, &'static str> {
    let [right, wrong] = [Event::RIGHT, Event::WRONG].map(|part| given.intersection(part));
    let indicator = |event: Event| {
        Outcome::ALL.map(|outcome| {
            let counts = Event::of(outcome).is_subset_of(event);
            Weight::constant(if counts { Rational::ONE } else { Rational::ZERO })
        })
    };
    let like = |weights, scope, likeness| Ok(Standing { weights, scope, likeness });
    if !right.is_empty() && !wrong.is_empty() {
        if event == right {
            return like(indicator(given), Scope::All, Likeness::Equal);
        }
        if event == wrong {
            return like(indicator(given), Scope::All, Likeness::Decreasing);
        }
    }
    let blind_to = |class: Event| {
        [event, given]
            .iter()
            .all(|part| part.intersection(class).is_empty() || class.is_subset_of(*part))
    };
    let class = match (blind_to(Event::NEGATIVE), blind_to(Event::POSITIVE)) {
        (true, true) => return Err(PRIORS_ONLY),
        (false, false) => return Err(MIXED),
        (true, false) => Event::POSITIVE,
        (false, true) => Event::NEGATIVE,
    };
    let value = |right_in_class: u64| {
        let count = |part: Event| -> u64 {
            part.outcomes()
                .map(|outcome| match Event::of(outcome) {
                    other if !other.is_subset_of(class) => 2,
                    other if other.is_subset_of(Event::RIGHT) => right_in_class,
                    _ => 4 - right_in_class,
                })
                .sum()
        };
        Rational::new(count(event), count(given))
    };
    match value(1).cmp(&value(3)) {
        Ordering::Less => like(indicator(class), Scope::FixedPriors, Likeness::Increasing),
        Ordering::Equal => Err(PRIORS_ONLY),
        Ordering::Greater => like(indicator(class), Scope::FixedPriors, Likeness::Decreasing),
    }
}
