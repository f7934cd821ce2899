//! `exactile no-skill`

use super::args::NoSkillArgs;
use super::failure::Failure;
use super::input;
use super::output::write_result;
use super::streams::Streams;
use exactile::score::{Metric, NamedScore, RankingScore};
use exactile::tile::{NoSkill, PredictionRate, Regions};
use exactile_document::NoSkillReport;

pub(super) fn run(arguments: &NoSkillArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    input::check_prior("--prior", arguments.input.prior.as_ref())?;
    let regions = regions(arguments, streams)?;
    let target = &arguments.target.target_prior;
    let prior = match (&regions, target.as_ref().or(arguments.input.prior.as_ref())) {
        (Some(regions), _) => regions.common_prior()?.clone(),
        (None, Some(prior)) => prior.clone(),
        (None, None) => {
            return Err(Failure::new("the priors are not given", "add --prior or an input"));
        }
    };
    let rate = match &arguments.rate {
        None => None,
        Some(rate) => Some(PredictionRate::new(rate.clone()).ok_or_else(|| {
            Failure::new(format!("a rate of {rate} is not from 0 to 1"), "change --rate")
        })?),
    };
    // Without a point, accuracy is what is compared.
    let fallback = regions.as_ref().map(|_| accuracy());
    let score = arguments.place.score.clone().or(arguments.place.at.clone()).or(fallback);
    let report = NoSkillReport {
        score: score.map(|score| {
            RankingScore::at(score.place(&prior)).expect("names and points are on the Tile")
        }),
        without: NoSkill::new(prior).expect("priors were checked"),
        rate,
        classifiers: regions.as_ref().map_or(&[], Regions::classifiers),
    };
    write_result(&arguments.output, streams, &report)
}

/// What is compared where no point is given.
fn accuracy() -> NamedScore {
    NamedScore::new(Metric::Accuracy).expect("accuracy stands in the middle of the Tile")
}

/// The classifiers, where there is an input, on the Tile of one prior.
fn regions(arguments: &NoSkillArgs, streams: &mut Streams<'_>) -> Result<Option<Regions>, Failure> {
    let Some(from) = input::given(&arguments.input)? else {
        input::check_prior("--target-prior", arguments.target.target_prior.as_ref())?;
        return Ok(None);
    };
    input::regions(&from, &arguments.target, streams).map(Some)
}
