//! Checks the best worst test set along a segment.
//!
//! s and u are linear along it, so the order of two results changes at roots of s u' - s' u alone,
//! of degree two in the position. The result names a leader for each stretch: a classifier and its
//! worst test set. Of each classifier all results are compared with the leader between all roots
//! inside the stretch, and at them. So nothing here knows an envelope.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;

use super::quadratic::{read, through, written};
use crate::claim::proofs::Proofs;
use crate::claim::sets::{Sets, parts};
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::{QuadraticNumber, Rational};

/// The segments with a name, and their ends.
const SEGMENTS: [(&str, [[i64; 2]; 2]); 3] =
    [("decision", [[1, 1], [0, 0]]), ("cost", [[0, 0], [1, 1]]), ("f-beta", [[1, 0], [1, 1]])];

/// s and u of a result at both ends.
type Line = [[Rational; 2]; 2];

/// A stretch as the result describes it.
struct Stretch {
    ends: [QuadraticNumber; 2],
    leader: Line,
}

/// Checks `worst_along`.
pub(super) fn check(claim: &Json, sets: &Sets<'_>) -> Result<(), Wrong> {
    let name = claim.get("along").and_then(Json::as_text).unwrap_or_default();
    let known = SEGMENTS.iter().find(|(known, _)| *known == name);
    let (_, ends) = known.ok_or_else(|| Wrong::new("there is no such segment").of("along"))?;
    let ends = ends.map(|end| end.map(Rational::from));
    let lines = Lines::new(sets, &ends);
    let list = |key: &str| {
        let list = claim.get(key).and_then(Json::as_list);
        list.ok_or_else(|| Wrong::new("a list should stand here").of(key))
    };
    let mut stretches: Vec<Stretch> = Vec::new();
    for (k, said) in list("stretches")?.iter().enumerate() {
        let of_stretch = |wrong: Wrong| wrong.number(k).of("stretches");
        let stretch = lines.stretch(said).map_err(of_stretch)?;
        let start = stretches.last().map_or(Rational::ZERO.into(), |last| last.ends[1].clone());
        if stretch.ends[0] != start || stretch.ends[1] <= start {
            return Err(of_stretch(Wrong::new("it is not the next stretch")));
        }
        stretches.push(stretch);
    }
    if stretches.last().is_none_or(|last| last.ends[1] != Rational::ONE.into()) {
        return Err(Wrong::new("it does not end at 1").of("stretches"));
    }
    let mut owners = Vec::new();
    for (k, stretch) in stretches.iter().enumerate() {
        owners.push(lines.best(stretch).map_err(|wrong| wrong.number(k).of("stretches"))?);
    }
    let at: Vec<Vec<usize>> = stretches
        .iter()
        .take(stretches.len() - 1)
        .map(|stretch| lines.best_at_end(stretch))
        .collect();
    for (k, at) in at.iter().enumerate() {
        let names: Vec<usize> = owners[k].iter().map(|(classifier, _)| *classifier).collect();
        if owners[k] == owners[k + 1] && names == *at {
            return Err(Wrong::new("nothing changes there").number(k).of("breaks"));
        }
    }
    let stretch = |(stretch, owners): (&Stretch, &Vec<(usize, Vec<usize>)>)| {
        let worst = owners.iter().map(|(_, sets)| Truth::counts(sets.iter().copied()));
        Truth::Object(vec![
            ("from", written(&stretch.ends[0])),
            ("to", written(&stretch.ends[1])),
            ("classifiers", Truth::counts(owners.iter().map(|(classifier, _)| *classifier))),
            ("worst", Truth::List(worst.collect())),
        ])
    };
    let one_break = |position: &QuadraticNumber, at: &[usize]| {
        let classifiers = Truth::counts(at.iter().copied());
        Truth::Object(vec![("position", written(position)), ("classifiers", classifiers)])
    };
    // An end of the segment, where others may be the best than beside it.
    let an_end = |position: Rational, end: usize, beside: Option<&Vec<(usize, Vec<usize>)>>| {
        let at = lines.best_of_all(end);
        let is_same = beside?.iter().map(|(classifier, _)| classifier).eq(&at);
        (!is_same).then(|| one_break(&position.into(), &at))
    };
    let between = stretches.iter().zip(&at).map(|(stretch, at)| one_break(&stretch.ends[1], at));
    let breaks = an_end(Rational::ZERO, 0, owners.first())
        .into_iter()
        .chain(between)
        .chain(an_end(Rational::ONE, 1, owners.last()));
    let point = |[a, b]: &[Rational; 2]| {
        Truth::List(vec![Truth::exact(a.clone()), Truth::exact(b.clone())])
    };
    let truth = Truth::Object(vec![
        ("along", Truth::text(name)),
        ("from", point(&ends[0])),
        ("to", point(&ends[1])),
        ("stretches", Truth::List(stretches.iter().zip(&owners).map(stretch).collect())),
        ("breaks", Truth::List(breaks.collect())),
    ]);
    same(claim, &truth, &mut Proofs::new("", 0))
}

/// By classifier and test set, those that have values on the segment.
struct Lines(Vec<Vec<Option<Line>>>);

/// The order of results to a leader on a stretch: at each of some weights, and at each root.
struct Compared {
    /// By test set, s u' - s' u.
    leads: Vec<Option<[BigInt; 3]>>,
    /// The roots inside the stretch.
    roots: Vec<QuadraticNumber>,
    /// Between the neighbours among the ends and the roots, the orders by test set.
    between: Vec<Vec<Option<Ordering>>>,
}

impl Lines {
    fn new(sets: &Sets<'_>, ends: &[[Rational; 2]; 2]) -> Self {
        let line = |k: usize, d: usize| {
            let line = ends.each_ref().map(|end| parts(&sets.matrices[d][k], end));
            line.iter().flatten().any(|part| !part.is_zero()).then_some(line)
        };
        let of = |k: usize| (0..sets.weights.len()).map(|d| line(k, d)).collect();
        Self((0..sets.means.len()).map(of).collect())
    }

    /// Reads the ends and the leader of a stretch.
    fn stretch(&self, claim: &Json) -> Result<Stretch, Wrong> {
        let end = |key: &str| {
            let said = claim.get(key).unwrap_or(&Json::Null);
            read(said).map_err(|wrong| wrong.of(key))
        };
        let ends = [end("from")?, end("to")?];
        let first =
            |list: Option<&Json>| list.and_then(Json::as_list).and_then(<[_]>::first).cloned();
        let count = |claim: Option<Json>| usize::try_from(claim?.as_count()?).ok();
        let classifier = count(first(claim.get("classifiers")));
        let set = count(first(first(claim.get("worst")).as_ref()));
        let leader = classifier.zip(set).and_then(|(k, d)| self.0.get(k)?.get(d)?.clone());
        let leader = leader.ok_or_else(|| Wrong::new("it names no result with a value"))?;
        Ok(Stretch { ends, leader })
    }

    fn compared(&self, k: usize, stretch: &Stretch) -> Compared {
        let lead = |line: &Option<Line>| line.as_ref().map(|line| lead(line, &stretch.leader));
        let leads: Vec<Option<[BigInt; 3]>> = self.0[k].iter().map(lead).collect();
        let [from, to] = &stretch.ends;
        let all = leads.iter().flatten().flat_map(|lead| QuadraticNumber::roots(lead.clone()));
        let mut roots: Vec<QuadraticNumber> = all.filter(|root| from < root && root < to).collect();
        roots.sort_unstable();
        roots.dedup();
        let stops: Vec<&QuadraticNumber> = [from].into_iter().chain(&roots).chain([to]).collect();
        let orders = |ends: &[&QuadraticNumber]| {
            let t = ends[0].between(ends[1]).unwrap_or(Rational::ZERO);
            leads.iter().map(|lead| lead.as_ref().map(|lead| sign_at(lead, &t))).collect()
        };
        let between = stops.windows(2).map(orders).collect();
        Compared { leads, roots, between }
    }

    /// Returns the best classifiers of a stretch, each with its worst test sets.
    fn best(&self, stretch: &Stretch) -> Result<Vec<(usize, Vec<usize>)>, Wrong> {
        let mut best = Vec::new();
        for k in 0..self.0.len() {
            let compared = self.compared(k, stretch);
            let standings: Vec<Option<Ordering>> = compared
                .between
                .iter()
                .map(|orders| orders.iter().flatten().min().copied())
                .collect();
            if standings.contains(&Some(Ordering::Greater)) {
                return Err(Wrong::new(format!("the worst value of classifier {k} is better")));
            }
            let is_equal = |order: &Option<Ordering>| *order == Some(Ordering::Equal);
            if standings.iter().all(is_equal) {
                let is_worst = |d: &usize| {
                    compared.leads[*d].as_ref().is_some_and(|lead| lead.iter().all(Zero::is_zero))
                };
                best.push((k, (0..compared.leads.len()).filter(is_worst).collect()));
            } else if standings.iter().any(is_equal) {
                return Err(Wrong::new(format!("classifier {k} is equal on a part of it alone")));
            } else if let Some(root) = (0..compared.roots.len()).find(|root| compared.meets(*root))
            {
                let root = &compared.roots[root];
                return Err(Wrong::new(format!("classifier {k} is equal at {root}")));
            }
        }
        Ok(best)
    }

    /// Returns the classifiers with the greatest least value at an end of the segment, among the
    /// results that have a value there.
    fn best_of_all(&self, end: usize) -> Vec<usize> {
        let value = |line: &Line| {
            let [s, u] = &line[end];
            let sum = s + u;
            (!sum.is_zero()).then(|| s / &sum)
        };
        let least = |row: &Vec<Option<Line>>| row.iter().flatten().filter_map(value).min();
        let least: Vec<Option<Rational>> = self.0.iter().map(least).collect();
        let best = least.iter().max().cloned().flatten();
        (0..least.len()).filter(|k| best.is_some() && least[*k] == best).collect()
    }

    /// Returns the classifiers whose least value is the leader's at the end of a stretch.
    fn best_at_end(&self, stretch: &Stretch) -> Vec<usize> {
        let is_equal = |k: &usize| {
            let compared = self.compared(*k, stretch);
            let before = compared.between.len() - 1;
            compared.least_at(&stretch.ends[1], before) == Some(Ordering::Equal)
        };
        (0..self.0.len()).filter(is_equal).collect()
    }
}

impl Compared {
    /// Returns `true` if the least value is the leader's at a root.
    fn meets(&self, root: usize) -> bool {
        self.least_at(&self.roots[root], root) == Some(Ordering::Equal)
    }

    /// Returns the order of the least value to the leader at the end of a part between roots.
    fn least_at(&self, end: &QuadraticNumber, part: usize) -> Option<Ordering> {
        let order = |(lead, order): (&Option<[BigInt; 3]>, &Option<Ordering>)| {
            let is_root = QuadraticNumber::roots(lead.clone()?).contains(end);
            if is_root { Some(Ordering::Equal) } else { *order }
        };
        self.leads.iter().zip(&self.between[part]).filter_map(order).min()
    }
}

/// s u' - s' u as a polynomial in the position, from its values at 0, 1/2 and 1.
fn lead(one: &Line, other: &Line) -> [BigInt; 3] {
    let half = Rational::new(1, 2);
    let at = |line: &Line, t: &Rational| {
        [0, 1].map(|part| t.complement() * &line[0][part] + t * &line[1][part])
    };
    through(&[&Rational::ZERO, &half, &Rational::ONE].map(|t| {
        let ([s, u], [s2, u2]) = (at(one, t), at(other, t));
        s * u2 - s2 * u
    }))
}

fn sign_at([q2, q1, q0]: &[BigInt; 3], t: &Rational) -> Ordering {
    let (n, d) = (t.numerator(), t.denominator());
    let value: BigInt = q2 * &n * &n + q1 * &n * &d + q0 * &d * &d;
    value.cmp(&BigInt::ZERO)
}
