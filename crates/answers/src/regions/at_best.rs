//! `regions --at-best`: models that may choose their thresholds.

use super::arguments::RegionsArgs;
use crate::args::{Destination, RegionsFormat};
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::models::Models;
use exactile::num::Rational;
use exactile::performance::{PerformanceError, counted};
use exactile::score::NamedScore;
use exactile::threshold::{Preference, ScoredModel, rank_at_best};
use exactile::tile::RankFilter;
use exactile_document::AtBestReport;
use exactile_input::Subject;

pub(crate) fn answer(
    arguments: &RegionsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let models = Models::at_best(subject, &arguments.best)?;
    let count = models.scored.len();
    if let Some(rank) = arguments.ranks.iter().find(|rank| **rank as usize > count) {
        let what = format!("there is no rank {rank} among {}", counted(count, "model"));
        return Err(Failure::new(what, format!("give a --rank from 1 to {count}")).about_input());
    }
    let mut selected = arguments
        .classifiers
        .iter()
        .map(|name| models.position(name))
        .collect::<Result<Vec<_>, _>>()?;
    selected.sort_unstable();
    selected.dedup();
    let form = arguments.format.form().ok_or_else(|| {
        let format = if arguments.format == RegionsFormat::Wkt { "wkt" } else { "geojson" };
        Failure::new(
            format!("the pieces of models at their best are not written as {format}"),
            "choose --format json or csv",
        )
    })?;
    let tile = input::on_tile(models.classifiers(), &arguments.target)?;
    let prior = tile.common_prior()?;
    let pieces = tile.at_best(&models.groups(), &RankFilter::all())?;
    let first_for = first_for(&models.scored, prior, arguments.target.target_prior.as_ref())
        .map_err(|error| Failure::new(error, "a Tile needs samples of both classes"))?;
    let ranks = RankFilter::holding(arguments.ranks.iter().copied());
    let report = AtBestReport {
        prior_positive: prior,
        models: &models.scored,
        hulls: &models.hulls,
        pieces: &pieces,
        first_for: &first_for,
        ranks: &ranks,
        selected: (!selected.is_empty()).then_some(&selected),
        areas: arguments.area,
    };
    let path = arguments.output.output.as_ref();
    write_result(Destination { path, form }, streams, &report)
}

/// Returns, for each model, the named scores for which it is first at its best threshold, alone or
/// tied.
fn first_for(
    models: &[ScoredModel],
    prior: &Rational,
    target: Option<&Rational>,
) -> Result<Vec<Vec<NamedScore>>, PerformanceError> {
    let mut first_for = vec![Vec::new(); models.len()];
    for score in NamedScore::marked() {
        let preference = Preference::new(score.place(prior), target.cloned()).expect("on the Tile");
        for ranked in rank_at_best(models, &preference)? {
            if ranked.rank.is_some_and(|rank| rank.best == 1) {
                first_for[ranked.classifier].push(score.clone());
            }
        }
    }
    Ok(first_for)
}
