//! Work on all cores where the feature `rayon` is on, else the same work in order.
//!
//! Work is cut into pieces of consecutive indices, more of them than there are cores, and results
//! are put together in their order. All uses share one function that hands out pieces, compiled
//! once: rayon's own iterators would be compiled again for every use and every width of integers, a
//! quarter of the engine's code.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering as Memory};

/// Pieces for each core, so that pieces of unequal work still end together.
const PIECES: usize = 16;

/// Elements from which on the halves of a list are sorted at the same time.
const WORTH_HALVING: usize = 4096;

/// Returns the number of pieces of work that run at the same time.
#[cfg(feature = "rayon")]
pub(crate) fn cores() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn cores() -> usize {
    1
}

#[cfg(feature = "rayon")]
fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    rayon::join(first, second);
}

#[cfg(not(feature = "rayon"))]
fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    first();
    second();
}

/// Does two things at the same time.
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (mut first, mut second) = (Some(first), Some(second));
    let (mut one, mut other) = (None, None);
    both(&mut || one = first.take().map(|work| work()), &mut || {
        other = second.take().map(|work| work());
    });
    one.zip(other).expect("both were done")
}

fn for_each_piece(pieces: Range<usize>, work: &(dyn Fn(usize) + Sync)) {
    match pieces.len() {
        0 => {}
        1 => work(pieces.start),
        _ => {
            let middle = pieces.start.midpoint(pieces.end);
            both(&mut || for_each_piece(pieces.start..middle, work), &mut || {
                for_each_piece(middle..pieces.end, work);
            });
        }
    }
}

/// Applies `work` to consecutive ranges that cover 0, 1, ..., count - 1; returns the results in
/// order.
fn in_pieces<T: Send>(count: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let pieces = count.min(PIECES * cores());
    let done: Vec<Mutex<Option<T>>> = (0..pieces).map(|_| Mutex::new(None)).collect();
    for_each_piece(0..pieces, &|piece| {
        let made = work(piece * count / pieces..(piece + 1) * count / pieces);
        *done[piece].lock().expect("nobody panics while holding it") = Some(made);
    });
    let mut all = Vec::with_capacity(pieces);
    for slot in done {
        all.push(slot.into_inner().ok().flatten().expect("every piece has been worked on"));
    }
    all
}

fn joined<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    for mut part in parts {
        all.append(&mut part);
    }
    all
}

/// The results for 0, 1, ..., count - 1, in this order. Indices of one piece share a state.
pub(crate) fn map_indices_with<S, T: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    result: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let parts = in_pieces(count, |range| {
        let mut state = state();
        range.map(|index| result(&mut state, index)).collect()
    });
    joined(parts)
}

/// The results for 0, 1, ..., count - 1, in this order.
pub(crate) fn map_indices<T: Send>(count: usize, result: impl Fn(usize) -> T + Sync) -> Vec<T> {
    map_indices_with(count, || (), |(), index| result(index))
}

/// The results for items, in their order.
pub(crate) fn map<I: Sync, T: Send>(items: &[I], result: impl Fn(&I) -> T + Sync) -> Vec<T> {
    map_indices(items.len(), |index| result(&items[index]))
}

/// The results for items that are used up, in their order.
pub(crate) fn map_owned<I: Send, T: Send>(items: Vec<I>, result: impl Fn(I) -> T + Sync) -> Vec<T> {
    let items: Vec<Mutex<Option<I>>> =
        items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    map(&items, |item| {
        let item = item.lock().expect("nobody panics while holding it").take();
        result(item.expect("each is used once"))
    })
}

/// The results for 0, 1, ..., count - 1, in this order; or an error, after which no more work
/// begins.
pub(crate) fn try_map_indices<T: Send, E: Send>(
    count: usize,
    result: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_indices_with(count, || (), |(), index| result(index))
}

/// The results for 0, 1, ..., count - 1, in this order; or an error, after which no more work
/// begins. Indices of one piece share a state.
pub(crate) fn try_map_indices_with<S, T: Send, E: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    result: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let parts = in_pieces(count, |range| {
        let mut state = state();
        let mut results = Vec::with_capacity(range.len());
        for index in range {
            if failed.load(Memory::Relaxed) {
                break;
            }
            match result(&mut state, index) {
                Ok(result) => results.push(result),
                Err(error) => {
                    failed.store(true, Memory::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(results)
    });
    let mut complete = Vec::with_capacity(parts.len());
    for part in parts {
        complete.push(part?);
    }
    Ok(joined(complete))
}

/// The results for items, in their order; or an error, after which no more work begins.
pub(crate) fn try_map<I: Sync, T: Send, E: Send>(
    items: &[I],
    result: impl Fn(&I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_indices(items.len(), |index| result(&items[index]))
}

/// Folds 0, 1, ..., count - 1 in parts, each from a state of its own, and merges the states in
/// their order.
pub(crate) fn fold<S: Send>(
    count: usize,
    init: impl Fn() -> S + Sync,
    step: impl Fn(S, usize) -> S + Sync,
    merge: impl Fn(S, S) -> S,
) -> S {
    let mut all = None;
    for part in in_pieces(count, |range| range.fold(init(), &step)) {
        all = Some(match all {
            None => part,
            Some(all) => merge(all, part),
        });
    }
    all.unwrap_or_else(init)
}

/// Sorts stably.
pub(crate) fn sort_by<T: Send>(items: &mut [T], order: &(dyn Fn(&T, &T) -> Ordering + Sync)) {
    sort_halves(items, order, cores());
}

fn sort_halves<T: Send>(
    items: &mut [T],
    order: &(dyn Fn(&T, &T) -> Ordering + Sync),
    cores: usize,
) {
    if cores > 1 && items.len() >= WORTH_HALVING {
        let (left, right) = items.split_at_mut(items.len() / 2);
        let cores = cores.div_ceil(2);
        join(|| sort_halves(left, order, cores), || sort_halves(right, order, cores));
    }
    // Two sorted halves are merged in linear time: the sort looks for such runs.
    items.sort_by(order);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order() {
        for count in [0, 1, 2, 31, 32, 33, 1000] {
            let squares: Vec<usize> = (0..count).map(|i| i * i).collect();
            assert_eq!(map_indices(count, |i| i * i), squares);
            assert_eq!(map_owned(squares.clone(), |square| square), squares);
            let sum = fold(count, || 0, |sum, i| sum + i * i, |x, y| x + y);
            assert_eq!(sum, squares.iter().sum::<usize>());
        }
    }

    #[test]
    fn no_more_work_begins_after_an_error() {
        let failing = |i: usize| if i % 500 == 499 { Err(i) } else { Ok(i) };
        assert!(try_map_indices(1000, failing).is_err_and(|at| at == 499 || at == 999));
        assert_eq!(try_map_indices(499, failing), Ok((0..499).collect()));
    }

    #[test]
    fn sorting_is_stable() {
        let mut items: Vec<(u32, u32)> = (0..20_000).map(|i| (i * 7919 % 13, i)).collect();
        sort_by(&mut items, &|x, y| x.0.cmp(&y.0));
        assert!(items.is_sorted());
    }
}
