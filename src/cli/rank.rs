//! `exactile rank`

use std::io::Write;
use std::path::Path;

use super::Streams;
use super::args::{RankArgs, TableFormat};
use super::failure::Failure;
use super::input;
use super::multi_class::{Views, choose_class, is_file_name, mend_labels, multi_class, views};
use super::output::write_result;
use crate::input::read_costs;
use crate::multi_class::{
    ClassView, first_in_every, importance_of_cells, parse_importance, rank_by_importance,
};
use crate::num::Rational;
use crate::performance::Classifier;
use crate::render::{
    EachClass, importance_json, importance_text, ranking_csv, ranking_json, ranking_text,
};
use crate::score::{MetricValue, NamedScore, RankingScore, Scope};
use crate::tile::{RankedClassifier, TileError, rank_at};

pub(super) fn run(arguments: &RankArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    input::check_prior("--target-prior", arguments.target.target_prior.as_ref())?;
    if let Some(importance) = &arguments.place.importance {
        return by_importance(arguments, importance, streams);
    }
    let refuse = |error| Failure::in_input(&error, &input::name(&arguments.input));
    match views(&arguments.input, &arguments.classes, streams)? {
        Views::One(classifiers) => {
            let ranked = Ranked::new(arguments, classifiers)?.map_err(refuse)?;
            write_result(arguments.output.output.as_ref(), streams, |out| {
                ranked.write(arguments, out)
            })
        }
        Views::Each(views) => write_result(arguments.output.output.as_ref(), streams, |out| {
            each_class(arguments, views, out)
        }),
    }
}

/// Classifiers with their ranking at one point.
struct Ranked {
    classifiers: Vec<Classifier>,
    score: RankingScore,
    ranking: Vec<RankedClassifier>,
    /// The score's own values.
    values: Vec<MetricValue>,
}

impl Ranked {
    /// The ranking that the arguments ask for; the inner error is one of the classifiers.
    fn new(
        arguments: &RankArgs,
        mut classifiers: Vec<Classifier>,
    ) -> Result<Result<Self, TileError>, Failure> {
        if let Some(prior) = &arguments.target.target_prior {
            for classifier in &mut classifiers {
                classifier.matrix = match classifier.matrix.shifted(prior) {
                    Ok(matrix) => matrix,
                    Err(error) => {
                        let name = classifier.name.clone();
                        return Ok(Err(TileError::Performance { name, error }));
                    }
                };
            }
        }
        let named = arguments.place.score.as_ref();
        let Some(asked) = named.or(arguments.place.at.as_ref()) else {
            return Err(Failure::message(
                "no point is given, on the command line, add --at or --score",
            ));
        };
        let prior = match common_prior(asked, &classifiers) {
            Ok(prior) => prior,
            Err(error) => return Ok(Err(error)),
        };
        if asked.scope() == Scope::FixedCounts {
            check_counts(asked, &classifiers, &input::name(&arguments.input))?;
        }
        let score = RankingScore::at(asked.place(&prior)).expect("places are on the Tile");
        // The place decides the order, in which any named score agrees; the value is its own.
        let values: Vec<MetricValue> =
            classifiers.iter().map(|classifier| asked.value(&classifier.matrix)).collect();
        let ranking = rank_defined(&classifiers, &score, &values);
        Ok(Ok(Self { classifiers, score, ranking, values }))
    }

    fn write(&self, arguments: &RankArgs, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { classifiers, score, ranking, values } = self;
        let name = arguments.place.score.as_ref().map(ToString::to_string);
        match arguments.format {
            TableFormat::Text => {
                let title = match &name {
                    Some(name) => format!("ranking by {name}"),
                    None => "ranking".to_owned(),
                };
                ranking_text(classifiers, score, &title, ranking, values, out)?;
            }
            TableFormat::Json => {
                ranking_json(classifiers, score, name.as_deref(), ranking, values, out)?
            }
            TableFormat::Csv => ranking_csv(classifiers, ranking, values, out)?,
        }
        Ok(())
    }
}

/// The ranking for each class against the rest, and who is first in all of them.
fn each_class(
    arguments: &RankArgs,
    views: Vec<ClassView>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if arguments.format == TableFormat::Csv {
        return Err(choose_class("a table holds one class"));
    }
    let is_text = arguments.format == TableFormat::Text;
    let mut classes = EachClass::new("exactile.multi-class-rank.v1", "ranking", is_text, out)?;
    let (mut rankings, mut names) = (Vec::new(), Vec::new());
    for ClassView { label, classifiers } in views {
        names = classifiers.iter().map(|classifier| classifier.name.clone()).collect();
        match Ranked::new(arguments, classifiers)? {
            Ok(ranked) => {
                classes.begin(&label, out)?;
                ranked.write(arguments, out)?;
                classes.end(out)?;
                rankings.push(ranked.ranking);
            }
            Err(error) => {
                classes.undefined(&label, &error.to_string(), out)?;
                // Nobody is first in a class that has no ranking.
                rankings.push(Vec::new());
            }
        }
    }
    let first = first_in_every(&rankings).into_iter().map(|i| names[i].as_str()).collect();
    Ok(classes.finish(&[("first_in_every_class", "first in every class", first)], out)?)
}

fn by_importance(
    arguments: &RankArgs,
    text: &str,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.target.target_prior.is_some() || arguments.format == TableFormat::Csv {
        return Err(Failure::message(
            "--importance goes neither with --target-prior nor with csv, on the command line, \
             leave them out",
        ));
    }
    let classifiers = multi_class(&arguments.input, streams)?;
    let labels = classifiers[0].matrix.labels();
    let importance = if is_file_name(text) {
        let table =
            input::with_source(Path::new(text), |reader, name, _| Ok(read_costs(reader, name)?))?;
        let cell = |truth, predicted| table.cost(truth, predicted).clone();
        importance_of_cells(cell, table.labels(), labels)
    } else {
        parse_importance(text, labels)
    }
    .map_err(|error| {
        let known: Vec<String> = labels.iter().map(|label| format!("{label:?}")).collect();
        Failure::message(format!(
            "{error}, in --importance {}, the classes are {}",
            text.chars().flat_map(char::escape_debug).collect::<String>(),
            known.join(", ")
        ))
    })?;
    let ranking = rank_by_importance(&classifiers, &importance)
        .map_err(|error| mend_labels(&error, &arguments.input))?;
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Json => importance_json(&classifiers, &importance, &ranking, out)?,
            _ => importance_text(&classifiers, &ranking, out)?,
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
