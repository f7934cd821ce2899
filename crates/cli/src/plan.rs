//! `exactile plan`

use super::args::{InputArgs, PlanArgs};
use super::confidence::no_order;
use super::failure::Failure;
use super::further::{model, observations};
use super::given;
use super::input;
use super::limits;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile::confidence::{Plan, PlanError, TestSize};
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::score::RankingScore;
use exactile::tile::rank_at;
use exactile_document::PlanReport;

pub(super) fn run(arguments: &PlanArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    input::check_prior("--positive-share", arguments.positive_share.as_ref())?;
    let model = model(&arguments.model)?;
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let observed = observations(&classifiers)?;
    limits::plan(classifiers.len(), arguments.limit)?;
    let share = match &arguments.positive_share {
        Some(share) => share.clone(),
        None => common_prior(&classifiers)?,
    };
    let place = &arguments.place;
    let score = place.score.as_ref().or(place.at.as_ref()).ok_or_else(|| no_order("--score"))?;
    let winner = winner(&classifiers, score, &share, &arguments.input)?;
    let sizes = TestSize::new(share)?;
    let working = input::spinner("looking at tests of growing size");
    let searched = (&sizes, arguments.limit);
    let stop = given::stop();
    let found =
        Plan::new(&observed, winner, score.metric(), &model, searched, &arguments.level, |test| {
            let (positives, negatives) = (test.positives, test.negatives);
            working.set_message(format!("looked at {positives} positives, {negatives} negatives"));
            stop.step()
        });
    working.finish_and_clear();
    let found = found?.ok_or_else(Failure::stopped)?;
    let report = PlanReport {
        classifiers: &classifiers,
        score: &score.to_string(),
        model: &model,
        level: &arguments.level,
        limit: arguments.limit,
        plan: &found,
    };
    write_result(&arguments.output, streams, &report)
}

fn common_prior(classifiers: &[Classifier]) -> Result<Rational, Failure> {
    let prior = classifiers[0].matrix.prior_positive();
    if classifiers.iter().all(|classifier| classifier.matrix.prior_positive() == prior) {
        return Ok(prior);
    }
    Err(Failure::new(
        "the classifiers were tested under different priors",
        "give the planned one with --positive-share",
    ))
}

/// Who alone is first by a score on the Tile of a prior.
fn winner(
    classifiers: &[Classifier],
    score: &exactile::score::NamedScore,
    prior: &Rational,
    input: &InputArgs,
) -> Result<usize, Failure> {
    let mut shifted = classifiers.to_vec();
    for classifier in &mut shifted {
        classifier.matrix = classifier.matrix.shifted(prior).map_err(|error| {
            let name = &classifier.name;
            Failure::new(format!("{name:?}: {error}"), "leave it out").at(input::name(input))
        })?;
    }
    let place = score.place(prior);
    let ranking = rank_at(&shifted, &RankingScore::at(place).expect("places are on the Tile"));
    let first = ranking.first().filter(|first| first.rank.is_some());
    let Some(first) = first else {
        let what = format!("{score} is undefined for every classifier");
        return Err(Failure::new(what, "choose another score").at(input::name(input)));
    };
    match ranking.get(1) {
        Some(second) if second.rank == first.rank => {
            let what = format!(
                "{:?} and {:?} tie by {score}, so that no number of samples is expected to tell them apart",
                classifiers[first.classifier].name, classifiers[second.classifier].name,
            );
            Err(Failure::new(what, "choose another score").at(input::name(input)))
        }
        _ => Ok(first.classifier),
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::new(&error, error.hint())
    }
}
