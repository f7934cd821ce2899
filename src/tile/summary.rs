//! Summary of each classifier: its share of the Tile, its best and worst rank, its scores.

use std::collections::HashMap;

use crate::parallel::try_map_indices_with;

use super::area::Area;
use super::piece::Piece;
use super::plane::on_plane;
use super::ranking::rank_at;
use super::regions::{Common, Regions};
use super::sectors::{RankInterval, Workspace};
use super::unequal;
use crate::geometry::BilinearCurve;
use crate::num::Rational;
use crate::performance::Classifier;
use crate::score::{NamedScore, RankingScore};
use crate::work::{Advance, Watch};

/// One classifier's standing on the Tile.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClassifierSummary {
    /// Its position in the input.
    pub classifier: usize,
    /// The area on which it is ranked first, ties with equal classifiers included.
    pub first_share: Area,
    /// Best and worst rank inside the Tile; `None` where only the first rank was asked for.
    pub ranks: Option<RankInterval>,
    /// Named scores for which it is first, alone or tied.
    #[cfg_attr(feature = "serde", serde(serialize_with = "names"))]
    pub first_for: Vec<NamedScore>,
    /// Classifiers with the same rates: they tie everywhere.
    pub equal_to: Vec<usize>,
    /// Classifiers with which it ties for the first rank along a frontier.
    pub first_beside: Vec<usize>,
}

#[cfg(feature = "serde")]
fn names<S: serde::Serializer>(scores: &[NamedScore], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(scores.iter().map(ToString::to_string))
}

/// The standing of several classifiers.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions};
/// let classifiers = vec![
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// let summary = Regions::new(classifiers)?.summary();
/// let eager = &summary.classifiers[1];
/// assert_eq!(eager.ranks.map(|ranks| (ranks.best, ranks.worst)), Some((1, 2)));
/// assert_eq!(eager.first_beside, [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary {
    /// In the order of the input.
    pub classifiers: Vec<ClassifierSummary>,
}

impl Regions {
    /// The summary of all classifiers, in parallel; under a common prior O(n^2 log n). Otherwise
    /// named scores whose place depends on the prior are left out: they have no common place.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Metric, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let summary = Regions::new(classifiers)?.summary();
    /// let is_first = |k: usize, metric: Metric| {
    ///     summary.classifiers[k].first_for.iter().any(|score| *score.metric() == metric)
    /// };
    /// assert!(is_first(0, Metric::Accuracy) && is_first(1, Metric::Tpr));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn summary(&self) -> Summary {
        self.summary_watched(&Watch::never()).expect("nothing stops it")
    }

    /// As [`Self::summary`]. `advance` is called once before and once for each classifier, and may
    /// stop the work: then there is no result.
    pub fn summary_with_progress(&self, advance: Advance<'_>) -> Option<Summary> {
        let watch = Watch::new(advance);
        watch.step()?;
        self.summary_watched(&watch)
    }

    fn summary_watched(&self, watch: &Watch<'_>) -> Option<Summary> {
        let Some(common) = self.common() else {
            return unequal::summary(self.classifiers(), watch);
        };
        let everybody: Vec<usize> = (0..self.classifiers().len()).collect();
        let first_pieces = self.first_pieces();
        let mut summary = self.first_summary_of(common, &everybody, first_pieces);
        let ranks: Result<Vec<RankInterval>, ()> = on_plane!(&common.plane, plane => {
            try_map_indices_with(plane.len(), Workspace::default, |workspace, i| {
                watch.step().ok_or(())?;
                let sectors = plane.sectors(i, workspace);
                let all = || sectors.ranks.iter().chain(&sectors.tie_ranks);
                Ok(RankInterval {
                    best: all().map(|rank| rank.best).min().expect("at least one sector"),
                    worst: all().map(|rank| rank.worst).max().expect("at least one sector"),
                })
            })
        });
        for (entry, ranks) in summary.classifiers.iter_mut().zip(ranks.ok()?) {
            entry.ranks = Some(ranks);
        }
        Some(summary)
    }

    /// The summary of those that are first somewhere, without their other ranks: under a common
    /// prior from the convex hull alone, O(n log n), otherwise from the few frontiers that bound
    /// first ranks.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let summary = Regions::new(classifiers)?.first_summary();
    /// assert_eq!(summary.classifiers.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_summary(&self) -> Summary {
        let Some(common) = self.common() else {
            return unequal::first_summary(self.classifiers());
        };
        let pieces = self.first_pieces();
        let mut on_hull: Vec<usize> = pieces.iter().map(|piece| piece.classifier).collect();
        on_hull.dedup();
        self.first_summary_of(common, &on_hull, pieces)
    }

    /// Returns the summary of some classifiers, given in increasing order, from the pieces that
    /// have rank 1. The classifiers must include all that are first somewhere.
    fn first_summary_of(
        &self,
        common: &Common,
        wanted: &[usize],
        first_pieces: Vec<Piece>,
    ) -> Summary {
        let mut entries: Vec<ClassifierSummary> = wanted
            .iter()
            .map(|&classifier| ClassifierSummary {
                classifier,
                first_share: Area::zero(),
                ranks: None,
                first_for: Vec::new(),
                equal_to: Vec::new(),
                first_beside: Vec::new(),
            })
            .collect();
        let entry_of = |classifier: usize| {
            wanted.binary_search(&classifier).expect("who is first somewhere is wanted")
        };
        let mut equal: HashMap<[Option<Rational>; 2], Vec<usize>> = HashMap::new();
        for &classifier in wanted {
            let matrix = &self.classifiers()[classifier].matrix;
            equal.entry([matrix.tnr(), matrix.tpr()]).or_default().push(classifier);
        }
        for group in equal.values().filter(|group| group.len() > 1) {
            for &member in group {
                entries[entry_of(member)].equal_to = others(group, member, &[]);
            }
        }
        let mut beside: HashMap<BilinearCurve, Vec<usize>> = HashMap::new();
        for piece in first_pieces {
            if piece.dimension() == 2 {
                entries[entry_of(piece.classifier)].first_share = piece.enclosed_area();
            } else {
                beside.entry(piece.edges()[0].clone()).or_default().push(piece.classifier);
            }
        }
        for group in beside.values() {
            for &member in group {
                let entry = &mut entries[entry_of(member)];
                let more = others(group, member, &entry.equal_to);
                entry.first_beside.extend(more);
            }
        }
        for entry in &mut entries {
            entry.first_beside.sort_unstable();
        }
        // The best value of any score is reached by a classifier that is first somewhere.
        let candidates: Vec<Classifier> =
            wanted.iter().map(|&classifier| self.classifiers()[classifier].clone()).collect();
        for score in NamedScore::marked() {
            let place = score.place(&common.prior_positive);
            let by_score = RankingScore::at(place).expect("named scores stand on the Tile");
            rank_at(&candidates, &by_score)
                .iter()
                .take_while(|ranked| ranked.rank.is_some_and(|rank| rank.best == 1))
                .for_each(|ranked| entries[ranked.classifier].first_for.push(score.clone()));
        }
        Summary { classifiers: entries }
    }
}

/// The members of a group without one of them and without some more, given in increasing order.
fn others(group: &[usize], member: usize, without: &[usize]) -> Vec<usize> {
    group
        .iter()
        .copied()
        .filter(|other| *other != member && without.binary_search(other).is_err())
        .collect()
}
