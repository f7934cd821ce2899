//! `exactile rank`

pub(crate) mod arguments;
mod at_best;

use std::path::Path;

use self::arguments::RankArgs;
use crate::args::{TableFormat, distinct};
use crate::host::{Failure, Refused, Streams, write_result};
use crate::inputs::multi_class::{Views, choose_class, is_file_name, mend_labels, views};
use crate::inputs::reading::Reading;
use crate::inputs::{clusters, input};
use crate::{intervals, thresholds};
use exactile::multi_class::{
    ClassView, first_in_every, importance_of_cells, parse_importance, rank_by_importance,
};
use exactile::order::{Order, OrderError, Ranked};
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile::tile::{RankedClassifier, TileError};
use exactile_document::{
    EachClass, ImportanceReport, MetricIntervals, RankingReport, RankingReports,
};
use exactile_input::{Subject, read_costs};

pub(crate) fn reading(arguments: &RankArgs) -> Result<Reading, Failure> {
    let target = arguments.target.target_prior.as_ref();
    let others = [
        (arguments.best.at_best, "--at-best"),
        (arguments.importance.is_some(), "--importance"),
        (target.is_some(), "--target-prior"),
    ];
    if arguments.interval.interval.is_some() {
        if let Some((_, flag)) = others.into_iter().find(|(is_given, _)| *is_given) {
            let what = "intervals of the true value need confusion matrices as they were counted";
            return Err(Failure::new(what, format!("leave {flag} out")));
        }
    }
    if arguments.best.at_best {
        return Ok(thresholds::reading(&at_best::asked(arguments)?)?.by(&arguments.domains));
    }
    if arguments.importance.is_some() {
        if target.is_some() {
            let what = "--importance does not go with --target-prior";
            return Err(Failure::new(what, "leave it out"));
        }
        return Ok(Reading::of_all_classes(&arguments.input).by(&arguments.domains));
    }
    asked(arguments)?;
    let input = arguments.input.for_any_prior(target.is_some());
    if let Some(column) =
        intervals::cluster(&arguments.interval, &arguments.domains, &arguments.classes)?
    {
        return Ok(clusters::reading(&input, column));
    }
    Ok(Reading::of_classes(&input, &arguments.classes).by(&arguments.domains))
}

pub(crate) fn answer(
    arguments: &RankArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.best.at_best {
        let asked = at_best::asked(arguments)?;
        return thresholds::answer_among(&asked, &arguments.best.among, subject, streams);
    }
    if let Some(importance) = &arguments.importance {
        return by_importance(arguments, importance, subject, streams);
    }
    let asked = asked(arguments)?;
    match views(subject, &arguments.input, &arguments.classes, streams)? {
        Views::One(classifiers) => {
            input::note_optimism(&arguments.input, streams);
            let classifiers = shifted(arguments, classifiers)?;
            let metrics: Vec<Metric> = asked.iter().map(Order::metric).cloned().collect();
            intervals::kind(&arguments.interval, &metrics)?;
            let mut rankings = Vec::with_capacity(asked.len());
            for asked in &asked {
                input::check_metric(asked.metric(), streams)?;
                rankings.push(asked.ranked(&classifiers)?);
            }
            let question = intervals::question(&arguments.interval, &metrics, subject);
            let found = intervals::found(&classifiers, question.as_ref(), subject, streams)?;
            let of = |metric: usize| {
                let (question, classifiers) = question.as_ref().zip(found.as_deref())?;
                Some(MetricIntervals { question, classifiers, metric })
            };
            let reports = rankings.iter().enumerate().map(|(k, ranked)| RankingReport {
                intervals: of(k),
                costs: arguments.costs.both(),
                classifiers: &classifiers,
                ranked,
            });
            let reports = reports.collect();
            write_result(&arguments.output, streams, &RankingReports(reports))
        }
        Views::Each(_) if arguments.interval.interval.is_some() => {
            Err(choose_class("intervals are for one class against the others"))
        }
        Views::Each(views) => match asked.as_slice() {
            [asked] => each_class(arguments, asked, views, streams),
            _ => Err(Failure::new(
                "all classes together are ranked by one score at a time",
                "give one --score, or choose a class with --class",
            )),
        },
    }
}

/// Returns the point, or all scores, of which there is at least one.
fn asked(arguments: &RankArgs) -> Result<Vec<Order>, Failure> {
    if let Some(point) = &arguments.at {
        return Ok(vec![Order::Point(point.clone())]);
    }
    let orders = distinct(&arguments.scores).into_iter().map(Order::try_from);
    Ok(orders.collect::<Result<_, _>>()?)
}

/// Returns the classifiers on the Tile of the target prior, if there is one.
fn shifted(
    arguments: &RankArgs,
    mut classifiers: Vec<Classifier>,
) -> Result<Vec<Classifier>, TileError> {
    if let Some(prior) = &arguments.target.target_prior {
        for classifier in &mut classifiers {
            classifier.matrix = classifier
                .matrix
                .shifted(prior)
                .map_err(|error| TileError::Performance { name: classifier.name.clone(), error })?;
        }
    }
    Ok(classifiers)
}

/// Writes the ranking for each class against the rest, and the classifiers that are first in all of
/// them.
fn each_class(
    arguments: &RankArgs,
    asked: &Order,
    views: Vec<ClassView>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.output.format == TableFormat::Csv {
        return Err(choose_class("a table shows one class"));
    }
    let mut rankings = Vec::with_capacity(views.len());
    for ClassView { label, classifiers } in views {
        let names: Vec<String> = classifiers.iter().map(|known| known.name.clone()).collect();
        let ranked = match shifted(arguments, classifiers) {
            Err(error) => Err(error.to_string()),
            Ok(classifiers) => match asked.ranked(&classifiers) {
                // Of this class alone.
                Err(OrderError::Tile(error)) => Err(error.to_string()),
                ranked => Ok((ranked?, classifiers)),
            },
        };
        rankings.push((label, names, ranked));
    }
    // Nobody is first in a class that has no ranking.
    let of_classes: Vec<Vec<RankedClassifier>> = rankings
        .iter()
        .map(|(.., ranked)| {
            ranked.as_ref().map_or(Vec::new(), |(ranked, _)| ranked.ranking.clone())
        })
        .collect();
    let names = rankings.last().map_or(&[][..], |(_, names, _)| names);
    let first = first_in_every(&of_classes).into_iter().map(|i| names[i].as_str()).collect();
    let report = EachClass {
        schema: "exactile.multi-class-rank.v1",
        key: "ranking",
        classes: rankings
            .iter()
            .map(|(label, _, ranked)| {
                let report = match ranked {
                    Ok((ranked, classifiers)) => {
                        let report =
                            RankingReport { classifiers, ranked, costs: None, intervals: None };
                        Ok(RankingReports(vec![report]))
                    }
                    Err(reason) => Err(reason.clone()),
                };
                (label.as_str(), report)
            })
            .collect(),
        entry: Some(("first_in_every_class", "first in every class", first)),
    };
    write_result(&arguments.output, streams, &report)
}

fn by_importance(
    arguments: &RankArgs,
    text: &str,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let classifiers = &subject.classes;
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
        let known = known.join(", ");
        let hint = format!("the classes are {known}; a label may stand in double quotes");
        Failure::new(format!("--importance {text:?}: {error}"), hint)
    })?;
    let ranking = rank_by_importance(classifiers, &importance)
        .map_err(|error| mend_labels(&error, &arguments.input))?;
    let report = ImportanceReport { classifiers, importance: &importance, ranking: &ranking };
    write_result(&arguments.output, streams, &report)
}

/// Ranks classifiers as `exactile rank` does: by a score's name, or at a point `r(A,B)` of the
/// Tile. O(n log n).
///
/// # Errors
/// The message that the program would print after `error:` and `hint:`.
pub fn rank_by_score(classifiers: &[Classifier], score: &str) -> Result<Ranked, Refused> {
    let ranked = || {
        let metric: Metric = score.parse().map_err(|error| Failure::unknown_metric(&error))?;
        Ok(Order::try_from(metric)?.ranked(classifiers)?)
    };
    ranked().map_err(|failure: Failure| {
        failure.of_command(Some("<stdin>".to_owned()), &[]).into_refused()
    })
}
