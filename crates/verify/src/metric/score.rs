//! Checks values of metrics: from the definitions, each closed form, and that decimals enclose it.

use super::metrics::{Cells, Metric};
use super::ranks::unknown_metric;
use super::written::value_entry;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::{NUMBER_OR_NONE, Shape};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, Wrong};
use crate::reading::json::Json;

/// The form of a value that is left open.
const SCORE: Shape =
    Shape::Object(&[("value", NUMBER_OR_NONE), ("undefined", Shape::Maybe(&Shape::Text))]);
/// Metrics whose values are left open.
pub(crate) const OPEN: [&str; 4] =
    ["d-prime", "scaled-log-plr", "scaled-log-nlr", "scaled-log-dor"];

/// Checks `exactile.score.v1`. Which metrics were asked for is what the first classifier has.
pub(crate) fn prove(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
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
        let cells = Cells::new([m.tn(), m.fp(), m.fn_(), m.tp()].map(Clone::clone));
        let scores = metrics.iter().map(|(name, metric)| {
            let Some(metric) = metric else {
                return (*name, Truth::Open("d' and scaled logarithms", &SCORE));
            };
            let key = metric.key(&cells);
            (*name, Truth::Object(value_entry(metric, key.as_ref(), &cells)))
        });
        let scores = Truth::Object(scores.collect());
        Truth::Object(vec![("name", Truth::text(&known.name)), ("scores", scores)])
    };
    let count = given.classifiers.len();
    members.same(&[("classifiers", Truth::Each(count, Box::new(entry)))], proofs)?;
    let values = metrics.iter().filter(|(_, metric)| metric.is_some()).count() * count;
    proofs.proved(format!("{} of {}", counted(values, "value"), counted(count, "classifier")));
    Ok(())
}
