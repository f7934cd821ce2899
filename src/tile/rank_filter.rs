//! Ranks whose pieces are wanted.

use std::collections::BTreeSet;

use super::RankInterval;

/// Filter for pieces: all, or those whose rank interval contains one of some ranks.
///
/// ```
/// use exactile::RankFilter;
/// assert_eq!(RankFilter::all().ranks(), None);
/// assert!(RankFilter::holding([1]).is_first_only());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankFilter {
    ranks: BTreeSet<u32>,
}

impl RankFilter {
    /// Pieces of every rank.
    pub fn all() -> Self {
        Self::default()
    }

    /// Pieces whose interval holds one of these ranks; with none given, every piece.
    pub fn holding(ranks: impl IntoIterator<Item = u32>) -> Self {
        Self { ranks: ranks.into_iter().collect() }
    }

    /// The ranks in order; `None` for every rank.
    pub fn ranks(&self) -> Option<&BTreeSet<u32>> {
        (!self.ranks.is_empty()).then_some(&self.ranks)
    }

    /// Returns `true` if the first rank is the only one selected.
    pub fn is_first_only(&self) -> bool {
        self.ranks.len() == 1 && self.ranks.contains(&1)
    }

    /// Returns `true` if a piece with this rank interval is selected.
    pub fn accepts(&self, rank: RankInterval) -> bool {
        self.ranks.is_empty() || self.ranks.range(rank.best..=rank.worst).next().is_some()
    }
}
