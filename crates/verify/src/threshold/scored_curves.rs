//! Checks curves of models that give scores: the areas under Brier curves, and the gains of
//! precision and recall.
//!
//! A Brier curve is the loss 2 (c FP + (1-c) FN)/n over the cost c from 0 to 1. With c itself as
//! the threshold its mean is the mean of (score - class)^2. With the best thresholds it is the same
//! mean for the best scores in this order, which are constant between neighbours on the hull.
//!
//! The gain of a precision or recall x is (x - p)/((1-p) x) with the positive prior p. F of beta is
//! (1 + beta^2) TP / (beta^2 P + TP + FP), so two vertices tie where TP_1 (beta^2 P + TP_2 + FP_2)
//! = TP_2 (beta^2 P + TP_1 + FP_1).

use super::staircase::{Staircase, threshold_truth};
use crate::claim::classifiers::shifted;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth};
use exactile::num::Rational;

fn staircases<'m>(given: &Given<'m>) -> Result<Vec<Staircase<'m>>, Stop> {
    let models: Vec<Staircase<'m>> = given.models.iter().map(Staircase::new).collect();
    let has_both = |model: &Staircase<'_>| !model.samples().contains(&0);
    if models.is_empty() || !models.iter().all(has_both) {
        let what = "models without samples of both classes are not checked here";
        return Err(Stop::Unknown(what.to_owned()));
    }
    Ok(models)
}

/// Checks `exactile.brier.v1`.
pub(crate) fn prove_brier(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let models = staircases(given)?;
    let entry = |k: usize| {
        let model = &models[k];
        let calibrated = calibrated(model);
        let name = Truth::text(model.name);
        let mut entry = vec![("name", name), ("calibrated", Truth::exact(calibrated.clone()))];
        if model.is_probabilistic() {
            let brier = model.brier();
            entry.push(("miscalibration", Truth::exact(&brier - &calibrated)));
            entry.push(("brier", Truth::exact(brier)));
        } else {
            entry.extend([
                ("brier", Truth::Null),
                ("brier_undefined", Truth::text("a score lies outside [0, 1]")),
                ("miscalibration", Truth::Null),
            ]);
        }
        Truth::Object(entry)
    };
    members.same(&[("models", Truth::Each(models.len(), Box::new(entry)))], proofs)?;
    proofs
        .proved(format!("the areas under the Brier curves of {}", counted(models.len(), "model")));
    Ok(())
}

/// Returns the area under the curve of the best thresholds. It is the mean square that remains if
/// each score is replaced by the share of positives among the samples between its neighbours on the
/// hull; p positives and n negatives contribute p n/(p + n).
fn calibrated(model: &Staircase<'_>) -> Rational {
    let blocks = model.hull();
    let left = blocks.windows(2).map(|ends| {
        let ([_, fp, _, tp], [_, fp2, _, tp2]) = (model.counts(ends[0]), model.counts(ends[1]));
        let [n, p] = [fp2 - fp, tp2 - tp].map(|count| Rational::from(i128::from(count)));
        &p * &n / (p + n)
    });
    let [negatives, positives] = model.samples();
    sum(&left.collect::<Vec<_>>()) / Rational::from(i128::from(negatives) + i128::from(positives))
}

/// Sums by halves, since denominators grow with the number of terms.
fn sum(parts: &[Rational]) -> Rational {
    match parts {
        [] => Rational::ZERO,
        [part] => part.clone(),
        _ => {
            let (first, second) = parts.split_at(parts.len() / 2);
            sum(first) + sum(second)
        }
    }
}

/// Checks `exactile.gain.v1`.
pub(crate) fn prove_gain(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let models = staircases(given)?;
    let prior = models[0].prior(&mut members, given, proofs)?;
    let entry = |k: usize| Truth::Object(gain_entry(&models[k], &prior));
    members.same(&[("models", Truth::Each(models.len(), Box::new(entry)))], proofs)?;
    proofs.proved(format!(
        "the gains of precision and recall, where which vertex has the best F-score, and the area \
         under the gains, of {}",
        counted(models.len(), "model")
    ));
    Ok(())
}

/// A vertex of a hull on the Tile of a prior.
struct Vertex {
    position: usize,
    fp: Rational,
    tp: Rational,
}

fn gain_entry<'t>(model: &Staircase<'_>, prior: &Rational) -> Entry<'t> {
    let vertices: Vec<Vertex> = model
        .hull()
        .into_iter()
        .map(|position| {
            let counts = model.counts(position).map(|n| Rational::from(i128::from(n)));
            let [_, fp, _, tp] = shifted(counts.each_ref(), prior);
            Vertex { position, fp, tp }
        })
        .collect();
    // Everybody passes the last one.
    let positives = &vertices.last().expect("a hull has two ends").tp;
    let gain = |x: &Rational| (x - prior).checked_div(&(x * &prior.complement()));
    let gains = |vertex: &Vertex| {
        let recall = gain(&(&vertex.tp / positives));
        let precision = vertex.tp.checked_div(&(&vertex.tp + &vertex.fp));
        [recall, precision.and_then(|x| gain(&x))]
    };
    // Where each has the best F-score no more; none for beta without end.
    let ends: Vec<Option<Rational>> = (0..vertices.len())
        .map(|k| match vertices.get(k + 1) {
            Some(_) if k == 0 => Some(Rational::ZERO),
            Some(next) => tie(&vertices[k], next, positives),
            None => None,
        })
        .collect();
    let shown = |value: Option<Rational>| value.map_or(Truth::Null, Truth::exact);
    let beta = |end: Option<Rational>| end.map_or(Truth::text("inf"), Truth::exact);
    let vertex = |k: usize| {
        let [recall, precision] = gains(&vertices[k]).map(shown);
        let low = if k == 0 { Some(Rational::ZERO) } else { ends[k - 1].clone() };
        let interval = [low, ends[k].clone()].map(beta);
        Truth::Object(vec![
            ("threshold", threshold_truth(model.own_threshold(vertices[k].position))),
            ("recall_gain", recall),
            ("precision_gain", precision),
            ("beta_squared", Truth::List(interval.into())),
        ])
    };
    let points = vertices.iter().map(gains).filter_map(|[x, y]| Some([x?, y?])).collect();
    vec![
        ("name", Truth::text(model.name.to_owned())),
        ("area", Truth::exact(area(points))),
        ("vertices", Truth::List((0..vertices.len()).map(vertex).collect())),
    ]
}

/// Returns the beta^2 at which two vertices have the same F-score.
fn tie(one: &Vertex, next: &Vertex, positives: &Rational) -> Option<Rational> {
    let passed = |vertex: &Vertex| &vertex.tp + &vertex.fp;
    let difference = &one.tp * &passed(next) - &next.tp * &passed(one);
    difference.checked_div(&(positives * &(&next.tp - &one.tp)))
}

/// Returns the area under straight lines between points, for x from 0 to 1; y is constant up to the
/// first point.
fn area(points: Vec<[Rational; 2]>) -> Rational {
    let level = points.first().filter(|[x, _]| x.is_positive());
    let start = level.map(|[_, y]| [Rational::ZERO, y.clone()]);
    let points: Vec<[Rational; 2]> = start.into_iter().chain(points).collect();
    let trapezium = |ends: &[[Rational; 2]]| {
        let ([x, y], [x2, y2]) = (&ends[0], &ends[1]);
        // From the border on.
        let [x, y] = if x.is_negative() {
            let rise = (y2 - y) * (-x.clone() / (x2 - x));
            [Rational::ZERO, y + &rise]
        } else {
            [x.clone(), y.clone()]
        };
        (x2 - &x) * (y + y2)
    };
    let beyond = points.windows(2).filter(|ends| ends[1][0].is_positive()).map(trapezium);
    sum(&beyond.collect::<Vec<_>>()) / Rational::from(2)
}
