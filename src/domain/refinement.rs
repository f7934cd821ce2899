//! The first classifiers of each domain and of the mean, over the whole Tile: the common refinement
//! of the Tiles of rank 1 of all domains, under any priors.
//!
//! In each domain, and on the mean, the zone in which a classifier is first is a set of columns
//! ([`ColumnZone`]). Between two neighbouring ends of all these columns each domain is a pile of
//! zones, with one curve between two of them. Where curves of different domains have one order from
//! below, the piles cut each other into the same parts; the order changes only at roots of
//! quadratic polynomials.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Zero;

use super::columns::{Condition, Conditions, ZoneColumn, integers};
use super::maps::{are_equal, is_better};
use super::{ColumnZone, Domains};
use crate::num::{QuadraticNumber, Rational};
use crate::parallel::map_indices;
use crate::performance::ConfusionMatrix;

/// A zone of the Tile with the classifiers that are first on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgreementZone {
    /// The classifier that is first on the mean, with those that equal it everywhere.
    pub mean: Vec<usize>,
    /// The same in each domain.
    pub domains: Vec<Vec<usize>>,
    /// The closed columns on which they are, all of which have an area.
    pub zone: ColumnZone,
}

impl AgreementZone {
    /// The number of domains in which one of the classifiers that are first on the mean is first.
    pub fn agreeing(&self) -> usize {
        let agrees = |first: &&Vec<usize>| first.iter().any(|k| self.mean.contains(k));
        self.domains.iter().filter(agrees).count()
    }
}

/// The Tile is cut into more columns than are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the first classifiers of the test sets cut the Tile into more than {limit} columns")]
pub struct TooManyColumns {
    /// The greatest number.
    pub limit: usize,
}

/// The most columns that are listed: some tens of megabytes.
const MOST: usize = 100_000;

impl Domains {
    /// The zones of the Tile on which the same classifiers are first in every domain, and the same
    /// on the mean; ties on curves between zones are left out. Zones are ordered by the classifiers
    /// on the mean and in the domains. O(c k log k) for c columns with k curves each, after the
    /// zones of each domain.
    ///
    /// ```
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["careful".into(), "eager".into()],
    ///     vec![
    ///         vec![matrix(9, 1, 4, 6), matrix(6, 4, 1, 9)],
    ///         vec![matrix(8, 2, 5, 5), matrix(6, 4, 2, 8)],
    ///     ],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let zones = domains.agreement_zones()?;
    /// let found: Vec<_> = zones.iter().map(|zone| (zone.mean[0], zone.agreeing())).collect();
    /// // Between zones of agreement they are apart in the south, and then in the north.
    /// assert_eq!(found, [(0, 2), (0, 1), (1, 1), (1, 2)]);
    /// let recall = Point::new(Rational::ONE, Rational::ONE);
    /// assert!(zones[3].zone.contains(&recall));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Too many columns.
    pub fn agreement_zones(&self) -> Result<Vec<AgreementZone>, TooManyColumns> {
        let count = self.classifiers().len();
        let means: Vec<&ConfusionMatrix> = (0..count).map(|k| self.mean(k)).collect();
        let of_domain = |d: usize| (0..count).map(|k| self.matrix(d, k)).collect();
        let tests = [means].into_iter().chain((0..self.names().len()).map(of_domain));
        let tests: Vec<Vec<&ConfusionMatrix>> = tests.collect();
        let piles = map_indices(tests.len(), |test| Pile::new(&tests[test]));
        let all = |firsts: &[usize]| -> Vec<Vec<usize>> {
            let of = |(pile, first): (&Pile, &usize)| pile.alike[*first].clone();
            piles.iter().zip(firsts).map(of).collect()
        };
        let zones = refine(&piles)?.into_iter().map(|(firsts, columns)| {
            let mut all = all(&firsts);
            let mean = all.remove(0);
            AgreementZone { mean, domains: all, zone: ColumnZone { columns } }
        });
        Ok(zones.collect())
    }
}

/// The zones of one test: columns on which a classifier is first.
struct Pile {
    /// For each classifier those that equal it everywhere, itself included.
    alike: Vec<Vec<usize>>,
    /// Columns that have an area, each with the first of the classifiers that equal each other.
    columns: Vec<(ZoneColumn, usize)>,
}

impl Pile {
    fn new(test: &[&ConfusionMatrix]) -> Self {
        let count = test.len();
        let alike = |k: usize| (0..count).filter(|&j| are_equal(test[j], test[k])).collect();
        let alike: Vec<Vec<usize>> = (0..count).map(alike).collect();
        let is_first = |k: &usize| alike[*k][0] == *k;
        let is_behind = |k: usize| test.iter().any(|other| is_better(other, test[k]));
        let kept: Vec<usize> = (0..count).filter(is_first).filter(|&k| !is_behind(k)).collect();
        let counts: Vec<[BigInt; 4]> = kept.iter().map(|&k| integers(test[k])).collect();
        let of = |own: usize| -> Vec<_> {
            let rivals = counts.iter().enumerate().filter(move |(k, _)| *k != own);
            let conditions = rivals.map(|(_, rival)| Condition::not_worse(&counts[own], rival));
            let columns = Conditions::new(conditions).columns().into_iter();
            columns.filter(ZoneColumn::has_area).map(|column| (column, kept[own])).collect()
        };
        Self { columns: (0..kept.len()).flat_map(of).collect(), alike }
    }

    /// The columns above some positions, from below; each holds at all of them.
    fn above(&self, at: &Rational) -> Vec<&(ZoneColumn, usize)> {
        let number = QuadraticNumber::from(at.clone());
        let is_above =
            |(column, _): &&(ZoneColumn, usize)| column.from < number && number < column.to;
        let mut all: Vec<_> = self.columns.iter().filter(is_above).collect();
        all.sort_by_cached_key(|(column, _)| column.lower_end(at));
        all
    }
}

/// A curve between two zones of a test.
struct Border<'p> {
    test: usize,
    below: &'p ZoneColumn,
    above: &'p ZoneColumn,
    /// The classifier that is first above it.
    next: usize,
    condition: Condition,
}

/// The columns of each list of first classifiers, by test.
type Refined = BTreeMap<Vec<usize>, Vec<ZoneColumn>>;

/// Cuts the zones of all tests by each other.
fn refine(piles: &[Pile]) -> Result<Refined, TooManyColumns> {
    let columns = || piles.iter().flat_map(|pile| &pile.columns);
    let mut ends: Vec<&QuadraticNumber> =
        columns().flat_map(|(column, _)| [&column.from, &column.to]).collect();
    ends.sort_unstable();
    ends.dedup();
    let slabs: Vec<[&QuadraticNumber; 2]> =
        ends.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let parts = map_indices(slabs.len(), |slab| Slab::new(piles, slabs[slab]).cut());
    let mut refined = Refined::new();
    let mut count = 0;
    for (firsts, column) in parts.into_iter().flatten() {
        let known = refined.entry(firsts).or_default();
        let is_before = |last: &&mut ZoneColumn| {
            last.to == column.from && (&last.lower, &last.upper) == (&column.lower, &column.upper)
        };
        match known.iter_mut().rev().find(is_before) {
            Some(last) => last.to = column.to,
            None => {
                known.push(column);
                count += 1;
            }
        }
        if count > MOST {
            return Err(TooManyColumns { limit: MOST });
        }
    }
    Ok(refined)
}

/// The Tile between two neighbouring ends of columns.
struct Slab<'p> {
    ends: [&'p QuadraticNumber; 2],
    /// The lowest column of each test.
    lowest: Vec<&'p (ZoneColumn, usize)>,
    /// The highest column of any test.
    highest: &'p ZoneColumn,
    borders: Vec<Border<'p>>,
}

impl<'p> Slab<'p> {
    fn new(piles: &'p [Pile], ends: [&'p QuadraticNumber; 2]) -> Self {
        let at = ends[0].between(ends[1]).expect("they differ");
        let above: Vec<Vec<&(ZoneColumn, usize)>> =
            piles.iter().map(|pile| pile.above(&at)).collect();
        let borders = above.iter().enumerate().flat_map(|(test, pile)| {
            pile.windows(2).map(move |pair| {
                let [(below, _), (above, next)] = [pair[0], pair[1]];
                let condition = Condition::of(&above.lower);
                Border { test, below, above, next: *next, condition }
            })
        });
        Self {
            ends,
            borders: borders.collect(),
            lowest: above.iter().map(|pile| pile[0]).collect(),
            highest: &above[0].last().expect("a first classifier").0,
        }
    }

    /// The parts, from the left to the right and from below.
    fn cut(&self) -> Vec<(Vec<usize>, ZoneColumn)> {
        let mut found = Vec::new();
        let mut waiting = vec![self.ends.map(Clone::clone)];
        while let Some([from, to]) = waiting.pop() {
            let Some(at) = from.between(&to) else { continue };
            let mut order: Vec<(Rational, &Border<'p>)> =
                self.borders.iter().map(|border| (border.above.lower_end(&at), border)).collect();
            order.sort_by(|(one, _), (other, _)| one.cmp(other));
            let here = QuadraticNumber::from(at);
            let neighbours =
                order.windows(2).map(|pair| pair[0].1.condition.meeting(&pair[1].1.condition));
            let meetings = neighbours.filter(|meeting| !meeting.iter().all(Zero::is_zero));
            let stops: Vec<QuadraticNumber> = meetings.flat_map(QuadraticNumber::roots).collect();
            let (mut start, mut end) = (from.clone(), to.clone());
            for stop in stops {
                match stop.cmp(&here) {
                    Ordering::Less if stop > start => start = stop,
                    Ordering::Greater if stop < end => end = stop,
                    Ordering::Equal => {
                        (start, end) = (here.clone(), here.clone());
                        break;
                    }
                    _ => {}
                }
            }
            if start < end {
                self.parts([&start, &end], &order, &mut found);
            }
            waiting.extend([[from, start], [end, to]]);
        }
        found.sort_by(|(_, one), (_, other)| one.from.cmp(&other.from));
        found
    }

    /// Adds the parts between borders in one order.
    fn parts(
        &self,
        [from, to]: [&QuadraticNumber; 2],
        order: &[(Rational, &Border<'p>)],
        found: &mut Vec<(Vec<usize>, ZoneColumn)>,
    ) {
        let mut firsts: Vec<usize> = self.lowest.iter().map(|(_, first)| *first).collect();
        let mut lower = &self.lowest[0].0.lower;
        for of_one_height in order.chunk_by(|(one, _), (other, _)| one == other) {
            let border = of_one_height[0].1;
            let upper = &border.below.upper;
            let [lower_end, upper_end] = [lower.clone(), upper.clone()];
            let column = ZoneColumn {
                from: from.clone(),
                to: to.clone(),
                lower: lower_end,
                upper: upper_end,
            };
            found.push((firsts.clone(), column));
            lower = &border.above.lower;
            of_one_height.iter().for_each(|(_, border)| firsts[border.test] = border.next);
        }
        let upper = self.highest.upper.clone();
        let column = ZoneColumn { from: from.clone(), to: to.clone(), lower: lower.clone(), upper };
        found.push((firsts, column));
    }
}
