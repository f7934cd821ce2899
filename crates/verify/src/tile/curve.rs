//! Checks all rankings along a segment of the Tile.
//!
//! The segment is parallel to an axis, on the diagonal, or straight in balanced coordinates
//! (`geometry/segment.rs`, `geometry/polygon.rs`). Along each of these F = s_i u_j - s_j u_i is
//! linear in the position t from 0 to 1, times something positive: parallel to an axis s or u is
//! constant; on the diagonal s + u is the same for all, so s_i - s_j will do, which is F with 1 for
//! u; and in balanced coordinates F is linear. So two classifiers swap where F changes its sign
//! between the ends, once, and its values at the ends say where.
//!
//! The classifier that is first at a place stays first until another one passes it, so each leader
//! is found from the one before.

use std::borrow::Cow;

use super::optimality::optimality;
use super::swaps::{Swap, Values, root, swaps};
use crate::claim::classifiers::OnTile;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, between_0_and_1, exact, same};
use crate::claim::wrong::Wrong;
use crate::geometry::segment::Segment;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Checks `exactile.curve.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let all = OnTile::of_prior(&mut members, given.classifiers, given.target_prior, proofs)?;
    let Some(prior) = all.prior else {
        return Err(Stop::Unknown("curves under different priors are not checked here".to_owned()));
    };
    let segment = Segment::of(&mut members, prior)?;
    let values = Values::new(&segment, &all.counts);
    let swaps = swaps(&values);
    let breaks: Vec<&[(Rational, [usize; 2])]> =
        swaps.chunk_by(|one, next| one.0 == next.0).collect();
    let leaders = leaders(&values);
    let mut truth = truth(&segment, &swaps, &breaks, &leaders, given);
    truth.push(("preference", Truth::maybe(preference(&segment, &values, given))));
    let marked = members.get("preference").and_then(|claim| claim.get("at")).cloned();
    truth.extend(optimality(&segment, &values, &swaps, &all.counts, marked));
    truth.push(("compromise_drawn", Truth::maybe(Truth::judge(drawn_compromise))));
    if members.get("compromise_drawn").is_some() {
        proofs.open("the compromise by true rates, which is drawn");
    }
    members.same(&truth, proofs)?;
    proofs.proved(format!(
        "{} at {} and nowhere else, who is first between them, the middle swap, and how near \
         scores are to it",
        counted(swaps.len(), "swap"),
        counted(breaks.len(), "point")
    ));
    Ok(())
}

/// Checks the form of an interval that was drawn.
fn drawn_compromise(claim: &Json) -> Result<(), Wrong> {
    let of = |key: &'static str| claim.get(key).unwrap_or(&Json::Null);
    let count = |key: &'static str| {
        let reason = || Wrong::new("a whole number should stand here").of(key);
        of(key).as_count().ok_or_else(reason)
    };
    let (draws, without) = (count("draws")?, count("without")?);
    if without > draws {
        return Err(Wrong::new("more than all draws").of("without"));
    }
    let interval = Truth::maybe(Truth::judge(|claim| {
        let outside = || Wrong::new("two positions from 0 to 1 should stand here, increasing");
        let Json::List(ends) = claim else { return Err(outside()) };
        let ends = ends.iter().map(exact).collect::<Result<Vec<Rational>, Wrong>>()?;
        match &ends[..] {
            [from, to] if !from.is_negative() && from <= to && *to <= Rational::ONE => Ok(()),
            _ => Err(outside()),
        }
    }));
    let truth = Truth::Object(vec![
        ("level", Truth::judge(|claim| between_0_and_1(claim).map(|_| ()))),
        ("interval", interval),
        ("draws", Truth::any()),
        ("without", Truth::any()),
        (
            "seed",
            Truth::judge(|claim| match claim.as_count() {
                Some(_) => Ok(()),
                None => Err(Wrong::new("a whole number should stand here")),
            }),
        ),
        (
            "paired",
            Truth::judge(|claim| match claim {
                Json::Bool(_) => Ok(()),
                _ => Err(Wrong::new("true or false should stand here")),
            }),
        ),
    ]);
    same(claim, &truth, &mut Proofs::new("", 0))
}

/// The classifiers that are first, from a position on.
struct Leaders {
    from: Rational,
    classifiers: Vec<usize>,
}

fn leaders(values: &Values) -> Vec<Leaders> {
    // Ahead just after a position at which both may tie.
    let is_ahead = |i: usize, j: usize, after: &Rational| {
        let [first, last] = values.differences(i, j);
        let there = &first * after.complement() + &last * after;
        there.is_positive() || there.is_zero() && (&last - &first).is_positive()
    };
    let best = |candidates: &mut dyn Iterator<Item = usize>, after: &Rational| {
        candidates.reduce(|best, other| if is_ahead(other, best, after) { other } else { best })
    };
    let mut from = Rational::ZERO;
    let mut found = Vec::new();
    let Some(mut leader) = best(&mut (0..values.len()), &from) else { return found };
    loop {
        let equal =
            |&other: &usize| values.differences(leader, other).iter().all(Rational::is_zero);
        let classifiers = (0..values.len()).filter(equal).collect();
        found.push(Leaders { from: from.clone(), classifiers });
        let passing: Vec<(Rational, usize)> = (0..values.len())
            .filter_map(|other| {
                let ends = values.differences(leader, other);
                let falls = ends[1].is_negative() && ends[0] > ends[1];
                let position = falls.then(|| root(&ends)).filter(|position| *position > from);
                position.map(|position| (position, other))
            })
            .collect();
        let Some(next) = passing.iter().map(|(position, _)| position).min().cloned() else {
            return found;
        };
        let mut others =
            passing.iter().filter(|(position, _)| *position == next).map(|(_, other)| *other);
        leader = best(&mut others, &next).expect("one passes");
        from = next;
    }
}

fn truth<'t>(
    segment: &'t Segment,
    swaps: &'t [Swap],
    breaks: &'t [&'t [Swap]],
    leaders: &'t [Leaders],
    given: &'t Given<'_>,
) -> Vec<(&'static str, Truth<'t>)> {
    let name = |k: usize| given.classifiers[k].name.as_str();
    let compromise = match swaps.len() {
        0 => Truth::Null,
        n => Truth::Object(vec![
            ("lower", Truth::Exact(Cow::Borrowed(&swaps[(n - 1) / 2].0))),
            ("upper", Truth::Exact(Cow::Borrowed(&swaps[n / 2].0))),
        ]),
    };
    let optimal = match swaps.len() {
        0 => Truth::Null,
        n => {
            let [low, high] = [&swaps[(n - 1) / 2].0, &swaps[n / 2].0];
            let first = swaps.iter().map(|swap| &swap.0).rfind(|at| *at < low);
            let last = swaps.iter().map(|swap| &swap.0).find(|at| *at > high);
            let end = |at: Option<&Rational>, end| Truth::exact(at.cloned().unwrap_or(end));
            Truth::Object(vec![
                ("lower", end(first, Rational::ZERO)),
                ("upper", end(last, Rational::ONE)),
            ])
        }
    };
    let stretch = move |k: usize| {
        let to = leaders.get(k + 1).map_or(Rational::ONE, |next| next.from.clone());
        let names = leaders[k].classifiers.iter().map(|&k| Truth::text(name(k)));
        Truth::Object(vec![
            ("from", Truth::Exact(Cow::Borrowed(&leaders[k].from))),
            ("to", Truth::exact(to)),
            ("classifiers", Truth::List(names.collect())),
        ])
    };
    let entry = move |k: usize| {
        let pairs = breaks[k];
        let position = &pairs[0].0;
        let at = segment.at(position);
        let mut entry = vec![
            ("position", Truth::Exact(Cow::Borrowed(position))),
            ("pairs", Truth::count(pairs.len())),
            ("swapped", Truth::maybe(swapped(pairs, given))),
        ];
        let known = segment.coordinates(&at);
        entry.extend(known.into_iter().map(|(key, value)| (key, Truth::exact(value))));
        entry.push(("at", Truth::List(at.map(Truth::exact).into())));
        Truth::Object(entry)
    };
    vec![
        ("straight_in", Truth::text(if segment.is_level { "tile" } else { "balanced" })),
        ("swaps", Truth::count(swaps.len())),
        ("rankings", Truth::count(breaks.len() + 1)),
        ("compromise", compromise),
        ("optimal", optimal),
        ("first", Truth::Each(leaders.len(), Box::new(stretch))),
        ("breaks", Truth::Each(breaks.len(), Box::new(entry))),
    ]
}

/// Returns the truth about a marked point of the segment, and the classifiers that are first there.
fn preference<'t>(segment: &'t Segment, values: &'t Values, given: &'t Given<'_>) -> Truth<'t> {
    Truth::judge(move |claim| {
        let said = claim.get("position").unwrap_or(&Json::Null);
        let position = exact(said).map_err(|wrong| wrong.of("position"))?;
        if position.is_negative() || position > Rational::ONE {
            return Err(Wrong::new("it is not on the segment").of("position"));
        }
        let is_beaten = |k: usize, other: usize| {
            let [first, last] = values.differences(k, other);
            (&first * position.complement() + &last * &position).is_negative()
        };
        let first =
            (0..values.len()).filter(|&k| (0..values.len()).all(|other| !is_beaten(k, other)));
        let names = first.map(|k| Truth::text(given.classifiers[k].name.as_str()));
        let truth = Truth::Object(vec![
            ("at", Truth::List(segment.at(&position).map(Truth::exact).into())),
            ("position", Truth::exact(position.clone())),
            ("first", Truth::List(names.collect())),
        ]);
        same(claim, &truth, &mut Proofs::new("", 0))
    })
}

/// Returns the truth about the names of the pairs that swap, in any order of the pairs.
fn swapped<'t>(pairs: &'t [Swap], given: &'t Given<'_>) -> Truth<'t> {
    Truth::judge(move |claim| {
        let mut names: Vec<[&str; 2]> = pairs
            .iter()
            .map(|(_, pair)| pair.map(|k| given.classifiers[k].name.as_str()))
            .collect();
        names.sort_unstable();
        let pair = |pair: &Json| -> Option<[String; 2]> {
            let [first, second] = pair.as_list()? else { return None };
            Some([first.as_text()?.to_owned(), second.as_text()?.to_owned()])
        };
        let said: Option<Vec<[String; 2]>> =
            claim.as_list().and_then(|list| list.iter().map(pair).collect());
        let mut said = said.ok_or_else(|| Wrong::new("pairs of names should stand here"))?;
        said.sort_unstable();
        if said.len() == names.len()
            && said
                .iter()
                .zip(&names)
                .all(|(said, names)| said[0] == names[0] && said[1] == names[1])
        {
            return Ok(());
        }
        Err(Wrong::new(format!("they are {names:?}")))
    })
}
