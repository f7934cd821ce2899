//! Checks who of several classifiers is ahead on a further test.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::OnceLock;

use super::ahead::{Standing, compared, standing};
use super::masses::{ClassWeights, Masses, Model};
use super::matrices::Lattice;
use super::standings::Standings;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::metric::metrics::Better;
use exactile::num::{Decimal17, Rational};

/// Checks `exactile.lattice-compare.v1`.
pub(crate) fn prove(
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
