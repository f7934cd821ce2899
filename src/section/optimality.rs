//! The distance of the ranking of a score on a segment from the best compromise between both ends.
//!
//! Kendall's distance between two rankings of a segment is the number of pairs that swap strictly
//! between their positions, since no pair swaps twice. So the optimality of a position Z is O(Z) =
//! 1 - d(Z, Z*)/d(X, Y), where X and Y are the ends and Z* is the compromise (S. Piérard, A.
//! Deliège, M. Van Droogenbroeck, arXiv 2511.22442); pairs that tie at Z or at Z* swap at neither
//! side of it. Where the compromise is an interval, the distance is that to its nearer end, and 0
//! inside.

use super::ends::EndCounts;
use super::swaps::{Compromise, Section};
use crate::correlation::Correlation;
use crate::geometry::Point;
use crate::num::{Rational, Value};
use crate::performance::Classifier;
use crate::score::NamedScore;

/// A position on a segment, and how its ranking stands to those of the ends and to the compromise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimality {
    /// The position from 0 to 1.
    pub position: Rational,
    /// O, from 0 to 1: 1 minus the distance to the compromise over the distance between the ends;
    /// undefined if no pair swaps.
    pub o: Value,
    /// Kendall's tau-b with the values at the first point; undefined where all tie.
    pub tau_from: Value,
    /// The same with the values at the last point.
    pub tau_to: Value,
}

impl Section {
    /// The optimality of a position from 0 to 1. O(log n).
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Rational};
    /// use exactile::section::{Section, Segment};
    /// let classifiers = [
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// ];
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// // F1 orders the two as recall does; they swap at b = 4/9.
    /// let f1 = section.optimality(&Rational::new(1, 2));
    /// assert_eq!(f1.o.to_string(), "1");
    /// assert_eq!((f1.tau_from.to_string(), f1.tau_to.to_string()), ("-1".into(), "1".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimality(&self, position: &Rational) -> Optimality {
        let [before, here] = self.swaps_up_to(position);
        let after = self.swaps - before - here;
        let is_end = |end: Rational| *position == end;
        let [at_from, at_to] = [is_end(Rational::ZERO), is_end(Rational::ONE)];
        let tau = |ends: &EndCounts, crossed: u64, [is_it, is_other]: [bool; 2]| {
            correlation(ends, self.swaps, [crossed, here], [is_it, is_other]).tau_b()
        };
        Optimality {
            position: position.clone(),
            o: Value::defined(self.nearness(position), "no pair swaps"),
            tau_from: tau(&self.ends, before, [at_from, at_to]),
            tau_to: tau(&self.ends.turned(), after, [at_to, at_from]),
        }
    }

    /// The first and the last position whose rankings are as near to both ends as can be: those at
    /// which O is 1, from the swap before the compromise to the one after it. `None` without swaps.
    /// O(log n).
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// #     Classifier::new("between", ConfusionMatrix::from_counts(43, 7, 17, 33)?),
    /// # ];
    /// // Three swaps; the rankings beside the second one are both in the middle.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// let [first, last] = section.optimal().expect("swaps");
    /// assert_eq!([&first, &last], [&section.breaks[0].position, &section.breaks[2].position]);
    /// assert_eq!(section.optimality(&last).o.to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal(&self) -> Option<[Rational; 2]> {
        let Compromise { lower, upper } = self.compromise()?;
        let before = self.breaks.partition_point(|change| change.position < lower);
        let after = self.breaks.partition_point(|change| change.position <= upper);
        let position = |k: usize| self.breaks.get(k).map(|change| change.position.clone());
        let first = before.checked_sub(1).and_then(position).unwrap_or(Rational::ZERO);
        Some([first, position(after).unwrap_or(Rational::ONE)])
    }

    /// The scores with a name that are on the segment, in the order of their positions, each with
    /// its optimality; `further` is another score, which is added if it is on the segment and at
    /// the place of none of these. O(k log n) for k scores.
    ///
    /// ```
    /// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
    /// # let classifiers = [
    /// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
    /// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
    /// # ];
    /// // F-scores of a cautious and an eager classifier, from precision to recall.
    /// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
    /// let named = section.named_optimality(None);
    /// let names: Vec<String> = named.iter().map(|(score, _)| score.to_string()).collect();
    /// assert_eq!(names, ["PPV", "F0.5", "F1", "F2", "TPR"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named_optimality(&self, further: Option<&NamedScore>) -> Vec<(NamedScore, Optimality)> {
        let place = |score: &NamedScore| score.place(self.segment.prior_positive());
        let mut known = NamedScore::marked();
        let is_known = |score: &&NamedScore| known.iter().any(|one| place(one) == place(score));
        let further = further.filter(|score| !is_known(score)).cloned();
        known.extend(further);
        let on_segment = known.into_iter().filter_map(|score| {
            let position = self.segment.position(&place(&score))?;
            Some((score, self.optimality(&position)))
        });
        let mut found: Vec<(NamedScore, Optimality)> = on_segment.collect();
        found.sort_by(|(_, one), (_, other)| one.position.cmp(&other.position));
        found
    }

    /// The optimality at the rule of thumb for beta^2, with that number, if it is on the segment.
    pub fn heuristic(&self, classifiers: &[Classifier]) -> Option<(Rational, Optimality)> {
        let squared = heuristic_beta_squared(classifiers)?;
        let at = Point::new(Rational::ONE, &squared / &(&squared + &Rational::ONE));
        let position = self.segment.position(&at).filter(|_| self.segment.is_on_right_side())?;
        Some((squared, self.optimality(&position)))
    }

    /// The pairs that swap before a position, and at it.
    fn swaps_up_to(&self, position: &Rational) -> [u64; 2] {
        let k = self.breaks.partition_point(|change| change.position < *position);
        match self.breaks.get(k) {
            Some(change) if change.position == *position => [change.before, change.pairs],
            Some(change) => [change.before, 0],
            None => [self.swaps, 0],
        }
    }

    fn nearness(&self, position: &Rational) -> Option<Rational> {
        let compromise = self.compromise()?;
        let between = |low: &Rational, high: &Rational| {
            let [before, here] = self.swaps_up_to(low);
            self.swaps_up_to(high)[0] - before - here
        };
        let distance = if *position < compromise.lower {
            between(position, &compromise.lower)
        } else if *position > compromise.upper {
            between(&compromise.upper, position)
        } else {
            0
        };
        Some(Rational::new(self.swaps - distance, self.swaps))
    }
}

/// The pairs of a position and of one end. `crossed` pairs swap between the two, `here` at the
/// position, which may be that end itself, or the other one.
fn correlation(
    ends: &EndCounts,
    swaps: u64,
    [crossed, here]: [u64; 2],
    [is_it, is_other]: [bool; 2],
) -> Correlation {
    let [strict, tied, undefined] = [0, 1, 2];
    let of = |from: usize, to: &[usize]| to.iter().map(|&to| ends.pairs[from][to]).sum::<u64>();
    let all = [strict, tied, undefined];
    if is_it {
        // A ranking with itself.
        let (used, tied) = (ends.defined[0], of(tied, &all));
        let concordant = of(strict, &all);
        return Correlation {
            used,
            concordant,
            discordant: 0,
            ties_score: tied,
            ties_ranking: tied,
        };
    }
    if is_other {
        return Correlation {
            used: ends.defined[2],
            concordant: of(strict, &[strict]) - swaps,
            discordant: swaps,
            ties_score: of(tied, &[strict, tied]),
            ties_ranking: of(strict, &[tied]) + of(tied, &[tied]),
        };
    }
    // Inside, all have values, and a pair ties that ties at both ends: what orders the two is
    // linear.
    Correlation {
        used: ends.defined[0],
        concordant: of(strict, &all) - crossed - here,
        discordant: crossed,
        ties_score: of(tied, &all),
        ties_ranking: of(tied, &[tied, undefined]) + here,
    }
}

/// The rule of thumb `beta^2 = E[fp]/E[fn]` over the performances, shares of each one's samples
/// (arXiv 2511.22442); `None` if no classifier has a false negative.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Rational};
/// let classifiers = [
///     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
/// ];
/// let squared = exactile::section::heuristic_beta_squared(&classifiers);
/// assert_eq!(squared, Some(Rational::new(25, 30)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn heuristic_beta_squared(classifiers: &[Classifier]) -> Option<Rational> {
    let mean = |entry: fn(&Classifier) -> &Rational| {
        let share = |one: &Classifier| entry(one) / &one.matrix.total();
        classifiers.iter().map(share).fold(Rational::ZERO, |sum, share| &sum + &share)
    };
    mean(|one| one.matrix.fp()).checked_div(&mean(|one| one.matrix.fn_()))
}
