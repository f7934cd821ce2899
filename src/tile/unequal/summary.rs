//! Summary of classifiers tested under different priors.

use std::cmp::Ordering;

use crate::parallel::try_map_indices;

use super::area::Areas;
use super::arrangement::Arrangement;
use super::frontier::{Standing, standing};
use super::sweep::sweep;
use crate::num::Rational;
use crate::performance::Classifier;
use crate::score::{NamedScore, RankingScore};
use crate::tile::{ClassifierSummary, RankInterval, Summary, rank_at};
use crate::work::Watch;

/// The summary of all classifiers. Of the named scores, those whose place depends on the prior are
/// left out: they have no common place.
pub(in crate::tile) fn summary(classifiers: &[Classifier], watch: &Watch<'_>) -> Option<Summary> {
    summary_by(classifiers, watch, |i| {
        let arrangement = Arrangement::new(classifiers, i);
        Some(summary_of(classifiers, i, &arrangement))
    })
}

/// The summary of those that are first somewhere, without their other ranks.
pub(in crate::tile) fn first_summary(classifiers: &[Classifier]) -> Summary {
    let summary = summary_by(classifiers, &Watch::never(), |i| {
        let arrangement = Arrangement::new(classifiers, i).of_first()?;
        let mut entry = summary_of(classifiers, i, &arrangement);
        // The region may touch no more than the border of the Tile; the other ranks are not known.
        let ranks = entry.ranks.take();
        ranks.is_some_and(|ranks| ranks.best == 1).then_some(entry)
    });
    summary.expect("nothing stops it")
}

fn summary_by(
    classifiers: &[Classifier],
    watch: &Watch<'_>,
    summary_of: impl Fn(usize) -> Option<ClassifierSummary> + Send + Sync,
) -> Option<Summary> {
    let found = try_map_indices(classifiers.len(), |i| {
        watch.step().ok_or(())?;
        Ok::<_, ()>(summary_of(i))
    });
    let found = found.ok()?;
    let mut entries: Vec<ClassifierSummary> = found.into_iter().flatten().collect();
    for score in NamedScore::marked().into_iter().filter(|score| !score.depends_on_prior()) {
        // Any prior will do.
        let place = score.place(&Rational::new(1, 2));
        let by_score = RankingScore::at(place).expect("named scores stand on the Tile");
        rank_at(classifiers, &by_score)
            .iter()
            .take_while(|ranked| ranked.rank.is_some_and(|rank| rank.best == 1))
            .for_each(|ranked| {
                let found = entries.binary_search_by_key(&ranked.classifier, |e| e.classifier);
                if let Ok(entry) = found {
                    entries[entry].first_for.push(score.clone());
                }
            });
    }
    Some(Summary { classifiers: entries })
}

/// Returns the summary of one classifier from its arrangement.
fn summary_of(
    classifiers: &[Classifier],
    classifier: usize,
    arrangement: &Arrangement,
) -> ClassifierSummary {
    let found = sweep(arrangement);
    let regions = || found.regions.iter().map(|region| region.rank);
    let ties = || found.ties.iter().map(|tie| tie.rank);
    let ranks = || regions().chain(ties()).chain(found.points.iter().map(|point| point.0));
    let first = found.regions.iter().filter(|region| region.rank.best == 1);
    let mut areas = Areas::new(arrangement, &found);
    let first_share = first.map(|region| areas.of(region)).sum();
    let mut fronts: Vec<usize> =
        found.ties.iter().filter(|tie| tie.rank.best == 1).map(|tie| tie.front).collect();
    fronts.sort_unstable();
    fronts.dedup();
    let standings: Vec<Standing> = classifiers
        .iter()
        .map(|rival: &Classifier| standing(&classifiers[classifier].matrix, &rival.matrix))
        .collect();
    let rivals = |wanted: &dyn Fn(&Standing) -> bool| -> Vec<usize> {
        let all = standings.iter().enumerate().filter(|(j, _)| *j != classifier);
        all.filter(|(_, standing)| wanted(standing)).map(|(j, _)| j).collect()
    };
    ClassifierSummary {
        classifier,
        first_share,
        ranks: Some(RankInterval {
            best: ranks().map(|rank| rank.best).min().expect("at least one region"),
            worst: ranks().map(|rank| rank.worst).max().expect("at least one region"),
        }),
        first_for: Vec::new(),
        equal_to: rivals(&|standing| matches!(standing, Standing::Everywhere(Ordering::Equal))),
        first_beside: rivals(&|standing| {
            let Standing::Divided { arc, .. } = standing else { return false };
            fronts.iter().any(|&k| arrangement.fronts[k].arc.curve == arc.curve)
        }),
    }
}
