//! `exactile rankings`

use super::args::{RankingsArgs, TableFormat};
use super::failure::Failure;
use super::input;
use super::limits;
use super::output::write_result;
use super::rank::{check_counts, rank_defined};
use super::streams::Streams;
use exactile::arrangement::Frontiers;
use exactile::num::Value;
use exactile::score::{RankingScore, Scope};
use exactile_document::{AroundReport, RankingsDetail, RankingsReport};

pub(super) fn run(arguments: &RankingsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let regions = input::regions(&arguments.input, &arguments.target, streams)?;
    limits::rankings(regions.classifiers())?;
    let working = input::spinner("looking for crossings of frontiers");
    let frontiers = Frontiers::new(&regions);
    working.finish_and_clear();
    let frontiers = frontiers?;
    if let Some(score) = arguments.place.score.as_ref().or(arguments.place.at.as_ref()) {
        let classifiers = regions.classifiers();
        if score.scope() == Scope::FixedCounts {
            check_counts(score, classifiers, &input::name(&arguments.input))?;
        }
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
    let working = input::spinner("counting rankings");
    let report = RankingsReport { frontiers: &frontiers, detail };
    let written = write_result(&arguments.output, streams, &report);
    working.finish_and_clear();
    written
}
