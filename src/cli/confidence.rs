//! `exactile confidence` and `exactile plan`

use super::Streams;
use super::args::{DocumentFormat, TableFormat};
use super::confidence_args::{ConfidenceArgs, PlanArgs};
use super::failure::Failure;
use super::input;
use super::lattice::{model, predictive};
use super::multi_class::one_view;
use super::output::write_result;
use crate::confidence::{Plan, PlanError, TestSize};
use crate::lattice::{Observation, Predictive, RankDistributions};
use crate::num::Rational;
use crate::performance::Classifier;
use crate::render::{
    PlanReport, plan_json, plan_text, ranked_pairs_csv, ranks_csv, ranks_json, ranks_text,
};
use crate::score::{Orientation, RankingScore};
use crate::tile::rank_at;

pub(super) fn run(arguments: &ConfidenceArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let model = model(&arguments.model.further.choice)?;
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let mut named: Vec<(String, Predictive)> = Vec::with_capacity(classifiers.len());
    for (classifier, observed) in classifiers.iter().zip(observations(&classifiers)?) {
        named.push((classifier.name.clone(), predictive(observed, &model, &arguments.model)?));
    }
    let order = &arguments.order;
    let metric = order
        .score
        .as_ref()
        .or(order.at.as_ref().map(crate::score::NamedScore::metric))
        .ok_or_else(|| no_order("--score"))?;
    if metric.orientation() == Orientation::Neither {
        return Err(Failure::message(format!(
            "{metric} does not say how good a classifier is, on the command line, choose another --score"
        )));
    }
    let working = input::spinner("summing over further results");
    let ranks = if arguments.model.exact {
        RankDistributions::exact(&named, metric)
    } else {
        RankDistributions::new(&named, metric)
    };
    working.finish_and_clear();
    let ranks = ranks?;
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text => ranks_text(&ranks, &model, arguments.pairs, out)?,
            TableFormat::Json => ranks_json(&ranks, &model, out)?,
            TableFormat::Csv if arguments.pairs => ranked_pairs_csv(&ranks, out)?,
            TableFormat::Csv => ranks_csv(&ranks, out)?,
        }
        Ok(())
    })
}

pub(super) fn plan(arguments: &PlanArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    input::check_prior("--positive-share", arguments.positive_share.as_ref())?;
    let model = model(&arguments.model)?;
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let observed = observations(&classifiers)?;
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
    let found =
        Plan::new(&observed, winner, score.metric(), &model, searched, &arguments.level, |test| {
            let (positives, negatives) = (test.positives, test.negatives);
            working.set_message(format!("looked at {positives} positives, {negatives} negatives"));
        });
    working.finish_and_clear();
    let found = found?;
    let report = PlanReport {
        classifiers: &classifiers,
        score: &score.to_string(),
        model: &model,
        level: &arguments.level,
        limit: arguments.limit,
        plan: &found,
    };
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            DocumentFormat::Text => plan_text(&report, out)?,
            DocumentFormat::Json => plan_json(&report, out)?,
        }
        Ok(())
    })
}

/// The counts of all classifiers, samples of both classes.
pub(super) fn observations(classifiers: &[Classifier]) -> Result<Vec<Observation>, Failure> {
    classifiers
        .iter()
        .map(|classifier| {
            let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)?;
            observed.check_both_classes()?;
            Ok(observed)
        })
        .collect()
}

fn no_order(flag: &str) -> Failure {
    Failure::message(format!("no score is given, on the command line, add --at or {flag}"))
}

fn common_prior(classifiers: &[Classifier]) -> Result<Rational, Failure> {
    let prior = classifiers[0].matrix.prior_positive();
    if classifiers.iter().all(|classifier| classifier.matrix.prior_positive() == prior) {
        return Ok(prior);
    }
    Err(Failure::message(
        "the classifiers were tested under different priors, in the input, give the planned one with --positive-share",
    ))
}

/// Who alone is first by a score on the Tile of a prior.
fn winner(
    classifiers: &[Classifier],
    score: &crate::score::NamedScore,
    prior: &Rational,
    input: &super::args::InputArgs,
) -> Result<usize, Failure> {
    let mut shifted = classifiers.to_vec();
    for classifier in &mut shifted {
        classifier.matrix = classifier.matrix.shifted(prior).map_err(|error| {
            let name = &classifier.name;
            Failure::message(format!("{name:?}: {error}, in {}, leave it out", input::name(input)))
        })?;
    }
    let place = score.place(prior);
    let ranking = rank_at(&shifted, &RankingScore::at(place).expect("places are on the Tile"));
    let first = ranking.first().filter(|first| first.rank.is_some());
    let Some(first) = first else {
        return Err(Failure::message(format!(
            "{score} is undefined for every classifier, in {}, choose another score",
            input::name(input)
        )));
    };
    match ranking.get(1) {
        Some(second) if second.rank == first.rank => Err(Failure::message(format!(
            "{:?} and {:?} tie by {score}, so that no number of samples is expected to tell them apart, in {}, choose another score",
            classifiers[first.classifier].name,
            classifiers[second.classifier].name,
            input::name(input)
        ))),
        _ => Ok(first.classifier),
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::message(error.to_string())
    }
}
