//! Checks performance without skill.
//!
//! Predictions at random, positive with the rate t, leave the counts `n(1-t), n t, p(1-t), p t`.
//! With the positive prior p and q = 1 - p, R_ab is the same for every t where t = 0 and t = 1 give
//! the same value, s_0 u_1 = s_1 u_0:
//!
//! ```text
//! gamma_pi:  a b p^2 = (1-a) (1-b) q^2
//! ```
//!
//! For one rate t, R_ab is the same for every prior if the priors 0 and 1 give the same value:
//!
//! ```text
//! gamma_tau:  a (1-b) t^2 = (1-a) b (1-t)^2
//! ```
//!
//! R_ab is monotone in the rate, so the best value is that of a constant prediction. Corrected for
//! chance a value is (R - R')/(1 - R') = 1 - u/u', with u' of the counterpart: predictions at
//! random of the classifier's own rate. It orders as R does at the point of gamma_pi of the same
//! height.

use num_bigint::BigInt;
use num_integer::Integer;

use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, between_0_and_1, parameter, point, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Metric};
use crate::reading::json::Json;
use exactile::num::{Rational, common_denominator};

/// The reason why a value is undefined.
const UNDEFINED: &str = "no outcome that counts for this score has occurred (0/0)";
/// The reason why a correction is undefined.
const NO_CORRECTION: &str =
    "no wrong outcome that counts for this score is reached by chance (0/0)";

type Place = [Rational; 2];

/// Checks `exactile.no-skill.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let (counts, prior) = on_tile(&mut members, given, proofs)?;
    let at = match members.required("at")? {
        Json::Null if given.classifiers.is_empty() => None,
        claim => Some(point(&claim).map_err(|wrong| wrong.of("at"))?),
    };
    let rate = match members.get("gamma_tau") {
        None | Some(Json::Null) => None,
        Some(claim) => Some(rate(claim).map_err(|wrong| wrong.of("gamma_tau"))?),
    };
    let own = |prior: &Rational| -> [Truth<'_>; 2] {
        at.as_ref().map_or([Truth::Null, Truth::Null], |at| [best(prior, at), cohen(prior, at)])
    };
    // Without a prior and classifiers, there is the curve of a rate alone.
    let is_alone = prior.is_none() && counts.is_empty();
    if is_alone && at.is_some() {
        return Err(Wrong::new("there is no prior to compare at a point").of("at").into());
    }
    let [best, cohen] = prior.as_ref().map_or([Truth::Null, Truth::Null], own);
    let row = |k: usize| {
        let name = &given.classifiers[k].name;
        let mut row = vec![("name", Truth::text(name))];
        if let Some(at) = &at {
            row.extend(compared(&counts[k], at));
        }
        if prior.is_none() {
            let [tn, fp, fn_, tp] = &counts[k];
            let positives = fn_ + tp;
            let prior = &positives / &(&positives + &(tn + fp));
            row.push(("gamma_pi", curve(gamma_pi(&prior))));
            row.extend(["best", "cohen"].into_iter().zip(own(&prior)));
            row.push(("prior_positive", Truth::exact(prior)));
        }
        Truth::Object(row)
    };
    let truth = vec![
        ("gamma_pi", prior.as_ref().map_or(Truth::Null, of_prior)),
        ("gamma_tau", rate.as_ref().map_or(Truth::Null, of_rate)),
        ("best", best),
        ("cohen", cohen),
        ("classifiers", Truth::Each(counts.len(), Box::new(row))),
    ];
    same(&members.rest(), &Truth::Object(truth), proofs)?;
    let curves = match (is_alone, rate.is_some()) {
        (true, _) => "the curve of the rate",
        (false, true) => "both curves",
        (false, false) => "the curve of the priors",
    };
    proofs.proved(match &at {
        Some([a, b]) => format!(
            "{curves}, the best value and the correction at ({a}, {b}), for {}",
            counted(counts.len(), "classifier")
        ),
        None => curves.to_owned(),
    });
    proofs.open("that this point and rate were asked for");
    Ok(())
}

/// Takes `prior_positive` from a result, and returns the counts of the input on the Tile of that
/// prior, if there is a common one.
fn on_tile(
    members: &mut Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(Vec<[Rational; 4]>, Option<Rational>), Wrong> {
    let has_rate = members.get("gamma_tau").is_some_and(|claim| *claim != Json::Null);
    let claim = members.required("prior_positive")?;
    let of_prior = |wrong: Wrong| wrong.of("prior_positive");
    let is = |truth: &Rational| of_prior(Wrong::new(format!("it is {truth}, not {claim}")));
    let all = OnTile::plain(given.classifiers, given.target_prior)?;
    if claim == Json::Null {
        return match all.prior.as_ref().or(given.target_prior) {
            Some(prior) => Err(is(prior)),
            None if all.counts.is_empty() && !has_rate => {
                Err(of_prior(Wrong::new("a number should stand here, not null")))
            }
            None => Ok((all.counts, None)),
        };
    }
    let said = between_0_and_1(&claim).map_err(of_prior)?;
    if let Some(target) = given.target_prior.filter(|target| **target != said) {
        return Err(is(target));
    }
    proofs.prior_positive = Some(said.clone());
    if all.prior.as_ref() == Some(&said) {
        return Ok((all.counts, all.prior));
    }
    proofs.open(match all.counts.is_empty() {
        true => format!("that the positive prior asked for is {said}: --target-prior says it"),
        false => format!(
            "that the positive prior asked for is {said}, which is not that of the input: \
             --target-prior says it"
        ),
    });
    let shifted = OnTile::plain(given.classifiers, Some(&said))?;
    Ok((shifted.counts, Some(said)))
}

/// Reads the rate of positive predictions of a curve.
fn rate(claim: &Json) -> Result<Rational, Wrong> {
    let rate = claim
        .get("rate_positive")
        .ok_or_else(|| Wrong::new("the key \"rate_positive\" is missing"))?;
    let rate = parameter(rate).map_err(|wrong| wrong.of("rate_positive"))?;
    match rate.is_negative() || rate > Rational::ONE {
        true => Err(Wrong::new(format!("{rate} is not from 0 to 1")).of("rate_positive")),
        false => Ok(rate),
    }
}

fn square(x: &Rational) -> Rational {
    x * x
}

/// Returns the coefficients `k_ab, k_a, k_b, k_1` of gamma_pi.
fn gamma_pi(prior: &Rational) -> [Rational; 4] {
    let (n, p) = (square(&prior.complement()), square(prior));
    [&p - &n, n.clone(), n.clone(), -n]
}

fn gamma_tau(rate: &Rational) -> [Rational; 4] {
    let (n, p) = (square(&rate.complement()), square(rate));
    [&n - &p, p, -n, Rational::ZERO]
}

/// Returns the truth about a curve: coprime integer coefficients.
fn curve<'t>(coefficients: [Rational; 4]) -> Truth<'t> {
    let scale = Rational::from(common_denominator(&coefficients));
    let whole = coefficients.map(|k| (k * &scale).numerator());
    let common = whole.iter().fold(BigInt::ZERO, |common, k| common.gcd(k));
    Truth::List(whole.into_iter().map(|k| Truth::exact(k / &common)).collect())
}

/// Returns the a at which gamma_pi has the height b.
fn at_height(prior: &Rational, b: &Rational) -> Rational {
    let (n, p) = (square(&prior.complement()) * b.complement(), square(prior) * b);
    &n / &(&n + &p)
}

fn quarters() -> impl Iterator<Item = Rational> {
    (0..=4).map(|k| Rational::new(k, 4))
}

fn points<'t>(points: impl Iterator<Item = Place>) -> Truth<'t> {
    Truth::List(points.map(|point| Truth::List(point.map(Truth::exact).into())).collect())
}

/// Returns the truth about gamma_pi: the curve, and points on it from NPV to PPV.
fn of_prior<'t>(prior: &Rational) -> Truth<'t> {
    let listed = quarters().map(|z| z.complement()).map(|b| [at_height(prior, &b), b]);
    Truth::Object(vec![("curve", curve(gamma_pi(prior))), ("points", points(listed))])
}

fn of_rate<'t>(rate: &Rational) -> Truth<'t> {
    let listed = quarters().filter_map(|a| {
        let (n, p) = (square(&rate.complement()) * a.complement(), square(rate) * &a);
        Some([a, p.checked_div(&(n + &p))?])
    });
    Truth::Object(vec![
        ("rate_positive", Truth::exact(rate.clone())),
        ("curve", curve(gamma_tau(rate))),
        ("points", points(listed)),
    ])
}

fn value(at: &Place, counts: [Rational; 4]) -> Option<Rational> {
    match Metric::at(at).key(&Cells::new(counts))? {
        Key::Finite(value) => Some(value),
        Key::Infinity => None,
    }
}

/// Returns the counts of predictions at random with a rate, for classes of these sizes.
fn at_random(negatives: &Rational, positives: &Rational, rate: &Rational) -> [Rational; 4] {
    let rest = rate.complement();
    [negatives * &rest, negatives * rate, positives * &rest, positives * rate]
}

fn best<'t>(prior: &Rational, at: &Place) -> Truth<'t> {
    let constant = |rate: i64| value(at, at_random(&prior.complement(), prior, &rate.into()));
    let (value, by) = match (constant(0), constant(1)) {
        (Some(never), Some(always)) if never > always => (never, "negative"),
        (Some(never), Some(always)) if never < always => (always, "positive"),
        (Some(value), _) | (None, Some(value)) => (value, "any"),
        (None, None) => return Truth::Null,
    };
    Truth::Object(vec![("value", Truth::exact(value)), ("by", Truth::text(by))])
}

fn cohen<'t>(prior: &Rational, [_, b]: &Place) -> Truth<'t> {
    let collapsed = [at_height(prior, b), b.clone()];
    let half = Rational::new(1, 2);
    let level = value(&collapsed, at_random(&prior.complement(), prior, &half));
    let names: Vec<&str> = [
        (half, "kappa"),
        (prior.complement(), "informedness"),
        (Rational::ZERO, "(PPV - pi+)/pi-"),
        (Rational::ONE, "(NPV - pi-)/pi+"),
    ]
    .into_iter()
    .filter_map(|(height, name)| (height == *b).then_some(name))
    .collect();
    let name = if names.is_empty() { Truth::Null } else { Truth::text(names.join(" = ")) };
    Truth::Object(vec![
        ("at", Truth::List(collapsed.map(Truth::exact).into())),
        ("level", level.map_or(Truth::Null, Truth::exact)),
        ("name", name),
    ])
}

/// Returns the truth about a classifier, compared with predictions at random.
fn compared<'t>(counts: &[Rational; 4], at: &Place) -> Vec<(&'t str, Truth<'t>)> {
    let [tn, fp, fn_, tp] = counts;
    let (negatives, positives) = (tn + fp, fn_ + tp);
    let rate = &(fp + tp) / &(&negatives + &positives);
    let random = at_random(&negatives, &positives, &rate);
    let own = value(at, counts.clone());
    let chance = value(at, random.clone());
    let corrected = match (&own, &chance) {
        (Some(own), Some(chance)) => (own - chance).checked_div(&chance.complement()),
        _ => None,
    };
    let undefined = match (&own, &corrected) {
        (None, _) => Some(UNDEFINED),
        (_, None) => Some(NO_CORRECTION),
        _ => None,
    };
    let keys = ["tn", "fp", "fn", "tp"];
    let counterpart = keys.into_iter().zip(random.map(Truth::exact)).collect();
    let maybe = |value: Option<Rational>| value.map_or(Truth::Null, Truth::exact);
    let mut row = vec![
        ("gamma_tau", curve(gamma_tau(&rate))),
        ("rate_positive", Truth::exact(rate)),
        ("counterpart", Truth::Object(counterpart)),
        ("value", maybe(own)),
        ("no_skill", maybe(chance)),
        ("corrected", maybe(corrected)),
    ];
    row.extend(undefined.map(|reason| ("undefined", Truth::text(reason))));
    row
}
