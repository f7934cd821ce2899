//! `exactile rankings`

use super::args::{DocumentFormat, RankingsArgs};
use super::failure::Failure;
use super::input;
use super::limits;
use super::output::write_result;
use super::rank::{check_counts, rank_defined};
use super::streams::Streams;
use exactile::arrangement::Frontiers;
use exactile::score::{MetricValue, RankingScore, Scope};
use exactile_document::{RankingsDetail, around_json, around_text, rankings_json, rankings_text};

pub(super) fn run(arguments: &RankingsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let regions = input::regions(&arguments.input, &arguments.target, streams)?;
    limits::rankings(regions.classifiers())?;
    let working = input::spinner("looking for crossings of frontiers");
    let frontiers = Frontiers::new(&regions);
    working.finish_and_clear();
    let frontiers = frontiers?;
    let destination = arguments.output.output.as_ref();
    if let Some(score) = arguments.place.score.as_ref().or(arguments.place.at.as_ref()) {
        let classifiers = regions.classifiers();
        if score.scope() == Scope::FixedCounts {
            check_counts(score, classifiers, &input::name(&arguments.input))?;
        }
        let place = score.place(frontiers.prior_positive());
        let mut around = frontiers.around(&place);
        // A score may be undefined where the ranking score at its place is not.
        let values: Vec<MetricValue> =
            classifiers.iter().map(|classifier| score.value(&classifier.matrix)).collect();
        let at_place = RankingScore::at(place).expect("places are on the Tile");
        around.ranking = rank_defined(classifiers, &at_place, &values);
        let name = arguments.place.score.as_ref().map(ToString::to_string);
        return write_result(destination, streams, |out| {
            match arguments.format {
                DocumentFormat::Text => around_text(&frontiers, name.as_deref(), &around, out)?,
                DocumentFormat::Json => around_json(&frontiers, name.as_deref(), &around, out)?,
            }
            Ok(())
        });
    }
    let RankingsArgs { confluences, cells, polygons, area, rankings, .. } = *arguments;
    let detail = RankingsDetail {
        confluences,
        // For people the areas of the largest cells will do, unless they ask for all.
        cells: cells || polygons || rankings || area && arguments.format == DocumentFormat::Json,
        polygons,
        areas: area,
        rankings,
    };
    let working = input::spinner("counting rankings");
    let written = write_result(destination, streams, |out| {
        match arguments.format {
            DocumentFormat::Text => rankings_text(&frontiers, detail, out)?,
            DocumentFormat::Json => rankings_json(&frontiers, detail, out)?,
        }
        Ok(())
    });
    working.finish_and_clear();
    written
}
