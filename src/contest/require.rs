//! A level that something about a pair has to reach, for a gate.

use super::pairs::ComparedClassifiers;
use crate::num::Level;

/// A level that is required of a pair, and whether it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// The level.
    pub level: Level,
    /// The number that has to reach it.
    pub of: Requirement,
    /// The verdict.
    pub verdict: Verdict,
}

/// A requirement on the first of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The first is truly better with a probability above the level.
    TrulyBetter,
    /// The first is not worse by the margin, with a probability above the level.
    NotWorse,
    /// The e-value of the first is at least 1/(1 - level).
    Anytime,
}

/// The relation of a number that is known within limits to a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// The number is above the level for certain.
    Pass,
    /// The number is not above the level for certain.
    Fail,
    /// The level is within the limits.
    Undecided,
}

impl Required {
    /// Asks for the e-value if there is one, else for the margin if there is one, else for truly
    /// better.
    ///
    /// ```
    /// use exactile::contest::{
    ///     Evidence, Pair, PairQuestion, Required, Verdict, compare,
    /// };
    /// use exactile::lattice::Lattice;
    /// use exactile::num::Level;
    /// use exactile::performance::{JointCounts, PairCounts};
    /// use exactile::{Metric, work::go_on};
    /// let positive = JointCounts { both_right: 20, only_first: 9, ..Default::default() };
    /// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
    /// let pairs = [Pair { first: 0, second: 1, evidence }];
    /// let test = Lattice::new(29, 1)?;
    /// let question = PairQuestion { anytime: true, ..PairQuestion::new(Metric::Tpr, test) };
    /// let found = compare(&pairs, &question, &go_on)?.expect("nothing stops it");
    /// // 1023/10
    /// assert_eq!(Required::new(&Level::percent(98), &found[0]).verdict, Verdict::Pass);
    /// assert_eq!(Required::new(&"0.999".parse()?, &found[0]).verdict, Verdict::Fail);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(level: &Level, pair: &ComparedClassifiers) -> Self {
        let level = level.clone();
        if let Some(evidence) = &pair.e_value {
            let verdict = if evidence.reaches(&level) { Verdict::Pass } else { Verdict::Fail };
            return Self { level, of: Requirement::Anytime, verdict };
        }
        let (of, probability) = match &pair.true_difference.within {
            Some(margin) => (Requirement::NotWorse, &margin.not_worse),
            None => (Requirement::TrulyBetter, &pair.truly_better),
        };
        let verdict = if probability.lower > *level {
            Verdict::Pass
        } else if probability.upper <= *level {
            Verdict::Fail
        } else {
            Verdict::Undecided
        };
        Self { level, of, verdict }
    }
}
