//! Groups of classifiers, each at its best member: the points of a segment at which two groups
//! change places.

use super::segment::Segment;
use super::swaps::{Section, SectionError};
use crate::num::Rational;
use crate::parallel::try_map;
use crate::performance::Classifier;

/// A point of a segment at which one group's best overtakes another group's best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSwap {
    /// The position along the segment; of a tie along a stretch, its end.
    pub position: Rational,
    /// The groups, the one that is ahead before first.
    pub groups: [usize; 2],
    /// The members that are the best of both, before and after.
    pub classifiers: [usize; 2],
}

impl BestSwap {
    /// Returns the points at which groups of classifiers change places if each takes its best
    /// member at every point, such as models that choose their thresholds, in the order of
    /// positions. Unlike two classifiers two groups may change places several times. Groups that
    /// only touch do not. For g groups of m members O(g^2 m^2).
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Rational};
    /// use exactile::section::{BestSwap, Segment};
    /// let of = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp);
    /// let classifiers = [
    ///     Classifier::new("low a", of(9, 1, 4, 6)?),
    ///     Classifier::new("high a", of(4, 6, 1, 9)?),
    ///     Classifier::new("b", of(7, 3, 2, 8)?),
    /// ];
    /// let cost = Segment::cost(Rational::new(1, 2))?;
    /// let swaps = BestSwap::of_groups(&classifiers, &[vec![0, 1], vec![2]], &cost)?;
    /// assert_eq!(swaps[0].classifiers, [0, 2]);
    /// assert_eq!(swaps[1].classifiers, [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Section::new`].
    pub fn of_groups(
        classifiers: &[Classifier],
        groups: &[Vec<usize>],
        segment: &Segment,
    ) -> Result<Vec<Self>, SectionError> {
        let pairs: Vec<[usize; 2]> =
            (0..groups.len()).flat_map(|j| (0..j).map(move |i| [i, j])).collect();
        let found = try_map(&pairs, |&[i, j]| {
            let members: Vec<usize> = groups[i].iter().chain(&groups[j]).copied().collect();
            let both: Vec<Classifier> = members.iter().map(|&k| classifiers[k].clone()).collect();
            let section = Section::new(&both, segment.clone())?;
            Ok::<_, SectionError>(of_pair(&section, groups[i].len(), [i, j], &members))
        })?;
        let mut swaps: Vec<Self> = found.into_iter().flatten().collect();
        swaps.sort_by(|first, second| first.position.cmp(&second.position));
        Ok(swaps)
    }
}

/// The swaps of two groups, of which the first one has as many of the members.
fn of_pair(
    section: &Section,
    of_first: usize,
    groups: [usize; 2],
    members: &[usize],
) -> Vec<BestSwap> {
    let mut swaps = Vec::new();
    let mut ahead: Option<[usize; 2]> = None;
    for leader in &section.leaders {
        let is_second = |member: &usize| *member >= of_first;
        let all_second = leader.classifiers.iter().all(is_second);
        // Where members of both groups are first, the groups tie; who is ahead before is then the
        // member that ties.
        if !all_second && leader.classifiers.iter().any(is_second) {
            if let Some([group, member]) = &mut ahead {
                let of_group =
                    |&&k: &&usize| usize::from(k >= of_first) == usize::from(*group == groups[1]);
                if let Some(&tied) = leader.classifiers.iter().find(of_group) {
                    *member = members[tied];
                }
            }
            continue;
        }
        let side = usize::from(all_second);
        let now = [groups[side], members[leader.classifiers[0]]];
        if let Some(before) = ahead.filter(|before| before[0] != now[0]) {
            swaps.push(BestSwap {
                position: leader.from.clone(),
                groups: [before[0], now[0]],
                classifiers: [before[1], now[1]],
            });
        }
        ahead = Some(now);
    }
    swaps
}
