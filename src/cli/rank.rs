//! `exactile rank`

use super::Streams;
use super::args::{RankArgs, TableFormat};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::num::Rational;
use crate::performance::Classifier;
use crate::render::{ranking_csv, ranking_json, ranking_text};
use crate::score::{MetricValue, NamedScore, RankingScore, Scope};
use crate::tile::{RankedClassifier, TileError, rank_at};

pub(super) fn run(arguments: &RankArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    input::check_prior("--target-prior", arguments.target.target_prior.as_ref())?;
    let mut classifiers = input::classifiers(&arguments.input, streams)?;
    let refuse = |error| Failure::in_input(&error, &input::name(&arguments.input));
    if let Some(prior) = &arguments.target.target_prior {
        for classifier in &mut classifiers {
            classifier.matrix = classifier
                .matrix
                .shifted(prior)
                .map_err(|error| TileError::Performance { name: classifier.name.clone(), error })?;
        }
    }
    let named = arguments.place.score.as_ref();
    let Some(score) = named.or(arguments.place.at.as_ref()) else {
        return Err(Failure::message(
            "no point is given, on the command line, add --at or --score",
        ));
    };
    let prior = common_prior(score, &classifiers).map_err(refuse)?;
    if score.scope() == Scope::FixedCounts {
        check_counts(score, &classifiers, &input::name(&arguments.input))?;
    }
    let place = RankingScore::at(score.place(&prior)).expect("places are on the Tile");
    // The place decides the order, in which any named score agrees; the value is its own.
    let values: Vec<MetricValue> =
        classifiers.iter().map(|classifier| score.value(&classifier.matrix)).collect();
    let ranking = rank_defined(&classifiers, &place, &values);
    write_result(arguments.output.output.as_ref(), streams, |out| {
        let name = named.map(ToString::to_string);
        match arguments.format {
            TableFormat::Text => {
                let title = match &name {
                    Some(name) => format!("ranking by {name}"),
                    None => "ranking".to_owned(),
                };
                ranking_text(&classifiers, &place, &title, &ranking, &values, out)?;
            }
            TableFormat::Json => {
                ranking_json(&classifiers, &place, name.as_deref(), &ranking, &values, out)?
            }
            TableFormat::Csv => ranking_csv(&classifiers, &ranking, &values, out)?,
        }
        Ok(())
    })
}

/// The ranking of those whose value is defined; the others come last, without a rank.
fn rank_defined(
    classifiers: &[Classifier],
    score: &RankingScore,
    values: &[MetricValue],
) -> Vec<RankedClassifier> {
    let is_defined = |position: &usize| values[*position].undefined().is_none();
    let (defined, undefined): (Vec<usize>, Vec<usize>) =
        (0..classifiers.len()).partition(is_defined);
    if undefined.is_empty() {
        return rank_at(classifiers, score);
    }
    let ranked: Vec<Classifier> =
        defined.iter().map(|&position| classifiers[position].clone()).collect();
    let mut ranking = rank_at(&ranked, score);
    for entry in &mut ranking {
        entry.classifier = defined[entry.classifier];
    }
    let unranked = |classifier| RankedClassifier { classifier, value: None, rank: None };
    ranking.extend(undefined.into_iter().map(unranked));
    ranking
}

/// The prior that a score's ordering depends on: it has to be common to all, and between 0 and 1,
/// if it matters at all.
fn common_prior(score: &NamedScore, classifiers: &[Classifier]) -> Result<Rational, TileError> {
    let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
    let first = classifiers.first().ok_or(TileError::NoClassifiers)?;
    if score.scope() == Scope::All {
        return Ok(prior(first));
    }
    for other in classifiers {
        if prior(other) != prior(first) {
            return Err(TileError::PriorsDiffer {
                first: first.name.clone(),
                first_prior: prior(first),
                second: other.name.clone(),
                second_prior: prior(other),
            });
        }
    }
    first
        .matrix
        .check_both_classes()
        .map_err(|error| TileError::Performance { name: first.name.clone(), error })?;
    Ok(prior(first))
}

/// Some scores compare numbers of samples: these have to be common to all.
fn check_counts(
    score: &NamedScore,
    classifiers: &[Classifier],
    input: &str,
) -> Result<(), Failure> {
    let total = |classifier: &Classifier| classifier.matrix.total();
    match classifiers.iter().find(|other| total(other) != total(&classifiers[0])) {
        None => Ok(()),
        Some(other) => Err(Failure::message(format!(
            "{score} compares equal numbers of samples only: {:?} has {} and {:?} has {}, in {input}, scale the rows to one total",
            classifiers[0].name,
            total(&classifiers[0]),
            other.name,
            total(other),
        ))),
    }
}
