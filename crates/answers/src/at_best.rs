//! `--at-best`: models that may choose their thresholds, in `regions`, `rank` and `tile`.

use crate::args::{Destination, InputArgs, RegionsFormat, distinct, one_list};
use crate::drawn::colours;
use crate::drawn::picture::{extras, write_picture};
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::models::{Models, check_all_thresholds, check_models};
use crate::inputs::reading::Reading;
use crate::rank::arguments::RankArgs;
use crate::regions::arguments::RegionsArgs;
use crate::thresholds::arguments::{ScoresFormat, ThresholdsArgs};
use crate::tile::arguments::{Flavor, TileArgs};
use exactile::num::Rational;
use exactile::performance::{PerformanceError, counted};
use exactile::score::NamedScore;
use exactile::threshold::{Preference, ScoredModel, rank_at_best};
use exactile::tile::{RankFilter, Regions};
use exactile_document::AtBestReport;
use exactile_input::Subject;
use exactile_picture::TilePicture;

/// Returns the way in which these commands read their input.
pub(crate) fn reading(input: &InputArgs, multi_class: bool) -> Result<Reading, Failure> {
    if multi_class {
        return Err(Failure::new("models with scores have two classes", "leave --multi-class out"));
    }
    check_all_thresholds(input)?;
    Ok(Reading::of_models(input, "--at-best is about"))
}

/// `regions --at-best`
pub(crate) fn regions(
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
    let tile = input::on_tile(models.classifiers(), &arguments.input, &arguments.target)?;
    let prior = common_prior(&tile, &arguments.input)?;
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

/// Returns the arguments of `thresholds` whose ranking `rank --at-best` shows.
pub(crate) fn of_rank(arguments: &RankArgs) -> Result<ThresholdsArgs, Failure> {
    let input = &arguments.input;
    reading(input, arguments.classes.multi_class)?;
    check_models(input)?;
    let costs = arguments.costs.both();
    Ok(ThresholdsArgs {
        input: input.input.clone(),
        more: input.more.clone(),
        input_format: ScoresFormat::Scores,
        labels: input.labels.clone(),
        target: arguments.target.clone(),
        at: arguments.at.clone().filter(|_| costs.is_none()),
        scores: one_list(distinct(&arguments.scores)),
        cost_fp: costs.map(|costs| costs.fp.clone()),
        cost_fn: costs.map(|costs| costs.fn_.clone()),
        subject_to: Vec::new(),
        max_fpr: None,
        calibration: None,
        for_model: None,
        choose_on: None,
        folds: None,
        by: None,
        equalise: None,
        output: arguments.output.clone(),
    })
}

/// `tile --at-best`
pub(crate) fn tile(
    arguments: &TileArgs,
    input: &InputArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let models = Models::at_best(subject, &arguments.best)?;
    let tile = input::on_tile(models.labelled(), input, &arguments.target)?;
    common_prior(&tile, input)?;
    let colours = colours::of_some(subject, input, &arguments.look.look, &models)?;
    let (side, extras) = (f64::from(arguments.size), extras(arguments, colours));
    let groups = models.groups();
    let picture = match (arguments.flavor, &arguments.classifier) {
        (Flavor::Entity, _) => {
            TilePicture::at_best(&tile, &groups, arguments.rank.unwrap_or(1), side, extras)?
        }
        (Flavor::Rank, Some(name)) => {
            let of = (models.position(name)?, name.as_str());
            TilePicture::rank_at_best(&tile, &groups, of, side, extras)?
        }
        (Flavor::Rank, None) => {
            return Err(Failure::new("this flavor shows one model", "name it with --classifier"));
        }
        _ => {
            return Err(Failure::new(
                "models at their best have the flavors entity and rank",
                "choose one of them, or leave --at-best out",
            ));
        }
    };
    // The picture itself says that its thresholds look better than they are.
    write_picture(&picture, arguments.look.look(), arguments.output.as_ref(), streams)
}

fn common_prior<'r>(tile: &'r Regions, input: &InputArgs) -> Result<&'r Rational, Failure> {
    tile.common_prior().map_err(|error| Failure::in_input(&error, &input::name(input)))
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
