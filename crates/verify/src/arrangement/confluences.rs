//! Checks a list of the points where frontiers meet, of any length: each entry is checked and then
//! dropped.
//!
//! # Why the list is complete and without repetitions
//!
//! Of each entry it is known that its point P is inside the Tile, that each of its groups is all
//! that tie on one frontier, and that these frontiers go through P, which is integers: so it names
//! a set S of two or more frontiers through P, perhaps not all of them. Two frontiers meet at most
//! once. Let no two of them be named together by two entries, and let all entries together name as
//! many pairs as meet at all, which the order of their ends along the border says. Then each pair
//! that meets is named by exactly one entry.
//!
//! That leaves one fault: a point where many frontiers meet, cut up into entries that share no
//! pair. It is excluded by either of these:
//!
//! - *In order.* Let the *first* frontier of an entry be the least of S in the order of beginnings,
//!   and let entries come by their first frontier and, for one first frontier, with a rising a. So
//!   no two entries have the same first frontier and the same point. Let k be the least of all
//!   frontiers through a point P, and l another one. The pair of k and l is named by some entry, at
//!   P, whose first frontier is k; for all l it is the same entry. So it names all frontiers
//!   through P, hence all pairs, and is the only one at P. This is how the program writes them, and
//!   takes one bit for each pair of frontiers.
//! - *In any order.* The points differ. Different fingerprints of 64 bits prove that they do, and
//!   the few points of one fingerprint are compared as they are written, one text standing for one
//!   number. That takes 8 bytes for each point.

use std::collections::{HashMap, HashSet};

use super::fingerprints::{Fingerprints, Key};
use super::performances::{Coordinate, Performances, Spot};
use super::trouble::Trouble;
use crate::reading::document::{Document, Elements, element};
use crate::reading::failure::FailedCheck;
use crate::reading::file::{ConfluenceEntry, Exact, Groups};
use crate::reading::scan::List;
use crate::reading::words::Fraction;

/// The summary of a list: its counts, by frontiers, and the largest group.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// For each number of frontiers, the number of points through which that many frontiers pass.
    pub(super) by_frontiers: HashMap<u64, u64>,
    /// The largest number of performances that tie with another one at a point; 0 if there is no
    /// point.
    pub(super) largest: usize,
    /// The number of points.
    pub(super) count: usize,
}

/// Checks a list that has to contain all points where frontiers meet, which account for `pairs`
/// pairs.
pub(super) fn check(
    document: &Document<'_>,
    list: &List,
    all: &Performances,
    pairs: u128,
) -> Result<Listed, Trouble> {
    let mut pass = Pass::new(all, pairs, None);
    let read = document.for_each_run::<_, Trouble>(
        list,
        |run| Met::of(&run, all, None),
        |met| pass.take(met),
    );
    match read {
        Err(Trouble::OutOfOrder) => {}
        read => return read.and_then(|()| pass.end()),
    }
    let key = Key::default();
    pass = Pass::new(all, pairs, Some(Fingerprints::default()));
    document.for_each_run::<_, Trouble>(
        list,
        |run| Met::of(&run, all, Some(&key)),
        |met| pass.take(met),
    )?;
    let points = pass.points.take().unwrap_or_default();
    match points.repeated(|suspect| twice_among(document, list, &key, suspect))? {
        Some(number) => Err(twice(number)),
        None => pass.end(),
    }
}

fn twice(number: usize) -> Trouble {
    FailedCheck::of_number("confluence", number, "a point is listed twice").into()
}

/// Returns the second entry of a point that is listed twice, among the entries with these
/// fingerprints.
fn twice_among(
    document: &Document<'_>,
    list: &List,
    key: &Key,
    suspect: &HashSet<u64>,
) -> Result<Option<usize>, Trouble> {
    let (mut known, mut found) = (HashSet::new(), None);
    let look = |run: Elements<'_>| {
        let mut some = Vec::new();
        run.try_each::<Trouble>(|number, bytes| {
            let (at, _) = entry(bytes)?;
            if suspect.contains(&key.of(&at)) {
                some.push((number, at));
            }
            Ok(())
        })?;
        Ok(some)
    };
    document.for_each_run::<_, Trouble>(list, look, |some| {
        for (number, at) in some {
            if !known.insert(at) && found.is_none() {
                found = Some(number);
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// Reads an entry: its point, and the groups said to tie there.
fn entry(bytes: &[u8]) -> Result<([Coordinate; 2], Groups), Trouble> {
    if let Ok(ConfluenceEntry { at, tied }) = element::<ConfluenceEntry<Fraction>>(bytes) {
        return Ok((at.map(Coordinate::Short), tied));
    }
    let ConfluenceEntry { at, tied } = element::<ConfluenceEntry<Exact>>(bytes)?;
    Ok((at.map(|Exact(z)| Coordinate::Long(z)), tied))
}

/// One pass over a list.
struct Pass<'p> {
    all: &'p Performances,
    pairs: u128,
    listed: Listed,
    named: Pairs,
    /// The first frontier and the a of the last entry.
    last: Option<(usize, Coordinate)>,
    /// The fingerprints of all points, if the list may be in any order.
    points: Option<Fingerprints>,
}

impl<'p> Pass<'p> {
    fn new(all: &'p Performances, pairs: u128, points: Option<Fingerprints>) -> Self {
        let named = Pairs::of(all.frontiers.len(), pairs);
        Self { all, pairs, listed: Listed::default(), named, last: None, points }
    }

    fn take(&mut self, met: Met) -> Result<(), Trouble> {
        let Met { ends, through, in_order, span, points, largest } = met;
        let Some([first, last]) = span else { return Ok(()) };
        match &mut self.points {
            Some(known) => known.extend(points).map_err(Trouble::Unread)?,
            None => {
                let follows = self.last.as_ref().is_none_or(|before| is_before(before, &first));
                if !in_order || !follows {
                    return Err(Trouble::OutOfOrder);
                }
            }
        }
        self.last = Some(last);
        self.listed.largest = self.listed.largest.max(largest);
        let mut from = 0;
        for to in ends {
            let through = &through[from..to];
            if !self.named.insert(through) {
                return Err(twice(self.listed.count));
            }
            *self.listed.by_frontiers.entry(through.len() as u64).or_insert(0) += 1;
            self.listed.count += 1;
            from = to;
        }
        Ok(())
    }

    fn end(self) -> Result<Listed, Trouble> {
        if self.named.count == self.pairs {
            return Ok(self.listed);
        }
        let reason = match self.named.missing(self.all) {
            Some([first, other]) => format!(
                "{} pairs of frontiers meet, and the points of the list name {}: not that of {:?} \
                 with that of {:?}",
                self.pairs,
                self.named.count,
                self.all.frontiers[first].classifiers,
                self.all.frontiers[other].classifiers,
            ),
            None => "the points of the list name other pairs of frontiers than meet".to_owned(),
        };
        Err(FailedCheck::of("confluence", reason).into())
    }
}

/// Returns `true` if the first entry comes before the second, ordered by first frontier and then by
/// a.
fn is_before((line, a): &(usize, Coordinate), (line2, a2): &(usize, Coordinate)) -> bool {
    line < line2 || line == line2 && a.is_below(a2)
}

/// The points and frontiers that a run of entries names.
#[derive(Default)]
struct Met {
    /// The numbers of the frontiers through each point, one list after the other.
    through: Vec<usize>,
    /// The ends of these lists in `through`.
    ends: Vec<usize>,
    in_order: bool,
    /// The first frontier and the a of the first and of the last entry.
    span: Option<[(usize, Coordinate); 2]>,
    /// The fingerprints of the points; empty if none are taken.
    points: Vec<u64>,
    largest: usize,
}

impl Met {
    fn of(run: &Elements<'_>, all: &Performances, key: Option<&Key>) -> Result<Self, Trouble> {
        let mut met = Self { in_order: true, ..Self::default() };
        run.try_each::<Trouble>(|number, bytes| {
            let (at, tied) = entry(bytes)?;
            let spot = Spot::at(at.each_ref(), all)
                .map_err(|reason| FailedCheck::of_number("confluence", number, reason))?;
            met.points.extend(key.map(|key| key.of(&at)));
            let [a, _] = at;
            let from = met.through.len();
            let performances = frontiers_through(all, &spot, &tied, &mut met.through);
            let Some(performances) = performances else {
                let reason = format!("those who tie there are {:?}", all.ties(&spot));
                return Err(FailedCheck::of_number("confluence", number, reason).into());
            };
            met.largest = met.largest.max(performances);
            met.through[from..].sort_unstable();
            met.ends.push(met.through.len());
            let here = (met.through[from], a);
            match &mut met.span {
                None => met.span = Some([here.clone(), here]),
                Some([_, last]) => {
                    met.in_order &= is_before(last, &here);
                    *last = here;
                }
            }
            Ok(())
        })?;
        Ok(met)
    }
}

/// Adds the frontiers of groups that tie at a point, and counts their performances; `None` if a
/// group is not all that tie on one frontier through it, or if they are not two or more different
/// ones.
fn frontiers_through(
    all: &Performances,
    spot: &Spot,
    tied: &Groups,
    through: &mut Vec<usize>,
) -> Option<usize> {
    let from = through.len();
    let mut performances = 0;
    for group in tied.lists() {
        let line = all.frontier_of(group)?;
        let frontier = &all.frontiers[line];
        if through[from..].contains(&line) || spot.side_of(frontier).is_ne() {
            return None;
        }
        through.push(line);
        performances += frontier.performances.len();
    }
    (tied.len() > 1).then_some(performances)
}

/// A set of pairs of frontiers.
struct Pairs {
    /// The number of pairs in the set.
    count: u128,
    lines: usize,
    store: Store,
}

enum Store {
    /// One bit for every possible pair.
    Bits(Vec<u64>),
    /// A hash set, for few pairs among many possible ones.
    Few(HashSet<usize>),
}

impl Pairs {
    /// Creates an empty set that will hold `most` pairs.
    fn of(lines: usize, most: u128) -> Self {
        /// Approximate number of bits that a pair takes in the hash set.
        const EACH: u128 = 128;
        let bits = lines as u128 * lines.saturating_sub(1) as u128 / 2;
        let words = usize::try_from(bits / 64 + 1).ok().filter(|_| bits <= most * EACH);
        let store = match words {
            Some(words) => Store::Bits(vec![0; words]),
            None => Store::Few(HashSet::new()),
        };
        Self { count: 0, lines, store }
    }

    /// Returns the number of a pair whose first member is less than the second. Pairs with the same
    /// first member have consecutive numbers.
    fn number(&self, first: usize, other: usize) -> usize {
        first * (2 * self.lines - first - 1) / 2 + other - first - 1
    }

    /// Adds all pairs of these increasing numbers; `false` if one of them was in the set before.
    fn insert(&mut self, through: &[usize]) -> bool {
        let mut are_new = true;
        for (place, &first) in through.iter().enumerate() {
            for &other in &through[place + 1..] {
                let pair = self.number(first, other);
                self.count += 1;
                are_new &= match &mut self.store {
                    Store::Few(known) => known.insert(pair),
                    Store::Bits(words) => {
                        let (word, bit) = (&mut words[pair / 64], 1 << (pair % 64));
                        let is_new = *word & bit == 0;
                        *word |= bit;
                        is_new
                    }
                };
            }
        }
        are_new
    }

    /// Returns a pair that meets but is missing from the set.
    fn missing(&self, all: &Performances) -> Option<[usize; 2]> {
        let is_there = |first: usize, other: usize| {
            let pair = self.number(first, other);
            match &self.store {
                Store::Few(known) => known.contains(&pair),
                Store::Bits(words) => words[pair / 64] >> (pair % 64) & 1 == 1,
            }
        };
        let of = |first: usize| {
            let mut later = first + 1..self.lines;
            let line = &all.frontiers[first];
            later.find(|&other| line.meets(&all.frontiers[other]) && !is_there(first, other))
        };
        (0..self.lines).find_map(|first| of(first).map(|other| [first, other]))
    }
}
