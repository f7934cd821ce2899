//! Whether the names in a set are distinct.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// The first name, in order, that was there before: the index of its first occurrence, and its own.
///
/// The table holds indices, not names, and has its final size from the start: for a million names
/// that is what reading them spends its time on.
pub(super) fn first_repeated<T>(items: &[T], name: impl Fn(&T) -> &str) -> Option<(usize, usize)> {
    let hasher = DefaultHashBuilder::default();
    let hash = |index: usize| hasher.hash_one(name(&items[index]));
    let mut table = HashTable::with_capacity(items.len());
    (0..items.len()).find_map(|index| {
        let is_same = |&other: &usize| name(&items[other]) == name(&items[index]);
        match table.entry(hash(index), is_same, |&other| hash(other)) {
            Entry::Occupied(first) => Some((*first.get(), index)),
            Entry::Vacant(slot) => {
                slot.insert(index);
                None
            }
        }
    })
}
