//! Printed statements about scores and the axioms: ranking scores satisfy the conditions of the
//! theorems, other scores are not fit for ranking, and fit scores agree with a ranking score.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::undecided;
use super::tile::{matrix, named, rational, shares, simplex};
use super::{ClosedForm, Expression, Item, RefereeError, Symbols};
use exactile::num::{LogSum, Rational};
use exactile::ranking::{
    Conclusion, Fitness, Importance, Performance, PerformanceSet, Satisfaction, Valued, Witness,
    at_most_by, preorder_violation, ranking_score,
};
use exactile::tile::volume_under_tile;

/// A formula that is said to satisfy the conditions of the theorems: of the probabilities p1, p2,
/// p3 of three outcomes, their importances i1, i2, i3 and satisfactions s1, s2, s3.
#[derive(Clone, Debug, Deserialize)]
pub struct ScoreConditions {
    formula: Expression,
    /// The theorem: 1, 2 or 3.
    theorem: u8,
}

/// A performance with its value.
type Scored = (Performance, Option<Rational>);

impl ScoreConditions {
    /// Examines it on all performances of up to three samples on three outcomes.
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut counts: Vec<[u64; 3]> = Vec::new();
        for total in 1..=3_u64 {
            for x in 0..=total {
                counts.extend((0..=total - x).map(|y| [x, y, total - x - y]));
            }
        }
        counts.sort_unstable();
        let mut performances: Vec<Performance> = Vec::new();
        for counts in counts {
            let performance = Performance::from_counts(&counts).map_err(undecided)?;
            if !performances.contains(&performance) {
                performances.push(performance);
            }
        }
        let mut cases = 0_u64;
        let mut witness = None;
        for satisfactions in [[0, 1, 1], [0, 1, 3], [-2, 5, 5]] {
            let satisfaction =
                Satisfaction::new(satisfactions.map(Rational::from).to_vec()).map_err(undecided)?;
            for importances in [[1, 1, 1], [1, 0, 2], [3, 1, 0], [0, 0, 1]] {
                let importance = Importance::from_counts(&importances).map_err(undecided)?;
                let value = |p: &Performance| self.value(p, &satisfaction, &importance);
                let scored: Vec<Scored> = performances
                    .iter()
                    .map(|p| Ok((p.clone(), value(p)?)))
                    .collect::<Result<_, RefereeError>>()?;
                let broken = match self.theorem {
                    1 => in_range(&scored, &satisfaction, &mut cases),
                    2 => between_satisfactions(&scored, &satisfaction, &mut cases),
                    3 => between_parts(&scored, &value, &mut cases)?,
                    other => return Err(undecided(format!("there is no theorem {other}"))),
                };
                let case = || format!("I = {importances:?}, S = {satisfactions:?}");
                witness = witness.or_else(|| broken.map(|broken| format!("{}: {broken}", case())));
            }
        }
        let says = match self.theorem {
            1 => "induces a preorder, with values between the least and the greatest satisfaction",
            2 => "lies between the satisfactions of what may occur",
            _ => "has a value for what is combined, between those of the parts",
        };
        let item = Item::reproduced(
            format!("{} {says}", self.formula),
            format!("holds in all {cases} cases"),
        );
        Ok(vec![match witness {
            Some(witness) => Item { computed: "fails".to_owned(), ..item }.erratum(witness),
            None => item,
        }])
    }

    fn value(
        &self,
        performance: &Performance,
        satisfaction: &Satisfaction,
        importance: &Importance,
    ) -> Result<Option<Rational>, RefereeError> {
        let none = BTreeMap::new();
        let mut symbols = Symbols::new(&none);
        let rows = [
            (["p1", "p2", "p3"], performance.probabilities()),
            (["i1", "i2", "i3"], importance.values()),
            (["s1", "s2", "s3"], satisfaction.values()),
        ];
        for (names, values) in rows {
            for (name, value) in names.into_iter().zip(values) {
                symbols.set(name, ClosedForm::from(value.clone()));
            }
        }
        let value = rational(&self.formula, &symbols)?;
        // The domain is that of a ranking score, whatever the formula leaves aside.
        Ok(ranking_score(performance, satisfaction, importance).and(value))
    }
}

fn in_range(scored: &[Scored], satisfaction: &Satisfaction, cases: &mut u64) -> Option<String> {
    let values = satisfaction.values();
    let (least, most) = (values.iter().min()?, values.iter().max()?);
    let performances: Vec<Performance> = scored.iter().map(|(p, _)| p.clone()).collect();
    let value = |p: &Performance| scored.iter().find(|(q, _)| p == q).and_then(|(_, v)| v.clone());
    *cases += 1 + scored.len() as u64;
    if let Some(violation) = preorder_violation(&performances, at_most_by(value)) {
        return Some(format!("{violation:?}"));
    }
    scored.iter().find_map(|(p, value)| {
        let value = value.as_ref()?;
        let outside = value < least || value > most;
        outside.then(|| format!("{value} at {}", shares_of(p)))
    })
}

fn between_satisfactions(
    scored: &[Scored],
    satisfaction: &Satisfaction,
    cases: &mut u64,
) -> Option<String> {
    scored.iter().find_map(|(p, value)| {
        let value = value.as_ref()?;
        *cases += 1;
        let possible = || {
            let values = satisfaction.values().iter().zip(p.probabilities());
            values.filter(|(_, share)| !share.is_zero()).map(|(value, _)| value)
        };
        let (least, most) = (possible().min()?, possible().max()?);
        let outside = value < least || value > most;
        outside.then(|| format!("{value} at {}, outside [{least}, {most}]", shares_of(p)))
    })
}

/// Checks all mixtures of two performances in quarters.
fn between_parts(
    scored: &[Scored],
    value: &impl Fn(&Performance) -> Result<Option<Rational>, RefereeError>,
    cases: &mut u64,
) -> Result<Option<String>, RefereeError> {
    let defined: Vec<(&Performance, &Rational)> =
        scored.iter().filter_map(|(p, value)| Some((p, value.as_ref()?))).collect();
    for (place, (first, one)) in defined.iter().enumerate() {
        for (second, two) in &defined[..place] {
            for weight in [1, 3] {
                let parts =
                    [(Rational::from(weight), *first), (Rational::from(4 - weight), *second)];
                let mixed = Performance::mixture(&parts).map_err(undecided)?;
                *cases += 1;
                let found = value(&mixed)?;
                let inside = found.as_ref().is_some_and(|found| {
                    let (least, most) = if one < two { (one, two) } else { (two, one) };
                    *least <= found && found <= *most
                });
                if !inside {
                    let found = found.map_or_else(|| "no value".to_owned(), |v| v.to_string());
                    return Ok(Some(format!(
                        "{one} at {} and {two} at {}, but {found} at {}",
                        shares_of(first),
                        shares_of(second),
                        shares_of(&mixed)
                    )));
                }
            }
        }
    }
    Ok(None)
}

fn shares_of(performance: &Performance) -> String {
    let shares: Vec<String> = performance.probabilities().iter().map(Rational::to_string).collect();
    format!("({})", shares.join(", "))
}

/// Scores that are said not to be fit for ranking.
#[derive(Clone, Debug, Deserialize)]
pub struct Unfit {
    scores: Vec<UnfitScore>,
}

#[derive(Clone, Debug, Deserialize)]
struct UnfitScore {
    /// A metric of the catalogue, or `vut`.
    score: String,
    /// `all`, or the positive prior.
    set: String,
}

impl Unfit {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.scores.iter().map(UnfitScore::item).collect()
    }
}

impl UnfitScore {
    fn item(&self) -> Result<Item, RefereeError> {
        let Self { score, set } = self;
        let item = |shown: String| {
            Item::reproduced(format!("{score} is not fit for ranking ({set})"), shown)
        };
        if score == "vut" {
            return volume_of_a_mixture()
                .map(item)
                .ok_or_else(|| undecided("no small performances break an axiom"));
        }
        let fitness = fitness(score, set)?;
        Ok(match fitness.conclusion() {
            Conclusion::Unfit => {
                let tests = [&fitness.second, &fitness.third, &fitness.first];
                let witness = tests.into_iter().find_map(|test| match test {
                    exactile::ranking::Verdict::Fails(witness) => Some(shown(witness)),
                    _ => None,
                });
                item(witness.ok_or_else(|| undecided("only the opposite reading is unfit"))?)
            }
            Conclusion::Open => return Err(undecided(format!("whether {score} is fit"))),
            conclusion => {
                let place = fitness.place.map(|p| format!(", as R at ({}, {})", p.a, p.b));
                item(format!("{conclusion:?}").to_lowercase())
                    .erratum(format!("{score} passes all tests{}", place.unwrap_or_default()))
            }
        })
    }
}

fn fitness(score: &str, set: &str) -> Result<Fitness, RefereeError> {
    let set: PerformanceSet = set.parse().map_err(undecided)?;
    Fitness::of(&super::formula::metric(score)?, &set)
        .ok_or_else(|| undecided("no function of the performance"))
}

fn valued(valued: &Valued) -> String {
    let m = &valued.matrix;
    let (tn, fp, fn_, tp) = (m.tn(), m.fp(), m.fn_(), m.tp());
    format!("{} at tn {tn}, fp {fp}, fn {fn_}, tp {tp}", valued.value)
}

/// Returns performances that break a test, with their values, in words.
fn shown(witness: &Witness) -> String {
    match witness {
        Witness::Satisfaction { better, worse } => {
            format!("{} is above {}", valued(better), valued(worse))
        }
        Witness::Mixture { parts, mixture } => {
            let parts: Vec<String> = parts
                .iter()
                .map(|(weight, part)| format!("{weight} of {}", valued(part)))
                .collect();
            format!("the mixture of {} has {}", parts.join(" and "), valued(mixture))
        }
    }
}

/// Returns a mixture in halves whose volume under the Tile is above those of its parts, or below.
fn volume_of_a_mixture() -> Option<String> {
    let performances: Vec<[u64; 4]> = (1..=3).flat_map(simplex).collect();
    let volume = |counts: [u64; 4]| matrix(&shares(counts)).map(|m| volume_under_tile(&m));
    let volumes: Vec<LogSum> = performances.iter().map(|&c| volume(c)).collect::<Option<_>>()?;
    for (i, first) in performances.iter().enumerate() {
        for (j, second) in performances.iter().enumerate().take(i) {
            let totals: [u64; 2] = [first.iter().sum(), second.iter().sum()];
            let mixed: [u64; 4] =
                std::array::from_fn(|k| first[k] * totals[1] + second[k] * totals[0]);
            let made = volume(mixed)?;
            let sides = [&made - &volumes[i], &made - &volumes[j]].map(|side| side.sign());
            if sides[0] == sides[1] && sides[0].is_ne() {
                let text = |counts: [u64; 4], volume: &LogSum| {
                    format!("{volume} at {}", named(&shares(counts)))
                };
                return Some(format!(
                    "the mixture of {} and {} has {}",
                    text(*first, &volumes[i]),
                    text(*second, &volumes[j]),
                    text(mixed, &made)
                ));
            }
        }
    }
    None
}

/// Scores among which those that satisfy the axioms are said to agree with a ranking score, with
/// exceptions.
#[derive(Clone, Debug, Deserialize)]
pub struct Perfect {
    scores: Vec<String>,
    sets: Vec<String>,
    /// Score and set.
    exceptions: Vec<[String; 2]>,
}

impl Perfect {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let (mut agree, mut apart) = (0, Vec::new());
        for score in &self.scores {
            for set in &self.sets {
                let fitness = fitness(score, set)?;
                match fitness.conclusion() {
                    Conclusion::Fit if fitness.place.is_some() => agree += 1,
                    Conclusion::Fit | Conclusion::Constant => apart.push([score, set]),
                    Conclusion::Open => return Err(undecided(format!("whether {score} is fit"))),
                    Conclusion::FitReversed | Conclusion::Unfit => {}
                }
            }
        }
        let list = |all: &[[&String; 2]]| -> String {
            all.iter().map(|[score, set]| format!("{score} ({set})")).collect::<Vec<_>>().join(", ")
        };
        let said: Vec<[&String; 2]> = self.exceptions.iter().map(|[a, b]| [a, b]).collect();
        let item = Item::reproduced(
            format!("fit scores agree with a ranking score, but for {}", list(&said)),
            format!("{agree} do, but for {}", list(&apart)),
        );
        Ok(vec![if said == apart {
            item
        } else {
            item.erratum(format!("the exceptions are {}", list(&apart)))
        }])
    }
}

/// Scores of a review, by the sets of performances on which they are fit for ranking.
#[derive(Clone, Debug, Deserialize)]
pub struct FitOn {
    scores: Vec<String>,
    /// Sets on which each score is fit.
    fit: Vec<String>,
    /// Sets on which no score is fit.
    unfit: Vec<String>,
}

impl FitOn {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let mut items = Vec::new();
        for score in &self.scores {
            for (set, expected) in
                self.fit.iter().map(|s| (s, true)).chain(self.unfit.iter().map(|s| (s, false)))
            {
                let fitness = fitness(score, set)?;
                let fit = match fitness.conclusion() {
                    Conclusion::Fit => true,
                    Conclusion::Open => return Err(undecided(format!("whether {score} is fit"))),
                    _ => false,
                };
                let word = |fit| if fit { "fit" } else { "not fit" };
                let item =
                    Item::reproduced(format!("{score} is {} ({set})", word(expected)), word(fit));
                items.push(if fit == expected {
                    item
                } else {
                    item.erratum(format!("its tests: {:?}", fitness.conclusion()))
                });
            }
        }
        Ok(items)
    }
}
