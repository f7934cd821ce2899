//! Checks a `rankings` result: how many strict rankings there are on the Tile, and where.
//!
//! # What is checked
//!
//! Let x and y be the TNR and TPR of a performance and p the positive prior. At a point (a, b) its score is s/(s + u) with
//!
//! ```text
//! s = (1-a)(1-p) x + a p y     u = (1-b)(1-p)(1-x) + b p (1-y)
//! ```
//!
//! With A = ap : (1-a)(1-p) and B = bp : (1-b)(1-p) as new coordinates, which map the Tile onto that of p = 1/2 and keep
//! its border, s_i u_j - s_j u_i is F = (1-A) dx + A dy - (B-A) D where dx = x_i - x_j, dy = y_i - y_j and
//! D = x_i y_j - x_j y_i. So frontiers are straight there, and two pairs have the same one iff their (dx : dy : D) agree.
//! F is dx at (0, 0) and dy at (1, 1): a pair has a frontier in the open Tile iff dx and dy have opposite signs, and it
//! runs from the left or top side to the bottom or right one. Two frontiers meet inside iff they begin in one order and end
//! in the other one, and then once.
//!
//! - *Frontiers*: all pairs, one after the other.
//! - *Confluences*, where they are listed: at each point classifiers are compared by the definition, which shows who ties.
//!   At one point a frontier belongs to each group of performances that tie there, since all of these have the point on
//!   their common frontiers, and two frontiers through one point are not the same one. A point where m frontiers meet
//!   accounts for m (m-1)/2 pairs of frontiers. The points differ, and account for as many pairs as begin and end in
//!   different orders: so none is missing.
//! - *Cells*: 1 + frontiers + the sum of (m - 1) over all confluences. Where they are listed, at each sample point no two
//!   performances tie, and the rankings at all of them differ: so each cell is there once. A cell and its parent have
//!   rankings that differ by one block turned around: one frontier lies between them.
//!
//! Ratios of sums of positive terms are compared in doubles where the error of these, a few units of the last place, is
//! smaller than their difference; else in rationals. O(n^2 log n) for n classifiers, and O(n log n) for each point.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};

use num_bigint::BigInt;
use num_integer::Integer;
use rayon::prelude::*;

use super::file::{CellEntry, Exact, Object, RankingsFile};
use super::{FailedCheck, NotJson, Proofs, check_classifiers, parsed};
use exactile::num::{Rational, common_denominator};
use exactile::performance::Classifier;

/// Checks the JSON of a `rankings` result against the classifiers that it is said to be of, all under one prior.
///
/// # Errors
/// A text that is not JSON. JSON of another form is a failed check.
pub fn verify_rankings(text: &str, classifiers: &[Classifier]) -> Result<Proofs, NotJson> {
    let mut proofs = Proofs::new("exactile.rankings.v1", classifiers.len());
    let file: RankingsFile = match parsed(text)? {
        Ok(Object(file)) => file,
        Err(reason) => {
            proofs.fail("form", reason);
            return Ok(proofs);
        }
    };
    if file.schema != proofs.schema {
        proofs.fail("schema", format!("it is {:?}, not {:?}", file.schema, proofs.schema));
    }
    let Exact(prior) = &file.prior_positive;
    if !prior.is_positive() || *prior >= Rational::ONE {
        proofs.fail("prior", format!("{prior} is not between 0 and 1"));
        return Ok(proofs);
    }
    proofs.prior_positive = Some(prior.clone());
    proofs.positive.clone_from(&file.positive);
    proofs.dropped_rows = file.dropped_rows;
    let checked = check_classifiers(&file.classifiers, classifiers, Some(prior));
    proofs.failures.extend(checked.failures);
    if !proofs.holds() {
        return Ok(proofs);
    }
    proofs.proved(if checked.shifted {
        "the counts are those of the input, shifted to this prior"
    } else {
        "the counts and the prior are those of the input"
    });
    let performances = Performances::of(&checked.counts, prior);
    match check(&file, &performances, &mut proofs) {
        Ok(()) => {}
        Err(failure) => proofs.failures.push(failure),
    }
    Ok(proofs)
}

/// How many frontiers there are between classifiers of these counts, all of one prior.
pub(super) fn frontiers(counts: &[[Rational; 4]], prior: &Rational) -> usize {
    Performances::of(counts, prior).frontiers().len()
}

/// What a check compares: a number of the file with the one that follows from the counts.
fn same<T: PartialEq + std::fmt::Display>(
    what: &str,
    theirs: T,
    ours: T,
) -> Result<(), FailedCheck> {
    if theirs == ours {
        return Ok(());
    }
    Err(failed("counts", None, format!("{what}: {theirs}, and there are {ours}")))
}

fn failed(check: &'static str, piece: Option<usize>, reason: impl Into<String>) -> FailedCheck {
    FailedCheck { piece, ..FailedCheck::of(check, reason) }
}

fn check(file: &RankingsFile, all: &Performances, proofs: &mut Proofs) -> Result<(), FailedCheck> {
    let frontiers = all.frontiers();
    let Object(shared) = &file.shared_frontiers;
    let Object(confluences) = &file.confluences;
    let long: Vec<usize> = frontiers.values().map(BTreeSet::len).filter(|&tied| tied > 2).collect();
    same("performances", file.performances, all.groups.len())?;
    same("frontiers", file.frontiers, frontiers.len())?;
    same("shared_frontiers", shared.count, long.len())?;
    same("shared_frontiers, largest", shared.largest, long.iter().copied().max().unwrap_or(0))?;
    proofs.proved(format!(
        "{} frontiers of {} performances, {} of them shared by three or more",
        frontiers.len(),
        all.groups.len(),
        long.len()
    ));
    let by_frontiers: HashMap<u64, u64> = confluences.by_frontiers.iter().copied().collect();
    let meeting = confluences.by_frontiers.iter().all(|&(lines, points)| lines > 1 && points > 0);
    if !meeting || !confluences.by_frontiers.is_sorted_by(|x, y| x.0 < y.0) {
        return Err(failed(
            "confluence",
            None,
            "by_frontiers: not rising numbers of frontiers from 2, each with points",
        ));
    }
    let sum = |each: &dyn Fn(u128) -> u128| -> u128 {
        by_frontiers.iter().map(|(&lines, &points)| each(lines.into()) * u128::from(points)).sum()
    };
    let pairs = crossing_pairs(frontiers.keys());
    same(
        "pairs of frontiers that meet, by confluences",
        sum(&|lines| lines * (lines - 1) / 2),
        pairs,
    )?;
    same("confluences", u128::from(confluences.count), sum(&|_| 1))?;
    let cells = 1 + frontiers.len() as u128 + sum(&|lines| lines - 1);
    same("cells", u128::from(file.cells), cells)?;
    if let Some(list) = &confluences.list {
        let points: Vec<[&Rational; 2]> =
            list.iter().map(|Object(entry)| entry.at.each_ref().map(|z| &z.0)).collect();
        if points.iter().collect::<HashSet<_>>().len() < points.len() {
            return Err(failed("confluence", None, "a point is listed twice"));
        }
        let through: Vec<[usize; 2]> = list
            .par_iter()
            .zip(points)
            .enumerate()
            .map(|(k, (Object(entry), [a, b]))| {
                all.check_confluence([a, b], &entry.tied)
                    .map_err(|reason| failed("confluence", Some(k), reason))
            })
            .collect::<Result<_, _>>()?;
        let mut found = HashMap::new();
        through.iter().for_each(|&[lines, _]| *found.entry(lines as u64).or_insert(0) += 1);
        if found != by_frontiers {
            return Err(failed(
                "confluence",
                None,
                "by_frontiers: the points of the list are others",
            ));
        }
        let largest = through.iter().map(|&[_, tied]| tied).max().unwrap_or(0);
        same("performances that tie at the largest confluence", confluences.largest, largest)?;
        proofs.proved(format!(
            "{pairs} pairs of frontiers meet, at the {} points listed and nowhere else",
            list.len()
        ));
        proofs.proved("at each of them exactly those tie that are named");
        proofs.proved(format!("so there are {cells} cells"));
    } else if pairs == 0 {
        same("performances that tie at the largest confluence", confluences.largest, 0)?;
        proofs.proved(format!("no two frontiers meet, so there are {cells} cells"));
    } else {
        proofs.proved(format!(
            "{pairs} pairs of frontiers meet, as many as the confluences account for"
        ));
        proofs.open("which of them meet in one point, and so the numbers of confluences and cells: --confluences lists the points");
    }
    if let Some(list) = &file.cell_list {
        check_cells(list, file.cells, all, proofs)?;
    }
    Ok(())
}

fn check_cells(
    list: &[Object<CellEntry>],
    cells: u64,
    all: &Performances,
    proofs: &mut Proofs,
) -> Result<(), FailedCheck> {
    same("cells in the list", list.len() as u64, cells)?;
    let rankings: Vec<Vec<u32>> = list
        .par_iter()
        .enumerate()
        .map(|(k, Object(cell))| {
            all.check_cell(k, cell).map_err(|reason| failed("cell", Some(k), reason))
        })
        .collect::<Result<_, _>>()?;
    for (k, Object(cell)) in list.iter().enumerate() {
        let fits = match cell.parent {
            None => k == 0,
            Some(parent) => parent < k && is_one_turn(&rankings[parent], &rankings[k]),
        };
        if !fits {
            return Err(failed(
                "cell",
                Some(k),
                "more than one frontier lies between it and its parent, or it has none",
            ));
        }
    }
    let mut known = HashSet::with_capacity(list.len());
    if let Some(k) = rankings.iter().position(|ranking| !known.insert(ranking)) {
        return Err(failed("cell", Some(k), "another cell has the same ranking"));
    }
    proofs.proved(format!("the {cells} cells listed are different ones, each with a point inside it and its parent beyond one frontier"));
    let any = |has: fn(&CellEntry) -> bool| list.iter().any(|Object(cell)| has(cell));
    if any(|cell| cell.ranking.is_some()) {
        proofs.proved("every ranking is the one at its point");
    }
    if any(|cell| cell.vertices.is_some() || cell.edges.is_some() || cell.area.is_some()) {
        proofs.open("outlines and areas of cells");
    }
    Ok(())
}

/// Whether one ranking becomes the other by turning one block around.
fn is_one_turn(first: &[u32], second: &[u32]) -> bool {
    let differs = |k: &usize| first[*k] != second[*k];
    let Some(start) = (0..first.len()).find(differs) else { return false };
    let end = (0..first.len()).rfind(differs).expect("one place differs") + 1;
    first[start..end].iter().eq(second[start..end].iter().rev())
}

/// The distinct performances of classifiers, in ROC space.
struct Performances {
    prior: Rational,
    /// TNR and TPR times a positive integer, and that integer.
    points: Vec<[BigInt; 3]>,
    rates: Vec<[Rational; 2]>,
    /// TNR, FPR, TPR and FNR.
    doubles: Vec<[f64; 4]>,
    /// The classifiers that have each.
    groups: Vec<Vec<usize>>,
}

/// A frontier: dx : dy : D in lowest terms, with positive dx and D and negative dy.
type Frontier = [BigInt; 3];

impl Performances {
    fn of(counts: &[[Rational; 4]], prior: &Rational) -> Self {
        let mut known: HashMap<[Rational; 2], usize> = HashMap::new();
        let mut all = Self {
            prior: prior.clone(),
            points: Vec::new(),
            rates: Vec::new(),
            doubles: Vec::new(),
            groups: Vec::new(),
        };
        for (classifier, [tn, fp, fn_, tp]) in counts.iter().enumerate() {
            let rates = [tn / &(tn + fp), tp / &(tp + fn_)];
            let group = *known.entry(rates.clone()).or_insert_with(|| {
                let scale = Rational::from(common_denominator(&rates));
                let [x, y] = rates.each_ref().map(|rate| (rate * &scale).numerator());
                all.points.push([x, y, scale.numerator()]);
                let [x, y] = &rates;
                let doubles = [x.clone(), x.complement(), y.clone(), y.complement()];
                all.doubles.push(doubles.map(|rate| rate.to_f64()));
                all.rates.push(rates);
                all.groups.push(Vec::new());
                all.groups.len() - 1
            });
            all.groups[group].push(classifier);
        }
        all
    }

    /// All frontiers, each with the performances that tie on it.
    fn frontiers(&self) -> HashMap<Frontier, BTreeSet<usize>> {
        let mut frontiers: HashMap<Frontier, BTreeSet<usize>> = HashMap::new();
        for (i, [x, y, w]) in self.points.iter().enumerate() {
            for (j, [x2, y2, w2]) in self.points.iter().enumerate() {
                // All three times the product of both weights.
                let (dx, dy) = (x * w2 - x2 * w, y * w2 - y2 * w);
                if dx > BigInt::ZERO && dy < BigInt::ZERO {
                    let d = x * y2 - x2 * y;
                    let common = dx.gcd(&dy).gcd(&d);
                    frontiers
                        .entry([dx / &common, dy / &common, d / common])
                        .or_default()
                        .extend([i, j]);
                }
            }
        }
        frontiers
    }

    /// Weights of TNR and TPR in s, of FPR and FNR in u.
    fn weights(&self, [a, b]: [&Rational; 2]) -> [Rational; 4] {
        let (p, q) = (&self.prior, self.prior.complement());
        [a.complement() * &q, a * p, b.complement() * q, b * p]
    }

    /// Performances from the best to the worst at a point inside the Tile; equal ones follow each other and are told by `ties`,
    /// which says for each but the first whether it ties with the one before.
    fn order(&self, point: [&Rational; 2]) -> (Vec<u32>, Vec<bool>) {
        /// A bound on the relative error of a ratio of two sums of products of positive doubles, each known to one unit
        /// of its last place: a dozen roundings of 2^-53.
        const BOUND: f64 = 1.0 / (1_u64 << 47) as f64;
        let weights = self.weights(point);
        let doubles = weights.each_ref().map(Rational::to_f64);
        // Smaller ones might make products that lose digits.
        let usable = doubles.iter().all(|&weight| weight > 1e-100);
        let usable =
            usable && self.doubles.iter().flatten().all(|&rate| rate == 0.0 || rate > 1e-100);
        let rounded: Vec<f64> = self
            .doubles
            .iter()
            .map(|&[tnr, fpr, tpr, fnr]| {
                let [s_x, s_y, u_x, u_y] = doubles;
                let (s, u) = (s_x * tnr + s_y * tpr, u_x * fpr + u_y * fnr);
                s / (s + u)
            })
            .collect();
        let exact = |k: u32| {
            let [x, y] = &self.rates[k as usize];
            let [s_x, s_y, u_x, u_y] = &weights;
            let (s, u) = (s_x * x + s_y * y, u_x * x.complement() + u_y * y.complement());
            let all = &s + &u;
            s / all
        };
        let compare = |&i: &u32, &j: &u32| -> Ordering {
            let (first, second) = (rounded[i as usize], rounded[j as usize]);
            if usable && (first - second).abs() > BOUND * (first + second) {
                return second.total_cmp(&first);
            }
            exact(j).cmp(&exact(i))
        };
        let count = u32::try_from(self.points.len()).expect("classifiers are counted in 32 bits");
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_by(compare);
        let ties = order.windows(2).map(|pair| compare(&pair[0], &pair[1]).is_eq()).collect();
        (order, ties)
    }

    /// The numbers of frontiers and of performances that meet at a point.
    fn check_confluence(
        &self,
        point: [&Rational; 2],
        tied: &[Vec<usize>],
    ) -> Result<[usize; 2], String> {
        inside(point)?;
        let (order, ties) = self.order(point);
        let mut blocks: Vec<Vec<u32>> = vec![Vec::new()];
        for (place, &performance) in order.iter().enumerate() {
            if place > 0 && !ties[place - 1] {
                blocks.push(Vec::new());
            }
            blocks.last_mut().expect("there is one").push(performance);
        }
        blocks.retain(|block| block.len() > 1);
        let classifiers = |block: &Vec<u32>| -> Vec<usize> {
            let mut all: Vec<usize> =
                block.iter().flat_map(|&k| self.groups[k as usize].iter().copied()).collect();
            all.sort_unstable();
            all
        };
        let ours: HashSet<Vec<usize>> = blocks.iter().map(classifiers).collect();
        let theirs: HashSet<Vec<usize>> = tied.iter().cloned().collect();
        if blocks.len() < 2 || ours != theirs || theirs.len() < tied.len() {
            let mut ours: Vec<_> = ours.into_iter().collect();
            ours.sort_unstable();
            return Err(format!("those who tie there are {ours:?}"));
        }
        Ok([blocks.len(), blocks.iter().map(Vec::len).sum()])
    }

    /// The ranking at the point of a cell.
    fn check_cell(&self, number: usize, cell: &CellEntry) -> Result<Vec<u32>, String> {
        let point = cell.sample.each_ref().map(|z| &z.0);
        inside(point)?;
        if cell.cell != number {
            return Err(format!("its number is {}", cell.cell));
        }
        let (order, ties) = self.order(point);
        if ties.contains(&true) {
            return Err("its sample point lies on a frontier".to_owned());
        }
        let groups = || order.iter().map(|&k| &self.groups[k as usize]);
        if let Some(ranking) = &cell.ranking
            && !ranking.iter().eq(groups())
        {
            return Err(format!("its ranking is {:?}", groups().collect::<Vec<_>>()));
        }
        Ok(order)
    }
}

fn inside([a, b]: [&Rational; 2]) -> Result<(), String> {
    let within = |z: &Rational| z.is_positive() && *z < Rational::ONE;
    if within(a) && within(b) {
        return Ok(());
    }
    Err(format!("({a}, {b}) is not inside the Tile"))
}

/// How many pairs of frontiers begin in one order along the left and top side, and end in the other one along the bottom and
/// right side.
fn crossing_pairs<'f>(frontiers: impl Iterator<Item = &'f Frontier>) -> u128 {
    let mut ends: Vec<[Rational; 2]> = frontiers
        .map(|[dx, dy, d]| {
            // F = dx - B D on the left side, dx - D - A (dx - dy - D) on the top side,
            // dx - A (dx - dy - D) on the bottom side, dy + D - B D on the right side.
            let across = dx - dy - d;
            let begin = if dx <= d {
                Rational::new(dx.clone(), d.clone())
            } else {
                Rational::ONE + Rational::new(dx - d, across.clone())
            };
            let end = if *dx <= across {
                Rational::new(dx.clone(), across)
            } else {
                Rational::ONE + Rational::new(dy + d, d.clone())
            };
            [begin, end]
        })
        .collect();
    ends.sort();
    // Among equal beginnings ends rise. An inversion is an end above a later one.
    let mut ends: Vec<Rational> = ends.into_iter().map(|[_, end]| end).collect();
    inversions(&mut ends)
}

/// Sorts a list and counts the pairs that stood in the wrong order.
fn inversions(list: &mut [Rational]) -> u128 {
    if list.len() < 2 {
        return 0;
    }
    let (first, second) = list.split_at_mut(list.len() / 2);
    let mut found = inversions(first) + inversions(second);
    let mut place = 0;
    for end in &*second {
        place += first[place..].partition_point(|other| other <= end);
        found += (first.len() - place) as u128;
    }
    list.sort();
    found
}
