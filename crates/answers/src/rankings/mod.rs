//! `exactile rankings`

pub(crate) mod arguments;

use self::arguments::RankingsArgs;
use crate::args::TableFormat;
use crate::host::{Failure, Streams, limits, note_all, spinner, with_progress, write_result};
use crate::inputs::input;
use crate::inputs::reading::Reading;
use exactile::arrangement::{BentFrontiers, Frontiers, RankingCount};
use exactile::num::{Rational, Value};
use exactile::order::{check_totals, rank_defined};
use exactile::score::RankingScore;
use exactile::tile::Regions;
use exactile::work::Advance;
use exactile_document::{
    AroundReport, BentAroundReport, BentRankingsReport, RankingsDetail, RankingsReport,
};
use exactile_input::Subject;

pub(crate) fn reading(arguments: &RankingsArgs) -> Result<Reading, Failure> {
    Ok(Reading::of(&arguments.input).by(&arguments.domains))
}

pub(crate) fn answer(
    arguments: &RankingsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let classifiers = subject.classifiers.clone();
    let regions = input::on_tile(classifiers, &arguments.target)?;
    if regions.prior_positive().is_none() {
        return under_different_priors(arguments, &regions, streams);
    }
    limits::rankings(regions.classifiers())?;
    let working = spinner("looking for crossings of frontiers");
    let frontiers = Frontiers::new(&regions);
    working.finish_and_clear();
    let frontiers = frontiers?;
    if let Some(score) = arguments.place.score.as_ref().or(arguments.place.at.as_ref()) {
        let classifiers = regions.classifiers();
        check_totals(score, classifiers)?;
        let place = score.place(frontiers.prior_positive());
        let mut around = frontiers.around(&place);
        // A score may be undefined where the ranking score at its place is not.
        let values: Vec<Value> =
            classifiers.iter().map(|classifier| score.value(&classifier.matrix)).collect();
        let at_place = RankingScore::at(place).expect("places are on the Tile");
        around.ranking = rank_defined(classifiers, &at_place, &values);
        let name = arguments.place.score.as_ref().map(ToString::to_string);
        let report =
            AroundReport { frontiers: &frontiers, score: name.as_deref(), around: &around };
        return write_result(&arguments.output, streams, &report);
    }
    let is_text = arguments.output.format == TableFormat::Text;
    let RankingsArgs { confluences, cells, polygons, area, rankings, .. } = *arguments;
    let detail = RankingsDetail {
        confluences,
        // In text the areas of the largest cells will do, unless they ask for all.
        cells: cells || polygons || rankings || area && !is_text,
        polygons,
        areas: area,
        rankings,
    };
    note_crossings(&frontiers, streams);
    let count = counted(frontiers.len(), |advance| frontiers.count_with_progress(advance))?;
    let working = spinner("listing rankings");
    let report = RankingsReport { frontiers: &frontiers, count: &count, detail };
    let written = write_result(&arguments.output, streams, &report);
    working.finish_and_clear();
    written
}

/// Returns the count, with a progress bar over frontiers.
fn counted(
    frontiers: usize,
    count: impl Fn(Advance<'_>) -> Option<RankingCount>,
) -> Result<RankingCount, Failure> {
    with_progress(frontiers as u64, "frontiers", |advance| Ok::<_, Failure>(count(advance)))
}

/// Notes the amount of work before it begins, if it takes more than some seconds.
fn note_crossings(frontiers: &Frontiers<'_>, streams: &mut Streams<'_>) {
    const MANY: u64 = 500_000_000;
    let crossings = frontiers.estimated_crossings();
    if crossings > MANY {
        let note = format!(
            "about {} million crossings of {} frontiers will be counted",
            crossings / 1_000_000,
            frontiers.len()
        );
        note_all(&[note], streams);
    }
}

/// Writes the rankings of classifiers that were tested under different priors.
fn under_different_priors(
    arguments: &RankingsArgs,
    regions: &Regions,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let name = input::name(&arguments.input);
    if arguments.cells || arguments.polygons || arguments.area || arguments.rankings {
        return Err(Failure::new(
            "cells are counted but not listed under different priors: their corners may be \
             irrational, and one ranking may hold on several of them",
            "ask for one place with --at, for the pieces of each classifier with regions, \
             or put all on the Tile of one prior with --target-prior",
        )
        .at(name));
    }
    let working = spinner("looking for frontiers");
    let frontiers = BentFrontiers::new(regions);
    working.finish_and_clear();
    let classifiers = regions.classifiers();
    let Some(score) = arguments.place.score.as_ref().or(arguments.place.at.as_ref()) else {
        limits::bent_rankings(frontiers.performances().len())?;
        let count = counted(frontiers.len(), |advance| frontiers.count_with_progress(advance))?;
        let working = spinner("listing confluences");
        let report = BentRankingsReport {
            frontiers: &frontiers,
            count: &count,
            confluences: arguments.confluences,
        };
        let written = write_result(&arguments.output, streams, &report);
        working.finish_and_clear();
        return written;
    };
    check_totals(score, classifiers)?;
    if score.depends_on_prior() {
        // It has no place that all have in common.
        regions.common_prior()?;
    }
    // Any prior will do.
    let place = score.place(&Rational::new(1, 2));
    let mut around = frontiers.around(&place);
    let values: Vec<Value> =
        classifiers.iter().map(|classifier| score.value(&classifier.matrix)).collect();
    let at_place = RankingScore::at(place).expect("places are on the Tile");
    around.ranking = rank_defined(classifiers, &at_place, &values);
    let score = arguments.place.score.as_ref().map(ToString::to_string);
    let report =
        BentAroundReport { frontiers: &frontiers, score: score.as_deref(), around: &around };
    write_result(&arguments.output, streams, &report)
}
