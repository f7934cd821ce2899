//! `exactile rank`

use super::Streams;
use super::args::{RankArgs, TableFormat};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::num::Rational;
use crate::performance::Classifier;
use crate::render::{ranking_csv, ranking_json, ranking_text};
use crate::score::{NamedScore, RankingScore};
use crate::tile::{TileError, rank_at};

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
    let place = match named.or(arguments.place.at.as_ref()) {
        Some(score) => score.place(&common_prior(score, &classifiers).map_err(refuse)?),
        None => {
            return Err(Failure::message(
                "no point is given, on the command line, add --at or --score",
            ));
        }
    };
    let score = RankingScore::at(place).expect("points and names were checked to be on the Tile");
    let mut ranking = rank_at(&classifiers, &score);
    if let Some(named) = named {
        // The place decides the order, in which any named score agrees; the value is its own.
        for ranked in &mut ranking {
            ranked.value = named.value(&classifiers[ranked.classifier].matrix);
        }
    }
    write_result(arguments.output.output.as_ref(), streams, |out| {
        let name = named.map(ToString::to_string);
        match arguments.format {
            TableFormat::Text => {
                let title = match &name {
                    Some(name) => format!("ranking by {name}"),
                    None => "ranking".to_owned(),
                };
                ranking_text(&classifiers, &score, &title, &ranking, out)?;
            }
            TableFormat::Json => {
                ranking_json(&classifiers, &score, name.as_deref(), &ranking, out)?
            }
            TableFormat::Csv => ranking_csv(&classifiers, &ranking, out)?,
        }
        Ok(())
    })
}

/// The prior that a score's place depends on: it has to be common to all, if it matters at all.
fn common_prior(score: &NamedScore, classifiers: &[Classifier]) -> Result<Rational, TileError> {
    let prior = |classifier: &Classifier| classifier.matrix.prior_positive();
    let first = classifiers.first().ok_or(TileError::NoClassifiers)?;
    if score.depends_on_prior()
        && let Some(second) = classifiers.iter().find(|other| prior(other) != prior(first))
    {
        return Err(TileError::PriorsDiffer {
            first: first.name.clone(),
            first_prior: prior(first),
            second: second.name.clone(),
            second_prior: prior(second),
        });
    }
    Ok(prior(first))
}
