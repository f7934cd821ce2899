//! Checks `exactile.domains.v1`: weights and mean performances from the definitions, and calls the
//! checks of all that a result has besides.

use super::agreement;
use super::along;
use super::gaps;
use super::maps;
use super::maximin;
use super::point;
use super::vary;
use super::zones;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::sets::{Matrix, Sets};
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth};
use crate::claim::wrong::Wrong;
use crate::metric::ranks::{check_place, metric};
use crate::reading::json::Json;
use exactile::num::Rational;

/// The reason if classifiers have different numbers of samples of a class.
const DIFFERENT: &str = "classifiers have different numbers of them";

/// Checks a result about several test sets. Each part of it but the first members is there if it
/// was asked for.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let Some(told) = given.sets else {
        return Err(Stop::Ungiven(
            "the test sets of this result are not told apart".to_owned(),
            "name their column, as in the command: --by COLUMN".to_owned(),
        ));
    };
    let sets = Sets::new(told, given)?;
    if let Some(target) = given.target_prior {
        proofs.prior_positive = Some(target.clone());
    }
    proofs.proved(format!(
        "weights of {} and mean performances of {}",
        counted(told.names.len(), "test set"),
        counted(given.classifiers.len(), "classifier")
    ));
    let mut truth = header(&sets, given);
    if members.get("at").is_some() {
        let at = members.point("at")?;
        check_score(&mut members, &sets, proofs)?;
        members.take("at");
        truth.extend(point::truth(&sets, &at));
        if members.get("vary").is_some() {
            let at = at.clone();
            let sets = &sets;
            truth.push(("vary", Truth::judge(move |claim| vary::check(claim, sets, &at))));
            proofs.proved("the range of the weight, by who is first beside each of its ends");
        }
        proofs.proved(format!(
            "values, the first classifiers, and distances of rankings at ({}, {})",
            at[0], at[1]
        ));
    }
    if members.get("worst_along").is_some() {
        truth.push(("worst_along", Truth::judge(|claim| along::check(claim, &sets))));
        proofs.proved("the best worst test set along the segment, and where it changes");
    }
    if let Some(claim) = members.get("maximin") {
        maximin::check(claim, &sets, proofs).map_err(|wrong| wrong.of("maximin"))?;
        // Checked here.
        truth.push(("maximin", Truth::any()));
        if proofs.holds() {
            proofs.proved("regions of the best worst test set");
        }
    }
    if let Some(claim) = members.get("gaps") {
        gaps::check(claim, &sets, proofs)?;
        // Checked here.
        truth.push(("gaps", Truth::any()));
    }
    if members.get("unanimous").is_some() {
        truth.push(("unanimous", zones::truth(&sets)));
        proofs.proved("zones in which a classifier is first in all test sets");
    }
    if members.get("map").and_then(Json::as_text) == Some("agreement") {
        let claim = members.get("zones").unwrap_or(&Json::Null);
        agreement::check(claim, &sets).map_err(|wrong| wrong.of("zones"))?;
        // Checked here.
        truth.extend([("map", Truth::text("agreement")), ("zones", Truth::any())]);
        proofs.proved("zones with the first classifiers of all test sets and of the mean");
    } else if members.get("map").is_some() {
        let statement = maps::check(&mut members, &sets, proofs)?;
        if proofs.holds() {
            proofs.proved(statement);
        }
    }
    members.same(&truth, proofs)
}

/// Returns the truth about test sets and mean performances.
fn header<'t>(sets: &'t Sets<'_>, given: &'t Given<'_>) -> Entry<'t> {
    let of_set = |d: usize| {
        let sizes = |m: &Matrix| [&m[2] + &m[3], &m[0] + &m[1]];
        let mut all = sets.matrices[d].iter().map(sizes);
        let first = all.next().unwrap_or([Rational::ZERO, Rational::ZERO]);
        let mut entry = vec![
            ("name", Truth::text(&sets.told.names[d])),
            ("weight", Truth::exact(sets.weights[d].clone())),
        ];
        if all.all(|other| other == first) {
            let [positives, negatives] = first.map(Truth::exact);
            entry.extend([("positives", positives), ("negatives", negatives)]);
        } else {
            let nothing = [("positives", Truth::Null), ("negatives", Truth::Null)];
            entry.extend(nothing.into_iter().chain([("undefined", Truth::text(DIFFERENT))]));
        }
        Truth::Object(entry)
    };
    let mean = |(k, mean): (usize, &Matrix)| {
        let cells = ["tn", "fp", "fn", "tp"].into_iter().zip(mean.iter().cloned());
        let cells = cells.map(|(name, share)| (name, Truth::exact(share))).collect();
        let name = Truth::text(&given.classifiers[k].name);
        Truth::Object(vec![("name", name), ("mean", Truth::Object(cells))])
    };
    vec![
        ("by", Truth::text(&sets.told.by)),
        ("weights", Truth::text(&sets.told.weights)),
        ("domains", Truth::List((0..sets.weights.len()).map(of_set).collect())),
        ("classifiers", Truth::List(sets.means.iter().enumerate().map(mean).collect())),
    ]
}

/// Checks that the score, if the result names one, is at the point.
fn check_score(
    members: &mut Members<'_>,
    sets: &Sets<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    if members.get("score").is_none() {
        return Ok(());
    }
    let metric = metric(&members.text("score")?)?;
    let mut priors = sets.means.iter().map(crate::claim::sets::prior);
    let first = priors.next();
    let prior = first.filter(|first| priors.all(|prior| prior == *first));
    let at = members.get("at").ok_or_else(|| Wrong::new("the key \"at\" is missing"))?;
    check_place(at, &metric, prior.as_ref(), proofs)?;
    Ok(())
}
