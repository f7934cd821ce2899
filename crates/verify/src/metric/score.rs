//! Checks values of metrics: from the definitions, each closed form, and that decimals enclose it.

use super::interval::{asked, of_metric, say};
use super::metrics::{Cells, Metric};
use super::ranks::unknown_metric;
use super::written::value_entry;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::Shape;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, text};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;

const VALUE: Shape = Shape::Either(&[Shape::Closed, Shape::Null]);
/// The form of a score that is left open.
const SCORE: Shape = Shape::Object(&[("value", VALUE), ("undefined", Shape::Maybe(&Shape::Text))]);
/// Metrics whose values are left open.
pub(crate) const OPEN: [&str; 4] =
    ["d-prime", "scaled-log-plr", "scaled-log-nlr", "scaled-log-dor"];

/// An interval that is left open.
const OPEN_INTERVAL: Shape = Shape::Object(&[
    ("level", Shape::Exact),
    ("lower", Shape::Text),
    ("upper", Shape::Text),
    ("draws", Shape::Maybe(&Shape::Count)),
    ("seed", Shape::Maybe(&Shape::Count)),
]);
/// The same with an interval.
const SCORE_WITHIN: Shape = Shape::Object(&[
    ("value", VALUE),
    ("undefined", Shape::Maybe(&Shape::Text)),
    ("interval", Shape::Either(&[Shape::Null, OPEN_INTERVAL])),
    ("interval_undefined", Shape::Maybe(&Shape::Text)),
]);

/// Checks `exactile.score.v1`. Which metrics were asked for is what the first classifier has.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let intervals = asked(&mut members)?;
    let first = members.required_stream("classifiers")?.first()?;
    let Some(Json::Object(scores)) = first.as_ref().and_then(|entry| entry.get("scores")) else {
        return Err(Wrong::new("a list of classifiers with scores should stand here")
            .of("classifiers")
            .into());
    };
    let mut metrics: Vec<(&str, Option<Metric>)> = Vec::with_capacity(scores.len());
    for (name, _) in scores {
        let metric = Metric::named(name);
        if metric.is_none() && !OPEN.contains(&name.as_str()) {
            return Err(unknown_metric(name));
        }
        metrics.push((name, metric));
    }
    if metrics.is_empty() {
        return Err(Wrong::new("there is no metric, so the file claims nothing")
            .of("classifiers")
            .into());
    }
    if metrics.iter().all(|(_, metric)| metric.is_none()) {
        return Err(Stop::Unknown("d' and scaled logarithms are not checked here".to_owned()));
    }
    let entry = |k: usize| {
        let known = &given.classifiers[k];
        let m = &known.matrix;
        let cells = Cells::of_matrix(m);
        let scores = metrics.iter().map(|(name, metric)| {
            let Some(metric) = metric else {
                let shape = if intervals.is_some() { &SCORE_WITHIN } else { &SCORE };
                return (*name, Truth::Open("d' and scaled logarithms", shape));
            };
            let key = metric.key(&cells);
            let mut entry = value_entry(metric, key.as_ref(), &cells);
            if let Some((kind, level)) = &intervals {
                entry.push(("interval", of_metric(*kind, metric, &cells, level)));
                entry.push(("interval_undefined", Truth::maybe(Truth::judge(text))));
            }
            (*name, Truth::Object(entry))
        });
        let scores = Truth::Object(scores.collect());
        Truth::Object(vec![("name", Truth::text(&known.name)), ("scores", scores)])
    };
    let count = given.classifiers.len();
    members.same(&[("classifiers", Truth::Each(count, Box::new(entry)))], proofs)?;
    if let Some((kind, _)) = intervals {
        say(kind, proofs);
    }
    let values = metrics.iter().filter(|(_, metric)| metric.is_some()).count() * count;
    proofs.proved(format!("{} of {}", counted(values, "value"), counted(count, "classifier")));
    Ok(())
}
