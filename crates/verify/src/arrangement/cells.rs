//! Checks a list of cells of any length: each entry is read once, and only a few words of it are
//! kept.
//!
//! # Why no cell is listed twice
//!
//! At each sample point no two performances tie, so it is inside one cell, and cells have different
//! rankings. Different fingerprints of 64 bits prove that rankings differ; of cells that share one
//! the rankings are compared. With as many entries as there are cells, each cell is there once.
//!
//! # Why one frontier lies between a cell and its parent
//!
//! A frontier lies between two points where no two performances tie iff those that tie on it are
//! ranked one way around at the one, and the other way around at the other. So if both rankings are
//! the same but for one block that is turned around, and one frontier has the performances of this
//! block and no others, it is the only one between them.
//!
//! Of each cell two doubles near its sample point are kept, for its children. Where these decide
//! all ranks at the sample point, they do so for the error of the doubles as well, and rank as the
//! sample point does; where not, the point itself is kept. That makes 24 bytes for each cell, of
//! which those of some million cells are in memory and the others in a temporary file; and time
//! O(n) for each of n performances, sorted from the ranking of the cell before.

use std::collections::{HashMap, HashSet};
use std::io;

use rayon::prelude::*;

use super::archive::Archive;
use super::fingerprints::{Fingerprints, Key};
use super::performances::{Coordinate, Decided, Performances, Ranker, Spot};
use super::trouble::Trouble;
use crate::reading::document::{Document, Elements, element};
use crate::reading::failure::FailedCheck;
use crate::reading::file::{CellEntry, Exact, Groups};
use crate::reading::scan::List;
use crate::reading::words::Fraction;

/// The claims of a result that its list of cells has to agree with.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) count: usize,
    /// `true` if the entries have rankings, and `true` if they have outlines or areas.
    pub(super) has_rankings: bool,
    pub(super) has_outlines: bool,
}

/// Cells that were read.
struct Known {
    listed: Listed,
    /// For each cell, the odds near its sample point, as the bits of doubles.
    odds: Archive<2>,
    /// The exact sample points of the cells whose doubles do not decide all ranks.
    exactly: HashMap<usize, Spot>,
    rankings: Fingerprints,
}

/// A cell whose ranking has not been checked yet.
struct Cell {
    parent: Option<usize>,
    spot: Spot,
    ranking: Option<Groups>,
    has_outline: bool,
}

/// The data kept of a cell: the fingerprint of its ranking, and how it was decided.
struct Kept {
    ranking: u64,
    decided: Decided,
}

/// Checks that a list has different cells, each with a point inside it, its ranking, and its parent
/// beyond one frontier.
pub(super) fn check(
    document: &Document<'_>,
    list: &List,
    all: &Performances,
) -> Result<Listed, Trouble> {
    /// Cells of which the odds are in memory; parents are hardly ever further back.
    const RECENT: usize = 1 << 20;
    let (mut known, key) = (Known::new(RECENT), Key::default());
    document.for_each_run::<_, Trouble>(
        list,
        |run| cells(&run, all),
        |cells| known.take(cells, all, &key),
    )?;
    let again = |suspect: &HashSet<u64>| twice_among(document, list, all, &key, suspect);
    match known.rankings.repeated(again)? {
        Some(number) => {
            Err(FailedCheck::of_number("cell", number, "another cell has the same ranking").into())
        }
        None => Ok(known.listed),
    }
}

/// Reads cells.
fn cells(run: &Elements<'_>, all: &Performances) -> Result<Vec<Cell>, Trouble> {
    let mut found = Vec::new();
    run.try_each::<Trouble>(|number, bytes| {
        let cell = match element::<CellEntry<Fraction>>(bytes) {
            Ok(entry) => Cell::of(number, entry, Coordinate::Short, all),
            // Longer numbers, or no cell at all.
            Err(_) => Cell::of(number, element(bytes)?, |Exact(z)| Coordinate::Long(z), all),
        };
        found.push(cell.map_err(|reason| FailedCheck::of_number("cell", number, reason))?);
        Ok(())
    })?;
    Ok(found)
}

impl Cell {
    fn of<N>(
        number: usize,
        entry: CellEntry<N>,
        coordinate: fn(N) -> Coordinate,
        all: &Performances,
    ) -> Result<Self, String> {
        let CellEntry { cell, parent, sample, vertices, edges, area, ranking } = entry;
        let spot = Spot::at(sample.map(coordinate).each_ref(), all)?;
        if cell != number {
            return Err(format!("its number is {cell}"));
        }
        let has_outline = vertices.is_some() || edges.is_some() || area.is_some();
        Ok(Self { parent, spot, ranking, has_outline })
    }
}

/// Returns an order of the cells in which neighbours are close to each other: the order of the
/// list, or by height.
fn short_way(cells: &[Cell]) -> Vec<usize> {
    let place = |k: usize| cells[k].spot.odds.map(|odds| odds / (1.0 + odds));
    let length = |way: &[usize]| -> f64 {
        let steps = way.windows(2).map(|pair| {
            let ([a, b], [a2, b2]) = (place(pair[0]), place(pair[1]));
            (a - a2).abs() + (b - b2).abs()
        });
        steps.sum()
    };
    let way: Vec<usize> = (0..cells.len()).collect();
    let mut other = way.clone();
    other.sort_by(|&k, &l| cells[k].spot.odds[1].total_cmp(&cells[l].spot.odds[1]));
    if length(&other) < length(&way) { other } else { way }
}

impl Known {
    fn new(recent: usize) -> Self {
        Self {
            listed: Listed::default(),
            odds: Archive::new(recent),
            exactly: HashMap::new(),
            rankings: Fingerprints::default(),
        }
    }

    fn take(&mut self, cells: Vec<Cell>, all: &Performances, key: &Key) -> Result<(), Trouble> {
        let first = self.odds.len();
        for cell in &cells {
            self.odds.push(cell.spot.odds.map(f64::to_bits)).map_err(Trouble::Unread)?;
        }
        let size = cells.len().div_ceil(2 * rayon::current_num_threads()).max(1);
        let looked: Vec<Result<Vec<Kept>, Trouble>> = cells
            .par_chunks(size)
            .enumerate()
            .map(|(chunk, some)| {
                let (mut ranker, from) = (Ranker::new(all), first + chunk * size);
                let mut kept: Vec<Option<io::Result<Result<Kept, String>>>> = Vec::new();
                kept.resize_with(some.len(), || None);
                for k in short_way(some) {
                    kept[k] = Some(self.look(from + k, &some[k], &cells, &mut ranker, key));
                }
                let kept = (from..).zip(kept.into_iter().flatten()).map(|(number, kept)| {
                    let kept = kept.map_err(Trouble::Unread)?;
                    kept.map_err(|reason| FailedCheck::of_number("cell", number, reason).into())
                });
                kept.collect()
            })
            .collect();
        let mut number = first;
        for looked in looked {
            for Kept { ranking, decided } in looked? {
                self.rankings.extend([ranking]).map_err(Trouble::Unread)?;
                if decided == Decided::Exactly {
                    self.exactly.insert(number, cells[number - first].spot.clone());
                }
                number += 1;
            }
        }
        self.listed.count = number;
        self.listed.has_rankings |= cells.iter().any(|cell| cell.ranking.is_some());
        self.listed.has_outlines |= cells.iter().any(|cell| cell.has_outline);
        Ok(())
    }

    /// Checks one cell of a run.
    fn look(
        &self,
        number: usize,
        cell: &Cell,
        cells: &[Cell],
        ranker: &mut Ranker<'_>,
        key: &Key,
    ) -> io::Result<Result<Kept, String>> {
        let decided = ranker.sort(&cell.spot);
        if decided == Decided::Tie {
            return Ok(Err("its sample point lies on a frontier".to_owned()));
        }
        let groups = || ranker.order.iter().map(|&k| ranker.classifiers(k));
        if cell.ranking.as_ref().is_some_and(|ranking| !ranking.lists().eq(groups())) {
            return Ok(Err(format!("its ranking is {:?}", groups().collect::<Vec<_>>())));
        }
        let ranking = key.of_numbers(&ranker.order);
        let is_beside = match cell.parent {
            None => number == 0,
            Some(parent) if parent < number => {
                let first = self.odds.len() - cells.len();
                let beside = parent.checked_sub(first).map(|beside| &cells[beside].spot);
                let exactly = beside.or_else(|| self.exactly.get(&parent));
                let odds = self.odds.get(parent)?.map(f64::from_bits);
                ranker.only_frontier_to(odds, exactly).is_some()
            }
            Some(_) => false,
        };
        if !is_beside {
            let reason = "not exactly one frontier lies between it and its parent, or it has none";
            return Ok(Err(reason.to_owned()));
        }
        Ok(Ok(Kept { ranking, decided }))
    }
}

/// Returns the second cell with a ranking that occurs twice, among the cells with these
/// fingerprints.
fn twice_among(
    document: &Document<'_>,
    list: &List,
    all: &Performances,
    key: &Key,
    suspect: &HashSet<u64>,
) -> Result<Option<usize>, Trouble> {
    let (mut known, mut found, mut number) = (HashSet::new(), None, 0);
    let look = |run: Elements<'_>| {
        let mut ranker = Ranker::new(all);
        let ranked = cells(&run, all)?.into_iter().map(|cell| {
            ranker.sort(&cell.spot);
            suspect.contains(&key.of_numbers(&ranker.order)).then(|| ranker.order.clone())
        });
        Ok(ranked.collect::<Vec<_>>())
    };
    document.for_each_run::<_, Trouble>(list, look, |rankings| {
        for ranking in rankings {
            if ranking.is_some_and(|ranking| !known.insert(ranking)) && found.is_none() {
                found = Some(number);
            }
            number += 1;
        }
        Ok(())
    })?;
    Ok(found)
}
