//! Checks the form of drawn results: limits of probabilities, of ranks and of tiers. Their values
//! are left open.

use super::probability::{ends, limits, truly_better};
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, parameter, same, text};
use crate::claim::wrong::Wrong;
use crate::metric::written::decimal;
use crate::reading::json::Json;
use exactile::num::Rational;

const LIMITS: &str = "Clopper-Pearson at 1 - 10^-9; expected ranks: empirical Bernstein";

/// The method by which an answer was found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Summed over all outcomes.
    Summed,
    Drawn,
    /// There is no answer, but a reason.
    Missing,
}

impl How {
    pub(super) fn of(claim: &Json) -> Self {
        match (claim.get("missing"), claim.get("draws")) {
            (Some(_), _) => Self::Missing,
            (_, Some(_)) => Self::Drawn,
            _ => Self::Summed,
        }
    }

    pub(super) fn truth<'t>(self) -> Truth<'t> {
        let members = match self {
            Self::Summed => vec![("limits", Truth::Null)],
            Self::Missing => vec![("limits", Truth::Null), ("missing", Truth::judge(text))],
            Self::Drawn => vec![
                ("draws", Truth::judge(count)),
                ("seed", Truth::judge(count)),
                ("limits", Truth::text(LIMITS)),
            ],
        };
        Truth::Object(members)
    }
}

/// Checks the share by which differences shrink, and what it refers to.
pub(super) fn pooled(claim: &Json, truly: How, classifiers: usize) -> Result<(), Wrong> {
    if truly == How::Missing {
        return Err(Wrong::new("pooling applies to true rates only"));
    }
    let share = Truth::judge(|claim| match claim.as_text() {
        Some("estimated") => Ok(()),
        _ => match parameter(claim)? {
            share if share.is_negative() || share > Rational::ONE => {
                Err(Wrong::new(format!("{share} is not from 0 to 1")))
            }
            _ => Ok(()),
        },
    });
    let heterogeneity = || {
        Truth::judge(|claim| match parameter(claim)?.is_negative() {
            true => Err(Wrong::new("it is negative")),
            false => Ok(()),
        })
    };
    let truth = vec![
        ("share", share),
        ("heterogeneity", Truth::List(vec![heterogeneity(), heterogeneity()])),
        ("degrees", Truth::count(classifiers.saturating_sub(1))),
    ];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))
}

/// Checks the tier of each classifier. Tiers hold all classifiers that have an order. In each tier
/// the greatest comes first, and so do the leaders of all tiers, which may be apart at the level.
pub(super) fn tiers<O: Ord>(
    claim: &Json,
    order: &[Option<O>],
    level: &Rational,
) -> Result<Vec<Option<usize>>, Wrong> {
    let mut tier_of = vec![None; order.len()];
    let wrong = || Wrong::new(format!("a list of tiers should stand here, not {claim}"));
    let listed = claim.as_list().ok_or_else(wrong)?;
    let mut leader: Option<&O> = None;
    for (number, tier) in listed.iter().enumerate() {
        let mut before = leader;
        let members = members(tier, number, level).map_err(|wrong| wrong.number(number))?;
        for (place, member) in members.iter().enumerate() {
            let known = member.as_count().and_then(|member| usize::try_from(member).ok());
            let own = known.and_then(|k| Some((order.get(k)?.as_ref()?, &mut tier_of[k])));
            let reason = match own {
                None => format!("{member} is no classifier that has a place"),
                Some((_, Some(_))) => format!("{member} stands here twice"),
                Some((own, _)) if before.is_some_and(|before| before < own) => {
                    format!("{member} is better than the one before")
                }
                Some((own, tier)) => {
                    (before, *tier) = (Some(own), Some(number + 1));
                    if place == 0 {
                        leader = before;
                    }
                    continue;
                }
            };
            return Err(Wrong::new(reason).of("members").number(number));
        }
    }
    match order.iter().zip(&tier_of).all(|(order, tier)| order.is_some() == tier.is_some()) {
        true => Ok(tier_of),
        false => Err(Wrong::new("some classifiers are missing")),
    }
}

fn members<'j>(tier: &'j Json, number: usize, level: &Rational) -> Result<&'j [Json], Wrong> {
    let separated = match number {
        0 => Truth::Null,
        _ => Truth::judge(|claim| {
            truly_better(claim)?;
            match ends(claim)?[1] < *level {
                true => Err(Wrong::new("it is below the level")),
                false => Ok(()),
            }
        }),
    };
    let truth = vec![("members", Truth::any()), ("separated", separated)];
    same(tier, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    let members = tier.get("members").and_then(Json::as_list).filter(|list| !list.is_empty());
    members.ok_or_else(|| Wrong::new("classifiers should stand here").of("members"))
}

/// Reads the limits of a probability: one number, or two decimals.
pub(super) fn chance(claim: &Json) -> Result<[Rational; 2], Wrong> {
    let wrong = || Wrong::new(format!("a probability should stand here, not {claim}"));
    match claim {
        Json::Text(_) => limits(claim).ok_or_else(wrong),
        _ => {
            two(claim)?;
            ends(claim)
        }
    }
}

/// As [`chance`], for a probability that was certainly drawn, or that cannot occur.
pub(super) fn drawn(claim: &Json) -> Result<[Rational; 2], Wrong> {
    match claim {
        Json::Text(text) if text != "0" => {
            Err(Wrong::new(format!("limits of what was drawn should stand here, not {claim}")))
        }
        _ => chance(claim),
    }
}

/// Checks that the limits of what was drawn hold the probability itself, as all but one seed in
/// 10^9 do.
pub(super) fn drawn_around(claim: &Json, chance: &Rational) -> Result<(), Wrong> {
    let [low, high] = drawn(claim)?;
    match low <= *chance && *chance <= high {
        true => Ok(()),
        false => Err(Wrong::new(format!("{} is not in these limits", chance.to_decimal(17)))),
    }
}

fn two(claim: &Json) -> Result<(), Wrong> {
    let truth = vec![("lower", Truth::any()), ("upper", Truth::any())];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))
}

/// Reads the limits of a mean rank, if there is one.
pub(super) fn mean_rank(claim: &Json, classifiers: usize) -> Result<(), Wrong> {
    if *claim == Json::Null {
        return Ok(());
    }
    let end = |key: &str| {
        let said = claim.get(key).or(Some(claim)).and_then(Json::as_text).unwrap_or_default();
        decimal(said, 1).map(|(value, _)| value)
    };
    let [low, high] = match claim {
        // That of equal classifiers is exact.
        Json::Text(_) => {
            let value = end("").or_else(|_| parameter(claim))?;
            [value.clone(), value]
        }
        _ => {
            two(claim)?;
            [end("lower")?, end("upper")?]
        }
    };
    let most = Rational::from(num_bigint::BigInt::from(classifiers));
    match Rational::ONE <= low && low <= high && high <= most {
        true => Ok(()),
        false => Err(Wrong::new(format!("these are no limits of a rank from 1 to {most}"))),
    }
}

/// Reads the limits of the probability of each rank.
pub(super) fn ranks(claim: &Json, classifiers: usize) -> Result<(), Wrong> {
    let listed = claim.as_list().filter(|list| list.len() == classifiers);
    let wrong = || Wrong::new(format!("{classifiers} probabilities should stand here"));
    let mut least = Rational::ZERO;
    for (k, claim) in listed.ok_or_else(wrong)?.iter().enumerate() {
        let [low, _] = chance(claim).map_err(|wrong| wrong.number(k))?;
        least += &low;
    }
    match least <= Rational::ONE {
        true => Ok(()),
        false => Err(Wrong::new("the probabilities add up to more than 1")),
    }
}

/// Reads the first and the last rank of an interval, if there is one.
pub(super) fn interval(claim: &Json, classifiers: usize) -> Result<(), Wrong> {
    let ends = claim.as_list().map(|ends| ends.iter().map(Json::as_count).collect::<Vec<_>>());
    match (claim, ends.as_deref()) {
        (Json::Null, _) => Ok(()),
        (_, Some([Some(first), Some(last)]))
            if 1 <= *first && first <= last && *last <= classifiers as u64 =>
        {
            Ok(())
        }
        _ => Err(Wrong::new(format!("two ranks should stand here, not {claim}"))),
    }
}

fn count(claim: &Json) -> Result<(), Wrong> {
    let wrong = || Wrong::new(format!("a whole number should stand here, not {claim}"));
    claim.as_count().map(|_| ()).ok_or_else(wrong)
}
