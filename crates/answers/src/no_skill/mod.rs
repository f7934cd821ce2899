//! `exactile no-skill`

pub(crate) mod arguments;

use self::arguments::NoSkillArgs;
use crate::host::{Failure, Streams, write_result};
use crate::inputs::input;
use crate::inputs::reading::Reading;
use exactile::num::Rational;
use exactile::score::{Metric, NamedScore, RankingScore};
use exactile::tile::{NoSkill, PredictionRate, Regions};
use exactile_document::NoSkillReport;
use exactile_input::Subject;

pub(crate) fn reading(arguments: &NoSkillArgs) -> Result<Option<Reading>, Failure> {
    Ok(input::given(&arguments.input)?.map(|input| Reading::of(&input)))
}

pub(crate) fn answer(
    arguments: &NoSkillArgs,
    subject: Option<&Subject>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let regions = regions(arguments, subject)?;
    let target = &arguments.target.target_prior;
    let prior = match (&regions, target.as_ref().or(arguments.input.prior.as_ref())) {
        (Some(regions), _) => regions.prior_positive().cloned(),
        (None, Some(prior)) => Some(prior.clone()),
        (None, None) if arguments.rate.is_some() && !arguments.place.is_given() => None,
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
    let score = score.map(|score| place(&score, prior.as_ref(), regions.as_ref())).transpose()?;
    let report = NoSkillReport {
        score,
        without: prior.map(|prior| NoSkill::new(prior).expect("priors were checked")),
        rate,
        classifiers: regions.as_ref().map_or(&[], Regions::classifiers),
    };
    write_result(&arguments.output, streams, &report)
}

/// Returns the ranking score of a name or a point. If priors differ, it needs a place that is the
/// same for all of them.
fn place(
    score: &NamedScore,
    prior: Option<&Rational>,
    regions: Option<&Regions>,
) -> Result<RankingScore, Failure> {
    let place = match (prior, regions) {
        (Some(prior), _) => score.place(prior),
        (None, Some(regions)) if score.depends_on_prior() => score.place(regions.common_prior()?),
        // Any prior will do.
        (None, _) => score.place(&Rational::new(1, 2)),
    };
    Ok(RankingScore::at(place).expect("names and points are on the Tile"))
}

/// Returns the score that is compared if no point is given.
fn accuracy() -> NamedScore {
    NamedScore::new(Metric::Accuracy).expect("accuracy stands in the middle of the Tile")
}

/// Returns the classifiers on the Tile of one prior, if there is an input.
fn regions(arguments: &NoSkillArgs, subject: Option<&Subject>) -> Result<Option<Regions>, Failure> {
    let (Some(_), Some(subject)) = (input::given(&arguments.input)?, subject) else {
        return Ok(None);
    };
    input::on_tile(subject.classifiers.clone(), &arguments.target).map(Some)
}
