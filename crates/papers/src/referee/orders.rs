//! Printed laws of performance orderings, on all small worlds: the relations that follow from a
//! preorder, the corollaries of the axioms, and the conditions under which scores satisfy them.
//!
//! A law of single relations speaks of at most three performances, and a preorder restricted to
//! them is one. So the 29 preorders of three performances prove it. The other laws are tried on
//! worlds of four performances, with all 355 preorders, or all scores of few values.

use std::fmt;

use serde::Deserialize;

use super::error::undecided;
use super::{Item, RefereeError, Settles};
use exactile::num::Rational;
use exactile::ranking::{
    Performance, Satisfaction, at_most_by, combination_violation, preorder_violation, rank_bounds,
    satisfaction_violation,
};

/// A relation "worse or equivalent" on few performances.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Order {
    size: usize,
    at_most: Vec<bool>,
}

impl fmt::Display for Order {
    /// Writes the pairs of different performances of which the first is at most the second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (i, j) in (0..self.size).flat_map(|i| (0..self.size).map(move |j| (i, j))) {
            if i != j && self.at_most(i, j) {
                write!(f, "{separator}P{} <= P{}", i + 1, j + 1)?;
                separator = ", ";
            }
        }
        f.write_str(if separator.is_empty() { "no two are comparable" } else { "" })
    }
}

impl Order {
    fn at_most(&self, i: usize, j: usize) -> bool {
        self.at_most[i * self.size + j]
    }

    /// Returns all reflexive and transitive relations of `size` performances.
    fn preorders(size: usize) -> Vec<Self> {
        let free: Vec<usize> = (0..size * size).filter(|k| k / size != k % size).collect();
        (0_u32..1 << free.len())
            .map(|bits| {
                let mut at_most = vec![true; size * size];
                for (bit, &place) in free.iter().enumerate() {
                    at_most[place] = bits & 1 << bit != 0;
                }
                Self { size, at_most }
            })
            .filter(Self::is_transitive)
            .collect()
    }

    fn is_transitive(&self) -> bool {
        let all = || 0..self.size;
        all().all(|i| {
            all()
                .filter(|&j| self.at_most(i, j))
                .all(|j| all().filter(|&k| self.at_most(j, k)).all(|k| self.at_most(i, k)))
        })
    }

    /// Returns `true` if a derived relation holds (section 3.2 and Eq. 1 to 6).
    fn holds(&self, relation: Relation, i: usize, j: usize) -> bool {
        let (below, above) = (self.at_most(i, j), self.at_most(j, i));
        match relation {
            Relation::Equivalent => below && above,
            Relation::Better => !below && above,
            Relation::Worse => below && !above,
            Relation::Incomparable => !below && !above,
            Relation::AtMost => self.holds(Relation::Worse, i, j) || below && above,
            Relation::AtLeast => self.holds(Relation::Better, i, j) || below && above,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum Relation {
    #[serde(rename = "~")]
    Equivalent,
    #[serde(rename = ">")]
    Better,
    #[serde(rename = "<")]
    Worse,
    #[serde(rename = "<>")]
    Incomparable,
    #[serde(rename = "<=")]
    AtMost,
    #[serde(rename = ">=")]
    AtLeast,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equivalent => "~",
            Self::Better => ">",
            Self::Worse => "<",
            Self::Incomparable => "<>",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
        })
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Property {
    Reflexive,
    Irreflexive,
    Symmetric,
    Asymmetric,
    Transitive,
    Total,
    ConverseOf(Relation),
}

/// Properties of relations that follow from a preorder.
#[derive(Clone, Debug, Deserialize)]
pub struct OrderLaws {
    laws: Vec<(Relation, Property)>,
}

impl OrderLaws {
    pub(super) fn examine(&self) -> Vec<Item> {
        let worlds: Vec<Order> = (1..=3).flat_map(Order::preorders).collect();
        let item = |&(relation, property): &(Relation, Property)| {
            let says = match property {
                Property::ConverseOf(other) => format!("{relation} is the converse of {other}"),
                property => format!("{relation} is {}", format!("{property:?}").to_lowercase()),
            };
            let computed = format!(
                "holds for all {} preorders of at most three performances, of which a law of three \
                 speaks",
                worlds.len()
            );
            let item = Item::reproduced(says, computed);
            match worlds.iter().find_map(|order| broken(order, relation, property)) {
                Some(witness) => Item { computed: "fails".to_owned(), ..item }.erratum(witness),
                None => item,
            }
        };
        self.laws.iter().map(item).collect()
    }
}

/// Returns the performances on which a property fails.
fn broken(order: &Order, relation: Relation, property: Property) -> Option<String> {
    let n = order.size;
    let is = |i, j| order.holds(relation, i, j);
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let pair = match property {
        Property::Reflexive => pairs().find(|&(i, j)| i == j && !is(i, j)),
        Property::Irreflexive => pairs().find(|&(i, j)| i == j && is(i, j)),
        Property::Symmetric => pairs().find(|&(i, j)| is(i, j) && !is(j, i)),
        Property::Asymmetric => pairs().find(|&(i, j)| is(i, j) && is(j, i)),
        Property::Total => pairs().find(|&(i, j)| !is(i, j) && !is(j, i)),
        Property::ConverseOf(other) => pairs().find(|&(i, j)| is(i, j) != order.holds(other, j, i)),
        Property::Transitive => {
            pairs().find(|&(i, k)| !is(i, k) && (0..n).any(|j| is(i, j) && is(j, k)))
        }
    };
    let (i, j) = pair?;
    Some(format!("P{} and P{}, where {order}", i + 1, j + 1))
}

/// A corollary of the axioms, or a condition that is said to be sufficient for one.
#[derive(Clone, Debug, Deserialize)]
pub struct SmallWorlds {
    claim: Claim,
    /// The axioms, or the conditions, that are assumed.
    given: Vec<Given>,
    /// A condition that is missing in the print.
    #[serde(default)]
    corrected: Option<Given>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Claim {
    /// Performances of one sure satisfaction are equivalent or incomparable.
    SureSatisfaction,
    /// No performance is worse than one of the least satisfaction.
    LeastSatisfaction,
    /// No performance is better than one of the greatest satisfaction.
    GreatestSatisfaction,
    /// A relation between a performance and all of a set also holds for every combination of the
    /// set.
    Combinations,
    /// The ordering that a score induces is a preorder, which leaves each performance a rank.
    InducedOrder,
    /// It satisfies axiom 2.
    InducedSatisfaction,
    /// It satisfies axiom 3.
    InducedCombinations,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Given {
    /// The ordering satisfies axiom 2.
    Axiom2,
    /// The ordering satisfies axiom 3.
    Axiom3,
    /// The score of a performance is between the satisfactions of its possible outcomes.
    BetweenSatisfactions,
    /// A combination of performances with a score has a score, between the least and the greatest
    /// of theirs.
    BetweenScores,
    /// A performance without a score has no combination but itself.
    AloneWithoutScore,
}

/// The combinations of a set, both as bits.
type Achievable = fn(usize) -> usize;

/// Performances, and the combinations that can surely be made of each set of them (as bits).
struct World {
    name: &'static str,
    performances: Vec<Performance>,
    achievable: Achievable,
}

/// Four performances of two outcomes, with shares in thirds.
const LINE: usize = 4;

/// Returns the convex combinations among the four: all between the least and the greatest.
fn convex(set: usize) -> usize {
    let within = |k: &usize| set >> k != 0 && set & ((2 << k) - 1) != 0;
    (0..LINE).filter(within).fold(0, |all, k| all | 1 << k)
}

/// Returns each classifier together with the one that predicts the opposite.
fn opposite(set: usize) -> usize {
    (0..LINE).filter(|k| set & 1 << k != 0).fold(set, |all, k| all | 1 << (LINE - 1 - k))
}

fn everything(set: usize) -> usize {
    if set == 0 { 0 } else { (1 << LINE) - 1 }
}

fn nothing_new(set: usize) -> usize {
    set
}

fn worlds() -> Vec<World> {
    let line = || -> Vec<Performance> {
        let counts = |k: u64| Performance::from_counts(&[3 - k, k]).expect("three samples");
        (0..4).map(counts).collect()
    };
    let kinds: [(&'static str, Achievable); 4] = [
        ("Phi gives convex combinations", convex),
        ("Phi also gives the opposite predictions", opposite),
        ("Phi gives all performances", everything),
        ("Phi gives nothing new", nothing_new),
    ];
    kinds
        .into_iter()
        .map(|(name, achievable)| World { name, performances: line(), achievable })
        .collect()
}

/// Returns four performances on three outcomes, one of which may have either of two outcomes.
fn satisfied() -> Result<(Vec<Performance>, Vec<Satisfaction>), RefereeError> {
    let performances = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
        .iter()
        .map(|counts| Performance::from_counts(counts).map_err(undecided))
        .collect::<Result<_, _>>()?;
    let satisfactions = [[0, 1, 2], [0, 0, 2], [0, 2, 2], [2, 1, 2]]
        .iter()
        .map(|values| Satisfaction::new(values.map(Rational::from).to_vec()).map_err(undecided))
        .collect::<Result<_, _>>()?;
    Ok((performances, satisfactions))
}

/// Returns all scores of four performances with these values, or without one; those with most
/// values first.
fn scores(values: u32) -> impl Iterator<Item = Vec<Option<Rational>>> {
    (0..(values + 1).pow(4)).rev().map(move |code| {
        (0..4)
            .map(|place| code / (values + 1).pow(place) % (values + 1))
            .map(|value| (value > 0).then(|| Rational::new(value - 1, 2)))
            .collect()
    })
}

fn shown(score: &[Option<Rational>]) -> String {
    let value = |value: &Option<Rational>| {
        value.as_ref().map_or_else(|| "undefined".to_owned(), Rational::to_string)
    };
    score.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// The number of cases of a claim, and the first one in which it fails.
#[derive(Default)]
struct Cases {
    all: u64,
    fails: Option<String>,
}

impl Cases {
    fn case(&mut self, holds: bool, witness: impl FnOnce() -> String) {
        self.all += 1;
        if !holds {
            self.fails.get_or_insert_with(witness);
        }
    }
}

impl SmallWorlds {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        let parts: &[(&str, Option<Relation>)] = match self.claim {
            Claim::SureSatisfaction => {
                &[("performances of one sure satisfaction are equivalent or incomparable", None)]
            }
            Claim::LeastSatisfaction => {
                &[("none is worse than a performance of the least satisfaction", None)]
            }
            Claim::GreatestSatisfaction => {
                &[("none is better than a performance of the greatest satisfaction", None)]
            }
            Claim::Combinations => &[
                ("all ~ P: what is made of them ~ P", Some(Relation::Equivalent)),
                ("all > P: what is made of them > P", Some(Relation::Better)),
                ("all < P: what is made of them < P", Some(Relation::Worse)),
                ("all <> P: what is made of them <> P", Some(Relation::Incomparable)),
            ],
            Claim::InducedOrder => &[("a score induces a preorder, which leaves ranks", None)],
            Claim::InducedSatisfaction => &[("the induced ordering satisfies axiom 2", None)],
            Claim::InducedCombinations => &[("the induced ordering satisfies axiom 3", None)],
        };
        parts.iter().map(|&(says, relation)| self.item(says, relation)).collect()
    }

    fn item(&self, says: &str, relation: Option<Relation>) -> Result<Item, RefereeError> {
        let cases = self.cases(&self.given, relation)?;
        let item = Item::reproduced(says, format!("holds in all {} cases", cases.all));
        let Some(witness) = cases.fails else {
            return Ok(if cases.all == 0 { item_that_never_arises(item) } else { item });
        };
        let mut item = Item { computed: "fails".to_owned(), ..item }.erratum(witness);
        if let Some(more) = self.corrected {
            let given = [&self.given[..], &[more]].concat();
            let cases = self.cases(&given, relation)?;
            item.corrected = (cases.fails.is_none() && cases.all > 0)
                .then(|| format!("{says} where {} ({} cases)", more.says(), cases.all));
        }
        Ok(item)
    }

    fn cases(&self, given: &[Given], relation: Option<Relation>) -> Result<Cases, RefereeError> {
        let mut cases = Cases::default();
        match self.claim {
            Claim::SureSatisfaction | Claim::LeastSatisfaction | Claim::GreatestSatisfaction => {
                self.satisfactions(given, &mut cases)?;
            }
            Claim::Combinations => {
                let relation = relation.expect("each part has one");
                combinations(given, relation, &mut cases)?;
            }
            Claim::InducedOrder => induced_orders(&mut cases),
            Claim::InducedSatisfaction => induced_satisfactions(given, &mut cases)?,
            Claim::InducedCombinations => induced_combinations(given, &mut cases),
        }
        Ok(cases)
    }

    fn satisfactions(&self, given: &[Given], cases: &mut Cases) -> Result<(), RefereeError> {
        let (performances, satisfactions) = satisfied()?;
        let place = |p: &Performance| performances.iter().position(|q| p == q).expect("of them");
        for satisfaction in &satisfactions {
            let values = satisfaction.values();
            let (least, most) = (values.iter().min(), values.iter().max());
            let sure = |p: &Performance| {
                let mut values = values
                    .iter()
                    .zip(p.probabilities())
                    .filter(|(_, share)| !share.is_zero())
                    .map(|(value, _)| value);
                let first = values.next();
                if values.all(|value| Some(value) == first) { first } else { None }
            };
            for order in Order::preorders(performances.len()) {
                let at_most = |p: &Performance, q: &Performance| order.at_most(place(p), place(q));
                if given.contains(&Given::Axiom2)
                    && satisfaction_violation(&performances, satisfaction, at_most).is_some()
                {
                    continue;
                }
                for (i, p) in performances.iter().enumerate() {
                    for (j, q) in performances.iter().enumerate() {
                        let (better, worse) = (
                            order.holds(Relation::Better, j, i),
                            order.holds(Relation::Worse, j, i),
                        );
                        let (asked, holds) = match self.claim {
                            Claim::SureSatisfaction => {
                                (sure(p).is_some() && sure(p) == sure(q), !better && !worse)
                            }
                            Claim::LeastSatisfaction => {
                                (sure(p).is_some() && sure(p) == least, !worse)
                            }
                            _ => (sure(p).is_some() && sure(p) == most, !better),
                        };
                        if asked {
                            let (i, j) = (i + 1, j + 1);
                            cases.case(holds, || format!("P{i} and P{j}, where {order}"));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn item_that_never_arises(item: Item) -> Item {
    Item { computed: "no case".to_owned(), ..item }.convention(
        Settles::Singular,
        "the clause is empty: what the corollary takes for granted, that P is comparable with each \
         of the set, leaves no set of which all are incomparable with P",
        "among all preorders of four performances there is no such set",
    )
}

impl Given {
    fn says(self) -> &'static str {
        match self {
            Self::Axiom2 => "axiom 2 holds",
            Self::Axiom3 => "axiom 3 holds",
            Self::BetweenSatisfactions => "scores lie between satisfactions",
            Self::BetweenScores => "combinations lie between scores",
            Self::AloneWithoutScore => "Phi({P}) = {P} for each P without a score",
        }
    }
}

/// Returns the members of a set.
fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..LINE).filter(move |k| set & 1 << k != 0)
}

/// Returns the first violation of axiom 3 by an ordering: P, the set, and the combination.
fn combination_broken(
    world: &World,
    at_most: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize, usize)> {
    let all = &world.performances;
    let place = |p: &Performance| all.iter().position(|q| p == q).expect("one of them");
    let at_most = |p: &Performance, q: &Performance| at_most(place(p), place(q));
    for set in 1..1 << LINE {
        let parts: Vec<Performance> = members(set).map(|k| all[k].clone()).collect();
        for made in members((world.achievable)(set)) {
            for reference in 0..LINE {
                let broken = combination_violation(&all[reference], &parts, &all[made], at_most);
                if broken.is_some() {
                    return Some((reference, set, made));
                }
            }
        }
    }
    None
}

fn set_name(set: usize) -> String {
    let names: Vec<String> = members(set).map(|k| format!("P{}", k + 1)).collect();
    format!("{{{}}}", names.join(", "))
}

fn combinations(
    given: &[Given],
    relation: Relation,
    cases: &mut Cases,
) -> Result<(), RefereeError> {
    for world in worlds() {
        for order in Order::preorders(LINE) {
            if given.contains(&Given::Axiom3)
                && combination_broken(&world, |i, j| order.at_most(i, j)).is_some()
            {
                continue;
            }
            for (set, p) in (1..1 << LINE).flat_map(|set| (0..LINE).map(move |p| (set, p))) {
                let comparable = |k| order.at_most(k, p) || order.at_most(p, k);
                let asked = |k| order.holds(relation, k, p);
                if !members(set).all(|k| comparable(k) && asked(k)) {
                    continue;
                }
                for made in members((world.achievable)(set)) {
                    cases.case(order.holds(relation, made, p), || {
                        let (made, p) = (made + 1, p + 1);
                        format!(
                            "{}: P{made} of {} against P{p}, where {order}",
                            world.name,
                            set_name(set)
                        )
                    });
                }
            }
        }
    }
    Ok(())
}

fn induced_orders(cases: &mut Cases) {
    let performances = worlds().remove(0).performances;
    for score in scores(4) {
        let place = |p: &Performance| performances.iter().position(|q| p == q).expect("of them");
        let at_most = at_most_by(|p| score[place(p)].clone());
        let preorder = preorder_violation(&performances, &at_most).is_none();
        let ranks = rank_bounds(&performances, &at_most);
        let open = ranks.iter().all(|(best, worst)| 1 <= *best && best <= worst && *worst <= LINE);
        cases.case(preorder && open, || format!("P1 to P4 with scores {}", shown(&score)));
    }
}

fn induced_satisfactions(given: &[Given], cases: &mut Cases) -> Result<(), RefereeError> {
    let (performances, satisfactions) = satisfied()?;
    let place = |p: &Performance| performances.iter().position(|q| p == q).expect("of them");
    for satisfaction in &satisfactions {
        for score in scores(5) {
            let between = |p: &Performance| {
                let Some(score) = &score[place(p)] else { return true };
                let possible = || {
                    let values = satisfaction.values().iter().zip(p.probabilities());
                    values.filter(|(_, share)| !share.is_zero()).map(|(value, _)| value)
                };
                possible().any(|value| value <= score) && possible().any(|value| score <= value)
            };
            let condition = given.contains(&Given::BetweenSatisfactions);
            if condition && !performances.iter().all(between) {
                continue;
            }
            let at_most = at_most_by(|p| score[place(p)].clone());
            let broken = satisfaction_violation(&performances, satisfaction, at_most);
            cases.case(broken.is_none(), || {
                let values: Vec<String> =
                    satisfaction.values().iter().map(Rational::to_string).collect();
                format!("satisfactions {}, scores {}", values.join(", "), shown(&score))
            });
        }
    }
    Ok(())
}

fn induced_combinations(given: &[Given], cases: &mut Cases) {
    for world in worlds() {
        for score in scores(3) {
            let scored = (0..LINE).filter(|&k| score[k].is_some()).fold(0, |all, k| all | 1 << k);
            let between = |set: usize| {
                let values = || members(set).filter_map(|k| score[k].as_ref());
                members((world.achievable)(set)).all(|made| {
                    let Some(value) = &score[made] else { return false };
                    values().any(|other| other <= value) && values().any(|other| value <= other)
                })
            };
            let mut subsets = (1..1 << LINE).filter(|set| set & scored == *set);
            if given.contains(&Given::BetweenScores) && !subsets.all(between) {
                continue;
            }
            let alone = |k: usize| score[k].is_some() || (world.achievable)(1 << k) == 1 << k;
            if given.contains(&Given::AloneWithoutScore) && !(0..LINE).all(alone) {
                continue;
            }
            let at_most = at_most_by(|p: &Performance| {
                let place = world.performances.iter().position(|q| p == q);
                score[place.expect("one of them")].clone()
            });
            let all = &world.performances;
            let broken = combination_broken(&world, |i, j| at_most(&all[i], &all[j]));
            cases.case(broken.is_none(), || {
                let (reference, set, made) = broken.expect("the case fails");
                format!(
                    "{}: P1 to P4 with scores {}; P{} is comparable with all of {}, of which P{} \
                     is made",
                    world.name,
                    shown(&score),
                    reference + 1,
                    set_name(set),
                    made + 1
                )
            });
        }
    }
}
