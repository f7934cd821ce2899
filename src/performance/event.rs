//! Events: sets of outcomes.

use std::fmt;
use std::str::FromStr;

use super::Outcome;

/// A set of outcomes.
///
/// ```
/// use exactile::performance::Event;
/// assert_eq!("tp, fn".parse(), Ok(Event::POSITIVE));
/// assert_eq!(Event::POSITIVE.intersection(Event::WRONG), Event::FN);
/// assert_eq!(Event::RIGHT.to_string(), "tn,tp");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event(u8);

/// A text that names no set of outcomes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a list of different outcomes among tn, fp, fn and tp")]
pub struct UnknownEvent(pub String);

impl Event {
    /// A true negative.
    pub const TN: Self = Self(1);
    /// A false positive.
    pub const FP: Self = Self(2);
    /// A false negative.
    pub const FN: Self = Self(4);
    /// A true positive.
    pub const TP: Self = Self(8);
    /// The sample is negative.
    pub const NEGATIVE: Self = Self(3);
    /// The sample is positive.
    pub const POSITIVE: Self = Self(12);
    /// The prediction is negative.
    pub const PREDICTED_NEGATIVE: Self = Self(5);
    /// The prediction is positive.
    pub const PREDICTED_POSITIVE: Self = Self(10);
    /// The prediction is right.
    pub const RIGHT: Self = Self(9);
    /// The prediction is wrong.
    pub const WRONG: Self = Self(6);
    /// Any outcome.
    pub const ANY: Self = Self(15);

    /// The set of one outcome.
    ///
    /// ```
    /// use exactile::performance::{Event, Outcome};
    /// let [fn_, tp] = [Outcome::FalseNegative, Outcome::TruePositive].map(Event::of);
    /// let positive = fn_.union(tp);
    /// assert_eq!(positive.sum(), "TP + FN");
    /// assert_eq!(positive.intersection(Event::RIGHT), tp);
    /// ```
    pub const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::TrueNegative => Self::TN,
            Outcome::FalsePositive => Self::FP,
            Outcome::FalseNegative => Self::FN,
            Outcome::TruePositive => Self::TP,
        }
    }

    /// The outcomes of either.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The outcomes of both.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns `true` if every outcome of this set is in `other` too.
    ///
    /// ```
    /// use exactile::performance::{Event, Outcome};
    /// let tp = Event::of(Outcome::TruePositive);
    /// assert!(tp.is_subset_of(Event::RIGHT) && !Event::RIGHT.is_subset_of(tp));
    /// ```
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns `true` if the set has no outcome.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its outcomes, in the order of data.
    ///
    /// ```
    /// use exactile::performance::{Event, Outcome};
    /// let right: Vec<Outcome> = Event::RIGHT.outcomes().collect();
    /// assert_eq!(right, [Outcome::TrueNegative, Outcome::TruePositive]);
    /// ```
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        Outcome::ALL.into_iter().filter(move |&outcome| Self::of(outcome).is_subset_of(self))
    }

    /// All pairs (E, F) of events with E neither empty nor F, and E within F: P(E | F) is then a
    /// probabilistic score (The Tile, Eq. 1 and 2), unconditional where F is any outcome.
    ///
    /// ```
    /// use exactile::performance::Event;
    /// let unconditional = Event::pairs().filter(|(_, given)| *given == Event::ANY);
    /// assert_eq!(unconditional.count(), 14);
    /// assert_eq!(Event::pairs().count(), 50);
    /// ```
    pub fn pairs() -> impl Iterator<Item = (Self, Self)> {
        (1..=15).rev().flat_map(|given| {
            (1..given)
                .map(move |event| (Self(event), Self(given)))
                .filter(|&(event, given)| event.is_subset_of(given))
        })
    }

    /// Its counts as a sum: `TP + FN`.
    pub fn sum(self) -> &'static str {
        self.nothing().strip_suffix(" = 0").expect("how the texts end")
    }

    /// Returns the text that none of its outcomes occurred: `TP + FN = 0`.
    pub(crate) fn nothing(self) -> &'static str {
        match self.0 {
            1 => "TN = 0",
            2 => "FP = 0",
            3 => "TN + FP = 0",
            4 => "FN = 0",
            5 => "TN + FN = 0",
            6 => "FP + FN = 0",
            7 => "TN + FP + FN = 0",
            8 => "TP = 0",
            9 => "TP + TN = 0",
            10 => "TP + FP = 0",
            11 => "TP + TN + FP = 0",
            12 => "TP + FN = 0",
            13 => "TP + TN + FN = 0",
            14 => "TP + FP + FN = 0",
            15 => "TP + TN + FP + FN = 0",
            _ => "0 = 0",
        }
    }
}

impl fmt::Display for Event {
    /// Its outcomes in the order of data: `tn,tp`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, outcome) in self.outcomes().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            f.write_str(outcome.name())?;
        }
        Ok(())
    }
}

impl FromStr for Event {
    type Err = UnknownEvent;

    /// Different outcomes with commas between them, in any order and case.
    ///
    /// # Errors
    /// Any other text.
    fn from_str(text: &str) -> Result<Self, UnknownEvent> {
        let mut event = Self(0);
        for part in text.split(',') {
            let name = part.trim().to_lowercase();
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name);
            match outcome.map(Self::of) {
                Some(one) if one.intersection(event).is_empty() => event = event.union(one),
                _ => return Err(UnknownEvent(text.to_owned())),
            }
        }
        Ok(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn fourteen_unconditional_and_thirty_six_conditional_probabilities() {
        let pairs: HashSet<_> = Event::pairs().collect();
        assert_eq!(pairs.len(), Event::pairs().count());
        let unconditional = pairs.iter().filter(|(_, given)| *given == Event::ANY).count();
        assert_eq!((unconditional, pairs.len() - unconditional), (14, 36));
        // Every pair of sets of outcomes, by brute force.
        let all: Vec<HashSet<Outcome>> =
            (0_u8..16).map(|mask| Event(mask).outcomes().collect()).collect();
        let nested = all.iter().flat_map(|given| all.iter().map(move |event| (event, given)));
        let proper = nested
            .filter(|(event, given)| !event.is_empty() && event.is_subset(given) && event != given);
        assert_eq!(proper.count(), 50);
    }

    #[test]
    fn events_are_read_back() {
        for (event, _) in Event::pairs() {
            assert_eq!(event.to_string().parse(), Ok(event));
            let terms: HashSet<String> = event.sum().split(" + ").map(str::to_lowercase).collect();
            let names: HashSet<String> =
                event.outcomes().map(|outcome| outcome.name().to_owned()).collect();
            assert_eq!(terms, names);
        }
        for wrong in ["", "tn,", "tn,tn", "ok", "tn fp"] {
            assert!(wrong.parse::<Event>().is_err(), "{wrong:?}");
        }
    }
}
