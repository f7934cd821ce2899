//! Numbers of cells, frontiers and confluences, without building them.
//!
//! Along each line only its crossings with later lines are used. A point where m lines meet is then
//! seen from m - 1 of them, with m - 1, m - 2, ..., 1 later lines. So it is seen m - 1 times, which
//! is the number of cells it adds, and once with a single later line, which counts the points. O(L)
//! memory for L lines; O(K) steps for K crossings inside the Tile, each of a few machine words
//! (`meetings`).

/// The size of the arrangement of all frontiers on the open Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingCount {
    /// Distinct frontiers.
    pub frontiers: u64,
    /// Cells, each with a strict ranking of its own:
    /// 1 + frontiers + the sum over all confluences of (frontiers through it - 1).
    pub cells: u64,
    /// Points where several frontiers meet.
    pub confluences: ConfluenceCount,
    /// Frontiers on which three or more distinct performances share one value, and the most that
    /// do: classifiers on one ROC line tie all along.
    pub shared_frontiers: SharedCount,
}

/// Confluences: points of the open Tile where two or more frontiers meet, so that the ties of
/// several groups of classifiers fall together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ConfluenceCount {
    /// Number of confluences.
    pub count: u64,
    /// The most distinct performances that are tied with another at one of them; 0 without any.
    pub largest: u64,
    /// Pairs of m and the number of confluences with m frontiers.
    pub by_frontiers: Vec<(u64, u64)>,
}

/// Frontiers shared by three or more distinct performances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SharedCount {
    /// Number of shared frontiers.
    pub count: u64,
    /// The most distinct performances on one; 0 without any.
    pub largest: u64,
}

/// Counts of the confluences that lines have seen on them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// At k: number of points of a line in which it meets k later lines.
    later: Vec<u64>,
    largest: u64,
}

impl Seen {
    /// Adds a point of a line with `later` later lines through it, where `tied` performances tie.
    pub(super) fn add(&mut self, later: usize, tied: u64) {
        if self.later.len() <= later {
            self.later.resize(later + 1, 0);
        }
        self.later[later] += 1;
        self.largest = self.largest.max(tied);
    }

    /// Adds `points` points with one later line through each, where no more performances tie than
    /// elsewhere.
    pub(super) fn add_alone(&mut self, points: u64) {
        if points > 0 {
            self.later.resize(self.later.len().max(2), 0);
            self.later[1] += points;
        }
    }

    /// The most performances that tie at a point seen so far.
    pub(super) fn largest(&self) -> u64 {
        self.largest
    }

    pub(super) fn with(mut self, other: &Self) -> Self {
        if self.later.len() < other.later.len() {
            self.later.resize(other.later.len(), 0);
        }
        for (sum, more) in self.later.iter_mut().zip(&other.later) {
            *sum += more;
        }
        self.largest = self.largest.max(other.largest);
        self
    }

    /// Returns the counts that all lines together have seen.
    pub(super) fn counts(&self, frontiers: u64, shared_frontiers: SharedCount) -> RankingCount {
        let at = |k: usize| self.later.get(k).copied().unwrap_or(0);
        // Points seen with k later lines are those where more than k lines meet.
        let by_frontiers = (2_u64..)
            .zip(1..self.later.len())
            .map(|(lines, later)| (lines, at(later) - at(later + 1)))
            .filter(|&(_, points)| points > 0)
            .collect();
        RankingCount {
            frontiers,
            cells: 1 + frontiers + self.later.iter().sum::<u64>(),
            confluences: ConfluenceCount { count: at(1), largest: self.largest, by_frontiers },
            shared_frontiers,
        }
    }
}
