//! Checks what a further test may bring: the distribution of one classifier's metric, and who of several is ahead.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::OnceLock;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::claim::{Truth, Wrong, same};
use super::header::Members;
use super::json::Json;
use super::lattice::Lattice;
use super::masses::{ClassWeights, Masses, Model, Scale};
use super::metrics::Better;
use super::proofs::{Proofs, counted};
use super::schema::{Given, Stop};
use super::standings::Standings;
use super::summary;
use exactile::num::{Decimal17, Rational};

/// Takes `observed` off a result, or else what was told.
fn observed(members: &mut Members<'_>, given: &Given<'_>) -> Result<[u64; 4], Stop> {
    const KEYS: [&str; 4] = ["tn", "fp", "fn", "tp"];
    let Some(claim) = members.take("observed") else {
        return given.observed.ok_or_else(|| {
            let what = "the result does not say what was observed";
            Stop::Ungiven(what.to_owned(), "give --tp, --fp, --fn and --tn".to_owned())
        });
    };
    let counts = KEYS.map(|key| claim.get(key).and_then(Json::as_count));
    let [Some(tn), Some(fp), Some(fn_), Some(tp)] = counts else {
        return Err(Wrong::new("whole numbers tn, fp, fn and tp should stand here")
            .of("observed")
            .into());
    };
    let said = [tn, fp, fn_, tp];
    let told = given.observed.unwrap_or(said);
    let truth = KEYS.into_iter().zip(told.map(Truth::Count)).collect();
    same(&claim, &Truth::Object(truth), &mut Proofs::new("", 0))
        .map_err(|wrong| wrong.of("observed"))?;
    Ok(said)
}

/// Checks `exactile.lattice-pmf.v1`.
pub(super) fn prove_pmf(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let observed = observed(&mut members, given)?;
    let model = Model::of(&mut members)?;
    let lattice = Lattice::of(&mut members)?;
    let masses = Masses::new(&lattice, &model, observed)?;
    let scale = match members.get("denominator") {
        None => Scale::Decimals(masses.total.clone()),
        Some(_) => {
            let denominator = members.exact("denominator")?;
            let times = Rational::new(denominator.numerator(), masses.total.clone());
            let scale = Scale::Numerators(times.numerator(), times.denominator());
            let over = times.denominator();
            let is_whole = |weight: &BigInt| (weight % &over).is_zero();
            if !denominator.is_positive()
                || !denominator.is_integer()
                || !masses.of.iter().chain([&masses.undefined]).all(is_whole)
            {
                let reason = "masses are not whole numbers over it";
                return Err(Wrong::new(reason).of("denominator").into());
            }
            scale
        }
    };
    let value = |place: usize| {
        Truth::Object(vec![
            ("value", lattice.value(place)),
            ("count", Truth::count(lattice.taken(place).len())),
            ("mass", scale.mass(&masses.of[place])),
            ("cumulative", scale.mass(&masses.below[place + 1])),
        ])
    };
    let undefined = Truth::Object(vec![
        ("count", Truth::count(lattice.undefined.len())),
        ("mass", scale.mass(&masses.undefined)),
    ]);
    let mut truth = vec![
        ("undefined", undefined),
        ("summary_given", Truth::text("defined")),
        ("values", Truth::Each(lattice.distinct(), Box::new(value))),
    ];
    truth.extend(summary::truths(&members, &lattice, &masses, &scale, proofs)?);
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "the masses of {} of {} on {}, from the weight of each matrix, and their sums",
        counted(lattice.distinct(), "value"),
        lattice.metric.name(),
        counted(lattice.matrices(), "matrix"),
    ));
    if given.observed.is_none() {
        proofs.open("that this was observed: --tp, --fp, --fn and --tn say it");
    }
    proofs.open("that this model was asked for");
    Ok(())
}

/// Checks `exactile.lattice-compare.v1`.
pub(super) fn prove_compare(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let model = Model::of(&mut members)?;
    let lattice = Lattice::of(&mut members)?;
    let weights = |known| ClassWeights::after(known, &lattice, &model);
    let weights = given.classifiers.iter().map(weights).collect::<Result<Vec<_>, Stop>>()?;
    let n = weights.len();
    let pairs: Vec<[usize; 2]> = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j])).collect();
    let first = members.required_stream("classifiers")?.first()?;
    let with_ranks = first.is_some_and(|entry| entry.get("ranks").is_some());
    let rounded = Standings::new(&lattice, &weights, with_ranks);
    // Fractions, which are large: found where they are written, or where the decimals are not certain.
    let exact: Vec<OnceLock<Masses>> = weights.iter().map(|_| OnceLock::new()).collect();
    let masses = |k: usize| exact[k].get_or_init(|| Masses::of_weights(&lattice, &weights[k]));
    let standings: Vec<OnceLock<Standing>> = weights.iter().map(|_| OnceLock::new()).collect();
    let standing = |k: usize| {
        standings[k].get_or_init(|| {
            let all: Vec<&Masses> = (0..n).map(masses).collect();
            standing(&all, k, with_ranks)
        })
    };
    let undefined: Vec<Rational> =
        weights.iter().map(|of| Rational::new(of.undefined(&lattice), of.total.clone())).collect();
    let classifier = |k: usize| {
        let [alone, or_tied] = rounded.first(k);
        let mut entry = vec![
            ("name", Truth::text(&given.classifiers[k].name)),
            ("undefined", probability(undefined[k].clone())),
            ("first_alone", nearly(alone, move || standing(k).first[0].clone())),
            ("first_or_tied", nearly(or_tied, move || standing(k).first[1].clone())),
        ];
        if with_ranks {
            let rank =
                |better| nearly(rounded.rank(k, better), move || standing(k).ranks[better].clone());
            entry.push(("ranks", Truth::List((0..n).map(rank).collect())));
        }
        Truth::Object(entry)
    };
    let pair = |k: usize| {
        let [i, j] = pairs[k];
        let certain = rounded.pair(pairs[k]);
        let defined = [i, j].map(|k| undefined[k].complement());
        let exact = Rc::new(OnceCell::new());
        let of = |which: usize| {
            let exact = Rc::clone(&exact);
            nearly(certain[which], move || {
                exact.get_or_init(|| compared(masses(i), masses(j)))[which].clone()
            })
        };
        Truth::Object(vec![
            ("first", Truth::count(i)),
            ("second", Truth::count(j)),
            ("greater", of(0)),
            ("equal", of(1)),
            ("less", of(2)),
            ("undefined", probability((&defined[0] * &defined[1]).complement())),
        ])
    };
    let better = match lattice.metric.better {
        Better::Higher => Truth::text("higher"),
        Better::Lower => Truth::text("lower"),
        Better::Neither => Truth::Null,
    };
    let truth = vec![
        ("better", better),
        ("paired", Truth::Bool(false)),
        ("assumption", Truth::text("classifiers taken as independent")),
        ("classifiers", Truth::Each(n, Box::new(classifier))),
        ("pairs", Truth::Each(pairs.len(), Box::new(pair))),
    ];
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "who of {} is ahead with which probability, alone and in {}, from the weight of each of {}",
        counted(n, "classifier"),
        counted(pairs.len(), "pair"),
        counted(lattice.matrices(), "matrix"),
    ));
    proofs.open("that this model was asked for");
    Ok(())
}

/// A probability, exactly or as the nearest decimal of 17 digits.
fn probability<'t>(value: Rational) -> Truth<'t> {
    Truth::judge(move |claim| {
        let text = Cow::from(value.to_string());
        let said = claim.as_text().unwrap_or_default();
        if said == text || said == Decimal17::nearest(&value).to_string() {
            return Ok(());
        }
        same(claim, &Truth::Text(text.clone()), &mut Proofs::new("", 0))
    })
}

/// As [`probability`], of which the decimal may be known without the exact value.
fn nearly<'t>(decimal: Option<&'t str>, exact: impl Fn() -> Rational + 't) -> Truth<'t> {
    Truth::judge(move |claim| match (claim.as_text(), decimal) {
        (Some(said), Some(decimal)) if said == decimal => Ok(()),
        (Some(said), Some(decimal)) if said.contains('.') => {
            Err(Truth::text(decimal).is_not(claim))
        }
        _ => same(claim, &probability(exact()), &mut Proofs::new("", 0)),
    })
}

/// The probabilities that the first is better, that both are equal, that the second is better, that one has no value.
pub(super) fn compared(first: &Masses, second: &Masses) -> [Rational; 4] {
    let total = &first.total * &second.total;
    let over = |weight: BigInt| Rational::new(weight, total.clone());
    let sum = |own: &Masses, other: &Masses| -> BigInt {
        own.of.iter().zip(&other.below).map(|(mass, below)| mass * below).sum()
    };
    let equal: BigInt = first.of.iter().zip(&second.of).map(|(x, y)| x * y).sum();
    let defined = first.defined() * second.defined();
    [over(sum(first, second)), over(equal), over(sum(second, first)), over(&total - defined)]
}

/// What is probable of one classifier among all.
pub(super) struct Standing {
    /// First alone, and first alone or tied.
    pub(super) first: [Rational; 2],
    pub(super) undefined: Rational,
    /// By how many others are better.
    pub(super) ranks: Vec<Rational>,
}

pub(super) fn standing(all: &[&Masses], own: usize, with_ranks: bool) -> Standing {
    let others: Vec<&Masses> =
        all.iter().enumerate().filter(|(k, _)| *k != own).map(|(_, masses)| *masses).collect();
    let me = all[own];
    let total: BigInt = all.iter().map(|masses| &masses.total).product();
    let (mut alone, mut tied) = (BigInt::ZERO, BigInt::ZERO);
    let mut ranks = vec![BigInt::ZERO; if with_ranks { all.len() } else { 0 }];
    for (place, mass) in me.of.iter().enumerate().filter(|(_, mass)| !mass.is_zero()) {
        let behind = |upto: usize| -> BigInt {
            others.iter().map(|other| &other.below[upto] + &other.undefined).product()
        };
        alone += mass * behind(place);
        tied += mass * behind(place + 1);
        if with_ranks {
            // How many of the others seen so far are better.
            let mut better = vec![BigInt::one()];
            for other in &others {
                let ahead = other.defined() - &other.below[place + 1];
                let not = &other.total - &ahead;
                let mut next = vec![BigInt::ZERO; better.len() + 1];
                for (k, weight) in better.iter().enumerate() {
                    next[k] += weight * &not;
                    next[k + 1] += weight * &ahead;
                }
                better = next;
            }
            for (rank, weight) in ranks.iter_mut().zip(better) {
                *rank += mass * weight;
            }
        }
    }
    let over = |weight: BigInt| Rational::new(weight, total.clone());
    Standing {
        first: [over(alone), over(tied)],
        undefined: Rational::new(me.undefined.clone(), me.total.clone()),
        ranks: ranks.into_iter().map(over).collect(),
    }
}
