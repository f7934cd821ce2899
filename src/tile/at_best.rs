//! Groups of classifiers of which each may choose its best member: models that choose their
//! threshold, families that choose their setting.
//!
//! Relative to one classifier at (x, y) a point of the Tile is the number t = A : B ([`Regions`]).
//! A rival at (x + dx, y + dy) beats the classifier iff t dx + dy > 0, so the best of several
//! rivals beats it iff a maximum of linear functions of t is positive: outside one closed interval,
//! which one pass over the rivals finds. The same interval with the classifier's own group is where
//! the classifier is the choice of its group. So the rank of a group is swept choice by choice, as
//! that of a classifier is, and all chords of a choice pass through one point outside the Tile.
//! O(m^2 + m g log g) for m classifiers in g groups.

use std::cmp::Ordering;

use super::error::TileError;
use super::piece::{self, Frontier, Piece};
use super::plane::{Plane, on_plane};
use super::rank_filter::RankFilter;
use super::regions::Regions;
use super::sectors::RankInterval;
use crate::num::ExactInteger;
use crate::parallel::map_indices;

/// A part of the Tile on which one group of classifiers, at its best, has one rank and one choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPiece {
    /// The group.
    pub group: usize,
    /// The classifiers of the group that are its best there, positions in increasing order: one in
    /// the interior of a region, or all that tie along a chord. Of equal classifiers the first one
    /// stands for all.
    pub choice: Vec<usize>,
    /// The part of the Tile with the rank of the group. Its `classifier` is the member of `choice`
    /// whose chords bound the piece.
    pub piece: Piece,
}

impl Regions {
    /// The pieces of groups of classifiers, each of which is at its best member everywhere, by
    /// group. A group's rank is one more than the number of groups whose best member is better than
    /// its own.
    ///
    /// For each group the pieces of both dimensions make up the open Tile, each point once. They
    /// are cut where the rank of the group changes, and where its choice does. A group without
    /// classifiers has no piece.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, RankFilter, Regions};
    /// let at = |name: &str, tn, fp, fn_, tp| {
    ///     ConfusionMatrix::from_counts(tn, fp, fn_, tp)
    ///         .map(|matrix| Classifier::new(name, matrix))
    /// };
    /// // A model with two thresholds, and one with one threshold between them.
    /// let classifiers =
    ///     vec![at("A >= 2", 9, 1, 4, 6)?, at("A >= 1", 5, 5, 0, 10)?, at("B >= 3", 8, 2, 1, 9)?];
    /// let regions = Regions::new(classifiers)?;
    /// let first = regions.at_best(&[vec![0, 1], vec![2]], &RankFilter::holding([1]))?;
    /// let sectors = first.iter().filter(|found| found.piece.dimension() == 2);
    /// let choices: Vec<&[usize]> = sectors.map(|found| &found.choice[..]).collect();
    /// assert_eq!(choices, [&[1][..], &[0], &[2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TileError::PriorsDiffer`] where each classifier has its own prior.
    ///
    /// # Panics
    /// If a position is out of range.
    pub fn at_best(
        &self,
        groups: &[Vec<usize>],
        filter: &RankFilter,
    ) -> Result<Vec<BestPiece>, TileError> {
        let common = self.common().ok_or_else(|| self.priors_differ())?;
        Ok(on_plane!(&common.plane, plane => {
            let of = |group: usize| Sweep { plane, groups, group, filter }.pieces();
            map_indices(groups.len(), of).into_iter().flatten().collect()
        }))
    }
}

/// A critical ratio v : u of two positive integers.
#[derive(Clone, Debug)]
struct Ratio<I> {
    u: I,
    v: I,
}

impl<I: ExactInteger> Ratio<I> {
    fn order(&self, other: &Self) -> Ordering {
        self.v.times(&other.u).cmp(&other.v.times(&self.u))
    }
}

/// Intervals on which the best of some rivals beats a classifier.
#[derive(Clone, Debug)]
struct Rivals<I> {
    /// The rivals beat it before this ratio.
    until: Option<Ratio<I>>,
    /// The rivals beat it beyond this ratio.
    from: Option<Ratio<I>>,
    /// The rivals beat it everywhere.
    always: bool,
    /// One is equal to it.
    equal: bool,
}

/// Relation of a group to a classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Better,
    Tied,
    Worse,
}

impl<I: ExactInteger> Rivals<I> {
    fn new(plane: &Plane<I>, classifier: usize, rivals: &[usize]) -> Self {
        let mut found = Self { until: None, from: None, always: false, equal: false };
        for &rival in rivals {
            let [u, v] = plane.difference(classifier, rival);
            let zero = I::from_small(0);
            match (u.cmp(&zero), v.cmp(&zero)) {
                (Ordering::Equal, Ordering::Equal) => found.equal = true,
                (Ordering::Greater, Ordering::Less) => {
                    let ratio = Ratio { u, v: v.negated() };
                    if found.from.as_ref().is_none_or(|known| ratio.order(known).is_lt()) {
                        found.from = Some(ratio);
                    }
                }
                (Ordering::Less, Ordering::Greater) => {
                    let ratio = Ratio { u: u.negated(), v };
                    if found.until.as_ref().is_none_or(|known| ratio.order(known).is_gt()) {
                        found.until = Some(ratio);
                    }
                }
                (Ordering::Less | Ordering::Equal, Ordering::Less | Ordering::Equal) => {}
                (Ordering::Greater | Ordering::Equal, Ordering::Greater | Ordering::Equal) => {
                    found.always = true;
                    return found;
                }
            }
        }
        found
    }

    /// The order of both ratios, if there are both.
    fn gap(&self) -> Option<Ordering> {
        Some(self.until.as_ref()?.order(self.from.as_ref()?))
    }

    /// The classifier is nowhere ahead of them on a stretch of its own.
    fn leaves_no_stretch(&self) -> bool {
        self.always || self.gap().is_some_and(Ordering::is_ge)
    }

    /// Between the two ratios.
    fn inside(&self) -> Standing {
        if self.equal { Standing::Tied } else { Standing::Worse }
    }

    /// Right after a ratio, or the beginning.
    fn after(&self, start: Option<&Ratio<I>>) -> Standing {
        let is_before = self
            .until
            .as_ref()
            .is_some_and(|until| start.is_none_or(|start| start.order(until).is_lt()));
        let is_beyond = self
            .from
            .as_ref()
            .is_some_and(|from| start.is_some_and(|start| start.order(from).is_ge()));
        if self.leaves_no_stretch() || is_before || is_beyond {
            Standing::Better
        } else {
            self.inside()
        }
    }

    /// At a ratio.
    fn at(&self, ratio: &Ratio<I>) -> Standing {
        let until = self.until.as_ref().map(|until| ratio.order(until));
        let from = self.from.as_ref().map(|from| ratio.order(from));
        if self.always || until == Some(Ordering::Less) || from == Some(Ordering::Greater) {
            Standing::Better
        } else if until == Some(Ordering::Equal) || from == Some(Ordering::Equal) {
            Standing::Tied
        } else {
            self.inside()
        }
    }

    /// The ratios at which the standing changes, with that before and that after.
    fn changes(self) -> impl Iterator<Item = (Ratio<I>, Standing, Standing)> {
        let inside = self.inside();
        let better = Standing::Better;
        let changes = match self.gap() {
            _ if self.always => [None, None],
            Some(Ordering::Greater) => [None, None],
            Some(Ordering::Equal) => [self.until.map(|ratio| (ratio, better, better)), None],
            _ => [
                self.until.map(|ratio| (ratio, better, inside)),
                self.from.map(|ratio| (ratio, inside, better)),
            ],
        };
        changes.into_iter().flatten()
    }
}

/// Numbers of groups that are better and that tie.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    better: u32,
    tied: u32,
}

impl Count {
    fn add(&mut self, standing: Standing) {
        match standing {
            Standing::Better => self.better += 1,
            Standing::Tied => self.tied += 1,
            Standing::Worse => {}
        }
    }

    fn remove(&mut self, standing: Standing) {
        match standing {
            Standing::Better => self.better -= 1,
            Standing::Tied => self.tied -= 1,
            Standing::Worse => {}
        }
    }

    fn rank(self) -> RankInterval {
        RankInterval::new(self.better, self.tied)
    }
}

/// One group among all.
struct Sweep<'s, I> {
    plane: &'s Plane<I>,
    groups: &'s [Vec<usize>],
    group: usize,
    filter: &'s RankFilter,
}

impl<I: ExactInteger> Sweep<'_, I> {
    /// The pieces of the group, from TPR (1, 1) to TNR (0, 0).
    fn pieces(&self) -> Vec<BestPiece> {
        let members = &self.groups[self.group];
        let mut choices: Vec<(usize, Rivals<I>)> = Vec::new();
        for (k, &choice) in members.iter().enumerate() {
            let own = Rivals::new(self.plane, choice, members);
            let is_copy = own.equal
                && members[..k].iter().any(|&other| {
                    other == choice
                        || self.plane.difference(choice, other).iter().all(ExactInteger::is_zero)
                });
            if !own.leaves_no_stretch() && !is_copy {
                choices.push((choice, own));
            }
        }
        // By TPR from the best: the sweep begins there.
        choices.sort_by(|(first, _), (second, _)| self.plane.compare_rates(1, *second, *first));
        let mut pieces = Vec::new();
        for (choice, own) in choices {
            self.sweep(choice, &own, &mut pieces);
        }
        pieces
    }

    /// The pieces on which one classifier is the choice of its group, and the chord to the next
    /// one.
    fn sweep(&self, choice: usize, own: &Rivals<I>, pieces: &mut Vec<BestPiece>) {
        let plane = self.plane;
        let (start, end) = (own.until.as_ref(), own.from.as_ref());
        let mut count = Count::default();
        let mut at_end = Count::default();
        let mut changes = Vec::new();
        for (k, members) in self.groups.iter().enumerate() {
            if k == self.group || members.is_empty() {
                continue;
            }
            let rivals = Rivals::new(plane, choice, members);
            count.add(rivals.after(start));
            if let Some(end) = end {
                at_end.add(rivals.at(end));
            }
            let is_inside = |ratio: &Ratio<I>| {
                start.is_none_or(|start| start.order(ratio).is_lt())
                    && end.is_none_or(|end| ratio.order(end).is_lt())
            };
            changes.extend(rivals.changes().filter(|(ratio, ..)| is_inside(ratio)));
        }
        changes.sort_by(|(first, ..), (second, ..)| first.order(second));

        let frontier = |ratio: &Ratio<I>| {
            Frontier::of_chord(&plane.chord(choice, &ratio.u, &ratio.v), plane.prior())
        };
        let (point, denominators) = (plane.point(choice), plane.denominators(choice));
        let mut before = match start {
            Some(start) => frontier(start),
            None => Frontier::start(point, denominators),
        };
        let mut add = |choice: Vec<usize>, piece: Piece| {
            pieces.push(BestPiece { group: self.group, choice, piece });
        };
        let mut rest = &changes[..];
        while let Some((ratio, ..)) = rest.first() {
            let together = rest.partition_point(|(other, ..)| other.order(ratio).is_eq());
            let beyond = frontier(ratio);
            if self.filter.accepts(count.rank()) {
                add(vec![choice], piece::sector(choice, count.rank(), &before, &beyond));
            }
            let mut tie = count;
            for (_, was, becomes) in &rest[..together] {
                tie.remove(*was);
                tie.add(Standing::Tied);
                count.remove(*was);
                count.add(*becomes);
            }
            if self.filter.accepts(tie.rank()) {
                add(vec![choice], piece::tie(choice, tie.rank(), &beyond));
            }
            (before, rest) = (beyond, &rest[together..]);
        }
        let beyond = match end {
            Some(end) => frontier(end),
            None => Frontier::end(point, denominators),
        };
        if self.filter.accepts(count.rank()) {
            add(vec![choice], piece::sector(choice, count.rank(), &before, &beyond));
        }
        if let Some(end) = end.filter(|_| self.filter.accepts(at_end.rank())) {
            add(self.tied(choice, end), piece::tie(choice, at_end.rank(), &beyond));
        }
    }

    /// The classifiers of the group that tie at the last ratio of one of them, without copies.
    fn tied(&self, choice: usize, end: &Ratio<I>) -> Vec<usize> {
        let ties = |member: usize| {
            let [u, v] = self.plane.difference(choice, member);
            u.is_positive() && v.is_negative() && Ratio { u, v: v.negated() }.order(end).is_eq()
        };
        let mut tied = vec![choice];
        for &member in self.groups[self.group].iter().filter(|&&member| ties(member)) {
            let is_new = tied
                .iter()
                .all(|&known| !self.plane.difference(known, member).iter().all(I::is_zero));
            if is_new {
                tied.push(member);
            }
        }
        tied.sort_unstable();
        tied
    }
}
